"""Names of the positions at a table: SB, BB, UTG, LJ, HJ, CO and BTN."""

from __future__ import annotations

from collections.abc import Sequence

from handsight.game.order import big_blind_seat, posting_order

_LATE = ("LJ", "HJ", "CO", "BTN")
"""The last positions to act before the blinds: lojack, hijack, cutoff and button."""


def position_names(players: Sequence[int], big_blind: int | None = None) -> dict[int, str]:
    """Name the positions of two to ten players.

    Positions are counted back from the button: BTN, CO (cutoff), HJ (hijack), LJ (lojack). If four
    or more players have no blind, the first player after the big blind is UTG (under the gun), and
    the players between UTG and the named positions are UTG+1, UTG+2 and so on. With two players the
    button has the small blind and is called BTN.

    Args:
        players: the seats in the hand in order, starting left of the button, so the button comes
            last.
        big_blind: the seat of the big blind; None for the usual seat. If the first of three or
            more players has the big blind, the small blind is dead and nobody is called SB. If the
            button of two players has the big blind, they have exchanged blinds.

    Returns:
        The name of each position, by seat.

    Example:
        >>> position_names([1, 2, 3, 4, 5, 0])
        {1: 'SB', 2: 'BB', 3: 'UTG', 4: 'HJ', 5: 'CO', 0: 'BTN'}
        >>> position_names([1, 0]), position_names([1, 0], big_blind=0)
        ({1: 'BB', 0: 'BTN'}, {1: 'SB', 0: 'BTN'})
        >>> position_names([2, 3, 0], big_blind=2)
        {2: 'BB', 3: 'CO', 0: 'BTN'}
    """
    if len(players) < 2:
        return dict.fromkeys(players, "BTN")
    blind = posting_order(players)[1] if big_blind is None else big_blind
    if len(players) == 2:
        first, button = players
        return {first: "BB" if blind == first else "SB", button: "BTN"}
    blinds = ["BB"] if blind == players[0] else ["SB", "BB"]
    return dict(zip(players, (*blinds, *_after_blinds(len(players) - len(blinds))), strict=True))


def positions_by_posts(
    posts: Sequence[int], late: Sequence[int], big_blind: int
) -> tuple[str, ...]:
    """Name the positions of a table from the posts of its seats.

    Args:
        posts: blinds and straddles of each seat, starting left of the button.
        late: the indices of the seats whose post is out of turn.
        big_blind: chips of the full big blind.

    Example:
        >>> positions_by_posts((50, 100, 0, 0), late=(), big_blind=100)
        ('SB', 'BB', 'CO', 'BTN')
    """
    players = range(len(posts))
    in_turn = {seat: posts[seat] for seat in players if seat not in late}
    return tuple(position_names(players, big_blind_seat(players, in_turn, big_blind)).values())


def _after_blinds(count: int) -> list[str]:
    """Return the names of ``count`` positions, from the left of the big blind to the button."""
    if count < len(_LATE):
        return list(_LATE[len(_LATE) - count :])
    late = _LATE[1:] if count == len(_LATE) else _LATE
    return ["UTG", *(f"UTG+{number}" for number in range(1, count - len(late))), *late]
