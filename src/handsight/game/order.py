"""In which order blinds are posted, and who acts last before the flop: by places, not by chips.

Players are given by their seats from the left of the button on, so that the button comes last. If
its seat is empty, the last player stands for it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache


def posting_order(players: Sequence[int]) -> tuple[int, ...]:
    """Give the players in the order in which they post: between two, the button comes first.

    Example:
        >>> posting_order([1, 2, 0]), posting_order([1, 0])
        ((1, 2, 0), (0, 1))
    """
    return tuple(players[::-1]) if len(players) == 2 else tuple(players)


def big_blind_seat(players: Sequence[int], posts: Mapping[int, int], big_blind: int) -> int:
    """Give the seat of the big blind, whether or not its player posts all of it.

    Between two it is the one that has no button; only where the button posts all of it, against
    less by the other, they have exchanged blinds, as on some platforms. Among more it is the second
    from the left of the button, even if others post as much. If that player posts less than all of
    it, and another all, the blinds have moved: then it is the first who does. Where nobody posts
    all, it stays at the second if they post anything, else at the first who posts most; and without
    any post the button stands for it.

    Args:
        posts: blinds and straddles by seat, without those out of turn.
        big_blind: chips; 0 if that is not known.

    Example:
        >>> big_blind_seat([1, 2, 0], {1: 100, 2: 100}, 100)
        2
        >>> big_blind_seat([1, 2, 0], {1: 100}, 100)  # the small blind is dead
        1
    """
    order = posting_order(players)
    first, second = (posts.get(seat, 0) for seat in order[:2])
    if len(order) == 2:
        exchanged = 0 < second < big_blind == first
        return order[0] if exchanged else order[1]
    most = max(posts.values(), default=0)
    if not most:
        return order[-1]
    full = min(big_blind or most, most)
    whole = [seat for seat in order if posts.get(seat, 0) >= full]
    if order[1] in whole:
        straddles = full <= first < second  # the small blind is dead, the first has the big one
        return order[0] if straddles else order[1]
    return order[1] if second and most < big_blind else whole[0]


def last_before_the_flop(players: Sequence[int], posts: Mapping[int, int], big_blind: int) -> int:
    """Give the seat that acts last before the flop: the last straddle's, else the big blind's.

    A straddle is above the big blind and above every straddle before it. Other posts do not change
    the order.

    The arguments are those of `big_blind_seat`.

    Example:
        >>> last_before_the_flop([1, 0], {0: 100, 1: 100}, 100)
        1
        >>> last_before_the_flop([1, 2, 3, 0], {1: 50, 2: 100, 3: 200}, 100)
        3
    """
    last = blind = big_blind_seat(players, posts, big_blind)
    highest = max(big_blind, posts.get(blind, 0))
    place = players.index(blind)
    for seat in (*players[place + 1 :], *players[:place]):
        if posts.get(seat, 0) > highest:
            highest, last = posts[seat], seat
    return last


@lru_cache(maxsize=1024)
def posts_out_of_turn(
    stacks: tuple[int, ...], button: int, posts: tuple[int, ...], last: int, big_blind: int
) -> tuple[int, ...]:
    """Give the seats whose posts are out of turn: those after the last blind or straddle.

    Whatever post would have the betting begin elsewhere than it did is out of turn as well.

    Args:
        stacks: chips before the hand; 0 is an empty seat.
        posts: blinds and straddles of all seats.
        last: the seat that acts last before the flop.

    Example:
        >>> posts_out_of_turn((900,) * 4, 0, posts=(100, 50, 100, 0), last=2, big_blind=100)
        (0,)
    """
    around = (*range(button + 1, len(stacks)), *range(button + 1))
    players = [seat for seat in around if stacks[seat]]
    after = players[players.index(last) + 1 :] if len(players) > 2 else ()
    late = {seat for seat in after if posts[seat]}
    while True:  # each post that is late may change whose turn is the last
        in_turn = {seat: posts[seat] for seat in players if seat not in late}
        seat_before = last_before_the_flop(players, in_turn, big_blind)
        if seat_before == last or not in_turn.get(seat_before):
            return tuple(seat for seat in players if seat in late)
        late.add(seat_before)
