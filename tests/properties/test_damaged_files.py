"""Whatever a file holds, nothing but our own errors comes out of those who read it.

Every reader of files stands in `READERS`, with a file that it reads. The file is damaged in many
ways: bits flipped, ends cut off, pieces put elsewhere. In databases and archives of arrays odd
values are put into the places of good ones too, for which bytes alone would hardly do.
"""

import dataclasses
import io
import json
import re
import sqlite3
import tarfile
import warnings
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from handsight.agents import AgentSpec
from handsight.arena import ArenaSpec, ArenaStore, export, run_arena
from handsight.arena.storage.conversion import convert_store
from handsight.arena.storage.secret import SIZE, read_secret, write_secret
from handsight.arena.sums.player_counts import player_counts
from handsight.arena.variance.reduction import adjusted_results
from handsight.cli.main import main
from handsight.coach.drill import DrillAnswer, DrillStore, Mistake
from handsight.errors import ArenaError, HandsightError, OptionError
from handsight.formats import phhs_text, read_hands
from handsight.game import Damaged, check_hands, random_hands
from handsight.interop.pokerbots import PokerbotsProgram
from handsight.opponents.model import OpponentModel
from handsight.opponents.stats import PlayerStore, import_hands
from handsight.opponents.stats.conversion import convert_players
from tests.damage import damaged, odd_json
from tests.stores import players_version_1, players_version_2, version_2
from tests.thorough import up_to
from tests.unit.arena.agents_for_tests import Raises
from tests.unit.formats import site_texts

SOURCE = Path(__file__).parents[2] / "src" / "handsight"


# --- what is read -------------------------------------------------------------------------------


def phhs(hands: int = 4) -> bytes:
    return "".join(phhs_text(random_hands(3, seed=7, hands=hands))).encode()


ACPC = "\n".join(
    (
        "STATE:0:r300c/cr900c/cc/cr2000f:AhKh|QsQd/Qh7h2c/3d/4s:-900|900:Ann|Bob",
        "STATE:1:f:AhKd|QsJd:50|-50:Bob|Ann",
        "STATE:2:cc/cc/cc/cc:2h3d|AsAd/Qh7h2c/3c/4s:-100|100:Ann|Bob",
        "",
    )
)


PROGRAM = '{"build": ["make", "bot"], "run": ["python3", "player.py"], "by": {"name": ["Ann"]}}'


def tar(mode: str) -> bytes:
    held = io.BytesIO()
    with tarfile.open(fileobj=held, mode=f"w:{mode}") as archive:
        for name in ("one.phhs", "folder/two.phhs", "three.phhs"):
            member = tarfile.TarInfo(name)
            content = phhs(2)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return held.getvalue()


def zipped(method: int) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", method) as archive:
        for name in ("one.phhs", "folder/two.phhs", "three.phhs"):
            archive.writestr(name, phhs(2))
    return held.getvalue()


def by_pokerkit(text: str) -> Callable[[Path], bytes]:
    def made(folder: Path) -> bytes:
        pytest.importorskip("pokerkit", reason="PokerKit is not installed (extra: peers)")
        return text.encode()

    return made


def in_text(*hands: str) -> Callable[[Path], bytes]:
    """Give a file of hands of a site; the made ones are written by hand."""
    return lambda _: "\n\n".join(hands).encode()


def arena(folder: Path) -> bytes:
    spec = ArenaSpec(agents=("random", "call", "fold"), pairs=3, seed=7, block=2)
    run_arena(spec, folder / "arena.db", agents={"random": Raises("observe")})
    return (folder / "arena.db").read_bytes()


def arena_with_secret(folder: Path) -> bytes:
    spec = ArenaSpec(agents=("random", "call"), pairs=3, seed=7)
    raises = {"random": Raises("act")}
    run_arena(spec, folder / "arena.db", agents=raises, secret=folder / "secret")
    return (folder / "arena.db").read_bytes()


def old_arena(folder: Path) -> bytes:
    return version_2(folder / "old.db").read_bytes()


def old_players(folder: Path) -> bytes:
    return players_version_1(folder / "old.db").read_bytes()


def players_2(folder: Path) -> bytes:
    return players_version_2(folder / "old.db").read_bytes()


def secret(folder: Path) -> bytes:
    write_secret(folder / "made", bytes(range(SIZE)))
    return (folder / "made").read_bytes()


def players(folder: Path) -> bytes:
    with PlayerStore(folder / "players.db", create=True) as store:
        store.add(random_hands(4, seed=7, hands=30))
    return (folder / "players.db").read_bytes()


def drills(folder: Path) -> bytes:
    with DrillStore(folder / "drill.db", create=True) as store:
        store.add_mistakes([Mistake("pot-odds 12 6", 0, 2.0)])
        for right in (False, True):
            store.add(DrillAnswer(0, "outs", "turn", "outs a", "8", right, None))
    return (folder / "drill.db").read_bytes()


def model(likelihood: str) -> Callable[[Path], bytes]:
    def made(folder: Path) -> bytes:
        fitted = OpponentModel(likelihood)
        if likelihood == "logistic":
            pytest.importorskip("sklearn", reason="scikit-learn is not installed (extra: learn)")
        fitted.fit(random_hands(3, seed=7, hands=60))
        fitted.save(folder / "model.npz")
        return (folder / "model.npz").read_bytes()

    return made


# --- who reads it -------------------------------------------------------------------------------


def decode_hands(file: Path) -> None:
    check_hands(read_hands(file))


def read_the_secret(file: Path) -> None:
    read_secret(file)


def read_arena(file: Path) -> None:
    with ArenaStore.read(file) as store:
        store.secret_text()
        store.result()
        list(store.faults())
        export(store)
        player_counts(store)
        adjusted_results(store, "all-in")


def show_arena(file: Path) -> None:
    command("report", str(file))
    command("report", str(file), "--json")
    command("report", str(file), "--svg")


def import_arena(file: Path) -> None:
    with PlayerStore(file.with_suffix(".players"), create=True) as store:
        import_hands(file, store)


def resume_arena(file: Path) -> None:
    spec = ArenaSpec(agents=("random", "call", "fold"), pairs=3, seed=7, block=2)
    with ArenaStore.open(file, spec) as store:
        store.result()


def read_players(file: Path) -> None:
    with PlayerStore(file) as store:
        assert store.hands >= 0
        for name in store.players():
            store.counts(name)
        store.add(random_hands(4, seed=7, hands=31))
    command("players", "--store", str(file))
    command("players", "--store", str(file), "--json")
    command("players", "player 1", "--store", str(file))


def read_drills(file: Path) -> None:
    with DrillStore(file) as store:
        store.due(1000)
        store.add_mistakes([Mistake("pot-odds 12 7", 0)])
        store.add(DrillAnswer(0, "outs", "turn", "outs b", "8", True, None))
    command("drill", "--progress", "--store", str(file))


def convert_arena(file: Path) -> None:
    convert_store(file, file.with_suffix(".new"))
    export(file.with_suffix(".new"))


def convert_the_players(file: Path) -> None:
    convert_players(file, file.with_suffix(".new"))


def read_model(file: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        held = OpponentModel.load(file)
        held.start_hand(
            [1000, 1000, 1000], button=0, posts=[0, 5, 10], names=("player 1", "x", "y")
        )
        held.act(0, "raise", 30)
        held.weights(0)


def load_bot(file: Path) -> None:
    AgentSpec.parse(f"{file}:Bot").build()


def read_program(file: Path) -> None:
    """Read the commands from beside the file, under the one name that they may have."""
    (file.parent / "commands.json").write_bytes(file.read_bytes())
    try:
        PokerbotsProgram(str(file.parent))
    except OptionError as error:
        raise OptionError(str(error).replace("commands.json", file.name)) from None


def command(*words: str) -> None:
    """Run a command; an error of ours ends it with status 1 or 2."""
    with pytest.raises(SystemExit):
        main(list(words))


@dataclass(frozen=True)
class Reader:
    """A reader of files.

    Attributes:
        ending: of its files' names.
        make: gives the content of a good file; it is given a folder to work in.
        read: reads a file.
        inside: how odd values get into the file, other than by its bytes.
        shrink: by how much fewer cases do.
    """

    ending: str
    make: Callable[[Path], bytes]
    read: Callable[[Path], None]
    inside: str = ""
    shrink: int = 1


READERS = {
    "PHH": Reader(".phh", lambda _: phhs(1).partition(b"\n")[2], decode_hands),
    "PHHS": Reader(".phhs", lambda _: phhs(), decode_hands),
    "PokerStars": Reader(".txt", in_text(site_texts.CASH, site_texts.TWICE), decode_hands),
    "PokerStars counted": Reader(".txt", in_text(site_texts.ANTES), import_arena),
    "GGPoker": Reader(".txt", in_text(site_texts.GG_CASH, site_texts.GG_TOURNAMENT), decode_hands),
    "Winamax": Reader(".txt", in_text(site_texts.WINAMAX_CASH), decode_hands),
    "Winamax tournament": Reader(".txt", in_text(site_texts.WINAMAX_TOURNAMENT), decode_hands),
    "PartyPoker": Reader(".txt", in_text(site_texts.PARTY_CASH), decode_hands),
    "PartyPoker tournament": Reader(".txt", in_text(site_texts.PARTY_TOURNAMENT), decode_hands),
    "888poker": Reader(".txt", in_text(site_texts.PACIFIC_CASH), decode_hands),
    "888poker tournament": Reader(".txt", in_text(site_texts.PACIFIC_TOURNAMENT), decode_hands),
    "iPoker": Reader(".xml", in_text(site_texts.IPOKER_CASH), decode_hands),
    "Bovada": Reader(".txt", in_text(site_texts.BOVADA_CASH), decode_hands),
    "Ignition tournament": Reader(".txt", in_text(site_texts.BOVADA_TOURNAMENT), decode_hands),
    "Winning Poker Network": Reader(".txt", in_text(site_texts.WINNING_CASH), decode_hands),
    "Winning Poker Network before 2017": Reader(
        ".txt", in_text(site_texts.WINNING_2014), decode_hands
    ),
    "Full Tilt Poker": Reader(".txt", in_text(site_texts.FULL_TILT_CASH), decode_hands),
    "ACPC": Reader(".log", by_pokerkit(ACPC), decode_hands),
    "tar": Reader(".tar", lambda _: tar(""), decode_hands),
    "tar.gz": Reader(".tar.gz", lambda _: tar("gz"), decode_hands),
    "tar.bz2": Reader(".tar.bz2", lambda _: tar("bz2"), decode_hands),
    "tar.xz": Reader(".tar.xz", lambda _: tar("xz"), decode_hands),
    "zip": Reader(".zip", lambda _: zipped(zipfile.ZIP_DEFLATED), decode_hands),
    "stored zip": Reader(".zip", lambda _: zipped(zipfile.ZIP_STORED), decode_hands),
    "lzma zip": Reader(".zip", lambda _: zipped(zipfile.ZIP_LZMA), decode_hands),
    "arena": Reader(".db", arena, read_arena, "database"),
    "arena with a secret": Reader(".db", arena_with_secret, read_arena, "database"),
    "secret": Reader(".secret", secret, read_the_secret),
    "arena shown": Reader(".db", arena, show_arena, "database", shrink=4),
    "arena imported": Reader(".db", arena, import_arena, "database"),
    "arena resumed": Reader(".db", arena, resume_arena, "database"),
    "arena converted": Reader(".db", old_arena, convert_arena, "database", shrink=4),
    "players converted": Reader(".db", old_players, convert_the_players, "database"),
    "players of version 2": Reader(".db", players_2, convert_the_players, "database", shrink=2),
    "players": Reader(".db", players, read_players, "database", shrink=2),
    "drills": Reader(".db", drills, read_drills, "database", shrink=2),
    "dirichlet": Reader(".npz", model("dirichlet"), read_model, "arrays", shrink=4),
    "loki": Reader(".npz", model("loki"), read_model, "arrays"),
    "logistic": Reader(".npz", model("logistic"), read_model, "arrays", shrink=2),
    "commands of a program": Reader(".json", lambda _: PROGRAM.encode(), read_program),
}


# --- damage from inside -------------------------------------------------------------------------

ODD_CELLS = (None, -1, 0, 5, 2**63 - 1, -1.5, float("inf"), "", "x", "\0", b"", b"\xff\xfe", "[]")
ODD_CELLS += ("null", "{}", "[1]", "[null]", "[1e999, NaN]", "[" * 5000, '{"a": [[]]}', "1e400")


def odd_database(content: bytes, draw: Random, folder: Path) -> bytes:
    """Give a copy in which one cell holds something odd, or a row is gone."""
    file = folder / "odd.db"
    while True:
        file.write_bytes(content)
        with closing(sqlite3.connect(file)) as base:
            names = base.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
            try:
                _spoil_a_row(base, draw.choice(names)[0], draw)
                base.commit()
            except sqlite3.Error:
                continue
        return file.read_bytes()


def _spoil_a_row(base: sqlite3.Connection, table: str, draw: Random) -> None:
    columns = [row[1] for row in base.execute(f"PRAGMA table_info({table})")]
    rows = base.execute(f"SELECT * FROM {table}").fetchall()
    row, place = draw.choice(rows), draw.randrange(len(columns))
    where = " AND ".join(f"{each} IS ?" for each in columns)
    if draw.random() < 0.1:
        base.execute(f"DELETE FROM {table} WHERE {where}", row)
    else:
        odd = (_odd_cell(row[place], draw), *row)
        base.execute(f"UPDATE {table} SET {columns[place]} = ? WHERE {where}", odd)


def _odd_cell(value: Any, draw: Random) -> Any:
    if isinstance(value, str) and value[:1] in ("[", "{") and draw.random() < 0.7:
        return json.dumps(odd_json(json.loads(value), draw))
    if isinstance(value, str) and value and draw.random() < 0.5:
        *_, copy = damaged(value.encode(), draw.random(), 2)
        return copy.decode("utf-8", "replace")
    return draw.choice(ODD_CELLS)


def odd_arrays(content: bytes, draw: Random, folder: Path) -> bytes:
    """Give a copy in which one array is another, is gone, or has another name."""
    with np.load(io.BytesIO(content)) as held:
        named = {name: held[name] for name in held.files}
    name = draw.choice([*named, "told"])
    array = named.pop(name)
    match draw.randrange(8):
        case 0:
            pass
        case 1:
            named[draw.choice(("array", "array x", "array counts", "array counts x", "x", ""))] = (
                array
            )
        case 2:
            named[name] = draw.choice(
                (np.zeros(0), np.zeros(3), np.array(1.0), np.full(array.shape, np.nan))
            )
        case 3:
            named[name] = array.astype(
                draw.choice(("U3", "complex", "int8", "bool", "float16", "S2"))
            )
        case 4:
            named[name] = array.reshape(-1)[: draw.randrange(array.size + 1)]
        case 5 if name != "told":
            flat = array.astype(float).ravel().copy()
            flat[draw.randrange(flat.size)] = draw.choice((np.nan, np.inf, -1.0, 1e308))
            named[name] = flat.reshape(array.shape)
        case _:
            told = json.loads(named.get("told", array).tobytes())
            for _ in range(draw.choice((1, 1, 2))):
                told = odd_json(told, draw)
            named[name] = array
            named["told"] = np.frombuffer(json.dumps(told).encode(), np.uint8)
    file = io.BytesIO()
    np.savez(file, **named)  # type: ignore[arg-type]
    return file.getvalue()


INSIDE = {"database": odd_database, "arrays": odd_arrays}


def spoiled(reader: Reader, content: bytes, seed: int, cases: int, folder: Path) -> Iterator[bytes]:
    """Give damaged copies: by bytes, and then from inside."""
    yield from damaged(content, seed, cases)
    if reader.inside:
        draw = Random(seed)
        for _ in range(cases):
            yield INSIDE[reader.inside](content, draw, folder)


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize(
    "cases", [4, pytest.param(up_to(2000, 200), marks=pytest.mark.exhaustive)], ids=["some", "many"]
)
def test_a_damaged_file_gives_our_own_errors_only(
    name: str, cases: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    reader = READERS[name]
    content = reader.make(tmp_path)
    foreign: list[str] = []
    tried = 0
    for number, copy in enumerate(
        spoiled(reader, content, 7, max(1, cases // reader.shrink), tmp_path)
    ):
        folder = tmp_path / "case"
        folder.mkdir(exist_ok=True)
        for old in folder.iterdir():
            old.unlink()
        file = folder / f"damaged{reader.ending}"
        file.write_bytes(copy)
        tried += 1
        try:
            reader.read(file)
        except HandsightError as error:
            if str(file) not in str(error):
                foreign.append(f"{number}: does not name the file: {error}")
        except Exception as error:
            place = error.__traceback__
            while place is not None and place.tb_next is not None:
                place = place.tb_next
            where = f"{place.tb_frame.f_code.co_filename}:{place.tb_lineno}" if place else ""
            foreign.append(f"{number}: {type(error).__name__}: {str(error)[:100]} at {where}")
        capsys.readouterr()
    assert not foreign, f"{len(foreign)} of {tried}:\n" + "\n".join(foreign)


# --- nothing damaged is taken for good ------------------------------------------------------------


def all_of_an_arena(file: Path) -> list[Callable[[], Any]]:
    """Give what reads an arena's store, each call for itself."""

    def of(use: Callable[[ArenaStore], Any]) -> Callable[[], Any]:
        def read() -> Any:
            with ArenaStore.read(file) as store:
                return use(store)

        return read

    def imported() -> Any:
        players = file.with_suffix(".players")
        players.unlink(missing_ok=True)
        with PlayerStore(players, create=True) as store:
            report = import_hands(file, store)
            if report.unreadable:
                raise ArenaError("some hands cannot be read")
            return report.new, store.players()

    return [
        of(lambda store: (store.spec, store.has_secret, store.secret(), store.secret_text())),
        of(lambda store: [dataclasses.astuple(each) for each in store.result().matchups]),
        of(lambda store: list(store.hands())),
        of(lambda store: list(store.hands(0))),
        of(lambda store: list(store.faults())),
        of(lambda store: store.first_faults()),
        of(export),
        imported,
    ]


def all_of_the_players(file: Path) -> list[Callable[[], Any]]:
    """Give what reads a store of players, each call for itself."""

    def of(use: Callable[[PlayerStore], Any]) -> Callable[[], Any]:
        def read() -> Any:
            with PlayerStore(file) as store:
                return use(store)

        return read

    return [
        of(lambda store: store.hands),
        of(lambda store: store.players()),
        of(lambda store: (store.games, store.names, store.heroes())),
        of(lambda store: [store.counts(f"player {number}") for number in range(6)]),
        of(lambda store: (store.add(random_hands(4, seed=7, hands=31)), store.players())),
    ]


STORES = {
    "arena": (arena, all_of_an_arena),
    "arena with a secret": (arena_with_secret, all_of_an_arena),
    "players": (players, all_of_the_players),
}


@pytest.mark.parametrize("name", STORES)
@pytest.mark.parametrize(
    "cases",
    [10, pytest.param(up_to(1000, 200), marks=pytest.mark.exhaustive)],
    ids=["some", "many"],
)
def test_a_damaged_store_gives_what_it_held_or_an_error(
    name: str, cases: int, tmp_path: Path
) -> None:
    make, uses = STORES[name]
    content = make(tmp_path)
    good = tmp_path / "good.db"
    good.write_bytes(content)
    number = len(uses(good))
    right = []
    for place in range(number):
        good.write_bytes(content)
        right.append(uses(good)[place]())
    wrong, errors = [], 0
    reader = Reader(".db", make, lambda _: None, "database")
    for case, copy in enumerate(spoiled(reader, content, 11, cases, tmp_path)):
        folder = tmp_path / str(case)
        folder.mkdir()
        file = folder / "damaged.db"
        for place in range(number):
            for old in folder.iterdir():
                old.unlink()
            file.write_bytes(copy)
            try:
                found = uses(file)[place]()
            except HandsightError:
                errors += 1
            else:
                if found != right[place]:
                    wrong.append((case, place))
    assert not wrong, f"{len(wrong)} of {2 * cases * number} were read as good, and are not"
    assert errors > cases


# --- the list is whole --------------------------------------------------------------------------

OPENS = re.compile(
    r"(?<!\w)open\(|\.open\(|read_text\(|read_bytes\(|sqlite3\.connect\(|np\.load\(|memmap\("
    r"|tarfile\.open\(|ZipFile\(|exec_module\("
)
"""What a file is opened by."""

WHO_READS = {
    "formats/files.py": "PHH, PHHS, the sites, ACPC, and archives of them",
    "arena/storage/store.py": "arena",
    "arena/storage/leaderboards.py": "leaderboards; tests/unit/arena/test_leaderboard.py, "
    "tests/unit/arena/test_six_handed.py",
    "runtime/database.py": "arena, players",
    "runtime/locking.py": "a lock, never read; tests/unit/arena/storage/test_store.py",
    "arena/storage/conversion.py": "arena converted",
    "opponents/stats/importing.py": "arena imported",
    "opponents/model/files.py": "dirichlet, loki, logistic",
    "runtime/kept_work.py": "counts and flops; tests/unit/odds/counting/test_long_counts.py, "
    "tests/unit/solver/test_solved_flops.py",
    "cli/study/flop_lists.py": "lists of flops; tests/unit/ranges/test_flop_subsets.py",
    "web/api/solver/files.py": "uploads of solutions; tests/unit/web/api/solver/test_files.py",
    "solver/files.py": "solutions and locks; tests/unit/solver/test_files.py",
    "blueprint/buckets.py": "buckets; tests/unit/blueprint/test_buckets.py",
    "runtime/archives.py": "solutions, blueprints, policies, trainings; "
    "tests/unit/runtime/test_archives.py, tests/unit/learning/test_training.py",
    "odds/board/flop_atlas.py": "atlases; tests/unit/odds/board/test_flop_atlas.py",
    "charts/own.py": "charts of your own; tests/unit/charts/test_own.py",
    "charts/own_files.py": "charts of your own; tests/unit/charts/test_own.py",
    "kernels/keeping.py": "compiled kernels; tests/unit/kernels/test_keeping.py",
    "runtime/tables.py": "tables of evaluators; tests/unit/runtime/test_tables.py",
    "ranges/shipped.py": "tables that ship, with their digests; tests/unit/ranges/test_shipped.py",
    "agents/projects.py": "bots, which are code; tests/unit/agents",
    "agents/registry.py": "where packages lie; tests/unit/agents",
    "runtime/files.py": "writes",
    "runtime/machine.py": "what the system tells of itself",
    "kernels/compiler.py": "our own sources",
    "kernels/jit.py": "our own sources",
    "kernels/sources.py": "our own sources",
    "arena/storage/secret.py": "secret",
    "arena/sandbox/confinement.py": "places that a bot may open; tests/unit/arena/test_sandbox.py",
    "arena/run.py": "arena resumed",
    "arena/bot_files.py": "bots, which are code; tests/unit/arena/test_cluster.py",
    "runtime/cluster.py": "scheduler files; tests/unit/runtime/test_cluster.py",
    "cli/hands/lines.py": "questions in lines; tests/unit/cli/hands/test_lines.py",
    "interop/pokerbots/programs.py": "commands of a program",
    "cli/forms.py": "a report, written only",
    "cli/files.py": "the beginning of a file to replace; tests/unit/cli/test_files_kept.py",
    "cli/command_line.py": "the device that swallows all",
    "cli/network/acpc.py": "game definitions; tests/unit/interop/test_acpc.py",
    "web/assets.py": "our own pages",
    "cli/network/serve.py": "a page in a browser, and no file",
    "papers/pages.py": "our own pages",
    "papers/measure.py": "our own pages",
    "papers/range_model/page.py": "our own pages",
    "papers/flop_subsets_page.py": "our own pages",
}
"""Every module that opens files, and what damages them in the tests."""


def test_every_module_that_opens_files_is_in_the_list() -> None:
    opening = {
        str(file.relative_to(SOURCE).as_posix())
        for file in SOURCE.rglob("*.py")
        if OPENS.search(file.read_text("utf-8"))
    }
    assert opening == WHO_READS.keys(), "damage the files of a new reader here"


# --- archives -----------------------------------------------------------------------------------


def read(file: Path) -> tuple[int, list[str]]:
    """Give how many hands a file holds, and what is said of the rest."""
    found = list(read_hands(file))
    broken = [f"{each.file}: {each.reason}" for each in found if isinstance(each, Damaged)]
    return len(found) - len(broken), broken


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA])
def test_a_bad_member_of_a_zip_is_one_error_and_the_rest_goes_on(
    tmp_path: Path, method: int
) -> None:
    content = bytearray(zipped(method))
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        member = archive.infolist()[1]
    begin = member.header_offset + 30 + len(member.filename)
    content[begin + 40 : begin + 60] = bytes(20)
    file = tmp_path / "hands.zip"
    file.write_bytes(content)
    hands, broken = read(file)
    assert hands == 4
    (said,) = broken
    assert said.startswith(f"{file}/folder/two.phhs: the file is broken")


def test_a_bad_header_in_a_tar_is_one_error_and_the_rest_goes_on(tmp_path: Path) -> None:
    content = bytearray(tar(""))
    with tarfile.open(fileobj=io.BytesIO(content)) as archive:
        place = archive.getmembers()[1].offset
    content[place] ^= 1
    file = tmp_path / "hands.tar"
    file.write_bytes(content)
    assert read(file) == (4, [f"{file}: the archive is broken behind its member 'one.phhs'"])


@pytest.mark.parametrize("mode", ["gz", "bz2", "xz"])
def test_a_compressed_tar_that_breaks_off_is_one_error(tmp_path: Path, mode: str) -> None:
    content = tar(mode)
    file = tmp_path / f"hands.tar.{mode}"
    file.write_bytes(content[: len(content) - 60])
    _, broken = read(file)
    (said,) = broken
    assert str(file) in said
    assert "broken or cut off" in said
