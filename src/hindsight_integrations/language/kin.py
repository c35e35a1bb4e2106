"""Reads relatives as people name them in haste ("wife's a nurse", "dads got gout", "my little boy has …") as "my wife is a nurse"; it knows no attribute.

Before a verb, a word for a relation without an article is the speaker's own. The names in keys stay those of ``owners``.
"""

from __future__ import annotations

from hindsight_integrations.language.english_words import MONTHS, NUMBERS
from hindsight_integrations.language.patterns import compiled

#: Words that stand for the speaker's own relative without "my".
_BARE = (
    r"mum|mom|mam|mommy|mummy|momma|mama|dad|daddy|papa|wife|husband|hubby|hubs|missus|sister|sis|brother|bro|son|daughter|gran|nan|nana|nanna|granny|grandma|grandmother|grandpa|grandad|granddad|grandfather|gramps"
    r"|gf|bf|girlfriend|boyfriend|fiance|fiancé|fiancée|fiancee|partner|roommate|roomie|flatmate|housemate|grandson|granddaughter|nephew|niece|cousin|uncle|aunt|auntie|boss|manager|landlord|landlady|neighbour|neighbor"
    r"|mother[- ]in[- ]law|father[- ]in[- ]law|sister[- ]in[- ]law|brother[- ]in[- ]law|mil|fil|stepson|stepdaughter|stepdad|stepmum|stepmom|best friend|bestie|(?:little|big|older|younger|baby|twin|eldest|youngest|oldest) (?:sister|brother|son|daughter|sis|bro)"
)
#: The same with "the": whom else it could mean is not of the house.
_THE = r"wife|husband|missus|hubby|boyfriend|girlfriend|fiance|fiancé|boss|landlord|landlady|kids|mother[- ]in[- ]law|father[- ]in[- ]law|in[- ]laws|roommate|flatmate"
_VERB = (
    r"(?:(?:just|now|only|still|recently|finally|also|always|already|never|actually|currently|really|absolutely|[a-z]{2,}ly) )*"
    r"(?:is|was|has|had|got|can't|cannot|can not|doesn't|does not|won't|will|went|took|quit|left|bought|became|made|began|ran|lost|sold|drove|[a-z]{2,}ed|[a-z]{2,}[^s'\W]s|goes|does|teaches|passes|misses|[a-z]+(?:ch|sh)es)\b"
)
_NO_VERB = r"(?!(?:always|days?|years?|things|lets|sometimes|needs|says|thinks|wants|asks|times|shares|jobs|rights|gifts|names|phones)\b)"
_ROWS = (
    # "dads got", "mums still in": the mark left out.
    (rf"(?i)^(?P<kin>(?:my |our )?(?:{_BARE}))s(?= (?:got|an?|been|in|on|at|still|just|now|never|not|allergic|gone|moved|started|turning|going|[a-z]+ing)\b)", r"\g<kin>'s"),
    (rf"(?i)^(?:the )(?P<kin>{_THE})(?='s |(?-i: [A-Z][a-z]+)? {_NO_VERB}{_VERB}| (?:are|have|love|hate|like|go|live|eat)\b)", r"my \g<kin>"),
    (rf"(?i)^(?P<kin>{_BARE})(?P<name>(?-i:,? [A-Z][a-z]+)?)(?='s |,? {_NO_VERB}{_VERB})", r"my \g<kin>\g<name>"),
)  # fmt: skip
#: What "my …" calls a relative by another word. The word in keys stands last.
_CALLED = (
    (r"(?i)^(?:my|the|our) (?:missus|mrs|old lady|better half|other half(?= (?:is|has|works|teaches|loves|hates)\b)|other half)\b", "my partner"),
    (r"(?i)^(?:my|our) (?:old man|pops?|da|pa|stepdad|step[- ]dad|stepfather)\b", "my father"),
    (r"(?i)^(?:my|our) (?:mam|ma|momma|stepmum|stepmom|step[- ]mum|step[- ]mom|stepmother)\b", "my mother"),
    (r"(?i)^(?:my|our) (?:hubs)\b", "my husband"),
    (r"(?i)^(?:my|our) (?:gran|nan|nanna|nanny(?= (?:is|was|lives) (?:\d|in)))\b", "my grandma"),
    (r"(?i)^(?:my|our) (?:grandad|gramps|pop pop|grandpop)\b", "my grandpa"),
    (r"(?i)^(?:my|our) (?:gf)\b", "my girlfriend"),
    (r"(?i)^(?:my|our) (?:bf)\b", "my boyfriend"),
    (r"(?i)^(?:my|our) (?:fiancee|fiancé)\b", "my fiancée"),
    (r"(?i)^(?:my|our) (?:(?:little|wee|youngest|eldest|oldest|baby|teenage|older|middle) )*(?:boy|lad|stepson|step[- ]son)\b", "my son"),
    (r"(?i)^(?:my|our) (?:(?:little|wee|youngest|eldest|oldest|baby|teenage|older|middle) )*(?:girl|lass|stepdaughter|step[- ]daughter)\b", "my daughter"),
    (r"(?i)^(?:my|our) (?:(?:youngest|eldest|oldest|middle|little)(?: one| child)?|toddler|baby|bub|kiddo|one[- ]year[- ]old|[a-z]+[- ]year[- ]old|\d+ ?(?:[- ]year[- ]old|yo))(?= (?:is|has|goes|loves|hates|can|won't|will|turns|just|eats|plays)\b|'s )", "my child"),
    (r"(?i)^(?:my|our) (?:mil|mother[- ]in[- ]law)\b", "my mother-in-law"),
    (r"(?i)^(?:my|our) (?:fil|father[- ]in[- ]law)\b", "my father-in-law"),
    (r"(?i)^(?:my|our) (?:roomie)\b", "my roommate"),
    (r"(?i)^(?:my|our) (?:bestie|bff|best (?:mate|friend)|mate|pal)\b(?='s | (?:is|has|just|moved|can't|got|[a-z]{2,}(?<!say)(?<!think)(?<!reckon)(?<!want)s)\b)", "my friend"),
    (r"(?i)^(?:my |our )?(?:mum|mom|mam|mother) and (?:dad|father)\b|^(?:my|our) folks\b", "my parents"),
    (r"(?i)^next door(?= (?:have|has|got|are|keep|bought|moved)\b|'s )", "my neighbour"),
    (r"(?i)^(?P<who>parents|kids|grandparents|in[- ]laws)(?= (?:only |both |all |still |just |now |mostly )*(?:speak|live|are|have|love|hate|work|moved|can't|don't|eat|keep|own|drive|run|were born|come from)\b)", r"my \g<who>"),
    # Who is of the speaker's house, the speaker with them.
    (r"(?i)^(?:(?:my|our) (?:whole |entire |immediate )?(?:family|household)|(?:everyone|everybody|all of us) (?:in (?:my|our|this|the) (?:house|family|household|home)|at home)|(?:both|all) of us|the (?:whole|entire) (?:family|house|household)|(?:me|myself) and (?:my|the) (?:husband|wife|partner|boyfriend|girlfriend|kids|family|missus)|(?:my|the) (?:husband|wife|partner|boyfriend|girlfriend|missus) and (?:i|me|myself)) (?:is|are)\b", "we are"),
    (r"(?i)^(?:(?:both|all) of us|(?:me|myself) and (?:my|the) (?:husband|wife|partner|boyfriend|girlfriend|kids|family|missus)|(?:my|the) (?:husband|wife|partner|boyfriend|girlfriend|missus) and (?:i|me|myself))(?= (?:both |all |just |now |recently )?(?:live|moved|have|eat|love|hate|speak|keep|drive|work|run|own|like|can't|don't|got|bought|adopted)\b)", "we"),
    (r"(?i)^(?:my|our) landlady\b", "my landlord"),
)  # fmt: skip
#: "My daughter's six": of a relative a number alone is an age.
_AGED = rf"(?i)^(?P<who>my (?:[a-z]+ ){{0,2}}[a-z-]+(?:,? (?-i:[A-Z][a-z]+))?)(?:'s| is| just turned| turned)(?: (?:only|just|now|nearly|almost|already|about|about to be))* (?P<age>{NUMBERS}|\d{{1,2}})(?=$|[,.;!]| (?:and|but|so|now|next|this|in|on|today|tomorrow|with|who|which|going|years young)\b)"
_TURNS = rf"(?i)^(?P<who>my (?:[a-z]+ ){{0,2}}[a-z-]+(?:,? (?-i:[A-Z][a-z]+))?) (?:turns|will be|is going to be|is about to turn|hits) (?P<age>{NUMBERS}|\d{{1,2}})(?=$|[,.;!]| (?:and|but|so|now|next|this|in|on|today|tomorrow|soon|what|how)\b)"
_BORN_ON = rf"(?i)^(?P<who>my (?:[a-z]+ ){{0,2}}[a-z-]+)(?:'s| is| was)? (?:turns|turning|born|hits|will be)(?: {NUMBERS}| \d{{1,3}})? on (?P<day>(?:the )?\d{{1,2}}(?:st|nd|rd|th)? (?:of )?{MONTHS}|{MONTHS} (?:the )?\d{{1,2}}(?:st|nd|rd|th)?)\b.*$"
#: Nothing of the tables begins otherwise.
_MAY = rf"(?i)^(?:my |our |the )?(?:{_BARE}|{_THE}|mrs|old|better|other|pops?|da|pa|ma|step|boy|lad|girl|lass|little|wee|teenage|middle|toddler|bub|kiddo|bff|mate|pal|youngest|eldest|oldest|parents|kids|grandparents|in[- ]laws|next door|family|household|whole|entire|immediate|everyone|everybody|all of|both|me and|myself|the (?:whole|entire)|\d|[a-z]+[- ]year)"


def with_my(clause: str) -> str:
    """A clause whose subject is a relative, who is called "my …" and by the word that keys have."""
    if compiled(_MAY).match(clause) is None:
        return clause
    for pattern, other in (*_ROWS, *_CALLED):
        found = compiled(pattern).match(clause)
        if found:
            clause = found.expand(other) + clause[found.end() :]
    if aged := compiled(_AGED).match(clause):
        return f"{aged['who']} is {aged['age']} years old{clause[aged.end() :]}"
    if dated := compiled(_BORN_ON).match(clause):
        return f"{dated['who']}'s birthday is {dated['day']}"
    if turns := compiled(_TURNS).match(clause):
        return f"{turns['who']} is turning {turns['age']} years old{clause[turns.end() :]}"
    return clause
