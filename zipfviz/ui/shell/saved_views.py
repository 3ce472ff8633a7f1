"""Saving a view as a manifest; opening one, from a file or an address, checked against today."""

import urllib.parse
from collections.abc import Iterable, Mapping
from typing import Any

import streamlit as st

from zipfviz.common.errors import InputError
from zipfviz.common.markdown import plain
from zipfviz.io.fetch.url_guard import read_url
from zipfviz.io.records import FOLDS, Task
from zipfviz.report.manifest import MOST_BYTES, Manifest, differences, manifest, read_manifest
from zipfviz.space.word_space import WordSpace
from zipfviz.ui.server import class_room, loaders, uploads, visitor
from zipfviz.ui.server.public import is_public
from zipfviz.ui.shell import messages, pickers
from zipfviz.ui.shell.selection import current, load

PAGE = "page_path"
CARRIED = "carried_texts"
NOT_SAVED = (uploads.TEXT_AT, class_room.TOKEN)  # the text itself is saved


def manifest_text(space: WordSpace, task_keys: Iterable[str] | None = None) -> str:
    """The manifest of what is on the page now; `task_keys` are its controls that choose tasks."""
    chosen = current()
    choices: dict[str, Any] = {
        name: values[0] if len(values) == 1 else values
        for name in st.query_params
        if name not in NOT_SAVED and (values := st.query_params.get_all(name))
    }
    saved = manifest(
        space,
        page=st.session_state.get(PAGE, ""),
        choices=choices,
        tasks=_tasks(pickers.recorded_tasks() if task_keys is None else task_keys),
        embedding=chosen.embedding,
        frequency=chosen.frequency,
        texts=st.session_state.get(CARRIED, {}).get(st.session_state.get(PAGE, ""), {}),
    )
    return saved.json()


def carry(texts: Mapping[str, str]) -> None:
    """Texts of the page shown that a link cannot hold, for its manifest; see `can_carry`."""
    st.session_state.setdefault(CARRIED, {})[st.session_state.get(PAGE, "")] = dict(texts)


def can_carry(text: str) -> bool:
    """Whether a manifest has room for a text (a letter can take eight bytes of JSON and more)."""
    return len(text) < MOST_BYTES // 8


def save_and_open(pages: dict[str, Any], here: str) -> None:
    """A pop-over in the sidebar; `pages` are the app's by address, `here` is the one shown."""
    recorded = pickers.begin_page()
    task_keys = recorded if st.session_state.get(PAGE) == here else []
    st.session_state[PAGE] = here
    box = pickers.pop_over("Save or open a view", ":material/bookmark:", "views")
    if box is None:
        return
    with box:
        st.markdown(
            "The address of this page is a link to this view, zoomed as you see it. A **manifest** "
            "is the same as a small file, and tells later whether data or versions have changed. "
            "A file you uploaded for one page is shown while this server’s memory holds it, else "
            "it is asked for; a long pasted text is in the manifest, too."
        )
        with messages.show_errors():
            space = load(current())
            text, name = manifest_text(space, task_keys), f"zipfviz-{here or 'start'}.manifest.json"
            pickers.download("Save this view", text, name, "view-save", "save")
        file = st.file_uploader(
            "Open a manifest", type=["json"], key="view-file", max_upload_size=1
        )
        address = ""
        if not is_public():
            address = st.text_input(
                "or its address", key="view-address", placeholder="https://…/norms.manifest.json"
            )
        if file or address.strip():
            with messages.show_errors():
                _offer(
                    read_manifest(
                        file.getvalue() if file else read_url(address, local=False, most=MOST_BYTES)
                    ),
                    pages,
                )


def _offer(saved: Manifest, pages: dict[str, Any]) -> None:
    """Say what differs from the saved view, and lead there."""
    if saved.page not in pages:
        raise InputError(f"this zipfviz has no page {saved.page!r}; update it.")
    wanted = {"embeddings": saved.space.embedding, "frequencies": saved.space.frequency}
    for name in (*wanted.values(), *saved.tasks):
        visitor.share(name)
    absent = [
        f"{name} is not at hand; fetch it or put it into the data folder."
        for kind, name in wanted.items()
        if name not in {entry.name for entry in loaders.entries()[kind]}
    ]
    told = (absent or _compared(saved)) + uploads.missing(saved.choices.values())
    for sentence in told:
        st.warning(plain(sentence), icon=":material/difference:")
    if not told:
        st.success("Same data, same versions as when it was saved.", icon=":material/check:")
    text = saved.texts.get("text_pasted", "")
    choices = dict(saved.choices) | ({uploads.TEXT_AT: uploads.store_text(text)} if text else {})
    link = f"./{saved.page}?{urllib.parse.urlencode(choices, doseq=True)}"
    # A tab of its own: only a new session takes every control from the link.
    address = urllib.parse.urljoin(st.context.url or "", link)
    st.link_button("Open the view in a new tab", address, icon=":material/open_in_new:")


def _compared(saved: Manifest) -> list[str]:
    """What differs between the saved view's words, tasks and versions and those at hand."""
    at = saved.space
    if at.fold not in FOLDS:
        raise InputError(f"the manifest’s case policy {at.fold!r} is unknown; save it again.")
    policies = at.fold, at.max_words, at.missing, at.above_floor
    space = loaders.load_space(at.embedding, at.frequency, *policies)
    names = {entry.name for entry in loaders.entries()["tasks"]}
    absent = [
        f"The task {name} is not at hand; fetch it or put it into the data folder."
        for name in saved.tasks
        if name not in names
    ]
    tasks = [loaders.load_task(name) for name in saved.tasks if name in names]
    return absent + differences(saved, space, tasks)


def _tasks(keys: Iterable[str]) -> list[Task]:
    """The tasks that these controls name."""
    known = {entry.name for entry in loaders.entries()["tasks"]}
    named: dict[Any, None] = {}
    for value in map(st.session_state.get, keys):
        named |= dict.fromkeys(value if isinstance(value, list) else [value])
    return [loaders.load_task(name) for name in named if name in known]
