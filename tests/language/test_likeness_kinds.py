"""Likeness by kinds: the ways in which people say a thing again, and those in which other things are said in nearly the same words."""

from __future__ import annotations

import pytest

from hindsight_integrations.language.likeness import Bounds, Likeness, alike
from hindsight_integrations.language.likeness_light import other_deeds
from hindsight_integrations.language.likeness_reading import read

BOUNDS = Bounds(whole=0.5, scant=0.6, rest=0.78, reworded=0.7, rest_reworded=0.3, without=0.9)


def judged(one: str, other: str, *, rest: float = 0.0) -> Likeness:
    """The verdict of both sides; nothing that is left over is near."""
    verdicts = {alike(a, b, 0.9, BOUNDS, lambda *_: rest) for a, b in ((one, other), (other, one))}
    (verdict,) = verdicts
    return verdict


@pytest.mark.parametrize(
    ("one", "other"),
    [
        # words for one thing, also in phrases
        ("My flatmate resigned", "My roommate quit her job"),
        ("我室友辞职了", "我舍友离职了"),
        # a passive
        ("The landlord increased the deposit", "The deposit was raised by the landlord"),
        ("房东涨了押金", "押金被房东涨了"),
        # a noun for a verb
        ("I am allergic to latex", "I have a latex allergy"),
        ("My nephew plays the violin", "My nephew is a violinist"),
        # a converse of feeling: what frightens me, I fear
        ("Geese frighten my nephew", "My nephew is afraid of geese"),
        ("打雷让我侄子害怕", "我侄子怕打雷"),
        # a denial within a word
        ("I avoid celery", "I don't eat celery"),
        ("My uncle is a vegetarian", "My uncle doesn't eat meat"),
        ("我叔叔不吃肉", "我叔叔吃素"),
        ("I ran out of flour", "There is no flour left"),
        ("面粉用完了", "没有面粉了"),
        # the one that is not counted
        ("Wake me an hour earlier", "Wake me one hour earlier"),
        # hours, amounts and measures in another spelling
        ("The ferry leaves at 19:30", "The ferry departs at half past seven pm"),
        ("The fee is $1,200", "The fee is 1200 dollars"),
        ("渡轮晚上七点半开", "渡轮19:30出发"),
        ("押金一万二", "押金是12000"),
        # what is asked of the reader, as a wish and as a request
        ("I'd like your answers in Welsh", "Please answer in Welsh"),
        ("希望你用藏语回答", "请用藏语回复"),
        # the day of a month, however it is written
        ("Rent is due on the 1st", "Rent is due on the first"),
        # a clause before or behind, a name at the beginning
        ("When it rains I take the tram", "I take the tram when it rains"),
        ("Yusuf, my cousin, works as a carpenter", "My cousin Yusuf is a carpenter"),
        # the superlative by a comparison
        ("I like papaya more than anything else", "Papaya is my favorite"),
        ("Nobody makes better dumplings than my aunt", "My aunt makes the best dumplings"),
        # one compound
        ("The key is in the flower pot", "In the flowerpot is the key"),
    ],
)
def test_the_same_said_again(one: str, other: str) -> None:
    assert judged(one, other).same


@pytest.mark.parametrize(
    ("one", "other"),
    [
        # once more is another time
        ("I broke my wrist", "I broke my wrist again"),
        ("We sailed to Kiel", "We sailed to Kiel once more"),
        ("我手腕骨折了", "我手腕又骨折了"),
        ("我们坐船去了基尔", "我们再次坐船去了基尔"),
        ("我养了一只猫", "我又养了一只猫"),
        # who, to whom, of whom
        ("My stepson hired Olga", "Olga hired my stepson"),
        ("I was hired by Olga", "I hired Olga"),
        ("She gave me her tent", "I gave her my tent"),
        ("他借给我帐篷", "我借给他帐篷"),
        ("他帮我修车", "我帮他修车"),
        ("我被小周骂了", "小周被我骂了"),
        ("I'm afraid of my boss", "My boss is afraid of me"),
        ("我儿子比我女儿高", "我女儿比我儿子高"),
        # to and from
        ("The parcel from Malmö is late", "The parcel to Malmö is late"),
        ("从大理来的车晚点了", "去大理的车晚点了"),
        # one of several, both
        ("Both of my aunts ski", "One of my aunts skis"),
        # which of two is counted, which is denied
        ("I own a goat and three ducks", "I own three goats and a duck"),
        ("I speak Thai but not Korean", "I speak Korean but not Thai"),
        # then and now, once and never, a plan and a fact
        ("My tutor was strict", "My tutor is strict"),
        ("I owned a canoe", "I own a canoe"),
        ("I want a canoe", "I have a canoe"),
        ("我以前在邮局上班", "我在邮局上班"),
        ("我去过冰岛", "我想去冰岛"),
        ("我养过羊", "我养羊"),
        # how sure, how often, how much
        ("I might sell the canoe", "I will sell the canoe"),
        ("I seldom fast", "I often fast"),
        ("我很少吃鱼", "我常吃鱼"),
        ("I'm mildly allergic to latex", "I'm severely allergic to latex"),
        # the opposite by what stands before a word
        ("The bank blocked my card", "The bank unblocked my card"),
        # things of one kind, also in another order
        ("Last spring I bought a trumpet", "I bought a trombone last spring"),
        ("我奶奶住院了", "我奶奶出院了"),
        ("餐厅的灯坏了", "书房的灯坏了"),
        # the year, the day before
        ("Remind me on the day", "Remind me the day before"),
    ],
)
def test_what_only_looks_alike_is_never_the_same(one: str, other: str) -> None:
    """Not even if what is left over were near."""
    assert not judged(one, other, rest=0.77).same


def test_a_text_of_another_build_may_leave_more_over_than_one_of_the_same_build() -> None:
    """One stretch in its place must mean the same itself; where all is moved, it need not be as near."""
    moved = judged("At dawn I groom the mule", "I curry the mule at dawn", rest=0.31)
    in_place = judged("I groom the mule at dawn", "I curry the mule at dawn", rest=0.31)
    assert (moved.same, in_place.same) == (True, False)


@pytest.mark.parametrize(
    ("one", "other"),
    [("At dawn I groom the mule", "I groom the mule"), ("天亮我给骡子刷毛", "我给骡子刷毛")],
)
def test_what_stands_only_in_one_text_is_not_lost(one: str, other: str) -> None:
    assert not judged(one, other).same


def test_a_far_pair_is_the_same_only_by_its_words() -> None:
    """Below ``reworded`` nothing is left to the encoder."""
    one, other = "I loathe standing in queues", "I can't stand waiting in line"
    near = {alike(one, other, 0.55, BOUNDS, lambda *_: 1.0).same}
    assert near == {True}
    assert not alike(
        "I groom mules daily here", "Daily I curry mules", 0.55, BOUNDS, lambda *_: 1.0
    ).same


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("my sister wrote this", "my sister goes on"),
        ("I take the bus", "I have the bus"),
        ("my brother went home", "my brother made this"),
        ("我妈做了", "我妈去了"),
    ],
)
def test_what_shares_only_its_doer_does_another_thing(one: str, other: str) -> None:
    assert other_deeds(read(one), read(other))
    assert other_deeds(read(other), read(one))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I have asthma", "I've got asthma"),
        ("I go for a walk every morning", "I take a walk every morning"),
        ("I bake bread", "I have a sister"),
        ("我做饭", "我干活"),
    ],
)
def test_common_verbs_of_one_line_or_beside_much_that_is_shared_tell_nothing_apart(
    one: str, other: str
) -> None:
    assert not other_deeds(read(one), read(other))
