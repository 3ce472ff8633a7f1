"""Caption and literature that go with a chart are about its own numbers."""

import zipfviz
from zipfviz import gallery
from zipfviz.report.export import About, Elsewhere


def test_numbers_from_elsewhere_do_not_cite_the_sidebar():
    about = Elsewhere("Lengths as released.", methods=["abtt"])
    assert about.caption("Length follows.") == "Length follows. Lengths as released."
    assert "yokoi" in about.bibtex().lower()
    assert "glove" not in about.bibtex().lower()


def test_a_score_chart_says_pairs_protocol_and_literature(space):
    task = zipfviz.load_task("lee50")
    about = About(space, [task], ["raw", "sif_ccr"])
    assert "Pairs: Lee50 1,225" in about.caption("Up.")
    assert "Treebank" in about.caption()
    assert about.caption("Up.").startswith("Up. Embedding:")
    assert "Arora" in about.bibtex()


def test_the_papers_correlations_are_not_the_spaces_at_hand(small_space):
    drawn, table = (
        make("correlations", small_space, tasks=["lee50"])
        for make in (gallery.draw, gallery.tabulate)
    )
    assert "GloVe 840B" in drawn.about.caption()
    assert small_space.report.embedding not in drawn.about.caption()
    assert drawn.about.bibtex() == table.about.bibtex()
