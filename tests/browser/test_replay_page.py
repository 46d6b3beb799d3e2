"""The replay: a pasted hand is read and stepped through, and a fault is named with its line."""

from typing import Any

from handsight.formats import phhs_text
from handsight.game import random_hands
from tests.browser.conftest import until
from tests.unit.formats.site_texts import ANTES, CASH, SPIN

PATIENCE = 60_000


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


THREE = f"{SPIN}\n\n{CASH}\n\n{ANTES}"


def listed(page: Any) -> list[str]:
    return page.locator("#list .what").all_inner_texts()


def test_the_list_has_results_and_filters(page: Any) -> None:
    paste(page, THREE)
    page.wait_for_selector("#list li:nth-child(3)")
    first = page.locator("#list li").first
    assert first.locator(".result").inner_text() == "−1 bb"
    assert first.get_by_label("2 of spades").count() == 1
    assert page.locator("#list-sum").inner_text() == "+3.1 bb in 3"
    for field, value, number in (
        ("result", "lost", "302"),
        ("position", "BTN", "1"),
        ("showdown", "no", "1"),
    ):
        page.select_option(f"#{field}", value)
        (line,) = listed(page)
        assert line.startswith(f"Hand {number} ")
        page.select_option(f"#{field}", "")
    page.fill("#least", "5")
    assert len(listed(page)) == 2
    page.fill("#search", "ann 302")
    assert page.locator("#list-title").inner_text() == "1 of 3 hands"
    page.fill("#search", "")
    page.select_option("#player", "Bob")
    results = page.locator("#list .result").all_inner_texts()
    assert results == ["−24 bb", "−3 bb"]


def test_of_many_hands_the_first_are_shown(page: Any) -> None:
    text = "".join(phhs_text(random_hands(2, seed=3, hands=600))).encode()
    page.goto("/replay")
    page.set_input_files("#file", {"name": "all.phhs", "mimeType": "text/plain", "buffer": text})
    page.wait_for_selector("#list li", timeout=PATIENCE)
    assert page.locator("#list-title").inner_text() == "600 hands"
    assert page.locator("#list li").count() == 500
    assert "first 500" in page.locator("#list-more").inner_text()
    page.fill("#search", "600")
    assert page.locator("#list li").count() == 1


def test_the_hero_sits_at_the_bottom(page: Any) -> None:
    paste(page, SPIN)
    page.wait_for_selector("#replay:not([hidden])")
    assert page.locator(".seat.you .name").inner_text() == "Cyd"
    lowest = page.evaluate(
        "[...document.querySelectorAll('.seat')]"
        ".sort((a, b) => b.getBoundingClientRect().y - a.getBoundingClientRect().y)[0].ariaLabel"
    )
    assert lowest == "Cyd"


def test_keys_go_to_the_next_hand_that_fits(page: Any) -> None:
    paste(page, THREE)
    page.wait_for_selector("#title:text('Hand 302')")
    page.select_option("#showdown", "yes")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("n")
    page.wait_for_selector("#title:text('Hand 303')")
    assert page.locator("#next").is_disabled()
    page.keyboard.press("p")
    page.wait_for_selector("#title:text('Hand 302')")
    assert page.locator("#previous").is_disabled()


def test_a_hand_plays_by_itself_and_pauses(page: Any) -> None:
    paste(page, SPIN)
    page.wait_for_selector("#replay:not([hidden])")
    page.select_option("#speed", "300")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("a")
    until(page, "document.getElementById('step').value > 2")
    page.keyboard.press("a")
    place = page.locator("#step").input_value()
    page.wait_for_timeout(700)
    assert page.locator("#step").input_value() == place
    page.click("#play")
    until(page, "document.getElementById('forward').disabled")
    assert page.locator("#play").inner_text() == "Play"
    page.reload()
    assert page.locator("#speed").input_value() == "300"


def test_amounts_in_big_blinds(page: Any) -> None:
    paste(page, CASH)
    page.wait_for_selector("#replay:not([hidden])")
    page.select_option("#unit", "bb")
    assert "Ann posts 0.5 bb" in page.locator("#log").inner_text()
    page.reload()
    assert page.locator("#unit").input_value() == "bb"


def test_a_decision_opens_in_solve_with_its_ranges(page: Any) -> None:
    paste(page, CASH)
    page.wait_for_selector("#replay:not([hidden])")
    assert page.locator("#solve").is_disabled()
    page.get_by_text("Ann bets 4", exact=True).first.click()
    page.keyboard.press("o")
    page.wait_for_selector("#solve-links a", timeout=PATIENCE)
    assert "BTN vs BB, single raised, heads-up" in page.locator("#solve-links").inner_text()
    page.click("#solve-links a")
    page.wait_for_selector("#linked:text('check')")
    values = {name: page.locator(f"[name={name}]").input_value() for name in ("pot", "stack")}
    assert values == {"pot": "60", "stack": "965"}
    assert page.locator("[name=flop_bets_ip]").input_value().startswith("40c")
    assert ":" in page.locator("#oop").input_value()
    until(page, "document.getElementById('size').textContent.includes('MB')", 60)
    assert "error" not in (page.locator("#size").get_attribute("class") or "")


def test_where_no_spot_fits_ranges_are_to_be_chosen(page: Any) -> None:
    paste(page, SPIN)
    page.wait_for_selector("#replay:not([hidden])")
    page.get_by_text("Ann bets 40", exact=True).first.click()
    page.click("#solve")
    page.wait_for_selector("#solve-links a", timeout=PATIENCE)
    words = page.locator("#solve-links").inner_text()
    assert "You must choose the ranges" in words
    assert "no charts for 24 big blinds" in words
    page.click("#solve-links a")
    page.wait_for_selector("#named-line:text('Choose both ranges')")


def test_a_solved_decision_is_reached_from_its_link(page: Any) -> None:
    paste(page, SPIN)
    page.wait_for_selector("#replay:not([hidden])")
    page.get_by_text("Bob raises to 440, all-in").first.click()
    page.click("#solve")
    page.wait_for_selector("#solve-links a", timeout=PATIENCE)
    page.click("#solve-links a")
    page.wait_for_selector("#named-line:text('Choose both ranges')")
    page.fill("#oop", "QQ, 77")
    page.fill("#ip", "AKs, AA")
    page.get_by_role("button", name="Solve", exact=True).click()
    page.wait_for_selector("#walk:not([hidden])", timeout=PATIENCE)
    pressed = page.locator("#path button[aria-pressed=true]").all_inner_texts()
    assert [each.split(" (")[0] for each in pressed] == ["check", "bet 40"]


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
