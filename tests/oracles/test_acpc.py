"""Lines and logs of our dealer, as the competition's program in OpenSpiel and PokerKit see."""

from random import Random

import pytest

from handsight.formats import read_hands
from handsight.game import HandState
from handsight.interop.acpc.game import AcpcMatch
from handsight.interop.acpc.states import HandText
from tests.oracles.test_game_openspiel import (
    as_they_deal,
    choose,
    deal,
    limit,
    no_limit,
    our_actions,
)

WORDS = {0: "f", 1: "c"}
STACK = 20_000


def played(draw: Random, game: object, match: AcpcMatch, number: int) -> tuple[HandText, object]:
    """Play a random hand in both; an action of OpenSpiel is a total of the whole hand."""
    deck = draw.sample(range(52), 52)
    state = HandState.start(match.rules, match.stacks, match.button, deck=deck)
    text, theirs, cards = (
        HandText(number, state),
        game.new_initial_state(),
        as_they_deal(state, deck),
    )
    deal(theirs, cards)
    while not text.state.is_over:
        action = choose(draw, our_actions(text.state))
        raised = "r" if match.rules.is_limit else f"r{action}"
        text.apply(WORDS.get(action, raised))
        theirs.apply_action(action)
        deal(theirs, cards)
        line = next(each for each in str(theirs).splitlines() if "STATE" in each)
        betting, board = line.split(":")[3:5] if "MATCH" in line else line.split(":")[-2:]
        assert text.line(0).split(":")[3] == betting
        assert text.log(["a", "b"]).split(":")[3] == board
    return text, theirs


def test_betting_and_cards_are_those_of_the_competition() -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (extra: peers)")
    draw = Random(3)
    plain = AcpcMatch(stack=STACK)
    fixed = AcpcMatch(plain.rules.__class__(structure="fixed-limit", muck=False), 2, 5000)
    for number in range(150):
        text, theirs = played(draw, no_limit(STACK), plain, number)
        assert theirs.returns() == list(text.state.payoffs)
        played(draw, limit(5000), fixed, number)


def test_logs_are_read_by_pokerkit(tmp_path) -> None:
    pytest.importorskip("pokerkit", reason="PokerKit is not installed (extra: history)")
    draw, match, lines = Random(4), AcpcMatch(), []
    for number in range(60):
        state = HandState.start(match.rules, match.stacks, match.button, seed=number)
        text = HandText(number, state)
        while not text.state.is_over:
            action = choose(draw, our_actions(text.state))
            text.apply(WORDS.get(action, f"r{action}"))
        lines.append(text)
    log = tmp_path / "match.log"
    log.write_text("".join(f"{each.log(['a', 'b'])}\n" for each in lines))
    read = list(read_hands(log))
    assert [hand.finishing_stacks for hand in read] == [each.state.stacks for each in lines]
