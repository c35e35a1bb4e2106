"""Recognises that the user wants forgotten what was just said (REQUIREMENTS W9); it forgets nothing itself.

Only a whole sentence that points back counts: "forget about the car" is a change of plan, and
"don't forget that …" asks for the opposite.
"""

from __future__ import annotations

from hindsight_integrations.language.clauses import Plain, opened
from hindsight_integrations.language.patterns import compiled

_POINTING = (
    r"(?:that|this|it|(?:what|everything|all|anything) i(?:'ve| have)? (?:just )?(?:said|told you|wrote|mentioned|shared)(?: just now| about that)?"
    r"|(?:that|my|the) last (?:one|thing|message|bit|part|sentence)(?: i (?:just )?(?:said|wrote|told you))?|that (?:last )?(?:bit|part|one|message|sentence))"
)
_ENGLISH = (
    r"(?i)^(?:no,? |actually,? |oh,? |sorry,? |wait,? |please |can you |could you |would you |i want you to |you (?:can|should) )*"
    rf"(?:forget|erase|delete|unremember|scratch|don't (?:remember|save|store|keep|note)|do not (?:remember|save|store|keep|note)) (?:about )?{_POINTING}(?:,? (?:please|thanks|now|again|ok|okay))*\W*$"
)
_CHINESE = (
    "^(?:不|算了|等等|抱歉|不好意思|请|麻烦|帮我|你|能不能|可以|把|那|，|,|\\s)*"
    "(?:(?:忘掉|忘了|忘记|别记|别记住|不要记|不要记住|删掉|删除|抹掉|清除|不用记)(?:吧|我|掉|一下|了)*(?:刚才|刚刚|前面|上面|上一句|刚)?(?:我)?(?:说的|讲的|那句话?|这句话?|这个|那个|这件事|那件事|这条|那条|的话|话|的内容|它)+"
    "|(?:我)?(?:刚才|刚刚|前面)(?:我)?(?:说的|讲的|那句话?|那条|的话)+(?:都|你|请)*(?:忘掉|忘了|忘记|别记|不要记|删掉|删除|作废|不算)(?:住)?)(?:吧|了|好吗|哦|啊|谢谢|，)*[。！!.?？\\s]*$"
)


def unsays(text: str) -> bool:
    """Whether a turn asks to forget what was said last."""
    sentences = list(Plain.of(text).sentences())
    return len(sentences) <= 2 and any(
        compiled(_ENGLISH).match(opened(sentence)) or compiled(_CHINESE).match(sentence)
        for sentence in sentences
    )
