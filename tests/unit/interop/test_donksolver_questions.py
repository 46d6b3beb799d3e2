"""Hands of ours as donksolver's server is asked about them; the program itself is not needed."""

import sys
import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from handsight.agents import AgentSpec, agent_names, registry
from handsight.errors import MissingExtraError, OptionError
from handsight.game import Action, HandCursor, HandState, Observation, Rules
from handsight.interop.donksolver import DonksolverPlayer
from handsight.interop.donksolver.questions import BundleQuestion, question_of

BIG, SMALL = 0, 1
CHECKED = (BIG, 0, 0)


def seen_after(
    *actions: str,
    stacks: tuple[int, ...] = (9000, 9000),
    button: int = 0,
    rules: Rules | None = None,
) -> Observation:
    cursor = HandCursor(HandState.start(rules or Rules(), stacks, button, seed=3))
    for action in actions:
        cursor.apply(Action.parse(action))
    return cursor.observation()


def test_of_two_players_the_big_blind_is_their_seat_0_on_either_button() -> None:
    for button in (0, 1):
        stacks = (7000, 9000) if button else (9000, 7000)  # the button has 9,000
        asked = question_of(seen_after(stacks=stacks, button=button))
        assert asked == BundleQuestion((7000, 9000), (100, 50), (), (CHECKED,))


@pytest.mark.parametrize(
    ("actions", "moves", "missing"),
    [
        # The big blind is said to have checked before the small blind acts.
        ("", [CHECKED], 0),
        ("raise to 250", [CHECKED, (SMALL, 0, 200)], 0),
        ("raise to 250, raise to 800", [CHECKED, (SMALL, 0, 200), (BIG, 0, 700)], 0),
        # After a call, it is asked for its first action.
        ("call", [], 0),
        ("call, check", [CHECKED, (SMALL, 0, 50)], 0),
        # A raise after a call: the call of 50 is left out, and counted with the next action.
        ("call, raise to 300", [(BIG, 0, 200)], 50),
        ("call, raise to 300, raise to 900", [(BIG, 0, 200), (SMALL, 0, 850)], 0),
        ("call, raise to 300, call", [(BIG, 0, 200), (SMALL, 0, 250)], 0),
        # After the flop nothing is rewritten, and the big blind acts first on both sides.
        (
            "raise to 250, call, check, bet 200",
            [CHECKED, (SMALL, 0, 200), (BIG, 0, 150), (BIG, 0, 0), (SMALL, 0, 200)],
            0,
        ),
        ("call, check, bet 100", [CHECKED, (SMALL, 0, 50), (BIG, 0, 100)], 0),
    ],
)
def test_before_the_flop_the_big_blind_acts_first_there(
    actions: str, moves: list[tuple[int, int, int]], missing: int
) -> None:
    asked = question_of(seen_after(*filter(None, actions.split(", "))))
    assert (list(asked.moves), asked.missing) == (moves, missing)
    put_in = [100, 50]
    for seat, _, chips in asked.moves:
        put_in[seat] += chips
    seen = seen_after(*filter(None, actions.split(", ")))
    own = SMALL if seen.seat == seen.button else BIG
    assert put_in[own] + asked.missing == seen.paid[seen.seat]


def test_three_players_act_there_as_here() -> None:
    seen = seen_after("raise to 250", "fold", "call", "check", stacks=(9000, 8000, 7000), button=0)
    asked = question_of(seen)
    assert asked.stacks == (8000, 7000, 9000)  # from the left of the button
    assert asked.blinds == (50, 100)
    assert asked.moves == ((2, 0, 250), (0, 1, 0), (1, 0, 150), (1, 0, 0))
    assert len(asked.board) == 3


def test_empty_seats_are_left_out() -> None:
    seen = seen_after(stacks=(9000, 0, 7000), button=2)
    assert question_of(seen).stacks == (9000, 7000)


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        (Rules(structure="fixed-limit"), "this table has a limit"),
        (Rules(ante=10), "no antes or straddles"),
    ],
)
def test_rules_that_their_game_does_not_have_are_an_error(rules: Rules, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        question_of(seen_after(rules=rules))


def test_heads_up_hands_in_another_order_are_an_error() -> None:
    seen = seen_after()
    with pytest.raises(OptionError, match="here the other player acts first"):
        question_of(seen._replace(button=1 - seen.button))


# --- without the program --------------------------------------------------------------------------


def test_a_bundle_that_is_not_there_is_an_error() -> None:
    with pytest.raises(OptionError, match=r"there is no donksolver bundle 'nowhere\.json'"):
        DonksolverPlayer("nowhere.json")


def test_without_the_program_it_is_said_how_to_install_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "bundle.json"
    file.write_text("{}", "utf-8")
    monkeypatch.setitem(sys.modules, "donksolver", None)
    with pytest.raises(MissingExtraError, match="not installed: pip install donksolver"):
        DonksolverPlayer(str(file))


def test_it_is_registered_as_a_program_whose_agents_need_a_file(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    project = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text("utf-8"))
    target = project["project"]["entry-points"][registry.PROGRAMS]["donksolver"]
    entry = EntryPoint("donksolver", target, registry.PROGRAMS)
    monkeypatch.setattr(
        registry, "entry_points", lambda group: [entry] if group == registry.PROGRAMS else []
    )
    assert "donksolver" not in agent_names()
    spec = AgentSpec.parse("donksolver:a/b.json")
    assert (spec.name, spec.options) == ("donksolver", {"file": "a/b.json"})
    assert AgentSpec.parse("donksolver:file=a/b.json").options == spec.options
    with pytest.raises(OptionError, match=r"there is no donksolver bundle 'a/b\.json'"):
        spec.build()
    with pytest.raises(OptionError, match=r"'donksolver' plays by a file, .* donksolver:FILE"):
        AgentSpec.parse("donksolver")
