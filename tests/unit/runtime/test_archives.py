"""Arrays in files: whole, packed, damaged, and of another kind."""

import json
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from handsight.errors import InputError
from handsight.runtime.archives import HEAD, MOST_HEAD, archive_kind, open_archive, write_archive
from tests.damage import damaged

ARRAYS = {"few": np.arange(6, dtype="<f4").reshape(2, 3), "none": np.zeros(0, "<i8")}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "numbers.npz"
    write_archive(path, "test numbers", 3, {"name": "Ann"}, ARRAYS)
    return path


def read(path: Path) -> list[Any]:
    with open_archive(path, "test numbers", 3) as archive:
        assert archive.head["name"] == "Ann"
        return [archive.array("few", "<f4", (2, 3)), archive.array("none", "<i8", (0,))]


@pytest.mark.parametrize("packed", [False, True])
def test_what_is_written_is_read(tmp_path: Path, packed: bool) -> None:
    path = tmp_path / "numbers.npz"
    write_archive(path, "test numbers", 3, {"name": "Ann"}, ARRAYS, packed=packed)
    for array, kept in zip(read(path), ARRAYS.values(), strict=True):
        assert array.dtype == kept.dtype
        assert np.array_equal(array, kept)


def test_a_mapped_array_is_the_one_that_is_read(file: Path) -> None:
    with open_archive(file, "test numbers", 3) as archive:
        mapped = archive.mapped("few", "<f4", (2, 3))
    assert np.array_equal(mapped, ARRAYS["few"])
    assert not mapped.flags.writeable


def test_what_is_packed_damaged_or_of_another_shape_cannot_be_mapped(
    file: Path, tmp_path: Path
) -> None:
    with (
        pytest.raises(InputError, match="few has shape"),
        open_archive(file, "test numbers", 3) as archive,
    ):
        archive.mapped("few", "<f4", (3, 2))
    content = bytearray(file.read_bytes())
    content[content.index(ARRAYS["few"].tobytes()) + 5] ^= 1
    file.write_bytes(content)
    with (
        pytest.raises(InputError, match=r"checksum of few|CRC-32 for file 'few"),
        open_archive(file, "test numbers", 3) as archive,
    ):
        archive.mapped("few", "<f4", (2, 3))
    packed = tmp_path / "packed.npz"
    write_archive(packed, "test numbers", 3, {"name": "Ann"}, ARRAYS, packed=True)
    with (
        pytest.raises(InputError, match="few is compressed"),
        open_archive(packed, "test numbers", 3) as archive,
    ):
        archive.mapped("few", "<f4", (2, 3))


def test_the_same_arrays_are_the_same_bytes(file: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.npz"
    write_archive(again, "test numbers", 3, {"name": "Ann"}, ARRAYS)
    assert again.read_bytes() == file.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["again.npz", "numbers.npz"]


def test_numpy_can_read_it_too(file: Path) -> None:
    with zipfile.ZipFile(file) as archive, archive.open("few.npy") as member:
        assert np.array_equal(np.load(member, allow_pickle=False), ARRAYS["few"])


@pytest.mark.parametrize(
    ("kind", "version", "words"),
    [
        ("other numbers", 3, "it is not a other numbers file"),
        ("test numbers", 4, "it has version 3, but this handsight reads version 4"),
    ],
)
def test_another_kind_or_version_is_refused(
    file: Path, kind: str, version: int, words: str
) -> None:
    with pytest.raises(InputError, match=words), open_archive(file, kind, version):
        pass


@pytest.mark.parametrize(
    ("name", "dtype", "shape"),
    [("few", "<f8", (2, 3)), ("few", "<f4", (3, 2)), ("few", "<f4", (10**12, 10**12))],
)
def test_an_array_of_another_type_or_shape_is_refused_before_it_is_read(
    file: Path, name: str, dtype: str, shape: tuple[int, ...]
) -> None:
    with (
        pytest.raises(InputError, match="few has shape"),
        open_archive(file, "test numbers", 3) as archive,
    ):
        archive.array(name, dtype, shape)


def test_an_array_that_is_not_there_is_named(file: Path) -> None:
    with (
        pytest.raises(InputError, match="missing"),
        open_archive(file, "test numbers", 3) as archive,
    ):
        archive.array("missing", "<f4", (1,))


def rewritten(path: Path, name: str, content: bytes) -> None:
    with zipfile.ZipFile(path) as archive:
        members = {each: archive.read(each) for each in archive.namelist()}
    with zipfile.ZipFile(path, "w") as archive:
        for each, data in {**members, name: content}.items():
            archive.writestr(each, data)


def test_a_changed_number_is_noticed(file: Path) -> None:
    with zipfile.ZipFile(file) as archive:
        content = bytearray(archive.read("few.npy"))
    content[-1] ^= 1
    rewritten(file, "few.npy", bytes(content))
    with pytest.raises(InputError, match="the checksum of few does not match"):
        read(file)


@pytest.mark.parametrize(
    "head", [b"", b"[]", b"{}", b"\xff", b'{"format": "test numbers"}', b"[" * 100_000]
)
def test_a_head_that_is_none_is_our_own_error(file: Path, head: bytes) -> None:
    rewritten(file, HEAD, head)
    with pytest.raises(InputError, match=r"numbers\.npz"):
        read(file)


def test_a_head_without_end_is_refused(file: Path) -> None:
    rewritten(file, HEAD, json.dumps({"format": "x" * 2_000_000}).encode())
    with pytest.raises(InputError, match="its head has more than 1,000,000 bytes"):
        read(file)


def test_damaged_files_are_our_own_errors(file: Path, tmp_path: Path) -> None:
    for number, content in enumerate(damaged(file.read_bytes(), 11, 300)):
        path = tmp_path / f"{number}.npz"
        path.write_bytes(content)
        with suppress(InputError):
            for array, kept in zip(read(path), ARRAYS.values(), strict=True):
                assert np.array_equal(array, kept)


def test_a_member_that_looks_encrypted_is_our_own_error(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[content.index(b"PK\1\2") + 8] |= 1  # the flags of the first member in the list
    content[6] |= 1
    file.write_bytes(content)
    with pytest.raises(
        InputError, match=r"numbers\.npz' is not a test numbers file, or is damaged"
    ):
        read(file)


def test_brackets_that_never_close_before_an_array_are_our_own_error(tmp_path: Path) -> None:
    path = tmp_path / "many.npz"  # so many that the head is read before their checksum
    write_archive(path, "test numbers", 3, {}, {"many": np.zeros(100_000, "<f4")})
    path.write_bytes(path.read_bytes().replace(b"(100000,), }", b"(100000((, }"))
    with (
        pytest.raises(InputError, match="is not a test numbers file, or is damaged"),
        open_archive(path, "test numbers", 3) as archive,
    ):
        archive.array("many", "<f4", (100_000,))


def test_a_file_that_is_not_there_is_the_systems_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError), open_archive(tmp_path / "no", "test numbers", 3):
        pass


# --- what a file is -------------------------------------------------------------------------------


@pytest.mark.parametrize("packed", [False, True])
def test_an_archive_says_what_it_contains(tmp_path: Path, packed: bool) -> None:
    write_archive(tmp_path / "a.npz", "test numbers", 3, {}, ARRAYS, packed=packed)
    assert archive_kind(tmp_path / "a.npz") == "test numbers"
    assert archive_kind(str(tmp_path / "a.npz")) == "test numbers"


def test_what_is_no_archive_contains_nothing(file: Path, tmp_path: Path) -> None:
    (tmp_path / "text.npz").write_text("no archive")
    np.savez(tmp_path / "numpy.npz", few=ARRAYS["few"])
    for name in ("none.npz", "text.npz", "numpy.npz", "."):
        assert archive_kind(tmp_path / name) == ""
    for head in (b"[]", b"{}", b"7", b"not json", b"\xff", b"[" * 100_000, b" " * (MOST_HEAD + 1)):
        rewritten(file, HEAD, head)
        assert archive_kind(file) == ""


def test_a_damaged_file_contains_what_it_says_or_nothing(file: Path, tmp_path: Path) -> None:
    for number, bad in enumerate(damaged(file.read_bytes(), 3, 200)):
        path = tmp_path / f"{number}.npz"
        path.write_bytes(bad)
        assert isinstance(archive_kind(path), str)
