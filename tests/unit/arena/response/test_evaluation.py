"""An evaluation of an agent: each number is the one that its own measurement gives."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from handsight.agents.scripted import Caller, Folder
from handsight.arena import (
    ArenaSpec,
    ArenaStore,
    ExploitSpec,
    LearnedExploitSpec,
    evaluate_agent,
    exploit,
    learned_exploit,
    run_arena,
)
from handsight.arena.variance.reduction import adjusted_results
from handsight.errors import OptionError
from handsight.game import Observation
from tests.thorough import up_to


class Plain:
    """Calls, and cannot say with what probabilities it acts."""

    name = "plain"

    def act(self, observation: Observation, rng: Random) -> str:
        return "call"


def test_who_always_folds_loses_the_blinds_in_each_measurement() -> None:
    for folder in ("fold", Folder()):
        result = evaluate_agent(folder, ["min-raise"], hands=20)
        assert [row["mbb"] for row in result.rows()] == [-750, -750]
        match, response = result.rows()
        # the agent loses 500 on the button and 1000 in the big blind; the response wins that
        assert (match["button"], match["big_blind"]) == (-500, -1000)
        assert (response["button"], response["big_blind"]) == (-1000, -500)
        assert (match["low"], match["high"]) == (-750, -750)


def test_matches_are_those_of_an_arena_without_luck(tmp_path: Path) -> None:
    spec = ArenaSpec(agents=("ehs", "call"), pairs=30, block=10, seed=5)
    run_arena(spec, tmp_path / "a.sqlite")
    with ArenaStore.read(tmp_path / "a.sqlite") as store:
        (expected,) = adjusted_results(store, "aivat")
    result = evaluate_agent("ehs", ["call"], hands=60, seed=5, respond=False)
    (row,) = result.rows()
    assert row["hands"] == 60
    assert row["mbb"] == pytest.approx(10 * expected.adjusted.bb100, abs=0.01)
    assert row["low"] < row["mbb"] < row["high"]


def test_the_responses_are_those_of_their_own_functions() -> None:
    result = evaluate_agent("call", [], hands=40, seed=3)
    alone = exploit(ExploitSpec(agent="call", hands=40, seed=3))
    (row,) = result.rows()
    assert row["measure"] == "local best response"
    assert row["mbb"] == -alone.mbb
    assert (row["low"], row["high"]) == tuple(-end for end in alone.interval()[::-1])


@pytest.mark.exhaustive
def test_an_exploiter_learns_if_the_agent_plays_by_a_blueprint() -> None:
    settings: dict[str, Any] = {"hands": 4, "seed": 2}
    result = evaluate_agent("blueprint", [], rounds=1, respond=False, **settings)
    alone = learned_exploit(LearnedExploitSpec(agent="blueprint", **settings), rounds=1)
    (row,) = result.rows()
    assert (row["measure"], row["mbb"]) == ("learned exploiter", -alone.mbb)


@pytest.mark.parametrize("mine", [Plain, Plain(), Caller()])
def test_an_object_plays_too_and_luck_of_the_cards_is_removed(mine: object) -> None:
    result = evaluate_agent(mine, ["all-in"], hands=200, respond=False, seed=1)
    (row,) = result.rows()
    # both show down every hand for their stacks, so nobody is better
    assert row["opponent"] == "all-in"
    assert row["low"] <= 0 <= row["high"]
    assert row["high"] - row["low"] < 20_000  # with luck, it is about 28,000


def test_parts_report_their_progress() -> None:
    told: list[tuple[str, int, int]] = []
    evaluate_agent("fold", ["call"], hands=40, progress=lambda *each: told.append(each))
    assert told == [
        *[("matches", done, 40) for done in (20, 40)],
        *[("response", done, 40) for done in (20, 40)],
    ]


@pytest.mark.exhaustive
def test_workers_do_not_change_the_result() -> None:
    one, two = (
        evaluate_agent("ehs", ["call"], hands=up_to(60, 20), workers=n).rows() for n in (1, 2)
    )
    assert one == two


@pytest.mark.parametrize(
    ("agent", "settings", "message"),
    [
        ("ehs", {"rounds": 3}, "ehs does not play by a blueprint"),
        ("nobody", {}, "nobody"),
        ("call", {"hands": 7}, "even number"),
        ("call", {"opponents": "ehs"}, "must be a list of names"),
        ("call", {"workers": 0}, "workers is 0"),
        (3, {}, "3"),
    ],
)
def test_wrong_settings_are_named(agent: Any, settings: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        evaluate_agent(agent, **settings)
