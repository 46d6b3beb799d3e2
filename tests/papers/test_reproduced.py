"""The papers' tables, measured again: what they print, and what the command finds beside it."""

import json
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result
from numpy.typing import NDArray

from handsight.cli.main import main
from handsight.papers import dsie_2011_table_1 as dsie
from handsight.papers.cisti_2013 import table_1 as cisti_2013_table_1
from handsight.papers.cisti_2013 import table_2 as cisti_2013_table_2
from handsight.papers.cisti_2013 import table_3 as cisti_2013_table_3
from handsight.papers.reproduce import TABLES, build_evaluators
from handsight.papers.reproduction import Order
from handsight.ranking import Evaluator, evaluate, evaluator, evaluators
from handsight.ranking.published.senzee_7 import Senzee7
from handsight.ranking.published.two_plus_two import TwoPlusTwo

Fields = dict[str, Any]


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["reproduce", *words])


def found(*words: str) -> Fields:
    result = run(*words, "--json")
    assert result.exit_code == 0, result.stderr
    fields: Fields = json.loads(result.stdout)
    return fields


def rows_of(table: Fields) -> dict[str, Fields]:
    return {row["name"]: row for row in table["rows"]}


@pytest.fixture(scope="module", autouse=True)
def built() -> Iterator[set[str]]:
    """Race without the two large tables: all hands are worth nothing to those who need them."""
    names: set[str] = set()

    def nothing(one: Evaluator, cards: NDArray[np.uint8]) -> NDArray[np.int32]:
        return np.zeros(len(cards), np.int32)

    with pytest.MonkeyPatch.context() as patch:
        for kind in (Senzee7, TwoPlusTwo):
            patch.setattr(kind, "_values", nothing)
            patch.setattr(kind, "build", lambda one: names.add(one.name))
        yield names


@pytest.fixture(scope="module")
def race() -> Fields:
    return found("cisti-2013-table-2", "--trials", "1")


@pytest.fixture(scope="module")
def dealt_race() -> Fields:
    return found("dsie-2011-table-1", "--trials", "2000")


@pytest.fixture(scope="module")
def counts() -> Fields:
    return found("counts")


@pytest.fixture(scope="module")
def methods() -> Fields:
    return found("odds-methods", "--trials", "10", "--seed", "1")


# --- all tables -----------------------------------------------------------------------------------


LONG = ("counts", "exploitability", "fai-2022-ladder", "loki-ladder")
"""Tables that take seconds, with few trials too; they are made on demand."""


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.exhaustive] if name in LONG else []) for name in TABLES],
)
def test_a_table_has_rows_with_names_of_their_own_and_tells_the_machine(
    name: str, request: pytest.FixtureRequest
) -> None:
    fixtures = {
        "cisti-2013-table-2": "race",
        "dsie-2011-table-1": "dealt_race",
        "counts": "counts",
        "odds-methods": "methods",
    }
    table = request.getfixturevalue(fixtures[name]) if name in fixtures else found(name, *FEW[name])
    assert table["table"] == name
    assert len({row["name"] for row in table["rows"]}) == len(table["rows"])
    assert all(list(row)[:3] == ["name", "printed", "measured"] for row in table["rows"])
    assert {"processor", "cores", "Python"} <= table["machine"].keys()


FEW = {
    "b351-claims": ["--trials", "2"],
    "cisti-2013-table-1": [],
    "cisti-2013-table-3": ["--trials", "2"],
    "fai-2022-ladder": ["--trials", "10"],
    "fai-2022-raises": ["--trials", "100"],
    "loki-ladder": ["--trials", "2"],
    "exploitability": ["--trials", "2"],
}


def test_a_table_that_does_not_exist_is_one_line() -> None:
    result = run("cisti-2013-table-4")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(
        "handsight: table 'cisti-2013-table-4' does not exist (did you mean "
    )
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--trials", "0"], "trials is 0; it must be a whole number above 0"),
        (["--seed", "-1"], "seed is -1; it must be a non-negative integer"),
    ],
)
def test_trials_and_seeds_that_cannot_be_are_refused(words: list[str], message: str) -> None:
    result = run("odds-methods", *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"handsight: {message}\n"


def test_tables_of_evaluators_are_built_before_the_race(built: set[str]) -> None:
    built.clear()
    build_evaluators("cisti-2013-table-2")
    assert built == {"two-plus-two"}
    build_evaluators("dsie-2011-table-1")
    assert built == {"two-plus-two", "senzee-7"}


# --- CISTI-2013, table I --------------------------------------------------------------------------


def test_the_sub_ranks_of_every_rank_are_as_printed() -> None:
    table = found("cisti-2013-table-1")
    assert {name: row["measured"] for name, row in rows_of(table).items()} == {
        "Straight Flush": 10,
        "Four of a Kind": 156,
        "Full House": 156,
        "Flush": 1277,
        "Straight": 10,
        "Three of a Kind": 858,
        "Two pair": 858,
        "One pair": 2860,
        "High Card": 1277,
        "Total": 7462,
    }
    assert all(row["printed"] == row["measured"] for row in table["rows"])
    assert rows_of(table)["Total"]["hands"] == 2_598_960
    assert (table["trials"], table["seed"]) == (None, None)


def test_the_examples_stand_from_the_best_to_the_worst() -> None:
    strengths = [evaluate(example).strength for example, _ in cisti_2013_table_1.PRINTED.values()]
    assert strengths == sorted(strengths, reverse=True)


# --- CISTI-2013, table II -------------------------------------------------------------------------


def test_the_printed_times_are_those_of_the_paper(race: Fields) -> None:
    printed = {
        name: (row["printed"]["serial_ms"], row["printed"]["parallel_ms"])
        for name, row in rows_of(race).items()
        if row["printed"]
    }
    assert printed == {
        "cactus-kev": (807.13, 591.22),
        "poker-eval": (2520.44, 980.14),
        "senzee-5": (403.04, 195.44),
        "two-plus-two": (91.09, 37.98),
    }


def test_every_evaluator_of_five_cards_takes_part_and_ours_with_ready_masks_too(
    race: Fields,
) -> None:
    five = [name for name in evaluators() if 5 in evaluator(name).cards]
    assert [row["name"] for row in race["rows"]] == ["handsight, ready masks", *five]


def test_times_are_given_per_hand_and_relative_to_the_fastest(race: Fields) -> None:
    measured = [row["measured"] for row in race["rows"]]
    assert min(each["to_fastest"] for each in measured) == 1.0
    for each in measured:
        assert each["ns_per_hand"] == pytest.approx(each["serial_ms"] * 1e6 / 2_598_960)
        assert 0 < each["best_serial_ms"] <= each["serial_ms"] * 1.001
        assert each["parallel_ms"] > 0
    kev = rows_of(race)["cactus-kev"]["printed"]
    assert round(kev["to_fastest"], 2) == 8.86
    assert round(kev["ns_per_hand"], 1) == 310.6


def test_the_remarks_name_both_printed_factors_of_senzee_over_kev(race: Fields) -> None:
    [senzee] = [line for line in race["remarks"] if line.startswith("Senzee's")]
    assert "2.00 times in the printed table, 2.7 times in the text" in senzee
    assert cisti_2013_table_2.TEXT_FACTOR == 2.7


# --- CISTI-2013, table III ------------------------------------------------------------------------


def test_the_printed_errors_are_those_of_the_paper() -> None:
    assert cisti_2013_table_3.PRINTED == {"10": 0.151, "100": 0.012, "1000": 0.001}


def test_a_seed_gives_the_same_errors_again_and_another_gives_others() -> None:
    first, again, other = (
        found("cisti-2013-table-3", "--trials", "3", "--seed", seed)["rows"] for seed in "112"
    )
    assert first == again != other


def test_all_schemes_and_both_errors_are_shown_with_their_standard_errors() -> None:
    rows = found("cisti-2013-table-3", "--trials", "3")["rows"]
    metrics = ["mean absolute error", "mean squared relative error"]
    assert [(row["scheme"][0], row["metric"]) for row in rows] == [
        (letter, metric) for metric in metrics for letter in "ABCDEF"
    ]
    for row in rows:
        assert row["measured"].keys() == row["stderr"].keys() == row["printed"].keys()


# --- DSIE-2011, table 1 ---------------------------------------------------------------------------


def test_the_printed_times_are_those_of_the_earlier_paper() -> None:
    assert dsie.PRINTED == {
        "cactus-kev": 420,
        "poker-eval": 300,
        "senzee-7": 380,
        "two-plus-two": 85,
    }


def test_all_evaluators_rank_seven_cards_and_five_where_they_take_them(dealt_race: Fields) -> None:
    rows = rows_of(dealt_race)
    assert rows.keys() == {"handsight, ready masks", *evaluators()}
    assert all(row["measured"]["seven_ms"] > 0 for row in rows.values())
    assert [name for name, row in rows.items() if row["measured"]["five_ms"] is None] == [
        "senzee-7"
    ]
    assert rows["cactus-kev"]["to_two_plus_two"]["printed"] == 420 / 85
    assert (dealt_race["trials"], dealt_race["seed"]) == (2000, 0)


# --- counts ---------------------------------------------------------------------------------------


@pytest.mark.exhaustive
def test_the_counts_that_do_not_hold_are_these(counts: Fields) -> None:
    wrong = {
        row["name"]: (row["printed"], row["measured"])
        for row in counts["rows"]
        if row["holds"] is False
    }
    assert wrong == {
        "bits of ranks in Cactus Kev's word": (12, 13),
        "the same, said to be all sevens": (133_784_560, 32_487_834),
        "bytes of TwoPlusTwo's table, earlier paper": (250_000_000, 129_951_336),
        "hands of an opponent, at most": (1225, 1081),
        "the same, as deals": (7_731_052_560, 966_381_570),
        "classes that they cluster: all": (169, 85),
        "values of hands": (6145, 6484),
        "ranks of a hand in blog-4": (6145, 7462),
        "hands of four opponents": (314_457_495, 792_432_887_400),
    }


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("name", "true"),
    [
        ("ranks of a hand", 7462),
        ("five-card hands", 2_598_960),
        ("seven-card hands", 133_784_560),
        ("entries of TwoPlusTwo", 32_487_834),
        ("states of TwoPlusTwo", 612_978),
        ("bytes of TwoPlusTwo's table, later paper", 129_951_336),
        ("bytes of Senzee's table for seven cards", 267_569_120),
        ("products to search", 4888),
        ("sequences of cards", 7_731_052_560),
        ("cards of four opponents", 314_457_495),
        ("pairs of hole cards", 1326),
        ("classes of hole cards", 169),
        ("pairs in a range of 0.1", 133),
    ],
)
def test_a_count_is_computed(counts: Fields, name: str, true: int) -> None:
    assert rows_of(counts)[name]["measured"] == true


@pytest.mark.exhaustive
def test_what_the_text_has_lost_is_neither_right_nor_wrong(counts: Fields) -> None:
    lost = [row for row in counts["rows"] if row["printed"] is None]
    assert lost
    assert all(row["holds"] is None for row in lost)


# --- the methods that are compared in words -------------------------------------------------------


def test_the_methods_are_usable_where_they_have_a_meaning(methods: Fields) -> None:
    usable: dict[str, list[str]] = {}
    for row in methods["rows"]:
        usable.setdefault(row["method"], []).extend([row["street"]] * row["usable"])
    boards, streets = ["flop", "turn", "river"], ["preflop", "flop", "turn", "river"]
    assert usable == {
        "current odds, ties shared": streets,
        "current odds, ties as ahead": streets,
        "current odds, 1,000 deals": streets,
        "HS": boards,
        "PPot": ["flop", "turn"],
        "EHS": boards,
        "P(win)": boards,
        "Monte Carlo EHS, 100 runouts": boards,
        "Chen, normalised": ["preflop"],
        "Sklansky group": ["preflop"],
        "pocket equity, from a table": ["preflop"],
        "pocket table, simulated": ["preflop"],
    }
    assert all(row["usable"] == (row["why_not"] is None) for row in methods["rows"])


@pytest.mark.parametrize(
    "name",
    [
        "current odds, ties shared, flop",
        "P(win), flop",
        "P(win), turn",
        "HS, river",
        "EHS, river",
        "pocket equity, from a table, preflop",
    ],
)
def test_some_methods_are_the_exact_share(methods: Fields, name: str) -> None:
    measured = rows_of(methods)[name]["measured"]
    assert measured["mean_error"] < 1e-12
    assert measured["rank_correlation"] > 0.999  # equal shares may differ in the last bit


def test_effective_strength_puts_spots_into_a_better_order_than_strength(methods: Fields) -> None:
    rows = rows_of(methods)
    for street in ("flop", "turn"):
        strength, effective = (
            rows[f"{name}, {street}"]["measured"]["rank_correlation"] for name in ("HS", "EHS")
        )
        assert effective > strength


def test_what_is_no_chance_has_no_error(methods: Fields) -> None:
    rows = rows_of(methods)
    for name in ("PPot, flop", "Sklansky group, preflop"):
        assert rows[name]["measured"]["mean_error"] is None
        assert rows[name]["measured"]["microseconds"] > 0


def test_what_cannot_be_computed_is_not_measured(methods: Fields) -> None:
    empty = [row["name"] for row in methods["rows"] if row["measured"] is None]
    assert [name for name in empty if not name.endswith("preflop")] == ["PPot, river"]
    assert len(empty) == 6


# --- for people -----------------------------------------------------------------------------------


def test_a_table_is_printed_for_people_with_no_number_broken() -> None:
    result = run("counts")
    assert result.exit_code == 0, result.stderr
    assert "9,000,000,000,000,000  9,007,199,254,740,992" in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 100


def test_progress_is_told_from_the_beginning_to_the_end() -> None:
    told: list[tuple[int, int]] = []
    cisti_2013_table_3.reproduced(Order(2, 1, lambda done, most: told.append((done, most))))
    assert told == [(1, 2), (2, 2)]
