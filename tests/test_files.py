"""Files that cannot be used as they are: foreign, read-only, newer, on a network; each left as it was."""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from hindsight_integrations import (
    ConfigurationError,
    Hindsight,
    ReadOnly,
    SchemaTooNew,
    StoreError,
    Unavailable,
)
from hindsight_integrations.models.hashing import HashingEncoder
from hindsight_integrations.stores.sqlite.files import file_system, prepare, refuse_network
from processes import Program, run
from verbs import NOTHING, memory_calls, seeded

READING = {
    "recall", "get", "history", "count", "explain", "window", "find", "judge", "summarize",
    "archivable", "archived",
}  # fmt: skip


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "memory.db"


@pytest.fixture
def made(path: Path) -> Path:
    """A file that holds one memory."""
    with opened(path) as hindsight:
        hindsight.for_user("alice").remember("Alice lives in Lisbon", subject="user.location")
    return path


def opened(path: Path, query: str = "", *, migrate: bool = True) -> Hindsight:
    return Hindsight.open(f"sqlite:///{path}{query}", embedder=HashingEncoder(), migrate=migrate)


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.fixture(scope="module")
def mortal() -> tuple[str, ...]:
    """What to put before a command so that file rights bind it: nothing, unless we are root."""
    if not hasattr(os, "geteuid") or os.geteuid():
        return ()
    if shutil.which("setpriv") is None:
        pytest.skip("root may write everywhere, and there is no setpriv to give that up")
    return ("setpriv", "--bounding-set=-all", "--inh-caps=-all")


# -- what is not ours --------------------------------------------------------------------


@pytest.mark.parametrize("query", ["", "?mode=ro"])
@pytest.mark.parametrize(
    "content", [b"Dear diary,\n" * 200, b"hi", b"SQLite format 3\x00" + b"?" * 200]
)
def test_a_file_of_another_kind_is_refused_untouched(
    path: Path, query: str, content: bytes
) -> None:
    path.write_bytes(content)
    with pytest.raises(ConfigurationError, match="not an SQLite database"):
        opened(path, query)
    assert path.read_bytes() == content
    assert [item.name for item in path.parent.iterdir()] == ["memory.db"]


@pytest.mark.parametrize("query", ["", "?mode=ro"])
@pytest.mark.parametrize("mode", ["delete", "wal"])
@pytest.mark.parametrize("mark", [0, 0x1234])
def test_a_database_of_another_program_is_refused_untouched(
    path: Path, query: str, mode: str, mark: int
) -> None:
    db = sqlite3.connect(path)
    db.execute(f"PRAGMA journal_mode = {mode}")
    db.execute(f"PRAGMA application_id = {mark}")
    db.execute("CREATE TABLE records (id TEXT)")
    db.commit()
    db.close()
    before = digest(path)
    with pytest.raises(ConfigurationError, match="another program"):
        opened(path, query)
    assert digest(path) == before
    if not query:  # a mere reader of a journal that others may write cannot take it away
        assert [item.name for item in path.parent.iterdir()] == ["memory.db"]


def test_an_empty_file_becomes_a_memory(path: Path) -> None:
    path.touch()
    with opened(path) as hindsight:
        assert hindsight.for_user("alice").count() == 0


@pytest.mark.parametrize("query", ["", "?mode=ro"])
def test_a_folder_is_refused(tmp_path: Path, query: str) -> None:
    with pytest.raises((ConfigurationError, Unavailable), match=r"folder|cannot be read"):
        opened(tmp_path, query)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("query", ["", "?mode=ro"])
def test_a_missing_folder_is_refused_by_name(tmp_path: Path, query: str) -> None:
    with pytest.raises(ConfigurationError, match="does not exist"):
        opened(tmp_path / "missing" / "memory.db", query)
    assert list(tmp_path.iterdir()) == []


def test_a_missing_file_is_not_made_by_reading(path: Path) -> None:
    with pytest.raises(ConfigurationError, match="does not exist"):
        opened(path, "?mode=ro")
    assert not path.exists()


def test_an_empty_file_cannot_be_read(path: Path) -> None:
    path.touch()
    with pytest.raises(ConfigurationError, match="holds no memory yet"):
        opened(path, "?mode=ro")
    assert path.stat().st_size == 0


def test_without_migration_a_new_file_is_refused(path: Path) -> None:
    with pytest.raises(ConfigurationError, match="migrate=True"):
        opened(path, migrate=False)
    with opened(path) as hindsight:
        hindsight.for_user("alice").remember("Alice lives in Lisbon")
    with opened(path, migrate=False) as hindsight:
        assert hindsight.for_user("alice").count() == 1


# -- read only ---------------------------------------------------------------------------


@pytest.fixture
def read_only(made: Path) -> Iterator[Hindsight]:
    with opened(made, "?mode=ro") as hindsight:
        yield hindsight


def test_a_file_opened_for_reading_answers(read_only: Hindsight) -> None:
    memory = read_only.for_user("alice")
    [found] = memory.recall("Lisbon")
    assert found.memory.content == "Alice lives in Lisbon"
    assert read_only.health()["records"]["writable"] is False
    assert read_only.admin().counts() == {"alice": 1}


@pytest.mark.parametrize("name", memory_calls({"lisbon": "", "berlin": ""}))
def test_a_file_opened_for_reading_refuses_every_write(path: Path, name: str) -> None:
    with opened(path) as hindsight:
        calls = memory_calls(seeded(hindsight.for_user("alice", session="s")))
    before = digest(path)
    args, kwargs = calls[name]
    with opened(path, "?mode=ro") as hindsight:
        verb = getattr(hindsight.for_user("alice", session="s"), name)
        if name in READING:
            assert verb(*args, **kwargs) or name in NOTHING
        else:
            with pytest.raises(ReadOnly, match="for reading only"):
                verb(*args, **kwargs)
    assert digest(path) == before


def test_a_reader_sees_what_another_process_writes_meanwhile(made: Path) -> None:
    """Also when nobody had the file open for writing at first, and when the writer was killed."""
    with opened(made, "?mode=ro") as hindsight:
        memory = hindsight.for_user("alice")
        assert memory.count() == 1
        for end, writer in enumerate(("hindsight.close()", "os._exit(0)"), 1):
            run(
                f"""
                hindsight = opened(sys.argv[1])
                memory = hindsight.for_user("alice")
                for n in range(100):
                    memory.remember(f"round {end} number {{n}} of a text that fills some pages")
                {writer}
                """,
                made,
            )
            assert memory.count() == 1 + 100 * end
            newest = memory.recall(f"round {end} number 99", k=1, touch=False)
            assert f"round {end}" in newest.memories[0].content


def test_a_file_without_write_rights_opens_for_reading(made: Path, mortal: tuple[str, ...]) -> None:
    made.chmod(0o444)
    before = digest(made)
    assert run(READ, made, "", prefix=mortal) == ["False", "Alice lives in Lisbon", "ReadOnly"]
    assert digest(made) == before


def test_a_file_in_a_folder_without_write_rights_opens_for_reading(
    made: Path, mortal: tuple[str, ...]
) -> None:
    """SQLite cannot make its shared memory there."""
    made.chmod(0o444)
    made.parent.chmod(0o555)
    try:
        said = run(READ, made, "", prefix=mortal)
        assert said == ["False", "Alice lives in Lisbon", "ReadOnly"]
        assert run(READ, made, "?mode=ro", prefix=mortal) == said
    finally:
        made.parent.chmod(0o755)
    assert [item.name for item in made.parent.iterdir()] == ["memory.db"]


READ = """
hindsight = opened(sys.argv[1] + sys.argv[2])
memory = hindsight.for_user("alice")
say(hindsight.health()["records"]["writable"])
say(*(found.memory.content for found in memory.recall("Lisbon")))
try:
    memory.remember("Alice has a cat")
except ReadOnly as error:
    say(type(error).__name__)
hindsight.close()
"""


def test_a_reader_in_a_folder_without_write_rights_follows_a_writer_elsewhere(
    made: Path, mortal: tuple[str, ...]
) -> None:
    """The writer has the rights that the reader lacks."""
    if not mortal:
        pytest.skip("only root can have rights that the reader lacks")
    made.parent.chmod(0o555)
    program = """
    memory = opened(sys.argv[1] + "?mode=ro").for_user("alice")
    while hear() == "count":
        say(memory.count())
    """
    try:
        with Program(program, made, prefix=mortal) as reader:
            reader.say("count")
            assert reader.hear() == "1"
            for round in range(1, 3):
                with opened(made) as hindsight:
                    for n in range(100):
                        hindsight.for_user("alice").remember(f"round {round} number {n} is longer")
                reader.say("count")
                assert reader.hear() == str(1 + 100 * round)
            reader.say("end")
    finally:
        made.parent.chmod(0o755)


# -- newer schemas -----------------------------------------------------------------------


def bumped(path: Path, *, reader: int, writer: int) -> None:
    """Pretend that a later version wrote the file, for readers and writers of these schemas."""
    db = sqlite3.connect(path)
    db.execute("PRAGMA user_version = 99")
    db.execute("UPDATE store SET oldest_reader = ?, oldest_writer = ?", (reader, writer))
    db.commit()
    db.close()


def test_a_newer_file_that_admits_no_older_program_is_refused(made: Path) -> None:
    bumped(made, reader=99, writer=99)
    before = digest(made)
    for query in ("", "?mode=ro"):
        with pytest.raises(SchemaTooNew, match=r"schema 99.*upgrade hindsight-integrations"):
            opened(made, query)
    assert digest(made) == before


def test_a_newer_file_may_admit_older_readers(made: Path) -> None:
    bumped(made, reader=1, writer=99)
    with pytest.raises(SchemaTooNew, match=r"mode=ro"):
        opened(made)
    with opened(made, "?mode=ro") as hindsight:
        assert hindsight.for_user("alice").count() == 1


def test_a_newer_file_may_admit_older_writers(made: Path) -> None:
    bumped(made, reader=1, writer=1)
    with opened(made) as hindsight:
        hindsight.for_user("alice").remember("Alice has a cat")
        assert hindsight.for_user("alice").count() == 2
    db = sqlite3.connect(made)
    assert db.execute("PRAGMA user_version").fetchone() == (99,)  # and stays what it is
    db.close()


# -- network file systems ----------------------------------------------------------------

MOUNTS = """\
/dev/sda1 / ext4 rw 0 0
server:/home /home nfs4 rw 0 0
/dev/sdb1 /home/local ext4 rw 0 0
//nas/share /mnt/my\\040share cifs rw 0 0
C:\\134 /mnt/c 9p rw 0 0
tmpfs /mnt/clean tmpfs rw 0 0
nonsense
me@host: /mnt/ssh fuse.sshfs rw 0 0
/dev/sdc1 /mnt/over ext4 rw 0 0
server:/x /mnt/over nfs rw 0 0
"""


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/home/alice/m.db", "nfs4"),
        ("/home/m.db", "nfs4"),
        ("/mnt/my share/m.db", "cifs"),
        ("/mnt/c/Users/m.db", "9p"),
        ("/mnt/ssh/deep/er/m.db", "fuse.sshfs"),
        ("/mnt/over/m.db", "nfs"),  # the later mount lies on top
        ("/home/local/../alice/m.db", "nfs4"),
    ],
)
def test_network_file_systems_are_refused_with_the_remedy(path: str, kind: str) -> None:
    with pytest.raises(ConfigurationError, match=rf"\({kind}\).*local disk, or use a server store"):
        refuse_network(Path(path), MOUNTS)


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/var/m.db", "ext4"),
        ("/home/local/m.db", "ext4"),
        ("/homes/m.db", "ext4"),
        ("/mnt/clean/m.db", "tmpfs"),
        ("/mnt/cc/m.db", "ext4"),
    ],
)
def test_local_file_systems_are_accepted(path: str, kind: str) -> None:
    refuse_network(Path(path), MOUNTS)
    assert file_system(Path(path), MOUNTS) == kind


def test_links_are_followed_to_where_the_file_lies(tmp_path: Path) -> None:
    (tmp_path / "remote").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "remote", target_is_directory=True)
    mounts = f"/dev/sda1 / ext4 rw 0 0\nserver:/x {tmp_path / 'remote'} nfs rw 0 0\n"
    with pytest.raises(ConfigurationError, match=r"\(nfs\)"):
        prepare(tmp_path / "link" / "memory.db", mounts)
    assert list((tmp_path / "remote").iterdir()) == []


def test_a_system_without_a_list_of_mounts_refuses_nothing() -> None:
    refuse_network(Path("/home/m.db"), "")
    assert file_system(Path("/home/m.db"), "") is None


# -- rights ------------------------------------------------------------------------------


def test_a_new_file_is_for_its_owner_alone(path: Path) -> None:
    """Whatever the umask allows; the journal and the shared memory too."""
    said = run(
        """
        import stat
        os.umask(0)
        hindsight = opened(sys.argv[1])
        hindsight.for_user("alice").remember("Alice lives in Lisbon")
        for name in sorted(os.listdir(os.path.dirname(sys.argv[1]))):
            mode = os.stat(os.path.join(os.path.dirname(sys.argv[1]), name)).st_mode
            say(name, oct(stat.S_IMODE(mode)))
        """,
        path,
    )
    assert said == ["memory.db 0o600", "memory.db-shm 0o600", "memory.db-wal 0o600"]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_the_rights_of_a_file_that_was_there_are_its_owners_choice(path: Path) -> None:
    path.touch()
    path.chmod(0o640)
    with opened(path) as hindsight:
        hindsight.for_user("alice").remember("Alice lives in Lisbon")
        assert {stat.S_IMODE(item.stat().st_mode) for item in path.parent.iterdir()} == {0o640}


def test_a_damaged_file_says_so(made: Path) -> None:
    whole = made.read_bytes()
    with made.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * (len(whole) - 4096))
    with pytest.raises(StoreError, match="damaged"):
        opened(made).for_user("alice").recall("Lisbon")


def test_several_processes_may_make_the_same_file_at_once(tmp_path: Path) -> None:
    program = """
    say("ready")
    while path := hear():
        hindsight = opened(path)
        hindsight.for_user("alice").remember(f"process {sys.argv[1]} was here")
        hindsight.close()
        say("made")
    """
    with ExitStack() as running:
        several = [running.enter_context(Program(program, n)) for n in range(4)]
        assert [one.hear() for one in several] == ["ready"] * 4
        for round in range(20):
            path = tmp_path / f"{round}.db"
            for one in several:
                one.say(str(path))
            assert [one.hear() for one in several] == ["made"] * 4
            with opened(path) as hindsight:
                assert hindsight.for_user("alice").count() == 4
        for one in several:
            one.say("")
