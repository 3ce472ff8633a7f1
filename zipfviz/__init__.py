"""See how word frequency hides in embedding spaces.

>>> import zipfviz
>>> emb = zipfviz.load_embedding("glove.6B.50d")
>>> freq = zipfviz.load_frequency("wordfreq:en")
>>> space = zipfviz.align(emb, freq)
>>> task = zipfviz.load_task("lee50")
>>> zipfviz.score(space, task, "zipfian_whitening").spearman
0.602...

Names are imported when first used: `import zipfviz` itself is light.
"""

from importlib import import_module
from typing import Any

_HOME = {
    "attribution": ["changed_pairs", "pair_words"],
    "curves": ["curve", "curve_frame"],
    "errors": ["InputError", "MatchError", "MissingExtraError", "ZipfvizError"],
    "export": ["bibtex", "caption", "snippet"],
    "grid": ["length_direction_grid"],
    "methods": ["METHODS", "Options"],
    "ngrams": ["ngram_task"],
    "readers.embeddings": ["load_embedding"],
    "readers.frequencies": ["load_frequency"],
    "readers.records": ["Embedding", "Frequency", "Report", "Source", "Task"],
    "readers.tasks": ["load_task"],
    "readers.writers": ["save_embedding"],
    "sampling": ["expected_types", "sample_tokens", "sample_types"],
    "scoring": ["Score", "score", "similarities", "transform"],
    "space": ["WordSpace", "align", "word_space"],
    "subsets": ["subset_scores", "summed_scores"],
    "symmetry": ["average_cosine", "effective_rank", "isoscore", "spectrum", "sym1", "sym2"],
    "tables": ["score_table", "symmetry_table"],
    "tokenize": ["task_frequency"],
    "transformers": ["AllButTheTop", "Centering", "Whitening"],
    "verdicts": ["advise", "difference_table", "verdict"],
    "zipf": ["fit_zipf"],
}
_MODULE_OF = {name: module for module, names in _HOME.items() for name in names}

__all__ = sorted(_MODULE_OF)
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    if name in _MODULE_OF:
        value = getattr(import_module(f"zipfviz.{_MODULE_OF[name]}"), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'zipfviz' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
