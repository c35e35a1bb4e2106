"""Prints why the keyword index is a table of packed postings and not FTS5: speed of each, and what a delete leaves behind.

python benchmarks/words.py
"""

from __future__ import annotations

import sqlite3
import tempfile
import time
from collections import Counter
from pathlib import Path

import numpy as np
from made import Texts

from hindsight_integrations.stores.resident.postings import Pending
from hindsight_integrations.stores.sqlite.postings import find, remove, write

COUNT, ASKED = 50_000, 200
SENTINEL = "sentinelword"


def postings(db: sqlite3.Connection, texts: list[str]) -> None:
    """One row a posting, for comparison."""
    db.execute(
        "CREATE TABLE postings (scope INT, term TEXT, n INT, tf INT, PRIMARY KEY (scope, term, n)) "
        "WITHOUT ROWID"
    )
    for start in range(0, len(texts), 1000):
        rows = [
            (1, term, start + place, tf)
            for place, text in enumerate(texts[start : start + 1000])
            for term, tf in Counter(text.split()).items()
        ]
        db.execute("BEGIN IMMEDIATE")
        db.executemany("INSERT INTO postings VALUES (?, ?, ?, ?)", sorted(rows))
        db.execute("COMMIT")


def packed(db: sqlite3.Connection, texts: list[str]) -> None:
    """As the store does it."""
    db.execute(
        "CREATE TABLE postings (scope INT, term TEXT, block INT, held BLOB, "
        "PRIMARY KEY (scope, term, block)) WITHOUT ROWID"
    )
    for start in range(0, len(texts), 1000):
        pending = Pending()
        for place, text in enumerate(texts[start : start + 1000]):
            pending.add(start + place, text.split())
        db.execute("BEGIN IMMEDIATE")
        write(db, 1, pending)
        db.execute("COMMIT")


def fts5(db: sqlite3.Connection, texts: list[str]) -> None:
    db.execute("CREATE VIRTUAL TABLE fts USING fts5(words, detail=none)")
    for start in range(0, len(texts), 1000):
        rows = [(start + n, text) for n, text in enumerate(texts[start : start + 1000])]
        db.execute("BEGIN IMMEDIATE")
        db.executemany("INSERT INTO fts (rowid, words) VALUES (?, ?)", rows)
        db.execute("COMMIT")


def add(kind: str, db: sqlite3.Connection) -> None:
    if kind == "fts5":
        db.execute("INSERT INTO fts (words, rowid) VALUES (?, 999999)", (SENTINEL,))
    elif kind == "postings":
        db.execute("INSERT INTO postings VALUES (1, ?, 999999, 1)", (SENTINEL,))
    else:
        pending = Pending()
        pending.add(999_999, [SENTINEL])
        write(db, 1, pending)


def drop(kind: str, db: sqlite3.Connection) -> None:
    if kind == "fts5":
        db.execute("DELETE FROM fts WHERE rowid = 999999")
    elif kind == "postings":
        db.execute("DELETE FROM postings WHERE scope = 1 AND term = ?", (SENTINEL,))
    else:
        remove(db, 1, {999_999: [SENTINEL]})


def look_up(kind: str, db: sqlite3.Connection, word: str) -> object:
    if kind == "fts5":
        return db.execute("SELECT rowid FROM fts WHERE fts MATCH ?", (word,)).fetchall()
    if kind == "postings":
        sql = "SELECT n, tf FROM postings WHERE scope = 1 AND term = ?"
        return db.execute(sql, (word,)).fetchall()
    return find(db, 1, [word])


FILL = {"packed": packed, "postings": postings, "fts5": fts5}


def measured(kind: str, path: Path, texts: list[str], words: list[str]) -> None:
    db = sqlite3.connect(path, isolation_level=None)
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "secure_delete = ON"):
        db.execute(f"PRAGMA {pragma}").close()
    start = time.perf_counter()
    FILL[kind](db, texts)
    rate = len(texts) / (time.perf_counter() - start)
    taken = []
    for word in words:
        start = time.perf_counter()
        look_up(kind, db, word)
        taken.append((time.perf_counter() - start) * 1e3)
    add(kind, db)
    drop(kind, db)
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)").close()
    left = SENTINEL.encode() in path.read_bytes()
    size = path.stat().st_size / 1e6
    db.close()
    print(
        f"{kind:<9} {rate:>8,.0f} records/s   one word {np.median(taken):.3f} ms   "
        f"{size:.0f} MB   a deleted word is still in the file: {left}"
    )


def main() -> None:
    texts = Texts()
    sentences = texts.sentences(COUNT)
    words = [sentence.split()[-1] for sentence in texts.sentences(ASKED)]
    print(f"SQLite {sqlite3.sqlite_version}, {COUNT:,} records")
    with tempfile.TemporaryDirectory() as folder:
        for kind in FILL:
            measured(kind, Path(folder) / f"{kind}.db", sentences, words)


if __name__ == "__main__":
    main()
