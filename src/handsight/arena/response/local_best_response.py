"""Local best response: a player who knows the opponent's policy and looks one action ahead.

The response tracks the range of the opponent: after each action of the opponent, the weight of each
combo is multiplied by the probability that the opponent takes this action with the combo.
At its own turn, the response compares a fold, a call and some raises. The value of a call is the
response's share of the pot, as if nobody bet again. For a raise, the response uses the opponent's
true folding frequency, and assumes that hands which do not fold call and then check to the
showdown. It takes the action with the highest value.

The response plays the real game, so its winnings are a lower bound on what the opponent can lose.

Source:
    Lisy and Bowling, "Equilibrium Approximation Quality of Current No-Limit Poker Bots", AAAI-17
    Workshop on Computer Poker and Imperfect Information Games. The code is our own.
"""

from __future__ import annotations

import re
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from handsight.agents.models.combo_equity import exact_shares_of, indices_of
from handsight.agents.policy import AskedPolicy, Policy, PolicyTable, likelihood
from handsight.cards.card import STREETS
from handsight.errors import ArenaError, OptionError
from handsight.game import Action, HandCursor, Observation
from handsight.ranges.combos import COMBO_COUNT
from handsight.ranges.suits import combo_tables
from handsight.runtime.suggestions import did_you_mean

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from handsight.cards import Card, CardSet
    from handsight.game.legal import LegalActions

ACTIONS = "fold, call, min, 33%, pot, 200%, all-in"
"""The default actions to consider on every street. Small sizes matter: a strategy that treats a
minimum bet as a large bet loses most to the minimum bet."""

SLIP = 0.01
"""Each estimated likelihood is averaged with 1, which has this weight, so that no estimate rules
out a combo."""

BETTER_BY = 1e-9
"""The share of the pot by which a later action must be better than an earlier one to replace it; a
smaller lead can be a rounding error."""

_SHARE = re.compile(r"(\d{1,4})%", re.ASCII)


class ResponseActions(NamedTuple):
    """The actions that a local best response considers.

    A fold is always considered; if there is no bet to call, a check takes its place.

    Attributes:
        text: the list of actions as text, in lower case.
        call: whether to consider a call.
        shares: bets and raises as shares of the pot after a call, in ascending order.
        least: whether to consider the minimum bet or raise.
        all_in: whether to consider an all-in, including a call after which one of the players has
            no chips left.

    Example:
        >>> actions = ResponseActions.parse("fold, call, 50%, pot, all-in")
        >>> actions.call, actions.shares
        (True, (Fraction(1, 2), Fraction(1, 1)))
    """

    text: str
    call: bool
    shares: tuple[Fraction, ...]
    least: bool
    all_in: bool

    @classmethod
    def parse(cls, text: str) -> ResponseActions:
        """Parse a list of ``fold``, ``call``, ``min``, ``pot``, ``all-in`` and shares like ``50%``.

        Raises:
            OptionError: if the list has anything else, or if ``fold`` is missing.
        """
        words = [word.strip().lower() for word in text.split(",")]
        shares = [_SHARE.fullmatch(word) for word in words]
        known = {"fold", "call", "min", "pot", "all-in"}
        for word, share in zip(words, shares, strict=True):
            if word not in known and not (share and int(share[1])):
                raise OptionError(
                    f"actions has {word!r}; it may have fold, call, min, pot, all-in, and shares "
                    "of the pot like 50%, with commas between them"
                )
        if "fold" not in words:
            raise OptionError(
                f"actions is {text!r}; it must have fold, because every hand can be folded"
            )
        sizes = {Fraction(int(share[1]), 100) for share in shares if share}
        sizes |= {Fraction(1)} if "pot" in words else set()
        return cls(
            ", ".join(words), "call" in words, tuple(sorted(sizes)), "min" in words,
            "all-in" in words,
        )  # fmt: skip

    def totals(self, legal: LegalActions) -> list[int]:
        """Return the street totals of the bets and raises to consider, in ascending order.

        The list is empty if no bet or raise is legal.

        Example:
            >>> from handsight.game import HandState, Rules
            >>> legal = HandState.start(Rules(), [9000, 9000], 0, seed=7).legal_actions
            >>> ResponseActions.parse("fold, call, pot, all-in").totals(legal)
            [300, 9000]
        """
        if not legal.can_raise:
            return []
        sized = {legal.share_of_pot(*share.as_integer_ratio()) for share in self.shares}
        sized |= {legal.raise_min} if self.least else set()
        return sorted(sized | ({legal.raise_max} if self.all_in else set()))


class ResponseMenu(NamedTuple):
    """The actions that a local best response considers on each street.

    Attributes:
        text: the lists of actions as text, in lower case.
        streets: the actions to consider on each street, from before the flop to the river.

    Example:
        >>> menu = ResponseMenu.parse("fold, call; flop: fold, call, min, pot; river: fold, all-in")
        >>> [actions.text for actions in menu.streets]
        ['fold, call', 'fold, call, min, pot', 'fold, call', 'fold, all-in']
    """

    text: str
    streets: tuple[ResponseActions, ...]

    @classmethod
    def parse(cls, text: str) -> ResponseMenu:
        """Parse a list for all streets, and lists for single streets such as ``flop: fold, min``.

        Semicolons separate the lists. A street without its own list uses the list for all streets.

        Raises:
            OptionError: if a street is unknown, if a street or the list for all streets appears
                twice, if `ResponseActions.parse` refuses a list, or if a street has no list.
        """
        lists: dict[str, ResponseActions] = {}
        for part in text.split(";"):
            street, colon, actions = part.rpartition(":")
            name = STREETS[street_number(street.strip().lower())] if colon else ""
            if name in lists:
                raise OptionError(
                    f"actions names {name or 'all streets'} twice; each street must have one list"
                )
            lists[name] = ResponseActions.parse(actions)
        missing = [street for street in STREETS if street not in lists and "" not in lists]
        if missing:
            raise OptionError(
                f"actions has no list for the {missing[0]}; give one, or one for all streets"
            )
        written = (f"{name}: {each.text}" if name else each.text for name, each in lists.items())
        streets = tuple(lists[each if each in lists else ""] for each in STREETS)
        return cls("; ".join(written), streets)


class ResponseValue(NamedTuple):
    """The value of an action under the rule of the local best response.

    Attributes:
        action: the action.
        chips: expected chips, compared with folding now.
        folds: probability that the opponent folds to the action, 0..1.
        wins: share of the pot at the showdown if the opponent does not fold, 0..1; 0 for a fold, or
            if the opponent always folds.
        is_exact: whether the range is exact and, for a raise, the opponent's folding frequency too;
            then ``folds`` and ``wins`` are exact.

    Example:
        >>> ResponseValue(Action.call(), 25.0, 0.0, 0.625, is_exact=True).wins
        0.625
    """

    action: Action
    chips: float
    folds: float
    wins: float
    is_exact: bool


class LocalBestResponse:
    """A local best response to a policy, heads-up, for one hand at a time.

    Args:
        policy: policy of the opponent.
        actions: actions to consider, parsed or as text for `ResponseMenu.parse`.
        first_street: the first street on which the response does more than check and call.
        most: maximum number of combos in the range at the start of a hand; None for no limit. If
            there are more combos, the range is a random sample of them.

    Attributes:
        weights: float64[1326], the probability of each combo of the opponent; they add up to 1. All
            are 0 before `begin`.
        is_exact: whether the weights are exact: ``most`` is None, and the opponent itself has
            stated the probabilities of all its actions so far (see `PolicyTable.is_exact`). False
            before `begin`.

    Raises:
        OptionError: if the first street is unknown, or the actions cannot be parsed.

    Example:
        >>> from handsight.agents import agent
        >>> from handsight.game import HandState, Rules
        >>> cursor = HandCursor(HandState.start(Rules(), [9000, 9000], 0, holes=["7h2c", "AsKs"]))
        >>> response = LocalBestResponse(agent("fold"), "fold, call, pot, all-in")
        >>> response.begin(cursor.observation().hole)
        >>> [(str(value.action), value.chips) for value in response.values(cursor)[2:]]
        [('raise to 300', 150.0), ('raise to 9000', 150.0)]
    """

    def __init__(
        self,
        policy: Policy,
        actions: ResponseMenu | str = ACTIONS,
        first_street: str = STREETS[0],
        most: int | None = None,
    ) -> None:
        self.policy = policy
        self.menu = ResponseMenu.parse(actions) if isinstance(actions, str) else actions
        self.first_street = street_number(first_street)
        self.most = most
        self.weights: NDArray[np.float64] = np.zeros(COMBO_COUNT)
        self.is_exact = False
        self._hole: CardSet | None = None
        self._tables: dict[tuple[object, ...], PolicyTable] = {}

    # --- the range --------------------------------------------------------------------------------

    def begin(self, hole: CardSet, rng: Random | None = None) -> None:
        """Begin a hand with a range in which all combos are equally likely.

        These are all combos without a card of the response; if they are more than the maximum
        number ``most``, they are a random sample of that size.

        Args:
            hole: the two hole cards of the response.
            rng: draws the combos of a sampled range; None for a generator with seed 0.
        """
        self._hole, self._tables = hole, {}
        free = np.flatnonzero(combo_tables()[0] & np.uint64(hole.mask) == 0)
        if self.most is not None and self.most < len(free):
            free = np.array((rng or Random(0)).sample(free.tolist(), self.most))
        self.is_exact = self.most is None
        self._weigh(np.bincount(free, minlength=COMBO_COUNT).astype(np.float64))

    def set_range(self, weights: NDArray[np.float64]) -> None:
        """Replace the range, for a hand that does not begin before the flop.

        Args:
            weights: float64[1326], the weight of each combo; they need not add up to 1. Combos with
                a hole card of the response are removed; `see_board` removes those with board cards.

        Raises:
            ArenaError: if `begin` has not been called.
        """
        clash = combo_tables()[0] & np.uint64(self._held().mask) != 0
        self._weigh(np.where(clash, 0.0, weights))

    def see_board(self, board: tuple[Card, ...]) -> None:
        """Remove the combos that hold a card of the board from the range.

        If this leaves no combo in a range that is not exact, all combos that the known cards allow
        become equally likely.
        """
        lying = np.uint64(sum(card.mask for card in board))
        left = np.where(combo_tables()[0] & lying == 0, self.weights, 0.0)
        if left.sum() <= 0 and not self.is_exact:
            # No sampled combo is left, so every combo that the known cards allow is possible again.
            left = (combo_tables()[0] & (lying | np.uint64(self._held().mask)) == 0).astype(
                np.float64
            )
        self._weigh(left)

    def observe(self, seen: Observation, action: Action) -> None:
        """Update the range after an action of the opponent.

        Args:
            seen: what the opponent saw at the decision.
            action: the action that the opponent took.

        Raises:
            ArenaError: if the policy is exact here, and takes this action with no combo of the
                range.
        """
        self.see_board(seen.board)
        combos, table = self._asked(seen)
        likely = likelihood(self.policy, table, seen, combos, action)
        if not table.is_exact:
            self.is_exact = False
            likely = SLIP + (1 - SLIP) * likely
        weights = np.zeros(COMBO_COUNT)
        weights[combos] = self.weights[combos] * likely
        if not weights.sum() > 0:
            raise ArenaError(
                f"the policy of {getattr(self.policy, 'name', 'the agent')} is wrong: {action} on "
                f"the {seen.street} happened, but the policy never does that with any hand"
            )
        self._weigh(weights)

    def _held(self) -> CardSet:
        if self._hole is None:
            raise ArenaError("a local best response knows no cards before `begin`")
        return self._hole

    def _weigh(self, weights: NDArray[np.float64]) -> None:
        self.weights = weights / weights.sum()

    def _asked(self, seen: Observation) -> tuple[NDArray[np.int64], PolicyTable]:
        """Return the combos of the range, and the policy's action probabilities with each combo."""
        combos = np.flatnonzero(self.weights)
        key = (seen.board, seen.actions)
        table = self._tables.get(key)
        # If the range now has other combos than in the last answer, the policy is asked again.
        if table is None or len(table.chances) != len(combos):
            table = self._tables[key] = self.policy.probabilities(seen, combos)
        return combos, table

    # --- values -----------------------------------------------------------------------------------

    def choose(self, cursor: HandCursor) -> ResponseValue:
        """Return the action to take at the response's turn, with its value.

        Before the street ``first_street``, this is always a check or call.
        """
        street = STREETS.index(cursor.state.street)
        values = self.values(cursor)
        if street < self.first_street:
            return next(value for value in values if value.action.kind == "call")
        return best_of(values, cursor.state.legal_actions)

    def values(self, cursor: HandCursor) -> list[ResponseValue]:
        """Return the values of the considered actions: fold, call, and raises in ascending order.

        A fold is considered only if there is a bet to call; otherwise, the call is a check and is
        always considered. Before the street ``first_street``, only a call or check is considered.
        """
        seen = cursor.observation()
        self.see_board(seen.board)
        shares = exact_shares_of(self._held(), indices_of(seen.board))
        street = STREETS.index(seen.street)
        legal, early, actions = seen.legal, street < self.first_street, self.menu.streets[street]
        values = []
        if legal.call_cost and not early:
            values.append(ResponseValue(Action.fold(), 0.0, 0.0, 0.0, self.is_exact))
        last = legal.call_cost == legal.stack or not seen.stacks[seen.opponents[0]]
        if early or not legal.call_cost or actions.call or (actions.all_in and last):
            values.append(self._call(seen, shares))
        if not early:
            totals = actions.totals(legal)
            values += [self._raise(cursor, seen, total, shares) for total in totals]
        return values

    def wins(self, board: tuple[Card, ...]) -> float:
        """Return the response's expected share of the pot at a showdown against the range, 0..1.

        Args:
            board: the board so far; the share is averaged over the cards that are still to come.
        """
        return float((self.weights * exact_shares_of(self._held(), indices_of(board))).sum())

    def _call(self, seen: Observation, shares: NDArray[np.float64]) -> ResponseValue:
        cost = seen.legal.call_cost
        wins = float((self.weights * shares).sum())
        pot = seen.winnable(cost) + cost
        return ResponseValue(Action.call(), wins * pot - cost, 0.0, wins, self.is_exact)

    def _raise(
        self, cursor: HandCursor, seen: Observation, total: int, shares: NDArray[np.float64]
    ) -> ResponseValue:
        action = Action.raise_to(total)
        after = cursor.copy()
        after.apply(action)
        combos, table = self._asked(after.observation())
        weights = self.weights[combos]
        folds = weights * table.of(Action.fold())
        stays = weights - folds
        folded, stayed = float(folds.sum()), float(stays.sum())
        wins = float((stays * shares[combos]).sum()) / stayed if stayed > 0 else 0.0
        [other] = seen.opponents
        # Chips that the opponent cannot match are returned, and cost nothing.
        reached = min(total, seen.bets[other] + seen.stacks[other])
        cost, matched = reached - seen.legal.bet, reached - seen.bets[other]
        called = wins * (seen.pot + cost + matched) - cost
        chips, is_exact = folded * seen.pot + stayed * called, self.is_exact and table.is_exact
        return ResponseValue(action, chips, folded, wins, is_exact)


def best_of(values: list[ResponseValue], legal: LegalActions) -> ResponseValue:
    """Return the value of the action with the most expected chips.

    A later action replaces an earlier one only if it is better by more than `BETTER_BY` of the pot.

    Args:
        values: the values of the actions, at least one.
        legal: the legal actions, which state the pot.

    Example:
        >>> from handsight.game import HandState, Rules
        >>> legal = HandState.start(Rules(), [9000, 9000], 0, seed=7).legal_actions
        >>> folds = ResponseValue(Action.fold(), 0.0, 0.0, 0.0, is_exact=True)
        >>> calls = ResponseValue(Action.call(), -20.0, 0.0, 0.2, is_exact=True)
        >>> best_of([folds, calls], legal).action.kind
        'fold'
    """
    best = values[0]
    for value in values[1:]:
        if value.chips > best.chips + BETTER_BY * legal.pot:
            best = value
    return best


def street_number(street: str) -> int:
    """Return the number of a street: 0 for preflop, 3 for the river.

    Raises:
        OptionError: if the street is unknown.
    """
    if street not in STREETS:
        meant = did_you_mean(street, STREETS)
        raise OptionError(
            f"no street is called {street!r}{meant}; the streets are {', '.join(STREETS)}"
        )
    return STREETS.index(street)


def is_asked(policy: Policy) -> bool:
    """Check whether a policy belongs to an agent that must be asked combo by combo."""
    return isinstance(policy, AskedPolicy)
