"""The forms of common irregular English verbs as one word, for comparing what is asked with what was told; it knows no sense."""

from __future__ import annotations

from hindsight_integrations.language.tokens import query_terms

_VERBS = """
go went gone going | buy bought buying | see saw seen seeing | meet met meeting | eat ate eaten eating
drink drank drunk drinking | take took taken taking | get got gotten getting | give gave given giving
make made making | leave left leaving | lose lost losing | find found finding | begin began begun beginning
break broke broken breaking | sell sold selling | send sent sending | write wrote written writing | read reading
run ran running | ride rode ridden riding | drive drove driven driving | fly flew flown flying | swim swam swum swimming
sing sang sung singing | speak spoke spoken speaking | say said saying | tell told telling | think thought thinking
teach taught teaching | catch caught catching | bring brought bringing | build built building | wear wore worn wearing
win won winning | pay paid paying | hear heard hearing | feel felt feeling | fall fell fallen falling
quit quitting | choose chose chosen choosing | sleep slept sleeping | spend spent spending | stand stood standing
throw threw thrown throwing | draw drew drawn drawing | grow grew grown growing | hold held holding | keep kept keeping
wake woke woken waking | become became becoming | forget forgot forgotten forgetting | know knew known knowing
lend lent lending | freeze froze frozen freezing | hide hid hidden hiding | steal stole stolen stealing | feed fed feeding
lead led leading | show showed shown showing | tear tore torn tearing | understand understood understanding | sit sat sitting
shake shook shaken shaking | ring rang rung ringing | sink sank sunk sinking | withdraw withdrew withdrawn withdrawing
get got gotten getting | bite bit bitten biting | blow blew blown blowing | fight fought fighting | hang hung hanging
learn learnt learned learning | burn burnt burned burning | dream dreamt dreamed dreaming | cost costing | hurt hurting
shut shutting | cut cutting | put putting | let letting | set setting | hit hitting | light lit lighting | prove proved proven proving
bake baked baking | plan planned planning | adopt adopted adopting | marry married marrying wedding
"""
_STEMS: dict[str, str] = {}
_FORMS: dict[str, tuple[str, ...]] = {}
for _row in _VERBS.replace("\n", "|").split("|"):
    _terms = tuple(dict.fromkeys(term for word in _row.split() for term in query_terms(word)))
    for _term in _terms:
        _STEMS[_term], _FORMS[_term] = _terms[0], _terms


def lemma(term: str) -> str:
    """The term of the verb's first form for that of any of its forms; any other term as it is."""
    return _STEMS.get(term, term)


def forms(term: str) -> tuple[str, ...]:
    """The terms of all forms of the verb; of any other term that term alone."""
    return _FORMS.get(term, (term,))
