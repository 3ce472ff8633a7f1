"""The pictures that move: what a hand, a key or a clock does to them, and the numbers they tell.

Whatever these pages tell a person to do is done here; a new sentence needs a test.
"""

import re

import numpy as np
import pytest
from live import BOX, BOXES, ROWS, are_whitened, drag, finger, five, place, still, told

from zipfviz.explore.plane import STEPS, worked_example
from zipfviz.figures.plane import STEP_NAMES

# Sentences with what to do, and the test that does it.
DONE = {
    "average_word": {
        "It plays once.": "test_the_average_word_plays_once_by_itself",
        "Then drag the blue star, or move the slider below: ten words follow, the nearest to the "
        "star.": "test_the_average_word_under_the_hand",
    },
    "five_words": {
        "Slide through the five steps below the picture.": "test_five_words_step_by_step",
        "Then give the rarest word a larger count.": "test_five_words_under_the_hand",
        "Drag a word to move it.": "test_five_words_under_the_hand",
        "Drag the round knob beside the chosen word to change its count.": "test_five_words_under_"
        "the_hand",
        "Or type: every cell can be changed.": "test_five_words_typed",
        "With keys, arrows move a word, plus and minus change its count.": "test_five_words_step_"
        "by_step",
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
      if (/^(P|LI|CAPTION|H\\d|LABEL)$/.test(child.tagName)) texts.push(child.innerText);
      else walk(child);
    }
  };
  walk(document.querySelector('[data-testid="stMain"]'));
  return texts;
}"""


def all_it_tells_is_done(seen, page):
    """Every sentence of the page that tells a person to do something has a test here."""
    sentences = [s for text in seen.page.evaluate(READ) for s in re.split(r"(?<=[.?!]) ", text)]
    assert {s for s in sentences if DOES.search(s)} == DONE[page].keys()
    assert set(DONE[page].values()) <= globals().keys()


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
    all_it_tells_is_done(seen, "average_word")
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
    slider.fill("50")
    seen.page.locator(".zv-average > .picture").scroll_into_view_if_needed()
    star = place(seen, ".hero .star")
    finger(seen, star, star - np.array([60, 0]))
    assert 0 < told(seen)["t"] < 1
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


def test_five_words_step_by_step(visit):
    """The slider dragged, its keys and the names below: each step is the core's and is explained,
    its names are clear. Then keys alone move and count a word.
    """
    seen = visit("five_words?words=5k")
    all_it_tells_is_done(seen, "five_words")
    slider = seen.page.get_by_role("slider", name="Step of whitening")
    box = slider.bounding_box()
    y = box["y"] + box["height"] / 2
    drag(seen, (box["x"] + 12, y), (box["x"] + 12 + 0.52 * (box["width"] - 24), y))
    still(seen)
    assert five(seen, "step") == 2
    for key, step in (("Home", 0), ("ArrowRight", 1), ("ArrowRight", 2), ("PageUp", 3), ("End", 4)):
        slider.press(key)
        still(seen)
        assert five(seen, "step") == step
        assert STEP_NAMES[STEPS[step]] in slider.get_attribute("aria-valuetext")
        are_whitened(seen)
        assert seen.page.locator(".step math").count() == 1
        names_are_clear(seen)
    zebra = seen.page.locator(".numbers .zipfian").inner_text()
    length = worked_example(*(np.array([r[2:] for r in ROWS]), np.array([r[1] for r in ROWS])))[1]
    assert f"{length.lengths[-1]:.2f}" in zebra
    seen.page.get_by_role("button", name="2 · Centering").click()
    still(seen)
    assert five(seen, "step") == 1
    dog = seen.page.get_by_role("slider", name="dog").first
    dog.focus()
    for key in ("ArrowRight", "ArrowUp", "Shift+ArrowLeft", "+"):
        dog.press(key)
    assert five(seen)[3] == ["dog", 5, -0.31, 2.1]
    assert dog.get_attribute("aria-valuetext") == "dog: count 5, at (−0.31, 2.10)"
    dog.press("-")
    assert five(seen)[3][1] == 4
    are_whitened(seen)
    seen.page.keyboard.press("Tab")
    assert seen.page.get_by_role("slider", name="zebra").first.evaluate(
        "word => word.getRootNode().activeElement === word"
    )
    seen.page.wait_for_url("**dog~4~**")
    seen.settle()
    assert seen.page.get_by_role("slider", name="zebra").first.evaluate(
        "word => word.getRootNode().activeElement === word"
    ), "the page was run anew, and the word is no longer in focus"


def test_five_words_under_the_hand(visit):
    """A word dragged, at the first step and the last; the knob; link and headline follow."""
    seen = visit("five_words?words=5k")
    seen.page.get_by_text("The rarest word, “zebra”, ends 1.9 long").wait_for()
    zebra = ".panel.zipfian .word:nth-child(5) .dot"
    knob = place(seen, ".knob .ball")
    drag(seen, knob, knob + np.array([8, 8]))
    count = five(seen)[4][1]
    assert 10 < count < 60
    assert count == int(count)
    are_whitened(seen)
    seen.page.wait_for_url(f"**zebra~{count:.0f}~**")
    seen.page.get_by_text("The rarest word, “dog”").wait_for()
    still(seen)
    cat = place(seen, ".panel.uniform .word:nth-child(3) .dot")
    seen.page.mouse.move(*cat)
    seen.page.mouse.down()
    aim = cat + np.array([40, -30])
    seen.page.mouse.move(*aim, steps=3)
    came = place(seen, ".panel.uniform .word:nth-child(3) .dot")
    np.testing.assert_allclose(came, aim, atol=2)
    are_whitened(seen)
    seen.page.mouse.up()
    assert five(seen)[2][2:] != ROWS[2][2:]
    seen.page.get_by_role("button", name="5 · Scaling").click()
    still(seen)
    before, at = five(seen), place(seen, zebra)
    drag(seen, at, at + np.array([25, 0]))
    still(seen)
    assert five(seen)[4][2:] != before[4][2:]
    are_whitened(seen)
    spent = seen.page.locator(".panel.uniform .word:nth-child(2)").evaluate(SPENT)
    assert np.percentile(spent, 95) < 50, spent


# Milliseconds of each of sixty moves of the pointer that drags a word, drawn and laid out; the
# least of three, since others may have the machine, too.
SPENT = """word => {
  const at = (type, x) => word.dispatchEvent(new PointerEvent(type,
    {pointerId: 1, clientX: x, clientY: 300, button: 0, bubbles: true}));
  word.setPointerCapture = () => {};
  at('pointerdown', 500);
  const passes = [0, 1, 2].map(() => Array.from({length: 60}, (_, i) => {
    const from = performance.now();
    at('pointermove', 500 + i);
    word.getBoundingClientRect();
    return performance.now() - from;
  }));
  at('pointerup', 560);
  return passes[0].map((_, i) => Math.min(...passes.map(pass => pass[i])));
}"""


def test_five_words_typed(visit):
    """Numbers as people type them move the picture; others are refused in words and change nothing.
    Words come and go, and the example comes back.
    """
    seen = visit("five_words?words=5k")
    cell = lambda name: seen.page.get_by_role("textbox", name=name, exact=True)  # noqa: E731
    for text, value in (("40", 40), ("2,5", 2.5), ("1e2", 100)):
        cell("count of zebra").fill(text)
        assert five(seen)[4][1] == value
    cell("x of dog").fill("−1,25")
    assert five(seen)[3][2] == -1.25
    cell("word 3").fill("<b>lion</b>")
    assert seen.page.locator(".panel.uniform text", has_text="<b>lion</b>").count() == 1
    are_whitened(seen)
    kept = five(seen)
    for name, text, said in (
        ("count of the", "many", "is no number: “many”; type one such as 25"),
        ("count of the", "-3", "type one above 0"),
        ("count of the", "0", "type one above 0"),
        ("y of the", "", "is empty; type a number"),
        ("y of the", "1e9", "is too large"),
    ):
        cell(name).fill(text)
        assert said in seen.page.locator(".wrong").inner_text()
        assert five(seen) == kept
        cell(name).blur()
        assert cell(name).input_value() in ("60", "1")
    seen.page.get_by_role("button", name="Add a word").click()
    assert len(five(seen)) == 6
    are_whitened(seen)
    seen.page.get_by_role("button", name="Take of out").click()
    assert [row[0] for row in five(seen)] == ["the", "<b>lion</b>", "dog", "zebra", "word 6"]
    seen.page.wait_for_url("**five=*word+6**")
    seen.settle()
    seen.page.get_by_role("button", name="Back to the example").click()
    assert five(seen) == ROWS
    seen.page.wait_for_function("!location.search.includes('five=')")
    for word in ("the", "of", "cat"):
        seen.page.get_by_role("button", name=f"Take {word} out").click()
    assert seen.page.get_by_role("button", name="Take dog out").is_disabled()
    seen.page.wait_for_url("**five=dog**")
    seen.settle()
    seen.page.get_by_text("All words lie on a line").wait_for()
    are_whitened(seen)


def names_are_clear(seen):
    """No name touches another, or a mark, or leaves its picture."""
    for prior in ("uniform", "zipfian"):
        frame = seen.page.locator(f".panel.{prior} svg").bounding_box()
        names = seen.page.locator(f".panel.{prior} .names text").evaluate_all(BOXES)
        marks = seen.page.locator(f".panel.{prior} .dot").evaluate_all(BOXES)
        for i, (left, top, right, bottom) in enumerate(names):
            assert left >= frame["x"]
            assert right <= frame["x"] + frame["width"]
            for x0, y0, x1, y1 in [*names[:i], *marks]:
                over = min(right, x1) - max(left, x0)
                assert over <= 2 or min(bottom, y1) - max(top, y0) <= 4, (prior, i)


def test_five_words_on_a_phone(visit):
    """A finger moves a word; every step is clear and exact on a narrow screen, too."""
    seen = visit("five_words?words=5k", phone=True)
    seen.page.locator(".panel.uniform svg").scroll_into_view_if_needed()
    cat = place(seen, ".panel.uniform .word:nth-child(3) .dot")
    finger(seen, cat, cat + np.array([30, 20]))
    assert five(seen)[2][2:] != ROWS[2][2:]
    seen.page.wait_for_url("**five=**")
    seen.settle()
    for name in STEP_NAMES.values():
        seen.page.get_by_role("button", name=name).click()
        still(seen)
        are_whitened(seen)
        names_are_clear(seen)
