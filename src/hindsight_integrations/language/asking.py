"""Whose fact a question asks for, and which attribute, by the catalogue; it knows no stored memory.

"What is Irina's phone number now?" asks for ``person.irina.phone``; 我表妹以前在哪个单位？ asks for
``person.表妹.employer``. Words of time ("now", 以前) are no part of what is asked, see ``aims``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from hindsight_integrations.language import owners
from hindsight_integrations.language.catalogue import Attribute, Catalogue
from hindsight_integrations.language.frames import ADVERBS, conjugated, frames
from hindsight_integrations.language.patterns import compiled

_ASKS = (
    r"(?i)[?？]\s*$|^\W*(?:(?:as of|back in|in|on|by|before|after|since) [^:,]{1,40}[:,]\s*)?(?:so |and |but |ok |please |hey |hi )*(?:what|where|when|who|whose|which|how|do|does|did|is|are|was|were|has|have|can|could|tell me"
    r"|remind me|show me|give me|i (?:forgot|forget|need))\b|吗|呢|什么|啥|哪|谁|多少|几|怎么|如何|是否|告诉我"
)
_WHICH = "(?:do|does|did|is|are|was|were|am|has|have|had|will|would|should|can|could|'s)"
_AUX = {
    "do": "(?:do|does|did)", "does": "(?:do|does)", "be": "(?:is|are|was|were|am|'s)", "have": "(?:has|have|had)",
    "can": "(?:can|could|should|do|shall|may)", "should": "(?:should|can|could|shall|do|might)", "i": "(?:i|we|you|one)",
}  # fmt: skip
_ADJECTIVE = r"(?:(?:current|present|new|newest|latest|old|previous|former|original|first|last|actual|own|work|personal|private|home|real|prior|earlier|initial) )*"
_POSSESSOR = r"(?P<who>(?:my|your|his|her|their|our)(?: [a-z-]+(?: [a-z-]+)?'s)?|the (?:user|customer|client)'s|(?:the |this |that )?[\w.-]+(?: [\w.-]+)?'s?)"
_FUNCTION = frozenset(
    owners.words_of(
        """
        is was are were what's what about for of and or so tell me know remember does did do who which to give show
        please remind s it in on at by or from with when where how still has had
        """
    )
)
_WHERE = "在?(?:(?:哪个|哪座|什么)(?:城市|地方|区|国家)|哪里|哪儿|何处|哪(?![些种家个位]))"
_WHAT = "(?:什么|啥|哪些|哪个|哪种|哪款|多少|谁)"
_ZH_ADVERBS = (
    "(?:现在|目前|如今|当前|当时|那时候?|最近|以前|之前|原来|从前|过去|曾经|曾|先前|最早|最初|最开始|一开始|起初|本来|后来|一直|平时|一般|通常|都|还|又|是|在那之前|更早|最后|最终"
    "|改|已经?|会|主要|具体|到底|究竟|，|,|\\s)*"
)
_ZH_ADJECTIVE = "(?:现在的?|目前的?|当前的?|最新的?|以前的?|之前的?|原来的?|从前的?|过去的?|旧的?|新的?|老(?!家)|最早的?|最初的?|第一个|上一个|原先的?)*"
_ZH_NOUN_ASKS = "(?:是|叫|为|有|在|，|,|\\s|现在|目前|以前|之前|原来|最早|最初|当时|都|分别|一开始)*(?:什么|多少|几|哪|谁|啥|怎|[?？]|吗|呢|$)"


class Questions:
    """Reads questions by the words of a catalogue."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        compiled_frames = frames(catalogue)
        nouns, zh_nouns = compiled_frames.english_nouns, compiled_frames.chinese_nouns
        self._nouns, self._zh_nouns = compiled_frames.nouns, compiled_frames.zh_nouns
        letters = (compiled("[a-z]+").findall(noun.lower()) for noun in self._nouns)
        self._noun_words = frozenset(words[-1] for words in letters if words)
        self._noun = rf"\b{_POSSESSOR}\s+{_ADJECTIVE}(?P<noun>{nouns})s?\b(?!'s)"
        self._of = rf"\b(?P<noun>{nouns}) (?:of|for|does|did|do) (?P<who>[\w' .-]{{1,40}}?)(?= (?:now|before|back|at|in|as|on|have|use|like|prefer|follow|used)\b|\W*$)"
        self._open = rf"^\W*(?:what|who|which|when|where)(?:'s| is| was| are| were) {_POSSESSOR}\s+{_ADJECTIVE}(?P<noun>[a-z-]+(?: [a-z-]+)?)(?: now| before| at the moment| currently)*\W*$"
        self._zh_noun = f"(?P<who>[^，。？?]{{1,14}}?){_ZH_ADVERBS}的?{_ZH_ADJECTIVE}(?P<noun>{zh_nouns}){_ZH_NOUN_ASKS}"
        self._zh_open = f"^(?P<who>[^，。？?]{{1,10}}?)(?:现在|目前|以前|之前|原来)*的{_ZH_ADJECTIVE}(?P<noun>[\u4e00-\u9fff]{{1,8}}?)(?:现在|目前|以前|之前|原来)*(?:是|叫|在)(?:什么|多少|哪|谁|几)"
        asks = [
            (attribute, phrase)
            for attribute in catalogue.attributes
            for phrase in attribute.words["en"].asks
        ]
        self._asks = [(attribute, _english_question(phrase)) for attribute, phrase in asks]
        #: By a word that a question of the phrase has: the places of phrases in ``_asks``.
        self._asks_with: dict[str, list[int]] = {}
        for place, (_, phrase) in enumerate(asks):
            for word in _needed(phrase):
                self._asks_with.setdefault(word, []).append(place)
        self._zh_asks = [
            (attribute, _chinese_question(phrase))
            for attribute in catalogue.attributes
            for phrase in attribute.words["zh"].asks
        ]

    def asked(self, question: str) -> tuple[str, ...]:
        """The subject keys that ``question`` asks for, the likeliest first."""
        text = question.strip()
        if not compiled(_ASKS).search(text):
            return ()
        found = dict.fromkeys(self._all(text))
        return tuple(found)

    def _all(self, text: str) -> Iterator[str]:
        if compiled("[\u4e00-\u9fff]").search(text):
            yield from self._chinese(text)
        if compiled("[A-Za-z]").search(text):
            yield from self._english(text.lower())

    def _english(self, text: str) -> Iterator[str]:
        if named := list(self._who(_WHO_IS, text)):
            yield from named
            return
        words = frozenset(compiled("[a-z]+").findall(text))
        possible = {place for word in words for place in self._asks_with.get(word, ())}
        for attribute, pattern in map(self._asks.__getitem__, sorted(possible)):
            if worded := compiled(pattern).search(text):
                yield from self._keys(_asked(worded["who"]), attribute)
        if not self._noun_words.isdisjoint(words | {word.removesuffix("s") for word in words}):
            yield from self._by_noun(text)
        if other := compiled(self._open).match(text):
            owner = _asked(_possessor(other["who"])) or _asked_thing(other["who"])
            noun = owners.segment(other["noun"].replace("favorite", "favourite"))
            if owner and noun and other["noun"] not in self._nouns:
                yield f"{owner}.{noun}"

    def _who(self, pattern: str, text: str) -> Iterator[str]:
        """Who stands in a relation to the user: "who is my boss", 我领导是谁."""
        found = compiled(pattern).search(text)
        owner = owners.relation(found["kin"].strip()) if found else None
        if owner and "name" in self._catalogue.names:
            yield f"{owner}.name"

    def _by_noun(self, text: str) -> Iterator[str]:
        for found in compiled(self._noun).finditer(text):
            yield from self._keys(_asked(_possessor(found["who"])), self._nouns[found["noun"]])
            text = text.replace(found[0], " ")  # "my drink of choice" is no drink of a Choice
        for found in compiled(self._of).finditer(text):
            yield from self._keys(_asked(found["who"]), self._nouns[found["noun"]])

    def _chinese(self, text: str) -> Iterator[str]:
        yield from self._who(_ZH_WHO_IS, text)
        for attribute, pattern in self._zh_asks:
            for asked in compiled(pattern).finditer(text):
                yield from self._keys(_asked_zh(asked["who"]), attribute)
        for part in re.split("[，。？?：:]", text):
            if found := compiled(self._zh_noun).search(part + "？"):
                yield from self._keys(_asked_zh(found["who"]), self._zh_nouns[found["noun"]])
            if found := compiled(self._zh_open).match(part):
                owner = owners.at_end(found["who"]) or owners.thing(found["who"])
                noun = owners.segment(found["noun"])
                if owner and noun and found["noun"] not in self._zh_nouns:
                    yield f"{owner}.{noun}"

    def _keys(self, owner: str | None, attribute: Attribute) -> Iterator[str]:
        if owner is not None:
            yield f"{owner}.{attribute.name}"
            yield from (f"{owner}.{name}" for name in attribute.also_asked)


_WHO_IS = r"^\W*(?:who(?:'s| is| was| are| were)|what(?:'s| is| was) the name of) (?:my|our) (?:(?:current|new|old|previous|former|last|first) )*(?P<kin>[a-z-]+?)(?: (?:now|before|back|in|at|these|right|currently|then|when|earlier|previously)\b.*)?\W*$"
_ZH_WHO_IS = "我们?的?(?:现在|以前|之前|原来|当时)?的?(?P<kin>[\u4e00-\u9fff]{1,4}?)(?:现在|以前|之前|原来|当时)*(?:是|叫)(?:谁|什么名字|哪位)"
_WHO_INSIDE = r"(?P<who>[\w' .-]{1,40}?)"
_WHO_LAST = r"(?P<who>[\w'.-]+(?: (?!(?:now|before|at|back|these|in|by|on|as|to|currently|today|then|again)\b)[\w'.-]+)?)"


def _english_question(phrase: str) -> str:
    """ "where do {who} live" for every tense, with adverbs where English takes them."""
    before, _, after = phrase.partition("{who}")
    parts = [_AUX.get(word, re.escape(word)) for word in before.split()]
    verb, *rest = after.split() or [""]
    if not verb:
        return rf"\b{' '.join([*parts, _WHO_LAST])}\b".replace(" 's", "'s")
    words = [*parts, _WHO_INSIDE, ADVERBS + _verb(verb), *map(re.escape, rest)]
    return rf"\b{' '.join(words)}\b"


def _needed(phrase: str) -> frozenset[str]:
    """Words of which a question of this phrase has one: a cheap look before the pattern.

    They are the forms of its verb, or of the last word before the owner.
    """
    before, _, after = phrase.partition("{who}")
    word = (after.split() or before.split())[0 if after.split() else -1]
    forms = conjugated(word) if after.split() else _spelt(word)
    return frozenset(part for form in forms for part in compiled("[a-z]+").findall(form.lower()))


def _spelt(word: str) -> list[str]:
    """A word of a question, and what may stand for it."""
    return compiled("[a-z]+|'s").findall(_AUX.get(word, word))


def _verb(word: str) -> str:
    return f"(?:used to )?(?:{'|'.join(sorted(conjugated(word), key=len, reverse=True))})"


def _chinese_question(phrase: str) -> str:
    pattern = ""
    for part in re.split(r"(\{who\}|哪里|什么|哪个(?!城市|单位|公司|邮箱)|多少)", phrase):
        if part == "{who}":
            last = phrase.endswith("{who}")
            pattern += "(?P<who>[^，。？?：:]{1,16}" + (
                ")(?=[，。？?]|$)" if last else "?)" + _ZH_ADVERBS
            )
        elif part == "哪里":
            pattern += _WHERE
        elif part in ("什么", "多少", "哪个"):
            pattern += _WHAT
        else:
            pattern += re.escape(part)
    return pattern


def _possessor(words: str) -> str:
    return words.removesuffix("'s").removesuffix("'")


_PRONOUNS = {"my": "me", "your": "you", "his": "he", "her": "she", "their": "they", "our": "we"}


def _asked(words: str) -> str | None:
    """The owner that lower-case words of a question name."""
    said = words.strip()
    if said in _PRONOUNS:
        return owners.USER
    parts = said.split()
    while (
        parts
        and parts[0] in _FUNCTION
        and " ".join(parts) not in ("the user", "the customer", "the client")
    ):
        parts = parts[1:]
    if not parts:
        return None
    if parts[0] in _PRONOUNS:
        return owners.relation(_possessor(" ".join(parts[1:])))
    return owners.asked(_possessor(" ".join(parts)))


def _asked_thing(words: str) -> str | None:
    said = compiled(r"^(?:the|this|that) ").sub("", _possessor(words.strip()))
    return owners.thing(said)


def _asked_zh(words: str) -> str | None:
    said = compiled(f"(?:{_ZH_ADVERBS}|呢|吗)$").sub("", words)
    return owners.at_end(said)


@lru_cache(maxsize=16)
def questions(catalogue: Catalogue) -> Questions:
    """The reader of questions for a catalogue; built once."""
    return Questions(catalogue)
