"""Training: questions are answered by keys, judged at once, and counted."""

from time import perf_counter
from typing import Any
from urllib.parse import quote

from tests.browser.conftest import until

LONG = 60_000
"""Milliseconds that the first decision may take on a busy machine."""


def start(page: Any, *kinds: str) -> None:
    page.goto("/train")
    page.wait_for_selector("#kinds input")
    for box in page.locator("#kinds input").all():
        box.set_checked(box.get_attribute("value") in kinds)
    page.click("#start")
    page.wait_for_selector("#drill:not([hidden])", timeout=LONG)
    page.wait_for_selector("#ask:not(:empty)", timeout=LONG)


def test_decisions_are_answered_by_keys_alone(page: Any) -> None:
    start(page, "preflop")
    for count in (1, 2):
        page.wait_for_selector("#options button:not([disabled])")
        page.keyboard.press("f" if count == 1 else "1")
        page.wait_for_selector("#feedback:not([hidden])", timeout=LONG)
        assert page.locator("#verdict").inner_text().startswith(("Right.", "Wrong."))
        rows = page.locator("#values tbody tr").count()
        assert rows == page.locator("#options button").count()
        assert "(your answer)" in page.locator("#values").inner_text()
        until(page, f"document.getElementById('score').textContent.startsWith('{count} answer')")
        page.keyboard.press("Enter")
        page.wait_for_selector("#feedback", state="hidden", timeout=LONG)


def test_an_answer_takes_less_than_a_second(page: Any) -> None:
    start(page, "preflop")
    page.keyboard.press("1")
    page.wait_for_selector("#feedback:not([hidden])", timeout=LONG)
    page.keyboard.press("Enter")
    page.wait_for_selector("#feedback", state="hidden")
    page.wait_for_timeout(500)  # a person thinks
    began = perf_counter()
    page.keyboard.press("1")
    page.wait_for_selector("#feedback:not([hidden])")
    assert perf_counter() - began < 1


def test_numbers_are_typed(page: Any) -> None:
    start(page, "equity")
    page.keyboard.type("50")
    page.keyboard.press("Enter")
    page.wait_for_selector("#feedback:not([hidden])")
    assert "The answer is" in page.locator("#verdict").inner_text()


def test_what_is_no_answer_is_said_and_not_counted(page: Any) -> None:
    page.refusals = True
    start(page, "outs")
    page.keyboard.type("many")
    page.keyboard.press("Enter")
    page.wait_for_selector("#fault:has-text('no answer here')")
    assert page.locator("#score").inner_text() == ""


def test_a_link_asks_its_question(page: Any) -> None:
    page.goto(f"/train?kinds=pot-odds&key={quote('pot-odds 12 6 30')}")
    page.wait_for_selector("#options button:has-text('call')")
    page.keyboard.press("c")
    page.wait_for_selector("#feedback.right")


def test_progress_has_intervals_and_what_comes_back(page: Any) -> None:
    page.goto(f"/train?kinds=pot-odds&key={quote('pot-odds 12 6 30')}")
    page.wait_for_selector("#options button:has-text('fold')")
    page.keyboard.press("f")
    page.wait_for_selector("#feedback.wrong")
    page.wait_for_selector("#due:has-text('later')")
    row = page.locator("#rows tr", has=page.locator(".kind:text-is('pot-odds')")).inner_text()
    assert "%" in row
    assert " to " in row


def test_without_mistakes_there_is_nothing_to_repeat(page: Any) -> None:
    page.goto("/train")
    page.wait_for_selector("#kinds input")
    page.check("#mistakes")
    for box in page.locator("#kinds input").all():
        box.set_checked(box.get_attribute("value") == "push-fold")
    page.click("#start")
    page.wait_for_selector("#error:has-text('No question is due')")


def test_nothing_serious_keeps_people_out_of_a_narrow_dark_question(page: Any) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page.set_viewport_size({"width": 380, "height": 800})
    page.emulate_media(color_scheme="dark")
    start(page, "preflop")
    page.keyboard.press("1")
    page.wait_for_selector("#feedback:not([hidden])", timeout=LONG)
    assert page.evaluate("document.documentElement.scrollWidth") <= 380
    page.wait_for_selector("#rows .kind")
    assert page.locator("#rows").evaluate("box => box.scrollWidth - box.clientWidth") <= 0
    found = Axe().run(page).response["violations"]
    assert [each["id"] for each in found if each["impact"] in ("serious", "critical")] == []
