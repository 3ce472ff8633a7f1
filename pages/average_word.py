"""Where the average word is: each word counted once, or as often as it occurs."""

from functools import partial

from zipfviz.common.nouns import counted
from zipfviz.explore.prior_path import prior_path
from zipfviz.explore.projection import sample_both
from zipfviz.figures.headlines.averages import centroid_headline
from zipfviz.figures.prior_path import centroid_map
from zipfviz.ui.pages.average_word import moving
from zipfviz.ui.shell import furniture, selection

furniture.heading(
    "The average word",
    "Counting each word once, the average is that of the **word list**, mostly rare words. "
    "Counting occurrences, it is that of **running text**, mostly a few frequent words. "
    "How far apart are the two, and which words are near?",
)
space = selection.space()
path = prior_path(space)
rows = sample_both(space)
furniture.chart(
    partial(
        centroid_map,
        path.positions[rows],
        space.information[rows],
        [space.words[i] for i in rows],
        path.centroids,
        path.share,
    ),
    name="centroid",
    headline=centroid_headline(path.share, len(space)),
    look_for=moving.LOOK_FOR,
    live=partial(moving.show, space, path, rows),
    data=partial(path.frame, space.words),
    code=selection.current().snippet(
        "from zipfviz.explore import prior_path",
        "path = prior_path(space)",
        "print(path.share)",
        "print(path.frame(space.words).to_string())",
    ),
    seeing=f"{counted(len(rows), 'words')}, drawn half from the list and half from running text. "
    "The grey star is the mean of all words, each counted once: the **apparent** mean. The blue "
    "star is the mean under the tempered prior; at t = 1 it is the **centroid**, the mean of "
    "running text. The plane holds both. A typical length is the mean length of a word’s vector; "
    "distances are measured in all dimensions, those of the words from the blue star. "
    "Words far out lie beyond the picture.",
    formula=r"\mu_t = \sum_i q_i\, w_i, \quad q_i \propto p(w_i)^t, \qquad "
    r"\mathrm{gap} = \frac{\|\mu_t-\mu_0\|}{\frac1n\sum_i \|w_i\|}",
)
