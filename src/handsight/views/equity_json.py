"""Equities as a plain dictionary, for programs."""

from __future__ import annotations

from typing import Any

from handsight.odds import Equity, PlayerEquity
from handsight.odds.spot import Spot
from handsight.odds.weights import Count
from handsight.views.counts import number_of, sharing


def equity_fields(result: Equity) -> dict[str, Any]:
    """Give equities as one object; what is not known is None.

    Args:
        result: of `equity`.

    Example:
        >>> from handsight.odds import equity
        >>> fields = equity_fields(equity(["AhKh", "QsQd"], dead="2c"))
        >>> fields["dead"], fields["players"][0]["win"], fields["winners"]["3"]["players"]
        ('2c', 714852, [1, 2])
    """
    winners = result.winners
    return {
        "board": str(result.spot.board),
        "dead": str(result.spot.dead),
        "players": [
            player_fields(result.spot, number, fared) for number, fared in enumerate(result.players)
        ],
        "winners": None if winners is None else winners_fields(winners),
        "total": number_of(result.total),
        "method": result.method,
        "stderr": result.largest_stderr,
        "trials": result.trials,
        "seed": result.seed,
        "acceptance": result.acceptance,
        "reason": result.reason,
    }


def player_fields(spot: Spot, number: int, fared: PlayerEquity) -> dict[str, Any]:
    """Tell what a player holds and how that fares.

    Args:
        spot: the question.
        number: of the player, from 0.
        fared: how it fares.
    """
    ties = fared.ties
    return {
        "hand": str((spot.named or spot.players)[number]),
        "combos": spot.combos(number),
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


def _unless_none(count: Count | None) -> int | float | None:
    return None if count is None else number_of(count)
