"""Pieces of which the patterns of English idioms are made: adverbs, firms, towns, names, foods, what makes one ill; data, no rule."""

from __future__ import annotations

from hindsight_integrations.language.english_words import APPLICATIONS, MONTHS

ADV = r"(?:(?:just|now|so|too|also|really|still|only|always|already|never mind that|pretty|very|quite|kind of|sort of|kinda|even|all|both|again|well and truly|right|[a-z]{2,}ly),? )*"
SPEAKER = r"(?P<i>i|we)(?: am| are|'m|'re| have|'ve)?"
NOT_ONE = r"(?!(?:i|we|you|it|its|it's|that|that's|this|what|which|there|here|he|she|they|who|one|those|these|everyone|everything|nothing|something|people|someone|nobody|my|your|his|her|our|their|the|an?|not|no|and|but|so|if|when|how|all|some|any|work|life|god|stress|time|money|traffic|heat|anything|mine|yours)\b)"
X = rf"(?P<x>{NOT_ONE}[a-zA-Z][\w'&-]*(?: (?!is\b|are\b|was\b|were\b|has\b|have\b|had\b|will\b|would\b|can\b|could\b|do\b|does\b|not\b|and i\b|that\b|which\b)[\w'&-]+){{0,3}}?)"
FIRM = r"(?P<x>(?-i:[A-Z])[\w&'.-]*(?: (?:(?-i:[A-Z&])[\w&'.-]*|of|and|the)){0,4})"
TOWN = rf"(?P<x>(?!(?:{MONTHS}|{APPLICATIONS}|monday|tuesday|wednesday|thursday|friday|saturday|sunday|settings|english|general|real|person)\b)(?-i:[A-Z][a-z]|UK|USA?\b|NYC|LA\b|DC\b|St)[\w'.-]*(?:,? (?-i:[A-Z])[\w'.-]+){{0,2}})"
NAME = r"(?P<x>(?-i:[A-Z\u00c0-\u00de])[\w'’.-]*(?: (?-i:[A-Z\u00c0-\u00de])[\w'’.-]*){0,2})"
SICK = r"(?:gag|heave|retch|ill|sick|nauseous|queasy|want to (?:vomit|hurl|gag|scream|cry|throw up)|feel (?:ill|sick)|cringe|shudder|miserable)"
DOCTOR = r"(?:(?:my|the|our|a) )?(?:new |old )?(?:doc|doctor|doctors|gp|cardiologist|consultant|dietitian|dietician|nutritionist|specialist|psychiatrist|neurologist|rheumatologist|oncologist|endocrinologist|gastro|allergist|dermatologist|nurse|dentist|therapist|hospital|clinic|midwife|oncology|vet|physio|trainer|coach|they|wife|husband|mum|mom|he|she)"
STAPLES = r"(?:(?:red )?meat|pork|beef|chicken|fish|seafood|shellfish|eggs?|dairy|gluten|sugar|salt|lamb|nuts|wheat|soy|alcohol|caffeine|bread|carbs|milk|cheese|lactose|spicy(?: food)?|grains|booze|bacon|fried food|processed food)"
REACTS = r"(?:hives|a rash|rash|epi ?pen|anaphyla\w+|swell\w*|swollen|throat|er\b|e\.r\.|hospital|a&e|ambulance|blotch\w*|welts|itch\w*|wheez\w*|react\w*|break(?:s)? (?:me )?out|come(?:s)? (?:me )?out in|brings? me|tingl\w*|mix\b|swell|allergic)"
WHEN = rf"(?:this|next|on|in|at|come|for|all) .*|{MONTHS}.*|soon|again|tomorrow|today"
