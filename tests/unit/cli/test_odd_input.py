"""Whatever stands in a path, a number or on standard input: one line that says what is wrong."""

import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from click.testing import CliRunner

from handsight.arena import ArenaSpec, ArenaStore, run_arena
from handsight.arena.storage.store import KIND
from handsight.cli import CANNOT_WRITE
from handsight.cli.main import main
from handsight.cli.terminal import say
from handsight.errors import ArenaError, HistoryError, OptionError
from handsight.formats import phhs_text, read_hands
from handsight.game import Hand, check_hands, random_hands
from handsight.opponents.stats import PlayerStore
from handsight.runtime.integers import MOST_DRAWN
from handsight.runtime.locking import WriteLock

HUGE = str(10**23)


def failure(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Run a command that cannot be done; give the one line that it says."""
    with pytest.raises(SystemExit) as ended:
        main(list(words))
    assert ended.value.code in (1, 2)
    said = capsys.readouterr().err
    assert said.count("\n") == 1, said
    assert said.startswith('{"error": ' if "--json" in words else "handsight: ")
    return said


@pytest.fixture(scope="module")
def hands(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("hands") / "hands.phhs"
    file.write_text("".join(phhs_text(random_hands(3, seed=7, hands=2))))
    return str(file)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("arena") / "arena.db"
    run_arena(ArenaSpec(agents=("call", "fold"), pairs=2, seed=7), file)
    return str(file)


# --- paths ----------------------------------------------------------------------------------------

READ = {
    "resume": ("arena", "--resume", "PATH"),
    "report": ("report", "PATH"),
    "import": ("import", "PATH", "--store", "STORE"),
    "players": ("players", "--store", "PATH"),
    "model": ("explain", "AhKh", "--history", "p1 raises 300", "--opponent-model", "PATH"),
    "solution": ("solve", "--load", "PATH"),
    "locks": ("solve", "--example", "--lock", "PATH"),
}
WRITTEN = {
    "store": ("arena", "call", "fold", "--pairs", "1", "--store", "PATH"),
    "players": ("import", "HANDS", "--store", "PATH"),
    "svg": ("range", "22+", "--svg", "PATH"),
    "json": ("report", "ARENA", "--json", "PATH"),
    "html": ("report", "ARENA", "--html", "PATH"),
    "solution": ("solve", "--example", "--save", "PATH"),
    "strategy": ("solve", "--example", "--svg", "PATH"),
    "push-fold": ("push-fold", "--stack-bb", "10", "--svg", "PATH"),
}


def filled(words: tuple[str, ...], path: str, hands: str, store: str, tmp_path: Path) -> list[str]:
    named = {"PATH": path, "HANDS": hands, "ARENA": store, "STORE": str(tmp_path / "players.db")}
    return [named.get(word, word) for word in words]


@pytest.mark.parametrize("words", [*READ.values(), *WRITTEN.values()], ids=[*READ, *WRITTEN])
def test_a_path_that_is_empty_is_told(
    words: tuple[str, ...],
    hands: str,
    store: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert "is empty" in failure(capsys, *filled(words, "", hands, store, tmp_path))


@pytest.mark.parametrize("path", ["/", "FOLDER", "MISSING"])
@pytest.mark.parametrize("words", WRITTEN.values(), ids=WRITTEN)
def test_a_path_that_cannot_be_written_is_named(
    words: tuple[str, ...],
    path: str,
    hands: str,
    store: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    path = {"FOLDER": str(folder), "MISSING": str(tmp_path / "missing" / "file.db")}.get(path, path)
    said = failure(capsys, *filled(words, path, hands, store, tmp_path))
    assert repr(path) in said or repr(str(Path(path).parent)) in said
    assert sorted(each.name for each in tmp_path.iterdir()) == ["folder"], "nothing is left behind"


@pytest.mark.parametrize("words", [words for name, words in READ.items() if name != "import"])
def test_a_folder_that_should_be_a_file_is_named(
    words: tuple[str, ...],
    hands: str,
    store: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert str(tmp_path) in failure(capsys, *filled(words, str(tmp_path), hands, store, tmp_path))


def test_before_a_long_solve_it_is_known_that_its_solution_can_be_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("handsight.cli.study.solve.solve", None)  # whoever calls it fails
    closed = tmp_path / "closed"
    closed.mkdir()
    monkeypatch.setattr(os, "access", lambda path, mode: path != closed)
    for option in ("--save", "--svg"):
        for path in (tmp_path, tmp_path / "missing" / "file", closed / "file"):
            said = failure(capsys, "solve", "--example", option, str(path))
            assert f"{option} cannot write {str(path)!r}" in said


@pytest.mark.parametrize("path", ["", "/", "a\0b"])
def test_a_store_is_a_file(path: str) -> None:
    with pytest.raises(ArenaError):
        WriteLock(Path(path), KIND)
    with pytest.raises(OptionError):
        PlayerStore(path, create=True)


def test_what_cannot_be_read_is_not_said_to_be_unwritable(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    errors = {
        "'/some/file' cannot be used: Permission denied": PermissionError(
            13, "Permission denied", "/some/file"
        ),
        "there is not enough memory for this: Cannot allocate memory": OSError(
            12, "Cannot allocate memory"
        ),
        "there is not enough memory for this": MemoryError(),
        "out of something": OSError("out of something"),
        "cannot write: No space left on device": OSError(28, "No space left on device"),
    }
    for sentence, error in errors.items():

        def refuse(*words: object, error: BaseException = error) -> None:
            raise error

        monkeypatch.setattr("handsight.cli.hands.odds.rank_hand", refuse)
        assert failure(capsys, "rank", "AhKhQhJhTh") == f"handsight: {sentence}\n"


def test_a_folder_that_cannot_be_read_is_one_error_and_the_rest_goes_on(
    tmp_path: Path, hands: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(hands, tmp_path / "hands.phhs")
    (tmp_path / "closed").mkdir()
    opened = os.scandir

    def refusing(path: str) -> object:
        if str(path).endswith("closed"):
            raise PermissionError(13, "Permission denied", path)
        return opened(path)

    monkeypatch.setattr(os, "scandir", refusing)
    found = list(read_hands(tmp_path))
    assert [getattr(each, "reason", "hand") for each in found] == [
        "the folder cannot be read: Permission denied",
        "hand",
        "hand",
    ]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no such pipes")
def test_hands_are_read_from_a_pipe_too(hands: str, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with ThreadPoolExecutor(1) as other:
        other.submit(pipe.write_bytes, Path(hands).read_bytes())
        found = list(read_hands(pipe))
    assert found == list(read_hands(hands))
    assert all(isinstance(each, Hand) for each in found)


# --- numbers --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        ("equity", "AhKh", "QQ+", "random", "--trials", HUGE),
        ("pocket-table", "--games", HUGE),
        ("hand-eval", "--pocket", "AhKh", "--players", "9", "--deals", HUGE),
        (
            "hand-eval",
            "--as-published",
            "--pocket",
            "AhKh",
            "--community",
            "Qh7h2c",
            "--deals",
            HUGE,
        ),
        ("reproduce", "cisti-2013-table-1", "--trials", HUGE),
        ("reproduce", "odds-methods", "--trials", HUGE),
        ("arena", "call", "fold", "--pairs", HUGE),
        ("arena", f"fai-v5:trials={HUGE}", "fold", "--pairs", "1"),
        ("report", "ARENA", "--hand", HUGE),
        ("deal", "--players", HUGE),
        ("deal", "--hands", HUGE),
        ("arena", "call", "fold", "--workers", HUGE),
        ("solve", "--example", "--workers", HUGE),
        ("explain", "AhKh", "--opponents", HUGE),
        ("play", "call", "--stack", HUGE),
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_a_number_beyond_all_measure_is_refused_at_once(
    words: tuple[str, ...], store: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert HUGE in failure(capsys, *(store if word == "ARENA" else word for word in words))
    assert int(HUGE) > MOST_DRAWN


# --- standard input -------------------------------------------------------------------------------


@pytest.mark.repeats(1)
@pytest.mark.parametrize("words", [("play", "call", "--hands", "1"), ("hand-eval",)])
def test_bytes_that_are_no_text_are_asked_about_again(words: tuple[str, ...]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "handsight", *words],
        input=b"\xff\xfe\x80\n" * 3 + b"q\n",
        env=os.environ | {"PYTHONIOENCODING": "", "PYTHONUTF8": "1"},
        capture_output=True,
        check=False,
    )
    assert b"Traceback" not in done.stderr
    assert done.returncode in (0, 2, 130)


# --- records --------------------------------------------------------------------------------------


def test_a_log_that_tells_too_few_results_is_an_error(tmp_path: Path) -> None:
    pytest.importorskip("pokerkit", reason="PokerKit is not installed (extra: peers)")
    file = tmp_path / "short.log"
    file.write_text("STATE:0:r300c/cc/cc/cc:AhKh|QsQd/Qh7h2c/3d/4s:-300:Ann|Bob\n")
    (error,) = check_hands(read_hands(file)).errors
    assert "results" in error.reason
    assert error.line == 1


def test_a_hand_whose_ends_are_not_one_a_player_is_an_error() -> None:
    from dataclasses import replace

    (hand,) = random_hands(3, seed=7, hands=1)
    (error,) = check_hands([replace(hand, finishing_stacks=(1, 2))]).errors
    assert error.reason == "finishing_stacks is given for 2 players, but there are 3"


def test_an_amount_in_any_currency_is_read(tmp_path: Path) -> None:
    from tests.unit.formats.site_texts import CASH

    file = tmp_path / "yen.txt"
    file.write_text(CASH.replace("collected $6", "collected ¥6").replace("Rake $", "Rake ¥"))
    (found,) = read_hands(file)
    assert not isinstance(found, HistoryError)
    assert getattr(found, "winnings", None) is not None


# --- limits of the system -------------------------------------------------------------------------


def test_a_limit_to_the_size_of_files_is_named(tmp_path: Path) -> None:
    import resource

    script = (
        "import resource\n"
        "from handsight.arena import ArenaSpec, run_arena\n"
        f"resource.setrlimit({resource.RLIMIT_FSIZE}, (20_000, 20_000))\n"
        "run_arena(ArenaSpec(agents=('call', 'fold'), pairs=500, seed=7), 'arena.db')"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert "files may not grow beyond 20,000 bytes here (ulimit -f)" in done.stderr.splitlines()[-1]


@pytest.mark.parametrize("width", [40, 60])
def test_sentences_are_no_wider_than_the_terminal(
    width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", str(width))
    text = "  " + "Intervals of 95% on mirrored pairs; they are for a fixed number. " * 3
    say(text)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 1
    assert all(len(line) <= width and line.startswith("  ") for line in lines)
    assert " ".join(" ".join(lines).split()) == " ".join(text.split())


def test_a_store_can_be_read_where_all_is_well(store: str) -> None:
    with ArenaStore.read(store) as found:
        assert found.result().hands == 4
    assert CANNOT_WRITE == 1


@pytest.mark.parametrize(
    "words",
    ["acpc deal fold call", "acpc play fold", "serve", "pokerbots play fold", "slumbot serve fold"],
)
def test_a_word_where_a_port_belongs_is_answered_with_the_range(words):
    done = CliRunner().invoke(main, [*words.split(), "--port", "x"])
    assert done.exit_code == 2
    assert "a port is 'x'; it must be a whole number from 0 to 65535" in done.stderr


RIVER = "solve 2c2d2h3s3d --oop AA --ip KK --pot 10 --stack 10"


@pytest.mark.parametrize(
    ("words", "range_"),
    [
        ("exploit call --hands 2 --combos", "1 to 1,326"),
        ("leaderboard --pairs", "2 to 1,000,000"),
        (f"{RIVER} --raise-cap", "0 to 20"),
        (f"{RIVER} --iterations", "1 to 1,000,000"),
        (f"{RIVER} --workers", "1 to 256"),
        ("push-fold --stack-bb 10 --ante-bb", "0 to 1"),
        ("push-fold --stack-bb", "1 to 100"),
        ("train blueprint --rounds 1 --stack-bb", "1 to 1,000"),
        ("train blueprint --rounds 1 --workers", "1 to 256"),
        ("train blueprint --rounds 1 --buckets", "1 to 256"),
        ("train blueprint --rounds", "1 to 10,000,000"),
        ("train policy --rounds 1 --stack-bb", "2 to 1,310"),
        ("train policy --rounds 1 --players", "2 to 9"),
        ("acpc deal --hands", "1 to 10,000,000"),
        ("slumbot play call --hands", "1 to 1,000,000"),
        ("pokerbots play call --port 1 --stack", "2 to 1,000,000,000"),
        ("arena call fold --workers", "1 to 1,024"),
    ],
)
def test_a_word_where_a_number_of_a_range_belongs_is_answered_with_the_range(
    words: str, range_: str
) -> None:
    for value in ("x", HUGE):
        done = CliRunner().invoke(main, [*words.split(), value])
        assert done.exit_code == 2, done.output
        assert re.search(rf"\b{range_}(?![\d,]*\d)", done.stderr), done.stderr
