"""Reads chat exports (OpenAI, LangChain, ShareGPT, LoCoMo, LongMemEval) into sessions of turns; it stores nothing."""

from __future__ import annotations

import gzip
import json
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import tzinfo
from pathlib import Path
from typing import Any

from hindsight_integrations.errors import InvalidInput
from hindsight_integrations.records import Turn
from hindsight_integrations.surfaces.dated_chats import is_locomo, locomo, longmemeval
from hindsight_integrations.surfaces.dialects import is_message, read_message
from hindsight_integrations.surfaces.moments import time_zone
from hindsight_integrations.surfaces.places import Found, Place, kind

_FORMATS = "OpenAI messages, LangChain messages, ShareGPT, LoCoMo, LongMemEval"
#: Under which name a document keeps its messages (or, a whole file, its conversations).
_HOLDERS = ("messages", "conversations", "conversation", "traj", "data")
_IDS = ("id", "session_id", "conversation_id", "thread_id", "sample_id", "question_id", "task_id")
_GZIP = b"\x1f\x8b"

Session = tuple[str, list[Turn]]


@dataclass(frozen=True, slots=True)
class Chat:
    """One session of a file: its name, which is the same at every reading, and its turns in order."""

    session: str
    turns: tuple[Turn, ...]


def read_chats(path: str | Path, *, tz: str = "UTC") -> list[Chat]:
    """The sessions of a chat export, in the file's order; the format is found out.

    JSON or JSON Lines, plain or gzip. System messages are left out. A time without an
    offset is read in ``tz``. Every turn has an id and an index that a second reading
    gives again. Raises :class:`InvalidInput` with the file, the line or the path of the
    element, and the reason.
    """
    zone = time_zone(tz)
    file = Path(path)
    place = Place(str(path))
    stem = file.name.split(".")[0] or file.name
    documents = _documents(place, _text(place, file))
    chats = _named(_sessions(documents, stem, zone))
    if not chats:
        raise place.wrong("holds no message of a user, an assistant or a tool")
    return chats


def _named(sessions: Iterable[Session]) -> list[Chat]:
    """Chats with names used once and turns with ids; a name that comes again is numbered."""
    seen: Counter[str] = Counter()
    chats = []
    for name, turns in sessions:
        seen[name] += 1
        session = name if seen[name] == 1 else f"{name}#{seen[name]}"
        if turns:
            chats.append(Chat(session, tuple(_identified(turn, session) for turn in turns)))
    return chats


def _identified(turn: Turn, session: str) -> Turn:
    return turn if turn.id else replace(turn, id=f"{session}:{turn.index}")


def _text(place: Place, file: Path) -> str:
    try:
        raw = file.read_bytes()
        data = gzip.decompress(raw) if raw.startswith(_GZIP) else raw
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise place.wrong(f"is not UTF-8 text (byte {error.start}); save it as UTF-8") from error
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise place.wrong("is a damaged or cut gzip file") from error
    except OSError as error:
        raise place.wrong(error.strerror or "cannot be read") from error


def _documents(place: Place, text: str) -> list[Found[Any]] | Found[Any]:
    """The lines of a JSON Lines file as a list, or the one document of a JSON file."""
    if not text.strip():
        raise place.wrong("is empty")
    names = place.file.lower().removesuffix(".gz")
    if names.endswith((".jsonl", ".ndjson")):
        return _lines(place, text)
    try:
        return Found(replace(place, text=text), json.loads(text))
    except json.JSONDecodeError as error:
        if error.msg == "Extra data" and _is_json(text.lstrip().split("\n", 1)[0]):
            return _lines(place, text)
        raise _syntax(place.on(error.lineno), error) from error
    except RecursionError as error:
        raise place.wrong("is nested too deeply") from error


def _lines(place: Place, text: str) -> list[Found[Any]]:
    # Not splitlines: JSON strings may hold U+2028, which would split there too.
    numbered = enumerate(text.split("\n"), start=1)
    return [_parsed(place.on(number), line) for number, line in numbered if line.strip()]


def _parsed(place: Place, line: str) -> Found[Any]:
    try:
        return Found(place, json.loads(line))
    except json.JSONDecodeError as error:
        raise _syntax(place, error) from error
    except RecursionError as error:
        raise place.wrong("is nested too deeply") from error


def _syntax(place: Place, error: json.JSONDecodeError) -> InvalidInput:
    return place.wrong(f"is not JSON: {error.msg} (column {error.colno})")


def _is_json(line: str) -> bool:
    try:
        json.loads(line)
    except ValueError:
        return False
    return True


def _sessions(
    documents: list[Found[Any]] | Found[Any], stem: str, zone: tzinfo
) -> Iterator[Session]:
    if isinstance(documents, Found):
        yield from _unfold(documents, stem, stem, zone)
    elif any(is_message(document.value) for document in documents):
        yield stem, _turns(documents, zone)
    else:
        for number, document in enumerate(documents, start=1):
            yield from _unfold(document, f"{stem}-{number}", stem, zone)


def _unfold(found: Found[Any], name: str, stem: str, zone: tzinfo) -> Iterator[Session]:
    """The sessions inside a document: itself, or those it holds. ``name`` is its name if it has none."""
    match found.value:
        case list():
            yield from _list(found, name, stem, zone)
        case Mapping():
            yield from _object(found, _own_name(found.value, name, stem), stem, zone)
        case _:
            raise found.place.wrong(f"must be a conversation, not {kind(found.value)}")


def _list(found: Found[list[Any]], name: str, stem: str, zone: tzinfo) -> Iterator[Session]:
    if any(is_message(item) for item in found.value):
        yield name, _turns(found.items(), zone)
        return
    for number, item in enumerate(found.items(), start=1):
        yield from _unfold(item, f"{name}-{number}", stem, zone)


def _object(
    found: Found[Mapping[str, Any]], name: str, stem: str, zone: tzinfo
) -> Iterator[Session]:
    value = found.value
    holder = next((key for key in _HOLDERS if key in value), None)
    if is_locomo(value):
        yield from locomo(found, name, zone)
    elif "haystack_sessions" in value:
        yield from longmemeval(found, name, zone)
    elif holder is None:
        keys = ", ".join(sorted(value)[:8]) or "none"
        raise found.place.wrong(f"is no conversation ({_FORMATS}); its keys: {keys}")
    elif is_locomo(value[holder]):
        yield from locomo(found.get(holder), name, zone)
    elif holder == "messages":
        yield name, _turns(found.get(holder).as_list().items(), zone)
    else:
        yield from _list(found.get(holder).as_list(), name, stem, zone)


def _turns(messages: Iterable[Found[Any]], zone: tzinfo) -> list[Turn]:
    read = (read_message(found, index=n, zone=zone) for n, found in enumerate(messages))
    return list(_tools_named([turn for turn in read if turn is not None]))


def _tools_named(turns: Sequence[Turn]) -> Iterator[Turn]:
    """A tool's answer often has only the id of its call: the call has the tool's name."""
    names: dict[str, str] = {}
    for turn in turns:
        for call in turn.payload.get("tool_calls", ()):
            names[str(call["id"])] = call["name"]
        called = turn.payload.get("tool_call_id")
        yield turn if turn.name or called not in names else replace(turn, name=names[called])


def _own_name(value: Mapping[str, Any], fallback: str, stem: str) -> str:
    """The document's own id. A number is no name of its own: it is told apart by the file's."""
    for key in _IDS:
        match value.get(key):
            case str(id) if id:
                return id
            case int(id) if not isinstance(id, bool):
                return f"{stem}-{id}"
    return fallback
