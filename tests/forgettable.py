"""Memories full of words that are secret, and the ways to forget them all; it checks nothing."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from hindsight_integrations import Claim, Erasure, Hindsight, UserMemory
from hindsight_integrations.models.hashing import HashingEncoder
from hindsight_integrations.testing import MOMENT
from shelves import everything
from verbs import of

#: Every word that stands for content of the forgotten; none of them is an id or a name.
SECRET = re.compile(rb"zqx[a-z0-9]+|\xe7\xa7\x98\xe5\xaf\x86")


def opened(path: Path) -> Hindsight:
    return Hindsight.open(f"sqlite:///{path}", embedder=HashingEncoder())


def secrets(path: Path) -> dict[str, set[bytes]]:
    """The secret words in each file of the memory: the database, its journal, its shared memory."""
    found = {item.name: set(SECRET.findall(item.read_bytes())) for item in path.parent.iterdir()}
    return {name: words for name, words in found.items() if words}


#: Conversations of the session that is forgotten, turn by turn, with ids as frameworks give them.
SAID = [
    {"role": "user", "content": "I live in Zqxtown near the zqxriver.", "id": "m1", "name": "zqxname"},
    {"role": "assistant", "content": "Zqxtown is lovely, noted.", "id": "m2"},
    {"role": "tool", "content": "zqxresult of a search", "id": "m3", "name": "search"},
    {"role": "user", "content": "请记住：秘密是zqx42号。", "id": "m4"},
]  # fmt: skip


def secret_claims() -> list[Claim]:
    return [
        Claim(content="zqxone is under a key", subject="user.location", dedup_key="zqxkey1"),
        Claim(content="zqxtwo follows it", subject="user.location", event_time=MOMENT),
        Claim(content="秘密：zqxthree has no key", tags=("zqxtag",), payload={"a": "zqxpayload"}),
        Claim(content="zqxfour " + "zqxlong " * 3000, subject="user.preference.tea"),
        Claim(content="zqxfive maybe", type="inference", subject="user.job"),  # type: ignore[arg-type]
    ]


def write(memory: UserMemory) -> list[str]:
    """Write everything that is to be forgotten; answers the ids of the claims."""
    ids = [of(change) for change in memory.remember_many(secret_claims())]
    memory.observe(SAID)
    memory.event("zqxevent", {"what": "zqxpayload"}, result="zqxresult")
    memory.correct(ids[2], "秘密：zqxthree was zqxwrong")
    memory.update(ids[3], tags=["zqxlater"])
    memory.recall("zqxone zqxtwo 秘密")
    return ids


def by_ids(memory: UserMemory) -> Erasure:
    return memory.forget([item.id for item in everything(memory)], reason="asked")


def by_subject_and_id(memory: UserMemory) -> Erasure:
    memory.forget(subject="user.*", reason="asked")
    return by_ids(memory)


def by_session(memory: UserMemory) -> Erasure:
    return memory.forget(session="s", reason="asked")


def by_everything(memory: UserMemory) -> Erasure:
    return memory.forget(everything=True, reason="asked")


WAYS = [by_ids, by_subject_and_id, by_session, by_everything]
Way = Callable[[UserMemory], Erasure]
