"""Words match across Unicode's forms, and vectors, list and task of other languages are said."""

import re

import numpy as np
import pytest
from click.testing import CliRunner

import zipfviz
from zipfviz.cli.commands import main

RUSSIAN = re.findall(r"\w+", "и в не на я что он с это как по но из у мы за вы так же от")
VECTORS = np.random.default_rng(0).normal(size=(30, 4)).astype(np.float32)


def vectors(words):
    return zipfviz.load_embedding(dict(zip(words, VECTORS, strict=False)))


def test_canonically_equal_words_match_and_stay_as_stored():
    stored = ["cafe\u0301", "caf\u00e9", "nai\u0308ve", "the"]
    counts = zipfviz.load_frequency({"café": 3, "naïve": 2, "the": 5})
    space = zipfviz.align(vectors(stored), counts)
    assert space.words == ("caf\u00e9", "nai\u0308ve", "the")
    assert space.p.tolist() == [0.3, 0.2, 0.5]
    assert space.index["na\u00efve"] == space.index["nai\u0308ve"] == 1
    said = " ".join(space.report.notices)
    assert "1 word matched after Unicode normalization (NFC)" in said
    assert "1 word is another one in Unicode’s normal form (NFC) and left out" in said


def test_a_list_in_another_form_matches_too():
    counts = zipfviz.load_frequency({"cafe\u0301": 3, "caf\u00e9": 1, "the": 4})
    space = zipfviz.align(vectors(["caf\u00e9", "the"]), counts)
    assert space.p.tolist() == [0.5, 0.5]
    assert space.report.n_renormalized == 1


def test_turkish_capitals_are_those_of_turkish():
    words = [
        "ve",
        "bir",
        "bu",
        "için",
        "çok",
        "değil",
        "ama",
        "gibi",
        "daha",
        "olarak",
        "ıssız",
        "istanbul",
    ]
    counts = zipfviz.load_frequency({**dict.fromkeys(words, 1), "ISSIZ": 4, "İstanbul": 2})
    assert counts.masses(["Issız", "İSTANBUL", "issiz"], "both").tolist() == [5, 3, 0]


def test_vectors_and_list_of_two_languages_are_said():
    space = zipfviz.align(vectors(RUSSIAN), zipfviz.load_frequency("wordfreq:en"))
    expected = "These vectors look Russian, the list is English (wordfreq:en); choose wordfreq:ru."
    assert expected in " ".join(space.report.notices)
    right = zipfviz.align(vectors(RUSSIAN), zipfviz.load_frequency("wordfreq:ru"))
    assert "look" not in " ".join(right.report.notices)


@pytest.fixture
def russian_task(tmp_path):
    path = tmp_path / "pairs.tsv"
    path.write_text(
        "sentence1\tsentence2\tscore\nКошка сидит на ковре.\tКот лежит на полу.\t3\n"
        "Идёт дождь.\tОн купил машину.\t0\n",
        "utf-8",
    )
    return path


def test_the_language_of_a_task_is_told_and_can_be_chosen(russian_task):
    task = zipfviz.load_task(russian_task)
    assert task.language == "ru"
    assert any("told from its texts" in said for said in task.report.assumptions)
    assert zipfviz.load_task(russian_task, language="uk-UA").language == "uk"
    assert zipfviz.load_task("wordsim353").language == "en"


def test_the_command_takes_the_language_of_a_task(russian_task, tmp_path):
    table = tmp_path / "v.txt"
    table.write_text("".join(f"{w} {i} 1 {i * i}\n" for i, w in enumerate(RUSSIAN)), "utf-8")
    asked = ["scores", "--embedding", str(table), "--frequency", "wordfreq:ru"]
    asked += ["--task", str(russian_task), "--language"]
    assert CliRunner().invoke(main, [*asked, "ru"]).exit_code == 0
    wrong = CliRunner().invoke(main, [*asked, "Russian"])
    assert "no code of a language" in wrong.output
