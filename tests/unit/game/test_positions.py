"""What the places at a table are called."""

import pytest

from handsight.formats import parse_phh
from handsight.game import HandCursor, HandState, Rules, position_names

NAMES = {
    2: "BB BTN",
    3: "SB BB BTN",
    4: "SB BB CO BTN",
    5: "SB BB HJ CO BTN",
    6: "SB BB UTG HJ CO BTN",
    7: "SB BB UTG LJ HJ CO BTN",
    8: "SB BB UTG UTG+1 LJ HJ CO BTN",
    9: "SB BB UTG UTG+1 UTG+2 LJ HJ CO BTN",
    10: "SB BB UTG UTG+1 UTG+2 UTG+3 LJ HJ CO BTN",
}


@pytest.mark.parametrize("size", NAMES)
def test_the_places_of_two_to_ten_players_have_their_names(size: int) -> None:
    seats = [*range(1, size), 0]
    assert position_names(seats) == dict(zip(seats, NAMES[size].split(), strict=True))


@pytest.mark.parametrize("size", range(3, 11))
def test_with_a_dead_small_blind_the_first_has_the_big_one(size: int) -> None:
    names = position_names(range(size), big_blind=0)
    assert (names[0], names[size - 1]) == ("BB", "BTN")
    assert "SB" not in names.values()
    assert len(set(names.values())) == size


def test_an_observation_names_the_seats_of_the_hand_around_empty_ones() -> None:
    state = HandState.start(Rules(), [900, 0, 900, 900, 0], button=2, seed=1)
    assert HandCursor(state).observation().positions == {3: "SB", 0: "BB", 2: "BTN"}


@pytest.mark.parametrize(("posts", "names"), [("50, 100", "BB BTN"), ("100, 50", "SB BTN")])
def test_of_two_the_button_may_have_either_blind(posts: str, names: str) -> None:
    first = "p2" if names.startswith("BB") else "p1"
    hand = parse_phh(
        f'''
        variant = "NT"
        antes = [0, 0]
        blinds_or_straddles = [{posts}]
        min_bet = 100
        starting_stacks = [900, 900]
        actions = ["d dh p1 AhKh", "d dh p2 ????", "{first} f"]
        '''
    )
    assert " ".join(hand.positions) == names
