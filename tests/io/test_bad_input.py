"""Bad input is one sentence that names the thing and the way out."""

import numpy as np
import pytest

import zipfviz

CASES = {
    "unknown embedding": (
        lambda s: zipfviz.load_embedding("glove.6b.50"),
        r"'glove\.6b\.50'.*glove\.6B\.50d",
    ),
    "unknown frequency": (lambda s: zipfviz.load_frequency("rnk"), r"'rnk'.*name"),
    "unknown language": (lambda s: zipfviz.load_frequency("wordfreq:xx"), r"'xx'; it has ar, bg"),
    "unknown task": (lambda s: zipfviz.load_task("lee5"), r"'lee5'.*did you mean 'lee50'"),
    "missing file": (lambda s: zipfviz.load_embedding("no/such.bin"), r"such\.bin.*zipfviz list"),
    "unknown method": (
        lambda s: zipfviz.transform(s, "zipf"),
        r"'zipf' is unknown; use one of raw",
    ),
    "SIF without a task": (lambda s: zipfviz.transform(s, "sif_ccr"), r"needs one: .*task=task"),
    "too many types": (
        lambda s: zipfviz.sample_types(s, 61),
        r"61 different words from 60; choose k between 0 and 60",
    ),
    "too many words": (lambda s: s.top(61), r"61 .*of 60 words; choose a number between 1 and 60"),
    "negative p": (
        lambda s: zipfviz.word_space(["a", "b"], np.eye(2), [2, -1]),
        r"-1 at position 1 .*>= 0",
    ),
    "no mass": (lambda s: zipfviz.sym1(np.eye(2), [0, 0]), r"all weights are 0; give"),
    "wrong length": (lambda s: zipfviz.sym2(np.eye(3), [1, 2]), r"\(2,\), expected one .*3 rows"),
    "NaN": (
        lambda s: zipfviz.word_space(["a", "b"], [[0, np.nan], [1, 2]], [1, 1]),
        r"vector of 'a' is not finite; leave",
    ),
    "a word twice": (
        lambda s: zipfviz.word_space(["a", "a"], np.eye(2), [1, 1]),
        r"'a' stands twice",
    ),
    "equal vectors": (
        lambda s: zipfviz.transform(
            zipfviz.word_space(["a", "b"], np.ones((2, 2)), [1, 1]), "zipfian_whitening"
        ),
        r"all vectors are equal under this prior",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_one_sentence_with_the_way_out(case, small_space):
    """A ZipfvizError names what was wrong and what to do, in one line."""
    act, message = CASES[case]
    with pytest.raises(zipfviz.ZipfvizError, match=message) as caught:
        act(small_space)
    assert "\n" not in str(caught.value)


def test_no_shared_word_names_both_sides(glove, tmp_path):
    """A list in another language says which words stand against which."""
    (tmp_path / "alien.txt").write_text("qqxxzz 3\nzzxxqq 2\n")
    frequency = zipfviz.load_frequency(tmp_path / "alien.txt")
    with pytest.raises(zipfviz.ZipfvizError, match=r"alien.*glove.*'qqxxzz'.*'the'.*choose a list"):
        zipfviz.align(glove, frequency)


def test_negative_count_names_its_line(tmp_path):
    """A list with a negative count is an error with file, line and word."""
    (tmp_path / "list.txt").write_text("the 3\nof -2\n")
    with pytest.raises(zipfviz.ZipfvizError, match=r"list\.txt line 2: 'of'.*-2"):
        zipfviz.load_frequency(tmp_path / "list.txt")
