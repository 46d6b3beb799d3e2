"""The PHH text of a hand that was just played."""

from __future__ import annotations

from collections.abc import Sequence

from handsight.arena.table import ArenaHand
from handsight.formats import phh_text
from handsight.game import ActionRecord, hand_of


def hand_text(
    state: ArenaHand,
    actions: Sequence[ActionRecord],
    names: tuple[str, ...] = (),
    hand: int | None = None,
) -> str:
    """Write a hand that is over in PHH.

    Args:
        state: the hand at its end.
        actions: what was done, as `handsight.game.HandCursor` notes it.
        names: a name for each seat.
        hand: its number, if it is to stand in the text.
    """
    metadata = {} if hand is None else {"hand": hand}
    return phh_text(hand_of(state, names, metadata, actions))
