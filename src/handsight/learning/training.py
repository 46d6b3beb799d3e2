"""Training of a policy: rounds of self-play, with gradient steps after each round.

A round plays a fixed number of hands to their end, with the current policy in all seats, and then
learns from all decisions in these hands (proximal policy optimisation, Schulman et al. 2017). A
second network, the critic, judges the gain of each decision. The critic sees all players' hands:
this removes the luck of the deal from the gain, without favouring any choice. An entropy bonus,
which decreases over the rounds, keeps the policy mixed, as equilibria are. Rudolph et al. 2025
found that with such a bonus, this kind of training gets as close to equilibria as game-theoretic
methods do. The final policy has the mean of the parameters over the rounds, in which later rounds
count more.

All random draws of a round follow from the seed and the number of the round. So training that
continues from a file leads to the same bytes as uninterrupted training, on the same machine with
the same number of OpenBLAS threads (``OPENBLAS_NUM_THREADS``; the command line sets it to one).

Source:
    J. Schulman, F. Wolski, P. Dhariwal, A. Radford and O. Klimov, "Proximal Policy Optimization
    Algorithms", 2017; J. Schulman, P. Moritz, S. Levine, M. Jordan and P. Abbeel, "High-Dimensional
    Continuous Control Using Generalized Advantage Estimation", ICLR 2016; M. Rudolph, N. Lichtle,
    S. Mohammadpour, A. Bayen, J. Z. Kolter, A. Zhang, G. Farina, E. Vinitsky and S. Sokota,
    "Reevaluating Policy Gradient Methods for Imperfect-Information Games", 2025.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from handsight.blueprint.training import MOST_ROUNDS, Watcher
from handsight.envs.tables import BLINDS
from handsight.errors import InputError
from handsight.learning.inputs import buckets, critic_count, critic_inputs, policy_inputs
from handsight.learning.network import Floats, Network, Stepper, parameter_count, shares_of
from handsight.learning.policy import LearnedPolicy, PolicyGame, PolicyPoint
from handsight.learning.selfplay import Strengths, drawn, play_matches
from handsight.runtime.archives import ArchiveReader, open_archive, write_archive
from handsight.runtime.chunks import Progress
from handsight.runtime.integers import is_whole
from handsight.runtime.seeds import checked_seed

if TYPE_CHECKING:
    from numpy.typing import NDArray

KIND, VERSION = "handsight policy training", 1
TABLES = 1024
HANDS = 8
"""The number of hands that each table plays in a round."""

ROWS = 2048
"""The approximate number of decisions in a gradient step."""

PASSES = 2
"""The number of passes over the decisions of a round."""

RATE = 1e-3
SLOWING = 200
"""The number of rounds after which gradient steps and the entropy bonus have shrunk by a factor of
√2."""

ENTROPY = 0.02
CLIP = 0.2
TRACE = 0.9
"""The weight of what actually follows the player's next decision in the return of a decision (λ of
Schulman et al. 2016). The rest of the weight is on the critic's estimate at that next decision."""

AVERAGING = 4
"""How strongly the mean favours later rounds: round r counts r (r + 1) (r + 2) / 6 times as much as
round 1."""

OPPONENTS = ("now", "call", "random")
"""The opponents against which the learning curve is measured."""


class Decisions(NamedTuple):
    """The n decisions of a round, in the order in which they were taken, or a portion of them.

    Attributes:
        inputs: float32[n, inputs], the inputs of the policy's network.
        seen: float32[n, critic inputs], the inputs of the critic.
        mask: bool[n, choices], which choices were legal.
        actions: int64[n], the index of the choice that the player took.
        shares: float32[n], the probability with which this choice was drawn.
        advantages: float32[n], how far the return of each decision exceeds the critic's estimate,
            in big blinds.
        returns: float32[n], the returns, which are the targets of the critic, in stacks.
    """

    inputs: NDArray[np.float32]
    seen: NDArray[np.float32]
    mask: NDArray[np.bool_]
    actions: NDArray[np.int64]
    shares: NDArray[np.float32]
    advantages: NDArray[np.float32]
    returns: NDArray[np.float32]

    def portion(self, rows: NDArray[np.int64]) -> Decisions:
        """Return the decisions in the given rows."""
        return Decisions(*[each[rows] for each in self])  # type: ignore[arg-type]


class PolicyTraining:
    """A policy during training.

    Args:
        game: the game to learn.
        seed: the seed of all random draws.
        tables: the number of tables that play at once; None for `TABLES`.
        hands: the number of hands that each table plays in a round; None for `HANDS`.

    Attributes:
        rounds: the number of rounds so far.
        actor: the network of the current policy.
        critic: the network that judges decisions.
        average: float32[parameters], the mean of the actor's parameters over the rounds, weighted
            towards later rounds (see `AVERAGING`); the untrained parameters before the first round.
            The network of the result of `policy` has these parameters.
        snapshots: {number of rounds: value of ``average`` after them}, for 1, 2, 4, 8 ... rounds.

    Example:
        >>> training = PolicyTraining(PolicyGame(hidden=(8,)), seed=7, tables=16, hands=2)
        >>> training.learn(1)
        >>> training.rounds, training.all_hands
        (1, 32)

    Raises:
        OptionError: if the seed is invalid.
    """

    def __init__(
        self, game: PolicyGame, seed: int = 0, tables: int | None = None, hands: int | None = None
    ) -> None:
        self.game, self.seed = game, checked_seed(seed)
        self.tables = TABLES if tables is None else tables
        self.hands = HANDS if hands is None else hands
        rng = self._rng(0, 0)
        self.actor = Network.drawn(game.sizes, rng)
        self.critic = Network.drawn((critic_count(game.seats), *game.hidden, 1), rng)
        self.average: Floats = self.actor.vector.copy()
        self._steppers = Stepper(self.actor.vector.size), Stepper(self.critic.vector.size)
        self.rounds = 0
        self.snapshots: dict[int, Floats] = {}

    @property
    def all_hands(self) -> int:
        """The number of hands from which the policy has learned so far."""
        return self.rounds * self.tables * self.hands

    def learn(self, rounds: int, watch: Watcher | None = None) -> None:
        """Learn for further rounds. The state can be saved after each round, also in ``watch``.

        Args:
            rounds: the maximum number of further rounds.
            watch: called after each round with the numbers of rounds and hands since the beginning
                of the training; if it returns True, training stops.
        """
        for _ in range(rounds):
            number = self.rounds + 1
            decisions = self._played(number)
            slower = 1 / np.sqrt(1 + number / SLOWING)
            rng = self._rng(number, 1)
            for rows in _portions(len(decisions.actions), rng):
                self._step(decisions.portion(rows), slower)
            self.rounds = number
            weight = np.float32(AVERAGING / (number - 1 + AVERAGING))
            self.average += weight * (self.actor.vector - self.average)
            if number & (number - 1) == 0:
                self.snapshots[number] = self.average.copy()
            if watch is not None and watch(self.rounds, self.all_hands):
                return

    def policy(self, curve: list[PolicyPoint] | None = None) -> LearnedPolicy:
        """Return the policy learned so far.

        Args:
            curve: the strength of the policy during training, to store with the policy.
        """
        network = Network(self.game.sizes, self.average.copy())
        return LearnedPolicy(self.game, network, self.all_hands, tuple(curve or ()))

    def curve(
        self,
        pairs: int = 8192,
        progress: Progress | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> list[PolicyPoint]:
        """Measure all snapshots and the current policy against each of `OPPONENTS`.

        Before the first round there is nothing to measure, so the list is empty.

        Args:
            pairs: the number of pairs of mirrored hands for each point; all points get the same
                cards.
            progress: called before each snapshot is measured, with the number of snapshots measured
                so far and the total. Each snapshot has one point for each opponent.
            stop: called after each point. Once it returns True, the method returns the points
                measured so far.
        """
        now = self.policy()
        points: list[PolicyPoint] = []
        numbers = sorted({*self.snapshots, self.rounds} - {0})
        for place, number in enumerate(numbers):
            if progress:
                progress(place, len(numbers))
            network = Network(self.game.sizes, self.snapshots.get(number, self.average))
            for opponent in OPPONENTS:
                then = LearnedPolicy(self.game, network)
                other = now if opponent == "now" else opponent
                mean, error = play_matches(then, other, pairs, self.seed)
                hands = number * self.tables * self.hands
                points.append(PolicyPoint(hands, opponent, mean, error))
                if stop is not None and stop():
                    return points
        return points

    # --- learning ---------------------------------------------------------------------------------

    def _rng(self, number: int, purpose: int) -> np.random.Generator:
        return np.random.default_rng(np.random.SeedSequence(self.seed, spawn_key=(number, purpose)))

    def _played(self, number: int) -> Decisions:
        """Play the hands of a round to their end, with the current policy in all seats."""
        game, batch = self.game, self.game.batch(self.tables)
        rng = self._rng(number, 0)
        rows, mask = batch.reset(int(rng.integers(1 << 53)))
        strengths = Strengths(batch)
        steps: list[tuple[NDArray[Any], ...]] = []
        links = _Links(self.tables, game.seats)
        while len(live := np.flatnonzero(batch.hands < self.hands)):
            actors = batch.actors[live]
            all_strengths = strengths.now()
            own = all_strengths[live, actors]
            inputs = policy_inputs(rows[live], own, BLINDS.big_blind)
            others = (actors[:, None] + np.arange(1, game.seats)) % game.seats
            seen = critic_inputs(inputs, rows[live], all_strengths[live[:, None], others, 0])
            shares = shares_of(self.actor(inputs), mask[live])
            chosen = drawn(shares, rng.random(len(live), np.float32))
            actions = np.ones(self.tables, np.int32)  # tables with a finished hand get calls
            actions[live] = chosen
            taken = shares[np.arange(len(live)), chosen]
            steps.append((inputs, seen, mask[live], chosen, taken))
            step = batch.step(actions)
            links.add(live, actors, step.done[live], step.rewards[live])
            rows, mask = step.observations, step.mask
        inputs, seen, legal, chosen, taken = map(np.concatenate, zip(*steps, strict=True))
        values = self.critic(seen)[:, 0]
        stack = np.float32(game.stack * BLINDS.big_blind)
        returns = links.returns(values, stack)
        advantages = np.asarray((returns - values) * game.stack, np.float32)
        return Decisions(inputs, seen, legal, chosen, taken, advantages, returns)

    def _step(self, part: Decisions, slower: float) -> None:
        """Update both networks by one gradient step on a portion of the decisions."""
        slopes, values = policy_slopes(self.actor, part, ENTROPY * slower)
        gradient = self.actor.gradient(values, slopes)
        self._steppers[0].step(self.actor.vector, gradient, RATE * slower)
        values = self.critic.passed(part.seen)
        errors = (values[-1][:, 0] - part.returns)[:, None] / np.float32(len(part.returns))
        gradient = self.critic.gradient(values, errors)
        self._steppers[1].step(self.critic.vector, gradient, RATE * slower)

    # --- files ------------------------------------------------------------------------------------

    def _question(self) -> dict[str, Any]:
        """Return the settings on which the learned policy depends, as JSON-compatible data."""
        return {
            "game": self.game.fields(),
            "buckets": buckets().digest,
            "seed": self.seed,
            "tables": self.tables,
            "hands": self.hands,
        }

    def _arrays(self) -> dict[str, Floats]:
        """Return the arrays that training needs to continue, by name."""
        return {
            "actor": self.actor.vector,
            "average": self.average,
            "actor_first": self._steppers[0].first,
            "actor_second": self._steppers[0].second,
            "critic": self.critic.vector,
            "critic_first": self._steppers[1].first,
            "critic_second": self._steppers[1].second,
        }

    def save(self, path: Path | str) -> None:
        """Write everything that training needs to continue.

        Args:
            path: the path of the file; an existing file is replaced once the new file is complete.

        Raises:
            OSError: if the file cannot be written.
        """
        steps = [stepper.steps for stepper in self._steppers]
        head = {**self._question(), "rounds": self.rounds, "steps": steps}
        arrays = self._arrays()
        arrays |= {f"average_{number}": each for number, each in self.snapshots.items()}
        write_archive(path, KIND, VERSION, head, arrays)

    def load(self, path: Path | str) -> None:
        """Restore the state of a training from a file, to continue from there.

        Args:
            path: a file that `save` wrote in a training with the same game, seed, tables and hands.

        Raises:
            InputError: if the file is damaged, or belongs to another training.
            OSError: if the file cannot be read.
        """
        with open_archive(path, KIND, VERSION) as archive:
            head = archive.head
            for name, mine in self._question().items():
                if head[name] != mine:
                    raise InputError(f"its {name} is {head[name]}, but this training has {mine}")
            rounds, steps = head["rounds"], head["steps"]
            if not is_whole(rounds, range(MOST_ROUNDS + 1)):
                raise InputError(f"rounds is {rounds!r}")
            if len(steps) != 2 or not all(is_whole(each, range(1 << 53)) for each in steps):
                raise InputError(f"steps is {steps!r}")
            held = {
                name: _finite(archive, name, mine.size) for name, mine in self._arrays().items()
            }
            size = parameter_count(self.game.sizes)
            snapshots = {
                1 << n: _finite(archive, f"average_{1 << n}", size)
                for n in range(rounds.bit_length())
            }
        for name, mine in self._arrays().items():
            mine[:] = held[name]
        for stepper, count in zip(self._steppers, steps, strict=True):
            stepper.steps = count
        self.rounds, self.snapshots = rounds, snapshots


def policy_slopes(actor: Network, part: Decisions, entropy: float) -> tuple[Floats, list[Floats]]:
    """Return the derivatives of the loss with respect to the outputs of a policy.

    The loss is the mean over the decisions of two terms. The first term is minus the advantage, in
    units of the standard deviation of these decisions' advantages, times the ratio of the new to
    the old probability of the choice. It has no slope where this ratio has already moved in the
    direction of the advantage by at least `CLIP`. The second term is minus the entropy bonus.

    Args:
        actor: the network of the policy.
        part: the decisions.
        entropy: the weight of the entropy bonus.

    Returns:
        The derivatives, floats[n, choices], and the result of `Network.passed`.
    """
    values = actor.passed(part.inputs)
    shares = shares_of(values[-1], part.mask)
    count = len(shares)
    places = np.arange(count), part.actions
    ratio = shares[places] / part.shares
    gain = part.advantages / (part.advantages.std() + np.float32(1e-6))
    open_ones = np.where(gain > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
    force = np.where(open_ones, gain * ratio, 0)
    slopes = shares * force[:, None]
    slopes[places] -= force
    logs = np.log(np.maximum(shares, np.float32(1e-12)))
    mean = (shares * logs).sum(1, keepdims=True)
    slopes += np.asarray(entropy, shares.dtype) * shares * (logs - mean)
    slopes /= count
    return slopes, values


class _Links:
    """Links from each decision to the player's next decision in the hand, or to their winnings."""

    def __init__(self, tables: int, seats: int) -> None:
        self._latest = np.full((tables, seats), -1)
        self._count = 0
        self._begins = [0]
        self._pairs: list[tuple[NDArray[np.int64], NDArray[np.int64]]] = []
        self._ends: list[tuple[NDArray[np.int64], NDArray[np.int32]]] = []

    def add(
        self,
        tables: NDArray[np.int64],
        actors: NDArray[np.int64],
        done: NDArray[np.bool_],
        rewards: NDArray[np.int32],
    ) -> None:
        """Add one decision at each of n tables.

        Args:
            tables: int64[n], the tables of the decisions.
            actors: int64[n], the seats of the players who decided.
            done: bool[n], whether the hand ended after the decision.
            rewards: int32[n, seats], the chips that each seat won if the hand ended.
        """
        numbers = self._count + np.arange(len(tables))
        before = self._latest[tables, actors]
        self._pairs.append((before[before >= 0], numbers[before >= 0]))
        self._latest[tables, actors] = numbers
        last = self._latest[tables[done]]
        self._ends.append((last[last >= 0], rewards[done][last >= 0]))
        self._latest[tables[done]] = -1
        self._count += len(tables)
        self._begins.append(self._count)

    def returns(self, values: Floats, stack: np.float32) -> NDArray[np.float32]:
        """Return the target of the critic at each decision, in stacks: float32[n].

        Args:
            values: floats[n], the critic's current estimate at each decision, in stacks.
            stack: the chips of a stack.
        """
        following = np.full(self._count, -1)
        result = np.zeros(self._count, np.float32)
        for before, after in self._pairs:
            following[before] = after
        for last, won in self._ends:
            result[last] = won / stack
        for begin, end in reversed(list(zip(self._begins, self._begins[1:], strict=False))):
            after = following[begin:end]
            here, there = begin + np.flatnonzero(after >= 0), after[after >= 0]
            result[here] = TRACE * result[there] + (1 - TRACE) * values[there]
        return result


def _portions(count: int, rng: np.random.Generator) -> Iterator[NDArray[np.int64]]:
    """Yield all decisions in portions of about `ROWS`, in a new random order for each pass."""
    for _ in range(PASSES):
        yield from np.array_split(rng.permutation(count), max(count // ROWS, 1))


def _finite(archive: ArchiveReader, name: str, size: int) -> Floats:
    array = archive.array(name, "<f4", (size,)).copy()
    if not np.isfinite(array).all():
        raise InputError(f"some numbers of {name} are not finite")
    return array
