"""Ranges made ready for joint deals: lists of hands, merging, tables of aliases, what cannot be."""

from fractions import Fraction

import numpy as np
import pytest

from handsight.cards import CardSet
from handsight.errors import InputError
from handsight.odds.equity.range_groups import (
    FEW_PAIRS,
    Group,
    aliases_of,
    entries_of,
    impossible_players,
    merge_groups,
)
from handsight.ranges import Range
from tests.naive.range_deals import hands_in, joint_deals

NOTHING = CardSet()


def groups_of(*ranges: str, known: str = "") -> list[Group]:
    return [Group.of_range(i, Range(text), CardSet(known)) for i, text in enumerate(ranges)]


def listed(group: Group) -> dict[tuple[int, ...], int]:
    """Each player's hand as a mask, in the order of players, with the weight of all."""
    order = np.argsort(group.players)
    entries = {}
    for cards, weight in zip(group.cards.tolist(), group.weights.tolist(), strict=True):
        hands = [CardSet(cards[2 * seat : 2 * seat + 2]).mask for seat in order]
        entries[tuple(hands)] = weight
    return entries


# --- lists ----------------------------------------------------------------------------------------


def test_a_range_lists_the_hands_that_known_cards_allow() -> None:
    (group,) = groups_of("AA, KK:0.5, 72o:0", known="AhKd2c")
    assert group.players == (0,)
    assert listed(group) == {
        (hand.mask,): int(2 * weight) for hand, weight in Range("AA,KK:0.5").without("AhKd")
    }
    assert [CardSet(cards).mask for cards in group.cards.tolist()] == group.masks.tolist()


def test_weights_lose_what_divides_them_all() -> None:
    (group,) = groups_of("AA:0.2, KK:0.6")
    assert sorted(set(group.weights.tolist())) == [1, 3]
    assert not group.is_even
    assert groups_of("AA:0.2, KK:0.2")[0].is_even


@pytest.mark.parametrize(
    ("hands", "known"), [("AA", "AhAsAd"), ("AA:0", ""), ("", ""), ("AK", "AhAsAdAc")]
)
def test_a_range_without_a_possible_hand_is_refused(hands: str, known: str) -> None:
    with pytest.raises(InputError, match="no hand in the range of player 4 is possible"):
        Group.of_range(3, Range(hands), CardSet(known))


# --- merging --------------------------------------------------------------------------------------

SOME = ["AA,KK:0.5,AKs:0.25", "AA:1/3,AKo", "KK,QJs:0.7"]


@pytest.mark.parametrize("ranges", [SOME[:2], SOME, ["AA", "AA"], ["AA", "AA", "AA"], ["22", "33"]])
def test_a_merged_group_holds_every_joint_deal_by_its_weight(ranges: list[str]) -> None:
    (merged,) = merge_groups(groups_of(*ranges), FEW_PAIRS)
    deals = dict(joint_deals([hands_in(Range(text)) for text in ranges], 0))
    entries = listed(merged)
    assert entries.keys() == deals.keys()
    assert len({Fraction(entries[deal], weight) for deal, weight in deals.items()}) <= 1
    seats = [CardSet(cards).mask for cards in merged.cards.tolist()]
    assert seats == merged.masks.tolist()


def test_weights_beyond_64_bits_stay_exact() -> None:
    fine = f"AA:1/{10**15 + 37}, KK"
    first, second = groups_of(fine, fine)
    merged = first.merged(second)
    assert max(merged.weights.tolist()) == (10**15 + 37) ** 2
    assert listed(merged.merged(groups_of("22")[0])).keys()
    assert aliases_of(merged.weights).dtype == np.uint64


def test_groups_are_merged_the_smallest_first_while_it_takes_few_pairs() -> None:
    groups = groups_of("22+", "AA", "random", "KK", "A2s+")
    sizes = [(group.players, len(group.masks)) for group in merge_groups(groups, 36 * 48)]
    beside_pairs = 24 - 1  # suited aces of the two suits that are left, but one king of two is gone
    assert sizes == [((0,), 78), ((1, 3, 4), 36 * beside_pairs), ((2,), 1326)]
    assert [len(group.players) for group in merge_groups(groups, 0)] == [1] * 5


def test_merging_ends_where_nothing_can_be_dealt() -> None:
    merged = merge_groups(groups_of("AA", "AA", "AA", "random"), FEW_PAIRS)
    assert len(merged[0].masks) == 0


# --- arrays ---------------------------------------------------------------------------------------


def test_equal_lists_are_written_once() -> None:
    entries = entries_of(groups_of("AA", "KK", "AA", "AA,KK:0.5"), [])
    assert entries.groups.tolist() == [
        [0, 6, 1, 0, 1],
        [6, 6, 1, 12, 1],
        [0, 6, 1, 0, 1],
        [12, 12, 1, 24, 0],
    ]
    assert len(entries.unions) == len(entries.aliases) == 24
    assert len(entries.cards) == 48


def test_hands_with_other_weights_are_another_list() -> None:
    entries = entries_of(groups_of("AA,KK:0.5", "AA,KK"), [])
    assert entries.groups[:, 0].tolist() == [0, 12]


def test_cards_are_numbered_in_the_deck_without_absent_ones() -> None:
    absent = sorted(card.index for card in CardSet("2c7dAh"))
    entries = entries_of(groups_of("AsAd", "3c3d", known="2c7dAh"), absent)
    live = [card for card in range(52) if card not in absent]
    held = [CardSet([live[number] for number in pair]) for pair in entries.cards.reshape(2, 2)]
    assert held == [CardSet("AsAd"), CardSet("3c3d")]


# --- aliases --------------------------------------------------------------------------------------

WEIGHTS = {
    "one": [1],
    "alike": [3, 3, 3],
    "one heavy": [1, 1, 1, 97],
    "heavy first": [97, 1, 1, 1],
    "lights that fit exactly": [1, 1, 1, 2, 2, 2, 1, 1],
    "a chain of heavy ones": [1, 10, 11, 12, 1, 10],
    "one light for many": [1, 100, 101, 102, 103],
    "huge": [10**30, 1, 10**29, 7],
    "random": np.random.default_rng(1).integers(1, 1000, 500).tolist(),
    "random and steep": [2 ** int(k) for k in np.random.default_rng(2).integers(0, 40, 300)],
    "many small": np.random.default_rng(3).integers(1, 4, 3000).tolist(),
}


@pytest.mark.parametrize("weights", WEIGHTS.values(), ids=WEIGHTS.keys())
def test_turns_kept_and_given_away_come_to_the_weights(weights: list[int]) -> None:
    n, total = len(weights), sum(weights)
    kind = np.int64 if max(weights) < 2**63 else object
    turns = [0.0] * n
    for entry, word in enumerate(aliases_of(np.array(weights, dtype=kind)).tolist()):
        kept = (word >> 20) / 2**44
        turns[entry] += kept
        turns[word & (2**20 - 1)] += 1 - kept
    assert turns == pytest.approx([n * weight / total for weight in weights], abs=n * 2**-43)


# --- what cannot be -------------------------------------------------------------------------------


def test_players_who_can_all_be_dealt_a_hand_are_none() -> None:
    assert impossible_players(groups_of("AA", "AA", "KK", "random")) == []


@pytest.mark.parametrize(
    ("ranges", "players"),
    [
        (["AA", "AA", "AA"], [0, 1, 2]),
        (["KK", "AA", "random", "AA", "QQ", "AA"], [1, 3, 5]),
        (["AhAs", "KK", "AhKh"], [0, 2]),
        (["AA,KK"] * 5, [0, 1, 2, 3, 4]),
        (["AK"] * 5, [0, 1, 2, 3, 4]),
        (["AKs", "AKs", "AKs", "AA"], [0, 1, 2, 3]),
        (["AA,KK,QQ,JJ"] * 9 + ["random"], [*range(9)]),
    ],
)
def test_those_who_cannot_are_named_and_nobody_else(ranges: list[str], players: list[int]) -> None:
    assert impossible_players(groups_of(*ranges)) == players
