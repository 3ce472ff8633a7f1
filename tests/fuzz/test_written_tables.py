"""Any table written by a stated rule comes back as it was, or is asked about: nothing else."""

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import zipfviz
from zipfviz.common.errors import ChoiceNeeded

MANY = settings(suppress_health_check=list(HealthCheck))
LETTERS = st.sampled_from("abcdefgxyzäßéñłцжшкбगकमनعبتجق中文語日ก한글'-.")
WORDS = st.text(LETTERS, min_size=1, max_size=8).filter(lambda word: any(map(str.isalpha, word)))
PHRASES = st.lists(WORDS, min_size=1, max_size=2).map(" ".join)
SENTENCES = st.lists(WORDS, min_size=2, max_size=6).map(" ".join)
SEPARATORS = ["\t", ",", ";", "|", " | ", ":", ": ", "=", " = ", " -> ", "→", "，", "：", " "]
ENCODINGS = ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "gb18030"]
ENDS = ["\n", "\r\n", "\r\r\n"]
RULES = st.fixed_dictionaries(
    {
        "separator": st.sampled_from(SEPARATORS),
        "header": st.booleans(),
        "index": st.booleans(),
        "quoted": st.booleans(),
        "end": st.sampled_from(ENDS),
        "encoding": st.sampled_from(ENCODINGS),
    }
)


def written(names, rows, texts, rule):
    """A table by a rule: the first `texts` columns are quoted where it says so."""
    if rule["index"]:
        names = ["id", *names]
        rows = [[str(n), *row] for n, row in enumerate(rows)]
    first = rule["index"]
    lines = [names] if rule["header"] else []
    lines += [
        [
            f'"{cell}"' if rule["quoted"] and first <= c < first + texts else cell
            for c, cell in enumerate(row)
        ]
        for row in rows
    ]
    text = "".join(rule["separator"].join(line) + rule["end"] for line in lines)
    return text.encode(rule["encoding"])


def comes_back(load, data, is_right, **options):
    """Whether a table is read rightly, or asked about with what is right among the answers."""
    try:
        found = load(data, name="table", **options)
    except ChoiceNeeded as question:
        ways = [
            way.options for way in question.choices if not way.options.items() <= options.items()
        ]
        return any(comes_back(load, data, is_right, **{**options, **way}) for way in ways)
    return is_right(found)


def check(load, data, is_right, encoding):
    """A table comes back where its encoding is given, and without where its bytes tell it."""
    assert comes_back(load, data, is_right, encoding=encoding)
    if encoding.startswith("utf"):
        assert comes_back(load, data, is_right)


@st.composite
def lists(draw):
    """(words, counts) as a person would have them: distinct words, the counts falling."""
    words = draw(st.lists(PHRASES, min_size=6, max_size=14, unique=True))
    n = len(words)
    counts = draw(st.lists(st.integers(1, 10**7), min_size=n, max_size=n, unique=True))
    return words, sorted(counts, reverse=True)


@settings(MANY)
@given(lists(), RULES)
def test_lists(found, rule):
    words, counts = found
    rows = [[word, str(count)] for word, count in zip(words, counts, strict=True)]
    data = written(["word", "count"], rows, 1, rule)

    def is_right(found):
        return [*found.words] == words and found.values.tolist() == counts

    check(zipfviz.load_frequency, data, is_right, rule["encoding"])


@st.composite
def vectors(draw):
    """(words, (n, d) numbers as they are written): plus and minus signs of several kinds."""
    words = draw(st.lists(WORDS, min_size=6, max_size=14, unique=True))
    d = draw(st.integers(3, 12))
    minus = draw(st.sampled_from("-\u2212\u2013"))
    number = st.floats(-9, 9, width=32).map("{:.4f}".format)
    rows = draw(
        st.lists(st.lists(number, min_size=d, max_size=d), min_size=len(words), max_size=len(words))
    )
    return words, [[cell.replace("-", minus) for cell in row] for row in rows]


def plain(text):
    return float(text.replace("\u2212", "-").replace("\u2013", "-"))


@settings(MANY)
@given(vectors(), RULES)
def test_vectors(found, rule):
    words, numbers = found
    rows = [[word, *row] for word, row in zip(words, numbers, strict=True)]
    names = ["word", *(f"d{i}" for i in range(len(numbers[0])))]
    data = written(names, rows, 1, rule)
    X = np.array([list(map(plain, row)) for row in numbers], np.float32)

    def is_right(found):
        return [*found.words] == words and np.array_equal(found.vectors, X)

    check(zipfviz.load_embedding, data, is_right, rule["encoding"])


@st.composite
def pairs(draw):
    """(left, right, scores): distinct texts, scores of one decimal from 0 to 5 that differ."""
    n = draw(st.integers(6, 14))
    texts = draw(st.lists(SENTENCES, min_size=2 * n, max_size=2 * n, unique=True))
    scores = draw(st.lists(st.integers(0, 50), min_size=n, max_size=n, unique=True))
    return texts[:n], texts[n:], [score / 10 for score in scores]


@settings(MANY)
@given(pairs(), RULES)
def test_pairs(found, rule):
    left, right, scores = found
    if rule["separator"] == " " and not rule["quoted"]:  # no texts of several words
        left, right = ([text.replace(" ", "") for text in texts] for texts in (left, right))
    rows = [[a, b, str(score)] for a, b, score in zip(left, right, scores, strict=True)]
    data = written(["sentence1", "sentence2", "score"], rows, 2, rule)

    def is_right(found):
        texts = [[found.texts[i] for i in column] for column in found.pairs.T]
        return texts == [left, right] and found.gold.tolist() == scores

    check(zipfviz.load_task, data, is_right, rule["encoding"])
