"""What the theory figures promise, and the theory pages run on a small space."""

import time

import numpy as np
from app_page import button, open_alone, open_page

from zipfviz.corpus.corpora import GENSIM_CORPORA
from zipfviz.corpus.skipgram import load_skipgram
from zipfviz.figures import theory_law, theory_losses, theory_partition, theory_skipgram
from zipfviz.figures.theory_law import LawPanel
from zipfviz.theory.batches import batch_priors
from zipfviz.theory.losses import Problem, run, spread
from zipfviz.theory.partition import Constancy
from zipfviz.theory.space_partition import Partition
from zipfviz.ui.server import loaders

TYPED = ["<b>", "$x$", "c"]


def parts(**stds):
    """Made-up partition functions over three contexts, by method and prior."""
    log_z = np.array([1.0, 2.0, 4.0])
    return {
        method: {
            prior: Partition(
                method=method,
                prior=prior,
                contexts=np.arange(3),
                log_z=log_z,
                log_second_order=log_z - 0.5,
                constancy=Constancy(std_log=std, variation=std, min_max=0.5),
            )
            for prior in ("uniform", "zipfian")
        }
        for method, std in stds.items()
    }


def test_charts_draw_the_given_arrays_and_words_as_typed():
    found = parts(raw=1.0, zipfian_whitening=0.5)
    strips = theory_partition.partition_strips(found, "zipfian", TYPED)
    np.testing.assert_array_equal(strips.data[0].x, [1, 2, 4])
    np.testing.assert_allclose(strips.data[3].x, [7 / 3 - 0.5, 7 / 3, 7 / 3 + 0.5])
    against = theory_partition.second_order_chart(found, "uniform", TYPED)
    np.testing.assert_array_equal(against.data[1].y, [0.5, 1.5, 3.5])
    panel = LawPanel("Raw", "", "none", np.arange(3.0), np.arange(3.0) ** 2, TYPED, [0])
    law = theory_law.law_panels([panel], x_title="x", y_title="y")
    np.testing.assert_array_equal(law.data[1].y, [0, 1, 4])
    infinite = LawPanel("Raw", "", "none", np.array([1, np.inf, 2]), np.ones(3), TYPED, [1, 2])
    shown = theory_law.law_panels([infinite], x_title="x", y_title="y").data
    np.testing.assert_array_equal(shown[1].x, [1, 2])
    np.testing.assert_array_equal(shown[2].x, [2])
    pairs = theory_skipgram.pair_chart(
        np.arange(3.0), np.arange(3.0), TYPED, (np.arange(4.0), np.arange(3.0), np.ones((3, 2)))
    )
    contexts = theory_skipgram.context_chart(np.arange(3.0), np.arange(3.0), TYPED, highlight=[1])
    arora = theory_skipgram.arora_chart(np.arange(3.0), np.ones(3), np.arange(3.0), TYPED)
    for fig in (strips, against, law, pairs, contexts, arora):
        text = fig.to_json().replace("\\u003c", "<")
        assert "$x$" not in text
        assert '"<b>"' not in text


def test_loss_and_batch_charts_draw_medians_and_distances():
    problem = Problem(n_classes=3, n_train=60, n_test=20)
    runs = {
        t: spread([run(problem, strength=float(t), seed=seed) for seed in range(3)])
        for t in ("0", "1")
    }
    chart = theory_losses.class_chart(runs, "accuracy", title="Accuracy", y_title="share")
    np.testing.assert_array_equal(chart.data[1].y, np.median(runs["0"].accuracy, axis=0))
    errors = theory_losses.error_chart(runs)
    np.testing.assert_array_equal(errors.data[0].x, runs["0"].misclassification)
    p = 1 / np.arange(1, 101)
    found = batch_priors(p / p.sum(), [1, 10, 100, 1000])
    lines = theory_losses.batch_distances(found, [10])
    np.testing.assert_array_equal(lines.data[0].y, found.to_zipfian)


def trained(at):
    """The page once what was begun by its button is there."""
    button(at, "Train a skip-gram").click().run()
    for _ in range(200):
        if any("follows PMI" in m.value for m in at.run().markdown):
            break
        time.sleep(0.05)
    assert not at.exception


def test_corpus_page_before_and_after_training(tmp_path, monkeypatch):
    """Before: the law with the sidebar's vectors. After a click: the optimum, and the law anew.

    Tied vectors are another training, which waits for another click.
    """
    monkeypatch.setenv("ZIPFVIZ_CACHE", str(tmp_path))
    at = open_alone(
        "theory_corpus", words="1k", corpus=GENSIM_CORPORA["lee"][1], sg_d="10", sg_rounds="1"
    )
    assert not at.warning
    assert len(at.get("plotly_chart")) == 4
    trained(at)
    assert len(at.get("plotly_chart")) == 7
    assert any("follows PMI" in m.value for m in at.markdown)
    assert any("the optimum has 0" in m.value for m in at.markdown)
    assert any("nats a pair" in m.value for m in at.markdown)
    at.button_group(key="sg_sides").set_value("tied").run()
    assert len(at.get("plotly_chart")) == 4
    trained(at)
    assert any("one vector a word cannot" in m.value for m in at.markdown)
    kept = [load_skipgram(path) for path in tmp_path.rglob("skipgram-*.npz")]
    assert sorted(trained.recipe.tied for trained in kept) == [False, True]


def test_contexts_from_a_second_matrix_on_the_page(tmp_path, monkeypatch):
    """Raw vectors of the embedding itself: whitened words only, and a matrix of too few numbers."""
    monkeypatch.setenv("ZIPFVIZ_CACHE", str(tmp_path))
    (tmp_path / "tiny.vec").write_text("".join(f"{w} 1 2 3 4 5 6\n" for w in ("the", "of", "and")))
    loaders.forget_entries()
    chosen = {"z_side": "from a second matrix", "z_number": "20"}
    at = open_page("theory", words="1k", z_second="GloVe 6B, 50 dimensions", **chosen)
    assert not at.warning
    assert any("Contexts are vectors of glove" in m.value for m in at.markdown)
    assert len(at.get("plotly_chart")) == 4
    at.selectbox(key="z_second").set_value("tiny.vec").run()
    for _ in range(100):  # it is read apart, which takes a while on a busy machine
        if any("Left out" in c.value for c in at.caption):
            break
        time.sleep(0.2)
        at.run()
    assert any("Left out" in c.value for c in at.caption)
    assert "50 dimensions and the second matrix 6" in at.warning[0].value
