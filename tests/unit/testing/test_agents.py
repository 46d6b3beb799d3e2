"""The check of agents finds what is wrong with one, and says in which situation."""

import random
from collections.abc import Sequence

import numpy as np
import pytest

from handsight.agents import agent
from handsight.errors import ContractError, OptionError
from handsight.game import Action, HandCursor, HandState, Rules
from handsight.testing import AGENT_CLAUSES, AgentReport, check_agent
from handsight.testing.agents import TABLES, situation
from tests.bots import unsound
from tests.bots.table import bot

BREACHES = [
    (unsound.Nameless, "members", "name is ''; it must be a string"),
    (unsound.Numbered, "members", "name is 7; it must be a string"),
    (unsound.Inert, "members", "there is no method act"),
    (unsound.RaisesWhenShort, "answers", "act raises ZeroDivisionError: nothing left, at "),
    (unsound.AnswersInNumpy, "answers", "whose amount is int64, not int, at "),
    (unsound.RaisesTwiceThePrice, "legal", "raise to 200 is not the 117 of the limit"),
    (unsound.RaisesWhereItMayNot, "legal", "cannot raise: "),
    (unsound.WritesRules, "observation", "it changes to "),
    (unsound.DrawsFromRandom, "random numbers", "the state of a global generator changes, at "),
    (unsound.DrawsFromNumpy, "random numbers", "the state of a global generator changes, at "),
    (unsound.HasItsOwnChance, "seed", "a copy of the agent chooses "),
    (unsound.NeverForgets, "reset", "after reset the agent chooses Action(kind='fold'"),
    (unsound.FailsInReset, "reset", "reset raises RuntimeError: no"),
    (unsound.CannotBePickled, "copies", "pickling it raises "),
    (unsound.ChokesOnReturnedChips, "observe", "raises TypeError: whose chips"),
    (unsound.ExplainsAnotherAction, "explain", "explain gives Action(kind='fold', amount=0), act"),
    (unsound.ExplainsInText, "explain", "explain returns 'I call', which is not a Decision"),
    (unsound.ExplainsWithAnError, "explain", "explain raises LookupError: no reasons"),
    (unsound.ExplainsOnlyWithAStream, "explain", "missing 1 required positional argument: 'rng'"),
    (unsound.ChangesItsMindOnceAsked, "explain", "once asked to explain, act chooses"),
]


def faults_of(subject: object, hands: int = 60, seats: Sequence[int] = (2, 4)) -> dict[str, str]:
    with pytest.raises(ContractError) as caught:
        check_agent(subject, hands=hands, seats=seats)  # type: ignore[arg-type]
    return dict(caught.value.faults)


# --- breaches -------------------------------------------------------------------------------------


@pytest.mark.repeats(8)
@pytest.mark.parametrize(
    ("kind", "clause", "words"), BREACHES, ids=[each.__name__ for each, _, _ in BREACHES]
)
def test_a_breach_is_found_and_named(kind: type, clause: str, words: str) -> None:
    faults = faults_of(kind())
    assert words in faults[clause]
    assert "\n" not in faults[clause]


def test_every_clause_is_broken_by_somebody() -> None:
    assert {clause for _, clause, _ in BREACHES} == AGENT_CLAUSES.keys()


@pytest.mark.parametrize("kind", [unsound.RaisesTwiceThePrice, unsound.RaisesWhenShort])
def test_a_breach_comes_with_its_situation(kind: type) -> None:
    [fault] = faults_of(kind()).values()
    for part in (" seat ", " pot ", " stacks ("):
        assert part in fault


def test_the_error_names_the_agent_and_all_clauses_that_are_broken() -> None:
    class Both(unsound.ChokesOnReturnedChips, unsound.FailsInReset):
        name = "both"

    with pytest.raises(ContractError) as caught:
        check_agent(Both(), hands=40)
    text = str(caught.value)
    assert text.startswith("'both' does not keep the contract of an agent: ")
    for clause in ("[reset]", "[observe]", "[copies]"):
        assert clause in text


def test_a_bad_agent_from_a_file_is_found_out_too() -> None:
    with pytest.raises(ContractError, match=r"'stay in' is not an action: write fold.*legal: "):
        check_agent(bot("bad", "AnswersText"), hands=2)


# --- agents in order ------------------------------------------------------------------------------


@pytest.mark.repeats(1)
@pytest.mark.parametrize("kind", [unsound.Caller, unsound.ReadsHiddenActions])
def test_an_agent_in_order_passes(kind: type) -> None:
    assert check_agent(kind(), hands=60).name == "caller"


@pytest.mark.repeats(1)
@pytest.mark.parametrize("name", ["Tight", "Counter"])
def test_an_agent_from_a_file_passes(name: str) -> None:
    report = check_agent(bot("good", name), hands=60)
    assert report.hands == 180


def test_the_report_counts_decisions_and_their_time() -> None:
    report = check_agent("call", seats=[2, 10], hands=30)
    assert report == AgentReport(
        "call", 60, report.decisions, seconds=report.seconds, longest=report.longest
    )
    assert list(report.decisions) == ["preflop", "flop", "turn", "river"]
    assert min(report.decisions.values()) > 10
    assert 0 < report.seconds <= report.longest


@pytest.mark.exhaustive
def test_the_same_seed_asks_for_the_same_decisions() -> None:
    one, same, other = (check_agent("random", hands=40, seed=seed) for seed in (1, 1, 2))
    assert one.decisions == same.decisions
    assert one.decisions != other.decisions


def test_the_check_itself_leaves_the_global_generators_alone() -> None:
    before = random.getstate(), np.random.get_state()[1].tobytes()  # type: ignore[index, union-attr]
    check_agent(agent("random"), hands=10)
    after = random.getstate(), np.random.get_state()[1].tobytes()  # type: ignore[index, union-attr]
    assert before == after


def test_tables_with_and_without_a_limit_antes_and_straddles_are_tried() -> None:
    assert {rules.structure for rules in TABLES} == {"no-limit", "fixed-limit"}
    assert {rules.ante_by for rules in TABLES if rules.ante} == {"each", "big-blind"}
    assert any(rules.straddles for rules in TABLES)


# --- arguments ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seats": (1,)}, "each from 2 to 10"),
        ({"seats": ()}, "each from 2 to 10"),
        ({"seats": (2, 11)}, "each from 2 to 10"),
        ({"hands": 0}, "hands is 0"),
        ({"hands": 1.5}, "hands is 1.5"),
    ],
)
def test_arguments_out_of_range_are_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        check_agent("call", **options)  # type: ignore[arg-type]


def test_an_unknown_agent_is_no_breach_but_an_error() -> None:
    with pytest.raises(OptionError, match="no agent is called 'calling'"):
        check_agent("calling")


def test_a_situation_tells_what_was_done() -> None:
    table = HandCursor(HandState.start(Rules(), [900, 900, 900], 0, seed=7, board="Qh7h2c3dTd"))
    for action in ("raise to 300", "fold", "call"):
        table.apply(Action.parse(action))
    text = situation(table.observation())
    assert "on Qh 7h 2c flop, seat 2 of 3, button 0, pot 650" in text
    assert "after 0 raise to 300, 1 fold, 2 call; check, bet 100..600" in text
