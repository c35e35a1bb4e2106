"""Adverbs of time that stand beside a value and are no part of it: "Lisbon soon", 北京目前; it reads nothing itself."""

from __future__ import annotations

#: After a value, in English.
AFTER = (
    "(?:(?:pretty|very|quite|really|fairly|rather) )?(?:soon|shortly)|nowadays|presently|eventually|someday|sometime|momentarily|henceforth|meanwhile"
    "|temporarily|immediately|straight away|right away|right now|just now|anytime|any time|lately|currently|recently|now|these days|at the moment|at present"
    "|for the moment|for the time being|for now|as of (?:now|today)|from now on|of late"
)
#: Before a verb or between it and its preposition, in English.
BESIDE = "soon|shortly|presently|nowadays|lately|temporarily|eventually|right now|at the moment|these days"
#: Before a verb or after a value, in Chinese.
ZH = "现在|目前|如今|眼下|当前|最近|近期|近来|暂时|这段时间|这阵子|这些天|这几天|马上|很快|不久"
