"""What a file is good for agrees with what loading it gives, or asks."""

import random

import pytest

import zipfviz
from zipfviz.common.errors import ChoiceNeeded
from zipfviz.io.classify import classify

WORDS = ["the", "of", "house", "tree", "naïve", "café", "straße", "größe", "blue", "seven", "run",
         "walk", "talk", "sing", "play", "work", "read", "write", "think", "know", "see", "hear",
         "élan", "garçon"]  # fmt: skip
LOADERS = {
    "frequency": zipfviz.load_frequency,
    "task": zipfviz.load_task,
    "embedding": zipfviz.load_embedding,
}


PAIRS = "sentence1\tsentence2\tscore"


def table(rows, header="", separator="\t"):
    lines = [header] if header else []
    return "\n".join([*lines, *(separator.join(map(str, row)) for row in rows)]) + "\n"


def counted(*more):
    return [
        [word, *(1000 // (n + 1) + 3 * k for k in range(2)), *more] for n, word in enumerate(WORDS)
    ]


def vectors(d, *before):
    rng = random.Random(d)
    return [[*(f"{name}{n}" for name in before), word, *(f"{rng.gauss():.4f}" for _ in range(d))]
            for n, word in enumerate(WORDS)]  # fmt: skip


def lexique():
    names = "ortho phon lemme cgram genre nombre freqlemfilms2 freqlemlivres freqfilms2 freqlivres"
    names = names.split() + [f"infover{i}" for i in range(21)]
    rows = [[w, f"p{w}", f"l{w}", "NOM" if n % 2 else "VER", "m", "s", 9.5 / (n + 1), 3.2 / (n + 1),
             8.5 / (n + 1), 2.5 / (n + 1), *(n % 3 for _ in range(21))]
            for n, w in enumerate(WORDS)]  # fmt: skip
    return table(rows, "\t".join(names))


def pairs(*scores):
    return [[f"a {w} here", f"the {w} there", *(round(n * k % 5, 2) for k in scores)]
            for n, w in enumerate(WORDS)]  # fmt: skip


def counts_beside_vectors(d, stem="d"):
    rows = [
        [w, 1000 // (n + 1), *v[1:]] for n, (w, v) in enumerate(zip(WORDS, vectors(d), strict=True))
    ]
    return table(rows, ",".join(["word", "count", *(f"{stem}{i}" for i in range(d))]), ",")


FILES = {
    "Lexique": ("frequency", lexique().encode(), True),
    "UTF-16 list": ("frequency", table([r[:2] for r in counted()]).encode("utf-16-le"), True),
    "UTF-16, marked": ("frequency", table([r[:2] for r in counted()]).encode("utf-16"), True),
    "UTF-16 vectors": ("embedding", table(vectors(8), separator=" ").encode("utf-16-be"), True),
    "UTF-16 pairs": ("task", table(pairs(0.7), PAIRS).encode("utf-16"), True),
    "two counts": ("frequency", table(counted()).encode(), True),
    "two counts, named": ("frequency", table(counted(), "wort\tn2019\tn2020").encode(), True),
    "cp1252 list": ("frequency", table([r[:2] for r in counted()]).encode("cp1252"), True),
    "cp1252 vectors": ("embedding", table(vectors(8), separator=" ").encode("cp1252"), True),
    "cp1252 pairs": ("task", table(pairs(0.7), PAIRS).encode("cp1252"), True),
    "two scores": ("task", table(pairs(0.7, 1.9), "left\tright\tfirst\tsecond").encode(), True),
    "two columns of words": ("embedding", table(vectors(8, "key"), separator=",").encode(), True),
    "word, count, four numbers": ("embedding", counts_beside_vectors(4).encode(), False),
    "word, count, eight numbers": ("embedding", counts_beside_vectors(8, "v").encode(), False),
    "statistics": (
        "frequency",
        table([[w, 100 - n, 50 - n, round(9 / (n + 1), 2), 3.5] for n, w in enumerate(WORDS)],
              "Word,FREQcount,CDcount,SUBTLWF,Lg10WF", ",").encode(),
        False,
    ),
    "results": (None, b"model,a,b,c\nglove,0.5,0.6,0.7\nbert,0.7,0.8,0.8\nelmo,0,1,0\n", None),
}  # fmt: skip


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_asks_is_offered_as_what_it_is(name, tmp_path):
    kind, data, asks = FILES[name]
    path = tmp_path / "file.txt"
    path.write_bytes(data)
    assert classify(path) == kind
    if asks:
        with pytest.raises(ChoiceNeeded):
            LOADERS[kind](path)
    elif asks is False:
        LOADERS[kind](path)
