"""Two players who do not look at their cards, followed through every line of betting, exactly.

What they do does not depend on the cards. So the betting can be counted apart from them, with the
rules of `tests.naive.game`: how often there is a showdown, and for how many chips.
"""

from copy import deepcopy
from dataclasses import dataclass
from fractions import Fraction

from tests.naive.game import Hand, Table

Key = tuple[object, ...]


@dataclass(frozen=True)
class Ends:
    """How the hands end that begin here, weighed with their chances.

    `showdown` is how often there is a showdown, `stake` what each player then has in the pot
    (times how often), `folded` what the first seat wins by folds less what it loses, and `won` how
    often it wins by a fold.
    """

    showdown: Fraction = Fraction(0)
    stake: Fraction = Fraction(0)
    folded: Fraction = Fraction(0)
    won: Fraction = Fraction(0)

    def plus(self, other: "Ends", chance: Fraction) -> "Ends":
        return Ends(
            self.showdown + chance * other.showdown,
            self.stake + chance * other.stake,
            self.folded + chance * other.folded,
            self.won + chance * other.won,
        )


def blind_play(table: Table, stack: int) -> Ends:
    """Follow two players with equal stacks who fold, call or raise with equal chances.

    A raise is uniform over the legal totals, and a call where there is none.
    """
    return _follow(Hand(table, [stack, stack], 0, list(range(52))), {})


def _follow(hand: Hand, known: dict[Key, Ends]) -> Ends:
    if hand.over:
        return _end(hand)
    key = _key(hand)
    if key not in known:
        known[key] = _act(hand, known)
    return known[key]


def _act(hand: Hand, known: dict[Key, Ends]) -> Ends:
    third = Fraction(1, 3)
    _, _, least, most = hand.legal()
    moves: list[tuple[str, tuple[int, ...], Fraction]] = [("fold", (), third), ("call", (), third)]
    if most:
        totals = range(least, most + 1)
        moves += [("raise_to", (total,), third / len(totals)) for total in totals]
    else:
        moves.append(("call", (), third))
    ends = Ends()
    for move, amount, chance in moves:
        after = deepcopy(hand)
        getattr(after, move)(*amount)
        ends = ends.plus(_follow(after, known), chance)
    return ends


def _end(hand: Hand) -> Ends:
    stake = Fraction(min(player.total for player in hand.players))
    if len(hand.left) == 2:
        return Ends(showdown=Fraction(1), stake=stake)
    wins = hand.left[0].seat == 0
    return Ends(folded=stake if wins else -stake, won=Fraction(wins))


def _key(hand: Hand) -> Key:
    """Everything that the rest of the hand depends on, but for the cards."""
    players = (
        (each.chips, each.bet, each.total, each.folded, each.price_met) for each in hand.everybody
    )
    betting = hand.price, hand.level, hand.full_raise, hand.count, hand.capped
    return hand.street, hand.actor.seat, *betting, *players
