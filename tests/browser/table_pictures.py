"""Pictures of the table and the replay for the documentation.

``python -m tests.browser.table_pictures`` takes them anew. The server draws the cards of the table,
so that they are others each time.
"""

import base64
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from tests.browser.conftest import CHROMIUM, PICTURES, running_server
from tests.browser.pictures import PIXELS, small_png
from tests.unit.formats.site_texts import SPIN

SIZE = {"width": 1180, "height": 860}
PATIENCE = 120_000


def take_table(page: Any, file: Path) -> None:
    """Play until a board lies with three players or more, and take the picture."""
    page.goto("/table?agents=call,loki,check-call,call,ehs")
    page.click("#open")
    while True:
        page.wait_for_selector("#actions kbd:text-matches('^[cn]$')", timeout=PATIENCE)
        if page.locator(".felt-middle .card").count() >= 3 and is_turn(page):
            break
        page.keyboard.press("c" if is_turn(page) else "n")
        page.wait_for_timeout(400)
    keep(page, file)


def is_turn(page: Any) -> bool:
    return not page.get_by_role("button", name="Next hand").count()


def take_replay(page: Any, file: Path) -> None:
    """Step to the raise of a PokerStars hand, and take the picture with the range."""
    page.goto("/replay")
    page.fill("#text", SPIN)
    page.click("#read")
    page.get_by_text("Bob raises to 440, all-in").first.click()
    page.select_option("#us", "Bob")  # the hero has folded
    page.click("#show")
    page.wait_for_selector("#ranges svg")
    keep(page, file)


def keep(page: Any, file: Path) -> None:
    """Keep what the page shows, with few colours."""
    taken = page.screenshot(animations="disabled", caret="hide")
    page.goto("about:blank")
    width, height, pixels = page.evaluate(PIXELS, base64.b64encode(taken).decode())
    shape = (height, width, 4)
    colours = np.frombuffer(base64.b64decode(pixels), np.uint8).reshape(shape)[..., :3]
    file.write_bytes(small_png(colours))


def main(folder: Path = PICTURES) -> None:
    """Take both."""
    from playwright.sync_api import sync_playwright

    with (
        TemporaryDirectory() as store,
        running_server("--store", f"{store}/hands.db") as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_context(base_url=server, viewport=SIZE).new_page()
        take_table(page, folder / "serve-table.png")
        take_replay(page, folder / "serve-replay.png")
        browser.close()


if __name__ == "__main__":
    main()
