"""What an arena plays: the specification, who sits where, and which seeds come."""

import json
from itertools import product

import pytest

from handsight.arena import ArenaSpec, Limits
from handsight.arena.schedule import DEALS, MatchupSeeds, Seeds, agent_of, schedule
from handsight.errors import OptionError
from handsight.game import Rules


def spec_of(*agents, **options):
    return ArenaSpec(agents=agents or ("call", "fold"), **options)


# --- the specification --------------------------------------------------------------------------


def test_stacks_that_are_reset_are_a_hundred_big_blinds():
    spec = spec_of()
    assert (spec.stakes.small_blind, spec.stakes.big_blind, spec.stack) == (50, 100, 10_000)
    assert (spec.rounds, spec.block) == (1, 100)


def test_a_match_with_carried_stacks_is_that_of_the_report():
    spec = spec_of(format="carry")
    assert (spec.stakes.small_blind, spec.stakes.big_blind, spec.stack) == (5, 10, 1000)
    assert spec.rounds == 20


def test_the_rules_of_pypokerengine_take_the_blinds_of_the_stakes():
    spec = spec_of(format="carry", rules="pypokerengine")
    assert type(spec.game.rules).__name__ == "EngineRules"
    assert (spec.game.rules.small_blind, spec.game.rules.big_blind) == (5, 10)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"format": "carry", "rounds": 7, "until": "decided", "seed": 2**70},
        {"stakes": Rules(small_blind=1, big_blind=3, ante=1, straddles=()), "stack": 500},
        {"isolate": True, "limits": Limits(decision=2.0), "table": "all"},
    ],
)
def test_a_specification_comes_back_from_json_as_it_was(options):
    spec = spec_of(**options)
    assert ArenaSpec.from_json(json.loads(json.dumps(spec.to_json()))) == spec


def test_the_canonical_form_leaves_out_what_is_the_machines():
    isolated = spec_of(isolate=True, limits=Limits(decision=1.0))
    assert isolated.canonical() == spec_of().canonical()
    assert "isolate" not in isolated.canonical()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"agents": ("call",)}, "at least two agents; there are 1"),
        ({"agents": "call"}, "agents is 'call'; it must be a list"),
        ({"agents": ("call", "call")}, "call is named 2 times; write call#2"),
        ({"agents": ("call", "")}, "an agent is named ''"),
        ({"agents": ("call", "fo\nld")}, "a name must be text on one line"),
        ({"agents": tuple(f"call#{n}" for n in range(1, 12)), "table": "all"}, "10 seats"),
        ({"format": "cash"}, "format is 'cash'; it must be one of reset, carry"),
        ({"rules": "home"}, "rules is 'home'; it must be one of handsight, pypokerengine"),
        ({"deal": "new"}, "deal is 'new'; it must be one of same, apart"),
        ({"table": "round"}, "table is 'round'; it must be one of heads-up, all"),
        ({"pairs": 0}, "pairs is 0; it must be a positive integer"),
        ({"pairs": 1.5}, "pairs is 1.5"),
        ({"block": -1}, "block is -1"),
        ({"stack": 99}, "stack is 99, which does not pay a big blind of 100"),
        ({"stack": 100, "stakes": Rules(ante=5)}, "and an ante of 5"),
        ({"rounds": 2}, "more than one only in format 'carry'"),
        ({"seed": -1}, "seed is -1"),
        ({"until": "1 cent"}, "until is '1 cent'"),
        ({"stakes": Rules(straddles=(200,))}, "straddles need 3 players"),
        (
            {"rules": "pypokerengine", "stakes": Rules(small_blind=5, big_blind=15)},
            "a big blind of twice that",
        ),
        (
            {"rules": "pypokerengine", "stakes": Rules(structure="fixed-limit")},
            "PyPokerEngine supports",
        ),
    ],
)
def test_what_makes_no_arena_is_refused(options, message):
    with pytest.raises(OptionError, match=message):
        ArenaSpec(**{"agents": ("call", "fold"), **options})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"colour": 1}, "no field 'colour'"),
        ({"stakes": {"blind": 1}}, "stakes has no field 'blind'"),
        ({"limits": 3}, "limits is 3; it must be an object"),
        ({"agents": None}, "cannot be read"),
    ],
)
def test_json_that_is_no_specification_is_refused(change, message):
    with pytest.raises(OptionError, match=message):
        ArenaSpec.from_json({**spec_of().to_json(), **change})


# --- who sits where -----------------------------------------------------------------------------


def test_every_agent_meets_every_other_one():
    matchups = spec_of("call", "fold", "random").matchups
    assert [each.agents for each in matchups] == [
        ("call", "fold"),
        ("call", "random"),
        ("fold", "random"),
    ]
    assert [each.number for each in matchups] == [0, 1, 2]


def test_at_one_table_there_is_one_matchup():
    [matchup] = spec_of("call", "fold", "random", table="all").matchups
    assert matchup.agents == ("call", "fold", "random")


@pytest.mark.parametrize("size", [2, 3, 10])
def test_over_all_legs_every_agent_sits_on_every_seat_once(size):
    agents = tuple(f"call#{number}" for number in range(1, size + 1))
    [matchup] = ArenaSpec(agents=agents, table="all").matchups
    seatings = [matchup.seats(leg) for leg in range(size)]
    for seats in (*seatings, *zip(*seatings, strict=True)):
        assert sorted(seats) == list(range(size))


def test_a_second_copy_of_an_agent_is_that_agent():
    assert agent_of("check-call:most=0.25#2").text == "check-call:most=0.25"


def test_blocks_cover_all_pairs_once_and_matchups_take_turns():
    spec = spec_of("call", "fold", "random", pairs=23, block=10)
    blocks = list(schedule(spec))
    assert blocks[:4] == [(0, 0), (1, 0), (2, 0), (0, 1)]
    for matchup in range(3):
        pairs = [pair for each, block in blocks if each == matchup for pair in spec.pairs_of(block)]
        assert pairs == list(range(23))


# --- seeds --------------------------------------------------------------------------------------


def test_no_deck_comes_twice():
    seeds = Seeds(7)
    decks = [seeds.deck(m, p, h) for m in range(12) for p in range(120) for h in range(1, 13)]
    assert len(set(decks)) == len(decks)


def test_agents_draw_from_streams_of_their_own_apart_from_the_deck():
    seeds = Seeds(7)
    streams = [
        seeds.agent(m, p, leg, h, slot)
        for m in range(3)
        for p in range(30)
        for leg in range(3)
        for h in range(1, 4)
        for slot in range(3)
    ]
    assert len(set(streams)) == len(streams)
    assert seeds.deck(1, 2, 3) != seeds.agent(1, 2, 3, 0, 0)


def test_another_seed_gives_other_decks():
    assert Seeds(0).deck(0, 0, 1) != Seeds(1).deck(0, 0, 1)
    assert Seeds(256).deck(0, 0, 1) != Seeds(2**80).deck(0, 0, 1)


def test_the_seeds_stay_what_they_were():
    """A store that was begun with an older version must go on with the same cards."""
    seeds = Seeds(7)
    assert seeds.deck(0, 1, 1) == DECK
    assert seeds.agent(0, 1, 0, 1, 1) == AGENT


def test_a_specification_without_a_rule_of_dealing_is_one_of_before_there_was_a_choice():
    values = spec_of(deal="apart").to_json()
    assert "deal" not in values
    assert ArenaSpec.from_json(values).deal == "apart"
    assert spec_of().to_json()["deal"] == spec_of().canonical()["deal"] == "same"


# --- the two rules of dealing -------------------------------------------------------------------

FOUR = ("random", "call", "random#2", "maniac")


def seeds_of(matchup, **options):
    spec = ArenaSpec(agents=FOUR, seed=7, **options)
    return MatchupSeeds(spec, spec.matchups[matchup])


@pytest.mark.parametrize("pair", [0, 5])
@pytest.mark.parametrize("hand", [1, 20])
def test_all_matchups_play_the_same_cards_or_each_its_own(pair, hand):
    decks = {
        deal: [seeds_of(matchup, deal=deal).deck(pair, hand) for matchup in range(6)]
        for deal in DEALS
    }
    assert set(decks["same"]) == {Seeds(7).deck(0, pair, hand)}
    assert decks["apart"] == [Seeds(7).deck(matchup, pair, hand) for matchup in range(6)]


def test_a_stream_belongs_to_a_name_a_pair_a_hand_and_a_seat_and_to_nothing_else():
    streams = {}
    for number, matchup in enumerate(ArenaSpec(agents=FOUR).matchups):
        for leg, pair, hand in product(range(2), range(5), range(1, 4)):
            for seat, slot in enumerate(matchup.seats(leg)):
                name = matchup.agents[slot].removesuffix("#2")
                stream = seeds_of(number).agent(pair, leg, hand, slot)
                assert streams.setdefault((name, pair, hand, seat), stream) == stream
    assert len(set(streams.values())) == len(streams) == 3 * 5 * 3 * 2


def test_where_each_matchup_has_its_own_cards_streams_are_what_they_were():
    spec = ArenaSpec(agents=FOUR, seed=7, deal="apart")
    for number, leg, slot in product(range(6), range(2), range(2)):
        seeds = MatchupSeeds(spec, spec.matchups[number])
        assert seeds.agent(3, leg, 2, slot) == Seeds(7).agent(number, 3, leg, 2, slot)


@pytest.mark.parametrize("secret", [b"", b"0" * 32])
def test_no_name_makes_a_stream_of_a_deck_or_of_another_stream(secret):
    """A bot that knows its own streams, and chooses its name, learns no deck by that."""
    seeds = Seeds(7, secret)
    names = ("", "1", "0 1", "0 1 1", "call", " call", "call ", "c all")
    streams = [
        seeds.seat(name, p, h, s) for name in names for p, h, s in product(range(3), repeat=3)
    ]
    assert len(set(streams)) == len(streams)
    low = (1 << 64) - 1
    decks = {seeds.deck(m, p, h) for m, p, h in product(range(3), repeat=3)}
    agents = {seeds.agent(*place) for place in product(range(3), repeat=5)}
    known = {deck & low for deck in decks} | {deck >> 64 for deck in decks} | agents
    assert not known & set(streams)


def test_the_streams_of_a_seat_stay_what_they_are():
    """A store that was begun with this version must go on with the same numbers."""
    assert Seeds(7).seat("call", 1, 1, 0) == SEAT


DECK = 288594884017522469495700850710802712256
AGENT = 5723798728756131016
SEAT = 17992610479782670352
