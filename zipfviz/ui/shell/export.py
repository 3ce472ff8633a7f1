"""Take it away: a chart as a file for print, its data, caption, literature, manifest and Python.

Nothing is made before it is asked for: the pop-over's inside is drawn when it is opened, a file
when its button is clicked.
"""

from __future__ import annotations

import contextlib
import io
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import streamlit as st

from zipfviz.common.errors import InputError, ZipfvizError
from zipfviz.common.lazy import pd
from zipfviz.common.markdown import plain
from zipfviz.figures import Draw
from zipfviz.figures.paper.letters import said_of_letters, without_font
from zipfviz.figures.paper.print_export import Printed, missing, pictures
from zipfviz.figures.paper.print_options import FONTS, FORMATS, PRESETS, Format, PrintOptions
from zipfviz.figures.style.fonts import stand_in
from zipfviz.report.export import About, Subject, table_csv
from zipfviz.space.word_space import WordSpace
from zipfviz.ui.shell import saved_views as views
from zipfviz.ui.shell import zoom
from zipfviz.ui.shell.pickers import download, pop_over
from zipfviz.ui.shell.python import show_python, with_notes
from zipfviz.ui.shell.selection import current, load

ICONS = {"pdf": "picture_as_pdf", "svg": "draw", "png": "image"}
# What was chosen last, for the next chart: a paper has one column width and one font.
USUAL = "print_choices"


@dataclass(frozen=True, eq=False)
class Exhibit:
    """A chart and all that goes with it; `draws` are zoomed as they are seen.

    `about` is what its numbers are about, None: the sidebar's space.
    """

    name: str
    data: Callable[[], pd.DataFrame]
    code: str
    draws: Sequence[Draw] = ()
    headline: str = ""
    about: Subject | None = None


@st.fragment
def take_away(
    name: str,
    data: Callable[[], pd.DataFrame],
    code: str,
    draws: Sequence[Draw] = (),
    headline: str = "",
    about: Subject | None = None,
) -> None:
    """The chart as PDF, SVG and PNG, its data as CSV and the Python that makes the numbers.

    A table is taken away alike, without pictures. `draws` draw the charts, here for a page. A
    fragment: its controls rerun nothing else.
    """
    box = pop_over("Take it away", ":material/download:", f"{name}-away")
    if box is None:
        return
    keys = zoom.chart_keys(name, len(draws))
    seen = [zoom.as_seen(draw, key) for draw, key in zip(draws, keys, strict=True)]
    exhibit = Exhibit(name, data, code, seen, headline, about)
    with box:
        made = print_controls(exhibit) if seen else {}
        left, right = st.columns(2)
        with left:
            _button(exhibit, "Data as CSV", "csv", "table", lambda: _csv(exhibit))
        with right:
            _bundle(exhibit, made)
        show_python(exhibit.code)


def print_controls(exhibit: Exhibit) -> dict[Format, PrintOptions]:
    """Controls and a button a format; the formats that can be made, why no others is said."""
    trouble = missing()
    if trouble:
        st.caption(f"The camera in the chart’s corner saves it as SVG. {plain(trouble)}")
        return {}
    usual: dict[str, Any] = st.session_state.get(USUAL, {})
    presets = {name: known.label for name, known in PRESETS.items()}
    first = list(presets).index(usual.get("preset", "neurips"))
    key = f"{exhibit.name}-print-preset"
    preset = st.selectbox("Made for", list(presets), first, presets.__getitem__, key=key)
    places = st.columns(len(FORMATS))
    try:
        options = _choose(exhibit, preset, usual)
        printed = Printed.of(exhibit.draws, options)
        if len(printed.pages) > 1 and _on_one(exhibit, options, len(printed.pages)):
            options = replace(options, together=True)
            printed = Printed.of(exhibit.draws, options)
    except ZipfvizError as error:
        st.caption(f":orange[{plain(error)}]")
        return {}
    if other := stand_in(options.place().font):
        st.caption(f":orange[{plain(other)}]")
    if (share := printed.letter_share) < 1:
        asked = options.place().size
        st.caption(f"So that all fits, letters are {share * asked:.1f} pt for {asked:g}.")
    formats, options = _with_letters(exhibit, options, printed)
    for place, format in zip(places, formats, strict=False):
        packed = ".zip" if len(printed.pages) > 1 and format != "pdf" else ""
        make = partial(picture_file, exhibit, format, options)
        with place:
            _button(exhibit, format.upper(), f"{format}{packed}", ICONS[format], make)
    return dict.fromkeys(formats, options)


def _with_letters(
    exhibit: Exhibit, options: PrintOptions, printed: Printed
) -> tuple[Sequence[Format], PrintOptions]:
    """The formats that hold every letter, or boxes for some where that is chosen."""
    figures = printed.figures()
    for said in said_of_letters(figures):
        st.caption(f":orange[{plain(said)}]")
    if not without_font(figures):
        return FORMATS, options
    if st.toggle("PDF and PNG with boxes for them", key=f"{exhibit.name}-print-boxes"):
        return FORMATS, replace(options, boxes=True)
    return ("svg",), options


def _on_one(exhibit: Exhibit, options: PrintOptions, pages: int) -> bool:
    """Whether all shall be on one slide instead of several."""
    if st.toggle(f"On one slide instead of {pages}", key=f"{exhibit.name}-print-together"):
        return True
    st.caption(
        f"{pages} slides, so that letters keep {options.place().size:g} pt: one PDF of {pages} "
        "pages; SVG and PNG come in a zip."
    )
    return False


def picture_file(exhibit: Exhibit, format: Format, options: PrintOptions) -> bytes:
    """The picture, or several in an archive."""
    files = _named(exhibit, format, options)
    return next(iter(files.values())) if len(files) == 1 else _zipped(files)


def _named(exhibit: Exhibit, format: Format, options: PrintOptions) -> dict[str, bytes]:
    """The pictures by their files' names, numbered where there are several."""
    made = pictures(exhibit.draws, format, options)
    ends = [""] if len(made) == 1 else [f"-{i}" for i in range(1, len(made) + 1)]
    stem = f"zipfviz-{exhibit.name}"
    return {f"{stem}{end}.{format}": data for end, data in zip(ends, made, strict=True)}


def _zipped(files: Mapping[str, str | bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return packed.getvalue()


def _choose(exhibit: Exhibit, preset: str, usual: dict[str, Any]) -> PrintOptions:
    """The controls; what was chosen last is what they start from."""

    def key(choice: str) -> str:
        return f"{exhibit.name}-print-{choice}"

    fonts = ["as usual there", *FONTS]
    left, middle, right = st.columns([2, 1, 1])
    known = PRESETS[preset]
    hint = "A font’s own name works too, where the server has that font."
    at = fonts.index(usual.get("font", fonts[0]))
    font = left.selectbox("Font", fonts, at, accept_new_options=True, key=key("font"), help=hint)
    size = middle.number_input(
        "Size, pt", 4.0, 60.0, float(known.size), 0.5, key=f"{key('size')}-{preset}", format="%g"
    )
    line_width = right.number_input(
        "Lines, ×", 0.25, 4.0, usual.get("line_width", 1.0), 0.25, key=key("lines"), format="%g"
    )
    left, right = st.columns(2)
    black_white = left.toggle("Black and white", usual.get("black_white", False), key=key("bw"))
    title = right.toggle("The finding as title", usual.get("title", False), key=key("title"))
    left, right = st.columns(2)
    hint = "Two numbers, such as 3 9. Left empty, the file shows what the page shows, as zoomed."
    x = left.text_input("Across from, to", key=key("x"), placeholder="as seen", help=hint)
    y = right.text_input("Up from, to", key=key("y"), placeholder="as seen")
    st.session_state[USUAL] = {
        "preset": preset,
        "font": font if font in fonts else fonts[0],
        "line_width": line_width,
        "black_white": black_white,
        "title": title,
    }
    return PrintOptions(
        preset,
        None if font == fonts[0] else font,
        size,
        line_width=line_width,
        black_white=black_white,
        title=exhibit.headline if title else "",
        ranges={axis: _span(text) for axis, text in (("x", x), ("y", y)) if text.strip()},
    )


def _span(text: str) -> tuple[float, float]:
    """Two numbers from what was typed: `3 9`, `-1 to 2.5`."""
    parts = text.replace("−", "-").replace("to", " ").replace("…", " ").replace(",", " ").split()
    try:
        low, high = map(float, parts)
    except ValueError as error:
        raise InputError(f"{text!r} is no range; type two numbers, such as 3 9.") from error
    return low, high


def _button(
    exhibit: Exhibit, label: str, ending: str, icon: str, make: Callable[[], bytes]
) -> None:
    name, key = f"zipfviz-{exhibit.name}.{ending}", f"{exhibit.name}-{ending}"
    download(label, make, name, key, icon, width="stretch")


def _csv(exhibit: Exhibit) -> bytes:
    return table_csv(exhibit.data()).encode("utf-8", "replace")


def _bundle(exhibit: Exhibit, made: Mapping[Format, PrintOptions]) -> None:
    """Everything in one archive: pictures, data, caption, BibTeX, manifest, Python."""
    space: WordSpace | None = None
    with contextlib.suppress(ZipfvizError):
        space = load(current())
    saved = views.manifest_text(space) if space is not None else ""

    def make() -> bytes:
        stem = f"zipfviz-{exhibit.name}"
        files: dict[str, str | bytes] = {f"{stem}.csv": _csv(exhibit)}
        files[f"{stem}.py"] = with_notes(exhibit.code)
        for format, options in made.items():
            if format != "png":
                files |= _named(exhibit, format, options)
        if space is not None:
            about = exhibit.about or About(space, methods=())
            files[f"{stem}.txt"] = about.caption(exhibit.headline or exhibit.name) + "\n"
            files[f"{stem}.bib"] = about.bibtex()
            files[f"{stem}.manifest.json"] = saved
        return _zipped(files)

    _button(exhibit, "All of it", "zip", "folder_zip", make)
