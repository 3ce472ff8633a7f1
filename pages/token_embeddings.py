"""Token vectors of a language model: uniform over tokens against uniform over types."""

from functools import partial

import streamlit as st

from zipfviz import token_embeddings as te
from zipfviz.common.nouns import counted
from zipfviz.figures import token_embeddings as token_figures
from zipfviz.figures.headlines.tokens import token_score_headline, type_headline
from zipfviz.space.names import task_name
from zipfviz.ui.pages.token_embeddings import controls as token_controls
from zipfviz.ui.pages.token_embeddings import panels as token_panels
from zipfviz.ui.pages.token_embeddings import sections
from zipfviz.ui.shell import furniture, messages, notices, pickers, selection

ORDERS = {"average_first": "average, then transform", "transform_first": "transform, then average"}

furniture.heading(
    "Token embeddings",
    "A language model gives each **token** its own vector. Counting **tokens alike**, as every "
    "plain average does, counts each type as often as it occurs: it is Zipfian without saying so. "
    "What if **types** counted **alike**?",
)
space = selection.space()
cloud = None
if not te.is_installed():
    st.info(f"This page runs language models, which needs torch and transformers: {te.INSTALL}")
else:
    left, middle, right = st.columns(3)
    with left:
        model = token_controls.choose_model()
    with middle:
        task = pickers.choose_task("token_task", "Scored on", "sts-b")
    with right:
        layers = token_controls.choose_layers(model) if model else ""
    left, middle, right = st.columns([10, 7, 9])
    with right:
        also = token_controls.choose_also(task)
    order = pickers.switch(
        "Two layers", ORDERS, "token_order", "average_first", place=left,
        disabled=model is None or not token_controls.are_two(model, layers),
        help="The paper averages two layers, then transforms; the authors’ code transforms each "
        "layer with its own moments, then averages. A single layer leaves no choice.",
    )  # fmt: skip
    coefficients = {"spearman": "Spearman ρ", "pearson": "Pearson r"}
    coefficient = pickers.switch("Coefficient", coefficients, "token_coefficient", place=middle)
    cloud = token_controls.token_cloud(model, task, layers, also) if model else None
    if cloud is None and model is not None:
        with messages.show_errors():
            sections.input_table(model, task)
if cloud is not None and model is not None:
    run = token_panels.Run(model, cloud, task)
    scores, code = run.scores(order)
    printed, about = token_panels.printed(task, coefficient)
    furniture.chart(
        partial(token_figures.token_scores, scores[coefficient], cloud.model, printed),
        *token_panels.static_figures(space, task, coefficient),
        per_row=2,
        name="token-scores",
        headline=token_score_headline(scores[coefficient], task_name(task.name)),
        look_for="First the model’s tokens, then the sidebar’s word types: in both, compare blue "
        f"(Zipfian over types) with grey (uniform over types). {about}",
        data=lambda: scores,
        code=code,
        about=run.about,
        seeing=f"Token vectors are the {cloud.layers.label()} of {cloud.model}; "
        f"{counted(cloud.n_tokens, 'tokens')} of {counted(len(cloud.types), 'types')}, special "
        f"tokens included, {counted(cloud.n_cut, 'texts')} cut at the model’s limit. “Tokens "
        "alike” weights every token by 1, “types alike” (pseudo-uniform) by one over the count of "
        "its type. A sentence is the mean of its tokens; “sentences alike” takes the moments of "
        "these means instead.",
        formula=r"\widehat{\mathbb E}_{u}[t] = \frac{1}{|\mathcal D|}\sum_{t\in\mathcal D} t, "
        r"\qquad \widehat{\mathbb E}_{\tilde u}[t] = \sum_{t\in\mathcal D} "
        r"\frac{1}{|\mathcal V_{\mathcal D}|}\,\frac{1}{c_{\mathcal D}(\mathrm{type}(t))}\; t",
    )
    notices.tell_about(run.about)
    furniture.table(
        token_panels.named(token_panels.beside(scores, coefficient, cloud.model, printed)),
        name="token-score-table", code=code, about=run.about,
        alt="Scores times 100 of each transform, the paper's models beside",
    )  # fmt: skip
    if cloud.caution():
        st.caption(f":orange[{cloud.caution()}]")
    sections.symmetry(run)
    st.subheader("Is a token its type?", anchor=False)
    types = token_panels.type_table(cloud)
    pieces = token_controls.choose_pieces(cloud, types)
    explained = te.explained_variance(cloud)
    furniture.chart(
        *token_panels.type_figures(cloud, types, pieces),
        per_row=2,
        name="token-types",
        headline=type_headline(
            explained.share, explained.by_chance, explained.n_types, explained.n_tokens
        ),
        look_for="First, tokens around the mean of their type, the star. Then every type as a dot: "
        "low ones change most with their context.",
        data=lambda: types,
        about=run.about,
        code=run.snippet("print(te.explained_variance(cloud), te.type_table(cloud).to_string())"),
        seeing="The theory takes a token’s vector for that of its type. How far that holds is the "
        "share of the spread that lies between type means. A type met once explains itself, so "
        "the share that types without meaning would reach is given beside it.",
        formula=r"\eta^2 = \frac{\sum_w p(w)\,\|\mu_w-\mu\|^2}{\sum_t \frac{1}{|\mathcal D|}"
        r"\,\|t-\mu\|^2}",
    )
    sections.sentence_moments(run)
    with messages.show_errors():
        sections.input_table(model, task)
sections.published_scores()
