"""How much a learned exploiter wins from an agent that plays by a blueprint.

The exploiter learns against the frozen blueprint, in the small game of buckets and few sizes. What
it wins there proves nothing about the agent. So it then plays fresh hands of the real game against
the agent itself, and only these count: whatever the exploiter learned, its winnings are a lower
bound on what the agent can lose.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from handsight.agents.equilibrium.blueprint import BlueprintPlayer
from handsight.agents.registry import is_in_file, with_class
from handsight.arena.objects import AgentSource, fresh_agent, named_agents
from handsight.arena.response.local_best_response import ResponseActions, ResponseMenu
from handsight.arena.run import run_arena
from handsight.arena.schedule import ArenaSpec, agent_of
from handsight.arena.statistics import PairStatistics, StopRule
from handsight.blueprint.best_response import ResponseTraining, response_betting
from handsight.blueprint.tree import HandBetting
from handsight.errors import OptionError
from handsight.game import Rules
from handsight.interop import build_agent
from handsight.runtime.integers import ABOVE_0, is_whole, require_drawable
from handsight.runtime.notebooks import ShownInNotebooks
from handsight.runtime.seeds import checked_seed

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from handsight.arena.results import ArenaResult
    from handsight.blueprint import Blueprint
    from handsight.blueprint.training import Watcher

NAME = "learned exploiter"
"""The name that the opponent sees."""

LEARNED_ACTIONS = "fold, call, min, 33%, all-in"
"""The default first bets on each street, besides those of the blueprint."""

LIMIT_TREE = HandBetting.limit().flop
"""The betting after the flop that tells a blueprint of fixed limit from others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnedExploitSpec:
    """The settings of `learned_exploit`: the agent, and what its exploiter may do.

    Attributes:
        agent: its name, with options, or an object, as in `ExploitSpec`. It must play by a
            blueprint.
        actions: first bets and raises of each street, as `ResponseMenu.parse` reads them, besides
            those of the blueprint. Later raises are those of the blueprint.
        hands: maximum number of hands to measure; each deal is two hands.
        stack: chips of both players before each hand, a whole number of big blinds.
        rules: the blinds; the small blind must be half the big blind.
        until: stopping rule of the measurement, as `StopRule.parse` reads it; None to play all
            hands.
        seed: seed of the training and of the measured hands.

    Raises:
        OptionError: if a value is invalid, or the agent does not play by a blueprint.

    Example:
        >>> spec = LearnedExploitSpec(agent="blueprint", actions="fold, min; flop: fold, 33%")
        >>> spec.betting.flop.split(" / ")[0], spec.betting.turn.split(" / ")[0]
        ('50%, 100%, a, 33%', '50%, 100%, a, 1c')
    """

    agent: str | AgentSource
    actions: str = LEARNED_ACTIONS
    hands: int = 1000
    stack: int = 10_000
    rules: Rules = field(default_factory=Rules)
    until: str | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        if isinstance(self.agent, str):
            object.__setattr__(self, "agent", with_class(self.agent))
        ResponseMenu.parse(self.actions)
        checked_seed(self.seed)
        for name in ("hands", "stack"):
            if not is_whole(getattr(self, name), ABOVE_0):
                raise OptionError(
                    f"{name} is {getattr(self, name)!r}; it must be a whole number above 0"
                )
            require_drawable(name, getattr(self, name))
        if self.hands % 2:
            raise OptionError(
                f"hands is {self.hands}; each deal is two hands, so it must be an even number"
            )
        if self.until is not None:
            StopRule.parse(self.until)
        rules = self.rules
        if rules.is_limit or rules.ante or rules.straddles:
            raise OptionError(
                "an exploiter learns no-limit without antes and straddles; use `exploit`, the "
                "local best response, for other games"
            )
        if 2 * rules.small_blind != rules.big_blind or self.stack % rules.big_blind:
            raise OptionError(
                f"an exploiter learns with a small blind of half the big blind and stacks of whole "
                f"big blinds, not {self.stack} chips at {rules.small_blind}/{rules.big_blind}"
            )
        self.betting.tree  # noqa: B018 - raises an error if the sizes make too many nodes

    @property
    def name(self) -> str:
        """The name of the agent."""
        ((name,), _) = named_agents((self.agent,), {})
        return name

    @property
    def player(self) -> BlueprintPlayer:
        """A new instance of the agent."""
        return _player(self.agent, self.name)

    @property
    def betting(self) -> HandBetting:
        """The betting of the exploiter."""
        blueprint = self.player.blueprint()
        if blueprint.betting.flop == LIMIT_TREE:
            raise OptionError(f"{self.name} plays fixed limit; an exploiter learns no-limit")
        menu = ResponseMenu.parse(self.actions)
        bets = [_sizes(actions) for actions in menu.streets]
        return response_betting(blueprint.betting, bets, self.stack // self.rules.big_blind)


def _player(agent: str | AgentSource, name: str) -> BlueprintPlayer:
    """Create the agent, and check that it plays by a blueprint."""
    player = None
    if not isinstance(agent, str):
        player = fresh_agent(agent, name)
    elif not is_in_file(agent):
        player = build_agent(agent_of(agent))
    if not isinstance(player, BlueprintPlayer):
        raise OptionError(
            f"{name} does not play by a blueprint, so there is no strategy to learn against; "
            "exploiters can be learned against blueprint, resolver and exploiter. A local best "
            "response works for every agent"
        )
    return player


def _sizes(actions: ResponseActions) -> str:
    """Return the sizes of actions as `HandBetting` reads them.

    Example:
        >>> _sizes(ResponseActions.parse("fold, min, 33%, pot, all-in"))
        '1c, 33%, 100%, a'
    """
    least = ["1c"] if actions.least else []  # any smaller size becomes the smallest legal one
    shares = [f"{100 * share}%" for share in actions.shares]
    return ", ".join([*least, *shares, *(["a"] if actions.all_in else [])])


@dataclass(slots=True, repr=False)
class LearnedExploitResult(ShownInNotebooks):
    """The winnings of a learned exploiter against the agent.

    Attributes:
        response: the exploiter as a blueprint.
        rounds: number of rounds that it learned.
        learned_mbb: what it won in the last rounds from the frozen blueprint on its own tree, in
            thousandths of a big blind per hand; an estimate.
        statistics: statistics of its chips in the measured hands.
        stopped: whether the stopping rule ended the measurement.
    """

    spec: LearnedExploitSpec
    response: Blueprint
    rounds: int
    learned_mbb: float
    statistics: PairStatistics
    stopped: bool = False

    @property
    def actions(self) -> str:
        """The first bets of the exploiter, besides those of the blueprint."""
        return ResponseMenu.parse(self.spec.actions).text

    @property
    def mbb(self) -> float:
        """The winnings of the exploiter in thousandths of a big blind per hand."""
        return 10 * self.statistics.bb100

    def interval(self) -> tuple[float, float]:
        """Return the 95 % interval of `mbb`; with a stopping rule it is always valid."""
        low, high = self.statistics.interval(always_valid=self.spec.until is not None)
        return 10 * low, 10 * high


LAST_ROUNDS = 20
"""The number of rounds whose winnings are averaged."""


def exploiter_training(spec: LearnedExploitSpec) -> ResponseTraining:
    """Return the training of an exploiter, before its first round.

    Args:
        spec: the agent and what the exploiter may do.
    """
    player = spec.player
    return ResponseTraining(player.blueprint(), spec.betting, spec.seed, least=player.least)


def measure_exploiter(
    spec: LearnedExploitSpec,
    training: ResponseTraining,
    *,
    workers: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> LearnedExploitResult:
    """Play what an exploiter has learned against the agent, on fresh hands.

    Args:
        training: training of the exploiter.
        workers: number of processes that play; 1 plays in this process.
        progress: called with the number of hands played and the maximum number of hands.

    Raises:
        FaultError: at the first fault of the agent.
        ArenaError: if a worker ended.
    """
    response = training.response()

    def report(so_far: ArenaResult) -> None:
        if progress is not None:
            progress(so_far.hands, spec.hands)

    with TemporaryDirectory(prefix="handsight-", ignore_cleanup_errors=True) as folder:
        file = Path(folder) / "exploiter.npz"
        response.save(file, packed=False)
        exploiter = BlueprintPlayer(name=NAME, file=str(file))
        arena = ArenaSpec(
            agents=(exploiter, spec.agent),
            stakes=spec.rules,
            stack=spec.stack,
            pairs=spec.hands // 2,
            until=spec.until,
            seed=spec.seed,
        )
        result = run_arena(arena, workers=workers, progress=report, strict=True)
    (matchup,) = result.matchups
    last = training.results[-LAST_ROUNDS:]
    return LearnedExploitResult(
        spec,
        response,
        training.rounds,
        sum(last) / max(1, len(last)),
        matchup.slots[0].statistics,
        matchup.stopped,
    )


def learned_exploit(
    spec: LearnedExploitSpec,
    rounds: int,
    *,
    workers: int = 1,
    watch: Watcher | None = None,
    progress: Callable[[int, int], None] | None = None,
    executor: Executor | None = None,
) -> LearnedExploitResult:
    """Learn to exploit an agent, and measure what that wins.

    The result depends only on the specification and the number of rounds.

    Args:
        spec: the agent and what the exploiter may do.
        rounds: maximum number of rounds to learn; each has 200 boards with 22 hands.
        workers: number of processes that play; 1 plays in this process.
        watch: called after each round with the rounds and the boards so far; it may stop the
            training.
        progress: called with the number of hands played and the maximum number of hands.
        executor: threads that learn; a training uses two.

    Raises:
        OptionError: if the number of rounds is invalid, or the tree is too large.
        FaultError: at the first fault of the agent.
        ArenaError: if a worker ended.
    """
    if not is_whole(rounds, ABOVE_0):
        raise OptionError(f"rounds is {rounds!r}; it must be a whole number above 0")
    training = exploiter_training(spec)
    training.learn(rounds, executor, watch)
    return measure_exploiter(spec, training, workers=workers, progress=progress)
