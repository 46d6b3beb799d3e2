"""Every result is short to print, shown by notebooks, and given as what the command prints."""

import json
import re
import sys
from collections.abc import Callable
from fractions import Fraction
from importlib import import_module
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from handsight import (
    BoardStrengths,
    HandState,
    Rules,
    aggregate,
    blockers,
    class_odds,
    effective_hand_strength,
    effective_hand_strength_many,
    equity,
    equity_many,
    ev,
    evaluate,
    hand_potential,
    hand_strength,
    hand_strength_many,
    icm,
    matchup,
    nine_handed,
    outs,
    pocket_equity,
    pocket_table,
    potential_hands,
    push_fold,
    rank_many,
    solve,
    texture,
)
from handsight.agents import Decision, agent
from handsight.arena import (
    ArenaSpec,
    ExploitSpec,
    LearnedExploitSpec,
    evaluate_agent,
    exploit,
    learned_exploit,
    run_arena,
)
from handsight.arena.leaderboard import Leaderboard, LeaderboardSpec
from handsight.arena.results import ArenaResult
from handsight.arena.six_handed import SixHandedLeaderboard, SixHandedSpec
from handsight.charts import chart
from handsight.cli.main import main
from handsight.coach.review import Review, ReviewSettings, review_hand
from handsight.errors import MissingExtraError, OptionError
from handsight.game import Action, HandCursor, Money, random_hands
from handsight.odds import Spot, board_strengths
from handsight.opponents.stats import (
    Counts,
    PlayerType,
    Result,
    WinRate,
    leaks,
    player_statistics,
)
from handsight.ranges import Range, place_in_order, shipped_pocket_table
from handsight.runtime.notebooks import LONGEST_REPR, ShownInNotebooks, short_repr
from handsight.solver import Betting
from handsight.views import explain
from handsight.views.cards.heatmap import heatmap_report
from handsight.views.cards.preflop import preflop_report
from handsight.views.notebooks.display import display_of

FLOP = ("AhKh", "Qh7h2c")
FINE = Range.from_weights({"TT+": 0.12345678901234567, "AKs": 0.3, "98s": 1})


def small_solution() -> Any:
    return solve(Spot.parse(["AA, QQ", "KK"], "2c2d2h3s3d"), Betting(100, 100, "a"))


def turn_solution() -> Any:
    return solve(Spot.parse(["AA, QQ", "KK"], "2c2d2h3s"), Betting(100, 100, "a"), accuracy=0.05)


def decision() -> Decision:
    table = HandCursor(HandState.start(Rules(), [900, 900], button=0, seed=7))
    explained: Any = agent("check-call")
    answer: Decision = explained.explain(table.observation(), Random(1))
    return answer


def board_of_leaders() -> Leaderboard:
    board = Leaderboard(LeaderboardSpec(pairs=10, hands=0))
    board.play(["fold", "min-raise"])
    return board


def tables_of_six() -> SixHandedLeaderboard:
    board = SixHandedLeaderboard(SixHandedSpec(tables=2, pairs=1))
    board.play(["fold", "min-raise"])
    return board


def reviewed() -> Review:
    hands = list(random_hands(2, seed=7, hands=3))
    return Review(
        "player 1", tuple(review_hand(hand, 0, ReviewSettings(quick=True)) for hand in hands), 0, 0
    )


WON = Result(Money("cash", "$"), Fraction(7, 2), WinRate(90, Fraction(7), Fraction(49)))
COUNTS = {
    "Ann": Counts(hands=90, decided=90, vpip=60, results=(WON,)),
    "Bob": Counts(hands=90, decided=90, vpip=9),
}
RANGES, BOARD = ["QQ+", "22+,A2s+"], "Qs7h2d"

RESULTS: dict[str, Callable[[], Any]] = {
    "evaluation": lambda: evaluate("AhKhQhJhTh9h2c"),
    "hand strength": lambda: hand_strength(*FLOP),
    "hand strength against a range": lambda: hand_strength(*FLOP, villain=FINE),
    "hand potential": lambda: hand_potential(*FLOP),
    "effective hand strength": lambda: effective_hand_strength(*FLOP),
    "sampled strength": lambda: effective_hand_strength(*FLOP, samples=50, seed=1),
    "class odds": lambda: class_odds(*FLOP),
    "outs": lambda: outs(*FLOP),
    "a next card": lambda: outs(*FLOP).cards[0],
    "a potential hand": lambda: potential_hands("AhKhQh7h2c")[0],
    "equity": lambda: equity("AhKh", "QsQd", "7c6c"),
    "equity of ranges": lambda: equity("QQ+", FINE, board="Qh7h2c"),
    "sampled equity": lambda: equity(*["AhKh", *["22+"] * 4], trials=1000, seed=1),
    "one player's equity": lambda: equity("AhKh", "QsQd").players[0],
    "board strengths": lambda: board_strengths("Qh7h2c"),
    "heat map": lambda: heatmap_report("Qh7h2c", villain="QQ+"),
    "explanation": lambda: explain(*FLOP),
    "explanation before the flop": lambda: explain("AhKh", opponents=2),
    "aggregate": lambda: aggregate(RANGES, [BOARD, "KhJh5h"]),
    "aggregate of one turn": lambda: aggregate(RANGES, ["Qs7h2d2c"]),
    "a board": lambda: aggregate(RANGES, [BOARD]).boards[0],
    "texture": lambda: texture(RANGES, BOARD),
    "texture of a river": lambda: texture("QQ+", "Qs7h2d2c2h"),
    "texture of a range": lambda: texture(RANGES, BOARD).players[0],
    "blockers": lambda: blockers("AhKd", "QQ+, AK", "Qh7h2c"),
    "blockers before the flop": lambda: blockers("As", FINE),
    "blocked hands": lambda: blockers("As", "AA, AKs").all,
    "bet": lambda: ev(100, 50, equity=0.3, folds=0.4),
    "bet of unknown hands": lambda: ev(100, 50),
    "icm": lambda: icm([5000, 3000, 2000], [50, 30, 20]),
    "sampled icm": lambda: icm([5, 3, 2], [50, 30], method="monte_carlo", trials=100, seed=1),
    "a stack": lambda: icm([5000, 3000, 2000], [50, 30, 20]).players[0],
    "equities": lambda: equity_many([["AhKh", "QsQd"]] * 12, ["", "Qh7h2c"] * 6),
    "equities of wrong rows": lambda: equity_many([["AhKh", "Qs"]], errors="mask"),
    "strengths": lambda: hand_strength_many(["AdQc", "AdQx"], "3h4cJh", errors="mask"),
    "effective strengths": lambda: effective_hand_strength_many(["AdQc", "JdTd"], "3h4cJh"),
    "ranks": lambda: rank_many(["AhKhQhJhTh", "As Ah Kd Kc 2s 2h 7d"]),
    "leaks": lambda: leaks(COUNTS, "Ann"),
    "no leaks": lambda: leaks({"Ann": COUNTS["Ann"], "Cat": COUNTS["Ann"]}, "Ann"),
    "a leak": lambda: leaks(COUNTS, "Ann").leaks[0],
    "player statistics": lambda: player_statistics(COUNTS["Ann"]),
    "a statistic": lambda: player_statistics(COUNTS["Ann"]).vpip,
    "a win rate": lambda: COUNTS["Ann"].results[0].win_rate,
    "a result": lambda: COUNTS["Ann"].results[0],
    "player type": lambda: PlayerType.typical("tight", "aggressive"),
    "a range": lambda: Range("22+, A2s+"),
    "a long range": lambda: Range(", ".join(f"{a}{b}s:0.{n:03}" for n, (a, b) in PAIRS)),
    "no range": lambda: Range(),
    "matchup": lambda: matchup("AhKh", "QsQd"),
    "pocket equity": lambda: pocket_equity("AKs"),
    "nine-handed": lambda: nine_handed("AKs"),
    "place": lambda: place_in_order("AKs", "equity"),
    "pocket value": lambda: pocket_table("AKs"),
    "pocket table": lambda: shipped_pocket_table(),
    "before the flop": lambda: preflop_report("AKs"),
    "preflop chart": lambda: chart("BTN open", players=2),
    "push or fold": lambda: push_fold(10),
    "solution": small_solution,
    "node": lambda: small_solution().node("check"),
    "node at the end": lambda: small_solution().node("check, check"),
    "runouts": lambda: turn_solution().aggregate("check, check"),
    "a matchup": lambda: run_arena(ArenaSpec(agents=("call", "fold"), pairs=20)).matchups[0],
    "a slot": lambda: run_arena(ArenaSpec(agents=("call", "fold"), pairs=20)).matchups[0].slots[1],
    "a difference": lambda: (
        run_arena(ArenaSpec(agents=("call", "fold", "random"), pairs=20, table="all"))
        .matchups[0]
        .between[0, 1]
    ),
    "state": lambda: HandState.start(Rules(), [900, 900], button=0, seed=7),
    "view": lambda: HandState.start(Rules(), [900, 900], button=0, seed=7).apply("call").view(1),
    "state at the end": lambda: (
        HandState.start(Rules(), [900] * 3, 0, seed=7).apply("all in").apply("call").apply("fold")
    ),
    "decision": decision,
    "arena": lambda: run_arena(ArenaSpec(agents=("call", "fold", "random"), pairs=20, seed=1)),
    "arena at one table": lambda: run_arena(
        ArenaSpec(agents=("call", "fold", "random"), pairs=20, table="all")
    ),
    "arena before its first hand": lambda: ArenaResult(ArenaSpec(agents=("call", "fold"))),
    "exploitation": lambda: exploit(ExploitSpec(agent="fold", hands=20)),
    "learned exploitation": lambda: learned_exploit(
        LearnedExploitSpec(agent="blueprint", actions="fold, call", hands=4), rounds=1
    ),
    "evaluation of an agent": lambda: evaluate_agent("fold", ["min-raise"], hands=20),
    "leaderboard": board_of_leaders,
    "six-handed leaderboard": tables_of_six,
    "review": reviewed,
}
PAIRS = list(enumerate([(a, b) for a in "AKQJ" for b in "T98765432"], start=100))


@pytest.fixture(scope="module")
def results() -> dict[str, Any]:
    return {name: make() for name, make in RESULTS.items()}


def test_every_result_is_short_to_print(results: dict[str, Any]) -> None:
    printed = {name: repr(result) for name, result in results.items()}
    assert [text for text in printed.values() if len(text) >= 200 or "\n" in text] == []
    for name, text in printed.items():
        assert text.lstrip("<").startswith(type(results[name]).__name__), name


def test_html_needs_nothing_from_elsewhere(results: dict[str, Any]) -> None:
    for name, result in results.items():
        html = result._repr_html_()
        assert html.strip(), name
        plain = html.replace('xmlns="http://www.w3.org/2000/svg"', "")
        assert not re.search(r"<script|<link|<img|<iframe|@import|url\(|https?:|\bon\w+=", plain), (
            name
        )
        # It is well-formed, and so it ends what it begins.
        whole = re.sub(r"<br>", "<br/>", html)
        ElementTree.fromstring(f"<div>{whole}</div>")


def test_a_picture_is_svg_or_nothing(results: dict[str, Any]) -> None:
    for name, result in results.items():
        picture = getattr(result, "_repr_svg_", lambda: None)()
        assert picture is None or picture.startswith("<svg xmlns="), name


@pytest.mark.parametrize("name", ["a range", "board strengths", "heat map", "node", "push or fold"])
def test_what_is_a_picture_is_drawn(name: str, results: dict[str, Any]) -> None:
    assert results[name]._repr_svg_().startswith("<svg xmlns=")


def test_a_dictionary_holds_what_json_can_hold(results: dict[str, Any]) -> None:
    for name, result in results.items():
        values = result.to_dict()
        assert json.loads(json.dumps(values, allow_nan=False)) == values, name
        assert values, name


COMMANDS = {
    "evaluation": "rank AhKhQhJhTh9h2c --json",
    "equity": "equity AhKh QsQd 7c6c --json",
    "explanation": "explain AhKh --board Qh7h2c --json",
    "heat map": "heatmap --board Qh7h2c --villain QQ+ --json",
    "aggregate": "aggregate QQ+ 22+,A2s+ --boards Qs7h2d,KhJh5h --json",
    "texture": "texture QQ+ 22+,A2s+ --board Qs7h2d --json",
    "blockers": "blockers AhKd QQ+,AK --board Qh7h2c --json",
    "bet": "ev --pot 100 --bet 50 --equity 0.3 --folds 0.4 --json",
    "icm": "icm 5000 3000 2000 --payouts 50,30,20 --json",
    "a range": "range 22+,A2s+ --json",
    "pocket table": "pocket-table --json",
    "before the flop": "preflop AKs --json",
    "push or fold": "push-fold --stack-bb 10 --json",
    "exploitation": "exploit fold --hands 20 --json",
    "learned exploitation": "exploit blueprint --learn 60 --rounds 1 --actions fold,call "
    "--hands 4 --json",
}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_dictionary_is_the_json_of_the_command(name: str, results: dict[str, Any]) -> None:
    printed = CliRunner().invoke(main, COMMANDS[name].split())
    assert printed.exit_code == 0, printed.output
    assert results[name].to_dict() == json.loads(printed.stdout)


PARTS = {
    "hand strength": "hand_strength",
    "hand potential": "potential",
    "class odds": "class_odds",
    "outs": "outs",
}


@pytest.mark.parametrize("name", PARTS)
def test_parts_of_an_explanation_are_given_as_they_stand_there(
    name: str, results: dict[str, Any]
) -> None:
    whole = results["explanation"].to_dict()
    assert results[name].to_dict() == whole[PARTS[name]]


def test_the_dictionary_of_an_arena_has_the_keys_of_the_command(results: dict[str, Any]) -> None:
    command = "arena call fold random --pairs 20 --seed 1 --json"
    printed = json.loads(CliRunner().invoke(main, command.split()).stdout)
    values = results["arena"].to_dict()
    assert list(values) == list(printed)
    assert values["results"] == printed["results"]


# --- texts of others ------------------------------------------------------------------------------


NASTY = "<script>alert('x')</script>&"


def test_names_and_texts_are_escaped() -> None:
    shown = [
        Decision(Action.call(), NASTY, {NASTY: NASTY})._repr_html_(),
        run_arena(
            ArenaSpec(agents=(NASTY, "fold"), pairs=2, objects={NASTY: agent("call")})
        )._repr_html_(),
        ArenaResult(ArenaSpec(agents=(NASTY, "fold"), objects={NASTY: None}))._repr_html_(),
    ]
    for html in shown:
        assert "<script" not in html
        assert "&lt;script&gt;" in html


# --- data frames ----------------------------------------------------------------------------------

ROWS = {
    "outs": (47, {"card", "kind", "equity"}),
    "class odds": (9, {"category", "river"}),
    "equity": (3, {"hand", "equity", "win"}),
    "board strengths": (1326, {"combo", "hs", "ehs", "equity"}),
    "heat map": (169, {"pocket_class", "ehs"}),
    "aggregate": (2, {"board", "count", "weight", "equity"}),
    "texture": (26, {"group", "hands", "combos_1", "share_2"}),
    "texture of a range": (26, {"group", "hands", "combos", "share"}),
    "blockers": (31, {"group", "hands", "before", "after", "removed", "share"}),
    "icm": (3, {"stack", "equity", "equity_share", "place_3"}),
    "equities": (12, {"equity_1", "equity_2", "win_1", "tie_2", "total", "valid"}),
    "strengths": (2, {"ahead", "tied", "behind", "total", "value", "valid"}),
    "effective strengths": (2, {"hs", "ppot", "npot", "ehs", "valid"}),
    "ranks": (2, {"strength", "category", "valid"}),
    "leaks": (1, {"statistic", "position", "player", "others", "p"}),
    "player statistics": (11, {"statistic", "value", "low", "high"}),
    "player type": (9, {"group", "plays", "raises", "calls"}),
    "a range": (126, {"combo", "weight"}),
    "pocket table": (169, {"pocket_class", "win_frequency"}),
    "push or fold": (169, {"pocket_class", "push", "call"}),
    "node": (6, {"hand", "ev", "check"}),
    "solution": (12, {"hand", "ev", "check"}),
    "runouts": (48, {"card", "weight", "ev_oop", "equity_ip"}),
    "a matchup": (2, {"agent", "bb100", "low", "high"}),
    "arena": (3, {"a", "b", "bb100", "low", "high"}),
    "evaluation of an agent": (2, {"measure", "opponent", "mbb", "low", "high"}),
    "leaderboard": (2, {"agent", "rank", "mbb_per_hand"}),
    "six-handed leaderboard": (2, {"agent", "rank", "mbb_per_hand", "half_width"}),
}


@pytest.mark.repeats(8)
@pytest.mark.parametrize("name", ROWS)
def test_rows_become_a_frame(name: str, results: dict[str, Any]) -> None:
    pytest.importorskip("pandas", reason="pandas is not installed (extra: notebook)")
    frame = results[name].to_frame()
    count, columns = ROWS[name]
    assert len(frame) == count
    assert columns <= set(frame.columns)


def test_every_frame_is_the_same_in_each_library(results: dict[str, Any]) -> None:
    pandas = pytest.importorskip("pandas", reason="pandas is not installed (extra: notebook)")
    polars = pytest.importorskip("polars", reason="polars is not installed (extra: polars)")
    seen = 0
    for name, result in results.items():
        if display_of(result).rows is None:
            continue
        frame = result.to_frame()
        seen += 1
        assert [column for column in frame if frame[column].dtype == object] == [], name
        table = result.to_polars()
        assert polars.DataFrame(result).to_dicts() == table.to_dicts(), name
        assert not any(isinstance(each, polars.Object | polars.List) for each in table.dtypes), name
        assert table.columns == list(frame), name
        for column in frame:
            values = [None if pandas.isna(value) else value for value in frame[column].tolist()]
            assert values == table[column].to_list(), (name, column)
    assert seen > len(ROWS)


def test_frames_without_rows_have_the_columns_of_those_with_rows(results: dict[str, Any]) -> None:
    pytest.importorskip("pandas", reason="pandas is not installed (extra: notebook)")
    for empty, full in [("no range", "a range"), ("no leaks", "leaks")]:
        one, other = results[empty].to_frame(), results[full].to_frame()
        assert len(one) == 0
        assert set(one) == set(other)


def test_what_is_named_from_a_list_is_a_categorical(results: dict[str, Any]) -> None:
    pytest.importorskip("pandas", reason="pandas is not installed (extra: notebook)")
    classes = results["pocket table"].to_frame()["pocket_class"]
    assert classes.cat.ordered
    assert list(classes.cat.categories[:2]) == ["AA", "AKs"]
    assert len(classes.cat.categories) == 169
    assert results["ranks"].to_frame()["category"].dtype == "category"


def test_rows_that_are_no_hand_have_no_numbers(results: dict[str, Any]) -> None:
    pytest.importorskip("pandas", reason="pandas is not installed (extra: notebook)")
    frame = results["equities of wrong rows"].to_frame()
    assert frame.drop(columns="valid").isna().all(axis=None)
    assert frame["valid"].tolist() == [False]


def test_answers_of_many_questions_are_short_but_for_the_frame(results: dict[str, Any]) -> None:
    assert results["strengths"].to_dict() == {
        "questions": 2,
        "valid": 1,
        "columns": ["ahead", "tied", "behind", "total", "value", "valid"],
    }
    assert "10 of 12 rows" in results["equities"]._repr_html_()
    assert results["equities"]._repr_html_().count("<tr>") == 11


def test_a_result_without_rows_says_so() -> None:
    with pytest.raises(OptionError, match=r"Evaluation has no rows.*to_dict"):
        evaluate("AhKhQhJhTh").to_frame()


def test_without_pandas_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'handsight\[notebook\]'"):
        Range("AA").to_frame()


# --- all of them ----------------------------------------------------------------------------------


def subclasses(kind: type) -> list[type]:
    return [each for sub in kind.__subclasses__() for each in (sub, *subclasses(sub))]


def test_every_class_of_results_is_registered_and_tested(results: dict[str, Any]) -> None:
    import_module("handsight.views.notebooks.results")  # which registers them, when a notebook asks
    tested = {type(result) for result in results.values()}
    # A dataclass with slots leaves the class behind that it was made of.
    kinds = [
        each
        for each in subclasses(ShownInNotebooks)
        if each.__module__.startswith("handsight.")
        and getattr(sys.modules[each.__module__], each.__name__) is each
    ]
    assert len(kinds) > 20
    assert {each for each in kinds if each not in tested} == set()
    for kind in kinds:
        assert display_of.dispatch(kind) is not display_of.dispatch(object), kind


def test_what_is_not_registered_says_so() -> None:
    class Unknown(ShownInNotebooks):
        pass

    with pytest.raises(TypeError, match="no view is known for the type Unknown"):
        Unknown()._repr_html_()
    assert short_repr(Unknown()).startswith("<")


def test_arrays_are_printed_by_their_shape() -> None:
    strengths = board_strengths("Qh7h2c")
    assert isinstance(strengths, BoardStrengths)
    assert "hs=float64[1326]" in repr(strengths)
    assert LONGEST_REPR < 200
