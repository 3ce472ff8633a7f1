"""Embeddings in every other form: binary, fastText, arrays, tables, tensors, spaCy, objects."""

import bz2
import gzip
import io
import json
import lzma
import struct
import tarfile
import zipfile
from pathlib import Path

import msgpack
import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet
import pytest
from gensim.models import FastText, KeyedVectors, Word2Vec
from gensim.models.fasttext import load_facebook_vectors
from gensim.test.utils import datapath
from safetensors.numpy import save_file
from tokenizers import Tokenizer, models

import zipfviz
from zipfviz import InputError
from zipfviz.io.vectors.spacy_vocab import murmur_hash

WORDS = ["the", "b c", "null", "日本"]
VECTORS = np.arange(12, dtype=np.float32).reshape(4, 3) / 8
TEXT = "".join(f"{w} {' '.join(map(str, v))}\n" for w, v in zip(WORDS, VECTORS, strict=True))


def holds_all(embedding):
    assert list(embedding.words) == WORDS
    np.testing.assert_array_equal(embedding.vectors, VECTORS)
    return True


def zipped(path, **files):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name.replace("__", "."), data)
    return path


def npy(array):
    file = io.BytesIO()
    np.save(file, array)
    return file.getvalue()


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
def test_packed_under_a_wrong_name(tmp_path, pack):
    """Packing shows in the content: a gzip called .vec, or packed twice, is unpacked."""
    path = tmp_path / "vectors.vec"
    path.write_bytes(pack(TEXT.encode()))
    assert holds_all(zipfviz.load_embedding(path))
    assert holds_all(zipfviz.load_embedding(gzip.compress(pack(TEXT.encode()))))


def test_archives(tmp_path):
    """Litter of operating systems is passed over; of two real members one must be chosen."""
    one = zipped(
        tmp_path / "one.zip", glove__txt=TEXT, **{"__MACOSX/._x": "x", "a/__DS_Store": "x"}
    )
    assert holds_all(zipfviz.load_embedding(one))
    two = zipped(tmp_path / "two.zip", a__txt="x 1 2\n", b__txt=TEXT)
    with pytest.raises(
        InputError, match=r"two.zip holds 2 files; give member='a.txt' or member='b.txt'"
    ):
        zipfviz.load_embedding(two)
    assert holds_all(zipfviz.load_embedding(two, member="b.txt"))
    with tarfile.open(tmp_path / "t.tgz", "w:gz") as archive:
        info = tarfile.TarInfo("deep/x.txt")
        info.size = len(TEXT.encode())
        archive.addfile(info, io.BytesIO(TEXT.encode()))
    assert holds_all(zipfviz.load_embedding(tmp_path / "t.tgz"))


def test_uploads():
    """Bytes, files that can seek and streams that cannot are read alike and left open."""

    class Stream:
        def __init__(self):
            self.file = io.BytesIO(gzip.compress(TEXT.encode()))

        def read(self, size=-1):
            return self.file.read(size)

    upload = io.BytesIO(TEXT.encode())
    upload.name = "mine.txt"
    assert holds_all(zipfviz.load_embedding(upload))
    assert not upload.closed
    assert zipfviz.load_embedding(upload).name == "mine.txt"
    assert holds_all(zipfviz.load_embedding(Stream()))


@pytest.mark.parametrize("end", [b"\n", b""])
def test_word2vec_binary(end):
    """Both writers' rows, words with spaces in them included."""
    rows = [w.encode() + b" " + v.tobytes() + end for w, v in zip(WORDS, VECTORS, strict=True)]
    data = b"4 3\n" + b"".join(rows)
    assert holds_all(zipfviz.load_embedding(data))
    with pytest.raises(InputError, match=r"ends inside row 4 of 4.*partial=True"):
        zipfviz.load_embedding(data[:-5])
    assert zipfviz.load_embedding(data[:-5], partial=True).words == tuple(WORDS[:3])
    with pytest.raises(InputError, match="header promises 9"):
        zipfviz.load_embedding(b"9" + data[1:])
    assert zipfviz.load_embedding(data, max_words=2).words == tuple(WORDS[:2])


def test_gensims_word2vec_binary_with_spaces(tmp_path, glove):
    """Words with spaces in a file gensim wrote come out whole; gensim itself cannot read them."""
    words = [f"{w} {i}" if i % 7 == 0 else w for i, w in enumerate(glove.words[:2000])]
    vectors = KeyedVectors(50)
    vectors.add_vectors(words, glove.vectors[:2000])
    vectors.save_word2vec_format(tmp_path / "x.bin", binary=True)
    loaded = zipfviz.load_embedding(tmp_path / "x.bin")
    assert list(loaded.words) == words
    np.testing.assert_array_equal(loaded.vectors, glove.vectors[:2000])


@pytest.mark.parametrize("name", ["crime-and-punishment", "lee_fasttext_new", "toy-model"])
def test_fasttext_as_gensim_reads_it(name):
    """Words and composed words of a .bin equal gensim's, but for </s>, which has no n-grams."""
    theirs = load_facebook_vectors(datapath(f"{name}.bin"))
    ours = zipfviz.load_embedding(datapath(f"{name}.bin"), compose=["unheard", "неслыханно", "the"])
    known = len(theirs.index_to_key)
    assert list(ours.words[:known]) == theirs.index_to_key
    same = [i for i, word in enumerate(ours.words) if word != "</s>"]
    expected = np.array([theirs.get_vector(ours.words[i]) for i in same])
    np.testing.assert_allclose(ours.vectors[same], expected, atol=1e-6)
    assert {"unheard", "неслыханно"} < set(ours.words)
    assert len(ours) == known + 2 + ("the" not in theirs.index_to_key)


@pytest.mark.parametrize(
    "name", ["crime-and-punishment", "lee_fasttext", "pang_lee_polarity_fasttext"]
)
def test_fasttext_as_its_own_vec_file_says(name):
    """A .bin, of 2016 or supervised ones too, has the vectors fastText printed into the .vec."""
    binary = zipfviz.load_embedding(datapath(f"{name}.bin"))
    text = zipfviz.load_embedding(datapath(f"{name}.vec"))
    assert binary.words == text.words
    np.testing.assert_allclose(binary.vectors, text.vectors, rtol=1e-4, atol=1e-5)


def test_npy_and_its_word_list(tmp_path):
    """Words stand beside an .npy, or are given; any order and float type of the array."""
    np.save(tmp_path / "x.npy", np.asfortranarray(VECTORS.astype(np.float64)))
    with pytest.raises(InputError, match=r"x\.npy names no words; put them beside it as x\.vocab"):
        zipfviz.load_embedding(tmp_path / "x.npy")
    assert holds_all(zipfviz.load_embedding(tmp_path / "x.npy", words=WORDS))
    (tmp_path / "x.vocab.txt").write_text("\n".join(WORDS), encoding="utf-8")
    loaded = zipfviz.load_embedding(tmp_path / "x.npy")
    assert holds_all(loaded)
    assert ("stored as", "float64, rounded to float32") in loaded.report.facts
    with pytest.raises(InputError, match="has 4 rows and the words given has 2 words"):
        zipfviz.load_embedding(tmp_path / "x.npy", words=WORDS[:2])
    both = zipped(tmp_path / "b.zip", x__npy=npy(VECTORS), x__vocab__txt="\n".join(WORDS))
    assert holds_all(zipfviz.load_embedding(both.read_bytes()))
    json_list = json.dumps(WORDS).encode()
    assert holds_all(zipfviz.load_embedding(npy(VECTORS), words=json_list))
    rows = json.dumps({w: i for i, w in enumerate(WORDS)}).encode()
    assert holds_all(zipfviz.load_embedding(npy(VECTORS), words=rows))


def test_npy_half_precision_and_short():
    """float16 is raised exactly; int8 is refused as quantised; a short file says where it ends."""
    assert holds_all(zipfviz.load_embedding(npy(VECTORS.astype(np.float16)), words=WORDS))
    with pytest.raises(InputError, match="int8 numbers, which are quantised"):
        zipfviz.load_embedding(npy(VECTORS.astype(np.int8)), words=WORDS)
    with pytest.raises(InputError, match="after 3 of the 4 rows"):
        zipfviz.load_embedding(npy(VECTORS)[:-2], words=WORDS)
    part = zipfviz.load_embedding(npy(VECTORS)[:-2], words=WORDS, partial=True)
    assert part.words == tuple(WORDS[:3])


def test_npz(tmp_path):
    """An .npz holds its words; of several matrices one must be chosen."""
    np.savez_compressed(tmp_path / "x.npz", vectors=VECTORS, words=np.array(WORDS))
    assert holds_all(zipfviz.load_embedding(tmp_path / "x.npz"))
    np.savez(tmp_path / "y.npz", a=VECTORS, b=VECTORS[::-1], words=np.array(WORDS))
    with pytest.raises(InputError, match=r"2 matrices; give tensor='a' \(4 × 3\) or tensor='b'"):
        zipfviz.load_embedding(tmp_path / "y.npz")
    assert holds_all(zipfviz.load_embedding(tmp_path / "y.npz", tensor="a"))


@pytest.mark.parametrize("kind", ["parquet", "arrow"])
def test_tables(tmp_path, kind):
    """Wide and list columns; missing words and vectors are bad rows; a column can be chosen."""

    def write(**columns):
        table = pa.table(columns)
        if kind == "parquet":
            pyarrow.parquet.write_table(table, tmp_path / "x")
        else:
            pyarrow.feather.write_feather(table, tmp_path / "x", compression="lz4")
        return tmp_path / "x"

    wide = {f"d{i}": VECTORS[:, i] for i in range(3)}
    assert holds_all(zipfviz.load_embedding(write(index=[5, 6, 7, 8], word=WORDS, **wide)))
    lists = pa.array(VECTORS.tolist(), pa.list_(pa.float64()))
    dictionary = pa.array(WORDS).dictionary_encode()
    assert holds_all(zipfviz.load_embedding(write(tag=WORDS, token=dictionary, vec=lists)))
    gaps = write(
        w=["a", None, "c", "d"], v=pa.array([[1, 2], [1, 2], [1], None], pa.list_(pa.float32()))
    )
    loaded = zipfviz.load_embedding(gaps, max_loss=1)
    assert loaded.words == ("a",)
    assert loaded.report.bad_rows == 3
    assert "row 3: 'c': 1 numbers instead of 2" in loaded.report.bad_examples
    unclear = write(x=WORDS, y=WORDS, **wide)
    with pytest.raises(
        InputError, match=r"2 columns of text; give word_column='x' or word_column='y'"
    ):
        zipfviz.load_embedding(unclear)
    assert holds_all(zipfviz.load_embedding(unclear, word_column="y"))
    with pytest.raises(InputError, match="int8 numbers, which are quantised"):
        zipfviz.load_embedding(write(word=WORDS, d=pa.array([1, 2, 3, 4], pa.int8())))


def test_safetensors_of_a_language_model(tmp_path):
    """The input table with the tokenizer's words; padding is told; other tensors on request."""
    tokenizer = Tokenizer(models.WordLevel({w: i for i, w in enumerate(WORDS)}, unk_token="the"))
    tokenizer.save(str(tmp_path / "tokenizer.json"))
    (tmp_path / "config.json").write_text("{}")
    padded = np.concatenate([VECTORS, np.zeros((4, 3), np.float32)])
    tensors = {"model.embed_tokens.weight": padded, "lm_head.weight": padded + 1}
    save_file(tensors, tmp_path / "model.safetensors")
    loaded = zipfviz.load_embedding(tmp_path)
    assert holds_all(loaded)
    assert "'model.embed_tokens.weight' was taken" in loaded.report.assumptions[0]
    assert "4 rows have no word and are left out." in loaded.report.notices
    head = zipfviz.load_embedding(tmp_path / "model.safetensors", tensor="lm_head.weight")
    np.testing.assert_array_equal(head.vectors, VECTORS + 1)
    save_file({"a": VECTORS, "b": VECTORS}, tmp_path / "ab.safetensors")
    with pytest.raises(InputError, match=r"2 matrices; give tensor='a' \(4 × 3\) or tensor='b'"):
        zipfviz.load_embedding(tmp_path / "ab.safetensors")


def test_safetensors_in_shards(tmp_path):
    """An index leads to the shard that has the input table; vocab.txt gives the words."""
    save_file({"bert.embeddings.word_embeddings.weight": VECTORS}, tmp_path / "m-1.safetensors")
    save_file({"classifier.weight": VECTORS}, tmp_path / "m-2.safetensors")
    weight_map = {
        "bert.embeddings.word_embeddings.weight": "m-1.safetensors",
        "classifier.weight": "m-2.safetensors",
    }
    index = tmp_path / "model.safetensors.index.json"
    index.write_text(json.dumps({"weight_map": weight_map}))
    (tmp_path / "vocab.txt").write_text("\n".join(WORDS) + "\n", encoding="utf-8")
    assert holds_all(zipfviz.load_embedding(tmp_path))


def test_bfloat16_and_quantised_tensors():
    """bfloat16 is raised exactly to float32; 8-bit kinds are refused as quantised."""

    def tensor(dtype, data):
        entry = {"x": {"dtype": dtype, "shape": [4, 3], "data_offsets": [0, len(data)]}}
        header = json.dumps(entry).encode()
        return len(header).to_bytes(8, "little") + header + data

    half = (VECTORS.view(np.uint32) >> 16).astype("<u2").tobytes()
    assert holds_all(zipfviz.load_embedding(tensor("BF16", half), tokenizer=WORDS))
    for dtype, says in (("I8", "I8 numbers"), ("U8", "U8 numbers"), ("F8_E4M3", "float8 numbers")):
        with pytest.raises(InputError, match=f"{says}.*which are quantised"):
            zipfviz.load_embedding(tensor(dtype, b"\1" * 12), tokenizer=WORDS)


def spacy_files():
    """What spaCy 3 writes for three vectors and a pruned word; 401 is its symbol `agent`."""
    apple, coffee, alias = murmur_hash([b"apple", b"coffee", b"alias"]).tolist()
    return {
        "vocab/vectors": npy(VECTORS),
        "vocab/key2row": msgpack.packb({apple: 0, coffee: 2, 401: 1, alias: 2, 12345678: 3}),
        "vocab/strings.json": json.dumps(["alias", "apple", "coffee", "unused"]),
        "vocab/vectors.cfg": '{"mode": "default"}',
        "vocab/lookups.bin": b"\x80",
        "meta.json": "{}",
    }


def test_spacy_folders_and_wheels(tmp_path, monkeypatch):
    """A vocabulary in a folder, a wheel or an installed package; shared rows are told."""
    assert murmur_hash([b"apple", b"coffee"]).tolist() == [8566208034543834098, 3197928453018144401]
    package = tmp_path / "xx_vectors_md"
    for name, data in spacy_files().items():
        path = package / "xx_vectors_md-1.0" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
    (package / "__init__.py").write_text("raise RuntimeError('imported')")
    monkeypatch.syspath_prepend(tmp_path)
    wheel = tmp_path / "x.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for name, data in spacy_files().items():
            archive.writestr(f"xx/xx-1.0/{name}", data)
    folder = package / "xx_vectors_md-1.0"
    for source in (folder, folder / "vocab", package, "xx-vectors-md", wheel, wheel.read_bytes()):
        loaded = zipfviz.load_embedding(source)
        assert dict(zip(loaded.words, loaded.vectors[:, 0].tolist(), strict=True)) == {
            "apple": 0, "agent": 0.375, "coffee": 0.75, "alias": 0.75,
        }  # fmt: skip
        assert any("4 words share 3 vectors" in said for said in loaded.report.notices)
        assert any("1 vector is left out" in sentence for sentence in loaded.report.notices)


def test_objects_in_memory():
    """KeyedVectors, models, dicts, pairs and data frames are taken, and copied."""
    vectors = KeyedVectors(3)
    vectors.add_vectors(WORDS, VECTORS)
    loaded = zipfviz.load_embedding(vectors)
    vectors.vectors[:] = 7
    assert holds_all(loaded)
    assert holds_all(zipfviz.load_embedding((WORDS, VECTORS)))
    assert holds_all(zipfviz.load_embedding(dict(zip(WORDS, VECTORS.tolist(), strict=True))))
    assert holds_all(zipfviz.load_embedding(pd.DataFrame(VECTORS, index=WORDS)))
    assert holds_all(zipfviz.load_embedding(loaded, name="again"))
    model = Word2Vec([["a", "b", "c"] * 9], vector_size=4, min_count=1, workers=1)
    np.testing.assert_array_equal(zipfviz.load_embedding(model).vectors, model.wv.vectors)
    model = FastText([["aaa", "bbb"] * 9], vector_size=4, min_count=1, workers=1)
    composed = zipfviz.load_embedding(model, compose=["aaab"])
    np.testing.assert_array_equal(composed.vectors[-1], model.wv["aaab"])


@pytest.mark.parametrize(
    ("thing", "match"),
    [
        ({"a": [1, 2], "b": [1]}, "others have"),
        ({"a": [[1, 2]]}, "shape"),
        ({1: [1, 2]}, "word 1 is 1, a int; words are text"),
        ({}, "is empty"),
        ((WORDS, VECTORS[:2]), "2 rows and the words has 4 words"),
        ((["a"], np.array([[1 + 2j]])), "complex128 values, not numbers"),
        (7, "got a int; give a name"),
    ],
)
def test_objects_that_do_not_fit(thing, match):
    """A ragged dict, words that are no text, a pair of two lengths: one sentence."""
    with pytest.raises(InputError, match=match):
        zipfviz.load_embedding(thing)


def test_compose_needs_fasttext():
    """Only fastText composes; a model without subwords says which words it could not make."""
    with pytest.raises(InputError, match="only fastText models and floret tables compose"):
        zipfviz.load_embedding(TEXT.encode(), compose=["x"])
    supervised = datapath("pang_lee_polarity_fasttext.bin")
    report = zipfviz.load_embedding(supervised, compose=["unheard"]).report
    assert "'unheard' has no n-grams in this model" in report.bad_examples[0]


def test_quantised_fasttext_is_refused():
    """A .ftz is named for what it is."""
    data = bytearray(Path(datapath("toy-model.bin")).read_bytes())
    _, _, dim, *_, bucket, _, _, _, _, _, words = struct.unpack("<2i12id2i", data[:72])
    matrix = data.index(struct.pack("<2q", words + bucket, dim))
    data[matrix - 1] = 1
    with pytest.raises(InputError, match="quantised fastText model"):
        zipfviz.load_embedding(bytes(data))
