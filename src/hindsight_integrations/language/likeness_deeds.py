"""Whether two texts of the same words tell of other doers: who does it to whom, who has it done, who suffers it; it knows no vector."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations

from hindsight_integrations.language.folding import simplified
from hindsight_integrations.language.likeness_clauses import CLAUSES, crossed
from hindsight_integrations.language.likeness_reading import Read, Token, names_somebody
from hindsight_integrations.language.likeness_words import chinese, lexicon, stem
from hindsight_integrations.language.patterns import compiled

_PIECES = r"[A-Za-z]+(?:'s\b|(?<=s)'(?= ))?"
_I = frozenset(("i", "me", "we", "us", "myself"))
_PRONOUNS = {"he": "he", "him": "he", "she": "she", "her": "she", "they": "they", "them": "they"}
#: People whom the tables of likeness do not tell apart.
_CALLINGS_ROW = (
    "postman mailman courier kid child baby toddler teenager girl boy man woman lady guy "
    "bloke policeman fireman plumber builder gardener cleaner tenant lodger guest host "
    "visitor owner buyer seller agent clerk officer guard cashier librarian vicar priest "
    "pastor surgeon midwife carer babysitter nanny tutor mentor apprentice intern trainee "
    "employee employer director chairman mayor professor lecturer pupil stranger ex"
)
_CALLINGS = frozenset(_CALLINGS_ROW.split())
#: The lines of relatives, of people, of callings and of animals.
_BEINGS = ("beings-zh0", "beings-zh1", "beings-zh4", "beings-zh5")
_CALLINGS_ZH_ROW = (
    "快递员 快递小哥 外卖员 外卖小哥 保安 护工 月嫂 中介 房客 租客 客人 孩子 小孩 宝宝 校长 主任 师傅 亲戚 同桌 闺蜜 对象 物业 卖家 买家 商家 客服 店主 "
    "店家 组长 部长 班长 师兄 师姐 师妹 导师 徒弟 娃 孙子 孙女"
)
_CALLINGS_ZH = frozenset(_CALLINGS_ZH_ROW.split())
#: Deeds that two do to each other alike, and words that say nothing of who does it.
_MUTUAL_ROW = "marry meet date divorc share argu fight agre be have live work with and"
_MUTUAL = frozenset(_MUTUAL_ROW.split())
_ASIDE_ROW = (
    "be have do will would can could shall should may might must to the a an my our his her "
    "their your of in on at for from by not never just also still already ever always often"
)
_ASIDE = frozenset(_ASIDE_ROW.split())
#: What is felt has its cause for a subject, or who feels it.
_FELT_ROW = (
    "marri marry meet date divorc caus allerg allergic afraid fear scare terrifi frighten "
    "react reaction"
)
_FELT = frozenset(_FELT_ROW.split())
#: "Was hired by": who stands before it suffers it.
_SUFFERED = r"(?i)(?:\b(?:am|is|are|was|were|been|being|got|get|gets)|'re|'m) (?:\w+ly )?\w+(?:ed|en|ught|ld|nt|de|id|ost|ut)\b(?:.*(?P<by>\bby\b)[^,]*$)?"
#: Between two persons, these leave open which of them does it.
_ALIKE_ZH = (
    "[和与同]|是|(?:跟(?!.{0,8}(?:借|学|要|说|讲|买|租|请教|打听|道歉|表白|求婚|提|聊起|告)))"
)
_EMPTY_ZH = frozenset(
    "的了过着也都就还又很在是有不没每天月年周个上下来去到家们这那一二两三四五六七八九十"
)
_WHO_ZH = "(?P<i>我们|咱们|我俩|咱俩|我|咱)|(?P<he>他们|她们|他|她|人家)|(?P<name>(?<![二两俩])[小老阿](?![是区公学时姐哥一二两三四五六七八九十几])[\u4e00-\u9fff](?![是]?[区路]))"


@dataclass(frozen=True, slots=True)
class _Deed:
    """Who does something to whom, and the words that stand between them."""

    doer: str
    words: frozenset[str]
    sufferer: str


def bound_otherwise(one: str, other: str, first: Read, second: Read) -> bool:
    """Whether who does it to whom, or what goes with what, differs between two texts of the same words."""
    called = first.names | second.names
    mine, theirs = _deeds(one, called), _deeds(other, called)
    if any(
        _trade(each, another) or _does_himself(each, another) or _does_himself(another, each)
        for each in mine
        for another in theirs
    ):
        return True
    if any(
        _to_another(each, another) and _elsewhere(each, theirs) and _elsewhere(another, mine)
        for each in mine
        for another in theirs
    ):
        return True
    if any(tell(*pair) for tell in (_handled, _has_done) for pair in ((one, other), (other, one))):
        return True
    if any(_another_does(each, another) for each in mine for another in theirs) and (
        {token.word for token in first.tokens if _is_being(token)}
        == {token.word for token in second.tokens if _is_being(token)}
    ):
        return True
    return _suffers(one, other) or _suffers(other, one) or crossed(one, other, first)


#: What somebody does to another: who "was paid" is not who "paid".
_TO_OTHERS_ROW = (
    "pay owe invite teach send lend give tell ask hire fire sack promise offer call help "
    "rob cheat hit bite hurt beat charge sell refuse reject accept sue thank visit treat "
    "train interview promote recommend blame bully chase dump choose pick elect praise "
    "scold trick support warn inform drive pick drop feed carry follow lead miss love like "
    "hate trust know need walk wash cook care pass watch"
)
_TO_OTHERS = frozenset(_TO_OTHERS_ROW.split())
_DONE_TO = r"(?i)\b(?P<who>i|we|he|she|they|(?:my|our) \w+|(?-i:[A-Z][a-z]+))(?:'m|'re|'ve been| (?:am|is|are|was|were|got|get|gets|have been|has been|had been))(?: \w+ly| not| never| being)? (?P<verb>[a-z]+)\b"
_DOES = r"(?i)\b(?P<who>i|we|he|she|they|(?:my|our) \w+|(?-i:[A-Z][a-z]+))(?:'ve|'d|'ll| (?:have|has|had|will|do|did|does))?(?: \w+ly| not| never)? (?P<verb>[a-z]+)\b"
_DONE_TO_ZH = "我.{0,4}被.{0,5}?([骗骂打批评夸辞拒邀请借偷扣罚拉追踢咬告甩训投诉])"


#: What one has done for one.
_LETS = r"(?i)\b(?:have|has|had|having|get|got|getting) (?:my|our|the|a|an) (?:\w+ )?\w+ (?P<verb>[a-z]+)\b"


def _has_done(letting: str, doing: str) -> bool:
    """Whether the speaker has done in one what he does himself in the other; in Chinese, who leaves whom."""
    if chinese(letting):
        return _trades_zh(*(simplified(text).strip("。.了") for text in (letting, doing)))
    let = {stem(found["verb"].lower()) for found in compiled(_LETS).finditer(letting)}
    done = compiled(_DOES).finditer(doing)
    return any(
        each["who"].lower() in ("i", "we") and stem(each["verb"].lower()) in let for each in done
    )


#: What is for somebody, and what is from somebody.
_FOR_ZH, _FROM_ZH = "是([给送借寄买做])([^,，。]{1,5})的", "是([^,，。]{1,5})([给送借寄买做])的"


def _trades_zh(one: str, other: str) -> bool:
    """Whether the speaker begins one text and somebody else another of the same characters; for whom, from whom."""
    given, got = compiled(_FOR_ZH).search(one), compiled(_FROM_ZH).search(other)
    if given is not None and got is not None and given.groups() == got.groups()[::-1]:
        return True
    if one[:1] != "我" or sorted(one) != sorted(other):
        return False
    who, length = _who_zh(other, 0)
    told = lexicon().known.get(tuple(other[:length]))
    animal = told is not None and any(each.startswith(_BEINGS[-1]) for each in told.apart)
    begins = who not in (None, "i") and other[length : length + 1] not in "我是和跟与同"
    return other[-1:] == "我" or (begins and not animal)


def _another_does(one: _Deed, other: _Deed) -> bool:
    """Whether the speaker does it in one, and somebody else in the other: "my wife cuts my hair"."""
    alone = not one.sufferer and not other.sufferer and bool(one.words & other.words)
    return alone and one.doer != other.doer and "i" in (one.doer, other.doer)


def _is_being(token: Token) -> bool:
    return any(each.startswith("beings") for each in token.apart)


#: "I closed it": the speaker and what he does, and at, from or with whom.
_I_DO = r"(?i)\b(?:i|we)(?:'ve|'d| have| had| just| also)? (?P<verb>[a-z]+)\b.*\b(?:at|from) (?:the |my |our )?(?P<with>[a-z]+)\b"
_TAKES_ZH = "^(?P<who>[^,，。]{1,5}?)把"


def _handled(own: str, others: str) -> bool:
    """Whether what the speaker does at a place ("I closed it at the bank") the place does in the other text."""
    if chinese(own):
        mine, theirs = (compiled(_TAKES_ZH).search(simplified(text)) for text in (own, others))
        return bool(
            mine
            and theirs
            and "我" in mine["who"]
            and "我" not in theirs["who"]
            and (theirs["who"] in simplified(own))
        )
    found = compiled(_I_DO).search(own)
    if found is None:
        return False
    does = rf"(?i)\b{found['with']} (?:has |have |just |also )?(?P<verb>[a-z]+)\b"
    deed = compiled(does).search(others)
    return deed is not None and stem(deed["verb"].lower()) == stem(found["verb"].lower())


def _suffers(suffering: str, doing: str) -> bool:
    """Whether somebody suffers in one what he does in the other: "I was paid 90", "I paid 90"."""
    if chinese(suffering):
        found = compiled(_DONE_TO_ZH).search(simplified(suffering))
        return found is not None and (
            compiled(f"我(?:把[^,，]{{1,6}})?{found[1]}").search(simplified(doing)) is not None
        )
    suffered = {
        (f["who"].lower(), stem(f["verb"].lower())) for f in compiled(_DONE_TO).finditer(suffering)
    }
    done = {(f["who"].lower(), stem(f["verb"].lower())) for f in compiled(_DOES).finditer(doing)}
    return any(verb in _DEEDS for _, verb in suffered & done)


_DEEDS = frozenset(map(stem, _TO_OTHERS))


def _trade(one: _Deed, other: _Deed) -> bool:
    return (one.doer, one.sufferer) == (other.sufferer, other.doer) and bool(
        one.words & other.words
    )


def _does_himself(one: _Deed, other: _Deed) -> bool:
    """Whether he who does it in one has it done to him in the other: "my wife drives", "I drive my wife"."""
    both = one.words & other.words & _DEEDS
    return not one.sufferer and one.doer == other.sufferer and bool(both)


def _to_another(one: _Deed, other: _Deed) -> bool:
    """Whether the same one does the same to somebody else."""
    differ = one.sufferer and other.sufferer and one.sufferer != other.sufferer
    return one.doer == other.doer and bool(differ and one.words & other.words)


def _elsewhere(deed: _Deed, others: list[_Deed]) -> bool:
    """Whether nobody does the same to the same in the other text."""
    return not any((deed.doer, deed.sufferer) == (other.doer, other.sufferer) for other in others)


@lru_cache(maxsize=1 << 11)
def _deeds(text: str, called: frozenset[str]) -> list[_Deed]:
    """The deeds of each clause."""
    text = simplified(text).replace("\u2019", "'")
    parts = compiled(CLAUSES).split(text)
    found = [persons(part, called) for part in parts]
    named = {who for each in found for who, *_ in each if who not in ("i", "he", "she", "they")}
    alone = next(iter(named)) if len(named) == 1 else None
    return [
        deed
        for part, persons in zip(parts, found, strict=True)
        for deed in _between(part, persons, alone)
    ]


def _between(part: str, persons: list[tuple[str, int, int]], alone: str | None) -> Iterator[_Deed]:
    """Each person with the next one, and what stands between; "he" is the only other who is named."""
    if len(persons) == 1 and not chinese(part):
        ((who, _, end),) = persons
        after = [
            word
            for word in compiled(r"[A-Za-z]+").findall(part[end:])
            if stem(word.lower()) not in _ASIDE
        ]
        if after and _passive(part[end:]) is False:
            yield _Deed(who, frozenset([stem(after[0].lower())]), "")
    for (one, _, end), (other, start, _) in combinations(persons, 2):
        between = part[end:start]
        doer, sufferer = (
            alone if alone and who in ("he", "she", "they") else who for who in (one, other)
        )
        if doer == sufferer or _open(part, end, start):
            continue
        if (turned := _passive(between)) is None:
            continue
        if turned:
            doer, sufferer = sufferer, doer
        if words := _said(between, part[end:]):
            yield _Deed(doer, words, sufferer)


def _open(part: str, end: int, start: int) -> bool:
    """Whether what stands between says not which of the two does it."""
    between = part[end:start]
    if chinese(part):
        found = compiled(_ALIKE_ZH).search(part, end)
        return found is not None and found.start() < start
    stems = [stem(word.lower()) for word in compiled(r"[A-Za-z]+").findall(between)]
    if stems[-1:] == ["with"] and not {"break", "split", "finish"}.isdisjoint(stems):
        return False
    return not _MUTUAL.isdisjoint(stems[-1:]) or not _FELT.isdisjoint(stems)


def _passive(between: str) -> bool | None:
    """Whether the second of two does it to the first; ``None`` if it is somebody else."""
    if "被" in between:
        return True
    suffered = compiled(_SUFFERED).search(between)
    return None if suffered and not suffered["by"] else bool(suffered)


def _said(between: str, rest: str) -> frozenset[str]:
    if chinese(between) or chinese(rest):
        return frozenset(c for c in between if chinese(c)) - _EMPTY_ZH
    return (
        frozenset(stem(word.lower()) for word in compiled(r"[A-Za-z]+").findall(between)) - _ASIDE
    )


def persons(part: str, called: frozenset[str]) -> list[tuple[str, int, int]]:
    """(who, from, to) of whoever can do something, without whose it is."""
    if chinese(part):
        return list(_persons_zh(part))
    return list(_persons_en(part, called))


def _persons_en(part: str, called: frozenset[str]) -> Iterator[tuple[str, int, int]]:
    words = list(compiled(_PIECES).finditer(part))
    for match in words:
        word, end = match[0], match.end()
        if word.lower().endswith("'s") and word[:-2].lower() in _PRONOUNS:
            word, end = word[:-2], end - 2  # "he's" is "he is"
        if word.lower().endswith(("'s", "'")):
            continue
        who = _who_en(word, called)
        if who is not None:
            yield who, match.start(), end


def _who_en(word: str, called: frozenset[str]) -> str | None:
    low = word.lower()
    if low in _CALLINGS or low.removesuffix("s") in _CALLINGS:
        return stem(low)
    if low in _I:
        return "i"
    if low in _PRONOUNS:
        return _PRONOUNS[low] if low != "her" else None
    root = stem(low)
    if root in called:
        return root
    meaning = lexicon().known.get((root,))
    if meaning is not None and any(each.startswith("beings") for each in meaning.apart):
        return meaning.senses[0] if meaning.senses else root
    return None


def _persons_zh(part: str) -> Iterator[tuple[str, int, int]]:
    place = 0
    while place < len(part):
        who, length = _who_zh(part, place)
        if who is None:
            place += 1
            continue
        after = part[place + length : place + length + 1]
        owner = after == "的" or (
            who == "i"
            and after != ""
            and (after in "家那这" or _who_zh(part, place + length)[0] is not None)
        )
        if not owner:
            yield who, place, place + length
        place += length


@cache
def _beginnings_zh() -> frozenset[str]:
    """The characters with which somebody's name or calling begins."""
    beings = {
        phrase[0]
        for phrase, meaning in lexicon().known.items()
        if any(each.startswith(_BEINGS) for each in meaning.apart)
    }
    return frozenset(beings.union(word[0] for word in _CALLINGS_ZH)) | frozenset("我咱他她人小老阿")


def _who_zh(part: str, place: int) -> tuple[str | None, int]:
    if part[place] not in _beginnings_zh():
        return None, 0
    for length in range(min(4, len(part) - place), 0, -1):
        phrase = tuple(part[place : place + length])
        meaning = lexicon().known.get(phrase)
        being = meaning is not None and any(each.startswith(_BEINGS) for each in meaning.apart)
        if being or "".join(phrase) in _CALLINGS_ZH:
            return (meaning.senses[0] if meaning and meaning.senses else "".join(phrase)), length
    match = compiled(_WHO_ZH).match(part, place)
    if match is None or (match.lastgroup == "name" and not names_somebody(*match[0])):
        return None, 0
    return (match.lastgroup if match.lastgroup != "name" else match[0]), len(match[0])
