"""BibTeX entries of the paper, the methods, and the data that carry no entry of their own."""

from __future__ import annotations

import re

__all__ = ["ENTRIES", "entry_key", "known_entry"]


def _entry(kind: str, key: str, **fields: str | int) -> str:
    lines = [f"  {name} = {{{value}}}," for name, value in fields.items()]
    return "\n".join([f"@{kind}{{{key},", *lines, "}"])


def _semeval(
    year: int, authors: str, title: str, venue: str, pages: str, address: str, number: str
) -> str:
    return _entry(
        "inproceedings",
        f"agirre{year}semeval" if year < 2017 else "cer2017semeval",
        author=authors,
        title=title,
        booktitle=venue,
        year=year,
        pages=pages,
        address=address,
        publisher="Association for Computational Linguistics",
        url=f"https://aclanthology.org/{number}/",
    )


_SEM = "Joint Conference on Lexical and Computational Semantics ({*SEM} %d)"
_WORKSHOP = "International Workshop on Semantic Evaluation ({SemEval}-%d)"

#: By the names of methods and benchmarks, and of what vectors and counts come from.
ENTRIES: dict[str, str] = {
    "paper": _entry(
        "inproceedings",
        "yokoi2024zipfian",
        author="Yokoi, Sho and Bao, Han and Kurita, Hiroto and Shimodaira, Hidetoshi",
        title="Zipfian Whitening",
        booktitle="Advances in Neural Information Processing Systems",
        volume=37,
        year=2024,
        url="https://openreview.net/forum?id=pASJxzMJb7",
    ),
    "abtt": _entry(
        "inproceedings",
        "mu2018allbutthetop",
        author="Mu, Jiaqi and Viswanath, Pramod",
        title="All-but-the-Top: Simple and Effective Postprocessing for Word Representations",
        booktitle="International Conference on Learning Representations",
        year=2018,
        url="https://openreview.net/forum?id=HkuGJ3kCb",
    ),
    "sif_ccr": _entry(
        "inproceedings",
        "arora2017simple",
        author="Arora, Sanjeev and Liang, Yingyu and Ma, Tengyu",
        title="A Simple but Tough-to-Beat Baseline for Sentence Embeddings",
        booktitle="International Conference on Learning Representations",
        year=2017,
        url="https://openreview.net/forum?id=SyK00v5xx",
    ),
    "word2vec": _entry(
        "inproceedings",
        "mikolov2013distributed",
        author="Mikolov, Tomas and Sutskever, Ilya and Chen, Kai and Corrado, Greg S. and "
        "Dean, Jeff",
        title="Distributed Representations of Words and Phrases and their Compositionality",
        booktitle="Advances in Neural Information Processing Systems",
        volume=26,
        year=2013,
    ),
    "fasttext": _entry(
        "article",
        "bojanowski2017enriching",
        author="Bojanowski, Piotr and Grave, Edouard and Joulin, Armand and Mikolov, Tomas",
        title="Enriching Word Vectors with Subword Information",
        journal="Transactions of the Association for Computational Linguistics",
        volume=5,
        year=2017,
        pages="135--146",
        url="https://aclanthology.org/Q17-1010/",
    ),
    "glove": _entry(
        "inproceedings",
        "pennington-etal-2014-glove",
        author="Pennington, Jeffrey and Socher, Richard and Manning, Christopher",
        title="{GloVe}: Global Vectors for Word Representation",
        booktitle="Conference on Empirical Methods in Natural Language Processing ({EMNLP})",
        year=2014,
        pages="1532--1543",
        address="Doha, Qatar",
        publisher="Association for Computational Linguistics",
        url="https://aclanthology.org/D14-1162/",
    ),
    "sts12": _semeval(
        2012,
        "Agirre, Eneko and Cer, Daniel and Diab, Mona and Gonzalez-Agirre, Aitor",
        "{SemEval}-2012 Task 6: A Pilot on Semantic Textual Similarity",
        _SEM % 2012,
        "385--393",
        "Montréal, Canada",
        "S12-1051",
    ),
    "sts13": _semeval(
        2013,
        "Agirre, Eneko and Cer, Daniel and Diab, Mona and Gonzalez-Agirre, Aitor and Guo, Weiwei",
        "{*SEM} 2013 shared task: Semantic Textual Similarity",
        _SEM % 2013,
        "32--43",
        "Atlanta, Georgia, USA",
        "S13-1004",
    ),
    "sts14": _semeval(
        2014,
        "Agirre, Eneko and Banea, Carmen and Cardie, Claire and Cer, Daniel and Diab, Mona and "
        "Gonzalez-Agirre, Aitor and Guo, Weiwei and Mihalcea, Rada and Rigau, German and "
        "Wiebe, Janyce",
        "{SemEval}-2014 Task 10: Multilingual Semantic Textual Similarity",
        _WORKSHOP % 2014,
        "81--91",
        "Dublin, Ireland",
        "S14-2010",
    ),
    "sts15": _semeval(
        2015,
        "Agirre, Eneko and Banea, Carmen and Cardie, Claire and Cer, Daniel and Diab, Mona and "
        "Gonzalez-Agirre, Aitor and Guo, Weiwei and Lopez-Gazpio, Iñigo and Maritxalar, Montse "
        "and Mihalcea, Rada and Rigau, German and Uria, Larraitz and Wiebe, Janyce",
        "{SemEval}-2015 Task 2: Semantic Textual Similarity, {E}nglish, {S}panish and Pilot on "
        "Interpretability",
        _WORKSHOP % 2015,
        "252--263",
        "Denver, Colorado, USA",
        "S15-2045",
    ),
    "sts16": _semeval(
        2016,
        "Agirre, Eneko and Banea, Carmen and Cer, Daniel and Diab, Mona and Gonzalez-Agirre, Aitor "
        "and Mihalcea, Rada and Rigau, German and Wiebe, Janyce",
        "{SemEval}-2016 Task 1: Semantic Textual Similarity, Monolingual and Cross-Lingual "
        "Evaluation",
        _WORKSHOP % 2016,
        "497--511",
        "San Diego, California, USA",
        "S16-1081",
    ),
    "sts-b": _semeval(
        2017,
        "Cer, Daniel and Diab, Mona and Agirre, Eneko and Lopez-Gazpio, Iñigo and Specia, Lucia",
        "{SemEval}-2017 Task 1: Semantic Textual Similarity Multilingual and Crosslingual Focused "
        "Evaluation",
        _WORKSHOP % 2017,
        "1--14",
        "Vancouver, Canada",
        "S17-2001",
    ),
    "sick-r": _entry(
        "inproceedings",
        "marelli2014sick",
        author="Marelli, Marco and Menini, Stefano and Baroni, Marco and Bentivogli, Luisa and "
        "Bernardi, Raffaella and Zamparelli, Roberto",
        title="A {SICK} cure for the evaluation of compositional distributional semantic models",
        booktitle="International Conference on Language Resources and Evaluation ({LREC}'14)",
        year=2014,
        pages="216--223",
        address="Reykjavik, Iceland",
        publisher="European Language Resources Association",
        url="https://aclanthology.org/L14-1314/",
    ),
    "jsts": _entry(
        "inproceedings",
        "kurihara2022jglue",
        author="Kurihara, Kentaro and Kawahara, Daisuke and Shibata, Tomohide",
        title="{JGLUE}: {J}apanese General Language Understanding Evaluation",
        booktitle="Language Resources and Evaluation Conference ({LREC})",
        year=2022,
        pages="2957--2966",
        address="Marseille, France",
        publisher="European Language Resources Association",
        url="https://aclanthology.org/2022.lrec-1.317/",
    ),
    "wordsim353": _entry(
        "article",
        "finkelstein2002placing",
        author="Finkelstein, Lev and Gabrilovich, Evgeniy and Matias, Yossi and Rivlin, Ehud and "
        "Solan, Zach and Wolfman, Gadi and Ruppin, Eytan",
        title="Placing Search in Context: The Concept Revisited",
        journal="ACM Transactions on Information Systems",
        volume=20,
        number=1,
        year=2002,
        pages="116--131",
        doi="10.1145/503104.503110",
    ),
    "simlex999": _entry(
        "article",
        "hill2015simlex",
        author="Hill, Felix and Reichart, Roi and Korhonen, Anna",
        title="{SimLex}-999: Evaluating Semantic Models With (Genuine) Similarity Estimation",
        journal="Computational Linguistics",
        volume=41,
        number=4,
        year=2015,
        pages="665--695",
        url="https://aclanthology.org/J15-4004/",
    ),
    "men": _entry(
        "article",
        "bruni2014multimodal",
        author="Bruni, Elia and Tran, Nam Khanh and Baroni, Marco",
        title="Multimodal Distributional Semantics",
        journal="Journal of Artificial Intelligence Research",
        volume=49,
        year=2014,
        pages="1--47",
        doi="10.1613/jair.4135",
    ),
    "lee50": _entry(
        "inproceedings",
        "lee2005empirical",
        author="Lee, Michael D. and Pincombe, Brandon and Welsh, Matthew",
        title="An Empirical Evaluation of Models of Text Document Similarity",
        booktitle="Annual Conference of the Cognitive Science Society",
        year=2005,
        url="https://escholarship.org/uc/item/48g155nq",
    ),
}

# Names that files and downloads of these carry, in lower case.
_PATTERNS = (
    (r"sts[-_ ]?(20)?(1[2-6])\b", r"sts\2"),
    (r"sts[-_ ]?b(enchmark)?\b|sts-(test|dev|train)\b", "sts-b"),
    (r"sick(-r)?\b|sick_", "sick-r"),
    (r"jsts\b|(train|valid)-v1\.\d\.json", "jsts"),
    (r"wordsim[-_ ]?353|ws-?353", "wordsim353"),
    (r"simlex[-_ ]?999", "simlex999"),
    (r"men(_dataset|_|\.|$)", "men"),
    (r"lee50", "lee50"),
    (r"glove\.(6b|42b|840b|twitter)", "glove"),
    (r"googlenews-vectors|word2vec-google-news", "word2vec"),
    (r"(wiki-news|crawl)-300d|(cc|wiki)\.[a-z-]+\.(300\.|vec|bin)|fasttext", "fasttext"),
    (r"enwiki_vocab", "sif_ccr"),
)


def known_entry(name: str) -> str:
    """The entry that goes with a task, embedding or frequency list of this name, or ""."""
    last = re.split(r"[/\\]", name.lower())[-1]
    for pattern, key in _PATTERNS:
        found = re.match(pattern, last)
        if found:
            return ENTRIES[found.expand(key)]
    return ""


def entry_key(entry: str) -> str:
    """The citation key of a BibTeX entry."""
    found = re.search(r"@\w+\s*\{\s*([^,\s]+)", entry)
    return found.group(1) if found else ""
