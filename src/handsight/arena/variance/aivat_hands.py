"""AIVAT for two-player hold'em hands, with guesses from a blueprint."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from handsight.agents.models.combo_equity import exact_shares_of
from handsight.agents.policy import ANY_RAISE, Policy, PolicyTable, plain
from handsight.arena.variance.aivat import FollowedHand
from handsight.blueprint.policy import WeightedNode, moves_from, places_after
from handsight.blueprint.values import GROUPS
from handsight.cards import CardSet
from handsight.cards.card import DECK_SIZE
from handsight.errors import ArenaError
from handsight.game import Action, ActionRecord, HandCursor, Observation
from handsight.odds.board.river_ranges import combo_cards, combos_on_board, facing
from handsight.ranges.combos import COMBO_COUNT, COMBOS, combo_number

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from handsight.blueprint.values import BlueprintValues
    from handsight.game import Hand

FLOPS = 32
"""The number of alternative flops that are drawn in each hand that reaches the flop, to estimate
the mean guess over all flops."""

ROOT = [WeightedNode(1.0, 0)]
_NONE = np.zeros(0, np.int64)


class KnownDecision(NamedTuple):
    """A decision in a hand, and what is known about the player's policy.

    Attributes:
        seen: the observation of the player.
        combos: int64[n], the numbers of the combos with which the policy is known.
        table: probabilities of the actions with each of these combos; None if the policy is not
            known.
        amounts: float64[n], the likelihood of the actual raise's amount with each combo; None if
            the action is not a raise, if the table lists this raise with its amount, or if the
            agent does not state the likelihood.
    """

    seen: Observation
    combos: NDArray[np.int64] = _NONE
    table: PolicyTable | None = None
    amounts: NDArray[np.float64] | None = None

    def unknown(self) -> KnownDecision:
        """Return the same decision without a known policy."""
        return KnownDecision(self.seen)


def corrected_chips(
    hand: Hand,
    decisions: Sequence[KnownDecision],
    values: BlueprintValues,
    rng: np.random.Generator,
    policies: tuple[Policy | None, Policy | None] = (None, None),
) -> float:
    """Return the chips that the button won, with luck removed.

    Args:
        hand: a finished hand between two players with equal stacks, by handsight's own rules.
        decisions: the decision that led to each action of the hand, in order.
        values: values of a blueprint, from which the guesses are computed.
        rng: draws the alternative flops.
        policies: policies of the button and of the other player, to guess their answers to an
            action; None for a player whose policy is not guessed. The policies can be estimates,
            but must not be learned from the hands that are corrected.

    Raises:
        ArenaError: if an action has probability 0 under the player's known policy, or if the hole
            cards of a player are not known.
    """
    return _HandWalk(hand, values, rng, policies).chips(decisions)


class _Spot(NamedTuple):
    """An actual or hypothetical decision, and the hole cards that both players can hold there.

    Attributes:
        cursor: the hand at the decision.
        seen: the observation of the player to act.
        places: weighted nodes of the blueprint's tree that correspond to the decision.
        weights: for each player float64[1326], the weights of their combos.
    """

    cursor: HandCursor
    seen: Observation
    places: list[WeightedNode]
    weights: tuple[NDArray[np.float64], NDArray[np.float64]]

    @property
    def player(self) -> int:
        """The player to act: 0 on the button, otherwise 1."""
        return int(self.seen.seat != self.seen.button)


class _HandWalk:
    """Follows one hand from its first action to its end. Player 0 always has the button."""

    def __init__(
        self,
        hand: Hand,
        values: BlueprintValues,
        rng: np.random.Generator,
        policies: tuple[Policy | None, Policy | None],
    ) -> None:
        self.hand, self.values, self.rng, self.policies = hand, values, rng, policies
        self.cursor = HandCursor(hand.start(), names=hand.players)
        self.followed = FollowedHand(facing, COMBO_COUNT)
        self.places = ROOT
        self.board: tuple[int, ...] = ()
        # In a record, the button is the last seat.
        self.holes = [_combo_of(hand.holes[seat]) for seat in (hand.button, 1 - hand.button)]

    def chips(self, decisions: Sequence[KnownDecision]) -> float:
        """Follow the hand to its end, and return the chips that the button won, without luck."""
        end = 0.0
        for record, decision in zip(self.hand.actions, decisions, strict=True):
            seen = decision.seen
            board = tuple(card.index for card in seen.board)
            if len(board) > len(self.board):
                self._deal(board, seen)
            end = self._act(record, decision)
            self.cursor.follow(record)
        return end - self.followed.luck

    # --- cards ------------------------------------------------------------------------------------

    def _deal(self, board: tuple[int, ...], seen: Observation) -> None:
        """Add the luck of the cards dealt on a street, and rule out the hands that contain them.

        Args:
            board: the indices of all cards on the board after the deal.
            seen: an observation of the hand after the deal.
        """
        boards = self._flops() if len(board) == 3 else self._cards()
        guesses = self._guesses_dealt([board, *boards], seen)
        if len(board) == 3:
            chances = np.array([0.0, *[1 / FLOPS] * FLOPS])
        else:
            chances = np.array([0.0, *self._card_chances()])
        self.followed.chance(chances, guesses, 0)
        self.board = board
        low, high = combo_cards()
        self.followed.keep(~(np.isin(low, board) | np.isin(high, board)))

    def _flops(self) -> list[tuple[int, ...]]:
        """Draw `FLOPS` alternative flops.

        For each flop, hole cards of both players are drawn first, and the flop contains none of
        them.
        """
        first = self.rng.choice(COMBO_COUNT, FLOPS, p=self.followed.masses(0))
        low, high = combo_cards()
        flops = []
        for combo in first.tolist():
            one, other = COMBOS[combo]
            clear = (low != one) & (low != other) & (high != one) & (high != other)
            weights = np.where(clear, self.followed.weights[1], 0.0)
            second = np.searchsorted(np.cumsum(weights), self.rng.random() * weights.sum(), "right")
            held = {one, other, *COMBOS[min(int(second), COMBO_COUNT - 1)]}
            live = [card for card in range(DECK_SIZE) if card not in held]
            flops.append(tuple(live[at] for at in _three(self.rng, len(live))))
        return flops

    def _cards(self) -> list[tuple[int, ...]]:
        return [(*self.board, card) for card in range(DECK_SIZE) if card not in self.board]

    def _card_chances(self) -> NDArray[np.float64]:
        """Return the probability that each card that is not on the board is dealt next."""
        low, high = combo_cards()
        held = np.zeros(DECK_SIZE)
        for player in range(2):
            masses = self.followed.masses(player)
            held += np.bincount(low, masses, DECK_SIZE) + np.bincount(high, masses, DECK_SIZE)
        left = DECK_SIZE - 4 - len(self.board)
        return np.delete((1 - held) / left, self.board)

    def _guesses_dealt(
        self, boards: Sequence[tuple[int, ...]], seen: Observation
    ) -> NDArray[np.float64]:
        """Guess the value of the hand for the button after each of several boards."""
        street = len(boards[0]) - 2
        table = self.values.shares_at(self.places, street)
        masses = np.stack([self.followed.masses(player) for player in range(2)])
        low, high = combo_cards()
        size = len(table)
        shares = []
        for board in boards:
            groups, new = self.values.groups(board), board[len(self.board) :]
            clear = np.ones(COMBO_COUNT)
            for card in new:
                clear[low == card] = clear[high == card] = 0.0
            mine, theirs = (np.bincount(groups, each * clear, size) for each in masses)
            whole = mine.sum() * theirs.sum()
            shares.append(mine @ table @ theirs / whole if whole > 0 else 0.5)
        return np.array(shares) * seen.pot - seen.paid[seen.button]

    # --- actions ----------------------------------------------------------------------------------

    def _act(self, record: ActionRecord, decision: KnownDecision) -> float:
        """Follow an action.

        If the player's policy is known, add the luck of the action, and weigh the player's combos
        by the probability of the action with each of them. Before, if the policy is not known with
        all hands, reveal the player's hand.

        Returns:
            The chips that the button wins if the action ends the hand, otherwise 0.
        """
        seen, table, followed = decision.seen, decision.table, self.followed
        player = int(seen.seat != seen.button)
        if followed.revealed[player] is None and not _is_for_all(decision):
            self._reveal(player, seen)
        action = plain(record.action, seen.legal)
        if table is None:
            return self._done(record, action, seen, player)
        chances = np.zeros((COMBO_COUNT, len(table.actions)))
        chances[decision.combos] = table.chances
        taken = _place(table, action)
        spot = _Spot(self.cursor, seen, self.places, (followed.weights[0], followed.weights[1]))
        guesses = self._guesses(spot, table.actions, chances, ahead=True)
        followed.act(player, chances, taken, guesses)
        if decision.amounts is not None:
            likely = np.zeros(COMBO_COUNT)
            likely[decision.combos] = decision.amounts
            followed.weigh(player, likely)
        # The actual cards are used only for this check, and do not affect the result.
        if followed.weights[player][self.holes[player]] <= 0:
            raise ArenaError(
                f"the agent took an action that its own policy never takes: {record.action}"
            )
        return self._done(record, action, seen, player)

    def _reveal(self, player: int, seen: Observation) -> None:
        street = max(len(self.board) - 2, 0)
        table, groups = self.values.shares_at(self.places, street), self.values.groups(self.board)
        other = np.bincount(groups, self.followed.masses(1 - player), len(table))
        shares = (table @ other if player == 0 else other @ table)[groups]
        guesses = shares * seen.pot - seen.paid[seen.button]
        self.followed.reveal(player, self.holes[player], guesses)

    def _guesses(
        self,
        spot: _Spot,
        actions: Sequence[Action],
        chances: NDArray[np.float64],
        *,
        ahead: bool,
    ) -> NDArray[np.float64]:
        """Guess the value of the hand for the button after each action.

        Args:
            spot: the decision.
            actions: the possible actions.
            chances: float64[1326, actions], the probability of each action with each combo.
            ahead: whether to consider how the other player answers.

        Returns:
            float64[actions], in chips.
        """
        player, groups = spot.player, self.values.groups(self.board)
        mine, theirs = (
            spot.weights[each] * facing(spot.weights[1 - each]) for each in (player, 1 - player)
        )
        other = np.bincount(groups, theirs / theirs.sum(), GROUPS).astype(np.float64)
        guesses = []
        for action, chance in zip(actions, chances.T, strict=True):
            masses = mine * chance
            whole = masses.sum()
            if action.kind == "fold":
                guess = _folded(spot.seen, player)
            elif whole <= 0:  # the action is never taken, so its guess has no effect
                guess = 0.0
            else:
                own = np.bincount(groups, masses / whole, GROUPS).astype(np.float64)
                guess = self._guess(spot, action, chance, (own, other), ahead=ahead)
            guesses.append(guess)
        return np.array(guesses)

    def _guess(
        self,
        spot: _Spot,
        action: Action,
        chance: NDArray[np.float64],
        groups: tuple[NDArray[np.float64], NDArray[np.float64]],
        *,
        ahead: bool,
    ) -> float:
        """Guess the value of the hand for the button after a call or a raise.

        Args:
            spot: the decision.
            action: the call or raise.
            chance: float64[1326], the probability of the action with each combo.
            groups: the probability of each group of hands, for the player who acts and for the
                other player.
            ahead: whether to consider how the other player answers.
        """
        seen, player = spot.seen, spot.player
        record = _recorded(action, seen)
        weights = list(spot.weights)
        weights[player] = weights[player] * chance
        pot, invested = seen.pot + record.chips, seen.paid[seen.button]
        invested += record.chips if player == 0 else 0
        closes = _closes(record, seen)
        if closes and len(self.board) == 5:
            share = self._river_share((weights[0], weights[1]))
            return share * pot - invested
        places = self._after(spot.places, record, seen)
        policy = self.policies[1 - player]
        if ahead and policy is not None and not closes:
            cursor = spot.cursor.copy()
            cursor.apply(record.action)
            if cursor.state.actor >= 0:
                return self._answered(
                    _Spot(cursor, cursor.observation(), places, (weights[0], weights[1])), policy
                )
        table = self.values.shares_after(places, max(len(self.board) - 2, 0))
        own, other = groups
        share = float(own @ table @ other if player == 0 else other @ table @ own)
        return share * pot - invested

    def _answered(self, spot: _Spot, policy: Policy) -> float:
        """Guess the value of the hand for the button from the policy of the player to act.

        Args:
            spot: the decision of this player.
            policy: the policy.
        """
        weights = spot.weights[spot.player]
        combos = np.flatnonzero(weights)
        table = policy.probabilities(spot.seen, combos)
        chances = np.zeros((COMBO_COUNT, len(table.actions)))
        chances[combos] = table.chances
        masses = weights * facing(spot.weights[1 - spot.player])
        guesses = self._guesses(spot, table.actions, chances, ahead=False)
        return float(masses @ chances @ guesses / masses.sum())

    def _after(
        self, places: list[WeightedNode], record: ActionRecord, seen: Observation
    ) -> list[WeightedNode]:
        faced = max(seen.bets)
        after_call = seen.pot + faced - seen.bets[seen.seat]
        player = int(seen.seat != seen.button)
        moves = moves_from(self.values.tree, places, record, faced, after_call, player)
        return places_after(moves)

    def _done(self, record: ActionRecord, action: Action, seen: Observation, player: int) -> float:
        """Advance to the blueprint's nodes after an action, unless the action is a fold.

        Args:
            record: the action as recorded.
            action: the action in its plain form.
            seen: the observation of the player before the action.
            player: the player who acts, 0 or 1.

        Returns:
            The chips that the button wins if the action ends the hand, otherwise 0.
        """
        if action.kind == "fold":
            return _folded(seen, player)
        self.places = self._after(self.places, record, seen)
        if not _closes(record, seen) or len(self.hand.actions) != len(seen.actions) + 1:
            return 0.0
        paid = list(seen.paid)
        paid[seen.seat] += record.chips
        # Chips that one player has put in and the other player has not matched are returned. Only
        # the big blind pays an ante that nobody has to match.
        matched, dead = min(paid), seen.pot - sum(seen.paid)
        return self._share_at_end() * (2 * matched + dead) - matched

    # --- showdowns --------------------------------------------------------------------------------

    def _river_share(self, weights: Sequence[NDArray[np.float64]]) -> float:
        """Return the button's share of the pot at a showdown on the river.

        Args:
            weights: for each player float64[1326], the weights of their combos.
        """
        wins = (weights[0] * combos_on_board(self.board).shares(weights[1])).sum()
        meet = (weights[0] * facing(weights[1])).sum()
        # If no two hands can be held at once, the sum of their weights can be a rounding error.
        return float(wins / meet) if meet > 0 else 0.5

    def _share_at_end(self) -> float:
        """Return the button's mean share of the pot over all cards that can still be dealt."""
        weights = self.followed.weights
        if len(self.board) == 5:
            return self._river_share(weights)
        if not self.board:
            whole = (weights[0] * facing(weights[1])).sum()
            return float(weights[0] @ preflop_shares() @ weights[1] / whole)
        # Average the shares computed from the actual hand of each player: both have the same mean.
        shares = []
        for player in range(2):
            combo, others = self.holes[player], weights[1 - player]
            whole = facing(others)[combo]
            share = float((exact_shares_of(_hole(combo), self.board) * others).sum() / whole)
            shares.append(share if player == 0 else 1 - share)
        return sum(shares) / 2


@cache
def preflop_shares() -> NDArray[np.float64]:
    """Return each combo's equity against each other combo before the flop: float64[1326, 1326].

    The entry of two combos that share a card is 0.
    """
    return np.stack([exact_shares_of(_hole(combo), ()) for combo in range(COMBO_COUNT)])


@lru_cache(COMBO_COUNT)
def _hole(combo: int) -> CardSet:
    from handsight.ranges.combos import MASKS

    return CardSet.from_mask(MASKS[combo])


def _combo_of(hole: object) -> int:
    if not isinstance(hole, tuple):
        raise ArenaError("the cards of a player are not known")
    return combo_number(*(card.index for card in hole))


def _three(rng: np.random.Generator, size: int) -> list[int]:
    """Draw three different whole numbers below ``size``."""
    drawn: list[int] = []
    while len(drawn) < 3:
        number = int(rng.integers(size))
        if number not in drawn:
            drawn.append(number)
    return drawn


def _is_for_all(decision: KnownDecision) -> bool:
    """Check whether the policy at a decision is known with all hands, not only the actual hand."""
    return decision.table is not None and len(decision.combos) > 1


def _place(table: PolicyTable, action: Action) -> int:
    """Return the column of an action in a policy table; for an unlisted raise, that of `ANY_RAISE`.

    Raises:
        ArenaError: if the table has no such column.
    """
    for named in (action, ANY_RAISE) if action.kind == "raise" else (action,):
        if named in table.actions:
            return table.actions.index(named)
    raise ArenaError(f"{action} happened, but the player's policy never takes that action")


def _folded(seen: Observation, player: int) -> float:
    """Return the chips that the button wins if the player to act folds.

    Args:
        seen: the observation of the player to act.
        player: this player: 0 on the button, otherwise 1.
    """
    return float(-seen.paid[seen.seat] if player == 0 else seen.pot - seen.paid[seen.button])


def _recorded(action: Action, seen: Observation) -> ActionRecord:
    """Return the record of a hypothetical call or raise; a raise of unknown size is pot-sized."""
    legal = seen.legal
    if action.kind == "raise":
        total = action.amount or legal.share_of_pot(1, 1)
        chips = total - legal.bet
        done = Action.raise_to(total)
    else:
        chips, done = legal.call_cost, Action.call()
    return ActionRecord(seen.street, seen.seat, done, chips, chips == legal.stack)


def _closes(record: ActionRecord, seen: Observation) -> bool:
    """Check whether a check, call or raise between two players ends the street."""
    if record.action.kind in ("bet", "raise"):
        return False
    is_answer = any(each.street == seen.street for each in seen.actions)
    return is_answer or seen.legal.call_cost == seen.legal.stack > 0
