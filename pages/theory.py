"""Partition functions under both priors."""

from functools import partial

from zipfviz.figures import theory_partition
from zipfviz.figures.headlines.partition import partition_headline, second_order_headline
from zipfviz.space.methods import ALL_WORD_METHODS
from zipfviz.ui.pages.theory import partition
from zipfviz.ui.shell import furniture, messages, pickers, selection

furniture.heading(
    "Theory: why it works",
    "A model that predicts a word w from a context c gives it the probability "
    "q(w) exp⟨w, c⟩ / Z(c). The sum **Z(c)** makes the probabilities add up to one. The paper’s "
    "point: whitening makes Z nearly the same for every context, **if the average that whitening "
    "uses weights words as the model does**.",
)
space = selection.space()
methods = pickers.choose_methods(
    "theory_methods",
    ["raw", "uniform_whitening", "zipfian_whitening"],
    ALL_WORD_METHODS,
    at_most=5,
)
if not methods:
    messages.stop_with_hint("Choose at least one transform to see its Z.")
contexts = partition.choose_vectors(space, partition.choose_contexts(space))
scaling = partition.choose_scaling()
found = partition.partitions(space, methods, contexts, scaling)
code = selection.current().snippet(
    contexts.code,
    f"scaling = {scaling!r}",
    f"for method in {methods!r}:",
    "    found = partition_functions(space, method, contexts=contexts, "
    "scaling=scaling"
    f"{partition.passed(contexts)})",
    "    for prior, z in found.items():",
    "        print(method, prior, z.constancy, z.error)",
    imports=partition.IMPORTS,
)
furniture.chart(
    *(
        partial(theory_partition.partition_strips, found, q, contexts.words)
        for q in partition.PRIORS
    ),
    name="partition",
    headline=partition_headline(found),
    look_for="Each dot is a context, the bar its mean ± one standard deviation. Look for the "
    "narrow rows: there, Z hardly depends on the context.",
    data=lambda: partition.partition_frame(found, contexts.words),
    code=code,
    seeing=f"Exact sums over all words ({len(space):,}). {partition.told(contexts)} Left every "
    "word weighs the same, right as often as it occurs.",
    formula=r"Z_u(c) = \sum_w e^{\langle w, c\rangle}, \qquad "
    r"Z_z(c) = \sum_w p(w)\, e^{\langle w, c\rangle}",
)
furniture.table(
    partition.partition_table(found), name="partition-table", code=code,
    decimals={"spread of log Z": 3, "variation of Z": 3, "min/max Z": 5, "2nd order off, %": 1},
    alt="How constant Z is under both priors after each transform, and the second-order error",
)  # fmt: skip
furniture.chart(
    *(
        partial(theory_partition.second_order_chart, found, q, contexts.words)
        for q in partition.PRIORS
    ),
    name="second-order",
    headline=second_order_headline(found),
    look_for="On the dashed line the short formula is exact. The argument for whitening uses it: "
    "does it describe your vectors? Make contexts shorter and watch.",
    data=lambda: partition.partition_frame(found, contexts.words),
    code=code,
    seeing="The series of exp, cut after its second term. Whitening sets the mean to 0 and the "
    "second moment to the identity, so that only the length of c is left. (The paper prints |V| "
    "where the sum of p, which is 1, stands here.) The percentage is the median of "
    "|second order / exact − 1|. Min/max is the smallest over the largest Z along ± the principal "
    "directions (Mu & Viswanath); whitened words have none, since no direction is wider than "
    "another.",
    formula=r"Z_z(c) \approx 1 + \langle \mu, c\rangle + \tfrac12\, c^{\!\top}\, "
    r"\mathbb E[w w^{\!\top}]\, c \;\leadsto\; 1 + \tfrac12 \|c\|^2",
)
