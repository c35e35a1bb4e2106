"""Sums up what is remembered of a subject or a time: dated lines by rule, or a plugged-in model's words; it keeps nothing."""

from __future__ import annotations

from collections.abc import Sequence

from hindsight_integrations.answers import Summary
from hindsight_integrations.engine.consulting import consult
from hindsight_integrations.engine.core import Core
from hindsight_integrations.errors import HindsightError, ModelError
from hindsight_integrations.language.tokens import count_tokens
from hindsight_integrations.ports import Deadline, RecordReader, Summarizer
from hindsight_integrations.queries import Where
from hindsight_integrations.records import Memory, MemoryType, Scope
from hindsight_integrations.validation import MAX_CONTENT

#: The most memories that one summary looks at, the latest first.
_LOOKED_AT = 500
#: How many of a key's former values a line names.
_FORMER = 2


def summarize(
    core: Core, scope: Scope, where: Where, *, budget: int, deadline: Deadline
) -> Summary:
    """What ``where`` matches, oldest first, within about ``budget`` tokens of lines.

    Where it does not fit, the least important memories are left out first; utterances are
    told only where nothing was learnt. A model that fails leaves the lines.
    """
    with core.records.reading(scope, deadline) as reader:
        chosen = _fitting(_told(reader.find(where, limit=_LOOKED_AT)), reader, budget)
    chosen.sort(key=lambda pair: (pair[0].happened_at, pair[0].sequence))
    lines = [line for _, line in chosen]
    ids = tuple(memory.id for memory, _ in chosen)
    if core.summarizer is None or not lines:
        return Summary("\n".join(lines), ids)
    try:
        return Summary(_asked(core, core.summarizer, lines), ids)
    except HindsightError as error:
        note = f"summarizer: {type(error).__name__}; told by rule"
        return Summary("\n".join(lines), ids, (note,))


def _told(found: Sequence[Memory]) -> list[Memory]:
    learnt = [memory for memory in found if memory.type is not MemoryType.UTTERANCE]
    return learnt or list(found)


def _fitting(
    memories: Sequence[Memory], reader: RecordReader, budget: int
) -> list[tuple[Memory, str]]:
    """The most important memories whose lines fit, each with its line."""
    chosen, room = [], budget
    for memory in sorted(memories, key=lambda m: (-m.importance, -m.sequence)):
        line = _line(memory, reader)
        if (cost := count_tokens(line)) <= room:
            chosen.append((memory, line))
            room -= cost
    return chosen


def _line(memory: Memory, reader: RecordReader) -> str:
    """``2025-03-01 user.location: Alice lives in Lisbon ← Alice lives in Berlin``."""
    said = " ".join(memory.content.split())
    former = _former(memory, reader)
    subject = "" if memory.subject_key is None else f" {memory.subject_key}:"
    return f"{memory.happened_at.date().isoformat()}{subject} {' ← '.join([said, *former])}"


def _former(memory: Memory, reader: RecordReader) -> list[str]:
    """What the memory replaced, the latest first."""
    former: list[str] = []
    earlier = memory.supersedes
    while earlier is not None and len(former) < _FORMER:
        known = reader.get([earlier]).get(earlier)
        if known is None:
            break
        former.append(" ".join(known.content.split()))
        earlier = known.supersedes
    return former


def _asked(core: Core, model: Summarizer, lines: Sequence[str]) -> str:
    return consult(core, model, lambda: model.summarize(lines), _checked)


def _checked(answer: object) -> str:
    if not isinstance(answer, str) or not answer.strip():
        raise ModelError("a summarizer must answer text")
    return answer.strip()[:MAX_CONTENT]
