"""Says English idioms in the words of the grammar ("peanuts could kill me" is "I am allergic to peanuts"); it knows no person.

Each row fits from the beginning of a clause. What it comes to is a plain statement that the grammar judges as any other, or
"@" with an attribute and its value; "-" says that it holds no longer, "+" that it takes the place of what was.
"""

from __future__ import annotations

from dataclasses import dataclass

from hindsight_integrations.language.english_words import (
    ANIMALS,
    APPLICATIONS,
    GROWN,
    HARMFUL,
    MONTHS,
    NUMBERS,
    PASTIMES,
)
from hindsight_integrations.language.introductions import is_name
from hindsight_integrations.language.kinds import liking, role
from hindsight_integrations.language.life_kinds import MAKES
from hindsight_integrations.language.patterns import compiled
from hindsight_integrations.language.values import company, person, place

_ADV = r"(?:(?:just|now|so|too|also|really|still|only|always|already|never mind that|pretty|very|quite|kind of|sort of|kinda|even|all|both|again|well and truly|right|[a-z]{2,}ly),? )*"
_I = r"(?P<i>i|we)(?: am| are|'m|'re| have|'ve| was| were)?"
_NOT_ONE = r"(?!(?:i|we|you|it|its|it's|that|that's|this|what|which|there|here|he|she|they|who|one|those|these|everyone|everything|nothing|something|people|someone|nobody|my|your|his|her|our|their|the|an?|not|no|and|but|so|if|when|how|all|some|any|work|life|god|stress|time|money|traffic|heat|anything|mine|yours)\b)"
_X = rf"(?P<x>{_NOT_ONE}[a-zA-Z][\w'&-]*(?: (?!is\b|are\b|was\b|were\b|has\b|have\b|had\b|will\b|would\b|can\b|could\b|do\b|does\b|not\b|and i\b|that\b|which\b)[\w'&-]+){{0,3}}?)"
_FIRM = r"(?P<x>(?-i:[A-Z])[\w&'.-]*(?: (?:(?-i:[A-Z&])[\w&'.-]*|of|and|the)){0,4})"
_TOWN = rf"(?P<x>(?!(?:{MONTHS}|{APPLICATIONS}|monday|tuesday|wednesday|thursday|friday|saturday|sunday|settings|english|general|real|person)\b)(?-i:[A-Z][a-z]|UK|USA?\b|NYC|LA\b|DC\b|St)[\w'.-]*(?:,? (?-i:[A-Z])[\w'.-]+){{0,2}})"
_NAME = r"(?P<x>(?-i:[A-Z\u00c0-\u00de])[\w'’.-]*(?: (?-i:[A-Z\u00c0-\u00de])[\w'’.-]*){0,2})"
_SICK = r"(?:gag|heave|retch|ill|sick|nauseous|queasy|want to (?:vomit|hurl|gag|scream|cry|throw up)|feel (?:ill|sick)|cringe|shudder|miserable)"
_DOCTOR = r"(?:(?:my|the|our|a) )?(?:new |old )?(?:doc|doctor|doctors|gp|cardiologist|consultant|dietitian|dietician|nutritionist|specialist|psychiatrist|neurologist|rheumatologist|oncologist|endocrinologist|gastro|allergist|dermatologist|nurse|dentist|therapist|hospital|clinic|midwife|oncology|vet|physio|trainer|coach|they|wife|husband|mum|mom|he|she)"
_STAPLES = r"(?:(?:red )?meat|pork|beef|chicken|fish|seafood|shellfish|eggs?|dairy|gluten|sugar|salt|lamb|nuts|wheat|soy|alcohol|caffeine|bread|carbs|milk|cheese|lactose|spicy(?: food)?|grains|booze|bacon|fried food|processed food)"
_REACTS = r"(?:hives|a rash|rash|epi ?pen|anaphyla\w+|swell\w*|swollen|throat|er\b|e\.r\.|hospital|a&e|ambulance|blotch\w*|welts|itch\w*|wheez\w*|react\w*|break(?:s)? (?:me )?out|come(?:s)? (?:me )?out in|brings? me|tingl\w*|mix\b|swell|allergic)"
_WHEN = rf"(?:this|next|on|in|at|come|for|all) .*|{MONTHS}.*|soon|again|tomorrow|today"

_ALLERGY = (
    (rf"(?i)^{_ADV}(?P<x>{HARMFUL}) (?:could|would|will|can|might|may|nearly|almost|once nearly|is going to|are going to)(?: [a-z]+ly)? (?:kills?|killed|finish|end) me\b.*$", r"I am allergic to \g<x>"),
    (rf"(?i)^{_ADV}(?:(?:eating|touching|a bite of|a bit of|any|even a trace of|the smell of|contact with|one) )*(?P<x>{HARMFUL}) (?:makes? (?:my (?:throat|lips?|tongue|face|mouth|eyes|skin|airway|hands) |me (?:swell|come out|break out|wheeze|itch|sneeze|blotchy|react))|(?:closes?|shuts?) my throat|(?:brings?|breaks?) me out|gives? me (?:hives|a rash|welts|anaphyla|an? (?:allergic )?reaction)|sends? me (?:straight )?(?:to|into)|puts? me in|lands? me in|sets? (?:off my|me off)|wrecks? me|swells? me up).*$", r"I am allergic to \g<x>"),
    (rf"(?i)^{_ADV}(?:i )?(?:can't|cannot|can not|mustn't|must not|am not allowed(?: to)?|am not to|shouldn't|can never|could never) (?:ever )?(?:be given|take|have|touch|go near|wear|handle|be near|be around|eat|tolerate) (?:any )?(?P<x>{HARMFUL})\b(?=.*{_REACTS}).*$", r"I am allergic to \g<x>"),
    (r"(?i)^i (?:can't|cannot|can not|must not|mustn't|am not allowed to) be given (?:any )?(?P<x>[a-z]+)\b.*$", r"I am allergic to \g<x>"),
    (rf"(?i)^(?:one|a|a single|any|the (?:slightest|smallest) (?:bit|trace) of|half a|even a) (?:(?:bite|whiff|sniff|crumb|trace|lick|mouthful|nibble|sip) of )?(?P<x>{HARMFUL}),? (?:and|means) (?:i|i'm|it's|my)\b.*{_REACTS}.*$", r"I am allergic to \g<x>"),
    (rf"(?i)^(?:i |we )?(?:carry|have|keep|got|need) an? epi-?pen for (?:my )?(?P<x>{HARMFUL})\b.*$", r"I am allergic to \g<x>"),
    (rf"(?i)^i (?:react (?:badly |terribly |horribly |really badly )?to|come (?:out|up) in (?:hives|a rash|welts|spots|lumps) (?:from|with|at|if i (?:eat|touch)|when i (?:eat|touch))|swell up (?:from|with|if i (?:eat|touch)|when i (?:eat|touch))|break out (?:from|in hives from|if i (?:eat|touch))|go into (?:anaphylactic )?shock (?:from|with)) (?:any )?(?P<x>{HARMFUL})\b.*$", r"I am allergic to \g<x>"),
    (rf"(?i)^(?:i(?: have|'ve)(?: got)? )?(?:an? |the |my )?(?:really |very )?(?:(?:bad|severe|serious|slight|mild|awful|nasty|lifelong|deadly|raging) )?(?P<x>{HARMFUL}) (?:allerg(?:y|ies)|intoleran(?:ce|t))(?: here| over here| in this house| since .*| sufferer.*| kid| on my side| btw| too| myself)?$", r"I am allergic to \g<x>"),
    (rf"(?i)^(?:i |we )?(?:am |'m )?(?:an? )?(?P<x>{HARMFUL})[- ]allergic(?: person)?\b.*$", r"I am allergic to \g<x>"),
    (rf"(?i)^(?P<x>{HARMFUL}) (?:wreck|wrecks|destroy|destroys|get|gets|set|sets) me(?: off)?(?: every .*)?$", r"I am allergic to \g<x>"),
    (rf"(?i)^(?:me and|i and) (?P<x>{HARMFUL}) (?:don't|do not) (?:get on|get along|agree|mix)\b.*$", r"I am intolerant to \g<x>"),
    (rf"(?i)^(?P<x>{HARMFUL}) and (?:me|i|my \w+) (?:don't|do not|can't|never) (?:get on|get along|agree|mix|see eye to eye)\b.*$", r"I am allergic to \g<x>"),
    (rf"(?i)^(?:i(?:'ve| have)? )?(?:had|got|have) (?:an? )?(?:(?:bad|allergic|severe|nasty|awful|serious|horrible|terrible|anaphylactic|scary) )*reactions? to (?:the |some )?(?P<x>{HARMFUL})\b.*$", r"I am allergic to \g<x>"),
    (rf"(?i)^(?:absolutely )?no (?P<x>{HARMFUL}) (?:anywhere )?(?:near|around) me\b.*$", r"I am allergic to \g<x>"),
    (rf"(?i)^(?:i |my eyes |my nose )?(?:sneeze|sneezes|itch|wheeze|can't breathe|stream|streams|water|get hives|get a rash|blow up|puff up|swell up|come up in lumps)(?: [\w ]{{2,20}}?)? (?:around|near|with|from|at) (?:any |the )?(?P<x>{HARMFUL})\b.*$", r"I am allergic to \g<x>"),
    (rf"(?i)^(?:i'm |i am )?(?:super |very |really |highly |extremely |terribly |so |quite |hyper)?[- ]?sensitive to (?P<x>{HARMFUL})\b.*$", r"I am allergic to \g<x>"),
    (rf"(?i)^(?P<x>{HARMFUL}) (?:don't|do not|doesn't|does not) (?:agree|sit well|get along) with me\b.*$", r"I am intolerant to \g<x>"),
)  # fmt: skip
_FOOD = (
    (rf"(?i)^{_DOCTOR}(?:'s| has| have|'ve)?(?: got| put| told| had| kept| keeps| keeping| wants| ordered| taken| took)+ me(?: to stay| to keep| to go)? (?:completely |totally |right )?off (?:of )?(?:all )?(?P<x>{_STAPLES})\b.*$", r"I don't eat \g<x>"),
    (rf"(?i)^(?:i(?:'m| am|'ve| have)?|we(?:'re| are|'ve| have)?)? ?{_ADV}(?:(?:trying|try|going) to )?(?:be )?(?:off|stopped (?:eating|having|drinking)|cutting out|cut out|giving up|given up|gave up|no longer eat|quit|steering clear of|staying away from|staying off|laying off|swearing off|swore off|sworn off|avoiding|off of|not (?:allowed|eating|touching|having)|don't touch|do not touch|never touch|don't do|stay off|keep off|steer clear of|stay away from|can't have|not supposed to (?:eat|have)|allowed no) (?:all |any |the )?(?P<x>{_STAPLES})(?: (?!(?:pie|pies|soup|sauce|substitute|free|alternative)).*)?$", r"I don't eat \g<x>"),
    (rf"(?i)^(?:absolutely |strictly |definitely )?(?:no|zero|without any|hold the|never any|nothing with|not? any) (?P<x>{_STAPLES})(?: at all)?(?: whatsoever)? (?:for|with|in|allowed in|over|on) (?:me|us|this house|our house|my house|my diet|the kids|here|my kitchen|our kitchen|mine|my side)\b.*$", r"I don't eat \g<x>"),
    (r"(?i)^(?:\d+|two|three|four|five|six|eight|ten|a few|several) (?:days|weeks|months|years) (?:into|on|of|of being) (?:an? |my |the )?(?P<x>vegan|vegetarian|keto|paleo|carnivore|whole30|gluten[- ]free|dairy[- ]free|low[- ]carb|low[- ]fodmap|plant[- ]based)\b.*$", r"I am \g<x>"),
    (rf"(?i)^(?:absolutely |strictly )?no (?P<x>{_STAPLES}(?:,? (?:or|and|nor) {_STAPLES})?) (?:in (?:anything|mine|my food|our food|the house|ours)|please|thanks)\b.*$", r"I don't eat \g<x>"),
    (rf"(?i)^(?:absolutely |strictly )?no (?P<x>{_STAPLES}) (?:here|ever|please,? ever|since .*)$", r"I don't eat \g<x>"),
    (r"(?i)^(?:i'm |i am |we're |we are )?(?:an? |all |both |strictly |mostly |fully |completely |proper )*(?P<x>vegan|vegetarian|veggie|pescatarian|halal|kosher|keto|paleo|plant[- ]based|gluten[- ]free|dairy[- ]free|low[- ]carb|raw vegan|flexitarian|carnivore|fruitarian|coeliac|celiac|lactose intolerant|nut[- ]free|sugar[- ]free) (?:household|house|home|family|kitchen|table|couple|person|diet|girl|guy|gal|lad|lass|cook|eater|myself|ourselves|over here|here|now|these days|(?:for|since|going on) .*|btw|so)(?: here| now| over here| btw| myself)?$", r"I am \g<x>"),
    (r"(?i)^(?:only|strictly|just|it's only|everything|it has to be|has to be|needs to be|must be|it must be) (?P<x>vegan|vegetarian|halal|kosher|gluten[- ]free|dairy[- ]free|plant[- ]based|low[- ]carb|nut[- ]free)(?: (?:food|meat|stuff|things|recipes|please|for (?:me|us)|in (?:this|our|my) (?:house|home|family|kitchen)|here|at ours|at home))+.*$", r"I am \g<x>"),
    (rf"(?i)^{_DOCTOR}(?:'s| has| have|'ve)?(?: got| put| had| placed| keeps| kept| started| moved| switched)? (?:me|us) (?P<how>on|onto|on to) (?P<x>.+)$", r"I am on \g<x>"),
    (r"(?i)^(?:put|moved|switched|started) (?:me|us) (?:on|onto|on to) (?P<x>.+)$", r"I am on \g<x>"),
    (rf"(?i)^{_DOCTOR}(?:'s| has| have)? (?:took|taken|pulled|taking|weaned|got|had) me off (?:of )?(?P<x>[a-z]+)\b.*$", r"I stopped taking \g<x>"),
    (r"(?i)^(?:i'm |i am |we're |we are |been |i've been )?(?:on|doing|following|sticking to|living on|trying) (?:an? |the |that )?(?:strict |new |very )?(?P<x>(?:low|high|no|reduced)[- ](?:[a-z]+)|vegan|vegetarian|keto|paleo|fodmap|low fodmap|gluten[- ]free|dairy[- ]free|mediterranean|plant[- ]based|whole30|carnivore|atkins|ketogenic)(?: (?:diet|regime|plan|thing|stuff|food|kick|eating))?\b(?! (?:table|lights?|hills?|flights?|carbs? bread))(?:[ ,].*)?$", r"I am \g<x>"),
    (r"(?i)^(?:i |we )?(?:only |all |mostly |both |always |just )*(?P<v>eat|live|cook|keep|go|went|gone|am|are|buy) (?:mostly |strictly |mainly |only |fully |all |entirely )?(?P<x>vegan|vegetarian|veggie|plant[- ]based|halal|kosher|gluten[- ]free|dairy[- ]free|keto|low[- ]carb|pescatarian)(?: .*)?$", r"I eat \g<x>"),
    (rf"(?i)^(?:i|we) (?:don't|do not|never|can't|cannot|won't) (?:eat|touch|have|cook(?: with)?|do|buy|serve) (?:any )?(?P<x>{_STAPLES}(?:,? (?:or|and) {_STAPLES})?)(?: .*)?$", r"I don't eat \g<x>"),
)  # fmt: skip
_NAMES = (
    (rf"(?i)^(?:(?:everyone|everybody|people|friends|folks|they|most people|my friends|my mates|the lads|all my friends|family|my family|colleagues|most folk|anyone who knows me)) (?:(?:just|usually|normally|always|mostly|all|tend to|only|ever) )*calls? me {_NAME}\b.*$", r"@name=\g<x>"),
    (rf"(?i)^(?:please |you can |you may |you could |feel free to |just |do |it's fine to |kindly )*(?:just )?(?:call|address|refer to) me(?: as| by)? {_NAME}(?:[ ,].*)?$", r"@name=\g<x>"),
    (rf"(?i)^(?:i )?(?:would |'d |should )?(?:rather|prefer|like|love|much prefer)(?: it)?(?: to)?(?: be(?:ing)?)? (?:addressed|called|known|referred to)(?: as)? {_NAME}(?:[ ,].*)?$", r"@name=\g<x>"),
    (rf"(?i)^(?:please )?(?:sign|sign it|sign them|sign this|sign off|sign it off|put it|put that|make it out|address it|book it|put it down)(?: off)? (?:as|from|to|under|for|in the name(?: of)?|in) {_NAME}(?:,| please|$).*$", r"@name=\g<x>"),
    (rf"(?i)^(?:please )?(?:put|use) {_NAME} (?:on|for|as) (?:the|my) (?:booking|name|form|reservation|ticket|invoice|label|badge)\b.*$", r"@name=\g<x>"),
    (rf"(?i)^{_NAME} (?:speaking|on the line)(?: again)?(?:$|[,.!]| w/| with| from| and).*$", r"@name=\g<x>"),
    (r"(?i)^(?:my |the )?(?:surname|last name|family name|married name|nickname|given name|forename|first name)(?: is|'s| was| would be|:)? (?:actually |really )?(?P<x>(?-i:[A-Z])[\w'’.-]*(?: (?-i:[A-Z])[\w'’.-]*){0,2})\b.*$", r"@name=\g<x>"),
    (r"(?i)^(?:hi|hello|hey|hiya|morning|evening|ok|yes|oh)?[ ,]*(?P<x>(?!(?:is|anyone|someone|who|nobody|generally|strictly|not|he|she|they|we|you|i|so|no|just|thanks|english|french|german|spanish)\b)[a-z]{3,11}) speaking(?=$|[,.!]).*$", r"My name is \g<x>"),
    (rf"(?i)^(?:(?:most |some )?(?:people|folks|friends|everyone|they|my \w+) )?(?:usually |just |always )?(?:shorten(?:s|ed)? (?:it|that|my name) to|know(?:s)? me as|only know me as|shout for|nicknamed me|have always called me|goes with|go with) {_NAME}\b.*$", r"@name=\g<x>"),
    (rf"(?i)^it(?:'s| is) (?:just |actually |really |plain )?{_NAME},? (?:silent|with an?|not|spelled|spelt|pronounced|rhymes|like the|two|one|no|capital|short for|for short|to my friends|if you don't mind|please)\b.*$", r"@name=\g<x>"),
    (rf"(?i)^(?:i )?(?:answer|respond) to {_NAME}\b.*$", r"@name=\g<x>"),
    (rf"(?i)^this is {_NAME},? (?:again|here|speaking|from|calling|writing)\b.*$", r"@name=\g<x>"),
    (rf"(?i)^{_NAME},? (?:by the way|btw)$", r"@name=\g<x>"),
    (rf"(?i)^it(?:'s| is) (?:just|actually|plain|only) {_NAME}$", r"@name=\g<x>"),
    (rf"(?i)^(?:the )?name(?:'s| is) {_NAME}\b.*$", r"@name=\g<x>"),
    (rf"(?i)^(?:i )?(?:go|going|goes|went) by {_NAME}\b.*$", r"@name=\g<x>"),
    (rf"(?i)^(?:i(?:'m| am)) {_NAME},? (?:by the way|btw|here|speaking|not .*|with an? .*|spelled .*|spelt .*|w/.*)$", r"@name=\g<x>"),
)  # fmt: skip
#: What speaks of two, whom a clause would part; and a trade that stands alone before what it is like.
_AT_LENGTH = (
    (r"(?i)^(?:my|the) (?P<x>husband|wife|partner|boyfriend|girlfriend|ex) and (?:i|me) (?:have |are |just |finally |recently |'ve |are now )*(?:split(?: up)?|separated|are separating|divorced|parted(?: ways)?|called it (?:quits|a day)|broke up|broken up|no longer together)\b.*$", r"@relationship=separated"),
    (r"(?i)^(?:my|the) (?P<x>fiancée?|boyfriend|girlfriend|partner|other half) and (?:i|me) (?:have |are |just |finally |recently |'ve |got |are getting |are now )*(?P<y>married|engaged)\b.*$", r"@relationship=\g<y>"),
    (r"(?i)^(?:my )?(?:husband|wife|partner|boyfriend|girlfriend) and (?:i|me) (?:live|are based|moved|are settled|just moved|have moved)(?: up| down| out| over)? (?:in|to) (?P<x>(?-i:[A-Z])[\w'.-]+(?: (?-i:[A-Z])[\w'.-]+)?)\b.*$", r"@location=\g<x>"),
    (r"(?i)^(?:i'm |i am )?(?:an? )?(?P<r>[a-z][a-z -]{3,30}?) (?:for|at|with) (?P<x>(?-i:[A-Z])[\w&'.-]*(?: (?-i:[A-Z&])[\w&'.-]*){0,3})(?= (?:since|for|now|so|in|and|on|these|until|till)\b|[,.;]|$).*$", r"@role=\g<r> at \g<x>"),
    (r"(?i)^(?:i'm|i|been|i've|my|on|just) [^,]{2,50} (?-i:[a-z0-9'])+, (?P<x>(?!(?:an?|the|my|his|her)\b)(?!(?:doctor|nurse|chef|waiter|coach|boss|captain|officer|professor|teacher|doc|mate|driver|agent|assistant)\b)[a-z][a-z -]{3,30}?)(?:,.*|$)", r"@role=\g<x>"),
    (rf"(?i)^(?:(?:i'm|i was|i am) (?:an? )?(?:[a-z]+ ){{0,3}}?(?:baby|born)|(?:an? )?(?:[a-z]+ ){{1,2}}baby|born|my birthday)\b[^.]{{0,30}}?,? (?:the |on )?(?P<x>(?:\d{{1,2}}(?:st|nd|rd|th)? (?:of )?{MONTHS}|{MONTHS} (?:the )?\d{{1,2}}(?:st|nd|rd|th)?)(?:,? \d{{4}})?)\b.*$", r"my birthday is \g<x>"),
    (r"(?i)^(?:an? )?(?P<x>(?!(?:doctor|nurse|chef|waiter|coach|boss|captain|judge|officer|professor|teacher|editor|host|agent|minister|father|driver|actor|mayor|doc)\b,)[a-z][a-z /-]{3,40}?),? (?:here )?(?:(?<=,)|(?<=, )|(?<=here ))(?=(?:[a-z]{3,}ing (?!to\b)|\d|\w+ years|for (?:\d|over|the)|self[- ]employed|been |nights?\b|on my feet|on nights|by day)).*$", r"@role=\g<x>"),
)  # fmt: skip
#: "Seun is fine": of a name only where the sentence speaks of names.
_NAMES_AT_LENGTH = (
    (rf"(?i)^.{{0,80}}?(?:\b(?:full|legal|birth|real|given|passport|formal|my) name\b|\bdrop the\b|\bforget the\b|\bnever mind the\b|\bno need for\b|\bmr\b|\bmrs\b|\bms\b|\bsurname\b|\bofficially\b|\bon paper\b|\bon the (?:passport|form|deed|birth certificate)\b|\bonly my (?:mum|mother|gran|nan)\b).{{0,60}}?(?:^|[ ,;.-])(?:just |but |honestly |so |to (?:friends|everyone|everybody|mates|you) |please )*{_NAME} (?:is (?:fine|ok|okay|plenty|enough|what|how|better|good|preferred)|will (?:do|be fine|suffice)|works|'ll do|to (?:friends|everyone|everybody|my mates|my friends))\b.*$", r"@name=\g<x>"),
    (rf"(?i)^.{{3,60}}?, (?:but |just |and )?{_NAME} (?:in real life|to everyone(?: else)?|for short|day to day|otherwise|at home|to most(?: people)?|everywhere else|in person|online|to my face|to the kids)\b.*$", r"@name=\g<x>"),
    (rf"(?i)^(?:please )?use {_NAME} (?:in|on|for|when|instead|not|rather)\b.*$", r"@name=\g<x>"),
    (rf"(?i)^{_NAME} (?:to|for) (?:my |all my )?(?:friends|mates|everyone|everybody|short|family)\b.*$", r"@name=\g<x>"),
)  # fmt: skip
_HOME = (
    (rf"(?i)^.{{0,60}}?\b(?:(?:over|up|down|out|back|round|around) )?here in {_TOWN}(?=$|[ ,.!]).*$", r"@location=\g<x>"),
    (rf"(?i)^(?:i|we)?(?:'m|'re| am| are|(?:'ve| have)(?= (?:[a-z]+ )?(?:been|lived)\b))? ?{_ADV}(?:been |living |settled |based |located |situated |holed up |stationed |happily |ensconced |(?<=have )lived |(?<='ve )lived )+(?:up |down |over |out |just |here )*(?:in|near|outside|around|by) {_TOWN}\b(?! (?:is|are|was|has|costs?|would|will|can|means)\b).*$", r"@location=\g<x>"),
    (rf"(?i)^(?:my|our) (?:new |old |little |tiny |small |top floor |ground floor |rented |first |own |two bed |one bed |draughty )*(?:flat|house|apartment|place|cottage|garden|home|bungalow|studio|balcony|allotment|farm|street|kitchen|block|backyard|terrace|neighbourhood|neighborhood|landlord|local (?:pub|shop|library|council)|commute|postcode|zip code)(?:'s| is| here)? (?:up |down |out |over )?(?:in|near|from|outside) {_TOWN}\b(?!.{{0,30}}\b(?:was|were|used to|back then|burned|as a (?:kid|child|student))\b).*$", r"@location=\g<x>"),
    (r"(?i)^(?:i|we) (?:live|sleep|stay)(?: full[- ]time| permanently| these days)? (?:in|on|aboard) (?:a|my|our|the) (?P<x>(?:[a-z]+ )?(?:van|campervan|motorhome|rv|caravan|boat|narrowboat|houseboat|yurt|trailer|bus|tiny house|farm|commune|convent|monastery|camper))\b.*$", r"@location=\g<x>"),
    (r"(?i)^day (?:one|two|three|\d+) (?:of|on) (?:being |going |my |the )?(?:an? )?(?P<x>vegan|vegetarian|keto|paleo|carnivore|whole30|gluten[- ]free|dairy[- ]free|low[- ]carb|plant[- ]based)\b.*$", r"I became \g<x>"),
    (rf"(?i)^(?:i |we )?(?:just |recently |finally )?(?:got|picked up|collected|signed for|have) the keys (?:to|for) (?:the|our|my|a) (?:new |first )?(?:flat|house|apartment|place|home|cottage|studio) in {_TOWN}\b.*$", r"@+location=\g<x>"),
    (rf"(?i)^(?:first|second|third|last) (?:night|week|day|morning|month|weekend) in (?:the|our|my) (?:new )?(?:flat|house|apartment|place|home|cottage) in {_TOWN}\b.*$", r"@+location=\g<x>"),
    (rf"(?i)^{_TOWN} (?:is|'s|has been) (?:home|where (?:i|we) (?:live|stay|call home|'re based|'m based)|my (?:home|base|city|town)|our home|home base)(?: now| these days| for .*| since .*)?\b.*$", r"@location=\g<x>"),
    (rf"(?i)^.{{0,50}}?\bhere (?:on the [a-z]+ |just |right |out |up |down )*(?:near|outside|off|by) {_TOWN}\b.*$", r"@location=\g<x>"),
    (rf"(?i)^(?:the |these |those )?{_TOWN} (?:winters?|summers?|weather|traffic|rents?|rain|heat|humidity|smog|fog|snow|house prices|water|buses|trams|tubes?|climate|springs?|autumns?) (?=.*\b(?:my|me|us|our|we|i)\b).*$", r"@location=\g<x>"),
    (rf"(?i)^(?:it's |its )?(?:another |such an? |yet another |a )(?:[a-z'-]+ ){{0,4}}?(?:day|morning|night|evening|winter|summer|heat ?wave|week|storm|downpour) (?:up |down |over |out )?(?:here )?in {_TOWN}\b(?!.*\b(?:was|were|trip|holiday|visiting)\b).*$", r"@location=\g<x>"),
    (rf"(?i)^(?:i'm |i am )an? {_TOWN} (?:girl|boy|lad|lass|man|woman|local|person|resident) (?:now|these days|since .*|at last)\b.*$", r"@location=\g<x>"),
    (rf"(?i)^(?:i'm |i am |we're )?{_TOWN}[- ]based\b.*$", r"@location=\g<x>"),
    (rf"(?i)^(?:i|we) (?:call|made) {_TOWN} (?:my |our )?home\b.*$", r"@location=\g<x>"),
    (rf"(?i)^(?:i'm|i am|we're|we are) (?:a |an )?(?:long[- ]time |lifelong |proud )?{_TOWN} (?:resident|based|local|dweller)\b.*$", r"@location=\g<x>"),
    (rf"(?i)^(?:renting|rented|rent|bought|buying|leasing|subletting) (?:an? |my |our )(?:[a-z-]+ ){{0,3}}(?:room|flat|house|apartment|place|studio|cottage|box room) (?:in|near|outside) {_TOWN}\b.*$", r"@location=\g<x>"),
)  # fmt: skip
_WORK = (
    (r"(?i)^(?P<i>i|we) (?P<x>(?!(?:[a-z]+ed|have|do|need|want|can|can't|don't|would|will|just|like|love|know|wish|hate|think|could|earn|make)\b)(?:[a-z]+ (?:and |& )?){1,5})(?:for a living|professionally|by profession|by trade|for work|full[- ]time(?=$|[,.;]| (?:now|and|at|in|so|these)\b))\b.*$", r"@job=\g<x>"),
    (r"(?i)^(?:i |we )?(?:do|doing|did)? ?(?P<x>(?!(?:i|that|this|it|what|which|here|there|who|my)\b)(?:[a-z]+ ){1,3})(?:is|has been) (?:my (?:day |main |full[- ]time )?(?:job|trade|profession|gig|living|bread and butter)|what i do (?:for a living|for work)|how i (?:earn|make) (?:my|a) living|how i (?:pay|cover|make) (?:the|my) (?:bills|rent|mortgage|money)|what i get paid for|what pays (?:the|my) (?:bills|rent|mortgage))\b.*$", r"@job=\g<x>"),
    (rf"(?i)^{_FIRM} (?:just |recently |finally |have |has |'ve |'s )*(?:took|taken|take|brought|snapped) me (?:on|back on|on board)(?: (?:last|as|this|in|when|full|part|after|for|at|two|three|a|straight|permanently|despite)\b.*|,.*)?$", r"I was hired by \g<x>"),
    (rf"(?i)^{_FIRM} (?:just |recently |finally |have |has |'ve |'s )*(?:(?:made|gave|offered) me an? (?:offer|job|contract)|offered me (?:the|a) \w+)\b(?=.*\b(?:accepted|took it|start|said yes|signed)).*$", r"I was hired by \g<x>"),
    (rf"(?i)^{_FIRM} (?:just |recently |finally |have |has |'ve |'s )*(?:let me go|laid me off|fired me|sacked me|made me redundant|dropped me|gave me the (?:boot|sack|push)|got rid of me)\b.*$", r"I was laid off by \g<x>"),
    (r"(?i)^(?:[\w' ]{3,30} )?as an? (?P<x>(?!(?:rule|result|matter|joke|treat|kid|child|gift|surprise|test|last|family)\b)[a-z][a-z /-]{2,30}?) (?:is|means|can be|isn't|gets|has its) (?!.*\b(?:he|she|they|his|her)\b).*$", r"@role=\g<x>"),
    (r"(?i)^(?P<x>(?!(?:first world|rich people|adult|mum|dad|real|daily)\b)[a-z][a-z -]{3,24}?) (?:problems|life|brain|humou?r|hours)$", r"@role=\g<x>"),
    (r"(?i)^(?:.{3,40} )?after (?:\d+|ten|fifteen|twenty|thirty|forty) (?:years|yrs) (?:as an?|of being an?) (?P<x>[a-z][a-z /-]{2,30}?)(?:,.*|$)", r"@role=\g<x>"),
    (r"(?i)^as an? (?:[a-z]+ )??(?P<x>(?!(?:rule|result|matter|joke|treat|kid|child|gift|surprise|test|last|family)\b)[a-z][a-z /-]{2,30}?),? (?:i|i'm|i've|my|myself|by trade)\b.*$", r"@role=\g<x>"),
    (r"(?i)^(?:i|we) (?:(?:also|now|mostly|mainly|still|currently|just) )*(?P<x>(?:farm|weld|plumb|lecture|landscape|bartend|waitress|tend bar|wait tables|cut hair|fix (?:cars|bikes|boilers|roofs|computers|phones|fridges)|lay (?:bricks|floors|tiles|carpets|cables)|deliver (?:the post|post|parcels|food|pizzas?|newspapers|mail|babies|meals|groceries)|sell (?:houses|cars|insurance|flowers|shoes|software|furniture|property|jewell?ery|phones|fish|books)|(?:run|own|manage) (?:an? |my own |our own )(?:[a-z-]+ ){0,2}(?:shop|café|cafe|farm|pub|b&b|nursery|business|bakery|salon|restaurant|hotel|garage|guesthouse|gym|studio|agency|bar|food truck|stall|market stall|bookshop|brewery|vineyard|dairy|orchard|kennels|cattery|dog walking business|cleaning business|barber ?shop|warehouse|call cent(?:re|er)|startup|clinic|practice|surgery|campsite|riding school)|fly (?:planes|helicopters|cargo|long haul|short haul)|train (?:dogs|horses|teachers)|groom dogs|walk dogs|build (?:houses|websites|boats|furniture|kitchens|guitars)|design (?:websites|kitchens|gardens|clothes|logos|games|buildings|bridges)|write (?:code|software|novels|copy|obituaries|romance novels)|do (?:nails|hair|make-?up|roofing|removals|plastering|tattoos|lashes|tiling|gardens|lofts|fencing|groundworks|payroll|bookkeeping|night security)|clean (?:houses|offices|windows|pools|carpets)|mind kids|foster children|foster kids|paint houses|shear sheep|breed (?:dogs|horses|cattle|alpacas)|mend shoes|repair (?:clocks|watches|shoes|cars)|tune pianos|drive (?:a |the )?(?:night bus|school bus|forklift|lorry|taxi|cab|ambulance|hearse|van for)|milk cows|fish for a living|stack shelves|answer phones|pull pints|teach))(?= (?:in|for|at|out|up|down|on|and|around|so|near|all|over|with|round)\b|$).*$", r"@job=\g<x>"),
    (rf"(?i)^i(?:'m| am)? (?:only |mostly |also |currently |still )*(?:fly|drive|cook|write|code|design|sell|clean|consult|nurse|teach|build|play|model|report|edit|sing|dance|bake|tutor|translate|interpret|photograph|paint|engineer|audit|lobby|fundraise|freelance|ghostwrite|review|test|weld|cater|recruit|drum|referee|scout|coach|manage accounts|run (?:ops|operations|marketing|sales|it|hr|logistics|finance)|(?:do|handle|look after) (?:the )?(?:accounts|books|payroll|marketing|sales|it|hr|pr|logistics|security|legal|procurement|compliance|support|customer service|deliveries|reception|events))(?:ing)? (?:\w+ ){{0,2}}?(?:for|at|over at|with) {_FIRM}\b(?! (?:last|once|in the past)).*$", r"@employer=\g<x>"),
    (rf"(?i)^(?:i )?spend (?:my|all my|most of my) (?:days|nights|weeks|weekdays|working life|time) (?:[\w-]+ ){{1,5}}?(?:for|at) {_FIRM}\b.*$", r"@employer=\g<x>"),
    (rf"(?i)^(?:i )?(?:just |finally |recently |have |'ve )*(?:packed in|jacked in|chucked in|walked out on|said goodbye to|handed in my notice at|gave (?:my )?notice at|gave in my notice at|was made redundant (?:by|from)|got made redundant (?:by|from)|made redundant (?:by|from)|got the (?:boot|sack|chop) (?:from|at)|done with|finished up at|parted ways with|stepped down from) {_FIRM}(?: .*)?$", r"I quit \g<x>"),
    (rf"(?i)^(?:(?:i|we)(?:'ve| have|'m| am)? (?:been |worked |working )?|been |working )(?:with|at|for) (?:the )?{_FIRM}(?= .*\b(?:as an?|full[- ]time|part[- ]time|pension|payroll|shifts?|job|work|manager|contract|office|salary|badge|colleagues?)\b|(?<=[A-Z][A-Z])) (?=(?:since|for (?:over |about |nearly |almost |the (?:last|past) )?(?:\d|a|one|two|three|four|five|six|seven|eight|nine|ten|years|ages|decades)|full time|part time|going on|as an?)\b).*$", r"@employer=\g<x>"),
    (rf"(?i)^(?:i(?:'m| am)? |we )?{_ADV}(?:clock(?:ing)? in|temp(?:ing)?|intern(?:ing)?|volunteer(?:ing)?|do(?:ing)? (?:shifts|nights|security|admin|accounts|it|the books|the night shift)|stack(?:ing)? shelves|(?:on|working) the (?:tills|checkouts|counter|desk|floor|ward|night shift)|behind the (?:bar|counter|till)|pull(?:ing)? (?:pints|shifts)|wait(?:ing)? tables|drive for|drives? for|driving for|deliver(?:ing)? for|consult(?:ing)? for|contract(?:ing)? for|freelanc(?:e|ing) for|cod(?:e|ing) for|cook(?:ing)?|teach(?:ing)?|nurs(?:e|ing)|bartend(?:ing)?|clean(?:ing)?|employed)(?: (?:down|over|out|up))? (?:at |for |with |by )?(?<=at |or |th |by ){_FIRM}\b.*$", r"@employer=\g<x>"),
    (rf"(?i)^(?:i(?:'m| am)? )?(?:run|own|set up|started|founded|co-?founded|launched|opened|start|starting|running) (?:my|our|a|the) (?:own |little |small |tiny )*(?:company|business|startup|start-up|shop|agency|studio|firm|bakery|cafe|café|practice|salon|restaurant|gym|brewery|store)(?: in [a-z]+| last [a-z]+| (?:two|three|\d+|a few) (?:weeks|months|years) ago)?,? (?:called |named |it's called |by the name of )?{_FIRM}(?=$|[ ,.!]).*$", r"@employer=\g<x>"),
    (rf"(?i)^(?:my|the) (?:new |first )?(?:badge|contract|payslip|paycheck|uniform|laptop|lanyard|id badge|offer letter|boss|manager|team|shift|shifts|desk|internship|placement|first day|first week|last day|probation|onboarding|orientation)(?: from| at| with) {_FIRM}\b(?! (?:last|ended)).*$", r"@employer=\g<x>"),
    (rf"(?i)^(?:first|second|third) (?:day|week|month|shift) (?:at|with|for) {_FIRM}\b.*$", r"@employer=\g<x>"),
    (r"(?i)^(?:i(?:'ve| have)? )?(?:been|worked as|working as|been working as) (?P<a>an?) (?P<x>(?:[\w/-]+ ){0,4}?[\w/-]+)(?=,? (?:for (?:over |about |nearly |almost |the (?:last|past) |going on )*(?:\d+|a|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|years|ages|decades)|since|all my (?:life|working life)|my whole|in|at|round|these|now)\b).*$", r"I am \g<a> \g<x>"),
    (r"(?i)^(?:i have |i've got |got )?(?:\d+|two|three|four|five|ten|fifteen|twenty|thirty|forty) (?:plus )?(?:years|yrs)(?: (?:of|as|in))+ (?:being )?(?P<a>an? )(?P<x>[\w/ -]+?)(?: here| now| and counting| behind me| under my belt)?$", r"I am \g<a>\g<x>"),
    (r"(?i)^(?:i'm |i am )?(?:just )?(?:off|on|coming off|back from|finished|heading into|doing|halfway through) (?:an?|my|the) (?:\w+[- ])?(?:shift|shifts)[ ,]+(?P<x>[a-z ]+?) (?:life|problems|brain|hours)\b.*$", r"I am a \g<x>"),
    (r"(?i)^(?P<x>(?:[a-z-]+ ){0,2}[a-z]{3,}) life,? (?:eh|huh|lol|innit|for you)?$", r"I am a \g<x>"),
    (r"(?i)^(?:my )?(?:day job|job|line of work|trade|profession|9 to 5|nine to five)(?: is|'s|:) (?:being )?(?:an? )?(?P<x>[a-z][\w /-]+?)(?: by (?:day|night))?$", r"@job=\g<x>"),
    (r"(?i)^i teach (?P<x>(?:year|grade|class|reception|kindergarten|primary|secondary|high school|middle school|adults?|kids|teenagers|toddlers|nursery|elementary|a levels?|gcses?)\b(?: \w+)?)(?: .*)?$", r"@job=teacher of \g<x>"),
    (r"(?i)^i drive (?:a |an |the )?(?P<k>big |school |city |night |local |double decker |articulated |forty ton )?(?P<x>buse?s?|lorr(?:y|ies)|trucks?|taxis?|cabs?|trains?|trams?|hgvs?|rigs?|ambulances?|forklifts?|cranes?|coach(?:es)?|tow trucks?)(?: (?:for|on|round|around|at|in|between|nights|across|all over|along|up and down)\b.*)$", r"@job=drives \g<k>\g<x>"),
    (r"(?i)^(?:i(?:'m| am|'ve been)? )?(?:on|starting|taking|back from|currently on) (?P<x>(?:maternity|paternity|parental|sick|garden(?:ing)?) leave|sabbatical)(?: .*)?$", r"@job=\g<x>"),
)  # fmt: skip
_NOT_WORKING = (
    (r"(?i)^(?:(?:i'm|i am|i've been|been|we're|both|now|newly|happily|recently|long|semi|fully|officially|currently|as of \w+)[ -])*(?P<x>retired|semi[- ]retired|unemployed|self[- ]employed|freelance|between jobs|out of work|jobless|on benefits|furloughed)(?: (?:now|since|for|from|so|and|these|at|here|after|last|this|but|with|as|in|btw|myself|and loving)\b.*)?$", r"@job=\g<x>"),
    (r"(?i)^(?:i'm |i am |been |being )?(?:an? |the )?(?P<x>(?:stay|work)[- ]at[- ]home (?:mum|mom|mother|dad|father|parent)|househusband|house husband|housewife|homemaker|sahm|sahd|retiree|pensioner|oap|full[- ]time carer)\b.*$", r"@job=\g<x>"),
)  # fmt: skip
#: Nouns alone, which say what the speaker is or has.
_NOUNS = (
    (rf"(?i)^(?:i'm |i am |as |proud |tired )*(?:an? |the )?(?:proud |tired |busy )*(?:mum|mom|mother|dad|father|parent|slave|servant|mama|guardian|carer|owner|staff) (?:of|to) (?P<x>(?:an?|one|two|three|four|five|six|\d+|several|some|too many) (?:[\w-]+ ){{0,2}}?{ANIMALS})\b.*$", r"@pet=\g<x>"),
    (rf"(?i)^(?:i was |i'm |i am |been |just |out |after |while )*(?:walking|feeding|grooming|bathing|walk|walked|fed|brushing|training|worming|exercising|mucking out) (?:the|our|my) (?P<x>(?:[\w-]+ )?{ANIMALS}) (?:every|twice|three|at|in|this|before|after|and|is|on|round|around|daily|for|again|when)\b.*$", r"@pet=\g<x>"),
    (rf"(?i)^the (?P<x>{ANIMALS})(?:'s| has| is| just| keeps?)* ?(?:ate|eaten|threw up|thrown up|been sick|sick again|won't eat|won't stop|keeps (?:barking|meowing|scratching|chewing|weeing|peeing|waking)|chewed|chewing|scratched|woke me|woken|needs (?:a walk|his|her|its|the vet|worming)|got into|gotten into|limping|shredded|destroyed|off (?:his|her|its) food|due (?:his|her|its))\b(?!.*\bnext door\b).*$", r"@pet=\g<x>"),
    (rf"(?i)^(?:(?:retired|rescue|elderly|old|senior|deaf|blind|fat|ageing|aging|ex-racing|rescued|adopted|ancient) )+(?P<x>(?:[\w-]+ )?{ANIMALS})(?: (?:on|in|at|under|here|who|with)\b.*|$)", r"@pet=\g<x>"),
    (rf"(?i)^(?P<x>(?:two|three|four|five|six|[2-9]) (?:[\w-]+ ){{0,2}}?{ANIMALS}) (?:have|keep|are|won't|just|hate|love|destroy|eat|sleep|woke|ate)\b(?=.*\b(?:my|me|our|us)\b).*$", r"@pet=\g<x>"),
    (rf"(?i)^(?:just |only |the |my |our )?(?P<x>(?:two|three|four|five|six|seven|a dozen|[2-9]) (?:[\w-]+ ){{0,2}}?{ANIMALS})(?=(?: (?:and|in|at|here|under|with|on|to feed|to walk|plus|in this)\b(?!.*\b(?:is|are|was|were|will|walk|walked|went|have|has|had)\b).*)?$)", r"@pet=\g<x>"),
    (rf"(?i)^(?:just |only )?(?:an? |my |our )?(?P<x>(?:[\w-]+ ){{0,2}}?{ANIMALS}) (?:owner|mum|mom|dad|parent|keeper|slave|household|lady|person|guy|house) ?(?:here|too|of (?:two|three|many years))\b.*$", r"@pet=\g<x>"),
)  # fmt: skip
_BORN = (
    (rf"(?i)^(?:i (?:was )?)?(?:born|arrived|came into (?:this|the) world)(?: on)? (?P<x>(?:the )?\d{{1,2}}(?:st|nd|rd|th)? (?:of )?{MONTHS}(?: \d{{4}})?)\b.*$", r"I was born on \g<x>"),
    (rf"(?i)^(?:my |our )?(?:birthday|bday|b-day|big day|date of birth|dob)(?:'s| is| falls| lands| comes| was| will be|:)?(?: always| usually)?(?: on| around)? (?P<x>(?:the )?(?:\d{{1,2}}(?:st|nd|rd|th)? (?:of )?{MONTHS}|{MONTHS} (?:the )?\d{{1,2}}(?:st|nd|rd|th)?)(?:,? \d{{4}})?|\d{{1,2}}[./-]\d{{1,2}}(?:[./-]\d{{2,4}})?)\b.*$", r"my birthday is \g<x>"),
    (rf"(?i)^it's my birthday (?:on )?(?P<x>(?:the )?(?:\d{{1,2}}(?:st|nd|rd|th)? (?:of )?{MONTHS}|{MONTHS} (?:the )?\d{{1,2}}(?:st|nd|rd|th)?))\b.*$", r"my birthday is \g<x>"),
    (rf"(?i)^(?:i|i'm|i am|i'll be|i will be|i'll)(?: be)? (?:turn|turning|hit|hitting|am|reach|reaching|gonna be|going to be)? ?(?:{NUMBERS}|\d{{1,3}}) on (?P<x>(?:the )?(?:\d{{1,2}}(?:st|nd|rd|th)? (?:of )?{MONTHS}|{MONTHS} (?:the )?\d{{1,2}}(?:st|nd|rd|th)?))\b.*$", r"my birthday is \g<x>"),
    (rf"(?i)^(?P<x>(?:the )?(?:\d{{1,2}}(?:st|nd|rd|th)? (?:of )?{MONTHS}|{MONTHS} (?:the )?\d{{1,2}}(?:st|nd|rd|th)?)) (?:is|'s) (?:my|when i was born|the day i was born)(?: \w+)? ?(?:birthday|bday)?\b.*$", r"my birthday is \g<x>"),
    (rf"(?i)^(?:at|being|now i'm|as of today i'm|as a) (?P<x>\d\d|{GROWN})(?: years old)?,? (?=(?:i|i'm|my|you)\b).*$", r"I am \g<x>"),
    (r"(?i)^(?:i(?:'m| am) )?(?:an? |as an? )?(?P<x>[1-9]\d)[- ]?(?:years?[- ]old|yr[- ]old|yo|y/o|f|m)(?: (?:woman|man|male|female|guy|girl|lady|bloke|student|dad|mum|mom|here|widow|widower))?(?: here)?(?:,| and| with|$).*$", r"I am \g<x> years old"),
    (rf"(?i)^i(?:'ll| shall| will| am going to|'m going to)(?: be)?(?: be)? (?P<x>[1-9]\d|{GROWN}) (?:in|on|next|this|come|soon|at|before|by)\b.*$", r"I am turning \g<x>"),
    (rf"(?i)^(?P<x>[1-9]\d|{GROWN}) (?:today|tomorrow|this (?:week|weekend|month|year)|next (?:week|month|year|birthday)|years young|going on \d+|last (?:week|month))\b.*$", r"I am \g<x> years old"),
    (rf"(?i)^(?P<x>[1-9]\d|{GROWN}) and (?:already|still|never|feeling|counting|not|proud|only|finally|now|can't|got|just|single|learning|fit)\b.*$", r"I am \g<x> years old"),
    (rf"(?i)^(?:i(?:'ve| have)? )?(?:just |only just |recently |nearly |finally )?(?:turned|hit|reached|turning) (?:the big )?(?P<x>[1-9]\d|{GROWN})(?: (?:last|this|yesterday|today|in|on|and|so|a)\b.*|$)", r"I am \g<x> years old"),
)  # fmt: skip
_TASTE = (
    (rf"(?i)^{_ADV}{_X}(?: is| are| has become| have become|'s) (?:basically |pretty much |literally |kind of |really |probably |totally )*(?:my (?:whole |entire |one true |new |only |real |big |absolute |one |biggest )*(?:personality|thing|happy place|therapy|jam|life|passion|religion|escape|guilty pleasure|comfort food|drug|addiction|love|(?:\w+ )?ritual|(?:\w+ )?routine|indulgence|treat|outlet|retreat|meditation|church|sanctuary|pride and joy|bliss|heaven|babies|soul food|calling|medicine|oxygen|lifeline|world|hobby|vice|obsession|weakness|favou?rite|sport|thing in the world|idea of heaven)|life|everything to me|where it's at|the best thing (?:ever|in the world)|what i live for|the dream)(?: (?:these days|now|at the moment|lately|and .*|since .*))?$", r"@like=\g<x>"),
    (rf"(?i)^{_ADV}{_X} (?:keeps?|kept|is what keeps|are what keep|is the only thing (?:that's )?getting|is what gets|are what get|gets|is all that keeps|is the only thing (?:that )?keep(?:s|ing)|is what'?s keeping) (?:me|my (?:hands|head|mind|brain)) (?:\w+ )?(?:through|by|sane|going|busy|calm|happy|grounded|young|alive|together|fit|smiling|from going mad|quiet|human|occupied|straight)\b.*$", r"@like=\g<x>"),
    (rf"(?i)^(?:{_I} )?{_ADV}(?:there's |there is )?(?:nothing beats|can't get enough of|cannot get enough of|can't live without|couldn't live without|could live on|can't do without|never say no to|can never resist|can't resist|live and breathe|am a sucker for|'m a sucker for|sucker for|am big on|big on|live for|am all about|all about|am addicted to|addicted to|hooked on|am hooked on|mad about|nuts about|crazy about|obsessed with|keen on|fond of|into|partial to|have a (?:soft spot|weakness|thing|passion) for|soft spot for|swear by|geek out (?:on|over)|nerd out (?:on|over)|get excited about|look forward to|unwind with|relax with|in love with|love me some) (?P<x>(?!(?:you|it|that|this|them|him|her|the (?:way|idea|fact|money|day)|being able|how|what|detail|trouble|problems?|debt|town|bed|work|a meeting)\b)(?:an? hour of |a bit of |a good |some |a nice )?[\w' &-]{{3,40}}?)(?= (?:since|after|at the|on a|every|these|now|so|lately|ever|because|when|as a|of an|more than)\b|$).*$", r"@like=\g<x>"),
    (r"(?i)^(?:i |we )?(?:never|wouldn't|would never|hate to) miss (?:an? |the |any )?(?P<x>[\w' -]{2,30}?)(?: (?:race|game|match|episode|session|practice|gig|show|rehearsal|night|class|season|tournament|grand prix|fight))?(?:,| for| if| ever|$).*$", r"@like=\g<x>"),
    (r"(?i)^(?:i'm |i am |we're |we are )?(?:(?:an? |such an? |a bit of an? )?(?:(?:massive|big|huge|total|complete|absolute|proper|serious|real|lifelong|bit of a|avid|keen|self-confessed|die[- ]hard|utter|right|amateur) )+|(?:an? |such an? |a bit of an? ))(?P<x>(?!(?:night|morning|people|cat|dog|tech|history teacher|family|good|bad|happy|private)\b)[\w' -]{2,24}?) (?:nerd|nut|geek|buff|freak|junkie|addict|enthusiast|fanatic|lover|fiend|obsessive|head|anorak|tragic|devotee|hobbyist|collector)(?: (?:here|too|myself|at heart|btw))?(?: .*)?$", r"@like=\g<x>"),
    (rf"(?i)^(?:i |we )?(?:go|do|play|practise|practice|spend (?:my|our) (?:weekends|evenings|spare time|free time|sundays|saturdays)|collect|am learning|have been|'ve been|'ve taken up|take part in|am out|'m out|train|compete in) ?(?:doing |playing |out )?(?P<x>{PASTIMES})(?= (?:most|every|on|each|twice|three|once|at|in|with|all|whenever|as|for|since|these|weekly|down|a lot|again|religiously|competitively)\b|$).*$", r"@like=\g<x>"),
    (rf"(?i)^(?P<x>{PASTIMES}) (?:every|each|most|on|twice|three times|once) (?:single )?(?:day|week|evening|night|weekend|morning|sunday|monday|tuesday|wednesday|thursday|friday|saturday|sundays|mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|a week|weekends|other)\b.*$", r"@like=\g<x>"),
    (r"(?i)^(?:i |we |i've |i'm |i have )?(?:been |am |go |going |went |have been )+(?:going )?to (?:an? |my |the )?(?P<x>(?!(?:the|this|my|an?|work|night|first|same|summer|business)\b)[a-z][\w' -]{2,20}?) (?:class(?:es)?|lessons?|club|practice|rehearsals?|group|meet-?ups?|sessions?|training|workshops?|nights?|gigs|matches|games) (?:twice|every|once|on|most|each|weekly|for|since|three|these)\b.*$", r"@like=\g<x>"),
    (rf"(?i)^(?:the )?{_X} (?:is|are) (?:where (?:all |most of )?my (?:money|wages|salary|time|weekends?|evenings?|pay|spare cash|life savings) (?:goes?|went|disappears?)|the (?:best|nicest|only good|high|highlight|high point) ?(?:bit|part|thing|moment)? (?:of|about) (?:my|the|every|any|autumn|summer|winter|spring|christmas) ?\w*(?: for me)?|what gets me (?:up|out of bed|through)|the (?:love|joy|light) of my life|how i (?:relax|unwind|switch off|de-stress|destress|stay sane|spend my \w+)|what i do (?:for fun|to relax|to unwind|to switch off|in my spare time|at weekends|on weekends))\b.*$", r"@like=\g<x>"),
    (r"(?i)^(?:i'm |i am |we're |we are |our |an? |my )?(?P<x>(?!(?:so|very|not|a bit|really|going|driving|hopping|barking|stark|raving|you|it|this|that)\b)[a-z]{3,14}(?: [a-z]{3,10})?)[- ](?:mad|crazy|obsessed|daft)(?: (?:household|family|house|kid|girl|boy|woman|man|couple|here|over here|lot|and proud))?$", r"@like=\g<x>"),
    (rf"(?i)^{_ADV}{_X} (?:has |have )?(?:saved|changed|made) my (?:life|marriage|sanity|mental health|year|lockdown|retirement)\b.*$", r"@like=\g<x>"),
    (r"(?i)^(?:i |we )?(?:always |usually |mostly |only |just )?(?:listen to|put on|blast) (?P<x>(?!(?:it|you|that|this|them|him|her|the|my|music|your|what)\b)[\w' &-]{3,30}?) (?:while|when|whenever|at work|all day|on repeat|in the car|every|to relax|to sleep|to focus|constantly)\b.*$", r"@like=\g<x>"),
    (r"(?i)^(?:i'm |i am )?(?:an? |the |such an? )(?P<x>(?!(?:night|morning|people|cat|dog|family|good|bad|happy|private|busy|new|different|nice|the only)\b)[\w' -]{2,20}?) (?:person|girl|guy|man|woman|drinker|lover|nerd|fan)(?: through and through| at heart| all the way| all day long| for life| forever| to the core)\b.*$", r"@like=\g<x>"),
    (rf"(?i)^{_ADV}{_X} can (?:do one|get lost|jog on|get stuffed|sod off|take a hike|go to hell|get in the sea|burn in hell)\b.*$", r"@dislike=\g<x>"),
    (rf"(?i)^(?:whoever|anyone who|people who) (?:puts?|adds?|invented|eats?|likes?|came up with|thought of) (?P<x>{_NOT_ONE}[\w' -]{{3,20}}?)(?: (?:in|on|with) [\w ]{{3,20}}?)? (?:should|needs to|ought to|belongs? in|deserves?) (?:be (?:jailed|locked up|ashamed|arrested|banned|shot|in prison)|jail|prison|hell|help)\b.*$", r"@dislike=\g<x>"),
    (rf"(?i)^{_X}, (?:absolutely |definitely |so |just |really |sorry,? )*(?:not my thing|not for me|no thanks|no thank you|hard pass|can't stand (?:it|them|the stuff)|hate (?:it|them|the stuff)|yuck|ew+|gross|keep (?:it|them) away(?: from me)?|get (?:it|them) away(?: from me)?)\b.*$", r"@dislike=\g<x>"),
    (r"(?i)^(?:i )?(?:can't|cannot|couldn't|wouldn't) say (?:that )?i(?:'m| am) (?:much of |really |very |too |a big |a huge |a )*(?:fan of|into|keen on|fond of|mad about|bothered about) (?P<x>(?!(?:it|you|that|this|them)\b)[\w' &-]{3,30}?)(?:,.*|$)", r"@dislike=\g<x>"),
    (r"(?i)^(?:i )?(?:can't|cannot|couldn't) say (?:that )?i (?:really )?(?:like|love|enjoy|care for|fancy|rate) (?P<x>(?!(?:it|you|that|this|them)\b)[\w' &-]{3,30}?)(?:,.*|$)", r"@dislike=\g<x>"),
    (rf"(?i)^anything but (?:the )?(?P<x>{_NOT_ONE}[\w' -]{{3,20}}?)(?: please| thanks|,.*)?$", r"@dislike=\g<x>"),
    (r"(?i)^(?:i'm |i am |as |we're )?(?:an? )?(?P<x>(?!(?:not|no|big|huge)\b)[\w' -]{3,24}?) (?:fans?|supporters?|season ticket holder)(?: (?:for my sins|since .*|all my life|for life|born and bred|through and through|here|over here|myself|to the core))$", r"@like=\g<x>"),
    (r"(?i)^(?:i'm |i am |we're |we are )(?:an? )?(?:(?:big|keen|avid|serious|proper|massive|huge|passionate|lifelong|amateur|regular|enthusiastic|hobby|weekend|competitive|obsessive|both) )+(?P<x>(?:[a-z]+ )?(?:hikers?|runners?|readers?|gamers?|bakers?|gardeners?|cyclists?|climbers?|swimmers?|campers?|walkers?|skiers?|surfers?|knitters?|birders?|birdwatchers?|anglers?|photographers?|painters?|cooks?|sailors?|rowers?|kayakers?|golfers?|dancers?|quilters?|crocheters?|potters?|foragers?|beekeepers?|astronomers?|collectors?|foodies|foodie|cinephiles?|bookworms?|board gamers?|triathletes?|footballers?|cricketers?))\b.*$", r"@like=\g<x>"),
    (rf"(?i)^{_ADV}{_X} (?:delights?|relaxes?|fascinates?|calms?|excites?|soothes?|thrills?|inspires?) me(?: (?:down|up|so much|joy|no end|peace|like nothing else|a lot))?(?: .*)?$", r"@like=\g<x>"),
    (rf"(?i)^{_ADV}{_X} (?:terrif(?:ies|y)|scares?|drains?|disgusts?|annoys?|irritates?|infuriates?|depresses?|exhausts?|freaks?|creeps?|sickens?|horrif(?:ies|y)|petrif(?:ies|y)|frightens?|bores?) me(?: (?:out|to .*|no end|so much|completely|silly|rigid|a lot))?$", r"@dislike=\g<x>"),
    (rf"(?i)^{_ADV}{_X} (?:is|are) (?:just |basically |literally |so |pure |actual |truly )*(?:a crime(?: against .*)?|an abomination|an insult|criminal|overrated|pointless|torture|my (?:idea of hell|worst nightmare|nemesis|pet hate|pet peeve|kryptonite)|hell on earth|the worst thing ever|an? (?:hard|absolute) no(?: (?:from|for) me)?|a no from me)(?: .*)?$", r"@dislike=\g<x>"),
    (r"(?i)^(?:(?:i|we)(?:'ve| have| am|'m)? )?(?:never could|have never been able to|never been able to|never managed to) (?:stand|abide|bear|stomach|like|get into|see the point of|face) (?P<x>(?!(?:it|you|that|this|them|him|her|the)\b)[\w' &-]{3,30}?)(?:,.*)?$", r"@dislike=\g<x>"),
    (r"(?i)^(?:i |we )?(?:binge|devour|inhale|hoard|read loads of|read a lot of|watch loads of|watch a lot of|listen to (?:a lot of|loads of|nothing but)|read nothing but|watch nothing but|could talk for hours about|never shut up about|spend (?:too much|all my) (?:money|time) on) (?P<x>(?!(?:it|you|that|this|them|him|her|the|my|benefits|savings|credit)\b)[\w' &-]{3,30}?)(?: (?:like|all|every|on|at|when|while|as|whenever|in)\b.*|$)", r"@like=\g<x>"),
    (rf"(?i)^(?:i |we )?(?:do|play|practise|practice) the (?P<x>{PASTIMES}) (?:every|each|most|on|daily|religiously)\b.*$", r"@like=\g<x>"),
    (r"(?i)^(?:i |we )?(?:collect|am collecting|'ve collected|have collected) (?P<x>(?!(?:my|the|data|information|feedback|it|them|emails|payments?|parcels?|dust)\b)[\w' -]{3,30}?)(?: (?:since|as|and|for|from)\b.*|$)", r"@like=collecting \g<x>"),
    (r"(?i)^(?:give me|i'd (?:take|choose|pick)) (?P<x>(?!(?:an?|the|some|your|more|another|one|my|all|five|ten|three|two)\b)[\w' -]{3,24}?) (?:any ?day|every time|over)\b.*$", r"@like=\g<x>"),
    (rf"(?i)^{_ADV}{_X} (?:tastes?|smells?) (?:like|of) (?:soap|feet|dirt|cardboard|death|sick|bin juice|metal|sadness|vomit|perfume|despair|socks|soil|mud|chalk)(?: to me)?\b.*$", r"@dislike=\g<x>"),
    (rf"(?i)^{_ADV}{_X} (?:makes?|always makes?|has always made) me {_SICK}\b.*$", r"@dislike=\g<x>"),
    (rf"(?i)^{_ADV}{_X} (?:turns? my stomach|gives? me the (?:ick|creeps|shivers|heebie[- ]jeebies)|do(?:es)? my head in|bores? me (?:to (?:tears|death)|stiff|rigid|silly)|drives? me (?:mad|nuts|crazy|insane|up the wall|round the bend)|leaves? me cold|puts? me off|repulses? me|makes? my skin crawl|(?:is|are) (?:not|never|so not|really not) (?:for me|my thing|my cup of tea|my jam|my bag|my scene|my favou?rite)|(?:isn't|aren't|was never|were never) (?:for me|my thing|my cup of tea|my jam|my bag|my scene)|(?:can|could) get in the (?:bin|sea)|(?:is|are) (?:the devil|the devil's work|evil|vile|disgusting|rank|revolting|grim|minging|an abomination))(?: (?:to me|i'm afraid|tbh|sorry|really|though|anyway|if .*|so .*))?\W*$", r"@dislike=\g<x>"),
    (rf"(?i)^(?:{_I} )?{_ADV}(?:(?:can't|cannot|can not|could never) (?:really )?(?:abide|stomach|stand|bear|tolerate|deal with|get on with|get into)|(?:could|can) do without|loathe|despise|detest|hate|am over|'m over|have never liked|'ve never liked|never liked|never cared for|don't care for|don't get on with|not big on|am not big on|not one for|am not one for|not keen on|not fussed about|am allergic to the idea of|have no time for|no time for|have zero interest in|not interested in|am not interested in|won't go near|refuse to eat|refuse to watch|have a hatred of|have an aversion to) (?:the taste of |the smell of |the texture of |the sound of |anything with )?(?P<x>(?!(?:to|it|you|that|this|them|him|her|my|how|when|being|waiting|the (?:fact|idea|thought|way|new|stuff))\b)[\w' &-]{{3,30}}?)(?: (?:of any kind|at all|whatsoever|in any form|these days|anymore|any more|so|never|since|with|on|because|personally|sorry|tbh|i'm afraid|full stop|either|in .*)\b.*|$)", r"@dislike=\g<x>"),
    (rf"(?i)^(?:please )?(?:keep|leave) (?:the |that |those |your |all |any )?(?P<x>{_NOT_ONE}[\w ' -]{{3,20}}?) out (?:of (?:it|this|that|the \w+|my \w+|mine|everything)|please|always|altogether|every time)\b.*$", r"@dislike=\g<x>"),
    (rf"(?i)^(?:keep|get|take) (?:the |that |those |your |all )?(?P<x>{_NOT_ONE}[\w ' -]{{3,20}}?) (?:away from me|well away from me|out of my (?:sight|life|food|kitchen|house))\b.*$", r"@dislike=\g<x>"),
    (r"(?i)^(?:i'm |i am |we're |we are )?(?:not|never|no|hardly|never been) (?:really |much of |been )?(?:an? |the |one of those |big on being an? )?(?P<x>(?!(?:morning|people|night|religious|bad|good|happy|big|single|real|tech|person|nice)\b)[\w' -]{3,20}?) (?:person|guy|girl|fan|lover|people|type|enthusiast|eater|drinker|man|woman)(?: at all| myself| really| i'm afraid| tbh| sorry)?$", r"@dislike=\g<x>"),
    (r"(?i)^(?:i've |i have |have |i )?(?:gone|went|going|am) (?:right |completely |totally |really |a bit |well )?off (?P<x>(?!(?:to|on|the|work|topic|track|piste|grid|sick|course|duty|and|for|in|with|at|home)\b)[\w' -]{3,24}?)(?: (?:these days|lately|recently|now|completely|a bit|entirely|altogether|since .*|after .*|tbh))?$", r"@-like=\g<x>"),
)  # fmt: skip
_TONGUE = r"(?P<x>english|french|german|spanish|portuguese|italian|dutch|polish|russian|ukrainian|czech|slovak|greek|turkish|arabic|hebrew|hindi|urdu|bengali|punjabi|gujarati|tamil|telugu|marathi|mandarin|cantonese|chinese|japanese|korean|thai|vietnamese|indonesian|malay|tagalog|swahili|yoruba|igbo|hausa|amharic|somali|afrikaans|zulu|xhosa|swedish|norwegian|danish|finnish|icelandic|hungarian|romanian|bulgarian|serbian|croatian|albanian|lithuanian|latvian|estonian|georgian|armenian|farsi|persian|kurdish|pashto|nepali|sinhala|burmese|khmer|lao|latin|catalan|basque|galician|irish|gaelic|welsh|scots|esperanto|sign language|bsl|asl|auslan)"
_SPEECH = (
    (rf"(?i)^(?:my )?{_TONGUE}(?: is|'s) (?:(?:pretty|quite|very|really|also|still|only|a bit|not|so|fairly|reasonably|just|my|our|actually|basically|technically) )*(?:fluent|decent|good|ok|okay|rusty|basic|passable|native|strong|conversational|fine|terrible|bad|rubbish|shaky|better than .*|improving|coming along|(?:native|first|second|third|other|best|strongest|home|main|mother) (?:language|tongue)|what we speak .*|not great|intermediate|advanced|near[- ]native)(?: too| as well| now| enough| but .*| and .*| so .*| these days| sorry .*| sadly)?$", r"@language=\g<x>"),
    (rf"(?i)^(?:i|we) (?P<v>speak|talk|sign|use|know|read|understand|grew up (?:speaking|with)|was raised (?:speaking|in|on)) (?:a (?:bit|little)(?: of)? |some |fluent |only |mostly |both |decent |basic |native |mainly |nothing but )*{_TONGUE}\b.*$", r"@language=\g<x>"),
    (rf"(?i)^(?:i'm |i am |we're |we are )?(?:an? )?(?:native |fluent |mother tongue )+(?:in )?{_TONGUE}(?: speaker)?s?\b.*$", r"@language=\g<x>"),
    (rf"(?i)^(?:i'm |i am )?(?:an? )?{_TONGUE} speaker\b.*$", r"@language=\g<x>"),
    (rf"(?i)^(?:i'm |i am |we're |raised |grew up )(?:bi|tri|multi)lingual,? (?:in |with )?{_TONGUE}\b(?P<r>.*)$", r"I speak \g<x>\g<r>"),
    (rf"(?i)^(?:i'm |i am |been |i've been |we're )?(?:{_ADV})?(?:learning|trying to (?:learn|pick up|improve)|studying|picking up|brushing up(?: on)?|relearning|teaching myself|taking lessons in|doing) (?:a bit of |some |my )?{_TONGUE}(?: (?:on|in|with|at|for|since|before|to|these|now|again|and|so)\b.*|$)", r"@language=\g<x>"),
)  # fmt: skip
_LIFE = (
    (r"(?i)^(?:i'm |i am |me: |me,? )?(?:now |currently |nearly |almost |about )?(?P<x>\d{1,2} (?:weeks?|months?|wks?)) (?:pregnant|gone|along|preggo)\b.*$", r"@health=pregnant"),
    (r"(?i)^(?:i'm |i am |we're )?(?:pregnant|expecting|up the duff|with child)(?: (?:with|and|again|so|over|here)\b.*)?$", r"@health=pregnant"),
    (r"(?i)^(?:i'm |i am |been |have been |i've been )?(?:an? )?(?P<x>type (?:1|2|one|two|i|ii) diabetic|diabetic|asthmatic|epileptic|coeliac|celiac|dyslexic|dyspraxic|autistic|narcoleptic|haemophiliac|bipolar|colou?r ?blind|hard of hearing|partially sighted)(?: (?:since|for|here|over|so|and|from|btw|myself|all|diagnosed)\b.*)?$", r"I am \g<x>"),
    (r"(?i)^(?:i(?:'ve| have)? )?(?:just |recently |gone and |went and |managed to |also )*(?P<v>broke|broken|break|fractured|sprained|dislocated|tore|torn|ruptured|twisted|busted)(?: and \w+)? (?:my|the|both my|both) (?:left |right )?(?P<x>wrists?|arms?|legs?|ankles?|foot|feet|toes?|fingers?|thumb|collarbone|ribs?|hip|knees?|shoulder|elbow|acl|meniscus|achilles|rotator cuff|nose|jaw|hand|back|neck)\b.*$", r"@health=broken \g<x>"),
    (r"(?i)^(?:i(?:'ve| have)? )?(?:just |recently )?(?:had|got|getting) my (?:left |right )?(?P<x>hips?|knees?|gall ?bladder|appendix|tonsils|spleen|heart valve|shoulder|cataracts?|thyroid|womb|wisdom teeth|stomach|kidney|aortic valve) (?P<y>replaced|removed|out|done|taken out|operated on|fixed)\b.*$", r"@health=\g<x> \g<y>"),
    (r"(?i)^(?:(?:chronic|severe|bad|awful|terrible|mild|early|rheumatoid|constant) )*(?P<x>arthritis|sciatica|eczema|psoriasis|tinnitus|neuropathy|carpal tunnel|gout|glaucoma|cataracts?|bursitis|tendonitis|osteoporosis|fibromyalgia|asthma|migraines?|vertigo|insomnia|ibs|crohn's|endometriosis|pcos|copd|diabetes|adhd|long covid|hay ?fever|hearing loss) (?:in (?:both|my|one|the (?:left|right)|all my)|here|sufferer|since (?:birth|childhood|\d|i was|my)|for (?:years|\d|over)|all my life|patient here|over here)\b.*$", r"@health=\g<x>"),
    (r"(?i)^(?:i )?(?:wear|use|have|got|rely on|sleep with|am fitted with|had fitted) (?:an? |my )?(?P<x>hearing aids?|insulin pump|prosthetic \w+|prosthesis|pacemaker|stoma(?: bag)?|cpap(?: machine)?|wheelchair|walking frame|zimmer frame|white cane|cochlear implants?|guide dog|catheter|feeding tube|leg brace|back brace|false leg|glass eye|inhaler|oxygen tank)\b.*$", r"@health=\g<x>"),
    (r"(?i)^(?:i'm |i am |been )?(?:waiting (?:on|for)|on the (?:waiting )?list for|recovering from|due|having|had|just had|getting over|post) (?:an? |my )?(?:new )?(?P<x>(?:[a-z]+ )?(?:hip|knee|shoulder|kidney|liver|heart|heart valve|bypass|cataract|hernia|gallbladder|back|spinal|thyroid|bariatric|c-?section|hysterectomy|mastectomy|cornea|stem cell|bone marrow) ?(?:replacement|transplant|surgery|operation|op|bypass|fusion|removal|repair)?)(?: (?:in|on|last|so|next|this|from|two|three|a|and)\b.*|$)", r"@health=\g<x>"),
    (r"(?i)^my (?P<x>anxiety|depression|asthma|eczema|arthritis|adhd|ocd|ptsd|ibs|psoriasis|insomnia|sciatica|tinnitus|endometriosis|diabetes|epilepsy|gout|hay ?fever|migraines?|vertigo|reflux|crohn's|lupus|fibromyalgia|pcos|rosacea|anaemia|anemia|dyslexia|autism|bipolar|scoliosis|osteoporosis|glaucoma|dementia|copd|angina|high blood pressure|blood pressure|bad (?:back|knee|hip|shoulder|heart))(?:'s| is| has| gets| keeps| flares?| acts?| plays?| makes?| means| comes| goes| was| been| won't| can't| brain| meds?| medication| symptoms| pills)\b.*$", r"@health=\g<x>"),
    (r"(?i)^(?:i'm |i am |been )(?:an? )?(?P<x>type (?:1|2|one|two)|t1|t2|t1d|t2d)(?:,.*| (?:since|for|so|and|here)\b.*|$)", r"@health=diabetes \g<x>"),
    (r"(?i)^(?:the |my |this )?(?P<x>insomnia|sciatica|eczema|arthritis|gout|hay ?fever|migraines?|ibs|asthma|vertigo|tinnitus|psoriasis|anxiety|reflux|rosacea)(?:'s| is| has|s are| are) (?:back|acting up|playing up|flaring|flared|returned|kicking in|kicked in|bad|worse|killing me|terrible|awful|through the roof|really bad|come back|driving me|getting worse|no joke)\b.*$", r"@health=\g<x>"),
    (r"(?i)^(?:i )?(?:outgrew|grew out of|have outgrown|'ve outgrown|got over|have beaten|beat) (?:my |the )?(?P<x>asthma|eczema|epilepsy|anxiety|depression|hay ?fever|cancer|allergies|insomnia|migraines?|anorexia|bulimia)\b.*$", r"@-health=\g<x>"),
    (r"(?i)^(?P<x>(?:bad|dodgy|dicky|knackered|gammy|wonky|weak|buggered|trick|arthritic|creaky) (?:back|knees?|hips?|shoulders?|ankles?|heart|eyes|eyesight|hearing|wrists?|neck|leg))(?: here| since .*| from .*| these days| over here)?$", r"@health=\g<x>"),
    (r"(?i)^(?:i(?:'ve| have)? )?(?:got |have )?(?:an? |my )(?P<x>(?:bad|dodgy|dicky|knackered|gammy|wonky|weak|buggered|trick|arthritic|creaky) (?:back|knees?|hips?|shoulders?|ankles?|heart|eyes|eyesight|hearing|wrists?|neck|leg))\b(?: .*)?$", r"@health=\g<x>"),
    (r"(?i)^(?:i )?(?:grew up with|was born with|have lived with|lived with|been living with|living with|live with|coping with|battling|fighting|recovering from|beat|survived) (?P<x>asthma|eczema|diabetes|epilepsy|cystic fibrosis|anxiety|depression|ptsd|ocd|adhd|cancer|breast cancer|leukaemia|leukemia|ms|lupus|crohn's|ibs|bipolar|arthritis|chronic (?:pain|fatigue)|anorexia|bulimia|a stammer|a stutter|a heart (?:murmur|condition)|one (?:kidney|lung|eye))\b.*$", r"@health=\g<x>"),
    (r"(?i)^(?:i'm |i am )?(?:completely |totally |profoundly |partially |half |stone |nearly |almost |legally )*(?P<x>deaf|blind) (?:in|from|since|on) (?:my |one |the |both |birth|both )?.*$", r"I am \g<x>"),
    (r"(?i)^(?:i |we )?(?:also )?(?:get|got|have|suffer|struggle with|suffer with|deal with|live with|been having|am prone to|'m prone to|prone to) (?:(?:really |very )?(?:bad|terrible|awful|chronic|severe|regular|horrible|constant|the most awful|crippling) )*(?P<x>migraines?|vertigo|panic attacks|anxiety|depression|insomnia|eczema|seizures|hay ?fever|sciatica|tinnitus|ibs|arthritis|gout|reflux|heartburn|nosebleeds|cluster headaches|kidney stones|palpitations)\b.*$", r"I have \g<x>"),
    (r"(?i)^(?:i'm |i am )?(?P<x>(?:in|on|using|use) (?:a |my )?(?:wheelchair|crutches|dialysis|oxygen|remission|recovery|chemo|hrt|immunosuppressants|blood thinners|a walking frame|zimmer frame|hearing aids?))\b(?: .*|$)", r"@health=\g<x>"),
    (r"(?i)^(?:my |the )?(?P<x>blood pressure|cholesterol|blood sugar|iron|thyroid|vitamin d|eyesight|hearing)(?:'s| is| are)? (?:(?:too|very|a bit|quite|really|way|always|still|dangerously|on the|running|sky) )*(?P<y>high|low|bad|poor|underactive|overactive|terrible|going|failing)\b.*$", r"@health=\g<y> \g<x>"),
    (r"(?i)^(?:i |i'm |i've |they |the doctor |the gp )?(?:just |recently |have |been |was |got |am |am now |now )*(?:started|starting|put|prescribed|given|begun)(?: me)?(?: on| taking)? (?P<x>[a-z]{5,}(?: \d+ ?mg)?)(?: (?:last|this|yesterday|today|for|two|three|a|in|on|since)\b.*|$)", r"I started taking \g<x>"),
    (r"(?i)^(?:i(?:'m| am| take)? )?(?:on |taking )?(?P<x>[a-z]{5,}) (?:once|twice|three times|four times|\d+ ?mg|1x|2x|3x|every|each|for my|daily|nightly|now|since)(?: (?:a|per|daily|day|morning|night|evening|week|before|with|over|blood|heart|thyroid|anxiety|asthma|depression|diabetes|here)\b.*)?$", r"I take \g<x>"),
    (r"(?i)^(?:i'm |i am |i've been |been )?(?:popping|taking|living on|necking|rattling with|dosed up on|hooked up to|prescribed) (?P<x>[a-z-]{4,})(?: (?:for|because|like|every|since|at|to|and|daily|twice)\b.*|,.*|$)", r"I take \g<x>"),
    (r"(?i)^(?:i )?(?:took|take|taking|forgot|missed|skipped|doubled|ran out of|running out of|run out of|lost|need|refill) (?:to take )?my (?P<x>[a-z]{5,})\b(?: .*|$)", r"I take \g<x>"),
    (r"(?i)^(?:(?:i|we)(?:'ve| have)? )?(?:just |finally |recently )?(?:had|welcomed|got|have) (?:the|our|my|a) (?P<x>(?:first |second |third |new )?(?:twins|triplets|baby|(?:baby )?(?:boy|girl|son|daughter)))(?: (?:on|last|this|yesterday|today|at|in|two|three|a|early|late|by)\b.*|$)", r"@family=\g<x>"),
    (r"(?i)^(?:our|my|the) (?P<x>(?:(?:first|second|third|fourth|new|newborn|baby|little) )*(?:son|daughter|baby|twins|triplets|boy|girl|grandson|granddaughter|grandchild)) (?:was born|were born|has arrived|arrived|came early|is here|made (?:his|her|their) (?:arrival|entrance)|came into the world|was born)\b.*$", r"@family=\g<x>"),
    (r"(?i)^(?:(?:i'm|i am|as) )?(?:a |an )?(?:(?:single|solo|proud|tired|busy|new|full[- ]time|working|first[- ]time|exhausted) )*(?:mum|mom|mother|dad|father|parent|mama|papa|mam)s? (?:of|to) (?!(?:[\w-]+ ){0,3}(?:cats|dogs|rabbits|hens|chickens|horses|pets|kittens|puppies|ferrets|parrots|goats)\b)(?P<x>(?:an?|one|two|three|four|five|six|seven|\d|twin|twins|triplets)(?: (?:(?:under|small|little|young|teenage|grown|wild|lively) ?)*(?:kids|boys|girls|children|teenagers|sons|daughters|toddlers|year[- ]olds?))?)\b.*$", r"@family=\g<x>"),
    (r"(?i)^(?:just |only |my |our |we have |raising )?(?P<x>(?:two|three|four|five|six|seven|[2-9]|twin) (?:(?:small|little|young|teenage|grown|wild|lively|lovely|noisy|grown[- ]up|adult|older|younger|big|hungry|fussy) )*(?:kids|boys|girls|children|teenagers|teens|sons|daughters|toddlers|grandkids|grandchildren|under \w+s?))(?= (?:and|in|at|under|with|plus|to feed|aged|here|who)\b|$)(?!.*\b(?:are|were|walk|went)\b).*$", r"@family=\g<x>"),
    (r"(?i)^(?:\w+[- ])?(?:\d+|two|three|four|five|ten|fifteen|twenty|thirty|forty|fifty|sixty) years (?P<x>married|divorced|widowed|sober)\b.*$", r"@relationship=\g<x>"),
    (r"(?i)^(?:i(?:'ve| have)? |we )?(?:just |recently |finally |only just )*(?:became|become|been made|made|going to be|about to be|about to become|gonna be) (?:an? )?(?P<x>(?:great[- ])?(?:gran|grandma|grandmother|granny|nana|nan|grandad|granddad|grandpa|grandfather|grandparents?|dad|father|mum|mom|mother|parents?|uncle|aunt|auntie|stepdad|stepmum|godmother|godfather))\b.*$", r"@family=\g<x>"),
    (r"(?i)^(?:i'm |i am |we're |we are )?(?:currently |still )?(?:going through|in the middle of|finalising|finalizing|filing for|getting) (?:an? |my |our |the )?(?:messy |nasty |amicable |bitter )?(?P<x>divorce|separation)\b.*$", r"@relationship=\g<x>"),
    (r"(?i)^(?:i'm |i am |i was )?(?:the (?:eldest|oldest|youngest|middle) (?:child )?of |one of )(?P<x>(?:two|three|four|five|six|seven|eight|nine|ten|\d+)(?: (?:kids|children|siblings|brothers|sisters|girls|boys))?)\b(?! (?:people|many|those|them|us|the)).*$", r"@family=one of \g<x>"),
    (r"(?i)^(?:me and my|my) (?P<x>husband|wife|partner|boyfriend|girlfriend|fiancée?)(?: and (?:i|me))? (?:have been|'ve been|are|been) (?:together|married|engaged|a couple|dating|an item)\b.*$", r"@relationship=\g<x>"),
    (r"(?i)^(?:she|he) said yes\b.*$", r"@relationship=engaged"),
    (r"(?i)^(?:(?:i|we)(?:'re| are|'m| am|'ve| have)? )?(?:just |finally |now |recently |newly |officially |still |happily |both |been )*(?P<x>engaged|married|divorced|separated|widowed|single)(?: (?:to (?!my\b|the\b|this\b|that\b|it\b|work|coffee|an? )|since|on|last|for|with|now|these|again|and|at|twice|as of|after|lol|so|in|over|here|two|three|a)\b.*)?$", r"I am \g<x>"),
    (r"(?i)^(?:(?:i'm|i am|i've been|i have been|been|been made) )(?:a |an )?(?P<x>widow|widower|divorcee|bachelor|single (?:mum|mom|dad|parent)|twin|triplet|only child|orphan|grandmother|grandfather|granny|grandad|mother|father|dad|mum|mom|stepmum|stepdad|godmother|godfather|foster parent)(?: (?:since|for|now|of|to|these|so|and|twice|myself|here|again|at)\b.*)?$", r"@family=\g<x>"),
    (r"(?i)^(?:my|the) (?P<x>husband|wife|partner|boyfriend|girlfriend|ex) and (?:i|me) (?:have |are |just |finally |recently )*(?:split(?: up)?|separated|are separating|divorced|parted(?: ways)?|called it (?:quits|a day)|broke up)\b.*$", r"@relationship=separated"),
    (r"(?i)^(?:i )?(?:got|am getting|'m getting|just got|recently got) (?P<x>married|divorced|engaged|separated)\b.*$", r"I got \g<x>"),
    (r"(?i)^my (?P<x>husband|wife|partner) (?:died|passed(?: away)?|has died|has passed(?: away)?|has been gone|is no longer with us|was taken)\b.*$", r"@relationship=widowed"),
    (r"(?i)^(?:i lost|lost|i buried|i nursed) my (?P<x>husband|wife|partner)\b(?! (?:in (?:the|a) (?:shop|crowd|supermarket)|phone)).*$", r"@relationship=widowed"),
    (r"(?i)^(?:i|we)(?:'ve| have)? (?:had to (?:have|put)|had|put) (?:the|our|my) (?P<x>[\w ]{2,20}?) (?:put (?:down|to sleep)|down|to sleep)\b.*$", r"I lost the \g<x>"),
    (r"(?i)^(?:i |we )?(?:finally |just |recently )*(?:got shot of|got rid of|flogged|scrapped|gave away|traded in|said goodbye to|waved goodbye to|sold off) (?P<x>(?:the|my|our) [\w ]{2,20}?)(?: (?:last|this|on|for|yesterday|today|in)\b.*|$)", r"I sold \g<x>"),
    (rf"(?i)^(?:the |our |my )?(?P<x>(?:[a-z]+ )?{ANIMALS}) (?:has |just |sadly |finally )*(?:died|passed away|passed on|is dead|is gone|didn't make it|was put down|got run over|was run over)\b.*$", r"@-pet=\g<x>"),
    (r"(?i)^(?:i(?:'ve| have)? |we )?(?:just |finally |recently )*(?:gave|given|giving|give|packed) (?:up|in)(?: on)? being (?:an? )?(?P<x>vegan|vegetarian|pescatarian|keto|kosher|plant[- ]based|gluten[- ]free)\b.*$", r"I stopped being \g<x>"),
    (rf"(?i)^the (?P<x>{MAKES}) (?:has |just |has just |also )?(?:failed|won't start|wouldn't start|broke down|broken down|needs? (?:a new|new|its|an? (?:mot|service|oil))|died|is making|is in the garage|is due|got a flat|got clamped|is on its last)\b.*$", r"@vehicle=\g<x>"),
    (r"(?i)^(?:we|i) (?:run|running|drive|have|own|use|ride) (?P<x>(?:an?|the|our|my) (?:old |little |second hand |electric )?.+)$", r"I drive \g<x>"),
)  # fmt: skip
_LEARN = (
    (r"(?i)^(?:i'm |i am |still )?(?:an? )?(?:(?:first|second|third|fourth|final|last|1st|2nd|3rd|4th)[- ]year|mature|part[- ]time|full[- ]time|postgrad(?:uate)?|undergrad(?:uate)?|phd|masters|grad|doctoral|college|uni|university|med|nursing|law|exchange) (?P<x>[a-z][\w &-]{1,30}?) (?:student|undergrad|postgrad|major|candidate|phd|trainee)s?\b.*$", r"@study=\g<x>"),
    (r"(?i)^(?:i'm |i am |we're )?(?:currently |still |just |almost |nearly |halfway |part way |partway |midway |now )*(?:doing|taking|studying|studying for|revising for|cramming for|working on|working towards|finishing|finishing up|starting|through|in|at the end of|sitting|retaking|prepping for|reading|writing up|halfway through|on) (?:(?:my|an?|the) |(?=[\w ]{3,24} (?:a[- ]levels?|gcses?|finals|exams?)\b)(?!(?:these|those|some|your|all)\b))(?:(?:online|part[- ]time|full[- ]time|second|first|distance|evening|open university|ou) )*(?P<x>(?:(?:degree|masters?|master's|phd|doctorate|ba|bsc|ma|msc|mba|diploma|btec|nvq|pgce|a[- ]levels?|gcses?|course|apprenticeship) (?:in|of) )?[\w &-]{2,36}?)(?: (?:degree|masters?|master's|phd|doctorate|ba|bsc|ma|msc|mba|diploma|a[- ]?levels?|gcses?|course|exams?|finals|dissertation|thesis|apprenticeship|qualification|boards?|certificate|bootcamp|conversion))(?: .*)?$", r"@study=\g<x>"),
    (r"(?i)^(?:i'm |i am )?(?:currently |still |halfway |midway |part way |partway )*(?:doing|through|in|taking|starting|finishing|halfway through) (?:my|an?|the) (?:degree|masters?|master's|phd|doctorate|ba|bsc|ma|msc|diploma|course|apprenticeship) in (?P<x>[\w &-]{3,30}?)(?: (?:part|full|at|and|so|online|on|by|with|this|which|now)\b.*|$)", r"@study=\g<x>"),
    (r"(?i)^(?:my )?(?:finals|exams?|boards|midterms|a[- ]levels?|gcses|resits?) (?:for|in) (?P<x>(?!(?:june|july|may|january|december|two|three|a|the)\b)[a-z][\w &-]{2,24}?) (?:are|is|start|begin|in|on|next|coming|this)\b.*$", r"@study=\g<x>"),
    (r"(?i)^(?:i'm |i am |i )?(?:still |currently |now |just )?(?:do|doing|read|study|studying|taking|take|started|start) (?P<x>(?!(?:not|no|business|most|all|lots|everything|nothing|admin|security|accounts|deliveries|reception|an?|the|my|some|it|that|this|nights?|shifts?|work|time|ok|well|fine|great|something|things)\b)[a-z][\w &-]{2,30}?) (?:at|in) (?:(?-i:[A-Z][\w']+)|uni|university|college|night school|sixth form|school|the open university|the ou|grad school)\b.*$", r"@study=\g<x>"),
    (r"(?i)^(?:i'm |i am )?(?:currently |still |back )?(?:at|in) (?:college|uni|university|school|night school|sixth form|grad school|trade school|tech)(?: again| now)? (?:doing|studying|for|reading|taking|learning) (?P<x>(?!(?:an?|the|my|some|it|that|this|now|years?|good)\b)[a-z][\w &-]{2,30}?)(?: (?:level|at|and|so|part|full|this|on|now|which|in)\b.*|$)", r"@study=\g<x>"),
    (r"(?i)^(?:i'm |i am )?(?:still |currently )?reading (?P<x>[a-z][\w &-]{2,30}?) at (?=(?-i:[A-Z])|uni\b|university\b|college\b).*$", r"@study=\g<x>"),
    (r"(?i)^(?:i'm |i am )?(?:an? )?(?P<x>(?:[a-z]+ )?(?:physics|maths?|mathematics|chemistry|biology|medicine|med|law|history|philosophy|psychology|sociology|economics|politics|literature|linguistics|engineering|computer science|comp sci|cs|data science|statistics|geography|geology|architecture|design|art|fine art|music|theatre|drama|theology|nursing|dentistry|dental|pharmacy|business|finance|accounting|accountancy|marketing|education|journalism|anthropology|archaeology|astronomy|neuroscience|nutrition|veterinary|vet|film|fashion|agriculture|criminology|midwifery|paramedic|physio|radiography|culinary|catering|plumbing|beauty|hairdressing)) (?:student|undergrad|postgrad|major|trainee|undergraduate|apprentice)\b(?! (?:loans?|discount|bar|union|ticket|accommodation|visa)\b).*$", r"@study=\g<x>"),
    (r"(?i)^(?:my )?(?P<x>[a-z][\w &-]{2,24}?) (?:a[- ]levels?|finals|gcses?|dissertation|degree|masters|phd|thesis|major)(?:'s| is| are| starts?| due)(?: .*)?$", r"@study=\g<x>"),
    (rf"(?i)^(?:i'm |i am |i was |we're |we are )?(?:originally |both )?{_TOWN},? (?:born and (?:bred|raised)|born|native|girl|boy|lad|lass|raised)(?: (?:me|myself|and|but|so|here|through|at heart)\b.*)?$", r"I was born and raised in \g<x>"),
    (rf"(?i)^(?:i )?(?:was )?(?:born and (?:bred|raised)|born|raised|grew up|brought up|was brought up|hail|come|came(?: here| over)?|moved here|moved over|emigrated|arrived|fled)(?: here| over)? (?:in|from) {_TOWN}(?: .*)?$", r"I come from \g<x>"),
    (rf"(?i)^(?:i )?(?:left|fled) {_TOWN} (?:as a (?:child|kid|baby|teenager)|when i was .*|at (?:the age of )?\d+)\b.*$", r"I come from \g<x>"),
    (r"(?i)^(?:my|our) (?:roots|ancestors|family|people|blood|heritage|background|parents|folks|mother's side|dad's side|mum's side)(?: is| are|'s) (?:all |half |part |mostly |originally )?(?P<x>[a-z]+(?:ian|ean|ese|ish|an|i|ch))\b.*$", r"I am \g<x>"),
    (r"(?i)^(?:i'm |i am |we're )?(?:half |part |very )?(?P<x>[a-z]+(?:ian|ean|ese|ish|an|i|ch)) (?:by (?:birth|blood|heritage|descent|background)|through and through|at heart|on my (?:mum|mom|mother|dad|father)'s side|myself|heritage|roots|originally|born and (?:bred|raised))\b.*$", r"I am \g<x>"),
    (rf"(?i)^(?:my|our) (?:family|parents|people|roots|folks)(?:'s| is| are| come| all come| come originally)? (?:originally )?from {_TOWN}\b.*$", r"I come from \g<x>"),
)  # fmt: skip
_TOOLS = (
    (rf"(?i)^(?:i'm |i am |we're )?(?:an? )?(?:big |long[- ]time |heavy |hardcore |daily |die[- ]hard )*(?P<x>{APPLICATIONS}) (?:user|person|girl|guy|shop|house|household|convert|nerd|power user)s?\b(?: .*)?$", r"I use \g<x>"),
    (rf"(?i)^(?:i|we) (?:keep|do|run|track|write|manage|store|have|plan|organi[sz]e|edit|draw|build|design|code|record|log) (?:all |most of |everything |nearly everything |pretty much everything )?(?:(?:my|our|the|of my|of our) [\w ]{{2,20}}? )?(?:in|on|with|through|using) (?P<x>{APPLICATIONS})\b.*$", r"I use \g<x>"),
    (rf"(?i)^(?:i'm |i am |we're )?(?:stuck (?:on|with)|glued to|wedded to|living in|lost without|back on|a slave to) (?P<x>{APPLICATIONS})\b.*$", r"I use \g<x>"),
    (rf"(?i)^my (?:whole |entire )?(?:life|brain|business|job|day|schedule|to-?do list|budget|planning|novel|thesis|notes|code)(?: is| lives|'s) (?:all )?(?:in|on|inside) (?P<x>{APPLICATIONS})\b.*$", r"I use \g<x>"),
    (rf"(?i)^(?:everything|all|most of what|everything that)(?: of it| my \w+| our \w+)?(?: i do| we do| i have| i write)?(?: is|'s| lives| happens| gets done| goes)? (?:in|on|through|into) (?P<x>{APPLICATIONS})\b.*$", r"I use \g<x>"),
    (rf"(?i)^(?:i|we)(?:'m|'re| am| are)? (?:still |mostly |all |mainly |stuck |living |only |always |currently |both )*(?:on|using|use|in|working in|work in|live in|rely on|swear by) (?P<x>{APPLICATIONS})(?= (?:for|at|all|every|so|here|on|now|because|with|to|and|these|daily|as)\b|$).*$", r"I use \g<x>"),
    (rf"(?i)^(?P<x>{APPLICATIONS})(?: is|'s) (?:my|our) (?:main|go-to|favou?rite|daily|primary|preferred|usual|default|only) (?:\w+ )?(?:tool|app|editor|browser|program|programme|software|driver|thing|ide|one|workhorse)\b.*$", r"I use \g<x>"),
    (rf"(?i)^(?:my|our) (?:\w+ )?(?:editor|browser|notes app|todo app|calendar|spreadsheets?|ide|setup|stack|workflow|files)(?: of choice)?(?:'s| is| are| lives? in| are all in| is all in)? (?:all )?(?:in |on )?(?P<x>{APPLICATIONS})\b.*$", r"I use \g<x>"),
)  # fmt: skip
_ROWS = (*_ALLERGY, *_NOT_WORKING, *_NOUNS, *_FOOD, *_NAMES, *_HOME, *_WORK, *_BORN, *_SPEECH, *_LEARN, *_TOOLS, *_LIFE, *_TASTE)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Idiom:
    """What an idiom comes to: a plain clause, or an attribute and a value that no grammar need judge.

    ``ends``: it holds no longer; ``begins``: it takes the place of what was.
    """

    plain: str = ""
    attribute: str = ""
    value: str = ""
    ends: bool = False
    begins: bool = False


def idiom(clause: str) -> Idiom | None:
    """What a clause comes to if it is an idiom. The first row that fits decides."""
    if len(clause) > _LONGEST:
        return None
    bare = compiled(_WITH_ADVERBS).sub(r"\1 ", clause)
    for words in dict.fromkeys((clause, bare, compiled(_GOES_ON).sub("", bare))):
        for said in dict.fromkeys((words, compiled(_SHORT_IS).sub(r"\1 is", words))):
            if found := _of(said, _ROWS):
                return found
    return None


def at_length(sentence: str) -> Idiom | None:
    """The same of a whole sentence, where only its end tells what its beginning means ("…, brings me out in hives")."""
    if compiled(_LONG).search(sentence) and (found := _of(sentence, _ALLERGY)):
        return found
    if found := _of(sentence, _AT_LENGTH):
        return found
    return _of(sentence, _NAMES_AT_LENGTH) if compiled(_NAMED).search(sentence) else None


def _of(words: str, rows: tuple[tuple[str, str], ...]) -> Idiom | None:
    for pattern, other in rows:
        found = compiled(pattern).match(words)
        if found is None:
            continue
        said = found.expand(other)
        if said[0] != "@":
            return Idiom(said)
        attribute, _, value = said[1:].partition("=")
        if judge := _JUDGES.get(attribute.lstrip("+-")):
            value = judge(value) or ""
        if value := value.strip(" ,.'-"):
            key = attribute.lstrip("+-").replace("role", "job")
            return Idiom("", key, value, attribute[0] == "-", attribute[0] == "+")
    return None


#: A longer clause tells a story.
_LONGEST = 160
#: Adverbs behind the speaker that change nothing.
_WITH_ADVERBS = r"(?i)^(i|we|i'm|we're|i am|we are|i've|we've|i have|we have) (?:(?:just|also|still|really|mostly|mainly|usually|normally|generally|always|actually|currently|recently|kind of|kinda|sort of|literally|basically|already|both|all|too|so|very much|absolutely|totally|definitely|sometimes|often|tend to|now) )+(?!no longer)"
#: "Gluten's out": the first word has "is".
_SHORT_IS = r"(?i)^([a-z]{3,})'s(?= (?:out|off|my|not|a|the|too|never|always|bad|how|what|where|just|definitely|basically|been)\b)"
#: Where a clause goes on with a reason, a consequence or another matter.
_GOES_ON = r"(?i)(?:,? (?:so|because|cos|coz|cause|since|but|which|though|although|hence|if|when|while|whereas|except|&|even if|as (?:you|i|it|they)|and (?:i|we|my|now|it|he|she|they|the|that|nobody|everyone|can't|don't|still|need|want|have|am|no))\b| [-–—] | ?[(:;]).*$"
_LONG = rf"(?i){_REACTS}|\bi'm in\b"
_NAMED = r"(?i)\b(?:name|surname|drop the|forget the|never mind the|no need for|mrs?|ms|officially|on paper|only my|on the|for short|in real life|otherwise|day to day|at home|in person|correspondence|please use|to everyone|to (?:my )?(?:friends|mates))\b"


def _called(words: str) -> str | None:
    """A name with a capital that is no people, mood or trade."""
    name = person(words.rstrip(".,")) or ""
    good = name[:1].isupper() and is_name(name) and not name.startswith(("I ", "I'"))
    return name if good and name != "I" else None


_JUDGES = {
    "like": liking,
    "dislike": liking,
    "location": place,
    "employer": company,
    "name": _called,
    "role": role,
}
