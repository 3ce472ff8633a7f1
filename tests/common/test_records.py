"""What a loader hands over is told in a line at a prompt, and by its report in a notebook."""

import pytest

import zipfviz


@pytest.mark.parametrize(
    ("record", "told"),
    [
        (lambda: zipfviz.load_embedding({"cat": [1.0, 2.0]}, name="a<b"), "1 word, 2 dimensions"),
        (lambda: zipfviz.load_frequency({"cat": 1, "dog": 2}, name="a<b"), "2 words"),
        (lambda: zipfviz.load_frequency("rank"), "rule"),
        (lambda: zipfviz.load_task(b"cat\tdog\t1\ndog\tcow\t2\n", name="a<b"), "2 pairs of words"),
    ],
)
def test_a_record_is_told_in_short(record, told):
    """Name and size on the line, no content; in the notebook its report, escaped."""
    record = record()
    assert told in repr(record)
    assert repr(record.name) in repr(record)
    assert len(repr(record)) < 100
    page = record._repr_html_()
    assert all(label in page for label, _ in record.report.lines())
    assert "a<b" not in page
