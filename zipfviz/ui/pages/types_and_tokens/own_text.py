"""Take a text of one's own; show its counts, ranks, growth and a sample."""

from functools import partial

import numpy as np
import streamlit as st

from zipfviz import figures
from zipfviz.common.nouns import noun
from zipfviz.corpus.corpora import Corpus
from zipfviz.corpus.text_corpus import INSTALLED, TextCount, count_text, installed_corpus
from zipfviz.corpus.zipf import Goodness, ZipfFit, goodness_of_fit
from zipfviz.figures import frequency as drawn
from zipfviz.figures.headlines.frequency import (
    exponent_sentence,
    growth_sentence,
    text_headline,
    too_short,
)
from zipfviz.gallery.frequency import columns_frame
from zipfviz.report.export import Elsewhere
from zipfviz.ui.server import uploads
from zipfviz.ui.server.shared_cache import cached_table, shared_cache
from zipfviz.ui.server.texts import own_corpus, typed_corpus
from zipfviz.ui.server.uploads import TEXT_AT
from zipfviz.ui.shell import export, furniture, links, messages, pickers
from zipfviz.ui.shell import saved_views as views
from zipfviz.ui.shell.assets import texts_of

PASTED = "paste"
PASTED_KEY, LINK = "text_pasted", "text"
FILE, UPLOAD = "file", "text_file"
SOURCES = {**INSTALLED, PASTED: "Pasted text", FILE: "A file of yours"}
TEXTS = texts_of(__file__)
EXAMPLE = TEXTS["example"]["text"]


def section() -> None:
    """The whole section; a text that cannot be counted is a sentence, and the page goes on."""
    st.subheader("Your own text", anchor=False)
    with messages.show_errors():
        corpus = _choose()
        if corpus is not None:
            _show(count_text(corpus), st.session_state["text_source"])


def _choose() -> Corpus | None:
    source = pickers.choose(
        "Text from", SOURCES, "text_source",
        help="Installed texts come with gensim. A pasted text is kept in the link, a long one for "
        "a while in this server’s memory, for you and whoever has the link.",
    )  # fmt: skip
    _leave_link_to(source)
    if source == PASTED:
        if PASTED_KEY not in st.session_state:
            st.session_state[PASTED_KEY] = _first()
        text = st.text_area("Text", key=PASTED_KEY, height=140, persist_state="session")
        _keep(text or "")
        return typed_corpus(text or "")
    if source == FILE:
        prompt = "Choose a text file to see it counted."
        file = uploads.upload("A text file in UTF-8, packed or not", UPLOAD, prompt)
        return None if file is None else own_corpus(file)
    return _installed(source)


def _leave_link_to(source: str) -> None:
    """What the other sources put into the link goes out of it, and back when they are chosen."""
    if source != FILE:
        uploads.set_aside(UPLOAD)
    if source != PASTED:
        for name in (LINK, TEXT_AT):
            st.query_params.pop(name, None)


def _first() -> str:
    """The text of a manifest that was opened, or of the link; else the example."""
    texts = (uploads.linked_text(), st.query_params.get(LINK))
    return next((text for text in texts if text is not None), EXAMPLE)


def _keep(text: str) -> None:
    """A short text is in the link; a longer one is in the manifest and, for a while, the server."""
    is_long = not links.fits(text)
    is_carried = is_long and views.can_carry(text)
    views.carry({PASTED_KEY: text} if is_carried else {})
    if is_carried:
        st.caption(TEXTS["link"]["carried"])
    elif is_long:
        st.caption(TEXTS["link"]["long"])
    _keep_handed(text, is_long)
    if is_long or text == EXAMPLE:
        st.query_params.pop(LINK, None)
    else:
        st.query_params[LINK] = text


def _keep_handed(text: str, is_long: bool) -> None:
    """A long text is named in the link; one that is no longer held, until another is typed."""
    if is_long:
        uploads.put_text_in_link(text)
    elif text == EXAMPLE and TEXT_AT in st.query_params and uploads.linked_text() is None:
        st.caption(TEXTS["link"]["gone"])
    else:
        st.query_params.pop(TEXT_AT, None)


@shared_cache(4, "Reading the text …")
def _installed(name: str) -> Corpus:
    return installed_corpus(name)


def _show(text: TextCount, source: str) -> None:
    headline = text_headline(text.n_tokens, text.n_types, text.n_hapaxes)
    furniture.finding(headline, TEXTS["counts"]["look_for"])
    numbers = {
        "Tokens": figures.count(text.n_tokens),
        "Types": figures.count(text.n_types),
        "Types per token": figures.number(text.ratio, 3),
        "Hapaxes": figures.count(text.n_hapaxes),
    }
    for place, (label, value) in zip(st.columns(4), numbers.items(), strict=True):
        place.metric(label, value, help=HELP.get(label))
    seed = st.session_state.get("seed", 0)
    types, tokens = text.sample(30, seed)
    furniture.word_columns(
        {f"{len(types)} of its types": types, f"{len(tokens)} of its tokens": tokens}
    )
    sample = partial(columns_frame, types=types, tokens=tokens)
    lines = (
        "print(text.n_tokens, text.n_types, text.ratio)",
        "print(text.n_hapaxes, text.n_hapaxes / text.n_types)",
        f"print(text.sample(30, {seed}))",
    )
    code, about = _code(source, *lines), _about(text, source)
    export.take_away("own-sample", sample, code, headline=headline, about=about)
    left, right = st.columns(2)
    with left:
        _ranks(text, source)
    with right:
        growth, heaps = text.growth, text.heaps
        fit = heaps.exponent, heaps.constant
        furniture.chart(
            partial(drawn.text_growth, growth.tokens, growth.types, fit),
            name="own-growth",
            about=_about(text, source),
            headline=growth_sentence(heaps.exponent, text.n_tokens, text.doubled),
            data=growth.frame,
            code=_code(source, "print(text.heaps, 2**text.heaps.exponent, text.doubled)"),
            **TEXTS["growth"],
        )


HELP = {"Hapaxes": "Words that occur once.", "Types per token": "The type–token ratio."}


def _about(text: TextCount, source: str) -> Elsewhere:
    n_tokens, n_types = figures.count(text.n_tokens), figures.count(text.n_types)
    return Elsewhere(
        f"Text: {SOURCES[source]}, {n_tokens} {noun(text.n_tokens, 'tokens')}, {n_types} "
        f"{noun(text.n_types, 'types')}."
    )


RULES = {50: "50", 20: "20", 10: "10", 5: "5", 0: "ranks"}
"""How often the words of the fit occur at least; 0 asks for ranks."""


def _ranks(text: TextCount, source: str) -> None:
    rule = pickers.switch(
        "Fit words that occur so often, or ranks", RULES, "text_rule", help=TEXTS["ranks"]["rule"]
    )
    window = _chosen_ranks(text) if rule == 0 else None
    shown = int((text.corpus.counts >= rule).sum())
    line, headline, how = None, too_short(shown, rule), ""
    if window or shown > 1:
        fit, good = _goodness(text, rule, window)
        line = (fit.exponent, fit.log_constant, fit.first, fit.last)
        headline = exponent_sentence(
            fit.exponent, fit.standard_error, (good.low, good.high), (fit.first, fit.last),
            float(text.corpus.counts[fit.last - 1]),
            good.distance, good.n_as_far, good.n_resamples,
        )  # fmt: skip
        how = f"{fit.first}, {fit.last}, min_count=None" if window else f"min_count={rule}"
    ranked = partial(figures.rank_frequency, np.arange(1, text.n_types + 1), text.p)
    furniture.chart(
        partial(ranked, words=text.corpus.words, fit=line, height=380),
        name="own-ranks",
        about=_about(text, source),
        headline=headline,
        data=text.frame,
        code=_ranks_code(source, how),
        **{name: TEXTS["ranks"][name] for name in ("look_for", "seeing", "formula")},
    )


def _chosen_ranks(text: TextCount) -> tuple[int, int]:
    options = pickers.powers_of_ten(text.n_types)
    first, last = pickers.choose_number(
        "Ranks fitted in this text", options, (1, text.n_types), "text_ranks"
    )
    last = last if last > first else text.n_types
    return min(first, last - 1), last


def _ranks_code(source: str, how: str) -> str:
    """The fit and its texts, or the counts where there is none."""
    if not how:
        return _code(source, "print(text.frame())")
    lines = (
        f"fit = text.zipf({how})",
        "print(fit, goodness_of_fit(text.corpus.counts, fit))",
    )
    return _code(source, *lines, names="goodness_of_fit, ")


@cached_table(32, "Drawing texts from the fit …")
def _goodness(
    text: TextCount, rule: int, window: tuple[int, int] | None
) -> tuple[ZipfFit, Goodness]:
    fit = text.zipf(*window, min_count=None) if window else text.zipf(min_count=rule)
    return fit, goodness_of_fit(text.corpus.counts, fit)


def _code(source: str, *lines: str, names: str = "") -> str:
    how = 'corpus_of(open("text.txt", encoding="utf-8").read())'
    if source in INSTALLED:
        how = f"installed_corpus({source!r})"
    imports = f"from zipfviz.corpus import count_text, {names}{how.partition('(')[0]}"
    return "\n".join([imports, "", f"text = count_text({how})", *lines])
