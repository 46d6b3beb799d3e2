"""Decisions and spots by their names at tables of more than two, against hands that are played."""

from pathlib import Path

import numpy as np
import pytest

from handsight.blueprint.tree import RAISE
from handsight.charts import chart, chart_names, spot, spot_names
from handsight.charts.chart import range_of, strategy_with_values
from handsight.charts.lines import (
    COMBOS,
    Reached,
    acting_order,
    action_words,
    after,
    all_decisions,
    decision_of,
    flop_of,
    start,
)
from handsight.errors import InputError, OptionError
from handsight.game import Action, HandCursor, HandState, Rules
from handsight.multiway import TableBetting, TableBlueprint, table_blueprint_for
from handsight.multiway.blueprint import shipped_buckets, trained_table_path

FOLD, CALL = Action.fold(), Action.call()
OPEN = Action.raise_to(250)


@pytest.fixture(scope="module")
def six() -> TableBlueprint:
    found = table_blueprint_for(6, 100)
    assert found is not None
    return found


def random_blueprint(betting: TableBetting) -> TableBlueprint:
    buckets, draw = shipped_buckets(), np.random.default_rng(betting.players)
    count = betting.tree.numbers(buckets.counts)
    return TableBlueprint(betting, buckets, draw.integers(0, 256, count).astype(np.uint8), 0)


@pytest.fixture(scope="module")
def nine() -> TableBlueprint:
    return random_blueprint(
        TableBetting(*(9, 20), preflop="60%, a / a", flop="a", turn="", river="", flop_players=2)
    )


# --- lines ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "player", "actions"),
    [
        ("UTG open", "UTG", ()),
        ("EP rfi", "UTG", ()),
        ("SB open", "SB", (FOLD,) * 4),
        ("BB vs SB limp", "BB", (*[FOLD] * 4, CALL)),
        ("BB vs CO", "BB", (FOLD, FOLD, OPEN, FOLD, FOLD)),
        ("bb vs bu 2.5x", "BB", (FOLD, FOLD, FOLD, OPEN, FOLD)),
        ("HJ vs UTG 2.5bb", "HJ", (OPEN,)),
        ("CO/2.5bb/BTN/call/BB", "BB", (FOLD, FOLD, OPEN, CALL, FOLD)),
        ("UTG/2.5bb/HJ/fold/CO/call/SB", "SB", (OPEN, FOLD, CALL, FOLD)),
        ("UTG/call/HJ/call/CO", "CO", (CALL, CALL)),
        ("CO vs BTN 3bet", "CO", (FOLD, FOLD, OPEN, None, FOLD, FOLD)),
        ("CO/2.5bb/BTN/raise/SB/fold/CO", "CO", (FOLD, FOLD, OPEN, None, FOLD, FOLD)),
        ("BTN vs CO 4bet", "BTN", (FOLD, FOLD, OPEN, None, FOLD, FOLD, None)),
        ("SB vs BB raise", "SB", (*[FOLD] * 4, CALL, None)),
    ],
)
def test_a_name_is_the_line_of_a_hand(
    six: TableBlueprint, name: str, player: str, actions: tuple[Action | None, ...]
) -> None:
    """None stands for the raise that the blueprint makes most often."""
    at = decision_of(six, name)
    cursor = HandCursor(HandState.start(Rules(), [10_000] * 6, 5, seed=1))
    for action in actions:
        if action is None:
            seen = cursor.observation()
            ((_, node),) = six.places(seen, six.line(seen))
            options = six.tree.options(node)
            raises = [n for n, each in enumerate(options) if each.kind == RAISE]
            raises = [n for n in raises if not options[n].is_all_in] or raises
            often = COMBOS @ (decision_reach(six, at, node)[:, None] * six.table(node))
            place = max(raises, key=lambda n: often[n])
            total = six.bet(options[place].child)
            action = Action.raise_to(total)
        cursor.apply(action)
    seen = cursor.observation()
    assert six.positions[seen.seat] == player
    assert list(six.places(seen, six.line(seen))) == [(1.0, at.node)]
    assert len(at.words) == len([each for each in actions if each != FOLD])
    for seat, reach in enumerate(at.reach):
        has_acted = any(record.seat == seat for record in seen.actions)
        assert has_acted or (reach == 1).all()


def decision_reach(strategy: TableBlueprint, at: Reached, node: int) -> np.ndarray:
    """Return how often the player who acts at a node on the way to a decision gets there."""
    here = next(each for each in all_decisions(strategy, 1e-5) if each.node == node)
    assert here.words == at.words[: len(here.words)]
    return here.reach[strategy.tree.acting(node)[0]]


def test_a_player_who_has_acted_can_fold_later(six: TableBlueprint) -> None:
    line = "UTG/raise/HJ/raise/CO/raise"
    before, at = decision_of(six, f"{line}/UTG"), decision_of(six, f"{line}/UTG/fold/HJ")
    assert six.positions[six.tree.acting(at.node)[0]] == "HJ"
    assert at.words == (*before.words, "UTG folds")
    with pytest.raises(InputError, match="after that, it is UTG who acts"):
        decision_of(six, f"{line}/HJ")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("LJ open", "among 6 players, positions are SB, BB, UTG, HJ, CO and BTN, but not 'LJ'"),
        ("UTG+1 open", "but not 'UTG\\+1'"),
        ("BB open", "after that, nobody acts before the flop"),
        ("BTN/2.5bb/CO", "after that, nobody acts before the flop"),
        ("BTN vs CO 3bet", "BTN would have to act before CO"),
        ("CO/2.5bb/HJ/call/BB", "after that, nobody acts before the flop"),
        ("CO/2.5bb/BTN/call/CO", "after that, nobody acts before the flop"),
        ("BB vs CO 9bb", "has no raise to 9 bb there; it has fold, call, raise to 2.5 bb"),
        ("CO vs CO 3bet", "a player cannot play against themselves"),
        ("AA", "is not the name of a chart"),
    ],
)
def test_a_name_that_a_table_does_not_have_is_refused(
    six: TableBlueprint, name: str, said: str
) -> None:
    with pytest.raises(InputError, match=said):
        decision_of(six, name)


def test_nine_have_all_positions(nine: TableBlueprint) -> None:
    assert [nine.positions[seat] for seat in acting_order(nine)] == [
        *("UTG", "UTG+1", "UTG+2", "LJ", "HJ", "CO", "BTN", "SB", "BB"),
    ]
    for seat, position in enumerate(nine.positions):
        if position != "BB":
            at = decision_of(nine, f"{position} open")
            assert nine.tree.acting(at.node) == (seat, 0)
            assert at.words == ()
    assert decision_of(nine, "LJ vs UTG2 all-in").words == ("UTG+2 goes all-in",)
    assert action_words(nine, 0) == ("fold", "call", "raise to 2.5 bb", "all-in")


def test_how_often_a_decision_comes_up_is_shared_by_what_follows(nine: TableBlueprint) -> None:
    """As if every player had a deck: the ends of all lines come up once in all."""

    def often(at: Reached) -> float:
        return float((at.reach @ COMBOS / COMBOS.sum()).prod())

    found = all_decisions(nine, 1e-3)
    assert often(start(nine)) == 1
    assert len(found) > 30
    nodes = {at.node for at in found}
    assert [at.node for at in found] == sorted(nodes)
    for at in found:
        children = [after(nine, at, place) for place in range(len(nine.tree.options(at.node)))]
        assert sum(map(often, children)) == pytest.approx(often(at))
        for child in children:
            acting, street = nine.tree.acting(child.node)
            if acting >= 0 and not street:
                assert (child.node in nodes) == (often(child) >= 1e-3)


def test_all_decisions_are_those_of_the_tree() -> None:
    blueprint = random_blueprint(
        TableBetting(4, 20, preflop="60% / a", flop="a", turn="", river="")
    )
    found = all_decisions(blueprint)
    players = blueprint.tree.preflop.players
    assert [at.node for at in found] == np.flatnonzero(players >= 0).tolist()


# --- spots ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "oop", "ip", "pot", "stack"),
    [
        ("BTN vs BB, single raised", "BB", "BTN", 550, 9_750),
        ("BB vs BTN, single raised", "BB", "BTN", 550, 9_750),
        ("CO vs BTN, single raised, 6-max", "CO", "BTN", 650, 9_750),
        ("SB vs BB, limped, 100bb", "SB", "BB", 200, 9_900),
        ("UTG vs HJ, 3bet", "UTG", "HJ", None, None),
        ("SB vs BTN, 3-bet pot, 6 players", "SB", "BTN", None, None),
    ],
)
def test_a_spot_has_the_dead_money_of_those_who_fold(
    six: TableBlueprint, name: str, oop: str, ip: str, pot: int | None, stack: int | None
) -> None:
    found = spot(name)
    if pot is not None:
        assert (found.pot, found.stack) == (pot, stack)
    paid = 10_000 - found.stack
    blinds = {"SB": 50, "BB": 100}
    dead = sum(chips for position, chips in blinds.items() if position not in (oop, ip))
    assert found.pot == 2 * paid + dead
    raises = sum("raises" in words for words in found.line)
    at = flop_of(six, (oop, ip), raises, name)
    assert found.oop == range_of(at.reach[six.positions.index(oop)])
    assert found.ip == range_of(at.reach[six.positions.index(ip)])
    assert six.tree.acting(at.node) == (six.positions.index(oop), 1)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("LJ vs BB, 3bet", "but not 'LJ'"),
        ("CO vs CO, 3bet", "must begin with two different positions"),
        ("CO vs BTN", "has no kind of pot"),
        ("CO vs BTN, 5bet", "after that nobody can bet on the flop|has no raise there"),
        ("CO vs BTN, 3bet, 10 players", "is no kind of pot"),
    ],
)
def test_a_spot_that_a_table_does_not_have_is_refused(name: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        spot(name)


# --- menus, and tables without a blueprint --------------------------------------------------------


def test_names_of_a_table_that_was_trained_have_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HANDSIGHT_CACHE_DIR", str(tmp_path))
    betting = TableBetting(4, 100, preflop="60% / 80% / a", flop="a", turn="", river="")
    path = trained_table_path(4, 100)
    path.parent.mkdir(parents=True)
    random_blueprint(betting).save(path, packed=False)
    strategy, _ = strategy_with_values(4, 100, "")
    names = chart_names(players=4)
    assert names[:3] == ("CO open", "BTN open", "SB open")
    for name in names:
        words = decision_of(strategy, name).words
        assert len(words) <= 5
    lengths = [len(decision_of(strategy, name).words) for name in names]
    assert lengths == sorted(lengths)
    spots = spot_names(players=4)
    assert "CO vs BTN, single raised, 4 players" in spots
    assert all(name.endswith(", 4 players") for name in spots)
    for name in spots:
        assert spot(name).pot > 0


def test_without_a_blueprint_a_way_to_make_one_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HANDSIGHT_CACHE_DIR", str(tmp_path))
    way = "make one by 'handsight train blueprint --players 5 --stack-bb 100'"
    for question in (
        lambda: chart("CO open", players=5),
        lambda: chart("CO open, 5-max"),
        lambda: spot("CO vs BB, 3bet, 5 players"),
        lambda: chart_names(players=5),
        lambda: spot_names(players=5),
    ):
        with pytest.raises(OptionError, match=way):
            question()
    with pytest.raises(OptionError, match="no blueprint ships for 6 players with 41 big blinds"):
        chart("CO open, 41bb")
