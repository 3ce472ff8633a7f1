"""Files made to do harm: each is refused in a sentence, or read as the plain data it also is."""

import gzip
import io
import os
import pickle
import struct
import subprocess
import sys
import tarfile
import time
import zlib

import numpy as np
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet as pq
import pytest
from attacks import zipped

import zipfviz
from zipfviz.common import limited
from zipfviz.common.errors import ZipfvizError
from zipfviz.io import catalogue
from zipfviz.io.fetch.keep import keep_files, keep_member, safe_name
from zipfviz.io.files import arrow_batches
from zipfviz.io.files.opened import open_file
from zipfviz.io.folders import resolve_inside
from zipfviz.io.tables import json_parquet
from zipfviz.io.vectors import columnar as tables


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("ZIPFVIZ_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("ZIPFVIZ_DATA", str(tmp_path / "data"))
    (tmp_path / "data").mkdir()
    return tmp_path / "cache"


class Trap:
    """Unpickled anywhere, it leaves a file behind."""

    def __init__(self, path):
        self.path = str(path)

    def __reduce__(self):
        return open, (self.path, "w")


LOADERS = (zipfviz.load_embedding, zipfviz.load_frequency, zipfviz.load_task)


def calm(load, *arguments, **options):
    """What a call gives, None where it refuses in a sentence."""
    try:
        return load(*arguments, **options)
    except ZipfvizError:
        return None


def pickles(trap):
    """Every dress in which a pickle comes: name -> bytes."""
    plain = {f"protocol{p}": pickle.dumps(trap, p) for p in (0, 2, 3, 4, 5)}
    objects = io.BytesIO()
    np.save(objects, np.array([trap, trap], dtype=object), allow_pickle=True)
    arrays = io.BytesIO()
    np.savez(arrays, words=np.array([trap, trap], dtype=object), vectors=np.eye(2))
    return plain | {
        "gzipped": gzip.compress(plain["protocol4"]),
        "zipped": zipped(**{"vectors.txt": plain["protocol4"]}),
        "torch": zipped(**{"archive/data.pkl": plain["protocol2"], "archive/data/0": b"x"}),
        "object npy": objects.getvalue(),
        "object npz": arrays.getvalue(),
    }


@pytest.mark.parametrize("dress", pickles(Trap("x")))
def test_nothing_uploaded_is_unpickled(cache, tmp_path, dress):
    """Whatever a pickle is dressed as, keeping, listing and reading it runs none of it."""
    trap = tmp_path / "sprung"
    data = pickles(Trap(trap))[dress]
    for path in calm(keep_files, "uploads", {"v.npz": io.BytesIO(data)}) or ():
        assert calm(zipfviz.load_embedding, path) is None
    catalogue.list_embeddings()
    for name in ("v.txt", "v.npy", "v.npz", "v.kv"):
        for load in LOADERS:
            calm(load, io.BytesIO(data), name=name)
    assert not trap.exists()


def lying_zip(claimed):
    """A zip whose one member unpacks to 64 MB and says that it has `claimed` bytes."""
    packed = bytearray(zipped(a=b"1" * 2**26))
    for signature, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        at = packed.index(signature) + offset
        packed[at : at + 4] = struct.pack("<I", claimed)
    return bytes(packed)


def drain(stream):
    with stream:
        while stream.read(2**16):
            pass


def gzips(times):
    data = b"0" * 2**20
    for _ in range(times):
        data = gzip.compress(data)
    return data


@pytest.mark.parametrize(
    ("bomb", "sentence"),
    [
        (zipped(a=b"1" * 2**26), "unpacks to 67,108,864 bytes, more than"),
        (lying_zip(1000), "cut short or damaged|more than|unpacks"),
        (gzip.compress(b"1" * 2**26), "more than 1,048,576|unpacks to more"),
        (gzips(6), "packed more than 4 times over"),
    ],
)
def test_bombs_stop_at_the_cap(bomb, sentence):
    """What comes out of a packed file is counted as it comes, not believed."""
    with pytest.raises(ZipfvizError, match=sentence):
        drain(open_file(bomb, max_bytes=2**20).open())


def test_a_zip_in_itself_is_not_followed_for_ever():
    """A quine of a zip would unpack without end; four layers are the end."""
    data = zipped(a=b"x")
    for _ in range(8):
        data = zipped(**{"r.zip": data})
    with pytest.raises(ZipfvizError, match="packed more than 4 times over"):
        open_file(data)


def test_names_in_archives_lead_nowhere(cache, tmp_path):
    """Members called ../x, /etc/x or a link are files under their last name, inside the cache."""
    text = b"the 5\nof 3\n"
    path = tmp_path / "evil.zip"
    path.write_bytes(zipped(**{"../../evil.txt": text, "/etc/cron.d/evil": text, "ok.txt": text}))
    for member in ("../../evil.txt", "/etc/cron.d/evil"):
        kept = keep_member(path, member, "uploads")
        assert kept.resolve().is_relative_to(cache.resolve())
        assert kept.read_bytes() == text
    tar = tmp_path / "evil.tar"
    with tarfile.open(tar, "w") as archive:
        link = tarfile.TarInfo("passwd")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)
        info = tarfile.TarInfo("../fine.txt")
        info.size = len(text)
        archive.addfile(info, io.BytesIO(text))
    with pytest.raises(ZipfvizError, match="no single member 'passwd'"):
        keep_member(tar, "passwd", "uploads")
    assert keep_member(tar, "../fine.txt", "uploads").read_bytes() == text
    assert {p.name for p in tmp_path.iterdir()} == {"cache", "data", "evil.zip", "evil.tar"}


def npy(shape):
    file = io.BytesIO()
    np.lib.format.write_array_header_2_0(
        file, {"descr": "<f4", "fortran_order": False, "shape": shape}
    )
    return file.getvalue() + b"\0" * 64


HEADERS = {
    "npy of petabytes": npy((10**12, 300)),
    "npy of one endless row": npy((1, 10**14)),
    "npy with a header of megabytes": b"\x93NUMPY\x02\x00" + struct.pack("<I", 2**31) + b"{" * 99,
    "word2vec with a billion words": b"1000000000 300\nthe " + b"\0" * 1200,
    "word2vec with endless vectors": b"1 100000000000\nthe " + b"\0" * 1200,
    "word2vec text": b"999999999999 300\nthe 1 2 3\n",
    "safetensors": struct.pack("<Q", 10**8) + b"{" + b" " * 99,
    "safetensors of petabytes": (
        lambda h: struct.pack("<Q", len(h)) + h + b"\0" * 64
    )(b'{"e":{"dtype":"F32","shape":[1000000000000,300],"data_offsets":[0,1200000000000000]}}'),
    "fastText": struct.pack("<2i", 793712314, 12) + struct.pack("<i", 2**31 - 1) * 20,
    "parquet": b"PAR1\x15" + b"\xff" * 64 + struct.pack("<I", 2**31 - 1) + b"PAR1",
    "deep JSON": b"[" * 100_000,
}  # fmt: skip


@pytest.mark.parametrize("what", HEADERS)
def test_sizes_in_headers_are_not_believed(what):
    """A header that promises petabytes costs nothing: it is checked against what is there."""
    found = [calm(load, io.BytesIO(HEADERS[what]), name="huge") for load in LOADERS]
    # A text is what stands in it, whatever its first line says.
    assert found[0] is None or found[0].vectors.size < 10
    assert found[1] is None or len(found[1].words) < 10
    assert found[2] is None


def parquet(table, **options):
    file = io.BytesIO()
    pq.write_table(table, file, **options)
    return file.getvalue()


def lists(*lengths):
    """(words, lists of zeros) that pack to almost nothing."""
    ends = np.cumsum([0, *lengths]).astype(np.int32)
    rows = pa.ListArray.from_arrays(ends, np.zeros(ends[-1], np.float32))
    return pa.table({"word": [f"w{i}" for i in range(len(lengths))], "vector": rows})


@pytest.mark.parametrize("version", ["1.0", "2.0"])
def test_a_list_of_millions_in_a_small_parquet_file(version, monkeypatch):
    """What a file says of its own sizes is checked; nothing is unpacked in this process."""
    data = parquet(lists(4_000_000), data_page_version=version, compression="zstd")
    assert len(data) < 10_000
    before = pa.total_allocated_bytes()
    assert [calm(load, data, name="bomb") for load in LOADERS] == [None, None, None]
    with pytest.raises(ZipfvizError, match="4,000,000 numbers in 1 rows"):
        zipfviz.load_embedding(data, name="bomb")
    many = parquet(lists(4_000_000, *[3] * 9), data_page_version=version)
    monkeypatch.setattr(arrow_batches, "free_memory", lambda: 10_000_000)
    with pytest.raises(ZipfvizError, match="row group of column 'vector' unpacks to"):
        zipfviz.load_embedding(many, name="bomb")
    assert pa.total_allocated_bytes() - before < 1_000_000


def test_a_word_of_megabytes_in_every_row(monkeypatch):
    """A dictionary packs one long word once; rows are read in batches and the sum is watched."""
    words = pa.DictionaryArray.from_arrays(np.zeros(20_000, np.int32), ["x" * 100_000])
    data = parquet(pa.table({"word": words, "count": np.arange(20_000)}))
    assert len(data) < 200_000
    monkeypatch.setattr(tables, "MAX_WORDS", 10**7)
    monkeypatch.setattr(json_parquet, "MAX_WHOLE", 10**7)
    for load in (zipfviz.load_embedding, zipfviz.load_frequency):
        with pytest.raises(ZipfvizError, match=r"too many for words|more than a word list"):
            load(data, name="bomb")


def test_a_batch_of_gigabytes_in_a_small_feather_file(monkeypatch):
    """What a packed buffer unpacks to is not known before: a limit ends the attempt."""
    file = io.BytesIO()
    pa.feather.write_feather(lists(*[1_000_000] * 40), file, compression="zstd")
    assert len(file.getvalue()) < 50_000
    before = pa.total_allocated_bytes()
    monkeypatch.setattr(arrow_batches, "free_memory", lambda: 10_000_000)
    with pytest.raises(ZipfvizError, match=r"unpacks to more than .* that are free"):
        zipfviz.load_embedding(file, name="bomb")
    assert pa.total_allocated_bytes() - before < 1_000_000


def with_row_groups(table, groups):
    """A small parquet file whose footer names its one row group again and again."""
    data = parquet(table, compression="zstd")
    found = pq.read_metadata(io.BytesIO(data))
    once = pq.read_metadata(io.BytesIO(data))
    for _ in range(groups - 1):
        found.append_row_groups(once)
    footer = io.BytesIO()
    found.write_metadata_file(footer)
    length = int.from_bytes(data[-8:-4], "little")
    return data[: -8 - length] + footer.getvalue()[4:]


def test_many_row_groups_in_a_small_file_end_in_time(monkeypatch):
    """Row groups that share one page are read again and again, but not for longer than allowed."""
    rows = 50_000
    table = pa.table({"word": ["w"] * rows, **{f"d{i}": np.zeros(rows) for i in range(4)}})
    data = with_row_groups(table, 900)
    assert len(data) < 600_000
    monkeypatch.setattr(limited, "SECONDS", 1.0)
    started = time.monotonic()
    with pytest.raises(ZipfvizError, match="takes longer than 1 second"):
        zipfviz.load_embedding(data, name="bomb")
    assert time.monotonic() - started < 15


def test_a_crash_of_the_reading_process_is_told(monkeypatch):
    """Whatever ends it, this process goes on and says what happened."""
    monkeypatch.setattr(limited, "COMMAND", "import os\nos.kill(os.getpid(), 11)")
    table = pa.table({"word": ["a", "b"], "x": [1.0, 2.0], "y": [1.0, 2.0]})
    with pytest.raises(ZipfvizError, match=r"is a damaged parquet file.*signal 11"):
        zipfviz.load_embedding(parquet(table), name="bomb")


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_the_reading_process_ends_with_its_parent(tmp_path):
    """Nobody is left to read for: a reading process does not outlive who started it."""
    path = tmp_path / "endless.parquet"
    path.write_bytes(with_row_groups(pa.table({"word": ["w"] * 50_000, "x": [0.5] * 50_000}), 500))
    code = (
        "import os, zipfviz\n"
        "from zipfviz.io.files import arrow_batches, opened\n"
        f"stream = opened.open_file({str(path)!r}).open()\n"
        "batches = arrow_batches.read_batches(stream, ['word', 'x'], 100)\n"
        "next(batches)\n"
        "print(open(f'/proc/self/task/{os.getpid()}/children').read(), flush=True)\n"
        "os._exit(0)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    [child] = map(int, done.stdout.split())
    for _ in range(100):
        if not os.path.exists(f"/proc/{child}/fd/0"):
            return
        time.sleep(0.1)
    raise AssertionError("it still runs")


def test_a_png_bomb_and_a_broken_deflate_are_no_data(cache):
    """Other binary things are told apart from vectors, or fail with a sentence."""
    png = b"\x89PNG\r\n\x1a\n" + zlib.compress(b"\0" * 2**20)
    broken = bytearray(gzip.compress(b"the 5\n" * 9999))
    broken[40:60] = b"\xff" * 20
    for data in (png, bytes(broken)):
        for path in calm(keep_files, "uploads", {"x.gz": io.BytesIO(data)}) or ():
            assert [calm(load, path) for load in LOADERS] == [None, None, None]


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("../../etc/passwd", "passwd"),
        ("C:\\windows\\system32\\x.txt", "x.txt"),
        ("..", "file"),
        (".hidden", "hidden"),
        ("a\0b\n.txt", "a_b_.txt"),
        ("<img src=x onerror=alert(1)>.txt", "_img src_x onerror_alert_1__.txt"),
        ("vec:red[x]$y$.txt", "vec_red_x__y_.txt"),
        ("日本語 ベクトル.vec", "日本語 ベクトル.vec"),
        ("con.txt", "_con.txt"),
        ("-rf.txt", "rf.txt"),
        ("\ud800.txt", "_.txt"),
        ("\u202etxt.exe", "_txt.exe"),
    ],
)
def test_names_become_harmless(given, kept):
    """No folder, no dot in front, no control character, no markup; letters of any script stay."""
    assert safe_name(given) == kept
    assert len(safe_name(given * 200).encode()) <= 200


def test_paths_and_links_stay_in_the_data_folder(tmp_path):
    """Neither a link, a way up, an absolute path, nor a pipe is opened or listed."""
    data, secret = tmp_path / "data", tmp_path / "secret.txt"
    secret.write_text("the 5\nof 3\n")
    (data / "link.txt").symlink_to(secret)
    (data / "up").symlink_to(tmp_path)
    os.mkfifo(data / "pipe.txt")
    for way in ("link.txt", "up/secret.txt", "../secret.txt", str(secret), "..", "up/../../x"):
        with pytest.raises(ZipfvizError, match="leads out of the data folder"):
            resolve_inside(data, way)
    names = [e.name for e in (*catalogue.list_frequencies(), *catalogue.list_embeddings())]
    assert not {"link.txt", "up/secret.txt", "pipe.txt"} & set(names)
    with pytest.raises(ZipfvizError):
        zipfviz.load_embedding(data / "link.txt", root=data)


def test_an_upload_hides_no_other(cache):
    """A file called like a part of a SemEval folder does not swallow its neighbours."""
    keep_files("uploads", {"a.txt": io.BytesIO(b"the 5\nof 3\n")})
    keep_files("uploads", {"STS.input.FNWN.txt": io.BytesIO(b"a\tb\n")})
    assert "uploads/a/a.txt" in [e.name for e in catalogue.list_frequencies()]
