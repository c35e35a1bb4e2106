"""What only looks like a statement in English, beside a statement of the same form that is read."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from hindsight_integrations.language.extraction import RuleExtractor
from hindsight_integrations.ports import Heard
from hindsight_integrations.records import Claim, MemoryType, Role, Turn

NOON = datetime(2025, 6, 18, 12, tzinfo=UTC)

#: What says nothing of the kind | what does | its key, with "-" where it holds no longer | its value
PAIRS = """
I'm thinking about suing the plumber | I'm a plumber | user.job | plumber
I am weighing up hiring a gardener | I'm a landscape gardener | user.job | landscape gardener
he is a real contender for the cup | I'm a bartender | user.job | bartender
I'm a perfectionist | I'm a receptionist | user.job | receptionist
I'm a cat owner | I'm the owner of a bakery | user.job | owner of a bakery
I began as a clerk at Initech in 1998 | I started as a clerk last week | user.job | clerk
my job is killing me | my job is window cleaning | user.job | window cleaning
I teach my kids to swim | I teach pottery on Mondays | user.job | teacher of pottery
I have a dog bed to sell | I have a dog | user.pet | a dog
we bought a turkey for Christmas | we bought three hens | user.pet | three hens
I got her a new pet bed. It was ten dollars. | my pet is a ferret | user.pet | a ferret
our lab is closed on Mondays | our old labrador is deaf | user.pet | old labrador
I have had that cat look for days | I have a tabby cat | user.pet | a tabby cat
I lost my dog in the park for an hour | I lost my dog last spring | -user.pet | my dog
I'm a huge fan | I'm a huge opera fan | user.like | opera
I'm more of a listener | I'm more of a jazz fan | user.like | jazz
I got into an awful row with the landlord | I got into weaving | user.like | weaving
I took up far too much space | I took up the cello | user.like | the cello
I'd rather keep an eye on the budget | I prefer window seats | user.like | window seats
I love getting lost in that world | I love getting lost in old libraries | user.like | getting lost in old libraries
we love each other's jokes | we love dry jokes | user.like | dry jokes
I'm scared of breaking it | I'm scared of heights | user.dislike | heights
I prefer option C | I prefer paperbacks | user.like | paperbacks
I collect my thoughts | I collect stamps | user.like | collecting stamps
there was such joy and love everywhere | I like tea and love cake | user.like | cake
the hills remind me to slow down and enjoy the quiet | I slow down on Sundays and enjoy the quiet | user.like | the quiet
I'm trying to sleep more and drink green tea | I sleep well and drink green tea | user.drink | green tea
I'll make sure to write less and use Trello | I write less and use Trello | user.team_tool | Trello
I'm seeing progress | I'm seeing Imogen | user.dating | Imogen
we're seeing Carmen on Friday | we've been dating since May and I'm seeing Carmen | user.dating | Carmen
I'll begin with Vermeer | I started with Vermeer last week | user.employer | Vermeer
I joined Priya for lunch | I joined Initech | user.employer | Initech
I joined Instagram | I joined Globex in May | user.employer | Globex
I've been with Harriet for six years | I've been with Harriet Foods for six years | user.employer | Harriet Foods
living in Leeds costs a fortune | living in Leeds, I own three raincoats | user.location | Leeds
I moved to Chapter 4 | I moved to Cork | user.location | Cork
we moved in March | we moved to Malmo in March | user.location | Malmo
my city is lovely | my city is Bergen | user.location | Bergen
with my new flat sorted, I'm dreaming of paint | I've left the old flat, I'm in Bergen now | user.location | Bergen
I'm staying in Oslo until Friday | I'm staying in Oslo | user.location | Oslo
we rented a cottage in Devon for the weekend | we rent a cottage in Devon | user.location | Devon
tendonitis is the worst condition to have | Marta has tendonitis | person.marta.health | tendonitis
I have anxiety about the exam | I have anxiety | user.health | anxiety
I don't eat meat on Fridays | I don't eat meat | user.diet | no meat
I avoid caffeine after noon | I avoid caffeine | user.diet | no caffeine
I'm debt-free | I'm gluten-free | user.diet | gluten-free
I drink more coffee than I should | I drink black coffee | user.drink | black coffee
check food allergies | egg allergy here | user.allergy | egg
a strong opening thesis is vital | my history thesis is due | user.study | history
I started dating in May | I started law at uni | user.study | law
I use linear equations at work | I use Linear at work | user.team_tool | Linear
we keep Sundays free, no calls, no emails | no emails please | user.preference.contact | no e-mail
my favourite part is the ending | my favourite film is Vertigo | user.favourite_film | Vertigo
my favourite soup is for tonight | my favourite soup is borscht | user.favourite_soup | borscht
I got engaged in a long debate | I got engaged in June | user.relationship | engaged
my kids, Ida, Per and Liv, are away | my son, Per, is away | person.son.name | Per
walking is my best friend | Henrik is my landlord | person.landlord.name | Henrik
a colleague, Ines, has bought a Volvo | Ines has bought a Volvo | person.ines.vehicle | a Volvo
I bought a bike for my son | I bought a bike | user.vehicle | a bike
we ran it in our research lab | our yellow lab is asleep | user.pet | yellow lab
my photo lab is shut | our old rescue lab snores | user.pet | old rescue lab
walking our physics lab around at noon | walking our black lab at noon | user.pet | black lab
someone at the gym, a chemistry student | I'm a chemistry student | user.study | chemistry
one of our guests, a law student | I'm a law student | user.study | law
I was into pottery | I'm into pottery | user.like | pottery
I was mad about opera | I'm mad about opera | user.like | opera
I'm not a dedicated opera fan | I'm not an opera fan | user.dislike | opera
I'm not a serious wine person | I'm not a big wine person | user.dislike | wine
I'm not a devoted cricket fan | I'm a devoted cricket fan | user.like | cricket
I'm more of a practical person | I'm more of a tea person | user.like | tea
I'm more of an introverted person | I'm more of a forest person | user.like | forest
I'm more of a tea than coffee person | I'm more of a tea and cake person | user.like | tea and cake
I'm more of a pack up and go person | I'm more of a podcast person | user.like | podcast
I live in Leeds and loves old films | I live in Leeds and love old films | user.like | old films
I enjoy some other guy | I enjoy some other music | user.like | some other music
Course feedback - I love short lectures | Honestly - I love short lectures | user.like | short lectures
I love the colour and texture | I love the colour of slate | user.like | the colour of slate
I like the sincerity | I like sincerity | user.like | sincerity
I love the vibes | I love the desert | user.like | the desert
"""
#: Sentences of which one begins a tale of somebody, and the pronoun that cannot go on from it | one that can | key | value
PRONOUNS = """
My uncle rang. She lives in Hull. | My uncle rang. He lives in Hull. | person.uncle.location | Hull
My aunt rang. I met Doris there and she's 70 years old. | My aunt rang. She's 70 years old. | person.aunt.age | 70
My aunt rang. Did I mention Doris? She's vegan. | My aunt rang. Did I mention it? She's vegan. | person.aunt.diet | vegan
My aunt has twins. They love Lego. | My parents rang. They love Lego. | person.parents.like | Lego
I met Doris, she's kind and lives in Hull. | I'm kind and live in Hull. | user.location | Hull
Long time no talk! Her name's Pip. | I got a kitten last week! Her name's Pip. | person.cat.name | Pip
Kudos to you! She loves figs. | Doris came over! She loves figs. | person.doris.like | figs
Over time it got easier. He loves figs. | Omar went home. He loves figs. | person.omar.like | figs
Doris came over. Her name is Pip. | My cat came over. Her name is Pip. | person.cat.name | Pip
"""


def rows(table: str) -> list[tuple[str, ...]]:
    return [tuple(map(str.strip, line.split("|"))) for line in table.strip().split("\n")]


def claims(text: str) -> list[Claim]:
    heard = Heard(Turn(role=Role.USER, content=text), "t", NOON, "UTC")
    return list(RuleExtractor().extract(heard))


def keys(text: str) -> list[tuple[str, object]]:
    return [
        ("-" * claim.ends + (claim.subject or ""), claim.payload.get("value"))
        for claim in claims(text)
    ]


@pytest.mark.parametrize(("looks", "states", "key", "value"), rows(PAIRS + PRONOUNS.lstrip()))
def test_a_statement_is_read_and_what_looks_like_it_is_not(
    looks: str, states: str, key: str, value: str
) -> None:
    assert (key, value) in keys(states)
    attribute = key.lstrip("-").split(".")[2 if key.startswith("person.") else 1]
    alike = [said for said, _ in keys(looks) if attribute in said.split(".")]
    assert [said for said in alike if said.startswith("-") == key.startswith("-")] == []


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("I live in Malmo drinking far too much tea", "user.location", "Malmo"),
        ("I live in a little town called Trosa, moved here in May", "user.location", "Trosa"),
        ("I got a kitten two weeks ago", "user.pet", "a kitten"),
        (
            "our anniversary is May the ninth it'll be ten years",
            "user.anniversary",
            "May the ninth",
        ),
        ("our dentist, Dr. Ek, opens at nine", "person.dentist.name", "Dr. Ek"),
        ("I have some seasonal allergies", "user.allergy", "seasonal"),
        ("I love the light and love songs", "user.like", "the light and love songs"),
        ("I love boots with a soft, padded collar", "user.like", "boots"),
        ("I love boots with a zip, always have", "user.like", "boots with a zip"),
        ("Dana loves hiking and her husband is a chef", "person.dana.like", "hiking"),
    ],
)
def test_a_value_ends_where_it_ends(text: str, key: str, value: str) -> None:
    assert (key, value) in keys(text)


def test_what_is_wished_of_answers_on_one_matter_is_no_wish_of_all() -> None:
    (scoped,) = claims("Always include page numbers and details when I ask about books.")
    assert (scoped.subject, scoped.type) == (None, MemoryType.PREFERENCE)
    (general,) = claims("Always give me detailed answers.")
    assert general.subject == "user.preference.answers.length"


@pytest.mark.parametrize(
    ("looks", "states"),
    [
        ("Setting the call for Monday sounds sensible", "Setting up the stall on Monday"),
        ("I got full marks on my history test today", "I've got my history test tomorrow"),
        ("I should like a song about Friday", "I should call the bank by Friday"),
    ],
)
def test_what_is_to_come_is_a_task_and_what_is_said_of_it_is_none(looks: str, states: str) -> None:
    assert [claim.type for claim in claims(states)] == [MemoryType.TASK]
    assert claims(looks) == []


@pytest.mark.parametrize(
    ("looks", "states"),
    [
        ("Don't forget to breathe", "Don't forget to breathe with me at noon"),
        ("Remember that patience helps", "Remember that my patience runs out"),
        ("Keep in mind that rest is vital", "Keep in mind that we rest on Sundays"),
        ("Remember to be gentle", "Remember to water the ferns"),
        ("Don't forget to have fun", "Please don't forget to have fun"),
    ],
)
def test_advice_is_nothing_to_remember(looks: str, states: str) -> None:
    assert claims(looks) == []
    assert len(claims(states)) == 1


@pytest.mark.parametrize(
    ("looks", "states"),
    [
        ("Dear Sir, I am a widow of 70 and I keep bees.", "Dear assistant, I keep bees."),
        ("To: the manager, Milk Lane Bakery. I am allergic to nuts.", "I am allergic to nuts."),
        ("I look forward to a reply", "We always look forward to the spring fair"),
        ("Our old lurcher, Biscuit, is afraid of vacuums", "I'm afraid of vacuums"),
    ],
)
def test_a_letter_a_courtesy_and_a_dog_tell_nothing_of_the_speaker(looks: str, states: str) -> None:
    told = {"user.pet", "user.family", "user.allergy", "user.like", "user.dislike"}
    assert not {claim.subject for claim in claims(looks)} & (
        told - ({"user.pet"} if "lurcher" in looks else set())
    )
    assert {claim.subject for claim in claims(states)} & told


@pytest.mark.parametrize(
    "text",
    [
        "Remember that turtles need calcium",
        "remember that the backup runs nightly",
        "Remember that gluten hides in soy sauce",
        "remember: invoices go to Tessa",
    ],
)
def test_what_is_to_be_remembered_as_so_is_kept_whatever_it_is_of(text: str) -> None:
    (claim,) = claims(text)
    assert claim.priority > 0


def test_a_pronoun_means_nobody_of_an_earlier_turn_where_somebody_is_named_since() -> None:
    before = Turn(role=Role.USER, content="My sister rang.")
    for text, said in (("I ran into Doris and she's vegan", []), ("She's vegan", ["vegan"])):
        heard = Heard(Turn(role=Role.USER, content=text), "t", NOON, "UTC", before=(before,))
        assert [claim.payload["value"] for claim in RuleExtractor().extract(heard)] == said
