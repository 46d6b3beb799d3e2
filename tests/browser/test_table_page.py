"""The table: hands are played by keyboard alone, and a reload comes back to the same hand."""

from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.browser.conftest import STEP, running_server

PATIENCE = 60_000
"""Milliseconds that an agent may take for its first decision, which loads it."""


def wait_for_turn(page: Any) -> None:
    page.wait_for_selector(
        "#actions kbd:text-matches('^[cn]$'), #error:not(:empty)", timeout=PATIENCE
    )
    assert page.locator("#error").text_content() == ""


def is_over(page: Any) -> bool:
    return bool(page.get_by_role("button", name="Next hand").count())


def sit_down(page: Any, agent: str = "loki", reset: bool = False) -> None:
    page.goto(f"/table?agents={agent}")
    page.wait_for_selector("#setup:not([hidden])")
    if reset:
        page.check("#reset")
    page.locator("#open").focus()
    page.keyboard.press("Enter")
    wait_for_turn(page)


def press(page: Any, key: str) -> None:
    """Press a key that does something in the hand, and wait until it is done."""
    before = page.locator("#log").inner_text()
    page.keyboard.press(key)
    for _ in range(200):
        if page.locator("#log").inner_text() != before:
            break
        page.wait_for_timeout(50)


def play_hand(page: Any) -> None:
    """Check and call to the end; the keys do it alone."""
    for _ in range(30):
        wait_for_turn(page)
        if is_over(page):
            return
        press(page, "c")
    raise AssertionError("the hand does not end")


def deal_next(page: Any) -> None:
    number = page.locator("#log h3").count() + 1
    page.keyboard.press("n")
    page.wait_for_selector(f"#log h3:text-is('Hand {number}')", timeout=PATIENCE)


SLOW_LIST = """
const soon = window.fetch;
window.fetch = async (...asked) => {
  if (String(asked[0]).endsWith("/agents")) await new Promise((done) => setTimeout(done, 1000));
  return soon(...asked);
};
"""


def test_nobody_sits_down_before_the_opponents_are_there(page: Any) -> None:
    page.add_init_script(SLOW_LIST)
    sit_down(page, "call")


def test_three_hands_are_played_by_keyboard_and_found_again(page: Any) -> None:
    sit_down(page)
    for number in (1, 2, 3):
        assert f"Hand {number}" in page.locator("#log").inner_text()
        play_hand(page)
        page.wait_for_selector("#statistics table")
        page.keyboard.press("n")
        page.wait_for_selector(f"#log h3:text('Hand {number + 1}')", timeout=PATIENCE)
    page.wait_for_selector("#hands tr:nth-child(3)")
    address = page.locator("#hands a").first.get_attribute("href")
    page.goto(address)
    page.wait_for_selector("#replay:not([hidden])")
    assert "of the store" in page.locator("#title").inner_text()


def test_a_reload_comes_back_to_the_same_hand(page: Any) -> None:
    sit_down(page)
    own = page.locator(".seat.you .cards").inner_text()
    page.reload()
    wait_for_turn(page)
    assert page.locator(".seat.you .cards").inner_text() == own
    page.keyboard.press("s")
    page.wait_for_selector("#ranges svg", timeout=PATIENCE)


def test_decisions_have_their_values_on_demand(page: Any) -> None:
    sit_down(page, "call")
    assert page.get_by_role("button", name="What was it worth?").count() == 0
    page.keyboard.press("c")
    page.get_by_role("button", name="What was it worth?").click()
    page.wait_for_selector("#values table", timeout=PATIENCE)
    assert page.locator("#values h3").first.inner_text().startswith("preflop: you c")
    assert "your action" in page.locator("#values table").first.inner_text()


def test_a_raise_by_its_size(page: Any) -> None:
    sit_down(page, "call")
    pot = page.get_by_role("button", name="pot", exact=True)
    assert pot.get_attribute("aria-keyshortcuts") == "4"  # also where a smaller one is left out
    page.keyboard.press("1")
    first = page.locator("#amount").input_value()
    page.keyboard.press("4")
    assert int(page.locator("#amount").input_value()) > int(first)
    page.keyboard.press("r")
    page.wait_for_selector("#log p:text('you raise to')")
    wait_for_turn(page)
    page.keyboard.press("a")
    page.wait_for_selector("#log p:text('all-in')")


def test_an_amount_that_is_none_cannot_be_raised(page: Any) -> None:
    sit_down(page, "call")
    amount = page.locator("#amount")
    log = page.locator("#log").inner_text()
    for text in ("", "1", "99999999", "250.5"):
        amount.fill(text)
        button = page.locator("#actions button[aria-keyshortcuts=r]")
        assert button.is_disabled()
        assert " to 10,000" in button.inner_text()
        page.keyboard.press("r")
    page.wait_for_timeout(200)
    assert page.locator("#log").inner_text() == log
    assert page.locator("#error").text_content() == ""
    amount.fill("300")
    page.get_by_role("button", name="Raise to 300").click()
    page.wait_for_selector("#log p:text('you raise to 300')")


def test_the_key_of_all_in_also_calls_all_in(page: Any) -> None:
    sit_down(page, "all-in", reset=True)
    for _ in range(20):
        wait_for_turn(page)
        if page.get_by_role("button", name="Call 9,900 all-in").count():
            break
        press(page, "n" if is_over(page) else "c")
    page.keyboard.press("a")
    page.wait_for_selector("#log p:text('you call')")


def test_the_strongest_opponents_come_first_and_say_what_they_do(page: Any) -> None:
    page.goto("/table?agents=call")
    page.wait_for_selector("#setup:not([hidden])")
    names = page.locator(".agent option").all_inner_texts()
    ranks = [int(name.rpartition(" ")[2]) for name in names if "no rank" not in name]
    assert ranks == sorted(ranks)
    assert ranks[0] == 1
    page.select_option(".agent", "loki")
    assert "reads the opponents' ranges" in page.locator("#about-1").inner_text()
    assert "heads-up" in page.locator("#about-1").inner_text()


def test_stacks_of_their_own_carry_over(page: Any) -> None:
    page.goto("/table?agents=all-in")
    page.wait_for_selector("#setup:not([hidden])")
    page.select_option("#stack", "2000")
    page.select_option(".opponent .stack", "5000")
    page.click("#open")
    for _ in range(20):
        play_hand(page)
        if "you win 4,000" in page.locator("#log").inner_text():
            break
        deal_next(page)
    assert "4,000" in page.locator(".seat.you .plate").inner_text()
    deal_next(page)
    wait_for_turn(page)
    assert "3,9" in page.locator(".seat.you .plate").inner_text()


def test_amounts_in_big_blinds_are_remembered_and_can_be_typed(page: Any) -> None:
    sit_down(page, "call")
    page.select_option("#unit", "bb")
    assert "100 bb" in page.locator("#actions").inner_text()
    assert (
        "posts 1 bb" in page.locator("#log").inner_text()
        or "post 1 bb" in page.locator("#log").inner_text()
    )
    page.locator("#amount").fill("2.5")
    page.get_by_role("button", name="Raise to 2.5 bb").click()
    page.wait_for_selector("#log p:text('you raise to 2.5 bb')")
    page.reload()
    wait_for_turn(page)
    assert page.locator("#unit").input_value() == "bb"
    page.wait_for_selector("#log p:text('you raise to 2.5 bb')")
    page.select_option("#unit", "chips")
    page.wait_for_selector("#log p:text('you raise to 250')")


def test_a_stored_hand_is_found_in_the_list_of_hands_played_here(page: Any) -> None:
    sit_down(page, "check-call")
    play_hand(page)
    page.wait_for_selector("#hands a")
    page.goto("/replay")
    page.click("#stored")
    page.wait_for_selector("#list button[aria-current=true]", timeout=PATIENCE)
    assert "of the store" in page.locator("#title").inner_text()
    assert page.locator(".seat.you .name").inner_text() == "you"
    assert "bb" in page.locator("#list button[aria-current=true] .result").inner_text()


def test_a_killed_server_loses_no_hand(browser: Any, tmp_path: Path) -> None:
    store = ("--store", str(tmp_path / "hands.db"))
    with running_server(*store) as address:
        context = browser.new_context(base_url=address)
        page = context.new_page()
        page.set_default_timeout(STEP)
        sit_down(page, "check-call")
        page.keyboard.press("c")
        page.wait_for_selector("#log p:text('Flop')", timeout=PATIENCE)
        wait_for_turn(page)  # nothing more is written to the log until then
        own = page.locator(".seat.you .cards").inner_text()
        log = page.locator("#log").inner_text()
        for process in psutil.Process().children(recursive=True):
            if store[1] in process.cmdline():
                process.kill()
        page.wait_for_selector("#status:text('The connection is lost')")
    with running_server(*store, port=address.rpartition(":")[2]):
        wait_for_turn(page)
        assert page.locator(".seat.you .cards").inner_text() == own
        assert page.locator("#log").inner_text() == log
        play_hand(page)
        page.wait_for_selector("#hands tbody tr")
        assert page.locator("#hands tbody tr").count() == 1
        context.close()


@pytest.mark.parametrize("opponents", [1, 2, 3, 4, 5])
def test_a_narrow_table_does_not_scroll_sideways_with_any_number_of_players(
    opponents: int, page: Any
) -> None:
    page.set_viewport_size({"width": 380, "height": 800})
    sit_down(page, ",".join(["check-call"] * opponents))
    assert page.evaluate("document.documentElement.scrollWidth") <= 380


def test_a_narrow_dark_table_does_not_scroll_sideways(page: Any) -> None:
    page.set_viewport_size({"width": 380, "height": 800})
    page.emulate_media(color_scheme="dark")
    sit_down(page)
    page.keyboard.press("s")
    page.wait_for_selector("#ranges svg", timeout=PATIENCE)
    play_hand(page)
    page.wait_for_selector("#statistics table")
    page.keyboard.press("v")
    page.wait_for_selector("#values table", timeout=PATIENCE)
    assert page.evaluate("document.documentElement.scrollWidth") <= 380


def test_no_serious_fault_of_access_during_a_hand(page: Any) -> None:
    from axe_playwright_python.sync_playwright import Axe

    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        sit_down(page)
        page.keyboard.press("s")
        page.wait_for_selector("#ranges svg", timeout=PATIENCE)
        play_hand(page)
        found = Axe().run(page).response["violations"]
        assert [each["id"] for each in found if each["impact"] in ("serious", "critical")] == []
        page.get_by_role("button", name="Leave").click()
        page.wait_for_selector("#setup:not([hidden])")
