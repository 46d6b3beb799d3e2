"""Forms of the sites' hands that are rarer: of other rooms, of tools, and of former years."""

import datetime

import pytest

from handsight.formats import hands_in_text
from handsight.game import Damaged, Hand
from tests.unit.formats import site_texts as texts


def hand_of(text: str, *changes: tuple[str, str]) -> Hand:
    """Read the only hand of a text after some changes."""
    for ours, theirs in changes:
        assert ours in text
        text = text.replace(ours, theirs)
    (hand,) = hands_in_text(text)
    assert isinstance(hand, Hand), str(hand)
    return hand


def won(hand: Hand) -> dict[str, float]:
    """Return the units of the text that each winner collects."""
    pairs = zip(hand.players, hand.winnings or (), strict=True)
    return {player: chips / hand.scale for player, chips in pairs if chips}


# --- rooms that write in the form of PokerStars ---------------------------------------------------


@pytest.mark.parametrize(
    ("heading", "venue"),
    [
        ("PokerStars Hand", "PokerStars"),
        ("POKERSTARS GAME", "PokerStars"),
        ("Full Tilt Hand", "Full Tilt"),
        ("Full Tilt Rush Hand", "Full Tilt"),
        ("PokerBros Hand", "PokerBros"),
        ("PokerMaster Hand", "PokerMaster"),
        ("Run It Once Poker Hand", "Run It Once Poker"),
    ],
)
def test_the_venue_is_the_room_of_the_heading(heading: str, venue: str) -> None:
    hand = hand_of(texts.CASH, ("PokerStars Hand", heading))
    assert hand.metadata["venue"] == venue
    assert hand.actions == hand_of(texts.CASH).actions


@pytest.mark.parametrize("text", [texts.CASH, texts.LIMIT])
def test_a_heading_in_capital_letters_names_the_same_game(text: str) -> None:
    heading, _, rest = text.partition("\n")
    hand = hand_of(f"{heading.upper()}\n{rest}")
    assert (hand.actions, hand.rules) == (hand_of(text).actions, hand_of(text).rules)


@pytest.mark.parametrize("shown", ["[XX Kh] ()", "[Ah XX]", "[Kh]"])
def test_one_card_that_is_shown_leaves_the_other_unknown(shown: str) -> None:
    hand = hand_of(
        texts.CASH,
        ("Dealt to Ann [Ah Kh]\n", "Dealt to Bob [2h 2d]\n"),
        ("Ann: doesn't show hand", f"*** SHOW DOWN ***\nAnn: shows {shown}"),
    )
    assert hand.holes[hand.players.index("Ann")] is None
    assert won(hand) == {"Ann": 6}


def test_hold_em_with_a_short_deck_is_another_game_with_its_name() -> None:
    blinds = "(Button Blind $0.50 - Ante $0.50 USD)"
    heading = f"PokerStars Hand #1:  6+ Hold'em No Limit {blinds} - 2020/01/01 00:00:00 ET\n"
    (found,) = hands_in_text(heading + texts.CASH.partition("\n")[2])
    assert isinstance(found, Damaged)
    assert found.variant == "6+ Hold'em No Limit"


@pytest.mark.parametrize("end", ["", "."])
def test_who_has_sold_the_hand_to_the_site_wins_what_the_summary_says(end: str) -> None:
    sold = (
        "Ann cashed out the hand for $90 | Cash Out Fee $1\n*** SUMMARY ***\n"
        "Seat 1: Ann (button) showed [Ah Kh] and won ($99) with a flush, Ace high"
        f" (pot not awarded as player cashed out){end}\n"
    )
    begin, _, _ = texts.TWICE.partition("*** FIRST TURN")
    end_of_play = (
        "*** TURN *** [Qh 7h 2c] [3h]\n*** RIVER *** [Qh 7h 2c 3h] [Td]\n*** SHOW DOWN ***\n"
        "Bob: shows [Qs Qd] (three of a kind, Queens)\nAnn: shows [Ah Kh] (a flush, Ace high)\n"
    )
    text = begin + end_of_play + sold.replace("$99)", "$198)") + "Total pot $201 | Rake $3\n"
    hand = hand_of(text)
    assert (won(hand), hand.rake / hand.scale) == ({"Ann": 198}, 3)
    side = text.replace("Cyd: folds", "Cyd: calls $1 and is all-in").replace("Cyd ($100", "Cyd ($2")
    side = (
        side.replace("Ann cashed", "Cyd: shows [7s 7d] (three of a kind, Sevens)\nAnn cashed")
        .replace("$198", "$199")
        .replace("pot $201", "pot $202 Main pot $6. Side pot $196.")
    )
    assert won(hand_of(side)) == {"Ann": 199}


SPLASH = """\
Run It Once Poker Hand #7:  Hold'em No Limit (€0.50/€1.00) - 2024/05/06 12:34 UTC
Table ID '70' 6-Max Seat #1 is the button
Seat 1: Ann (€100 in chips)
Seat 2: Bob C (€90 in chips)
Seat 3: Cyd (€80.50 in chips)
Bob C: posts small blind €0.50
Cyd: posts big blind €1.00
*** HOLE CARDS ***
STP added: €5.00
Ann: folds
Bob C: calls €0.50
Cyd: checks
*** FLOP *** [Qh 7h 2c]
Bob C: bets €2.00
Cyd: folds
*** SHOWDOWN ***
Bob C: mucks hand
Uncalled bet (€7.00) returned to Bob C
Bob C collected €6.65 from pot
*** SUMMARY ***
Total pot €7.00 | Main pot €2.00 | STP €5.00 | Rake €0.35
"""


def test_what_run_it_once_splashes_into_the_pot_is_won_once() -> None:
    hand = hand_of(SPLASH)
    assert won(hand) == {"Bob C": 6.65}
    assert hand.rake / hand.scale == -4.65  # what the room takes less what it adds


# --- GGPoker --------------------------------------------------------------------------------------


def test_boards_of_ggpoker_from_the_flop_on_stand_behind_two_spaces() -> None:
    begin, _, rest = texts.GG_CASH.partition("*** FLOP ***")
    text = begin.replace("calls $0.2\n", "raises $7.45 to $7.75\nHero: calls $7.45\n")
    assert rest
    text += (
        "Hero: shows [As Ah]\n21be: shows [Kd Kc]\n"
        "*** FIRST FLOP ***  [8h Ks Ac]\n*** FIRST TURN *** [8h Ks Ac] [2d]\n"
        "*** FIRST RIVER *** [8h Ks Ac 2d] [3d]\n"
        "*** SECOND FLOP ***  [9h Th Kh]\n*** SECOND TURN *** [9h Th Kh] [2s]\n"
        "*** SECOND RIVER *** [9h Th Kh 2s] [3s]\n"
        "*** FIRST SHOWDOWN ***\nHero collected $7.75 from pot\n"
        "*** SECOND SHOWDOWN ***\n21be collected $7.75 from pot\n"
        "*** SUMMARY ***\nTotal pot $15.5 | Rake $0 | Jackpot $0\nHand was run two times\n"
    )
    text = text.replace("Hero ($8.45", "Hero ($7.75").replace(
        "to $7.75\n", "to $7.75 and is all-in\n"
    )
    hand = hand_of(text)
    assert won(hand) == {"Hero": 7.75, "21be": 7.75}
    assert hand.metadata["_boards"] == ["9hThKh2s3s"]


# --- Winamax --------------------------------------------------------------------------------------


def test_winamax_names_both_blinds_that_are_made_good_in_one_line() -> None:
    hand = hand_of(
        texts.WINAMAX_CASH,
        (
            "Dealt to Ann",
            "Cyd B posts small blind 0.07€ out of position\n"
            "Cyd B posts big blind 0€ out of position\nDealt to Ann",
        ),
        ("0.65€", "0.67€"),
    )
    place = hand.players.index("Cyd B")
    assert (hand.posts[place] / hand.scale, hand.antes[place] / hand.scale) == (0.05, 0.02)
    assert hand.late == (place,)


def test_a_returned_bet_that_is_rounded_up_is_not_won() -> None:
    hand = hand_of(
        texts.WINAMAX_TOURNAMENT,
        ("Seat 2: Bob (3000,", "Seat 2: Bob (2999.50,"),
        (
            "Bob raises 2775 to 2975 and is all-in\nCyd folds\nAnn calls 2775",
            "Bob calls 200\nCyd folds\nAnn raises 3800 to 4000\nBob calls 2774.50 and is all-in",
        ),
        ("Ann collected 6125", "Ann collected 1026 from side pot 1\nBob collected 6124"),
        ("Bob shows [Qs Qd] (Trips of Queens)", "Bob shows [Ac Qc] (One pair : Queens)"),
        ("Ann shows [Ah Kh] (Flush ace high)", "Ann shows [As Ks] (High card : Ace)"),
        ("Dealt to Bob [Qs Qd]", "Dealt to Bob [Ac Qc]"),
        ("Total pot 6125", "Total pot 6.12k"),
    )
    assert won(hand) == {"Bob": 6124}


# --- PartyPoker -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["USD Texas Hold'em", "Texas Hold'em"])
def test_partypoker_has_no_word_for_a_fixed_limit_in_former_years(game: str) -> None:
    hand = hand_of(texts.PARTY_LIMIT, ("USD FL Texas Hold'em", game))
    assert hand.rules.is_limit
    assert hand.actions == hand_of(texts.PARTY_LIMIT).actions


def test_a_second_small_blind_counts_as_a_bet_if_the_call_is_cheaper_by_it() -> None:
    text = texts.PARTY_CASH.replace(
        "** Dealing down", "Bob posts small blind [$0.25].\n** Dealing down"
    )
    live = hand_of(text, ("Bob raises [$1.50 USD]", "Bob raises [$1.25 USD]"))
    bob = live.players.index("Bob")
    assert (live.posts[bob] / live.scale, live.antes[bob]) == (0.25, 0)
    assert live.late == (bob,)
    dead = hand_of(text, ("Ann wins $11 USD", "Ann wins $11.25 USD"))
    assert (dead.posts[bob], dead.antes[bob] / dead.scale) == (0, 0.25)


def test_winners_of_partypoker_whose_lines_have_run_together_are_all_read() -> None:
    begin, _, _ = texts.PARTY_CASH.partition("Bob bets")
    text = begin + (
        "Bob checks\n** Dealing Turn ** [ 3s ]\nAnn checks\nBob checks\n"
        "** Dealing River ** [ 4s ]\nAnn checks\nBob checks\n"
        "Ann shows [ Ah, Kh ]high card Ace.\nBob shows [ As, Kd ]high card Ace.\n"
        "Ann wins $1.60 USD from the main pot with high card Ace."
        "Bob wins $1.60 USD from the main pot with high card Ace.\n"
    )
    hand = hand_of(text)
    assert (won(hand), hand.rake / hand.scale) == ({"Ann": 1.6, "Bob": 1.6}, 0.05)
    (found,) = hands_in_text(text.partition("Bob wins")[0])
    assert isinstance(found, Damaged)
    assert found.reason == "PartyPoker: Bob wins by the cards, but collects nothing"


def test_messages_of_the_program_of_partypoker_are_remarks() -> None:
    message = ">You have options at Table  1702 Table!."
    hand = hand_of(texts.PARTY_CASH, ("Ann checks\n", f"Ann checks\n{message}\n"))
    assert hand.actions == hand_of(texts.PARTY_CASH).actions


# --- iPoker ---------------------------------------------------------------------------------------


def test_hidden_cards_of_ipoker_can_have_small_letters() -> None:
    assert hand_of(texts.IPOKER_CASH, ("X X", "x x")).holes == hand_of(texts.IPOKER_CASH).holes


def test_a_date_of_ipoker_can_begin_with_the_day() -> None:
    metadata = hand_of(texts.IPOKER_CASH, ("2024-05-06 12:34:56", "30/01/2024 12:34")).metadata
    assert [metadata[name] for name in ("day", "month", "year")] == [30, 1, 2024]
    assert metadata["time"] == datetime.time(12, 34)


@pytest.mark.parametrize("position", ["", " (big blind)"])
def test_hands_that_the_summary_of_pokerstars_turns_up_are_known(position: str) -> None:
    """Such hands were not shown, and nobody knew them while the hand was played."""
    plain = hand_of(texts.CASH)
    hand = hand_of(texts.CASH + f"Seat 2: Bob{position} mucked [7d Kc]\n")
    seat = hand.players.index("Bob")
    assert plain.holes[seat] is None
    assert "".join(map(str, hand.holes[seat] or ())) == "7dKc"
    assert (hand.turned_up, hand.shown, hand.is_dealt_open) == ((seat,), (), False)
    assert (hand.actions, hand.winnings) == (plain.actions, plain.winnings)


def test_a_mucked_hand_must_agree_with_the_cards_that_are_known() -> None:
    (damaged,) = hands_in_text(texts.CASH + "Seat 1: Ann (button) mucked [7d Kc]\n")
    assert isinstance(damaged, Damaged)
    assert "Ann has different cards from before" in damaged.reason


def test_where_bets_are_capped_a_stack_ends_at_the_cap() -> None:
    hand = hand_of(
        texts.CASH,
        ("$1.00 USD", "$1.00 - $30 Cap -  USD"),
        ("Ann: bets $4\nBob: folds", "Ann: bets $27 and has reached the $30 cap\nBob: folds"),
        ("($4)", "($27)"),
    )
    plain = hand_of(texts.CASH)
    assert [stack / hand.scale for stack in hand.stacks] == [30, 30]
    assert hand.actions[-2].all_in
    assert won(hand) == won(plain)


# --- Bovada ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        ("Bovada Hand #6001 TBL#77 HOLDEM", "Bodog UK Hand #6001 TBL#77 HOLDEM "),
        ("Bovada Hand #6001 TBL#77 HOLDEM", "Bodog.eu Hand #6001 TBL#77 HOLDEM"),
        ("TBL#77 HOLDEM", " Zone Poker ID#77 HOLDEMZonePoker"),
        ("Raises $2.50 to $3", "Raises $3"),
        ("Calls $2", "Call $2"),
        ("Small Blind $0.50", "Ante/Small Blind $0.50"),
        ("Big blind $1", "Big blind/Bring in $1"),
        ("Set dealer [1]", "Set dealer/Bring in spot [1]"),
        ("Dealer : Set dealer [1]\n", ""),
        ("*** FLOP *** [Qh 7h 2c]", "Card dealt to table [Qh 7h 2c]"),
        ("*** RIVER *** [Qh 7h 2c 3h] [Td]", "Card to the table [Td]"),
        ("Hand result", "Hand Result"),
        (" | Rake ($3)", ""),
        ("Dealer : Folds (timeout)", "Dealer : Folds & shows [9c 9d]"),
        ("UTG : Seat sit out\n", "Enter(Auto)\nUTG : Leave(Auto)\nUTG : Draw for dealer [2d]\n"),
        ("UTG : Seat sit out\n", "UTG : Showdown(High Card)\n"),
    ],
)
def test_bovada_and_bodog_of_other_years(change: tuple[str, str]) -> None:
    hand, plain = hand_of(texts.BOVADA_CASH, change), hand_of(texts.BOVADA_CASH)
    assert (hand.actions, hand.winnings, hand.rake) == (plain.actions, plain.winnings, plain.rake)
    assert (hand.players, hand.hero) == (("Small Blind", "Big Blind", "Dealer"), 0)
    assert hand.metadata["table"] == "77"


def test_players_of_ignition_are_listed_in_order_whatever_their_numbers() -> None:
    hand = hand_of(texts.BOVADA_TOURNAMENT, ("Seating Info: 65, 146, 17, 39\n", ""))
    assert hand.players == ("Small Blind", "Big Blind", "UTG", "Dealer")
    assert (hand.metadata["venue"], hand.metadata["level"]) == ("Ignition", 7)


def test_a_blind_or_an_ante_of_bovada_that_takes_the_stack_is_called_an_all_in() -> None:
    blind = hand_of(
        texts.BOVADA_TOURNAMENT,
        ("[ME] (337 in", "[ME] (135 in"),
        ("Big Blind [ME] : Big Blind 150", "Big Blind [ME] : All-in 120"),
        ("Big Blind [ME] : All-in 172\n", ""),
        ("bet 708", "bet 910"),
        ("Hand result 779", "Hand result 375"),
        ("Total Pot(779)", "Total Pot(375)"),
    )
    big = blind.players.index("Big Blind")
    assert (blind.stacks[big], blind.posts[big], blind.antes[big]) == (135, 150, 15)
    ante = hand_of(
        texts.BOVADA_TOURNAMENT,
        ("UTG (2,000 in", "UTG (10 in"),
        ("UTG : Ante chip 15\n", ""),
        ("Dealer : Ante chip 15\n", "Dealer : Ante chip 15\nUTG : All-in 10\n"),
        ("UTG : Folds\n", ""),
        ("Hand result 779", "Hand result-Side pot 734\nDealer : Hand result 40"),
        ("Total Pot(779)", "Total Pot(774)"),
    )
    assert ante.antes[ante.players.index("UTG")] == 10


def test_a_big_blind_that_nobody_plays_for_comes_back() -> None:
    hand = hand_of(
        texts.BOVADA_CASH.partition("Small Blind  [ME] : Small")[0]
        + "Big Blind : Big blind $1\n*** HOLE CARDS ***\nDealer : Folds\n"
        "Big Blind : Return uncalled portion of bet $1\n"
        "*** SUMMARY ***\nTotal Pot($0) | Rake ($0)\n"
    )
    assert (won(hand), hand.rake) == ({}, 0)


# --- the Winning Poker Network --------------------------------------------------------------------


def test_only_the_summary_says_who_wins_at_the_winning_poker_network_without_a_showdown() -> None:
    begin, _, _ = texts.WINNING_CASH.partition("Dan posts")
    text = begin + (
        "*** HOLE CARDS ***\nDan folds\nAnn folds\nBob B folds\nCyd does not show\n"
        "*** SUMMARY ***\nTotal pot $1.50\nSeat 3: Cyd (big blind) did not show and won $1.50\n"
    )
    hand = hand_of(text)
    assert (won(hand), hand.rake) == ({"Cyd": 1}, 0)  # half of the blind was not called
    assert hand.metadata["table"] == "Fort Ann"


def test_what_is_collected_counts_once_though_the_summary_says_it_again() -> None:
    hand = hand_of(texts.WINNING_TOURNAMENT)
    assert (won(hand), hand.rake) == ({"Ann": 6390}, 0)
    assert hand.metadata["event"] == "$5,000 GTD Tournament #24"
    assert (hand.metadata["table"], hand.metadata["level"]) == ("99", 10)


def test_hands_of_the_winning_poker_network_before_2017() -> None:
    hand = hand_of(texts.WINNING_2014)
    assert hand.players == ("Bob B", "Cyd", "Dan", "Ann")
    assert (won(hand), hand.rake / hand.scale) == ({"Ann": 83.25}, 2.25)  # .25 for the jackpot
    assert (hand.hero, hand.late) == (3, (2,))
    assert "".join(map(str, hand.holes[3] or ())) == "AhTh"
    assert hand.metadata["venue"] == "Winning Poker Network"
    assert hand.metadata["time"] == datetime.time(7, 8, 9)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (("Collects: 83.25", "Collects: 63.25"), "the text gives a total pot of 83.25"),
        (("Player Ann received card: [10h]\n", ""), "Ann has one hole card; hold'em has two"),
    ],
)
def test_an_old_text_that_contradicts_itself_is_refused(
    change: tuple[str, str], reason: str
) -> None:
    (damaged,) = hands_in_text(texts.WINNING_2014.replace(*change))
    assert isinstance(damaged, Damaged)
    assert reason in damaged.reason


def test_without_a_showdown_the_old_summary_says_who_wins() -> None:
    begin, _, _ = texts.WINNING_2014.partition("Player Ann raises (4)")
    text = begin + (
        "Player Ann folds\nPlayer Bob B folds\nPlayer Cyd raises (2)\nPlayer Dan folds\n"
        "Uncalled bet (2) returned to Cyd\nPlayer Cyd mucks cards\n------ Summary ------\n"
        "Pot: 3. Rake 0\n"
        "*Player Cyd mucks (does not show cards). Bets: 1. Collects: 3. Wins: 2.\n"
    )
    assert won(hand_of(text)) == {"Cyd": 3}


# --- Full Tilt Poker ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        ("Full Tilt Poker Game", "FullTiltPoker Game"),
        ("$0.50/$1 - No Limit Hold'em", "NL Hold'em - $0.50/$1"),
        ("12:34:56 ET - 2009/05/06", "12:34:56 ET - Wed, May 06, 2009"),
        ("12:34:56 ET - 2009/05/06", "12:34:56 ET - 2009/05/06 (partial)"),
        ("Full Tilt Poker", "BEGIN\nFull Tilt Poker"),
        ("Cyd bets $8\n", "7Eve sits down\nBob B: gl [all] 100%\nCyd bets $8\n"),
    ],
)
def test_hands_of_full_tilt_of_all_years(change: tuple[str, str]) -> None:
    hand, plain = hand_of(texts.FULL_TILT_CASH, change), hand_of(texts.FULL_TILT_CASH)
    assert (hand.actions, hand.winnings) == (plain.actions, plain.winnings)
    assert [hand.metadata[name] for name in ("day", "month", "year")] == [6, 5, 2009]
