"""Who can be spoken of in an English clause: whether a word with a capital is somebody's name, whom a pronoun can mean; it knows no key but those of relations."""

from __future__ import annotations

from hindsight_integrations.language.patterns import compiled

#: Endings that make a word of ours, where a capital only says that the sentence begins.
_NO_NAME = r"(?i)[a-z]{4,}ing|[a-z]{3,}(?:itis|osis|emia|aemia|algia|opathy|tion|sion|ness|ism|ology|ship|able|ible|ful|less|ical|ities|wards?)|(?!clem)[a-z]{3,}ment|[a-z]{4,}ity"
_PAST = (
    "went|got|took|left|quit|put|cut|hit|let|set|made|said|told|gave|came|ran|saw|met|bought|brought|thought|found|lost|won|began|became|kept|felt|held|wrote|drove|ate|drank|spoke|taught|sold|built|broke|chose|fell|flew"
    "|grew|knew|led|lent|paid|read|rode|rang|sang|sat|slept|sent|shut|spent|stood|swam|threw|wore|woke|caught|forgot|heard|understood|hurt|stuck|swore"
)
_ACTS = (
    r"(?i)(?:(?:just|also|still|now|never|always|already|even|only|both|all|really|then|often|finally|apparently|[a-z]{2,}ly|no longer),? )*"
    rf"(?:(?:is|was|are|were|am|has|had|have|will|would|can|could|may|might|must|should|does|did|do|used|cannot|isn't|wasn't|hasn't|hadn't|doesn't|didn't|can't|won't|wouldn't|couldn't|{_PAST})(?![\w-])|[a-z]{{2,}}(?:ed|[^aious\W]s|es|ays|oys)(?![\w'-]))"
)


def may_be_named(word: str) -> bool:
    """Whether the first word of a clause can be a name; "Walking" and "Osteoarthritis" are none."""
    return compiled(_NO_NAME).fullmatch(word) is None


def acts(rest: str) -> bool:
    """Whether what follows a name begins as what somebody is or does: not "Long time no see"."""
    return compiled(_ACTS).match(rest) is not None


_HERS = r"(?:.*_)?(?:mother|wife|girlfriend|fiancee|fiancée|daughter|sister|grandmother|aunt|niece|granddaughter)(?:_in_law)?"
_HIS = r"(?:.*_)?(?:father|husband|boyfriend|fiancé|son|brother|grandfather|uncle|nephew|grandson)(?:_in_law)?"
_SEVERAL = r"(?:.*_)?(?:parents|children)"


def fits(owner: str, pronoun: str) -> bool:
    """Whether a pronoun can mean an owner: "he" is no sister, "they" are several."""
    kind, _, name = owner.partition(".")
    said = pronoun.lower()
    if said in ("they", "their"):
        return kind == "thing" or compiled(_SEVERAL).fullmatch(name) is not None
    other = _HIS if said in ("she", "her") else _HERS
    return not (compiled(other).fullmatch(name) or compiled(_SEVERAL).fullmatch(name))


#: A name within a clause, of somebody or something that "she" may mean as well as whoever was named before.
_NAMED = (
    r"(?<=\w )(?<!\bin )(?<!\bat )(?<!\bnear )(?<!\bon )(?<!\baround )(?<!\boutside )(?<!\bmoved to )(?<!\bbased in )"
    r"(?!I\b|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|(?:January|February|March|April|May|June|July|August|September|October|November|December|Christmas|Easter|English|French|Spanish|German|Italian|Chinese)\b)[A-Z][a-z]+\b"
)


def names_another(clause: str) -> bool:
    """Whether a clause names somebody beside its subject."""
    return compiled(_NAMED).search(clause) is not None


#: A subject of its own that is nobody: what follows it is not the speaker's.
_OTHER_SUBJECT = r"(?i)(?:an?|the|some|every|each|most|many|few|people|everyone|everybody|someone|somebody|anyone|nobody|it|that|this|there|these|those|others|you|your)\b"
_VERBED = r"(?i) (?:is|was|are|were|has|have|had|will|would|can|could|does|did|do|might|may|[a-z]{2,}ed)\b|^(?:it|that|this|there|you)\b"
_SPEAKER = r"\b(?:I|i|I'm|I've|we)\b"


def of_another(clause: str, *, goes_on: bool) -> bool:
    """Whether a clause has a subject of which nothing is kept; behind another clause a noun alone only says more of what it spoke of."""
    begins = compiled(_OTHER_SUBJECT).match(clause) and not compiled(_SPEAKER).search(clause)
    return bool(begins) and (not goes_on or compiled(_VERBED).search(clause) is not None)


#: What leaves a bare verb open to what follows: "trying to rest and drink more", "helps me relax and enjoy".
_OPEN = r"(?i)\b(?:to|let|lets|make|makes|made|help|helps|helped|can't wait|will|would|could|should|might|may|must|can|going|gonna|wanna) (?!(?:the|an?|my|our|his|her|their|this|that|it|work|school|bed|town|church|college|uni|university|hospital|[a-z]+ing)\b)(?:(?:me|us|you|him|her|them|not|never|also|just|[a-z]{3,}ly) )*(?-i:[a-z])"


def leaves_open(predicate: str) -> bool:
    """Whether a verb without an ending behind "and" would go on from an infinitive, which states nothing."""
    return compiled(_OPEN).search(predicate) is not None
