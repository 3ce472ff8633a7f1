"""Sizes of values that are being used."""

from zipfviz.common.sizes import size_of


def test_what_others_add_to_meanwhile_is_measured():
    """A dictionary that grows while its members are looked at."""
    table = {}

    class Grows:
        @property
        def __dict__(self):
            table[object()] = 1
            return {}

    table.update({n: Grows() for n in range(300)})
    assert size_of(table) > 0
    assert len(table) > 300
