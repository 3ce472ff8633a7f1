"""The default embedding's numbers agree with values computed apart from zipfviz."""

import pytest

import zipfviz

NAMES = {
    "sym1_uniform": "sym1_unif",
    "sym2_uniform": "sym2_unif",
    "sym1_zipfian": "sym1_zipf",
    "sym2_zipfian": "sym2_zipf",
    "average_cosine": "ave_cos",
    "isoscore": "isoscore",
}


def check_symmetry(space, wanted):
    table = zipfviz.symmetry_table(space)
    for method, values in wanted.items():
        for ours, theirs in NAMES.items():
            assert table.loc[method, ours] == pytest.approx(values[theirs], abs=1e-5), (
                method,
                ours,
            )


def check_scores(space, tasks, wanted):
    for method, values in wanted.items():
        for name, (rho, r, *pairs) in values.items():
            got = zipfviz.score(space, tasks[name], method)
            assert 100 * got.spearman == pytest.approx(rho, abs=0.011), (method, name)
            assert 100 * got.pearson == pytest.approx(r, abs=0.011), (method, name)
            assert not pairs or got.n_pairs == pairs[0]


def test_wordfreq_space_meets_every_expected_value(space, expected):
    """253,970 words, Lee50, WordSim-353, SimLex-999 and all symmetry measures, any method."""
    wanted = expected("glove.6B.50d-wordfreq")
    assert len(space) == wanted["n_words"]
    assert space.report.matched_mass == pytest.approx(0.967, abs=5e-4)
    check_symmetry(space, wanted["symmetry"])
    tasks = {n: zipfviz.load_task(n) for n in ("lee50", "wordsim353", "simlex999")}
    check_scores(space, tasks, wanted["scores"])


@pytest.mark.data
def test_enwiki_space_meets_every_expected_value(enwiki_space, data_dir, expected):
    """168,467 words, STS-B, SICK-R whole and its test part, all nine methods."""
    wanted = expected("glove.6B.50d-enwiki")
    assert len(enwiki_space) == wanted["n_words"]
    check_symmetry(enwiki_space, wanted["symmetry"])
    tasks = {
        "STS-B": zipfviz.load_task(data_dir / "sts/STSBenchmark/sts-test.csv"),
        "SICK-R": zipfviz.load_task(data_dir / "sts/SICK"),
        "SICK-R test part": zipfviz.load_task(data_dir / "sts/SICK/SICK_test_annotated.txt"),
    }
    check_scores(enwiki_space, tasks, wanted["scores"])


#: Spearman x 100 on GloVe-50d with wordfreq, computed apart from zipfviz.
TODAY = {
    "model2vec": {"lee50": 50.9, "wordsim353": 47.7, "simlex999": 25.4, "sts-b": 59.5,
                  "sick-r": 52.7, "sts15": 67.7},
    "zipfian_whitening_sif": {"lee50": 60.7, "wordsim353": 63.7, "simlex999": 34.5, "sts-b": 60.8,
                              "sick-r": 56.8, "sts15": 72.6},
    "zipfian_soft_whitening": {"simlex999": 36.4, "sts-b": 58.5},
}  # fmt: skip


@pytest.mark.parametrize("method", TODAY)
def test_methods_of_today_meet_their_values(space, method):
    """On the tasks that come with the package."""
    for name in ("lee50", "wordsim353", "simlex999"):
        if wanted := TODAY[method].get(name):
            found = zipfviz.score(space, zipfviz.load_task(name), method)
            assert 100 * found.spearman == pytest.approx(wanted, abs=0.06)


@pytest.mark.data
@pytest.mark.parametrize("method", TODAY)
def test_methods_of_today_meet_their_values_on_sentences(space, data_dir, method):
    """On those of the data folder."""
    for name in ("sts-b", "sick-r", "sts15"):
        if wanted := TODAY[method].get(name):
            found = zipfviz.score(space, zipfviz.load_task(name), method)
            assert 100 * found.spearman == pytest.approx(wanted, abs=0.06)
