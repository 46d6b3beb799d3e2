"""The review: hands are chosen, reviewed with progress, summed up, filtered, and looked at."""

from pathlib import Path
from typing import Any

import pytest

from handsight.formats import phhs_text
from handsight.game import random_hands
from tests.unit.formats.site_texts import CASH

LONG = 60_000
"""Milliseconds that a review may take on a busy machine."""


@pytest.fixture(scope="module")
def hands(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder of files with 40 hands of players who act at random, and a file of no hands."""
    folder = tmp_path_factory.mktemp("hands")
    for seed in range(4):
        text = "".join(phhs_text(random_hands(2, seed=seed, hands=10)))
        (folder / f"{seed}.phhs").write_text(text)
    (folder / "picture.png").write_bytes(b"\x89PNG")
    return folder


@pytest.fixture
def reviewed(page: Any, hands: Path) -> Any:
    """Give the page with the review of player 1."""
    page.goto("/review")
    page.fill("#player", "player 1")
    page.set_input_files("#files", sorted(map(str, hands.iterdir())))
    page.wait_for_selector("#running", state="hidden", timeout=LONG)
    page.wait_for_selector(".decisions tbody tr")
    return page


def review_pasted(page: Any, text: str) -> None:
    page.goto("/review")
    page.click("summary:has-text('paste')")
    page.fill("#text", text)
    page.click("#start")
    page.wait_for_selector("#summary:not([hidden])", timeout=LONG)
    page.wait_for_selector("#running", state="hidden", timeout=LONG)


def test_files_are_reviewed_and_summed_up(reviewed: Any) -> None:
    assert reviewed.locator("#who").inner_text() == "player 1: 40 hands"
    assert "Lost by decisions" in reviewed.locator("#figures").inner_text()
    assert reviewed.locator(".group").count() == 4
    assert "tendencies were compared" in reviewed.locator("#tendencies-note").inner_text()
    assert "after the flop, all values are estimates" in reviewed.locator("#full-note").inner_text()


def test_a_folder_is_read_without_what_holds_no_hands(page: Any, hands: Path) -> None:
    page.goto("/review")
    page.fill("#player", "player 1")
    page.set_input_files("#folder", str(hands))
    page.wait_for_selector("#who:has-text('40 hands')", timeout=LONG)
    assert page.locator("#error").inner_text() == ""


def test_a_dropped_file_is_reviewed(page: Any) -> None:
    page.goto("/review")
    page.evaluate(
        """(text) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([text], "dropped.txt", { type: "text/plain" }));
          const options = { dataTransfer, bubbles: true, cancelable: true };
          document.getElementById("drop").dispatchEvent(new DragEvent("drop", options));
        }""",
        CASH,
    )
    page.wait_for_selector("#who:has-text('Ann: 1 hand')", timeout=LONG)
    page.locator(".decisions .open").first.click()
    page.wait_for_selector(".detail:has-text('dropped.txt, line 1')")


def test_a_dropped_folder_is_read_with_the_folders_in_it(page: Any, tmp_path: Path) -> None:
    """The browser itself drops it, as from a file manager: only then is there an entry to read."""
    inner = tmp_path / "hands" / "May"
    inner.mkdir(parents=True)
    for place, seed in ((inner.parent, 1), (inner, 2)):
        text = "".join(phhs_text(random_hands(2, seed=seed, hands=5)))
        (place / f"{seed}.phhs").write_text(text)
    (inner / "picture.png").write_bytes(b"\x89PNG")
    page.goto("/review")
    page.fill("#player", "player 1")
    box = page.locator("#drop").bounding_box()
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    data = {"items": [], "files": [str(inner.parent)], "dragOperationsMask": 1}
    devtools = page.context.new_cdp_session(page)
    for kind in ("dragEnter", "dragOver", "drop"):
        devtools.send("Input.dispatchDragEvent", {"type": kind, **at, "data": data})
    page.wait_for_selector("#who:has-text('player 1: 10 hands')", timeout=LONG)


def test_a_file_of_windows_and_one_of_utf_16_are_read(page: Any) -> None:
    page.goto("/review")
    texts = [CASH.replace("Bob", "Zoë").replace("#1:", f"#{n}:") for n in (1, 2)]
    files = [
        {"name": f"{place}.txt", "mimeType": "text/plain", "buffer": text.encode(encoding)}
        for place, (text, encoding) in enumerate(zip(texts, ("cp1252", "utf-16"), strict=True))
    ]
    page.set_input_files("#files", files)
    page.wait_for_selector("#who:has-text('Ann: 2 hands')", timeout=LONG)


def test_decisions_are_filtered_sorted_and_paged(reviewed: Any) -> None:
    count = reviewed.locator("#count")
    every = int(count.inner_text().split()[0])
    assert every > 50
    assert reviewed.locator(".decisions > tbody > tr").count() == 50
    reviewed.click("#after")
    reviewed.wait_for_selector(f"#page:has-text('51 to {min(every, 100)} of {every}')")
    reviewed.select_option("[name=street]", "river")
    reviewed.wait_for_selector(".decisions > tbody > tr:first-child > td:text-is('river')")
    streets = reviewed.locator(".decisions > tbody > tr > td:nth-child(2)").all_inner_texts()
    assert set(streets) == {"river"}
    assert int(count.inner_text().split()[0]) < every
    reviewed.click("[data-sort=pot]")
    reviewed.wait_for_selector("th[aria-sort=descending] [data-sort=pot]")
    pots = reviewed.locator(".decisions > tbody > tr > td:nth-child(6)").all_inner_texts()
    numbers = [float(each.replace(",", "")) for each in pots]
    assert numbers == sorted(numbers, reverse=True)


def test_a_review_that_still_waits_can_be_stopped(page: Any) -> None:
    page.route("**/api/v1/review/run", lambda route: None)  # as long as others are reviewed
    page.goto("/review")
    page.click("summary:has-text('paste')")
    page.fill("#text", CASH)
    page.click("#start")
    page.wait_for_selector("#state:has-text('Waiting')")
    page.click("#stop")
    page.wait_for_selector("#running", state="hidden")
    page.unroute("**/api/v1/review/run")
    page.click("#start")
    page.wait_for_selector("#who:has-text('Ann: 1 hand')", timeout=LONG)


def test_a_filter_that_cannot_be_read_says_so(reviewed: Any) -> None:
    reviewed.refusals = True
    reviewed.fill("[name=board]", "Zz")
    reviewed.wait_for_selector("[name=board][aria-invalid=true]")
    assert "Zz" in reviewed.locator("#count").inner_text()


def test_a_row_opens_and_leads_to_the_replay_the_solver_and_the_drill(page: Any) -> None:
    review_pasted(page, CASH)
    address = page.url
    page.wait_for_selector(".decisions tbody tr")
    page.click("[data-sort=street]")
    page.wait_for_selector("th[aria-sort=ascending] [data-sort=street]")
    page.locator(".decisions .open").last.click()
    detail = page.locator(".detail")
    detail.wait_for()
    assert "bet 4 bb" in detail.inner_text()
    assert "Assumed:" in detail.inner_text()
    solve = detail.get_by_role("link", name="Solve this spot").get_attribute("href")
    detail.get_by_role("button", name="Replay the hand").click()
    page.wait_for_selector("#replay:not([hidden])")
    page.wait_for_selector("#now:text-is('Bob checks')")  # Ann bets next
    page.goto(solve)
    page.wait_for_selector("#size:has-text('nodes')")
    assert page.locator("[name=pot]").input_value() == "600"
    page.goto(address)  # the server still has the review
    page.wait_for_selector("#who:has-text('Ann: 1 hand')")
    page.locator(".decisions .open").first.click()
    page.locator(".detail").wait_for()
    link = page.locator(".detail").get_by_role("link", name="Drill")
    assert link.get_attribute("href").startswith("/train?")


def test_the_full_review_uses_the_solver(page: Any) -> None:
    review_pasted(page, CASH)
    page.click("#full")
    page.wait_for_selector("#full-note:has-text('Reviewed in full')", timeout=LONG)
    page.wait_for_selector(".decisions td:text-is('solver')")


def test_a_review_is_stopped_and_goes_on(page: Any) -> None:
    text = "".join(phhs_text(random_hands(2, seed=9, hands=400)))
    page.goto("/review")
    page.fill("#player", "player 1")
    file = {"name": "many.phhs", "mimeType": "text/plain", "buffer": text.encode()}
    page.set_input_files("#files", [file])
    page.wait_for_selector("#state:has-text('of 400 hands')", timeout=LONG)
    page.click("#stop")
    page.wait_for_selector("#running", state="hidden", timeout=LONG)
    page.wait_for_selector("#full-note:has-text('are reviewed so far')")
    assert int(page.locator("#who").inner_text().split()[2]) < 400


def test_mistakes_are_drilled(reviewed: Any) -> None:
    reviewed.click("#drill")
    reviewed.wait_for_url("**/train?mistakes=1&start=1")
    reviewed.wait_for_selector("#options button", timeout=LONG)


def test_hands_without_a_hero_ask_for_a_player(page: Any, hands: Path) -> None:
    page.refusals = True
    page.goto("/review")
    page.set_input_files("#files", [str(hands / "0.phhs")])
    page.wait_for_selector("#error:has-text('name the player')", timeout=LONG)
    page.fill("#player", "player 2")
    page.click("#start")
    page.wait_for_selector("#who:has-text('player 2: 10 hands')", timeout=LONG)


def test_nothing_serious_keeps_people_out_of_a_narrow_dark_review(reviewed: Any) -> None:
    from axe_playwright_python.sync_playwright import Axe

    reviewed.set_viewport_size({"width": 380, "height": 800})
    reviewed.emulate_media(color_scheme="dark")
    reviewed.locator(".decisions .open").first.click()
    reviewed.locator(".detail").wait_for()
    assert reviewed.evaluate("document.documentElement.scrollWidth") <= 380
    for name in ("By street", "By position", "By pot", "By method", "Tendencies"):
        box = reviewed.get_by_role("region", name=name, exact=True)
        if box.is_visible():
            assert box.evaluate("box => box.scrollWidth - box.clientWidth") <= 0, name
    found = Axe().run(reviewed).response["violations"]
    assert [each["id"] for each in found if each["impact"] in ("serious", "critical")] == []
