"""A peer that is not there is told of in one line, with the command that installs it."""

import re
import subprocess
import sys
import tomllib

import pytest

from tests.peers import CALLED, PROJECT, REASON, in_one_place, reason

ROOT = PROJECT.parent
TESTS = ROOT / "tests"
CALLS = re.compile(r'importorskip\(\s*"([\w.]+)"(?:,\s*reason="([^"]*)")?')
EXTRAS = tomllib.loads(PROJECT.read_text("utf-8"))["project"]["optional-dependencies"]
DISTRIBUTIONS = {"pyspiel": "open_spiel", "sklearn": "scikit-learn"}

WITHOUT = """
import sys
sys.modules["pokerkit"] = None
import pytest
sys.exit(pytest.main(sys.argv[1:]))
"""


def asked_for() -> list[tuple[str, str, str]]:
    """List where which module is asked for, and why one does without it."""
    return [
        (path.name, module, why)
        for path in sorted(TESTS.rglob("*.py"))
        for module, why in CALLS.findall(path.read_text("utf-8"))
    ]


@pytest.mark.parametrize(("file", "module", "why"), asked_for())
def test_a_test_that_needs_a_peer_names_the_extra_that_has_it(
    file: str, module: str, why: str
) -> None:
    found = REASON.fullmatch(why)
    assert found is not None
    distribution = DISTRIBUTIONS.get(module, module)
    assert any(each.startswith(distribution) for each in EXTRAS[found["extra"]])
    assert why == reason(distribution, found["extra"])


def test_ci_selects_every_file_with_a_test_that_needs_a_peer() -> None:
    """Also where a module beside the tests asks for it; CI has run all others without peers."""
    [pattern] = re.findall(r'compared=.*grep -rlE "(.+?)"', (ROOT / ".ci/run").read_text("utf-8"))
    texts = {path: path.read_text("utf-8") for path in sorted(TESTS.rglob("*.py"))}
    asking = {path for path, text in texts.items() if CALLS.search(text)}
    helpers = "|".join(path.stem for path in asking if not path.name.startswith("test_"))
    imported = re.compile(rf"^from tests[\w.]*\.(?:{helpers}) import", re.MULTILINE)
    asking |= {path for path, text in texts.items() if imported.search(text)}
    asking = {path for path in asking if path.name.startswith("test_")}
    assert any("clusters" in texts[path] for path in asking)
    assert [path.name for path in sorted(asking) if not re.search(pattern, texts[path])] == []


def test_the_targets_that_are_named_are_in_the_makefile() -> None:
    [line] = [
        line
        for line in (ROOT / "Makefile").read_text("utf-8").splitlines()
        if line.endswith("$(VENV)/.%: $(VENV)/.made $(PINS)")
    ]
    for extra in ("peers", "learn", "envs", "torch"):
        assert f"$(VENV)/.{extra}" in line.split(":")[0].split()


def test_another_reason_stays_where_it_is() -> None:
    place = ("tests/test_files.py", 7, "Skipped: no such device")
    assert in_one_place(place) == place


def test_names_are_those_of_distributions() -> None:
    assert all(any(each.startswith(name) for each in EXTRAS["peers"]) for name in CALLED)


@pytest.mark.exhaustive
def test_all_that_is_skipped_for_want_of_a_peer_is_one_line() -> None:
    files = [
        *("tests/oracles/test_formats_pokerkit.py", "tests/oracles/test_game_pokerkit.py"),
        "tests/unit/formats/test_other_formats.py",
    ]
    result = subprocess.run(
        [sys.executable, "-c", WITHOUT, "-n", "0", "-p", "no:cacheprovider", *files],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    lines = [line for line in result.stdout.splitlines() if line.startswith("SKIPPED")]
    [line] = lines
    told = r"SKIPPED \[\d+\] pyproject\.toml:\d+: PokerKit is not installed; make \.venv/\.peers "
    assert re.match(told, line)
    assert 'pip install -e ".[peers]"' in line
