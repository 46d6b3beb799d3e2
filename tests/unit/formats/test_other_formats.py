"""PokerStars text, and ACPC logs read with PokerKit; every line that is not read is named."""

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from handsight.errors import MissingExtraError
from handsight.formats import AcpcGame, parse_phh, phh_text, read_hands
from handsight.game import Damaged, Hand, check_hands, final_state
from handsight.opponents.stats.store import hand_digest
from tests import fresh

STARS = """PokerStars Hand #77: Hold'em No Limit ($0.50/$1.00 USD) - 2024/05/06 12:34:56 ET
Table 'Aurora' 6-max Seat #1 is the button
Seat 1: Ann ($100 in chips)
Seat 2: Bob ($95.50 in chips)
Seat 3: Cyd ($120 in chips)
Bob: posts small blind $0.50
Cyd: posts big blind $1
*** HOLE CARDS ***
Dealt to Ann [Ah Kh]
Ann: raises $2 to $3
Bob: folds
Bob said, "good luck"
Cyd: calls $2
*** FLOP *** [Qh 7h 2c]
Cyd: checks
Ann: bets $4
Cyd: calls $4
*** TURN *** [Qh 7h 2c] [3h]
Cyd: checks
Ann: checks
*** RIVER *** [Qh 7h 2c 3h] [Td]
Cyd: checks
Ann: checks
*** SHOW DOWN ***
Cyd: shows [Qs Qd] (three of a kind, Queens)
Ann: shows [Ah Kh] (a flush, Ace high)
Ann collected $14 from pot
*** SUMMARY ***
Total pot $14.50 | Rake $0.50
Board [Qh 7h 2c 3h Td]
"""
LINES = STARS.count("\n")

ACPC = """# name/game/hands/seed match holdem.nolimit.2p.reverse_blinds.game 2 1
STATE:0:r300c/r600c/cc/cc:AhKh|QsQd/Qh7h2c/3h/Td:600|-600:Ann|Bob
STATE:1:r250f:7c2d|QsQd:-100|100:Bob|Ann
SCORE:500|-500:Ann|Bob
"""

Reader = Callable[[str], list[Hand | Damaged]]


@pytest.fixture
def read(tmp_path: Path) -> Reader:
    """Write a text into a file and read it."""

    def reader(text: str) -> list[Hand | Damaged]:
        file = tmp_path / "hands.txt"
        file.write_text(text, "utf-8")
        found = list(read_hands(file))
        assert all(each.file == str(file) for each in found)
        return found

    return reader


@pytest.fixture
def pokerkit() -> None:
    pytest.importorskip("pokerkit", reason="PokerKit is not installed (extra: peers)")


# --- PokerStars -----------------------------------------------------------------------------------


def test_a_hand_of_pokerstars_is_read_with_cents_winnings_and_rake(read: Reader) -> None:
    (told,) = read(STARS)
    assert isinstance(told, Hand)
    assert (told.players, told.number, told.line) == (("Bob", "Cyd", "Ann"), 77, 1)
    assert (told.scale, told.stacks, told.posts) == (10, (955, 1200, 1000), (5, 10, 0))
    assert (told.winnings, told.rake) == ((0, 0, 140), 5)
    assert [hole is None for hole in told.holes] == [True, False, False]
    assert final_state(told).payoffs == (-5, -70, 75)
    assert check_hands([told]).exact == 1


def test_it_can_be_written_as_phh(read: Reader) -> None:
    (told,) = read(STARS)
    assert isinstance(told, Hand)
    assert parse_phh(phh_text(told)) == replace(told, metadata=parse_phh(phh_text(told)).metadata)


def test_stores_know_a_hand_of_pokerstars_by_a_digest_that_never_changes(read: Reader) -> None:
    """It is that of the reader before ours, which used PokerKit."""
    (hand,) = read(STARS)
    assert isinstance(hand, Hand)
    assert (
        hand_digest(hand).hex()
        == "31b039d8423d5fb68986aae6a167ca7b2b1a7566ef499f6c5c93fbd294c6dd5b"
    )


def test_winnings_that_do_not_fit_are_told(read: Reader) -> None:
    (error,) = check_hands(read(STARS.replace("collected $14", "collected $13"))).errors
    assert "wins 13 in the record, but 14.5 when replayed" in error.reason


@pytest.mark.parametrize(
    ("line", "changed"),
    [
        ("Bob: posts small blind $0.50", "Bob: posts the mystery $0.10"),
        ("Bob: posts small blind $0.50", "Bob: posts small & big blinds"),
        ("Seat 2: Bob ($95.50 in chips)", "Seat 2: Bob ($1,09,5.50 in chips)"),
        ("Bob: folds", "Bob: hesitates"),
        ("Cyd: calls $2", "Cyd: calls"),
    ],
)
def test_a_line_that_cannot_be_read_is_told_and_the_other_hands_are_read(
    read: Reader, line: str, changed: str
) -> None:
    found = read(STARS + "\n" + STARS.replace(line, changed) + "\n" + STARS)
    assert [type(each).__name__ for each in found] == ["Hand", "Damaged", "Hand"]
    assert isinstance(found[1], Damaged)
    assert found[1].line == LINES + 2 + STARS.splitlines().index(line)
    assert repr(changed) in found[1].reason


SHORT = """PokerStars Hand #200: Hold'em No Limit ($1/$2) - 2024/05/06 12:34:56 ET
Table 'Aurora' 6-max Seat #1 is the button
Seat 1: Ann ($200 in chips)
Seat 2: Bob ($200 in chips)
Seat 3: Cyd ($1.50 in chips)
Bob: posts small blind $1
Cyd: posts big blind $1.50 and is all-in
*** HOLE CARDS ***
Dealt to Ann [Ah Kh]
{before_the_flop}
*** FLOP *** [2c 7d 9h]
{on_the_flop}
*** TURN *** [2c 7d 9h] [3s]
{later}
*** RIVER *** [2c 7d 9h 3s] [4c]
{later}
*** SHOW DOWN ***
Ann: shows [Ah Kh] (high card Ace)
Cyd: shows [8c 8d] (a pair of Eights)
Cyd collected ${main} from main pot
Ann collected ${side} from side pot
"""


@pytest.mark.parametrize(
    ("before_the_flop", "on_the_flop", "main", "side", "chips"),
    [
        (["raises $2 to $4", "calls $3"], ["checks", "checks"], "4.50", "5", [40, 30, 0, 0]),
        (["calls $2", "calls $1"], ["bets $5", "calls $5"], "4.50", "11", [20, 10, 50, 50]),
        (
            ["calls $2", "calls $1"],
            ["bets $198 and is all-in", "calls $198 and is all-in"],
            *("4.50", "397", [20, 10, 1980, 1980]),
        ),
    ],
)
def test_where_the_big_blind_is_short_the_stakes_of_the_header_are_the_price(
    read: Reader,
    before_the_flop: list[str],
    on_the_flop: list[str],
    main: str,
    side: str,
    chips: list[int],
) -> None:
    """Calls and raises are from the full big blind, and a raise names the total that it makes."""
    text = SHORT.format(
        before_the_flop="\n".join(
            map(": ".join, zip(("Ann", "Bob"), before_the_flop, strict=True))
        ),
        on_the_flop="\n".join(map(": ".join, zip(("Bob", "Ann"), on_the_flop, strict=True))),
        later="" if chips[-1] > 1000 else "Bob: checks\nAnn: checks",
        main=main,
        side=side,
    )
    (hand,) = read(text)
    assert isinstance(hand, Hand)
    assert (hand.players, hand.stacks, hand.posts) == (
        ("Bob", "Cyd", "Ann"),
        (2000, 15, 2000),
        (10, 20, 0),
    )
    assert (hand.rules.small_blind, hand.rules.big_blind) == (10, 20)
    assert [action.chips for action in hand.actions][: len(chips)] == chips
    assert check_hands([hand]).exact == 1


def test_a_short_big_blind_to_whom_all_fold_asks_nothing_of_the_small_blind(read: Reader) -> None:
    text = SHORT.format(before_the_flop="Ann: folds", on_the_flop="", later="", main="1", side="0")
    text = text.replace("1.50", "0.50").replace("Ann: shows", "Bob: shows")
    text = text.replace("Dealt to Ann", "Dealt to Bob")
    text = text.replace("Ann collected $0 from side pot\n", "").replace("main pot", "pot")
    (hand,) = read(text)
    assert isinstance(hand, Hand)
    assert (hand.rules.big_blind, hand.posts) == (20, (10, 20, 0))
    assert hand.actions[0].action.kind == "fold"
    assert not any(action.chips for action in hand.actions)
    assert check_hands([hand]).exact == 1


def test_between_two_the_button_calls_what_is_short_of_the_full_big_blind(read: Reader) -> None:
    text = SHORT.format(
        before_the_flop="Bob: calls $0.50", on_the_flop="", later="", main="3", side="0"
    )
    text = text.replace("Seat #1 is", "Seat #2 is").replace("Seat 1: Ann ($200 in chips)\n", "")
    text = text.replace("Dealt to Ann", "Dealt to Bob").replace("Ann: shows", "Bob: shows")
    text = text.replace("Ann collected $0 from side pot\n", "").replace("main pot", "pot")
    (hand,) = read(text)
    assert isinstance(hand, Hand)
    assert (hand.players, hand.stacks, hand.posts) == (("Cyd", "Bob"), (15, 2000), (20, 10))
    assert [action.action.kind for action in hand.actions] == ["call"]
    assert check_hands([hand]).exact == 1


def test_a_hand_that_breaks_off_is_told(read: Reader) -> None:
    cut = "\n".join(STARS.splitlines()[:12])
    damaged = [each for each in read(cut + "\n\n" + STARS) if isinstance(each, Damaged)]
    errors = check_hands(read(cut)).errors
    assert len(damaged) + len(errors) >= 1


@pytest.mark.parametrize("game", ["Omaha Pot Limit", "Hold'em Pot Limit"])
def test_other_games_of_pokerstars_are_told_apart(read: Reader, game: str) -> None:
    (told,) = read(STARS.replace("Hold'em No Limit", game))
    assert isinstance(told, Damaged)
    assert told.variant


# --- ACPC -----------------------------------------------------------------------------------------


@pytest.mark.usefixtures("pokerkit")
def test_a_log_is_read_with_its_results(read: Reader) -> None:
    first, second = read(ACPC)
    assert isinstance(first, Hand)
    assert isinstance(second, Hand)
    assert (first.players, first.number, first.line, second.line) == (("Ann", "Bob"), 0, 2, 3)
    assert (first.posts, first.stacks) == ((100, 50), (20000, 20000))
    assert first.finishing_stacks == (20600, 19400)
    assert check_hands([first, second]).exact == 2


@pytest.mark.usefixtures("pokerkit")
def test_a_limit_log_is_told_by_its_raises(read: Reader) -> None:
    (told,) = read("STATE:3:rc/crc/cc/cc:AhKh|QsQd/Qh7h2c/3h/Td:30|-30:Ann|Bob\n")
    assert isinstance(told, Hand)
    assert (told.rules.structure, told.rules.bet_sizes) == ("fixed-limit", (10, 20))
    assert check_hands([told]).exact == 1


def test_another_game_can_be_named(tmp_path: Path) -> None:
    pytest.importorskip("pokerkit", reason="PokerKit is not installed (extra: peers)")
    file = tmp_path / "match.log"
    file.write_text("STATE:0:r30f:AhKh|QsQd:-10|10:Ann|Bob\n")
    game = AcpcGame(small_blind=5, big_blind=10, stack=1000)
    (told,) = read_hands(file, acpc=game)
    assert isinstance(told, Hand)
    assert (told.posts, told.stacks) == ((10, 5), (1000, 1000))
    assert check_hands([told]).exact == 1


@pytest.mark.parametrize(
    "line",
    [
        "rubbish",
        "STATE:2:r250x:7c2d|QsQd:-100|100:Bob|Ann",
        "STATE:2:r250c:7c2d|QsQd:-100|100:Bob|Ann",
        "STATE:2:r250f:7c2x|QsQd:-100|100:Bob|Ann",
        "STATE:2:r250f:7c2d|QsQd",
    ],
)
@pytest.mark.usefixtures("pokerkit")
def test_a_line_of_a_log_that_cannot_be_read_is_told(read: Reader, line: str) -> None:
    found = read(ACPC + line + "\n" + ACPC)
    damaged = [each for each in found if isinstance(each, Damaged)]
    assert (len(found), len(damaged)) == (5, 1)
    assert damaged[0].line == ACPC.count("\n") + 1


@pytest.mark.usefixtures("pokerkit")
def test_results_that_do_not_fit_are_told(read: Reader) -> None:
    found = read("STATE:1:r250f:7c2d|QsQd:-200|200:Bob|Ann\n")
    (error,) = check_hands(found).errors
    assert "ends with 19800 in the record, but 19900 when replayed" in error.reason


# --- without the extra ----------------------------------------------------------------------------


def test_without_pokerkit_the_error_names_the_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pokerkit", None)
    monkeypatch.setitem(sys.modules, "pokerkit.notation", None)
    file = tmp_path / "hands.txt"
    file.write_text(ACPC, "utf-8")
    with pytest.raises(MissingExtraError, match=r"pip install 'handsight\[history\]'"):
        list(read_hands(file))


def test_pokerstars_is_read_without_pokerkit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pokerkit", None)
    file = tmp_path / "hands.txt"
    file.write_text(STARS, "utf-8")
    (hand,) = read_hands(file)
    assert isinstance(hand, Hand)


def test_phh_is_read_without_pokerkit() -> None:
    script = (
        "import sys; from handsight.formats import parse_phh, phh_text; "
        "from handsight.game import random_hands; parse_phh(phh_text(next(random_hands()))); "
        "print('pokerkit' in sys.modules)"
    )
    assert fresh.run(script).stdout == "False\n"
