"""Filters of games, in a store, without one, and on the command line."""

import json
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from handsight.cli.main import main
from handsight.errors import OptionError
from handsight.formats import read_hands
from handsight.game import Hand, Money, Occasion
from handsight.opponents.stats import Counts, GameFilter, PlayerStore, Result, WinRate, count_hands
from handsight.opponents.stats.game_filter import parse_day, parse_seats
from tests.unit.formats import site_texts as texts

GAME = Occasion(Money("cash", "$"), "PokerStars", "0.25/0.5", 6, "2024-05-06")


@pytest.mark.parametrize(
    ("chosen", "takes"),
    [
        ({}, True),
        ({"since": date(2024, 5, 6), "until": date(2024, 5, 6)}, True),
        ({"since": date(2024, 5, 7)}, False),
        ({"until": date(2024, 5, 5)}, False),
        ({"stakes": ("0.25/0.50",)}, True),
        ({"stakes": ("0,25/0,50", "1/2")}, True),
        ({"stakes": ("0.5/1",)}, False),
        ({"stakes": ("0.5",)}, False),
        ({"sites": ("pokerstars",)}, True),
        ({"sites": ("Winamax",)}, False),
        ({"kinds": ("tournament", "cash")}, True),
        ({"kinds": ("play",)}, False),
        ({"seats": (2, 6)}, True),
        ({"seats": (2, 5)}, False),
        ({"sites": ("PokerStars",), "seats": (2, 2)}, False),
    ],
)
def test_each_field_filters(chosen: dict[str, Any], takes: bool) -> None:
    assert GameFilter(**chosen).takes(GAME) is takes


def test_hands_without_a_date_are_of_no_time() -> None:
    assert not GameFilter(since=date(1970, 1, 1)).takes(Occasion())
    assert GameFilter().takes(Occasion())


def test_a_small_blind_that_nobody_posted_may_be_any() -> None:
    game = Occasion(Money("cash", "$"), stake="0/0.5")
    assert GameFilter(stakes=("0.25/0.50",)).takes(game)
    assert not GameFilter(stakes=("0.25/1",)).takes(game)


def test_a_buy_in_is_a_stake() -> None:
    game = Occasion(Money("tournament"), stake="$5.5")
    assert GameFilter(stakes=("5.50",)).takes(game)
    assert GameFilter(stakes=("$5.5",)).takes(game)
    assert not GameFilter(stakes=("5",)).takes(game)


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        ({"stakes": ("high",)}, "a stake is 'high'; it must be blinds like 0.25/0.50"),
        (
            {"kinds": ("sitngo",)},
            "a kind of game is 'sitngo'; it must be one of cash, tournament, play",
        ),
        ({"since": date(2024, 2, 1), "until": date(2024, 1, 1)}, "no day is after 2024-02-01"),
        ({"seats": (1, 6)}, "seats is 1-6; it must be from 2 to 10"),
        ({"seats": (6, 2)}, "seats is 6-2; it must be from 2 to 10"),
    ],
)
def test_filters_that_are_none_are_refused(chosen: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        GameFilter(**chosen)


@pytest.mark.parametrize("text", ["yesterday", "2024-13", "2024-02-30", "2024-00", "24-01-01", ""])
def test_a_day_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(OptionError, match="it must look like 2024-05-06"):
        parse_day(text)


def test_a_month_and_a_year_are_their_first_or_last_day() -> None:
    assert [parse_day("2023"), parse_day("2023-2")] == [date(2023, 1, 1), date(2023, 2, 1)]
    ends = [parse_day("2023", last=True), parse_day("2023-02", last=True)]
    assert ends == [date(2023, 12, 31), date(2023, 2, 28)]


def test_seats_are_a_number_or_two() -> None:
    assert [parse_seats("6"), parse_seats("2-6")] == [(6, 6), (2, 6)]
    with pytest.raises(OptionError, match="seats is 'six'; it must be a number like 6"):
        parse_seats("six")


# --- results by money -----------------------------------------------------------------------------


def result(*money: str, net: int) -> Counts:
    won = Result(Money(*money), Fraction(net), WinRate(1, Fraction(net), Fraction(net * net)))
    return Counts(hands=1, results=(won,))


def test_amounts_of_different_money_are_never_added() -> None:
    dollars, euros = result("cash", "$", net=5), result("cash", "€", net=7)
    both = dollars + euros + dollars
    assert [(str(each.money), each.net) for each in both.results] == [("cash $", 10), ("cash €", 7)]
    assert Counts.from_json(both.to_json()) == both
    with pytest.raises(OptionError, match="results in cash \\$, cash € cannot be added"):
        _ = both.net
    with pytest.raises(OptionError, match="cash \\$ and of cash € cannot be added"):
        _ = dollars.results[0] + euros.results[0]


TEXTS = (texts.PARTY_CASH, texts.PARTY_TOURNAMENT, texts.WINAMAX_TOURNAMENT, texts.PARTY_LIMIT)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "hands"
    folder.mkdir()
    for number, text in enumerate(TEXTS):
        (folder / f"{number}.txt").write_text(text, "utf-8")
    return folder


@pytest.mark.parametrize(
    "only",
    [
        GameFilter(),
        GameFilter(kinds=("cash",)),
        GameFilter(kinds=("tournament",), sites=("Winamax",)),
        GameFilter(seats=(3, 3)),
        GameFilter(stakes=("0.25/0.5",)),
    ],
)
def test_a_store_gives_what_counting_the_chosen_hands_gives(
    only: GameFilter, folder: Path, tmp_path: Path
) -> None:
    found = [each for each in read_hands(folder) if isinstance(each, Hand)]
    chosen = [each for each in found if only.takes(Occasion.of(each))]
    with PlayerStore(tmp_path / "players.db", create=True) as store:
        for each in found:  # one by one, so that rows are added to
            store.add([each])
        assert store.players(only) == count_hands(chosen)
        assert store.counts("Ann", only) == count_hands(chosen).get("Ann")
        assert store.games == sorted({Occasion.of(each) for each in found})


def test_the_store_knows_the_heroes(folder: Path, tmp_path: Path) -> None:
    found = [each for each in read_hands(folder) if isinstance(each, Hand)]
    expected = sum(each.hero is not None and each.name_of(each.hero) == "Ann" for each in found)
    assert expected
    with PlayerStore(tmp_path / "players.db", create=True) as store:
        store.add(found)
        assert store.heroes()["Ann"] == expected
        assert store.heroes(GameFilter(seats=(9, 9))) == {}


# --- on the command line --------------------------------------------------------------------------


def run(*words: object, code: int = 0) -> str:
    shown = CliRunner().invoke(main, [str(word) for word in words])
    assert shown.exit_code == code, shown.output
    return shown.output


@pytest.fixture
def store(folder: Path, tmp_path: Path) -> Path:
    file = tmp_path / "players.db"
    run("import", folder, "--store", file)
    return file


def test_a_player_s_results_are_shown_by_money(store: Path) -> None:
    shown = run("players", "Ann", "--store", store)
    assert "played for" in shown
    assert "cash $" in shown
    assert "tournament chips" in shown
    alone = run("players", "Ann", "--store", store, "--kind", "cash", "--stake", "0.25/0.50")
    assert "1 hand for cash $, net " in alone
    fields = json.loads(run("players", "Ann", "--store", store, "--json"))
    kinds = [(each["kind"], each["currency"]) for each in fields["results"]]
    assert kinds == [("cash", "$"), ("tournament", "chips")]
    assert fields["hands"] == sum(each["hands"] for each in fields["results"])


def test_all_players_have_a_win_rate_for_each_kind_of_game(store: Path) -> None:
    shown = run("players", "--store", store)
    assert ["bb/100", "cash", "tournament"] in [line.split() for line in shown.splitlines()]
    assert "bb/100  type" in run("players", "--store", store, "--kind", "tournament")


@pytest.mark.parametrize("source", ["store", "hands"])
def test_leaks_count_the_chosen_games(source: str, store: Path, folder: Path) -> None:
    where = ("--store", store) if source == "store" else ("--recorded", folder)
    whole, cash = (
        json.loads(run("leaks", "Ann", *where, *only, "--json"))
        for only in ((), ("--kind", "cash"))
    )
    assert 0 < cash["hands"] < whole["hands"]


@pytest.mark.parametrize("command", ["players", "players Ann", "leaks", "leaks --recorded"])
def test_where_nothing_is_left_the_games_that_are_there_are_named(
    command: str, store: Path, folder: Path
) -> None:
    words = command.split()
    where = (*words, folder) if "--recorded" in words else (*words, "--store", store)
    said = run(*where, "--site", "Nowhere", code=2)
    assert "holds no hands of these games; it holds cash $" in said
    assert said.endswith(", of PartyPoker, Winamax\n")


def test_a_player_without_hands_of_the_chosen_games_is_told_from_nobody(store: Path) -> None:
    for command in ("players", "leaks"):
        said = run(command, "Cyd", "--store", store, "--stake", "1/2", code=2)
        assert "'Cyd' has no hands of these games in" in said
    assert "there is no player" in run("players", "Xaver", "--store", store, code=2)


@pytest.mark.parametrize(
    ("stake", "wanted"),
    [("0.05/0.1", "$.05/$.10"), ("1000/2000", "1,000/2,000"), ("0.05/0.1", "0,05/0,10")],
)
def test_stakes_are_read_as_people_write_them(stake: str, wanted: str) -> None:
    assert GameFilter(stakes=(wanted,)).takes(Occasion(stake=stake))
    assert not GameFilter(stakes=("5/10",)).takes(Occasion(stake="0.05/0.1"))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--since tomorrow", "a day is 'tomorrow'; it must look like 2024-05-06"),
        ("--kind sitngo", "it must be one of cash, tournament, play"),
        ("--seats many", "it must be a number like 6, or two like 2-6"),
        ("--stake high", "it must be blinds like 0.25/0.50"),
    ],
)
def test_wrong_filters_are_refused(words: str, message: str, store: Path) -> None:
    assert message in run("players", "--store", store, *words.split(), code=2)
