"""Suits and signs are printed whatever encoding the system has for its output."""

import io
import sys

import pytest

from handsight.cli.main import main


class Terminal(io.TextIOWrapper):
    def isatty(self) -> bool:
        return True


def printed(stream: io.TextIOWrapper, monkeypatch: pytest.MonkeyPatch) -> bytes:
    """Explain a hand on a stream, and give what was written."""
    monkeypatch.setattr(sys, "stdout", stream)
    with pytest.raises(SystemExit) as ended:
        main(["rank", "AhKhQhJhTh"])
    assert ended.value.code == 0
    stream.write("♥ × é\n")  # a command prints its signs to the same stream
    stream.flush()
    held = stream.buffer
    assert isinstance(held, io.BytesIO)
    return held.getvalue().splitlines()[-1]


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "utf-8"])
def test_a_pipe_or_file_gets_utf_8(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTHONIOENCODING", raising=False)
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    assert printed(stream, monkeypatch) == "♥ × é".encode()


def test_a_terminal_keeps_its_encoding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTHONIOENCODING", raising=False)
    stream = Terminal(io.BytesIO(), encoding="cp1252")
    assert printed(stream, monkeypatch) == b"? \xd7 \xe9"


def test_an_encoding_that_is_named_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "cp1252")
    stream = io.TextIOWrapper(io.BytesIO(), encoding="cp1252")
    assert printed(stream, monkeypatch) == b"? \xd7 \xe9"


def test_how_an_encoding_answers_what_it_lacks_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal(io.BytesIO(), encoding="cp1252", errors="backslashreplace")
    assert printed(stream, monkeypatch) == b"\\u2665 \xd7 \xe9"
