"""A file is written whole or not at all, and nothing else is left."""

import os

import pytest

from zipfviz import InputError
from zipfviz.common.atomic import atomic_write, atomic_write_text


def test_what_was_there_stays_until_the_new_file_is_whole(tmp_path):
    path = tmp_path / "vectors.txt"
    atomic_write_text(path, "before\udce9")

    def write_half():
        with atomic_write(path) as file:
            file.write(b"half")
            assert path.read_bytes() == "before\udce9".encode("utf-8", "surrogatepass")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_half()
    assert path.read_bytes().startswith(b"before")
    assert os.listdir(tmp_path) == ["vectors.txt"]
    with atomic_write(path) as file:
        file.write(b"after")
    assert path.read_bytes() == b"after"


def test_a_link_is_followed_and_a_pipe_is_no_place_for_a_file(tmp_path):
    """Writing to /dev/stdout or to a link replaces neither."""
    real, link, pipe = tmp_path / "real", tmp_path / "link", tmp_path / "pipe"
    real.write_bytes(b"")
    link.symlink_to(real)
    atomic_write_text(link, "through")
    assert link.is_symlink()
    assert real.read_text() == "through"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    atomic_write_text(pipe, "piped")
    assert os.read(reader, 99) == b"piped"
    os.close(reader)
    assert pipe.is_fifo()


@pytest.mark.parametrize("place", ["no/such/folder.txt", "", "x" * 300])
def test_a_place_that_cannot_be_written_is_one_sentence(tmp_path, place):
    with pytest.raises(InputError, match="cannot be written"):
        atomic_write_text(tmp_path / place, "text")
    assert os.listdir(tmp_path) == []
