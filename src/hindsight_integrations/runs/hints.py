"""What an agent may ask a user of whom little is known, as a line for its prompt; it asks no memory itself."""

from __future__ import annotations

from collections.abc import Sequence

from hindsight_integrations.answers import Opener
from hindsight_integrations.language.characters import CJK
from hindsight_integrations.language.patterns import compiled

_HINT = "Little is known of this user yet. If it fits, ask in passing, and only once: "
_ZH_HINT = "对这位用户还了解不多。合适的话可以顺便问一句，只问一次："


def hint(openers: Sequence[Opener]) -> str:
    """The line, in the language of the questions; empty without any."""
    asked = [opener.question for opener in openers]
    if not asked:
        return ""
    chinese = any(compiled(f"[{CJK}]").search(question) for question in asked)
    return (_ZH_HINT if chinese else _HINT) + ("" if chinese else " ").join(asked)


def beside(block: str, line: str) -> str:
    """The recalled block with the line after it; either may be empty."""
    return "\n\n".join(part for part in (block, line) if part)
