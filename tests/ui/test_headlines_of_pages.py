"""Every page on odd data: each finding is a sentence, and none takes noise for more than it is."""

import re
from dataclasses import replace

import numpy as np
import pytest
from app_page import PAGES, as_typed, open_page, said
from sentences import check

import zipfviz
from zipfviz.evaluation.score_noise import score_simulation
from zipfviz.evaluation.tokenize import task_tokens
from zipfviz.explore.length_noise import length_simulation
from zipfviz.io.records import Report, Task
from zipfviz.lesson.noise import noise_band, noise_sentence
from zipfviz.lesson.steps import LESSON
from zipfviz.ui.pages.lesson.one_screen import REVEALED
from zipfviz.ui.server import loaders
from zipfviz.ui.shell import selection

RNG = np.random.default_rng(0)
WORDS = [f"w{i}" for i in range(400)]
ZIPF = 1 / np.arange(1, 401)
TOPICS = RNG.normal(size=(400, 3))
FEW = np.array([[1, 2, 3], [0, 1, -1.0]])
TABLES = {
    "two words": (["the", "cat"], FEW, [3, 1]),
    "all alike": (["the", "cat", "dog"], np.ones((3, 4)), [3, 1, 1]),
    "equally frequent": (WORDS[:40], RNG.normal(size=(40, 6)), np.ones(40)),
    "fewer words than dimensions": (WORDS[:12], RNG.normal(size=(12, 20)), ZIPF[:12]),
    "few directions": (WORDS, TOPICS @ RNG.normal(size=(3, 8)), ZIPF),
    "noise": (WORDS, RNG.normal(size=(400, 8)), ZIPF),
    "whitening loses": (
        WORDS,
        np.hstack([30 * TOPICS, RNG.normal(size=(400, 12)) * np.linspace(0.2, 2, 400)[:, None]]),
        ZIPF,
    ),
    "Japanese": (list("の猫犬が見を走青い"), RNG.normal(size=(9, 4)), np.arange(9, 0, -1)),
}
SPACES = {name: zipfviz.word_space(*table) for name, table in TABLES.items()}
# Noise in the place of vectors that are something: a seed in which Gaussian draws are beyond.
NOISE = ("noise", "equally frequent")
#: Pages that show the same whatever the space is are walked once.
ALONE = ("theory_corpus", "theory_losses", "token_embeddings", "which_p", "your_data")
CLAIMS = ("start", "norms", "scores")


def task_of(space, constant):
    """Pairs of texts of the space's words, nearer to each other the nearer their first topics."""
    rng = np.random.default_rng(1)
    rows = rng.integers(len(space), size=(60, 4))
    texts = tuple(" ".join(space.words[i] for i in row) for row in rows)
    means = np.array([space.vectors[row].mean(axis=0)[:3] for row in rows]).reshape(30, 2, -1)
    gold = -np.linalg.norm(means[:, 0] - means[:, 1], axis=1)
    gold = np.full(30, 2.0) if constant else gold + rng.normal(size=30) * gold.std()
    pairs = np.arange(60).reshape(30, 2)
    name = f"odd {space.digest[:8]} {constant}"
    task = Task(name, "sentences", texts, pairs, gold, Report(name, 30, 30))
    task_tokens(task)
    return task


@pytest.fixture
def shown(monkeypatch):
    """Have pages show a space, scored on a task of its own words; gives their findings."""

    def show(page, name, constant=False, **choices):
        space, task = SPACES[name], task_of(SPACES[name], constant)
        monkeypatch.setattr(selection, "space", lambda **_: space)
        monkeypatch.setattr(loaders, "load_task", lambda asked: replace(task, name=asked))
        at = open_page(page, **choices)
        if page == "lesson":
            at.session_state[REVEALED] = {step.key for step in LESSON}
            at.run()
            assert not at.exception
        told = [text.strip("*") for text in said(at) if re.fullmatch(r"\*\*[^*]+\*\*", text)]
        told += [as_typed(e.value).partition("**")[2].replace("**", "") for e in at.success]
        for text in told:
            check(text.strip())
        assert told or at.warning or page in ("lesson", "teacher", "your_data")
        return told

    return show


@pytest.mark.parametrize("page", CLAIMS)
def test_claims_on_words_whose_whitening_loses(page, shown):
    """A loss is told as one."""
    told = " ".join(shown(page, "whitening loses"))
    if page == "scores":
        assert "a gain is sure in 0 of" in told
        assert "−" in told


@pytest.mark.slow
@pytest.mark.parametrize("space", SPACES)
def test_findings_are_sentences_in_every_state(space, shown):
    """On every page; a task whose human scores are all equal has no score."""
    for page in PAGES:
        if page not in ALONE:
            shown(page, space)
    for page in CLAIMS:
        shown(page, space, constant=True)


@pytest.mark.slow
@pytest.mark.parametrize("page", ALONE)
def test_findings_of_pages_that_hardly_ask_for_the_space(page, shown):
    shown(page, "few directions")


@pytest.mark.slow
@pytest.mark.parametrize("space", NOISE)
def test_noise_is_not_told_to_be_more(space, shown):
    """Start, Norms and Scores once they have their draws: no vector here knows its word."""
    of, task = SPACES[space], task_of(SPACES[space], constant=False)
    k = min(500, len(of))
    for simulation in (
        length_simulation(of, k=k),
        length_simulation(of, ["raw", "uniform_whitening", "zipfian_whitening"], k=len(of)),
        score_simulation(of, [task]),
    ):
        simulation.values(of)
    for page in CLAIMS:
        told = " ".join(shown(page, space))
        assert "being computed" not in told
        assert not re.search("(more than|beyond) noise", told), told
        assert not re.search("beyond what noise", told), told


@pytest.mark.parametrize("space", SPACES)
def test_answers_of_the_lesson_are_sentences(space):
    """Revealed, with what noise gives; equal vectors have nothing to whiten, which is an error."""
    alike = space == "all alike"
    for step in LESSON:
        if alike and step.key == "zipfian":
            continue
        answer = step.answer(SPACES[space])
        band = None if alike else noise_band(SPACES[space], step)
        beside = "" if band is None else noise_sentence(step, answer.value, band)
        check(f"{answer.sentence} {beside}".strip())
        if space in NOISE:
            assert "more than noise" not in beside
