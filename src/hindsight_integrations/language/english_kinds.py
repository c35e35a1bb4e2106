"""Kinds of values that only English frames name (what one teaches, with which firm one is, what befell one's health); each judges words, it knows no attribute."""

from __future__ import annotations

from hindsight_integrations.language.life_kinds import judged_by
from hindsight_integrations.language.patterns import compiled
from hindsight_integrations.language.values import company, place


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
    named = value is not None and value[:1].isupper()
    return value if named and not compiled(paid).search(words) else None


_ATTACK = r"(?i)an? (?:(?:mini|massive|minor|major|mild|bad|small|second|silent) )*(?:stroke|heart attack|tia|aneurysm|pulmonary embolism|brain haemorrhage|brain hemorrhage|nervous breakdown|breakdown|hysterectomy|mastectomy|heart bypass|bypass|kidney transplant|liver transplant|heart transplant|transplant|stent(?: fitted)?|pacemaker(?: fitted)?|miscarriage|concussion)"


def attack(words: str) -> str | None:
    """What befell somebody's health and is kept in mind by all who treat them."""
    return judged_by(words, _ATTACK, 6)


ENGLISH_KINDS = {"quarters": quarters, "taught": taught, "staff": staff, "attack": attack}
