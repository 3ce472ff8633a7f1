"""Numbers on sliders are set as in charts, and plain in links old and new."""

import pytest
from app_page import open_page


def labels(at, key):
    (slider,) = (s for s in at.select_slider if s.key == key)
    return slider, list(slider.options)


@pytest.mark.parametrize(
    ("page", "key", "link", "value", "shown"),
    [
        ("types_and_tokens", "ranks", ["10", "100000"], (10, 100_000), "253\u202f970"),
        ("types_and_tokens", "ranks", ["10", "100,000"], (10, 100_000), "100\u202f000"),
        ("types_and_tokens", "ranks", ["10", "77"], (1, 10_000), "10\u202f000"),
        ("types_and_tokens", "ranks", ["10"], (1, 10_000), "10\u202f000"),
        ("theory_losses", "batches", ["10", "100000"], (10, 100_000), "1\u202f000\u202f000"),
        ("theory_corpus", "law_floor", ["≥ 10,000"], 10_000, "≥ 10\u202f000"),
        ("norms", "norm_k", ["2000"], 2_000, "2\u202f000"),
    ],
)
def test_a_link_holds_plain_numbers(page, key, link, value, shown):
    """Also one that an older version wrote; what is no choice is the default, and leaves it."""
    at = open_page(page, **{key: link})
    slider, options = labels(at, key)
    assert slider.value == value
    assert shown in options
    each = value if isinstance(value, tuple) else (value,)
    is_default = value == (1, 10_000)
    told = at.query_params.get(key, [])
    told = [told] if isinstance(told, str) else told
    assert told == ([] if is_default else [str(v) for v in each])


def test_a_number_of_another_space_is_the_default():
    """Fewer words than the last rank chosen: the slider starts anew."""
    at = open_page("types_and_tokens", ranks=["1", "100000"])
    at.sidebar.selectbox(key="words").set_value("5k").run()
    assert not at.exception
    assert labels(at, "ranks")[0].value == (1, 5_000)
