"""A hand in one plain sentence."""

from __future__ import annotations

from handsight.odds import EffectiveHandStrength
from handsight.ranking import Evaluation
from handsight.views.explanation import Explanation

_LIKELY = 0.08
"""Draws less probable than this are not worth a word."""


def plain_sentence(explained: Explanation) -> str:
    """Say in one sentence what a player should know about his hand.

    Example:
        >>> from handsight.views import explain
        >>> print(plain_sentence(explain("AhAd")))
        AA wins 85.2% of the pot against a random hand.
    """
    share = f"{explained.odds.equity:.1%} of the pot against {_rivals(explained)}"
    if explained.evaluation is None or explained.effective is None:
        return f"{explained.pocket_class} wins {share}."
    if explained.spot.street == "river":
        return f"You have {_with_article(explained.evaluation)}: it wins {share}."
    held = _with_article(explained.evaluation) + _draws_in_words(explained)
    return (
        f"You have {held}: you are ahead {_ahead(explained, explained.effective)}, and win {share}."
    )


def _ahead(explained: Explanation, effective: EffectiveHandStrength) -> str:
    better = f"{effective.hand_strength.value:.0%}"
    if effective.joint and explained.opponents > 1:
        return f"of all in {better} of cases now"
    return f"of {better} of {'hands' if explained.spot.is_against_any else 'the range'} now"


def _with_article(evaluation: Evaluation) -> str:
    counted = ("high_card", "two_pair", "three_of_a_kind", "four_of_a_kind")
    return evaluation.name if evaluation.category in counted else f"a {evaluation.name}"


def _rivals(explained: Explanation) -> str:
    several = explained.opponents > 1
    if explained.spot.is_against_any:
        return f"{explained.opponents} random hands" if several else "a random hand"
    if not several:
        return "the range"
    return (
        f"the {explained.opponents} ranges"
        if explained.spot.joint
        else f"{explained.opponents} such hands"
    )


def _draws_in_words(explained: Explanation) -> str:
    found = dict.fromkeys(
        f"a {draw.hand_class} draw"
        for draw in explained.live_draws
        if draw.missing == 1
        and draw.hand_class in ("straight", "flush")
        and draw.probability >= _LIKELY
    )
    return f" and {' and '.join(found)}" if found else ""
