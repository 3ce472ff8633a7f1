"""What is loaded, with its reports; ways to bring in more; the transformed vectors to take away."""

from dataclasses import replace

import streamlit as st

from zipfviz import gallery
from zipfviz.io.store import STORE
from zipfviz.ui.pages.your_data import bring_in, download, preview, training, yours
from zipfviz.ui.server.public import is_public
from zipfviz.ui.shell import furniture, messages, pickers, selection

WAYS = {
    "Catalogue": bring_in.catalogue_list,
    "Upload": bring_in.upload,
    "Web address": bring_in.link,
    "Data folder": bring_in.folder_browser,
    "Train on text": training.train_on_text,
}
PUBLIC = ("Upload",)
KEPT = ("Upload", "Web address", "Train on text")

furniture.heading(
    "Your data",
    "Any embedding, any frequency list, any benchmark: bring it in, see what was read and what "
    "was left out, and every page shows it.",
)
space = None
with messages.show_errors():
    space = selection.space(tell=False)
    st.subheader("Loaded now", anchor=False)
    bring_in.loaded(space)

st.subheader("Bring in more", anchor=False)
if STORE.trouble:
    st.caption(
        ":orange[The server’s cache folder cannot be written just now: nothing is kept there, and "
        "what takes long is computed anew each time.]"
    )
ways = [way for way in WAYS if way in PUBLIC or not is_public()]
way = pickers.switch("How", ways, "data_way", label_visibility="collapsed")
with messages.show_errors():
    WAYS[way]()
if way in KEPT:
    st.caption(yours.rule())
yours.yours()

st.subheader("Look before you use", anchor=False)
with messages.show_errors():
    path = bring_in.looked_at()
    if path is None:
        st.caption("Fetch, upload or choose a file: its first rows are shown here.")
    else:
        preview.preview(path)

if space is not None:
    st.subheader("A first look at what is loaded", anchor=False)
    first = replace(gallery.norms(space, methods=["raw"]), name="first-look")
    furniture.drawing(
        first,
        look_for="Each dot is one of the most frequent words. Are rare words longer, to the right, "
        "or is length a matter of something else? “Vector length” goes on from here.",
        code=selection.current().snippet(
            "print(emb.report)",
            "print(freq.report)",
            "print(space.report.lines())",
            *first.lines,
        ),
    )
    st.subheader("Take the vectors away", anchor=False)
    with messages.show_errors():
        download.take_vectors_away(space)
