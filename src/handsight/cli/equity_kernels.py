"""Which kernels an equity takes, so that a first run can be announced."""

from __future__ import annotations

from handsight.odds.equity import QUICK
from handsight.odds.equity_exact import MOST_RANGES, plan_exact
from handsight.odds.players import Table, is_any_hand

SWEEPS = {1: "tally_one_range", 2: "tally_two_ranges", 3: "tally_three_ranges"}
KNOWN = "count_known_hands"
MATCHUPS = "weigh_matchups"
ANY_CARDS = ("runout_classes", "hero_scores", "count_outcomes")
DEALS, RANGE_DEALS = "play_deals", "play_range_deals"


def kernels_for_equity(table: Table, method: str) -> tuple[str, ...]:
    """Name the kernels by which `equity` answers.

    Args:
        table: checked players, board and dead cards.
        method: ``"auto"``, ``"exact"`` or ``"monte_carlo"``.

    Example:
        >>> kernels_for_equity(Table.parse(["AhKh", "QsQd"]), "auto")
        ('count_known_hands',)
        >>> kernels_for_equity(Table.parse(["AhKh", "QQ+"], "Qh7h2c"), "auto")
        ('tally_one_range',)
    """
    plan = None if method == "monte_carlo" else plan_exact(table)
    if plan is None and method == "exact":
        return ()
    if plan is None or (method == "auto" and plan.seconds > QUICK):
        return (_sampling(table),)
    ranges = len(table.ranges)
    if table.board and 0 < ranges <= MOST_RANGES:
        return (SWEEPS[ranges],)
    if ranges and not table.board:
        return _before_the_flop(table)
    return (KNOWN,)


def _before_the_flop(table: Table) -> tuple[str, ...]:
    ranges = table.ranges
    one_hand = len(table.hands) == 1 and len(ranges) <= MOST_RANGES
    if one_hand and all(is_any_hand(hands, table.live) for hands in ranges):
        shipped = len(ranges) == 1 and not table.dead
        return () if shipped else ANY_CARDS
    if len(table.players) == 2 and not table.dead:
        return (MATCHUPS,)
    return (KNOWN,)


def _sampling(table: Table) -> str:
    """Tell whether hands are drawn by weight, or are any cards that are left."""
    any_cards = all(is_any_hand(hands, table.live) for hands in table.ranges)
    return DEALS if any_cards else RANGE_DEALS
