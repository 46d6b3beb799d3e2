"""What the page asks about odds and ranges: answers are the library's, and faults have names."""

import json
import shlex
import socket
from typing import Any

import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient

from handsight.cli.main import main
from handsight.odds import effective_hand_strength, equity, outs, texture
from handsight.odds.strength.made_hands import MADE
from handsight.ranges import ORDERS, Range, grid
from handsight.views.odds.equity import equity_report
from handsight.views.report import to_json
from handsight.web.assets import FOLDER
from handsight.web.server import _listen
from handsight.web.settings import Settings

ONE, OTHER = "QQ+, AKs, 0.5(98s, 87s)", "22+, A2s+, KTs+"
FLOP, TURN = "Qs7h2d", "Qs7h2dTh"


def ask(client: TestClient, path: str, **question: Any) -> Any:
    response = client.post(f"/api/v1{path}", json=question)
    assert response.status_code == 200, response.text
    return response.json()


def refusal(client: TestClient, path: str, **question: Any) -> tuple[str, str]:
    response = client.post(f"/api/v1{path}", json=question)
    assert response.status_code == 400
    error = response.json()["error"]
    return error["field"], error["message"]


# --- ranges ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["", "22+, A2s+, AKo:0.5", "chen:15%", "AhKh, 0.25(QQ+)", "random"]
)
def test_a_range_is_read_as_the_library_reads_it(client: TestClient, text: str) -> None:
    answer, hands = ask(client, "/range", text=text), Range(text)
    assert answer["text"] == str(hands)
    assert answer["cells"] == [weight for row in grid(hands) for weight in row]
    assert answer["combos"] == len(hands)
    assert answer["percent"] == hands.percent


def test_what_was_painted_lies_over_the_text(client: TestClient) -> None:
    weights = {"AKs": 0.5, "KK": 0, "AsKs": 1, "T9s": 0.25}
    answer = ask(client, "/range", text="QQ+, AK", weights=weights)
    hands = Range(answer["text"])
    assert hands == Range("AA, QQ, AKo, 0.5(AhKh, AdKd, AcKc), AsKs, T9s:0.25")
    assert answer["uneven"] == {"AKs": {"AsKs": 1, "AhKh": 0.5, "AdKd": 0.5, "AcKc": 0.5}}


@pytest.mark.parametrize(
    ("question", "field"),
    [
        ({"text": "22+, XY"}, "text"),
        ({"weights": {"AKx": 1}}, "weights"),
        ({"weights": {"AKs": 1.5}}, "weights[...]"),
        ({"weights": [1]}, "weights"),
        ({"text": "x" * 30_000}, "text"),
    ],
)
def test_a_fault_in_a_range_has_a_name(
    client: TestClient, question: dict[str, Any], field: str
) -> None:
    assert refusal(client, "/range", **question)[0] == field


def test_the_page_names_the_orders_that_there_are(client: TestClient) -> None:
    script = client.get("/js/range-editor.js").text
    listed = script.partition("ORDERS = ")[2].partition(";")[0]
    assert tuple(json.loads(listed)) == ORDERS
    assert FOLDER == "static"


# --- equities -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "board"),
    [
        (["AhKh", "QcQd"], ""),
        (["AhKh", "QcQd", "7c7d"], FLOP),
        ([ONE, OTHER], ""),
        ([ONE, OTHER], FLOP),
        (["AhKh", OTHER, "random"], TURN),
    ],
)
def test_equities_are_those_of_the_library(
    client: TestClient, players: list[str], board: str
) -> None:
    answer, found = (
        ask(client, "/equity", players=players, board=board, dead="2c"),
        equity(players, board=board, dead="2c", seed=0),
    )
    assert [row["equity"] for row in answer["players"]] == [each.equity for each in found.players]
    assert answer["method"] == found.method == "exact"
    for row, each in zip(answer["players"], found.players, strict=True):
        assert (row["stderr"], row["win"]) == (None, float(each.win / found.total))
        assert row["win"] + row["tie"] + row["lose"] == pytest.approx(1)


def test_a_sample_says_how_far_off_it_may_be(client: TestClient) -> None:
    answer = ask(client, "/equity", players=["22+", "A2s+", "KTs+", "QTs+"])
    assert answer["method"] == "monte_carlo"
    assert answer["trials"] > 0
    assert all(0 < row["stderr"] < 0.01 for row in answer["players"])
    assert answer["reason"]


def test_streets_are_those_of_the_boards_order(client: TestClient) -> None:
    answer = ask(client, "/streets", players=[ONE, OTHER], board=TURN)
    rows = {row["street"]: row for row in answer["streets"]}
    assert list(rows) == ["preflop", "flop", "turn"]
    for street, board in (("preflop", ""), ("flop", FLOP), ("turn", TURN)):
        found = equity([ONE, OTHER], board=board)
        assert rows[street]["board"] == board
        assert rows[street]["equities"] == [each.equity for each in found.players]


def test_each_next_card_is_a_board_of_its_own(client: TestClient) -> None:
    answer = ask(client, "/next-cards", players=[ONE, OTHER], board=FLOP)
    assert answer["exact"]
    assert len(answer["cards"]) == 49
    for row in answer["cards"][::7]:
        found = equity([ONE, OTHER], board=FLOP + row["card"])
        assert row["equities"] == [each.equity for each in found.players]


def test_a_card_that_a_range_surely_holds_does_not_come(client: TestClient) -> None:
    answer = ask(client, "/next-cards", players=["AhKh, AhQh", "JJ"], board=FLOP)
    cards = [row["card"] for row in answer["cards"]]
    assert "Ah" not in cards
    assert "As" in cards


# --- a hand and ranges on a board -----------------------------------------------------------------


def test_a_hand_has_the_librarys_strength_and_outs(client: TestClient) -> None:
    answer = ask(client, "/hand", players=[OTHER, "AhKh"], player=1, board="Qh7h2c")
    found = effective_hand_strength("AhKh", "Qh7h2c", villain=OTHER)
    assert answer["hs"] == found.hand_strength.value
    assert (answer["ppot"], answer["npot"]) == (found.potential.ppot, found.potential.npot)
    assert (answer["ehs"], answer["p_win"]) == (found.ehs, found.p_win)
    assert (answer["name"], answer["draw"]) == ("ace high, king kicker", "flush_draw")
    expected = {str(each.card): each.kind for each in outs("AhKh", "Qh7h2c", villain=OTHER)}
    assert {each["card"]: each["kind"] for each in answer["outs"]} == expected
    assert answer["draws"][0]["name"] == "flush in hearts"
    assert answer["draws"][0]["probability"] == pytest.approx(378 / 1081)


def test_against_many_random_hands_strength_is_a_power(client: TestClient) -> None:
    answer = ask(client, "/hand", players=["AdQc", *["random"] * 5], board="3h4cJh")
    found = effective_hand_strength("AdQc", "3h4cJh", opponents=5)
    assert (answer["hs"], answer["ehs"]) == (found.hand_strength.against(5), found.ehs)


def test_against_many_ranges_it_says_why_there_is_none(client: TestClient) -> None:
    answer = ask(client, "/hand", players=["AdQc", *["22+"] * 4], board="3h4cJh")
    assert answer["hs"] is None
    assert "up to 3 opponents" in answer["reason"]


def test_textures_are_those_of_the_library(client: TestClient) -> None:
    answer = ask(client, "/texture", players=[ONE, OTHER], board=FLOP)
    found = texture([ONE, OTHER], FLOP)
    assert answer["range_advantage"] == found.range_advantage
    assert answer["nut_advantage"] == found.nut_advantage
    for row, each in zip(answer["players"], found.players, strict=True):
        assert row["made"] == {name: float(combos) for name, combos in each.made.items()}
        assert tuple(row["made"]) == MADE
        assert row["curve"] == list(each.curve)
        assert row["distribution"] == list(each.distribution)


# --- to take away ---------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [["AhKh", OTHER], ["22+", "A2s+", "KTs+", "QTs+"]])
def test_the_command_gives_the_same_equities(client: TestClient, players: list[str]) -> None:
    pot = {"players": players, "dead": "2c"}
    shown = ask(client, "/equity", **pot)
    words = shlex.split(
        ask(client, "/share", **pot, form="command", trials=shown["trials"])["text"]
    )
    assert words[:2] == ["handsight", "equity"]
    printed = CliRunner().invoke(main, [*words[1:], "--json"])
    assert printed.exit_code == 0, printed.output
    given = json.loads(printed.output)
    assert [each["equity"] for each in given["players"]] == [
        each["equity"] for each in shown["players"]
    ]


def test_text_and_json_are_those_of_the_command(client: TestClient) -> None:
    pot = {"players": ["AhKh", OTHER], "board": FLOP}
    assert ask(client, "/share", **pot, form="json")["text"] == to_json(
        equity_report(equity(pot["players"], board=FLOP))
    )
    text = ask(client, "/share", **pot, form="text")["text"]
    assert text.startswith("2 players on Qs7h2d\n")
    assert "exact:" in text


# --- what is wrong --------------------------------------------------------------------------------

POTS = ("/equity", "/streets", "/next-cards", "/hand", "/share", "/texture")


@pytest.mark.repeats(12)
@pytest.mark.parametrize("path", POTS)
@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"players": ["AhKh", "XY"]}, "players[1]"),
        ({"players": ["AhKhQd", "22+"]}, "players[0]"),
        ({"players": ["AhKh", "AhQd"]}, "players"),
        ({"players": ["AhKh"]}, "players"),
        ({"board": "Qs7h"}, "board"),
        ({"board": "Qs7h1x"}, "board"),
        ({"dead": "Zz"}, "dead"),
        ({"dead": "AhAh"}, "dead"),
    ],
)
def test_a_fault_in_a_pot_has_a_name(
    client: TestClient, path: str, change: dict[str, Any], field: str
) -> None:
    question = {"players": ["AhKh", "22+"], "board": FLOP} | change
    assert refusal(client, path, **question)[0] == field


@pytest.mark.parametrize(
    ("path", "change", "field"),
    [
        ("/next-cards", {"board": ""}, "board"),
        ("/next-cards", {"board": "Qs7h2dTh3c"}, "board"),
        ("/texture", {"board": ""}, "board"),
        ("/hand", {"board": ""}, "board"),
        ("/hand", {"player": 1}, "player"),
        ("/hand", {"player": 5}, "player"),
        ("/hand", {"player": -1}, "player"),
        ("/share", {"form": "pickle"}, "form"),
        ("/texture", {"players": ["22+"] * 3}, "players"),
        ("/equity", {"players": ["22+"] * 11}, "players"),
    ],
)
def test_what_has_no_meaning_is_refused(
    client: TestClient, path: str, change: dict[str, Any], field: str
) -> None:
    question = {"players": ["AhKh", "22+"], "board": FLOP} | change
    assert refusal(client, path, **question)[0] == field


def test_answers_are_sent_at_once() -> None:
    with _listen(Settings(port=0)) as listening:
        assert listening.proto == socket.IPPROTO_TCP
