"""The page Arena: the leaderboard, an arena while it is played, and the hands of a pair."""

import re
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from handsight.arena import ArenaSpec, ArenaStore, run_arena
from handsight.arena.leaderboard import shipped_standings
from tests.browser.conftest import STEP, running_server, until

THREE = ArenaSpec(agents=("min-raise", "call", "fold"), pairs=100, seed=7)
GROWING = ArenaSpec(agents=("min-raise", "call"), pairs=4000, seed=7, block=100)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("arenas")
    run_arena(THREE, made / "three.db")
    ArenaStore.open(made / "growing.db", GROWING).close()
    return made


@pytest.fixture(scope="module")
def arenas(folder: Path) -> Iterator[str]:
    files = [str(folder / f"{name}.db") for name in ("three", "growing")]
    with running_server("--arena", files[0], "--arena", files[1]) as address:
        yield address


@pytest.fixture
def arena(browser: Any, arenas: str) -> Iterator[Any]:
    context = browser.new_context(base_url=arenas)
    opened = context.new_page()
    opened.set_default_timeout(STEP)
    yield opened
    context.close()


def test_the_leaderboard_is_shown_without_an_arena(page: Any) -> None:
    page.goto("/arena")
    page.wait_for_selector("#pairings td.result")
    first = page.locator("#standings tbody tr").first.inner_text()
    standings = shipped_standings()
    assert first.split()[0] == next(iter(standings))
    rows = [
        row.split("\t") for row in page.inner_text("#standings tbody").split("\n") if "\t" in row
    ]
    assert {row[0] for row in rows if row[1].startswith("(")} == {
        name for name, each in standings.items() if each.provisional
    }
    assert not any("e+" in row[-1] for row in rows)
    assert "Ranks in brackets" in page.inner_text("#how")
    assert "--arena" in page.inner_text("#choice")


def test_an_arena_has_intervals_and_the_hands_of_a_pair(arena: Any) -> None:
    arena.goto("/arena")
    arena.select_option("#arena", "three")
    arena.wait_for_selector("#cross td.result")
    assert "Finished: 300 of 300 pairs, 600 hands" in arena.inner_text("#state")
    first = arena.locator("#agents tbody tr").first.inner_text()
    assert re.search(r"min-raise\s+\+[\d.]+\s+\+[\d.]+ to \+[\d.]+", first)
    arena.select_option("#matchup", label="min-raise – fold")
    arena.fill("#number", "33")
    arena.get_by_role("button", name="Show hands").click()
    arena.wait_for_selector("#hands tbody tr")
    assert arena.locator("#hands tbody tr").count() == 2
    assert "arena=three&matchup=1&pair=33" in arena.url
    arena.reload()
    arena.wait_for_selector("#hands tbody tr")  # a link holds what is shown


def test_a_hand_is_handed_over_to_the_replay(arena: Any) -> None:
    arena.goto("/arena?arena=three&matchup=0&pair=1")
    arena.get_by_role("button", name="Replay").first.click()
    arena.wait_for_url("**/replay*")
    arena.wait_for_selector("#replay:not([hidden])")
    assert {"min-raise", "call"} <= set(re.findall(r"[\w-]+", arena.inner_text("#felt")))


def test_a_running_arena_is_followed(arena: Any, folder: Path) -> None:
    arena.goto("/arena?arena=growing")
    until(arena, "document.querySelector('#state').textContent.startsWith('Running')")
    playing = Thread(target=run_arena, args=(GROWING, folder / "growing.db"))
    playing.start()
    until(
        arena, "document.querySelector('#state').textContent.startsWith('Finished: 4,000 of 4,000')"
    )
    playing.join()
    assert arena.locator("#cross td.result").count() == 2


def test_the_keyboard_is_enough(arena: Any) -> None:
    arena.goto("/arena")
    arena.wait_for_selector("#pairings td.result")
    arena.focus("#arena")
    arena.keyboard.type("three")
    arena.wait_for_selector("#cross td.result")
    arena.focus("#number")
    arena.keyboard.press("Control+A")
    arena.keyboard.type("5")
    arena.keyboard.press("Enter")
    arena.wait_for_selector("#hands tbody tr")
    arena.focus("#after")
    arena.keyboard.press("Enter")
    until(arena, "new URLSearchParams(location.search).get('pair') === '6'")


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_an_arena_fits_a_narrow_screen_and_keeps_nobody_out(arena: Any, scheme: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    arena.emulate_media(color_scheme=scheme)
    arena.set_viewport_size({"width": 380, "height": 800})
    arena.goto("/arena?arena=three&matchup=0&pair=1")
    arena.wait_for_selector("#hands tbody tr")
    assert arena.evaluate("document.documentElement.scrollWidth") <= 380
    found = Axe().run(arena).response["violations"]
    assert [each["id"] for each in found if each["impact"] in ("serious", "critical")] == []
