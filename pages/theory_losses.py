"""Softmax against logit-adjusted softmax on Zipfian classes; which prior batches draw from."""

from functools import partial

import streamlit as st

from zipfviz.figures import theory_losses as figures
from zipfviz.figures.headlines.losses import batch_headline, loss_headline
from zipfviz.report.export import Elsewhere
from zipfviz.theory.losses import Problem, differences
from zipfviz.ui.pages.theory_losses import runs as loss_runs
from zipfviz.ui.pages.theory_losses import updates
from zipfviz.ui.shell import furniture, pickers, selection

furniture.heading(
    "Theory: losses and batches",
    "Train the same small classifier twice. **Softmax** lets frequent classes win when in doubt; "
    "the **logit-adjusted** softmax takes the class frequencies p out of the vectors. Which loss "
    "is kinder to rare words?",
)
space = selection.space()
left, middle, right = st.columns(3, vertical_alignment="bottom")
strength = left.slider(
    "Prior strength t", 0.0, 1.0, 1.0, 0.1, key="loss_t", bind="query-params",
    help="The loss weighs class y by p(y) to the power t: 0 is softmax (uniform prior), 1 the "
    "logit-adjusted loss (Zipfian prior).",
)  # fmt: skip
exponent = middle.slider(
    "Zipf exponent of the classes", 0.0, 1.6, 1.0, 0.2, key="loss_s", bind="query-params",
    help="Class y has probability proportional to 1/y to this power; 0 makes all alike.",
)  # fmt: skip
noise = right.slider(
    "Noise of the contexts", 0.2, 1.0, 0.5, 0.1, key="loss_noise", bind="query-params"
)
problem = Problem(exponent=exponent, noise=noise)
runs = loss_runs.train_losses(problem, strength)
furniture.chart(
    partial(
        figures.class_chart, runs, "accuracy", title="Accuracy", y_title="share predicted right"
    ),
    partial(
        figures.class_chart, runs, "lengths", title="Length of the class vector", y_title="length"
    ),
    partial(figures.error_chart, runs),
    name="losses",
    headline=loss_headline(runs, differences(*runs.values())),
    look_for="First: who is right on rare classes? Then: whose frequent classes get long vectors? "
    "Last: each loss should win at its own error. Bands and dots are ten seeds.",
    data=lambda: loss_runs.class_frame(runs),
    about=Elsewhere(f"A made problem, ten seeds: {problem}."),
    code="from zipfviz.theory import Problem, differences, run, spread\n\n"
    f"problem = {problem!r}\n"
    f"a, b = (spread([run(problem, strength=t, seed=seed) for seed in range({loss_runs.SEEDS})])\n"
    f"        for t in (0.0, {strength!r}))\n"
    "print(a.misclassification.mean(), b.misclassification.mean())\n"
    "print(a.balanced.mean(), b.balanced.mean(), differences(a, b))",
    seeing=f"{problem.n_classes} classes in {problem.d} dimensions, their means on a sphere, "
    f"{problem.n_train:,} contexts drawn with p to learn from and {problem.n_test} of each class "
    "to test on. Both losses see the same contexts and both predict argmax ⟨w, c⟩. The first "
    "error counts mistakes as text would meet them, the balanced one counts every class alike. "
    "The interval is Student’s t over the ten differences, a seed each.",
    formula=r"-\mathbb E \log \frac{p(w)^t\, e^{\langle w, c\rangle}}"
    r"{\sum_{w'} p(w')^t\, e^{\langle w', c\rangle}}, \qquad "
    r"\mathrm{mis} = \mathbb P_{(w,c)}[w \ne \hat w(c)], \qquad "
    r"\mathrm{bal} = \tfrac{1}{|\mathcal V|}\sum_w \mathbb P_{c|w}[w \ne \hat w(c)]",
)
updates.section(problem, loss_runs.strengths(strength))

st.subheader("Which prior does a batch draw its negatives from?", anchor=False)
sizes = pickers.choose_number("Two batch sizes", loss_runs.BATCHES, (1_000, 100_000), "batches")
found = loss_runs.batch_priors(space)
ranks, lines, p = loss_runs.batch_lines(space, sizes)
furniture.chart(
    partial(figures.batch_shapes, ranks, lines, p, len(space)),
    partial(figures.batch_distances, found, sizes),
    name="batches",
    headline=batch_headline(found),
    look_for="Headless language models contrast a word with the others of its batch. First: the "
    "larger the batch, the flatter its frequent end. Then: which prior is nearer?",
    data=lambda: loss_runs.batch_frame(found),
    code=selection.current().snippet(
        "sizes = np.unique(np.geomspace(1, 100 * len(space), 49).round())",
        "print(batch_priors(space.p, sizes).turning_point)",
        f"found = batch_priors(space.p, {list(sizes)!r})",
        "print(found.to_zipfian, found.to_uniform, found.words)",
        imports="import numpy as np\nimport zipfviz\nfrom zipfviz.theory import batch_priors",
    ),
    seeing="The chance that a word is among B independent tokens, normalised over words. With one "
    "token that is p; a word so frequent that every batch holds it counts no more than another "
    "such word. The distance is half the sum of absolute differences, 0 for equal and 1 for "
    "disjoint distributions.",
    formula=r"q_B(w) \propto 1 - (1 - p(w))^B, \qquad q_1 = p, \qquad "
    r"q_B \to \tfrac{1}{|\mathcal V|} \ \ (B \to \infty)",
)
