"""Prints why the keyword index is a table of postings and not FTS5: speed of both, and what a delete leaves behind.

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

COUNT, ASKED = 50_000, 200
SENTINEL = "sentinelword"


def postings(db: sqlite3.Connection, texts: list[str]) -> None:
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


def fts5(db: sqlite3.Connection, texts: list[str]) -> None:
    db.execute("CREATE VIRTUAL TABLE fts USING fts5(words, detail=none)")
    for start in range(0, len(texts), 1000):
        rows = [(start + n, text) for n, text in enumerate(texts[start : start + 1000])]
        db.execute("BEGIN IMMEDIATE")
        db.executemany("INSERT INTO fts (rowid, words) VALUES (?, ?)", rows)
        db.execute("COMMIT")


SELECTS = {
    "postings": "SELECT n, tf FROM postings WHERE scope = 1 AND term = ? LIMIT 500",
    "fts5": "SELECT rowid FROM fts WHERE fts MATCH ? LIMIT 500",
}
ADD = {
    "postings": "INSERT INTO postings VALUES (1, ?, 999999, 1)",
    "fts5": "INSERT INTO fts (words, rowid) VALUES (?, 999999)",
}
DROP = {
    "postings": "DELETE FROM postings WHERE scope = 1 AND term = ? AND n = 999999",
    "fts5": "DELETE FROM fts WHERE rowid = 999999 AND ? = ?",
}


def measured(kind: str, path: Path, texts: list[str], words: list[str]) -> None:
    db = sqlite3.connect(path, isolation_level=None)
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "secure_delete = ON"):
        db.execute(f"PRAGMA {pragma}").close()
    start = time.perf_counter()
    {"postings": postings, "fts5": fts5}[kind](db, texts)
    rate = len(texts) / (time.perf_counter() - start)
    taken = []
    for word in words:
        start = time.perf_counter()
        db.execute(SELECTS[kind], (word,)).fetchall()
        taken.append((time.perf_counter() - start) * 1e3)
    db.execute(ADD[kind], (SENTINEL,))
    db.execute(DROP[kind], (SENTINEL,) * DROP[kind].count("?"))
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
        for kind in ("postings", "fts5"):
            measured(kind, Path(folder) / f"{kind}.db", sentences, words)


if __name__ == "__main__":
    main()
