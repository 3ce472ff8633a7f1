"""How many directions whitening keeps, and by which rule it drops others, in a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from zipfviz.common.wording import count, listed
from zipfviz.space.methods import MethodLike, as_method
from zipfviz.space.names import method_phrase
from zipfviz.space.word_space import WordSpace

RULE = (
    "one is dropped, never divided by, where its variance is no more than rounding the vectors "
    "puts there"
)


def kept_directions(spaces: Mapping[str, WordSpace], methods: Iterable[MethodLike]) -> str:
    """Say how many directions each whitening among `methods` keeps of each space, and the rule.

    `spaces` by what they are called, which is told where there are several. Plain text, "" where
    nothing is whitened.

    >>> import zipfviz
    >>> flat = zipfviz.word_space(["a", "b", "c"], [[0, 0], [1, 1], [3, 3]], [4, 2, 1])
    >>> print(kept_directions({"": flat}, ["uniform_whitening"]).partition(";")[0])
    Of 2 directions uniform whitening keeps 1
    """
    asked = [as_method(method) for method in methods]
    bases = {
        m.of(base): m.strength(base)
        for m in asked
        for base in (m.direction, m.length)
        if base.kind == "whitening"
    }
    if not bases:
        return ""
    found, several = [], len({space.digest for space in spaces.values()}) > 1
    for name, space in spaces.items():
        short = {}
        for method, strength in bases.items():
            rank = space.analysis.eigensystem(strength).rank
            if rank < space.d:
                short[method_phrase(method)] = rank
        if short:
            kept = listed([f"{phrase} keeps {count(rank)}" for phrase, rank in short.items()])
            found.append(f"{f'{name}: of' if several else 'Of'} {count(space.d)} directions {kept}")
    if found:
        return f"{'; '.join(dict.fromkeys(found))}; {RULE}. Sym₂ divides by log of all of them."
    dimensions = {space.d for space in spaces.values()}
    every = f"all {count(dimensions.pop())}" if len(dimensions) == 1 else "all"
    return f"Whitening keeps {every} directions; {RULE}."
