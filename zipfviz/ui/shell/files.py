"""Files at hand, each glanced at once until it changes."""

from collections.abc import Callable
from pathlib import Path

from zipfviz.io import catalogue
from zipfviz.io.classify import Kind
from zipfviz.io.glance import Glance, glance
from zipfviz.ui.server import brought
from zipfviz.ui.server.shared_cache import shared_cache

LISTERS: dict[Kind, Callable[[], list[catalogue.Entry]]] = {
    "embedding": catalogue.list_embeddings,
    "frequency": catalogue.list_frequencies,
    "task": catalogue.list_tasks,
}


def listed_entry(path: Path, kind: Kind) -> catalogue.Entry | None:
    """The entry by which a file is listed, if it is."""
    real = path.resolve()
    for entry in LISTERS[kind]():
        if entry.path is not None and entry.path.resolve() in (real, real.parent):
            return entry
    return None


@shared_cache(8, "Looking at the file …")
def glanced(path: Path) -> Glance:
    """What a file is, looked into once for all that is shown of it, until it changes."""
    return brought.read(glance, path)
