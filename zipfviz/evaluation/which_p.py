"""Which frequencies: one embedding under several lists, as scores with paired intervals.

A list is a setting of every Zipfian method that papers rarely name. `compare_frequencies` scores
methods under each list on the same pairs, `frequency_table` tells each from one of them with the
interval of the difference, `carrying_words` the words that two lists differ by.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from zipfviz.common.errors import InputError
from zipfviz.common.lazy import pd
from zipfviz.evaluation.coefficients import Coefficient, check_coefficient
from zipfviz.evaluation.comparisons import Choice, compare_choices
from zipfviz.evaluation.paired import Comparison, Difference
from zipfviz.evaluation.scoring import matched, score
from zipfviz.io.records import Task
from zipfviz.space.lists import on_shared_words
from zipfviz.space.methods import MethodLike, Options, as_method, as_methods
from zipfviz.space.word_space import WordSpace
from zipfviz.whitening.moments import Moments

Spaces = Mapping[str, WordSpace]
#: Of the words that carry most, so many are swapped one by one.
CARRIERS = 20
#: Columns of `frequency_table` that a difference has.
OF_CHANGE = ("change", "standard_error", "low", "high", "low_corrected", "high_corrected")


def compare_frequencies(
    spaces: Spaces | Callable[[Task], Spaces],
    tasks: Sequence[Task],
    methods: Iterable[MethodLike] = ("zipfian_whitening",),
    *,
    options: Options | None = None,
) -> Iterator[Comparison]:
    """Compare methods under several frequency lists on each task in turn, on the same pairs.

    Parameters
    ----------
    spaces : one embedding under each list, by what to call it; or what gives these for a task,
        where a list differs by task, such as the task's own words (`task_frequency`).
    methods : any methods; Zipfian whitening by default.

    Yields the `Comparison` of each task as it is ready. Its choices are called by `Choice`,
    "<method> with <list>"; errors are dyadic-robust (no texts are drawn again). Raises MatchError
    where a list leaves no word of a task.

    Examples
    --------
    >>> import zipfviz
    >>> from zipfviz.evaluation import compare_frequencies, frequency_table
    >>> emb = zipfviz.load_embedding("glove.6B.50d", max_words=20_000)
    >>> lists = {name: zipfviz.load_frequency(name) for name in ("wordfreq:en", "rank")}
    >>> spaces = {name: zipfviz.align(emb, freq) for name, freq in lists.items()}
    >>> spaces = zipfviz.adjusted(spaces, shared=True)
    >>> parts = list(compare_frequencies(spaces, [zipfviz.load_task("simlex999")]))
    >>> frequency_table(parts, list(spaces))[["source", "score", "change", "stands"]].round(1)
            source  score  change  stands
    0  wordfreq:en   33.8     NaN   False
    1         rank   31.7    -2.1    True
    """
    rows = as_methods(methods, options)
    for task in tasks:
        here = spaces(task) if callable(spaces) else spaces
        choices = {
            str(Choice(method=method.name, source=source)): (space, method)
            for source, space in here.items()
            for method in rows
        }
        yield compare_choices(choices, task, n_resamples=0)


def frequency_table(
    parts: Sequence[Comparison],
    sources: Sequence[str],
    methods: Iterable[MethodLike] = ("zipfian_whitening",),
    *,
    against: str | None = None,
    coefficient: Coefficient = "spearman",
    level: float = 0.95,
) -> pd.DataFrame:
    """Tabulate each list's score, and its difference to one list by the same method, paired.

    Parameters
    ----------
    parts : as `compare_frequencies` yields them, and averages of these (`average`).
    sources, methods : the lists and methods that were compared.
    against : the list that others are told from; the first by default.

    Columns: `task`, `method`, `source`, `score` x 100, `n_pairs`, and of the difference to
    `against` in points x 100: `change`, `standard_error`, `low`, `high` at `level`,
    `low_corrected`, `high_corrected` for all differences of the table (Bonferroni; those that are 0
    because the method does not look at p are none), `stands`. Rows of `against` itself have none
    (nan). Raises InputError for a list that was not compared.
    """
    check_coefficient(coefficient)
    against = sources[0] if against is None else against
    if against not in sources:
        raise InputError(f"{against!r} is not among the lists compared: {', '.join(sources)}.")
    names = [method.name for method in as_methods(methods)]
    cells = [(part, name, source) for part in parts for name in names for source in sources]

    def difference(part: Comparison, name: str, source: str, n: int) -> Difference:
        one, base = (str(Choice(method=name, source=each)) for each in (source, against))
        how: dict[str, Any] = {"coefficient": coefficient, "level": level}
        return part.difference(one, base, n_comparisons=n, **how)

    # A method that does not look at p, on the same words, is no comparison: nothing can differ.
    plain = [difference(*cell, 1) for cell in cells]
    n = max(sum(not (d.value == 0 == d.standard_error) for d in plain), 1)
    records = []
    for part, name, source in cells:
        at = part.methods.index(str(Choice(method=name, source=source)))
        found = difference(part, name, source, n)
        is_other = source != against
        change = [
            getattr(found, "value" if column == "change" else column) if is_other else np.nan
            for column in OF_CHANGE
        ]
        records.append(
            {
                "task": part.task,
                "method": name,
                "source": source,
                "score": 100 * float(part.observed[coefficient][at]),
                "n_pairs": part.n_pairs,
                **dict(zip(OF_CHANGE, change, strict=True)),
                "stands": is_other and found.stands,
            }
        )
    return pd.DataFrame(records)


@dataclass(frozen=True, kw_only=True)
class Carried:
    """What two lists differ by: all words in sums, the `words` that carry most one by one.

    `words` has a row a word, those that carry most first: `word`, `p_one`, `p_other`, `log_ratio`
    (natural, of p_other over p_one); `of_mean` and `of_covariance`, the word's share of the squared
    change of the mean and of the covariance (each sums to 1 over all words); `of_score`, what the
    score changes by, in points x 100, when this word alone is counted as in the other list.
    `change` is the whole change of the score, `together` that of all words listed at once;
    `distance` is half the sum of |p_other - p_one|: how much of running text differs.
    """

    words: pd.DataFrame
    change: float
    together: float
    distance: float
    n_words: int


def carrying_words(
    one: WordSpace,
    other: WordSpace,
    task: Task,
    method: MethodLike = "zipfian_whitening",
    *,
    k: int = CARRIERS,
    coefficient: Coefficient = "spearman",
    options: Options | None = None,
) -> Carried:
    """Find the words that carry the difference between two lists of one embedding.

    With p and q the lists on the words that both have, m the midpoint of their means and
    y_i = x_i - m, both changes are sums over words:

        mu_q - mu_p       = sum_i (q_i - p_i) y_i
        Sigma_q - Sigma_p = sum_i (q_i - p_i) y_i y_i^T

    so that the share of word i is (q_i - p_i) <y_i, D> / ||D||^2 for the mean's change D, and
    (q_i - p_i) y_i^T D y_i / ||D||_F^2 for the covariance's. A score is no sum: `of_score` is what
    swapping the word's count alone does, the mean of swapping it into p and out of q. Words are
    listed by the sum of the sizes of both shares. Raises MatchError where no word is shared.
    """
    check_coefficient(coefficient)
    method = as_method(method, options)
    both = on_shared_words({"one": one, "other": other})
    a, b = both["one"], both["other"]
    q = b.p
    moved = q - a.p
    of_mean, of_covariance = _shares(a.vectors, moved, a.analysis.moments(), b.analysis.moments())
    rows = np.argsort(-(np.abs(of_mean) + np.abs(of_covariance)), kind="stable")[:k]
    matched(a, task)  # says where there is no word to score by

    def scored(space: WordSpace) -> float:
        return 100 * float(getattr(score(space, task, method), coefficient))

    here, there = scored(a), scored(b)
    swapped = [
        (scored(_swapped(a, [i], q, task)) - here + there - scored(_swapped(b, [i], a.p, task))) / 2
        for i in rows.tolist()
    ]
    frame = pd.DataFrame(
        {
            "word": [a.words[i] for i in rows],
            "p_one": a.p[rows],
            "p_other": q[rows],
            "log_ratio": np.log(q[rows] / a.p[rows]),
            "of_mean": of_mean[rows],
            "of_covariance": of_covariance[rows],
            "of_score": swapped,
        }
    )
    return Carried(
        words=frame,
        change=there - here,
        together=scored(_swapped(a, rows.tolist(), q, task)) - here,
        distance=float(np.abs(moved).sum() / 2),
        n_words=len(a),
    )


def _shares(
    X: np.ndarray, moved: np.ndarray, one: Moments, other: Moments
) -> tuple[np.ndarray, np.ndarray]:
    """Each word's share of the change of mean and covariance, (n,) each; 0 without a change."""
    middle = (one.mean + other.mean) / 2
    mean, covariance = other.mean - one.mean, other.covariance - one.covariance
    of_mean, of_covariance = np.empty(len(X)), np.empty(len(X))
    for start in range(0, len(X), 8192):
        rows = slice(start, start + 8192)
        y = X[rows].astype(np.float64) - middle
        of_mean[rows] = moved[rows] * (y @ mean)
        of_covariance[rows] = moved[rows] * np.einsum("ij,ij->i", y @ covariance, y)
    wholes = float(mean @ mean), float(np.square(covariance).sum())
    pairs = zip((of_mean, of_covariance), wholes, strict=True)
    of_mean, of_covariance = (each / whole if whole > 0 else 0 * each for each, whole in pairs)
    return of_mean, of_covariance


def _swapped(space: WordSpace, rows: list[int], p: np.ndarray, task: Task) -> WordSpace:
    """The space with the p of some words taken from `p`, renormalised; no pass over the words.

    Moments of what was taken and what came are merged with those of all: a weight may be negative.
    """
    given = space.p.copy()
    given[rows] = p[rows]
    total = float(given.sum())
    uniform, m = space.analysis.moments(0.0), space.analysis.moments()
    for i in rows:
        x = space.vectors[i].astype(np.float64)
        m = m.merge(
            Moments(
                weight=float(p[i] - space.p[i]),
                mean=x,
                covariance=np.zeros((len(x), len(x))),
                noise=m.noise,
                n_rows=0,
            )
        )
    made = replace(space, p=given / total, digest=f"{space.digest} swapped {rows}")
    made.analysis.put("moments", (uniform, replace(m, weight=1.0)))
    made.analysis.put(("task", task.digest), matched(space, task))
    return made
