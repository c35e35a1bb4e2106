"""Whom 他 and 她 can mean; it knows no sentence."""

from __future__ import annotations

_MEN = frozenset(
    [
        "father", "husband", "boyfriend", "son", "elder_brother", "younger_brother", "grandfather", "maternal_grandfather", "uncle", "nephew", "grandson",
        "father_in_law", "表哥", "表弟", "堂哥", "堂弟", "舅舅", "姑父", "姨父", "伯父", "大哥", "姐夫", "妹夫", "女婿", "外孙",
    ]
)  # fmt: skip
_WOMEN = frozenset(
    [
        "mother", "wife", "girlfriend", "daughter", "elder_sister", "younger_sister", "grandmother", "maternal_grandmother", "aunt", "niece", "granddaughter",
        "mother_in_law", "表姐", "表妹", "堂姐", "堂妹", "舅妈", "姑姑", "姑妈", "姨妈", "小姨", "大姨", "阿姨", "伯母", "大姐", "嫂子", "儿媳", "外孙女", "闺蜜",
    ]
)  # fmt: skip


def meant(pronoun: str, other: str | None) -> str | None:
    """The last person spoken of, if the pronoun can be said of them."""
    kin = (other or "").partition(".")[2]
    wrong = (pronoun == "他" and kin in _WOMEN) or (pronoun == "她" and kin in _MEN)
    return None if wrong else other
