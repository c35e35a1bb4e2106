"""Reads what a pet is called beside what it is ("a cat named Miso", 一只柴犬叫豆包); it knows no key but those of the animal."""

from __future__ import annotations

from hindsight_integrations.language.introductions import is_name
from hindsight_integrations.language.patterns import compiled
from hindsight_integrations.language.values import person

#: Kinds of pets that people speak of as of somebody: "my cat Miso is ill".
_CAT = r"(?i)\b(?:cat|kitten|kitty|tabby|tomcat|siamese|ragdoll)\W*$|[猫喵]"
_DOG = r"(?i)\b(?:dog|pupp?y|pup|terrier|spaniel|retriever|labrador|lab|poodle|beagle|collie|corgi|greyhound|dachshund|husky|mutt|shepherd|pug|whippet|chihuahua|rottweiler|bulldog)\W*$|[狗犬]|柯基|泰迪|金毛|边牧|哈士奇|拉布拉多|比熊|博美|法斗|雪纳瑞|萨摩耶|阿拉斯加|德牧"
_CALLED = r"(?:,? (?:(?:who(?:'s| is)|that(?:'s| is)) )?(?:named|called) (?P<name>(?-i:[A-Z])[\w'-]+)|(?:，)?(?:名字?)?叫(?P<zh>[\u4e00-\u9fffA-Za-z]{1,6}))"
#: A clause that names what was spoken of just before.
_NAMES = "^(?:我们?)?(?:给(?:它|她|他))?(?:就)?(?:[起取]了?个?)?(?:它|她|他)?的?(?:名字?|大名|小名)?(?:就)?(?:叫|是叫)(?:做)?(?P<name>[\u4e00-\u9fffA-Za-z]{1,6}?)[了啦哈呢～~。！]*$"


def animal(value: str) -> str | None:
    """The owner that a pet is in a key: ``person.cat``, ``person.dog``; ``None`` for other animals."""
    if compiled(_CAT).search(value):
        return "person.cat"
    return "person.dog" if compiled(_DOG).search(value) else None


def parted(words: str) -> tuple[str, str | None]:
    """What a pet is, and what it is called if the words say so."""
    found = compiled(_CALLED).search(words)
    name = found and (found["name"] or found["zh"])
    if found is None or name is None or not named(name):
        return words, None
    return words[: found.start()].rstrip(" ,，"), name


def goes_by(clause: str) -> str | None:
    """The name that a Chinese clause gives to what was spoken of before it: 起名叫年糕."""
    found = compiled(_NAMES).match(clause)
    return found["name"] if found and named(found["name"]) else None


def named(name: str) -> bool:
    """Whether words can be what a pet is called."""
    return is_name(name) if name.isascii() else person(name) is not None
