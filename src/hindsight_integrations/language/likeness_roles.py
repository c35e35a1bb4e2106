"""Whether two texts of the same words give them other roles: who does it to whom, from where to where, what before what; it knows no vector."""

from __future__ import annotations

from hindsight_integrations.language.likeness_reading import Read, Token

#: What stands after one of these is its own: the same words after another one are another statement.
_DIRECTED = frozenset(
    [
        "to",
        "from",
        "before",
        "after",
        "than",
        "over",
        "比起",
        "比",
        "从",
        "到",
        "搬到",
        "先",
        "再",
        "给",
    ]
)
_SPEAKER = frozenset(["i", "me", "us", "we", "我", "我们"])
_BREAKS = _DIRECTED | frozenset(
    [
        "of",
        "in",
        "on",
        "at",
        "for",
        "with",
        "by",
        "when",
        "while",
        "if",
        "because",
        "as",
        "and",
        ",",
        "，",
        ";",
        "；",
    ]
)


def swapped(first: Read, second: Read) -> bool:
    """Whether words that both have trade their places."""
    return _after(first, second) or _reversed(first, second)


def _heads(text: Read) -> dict[str, set[str]]:
    """What stands right after each directed word."""
    heads: dict[str, set[str]] = {}
    tokens = text.tokens
    for place, token in enumerate(tokens):
        if token.surface in _DIRECTED:
            head = next((after for after in tokens[place + 1 :] if _role(after)), None)
            if head is not None:
                heads.setdefault(token.surface, set()).add(_name(head))
    return heads


def _role(token: Token) -> bool:
    """Whether a token may play a part: matter, or the speaker."""
    return not token.light or token.surface in _SPEAKER


def _after(first: Read, second: Read) -> bool:
    mine, theirs = _heads(first), _heads(second)
    all_mine, all_theirs = ({_name(t) for t in text.tokens if _role(t)} for text in (first, second))
    for word in mine.keys() & theirs.keys():
        only_mine, only_theirs = mine[word] - theirs[word], theirs[word] - mine[word]
        if only_mine & all_theirs and only_theirs & all_mine:
            return True
    return False


def _name(token: Token) -> str:
    return token.apart or token.word


def _parts(text: Read) -> list[list[str]]:
    """The tokens of matter between prepositions, commas and the like."""
    parts: list[list[str]] = [[]]
    for token in text.tokens:
        if token.surface in _BREAKS:
            parts.append([])
        elif token.surface in _SPEAKER:
            parts[-1].append("i")
        elif not token.light:
            parts[-1].append(_name(token))
    return parts


def _reversed(first: Read, second: Read) -> bool:
    """A x B in one of them, B x A in the other, inside one part of the sentence."""
    if not _all_ascii(first) and _surfaces(first) != _surfaces(second):
        return False  # Chinese moves its topic to the front
    theirs = {
        (a, x, b)
        for part in _parts(second)
        for i, a in enumerate(part)
        for j, x in enumerate(part[i + 1 :], i + 1)
        for b in part[j + 1 :]
    }
    return any(
        (part[k], part[j], part[i]) in theirs and part[i] != part[k]
        for part in _parts(first)
        for i in range(len(part))
        for j in range(i + 1, len(part))
        for k in range(j + 1, len(part))
    )


def _all_ascii(text: Read) -> bool:
    return all(token.surface.isascii() for token in text.tokens)


def _surfaces(text: Read) -> list[str]:
    return sorted(token.surface for token in text.tokens)
