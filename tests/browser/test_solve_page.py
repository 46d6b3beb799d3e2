"""The page Solve: a spot is set up, solved, stopped, walked through and compared."""

import re
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.browser.conftest import running_server, until

RIVER = {
    "board": "2c2d2h3s3d",
    "oop": "AA, QQ",
    "ip": "KK",
    "pot": "100",
    "stack": "100",
    "bets": "a",
    "raises": "a",
    "accuracy": "0.05",
}
TURN = {
    "board": "QsJh2h8c",
    "oop": "QQ+, AQs, T9s",
    "ip": "JJ, KQs, T8s, A5s",
    "pot": "180",
    "stack": "400",
    "bets": "55%",
    "raises": "a",
}


PATIENCE = 60_000
"""Milliseconds that a solve may take on a busy machine, which may have to compile for it."""


def begin(page: Any, spot: dict[str, str]) -> None:
    page.goto(f"/solve?{urlencode(spot)}")


def solve(page: Any, spot: dict[str, str]) -> None:
    begin(page, spot)
    page.get_by_role("button", name="Solve", exact=True).click()
    page.wait_for_selector(".node", timeout=PATIENCE)


def check_twice(page: Any) -> None:
    """Check the turn down; each node has to be there before the next click."""
    page.locator(".action", has_text="check").click()
    page.get_by_role("heading", name="In position acts").wait_for()
    page.locator(".action", has_text="check").click()
    page.get_by_role("heading", name="which card comes?").wait_for()


def test_a_river_is_solved_and_read(page: Any) -> None:
    solve(page, RIVER)
    assert "Solved." in page.inner_text("#figures")
    shares = [float(text.rstrip("%")) for text in page.locator(".action strong").all_inner_texts()]
    assert shares == pytest.approx([25, 75], abs=1)  # aces bet, and half of the queens
    page.get_by_role("gridcell", name="QQ: ").click()
    rows = page.locator(".combos tbody tr").all_inner_texts()
    assert len(rows) == 6
    assert all(re.search(r"(4[89]|5[012])%", row) for row in rows)
    page.get_by_role("button", name=re.compile("^all-in 100")).last.click()
    page.get_by_role("heading", name="In position acts").wait_for()
    until(page, "location.search.includes('line=all-in+100')")
    page.get_by_role("button", name="EV", exact=True).click()
    assert "KK" in page.get_by_role("gridcell", name="KK: ").inner_text()


def test_each_action_has_its_ev(page: Any) -> None:
    solve(page, RIVER)
    check, bet = page.locator(".action .ev").all_inner_texts()
    assert check == "EV 0"  # queens give up
    assert float(bet.removeprefix("EV ")) == pytest.approx(100, abs=3)  # aces 150, queens 0
    page.get_by_role("gridcell", name="AA: ").click()
    (mean,) = page.locator(".combos tfoot tr").all_inner_texts()
    assert float(mean.split()[-1]) == pytest.approx(150, abs=3)  # half of the kings call
    page.get_by_role("button", name="EV", exact=True).click()
    for action, worth in (("check", 0), ("all-in 100", 0), ("the strategy", 0)):
        page.get_by_label("EV of").select_option(f"of {action}")
        shown = page.get_by_role("gridcell", name="QQ: ").inner_text().split()
        assert float(shown[1]) == pytest.approx(worth, abs=3)
    aces = page.get_by_role("gridcell", name="AA: ")
    page.get_by_label("EV of").select_option("of all-in 100")
    assert float(aces.inner_text().split()[1]) == pytest.approx(150, abs=3)
    page.get_by_label("EV of").select_option("of check")
    assert float(aces.inner_text().split()[1]) < 140


def test_a_filter_leaves_the_hands_that_make_something(page: Any) -> None:
    solve(page, TURN)
    page.get_by_text("Made hands and draws").click()
    rows = {
        row.split("\t")[0].strip(): row.split("\t")[1]
        for row in page.locator(".groups tr").all_inner_texts()
    }
    shares = [float(share.rstrip("%")) for share in rows.values() if share.endswith("%")]
    assert sum(shares) == pytest.approx(200, abs=1)  # all made hands, and all draws
    page.get_by_role("button", name="straight", exact=True).click()
    assert page.inner_text(".filtered").startswith("Only straight\n")
    assert page.locator(".matrix .cell.out").count() > 0
    listed = page.locator(".combos tbody th .card:first-child").all_inner_texts()
    assert listed
    assert {card[0] for card in listed} == {"T"}  # T9s makes a straight
    page.get_by_role("button", name="All hands").click()
    assert page.locator(".matrix .cell.out").count() == 0
    assert page.locator(".filtered").is_hidden()


def test_a_link_holds_the_spot_and_a_reload_comes_back_to_the_node(page: Any) -> None:
    solve(page, RIVER)
    page.locator(".action").last.click()
    page.get_by_role("heading", name="In position acts").wait_for()
    page.reload()
    page.get_by_role("heading", name="In position acts").wait_for()
    assert page.input_value("[name=oop]") == "AA, QQ"


def test_a_shared_link_leads_to_its_line(page: Any) -> None:
    """It is opened by somebody who has not solved the spot."""
    begin(page, RIVER | {"line": "all-in 100"})
    page.get_by_text("The link leads to: all-in 100.").wait_for()
    until(page, "location.search.includes('line=all-in+100')")
    page.get_by_role("button", name="Solve", exact=True).click()
    page.get_by_role("heading", name="In position acts").wait_for()
    until(page, "location.search.includes('line=all-in+100')")
    assert page.get_by_text("The link leads to").count() == 0


def test_a_line_that_the_tree_does_not_have_leads_as_far_as_it_can(page: Any) -> None:
    page.refusals = True
    begin(page, RIVER | {"line": "check, bet 999"})
    page.get_by_role("button", name="Solve", exact=True).click()
    page.get_by_role("heading", name="In position acts").wait_for()
    until(page, "location.search.endsWith('line=check')")


def test_an_old_solution_cannot_be_walked_through(page: Any) -> None:
    solve(page, RIVER)
    page.locator("#setup > summary").click()
    page.fill("[name=pot]", "90")
    page.get_by_text("This solution is of another spot").wait_for()
    assert page.evaluate("document.getElementById('walk').inert")
    page.locator("#more > summary").click()
    page.fill("[name=seconds]", "60")  # which changes nothing of the spot
    page.fill("[name=pot]", "100")
    until(page, "!document.getElementById('walk').inert")
    assert page.locator("#old").is_hidden()
    page.fill("[name=pot]", "90")
    page.get_by_role("button", name="Solve", exact=True).click()
    until(page, "!document.getElementById('walk').inert")
    assert "pot 90" in page.locator(".node .head").inner_text()


def test_cards_lie_in_the_order_in_which_they_were_dealt(page: Any) -> None:
    solve(page, TURN)
    board = page.locator(".node .board .card")
    assert board.all_inner_texts() == ["Q♠", "J♥", "2♥", "8♣"]
    check_twice(page)
    page.locator(".runout[aria-label^='As']").click()
    until(page, "document.querySelectorAll('.node .board .card').length === 5")
    assert board.all_inner_texts() == ["Q♠", "J♥", "2♥", "8♣", "A♠"]


def test_a_fraction_of_a_chip_is_refused_in_words(page: Any) -> None:
    page.refusals = True
    begin(page, RIVER | {"pot": "1.5"})
    page.get_by_role("button", name="Solve", exact=True).click()
    page.wait_for_selector("[name=pot][aria-invalid]")
    said = "pot must be a whole number, not one with a fraction"
    assert page.inner_text("#error") == said


def test_two_runouts_stand_side_by_side(page: Any) -> None:
    solve(page, TURN)
    check_twice(page)
    page.get_by_role("button", name="Compare all cards").click()
    page.wait_for_selector(".runout small")
    assert page.locator(".runout small").count() == 48
    page.get_by_role("button", name="Compare two cards").click()
    page.locator(".runout[aria-label^='As']").click()
    page.locator(".runout[aria-label^='7h']").click()
    page.wait_for_selector(".two .node >> nth=1")
    assert page.locator(".two h2").all_inner_texts() == ["As", "7h"]
    page.locator(".two .action", has_text="check").first.click()
    until(
        page,
        "[...document.querySelectorAll('.two h2')].map(each => each.textContent).join() "
        "=== 'As, check,7h, check'",
    )


def test_a_spot_that_is_too_large_is_offered_with_fewer_sizes(browser: Any) -> None:
    large = TURN | {"bets": "33%, 75%", "raises": "50%, a", "stack": "900", "oop": "22+, A2s+"}
    with running_server("--memory", "2") as address:
        page = browser.new_context(base_url=address).new_page()
        page.set_default_timeout(PATIENCE)
        begin(page, large)
        offers = page.locator("#smaller button")
        offers.first.wait_for()
        page.get_by_role("button", name="Solve", exact=True).click()
        page.locator("#error", has_text="these fit: ").wait_for()
        shown = [text.rsplit(", ", 1)[0] for text in offers.all_inner_texts()]
        assert all(words in page.inner_text("#error") for words in shown)
        offers.first.click()
        page.locator("#smaller").wait_for(state="hidden")
        page.get_by_role("button", name="Solve", exact=True).click()
        page.wait_for_selector(".node")
        page.context.close()


def test_a_locked_decision_changes_the_rest(page: Any) -> None:
    """Against one who always calls, aces bet and queens do not."""
    solve(page, RIVER)
    page.locator(".action", has_text="all-in 100").click()
    page.get_by_role("heading", name="In position acts").wait_for()
    page.get_by_text("Lock this decision").click()
    page.get_by_label("fold, %").fill("0")
    page.get_by_label("call, %").fill("100")
    page.get_by_role("button", name="Lock", exact=True).click()
    locked = page.locator("#locks li")
    assert "all-in 100: all hands fold 0.0%, call 100.0%" in locked.inner_text()
    page.get_by_role("button", name="Solve on").click()
    page.get_by_text("Lock this decision (locked)").wait_for()
    until(page, "document.querySelector('#locks button.main').disabled")
    assert page.locator(".action strong").all_inner_texts() == ["0.0%", "100.0%"]
    page.locator("#path .step").first.get_by_role("button", name="all-in 100").focus()
    page.keyboard.press("Backspace")
    page.get_by_role("heading", name="Out of position acts").wait_for()
    shares = [float(text.rstrip("%")) for text in page.locator(".action strong").all_inner_texts()]
    assert shares == pytest.approx([50, 50], abs=1)
    page.reload()
    locked.wait_for()  # the server knows the locks
    page.get_by_role("button", name="Unlock").click()
    page.get_by_role("button", name="Solve on").click()
    page.locator("#locks").wait_for(state="hidden", timeout=PATIENCE)
    shares = [float(text.rstrip("%")) for text in page.locator(".action strong").all_inner_texts()]
    assert shares == pytest.approx([25, 75], abs=2)


def test_a_class_of_hands_is_locked(page: Any) -> None:
    solve(page, RIVER)
    page.get_by_role("gridcell", name="QQ: ").click()
    page.get_by_text("Lock this decision").click()
    assert page.get_by_label("Hands to lock").locator("option").all_inner_texts() == [
        "all hands",
        "QQ",
    ]
    page.get_by_label("check, %").fill("none")
    page.get_by_role("button", name="Lock", exact=True).click()
    page.get_by_text("a lock needs how often").wait_for()
    page.get_by_label("check, %").fill("0")
    page.get_by_label("all-in 100, %").fill("50")
    page.get_by_role("button", name="Lock", exact=True).click()
    assert "The first action: QQ check 0.0%, all-in 100 100.0%" in page.inner_text("#locks li")
    page.get_by_role("button", name="Solve on").click()
    until(page, "document.querySelector('#locks button.main').disabled", seconds=60)
    shares = [float(text.rstrip("%")) for text in page.locator(".action strong").all_inner_texts()]
    assert shares == pytest.approx([0, 100], abs=1)  # aces go on to bet


def test_a_solution_is_saved_and_loaded(page: Any, tmp_path: Path) -> None:
    solve(page, RIVER)
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save as a file").click()
    file = tmp_path / waiting.value.suggested_filename
    assert file.name == "2c2d2h3s3d.npz"
    waiting.value.save_as(file)
    page.goto("/solve")
    page.evaluate("sessionStorage.clear()")
    page.goto("/solve")
    page.set_input_files("#file", file)
    page.wait_for_selector(".node")
    assert "Loaded 2c2d2h3s3d.npz." in page.inner_text("#figures")
    assert page.input_value("[name=oop]") == "AA, QQ"
    shares = [float(text.rstrip("%")) for text in page.locator(".action strong").all_inner_texts()]
    assert shares == pytest.approx([25, 75], abs=1)
    page.get_by_text("Lock this decision").click()
    page.get_by_role("button", name="Lock", exact=True).click()
    page.get_by_role("button", name="Solve on").click()  # it is the same spot to the server
    until(page, "document.querySelector('#locks button.main').disabled", seconds=60)
    assert page.inner_text("#error") == ""
    page.refusals = True
    file.write_bytes(file.read_bytes()[:1000])
    page.locator("#setup > summary").click()
    page.set_input_files("#file", file)
    page.locator("#error", has_text="this file is not a handsight solution file").wait_for()


def test_flops_are_compared_sorted_and_saved(page: Any) -> None:
    begin(page, RIVER | {"oop": "AA, KQs", "ip": "QQ, AKo", "stack": "60"})
    page.get_by_text("Many flops").click()
    page.get_by_label("Set of flops").select_option("a list")
    page.get_by_label("List of flops").fill("Qs7h2d, KhJh5h, 8c8d3s")
    page.get_by_role("button", name="Solve flops").click()
    page.get_by_text("All 3 flops are solved").wait_for(timeout=PATIENCE)
    rows = page.locator(".flops tbody tr")

    def evs() -> list[float]:
        return [float(rows.nth(place).locator("td").nth(2).inner_text()) for place in range(3)]

    head = page.get_by_role("button", name="EV out of position")
    head.click()
    assert evs() == sorted(evs(), reverse=True)
    head.click()
    assert evs() == sorted(evs())
    assert page.locator(".flops [aria-sort=ascending]").count() == 1
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save as CSV").click()
    text = Path(waiting.value.path()).read_text("utf-8")
    assert text.startswith("flop,count,weight,ev_oop")
    assert len(text.splitlines()) == 4
    page.get_by_role("button", name="Textures").click()
    assert "monotone" in page.inner_text(".flops tbody")


def test_a_solve_is_stopped_and_can_be_walked_through(page: Any) -> None:
    begin(page, TURN | {"accuracy": "0.0000001", "seconds": "60"})
    page.get_by_role("button", name="Solve", exact=True).click()
    page.wait_for_selector("#chart circle")
    page.get_by_role("button", name="Stop", exact=True).click()
    page.wait_for_selector(".node")
    assert "Stopped" in page.inner_text("#figures")
    assert page.locator("#chart circle").count() >= 1


def test_what_is_wrong_stands_at_its_field(page: Any) -> None:
    page.refusals = True
    begin(page, RIVER | {"oop": "AA, XX"})
    page.get_by_role("button", name="Solve", exact=True).click()
    page.wait_for_selector("#oop[aria-invalid]")
    assert "XX" in page.inner_text("#error")


def test_ranges_are_painted(page: Any) -> None:
    begin(page, RIVER)
    page.locator(".paint[data-range=ip]").click()
    page.locator("#editor").get_by_role("gridcell", name="AKs").click()
    until(page, "document.querySelector('#ip').value.includes('AKs')")


def test_the_keyboard_is_enough(page: Any) -> None:
    begin(page, RIVER)
    until(page, "document.querySelector('#size').textContent.includes('nodes')")
    page.focus("[name=pot]")
    page.keyboard.press("Enter")  # as in every form
    page.wait_for_selector(".node")
    page.focus(".node .matrix [tabindex='0']")
    for _ in range(2):
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_selector(".combos caption")
    assert page.inner_text(".combos caption").startswith("QQ")
    page.focus(".action >> nth=1")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="In position acts").wait_for()
    page.keyboard.press("Backspace")
    page.get_by_role("heading", name="Out of position acts").wait_for()


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_a_solution_fits_a_narrow_screen_and_keeps_nobody_out(page: Any, scheme: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": 380, "height": 800})
    solve(page, RIVER)
    page.get_by_role("gridcell", name="QQ: ").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= 380
    found = Axe().run(page).response["violations"]
    assert [each["id"] for each in found if each["impact"] in ("serious", "critical")] == []


def test_an_example_fills_the_form_without_a_fault(page: Any) -> None:
    page.goto("/solve")
    page.get_by_label("Example").select_option("River")
    until(page, "document.querySelector('#size').textContent.startsWith('800 ')")
    assert page.input_value("#oop") == "QQ, AA, 99-66, AQs"
    assert page.inner_text("#error") == ""


def test_a_spot_by_its_positions_fills_ranges_pot_and_stack(page: Any) -> None:
    begin(page, TURN)
    named = page.get_by_label("Spot by the names of positions")
    named.focus()
    page.locator("#names-of-spots option").nth(3).wait_for(state="attached", timeout=PATIENCE)
    named.fill("BTN vs BB, 3bet")  # as choosing it from the list does
    page.get_by_text("BTN raises to 2.5 bb, BB raises to 6.9 bb, BTN calls.").wait_for()
    assert page.input_value("[name=pot]") == "1430"
    assert page.input_value("[name=stack]") == "9310"
    assert page.input_value("[name=oop]") != TURN["oop"]
    assert page.input_value("[name=ip]") != TURN["ip"]
    until(page, "location.search.includes('pot=1430')")
    page.refusals = True
    named.fill("BTN vs BB, 9bet")
    named.press("Enter")  # which does not solve
    page.get_by_text("'9bet' is no kind of pot").wait_for()
    assert page.locator("#progress").is_hidden()


def test_a_chart_fills_the_range_that_is_painted(page: Any) -> None:
    begin(page, TURN)
    page.get_by_role("button", name="Paint").first.click()
    chart = page.get_by_label("Preflop chart")
    chart.fill("BB vs BTN 3x, heads-up")
    chart.press("Enter")
    page.get_by_text("BB after BTN raises to 3 bb, stacks of 100 bb").wait_for(timeout=PATIENCE)
    called = page.input_value("[name=oop]")
    assert called != TURN["oop"]
    actions = page.get_by_label("Action of the chart")
    assert actions.input_value().startswith("call, ")
    actions.select_option(index=0)
    assert page.input_value("[name=oop]") != called
    actions.select_option("all actions")
    assert page.input_value("[name=oop]") == "random"
    assert page.input_value("[name=ip]") == TURN["ip"]
