"""Takes apart how people sum themselves up ("Sam, 26, barista in Reno", 我小山，在大理做咖啡师); it knows no key.

Each part is given back as a clause of its own, for the grammars to read.
"""

from __future__ import annotations

from hindsight_integrations.language.kinds import city, role
from hindsight_integrations.language.patterns import compiled

_PROFILE = (
    r"^(?:(?P<name>[A-Z][a-z]{1,12})(?: here)?, )?(?:(?P<age>[1-9]\d)(?: ?(?:yo|m|f|y/o|years old))?, )?(?:an? )?(?P<role>[a-z][\w -]{2,30}?)"
    r"(?:,? (?:based |living |working )?(?:in|from|out of) (?P<place>[A-Z][\w'-]+(?: [A-Z][\w'-]+)?))?(?=\W*$|[,.!] )"
)
_WORKS_IN = "^(?:我)?(?:现在|目前)?在(?P<place>[\u4e00-\u9fff]{2,6}?)(?:做|当|干|开)(?P<role>[\u4e00-\u9fff]{2,8})$"
_ONE = "^(?:我是)?(?P<role>[\u4e00-\u9fff]{2,8}?)一枚$"
_NICK = "^我(?P<name>[小阿老][\u4e00-\u9fff])[啊呀哦哈]?$"


def parts(sentence: str) -> list[str]:
    """The clauses that a summary of oneself comes to; none if it is no summary."""
    if max(sentence, default="") >= "\u4e00":
        return []
    found = compiled(_PROFILE).match(sentence)
    if found is None or role(found["role"]) is None or not (found["place"] or found["name"]):
        return []
    said = (
        ("My name is {}", "name"),
        ("I am {} years old", "age"),
        ("I am a {}", "role"),
        ("I live in {}", "place"),
    )
    return [words.format(found[group]) for words, group in said if found[group]]


def chinese_parts(clause: str) -> list[str]:
    """The same of one Chinese clause; as it is if it says one thing."""
    if (one := compiled(_ONE).match(clause)) and role(one["role"]):
        return [f"我是{one['role']}"]
    if nick := compiled(_NICK).match(clause):
        return [f"我叫{nick['name']}"]
    where = compiled(_WORKS_IN).match(clause)
    if where and city(where["place"]) and role(where["role"]):
        return [f"我在{where['place']}工作", f"我是{where['role']}"]
    return [clause]
