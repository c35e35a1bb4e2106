"""Likeness of two texts: what says the same, and every way in which texts only look alike."""

from __future__ import annotations

import tomllib
from importlib import resources
from itertools import combinations

import pytest

from hindsight_integrations.language.likeness import Bounds, Likeness, alike, moves_with_time
from hindsight_integrations.language.likeness_words import lexicon, stem

BOUNDS = Bounds(whole=0.5, scant=0.6, rest=0.78, reworded=0.7, rest_reworded=0.3, without=0.9)


def judged(one: str, other: str, *, cosine: float = 0.95, rest: float = 0.0) -> Likeness:
    verdicts = {
        alike(a, b, cosine, BOUNDS, lambda *_: rest) for a, b in ((one, other), (other, one))
    }
    (verdict,) = verdicts  # it is the same from both sides
    return verdict


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("My mother lives with us", "My mom lives with us"),
        ("On Sundays I cook dinner", "I cook dinner on Sundays"),
        ("I hate olives", "I don't like olives"),
        ("The meeting is at six", "The meeting is at 6"),
        ("I need a quiet room", "I need a calm room"),
        ("我不喜欢橄榄", "我讨厌橄榄"),
        ("会议是六点", "会议是6点"),
        ("周六我儿子踢足球", "我儿子周六踢足球"),
        ("我妈跟我们住", "我妈妈跟我们住"),
    ],
)
def test_other_words_for_the_same(one: str, other: str) -> None:
    assert judged(one, other).same


@pytest.mark.parametrize(
    ("one", "other", "reason"),
    [
        ("Ticket 48213 is open", "Ticket 48231 is open", "other numbers"),
        ("Round 1 has number 2", "Round 2 has number 1", "other numbers"),
        ("工单48213没处理", "工单48231没处理", "other numbers"),
        ("押金是五百块", "押金是五千块", "other numbers"),
        ("I like olives", "I don't like olives", "one of them denies it"),
        ("我喜欢吃辣", "我不喜欢吃辣", "one of them denies it"),
        ("We fly on Monday", "We fly on Tuesday", "another one of what is told apart"),
        ("我要退款", "我要退货", "another one of what is told apart"),
        ("The rent is 900 euros", "The rent is 900 dollars", "another one of what is told apart"),
        ("我妹妹怕狗", "我弟弟怕狗", "another one of what is told apart"),
        ("I met Tom there", "I met Tim there", "other names"),
        ("I prefer tea to coffee", "I prefer coffee to tea", "the same words in other roles"),
        ("The cat chased the dog", "The dog chased the cat", "the same words in other roles"),
        ("我从成都搬到杭州", "我从杭州搬到成都", "the same words in other roles"),
        ("猫追着狗跑", "狗追着猫跑", "the same words in other roles"),
        ("Do you like tea", "I like tea", "one of them asks"),
        ("I like hiking", "I like hiking with friends", "one of them says more"),
        ("我周五有空", "我周五六点以后有空", "other numbers"),
        ("小李要来", "小林要来", "what differs means something else"),
        ("我会吹埙", "我会吹箫", "one character apart"),
    ],
)
def test_what_only_looks_alike(one: str, other: str, reason: str) -> None:
    assert judged(one, other, rest=0.0) == Likeness(False, reason)


@pytest.mark.parametrize(
    ("one", "other"),
    [("I play the kalimba", "I play the theremin"), ("我会吹唢呐", "我会吹葫芦丝")],
)
def test_one_word_in_anothers_place_is_judged_by_its_meaning(one: str, other: str) -> None:
    assert judged(one, other, rest=0.78).same
    assert not judged(one, other, rest=0.77).same


def test_texts_that_are_far_apart_are_not_compared() -> None:
    assert judged("I like tea", "I like tea", cosine=0.49).reason == "their meanings are apart"


@pytest.mark.parametrize(
    "text", ["Call the bank tomorrow", "We met last month", "明天去银行", "上个月见过面"]
)
def test_a_day_that_moves_with_the_speaker(text: str) -> None:
    assert moves_with_time(text)


@pytest.mark.parametrize("text", ["Call the bank on Friday", "周五去银行"])
def test_a_day_that_does_not(text: str) -> None:
    assert not moves_with_time(text)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("name", ["same", "apart", "fixed", "beings", "turns", "weak", "light"])
def test_the_tables_hold_both_languages(language: str, name: str) -> None:
    tables = tomllib.loads(
        resources.files("hindsight_integrations.language")
        .joinpath(f"likeness_{language}.toml")
        .read_text("utf-8")
    )
    assert len(tables[name].replace(";", " ").replace(",", " ").split()) > 30


#: Lines in which people do say one for the other, though they can be told apart.
_EITHER = {
    "deliver ship", "deliver dispatch", "deliver receive", "bag purse", "truck van", "game video game", "letter post", "dairy lactose",
    "divorce separate", "countryside village", "country village", "厕所 浴室", "洗手间 浴室", "火车 高铁", "收到 签收", "租 出租", "离婚 分手",
}  # fmt: skip


def test_no_line_says_the_same_of_what_is_told_apart() -> None:
    """Two that stand in one line of synonyms and in one line of what is told apart would be merged in silence."""
    known = lexicon().known
    lines: dict[str, dict[tuple[str, ...], set[str]]] = {}
    for phrase, meaning in known.items():
        for member in meaning.apart:
            line, _, place = member.partition("/")
            if not line.startswith(("fixed-en71", "fixed-zh11", "fixed-zh64")):  # how one wishes
                lines.setdefault(line, {}).setdefault(phrase, set()).add(place)
    allowed = {frozenset(map(_stems, pair.split(" ", 1))) for pair in _EITHER}
    for members in lines.values():
        for (one, here), (other, there) in combinations(members.items(), 2):
            same = set(known[one].senses) & set(known[other].senses)
            if same and here.isdisjoint(there):
                assert frozenset((one, other)) in allowed, (one, other)


def _stems(text: str) -> tuple[str, ...]:
    return tuple(text) if not text.isascii() else tuple(map(stem, text.split()))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("We are painting the fence", "We painted the fence"),
        ("I will sell the boat", "I have sold the boat"),
        ("I'm thinking of selling the boat", "I already sold the boat"),
        ("我打算卖掉小船", "我卖掉了小船"),
        ("我在考虑换工作", "我已经换工作"),
    ],
)
def test_what_is_over_is_not_what_is_to_come(one: str, other: str) -> None:
    assert not judged(one, other, rest=0.99).same


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The shop is closed", "The shop is closing"),  # a state, and what leads to it
        ("为了健康我打算跑步", "我打算跑步"),
        ("我花粉过敏", "我打算看花粉"),
    ],
)
def test_a_state_and_what_only_looks_like_the_past(one: str, other: str) -> None:
    """Elsewhere they may differ, but not by their tenses."""
    assert judged(one, other, rest=0.99).reason != "over in one of them, to come in the other"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("It is the fence of planks and slats that I paint", "I paint the fence"),
        ("我刷的那面围墙有藤蔓", "围墙是我刷的"),
    ],
)
def test_what_one_says_more_may_say_nothing_of_its_own(one: str, other: str) -> None:
    """Of another build and all words held: the text must mean the same without what it has more."""
    near, far = judged(one, other, rest=0.91), judged(one, other, rest=0.89)
    assert near.same
    assert (far.same, far.reason) == (False, "one of them says more")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("My nephew juggles", "My niece juggles"),
        ("My older cousin juggles", "My younger cousin juggles"),
        ("我姐姐会杂耍", "我妹妹会杂耍"),
        ("我岳母会杂耍", "我婆婆会杂耍"),
        ("我表哥会杂耍", "我表弟会杂耍"),
    ],
)
def test_relatives_are_told_apart_each(one: str, other: str) -> None:
    verdict = judged(one, other, rest=0.99)
    assert (verdict.same, verdict.reason) == (False, "another one of what is told apart")


def test_a_chinese_word_that_no_table_knows_is_one_word_in_its_place() -> None:
    """Three characters in the place of four are one edit: they must mean the same themselves."""
    assert not judged("我腰疼吃扶他林", "我腰疼吃对乙酰氨", rest=0.5).same


@pytest.mark.parametrize("text", ["I am fond of walks by the lake. ", "我喜欢在湖边散步。"])
def test_what_stands_behind_what_is_read_is_compared_letter_by_letter(text: str) -> None:
    long = text * 60
    assert (
        judged(long + "I own a goat", long + "I own a mule").reason
        == "they differ behind what is read"
    )
    assert judged(long, long).same
