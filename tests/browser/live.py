"""What a hand does to a picture that moves, and what the picture tells."""

import numpy as np

from zipfviz.explore.plane import EXAMPLE, STEPS, worked_example

BOX = """[...document.querySelectorAll('*')]
  .map(e => e.shadowRoot?.querySelector('.zv')).find(Boolean)"""
BOXES = """all => all.map(e => e.getBoundingClientRect())
  .map(b => [b.left, b.top, b.right, b.bottom])"""
ROWS = [[word, float(count), x, y] for word, count, x, y in EXAMPLE]
CIRCLES = """circles => circles.map(
  c => ['cx', 'cy', 'r'].map(name => +c.getAttribute(name)))"""


def place(seen, css):
    """Middle of an element on the screen, in pixels."""
    box = seen.page.locator(css).bounding_box()
    return np.array([box["x"] + box["width"] / 2, box["y"] + box["height"] / 2])


def drag(seen, start, end):
    seen.page.mouse.move(*start)
    seen.page.mouse.down()
    seen.page.mouse.move(*end, steps=4)
    seen.page.mouse.up()


def finger(seen, start, end):
    """Drag by touch."""
    touch = seen.page.context.new_cdp_session(seen.page)
    touch.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    steps = [*np.linspace(start, end, 5), None]
    for i, at in enumerate(steps):
        kind = "touchEnd" if at is None else "touchMove" if i else "touchStart"
        points = [] if at is None else [{"x": float(at[0]), "y": float(at[1])}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    touch.send("Emulation.setTouchEmulationEnabled", {"enabled": False})


def told(seen):
    """What the average word tells: t, distance, and the words near it with their distances."""
    return seen.page.locator(".zv-average").evaluate(
        """box => ({t: +box.dataset.t, share: +box.dataset.share,
            said: box.querySelector('.said').innerText,
            near: [...box.querySelectorAll('li')].map(li => li.innerText.split('\\n')),
            named: [...box.querySelectorAll('.names text')].map(name => name.textContent)})"""
    )


def five(seen, what="rows"):
    """What the five words tell: their rows, the step, or the numbers under both priors."""
    return seen.page.locator(".zv-five").evaluate(f"box => box.{what}")


def are_whitened(seen):
    """All numbers of both priors are the core's for the rows told, and drawn where they belong."""
    rows = five(seen)
    step = STEPS[five(seen, "step")]
    points, counts = np.array([row[2:] for row in rows]), np.array([row[1] for row in rows])
    numbers = five(seen, "numbers")
    for core in worked_example(points, counts):
        told = numbers[core.prior]
        for name in ("q", "mean", "covariance", "values", "axes", "centred", "rotated", "scaled",
                     "lengths"):  # fmt: skip
            np.testing.assert_allclose(told[name], getattr(core, name), atol=1e-9, err_msg=name)
        assert told["rank"] == core.rank
        drawn = np.array(seen.page.locator(f".panel.{core.prior} .dot").evaluate_all(CIRCLES))
        at = core.at(step)
        unit = np.ptp(drawn[:, 0]) / np.ptp(at[:, 0])
        want = (at - at[0]) * [unit, -unit]
        np.testing.assert_allclose(drawn[:, :2] - drawn[0, :2], want, atol=0.01)
        np.testing.assert_allclose(drawn[:, 2] ** 2 / core.q, 900, rtol=1e-2)  # areas are weights


def still(seen):
    """Wait until nothing moves."""
    seen.page.wait_for_timeout(700)
