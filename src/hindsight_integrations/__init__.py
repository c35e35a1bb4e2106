"""Long-term memory that knows what is still true, for LangChain, LangGraph and LlamaIndex.

Importing this imports no framework, no driver and no model: each name is loaded when it is
first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hindsight_integrations.answers import (
        Action,
        Change,
        Copy,
        Erasure,
        Explanation,
        Judgement,
        Observation,
        Opener,
        Recall,
        Recollection,
        ScoreForm,
        SessionEnd,
        Summary,
        Trace,
        Verdict,
    )
    from hindsight_integrations.errors import (
        ConfigurationError,
        Conflict,
        DeadlineExceeded,
        HindsightError,
        InvalidInput,
        MissingExtra,
        ModelError,
        NotFound,
        ReadOnly,
        SchemaTooNew,
        StoreError,
        Unavailable,
    )
    from hindsight_integrations.hindsight import Hindsight
    from hindsight_integrations.mending import Diagnosis, doctor, reindex
    from hindsight_integrations.migrating import migrate
    from hindsight_integrations.moving import Moved, move
    from hindsight_integrations.passages import Passage
    from hindsight_integrations.queries import Where
    from hindsight_integrations.records import (
        Claim,
        Memory,
        MemoryType,
        Role,
        Source,
        Status,
        Tier,
        Turn,
        Window,
    )
    from hindsight_integrations.reembedding import reembed
    from hindsight_integrations.settings import Settings, Strategy
    from hindsight_integrations.transcripts import Transcript
    from hindsight_integrations.user_memory import UserMemory

__version__ = "0.1.0"

__all__ = [
    "Action",
    "Change",
    "Claim",
    "ConfigurationError",
    "Conflict",
    "Copy",
    "DeadlineExceeded",
    "Diagnosis",
    "Erasure",
    "Explanation",
    "Hindsight",
    "HindsightError",
    "InvalidInput",
    "Judgement",
    "Memory",
    "MemoryType",
    "MissingExtra",
    "ModelError",
    "Moved",
    "NotFound",
    "Observation",
    "Opener",
    "Passage",
    "ReadOnly",
    "Recall",
    "Recollection",
    "Role",
    "SchemaTooNew",
    "ScoreForm",
    "SessionEnd",
    "Settings",
    "Source",
    "Status",
    "StoreError",
    "Strategy",
    "Summary",
    "Tier",
    "Trace",
    "Transcript",
    "Turn",
    "Unavailable",
    "UserMemory",
    "Verdict",
    "Where",
    "Window",
    "doctor",
    "migrate",
    "move",
    "reembed",
    "reindex",
]

_HOMES = {
    "answers": "Action Change Copy Erasure Explanation Judgement Observation Opener Recall Recollection ScoreForm SessionEnd Summary Trace Verdict",
    "errors": "ConfigurationError Conflict DeadlineExceeded HindsightError InvalidInput MissingExtra ModelError NotFound ReadOnly SchemaTooNew StoreError Unavailable",
    "hindsight": "Hindsight",
    "mending": "Diagnosis doctor reindex",
    "migrating": "migrate",
    "moving": "Moved move",
    "passages": "Passage",
    "queries": "Where",
    "reembedding": "reembed",
    "records": "Claim Memory MemoryType Role Source Status Tier Turn Window",
    "settings": "Settings Strategy",
    "transcripts": "Transcript",
    "user_memory": "UserMemory",
}
_HOME = {name: home for home, names in _HOMES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    """Load a public name from the module it lives in, once."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
