"""Equities as a plain dictionary, for programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from handsight.odds import EquityResult, PlayerEquity
from handsight.odds.players import Player
from handsight.odds.weights import Count
from handsight.ranges import Range
from handsight.reports.counts import number_of


def equity_fields(
    result: EquityResult, players: Sequence[Player], names: Sequence[str]
) -> dict[str, Any]:
    """Give equities as one object; what is not known is None.

    Args:
        result: of `equity`.
        players: the hands and ranges that it is about, without what lies elsewhere.
        names: the hands and ranges as they were named.

    Example:
        >>> from handsight.cards import CardSet
        >>> from handsight.odds import equity
        >>> hands = [CardSet("AhKh"), CardSet("QsQd")]
        >>> fields = equity_fields(equity(hands), hands, ["AhKh", "QsQd"])
        >>> fields["players"][0]["win"], fields["winners"]["3"]
        (787966, {'players': [1, 2], 'deals': 6732})
    """
    each = zip(result.players, players, names, strict=True)
    winners = result.winners
    return {
        "players": [player_fields(*player) for player in each],
        "winners": None if winners is None else winners_fields(winners),
        "total": number_of(result.total),
        "method": result.method,
        "stderr": result.stderr,
        "trials": result.trials,
        "seed": result.seed,
        "acceptance": result.acceptance,
        "reason": result.reason,
    }


def player_fields(fared: PlayerEquity, player: Player, name: str) -> dict[str, Any]:
    """Tell what a player holds and how he fares.

    Args:
        fared: one of an `EquityResult`.
        player: his hand or range.
        name: of that.
    """
    ties = fared.ties
    return {
        "hand": str(Range(name) if isinstance(player, Range) else player),
        "combos": len(player) if isinstance(player, Range) else 1,
        "win": _unless_none(fared.win),
        "tie": _unless_none(fared.tie),
        "ties": None if ties is None else {str(n): number_of(deals) for n, deals in ties.items()},
        "lose": _unless_none(fared.lose),
        "equity": fared.equity,
        "stderr": fared.stderr,
    }


def winners_fields(winners: dict[int, Count]) -> dict[str, Any]:
    """Tell who shares how many deals.

    Args:
        winners: {bitmask of those who share: deals}.

    Example:
        >>> winners_fields({5: 10})
        {'5': {'players': [1, 3], 'deals': 10}}
    """
    return {
        str(sharers): {"players": sharing(sharers), "deals": number_of(deals)}
        for sharers, deals in winners.items()
    }


def sharing(sharers: int) -> list[int]:
    """List the players of a bitmask, counted from 1.

    Example:
        >>> sharing(0b1010)
        [2, 4]
    """
    return [bit + 1 for bit in range(sharers.bit_length()) if sharers >> bit & 1]


def _unless_none(count: Count | None) -> int | float | None:
    return None if count is None else number_of(count)
