"""Hands as the sites write them: PokerStars, GGPoker.

The site is known by the first line. A site is a table of its lines, and `HandScript` makes a hand
of what they say.
"""

from __future__ import annotations

from handsight.formats.sites.ggpoker import GGPOKER
from handsight.formats.sites.lines import Site, text_of
from handsight.formats.sites.pokerstars import POKERSTARS

SITES: tuple[Site, ...] = (POKERSTARS, GGPOKER)
"""All sites that are read, in the order in which they are tried."""

__all__ = ["SITES", "site_of"]


def site_of(line: bytes) -> Site | None:
    """Name the site that wrote a file with this first line; None if it is none of ours.

    Example:
        >>> site_of(b"PokerStars Hand #7: Hold'em No Limit (10/20) - 2024/05/06 12:34:56 ET").name
        'PokerStars'
    """
    text = text_of(line)
    return next((site for site in SITES if site.begins(text)), None)
