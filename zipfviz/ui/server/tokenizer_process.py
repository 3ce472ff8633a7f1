"""Tokenize a task's texts in a child process, while this one reads the vectors.

Importing NLTK, with the scipy.stats and scikit-learn it pulls in, takes two seconds of the
interpreter, which all visitors share. Who needs the tokens meanwhile waits for them; where the
second process fails the server does its work, and what is wrong is told there.
"""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
import threading
from pathlib import Path

import zipfviz
from zipfviz.evaluation.tokenize import remember_tokens
from zipfviz.io.records import Task
from zipfviz.ui.server import disk_cache

__all__ = ["begin", "wait"]

COMMAND = [sys.executable, "-m", "zipfviz.evaluation.tokenize"]
_begun: dict[str, threading.Thread] = {}


def begin(task: Task) -> None:
    """Start to split the texts of a task; what comes is remembered and kept on disk.

    The words of a word task are what they are.
    """
    if task.kind == "words":
        return
    thread = threading.Thread(target=_split, args=[task], name="zipfviz-tokenizer", daemon=True)
    _begun[task.digest] = thread
    thread.start()


def wait(task: Task) -> None:
    """Until a begun task is split, or was not to be; at once for any other."""
    thread = _begun.get(task.digest)
    if thread is not None:
        thread.join()


def _split(task: Task) -> None:
    # A checkout that is run without being installed is on this process' path only.
    paths = [str(Path(zipfviz.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
    try:
        answer = subprocess.run(
            COMMAND,
            input=json.dumps([task.language, task.texts]).encode(),
            capture_output=True,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, paths))},
            check=True,
        ).stdout
        tokens = tuple(map(tuple, json.loads(answer)))
    except (OSError, subprocess.SubprocessError, ValueError):
        logging.getLogger(__name__).info("%s was not split beside", task.name, exc_info=True)
        return
    disk_cache.keep_tokens(task.digest, tokens)
    remember_tokens(task, tokens)
