"""Says English idioms in the words of the grammar ("peanuts could kill me" is "I am allergic to peanuts"); it knows no person.

Each row fits from the beginning of a clause. What it comes to is a plain statement that the grammar judges as any other, or
"@" with an attribute and its value; "-" says that it holds no longer, "+" that it takes the place of what was.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

from hindsight_integrations.language.english_senses import laboratory
from hindsight_integrations.language.english_words import (
    ANIMALS,
    AT_TIMES,
    GROWN,
    HARMFUL,
    MONTHS,
    NUMBERS,
    PASTIMES,
)
from hindsight_integrations.language.idiom_parts import (
    ADV,
    DOCTOR,
    FIRM,
    NAME,
    NOT_ONE,
    REACTS,
    SICK,
    SPEAKER,
    STAPLES,
    TOWN,
    X,
)
from hindsight_integrations.language.idioms_of_life import LEARN, LIFE, SPEECH, TOOLS
from hindsight_integrations.language.introductions import is_name
from hindsight_integrations.language.kinds import role
from hindsight_integrations.language.liking_kinds import liking
from hindsight_integrations.language.patterns import compiled
from hindsight_integrations.language.values import company, person, place

_ALLERGY = (
    (rf"(?i)^{ADV}(?P<x>{HARMFUL}) (?:could|would|will|can|might|may|nearly|almost|once nearly|is going to|are going to)(?: [a-z]+ly)? (?:kills?|killed|finish|end) me\b.*$", r"I am allergic to \g<x>"),
    (rf"(?i)^{ADV}(?:(?:eating|touching|a bite of|a bit of|any|even a trace of|the smell of|contact with|one) )*(?P<x>{HARMFUL}) (?:makes? (?:my (?:throat|lips?|tongue|face|mouth|eyes|skin|airway|hands) |me (?:swell|come out|break out|wheeze|itch|sneeze|blotchy|react))|(?:closes?|shuts?) my throat|(?:brings?|breaks?) me out|gives? me (?:hives|a rash|welts|anaphyla|an? (?:allergic )?reaction)|sends? me (?:straight )?(?:to|into)|puts? me in|lands? me in|sets? (?:off my|me off(?! (?:laughing|crying|giggling|dreaming)))|wrecks? me|swells? me up).*$", r"I am allergic to \g<x>"),
    (rf"(?i)^{ADV}(?:i )?(?:can't|cannot|can not|mustn't|must not|am not allowed(?: to)?|am not to|shouldn't|can never|could never) (?:ever )?(?:be given|take|have|touch|go near|wear|handle|be near|be around|eat|tolerate) (?:any )?(?P<x>{HARMFUL})\b(?=.*{REACTS}).*$", r"I am allergic to \g<x>"),
    (r"(?i)^i (?:can't|cannot|can not|must not|mustn't|am not allowed to) be given (?:any )?(?P<x>[a-z]+)\b.*$", r"I am allergic to \g<x>"),
    (rf"(?i)^(?:one|a|a single|any|the (?:slightest|smallest) (?:bit|trace) of|half a|even a) (?:(?:bite|whiff|sniff|crumb|trace|lick|mouthful|nibble|sip) of )?(?P<x>{HARMFUL}),? (?:and|means) (?:i|i'm|it's|my)\b.*{REACTS}.*$", r"I am allergic to \g<x>"),
    (rf"(?i)^(?:i |we )?(?:carry|have|keep|got|need) an? epi-?pen for (?:my )?(?P<x>{HARMFUL})\b.*$", r"I am allergic to \g<x>"),
    (rf"(?i)^i (?:react (?:badly |terribly |horribly |really badly )?to|come (?:out|up) in (?:hives|a rash|welts|spots|lumps) (?:from|with|at|if i (?:eat|touch)|when i (?:eat|touch))|swell up (?:from|with|if i (?:eat|touch)|when i (?:eat|touch))|break out (?:from|in hives from|if i (?:eat|touch))|go into (?:anaphylactic )?shock (?:from|with)) (?:any )?(?P<x>{HARMFUL})\b.*$", r"I am allergic to \g<x>"),
    (rf"(?i)^(?:i(?: have|'ve)(?: got)? )?(?:an? |the |my )?(?:really |very )?(?:(?:bad|severe|serious|slight|mild|awful|nasty|lifelong|deadly|raging) )?(?P<x>{HARMFUL}) (?:allerg(?:y|ies)|intoleran(?:ce|t))(?: here| over here| in this house| since .*| sufferer.*| kid| on my side| btw| too| myself)?$", r"I am allergic to \g<x>"),
    (rf"(?i)^(?:i |we )?(?:am |'m )?(?:an? )?(?P<x>{HARMFUL})[- ]allergic(?: person)?\b.*$", r"I am allergic to \g<x>"),
    (rf"(?i)^(?:me and|i and) (?P<x>{HARMFUL}) (?:don't|do not) (?:get on|get along|agree|mix)\b.*$", r"I am intolerant to \g<x>"),
    (rf"(?i)^(?P<x>{HARMFUL})(?: is| are|'s) (?:a no|a hard no|a no[- ]go|out|off[- ]limits|off the table|not an option|no good|banned)\b.*\ballerg.*$", r"I am allergic to \g<x>"),
    (rf"(?i)^(?P<x>{HARMFUL}) and (?:me|i|my \w+) (?:don't|do not|can't|never) (?:get on|get along|agree|mix|see eye to eye)\b.*$", r"I am allergic to \g<x>"),
    (rf"(?i)^(?:i(?:'ve| have)? )?(?:had|got|have) (?:an? )?(?:(?:bad|allergic|severe|nasty|awful|serious|horrible|terrible|anaphylactic|scary) )*reactions? to (?:the |some )?(?P<x>{HARMFUL})\b.*$", r"I am allergic to \g<x>"),
    (rf"(?i)^(?:i |my eyes |my nose )?(?:sneeze|sneezes|itch|wheeze|can't breathe|stream|streams|water|get hives|get a rash|blow up|puff up|swell up|come up in lumps)(?: [\w ]{{2,20}}?)? (?:around|near|with|from|at) (?:any |the )?(?P<x>{HARMFUL})\b.*$", r"I am allergic to \g<x>"),
    (rf"(?i)^(?:i'm |i am )?(?:super |very |really |highly |extremely |terribly |so |quite |hyper)?[- ]?sensitive to (?P<x>{HARMFUL})\b.*$", r"I am allergic to \g<x>"),
    (rf"(?i)^(?P<x>{HARMFUL}) (?:don't|do not|doesn't|does not) (?:agree|sit well|get along) with me\b.*$", r"I am intolerant to \g<x>"),
)  # fmt: skip
_FOOD = (
    (rf"(?i)^{DOCTOR}(?:'s| has| have|'ve)?(?: got| put| told| had| kept| keeps| keeping| wants| ordered| taken| took)+ me(?: to stay| to keep| to go)? (?:completely |totally |right )?off (?:of )?(?:all )?(?P<x>{STAPLES})\b.*$", r"I don't eat \g<x>"),
    (rf"(?i)^(?:i(?:'m| am|'ve| have)?|we(?:'re| are|'ve| have)?)? ?{ADV}(?:(?:trying|try|going) to )?(?:be )?(?:off|stopped (?:eating|having|drinking)|cutting out|cut out|giving up|given up|gave up|no longer eat|quit|steering clear of|staying away from|staying off|laying off|swearing off|swore off|sworn off|avoiding|off of|not (?:allowed|eating|touching|having)|don't touch|do not touch|never touch|don't do|stay off|keep off|steer clear of|stay away from|can't have|not supposed to (?:eat|have)|allowed no) (?:all |any |the )?(?P<x>{STAPLES})(?: (?!(?:pie|pies|soup|sauce|substitute|free|alternative)|{AT_TIMES}).*)?$", r"I don't eat \g<x>"),
    (rf"(?i)^(?:absolutely |strictly |definitely )?(?:no|zero|without any|never any|nothing with|not? any) (?P<x>{STAPLES})(?: at all)?(?: whatsoever)? (?:for|with|in|allowed in|over|on) (?:me|us|this house|our house|my house|my diet|the kids|here|my kitchen|our kitchen|my side)\b(?!.*\b(?:today|tonight|this time|right now)\b).*$", r"I don't eat \g<x>"),
    (r"(?i)^(?:i|we) (?:have|need|am supposed|'m supposed) to (?:eat|be|stay|keep|go|cook) (?:strictly |completely )?(?P<x>vegan|vegetarian|halal|kosher|gluten[- ]free|dairy[- ]free|low[- ](?:salt|sodium|carb|fat|sugar|fodmap)|keto|plant[- ]based|nut[- ]free|lactose[- ]free)\b.*$", r"I eat \g<x>"),
    (r"(?i)^(?:\d+|two|three|four|five|six|eight|ten|a few|several) (?:days|weeks|months|years) (?:into|on|of|of being) (?:an? |my |the )?(?P<x>vegan|vegetarian|keto|paleo|carnivore|whole30|gluten[- ]free|dairy[- ]free|low[- ]carb|low[- ]fodmap|plant[- ]based)\b.*$", r"I am \g<x>"),
    (rf"(?i)^(?:absolutely |strictly )?no (?P<x>{STAPLES}(?:,? (?:or|and|nor) {STAPLES})?) in (?:anything|my food|our food|the house)\b.*$", r"I don't eat \g<x>"),
    (rf"(?i)^(?:absolutely |strictly )?no (?P<x>{STAPLES}) (?:here|ever|please,? ever|since .*)$", r"I don't eat \g<x>"),
    (r"(?i)^(?:i'm |i am |we're |we are )?(?:an? |all |both |strictly |mostly |fully |completely |proper )*(?P<x>vegan|vegetarian|veggie|pescatarian|halal|kosher|keto|paleo|plant[- ]based|gluten[- ]free|dairy[- ]free|low[- ]carb|raw vegan|flexitarian|carnivore|fruitarian|coeliac|celiac|lactose intolerant|nut[- ]free|sugar[- ]free) (?:household|house|home|family|kitchen|table|couple|person|diet|girl|guy|gal|lad|lass|cook|eater|myself|ourselves|over here|here|now|these days|(?:for|since|going on) .*|btw|so)(?: here| now| over here| btw| myself)?$", r"I am \g<x>"),
    (r"(?i)^(?:only|strictly|just|it's only|everything|it has to be|has to be|needs to be|must be|it must be) (?P<x>vegan|vegetarian|halal|kosher|gluten[- ]free|dairy[- ]free|plant[- ]based|low[- ]carb|nut[- ]free)(?: (?:food|meat|stuff|things|recipes|please|for (?:me|us)|in (?:this|our|my) (?:house|home|family|kitchen)|here|at ours|at home))+.*$", r"I am \g<x>"),
    (rf"(?i)^{DOCTOR}(?:'s| has| have|'ve)?(?: got| put| had| placed| keeps| kept| started| moved| switched)? (?:me|us) (?P<how>on|onto|on to) (?P<x>.+)$", r"I am on \g<x>"),
    (r"(?i)^(?:put|moved|switched|started) (?:me|us) (?:on|onto|on to) (?P<x>.+)$", r"I am on \g<x>"),
    (rf"(?i)^{DOCTOR}(?:'s| has| have)? (?:took|taken|pulled|taking|weaned|got|had) me off (?:of )?(?P<x>[a-z]+)\b.*$", r"I stopped taking \g<x>"),
    (r"(?i)^(?:i'm |i am |we're |we are |been |i've been )?(?:on|doing|following|sticking to|living on|trying) (?:an? )?(?:strict |new |very )?(?P<x>(?:low|high|no|reduced)[- ](?:[a-z]+)|vegan|vegetarian|keto|paleo|fodmap|low fodmap|gluten[- ]free|dairy[- ]free|mediterranean|plant[- ]based|whole30|carnivore|atkins|ketogenic)(?: (?:diet|regime|plan|thing|stuff|food|kick|eating))?\b(?! (?:table|lights?|hills?|flights?|carbs? bread))(?:[ ,].*)?$", r"I am \g<x>"),
    (r"(?i)^(?:i |we )?(?:only |all |mostly |both |always |just )*(?P<v>eat|live|cook|keep|go|went|gone|am|are|buy) (?:mostly |strictly |mainly |only |fully |all |entirely )?(?P<x>vegan|vegetarian|veggie|plant[- ]based|halal|kosher|gluten[- ]free|dairy[- ]free|keto|low[- ]carb|pescatarian)(?: .*)?$", r"I eat \g<x>"),
    (rf"(?i)^(?:i|we) (?:don't|do not|never|can't|cannot|won't) (?:eat|touch|have|cook(?: with)?|do|buy|serve) (?:any )?(?P<x>{STAPLES}(?:,? (?:or|and) {STAPLES})?)(?: (?!{AT_TIMES}).*)?$", r"I don't eat \g<x>"),
)  # fmt: skip
_NAMES = (
    (rf"(?i)^(?:(?:everyone|everybody|people|friends|folks|they|most people|my friends|my mates|the lads|all my friends|family|my family|colleagues|most folk|anyone who knows me)) (?:(?:just|usually|normally|always|mostly|all|tend to|only|ever) )*calls? me {NAME}\b.*$", r"@name=\g<x>"),
    (rf"(?i)^(?:please |you can |you may |you could |feel free to |just |do |it's fine to |kindly )*(?:just )?(?:call|address|refer to) me(?: as| by)? {NAME}(?:[ ,].*)?$", r"@name=\g<x>"),
    (rf"(?i)^(?:i )?(?:would |'d |should )?(?:rather|prefer|like|love|much prefer)(?: it)?(?: to)?(?: be(?:ing)?)? (?:addressed|called|known|referred to)(?: as)? {NAME}(?:[ ,].*)?$", r"@name=\g<x>"),
    (rf"(?i)^(?:please )?(?:sign|sign it|sign them|sign this|sign off|sign it off|put it|put that|make it out|address it|book it|put it down)(?: off)? (?:as|from|to|under|for|in the name(?: of)?|in) {NAME}(?:,| please|$).*$", r"@name=\g<x>"),
    (rf"(?i)^(?:please )?(?:put|use) {NAME} (?:on|for|as) (?:the|my) (?:booking|name|form|reservation|ticket|invoice|label|badge)\b.*$", r"@name=\g<x>"),
    (rf"(?i)^{NAME} (?:speaking|on the line)(?: again)?(?:$|[,.!]| w/| with| from| and).*$", r"@name=\g<x>"),
    (r"(?i)^(?:my |the )?(?:surname|last name|family name|married name|nickname|given name|forename|first name)(?: is|'s| was| would be|:)? (?:actually |really )?(?P<x>(?-i:[A-Z])[\w'’.-]*(?: (?-i:[A-Z])[\w'’.-]*){0,2})\b.*$", r"@name=\g<x>"),
    (r"(?i)^(?:(?:hi|hello|hey|hiya|morning|evening|ok|yes|oh)\b)?[ ,]*(?P<x>(?!(?:is|anyone|someone|who|nobody|generally|strictly|not|he|she|they|we|you|i|so|no|just|thanks|english|french|german|spanish)\b)[a-z]{3,11}) speaking(?=$|[,.!]).*$", r"My name is \g<x>"),
    (rf"(?i)^(?:(?:most |some )?(?:people|folks|friends|everyone|they|my \w+) )?(?:usually |just |always )?(?:shorten(?:s|ed)? (?:it|that|my name) to|know(?:s)? me as|only know me as|nicknamed me|have always called me) {NAME}\b.*$", r"@name=\g<x>"),
    (rf"(?i)^it(?:'s| is) (?:just |actually |really |plain )?{NAME},? (?:silent|with an?|spelled|spelt|pronounced|rhymes|short for|for short|to my friends)\b.*$", r"@name=\g<x>"),
    (rf"(?i)^(?:i )?(?:answer|respond) to {NAME}\b.*$", r"@name=\g<x>"),
    (rf"(?i)^this is {NAME},? (?:again|here|speaking|from|calling|writing)\b.*$", r"@name=\g<x>"),
    (rf"(?i)^(?:the )?name(?:'s| is) {NAME}\b.*$", r"@name=\g<x>"),
    (rf"(?i)^(?:i )?(?:go|going|goes|went) by {NAME}\b.*$", r"@name=\g<x>"),
    (rf"(?i)^(?:i(?:'m| am)) {NAME},? (?:by the way|btw|here|speaking|with an? .*|spelled .*|spelt .*|w/.*)$", r"@name=\g<x>"),
)  # fmt: skip
#: What speaks of two, whom a clause would part; and a trade that stands alone before what it is like.
_AT_LENGTH = (
    (r"(?i)^i(?:'m| am) (?:bi|tri|multi)lingual[,:]? (?:in |with )?(?P<x>(?-i:[A-Z])[a-z]+(?:(?:,| and|, and|/) (?-i:[A-Z])[a-z]+)*)\b.*$", r"@language=\g<x>"),
    (r"(?i)^give me (?:an? |some )?(?P<x>(?!(?:minute|moment|second|break|hand|reason|recipe|list|hint|few|tip)\b)[\w' -]{3,20}?)(?: and .{3,30})? and (?:i'm|i am) (?:happy|sorted|in heaven|set|a happy \w+|away|content)\b.*$", r"@like=\g<x>"),
    (r"(?i)^(?:my |me and my )(?:boyfriend|girlfriend|partner|fiancée?|other half)(?: and i)? (?:have |are |'ve )?(?:just |finally |recently )?(?:moved|moving) in together\b.*$", r"@relationship=living together"),
    (r"(?i)^(?:my|the) (?P<x>husband|wife|partner|boyfriend|girlfriend|ex) and (?:i|me) (?:have |are |just |finally |recently |'ve |are now )*(?:split(?: up)?|separated|are separating|divorced|parted(?: ways)?|called it (?:quits|a day)|broke up|broken up|no longer together)\b.*$", r"@relationship=separated"),
    (r"(?i)^(?:my|the) (?P<x>fiancée?|boyfriend|girlfriend|partner|other half) and (?:i|me) (?:have |are |just |finally |recently |'ve |got |are getting |are now )*(?P<y>married|engaged)\b.*$", r"@relationship=\g<y>"),
    (r"(?i)^(?:my )?(?:husband|wife|partner|boyfriend|girlfriend) and (?:i|me) (?:live|are based|moved|are settled|just moved|have moved)(?: up| down| out| over)? (?:in|to) (?P<x>(?-i:[A-Z])[\w'.-]+(?: (?-i:[A-Z])[\w'.-]+)?)\b.*$", r"@location=\g<x>"),
    (r"(?i)^(?:i'm |i am )?(?:an? )?(?P<r>[a-z][a-z -]{3,30}?) (?:for|at|with) (?P<x>(?-i:[A-Z])[\w&'.-]*(?: (?-i:[A-Z&])[\w&'.-]*){0,3})(?= (?:since|for|now|so|in|and|on|these|until|till)\b|[,.;]|$).*$", r"@role=\g<r> at \g<x>"),
    (r"(?i)^(?:i'm |i've |i |just |been |back )*(?:on|off|doing|working|finished|finishing) (?:[\w-]+ )?(?:nights?|days|lates|earlies|shifts?|call|maternity leave|sick leave)(?: [^,]{2,30})?, (?P<x>(?!(?:an?|the|my|his|her)\b)(?!(?:doctor|nurse|chef|waiter|coach|boss|captain|officer|professor|teacher|doc|mate|driver|agent|assistant)\b)[a-z][a-z -]{3,30}?)(?:,.*|$)", r"@role=\g<x>"),
    (rf"(?i)^(?:(?:i'm|i was|i am) (?:an? )?(?:[a-z]+ ){{0,3}}?(?:baby|born)|(?:an? )?(?:[a-z]+ ){{1,2}}baby|born|my birthday)\b[^.]{{0,30}}?,? (?:the |on )?(?P<x>(?:\d{{1,2}}(?:st|nd|rd|th)? (?:of )?{MONTHS}|{MONTHS} (?:the )?\d{{1,2}}(?:st|nd|rd|th)?)(?:,? \d{{4}})?)\b.*$", r"my birthday is \g<x>"),
    (r"(?i)^(?:an? )?(?!(?:[a-z]+ )?(?:driver|courier|receptionist|cashier|assistant|attendant|agent|rep|representative|postman|postie|guard|manager|conductor|inspector|referee|server|operator|waiter|waitress|barista|vendor|seller|technician|engineer)\b)(?P<x>(?!(?:doctor|nurse|chef|waiter|coach|boss|captain|judge|officer|professor|teacher|editor|host|agent|minister|father|driver|actor|mayor|doc)\b,)[a-z][a-z /-]{3,40}?),? (?:here )?(?:(?<=,)|(?<=, )|(?<=here ))(?=(?:[a-z]{3,}ing (?!to\b)(?=.*\b(?:a|per|every|each|all) (?:day|shift|week|night)s?\b)|so (?:yes|no|i|my|the|a|any|don't|please)\b|\d+ (?:years|yrs)|\w+ years|for (?:\d|over \d|the (?:last|past))|self[- ]employed|been |nights?\b|on my feet|on nights|by day)).*$", r"@role=\g<x>"),
)  # fmt: skip
#: "Seun is fine": of a name only where the sentence speaks of names.
_NAMES_AT_LENGTH = (
    (rf"(?i)^.{{0,80}}?(?:\b(?:full|legal|birth|real|given|passport|formal|my) name\b|\bmr\b|\bmrs\b|\bms\b|\bsurname\b|\bofficially\b|\bon paper\b|\bon the (?:passport|form|deed|birth certificate)\b|\bonly my (?:mum|mother|gran|nan)\b).{{0,60}}?(?:^|[ ,;.-])(?:just |but |honestly |so |to (?:friends|everyone|everybody|mates|you) |please )*{NAME} (?:is (?:fine|ok|okay|plenty|enough|what|how|better|good|preferred)|will (?:do|be fine|suffice)|works|'ll do|to (?:friends|everyone|everybody|my mates|my friends))\b.*$", r"@name=\g<x>"),
    (rf"(?i)^.{{3,60}}?, (?:but |just |and )?{NAME} (?:in real life|to everyone(?: else)?|for short|day to day|otherwise|at home|to most(?: people)?|everywhere else|in person|online|to my face|to the kids)\b.*$", r"@name=\g<x>"),
    (rf"(?i)^{NAME} (?:to|for) (?:my |all my )?(?:friends|mates|everyone|everybody|short|family)(?:,.*)?$", r"@name=\g<x>"),
)  # fmt: skip
_HOME = (
    (rf"(?i)^.{{0,60}}?\b(?:(?:over|up|down|out|back|round|around) )?here in {TOWN}(?=$|[ ,.!]).*$", r"@location=\g<x>"),
    (rf"(?i)^(?:i|we)?(?:'m|'re| am| are|(?:'ve| have)(?= (?:[a-z]+ )?(?:been|lived)\b))? ?{ADV}(?:been |living |settled |based |located |situated |holed up |stationed |happily |ensconced |(?<=have )lived |(?<='ve )lived )+(?:up |down |over |out |just |here )*(?:in|near|outside|around|by) {TOWN}\b(?! (?:is|are|was|has|costs?|would|will|can|means)\b).*$", r"@location=\g<x>"),
    (rf"(?i)^(?:my|our) (?:new |old |little |tiny |small |top floor |ground floor |rented |first |own |two bed |one bed |draughty )*(?:flat|house|apartment|place|cottage|garden|home|bungalow|studio|balcony|allotment|farm|street|kitchen|block|backyard|terrace|neighbourhood|neighborhood|landlord|local (?:pub|shop|library|council)|commute|postcode|zip code)(?:'s| is| here)? (?:up |down |out |over )?(?:in|near|from|outside) {TOWN}\b(?!.{{0,30}}\b(?:was|were|used to|back then|burned|as a (?:kid|child|student))\b).*$", r"@location=\g<x>"),
    (r"(?i)^(?:i|we) (?:live|sleep)(?: full[- ]time| permanently| these days)? (?:in|on|aboard) (?:a|my|our|the) (?P<x>(?:[a-z]+ )?(?:van|campervan|motorhome|rv|caravan|boat|narrowboat|houseboat|yurt|trailer|bus|tiny house|farm|commune|convent|monastery|camper))\b.*$", r"@location=\g<x>"),
    (r"(?i)^day (?:one|two|three|\d+) (?:of|on) (?:being |going |my |the )?(?:an? )?(?P<x>vegan|vegetarian|keto|paleo|carnivore|whole30|gluten[- ]free|dairy[- ]free|low[- ]carb|plant[- ]based)\b.*$", r"I became \g<x>"),
    (rf"(?i)^(?:i |we )?(?:just |recently |finally )?(?:got|picked up|collected|signed for|have) the keys (?:to|for) (?:the|our|my|a) (?:new |first )?(?:flat|house|apartment|place|home|cottage|studio) in {TOWN}\b.*$", r"@+location=\g<x>"),
    (rf"(?i)^(?:first|second|third|last) (?:night|week|day|morning|month|weekend) in (?:the|our|my) (?:new )?(?:flat|house|apartment|place|home|cottage) in {TOWN}\b.*$", r"@+location=\g<x>"),
    (rf"(?i)^{TOWN} (?:is|'s|has been) (?:home|where (?:i|we) (?:live|call home|'re based|'m based)|my (?:home|base|city|town)|our home|home base)(?: now| these days| for .*| since .*)?\b.*$", r"@location=\g<x>"),
    (rf"(?i)^.{{0,50}}?\bhere (?:on the [a-z]+ |just |right |out |up |down )*(?:near|outside|off|by) {TOWN}\b.*$", r"@location=\g<x>"),
    (rf"(?i)^(?:the |these |those )?{TOWN} (?:winters?|summers?|weather|traffic|rents?|rain|heat|humidity|smog|fog|snow|house prices|water|buses|trams|tubes?|climate|springs?|autumns?) (?=.*\b(?:my|me|us|our|we|i)\b).*$", r"@location=\g<x>"),
    (rf"(?i)^(?:i'm |i am )an? {TOWN} (?:girl|boy|lad|lass|man|woman|local|person|resident) (?:now|these days|since .*|at last)\b.*$", r"@location=\g<x>"),
    (rf"(?i)^(?:i'm |i am |we're )?{TOWN}[- ]based\b.*$", r"@location=\g<x>"),
    (rf"(?i)^(?:i|we) (?:call|made) {TOWN} (?:my |our )?home\b.*$", r"@location=\g<x>"),
    (rf"(?i)^(?:i'm|i am|we're|we are) (?:a |an )?(?:long[- ]time |lifelong |proud )?{TOWN} (?:resident|based|local|dweller)\b.*$", r"@location=\g<x>"),
    (rf"(?i)^(?:renting|rented|rent|bought|buying|leasing|subletting) (?:an? |my |our )(?:[a-z-]+ ){{0,3}}(?:room|flat|house|apartment|place|studio|cottage|box room) (?:in|near|outside) {TOWN}\b(?! for (?:an?|the|two|three|\d) ).*$", r"@location=\g<x>"),
)  # fmt: skip
_WORK = (
    (r"(?i)^(?P<i>i|we) (?P<x>(?!(?:[a-z]+ed|have|do|need|want|can|can't|don't|would|will|just|like|love|know|wish|hate|think|could|earn|make)\b)(?:[a-z]+ (?:and |& )?){1,5})(?:for a living|professionally|by profession|by trade|for work|full[- ]time(?=$|[,.;]| (?:now|and|at|in|so|these)\b))\b.*$", r"@job=\g<x>"),
    (r"(?i)^(?:i |we )?(?:do|doing|did)? ?(?P<x>(?!(?:i|that|this|it|what|which|here|there|who|my|nothing|everything|waiting)\b)(?!.*\b(?:today|tonight|tomorrow)\b)(?:[a-z]+ ){1,3})(?:is|has been) (?:my (?:day |main |full[- ]time )?(?:job|trade|profession|gig|living|bread and butter)|what i do (?:for a living|for work)|how i (?:earn|make) (?:my|a) living|how i (?:pay|cover|make) (?:the|my) (?:bills|rent|mortgage|money)|what i get paid for|what pays (?:the|my) (?:bills|rent|mortgage))\b.*$", r"@job=\g<x>"),
    (rf"(?i)^{FIRM} (?:just |recently |finally |have |has |'ve |'s )*(?:took|taken|take|brought|snapped) me (?:on|back on|on board)(?: (?:last|as|this|in|when|full|part|after|for|at|two|three|a|straight|permanently|despite)\b.*|,.*)?$", r"I was hired by \g<x>"),
    (rf"(?i)^{FIRM} (?:just |recently |finally |have |has |'ve |'s )*(?:let me go|laid me off|fired me|sacked me|made me redundant|dropped me|gave me the (?:boot|sack|push)|got rid of me)\b.*$", r"I was laid off by \g<x>"),
    (r"(?i)^(?:[\w' ]{3,30} )?as an? (?P<x>(?!(?:rule|result|matter|joke|treat|kid|child|gift|surprise|test|last|family)\b)[a-z][a-z /-]{2,30}?) (?:is|means|can be|isn't|gets|has its) (?!.*\b(?:he|she|they|his|her)\b).*$", r"@role=\g<x>"),
    (r"(?i)^(?P<x>(?!(?:first world|rich people|adult|mum|dad|real|daily)\b)[a-z][a-z -]{3,24}?) (?:problems|life|brain|humou?r|hours)$", r"@role=\g<x>"),
    (r"(?i)^(?:.{3,40} )?after (?:\d+|ten|fifteen|twenty|thirty|forty) (?:years|yrs) (?:as an?|of being an?) (?P<x>[a-z][a-z /-]{2,30}?)(?:,.*|$)", r"@role=\g<x>"),
    (r"(?i)^as an? (?:[a-z]+ )??(?P<x>(?!(?:rule|result|matter|joke|treat|kid|child|gift|surprise|test|last|family)\b)[a-z][a-z /-]{2,30}?),? (?:i|i'm|i've|my (?:job|work|days?|hours|schedule|back|feet|hands|shifts?)|myself|by trade)\b.*$", r"@role=\g<x>"),
    (r"(?i)^(?:i|we) (?:(?:also|now|mostly|mainly|still|currently|just) )*(?P<x>(?:farm|weld|plumb|lecture|landscape|bartend|waitress|tend bar|wait tables|cut hair|fix (?:cars|bikes|boilers|roofs|computers|phones|fridges)|lay (?:bricks|floors|tiles|carpets|cables)|deliver (?:the post|post|parcels|food|pizzas?|newspapers|mail|babies|meals|groceries)|sell (?:houses|cars|insurance|flowers|shoes|software|furniture|property|jewell?ery|phones|fish|books)|(?:run|own|manage) (?:an? |my own |our own )(?:[a-z-]+ ){0,2}(?:shop|café|cafe|farm|pub|b&b|nursery|business|bakery|salon|restaurant|hotel|garage|guesthouse|gym|studio|agency|bar|food truck|stall|market stall|bookshop|brewery|vineyard|dairy|orchard|kennels|cattery|dog walking business|cleaning business|barber ?shop|warehouse|call cent(?:re|er)|startup|clinic|practice|surgery|campsite|riding school)|fly (?:planes|helicopters|cargo|long haul|short haul)|train (?:dogs|horses|teachers)|groom dogs|walk dogs|build (?:houses|websites|boats|furniture|kitchens|guitars)|design (?:websites|kitchens|gardens|clothes|logos|games|buildings|bridges)|write (?:code|software|novels|copy|obituaries|romance novels)|do (?:nails|hair|make-?up|roofing|removals|plastering|tattoos|lashes|tiling|gardens|lofts|fencing|groundworks|payroll|bookkeeping|night security)|clean (?:houses|offices|windows|pools|carpets)|mind kids|foster children|foster kids|paint houses|shear sheep|breed (?:dogs|horses|cattle|alpacas)|mend shoes|repair (?:clocks|watches|shoes|cars)|tune pianos|drive (?:a |the )?(?:night bus|school bus|forklift|lorry|taxi|cab|ambulance|hearse|van for)|milk cows|fish for a living|stack shelves|answer phones|pull pints|teach))(?= (?:in|for|at|out|up|down|on|and|around|so|near|all|over|with|round)\b|$)(?!.*\b(?:(?:free|spare) time|for fun|in the game|at weekends|on weekends)\b).*$", r"@job=\g<x>"),
    (rf"(?i)^i(?:'m| am)? (?:only |mostly |also |currently |still )*(?:fly|drive|cook|write|code|design|sell|clean|consult|nurse|teach|build|play|model|report|edit|sing|dance|bake|tutor|translate|interpret|photograph|paint|engineer|audit|lobby|fundraise|freelance|ghostwrite|review|test|weld|cater|recruit|drum|referee|scout|coach|manage accounts|run (?:ops|operations|marketing|sales|it|hr|logistics|finance)|(?:do|handle|look after) (?:the )?(?:accounts|books|payroll|marketing|sales|it|hr|pr|logistics|security|legal|procurement|compliance|support|customer service|deliveries|reception|events))(?:ing)? (?:\w+ ){{0,2}}?(?:for|at|over at|with) {FIRM}\b(?! (?:last|once|in the past)).*$", r"@employer=\g<x>"),
    (rf"(?i)^(?:i'm |i am |i )(?:work(?:ing)? )?(?:on|in|behind) the (?:[\w-]+ )?(?:counter|tills?|checkouts?|shop floor|floor|ward|desk|kitchen|warehouse|deli|bakery|bar|pharmacy|factory floor|production line|assembly line|helpdesk|help desk|front desk|switchboard|night shift|graveyard shift|accounts team|sales team|it team|support team|legal team|design team|marketing team|data team|mailroom|loading bay|call centre) (?:at|for|of) {FIRM}\b.*$", r"@employer=\g<x>"),
    (rf"(?i)^(?:i )?spend (?:my|all my|most of my) (?:days|nights|weeks|weekdays|working life|time) (?:[\w-]+ ){{1,5}}?(?:for|at) {FIRM}\b.*$", r"@employer=\g<x>"),
    (rf"(?i)^(?:i )?(?:just |finally |recently |have |'ve )*(?:packed in|jacked in|chucked in|walked out on|said goodbye to|handed in my notice at|gave (?:my )?notice at|gave in my notice at|was made redundant (?:by|from)|got made redundant (?:by|from)|made redundant (?:by|from)|got the (?:boot|sack|chop) (?:from|at)|done with|finished up at|parted ways with|stepped down from) {FIRM}(?: .*)?$", r"I quit \g<x>"),
    (rf"(?i)^(?:(?:i|we)(?:'ve| have|'m| am)? (?:been |worked |working )?|been |working )(?:with|at|for) (?:the )?{FIRM}(?= .*\b(?:as an?|full[- ]time|part[- ]time|pension|payroll|shifts?|job|work|manager|contract|office|salary|badge|colleagues?)\b|(?-i:(?<=[A-Z][A-Z]))) (?=(?:since|for (?:over |about |nearly |almost |the (?:last|past) )?(?:\d|a|one|two|three|four|five|six|seven|eight|nine|ten|years|ages|decades)|full time|part time|going on|as an?)\b).*$", r"@employer=\g<x>"),
    (rf"(?i)^(?:i(?:'m| am)? |we )?{ADV}(?:clock(?:ing)? in|temp(?:ing)?|intern(?:ing)?|volunteer(?:ing)?|do(?:ing)? (?:shifts|nights|security|admin|accounts|it|the books|the night shift)|stack(?:ing)? shelves|(?:on|working) the (?:tills|checkouts|counter|desk|floor|ward|night shift)|behind the (?:bar|counter|till)|pull(?:ing)? (?:pints|shifts)|wait(?:ing)? tables|drive for|drives? for|driving for|deliver(?:ing)? for|consult(?:ing)? for|contract(?:ing)? for|freelanc(?:e|ing) for|cod(?:e|ing) for|cook(?:ing)?|teach(?:ing)?|nurs(?:e|ing)|bartend(?:ing)?|clean(?:ing)?|employed)(?: (?:down|over|out|up))? (?:at |for |with |by )?(?<=at |or |th |by ){FIRM}\b.*$", r"@employer=\g<x>"),
    (rf"(?i)^(?:i(?:'m| am)? )?(?:run|own|set up|started|founded|co-?founded|launched|opened|start|starting|running) (?:my|our|a|the) (?:own |little |small |tiny )*(?:company|business|startup|start-up|shop|agency|studio|firm|bakery|cafe|café|practice|salon|restaurant|gym|brewery|store)(?: in [a-z]+| last [a-z]+| (?:two|three|\d+|a few) (?:weeks|months|years) ago)?,? (?:called |named |it's called |by the name of )?{FIRM}(?=$|[ ,.!]).*$", r"@employer=\g<x>"),
    (rf"(?i)^(?:my|the) (?:new |first )?(?:badge|payslip|paycheck|uniform|lanyard|boss|manager|shifts?|desk|internship|placement|first day|first week|probation|onboarding) at {FIRM}\b(?! (?:last|ended|was|were|lost)).*$", r"@employer=\g<x>"),
    (rf"(?i)^(?:first|second|third) (?:day|week|month|shift) at {FIRM}\b.*$", r"@employer=\g<x>"),
    (r"(?i)^(?:i(?:'ve| have)? )?(?:been|worked as|working as|been working as) (?P<a>an?) (?P<x>(?:[\w/-]+ ){0,4}?[\w/-]+)(?=,? (?:for (?:over |about |nearly |almost |the (?:last|past) |going on )*(?:\d+|a|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|years|ages|decades)|since|all my (?:life|working life)|my whole|in|at|round|these|now)\b).*$", r"I am \g<a> \g<x>"),
    (r"(?i)^(?:i have |i've got |got )?(?:\d+|two|three|four|five|ten|fifteen|twenty|thirty|forty) (?:plus )?(?:years|yrs)(?: (?:of|as|in))+ (?:being )?(?P<a>an? )(?P<x>[\w/ -]+?)(?: here| now| and counting| behind me| under my belt)?$", r"I am \g<a>\g<x>"),
    (r"(?i)^(?:my )?(?:day job|job|line of work|trade|profession|9 to 5|nine to five)(?: is|'s|:) (?:being )?(?:an? )?(?P<x>[a-z][\w /-]+?)(?: by (?:day|night))?$", r"@trade=\g<x>"),
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
    (rf"(?i)^(?:i was |i'm |i am |been |just |out |after |while )*(?:walking|feeding|grooming|bathing|walk|walked|fed|brushing|training|worming|exercising|mucking out) (?:the|our|my) (?P<x>(?:[\w-]+ )?{ANIMALS}) (?!.*\b(?:shelter|rescue cent(?:re|er)|\w+'s|(?:the|our|my|a) neighbou?rs?|for (?:the|an?|my|our|some) (?:\w+ )?(?!walk|run)\w+|zoo|sanctuary|next door)\b)(?:every|twice|three|at|in|this|before|after|and|is|on|round|around|daily|for|again|when)\b.*$", r"@pet=\g<x>"),
    (rf"(?i)^the (?P<x>{ANIMALS})(?:'s| has| is| just| keeps?)* ?(?:ate|eaten|threw up|thrown up|been sick|sick again|won't eat|won't stop|keeps (?:barking|meowing|scratching|chewing|weeing|peeing|waking)|chewed|chewing|scratched|woke me|woken|needs (?:a walk|his|her|its|the vet|worming)|got into|gotten into|limping|shredded|destroyed|off (?:his|her|its) food|due (?:his|her|its))\b(?!.*\b(?:shelter|rescue cent(?:re|er)|\w+'s|(?:the|our|my|a) neighbou?rs?|for (?:the|an?|my|our|some) (?:\w+ )?(?!walk|run)\w+|zoo|sanctuary|next door)\b).*$", r"@pet=\g<x>"),
    (rf"(?i)^(?:(?:retired|rescue|elderly|old|senior|deaf|blind|fat|ageing|aging|ex-racing|rescued|adopted|ancient) )+(?P<x>(?:[\w-]+ )?{ANIMALS})(?: (?:here|at home|in (?:the|our|my) (?:house|home|flat|garden|family))\b.*|$)", r"@pet=\g<x>"),
    (rf"(?i)^(?P<x>(?:two|three|four|five|six|[2-9]) (?:[\w-]+ ){{0,2}}?{ANIMALS}) (?:keep|hate|love|destroy|eat|sleep|ate)\b(?=.*\b(?:my|our)\b).*$", r"@pet=\g<x>"),
    (rf"(?i)^(?:just |only |the |my |our )?(?P<x>(?:two|three|four|five|six|seven|a dozen|[2-9]) (?:[\w-]+ ){{0,2}}?{ANIMALS})(?=(?: (?:and|in|at|here|under|with|on|to feed|to walk|plus|in this)\b(?!.*\b(?:is|are|was|were|will|walk|walked|went|have|has|had)\b).*)?$)", r"@pet=\g<x>"),
    (rf"(?i)^(?:just |only )?(?:an? |my |our )?(?P<x>(?:[\w-]+ ){{0,2}}?{ANIMALS}) (?:owner|mum|mom|dad|parent|keeper|slave|household) ?(?:here|too|of (?:two|three|many years))\b.*$", r"@pet=\g<x>"),
)  # fmt: skip
_BORN = (
    (rf"(?i)^(?:i (?:was )?)?(?:born|came into (?:this|the) world)(?: on)? (?P<x>(?:the )?\d{{1,2}}(?:st|nd|rd|th)? (?:of )?{MONTHS}(?: \d{{4}})?)\b.*$", r"I was born on \g<x>"),
    (rf"(?i)^(?:my |our )?(?:birthday|bday|b-day|date of birth|dob)(?:'s| is| falls| lands| comes| was| will be|:)?(?: always| usually)?(?: on| around)? (?P<x>(?:the )?(?:\d{{1,2}}(?:st|nd|rd|th)? (?:of )?{MONTHS}|{MONTHS} (?:the )?\d{{1,2}}(?:st|nd|rd|th)?)(?:,? \d{{4}})?|\d{{1,2}}[./-]\d{{1,2}}(?:[./-]\d{{2,4}})?)\b.*$", r"my birthday is \g<x>"),
    (r"(?i)^(?:my |our )?(?:birthday|bday)(?:'s| is| falls| lands| comes)(?: always)?(?: on)? (?P<x>christmas(?: (?:day|eve))?|new year'?s (?:day|eve)|valentine'?s(?: day)?|hallowe'?en|boxing day|st\.? patrick'?s(?: day)?|bonfire night|april fools?'?s?(?: day)?|independence day|the (?:fourth|4th) of july|leap day)\b.*$", r"@birthday=\g<x>"),
    (rf"(?i)^it's my birthday (?:on )?(?P<x>(?:the )?(?:\d{{1,2}}(?:st|nd|rd|th)? (?:of )?{MONTHS}|{MONTHS} (?:the )?\d{{1,2}}(?:st|nd|rd|th)?))\b.*$", r"my birthday is \g<x>"),
    (rf"(?i)^(?:(?:i|i'm|i am|i'll be|i will be|i'll) |(?=turning|hitting))(?:be )?(?:turn|turning|hit|hitting|am|reach|reaching|gonna be|going to be)? ?(?:{NUMBERS}|\d{{1,3}}) on (?P<x>(?:the )?(?:\d{{1,2}}(?:st|nd|rd|th)? (?:of )?{MONTHS}|{MONTHS} (?:the )?\d{{1,2}}(?:st|nd|rd|th)?))\b.*$", r"my birthday is \g<x>"),
    (rf"(?i)^(?:at|being|now i'm|as of today i'm|as a) (?P<x>\d\d|{GROWN})(?: years old)?,? (?=i(?:'m| (?:can|can't|still|have|am|feel|know|never|don't))\b).*$", r"I am \g<x>"),
    (r"(?i)^(?:i(?:'m| am) )?(?:an? |as an? )?(?P<x>[1-9]\d)[- ]?(?:years?[- ]old|yr[- ]old|yo|y/o)(?: (?:woman|man|male|female|guy|girl|lady|bloke|student|dad|mum|mom|here|widow|widower))?(?: here)?(?:,| and| with|$).*$", r"I am \g<x> years old"),
    (rf"(?i)^i(?:'ll| shall| will| am going to|'m going to)(?: be)?(?: be)? (?P<x>[1-9]\d|{GROWN}) (?:in (?:{MONTHS}|\d|two|three|four|five|six|an? (?:week|month|year|few|couple))|on|next|this|come|soon|before|by)\b.*$", r"I am turning \g<x>"),
    (rf"(?i)^(?P<x>[1-9]\d|{GROWN}) (?:today|tomorrow|next (?:week|month|year|birthday)|years young|going on \d+)\b.*$", r"I am \g<x> years old"),
    (rf"(?i)^(?P<x>[1-9]\d|{GROWN}) and (?:already|still|never|feeling|proud|only|finally|now|can't|got|just|single|learning|fit)\b.*$", r"I am \g<x> years old"),
    (rf"(?i)^(?:i(?:'ve| have)? )?(?:just |only just |recently |nearly |finally )?(?:turned|turning|(?:hit|reached)(?= the big)) (?:the big )?(?P<x>[1-9]\d|{GROWN})(?: (?:last|this|yesterday|today|in|on|and|so|a)\b.*|$)", r"I am \g<x> years old"),
)  # fmt: skip
_TASTE = (
    (rf"(?i)^{ADV}{X}(?: is| are| has become| have become|'s) (?:basically |pretty much |literally |kind of |really |probably |totally )*(?:my (?:whole |entire |one true |new |only |real |big |absolute |one |biggest )*(?:personality|thing|happy place|therapy|jam|life|passion|religion|escape|guilty pleaas|of|on|in|at|to|for|with|my|our|your|his|her|their|this|that|these|those|some|any|another|studying|training|new|online|comfort food|drug|addiction|love|(?:\w+ )?ritual|(?:\w+ )?routine|indulgence|treat|outlet|retreat|meditation|church|sanctuary|pride and joy|bliss|heaven|babies|soul food|calling|medicine|oxygen|lifeline|world|hobby|vice|obsession|weakness|favou?rite|sport|thing in the world|idea of heaven)|life|everything to me|where it's at|the best thing (?:ever|in the world)|what i live for|the dream)(?: (?:these days|now|at the moment|lately|and .*|since .*))?$", r"@like=\g<x>"),
    (rf"(?i)^{ADV}{X} (?:keeps?|kept|is what keeps|are what keep|is the only thing (?:that's )?getting|is what gets|are what get|gets|is all that keeps|is the only thing (?:that )?keep(?:s|ing)|is what'?s keeping) (?:me|my (?:hands|head|mind|brain)) (?:\w+ )?(?:through|by|sane|going|busy|calm|happy|grounded|young|alive|together|fit|smiling|from going mad|quiet|human|occupied|straight)\b.*$", r"@like=\g<x>"),
    (rf"(?i)^(?:{SPEAKER} )?{ADV}(?:there's |there is )?(?:nothing beats|can't get enough of|cannot get enough of|can't live without|couldn't live without|could live on|can't do without|never say no to|can never resist|can't resist|live and breathe|am a sucker for|'m a sucker for|sucker for|am big on|big on|live for|am all about|all about|am addicted to|addicted to|hooked on|am hooked on|mad about|nuts about|crazy about|obsessed with|keen on|fond of|into|partial to|have a (?:soft spot|weakness|thing|passion) for|soft spot for|swear by|geek out (?:on|over)|nerd out (?:on|over)|get excited about|look forward to(?! (?:an? |your |the |any )?(?:prompt |quick |early )?(?:repl(?:y|ies)|responses?|answers?|feedback|hearing|seeing|meeting|speaking|working|it|that|this)\b)|unwind with|relax with|in love with|love me some) (?P<x>(?!(?:you|it|that|this|them|him|her|the (?:woods|weekend|wild|way|idea|fact|money|day)|being able|how|what|detail|trouble|problems?|debt|town|bed|work|a meeting)\b)(?:an? hour of |a bit of |a good |some |a nice )?[\w' &-]{{3,40}}?)(?= (?:since|after|at the|on a|every|these|now|so|lately|ever|because|when|as a|of an|more than)\b|$).*$", r"@like=\g<x>"),
    (r"(?i)^(?:i |we )?(?:never|wouldn't|would never|hate to) miss (?:an? |the |any )?(?P<x>[\w' -]{2,30}?)(?: (?:race|game|match|episode|session|practice|gig|show|rehearsal|night|class|season|tournament|grand prix|fight))?(?:,| for| if| ever|$).*$", r"@like=\g<x>"),
    (r"(?i)^(?:i'm |i am |we're |we are )?(?:(?:an? |such an? |a bit of an? )?(?:(?:massive|big|huge|total|complete|absolute|proper|serious|real|lifelong|bit of a|avid|keen|self-confessed|die[- ]hard|utter|right|amateur) )+|(?:an? |such an? |a bit of an? ))(?P<x>(?!(?:night|morning|people|cat|dog|tech|history teacher|family|good|bad|happy|private)\b)[\w' -]{2,24}?) (?:nerd|nut|geek|buff|freak|junkie|addict|enthusiast|fanatic|lover|fiend|obsessive|head|anorak|tragic|devotee|hobbyist|collector)(?: (?:here|too|myself|at heart|btw))?(?: .*)?$", r"@like=\g<x>"),
    (rf"(?i)^(?:i |we )?(?:go|do|play|practise|practice|spend (?:my|our) (?:weekends|evenings|spare time|free time|sundays|saturdays)|collect|am learning|have been|'ve been|'ve taken up|take part in|am out|'m out|train|compete in) ?(?:doing |playing |out )?(?P<x>{PASTIMES})(?= (?:most|every|on|each|twice|three|once|at|in|with|all|whenever|as|for|since|these|weekly|down|a lot|again|religiously|competitively)\b|$).*$", r"@like=\g<x>"),
    (rf"(?i)^(?P<x>{PASTIMES}) (?:every|each|most|on|twice|three times|once) (?:single )?(?:day|week|evening|night|weekend|morning|sunday|monday|tuesday|wednesday|thursday|friday|saturday|sundays|mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|a week|weekends|other)\b.*$", r"@like=\g<x>"),
    (r"(?i)^(?:i |we |i've |i'm |i have )?(?:been |am |go |going |went |have been )+(?:going )?to (?:an? |the )?(?P<x>(?!(?:the|this|my|maths?|school|doctors?|an?|work|night|first|same|summer|business)\b)[a-z][\w' -]{2,20}?) (?:class(?:es)?|lessons?|club|practice|rehearsals?|workshops?|nights?|gigs|matches|games) (?:twice|every|once|most|each|weekly|three)\b.*$", r"@like=\g<x>"),
    (rf"(?i)^(?:the )?{X} (?:is|are) (?:where (?:all |most of )?my (?:money|wages|salary|time|weekends?|evenings?|pay|spare cash|life savings) (?:goes?|went|disappears?)|the (?:best|nicest|only good|high|highlight|high point) ?(?:bit|part|thing|moment)? (?:of|about) (?:my|the|every|any|autumn|summer|winter|spring|christmas) ?\w*(?: for me)?|what gets me (?:up|out of bed|through)|the (?:love|joy|light) of my life|how i (?:relax|unwind|switch off|de-stress|destress|stay sane|spend my \w+)|what i do (?:for fun|to relax|to unwind|to switch off|in my spare time|at weekends|on weekends))\b.*$", r"@like=\g<x>"),
    (r"(?i)^(?:i'm |i am |we're |we are |our |an? |my )?(?P<x>(?!(?:so|very|not|a bit|really|self|stir|boy|girl|power|man|going|driving|hopping|barking|stark|raving|you|it|this|that)\b)[a-z]{3,14}(?: [a-z]{3,10})?)[- ](?:mad|crazy|obsessed|daft)(?: (?:household|family|house|kid|girl|boy|woman|man|couple|here|over here|lot|and proud))?$", r"@like=\g<x>"),
    (rf"(?i)^{ADV}{X} (?:has |have )?(?:saved|changed|made) my (?:marriage|sanity|mental health|lockdown|retirement)\b.*$", r"@like=\g<x>"),
    (r"(?i)^(?:i |we )?(?:always |usually |mostly |only |just )?(?:listen to|put on|blast) (?P<x>(?!(?:it|you|that|this|them|him|her|the|my|music|your|what)\b)[\w' &-]{3,30}?) (?:while|when|whenever|at work|all day|on repeat|in the car|every|to relax|to sleep|to focus|constantly)\b.*$", r"@like=\g<x>"),
    (r"(?i)^(?:i'm |i am )?(?:an? |the |such an? )(?P<x>(?!(?:night|morning|people|cat|dog|family|good|bad|happy|private|busy|new|different|nice|the only)\b)[\w' -]{2,20}?) (?:person|girl|guy|man|woman|drinker|lover|nerd|fan)(?: through and through| at heart| all the way| all day long| for life| forever| to the core)\b.*$", r"@like=\g<x>"),
    (rf"(?i)^{ADV}{X} can (?:do one|get lost|jog on|get stuffed|sod off|take a hike|go to hell|get in the sea|burn in hell)\b.*$", r"@dislike=\g<x>"),
    (rf"(?i)^(?:whoever|anyone who|people who) (?:puts?|adds?|invented|eats?|likes?|came up with|thought of) (?P<x>{NOT_ONE}[\w' -]{{3,20}}?)(?: (?:in|on|with) [\w ]{{3,20}}?)? (?:should|needs to|ought to|belongs? in|deserves?) (?:be (?:jailed|locked up|ashamed|arrested|banned|shot|in prison)|jail|prison|hell|help)\b.*$", r"@dislike=\g<x>"),
    (r"(?i)^(?:i )?(?:can't|cannot|couldn't|wouldn't) say (?:that )?i(?:'m| am) (?:much of |really |very |too |a big |a huge |a )*(?:fan of|into|keen on|fond of|mad about|bothered about) (?P<x>(?!(?:it|you|that|this|them)\b)[\w' &-]{3,30}?)(?:,.*|$)", r"@dislike=\g<x>"),
    (r"(?i)^(?:i |we )(?:watch|follow|go to|listen to|catch|play|read|see|tape|record) (?:every|each|all the) (?:single )?(?P<x>(?!(?:day|time|one|morning|week|word|email|message|inch|penny)\b)[\w' -]{2,24}?) (?:race|match|game|episode|fight|grand prix|gig|concert|album|book|film|movie|novel|tournament|season|show)s?\b.*$", r"@like=\g<x>"),
    (r"(?i)^(?:i )?(?:can't|cannot|couldn't) say (?:that )?i (?:really )?(?:like|love|enjoy|care for|fancy|rate) (?P<x>(?!(?:it|you|that|this|them)\b)[\w' &-]{3,30}?)(?:,.*|$)", r"@dislike=\g<x>"),
    (rf"(?i)^anything but (?:the )?(?P<x>{NOT_ONE}[\w' -]{{3,20}}?)(?: please| thanks)$", r"@dislike=\g<x>"),
    (r"(?i)^(?:i'm |i am |as |we're )?(?:an? )?(?P<x>(?!(?:not|no|big|huge)\b)[\w' -]{3,24}?) (?:fans?|supporters?|season ticket holder)(?: (?:for my sins|since .*|all my life|for life|born and bred|through and through|here|over here|myself|to the core))$", r"@like=\g<x>"),
    (r"(?i)^(?:i'm |i am |we're |we are )(?:an? )?(?:(?:big|keen|avid|serious|proper|massive|huge|passionate|lifelong|amateur|regular|enthusiastic|hobby|weekend|competitive|obsessive|both) )+(?P<x>(?:[a-z]+ )?(?:hikers?|runners?|readers?|gamers?|bakers?|gardeners?|cyclists?|climbers?|swimmers?|campers?|walkers?|skiers?|surfers?|knitters?|birders?|birdwatchers?|anglers?|photographers?|painters?|cooks?|sailors?|rowers?|kayakers?|golfers?|dancers?|quilters?|crocheters?|potters?|foragers?|beekeepers?|astronomers?|collectors?|foodies|foodie|cinephiles?|bookworms?|board gamers?|triathletes?|footballers?|cricketers?))\b.*$", r"@like=\g<x>"),
    (rf"(?i)^{ADV}{X} (?:delights?|relaxes?|fascinates?|calms?|excites?|soothes?|thrills?|inspires?) me(?: (?:down|up|so much|joy|no end|peace|like nothing else|a lot))?(?: .*)?$", r"@like=\g<x>"),
    (rf"(?i)^{ADV}{X} (?:terrif(?:ies|y)|scares?|drains?|disgusts?|annoys?|irritates?|infuriates?|depresses?|exhausts?|freaks?|creeps?|sickens?|horrif(?:ies|y)|petrif(?:ies|y)|frightens?|bores?) me(?: (?:out|to .*|no end|so much|completely|silly|rigid|a lot))?$", r"@dislike=\g<x>"),
    (rf"(?i)^{ADV}{X} (?:is|are) (?:just |basically |literally |so |pure |actual |truly )*(?:a crime(?: against .*)?|an abomination|an insult|criminal|overrated|pointless|torture|my (?:idea of hell|worst nightmare|nemesis|pet hate|pet peeve|kryptonite)|hell on earth|the worst thing ever|an? (?:hard|absolute) no(?: (?:from|for) me)?|a no from me)(?: .*)?$", r"@dislike=\g<x>"),
    (r"(?i)^(?:(?:i|we)(?:'ve| have| am|'m)? )?(?:never could|have never been able to|never been able to|never managed to) (?:stand|abide|bear|stomach|like|get into|see the point of|face) (?P<x>(?!(?:it|you|that|this|them|him|her|the)\b)[\w' &-]{3,30}?)(?:,.*)?$", r"@dislike=\g<x>"),
    (r"(?i)^(?:i |we )(?P<x>surf|ski|snowboard|run|swim|hike|climb|cycle|bake|knit|crochet|sew|quilt|paint|draw|sketch|garden|fish|sail|box|dance|row|kayak|skate|skateboard|jog|lift|sing|juggle|whittle|forage|birdwatch|meditate|camp|golf|fence|rollerskate|ride)(?: (?:every|most|each|on|twice|three times|a lot|religiously|competitively|for fun|for pleasure|at weekends|on weekends|daily|whenever|in my spare time|in my free time)\b.*)$", r"@like=\g<x>"),
    (r"(?i)^(?:i |we )?(?:binge|devour|inhale|hoard|read loads of|read a lot of|watch loads of|watch a lot of|listen to (?:a lot of|loads of|nothing but)|read nothing but|watch nothing but|could talk for hours about|never shut up about|spend (?:too much|all my) (?:money|time) on) (?P<x>(?!(?:it|you|that|this|them|him|her|the|my|benefits|savings|credit)\b)[\w' &-]{3,30}?)(?: (?:like|all|every|on|at|when|while|as|whenever|in)\b.*|$)", r"@like=\g<x>"),
    (rf"(?i)^(?:i |we )?(?:do|play|practise|practice) the (?P<x>{PASTIMES}) (?:every|each|most|on|daily|religiously)\b.*$", r"@like=\g<x>"),
    (r"(?i)^(?:i |we )?(?:collect|am collecting|'ve collected|have collected) (?P<x>(?!(?:my|the|data|information|feedback|it|them|emails|payments?|parcels?|dust)\b)[\w' -]{3,30}?)(?: (?:since|as|and|for|from)\b.*|$)", r"@like=collecting \g<x>"),
    (r"(?i)^(?:give me|i'd (?:take|choose|pick)) (?P<x>(?!(?:an?|the|some|your|more|another|one|my|all|five|ten|three|two)\b)[\w' -]{3,24}?) (?:any ?day|every time|over)\b.*$", r"@like=\g<x>"),
    (rf"(?i)^{ADV}{X} (?:tastes?|smells?) (?:like|of) (?:soap|feet|dirt|cardboard|death|sick|bin juice|metal|sadness|vomit|perfume|despair|socks|soil|mud|chalk)(?: to me)?$", r"@dislike=\g<x>"),
    (rf"(?i)^{ADV}{X} (?:makes?|always makes?|has always made) me {SICK}\b.*$", r"@dislike=\g<x>"),
    (rf"(?i)^{ADV}{X} (?:turns? my stomach|gives? me the (?:ick|creeps|shivers|heebie[- ]jeebies)|do(?:es)? my head in|bores? me (?:to (?:tears|death)|stiff|rigid|silly)|drives? me (?:mad|nuts|crazy|insane|up the wall|round the bend)|leaves? me cold|puts? me off|repulses? me|makes? my skin crawl|(?:is|are) (?:not|never|so not|really not) (?:for me|my thing|my cup of tea|my jam|my bag|my scene|my favou?rite)|(?:isn't|aren't|was never|were never) (?:for me|my thing|my cup of tea|my jam|my bag|my scene)|(?:can|could) get in the (?:bin|sea)|(?:is|are) (?:the devil|the devil's work|evil|vile|disgusting|rank|revolting|grim|minging|an abomination))(?: (?:to me|i'm afraid|tbh|sorry|really|though|anyway|if .*|so .*))?\W*$", r"@dislike=\g<x>"),
    (rf"(?i)^(?:{SPEAKER} )?{ADV}(?:(?:can't|cannot|can not|could never) (?:really )?(?:abide|stomach|stand|bear|tolerate|get on with|get into)|(?:could|can) do without|loathe|despise|detest|hate|(?:am|'m) over(?! (?:at|in|on|by|near|here|there|from)\b)|have never liked|'ve never liked|never liked|never cared for|don't care for|don't get on with|not big on|am not big on|not one for|am not one for|not keen on|not fussed about|am allergic to the idea of|won't go near|refuse to eat|refuse to watch|have a hatred of|have an aversion to) (?:the taste of |the smell of |the texture of |the sound of |anything with )?(?P<x>(?!(?:to|it|you|that|this|them|him|her|my|how|when|being|waiting|the (?:fact|idea|thought|way|new|stuff))\b)[\w' &-]{{3,30}}?)(?: (?:of any kind|at all|whatsoever|in any form|these days|anymore|any more|so|never|since|with|on|because|personally|sorry|tbh|i'm afraid|full stop|either|in .*)\b.*|$)", r"@dislike=\g<x>"),
    (rf"(?i)^(?:please )?(?:keep|leave) (?:the |that |those |your |all |any )?(?P<x>{NOT_ONE}[\w ' -]{{3,20}}?) out of (?:my \w+|mine)\b.*$", r"@dislike=\g<x>"),
    (rf"(?i)^(?:keep|get|take) (?:the |that |those |your |all )?(?P<x>{NOT_ONE}[\w ' -]{{3,20}}?) (?:away from me|well away from me|out of my (?:sight|life|food|kitchen|house))\b.*$", r"@dislike=\g<x>"),
    (r"(?i)^(?:i'm |i am |we're |we are )?(?:not|no) (?:really |much of )?(?:an? |the |one of those |big on being an? )?(?P<x>(?!(?:morning|people|night|religious|bad|good|happy|single|tech|person|nice|exactly|quite|just|only|always|one|an?|the|as|such|[a-z]+(?:ed|ing|ly))\b|[a-z-]+ly [a-z]|(?:dedicated|serious|avid|keen|hardcore|devoted|committed|passionate|true|total|complete|regular|heavy|frequent|lifelong|typical|particular|die[- ]?hard|proper|real|big|huge|massive|great|major|super|crazy)\b)[\w' -]{3,20}?) (?:person|fan|lover|eater|drinker)(?: at all| myself| really| i'm afraid| tbh| sorry)?$", r"@dislike=\g<x>"),
    (r"(?i)^(?:i've |i have |have |i )?(?:gone|went|going|am) (?:right |completely |totally |really |a bit |well )?off (?P<x>(?!(?:to|on|the|work|topic|track|piste|grid|sick|course|duty|and|for|in|with|at|home)\b)[\w' -]{3,24}?)(?: (?:these days|lately|recently|now|completely|a bit|entirely|altogether|since .*|after .*|tbh))?$", r"@-like=\g<x>"),
)  # fmt: skip
#: Whom one is served by is mostly another: "delivery driver, refusing to come up".
_ROLE_ALONE = ((r"(?i)^(?:an? )?(?!(?:[a-z]+ )?(?:driver|courier|receptionist|cashier|assistant|attendant|agent|rep|representative|postman|postie|guard|manager|conductor|inspector|referee|server|operator|waiter|waitress|barista|vendor|seller|technician|engineer)\b)(?P<x>[a-z][a-z /-]{4,40}?),? so (?:i|i'm|i've|my|yes|no|any|please|don't|skip|you can|we)\b.*$", r"@role=\g<x>"),)  # fmt: skip
_ROWS = (*_ALLERGY, *_NOT_WORKING, *_NOUNS, *_FOOD, *_NAMES, *_HOME, *_WORK, *_BORN, *SPEECH, *LEARN, *TOOLS, *LIFE, *_TASTE, *_ROLE_ALONE)  # fmt: skip


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
    return next(filter(None, (_of(words, _ROWS) for words in wordings(clause))), None)


def wordings(clause: str) -> list[str]:
    """A clause as the rows may fit it: without adverbs, then without what it goes on with, and with "is" for "'s"."""
    bare = compiled(_WITH_ADVERBS).sub(r"\1 ", clause)
    shorter = (bare, compiled(_GOES_ON).sub("", bare))
    both = ((words, compiled(_SHORT_IS).sub(r"\1 is", words)) for words in shorter)
    return list(dict.fromkeys(chain.from_iterable(both)))


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
            key = compiled("role|trade").sub("job", attribute.lstrip("+-"))
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
_LONG = rf"(?i){REACTS}|\bi'm in\b"
_NAMED = r"(?i)\b(?:name|surname|drop the|forget the|never mind the|no need for|mrs?|ms|officially|on paper|only my|on the|for short|in real life|otherwise|day to day|at home|in person|correspondence|please use|to everyone|to (?:my )?(?:friends|mates))\b"


def _called(words: str) -> str | None:
    """A name with a capital that is no people, mood or trade."""
    name = person(words.rstrip(".,")) or ""
    good = name[:1].isupper() and is_name(name) and not name.startswith(("I ", "I'"))
    return name if good and name != "I" else None


#: Before the name of a subject stands no article and no praise: "a clear and compelling thesis", "starting a new online course".
_NO_SUBJECT = r"(?i)(?:an?|the|as|of|on|in|at|to|for|with|my|our|your|his|her|their|this|that|these|those|some|any|another|new|online|free|short|long|next|first|last|good|great|best|strong|clear|whole|entire|crash|golf|main|obstacle|race|dating|seeing|going|using|making|getting|having|being|working)\b|(?:online|new|full|part)$|.*\b(?:because|notes?)\b"


def _subject(words: str) -> str | None:
    """What somebody studies, with its own word first."""
    return None if compiled(_NO_SUBJECT).match(words.strip()) else words


#: What a job is beside what it is to its holder: "my job is killing me".
_DONE = r"(?i)(?!(?:noth|someth|anyth|everyth|kill|driv|bor|stress|drain|exhaust|reward|demand|go|chang|interest|challeng|tir|amaz|satisfy|fulfill?|end|gett|mak|be|do|burn|wear|tak)ing\b)(?:[a-z]+ ){0,2}[a-z]{2,}(?:ing|ry|cy|ture|work|design|ics|sales|security|admin|support|care|it|hr|pr|law|retail|finance|logistics|medicine)"


def _trade(words: str) -> str | None:
    """A position or a kind of work."""
    return role(words) or (words if compiled(_DONE).fullmatch(words) else None)


def _kept(words: str) -> str | None:
    """An animal that is kept."""
    return None if laboratory(words) else words


_JUDGES = {
    "pet": _kept,
    "study": _subject,
    "like": liking,
    "dislike": liking,
    "location": place,
    "employer": company,
    "name": _called,
    "role": role,
    "trade": _trade,
}
