"""What the figures promise: the given arrays, words as typed, colours that can be read."""

import json
import tomllib
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import zipfviz.figures as figures
from zipfviz.explore.views import RankView
from zipfviz.figures import PALETTES, Medium, NormPanel, SpectrumLine, escape, number, signed
from zipfviz.figures.paper.print_export import PrintOptions, print_figure
from zipfviz.figures.screen import for_screen
from zipfviz.figures.style.labels import sides
from zipfviz.gallery import draw_points
from zipfviz.report.export import Elsewhere

CONFIG = Path(__file__).parents[2] / ".streamlit" / "config.toml"
TYPED = ["<b>", "</s>", "$x$", "&lt;", "#000001", "%{x}"]
MARKS = ("zipfian", "uniform", "raw", "other", "accent")


def panel(k: int = 6, **options) -> NormPanel:
    rng = np.random.default_rng(0)
    x, y = rng.uniform(3, 12, k), rng.uniform(2, 9, k)
    words = [TYPED[i % len(TYPED)] for i in range(k)]
    return NormPanel("Raw vectors", "raw", x, y, words, 0.5, -0.25, **options)


def points() -> pd.DataFrame:
    rng = np.random.default_rng(1)
    measures = ["sym1_uniform", "sym2_uniform", "sym1_zipfian", "sym2_zipfian"]
    frame = pd.DataFrame(rng.uniform(0.4, 1, (6, 4)), columns=measures)
    return frame.assign(
        embedding=["GloVe"] * 4 + ["<b>mine</b>"] * 2,
        method=["raw", "abtt", "zipfian_whitening", "sif_ccr", "raw", "zipfian_whitening"],
        average_cosine=0.1,
        isoscore=0.5,
        score=rng.uniform(30, 70, 6),
        own=[False] * 4 + [True] * 2,
    )


def luminance(colour: str) -> float:
    channels = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    linear = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
    return float(linear @ [0.2126, 0.7152, 0.0722])


def contrast(a: str, b: str) -> float:
    dark, light = sorted((luminance(a), luminance(b)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("mode", ["light", "dark", "print"])
def test_marks_and_texts_stand_out_from_the_background(mode):
    c = PALETTES[mode]
    for colour in (*(getattr(c, name) for name in MARKS), *c.scale):
        assert contrast(colour, c.paper) >= 3, colour
    for colour in (c.text, c.muted, c.accent):
        assert contrast(colour, c.paper) >= 4.5, colour


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_streamlit_theme_has_the_same_colours(mode):
    c, theme = PALETTES[mode], tomllib.loads(CONFIG.read_text())["theme"][mode]
    names = [name for name in c.__dataclass_fields__ if name != "scale"]
    assert theme["chartCategoricalColors"] == [getattr(c, name) for name in names]
    assert theme["chartSequentialColors"] == list(c.scale)
    assert (theme["backgroundColor"], theme["textColor"]) == (c.paper, c.text)


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_a_screen_gets_real_colours_and_plain_numbers(mode):
    """No template or bytes is left; numbers to nine digits, a gap where there is none."""
    x = np.array([1 / 3, np.nan, 2e9], np.float32)
    fig = figures.rank_frequency(
        np.arange(1.0, 4), x, words=["a", "#000001", "c"], highlight=[0], medium=Medium(mode=mode)
    )
    sent = for_screen(fig)
    text = json.dumps(sent)
    assert sent["layout"]["font"]["color"] == PALETTES[mode].text
    assert "bdata" not in text
    assert "template" not in sent["layout"]
    drawn = next(trace["y"] for trace in sent["data"] if len(trace["y"]) == 3)
    assert drawn == [0.333333343, None, 2e9]


def test_methods_differ_without_colour():
    styles = figures.METHOD_STYLES.values()
    assert len({style.symbol for style in styles}) == len(styles)
    dashes = {prior: style.dash for prior, style in figures.PRIOR_STYLES.items()}
    assert dashes["uniform"] != dashes["zipfian"]


@pytest.mark.parametrize("word", TYPED)
def test_a_word_holds_nothing_that_plotly_or_streamlit_would_read(word):
    escaped = escape(word)
    assert not set(escaped.replace("&#", "").replace(";", "")) & set("<>$&#")


def test_words_are_escaped_wherever_they_are_drawn():
    values = np.arange(6.0)
    drawn = [
        figures.norm_panels([panel(highlight=[0, 1, 2])]),
        figures.component_words(TYPED, values - 9, TYPED, values),
        figures.component_against_log_p(values, values, TYPED, highlight=[0]),
        figures.rank_frequency(values + 1, values + 1, words=TYPED, highlight=[2]),
        figures.symmetry_map(points()),
    ]
    for fig in drawn:
        text = fig.to_json().replace("\\u003c", "<").replace("\\u003e", ">")
        assert "</s>" not in text
        assert "$x$" not in text
        assert "<b>mine" not in text
    named = {note.text for note in drawn[0].layout.annotations}
    assert named >= {escape(word) for word in TYPED[:3]}


def test_norm_panels_draw_the_given_arrays():
    given = panel(highlight=[4])
    points, ring = figures.norm_panels([given]).data
    np.testing.assert_array_equal(points.x, given.log_p_neg)
    np.testing.assert_array_equal(points.y, given.norms)
    assert (ring.x[0], ring.y[0]) == (given.log_p_neg[4], given.norms[4])


def test_density_is_the_histogram_on_a_log_scale():
    counts, x, y = np.histogram2d(*np.random.default_rng(0).normal(size=(2, 500)), bins=(7, 5))
    density = figures.norm_panels([panel(density=(x, y, counts))]).data[0]
    np.testing.assert_allclose(10 ** np.asarray(density.z) - 1, counts.T)
    np.testing.assert_allclose(density.x, (x[1:] + x[:-1]) / 2)


def test_many_points_are_drawn_fast_and_printed_as_vectors():
    assert figures.norm_panels([panel(1_000)]).data[0].type == "scatter"
    assert figures.norm_panels([panel(1_001)]).data[0].type == "scattergl"
    on_page = figures.norm_panels([panel(5_000)], medium=PrintOptions().medium())
    assert on_page.data[0].type == "scatter"
    assert print_figure([partial(figures.norm_panels, [panel(5_000)])]).data[0].type == "scatter"
    many = figures.norm_panels([panel(250_000, highlight=[249_997])]).data[0]
    assert len(many.x) <= 90_000
    assert 249_997 in many.customdata


def test_rank_plot_is_thinned_to_true_points():
    p = 1 / np.arange(1, 100_001)
    drawn = figures.rank_frequency(np.arange(1, 100_001), p, fit=(1.0, 0.0, 1, 1000)).data
    assert len(drawn[0].x) <= 300
    np.testing.assert_array_equal(drawn[0].y, p[drawn[0].x - 1])
    np.testing.assert_allclose(drawn[1].y, [1, 1e-3])


def test_few_very_rare_words_do_not_flatten_the_rank_plot():
    """A tail of one word in a hundred, ten decades deep, is counted instead; unless looked for."""
    p = np.append(1 / np.arange(1.0, 991), np.full(10, 1e-13))
    view = RankView(
        words=[str(i) for i in range(1000)], rows=np.arange(1000), p=p / p.sum(), fit=None
    )
    floor = view.floor()
    assert 0.2 * view.p[950] < floor < view.p[950]
    assert view.n_below(floor) == 10
    start = figures.rank_frequency(view.ranks, view.p, floor=floor).layout.yaxis.range[0]
    np.testing.assert_allclose(10**start, floor)
    assert view.floor([999]) < view.p[999]


def test_each_space_is_on_the_map_under_both_priors():
    frame = points()
    for prior, axis in (("uniform", "x"), ("zipfian", "x2")):
        at = {
            row: (x, y)
            for t in figures.symmetry_map(frame).data
            if t.xaxis == axis and t.customdata is not None
            for row, x, y in zip(t.customdata, t.x, t.y, strict=True)
        }
        expected = frame[[f"sym1_{prior}", f"sym2_{prior}"]].to_numpy()
        np.testing.assert_array_equal([at[i] for i in range(len(frame))], expected)


def test_an_undefined_measure_is_left_out_quietly():
    frame = points()
    frame.loc[4, ["sym2_uniform", "sym2_zipfian", "score"]] = np.nan
    assert "nan" not in figures.symmetry_map(frame).to_json().lower()
    assert draw_points(frame, None, Elsewhere("Made up.")).headline.startswith("Over 5 spaces")


def test_spaces_are_told_apart_by_signs_not_by_hovering_alone():
    """Inside a mark that stands alone; beside it, outermost ring first, where marks are rings."""
    row = {"method": "raw", "sym1_uniform": 0.2, "sym2_uniform": 0.3, "average_cosine": 0.1}
    row |= {"isoscore": 0.5, "score": 50.0, "own": True, "sym1_zipfian": 1.0, "sym2_zipfian": 1.0}
    frame = pd.DataFrame([row | {"embedding": "a"}, row | {"embedding": "b", "sym1_uniform": 0.9}])
    assert figures.space_signs(frame) == {(True, "a"): "1", (True, "b"): "2"}
    apart, tied = (figures.symmetry_map(frame, priors=[p]) for p in ("uniform", "zipfian"))
    assert list(apart.data[0].text) == ["1", "2"]
    assert list(tied.data[0].text) == ["", ""]
    assert "1 2" in {note.text for note in tied.layout.annotations}
    assert any(t.name == "<b>2</b> b" for t in apart.data)
    assert not figures.symmetry_map(frame, legend=False).layout.showlegend
    assert figures.space_signs(frame[:1]) == {}


def test_a_name_touches_no_other_mark_or_is_left_out():
    marks = np.array([[x, y] for x in (0.0, 15.0, 30.0) for y in (0.0, 15.0, 30.0)] + [[250, 300]])
    crowded, free = sides(marks[[4, 9]], ["in the middle", "alone"], marks, mark=8)
    assert crowded is None
    assert free is not None
    assert free[0] <= 0  # not over the right edge


def test_one_prior_alone_keeps_the_axes_of_both():
    both, alone = figures.symmetry_map(points()), figures.symmetry_map(points(), priors=["zipfian"])
    assert alone.layout.yaxis.range == both.layout.yaxis.range


def test_spectrum_is_a_share_and_cumulates_to_one():
    line = {"raw": SpectrumLine(np.array([6.0, 3.0, 1.0]), "zipfian", 2.4)}
    np.testing.assert_allclose(figures.eigenspectrum(line).data[0].y, [0.6, 0.3, 0.1])
    cumulated = figures.eigenspectrum(line, cumulative=True).data[0].y
    np.testing.assert_allclose(cumulated, [0.6, 0.9, 1.0])


def test_score_lines_run_from_the_raw_score_to_the_method():
    table = pd.DataFrame({"STS-B": [40.0, 57.9]}, index=["raw", "zipfian_whitening"])
    assert tuple(figures.score_chart(table).data[1].x) == (40.0, 57.9, None)
    assert figures.score_headline(table).endswith("+17.9 on STS-B.")


def test_names_of_near_points_stand_beside_their_own_point():
    at = np.array([[0.0, 0.05], [0.0, 0.0], [1.0, 1.0], [-1.0, -1.0]])
    (_, upper), (_, lower) = sides(at, ["upper", "lower", "", ""], at)[:2]
    assert upper > lower


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (number(-0.254), "−0.25"),
        (number(253_970, 0), "253\u202f970"),
        (number(float("nan")), "–"),
        (number(-0.001), "0.00"),
        (signed(17.94), "+17.9"),
        (signed(-0.04), "0.0"),
    ],
)
def test_numbers_read_as_set_by_a_printer(text, expected):
    assert text == expected


def test_a_word_that_is_no_utf8_can_still_be_sent():
    """Lone surrogates, which stand for bytes that are no UTF-8, are shown as the sign for them."""
    assert escape("caf\udce9").encode() == "caf\ufffd".encode()
