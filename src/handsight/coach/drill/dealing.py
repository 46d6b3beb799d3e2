"""Deals of decisions from a strategy: as often as they occur in play, or in one named spot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from handsight.cards import Card
from handsight.cards.card import STREETS
from handsight.charts import names
from handsight.charts.chart import strategy_with_values
from handsight.charts.lines import COMBOS, decision_of
from handsight.charts.names import action_of, position_of, without_table
from handsight.charts.spots import spot
from handsight.coach.drill.kind import STACK, Draws
from handsight.errors import InputError, OptionError
from handsight.game import Action, HandCursor, HandState, Rules, position_names
from handsight.ranges.combos import CLASSES, COMBOS_OF
from handsight.ranges.combos import COMBOS as PAIRS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from handsight.blueprint.blueprint import PlayedStrategy
    from handsight.coach.drill.kind import DrillTable
    from handsight.game import Observation
    from handsight.ranges import Range

RULES = Rules(small_blind=50, big_blind=100)

MOST_DECISIONS = {"preflop": 12, "flop": 4, "turn": 4, "river": 4}
"""The number of a hand's decisions on each street that can be drawn; a hand rarely has more."""

MOST_DEALS = 20_000
"""The number of deals after which the search for a decision fails."""


def deal_decision(table: DrillTable, street: str, seed: int) -> Observation:
    """Deal hands and play them with the strategy until one yields a decision on a street.

    All decisions are equally likely, so each kind comes up as often as in the strategy's own games.
    After the flop, only decisions between two players count.

    Args:
        table: the table and the spot to which the drill is limited.
        street: ``preflop``, ``flop``, ``turn`` or ``river``.
        seed: selects the hand.

    Raises:
        OptionError: if there is no strategy for the table.
        InputError: if the table's spot cannot be read, or 20,000 deals yield no such decision.
    """
    players, stack = table_of(table)
    strategy, _ = strategy_with_values(players, stack, "")
    most = MOST_DECISIONS[street]
    for number in range(MOST_DEALS):
        draws = Draws(seed, number)
        cursor = _dealt(table, strategy, street, draws)
        if table.spot and street == STREETS[0]:
            return cursor.observation()
        found = _decisions(strategy, cursor, street, draws)
        place = draws.below(most)  # a hand with more decisions is drawn more often
        if place < len(found):
            return found[place]
    raise InputError(f"no decision on the {street} came in {MOST_DEALS:,} hands")


def table_of(table: DrillTable) -> tuple[int, int]:
    """Return the number of players and the stack in big blinds; a spot's name can override both."""
    named = without_table(table.spot)
    return named.players or table.players, named.stack or table.stack or STACK


def is_postflop(table: DrillTable) -> bool:
    """Check whether the name of a table's spot means a spot on the flop rather than a chart.

    Raises:
        InputError: if the name means neither.
        OptionError: if there is no strategy for the table.
    """
    players, stack = table_of(table)
    try:
        spot(full_name(table))
    except InputError as error:
        if isinstance(error, OptionError):
            raise
        strategy, _ = strategy_with_values(players, stack, "")
        parts = without_table(table.spot).parts
        try:
            decision_of(strategy, ", ".join(parts))
        except InputError as other:
            raise (error if len(parts) > 1 else other) from None
        return False
    return True


def full_name(table: DrillTable) -> str:
    """Return the name of a table's spot with the number of players and the stack."""
    players, stack = table_of(table)
    return f"{', '.join(without_table(table.spot).parts)}, {players} players, {stack}bb"


# --- deals ----------------------------------------------------------------------------------------


def _dealt(table: DrillTable, strategy: PlayedStrategy, street: str, draws: Draws) -> HandCursor:
    """Return a hand at its start, or after the preflop actions that lead to the table's spot."""
    players, stack = table_of(table)
    seed = draws.below(2**53)
    if not table.spot:
        return _led((), players, stack, {}, seed)
    seats = _seats(players)
    if street == STREETS[0]:
        at = decision_of(strategy, ", ".join(without_table(table.spot).parts))
        player = strategy.tree.acting(at.node)[0]
        name = CLASSES[draws.weighted((at.reach[player] * COMBOS).tolist())]
        combo = COMBOS_OF[name][draws.below(len(COMBOS_OF[name]))]
        position = strategy.positions[player]
        holes = {seats[position]: PAIRS[combo]}
        return _led(at.words, players, stack, holes, seed, position)
    found = spot(full_name(table))
    hands = _two_hands(found.oop, found.ip, draws)
    pair = sorted({word.split()[0] for word in found.line}, key=lambda each: seats[each])
    named = dict(zip((seats[each] for each in pair), hands, strict=True))
    return _led(found.line, players, stack, named, seed)


def _two_hands(oop: Range, ip: Range, draws: Draws) -> tuple[tuple[int, int], tuple[int, int]]:
    """Draw two hands that share no card from two ranges."""
    weights = [each.weights.tolist() for each in (oop, ip)]
    while True:
        one, other = (PAIRS[draws.weighted(each)] for each in weights)
        if not set(one) & set(other):
            return one, other


def _seats(players: int) -> dict[str, int]:
    """Return {position: seat} at a table whose last seat has the button."""
    blind = 0 if players == 2 else None
    return {name: seat for seat, name in position_names(range(players), blind).items()}


def _led(
    words: Sequence[str],
    players: int,
    stack: int,
    holes: dict[int, tuple[int, int]],
    seed: int,
    hero: str = "",
) -> HandCursor:
    """Return a hand after some actions before the flop.

    Args:
        words: the actions, as in `handsight.charts.lines.Reached`; everybody else folds.
        players: the number of players.
        stack: the stack of each player in big blinds.
        holes: known hole cards by seat.
        seed: seed of the other cards.
        hero: the position of the player whose decision follows; empty to go on to the flop.
    """
    cards = {seat: [Card(card) for card in pair] for seat, pair in holes.items()}
    chips = [stack * RULES.big_blind] * players
    state = HandState.start(RULES, chips, button=players - 1, seed=seed, holes=cards)
    cursor, left = HandCursor(state), list(words)
    names_of = {seat: name for name, seat in _seats(players).items()}
    while left or hero or (words and cursor.state.street == STREETS[0]):
        position = names_of[cursor.state.actor]
        if left and position == left[0].split()[0]:
            cursor.apply(_action(left.pop(0)))
        elif not left and position == hero:
            break
        else:
            cursor.apply(Action.fold())
    return cursor


def _action(words: str) -> Action:
    """Return the action that words such as ``BTN raises to 2 bb`` describe."""
    position, _, told = words.partition(" ")
    meant = action_of(names.ALL_IN if told == "goes all-in" else told)
    if meant is None or position_of(position) is None:
        raise InputError(f"{words!r} is not an action before the flop")
    if meant.size is not None:
        return Action.raise_to(round(meant.size * RULES.big_blind))
    return Action(meant.kind)


def _decisions(
    strategy: PlayedStrategy, cursor: HandCursor, street: str, draws: Draws
) -> list[Observation]:
    """Play a hand with the strategy up to the end of a street, and return the decisions on it.

    No decision is returned if the hand leaves the strategy's tree.
    """
    found: list[Observation] = []
    last = STREETS.index(street)
    while not cursor.state.is_over and STREETS.index(cursor.state.street) <= last:
        seen = cursor.observation()
        shares = strategy.shares(seen)
        if not shares:
            return []
        if seen.street == street and (street == STREETS[0] or len(seen.players) == 2):
            found.append(seen)
        actions = list(shares)
        cursor.apply(actions[draws.weighted(list(shares.values()))])
    return found
