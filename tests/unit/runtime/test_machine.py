"""What is told of the machine, and what is not."""

import os
import platform
from pathlib import Path

import psutil
import pytest

from handsight.runtime import machine
from handsight.runtime.machine import cores, describe_machine, free_memory


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


def test_free_memory_is_that_of_the_system_without_a_limit(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(machine, "CONTROL_GROUP", tmp_path)
    assert 0 < free_memory() <= psutil.virtual_memory().total
    for name, text in (("max", "max"), ("current", "7"), ("stat", "inactive_file 1")):
        (tmp_path / f"memory.{name}").write_text(f"{text}\n")
    assert free_memory() > 1000


@pytest.mark.parametrize(("used", "free"), [(700, 350), (2000, 0)])
def test_free_memory_is_what_the_control_group_leaves(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, used: int, free: int
) -> None:
    monkeypatch.setattr(machine, "CONTROL_GROUP", tmp_path)
    texts = {"max": "1000", "current": str(used), "stat": "anon 9\ninactive_file 50"}
    for name, text in texts.items():
        (tmp_path / f"memory.{name}").write_text(f"{text}\n")
    assert free_memory() == free
