"""Sizes and options, by the words of the documentation."""

import pytest

from handsight.errors import OptionError
from handsight.solver import Betting
from handsight.solver.betting import Option
from handsight.solver.sizes import read_sizes
from handsight.solver.tree import MOST_NODES, build_streets

PLAIN = {"add_allin": 0, "force_allin": 0, "merging": 0}


def amounts(betting: Betting, street: str = "river", player: int = 0, **at: int) -> list[int]:
    where = {"pot": betting.pot, "faced": 0, "own": 0, "behind": betting.stack, "raises": 0} | at
    return [each.amount for each in betting.options(street, player, **where) if each.amount]


def test_bets_are_shares_of_the_pot_in_whole_chips_and_half_a_chip_goes_up() -> None:
    assert amounts(Betting(5, 100, "50%, 30%, 29%", **PLAIN)) == [1, 2, 3]


def test_a_geometric_bet_on_each_street_ends_all_in_on_the_river() -> None:
    betting = Betting(100, 1300, "e", **PLAIN)
    assert amounts(betting, "flop") == [100]
    assert amounts(betting, "turn", pot=300, behind=1200) == [300]
    assert amounts(betting, "river", pot=900, behind=900) == [900]
    assert amounts(Betting(100, 1200, "2e", **PLAIN), "flop") == [200]
    assert amounts(Betting(100, 1300, "e50%", **PLAIN), "flop") == [50]


def test_a_raise_is_the_bet_faced_plus_a_share_of_the_pot_after_calling() -> None:
    betting = Betting(100, 1000, "a", "50%", **PLAIN)
    options = betting.options("river", 1, pot=200, faced=50, own=0, behind=950, raises=0)
    assert options == [Option("fold"), Option("call", 50), Option("raise", 150)]


def test_a_raise_may_be_a_multiple_of_the_bet_faced_or_chips_on_top_of_it() -> None:
    betting = Betting(100, 1000, "a", "2.5x, 60c", **PLAIN)
    assert amounts(betting, pot=200, faced=50, behind=950) == [50, 110, 125]


def test_a_raise_is_at_least_as_large_as_the_one_before() -> None:
    betting = Betting(100, 1000, "a", "5c", **PLAIN)
    assert amounts(betting, pot=400, faced=150, own=50, behind=850) == [150, 250]


def test_a_size_above_the_stack_is_all_in() -> None:
    betting = Betting(100, 80, "100%, 200%", **PLAIN)
    assert betting.options("river", 0, 100, 0, 0, 80, 0) == [
        Option("check"),
        Option("all-in", 80),
    ]


def test_nobody_bets_into_a_player_who_is_all_in_or_above_the_cap() -> None:
    betting = Betting(100, 1000, "a", "3x", raise_cap=1, **PLAIN)
    assert amounts(betting, pot=400, faced=150, own=50, behind=850, raises=1) == [150]
    assert amounts(betting, pot=2100, faced=1000, behind=0) == [1000]


def test_all_in_is_added_where_it_is_small_beside_the_pot() -> None:
    sizes = {"force_allin": 0, "merging": 0}
    assert amounts(Betting(100, 150, "50%", add_allin=1.5, **sizes)) == [50, 150]
    assert amounts(Betting(100, 151, "50%", add_allin=1.5, **sizes)) == [50]


def test_a_bet_that_leaves_little_behind_is_all_in() -> None:
    sizes = {"add_allin": 0, "merging": 0}
    # called, 80 makes a pot of 260: 39 behind are .15 of it, 40 are more
    assert amounts(Betting(100, 119, "80%", force_allin=0.15, **sizes)) == [119]
    assert amounts(Betting(100, 120, "80%", force_allin=0.15, **sizes)) == [80]


def test_of_near_sizes_the_larger_stays() -> None:
    sizes = {"add_allin": 0, "force_allin": 0}
    assert amounts(Betting(100, 900, "60%, 75%, 77%", merging=0.1, **sizes)) == [60, 77]
    assert amounts(Betting(100, 900, "61%, 77%", merging=0.1, **sizes)) == [77]
    assert amounts(Betting(100, 900, "61%, 77%", merging=0, **sizes)) == [61, 77]


def test_the_closest_name_of_a_size_holds() -> None:
    betting = Betting(
        100, 900, "10%", turn_bets="20%", turn_bets_ip="30%", river_donk="40%", **PLAIN
    )
    assert amounts(betting, "flop") == [10]
    assert amounts(betting, "turn") == [20]
    assert amounts(betting, "turn", player=1) == [30]
    options = betting.options("river", 0, 100, 0, 0, 900, 0, donk=True)
    assert options[1:] == [Option("bet", 40)]
    assert amounts(betting, "river") == [10]


def test_donk_sizes_hold_where_the_street_before_ended_with_a_call_out_of_position() -> None:
    betting = Betting(100, 900, "50%", river_donk="25%", **PLAIN)
    turn, river = build_streets(betting, "turn")
    sizes = {}
    for root in river.nodes[: river.roots]:
        leaf = turn.nodes[turn.leaves[root.root]]
        sizes[(leaf.caller, root.options[1].amount * 100 // (100 + 2 * root.paid[0]))] = 1
    assert set(sizes) == {(0, 25), (1, 50), (None, 50)}


def test_a_number_alone_is_percent_of_the_pot() -> None:
    assert read_sizes("33, 75, 150", "bets") == read_sizes("33%, 75%, 150%", "bets")
    assert read_sizes("60", "raises", raises=True) == read_sizes("60%", "raises", raises=True)
    with pytest.raises(OptionError, match=r"5x \(the bet faced\)"):
        read_sizes("5", "raises", raises=True)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("5", r"'5' has no unit; write 5% of the pot, 5c \(chips\) or a larger share"),
        ("0.5", "'0.5' has no unit"),
        ("half", "'half' is not a size"),
        ("50%, ", "'' is not a size"),
        ("0%", "'0%' bets nothing"),
        ("2x", "is for raises"),
        ("2.5c", "not a whole number"),
        ("-5%", "is not a size"),
        ("٥٠%", "is not a size"),
        (",".join(["1%"] * 21), "at most 20"),
    ],
)
def test_what_is_no_size_is_refused(text: str, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        read_sizes(text, "bets")


def test_a_multiple_that_raises_nothing_is_refused() -> None:
    with pytest.raises(OptionError, match="does not raise"):
        read_sizes("1x", "raises", raises=True)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"pot": 0}, "pot is 0"),
        ({"stack": 0}, "stack is 0"),
        ({"stack": 2.5}, "stack is 2.5"),
        ({"raise_cap": -1}, "raise_cap is -1"),
        ({"rake": 1.5}, "rake is 1.5"),
        ({"rake_cap": -1}, "rake_cap is -1"),
        ({"merging": float("nan")}, "merging is nan"),
        ({"add_allin": "much"}, "add_allin is 'much'"),
        ({"preflop_bets": "a"}, "preflop_bets is not an option"),
    ],
)
def test_what_is_no_betting_is_refused(given: dict[str, object], words: str) -> None:
    with pytest.raises(OptionError, match=words):
        Betting(**({"pot": 100, "stack": 100, "bets": "a"} | given))  # type: ignore[arg-type]


def test_a_betting_is_what_its_fields_say() -> None:
    betting = Betting(100, 900, "50%", "3x", turn_donk="20%", rake=0.05, rake_cap=3)
    assert Betting(**betting.fields()) == betting  # type: ignore[arg-type]
    assert betting != Betting(100, 900, "50%")


def test_sizes_that_make_no_tree_are_refused() -> None:
    with pytest.raises(OptionError, match="nobody can bet"):
        build_streets(Betting(100, 100, **PLAIN), "turn")
    assert build_streets(Betting(100, 100, turn_bets="a", **PLAIN), "turn")


@pytest.mark.parametrize("most", [2_000, pytest.param(MOST_NODES, marks=pytest.mark.exhaustive)])
def test_a_tree_that_nobody_could_solve_is_refused(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("handsight.solver.tree.MOST_NODES", most)
    sizes = ", ".join(f"{share}%" for share in range(10, 200, 12))
    with pytest.raises(OptionError, match=rf"more than {most:,} nodes.*raise_cap"):
        build_streets(Betting(10, 10**6, sizes, sizes, **PLAIN), "flop")
