"""The replay: a pasted hand is read and stepped through, and a fault is named with its line."""

from typing import Any

from tests.unit.formats.site_texts import CASH, SPIN


def paste(page: Any, text: str) -> None:
    page.goto("/replay")
    page.fill("#text", text)
    page.locator("#read").focus()
    page.keyboard.press("Enter")


def test_a_pokerstars_hand_is_stepped_through_by_keyboard(page: Any) -> None:
    paste(page, SPIN)
    page.wait_for_selector("#replay:not([hidden])")
    seen = []
    for _ in range(40):
        seen.append(page.locator("#now").inner_text())
        if page.locator("#forward").is_disabled():
            break
        page.keyboard.press("ArrowRight")
    assert seen[0] == "Preflop"
    assert "Bob raises to 440, all-in" in seen
    assert seen[-1].startswith("Ann wins 980 with flush")
    assert len(set(seen)) == len(seen)
    page.keyboard.press("Home")
    assert page.locator("#now").inner_text() == "Preflop"


def test_equities_and_ranges_are_shown(page: Any) -> None:
    paste(page, SPIN)
    page.wait_for_selector("#replay:not([hidden])")
    page.get_by_text("Ann bets 40", exact=True).first.click()
    assert "72.0%" in page.locator("#equities").inner_text()
    assert page.locator("#us").input_value() == "Cyd"  # the hero of the hand
    page.select_option("#us", "Bob")
    page.click("#show")
    page.wait_for_selector("#ranges svg")
    assert "Ann" in page.locator("#ranges figcaption").inner_text()


def test_several_hands_are_listed_and_chosen(page: Any) -> None:
    paste(page, f"{SPIN}\n\n{CASH}")
    page.wait_for_selector("#list li:nth-child(2)")
    page.click("#list li:nth-child(2) button")
    page.wait_for_selector("#title:text('Hand 1')")


def test_a_fault_names_its_line(page: Any) -> None:
    paste(page, "variant = 'NT'\nactions = [")
    page.wait_for_selector("#faults li")
    assert page.locator("#faults li").inner_text().startswith("pasted text:2:")


def test_a_fault_names_the_file_that_was_chosen(page: Any) -> None:
    page.goto("/replay")
    text = b"variant = 'NT'\nactions = ["
    page.set_input_files("#file", {"name": "mine.phh", "mimeType": "text/plain", "buffer": text})
    page.wait_for_selector("#faults li")
    assert page.locator("#faults li").inner_text().startswith("mine.phh:2:")


def test_nothing_serious_keeps_people_out_of_a_narrow_dark_replay(page: Any) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page.set_viewport_size({"width": 380, "height": 800})
    page.emulate_media(color_scheme="dark")
    paste(page, SPIN)
    page.wait_for_selector("#replay:not([hidden])")
    page.click("#show")
    assert page.evaluate("document.documentElement.scrollWidth") <= 380
    found = Axe().run(page).response["violations"]
    assert [each["id"] for each in found if each["impact"] in ("serious", "critical")] == []
