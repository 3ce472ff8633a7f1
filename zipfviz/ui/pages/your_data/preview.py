"""Show a file's first rows and how it is read, and take it into use."""

from functools import partial
from pathlib import Path

import pandas as pd
import streamlit as st

from zipfviz.common.errors import ZipfvizError
from zipfviz.common.markdown import plain
from zipfviz.io.classify import Kind
from zipfviz.io.counts.frequencies import read_frequency
from zipfviz.io.fetch.keep import keep_frequency, keep_task
from zipfviz.io.files.opened import OpenedFile
from zipfviz.io.glance import SMALL, first_frequencies
from zipfviz.io.pairs.tasks import read_task
from zipfviz.io.records import Frequency, Task
from zipfviz.ui.pages.your_data import bring_in, offers
from zipfviz.ui.pages.your_data.preview_vectors import preview_vectors
from zipfviz.ui.pages.your_data.reading import Options, settled
from zipfviz.ui.server import brought
from zipfviz.ui.server.shared_cache import shared_cache
from zipfviz.ui.shell import files

READ_AS: dict[str, Kind] = {
    "embedding": "embedding",
    "frequencies": "frequency",
    "benchmark": "task",
}


def preview(path: Path) -> None:
    """What a file is taken for, its first rows and report, and a button that takes it into use."""
    seen = files.glanced(path)
    file = seen.file
    kinds = list(READ_AS.values())
    left, right = st.columns([2, 1], vertical_alignment="center")
    left.markdown(f"**{plain(path.name)}**  \n:gray[{bring_in.megabytes(path.stat().st_size)}]")
    kind = READ_AS[
        right.segmented_control(
            "Read as", list(READ_AS), required=True, key=f"read-{path}",
            default=list(READ_AS)[kinds.index(seen.likely)],
            help="What the content looks like is chosen already.",
        )
    ]  # fmt: skip
    bring_in.job_bar("keep")
    if kind == "embedding":
        preview_vectors(path, seen)
    elif kind == "frequency":
        _frequency(path, file)
    else:
        _task(path, file)


@shared_cache(8, "Reading the frequencies …")
def _first_frequencies(file: OpenedFile, options: Options) -> Frequency | ZipfvizError:
    try:
        return brought.read(first_frequencies, file, **dict(options))
    except ZipfvizError as error:
        return error


@shared_cache(8, "Reading the task …")
def _whole_task(source: OpenedFile | Path, options: Options) -> Task | ZipfvizError:
    try:
        return brought.read(read_task, source, **dict(options))
    except ZipfvizError as error:
        return error


def _frequency(path: Path, file: OpenedFile) -> None:
    first, options = settled(file, "frequency", partial(_first_frequencies, file), {})
    top = (-first.values).argsort(kind="stable")[: offers.ROWS]
    offers.show_rows(
        pd.DataFrame(
            {
                "word": [offers.shown(first.words[i]) for i in top],
                "frequency": first.values[top],
            }
        ),
        "The most frequent words with their frequencies",
        first.report.lines(),
    )
    if file.size > SMALL:
        st.caption("Of a long text, only the first megabyte was read so far.")
    entry = files.listed_entry(path, "frequency")
    if entry is not None and not options:
        offers.offer_to_use("Use these frequencies", plain(entry.title), frequency=entry.name)
    else:
        st.caption(offers.KEEP)
        offers.offer_to_keep(
            "Keep as a list of counts",
            path.name,
            lambda **more: keep_frequency(
                brought.read(read_frequency, file, **(options | more)), "uploads"
            ),
        )


def _task(path: Path, file: OpenedFile) -> None:
    entry = files.listed_entry(path, "task")
    # A file of a SemEval or SICK folder stands for the whole folder.
    source = entry.path if entry is not None and entry.path is not None else file
    source = file if source == path else source
    task, options = settled(file, "task", partial(_whole_task, source), {})
    left, right = task.pairs[: offers.ROWS].T
    offers.show_rows(
        pd.DataFrame(
            {
                "first": [offers.shown(task.texts[i])[:300] for i in left],
                "second": [offers.shown(task.texts[i])[:300] for i in right],
                "score": task.gold[: offers.ROWS],
            }
        ),
        "The first pairs with their scores",
        [("kind", task.kind), ("language", task.language), *task.report.lines()],
    )
    if entry is not None and not options:
        st.caption(f"It is listed wherever a task is chosen: {plain(entry.title)}.")
    else:
        st.caption(offers.KEEP)
        offers.offer_to_keep("Keep these pairs", path.name, lambda: keep_task(task, "uploads"))
