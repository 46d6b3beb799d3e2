"""The jobs of the game: random hands in a kernel, hands of Python agents, and copies."""

from __future__ import annotations

from benchmarks import cases, checks_game, workloads_game
from benchmarks.inputs import Size
from benchmarks.job import MEGA, MICRO, THOUSANDS, Job
from benchmarks.timing import Work

NO_LEAST_RAISE = "rlcard raises by half a pot, a pot or all-in only"
SEATS = {2: "heads-up", 6: "six-handed"}


def _random_hands() -> Job:
    return Job(
        name="game-random",
        title="`simulate`, random no-limit hands heads-up inside a kernel",
        unit=MEGA,
        must=0.3,
        aim=1,
        prepare=workloads_game.random_hands,
        check=checks_game.simulated_hands_add_up,
        absent="OpenSpiel's own random bots choose all amounts equally often, and so play other "
        "hands",
    )


def _agents(players: int, must: float, aim: float) -> Job:
    return _scripted(
        f"game-agents-{players}",
        f"scripted agents who fold, call or make the minimum raise, {SEATS[players]} through "
        "`HandState`",
        players,
        raises=True,
        must=must,
        aim=aim,
        absent=NO_LEAST_RAISE,
    )


def _scripted(
    name: str,
    title: str,
    players: int,
    *,
    raises: bool,
    must: float | None = None,
    aim: float | None = None,
    absent: str = "",
) -> Job:
    def prepare(size: Size) -> Work:
        return workloads_game.scripted_hands(players, size, raises=raises)

    return Job(
        name=name,
        title=title,
        unit=THOUSANDS,
        must=must,
        aim=aim,
        prepare=prepare,
        check=lambda work, size: checks_game.scripted_hands_add_up(work, players, size.calls),
        case=cases.scripted_hands(players, raises=raises),
        absent=absent,
    )


PLAYED: tuple[Job, ...] = (
    _random_hands(),
    _agents(2, must=8, aim=20),
    _scripted(
        "game-callers-2",
        "scripted agents who fold, check or call, heads-up through `HandState`",
        2,
        raises=False,
    ),
    _agents(6, must=3, aim=6),
    Job(
        name="game-copy",
        title="`HandState.copy`, of a hand on the flop",
        unit=MICRO,
        must=2,
        prepare=workloads_game.copies,
        check=lambda work, size: checks_game.copies_are_equal(work),
    ),
)
