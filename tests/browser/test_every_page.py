"""What holds for every page: a name, no serious fault of access, small, nothing of others."""

from typing import Any
from urllib.parse import urlsplit

import pytest

PAGES = ("/", "/table", "/replay", "/arena", "/solve", "/review", "/train")
MOST_BYTES = 120_000


@pytest.mark.parametrize("path", PAGES)
def test_nothing_serious_keeps_people_out(page: Any, path: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page.goto(path, wait_until="networkidle")
    found = Axe().run(page).response["violations"]
    assert [each["id"] for each in found if each["impact"] in ("serious", "critical")] == []


@pytest.mark.parametrize("path", PAGES)
def test_the_first_view_is_small_and_our_own(page: Any, path: str, server: str) -> None:
    sizes: list[int] = []
    hosts: set[str] = set()

    def count(response: Any) -> None:
        hosts.add(urlsplit(response.url).netloc)
        sizes.append(int(response.header_value("content-length") or len(response.body())))

    page.on("response", count)
    page.goto(path, wait_until="networkidle")
    assert hosts == {urlsplit(server).netloc}
    assert 0 < sum(sizes) <= MOST_BYTES


@pytest.mark.parametrize("path", PAGES)
def test_a_narrow_screen_does_not_scroll_sideways(page: Any, path: str) -> None:
    page.set_viewport_size({"width": 380, "height": 800})
    page.goto(path, wait_until="networkidle")
    assert page.evaluate("document.documentElement.scrollWidth") <= 380
