"""What holds for every arena, whoever plays, at whatever table."""

from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

from handsight.arena import ArenaSpec, ArenaStore, run_arena
from handsight.formats import parse_phh, phh_text
from handsight.game import Rules, final_state
from tests.examples import at_most

KINDS = ("random", "maniac", "call", "min-raise", "all-in", "check-call", "fold")
TABLES = (
    Rules(),
    Rules(ante=10),
    Rules(structure="fixed-limit", heads_up_uncapped=True),
    Rules(muck=False, reopen="any-raise"),
)


@st.composite
def arenas(draw):
    """Arenas of two to five agents and some pairs, in both formats, at both kinds of tables."""
    kinds = draw(st.lists(st.sampled_from(KINDS), min_size=2, max_size=5))
    carry = draw(st.booleans())
    return ArenaSpec(
        agents=[f"{kind}#{number}" for number, kind in enumerate(kinds, start=1)],
        format="carry" if carry else "reset",
        stakes=draw(st.sampled_from(TABLES)),
        stack=draw(st.integers(200, 3000)),
        rounds=draw(st.integers(1, 6)) if carry else 1,
        table=draw(st.sampled_from(["heads-up", "all"])),
        pairs=draw(st.integers(1, 3)),
        block=draw(st.integers(1, 4)),
        seed=draw(st.integers(0, 2**64)),
    )


def played(spec):
    with TemporaryDirectory() as folder:
        result = run_arena(spec, f"{folder}/arena.db")
        with ArenaStore.read(f"{folder}/arena.db") as store:
            return result, list(store.hands())


@given(arenas())
@at_most(25)
def test_chips_only_change_hands(spec):
    result, hands = played(spec)
    assert all(sum(hand.chips) == 0 for hand in hands)
    for found in result.matchups:
        assert sum(slot.statistics.chips for slot in found.slots) == 0
        kept = [hand for hand in hands if hand.matchup == found.matchup.number]
        for number, slot in enumerate(found.slots):
            assert slot.statistics.chips == sum(hand.chips[number] for hand in kept)
            assert slot.statistics.hands == len(kept) == found.hands
            assert not slot.faults


@given(arenas())
@at_most(25)
def test_every_hand_can_be_played_again_and_ends_as_it_did(spec):
    for hand in played(spec)[1]:
        history = parse_phh(phh_text(hand.record))
        assert final_state(history).stacks == history.finishing_stacks


@given(arenas())
@at_most(25)
def test_the_first_hand_of_a_pair_has_the_same_cards_on_every_leg_of_all_matchups(spec):
    hands = [hand for hand in played(spec)[1] if hand.hand == 1]
    deals = {}
    for hand in hands:
        history = parse_phh(phh_text(hand.record))
        deals.setdefault(hand.pair, []).append((history.holes, history.board))
    assert len({tuple(legs[0][0]) for legs in deals.values()}) == len(deals)
    for legs in deals.values():
        longest = max((board for _, board in legs), key=len)
        assert len({holes for holes, _ in legs}) == 1
        assert all(board == longest[: len(board)] for _, board in legs)
