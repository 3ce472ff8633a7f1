"""Input tables of language models, from folders made here; no torch, no network."""

import json

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

import zipfviz
from zipfviz import token_embeddings as te

WORDS = ["[UNK]", "the", "cat", "dog", "##s", "zebra"]
TEXT = "the cat the dogs\nThe cat unheard\n" * 3
COUNTS = {"the": 9, "cat": 6, "dog": 3, "##s": 3, "[UNK]": 3}


@pytest.fixture
def model(tmp_path):
    """Make a model's folder: tensors as given, a WordPiece tokenizer, a configuration."""
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

    def make(name="tiny", architectures=("BertForMaskedLM",), **tensors):
        folder = tmp_path / name
        folder.mkdir()
        vocabulary = {word: i for i, word in enumerate(WORDS)}
        tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))
        tokenizer.normalizer = normalizers.Lowercase()
        tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
        tokenizer.enable_truncation(2)
        tokenizer.save(str(folder / "tokenizer.json"))
        (folder / "config.json").write_text(json.dumps({"architectures": architectures}), "utf-8")
        default = {"embeddings.word_embeddings.weight": table()}
        save_file({**default, **tensors}, folder / "model.safetensors")
        return folder

    return make


def table(rows=8, seed=0, dtype=np.float32):
    """8 rows for 6 words: models pad their tables."""
    return np.random.default_rng(seed).normal(3, 1, size=(rows, 4)).astype(dtype)


def space_of(folder):
    found = te.find_input_table(folder)
    freq = te.count_with_model(folder, TEXT.encode(), name="text")
    return found, zipfviz.align(te.load_input_table(found), freq)


def test_a_text_is_counted_in_the_models_own_subwords(model):
    """Whole lines, beyond the tokenizer's own truncation, without special tokens."""
    freq = te.count_with_model(model(), TEXT.encode(), name="text")
    assert dict(zip(freq.words, freq.values, strict=True)) == COUNTS


def test_the_table_is_a_word_space(model):
    """Rows are those of the tokenizer's ids; words the text does not have are left out."""
    folder = model()
    found, space = space_of(folder)
    assert found.tensor == "embeddings.word_embeddings.weight"
    assert set(space.words) == set(COUNTS)
    for word, row in zip(space.words, space.vectors, strict=True):
        np.testing.assert_array_equal(row, table()[WORDS.index(word)])
    np.testing.assert_allclose(space.p, [COUNTS[w] / 24 for w in space.words])


@pytest.mark.parametrize(
    ("architectures", "tensors", "tying", "says"),
    [
        (["BertForMaskedLM"], {}, "tied", "tied: the output layer scores tokens with the same"),
        (["GPT2LMHeadModel"], {"lm_head.weight": table()}, "tied", "stored again as lm_head"),
        (["LlamaForCausalLM"], {"lm_head.weight": table(seed=1)}, "untied", "of its own, lm_head"),
        (["BertModel"], {}, "no head", "holds no output layer"),
        (["BertModel"], {"position_embeddings.weight": table()}, "no head", "no output layer"),
        (None, {}, "no head", "holds no output layer"),
    ],
)
def test_tied_or_untied_is_said(model, architectures, tensors, tying, says):
    """From the tensors themselves where both are stored, else from the configuration."""
    found = te.find_input_table(model(architectures=architectures, **tensors))
    assert found.tying == tying
    assert says in found.sentence()


@pytest.mark.parametrize("method", te.METHODS[1:])
def test_a_whitened_table_goes_back_in_the_models_shape(model, tmp_path, method):
    """Every row, padding too, under the tensor's name; the space's own rows are white."""
    found, space = space_of(model())
    path = te.save_input_table(found, space, method, tmp_path / "white.safetensors")
    (saved,) = load_file(path).values()
    assert list(load_file(path)) == [found.tensor]
    assert (saved.shape, saved.dtype) == (table().shape, np.float32)
    weights = space.p if method.startswith("zipfian") else None
    rows = saved[[WORDS.index(word) for word in space.words]]
    assert zipfviz.sym1(rows, weights) == pytest.approx(1, abs=1e-5)
    if method.endswith("whitening"):
        fitted = zipfviz.Whitening(rotation="zca").fit(space.vectors, sample_weight=weights)
        np.testing.assert_allclose(saved, fitted.transform(table()), atol=1e-4)
    assert not list(tmp_path.glob("*.part"))


def test_bfloat16_tables_are_read_and_written(model, tmp_path):
    """numpy has no bfloat16: bits are widened, so the values are those of the rounded table."""
    folder = model()
    rounded = (table().view(np.uint32) >> 16).astype(np.uint16)
    header = {"w": {"dtype": "BF16", "shape": [8, 4], "data_offsets": [0, rounded.nbytes]}}
    text = json.dumps(header).encode()
    (folder / "model.safetensors").write_bytes(
        len(text).to_bytes(8, "little") + text + rounded.tobytes()
    )
    found = te.find_input_table(folder, tensor="w")
    freq = te.count_with_model(folder, TEXT.encode(), name="text")
    space = zipfviz.align(te.load_input_table(found), freq)
    want = (rounded.astype(np.uint32) << 16).view(np.float32)
    assert found.dtype == "BF16"
    np.testing.assert_allclose(
        te.whitened_table(found, space, "raw"), want.reshape(8, 4), atol=1e-6
    )


def test_a_table_that_cannot_be_told_is_named(model, tmp_path):
    """Tensors of unknown names are listed; none at all, no tokenizer and a quantised one say so."""
    folder = model(name="odd", **{"embeddings.word_embeddings.weight": np.zeros(3, np.float32)},
                   first=table(), second=table(9))  # fmt: skip
    with pytest.raises(zipfviz.InputError, match=r"choose one with tensor=, such as second, first"):
        te.find_input_table(folder)
    assert te.find_input_table(folder, tensor="first").shape == (8, 4)
    (folder / "tokenizer.json").unlink()
    with pytest.raises(zipfviz.InputError, match=r"has no tokenizer.json"):
        te.count_with_model(folder, b"the cat")
    (folder / "model.safetensors").unlink()
    with pytest.raises(zipfviz.InputError, match="holds no matrix"):
        te.find_input_table(folder)
    with pytest.raises(zipfviz.InputError, match="neither a model's folder"):
        te.find_input_table(tmp_path / "model.bin")


def test_a_space_of_another_model_does_not_fit(model, small_space):
    """The widths are named."""
    found = te.find_input_table(model())
    with pytest.raises(zipfviz.InputError, match="the space has 5 dimensions"):
        te.whitened_table(found, small_space, "zipfian_whitening")
    with pytest.raises(zipfviz.InputError, match="'abtt' is unknown"):
        te.whitened_table(found, space_of(model("again"))[1], "abtt")


def test_a_place_that_cannot_be_written_is_one_sentence(model, tmp_path):
    found, space = space_of(model())
    with pytest.raises(zipfviz.InputError, match="cannot be written"):
        te.save_input_table(found, space, "raw", tmp_path / "no" / "where.safetensors")
