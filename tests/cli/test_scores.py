"""`zipfviz scores`: the table, how sure each score is, and which differences stand."""

import numpy as np
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


def test_methods_of_today_and_their_settings_are_typed(tmp_path):
    """Numbers are those of Python, vectors too; a setting that is none is told."""
    more = ["--method", "usif", "--method", "zipfian_soft_whitening", "--set", "soft_epsilon=2"]
    told = CliRunner().invoke(main, [*ASKED, *more])
    space = zipfviz.align(
        zipfviz.load_embedding("glove.6B.50d"),
        zipfviz.load_frequency("wordfreq:en"),
        max_words=2000,
    )
    task, options = zipfviz.load_task("simlex999"), zipfviz.Options(soft_epsilon=2.0)
    for method in ("usif", "zipfian_soft_whitening"):
        found = zipfviz.score(space, task, method, options=options)
        assert f"{method:22}  {100 * found.spearman:13.2f}".split() in [
            line.split() for line in told.stdout.splitlines()
        ]
    out = tmp_path / "soft.npy"
    asked = ["whiten", "glove.6B.50d", str(out), "--max-words", "2000", *more[2:]]
    assert CliRunner().invoke(main, asked).exit_code == 0
    want = zipfviz.transform(space, "zipfian_soft_whitening", options=options)
    np.testing.assert_allclose(np.load(out), want, atol=1e-6)
    for wrong, said in [
        ("epsilon=1", "use one of abtt_components"),
        ("soft_epsilon=much", "'much' is not a number"),
        ("usif_length=2.5", "'2.5' is not a whole number"),
        ("sif_centred_pca=1", "'1' is not true or false"),
        ("soft_epsilon=-1", "give a number from 0"),
    ]:
        told = CliRunner().invoke(main, [*ASKED, "--set", wrong])
        assert told.exit_code == 1
        assert said in told.stderr
