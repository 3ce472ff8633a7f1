"""The data page: training on one's own text, and taking the transformed vectors away."""

from __future__ import annotations

import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path
from shlex import quote

import streamlit as st

from zipfviz.corpus.corpora import GENSIM_CORPORA
from zipfviz.corpus.train import Recipe, Trained, train
from zipfviz.figures import method_style
from zipfviz.io import catalogue
from zipfviz.io.fetch.keep import keep_files, stem_of
from zipfviz.io.records import Task
from zipfviz.report.saved_vectors import save_transformed
from zipfviz.space.methods import METHODS, Method
from zipfviz.space.word_space import WordSpace
from zipfviz.ui.pages.your_data import data
from zipfviz.ui.server import jobs
from zipfviz.ui.shell import pickers, selection

# format of save_embedding -> what it is called, and its suffix
FORMATS = {
    "word2vec": ("word2vec text", ".txt"),
    "word2vec-binary": ("word2vec binary", ".bin"),
    "npy": ("numpy array + vocabulary", ".npy"),
    "safetensors": ("safetensors + vocabulary", ".safetensors"),
}
OFFERED = 2**30  # bytes that go through the browser; what is larger is written in a terminal
CONTROLS = ("text", "own_text", "algorithm", "d", "window", "epochs", "floor", "seed")
TRAINED = "data_trained"
PREPARED = "data_prepared"


def train_on_text() -> None:
    """Train word2vec or fastText on a corpus in gensim, a file, or a text of one's own."""
    files = data.files_at_hand()
    left, right = st.columns(2)
    left.selectbox(
        "Text", [*GENSIM_CORPORA, *files], key="data_text",
        format_func=lambda o: GENSIM_CORPORA[o][1] if isinstance(o, str) else files[o],
        help="A corpus that comes with gensim, or any file of running text in the data folder or "
        "among the uploads, plain or packed.",
    )  # fmt: skip
    right.file_uploader("Or a text from your machine", key="data_own_text")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.segmented_control(
            "Algorithm", ["word2vec", "fasttext"], default="word2vec", key="data_algorithm",
            required=True, format_func=lambda name: name.replace("text", "Text"),
        )  # fmt: skip
        st.number_input("Dimensions", 5, 1000, 100, key="data_d", width=130)
        st.number_input("Window", 1, 50, 5, key="data_window", width=130)
        st.number_input("Epochs", 1, 200, 5, key="data_epochs", width=130)
        st.number_input("Least count", 1, 10_000, 5, key="data_floor", width=130)
        st.number_input("Seed", 0, 2**31 - 1, 0, key="data_seed", width=130)
    st.button(
        "Train", type="primary", icon=":material/model_training:", disabled=jobs.running("train"),
        on_click=_start_training,
    )  # fmt: skip
    done: Trained | None = jobs.take("train")
    if done is not None:
        data.look_at(done.vectors)
        st.session_state[TRAINED] = done
    jobs.watch("train", data.forget_lists)
    if TRAINED in st.session_state:
        _trained(st.session_state[TRAINED])
    st.caption(
        "Skip-gram with five negative samples; words are lower-cased runs of letters and digits. "
        "One worker and a seed, so that it repeats. The vectors and the text’s own counts are both "
        "listed when it is done."
    )


def _start_training() -> None:
    """Train as the controls say at the moment of the click."""
    chosen = {name: st.session_state[f"data_{name}"] for name in CONTROLS}
    recipe = Recipe(
        algorithm=chosen["algorithm"],
        d=chosen["d"],
        window=chosen["window"],
        min_count=chosen["floor"],
        epochs=chosen["epochs"],
        seed=chosen["seed"],
    )
    own = chosen["own_text"]

    def work(heard: jobs.Progress) -> Trained:
        text = keep_files("uploads", {own.name: own})[0] if own is not None else chosen["text"]
        return train(text, recipe, progress=heard)

    jobs.start("train", "Training", work)


def _trained(done: Trained) -> None:
    """What the last training made, and a button that shows both halves of it."""
    data.report_lines(done.lines())
    root = catalogue.cache_folder()
    names = [path.relative_to(root).as_posix() for path in (done.vectors, done.counts)]
    if [st.session_state.get(key) for key in ("embedding", "frequency")] == names:
        st.caption("In use: the sidebar shows them.")
        return
    st.button(
        "Use these vectors with their own counts", icon=":material/check:", on_click=_use_both,
        args=names, type="primary",
    )  # fmt: skip


def _use_both(embedding: str, frequency: str) -> None:
    st.session_state["embedding"] = embedding
    st.session_state["frequency"] = frequency


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
        "Vectors", METHODS, index=METHODS.index("zipfian_whitening"), key="away_method",
        format_func=lambda m: method_style(m).label, bind="query-params",
    )  # fmt: skip
    format = right.selectbox(
        "As", list(FORMATS), key="away_format", format_func=lambda f: FORMATS[f][0],
        bind="query-params", help="gensim opens both word2vec formats.",
    )  # fmt: skip
    task = (
        pickers.choose_task("away_task", "Common direction of")
        if Method.parse(method).needs_task
        else None
    )
    what = (space.digest, method, format, task.digest if task else "")
    made: _Prepared | None = jobs.take("away") or st.session_state.get(PREPARED)
    st.session_state[PREPARED] = made
    size = 4 * len(space) * space.d * (2.5 if format == "word2vec" else 1)
    if size > OFFERED:
        st.caption(f"About {data.megabytes(int(size))} are too much for a browser; in a terminal:")
    elif made is not None and made.what == what:
        st.download_button(
            f"Download {data.megabytes(made.path.stat().st_size)}", made.path.read_bytes,
            file_name=made.path.name, mime="application/octet-stream", on_click="ignore",
            type="primary", icon=":material/download:",
        )  # fmt: skip
    else:
        st.button(
            f"Prepare about {data.megabytes(int(size))}", icon=":material/deployed_code:",
            disabled=jobs.running("away"), on_click=_prepare,
            args=(space, method, format, task, what),
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
    space: WordSpace, method: str, format: str, task: Task | None, what: tuple[str, ...]
) -> None:
    """Make the file in a job; what belongs together is put into one zip."""
    name = f"{stem_of(space.report.embedding.replace('.', '_'))}-{method}"

    def work(heard: jobs.Progress) -> _Prepared:
        folder = tempfile.TemporaryDirectory(prefix="zipfviz-")
        path = Path(folder.name, f"{name}{FORMATS[format][1]}")
        files = save_transformed(space, method, path, format=format, task=task, progress=heard)
        if len(files) > 1:
            path = Path(folder.name, f"{name}.zip")
            with zipfile.ZipFile(path, "w") as archive:
                for file in files:
                    archive.write(file, file.name)
        return _Prepared(what, path, folder)

    jobs.start("away", "Preparing", work)
