"""Each row of the tables of English idioms decides for one sentence at least, and what is read of that sentence is so."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from hindsight_integrations.language import idioms
from hindsight_integrations.language.catalogue import builtin
from hindsight_integrations.language.clauses import Plain
from hindsight_integrations.language.elided import known_by_experts
from hindsight_integrations.language.extraction import RuleExtractor
from hindsight_integrations.language.kin import with_my
from hindsight_integrations.language.statements import _in_order, _parts
from hindsight_integrations.ports import Heard
from hindsight_integrations.records import Role, Turn

NOON = datetime(2025, 6, 18, 12, tzinfo=UTC)
Row = tuple[str, str]

#: What somebody types | the key of what is read of it, with "-" where it holds no longer | its value
SAID = """
prawns could kill me | user.allergy | prawns
walnuts make my throat swell shut | user.allergy | walnuts
I can't eat cashews, my throat closes up | user.allergy | cashews
I can't be given codeine | user.allergy | codeine
one bite of mango and I'm in hives | user.allergy | mango
I carry an epipen for wasps | user.allergy | wasps
I come out in hives from latex | user.allergy | latex
bad pollen allergy since May | user.allergy | pollen
nickel-allergic person here | user.allergy | nickel
grass sets me off every June | user.allergy | grass
me and lactose don't get on | user.allergy | lactose
crab is a no, I'm allergic | user.allergy | crab
onions and I never mix | user.allergy | onions
I had a nasty reaction to plasters | user.allergy | plasters
I sneeze around horses | user.allergy | horses
I'm super sensitive to perfume | user.allergy | perfume
oats don't agree with me | user.allergy | oats
retired since March | user.job | retired
stay-at-home dad here | user.job | stay-at-home dad
proud owner of three alpacas | user.pet | three alpacas
just walked the greyhound before work | user.pet | greyhound
the puppy ate my charger | user.pet | puppy
elderly tortoise in the garden | user.pet | tortoise
two ferrets keep my hands full | user.pet | two ferrets
three gerbils and no spare time | user.pet | three gerbils
parrot owner here | user.pet | parrot
my doctor has kept me off dairy | user.diet | no dairy
I'm staying off caffeine | user.diet | no caffeine
no pork in this house | user.diet | no pork
we have to eat kosher | user.diet | kosher
six months into keto | user.diet | keto
no gluten in anything please | user.diet | no gluten
no shellfish ever | user.diet | no shellfish
vegetarian household here | user.diet | vegetarian
it has to be halal for us | user.diet | halal
the cardiologist put me on statins | user.medication | statins
switched me onto metformin | user.medication | metformin
the doctor took me off codeine | -user.medication | codeine
I'm doing a low-carb thing | user.diet | low-carb
we mostly cook plant-based at home | user.diet | plant-based
I never touch alcohol | user.diet | no alcohol
we won't cook pork | user.diet | no pork
everyone calls me Jonty | user.name | Jonty
address me as Philippa | user.name | Philippa
I prefer to be called Bea | user.name | Bea
sign it off as Rosalind | user.name | Rosalind
put Quentin on the booking | user.name | Quentin
Imogen speaking | user.name | Imogen
surname's Okafor | user.name | Okafor
hello, oksana speaking | user.name | oksana
most people shorten it to Bart | user.name | Bart
it's Niamh with an h | user.name | Niamh
I answer to Wren | user.name | Wren
this is Fergus again | user.name | Fergus
the name's Barnaby | user.name | Barnaby
I go by Kit | user.name | Kit
I'm Rhys with an h | user.name | Rhys
it never stops raining here in Bergen | user.location | Bergen
I've been living in Dundee | user.location | Dundee
my flat in Ghent has no lift | user.location | Ghent
we live on a narrowboat | user.location | narrowboat
day three of being vegan | user.diet | vegan
we got the keys to our new flat in Malmo | user.location | Malmo
first night in the new house in Truro | user.location | Truro
Galway is home now | user.location | Galway
we get the ferries here near Oban | user.location | Oban
Glasgow winters are breaking my spirit | user.location | Glasgow
I'm a Leeds girl now | user.location | Leeds
I'm Cardiff-based | user.location | Cardiff
I call Porto my home | user.location | Porto
I'm a long-time Bristol resident | user.location | Bristol
renting a tiny room in Utrecht | user.location | Utrecht
I restore clocks for a living | user.job | restore clocks
translating manuals is what I do for a living | user.job | translating manuals
Initech took me on last month | user.employer | Initech
Initech let me go | -user.employer | Initech
life as a paramedic is hard | user.job | paramedic
night nurse problems | user.job | night nurse
my knees hurt after twenty years as a roofer | user.job | roofer
as a midwife I work odd hours | user.job | midwife
I lay carpets | user.job | lay carpets
I audit branches for Globex | user.employer | Globex
I work on the deli counter at Waitrose | user.employer | Waitrose
I spend my days fixing lifts for Otis | user.employer | Otis
I jacked in Initech | -user.employer | Initech
I've been with IBM since 2010 | user.employer | IBM
I temp at Tesco | user.employer | Tesco
I opened a bakery called Crumb | user.employer | Crumb
my manager at Initech is away | user.employer | Initech
first week at Globex | user.employer | Globex
been a glazier for ten years | user.job | glazier
twenty years as a welder | user.job | welder
my day job is carpentry | user.job | carpentry
I drive trams around Leeds | user.job | drives trams
I'm on maternity leave | user.job | maternity leave
born 4 May 1990 | user.birthday | 4 May 1990
my birthday falls on July 9 | user.birthday | July 9
my birthday is boxing day | user.birthday | boxing day
it's my birthday on the 3rd of June | user.birthday | 3rd of June
I turn forty on May 2 | user.birthday | May 2
at 52 I can still do a handstand | user.age | 52
I'm a 34 year old woman | user.age | 34
I'll be sixty in October | user.age | sixty
41 next week | user.age | 41
72 and still cycling | user.age | 72
just hit the big 50 | user.age | 50
my Polish is rusty | user.language | Polish
I grew up speaking Welsh | user.language | Welsh
native Urdu speaker | user.language | Urdu
I'm a Danish speaker | user.language | Danish
raised bilingual in Catalan | user.language | Catalan
teaching myself Korean | user.language | Korean
second year zoology student | user.study | zoology
revising for my maths gcse | user.study | maths
halfway through my degree in botany | user.study | botany
finals in anatomy start Monday | user.study | anatomy
I read classics at Durham | user.study | classics
in my final year of forestry | user.study | forestry
at night school doing plumbing | user.study | plumbing
still reading theology at Leeds | user.study | theology
law student | user.study | law
my geology dissertation is due | user.study | geology
Hull born and bred | user.origin | Hull
came over from Latvia | user.origin | Latvia
left Chile as a child | user.origin | Chile
as a Canadian I miss the snow | user.origin | Canadian
my roots are Portuguese | user.origin | Portuguese
half Finnish on my mum's side | user.origin | Finnish
my parents come from Ghana | user.origin | Ghana
I'm on an old iphone 8 | user.phone_model | old iphone 8
heavy Notion user | user.team_tool | Notion
I keep my recipes in Evernote | user.tool | Evernote
I'm stuck on Outlook | user.tool | Outlook
my whole life is in Trello | user.team_tool | Trello
everything I write lives in Scrivener | user.tool | Scrivener
I'm still on Thunderbird | user.tool | Thunderbird
Krita is my go-to tool | user.tool | Krita
my editor of choice is Emacs | user.editor | Emacs
20 weeks pregnant | user.health | pregnant
we're expecting again | user.health | pregnant
diabetic since birth | user.health | diabetic
I broke my collarbone | user.health | broken collarbone
had my tonsils out | user.health | tonsils out
bad sciatica for years | user.health | sciatica
I wear hearing aids | user.health | hearing aids
recovering from a hip replacement | user.health | hip replacement
my asthma is back | user.health | asthma
I'm a t1d, since school | user.health | diabetes t1d
the eczema's flaring | user.health | eczema
I outgrew my eczema | -user.health | eczema
dodgy knees these days | user.health | dodgy knees
I've got a bad back | user.health | bad back
living with epilepsy | user.health | epilepsy
I'm deaf in one ear | user.health | deaf
I get terrible migraines | user.health | migraines
I'm in a wheelchair now | user.health | in a wheelchair
my cholesterol is too high | user.health | high cholesterol
I was put on sertraline last week | user.medication | sertraline
I take warfarin every day | user.medication | warfarin
popping antihistamines like sweets | user.medication | antihistamines
ran out of my ventolin | user.medication | ventolin
we just had a baby girl last week | user.family | baby girl
our second daughter was born | user.family | second daughter
single mum of four | user.family | four
three small kids at home | user.family | three small kids
twenty years married | user.relationship | married
about to become a grandfather | user.family | grandfather
going through a messy divorce | user.relationship | divorce
one of five siblings | user.family | one of five siblings
me and my husband have been together ten years | user.relationship | husband
happily divorced | user.relationship | divorced
I'm a widower | user.family | widower
I just got engaged | user.relationship | engaged
my wife passed away | user.relationship | widowed
I lost my husband in March | user.relationship | widowed
we had to have the spaniel put down | -user.pet | the spaniel
I got rid of my Volvo last week | -user.vehicle | my Volvo
I gave up being vegan | -user.diet | vegan
the Skoda won't start | user.vehicle | Skoda
I run an old Volvo estate | user.vehicle | an old Volvo estate
pottery is my happy place | user.like | pottery
knitting keeps me sane | user.like | knitting
I can't resist old maps | user.like | old maps
I never miss a Formula 1 race | user.like | Formula 1
I'm a total trains nerd | user.like | trains
I play badminton on Tuesdays | user.like | badminton
yoga every morning | user.like | yoga
I go to a ceramics class twice a week | user.like | ceramics
the allotment is where all my money goes | user.like | allotment
we're football mad | user.like | football
swimming saved my sanity | user.like | swimming
I always listen to dub techno while I paint | user.like | dub techno
I'm a whisky drinker through and through | user.like | whisky
raisins can do one | user.dislike | raisins
whoever puts raisins in curry should be jailed | user.dislike | raisins
can't say I'm much of a fan of opera | user.dislike | opera
we watch every snooker tournament | user.like | snooker
can't say I enjoy golf | user.dislike | golf
anything but liver please | user.dislike | liver
Burnley fan for my sins | user.like | Burnley
I'm a keen hill walker | user.like | hill walker
thunder fascinates me | user.like | thunder
spiders freak me out | user.dislike | spiders
karaoke is my idea of hell | user.dislike | karaoke
I never could stand jelly | user.dislike | jelly
I surf most weekends | user.like | surf
I read loads of sci-fi | user.like | sci-fi
I do the crossword every day | user.like | crossword
I collect old radios | user.like | collecting old radios
give me mountains any day | user.like | mountains
coriander tastes like soap | user.dislike | coriander
custard makes me gag | user.dislike | custard
clowns give me the creeps | user.dislike | clowns
I can't abide celery | user.dislike | celery
keep the raisins out of my food | user.dislike | raisins
keep mushrooms away from me | user.dislike | mushrooms
I'm not much of a beach person | user.dislike | beach
I've gone off coffee lately | -user.like | coffee
bookbinder so no weekends off | user.job | bookbinder
I'm bilingual in Dutch and Frisian | user.language | Dutch and Frisian
give me a good book and I'm happy | user.like | good book
my girlfriend and I just moved in together | user.relationship | living together
my wife and I have separated | user.relationship | separated
my boyfriend and I got engaged | user.relationship | engaged
my wife and I live in Cork | user.location | Cork
I'm a fitter at Globex | user.employer | Globex
on nights again this week, porter | user.job | porter
I'm a Christmas baby, 24 December | user.birthday | 24 December
glazier, lifting panes all day | user.job | glazier
full name's Benedict but Ben is fine | user.name | Ben
Gwendolyn at work, Gwen at home | user.name | Gwen
Charlie to my friends | user.name | Charlie
"""

#: What has the words of a row and says nothing of the kind | the key that must not be made of it
LOOKS = """
my cousin works at the mill, welder by night | user.job
I met a man called jim, welder | user.job
I saw the specialist today, cardiologist at the Royal | user.job
plumber, coming at nine | user.job
landscaper, charging a fortune | user.job
architect, for the extension | user.job
hello, oksana speaking to the class | user.name
started running in May | user.study
study rooms in London | user.study
doing a course in Leeds | user.study
reading Proust at university | user.study
history finals are hard | user.study
two kids in the park | user.family
three boys with knives | user.family
the girl arrived | user.family
one of three finalists | user.family
made grandma happy | user.family
getting separation anxiety | user.relationship
living with ms paint | user.health
fighting cancer is hard | user.health
use oxygen to clean it | user.health
I know German people | user.language
dogs set me off laughing | user.allergy
no cats near me | user.allergy
eggs get me every time | user.allergy
no cheese for me today | user.diet
no meat please | user.diet
trying the keto bread | user.diet
it's a lovely day in Rome | user.location
we stay on the boat tonight | user.location
renting a flat in Nice for a week | user.location
Globex offered me a job starting in May | user.employer
I have a Ford meeting | user.vehicle
I lost my ventolin | user.medication
brilliant work, Splendid by the way | user.name
it's just Covid | user.name
it is Python not Java | user.name
please use Celsius in recipes | user.name
I'd go with Oak | user.name
never mind the weather, Rome works | user.name
Messi to everyone is a hero | user.name
feeding the cats for my neighbour | user.pet
walking the dogs at the shelter | user.pet
fat pigeons on the roof | user.pet
two dogs are barking at me | user.pet
bird house here | user.pet
into the woods | user.like
I never miss a payment | user.like
going to my maths classes every day | user.like
seat belts saved my life | user.like
I spend all my money on rent | user.like
going crazy | user.like
I'm self-obsessed | user.like
anything but Monday | user.dislike
keep politics out of it | user.dislike
I'm no expert type | user.dislike
not interested in upgrades | user.dislike
no time for jokes | user.dislike
chicken tastes like cardboard in this place | user.dislike
I went off script | -user.like
nothing is my job | user.job
as a teacher my mum worked late | user.job
I build websites for fun | user.job
March brought me on board | user.employer
my new laptop from Dell is slow | user.employer
my boss at Globex was awful | user.employer
first week with Ozempic | user.employer
my big day is June 4 | user.birthday
arrived on 4 May | user.birthday
at 60 my dad retired | user.age
at 60 I plan to retire | user.age
I'll be 40 in line | user.age
50 last week | user.age
40 and counting | user.age
hit 50 on the motorway | user.age
broke the leg of the chair | user.health
blind from rage | user.health
use a wheelchair ramp | user.health
3 months gone already | user.health
expecting so much | user.health
I'm taking notes because of the exam | user.study
"""


def said() -> list[tuple[str, str, str]]:
    lines = (line.split(" | ") for line in SAID.strip().split("\n"))
    return [(sentence, key, value) for sentence, key, value in lines]


def read(sentence: str) -> list[tuple[str, object]]:
    heard = Heard(Turn(role=Role.USER, content=sentence), "t", NOON, "UTC")
    return [
        ("-" * claim.ends + (claim.subject or ""), claim.payload.get("value"))
        for claim in RuleExtractor().extract(heard)
    ]


def first(words: str, rows: tuple[Row, ...]) -> Row | None:
    """The first row of a table that fits."""
    return next((row for row in rows if idioms._of(words, (row,))), None)


def deciding(text: str) -> Iterator[Row]:
    """The rows that decide for a sentence as a whole, and for each of its clauses."""
    for sentence in Plain.of(text).sentences():
        whole, usual = _in_order(known_by_experts(sentence))
        for table in (idioms._ALLERGY, idioms._AT_LENGTH, idioms._NAMES_AT_LENGTH):
            if row := first(usual, table):
                yield row
                break
        for clause in map(with_my, _parts(whole, usual, builtin())):
            fits = (first(words, idioms._ROWS) for words in idioms.wordings(clause))
            if row := next(filter(None, fits), None):
                yield row


@pytest.mark.parametrize(("sentence", "key", "value"), said())
def test_a_row_reads_its_sentence(sentence: str, key: str, value: str) -> None:
    assert (key, value) in read(sentence)


@pytest.mark.parametrize("line", LOOKS.strip().split("\n"))
def test_what_only_has_the_words_of_a_row_is_not_read(line: str) -> None:
    sentence, key = line.split(" | ")
    assert key not in [subject for subject, _ in read(sentence)]


def test_every_row_decides_for_a_sentence() -> None:
    tables = (idioms._ROWS, idioms._AT_LENGTH, idioms._NAMES_AT_LENGTH)
    decided = {row for sentence, *_ in said() for row in deciding(sentence)}
    assert [row for table in tables for row in table if row not in decided] == []
