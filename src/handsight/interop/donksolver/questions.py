"""Converts handsight's decisions to questions for donksolver's server.

The server numbers seats from the left of the button, so seat 0 acts first from the flop on. With
three or more players, seat 2 acts first before the flop. With two players, seat 0 acts first on
every street. At handsight's tables, however, the button of two players posts the small blind, acts
first before the flop, and acts last from the flop on. So a bundle for two players must be solved
with the blinds swapped: seat 0 posts the big blind. Cards, chips and positions are then the same in
both programs, but the server's big blind acts first even before the flop. The actions are therefore
rewritten:

- The server is told that the big blind has checked before the small blind's first action.
- After a call by the small blind, however, the server is asked for the big blind's first action.
- If the big blind raises after this call, the server is told that the raise was the first action,
  and is not told of the call, whose chips count as a part of the small blind's next action.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from handsight.errors import OptionError
from handsight.game import Observation

Move: TypeAlias = "tuple[int, int, int]"
"""An action: the server's seat number, 1 for a fold or else 0, and the chips that the action adds.

An action that is not a fold and adds 0 chips is a check."""

BIG, SMALL = 0, 1
"""The server's seats of the big blind and the small blind, with two players."""


class BundleQuestion(NamedTuple):
    """A decision as donksolver's server is asked about it, without the player's hole cards.

    Attributes:
        stacks: chips in each of the server's seats before the hand.
        blinds: the blinds that the server's seats 0 and 1 post, in chips.
        board: card indices of the board, which are the same in handsight and donksolver.
        moves: the actions before the decision, rewritten for the server.
        missing: chips that the player has put in on this street but that `moves` leaves out.
    """

    stacks: tuple[int, ...]
    blinds: tuple[int, int]
    board: tuple[int, ...]
    moves: tuple[Move, ...]
    missing: int = 0


def question_of(seen: Observation) -> BundleQuestion:
    """Convert what a player sees to a question for the server.

    Raises:
        OptionError: if donksolver does not support the rules or the order of play of the table.

    Example:
        >>> from handsight.game import Action, HandCursor, HandState, Rules
        >>> table = HandCursor(HandState.start(Rules(), [9000, 9000], button=0, seed=7))
        >>> question = question_of(table.observation())
        >>> question.stacks, question.blinds, question.moves
        ((9000, 9000), (100, 50), ((0, 0, 0),))
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
    return BundleQuestion(
        tuple(seen.start_stacks[seat] for seat in seats),
        blinds,
        tuple(card.index for card in seen.board),
        tuple(moves),
        missing,
    )


def _big_blind_first(moves: Sequence[Move], kinds: Sequence[str]) -> tuple[list[Move], int]:
    """Rewrite the moves of two players so that the big blind acts first.

    Args:
        moves: the actions so far, in the order of handsight's table.
        kinds: the kind of each action: fold, check, call, bet or raise.

    Returns:
        The rewritten moves, and the chips of the player to act that these moves leave out.
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
