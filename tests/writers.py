"""Programs that write until they are done or killed, and the account of what they acknowledged; they know no store."""

from __future__ import annotations

from chains import unbroken
from hindsight_integrations import MemoryType, UserMemory
from hindsight_integrations.ports import Deadline
from shelves import everything

#: Twenty threads that write one subject; says how many writes were acknowledged.
THREADS = """
import threading
hindsight = opened(sys.argv[1])
memory = hindsight.for_user("alice")
who, acknowledged, errors = sys.argv[2], [], []
start = threading.Barrier(20)

def write(worker):
    start.wait()
    for n in range(5):
        try:
            change = memory.remember(f"{who} {worker} {n}", subject="user.location")
            acknowledged.append(change.memory.id)
        except HindsightError as error:
            errors.append(error)

say("ready")
hear()
threads = [threading.Thread(target=write, args=(n,)) for n in range(20)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
say(*acknowledged)
say(*map(repr, errors))
hindsight.close()
"""

ENDLESS = """
memory = opened(sys.argv[1]).for_user("alice", session="s")
n = 0
while True:
    n += 1
    subject = (None, "user.location", "user.job")[n % 3]
    change = memory.remember(f"round {sys.argv[2]} number {n}", subject=subject)
    say(change.memory.id)
    if n % 5 == 0:
        seen = memory.observe([("user", f"I said number {n} in round {sys.argv[2]}.")])
        say("observed", len(seen.turns))
    if n % 6 == 0:
        memory.forget(ids=change.memory.id, reason="test")
        say("forgotten", change.memory.id)
"""


class Ledger:
    """What a killed process had acknowledged, and what that means for the file."""

    def __init__(self) -> None:
        self.written: set[str] = set()
        self.forgotten: set[str] = set()
        self.turns = 0

    def note(self, lines: list[str]) -> None:
        for line in lines:
            match line.split():
                case ["forgotten", id]:
                    self.forgotten.add(id)
                    self.written.discard(id)
                case ["observed", _]:
                    self.turns += 1
                case [id]:
                    self.written.add(id)

    def settle(self, memory: UserMemory) -> None:
        """See that what was acknowledged is so; one more may have been done and not be told."""
        ids = {item.id for item in everything(memory)}
        assert not ids & self.forgotten
        unsaid = self.written - ids
        assert len(unsaid) <= 1
        self.written -= unsaid
        with memory._core.records.reading(memory.scope, Deadline.after(60)) as reader:
            logged = len(reader.turns("s"))
        assert logged - self.turns in (0, 1)
        self.turns = logged


def whole(memory: UserMemory) -> None:
    """No supersede is half done, and nothing is counted or cited that is not there."""
    records = everything(memory)
    for key in ("user.location", "user.job"):
        if of_key := [item for item in records if item.subject_key == key]:
            unbroken(of_key)
    assert memory._core.records.users("default", Deadline.after(60)) == {"alice": len(records)}
    with memory._core.records.reading(memory.scope, Deadline.after(60)) as reader:
        logged = {item.id for item in reader.turns("s")}
    said = [item.source_turn for item in records if item.type is MemoryType.UTTERANCE]
    assert len(said) == len(logged)
    assert set(said) == logged
