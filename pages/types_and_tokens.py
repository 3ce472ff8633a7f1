"""Types against tokens: what is drawn, and how frequency falls with rank."""

import streamlit as st

from zipfviz import gallery
from zipfviz.evaluation import published
from zipfviz.explore.views import rank_view
from zipfviz.figures import number
from zipfviz.figures.headlines.draws import draws_headline
from zipfviz.ui.pages.types_and_tokens import own_text
from zipfviz.ui.shell import export, furniture, pickers, selection

furniture.heading(
    "Types and tokens",
    "A **type** is an entry of the word list, a **token** is one of its occurrences in text. An "
    "average over types asks the list; an average over tokens asks the language.",
)
space = selection.space()
left, right = st.columns([3, 1])
k = left.slider("Words to draw", 10, 200, 50, 10, key="draw", bind="query-params")
seed = right.number_input("Seed", 0, 9999, 0, key="seed", bind="query-params")
drawn = gallery.types_tokens(space, words=k, seed=seed)
types, tokens = ([word for word in drawn.frame[of] if word] for of in ("types", "tokens"))
furniture.finding(
    draws_headline(types, tokens),
    "Read both columns aloud: which one sounds like your language? Repeats are in blue.",
)
furniture.word_columns({"From types": types, "From tokens": tokens})
paper = published.type_token_sample()
st.caption(
    f"The paper’s {len(paper)} beside, drawn from enwiki: {paper['types'].nunique()} different "
    f"words from types, {paper['tokens'].nunique()} from tokens."
)
furniture.word_columns(
    {"The paper, from types": paper["types"], "The paper, from tokens": paper["tokens"]}
)
export.take_away(
    drawn.name, lambda: drawn.frame, selection.current().snippet(*drawn.lines), about=drawn.about
)

st.subheader("How few words fill most of the text?", anchor=False)
left, right = st.columns([3, 2])
first, last = pickers.choose_number(
    "Ranks the line is fitted to",
    pickers.powers_of_ten(len(space)),
    (1, min(10_000, len(space))),
    "ranks",
    left,
)
with right:
    found = pickers.find_words("find_rank", space)
kl = rank_view(space, first=first, last=last).fit.kl
ranks = gallery.rank_frequency(space, ranks=(first, last), find=[space.words[i] for i in found])
furniture.drawing(
    ranks,
    look_for="Look for the straight line: on these axes a power law is one. " + ranks.left_out,
    seeing="Each dot is a word: its rank by frequency against its share of all tokens, both axes "
    "logarithmic. The dashed line is the power law of greatest likelihood over the chosen ranks; "
    f"its Kullback–Leibler divergence is {number(kl, 3)} nats (0 is a perfect fit).",
    formula=r"p(r) \propto r^{-s}, \qquad \hat s:\ \mathbb E_{\hat s}[\log r] = "
    r"\textstyle\sum_r p(r)\log r",
)

st.subheader("How many different words do you meet?", anchor=False)
furniture.drawing(
    gallery.vocabulary_growth(space),
    look_for="Look at how far the two curves part: text keeps returning to its frequent words.",
    seeing="The expected number of different words among N draws: each word equally likely "
    "(types), or each with its p (tokens). Exact, no simulation.",
    formula=r"\mathbb E[V(N)] = \sum_w 1 - (1 - q(w))^N",
)

own_text.section()
