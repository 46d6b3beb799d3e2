"""Learned exploiters: how much they win from an agent that plays by a blueprint.

The exploiter learns against the frozen blueprint, in a small game with buckets and few bet sizes.
Its winnings in the small game prove nothing about the agent. So the exploiter then plays fresh
hands of the real game against the agent itself, and only these hands count. Whatever the exploiter
has learned, its winnings in the real game are a lower bound on what the agent can lose. AIVAT
removes luck from the winnings without changing their mean.
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
from handsight.arena.response.exploitation import MirroredWinnings, require_counts
from handsight.arena.response.local_best_response import ResponseActions, ResponseMenu
from handsight.arena.run import lost_workers_reported, worker_processes
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
from handsight.runtime.integers import ABOVE_0, is_whole
from handsight.runtime.notebooks import ShownInNotebooks
from handsight.runtime.seeds import checked_seed

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from handsight.blueprint import Blueprint
    from handsight.blueprint.training import Watcher

NAME = "blueprint#2"
"""The name of the exploiter in the arena, where the agent itself can be called ``blueprint``."""

BLOCK = 10
"""The maximum number of pairs of hands in one task of a worker."""

SEATS = 2
"""The number of threads that can learn at once, one for each seat."""

FINEST = 1_000_000
"""Winnings without luck are rounded to 1 / `FINEST` of a chip, so that sums of them are exact."""

LEARNED_ACTIONS = ("fold, call, min, 33%, 200%, all-in", "fold, call, min, all-in", "fold, call")
"""The default actions for the first bet on each street, in addition to those of the blueprint.

The first of these lists with a tree that is small enough is used. If every tree is too large, the
lists are tried again without raises of the added bets by the sizes of the blueprint's first bets.
"""

LIMIT_TREE = HandBetting.limit().flop
"""The betting on the flop in fixed limit, which identifies a fixed-limit blueprint."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnedExploitSpec:
    """The settings of `learned_exploit`: the agent, and the actions of its exploiter.

    Attributes:
        agent: name of the agent, with options. The agent must play by a blueprint.
        actions: actions for the first bet on each street, or before the flop for the first raise,
            as `ResponseMenu.parse` reads them, in addition to the first bets of the blueprint; None
            chooses one of `LEARNED_ACTIONS` by the size of its tree. All later raises have the
            sizes of the blueprint.
        hands: maximum number of hands to measure, an even number, because every deal is played
            twice, once from each seat.
        stack: chips of each player before every hand, a whole number of big blinds.
        rules: the blinds; the small blind must be half the big blind.
        until: stopping rule of the measurement, as `StopRule.parse` reads it; None to play all
            hands.
        seed: seed of the training and of the measured hands.

    Raises:
        OptionError: if a value is invalid, if the agent does not play no-limit by a blueprint for
            two players, or if the tree with the added actions is too large.

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
        require_counts(hands=self.hands, stack=self.stack)
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
        """A new instance of the agent.

        Raises:
            OptionError: if the agent does not play by a blueprint.
        """
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
        """The betting in the exploiter's tree: the blueprint's, plus the exploiter's actions."""
        return self.game()[1]

    def game(self) -> tuple[str, HandBetting]:
        """Return the actions of the exploiter as text, and the betting that includes them.

        Raises:
            OptionError: if the agent does not play by a blueprint or has none for two players, if
                the blueprint plays fixed limit, or if the tree is too large.
        """
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
    """Return the first list of actions whose tree is small enough, and the betting that it gives.

    If all trees are too large, the lists are tried again with ``answers=False``; see
    `response_betting`.

    Args:
        texts: lists of actions, as `ResponseMenu.parse` reads them.
        betting: betting of the blueprint.
        buckets: number of buckets on each street.
        stack: stack of each player in big blinds.

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
    """Check whether an agent plays heads-up no-limit by a blueprint, so that one can train on it.

    Args:
        agent: name of the agent, with options.

    Raises:
        OptionError: if there is no such agent, or if its options are wrong.

    Example:
        >>> [plays_by_blueprint(name) for name in ("blueprint", "resolver", "ehs")]
        [True, True, False]
    """
    player = _player(agent)
    blueprint = None if player is None else player.for_two()
    return blueprint is not None and blueprint.betting.flop != LIMIT_TREE


def _player(agent: str) -> BlueprintPlayer | None:
    """Create an agent, or return None if the agent does not play by a blueprint."""
    player = None if is_in_file(agent) else build_agent(agent_of(agent))
    return player if isinstance(player, BlueprintPlayer) else None


def _sizes(actions: ResponseActions) -> str:
    """Format the bet sizes among actions in the form that `HandBetting` reads.

    Example:
        >>> _sizes(ResponseActions.parse("fold, min, 33%, pot, all-in"))
        '1c, 33%, 100%, a'
    """
    least = ["1c"] if actions.least else []  # a size below the minimum bet becomes the minimum bet
    shares = [f"{100 * share}%" for share in actions.shares]
    return ", ".join([*least, *shares, *(["a"] if actions.all_in else [])])


@dataclass(slots=True, repr=False)
class LearnedExploitResult(MirroredWinnings, ShownInNotebooks):
    """The winnings of a learned exploiter against the agent.

    Attributes:
        spec: the settings.
        response: the strategy of the exploiter, as a blueprint.
        rounds: number of rounds that the exploiter learned.
        learned_mbb: estimated winnings of the exploiter in its last `LAST_ROUNDS` rounds, against
            the frozen blueprint on the exploiter's tree, in thousandths of a big blind per hand; 0
            if it has learned no round.
        statistics: statistics of the exploiter's winnings in the measured hands, without luck, in
            units of 1 / `FINEST` of a chip.
        chips: total winnings of the exploiter on the button and in the big blind, without luck, in
            units of 1 / `FINEST` of a chip.
        stopped: whether the stopping rule ended the measurement early.
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
        """The exploiter's actions for the first bet on each street, besides the blueprint's."""
        return self.spec.game()[0]


LAST_ROUNDS = 20
"""The number of last training rounds that `LearnedExploitResult.learned_mbb` averages over."""


def exploiter_training(spec: LearnedExploitSpec) -> ResponseTraining:
    """Create the training of an exploiter, before its first round.

    Args:
        spec: the agent, and the actions of its exploiter.
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
    """Measure how much an exploiter wins from the agent itself, on fresh hands.

    Args:
        spec: the agent, and the settings of the measurement.
        training: the training of the exploiter, after its last round.
        workers: number of processes that play; 1 plays in this process.
        progress: called after each block with the number of hands played and the maximum number.

    Raises:
        OptionError: if the number of workers is invalid.
        ArenaError: if the agent takes an action that its own policy never takes, or if a worker
            process ended.
    """
    if not is_whole(workers, ABOVE_0):
        raise OptionError(f"workers is {workers!r}; it must be a positive integer")
    last = training.results[-LAST_ROUNDS:]
    result = LearnedExploitResult(
        *(spec, training.response(), training.rounds, sum(last) / max(1, len(last))),
        PairStatistics(spec.rules.big_blind * FINEST),
    )
    rule = None if spec.until is None else StopRule.parse(spec.until)
    with lost_workers_reported(), ExitStack() as stack:
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
    """Yield a task for each block of hands.

    Random numbers depend on the names of agents, so the name of the exploiter does not contain the
    path of its file.

    Args:
        spec: the settings of the measurement.
        file: the file of the exploiter's blueprint.
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
    """Add the hands of a block to a result; a block has both hands of each of its pairs."""
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
    """Train an exploiter of an agent, and measure how much it wins from the agent.

    Unless ``watch`` stops the training, the result depends only on the specification and the number
    of rounds.

    Args:
        spec: the agent, and the actions of its exploiter.
        rounds: maximum number of rounds to learn; each round has 200 boards with 22 hands each.
        workers: number of processes that play; 1 plays in this process. With more than one process,
            two threads learn.
        watch: called after each round with the numbers of rounds and boards so far; the training
            stops if it returns True.
        progress: called after each block of measured hands with the number of these hands played so
            far and their maximum number.
        executor: executor whose threads learn instead of new threads; a training uses two threads.

    Raises:
        OptionError: if the number of rounds or workers is invalid, or the tree is too large.
        ArenaError: if the agent takes an action that its own policy never takes, or if a worker
            process ended.

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
