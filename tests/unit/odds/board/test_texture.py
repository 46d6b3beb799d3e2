"""What ranges make of a board, counted hand by hand."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import ceil

import pytest

from handsight.cards import CardSet
from handsight.errors import InputError, OptionError, StreetError
from handsight.odds import ANY, equity, texture
from handsight.odds.strength.made_hands import DRAWS, KINDS, MADE
from handsight.ranges import Range
from tests.naive import made_hands as naive
from tests.naive.aggregate import shares
from tests.naive.ranking import worth

ONE, OTHER = "QQ+, AKs:0.5, 7c7d, 9s8s", "JJ, AhKh, KcTc, 6h5h:0.25, 2c2s"
BOARDS = ["Qh7h2c", "9h8h7c3d", "AsKsQd7d2h"]


def cards_of(hand: CardSet) -> tuple[int, ...]:
    return tuple(card.index for card in hand)


@pytest.mark.parametrize("board", BOARDS)
def test_the_hands_of_a_range_are_those_that_the_words_say(board: str) -> None:
    lying = cards_of(CardSet(board))
    for number, player in enumerate(texture([ONE, OTHER], board).players):
        made: Counter[str] = Counter()
        draws: Counter[str] = Counter()
        for hand, weight in Range((ONE, OTHER)[number]).without(board):
            made[naive.made(cards_of(hand), lying)] += weight  # type: ignore[assignment]
            draws[naive.draw(cards_of(hand), lying)] += weight  # type: ignore[assignment]
        assert {name: n for name, n in player.made.items() if n} == made
        assert {name: n for name, n in player.draws.items() if n} == draws
        assert (list(player.made), list(player.draws)) == (list(MADE), list(DRAWS))
        assert sum(player.kinds.values()) == player.combos == sum(made.values())
        assert list(player.kinds) == list(KINDS)


@pytest.mark.parametrize("board", BOARDS[1:])
def test_equities_are_those_of_each_hand_dealt_to_the_end(board: str) -> None:
    ours = Range(ONE).without(board)
    each = []
    for hand, weight in ours:
        win, tie, lose = shares(Range(str(hand)), Range(OTHER).without(board), board)
        if win + tie + lose:
            each.append((float((win + tie / 2) / (win + tie + lose)), weight))
    whole = sum(weight for _, weight in each)
    tenths = [Fraction(0)] * 10
    for share, weight in each:
        tenths[min(9, int(10 * share))] += weight / whole
    player = texture([ONE, OTHER], board).players[0]
    assert player.distribution == pytest.approx([float(tenth) for tenth in tenths])
    assert player.curve[0] == pytest.approx(max(share for share, _ in each))
    assert player.curve[-1] == pytest.approx(min(share for share, _ in each))
    assert list(player.curve) == sorted(player.curve, reverse=True)
    assert player.equity == equity([ONE, OTHER], board).players[0].equity


@pytest.mark.parametrize("board", BOARDS[:2])
def test_nuts_are_as_good_as_the_best_twentieth(board: str) -> None:
    lying = cards_of(CardSet(board))
    live = [hand for hand in combinations(range(52), 2) if not {*hand} & {*lying}]
    ranked = sorted((worth(hand + lying) for hand in live), reverse=True)
    bar = ranked[ceil(len(live) / 20) - 1]
    result = texture([ONE, OTHER], board)
    for text, player in zip((ONE, OTHER), result.players, strict=True):
        hands = Range(text).without(board)
        good = sum(weight for hand, weight in hands if worth(cards_of(hand) + lying) >= bar)
        assert player.nuts == pytest.approx(float(good / hands.total_weight))
    assert result.nut_advantage == result.players[0].nuts - result.players[1].nuts
    assert result.range_advantage == pytest.approx(2 * result.players[0].equity - 1)


def test_one_range_meets_any_cards() -> None:
    alone = texture("15%", "Qh7h2c")
    assert alone == texture(["15%", ANY], "Qh7h2c") == texture([Range("15%")], "Qh7h2c")
    assert alone.players[1].combos == 1176


def test_dead_cards_are_in_nobodys_hand() -> None:
    before, after = (texture("QQ+", "Qh7h2c", dead).players[0] for dead in ("", "Kh"))
    assert before.made["overpair"] - after.made["overpair"] == 3


def test_a_share_is_asked_by_name() -> None:
    player = texture("QQ+", "Qh7h2c").players[0]
    assert player.share("set") == pytest.approx(3 / 15)
    assert player.share("value") == 1
    with pytest.raises(OptionError, match="no hand is called 'nuts'"):
        player.share("nuts")


@pytest.mark.parametrize(
    ("players", "board", "error", "said"),
    [
        (["AA", "KK", "QQ"], "Qh7h2c", OptionError, "there are 3 players"),
        ([], "Qh7h2c", OptionError, "there are 0 players"),
        ("AA", "", StreetError, "no meaning before the flop"),
        (["AA", "KKx"], "Qh7h2c", InputError, "player 2"),
    ],
)
def test_what_has_no_texture_is_said(
    players: object, board: str, error: type[InputError], said: str
) -> None:
    with pytest.raises(error, match=said):
        texture(players, board)  # type: ignore[arg-type]


def test_a_board_of_two_cards_takes_three_to_five() -> None:
    with pytest.raises(InputError, match=r"^board has 2 cards \(Qh7h\); it must have 3, 4 or 5$"):
        texture("22+", "Qh7h")
