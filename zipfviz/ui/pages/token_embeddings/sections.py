"""Sections on symmetry, moments, the model's input table, and the printed scores."""

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import streamlit as st

from zipfviz import figures, gallery
from zipfviz import token_embeddings as te
from zipfviz.common.markdown import plain, thin
from zipfviz.common.nouns import counted
from zipfviz.evaluation import printed_claims, published
from zipfviz.evaluation.tables import symmetry_table
from zipfviz.figures import token_embeddings as token_figures
from zipfviz.figures.headlines.tokens import moment_headline, token_symmetry_headline
from zipfviz.gallery.symmetry import MEASURE_LABELS
from zipfviz.io.records import Task
from zipfviz.report.export import About, Elsewhere
from zipfviz.report.snippets import load_task_line
from zipfviz.space.matching import align
from zipfviz.space.word_space import WordSpace
from zipfviz.ui.pages.token_embeddings import panels as token_panels
from zipfviz.ui.server import brought, uploads
from zipfviz.ui.server.shared_cache import shared_cache
from zipfviz.ui.shell import furniture, pickers
from zipfviz.ui.shell.assets import texts_of

COUNTED_ON = {"task": "the task’s texts", "news": "a news corpus", "upload": "your text"}
TEXTS = texts_of(__file__)
METHODS = ("raw", "uniform_whitening", "zipfian_whitening")
SHOWN = 2_000
UPLOAD = "token_upload"
PUBLISHED = (
    "from zipfviz.evaluation import published\n\nprint(published.token_scores().to_string())"
)


def symmetry(run: token_panels.Run) -> None:
    """The section on the symmetry of all tokens, under both priors."""
    st.subheader("How symmetric is the cloud of tokens?", anchor=False)
    table = token_panels.symmetry_table(run.cloud)
    furniture.finding(token_symmetry_headline(table), TEXTS["symmetry"]["look_for"])
    furniture.table(
        token_panels.named(table),
        name="token-symmetry",
        about=run.about,
        decimals=3,
        code=run.snippet("print(te.token_symmetry_table(cloud).to_string())"),
        alt="Symmetry of the token vectors after each transform, under both priors",
    )


def sentence_moments(run: token_panels.Run) -> None:
    """The section on the moments of sentence vectors beside those of tokens."""
    st.subheader("Do sentence vectors follow the tokens?", anchor=False)
    moments = token_panels.moment_table(run.cloud)
    code = run.snippet("print(te.moment_table(cloud).to_string())")
    furniture.chart(
        partial(token_figures.moment_spectra, token_panels.spectra(run.cloud)),
        name="token-moments",
        about=run.about,
        headline=moment_headline(moments),
        data=lambda: moments,
        code=code,
        **TEXTS["moments"],
    )
    furniture.table(
        token_panels.moment_frame(moments),
        name="token-moment-table",
        about=run.about,
        decimals={"means, cosine": 3, "means, distance": 3, "effective rank": 1},
        code=code,
        alt="Moments of tokens under both priors beside those of sentence vectors",
    )


def input_table(model: te.ModelSource, task: Task) -> None:
    """The section on the table a model looks its tokens up in, opened by a switch."""
    st.subheader("The model’s input table", anchor=False)
    st.markdown(TEXTS["input_table"]["lead"])
    if not st.toggle("Look at the input table", key="token_table", bind="query-params"):
        return
    which = pickers.choose("Frequencies counted on", COUNTED_ON, "token_text")
    text = chosen_text(which, task)
    if text is None:
        return
    space = input_space(model, text.content, f"{model.digest} {text.key}", text.name)
    code = partial(input_snippet, model, text)
    table = _input_table(model)
    matched = space.report.sentence().replace(" words", " subwords")
    st.caption(plain(thin(f"{table.sentence()} {matched}.")))
    norms = gallery.norms(space, methods=METHODS, words=SHOWN)
    line = code("print(zipfviz.transform(space, 'zipfian_whitening')[:3])")
    furniture.drawing(replace(norms, name="input-table-norms"), **TEXTS["norms"], code=line)
    spectra = gallery.eigenspectrum(space, methods=["raw", "zipfian_whitening"])
    line = code("print(zipfviz.spectrum(space.vectors, space.p)[:5])")
    furniture.drawing(replace(spectra, name="input-table-spectra"), **TEXTS["spectra"], code=line)
    measured = symmetry_table(space, te.METHODS)
    furniture.table(
        measured.rename(index=lambda m: figures.method_style(m).label, columns=MEASURE_LABELS),
        name="input-table-symmetry",
        about=About(space, methods=()),
        decimals=3,
        code=code("print(zipfviz.symmetry_table(space, te.METHODS).to_string())"),
        alt="Symmetry of the input table after each transform, under both priors",
    )
    _take_back(table, space)


@dataclass(frozen=True)
class Text:
    """What is counted: a path or bytes; `code` is Python that makes `text`."""

    content: Any
    name: str
    key: str
    code: str


def chosen_text(which: str, task: Task) -> Text | None:
    """What to count; None, and what to do, while nothing is uploaded."""
    if which != "upload":
        uploads.set_aside(UPLOAD)
    if which == "task":
        content = "\n".join(task.texts).encode("utf-8", "surrogatepass")
        code = (
            f"{load_task_line(task)}\n"
            "text = '\\n'.join(task.texts).encode('utf-8', 'surrogatepass')"
        )
        return Text(content, task.name, task.digest, code)
    if which == "news":
        from gensim.test.utils import datapath

        name = "lee_background.cor"
        code = f"from gensim.test.utils import datapath\n\ntext = datapath({name!r})"
        return Text(Path(datapath(name)), name, name, code)
    file = uploads.upload("Running text, plain or packed", UPLOAD, "Choose a text file to count.")
    if file is None:
        return None
    return Text(file.content, file.name, file.digest, f"text = {file.name!r}")


_input_table = shared_cache(4, False)(te.find_input_table)
"""Where a model's table is, looked for once: an output layer is compared with all of it."""


@shared_cache(4, "Counting subwords …")
def input_space(_model: te.ModelSource, _text: Any, key: str, name: str) -> WordSpace:
    table = _input_table(_model)
    if isinstance(_text, bytes):  # of whoever brought it
        size = brought.SLOWER * len(_text)
        how = {"label": name, "size": size, "name": name}
        counts = brought.aside(te.count_with_model, _model, _text, **how)
    else:
        counts = te.count_with_model(_model, _text, name=name)
    return align(te.load_input_table(table), counts, subwords="as stored")


def _take_back(table: te.InputTable, space: WordSpace) -> None:
    """The whitened table in the model's shape, made when it is asked for."""
    method = pickers.choose_method(
        "Take the table back to the model, after", "token_back", te.METHODS[-1], te.METHODS[1:]
    )
    make = partial(te.input_table_bytes, table, space, method)
    name = f"{Path(table.model).name}-{method}.safetensors"
    pickers.download("The table as safetensors", make, name, "token-table-file", "download")
    rows = f"{counted(table.shape[0], 'rows')} of {table.shape[1]} in float32"
    named = f"under the tensor’s own name {table.tensor}"
    st.caption(
        plain(f"{rows}, {named}; subwords that the text does not have are transformed alike.")
    )


def input_snippet(model: te.ModelSource, text: Text, *lines: str) -> str:
    """Python that makes the space of the input table and `lines` after it."""
    code = [
        token_panels.IMPORTS,
        text.code,
        f"model = {token_panels.model_argument(model)!r}",
        "freq = te.count_with_model(model, text)",
        "table = te.load_input_table(te.find_input_table(model))",
        "space = zipfviz.align(table, freq, subwords='as stored')",
        *lines,
    ]
    return "\n".join(code)


def published_scores() -> None:
    """The paper's table of token embeddings, a model at a time."""
    st.subheader("The paper’s numbers", anchor=False)
    scores = published.token_scores()
    models = scores["embedding"].unique()
    model = pickers.switch("Printed for", dict(zip(models, models, strict=True)), "token_paper")
    rows = scores[scores["embedding"] == model].drop(columns="embedding").set_index("method")
    mean = rows["average"]
    furniture.chart(
        partial(figures.uniform_zipfian_pairs, rows.drop(columns="average")),
        name="token-paper",
        about=Elsewhere(f"{model}, as printed by Yokoi et al. (2024)."),
        headline=f"{model}: whitening averages {figures.number(mean['zipfian_whitening'], 1)} with "
        f"every token counted once, {figures.number(mean['uniform_whitening'], 1)} with every type "
        f"counted the same, {figures.number(mean['raw'], 1)} raw.",
        data=lambda: rows,
        code=PUBLISHED,
        **TEXTS["paper"],
    )
    furniture.table(
        token_panels.named(rows),
        name="token-paper-table",
        about=Elsewhere(f"{model}, as printed by Yokoi et al. (2024)."),
        code=PUBLISHED,
        alt=f"The paper's printed scores of {model}",
    )
    own = published.REMARKS.get(f"{model} zipfian_whitening STS-B", "")
    said = printed_claims.remark(scores)
    st.caption(f"{own} {f'Over the three models: {said}' if said else ''}".strip())
