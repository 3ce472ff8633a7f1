"""Skip-gram against its optimum, and Theorem 1 on a corpus: is a vector's length information?"""

from functools import partial

import streamlit as st

from zipfviz.common.nouns import noun
from zipfviz.figures import count, theory_law, theory_skipgram
from zipfviz.figures.headlines.law import law_headline
from zipfviz.figures.headlines.skipgram import arora_headline, optimum_headline
from zipfviz.report.export import Elsewhere
from zipfviz.ui.pages.theory_corpus import corpus as corpus_panels
from zipfviz.ui.pages.theory_corpus import law as law_panels
from zipfviz.ui.pages.theory_corpus import loss
from zipfviz.ui.shell import furniture, pickers, selection

furniture.heading(
    "Theory: skip-gram on a corpus",
    "Skip-gram learns vectors by telling a word’s neighbours from random words. If these are drawn "
    "by frequency, theory says what comes out: ⟨w, c⟩ is how much more often w and c meet than by "
    "chance, Z is constant, and **a centered word’s squared length, measured by its contexts, is "
    "near twice the divergence of these contexts from all**. Does it hold here?",
)
space = selection.space()
corpus, code = corpus_panels.choose_corpus()
left, right = st.columns(2, vertical_alignment="bottom")
with left:
    tied = corpus_panels.choose_tied()
recipe = corpus_panels.choose_recipe(tied)
trained = corpus_panels.skipgram_of(corpus, recipe)
recipe = recipe if trained is None else trained.recipe
joint = corpus_panels.joint_of(corpus, recipe.window, recipe.shrink)
with right:
    ringed = pickers.find_words("find_law", joint)
st.caption(
    f"{count(len(corpus.tokens))} running words, {count(len(joint))} different ones, "
    f"{count(joint.total)} weighted co-occurrences within {recipe.window} "
    f"{noun(recipe.window, 'words')}."
)
counted = (
    "from zipfviz.corpus import Recipe, among, cooccurrence, read_corpus, train_skipgram\n"
    "from zipfviz.theory import against_optimum, arora, law\n\n"
    f"{code}\njoint = cooccurrence(corpus, window={recipe.window})"
)
learned = f"trained = train_skipgram(corpus, {recipe!r})\nW, C = trained.sides(joint.words)"
corpus_told = corpus_panels.told(corpus, recipe)
if trained is not None:
    found = corpus_panels.optimum(joint, trained)
    furniture.chart(
        partial(theory_skipgram.pair_chart, *corpus_panels.pairs(joint, found)),
        partial(
            theory_skipgram.context_chart, -joint.log_p, found.log_z, joint.words, highlight=ringed
        ),
        name="optimum",
        headline=optimum_headline(found),
        look_for="First: do pairs lie along the dashed line? Then: does Z stay at 1/k for rare "
        f"contexts too? {corpus_panels.try_next(recipe)}",
        data=lambda: corpus_panels.optimum_frame(joint, found),
        code=f"{counted}\n{learned}\nfound = against_optimum(joint, trained)"
        "\nprint(found.r, found.slope, found.z_mean, found.z_std)",
        about=Elsewhere(corpus_told),
        **loss.TEXTS["optimum"],
    )
corpus_panels.take_skipgram(trained)
loss.section(joint, recipe, trained, ringed, (counted, learned), corpus_told)

st.subheader("Is length information?", anchor=False)
first, *columns = st.columns(4)
with first:
    vectors = law_panels.choose_vectors(joint, trained, space, (counted, learned))
kappa = pickers.choose_number(
    "Smoothing κ", law_panels.KAPPAS, 10, "law_kappa", columns[0],
    help="A word never meets most others, and KL(p ‖ p(·|w)) would be infinite. κ co-occurrences "
    "with average words are added to each word.",
)  # fmt: skip
floor = pickers.choose_number(
    "Words with co-occurrences", law_panels.FLOORS, 0, "law_floor", columns[1],
    shown=lambda n: f"≥ {count(n)}",
)  # fmt: skip
metrics = {"paper": "the paper’s", "centred": "centred"}
metric = pickers.switch("G", metrics, "law_g", place=columns[2])
about = law_panels.about(vectors, space, corpus_told)
law = law_panels.law_of(vectors, kappa, floor)
code = (
    f"{vectors.code}\nfound = law.law(joint, W, C, kappa={kappa}, floor={floor})\n"
    "print(law.law_table(found).to_string())"
)
for direction, said in law_panels.TEXTS.items():
    agreed = law.agreements["zipfian", metric, direction]
    furniture.panel_chart(
        partial(theory_law.law_panels, x_title=f"2 {said['title']}", y_title="‖w‖² in G"),
        law_panels.law_panels(law, metric, direction, vectors.places(ringed, joint)),
        name=f"law-{direction}", about=about,
        headline=law_headline(said["headline"], agreed),
        look_for=said["look_for"],
        data=lambda: law_panels.law_frame(law),
        code=code,
        seeing=said["seeing"], formula=said["formula"],
    )  # fmt: skip
furniture.table(
    law_panels.law_rows(law), name="law-table", code=code,
    about=about, alt="Correlation and slope of squared length on divergence, with 95 % intervals",
)  # fmt: skip
relation = law_panels.arora_of(vectors)
furniture.chart(
    law_panels.arora_figure(vectors, relation, ringed, joint),
    name="arora",
    headline=arora_headline(relation),
    look_for="Under the uniform prior theory expects frequent words to be long, on the line.",
    data=lambda: law_panels.arora_frame(vectors, relation),
    about=about,
    code=f"{vectors.code}\nfound = arora(W, C, joint.p)\n"
    "print(found.r, found.r_low, found.r_high, found.slope, found.log_z)",
    seeing="Arora et al. derive this for contexts of length 1 and a constant Z. (The paper prints "
    "2d log p − 2Z.) Vectors are raw, as the relation has them.",
    formula=r"\log p(w) \approx \frac{\|w\|^2}{2d} - \log Z \quad\Rightarrow\quad "
    r"\|w\|^2 \approx 2d\,(\log p(w) + \log Z)",
)  # fmt: skip
