"""The leaderboard plays each two agents once, keeps what was played, and ranks by elimination."""

import itertools
import json
import math
import random
from pathlib import Path

import pytest

from handsight.arena import ArenaSpec, ExploitSpec, exploit, run_arena
from handsight.arena import leaderboard as module
from handsight.arena.leaderboard import (
    SHIPPED,
    Leaderboard,
    LeaderboardSpec,
    PairingRow,
    Times,
    shipped_standings,
)
from handsight.arena.response.learned_response import LearnedExploitSpec, learned_exploit
from handsight.blueprint import HandBetting
from handsight.blueprint.tree import CALL
from handsight.errors import ArenaError, HandsightError, InputError, OptionError
from handsight.views.arena.leaderboard import (
    leaderboard_page,
    leaderboard_report,
    standings_table,
)
from tests.unit.blueprint.test_best_response import always

SPEC = LeaderboardSpec(pairs=30, hands=4, seed=5)
AGENTS = ["min-raise", "call", "fold"]

FAULTY = """
from handsight.game import Action

class Broken:
    name = "broken"

    def act(self, seen, rng):
        return Action.raise_to(1)

class Station:
    name = "station"

    def act(self, seen, rng):
        return Action.call()
"""


@pytest.fixture(scope="module")
def board() -> Leaderboard:
    made = Leaderboard(SPEC)
    made.play(AGENTS)
    return made


def test_a_pairing_is_an_arena_of_its_own(board: Leaderboard) -> None:
    spec = SPEC.arena("call", "min-raise")
    assert spec == ArenaSpec(agents=("call", "min-raise"), pairs=30, seed=spec.seed, deal="apart")
    statistics = run_arena(spec).matchups[0].slots[0].statistics
    assert board.result("call", "min-raise") == (
        10 * statistics.bb100,
        10 * statistics.half_width(),
    )
    assert len({SPEC.arena(*names).seed for names in board.pairings}) == 3


def test_results_are_seen_from_both_sides(board: Leaderboard) -> None:
    one, other = board.result("call", "min-raise"), board.result("min-raise", "call")
    assert one is not None
    assert other is not None
    assert (one[0], one[1]) == (-other[0], other[1])
    assert board.result("call", "ehs") is None


def test_a_standing_is_the_mean_over_opponents(board: Leaderboard) -> None:
    standings = board.standings()
    for each in standings:
        results = {other: board.result(each.agent, other) for other in AGENTS}
        played = {other: result for other, result in results.items() if result is not None}
        assert each.opponents == len(played) == 2
        assert each.mbb == pytest.approx(sum(mbb for mbb, _ in played.values()) / 2)
        assert each.half_width == pytest.approx(
            math.sqrt(sum(half * half for _, half in played.values())) / 2
        )
        least = min(played, key=lambda other: played[other][0])
        assert each.worst == (least, *played[least])
        assert each.milliseconds > 0


def test_who_wins_from_the_weak_alone_does_not_rank_high() -> None:
    won = {("best", "fair"): 100.0, ("best", "weak"): 500.0, ("fair", "weak"): 5000.0}
    quick = (Times(10, 0.1), Times(10, 0.1))
    board = Leaderboard(SPEC)
    for (first, second), mbb in won.items():
        board.pairings[first, second] = PairingRow(first, second, 30, mbb, 30.0, quick)
    standings = board.standings()
    assert [(each.rank, each.agent) for each in standings] == [
        (1, "best"),
        (2, "fair"),
        (3, "weak"),
    ]
    assert [each.mbb for each in standings] == [300, 2450, -2750]
    assert [each.rest for each in standings] == [100, -100, -2750]
    assert [each.rest_half_width for each in standings] == [30, 30, math.hypot(30, 30) / 2]


def play(board: Leaderboard, first: str, second: str, pairs: int, mbb: float) -> None:
    """Make up what two agents have played."""
    quick = (Times(10, 0.1), Times(10, 0.1))
    names = (first, second) if first < second else (second, first)
    won = mbb if first < second else -mbb
    board.pairings[names] = PairingRow(*names, pairs, won, 30.0, quick)


def test_short_pairings_move_nobody_else() -> None:
    board = Leaderboard(SPEC)
    play(board, "best", "fair", 30, 100)
    play(board, "best", "weak", 30, 500)
    play(board, "fair", "weak", 30, 300)
    before = board.standings()
    # Lucky would rank before fair, and moves nobody's rank.
    for other, mbb in {"best": -900, "fair": 800, "weak": 900}.items():
        play(board, "lucky", other, 20, mbb)
    standings = board.standings()
    assert [(each.rank, each.provisional, each.agent) for each in standings] == [
        (1, False, "best"),
        (2, True, "lucky"),
        (2, False, "fair"),
        (3, False, "weak"),
    ]
    ranked = [each for each in standings if not each.provisional]
    assert [each.rest for each in ranked] == [each.rest for each in before]
    assert standings[1].rest == -900
    # Another one with short pairings need not have played lucky, but everybody else.
    for other in ("best", "fair"):
        play(board, "late", other, 20, -1000)
    with pytest.raises(InputError, match="1 pairings are missing, first that of late and weak"):
        board.standings()
    play(board, "late", "weak", 20, -1000)
    assert [each.agent for each in board.standings()][-1] == "late"


@pytest.mark.parametrize("pairs", [{}, {("b", "c"): 20}, {("a", "b"): 40, ("a", "c"): 40}])
def test_who_plays_as_much_as_others_is_provisional_if_they_are(
    pairs: dict[tuple[str, str], int],
) -> None:
    """No name decides: a alone has played more or less than others here, or nobody has."""
    board = Leaderboard(SPEC)
    for names in itertools.combinations("abcd", 2):
        play(board, *names, pairs.get(names, 30), 100)
    provisional = {each.agent: each.provisional for each in board.standings()}
    assert provisional["b"] == provisional["c"]
    assert sum(provisional.values()) < 2


def test_the_response_is_that_of_exploit(board: Leaderboard) -> None:
    result = exploit(ExploitSpec(agent="call", hands=4, seed=5))
    row = board.response("call")
    assert row is not None
    assert (row.hands, row.mbb, row.exact_hands) == (4, result.mbb, 4)
    low, high = result.interval()
    assert row.half_width == pytest.approx((high - low) / 2)


def test_what_was_played_is_not_played_again(
    board: Leaderboard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "board.json"
    board.save(file)
    played: list[tuple[str, ...]] = []
    real = run_arena

    def watched(spec: ArenaSpec, **options: int) -> object:
        played.append(spec.agents)
        return real(spec, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(module, "run_arena", watched)
    again = Leaderboard.load(file, pairs=30, hands=4)
    assert again == board
    again.play(AGENTS)
    assert (played, again) == ([], board)
    again.play(["all-in"])
    assert played == [("all-in", name) for name in sorted(AGENTS)]
    played.clear()
    played.clear()
    again.play(["fold", "call"], again=True)
    pairs = itertools.combinations(again.agents, 2)
    assert played == [pair for pair in pairs if {"fold", "call"} & {*pair}]
    assert all(again.result(*names) == board.result(*names) for names in board.pairings)
    assert again.responses.items() >= board.responses.items()
    with pytest.raises(OptionError, match="chec is not on the leaderboard"):
        again.play(["chec"], again=True)
    played.clear()
    more = Leaderboard.load(file, pairs=40, hands=0)
    more.play(["fold"])
    assert played == [("call", "fold"), ("fold", "min-raise")]
    assert more.pairings["call", "min-raise"].pairs == 30


def test_each_step_can_be_kept(board: Leaderboard) -> None:
    steps: list[tuple[int, int]] = []
    sizes: list[int] = []
    fresh = Leaderboard(SPEC)
    fresh.play(
        AGENTS,
        progress=lambda done, most: steps.append((done, most)),
        kept=lambda: sizes.append(len(fresh.pairings) + len(fresh.responses)),
    )
    assert steps == [(done, 6) for done in range(6)]
    assert sizes == list(range(1, 7))
    names = fresh.agents
    assert [fresh.result(*pair) for pair in itertools.pairwise(names)] == [
        board.result(*pair) for pair in itertools.pairwise(names)
    ]


def test_a_bot_in_a_file_is_added_without_a_response(tmp_path: Path) -> None:
    file = tmp_path / "bots.py"
    file.write_text(FAULTY)
    board = Leaderboard(SPEC)
    board.play([f"{file}:Station", "fold"])
    assert board.response(f"{file}:Station") is None
    assert board.response("fold") is not None
    assert {each.agent for each in board.standings()} == {f"{file}:Station", "fold"}
    with pytest.raises(ArenaError, match=r"Broken was at fault in \d+% of its decisions"):
        Leaderboard(SPEC).play([f"{file}:Broken", "fold"])


def test_the_pairings_of_a_bot_are_played_again_after_its_file_has_changed(tmp_path: Path) -> None:
    bot, stored = tmp_path / "bots.py", tmp_path / "board.json"
    station = f"{bot}:Station"
    bot.write_text(FAULTY)
    board = Leaderboard(LeaderboardSpec(pairs=4, hands=0))
    board.play([station, "fold"])
    board.save(stored)
    first = dict(board.pairings)
    board = Leaderboard.load(stored, pairs=4, hands=0)
    board.play([station, "fold"])
    assert board.pairings == first  # the times are those of the first play too
    bot.write_text(FAULTY + "# another version\n")
    board.play(["fold"])
    ((names, row),) = board.pairings.items()
    assert row.files != first[names].files
    assert row.files.keys() == {f"source of {station}"}


@pytest.mark.parametrize(
    ("agents", "said"),
    [
        (["fold"], "at least two agents"),
        (["fold", "call", "fold"], "fold is named twice"),
        (["fold", "nobody"], "no agent is called 'nobody'"),
    ],
)
def test_who_cannot_be_added_is_refused_before_play(agents: list[str], said: str) -> None:
    board = Leaderboard(SPEC)
    with pytest.raises(OptionError, match=said):
        board.play(agents)
    assert not board.pairings


@pytest.mark.parametrize(
    ("name", "value"),
    [("pairs", 1), ("pairs", 2.0), ("hands", 3), ("hands", 2), ("hands", -2), ("seed", -1)],
)
def test_numbers_that_cannot_be_are_refused(name: str, value: float) -> None:
    with pytest.raises(OptionError, match=name):
        LeaderboardSpec(**{name: value})  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="stack is 10"):
        LeaderboardSpec(stack=10)


def test_a_file_goes_on_with_its_own_stack_and_seed(tmp_path: Path) -> None:
    file = tmp_path / "board.json"
    Leaderboard(LeaderboardSpec(stack=2_000, seed=5)).save(file)
    assert Leaderboard.load(file).spec == LeaderboardSpec(stack=2_000, seed=5)
    with pytest.raises(OptionError, match="pairs is 1"):
        Leaderboard.load(file, pairs=1)


@pytest.mark.parametrize(
    ("place", "value", "said"),
    [
        (("version",), 2, "2; only 'handsight leaderboard', version 1 can be read"),
        (("format",), "other", "'other', version 1"),
        (("stack",), 1, "stack is 1"),
        (("seed",), -1, "seed is -1"),
        (("pairings", 0, "pairs"), 1, "impossible numbers"),
        (("pairings", 0, "half_width"), -1.0, "a half width is below 0"),
        (("pairings", 0, "mbb"), None, "is not a leaderboard"),
        (("pairings", 0, "first"), "zzz", "out of order"),
        (("pairings", 0, "times"), [], "is not a leaderboard"),
        (("responses", 0, "exact_hands"), 5, "impossible numbers"),
        (("responses", 0, "agent"), "fold", "twice"),
    ],
)
def test_a_damaged_file_is_refused(
    board: Leaderboard, tmp_path: Path, place: tuple[str | int, ...], value: object, said: str
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
        Leaderboard.load(file)


def test_flipped_and_cut_files_give_our_own_errors(board: Leaderboard, tmp_path: Path) -> None:
    file = tmp_path / "board.json"
    board.save(file)
    whole = file.read_bytes()
    rng = random.Random(1)
    for _ in range(200):
        damaged = bytearray(whole)
        damaged[rng.randrange(len(damaged))] ^= 1 << rng.randrange(8)
        file.write_bytes(damaged if rng.random() < 0.7 else whole[: rng.randrange(len(whole))])
        try:
            Leaderboard.load(file).standings()
        except HandsightError:
            continue


def test_the_one_that_ships_ranks_our_own_agents() -> None:
    board = Leaderboard.load(SHIPPED)
    standings = shipped_standings()
    assert list(standings) == [each.agent for each in board.standings()]
    assert {"blueprint", "loki", "simulator", "ehs", "fai-v5", "call"} <= standings.keys()
    for each in standings.values():
        assert each.opponents == len(standings) - 1
        # The exploiter would forget before every hand and be the blueprint, and the match player
        # plays matches.
        without = each.agent in ("exploiter", "match-player")
        assert (each.response is None) == without
        # Half an hour a pairing: these play shorter ones.
        assert each.provisional == (each.agent in ("exploiter", "resolver"))


def test_exploiters_are_learned_against_those_that_play_by_a_blueprint(tmp_path: Path) -> None:
    folder = tmp_path / "blueprint.npz"
    always(CALL, HandBetting(10, "a", "", "", "")).save(folder, packed=False)
    agent = f"blueprint:file={folder}"
    spec = LeaderboardSpec(pairs=4, hands=20, rounds=2, stack=1000)
    board, steps = Leaderboard(spec), list[tuple[int, int]]()
    board.play([agent, "fold"], progress=lambda done, most: steps.append((done, most)))
    assert steps == [(done, 4) for done in range(4)]
    assert list(board.exploiters) == [agent]
    row = board.exploiters[agent]
    result = learned_exploit(LearnedExploitSpec(agent=agent, stack=1000, hands=20), 2)
    assert (row.mbb, row.rounds, row.hands) == (result.mbb, 2, 20)
    assert row.half_width == pytest.approx(result.interval()[1] - result.mbb)

    file = tmp_path / "board.json"
    board.save(file)
    again = Leaderboard.load(file, pairs=4, hands=20, rounds=2)
    assert again.exploiters == board.exploiters
    again.play([agent], progress=lambda done, most: pytest.fail("it is played already"))
    report = leaderboard_report(again)
    by_name = {each.agent: each.exploiter for each in report.standings}
    assert by_name["fold"] is None
    assert by_name[agent] is not None
    assert by_name[agent].mbb_per_hand == row.mbb
    assert "learned" in standings_table(report).heads
    assert "after 2 rounds against the frozen blueprint" in leaderboard_page(report)

    content = json.loads(file.read_text())
    content["exploiters"][0]["rounds"] = 0
    file.write_text(json.dumps(content))
    with pytest.raises(InputError, match=r"the exploiter of .* has impossible numbers"):
        Leaderboard.load(file)


def test_without_exploiters_nothing_speaks_of_them(board: Leaderboard, tmp_path: Path) -> None:
    board.save(tmp_path / "board.json")
    assert "exploiters" not in json.loads((tmp_path / "board.json").read_text())
    report = leaderboard_report(board)
    assert "learned" not in standings_table(report).heads
    assert "exploiter" not in leaderboard_page(report)
