"""Tables of static language models: each token has the row that its own library gives it."""

import io
import json
import shutil
import zipfile

import numpy as np
import pytest
from safetensors.numpy import save, save_file
from tokenizers import Tokenizer, models

import zipfviz
from zipfviz.common.errors import InputError

TOKENS = ["[PAD]", "the", "of", "sun", "moon", "##s"]
ROWS = np.random.default_rng(4).normal(size=(6, 4)).astype(np.float32)
CENTRES = ROWS[:3]
MAPPING = np.array([2, 0, 1, 0, 2, 1])
WEIGHTS = np.array([0.5, 1, 2, 3, 4, 0.25], np.float32)


def save_tokenizer(folder, tokens=TOKENS, added=()):
    tokenizer = Tokenizer(models.WordPiece({t: i for i, t in enumerate(tokens)}, unk_token="[PAD]"))
    tokenizer.add_tokens(list(added))
    tokenizer.save(str(folder / "tokenizer.json"))


def save_model(folder, config=None, *, tokens=TOKENS, added=(), **tensors):
    """A folder as model2vec saves it."""
    folder.mkdir(parents=True, exist_ok=True)
    save_tokenizer(folder, tokens, added)
    save_file(tensors, folder / "model.safetensors")
    (folder / "config.json").write_text(json.dumps(config or {}), "utf-8")
    return folder


def rows_of(source, **options):
    found = zipfviz.load_embedding(source, **options)
    return dict(zip(found.words, found.vectors, strict=True))


@pytest.mark.parametrize("table", [CENTRES, ROWS], ids=["fewer rows", "as many rows"])
@pytest.mark.parametrize("dtype", [np.int64, np.int32, np.uint16])
def test_a_mapping_says_which_row_a_token_has(tmp_path, table, dtype):
    """A quantised vocabulary, also one whose table has a row for each token by chance."""
    folder = save_model(tmp_path, embeddings=table, mapping=MAPPING.astype(dtype), weights=WEIGHTS)
    want = table[MAPPING] * WEIGHTS[:, None]
    found = zipfviz.load_embedding(folder)
    assert list(found.words) == TOKENS
    np.testing.assert_allclose(found.vectors, want, rtol=1e-6)
    assert "6 tokens share the" in found.report.assumptions[0]
    first = zipfviz.load_embedding(folder, max_words=2)
    assert first.words == ("[PAD]", "the")
    np.testing.assert_allclose(first.vectors, want[:2], rtol=1e-6)


def test_weights_alone_and_in_halves(tmp_path):
    """Weights without a mapping; float16 is raised before it is multiplied."""
    table, weights = np.full((6, 4), 6e4, np.float16), np.full(6, 100, np.float16)
    found = rows_of(save_model(tmp_path, embeddings=table, weights=weights))
    np.testing.assert_array_equal(found["sun"], np.float32(np.float16(6e4)) * 100)


def test_int8_tables(tmp_path):
    """model2vec's int8 has one scale that it drops; scales that are there are multiplied in."""
    steps = np.rint(ROWS / np.abs(ROWS).max() * 127).astype(np.int8)
    folder = save_model(tmp_path / "a", {"embedding_dtype": "int8"}, embeddings=steps)
    found = zipfviz.load_embedding(folder)
    np.testing.assert_array_equal(found.vectors, steps)
    assert "int8 under one scale, which model2vec does not keep" in found.report.assumptions[0]
    mapped = save_model(tmp_path / "b", embeddings=steps[:3], mapping=MAPPING, weights=WEIGHTS)
    want = steps[MAPPING] * WEIGHTS[:, None]
    np.testing.assert_allclose(rows_of(mapped)["moon"], want[4], rtol=1e-6)
    with pytest.raises(InputError, match=r"I8 numbers, which are quantised .*as float32"):
        zipfviz.load_embedding(save_model(tmp_path / "c", embeddings=steps))
    scales = np.arange(1, 7, dtype=np.float32)
    tensors = {"embed.weight": steps, "embed.weight_scale": scales[:, None]}
    found = rows_of(save_model(tmp_path / "d", **tensors))
    np.testing.assert_array_equal(found["moon"], steps[4] * np.float32(5))
    offset = tensors | {"embed.weight_zero_point": scales[:, None]}
    with pytest.raises(InputError, match=r"quantised with .*zero_point.*as float32"):
        zipfviz.load_embedding(save_model(tmp_path / "e", **offset))


def test_what_was_done_to_the_rows_is_said(tmp_path):
    """PCA, weighting by rank and normalization by the model's makers, from config.json."""
    config = {"apply_pca": 4, "sif_coefficient": 1e-4, "normalize": True}
    said = " ".join(zipfviz.load_embedding(save_model(tmp_path, config, embeddings=ROWS)).report
                    .assumptions)  # fmt: skip
    assert "apply_pca 4" in said
    assert "sif_coefficient 0.0001" in said
    assert "normalizes its vector of a text" in said
    plain = save_model(tmp_path, {"apply_pca": None, "normalize": False}, embeddings=ROWS)
    assert zipfviz.load_embedding(plain).report.assumptions == ()


@pytest.mark.parametrize(
    ("tensors", "says"),
    [
        ({"embeddings": CENTRES}, "has 3 rows and tokenizer.json has 6 tokens"),
        ({"embeddings": np.zeros((400, 4), np.float32)}, "has 400 rows and tokenizer.json has 6"),
        ({"embeddings": CENTRES, "mapping": MAPPING + 1}, "'mapping' leads to rows that"),
        ({"embeddings": CENTRES, "mapping": MAPPING - 1}, "'mapping' leads to rows that"),
        ({"embeddings": CENTRES, "mapping": MAPPING / 2}, "'mapping' leads to rows that"),
        ({"embeddings": CENTRES, "mapping": MAPPING[:, None]}, r"'mapping' has shape \(6, 1\)"),
        ({"embeddings": CENTRES, "mapping": MAPPING[:5]}, "'mapping' has 5 rows and tokenizer"),
        ({"embeddings": CENTRES, "mapping": MAPPING, "weights": WEIGHTS[:3]}, "3 numbers for 6"),
        ({"embeddings": ROWS, "weights": WEIGHTS[:3]}, "'weights' has 3 numbers for 6 tokens"),
    ],
)
def test_tables_that_do_not_fit_their_tokens(tmp_path, tensors, says):
    """Never the wrong rows: one sentence where tokens, mapping, weights and rows disagree."""
    with pytest.raises(InputError, match=says):
        zipfviz.load_embedding(save_model(tmp_path, **tensors))


def test_tokens_added_later_need_no_row(tmp_path):
    """Tokens that were only added to the tokenizer are told; the rows of the others are right."""
    tokens = [f"w{i}" for i in range(40)]
    table = np.arange(160, dtype=np.float32).reshape(40, 4)
    folder = save_model(tmp_path, tokens=["[PAD]", *tokens[1:]], added=["<new>"], embeddings=table)
    found = zipfviz.load_embedding(folder)
    np.testing.assert_array_equal(found.vectors, table)
    assert "'<new>' has no row" in found.report.bad_examples[0]


def test_other_tensors_of_these_names_change_nothing(tmp_path):
    """`weights` beside a table that is not model2vec's is told and left alone."""
    found = zipfviz.load_embedding(save_model(tmp_path, vectors=ROWS, weights=WEIGHTS))
    np.testing.assert_array_equal(found.vectors, ROWS)
    assert "weights beside 'vectors' was not used" in found.report.assumptions[0]


def test_a_static_embedding_of_sentence_transformers(tmp_path):
    """The first module is the table; a layer behind it is no second candidate, and is told."""
    inner = tmp_path / "0_StaticEmbedding"
    inner.mkdir()
    save_tokenizer(inner)
    save_file({"embedding.weight": ROWS}, inner / "model.safetensors")
    dense = tmp_path / "2_Dense"
    dense.mkdir()
    save_file({"linear.weight": ROWS}, dense / "model.safetensors")
    modules = [
        {"idx": i, "name": str(i), "path": path, "type": f"sentence_transformers.models.{kind}"}
        for i, (path, kind) in enumerate(
            [("0_StaticEmbedding", "StaticEmbedding"), ("1_N", "Normalize"), ("2_Dense", "Dense")]
        )
    ]
    (tmp_path / "modules.json").write_text(json.dumps(modules), "utf-8")
    found = zipfviz.load_embedding(tmp_path)
    np.testing.assert_array_equal(found.vectors, ROWS)
    assert "modules.json adds Normalize, Dense behind the table" in found.report.assumptions[0]
    shutil.make_archive(str(tmp_path.parent / "model"), "zip", tmp_path)
    np.testing.assert_array_equal(
        zipfviz.load_embedding(tmp_path.parent / "model.zip").vectors, ROWS
    )


def test_a_zip_and_its_members_read_as_the_folder_does(tmp_path):
    """The mapping and config.json count in an archive as well."""
    folder = save_model(
        tmp_path / "m", {"apply_pca": 4}, embeddings=CENTRES, mapping=MAPPING, weights=WEIGHTS
    )
    with zipfile.ZipFile(tmp_path / "m.zip", "w") as archive:
        for path in folder.iterdir():
            archive.write(path, f"m/{path.name}")
    packed, plain = zipfviz.load_embedding(tmp_path / "m.zip"), zipfviz.load_embedding(folder)
    assert packed.digest == plain.digest
    assert packed.report.assumptions == plain.report.assumptions


def test_a_shared_table_is_no_input_table_to_write_back(tmp_path):
    """`whiten --count` says so: what a token has is its row and its weight together."""
    from zipfviz.token_embeddings import find_input_table

    folder = save_model(tmp_path, embeddings=CENTRES, mapping=MAPPING, weights=WEIGHTS)
    with pytest.raises(InputError, match="mapping and weights beside it say what each token has"):
        find_input_table(folder)


def test_an_upload_of_the_table_alone_takes_a_tokenizer(tmp_path):
    """Bytes have nothing beside them: tokenizer= names the words, the mapping is in the file."""
    folder = save_model(tmp_path, embeddings=CENTRES, mapping=MAPPING)
    data = save({"embeddings": CENTRES, "mapping": MAPPING})
    found = rows_of(data, tokenizer=folder / "tokenizer.json")
    np.testing.assert_array_equal(found["moon"], CENTRES[2])


class Tensor:
    """What zipfviz asks of a torch tensor: bfloat16 goes to numpy as float32 only."""

    dtype = "torch.bfloat16"

    def detach(self):
        return self

    def cpu(self):
        return self

    def float(self):
        return ROWS


def test_narrow_numbers_in_memory_and_npy():
    """bfloat16 tensors are raised to float32; what numpy cannot tell or is quantised is named."""
    np.testing.assert_array_equal(rows_of((TOKENS, Tensor()))["moon"], ROWS[4])
    halves = io.BytesIO()
    np.save(halves, ROWS.astype(np.float16))
    found = rows_of(halves.getvalue(), words=TOKENS)
    np.testing.assert_array_equal(found["moon"], ROWS[4].astype(np.float16).astype(np.float32))
    unknown = io.BytesIO()
    np.save(unknown, np.zeros((6, 4), "V2"))
    with pytest.raises(InputError, match=r"V2 values \(numpy stores bfloat16 so\), not numbers"):
        zipfviz.load_embedding(unknown.getvalue(), words=TOKENS)
