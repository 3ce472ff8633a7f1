"""Records to and from pandas, gensim and numpy."""

import numpy as np
import pandas as pd
import pytest

import zipfviz


def test_vectors_go_to_pandas_and_gensim_and_come_back(glove):
    """Words in their order, numbers to the last bit, and nothing shared that can be written."""
    few = zipfviz.load_embedding(glove.to_pandas().head(50))
    assert few.words == glove.words[:50]
    np.testing.assert_array_equal(few.vectors, glove.vectors[:50])
    keyed = few.to_gensim()
    np.testing.assert_array_equal(keyed["the"], few.vectors[few.words.index("the")])
    back = zipfviz.load_embedding(keyed)
    assert back.words == few.words
    np.testing.assert_array_equal(back.vectors, few.vectors)
    keyed.vectors[0] = 0
    assert few.vectors[0].any()


def test_a_space_keeps_its_p(small_space):
    frame = small_space.to_pandas()
    assert frame.columns[0] == "p"
    back = zipfviz.WordSpace.from_pandas(frame)
    assert back.words == small_space.words
    np.testing.assert_array_equal(back.vectors, small_space.vectors)
    np.testing.assert_allclose(back.p, small_space.p, rtol=1e-15)
    word = small_space.words[3]
    assert small_space.to_gensim().get_vecattr(word, "p") == small_space.p[3]
    with pytest.raises(zipfviz.InputError, match="no column p"):
        zipfviz.WordSpace.from_pandas(frame.drop(columns="p"))


@pytest.mark.parametrize("name", ["simlex999", "lee50"])
def test_a_task_comes_back_pair_by_pair(name):
    """Texts with line ends, scores to the last bit; a pair without a score is left out and told."""
    task = zipfviz.load_task(name)
    frame = task.to_pandas()
    back = zipfviz.load_task(frame, kind=task.kind, language=task.language, name=name)
    assert [back.texts[i] for i in back.pairs.ravel()] == [
        task.texts[i] for i in task.pairs.ravel()
    ]
    np.testing.assert_array_equal(back.gold, task.gold)
    frame = frame.convert_dtypes()
    frame.loc[2, "score"] = pd.NA
    one_less = zipfviz.load_task(frame, kind=task.kind, language=task.language)
    assert len(one_less) == len(task) - 1
    assert "no score" in " ".join(one_less.report.notices)


def test_a_frame_whose_columns_are_not_plain_asks():
    frame = pd.DataFrame({"a": ["cat", "dog"], "b": [1.0, 2.0]})
    with pytest.raises(zipfviz.InputError):
        zipfviz.load_task(frame)
