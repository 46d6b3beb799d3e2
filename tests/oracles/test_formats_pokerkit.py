"""Our hands, written in PHH, replayed by PokerKit: the stacks in the end are the same."""

import pytest

from handsight.formats import phh_text
from handsight.game import HandState, Rules, hand_of, random_hands

pokerkit = pytest.importorskip("pokerkit", reason="PokerKit is not installed (extra: peers)")

LIMIT = Rules(structure="fixed-limit", small_blind=1, big_blind=2)
ANTES = Rules(ante=25)
DEAD_ANTES = Rules(ante=100, ante_by="big-blind")


@pytest.mark.parametrize("players", [2, 3, 6, 10])
@pytest.mark.parametrize("rules", [Rules(), LIMIT, ANTES, DEAD_ANTES])
def test_pokerkit_reads_our_hands_and_ends_with_our_stacks(players: int, rules: Rules) -> None:
    for history in random_hands(players, seed=players, hands=12, stack=1500, rules=rules):
        theirs = pokerkit.HandHistory.loads(phh_text(history))
        *_, last = theirs
        assert not last.status
        assert tuple(last.stacks) == history.finishing_stacks, phh_text(history)


@pytest.mark.parametrize("actions", ["cfrk", "rfff", "kffc"])
def test_a_post_out_of_turn_is_the_same_to_pokerkit(actions: str) -> None:
    state = HandState.start(
        Rules(), [1500] * 4, button=3, posts={0: 50, 1: 100, 3: 100}, late=[3], seed=1
    )
    for letter in actions:
        if state.is_over:
            break
        legal = state.legal_actions
        state = state.apply(f"r{legal.raise_min}" if letter == "r" else _plain(letter, legal))
    while not state.is_over:
        state = state.apply("call")
    history = hand_of(state)
    assert history.late == (3,)
    *_, last = pokerkit.HandHistory.loads(phh_text(history))
    assert tuple(last.stacks) == history.finishing_stacks, phh_text(history)


def _plain(letter: str, legal: object) -> str:
    return "fold" if letter == "f" and legal.call_cost else "call"
