"""What is told of the machine, and what is not."""

import os
import platform

import pytest

from handsight.runtime.machine import cores, describe_machine


def test_the_machine_is_described_in_texts() -> None:
    texts = describe_machine()
    assert all(isinstance(text, str) and text for text in texts.values())
    assert texts["cores"] == str(cores())
    assert platform.python_version() in texts["Python"]


def test_its_name_is_not_told() -> None:
    assert platform.node() not in " ".join(describe_machine().values()).split()


def test_cores_are_those_that_may_be_used(monkeypatch: pytest.MonkeyPatch) -> None:
    assert 1 <= cores() <= (os.cpu_count() or 1)
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    assert cores() == (os.cpu_count() or 1)


def test_a_machine_that_tells_nothing_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "getloadavg", raising=False)
    monkeypatch.setattr(platform, "freedesktop_os_release", lambda: (_ for _ in ()).throw(OSError))
    texts = describe_machine()
    assert texts["load before"] == "unknown"
    assert texts["system"].startswith(platform.system())
