"""Take the transformed vectors away as a file."""

import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path
from shlex import quote

import streamlit as st

from zipfviz.common.errors import InputError
from zipfviz.common.memory import free_memory
from zipfviz.io.fetch.keep import INCOMING, stem_of
from zipfviz.io.folders import keep_bytes, kept_in_cache, scratch_folder
from zipfviz.io.records import Task
from zipfviz.io.store import bytes_in
from zipfviz.report.saved_vectors import save_transformed
from zipfviz.space.methods import ALL_METHODS, Method
from zipfviz.space.word_space import WordSpace
from zipfviz.ui.pages.your_data import bring_in
from zipfviz.ui.server import jobs
from zipfviz.ui.shell import notices, pickers, selection

# format of save_embedding -> what it is called, and its suffix
FORMATS = {
    "word2vec": ("word2vec text", ".txt"),
    "word2vec-binary": ("word2vec binary", ".bin"),
    "npy": ("numpy array + vocabulary", ".npy"),
    "safetensors": ("safetensors + vocabulary", ".safetensors"),
}
OFFERED = 2**30  # bytes that go through the browser; what is larger is written in a terminal
OF_MEMORY = 4  # one part of so many of what is free: the server holds it while it is sent
PREPARED = "data_prepared"


@dataclass(frozen=True)
class _Prepared:
    """A file made for the browser, in a folder that goes when nobody holds this any more."""

    what: tuple[str, ...]
    path: Path
    folder: tempfile.TemporaryDirectory[str]


def take_vectors_away(space: WordSpace) -> None:
    """The space's vectors after any method, as a file made in the background."""
    left, right = st.columns(2)
    method = left.selectbox(
        "Vectors", ALL_METHODS, index=ALL_METHODS.index("zipfian_whitening"), key="away_method",
        format_func=pickers.method_titles(ALL_METHODS).__getitem__, bind="query-params",
    )  # fmt: skip
    format = right.selectbox(
        "As", list(FORMATS), key="away_format", format_func=lambda f: FORMATS[f][0],
        bind="query-params", help="gensim opens both word2vec formats.",
    )  # fmt: skip
    task = (
        pickers.choose_task("away_task", "Common directions of")
        if Method.parse(method).needs_task
        else None
    )
    notices.tell_directions({"": space}, [method])
    what = (space.digest, method, format, task.digest if task else "")
    made: _Prepared | None = jobs.take("away") or st.session_state.get(PREPARED)
    st.session_state[PREPARED] = made
    size = 4 * len(space) * space.d * (2.5 if format == "word2vec" else 1)
    if size > min(OFFERED, free_memory() // OF_MEMORY):
        st.caption(
            f"About {bring_in.megabytes(int(size))} are too much for a browser; in a terminal:"
        )
    elif made is not None and made.what == what and made.path.is_file():
        st.download_button(
            f"Download {bring_in.megabytes(made.path.stat().st_size)}", made.path.read_bytes,
            file_name=made.path.name, mime="application/octet-stream", on_click="ignore",
            type="primary", icon=":material/download:",
        )  # fmt: skip
    else:
        st.button(
            f"Prepare about {bring_in.megabytes(int(size))}", icon=":material/deployed_code:",
            disabled=jobs.running("away"), on_click=_prepare,
            args=(space, method, format, task, what, int(size)),
        )  # fmt: skip
    jobs.watch("away")
    chosen = selection.current()
    options = {
        "frequency": chosen.frequency,
        "fold": chosen.fold if chosen.fold != "none" else None,
        "missing": chosen.missing if chosen.missing != "drop" else None,
        "max-words": chosen.max_words,
        "method": method,
        "format": format,
        "task": task.name if task else None,
    }
    given = [f"--{name} {quote(str(value))}" for name, value in options.items() if value]
    st.code(
        f"zipfviz whiten {quote(chosen.embedding)} out{FORMATS[format][1]} {' '.join(given)}",
        language="bash",
    )


def _prepare(
    space: WordSpace, method: str, format: str, task: Task | None, what: tuple[str, ...], size: int
) -> None:
    """Make the file in a job; what belongs together is put into one zip."""
    name = f"{stem_of(space.report.embedding.replace('.', '_'))}-{method}"

    def work(heard: jobs.Progress) -> _Prepared:
        with kept_in_cache(name):
            place = scratch_folder()
            taken = sum(bytes_in(path) for path in place.glob(f"{INCOMING}*"))
            if taken + size > keep_bytes() // 3:
                raise InputError(
                    "what visitors have prepared fills the room for it; try again when they have "
                    "left, or write the file in a terminal."
                )
            folder = tempfile.TemporaryDirectory(prefix=INCOMING, dir=place)
            path = Path(folder.name, f"{name}{FORMATS[format][1]}")
            files = save_transformed(space, method, path, format=format, task=task, progress=heard)
            if len(files) > 1:
                path = Path(folder.name, f"{name}.zip")
                with zipfile.ZipFile(path, "w") as archive:
                    for file in files:
                        archive.write(file, file.name)
            return _Prepared(what, path, folder)

    jobs.start("away", "Preparing", work)
