"""The lesson's answers against their definitions, the class poll, the worksheet."""

import gc
import re
import threading
from dataclasses import replace
from types import FunctionType, ModuleType

import numpy as np
import pytest
from app_page import button, open_page

import zipfviz
from zipfviz.figures import NoiseBand
from zipfviz.figures.headlines.guesses import guess_headline
from zipfviz.figures.lesson import guess_distribution, lesson_chart
from zipfviz.lesson.noise import SCALES, lesson_nulls, noise_sentence
from zipfviz.lesson.picture import lesson_answer_data, lesson_step_data
from zipfviz.lesson.poll import CODES_EACH, POLLS, ROOMS_EACH, WINDOW, Polls
from zipfviz.lesson.steps import LESSON, tenfolds
from zipfviz.lesson.worksheet import worksheet_html, worksheet_markdown
from zipfviz.space.noise import draw_noise
from zipfviz.ui.pages.teacher.poll import class_address

STEPS = {step.key: step for step in LESSON}


def test_answers_are_computed_from_the_space(small_space):
    X, p = small_space.vectors.astype(float), small_space.p
    information = -np.log(p)
    want = {
        "types": 5,
        "growth": (1 - (1 - p) ** 1_000_000).sum(),
        "top": 100,
        "average": 1 + np.linalg.norm(X - X.mean(axis=0), axis=1).argmin(),
        "raw": np.corrcoef(information, np.linalg.norm(X, axis=1))[0, 1],
    }
    Y = zipfviz.deleted_lengths(X, p)
    want["zipfian"] = Y[30:].mean() / Y[:30].mean()
    for key, value in want.items():
        assert STEPS[key].answer(small_space).value == pytest.approx(value, rel=1e-5), key


def test_the_frequent_words_are_a_hundred_where_there_are_enough():
    """The rarer half is set against the 100 most frequent words, not against the other half."""
    X, p = np.random.default_rng(2).normal(size=(400, 4)), 1 / np.arange(1, 401)
    space = zipfviz.word_space([f"w{i}" for i in range(400)], X, p)
    Y = zipfviz.deleted_lengths(X, p)
    value = STEPS["zipfian"].answer(space).value
    assert value == pytest.approx(Y[200:].mean() / Y[:100].mean(), rel=1e-5)
    assert STEPS["top"].answer(space).value == pytest.approx(100 * p[:100].sum() / p.sum())


@pytest.mark.parametrize("key", STEPS)
def test_a_guess_is_drawn_beside_the_answer(small_space, key):
    """Before the reveal only the guess is in the chart; a right guess lies on the answer."""
    step = STEPS[key]
    reveal = step.answer(small_space)
    mark = reveal.mark(reveal.value)
    log = (reveal.log_x, reveal.log_y)
    alone = lesson_chart(reveal.x, reveal.y, step.axes, guess=mark, log=log)
    assert [t.name for t in alone.data] == ["your guess"]
    ends = [reveal.mark(end) for end in (step.low, step.high)]
    elsewhere = lesson_chart(reveal.x, 7 * reveal.y + 7, step.axes, bounds=ends, log=log)
    hidden = lesson_chart(reveal.x, reveal.y, step.axes, bounds=ends, log=log)
    assert hidden.layout.yaxis == elsewhere.layout.yaxis, "the axis gives the answer away"
    both = lesson_chart(
        reveal.x, reveal.y, step.axes, words=reveal.words, guess=mark, answer=mark, log=log
    )
    names = {t.name: np.asarray(t.y) for t in both.data}
    np.testing.assert_array_equal(names["answer"], names["your guess"])


def test_answers_survive_three_words():
    space = zipfviz.word_space(["a", "b", "c"], np.eye(3), [5, 3, 1])
    for step in LESSON:
        assert step.answer(space).sentence


def test_a_class_guesses_at_once_and_each_student_counts_once():
    polls = Polls()
    code, _ = polls.open()

    def student(i):
        polls.guess(code.lower(), "types", f"session {i}", 99)
        polls.guess(code, "types", f"session {i}", i)

    threads = [threading.Thread(target=student, args=(i,)) for i in range(30)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert polls.guesses(code, "types") == [float(i) for i in range(30)]
    assert polls.guesses(code, "growth") == []


def texts_in(thing):
    """Every string that an object holds, however deep."""
    seen, todo = {}, [thing]
    while todo:
        part = todo.pop()
        if id(part) not in seen and not isinstance(part, type | FunctionType | ModuleType):
            seen[id(part)] = part
            todo += [*gc.get_referents(part), *(part if isinstance(part, dict) else ())]
    return {part for part in seen.values() if isinstance(part, str)}


def test_a_room_is_forgotten_in_time_and_keeps_no_name():
    now = [0.0]
    polls = Polls(lifetime=60, clock=lambda: now[0])
    code, _ = polls.open()
    polls.guess(code, "types", "a name", 5)
    assert code in texts_in(polls)
    assert "a name" not in texts_in(polls)
    now[0] = 61
    assert not polls.is_open(code)
    with pytest.raises(zipfviz.ZipfvizError, match="opens no class"):
        polls.guesses(code, "types")
    assert code not in texts_in(polls)


def test_a_room_is_its_owners():
    """Each token is for its own room, as long as that is open; no other text is for any."""
    polls = Polls()
    rooms = [polls.open() for _ in range(3)]
    assert [polls.owned(room.owner) for room in rooms] == [room.code for room in rooms]
    assert not any(polls.owned(text) for text in ("", rooms[0].code, "ü", "\ud800"))
    polls.close(rooms[0].code)
    assert polls.owned(rooms[0].owner) == ""


def test_nobody_opens_all_rooms_or_tries_all_codes():
    """Who opens many, or guesses codes, waits; a class is not shut out by empty rooms."""
    now = [0.0]
    polls = Polls(clock=lambda: now[0])
    taken = polls.open("teacher").code
    polls.guess(taken, "types", "a student", 5)
    for i in range(400):
        polls.open(f"visitor {i // ROOMS_EACH}")
    with pytest.raises(zipfviz.ZipfvizError, match="wait a little"):
        polls.open("visitor 0")
    assert polls.is_open(taken, "visitor 0")
    assert polls.is_open(polls.open("another teacher").code)
    wrong = [f"A{i}" for i in range(CODES_EACH)]
    assert not any(polls.is_open(code, "guesser") for code in wrong[:-1] + wrong)
    with pytest.raises(zipfviz.ZipfvizError, match="too many wrong class codes"):
        polls.is_open("AEIO", "guesser")
    assert polls.is_open(taken, "guesser")
    assert not polls.is_open("AEIO", "student with a slip")
    now[0] = WINDOW + 1
    assert not polls.is_open("AEIO", "guesser")
    polls.open("visitor 0")


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_only_numbers_are_guesses(value):
    polls = Polls()
    with pytest.raises(zipfviz.ZipfvizError, match="a guess is a number"):
        polls.guess(polls.open().code, "types", "who", value)


def test_dots_of_a_class_are_stacked_on_their_guess():
    dots, median, answer = guess_distribution([5, 5, 11], "types", answer=5).data
    assert sorted(zip(dots.x, dots.y, strict=True)) == [(5, 1), (5, 2), (11, 1)]
    assert (median.x[0], answer.x[0]) == (5, 5)


@pytest.mark.parametrize(
    ("guesses", "told"),
    [
        ([], "^No guess"),
        ([11], "^One guess: 11 types"),
        ([11, 6], r"^2 guesses: 6 and 11 types.* median is 8\.5"),
        ([5, 11, 5], r"^3 guesses: 5, 5 and 11 types.* median is 5\b"),
        ([3, 5, 6, 9, 11, 40], r"^6 guesses: at least half .* 5 to 11 types.* median is 7\.5"),
    ],
)
def test_what_a_class_guessed_is_true_of_its_guesses(guesses, told):
    """No quarters of two guesses, half of the guesses where half is said, a median in full."""
    assert re.search(told, guess_headline(guesses, "types", 0))


def test_each_guess_and_the_answer_are_in_the_chart():
    """A guess of 0 is not lost to a log axis; marks at the ends are clear of the frame."""
    for guesses in ([1, 10, 1000], [0, 10, 1000]):
        chart = guess_distribution(guesses, "words", answer=1, log=True)
        assert list(chart.data[0].customdata) == guesses
        low, high = chart.layout.xaxis.range
        ends = np.log10([1, 1000]) if chart.layout.xaxis.type == "log" else [0, 1000]
        assert low < ends[0] < ends[1] < high
    empty = guess_distribution([], "%", limits=(0, 100)).layout.xaxis.range
    assert -10 < empty[0] < 0 < 100 < empty[1] < 110
    assert STEPS["growth"].low == 1


@pytest.mark.parametrize(
    ("page", "address"),
    [
        ("http://localhost:8501/teacher", "http://10.0.0.7:8501/lesson?class=BCDF"),
        ("http://127.0.0.1:8501/teacher", "http://10.0.0.7:8501/lesson?class=BCDF"),
        ("https://viz.example.org/app/teacher", "https://viz.example.org/app/lesson?class=BCDF"),
    ],
)
def test_the_class_is_sent_where_it_can_go(page, address):
    assert class_address(page, "10.0.0.7", **{"class": "BCDF"}) == address


def test_worksheet_has_answers_only_where_asked(small_space):
    for sheet in (worksheet_html, worksheet_markdown):
        blank, answers = sheet(small_space, False), sheet(small_space, True)
        for step in LESSON:
            assert step.title in blank
            assert step.answer(small_space).sentence.split(":")[0] in answers
        assert "but only 5 types" not in blank


@pytest.mark.parametrize(
    ("key", "guess", "value", "told"),
    [
        ("types", 40, 5, "8 times too high"),
        ("types", 6, 5, "1 type too high"),
        ("types", 0, 5, "5 types too low"),
        ("types", 5, 5, "right"),
        ("growth", 1000, 47_065, "47 times too low"),
        ("top", 12, 47.4, "35 percentage points too low"),
        ("raw", 0.4, -0.15, "0.55 too high"),
        ("zipfian", 2.29, 2.32, "right"),
        ("zipfian", 5, 2.0, "2.5 times too high"),
    ],
)
def test_how_far_a_guess_is_off_is_said(key, guess, value, told):
    assert STEPS[key].verdict(guess, value) == told


def of_words(words, p):
    """A space of words, of which the last has the mean as its vector."""
    X = np.random.default_rng(5).normal(size=(len(words), 4))
    X[-1] = X[:-1].mean(axis=0)
    return zipfviz.word_space(words, X, p)


def test_no_word_made_of_digits_is_an_answer():
    """The word at the mean is `js03`; the nearest of letters is named, and is within bounds."""
    space = of_words(["der", "die", "und", "in", "hund", "katze", "js03"], 1 / np.arange(1, 8))
    told = STEPS["average"].answer(space)
    away = np.linalg.norm(space.vectors - space.vectors.mean(axis=0), axis=1)
    assert told.value == 1 + away[:6].argmin()
    assert "js03" not in told.sentence
    assert STEPS["average"].of(space).high == 7


def test_a_lesson_is_in_the_words_of_its_language():
    """The English sentence for English, else five frequent words in the same order."""
    german = of_words(["der", "die", "und", "in", "den", "js03"], [9, 8, 7, 6, 5, 4])
    asked, told = STEPS["types"].of(german).question, STEPS["types"].answer(german)
    assert "“der die und der in den der in und der die”" in asked
    assert (told.value, len(told.tokens)) == (5, 11)
    words = ["the", "of", "cat", "saw", "dog", "and"]
    assert "The cat saw the dog" in STEPS["types"].of(of_words(words, [9, 8, 1, 1, 1, 5])).question


def test_each_tenfold_is_the_share_of_its_ranks(small_space):
    p = np.sort(small_space.p)[::-1]
    a, b = round(100 * p[:10].sum()), round(100 * p[10:].sum())
    assert tenfolds(small_space) == f"1 to 10: {a} %; 11 to 60: {b} %"


@pytest.mark.parametrize("key", STEPS)
def test_what_a_browser_is_told_before_the_answer_does_not_give_it(small_space, key):
    """The same whatever the data are; a mark is linear in the guess, as the script draws it."""
    step = STEPS[key].of(small_space)
    reveal = step.answer(small_space)
    other = replace(reveal, value=reveal.value + 1, sentence="?", y=7 * reveal.y + 7)
    data = lesson_step_data(step, reveal)
    assert data == lesson_step_data(step, other)
    zero, one = np.array(data["zero"]), np.array(data["one"])
    np.testing.assert_allclose(zero + 0.3 * (one - zero), np.array(reveal.mark(0.3)))
    answer = lesson_answer_data(step, reveal, step.high, [], "")
    (low, high), log = answer["seen"][1], reveal.log_y
    for mark in (reveal.mark(step.high), reveal.mark(reveal.value)):
        y = np.log10(mark[1]) if log else mark[1]
        assert ((low <= y) & (y <= high)).all()


def test_a_lost_class_is_told_to_teacher_and_students():
    """After a restart of the server: a sentence, until a new class is open; closing is no loss."""
    at = open_page("teacher", words="5k", room="a-token-of-another-process")
    (told,) = at.info
    assert "The class that was open here is gone" in told.value
    button(at, "Open a class").click().run()
    assert not at.info
    button(at, "Close the class").click().run()
    assert not at.info
    assert "room" not in at.query_params

    at = open_page("lesson", words="5k", **{"class": "BCDF"})
    (told,) = (c.value for c in at.caption if "No class is open under BCDF" in c.value)
    assert "send your guess again" in told


def test_a_class_that_ends_while_it_is_shown_is_told():
    at = open_page("teacher", words="5k")
    button(at, "Open a class").click().run()
    POLLS.close(next(m.value for m in at.markdown if m.value.startswith("### "))[4:])
    at.run()
    assert "The class that was open here is gone" in at.info[0].value


@pytest.mark.parametrize("key", SCALES)
def test_answers_about_lengths_stand_beside_those_of_noise(small_space, key):
    """The answer on each draw; said are the ends of both kinds, and on which side it lies."""
    nulls = lesson_nulls(small_space, key, draws=3)
    for noise, null in nulls.items():
        drawn = [STEPS[key].compute(draw_noise(small_space, noise, i)).value for i in range(3)]
        np.testing.assert_allclose(null.values, drawn)
    assert not lesson_nulls(small_space, "types")
    band = NoiseBand((0.9, 1.1), (0.8, 1.0))
    for value, said in ((1.3, "more than"), (1.1, "as much as"), (0.7, "less than")):
        told = noise_sentence(STEPS["zipfian"], value, band)
        assert told == f"That is {said} noise with the same frequencies gives, 0.8 to 1.1."
    assert noise_sentence(STEPS["zipfian"], np.nan, band) == ""
