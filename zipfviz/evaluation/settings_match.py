"""Match of the settings of printed and computed numbers: only then may they be subtracted.

A printed number carries its embedding, size, frequency and protocol (`published.PROTOCOLS`). Where
any of these is another one, both numbers stand side by side and what differs is said.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from zipfviz.common.errors import InputError
from zipfviz.common.lazy import pd
from zipfviz.common.nouns import counted
from zipfviz.evaluation.published import LISTS, PROTOCOLS
from zipfviz.evaluation.tables import Summary, is_summed
from zipfviz.evaluation.tokenize import is_ngram_task
from zipfviz.io.pairs.known_tasks import KNOWN
from zipfviz.io.records import Task
from zipfviz.space.methods import Options
from zipfviz.space.names import task_name
from zipfviz.space.word_space import WordSpace

DEFAULT = Options()
PrintedFrequency = Literal["enwiki", "jawiki", "test_set"]

#: Columns of the printed tables by our names of the tasks.
PRINTED_TASKS = {
    **{name: task_name(name) for name in (*(f"sts{y}" for y in range(12, 17)), "sick-r", "sts-b")},
    "wordsim353": "WordSim353",
    "men": "MEN",
    "jsts": "JSTS",
}
_N_PAIRS = {**{name: task.n_pairs for name, task in KNOWN.items()}, "men": 3000}

BROUGHT = "yours have that name but were brought by a visitor; the data folder’s would be compared"
_ENDINGS = re.compile(r"(\.(txt|vec|bin|kv|npy|csv|tsv|gz|bz2|xz|zip))*$")


@dataclass(frozen=True, kw_only=True)
class Printed:
    """Setting of a printed number: an embedding of `PROTOCOLS` and where p(w) is from."""

    embedding: str
    frequency: PrintedFrequency

    def __post_init__(self) -> None:
        protocol = PROTOCOLS.get(self.embedding)
        if not (protocol and protocol.file) or self.frequency not in (*LISTS, "test_set"):
            raise InputError(
                f"the paper prints no scores of {self.embedding!r} with {self.frequency!r}."
            )

    def sentence(self) -> str:
        """Describe the setting for a caption."""
        protocol = PROTOCOLS[self.embedding]
        frequency = "the task’s own words" if self.frequency == "test_set" else self.frequency
        return (
            f"{protocol.vectors}, {counted(protocol.dimension, 'dimensions')}, frequencies from "
            f"{frequency}, {protocol.words}."
        )


def differences(
    space: WordSpace,
    printed: Printed,
    task: Task,
    *,
    options: Options = DEFAULT,
    summary: Summary = "all",
) -> tuple[str, ...]:
    """Say how our setting differs from the printed one, in words; () if nothing does.

    Compared are the vectors and their number and dimension, the frequency source, which words are
    kept and how they are matched, the pairs of the task, its tokens, the settings of the methods,
    and how subsets are summed up.
    """
    r = space.report
    protocol = PROTOCOLS[printed.embedding]
    found = []
    if not _is_called(r.embedding, protocol.file) or space.d != protocol.dimension:
        found.append(f"the vectors (yours {r.embedding}, {counted(space.d, 'dimensions')})")
    elif space.embedding_source.is_brought:
        found.append(f"the vectors ({BROUGHT})")
    elif abs(r.n_embedding / protocol.rows - 1) > 1e-3:  # readers differ in doubles and odd lines
        found.append(f"the number of vectors (yours {r.n_embedding:,}, released {protocol.rows:,})")
    if printed.frequency == "test_set":
        if r.frequency != f"test set ({task.name})":
            found.append(f"the frequencies (yours {r.frequency}, printed the task’s own words)")
    elif not _is_called(r.frequency, LISTS[printed.frequency]["file"]):
        found.append(f"the frequencies (yours {r.frequency}, printed {printed.frequency})")
    elif space.frequency_source.is_brought:
        found.append(f"the frequencies ({BROUGHT})")
    elif not abs(r.list_total / LISTS[printed.frequency]["total"] - 1) < 1e-3:
        found.append(f"the counts of the list (yours sum to {r.list_total:,.0f})")
    if r.fold != "none":
        found.append("upper and lower case (printed as written)")
    if r.missing != "drop" or r.n_words != r.n_matched:
        found.append("the words kept (printed all matched ones)")
    if _N_PAIRS.get(task.name) != len(task):
        found.append(f"the pairs (yours {len(task):,} of {task_name(task.name)})")
    if is_ngram_task(task) != (printed.embedding == "fastText-subword"):
        found.append(f"the tokens (printed {protocol.words})")
    if options != DEFAULT:
        found.append("the methods’ settings")
    if summary != "all" and is_summed(task):
        found.append(f"subsets summed up (yours {summary}, printed all pairs at once)")
    return tuple(found)


def _is_called(name: str, pattern: str) -> bool:
    """Whether a file's name, without folder and endings, is the released one and no other's."""
    file = re.split(r"[/\\#!]", name.lower())[-1]
    return re.fullmatch(pattern, _ENDINGS.sub("", file)) is not None


def beside(
    computed: pd.DataFrame, printed: pd.DataFrame, matching: Sequence[str] = ()
) -> pd.DataFrame:
    """Put computed and printed scores side by side, methods x (task, task printed, ...).

    `computed` has our names of tasks as columns, `printed` the paper's. Columns of `matching`
    tasks, whose settings are the printed ones, also get the difference; no other does.
    """
    columns = {}
    for task in computed.columns:
        title = task_name(str(task))
        columns[title] = computed[task]
        name = PRINTED_TASKS.get(str(task), str(task))
        if name in printed:
            columns[f"{title}, printed"] = printed[name].reindex(computed.index)
            if task in matching:
                columns[f"{title}, difference"] = computed[task] - columns[f"{title}, printed"]
    return pd.DataFrame(columns, index=computed.index)
