"""Push or fold on random deals, against a twin that plays each deal as the rules say in words."""

import numpy as np
import pytest

from handsight.kernels.odds.deals import BLOCK, FixedArrays, make_room
from handsight.kernels.solver.push_fold import PushFoldSums, add_deals, deal_hands
from handsight.odds.sampling import states_of
from handsight.ranges.combos import CLASSES, COMBOS_OF
from handsight.solver import PushFoldGame
from handsight.solver.all_in.strategies import class_numbers, tree_of

FEW = 5
"""The classes of the random hands: few, so that hands often face a push of each other."""

GAMES = [
    PushFoldGame((4, 6)),
    PushFoldGame((5, 9, 3), ante=0.25),
    PushFoldGame((3, 12, 7, 5), payouts=(60, 30, 10)),
    PushFoldGame((8, 8, 4, 6, 10), ante=1, ante_by="big-blind", callers=3),
    PushFoldGame((6,) * 6, callers=1, payouts=(3, 2)),
]


def play_on(
    game: PushFoldGame, will_play: dict[tuple[int, tuple[int, ...]], bool], forced: int | None
) -> tuple[int, ...]:
    """Let each seat in turn play or fold; the seat ``forced`` does what it would not do."""
    all_in: tuple[int, ...] = ()
    for seat in range(game.seats):
        if not all_in and seat == game.seats - 1:
            continue  # all others have folded
        if len(all_in) > game.callers:
            continue  # nobody may call any more
        plays = will_play[seat, all_in]
        if plays != (seat == forced):
            all_in = (*all_in, seat)
    return all_in


def worth(game: PushFoldGame, all_in: tuple[int, ...], scores: np.ndarray) -> np.ndarray:
    """What an end of the hand is worth to each seat, compared with before the hand."""
    better = [sum(scores[other] > scores[seat] for other in all_in) for seat in all_in]
    after = np.array([game.chips_after(all_in, better), game.stacks])
    return np.subtract(*game.worth(after))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.seats} players")
def test_deals_are_played_and_compared_as_a_naive_twin_does(game: PushFoldGame) -> None:
    rng = np.random.default_rng(game.seats)
    seats, decisions = game.seats, game.decisions
    play = np.zeros((len(decisions), len(CLASSES)), np.float32)
    play[:, :FEW] = rng.choice([0, 0.3, 0.7, 1], (len(decisions), FEW))
    classes = rng.integers(0, FEW, (seats, BLOCK)).astype(np.uint8)
    chances = rng.random((seats, BLOCK), np.float32)
    scores = rng.integers(0, 4, (seats, BLOCK)).astype(np.uint32)  # many ties
    sums = PushFoldSums(
        np.zeros(play.shape), np.zeros(len(decisions), np.int64), np.zeros((seats, 2))
    )
    add_deals(tree_of(game), play, classes, chances, scores, sums)

    gains, faced = np.zeros(play.shape), np.zeros(len(decisions), int)
    worths = np.zeros((seats, 2))
    for at in range(BLOCK):
        will_play = {
            (seat, all_in): bool(play[number, classes[seat, at]] > chances[seat, at])
            for number, (seat, all_in) in enumerate(decisions)
        }
        real = play_on(game, will_play, None)
        won = worth(game, real, scores[:, at])
        worths += np.stack([won, won**2], axis=1)
        for seat in range(seats):
            decision = seat, tuple(each for each in real if each < seat)
            if decision not in decisions:
                continue
            other = worth(game, play_on(game, will_play, seat), scores[:, at])
            number, hand = decisions.index(decision), classes[seat, at]
            sign = 1 if seat in real else -1
            gains[number, hand] += sign * (won[seat] - other[seat])
            faced[number] += 1
    assert np.array_equal(sums.faced, faced)
    assert np.allclose(sums.gains, gains)
    assert np.allclose(sums.worths, worths)


def test_dealt_classes_and_hands_come_as_often_as_they_should() -> None:
    seats = 3
    fixed = FixedArrays(
        np.empty(0, np.uint8), np.zeros(seats, np.uint64), 5 + 2 * np.arange(seats), np.uint64(0), 5
    )
    room, classes = make_room(seats), np.empty((seats, BLOCK), np.uint8)
    states, counts, blocks = states_of(1, 0), np.zeros(len(CLASSES)), 600
    for _ in range(blocks):
        deal_hands(states, class_numbers(), fixed, room, classes)
        counts += np.bincount(classes.ravel(), minlength=len(CLASSES))
        # Cards of all hands and of the board: seven bits for each seat, and the board in common.
        for seat in range(seats):
            assert all(int(mask).bit_count() == 7 for mask in room.masks[seat, :5])
        common = np.bitwise_and.reduce(room.masks, axis=0)
        assert all(int(mask).bit_count() == 5 for mask in common[:20])
    shares = np.array([len(COMBOS_OF[name]) for name in CLASSES]) / 1326
    deals = blocks * BLOCK * seats
    assert (abs(counts / deals - shares) < 5 * np.sqrt(shares / deals)).all()
