"""What is said of the directions that whitening keeps and drops."""

import numpy as np

import zipfviz
from zipfviz.report.directions import kept_directions

RNG = np.random.default_rng(0)
WORDS = [f"w{i}" for i in range(30)]
FULL = zipfviz.word_space(WORDS, RNG.normal(size=(30, 4)), RNG.random(30))
FLAT = zipfviz.word_space(WORDS, RNG.normal(size=(30, 2)) @ RNG.normal(size=(2, 4)), np.ones(30))
BOTH = ["uniform_whitening", "zipfian_whitening"]


def test_the_rank_is_said_of_each_whitening_and_space():
    assert kept_directions({"": FULL}, BOTH).startswith("Whitening keeps all 4 directions; ")
    said = kept_directions({"": FLAT}, [*BOTH, "raw"])
    assert said.startswith(
        "Of 4 directions uniform whitening keeps 2 and Zipfian whitening keeps 2; one is dropped, "
        "never divided by,"
    )
    assert "A: of 4 directions uniform" not in said
    several = kept_directions({"A": FULL, "B": FLAT}, BOTH[:1])
    assert several.startswith("B: of 4 directions uniform whitening keeps 2; ")


def test_lengths_taken_from_whitening_count_and_other_methods_do_not():
    assert kept_directions({"": FULL}, ["raw", "uniform_centering", "abtt"]) == ""
    mixed = kept_directions({"": FLAT}, ["uniform_centering_norm_zipfian"])
    assert "Zipfian whitening keeps 2" in mixed
    assert "uniform whitening" not in mixed
