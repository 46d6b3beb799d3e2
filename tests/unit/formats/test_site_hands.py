"""Real hands of the sites: nearly all are read, and none of them wrongly.

The hands were gathered by others, and lie outside of this project. What the texts say of winners
and pots is taken from them by the patterns below, which share nothing with the readers.
"""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from handsight.formats import read_hands
from handsight.game import Damaged, Hand
from handsight.game.records.replaying import chips_won, final_state

ROOT = Path(__file__).parents[3]
FILES = Path(os.environ.get("HANDSIGHT_SITE_HANDS", ROOT.parent / "shared" / "data" / "site-hands"))


@dataclass(frozen=True)
class Written:
    """How the texts of a site say where a hand begins, who collects, and what the pot is.

    Attributes:
        share: of the hands that must be read; the others are damaged, or have no names.
        returns: whether a bet that nobody called goes back before the pot is collected.
    """

    begins: str
    collects: str
    pot: str
    share: float
    returns: bool = True


STARS = Written(
    r"(?:PokerStars|Run It Once Poker|PokerMaster) (?:Zoom )?(?:Hand|Game) #\d+:",
    r"(?m)^(?P<name>.+) collected (?P<chips>\S+) from ",
    r"(?m)^Total pot (?P<chips>\S+)",
    0.98,
)
SITES = {
    "Stars": STARS,
    "GGPoker": Written(r"Poker Hand #", STARS.collects, STARS.pot, 1),
    "Winamax": Written(r"Winamax Poker - ", STARS.collects, "", 0.98, returns=False),
    "PacificPoker": Written(
        r"\*{5} .+ Hand History for Game ",
        r"(?m)^(?P<name>.+) collected \[ (?P<chips>.+?) \]",
        "",
        0.98,
        returns=False,
    ),
    "PartyPoker": Written(
        r"\*{5} Hand History [Ff]or Game ",
        r"(?m)^(?:.*\.)?(?P<name>.+?) (?:wins|balance .* collected) (?P<chips>[^\sA-Z]+\d)",
        "",
        0.95,
        returns=False,
    ),
    "iPoker": Written(
        r"<game gamecode=", r"name=\"(?P<name>[^\"]+)\"[^>]*win=\"(?P<chips>[^\"]*[1-9][^\"]*)\"",
        "", 0.98, returns=False,
    ),
}  # fmt: skip


def text_of(file: Path) -> str:
    content = file.read_bytes()
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        text = content.decode("utf-16")
    else:
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = content.decode("cp1252", "replace")
    text = text.replace("\0", "").replace("\r\n", "\n").replace("\r", "\n")
    return "\n".join(" ".join(line.replace("\xa0", " ").split()) for line in text.split("\n"))


@cache
def files_of(site: str) -> tuple[Path, ...]:
    found = tuple(sorted(FILES.glob(f"*/{site}/*")))
    if not found:
        pytest.skip("no hands of the sites; HANDSIGHT_SITE_HANDS names a folder with them")
    return found


@cache
def read(file: Path) -> tuple[Hand | Damaged, ...]:
    return tuple(read_hands(file))


def texts_of_hands(file: Path, begins: str) -> list[str]:
    text = text_of(file)
    places = [match.start() for match in re.finditer(begins, text)]
    return [text[place:end] for place, end in zip(places, [*places[1:], len(text)], strict=True)]


def chips(text: str) -> Fraction:
    """Read an amount as a person does: the last sign before at most two digits parts off cents."""
    digits = re.sub(r"[^\d.,]", "", text).strip(".,")
    whole, mark, cents = re.fullmatch(r"(.*?)(?:([.,])(\d{1,2}))?", digits).groups()  # type: ignore[union-attr]
    return Fraction(Decimal(re.sub(r"[.,]", "", whole) + (f".{cents}" if mark else "")))


def pairs(site: str) -> Iterator[tuple[Hand, str]]:
    """Pair each hand that is read with its own text, by its number and the order in the file."""
    written = SITES[site]
    for file in files_of(site):
        texts = texts_of_hands(file, written.begins)
        for hand in read(file):
            if isinstance(hand, Hand):
                number = re.compile(rf"\b{hand.number}\b")
                place = next(n for n, text in enumerate(texts) if number.search(text[:200]))
                yield hand, texts.pop(place)


@pytest.mark.parametrize("site", SITES)
def test_nearly_all_hands_of_holdem_are_read(site: str) -> None:
    files = files_of(site)
    there = sum(len(texts_of_hands(file, SITES[site].begins)) for file in files)
    found = [each for file in files for each in read(file)]
    hands = [each for each in found if isinstance(each, Hand)]
    others = [each for each in found if isinstance(each, Damaged) and each.variant]
    assert len(found) == there
    assert len(hands) >= SITES[site].share * (there - len(others))


@pytest.mark.parametrize("site", SITES)
def test_those_collect_who_do_so_in_the_text(site: str) -> None:
    for hand, text in pairs(site):
        collects = re.finditer(SITES[site].collects, text.partition("*** SUMMARY")[0])
        said = {match["name"] for match in collects if chips(match["chips"])}
        assert hand.winnings is not None
        collected = {
            player
            for player, won in zip(hand.players, hand.winnings, strict=True)
            if won
        }  # fmt: skip
        # A bet that nobody called may be all that a player is said to collect.
        assert collected <= {" ".join(name.split()) for name in said} | set(said), text
        if SITES[site].returns:
            assert collected == said, text


@pytest.mark.parametrize("site", SITES)
def test_pots_are_those_of_the_text(site: str) -> None:
    written = SITES[site]
    for hand, text in pairs(site):
        pot = Fraction(sum(chips_won(hand, final_state(hand))), hand.scale)
        collects = re.finditer(written.collects, text.partition("*** SUMMARY")[0])
        collected = sum((chips(match["chips"]) for match in collects), Fraction(0))
        rounding = 2 if "currency_symbol" not in hand.metadata else 0
        if written.pot and (total := re.search(written.pot, text)):
            said = chips(total["chips"])
            returned = re.search(r"Uncalled bet \((\S+)\)", text)
            rake = re.search(r"\| Rake (\S+)", text)
            # Converted hands may leave the rake out, return a bet that was called in part, or
            # count one that nobody called.
            missing = {0, chips(rake[1]) if rake else 0}
            converted = 0 < pot - said < chips(returned[1]) if returned else said == collected
            assert pot - said in missing or converted, text
        else:
            put_in = max(
                sum(each.chips for each in hand.actions if each.seat == seat)
                for seat in range(len(hand.players))
            )
            most = Fraction(put_in + max(hand.posts), hand.scale)
            assert 0 < collected <= pot + most + rounding, text


@pytest.mark.parametrize("site", SITES)
def test_refusals_name_the_site_and_never_another_format(site: str) -> None:
    for file in files_of(site):
        for each in read(file):
            if isinstance(each, Damaged):
                name, _, reason = each.reason.partition(": ")
                assert name in ("PokerStars", "PartyPoker", "888poker", "iPoker", "Winamax")
                assert reason
                assert "TOML" not in reason
