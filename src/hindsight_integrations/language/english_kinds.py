"""Kinds of values that only English frames name (what one teaches, with which firm one is, what befell one's health); each judges words, it knows no attribute."""

from __future__ import annotations

from hindsight_integrations.language.english_words import APPLICATIONS
from hindsight_integrations.language.life_kinds import judged_by, university
from hindsight_integrations.language.livelihoods import app
from hindsight_integrations.language.patterns import compiled
from hindsight_integrations.language.values import company, person, place


def quarters(words: str) -> str | None:
    """The town of whatever somebody moved into: "a walk-up in Queens"."""
    found = compiled(
        r"(?i)^(?:an?|our|my|the) (?:[\w'-]+ ){1,5}?(?:in|near|outside) (?P<where>(?-i:[A-Z]).+)"
    ).match(words.strip())
    return place(found["where"]) if found else None


def taught(words: str) -> str | None:
    """What somebody teaches, as a trade: "teaches yoga"."""
    found = compiled(
        r"(?i)^(?!(?:me|him|her|you|us|them|it|my|your|the|an?|others|everyone|someone|people|kids to|that|this)\b)(?P<what>[a-z][\w&-]*(?: (?!at\b|in\b|to\b|and\b|for\b|so\b|on\b|how\b|from\b|with\b|but\b|who\b|because\b)[\w&-]+){0,2})"
    ).match(words.strip())
    return f"teacher of {found['what']}" if found else None


def staff(words: str) -> str | None:
    """With which firm somebody is, where it is not one that they pay ("with Meridian Broadband")."""
    value = company(words)
    paid = r"(?i)\b(?:broadband|fibre|fiber|mobile|energy|insurance|assurance|gas|electric(?:ity)?|water|telecom|internet|wireless|gym|media|vodafone|verizon|t-mobile|at&t|comcast|xfinity|o2|ee|sky|bt|virgin|three|giffgaff|octopus|edf|bulb|aviva|geico|spectrum|friends|family|you|kids)\b|\d+ (?:a|per) month"
    # One word with a capital may be a person's name, "been with Dana for years", and mostly a firm's in "with Acme now".
    named = value is not None and compiled(
        r"[A-Z]{2,}|[A-Z]\S* (?:[A-Z&]|now\b|these days\b)"
    ).match(words.strip())
    return value if named and not compiled(paid).search(words) else None


_ATTACK = r"(?i)an? (?:(?:mini|massive|minor|major|mild|bad|small|second|silent) )*(?:stroke|heart attack|tia|aneurysm|pulmonary embolism|brain haemorrhage|brain hemorrhage|nervous breakdown|breakdown|hysterectomy|mastectomy|heart bypass|bypass|kidney transplant|liver transplant|heart transplant|transplant|stent(?: fitted)?|pacemaker(?: fitted)?|miscarriage|concussion)"


def attack(words: str) -> str | None:
    """What befell somebody's health and is kept in mind by all who treat them."""
    return judged_by(words, _ATTACK, 6)


#: Since when two have been going out; what is seen for an evening is a show or a doctor.
_LASTING = r"(?i)\s*,?\s*(?:for (?:\d+|an?|about|over|nearly|almost|some|two|three|four|five|six|the (?:last|past)|months|weeks|years|ages)\b|since\b|lately\b|now\b|these days\b|a (?:while|bit)\b|again\b)"
_NO_DATE = r"(?i)(?:on|at|next|this|tonight|tomorrow|today|every|twice|once|live|play|perform|in concert|about|for (?:my|the|his|her|dinner|lunch|coffee|drinks|help|advice|treatment|therapy)|as an?)\b"
_NO_NAME = r"(?i)(?:dr|doctor|prof|professor|nurse|father|rev)\b|(?:some|any|every|no)(?:one|body)$|.*(?:ing|[^aeiou]s|ss|ion|ment|ity|ance|ence|ful|ly|ed)$"


def dated(words: str) -> str | None:
    """A person's name: "seeing Theo", and "seeing theo" where it has lasted; no show, no doctor and no progress."""
    value = person(words)
    if value is None:
        return None
    behind = words.strip()[len(value) :].strip()
    if compiled(_NO_DATE).match(behind) or compiled(_NO_NAME).match(value.lower()):
        return None
    return value if value[0].isupper() or compiled(_LASTING).match(behind) else None


_NO_FIRM = r"(?i)(?:chapter|level|lesson|page|part|step|stage|unit|season|episode|round|section|question|number|day|week|phase|item|point|zone|sunset|sunrise|noon|midnight)\b"
#: When one begins to work there, or as what.
_BEGINS = r"(?i)\s*,?\s*(?:on|in|next|last|this|tomorrow|yesterday|today|as|from|two|three|four|a (?:week|month|year|few)|\d+)\b"


def entered(words: str) -> str | None:
    """The firm at which somebody starts: no chapter of a book."""
    value = company(words)
    good = value and value[0].isupper() and not university(value)
    return value if good and not compiled(_NO_FIRM).match(value or "") else None


def begun(words: str) -> str | None:
    """The same where it may be anything that one begins with, so that a time must say that it is work."""
    value = entered(words)
    return value if value and compiled(_BEGINS).match(words.strip()[len(value) :]) else None


def application(words: str) -> str | None:
    """A programme that people know by its name."""
    if words[:1] > "\u4e00":
        return app(words)
    found = compiled(
        rf"(?i)({APPLICATIONS})(?![\w-])(?! (?:account|ticket|issue|link|certificate|course))(?P<behind>.*)"
    ).match(words.strip().removesuffix("了"))
    another = (
        found
        and compiled(_OTHERWISE).fullmatch(found[1])
        and compiled(_NOUN).match(found["behind"])
    )
    return found[1] if found and not another else None


#: Names of programmes that are words of ours as well, before another noun: "linear algebra".
_OTHERWISE = r"(?i)word|pages|keynote|bear|brave|safari|edge|opera|arc|maya|rhino|sage|linear|teams|unity|cursor|sketch|nano|notion|things 3|reaper|illustrator|looker|affinity|logic|blender|slack|zoom|discord"
_NOUN = r"(?i) (?!(?:for|at|to|and|or|on|in|with|by|as|every|all|daily|a|an|the|mostly|mainly|only|instead|now|because|but|so|since|when|while|too|also|quite|really|more|most|pro|app|desktop|from|of course|these|this|last|today|regularly|often|always|over|than|rather|it|i|we|my|our)\b)[a-z]"
ENGLISH_KINDS = {
    "quarters": quarters, "taught": taught, "staff": staff, "attack": attack, "dated": dated, "entered": entered, "begun": begun, "application": application,
}  # fmt: skip
