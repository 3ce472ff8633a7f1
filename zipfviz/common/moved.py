"""Import modules by the names they had before 0.2, with a warning that says the new one.

`from zipfviz.bootstrap import bootstraps` goes on working, with "DeprecationWarning:
zipfviz.bootstrap is now zipfviz.evaluation.comparisons; the old name goes in 0.3."
"""

import sys
import warnings
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

#: Old module name -> new one: those that the README or the app's Python taught. To go in 0.3.
MOVED = {
    "zipfviz.bootstrap": "zipfviz.evaluation.comparisons",
    "zipfviz.curves": "zipfviz.evaluation.curves",
    "zipfviz.figures.print_export": "zipfviz.figures.paper.print_export",
    "zipfviz.neighbours": "zipfviz.explore.neighbours",
    "zipfviz.plane": "zipfviz.explore.plane",
    "zipfviz.prior_path": "zipfviz.explore.prior_path",
    "zipfviz.projection": "zipfviz.explore.projection",
    "zipfviz.readers.published": "zipfviz.evaluation.published",
    "zipfviz.tables": "zipfviz.evaluation.tables",
    "zipfviz.text_corpus": "zipfviz.corpus.text_corpus",
    "zipfviz.theory.cooccurrence": "zipfviz.corpus.cooccurrence",
    "zipfviz.theory.corpora": "zipfviz.corpus.corpora",
    "zipfviz.theory.skipgram": "zipfviz.corpus.skipgram",
    "zipfviz.tokenize": "zipfviz.evaluation.tokenize",
    "zipfviz.views": "zipfviz.explore.views",
    "zipfviz.zipf": "zipfviz.corpus.zipf",
}


class _MovedFinder(MetaPathFinder, Loader):
    """Finds what stands in MOVED, and packages of which only such modules are left."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname in MOVED:
            return ModuleSpec(fullname, self)
        if any(old.startswith(f"{fullname}.") for old in MOVED):
            return ModuleSpec(fullname, None, is_package=True)
        return None

    def exec_module(self, module: ModuleType) -> None:
        """Put the module of the new name in the place of `module`."""
        old, new = module.__name__, MOVED[module.__name__]
        warnings.warn(
            f"{old} is now {new}; the old name goes in 0.3.", DeprecationWarning, stacklevel=2
        )
        sys.modules[old] = import_module(new)


def install() -> None:
    """Have old names found after everything else; once a process."""
    if not any(isinstance(finder, _MovedFinder) for finder in sys.meta_path):
        sys.meta_path.append(_MovedFinder())
