"""Pictures of the pages for the documentation, each with the address that shows it.

``python -m tests.browser.pictures`` takes them anew; names after it choose some.
"""

import base64
import struct
import sys
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlencode

import numpy as np
from numpy.typing import NDArray

from handsight import ArenaSpec, run_arena
from handsight.formats import phhs_text
from handsight.game import Hand
from handsight.opponents.stats.importing import found_hands
from tests.browser.conftest import CHROMIUM, PICTURES, running_server

WIDE, NARROW = {"width": 1240, "height": 1000}, {"width": 380, "height": 1250}
MOST_COLOURS = 256

ODDS = "/?" + urlencode(
    {
        "p1": "22+, A2s+, KTs+, QTs+, JTs, T9s, 98s, ATo+, KJo+, 0.5(87s, 76s)",
        "p2": "AhJh",
        "board": "Qh7h2c",
    }
)
"""A range with weights against a hand that draws."""

PAGES = {
    "serve-odds": ODDS,
    "serve-solve": "/solve",
    "serve-arena": "/arena",
    "serve-review": "/review",
    "serve-train": "/train",
}
"""The address of each page, by the name of its picture."""


def solve_example(page: Any) -> None:
    """Solve the spot that the page begins with, and look at the combos of a class."""
    page.get_by_role("button", name="Solve", exact=True).click()
    page.get_by_role("gridcell", name="KQs: ").click(timeout=120_000)
    page.get_by_role("heading", name="Solve").scroll_into_view_if_needed()


def review_example(page: Any) -> None:
    """Review the hands of an agent at a table of six."""
    page.fill("#player", "ehs")
    hands = {"name": "table.phhs", "mimeType": "text/plain", "buffer": table_hands().encode()}
    page.set_input_files("#files", hands)
    page.wait_for_selector(".decisions tbody tr", timeout=120_000)
    page.wait_for_selector("#running", state="hidden", timeout=120_000)
    page.locator("#summary").scroll_into_view_if_needed()


@cache
def table_hands() -> str:
    """Return the hands of six agents at one table."""
    names = ("ehs", "loki", "blueprint", "check-call", "fai-v5", "maniac")
    with TemporaryDirectory() as folder:
        store = Path(folder, "table.db")
        run_arena(ArenaSpec(agents=names, pairs=16, seed=5, table="all"), store)
        hands = [hand for hand in found_hands(store) if isinstance(hand, Hand)]
    return "".join(phhs_text(hands))


def train_example(page: Any) -> None:
    """Answer a question about a decision before the flop."""
    page.wait_for_selector("#kinds input")
    for box in page.locator("#kinds input").all():
        box.set_checked(box.get_attribute("value") == "preflop")
    page.click("#start")
    page.wait_for_selector("#options button:not([disabled])", timeout=120_000)
    page.keyboard.press("1")
    page.wait_for_selector("#feedback:not([hidden])", timeout=120_000)
    page.locator("#drill").scroll_into_view_if_needed()


BEFORE: dict[str, Callable[[Any], None]] = {
    "serve-review": review_example,
    "serve-solve": solve_example,
    "serve-train": train_example,
}
"""What is done on a page before its picture is taken, where there is something."""

PIXELS = """async (data) => {
  const image = new Image();
  image.src = `data:image/png;base64,${data}`;
  await image.decode();
  const { width, height } = image;
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  const { data: pixels } = context.getImageData(0, 0, width, height);
  let text = "";
  for (let at = 0; at < pixels.length; at += 32768) {
    text += String.fromCharCode(...pixels.subarray(at, at + 32768));
  }
  return [width, height, btoa(text)];
}"""


def take(browser: Any, server: str, name: str, folder: Path = PICTURES) -> list[Path]:
    """Take the pictures of a page: light, dark, and on a narrow screen."""
    looks = (("", WIDE, "light"), ("-dark", WIDE, "dark"), ("-narrow", NARROW, "light"))
    files = []
    for ending, size, scheme in looks:
        context = browser.new_context(base_url=server, viewport=size, color_scheme=scheme)
        page = context.new_page()
        page.goto(PAGES[name], wait_until="networkidle")
        BEFORE.get(name, lambda page: None)(page)
        page.wait_for_timeout(500)
        taken = page.screenshot(animations="disabled", caret="hide")
        page.goto("about:blank")
        width, height, pixels = page.evaluate(PIXELS, base64.b64encode(taken).decode())
        context.close()
        shape = (height, width, 4)
        colours = np.frombuffer(base64.b64decode(pixels), np.uint8).reshape(shape)[..., :3]
        files.append(folder / f"{name}{ending}.png")
        files[-1].write_bytes(small_png(colours))
    return files


def small_png(pixels: NDArray[np.uint8]) -> bytes:
    """Write a picture with its most frequent colours, the others as the nearest of these."""
    rows = pixels.reshape(-1, 3).astype(np.int64)
    codes, counts = np.unique(rows @ (1 << np.array([16, 8, 0])), return_counts=True)
    every = np.stack([codes >> 16, codes >> 8 & 255, codes & 255], axis=1)
    palette = every[np.argsort(-counts, kind="stable")[:MOST_COLOURS]]
    nearest = ((every[:, None] - palette[None]) ** 2).sum(axis=2).argmin(axis=1)
    numbers = nearest[np.searchsorted(codes, rows @ (1 << np.array([16, 8, 0])))]
    height, width, _ = pixels.shape
    lines = np.zeros((height, width + 1), np.uint8)
    lines[:, 1:] = numbers.reshape(height, width)
    parts = [
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
        (b"PLTE", palette.astype(np.uint8).tobytes()),
        (b"IDAT", zlib.compress(lines.tobytes(), 9)),
        (b"IEND", b""),
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in parts
    )


def main(names: list[str]) -> None:
    """Take the pictures with these names, or all."""
    from playwright.sync_api import sync_playwright

    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        # The hands and answers of whoever takes the pictures do not belong in them.
        stores = (
            "--store",
            str(Path(folder, "hands.db")),
            "--drills",
            str(Path(folder, "drill.db")),
        )
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        with running_server(*stores) as server:
            for name in names or PAGES:
                take(browser, server, name)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
