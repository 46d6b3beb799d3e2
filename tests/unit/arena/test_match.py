"""A block of pairs: the same cards on every leg, and nothing learned in one for another."""

import pickle
from itertools import pairwise

import pytest

from handsight.arena import ArenaSpec
from handsight.arena.match import BlockTask, play_block
from handsight.arena.schedule import Seeds
from handsight.errors import OptionError
from handsight.formats import parse_phh, phh_text
from handsight.game import Action
from handsight.interop.pypokerengine import EngineHand, EngineRules, EngineSeating
from tests.unit.arena.agents_for_tests import Gambler, Raises, Rememberer


def block_of(spec, number=0, matchup=0, **agents):
    return play_block(BlockTask(spec, matchup, number, pickle.dumps(agents) if agents else b""))


def cards_of(row):
    """Give the hole cards by seat, the button first, and the board as far as it was dealt."""
    history = parse_phh(phh_text(row.record))
    return tuple(map(tuple, (history.holes[-1], *history.holes[:-1]))), history.board


def untimed(block):
    slots = tuple(each._replace(seconds=0.0, longest=0.0) for each in block.sums.slots)
    return block._replace(seconds=(), longest=(), sums=block.sums._replace(slots=slots))


# --- mirrored deals -----------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["handsight", "pypokerengine"])
@pytest.mark.parametrize("agents", [("call", "call#2"), ("call", "call#2", "call#3")])
def test_every_leg_of_a_pair_has_the_same_cards_on_the_same_seats(agents, rules):
    spec = ArenaSpec(agents=agents, table="all", pairs=5, rules=rules)
    block = block_of(spec)
    for pair in range(5):
        legs = [row for row in block.hands if row.pair == pair]
        assert [row.leg for row in legs] == list(range(len(agents)))
        assert len({cards_of(row) for row in legs}) == 1
        assert len({parse_phh(phh_text(row.record)).players for row in legs}) == len(agents)


@pytest.mark.parametrize("format", ["reset", "carry"])
def test_an_agent_against_itself_wins_nothing_over_a_pair(format):
    spec = ArenaSpec(agents=("call", "call#2"), format=format, pairs=10)
    for pair in block_of(spec).pairs:
        assert [sum(chips) for chips in zip(*pair.chips, strict=True)] == [0, 0]


def test_pairs_have_cards_of_their_own():
    block = block_of(ArenaSpec(agents=("call", "call#2"), pairs=50))
    assert len({cards_of(row) for row in block.hands}) == 50


def test_chips_stand_by_agent_whatever_his_seat():
    spec = ArenaSpec(agents=("min-raise", "fold"), pairs=3)
    for pair in block_of(spec).pairs:
        assert pair.chips == ((100, -100), (50, -50))  # the big blind, then the small one


def test_hands_add_up_to_pairs_and_pairs_to_nothing():
    spec = ArenaSpec(agents=("random", "maniac", "call"), format="carry", table="all", pairs=6)
    block = block_of(spec)
    for pair in block.pairs:
        for leg, chips in enumerate(pair.chips):
            rows = [row for row in block.hands if (row.pair, row.leg) == (pair.pair, leg)]
            assert pair.hands[leg] == len(rows) <= 20
            assert [row.hand for row in rows] == list(range(1, len(rows) + 1))
            assert (
                tuple(sum(each) for each in zip(*[row.chips for row in rows], strict=True)) == chips
            )
            assert sum(chips) == 0


# --- carried stacks -----------------------------------------------------------------------------


def matches(**options):
    spec = ArenaSpec(agents=("maniac", "call"), format="carry", pairs=10, **options)
    block = block_of(spec)
    for pair in block.pairs:
        for leg in range(2):
            rows = [row for row in block.hands if (row.pair, row.leg) == (pair.pair, leg)]
            yield pair.chips[leg], [parse_phh(phh_text(row.record)) for row in rows]


def test_stacks_are_carried_and_the_button_moves():
    for _, hands in matches():
        for before, after in pairwise(hands):
            left = dict(zip(before.players, before.finishing_stacks, strict=True))
            assert dict(zip(after.players, after.stacks, strict=True)) == left
            assert after.players == before.players[::-1]


def test_a_match_ends_when_one_is_bust_or_the_rounds_are_over():
    ends = set()
    for chips, hands in matches(rounds=5):
        bust = 0 in hands[-1].finishing_stacks
        assert bust or len(hands) == 5
        assert (max(chips) == 1000) == bust
        ends.add(bust)
    assert ends == {True, False}


def test_at_a_table_of_three_the_bust_sit_out_until_one_has_all():
    spec = ArenaSpec(
        agents=("all-in", "all-in#2", "all-in#3"), format="carry", table="all", pairs=10, rounds=50
    )
    block = block_of(spec)
    assert {len(parse_phh(phh_text(row.record)).players) for row in block.hands} == {2, 3}
    ended = [chips for pair in block.pairs for chips in pair.chips]
    assert all(sorted(chips) == [-1000, -1000, 2000] for chips in ended)


def test_pypokerengine_takes_the_chips_of_those_who_cannot_pay():
    spec = ArenaSpec(
        agents=("call", "maniac"),
        format="carry",
        rules="pypokerengine",
        pairs=60,
        block=60,
        seed=2,
    )
    sums = {sum(chips) for pair in block_of(spec).pairs for chips in pair.chips}
    assert min(sums) < 0 == max(sums)


def match_of_engine(spec, pair, leg):
    """The naive twin: a match as PyPokerEngine has it, without table, players or blocks."""
    rules, stacks, button = EngineRules(5), (1000, 1000), 0
    for number in range(1, 21):
        seating = EngineSeating.of(rules, stacks, button)
        if seating.is_over:
            return seating.stacks
        seed = Seeds(spec.seed).deck(0, pair, number)
        hand = EngineHand.start(rules, stacks, button, seed=seed)
        while not hand.is_over:
            legal = hand.legal_actions
            raises = hand.actor == leg and legal.can_raise
            hand = hand.apply(Action.raise_to(legal.raise_min) if raises else Action.call())
        stacks, button = hand.stacks, hand.next_button
    return stacks


def test_a_match_of_pypokerengine_is_its_rounds_one_after_the_other():
    spec = ArenaSpec(
        agents=("min-raise", "call"), format="carry", rules="pypokerengine", pairs=20, block=20
    )
    for row in block_of(spec).pairs:
        for leg in range(2):
            stacks = match_of_engine(spec, row.pair, leg)
            assert row.chips[leg] == (stacks[leg] - 1000, stacks[1 - leg] - 1000)


# --- what agents remember -----------------------------------------------------------------------


def test_an_agent_starts_both_legs_with_the_same_memory():
    """One that folds after so many decisions does so at the same place of each leg."""
    spec = ArenaSpec(agents=("rememberer", "min-raise"), pairs=40)
    block = block_of(spec, rememberer=Rememberer())
    folds = {0: [], 1: []}
    for row in block.hands:
        folds[row.leg].append(' f",' in phh_text(row.record))
    for leg in folds.values():
        assert True in leg
        assert leg == sorted(leg)


def test_an_agent_starts_each_block_as_it_was_made():
    spec = ArenaSpec(agents=("rememberer", "min-raise"), pairs=20, block=10)
    alone = block_of(spec, 1, rememberer=Rememberer(patience=9))
    block_of(spec, 0, rememberer=Rememberer(patience=9))
    assert untimed(block_of(spec, 1, rememberer=Rememberer(patience=9))) == untimed(alone)


def test_an_agent_that_cannot_forget_is_counted():
    spec = ArenaSpec(agents=("raises", "call"), pairs=3)
    found = block_of(spec, raises=Raises("reset")).faults
    assert [(row.pair, row.leg, row.slot, row.kind) for row in found] == [
        (0, 0, 0, "exception"),
        (0, 1, 0, "exception"),
    ]


# --- chance -------------------------------------------------------------------------------------


def test_a_block_follows_from_its_task():
    spec = ArenaSpec(agents=("random", "random#2"), pairs=300, seed=3)
    assert untimed(block_of(spec, 1)) == untimed(block_of(spec, 1))
    assert untimed(block_of(spec, 1)) != untimed(block_of(spec, 2))


@pytest.mark.parametrize("format", ["reset", "carry"])
def test_two_copies_of_an_agent_are_exactly_even_as_each_draws_what_belongs_to_its_seat(format):
    block = block_of(ArenaSpec(agents=("random", "random#2"), format=format, pairs=10, seed=3))
    assert all(pair.chips[0] == pair.chips[1][::-1] for pair in block.pairs)
    assert len({pair.chips[0][0] for pair in block.pairs}) > 2


def test_an_agent_by_another_name_draws_other_numbers():
    spec = ArenaSpec(agents=("maniac:folds=0.4", "maniac:folds=0.40"), pairs=100)
    assert any(pair.chips[0] != pair.chips[1][::-1] for pair in block_of(spec).pairs)


def test_two_copies_of_an_agent_draw_other_numbers_where_each_matchup_has_cards_of_its_own():
    spec = ArenaSpec(agents=("random", "random#2"), pairs=100, deal="apart")
    assert any(pair.chips[0] != pair.chips[1][::-1] for pair in block_of(spec).pairs)


def test_agents_given_as_objects_draw_the_same_as_named_ones():
    spec = ArenaSpec(agents=("gambler", "call"), pairs=5)
    assert len(block_of(spec, gambler=Gambler()).hands) == 10


def test_an_agent_that_is_none_is_refused():
    with pytest.raises(OptionError, match="no agent is called 'calling'"):
        block_of(ArenaSpec(agents=("calling", "call")))
