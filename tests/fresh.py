"""Code as someone pastes it into a fresh interpreter."""

import json
import subprocess
import sys

RUN_EACH = """
import contextlib, io, json, sys

said = []
for code in json.load(sys.stdin):
    for name in [name for name in sys.modules if name.partition(".")[0] == "zipfviz"]:
        del sys.modules[name]
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(compile(code, "<pasted>", "exec"), {"__name__": "__main__"})
    said.append(out.getvalue())
json.dump(said, sys.stdout)
"""


def printed(*codes):
    """What each code prints. One interpreter runs them one after the other, since starting it and
    importing scikit-learn takes seconds; names and zipfviz itself are each code's own.
    """
    command = [sys.executable, "-c", RUN_EACH]
    asked = json.dumps(codes)
    done = subprocess.run(command, input=asked, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
