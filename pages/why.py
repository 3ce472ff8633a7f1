"""Why the score changed: the pairs that moved, and the words that moved them."""

from functools import partial

import streamlit as st

from zipfviz.figures.headlines.pairs import moved_headline, pair_sentence
from zipfviz.figures.why import MOST_PAIRS, moved_pairs, word_changes
from zipfviz.report.export import About
from zipfviz.report.snippets import load_task_line
from zipfviz.ui.pages.why import pairs
from zipfviz.ui.shell import export, furniture, messages, notices, pickers, selection, tables

furniture.heading(
    "Why did the score change?",
    "A transform moves the cosine of every pair of texts. Which pairs moved, **towards human "
    "judgement or away from it**, and which words carried them?",
)
space = selection.space()
left, middle, right, last = st.columns([3, 2, 2, 2])
with left:
    task = pickers.choose_task("why_task", preferred="sts-b")
with middle:
    before = pickers.choose_method("From", "why_before", "raw")
with right:
    after = pickers.choose_method("To", "why_after", "zipfian_whitening")
with last:
    coefficient = pickers.choose_coefficient()
furniture.prepare([task])
moved = pairs.moved(space, task, before, after, coefficient)
left, middle, right, last = st.columns([3, 2, 2, 2])
typed = left.text_input(
    "Search texts and words", key="why_find", bind="query-params", placeholder="guitar",
    help="Keeps the pairs that hold every word typed, in either text or among the words that "
    "carried the change.",
)  # fmt: skip
with middle:
    gold = pairs.gold_range(task)
way = right.selectbox("Moved", pairs.WAYS, key="why_way", bind="query-params")
order = last.selectbox("Sorted by", list(pairs.SORTS), key="why_order", bind="query-params")
found = pairs.cut(moved, typed, gold, way, order)
if found.empty:
    messages.stop_with_hint("No pair is left. Type another word, or widen the range.")
chosen = pairs.choose_pair(found, "why")
methods = f"{before!r}, {after!r}"
code = selection.current().snippet(
    load_task_line(task),
    f"pairs = zipfviz.changed_pairs(space, task, {methods}, coefficient={coefficient!r})",
    f"print(pairs[pairs['pair'] == {chosen}].T.to_string())",
    f"print(zipfviz.pair_words(space, task, {methods}, pair={chosen}).to_string())",
    *pairs.cut_lines(task, typed, gold, way),
    "print(pairs['change'].abs().mean(), (pairs['effect'] > 0).sum(), pairs['effect'].sum())",
    "by_way = pairs.groupby(np.sign(pairs['effect']))[['before', 'after', 'effect']]",
    "print(by_way.agg(['size', 'mean', 'sum']).to_string())",
    "print(pairs.head(20).to_string())",
    imports="import numpy as np\nimport zipfviz",
)
about = About(
    space, [task], (before, after), coefficient, best=None,
    lead="What became of the pairs.",
)  # fmt: skip
notices.tell_about(about)
export.take_away("moved-pairs", lambda: found.set_index("pair"), code, about=about)

row = pairs.opened(moved, chosen, task)
st.subheader(f"Pair {chosen}", anchor=False)
left, right = st.columns(2)
left.markdown(pairs.quoted(row["text_1"]))
right.markdown(pairs.quoted(row["text_2"]))
words = pairs.words_of(space, task, chosen, before, after)
if words.empty:
    st.caption("No word of these two texts is in the space, so their cosine is 0.")
else:
    furniture.chart(
        *word_changes(words),
        per_row=2,
        name="pair-words",
        headline=pair_sentence(row, before, after),
        look_for="Rings are before, diamonds after. Look for the words that give way: frequent "
        "ones tend to lose their share of the text’s length, rare ones to gain it.",
        data=lambda: words,
        code=code,
        about=about,
        seeing="A text’s vector is the average of its words’ vectors, so its squared length "
        "splits exactly into its words. The shares of a text sum to 100 %; one is negative where "
        "a word points away from its text.",
        formula=r"\mathrm{share}_w = \frac{c_w}{|s|} \cdot "
        r"\frac{\langle \widetilde{w}, s\rangle}{\|s\|^2}, \qquad "
        r"\sum_{w \in s} \mathrm{share}_w = 1",
    )
st.subheader("All pairs", anchor=False)
furniture.chart(
    partial(
        moved_pairs,
        found.sort_values("change", key=abs, ascending=False),
        before,
        after,
        chosen,
    ),
    name="moved",
    headline=moved_headline(found, before, after),
    look_for="Dots above the dashed line became more similar. A method helps where pairs people "
    f"find similar end up above those they do not. The ring is the pair opened; at most "
    f"{MOST_PAIRS:,} dots are drawn, those that moved most.",
    data=lambda: found.set_index("pair"),
    code=code,
    about=about,
)
tables.table(
    pairs.summary(found, before, after),
    about,
    name="moved-summary",
    alt="How many pairs moved which way, and what that did to the score",
    code=code,
)  # fmt: skip
