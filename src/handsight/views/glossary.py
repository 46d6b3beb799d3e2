"""The terms that outputs use, each explained in a sentence or two."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from handsight.errors import OptionError
from handsight.runtime.suggestions import did_you_mean

Words: TypeAlias = dict[str, str]
"""Meanings by term."""

GLOSSARY: Words = {
    "3-bet": "The second raise before the flop: a raise of the first raise.",
    "AF": "Aggression factor: bets and raises after the flop, divided by calls after the flop.",
    "bb/100": "Big blinds won per hundred hands.",
    "bits": "How much an action tells about a player's cards: each bit halves the number of hands "
    "that the player may hold.",
    "blocker": "A card that you hold and that an opponent therefore cannot hold; it removes combos "
    "from the opponent's range.",
    "blueprint": "A strategy for whole hands that was learned in advance.",
    "bucket": "A group of hands on a street that a blueprint plays in the same way.",
    "c-bet": "Continuation bet: the first bet on a street, made by the player who made the last "
    "raise on the previous street.",
    "cash": "A format of the arena and of play: all players have the same stack before each hand.",
    "check-raise": "A raise by a player who has checked on the same street.",
    "class": "One of the 169 kinds of hole cards, such as AKs (suited), AKo (offsuit) or QQ.",
    "combo": "One of the 1,326 pairs of hole cards, such as AhKh.",
    "combos remain": "How uncertain a player's cards are: as uncertain as a choice among this many "
    "equally likely combos.",
    "donk bet": "A first bet into the player who made the last raise on the previous street and "
    "has not acted yet.",
    "draw": "A straight or a flush that is not complete yet, but may be by the river. Hands that "
    "you complete by pairing a card are listed separately.",
    "EHS": "Effective hand strength: the probability that you have the best hand now, or will have "
    "it by the river.",
    "EP": "Early position: the seats before HJ, from UTG to LJ.",
    "EV": "Expected value: what a decision wins on average.",
    "equity": "Your share of the pot on average: your wins, plus your part of each tie.",
    "exact": "Counted over all possible cards. Anything that is not exact is sampled, and shown "
    "with its number of trials, its seed and an interval.",
    "exploitability": "What the best possible opponents win against a strategy.",
    "fish": "A loose-passive player, who plays many hands and rarely raises.",
    "HS": "Hand strength: the share of an opponent's possible hands that you beat now; ties count "
    "half.",
    "ICM": "Independent chip model: it converts tournament stacks into expected prize money.",
    "interval": "A 95% confidence interval: it contains the true value in 95 of 100 such runs. ± "
    "is half its width.",
    "LAG": "A loose-aggressive player, who plays many hands and raises often.",
    "leak": "Something that a player does significantly more or less often than other players.",
    "local best response": "A player who knows how an agent plays and looks one action ahead. It "
    "proves that some opponent wins at least this much from the agent.",
    "match": "A format of the arena and of play: stacks carry over from hand to hand.",
    "mbb": "A thousandth of a big blind; 10 mbb per hand are one big blind per hundred hands.",
    "MDF": "Minimum defence frequency: how often you must call or raise a bet so that no bluff "
    "makes a profit, pot / (pot + bet).",
    "mirrored deals": "The same cards played twice, the second time with the seats exchanged. The "
    "two deals are a pair.",
    "nit": "A tight-passive player, who plays few hands and rarely raises.",
    "no significant difference": "The 95% interval of the difference contains zero, so the hands "
    "played so far do not show who is better.",
    "NPot": "Negative potential: how often you are behind at the river if you are ahead now.",
    "nut advantage": "The share of the first range that is as strong as the best 5% of all hands "
    "possible on the board, minus that share of the second range.",
    "opponent model": "A model that estimates how likely each action is with each hand. It uses "
    "only what everybody at the table can see.",
    "outs": "Cards that put you ahead if they come next. Clean outs nearly always do; tainted outs "
    "help the opponent as well.",
    "p": "The probability of a result at least this clear if both players were equally good.",
    "PFR": "Preflop raise: the share of hands in which a player raises before the flop.",
    "position": "The seat of a player in the order of acting: SB and BB are the blinds, BTN is the "
    "button, and CO, HJ and LJ are one, two and three seats before it. UTG acts first before the "
    "flop, followed by UTG+1 and so on. In heads-up play, the button posts the small blind.",
    "pot odds": "The ratio of the pot to the price of a call: 3 : 1 for a call of 50 into a pot of "
    "150. The call is profitable with an equity of at least 1 / (3 + 1), or 25%.",
    "PPot": "Positive potential: how often you are ahead at the river if you are behind now.",
    "P(win)": "The probability that you win at the river; ties count half.",
    "range": "The hands that a player may hold, each with a weight.",
    "range advantage": "The equity of the first range minus the equity of the second.",
    "rating": "The strength of an agent, estimated from who beats whom (Bradley and Terry). The "
    "mean is 0.",
    "runout": "The board cards that are still to come.",
    "steal": "A raise from CO, BTN or SB after everyone before has folded.",
    "strength": "The rank of a hand, from 0 (7-5-4-3-2 of several suits) to 7461 (a royal flush).",
    "TAG": "A tight-aggressive player, who plays few hands and raises often.",
    "VPIP": "Voluntarily put in pot: the share of hands in which a player calls or raises before "
    "the flop.",
    "W$SD": "Won money at showdown: the share of showdowns that a player wins.",
    "WTSD": "Went to showdown: the share of hands in which a player, having seen the flop, goes to "
    "showdown.",
}
"""Terms and their meanings, in the order of the reference's glossary page, which lists the same."""


def explained(word: str) -> Iterator[tuple[str, str]]:
    """Return an iterator of the terms that match a word, each with its meaning.

    If the word is itself a term, only that term matches; otherwise all terms that contain the word
    do. Case is ignored.

    Args:
        word: a term, or a part of one or several terms.

    Raises:
        OptionError: if no term contains the word.

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
