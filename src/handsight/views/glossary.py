"""The words of all outputs, each explained in a sentence or two."""

from __future__ import annotations

from collections.abc import Iterator

from handsight.errors import OptionError
from handsight.runtime.suggestions import did_you_mean

GLOSSARY: dict[str, str] = {
    "3-bet": "The second raise before the flop.",
    "AF": "Aggression factor: bets and raises after the flop, divided by calls there.",
    "bb/100": "Big blinds won in a hundred hands.",
    "bits": "What an action says of somebody's cards: one bit halves what they may hold.",
    "blocker": "A card that you hold, which takes combos out of an opponent's range.",
    "blueprint": "A strategy for whole hands, learnt before they are played.",
    "bucket": "Hands of a street for which a blueprint plays alike.",
    "c-bet": "Continuation bet: the first bet of a street by who made the last raise of the "
    "street before.",
    "cash": "A format of the arena and of play: all players have the same stack before each hand.",
    "check-raise": "A raise on a street by a player who has checked there.",
    "class": "One of the 169 kinds of hole cards, such as AKs (suited), AKo (offsuit) or QQ.",
    "combo": "One of the 1,326 pairs of hole cards, such as AhKh.",
    "combos remain": "How uncertain somebody's cards are: as among so many equally likely combos.",
    "donk bet": "A first bet into who made the last raise of the street before and is still to "
    "act.",
    "draw": "A straight or a flush that is not made yet, but may be by the river. Hands that are "
    "made by pairing a card stand apart.",
    "EHS": "Effective hand strength: the chance to be best now, or to become so by the river.",
    "EP": "Early position: UTG to LJ, the seats before HJ.",
    "EV": "Expected value: what a decision wins on average.",
    "equity": "The share of the pot: wins, and of each tie the part that falls to you.",
    "exact": "Counted over everything that may happen. What is not exact is sampled, with trials, "
    "seed and an interval.",
    "exploitability": "What the best possible opponents win from a strategy.",
    "fish": "A loose-passive player, who enters many pots and seldom raises.",
    "HS": "Hand strength: the share of an opponent's hands that you beat now, ties as half.",
    "ICM": "Independent chip model: it turns the stacks of a tournament into expected prize money.",
    "interval": "Of 95 %: it holds the true value in 95 of 100 such runs. ± is half of its width.",
    "LAG": "A loose-aggressive player, who enters many pots and raises often.",
    "leak": "What a player does more or less often than the others, beyond chance.",
    "local best response": "A player who knows how an agent plays and looks one action ahead. "
    "What it wins is a lower bound of what the agent can lose.",
    "match": "A format of the arena and of play: stacks are carried from hand to hand.",
    "mbb": "A thousandth of a big blind; 10 mbb a hand are one big blind in a hundred hands.",
    "MDF": "Minimum defence frequency: how often a bet must be called or raised so that "
    "no bluff profits, pot / (pot + bet).",
    "mirrored deals": "The same cards, played once more with the seats exchanged: a pair.",
    "nit": "A tight-passive player, who enters few pots and seldom raises.",
    "no significant difference": "The 95 % interval of the difference holds zero, so the hands so "
    "far do not say who is better.",
    "NPot": "Negative potential: how often you are behind at the river, of the cases in which you "
    "are ahead now.",
    "nut advantage": "How much more of the first range than of the second is as strong as "
    "the best 5 % of all hands that the board allows.",
    "opponent model": "What says how likely each action is with each hand. It sees only what "
    "everybody at the table sees.",
    "outs": "Cards that put you ahead if they come next: clean, if nearly always; tainted, if "
    "they help the opponent as well.",
    "p": "The chance of a result as clear as this, or clearer, if both were equally good.",
    "PFR": "Preflop raise: the share of hands that a player raises before the flop.",
    "position": "The seat in the order of acting: SB and BB are the blinds, BTN is the button, "
    "CO, HJ and LJ are one, two and three seats before it, and UTG is first to act before the "
    "flop, with UTG+1 and so on behind it. Between two players the button has the small blind.",
    "pot odds": "The pot to the price of a call: 3 : 1 for a call of 50 into 150, which is "
    "profitable with an equity of 1 / (3 + 1), that is 25 %, or more.",
    "PPot": "Positive potential: how often you are ahead at the river, of the cases in which you "
    "are behind now.",
    "P(win)": "The chance to win at the river, ties as half.",
    "range": "The hands that somebody may hold, each with a weight.",
    "range advantage": "The equity of the first range less that of the second.",
    "rating": "How strong an agent is by who beats whom (Bradley and Terry), with 0 for the mean.",
    "runout": "The cards of the board that are yet to come.",
    "steal": "A raise from CO, BTN or SB after all others have folded.",
    "strength": "The rank of a hand from 0 (7-5-4-3-2 of several suits) to 7461 (a royal flush).",
    "TAG": "A tight-aggressive player, who enters few pots and raises often.",
    "VPIP": "Voluntarily put in pot: the share of hands in which a player calls or raises before "
    "the flop.",
    "W$SD": "Won money at showdown: the share of showdowns that a player wins.",
    "WTSD": "Went to showdown: the share of flops seen after which a player comes to a showdown.",
}
"""Words and what they mean, in order; the page of words in the reference lists the same."""


def explained(word: str) -> Iterator[tuple[str, str]]:
    """Find the words that a text names, whatever its case.

    Args:
        word: a word, or a part of some.

    Raises:
        OptionError: if there is none.

    Example:
        >>> [word for word, _ in explained("pot odds")]
        ['pot odds']
    """
    wanted = " ".join(word.lower().split())
    whole = [name for name in GLOSSARY if name.lower() == wanted]
    names = whole or [name for name in GLOSSARY if wanted in name.lower()]
    if not names:
        raise OptionError(
            f"the glossary has no word {word!r}{did_you_mean(word, GLOSSARY)}; "
            "`handsight words` lists all"
        )
    return ((name, GLOSSARY[name]) for name in names)
