"""A PostgreSQL server that ends connections, restarts, is full, slow or early: what was acknowledged holds, nothing hangs."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest

from chains import unbroken
from gates import PATIENCE
from hindsight_integrations import (
    Claim,
    ConfigurationError,
    Hindsight,
    SchemaTooNew,
    Unavailable,
    UserMemory,
)
from hindsight_integrations.answers import Action
from hindsight_integrations.errors import DeadlineExceeded
from hindsight_integrations.models.hashing import HashingEncoder
from hindsight_integrations.ports import Deadline
from hindsight_integrations.stores.connecting.address import address
from hindsight_integrations.stores.connecting.failures import refused
from hindsight_integrations.stores.postgres import PostgresStore, schema
from leaks import shown
from processes import Program
from schemas import fresh_schema
from servers import CannotStart, Cluster, missing, postgres_cluster
from shelves import everything
from writers import ENDLESS, THREADS, Ledger, whole


def opened(url: str, **options: Any) -> Hindsight:
    return Hindsight.open(url, embedder=HashingEncoder(), **options)


@contextmanager
def overseer(url: str) -> Iterator[psycopg.Connection[Any]]:
    """A connection of the test's own, past the pool."""
    with psycopg.connect(**address(url).parameters, autocommit=True) as db:
        yield db


def end_backends(url: str) -> int:
    """End every connection of our package to this schema; answers how many there were."""
    with overseer(url) as db:
        found = db.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
            "WHERE application_name = %s",
            (f"hindsight {address(url).schema}",),
        )
        return len(found.fetchall())


def connections(url: str) -> int:
    with overseer(url) as db:
        found = db.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE application_name = %s",
            (f"hindsight {address(url).schema}",),
        ).fetchone()
    assert found is not None
    return int(found[0])


def quiet(memory: UserMemory) -> None:
    """Wait until no write of a process that was killed is under way on the server."""
    with memory._core.records.writing(memory.scope, Deadline.after(PATIENCE)):
        pass


# -- connections that end ----------------------------------------------------------------


def test_connections_that_the_server_ended_while_idle_are_not_noticed(schema_url: str) -> None:
    with opened(schema_url) as hindsight:
        memory = hindsight.for_user("alice")
        with ThreadPoolExecutor(6) as pool:  # so that several are idle
            list(pool.map(lambda n: memory.remember(f"parcel {n}"), range(24)))
        for _ in range(3):
            assert end_backends(schema_url) >= 1
            assert memory.count() == 24
            assert len(memory.recall("parcel 7")) == 5
        memory.remember("one more")
        assert memory.count() == 25


def test_a_connection_cut_in_mid_transaction_loses_the_transaction_and_no_more(
    schema_url: str,
) -> None:
    with opened(schema_url) as hindsight:
        memory = hindsight.for_user("alice")
        memory.remember("Alice lives in Berlin", subject="user.location")
        store = memory._core.records
        with pytest.raises(Unavailable, match=r"SQLSTATE 57P01|cannot be reached"):
            _cut_short(memory, schema_url)
        assert memory.history("user.location")[0].content == "Alice lives in Berlin"
        with store.reading(memory.scope, Deadline.after(PATIENCE)) as read:
            assert read.done("half done") is None
        memory.remember("Alice moved to Lisbon", subject="user.location")
        assert len(unbroken(everything(memory))) == 2


def _cut_short(memory: UserMemory, url: str) -> None:
    """Begin a write and let the server end its connection in the middle."""
    with memory._core.records.writing(memory.scope, Deadline.after(PATIENCE)) as write:
        [known] = write.chain("user.location")
        write.note("half done", Action.ADDED, known.id)
        end_backends(url)
        write.drop([known.id])


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    """A server of the test's own, which it may stop."""
    try:
        with postgres_cluster() as running:
            yield running
    except CannotStart as reason:
        missing("postgres", str(reason))


@pytest.mark.slow
def test_a_server_that_restarts_is_told_of_while_it_is_down_and_found_again(
    cluster: Cluster,
) -> None:
    with opened(cluster.url) as hindsight:
        memory = hindsight.for_user("alice")
        memory.remember("Alice lives in Berlin", subject="user.location")
        cluster.stop()
        for attempt in (
            lambda: memory.remember("Alice moved to Lisbon", subject="user.location"),
            lambda: memory.recall("where does Alice live?"),
            hindsight.health,
        ):
            began = time.monotonic()
            with pytest.raises(Unavailable, match=f"127.0.0.1:{cluster.port}") as caught:
                attempt()
            assert time.monotonic() - began < 5  # refused at once, not at the deadline
            assert cluster.password not in str(caught.value)
        cluster.start()
        memory.remember("Alice moved to Lisbon", subject="user.location")
        assert [item.content for item in memory.history("user.location")] == [
            "Alice moved to Lisbon",
            "Alice lives in Berlin",
        ]
        assert hindsight.health()["ok"] is True


@pytest.mark.slow
@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (("hindsight:", "hindsight:x"), "refuses the login"),
        (("hindsight:", "nobody:"), "refuses the login"),
        (("/postgres", "/nowhere"), "has no such database"),
    ],
    ids=["password", "user", "database"],
)
def test_a_login_that_waiting_does_not_mend_is_told_as_what_it_is(
    cluster: Cluster, wrong: tuple[str, str], says: str
) -> None:
    with pytest.raises(ConfigurationError, match=says) as caught:
        opened(cluster.url.replace(*wrong))
    assert cluster.password not in shown(caught.value)


SAID = {
    'FATAL:  password authentication failed for user "a"': "refuses the login",
    "fe_sendauth: no password supplied": "refuses the login",
    'FATAL:  no pg_hba.conf entry for host "10.0.0.7", user "a", database "b"': "refuses the login",
    'FATAL:  database "b" does not exist': "has no such database",
    "server does not support SSL, but SSL was required": "as sslmode= asks",
    "SSL error: certificate verify failed": "as sslmode= asks",
    '致命错误:  数据库 "b" 不存在': "has no such database",
    '致命错误:  角色 "a" 不存在': "refuses the login",
    '致命错误:  用户 "a" Password 认证失败': "refuses the login",
    "FATAL:  the database system is starting up": None,
    "FATAL:  sorry, too many clients already": None,
    "connection refused\n\tIs the server running on that host?": None,
    'Multiple connection attempts failed: FATAL:  database "b" does not exist': None,
}


@pytest.mark.parametrize("said", SAID, ids=ascii)
def test_a_failed_login_is_for_good_or_not(said: str) -> None:
    found = refused(psycopg.OperationalError(f"connection to server failed: {said}"))
    wanted = SAID[said]
    assert (found is None) if wanted is None else (found is not None and wanted in found[1])


@pytest.mark.slow
def test_after_a_scrub_no_table_file_holds_what_was_forgotten(cluster: Cluster) -> None:
    def found() -> bool:
        with overseer(cluster.url) as db:
            db.execute("CHECKPOINT")
        tables = cluster.folder / "data" / "base"
        return any(
            b"swordfish" in file.read_bytes() for file in tables.rglob("*") if _is_file(file)
        )

    with opened(cluster.url) as hindsight:
        memory = hindsight.for_user("alice", session="s")
        memory.remember("the code is swordfish", subject="user.code", tags=["swordfish"])
        memory.observe([("user", "my password hint is swordfish")])
        assert found()
        erasure = memory.forget(everything=True, reason="asked")
        assert erasure.where["free space"].value == "pending"
        assert hindsight.scrub() is False  # the write-ahead log is out of reach, and said to be
        assert memory._core.records.scrub(Deadline.after(PATIENCE), whole=True) == {
            "free space": True,
            "write-ahead log": False,
        }
        assert not found()


def _is_file(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()


# -- too many, too slow ------------------------------------------------------------------


def test_two_hundred_threads_share_few_connections(schema_url: str) -> None:
    with opened(f"{schema_url}&connections=4") as hindsight:
        memory = hindsight.for_user("alice")
        seen: list[int] = []
        with ThreadPoolExecutor(200) as pool:
            done = [pool.submit(memory.remember, f"parcel {n}") for n in range(200)]
            seen += [connections(schema_url) for _ in range(5)]
            for each in done:
                each.result(timeout=PATIENCE * 3)
        assert memory.count() == 200
        assert max(seen) <= 4


def test_when_all_connections_are_taken_a_verb_waits_as_long_as_it_may(schema_url: str) -> None:
    hindsight = opened(f"{schema_url}&connections=2")
    memory = hindsight.for_user("alice")
    held = memory._core.records
    start, end = threading.Barrier(3, timeout=PATIENCE), threading.Event()

    def hold() -> None:
        with held.reading(memory.scope, Deadline.after(PATIENCE)):
            start.wait()
            assert end.wait(PATIENCE)

    def refused(_: int) -> float:
        began = time.monotonic()
        with pytest.raises(Unavailable, match="connections"), hindsight.deadline(0.5):
            memory.count()
        return time.monotonic() - began

    with ThreadPoolExecutor(202) as pool:
        holding = [pool.submit(hold) for _ in range(2)]
        start.wait()
        waits = list(pool.map(refused, range(200)))
        end.set()
        for each in holding:
            each.result(timeout=PATIENCE)
    assert min(waits) >= 0.5
    assert memory.count() == 0  # and now there is room
    hindsight.close()


def test_a_deadline_that_passes_in_mid_query_ends_the_query(schema_url: str) -> None:
    with opened(schema_url) as hindsight:
        memory = hindsight.for_user("alice")
        store = memory._core.records
        assert isinstance(store, PostgresStore)
        began = time.monotonic()
        with (
            pytest.raises(DeadlineExceeded),
            store._connections.reading(Deadline.after(0.4)) as db,
        ):
            db.rows("SELECT pg_sleep(30)")
        assert time.monotonic() - began < 5
        assert memory.remember("all is well").memory is not None


def test_a_write_that_waits_for_another_is_refused_in_time_and_leaves_nothing(
    schema_url: str,
) -> None:
    with opened(schema_url) as hindsight:
        memory = hindsight.for_user("alice")
        store = memory._core.records

        def late() -> None:
            with pytest.raises(DeadlineExceeded), hindsight.deadline(0.3):
                memory.remember("too late", subject="user.location")

        with ThreadPoolExecutor(1) as pool:
            with store.writing(memory.scope, Deadline.after(PATIENCE)):
                pool.submit(late).result(timeout=PATIENCE)
            hindsight.for_user("ben").remember("another user never waits")
        assert memory.count() == 0


def test_access_counts_do_not_wait_long_for_a_writer(schema_url: str) -> None:
    with opened(schema_url) as hindsight:
        memory = hindsight.for_user("alice")
        kept = memory.remember("Alice plays the cello").memory
        assert kept is not None
        store = memory._core.records

        def touch() -> float:
            began = time.monotonic()
            with pytest.raises(DeadlineExceeded):
                store.touch(memory.scope, {kept.id: 1}, datetime.now(UTC))
            return time.monotonic() - began

        with (
            ThreadPoolExecutor(1) as pool,
            store.writing(memory.scope, Deadline.after(PATIENCE)),
        ):
            assert pool.submit(touch).result(PATIENCE) < 5


# -- processes that are killed, that race, that start together ------------------------------


@pytest.mark.slow
def test_a_killed_process_loses_nothing_that_was_acknowledged(schema_url: str) -> None:
    chance, ledger = random.Random(20250303), Ledger()
    with opened(schema_url) as hindsight:
        memory = hindsight.for_user("alice", session="s")
        for round in range(12):
            process = Program(ENDLESS, schema_url, round)
            lines = [process.hear() for _ in range(chance.randrange(1, 25))]
            sum(range(chance.randrange(1, 60_000)))  # to a moment within a write
            ledger.note(lines + process.kill())
            quiet(memory)
            ledger.settle(memory)
            whole(memory)
            assert len(memory.recall(f"round {round} number")) == 5 or round == 0


@pytest.mark.slow
def test_twenty_threads_in_two_processes_make_one_chain(schema_url: str) -> None:
    with Program(THREADS, schema_url, "one") as one, Program(THREADS, schema_url, "two") as two:
        for process in (one, two):
            assert process.hear() == "ready"
        for process in (one, two):
            process.say("go")
        acknowledged = one.hear().split() + two.hear().split()
        assert one.hear() == two.hear() == ""  # no error
    assert len(set(acknowledged)) == 200
    with opened(schema_url) as hindsight:
        records = everything(hindsight.for_user("alice"))
        assert {item.id for item in records} == set(acknowledged)
        chain = unbroken(records)
        assert [item.sequence for item in chain] == list(range(1, 201))  # the order of writing


OPENING = """
hear()
hindsight = opened(sys.argv[1])
hindsight.for_user(sys.argv[2]).remember("I was here")
say(hindsight.health()["records"]["schema"])
hindsight.close()
"""


def test_processes_that_start_together_make_one_schema(postgres_url: str) -> None:
    with fresh_schema(postgres_url) as url:
        programs = [Program(OPENING, url, f"user {n}") for n in range(4)]
        for program in programs:
            program.say("go")
        for program in programs:
            with program:
                assert program.hear() == str(schema.PRESENT)
        with opened(url) as hindsight:
            users = hindsight._core.records.users("default", Deadline.after(PATIENCE))
            assert users == {f"user {n}": 1 for n in range(4)}


FORKING = """
hindsight = opened(sys.argv[1])
memory = hindsight.for_user("alice")
memory.remember("written by the parent")
child = os.fork()
if not child:
    memory.remember("written by the child")
    os._exit(0 if memory.count() == 2 else 1)
_, status = os.waitpid(child, 0)
memory.remember("written by the parent again")  # on a connection that the child left alone
say(status, memory.count())
hindsight.close()
"""


def test_a_child_leaves_its_parents_connections_alone(schema_url: str) -> None:
    with Program(FORKING, schema_url) as process:
        assert process.hear() == "0 3"


# -- clocks, neighbours, rights ------------------------------------------------------------


def test_machines_whose_clocks_differ_keep_one_order(schema_url: str) -> None:
    """Both writers have clocks of their own, five minutes apart; the one behind writes second."""
    ahead = lambda: datetime.now(UTC) + timedelta(minutes=5)  # noqa: E731
    with (
        opened(schema_url, clock=ahead) as fast,
        opened(schema_url, clock=lambda: datetime.now(UTC)) as slow,
    ):
        fast.for_user("alice").remember("Alice lives in Berlin", subject="user.location")
        memory = slow.for_user("alice")
        memory.remember("Alice moved to Lisbon", subject="user.location")
        chain = unbroken(everything(memory))
        assert [item.content for item in chain] == [
            "Alice lives in Berlin",
            "Alice moved to Lisbon",
        ]
        assert chain[0].created_at <= chain[1].created_at


def test_without_a_clock_of_its_own_a_memory_is_dated_by_the_server(schema_url: str) -> None:
    with opened(schema_url) as hindsight, overseer(schema_url) as db:
        moments = []
        for _ in range(2):
            row = db.execute("SELECT clock_timestamp()").fetchone()
            assert row is not None
            moments.append(row[0])
            memory = hindsight.for_user("alice").remember(f"note {len(moments)}").memory
            assert memory is not None
            moments.append(memory.created_at)
        assert moments == sorted(moments)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("a", "b"), ("a,b", "b")),
        (("acme", "ann"), ("acme", "ann ")),
        (("acme", "ann"), ("ACME", "ann")),
        (("acme", "é"), ("acme", "e\u0301")),
        (("acme", "a\0b"), ("acme", "a\1ab")),
        (("acme", "a\1"), ("acme", "a\1b")),
        (('["a"', '"b"]'), ('["a"', '"b"] ')),
    ],
    ids=ascii,
)
def test_users_named_alike_are_two(
    schema_url: str, one: tuple[str, str], other: tuple[str, str]
) -> None:
    with opened(schema_url) as hindsight:
        mine, theirs = (hindsight.for_user(user, tenant=tenant) for tenant, user in (one, other))
        mine.remember("the code is swordfish", subject="user.code", dedup_key="k\0ey")
        assert theirs.count() == 0
        assert not theirs.recall("what is the code? swordfish")
        assert theirs.history("user.code") == []
        theirs.remember("the code is tuna", subject="user.code", dedup_key="k\0ey")
        theirs.forget(everything=True, reason="asked")
        assert [item.content for item in mine.history("user.code")] == ["the code is swordfish"]
        assert mine.recall("code")[0].memory.scope.user == one[1]


@pytest.fixture
def plain_role(schema_url: str) -> Iterator[str]:
    """The URL of a role that may read and write the tables and make none."""
    name = address(schema_url).schema
    role = f"{name}_role"
    with overseer(schema_url) as db:
        db.execute(f"CREATE ROLE {role} LOGIN PASSWORD 'plain'")
        db.execute(f"GRANT USAGE ON SCHEMA {name} TO {role}")
        db.execute(f"GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA {name} TO {role}")
        where = address(schema_url).parameters
        yield (
            f"postgresql://{role}:plain@{where['host']}:{where['port']}/{where['dbname']}"
            f"?schema={name}"
        )
        db.execute(f"DROP OWNED BY {role}")
        db.execute(f"DROP ROLE {role}")


@pytest.mark.parametrize("migrate", [True, False])
def test_a_role_that_may_not_make_tables_can_use_them(plain_role: str, migrate: bool) -> None:
    with opened(plain_role, migrate=migrate) as hindsight:
        memory = hindsight.for_user("alice", session="s")
        memory.remember("Alice lives in Berlin", subject="user.location")
        memory.observe([("user", "I moved to Lisbon.")])
        assert len(memory.window()) == 1
        erasure = memory.forget(subject="user.location", reason="asked")
        assert erasure.memories
        assert hindsight.scrub() is False  # only the owner may


def test_a_role_without_rights_is_told_which(plain_role: str, schema_url: str) -> None:
    name, other = address(schema_url).schema, plain_role.replace("schema=", "schema=x")
    with pytest.raises(ConfigurationError, match="only its owner make or change it"):
        opened(other)
    with opened(schema_url), overseer(schema_url) as db:
        role = address(plain_role).parameters["user"]
        db.execute(f"REVOKE USAGE ON SCHEMA {name} FROM {role}")
        with pytest.raises(ConfigurationError, match="GRANT USAGE"):
            opened(plain_role, migrate=False)


def test_a_schema_that_is_missing_is_not_made_without_leave(postgres_url: str) -> None:
    with (
        fresh_schema(postgres_url) as url,
        pytest.raises(ConfigurationError, match="holds no memory yet: run `hindsight migrate"),
    ):
        opened(url, migrate=False)


def test_tables_of_another_program_are_left_alone(postgres_url: str) -> None:
    with fresh_schema(postgres_url) as url, overseer(url) as db:
        name = address(url).schema
        db.execute(f"CREATE SCHEMA {name}")
        db.execute(f"CREATE TABLE {name}.records (id int)")
        with pytest.raises(ConfigurationError, match="another program"):
            opened(url)
        found = db.execute(
            "SELECT count(*) FROM pg_class WHERE relnamespace = %s::regnamespace", (name,)
        ).fetchone()
        assert found == (1,)


def test_a_newer_schema_is_refused_also_by_who_has_it_open(postgres_url: str) -> None:
    with fresh_schema(postgres_url) as url, opened(url) as hindsight, overseer(url) as db:
        memory = hindsight.for_user("alice")
        memory.remember("Alice lives in Berlin")
        db.execute(f"UPDATE {address(url).schema}.store SET number = 99, oldest_writer = 99")
        assert memory.count() == 1
        with pytest.raises(SchemaTooNew):
            memory.remember("Alice moved to Lisbon")
        with pytest.raises(SchemaTooNew):
            opened(f"{url}&connections=3")  # another place, so not the store that is shared
        db.execute(f"UPDATE {address(url).schema}.store SET oldest_reader = 99")
        with pytest.raises(SchemaTooNew):
            memory.count()


def test_what_is_acknowledged_is_on_disk_whatever_the_servers_default_is(schema_url: str) -> None:
    with overseer(schema_url) as db:
        db.execute("ALTER ROLE CURRENT_USER SET synchronous_commit = off")
    try:
        store = PostgresStore(address(schema_url))
        with store._connections.writing(Deadline.after(PATIENCE)) as tx:
            assert tx.rows("SELECT current_setting('synchronous_commit')") == [("local",)]
        store.close()
    finally:
        with overseer(schema_url) as db:
            db.execute("ALTER ROLE CURRENT_USER RESET synchronous_commit")


# -- a busy neighbour ----------------------------------------------------------------------


@pytest.mark.slow
def test_who_recalls_beside_a_bulk_write_gets_their_own(schema_url: str) -> None:
    with opened(schema_url) as hindsight:
        bulk, memory = hindsight.for_user("bulk"), hindsight.for_user("alice")
        for n in range(50):
            memory.remember(f"Alice keeps parcel {n}")
        done = threading.Event()

        def write() -> None:
            try:
                for start in range(0, 10_000, 1000):
                    bulk.remember_many(
                        [Claim(content=f"crate {start + n} of bulk") for n in range(1000)]
                    )
            finally:
                done.set()

        answered = 0
        with ThreadPoolExecutor(1) as pool:
            writing = pool.submit(write)
            while not done.is_set():
                found = memory.recall("parcel 7", touch=False)
                assert found[0].memory.content == "Alice keeps parcel 7"
                answered += 1
            writing.result()
        assert answered > 10
        assert bulk.count() == 10_000
