"""Long-term memory that knows what is still true, for LangChain, LangGraph and LlamaIndex.

Importing this imports no framework, no driver and no model.
"""

from hindsight_integrations.answers import (
    Action,
    Change,
    Copy,
    Erasure,
    Explanation,
    Observation,
    Recall,
    Recollection,
    ScoreForm,
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
from hindsight_integrations.settings import Settings, Strategy
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
    "Erasure",
    "Explanation",
    "Hindsight",
    "HindsightError",
    "InvalidInput",
    "Memory",
    "MemoryType",
    "MissingExtra",
    "ModelError",
    "NotFound",
    "Observation",
    "ReadOnly",
    "Recall",
    "Recollection",
    "Role",
    "SchemaTooNew",
    "ScoreForm",
    "Settings",
    "Source",
    "Status",
    "StoreError",
    "Strategy",
    "Tier",
    "Trace",
    "Turn",
    "Unavailable",
    "UserMemory",
    "Verdict",
    "Where",
    "Window",
]
