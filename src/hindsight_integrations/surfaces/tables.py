"""Renders answers for a terminal: rich tables from our nouns, 80 columns, no colour needed; it asks nothing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from typing import Literal

from hindsight_integrations.answers import (
    Change,
    Erasure,
    Explanation,
    Left,
    Part,
    Recall,
    Recollection,
    Scored,
    ScoreForm,
    Trace,
)
from hindsight_integrations.errors import MissingExtra
from hindsight_integrations.language.reading import Reading
from hindsight_integrations.moving import Compared
from hindsight_integrations.records import Memory, Status

try:
    from rich import box
    from rich.cells import cell_len, set_cell_size
    from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text
except ImportError as missing:
    raise MissingExtra("cli", "the command line") from missing

_Kind = Literal["left", "right", "wide", "key"]
#: Score columns that stand side by side in 80 cells, and the cells of one and of the names.
_SIDE_BY_SIDE = 3
_COLUMN = 21
_NAMES = 15
#: Of those that were left out for one reason, how many are named.
_NAMED = 2
#: Ids inside a reason, which tell a reader nothing.
_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
#: What a terminal would obey instead of show.
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]+")


def shown(content: str, cells: int | None = None) -> str:
    """``content`` in one line, control characters as blanks, cut to ``cells`` (CJK takes two)."""
    line = " ".join(_CONTROLS.sub(" ", content).split())
    if cells is None or cell_len(line) <= cells:
        return line
    return set_cell_size(line, cells - 1).rstrip() + "…"


def day(moment: datetime, zone: tzinfo = UTC) -> str:
    """The date in the user's time zone."""
    return moment.astimezone(zone).date().isoformat()


def heading(title: str) -> Text:
    return Text(f"\n{title}", style="bold")


def note(text: str) -> RenderableType:
    """A remark, indented where it wraps too."""
    return Padding(Text(text, style="dim"), (0, 0, 0, 2), expand=False)


def _table(*columns: tuple[str, _Kind]) -> Table:
    """A plain table; each column is a name and its kind: the wide one takes the rest, a key folds last."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), show_edge=False)
    for name, kind in columns:
        side: Literal["left", "right"] = "right" if kind == "right" else "left"
        table.add_column(name, justify=side, no_wrap=kind in ("left", "right"), overflow="fold")
    return table


def memories(found: Sequence[Recollection], zone: tzinfo = UTC) -> Table:
    """What is remembered: subject, value, since when, how sure now, status."""
    table = _table(
        ("subject", "key"),
        ("value", "wide"),
        ("since", "left"),
        ("confidence", "right"),
        ("status", "left"),
    )
    for item in found:
        memory = item.memory
        table.add_row(
            Text(memory.subject_key or memory.type.value),
            Text(shown(memory.content)),
            day(memory.valid_from, zone),
            f"{item.confidence:.2f}",
            memory.status.value,
        )
    return table


def listed(found: Sequence[Memory], zone: tzinfo = UTC) -> Table:
    """Memories by their ids: what they say, since when, status."""
    table = _table(("id", "left"), ("says", "wide"), ("since", "left"), ("status", "left"))
    for memory in found:
        about = memory.subject_key or memory.type.value
        says = f"{about}: {shown(memory.content)}" if memory.content else about
        since = day(memory.valid_from, zone)
        table.add_row(Text(memory.id), Text(shown(says)), since, memory.status.value)
    return table


def change(done: Change) -> RenderableType:
    """What one write did: the memory as it now stands, and what it replaced."""
    lines: list[RenderableType] = [Text(_done(done))]
    lines += [note(f"instead of: {shown(old.content)}  {old.id}") for old in done.superseded]
    if done.reason:
        lines.append(note(_ID.sub("another memory", done.reason)))
    if done.secrets:
        lines.append(note(f"secrets found in it: {', '.join(done.secrets)}"))
    return Group(*lines)


def _done(done: Change) -> str:
    if done.memory is None:
        return f"{done.action.value}: nothing is kept"
    about = f"{done.memory.subject_key}: " if done.memory.subject_key else ""
    return f"{done.action.value}: {about}{shown(done.memory.content)}  {done.memory.id}"


def history(subject: str, chain: Sequence[Memory], zone: tzinfo = UTC) -> RenderableType:
    """The values of one subject, the latest first, each with an arrow to what it replaced."""
    if not chain:
        return note(f"{subject}: nothing is remembered under this subject")
    lines: list[RenderableType] = [Text(f"  {subject}", style="bold")]
    for memory in chain:
        arrow = "← " if memory.superseded_by is not None else "  "
        value = f"{arrow}{shown(memory.content)}  ({_span(memory, zone)})"
        lines.append(Padding(Text(value), (0, 0, 0, 4), expand=False))
    return Group(*lines)


def _span(memory: Memory, zone: tzinfo) -> str:
    since = day(memory.valid_from, zone)
    if memory.status is Status.ACTIVE and memory.valid_to is None:
        return f"{memory.status.value} since {since}"
    until = day(memory.valid_to, zone) if memory.valid_to else "?"
    return f"{memory.status.value}, {since} to {until}"


def found(answer: Recall, zone: tzinfo = UTC, *, ids: bool = False) -> RenderableType:
    """What an answer holds, best first; ``ids`` shows the memories' ids too."""
    if not answer.recollections:
        return note("nothing was found")
    return _found(answer.recollections, zone, ids)


def workings(answer: Recall, known: Mapping[str, Memory]) -> RenderableType:
    """How an answer came about: each score taken apart, and why others were left out.

    ``known`` holds the memories that the trace names, by id, as far as they are to be named.
    """
    return Group(
        Text(),
        _Scores(answer.recollections, answer.trace.form),
        *_left_out(answer.trace, known),
        *(note(text) for text in _remarks(answer.trace)),
    )


def _found(items: Sequence[Recollection], zone: tzinfo, ids: bool) -> Table:
    table = _table(
        ("#", "right"),
        ("memory", "wide"),
        ("when", "left"),
        ("score", "right"),
        ("verdict", "left"),
    )
    for place, item in enumerate(items, start=1):
        memory = item.memory
        table.add_row(
            str(place),
            _told(item, zone, ids),
            day(memory.happened_at, zone),
            f"{item.score:.3f}",
            item.verdict.value,
        )
    return table


def _told(item: Recollection, zone: tzinfo, ids: bool) -> Text:
    memory = item.memory
    text = Text(shown(memory.content, 240))
    text.append(f"\n{memory.subject_key or memory.type.value}", style="dim")
    if item.predecessor is not None:
        before = item.predecessor
        text.append(f"\nbefore: {shown(before.content, 80)} ({day(before.valid_from, zone)})")
    if ids:
        text.append(f"\nid {memory.id}", style="dim")
    return text


@dataclass(frozen=True, slots=True)
class _Scores:
    """Tables of scores, as many side by side as the terminal has room for."""

    items: Sequence[Recollection] | Sequence[Scored]
    form: ScoreForm

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        room = (options.max_width - _NAMES) // _COLUMN
        yield from _scores(self.items, self.form, max(1, min(room, _SIDE_BY_SIDE)))


def _scores(
    items: Sequence[Recollection] | Sequence[Scored], form: ScoreForm, abreast: int
) -> Iterator[Table]:
    """One column a memory, one row a part; the column adds up (or multiplies) to the score."""
    for start in range(0, len(items), abreast):
        block = items[start : start + abreast]
        numbers: list[tuple[str, _Kind]] = [
            (f"#{start + offset}", "right") for offset in range(1, len(block) + 1)
        ]
        table = _table(("part × weight", "left"), *numbers)
        for name in dict.fromkeys(part.name for item in block for part in item.parts):
            table.add_row(name, *(_term(item.parts, name, form) for item in block))
        table.add_row()
        table.add_row("score", *(f"{item.score:.3f}" for item in block))
        yield table


def _term(parts: Sequence[Part], name: str, form: ScoreForm) -> str:
    part = next((part for part in parts if part.name == name), None)
    if part is None:
        return ""
    if form is ScoreForm.PRODUCT:
        return f"× {part.value:.3f}"
    # Adding zero turns -0.0 into 0.0.
    return f"{part.value:.2f}×{part.weight:.2f} = {part.contribution + 0.0:.3f}"


def _left_out(trace: Trace, known: Mapping[str, Memory]) -> Iterator[RenderableType]:
    """Those that are still known are named first: an id alone tells a reader nothing."""
    if not trace.left_out:
        return
    reasons = Counter(_ID.sub("another", left.reason) for left in trace.left_out)
    yield note("left out:")
    for reason, count in reasons.most_common():
        alike = [left for left in trace.left_out if _ID.sub("another", left.reason) == reason]
        named = [shown(memory.content, 30) for memory in _examples(alike, known)]
        examples = f" (“{'”, “'.join(named[:_NAMED])}”)" if named else ""
        yield note(f"- {count}: {reason}{examples}")


def _examples(alike: Sequence[Left], known: Mapping[str, Memory]) -> list[Memory]:
    """The best ranked, or else the first written: the order of other steps means nothing."""
    named = [known[left.id] for left in alike if left.id in known]
    if alike[0].step != "rank":
        named.sort(key=lambda memory: memory.sequence)
    return named


def _remarks(trace: Trace) -> Iterator[str]:
    routes = ", ".join(f"{route.name} {len(route.hits)}" for route in trace.routes)
    if routes:
        yield f"routes and their hits: {routes}"
    if trace.rewritten != trace.query:
        yield f"the question was read as: {shown(trace.rewritten)}"
    yield from (f"note: {text}" for text in trace.notes)
    yield from (f"could not be asked: {text}" for text in trace.degraded)


def explanation(why: Explanation, memory: Memory | None) -> RenderableType:
    """Why one memory was used for a question, or was not."""
    said = f"{shown(memory.content, 200)}: " if memory is not None else ""
    answer = f"used, at rank {why.rank}" if why.used else "not used"
    lines: list[RenderableType] = [Text(f"  {said}{answer}: {why.reason}")]
    if why.routes:
        ranks = ", ".join(f"{name} at {rank}" for name, rank in why.routes.items())
        lines.append(note(f"found by: {ranks}"))
    if why.scored is not None:
        form = why.trace.form if why.trace is not None else ScoreForm.WEIGHTED
        lines.append(_Scores([why.scored], form))
    return Group(*lines)


def reading(read: Reading) -> RenderableType:
    """What would be remembered of a text, and why."""
    lines: list[RenderableType] = [Text(f"  {read.kept}", style="bold")]
    if read.event is not None:
        event = f"event {read.event.kind}: {shown(read.event.words, 200)}"
        lines.append(Text(f"  {event} (importance {read.event.importance:.1f})"))
    if read.weight is not None:
        lines.append(Text(f"  importance {read.weight.value:.1f}: {read.weight.reason}"))
    for claim in read.claims:
        value = claim.payload.get("value", claim.content)
        said = f"{claim.subject or 'no subject'}: {shown(str(value), 200)}"
        sense = " ends" if claim.ends else " takes the place of all" if claim.replaces else ""
        sure = "" if claim.confidence is None else f", confidence {claim.confidence:.1f}"
        lines.append(Text(f"  {claim.type.value}{sense} {said} (priority {claim.priority}{sure})"))
    if not read.claims:
        lines.append(Text("  no claim"))
    lines += [note(f"{shown(part.text, 200)}: {part.verdict}") for part in read.sentences]
    return Group(*lines)


def erasure(done: Erasure) -> RenderableType:
    """What was forgotten, where, and what is out of reach."""
    where = ", ".join(f"{place} {state.value}" for place, state in done.where.items())
    return Group(
        Text(f"  forgotten: memories {len(done.memories)}, turns {len(done.turns)}"),
        note(f"where: {where or 'nowhere else'}; reason: {done.reason}"),
        note(f"out of reach: {', '.join(done.unreachable)}"),
    )


def users(tenant: str, counts: Mapping[str, int]) -> RenderableType:
    """A tenant's users and how many records each has."""
    if not counts:
        return note(f"tenant {tenant}: nobody has a memory")
    table = _table(("user", "wide"), ("memories", "right"))
    for user, many in sorted(counts.items()):
        table.add_row(Text(shown(user)), f"{many:,}")
    return table


def compared(found: Sequence[Compared]) -> Table:
    """Tables that are alike in two places: rows, and the beginning of the sum over them."""
    table = _table(("table", "left"), ("rows", "right"), ("SHA-256", "left"))
    for one in found:
        table.add_row(one.table, f"{one.target_rows}", f"{one.target_sha256[:16]}…")
    return table
