"""Simulates many hands between players who act at random, in seeded chunks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from handsight.cards import CardsLike, parse_cards, refuse_shared, require_count
from handsight.cards.card import DECK_SIZE
from handsight.errors import OptionError
from handsight.game.rules import Rules
from handsight.game.setup import Seating, placed
from handsight.kernels.game import state as at
from handsight.runtime.chunks import map_chunks
from handsight.runtime.integers import ABOVE_0, NOT_NEGATIVE, is_whole, require_drawable
from handsight.runtime.seeds import raw_words, seed_or_fresh

if TYPE_CHECKING:
    from concurrent.futures import Executor

    import numpy as np
    from numpy.typing import NDArray

    from handsight.kernels.game.simulation import SimulationPlan

CHUNK = 1 << 16
"""Number of hands in a chunk. The seed and the number of a chunk determine its random stream."""

MOST_SIMULATED = range(1, 1 << 22)
"""Stacks allowed in a simulation; they are so small that random amounts are almost uniform."""


@dataclass(frozen=True, slots=True)
class Mixture:
    """A player who folds, calls or raises at random, without looking at their cards.

    If no raise is possible or folding is not allowed, the player calls or checks instead. The
    amount of a raise is uniform over the legal street totals.

    Attributes:
        fold: the weight of folding.
        call: the weight of checking or calling.
        bet: the weight of betting or raising.

    Example:
        >>> Mixture(fold=1, call=1, bet=1).bounds(300)
        (100, 200)
    """

    fold: int = 1
    call: int = 1
    bet: int = 1

    def __post_init__(self) -> None:
        weights = (self.fold, self.call, self.bet)
        if not all(is_whole(weight, NOT_NEGATIVE) for weight in weights) or not sum(weights):
            raise OptionError(
                f"the weights {weights} are not a mixture; they must be integers from 0 up, not "
                "all 0"
            )

    def bounds(self, one: int) -> tuple[int, int]:
        """Return the two limits by which a random number below ``one`` picks an action.

        A number below the first limit is a fold, any other number below the second limit is a check
        or call, and all other numbers are bets or raises.
        """
        total = self.fold + self.call + self.bet
        return one * self.fold // total, one * (self.fold + self.call) // total


@dataclass(frozen=True, slots=True)
class PlayerTotals:
    """Exact results of one player over many hands.

    Attributes:
        hands: number of hands.
        chips: chips won minus chips lost.
        squares: the sum over all hands of the squared chips won or lost.
        hands_won: number of hands in which the player won chips.
        hands_lost: number of hands in which the player lost chips.
        chips_won: chips won in the hands that the player won.
        chips_lost: chips lost in the hands that the player lost.
        showdowns: number of hands in which the player's cards were compared with others.
    """

    hands: int
    chips: int
    squares: int
    hands_won: int
    hands_lost: int
    chips_won: int
    chips_lost: int
    showdowns: int

    @property
    def mean(self) -> float:
        """Mean chips won per hand; negative if the player lost more than they won."""
        return self.chips / self.hands

    @property
    def standard_error(self) -> float:
        """The standard error of `mean`; 0 for one hand."""
        if self.hands < 2:
            return 0.0
        spread = self.squares - self.chips * self.chips / self.hands
        return sqrt(max(spread, 0.0) / (self.hands - 1) / self.hands)


@dataclass(frozen=True, slots=True)
class SimulationResult:
    """Results of hands between players who act at random; the same seed repeats the same hands.

    Attributes:
        players: the results of each player.
        hands: number of hands.
        actions: number of actions in all hands.
        seed: seed of cards and actions.
    """

    players: tuple[PlayerTotals, ...]
    hands: int
    actions: int
    seed: int


class Chunk(NamedTuple):
    """One chunk of a simulation, as a task for an executor.

    Attributes:
        plan: the rules, the stacks, the known cards and the players.
        hands: number of hands in the chunk.
        seed: seed of the whole simulation.
        number: number of the chunk, from 0.
    """

    plan: SimulationPlan
    hands: int
    seed: int
    number: int


def simulate(
    rules: Rules,
    stacks: Sequence[int],
    strategies: Sequence[Mixture],
    hands: int,
    *,
    holes: Sequence[CardsLike | None] = (),
    seed: int | None = None,
    executor: Executor | None = None,
) -> SimulationResult:
    """Play many hands between players who act at random.

    Stacks are reset before every hand, and the players move around the button: in hand h of a
    chunk, from 0, player p sits h seats further on than in the first hand. The result depends on
    the seed, but not on the executor.

    Args:
        rules: the rules of the table.
        stacks: chips of each player, 1 to 4,194,303.
        strategies: how each player acts.
        hands: number of hands.
        holes: the two hole cards of each player, or None to draw them; empty to draw all cards.
        seed: seed of cards and actions; None for a fresh seed.
        executor: executor that plays the chunks; None plays them in this process.

    Raises:
        OptionError: if the number of hands, the seed, a stack or a forced bet is invalid, or if the
            numbers of stacks, strategies and holes differ.
        UnknownCardError: if a symbol is not a card.
        DuplicateCardError: if a card appears twice.
        CardCountError: if the number of cards is wrong.

    Example:
        >>> result = simulate(Rules(), [2000, 2000], [Mixture(), Mixture()], 1000, seed=7)
        >>> sum(player.chips for player in result.players), result.hands
        (0, 1000)
    """
    import numpy as np

    from handsight.kernels.game.simulation import COLUMNS

    if not is_whole(hands, ABOVE_0):
        raise OptionError(f"hands is {hands!r}; it must be a positive integer")
    require_drawable("hands", hands)
    plan = _plan(rules, stacks, strategies, holes)
    named = seed_or_fresh(seed)
    totals = np.zeros((len(stacks), COLUMNS), object)  # Python integers, which do not overflow
    actions = 0
    for steps, counted in map_chunks(play_chunk, _chunks(plan, hands, named), executor):
        totals += counted
        actions += steps
    players = tuple(PlayerTotals(*row) for row in totals.tolist())
    return SimulationResult(players, hands, actions, named)


def play_chunk(chunk: Chunk) -> tuple[int, NDArray[np.int64]]:
    """Play the hands of one chunk.

    Returns:
        The number of actions taken, and the totals as int64[players, COLUMNS].
    """
    import numpy as np

    from handsight.kernels.game.simulation import COLUMNS, STATE_WORDS, play_hands

    words = raw_words(chunk.seed, chunk.number, count=STATE_WORDS)
    totals = np.zeros((chunk.plan.stacks.size, COLUMNS), np.int64)
    return int(play_hands(chunk.plan, chunk.hands, words, totals)), totals


def _chunks(plan: SimulationPlan, hands: int, seed: int) -> Iterator[Chunk]:
    for number, begin in enumerate(range(0, hands, CHUNK)):
        yield Chunk(plan, min(CHUNK, hands - begin), seed, number)


def _plan(
    rules: Rules,
    stacks: Sequence[int],
    strategies: Sequence[Mixture],
    holes: Sequence[CardsLike | None],
) -> SimulationPlan:
    import numpy as np

    from handsight.kernels.game.simulation import CHANCE_ONE, SimulationPlan

    for stack in stacks:
        if not is_whole(stack, MOST_SIMULATED):
            raise OptionError(
                f"a stack is {stack!r}; it must be from 1 to {MOST_SIMULATED[-1]} chips"
            )
    if len(strategies) != len(stacks) or len(holes) not in (0, len(stacks)):
        raise OptionError(
            f"{len(stacks)} stacks, {len(strategies)} strategies and {len(holes)} holes; give one "
            "of each for every player, or no holes at all"
        )
    known = _known(holes or [None] * len(stacks))
    pack = [card for card in range(DECK_SIZE) if card not in set(known)]
    template = placed(rules, Seating.of(stacks, 0), None, None).copy()
    return SimulationPlan(
        template,
        np.array(stacks, np.int64),
        np.array(known, np.int64),
        np.array(pack, np.int64),
        np.array([player.bounds(CHANCE_ONE) for player in strategies], np.int64),
    )


def _known(holes: Sequence[CardsLike | None]) -> list[int]:
    named = {f"the hole of player {n}": cards for n, cards in enumerate(holes)}
    parsed = {where: parse_cards(cards or "", where) for where, cards in named.items()}
    for where, cards in parsed.items():
        require_count(cards, where, (0, at.HOLE_CARDS))
    refuse_shared(parsed)
    return [
        card
        for cards in parsed.values()
        for card in ([each.index for each in cards] or [at.NO_CARD] * at.HOLE_CARDS)
    ]
