"""The eight groups of starting hands of Sklansky and Malmuth, in two editions."""

from __future__ import annotations

from handsight.cards import CardsLike
from handsight.errors import OptionError
from handsight.preflop.classes import class_of

_BOOK = """
AA KK QQ JJ AKs
TT AQs AJs KQs AKo
99 JTs QJs KJs ATs AQo
88 KTs QTs J9s T9s 98s AJo KQo
77 A9s A8s A7s A6s A5s A4s A3s A2s Q9s T8s 97s 87s 76s 65s KJo QJo JTo
66 55 K9s J8s 86s 75s 54s ATo KTo QTo
44 33 22 K8s K7s K6s K5s K4s K3s K2s Q8s T7s 64s 53s 43s J9o T9o 98o
J7s 96s 85s 74s 42s 32s A9o K9o Q9o J8o T8o 87o 76o 65o 54o
"""
"""Group 1 to group 8, a line each: 85 classes."""

_WEB = """
AA KK QQ JJ AKs
TT AQs AJs KQs AKo
99 JTs QJs KJs ATs AQo
88 KTs QTs J9s T9s 98s AJo KQo
77 66 A9s A8s A7s A6s A5s A4s A3s A2s Q9s T8s 97s 87s 76s KJo QJo JTo
55 J8s 86s 75s 65s 54s ATo KTo QTo
44 33 22 K9s K8s K7s K6s K5s K4s K3s K2s 64s 53s 43s J9o T9o 98o
J7s 96s 85s 74s 42s 32s A9o K9o Q9o J8o T8o 87o 76o 65o 54o
"""
"""As it is usually copied on the web: 83 classes."""


def _read_groups(lines: str) -> dict[str, int]:
    groups = enumerate(lines.strip().splitlines(), start=1)
    return {name: group for group, names in groups for name in names.split()}


_GROUP_OF = {"book": _read_groups(_BOOK), "web": _read_groups(_WEB)}
EDITIONS = tuple(_GROUP_OF)
"""The names of the editions."""


def sklansky_group(hole: CardsLike, edition: str = "book") -> int | None:
    """Tell the group of two cards, from 1 (to be played from anywhere) to 8.

    Args:
        hole: two cards, or the name of a class such as ``"AKs"``, ``"AKo"`` or ``"QQ"``.
        edition: ``"book"``, or ``"web"`` for the list as it is usually copied, which places 66,
            65s and K9s otherwise and lacks T7s and Q8s.

    Returns:
        1 to 8, or None for the hands that no group lists, about half of the 169.

    Raises:
        InputError: for cards that cannot be read, stand twice, or are too few or too many.
        OptionError: for an unknown edition.

    Source:
        D. Sklansky and M. Malmuth, Hold'em Poker for Advanced Players; CISTI-2013 and DSIE-2011
        refer to it.

    Example:
        >>> sklansky_group("AhKh"), sklansky_group("66"), sklansky_group("66", "web")
        (1, 6, 5)
        >>> print(sklansky_group("72o"))
        None
    """
    if edition not in _GROUP_OF:
        raise OptionError(f"edition is {edition!r}; it takes one of {', '.join(EDITIONS)}")
    return _GROUP_OF[edition].get(class_of(hole))
