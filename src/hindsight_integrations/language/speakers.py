"""Who speaks, where a turn's text says so itself ("Ana: I moved", 小林：我搬家了); it knows no role."""

from __future__ import annotations

import re

from hindsight_integrations.language.patterns import compiled

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
