"""Learned best responses: the trainer of blueprints with the opponent's strategy frozen.

The response has its own betting tree, with bets that the blueprint's tree lacks. On the response's
tree, the frozen strategy is what the blueprint's agent does at a table: the agent translates bets
to the blueprint's tree, and scales its folds by the price of a call. So the response also learns to
exploit the errors of this translation.

Source:
    F. Timbers, N. Bard, E. Lockhart, M. Lanctot, M. Schmid, N. Burch, J. Schrittwieser, T. Hubert
    and M. Bowling, "Approximate Exploitability: Learning a Best Response", IJCAI 2022. They learn
    with a neural network and search; the response here is tabular.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from handsight.blueprint.blueprint import Blueprint
from handsight.blueprint.buckets import MOST_PAIRS
from handsight.blueprint.policy import (
    MixedPolicy,
    WeightedNode,
    moves_from,
    normal,
    places_after,
    policy_at,
    split_size,
)
from handsight.blueprint.training import FULL, Watcher, bet_tree
from handsight.blueprint.tree import (
    BIG_BLIND,
    CALL,
    FOLD,
    RAISE,
    SHOWDOWN,
    HandBetting,
    HandTree,
    TreeOption,
)
from handsight.cards.card import STREETS
from handsight.errors import OptionError
from handsight.game import Action, ActionRecord, LegalActions
from handsight.runtime.chunks import map_chunks
from handsight.runtime.integers import is_whole
from handsight.runtime.seeds import checked_seed, raw_words

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from handsight.blueprint.buckets import BoardHands
    from handsight.kernels.blueprint.best_response import ResponseArrays
    from handsight.kernels.blueprint.training import BetTree

HANDS = 2 * MOST_PAIRS

BOARDS = 200
"""Default number of boards per round; 22 hands are dealt on each board."""

MOST_BOARDS = 1_000_000

PRIOR = 8.0
"""Before the first round, the frozen strategy counts as much as this number of hands at each
decision. Each of these hands adds the pot to the regrets, divided among the actions by the
strategy's shares."""

LEAST_REACH = 0.02
"""A line that the frozen strategy plays with a smaller share of its hands is not visited on every
board; on the boards where it is visited, it counts for more."""

MOST_NUMBERS = 80_000_000
"""Maximum count of numbers in a response: one for each action of each bucket at each decision. Each
number takes about 20 bytes while the response learns."""


class Fallback(Protocol):
    """The strategy of an agent, by bucket, where a line has left the tree of its blueprint."""

    def policy(self, street: int, legal: LegalActions, pressure: float) -> MixedPolicy:
        """Return the probability of each action with each bucket.

        Args:
            street: the street, from 1 for the flop to 3 for the river; before the flop, no line
                leaves the tree.
            legal: the legal actions.
            pressure: number of the opponent's bets and raises on this street, plus half of their
                number on the earlier streets from the flop on.
        """


class ResponseTraining:
    """Learns the best response to a blueprint, in both seats.

    The response starts as a copy of the blueprint, and keeps the blueprint's strategy in lines that
    the opponent never plays. Round r counts r times as much as the first round. The same seed and
    number of rounds lead to the same response, byte for byte, with any number of threads.

    Args:
        blueprint: the strategy to respond to.
        betting: betting of the response; see `response_betting`.
        seed: seed of all random draws.
        boards: number of boards per round; both seats learn from the same boards.
        least: on the blueprint's tree, the opponent never takes an action whose probability is
            below this.
        fallback: how the opponent plays off the blueprint's tree from the flop on; None to check
            and call.

    Attributes:
        rows: int64[nodes + 1], the index of each node's first number in the other arrays.
        frozen: float32[numbers], the probability with which the blueprint takes each action at each
            decision of the response's tree, by bucket.
        regrets: float32[numbers], the regret of each action at each decision, by bucket.
        rounds: number of rounds so far.
        results: mean winnings of the response over both seats in each round, on the boards of that
            round before it learned from them, against the frozen strategy on the response's tree,
            in thousandths of a big blind per hand.

    Raises:
        OptionError: if the tree is too large, or a value is out of range.
    """

    def __init__(
        self,
        blueprint: Blueprint,
        betting: HandBetting,
        seed: int = 0,
        boards: int = BOARDS,
        least: float = 0.0,
        fallback: Fallback | None = None,
    ) -> None:
        if not is_whole(boards, range(1, MOST_BOARDS + 1)):
            raise OptionError(f"boards is {boards!r}; it must be from 1 to {MOST_BOARDS:,}")
        self.blueprint, self.betting = blueprint, betting
        self.seed, self.boards = checked_seed(seed), boards
        self.rows = betting.tree.rows(blueprint.buckets.counts)
        require_numbers(betting, blueprint.buckets.counts)
        self.frozen = frozen_shares(blueprint, betting, least, fallback)
        pots = betting.tree.paid.sum(1, dtype=np.float32)
        self.regrets = PRIOR * self.frozen * np.repeat(pots, np.diff(self.rows))
        self.rounds = 0
        self.results: list[float] = []

    def learn(
        self, rounds: int, executor: Executor | None = None, watch: Watcher | None = None
    ) -> None:
        """Continue the training.

        Args:
            rounds: maximum number of further rounds.
            executor: executor with threads for the two seats; None to learn in this thread.
            watch: called after each round with the number of rounds and the number of boards so
                far; the training stops if it returns True.
        """
        tree = bet_tree(self.betting.tree, self.rows)
        for _ in range(rounds):
            boards = self.blueprint.buckets.draw_boards(self.boards, self.seed, self.rounds)
            how = tree, boards, self.frozen, self.regrets, self.seed, self.rounds
            results = [*map_chunks(partial(_learn_seat, *how), range(2), executor)]
            self.regrets *= np.float32((self.rounds + 1) / (self.rounds + 2))
            self.rounds += 1
            self.results.append(float(np.mean(results)) * 1000 / BIG_BLIND)
            if watch is not None and watch(self.rounds, self.rounds * self.boards):
                return

    def response(self) -> Blueprint:
        """Return the response learned so far, as a new blueprint."""
        return Blueprint(
            self.betting,
            self.blueprint.buckets,
            self._strategy(),
            self.rows,
            self.rounds * self.boards * HANDS,
            bounds_folds=False,
        )

    def _strategy(self) -> NDArray[np.uint8]:
        """Return the strategy: uint8[numbers], each action's share at each decision, by bucket.

        The shares of a bucket's actions at a decision add up to about `FULL`.
        """
        strategy = np.zeros(len(self.regrets), np.uint8)
        for node in np.flatnonzero(np.diff(self.rows)):
            place = slice(self.rows[node], self.rows[node + 1])
            table = np.maximum(self.regrets[place], 0).reshape(-1, self.betting.tree.counts[node])
            total = table.sum(1, keepdims=True)
            shares = np.where(total > 0, table / np.where(total > 0, total, 1), 1 / table.shape[1])
            strategy[place] = np.rint(shares * FULL).ravel()
        return strategy


def _learn_seat(
    tree: BetTree,
    boards: BoardHands,
    frozen: NDArray[np.float32],
    regrets: NDArray[np.float32],
    seed: int,
    number: int,
    seat: int,
) -> NDArray[np.float64]:
    """Learn one round in a seat, and return its mean chips per hand on each board: float64[boards].

    The two seats never change the same numbers, so both can learn at once.
    """
    from handsight.kernels.blueprint.best_response import respond_boards

    count, hands = boards.strengths.shape
    state, room = raw_words(seed, number, seat, count=4), response_arrays(len(tree.nodes), hands)
    results = np.zeros(count)
    respond_boards(
        tree,
        boards.buckets,
        boards.strengths,
        frozen,
        regrets,
        seat,
        state,
        room,
        LEAST_REACH,
        1.0,
        results,
    )
    return results


def response_arrays(nodes: int, hands: int) -> ResponseArrays:
    """Allocate the arrays that are computed on each board.

    Args:
        nodes: number of nodes in the tree.
        hands: number of hands dealt on a board.
    """
    from handsight.kernels.blueprint.best_response import ResponseArrays

    return ResponseArrays(
        np.zeros(nodes, np.int32),
        np.zeros(nodes, np.int32),
        np.zeros((nodes + 1, hands), np.float32),
        np.zeros((nodes + 1, hands + 1), np.float32),
        np.zeros((nodes, hands), np.float32),
        np.zeros(hands, np.int64),
        np.zeros(hands, np.int64),
    )


def require_numbers(betting: HandBetting, buckets: tuple[int, int, int, int]) -> None:
    """Check that the tree of a response is small enough to be learned.

    Args:
        betting: betting of the response.
        buckets: number of buckets on each street.

    Raises:
        OptionError: if the tree is too large.
    """
    numbers = int(betting.tree.rows(buckets)[-1])
    if numbers > MOST_NUMBERS:
        raise OptionError(
            f"these sizes need {numbers:,} numbers, more than {MOST_NUMBERS:,}; give fewer sizes"
        )


def response_betting(
    betting: HandBetting, bets: Sequence[str], stack: int | None = None, *, answers: bool = True
) -> HandBetting:
    """Return the betting of a blueprint, with more sizes for the first bet on each street.

    Before the flop, the first bet is the first raise.

    Args:
        betting: betting of the blueprint.
        bets: the sizes to add on each of the four streets, from before the flop to the river, as
            `HandBetting` reads them; an empty text adds none.
        stack: stack of each player in big blinds; None for the stack of the blueprint.
        answers: on a street with added sizes, whether a first bet can also be raised by the sizes
            of the blueprint's first bets. The blueprint translates a small bet partly to a check,
            so it can answer the small bet with the size that it would bet after a check.

    Raises:
        OptionError: if a size or the stack is invalid.

    Example:
        >>> wider = response_betting(HandBetting(turn="a", river="50% / a"), ("", "", "33%", "9c"))
        >>> wider.turn, wider.river
        ('a, 33% / a', '50%, 9c / a, 50%')
    """
    texts: dict[str, Any] = {}
    for street, added in zip(STREETS, bets, strict=True):
        first, *later = (_sizes(part) for part in getattr(betting, street).split("/"))
        if answers and added.strip():
            later = [[*later[0], *first], *later[1:]] if later else [first]
        lists = ([*first, *_sizes(added)], *later)
        texts[street] = " / ".join(", ".join(dict.fromkeys(sizes)) for sizes in lists)
    texts["stack"] = betting.stack if stack is None else stack
    return replace(betting, **texts)


def _sizes(text: str) -> list[str]:
    return [size.strip() for size in text.split(",") if size.strip()]


def frozen_shares(
    blueprint: Blueprint,
    betting: HandBetting,
    least: float = 0.0,
    fallback: Fallback | None = None,
) -> NDArray[np.float32]:
    """Return the strategy of a blueprint at each decision of another tree, in both seats.

    Lines are translated to the blueprint's tree as at a table. A bet of the blueprint whose size
    the other tree lacks is replaced by bets of the nearest sizes in the other tree.

    Args:
        blueprint: the blueprint.
        betting: betting of the other tree, whose decisions use the blueprint's buckets.
        least: actions of the blueprint with a lower probability than this are dropped, but those of
            ``fallback`` are not.
        fallback: how the agent plays off the blueprint's tree from the flop on; None to check and
            call.

    Returns:
        float32[numbers], the probability of each action; those of a bucket add up to 1 at each
        decision.
    """
    tree, counts = betting.tree, blueprint.buckets.counts
    rows = tree.rows(counts)
    shares = np.zeros(int(rows[-1]), np.float32)
    places: list[list[WeightedNode]] = [[] for _ in range(tree.node_count)]
    places[0] = [WeightedNode(1.0, 0)]
    least_raises = [BIG_BLIND] * tree.node_count
    raised = np.zeros((tree.node_count, 2))  # each player's bets and raises on this street
    before = np.zeros((tree.node_count, 2))  # and on earlier streets, from the flop on
    for node in range(tree.node_count):
        player, street = tree.acting(node)
        if player >= SHOWDOWN:
            continue
        legal = legal_at(tree, node, least_raises[node])
        options = tree.options(node)
        table = shares[rows[node] : rows[node + 1]].reshape(-1, len(options))
        policy = _policy(blueprint, tree.acting(node), places[node], legal, least)
        if policy is None:
            pressure = raised[node] + 0.5 * before[node]
            policy = _off_tree(fallback, street, legal, float(pressure[1 - player]))
        table[:] = _by_option(policy, options, legal)
        for option in options:
            if tree.acting(option.child)[1] == street:
                raised[option.child], before[option.child] = raised[node], before[node]
                raised[option.child, player] += option.kind == RAISE
            elif street:
                before[option.child] = before[node] + raised[node]
            if tree.acting(option.child)[0] < SHOWDOWN:
                record = _record(tree, node, option)
                if option.kind == RAISE:
                    least_raises[option.child] = max(record.action.amount - legal.price, BIG_BLIND)
                after_call = legal.pot + legal.call_cost
                moves = moves_from(
                    blueprint.betting.tree, places[node], record, legal.price, after_call, player
                )
                places[option.child] = places_after(moves)
        places[node] = []  # no longer needed
    return shares


def legal_at(tree: HandTree, node: int, least_raise: int = BIG_BLIND) -> LegalActions:
    """Return the legal actions at a node, by the rules of the game; folding always counts as legal.

    Args:
        tree: the betting tree.
        node: index of a node at which a player acts.
        least_raise: minimum number of chips that a raise must add to the bet faced.

    Example:
        >>> print(legal_at(HandBetting(10).tree, 0))
        fold, call 50, raise to 200..1000
    """
    player = tree.acting(node)[0]
    bets, paid = tree.bets[node].tolist(), tree.paid[node].tolist()
    price, own, stack = max(bets), bets[player], tree.stack - paid[player]
    most = own + stack if paid[1 - player] < tree.stack and stack > price - own else 0
    least = min(price + least_raise, most)
    return LegalActions(True, price - own, least, most, price, own, stack, sum(paid), False)


def _record(tree: HandTree, node: int, option: TreeOption) -> ActionRecord:
    player, street = tree.acting(node)
    total = int(tree.bets[option.child, player])
    chips = int(tree.paid[option.child, player] - tree.paid[node, player])
    action = (
        Action.fold()
        if option.kind == FOLD
        else Action.call()
        if option.kind == CALL
        else Action("raise", total)
    )
    is_all_in = int(tree.paid[option.child, player]) == tree.stack
    return ActionRecord(STREETS[street], player, action, chips, is_all_in)


def _policy(
    blueprint: Blueprint,
    acting: tuple[int, int],
    places: list[WeightedNode],
    legal: LegalActions,
    least: float,
) -> MixedPolicy | None:
    """Return the strategy of a blueprint for each bucket, as its agent plays at a table.

    Args:
        blueprint: the blueprint.
        acting: the player to act and the street.
        places: the nodes of the blueprint's tree to which the line is translated, with weights.
        legal: the legal actions.
        least: actions with a lower probability than this are dropped.

    Returns:
        The strategy, or None if the line has left the blueprint's tree.
    """
    ours, buckets = blueprint.betting.tree, np.arange(blueprint.buckets.counts[acting[1]])
    here = normal([each for each in places if ours.acting(each.node) == acting])
    if not here:
        return None
    price = legal.call_cost / legal.pot  # both players have the same stack
    policy = policy_at(ours, blueprint.numbers, here, legal, price, buckets)
    if not least:
        return policy
    kept = np.where(policy.shares < least, 0, policy.shares)
    return policy._replace(shares=kept / kept.sum(1, keepdims=True))


def _off_tree(
    fallback: Fallback | None, street: int, legal: LegalActions, pressure: float
) -> MixedPolicy:
    if fallback is None or street == 0:
        return MixedPolicy((Action.call(),), np.ones((1, 1)))
    return fallback.policy(street, legal, pressure)


def _by_option(
    policy: MixedPolicy, options: Sequence[TreeOption], legal: LegalActions
) -> NDArray[np.floating[Any]]:
    """Return the probability that a policy takes each option of a node: float[buckets, options].

    A raise to a size that the node lacks is split between the nearest sizes of the node (see
    `split_size`). If the node has no raises, a raise counts as a call or check.
    """
    table = np.zeros((len(policy.shares), len(options)))
    for action, column in zip(policy.actions, policy.shares.T, strict=True):
        for share, place in _played_by(action, options, legal):
            table[:, place] += share * column
    return table


def _played_by(
    action: Action, options: Sequence[TreeOption], legal: LegalActions
) -> list[tuple[float, int]]:
    """Return the indices of the options that stand for an action, with their probabilities."""
    raises = [place for place, each in enumerate(options) if each.kind == RAISE]
    wanted = FOLD if action.kind == "fold" and legal.call_cost else CALL
    if action.kind != "raise" or not raises:
        return [(1.0, next(n for n, each in enumerate(options) if each.kind == wanted))]
    if action.amount == legal.raise_max and options[raises[-1]].is_all_in:
        return [(1.0, raises[-1])]
    size = (action.amount - legal.price) / (legal.pot + legal.call_cost)
    sizes = [options[place].size for place in raises]
    return [(share, raises[place]) for share, place in split_size(size, sizes)]
