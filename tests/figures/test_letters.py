"""Letters that no font here has are named, with what brings them, before boxes are printed."""

from functools import partial

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from zipfviz import InputError
from zipfviz.figures import NormPanel, norm_panels
from zipfviz.figures.paper.letters import no_font_for, said_of_letters, without_font
from zipfviz.figures.paper.print_export import Printed, PrintOptions, pictures

WORDS = ["the", "हिन्दी", "日本", "مرحبا"]


def drawn(n=2):
    """A panel on which the first `n` of the words are named."""
    x = np.arange(4.0)
    return [partial(norm_panels, [NormPanel("Raw", "raw", x, x, WORDS, 1, 1, highlight=range(n))])]


def figures(n=2):
    return Printed.of(drawn(n), PrintOptions()).figures()


@pytest.fixture
def fonts(monkeypatch, tmp_path):
    """Let the machine's fonts have these runs of letters, as fontconfig writes them."""

    def have(*runs):
        program = tmp_path / f"{len(list(tmp_path.iterdir()))}" / "fc-list"
        program.parent.mkdir()
        program.write_text(f"#!/bin/sh\nprintf '{' '.join(runs)}'\n")
        program.chmod(0o755)
        monkeypatch.setenv("PATH", str(program.parent), prepend=":")

    return have


def test_letters_are_those_that_are_drawn(fonts):
    """Words that are only hovered over ask for no font, nor do joiners and spaces."""
    fonts("20-7e a0-17f 370-3ff 2000-22ff", "627-64a")
    assert without_font(figures(1)) == ""
    assert sorted(without_font(figures(4))) == sorted("हिन्द ी日本".replace(" ", ""))
    fonts("20-7e a0-17f 370-3ff 2000-22ff 900-97f", "4e00-9fff", "600-6ff")
    assert without_font(figures(4)) == ""


def test_no_file_of_boxes_is_made_unless_asked_for(fonts, monkeypatch):
    """The refusal names the letters, the font, its package and both ways out."""
    fonts("20-7e a0-17f 370-3ff 2000-22ff")
    monkeypatch.setattr("zipfviz.figures.paper.print_export.render", lambda *_: [b"made"])
    monkeypatch.setattr("zipfviz.figures.paper.print_export.missing", lambda: "")
    for format in ("pdf", "png"):
        with pytest.raises(InputError, match=r"ह.*Noto Sans Devanagari.*SVG.*boxes=True"):
            pictures(drawn(), format)
    assert pictures(drawn(), "pdf", PrintOptions(boxes=True)) == [b"made"]
    assert pictures(drawn(), "svg") == [b"made"]
    (said,) = said_of_letters(figures())
    assert "An SVG keeps letters as text" in said


@pytest.mark.parametrize(
    ("letters", "font", "package"),
    [
        ("क", "Noto Sans Devanagari", "fonts-noto-core"),
        ("กข", "Noto Sans Thai", "fonts-noto-core"),
        ("ᐁ", "Noto Sans Canadian Aboriginal", "fonts-noto-core"),
        ("日あ한", "Noto Sans CJK", "fonts-noto-cjk"),
        ("😀", "Noto Color Emoji", "fonts-noto-color-emoji"),
    ],
)
def test_a_font_and_its_package_are_named(letters, font, package):
    said = no_font_for(letters)
    assert f"install {font} (Debian: apt install {package})" in said


def test_without_fontconfig_it_is_said_once_and_only_where_there_is_doubt(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert without_font(figures()) == ""
    assert ["fc-list" in said for said in said_of_letters(figures())] == [True]
    assert said_of_letters(figures(1)) == []


def popped_over():
    """What the pop-over of a chart with Hindi words holds."""
    from functools import partial

    import numpy as np
    import pandas as pd

    from zipfviz.figures import NormPanel, norm_panels
    from zipfviz.ui.shell import export

    x = np.arange(2.0)
    panel = NormPanel("Raw", "raw", x, x, ["the", "हिन्दी"], 1, 1, highlight=range(2))
    export.print_controls(export.Exhibit("n", pd.DataFrame, "", [partial(norm_panels, [panel])]))


def test_the_app_offers_an_svg_and_boxes_only_where_chosen(fonts, monkeypatch):
    fonts("20-7e a0-17f 370-3ff 2000-22ff")
    monkeypatch.setattr("zipfviz.ui.shell.export.missing", lambda: "")
    at = AppTest.from_function(popped_over, default_timeout=60).run()
    assert not at.exception
    assert any("Noto Sans Devanagari" in caption.value for caption in at.caption)
    assert [button.proto.label for button in at.get("download_button")] == ["SVG"]
    at.toggle(key="n-print-boxes").set_value(True).run()
    assert [button.proto.label for button in at.get("download_button")] == ["PDF", "SVG", "PNG"]
