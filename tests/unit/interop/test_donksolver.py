"""Strategies of donksolver at our tables: what its own server draws is what our agent plays.

The buckets of hands take it a minute or two. They are kept in the cache folder.
"""

import json
import os
import pickle
from collections import Counter
from pathlib import Path
from random import Random

import numpy as np
import pytest

from handsight.agents import Policy, agent
from handsight.arena import ArenaSpec, run_arena
from handsight.arena.variance.aivat_replay import ReplayTask, replay_block
from handsight.errors import OptionError
from handsight.game import Action, HandCursor, HandState, Observation, Rules
from handsight.interop.donksolver import DonksolverPlayer
from handsight.interop.donksolver.agents import ALL_IN, FALLBACK, FOLD, RAISE, bundle_of
from handsight.interop.donksolver.questions import question_of
from handsight.ranges.combos import COMBOS, MASKS
from tests.compiling import alone

donksolver = pytest.importorskip("donksolver", reason="donksolver is not installed (extra: peers)")

BUCKETS = (10, 10, 10)


@pytest.fixture(scope="module")
def buckets() -> Path:
    folder = Path(os.environ["HANDSIGHT_CACHE_DIR"])
    file = folder / f"donksolver-{donksolver.__version__}-{BUCKETS[0]}.dab"
    with alone(folder, file.stem):
        if not file.exists():
            part = file.with_suffix(f".{os.getpid()}")
            donksolver.Abstraction.build(BUCKETS, threads=1, river_boards=2000).save(str(part))
            part.replace(file)
    return file


def solved(game: object, buckets: Path, folder: Path, iterations: int) -> str:
    solver = donksolver.Solver.nlhe(game, str(buckets), donksolver.Solve(seed=1))
    solver.run(iterations, 1)
    solver.save_policy(str(folder / "policy.dpol"))
    bundle = folder / "bundle.json"
    donksolver.write_manifest(str(bundle), str(buckets), [str(folder / "policy.dpol")])
    return str(bundle)


def heads_up(swapped: bool = True) -> object:
    """Return the game of 100 big blinds, with the blinds as our tables need them."""
    game = donksolver.preset("hu", 200 if swapped else 100, BUCKETS)
    game.sb, game.bb = (200, 100) if swapped else (100, 200)
    game.rake_pct = 0.0
    return game


@pytest.fixture(scope="module")
def bundle(buckets: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    return solved(heads_up(), buckets, tmp_path_factory.mktemp("two"), 50_000)


@pytest.fixture(scope="module")
def bundle_for_three(buckets: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    game = donksolver.preset("tiny", 40, BUCKETS)
    game.players, game.postflop_max_players = 3, 3
    return solved(game, buckets, tmp_path_factory.mktemp("three"), 5000)


def seen_after(
    *actions: str, stacks: tuple[int, ...] = (10_000, 10_000), seed: int = 3
) -> Observation:
    cursor = HandCursor(HandState.start(Rules(), stacks, 0, seed=seed))
    for action in actions:
        cursor.apply(Action.parse(action))
    return cursor.observation()


def combos_beside(seen: Observation) -> np.ndarray:
    board = sum(card.mask for card in seen.board)
    return np.array([number for number, mask in enumerate(MASKS) if not mask & board])


def drawn_there(
    bundle: str, seen: Observation, hole: tuple[int, int], draws: int
) -> Counter[Action]:
    """Draw actions from their server, with evenly spaced numbers, and count them as ours."""
    asked, counts = question_of(seen), Counter[Action]()
    answer = bundle_of(bundle).act(
        [asked.stacks] * draws,
        [asked.blinds] * draws,
        [hole] * draws,
        [asked.board] * draws,
        [asked.moves] * draws,
        (np.arange(draws) + 0.5) / draws,
    )
    assert (answer["status"] < 2).all()
    for kind, chips in zip(answer["kind"], answer["chips"], strict=True):
        total = seen.legal.bet - asked.missing + int(chips)
        if kind == FOLD:
            counts[Action.fold()] += 1
        elif kind == ALL_IN and seen.legal.can_raise:
            counts[Action.raise_to(seen.legal.raise_max)] += 1
        elif kind == RAISE:
            counts[Action.raise_to(max(total, seen.legal.raise_min))] += 1
        else:
            counts[Action.call()] += 1
    return counts


LINES = [
    (),
    ("call",),
    ("raise to 220",),
    ("raise to 250",),  # between two sizes of the tree
    ("call", "raise to 300"),
    ("call", "check"),
    ("raise to 220", "call", "bet 150"),
    ("raise to 340", "call", "check", "bet 100"),
    ("call", "check", "check", "check", "check"),
    ("raise to 220", "call", "check", "check", "bet 220", "call", "check"),
]


@pytest.mark.parametrize("line", LINES)
def test_probabilities_are_those_with_which_their_server_draws(
    bundle: str, line: tuple[str, ...]
) -> None:
    seen = seen_after(*line)
    combos = combos_beside(seen)
    table = DonksolverPlayer(bundle).probabilities(seen, combos)
    assert table.is_exact
    assert table.chances.shape == (len(combos), len(table.actions))
    np.testing.assert_allclose(table.chances.sum(1), 1, atol=1e-9)
    for row in Random(5).sample(range(len(combos)), 12):
        counts = drawn_there(bundle, seen, COMBOS[combos[row]], draws=500)
        for number, action in enumerate(table.actions):
            assert abs(counts.pop(action, 0) / 500 - table.chances[row, number]) <= 1 / 500
        assert not counts


def test_a_first_raise_has_the_sizes_of_the_tree(bundle: str) -> None:
    table = DonksolverPlayer(bundle).probabilities(seen_after(), np.arange(1326))
    # .6 and 1.2 of the pot of 200 after a call of 100, and all-in.
    assert table.actions == (
        Action.call(),
        Action.fold(),
        Action.raise_to(220),
        Action.raise_to(340),
        Action.raise_to(10_000),
    )


def test_lines_of_the_tree_are_found_on_every_street(bundle: str) -> None:
    own = [COMBOS[1325]]
    for line in (
        ("raise to 220", "call"),
        ("raise to 220", "call", "check", "check"),
        ("raise to 220", "call", "check", "check", "check", "check"),
        ("raise to 220", "call", "check", "check", "check", "check", "check"),
    ):
        asked = question_of(seen_after(*line))
        answer = bundle_of(bundle).act(
            [asked.stacks], [asked.blinds], own, [asked.board], [asked.moves], [0.5]
        )
        assert answer["status"].tolist() == [0]


def test_an_answer_to_a_raise_after_a_call_counts_the_call(bundle: str) -> None:
    seen = seen_after("call", "raise to 300")
    table = DonksolverPlayer(bundle).probabilities(seen, np.arange(1326))
    # Its tree has raised from 50 to 300: the pot after a call is 600, as here.
    assert Action.raise_to(900) in table.actions


def test_the_better_hand_is_played_more_often(bundle: str) -> None:
    table = DonksolverPlayer(bundle).probabilities(seen_after("raise to 340"), np.arange(1326))
    folds = table.of(Action.fold())
    aces, trash = COMBOS.index((50, 51)), COMBOS.index((0, 21))  # Ah As, 2c 7d
    assert folds[aces] < 0.05 < 0.5 < folds[trash]


def test_it_draws_from_the_numbers_that_it_is_given(bundle: str) -> None:
    player = DonksolverPlayer(bundle)
    seen = seen_after()
    actions = Counter(player.act(seen, Random(seed)) for seed in range(300))
    assert [player.act(seen, Random(seed)) for seed in range(9)] == [
        player.act(seen, Random(seed)) for seed in range(9)
    ]
    own = [COMBOS.index(tuple(sorted(card.index for card in seen.hole)))]
    table = player.probabilities(seen, np.array(own))
    for number, action in enumerate(table.actions):
        assert abs(actions[action] / 300 - table.chances[0, number]) < 0.1
    decision = player.explain(seen, Random(4))
    assert decision.action == player.act(seen, Random(4))
    assert sum(decision.numbers.values()) == pytest.approx(1)


def test_whole_hands_are_legal_at_any_depth_of_stacks(bundle: str) -> None:
    player, draw, strangers = DonksolverPlayer(bundle), Random(8), agent("random")
    for number in range(60):
        stacks = draw.choice([(10_000, 10_000), (700, 10_000), (40_000, 30_000), (120, 90)])
        cursor = HandCursor(HandState.start(Rules(), stacks, number % 2, seed=number))
        while not cursor.state.is_over:
            seen = cursor.observation()
            who = player if seen.seat == number % 3 % 2 else strangers
            action = who.act(seen, draw)
            cursor.state.verify(action)
            cursor.apply(action)


def test_it_plays_as_another_agent_where_the_bundle_has_no_strategy(
    bundle: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    player, seen = DonksolverPlayer(bundle), seen_after("raise to 250", "call", "bet 200")
    served = type(bundle_of(bundle)).act

    def half(*args: object) -> dict[str, np.ndarray]:
        answer = served(*args)
        answer["status"][::2] = 2
        return answer

    monkeypatch.setattr(type(bundle_of(bundle)), "act", half)
    combos = combos_beside(seen)
    table, other = player.probabilities(seen, combos), FALLBACK.probabilities(seen, combos)
    np.testing.assert_allclose(table.chances.sum(1), 1)
    for number, action in enumerate(other.actions):
        np.testing.assert_array_equal(table.of(action)[::2], other.chances[::2, number])
    assert player.act(seen, Random(1)) == FALLBACK.act(seen, Random(1))
    assert player.explain(seen).reason.startswith("the bundle has no such line; ")


def test_an_arena_and_its_reduction_of_luck_ask_it(bundle: str) -> None:
    name = f"donksolver:{bundle}"
    spec = ArenaSpec(agents=(name, "blueprint"), pairs=4, seed=2)
    result = run_arena(spec)
    assert not any(slot.at_fault for slot in result.matchups[0].slots)
    hands = replay_block(ReplayTask(spec, matchup=0, block=0))
    assert len(hands) == 8
    assert {"bundle.json", "policy.dpol"} <= {
        path.name for path in DonksolverPlayer(bundle).data_files().values()
    }


def test_it_is_a_policy_and_can_be_pickled(bundle: str) -> None:
    player = pickle.loads(pickle.dumps(DonksolverPlayer(bundle, "theirs")))
    assert isinstance(player, Policy)
    assert player.name == "theirs"
    assert player.act(seen_after(), Random(1)) == DonksolverPlayer(bundle).act(
        seen_after(), Random(1)
    )


def test_three_players_play_by_a_bundle_for_three(bundle_for_three: str) -> None:
    player, draw = DonksolverPlayer(bundle_for_three), Random(8)
    for number in range(20):
        cursor = HandCursor(HandState.start(Rules(), (4000,) * 3, number % 3, seed=number))
        while not cursor.state.is_over:
            action = player.act(cursor.observation(), draw)
            cursor.state.verify(action)
            cursor.apply(action)
    asked = question_of(seen_after(stacks=(4000,) * 3))
    answer = bundle_of(bundle_for_three).act(
        [asked.stacks], [asked.blinds], [COMBOS[0]], [asked.board], [asked.moves], [0.5]
    )
    assert answer["status"].tolist() == [0]


# --- errors ---------------------------------------------------------------------------------------


def test_a_bundle_for_other_players_is_an_error(bundle: str, bundle_for_three: str) -> None:
    with pytest.raises(OptionError, match="is for 2 players; 3 are at this table"):
        DonksolverPlayer(bundle).act(seen_after(stacks=(9000,) * 3), Random(1))
    with pytest.raises(OptionError, match="is for 3 players; 2 are at this table"):
        DonksolverPlayer(bundle_for_three).act(seen_after(), Random(1))


def test_a_bundle_for_other_blinds_is_an_error(bundle: str) -> None:
    rules = Rules(small_blind=80, big_blind=100)
    seen = HandCursor(HandState.start(rules, (9000, 9000), 0, seed=1)).observation()
    with pytest.raises(OptionError, match=r"for blinds of 100 and 200; .* ratio: 80 and 100"):
        DonksolverPlayer(bundle).act(seen, Random(1))


def test_a_heads_up_bundle_in_their_order_is_an_error(buckets: Path, tmp_path: Path) -> None:
    theirs = solved(heads_up(swapped=False), buckets, tmp_path, 10)
    with pytest.raises(OptionError, match="another order than here; solve it with the blinds swap"):
        DonksolverPlayer(theirs)


def test_damaged_bundles_are_errors(bundle: str, tmp_path: Path) -> None:
    file = tmp_path / "bundle.json"
    for text in ("", "[]", "{}", "no JSON", '{"format": "other"}'):
        file.write_text(text, "utf-8")
        with pytest.raises(OptionError, match=r"bundle\.json' is not a donksolver bundle: "):
            DonksolverPlayer(str(file))
    manifest = json.loads(Path(bundle).read_text("utf-8"))
    manifest["abstraction"]["path"] = "nowhere.dab"
    file.write_text(json.dumps(manifest), "utf-8")
    with pytest.raises(OptionError, match=r"names a file that cannot be read: .*nowhere"):
        DonksolverPlayer(str(file))
    (tmp_path / "nowhere.dab").write_bytes(b"another")
    with pytest.raises(OptionError, match=r"is not a donksolver bundle: .* changed since"):
        DonksolverPlayer(str(file))
