"""Sizes of values that are being used."""

from collections import OrderedDict

import numpy as np

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


def test_what_changes_while_its_members_are_taken_is_taken_again():
    """Ordered dictionaries notice it; what is measured is what they hold at last."""

    class Moving(OrderedDict):
        changes = 3

        def items(self):
            moving = self

            class Items:
                def __iter__(self):
                    members = iter(OrderedDict.items(moving))
                    yield next(members)
                    if moving.changes:
                        moving.changes -= 1
                        moving[moving.changes] = np.zeros(1000)
                    yield from members

            return Items()

    table = Moving(a=1, b=2)
    assert size_of(table) > 3 * 8000
    assert len(table) == 5
