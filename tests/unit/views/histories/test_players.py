"""Players in words, tables and JSON; and what the documentation shows of the collection."""

from fractions import Fraction
from pathlib import Path

import pytest
from rich.console import Console, RenderableType

from handsight.errors import OptionError
from handsight.game import Money
from handsight.opponents.stats import Counts, Result, WinRate, leaks
from handsight.views.histories.leaks import leaks_report, leaks_text
from handsight.views.histories.players import (
    player_report,
    player_text,
    players_report,
    players_text,
)
from handsight.views.report import to_dict
from tests.unit.opponents.records import counts_of_the_collection

ROOT = Path(__file__).parents[4]
PAGE = ROOT / "docs" / "how-to" / "know-the-players.md"
LEAKS_PAGE = PAGE.with_name("find-your-leaks.md")

NOTHING = (0,) * 5


def one_hand(net: int, *money: str) -> Result:
    return Result(Money(*money), Fraction(net), WinRate(1, Fraction(0), Fraction(0)))


ADA = Counts(
    hands=40,
    decided=38,
    vpip=9,
    pfr=7,
    actions=(NOTHING, (1, 1, 2, 3, 0), NOTHING, NOTHING),
    results=(Result(Money(), Fraction(-5, 2), WinRate(40, Fraction(-1, 2), Fraction(9))),),
)
BOB = Counts(hands=1, decided=0, results=(one_hand(1500),))


def printed(content: RenderableType) -> str:
    console = Console(width=100, highlight=False, color_system=None)
    with console.capture() as captured:
        console.print(content)
    return "\n".join(line.rstrip() for line in captured.get().splitlines())


def test_the_report_of_a_player_has_statistics_and_type() -> None:
    report = player_report("Ada", ADA)
    assert (report.name, report.statistics["vpip"].numerator) == ("Ada", 9)
    assert report.type is not None
    assert report.type.name == "tight-aggressive"
    assert player_report("Bob", BOB).type is None


def test_thresholds_and_the_published_form_go_through() -> None:
    report = player_report("Ada", ADA, {"loose_from": 0.2}, "cisti-2013")
    assert report.type is not None
    assert report.type.name == "loose-aggressive"
    assert report.statistics["aggression_factor"].value == 2 / 3
    with pytest.raises(OptionError):
        players_report({"Ada": ADA}, {"aggressive_from": -1})


def test_types_are_taken_together_and_name_their_players() -> None:
    table = players_report({"Ada": ADA, "Bob": BOB, "Eve": ADA})
    assert [each.name for each in table.players] == ["Ada", "Bob", "Eve"]
    assert [(each.name, each.players, each.hands) for each in table.types] == [
        ("tight-aggressive", 2, 80)
    ]


def test_one_player_is_shown_in_words() -> None:
    lines = printed(player_text(player_report("Ada", ADA))).splitlines()
    assert lines[0] == "Ada  TAG, tight-aggressive, not beyond chance"
    assert lines[1].startswith("40 hands, net -2.50, -1.2 bb/100 (-")
    (vpip,) = (line for line in lines if line.startswith("VPIP"))
    assert vpip.split() == ["VPIP", "23.7%", "13.0%", "to", "39.2%", "9", "of", "38"]
    (factor,) = (line for line in lines if line.startswith("AF"))
    assert factor.split()[-3:] == ["3", "to", "2"]
    assert any(line.startswith("fold to flop bet") and "–" in line for line in lines)


def test_types_bear_the_names_that_players_give_them() -> None:
    words = printed(players_text(players_report({"Ada": ADA}))).splitlines()[1].split()
    assert words[-1] == "TAG"


def test_situations_are_shown_by_position() -> None:
    found = counts_of_the_collection(1500)["MrBlue"]
    lines = printed(player_text(player_report("MrBlue", found))).splitlines()
    (places,) = (line.split() for line in lines if line.startswith("by position"))
    assert places[2:] == ["SB", "BB", "EP", "HJ", "CO", "BTN", "all"]
    (steal,) = (line for line in lines if line.startswith("steal"))
    assert (steal.count("–"), steal.count("% of ")) == (3, 4)
    assert "by position" not in printed(player_text(player_report("Ada", ADA)))


@pytest.mark.exhaustive
def test_situations_of_thousands_of_hands_are_a_table_each() -> None:
    lines = printed(player_text(player_report("MrBlue", counts_of_the_collection()["MrBlue"])))
    steal = lines.partition("by position steal\n")[2].partition("\n\n")[0]
    places = [line.split()[0] for line in steal.splitlines()]
    assert places == ["SB", "BB", "EP", "HJ", "CO", "BTN", "all"]
    assert [line.split()[1] for line in steal.splitlines()].count("–") == 3
    (donk,) = (line for line in lines.splitlines() if line.startswith("donk bet"))
    assert donk.count("% of ") == 3
    assert "by position" not in printed(player_text(player_report("Ada", ADA)))


def test_a_player_without_a_type_has_no_grid() -> None:
    shown = printed(player_text(player_report("Bob", BOB)))
    assert "too little is counted to name a type" in shown
    assert "1 hand, net +1,500, +0.0 bb/100\n" in shown
    assert "Sklansky" not in shown


def test_the_grid_is_of_the_action_that_was_asked_for() -> None:
    report = player_report("Ada", ADA)
    assert report.type is not None
    for action, words in (("play", "play"), ("raise", "raise"), ("call", "only call with")):
        size = f"{report.type.ranges[action].percent:.1f}% of all hands"
        assert f"the hands they {words}: " in printed(player_text(report, action))
        assert size in printed(player_text(report, action))


def test_names_are_no_markup() -> None:
    shown = printed(players_text(players_report({"[red]x[/red]": ADA}), ["a note"]))
    assert shown.startswith("a note\n")
    assert "[red]x[/red]" in shown


def test_groups_are_listed_only_where_cards_are_known() -> None:
    assert "Sklansky" not in printed(players_text(players_report({"Ada": ADA})))
    known = ADA + Counts(dealt=(4, *(0,) * 8), played=(3, *(0,) * 8))
    shown = printed(players_text(players_report({"Ada": known}))).splitlines()
    assert shown[-1].split() == ["TAG,", "tight-aggressive", "1", "75%", *("–",) * 8]


def test_json_holds_what_the_report_holds() -> None:
    fields = to_dict(player_report("Ada", ADA))
    assert (fields["hands"], fields["results"][0]["net"]) == (40, -2.5)
    assert fields["statistics"]["pfr"]["numerator"] == 7
    assert fields["statistics"]["wtsd"]["value"] is None
    assert fields["type"]["ranges"]["play"]["combos"] == 1326
    table = to_dict(players_report({"Ada": ADA, "Bob": BOB}))
    assert [each["type"] for each in table["players"]] == ["tight-aggressive", None]
    (result,) = table["players"][1]["results"]
    assert result["bb_per_100"] == {"value": 0.0, "low": None, "high": None}


# --- the page -------------------------------------------------------------------------------------


@pytest.mark.exhaustive
def test_the_page_shows_what_the_collection_gives() -> None:
    page = PAGE.read_text("utf-8")
    players = dict(sorted(counts_of_the_collection().items(), key=lambda each: -each[1].hands))
    many = {name: counts for name, counts in players.items() if counts.hands >= 1000}
    assert printed(players_text(players_report(many))) in page
    assert printed(player_text(player_report("MrOrange", players["MrOrange"]))) in page


@pytest.mark.exhaustive
def test_the_page_on_leaks_shows_those_of_the_collection() -> None:
    found = leaks_report(leaks(counts_of_the_collection(), "MrOrange"))
    assert printed(leaks_text(found)) in LEAKS_PAGE.read_text("utf-8")


def test_leaks_are_named_with_position_direction_and_counts() -> None:
    players = {"Ann": Counts(decided=90, vpip=60), "Bob": Counts(decided=90, vpip=9)}
    report = leaks_report(leaks(players, "Ann"))
    fields = to_dict(report)["leaks"][0]
    assert (fields["statistic"], fields["position"], fields["more"]) == ("vpip", None, True)
    assert (fields["player"]["numerator"], fields["others"]["denominator"]) == (60, 90)
    row = printed(leaks_text(report)).splitlines()[3]
    assert row.split() == ["VPIP", "more", "66.7%", "60", "of", "90", "10.0%", "+44", "to", "+67"]
