"""Likeness of hours, amounts and everyday spellings: what is written otherwise and is the same."""

from __future__ import annotations

import pytest

from hindsight_integrations.language.likeness_plain import plain


@pytest.mark.parametrize(
    ("text", "plainer"),
    [
        ("at twenty to six", "at 5:40"),
        ("at ten past nine", "at 9:10"),
        ("a quarter to one", "12:45"),
        ("at half six", "at 6:30"),
        ("open from ten to six", "open from ten to six"),
        ("rows 5 to 9", "rows 5 to 9"),
        ("half a dozen eggs", "6 eggs"),
        ("it takes an hour", "it takes 60 minutes"),
        ("every second Friday", "every other friday"),
        ("at 12 noon", "at noon"),
        ("明儿去", "明天去"),
        ("媳妇儿", "媳妇"),
        ("女儿", "女儿"),
        ("两百六", "260"),
        ("三千五", "3500"),
        ("5公斤", "10斤"),
        ("读高二", "读高中二年级"),
        ("读大三", "读大学三年级"),
        ("上个月", "上月"),
        ("头一个星期", "第一星期"),
        ("我俩", "我俩"),
        ("俩孩子", "两个孩子"),
        ("三百块", "三百"),
        ("三百块蛋糕", "三百块蛋糕"),
        ("人在大理上班", "在大理上班"),
        ("落在车上没带", "落在车上"),
        ("不戴眼罩睡不着", "需要戴眼罩才能睡"),
    ],
)
def test_one_spelling(text: str, plainer: str) -> None:
    assert plain(text) == plainer
