"""What tells an English value from words of the same form that mean something else ("got into a fight", "a dog bed"); data with a question each, no judge of its own."""

from __future__ import annotations

from hindsight_integrations.language.patterns import compiled

#: What only those who were there can tell: "losing it", "the slide there", "each other's company", "lost in that world".
_PRESENT = r"(?i)\b(?:those|these|its?|them|there|here|yours?|each other's)\b|\b(?:to|of|in|at|on|with|for|like|\w+ing) (?:that|this)\b(?! (?:year|month|week|summer|winter|spring|autumn|fall|season|time)\b)"


def of_the_moment(value: str) -> bool:
    """Whether words point at what was there when they were said."""
    return compiled(_PRESENT).search(value) is not None


#: What one sees or hears of a thing, which alone says nothing of any: "the colour and texture", "the honesty".
_SIDE = r"(?:[\w-]{4,}(?:[st]ion|ness|(?<!univers)ity|ment(?<!apartment)|ance|ence|ism)s?|colou?rs?|textures?|vibes?|designs?|energy|concept|contrasts?|moods?|passion|atmosphere|styles?|details?|lighting|light|shadows|ideas?|stor(?:y|ies)|humou?r|message|layout|patterns?|spirit|attitude|looks?|feel|sounds?|views?|shapes?|lines?|depth|tones?|themes?|names?|plot|ending|pictures?|photos?|images?|pics?|shots?|effort|support|focus|thought|sentiment|warmth|beauty|magic|blend|mix|way|part|place|outfit|setup|setting|scenery|effects?|results?|challenge|thrill|rush|freedom|progress|joy|love|peace|calm)"
_SIDES = rf"(?i)the (?:[\w-]+ )?{_SIDE}(?:(?:,? and|,| &) (?:the )?(?:[\w-]+ )?{_SIDE})*"


def only_praised(value: str) -> bool:
    """Whether words praise a side of what is seen or was just said, and do not say of what: "I love the colours"."""
    return compiled(_SIDES).fullmatch(value) is not None


_NO_PASTIME = r"(?:trouble|debt|difficulty|difficulties|problems?|fights?|arguments?|accidents?|bed|shape|position|place|line|office|space|time|room|residence|arms|contact|touch|details?|politics|college|university|uni|school|\w+ school|town|character|gear|power|work|things?|business|it|thoughts|data|feedback|points|information|dust|e-?mails|payments?|parcels?|debts?|signatures|samples|evidence)"
#: What one gets into or takes up beside a pastime: "got into a fight", "took up space".
_NO_PURSUIT = rf"(?i)(?:an?|my|our|his|her|their|some|any|more|too|so|all|the (?!(?:\w+ ){{0,2}}(?:piano|guitar|violin|viola|cello|trombone|trumpet|flute|clarinet|oboe|harp|drums|organ|saxophone|sax|ukulele|banjo|accordion|harmonica|mandolin|bass|bagpipes|recorder|fiddle|horn|tuba|lute|keyboard|xylophone|double bass|tango|waltz)\b))\b|(?:deep |serious |real |big |financial )*{_NO_PASTIME}\b|(?:[\w'-]+ )+{_NO_PASTIME}$|(?-i:[A-Z])[\w'-]*(?: University| College| School)?$"


def no_pursuit(value: str) -> bool:
    """Whether what one got into or took up is no pastime."""
    return compiled(_NO_PURSUIT).match(value) is not None


#: What may stand behind an animal that is kept; another noun makes another thing of it: "a dog bed", "a lab report".
BESIDE_PET = r"(?=[^\w\s'-]|-*$|\s+(?:(?:named|called|and|or|plus|who|whose|that|which|with|from|in|at|on|of|by|for|since|as|too|also|now|here|but|so|because|when|while|before|after|last|this|next|today|yesterday|recently|is|are|was|were|has|have|keeps?|named|we|i|she|he|it|they|don't|though|instead|together|years?|\d+|a|an|one|two|three|four|five|six|several|if|to|lol|btw|named|aged|living|sleeping)\b|[-–—&+(\ue000-\uf8ff]|(?-i:[A-Z])|\w+ly\b))"
#: A laboratory, unless what stands before it is said of dogs.
_LAB = r"(?i)(?:[\w'-]+ )*labs?"
_DOGLIKE = r"(?i)(?:(?:an?|the|my|our|one|two|three|four|five|six|[2-9]|some|new|old|young|little|big|small|fat|sweet|lovely|lazy|silly|stupid|crazy|poor|deaf|blind|elderly|senior|retired|rescue|rescued|adopted|black|yellow|chocolate|golden|silver|brown|white|red|fox|cream|pedigree|working|male|female|neutered|[\w-]+[- ]old|puppy) )*(?:black|yellow|chocolate|golden|silver|brown|white|red|cream|rescue|rescued|old|young|deaf|blind|elderly|senior|retired|adopted|crazy|lazy|fat|pedigree|male|female|[\w-]+[- ]old) labs?"


def laboratory(words: str) -> bool:
    """Whether a "lab" is none that barks: "our research lab", "the computer lab"."""
    return bool(compiled(_LAB).fullmatch(words)) and not compiled(_DOGLIKE).fullmatch(words)


#: Eaten rather than kept, where nothing counts them.
_EATEN = r"(?i)^(?:(?:an?|some|our|my|the|whole|roast|frozen|fresh|big|little) )*(?:chicken|turkey|duck|goose|lamb|fish|quail|sheep|pig|piglet|snails?)(?![\w-])"


def eaten(words: str) -> bool:
    """Whether an animal is more likely to be on a plate."""
    return compiled(_EATEN).match(words) is not None


#: "Joined Ana for dinner" names nobody for whom one works.
_MET = r"(?i)\s*(?:for (?:dinner|lunch|breakfast|brunch|coffee|drinks|tea|supper|an?|the)|(?:at|on|in) (?:an?|the|his|her|their))\b"


#: What one joins and leaves as everybody does.
_NETWORK = r"(?i)(?:twitter|x|facebook|instagram|tiktok|reddit|linkedin|discord|whatsapp|snapchat|tinder|bumble|hinge|strava|peloton|netflix|spotify|duolingo|telegram|mastodon|bluesky|threads|twitch|youtube|patreon|goodreads|pinterest|zoom|slack|teams|meetup|weight watchers|toastmasters|scouts|mensa)\b(?! (?:as|team|engineering|in an?)\b)"


def no_firm(words: str, value: str) -> bool:
    """Whether what was joined is a network, or somebody whom one met."""
    network = compiled(_NETWORK).match(words)
    return network is not None or compiled(_MET).match(words[len(value) :]) is not None


_LATELY = r"(?i)\b(?:(?:last|this|next) (?:week|month|year|spring|summer|autumn|fall|winter)|on (?:the|mon|tues|wednes|thurs|fri|satur|sun)\w*|yesterday|today|tomorrow|now|recently|soon|in (?:january|february|march|april|may|june|july|august|september|october|november|december)(?! \d)|(?:a|two|three|few|\d) (?:days?|weeks?|months?) ago)\b"


def just_begun(words: str) -> bool:
    """Whether what began did so not long ago, or will."""
    return compiled(_LATELY).search(words) is not None
