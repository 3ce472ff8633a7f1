"""Skip-gram's loss by word, and how often training updates frequent and rare words."""

from functools import partial

import pandas as pd
import streamlit as st

from zipfviz.corpus.cooccurrence import Cooccurrence
from zipfviz.corpus.skipgram import Recipe, SkipGram
from zipfviz.figures import Draw
from zipfviz.figures.headlines.skipgram import skipgram_loss_headline, update_headline
from zipfviz.figures.theory_skipgram import loss_chart, update_chart
from zipfviz.report.export import Elsewhere
from zipfviz.theory.skipgram_loss import SkipGramLoss, sgns_loss, updates
from zipfviz.ui.server.shared_cache import shared_cache
from zipfviz.ui.shell import furniture
from zipfviz.ui.shell.assets import texts_of

TEXTS = texts_of(__file__)
IMPORTS = "from zipfviz.theory import sgns_loss, updates"


@shared_cache(4, "Summing the loss over all pairs …")
def _loss_of(joint: Cooccurrence, trained: SkipGram) -> SkipGramLoss:
    recipe = trained.recipe
    W, C = trained.sides(joint.words)
    return sgns_loss(joint, W, C, k=recipe.k, exponent=recipe.exponent)


def section(
    joint: Cooccurrence,
    recipe: Recipe,
    trained: SkipGram | None,
    ringed: list[int],
    code: tuple[str, str],
    corpus: str,
) -> None:
    """Updates by frequency, exact from counts; the loss by word where a skip-gram is trained.

    `code` is Python that makes `joint`, and then W and C of the skip-gram; `corpus` is told.
    """
    st.subheader("What does training update?", anchor=False)
    found = updates(joint, k=recipe.k, exponent=recipe.exponent)
    frame = pd.DataFrame(
        {"p": joint.p, "pulls": found.pulls, "pushes": found.pushes},
        index=pd.Index(joint.words, name="word"),
    )
    sides = found.pulls, found.pushes, found.even
    draws: list[Draw] = [
        partial(update_chart, joint.p, *sides, joint.words, highlight=ringed),
    ]
    headline = update_headline(joint.words, found)
    said = f"k={recipe.k}, exponent={recipe.exponent}"
    lines = [code[0], IMPORTS, f"found = updates(joint, {said})", "print(found.pulls, found.ratio)"]
    if trained is not None:
        loss = _loss_of(joint, trained)
        frame["loss where it stands"], frame["loss as a negative"] = loss.pull, loss.push
        draws.append(
            partial(loss_chart, -joint.log_p, loss.pull, loss.push, joint.words, highlight=ringed)
        )
        headline = f"{headline} {skipgram_loss_headline(loss)}"
        lines += [code[1], f"loss = sgns_loss(joint, W, C, {said})"]
        lines.append("print(loss.value, loss.lowest, loss.at_zero)")
    furniture.chart(
        *draws,
        name="skipgram-loss",
        headline=headline,
        data=lambda: frame,
        code="\n".join(lines),
        about=Elsewhere(corpus),
        **TEXTS["loss"],
    )
