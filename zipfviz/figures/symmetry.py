"""Sym₁ × Sym₂ under both priors, coloured by score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from zipfviz.common.lazy import pd
from zipfviz.figures.style.labels import PANEL
from zipfviz.figures.style.palette import LIGHT, METHOD_STYLES, Medium, method_style
from zipfviz.figures.style.sheet import Chart, Look, Sheet, padded
from zipfviz.figures.style.text import escape, number

TITLES = {"uniform": "Uniform prior", "zipfian": "Zipfian prior"}
MEASURES = {"sym1": "Sym₁, how well centred", "sym2": "Sym₂, how evenly spread"}
TIE = 3  # decimals: points closer than that are drawn as rings around one another
RINGS = {True: (20, 4.5, 11), False: (14, 4.5, 5)}  # pixels: the first, less for each next, least
SIGN_SIZES = {True: 12, False: 9}
COLOUR_TITLES = {"score": "score", "rank": "rank of score in its embedding"}


def symmetry_map(
    points: pd.DataFrame,
    *,
    priors: Sequence[str] = ("uniform", "zipfian"),
    measure_pair: tuple[str, str] = ("sym1", "sym2"),
    colour_by: Literal["score", "rank"] = "score",
    legend: bool = True,
    columns: int = 2,
    medium: Medium = LIGHT,
) -> Chart:
    """A panel a prior, uniform left and Zipfian right; one point a space.

    Axes span the points under both priors also where only one of `priors` is drawn, so that two
    figures of a panel each compare like one figure of two.

    `points` has columns `embedding`, `method`, `sym1_uniform`, `sym2_uniform`, `sym1_zipfian`,
    `sym2_zipfian`, `average_cosine`, `isoscore`, `score` (×100) and `own` (True: the user's, drawn
    large and named; False: the paper's). `colour_by="rank"` colours by the score's rank within each
    embedding, from 0 (worst) to 1 (best), for scores that cannot be compared across embeddings.
    The points of one space of the user's are named by their methods where there is room; several
    spaces carry their `space_signs`, as the paper's do. `legend=False` leaves methods and signs to
    be told outside. Every point's customdata is its row.
    """
    points = points.reset_index(drop=True)
    points = points.assign(
        own=points["own"].astype(bool),
        colour=_colours(points, colour_by),
        sign=_signs_of(points),
        hover=[_hover(row) for row in points.to_dict("records")],
    )
    sheet = Sheet(medium, 140, each=400, panels=len(priors), columns=columns, gap=(0.2, 0.4))
    frame = np.vstack([_places(points, measure_pair, prior) for prior in TITLES])
    for i, prior in enumerate(priors):
        at = _places(points, measure_pair, prior)
        alone = np.isin(points.index, [rows[0] for rows in _ties(at) if len(rows) == 1])
        inside = points["sign"].where(alone, "")
        placed = points.assign(x=at[:, 0], y=at[:, 1], size=_sizes(points, at), inside=inside)
        for rows in _groups(points, ["own", "method"] if legend else ["own"]):
            _add_points(sheet, i, placed.iloc[rows])
        sheet.title(i, TITLES[prior])
        _name_points(sheet, i, points, at, frame)
    if legend:
        _add_legend(sheet, points)
    x_title, y_title = (MEASURES.get(m, m) for m in measure_pair)
    sheet.x(title=x_title, range=padded(frame[:, 0]), matches="x")
    sheet.y(title=y_title, range=padded(frame[:, 1]), matches="y")
    if legend:
        sheet.legend_above()
    sheet.layout["showlegend"] = legend
    sheet.colour_bar_below(COLOUR_TITLES[colour_by])
    return sheet.figure()


def space_signs(points: pd.DataFrame) -> dict[tuple[bool, str], str]:
    """Signs of the spaces' marks, by (own, embedding): 1, 2, … ours, letters the paper's.

    A single space of the user's needs no sign, as its marks alone are large.
    """
    own = points.loc[points["own"].astype(bool), "embedding"].astype(str).unique()
    theirs = points.loc[~points["own"].astype(bool), "embedding"].astype(str).unique()
    numbers = {(True, name): str(i) for i, name in enumerate(own, 1)} if len(own) > 1 else {}
    # Initials of "fastText" and "fastText-ja" would be alike: then letters of the alphabet.
    initials = [name[:1].upper() for name in theirs]
    if len(set(initials)) < len(initials):
        initials = [chr(ord("A") + i % 26) for i in range(len(theirs))]
    return numbers | {(False, name): sign for name, sign in zip(theirs, initials, strict=True)}


def _signs_of(points: pd.DataFrame) -> np.ndarray:
    signs = space_signs(points)
    spaces = zip(points["own"].astype(bool), points["embedding"].astype(str), strict=True)
    return np.array([signs.get(space, "") for space in spaces], dtype=object)


def _colours(points: pd.DataFrame, colour_by: str) -> np.ndarray:
    if colour_by == "score":
        return points["score"].to_numpy(dtype=float)
    group = points.groupby(["own", "embedding"])["score"]
    steps = (group.transform("count") - 1).clip(lower=1)
    return ((group.rank() - 1) / steps).to_numpy(dtype=float)


def _groups(points: pd.DataFrame, by: list[str]) -> list[np.ndarray]:
    """Row positions of each group, the user's large points first, beneath the others."""
    groups = points.groupby(by, sort=True).indices.values()
    return sorted(groups, key=lambda rows: not points["own"].iloc[rows[0]])


def _ties(at: np.ndarray) -> list[np.ndarray]:
    """The rows of `at` (n, 2) at each place; rows that are undefined are at none."""
    return list(pd.DataFrame(at.round(TIE)).groupby([0, 1]).indices.values())


def _sizes(points: pd.DataFrame, at: np.ndarray) -> np.ndarray:
    """Pixels of each mark: ties are drawn as ring within ring, in the order of their rows."""
    places = pd.DataFrame(at.round(TIE)).assign(own=points["own"])
    order = places.groupby([0, 1, "own"], dropna=False).cumcount().to_numpy()
    first, less, least = np.array([RINGS[bool(own)] for own in points["own"]]).reshape(-1, 3).T
    return np.maximum(first - less * order, least)


def _add_points(sheet: Sheet, panel: int, points: pd.DataFrame) -> None:
    """The points of one owner, of one method or of all, the signs of their spaces inside."""
    own = bool(points["own"].iloc[0])
    methods = points["method"].astype(str).tolist()
    styles = [method_style(method) for method in methods]
    look: Look = {
        "mode": "markers+text",
        "symbol": [style.symbol for style in styles],
        "size": points["size"].to_numpy(),
        "colour": points["colour"].to_numpy(),
        "outline": (1.5 if own else 0.75, sheet.colours.text),
        "text": points["inside"].to_numpy(),
        # On every colour of the scale the background's colour can be read.
        "textfont": {"color": sheet.colours.paper, "size": SIGN_SIZES[own], "weight": "bold"},
        "customdata": points.index.to_numpy(),
        "hovertext": points["hover"].to_numpy(),
        "hover": "%{hovertext}",
        "legendgroup": methods[0],
        "name": escape(", ".join(dict.fromkeys(style.label for style in styles))),
    }
    at = points[["x", "y"]].to_numpy()
    sheet.marks(*at.T, panel=panel, legend=False, cliponaxis=False, **look)


def _places(points: pd.DataFrame, pair: tuple[str, str], prior: str) -> np.ndarray:
    return points[[f"{measure}_{prior}" for measure in pair]].to_numpy(dtype=float)


def _name_points(
    sheet: Sheet, panel: int, points: pd.DataFrame, at: np.ndarray, frame: np.ndarray
) -> None:
    """Beside the marks: methods where one space is the user's, signs where marks lie in rings."""
    own, signs = points["own"].to_numpy(), points["sign"].to_numpy()
    by_method = points.loc[own, "embedding"].nunique() == 1
    texts, places = [], []
    for rows in sorted(_ties(at), key=lambda rows: (not own[rows].any(), rows[0])):
        ours = [method_style(str(points["method"][i])).short for i in rows if own[i] and by_method]
        # From the outermost ring to the innermost.
        rings = [signs[i] for i in sorted(rows, key=lambda i: not own[i]) if signs[i]]
        parts = [*ours, *([" ".join(rings)] if len(rows) > 1 and rings else [])]
        if parts:
            texts.append(", ".join(parts))
            places.append(at[rows[0]])
    if not texts:
        return
    look: Look = {"colour": sheet.colours.muted, "size": 11, "gap": 15, "mark": 8}
    spans: Look = {"frame": frame, "usual": (270, PANEL[1])}
    sheet.name_points(panel, np.array(places), texts, at, **look, **spans)


def _hover(row: dict[str, Any]) -> str:
    def value(key: str, digits: int = 3) -> str:
        return number(float(row[key]), digits)

    label = method_style(str(row["method"])).label
    name = escape(str(row["embedding"])) + ("" if row["own"] else " (paper)")
    return (
        f"<b>{name}</b><br>{escape(label)}<br>score {value('score', 1)}"
        f"<br>uniform: Sym₁ {value('sym1_uniform')}, Sym₂ {value('sym2_uniform')}"
        f"<br>Zipfian: Sym₁ {value('sym1_zipfian')}, Sym₂ {value('sym2_zipfian')}"
        f"<br>average cosine {value('average_cosine')}, IsoScore {value('isoscore')}"
    )


def _add_legend(sheet: Sheet, points: pd.DataFrame) -> None:
    """A colourless entry a method; a click hides it in all panels. A line a sign of a space."""
    drawn = set(points["method"].astype(str))
    in_order = [m for m in METHOD_STYLES if m in drawn]
    for method in [*in_order, *sorted(drawn - set(in_order))]:
        style = method_style(method)
        told: Look = {"name": escape(style.short), "legendgroup": method, "symbol": style.symbol}
        sheet.marks([None], [None], colour=sheet.colours.muted, size=10, **told)
    for (_, embedding), sign in space_signs(points).items():
        name = f"<b>{sign}</b> {escape(embedding)}"
        sheet.marks([None], [None], colour="rgba(0,0,0,0)", outline=(0, None), name=name)
