"""Check that everything in the arena was played, and that no chips appeared or vanished."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.agreement import same_values
from benchmarks.timing import Work

if TYPE_CHECKING:
    from handsight.arena import ArenaResult, StoredHand


def matches_were_played(work: Work, *, conserving: bool) -> str:
    """Check the number of matches, the absence of faults, and the chips.

    Args:
        conserving: whether the rules conserve all chips.
    """
    result: ArenaResult
    (result,) = work.answers()
    (matchup,) = result.matchups
    for slot in matchup.slots:
        if slot.matches != work.items or slot.faults or not slot.decisions:
            return f"{slot.agent}: {slot.matches} matches, {slot.decisions} decisions"
    first, second = matchup.slots
    if (first.wins, first.losses) != (second.losses, second.wins):
        return f"{first.wins} wins of the one are {second.losses} losses of the other"
    left = first.statistics.chips + second.statistics.chips
    return f"{left} chips were made" if left > 0 or (conserving and left) else ""


def results_are_the_same(work: Work, other: Work) -> str:
    """Check that workers give the same results as one process."""
    return same_values(_numbers(work), _numbers(other))


def _numbers(work: Work) -> list[object]:
    result: ArenaResult
    (result,) = work.answers()
    slots = [slot for matchup in result.matchups for slot in matchup.slots]
    return [(slot.statistics, slot.wins, slot.losses, slot.ties, slot.decisions) for slot in slots]


def log_is_of_callers(work: Work) -> str:
    """Check a dealer's log: all hands and the score, each hand called down, no chips created."""
    *hands, score = work.answers()
    if len(hands) != work.items:
        return f"{len(hands)} hands, where {work.items} were asked for"
    for line in hands:
        _, number, betting, _, chips, _ = line.split(":")
        if betting != "cc/cc/cc/cc" or sum(map(int, chips.split("|"))):
            return f"hand {number}: {betting}, {chips}"
    return "" if score.startswith("SCORE:") else f"the log ends with {score!r}"


def stored_hands_add_up(work: Work) -> str:
    """Check that all hands were stored, and that one player wins what another loses."""
    hands: list[StoredHand] = work.answers()
    return same_values(
        [len(hands), *(sum(hand.chips) for hand in hands)], [work.items] + [0] * len(hands)
    )


def engine_hands_add_up(work: Work, most: int) -> str:
    """Check the number of hands, and that no chips were created or lost."""
    hands = work.answers()
    if len(hands) != work.items:
        return f"{len(hands)} hands, where {work.items} were asked for"
    for place, (actions, payoffs) in enumerate(hands):
        if not actions or sum(payoffs) > 0 or min(payoffs) < -most:
            return f"hand {place}: {actions} actions, payoffs {payoffs}"
    return ""
