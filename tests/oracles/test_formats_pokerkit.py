"""Our hands, written in PHH, replayed by PokerKit; and hands of sites, read by both."""

from decimal import Decimal
from pathlib import Path

import pytest

from handsight.formats import parse_phh, phh_text, read_hands
from handsight.formats.acpc import reading_quietly
from handsight.game import Hand, HandState, Rules, hand_of, random_hands
from tests.unit.formats import site_texts

pokerkit = pytest.importorskip("pokerkit", reason="PokerKit is not installed (extra: peers)")

LIMIT = Rules(structure="fixed-limit", small_blind=1, big_blind=2)
ANTES = Rules(ante=25)
DEAD_ANTES = Rules(ante=100, ante_by="big-blind")


@pytest.mark.parametrize("players", [2, 3, 6, 10])
@pytest.mark.parametrize("rules", [Rules(), LIMIT, ANTES, DEAD_ANTES])
def test_pokerkit_reads_our_hands_and_ends_with_our_stacks(players: int, rules: Rules) -> None:
    for history in random_hands(players, seed=players, hands=12, stack=1500, rules=rules):
        theirs = pokerkit.HandHistory.loads(phh_text(history))
        *_, last = theirs
        assert not last.status
        assert tuple(last.stacks) == history.finishing_stacks, phh_text(history)


@pytest.mark.parametrize("actions", ["cfrk", "rfff", "kffc"])
def test_a_post_out_of_turn_is_the_same_to_pokerkit(actions: str) -> None:
    state = HandState.start(
        Rules(), [1500] * 4, button=3, posts={0: 50, 1: 100, 3: 100}, late=[3], seed=1
    )
    for letter in actions:
        if state.is_over:
            break
        legal = state.legal_actions
        state = state.apply(f"r{legal.raise_min}" if letter == "r" else _plain(letter, legal))
    while not state.is_over:
        state = state.apply("call")
    history = hand_of(state)
    assert history.late == (3,)
    *_, last = pokerkit.HandHistory.loads(phh_text(history))
    assert tuple(last.stacks) == history.finishing_stacks, phh_text(history)


def _plain(letter: str, legal: object) -> str:
    return "fold" if letter == "f" and legal.call_cost else "call"


# --- the sites ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "parser"),
    [
        (site_texts.CASH, "from_pokerstars"),
        (f"Game #1 starts.\n{site_texts.PARTY_CASH}\n\n\n", "from_partypoker"),
    ],
)
def test_pokerkit_reads_the_plain_hands_of_the_sites_as_we_do(
    text: str, parser: str, tmp_path: Path
) -> None:
    """It knows neither antes nor posts out of turn; what it knows, it reads as we do."""
    file = tmp_path / "hands.txt"
    file.write_text(text, "utf-8")
    (ours,) = read_hands(file)
    assert isinstance(ours, Hand)
    notation = pokerkit.notation.HandHistory
    with reading_quietly(str(file), 1):
        (theirs,) = getattr(notation, parser)(text, parse_value=number, error_status=True)
        theirs.winnings = None
        again = parse_phh(theirs.dumps(), amounts=[Decimal("0.01")])
    assert (again.players, again.board) == (ours.players, ours.board)
    scale = again.scale // ours.scale
    assert again.stacks == tuple(scale * chips for chips in ours.stacks)
    assert again.posts == tuple(scale * chips for chips in ours.posts)
    assert [each.chips for each in again.actions] == [scale * each.chips for each in ours.actions]
    assert [each.action.kind for each in again.actions] == [
        each.action.kind for each in ours.actions
    ]


def number(text: str) -> int | Decimal:
    value = Decimal(text.replace(",", ""))
    return int(value) if value == value.to_integral_value() else value
