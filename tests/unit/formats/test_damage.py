"""However a file is damaged, it is read, or told as damaged; nothing else ever happens."""

from contextlib import suppress
from random import Random

import pytest

from handsight.errors import HistoryError
from handsight.formats import parse_phh, phh_text
from handsight.formats.reading import read_hands
from handsight.game import Damaged, check_hands, random_hands, replay
from tests.unit.formats.hands import LIMIT, text_of

SCRAPS = [
    *("'", '"', "[", "]", ",", "\n", "p1", "p2 f", "cc", "cbr", "9" * 20, "1e99", "-1", "0", "nan"),
    *("Ah", "??", "sm", "-", "d db ", "#", "=", "0.001", "{", "true", "\x00", "é"),
]


def damaged(text: str, draw: Random) -> str:
    for _ in range(draw.choice([1, 1, 2])):
        place, other = draw.randrange(len(text)), draw.randrange(len(text))
        scrap = draw.choice([*SCRAPS, text[other : other + 20]])
        text = text[:place] + scrap + text[place + draw.choice([0, 1, 8]) :]
    return text


@pytest.mark.repeats(2)
@pytest.mark.parametrize("seed", range(8))
def test_damage_is_told_or_does_no_harm(
    seed: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    draw = Random(seed)
    texts = [text_of(), text_of(LIMIT), *map(phh_text, random_hands(6, seed=seed, hands=6))]
    file = tmp_path_factory.mktemp("damage") / "hand.phh"
    for _ in range(60):
        text = damaged(draw.choice(texts), draw)
        file.write_text(text, "utf-8")
        (found,) = read_hands(file)
        if isinstance(found, Damaged):
            assert 1 <= found.line <= text.count("\n") + 2
            continue
        check_hands([found])
        assert parse_phh(phh_text(found)) == found
        with suppress(HistoryError):
            list(replay(found))
