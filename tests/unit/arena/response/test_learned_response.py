"""A learned exploiter beats who can be beaten, and what it wins is measured in the real game."""

from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from handsight.arena.response.learned_response import (
    FINEST,
    LEARNED_ACTIONS,
    LearnedExploitSpec,
    exploiter_training,
    learned_exploit,
    measure_exploiter,
)
from handsight.blueprint import Blueprint, HandBetting
from handsight.blueprint.tree import CALL, FOLD
from handsight.errors import ArenaError, OptionError
from handsight.game import Rules
from tests.unit.blueprint.test_best_response import always


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("blueprints")


def saved(kind: int, folder: Path) -> str:
    """Save a blueprint that always does the same, and name the agent that plays it."""
    path = folder / f"always-{kind}.npz"
    if not path.is_file():
        rigid = replace(always(kind, HandBetting(10, "a", "a", "a", "a")), bounds_folds=False)
        rigid.save(path, packed=False)
    return f"blueprint:file={path}"


def test_who_always_folds_loses_the_blinds(folder: Path) -> None:
    """750 mbb per hand: the big blind on one hand, the small one on the other."""
    spec = LearnedExploitSpec(
        agent=saved(FOLD, folder), actions="fold, call", stack=1000, hands=200, seed=2
    )
    result = learned_exploit(spec, 30)
    low, high = result.interval()
    assert low <= 750 <= high
    assert high - low < 100
    assert result.mbb_by_seat == pytest.approx((1000, 500), abs=50)
    assert result.learned_mbb == pytest.approx(750, abs=5)


def test_the_first_default_that_can_be_learned_is_taken(folder: Path) -> None:
    small = LearnedExploitSpec(agent=saved(FOLD, folder), stack=1000)
    assert small.game()[0] == LEARNED_ACTIONS[0]
    assert small.betting.flop == "a, 1c, 33%, 200% / a"
    assert LearnedExploitSpec(agent="blueprint").game()[0] in LEARNED_ACTIONS


def best_against_a_caller(blueprint: Blueprint, boards: int) -> float:
    """What a best response with all-ins wins from a player who always calls, in mbb per hand.

    Whoever waits for the river pays nothing for it, because a caller never bets: after a check
    or a call everything else follows from the hands there. So the best is all-in on the river
    with the hands that win more than they lose, for both seats a pot of one big blind each.
    """
    buckets, strengths = blueprint.buckets.draw_boards(boards, 91)
    river = buckets[:, :, 3].ravel()
    wins = np.sign(strengths[:, :, None].astype(int) - strengths[:, None, :].astype(int)).sum(2)
    share = (wins / (strengths.shape[1] - 1)).ravel()
    totals = np.bincount(river, share, minlength=200)
    return 1000 * (10 * totals.clip(0).sum() + totals.clip(None, 0).sum()) / len(river)


def test_who_always_calls_loses_a_stack_to_good_hands(folder: Path) -> None:
    spec = LearnedExploitSpec(
        agent=saved(CALL, folder), actions="fold, call", stack=1000, hands=600, seed=2
    )
    result = learned_exploit(spec, 40)
    best = best_against_a_caller(spec.player.blueprint(), 3000)
    low, high = result.interval()
    assert high > 0.9 * best
    assert low < 1.1 * best
    assert result.learned_mbb == pytest.approx(best, rel=0.1)


@pytest.mark.exhaustive
def test_the_same_seed_and_rounds_give_the_same_result_on_any_workers(folder: Path) -> None:
    spec = LearnedExploitSpec(
        agent=saved(CALL, folder), actions="fold, call", stack=1000, hands=20, seed=5
    )
    training = exploiter_training(spec)
    training.learn(1)
    one, other = measure_exploiter(spec, training), measure_exploiter(spec, training, workers=2)
    again = learned_exploit(spec, 1)
    for each in (other, again):
        assert each.statistics == one.statistics
        assert each.chips == one.chips
        assert each.response.strategy.tobytes() == one.response.strategy.tobytes()
    assert sum(one.chips) == one.statistics.chips
    assert one.statistics.big_blind == 100 * FINEST


def test_a_rule_to_stop_by_ends_it(folder: Path) -> None:
    spec = LearnedExploitSpec(
        agent=saved(FOLD, folder),
        actions="fold, call",
        stack=1000,
        hands=1000,
        until="decided:100mbb",
    )
    result = learned_exploit(spec, 3)
    assert result.stopped
    assert 200 <= result.statistics.hands < 1000


def test_a_worker_that_dies_is_an_error_that_says_so(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def died(*_: object) -> None:
        raise BrokenProcessPool

    monkeypatch.setattr("handsight.arena.response.learned_response.map_chunks", died)
    spec = LearnedExploitSpec(agent=saved(FOLD, folder), actions="fold, call", hands=2, stack=1000)
    with pytest.raises(ArenaError, match="a worker ended before its work was done"):
        measure_exploiter(spec, exploiter_training(spec))


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"agent": "call"}, "call does not play by a blueprint.*blueprint, resolver and exploiter"),
        ({"agent": "bot.py:Bot"}, "does not play by a blueprint"),
        ({"hands": 3}, "each deal is two hands"),
        ({"hands": 0}, "hands is 0"),
        ({"stack": 10_050}, "stacks of whole big blinds, not 10050 chips at 50/100"),
        ({"rules": Rules(small_blind=30, big_blind=100)}, "a small blind of half the big blind"),
        ({"rules": Rules(small_blind=50, big_blind=100, ante=10)}, "without antes"),
        ({"rules": Rules(structure="fixed-limit")}, "learns no-limit"),
        ({"actions": "min"}, "must have fold"),
        ({"actions": "fold, 5%, 10%, 15%, 20%, 25%, 30%, 35%, 40%"}, "give fewer sizes"),
        ({"until": "soon"}, "it must be a half-width"),
        ({"seed": -1}, "seed"),
    ],
)
def test_what_cannot_be_learned_is_refused(fields: dict[str, object], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        LearnedExploitSpec(**{"agent": "blueprint", **fields})  # type: ignore[arg-type]


def test_a_blueprint_of_fixed_limit_is_refused(folder: Path) -> None:
    path = folder / "limit.npz"
    always(CALL, HandBetting.limit(3)).save(path, packed=False)
    with pytest.raises(OptionError, match="plays fixed limit"):
        LearnedExploitSpec(agent=f"blueprint:file={path}", stack=300)
    with pytest.raises(OptionError, match="rounds is 0"):
        learned_exploit(LearnedExploitSpec(agent=saved(FOLD, folder), stack=1000), 0)
