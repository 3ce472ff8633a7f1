"""What methods, tasks and coefficients are called in sentences, tables and captions."""

from __future__ import annotations

from zipfviz.space.methods import parse_method

__all__ = ["COEFFICIENTS", "method_name", "method_phrase", "task_name"]

COEFFICIENTS = {"spearman": "Spearman’s ρ", "pearson": "Pearson’s r"}

_NAMES = {
    "raw": "Raw vectors",
    "uniform_centering": "Uniform centering",
    "zipfian_centering": "Zipfian centering",
    "uniform_whitening": "Uniform whitening",
    "zipfian_whitening": "Zipfian whitening",
    "abtt": "All-but-the-top",
    "sif_ccr": "SIF + CCR",
}

_TASKS = {
    "lee50": "Lee50",
    "wordsim353": "WordSim-353",
    "simlex999": "SimLex-999",
    "men": "MEN",
    **{f"sts{year}": f"STS{year}" for year in range(12, 17)},
    "sts-b": "STS-B",
    "sick-r": "SICK-R",
    "jsts": "JSTS",
}


def task_name(name: str) -> str:
    """A task's name as the paper and the field write it; one of its own stays as it is."""
    return _TASKS.get(name, name)


def method_name(method: str) -> str:
    """A method's name for a table: "Uniform whitening", "Uniform whitening, Zipfian length".

    "<method> with <source>" keeps its source. Raises InputError for an unknown method.
    """
    method, joint, source = method.partition(" with ")
    return _own_name(method) + joint + source


def _own_name(method: str) -> str:
    direction, length = parse_method(method)
    if length is None:
        return _NAMES[direction]
    of_length = "Zipfian" if length == "zipfian_whitening" else method_phrase(length)
    return f"{_NAMES[direction]}, {of_length.removeprefix('the ')} length"


def method_phrase(method: str) -> str:
    """A method's name inside a sentence: "uniform whitening", "the raw vectors"."""
    name = method_name(method)
    if name.startswith(("Zipfian", "SIF")):
        return name
    phrase = name[0].lower() + name[1:]
    return f"the {phrase}" if phrase == "raw vectors" else phrase
