"""The situations of `docs/ideas/player-statistics.md`, each by its words, asked of the whole story.

A story is the list of what was done. For every turn each definition is asked by itself, with
nothing remembered from the turn before.
"""

from collections import Counter
from dataclasses import dataclass

STREETS = ("preflop", "flop", "turn", "river")


@dataclass(frozen=True)
class Deed:
    """What was done at a turn.

    Attributes:
        did: ``"fold"``, ``"check"``, ``"call"`` or ``"wager"``.
        could_raise: whether a bet or raise was allowed.
        broke: whether nothing was left behind.
    """

    seat: int
    street: str
    did: str
    could_raise: bool
    broke: bool


def position_names(players: int, posts: list[int], big_blind: int) -> list[str]:
    """Name the seats, from the left of the button on."""
    if players == 2:
        return ["BB", "BTN"]
    from_the_end = ["BTN", "CO", "HJ", *["EP"] * players]
    names = from_the_end[:players][::-1]
    if posts[0] >= big_blind > posts[1]:
        return ["BB", *names[1:]]
    return ["SB", "BB", *names[2:]]


def situations(story: list[Deed], names: list[str]) -> list[Counter[str]]:
    """Count chances and those that were taken, by seat; keys are like ``"steal.CO.chances"``."""
    found: list[Counter[str]] = [Counter() for _ in names]
    for number, deed in enumerate(story):
        before = story[:number]
        for name, taken in asked(deed, before, names).items():
            key = f"{name}.{names[deed.seat]}"
            found[deed.seat][f"{key}.chances"] += 1
            found[deed.seat][f"{key}.taken"] += taken
    for seat, counts in enumerate(found):
        own = [deed.did for deed in story if deed.seat == seat and deed.street == "preflop"]
        if own:
            for name, kinds in (("vpip", {"call", "wager"}), ("pfr", {"wager"})):
                counts[f"{name}.{names[seat]}.chances"] += 1
                counts[f"{name}.{names[seat]}.taken"] += bool(kinds & set(own))
    return found


def asked(deed: Deed, before: list[Deed], names: list[str]) -> dict[str, bool]:
    if deed.street == "preflop":
        return before_the_flop(deed, before, names)
    return after_the_flop(deed, before)


def before_the_flop(deed: Deed, before: list[Deed], names: list[str]) -> dict[str, bool]:
    wagered = deed.did == "wager"
    wagers = [each for each in before if each.did == "wager"]
    callers = [each for each in before if each.did == "call"]
    answers = {}
    if is_steal_chance(deed, before, names):
        answers["steal"] = wagered
    if len(wagers) == 1 and wagers[0].seat != deed.seat:
        if deed.could_raise:
            answers["three_bet"] = wagered
        opener = wagers[0]
        until = before[: before.index(opener)]
        stolen = is_steal_chance(opener, until, names)
        if stolen and not callers and names[deed.seat] in ("SB", "BB"):
            answers["fold_to_steal"] = deed.did == "fold"
    if len(wagers) == 2 and wagers[0].seat == deed.seat != wagers[1].seat:
        answers["fold_to_three_bet"] = deed.did == "fold"
    return answers


def is_steal_chance(deed: Deed, before: list[Deed], names: list[str]) -> bool:
    """All before them folded, they sit in cutoff, button or small blind, and three play."""
    first_in = all(each.did == "fold" for each in before)
    late = names[deed.seat] in ("CO", "BTN", "SB")
    return first_in and late and deed.could_raise and len(names) > 2


def after_the_flop(deed: Deed, before: list[Deed]) -> dict[str, bool]:
    here = [each for each in before if each.street == deed.street]
    wagers = [each for each in here if each.did == "wager"]
    own = [each for each in here if each.seat == deed.seat]
    wagered, answers = deed.did == "wager", {}
    aggressor = last_wager(before, STREETS[STREETS.index(deed.street) - 1])
    if not wagers and not own and deed.could_raise:
        if is_c_bet_chance(deed, before):
            answers["c_bet"] = wagered
        elif (
            aggressor is not None
            and aggressor.seat != deed.seat
            and not aggressor.broke
            and all(each.seat != aggressor.seat for each in here)
        ):
            answers["donk_bet"] = wagered
    if len(wagers) == 1 and wagers[0].seat != deed.seat and is_c_bet(wagers[0], before):
        answers["fold_to_c_bet"] = deed.did == "fold"
    checked_last = bool(own) and own[-1].did == "check"
    if wagers and wagers[-1].seat != deed.seat and checked_last and deed.could_raise:
        answers["check_raise"] = wagered
    return {f"{name}_{deed.street}": taken for name, taken in answers.items()}


def last_wager(story: list[Deed], street: str) -> Deed | None:
    wagers = [each for each in story if each.street == street and each.did == "wager"]
    return wagers[-1] if wagers else None


def is_c_bet_chance(deed: Deed, story: list[Deed]) -> bool:
    """The last wager of the street before was theirs; after the flop it was a c-bet itself."""
    before = STREETS[STREETS.index(deed.street) - 1]
    last = last_wager(story, before)
    if last is None or last.seat != deed.seat:
        return False
    return before == "preflop" or is_c_bet(last, story)


def is_c_bet(wager: Deed, story: list[Deed]) -> bool:
    """It was the first wager of its street, by who had the chance to bet on."""
    until = story[: next(n for n, each in enumerate(story) if each is wager)]
    opened = any(each.street == wager.street and each.did == "wager" for each in until)
    had = [each for each in until if each.street == wager.street and each.seat == wager.seat]
    return not opened and not had and is_c_bet_chance(wager, until)
