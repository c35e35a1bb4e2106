"""Every number of the package, once, with its default and its reason; it reads no environment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache

from hindsight_integrations.answers import ScoreForm
from hindsight_integrations.errors import ConfigurationError
from hindsight_integrations.records import MemoryType, Source, SubjectPattern, Tier
from hindsight_integrations.settings.running import (
    ArchiveSettings,
    IndexSettings,
    RuntimeSettings,
    StoreSettings,
    WorkingSettings,
)
from hindsight_integrations.settings.serving import ServiceSettings
from hindsight_integrations.validation import choice

__all__ = [
    "ArchiveSettings",
    "ConfidenceSettings",
    "ContextSettings",
    "ImportanceSettings",
    "IndexSettings",
    "ItemSettings",
    "LikenessSettings",
    "PrivacySettings",
    "RouteSettings",
    "RuntimeSettings",
    "ScoreSettings",
    "SecretKind",
    "SecretPolicy",
    "ServiceSettings",
    "Settings",
    "StoreSettings",
    "Strategy",
    "SubjectSettings",
    "TellingSettings",
    "WorkingSettings",
]


class Strategy(StrEnum):
    """What a newer record does to an older one under the same ``one`` key."""

    LATEST = "latest"  # the later one holds
    CONFIDENCE = "confidence"  # the surer one holds
    BOTH = "both"  # the later one holds and its predecessor is told with it


@dataclass(frozen=True, slots=True)
class ConfidenceSettings:
    """How sure a memory starts and how that fades."""

    #: By who said it (REQUIREMENTS W5).
    by_source: Mapping[Source, float] = field(
        default_factory=lambda: {
            Source.USER_STATED: 0.95,
            Source.TOOL: 0.8,
            Source.INFERRED: 0.7,
            Source.SUMMARISED: 0.6,
        }
    )
    #: What is left after one period (×0.95 per 30 days, continuous).
    retained: float = 0.95
    period_days: float = 30.0


@dataclass(frozen=True, slots=True)
class ImportanceSettings:
    """How much a memory matters, by type, unless the caller says."""

    #: An ordinary request is 0.5, small talk 0.2; what is kept about a person matters more.
    by_type: Mapping[MemoryType, float] = field(
        default_factory=lambda: {
            MemoryType.UTTERANCE: 0.3,
            MemoryType.FACT: 0.6,
            MemoryType.PREFERENCE: 0.7,
            MemoryType.TASK: 0.6,
            MemoryType.EVENT: 0.5,
            MemoryType.EMOTION: 0.4,
            MemoryType.INFERENCE: 0.4,
            MemoryType.SUMMARY: 0.5,
        }
    )
    #: Importance halves in this many days, unless the memory is pinned.
    half_life_days: float = 180.0
    #: Who complained this often within ``often_days`` counts ``raised`` more in all that is weighed; 0: nobody does.
    often: int = 3
    often_days: float = 90.0
    raised: float = 0.1


@dataclass(frozen=True, slots=True)
class SubjectSettings:
    """How keys behave."""

    #: Keys whose values stand side by side; all others hold one value at a time.
    many: tuple[str, ...] = (
        "user.allergy",
        "user.allergies",
        "user.pet",
        "user.pets",
        "user.hobby",
        "user.hobbies",
        "user.language",
        "user.languages",
        "user.like",
        "user.dislike",
        "user.note",
        "user.child",
        "user.sibling",
    )
    #: Which strategy a type follows (REQUIREMENTS S2).
    strategies: Mapping[MemoryType, Strategy] = field(
        default_factory=lambda: {
            MemoryType.INFERENCE: Strategy.CONFIDENCE,
            MemoryType.PREFERENCE: Strategy.BOTH,
        }
    )
    #: A TOML file that says what else can be known of someone and how it is worded, beside the
    #: built-in catalogue (``docs/catalogue.md``).
    catalogue: str | None = None
    #: A strategy for a key or prefix (``user.plan.*``) goes before the type's.
    by_subject: Mapping[str, Strategy] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LikenessSettings:
    """When a statement says in other words what is known (REQUIREMENTS S3).

    Cosines of the bundled encoder, chosen on half of ``benchmarks/data/likeness_*``; another
    encoder's may lie elsewhere: run ``benchmarks/likeness.py`` with it. What people tell apart
    exactly (numbers, names, opposites) is told apart whatever these say.
    """

    #: Two texts below this are not compared.
    whole: float = 0.35
    #: Two that have hardly a word in common must be at least this near.
    scant: float = 0.4
    #: If one word stands in another's place: how near the two must be.
    rest: float = 0.85
    #: Below this nothing of the matter may be left over, and the encoder is not asked; above it,
    #: a text that is built otherwise ...
    reworded: float = 0.6
    #: ... may leave words over that are this near.
    rest_reworded: float = 0.4
    #: What one text has more than another of another build says nothing if the text without it is this near to it.
    without: float = 0.9
    #: How many of the nearest records a new one is compared with.
    nearest: int = 5
    #: Of these, how many are read even if they lie below ``reworded``: to read a record takes 0.1 ms.
    far: int = 1
    #: A larger batch is an import: it is compared word by word only, since a search for each of its
    #: claims would take longer than writing it.
    batch: int = 50


@dataclass(frozen=True, slots=True)
class RouteSettings:
    """How wide each route of recall looks."""

    vector: int = 50
    keyword: int = 20
    recent: int = 10
    time: int = 50
    subject: int = 20
    #: The most postings one keyword query scores everywhere, rarest words first; more frequent
    #: words only refine the best. Common words say little and cost most: this bounds the
    #: route's time in a large scope (about 0.5 ms here) and cuts nothing below 2,000 records.
    postings: int = 20_000


@dataclass(frozen=True, slots=True)
class ContextSettings:
    """What an utterance gains from the conversation around it, beside its own words and meaning.

    Measured on dialogue (LoCoMo, evidence recall at 10): see ``docs/figures.md``.
    """

    #: Shares of what the next utterance and the one after it are found by, on both sides.
    neighbours: tuple[float, ...] = (0.3, 0.1)
    #: A share of the mean of the best of its talk, and of how many the mean is taken.
    talk: float = 0.3
    talk_best: int = 5
    #: Utterances that are further apart than this belong to different talks.
    pause_minutes: float = 60.0
    #: For an utterance of somebody whom the question names.
    speaker: float = 0.3
    #: The route: how many of the best keyword hits bring in what was said beside them, and how far.
    hits: int = 5
    reach: int = 2


@dataclass(frozen=True, slots=True)
class ScoreSettings:
    """The weights of the score (REQUIREMENTS Q4) and the curves behind its parts."""

    form: ScoreForm = ScoreForm.WEIGHTED
    similarity: float = 0.5
    confidence: float = 0.2
    recency: float = 0.15
    access: float = 0.1
    importance: float = 0.1
    conflict: float = -0.3
    #: How the routes' scores make the similarity: x = meaning · cosine + words · word score +
    #: context, and of that (x / max(best x, poor)) ** sharpness. Measured on dialogue (LoCoMo,
    #: evidence recall at 10; MADial en, recall at 10): 0.73 and 0.46; tanh(x) instead 0.41 and
    #: 0.23, x / best 0.71 and 0.42. 0.7 for ``meaning`` would give 0.73 and 0.38.
    meaning: float = 1.0
    words: float = 1.2
    poor: float = 0.3
    sharpness: float = 1.5
    #: A subject that the question asks for counts at least this much as similarity: whose fact it
    #: is comes before words in common (update chains, current value first: 0.98 with 0.75, 1.0).
    subject_match: float = 0.9
    #: What remains of the similarity of everything else, if a value of that subject is known.
    other_subject: float = 0.8
    #: What is added to the similarity of a memory inside a clearly named window.
    time_match: float = 0.15
    half_life_days: Mapping[MemoryType, float] = field(
        default_factory=lambda: {
            # What was said stays said (LoCoMo, evidence recall at 10: 0.73; with 14 days 0.66).
            MemoryType.UTTERANCE: 365.0,
            MemoryType.EVENT: 14.0,
            MemoryType.EMOTION: 14.0,
            MemoryType.SUMMARY: 90.0,
            MemoryType.TASK: 90.0,
            MemoryType.INFERENCE: 90.0,
            MemoryType.PREFERENCE: 365.0,
            MemoryType.FACT: 365.0,
        }
    )
    tier_weights: Mapping[Tier, float] = field(
        default_factory=lambda: {Tier.SEMANTIC: 1.0, Tier.EPISODIC: 0.9, Tier.WORKING: 0.8}
    )
    #: access = log(1 + n) / log(1 + this), at most 1.
    access_full: int = 50
    #: The product form's decay, per hour: 0.79 is left after a day, 0.19 after a week.
    product_rate: float = 0.01
    conflict_replaced: float = 1.0
    conflict_suspected: float = 0.5
    #: Below this share of its half-life curve a memory is called ageing.
    ageing_below: float = 0.5


@dataclass(frozen=True, slots=True)
class TellingSettings:
    """What is put into a prompt."""

    #: At most this many memories (REQUIREMENTS Q3).
    items: int = 5
    #: Tokens, as ``engine.telling.tokens`` counts them.
    budget: int = 800
    #: Recollections below this score are not told. 0 tells all: without a calibrated
    #: reranker no threshold separates answers from noise; with one use 0.5 to 0.6.
    threshold: float = 0.0


class SecretKind(StrEnum):
    """What is not for a memory."""

    ID_CARD = "id_card"
    BANK_CARD = "bank_card"
    PASSWORD = "password"  # noqa: S105 (a kind of secret, no secret)
    API_KEY = "api_key"
    TOKEN = "token"  # noqa: S105
    PRIVATE_KEY = "private_key"


class SecretPolicy(StrEnum):
    """What is done with a secret before anything is kept."""

    BLOCK = "block"  # what holds it is not kept at all
    REDACT = "redact"  # it is replaced by its kind
    TAG = "tag"  # it is kept, and tagged


@dataclass(frozen=True, slots=True)
class ItemSettings:
    """What an application keeps by key through ``HindsightStore``."""

    #: Earlier values of a key that stay readable; the oldest go first.
    history: int = 10
    #: Characters of a value's text that recall reads and tells; the value itself is kept whole.
    text: int = 10_000
    #: An agent kept it, so it counts as what a tool said; it does not fade.
    confidence: float = 0.8
    importance: float = 0.5


@dataclass(frozen=True, slots=True)
class PrivacySettings:
    """What leaves the package besides the answers, and what is never kept."""

    #: By kind; a kind that is not named is redacted.
    secrets: Mapping[SecretKind, SecretPolicy] = field(default_factory=dict)

    #: Whether the recall log line holds the query's text.
    log_content: bool = False


@dataclass(frozen=True, slots=True)
class Settings:
    """The policy: every number, grouped. ``Settings(telling=TellingSettings(budget=400))``."""

    confidence: ConfidenceSettings = field(default_factory=ConfidenceSettings)
    importance: ImportanceSettings = field(default_factory=ImportanceSettings)
    subjects: SubjectSettings = field(default_factory=SubjectSettings)
    likeness: LikenessSettings = field(default_factory=LikenessSettings)
    routes: RouteSettings = field(default_factory=RouteSettings)
    context: ContextSettings = field(default_factory=ContextSettings)
    score: ScoreSettings = field(default_factory=ScoreSettings)
    telling: TellingSettings = field(default_factory=TellingSettings)
    working: WorkingSettings = field(default_factory=WorkingSettings)
    archive: ArchiveSettings = field(default_factory=ArchiveSettings)
    runtime: RuntimeSettings = field(default_factory=RuntimeSettings)
    store: StoreSettings = field(default_factory=StoreSettings)
    index: IndexSettings = field(default_factory=IndexSettings)
    items: ItemSettings = field(default_factory=ItemSettings)
    privacy: PrivacySettings = field(default_factory=PrivacySettings)

    def __post_init__(self) -> None:
        _stems(tuple(self.subjects.many))
        for name in self.subjects.by_subject:
            SubjectPattern.parse(name)
        for kind, policy in self.privacy.secrets.items():
            choice(SecretKind, kind, "privacy.secrets: a kind")
            choice(SecretPolicy, policy, "privacy.secrets: a policy")
        if not 0 < self.confidence.retained <= 1 or self.confidence.period_days <= 0:
            raise ConfigurationError("confidence must retain a share in (0, 1] per period > 0 days")
        if min(self.runtime.workers, self.runtime.queue, self.runtime.model_workers) < 1:
            raise ConfigurationError("runtime needs at least one worker and room for one call")
        if self.archive.batch < 1 or self.archive.grace_seconds < 0:
            raise ConfigurationError("archive needs a batch of at least 1 and no negative grace")
        if min(self.archive.workers, self.archive.queue, self.archive.answer_seconds) <= 0:
            raise ConfigurationError(
                "archive needs a worker, room for one call, and time to answer"
            )

    def single(self, subject: str | None) -> bool:
        """Whether ``subject`` holds one value at a time (``one``) or many; no subject is many."""
        if subject is None:
            return False
        stems = _stems(self.subjects.many)
        subject = _like_the_users(subject)
        return not any(subject == stem or subject.startswith(stem + ".") for stem in stems)

    def strategy(self, kind: MemoryType, subject: str | None) -> Strategy:
        """The strategy for a new record: that of the closest name, else its type's, else the latest."""
        named = {SubjectPattern.parse(name): how for name, how in self.subjects.by_subject.items()}
        matching = [pattern for pattern in named if pattern.matches(subject)]
        if matching:
            return named[max(matching, key=lambda pattern: (len(pattern.key), not pattern.below))]
        return self.subjects.strategies.get(kind, Strategy.LATEST)


def _like_the_users(subject: str) -> str:
    """``person.ana.hobby`` holds as many values as ``user.hobby``."""
    kind, _, rest = subject.partition(".")
    return (
        f"user.{rest.partition('.')[2]}" if kind in ("person", "thing") and "." in rest else subject
    )


@lru_cache(maxsize=64)
def _stems(names: tuple[str, ...]) -> tuple[str, ...]:
    """The keys of ``many`` entries: each covers itself and everything below it."""
    return tuple(SubjectPattern.parse(name).key for name in names)
