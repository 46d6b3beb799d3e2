"""The six-handed leaderboard: fair tables, results against the field, and files that can go on."""

import json
import math
import random
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from handsight.agents.scripted import Caller
from handsight.arena import ArenaSpec, run_arena
from handsight.arena import six_handed as module
from handsight.arena.run import run_arenas
from handsight.arena.six_handed import (
    PAIRS,
    SEATS,
    SHIPPED,
    SixHandedLeaderboard,
    SixHandedSpec,
    TableRow,
    shipped_six_handed,
)
from handsight.errors import ArenaError, HandsightError, InputError, OptionError
from handsight.views.arena.six_handed import six_handed_page, six_handed_report
from tests.unit.arena.test_leaderboard import FAULTY

SPEC = SixHandedSpec(tables=3, pairs=4, seed=5)
FIELD = ["all-in", "call", "check-call", "fold", "maniac", "min-raise", "random"]


@pytest.fixture(scope="module")
def board() -> SixHandedLeaderboard:
    made = SixHandedLeaderboard(SPEC)
    made.play(FIELD)
    return made


# --- tables ---------------------------------------------------------------------------------------


def test_a_table_is_an_arena_of_its_own_with_all_six_in_all_seats(
    board: SixHandedLeaderboard,
) -> None:
    row = board.tables["fold", 1]
    result = run_arena(SPEC.arena(row.players, "fold", 1))
    assert [result.total(name).chips for name in row.players] == [*row.chips]
    assert result.hands == row.hands("fold") == SEATS * 4
    (matchup,) = result.matchups
    assert {matchup.matchup.seats(leg).index(0) for leg in range(SEATS)} == {*range(SEATS)}


def test_without_rake_nothing_is_lost_at_a_table(board: SixHandedLeaderboard) -> None:
    assert len(board.tables) == 3 * len(FIELD)
    for row in board.tables.values():
        assert sum(row.chips) == 0
        assert len({*row.players}) == SEATS


def test_opponents_depend_on_the_seed_the_host_and_the_number_alone() -> None:
    players = SPEC.players("call", 3, FIELD)
    assert players[0] == "call"
    assert players == SPEC.players("call", 3, FIELD[::-1])
    assert players == SPEC.players("call", 3, {*FIELD} - {"call"})
    others = {
        SPEC.players("call", 4, FIELD),
        SixHandedSpec(seed=6).players("call", 3, FIELD),
        ("call", *SPEC.players("fold", 3, FIELD)[1:]),
    }
    assert players not in others


def test_every_opponent_is_drawn_equally_often() -> None:
    counts = Counter(name for number in range(600) for name in SPEC.players("new", number, FIELD))
    assert counts.pop("new") == 600
    # 5 of 7 each time: a standard deviation of 11 around 429.
    assert all(abs(counts[name] - 600 * 5 / 7) < 45 for name in FIELD)


def test_a_small_field_sits_down_again_as_copies() -> None:
    players = SPEC.players("call", 0, ["call", "fold", "random"])
    assert sorted(players[1:]) in (
        ["fold", "fold#2", "fold#3", "random", "random#2"],
        ["fold", "fold#2", "random", "random#2", "random#3"],
    )
    row = TableRow("call", 0, ("call", "fold", "fold#2", "x", "x#2", "x#3"), 2, (1, 2, 4, 8, 16, 0))
    assert (row.won("fold"), row.hands("fold"), row.hands("call")) == (6, 24, 12)


def test_the_order_of_agents_and_the_number_of_calls_change_nothing(
    board: SixHandedLeaderboard,
) -> None:
    other = SixHandedLeaderboard(SPEC)
    other.play(FIELD[::-1])
    assert other == board


# --- results --------------------------------------------------------------------------------------


def test_a_result_is_the_mean_over_all_tables_and_its_interval_that_of_whole_tables(
    board: SixHandedLeaderboard,
) -> None:
    for each in board.standings():
        won = [
            1000 * row.chips[row.players.index(each.agent)] / (100 * SEATS * row.pairs)
            for row in board.tables.values()
            if each.agent in row.players
        ]
        mean = sum(won) / len(won)
        variance = sum((one - mean) ** 2 for one in won) / (len(won) - 1)
        assert (each.tables, each.hands) == (len(won), len(won) * SEATS * 4)
        assert each.mbb == pytest.approx(mean)
        error = math.sqrt(variance / len(won))
        assert 1.96 * error <= each.half_width <= 2.6 * error  # Student's t with about 15 tables


def test_ranks_follow_the_results(board: SixHandedLeaderboard) -> None:
    standings = board.standings()
    assert [each.rank for each in standings] == [*range(1, len(FIELD) + 1)]
    results = [each.mbb for each in standings]
    assert results == sorted(results, reverse=True)
    assert not any(each.provisional for each in standings)


def test_further_tables_of_one_host_count_for_the_host_alone(board: SixHandedLeaderboard) -> None:
    more = SixHandedLeaderboard(
        SixHandedSpec(tables=4, pairs=4, seed=5), board.members, {**board.tables}
    )
    more.play(["fold"])
    assert len(more.tables) == len(board.tables) + 1
    for name in FIELD:
        assert more.result(name).pairs == board.result(name).pairs + (name == "fold")


def test_a_guest_moves_nobody(board: SixHandedLeaderboard) -> None:
    more = SixHandedLeaderboard(SPEC, board.members, {**board.tables})
    more.play(["check-call:most=0.1"])
    standings = {each.agent: each for each in more.standings()}
    guest = standings.pop("check-call:most=0.1")
    assert [*standings.values()] == board.standings()
    assert (guest.provisional, guest.tables) == (True, 3)
    assert guest.rank == 1 + sum(each.mbb > guest.mbb for each in standings.values())
    assert all({*row.players[1:]} <= {*FIELD} for row in more.tables.values())
    page = six_handed_page(six_handed_report(more))
    assert "Ranks in brackets (check-call:most=0.1)" in page
    assert f"({guest.rank}) | check-call:most=0.1" in page


def test_slow_agents_are_guests_from_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    class Slow:
        is_costly = True

    real = module.build_agent
    monkeypatch.setattr(
        module, "build_agent", lambda spec: Slow() if spec.name == "maniac" else real(spec)
    )
    board = SixHandedLeaderboard(SixHandedSpec(tables=2, pairs=1))
    board.play(["maniac", "fold", "call"])
    assert board.members == ("call", "fold")
    assert board.agents == ["call", "fold", "maniac"]


def test_an_agent_without_two_tables_is_named(board: SixHandedLeaderboard) -> None:
    tables = {place: row for place, row in board.tables.items() if place < ("fold", 1)}
    with pytest.raises(InputError, match="fold has hosted 1 tables of at least 2; name it with"):
        SixHandedLeaderboard(SPEC, board.members, tables).standings()


# --- playing --------------------------------------------------------------------------------------


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[ArenaSpec]:
    """The arenas that are played from now on."""
    specs: list[ArenaSpec] = []

    def watched(asked: Iterable[ArenaSpec], **options: Any) -> Any:
        return run_arenas([specs.append(spec) or spec for spec in asked], **options)

    monkeypatch.setattr(module, "run_arenas", watched)
    return specs


def test_what_was_played_is_not_played_again(
    board: SixHandedLeaderboard, tmp_path: Path, played: list[ArenaSpec]
) -> None:
    file = tmp_path / "board.json"
    board.save(file)
    again = SixHandedLeaderboard.load(file, tables=3, pairs=4)
    assert again == board
    again.play(FIELD)
    assert (played, again) == ([], board)
    longer = SixHandedLeaderboard.load(file, tables=2, pairs=5)
    longer.play(["fold"])
    assert [spec.agents for spec in played] == [board.tables["fold", n].players for n in (0, 1)]
    assert [longer.tables["fold", number].pairs for number in range(3)] == [5, 5, 4]


def test_an_interrupted_leaderboard_goes_on(
    board: SixHandedLeaderboard, tmp_path: Path, played: list[ArenaSpec]
) -> None:
    file = tmp_path / "board.json"
    begun = SixHandedLeaderboard(SPEC)
    steps: list[tuple[int, int]] = []

    def kept() -> None:
        begun.save(file)
        if len(begun.tables) == 10:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        begun.play(FIELD, progress=lambda done, most: steps.append((done, most)), kept=kept)
    assert steps == [(done, 21) for done in range(10)]
    # The hosts take turns, so the first ten tables are of all seven.
    assert Counter(host for host, _ in begun.tables).most_common()[-1][1] == 1
    rest = SixHandedLeaderboard.load(file, tables=3, pairs=4)
    played.clear()
    rest.play(FIELD)
    assert len(played) == 11
    assert rest == board


def test_again_plays_the_tables_of_one_agent_with_the_same_deals(
    board: SixHandedLeaderboard, played: list[ArenaSpec]
) -> None:
    changed = {
        place: TableRow(*place, row.players, row.pairs, (0,) * SEATS)
        if "fold" in row.players
        else row
        for place, row in board.tables.items()
    }
    other = SixHandedLeaderboard(SixHandedSpec(tables=9, pairs=9, seed=5), board.members, changed)
    other.play(["fold"], again=True)
    assert other.tables == board.tables
    assert all("fold" in spec.agents and spec.pairs == 4 for spec in played)
    assert len(played) == board.result("fold").pairs
    with pytest.raises(OptionError, match="ehs is not on the leaderboard, so it has no results"):
        other.play(["ehs"], again=True)


def test_workers_change_nothing(board: SixHandedLeaderboard) -> None:
    from concurrent.futures import ThreadPoolExecutor

    other = SixHandedLeaderboard(SPEC)
    with ThreadPoolExecutor(2) as executor:
        other.play(FIELD, executor=executor)
    assert other == board


def test_arenas_in_a_row_give_the_results_of_single_ones() -> None:
    specs = [ArenaSpec(agents=("random", name), pairs=150, seed=3) for name in ("call", "fold")]
    results = [*run_arenas(specs)]
    for spec, result in zip(specs, results, strict=True):
        assert result.is_finished
        assert result.total("random") == run_arena(spec).total("random")
    for spec in (
        ArenaSpec(agents=("call", "fold"), until="5bb"),
        ArenaSpec(agents=(Caller(), "fold")),
    ):
        with pytest.raises(OptionError):
            next(run_arenas([spec]))
    with pytest.raises(OptionError, match="workers is 0"):
        next(run_arenas(specs, workers=0))


def test_a_bot_in_a_file_is_a_guest_and_faults_end_the_play(
    board: SixHandedLeaderboard, tmp_path: Path
) -> None:
    file = tmp_path / "bots.py"
    file.write_text(FAULTY)
    spec = SixHandedSpec(tables=2, pairs=1)
    more = SixHandedLeaderboard(spec, board.members, {**board.tables})
    more.play([f"{file}:Station"])
    assert {each.agent for each in more.standings()} == {f"{file}:Station", *FIELD}
    with pytest.raises(ArenaError, match=r"Broken was at fault in \d+% of its decisions"):
        more.play([f"{file}:Broken"])


@pytest.mark.parametrize(
    ("agents", "said"),
    [
        (["fold"], "the field of a six-handed leaderboard needs at least two agents"),
        (["fold", "call", "fold"], "fold is named twice"),
        (["fold", "nobody"], "no agent is called 'nobody'"),
        (["fold", "fold#2"], "fold#2 is a copy"),
    ],
)
def test_who_cannot_play_is_refused_before_play(agents: list[str], said: str) -> None:
    board = SixHandedLeaderboard(SPEC)
    with pytest.raises(OptionError, match=said):
        board.play(agents)
    assert not board.tables
    assert not board.members


@pytest.mark.parametrize(
    ("name", "value"),
    [("tables", 1), ("tables", 2.0), ("pairs", 0), ("seed", -1), ("stack", 10), ("stack", 1.5)],
)
def test_numbers_that_cannot_be_are_refused(name: str, value: float) -> None:
    with pytest.raises(OptionError, match=name):
        SixHandedSpec(**{name: value})  # type: ignore[arg-type]


# --- files ----------------------------------------------------------------------------------------


def test_a_file_goes_on_with_its_own_stack_and_seed(tmp_path: Path) -> None:
    file = tmp_path / "board.json"
    SixHandedLeaderboard(SixHandedSpec(stack=2_000, seed=5)).save(file)
    assert SixHandedLeaderboard.load(file).spec == SixHandedSpec(stack=2_000, seed=5)
    with pytest.raises(OptionError, match="tables is 1"):
        SixHandedLeaderboard.load(file, tables=1)


PLAYERS = 2
PAIRS_OF, CHIPS = 3, 4


@pytest.mark.parametrize(
    ("place", "value", "said"),
    [
        (("version",), 2, "2; only 'handsight six-handed leaderboard', version 1 can be read"),
        (("format",), "other", "'other', version 1"),
        (("stack",), 1, "stack is 1"),
        (("seed",), -1, "seed is -1"),
        (("field", 0), "zzz", "the field is out of order"),
        (("field",), [], "the field has fewer than two agents"),
        (("tables", 0, 1), 1, "a table appears twice"),
        (("tables", 2, 1), 7, "not numbered from 0 on"),
        (("tables", 0, PLAYERS, 0), "fold", "other players than its host and five of the field"),
        (("tables", 0, PLAYERS, 1), "ehs", "other players than its host and five of the field"),
        (("tables", 0, PLAYERS), ["all-in"], "is not a six-handed leaderboard"),
        (("tables", 0, PAIRS_OF), 0, "impossible numbers"),
        (("tables", 0, CHIPS, 0), 10**6, "impossible numbers"),
        (("tables", 0, CHIPS), None, "is not a six-handed leaderboard"),
    ],
)
def test_a_damaged_file_is_refused(
    board: SixHandedLeaderboard,
    tmp_path: Path,
    place: tuple[str | int, ...],
    value: object,
    said: str,
) -> None:
    file = tmp_path / "board.json"
    board.save(file)
    content = json.loads(file.read_text())
    inner = content
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = value
    file.write_text(json.dumps(content))
    with pytest.raises(InputError, match=said):
        SixHandedLeaderboard.load(file)


def test_flipped_and_cut_files_give_our_own_errors(
    board: SixHandedLeaderboard, tmp_path: Path
) -> None:
    file = tmp_path / "board.json"
    board.save(file)
    whole = file.read_bytes()
    rng = random.Random(1)
    for _ in range(200):
        damaged = bytearray(whole)
        damaged[rng.randrange(len(damaged))] ^= 1 << rng.randrange(8)
        file.write_bytes(damaged if rng.random() < 0.7 else whole[: rng.randrange(len(whole))])
        try:
            SixHandedLeaderboard.load(file).standings()
        except HandsightError:
            continue


# --- the one that ships ---------------------------------------------------------------------------


def test_the_one_that_ships_seats_our_own_agents_as_they_are_drawn() -> None:
    board = SixHandedLeaderboard.load(SHIPPED)
    standings = shipped_six_handed()
    assert list(standings) == [each.agent for each in board.standings()]
    assert {"blueprint", "loki", "simulator", "ehs", "fai-v5", "call"} <= {*board.members}
    assert len({board.hosted(agent) for agent in board.members}) == 1
    for (host, number), row in board.tables.items():
        assert row.players == board.spec.players(host, number, board.members)
        assert row.pairs == PAIRS or host not in board.members
    for each in standings.values():
        assert each.provisional == (each.agent not in board.members)


def test_nobody_sits_alone() -> None:
    with pytest.raises(OptionError, match="'call' sits alone"):
        SPEC.players("call", 0, ["call"])
