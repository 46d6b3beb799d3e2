"""Hands of the sites: each is read, played to its end by the rules, and ends as its text says."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from time import process_time

import pytest

from handsight.cli.main import main
from handsight.errors import HistoryError
from handsight.formats import hands_in_text, parse_phh, phh_text, read_hands
from handsight.formats.phh import value_text
from handsight.formats.sites import SITES
from handsight.formats.sites.lines import text_of, texts_of
from handsight.game import Damaged, Hand, Rules, check_hands, hand_result, random_hands
from tests.unit.formats import site_texts as texts
from tests.unit.formats.site_writer import pacific_text, pokerstars_text

Reader = Callable[[str], list[Hand | Damaged]]

WHOLE = {
    "a cash game": texts.CASH,
    "a freeroll": texts.SPIN,
    "antes and bounties": texts.ANTES,
    "run twice": texts.TWICE,
    "posts out of turn": texts.LATE,
    "a cash game of GGPoker": texts.GG_CASH,
    "a tournament of GGPoker": texts.GG_TOURNAMENT,
    "a cash game of Winamax": texts.WINAMAX_CASH,
    "a tournament of Winamax": texts.WINAMAX_TOURNAMENT,
    "a cash game of PartyPoker": texts.PARTY_CASH,
    "a tournament of PartyPoker": texts.PARTY_TOURNAMENT,
    "a cash game of 888poker": texts.PACIFIC_CASH,
    "a tournament of 888poker": texts.PACIFIC_TOURNAMENT,
    "a cash game of iPoker": texts.IPOKER_CASH,
    "a fixed limit of PokerStars": texts.LIMIT,
    "a fixed limit of Winamax": texts.WINAMAX_LIMIT,
    "a fixed limit of PartyPoker": texts.PARTY_LIMIT,
    "a fixed limit of 888poker": texts.PACIFIC_LIMIT,
    "a fixed limit of iPoker": texts.IPOKER_LIMIT,
    "a cash drop of GGPoker": texts.GG_DROP,
    "a cash game of Bovada": texts.BOVADA_CASH,
    "a tournament of Ignition": texts.BOVADA_TOURNAMENT,
    "a cash game of the Winning Poker Network": texts.WINNING_CASH,
    "a tournament of the Winning Poker Network": texts.WINNING_TOURNAMENT,
    "a cash game of the Winning Poker Network before 2017": texts.WINNING_2014,
    "a cash game of Full Tilt Poker": texts.FULL_TILT_CASH,
    "a tournament of Full Tilt Poker": texts.FULL_TILT_TOURNAMENT,
}


LIMITED = Rules(structure="fixed-limit", small_bet=100, big_bet=200)


@pytest.fixture
def read(tmp_path: Path) -> Reader:
    """Write a text into a file and read it."""

    def reader(text: str) -> list[Hand | Damaged]:
        file = tmp_path / "hands.txt"
        file.write_text(text, "utf-8")
        return list(read_hands(file))

    return reader


def the_hand(found: list[Hand | Damaged]) -> Hand:
    (hand,) = found
    assert isinstance(hand, Hand), str(hand)
    return hand


# --- all sites ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", WHOLE)
def test_a_hand_ends_as_its_text_says(name: str, read: Reader) -> None:
    report = check_hands(read(WHOLE[name]))
    assert (report.hands, report.exact, report.errors) == (1, 1, [])


@pytest.mark.parametrize("name", WHOLE)
def test_a_hand_can_be_written_as_phh_and_read_again(name: str, read: Reader) -> None:
    hand = the_hand(read(WHOLE[name]))
    again = parse_phh(phh_text(hand))
    assert replace(again, metadata=hand.metadata) == hand
    assert check_hands([again]).exact == 1


LINE_BY_LINE = [name for name in WHOLE if "iPoker" not in name]


@pytest.mark.repeats(4)
@pytest.mark.parametrize("name", LINE_BY_LINE)
def test_whatever_line_is_damaged_the_hands_around_it_are_read(name: str, read: Reader) -> None:
    text = WHOLE[name]
    lines = text.splitlines()
    heading = 2 if lines[0].startswith("#") else 1
    for place in range(heading, len(lines)):
        changed = [*lines[:place], "?" + lines[place][::-1], *lines[place + 1 :]]
        found = read("\n".join([text, *changed, "", text]))
        assert (len(found), type(found[0]), type(found[-1])) == (3, Hand, Hand)
        if isinstance(found[1], Damaged):
            begin = len(lines) + 2
            assert begin <= found[1].line <= begin + len(lines)


def test_no_two_sites_know_the_same_first_line() -> None:
    lines = [text.splitlines() for text in WHOLE.values()]
    for first in (next(line for line in each if line[0] != "#") for each in lines):
        assert sum(site.begins(first) for site in SITES) == 1


# --- PokerStars -----------------------------------------------------------------------------------


def test_of_a_tournament_antes_seats_and_the_level_are_read(read: Reader) -> None:
    hand = the_hand(read(texts.ANTES))
    assert hand.players == ("Cyd", "Dan", "Ann of X", "Bob: Jr")
    assert (hand.antes, hand.posts) == ((75, 60, 75, 75), (400, 0, 800, 0))
    assert hand.stacks == (780, 60, 12910, 11815)
    assert hand.metadata["event"] == "Tournament #7001, $4.60+$4.60+$0.80 USD"
    assert (hand.metadata["level"], hand.metadata["seats"]) == ("XI", [4, 7, 1, 2])
    assert (hand.metadata["hand"], hand.metadata["time_zone_abbreviation"]) == (301 + 2, "CET")
    assert hand.winnings == (0, 0, 1695, 0)


def test_who_sits_out_of_the_hand_takes_no_part_and_who_is_away_does(read: Reader) -> None:
    players = the_hand(read(texts.ANTES)).players
    assert "Eve" not in players
    assert "Bob: Jr" in players


def test_a_hand_that_was_run_twice_pays_half_of_the_pot_on_each_board(read: Reader) -> None:
    hand = the_hand(read(texts.TWICE))
    assert hand.metadata["_boards"] == ["Qh7h2c3cTc"]
    result = hand_result(replace(hand, winnings=None, rake=0))
    assert [chips / hand.scale for chips in result.payoffs] == [0.5, -1, 0.5]
    assert hand_result(hand).agreement == "exact"


def test_a_replay_shows_which_board_pays_what(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "twice.txt"
    file.write_text(texts.TWICE, "utf-8")
    with pytest.raises(SystemExit):
        main(["replay", str(file)])
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert "Ann  BTN  wins 99.00 on Qh7h2c3hTd with flush, ace high, after 1.50 of rake" in lines
    (other,) = (line for line in lines if line.startswith("Bob  SB   wins"))
    assert other.startswith("Bob  SB   wins 99.00 on Qh7h2c3cTc with three queens")


def test_a_further_board_that_is_none_is_an_error_with_its_file(read: Reader) -> None:
    text = phh_text(the_hand(read(texts.TWICE)))
    for odd in ('"Qh7h2c3c"', '"Qh"', "5"):
        (error,) = check_hands([parse_phh(text.replace('"Qh7h2c3cTc"', odd), "a.phh")]).errors
        assert error.file == "a.phh"


def test_posts_out_of_turn_dead_blinds_and_straddles(read: Reader) -> None:
    hand = the_hand(read(texts.LATE))
    assert hand.players == ("Cyd", "Dan", "Eve", "Ann", "Bob")
    assert [chips / hand.scale for chips in hand.posts] == [0.5, 1, 2, 1, 1]
    assert [chips / hand.scale for chips in hand.antes] == [0, 0, 0, 0.5, 0]
    assert hand.late == (3, 4)
    assert check_hands([hand]).exact == 1


def test_a_big_blind_whose_ante_took_all_is_still_the_price(read: Reader) -> None:
    hand = the_hand(read(texts.UNPAID))
    assert (hand.players, hand.posts) == (("Ann", "Bob", "Cyd"), (400, 800, 0))
    assert [each.chips for each in hand.actions[:3]] == [800, 400, 0]
    assert check_hands([hand]).exact == 1


@pytest.mark.parametrize(
    ("text", "ours", "other"),
    [
        (texts.SPIN, "Hold'em No Limit", "Hold'em Pot Limit"),
        (texts.SPIN, "Hold'em No Limit - Level I (10/20)", "HORSE (Razz Limit) - Level I (10/20)"),
        (texts.GG_CASH, "Hold'em No Limit", "PLO-5"),
        (texts.WINAMAX_CASH, "Holdem no limit", "Omaha pot limit"),
        (texts.PARTY_CASH, "NL Texas Hold'em", "PL Omaha"),
        (texts.PACIFIC_CASH, "No Limit Holdem", "Pot Limit Omaha"),
        (texts.LIMIT, "Hold'em Limit", "Omaha Hi/Lo Limit"),
        (texts.LIMIT, "Hold'em Limit", "8-Game"),
        (texts.ANTES, "Hold'em No Limit", "7 Card Stud Limit"),
        (texts.GG_TOURNAMENT, "Hold'em No Limit", "Omaha Pot Limit"),
        (texts.BOVADA_CASH, "HOLDEM No Limit", "OMAHA HiLo Pot Limit"),
        (texts.WINNING_CASH, "Holdem(No Limit)", "7Stud H/L(Fixed Limit)"),
        (texts.WINNING_2014, "Hold'em", "Omaha"),
        (texts.FULL_TILT_CASH, "No Limit Hold'em", "Pot Limit Omaha Hi"),
        (texts.FULL_TILT_TOURNAMENT, "NL Hold'em", "PL Omaha H/L"),
    ],
)
def test_other_games_are_told_apart(text: str, ours: str, other: str, read: Reader) -> None:
    (found,) = read(text.replace(ours, other))
    assert isinstance(found, Damaged)
    game = other.partition(" - ")[0].partition(" (")[0]
    assert found.variant.endswith(game)
    assert found.reason.partition(": ")[2] == (
        f"the game is {found.variant}; hold'em without a limit and with a fixed one is read"
    )


@pytest.mark.parametrize(
    "heading",
    [
        "PokerStars Hand #1: Tournament #2",
        "PokerStars Hand #1: Tournament #22, $1+$0.10 USD",
        "PokerStars Hand #1: Hold'em No Limit",
        "Poker Hand #TM1: Tournament #2",
    ],
)
def test_a_heading_that_breaks_off_is_no_other_game(heading: str, read: Reader) -> None:
    (found,) = read(f"{heading}\nSeat 1: Ann (100 in chips)")
    assert isinstance(found, Damaged)
    assert (found.line, found.variant) == (1, "")
    assert found.reason.endswith(f": {heading!r} cannot be read, and with it the hand")


@pytest.mark.parametrize("head", ["PokerStars Hand #1: Tournament #1, ", "Poker Hand #1: Omaha"])
def test_a_heading_of_many_spaces_takes_no_long_time(head: str) -> None:
    begin = process_time()
    (damaged,) = hands_in_text(f"{head}{' ' * 1000}\x01\n")
    assert isinstance(damaged, Damaged)
    assert process_time() - begin < 2


def test_a_hand_that_breaks_off_is_named_with_whose_turn_it_is(read: Reader) -> None:
    (found,) = read(texts.SPIN[: texts.SPIN.index("Cyd: folds")])
    assert isinstance(found, Damaged)
    assert (
        found.reason == "PokerStars: the hand breaks off before it is over; it is the turn of Cyd"
    )


def test_an_action_against_the_rules_is_named_with_its_line(read: Reader) -> None:
    (found,) = read(texts.SPIN.replace("Bob: calls 30", "Bob: calls 20"))
    assert isinstance(found, Damaged)
    assert (found.line, found.reason) == (11, "PokerStars: Bob calls 20, but it costs 30")
    (found,) = read(texts.SPIN.replace("raises 20 to 40", "raises 5 to 25"))
    assert isinstance(found, Damaged)
    assert found.line == 10
    assert "is below the minimum" in found.reason
    (found,) = read(texts.SPIN.replace("Cyd: folds\n", ""))
    assert isinstance(found, Damaged)
    assert found.line == 13
    assert found.reason.startswith("PokerStars: 3 cards were dealt to the ")


# --- GGPoker --------------------------------------------------------------------------------------


def test_of_ggpoker_all_that_is_taken_out_counts_as_rake(read: Reader) -> None:
    hand = the_hand(read(texts.GG_CASH))
    assert (hand.rake / hand.scale, hand.metadata["venue"]) == (0.88, "GGPoker")
    assert [hole is None for hole in hand.holes] == [False, False, True]


def test_what_the_site_puts_into_the_pot_is_won_and_counts_against_the_rake(
    tmp_path: Path, read: Reader, capsys: pytest.CaptureFixture[str]
) -> None:
    hand = the_hand(read(texts.GG_DROP))
    assert hand.rake / hand.scale == -0.92
    result = hand_result(hand)
    assert result.agreement == "exact"
    assert [chips / hand.scale for chips in result.payoffs] == [1.22, -0.3, 0]
    file = tmp_path / "drop.txt"
    file.write_text(texts.GG_DROP, "utf-8")
    with pytest.raises(SystemExit):
        main(["replay", str(file)])
    said = capsys.readouterr().out
    assert "wins 1.52, with 0.92 that the site added" in said
    assert "added by the site" in said


# --- fixed limit ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "small", "big"),
    [
        (texts.LIMIT, 1, 2),
        (texts.WINAMAX_LIMIT, 0.5, 1),
        (texts.PARTY_LIMIT, 1, 2),
        (texts.PACIFIC_LIMIT, 0.12, 0.24),
        (texts.IPOKER_LIMIT, 1, 2),
    ],
)
def test_with_a_fixed_limit_what_is_posted_says_whether_the_heading_names_bets_or_blinds(
    text: str, small: float, big: float, read: Reader
) -> None:
    hand = the_hand(read(text))
    rules = hand.rules
    assert rules.structure == "fixed-limit"
    assert (rules.small_bet or 0) / hand.scale == small
    assert (rules.big_bet or 0) / hand.scale == big
    assert rules.big_blind == rules.small_bet


def test_a_short_big_blind_leaves_the_bets_of_a_fixed_limit_as_they_are(read: Reader) -> None:
    text = texts.PARTY_LIMIT.replace("Bob ( $61.50 USD )", "Bob ( $0.80 USD )")
    text = text.replace("posts big blind [$1 USD]", "posts big blind [$0.80 USD]")
    begin = text.index("Ann raises")
    rest = "Ann calls [$0.30 USD]\n** Dealing Flop ** [ Qh, 7h, 2c ]\n** Dealing Turn ** [ 3d ]\n"
    rest += "** Dealing River ** [ Td ]\nAnn shows [ Ah, Kh ]\nBob shows [ 2d, 3c ]\n"
    hand = the_hand(read(text[:begin] + rest + "Bob wins $1.60 USD\n"))
    assert (hand.rules.small_bet, hand.rules.big_bet) == (hand.scale, 2 * hand.scale)


def test_a_raise_of_another_size_than_the_limit_is_named_with_its_line(read: Reader) -> None:
    (found,) = read(texts.LIMIT.replace("Ann: raises $1 to $2", "Ann: raises $2 to $3"))
    assert isinstance(found, Damaged)
    assert found.line == 10


# --- Winamax, PartyPoker, 888poker ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "players", "winnings", "rake"),
    [
        (texts.WINAMAX_CASH, ("Ann", "Bob", "Cyd B"), (0.35, 0, 0), 0),
        (texts.PARTY_TOURNAMENT, ("Bob", "Cyd", "Ann"), (0, 0, 12869), 0),
        (texts.PARTY_CASH, ("Cyd", "Ann", "Bob"), (0, 7, 0), 0.25),
    ],
)
def test_a_bet_that_nobody_called_is_not_won_though_it_is_collected(
    text: str, players: tuple[str, ...], winnings: tuple[float, ...], rake: float, read: Reader
) -> None:
    hand = the_hand(read(text))
    assert hand.players == players
    assert tuple(chips / hand.scale for chips in hand.winnings or ()) == winnings
    assert hand.rake / hand.scale == rake


def test_where_a_site_does_not_name_the_rake_it_is_what_is_missing(read: Reader) -> None:
    hand = the_hand(read(texts.PACIFIC_CASH))
    assert (hand.rake / hand.scale, hand.late) == (0.04, (2,))
    assert [chips / hand.scale for chips in hand.antes] == [0, 0, 0.05, 0]
    assert hand.stacks[2] / hand.scale == 10.05


def test_chips_that_a_raise_adds_come_to_its_street_total(read: Reader) -> None:
    hand = the_hand(read(texts.PARTY_TOURNAMENT))
    assert [str(each.action) for each in hand.actions] == [
        *("raise to 500", "raise to 10759"),
        *("fold", "call"),
    ]


@pytest.mark.parametrize(
    ("text", "line", "odd", "number"),
    [
        (texts.SPIN, "Seat 1: Ann (500 in chips)", "Seat 1: Ann (" + "5" * 30 + " in chips)", 3),
        (texts.PARTY_CASH, "Monday, May 06", "Monday, Mqy 06", 1),
    ],
)
def test_an_amount_or_a_date_that_is_none_is_named_with_its_line(
    text: str, line: str, odd: str, number: int, read: Reader
) -> None:
    (found,) = read(text.replace(line, odd))
    assert isinstance(found, Damaged)
    assert (found.line, " is not a" in found.reason) == (number, True)


def test_events_levels_and_dates_are_metadata(read: Reader) -> None:
    party, pacific, winamax = (
        the_hand(read(text)).metadata
        for text in (texts.PARTY_TOURNAMENT, texts.PACIFIC_TOURNAMENT, texts.WINAMAX_TOURNAMENT)
    )
    assert (party["level"], party["month"], party["year"]) == (12, 5, 2024)
    assert pacific["event"] == "Tournament #8372 $18.30 + $1.70"
    assert (winamax["hand"], winamax["seat_count"]) == ("44-2-1715000000", 6)
    assert winamax["event"] == 'Tournament "Qualif 5€" buyIn: 4.50€ + 0.50€'


# --- iPoker ---------------------------------------------------------------------------------------


def test_a_session_of_ipoker_is_read_with_its_suits_turned(read: Reader) -> None:
    hand = the_hand(read(texts.IPOKER_CASH))
    assert "".join(map(str, hand.board)) == "QhTd2c"
    assert (hand.metadata["hand"], hand.line) == (7701, 9)
    assert [chips / hand.scale for chips in hand.stacks] == [99.5, 1120, 100]
    assert hand.rake / hand.scale == 0.42


def test_a_damaged_game_of_a_session_spoils_no_other(read: Reader) -> None:
    begin, end = texts.IPOKER_CASH.index(" <game "), texts.IPOKER_CASH.index("</session>")
    game = texts.IPOKER_CASH[begin:end]
    lines = len(texts.IPOKER_CASH[:begin].splitlines()) + len(game.splitlines())
    for odd in (
        game[:200] + "\n",
        game.replace("/>", ">", 1),
        game.replace('type="23"', 'type="x"'),
    ):
        text = texts.IPOKER_CASH.replace(game, game + odd + game)
        found = read(text)
        assert [type(each) for each in found] == [Hand, Damaged, Hand]
        assert found[1].line == lines + 1


def test_a_session_of_omaha_and_xml_without_hands_are_named(read: Reader) -> None:
    (other,) = read(texts.IPOKER_CASH.replace("Holdem NL", "Omaha PL"))
    assert isinstance(other, Damaged)
    assert other.variant
    (none,) = read('<?xml version="1.0"?>\n<hands/>')
    assert isinstance(none, Damaged)
    assert none.reason == "this XML holds no hands of the iPoker network"


def test_xml_that_defines_what_grows_is_refused(read: Reader) -> None:
    bomb = '<game gamecode="1"><!DOCTYPE a [<!ENTITY b "b">]></game>'
    (found,) = read(f"<session>\n{bomb}\n</session>")
    assert isinstance(found, Damaged)
    assert "declarations" in found.reason


# --- sites that are not read ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "site"),
    [
        ("Stage #71: Holdem Normal $1", "Absolute Poker"),
        ("*********** n. 1 **************", "PokerStars in another language than English"),
        (
            "Mano n.º 200000000001 de PokerStars:  Hold'em No Limit (1 €/2 €) - 05-02-2025",
            "PokerStars in another language than English",
        ),
        ("***** History for hand R5-1 *****", "Ongame"),
    ],
)
def test_a_site_that_is_known_and_not_read_is_named(first: str, site: str, read: Reader) -> None:
    (found,) = read(f"{first}\nSeat 1: Ann (100)")
    assert isinstance(found, Damaged)
    assert site in found.reason
    read_ones = ", ".join(reader.name for reader in SITES)
    assert found.reason.endswith(f"which are not read; those of {read_ones} are")


@pytest.mark.parametrize(
    "line", ["1" * 100_000, "Full Tilt Poker Game #1: Table 1 - A" + 50 * "-bbbbbbbb"]
)
def test_an_odd_line_takes_no_time_to_refuse(line: str, read: Reader) -> None:
    """Patterns that try all ways to divide the line would need years."""
    assert all(isinstance(each, Damaged) for each in read(f"{line}\nSeat 1: Ann (100)"))


# --- the commands ---------------------------------------------------------------------------------


def test_the_commands_work_on_a_tournament_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, store = tmp_path / "7001.txt", tmp_path / "players.db"
    file.write_text(
        "\n\n".join((texts.SPIN, texts.ANTES, "PokerStars Hand #1: Hold'em No Limit")), "utf-8"
    )

    def run(*words: str) -> tuple[int, str]:
        with pytest.raises(SystemExit) as ended:
            main([*words])
        captured = capsys.readouterr()
        return int(ended.value.code or 0), captured.out + captured.err

    assert run("replay", str(file), "--hand", "1")[0] == 0
    status, said = run("import", str(file), "--store", str(store))
    assert status == 1
    assert "2 hands counted" in said
    assert f"{file}:{len(texts.SPIN.splitlines() + texts.ANTES.splitlines()) + 5}" in said
    assert run("players", "--store", str(store))[0] == 0
    assert run("explain", "--recorded", str(file), "--hand", "2", "--us", "Ann of X")[0] == 0


# --- random hands, written as sites write them ----------------------------------------------------


@pytest.mark.repeats(6)
@pytest.mark.parametrize("write", [pokerstars_text, pacific_text])
@pytest.mark.parametrize("players", [2, 3, 6, 10])
@pytest.mark.parametrize(
    "rules", [Rules(), Rules(ante=25), LIMITED], ids=["no-limit", "antes", "fixed-limit"]
)
def test_a_random_hand_that_is_written_as_a_site_writes_is_the_same_when_read(
    write: Callable[[Hand, int], str], players: int, rules: Rules, read: Reader
) -> None:
    hands = [
        replace(hand, players=tuple(f"p {seat}" for seat in range(players)))
        for stack in (90, 160, 900, 4000)
        for hand in random_hands(players, seed=players, hands=12, stack=stack, rules=rules)
    ]
    found = read("\n\n".join(write(hand, number) for number, hand in enumerate(hands, 1)))
    for ours, again in zip(hands, found, strict=True):
        assert isinstance(again, Hand), f"{again}\n{write(ours, 1)}"
        assert (again.players, again.stacks, again.board) == (ours.players, ours.stacks, ours.board)
        assert (again.antes, again.actions) == (ours.antes, ours.actions)
        assert hand_result(again).payoffs == hand_result(ours).payoffs
        assert hand_result(again).agreement == "exact"


# --- how the sites really write -------------------------------------------------------------------


def same_hand(read: Reader, text: str, *changes: tuple[str, str]) -> Hand:
    """Read a hand in another dialect, and check that it is the same one."""
    changed = text
    for ours, theirs in changes:
        assert ours in changed
        changed = changed.replace(ours, theirs)
    hand, plain = the_hand(read(changed)), the_hand(read(text))
    assert (hand.actions, hand.winnings) == (plain.actions, plain.winnings)
    return hand


def test_888poker_writes_in_the_language_of_the_computer(read: Reader) -> None:
    same_hand(read, texts.PACIFIC_CASH, ("$0.05/$0.10", "0,05 $/0,10 $"), ("[$0.30]", "[0,30 $]"))
    same_hand(read, texts.PACIFIC_CASH, ("Worms 6 Max (Real Money)", "Guarapuava (Practice Play)"))
    hand = same_hand(read, texts.PACIFIC_CASH, ("[ Qc, Tc ]", "[ ДKreuz, 10Kreuz ]"))
    assert "".join(map(str, hand.holes[-1] or ())) == "QcTc"


def test_888poker_puts_dots_between_thousands_in_some_languages(read: Reader) -> None:
    dotted = texts.PACIFIC_CASH.replace("$29.78", "29.780 $").replace("( $3.25 )", "( 1.234,56 $ )")
    assert the_hand(read(dotted)).stacks[-1] == 29780 * 100
    assert 123456 in the_hand(read(dotted)).stacks


def test_a_player_of_888poker_who_folds_before_the_deal_takes_no_part(read: Reader) -> None:
    line = "Seat 5: Eve ( $10 )\nK.I.N posts small blind"
    text = texts.PACIFIC_CASH.replace("K.I.N posts small blind", line)
    text = text.replace("Cyd posts big blind", "Eve folds\nCyd posts big blind")
    assert "Eve" not in the_hand(read(text)).players


def test_partypoker_leaves_out_who_posts_the_blinds_of_a_tournament(read: Reader) -> None:
    posts = ("Bob posts small blind [100].\nCyd posts big blind [200].\n", "")
    hand = same_hand(read, texts.PARTY_TOURNAMENT, posts, ("Trny:1287 ", "Trny: 1287 "))
    assert hand.posts == (100, 200, 0)


def test_the_small_blind_is_dead_where_the_next_player_acts_first(read: Reader) -> None:
    text = texts.PARTY_TOURNAMENT.replace(
        "Bob posts small blind [100].\nCyd posts big blind [200].\n", ""
    )
    text = text.partition("Ann raises")[0] + "Cyd folds\nAnn folds\nBob wins 275 chips\n"
    assert the_hand(read(text)).posts == (200, 0, 0)


def test_a_player_of_partypoker_who_comes_in_late_gets_the_free_seat_in_turn(read: Reader) -> None:
    text = texts.PARTY_CASH.replace("Bob raises", "Dan folds\nBob raises")
    hand = the_hand(read(text.replace("Seat 2", "Seat 3")))
    assert (hand.players, hand.metadata["seats"]) == (("Cyd", "Ann", "Dan", "Bob"), [4, 1, 2, 3])


def test_a_player_who_comes_in_late_may_get_the_seat_of_one_who_left(read: Reader) -> None:
    text = texts.PARTY_CASH.replace("Bob raises", "Dan folds\nBob raises").replace("3/6", "4/4")
    text = text.replace("Seat 2: Bob", "Seat 3: Bob").replace("Seat 2 is", "Seat 3 is")
    text = text.replace("Seat 1: Ann", "Seat 2: Eve ( $9 USD )\nSeat 1: Ann")
    hand = the_hand(read(text.replace("Dan folds", "Eve has left the table.\nDan folds")))
    assert (hand.players, hand.metadata["seats"]) == (("Cyd", "Ann", "Dan", "Bob"), [4, 1, 2, 3])


def test_latecomers_without_a_free_seat_are_named(read: Reader) -> None:
    text = texts.PARTY_CASH.replace("Bob raises", "Dan folds\nBob raises")
    (found,) = read(text)
    assert isinstance(found, Damaged)
    assert "Dan has no line with a seat, and none is free" in found.reason


def test_chips_of_a_latecomer_are_a_guess_that_is_marked(read: Reader) -> None:
    text = texts.PARTY_CASH.replace("Seat 1: Ann ( $50 USD )\n", "")
    hand = the_hand(read(text))
    assert hand.metadata["_stacks_unknown"] == ["Ann"]
    assert hand.metadata["seats"][hand.players.index("Ann")] in (5, 6)


def test_partypoker_names_the_street_total_and_balances_today(read: Reader) -> None:
    hand = the_hand(read(texts.PARTY_NEW))
    assert [str(each.action) for each in hand.actions] == ["raise to 100", "fold"]
    assert hand.winnings == (0, 80)


def test_a_short_big_blind_is_completed_by_what_others_call(read: Reader) -> None:
    text = texts.PARTY_CASH.replace("Ann ( $50 USD )", "Ann ( $0.30 USD )")
    text = text.replace("posts big blind [$0.50 USD]", "posts big blind [$0.30 USD]")
    text = text.partition("Bob raises")[0] + (
        "Bob calls [$0.50 USD]\nCyd folds\n** Dealing Flop ** [ Qh, 7h, 2c ]\n"
        "** Dealing Turn ** [ 3h ]\n** Dealing River ** [ Td ]\nAnn shows [ Ah, Kh ]a flush.\n"
        "Bob doesn't show [ Qs, Qd ]\nBob wins $0.20 USD from the side pot 1\n"
        "Ann wins $0.85 USD from the main pot with a flush.\n"
    )
    assert the_hand(read(text)).rules.big_blind == 50


def test_a_hand_of_one_player_is_refused(read: Reader) -> None:
    text = texts.PARTY_TOURNAMENT.partition("Ann posts ante")[0] + "Ann wins 200 chips\n"
    (found,) = read(text)
    assert isinstance(found, Damaged)
    assert "1 players post or act; a hand has 2 to 10" in found.reason


def test_a_raise_that_nobody_can_answer_is_a_call(read: Reader) -> None:
    text = texts.PARTY_TOURNAMENT.replace("10,784", "784")
    text = text.replace("[10,659]", "[659]").replace("wins 4,462 chips from the side pot 1", "X")
    text = "\n".join(line for line in text.splitlines() if "X with" not in line)
    text = text.replace("Ann wins 12,869", "Ann wins 7,331")
    hand = the_hand(read(text))
    assert [each.action.kind for each in hand.actions] == ["raise", "raise", "fold", "call"]
    assert check_hands([hand]).exact == 1


def test_more_than_the_pot_is_never_collected(read: Reader) -> None:
    (found,) = read(texts.PARTY_CASH.replace("Ann wins $11", "Ann wins $110"))
    assert isinstance(found, Damaged)
    assert found.reason == "PartyPoker: players collect 110, but the pot holds 7.25"


def test_the_winner_by_the_cards_must_be_the_winner_of_the_text(read: Reader) -> None:
    wins = ("Bob wins 4,462 chips from the side", "Ann wins 12,869 chips from the main")
    text = texts.PARTY_TOURNAMENT.replace(wins[0], "Ann wins 4,462 chips from the side")
    text = text.replace(wins[1], "Bob wins 12,869 chips from the main")
    (found,) = read(text)
    assert isinstance(found, Damaged)
    assert "the text and the cards disagree" in found.reason


@pytest.mark.parametrize(
    "heading",
    [
        "PokerStars Game #1: Tournament #2, $5+$0.50 Hold'em No Limit - Level II (15/30)"
        " - 2007/10/15 - 05:34:03 (ET)",
        "PokerStars Hand #1: Zoom Tournament #2, $3+$0.30 USD Hold'em No Limit - Level II (15/30)"
        " - 2014/07/20 9:26:31 ET",
        "Run It Once Poker Hand #1: Tournament #2, €4.69+€0.31 Cub3d, Hold'em No Limit (15/30)"
        " - 2021/02/13 22:01 UTC [2021/02/13 23:01 CET]",
    ],
)
def test_headings_of_other_years_and_rooms(heading: str, read: Reader) -> None:
    (found,) = read(heading)
    assert isinstance(found, Damaged)
    assert "button" in found.reason or "0 players" in found.reason  # the heading itself was read


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-8-sig", "utf-8"])
def test_files_in_wide_characters_and_with_line_ends_of_a_mac(
    encoding: str, tmp_path: Path
) -> None:
    file = tmp_path / "hands.txt"
    for text in (texts.SPIN, texts.SPIN.replace("\n", "\r"), texts.SPIN.replace("\n", "\r\n")):
        file.write_bytes(text.encode(encoding))
        assert [type(each) for each in read_hands(file)] == [Hand]


def test_names_in_an_old_encoding_stay_apart(tmp_path: Path) -> None:
    file = tmp_path / "hands.txt"
    text = texts.PARTY_CASH.replace("Ann", "Иван").replace("Bob", "Олег")
    file.write_bytes(text.encode("cp1251"))
    (hand,) = read_hands(file)
    assert isinstance(hand, Hand)
    assert len(set(hand.players)) == 3


@pytest.mark.parametrize("codepage", ["latin-1", "cp1252"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_files_that_were_encoded_twice_are_read(
    codepage: str, encoding: str, tmp_path: Path
) -> None:
    file = tmp_path / "hands.txt"
    text = texts.PACIFIC_CASH.replace("$29.78", "29\xa0780 €").replace("K.I.N", "Zoë")
    file.write_text(text.encode().decode(codepage), encoding)
    assert "â" in file.read_text("utf-8")
    (hand,) = read_hands(file)
    assert isinstance(hand, Hand)
    assert hand.stacks[-1] == 29780 * 100
    assert "Zoë" in hand.players


def test_a_name_that_was_encoded_twice_stays_the_same_in_all_lines(read: Reader) -> None:
    """Lines with a euro sign were not encoded twice, so the others were not either."""
    garbled = "Zoë".encode().decode("latin-1")
    hand = the_hand(read(texts.WINAMAX_CASH.replace("Ann", garbled)))
    assert "€" in texts.WINAMAX_CASH
    assert garbled in hand.players


def test_a_hand_that_begins_in_the_line_where_one_is_cut_off_is_read(read: Reader) -> None:
    cut = texts.SPIN.partition("*** FLOP")[0] + "*** FL" + texts.SPIN
    damaged, whole = read(cut)
    assert (type(damaged), type(whole)) == (Damaged, Hand)


def test_a_file_of_ipoker_may_hold_several_sessions_on_long_lines(read: Reader) -> None:
    session = texts.IPOKER_CASH.replace("\n", " ").replace(" <game ", "<game ")
    one, other = read(f"{session}\n{texts.IPOKER_CASH.replace('Holdem NL', 'Holdem БЛ')}")
    assert isinstance(one, Hand)
    assert isinstance(other, Hand)
    assert one.actions == other.actions


def test_a_text_of_no_known_format_is_not_called_bad_toml(read: Reader) -> None:
    for text in ("Dear diary,\ntoday I won.\n", "{}", "<html>"):
        (found,) = read(text)
        assert isinstance(found, Damaged)
        assert "TOML" not in found.reason


def test_a_file_of_a_site_without_a_hand_is_named(read: Reader) -> None:
    (found,) = read("Game #77 starts.\n\n")
    assert isinstance(found, Damaged)
    assert found.reason == "PartyPoker: no hand begins in this text"


@pytest.mark.parametrize(
    ("text", "line", "remark"),
    [
        (texts.CASH, "Bob: checks", "Ann is feeling happy"),
        (texts.CASH, "Bob: checks", "Ann has 15 seconds left to act"),
        (texts.CASH, "Bob: checks", "Betting is capped"),
        (texts.CASH, "Bob: checks", "Cyd will be allowed to play after the big blind"),
        (texts.GG_CASH, "*** TURN *** [8h Ks Ac] [2d]", "Hero: Buys Insurance ($0.5)"),
        (texts.GG_CASH, "*** TURN *** [8h Ks Ac] [2d]", "Hero: Declines Cashout"),
        (
            texts.GG_TOURNAMENT,
            "*** SHOWDOWN ***",
            "Hero: wins the $7.50 bounty for eliminating 5a",
        ),
        (texts.WINAMAX_CASH, "Bob folds", "Ann is disconnected"),
        (texts.PARTY_CASH, "Ann checks", "Your time bank will be activated in 6 secs. Please act."),
        (
            texts.PARTY_CASH,
            "Ann checks",
            "There is no Small Blind in this hand as the Big Blind of the previous hand left.",
        ),
        (texts.PARTY_CASH, "Ann checks", "Eve finished in 5th place."),
        (texts.PACIFIC_CASH, "Cyd folds", "Ann timed out"),
    ],
)
def test_a_remark_beside_the_play_changes_nothing(
    text: str, line: str, remark: str, read: Reader
) -> None:
    same_hand(read, text, (f"{line}\n", f"{line}\n{remark}\n"))


@pytest.mark.parametrize("odd", ["Ann straddles 5", "Ann winks [Ah]", "Ann folds under pressure"])
def test_a_line_of_play_that_no_table_has_is_no_remark(odd: str, read: Reader) -> None:
    (found,) = read(texts.CASH.replace("Bob: checks\n", f"Bob: checks\n{odd}\n"))
    assert isinstance(found, Damaged)
    assert found.reason.endswith(f": {odd!r} cannot be read, and with it the hand")


@pytest.mark.parametrize(
    "gone",
    ["Bob: posts big blind $1\n", "Bob: calls $2\n"],
)
def test_the_total_pot_of_the_text_must_be_the_one_that_is_played(gone: str, read: Reader) -> None:
    assert gone in texts.CASH
    (found,) = read(texts.CASH.replace(gone, ""))
    assert isinstance(found, Damaged)
    (found,) = read(texts.CASH.replace("Total pot $6", "Total pot $6.50"))
    assert isinstance(found, Damaged)
    assert (
        found.reason
        == "PokerStars: the text gives a total pot of 6.5, but replaying the hand gives 6"
    )


def test_hands_below_the_head_of_a_mail_are_read(read: Reader) -> None:
    same_hand(read, texts.CASH, ("PokerStars Hand", "From: Ann\n\nMy hands:\n\nPokerStars Hand"))
    (found,) = read("Dear diary,\n" * 60 + texts.CASH)
    assert isinstance(found, Damaged)
    assert found.line == 1


@pytest.mark.parametrize(
    ("text", "change"),
    [
        (texts.PACIFIC_CASH, ("$29.78", "$1'029.78")),
        (texts.PACIFIC_CASH, ("$29.78", "1 029,78 $")),
        (texts.PACIFIC_CASH, ("$29.78", "$1,02,029.78")),
        (texts.PACIFIC_CASH, ("$0.05/$0.10 Blinds", "$.05/$.10 Blinds")),
        (texts.PACIFIC_CASH, ("No Limit Holdem", "No Limit Holdem Jackpot table")),
        (texts.PACIFIC_CASH, ("[$0.05 + $0.10]", "[$0.05+$0.10]")),
        (texts.PARTY_CASH, ("$1,061.50 USD", "$1.061,50 USD")),
        (texts.PARTY_CASH, ("12:34:56 EDT", "12:34:56 Central European Summer Time")),
        (texts.PARTY_NEW, ("balance 540, bet 100", "balance $540, bet $100")),
        (texts.IPOKER_CASH, ("€1,120", "€1.120,00")),
        (texts.IPOKER_CASH, ("€1,120", "1&#160;120,00 €")),
        (texts.IPOKER_CASH, ("Cyd", "C&D")),
        (texts.IPOKER_CASH, ("Holdem NL", "Holdem Sin Límite")),
        (texts.IPOKER_CASH, ("Holdem NL", "Холдем БЛ")),
        (texts.IPOKER_LIMIT, ("Holdem L", "Holdem LH")),
        (texts.GG_CASH, ("6-max", "6-Max")),
        (texts.GG_CASH, ("2024/05/06 12:34:56", "2024/05/06 12:34:56 UTC")),
        (texts.GG_CASH, ("$", "C$")),
        (texts.CASH, ("$", "kr")),
        (texts.CASH, ("00:00:00 ET", "00:00:00 UTC-03:00 [2020/01/01 00:00:00 ET]")),
        (texts.LIMIT, ("Hold'em Limit ($1", "HORSE (Hold'em Limit, $1")),
        (texts.CASH, ("Hold'em No Limit (", "Mixed NLH/PLO (Hold'em No Limit, ")),
        (texts.SPIN, ("Hold'em No Limit", "8-Game (Hold'em No Limit)")),
    ],
)
def test_dialects_of_numbers_currencies_and_games(
    text: str, change: tuple[str, str], read: Reader
) -> None:
    same_hand(read, text, change)


def test_dots_part_thousands_of_chips_at_partypoker_and_ipoker(read: Reader) -> None:
    text = texts.PARTY_TOURNAMENT
    for chips in ("5,000", "6,322", "10,784", "10,659", "5,797", "4,462", "12,869"):
        text = text.replace(chips, chips.replace(",", "."))
    assert "," not in text.partition("Seat 3")[2].partition("Dealt")[0]
    assert the_hand(read(text)).stacks == the_hand(read(texts.PARTY_TOURNAMENT)).stacks
    hand = the_hand(read(texts.IPOKER_CASH.replace("€1,120", "€1.120")))
    assert 1120 * hand.scale in hand.stacks


def test_a_player_of_partypoker_who_did_not_bet_has_a_balance_too(read: Reader) -> None:
    balance = "Cyd balance 500, didn't bet (folded)\n"
    text = texts.PARTY_NEW.replace("Seat 2: Ann", "Seat 1: Cyd (500)\nSeat 2: Ann")
    text = text.replace("Ann raises", "Cyd folds\nAnn raises")
    assert "Cyd" in the_hand(read(text + balance)).players


@pytest.mark.parametrize("name", ['HOLD-UP "Colorado"', 'Go Fast "Colorado"', "CashGame"])
def test_only_tournaments_of_winamax_are_events(name: str, read: Reader) -> None:
    hand = same_hand(read, texts.WINAMAX_CASH, ("CashGame", name))
    assert "event" not in hand.metadata
    play = same_hand(read, texts.WINAMAX_CASH, ("real money", "play money"))
    assert play.metadata["_played_for"] == "play"


def test_who_leaves_after_an_ante_at_ipoker_folds(read: Reader) -> None:
    sits = '<player seat="2" name="Dan" chips="€9" dealer="0" win="€0" bet="€1"/>\n'
    ante = '<action no="0" player="Dan" type="15" sum="€1" cards=""/>\n'
    gone = '<action no="2" player="Dan" type="9" sum="€0" cards=""/>\n'
    text = texts.IPOKER_CASH.replace('<player seat="3"', sits + '<player seat="3"')
    text = text.replace('<action no="1"', ante + '<action no="1"')
    text = text.replace('<action no="3"', gone + '<action no="3"')
    hand = the_hand(read(text.replace("€10.08", "€11.08")))
    assert str(hand.actions[1].action) == "fold"
    assert hand.players[hand.actions[1].seat] == "Dan"


def test_a_bet_that_nobody_called_is_no_rounding_where_money_is_played_for(read: Reader) -> None:
    """A winner of the main pot is not paid less by what comes back to another player."""
    text = texts.IPOKER_CASH.partition('<round no="1">')[0]
    text = text.replace('chips="€100" dealer="1" win="€0"', 'chips="€3" dealer="1" win="€9"')
    text = text.replace('chips="€1,120" dealer="0" win="€10.08"', 'chips="€10" dealer="0" win="€4"')
    text = text.replace('chips="€99,50"', 'chips="€9"')
    text += """<round no="1">
    <cards type="Pocket" player="Ann">HA HK</cards>
    <action no="3" player="Ann" type="7" sum="€3" cards=""/>
    <action no="4" player="Bob" type="3" sum="€2.50" cards=""/>
    <action no="5" player="Cyd" type="3" sum="€2" cards=""/>
    </round><round no="2"><cards type="Flop" player="">HQ D10 C2</cards>
    <action no="6" player="Bob" type="5" sum="€1" cards=""/>
    <action no="7" player="Cyd" type="23" sum="€3" cards=""/>
    <action no="8" player="Bob" type="0" sum="€0" cards=""/>
    </round><round no="3"><cards type="Turn" player="">H2</cards></round>
    <round no="4"><cards type="River" player="">H3</cards></round></game></session>"""
    hand = the_hand(read(text))
    won = dict(zip(hand.players, hand.winnings or (), strict=True))
    assert [won[name] / hand.scale for name in ("Ann", "Bob", "Cyd")] == [9, 0, 2]


@pytest.mark.parametrize(
    ("stakes", "tables", "currency"),
    [
        ("€0.50/€1", "", "€"),
        ("$0.50/$1", "<tablecurrency>USD</tablecurrency>", "$"),
        ("RSD0.50/RSD1", "<tablecurrency>RSD</tablecurrency>", "RSD"),
        ("0.50/1", "", "EUR"),
    ],
)
def test_the_table_of_ipoker_says_the_currency_and_not_the_account(
    stakes: str, tables: str, currency: str, read: Reader
) -> None:
    text = texts.IPOKER_CASH.replace("€0.50/€1<", f"{stakes}<")
    text = text.replace("  <currency>", f"  {tables}\n  <currency>")
    assert the_hand(read(text)).metadata["currency"] == currency


def test_a_tournament_of_ipoker_without_a_name_is_one(read: Reader) -> None:
    code = "<tournamentcode>88</tournamentcode>\n  <currency>"
    text = texts.IPOKER_CASH.replace('win="€10.08"', 'win="€10.50"')
    hand = the_hand(read(text.replace("  <currency>", f"  {code}")))
    assert hand.metadata["event"] == "Tournament 88"
    assert "currency" not in hand.metadata


def test_a_hand_of_888poker_that_was_called_off_is_named(read: Reader) -> None:
    begin = texts.PACIFIC_LIMIT.partition("Bob posts big blind")[0]
    (found,) = read(begin + "Bob folds\n** Summary **\nAnn collected [ $0.06 ]\n")
    assert isinstance(found, Damaged)
    assert found.reason == "888poker: no cards are dealt; the hand was called off"


def test_what_is_missing_of_a_pot_must_be_a_rake(read: Reader) -> None:
    text = texts.PACIFIC_TOURNAMENT
    for gone in ("Ann posts ante [$20]\n", "Dan calls [$838]\n"):
        (found,) = read(text.replace(gone, ""))
        assert isinstance(found, Damaged)
    (found,) = read(text.replace("collected [ $2,656 ]", "collected [ $2,456 ]"))
    assert isinstance(found, Damaged)
    assert found.reason == "888poker: nobody collects 200 of a pot of 2656"
    (found,) = read(texts.PACIFIC_CASH.replace("collected [ $0.81 ]", "collected [ $0.20 ]"))
    assert isinstance(found, Damaged)
    assert found.reason == "888poker: nobody collects 0.65 of a pot of 0.85"


def test_what_nobody_can_match_of_an_ante_comes_back(read: Reader) -> None:
    text = texts.PACIFIC_TOURNAMENT.partition("Seat 1: Ann")[0].replace("Seat 5 is", "Seat 7 is")
    text += """Seat 1: Ann ( $3,530 )
Seat 7: Bob ( $2,470 )
Ann posts ante [$3,530]
Bob posts ante [$2,470]
** Dealing down cards **
Dealt to Bob [ 5d, Kc ]
** Dealing flop ** [ As, 3h, Ac ]
** Dealing turn ** [ 8c ]
** Dealing river ** [ 8d ]
** Summary **
Bob shows [ 5d, Kc ]
Ann shows [ Kd, Ah ]
Ann collected [ $4,940 ]
"""
    hand = the_hand(read(text))
    assert sorted(hand.antes) == [2470, 2470]
    assert (sorted(hand.winnings or ()), hand.rake) == ([0, 4940], 0)


def test_run_it_once_names_the_chips_that_a_raise_adds_to_an_own_bet(read: Reader) -> None:
    text = texts.CASH.replace("PokerStars", "Run It Once Poker").partition("Bob: folds")[0]
    text += (
        "Bob: raises $6 to $10\nAnn: raises $10 to $20\nBob: folds\n"
        "Uncalled bet ($14) returned to Ann\nAnn collected $26 from pot\n"
        "*** SUMMARY ***\nTotal pot $26 | Rake $0\n"
    )
    hand = the_hand(read(text))
    assert str(hand.actions[-2].action) == "raise to 240"
    assert isinstance(read(text.replace("Run It Once Poker", "PokerStars"))[0], Damaged)


# --- whose file it is -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "hero"),
    [
        (texts.PARTY_CASH, "Ann"),
        (texts.PARTY_TOURNAMENT, "Ann"),  # Bob shows his cards at the end
        (texts.PACIFIC_CASH, "Ann"),
        (texts.PARTY_LIMIT, "Ann"),
        (texts.PARTY_CASH.replace("Dealt to Ann [  Ah Kh ]\n", ""), None),
    ],
)
def test_the_hero_is_whose_cards_are_dealt_face_up(
    text: str, hero: str | None, read: Reader
) -> None:
    hand = the_hand(read(text))
    assert (hero if hand.hero is None else hand.players[hand.hero]) == hero
    assert (hand.hero is None) == (hero is None)
    again = parse_phh(phh_text(hand))
    assert again.hero == hand.hero  # others' cards may be known, too
    known = [seat for seat, hole in enumerate(hand.holes) if hole]
    assert again.turned_up == hand.turned_up == tuple(seat for seat in known if seat != hand.hero)
    assert not hand.is_dealt_open


@pytest.mark.parametrize("value", [0, 4, "Ann", True, 1.0])
def test_a_hero_that_does_not_play_is_refused(value: object, read: Reader) -> None:
    text = phh_text(the_hand(read(texts.PARTY_TOURNAMENT)))
    assert "_hero = 3\n" in text
    with pytest.raises(HistoryError, match=r"_hero is .*; it must be a player, 1 to 3"):
        parse_phh(text.replace("_hero = 3", f"_hero = {value_text(value)}"))


def test_names_in_another_alphabet_stay_apart() -> None:
    """Five bytes have no character in the Western code page, but they tell two names apart."""
    names = ["\u0403", "\u040c", "\u040f", "\u0452", "\u045c", "\u0416"]
    decoded = [text_of(name.encode("cp1251")) for name in names]
    assert len(set(decoded)) == len(names)
    assert text_of("Jos\xe9 \u20ac5".encode("cp1252")) == "Jos\xe9 \u20ac5"


@pytest.mark.parametrize("name", ["Ã", "Âs, Ks", "são Ó€", "Ão\u0416", "naïve – Ö", "Ð\x8f\u0416"])
def test_only_text_that_was_encoded_twice_is_decoded_twice(name: str) -> None:
    assert list(texts_of([name.encode()])) == [name]
    assert list(texts_of([name.encode().decode("latin-1").encode()])) == [name]
