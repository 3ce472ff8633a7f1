"""A drawing as files for print: what the command line and notebooks write."""

from __future__ import annotations

import os
from pathlib import Path

from zipfviz.common.atomic import atomic_write
from zipfviz.common.errors import InputError
from zipfviz.figures.paper.print_export import check, pictures
from zipfviz.figures.paper.print_options import PrintOptions
from zipfviz.gallery.record import Drawing


def save(
    drawing: Drawing,
    path: str | os.PathLike[str],
    options: PrintOptions | None = None,
) -> tuple[Path, ...]:
    """Write a drawing as .pdf, .svg or .png, told from the ending; the files written.

    Slides that hold not all of it are several files, numbered from 1, but for a PDF. Raises
    InputError for another ending or a folder that is not there, and like
    `zipfviz.figures.pictures`.
    """
    path = Path(path)
    kind = check(path.suffix.removeprefix(".").lower())
    if not path.parent.is_dir():
        raise InputError(f"the folder of {path} does not exist; make it first.")
    made = pictures(drawing.draws, kind, options)
    several = [path.with_stem(f"{path.stem}-{i}") for i in range(1, len(made) + 1)]
    written = several if len(made) > 1 else [path]
    for each, page in zip(written, made, strict=True):
        with atomic_write(each) as file:
            file.write(page)
    return tuple(written)
