"""English as people type it in passing, by the mechanism that reads it; and what only looks like it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from hindsight_integrations.language.extraction import RuleExtractor
from hindsight_integrations.ports import Heard
from hindsight_integrations.records import Claim, MemoryType, Role, Turn

NOON = datetime(2025, 6, 18, 12, tzinfo=UTC)

#: What is typed | the key, with "-" where it holds no longer | the value
STATED = """
husband's a glazier, he'll know | person.husband.job | glazier
mums still in Oban | person.mother.location | Oban
dads got gout, what should he eat | person.father.health | gout
the wife's vegan | person.wife.diet | vegan
my little boy is allergic to kiwi | person.son.allergy | kiwi
our youngest is four | person.child.age | four
my sister's moved to Ghent | person.sister.location | Ghent
Priya's got a parrot | person.priya.pet | a parrot
my grandson is mad about trains | person.grandson.like | trains
our whole family is vegetarian | user.diet | vegetarian
I live up in Inverness | user.location | Inverness
I live with my mum in Truro | user.location | Truro
I work part time at Globex | user.employer | Globex
I literally just moved to Lille | user.location | Lille
I work for the town council | user.employer | the town council
I'm a trainee at Globex till May | user.employer | Globex
hazelnuts could kill me | user.allergy | hazelnuts
one bite of sesame and I'm in A&E | user.allergy | sesame
can't touch latex, I come out in hives | user.allergy | latex
my consultant has me on apixaban | user.medication | apixaban
they took me off warfarin | -user.medication | warfarin
the doctor's got me off gluten | user.diet | no gluten
no pork for us please | user.diet | no pork
vegan household here so what replaces butter | user.diet | vegan
three goats and no fence | user.pet | three goats
pastry cook, standing ten hours a day | user.job | pastry cook
I restore clocks for a living | user.job | restore clocks
I'm retired now, thirty years of chalk behind me | user.job | retired
been a roofer for 20 years | user.job | roofer
Initech took me on last week | user.employer | Initech
Initech let me go in spring | -user.employer | Initech
everyone just calls me Bea | user.name | Bea
I would rather be addressed as Mrs. Hale | user.name | Mrs. Hale
it's blowing a gale here in Wick | user.location | Wick
my flat in Cardiff floods | user.location | Cardiff
chess keeps me sane | user.like | chess
nothing beats an hour of gardening | user.like | an hour of gardening
marzipan tastes of soap | user.dislike | marzipan
opera bores me to tears | user.dislike | opera
gone right off golf these days | -user.like | golf
my Greek is rusty | user.language | Greek
Welsh is my mother tongue | user.language | Welsh
18 weeks pregnant | user.health | pregnant
I've broken my wrist | user.health | broken wrist
I'm deaf in my left ear | user.health | deaf
second year chemistry student | user.study | chemistry
Leeds born and bred | user.origin | Leeds
I build everything in Blender | user.tool | Blender
I was born 3 March 1971 | user.birthday | 3 March 1971
I turn fifty on the 9th of October | user.birthday | 9th of October
67 and still working | user.age | 67
mother of two toddlers | user.family | two toddlers
text only please | user.preference.contact | text
do not contact me at weekends | user.preference.contact.hours | not at weekends
enough with the emojis | user.preference.answers.emoji | no emojis
24 hour clock for all times please | user.preference.answers.units | 24 hour clock
in future I'd like sources with every claim | user.preference.answers.sources | sources
I'm on keto, dark chocolate ideas? | user.diet | keto
I've worked at Globex for ten years | user.employer | Globex
freelance illustrator so no sick pay | user.job | freelance illustrator
what can my goldfish eat? | user.pet | goldfish
our daughter is horse mad | person.daughter.like | horse
parents only speak Vietnamese | person.parents.language | Vietnamese
dad had a stroke last year | person.father.health | a stroke
I left Globex in January | -user.employer | Globex
I think in feet and inches | user.preference.answers.units | feet and inches
"""

NOTHING = """
I could never live in London
I might learn Dutch one day
living in Bath is expensive
twins run in families
three dogs walk into a bar
single or double glazing
no idea for me to add here
this traffic will kill me
my commute to the moon
Same here
Besides writing
don't text and drive
it was calming, kinda like yoga
I'm 87.5% of the way there
I'm married to this laptop
my friend's dog bit me
I can't live without wifi
Remember, just do it
Ana's promotion to manager is due
going to bed now
delivery driver, refusing to come upstairs
bus driver so rude today
is my hamster too fat?
I'll be a vegan when pigs fly
what should I name my dog?
I lived in Berlin for years
"""


def rows(text: str) -> list[tuple[str, ...]]:
    return [tuple(part.strip() for part in line.split("|")) for line in text.strip().split("\n")]


def claims(text: str) -> list[Claim]:
    turn = Turn(role=Role.USER, content=text)
    return list(RuleExtractor().extract(Heard(turn, "t", NOON, "UTC")))


@pytest.mark.parametrize(("text", "key", "value"), rows(STATED))
def test_what_is_said_in_passing_is_read(text: str, key: str, value: str) -> None:
    read = [
        ("-" * claim.ends + (claim.subject or ""), claim.payload.get("value"))
        for claim in claims(text)
    ]
    assert (key, value) in read


@pytest.mark.parametrize("text", NOTHING.strip().split("\n"))
def test_what_only_looks_so_states_nothing(text: str) -> None:
    assert claims(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "I'm seeing the dentist tomorrow at 3",
        "on Saturday I'm painting the fence",
        "got an interview at the library on Friday",
        "rent's due on Friday",
        "flying to Oslo next Thursday",
    ],
)
def test_what_is_to_come_at_a_time_is_a_task_that_is_due(text: str) -> None:
    (task,) = claims(text)
    assert task.type is MemoryType.TASK
    assert datetime.fromisoformat(task.payload["due"]["from"]) > NOON


@pytest.mark.parametrize("text", ["I'm seeing the dentist", "flying is fun", "I saw her on Friday"])
def test_without_a_time_to_come_there_is_no_task(text: str) -> None:
    assert [claim for claim in claims(text) if claim.type is MemoryType.TASK] == []


def test_what_is_kept_are_the_words_that_were_typed() -> None:
    (claim,) = claims("peanuts could kill me so double check")
    assert claim.content == "peanuts could kill me so double check"


def test_what_is_not_to_be_forgotten_is_a_fact_where_it_is_so() -> None:
    (kept,) = claims("don't let me forget the key is under the mat")
    assert (kept.type, kept.content) == (MemoryType.FACT, "the key is under the mat")
