"""A step of the lesson on one screen: what is in view, and what a hand, a key and a reload do."""

import pytest
from watch import Visit

from zipfviz.lesson.steps import LESSON

STEPS = {step.key: step for step in LESSON}
SHOWN = (".question", ".guess input", ".picture > svg", ".keys")
IN_VIEW = """shown => {
  const box = [...document.querySelectorAll('*')]
    .map(e => e.shadowRoot?.querySelector('.zv-lesson')).find(Boolean);
  return shown.filter(css => {
    const b = box.querySelector(css)?.getBoundingClientRect();
    return !b || b.top < 0 || b.left < 0 || b.bottom > innerHeight + 0.5 || b.right > innerWidth;
  });
}"""
SIZES = {"projector": (1280, 720), "large": (1920, 1080), "phone": (390, 844)}


def opened(chromium, app_url, step, *, phone=False, more=""):
    number = list(STEPS).index(step) + 1
    seen = Visit(chromium, f"{app_url}/lesson?words=5k&lesson_step={number}{more}", phone=phone)
    seen.page.locator(".zv-lesson .knob").wait_for()
    return seen


def status(seen):
    return seen.page.locator(".zv-lesson .status")


def slider(seen):
    return seen.page.get_by_role("slider", name="Your guess")


@pytest.mark.parametrize("size", SIZES)
def test_question_guess_chart_and_sentence_are_in_view(chromium, app_url, size):
    """Before and after the reveal, in the steps with the longest texts, without scrolling."""
    width, height = SIZES[size]
    phone = size == "phone"
    seen = opened(chromium, app_url, "types", phone=phone, more="" if phone else "&present=true")
    seen.page.set_viewport_size({"width": width, "height": height})
    for step in ("types", "average", "zipfian"):
        number = list(STEPS).index(step) + 1
        seen.page.get_by_role("button", name=f"Step {number}:").click()
        seen.page.get_by_role("heading", name=STEPS[step].title).wait_for()
        slider(seen).press("End")
        seen.settle()
        seen.page.wait_for_timeout(500)
        assert seen.page.evaluate(IN_VIEW, [*SHOWN]) == [], (size, step)
        seen.page.keyboard.press("s")
        seen.page.locator(".zv-lesson .sentence").wait_for()
        seen.settle()
        seen.page.wait_for_timeout(500)
        assert seen.page.evaluate(IN_VIEW, [*SHOWN, ".sentence", ".verdict"]) == [], (size, step)
    seen.check()
    seen.close()


def test_a_guess_is_dragged_and_moved_by_keys(chromium, app_url):
    """The mark follows the hand; what it says is where it lies; arrows move it and turn no page."""
    seen = opened(chromium, app_url, "top", more="&present=true")
    box = seen.page.locator(".zv-lesson .knob .grip").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    seen.page.mouse.move(x, y)
    seen.page.mouse.down()
    seen.page.mouse.move(x, y - 60, steps=4)
    seen.page.mouse.up()
    dragged = int(slider(seen).get_attribute("aria-valuenow"))
    assert 50 < dragged < 100
    assert status(seen).inner_text() == f"Your guess: {dragged} %."
    for _ in range(3):
        slider(seen).press("ArrowRight")
    seen.settle()
    assert slider(seen).get_attribute("aria-valuenow") == str(dragged + 3)
    assert seen.page.locator(".zv-lesson .guess input").input_value() == str(dragged + 3)
    assert "/lesson" in seen.page.url
    seen.check()
    seen.close()


def test_a_line_is_drawn_for_the_words_met(chromium, app_url, space):
    """Its end is the guess; a reload keeps line, guess and reveal; the truth is the core's."""
    seen = opened(chromium, app_url, "growth")
    plot = seen.page.locator(".zv-lesson .plot").bounding_box()
    path = seen.page.locator(".zv-lesson .guessed")
    seen.page.mouse.move(plot["x"] + 20, plot["y"] + plot["height"] - 20)
    seen.page.mouse.down()
    for share in (0.4, 0.7, 1.0):
        up = 0.4 * share * plot["height"]
        seen.page.mouse.move(plot["x"] + share * plot["width"], plot["y"] + plot["height"] - up)
    seen.page.mouse.up()
    seen.settle()
    drawn, guess = path.get_attribute("d"), slider(seen).get_attribute("aria-valuenow")
    assert drawn.count("L") == 32
    assert 10 < int(guess) < 10_000
    seen.page.keyboard.press("s")
    seen.page.locator(".zv-lesson .sentence").wait_for()
    seen.settle()
    seen.page.wait_for_timeout(1000)
    drawn = path.get_attribute("d")
    seen.page.reload()
    seen.page.locator(".zv-lesson .sentence").wait_for()
    seen.settle()
    step, top = STEPS["growth"], space.top(5000)
    answer = step.answer(top)
    assert answer.sentence in seen.page.locator(".zv-lesson .sentence").inner_text()
    verdict = step.verdict(float(guess), answer.value)
    assert verdict in seen.page.locator(".zv-lesson .verdict").inner_text()
    assert path.get_attribute("d") == drawn
    seen.check()
    seen.close()


def test_enter_takes_the_guess_and_s_reveals(chromium, app_url):
    """Enter alone shows no answer, however long one waits before S."""
    seen = opened(chromium, app_url, "types")
    box = seen.page.locator(".zv-lesson .guess input")
    box.fill("7")
    box.press("Enter")
    seen.settle()
    assert seen.page.locator(".zv-lesson .sentence").count() == 0
    seen.page.keyboard.press("s")
    seen.page.get_by_text("Your guess, 7 types, is 2 types too high.").wait_for()
    seen.check()
    seen.close()


@pytest.mark.parametrize(
    ("step", "typed", "told"),
    [
        ("types", "2,4", "“2,4” is no whole number of types; type 2 or 3."),
        ("types", "51", "51 is no possible answer; type a number from 0 to 50."),
        ("growth", "50.000", "Your guess: 50\u202f000 words."),
        ("growth", "50 000", "Your guess: 50\u202f000 words."),
        ("growth", "many", "“many” is no number; type one such as 10."),
        ("raw", "\u22120.2", "Your guess: \u22120.20."),
        ("zipfian", "2,4", "Your guess: 2.4 times."),
    ],
)
def test_what_is_typed_is_read_as_meant_or_refused(typing, step, typed, told):
    """In words; what is refused is no guess."""
    seen = typing(step)
    box = seen.page.locator(".zv-lesson .guess input")
    box.fill(typed)
    box.press("Enter")
    assert status(seen).inner_text() == told
    is_taken = slider(seen).get_attribute("aria-valuenow") != ""
    assert is_taken == told.startswith("Your guess")


@pytest.fixture(scope="module")
def typing(chromium, app_url):
    """One tab for all that is typed: step -> it, at that step and without a guess."""
    seen = opened(chromium, app_url, "types")

    def at(step):
        seen.page.evaluate("sessionStorage.clear()")
        seen.page.goto(f"{app_url}/lesson?words=5k&lesson_step={list(STEPS).index(step) + 1}")
        seen.page.locator(".zv-lesson .knob.waits").wait_for()
        return seen

    yield at
    seen.check()
    seen.close()
