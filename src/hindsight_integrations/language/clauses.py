"""Cuts a turn into the clauses in which the user states something; it knows no subject.

What is asked, supposed, quoted, reported or told of others is not stated, so it is left out
here, once, before any rule for a subject reads a clause.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from hindsight_integrations.language.folding import simplified
from hindsight_integrations.language.moods import parted
from hindsight_integrations.language.owners import USER, chinese
from hindsight_integrations.language.patterns import compiled
from hindsight_integrations.language.typed import spelled
from hindsight_integrations.language.unreal import bygone, exercise, mocks, of_a_stranger, tale

#: A turn is read up to here, and a sentence longer than that is no plain statement.
MAX_READ = 8_000
MAX_SENTENCE = 400

#: What stands between quotation marks, in code, or after a mail's ``>``.
_QUOTED = (
    r"(?sm)```.*?(?:```|\Z)|`[^`\n]*`|“[^”\n]{0,600}”|「[^」\n]{0,600}」|『[^』\n]{0,600}』|\"[^\"\n]{0,600}\"|^[ \t]*>[^\n]*"
    r"|(?<!\w)'[^'\n]{2,600}?'(?!\w)|‘[^\n]{0,600}?’(?!\w)"
)
#: A line that ends in a colon introduces what follows as someone's text, unless it says otherwise.
_INTRODUCES = r"[:：]\s*$"
_OWN = r"(?i)\babout (?:me|myself)\b|\bremember\b|\bnote\b|关于我|我的(?:信息|资料|情况)|记"
_BULLET = r"^\s*(?:[-*•·]|\d{1,2}[.)、])\s*"
#: Ends of sentences; not the full stop of a short form, which is followed by a name.
_SENTENCE = (
    r"(?<=[.!?])(?<!\bSt\.)(?<!\bMt\.)(?<!\bMr\.)(?<!\bMs\.)(?<!\bMrs\.)(?<!\bDr\.)(?<!\bvs\.)"
    r"(?<!\be\.g\.)(?<!\bi\.e\.)\s+|(?<=[。！？；;…])\s*|\n+"
)
_QUESTION = (
    r"(?i)[?？]\s*$|^(?!.*(?:[在正着].{2}|还没|可[^以能]|才[^能]|挺|好好)).*呢[。.！!\s]*$|哪[呢啊呀]|干[嘛吗啥]|(?:吗|么|没有|是不是|对不对|好不好)[。.！!\s]*$"
    r"|^\W*(?:what|where|when|who|whom|whose|which|why|how|do(?! not)|does|did|is|are|am(?= i\b)|(?:was|were)(?! (?:born|diagnosed|hired|promoted|raised|laid off|fired|let go|transferred)\b)|can|could"
    r"|should|shall|would|will|have(?! to\b)|has)\b(?!'t\s+(?!(?:you|we|i|they|he|she|it|this|that|there)\b))"
    # Not "whatever", as in 什么都吃.
    r"|(?<!没)(?:什么|[啥咋](?!都|也|好)|哪里|哪儿|哪个|哪家|(?<!不)怎么)(?!都|也)|为什么|是否|多少|吗[，,。]|要不要|会不会|能不能|可不可以|该不该|需不需要|用不用|算不算|值不值|还是[^，。]{1,10}(?:好|难|强|快|多|贵|便宜|划算|合适)(?:啊|呢|些|点)?$"
)
_SUPPOSED = (
    r"(?i)\b(?:if|unless|wish|imagine|suppose|supposing|assuming|pretend|hypothetically|what if|as though"
    r"|let's say)\b|^\W*(?:assume|say) (?:i|i'm|you|we|my|that)\b|如果|假如|假设|要是|倘若|若是|的话|想象|万一|假装|比如说|例如"
)
_REPORTED = (
    r"(?i)\b(?:said|says|told|tells|asked|asks|wrote|writes|claimed|claims|replied|quote|thinks|thought"
    r"|believes|supposedly|allegedly|rumou?r has it|word (?:is that|has it|on the street)|they say|people say|legend has it|(?:i|i've|we) heard (?:that|from|he|she|they|the)|toying with|flirting with the idea|on the fence about|tempted to|translate|paraphrase|proofread|rewrite)\b"
    r"|听说(?!过|我)|据说|传闻|(?:有人|网上|人家|别人|大家都|网友|弹幕|评论区?|答主|博主|主播|热搜|新闻|微博|知乎|抖音|小红书|朋友圈|帖子)[^，。]{0,8}(?:说|称)|传言|谣传|也没证据|编的吧|(?<!我)(?<![跟和对]你)(?:说过|说道|说[：:，]|说我|告诉|问我|写道|声称|以为|觉得我|认为我)|(?:^|请|帮我|帮忙|句话?|段话?)翻译|翻译(?:一下|成|下|：|:|这)|造句|改写|润色"
)
#: A joke that says so, and what is told in a work or a dream.
_JOKE = (
    r"(?i)(?<!not )(?<!n't )(?<!no )\b(?:(?:just |only )?(?:kidding|joking)|jk|j/k|so it (?:feels|seems)|feels like it|when (?:pigs fly|hell freezes over)|over my dead body|in your dreams)\b"
    r"|(?<!不)(?<!没)(?<!没在)(?<!别)(?:开(?:个)?玩笑的?(?:啦|呢|哈)?|说笑的?|逗你(?:的|玩)|骗你的|闹着玩的?|瞎说的|胡说的|才怪)"
)
_MADE_UP = (
    r"(?i)^\W*(?:in (?:my|the|this|that|our|his|her|a) (?:\w+ )?(?:novel|story|game|film|movie|book|dreams?|play|show|series|comic|script|tale|role[- ]?play)\b(?! (?:industry|business|studio|club|shop|department))"
    r"|as the (?:song|saying|joke|poem|story) goes|(?:my|the|our) (?:[\w'&-]+ ){0,2}(?:character|protagonist|hero|heroine|avatar|villain|narrator)(?:'s)?\b|i (?:dream(?:t|ed)|play as|am playing as)\b)"
    "|^(?:在)?(?:我的?|我写的|这部?|那部?|某部?|这个|那个)?(?:小说|故事|游戏|电影|电视剧|剧本|梦|歌|童话|漫画)(?:里|中|里面|当中)|^(?:我|昨晚我?)?(?:梦见|梦到)|^(?:俗话说|常言道|老话说|歌里唱)|我(?:的|演的|写的|玩的|扮演的|拿到的|抽到的)?角色|^(?:玩)?(?:剧本杀|狼人杀|跑团|桌游|密室|游戏)"
)
_JOKE_ALONE = rf"(?i)(?:{_JOKE.removeprefix('(?i)')})[\s.!。！~～)）哈啦loj😂🤣😜😄]*"
_LAUGH = r"(?i)(?:[\s,，]*(?:哈{2,}|呵呵|嘿嘿|lol|lmao|(?:ha){2,}|😂|🤣|😅|😄|😜))+$"
#: With what a laugh ends: looking for one at each place takes longer than this.
_LAUGHS = tuple("哈呵嘿loa😂🤣😅😄😜")
_CLAUSE = (
    # Not the comma of "Lisbon, Portugal".
    r"(?i)\s*[，：]\s*|\s*,\s+(?!(?!I\b|My\b)(?-i:[A-Z])[\w.'-]*(?:\s+(?-i:[A-Z])[\w.'-]*)?\s*(?:[.,!;]|$))"
    # Chinese that runs on without a mark: 27岁了|还没对象, 对猫毛过敏|但又想养.
    r"|(?<=了)(?=还[没是在想]|但|却|所以|不敢|不能[吃喝碰]|结果|怎么|咋|想(?:要|问|找|学|换)|求|现在|一直想|可是|老是|天天|每天|到现在|平时|最近|目前)"
    r"|(?<=[\u4e00-\u9fff]{2})(?=但(?:是|又|我|也|还|不|没)|可是|不过我|所以|结果|因为|而且|并且|又想|还想|想[问找换]|求推|求个|有[啥没]什?么?|咋[办整弄])"
    r"|(?<=[\u4e00-\u9fff]的)(?=天天|每天|整天|成天|一天到晚|三班倒|老是|总是|经常)"
    r"|\s+-+\s+|\s*[—–]\s*"
    r"|\s*,?\s+(?:and|but|so|tho|though|because|cause|cos|coz|since)\s+(?=(?:i|i'm|i've|my|we|please|don't|now i|(?:now )?(?:live in|work (?:at|for)))\b)"
)
#: Words before a statement that say nothing.
_OPENING = (
    r"(?i)^(?:(?:well|so|and|but|also|ok|okay|oh|hi|hello|hey|hi there|yes|yeah|no(?=\s*,)|actually|anyway|btw"
    r"|by the way|fyi|just so you know|for your information|thanks"
    r"|by (?:day|night)|(?:it )?turns out(?: that)?|heads[- ]up|(?:good|bad|great|big|small|quick) (?:news|update|note|heads[- ]up)|new address|yay|ugh|ew+|omg|oof|welp|yep|nope(?=\s*,)|sooo*|hmm+|eh|ah|aw+|damn"
    r"|as i said|ha(?:ha)+h?|lol|lmao|fun fact|funny story|honestly|seriously|no joke|i'm not (?:kidding|joking)|tbh|to be honest|now|today|for now|currently|recently|since then|these days)\b[\s,:!]*"
    r"|(?:各位|兄弟们?|哥们儿?|姐妹们?|老铁们?|宝子们?|家人们|朋友们?|大佬们?|大神们?|师傅|同志们?|别笑(?:话我)?哈?|先说下|说下情况|情况是(?:这样的?)?|是这样的?|求助|求问|请教一下|请教|楼主|讲道理|利益相关|补充一下|补充|怎么说呢|不怕你笑话|不瞒你说|实不相瞒)(?:[\s，,：:！!]+|(?=我))"
    r"|(?:好消息|坏消息|提醒一下|提醒下|跟你说下|跟你说一声|告诉你|话说|说起来|哎呀?|唉|啊|哦对|哦|诶|欸|嘿|哈喽|好家伙|另外说一下|更新一下|查出来了|报告)[\s，,：:！!]+"
    r"|(?:那个?|嗯|对了|对|其实|另外|而且|还有|哈{2,}|嘿嘿|说真的|老实说|说实话|讲真|认真的|不开玩笑|我?没开玩笑|说来好笑|顺便说一下|顺便|说一下|跟你说一下|你好|您好|嗨|是的|好的|不过|但是|但|所以|然后|现在|目前)[\s，,：:]*(?=我|请|不|别|以|其实|现在|目前))+"
)
_END = " \t.,;:!。，；：！…～~)）"


#: Where quoted text stood; one character each, so that it can be put back.
_FIRST, _LAST = 0xE000, 0xF8FF
_HOLE = f"[{chr(_FIRST)}-{chr(_LAST)}]"


@dataclass(frozen=True, slots=True)
class Plain:
    """A turn's text with a hole for everything quoted, and what stood in the holes."""

    text: str
    quoted: tuple[str, ...]

    @classmethod
    def of(cls, text: str) -> Plain:
        quoted: list[str] = []

        def hole(found: re.Match[str]) -> str:
            quoted.append(found[0])
            return chr(min(_FIRST + len(quoted) - 1, _LAST))

        plain = compiled(_QUOTED).sub(
            hole, compiled(_HOLE).sub("\ufffd", simplified(spelled(text[:MAX_READ])))
        )
        return cls(plain.replace("\u2019", "'"), tuple(quoted))

    def filled(self, part: str) -> str:
        """``part`` of the text with the quoted words put back."""
        return compiled(_HOLE).sub(lambda found: self.quoted[ord(found[0]) - _FIRST], part)

    def sentences(self) -> Iterator[str]:
        """The sentences the user says in their own words; nothing that a colon introduces."""
        if exercise(self.text):
            return
        for line in self.text.splitlines():
            for sentence in compiled(_SENTENCE).split(compiled(_BULLET).sub("", line)):
                start = tale(sentence)
                told = (sentence if start is None else sentence[:start]).strip()
                if 1 < len(told) <= MAX_SENTENCE:
                    yield from _parts(told)
                if start is not None:
                    yield sentence[start:].strip()
                    return
            if compiled(_INTRODUCES).search(line) and not compiled(_OWN).search(line):
                return


def _parts(sentence: str) -> Iterator[str]:
    """A sentence that runs on, parted where its mood changes; what is made up or a joke is so as a whole."""
    if compiled(_MADE_UP).search(sentence) or compiled(_JOKE).search(sentence):
        yield sentence
    else:
        yield from parted(sentence)


#: A note with a heading says what the heading is about: "Interview feedback - I love long answers".
_HEADED = r"(?i)^(?!i\b|my\b|we\b)(?:[a-z][\w'-]* ){0,3}(?:feedback|to[- ]?dos?|to[- ]?do list|agenda|minutes|transcript|script|template|draft|caption|exercise|example|prompt|excerpt|testimonial|review|quote|scenario)(?::| [-–—]+) "


def states(sentence: str) -> bool:
    """Whether a sentence says that something is so: no question, supposition or report."""
    return not (
        compiled(_QUESTION).search(sentence)
        or compiled(_SUPPOSED).search(sentence)
        or compiled(_REPORTED).search(sentence)
        or compiled(_MADE_UP).search(sentence)
        or compiled(_JOKE).search(sentence)
        or tale(sentence) is not None
        or bygone(sentence)
        or mocks(sentence)
        or of_a_stranger(sentence)
        or compiled(_HEADED).search(sentence)
    )


def takes_back(sentence: str) -> bool:
    """Whether a sentence says no more than that the one before it was a joke."""
    return compiled(_JOKE_ALONE).fullmatch(compiled(_OPENING).sub("", sentence).strip()) is not None


def asks(sentence: str) -> bool:
    """Whether a sentence is a question."""
    return compiled(_QUESTION).search(simplified(sentence)) is not None


def clauses(sentence: str) -> Iterator[str]:
    """The parts of a statement that can stand alone, without opening words and closing marks."""
    subject = ""
    for part in compiled(_CLAUSE).split(sentence):
        clause = opened(part)
        if not clause:
            continue
        if told := compiled(_SUBJECT).match(clause):
            subject = told[0] if _is_own(clause) else ""
        elif subject and compiled(_ELIDED).match(clause):
            clause = subject + clause  # 我叫小林，住在杭州: the second part is mine as well
        yield clause


def _is_own(clause: str) -> bool:
    """Whether the clause speaks of the user ("我…", and not 我妈妈…) and of what is so."""
    if compiled(_WISHED).match(clause):
        return False
    return clause[0] != "我" or next(chinese(clause)).owner == USER


_SUBJECT = r"我|(?i:I |we )(?=(?:(?:now|currently|still|also|just) )*(?:live|reside|work)\b)"
#: 我想住在上海，在腾讯工作 states neither.
_WISHED = "我们?(?:很|真|一直|也|还|现在|以后|将来)*(?:想|打算|希望|准备|计划|梦想|考虑|可能|也许|以前|曾经|本来|原来|将|[要会](?:搬|去))"
_ELIDED = (
    "(?:现在|目前|也)?(?:住在|住|在.{2,16}(?:工作|上班)|吃素|不吃)"
    r"|(?i:now )?(?i:live in|work at|work for)\b"
)


def opened(part: str) -> str:
    """``part`` without the words and marks around the statement."""
    stated = part.strip(_END)
    if stated[-1:].lower() in _LAUGHS:
        stated = compiled(_LAUGH).sub("", stated)
    return compiled(_OPENING).sub("", stated).strip(_END)
