"""End a Python process when the one that started it has ended, however that was.

    # `python -m pip download`, until we have ended, whose input we keep open and leave alone
    Popen([*WITH_PARENT, "pip", "download"], stdin=PIPE)

Imports nothing of zipfviz, so that a process can be this module.
"""

import os
import runpy
import sys
import threading

WITH_PARENT = [sys.executable, "-P", __file__]


def end_with_parent() -> None:
    """End this process when its standard input does, which who started it keeps open."""
    threading.Thread(target=_wait, daemon=True).start()


def _wait() -> None:
    os.read(sys.stdin.fileno(), 1)
    os._exit(1)


if __name__ == "__main__":
    end_with_parent()
    del sys.argv[0]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
