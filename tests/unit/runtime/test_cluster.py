"""Which schedulers are taken, and which are refused before anything is sent there."""

import json
import re
import sys
from pathlib import Path

import pytest

from handsight import cluster_executor
from handsight.errors import MissingExtraError, OptionError
from handsight.runtime.cluster import TLS_FILES, _Call, _checked_address


@pytest.fixture
def tls(tmp_path: Path) -> Path:
    folder = tmp_path / "tls"
    folder.mkdir()
    for name in TLS_FILES:
        (folder / name).touch()
    return folder


@pytest.mark.parametrize(
    ("address", "target"),
    [
        ("127.0.0.1:8786", "tcp://127.0.0.1:8786"),
        ("tcp://127.3.2.1:8786", "tcp://127.3.2.1:8786"),
        ("localhost:1", "tcp://localhost:1"),
        ("tcp://[::1]:65535", "tcp://[::1]:65535"),
    ],
)
def test_an_address_of_this_machine_needs_no_tls(address: str, target: str) -> None:
    assert _checked_address(address, None) == (target, ())


@pytest.mark.parametrize(
    "address",
    [
        *("10.0.0.5:8786", "tcp://10.0.0.5:8786", "tls://127.0.0.1:8786", "0.0.0.0:8786"),
        *("localhost.example.org:8786", "127.0.0.1.example.org:8786", "[2001:db8::1]:8786"),
    ],
)
def test_any_other_address_is_refused_without_tls(address: str) -> None:
    with pytest.raises(OptionError, match=r"needs a folder for TLS with ca\.pem"):
        _checked_address(address, None)


def test_with_tls_any_address_is_taken(tls: Path) -> None:
    files = tuple(tls / name for name in TLS_FILES)
    assert _checked_address("10.0.0.5:8786", tls) == ("tls://10.0.0.5:8786", files)
    assert _checked_address("tls://head:8786", tls) == ("tls://head:8786", files)


def test_an_address_that_is_not_encrypted_does_not_go_with_tls(tls: Path) -> None:
    with pytest.raises(OptionError, match="not encrypted"):
        _checked_address("tcp://10.0.0.5:8786", tls)


@pytest.mark.parametrize("name", TLS_FILES)
def test_each_missing_file_for_tls_is_named(tls: Path, name: str) -> None:
    (tls / name).unlink()
    with pytest.raises(OptionError, match=f"there is no file '.*{name}'"):
        _checked_address("10.0.0.5:8786", tls)


@pytest.mark.parametrize(
    "address",
    [
        *("", "8786", "127.0.0.1", "127.0.0.1:0", "127.0.0.1:65536", "127.0.0.1:port"),
        *("inproc://127.0.0.1:8786", "http://127.0.0.1:8786", "127.0.0.1:8786/status"),
    ],
)
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(OptionError, match="the scheduler's address is"):
        _checked_address(address, None)


# --- scheduler files ------------------------------------------------------------------------------


def test_a_scheduler_file_names_the_address(tmp_path: Path) -> None:
    file = tmp_path / "scheduler.json"
    file.write_text(json.dumps({"type": "Scheduler", "address": "tcp://127.0.0.1:40123"}))
    assert _checked_address(str(file), None) == ("tcp://127.0.0.1:40123", ())


def test_the_address_in_a_scheduler_file_needs_tls_like_any_other(tmp_path: Path) -> None:
    file = tmp_path / "scheduler.json"
    file.write_text(json.dumps({"address": "tcp://10.0.0.5:8786"}))
    with pytest.raises(OptionError, match="needs a folder for TLS"):
        _checked_address(str(file), None)


@pytest.mark.parametrize(
    "content", ["", "[", "[]", "{}", '{"address": 7}', '{"address": null}', "7", "[" * 99_999]
)
def test_a_file_without_an_address_is_refused(tmp_path: Path, content: str) -> None:
    file = tmp_path / "scheduler.json"
    file.write_text(content)
    with pytest.raises(OptionError, match="is not a scheduler file"):
        _checked_address(str(file), None)


def test_a_scheduler_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="No such file"):
        _checked_address(str(tmp_path / "scheduler.json"), None)


# --- commands that start workers ------------------------------------------------------------------


def test_no_command_of_the_page_listens_to_others_without_tls() -> None:
    page = Path(__file__).parents[3] / "docs" / "how-to" / "cluster.md"
    text = page.read_text("utf-8").replace("\\\n", " ")
    commands = [line for line in text.splitlines() if re.search("dask (scheduler|worker) ", line)]
    commands = [line for line in commands if line.startswith(("$", "dask", "srun"))]
    assert len(commands) == 7
    for line in commands:
        is_encrypted = "--tls-" in line or "$tls" in line
        assert is_encrypted or "--host 127.0.0.1" in line, line
        assert "--dashboard-address 127.0.0.1:" in line, line


def test_on_the_page_a_certificate_is_not_called_like_its_authority() -> None:
    page = Path(__file__).parents[3] / "docs" / "how-to" / "cluster.md"
    names = re.findall(r"openssl req .*-subj (\S+)", page.read_text("utf-8"))
    assert len(names) == len({*names}) == 2


# --- without Dask ---------------------------------------------------------------------------------


def test_without_dask_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with (
        pytest.raises(MissingExtraError, match=r"pip install 'handsight\[cluster\]'"),
        cluster_executor("127.0.0.1:8786"),
    ):
        pass


def test_what_is_sent_is_not_shown() -> None:
    assert repr(_Call(b"a", b" secret")) == "<8 bytes>"
