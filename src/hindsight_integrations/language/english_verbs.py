"""The English verb of a clause: what stands before it, its form, and whether it speaks of now; it knows no owner."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hindsight_integrations.language.adverbs import BESIDE
from hindsight_integrations.language.frames import Form, Frame, Frames, Sense
from hindsight_integrations.language.patterns import compiled
from hindsight_integrations.language.stated import Mode

#: Adverbs that make what follows untrue or unsure, or that are none.
_NO_ADVERB = "hardly|barely|scarcely|rarely|nearly|allegedly|hopefully|possibly|probably|supposedly|apparently|previously|formerly|originally|hypothetically|theoretically|ideally|presumably|potentially|family|early|reply|apply|rely|only child"
#: What one may have, ending as a participle does: "I have one sister", "I have children".
_NOUNS = (
    "one|none|ten|seven|eleven|children|grandchildren|stepchildren|some|someone|everyone|no ?one|it|me|pollen|gluten|kittens?|chicken|hen|women|men|acne|migraine|medicine|caffeine|wine|home|time|same"
    "|rabbit|credit|kit|unit|permit|gift|craft|oxygen|vaccine|routine|machine|phone|iphone|engine|cuisine|fortune|gene|spleen|garden|kitchen|queen|teen|chilblaine?|deed|need|seed|weed|breed|speed|bed|med|red|bread"
)
_HEAD = (
    rf"(?i)(?:(?P<adverb>(?:{BESIDE}|now|just|still|also|already|always|only|both|often|since|then|instead|quite|sort of|kind of|kinda|sorta|literally|legit|pretty much|more or less|sometimes|so|even|too|very much|of course|in fact|at last|at least"
    rf"|mostly|as a family|both of us|all|myself|(?!(?:{_NO_ADVERB})\b)[a-z]{{2,}}ly|(?:for|since) (?:\d+|years|ages|ever|a|two|three|four|five|ten|last|my|the)(?: (?:years?|months?|weeks?|while|year|childhood|whole|while))?),? )"
    r"|(?P<emphatic>(?:do|does) (?=(?:really |just |still |also |rather )?(?:love|like|enjoy|adore|hate|live|work|have|drink|prefer|speak|own|drive|use)\b))"
    r"|(?P<hedge>(?:probably|maybe|perhaps|possibly|apparently|supposedly|i think) )"
    r"|(?P<ends>no longer )|(?P<past>(?:used to|once|previously|formerly|originally) )"
    r"|(?P<denied>(?:do|does|did|would|will|can|could|should|have|has) not |never )"
    r"|(?P<planned>(?:will|(?:am|is|are) (?:going|about|planning|hoping|set|due) to|plans? to|intends? to) (?!be able))"
    r"|(?P<wished>(?:wants?|would like|would love|hopes?|wish(?:es)?|needs?|tr(?:y|ies)|has|have) to |(?:could|should|must|can|may|might|would(?! prefer (?!to\b))) )"
    r"|(?P<would>would (?=prefer))|(?P<have>(?:have|has) (?=(?:\w+ly |just |now |also |already |finally |been |always |ever |never |long )*(?!(?:"
    + _NOUNS
    + r")\b)\w+(?:ed|en|ne|me|ft|it|ot|ade|ook|unk|un|ld|ught|ung)\b)))"
)
#: "Have worked at Acme for ten years" is so still.
_EVER_SINCE = r"(?i)\b(?:for (?:(?:over|about|nearly|almost|the (?:last|past)|more than|going on) )*(?:\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|many|several) (?:years?|months?|decades?)|since (?:\d{4}|i|we|last|january|february|march|april|may|june|july|august|september|october|november|december|university|college|school|birth|childhood)\b|all my life|my whole life)\b(?!.*\b(?:before|until|but (?:then|now|moved|left)|when i)\b)"
_AGAIN = r"(?i)\b(?:anymore|any more|any longer)\W*$"
_DENIED = r"(?i)^(not|no longer) "
_BE = frozenset({"am", "is", "are", "been", "be"})
_MODES = {mode.value: mode for mode in Mode} | {"wished": Mode.PAST}


@dataclass(frozen=True, slots=True)
class Head:
    """What stands before the verb of a predicate. A wish is read like the past: it does not hold."""

    predicate: str
    rest: str
    mode: Mode | None = None
    auxiliary: str = ""
    hedged: bool = False
    now: bool = False

    @classmethod
    def of(cls, predicate: str) -> Head:
        rest, mode, auxiliary, hedged, now = predicate, None, "", False, False
        while found := compiled(_HEAD).match(rest):
            rest = rest[found.end() :]
            group = found.lastgroup or ""
            hedged |= group == "hedge"
            now |= found[0].lower() == "now "
            mode = _MODES.get(group, mode)
            auxiliary = "have" if group == "have" else auxiliary
        return cls(predicate, rest, mode, auxiliary, hedged, now)

    def verbs(self, frames: Frames) -> Iterator[Verb]:
        """The readings of the word that follows, as a form of a verb with frames."""
        word, _, tail = self.rest.partition(" ")
        low = word.lower().strip(",.;")
        for lemma, form in frames.forms.get(low, ()):
            yield Verb(self, lemma, form, self.auxiliary, tail)
        if low not in _BE:
            return
        following, _, after = Head.of(tail).rest.partition(" ")
        for lemma, form in frames.forms.get(following.lower(), ()):
            if form is Form.ING:
                yield Verb(self, lemma, form, "been" if low == "been" else "be", after)


@dataclass(frozen=True, slots=True)
class Verb:
    """A reading of the verb: what it is a form of, what stands before it, and what follows."""

    head: Head
    lemma: str
    form: Form
    auxiliary: str
    tail: str

    def sense_of(self, frame: Frame) -> tuple[Mode, str] | None:
        """In which sense this verb states a frame, and where the frame's words begin; ``None``: in none."""
        mode = self._mode(frame)
        if frame.denied and self.lemma == "be":
            return (Mode.HOLDS, self.tail) if self._holds() else None
        denied = compiled(_DENIED).match(self.tail) if self.lemma == "be" else None
        if mode is None or denied is None:
            return (mode, self.tail) if mode else None
        over = denied[1].lower() == "no longer" or self._again()
        return (Mode.ENDS, self.tail[denied.end() :]) if over and mode is Mode.HOLDS else None

    def _holds(self) -> bool:
        """ "am not a fan of": the denial is the phrase's own."""
        return self.head.mode is None and self.form in (Form.BASE, Form.PRESENT)

    def _again(self) -> bool:
        return compiled(_AGAIN).search(self.head.predicate) is not None

    def _mode(self, frame: Frame) -> Mode | None:
        mode = self.head.mode
        if mode is Mode.PAST or (frame.denied and mode is not Mode.DENIED):
            return None
        if mode is Mode.DENIED:
            return Mode.HOLDS if frame.denied else self._over(frame)
        if mode is Mode.PLANNED:
            coming = self.form is Form.BASE and frame.sense is not Sense.ENDS
            return Mode.PLANNED if coming else None
        return self._state() if frame.sense is Sense.HOLDS else self._event(frame)

    def _over(self, frame: Frame) -> Mode | None:
        """ "does not live in Rome any more": a denial that says it was so."""
        known = frame.sense is Sense.HOLDS and self.form is Form.BASE
        return Mode.ENDS if known and self._again() else None

    def _state(self) -> Mode | None:
        present = self.form in (Form.BASE, Form.PRESENT) and self.auxiliary == ""
        lasting = self.form is Form.ING and self.auxiliary in ("be", "been")
        been = self.lemma == "be" and self.form is Form.PERFECT and self.auxiliary == "have"
        ever_since = (
            self.form is Form.PERFECT
            and self.auxiliary == "have"
            and compiled(_EVER_SINCE).search(self.tail) is not None
        )
        if not (present or lasting or been or ever_since):
            return None
        return Mode.ENDS if self.head.mode is Mode.ENDS else Mode.HOLDS

    def _event(self, frame: Frame) -> Mode | None:
        past = self.form is Form.PAST and self.auxiliary == ""
        if past or (self.form is Form.PERFECT and self.auxiliary == "have"):
            return Mode.ENDS if frame.sense is Sense.ENDS else Mode.HOLDS
        coming = self.form is Form.ING and self.auxiliary == "be" and frame.sense is Sense.BEGINS
        return Mode.PLANNED if coming else None


def of_a_third(predicate: str, frames: Frames) -> bool:
    """Whether a verb has the "-s" that the speaker's own has not: "…, but likes somebody else"."""
    head = Head.of(predicate)
    third = (
        compiled(
            r"(?i)(?:is (?:afraid|scared|terrified|allergic|fond|crazy|mad|into|keen)|(?!is\b|has\b|was\b)[a-z]{3,}s)\b"
        ).match(head.rest)
        is not None
    )
    return third and any(verb.form is Form.PRESENT for verb in head.verbs(frames))
