"""The independent chip model (ICM): what tournament stacks are worth in prize money.

Two models define the probability of each finishing order. In both, what happens next depends only
on who is left and not on how the other players went out. So the sum over n! orders reduces to a sum
over the 2**n sets of players.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from math import isfinite
from typing import TYPE_CHECKING, SupportsFloat

import numpy as np

from handsight.errors import NoExactMethodError, OptionError
from handsight.runtime.chunks import map_chunks
from handsight.runtime.integers import ABOVE_0, is_whole, require_drawable
from handsight.runtime.notebooks import ShownInNotebooks
from handsight.runtime.seeds import raw_words, seed_or_fresh

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from numpy.typing import NDArray

    from handsight.runtime.chunks import Progress

MODELS = ("malmuth-harville", "malmuth-weitzman")
METHODS = ("auto", "exact", "monte_carlo")
MOST_EXACT = 20
"""The maximum number of players with chips for an exact sum, which takes about a second."""

MOST_PLAYERS = 10_000
MOST_CHIPS, LEAST_SHARE = 1e15, 1e-12
"""Limits of the stacks: the sum of all is below the first number, and the share of this sum in a
stack with chips is at least the second.

Within these limits, floats are precise.
"""

TRIALS = 100_000
"""The default number of tournaments in a sample."""

DRAWS = 1 << 18
"""The approximate number of random numbers in a chunk of a sample."""


@dataclass(frozen=True, slots=True, repr=False)
class IcmPlayer(ShownInNotebooks):
    """The value of one player's stack in prize money.

    Attributes:
        stack: the player's chips.
        equity: the expected prize money, in the unit of the payouts.
        places: the probability of finishing in each paid place, the first place first.
        stderr: the standard error of the equity; None if it is exact. In a sample, it is 0 for a
            player without chips.

    Example:
        >>> player = icm([50, 30, 20], [70, 30]).players[0]
        >>> round(player.equity, 2), [round(share, 3) for share in player.places]
        (45.18, [0.5, 0.339])
    """

    stack: float
    equity: float
    places: tuple[float, ...]
    stderr: float | None = None


@dataclass(frozen=True, slots=True, repr=False)
class IcmEquity(ShownInNotebooks):
    """The value of all stacks of a tournament in prize money.

    Attributes:
        players: the value of each player's stack, in the order of the stacks.
        payouts: the prize money of each paid place, the first place first.
        model: the model of finishing orders: one of `MODELS`.
        method: ``"exact"`` for a sum over all orders in floating point, or ``"monte_carlo"``.
        trials: the number of tournaments in the sample; None if exact, like ``seed``.
        seed: the seed of the sample.
        reason: why the method ``"auto"`` sampled; None if it did not.

    Example:
        >>> result = icm([50, 30, 20], [70, 30])
        >>> [round(player.equity, 2) for player in result.players], result.method
        ([45.18, 32.25, 22.57], 'exact')
    """

    players: tuple[IcmPlayer, ...]
    payouts: tuple[float, ...]
    model: str
    method: str
    trials: int | None = None
    seed: int | None = None
    reason: str | None = None


def icm(
    stacks: Sequence[SupportsFloat],
    payouts: Sequence[SupportsFloat],
    model: str = "malmuth-harville",
    method: str = "auto",
    *,
    trials: int = TRIALS,
    seed: int | None = None,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> IcmEquity:
    """Convert stacks to expected prize money.

    Malmuth-Harville draws the winner with probabilities in proportion to the stacks, then the
    second place in proportion to the other players' stacks, and so on. Malmuth-Weitzman draws the
    next player to bust in proportion to one over the stack, and splits that player's chips equally
    among all others. In both models, a player's chance of winning equals their share of the chips,
    and equal stacks are worth the same. Players without chips are out: they take the last places
    and share the prizes for these places evenly.

    Args:
        stacks: the chips of each of 1 to 10,000 players, 0 or more; at least one player must have
            chips. The sum must be below 1e15, and a stack with chips at least 1e-12 of it.
        payouts: the prize money of each paid place, the first place first. There are no more places
            than players, and no place is paid more than the place before it.
        model: ``"malmuth-harville"`` or ``"malmuth-weitzman"``.
        method: ``"exact"``, ``"monte_carlo"``, or ``"auto"``, which is exact for up to 20 players
            with chips.
        trials: the number of tournaments in a sample. With ``"malmuth-weitzman"``, the work of each
            tournament grows with the square of the number of players.
        seed: the seed of a sample; None for a fresh seed, which the result stores.
        progress: called with the number of tournaments drawn and the total; None for no calls.
        executor: runs the chunks of a sample; None for this thread. The result does not depend on
            the executor.

    Raises:
        OptionError: if the stacks, the payouts, the model or the method are invalid, or the number
            of trials or the seed of a sample is.
        NoExactMethodError: if method is ``"exact"`` and more than 20 players have chips.

    Source:
        D. A. Harville, "Assigning Probabilities to the Outcomes of Multi-Entry Competitions",
        Journal of the American Statistical Association 68, 1973; M. Malmuth, "Gambling Theory and
        Other Topics", 1987. Players call D. Weitzman's rule Malmuth-Weitzman; it is stated here in
        full, as we know of no paper on it. Samples of Malmuth-Harville race exponential clocks,
        which leads to the same probabilities of orders and is common for large tournaments.

    Example:
        >>> result = icm([50, 30, 20], [70, 30], "malmuth-weitzman")
        >>> [round(player.equity, 2) for player in result.players]
        [44.19, 32.32, 23.48]
    """
    chips, prizes = _stacks(stacks), _payouts(payouts, len(stacks))
    for name, value, known in (("model", model, MODELS), ("method", method, METHODS)):
        if value not in known:
            raise OptionError(f"{name} is {value!r}; it must be one of {', '.join(known)}")
    in_play = np.array([stack for stack in chips if stack])
    paid = min(len(prizes), len(in_play))
    if method == "exact" and len(in_play) > MOST_EXACT:
        raise NoExactMethodError(
            f"no exact value of {len(in_play)} stacks: all sets are counted for up to "
            f"{MOST_EXACT}; method='monte_carlo' samples them"
        )
    if method == "monte_carlo" or len(in_play) > MOST_EXACT:
        result = _sampled(chips, prizes, model, trials, seed_or_fresh(seed), progress, executor)
        why = f"all sets are gone through for up to {MOST_EXACT} players with chips"
        return result if method == "monte_carlo" else replace(result, reason=why)
    likely = {"malmuth-harville": _harville, "malmuth-weitzman": _weitzman}[model]
    return _result(chips, prizes, likely(in_play, paid), model, "exact")


# --- reading ------------------------------------------------------------------------------------


def _number(value: SupportsFloat, what: str) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        number = -1.0
    if isinstance(value, str | bool) or not isfinite(number) or number < 0:
        raise OptionError(f"{what} is {value!r}; it must be a number, 0 or more")
    return number


def _stacks(stacks: Sequence[SupportsFloat]) -> list[float]:
    chips = [_number(stack, f"stack {place}") for place, stack in enumerate(stacks, 1)]
    if not 1 <= len(chips) <= MOST_PLAYERS:
        raise OptionError(f"there are {len(chips)} stacks; there must be 1 to {MOST_PLAYERS:,}")
    total = sum(chips)
    if not 0 < total < MOST_CHIPS:
        raise OptionError(
            f"all stacks together are {total:g} chips; the sum must be above 0 and below 1e15"
        )
    for place, stack in enumerate(chips, 1):
        if 0 < stack < total * LEAST_SHARE:
            raise OptionError(f"stack {place} is {stack:g}, below {LEAST_SHARE:g} of all chips")
    return chips


def _payouts(payouts: Sequence[SupportsFloat], players: int) -> list[float]:
    prizes = [_number(prize, f"payout {place}") for place, prize in enumerate(payouts, 1)]
    if not prizes:
        raise OptionError("there are no payouts; list what each place pays, first place first")
    if len(prizes) > players:
        raise OptionError(
            f"there are {len(prizes)} payouts for {players} players; leave out places that have "
            "already been paid"
        )
    for place, (above, below) in enumerate(pairwise(prizes), 1):
        if below > above:
            raise OptionError(
                f"place {place + 1} is paid {below:g} and place {place} {above:g}; list the "
                "payouts from first place down"
            )
    return prizes


# --- all sets -----------------------------------------------------------------------------------


def _sets_by_size(players: int) -> list[NDArray[np.int64]]:
    """List all sets of players as masks, grouped by size."""
    masks = np.arange(1 << players, dtype=np.int64)
    sizes = np.zeros(len(masks), np.int64)
    for player in range(players):
        sizes += masks >> player & 1
    order = np.argsort(sizes, kind="stable")
    return np.split(order, np.cumsum(np.bincount(sizes))[:-1])


def _sums(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Sum the values of the players in each set of players: float64[2**n], indexed by mask."""
    sums = np.zeros(1)
    for value in values:
        sums = np.concatenate([sums, sums + value])
    return sums


def _harville(stacks: NDArray[np.float64], paid: int) -> NDArray[np.float64]:
    """Compute the probability that each player takes each paid place: float64[players, paid].

    The sum goes over sets from the first place down. A set contains the players who have taken the
    top places, and the chips of the other players decide who takes the next place.
    """
    players = len(stacks)
    left = _sums(stacks)[::-1]  # chips of the players who are not in the set
    likely = np.zeros(1 << players)
    likely[0] = 1
    places = np.zeros((players, paid))
    for place, sets in zip(range(paid), _sets_by_size(players), strict=False):
        for player, stack in enumerate(stacks):
            before = sets[sets >> player & 1 == 0]
            shares = likely[before] * (stack / left[before])
            places[player, place] = shares.sum()
            likely[before | 1 << player] += shares
    return places


def _weitzman(stacks: NDArray[np.float64], paid: int) -> NDArray[np.float64]:
    """Compute the probability that each player takes each paid place: float64[players, paid].

    The sum goes over sets from the last place up. A set contains the players who are left, each of
    whom has received the same share of the chips of the players who are out.
    """
    players = len(stacks)
    gone = _sums(stacks)[::-1]  # chips of the players who are not in the set
    likely = np.zeros(1 << players)
    likely[-1] = 1
    places = np.zeros((players, paid))
    by_size = _sets_by_size(players)
    for size in range(players, 0, -1):
        sets = by_size[size]
        more = gone[sets] / size
        speed = np.zeros(len(sets))
        for player, stack in enumerate(stacks):
            speed += (sets >> player & 1) / (stack + more)
        for player, stack in enumerate(stacks):
            held = np.flatnonzero(sets >> player & 1)
            shares = likely[sets[held]] / ((stack + more[held]) * speed[held])
            if size <= paid:
                places[player, size - 1] = shares.sum()
            likely[sets[held] ^ 1 << player] += shares
    return places


def _result(
    chips: Sequence[float],
    prizes: Sequence[float],
    places: NDArray[np.float64],
    model: str,
    method: str,
    errors: NDArray[np.float64] | None = None,
) -> IcmEquity:
    """Build the result of all players; players without chips share the last places evenly.

    Args:
        chips: the stacks of all players.
        prizes: the prizes of the paid places.
        places: float64[n, k], for the n players with chips, the chances of the first k places.
        model: the name of the model.
        method: how the places were computed.
        errors: float64[n], the standard errors of these players' equities; None if they are exact.
    """
    out = sum(not stack for stack in chips)
    last = np.zeros(len(prizes))
    last[len(chips) - out :] = 1 / max(1, out)
    rows, stderrs = iter(places), iter(() if errors is None else errors)
    players = []
    for stack in chips:
        row = np.zeros(len(prizes))
        if stack:
            row[: places.shape[1]] = next(rows)
        else:
            row = last
        error = None if errors is None else float(next(stderrs)) if stack else 0.0
        players.append(IcmPlayer(stack, float(row @ prizes), tuple(row.tolist()), error))
    return IcmEquity(tuple(players), tuple(prizes), model, method)


# --- samples ------------------------------------------------------------------------------------


def _sampled(
    chips: Sequence[float],
    prizes: Sequence[float],
    model: str,
    trials: int,
    seed: int,
    progress: Progress | None,
    executor: Executor | None,
) -> IcmEquity:
    if not is_whole(trials, ABOVE_0):
        raise OptionError(f"trials is {trials!r}; it must be a whole number above 0")
    require_drawable("trials", trials)
    stacks = np.array([stack for stack in chips if stack])
    paid = np.array(prizes[: len(stacks)])
    size = max(1, DRAWS // len(stacks))
    draw = partial(_draw_chunk, stacks, len(paid), model, seed, size, trials)
    finished = np.zeros((len(stacks), len(paid)))
    for number, counts in enumerate(map_chunks(draw, range(-(-trials // size)), executor), 1):
        finished += counts
        if progress is not None:
            progress(min(trials, number * size), trials)
    places = finished / trials
    spread = places @ paid**2 - (places @ paid) ** 2
    errors = np.sqrt(np.maximum(spread, 0) / trials)
    result = _result(chips, prizes, places, model, "monte_carlo", errors)
    return replace(result, trials=trials, seed=seed)


def _draw_chunk(
    stacks: NDArray[np.float64],
    paid: int,
    model: str,
    seed: int,
    size: int,
    trials: int,
    chunk: int,
) -> NDArray[np.int64]:
    """Count how often each player takes each paid place in a chunk of sampled tournaments.

    Args:
        stacks: float64[players], the chips of the players with chips.
        paid: the number of paid places.
        model: one of `MODELS`.
        seed: the seed of the sample.
        size: the number of tournaments in each chunk but the last.
        trials: the number of tournaments in the sample.
        chunk: the number of the chunk, from 0.

    Returns:
        int64[players, paid].
    """
    count = min(size, trials - chunk * size)
    players = len(stacks)
    words = raw_words(seed, chunk, count=count * players)
    chances = ((words >> np.uint64(12)).astype(np.float64) + 0.5) * 2.0**-52  # never 0 or 1
    chances = chances.reshape(count, players)
    finish = _race if model == "malmuth-harville" else _bust
    best = finish(stacks, chances)[:, :paid]
    return np.stack([np.bincount(column, minlength=players) for column in best.T], axis=1)


def _race(stacks: NDArray[np.float64], chances: NDArray[np.float64]) -> NDArray[np.int64]:
    """Order players by exponential clocks, whose rates are the stacks; the winner is first."""
    return np.argsort(-np.log(chances) / stacks, axis=1, kind="stable")


def _bust(stacks: NDArray[np.float64], chances: NDArray[np.float64]) -> NDArray[np.int64]:
    """Draw which player busts next, until one player is left; the winner is first in the result."""
    count, players = chances.shape
    chips = np.tile(stacks, (count, 1))
    order = np.empty((count, players), np.int64)
    rows = np.arange(count)
    for left in range(players, 0, -1):
        with np.errstate(divide="ignore"):
            speeds = np.cumsum(np.where(chips > 0, 1 / chips, 0.0), axis=1)
        at = np.minimum(chances[:, left - 1] * speeds[:, -1], np.nextafter(speeds[:, -1], 0))
        drawn = (speeds <= at[:, None]).sum(axis=1)
        order[:, left - 1] = drawn
        more = chips[rows, drawn] / max(1, left - 1)
        chips[rows, drawn] = 0
        chips += np.where(chips > 0, more[:, None], 0.0)
    return order
