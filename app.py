"""The dashboard: `streamlit run app.py`, or `zipfviz app` from an installed wheel.

The server imports this file once, to learn of `app`; each run of a session executes it as the main
program.
"""

from pathlib import Path

import streamlit as st

from zipfviz.ui import startup
from zipfviz.ui.server import faults

if __name__ != "__main__":
    from starlette.middleware import Middleware

    from zipfviz.ui.server.headers import SafeHeaders
    from zipfviz.ui.server.upload_room import UploadRoom

    app = st.App(
        __file__,
        lifespan=startup.lifespan,
        middleware=[Middleware(SafeHeaders), Middleware(UploadRoom)],
        on_script_error=faults.tell,
    )
else:
    from zipfviz.ui.server import class_room
    from zipfviz.ui.shell import (
        glossary,
        messages,
        presentation,
        screen,
        selection,
        zoom,
    )
    from zipfviz.ui.shell import saved_views as views

    st.set_page_config(
        page_title="zipfviz",
        page_icon=Path(__file__).with_name("assets") / "icon.svg",
        layout="wide",
        menu_items={"About": "**zipfviz**: see how word frequency hides in embedding spaces."},
    )

    sections = {
        "": [
            st.Page("pages/start.py", title="Start", icon=":material/home:", default=True),
            st.Page("pages/lesson.py", title="Lesson", icon=":material/school:"),
            st.Page("pages/teacher.py", title="Teacher", icon=":material/co_present:"),
            st.Page("pages/your_data.py", title="Your data", icon=":material/database:"),
        ],
        "The idea": [
            st.Page("pages/types_and_tokens.py", title="Types and tokens", icon=":material/sell:"),
            st.Page("pages/average_word.py", title="The average word", icon=":material/star:"),
            st.Page("pages/five_words.py", title="Five words by hand", icon=":material/edit:"),
        ],
        "The space": [
            st.Page("pages/norms.py", title="Vector length", icon=":material/straighten:"),
            st.Page("pages/symmetry_map.py", title="Symmetry map", icon=":material/target:"),
            st.Page("pages/eigenspectra.py", title="Eigenspectra", icon=":material/bar_chart:"),
            st.Page("pages/space_map.py", title="Space map", icon=":material/map:"),
        ],
        "Does it help?": [
            st.Page("pages/scores.py", title="Scores", icon=":material/leaderboard:"),
            st.Page("pages/which_p.py", title="Which p?", icon=":material/format_list_numbered:"),
            st.Page(
                "pages/uncertainty.py",
                title="Is the difference real?",
                icon=":material/balance:",
            ),
            st.Page("pages/why.py", title="Why did it change?", icon=":material/swap_vert:"),
            st.Page("pages/knobs.py", title="Settings", icon=":material/tune:"),
        ],
        "Theory": [
            st.Page("pages/theory.py", title="Why it works", icon=":material/functions:"),
            st.Page(
                "pages/theory_family.py", title="Length is information", icon=":material/height:"
            ),
            st.Page(
                "pages/theory_corpus.py", title="Skip-gram on a corpus", icon=":material/notes:"
            ),
            st.Page(
                "pages/theory_losses.py", title="Losses and batches", icon=":material/balance:"
            ),
            st.Page("pages/token_embeddings.py", title="Token embeddings", icon=":material/token:"),
        ],
    }
    pages = [page for section in sections.values() for page in section]
    page = st.navigation(sections, position="top")
    presentation.mend_looks()
    presentation.mark_open_group(sections, page)
    class_room.keep_token(page.url_path)

    startup.visit()
    with messages.show_errors():
        selection.select()
        with st.sidebar:
            presentation.switch()
            glossary.glossary()
            zoom.watch()
            screen.follow_theme()
            views.save_and_open({p.url_path: p for p in pages}, page.url_path)
        presentation.navigate(pages, page)
        page.run()
