"""Open a file once; its name, kind, head and members then travel together to whoever reads it.

    opened = open_file("vectors.txt.gz")
    opened.kind                            # "text", told from the content, never from the name
    opened.head                            # its first bytes, unpacked
    with opened.open() as stream: ...      # its content, as often as it is asked for

What cannot be data (a web page, a Git LFS pointer, a pickle, a PDF, ...) is refused in one sentence
that names what it is. Nothing is ever written under a name an archive gives, and the bytes that
come out are capped.
"""

from __future__ import annotations

import io
import os
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, BinaryIO, cast

from zipfviz.common.errors import InputError
from zipfviz.io.files.containers import (
    ENCODING,
    PlainFile,
    SharedFile,
    Unpacked,
    damaged,
    spooled,
    stamp_of,
    unpack,
    was_changed,
)
from zipfviz.io.files.encodings import known_encoding, wide_text
from zipfviz.io.files.kinds import REFUSED, sniff
from zipfviz.io.files.unpackers import (
    ARCHIVES,
    HEAD,
    UNPACKERS,
    choose_member,
    list_members,
    zip_content,
)
from zipfviz.io.files.wording import plain

MAX_UNPACKED = 32 * 2**30
DEPTH = 4

Source = str | os.PathLike[str] | bytes | BinaryIO


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class OpenedFile:
    """A file, upload or archive member that was looked at: what it is, and the way to its content.

    `name` names it in messages. `kind` is sniff's word for the content ("npz" for a zip of arrays;
    "zip" or "tar" for an archive of several files, which are `members`). `head` holds its first
    bytes (up to 1 MiB, unpacked), `steps` the layers taken off ("zip member glove.txt", "gzip").
    `size` is the bytes of the file as it lies there, `path` where that is, None for uploads, and
    `stamp` names the path, its size, when it was written and its place on the disk, "" for uploads.
    `archive` is what a member was chosen from, by the name `inner`. At most `max_bytes` come out of
    each layer. With `partial`, packed data that breaks off ends the content instead of raising.
    Text in another `encoding` comes out as UTF-8.
    """

    name: str
    kind: str = ""
    head: bytes = b""
    members: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    size: int = 0
    path: Path | None = None
    stamp: str = ""
    archive: OpenedFile | None = None
    inner: str = ""
    max_bytes: int = MAX_UNPACKED
    partial: bool = False
    encoding: str | None = None
    source: Path | SharedFile
    layers: tuple[tuple[str, str], ...] = field(default=())

    def __repr__(self) -> str:
        inside = f", {len(self.members)} members" if self.members else ""
        return f"<OpenedFile {self.name}: {' > '.join((*self.steps, self.kind))}{inside}>"

    def open(self, allow: Collection[str] = ()) -> Unpacked:
        """The content from its start, as a binary file of its own.

        `allow` lists kinds that are refused otherwise ("pickle", ...). Raises InputError for what
        is not data, and for an archive of several files.
        """
        self.check(allow)
        stream = self._stream()
        stream.label, stream.kind, stream.head, stream.steps = (
            self.name, self.kind, self.head, self.steps,
        )  # fmt: skip
        stream.encoding = self.encoding
        if not self.steps and not self.encoding:
            stream.path, stream.size = self.path, self.size
        return stream

    def check(self, allow: Collection[str] = ()) -> None:
        """Raise InputError for a kind that is never read, or several files and none chosen."""
        if self.kind in REFUSED and self.kind not in allow:
            raise InputError(f"{self.name} {REFUSED[self.kind]}")
        if self.kind == "wide text":
            raise wide_text(self.head, self.name)
        if self.kind in ARCHIVES:
            choose_member(self.members, None, self.name)

    def beginning(self, size: int) -> OpenedFile:
        """The file as if it ended with the last whole line of its first `size` bytes."""
        head = self.head[:size]
        if len(self.head) > size:
            head = head[: head.rfind(b"\n") + 1] or head
        source = SharedFile(io.BytesIO(head))
        return replace(
            self, head=head, size=len(head), source=source, layers=(), steps=(), path=None
        )

    def has(self, name: str) -> bool:
        """Whether the archive has a member of exactly this name."""
        return name in self.members

    def member(self, name: str, *, label: str | None = None) -> OpenedFile:
        """Open a member of the archive, by its name or a file name that only one has.

        Raises InputError, as `open_file` does; `label` is what messages call it.
        """
        chosen = choose_member(self.members, name, self.name)
        return _look(self._under(chosen, label), None)

    def _under(self, chosen: str, label: str | None = None) -> OpenedFile:
        kind = "tar" if self.kind == "tar" else "zip"
        return replace(
            self,
            name=plain(label) if label else self.name,
            kind="",
            members=(),
            steps=(*self.steps, f"{kind} member {plain(chosen)}"),
            layers=(*self.layers, (kind, chosen)),
            archive=self if len(self.members) > 1 else self.archive,
            inner=chosen,
        )

    def _stream(self) -> Unpacked:
        """The source with its layers taken off."""
        stream = base = _open_plain(self.source, self.name, self.size if self.stamp else None)
        try:
            if self.stamp and isinstance(self.source, Path):
                if self.stamp != f"{self.path} {stamp_of(base)}":
                    raise was_changed(self.name)
                base.stamp = stamp_of(base)
            for kind, member in self.layers:
                stream = unpack(stream, kind, member, self.max_bytes, self.partial)
        except BaseException:
            stream.close()
            raise
        stream.base, stream.stamp = base, base.stamp
        return stream


def open_file(
    source: Source | OpenedFile,
    *,
    member: str | None = None,
    max_bytes: int = MAX_UNPACKED,
    partial: bool = False,
    name: str | None = None,
    encoding: str | None = None,
) -> OpenedFile:
    """Look into a path, bytes or binary file object, whatever it is packed in, once.

    `member` names the file of a zip or tar that holds several; `name` is used in messages. An .npz
    stays as it is, of kind "npz", unless a `member` is asked for. What was opened already comes
    back, under these options. `encoding` is that of a text, UTF-8 by default.

    Raises InputError: no such file, damaged or too large packed data, no such member.
    """
    encoding = None if encoding is None else known_encoding(encoding)
    if isinstance(source, OpenedFile):
        found = replace(
            source, max_bytes=max_bytes, partial=partial, name=plain(name) if name else source.name
        )
        if encoding is not None:
            layers = tuple(layer for layer in source.layers if layer[0] != ENCODING)
            found = _look(replace(found, layers=layers, encoding=encoding), None)
        return found.member(member) if member is not None and found.members else found
    label = plain(name or _display_name(source))
    path = Path(source) if isinstance(source, (str, os.PathLike)) else None
    found = OpenedFile(
        name=label,
        path=path,
        max_bytes=max_bytes,
        partial=partial,
        encoding=encoding,
        source=SharedFile(_binary_file(source, label)) if path is None else path,
    )
    return _look(found, member)


def _look(opened: OpenedFile, member: str | None) -> OpenedFile:
    """Take layer after layer off, each sniffed once, down to data or a choice of members."""
    while True:
        with opened._stream() as stream:
            if not opened.steps:
                opened = replace(opened, size=stream.seek(0, os.SEEK_END))
                stream.seek(0)
                if opened.path is not None:
                    opened = replace(opened, stamp=f"{opened.path} {stamp_of(stream)}")
            head = stream.read(HEAD)
            opened = replace(opened, kind=sniff(head), head=head)
            if opened.kind not in (*UNPACKERS, *ARCHIVES):
                return _decoded(opened)
            if len(opened.steps) >= DEPTH:
                raise InputError(
                    f"{opened.name} is packed more than {DEPTH} times over; unpack it first."
                )
            if opened.kind in UNPACKERS:
                opened = replace(
                    opened,
                    steps=(*opened.steps, opened.kind),
                    layers=(*opened.layers, (opened.kind, "")),
                )
                continue
        if opened.layers:  # members are found by their places: unpack to where these can be reached
            opened = replace(opened, source=spooled(opened._stream()), layers=())
        opened = _listed(opened)
        if opened.kind not in ARCHIVES and (opened.kind != "npz" or member is None):
            return opened
        if len(opened.members) != 1 and member is None:
            return opened
        opened, member = opened._under(choose_member(opened.members, member, opened.name)), None


def _decoded(opened: OpenedFile) -> OpenedFile:
    """Data in the encoding that was asked for, which only text has."""
    if opened.encoding is None:
        return opened
    if opened.kind not in ("text", "wide text", "binary"):
        raise InputError(
            f"{opened.name} is {opened.kind} and has no encoding; leave encoding= out."
        )
    opened = replace(opened, layers=(*opened.layers, (ENCODING, opened.encoding)))
    with opened._stream() as stream:
        head = stream.read(HEAD)
    return replace(opened, kind=sniff(head), head=head)


def _listed(opened: OpenedFile) -> OpenedFile:
    """An archive with the names of its members, and its kind where these make it a format."""
    with damaged(opened.name, opened.kind), opened._stream() as stream:
        members = list_members(stream, opened.kind, opened.name)
    kind = zip_content(members) if opened.kind == "zip" else opened.kind
    return replace(opened, members=members, kind=kind)


def _open_plain(source: Path | SharedFile, label: str, most: int | None) -> Unpacked:
    """A path, of `most` bytes where they were counted, or a file of others as a stream."""
    if isinstance(source, SharedFile):
        stream = Unpacked(cast(Any, source.view()), HEAD)
    else:
        try:
            if source.is_dir():
                raise InputError(f"{label} is a folder; name a file in it.")
            plain = PlainFile(source)
            plain.most, plain.label = most, label
            stream = Unpacked(cast(Any, plain), HEAD)
        except InputError:
            raise
        except (OSError, ValueError) as error:
            reason = "is not there" if isinstance(error, FileNotFoundError) else "cannot be opened"
            raise InputError(f"{label} {reason}; check the path.") from error
    stream.label = label
    return stream


def _display_name(source: object) -> str:
    if isinstance(source, (str, os.PathLike)):
        return Path(source).name or str(source)
    name = getattr(source, "name", "")
    return Path(name).name if isinstance(name, str) and name else "the given bytes"


def _binary_file(source: Any, label: str) -> BinaryIO:
    """Bytes or a binary file that can be read from its start, again and again."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        return io.BytesIO(source)
    if not hasattr(source, "read"):
        raise InputError(f"got a {type(source).__name__}; give a path, bytes or a binary file.")
    seeks = getattr(source, "seekable", lambda: False)()
    if seeks and hasattr(source, "readinto"):
        return cast(BinaryIO, source)
    data = source.read()
    if not isinstance(data, bytes):
        raise InputError(f"{label} is open as text; open it as binary ('rb').")
    return io.BytesIO(data)
