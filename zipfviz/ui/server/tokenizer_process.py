"""Tokenize a task's texts in a child process, while this one reads the vectors.

Importing NLTK, with the scipy.stats and scikit-learn it pulls in, takes two seconds of the
interpreter, which all visitors share. Who needs the tokens meanwhile waits for them; where the
second process fails the server does its work, and what is wrong is told there.
"""

import json
import logging
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import zipfviz
from zipfviz.common.job import Job
from zipfviz.evaluation.tokenize import remember_tokens
from zipfviz.io.records import Task
from zipfviz.ui.server import disk_cache

COMMAND = [sys.executable, "-m", "zipfviz.evaluation.tokenize"]
TIMEOUT = 60.0  # seconds; the largest benchmark takes some ten
_begun: dict[str, Job[None]] = {}


def begin(task: Task) -> None:
    """Start to split the texts of a task; what comes is remembered and kept on disk.

    The words of a word task are what they are.
    """
    if task.kind != "words":
        _begun[task.digest] = Job(lambda told: _split(task))


def wait(task: Task) -> None:
    """Until a begun task is split, or was not to be in TIMEOUT; at once for any other."""
    job = _begun.get(task.digest)
    if job is not None:
        job.wait(TIMEOUT)


def _split(task: Task) -> None:
    try:
        tokens = tuple(map(tuple, json.loads(_asked([task.language, task.texts]))))
    except (OSError, subprocess.SubprocessError, ValueError):
        logging.getLogger(__name__).warning(
            "%s was not split by a second process; this one does it", task.name, exc_info=True
        )
        return
    disk_cache.keep_tokens(task.digest, tokens)
    remember_tokens(task, tokens)


def _asked(question: Any) -> bytes:
    """The answer of a child process, which ends when this one does and after TIMEOUT."""
    # A checkout that is run without being installed is on this process' path only.
    paths = [str(Path(zipfviz.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, paths))}
    process = subprocess.Popen(
        COMMAND, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    late = threading.Timer(TIMEOUT, process.kill)
    late.daemon = True
    late.start()
    try:
        with process:
            assert process.stdin is not None
            assert process.stdout is not None
            # Its input stays open until it has answered: it ends where this process does.
            process.stdin.write(json.dumps(question).encode() + b"\n")
            process.stdin.flush()
            answer = process.stdout.read()
    finally:
        late.cancel()
    if process.returncode != 0:
        raise subprocess.CalledProcessError(process.returncode, COMMAND)
    return answer
