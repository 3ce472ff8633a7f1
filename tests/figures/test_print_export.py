"""Figures for print: vectors, fonts, sizes; what the app shows is what the file holds."""

import io
import json
import re
import subprocess
import zipfile
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from app_page import open_page
from choreographer.browsers.chromium import Chromium
from click.testing import CliRunner
from streamlit.testing.v1 import AppTest

from zipfviz import (
    InputError,
    MissingExtraError,
    align,
    gallery,
    load_embedding,
    load_frequency,
    plot,
    save_embedding,
)
from zipfviz.cli.commands import main
from zipfviz.figures import PALETTES, NormPanel, norm_panels
from zipfviz.figures.paper import print_export as export
from zipfviz.figures.paper.print_export import picture, print_figure
from zipfviz.figures.paper.print_options import PRESETS, PrintOptions
from zipfviz.figures.screen import for_screen
from zipfviz.figures.style.fonts import stand_in
from zipfviz.figures.style.sheet import Sheet
from zipfviz.report.export import Elsewhere
from zipfviz.ui.shell import export as away

ROOT = Path(__file__).parents[2]
WORDS = ["the", "<b>", "$x$", "fin de siècle", "東京"]


def panel(n=5_000, method="zipfian_whitening", title="Zipfian whitening"):
    rng = np.random.default_rng(3)
    words = [*WORDS, *(f"w{i}" for i in range(n - len(WORDS)))]
    x, y = rng.uniform(3, 9, n), rng.uniform(1, 4, n)
    return NormPanel(title, method, x, y, words, 0.48, -0.5, highlight=range(4))


@pytest.fixture(scope="module")
def pdf(tmp_path_factory):
    """Three panels of 5,000 points at an ACL page's width, made once."""
    path = tmp_path_factory.mktemp("pdf") / "figure.pdf"
    drawn = [partial(norm_panels, [panel(title=f"Panel {i}")]) for i in range(3)]
    path.write_bytes(picture(drawn, "pdf", PrintOptions("acl-page")))
    return path


def told(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def words_of(pdf):
    """A page's width and height in points; left, top, right, bottom and text of each word."""
    html = told("pdftotext", "-bbox", str(pdf), "-")
    sizes = [float(v) for v in re.search(r'<page width="(.*?)" height="(.*?)"', html).groups()]
    found = re.findall(r'<word xMin="(.*?)" yMin="(.*?)" xMax="(.*?)" yMax="(.*?)">(.*?)<', html)
    return sizes, [(*map(float, box), word) for *box, word in found]


def test_every_label_is_text_in_the_pdf(pdf):
    """pdftotext finds titles, numbers, axis titles and words as typed."""
    text = told("pdftotext", "-layout", str(pdf), "-")
    for label in ("Panel 0", "Panel 2", "r = 0.48", "ρ = −0.50", "information content −log p(w)"):
        assert label in text, label
    for word in WORDS[:4]:
        assert word in text, word
    assert text.count("information content") == 1  # said once for all three


def test_pdf_is_vectors_in_embedded_fonts(pdf):
    """No raster for 5,000 points a panel, every font embedded, none of Type 3."""
    assert len(told("pdfimages", "-list", str(pdf)).splitlines()) == 2
    fonts = [line.split() for line in told("pdffonts", str(pdf)).splitlines()[2:]]
    assert fonts
    assert any("LiberationSerif" in font[0] for font in fonts)
    for font in fonts:
        assert "Type 3" not in " ".join(font)
        assert font[-5] == "yes", font  # embedded


def test_pdf_has_the_width_asked_for(pdf):
    """6.3 inches are 453.6 points."""
    size = next(s for s in told("pdfinfo", str(pdf)).splitlines() if s.startswith("Page size"))
    assert float(size.split()[2]) == pytest.approx(453.6, abs=1)


def test_nothing_is_shrunk_or_cut(pdf):
    """Letters are those of 8 points, all within the page, and no blank strip is left below."""
    page, boxes = words_of(pdf)
    tall = [y1 - y0 for _, y0, _, y1, word in boxes if word == "Panel"]
    assert tall == pytest.approx(3 * [8 * 1.107], rel=0.02)  # a line of Liberation Serif
    x0, y0, x1, y1 = np.array([box[:4] for box in boxes]).T
    assert x0.min() >= 0
    assert y0.min() >= 0
    assert x1.max() <= page[0]
    assert page[1] - 10 < y1.max() <= page[1]


@pytest.mark.parametrize("preset", PRESETS)
def test_letters_have_the_size_asked_for(preset):
    """The layout's pixels, scaled, are the points of the preset and the inches of the page."""
    place = PRESETS[preset]
    figure = print_figure([partial(norm_panels, [panel(50)])], PrintOptions(preset))
    scale = figure.layout.meta["scale"]
    assert figure.layout.font.size * scale * 72 / 96 == pytest.approx(place.size)
    assert figure.layout.width * scale / 96 == pytest.approx(place.width)
    if place.height:
        assert figure.layout.height * scale / 96 == pytest.approx(place.height)


def test_nothing_of_the_screen_is_left():
    """No colour of a screen, no WebGL, no hover; in black and white no colour at all."""
    drawn = [partial(norm_panels, [panel(6_000, "raw")]), partial(norm_panels, [panel(6_000)])]
    assert drawn[0]().data[0].type == "scattergl"
    figure = print_figure(drawn, PrintOptions(black_white=True))
    assert {trace.type for trace in figure.data} == {"scatter"}
    colours = [t.marker.color for t in figure.data if t.name != "found words"]
    assert colours == ["#b4b4b4", "#000000"]
    assert all(trace.hovertemplate is None for trace in figure.data)
    text = figure.to_json()
    assert not any(getattr(PALETTES["light"], name) in text for name in ("zipfian", "raw", "text"))


def test_what_is_seen_is_what_is_printed():
    """A range of the screen, the title and the line width go into the file."""
    options = PrintOptions(ranges={"x": (4, 6)}, title="A finding", line_width=2)
    draw = partial(norm_panels, [panel(50)])
    figure = print_figure([draw], options)
    assert figure.layout.xaxis.range == (4, 6)
    assert figure.layout.title.text == "A finding"
    rings = next(t for t in draw().data if t.name == "found words")
    printed = next(t for t in figure.data if t.name == "found words")
    assert printed.marker.line.width == 2 * rings.marker.line.width
    plain = print_figure([draw])
    assert plain.layout.title.text is None
    more = figure.layout.height - plain.layout.height  # a title's room is added, not taken
    assert more > 20
    assert more == pytest.approx(figure.layout.margin.t - plain.layout.margin.t)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"preset": "icml"}, "neurips"),
        ({"size": 0.5}, "size=0.5"),
        ({"font": "x; color: red"}, "font"),
        ({"ranges": {"x7": (0, 1)}}, "no axis 'x7'"),
    ],
)
def test_what_cannot_be_printed_is_said(options, said):
    with pytest.raises(InputError, match=said):
        print_figure([partial(norm_panels, [panel(10)])], PrintOptions(**options))


def test_a_drawn_figure_is_refused_with_a_way_out():
    with pytest.raises(InputError, match="partial"):
        print_figure([norm_panels([panel(10)])])


def test_without_kaleido_or_chrome_one_sentence(monkeypatch):
    """The message holds the line that installs what is missing."""
    monkeypatch.setattr(Chromium, "find_browser", lambda *_, **__: None)
    with pytest.raises(MissingExtraError, match="apt install chromium"):
        picture([partial(norm_panels, [panel(10)])], "pdf")
    monkeypatch.setattr(export.importlib.util, "find_spec", lambda name: None)
    assert "pip install 'zipfviz[pdf]'" in export.missing()


def test_every_figure_and_table_has_a_name(small_space, monkeypatch):
    """Each is drawn of any space; unknown names, and options it does not take, are said."""
    options = {"norms": {"words": 20, "find": ["w3"]}, "rank-frequency": {"find": ["w3"]}}
    scores = {"scores", "correlations", "symmetry-map", "symmetry"}  # need words of the tasks
    for name in gallery.FIGURES.keys() - scores:
        drawn = gallery.draw(name, small_space, **options.get(name, {}))
        assert len(print_figure(drawn.draws).data) >= 1
        assert drawn.headline.endswith(".")
        assert len(drawn.data())
        assert "% no entry" in drawn.about.bibtex()
        assert any("print(" in line for line in drawn.lines)
        assert (ROOT / "pages" / f"{gallery.PAGES[name]}.py").is_file()
    assert len(gallery.tabulate("types-tokens", small_space, words=20).frame) == 20
    with pytest.raises(InputError, match="rank-frequency"):
        gallery.draw("nonsense", small_space)
    with pytest.raises(InputError, match="no seed; it takes methods, words"):
        gallery.draw("norms", small_space, seed=1)
    with pytest.raises(InputError, match="no tasks; it takes task"):
        gallery.draw("correlations", small_space, tasks=["lee50", "wordsim353"])
    with pytest.raises(InputError, match="'w999' is not among the words"):
        gallery.draw("norms", small_space, find=["w999"])


@pytest.fixture(scope="module")
def some_words(tmp_path_factory):
    """The first two thousand default vectors, as a command takes them: all are read in no time."""
    glove = load_embedding("glove.6B.50d", max_words=2000)
    path = tmp_path_factory.mktemp("vectors") / "glove.6B.50d.txt"
    save_embedding(glove.words, glove.vectors, path)
    return ["--embedding", str(path)]


def test_command_line_draws_the_app_s_figure(some_words, tmp_path, monkeypatch):
    """`zipfviz figure norms` prints the figures that the page shows, and what goes with them."""
    seen = []
    monkeypatch.setattr(export, "render", lambda drawn, *_: seen.extend(drawn) or [b"%PDF"])
    out = tmp_path / "fig.pdf"
    asked = [*some_words, "--max-words", "1000", "--preset", "acl", "--find", "the", "--beside"]
    done = CliRunner().invoke(main, ["figure", "norms", "--out", str(out), *asked])
    assert done.exit_code == 0, done.output
    assert out.read_bytes() == b"%PDF"
    assert {p.name.partition(".")[2] for p in tmp_path.iterdir()} == {
        *("pdf", "csv", "txt", "bib", "manifest.json")
    }
    assert sum(trace.name == "found words" for trace in seen[0].data) == 3


def test_a_notebook_saves_what_the_command_line_does(some_words, tmp_path, monkeypatch):
    """The same figure for the same page, file by file."""
    monkeypatch.setattr(
        export, "render", lambda drawn, *_: [figure.to_json().encode() for figure in drawn]
    )
    asked = ["figure", "eigenspectrum", "--preset", "acl", "--out", str(tmp_path / "fig.svg")]
    assert CliRunner().invoke(main, [*asked, *some_words]).exit_code == 0
    space = align(load_embedding(some_words[1]), load_frequency("wordfreq:en"))
    figure = plot.eigenspectrum(space)
    (saved,) = figure.save(tmp_path / "own.svg", PrintOptions("acl"))
    assert saved.read_bytes() == (tmp_path / "fig.svg").read_bytes()
    with pytest.raises(InputError, match="folder of"):
        figure.save(tmp_path / "nowhere" / "own.svg")


def alike(one, other, rel=1e-6):
    """The same text, shape and numbers; lengths to 1e-6, for those computed while BLAS has other
    threads differ in the last bits of float32, which can put a word into the next cell of `z`."""
    if isinstance(one, dict):
        near = {"z": 0.01}
        return one.keys() == other.keys() and all(
            alike(one[k], other[k], near.get(k, rel)) for k in one
        )
    if isinstance(one, list):
        return len(one) == len(other) and all(
            alike(a, b, rel) for a, b in zip(one, other, strict=True)
        )
    return one == (pytest.approx(other, rel=rel) if isinstance(other, float) else other)


def test_page_and_command_line_draw_the_same(space):
    """The figures of the norms page are, number for number, those of `zipfviz figure norms`."""
    page = open_page("norms")
    drawn = gallery.draw("norms", space).figures
    for shown, figure in zip(page.get("plotly_chart"), drawn, strict=False):
        sent = json.loads(shown.proto.spec)["data"]
        assert sent
        assert alike(sent, for_screen(figure)["data"])


def test_command_line_makes_tables(some_words, tmp_path):
    """`zipfviz table` prints LaTeX, or writes CSV by the file's ending."""
    asked = ["table", "types-tokens", *some_words, "--max-words", "1000", "--words", "5"]
    shown = CliRunner().invoke(main, asked).output
    assert r"\toprule" in shown
    out = tmp_path / "t.csv"
    assert CliRunner().invoke(main, [*asked, "--out", str(out)]).exit_code == 0
    assert out.read_text().startswith("draw,types,tokens\n")
    assert CliRunner().invoke(main, [*asked, "--out", "t.doc"]).exit_code == 1


def test_a_colour_bar_ends_with_its_panel():
    """Under a legend of several lines as well: a bar longer than the panel would leave a hole."""

    def drawn(medium):
        sheet = Sheet(medium, 400)
        colours = {"coloraxis": "coloraxis", "color": [1.0]}
        for i in range(9):
            name = f"<b>{i}</b> some method of a long name"
            sheet.add("scatter", x=[5], y=[2], name=name, mode="markers", marker=colours)
        sheet.colour_bar("score", len=0.7, y=1, yanchor="top")
        return sheet.figure()

    printed = print_figure([drawn], PrintOptions("acl")).layout.coloraxis.colorbar
    assert printed.lenmode in (None, "fraction")
    assert printed.len <= 1


def test_slides_are_pages_of_one_pdf(monkeypatch):
    """Five charts that no slide holds: a PDF of all of them, but a PNG each; one if so wished."""
    reader = pytest.importorskip("pypdf").PdfReader
    drawn = [partial(norm_panels, [panel(10, title=f"Panel {i}")] * 2) for i in range(5)]
    slide = PrintOptions("slide")
    (book,) = export.pictures(drawn, "pdf", slide)
    pages = reader(io.BytesIO(book)).pages
    n = len(export.Printed.of(drawn, slide).pages)
    assert len(pages) == n > 1
    assert {(round(page.mediabox.width), round(page.mediabox.height)) for page in pages} == {
        (960, 540)
    }
    assert "Panel 0" in pages[0].extract_text()
    assert "Panel 4" in pages[-1].extract_text()
    monkeypatch.setattr(export, "render", lambda drawn, *_: [b"PNG"] * len(drawn))
    assert len(export.pictures(drawn, "png", slide)) == n
    assert len(export.pictures(drawn, "png", PrintOptions("slide", together=True))) == 1


def test_slides_of_the_command_line_are_numbered(some_words, tmp_path, monkeypatch):
    """Two slides of scores as SVG are two files, beside one table."""
    monkeypatch.setattr(export, "render", lambda drawn, *_: [b"<svg/>"] * len(drawn))
    drawn = [partial(norm_panels, [panel(10)] * 2) for _ in range(2)]
    data = pd.DataFrame({"length": [1.0]}, index=pd.Index(["the"], name="word"))
    made = gallery.Drawing(
        name="norms",
        draws=drawn,
        headline="A finding.",
        data=lambda: data,
        about=Elsewhere("Made up."),
    )
    monkeypatch.setattr(gallery, "draw", lambda *_, **options: made)
    out = tmp_path / "fig.svg"
    asked = ["figure", "norms", *some_words, "--preset", "slide", "--out", str(out)]
    assert CliRunner().invoke(main, [*asked, "--beside"]).exit_code == 0
    assert {p.name for p in tmp_path.glob("*.svg")} == {"fig-1.svg", "fig-2.svg"}
    assert CliRunner().invoke(main, [*asked, "--together"]).exit_code == 0
    assert out.is_file()


def test_several_pictures_come_in_an_archive(monkeypatch):
    """A slide's PNGs are numbered in a zip; a single picture is itself."""
    made = [b"one", b"two"]
    monkeypatch.setattr(away, "pictures", lambda *_: made)
    exhibit = away.Exhibit("norms", pd.DataFrame, "")
    packed = zipfile.ZipFile(io.BytesIO(away.picture_file(exhibit, "png", PrintOptions("slide"))))
    assert packed.namelist() == ["zipfviz-norms-1.png", "zipfviz-norms-2.png"]
    made.pop()
    assert away.picture_file(exhibit, "png", PrintOptions("slide")) == b"one"


def test_a_font_that_is_not_there_is_said():
    """Liberation Serif is: CI installs it."""
    assert stand_in("Liberation Serif") == ""
    assert stand_in("times") == ""
    assert stand_in("No Such Font").startswith("This machine has no font 'No Such Font'; ")


def drawn_away():
    """What the pop-over of a chart of five wide panels holds, made for a slide."""
    from functools import partial

    import numpy as np
    import pandas as pd
    import streamlit as st

    from zipfviz.figures import NormPanel, norm_panels
    from zipfviz.ui.shell import export

    st.session_state.setdefault(export.USUAL, {"preset": "slide"})
    panel = NormPanel("Raw vectors", "raw", np.arange(3.0), np.arange(3.0), list("abc"), 1, 1)
    drawn = [partial(norm_panels, [panel] * 2) for _ in range(5)]
    export.print_controls(export.Exhibit("norms", pd.DataFrame, "", drawn))


def test_slides_are_told_and_can_be_one():
    """How many slides and why; on one slide the letters it costs are told instead."""
    at = AppTest.from_function(drawn_away, default_timeout=60).run()
    assert not at.exception
    assert "so that letters keep 22 pt" in at.caption[-1].value
    names = [button.proto.label for button in at.get("download_button")]
    assert names == ["PDF", "SVG", "PNG"]
    at.toggle(key="norms-print-together").set_value(True).run()
    assert at.caption[-1].value.startswith("So that all fits, letters are ")
