"""Words of running text in every script: Unicode's boundaries, a tokenizer where they say no."""

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

import zipfviz
from zipfviz.text import splitters
from zipfviz.text.splitters import splitter_for, splitter_of
from zipfviz.text.words import words_in


def words(text):
    return " ".join(words_in(text))


def test_marks_joiners_and_apostrophes_stay_inside_a_word():
    assert words("हिन्दी भाषा, हिन्दी।") == "हिन्दी भाषा हिन्दी"
    assert words("كِتَاب، جَدِيد؟") == "كِتَاب جَدِيد"
    assert words("می‌خواهم") == "می‌خواهم"
    assert words("don't Don’t ‘quoted’ rock’n’roll") == "don't Don't quoted rock'n'roll"
    assert words('צה"ל ג׳ירפה') == 'צה"ל ג׳ירפה'
    assert (
        words("l·l k:a 3.14 10,000 e.g. snake_case _it_") == "l·l k:a 3.14 10,000 e.g snake_case it"
    )


def test_punctuation_of_every_script_is_between_words():
    assert words("¿Dónde? ¡Aquí! «mot» „Wort“ wörter… 語。 — نعم؛ ๏ 👨‍👩‍👧 ½") == (
        "Dónde Aquí mot Wort wörter 語 نعم"
    )
    assert words("well-known co\u00adoperate re‑use") == "well known cooperate re use"


def test_signs_that_stand_in_a_word_without_being_of_it_are_left_out():
    """Arabic's stretching, Armenian's marks of tone; Ukrainian's three apostrophes are one."""
    assert words("محمـــد محمد الـكتاب ـ") == "محمد محمد الكتاب"
    assert words("Ի՞նչ ինչ բարև՛, ո՜վ։") == "Ինչ ինչ բարև ով"
    assert words("п'ять п’ять пʼять") == "п'ять п'ять п'ять"
    assert words("tʼáá kʼad Hawaiʻi ʻoi") == "tʼáá kʼad Hawaiʻi ʻoi"


def test_canonically_equal_words_are_one():
    assert set(words_in("cafe\u0301 café")) == {"café"}
    assert len(set(words_in("한국 \u1112\u1161\u11ab\u1100\u116e\u11a8"))) == 1


UNITS = [
    "a",
    "é",
    "ß",
    "1",
    "٢",
    " ",
    ".",
    ",",
    ":",
    ";",
    "'",
    "-",
    "ש",
    "हि",
    "न्",
    "к",
    "कि\u200d",
]


@given(st.lists(st.sampled_from(UNITS)).map("".join))
def test_words_are_the_segments_of_uax_29_with_a_letter_or_digit(text):
    """The boundaries are those the regex library finds by the annex's own rules."""
    segments = regex.split(r"\b", text, flags=regex.V1 | regex.WORD)
    assert words_in(text) == [s for s in segments if regex.search(r"[\p{L}\p{Nd}]", s)]


def test_an_elided_word_is_one_of_its_own():
    french, italian = splitter_for("fr").split, splitter_for("it").split
    assert french("L’homme qu'il aujourd'hui lorsqu'elle") == [
        "L", "homme", "qu", "il", "aujourd'hui", "lorsqu", "elle",
    ]  # fmt: skip
    assert italian("Dell'arte un po' c'è") == ["Dell", "arte", "un", "po", "c", "è"]
    assert splitter_for("en").split("o'clock d'arc") == ["o'clock", "d'arc"]


def test_scripts_without_spaces_use_the_tokenizer_by_name():
    for text, package, known in (
        ("一只猫坐在垫子上。外面下着大雨呢。", "jieba", "大雨"),
        ("แมวนั่งบนเสื่อ", "pythainlp", "แมว"),
        ("ភាសាខ្មែរជាភាសាផ្លូវការ។", "icu4py", "ជា"),
    ):
        splitter, _ = splitter_of(text)
        assert splitter.name.startswith(package)
        assert package in splitter.sentence()
        assert known in splitter.split(text)
        assert not {"。", "។"} & set(splitter.split(text))


def test_without_it_one_sentence_has_the_line_that_installs_it(monkeypatch):
    def absent(*_):
        raise ImportError

    monkeypatch.setattr(splitters, "_made", absent)
    for code, line in (
        ("zh", "zipfviz[zh]"),
        ("th", "zipfviz[th]"),
        ("ja", "mecab-python3 ipadic"),
    ):
        with pytest.raises(zipfviz.MissingExtraError, match="is in a script") as caught:
            splitter_for(code, "my.txt")
        assert line in str(caught.value)
    assert splitter_for("ko").split("고양이가 앉아") == ["고양이가", "앉아"]
