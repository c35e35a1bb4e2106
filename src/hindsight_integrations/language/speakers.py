"""Who speaks, where a turn's text says so itself ("Ana: I moved", 小林：我搬家了); and whose words a question asks for."""

from __future__ import annotations

import re

from hindsight_integrations.language.folding import simplified
from hindsight_integrations.language.patterns import compiled
from hindsight_integrations.records import Role

_SPEAKER = (
    r"<?(?P<name>[^\W\d_][\w.'’-]{0,30}(?: [^\W\d_][\w.'’-]{0,30}){0,2})>?"
    r"(?:\s*[:：]\s*(?=\S))(?!//)"
)
#: What stands before a colon and is nobody's name.
_LABELS = frozenset(
    [
        "note",
        "notes",
        "ps",
        "nb",
        "fyi",
        "re",
        "subject",
        "question",
        "answer",
        "q",
        "a",
        "example",
        "update",
        "edit",
        "warning",
        "error",
        "todo",
        "tip",
        "hint",
        "summary",
        "title",
        "date",
        "time",
        "to",
        "from",
        "cc",
        "address",
        "phone",
        "email",
        "http",
        "https",
        "todo",
        "result",
        "input",
        "output",
        "image",
        "link",
        "url",
        "step",
        "part",
        "first",
        "second",
        "third",
        "finally",
        "also",
        "remember",
        "reminder",
        "correction",
        "important",
        "注意",
        "备注",
        "问题",
        "答案",
        "问",
        "答",
        "例如",
        "比如",
        "更新",
        "警告",
        "错误",
        "提示",
        "总结",
        "标题",
        "日期",
        "时间",
        "地址",
        "电话",
        "邮箱",
        "结果",
        "图片",
        "链接",
        "第一",
        "第二",
        "第三",
        "最后",
        "记住",
        "提醒",
        "更正",
        "重要",
    ]
)


def speaker(text: str) -> str | None:
    """The name with which a turn begins, if it begins like a line of a play."""
    found = compiled(_SPEAKER).match(text)
    if found is None:
        return None
    name = found["name"]
    latin = name.isascii()
    if name.lower() in _LABELS or (latin and not name[0].isupper()):
        return None
    return None if re.search(r"\s[a-z]", name) or (not latin and len(name) > 6) else name


_SAYING = "tell|told|say|said|mention(?:ed)?|ask(?:ed)?|share[ds]?|describe[ds]?|report(?:ed)?|complain(?:ed)?"
_ADVISING = "recommend(?:ed)?|suggest(?:ed)?|advise[ds]?|propose[ds]?|promise[ds]?|explain(?:ed)?|answer(?:ed)?|offer(?:ed)?"
_TOLD_BY = (
    rf"(?i)\b(?P<user>i|we|she|he|they|the (?:user|customer|client)) (?:\w+ ){{0,2}}?(?:{_SAYING})\b"
    rf"|\b(?P<assistant>you|the assistant) (?:\w+ ){{0,2}}?(?:{_SAYING}|{_ADVISING})\b"
    "|(?P<zh_assistant>(?:你|您|助手)(?:[^，。？?我]{0,6}?)(?:说|讲|告诉|答应|推荐|建议|提议|解释|回答|提到))"
    "|(?P<zh_user>(?:我们?|他们?|她们?|用户|客户)(?:[^，。？?]{0,6}?)(?:说|讲|告诉|提到|提过|提起|问过|抱怨))"
)


def told_by(question: str) -> Role | None:
    """Whose words a question asks for: the user's ("what did she tell me"), the assistant's, or nobody's."""
    found = compiled(_TOLD_BY).search(simplified(question))
    if found is None:
        return None
    return Role.USER if found["user"] or found["zh_user"] else Role.ASSISTANT
