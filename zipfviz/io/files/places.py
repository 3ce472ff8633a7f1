"""List and open the files of a folder by relative name, inside the root that bounds it."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from zipfviz.common.errors import InputError
from zipfviz.io.files.opened import OpenedFile, open_file
from zipfviz.io.files.unpackers import MAX_FILES

DEPTH = 3


def stay_inside(path: Path, root: Path | None) -> Path:
    """The path, if it and what its links lead to lie under `root`; InputError otherwise."""
    if root is not None and not path.resolve().is_relative_to(root.resolve()):
        raise InputError(f"{path.name} leads out of the data folder; copy the file into it.")
    return path


@dataclass(frozen=True)
class Folder:
    """Files under a folder, by their names relative to it with forward slashes.

    None of them may lie outside `root`; `opening` are the options of `open_file`.
    """

    path: Path
    root: Path | None = None
    opening: Mapping[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return self.path.name or str(self.path)

    @property
    def members(self) -> Sequence[str]:
        """Files up to three folders down, hidden ones left out."""
        found: list[str] = []
        for folder, folders, files in os.walk(self.path):
            relative = Path(folder).relative_to(self.path)
            folders[:] = sorted(f for f in folders if not f.startswith("."))
            if len(relative.parts) >= DEPTH:
                folders.clear()
            found += [(relative / f).as_posix() for f in sorted(files) if not f.startswith(".")]
            if len(found) > MAX_FILES:
                raise InputError(f"{self.name} holds over {MAX_FILES:,} files; name one of them.")
        return found

    def has(self, name: str) -> bool:
        return (self.path / name).is_file()

    def member(self, name: str, *, label: str | None = None) -> OpenedFile:
        """Open a file of the folder."""
        path = stay_inside(self.path / name, self.root)
        return open_file(path, name=label, **self.opening)


Place = Folder | OpenedFile
