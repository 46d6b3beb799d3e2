"""What a review shows, in each of its formats."""

import csv
import json
from io import StringIO
from math import inf

import pytest
from rich.console import Console

from handsight.coach.review.run import Review
from handsight.coach.review.summary import Per100
from handsight.views.coach.review import (
    MeanReport,
    _mean,
    decision_reports,
    heading_lines,
    mean_text,
    review_csv,
    review_html,
    review_report,
    review_text,
    tables_of,
)
from handsight.views.report import to_json
from tests.unit.coach.review.test_summary import UNKNOWN, decision, hand, played

HANDS = (
    hand(
        decision(lost=2.0, error=0.5),
        decision(lost=1.0, error=0.1, method="blueprint", street="flop", board="Ts7c2d"),
        won=-4.0,
        adjusted=-2.0,
    ),
    hand(UNKNOWN, won=5.0),
    hand()._replace(skipped="fixed-limit hands are not valued"),
)
REVIEW = Review("Ann <b>", HANDS, 2, 1)


def text_of(review: Review) -> str:
    out = StringIO()
    Console(file=out, width=200).print(review_text(review_report(review)))
    return out.getvalue()


def test_means_have_their_signs_and_intervals() -> None:
    assert mean_text(MeanReport(3.21, 4.12)) == "+3.2 ± 4.1"
    assert mean_text(MeanReport(-0.5, None)) == "−0.5"
    assert _mean(Per100(1.23456, inf)) == MeanReport(1.2346, None)


def test_the_heading_counts_hands_decisions_and_what_was_left_out() -> None:
    lines = heading_lines(review_report(REVIEW))
    assert lines[0] == "Ann <b>: 3 hands, 2 decisions valued, 1 of them by estimates"
    assert lines[1].startswith("results: +33.3 ± ")
    assert "without all-in luck: +100.0 ± " in lines[1]
    assert lines[2].startswith("lost by decisions: 66.7 ± ")
    assert "estimates add 33.3 ± " in lines[2]
    assert lines[3] == "left out: 2 hands not readable, 1 with unknown cards"
    assert lines[4] == "not valued: 1 decision: nobody knows"
    assert lines[5] == "not valued: 1 hand: fixed-limit hands are not valued"


def test_an_empty_review_has_words_and_no_tables() -> None:
    report = review_report(Review("", (), 0, 0))
    assert heading_lines(report)[0].startswith("the hero: 0 hands, 0 decisions valued")
    assert tables_of(report) == []
    assert "0.0" in text_of(Review("", (), 0, 0))


def test_tables_list_groups_and_the_costliest_decisions() -> None:
    titles = [table.title for table in tables_of(review_report(REVIEW))]
    assert titles == [
        *("Lost by street", "Lost by position", "Lost by pot"),
        "Lost by the way in which decisions were valued",
        "Costliest decisions",
    ]
    text = text_of(REVIEW)
    assert "hands played out by a blueprint (an estimate)" in text
    assert "blueprint (estimate)" in text
    assert "2.00 ± 0.50" in text
    assert "± is half the width of a 95% interval" in text


def test_tendencies_say_more_or_less_often() -> None:
    import numpy as np

    review = Review("Ann", tuple(played(np.random.default_rng(1), (0.9, 0.05, 0.05))), 0, 0)
    text = text_of(review)
    assert "Different from the strategy" in text
    assert "fold more often" in text
    assert "9 tendencies were compared with the strategy" in text


def test_html_is_escaped_and_has_the_tables() -> None:
    page = review_html(review_report(REVIEW))
    assert "Ann &lt;b&gt;" in page
    assert "<b>" not in page.replace("&lt;b&gt;", "")
    assert page.count("<table") == 5


def test_csv_has_a_row_for_each_decision() -> None:
    rows = list(csv.DictReader(StringIO("".join(review_csv(REVIEW)))))
    assert len(rows) == 3
    assert [row["street"] for row in rows] == ["preflop", "flop", "preflop"]
    assert [float(row["lost"]) for row in rows] == [2.0, 1.0, 0.0]
    assert rows[1]["board"] == "Ts7c2d"
    assert rows[2]["method"] == ""
    assert rows[2]["assumed"] == "nobody knows"


def test_json_has_all_that_the_text_says() -> None:
    found = json.loads(to_json(review_report(REVIEW)))
    assert found["lost"]["mean"] == pytest.approx(100)
    assert found["lost_known"]["mean"] == pytest.approx(200 / 3, abs=1e-4)
    assert found["lost_estimated"]["mean"] == pytest.approx(100 / 3, abs=1e-4)
    assert found["unvalued"] == {"nobody knows": 1}
    assert found["skipped"] == {"fixed-limit hands are not valued": 1}
    assert [each["lost"] for each in found["costliest"]] == [2.0, 1.0]
    assert [each["action"] for each in found["costliest"][0]["actions"]] == [
        "fold", "call 1 bb", "raise to 3 bb"
    ]  # fmt: skip


def test_reports_of_decisions_name_their_hands() -> None:
    found = tuple(decision_reports(REVIEW))
    assert [(each.hand, each.file, each.line) for each in found] == [("1", "hands.txt", 1)] * 3
    assert [each.mistake for each in found] == [True, True, False]
    assert [each.estimate for each in found] == [False, True, False]
