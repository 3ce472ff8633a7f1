"""A process that was started to end with this one does, however this one ends."""

import os
import signal
import subprocess
import sys
import time

import psutil
import pytest

START = """
import subprocess, sys, time
from zipfviz.common.child import WITH_PARENT
child = subprocess.Popen([*WITH_PARENT, "endless"], stdin=subprocess.PIPE)
print(child.pid, flush=True)
time.sleep(60)
"""


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_a_child_ends_with_its_parent(tmp_path, how):
    (tmp_path / "endless.py").write_text("import time\n\ntime.sleep(60)\n")
    paths = [str(tmp_path), *filter(None, sys.path)]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(paths)}
    command = [sys.executable, "-c", START]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) as parent:
        child = psutil.Process(int(parent.stdout.readline()))
        time.sleep(0.3)
        assert child.is_running()
        parent.send_signal(how)
    psutil.wait_procs([child], timeout=10)
    assert not child.is_running() or child.status() == psutil.STATUS_ZOMBIE
