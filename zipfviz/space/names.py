"""Names of methods, tasks and coefficients in sentences, tables and captions."""

from zipfviz.space.methods import ZIPFIAN_WHITENING, BaseMethod, MethodLike, as_method

COEFFICIENTS = {"spearman": "Spearman’s ρ", "pearson": "Pearson’s r"}

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
    """Name a task as the paper and the field write it; one of its own stays as it is."""
    return _TASKS.get(name, name)


def method_name(method: MethodLike) -> str:
    """Name a method for a table: "Uniform whitening", "Uniform whitening, Zipfian length".

    Raises InputError for an unknown method.
    """
    m = as_method(method)
    if not m.is_mixed:
        return m.direction.label
    of_length = (
        "Zipfian" if m.length == ZIPFIAN_WHITENING else _decapitalised(m.length.label, m.length)
    )
    return f"{m.direction.label}, {of_length} length"


def method_phrase(method: MethodLike) -> str:
    """Name a method inside a sentence: "uniform whitening", "the raw vectors"."""
    m = as_method(method)
    if m.name == "raw":
        return "the raw vectors"
    return _decapitalised(method_name(m), m.direction)


def _decapitalised(label: str, base: BaseMethod) -> str:
    """Write a label as it stands inside a sentence."""
    return label if base.is_proper_noun else label[0].lower() + label[1:]
