"""Reads what people type in haste ("im", "dont", "pls", "gotta") as the words they mean, and finds what was read in what was typed; it knows no fact.

Only what can mean nothing else is written out: "id", "ill", "its" and "were" are words of their own.
"""

from __future__ import annotations

from hindsight_integrations.language.dialects import standard
from hindsight_integrations.language.folding import as_written
from hindsight_integrations.language.patterns import compiled

_PAIRS = """
im=I'm; ive=I've; dont=don't; doesnt=doesn't; didnt=didn't; cant=can't; couldnt=couldn't; wouldnt=wouldn't
shouldnt=shouldn't; isnt=isn't; arent=aren't; wasnt=wasn't; werent=weren't; havent=haven't; hasnt=hasn't; hadnt=hadn't
aint=ain't; wont=won't; thats=that's; whats=what's; wheres=where's; whos=who's; hows=how's; theres=there's; hes=he's
shes=she's; youre=you're; theyre=they're; weve=we've; theyve=they've; youve=you've; lets=let's; pls=please; plz=please
plss=please; u=you; ur=your; urs=yours; thx=thanks; gotta=have to; gonna=going to; wanna=want to; cuz=because; coz=because
bday=birthday; atm=at the moment; rn=right now; tmrw=tomorrow; tmr=tomorrow; tmw=tomorrow; idk=I don't know
n=and; bc=because; b4=before; fave=favourite; fav=favourite; favs=favourites; hubby=husband
"""
_WORDS = dict(
    pair.strip().split("=")
    for line in _PAIRS.split("\n")
    for pair in line.split(";")
    if pair.strip()
)
_TYPED = rf"(?<![\w'@./-])(?:[Ii](?:'ve|'m)? gotta|(?:{'|'.join(sorted(_WORDS, key=len, reverse=True))}|{'|'.join(sorted((word.capitalize() for word in _WORDS), key=len, reverse=True))}))(?![\w'@/-]|\.\w)"
_KNOWN = frozenset(_WORDS)
#: What is put before a statement that leaves its subject out; see ``elided``.
PREFIXES = ("I have ", "I was ", "I am a ", "I am ", "I ", "my ", "我")


def _whole(said: str) -> str:
    low = said.lower()
    if low.endswith("gotta") and low != "gotta":
        return "I have to"
    whole = _WORDS[low]
    return whole[0].upper() + whole[1:] if said[0].isupper() else whole


def _pieces(text: str) -> list[tuple[int, int, str]]:
    own = () if text.isascii() else compiled(_ZH_SELF).finditer(text)
    pieces = [(found.start(), found.end(), "我") for found in own]
    typed = compiled(_TYPED).finditer(text)
    return sorted(pieces + [(found.start(), found.end(), _whole(found[0])) for found in typed])


#: What people call themselves at the beginning of a clause.
_ZH_SELF = r"(?:^|(?<=[，。！？；：,.!?;: \n]))(?:本人|老朽|鄙人|敝人|在下|老夫|老汉|小弟我?|小女子|老身|不才|区区)(?=[\u4e00-\u9fff])"
#: Marks of ASCII among Chinese, and blanks between two clauses of it.
_MARKS = r"(?<=[\u4e00-\u9fff])[,;?!:]|[,;?!:](?=[\u4e00-\u9fff])|(?<=[\u4e00-\u9fff]{2}) +(?=[\u4e00-\u9fff]{2})"
_WIDE = {",": "，", ";": "；", "?": "？", "!": "！", ":": "：", " ": "，"}


def _marked(text: str) -> str:
    """``text`` with the marks among Chinese as Chinese has them, and its words as the standard has them, one for one."""
    if text.isascii():
        return text
    wide = compiled(_MARKS).sub(lambda found: _WIDE[found[0][0]] * len(found[0]), text)
    return standard(wide)


def spelled(text: str) -> str:
    """``text`` with words that were typed in haste written out, and Chinese with its own marks."""
    text = _marked(text)
    if not text.isascii():
        text = compiled(_ZH_SELF).sub("我", text)
    # Most texts hold none of the words, and looking for them all at each place takes longer than this.
    if _KNOWN.isdisjoint(compiled("[a-z]+").findall(text.lower())):
        return text
    return compiled(_TYPED).sub(lambda found: _whole(found[0]), text)


def as_typed(words: str, text: str) -> str:
    """``words``, which were read in ``text``, as they were typed there, with the subject they may have been given; as they are if they do not stand there."""
    read = spelled(text)
    words = as_written(words, read)
    for prefix in ("", *PREFIXES):
        if not words.startswith(prefix):
            continue
        place = read.replace("\u2019", "'").find(words[len(prefix) :])
        if place >= 0:
            start = _typed_at(place, text)
            return prefix + text[start : _typed_at(place + len(words) - len(prefix), text)]
    return words


def _typed_at(place: int, text: str) -> int:
    """Where in ``text`` the character stands that was read at ``place``."""
    shift = 0
    for start, end, whole in _pieces(text):
        if start + shift >= place:
            break
        if start + shift + len(whole) > place:
            return start
        shift += len(whole) - (end - start)
    return place - shift
