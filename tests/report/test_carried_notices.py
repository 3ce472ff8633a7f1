"""What was left out or assumed goes with each number that is taken away."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

import zipfviz
from zipfviz.cli.commands import main
from zipfviz.report.export import About, Elsewhere, caption
from zipfviz.report.manifest import manifest, read_manifest

LOST = "4 of 104 rows (3.8 %) cannot be read and are left out."


@pytest.fixture
def files(tmp_path):
    """Vectors with 4 broken rows, a list of counts, and pairs of which one has an unknown word."""
    rng = np.random.default_rng(0)
    words = [f"word{chr(97 + i // 26)}{chr(97 + i % 26)}" for i in range(100)]
    rows = [f"{w} {' '.join(f'{x:.3f}' for x in rng.normal(size=4))}\n" for w in words]
    (tmp_path / "my.vec").write_text("".join(rows) + "broken 1 x 2 3\n" * 4)
    counts = "".join(f"{w}\t{3 * i + 1}\n" for i, w in enumerate(words))
    (tmp_path / "my.tsv").write_text(counts)
    both = zip(words[:-9], words[9:], strict=True)
    pairs = "".join(f"{a}\t{b}\t{i % 7}\n" for i, (a, b) in enumerate(both))
    (tmp_path / "pairs.tsv").write_text(f"word1\tword2\tscore\n{pairs}worda\tunicorn\t2\n")
    return {name: str(tmp_path / name) for name in ("my.vec", "my.tsv", "pairs.tsv")}


@pytest.fixture
def about(files):
    space = zipfviz.align(
        zipfviz.load_embedding(files["my.vec"]), zipfviz.load_frequency(files["my.tsv"])
    )
    return About(space, [zipfviz.load_task(files["pairs.tsv"], language="en")])


def test_each_way_out_carries_the_notices(about):
    """Caption, manifest and a notebook's table say the same sentences, each once."""
    of_space, of_task = about.notices()
    assert of_space == f"my.vec: {LOST}"
    assert of_task.startswith("pairs.tsv: ")
    assert "1 of 92 pairs holds a word that is not in the space and is left out." in of_task
    for text in (about.caption(), caption(about.space, about.tasks)):
        assert text.count(of_space) == text.count(of_task) == 1

    saved = manifest(about.space, tasks=about.tasks)
    assert read_manifest(saved.json()) == saved
    assert saved.notices[0] == of_space
    older = {name: part for name, part in json.loads(saved.json()).items() if name != "notices"}
    assert read_manifest(json.dumps(older)).notices == []

    assert LOST in about.space._repr_html_()
    assert LOST in str(about.space.report)
    assert "left out" in zipfviz.score(about.space, about.tasks[0])._repr_html_()


def test_several_spaces_are_told_each_by_its_name(about):
    """A source that two spaces share is told once; what numbers elsewhere stand on, too."""
    rank = zipfviz.load_frequency("rank")
    other = zipfviz.align(zipfviz.load_embedding({"worda": [1.0, 0.0], "x": [0.0, 1.0]}), rank)
    both = About(about.space, spaces={"mine": about.space, "small": other})
    mine, assumed = both.notices()
    assert mine == f"my.vec: {LOST}"
    assert assumed == f"rank: {rank.assumption}"
    assert all(both.caption().count(said) == 1 for said in both.notices())
    assert Elsewhere("Released values.", about.tasks).notices() == ()

    smaller = {"all": about.space, "fifty": about.space.top(50)}
    (told,) = About(about.space, about.tasks, spaces=smaller).of_tasks()
    assert "With all: 1 of 92 pairs holds" in told
    assert "With fifty: " in told
    again = zipfviz.align(zipfviz.load_embedding((about.space.words, about.space.vectors)), rank)
    same = {"counted": about.space, "ranked": again}
    (told,) = About(about.space, about.tasks, spaces=same).of_tasks()
    assert told.count("1 of 92 pairs holds") == 1


def test_policies_and_poor_matches_are_told():
    """Folding, words kept without a count, little mass; nothing of a plain match."""
    words = [*"abcdefghij"]
    embedding = zipfviz.load_embedding((words, np.eye(10)), name="ten")
    full = zipfviz.load_frequency(dict.fromkeys(words, 1), name="full")
    assert zipfviz.align(embedding, full).report.notices == ()

    part = zipfviz.load_frequency({"a": 8, "b": 4, "zz": 60}, name="part")
    (told,) = zipfviz.align(embedding, part, fold="list", missing="floor").report.notices
    assert told == (
        "ten with part: Upper and lower case are one (in the list). 8 words are not in the list "
        "and are kept with its lowest count. The 2 matched words hold only 17 % of the "
        "list’s mass."
    )


def test_the_command_tells_on_the_error_stream_and_asks(files):
    """The table alone is printed; more lost than --max-loss is one sentence."""
    asked = ["scores", "--embedding", files["my.vec"], "--frequency", files["my.tsv"]]
    asked += ["--task", files["pairs.tsv"]]
    done = CliRunner().invoke(main, asked)
    assert done.exit_code == 0, done.output
    assert LOST in done.stderr
    assert "1 of 92 pairs" in done.stderr
    assert "left out" not in done.stdout
    refused = CliRunner().invoke(main, [*asked, "--max-loss", "0.01"])
    assert refused.exit_code == 1
    assert "my.vec: 4 of 104 rows (3.8 %) cannot be read, the first: line 101" in refused.stderr
    assert "give --max-loss 1.0 (goes on with 100 words)." in refused.stderr
