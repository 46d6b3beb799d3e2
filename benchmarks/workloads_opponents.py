"""The jobs of opponent modelling as handsight does them: each function prepares one.

A model keeps the boards that it saw last. Each run here has more boards than it keeps, so the next
run has to evaluate all of them again.
"""

from __future__ import annotations

import os
from itertools import count, cycle, islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.inputs import SEED, Size, seven_cards
from benchmarks.peers import CALL, STACK
from benchmarks.processes import Unavailable
from benchmarks.timing import Work
from benchmarks.workloads_game import RULES, act, scripts
from handsight.game import Acted, HandState, Rules

if TYPE_CHECKING:
    from handsight.arena.players import Player
    from handsight.game import Hand
    from handsight.opponents.model import OpponentModel
    from handsight.opponents.model.boards import Board

SEATS = 6
COLLECTION = Path(__file__).parents[2] / "shared" / "data" / "phh"
ARCHIVE = "phh-hands.tgz"
PROGRAM = "Pluribus"
"""The player all of whose hands are fitted."""

OPPONENTS = ("call", "check-call", "min-raise", "maniac")
"""Opponents, in turn, of an agent whose decisions are timed; their thinking time is negligible."""


class Followed(NamedTuple):
    """The state of a model at the end of a hand.

    Attributes:
        sums: sum of the weights of each player.
        impossible: weights of combos that collide with the board.
    """

    sums: list[float]
    impossible: float


def observed(size: Size) -> Work:
    """Follow scripted six-handed hands to their ends, event by event; an item is an action."""
    hands = list(_scripted_hands(2 * size.deals))

    def run() -> OpponentModel:
        model = _model()
        for hand in hands:
            _follow(model, hand)
        return model

    def answers() -> list[Followed]:
        model, followed = _model(), []
        for hand in hands:
            _follow(model, hand)
            followed.append(_followed(model, hand))
        return followed

    actions = sum(isinstance(event, Acted) for hand in hands for event in hand.events)
    return Work(run, actions, answers)


def _model() -> OpponentModel:
    from handsight.opponents.model import OpponentModel

    return OpponentModel()


def _scripted_hands(hands: int) -> list[HandState]:
    played = []
    for seed, script in enumerate(scripts(hands, raises=True)):
        moves = iter(script)
        state = HandState.start(RULES, [STACK] * SEATS, button=seed % SEATS, seed=seed)
        while not state.is_over:
            state = state.apply(act(state.legal_actions, next(moves, CALL)))
        played.append(state)
    return played


def _follow(model: OpponentModel, hand: HandState) -> None:
    model.start_hand(hand.start_stacks, hand.button)
    for event in hand.events:
        model.observe(event)


def _followed(model: OpponentModel, hand: HandState) -> Followed:
    from handsight.ranges.combos import combos_with

    weights = [model.weights(seat) for seat in range(SEATS)]
    lying = {combo for card in hand.board for combo in combos_with(card.index)}
    impossible = float(sum(each[combo] for each in weights for combo in lying))
    return Followed([float(each.sum()) for each in weights], impossible)


def new_flops(size: Size) -> Work:
    """Evaluate flops that the model has not seen lately."""
    from handsight.opponents.model.boards import KEPT, board_of

    flops = [tuple(hand[:3]) for hand in seven_cards(2 * KEPT + size.deals).tolist()]

    def run() -> list[Board]:
        return [board_of(flop) for flop in flops]

    return Work(run, len(flops), answers=run)


# --- learning -------------------------------------------------------------------------------------


def fitted(size: Size) -> Work:
    """Fit a model on the hands of a program against professionals, which are read beforehand.

    Raises:
        Unavailable: if the archive is missing.
    """
    hands = list(
        islice(hands_of_program(archive_of_hands()), None if size.boards > 1 else size.calls)
    )

    def run() -> OpponentModel:
        return _model().fit(hands)

    return Work(run, 1, lambda: hands)


def archive_of_hands() -> Path:
    """Return the path of the collection of real hands.

    Raises:
        Unavailable: if it is missing.
    """
    collection = Path(os.environ.get("HANDSIGHT_PHH", COLLECTION))
    collection = collection / ARCHIVE if collection.is_dir() else collection
    if not collection.exists():
        raise Unavailable("no archive of real hands is there; HANDSIGHT_PHH names one")
    return collection


def hands_of_program(archive: Path) -> list[Hand]:
    """Return the hands in which the program played."""
    from handsight.formats import read_hands
    from handsight.game import Hand

    read = read_hands(archive)
    return [each for each in read if isinstance(each, Hand) and PROGRAM in each.players]


# --- agents that read opponents -------------------------------------------------------------------


def decisions(name: str, size: Size) -> Work:
    """Have an agent play different heads-up hands until it has made enough decisions."""
    from handsight.agents import agent
    from handsight.arena.players import InProcessPlayer
    from handsight.arena.table import TableHand, play_hand

    player, opponents = (
        InProcessPlayer(agent(name)),
        [InProcessPlayer(agent(each)) for each in OPPONENTS],
    )
    rules, seeds, longest = Rules(), count(SEED), [0.0]

    def run() -> list[TableHand]:
        player.reset()
        hands: list[TableHand] = []
        decisions = 0
        for opponent, seed in zip(cycle(opponents), seeds, strict=False):
            _begin((player, opponent), seed)
            state = HandState.start(rules, [100 * rules.big_blind] * 2, button=seed % 2, seed=seed)
            hands.append(play_hand(state, (player, opponent), (name, opponent.name)))
            decisions += hands[-1].decisions[0]
            if decisions >= 4 * size.deals:
                break
        longest[0] = max(hand.longest[0] for hand in hands)
        return hands

    def remark() -> str:
        return f"the longest one took {1000 * longest[0]:.1f} ms"

    return Work(run, 4 * size.deals, answers=run, remark=remark)


def _begin(players: tuple[Player, ...], seed: int) -> None:
    for player in players:
        player.begin(seed)
