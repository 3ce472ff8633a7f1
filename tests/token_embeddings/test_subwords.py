"""Tokens of a language model meet a list of words: what begins a word is it, never its end."""

import numpy as np
import pytest
from click.testing import CliRunner
from test_input_tables import TEXT, model, table

import zipfviz
from zipfviz.cli.commands import main
from zipfviz.text.subwords import read_subwords

__all__ = ["model", "table"]

COUNTS = {"the": 60, "cat": 20, "café": 5, "ing": 9, "東京": 3, "of": 30}


def align(tokens, **options):
    vectors = np.arange(3 * len(tokens), dtype=np.float32).reshape(-1, 3) ** 1.5
    return zipfviz.align(
        zipfviz.load_embedding((tokens, vectors)), zipfviz.load_frequency(COUNTS), **options
    )


@pytest.mark.parametrize(
    ("tokens", "words", "first"),
    [
        (["the", "Ġthe", "ĠcafÃ©", "ing", "æĿ±äº¬", "<|endoftext|>"], ["the", "café", "東京"], 1),
        (["▁the", "the", "▁of▁the", "▁cat", "ing", "東京", "</s>"], ["the", "cat", "東京"], 0),
        (["the", "##the", "cat", "##ing", "##東京", "[CLS]"], ["the", "cat"], 0),
        (
            ["the", "the</w>", "cat</w>", "in", "cafÃ©</w>", "æĿ±", "<|x|>"],
            ["the", "cat", "café"],
            1,
        ),
        (["the", "the</w>", "cat</w>", "in", "café</w>", "ing"], ["the", "cat", "café"], 1),
        (["th@@", "the@@", "the", "of", "cat", "ca@@"], ["the", "of", "cat"], 2),
        (["the", " the", " of", " café", "ing", "<0xE4>"], ["the", "of", "café"], 1),
    ],
)
def test_tokens_that_begin_a_word_are_that_word(tokens, words, first):
    """Of byte-level BPE, SentencePiece, WordPiece, CLIP (bytes, letters), subword-nmt, spaces."""
    space = align(tokens)
    assert list(space.words) == words
    np.testing.assert_allclose(space.vectors[0, 0], (3.0 * first) ** 1.5, rtol=1e-6)
    np.testing.assert_allclose(space.p.sum(), 1)
    lines = dict(space.report.lines())
    assert "continue one or are signs of the model" in lines["subword tokens"]


def test_pieces_have_no_frequency_under_any_policy():
    """Neither folding case nor keeping unlisted words brings a continuation in."""
    tokens = ["Ġthe", "the", "ĠCat", "cat", "Ġzebra", "ing"]
    space = align(tokens, fold="both", missing="floor")
    assert list(space.words) == ["the", "Cat", "zebra"]
    np.testing.assert_allclose(space.p, [0.6, 0.2, 0.2])
    assert space.report.n_missing_kept == 1


def test_both_are_counted_and_the_rule_is_said():
    """CLIP makes `the</w>` of the word alone, so that it is the word; `the` only goes on."""
    tokens = ["the", "the</w>", "cat</w>", "<|endoftext|>"]
    assert read_subwords(tokens).sentence() == (
        "BPE with word ends (</w>): 2 tokens are what a word alone becomes and are matched as it, "
        "2 continue one or are signs of the model and have no frequency"
    )
    byte_fallback = ["<unk>", "<0xE4>", "▁the", "▁of", "ing", "</s>"]
    assert read_subwords(byte_fallback).words == ("", "", "the", "of", "", "")


def test_as_stored_and_lists_that_count_tokens():
    """A list of the model's own tokens is matched as it is, and so is all when asked."""
    tokens = ["Ġthe", "the", "Ġcat", "s"]
    listed = zipfviz.load_frequency({"Ġthe": 9, "s": 3, "Ġcat": 6, "the": 1})
    vectors = np.eye(4, dtype=np.float32)
    emb = zipfviz.load_embedding((tokens, vectors))
    assert list(zipfviz.align(emb, listed).words) == tokens
    assert list(align(tokens, subwords="as stored").words) == ["the"]
    with pytest.raises(zipfviz.ZipfvizError, match="subwords='no' is unknown"):
        align(tokens, subwords="no")


def test_words_of_people_are_left_alone():
    """Maltese words that begin with Ġ, hashtags and numbers of # are words as they are."""
    maltese = ["Ġesù", "Ġunju", *(f"kelma{i}" for i in range(40))]
    tags = ["<b>", "</b>", "a@b", *(f"w{i}" for i in range(60)), "x@@", "</w>"]
    for words in (maltese, tags, ["##", "##,###", "#zipf", "the"], ["_a", "the_cat"]):
        assert read_subwords(words) is None


def test_whiten_counts_a_models_tokens(model, tmp_path):
    """`whiten --count`: its own tokens on a text; safetensors keep the model's shape."""
    from safetensors.numpy import load_file

    text, out = tmp_path / "text.txt", tmp_path / "white"
    text.write_text(TEXT, "utf-8")
    for suffix in (".txt", ".safetensors"):
        command = ["whiten", str(model(f"m{suffix}")), f"{out}{suffix}", "--count", str(text)]
        done = CliRunner().invoke(main, command)
        assert done.exit_code == 0, done.output
    assert zipfviz.load_embedding(f"{out}.txt").words == ("[UNK]", "the", "cat", "dog", "##s")
    (whole,) = load_file(f"{out}.safetensors").values()
    assert whole.shape == table().shape
