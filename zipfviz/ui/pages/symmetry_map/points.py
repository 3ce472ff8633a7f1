"""Compute the symmetry map's points one by one; open the one that is clicked."""

from collections.abc import Mapping
from itertools import product

import pandas as pd
import streamlit as st

from zipfviz.common.markdown import plain
from zipfviz.common.nouns import counted
from zipfviz.evaluation.tables import symmetry_points
from zipfviz.figures import Draw, method_style
from zipfviz.gallery import published as paper
from zipfviz.io.records import Task
from zipfviz.report.export import About
from zipfviz.space.names import task_name
from zipfviz.space.word_space import WordSpace
from zipfviz.ui.server.jobs import stopped, work
from zipfviz.ui.server.shared_cache import shelf
from zipfviz.ui.shell import furniture
from zipfviz.ui.shell.selection import space_names

LINK = "scores_link"


def compute(found: Mapping[tuple[str, str], WordSpace], asked: About) -> pd.DataFrame:
    """Symmetry and score of each space after each method, a row a point, as they come.

    Columns are those of `symmetry_points` with `source` (the frequency's name), `space` (what to
    call it) and `own`. After Stop the points at hand.
    """
    names, [task] = space_names(found), asked.tasks
    rows: list[pd.DataFrame] = []
    wanted, place = list(product(found.items(), asked.methods)), st.empty()
    n = len(wanted)
    with work("points") as told:
        for (key, space), method in wanted:
            shelved = ("point", space.digest, task.digest, method, asked.coefficient)
            row, name = shelf().get(shelved), plain(names[key])
            if row is None and not stopped("points"):
                told(len(rows) / n, f"Point {len(rows) + 1} of {n}: {name}")
                row = symmetry_points(space, task, [method], coefficient=asked.coefficient)
                shelf().put(shelved, row)
                after = plain(method.replace("_", " "))
                place.caption(f"{name}: score {row['score'].iloc[0]:.1f} after {after}")
            if row is not None:
                rows.append(row.assign(source=key[1], loaded=key[0], space=names[key]))
    place.empty()
    if len(rows) < n:
        st.caption(
            f"Stopped with {len(rows)} of {counted(n, 'points')}. Change any control to go on."
        )
    if not rows:
        return pd.DataFrame(columns=["embedding", "source", "space", "method", "score", "own"])
    return pd.concat(rows, ignore_index=True).assign(own=True)


def clickable(*charts: Draw, name: str, points: pd.DataFrame, task: Task, alt: str) -> None:
    """Charts side by side in which a click on a point opens its space on the Scores page.

    The customdata of a point is its row in `points`.
    """
    for i, (place, draw) in enumerate(zip(st.columns(len(charts)), charts, strict=True), 1):
        key = f"{name}-{i}"

        def picked(key: str = key) -> None:
            found = st.session_state[key]["selection"]["points"]
            rows = [p["customdata"] for p in found if p.get("customdata") is not None]
            if rows:
                row = rows[0][0] if isinstance(rows[0], list) else rows[0]
                _open(points.iloc[int(row)], task)

        with place:
            furniture.show(draw, key, alt, on_select=picked, selection_mode="points")


def _open(point: pd.Series, task: Task) -> None:
    """Set the sidebar to a point's space, and keep the link that shows it on the Scores page."""
    kind = "words" if task.kind == "words" else "sentences"
    link: dict[str, list[str]] = {"table": [paper.KINDS[kind]]}
    if point["own"]:
        # What a control is called, since that is what stands in a link.
        st.session_state["embedding"] = point["loaded"]
        st.session_state["frequency"] = point["source"]
        link["tasks" if kind == "sentences" else f"{kind}_tasks"] = [task_name(task.name)]
        chosen = dict.fromkeys(["raw", point["method"]])
        link["score_methods"] = [method_style(method).label for method in chosen]
    else:
        link |= {"table": [paper.KINDS["sentences"]], "printed_sentences": [point["embedding"]]}
    st.session_state[LINK] = link


def opened() -> dict[str, list[str]] | None:
    """The link to the point that was clicked in this run, or None."""
    return st.session_state.pop(LINK, None)
