"""Lines of the sites: which patterns are tried, and how much work one line or hand can make."""

import re
import time
from collections.abc import Iterator
from fractions import Fraction

import pytest

from handsight.formats import hands_in_text
from handsight.formats.sites import SITES
from handsight.formats.sites.lines import (
    COLON,
    MOST_CHARACTERS,
    MOST_LINES,
    Site,
    amount,
    required_literal,
    text_of,
    texts_of,
)
from handsight.formats.sites.script import UNIT
from handsight.game import Damaged, Hand
from tests.unit.formats import site_texts

TEXTS = [text for name, text in vars(site_texts).items() if name.isupper()]
TABLES = [site for site in SITES if isinstance(site, Site)]


@pytest.mark.parametrize(
    ("pattern", "literal"),
    [
        (r"(?P<player>.+?): folds(?: \[.*\])?", ": folds"),
        (r"\*\*\* (?:FLOP|TURN) \*\*\* \[x\]", " *** [x]"),
        (r"[Ss]eat (?P<seat>\d+)", "eat "),
        (r"b?c+d*e{2}", "c"),
        (r"(?:a|b) posts [\[(] ?5", " posts "),
        (r"one|two", ""),
        (r"(?:one|two)", ""),
        (r"[^\]] wide", " wide"),
    ],
)
def test_the_text_that_every_match_contains_is_found(pattern: str, literal: str) -> None:
    assert required_literal(pattern) == literal


def test_no_line_that_a_pattern_matches_is_ruled_out() -> None:
    matched = 0
    for site in TABLES:
        for text in TEXTS:
            for line in text.splitlines():
                for tidied in site.tidy(line.strip()).splitlines():
                    for row in site.lines.rows:
                        if row.match(tidied) is not None:
                            assert row.literal in tidied, (site.name, row.literal, tidied)
                            matched += 1
                if site.first.search(line):
                    assert required_literal(site.first.pattern) in line
    assert matched > 500


def test_what_is_looked_up_by_its_words_is_what_the_first_pattern_of_the_line_says() -> None:
    said = 0
    for site in TABLES:
        for line in {line.strip() for text in TEXTS for line in text.splitlines()}:
            player, colon, words = line.partition(COLON)
            found = site.lines.said(words) if colon else None
            if found is None:
                continue
            whole = ((row, row.match(line)) for row in site.lines.rows)
            first = next((row, match) for row, match in whole if match is not None)
            assert first[0].literal == COLON + found[0].literal
            assert first[1].groupdict() == {"player": player, **found[1].groupdict()}
            said += 1
    assert said > 100
    assert all(site.lines.said("folds: folds") is None for site in TABLES)


@pytest.mark.parametrize("name", ["Seat 1: x", "c: said", "d:", "e: f: g"])
def test_names_with_colons_are_whole(name: str) -> None:
    (plain,) = hands_in_text(site_texts.CASH)
    assert isinstance(plain, Hand)
    for player in plain.players:
        (odd,) = hands_in_text(re.sub(rf"(?<!\w){re.escape(player)}(?!\w)", name, site_texts.CASH))
        assert isinstance(odd, Hand), str(odd)
        assert (odd.actions, odd.winnings) == (plain.actions, plain.winnings)
        assert odd.players == tuple(name if each == player else each for each in plain.players)


def test_many_lines_are_decoded_as_each_is_alone() -> None:
    plain = [b"one\n", b" two \r\n", "drei €\n".encode(), b"\n"]
    odd = [b"\xef\xbb\xbffirst\n", b"a\0b\n", "no\xa0break\n".encode(), b"\xe9t\xe9\n", b"x\ry\n"]
    for lines in (plain, *([*plain * 300, line, *plain] for line in odd), [], [*plain, b"end"]):
        assert list(texts_of(lines)) == list(map(text_of, lines))


def test_lines_before_an_error_are_decoded() -> None:
    def broken() -> Iterator[bytes]:
        yield b"one\n"
        raise RuntimeError

    texts = texts_of(broken())
    assert next(texts) == "one"
    with pytest.raises(RuntimeError):
        next(texts)


@pytest.mark.parametrize("digits", range(10))
def test_amounts_are_parts_of_a_unit(digits: int) -> None:
    text = f"1,234.{'7' * digits}" if digits else "1,234"
    assert amount(f"${text}") == Fraction(text.replace(",", "")) * UNIT


def test_an_amount_with_too_many_digits_is_refused() -> None:
    (found,) = hands_in_text(site_texts.CASH.replace("blind $0.50", "blind $0.5000001"))
    assert isinstance(found, Damaged)
    assert "7 digits after the point" in found.reason


LONG = {
    "spaces": " " * 30_000 + "x",
    "an event": "Tournament #" * 3000,
    "numbers": "1,111" * 6000,
    "words": "A " * 15_000,
    "rooms": "PokerStars Hand #1: " * 2000,
}


@pytest.mark.parametrize("site", ["CASH", "GG_CASH", "WINAMAX_CASH", "PARTY_CASH", "PACIFIC_CASH"])
@pytest.mark.parametrize("name", LONG)
def test_a_long_line_is_refused_at_once(site: str, name: str) -> None:
    first, second, *rest = getattr(site_texts, site).splitlines()
    text = "\n".join((first, second + LONG[name], *rest))
    begin = time.process_time()
    found = list(hands_in_text(text))
    assert time.process_time() - begin < 2
    (damaged,) = found
    assert isinstance(damaged, Damaged)
    assert re.search(rf"has [\d,]+ characters; .* at most {MOST_CHARACTERS}", damaged.reason)
    assert damaged.line == 2


def test_a_long_heading_is_refused_at_once() -> None:
    first, *rest = site_texts.CASH.splitlines()
    begin = time.process_time()
    (damaged,) = hands_in_text("\n".join((first + " " * 99 + "Mixed A" * 9000 + "x", *rest)))
    assert time.process_time() - begin < 2
    assert isinstance(damaged, Damaged)
    assert "characters" in damaged.reason


def test_a_hand_without_an_end_is_refused_at_once() -> None:
    head, tail = site_texts.CASH.split("*** FLOP")
    seats = "".join(f"Seat {seat}: P{seat} ($5 in chips)\n" for seat in range(3, 600))
    chat = "somebody is away from the table, says P5 to P6 and P7\n"
    begin = time.process_time()
    (damaged,) = hands_in_text(f"{head}{seats}{chat * 3000}*** FLOP{tail}")
    assert time.process_time() - begin < 5
    assert isinstance(damaged, Damaged)
    assert damaged.reason.endswith(f"the hand does not end within {MOST_LINES:,} lines")
    assert damaged.line == MOST_LINES + 1


def test_a_summary_can_have_any_number_of_lines() -> None:
    (hand,) = hands_in_text(site_texts.CASH + "Seat 1: Ann mucked\n" * 3 * MOST_LINES)
    assert isinstance(hand, Hand)


def test_the_name_of_a_game_is_bounded_in_xml_too() -> None:
    text = site_texts.IPOKER_CASH.replace("<gametype>", "<gametype>" + "a" * 50_000, 1)
    begin = time.process_time()
    found = list(hands_in_text(text))
    assert time.process_time() - begin < 2
    assert all(isinstance(each, Damaged) and "characters" in each.reason for each in found)
