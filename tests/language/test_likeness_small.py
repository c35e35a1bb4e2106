"""Likeness by small words and by who does it to whom: texts of the same words that say something else."""

from __future__ import annotations

import pytest

from hindsight_integrations.language.likeness import Bounds, Likeness, alike

BOUNDS = Bounds(whole=0.5, scant=0.6, rest=0.78, reworded=0.7, rest_reworded=0.3, without=0.9)


def judged(one: str, other: str) -> Likeness:
    """The verdict of both sides; nothing that is left over is near."""
    verdicts = {alike(a, b, 0.9, BOUNDS, lambda *_: 0.0) for a, b in ((one, other), (other, one))}
    (verdict,) = verdicts
    return verdict


@pytest.mark.parametrize(
    ("one", "other"),
    [
        # where to, from when, till when
        ("My cousin moved in in May", "My cousin moved out in May"),
        ("We got on the tram at Kiel", "We got off the tram at Kiel"),
        ("The pool is open until June", "The pool is open from June"),
        ("泳池开到六月", "泳池从六月开始开"),
        ("小安搬到我这儿来了", "小安从我这儿搬走了"),
        # each and in all, some and all
        ("The tickets are 9 each", "The tickets are 9 in total"),
        ("票是每人九块", "票一共九块"),
        ("I like some of his songs", "I like all of his songs"),
        # never, no longer, not yet
        ("I no longer eat eel", "I have never eaten eel"),
        ("我不吃鳗鱼了", "我从来没吃过鳗鱼"),
        ("I haven't been to the sauna yet", "I no longer go to the sauna"),
        # only, also, too much
        ("I drink cocoa too", "I drink too much cocoa"),
        ("我只喝可可", "我也喝可可"),
        # how well
        ("I speak a little Welsh", "I speak Welsh fluently"),
        ("我会说一点藏语", "我藏语说得很流利"),
        # almost, half, step, former
        ("The quilt is finished", "The quilt is almost finished"),
        ("我差点摔断腿", "我摔断了腿"),
        ("Ida is my sister", "Ida is my stepsister"),
        ("Ida is my boss", "Ida is my former boss"),
        # how sure, and on what it depends
        ("The shop moves in May", "I think the shop moves in May"),
        ("店五月搬走", "听说店五月搬走"),
        ("Remind me if it rains", "Remind me"),
        # whose, and how many of them
        ("My tent is torn", "Her tent is torn"),
        ("My nephew skis", "My nephews ski"),
        # where a Chinese place is of the same kind
        ("我在鼓楼区上班", "我在江宁区上班"),
        # what stops, and what is remembered
        ("I stopped to smoke", "I stopped smoking"),
        # over, under way, to come, of anybody
        ("The vet saw our mule", "The vet will see our mule"),
        ("The plumber is mending the tap", "The plumber mended the tap"),
        ("I have a cold", "I had a cold"),
        ("I was a monk for two years", "I have been a monk for two years"),
        ("婚宴在周六办", "婚宴周六办过了"),
    ],
)
def test_a_small_word_carries_the_meaning(one: str, other: str) -> None:
    assert not judged(one, other).same


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I lent my sledge to Olga", "Olga lent me her sledge"),
        ("I got a letter from Olga", "Olga got a letter from me"),
        ("My wife drives to work", "I drive my wife to work"),
        ("The mule bit the vet", "The mule bit me"),
        ("I was paid 90 euros", "I paid 90 euros"),
        ("My dog bit the postman", "The postman's dog bit me"),
        ("我给姑姑打了三百块", "姑姑给我打了三百块"),
        ("小安手头紧，我借他三百", "我手头紧，小安借我三百"),
        ("我跟小安借了帐篷", "小安跟我借了帐篷"),
        ("我舅舅教我下围棋", "我教舅舅下围棋"),
        ("经理夸了小安", "小安夸了经理"),
        ("我被房东骂了", "我骂了房东"),
        # what goes with what in its clause
        ("I walk to work and drive home", "I drive to work and walk home"),
        ("Olga likes opera and Ida likes reggae", "Olga likes reggae and Ida likes opera"),
        ("My son is 12 and my daughter is 9", "My son is 9 and my daughter is 12"),
        ("上班走路，下班打车", "上班打车，下班走路"),
        ("我早上送女儿，老公晚上接", "老公早上送女儿，我晚上接"),
        # what is denied, and what is said instead
        ("别叫我全名，叫我小安", "别叫我小安，叫我全名"),
    ],
)
def test_who_does_it_to_whom(one: str, other: str) -> None:
    assert not judged(one, other).same


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Olga hired me", "I was hired by Olga"),
        ("Ivan translated the letter for us", "Our letter was translated by Ivan"),
        ("Mum turns 60 in May", "In May mum is turning 60"),
        ("The bakery doesn't open on Mondays", "The bakery is closed on Mondays"),
        ("小安是我室友", "我室友是小安"),
        ("我把船卖给了小安", "船我卖给小安了"),
    ],
)
def test_the_same_however_it_is_turned(one: str, other: str) -> None:
    assert judged(one, other).same


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("My thesis is due on 15 May", "My thesis was handed in on 15 May"),
        ("I speak Welsh at home", "I learn Welsh at home"),
        ("我在家说藏语", "我在家学藏语"),
        ("我当过十年会计", "我当会计十年了"),
        ("店周末要开门", "店周末才开门"),
        ("My sister took up knitting", "My sister gave up knitting"),
        ("The talk was brought forward", "The talk was pushed back"),
        # for so long, and so long ago
        ("I've worked at the mint for two years", "I worked at the mint two years ago"),
        ("我在邮局干了两年", "我两年前在邮局干过"),
        # into and out of, had and having
        ("I moved to the top floor", "I moved out of the top floor"),
        ("我搬到顶楼了", "我从顶楼搬走了"),
        ("I had triplets in May", "I'm having triplets in May"),
        # which one and how many, how soon and how long, on sale and sold
        ("My shop is on the third floor", "My shop has three floors"),
        ("我的店在三楼", "我的店有三层楼"),
        ("My talk is in an hour", "My talk takes an hour"),
        ("The mill is for sale", "The mill was sold"),
        ("磨坊在转让", "磨坊卖掉了"),
        ("I need the tent by Friday", "I need the tent on Friday"),
        # by oneself, and by another
        ("I mended the roof", "I had the roof mended"),
        ("My wife cuts my hair", "I cut my wife's hair"),
        ("Ed drove to the fair", "Ed was driven to the fair"),
        ("包裹是给邻居的", "包裹是邻居给的"),
        ("他打呼噜，我不打", "我打呼噜，他不打"),
        ("小安住在我家", "我住在小安家"),
        # whose deed it was, though nobody's name is told
        ("The bank closed my account", "I closed my account at the bank"),
        ("银行把我的账户关了", "我把银行账户关了"),
    ],
)
def test_what_is_done_differs(one: str, other: str) -> None:
    assert not judged(one, other).same


def test_things_that_no_table_knows_must_be_as_near_as_one_in_anothers_place() -> None:
    """A theremin is near a kalimba, however the sentence is built."""
    one, other = "Last spring I bought a theremin", "I bought a kalimba last spring"
    assert not alike(one, other, 0.9, BOUNDS, lambda *_: 0.77).same
    assert alike(one, other, 0.9, BOUNDS, lambda *_: 0.78).same


@pytest.mark.parametrize(
    ("one", "other"),
    [
        # what denies by a word of its own
        ("They rejected my application", "My application was rejected"),
        ("化学我没及格", "我化学挂科了"),
        ("我很难过", "我伤心"),
        # a phrase is what stands in it
        ("My uncle is in the army", "My uncle serves in the army"),
        # a phrase does not reach across a number
        ("My aunt turns 70 in May", "In May my aunt is turning 70"),
        # a relative by another's
        ("My father-in-law sails", "My wife's father sails"),
        ("昨晚下雨了", "昨天晚上下雨了"),
    ],
)
def test_the_same_by_another_word(one: str, other: str) -> None:
    assert judged(one, other).same


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ida is a year older than me", "I am one year younger than Ida"),
        ("My nephew is taller than my niece", "My niece is shorter than my nephew"),
        ("小安比我大三岁", "我比小安小三岁"),
    ],
)
def test_a_comparison_from_the_other_side(one: str, other: str) -> None:
    assert judged(one, other).same


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ida is a year older than me", "I am one year older than Ida"),
        ("I sold my tent to Ida", "I bought my tent from Ida"),
        ("小安比我大三岁", "我比小安大三岁"),
    ],
)
def test_another_comparison_and_another_deed(one: str, other: str) -> None:
    assert not judged(one, other).same
