"""Subgames: the rest of a hand from the start of a postflop street, and the blueprint there.

Two players are left. The solver's player 0 acts first after the flop; the numbers of both players
in the blueprint's tree are others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from handsight.blueprint.policy import (
    LineStep,
    LineTree,
    TreeMove,
    WeightedNode,
    folds_kept,
    meant,
    normal,
    places_after,
    split_size,
)
from handsight.blueprint.reach import reach_of
from handsight.blueprint.tree import CALL, FOLD, TreeOption
from handsight.blueprint.turn_values import TurnValues
from handsight.cards import Card, CardSet
from handsight.cards.card import BOARD_SIZES, STREETS
from handsight.errors import OptionError
from handsight.game import Action, ActionRecord
from handsight.odds import Spot
from handsight.ranges import Range
from handsight.ranges.combos import COMBO_COUNT
from handsight.ranges.suits import combo_tables
from handsight.solver.betting import PLAYERS, Betting
from handsight.solver.game import SolverGame
from handsight.solver.limited import LeafValues, limited_game
from handsight.solver.tree import NOBODY, Node, StreetTree, build_street

if TYPE_CHECKING:
    from handsight.blueprint.blueprint import PlayedStrategy
    from handsight.game import Observation
    from handsight.solver.betting import Option
    from handsight.solver.learning import Learner

SIZES = {
    "flop": {"flop_bets": "33%, 75%, a", "flop_raises": "75%, a"},
    "turn": {
        "turn_bets": "50%, 100%, a",
        "turn_raises": "100%, a",
        "river_bets": "100%",
        "river_raises": "a",
    },
    "river": {"river_bets": "50%, 100%, 200%, a", "river_raises": "100%, a"},
}
"""Bet and raise sizes of the trees, by the street on which a tree begins. A river is solved again
once its card is dealt, so the trees of the turn have only few sizes on the river."""

HEADS_UP = (1, 0)
"""The numbers in a heads-up blueprint's tree of the player who acts first after the flop, and of
the button."""

LIMITED = "flop"
"""The street whose trees stop at the turn."""

RAISE_CAP = 2
FORCE_ALLIN = 0.15
NEAR = 0.01
"""A bet counts as a bet of the tree if the two differ by at most this share of the pot, or by a
chip."""

LEAST_WEIGHT = 1e-3
"""A hand is left out of a range if its weight is below this share of the largest weight."""
PARTS = 10_000
"""Weights are rounded to multiples of the largest weight divided by this number."""


class ExtraSizes(NamedTuple):
    """Bets and raises that were played, to be added to a tree.

    Attributes:
        sizes: pairs of a name such as ``turn_bets_ip`` and a number of chips: how far the bet or
            raise exceeds the bet faced.
        raise_cap: maximum number of raises by both players together on a street, not counting the
            first bet.
    """

    sizes: tuple[tuple[str, int], ...] = ()
    raise_cap: int = RAISE_CAP


class Subgame(NamedTuple):
    """The start of a street, with all that is needed to solve the rest of the hand.

    Attributes:
        street: ``flop``, ``turn`` or ``river``.
        board: the numbers of the cards on the board.
        before: all actions of the hand before the street.
        pot: chips in the pot at the start of the street.
        stack: chips that the player with fewer chips has left at the start of the street.
        first: the seat that acts first.
        ranges: float64[2, 1326], the weights of both players' hands; the player who acts first
            comes first. The largest weight of each player is 1.
        numbers: the numbers of both players in the blueprint's tree, by those of the solver.
        places: the weighted nodes of the hand in the blueprint's tree; empty if the tree lacks the
            hand's line.
        stops: on the river, float64[1326]: the value of each hand of the opponent with a best
            response to the solution of the turn, in chips above half of the pot, times the weight
            of our hands that share no card with it. None if there is no such solution.
        sizes: the bet and raise sizes of the tree, by the names of `SIZES`; those of `SIZES` if
            None.
        habits: float64[1326], the weights of the hands of an opponent who has always played as the
            blueprint, if they differ from those in ``ranges``; otherwise None.
    """

    street: str
    board: tuple[int, ...]
    before: tuple[ActionRecord, ...]
    pot: int
    stack: int
    first: int
    ranges: NDArray[np.float64]
    numbers: tuple[int, int]
    places: list[WeightedNode]
    stops: NDArray[np.float64] | None = None
    sizes: Mapping[str, str] | None = None
    habits: NDArray[np.float64] | None = None

    def player(self, seat: int) -> int:
        """Return the solver's number of the player in a seat."""
        return int(seat != self.first)

    def betting(self, extra: ExtraSizes) -> Betting:
        """Return the betting for the tree of the subgame.

        Args:
            extra: sizes to add to the usual ones, and the maximum number of raises.

        Raises:
            OptionError: if there are more chips, sizes or raises than the solver accepts.
        """
        texts: dict[str, str] = {}
        for name, text in (self.sizes or SIZES[self.street]).items():
            for player in PLAYERS:
                added = [f"{chips}c" for key, chips in extra.sizes if key == f"{name}_{player}"]
                texts[f"{name}_{player}"] = ", ".join([text, *added])
        return Betting(
            *(self.pot, self.stack),
            raise_cap=extra.raise_cap,
            add_allin=1.0,
            force_allin=FORCE_ALLIN,
            merging=0,
            **texts,  # type: ignore[arg-type]
        )

    def with_any_hand(self, player: int) -> Subgame:
        """Return the subgame in which a player's range has all hands that the board allows.

        Hands that the range lacks get the smallest weight.

        Args:
            player: the solver's number of the player.
        """
        ranges = self.ranges.copy()
        dealt = ~np.isin(combo_tables()[1], self.board).any(1)
        ranges[player, dealt] = np.maximum(ranges[player, dealt], 1 / PARTS)
        return self._replace(ranges=ranges)

    def game(self, betting: Betting) -> SolverGame:
        """Convert the subgame to a game that the solver can solve.

        Args:
            betting: the betting for the tree of the subgame.

        Raises:
            InputError: if every hand of one range shares a card with every hand of the other.
            OptionError: if the tree is too large.
        """
        if self.street == LIMITED:
            return limited_game(self.spot, betting)
        game = SolverGame.of(self.spot, betting)
        game.prepare()
        return game

    @property
    def spot(self) -> Spot:
        """The ranges of both players and the board, in the form that the solver takes."""
        players = tuple(
            Range.from_whole(np.rint(row * PARTS).astype(int).tolist(), PARTS)
            for row in self.ranges
        )
        return Spot(players, CardSet([Card(card) for card in self.board]))


def trimmed(weights: NDArray[np.float64], board: Sequence[int]) -> NDArray[np.float64]:
    """Remove hands that collide with the board from a range, and scale its largest weight to 1.

    Hands whose weight is then below `LEAST_WEIGHT` are removed too.

    Args:
        weights: float64[1326], the weight of each combo.
        board: the numbers of the cards on the board.

    Returns:
        float64[1326], multiples of 1 / `PARTS`; the largest is 1. All zeros if no hand is left.
    """
    pairs = combo_tables()[1]
    left = np.where(np.isin(pairs, board).any(1), 0.0, weights)
    most = float(left.max())
    if not most > 0:
        return np.zeros(COMBO_COUNT)
    left = left / most
    return np.where(left < LEAST_WEIGHT, 0.0, np.rint(left * PARTS) / PARTS)


# --- the line that is played ----------------------------------------------------------------------


@lru_cache(maxsize=16)
def first_street(betting: Betting, street: str) -> StreetTree:
    """Return the tree of the street on which a game begins, without the later streets.

    Args:
        betting: the betting of the game.
        street: ``flop``, ``turn`` or ``river``.
    """
    return build_street(betting, street)


def fitted(
    subgame: Subgame, records: Sequence[ActionRecord], raise_cap: int = RAISE_CAP
) -> tuple[Betting, list[int]] | None:
    """Find a tree that has the actions on a street, adding bets that the usual tree lacks.

    Args:
        subgame: the start of the street.
        records: the actions on the street so far.
        raise_cap: the maximum number of raises in a row, unless more were made.

    Returns:
        The betting of the tree, and the index of the option that each action takes. None if no
        tree can have these actions.
    """
    extra = ExtraSizes(raise_cap=raise_cap)
    while True:
        try:
            betting = subgame.betting(extra)
        except OptionError:  # more chips or more raises than the solver accepts
            return None
        tree = first_street(betting, subgame.street)
        taken = followed(tree, betting, records)
        if len(taken) == len(records):
            return betting, taken
        node = tree.nodes[node_after(tree, taken)]
        wider = _with(extra, subgame.street, node, records[len(taken)])
        if wider == extra:
            return None
        extra = wider


def followed(tree: StreetTree, betting: Betting, records: Sequence[ActionRecord]) -> list[int]:
    """Return the index of the option that each action takes.

    The list ends before the first action that the tree lacks.
    """
    taken: list[int] = []
    for record in records:
        node = tree.nodes[node_after(tree, taken)]
        option = _option_of(node, betting, record) if node.player != NOBODY else None
        if option is None:
            break
        taken.append(option)
    return taken


def node_after(tree: StreetTree, options: Sequence[int]) -> int:
    """Return the number of the node that the options with these indices lead to from the root."""
    node = 0
    for option in options:
        node = tree.nodes[node].first + option
    return node


def _option_of(node: Node, betting: Betting, record: ActionRecord) -> int | None:
    """Return the index of the option that an action takes, or None if the node lacks the action.

    A bet or raise takes the nearest size, if it differs by at most `NEAR` of the pot or one chip.
    """
    kinds = [option.kind for option in node.options]
    kind = record.action.kind
    if kind not in ("bet", "raise"):
        wanted = ("fold",) if kind == "fold" else ("check", "call")
        return next((number for number, each in enumerate(kinds) if each in wanted), None)
    faced, pot = node.own[1 - node.player], betting.pot + 2 * node.paid[1 - node.player]
    total, most = min(record.action.amount, betting.stack), betting.stack
    behind = int((pot + 2 * (total - faced)) * FORCE_ALLIN + 0.5)  # as `Betting` rounds it
    if kinds[-1] == "all-in" and most <= total + behind:
        return len(kinds) - 1
    sized = [number for number, each in enumerate(kinds) if each in ("bet", "raise", "all-in")]
    near = max(1, NEAR * pot)
    off = {number: abs(node.options[number].amount - total) for number in sized}
    best = min(sized, key=off.__getitem__, default=None)
    return best if best is not None and off[best] <= near else None


def _with(extra: ExtraSizes, street: str, node: Node, record: ActionRecord) -> ExtraSizes:
    """Extend the extra sizes of a tree so that a bet or raise becomes possible.

    If one more raise must be allowed first, only the maximum number of raises changes. Return
    ``extra`` itself if nothing can be added.
    """
    if node.player == NOBODY or record.action.kind not in ("bet", "raise"):
        return extra
    faced = node.own[1 - node.player]
    name = f"{street}_{'raises' if faced else 'bets'}_{PLAYERS[node.player]}"
    size = (name, record.action.amount - faced)
    cap = max(extra.raise_cap, node.raises + 1 if faced else 0)
    if cap > extra.raise_cap:
        return extra._replace(raise_cap=cap)
    sizes = extra.sizes if size in extra.sizes else (*extra.sizes, size)
    return extra._replace(sizes=sizes)


# --- the blueprint before the street --------------------------------------------------------------


def subgame_of(blueprint: PlayedStrategy, seen: Observation, street: str) -> Subgame | None:
    """Return the subgame at the start of a street, with the ranges that follow from the blueprint.

    An action that the blueprint's tree lacks leaves the ranges unchanged.

    Args:
        blueprint: the blueprint.
        seen: an observation of a hand, on this street or later.
        street: ``flop``, ``turn`` or ``river``.

    Returns:
        The subgame. None if the street did not begin with exactly two players, a range has no hand
        left, or a player is all-in.
    """
    number = STREETS.index(street)
    board = tuple(card.index for card in seen.board[: BOARD_SIZES[street]])
    before = tuple(each for each in seen.actions if STREETS.index(each.street) < number)
    known = blueprint.seats(seen)
    seats = _order_of_play(known, before, seen)
    if len(seats) != 2:
        return None
    steps = _steps_before(blueprint, seen, street)
    reach = [reach_of(blueprint, steps, seat, board) for seat in seats]
    ranges = np.stack([trimmed(row, board) for row in reach])
    pot, stack = chips_before(seen, street)
    if stack < 1 or not ranges.any(1).all():
        return None
    numbers = known[seats[0]], known[seats[1]]
    places = places_at(blueprint, seen, street, numbers[0])
    return Subgame(street, board, before, pot, stack, seats[0], ranges, numbers, places)


def _order_of_play(
    dealt: Iterable[int], before: Sequence[ActionRecord], seen: Observation
) -> list[int]:
    """Return the seats that have not folded after some actions, in the order of play."""
    folded = {record.seat for record in before if record.action.kind == "fold"}
    count = len(seen.start_stacks)
    return sorted(
        (seat for seat in dealt if seat not in folded),
        key=lambda seat: (seat - seen.button - 1) % count,
    )


def places_at(
    blueprint: PlayedStrategy, seen: Observation, street: str, first: int
) -> list[WeightedNode]:
    """Return the weighted nodes in the blueprint's tree at which a street begins.

    Args:
        blueprint: the blueprint.
        seen: an observation of a hand, on this street or later.
        street: ``flop``, ``turn`` or ``river``.
        first: the number in the tree of the player who acts first.

    Returns:
        The nodes; empty if the tree lacks the line of the hand.
    """
    steps = _steps_before(blueprint, seen, street)
    places = steps[-1].after if steps else [WeightedNode(1.0, 0)]
    acting = (first, STREETS.index(street))
    return normal([each for each in places if blueprint.tree.acting(each.node) == acting])


def _steps_before(blueprint: PlayedStrategy, seen: Observation, street: str) -> list[LineStep]:
    """Return the actions of a hand before a street, with their nodes in the blueprint's tree."""
    number = STREETS.index(street)
    return [step for step in blueprint.line(seen) if STREETS.index(step.record.street) < number]


def chips_before(seen: Observation, street: str) -> tuple[int, int]:
    """Return the pot at the start of a street, and the chips that the shorter stack had left.

    Args:
        seen: an observation of a hand, on this street or later; the stack is that of the players
            who have not folded in it.
        street: ``flop``, ``turn`` or ``river``.
    """
    pot, left, number = seen.pot, list(seen.stacks), STREETS.index(street)
    for record in seen.actions:
        if STREETS.index(record.street) >= number:
            pot -= record.chips
            left[record.seat] += record.chips
    return pot, min(left[seat] for seat in seen.players)


# --- the blueprint on the solver's tree -----------------------------------------------------------


def play_blueprint(
    blueprint: PlayedStrategy,
    places: list[WeightedNode],
    numbers: tuple[int, int],
    learner: Learner,
) -> None:
    """Replace the average strategies of a game by what the blueprint does.

    Bets of the game that the blueprint lacks are translated to its bets, as at the table. A bet of
    the blueprint is played as the nearest bets of the game. Off its tree the blueprint checks and
    calls.

    Args:
        blueprint: the blueprint whose strategy is written.
        places: the weighted nodes in the blueprint's tree at which the game begins.
        numbers: the numbers of both players in the blueprint's tree, by those of the solver.
        learner: the learner of the game, whose average strategies are overwritten.
    """
    from handsight.kernels.solver.tables import AVERAGED, HANDS, WIDE

    game = learner.game
    starts = [places]
    for level, tree in enumerate(game.trees):
        tables, starts = _tables(blueprint, tree, game.betting, starts, numbers)
        for deal, board in enumerate(game.boards[level]):
            buckets = blueprint.buckets.board_buckets([card.index for card in board.cards])
            for player in range(2):
                kind = game.deals[level].table[deal, player]
                hands, width, start = int(kind[HANDS]), int(kind[WIDE]), int(kind[AVERAGED])
                table = tables[player]
                block = learner.stores[level].averages[start : start + len(table) * width]
                rows = block.reshape(len(table), width)
                shares = table[:, buckets[game.combos_at(level, deal, player)]]
                rows[:, :hands] = shares * learner.stores[level].whole


def leaf_values(
    values: TurnValues,
    places: list[WeightedNode],
    betting: Betting,
    board: tuple[int, ...],
    equity: NDArray[np.int16],
) -> LeafValues:
    """Return what hands are worth at the leaves of a flop by the blueprint and its variants.

    Args:
        values: the values at the start of the turn.
        places: the weighted nodes in the tree of the values at which the flop begins.
        betting: the betting of the tree.
        board: the numbers of the cards of the flop.
        equity: what `handsight.solver.limited.flop_equity` returns for the flop.
    """
    tree = first_street(betting, LIMITED)
    reached = _places_on(values.blueprint.tree, tree, betting, [places], HEADS_UP)
    tables = [
        values.tables_at(reached[leaf])
        for leaf in tree.leaves
        if tree.nodes[leaf].paid[0] < betting.stack
    ]
    turns = [card for card in range(52) if card not in board]
    groups = np.stack([values.groups_on((*board, card)) for card in turns])
    return LeafValues(tables, groups.astype(np.int16), turns, equity)


def _tables(
    blueprint: PlayedStrategy,
    tree: StreetTree,
    betting: Betting,
    starts: list[list[WeightedNode]],
    numbers: tuple[int, int],
) -> tuple[list[NDArray[np.float32]], list[list[WeightedNode]]]:
    """Return a street's strategies by bucket, and where its leaves are in the blueprint's tree.

    Args:
        blueprint: the blueprint.
        tree: the solver's tree of the street.
        betting: the betting of the solver's tree.
        starts: for each line that enters the street, the weighted nodes in the blueprint's tree.
        numbers: the numbers of both players in the blueprint's tree, by those of the solver.

    Returns:
        For each player float32[options, buckets], the shares of the options of all their nodes but
        the last one of each node, node after node; and for each leaf the weighted nodes in the
        blueprint's tree.
    """
    count = blueprint.buckets.counts[STREETS.index(tree.street)]
    places = _places_on(blueprint.tree, tree, betting, starts, numbers)
    tables: tuple[list[NDArray[np.float32]], ...] = [], []
    for node, here in zip(tree.nodes, places, strict=True):
        if node.player == NOBODY:
            continue
        if node.end == "choice":  # the blueprint plays on as the blueprint
            table = np.eye(len(node.options), 1, dtype="f4").repeat(count, 1)
        else:
            table = _table(blueprint, node, betting, normal(here), count)
        total = table.sum(axis=0)
        shares = np.where(total > 0, table / np.where(total > 0, total, 1), 1 / len(table))
        tables[node.player].append(shares[:-1].astype(np.float32))
    rows = [np.concatenate(each) if each else np.zeros((0, count), np.float32) for each in tables]
    return rows, [places[leaf] for leaf in tree.leaves]


def _places_on(
    ours: LineTree,
    tree: StreetTree,
    betting: Betting,
    starts: list[list[WeightedNode]],
    numbers: tuple[int, int],
) -> list[list[WeightedNode]]:
    """Return, for each node of a street, the weighted nodes in the blueprint's tree.

    If a player acts at the node, only nodes at which the same player acts are included.

    Args:
        ours: the blueprint's tree.
        tree: the tree of the street.
        betting: the betting of the game.
        starts: for each line that enters the street, the weighted nodes in the blueprint's tree.
        numbers: the numbers of both players in the blueprint's tree, by those of the solver.
    """
    street = STREETS.index(tree.street)
    places: list[list[WeightedNode]] = [*starts, *([] for _ in tree.nodes[len(starts) :])]
    for number, node in enumerate(tree.nodes):
        if node.player == NOBODY or node.end == "choice":
            continue
        acting = (numbers[node.player], street)
        here = [each for each in places[number] if ours.acting(each.node) == acting]
        places[number] = here
        faced, pot = node.own[1 - node.player], betting.pot + 2 * node.paid[1 - node.player]
        for place, option in enumerate(node.options):
            moves = [
                TreeMove(weight * share, at, child)
                for weight, at in here
                for share, child in meant(
                    ours.options(at), _action(option), option.kind == "all-in", faced, pot
                )
            ]
            places[node.first + place] = places_after(moves)
    return places


def _action(option: Option) -> Action:
    sized = option.kind in ("bet", "raise", "all-in")
    return Action("raise", option.amount) if sized else Action(option.kind)


def _table(
    blueprint: PlayedStrategy, node: Node, betting: Betting, places: list[WeightedNode], count: int
) -> NDArray[np.float32]:
    """Return the blueprint's strategy at a node of the solver's tree: float32[options, buckets].

    Folds are reduced by `folds_kept`. If no places in the blueprint's tree are given, the strategy
    is to check or call.
    """
    table = np.zeros((len(node.options), count), np.float32)
    for weight, at in places:
        shares = blueprint.table(at)
        for number, option in enumerate(blueprint.tree.options(at)):
            for share, target in _played_by(option, node, betting):
                table[target] += weight * share * shares[:, number]
    if not places:
        table[_passive(node)] = 1
    elif node.options[0].kind == "fold":
        paid, other = node.paid[node.player], node.paid[1 - node.player]
        kept = folds_kept(blueprint.tree, places, (other - paid) / (betting.pot + paid + other))
        table[_passive(node)] += (1 - kept) * table[0]
        table[0] *= kept
    return table


def _passive(node: Node) -> int:
    return next(n for n, option in enumerate(node.options) if option.kind in ("check", "call"))


def _played_by(option: TreeOption, node: Node, betting: Betting) -> list[tuple[float, int]]:
    """Return which options of the solver's node to play in place of an option of the blueprint.

    Returns:
        The probability and the index of each of these options.
    """
    kinds = [each.kind for each in node.options]
    if option.kind == FOLD and kinds[0] == "fold":
        return [(1.0, 0)]
    sized = [number for number, each in enumerate(kinds) if each in ("bet", "raise", "all-in")]
    if option.kind in (FOLD, CALL) or not sized:
        return [(1.0, _passive(node))]
    if option.is_all_in and kinds[-1] == "all-in":
        return [(1.0, len(kinds) - 1)]
    faced, pot = node.own[1 - node.player], betting.pot + 2 * node.paid[1 - node.player]
    sizes = [(node.options[number].amount - faced) / pot for number in sized]
    return [(share, sized[place]) for share, place in split_size(option.size, sizes)]
