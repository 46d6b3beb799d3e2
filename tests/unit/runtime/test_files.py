"""A file is written whole or not at all."""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from handsight.runtime.files import replacing_file, write_whole


@pytest.mark.parametrize("data", ["new\nAhKh ♥\n", "new\r\n", b"\x00\xff\n", ""])
def test_a_file_is_replaced_as_a_whole_and_nothing_is_left_beside_it(
    tmp_path: Path, data: str | bytes
) -> None:
    path = tmp_path / "table"
    path.write_text("old", "utf-8")
    write_whole(path, data)
    assert path.read_bytes() == (data.encode() if isinstance(data, str) else data)
    assert list(tmp_path.iterdir()) == [path]


def test_the_path_may_be_a_text(tmp_path: Path) -> None:
    write_whole(str(tmp_path / "table"), "new")
    assert (tmp_path / "table").read_text("utf-8") == "new"


def test_a_text_that_cannot_be_encoded_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "table"
    path.write_text("old", "utf-8")
    with pytest.raises(UnicodeEncodeError):
        write_whole(path, "new \ud800")
    assert path.read_text("utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_write_that_fails_half_way_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "table"
    path.write_text("old", "utf-8")

    def fill_the_disk(self: Path, data: bytes) -> int:
        with self.open("wb") as file:
            file.write(data[:1])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", fill_the_disk)
    with pytest.raises(OSError, match="No space left"):
        write_whole(path, "new")
    assert path.read_text("utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_that_is_not_there_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        write_whole(tmp_path / "nowhere" / "table", "new")


def test_a_folder_is_not_replaced(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        write_whole(tmp_path, "new")
    assert tmp_path.is_dir()


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_link_stays_and_its_file_is_replaced(tmp_path: Path) -> None:
    file, link = tmp_path / "table", tmp_path / "link"
    file.write_text("old", "utf-8")
    link.symlink_to(file)
    write_whole(link, "new")
    assert link.is_symlink()
    assert file.read_text("utf-8") == "new"


@pytest.mark.skipif(not Path("/dev/null").is_char_device(), reason="no such device")
def test_a_device_is_written_to_and_stays() -> None:
    write_whole("/dev/null", "new")
    assert Path("/dev/null").is_char_device()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no such pipes")
def test_a_pipe_gets_the_content_and_is_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with ThreadPoolExecutor(1) as other:
        read = other.submit(pipe.read_bytes)
        with replacing_file(pipe) as beside:
            assert beside.parent != tmp_path
            beside.write_bytes(b"new")
    assert read.result() == b"new"
    assert pipe.is_fifo()
    assert list(tmp_path.iterdir()) == [pipe]
