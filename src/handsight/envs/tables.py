"""Many no-limit tables in one array, all advanced by one call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from handsight.cards import Card
from handsight.envs.choices import Choices
from handsight.envs.observations import COMMON_FIELDS
from handsight.envs.opponents import BatchOpponent, Policy, TableGame, is_python_opponent
from handsight.envs.stepping import TableKernels
from handsight.errors import IllegalActionError, OptionError
from handsight.game import Rules
from handsight.game.setup import Seating, placed
from handsight.kernels.envs.layout import HAND_ROWS
from handsight.kernels.envs.layout import ILLEGAL as ILLEGAL_TOTAL
from handsight.kernels.game import state as at
from handsight.runtime.integers import is_whole
from handsight.runtime.seeds import raw_words, seed_or_fresh

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from handsight.envs.mixed import MixedTables

Opponent: TypeAlias = "str | NDArray[np.floating] | Policy | BatchOpponent | Any"
"""The player in a seat: ``"outside"``, ``"random"``, ``"call"``, a policy array, an agent, a
function of observations and masks, or a `BatchOpponent`.

`TableBatch` describes these players."""

Flags: TypeAlias = "NDArray[np.bool]"
"""A boolean array."""

SEATS = range(2, 10)
TABLES = range(1, 1 << 24)
MOST_CHIPS = (1 << 16) - 1
"""The maximum sum of the stacks at a table, because all numbers of chips must fit into 16 bits."""

BLINDS = Rules(small_blind=25, big_blind=50)
BIG_BLINDS = 100
"""The default stack in big blinds."""

OPPONENTS = ("outside", "random", "call")
"""The players that have a name, in the order of their codes in the kernels."""

ILLEGAL = ("raise", "fold")
POLICY_STREETS = 4


class TableStep(NamedTuple):
    """The result of a step, whose arrays later steps do not overwrite.

    Attributes:
        observations: uint16[tables, 14 + 2 * seats], the observation of the player to act at each
            table, or of the last outside player to act if the table is paused; see
            `handsight.envs.observations`.
        rewards: int32[tables, seats], the chips that each seat won or lost in the hand that ended;
            0 at tables where no hand ended. Hands without an outside decision do not count, here
            and in ``done``; see `TableBatch.unplayed`.
        done: bool[tables], whether a hand ended. If so, the next hand is already dealt, unless the
            tables pause after each hand.
        mask: bool[tables, choices], which choices are now legal; none at a paused table.
    """

    observations: NDArray[np.uint16]
    rewards: NDArray[np.int32]
    done: Flags
    mask: Flags


class TableBatch:
    """Many tables of no-limit hold'em that all advance by one decision in each step.

    Each table plays one hand after another. Stacks are reset before every hand, and the button
    moves: in hand h, counted from 0, it is at seat h mod seats. The cards depend only on the seed,
    the table and the number of the hand, but not on the actions. An outside player is a player
    whose actions you pass to `step`; all other players are inside opponents. One step is one
    outside decision at each table, and inside opponents act between these decisions.

    Args:
        tables: the number of tables.
        seats: the number of players at a table, 2..9.
        rules: the rules, which must be no-limit; None for blinds of 25 and 50.
        stacks: the chips before each hand: one number for all seats, one number for each seat, or
            one for each table and seat; None for 100 big blinds. Each stack must exceed the sum of
            the ante and the largest blind or straddle, and the stacks at a table must add up to at
            most 65,535.
        choices: the choices of all players, in the form that `Choices.parse` reads.
        opponents: the players in the other seats: ``"outside"`` for self-play; ``"random"`` for a
            player who takes all legal choices with equal probability; ``"call"`` for a player who
            always checks or calls; a policy array; or a list with one of these for each seat from
            1. Seat 0 is always an outside player. A policy array has the shape
            ``(4, 169, 2, choices)``. It contains the weights of the choices by street, by hand, and
            by whether there is a bet to call (0 for no, 1 for yes); a player whose legal choices
            all have weight 0 calls. Preflop, the index of a hand is the number of its class in grid
            order, 13 · row + column; later, it is strength · 169 // 7462.
        illegal: ``"raise"`` raises an error for an illegal action, and leaves all tables unchanged;
            ``"fold"`` counts illegal actions, and replaces them with a check if there is nothing to
            call, or else with a fold.
        keep_final: whether to keep the final observation of the outside player who acted last in a
            hand; see `finals`.
        pause: whether a table waits when a hand is over. All choices at the table are then masked,
            and the next step deals a new hand regardless of the table's action.

    Raises:
        OptionError: if an argument is invalid.

    Example:
        >>> batch = TableBatch(tables=1000, choices="fold call 1/2 1 all-in")
        >>> observations, mask = batch.reset(seed=7)
        >>> step = batch.step(np.ones(1000))
        >>> step.observations.shape, step.rewards.shape, step.mask[0].tolist()
        ((1000, 18), (1000, 2), [False, True, True, True, True])
        >>> batch.step(np.zeros(1000))
        Traceback (most recent call last):
        ...
        handsight.errors.IllegalActionError: table 0: seat 1 may not fold; legal: call, 1/2, 1, \
all-in
    """

    def __init__(
        self,
        tables: int = 1024,
        seats: int = 2,
        *,
        rules: Rules | None = None,
        stacks: ArrayLike | None = None,
        choices: str | Choices = "fold call 1/2 1 all-in",
        opponents: Opponent | Sequence[Opponent] = "outside",
        illegal: str = "raise",
        keep_final: bool = False,
        pause: bool = False,
    ) -> None:
        from handsight.kernels.envs.parts import TablePlan, TableRows

        self.tables = _whole("tables", tables, TABLES)
        self.seats = _whole("seats", seats, SEATS)
        self.rules = _checked_rules(BLINDS if rules is None else rules)
        self.choices = Choices.parse(choices)
        if illegal not in ILLEGAL:
            raise OptionError(f"illegal is {illegal!r}; it must be one of {', '.join(ILLEGAL)}")
        self.stacks = _checked_stacks(stacks, self.rules, (self.tables, self.seats))
        self.width = len(COMMON_FIELDS) + 2 * self.seats
        names = len(self.choices.names)
        players, policies, in_python = _players(opponents, self.seats, names)
        self._kernels = TableKernels(is_for_two(self.rules, self.seats))
        self._keep_final = bool(keep_final)
        self._finals = np.zeros((0, self.width), np.uint16)
        self._is_dealt = False
        self._plan = TablePlan(
            _templates(self.rules, self.seats),
            self.choices.sizes(),
            np.zeros(self.tables, np.uint64),
            players,
            policies,
            self.choices.amounts,
            illegal == "fold",
            bool(pause),
        )
        self._state = TableRows(
            _blank_rows(self.rules, self.stacks, self._plan.templates, self._kernels.for_two),
            np.zeros(self.tables, np.int64),
            np.full(self.tables, at.NOBODY, np.int64),
            np.zeros((self.tables, names + 1), np.int32),
            np.zeros(self.tables, np.uint64),
            np.zeros(self.tables, np.int64),
            np.zeros((self.tables, self.seats), np.int64),
            np.zeros((self.tables, 2), np.int64),
            np.zeros(self.tables, np.int64),
        )
        self._game = TableGame(
            self.rules, self.choices, self.stacks, self._plan.keys, self._state.hands
        )
        self._mixed = self._seat_in_python(in_python)

    def _seat_in_python(self, opponents: list[Any]) -> MixedTables | None:
        """Return the steps of tables with opponents in Python; None if there are none."""
        if all(opponent is None for opponent in opponents):
            return None
        from handsight.envs.mixed import MixedTables

        return MixedTables(self._game, self._kernels, self._plan, self._state, opponents)

    # --- playing ----------------------------------------------------------------------------------

    def reset(self, seed: int | None = None) -> tuple[NDArray[np.uint16], NDArray[np.bool_]]:
        """Deal the first hand of a seed at every table.

        Args:
            seed: the seed of the cards and of inside opponents; None for a random seed.

        Returns:
            The observations and the mask, as in `TableStep`.
        """
        checked = seed_or_fresh(seed)
        self._plan.keys[:] = raw_words(checked, count=self.tables)
        for counted in (self._state.illegal, self._state.unplayed):
            counted[:] = 0
        self._state.hands[:] = -1
        self._is_dealt = True
        if self._mixed is not None:
            self._mixed.start(checked)
        return self.new_hands()

    def new_hands(self) -> tuple[NDArray[np.uint16], NDArray[np.bool_]]:
        """Abandon the current hand and deal the next hand at every table.

        Returns:
            The observations and the mask, as in `TableStep`.

        Raises:
            OptionError: before the first `reset`.
        """
        self._require_dealt()
        self._state.actors[:] = at.NOBODY
        step = self._stepped(np.zeros(self.tables, np.int32))
        return step.observations, step.mask

    def step(self, actions: ArrayLike) -> TableStep:
        """Apply an action at each table, and play on to the next outside decision.

        Args:
            actions: integers [tables]: the index of a choice at each table, or an amount if the
                choices are amounts.

        Raises:
            IllegalActionError: if an action is illegal and ``illegal`` is ``"raise"``; all tables
                are then unchanged.
            OptionError: if the actions have another shape or type, or before the first `reset`.
        """
        self._require_dealt()
        return self._stepped(self._whole_actions(actions))

    def _stepped(self, actions: NDArray[np.int32]) -> TableStep:
        from handsight.kernels.envs.parts import TableViews

        shape = (self.tables, self.seats)
        finals = np.zeros((self.tables if self._keep_final else 0, self.width), np.uint16)
        views = TableViews(
            np.empty((self.tables, self.width), np.uint16),
            np.zeros(shape, np.int32),
            np.zeros(self.tables, np.bool_),
            np.empty((self.tables, len(self.choices.names)), np.bool_),
            finals,
        )
        if self._mixed is not None:
            amounts = self._mixed.amounts_of(actions, not self._plan.fold_illegal)
            seen = self._mixed.play(
                amounts, views.rewards, views.done, finals, pause=self._plan.stay
            )
            self._finals = finals
            mask = self._state.totals[:, :-1] != ILLEGAL_TOTAL
            return TableStep(seen, views.rewards, views.done, mask)
        wrong = self._kernels.step(self._plan, self._state, views, actions)
        if wrong >= 0:
            seat, totals = int(self._state.actors[wrong]), self._state.totals[wrong].tolist()
            action = int(actions[wrong])
            raise IllegalActionError(self.choices.refusal(action, totals, wrong, seat))
        self._finals = finals
        return TableStep(views.observations, views.rewards, views.done, views.mask)

    def _whole_actions(self, actions: ArrayLike) -> NDArray[np.int32]:
        given = np.asarray(actions)
        if given.shape != (self.tables,):
            raise OptionError(
                f"the actions have the shape {given.shape}; there must be one for each of the "
                f"{self.tables} tables"
            )
        if given.dtype == np.int32:
            return np.ascontiguousarray(given)
        with np.errstate(invalid="ignore"):  # NaN is rejected below
            whole = given.astype(np.int32) if given.dtype.kind in "iuf" else None
        if whole is None or (whole != given).any():
            raise OptionError(f"the actions are of {given.dtype}; they must be whole numbers")
        return whole

    def _require_dealt(self) -> None:
        if not self._is_dealt:
            raise OptionError("no hand has been dealt yet; call reset(seed) first")

    # --- looking ----------------------------------------------------------------------------------

    @property
    def is_dealt(self) -> bool:
        """Whether `reset` has been called."""
        return self._is_dealt

    @property
    def actors(self) -> NDArray[np.int64]:
        """The seat to act at each table: int64[tables].

        It is -1 if the hand is over, and before the first `reset`.
        """
        return self._state.actors.copy()

    @property
    def hands(self) -> NDArray[np.int64]:
        """The number of the current hand at each table, from 0: int64[tables]."""
        return self._state.hands.copy()

    @property
    def totals(self) -> NDArray[np.int32]:
        """The acting player's street total after each choice: int32[tables, choices].

        An illegal choice has -1. A fold does not change the street total.
        """
        return self._state.totals[:, :-1].copy()

    @property
    def illegal(self) -> NDArray[np.int64]:
        """The number of illegal actions at each table since `reset`: int64[tables].

        It stays 0 if an illegal action raises an error.
        """
        return self._state.illegal.copy()

    @property
    def unplayed(self) -> NDArray[np.int64]:
        """The chips that each seat won or lost since `reset` in hands without an outside decision.

        The array is int64[tables, seats]. Such a hand ends before an outside player acts, because
        the inside opponents fold, so no step contains its result.
        """
        return self._state.unplayed.copy()

    @property
    def finals(self) -> NDArray[np.uint16]:
        """The final observations of the hands that ended in the last step: uint16[tables, width].

        A row is the observation of the outside player who acted last in the hand. Rows of tables
        where no hand ended are zeros. Without ``keep_final``, the array has no rows.
        """
        return self._finals

    def observe(self, seat: int) -> NDArray[np.uint16]:
        """Return one seat's observation at every table: uint16[tables, width].

        It need not be the seat's turn.

        Raises:
            OptionError: if there is no such seat, or before the first `reset`.
        """
        self._require_dealt()
        looking = np.full(self.tables, _whole("seat", seat, range(self.seats)), np.int64)
        seen = np.empty((self.tables, self.width), np.uint16)
        self._kernels.write_views(self._state, looking, seen)
        return seen

    def cards(self, table: int) -> tuple[Card, ...]:
        """Return all cards of the hand at a table in the order of the deal, including hidden cards.

        `HandState.start` deals the same hand from these cards, with the button at seat `hands` mod
        seats. The result includes the cards of the board that are still to come.

        Raises:
            OptionError: if there is no such table, or before the first `reset`.

        Example:
            >>> batch = TableBatch(tables=1)
            >>> batch.reset(seed=7)[0][0, :2].tolist()
            [46, 42]
            >>> print(*batch.cards(0)[:4])
            9s Kh 8c Qh
        """
        self._require_dealt()
        return self._game.cards(_whole("table", table, range(self.tables)))

    def __repr__(self) -> str:
        kind = "amounts" if self.choices.amounts else " ".join(self.choices.names)
        return f"TableBatch({self.tables} tables of {self.seats}, choices {kind!r})"


def draw_actions(mask: NDArray[np.bool_], rng: np.random.Generator) -> NDArray[np.int32]:
    """Draw one of the legal choices at each table with equal probability: int32[tables].

    Where no choice is legal, as at a paused table, the result is 0.

    Args:
        mask: bool[tables, choices], which choices are legal.
        rng: the generator of random numbers.

    Example:
        >>> draw_actions(np.array([[False, True], [True, False]]), np.random.default_rng(7))
        array([1, 0], dtype=int32)
    """
    from handsight.kernels.envs.parts import draw_legal

    legal = np.ascontiguousarray(mask, np.bool_)
    actions = np.empty(len(legal), np.int32)
    draw_legal(legal, rng.integers(0, 1 << 32, len(legal), dtype=np.uint32), actions)
    return actions


def is_for_two(rules: Rules, seats: int) -> bool:
    """Check whether the faster kernel for two players supports a game."""
    return seats == 2 and not rules.straddles and (not rules.ante or rules.ante_by == "each")


# --- checks and arrays ----------------------------------------------------------------------------


def _whole(name: str, value: int, allowed: range) -> int:
    if not is_whole(value, allowed):
        raise OptionError(f"{name} is {value!r}; it must be from {allowed[0]} to {allowed[-1]:,}")
    return value.__index__()


def _checked_rules(rules: Rules) -> Rules:
    if not isinstance(rules, Rules):
        raise OptionError(f"rules is {rules!r}; it must be handsight.game.Rules")
    if rules.is_limit or rules.fold_when_free:
        raise OptionError(
            "the environments play only without a limit, and only with rules "
            "that forbid folding for free"
        )
    return rules


def _checked_stacks(
    stacks: ArrayLike | None, rules: Rules, shape: tuple[int, int]
) -> NDArray[np.int64]:
    given = np.asarray(BIG_BLINDS * rules.big_blind if stacks is None else stacks)
    if given.dtype.kind not in "iu":
        raise OptionError(f"the stacks are {given.dtype}; they must be whole numbers")
    try:
        result = np.ascontiguousarray(np.broadcast_to(given, shape), np.int64)
    except ValueError:
        raise OptionError(
            f"the stacks have the shape {given.shape}; give one number, one for each of the "
            f"{shape[1]} seats, or one for each table and seat, {shape}"
        ) from None
    least = rules.ante + max(rules.big_blind, *rules.straddles, 0) + 1
    if result.min() < least:
        raise OptionError(
            f"a stack is {given.min()!r}; stacks must be whole numbers, more than the ante and "
            f"the greatest blind: {least} at least"
        )
    chips = max(result.max(), result.sum(1).max())  # the sum alone could overflow int64
    if chips > MOST_CHIPS:
        raise OptionError(
            f"there are {chips:,} chips at a table, but at most {MOST_CHIPS:,} are possible. "
            "Smaller blinds and stacks make the same game"
        )
    return result


def _templates(rules: Rules, seats: int) -> NDArray[np.int64]:
    stacks = [1] * seats
    return np.stack([placed(rules, Seating.of(stacks, seat), None, None) for seat in range(seats)])


def _blank_rows(
    rules: Rules, stacks: NDArray[np.int64], templates: NDArray[np.int64], for_two: bool
) -> NDArray[np.int64]:
    """Return the kernels' row for each table before the first hand, with its constant fields."""
    from handsight.kernels.envs import heads_up as env_heads_up
    from handsight.kernels.envs import tables as env_tables

    if for_two:
        pairs = np.zeros((len(stacks), env_heads_up.ROW), np.int32)
        pairs[:, env_heads_up.START_STACKS : env_heads_up.SMALL_BLIND] = stacks
        pairs[:, env_heads_up.SMALL_BLIND :] = rules.small_blind, rules.big_blind, rules.ante
        return pairs  # type: ignore[return-value]
    rows = np.zeros((len(stacks), env_tables.ROW), np.int64)
    rows[:, : at.SIZE] = templates[0]
    rows[:, at.START_STACKS : at.START_STACKS + stacks.shape[1]] = stacks
    return rows


def _players(
    opponents: Opponent | Sequence[Opponent], seats: int, choices: int
) -> tuple[NDArray[np.int64], NDArray[np.float32], list[Any]]:
    """Return the code of the player in each seat, the policies, and the players in Python.

    Args:
        opponents: the players in the seats from 1, as in `TableBatch`.
        seats: the number of seats.
        choices: the number of choices.

    Returns:
        int64[seats], where a code is the index of a name in `OPPONENTS`, or the number of names
        plus the index of a policy; float32[policies, 4, 169, 2, choices]; and for each seat the
        player that decides in Python, or None, where the code is that of an outside player.

    Raises:
        OptionError: if an opponent is invalid, or the number of opponents is wrong.
    """
    given: list[Opponent]
    if isinstance(opponents, (str, np.ndarray)) or is_python_opponent(opponents):
        given = [opponents] * (seats - 1)
    elif isinstance(opponents, Sequence):
        given = list(opponents)
    else:
        raise OptionError(
            f"opponents is {opponents!r}; it must be one of {', '.join(OPPONENTS)}, a policy "
            "array, an agent, a function, or a list of these"
        )
    if len(given) != seats - 1:
        raise OptionError(f"there are {len(given)} opponents for the {seats - 1} seats from 1 on")
    codes = [0]
    policies: list[Opponent] = []
    in_python: list[Any] = [None]
    for opponent in given:
        if is_python_opponent(opponent):
            codes.append(0)
            in_python.append(opponent)
            continue
        in_python.append(None)
        if isinstance(opponent, str):
            if opponent not in OPPONENTS:
                raise OptionError(
                    f"the opponent {opponent!r} is not one of {', '.join(OPPONENTS)}; other agents "
                    "are passed as objects, like handsight.agents.agent('fai-v5')"
                )
            codes.append(OPPONENTS.index(opponent))
            continue
        known = next((n for n, each in enumerate(policies) if each is opponent), len(policies))
        if known == len(policies):
            policies.append(opponent)
        codes.append(len(OPPONENTS) + known)
    shape = (len(policies), POLICY_STREETS, HAND_ROWS, 2, choices)
    checked = [_checked_policy(policy, shape[1:]) for policy in policies]
    arrays = np.array(checked, np.float32).reshape(shape)
    return np.array(codes, np.int64), arrays, in_python


def _checked_policy(policy: object, shape: tuple[int, ...]) -> NDArray[np.float32]:
    array = np.asarray(policy)
    if array.shape != shape or array.dtype.kind not in "fiu":
        raise OptionError(
            f"a policy has the shape {array.shape} of {array.dtype}; it must be an array of "
            f"weights of the shape {shape}"
        )
    with np.errstate(over="ignore"):
        weights = array.astype(np.float32)
    if not np.isfinite(weights).all() or weights.min() < 0:
        raise OptionError("a weight of a policy is negative, too large or not a number")
    return weights
