"""Whose fact it is: the user's, a named person's or a thing's, as the beginning of a subject key; it knows no attribute.

An owner is ``user``, ``person.<name>`` or ``thing.<name>``. Relatives and friends have one name
in both languages ("my mum", 我妈妈), so that what is said of them meets under one key.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from hindsight_integrations.language import kin_chinese
from hindsight_integrations.language.english_persons import acts, may_be_named
from hindsight_integrations.language.english_words import is_application
from hindsight_integrations.language.folding import simplified
from hindsight_integrations.language.names_chinese import (
    LATIN,
    NO_LATIN,
    NO_NAME,
    SURNAME,
    TITLE,
    cuts_word,
    may_be_name,
    nickname_before_verb,
    titled,
)
from hindsight_integrations.language.patterns import compiled

USER = "user"

#: Relations: the name in keys, then the words for it.
_KIN = """
mother mom mum mommy mummy mama | 母亲 妈妈 老妈 妈
father dad daddy papa | 父亲 爸爸 老爸 爸
parents | 父母 爸妈
wife | 妻子 老婆 太太 媳妇
husband hubby | 丈夫 老公
spouse | 爱人
partner | 伴侣 对象
girlfriend | 女朋友 女友
boyfriend | 男朋友 男友
fiance fiancé fiancée fiancee
son | 儿子
daughter | 女儿 闺女
child kid | 孩子 小孩
children kids
brother bro
sister sis
sibling
elder_brother | 哥哥 哥
younger_brother | 弟弟 弟
elder_sister | 姐姐 姐
younger_sister | 妹妹 妹
grandmother grandma granny nana | 奶奶
grandfather grandpa granddad | 爷爷
maternal_grandmother | 外婆 姥姥
maternal_grandfather | 外公 姥爷
uncle | 叔叔 叔父
aunt auntie | 婶婶 婶子
cousin
nephew | 侄子
niece | 侄女
grandson | 孙子
granddaughter | 孙女
father_in_law | 岳父 公公
mother_in_law | 岳母 婆婆
brother_in_law
sister_in_law
friend buddy | 朋友
boss | 老板 领导 上司
manager | 经理
supervisor | 主管
assistant | 助理
secretary | 秘书
colleague coworker co-worker | 同事
teacher | 老师
tutor | 导师
coach | 教练
doctor | 医生
dentist | 牙医
vet | 兽医
therapist
hairdresser barber | 理发师
plumber | 水管工
mechanic
mentor
physiotherapist physio
babysitter nanny | 保姆
lawyer | 律师
accountant
neighbour neighbor | 邻居
roommate flatmate housemate roomie | 室友 舍友
classmate | 同学
landlord | 房东
tenant | 租客
client
intern | 实习生
dog | 狗 小狗
cat | 猫 小猫
"""
_EN_KIN: dict[str, str] = {}
_ZH_KIN: dict[str, str] = {}
for _line in _KIN.strip().splitlines():
    _english, _, _chinese = _line.partition("|")
    _first = _english.split()[0]
    _EN_KIN |= dict.fromkeys((word.replace("_", "-") for word in _english.split()), _first)
    _ZH_KIN |= dict.fromkeys(_chinese.split(), _first)
_ZH_KIN |= kin_chinese.words()
_RELATIONS = frozenset(_EN_KIN.values()) | frozenset(_ZH_KIN.values())


words_of = str.split


def _longest_first(words: object) -> str:
    return "|".join(sorted(map(re.escape, words), key=lambda word: (-len(word), word)))  # type: ignore[call-overload]


_AGES = (
    "(?:older|elder|younger|little|big|eldest|youngest|oldest|twin|best|close|old|new|former|late) "
)
_EN_KIN_WORD = f"(?:{_longest_first(_EN_KIN)})"
#: Words with a capital at the start of a sentence that are no names.
_NO_NAME = frozenset(
    words_of(
        """
        a an the this that these those there here it its my your his her our their i we you he she they me us him them
        what when where which who whom whose why how if unless and but or so because since although though while as at
        in on of for from to with by about after before during until then now today tomorrow yesterday tonight yes no
        not never always please thanks thank hello hi hey ok okay sure well maybe perhaps probably also just only even
        still all some any every each both either neither none most many much more few several other another such
        everyone everybody everything someone somebody something anyone anybody anything nobody nothing people let
        lets don't do does did can could will would shall should may might must have has had is are was were be been
        am get give go make take tell show use try keep remember remind note call send set add find instead actually
        currently recently finally sorry great good nice monday tuesday wednesday thursday friday saturday sunday
        january february march april june july august september october november december correction update fyi btw
        life love work music art nature god home family money time school summer winter spring autumn food coffee sounds seems feels looks tastes smells glad yeah wow hope guess love loving like just one two three first second next last new old same others kudos congrats cheers there's that's it's
        """
    )
)
_NAME_WORD = r"(?-i:[A-Z\u00c0-\u00de][\w\u00c0-\u024f'’-]*?(?=\b))"
_NAME = rf"{_NAME_WORD}(?: {_NAME_WORD}){{0,2}}"
#: Pronouns of someone named before.
_EN_SAID = "he|she|they"
_EN_SAID_OF = "his|her|their"
_ZH_SAID = "他们?|她们?"

_EN_OWNER = (
    r"(?P<me>(?:i|we)\b)|(?P<mine>(?:my|our)\b)(?! (?:old|new|current|previous) one\b)"
    rf"|(?P<said>(?:{_EN_SAID})\b)|(?P<said_of>(?:{_EN_SAID_OF})\b)"
    r"|(?:the|this|that) (?P<thing>[a-z][\w-]*(?: [\w-]+)?)(?P<thing_s>'s (?=\w))"
    rf"|(?P<name>{_NAME})(?P<name_s>'s?(?= )|'(?= ))?"
)
_HAS = r"(?i)'s (?:just |now |finally |recently )*(?:got|been|gone|moved|left|joined|quit|started|switched|become|taken)\b"
_EN_MY_KIN = rf"(?P<kin>(?:{_AGES})?{_EN_KIN_WORD})\b(?!-| tongue| figure)(?:,? (?P<called>(?:(?-i:Dr|Mr|Mrs|Ms|Prof)\. )?{_NAME}))?,?(?P<kin_s>'s(?= (?!(?:an?|the|not|now|in|still|at|been|got|just|really|also|allergic|pregnant|vegan|vegetarian|retired|engaged|married|single|divorced|moved|from)\b)))?"


@dataclass(frozen=True, slots=True)
class Owned:
    """An owner at the beginning of a clause and what follows. ``of``: what follows is its attribute.

    ``owner`` is ``None`` for a pronoun, ``said``: whoever was spoken of before.
    """

    owner: str | None
    rest: str
    of: bool
    said: str = ""


def person(name: str) -> str | None:
    """The owner with this name; ``None`` if it cannot be a key."""
    return _key("person", name)


def thing(name: str) -> str | None:
    """A thing of this name."""
    return _key("thing", name)


def _key(kind: str, name: str) -> str | None:
    return f"{kind}.{segment(name)}" if segment(name) else None


def segment(words: str) -> str:
    """Words as one segment of a subject key: letters and digits, ``_`` between them."""
    folded = (
        simplified(unicodedata.normalize("NFKC", words)).lower().replace("'", "").replace("’", "")
    )
    kept = re.sub(r"[^\w]+", "_", folded).strip("_")
    return "".join(char for char in kept[:60] if char.isalnum() or char == "_")


def relation(words: str) -> str | None:
    """The owner that a word for a relation names, like "mum" or 表妹."""
    said = words.lower().strip()
    if named := _EN_KIN.get(said) or _ZH_KIN.get(said):
        return f"person.{segment(named)}"
    last = said.rsplit(" ", 1)[-1]
    if last in _EN_KIN and compiled(f"(?:{_AGES})+{_EN_KIN_WORD}").fullmatch(said):
        return f"person.{segment(said.replace(last, _EN_KIN[last]))}"
    return None


def is_relation(word: str) -> bool:
    """Whether a segment of a key names a relation: ``sister``, ``dentist``, 表妹."""
    return word in _RELATIONS


def called(clause: str) -> tuple[str, str, str] | None:
    """The word for a relation, the name beside it, and the words of both: "my sister Irina", 我妹妹小芳."""
    found = compiled(rf"(?i)\b(?:my|our) {_EN_MY_KIN}").search(clause)
    if found and found["called"] and found["called"].split()[0].lower() not in _NO_NAME:
        return found["kin"], found["called"], f"my {found['kin']} {found['called']}"
    zh = compiled(f"^(?:我们?|咱们?)(?:家里?)?的?(?P<kin>{_ZH_KIN_WORD})(?![毛粮砂])").match(clause)
    for length in (3, 2) if zh else ():
        name = clause[zh.end() : zh.end() + length] if zh else ""
        if (
            zh
            and len(name) == length
            and (_cut_name(name) or nickname_before_verb(clause[zh.end() :], length))
        ):
            return zh["kin"], name, f"我{zh['kin']}{name}"
    return None


def named(words: str) -> bool:
    """Whether Chinese words as a whole are somebody's name: 小王, 王阿姨, 李医生, 王小明."""
    whole = f"(?!{NO_NAME}){SURNAME}[\u4e00-\u9fff]?[^\x00-\u4dff的了不是在有没就都很吗呢]"
    return compiled(whole).fullmatch(words) is not None or _cut_name(words)


def _cut_name(words: str) -> bool:
    """The same where the sentence goes on behind them, so that the last may be another word's."""
    return compiled(f"(?:{_ZH_NAMED})").fullmatch(words) is not None or titled(words)


def english(clause: str) -> Owned | None:
    """The owner at the beginning of an English clause."""
    found = compiled(_EN_OWNER, re.IGNORECASE).match(clause)
    if found is None:
        return None
    rest = clause[found.end() :]
    if found["me"]:
        return Owned(USER, rest.lstrip(), of=False)
    if found["mine"]:
        return _mine(rest.lstrip())
    if said := found["said"] or found["said_of"]:
        return Owned(None, rest.lstrip(), of=bool(found["said_of"]), said=said)
    if found["thing"]:
        owner = thing(found["thing"])
        return Owned(owner, rest.lstrip(), of=True) if owner else None
    return _named(found["name"], rest, of=bool(found["name_s"]))


def mentioned(clause: str) -> str | None:
    """The relative whom a clause of the user's names last, in whatever place: "with my sister Irina"."""
    found = None
    for kin in compiled(rf"(?i)\b(?:my|our) {_EN_MY_KIN}").finditer(clause):
        found = person(kin["called"]) if kin["called"] else relation(kin["kin"])
    for kin in compiled(f"(?:我们?|咱们?)(?:家里?)?的?(?P<kin>{_ZH_KIN_WORD})").finditer(clause):
        found = relation(kin["kin"])
    return found


def _mine(rest: str) -> Owned:
    if kin := compiled(_EN_MY_KIN, re.IGNORECASE).match(rest):
        owner = person(kin["called"]) if kin["called"] else relation(kin["kin"])
        if owner:
            return Owned(owner, _is(rest[kin.end() :].lstrip()), of=bool(kin["kin_s"]))
    return Owned(USER, rest, of=True)


def _is(rest: str) -> str:
    """What follows an owner, with "'s" written out: "my brother's a nurse", "my brother's got a cat"."""
    return compiled(r"(?i)^'s(?= )").sub("has" if compiled(_HAS).match(rest) else "is", rest)


def _named(name: str, rest: str, *, of: bool) -> Owned | None:
    first = name.split(maxsplit=1)[0].rstrip("'")
    if first.lower() in _NO_NAME or not may_be_named(first) or not (of or acts(rest.lstrip())):
        return None
    owner, rest = person(name), rest.lstrip()
    kin = compiled(_EN_MY_KIN, re.IGNORECASE).match(rest) if of else None
    if owner and kin and relation(kin["kin"]):
        owner = person(kin["called"]) if kin["called"] else person(f"{name} {kin['kin']}")
        of, rest = bool(kin["kin_s"]), rest[kin.end() :].lstrip()
    return Owned(owner, rest, of) if owner else None


_ZH_KIN_WORD = f"(?:{kin_chinese.pattern(_ZH_KIN)})"
_ZH_RELATED = f"{kin_chinese.MINE}(?:[大小老二三])?(?P<kin>{_ZH_KIN_WORD})(?!毛|咪毛|粮|砂)"
#: Characters that go on from a name of two.
_ZH_FUNCTION = "不在换的是也都就上下了过会要想去来从给和跟有没对现目最叫说住搬喜爱吃改常以已旧电邮很更先原之曾前后为做当任调升入离辞一只还又才刚把被让请用打今昨每个这那"
_ZH_NAMED = (
    f"(?!{NO_NAME})(?P<name>[小老阿]{SURNAME}(?![的时候])|{SURNAME}{TITLE}|{LATIN}"
    f"|{SURNAME}[\u4e00-\u9fff][^\x00-\u4dff{_ZH_FUNCTION}]|{SURNAME}[^\x00-\u4dff{_ZH_FUNCTION}]|[小阿][\u4e00-\u9fff])"
)
_ZH_THING = "(?P<thing>(?:这个|那个|我们的?)?[\u4e00-\u9fffA-Za-z0-9]{2,10}?)(?=的)"
_ZH_ASKING = "(?:我们?|咱们?|你|您|用户|客户|他们?|她们?)"


def chinese(clause: str) -> Iterator[Owned]:
    """The owners with which a Chinese clause may begin, the likeliest first."""
    if kin := compiled(_ZH_RELATED).match(clause):
        yield _owned(relation(kin["kin"]), clause[kin.end() :])
        if spoken := called(clause):
            yield _owned(person(spoken[1]), clause[kin.end() + len(spoken[1]) :])
    if found := compiled(kin_chinese.WHERE).match(clause):
        yield from _there(clause, found.end())
    if found := compiled("我们?|咱们?").match(clause):
        yield _owned(USER, clause[found.end() :])
        return
    if found := compiled(_ZH_SAID).match(clause):
        yield _owned(None, clause[found.end() :])
        return
    if kin is None:
        yield from _names(clause)


def _there(clause: str, end: int) -> Iterator[Owned]:
    """Who is told by where they are to be found: 楼下老张, 隔壁大爷."""
    yield from (owned for owned in _names(clause[end:]) if not (owned.owner or "t").startswith("t"))
    if somebody := compiled(kin_chinese.SOMEBODY).match(clause, end):
        yield _owned(person(clause[: somebody.end()]), clause[somebody.end() :])


def _names(clause: str) -> Iterator[Owned]:
    common = compiled(NO_NAME).match(clause)
    # A Latin word is one piece: no name ends within it.
    lengths = [n for n in (3, 2, 4) if not clause[n - 1 : n + 1].isascii()]
    for name in dict.fromkeys(clause[:length] for length in lengths):
        rest = clause[len(name) :]
        known = not common and may_be_name(name) and not cuts_word(name, rest)
        if known and compiled(_ZH_NAMED).fullmatch(name) and not is_application(name):
            yield _owned(person(name), rest)
    found = compiled(LATIN).match(clause)
    if (
        found
        and not compiled(NO_LATIN).search(found[0])
        and found[0].split()[0].lower() not in _NO_NAME
        and not is_application(found[0])
    ):
        yield _owned(person(found[0]), clause[found.end() :].lstrip())
    if found := compiled(_ZH_THING).match(clause):
        yield _owned(thing(found["thing"]), clause[found.end() :])


def _owned(owner: str | None, rest: str) -> Owned:
    of = rest.startswith("的")
    return Owned(owner, rest.removeprefix("的"), of)


def one(words: str) -> str | None:
    """The owner whom these words name as a whole ("my sister", "Irina", 我表妹); ``None`` if nobody."""
    said = words.strip().strip("'")
    low = said.lower()
    if low in {"i", "me", "we", "us", "myself", "我", "我们", "咱们"}:
        return USER
    if found := relation(compiled(r"(?i)^(?:my|our) |^(?:我们?|咱们?)的?").sub("", said)):
        return found
    if "\u4e00" <= said[:1] <= "\u9fff":
        found_zh = compiled(_ZH_NAMED).fullmatch(said)
        return person(said) if found_zh else None
    plain = compiled(r"[^\W\d_][\w'’-]*(?: [^\W\d_][\w.'’-]*){0,2}").fullmatch(said)
    if plain is None or any(word in _NO_NAME for word in low.split()):
        return None
    return person(said)


def asked(words: str) -> str | None:
    """The owner a question means by these words: "you", "he", "the user", 用户 are the user."""
    said = words.strip()
    low = said.lower()
    if compiled(
        rf"(?:i|me|we|us|you|he|him|she|her|they|them|the (?:user|customer|client)|user|{_ZH_ASKING})"
    ).fullmatch(low):
        return USER
    return one(said)


#: At the end of what stands before an attribute in a Chinese question.
_ZH_AT_END = f"(?P<user>{_ZH_ASKING})$|(?:{_ZH_RELATED})$|{_ZH_NAMED}$"


def at_end(words: str) -> str | None:
    """The owner with which Chinese words end: 请问我表妹 is ``person.表妹``."""
    said = words.strip()
    if kin := compiled(f"(?:{_ZH_RELATED})$").search(said):
        return relation(kin["kin"])
    if compiled(f"{_ZH_ASKING}$").search(said):
        return USER
    if named := compiled(f"{_ZH_NAMED}$").search(said):
        return person(named["name"]) if named["name"].split()[0].lower() not in _NO_NAME else None
    return None
