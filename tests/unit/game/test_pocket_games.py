"""The maker of the pocket tables: the same bytes for a seed, and games by the rules."""

import json
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from itertools import pairwise
from math import hypot, sqrt
from pathlib import Path

import pytest
from click.testing import CliRunner

from handsight.errors import OptionError
from handsight.game import Mixture, simulate
from handsight.game.pocket_games import (
    Part,
    parts_of,
    play_part,
    play_pocket_table,
    rules_of,
)
from handsight.papers.cisti_2013.pocket_table import main, text_of
from handsight.ranges import PocketGame, pocket_equity, shipped_pocket_table
from handsight.ranges.combos import CLASSES_BY_RANK, class_of
from handsight.ranges.pocket_tables import RULES, PocketTable
from tests.naive.blind_play import blind_play
from tests.naive.game import Table

each_table = pytest.mark.parametrize("rules", RULES)


def made(game: PocketGame, games: int, seed: int, workers: int) -> PocketTable:
    with ThreadPoolExecutor(workers) as executor:
        return play_pocket_table(game, games, seed=seed, executor=executor)


# --- who plays what ------------------------------------------------------------------------------


def test_every_class_plays_as_many_games() -> None:
    games: Counter[str] = Counter()
    for part in parts_of(PocketGame(), 31, 7):
        games[part.name] += part.games
    assert games == dict.fromkeys(CLASSES_BY_RANK, 31)


def test_isomorphic_hands_play_as_many_games() -> None:
    games: Counter[str] = Counter()
    for part in parts_of(PocketGame(), 24, 7):
        assert class_of(part.hole) == part.name
        games["".join(map(str, part.hole))] += part.games
    assert len(games) == 1326
    for one, other in pairwise(sorted(games, key=class_of)):
        assert games[one] == games[other] or class_of(one) != class_of(other)


def test_every_part_has_a_stream_of_its_own() -> None:
    streams = [part.stream for seed in (7, 8) for part in parts_of(PocketGame(), 12, seed)]
    assert len(set(streams)) == len(streams) == 2 * 2028


def test_few_games_leave_parts_out() -> None:
    assert len(list(parts_of(PocketGame(), 1, 7))) == 169


# --- the same bytes ------------------------------------------------------------------------------


@pytest.mark.repeats(1)
@pytest.mark.parametrize("rules", RULES)
def test_a_seed_gives_the_same_bytes_on_any_number_of_workers(rules: str) -> None:
    game = PocketGame(rules)
    alone = text_of([play_pocket_table(game, 500, seed=7)])
    assert alone == text_of([made(game, 500, 7, 1)]) == text_of([made(game, 500, 7, 3)])
    assert alone != text_of([made(game, 500, 8, 3)])


def test_progress_ends_with_all_games() -> None:
    told: list[tuple[int, int]] = []
    play_pocket_table(PocketGame(), 24, progress=lambda done, most: told.append((done, most)))
    assert told[0] == (2, 169 * 24)
    assert told[-1] == (169 * 24, 169 * 24)


# --- the games -----------------------------------------------------------------------------------


@each_table
@pytest.mark.parametrize("players", [2, 3])
def test_what_one_wins_the_others_lose(rules: str, players: int) -> None:
    game = PocketGame(rules, players)
    part = Part(game, 7, "AKs", 0, 2000)
    everybody = simulate(
        rules_of(game),
        [game.stack] * players,
        [Mixture()] * players,
        part.games,
        holes=[part.hole] + [None] * (players - 1),
        seed=part.stream,
    ).players
    tally = play_part(part)
    assert tally.chips == everybody[0].chips == -sum(other.chips for other in everybody[1:])
    assert tally.win + tally.lose <= part.games


@pytest.mark.exhaustive
@pytest.mark.parametrize("rules", RULES)
def test_a_sample_made_anew_agrees_with_the_table_that_ships(rules: str) -> None:
    """Of another seed; 169 classes within five of the combined standard errors each."""
    shipped = shipped_pocket_table(rules)
    sample = made(PocketGame(rules), 4000, 1, 2)
    assert sample.game == shipped.game
    for name, value in sample.values.items():
        other = shipped.values[name]
        for share, error in (("win_frequency", "win_stderr"), ("lose_frequency", "lose_stderr")):
            within = 5 * hypot(getattr(value, error), getattr(other, error))
            assert abs(getattr(value, share) - getattr(other, share)) < within, name
        within = 5 * hypot(value.chips_stderr, other.chips_stderr)
        assert abs(value.chips_per_game - other.chips_per_game) < within, name


@pytest.mark.repeats(1)
@pytest.mark.parametrize(
    ("game", "table"),
    [
        (
            PocketGame(stack=8, small_blind=1, big_blind=2),
            Table(small_blind=1, big_blind=2, free_folds=True),
        ),
        (PocketGame("limit"), Table(limit=(100, 200), free_folds=True)),
        pytest.param(
            PocketGame("limit", stack=550),
            Table(limit=(100, 200), free_folds=True),
            marks=pytest.mark.exhaustive,
        ),
        (PocketGame("limit", bet_cap=2), Table(limit=(100, 200), cap=2, free_folds=True)),
    ],
    ids=["short no-limit", "limit", "short limit", "low cap"],
)
def test_games_end_as_often_as_every_line_of_betting_says(game: PocketGame, table: Table) -> None:
    """The naive rules, followed through all lines with their chances, know nothing of kernels."""
    ends = blind_play(table, game.stack)
    showdown, stake, games = float(ends.showdown), float(ends.stake), 200_000
    for name in ("AA", "JTs", "72o"):
        exact = pocket_equity(name)
        tally = play_part(Part(game, 3, name, 0, games))
        error = sqrt(showdown * (1 - showdown) / games)
        assert abs(tally.showdowns / games - showdown) < 4 * error
        won = (1 - showdown) / 2 + showdown * exact.win / exact.total
        assert abs(tally.win / games - won) < 4 * sqrt(won * (1 - won) / games)
        chips = stake * (2 * exact.equity - 1)
        assert abs(tally.chips / games - chips) < 4 * sqrt(tally.squares) / games


# --- the command ---------------------------------------------------------------------------------


@pytest.mark.exhaustive
def test_the_command_writes_both_tables_and_tells_their_digest(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    words = ["--games", "24", "--seed", "3", "--workers", "2", "--out", str(path)]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0, result.output
    tables = [play_pocket_table(PocketGame(rules), 24, seed=3) for rules in RULES]
    assert path.read_text("utf-8") == text_of(tables)
    assert f"must be {sha256(path.read_bytes()).hexdigest()}" in result.output


def test_the_command_makes_one_table_if_asked(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    words = ["--games", "12", "--rules", "limit", "--players", "4", "--out", str(path)]
    assert CliRunner().invoke(main, words).exit_code == 0
    held = json.loads(path.read_text("utf-8"))
    assert list(held) == ["limit"]
    assert held["limit"]["game"]["players"] == 4


@pytest.mark.parametrize(
    "words", [["--games", "0"], ["--seed", "-1"], ["--players", "11"], ["--rules", "stud"]]
)
def test_what_cannot_be_played_is_refused(words: list[str], tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    assert CliRunner().invoke(main, [*words, "--out", str(path)]).exit_code == 2
    assert not path.exists()


@pytest.mark.parametrize("games", [0, -1, 1.0, True])
def test_games_are_a_positive_number(games: int) -> None:
    with pytest.raises(OptionError, match=r"games is .*; it must be a positive integer"):
        play_pocket_table(PocketGame(), games)


def test_blinds_that_are_none_are_refused() -> None:
    with pytest.raises(OptionError, match="small_blind"):
        play_pocket_table(PocketGame(small_blind=300), 10)
