"""Files of kilobytes that stand for gigabytes, hours or a crash end in a sentence."""

import json
import subprocess
import sys

import pytest
from attacks import SMALL_FILES, exploding_tokenizer

from zipfviz.common.memory import control_group_rooms, free_memory

MOST_MEMORY = 3 * 2**30
MOST_SECONDS = 20  # on a processor, of any one reader
READ_ALL = """
import io, json, resource, sys, time
import zipfviz
from zipfviz.common.errors import ZipfvizError
from zipfviz.io.classify import classify, matrices
from zipfviz.io.files.opened import open_file

resource.setrlimit(resource.RLIMIT_AS, ({memory}, {memory}))
kinds = (
    zipfviz.load_embedding, zipfviz.load_frequency, zipfviz.load_task,
    lambda path: classify(open_file(path)), lambda path: matrices(open_file(path)),
)
for path in sys.argv[1:]:
    told, most = [], 0.0
    for load in kinds:
        started = time.process_time()
        try:
            load(path)
            told.append("read.")
        except ZipfvizError as error:
            told.append(str(error))
        most = max(most, time.process_time() - started)
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(json.dumps([told, most, used]), flush=True)
"""


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory):
    """name -> ([what each public reader said], seconds of the slowest, kilobytes at the peak)."""
    folder = tmp_path_factory.mktemp("attacks")
    paths = [folder / f"{n}.gz" for n in range(len(SMALL_FILES))]
    for path, make in zip(paths, SMALL_FILES.values(), strict=True):
        path.write_bytes(make())
    code = READ_ALL.format(memory=MOST_MEMORY)
    done = subprocess.run(
        [sys.executable, "-c", code, *map(str, paths)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    lines = map(json.loads, done.stdout.splitlines())
    return dict(zip(SMALL_FILES, lines, strict=True))


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="limits its own address space")
@pytest.mark.parametrize("name", SMALL_FILES)
def test_a_small_file_that_stands_for_much_ends_in_a_sentence(outcomes, name):
    """Whoever reads it, in 3 GB of address space; no MemoryError, no crash, in seconds."""
    told, seconds, _ = outcomes[name]
    assert all(text.endswith(".") for text in told), told
    assert seconds < MOST_SECONDS


def test_a_tokenizer_that_explodes_is_only_looked_up(tmp_path):
    """Its rules are not asked for the words of a table; the tokenizers package ends the process."""
    import numpy as np
    from safetensors.numpy import save_file

    import zipfviz

    save_file({"embeddings": np.eye(3, dtype=np.float32)}, tmp_path / "model.safetensors")
    (tmp_path / "tokenizer.json").write_bytes(exploding_tokenizer())
    assert zipfviz.load_embedding(tmp_path / "model.safetensors").words == ("the", "[UNK]", "b")


def test_free_memory_is_what_this_process_may_have():
    """Of a limit on its address space, what it has not taken yet."""
    pytest.importorskip("resource")
    code = (
        "import resource; from zipfviz.common.memory import free_memory\n"
        "resource.setrlimit(resource.RLIMIT_AS, (2**30, 2**30))\n"
        "print(free_memory()); held = bytearray(2**28); print(free_memory())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    before, after = map(int, done.stdout.split())
    assert after < before < 2**30
    assert abs(before - after - 2**28) < 2**24
    assert free_memory() > 0


GROUPS = {
    "version 2": ("0::/a/b\n", "a", ("memory.max", "memory.current"), "inactive_file"),
    "version 1": (
        "5:cpu:/\n4:cpu,memory:/a/b\n", "memory/a",
        ("memory.limit_in_bytes", "memory.usage_in_bytes"), "total_inactive_file",
    ),
    "in a container, version 2": (
        "0::/../elsewhere\n", "", ("memory.max", "memory.current"), "inactive_file",
    ),
}  # fmt: skip


@pytest.mark.parametrize("version", GROUPS)
def test_the_room_of_a_control_group_is_its_limit_without_what_is_used(tmp_path, version):
    """Of the groups around it, too; files that the system can let go of do not count."""
    groups, where, (limit, used), given_back = GROUPS[version]
    folder = tmp_path / where
    folder.mkdir(parents=True, exist_ok=True)
    (folder / limit).write_text("1000000\n")
    (folder / used).write_text("700000\n")
    (folder / "memory.stat").write_text(f"anon 5\n{given_back} 200000\n")
    assert control_group_rooms(groups, tmp_path) == (500_000,)
    (folder / limit).write_text("max\n" if "2" in version else f"{2**63 - 4096}\n")
    assert control_group_rooms(groups, tmp_path) == ()
