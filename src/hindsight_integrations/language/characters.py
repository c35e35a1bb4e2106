"""Which characters are words without spaces, which belong inside a word; it knows nothing of terms or meaning.

The strings are bodies of regular-expression character classes: write ``f"[{CJK}]"``.
"""

from __future__ import annotations

import unicodedata
from functools import cache

#: Han, Hiragana, Katakana, Bopomofo and Hangul: scripts that are indexed by character pairs.
#: Half-width and compatibility forms are missing, since NFKC maps them to these.
CJK = (
    "\u1100-\u11ff"  # Hangul, conjoining
    "\u3005-\u3007"  # 々〆〇
    "\u3041-\u3096\u309d-\u309f"  # Hiragana
    "\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff"  # Katakana
    "\u3105-\u312f\u31a0-\u31bf"  # Bopomofo
    "\u3131-\u318e\ua960-\ua97c\uac00-\ud7a3\ud7b0-\ud7fb"  # Hangul
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"  # Han
    "\U00020000-\U0003fffd"  # Han, the supplementary planes
)


@cache
def marks() -> str:
    """Combining marks of the alphabets.

    The standard ``re`` takes them for no part of a word, which would cut Hindi, Thai or
    pointed Hebrew words to pieces. Emoji selectors (U+FE0F) lie outside these blocks.
    """
    found = (
        code
        for code in (*range(0x300, 0x2000), *range(0xA600, 0xAC00))
        if unicodedata.category(chr(code)).startswith("M")
    )
    return "".join(map(chr, found))


#: One letter of a script that is not CJK. A negated class: what is no digit, no
#: underscore, no CJK and no non-word character.
LETTER = rf"[^\W\d_{CJK}]"
