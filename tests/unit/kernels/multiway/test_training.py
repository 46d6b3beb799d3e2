"""What ends of a table's tree are worth, against what the game itself pays."""

from random import Random

import numpy as np
import pytest

from handsight.blueprint.policy import actions_at
from handsight.blueprint.tree import CALL, FOLD, RAISE
from handsight.game import HandState, Rules
from handsight.kernels.multiway.training import value_at_end
from handsight.multiway.betting import ENDED, STRIDE, TableBetting
from handsight.multiway.training import tree_arrays
from handsight.ranking import evaluate_mask

TABLES = [
    TableBetting(2, stack=50, preflop="60% / a"),
    TableBetting(3, stack=40, preflop="60%, a / a", flop="50%", turn="", river="75%"),
    TableBetting(4, stack=60, ante=30, flop_players=4, preflop="60%, a / a / a"),
    TableBetting(6, stack=50, straddles=(200,), flop_players=3, preflop="60% / a"),
]
HOW_OFTEN = {FOLD: 2, CALL: 5, RAISE: 2}


def played_out(betting: TableBetting, draw: Random, seed: int) -> tuple[HandState, int] | None:
    """Play a hand by random options of the tree, and return its end at the table and in the tree.

    None if sizes differ: from the flop on, lines with other pots share a tree.
    """
    rules = Rules(ante=betting.ante, straddles=betting.straddles)
    button = 0 if betting.players == 2 else betting.players - 1
    state = HandState.start(rules, [100 * betting.stack] * betting.players, button, seed=seed)
    tree, node = betting.tree, 0
    while tree.acting(node)[0] != ENDED:
        options, legal = tree.options(node), state.legal_actions
        weights = [HOW_OFTEN[option.kind] for option in options]
        (place,) = draw.choices(range(len(options)), weights)
        option, action = options[place], actions_at(options, legal)[place]
        if option.kind == RAISE and node >= STRIDE:
            size = legal.price + option.size * (legal.pot + legal.call_cost)
            if option.is_all_in or abs(action.amount - size) > 1:
                return None
        state, node = state.apply(action), option.child
    return state, node


@pytest.mark.parametrize("betting", TABLES, ids=lambda each: f"{each.players} players")
def test_an_end_is_worth_what_the_game_pays(betting: TableBetting) -> None:
    arrays, tree, draw = tree_arrays(betting, (1, 1, 1, 1)), betting.tree, Random(betting.players)
    compared = {False: 0, True: 0}
    for seed in range(300):
        found = played_out(betting, draw, seed)
        if found is None:
            continue
        state, node = found
        assert state.is_over
        board = sum(card.mask for card in state.board)
        strengths = np.zeros(betting.players, np.uint16)
        if len(state.board) == 5:
            for seat in range(betting.players):
                hole = state.hole(seat)
                assert hole is not None
                strengths[seat] = evaluate_mask(board | hole.mask)
        entry, local = divmod(node, STRIDE)
        place = local if not entry else int(arrays.roots[entry]) + local
        for seat, payoff in enumerate(state.payoffs):
            if entry and seat not in tree.entries[entry - 1].seats:
                assert payoff == -tree.entries[entry - 1].paid[seat] - betting.ante
                continue
            value = float(value_at_end(arrays, place, entry, seat, strengths))
            # One chip cannot be divided, and bets of a shared tree were rounded for another pot.
            near = 1 if not entry else 1 + 0.03 * state.pot
            assert value == pytest.approx(payoff, abs=near)
        compared[bool(entry)] += 1
    assert compared[False] > 10
    assert compared[True] > 15
