"""The kinds of questions by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from handsight.coach.drill.equity import EquityDrill
from handsight.coach.drill.flop import FlopDrill
from handsight.coach.drill.outs import OutsDrill
from handsight.coach.drill.postflop import StreetDrill
from handsight.coach.drill.pot_odds import PotOddsDrill
from handsight.coach.drill.preflop import PreflopDrill
from handsight.coach.drill.push_fold import PushFoldDrill
from handsight.errors import InputError
from handsight.runtime.suggestions import did_you_mean

if TYPE_CHECKING:
    from handsight.coach.drill.kind import DrillKind
    from handsight.coach.drill.question import Question

KINDS: dict[str, DrillKind] = {
    kind.name: kind
    for kind in (
        PreflopDrill(),
        FlopDrill(),
        StreetDrill("turn"),
        StreetDrill("river"),
        EquityDrill(),
        OutsDrill(),
        PotOddsDrill(),
        PushFoldDrill(),
    )
}
"""{name: kind of question}."""


def kind_of(key: str) -> DrillKind:
    """Return the kind of a question.

    Args:
        key: the key of the question, or the name of a kind.

    Raises:
        InputError: if there is no such kind.
    """
    name = key.partition(" ")[0]
    if name not in KINDS:
        raise InputError(
            f"{name!r} is no kind of question{did_you_mean(name, KINDS)}; there are "
            f"{', '.join(KINDS)}"
        )
    return KINDS[name]


def question_of(key: str) -> Question:
    """Make the question that a key identifies.

    Args:
        key: the key, from `Question.key` or `decision_key`.

    Raises:
        InputError: if the key cannot be read, or the strategy no longer has the spot.
        OptionError: if there is no strategy for the table.

    Example:
        >>> question_of("pot-odds 12 6 30").options
        ('fold', 'call')
    """
    return kind_of(key).make(key.partition(" ")[2])
