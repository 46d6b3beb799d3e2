"""How much a learned exploiter wins from an agent that plays by a blueprint.

The exploiter learns against the frozen blueprint, in the small game of buckets and few sizes. What
it wins there proves nothing about the agent. So it then plays fresh hands of the real game against
the agent itself, and only these count: whatever the exploiter learned, its winnings are a lower
bound on what the agent can lose. Luck is removed by AIVAT, which leaves the mean as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from handsight.agents import AgentSpec
from handsight.agents.equilibrium.blueprint import BlueprintPlayer
from handsight.agents.equilibrium.fallback import BucketFallback
from handsight.agents.registry import is_in_file
from handsight.arena.response.exploitation import MirroredWinnings
from handsight.arena.response.local_best_response import ResponseActions, ResponseMenu
from handsight.arena.run import worker_processes
from handsight.arena.schedule import ArenaSpec, agent_of
from handsight.arena.statistics import PairStatistics, StopRule
from handsight.arena.variance.aivat_replay import CorrectedHand, ReplayTask, replay_block
from handsight.blueprint.best_response import (
    ResponseTraining,
    require_numbers,
    response_betting,
)
from handsight.blueprint.tree import HandBetting
from handsight.errors import OptionError
from handsight.game import Rules
from handsight.interop import build_agent
from handsight.runtime.chunks import map_chunks
from handsight.runtime.integers import ABOVE_0, is_whole, require_drawable
from handsight.runtime.notebooks import ShownInNotebooks
from handsight.runtime.seeds import checked_seed

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from handsight.blueprint import Blueprint
    from handsight.blueprint.training import Watcher

NAME = "blueprint#2"
"""The name of the exploiter in the arena that measures it: the agent is perhaps `blueprint`."""

BLOCK = 10
"""The number of pairs that a worker plays at once."""

SEATS = 2
"""The number of threads that can learn: one for each seat."""

FINEST = 1_000_000
"""Chips without luck are rounded to this fraction of a chip, so that sums are exact."""

LEARNED_ACTIONS = ("fold, call, min, 33%, 200%, all-in", "fold, call, min, all-in", "fold, call")
"""The default first bets on each street, besides those of the blueprint: the first of these texts
whose tree is small enough."""

LIMIT_TREE = HandBetting.limit().flop
"""The betting after the flop that tells a blueprint of fixed limit from others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnedExploitSpec:
    """The settings of `learned_exploit`: the agent, and what its exploiter may do.

    Attributes:
        agent: its name, with options. It must play by a blueprint.
        actions: first bets and raises of each street, as `ResponseMenu.parse` reads them, besides
            those of the blueprint; None for the first of `LEARNED_ACTIONS` whose tree is small
            enough. Later raises are those of the blueprint.
        hands: maximum number of hands to measure; each deal is two hands.
        stack: chips of both players before each hand, a whole number of big blinds.
        rules: the blinds; the small blind must be half the big blind.
        until: stopping rule of the measurement, as `StopRule.parse` reads it; None to play all
            hands.
        seed: seed of the training and of the measured hands.

    Raises:
        OptionError: if a value is invalid, or the agent does not play by a blueprint.

    Example:
        >>> spec = LearnedExploitSpec(agent="blueprint", actions="fold; flop: fold, min, 33%")
        >>> spec.betting.flop.split(" / ")[0], spec.betting.turn.split(" / ")[0]
        ('25%, 75%, a, 1c, 33%', '25%, 75%, a')
    """

    agent: str
    actions: str | None = None
    hands: int = 1000
    stack: int = 10_000
    rules: Rules = field(default_factory=Rules)
    until: str | None = None
    seed: int = 0

    def __post_init__(self) -> None:
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
        self.game()  # raises an error if the sizes make too many nodes

    @property
    def player(self) -> BlueprintPlayer:
        """A new instance of the agent."""
        player = _player(self.agent)
        if player is None:
            raise OptionError(
                f"{self.agent} does not play by a blueprint, so there is no strategy to learn "
                "against; exploiters can be learned against blueprint, resolver and exploiter. A "
                "local best response works against every agent"
            )
        return player

    @property
    def betting(self) -> HandBetting:
        """The betting of the exploiter."""
        return self.game()[1]

    def game(self) -> tuple[str, HandBetting]:
        """Return the actions of the exploiter, and its betting with them."""
        blueprint = self.player.blueprint()
        if blueprint.betting.flop == LIMIT_TREE:
            raise OptionError(f"{self.agent} plays fixed limit; an exploiter learns no-limit")
        texts = LEARNED_ACTIONS if self.actions is None else (self.actions,)
        stack = self.stack // self.rules.big_blind
        return _game(texts, blueprint.betting, blueprint.buckets.counts, stack)


@lru_cache(4)
def _game(
    texts: tuple[str, ...], betting: HandBetting, buckets: tuple[int, int, int, int], stack: int
) -> tuple[str, HandBetting]:
    """Return the first actions whose tree is small enough, and the betting with them.

    Raises:
        OptionError: if every tree is too large.
    """
    menus = [ResponseMenu.parse(text) for text in texts]
    refused = OptionError("no actions were given")
    for answers in (True, False):
        for menu in menus:
            bets = [_sizes(actions) for actions in menu.streets]
            wider = response_betting(betting, bets, stack, answers=answers)
            try:
                require_numbers(wider, buckets)
            except OptionError as error:
                refused = error
            else:
                return menu.text, wider
    raise refused


def plays_by_blueprint(agent: str) -> bool:
    """Return whether an agent plays no-limit by a blueprint, so that an exploiter can be learned.

    Args:
        agent: name of the agent.

    Example:
        >>> [plays_by_blueprint(name) for name in ("blueprint", "resolver", "ehs")]
        [True, True, False]
    """
    player = _player(agent)
    return player is not None and player.blueprint().betting.flop != LIMIT_TREE


def _player(agent: str) -> BlueprintPlayer | None:
    """Create an agent; None if it does not play by a blueprint."""
    player = None if is_in_file(agent) else build_agent(agent_of(agent))
    return player if isinstance(player, BlueprintPlayer) else None


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
class LearnedExploitResult(MirroredWinnings, ShownInNotebooks):
    """The winnings of a learned exploiter against the agent.

    Attributes:
        response: the exploiter as a blueprint.
        rounds: number of rounds that it learned.
        learned_mbb: what it won in the last rounds from the frozen blueprint on its own tree, in
            thousandths of a big blind per hand; an estimate.
        statistics: statistics of its chips in the measured hands, without luck, in units of 1 /
            `FINEST` chips.
        chips: total chips on the button, and in the big blind, in the same unit.
        stopped: whether the stopping rule ended the measurement.
    """

    spec: LearnedExploitSpec
    response: Blueprint
    rounds: int
    learned_mbb: float
    statistics: PairStatistics
    chips: tuple[int, int] = (0, 0)
    stopped: bool = False

    @property
    def actions(self) -> str:
        """The first bets of the exploiter, besides those of the blueprint."""
        return self.spec.game()[0]


LAST_ROUNDS = 20
"""The number of rounds whose winnings are averaged."""


def exploiter_training(spec: LearnedExploitSpec) -> ResponseTraining:
    """Return the training of an exploiter, before its first round.

    Args:
        spec: the agent and what the exploiter may do.
    """
    player = spec.player
    blueprint = player.blueprint()
    fallback = BucketFallback(blueprint.buckets)
    return ResponseTraining(
        blueprint, spec.betting, spec.seed, least=player.least, fallback=fallback
    )


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
        ArenaError: if the agent takes an action that its own policy never takes, or a worker ended.
    """
    if not is_whole(workers, ABOVE_0):
        raise OptionError(f"workers is {workers!r}; it must be a positive integer")
    last = training.results[-LAST_ROUNDS:]
    result = LearnedExploitResult(
        *(spec, training.response(), training.rounds, sum(last) / max(1, len(last))),
        PairStatistics(spec.rules.big_blind * FINEST),
    )
    rule = None if spec.until is None else StopRule.parse(spec.until)
    with ExitStack() as stack:
        folder = TemporaryDirectory(prefix="handsight-", ignore_cleanup_errors=True)
        file = Path(stack.enter_context(folder)) / "exploiter.npz"
        result.response.save(file, packed=False)
        pool = stack.enter_context(worker_processes(workers)) if workers > 1 else None
        for hands in map_chunks(replay_block, _tasks(spec, file), pool):
            _add(result, hands)
            if progress is not None:
                progress(result.statistics.hands, spec.hands)
            if rule is not None and rule.reached(result.statistics):
                result.stopped = result.statistics.hands < spec.hands
                break
    return result


def _tasks(spec: LearnedExploitSpec, file: Path) -> Iterator[ReplayTask]:
    """Yield the blocks to play.

    Random numbers depend on names, so the exploiter has a name that does not depend on its file.
    """
    arena = ArenaSpec(
        agents=(NAME, spec.agent),
        stakes=spec.rules,
        stack=spec.stack,
        pairs=spec.hands // 2,
        block=BLOCK,
        seed=spec.seed,
    )
    exploiter = AgentSpec.parse(f"blueprint:file={file}")
    for block in range(arena.blocks):
        yield ReplayTask(arena, 0, block, bots=((NAME, exploiter),))


def _add(result: LearnedExploitResult, hands: list[CorrectedHand]) -> None:
    """Add the hands of a block, whose pairs are complete."""
    pairs: dict[int, int] = {}
    for hand in hands:
        chips, record = round(hand.chips * FINEST), hand.row.record
        pairs[hand.row.pair] = pairs.get(hand.row.pair, 0) + chips
        on_button, off_it = result.chips
        if record.players[record.button] == NAME:
            result.chips = on_button + chips, off_it
        else:
            result.chips = on_button, off_it + chips
    for chips in pairs.values():
        result.statistics.add(chips, hands=2)


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
        workers: number of processes that play; 1 plays in this process. With more than one, two
            threads learn.
        watch: called after each round with the rounds and the boards so far; it may stop the
            training.
        progress: called with the number of hands played and the maximum number of hands.
        executor: threads that learn instead; a training uses two.

    Raises:
        OptionError: if the number of rounds is invalid, or the tree is too large.
        ArenaError: if the agent takes an action that its own policy never takes, or a worker ended.

    Example:
        >>> spec = LearnedExploitSpec(agent="resolver", actions="fold, call", hands=1000)
        >>> result = learned_exploit(spec, rounds=100)  # doctest: +SKIP
        >>> result.mbb, result.interval()  # doctest: +SKIP
    """
    if not is_whole(rounds, ABOVE_0):
        raise OptionError(f"rounds is {rounds!r}; it must be a whole number above 0")
    training = exploiter_training(spec)
    with ExitStack() as stack:
        if executor is None and workers > 1:
            executor = stack.enter_context(ThreadPoolExecutor(SEATS))
        training.learn(rounds, executor, watch)
    return measure_exploiter(spec, training, workers=workers, progress=progress)
