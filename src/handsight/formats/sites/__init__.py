"""Hand histories of poker sites.

The first line of a file reveals the site. Each site's text is read with a table of line patterns
or, for iPoker, with an XML reader; `HandScript` turns the facts found in the text into a hand. To
add a site, add a module here and an entry in `SITES`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Protocol

from handsight.formats.sites.bovada import BOVADA
from handsight.formats.sites.fulltilt import FULL_TILT
from handsight.formats.sites.ggpoker import GGPOKER
from handsight.formats.sites.ipoker import IPOKER
from handsight.formats.sites.lines import text_of
from handsight.formats.sites.pacific import PACIFIC
from handsight.formats.sites.partypoker import PARTYPOKER
from handsight.formats.sites.pokerstars import POKERSTARS
from handsight.formats.sites.winamax import WINAMAX
from handsight.formats.sites.winning import WINNING, WINNING_BEFORE_2017
from handsight.game import Damaged, Hand

__all__ = ["SITES", "SiteReader", "site_of", "unread_site"]


class SiteReader(Protocol):
    """A reader of hand histories from one site."""

    @property
    def name(self) -> str:
        """The name of the site."""

    def begins(self, line: str) -> bool:
        """Check whether a file of the site can begin with this line."""

    def read(self, file: str, lines: Iterable[bytes], first: int = 1) -> Iterator[Hand | Damaged]:
        """Yield the hands of a file, and `Damaged` for each hand that cannot be read.

        A reader with a method ``begins_hand(line)`` also reads parts of a file that begin with such
        a line; ``first`` is the number of the line in the file.
        """


SITES: tuple[SiteReader, ...] = (
    *(POKERSTARS, GGPOKER, WINAMAX, PARTYPOKER, PACIFIC, IPOKER),
    *(BOVADA, WINNING, WINNING_BEFORE_2017, FULL_TILT),
)
"""All supported sites, in the order in which they are tried."""

_UNREAD = {
    # Each part is looked for from the start, so the time grows only with the length of the line.
    "PokerStars in another language than English": re.compile(
        r"(?=.*PokerStars)(?=.*Hold'em).*\d{6}|\*+ n\. \d+ \*+"
    ),
    "Ongame": re.compile(r"\*{5} History for hand"),
    "Absolute Poker": re.compile(r"Stage #\d+"),
    "Open Hand History": re.compile(r"\{\s*\"ohh\""),
}


def site_of(line: bytes) -> SiteReader | None:
    """Return the reader for files that start with this line, or None if no site matches.

    Example:
        >>> site_of(b"PokerStars Hand #7: Hold'em No Limit (10/20) - 2024/05/06 12:34:56 ET").name
        'PokerStars'
    """
    text = text_of(line)
    return next((site for site in SITES if site.begins(text)), None)


def unread_site(line: bytes) -> str | None:
    """Return the name of the unsupported site whose files start with this line, or None.

    Example:
        >>> unread_site(b"***** History for hand R5-123 *****")
        'Ongame'
    """
    text = text_of(line)
    return next((name for name, first in _UNREAD.items() if first.match(text)), None)
