"""The order in which blinds are posted, and who acts last before the flop.

Neither depends on the players' stacks. The functions take players as a list of seats that starts
left of the button, so the button comes last. If the seat of the button is empty, the last player
counts as the button.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache


def posting_order(players: Sequence[int]) -> tuple[int, ...]:
    """Return the players in the order in which they post; heads-up, the button posts first.

    Example:
        >>> posting_order([1, 2, 0]), posting_order([1, 0])
        ((1, 2, 0), (0, 1))
    """
    return tuple(players[::-1]) if len(players) == 2 else tuple(players)


def big_blind_seat(players: Sequence[int], posts: Mapping[int, int], big_blind: int) -> int:
    """Return the seat of the big blind, whether or not its player posts all of it.

    With two players, the player without the button has the big blind. There is one exception: if
    the button posts exactly the full big blind and the other player posts less, but not nothing,
    they have exchanged blinds, as on some platforms.

    With more players, the second player to the left of the button has the big blind, even if others
    post as much. If that player posts a straddle and the first player posts the full big blind, the
    small blind is dead and the first player has the big blind. If the second player posts less than
    the full big blind and another player posts all of it, the blinds have moved: the first player
    who posts all of it has the big blind. If nobody posts the full big blind, the second player has
    it if they post anything. If they post nothing, the player with the largest post has the big
    blind, or the first of several such players. If nobody posts anything, the button has it.

    Args:
        players: the seats in the hand in order, starting left of the button.
        posts: blinds and straddles by seat, without posts out of turn.
        big_blind: chips of the full big blind; 0 if unknown, in which case the largest post counts
            as the full big blind.

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
        straddles = full <= first < second  # the small blind is dead, and the first has the big one
        return order[0] if straddles else order[1]
    return order[1] if second and most < big_blind else whole[0]


def last_before_the_flop(players: Sequence[int], posts: Mapping[int, int], big_blind: int) -> int:
    """Return the seat that acts last before the flop: the last straddle, or the big blind.

    A straddle is larger than the big blind and than every straddle before it. Other posts do not
    change the order.

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
    """Return the seats whose posts are out of turn: those after the last blind or straddle.

    A post is also out of turn if treating it as a blind would make another seat act last.

    Args:
        stacks: chips of each seat before the hand; 0 is an empty seat.
        button: the seat of the button.
        posts: the blind or straddle of each seat; 0 for none.
        last: the seat that acts last before the flop.
        big_blind: chips of the full big blind; 0 if unknown.

    Example:
        >>> posts_out_of_turn((900,) * 4, 0, posts=(100, 50, 100, 0), last=2, big_blind=100)
        (0,)
    """
    around = (*range(button + 1, len(stacks)), *range(button + 1))
    players = [seat for seat in around if stacks[seat]]
    after = players[players.index(last) + 1 :] if len(players) > 2 else ()
    late = {seat for seat in after if posts[seat]}
    while True:  # each post that counts as out of turn can change which seat acts last
        in_turn = {seat: posts[seat] for seat in players if seat not in late}
        seat_before = last_before_the_flop(players, in_turn, big_blind)
        if seat_before == last or not in_turn.get(seat_before):
            return tuple(seat for seat in players if seat in late)
        late.add(seat_before)
