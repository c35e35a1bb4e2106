"""Parts a sentence that runs on where it turns to ask or to report ("I live in Oslo, what should I wear"); it knows no fact.

People who chat say what is so and ask in one breath. A question, a supposition or a report states nothing, but what
stood before it does; and behind a question the speaker may go on about themselves. What is supposed or reported reaches to the
end of its sentence, and a tag (", right?", 对吧) asks all that stands before it.
"""

from __future__ import annotations

from collections.abc import Iterator

from hindsight_integrations.language.patterns import compiled

#: Where a part may end: the separators stand in groups, so that the parts can be put together again.
_JOINT = (
    r"(\s*[，；]\s*|\s*,\s+(?!too\b)|\s+-+\s+|\s*[—–]\s*|\s+(?:and|but|so|cause|because|cos)\s+)"
)
#: A question of its own, not one that asks whether what stands before it is so.
_TAG = (
    r"(?i)^(?:(?:right|correct|yes|no|huh|eh|innit|ok|okay|yeah|remember|you know|true|not)|(?:is|are|was|were|do|does|did|have|has|can|could|would|will|am)(?:n't)? (?:it|that|this|i|you|we|they|he|she)(?: not)?"
    r"(?: (?:right|correct|true|remember|recall|know|believe (?:it|that)|so))?|(?:you|do you) (?:remember|know)(?: that| it)?)\W*$"
    "|^(?:对|是|没错|真的|不是|好|没)?(?:吗|吧|么|不对|不是|对不对|是不是)\\W*$|^(?:你|您)?(?:还)?(?:记得|知道|信|晓得)(?:吗|吧|么|不)\\W*$"
)
_VERB = "(?:is|are|am|was|were|do|does|did|can|could|should|shall|would|will|have|has)"
_ASKS = (
    rf"(?i)^(?:(?:so|and|but|any|ok|also|then|now|pls|please) )*(?:(?:what|where|when|who|whom|whose|which|why|how)(?:'s|'re|'d|'ll)?\s+\S+|{_VERB} (?:i|you|he|she|it|they|we|there|this|that|these|those|anyone|anybody|someone|people)\b"
    r"|(?:any (?!(?:one|more|way|time|longer)\b)\w+|best|thoughts|ideas|suggestions|recommendations|wondering|help|need (?:some |an? )?(?:ideas|tips|help|advice|suggestions|recommendations))\b\s+\S+)"
    "|什么|怎[么样办]|求(?:推荐|解|助|问|个|一个|教)|(?:推荐|帮我|给我|麻烦|讲讲|介绍)(?:一下|几|个|点|款|看看|找|写|查|算|推|想|选)|咋|啥|哪|为何|多少|多久|几(?:点|个|号|天|块|片|耐|岁|级|次)|吗\\W*$|么\\W*$|呢\\W*$|不\\W*$|是否|能不能|要不要|可不可以|好不好|行不行|会不会|该不该|有没有|想[问請请]"
)
#: Behind "and" it goes on with the subject before it: "Ana gave that up and is a vegan now".
_ASKS_OF = rf"(?i)^(?:(?:so|then|now) )*{_VERB} (?:the|a|an|my|our|your|his|her|their|any|some)\b"
_GOES_ON = r"(?i)\s(?:and|but)\s"
#: A noun alone at the end of a question asks about it ("…, dark mode for excel?"); a place or an apposition asks all before it.
_NOUNS_ASK = (
    r"(?i)^(?!(?:in|at|near|with|for|on|to|from|by|of|since|until|the|an?|my|our|your|his|her|their|i|i'm|we|you|he|she|it|they|that|this|there|or|not|and|but|who|if|as|like|than|too|then|though|maybe|yes|no|ok|okay|right|really|seriously)\b)(?!(?-i:[A-Z]))"
    r"(?!.*\b(?:i|i'm|i've|we|my|am|was|were)\b)(?:[\w'/&-]+(?: [\w'/&-]+){1,9}|[a-z]{4,}s)\s*\?+\W*$"
)
#: What is supposed, or told by others, with what follows.
_OTHERS = (
    r"(?i)\b(?:if|unless|wish|imagine|suppose|supposing|pretend|said|says|told|tells|asked|asks|wrote|claims|claimed|thinks|thought|believes|reckons|apparently|allegedly|heard)\b"
    "|如果|假如|要是|万一|想象|假装|例如|比如|听说|据说|(?<!我)说|以为|觉得我|问我"
)
#: A report that stands behind what it reports: "I live in Rome, he said".
_BEHIND = r"(?i)^(?:or so )?(?:he|she|they|people|everyone|the \w+|my \w+|[a-z]+) (?:said|says|told (?:me|you|us|him|her)|claims?|thinks?|thought|reckons?|wrote|believes?)\W*$|^(?:他|她|人家|别人|大家)(?:说|讲|以为|觉得)的?\W*$"
#: "… if anybody asks" supposes nothing of what stands before it.
_ASIDE = r"(?i)\s+(?=(?:sorry|apologies) if\b|if (?:you|they|anyone|anybody|someone|that|it(?:'s| is)|the \w+)\b)"
_WOULD = r"(?i)\b(?:would|could|might|will|may|should)\b|'(?:d|ll)\b"
_OWN = r"(?i)^(?:i|i'm|i've|my|our|we|we're|we've)\b(?!.*\?$)|^(?:我|咱)(?!.*(?:吗|么|呢|什么|怎么|哪|啥)\W*$)"
#: No more than this is looked at: the rest is left as it is.
_MOST = 12


def parted(sentence: str) -> Iterator[str]:
    """The sentence, or its parts where its mood changes, in their order; each stands in it word for word."""
    pieces = compiled(_JOINT).split(sentence, _MOST)
    if len(pieces) == 1:
        yield from _without_aside(sentence)
        return
    if _governed(pieces[-1]) or _bars(pieces[0]):
        yield sentence
        return
    yield from filter(None, map(str.strip, _grouped(pieces)))


def _without_aside(sentence: str) -> list[str]:
    """The sentence without "if anyone asks" behind it, which stands alone then."""
    parts = compiled(_ASIDE).split(sentence, 1)
    return parts if len(parts) == 2 and not compiled(_WOULD).search(parts[0]) else [sentence]


def _governed(last: str) -> bool:
    """Whether the last part says of all before it that it is asked or told by others."""
    return bool(compiled(_TAG).search(last) or compiled(_BEHIND).search(last))


def _bars(part: str) -> bool:
    return compiled(_OTHERS).search(part) is not None


def _asks(part: str, joint: str, *, last: bool = False) -> bool:
    if compiled(_ASKS).search(part) or (
        last and "," in joint and compiled(_NOUNS_ASK).search(part)
    ):
        return True
    return not compiled(_GOES_ON).match(joint) and compiled(_ASKS_OF).match(part) is not None


def _grouped(pieces: list[str]) -> Iterator[str]:
    """Parts of one mood put together: what states, then what asks, and so on; what is barred takes all the rest."""
    group, asking = pieces[0], _asks(pieces[0], "")
    for place in range(1, len(pieces), 2):
        joint, part = pieces[place], pieces[place + 1]
        last = place + 2 == len(pieces)
        if _bars(part):
            yield from _without_aside(group) if not asking else (group,)
            yield "".join(pieces[place + 1 :])
            return
        asks = _asks(part, joint, last=last)
        turns = asks if not asking else not asks and compiled(_OWN).match(part) is not None
        if turns:
            yield group
            group, asking = part, asks
        else:
            group += joint + part
    yield group
