"""The arena's jobs as handsight does them: each function prepares one.

The arena is imported when one of its jobs is prepared, because other jobs should not hold more
memory than they need. Agents remember cards that they have seen, so each run of a match deals
different ones.
"""

from __future__ import annotations

from concurrent.futures import Executor
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from weakref import finalize

from benchmarks.inputs import SEED, Size
from benchmarks.peers import (
    BIG_BLIND,
    CALL,
    FOLD,
    RAISE,
    SMALL_BLIND,
    STACK,
    Game,
    Played,
    Script,
)
from benchmarks.processes import Unavailable
from benchmarks.timing import Work
from benchmarks.workloads_game import scripts
from handsight.game import Action, HandCursor, HandState, Observation, Rules

if TYPE_CHECKING:
    from handsight.arena import ArenaResult, ArenaSpec, StoredHand
    from handsight.arena.players import Player
    from handsight.interop.pypokerengine import EngineHand

SCRIPTED = ("fold", "call", "check-call", "random", "min-raise", "all-in", "maniac")
ROUNDS = 20
CALLER = "call"
"""The agent that is timed in a separate process; its own thinking time is negligible."""


def matches(size: Size, rules: str) -> Work:
    """Play matches of `ROUNDS` hands with carried stacks, `fai-v5` against `call`."""
    from handsight.arena import run_arena

    seeds = count(SEED)

    def run() -> list[ArenaResult]:
        return [run_arena(_match_spec(size.deals, rules, next(seeds)))]

    return Work(run, 2 * size.deals, answers=run)


def matches_on(workers: int, size: Size) -> Work:
    """Play twice as many, on workers that are already running; one worker means this process."""
    from handsight.arena import run_arena

    executor = _ready_workers(workers) if workers > 1 else None
    seeds = count(SEED)

    def run() -> list[ArenaResult]:
        spec = _match_spec(2 * size.deals, "pypokerengine", next(seeds))
        return [run_arena(spec, executor=executor)]

    return Work(run, 4 * size.deals, answers=run)


def _match_spec(pairs: int, rules: str, seed: int) -> ArenaSpec:
    from handsight.arena import ArenaSpec

    return ArenaSpec(
        agents=("fai-v5", "call"),
        format="carry",
        rules=rules,
        rounds=ROUNDS,
        pairs=pairs,
        block=5,
        seed=seed,
    )


def _ready_workers(workers: int) -> Executor:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"))


def deals_of_strength(where: str, size: Size) -> Work:
    """Play mirrored deals, `ehs` against `fai-v3`.

    Args:
        where: ``"here"``, on ``"processes"`` or on a ``"cluster"``: two workers that are already
            running.
    """
    from handsight.arena import ArenaSpec, run_arena

    seeds, ended = count(SEED), ExitStack()
    executor: Executor | None = None
    if where == "processes":
        executor = ended.enter_context(_ready_workers(2))
    elif where == "cluster":
        executor = _ready_cluster(2, ended)
    agents, pairs = ("ehs", "fai-v3"), 40 * size.deals

    def run() -> list[ArenaResult]:
        spec = ArenaSpec(agents=agents, pairs=pairs, block=40, seed=next(seeds))
        return [run_arena(spec, executor=executor)]

    finalize(run, ended.close)  # when nothing refers to the work any more
    return Work(run, 2 * pairs, answers=run)


def _ready_cluster(workers: int, ended: ExitStack) -> Executor:
    """Start a Dask scheduler on this machine with workers in separate processes."""
    try:
        from distributed import LocalCluster
    except ImportError:
        raise Unavailable("distributed is not installed (extra: cluster)") from None
    from handsight import cluster_executor

    cluster = ended.enter_context(
        LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            dashboard_address="127.0.0.1:0",
            worker_dashboard_address="127.0.0.1:0",
            silence_logs=50,
        )
    )
    return ended.enter_context(cluster_executor(cluster.scheduler_address))


def scripted_with_store(size: Size) -> Work:
    """Play all scripted agents against each other, and keep every hand in a new store."""
    from handsight.arena import ArenaSpec, ArenaStore, run_arena

    spec = ArenaSpec(agents=SCRIPTED, pairs=2 * size.deals, seed=SEED)
    meetings = len(SCRIPTED) * (len(SCRIPTED) - 1) // 2

    def run() -> None:
        with TemporaryDirectory() as folder:
            run_arena(spec, Path(folder, "arena.db"))

    def stored() -> list[StoredHand]:
        with TemporaryDirectory() as folder:
            run_arena(spec, Path(folder, "arena.db"))
            with ArenaStore.read(Path(folder, "arena.db")) as store:
                return list(store.hands())

    return Work(run, meetings * 2 * spec.pairs, answers=stored)


def dealt_over_a_network(size: Size) -> Work:
    """Deal a match by the competition's protocol to two callers in separate processes."""
    executor = _ready_workers(2)

    def run() -> list[str]:
        from handsight.interop.acpc.dealer import Dealer
        from handsight.interop.acpc.game import AcpcMatch

        dealer, log = Dealer(AcpcMatch(), ["first", "second"]), list[str]()
        playing = [executor.submit(_call_at, port) for port in dealer.ports]
        dealer.deal(size.calls, SEED, log=log.append)
        for each in playing:
            each.result()
        return log

    finalize(run, executor.shutdown)  # when nothing refers to the work any more
    return Work(run, size.calls, answers=run)


def _call_at(port: int) -> None:
    """Play in a match of a dealer on this machine."""
    from handsight.agents import agent
    from handsight.interop.acpc.game import AcpcMatch
    from handsight.interop.acpc.player import AcpcSeat, play_at

    play_at("127.0.0.1", port, AcpcSeat(agent(CALLER), AcpcMatch()))


# --- a process of its own -------------------------------------------------------------------------


def trusted(size: Size) -> Work:
    """Query a player in this process for all decisions of random hands."""
    from handsight.agents import agent
    from handsight.arena.players import InProcessPlayer

    return _asked(InProcessPlayer(agent(CALLER)), size)


def isolated(size: Size) -> Work:
    """Query a player in a separate process for the same decisions."""
    from handsight.arena.sandbox.player import SandboxedPlayer
    from handsight.errors import OptionError

    try:
        return _asked(SandboxedPlayer(CALLER), size)
    except OptionError as error:
        raise Unavailable(str(error)) from error


def _asked(player: Player, size: Size) -> Work:
    hands = _seen_in_random_hands(size.calls)

    def run() -> list[Action | None]:
        taken = []
        for seed, hand in enumerate(hands):
            player.begin(seed)
            taken += [player.act(seen).action for seen in hand]
        return taken

    finalize(run, player.close)  # when nothing refers to the work any more
    return Work(run, sum(map(len, hands)), answers=run)


def _seen_in_random_hands(hands: int) -> list[list[Observation]]:
    """Return what one player sees at their turns, hand by hand, while both play at random."""
    from handsight.agents import agent

    player, source = agent("random"), Random(SEED)
    rules, seen = Rules(), []
    for seed in range(hands):
        state = HandState.start(rules, [100 * rules.big_blind] * 2, button=seed % 2, seed=seed)
        table, seen_here = HandCursor(state, hand=seed + 1), []
        while not table.state.is_over:
            observation = table.observation()
            if observation.seat == 0:
                seen_here.append(observation)
            table.apply(player.act(observation, source))
        seen.append(seen_here)
    return seen


# --- the rules of PyPokerEngine -------------------------------------------------------------------


def engine_hands(size: Size) -> Work:
    """Play hands by random scripts heads-up, as PyPokerEngine plays them."""
    chosen = scripts(size.calls, raises=True)

    def run() -> list[Played]:
        return _engine_game().play(2, chosen)

    return Work(run, len(chosen), answers=run)


def _engine_game() -> Game:
    from handsight.interop.pypokerengine import EngineHand, EngineRules

    rules = EngineRules(SMALL_BLIND)

    def play(players: int, chosen: list[Script]) -> list[Played]:
        stacks = [STACK] * players
        starts = (
            EngineHand.start(rules, stacks, seed % players, seed=seed)
            for seed in range(len(chosen))
        )
        return [_played_out(hand, script) for hand, script in zip(starts, chosen, strict=True)]

    return Game(play)


def _played_out(hand: EngineHand, script: Script) -> Played:
    moves = iter(script)
    while not hand.is_over:
        hand = hand.apply(_chosen(hand, next(moves, CALL)))
    return Played(len(hand.moves), hand.payoffs)


def _chosen(hand: EngineHand, move: int) -> Action:
    """Return the action of a script, as far as it is legal; a raise is by a big blind."""
    legal = hand.legal_actions
    if move == FOLD and legal.call_cost:
        return Action.fold()
    if move == RAISE and legal.raise_max >= legal.price + BIG_BLIND:
        return Action.raise_to(legal.price + BIG_BLIND)
    return Action.call()
