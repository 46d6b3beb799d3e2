"""Hands of ours as donksolver's server is asked about them.

Its seats are numbered from the left of the button, so that seat 0 acts first after the flop. Before
the flop its first player is seat 2 of three or more. Of two it is seat 0 again, on every street,
while at our tables the button has the small blind, acts first before the flop and last after it.
So a bundle for two players must be solved with the blinds swapped: seat 0 posts the big blind.
Then cards, chips and positions are ours, but its big blind acts first before the flop as well:

- before the small blind's first action, the big blind is said to have checked;
- after a call of the small blind, the big blind is asked for its first action;
- a raise after that call is said to have been the big blind's first action, and the call is left
  out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from handsight.errors import OptionError
from handsight.game import Observation

Move: TypeAlias = "tuple[int, int, int]"
"""A seat of theirs, 1 for a fold, and the chips that the action adds; 0 chips are a check."""

BIG, SMALL = 0, 1
"""The seats of two players."""


class Question(NamedTuple):
    """A decision without the player's own cards, in the terms of donksolver's server.

    Attributes:
        stacks: chips of each of their seats before the hand.
        blinds: what their seats 0 and 1 post.
        board: card indices, which are the same there.
        missing: chips that the player has put in on this street and that `moves` leaves out.
    """

    stacks: tuple[int, ...]
    blinds: tuple[int, int]
    board: tuple[int, ...]
    moves: tuple[Move, ...]
    missing: int = 0


def question_of(seen: Observation) -> Question:
    """Return the question that an observation poses.

    Raises:
        OptionError: if their game has no such rules.

    Example:
        >>> from handsight.game import Action, HandCursor, HandState, Rules
        >>> table = HandCursor(HandState.start(Rules(), [9000, 9000], button=0, seed=7))
        >>> question_of(table.observation())
        Question(stacks=(9000, 9000), blinds=(100, 50), board=(), moves=((0, 0, 0),), missing=0)
        >>> table.apply(Action.call())
        >>> table.apply(Action.raise_to(300))
        >>> question_of(table.observation()).moves
        ((0, 0, 200),)
    """
    rules = seen.rules
    if rules.is_limit:
        raise OptionError("donksolver plays no-limit hands; this table has a limit")
    if rules.ante or rules.straddles:
        raise OptionError("donksolver's hands have no antes or straddles; this table has them")
    size = len(seen.start_stacks)
    around = [(seen.button + 1 + step) % size for step in range(size)]
    seats = [seat for seat in around if seen.start_stacks[seat]]
    moves = [
        (seats.index(each.seat), int(each.action.kind == "fold"), each.chips)
        for each in seen.actions
    ]
    blinds, missing = (rules.small_blind, rules.big_blind), 0
    if len(seats) == 2:
        blinds = (rules.big_blind, rules.small_blind)
        moves, missing = _big_blind_first(moves, [each.action.kind for each in seen.actions])
        first = seen.actions[0].seat if seen.actions else seen.seat
        if first != seats[SMALL]:
            raise OptionError(
                "donksolver plays heads-up hands in which the button has the small blind and acts "
                "first before the flop; here the other player acts first"
            )
    return Question(
        tuple(seen.start_stacks[seat] for seat in seats),
        blinds,
        tuple(card.index for card in seen.board),
        tuple(moves),
        missing,
    )


def _big_blind_first(moves: Sequence[Move], kinds: Sequence[str]) -> tuple[list[Move], int]:
    """Rewrite the moves of two players so that the big blind acts first.

    Args:
        kinds: the kinds of the actions: fold, check, call, bet or raise.

    Returns:
        The moves, and the chips of the player to act that they leave out.
    """
    checked = (BIG, 0, 0)
    if not moves or kinds[0] != "call":
        return [checked, *moves], 0
    if len(moves) == 1:
        return [], 0
    if kinds[1] == "check":
        return [checked, moves[0], *moves[2:]], 0
    called = moves[0][2]
    if len(moves) == 2:
        return [moves[1]], called
    seat, folded, chips = moves[2]
    return [moves[1], (seat, folded, chips + called * (not folded)), *moves[3:]], 0
