"""Neighbours on the space map: which stay, and whether there are hubs."""

import math

from zipfviz.common.nouns import noun
from zipfviz.common.wording import count, number, order, percent
from zipfviz.explore.neighbours import hubness_by_chance


def space_map_headline(
    before: str, after: str, overlap: float, k: int, by_chance: float, hubness: tuple[float, float]
) -> str:
    """How many of the `k` neighbours stay from one space to the other, and whether hubs do.

    `overlap` and `by_chance` are shares, `hubness` the skewness of how often a word is a neighbour,
    nan where all words are so equally often.
    """
    if by_chance >= 1:
        return "With so few words each is among the nearest of every other, and none can move away."
    if k == 1:
        stays = (
            f"The nearest word stays the same from “{before}” to “{after}” for "
            f"{percent(overlap)} of the words (by chance for {percent(by_chance)})"
        )
    else:
        stays = (
            f"Of the {k} nearest words {number(k * overlap, 1)} stay the same from “{before}” to "
            f"“{after}” (by chance {number(k * by_chance, 1)})"
        )
    if not all(map(math.isfinite, hubness)):
        return f"{stays}."
    return f"{stays}; {_hubs(*hubness, *hubness_by_chance(round(1 + k / by_chance), k))}."


def _hubs(before: float, after: float, chance: float, error: float) -> str:
    """What became of hubs, where words are neighbours more unevenly than by chance.

    `chance` and `error` as `hubness_by_chance` gives them.
    """
    was, now, most = number(before), number(after), chance + error
    had, has = (order(value, most) == 1 for value in (before, after))
    numbers = f"skewness {was} before, {now} after, where chance gives up to {number(most)}"
    if not had and not has:
        return f"neither has hubs: {numbers}"
    if had and not has:
        return f"hubs are gone: {numbers}"
    if has and not had:
        return f"hubs appear: {numbers}"
    way = order(after, before) if abs(after - before) > math.sqrt(2) * error else 0
    change = {0: "stay", 1: "grow", -1: "fade", None: ""}[way]
    return f"hubs {change}: {numbers}"


def nearest_headline(word: str, stayed: int, k: int) -> str:
    """How many of the `k` words nearest to one stay from one space to the other."""
    if k == 1:
        return f"The word nearest to “{word}” {'stays the same' if stayed else 'is another one'}."
    stay = noun(stayed, "stay", "stays")
    return f"{count(stayed)} of the {count(k)} words nearest to “{word}” {stay}."
