"""A class in a real browser: the teacher's room, a student's guess, the lesson by keyboard."""

import json
import re
from urllib.parse import parse_qs, urlsplit

import pytest
from watch import Visit

from zipfviz.lesson.worksheet import worksheet_html

FOCUSED = """(() => {
  const at = document.activeElement;
  return (at.shadowRoot?.activeElement ?? at).innerText;
})()"""


def test_a_student_sends_at_the_first_tap_and_the_teacher_reloads(chromium, app_url, tmp_path):
    """The guess typed without Enter is in; the room outlives a reload, its token stays at home."""
    teacher = Visit(chromium, f"{app_url}/teacher?words=5k")
    teacher.page.get_by_role("button", name="Open a class").click()
    address = teacher.page.locator(".stCode").first.inner_text()
    teacher.settle()
    (token,) = parse_qs(urlsplit(teacher.page.url).query)["room"]
    assert token not in teacher.page.content()

    query = urlsplit(address).query
    student = Visit(chromium, f"{app_url}/lesson?{query}", phone=True)
    student.page.get_by_label("Your guess, types").type("11")
    student.page.get_by_role("button", name="Send my guess").click()
    student.page.get_by_text("Sent.").wait_for()
    student.check()
    student.close()

    teacher.page.get_by_text("One guess: 11 types.").wait_for()
    teacher.page.reload()
    teacher.settle()
    teacher.page.get_by_text("One guess: 11 types.").wait_for()
    assert teacher.page.locator(".stCode").first.inner_text() == address
    teacher.open("Save or open a view")
    saved = teacher.download("Save this view", tmp_path / "view.json").read_text("utf-8")
    assert "words" in json.loads(saved)["choices"]
    assert token not in saved

    teacher.page.goto(f"{teacher.page.url}&present=true")
    teacher.settle()
    assert teacher.page.get_by_alt_text("QR code").bounding_box()["width"] >= 420
    teacher.page.goto(teacher.page.url.replace("/teacher", "/lesson"))
    teacher.settle()
    assert token not in teacher.page.url
    teacher.check()
    teacher.close()


def test_a_student_is_told_at_once_that_the_class_is_over(chromium, app_url):
    """Without a click; the guess stays typed for the next class."""
    teacher = Visit(chromium, f"{app_url}/teacher?words=5k")
    teacher.page.get_by_role("button", name="Open a class").click()
    query = urlsplit(teacher.page.locator(".stCode").first.inner_text()).query
    student = Visit(chromium, f"{app_url}/lesson?{query}", phone=True)
    student.page.get_by_label("Your guess, types").fill("1")
    student.page.get_by_role("button", name="Send my guess").click()
    teacher.page.get_by_text("One guess: 1 type.").wait_for()
    teacher.page.get_by_role("button", name="Close the class").click()
    student.page.get_by_text("No class is open under").wait_for()
    assert student.page.get_by_label("Your guess, types").input_value() == "1"
    for seen in (student, teacher):
        seen.settle()
        seen.check()
        seen.close()


def test_the_focus_stays_on_the_button_pressed(chromium, app_url):
    """Reveal turns into “Hide again”; Next comes to the last step and round to the first."""
    seen = Visit(chromium, f"{app_url}/lesson?words=5k&lesson_step=5")
    for button, then in (
        ("Reveal", "Hide again"),
        ("Next", "To the first"),
        ("To the first", "Next"),
    ):
        seen.page.get_by_role("button", name=button).focus()
        seen.page.keyboard.press("Enter")
        seen.page.get_by_role("button", name=then).wait_for()
        seen.settle()
        assert then in seen.page.evaluate(FOCUSED)
    seen.check()
    seen.close()


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_the_worksheet_fills_its_pages(chromium, small_space, paper):
    """Three questions a page for students, all answers on one."""
    page = chromium.browser.new_page()
    for answers, pages in ((False, 2), (True, 1)):
        page.set_content(worksheet_html(small_space, answers))
        assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format=paper))) == pages
    page.close()
