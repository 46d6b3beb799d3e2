"""Hands of an arena once more, with what led the agents."""

import pytest

from handsight.arena import ArenaSpec, ArenaStore, run_arena
from handsight.arena.decision_trace import HandPlace, place_of, trace_decisions
from handsight.errors import OptionError
from handsight.formats import phh_text


@pytest.mark.parametrize(
    "options",
    [
        {"agents": ("fai-v4", "maniac"), "pairs": 30, "block": 10},
        {"agents": ("fai-v4", "random"), "format": "carry", "pairs": 2},
        {"agents": ("random", "fai-v2", "maniac"), "table": "all", "pairs": 6},
        {"agents": ("fai-v5", "call"), "format": "carry", "rules": "pypokerengine", "pairs": 1},
    ],
    ids=["reset", "carry", "a table", "pypokerengine"],
)
def test_what_is_explained_is_what_was_done(options, tmp_path):
    spec = ArenaSpec(seed=3, **options)
    run_arena(spec, tmp_path / "a.db")
    with ArenaStore.read(tmp_path / "a.db") as store:
        hands = store.result().hands
        for number in (1, hands // 2, hands):
            place, record = place_of(store, number)
            decisions = trace_decisions(spec, place)
            lines = [line.strip(' ",') for line in phh_text(record).splitlines()]
            done = [line for line in lines if line.startswith(tuple(f"p{n} " for n in "1234"))]
            acted = [line for line in done if " sm" not in line]
            assert len(decisions) == len(acted)
            for each, line in zip(decisions, acted, strict=True):
                assert each.decision is not None
                words = line.split()
                kind = {"f": ("fold",), "cc": ("call", "check"), "cbr": ("raise", "bet", "all-in")}
                assert each.decision.action.kind in kind[words[1]] or each.seen.to_call == 0
                if words[1] == "cbr" and each.decision.action.amount:
                    assert each.decision.action.amount == int(words[2])


def test_each_agent_sees_its_own_cards_only():
    decisions = trace_decisions(
        ArenaSpec(agents=("call", "call#2"), pairs=1, seed=1), HandPlace(0, 0, 1, 1)
    )
    assert {each.agent: str(each.seen.hole) for each in decisions}.keys() == {"call", "call#2"}
    assert len({str(each.seen.hole) for each in decisions}) == 2


def test_hands_are_counted_from_one_in_the_order_of_the_export(tmp_path):
    run_arena(ArenaSpec(agents=("call", "fold"), pairs=2), tmp_path / "a.db")
    with ArenaStore.read(tmp_path / "a.db") as store:
        hands = [place_of(store, number) for number in range(1, 5)]
        assert [place for place, _ in hands] == [
            HandPlace(0, pair, leg, 1) for pair in range(2) for leg in range(2)
        ]
        assert all(record.players for _, record in hands)
        for number in (0, 5):
            with pytest.raises(OptionError, match=f"hand is {number}"):
                place_of(store, number)


@pytest.mark.parametrize("place", [HandPlace(1, 0, 0, 1), HandPlace(0, 9, 0, 1)])
def test_what_was_not_played_cannot_be_traced(place):
    with pytest.raises(OptionError, match="there is no pair"):
        trace_decisions(ArenaSpec(agents=("call", "fold"), pairs=2), place)


def test_a_hand_beyond_the_match_cannot_be_traced():
    with pytest.raises(OptionError, match="nobody made a decision in hand 7"):
        trace_decisions(ArenaSpec(agents=("call", "fold"), pairs=2), HandPlace(0, 0, 0, 7))
