"""How much the first training step moves frequent and rare classes, under both losses."""

from functools import partial

import pandas as pd

from zipfviz.figures import theory_losses as figures
from zipfviz.figures.headlines.losses import first_update_headline
from zipfviz.report.export import Elsewhere
from zipfviz.theory.losses import Problem, class_prior, first_updates
from zipfviz.ui.shell import furniture


def section(problem: Problem, sides: dict[str, float]) -> None:
    """Pulls and pushes of each class at the first step; `sides` are prior strengths by label."""
    p = class_prior(problem)
    found = {label: first_updates(p, t) for label, t in sides.items()}
    columns = {
        f"{label}: {name}": values
        for label, both in found.items()
        for name, values in zip(("pull", "push"), both, strict=True)
    }
    index = pd.RangeIndex(1, len(p) + 1, name="class")
    furniture.chart(
        partial(figures.update_chart, found),
        name="first-updates",
        headline=first_update_headline(found),
        look_for="Solid above dotted: on the whole the class is pulled to contexts. Softmax gives "
        "its updates to frequent classes; when does the adjusted loss treat all alike?",
        data=lambda: pd.DataFrame(columns, index=index),
        code="from zipfviz.theory import Problem, class_prior, first_updates\n\n"
        f"p = class_prior({problem!r})\n"
        f"for t in {tuple(sides.values())!r}:\n"
        "    pull, push = first_updates(p, t)\n"
        "    print(t, pull - push)",
        about=Elsewhere(f"A made problem: {problem}."),
        seeing="While all vectors are 0, both losses predict q whatever the context. A context "
        "pulls the vector of its own class by 1 − q and pushes that of any other class away by "
        "its q; weighted by how often contexts of each class come, these are exact. Softmax has "
        "q = 1/K: the paper says that it gives frequent words more updates. With t = 1, q = p, "
        "and every class is pulled as much as it is pushed.",
        formula=r"\mathrm{pull}_y = p_y\,(1 - q_y), \qquad \mathrm{push}_y = (1 - p_y)\,q_y, "
        r"\qquad q_y = \frac{p_y^{\,t}}{\sum_k p_k^{\,t}}",
    )
