"""Parts of files: whoever reads them, and however they are cut, the hands are the same."""

import gzip
import tarfile
from pathlib import Path

import pytest

from handsight.formats import parts, phhs_text, read_hands
from handsight.formats.parts import chunks_of, read_chunk
from handsight.game import Damaged, random_hands
from tests.unit.formats import site_texts

SITES = (site_texts.CASH, site_texts.ANTES, site_texts.TWICE)


def phhs(hands: int) -> bytes:
    return "".join(phhs_text(random_hands(3, seed=7, hands=hands))).encode()


def places(found):
    """Give each hand with its place, and each fault."""
    return [each if isinstance(each, Damaged) else (each, each.file, each.line) for each in found]


def require_same_hands(path: Path, size: int, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(parts, "SIZE", size)
    chunks = list(chunks_of(path))
    found = [each for chunk in chunks for each in read_chunk(chunk)]
    assert places(found) == places(read_hands(path))
    return len(chunks)


def contents() -> dict[str, bytes]:
    text = "\n\n\n".join(SITES * 3).encode()
    return {
        "many.phhs": phhs(12),
        "many.phh": phhs(12),
        "many.txt": phhs(12),
        "remarks.phhs": b"# one\n# two\n\n" + phhs(3),
        "before.phhs": b"variant = 5\n" + phhs(3),
        "damaged.phhs": phhs(4).replace(b"p1 f", b"p9 f").replace(b"antes", b"uncles", 1),
        "stars.txt": text,
        "remark.txt": b"An e-mail\nFrom: me\n\n" + text,
        "cut.txt": text[: len(text) // 2],
        "glued.txt": text.replace(b"\n\n\n", b""),
        "windows.txt": text.replace(b"\n", b"\r\n"),
        "mac.txt": text.replace(b"\n", b"\r"),
        "wide.txt": text.decode().encode("utf-16"),
        "empty.txt": b"",
        "nothing.txt": b"Lorem ipsum\n" * 99,
        "one.phh": phhs(1).partition(b"\n")[2],
        "session.xml": b"<session><general></general></session>",
    }


@pytest.mark.parametrize("name", contents())
def test_the_hands_of_the_parts_are_those_of_the_file(name, tmp_path, monkeypatch) -> None:
    path = tmp_path / name
    path.write_bytes(contents()[name])
    for size in (1, 700, 1 << 20):
        require_same_hands(path, size, monkeypatch)


def test_large_files_are_cut_and_small_ones_are_read_together(tmp_path, monkeypatch) -> None:
    for name, content in contents().items():
        (tmp_path / name).write_bytes(content)
    assert require_same_hands(tmp_path, 1 << 20, monkeypatch) == 1
    assert require_same_hands(tmp_path, 1000, monkeypatch) > len(contents())


def test_a_broken_archive_is_told_once_and_its_hands_are_read(tmp_path, monkeypatch) -> None:
    (tmp_path / "many.phhs").write_bytes(phhs(60))
    with tarfile.open(tmp_path / "all.tgz", "w:gz") as archive:
        archive.add(tmp_path / "many.phhs", "many.phhs")
        archive.add(tmp_path / "many.phhs", "again.phhs")
    (tmp_path / "many.phhs").unlink()
    content = (tmp_path / "all.tgz").read_bytes()
    whole = gzip.decompress(content)
    for cut in (len(content) // 3, len(content) - 20):
        (tmp_path / "all.tgz").write_bytes(content[:cut])
        for size in (1, 5000):
            require_same_hands(tmp_path / "all.tgz", size, monkeypatch)
    assert len(whole) > 10_000
