"""Whether two texts that share little do other things, in verbs so common that they are no matter (go, do, take, 做, 去); it knows no sentence of its own."""

from __future__ import annotations

from hindsight_integrations.language.likeness_reading import Read, Token

#: One line a verb, in its forms; those of one line say the same.
_VERBS = """
go goes went gone going
do does did done doing make makes made making
take takes took taken taking
have has had having get gets got gotten getting own owns owned keep keeps kept keeping
give gives gave given giving
put puts putting
come comes came coming
write writes wrote written writing
send sends sent sending
bring brings brought bringing
say says said saying tell tells told telling
see sees saw seen seeing look looks looked looking watch watches watched watching
use uses used using
run runs ran running
want wants wanted wanting need needs needed needing
leave leaves left leaving
hold holds held holding
let lets letting
start starts started starting begin begins began begun beginning
stop stops stopped stopping
做 干 弄 搞
去 走
来 到
写
给 送
拿 取
用 使
看 瞧
说 讲
有 养
买
卖
放
带
"""
_LINE = {word: number for number, line in enumerate(_VERBS.split("\n")) for word in line.split()}
#: Texts that share so much of their matter, living beings apart, may word its verb as they like.
_ENOUGH = 2


def other_deeds(first: Read, second: Read) -> bool:
    """Whether each has a common verb of its own and they share hardly more than who does it: "my sister wrote this", "my sister goes on"."""
    mine, theirs = _verbs(first), _verbs(second)
    if not mine or not theirs or not mine.isdisjoint(theirs):
        return False
    known = {sense for token in second.tokens for sense in token.senses}
    shared = {
        token.word
        for token in first.matter
        if not token.senses.isdisjoint(known) and not _being(token) and token.surface not in _LINE
    }
    return len(shared) < _ENOUGH


def _verbs(text: Read) -> set[int]:
    return {_LINE[token.surface] for token in text.tokens if token.surface in _LINE}


def _being(token: Token) -> bool:
    return any(sense.startswith("beings") for sense in token.senses)
