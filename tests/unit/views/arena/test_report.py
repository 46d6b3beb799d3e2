"""The report of an arena: sums, verdicts, and how they are written."""

import csv
import io
import re
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from handsight.arena import ArenaSpec, run_arena
from handsight.arena.statistics import CONFIDENCE
from handsight.errors import OptionError
from handsight.views.arena import report as views
from handsight.views.arena.report import TABLE, Duel, arena_report, p_text
from handsight.views.arena.text import (
    PHONE,
    SCREEN,
    arena_csv,
    arena_html,
    arena_svg,
    crosstable,
    heading_of,
    leaderboard,
    note_lines,
    signed,
)
from handsight.views.report import to_dict
from handsight.views.svg import WON
from handsight.views.tables import TextTable
from tests.unit.views.pictures import SVG, outside


@pytest.fixture(scope="module")
def report():
    spec = ArenaSpec(agents=("min-raise", "fold", "random"), pairs=200, seed=7)
    return arena_report(run_arena(spec))


def test_a_duel_is_seen_from_either_side(report):
    one, other = report.duel("min-raise", "fold"), report.duel("fold", "min-raise")
    assert one.bb100 == -other.bb100 == 75
    assert one.ci95 == (-other.ci95[1], -other.ci95[0])
    assert (one.wins, one.losses) == (other.losses, other.wins)
    assert one.verdict == other.verdict == "min-raise > fold: p < .001"


def test_a_duel_that_is_turned_twice_is_the_same(report):
    for duel in report.results:
        assert duel.turned().turned() == duel
        assert (duel.turned().win_share, duel.turned().losses) == (duel.losses / 200, duel.wins)


def test_the_keys_of_json_are_those_of_the_manual(report):
    fields = to_dict(report)
    assert list(fields) == [
        *("format", "rules", "seed", "pairs", "stakes", "stack", "rounds", "until", "table"),
        *("secret", "trusted", "warnings", "finished", "interval", "deal", "headline"),
        *("results", "between", "agents", "leads", "faults", "first_faults"),
    ]
    sums = [
        *("pairs", "hands", "bb100", "ci95", "p_value", "wins", "losses", "ties"),
        *("win_share", "win_ci95"),
    ]
    duel = ["a", "b", *sums, "winner", "stopped", "at_fault"]
    assert list(fields["results"][0]) == [*duel, "corrected"]
    two = arena_report(run_arena(ArenaSpec(agents=("call", "fold"), pairs=20)))
    assert list(to_dict(two)["results"][0]) == duel
    assert list(fields["agents"]["fold"]) == [
        *(*sums, "player_statistics", "rating", "decisions", "ms_per_decision"),
        *("longest_seconds", "fault_share", "is_at_fault"),
    ]


def test_agents_that_did_not_meet_have_no_duel(report):
    with pytest.raises(OptionError, match="fold and call did not meet"):
        report.duel("fold", "call")


def test_the_result_of_an_agent_sums_its_duels(report):
    agent = report.agents["fold"]
    met = [report.duel("fold", other) for other in ("min-raise", "random")]
    assert agent.hands == sum(duel.hands for duel in met)
    assert agent.bb100 == pytest.approx(sum(duel.bb100 for duel in met) / 2)
    assert list(report.agents) == sorted(report.agents, key=lambda each: -report.agents[each].bb100)


def test_no_winner_is_named_where_the_interval_holds_zero():
    even = arena_report(
        run_arena(ArenaSpec(agents=("maniac:folds=0.4", "maniac:folds=0.40"), pairs=50))
    )
    (duel,) = even.results
    assert duel.ci95[0] < 0 < duel.ci95[1]
    assert duel.winner is None
    assert duel.verdict == "maniac:folds=0.4 and maniac:folds=0.40: no significant difference (95%)"


def test_sequential_stopping_uses_the_interval_that_allows_for_it():
    spec = ArenaSpec(agents=("min-raise", "random"), pairs=3000, until="decided", seed=1)
    stopped = arena_report(run_arena(spec))
    (duel,) = stopped.results
    assert stopped.interval == "always valid"
    assert duel.pairs < 3000 or not duel.stopped
    assert "however often you look" in " ".join(note_lines(stopped))
    assert "until decided, at most 3,000" in heading_of(stopped)


def test_at_one_table_every_agent_meets_the_table():
    spec = ArenaSpec(agents=("call", "fold", "min-raise"), table="all", pairs=40)
    seated = arena_report(run_arena(spec))
    assert [(duel.a, duel.b) for duel in seated.results] == [
        ("call", TABLE),
        ("fold", TABLE),
        ("min-raise", TABLE),
    ]
    assert sum(duel.bb100 for duel in seated.results) == pytest.approx(0)


def test_at_one_table_the_difference_of_each_two_agents_is_told():
    spec = ArenaSpec(agents=("call", "fold", "min-raise"), table="all", pairs=40, seed=1)
    seated = arena_report(run_arena(spec))
    assert [(duel.a, duel.b) for duel in seated.between] == [
        ("call", "fold"),
        ("call", "min-raise"),
        ("fold", "min-raise"),
    ]
    alone = {duel.a: duel for duel in seated.results}
    for duel in seated.between:
        assert duel.bb100 == pytest.approx(alone[duel.a].bb100 - alone[duel.b].bb100)
        assert duel.matches == duel.pairs == 40
    assert seated.duel("min-raise", "fold").winner in ("min-raise", None)
    assert crosstable(seated).title == "bb/100 of the row less that of the column"


def test_two_agents_that_beat_a_third_are_told_apart_or_not_by_their_own_difference():
    spec = ArenaSpec(agents=("call", "call#2", "fold"), table="all", pairs=100, seed=1)
    seated = arena_report(run_arena(spec))
    assert seated.duel("call", "fold").winner == "call"
    assert seated.duel("call", "call#2").winner is None


def test_csv_holds_the_leaderboard_and_then_the_matchups_as_plain_numbers(report):
    rows = list(csv.DictReader(io.StringIO(arena_csv(report))))
    assert [(row["agent"], row["against"]) for row in rows] == [
        *((name, "") for name in report.agents),
        *((duel.a, duel.b) for duel in report.results),
    ]
    for row, duel in zip(rows[3:], report.results, strict=True):
        assert float(row["bb100"]) == duel.bb100
        assert (float(row["low"]), float(row["high"])) == duel.ci95
        assert int(row["wins"]) == duel.wins
        assert row["faults"] == ""
    assert [row["faults"] for row in rows[:3]] == ["0"] * 3


def test_what_is_not_known_is_empty_in_csv():
    spec = ArenaSpec(agents=("min-raise", "fold"), pairs=1)
    row = next(csv.DictReader(io.StringIO(arena_csv(arena_report(run_arena(spec))))))
    assert (row["low"], row["high"], row["vpip"]) == ("", "", "")


# --- the number that orders the table ------------------------------------------------------------


@pytest.fixture(scope="module")
def matches():
    agents = ("random", "call", "random#2", "min-raise")
    return arena_report(run_arena(ArenaSpec(agents=agents, format="carry", pairs=15, seed=7)))


def test_bb100_orders_agents_where_stacks_are_reset_and_matches_won_where_they_are_carried(
    report, matches
):
    assert (report.headline, matches.headline) == ("bb100", "win_share")
    shares = [each.win_share for each in matches.agents.values()]
    assert shares == sorted(shares, reverse=True)
    assert list(leaderboard(report).heads[1:3]) == ["bb/100", "pairs won"]
    assert list(leaderboard(matches).heads[1:3]) == ["matches won", "bb/100"]
    assert note_lines(report)[0].startswith("Agents are ordered by bb/100: ")
    assert note_lines(matches)[0].startswith("Agents are ordered by the share of matches won")


def test_a_line_says_what_the_rating_is_where_there_is_one(report, matches):
    (line,) = (each for each in note_lines(matches) if each.startswith("The rating"))
    assert "win a match" in line
    assert "It does not order the table." in line
    assert not any(each.startswith("The rating") for each in note_lines(report))
    two = arena_report(run_arena(ArenaSpec(agents=("call", "fold"), pairs=20)))
    assert not any(each.startswith("The rating") for each in note_lines(two))
    assert two.leads == ()


@pytest.mark.parametrize("name", ["report", "matches"])
def test_each_agent_is_compared_with_the_next_one_of_the_table(name, request):
    shown = request.getfixturevalue(name)
    names = list(shown.agents)
    assert [(lead.a, lead.b) for lead in shown.leads] == list(pairwise(names))
    for lead in shown.leads:
        one, other = (getattr(shown.agents[each], shown.headline) for each in (lead.a, lead.b))
        assert lead.difference == pytest.approx(one - other)
        low, high = lead.ci95
        chance = low <= 0 <= high or lead.corrected > 1 - CONFIDENCE
        assert ("no significant" in lead.verdict) == chance
    if name == "matches":
        (twins,) = (lead for lead in shown.leads if {lead.a, lead.b} == {"random", "random#2"})
        assert (twins.difference, twins.ci95, twins.p_value) == (0.0, (0.0, 0.0), 1.0)


def test_the_cards_of_an_arena_of_before_are_spoken_of():
    agents = ("call", "fold", "min-raise")
    old = arena_report(run_arena(ArenaSpec(agents=agents, pairs=10, deal="apart")))
    assert "its own cards, as arenas before" in " ".join(note_lines(old))


def test_two_agents_have_no_rating_and_three_that_play_matches_have(report, matches):
    assert all(each.rating for each in matches.agents.values())
    # Where stacks are reset, chips count, and who won how many pairs says little of them.
    assert not any(each.rating for each in report.agents.values())
    two = arena_report(run_arena(ArenaSpec(agents=("call", "fold"), pairs=20)))
    assert not any(each.rating for each in two.agents.values())


def test_the_crosstable_marks_what_is_open(report):
    table = crosstable(report)
    cells = {row[0]: dict(zip(table.heads[1:], row[1:], strict=True)) for row in table.rows}
    assert cells["min-raise"]["fold"] == "+75 ± 0"
    assert cells["fold"]["fold"] == ""
    open_ones = [duel for duel in report.results if duel.winner is None]
    marked = sum(cell.endswith("?") for row in table.rows for cell in row[1:])
    assert marked == 2 * len(open_ones)


def test_the_leaderboard_has_a_row_for_each_agent(report):
    assert {row[0] for row in leaderboard(report).rows} == {"min-raise", "fold", "random"}


def test_the_page_holds_the_picture_and_all_tables(report):
    page = arena_html(report)
    assert page.count("<svg") == 2
    assert page.count("<table>") == 4
    assert arena_svg(report).strip() in page


def test_the_picture_lies_in_its_frame_and_says_what_the_leaderboard_says(report):
    svg = arena_svg(report)
    assert outside(svg) == []
    shown = [each.text for each in ElementTree.fromstring(svg).iter(f"{SVG}text")]
    for name, result, *_ in leaderboard(report).rows:
        assert {name, result} <= set(shown)


def test_a_long_name_is_cut_in_the_picture_and_faults_take_its_colour(report):
    name = "a-very-long-name-of-an-agent-that-nobody-could-read"
    agents = {name: replace(report.agents["min-raise"], is_at_fault=True)}
    results = (replace(report.results[0], a=name, at_fault=(name,)),)
    warned = replace(report, agents=agents, results=results, trusted=(name,))
    svg = arena_svg(warned)
    assert outside(svg) == []
    assert f"InProcessPlayer: …{name[-27:]}" in svg
    assert WON not in svg
    assert WON in arena_svg(report)


def test_names_are_written_safely():
    sheet = TextTable("<b>", ("a|b",), [("<x> & |y|",)])
    assert '<td data-head="a|b">&lt;x&gt; &amp; |y|</td>' in sheet.html()
    assert r"| \<x> \& \|y\| |" in sheet.markdown()


@pytest.mark.parametrize(
    ("value", "written"),
    [(0.0, "0"), (-0.05, "−0.05"), (9.994, "+9.99"), (75.0, "+75"), (1500.4, "+1,500")],
)
def test_results_are_written_with_their_sign(value, written):
    assert signed(value) == written


@pytest.mark.parametrize(
    ("value", "written"), [(1.0, "p = 1.000"), (0.05, "p = .050"), (0.0009, "p < .001")]
)
def test_p_values_are_written_short(value, written):
    assert p_text(value) == written


@pytest.mark.parametrize("layout", [SCREEN, PHONE])
def test_the_picture_lies_in_its_frame_on_screens_of_any_width(report, layout):
    svg = arena_svg(report, layout)
    assert outside(svg) == []
    assert f'width="{layout.width}"' in svg


def test_a_page_has_a_layout_for_narrow_screens(report):
    page = arena_html(report)
    assert page.count("<svg") == 2
    assert "@media (max-width: 640px)" in page
    heads = set(re.findall(r'data-head="([^"]*)"', page))
    assert {"agent", "bb/100", "verdict"} <= heads


# --- many pairs of agents -------------------------------------------------------------------------


def naive_holm(p_values):
    """Reject from the least on, by the rule: the k-th least of m is multiplied by m - k + 1."""
    corrected = {}
    for rank, place in enumerate(sorted(range(len(p_values)), key=lambda each: p_values[each])):
        own = p_values[place] * (len(p_values) - rank)
        corrected[place] = min(1, max([own, *corrected.values()]))
    return [corrected[place] for place in range(len(p_values))]


def test_p_values_are_corrected_for_all_pairs_and_for_all_leads(report, matches):
    for shown in (report, matches):
        for compared in (shown.results, shown.leads):
            wanted = naive_holm([each.p_value for each in compared])
            assert [each.corrected for each in compared] == pytest.approx(wanted)
        for duel in shown.results:
            low, high = duel.ci95
            is_open = low <= 0 <= high or duel.corrected > 1 - CONFIDENCE
            assert (duel.winner is None) == is_open
            assert (duel.turned().winner, duel.turned().corrected) == (duel.winner, duel.corrected)


def with_p(*p_values):
    """Three or more duels, each significant alone where its p is small."""
    sums = {"pairs": 9, "hands": 18, "bb100": 5.0, "wins": 1, "losses": 0, "ties": 0}
    return tuple(
        Duel(
            **sums,
            ci95=(0.1, 9.9) if p <= 0.05 else (-1.0, 11.0),
            p_value=p,
            win_share=1.0,
            win_ci95=(0.2, 1.0),
            a=f"a{place}",
            b="b",
            winner=f"a{place}" if p <= 0.05 else None,
            stopped=False,
            at_fault=("b",) if p == 0.04 else (),
        )
        for place, p in enumerate(p_values)
    )


def test_what_is_significant_alone_may_be_chance_among_many():
    found = views._holm(with_p(0.03, 0.001, 0.2))
    assert [each.corrected for each in found] == pytest.approx([0.06, 0.003, 0.2])
    assert [each.verdict for each in found] == [
        "a0 and b: no significant difference (95%)",
        "a1 > b: p = .003",
        "a2 and b: no significant difference (95%)",
    ]
    assert found[0].ci95 == (0.1, 9.9)  # of the pair alone


def test_a_pair_alone_and_pairs_at_fault_are_not_corrected():
    assert views._holm(with_p(0.03)) == with_p(0.03)
    assert views._holm(with_p(0.03, 0.04)) == with_p(0.03, 0.04)
    found = views._holm(with_p(0.01, 0.04, 0.02))
    assert [each.corrected for each in found] == [0.02, None, 0.02]


def test_a_line_says_for_how_many_pairs_p_is_corrected(report):
    (line,) = (each for each in note_lines(report) if "Holm" in each)
    assert f"for the {len(report.results)} pairs of agents that are compared" in line
    assert "those of leads for all leads" in line
    two = arena_report(run_arena(ArenaSpec(agents=("call", "fold"), pairs=20)))
    assert not any("Holm" in each for each in note_lines(two))


def test_at_a_table_both_kinds_of_verdicts_are_corrected():
    spec = ArenaSpec(agents=("min-raise", "fold", "random"), pairs=8, table="all", seed=7)
    table = arena_report(run_arena(spec))
    for compared in (table.results, table.between):
        assert len(compared) == 3
        wanted = naive_holm([each.p_value for each in compared])
        assert [each.corrected for each in compared] == pytest.approx(wanted)
    (line,) = (each for each in note_lines(table) if "Holm" in each)
    assert "for the 3 pairs of agents" in line
    assert "those against the table for all agents" in line
    assert "any winner of either kind" in line


@pytest.mark.exhaustive
def test_among_equal_agents_one_arena_in_twenty_at_most_names_a_winner():
    from random import Random

    rng, arenas = Random(3), 4000
    named = [
        any(each.winner for each in views._holm(with_p(*(rng.random() for _ in range(10)))))
        for _ in range(arenas)
    ]
    assert sum(named) / arenas <= 0.05 + 3 * (0.05 * 0.95 / arenas) ** 0.5
