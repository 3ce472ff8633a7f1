"""`zipfviz scores`: the table, how sure each score is, and which differences stand."""

from click.testing import CliRunner

import zipfviz
from zipfviz.cli.commands import main
from zipfviz.evaluation import compare

ASKED = ["scores", "--max-words", "2000", "--task", "simlex999"]


def test_scores_are_told_with_their_errors_and_what_these_are_over():
    """Numbers are those of a comparison; without a flag there is only the table."""
    plain = CliRunner().invoke(main, ASKED)
    told = CliRunner().invoke(main, [*ASKED, "--intervals", "--differences"])
    assert plain.exit_code == told.exit_code == 0
    space = zipfviz.align(
        zipfviz.load_embedding("glove.6B.50d"),
        zipfviz.load_frequency("wordfreq:en"),
        max_words=2000,
    )
    part = compare(space, zipfviz.load_task("simlex999"))
    score = part.score("zipfian_whitening")
    gain = part.difference("zipfian_whitening", "raw", n_comparisons=12)
    assert f"{score.value:.2f}" in plain.stdout
    assert "standard_error" not in plain.stdout
    for value in (score.standard_error, score.low, gain.value, gain.low_corrected):
        assert f"{value:.2f}" in told.stdout
    assert told.stdout.endswith(f"simlex999: {part.basis()}\n")
