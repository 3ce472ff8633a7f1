"""The pictures that move: what a hand, a key or a clock does to them, and the numbers they tell.

Whatever these pages tell a person to do is done here; a new sentence needs a test.
"""

import re

import numpy as np
import pytest

# Sentences with what to do, and the test that does it.
DONE = {
    "average_word": {
        "It plays once.": "test_the_average_word_plays_once_by_itself",
        "Then drag the blue star, or move the slider below: ten words follow, the nearest to the "
        "star.": "test_the_average_word_under_the_hand",
    },
}
DOES = re.compile(
    r"\b(add|change|choose|click|drag|draw|follow|give|look|move|open|play|plays|press|pull|put|"
    r"slide|tap|touch|try|turn|type)\b",
    re.IGNORECASE,
)
# What is read on the page outside the bar, the sidebar and what is folded; labels are no sentences.
READ = """() => {
  const texts = [];
  const walk = node => {
    if (node.shadowRoot) walk(node.shadowRoot);
    for (const child of node.children) {
      if (child.closest('[data-testid="stExpander"], [data-testid="stPopover"], button')) continue;
      if (/^(P|LI|H\\d|LABEL)$/.test(child.tagName)) texts.push(child.innerText);
      else walk(child);
    }
  };
  walk(document.querySelector('[data-testid="stMain"]'));
  return texts;
}"""

BOX = """[...document.querySelectorAll('*')]
  .map(e => e.shadowRoot?.querySelector('.zv')).find(Boolean)"""
BOXES = """all => all.map(e => e.getBoundingClientRect())
  .map(b => [b.left, b.top, b.right, b.bottom])"""


@pytest.mark.parametrize("page", DONE)
def test_what_a_page_tells_to_do_is_done_here(visit, page):
    seen = visit(page)
    sentences = [s for text in seen.page.evaluate(READ) for s in re.split(r"(?<=[.?!]) ", text)]
    assert {s for s in sentences if DOES.search(s)} == DONE[page].keys()
    assert set(DONE[page].values()) <= globals().keys()


def place(seen, css):
    """Middle of an element on the screen, in pixels."""
    box = seen.page.locator(css).bounding_box()
    return np.array([box["x"] + box["width"] / 2, box["y"] + box["height"] / 2])


def drag(seen, start, end):
    seen.page.mouse.move(*start)
    seen.page.mouse.down()
    seen.page.mouse.move(*end, steps=4)
    seen.page.mouse.up()


def told(seen):
    """What the average word tells: t, distance, and the words near it with their distances."""
    return seen.page.locator(".zv-average").evaluate(
        """box => ({t: +box.dataset.t, share: +box.dataset.share,
            said: box.querySelector('.said').innerText,
            near: [...box.querySelectorAll('li')].map(li => li.innerText.split('\\n')),
            named: [...box.querySelectorAll('.names text')].map(name => name.textContent)})"""
    )


@pytest.fixture
def mean(space):
    """t -> the mean under p^t, by the literal sum."""
    X = space.vectors.astype(float)

    def at(t):
        q = space.p**t
        return q / q.sum() @ X

    return at


def is_the_average(seen, space, mean, t):
    """The star stands where the core has the mean, and the words are the core's."""
    X, said = space.vectors.astype(float), told(seen)
    assert said["t"] == pytest.approx(t)
    typical = np.linalg.norm(X, axis=1).mean()
    moved = mean(t) - mean(0)
    assert said["share"] == pytest.approx(np.linalg.norm(moved) / typical, abs=1e-9)
    if t > 0:
        assert f"{said['share']:.2f} typical lengths away" in said["said"]
    away = np.linalg.norm(X - mean(t), axis=1)
    near = np.argsort(away)[:10]
    words = [space.words[i] for i in near]
    assert said["near"] == [
        [word, f"{d:.2f}"] for word, d in zip(words, away[near] / typical, strict=True)
    ]
    assert sorted(said["named"]) == sorted(words)
    # Drawn: how far the star is from where it began, along the line to its end.
    line = mean(1) - mean(0)
    along = moved @ line / np.linalg.norm(line) / typical
    ruler = seen.page.locator(".zv-average .measure path").evaluate("e => e.getBBox().width")
    pixels = place(seen, ".hero .star")[0] - place(seen, ".zv-average > .picture .star.uniform")[0]
    assert pixels / ruler == pytest.approx(along, abs=2 / ruler)


def test_the_average_word_under_the_hand(visit, space, mean):
    """Slider dragged and pressed, star dragged, button: five times the core's numbers."""
    seen = visit("average_word")
    slider = seen.page.get_by_role("slider", name="Strength of the prior, t")
    slider.focus()
    slider.press("Home")
    is_the_average(seen, space, mean, 0)
    box = slider.bounding_box()
    knob, y = 12, box["y"] + box["height"] / 2
    room = box["width"] - 2 * knob
    drag(seen, (box["x"] + knob, y), (box["x"] + knob + 0.24 * room, y))
    is_the_average(seen, space, mean, 0.24)
    slider.press("ArrowRight")
    is_the_average(seen, space, mean, 0.26)
    slider.press("End")
    is_the_average(seen, space, mean, 1)
    assert "t = 1.00" in slider.get_attribute("aria-valuetext")
    assert told(seen)["near"][0][0] in slider.get_attribute("aria-valuetext")
    start = place(seen, ".zv-average > .picture .star.uniform")
    star = place(seen, ".hero .star")
    drag(seen, star, star + 0.3 * (start - star))
    t = told(seen)["t"]
    assert 0.5 < t < 1
    is_the_average(seen, space, mean, t)
    button = seen.page.get_by_role("button", name="Play")
    button.click()
    seen.page.wait_for_function("t => +" + BOX + ".dataset.t > t", arg=t)
    seen.page.get_by_role("button", name="Stop").click()
    stopped = told(seen)["t"]
    seen.page.wait_for_timeout(500)
    assert told(seen)["t"] == stopped


def test_the_average_word_plays_once_by_itself(visit):
    """From t = 0 to 1 without a hand, and then it stays; not where less motion is asked for."""
    seen = visit("average_word?words=5k")
    seen.page.wait_for_function(f"+{BOX}.dataset.t > 0", timeout=5000)
    seen.page.wait_for_function(f"{BOX}.dataset.t === '1'", timeout=20_000)
    seen.page.get_by_role("button", name="Play").wait_for()
    seen.theme("dark")  # the page is run anew
    assert told(seen)["t"] == 1
    seen.page.emulate_media(reduced_motion="reduce")
    seen.page.reload()
    seen.settle()
    seen.page.wait_for_timeout(2500)
    assert told(seen)["t"] == 0
    seen.page.emulate_media(reduced_motion="no-preference")


def test_the_average_word_on_a_phone(visit):
    """A finger moves it; names stay inside the picture, and no two touch."""
    seen = visit("average_word?words=5k", phone=True)
    slider = seen.page.get_by_role("slider", name="Strength of the prior, t")
    for t in ("0", "20", "50"):
        slider.fill(t)
        boxes = seen.page.locator(".names text").evaluate_all(BOXES)
        frame = seen.page.locator(".zv-average > .picture").bounding_box()
        for i, (left, top, right, bottom) in enumerate(boxes):
            assert left >= frame["x"] - 1
            assert right <= frame["x"] + frame["width"] + 1
            for other in boxes[:i]:
                apart = left >= other[2] or other[0] >= right
                assert apart or min(bottom, other[3]) - max(top, other[1]) <= 4  # line spacing
