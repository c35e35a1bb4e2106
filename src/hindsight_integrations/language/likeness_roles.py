"""Whether two texts of the same words give them other roles: who does it to whom, from where to where, what before what; it knows no vector."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise

from hindsight_integrations.language.likeness_reading import Read, Token
from hindsight_integrations.language.likeness_words import Phrase, chinese

#: What stands after one of these is its own: the same words after another one are another statement.
_DIRECTED = frozenset(
    [
        "to",
        "from",
        "before",
        "after",
        "than",
        "over",
        "by",
        "比起",
        "比",
        "从",
        "到",
        "去",
        "回",
        "搬到",
        "先",
        "再",
        "给",
    ]
)
_SPEAKER = frozenset(["i", "me", "us", "we", "我", "我们"])
#: Others of whom one speaks, each by the name of all forms.
_OTHERS = {
    form: forms.split()[0]
    for forms in ("he him", "she her", "they them", "他", "她", "他们", "她们")
    for form in forms.split()
}
#: Small verbs that say who does it to whom.
_WHOSE = ("my", "our", "his", "her", "their", "your")
_PASSIVE = (("be",), ("get",))
_SMALL_DEEDS = frozenset(
    [
        "be",
        "give",
        "help",
        "let",
        "make",
        "take",
        "tell",
        "ask",
        "have",
        "get",
        "帮",
        "让",
        "叫",
        "把",
        "送",
        "请",
    ]
)
#: What stands after one of these is elsewhere than after the other.
_AGAINST = (("to", "from"), ("before", "after"), ("从", "去"), ("从", "到"), ("从", "回"))
_BREAKS = _DIRECTED | frozenset(
    ["with", "when", "while", "if", "because", "as", "and", "but", ",", "，", ";", "；"]
)


def swapped(first: Read, second: Read) -> bool:
    """Whether words that both have trade their places."""
    called = first.names | second.names
    mine, theirs = _named(first.tokens, (), called), _named(second.tokens, first.tokens, called)
    return _after(mine, theirs) or _reversed(mine, theirs) or _turned_passive(mine, theirs)


@dataclass(frozen=True, slots=True)
class _Role:
    """A token, what it is called in the pair (the speaker is "i"), and whether it can act on another."""

    token: Token
    name: str
    acts: bool


def _named(tokens: Sequence[Token], known: Sequence[Token], called: frozenset[str]) -> list[_Role]:
    """Tokens under the names of those of the other text that say the same."""
    return [
        _Role(part, _name(part, known), _acts(part, called))
        for token in tokens
        for part in _taken_apart(token)
    ]


def _taken_apart(token: Token) -> Iterator[Token]:
    """A phrase that ends with somebody, as what is done and whom it is done to: "give me"."""
    last = token.stems[-1] if len(token.stems) > 1 else ""
    if last in _SPEAKER or last in _OTHERS:
        stems = token.stems[:-1]
        yield replace(token, stems=stems, surface=("" if chinese(last) else " ").join(stems))
        yield Token(last, last, light=True)
    else:
        yield token


def _name(token: Token, known: Sequence[Token]) -> str:
    if token.surface in _SPEAKER:
        return "i"
    if token.surface in _OTHERS:
        return _OTHERS[token.surface]
    same = next((other for other in known if not token.senses.isdisjoint(other.senses)), token)
    return same.word


def _plays(token: Token) -> bool:
    """Whether a token may play a part: matter, or the speaker."""
    return not (token.light or token.turns) or _points(token)


def _points(token: Token) -> bool:
    """Whether it stands for somebody: "I", "him"."""
    return token.surface in _SPEAKER or token.surface in _OTHERS


def _heads(text: list[_Role]) -> dict[str, set[str]]:
    """What stands right after each directed word, and after what denies."""
    heads: dict[str, set[str]] = {}
    for place, each in enumerate(text):
        if each.token.turns or each.token.surface in _DIRECTED:
            head = _head(text[place + 1 :])
            if head is not None:
                heads.setdefault("" if each.token.turns else each.token.surface, set()).add(head)
    return heads


def _head(after: list[_Role]) -> str | None:
    """The first that plays a part; whose it is (我女儿) does not count."""
    played = [
        (each, beside) for each, beside in pairwise((*after, None)) if each and _plays(each.token)
    ]
    for each, beside in played:
        if each.name != "i" or beside is None or not beside.acts:
            return each.name
    return None


def _after(first: list[_Role], second: list[_Role]) -> bool:
    mine, theirs = _heads(first), _heads(second)
    all_mine, all_theirs = (
        {each.name for each in text if _plays(each.token)} for text in (first, second)
    )
    for word in mine.keys() & theirs.keys():
        only_mine, only_theirs = mine[word] - theirs[word], theirs[word] - mine[word]
        traded = only_mine & all_theirs and only_theirs & all_mine
        if traded and (word or _characters(first) == _characters(second)):
            return True
    return all_mine == all_theirs and any(_against(mine, theirs, *pair) for pair in _AGAINST)


def _against(mine: dict[str, set[str]], theirs: dict[str, set[str]], one: str, other: str) -> bool:
    """Whether the same stands after ``one`` in one text and after ``other`` in the other."""
    head = [text.get(word, set()) for text in (mine, theirs) for word in (one, other)]
    return bool((head[0] & head[3] - head[1] - head[2]) or (head[1] & head[2] - head[0] - head[3]))


def _parts(text: list[_Role]) -> list[list[_Role]]:
    """The tokens of matter between prepositions, commas and the like."""
    parts: list[list[_Role]] = [[]]
    for each, after in pairwise((*text, None)):
        if each is None:
            break
        if each.token.surface in _BREAKS or _names_who(each, after):
            parts.append([])
        elif _plays(each.token) or not _SMALL_DEEDS.isdisjoint(each.token.stems):
            parts[-1].append(each)
    return parts


def _names_who(each: _Role, after: _Role | None) -> bool:
    """Whether it says who somebody is ("Luke is my brother"): either may stand first."""
    copula = each.token.surface == "是" or each.token.stems == ("be",)
    return copula and after is not None and (after.acts or after.token.surface in _WHOSE)


def _reversed(first: list[_Role], second: list[_Role]) -> bool:
    """Whether somebody does in one text what is done to him in the other."""
    if _chinese(first) and _characters(first) != _characters(second):
        return False  # Chinese moves its topic to the front
    (mine_do, mine_bear), (their_do, their_bear) = _deeds(first), _deeds(second)
    return bool(
        (mine_do & their_bear) - mine_bear - their_do
        or (their_do & mine_bear) - their_bear - mine_do
    )


def _deeds(text: list[_Role]) -> tuple[set[tuple[str, str]], set[tuple[str, str]]]:
    """Who does what, and what is done to whom: those before and after each word that both can act."""
    do: set[tuple[str, str]] = set()
    bear: set[tuple[str, str]] = set()
    for part in _parts(text):
        acting = [place for place, each in enumerate(part) if each.acts]
        for one, other in combinations(acting, 2):
            if part[one].name != part[other].name:
                for place in range(one + 1, other):
                    _enter(do, bear, part, (one, place, other))
    return do, bear


def _enter(
    do: set[tuple[str, str]],
    bear: set[tuple[str, str]],
    part: list[_Role],
    places: tuple[int, int, int],
) -> None:
    """Who stands before a deed does it, unless it "is" or "gets" done to him."""
    one, deed, other = (part[place] for place in places)
    if deed.token.stems in _PASSIVE:
        return
    done = (
        part[places[1] - 1].token.stems in _PASSIVE and deed.token.surface != deed.token.stems[-1]
    )
    doer, sufferer = (other, one) if done else (one, other)
    do.add((doer.name, _deed(deed.token)))
    bear.add((sufferer.name, _deed(deed.token)))


def _deed(token: Token) -> str:
    """What is done: who "scares" is not who is "scared"."""
    return " ".join(token.stems) + ("ed" if token.surface.endswith("ed") else "")


def _turned_passive(first: list[_Role], second: list[_Role]) -> bool:
    """Whether who suffers it in one text ("I was hired by Anna") does it in the other ("I hired Anna")."""
    mine, theirs = _suffered(first), _suffered(second)
    if mine and theirs:
        return mine[:2] == theirs[1::-1]
    for done, active in ((mine, second), (theirs, first)):
        if done is None:
            continue
        sufferer, doer, deed = done
        order = [each.name for each in active if _plays(each.token)]
        told = {stem for each in active for stem in each.token.stems}
        if sufferer in order and doer in order and not told.isdisjoint(deed):
            return order.index(sufferer) < order.index(doer)
    return False


def _suffered(text: list[_Role]) -> tuple[str, str, Phrase] | None:
    """Who suffers it, who does it, and what is done, in a passive of two that can both act."""
    for place, each in enumerate(text):
        before = [other.name for other in text[:place] if _somebody(other)]
        after = [other for other in text[place + 1 :] if _somebody(other)]
        if not (before and after):
            continue
        if each.token.surface == "被":
            rest = text[text.index(after[0]) + 1 :]
            return before[-1], after[0].name, rest[0].token.stems if rest else ()
        if each.token.surface == "by" and any(
            other.token.stems == ("be",) for other in text[:place]
        ):
            return before[0], after[0].name, text[place - 1].token.stems
    return None


def _somebody(each: _Role) -> bool:
    """Whether it can act for sure: a Chinese character that no table knows may be anything."""
    return each.acts and (
        each.token.surface.isascii() or len(each.token.surface) > 1 or _points(each.token)
    )


def _acts(token: Token, called: frozenset[str]) -> bool:
    """Whether it may do something to another: the speaker, a person, an animal, a name."""
    being = any(each.startswith("beings") for each in token.apart)
    unknown = len(token.senses) == 1 and not token.light and chinese(token.surface)
    return _points(token) or being or unknown or not called.isdisjoint(token.stems)


def _chinese(text: list[_Role]) -> bool:
    return any(chinese(each.token.surface) for each in text)


def _characters(text: list[_Role]) -> list[str]:
    return sorted("".join(each.token.surface for each in text))
