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
    "evaluation.attribution": ["changed_pairs", "pair_words"],
    "evaluation.curves": ["curve", "curve_frame"],
    "common.errors": ["InputError", "MatchError", "MissingExtraError", "ZipfvizError"],
    "report.export": ["bibtex", "caption", "snippet"],
    "evaluation.grid": ["length_direction_grid"],
    "space.methods": ["METHODS", "Options"],
    "io.vectors.embeddings": ["load_embedding"],
    "io.counts.frequencies": ["load_frequency"],
    "io.records": ["Embedding", "Frequency", "Report", "Source", "Task"],
    "io.pairs.tasks": ["load_task"],
    "io.vectors.writers": ["save_embedding"],
    "space.sampling": ["expected_types", "sample_tokens", "sample_types"],
    "evaluation.scoring": ["Score", "score", "similarities", "transform"],
    "space.word_space": ["WordSpace", "align", "word_space"],
    "evaluation.subsets": ["subset_scores", "summed_scores"],
    "whitening.symmetry": [
        "average_cosine",
        "effective_rank",
        "isoscore",
        "spectrum",
        "sym1",
        "sym2",
    ],
    "evaluation.tables": ["score_table", "symmetry_table"],
    "evaluation.tokenize": ["ngram_task", "task_frequency"],
    "whitening.transformers": ["AllButTheTop", "Centering", "Whitening"],
    "evaluation.verdicts": ["advise", "difference_table", "verdict"],
    "corpus.zipf": ["fit_zipf"],
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
