"""Whom a turn is spoken to (妈，…; 钱班长，…; "don't forget to breathe") or who speaks in it (小林：…); it reads no statement.

A name that stands alone between marks is called upon, or is a label before what somebody said. It is no subject of what follows,
and what the one who is called is told to do is no task of the speaker's. A doctor or a teacher without a name may be whoever answers.
"""

from __future__ import annotations

from hindsight_integrations.language import owners
from hindsight_integrations.language.folding import simplified
from hindsight_integrations.language.names_chinese import given_name, may_be_name
from hindsight_integrations.language.patterns import compiled

_GREETING = "(?:您好|你好|早上好|上午好|中午好|下午好|晚上好|新年好|早安|晚安|好|早|辛苦了|谢谢|啊|呀|哈|～)*"
#: They answer questions, so that they may be asked.
_ANSWERS = "(?:医生|大夫|老师|师傅|律师|教练|导师|助理|秘书|经理|主管|牙医|兽医|理发师|水管工|保姆|师父|宝贝|宝宝|朋友|小朋友|姐妹|哥们儿?|兄弟|哥|姐|老板|领导)"
_ALONE = f"^(?:亲爱的|我的)?(?P<who>[\u4e00-\u9fff]{{1,4}}?){_GREETING}$"
_OPENING = "^(?:[\u4e00-\u9fffA-Za-z]{1,4}[：:]\\s*)?(?P<call>[\u4e00-\u9fff]{1,10})[，,！!：:]"


def answerer(clause: str) -> bool:
    """Whether it calls upon whoever answers: 医生，高血压五年了."""
    who = _alone(clause)
    return bool(who) and compiled(_ANSWERS).fullmatch(who) is not None


def called(clause: str) -> bool:
    """Whether a clause is no more than somebody's name, as they are called or written before their words."""
    who = _alone(clause)
    if not who or answerer(clause):
        return False
    return owners.relation(who) is not None or (owners.named(who) and may_be_name(who))


_KIN = "(?:们?(?:家|爸|妈|爷|奶|哥|姐|弟|妹|儿|女|老|孩|闺|公|婆|叔|姑|舅|姨)|朋友|同[事学]|室友|领导|对象|媳妇|先生|太太)"
#: The speaker, as one of whom something is to be kept in mind, and not as one for whom the hearer is to do something.
_SELF = f"(?<![给帮替为等想爱找回跟和对])(?<!支持)(?<!关注)(?<!相信)(?<!联系)(?:我|咱)(?=.)|我{_KIN}|本人"
#: What a note to oneself is of; what is good for one (多喝水, 按时吃药) is told to others.
_ERRAND = "^(?:先|顺便|顺路|再|要|去)*(?:买|取|交|还|寄|订|缴|续费|浇|喂|充|退|打电话|联系|提醒(?!你|您|自己)|给(?!我|你|您|他|她|自己|个|点|力)|把(?!自己))"
_PLACED = "[在到去从](?!点|位|时)[\u4e00-\u9fff]{2,}|\\d|[A-Za-z]{2}"


def spoken_to_hearer(what: str, *, done: bool, dated: bool) -> bool:
    """Whether what is not to be forgotten is the hearer's (记得给我点赞, 记得按时吃药), or told to be kept already (记下了你的电话).

    What an assistant is to remember is of the speaker, of a day or a place, or an errand.
    """
    own = compiled(_SELF).search(what) is not None
    if done:
        return not own
    return not (own or dated or compiled(f"{_ERRAND}|{_PLACED}").search(what))


def _alone(clause: str) -> str:
    found = compiled(_ALONE).match(clause)
    return found["who"] if found else ""


def to_another(text: str) -> bool:
    """Whether a turn is spoken to somebody who is called by name at its beginning."""
    found = compiled(_OPENING).match(simplified(text[:40].strip()))
    return found is not None and (called(found["call"]) or given_name(found["call"]))


#: What of a thing to remember is the speaker's: their own, somebody's or some place's name, a number, a time, an errand.
_CONCERNS = (
    r"(?i)\b(?:i|i'm|i've|me|my|mine|we|we're|we've|our|us|he|she|he's|she's|his|her)\b|(?-i:[A-Z]|[\ue000-\uf8ff])|\d|\b(?:tomorrow|tonight|today|noon|midnight|week|weekend|month|morning|evening|afternoon|o'clock)\b"
    r"|^(?:buy|call|ring|phone|email|e-mail|text|message|book|pay|renew|cancel|order|send|post|return|collect|pick up|drop off|water|feed|charge|back up|submit|file|print|sign|lock|bring|pack|take out|put out|clean|wash|fix|replace|register|reply|write to|get)\b"
    r"|\b(?:in|at|on|under|behind|above|below|beside|inside|near|next to) the (?!moment|end|present|process|way|long|same|whole|good|little)\w+|\bthe (?:\w+ )?\w+ (?!is\b|was\b|has\b|helps\b|matters\b|counts\b|makes\b|takes\b|\w*ness\b)\w+s$|\bthe (?:\w+ )?\w+ (?:opens|closes|starts|ends|leaves|arrives|costs|expires|hangs|lives|lies|stays)\b|\b(?:code|password|pin|key|number|address|bins?)\b"
)


#: What one says to encourage: "staying calm helps", "you are enough", "be kind to yourself".
_ENCOURAGES = (
    r"(?i)\b(?:important|key|normal|natural|ok(?:ay)?|alright|enough|worth(?: it)?|possible|helps?|matters?|counts?|gets better|a marathon)\b|^you(?:'re|r)?\b"
    r"|^(?:just |always )*(?:be|stay|breathe|take|keep|trust|believe|enjoy|smile|relax|rest|focus)\b"
)


def advice(what: str, *, to_do: bool) -> bool:
    """Whether what is to be remembered is said to anybody ("don't forget to breathe"): nothing in it is the speaker's.

    What is to be remembered as so ("remember that turtles need calcium") is kept unless it encourages.
    """
    if not what.isascii() or compiled(_CONCERNS).search(what):
        return False
    return to_do or compiled(_ENCOURAGES).search(what) is not None
