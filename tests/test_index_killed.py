"""A process that is killed between its commit and the index: two hundred times, and nothing is lost or there twice."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from chains import unbroken
from gates import PATIENCE
from hindsight_integrations import Hindsight, doctor
from hindsight_integrations.models.hashing import HashingEncoder
from hindsight_integrations.ports import Deadline
from processes import Program
from shelves import everything

#: The length of an id that was said to its end.
_WHOLE = 36
#: Forks writers that are killed at random moments; modules and tables are loaded once. A writer says
#: what was acknowledged, in single writes that no other process can cut.
KILLED = """
import random, signal, time
import hindsight_integrations.beside, qdrant_client
from hindsight_integrations.language.likeness_words import lexicon

lexicon()

url, index, rounds, chance = sys.argv[1], sys.argv[2], int(sys.argv[3]), random.Random(20261130)

def write(round, ready):
    hindsight = opened(url, index=index)
    memory = hindsight.for_user("alice")
    n = 0
    while True:
        n += 1
        subject = "user.location" if n % 3 == 0 else None
        change = memory.remember(f"round {round} number {n}", subject=subject)
        say("written", change.memory.id)
        if n % 5 == 0 and subject is None:  # a forgotten value leaves a gap in its chain
            memory.forget(ids=change.memory.id, reason="test")
            say("forgotten", change.memory.id)
        if n == 3:  # a value under the key is written, however slow the machine
            os.write(ready, b".")

for round in range(rounds):
    begun, ready = os.pipe()
    child = os.fork()
    if not child:
        write(round, ready)
    assert os.read(begun, 1) == b"."
    time.sleep(chance.uniform(0.0, 0.06))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    os.close(begun), os.close(ready)
    say("\\nkilled")  # on a line of its own, whatever the child was about to say
say("done")
"""


def ledger(program: Program) -> tuple[set[str], set[str]]:
    """What was acknowledged: written and not forgotten, and forgotten."""
    written, forgotten = set[str](), set[str]()
    while (line := program.hear()) != "done":
        match line.split():
            case ["written", id] if len(id) == _WHOLE:
                written.add(id)
            case ["forgotten", id] if len(id) == _WHOLE:
                forgotten.add(id)
            case _:  # cut short, so nobody heard it; or "killed"
                pass
    return written - forgotten, forgotten


@pytest.mark.slow
@pytest.mark.parametrize("store", ["sqlite", "postgres"])
def test_nothing_acknowledged_is_lost_or_twice_in_the_index(
    request: pytest.FixtureRequest, store: str, tmp_path: Path
) -> None:
    url = f"sqlite:///{tmp_path}/memory.db"
    if store == "postgres":
        url = request.getfixturevalue("schema_url")
    index = f"qdrant:///{tmp_path}/points"
    rounds = 100  # a hundred on each store
    with Program(KILLED, url, index, rounds, patience=300) as program:
        written, forgotten = ledger(program)
    with Hindsight.open(url, index=index, embedder=HashingEncoder()) as hindsight:
        assert hindsight.indexed is not None
        # The last one killed had taken the user on: that is over after Settings.index.lease_seconds.
        assert hindsight.indexed.feeder.catch_up(Deadline.after(3 * PATIENCE))
        memory = hindsight.for_user("alice")
        kept = {item.id for item in everything(memory)}
        unsaid = written - kept  # forgotten, and killed before it could say so
        assert len(unsaid) <= rounds
        assert not kept & forgotten
        assert len(kept - written) <= rounds  # written, and killed before it could say so
        unbroken(memory.history("user.location"))
        found = doctor(hindsight)
        assert found.difference is not None
        assert (found.difference.compared, found.difference.missing) == (len(kept), 0)
        assert (found.difference.stale, found.difference.surplus) == (0, 0)
        page = hindsight.indexed.index.held(None, 100_000, Deadline.after(PATIENCE))
        assert page is not None
        assert Counter(item.id for item in page.held) == Counter(kept)
