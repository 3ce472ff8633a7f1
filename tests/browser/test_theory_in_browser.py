"""The theory pages in a real browser: a control is moved, and what is drawn then is computed anew.

What is expected here is computed from the definitions, by direct sums and counts, not by the core.
"""

import json
import re
from collections import Counter

import numpy as np
import pytest
from app_server import app_running
from scipy.optimize import minimize
from watch import Visit

import zipfviz
from zipfviz.io.store import Store
from zipfviz.theory.losses import Problem, class_prior, draw

WORDS = list(zipfviz.load_embedding("glove.6B.50d", max_words=50).words)
WORDS = [word for word in WORDS if word.isalpha()][:32]
WINDOW, K, KAPPA = 3, 5, 10


@pytest.fixture(scope="module")
def cache(tmp_path_factory):
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="module")
def own_url(cache):
    """The app with a cache folder of its own: what is trained and uploaded here is not kept."""
    with app_running(ZIPFVIZ_CACHE=str(cache)) as url:
        yield url


@pytest.fixture
def visit(chromium, own_url):
    """Open a page of the app; closed and checked for complaints at the end."""
    open_visits = []

    def go(path):
        open_visits.append(Visit(chromium, f"{own_url}/{path}"))
        return open_visits[-1]

    yield go
    for each in open_visits:
        each.check()
        each.close()


def press(seen, text):
    seen.page.get_by_test_id("stMain").get_by_text(text, exact=True).click()
    seen.settle()


def headline(seen, part):
    return seen.page.locator("strong", has_text=part).first.inner_text()


def numbers(text):
    return [float(n.replace("−", "-")) for n in re.findall(r"[−-]?\d+\.\d+", text)]


def whitened(X, q, turned=True):
    """(x - mean) V Lambda^(-1/2), and V^T after it where words keep their axes."""
    centred = X - q @ X
    values, V = np.linalg.eigh((centred * q[:, None]).T @ centred)
    Y = centred @ (V / np.sqrt(values))
    return Y if turned else Y @ V.T


def test_partition_functions_are_direct_sums(visit, space):
    """Contexts typed, their length kept; then the same contexts, raw, from a second matrix."""
    rows = np.argsort(-space.p, kind="stable")[:1000]
    X, p = space.vectors[rows].astype(np.float64), space.p[rows] / space.p[rows].sum()
    typed = ["music", "war", "the", "water", "family"]
    at = [[space.words[i] for i in rows].index(word) for word in typed]
    seen = visit("theory?words=1k&z_contexts=typed&z_words=" + ",".join(typed))
    press(seen, "Contexts of length 1")
    uniform = np.full(1000, 1 / 1000)
    for turned, second in ((True, False), (False, True)):
        if second:
            press(seen, "from a second matrix")
        transformed = (X, whitened(X, uniform, turned), whitened(X, p, turned))
        for chart, q in ((0, np.ones(1000)), (1, p)):
            dots = [t for t in seen.traces(chart) if t["text"] is not None]
            for shown, Y in zip(dots, transformed, strict=True):
                C = X[at] if second else Y[at]
                expected = np.log(q @ np.exp(Y @ C.T))
                np.testing.assert_allclose(shown["x"], expected, atol=1e-4)
                assert list(shown["text"]) == typed
        told = numbers(headline(seen, "Zipfian whitening made the Zipfian Z"))
        C = X[at] if second else transformed[2][at]
        z = [np.log(p @ np.exp(Y @ c.T)) for Y, c in ((transformed[2], C), (X, X[at]))]
        np.testing.assert_allclose(told[:2], [each.std() for each in z], atol=0.0051)


def logit_adjusted(C, y, p, t, penalty):
    """Class vectors by BFGS on the loss as it is written, gradient and all."""
    hot = np.eye(len(p))[y]

    def loss(flat):
        W = flat.reshape(len(p), -1)
        weights = p**t * np.exp(C @ W.T)
        q = weights / weights.sum(axis=1, keepdims=True)
        nats = -np.log(q[np.arange(len(y)), y]).mean() + penalty * (W**2).sum() / 2
        return nats, ((q - hot).T @ C / len(y) + penalty * W).ravel()

    start = np.zeros(len(p) * C.shape[1])
    return minimize(loss, start, jac=True, method="BFGS").x.reshape(len(p), -1)


def test_losses_and_batches_are_those_of_their_formulas(visit, space):
    """Both errors of the first seeds after the prior strength moved; 1 - (1 - p)^B by rank."""
    seen = visit("theory_losses?loss_noise=0.6&batches=10&batches=100000")
    slider = seen.page.get_by_role("slider", name="Prior strength t")
    for _ in range(5):
        slider.press("ArrowLeft")
    seen.settle()
    problem = Problem(noise=0.6)
    p = class_prior(problem)
    dots = [t for t in seen.traces(2) if len(t["x"]) == 10]
    for t, errors in ((0.0, dots[:2]), (0.5, dots[2:])):
        for seed in (0, 7):
            C, y, C_test, y_test = draw(problem, seed=seed)
            W = logit_adjusted(C, y, p, t, problem.penalty)
            wrong = (np.argmax(C_test @ W.T, axis=1) != y_test).reshape(len(p), -1).mean(axis=1)
            shown = [each["x"][seed] for each in errors]
            np.testing.assert_allclose(shown, [p @ wrong, wrong.mean()], atol=0.002)
    told = headline(seen, "Over 10 seeds").replace(" (t = 0.5)", "")
    for part, softmax, adjusted, better in zip(
        told.split(";"), dots[:2], dots[2:], ("softmax", "logit-adjusted"), strict=True
    ):
        means = [100 * each["x"].mean() for each in (softmax, adjusted)]
        lower, higher, least, most = numbers(part.replace("95 %", ""))
        np.testing.assert_allclose([lower, higher], sorted(means), atol=0.051)
        assert f"lower with {better}" in part
        assert least < higher - lower < most

    p = np.sort(space.p)[::-1]
    lines = {t["name"]: t for chart in range(seen.n_charts) for t in seen.traces(chart)}
    for label, B in (("batch of 10 tokens", 10), ("batch of 100\u202f000 tokens", 100_000)):
        line = lines[label]
        q = 1 - (1 - p) ** B
        np.testing.assert_allclose(line["y"], (q / q.sum())[line["x"] - 1], rtol=1e-5, atol=1e-13)


def running_text():
    """600 lines of frequent words by Zipf's law; half of the words bring their neighbour along."""
    rng = np.random.default_rng(1)
    p = 1 / np.arange(1, len(WORDS) + 1)
    lines = []
    for _ in range(600):
        line = []
        for i in rng.choice(len(WORDS), 8, p=p / p.sum()):
            line += [WORDS[i], WORDS[i ^ 1]] if rng.random() < 0.5 else [WORDS[i]]
        lines.append(line)
    return lines


def counted(lines):
    """N(w, c): each pair within the window, both ways, nearer ones for more, counted one by one."""
    N = Counter()
    for line in lines:
        for i, w in enumerate(line):
            for j in range(max(0, i - WINDOW), min(len(line), i + WINDOW + 1)):
                if j != i:
                    N[w, line[j]] += (WINDOW - abs(i - j) + 1) / WINDOW
    return N


def trained(cache, tied):
    """Words, output and input vectors of the skip-gram that the page kept."""
    for path in Store(cache).folder.glob("skipgram-*.npz"):
        with np.load(path) as kept:
            header = json.loads(kept["header"].tobytes())
            if header["recipe"]["tied"] is tied:
                rows = [header["words"].index(word) for word in WORDS]
                outputs, inputs = (kept[side][rows].astype(float) for side in ("outputs", "inputs"))
                return outputs, inputs
    raise AssertionError("nothing was trained")


def test_a_skipgram_on_ones_own_text_against_its_counts(visit, cache):
    """PMI, logits, Z and Theorem 1's two sides, for two vectors a word and then for one."""
    lines = running_text()
    N = counted(lines)
    table = np.array([[N[w, c] for c in WORDS] for w in WORDS])
    P = table / table.sum()
    p = P.sum(axis=1)
    seen = visit("theory_corpus?corpus=Your+own+text&sg_d=10&sg_window=5&law_kappa=10")
    seen.page.get_by_test_id("stFileUploaderDropzoneInput").set_input_files(
        {
            "name": "mine.txt",
            "mimeType": "text/plain",
            "buffer": "\n".join(map(" ".join, lines)).encode(),
        }
    )
    seen.page.get_by_role("button", name="Train a skip-gram").wait_for()
    seen.settle()
    seen.page.get_by_text("How it is trained").click()
    seen.page.get_by_role("slider", name="Window").press("ArrowLeft")
    seen.settle()
    for tied in (False, True):
        if tied:
            press(seen, "tied")
        seen.page.get_by_role("button", name="Train a skip-gram").click()
        seen.page.locator("strong", has_text="follows PMI").wait_for()
        seen.settle()
        W, C = trained(cache, tied)
        assert np.array_equal(W, C) is tied
        logits = W @ C.T + np.log(K)
        check_pairs(seen, P, logits)
        contexts = next(t for t in seen.traces(1) if t["name"] == "contexts")
        rows = [WORDS.index(word) for word in contexts["text"]]
        np.testing.assert_allclose(contexts["x"], -np.log(p[rows]))
        np.testing.assert_allclose(contexts["y"], np.log(p @ np.exp(logits))[rows], atol=1e-6)
        check_law(seen, table, W, C)


def check_pairs(seen, P, logits):
    p = P.sum(axis=1)
    shown = next(t for t in seen.traces(0) if t["name"] == "frequent pairs")
    pairs = [tuple(map(WORDS.index, text.split(" · "))) for text in shown["text"]]
    assert (
        len({frozenset(pair) for pair in pairs}) == len(pairs) == (P[np.triu_indices(32)] > 0).sum()
    )
    w, c = np.array(pairs).T
    np.testing.assert_allclose(shown["x"], np.log(P[w, c] / (p[w] * p[c])))
    for x, y, a, b in zip(shown["x"], shown["y"], w, c, strict=True):
        assert y == pytest.approx(logits[a, b], abs=1e-6), (x, WORDS[a], WORDS[b])
    met = P > 0
    pmi = np.log(P[met] / np.outer(p, p)[met])
    covariance = np.cov(pmi, logits[met], aweights=P[met])
    r = covariance[0, 1] / np.sqrt(covariance[0, 0] * covariance[1, 1])
    told = numbers(headline(seen, "follows PMI"))
    np.testing.assert_allclose(told[:2], [r, covariance[0, 1] / covariance[0, 0]], atol=0.0051)


def check_law(seen, table, W, C):
    """The panel of Zipf-centred vectors, KL(p || p(.|w)) against |w|^2 in the paper's G."""
    p = table.sum(axis=1) / table.sum()
    W, C = W - p @ W, C - p @ C
    traces = (t for chart in range(seen.n_charts) for t in seen.traces(chart))
    shown = next(t for t in traces if t["name"] == "Zipf-centred")
    for word, x, y in zip(shown["text"], shown["x"], shown["y"], strict=True):
        t = WORDS.index(word)
        given = (table[t] + KAPPA * p) / (table[t].sum() + KAPPA)
        assert x == pytest.approx(2 * (p * np.log(p / given)).sum())
        assert y == pytest.approx(W[t] @ (C.T * given) @ C @ W[t], rel=1e-5)
    assert set(shown["text"]) == set(WORDS)
