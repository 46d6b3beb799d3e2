"""Files, folders and archives: all hands come, and what is damaged spoils no other."""

import gzip
import io
import tarfile
import zipfile
from pathlib import Path

import pytest

from handsight.errors import OptionError
from handsight.formats import read_hands
from handsight.game import Damaged, Hand
from tests.unit.formats.hands import history, text_of

HAND = text_of().encode()
SIZE = HAND.count(b"\n")


def found_in(path: Path) -> list[Hand | Damaged]:
    return list(read_hands(path))


def told(path: Path) -> list[str]:
    """Say for each thing that is found where it stands and what it is."""
    return [
        f"{Path(each.file).relative_to(path.parent)}:{each.line}"
        f"{': ' + each.reason if isinstance(each, Damaged) else ''}"
        for each in found_in(path)
    ]


# --- files ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["hand.phh", "hand.PHH", "hand.toml", "hand"])
def test_a_file_with_one_hand_is_read(name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_bytes(HAND)
    assert found_in(file) == [history()]
    assert told(file) == [f"{name}:1"]


@pytest.mark.parametrize(
    "content", [b"\xef\xbb\xbf" + HAND, HAND.replace(b"\n", b"\r\n"), b"# remark\n\n" + HAND]
)
def test_marks_line_ends_and_remarks_do_not_matter(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "hand.phh"
    file.write_bytes(content)
    assert found_in(file) == [history()]


def test_a_file_with_many_hands_is_read_table_by_table(tmp_path: Path) -> None:
    file = tmp_path / "hands.phhs"
    file.write_bytes(b"# all of them\n[1]\n" + HAND + b'["2b"]  # the second\n' + HAND)
    assert found_in(file) == [history(), history()]
    assert told(file) == ["hands.phhs:3", f"hands.phhs:{4 + SIZE}"]


def test_many_hands_are_read_whatever_the_file_is_called(tmp_path: Path) -> None:
    path = tmp_path / "many.phh"
    path.write_bytes(b"[1]\n" + HAND + b"\n[2]\n" + HAND)
    assert told(path) == ["many.phh:2", f"many.phh:{SIZE + 4}"]


def test_a_damaged_hand_is_told_and_the_others_are_read(tmp_path: Path) -> None:
    parts = [HAND, HAND[:-30], b"\xff\xfe\n", b"", HAND.replace(b"'NT'", b"'PO'"), HAND]
    file = tmp_path / "hands.phhs"
    file.write_bytes(b"".join(b"[%d]\n%s\n" % (n, part) for n, part in enumerate(parts, 1)))
    kinds = [type(each).__name__ for each in found_in(file)]
    assert kinds == ["Hand", *["Damaged"] * 4, "Hand"]
    reasons = [str(each) for each in found_in(file) if isinstance(each, Damaged)]
    for reason, part in zip(reasons, ("TOML", "UTF-8", "variant is missing", "Omaha"), strict=True):
        assert part in reason
    assert [each.variant for each in found_in(file) if isinstance(each, Damaged)][-1] == "PO"


@pytest.mark.parametrize("content", [b"", b"# nothing\n", bytes(range(256)) * 40])
@pytest.mark.parametrize("name", ["x.phh", "x.phhs", "x.txt", "x"])
def test_a_file_without_a_hand_is_damaged(name: str, content: bytes, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_bytes(content)
    (damaged,) = found_in(file)
    assert isinstance(damaged, Damaged)
    assert damaged.file == str(file)


def test_nothing_at_the_path_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="there is no file or folder"):
        found_in(tmp_path / "none.phh")


# --- folders and archives -------------------------------------------------------------------------

MEMBERS = {"a.phh": HAND, "deep/b.phhs": b"[1]\n" + HAND + b"[2]\n" + HAND, "deep/c.md": b"words"}


def packed(target: Path, members: dict[str, bytes]) -> Path:
    """Write members as a folder or an archive, by the name."""
    if target.suffix == ".zip":
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in members.items():
                archive.writestr(name, content)
    elif ".t" in target.name:
        kind = {"gz": "gz", "tgz": "gz", "bz2": "bz2", "xz": "xz"}.get(target.suffix[1:], "")
        with tarfile.open(target, f"w:{kind}") as archive:
            for name, content in members.items():
                entry = tarfile.TarInfo(f"./{name}")
                entry.size = len(content)
                archive.addfile(entry, io.BytesIO(content))
    else:
        for name, content in members.items():
            file = target / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
    return target


KINDS = ["folder", "all.tar", "all.tgz", "all.tar.gz", "all.tar.bz2", "all.tar.xz", "all.zip"]


@pytest.mark.parametrize("kind", KINDS)
def test_folders_and_archives_are_read_alike(kind: str, tmp_path: Path) -> None:
    path = packed(tmp_path / kind, MEMBERS)
    assert [each == history() for each in found_in(path)] == [True] * 3
    places = ["a.phh:1", "deep/b.phhs:2", f"deep/b.phhs:{3 + SIZE}"]
    assert told(path) == [f"{kind}/{place}" for place in places]


def test_archives_in_a_folder_are_read_with_it(tmp_path: Path) -> None:
    folder = packed(tmp_path / "folder", {"z.phh": HAND})
    packed(folder / "a.zip", {"b.phh": HAND})
    assert told(folder) == ["folder/a.zip/b.phh:1", "folder/z.phh:1"]


@pytest.mark.parametrize("kind", KINDS[1:])
def test_an_archive_that_is_cut_off_is_told(kind: str, tmp_path: Path) -> None:
    members = {f"{number}.phh": text_of(hand=number).encode() for number in range(200)}
    path = packed(tmp_path / "folder", {}) if kind == "folder" else packed(tmp_path / kind, members)
    content = path.read_bytes()
    path.write_bytes(content[: len(content) * 2 // 3 + 100])
    *hands, last = found_in(path)
    assert isinstance(last, Damaged)
    assert "cut off" in last.reason
    assert all(isinstance(each, Hand) for each in hands)


@pytest.mark.parametrize("kind", KINDS[1:])
def test_rubbish_in_the_name_of_an_archive_is_told(kind: str, tmp_path: Path) -> None:
    path = tmp_path / kind
    path.write_bytes(bytes(range(256)) * 20)
    (damaged,) = found_in(path)
    assert isinstance(damaged, Damaged)
    assert (damaged.file, damaged.line) == (str(path), 1)


def test_a_broken_archive_does_not_end_the_reading_of_its_folder(tmp_path: Path) -> None:
    folder = packed(tmp_path / "folder", {"z.phh": HAND, "a.tgz": gzip.compress(HAND)[:50]})
    kinds = [type(each).__name__ for each in found_in(folder)]
    assert kinds == ["Damaged", "Hand"]


def test_the_reader_is_told_how_far_it_is(tmp_path: Path) -> None:
    path = packed(tmp_path / "folder", MEMBERS)
    heard: list[tuple[int, int]] = []
    list(read_hands(path, progress=lambda done, most: heard.append((done, most))))
    most = sum(len(MEMBERS[name]) for name in ("a.phh", "deep/b.phhs"))
    assert heard[-1] == (most, most)
    assert heard == sorted(heard)


def test_the_hands_come_one_by_one(tmp_path: Path) -> None:
    path = packed(tmp_path / "folder", {"a.phh": HAND, "b.phh": HAND})
    found = read_hands(path)
    assert next(found) == history()
    (path / "b.phh").write_bytes(b"changed")
    assert isinstance(next(found), Damaged)
