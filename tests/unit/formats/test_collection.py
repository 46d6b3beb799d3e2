"""The collection of real hands: every one of Texas Hold'em replays to its recorded stacks."""

import tomllib
from decimal import Decimal
from functools import cache
from itertools import islice

import pytest

from handsight.formats import parse_phh, phh_text, read_hands
from handsight.formats.toml import plain_table
from handsight.game import CheckReport, Hand, check_hands, replay
from tests.game_states import assert_valid_state
from tests.unit.formats.hands import collection

HOLDEM, OTHERS = 6890, 69
SAMPLE = 400


@pytest.fixture(scope="module")
def report() -> CheckReport:
    return check_hands(read_hands(collection()))


@pytest.mark.exhaustive
def test_all_hands_of_holdem_are_read_and_replayed(report: CheckReport) -> None:
    assert (report.hands, report.errors) == (HOLDEM, [])
    assert report.exact + len(report.half_chip_splits) + len(report.unrecorded) == HOLDEM


@pytest.mark.exhaustive
def test_only_pots_that_are_split_to_the_half_chip_end_otherwise(report: CheckReport) -> None:
    hands = {split.file.partition("pluribus/")[2] for split in report.half_chip_splits}
    assert hands == {"41b/204.phh", "102/0.phh", "91/53.phh", "91/43.phh", "88/128.phh"}
    for split in report.half_chip_splits:
        halves = [abs(a - b) for a, b in zip(split.recorded, split.replayed, strict=True) if a != b]
        assert [float(each) for each in halves] == [0.5, 0.5]


@pytest.mark.exhaustive
def test_the_one_hand_that_does_not_tell_its_end_is_listed(report: CheckReport) -> None:
    (history,) = report.unrecorded
    assert history.file.endswith("dwan-ivey-2009.phh")


@pytest.mark.exhaustive
def test_the_hands_of_other_games_are_listed(report: CheckReport) -> None:
    assert len(report.unsupported) == OTHERS
    assert all(each.line > 0 and each.variant for each in report.unsupported)


@cache
def sample() -> list[Hand]:
    found = (each for each in read_hands(collection()) if isinstance(each, Hand))
    return list(islice(found, SAMPLE))


def test_real_hands_replay_to_their_recorded_stacks() -> None:
    report = check_hands(sample())
    assert (report.hands, report.errors) == (SAMPLE, [])
    assert report.exact + len(report.half_chip_splits) + len(report.unrecorded) == SAMPLE


def test_real_hands_survive_writing_and_reading() -> None:
    for history in sample():
        assert parse_phh(phh_text(history)) == history


def test_the_short_way_through_real_files_agrees_with_the_toml_reader() -> None:
    for history in sample():
        text = history.source.text
        assert plain_table(text) in (None, tomllib.loads(text, parse_float=Decimal))


def test_all_states_of_real_hands_are_coherent() -> None:
    for history in sample()[:60]:
        for state in replay(history):
            assert_valid_state(state)


@pytest.mark.exhaustive
def test_all_real_hands_survive_writing_and_reading_and_the_short_way() -> None:
    hands = 0
    for history in read_hands(collection()):
        if isinstance(history, Hand):
            hands += 1
            assert parse_phh(phh_text(history)) == history
            text = history.source.text
            assert plain_table(text) in (None, tomllib.loads(text, parse_float=Decimal))
    assert hands == HOLDEM
