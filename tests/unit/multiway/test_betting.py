"""The tree of a table, against the rules of the game."""

from itertools import pairwise
from random import Random

import pytest

from handsight.blueprint.tree import CALL, FOLD, RAISE
from handsight.cards.card import STREETS
from handsight.errors import OptionError
from handsight.game import Action, HandState, Rules
from handsight.multiway import betting as betting_module
from handsight.multiway.betting import ENDED, LINES, ORDER, STRIDE, TableBetting

TABLES = [
    TableBetting(2, stack=30),
    TableBetting(3, stack=100),
    TableBetting(4, stack=20, ante=12, flop_players=4),
    TableBetting(5, stack=60, straddles=(200,), flop_players=2, sharing=ORDER),
    TableBetting(6, stack=100, flop_players=3, multiway="50% / 100% / a"),
]


def state_of(betting: TableBetting, seed: int) -> HandState:
    rules = Rules(ante=betting.ante, straddles=betting.straddles)
    button = 0 if betting.players == 2 else betting.players - 1
    return HandState.start(rules, [100 * betting.stack] * betting.players, button, seed=seed)


@pytest.mark.parametrize("betting", TABLES, ids=lambda each: f"{each.players} players")
def test_lines_follow_the_rules_of_the_game(betting: TableBetting) -> None:
    """Random lines: who acts, what it costs, what is in the pot, and when the hand is over.

    Lines that share a tree have pots of other sizes, so chips are compared before the flop, and
    from there on only who acts.
    """
    tree, draw = betting.tree, Random(betting.players)
    for seed in range(150):
        state, node = state_of(betting, seed), 0
        while tree.acting(node)[0] != ENDED:
            seat, street = tree.acting(node)
            assert state.actor == seat
            assert state.street == STREETS[street]
            options, legal = tree.options(node), state.legal_actions
            kinds = [option.kind for option in options]
            assert (FOLD in kinds) == (legal.call_cost > 0)
            if node < STRIDE:
                assert tree.price(node) == pytest.approx(legal.call_cost / legal.pot)
            option = draw.choice(options)
            if option.kind == RAISE:
                total = legal.price + round(option.size * (legal.pot + legal.call_cost))
                if node < STRIDE:
                    assert legal.raise_min <= total <= legal.raise_max
                    assert option.is_all_in == (total == legal.raise_max)
                if option.is_all_in:
                    total = legal.raise_max
                total = min(max(total, legal.raise_min), legal.raise_max)
                if total == legal.raise_max and not option.is_all_in:
                    break  # the table's stack is smaller than the shared one
                action = Action.raise_to(total)
            else:
                action = Action.fold() if option.kind == FOLD else Action.call()
            state, node = state.apply(action), option.child
        else:
            assert state.is_over


def test_no_more_players_see_the_flop_than_allowed() -> None:
    tree = TableBetting(6, stack=100, flop_players=3).tree
    assert {len(entry.seats) for entry in tree.entries} == {2, 3}
    for entry in tree.entries:
        matched = max(entry.paid)
        assert all(entry.paid[seat] == matched for seat in entry.seats)
        assert entry.chips == sum(entry.paid)


def test_pots_share_by_kind_players_and_ratio() -> None:
    few = TableBetting(4, sharing=ORDER).tree
    some = TableBetting(4).tree
    all_lines = TableBetting(4, sharing=LINES).tree
    assert len(few.pots) < len(some.pots) < len(all_lines.pots) == len(all_lines.entries)
    assert len(few.entries) == len(some.entries) == len(all_lines.entries)
    assert len(few.shapes) == len(all_lines.shapes)


def test_the_numbers_of_parts_do_not_overlap() -> None:
    tree, counts = TableBetting(3).tree, (169, 5, 4, 3)
    parts = tree.parts(counts)
    for (shape, base), (_, after) in pairwise(parts):
        assert base + int(shape.rows(counts)[-1]) == after
    assert len(parts) == len(tree.pots) + 1
    assert tree.decisions > 0


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"players": 1}, "players is 1; it must be from 2 to 9"),
        ({"players": 10}, "it must be from 2 to 9"),
        ({"stack": 0}, "stack is 0"),
        ({"ante": -1}, "ante is -1"),
        ({"ante": 10_000}, "below the stack"),
        ({"straddles": (50,)}, "above 100"),
        ({"players": 3, "straddles": (200,)}, "3 players have room for 0"),
        ({"rake": 5}, "share from 0 to 0.2"),
        ({"rake_cap": -1}, "rake_cap is -1"),
        ({"flop_players": 1}, "flop_players is 1"),
        ({"force_allin": 2}, "share from 0 to 1"),
        ({"sharing": "all"}, "one of lines, positions, order"),
        ({"multiway": "50"}, None),
        ({"multiway": "x"}, "'x' is not a size"),
        ({"preflop": 3}, "it must be a string"),
        ({"river": "a/" * 9}, "at most 8"),
    ],
)
def test_bad_options_are_named(options: dict[str, object], said: str | None) -> None:
    if said is None:
        TableBetting(**options)  # type: ignore[arg-type]
        return
    with pytest.raises(OptionError, match=said):
        TableBetting(**options)  # type: ignore[arg-type]


def test_too_large_a_tree_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(betting_module, "MOST_NODES", 100_000)
    with pytest.raises(OptionError, match="more than 100,000 nodes"):
        _ = TableBetting(9, flop_players=9, preflop="60%, a / 80%, a / 70%, a / a").tree


def test_options_are_those_of_the_shape() -> None:
    tree = TableBetting(3, flop_players=3).tree
    kinds = [option.kind for option in tree.options(0)]
    assert kinds == [FOLD, CALL, RAISE]
    entering = next(
        option.child
        for node in range(len(tree.preflop.players))
        if tree.preflop.players[node] >= 0
        for option in tree.options(node)
        if option.child >= STRIDE
    )
    assert tree.acting(entering) == (tree.entries[0].seats[0], 1)
    assert not tree.has_folded(entering, tree.entries[0].seats[0])
