"""The page of odds in a browser: pick cards, paint ranges, read equities, share them."""

import json
import shlex
from time import monotonic
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from click.testing import CliRunner

from handsight.cli.main import main
from handsight.odds import equity
from handsight.ranges import Range
from tests.browser.conftest import STEP, until

FIRST, SECOND = "#players tr:nth-child(1)", "#players tr:nth-child(2)"


def address(*players: str, **others: str) -> str:
    texts = {f"p{number}": text for number, text in enumerate(players, 1)}
    return "/?" + urlencode(texts | others)


def shown(row: str) -> str:
    return f"{row} .equity"


def percent(share: float) -> str:
    return f"{share:.2%}"


def expect_equities(page: Any, players: list[str], board: str) -> None:
    """Wait until the page shows the equities that the library gives."""
    expected = [percent(each.equity) for each in equity(players, board=board).players]
    page.wait_for_function(
        "wanted => wanted.every((text, place) =>"
        " document.querySelectorAll('#players .equity')[place]?.textContent === text)",
        arg=expected,
    )


def cell(page: Any, name: str) -> Any:
    return page.locator(f".editor .cell[data-name='{name}']")


def drag(page: Any, start: str, end: str) -> None:
    one, other = cell(page, start).bounding_box(), cell(page, end).bounding_box()
    page.mouse.move(one["x"] + 5, one["y"] + 5)
    page.mouse.down()
    page.mouse.move(other["x"] + 5, other["y"] + 5, steps=3)
    page.mouse.up()


def state(page: Any) -> dict[str, str]:
    address = page.evaluate("location.href")
    return {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}


def expect_state(page: Any, wanted: dict[str, str]) -> None:
    """Wait until the address holds a state; it follows the fields after a moment."""
    last = monotonic() + STEP / 1000
    while state(page) != wanted and monotonic() < last:
        page.wait_for_timeout(30)
    assert state(page) == wanted


# --- the main job ---------------------------------------------------------------------------------


def test_cards_are_picked_and_a_range_is_painted(page: Any) -> None:
    page.goto(address("AhKh", "QQ", edit="2"), wait_until="networkidle")
    page.get_by_role("button", name="Board: no cards").click()
    deck = page.get_by_role("dialog", name="Cards: Board")
    for name in ("Q of hearts", "7 of hearts", "2 of clubs"):
        deck.get_by_role("img", name=name).click()
    page.keyboard.press("Escape")
    expect_equities(page, ["AhKh", "QQ"], "Qh7h2c")
    drag(page, "AA", "TT")  # along the diagonal: QQ lies on the way
    expect_equities(page, ["AhKh", "TT+"], "Qh7h2c")
    assert Range(page.locator(f"{SECOND} input").input_value()) == Range("TT+")
    page.get_by_role("button", name="50%", exact=True).click()
    cell(page, "AKs").click()
    expect_equities(page, ["AhKh", "TT+, AKs:0.5"], "Qh7h2c")
    assert page.locator("#method").inner_text().endswith("exact: all deals counted")


def test_a_stroke_that_begins_on_a_painted_cell_takes_away(page: Any) -> None:
    page.goto(address("AhKh", "22+", edit="2"), wait_until="networkidle")
    drag(page, "77", "22")
    expect_equities(page, ["AhKh", "88+"], "")


def test_a_single_combo_is_painted(page: Any) -> None:
    page.goto(address("AhKh", "QQ", edit="2"), wait_until="networkidle")
    cell(page, "JTs").click()
    page.get_by_role("button", name="JsTs, 100%").click()
    expect_equities(page, ["AhKh", "QQ, JhTh, JdTd, JcTc"], "")
    page.get_by_role("button", name="JsTs, 0%").wait_for()


def test_text_and_matrix_follow_each_other(page: Any) -> None:
    page.goto(address("AhKh", "QQ", edit="2"), wait_until="networkidle")
    page.locator(f"{SECOND} input").fill("chen:10%, !AA, 0.25(32s)")
    expect_equities(page, ["AhKh", "chen:10%, !AA, 0.25(32s)"], "")
    page.wait_for_selector(".editor .cell[aria-label='32s, 25%']")
    assert cell(page, "AA").get_attribute("aria-label") == "AA"
    page.get_by_label("Best hands in percent").fill("5")
    page.get_by_label("Order of hands").select_option("sklansky")
    expect_equities(page, ["AhKh", "sklansky:5%"], "")


def test_panels_show_what_the_board_makes_of_it(page: Any) -> None:
    page.goto(address("AhKh", "22+, AJs", board="Qh7h2c"), wait_until="networkidle")
    row = page.get_by_role("row", name="set")
    row.wait_for()
    assert row.get_by_role("cell").all_inner_texts()[2].strip() == "9"
    assert page.locator("#hand .figures").inner_text().split()[::2] == ["HS", "PPot", "NPot", "EHS"]
    assert page.locator("#next button").count() == 52 - 5
    assert page.locator("#curves polyline").count() == 2
    page.locator("#next button[aria-label^='Deal 3s']").click()
    page.locator("#streets th", has_text="turn").wait_for()
    until(page, "new URLSearchParams(location.search).get('board') === 'Qh7h2c3s'")


def test_up_to_ten_players_come_and_go(page: Any) -> None:
    page.goto(address("AhKh", "QQ"), wait_until="networkidle")
    for _ in range(8):
        page.get_by_role("button", name="+ Player").click()
    assert page.get_by_role("button", name="+ Player").is_disabled()
    page.wait_for_function(
        "() => document.querySelectorAll('#players .equity small').length === 10"
    )
    assert "95% interval" in page.locator("#method").inner_text()
    for _ in range(8):
        page.get_by_role("button", name="Remove player 3").click()
    expect_equities(page, ["AhKh", "QQ"], "")


def test_a_fault_is_named_where_it_is(page: Any) -> None:
    page.goto(address("AhKh", "QQ"), wait_until="networkidle")
    faults = page.context.new_page()  # its console says that requests were refused
    faults.goto(page.url, wait_until="networkidle")
    faults.locator(f"{SECOND} input").fill("QQ+, XY")
    faults.locator(f"{SECOND} input[aria-invalid]").wait_for()
    assert "Player 2" in faults.get_by_role("alert").inner_text()
    assert "XY" in faults.get_by_role("alert").inner_text()
    faults.locator(f"{SECOND} input").fill("QQ+")
    expect_equities(faults, ["AhKh", "QQ+"], "")
    assert not faults.locator("#error").inner_text()


# --- links and copies -----------------------------------------------------------------------------


def test_the_address_holds_the_state(page: Any) -> None:
    page.goto(address("AhKh", "QQ"), wait_until="networkidle")
    page.locator(f"{SECOND} input").fill("22+, 0.5(AKs)")
    page.get_by_role("button", name="Edit player 2").click()
    page.get_by_role("button", name="Board: no cards").focus()
    page.keyboard.type("Qh7h2c")
    page.get_by_role("button", name="Dead cards: no cards").focus()
    page.keyboard.type("3c")
    kept = {"p1": "AhKh", "p2": "22+, 0.5(AKs)", "board": "Qh7h2c", "dead": "3c", "edit": "2"}
    expect_state(page, kept)
    page.reload(wait_until="networkidle")
    assert page.locator(f"{SECOND} input").input_value() == "22+, 0.5(AKs)"
    assert page.get_by_role("button", name="Board: Qh 7h 2c").count() == 1
    assert page.get_by_role("button", name="Dead cards: 3c").count() == 1
    found = equity(["AhKh", "22+, 0.5(AKs)"], board="Qh7h2c", dead="3c")
    assert page.locator(shown(FIRST)).inner_text() == percent(found.players[0].equity)
    page.wait_for_selector(".editor .cell[aria-label='AKs, 50%']")
    expect_state(page, kept)


def test_the_address_holds_whom_ranges_are_compared_with(page: Any) -> None:
    page.goto(address("AhKh", "QQ", "JJ", board="Qh7h2c"), wait_until="networkidle")
    page.locator("#versus select").select_option("2")
    page.wait_for_url("**against=3*")
    page.reload(wait_until="networkidle")
    assert page.locator("#versus select").input_value() == "2"


@pytest.mark.parametrize("players", [["AhKh", "QQ+, AK"], ["22+", "A2s+", "KTs+", "QTs+"]])
def test_the_copied_command_gives_the_same_equities(page: Any, players: list[str]) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(address(*players, board="Qh7h2c"), wait_until="networkidle")
    page.get_by_role("button", name="Copy command").click()
    page.get_by_role("button", name="Copied").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert page.get_by_label("What was copied").input_value() == copied
    given = json.loads(CliRunner().invoke(main, [*shlex.split(copied)[1:], "--json"]).output)
    texts = page.locator("#players .equity").all_inner_texts()
    assert [text.split()[0] for text in texts] == [percent(p["equity"]) for p in given["players"]]


def test_the_copied_link_opens_the_same_pot(page: Any) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(address("AhKh", "QQ+", board="Qh7h2c"), wait_until="networkidle")
    page.get_by_role("button", name="Copy link").click()
    page.get_by_role("button", name="Copied").wait_for()
    page.goto(page.evaluate("navigator.clipboard.readText()"), wait_until="networkidle")
    expect_equities(page, ["AhKh", "QQ+"], "Qh7h2c")


# --- results that are not of this pot -------------------------------------------------------------


def test_a_refused_input_takes_the_results_away(page: Any) -> None:
    page.refusals = True
    page.goto(address("AhKh", "QQ+", board="Qh7h2c"), wait_until="networkidle")
    expect_equities(page, ["AhKh", "QQ+"], "Qh7h2c")
    page.locator("#curves").wait_for()
    page.locator(f"{SECOND} input").fill("QQ+, zz")
    page.get_by_role("alert").filter(has_text="Player 2").wait_for()
    assert page.locator("#players .equity").all_inner_texts() == ["", ""]
    assert page.locator("#method").inner_text() == ""
    for panel in ("next", "hand", "texture", "curves", "streets"):
        assert page.locator(f"#{panel}").is_hidden()
    page.locator(f"{FIRST} input").focus()  # asks for nothing, as there are no equities
    page.locator(f"{SECOND} input").fill("QQ")
    expect_equities(page, ["AhKh", "QQ"], "Qh7h2c")
    page.locator("#curves").wait_for()


def test_results_are_dimmed_until_they_belong_to_the_input(page: Any) -> None:
    page.goto(address("AhKh", "QQ+", board="Qh7h2c"), wait_until="networkidle")
    page.locator("#curves").wait_for()
    page.route("**/api/v1/equity", lambda route: None)  # no answer, for the time being
    with page.expect_request("**/api/v1/equity"):
        page.locator(f"{SECOND} input").fill("JJ")
    results = ".equity, .part, #shares, #method, #next, #hand, #texture, #curves, #streets"
    page.wait_for_function(
        "results => [...document.querySelectorAll(results)]"
        ".every(each => getComputedStyle(each).opacity < 0.5)",
        arg=results,
    )
    page.unroute("**/api/v1/equity")  # which lets the question go on
    expect_equities(page, ["AhKh", "JJ"], "Qh7h2c")
    page.wait_for_function("() => !document.querySelector('.asking, .outdated')")


def test_the_editor_is_dimmed_until_it_shows_the_text(page: Any) -> None:
    page.refusals = True
    page.goto(address("AhKh", "QQ", edit="2"), wait_until="networkidle")
    stale = page.locator(".range-editor.stale")
    assert stale.count() == 0
    page.locator(f"{SECOND} input").fill("QQ+, zz")
    page.get_by_role("alert").filter(has_text="Player 2").wait_for()
    stale.wait_for()
    page.locator(f"{SECOND} input").fill("QQ+")
    page.wait_for_selector(".range-editor:not(.stale) .cell[aria-label='AA, 100%']")


def test_a_fault_of_a_text_that_is_gone_is_not_named(page: Any) -> None:
    page.refusals = True
    page.goto(address("AhKh", "QQ", edit="2"), wait_until="networkidle")
    held: list[Any] = []
    page.route("**/api/v1/range", lambda route: held.append(route))
    with page.expect_request("**/api/v1/range"):
        page.locator(f"{SECOND} input").fill("QQ+, zz")
    page.get_by_role("alert").filter(has_text="Player 2").wait_for()  # by the equities
    with page.expect_request("**/api/v1/range"):
        page.locator(f"{SECOND} input").fill("QQ+")
    expect_equities(page, ["AhKh", "QQ+"], "")
    old, *others = held
    for each in others:
        each.continue_()
    page.wait_for_selector(".editor .cell[aria-label='AA, 100%']")
    with page.expect_response("**/api/v1/range") as answer:
        old.continue_()
    assert answer.value.status == 400
    answer.value.finished()
    page.wait_for_timeout(200)
    assert page.locator("#error").inner_text() == ""


def test_what_was_copied_goes_with_its_pot(page: Any) -> None:
    page.goto(address("AhKh", "QQ"), wait_until="networkidle")
    page.get_by_role("button", name="Copy text").click()
    page.get_by_label("What was copied").wait_for()
    page.locator(f"{SECOND} input").fill("JJ")
    expect_equities(page, ["AhKh", "JJ"], "")
    assert page.get_by_label("What was copied").is_hidden()


# --- by keyboard ----------------------------------------------------------------------------------


def test_the_keyboard_alone_is_enough(page: Any) -> None:
    page.goto(address("AhKh", "QQ"), wait_until="networkidle")

    def tab_to(selector: str) -> None:
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate("selector => document.activeElement.matches(selector)", selector):
                return
        pytest.fail(f"Tab does not come to {selector}")

    tab_to("#boards .slots")
    page.keyboard.type("Qh7h")
    page.keyboard.press("ArrowDown")  # the deck, at the ace of spades
    for key in ("ArrowUp", *["ArrowLeft"], "Enter", "Escape"):
        page.keyboard.press(key)
    expect_equities(page, ["AhKh", "QQ"], "Qh7h2c")
    tab_to(f"{SECOND} .number")
    page.keyboard.press("Enter")
    tab_to(".editor .cell")
    page.keyboard.press("Space")
    expect_equities(page, ["AhKh", "QQ, AA"], "Qh7h2c")
    for key in ("ArrowRight", "Shift+ArrowRight", "Shift+ArrowRight", "5"):
        page.keyboard.press(key)
    expect_equities(page, ["AhKh", "QQ, AA, 0.5(AKs, AQs, AJs)"], "Qh7h2c")
    page.keyboard.press("Delete")
    expect_equities(page, ["AhKh", "QQ, AA"], "Qh7h2c")
    page.wait_for_selector("body:not(.asking)")  # the next cards are drawn last
    tab_to("#next button")
    page.keyboard.press("ArrowRight")
    name = page.evaluate("document.activeElement.getAttribute('aria-label')").split()[1].strip(":")
    page.keyboard.press("Enter")
    expect_equities(page, ["AhKh", "QQ, AA"], f"Qh7h2c{name}")


def test_a_panel_that_is_drawn_again_keeps_the_focus(page: Any) -> None:
    """Whoever tabs through the players asks for the panels again, and goes on meanwhile."""
    page.goto(address("AhKh", "QQ", board="Qh7h2c"), wait_until="networkidle")
    page.wait_for_selector("body:not(.asking) #next button")
    held: list[Any] = []
    page.route("**/api/v1/next-cards", lambda route: held.append(route))
    page.locator(f"{SECOND} input").focus()  # player 2 is selected, and the panels are asked for
    until(page, "document.querySelector('#next.outdated') !== null")
    page.locator("#next button").first.focus()
    page.keyboard.press("ArrowRight")
    chosen = "document.activeElement.getAttribute('aria-label')?.split(':')[0]"
    before, name = page.locator("#next button").first.element_handle(), page.evaluate(chosen)
    assert name.startswith("Deal ")
    for each in held:
        each.continue_()
    page.wait_for_selector("#next:not(.outdated)")
    assert not before.evaluate("button => button.isConnected")  # it was drawn again
    assert page.evaluate(chosen) == name
    assert page.evaluate("document.activeElement.tabIndex") == 0
    assert page.locator("#next button[tabindex='0']").count() == 1
    page.keyboard.press("ArrowRight")
    assert page.evaluate(chosen) != name


def test_a_combo_that_is_painted_keeps_the_focus(page: Any) -> None:
    page.goto(address("AhKh", "QQ", edit="2"), wait_until="networkidle")
    cell(page, "JTs").click()
    page.get_by_role("button", name="JsTs, 100%").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="JsTs, 0%").wait_for()
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "JsTs, 0%"


# --- screens --------------------------------------------------------------------------------------


def test_a_narrow_screen_has_it_all(page: Any) -> None:
    page.set_viewport_size({"width": 380, "height": 800})
    page.goto(address("AhKh", "22+", "15%", board="Qh7h2c"), wait_until="networkidle")
    page.locator("#streets").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 380
    page.get_by_role("button", name="Board: Qh 7h 2c").click()
    box = page.get_by_role("dialog", name="Cards: Board").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 380
    page.get_by_role("img", name="3 of spades").first.click()
    expect_equities(page, ["AhKh", "22+", "15%"], "Qh7h2c3s")
    assert page.evaluate("document.documentElement.scrollWidth") <= 380


def test_dark_and_light_follow_the_system(page: Any) -> None:
    from axe_playwright_python.sync_playwright import Axe

    paper = {}
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.goto(address("22+, 0.5(AKs)", "AhKh", "15%", board="Qh7h2c"), wait_until="networkidle")
        page.locator("#streets").wait_for()
        paper[scheme] = page.evaluate("getComputedStyle(document.body).backgroundColor")
        found = Axe().run(page).response["violations"]
        grave = [each for each in found if each["impact"] in ("serious", "critical")]
        assert [(each["id"], each["nodes"][0]["html"]) for each in grave] == []
    assert paper["light"] == "rgb(255, 255, 255)"
    assert paper["dark"] != paper["light"]


def test_a_newer_state_stops_the_older_question(page: Any) -> None:
    page.goto(address("AhKh", "QQ"), wait_until="networkidle")
    box = page.locator(f"{SECOND} input")
    for text in ("22+", "33+", "44+", "55+", "66+"):
        box.fill(text)
        page.wait_for_timeout(130)
    expect_equities(page, ["AhKh", "66+"], "")
