"""The costliest decisions of reviewed hands, as questions of a drill."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from handsight.coach.drill.answers import Mistake
from handsight.coach.drill.kinds import question_of
from handsight.errors import InputError, OptionError
from handsight.runtime.integers import NOT_NEGATIVE, is_whole
from handsight.runtime.suggestions import did_you_mean

if TYPE_CHECKING:
    from handsight.coach.review.decisions import ReviewedDecision, ReviewedHand


MOST_NAMES = 5
"""An error lists at most so many names of players."""


class ReviewMistakes(NamedTuple):
    """The costliest mistakes of reviewed hands that a drill can ask.

    Attributes:
        mistakes: the mistakes, the costliest first.
        found: the number of all mistakes in the hands.
        unaskable: the number of mistakes passed over because no question can express them, such as
            those in pots of three players after the flop.
        players: the names of the players whose mistakes were chosen from.
    """

    mistakes: tuple[Mistake, ...]
    found: int
    unaskable: int
    players: tuple[str, ...] = ()


def mistakes_of(
    hands: Iterable[ReviewedHand], most: int, time: float, player: str | None = None
) -> ReviewMistakes:
    """Choose the costliest mistakes of reviewed hands that a drill can ask.

    If a hand occurs several times, the most reliable values of each decision are used. Of decisions
    that lead to the same question, only the costliest is chosen.

    Args:
        hands: the hands.
        most: the maximum number of mistakes.
        time: the time from which the questions are due, in seconds since 1970.
        player: the name of the player whose mistakes are chosen; None for those in all hands, such
            as of one person with several names.

    Raises:
        OptionError: if ``most`` is negative, or if no hand is the player's.

    Example:
        >>> mistakes_of([], most=20, time=0)
        ReviewMistakes(mistakes=(), found=0, unaskable=0, players=())
    """
    if not is_whole(most, NOT_NEGATIVE):
        raise OptionError(f"costliest is {most!r}; it must be a whole number, 0 or more")
    losses, names = _losses(hands, player)
    wrong = sorted(losses, key=lambda each: -each.lost)
    chosen: dict[str, Mistake] = {}
    unaskable = 0
    for each in wrong:
        if len(chosen) == most:
            break
        key = askable(each.key)
        if key:
            chosen.setdefault(key, Mistake(key, time, each.lost))
        else:
            unaskable += 1
    return ReviewMistakes(tuple(chosen.values()), len(wrong), unaskable, names)


class _Loss(NamedTuple):
    """What is remembered of a decision until all hands have been seen."""

    reliability: tuple[bool, bool]
    is_mistake: bool
    lost: float
    key: str


def _losses(
    hands: Iterable[ReviewedHand], player: str | None
) -> tuple[list[_Loss], tuple[str, ...]]:
    """Return the mistakes in the hands of a player, and the names of the players of these hands.

    Of a decision that occurs several times, the most reliable values count.
    """
    names: set[str] = set()
    found: dict[tuple[str, int], _Loss] = {}
    for hand in hands:
        names.add(hand.player)
        for each in hand.decisions if player in (None, hand.player) else ():
            loss = _Loss(_reliability(each), each.is_mistake, each.lost, each.key)
            held = found.get((hand.digest, each.number))
            if each.is_valued and (held is None or loss.reliability > held.reliability):
                found[hand.digest, each.number] = loss
    if player is not None and player not in names and names:
        listed = ", ".join(sorted(names)[:MOST_NAMES]) + " …" * (len(names) > MOST_NAMES)
        raise OptionError(
            f"the review has no hands of {player!r}{did_you_mean(player, names)}; it has those of "
            f"{listed}"
        )
    chosen = names if player is None else names & {player}
    return [each for each in found.values() if each.is_mistake], tuple(sorted(chosen))


def _reliability(decision: ReviewedDecision) -> tuple[bool, bool]:
    return bool(decision.key), not decision.is_estimate


def askable(key: str) -> str:
    """Return the key of the question that a decision leads to.

    Args:
        key: the decision's key, from `ReviewedDecision.key`; empty for none.

    Returns:
        The key of the question; empty if no question can express the decision, such as one in a pot
        of three players after the flop.

    Example:
        >>> askable("pot-odds 12 6 30"), askable("")
        ('pot-odds 12 6 30', '')
    """
    if not key:
        return ""
    try:
        return question_of(key).key
    except InputError:
        return ""
