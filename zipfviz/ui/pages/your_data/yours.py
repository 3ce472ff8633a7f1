"""What this visitor brought, how long it stays, and a button that deletes it."""

import time

import streamlit as st

from zipfviz.common.markdown import plain
from zipfviz.common.nouns import counted
from zipfviz.io.fetch import owners
from zipfviz.io.fetch.owners import Batch
from zipfviz.ui.pages.your_data.bring_in import megabytes
from zipfviz.ui.server import loaders, visitor
from zipfviz.ui.server.public import is_public


def rule() -> str:
    """Who sees what is brought, and how long it stays, in two sentences."""
    most = owners.limits()
    who = (
        "you alone, and opens for whoever has your link"
        if is_public()
        else "all who use this server"
    )
    return (
        f"What you bring is listed for {who}. It stays until you delete it, or {most.days:g} days "
        f"after it was last used; beyond {megabytes(most.of_one)}, what you used longest ago goes "
        "first."
    )


def yours() -> None:
    """The batches of this visitor, shut until opened; nothing where there are none."""
    if gone := visitor.gone():
        names = ", ".join(map(plain, gone))
        st.info(
            f"To make room, what you used longest ago is deleted: {names}.", icon=":material/info:"
        )
    mine = owners.batches(visitor.me())
    if not mine:
        return
    size = megabytes(sum(batch.size for batch in mine))
    files = counted(sum(len(batch.files) for batch in mine), "files")
    with st.expander(f"Yours on this server: {files}, {size}"):
        for batch in mine:
            with st.container(horizontal=True, vertical_alignment="center"):
                st.markdown(_told(batch), width="stretch")
                st.button(
                    "Delete", key=f"delete-{batch.name}", icon=":material/delete:",
                    on_click=_delete, args=(batch,),
                )  # fmt: skip


def _told(batch: Batch) -> str:
    names = ", ".join(path.name for path in batch.files[:3])
    more = f" and {len(batch.files) - 3} more" if len(batch.files) > 3 else ""
    until = time.localtime(batch.used + owners.limits().days * owners.DAY)
    return (
        f"**{plain(names)}**{more}  \n:small[:gray[{megabytes(batch.size)} · stays until "
        f"{time.strftime('%d %B %Y', until).lstrip('0')}, longer if used · {plain(batch.name)}]]"
    )


def _delete(batch: Batch) -> None:
    owners.let_go(batch, visitor.me())
    loaders.forget_entries()
