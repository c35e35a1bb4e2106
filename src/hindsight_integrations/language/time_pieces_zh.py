"""The Chinese words that time rules are made of, in simplified characters; it decides nothing."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from hindsight_integrations.language import holidays
from hindsight_integrations.language.time_marks import Mark, Time, counted, mark, of

#: Full-width signs, one for one.
FOLDS = {0x3000: 0x20, 0x2019: 0x27, 0x2018: 0x27} | {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}  # fmt: skip

NUMERALS = "〇零一二两俩仨三四五六七八九十百千廿卅"

_PLAIN = """
    上 上一 上个 上一个 上次的 -> rel -1
    上上 上上个 -> rel -2
    上上上 上上上个 -> rel -3
    下 下一 下个 下一个 -> rel 1
    下下 下下个 -> rel 2
    下下下 下下下个 -> rel 3
    这 这个 这一 这一个 本 今个 今 当 -> rel 0
    天 日子 -> unit day
    周 星期 礼拜 -> unit week
    周末 -> unit weekend
    小时 钟头 个钟 -> unit hour
    分钟 分钟时间 -> unit minute
    秒 秒钟 -> unit second
    刻 刻钟 -> unit quarterhour
    年 -> zyear 0
    月 月份 -> zmonth 0
    日 号 -> zday 0
    点 点钟 时 时许 点整 点许 -> zhour 0
    分 -> zminute 0
    季度 季 -> zquarter 0
    世纪 -> unit century
    年代 -> decade 0
    个 -> ge 0
    第 -> di 0
    半 -> half 0
    前 之前 以前 -> qian 0
    后 之后 以后 -> hou 0
    内 以内 之内 里 -> nei 0
    以来 来 至今 起 开始 -> since 0
    从 自 自从 由 打 -> from 0
    到 至 ~ -> dash 0
    和 与 跟 及 -> and 0
    之间 间 -> amid 0
    或 或者 -> or 0
    的 -> of 0
    近 过去 -> recent -1
    未来 未来的 今后 -> rel 1
    在 于 大约 大概 左右 许 时候 是 那 约 整个 -> noise 0
    初 伊始 开头 -> edge early
    底 末 -> edge late
    中 -> edge mid
    上旬 -> edge first10
    中旬 -> edge mid
    下旬 -> edge last10
    每 每个 每隔 每逢 -> every 0
    几 数 若干 好几 -> few 3
    多 余 -> more 0
    止 为止 -> noise 0
    首 -> ordinal 1
    最后 最末 -> ju 0
    凌晨 -> part smallhours
    清晨 清早 大清早 -> part dawn
    早上 早晨 上午 早间 早 今晨 晨 -> part morning
    中午 正午 晌午 -> part noon
    下午 午后 晏昼 -> part afternoon
    傍晚 黄昏 -> part dusk
    晚上 晚 晚间 夜晚 -> part evening
    夜里 夜间 深夜 半夜 午夜 夜 大半夜 -> part night
    白天 -> part daytime
    , 、 -> comma 0
""".strip()

_DAYS = {
    "今天": 0, "今日": 0, "本日": 0, "当天": 0, "当日": 0, "昨天": -1, "昨日": -1, "寻日": -1,
    "琴日": -1, "昨": -1, "前天": -2, "前日": -2, "大前天": -3, "大大前天": -4, "明天": 1, "明日": 1,
    "听日": 1, "后天": 2, "后日": 2, "大后天": 3, "大大后天": 4, "明儿": 1, "昨儿": -1, "今儿": 0,
    "前儿": -2, "全天": 0,
}  # fmt: skip
_YEARS = {
    "今年": 0, "本年": 0, "本年度": 0, "这一年": 0, "去年": -1, "上年": -1, "上一年": -1, "旧年": -1,
    "前年": -2, "大前年": -3, "明年": 1, "下年": 1, "下一年": 1, "来年": 1, "后年": 2, "大后年": 3,
    "上上年": -2,
}  # fmt: skip
_EVENINGS = {
    "今晚": 0, "今夜": 0, "昨晚": -1, "昨夜": -1, "当晚": 0, "明晚": 1, "前晚": -2, "后晚": 2,
    "今早": 0, "今晨": 0, "昨早": -1, "明早": 1, "明晨": 1,
}  # fmt: skip
_SEASONS = {"春": "spring", "夏": "summer", "秋": "autumn", "冬": "winter"}
_VAGUE = {
    "刚才": "day", "刚刚": "day", "适才": "day",
    "前些天": "fortnight", "前些日": "fortnight", "前些日子": "fortnight", "前几天": "fortnight",
    "前几日": "fortnight", "前两天": "fortnight", "前阵子": "fortnight", "前段时间": "fortnight",
    "前不久": "fortnight", "不久前": "fortnight", "不久之前": "fortnight", "不久以前": "fortnight",
    "前一阵子": "fortnight", "前一段时间": "fortnight",
    "最近": "month", "近来": "month", "近期": "month", "近日": "month", "这阵子": "month",
    "这段时间": "month", "这些天": "month", "这几天": "month", "这几周": "month", "这些日子": "month",
    "很久前": "ever", "很久之前": "ever", "很久以前": "ever", "好久之前": "ever", "好久以前": "ever",
    "先前": "ever", "从前": "ever", "早些时候": "ever", "上次": "ever", "上回": "ever", "曾经": "ever",
}  # fmt: skip
_FIXED: dict[str, tuple[str, Any]] = {
    **dict.fromkeys(
        ("现在", "此刻", "目前", "当前", "而家", "如今"), ("time", counted("minute", 0))
    ),
    **dict.fromkeys(("截止到", "截至", "截止"), ("until", 0)),
    **dict.fromkeys(("农历", "阴历", "旧历"), ("zero", 0)),
    **dict.fromkeys(("上半年", "前半年"), ("half", 1)),
    **dict.fromkeys(("下半年", "后半年"), ("half", 2)),
    # The first month of the school holidays, and how many they last.
    "暑假": ("ofday", (7, 2)),
    "寒假": ("ofday", (1, 2)),
}
#: Words that look like pieces of a time and are none.
_NONE = """
    前面 前台 前往 前端 前提 前景 前途 前任 之前的话 后面 后来 后悔 后续 后台 后果 后边 前边 起床 起来 起飞 起身
    起码 起初 日本 生日 节日 日期 日程 日记 日常 年轻 年级 年龄 年纪 天气 天天 天空 天使 月亮 月球 号码 周围 周到
    周年 周岁 周一岳 时候 时间 时尚 时代 点点 点心 点赞 点餐 点击 点菜 上海 上班 上课 上学 上面 上车 上网 下面
    下班 下课 下单 下雨 下车 下载 下来 这里 这样 这么 这种 这些 这儿 这边 当然 当时 本人 本来 本店 本身 分数 分开
    分享 分别 分析 小时候 中国 中间 中心 初中 高中 初恋 底部 到底 年会 过年 新年好 月饼 月薪 日元 来自 来说 来源
    和平 间谍 内容 内部 里面 半天 多少 多久 号线 号楼 号店 号房 号桌 号机 号选手 日报 晚报 晚餐 早餐 午餐 早饭
    晚饭 三餐 夜宵 早点 晚点 晚安 早安 早日 春卷 秋千 夏令营 冬瓜 冬奥 几点 几号 几月 哪天 哪年 哪月 星期几 周几
    礼拜几 每天 每日 每年 每月 每周 天数 五月天 月子 坐月子 前几名 先后 前后 然后 随后 此后 背后 以后都 今日头条
    当地 从不 从来 自己 自动 自然 由于 打电话 到处 至少 至于 一日三餐 正月 腊月 冬月 闰月 初一 初二 初三 初四 初五
    初六 初七 初八 初九 初十 大年 除夕 春节 新春 中秋 中秋节 元宵 元宵节 端午 端午节 七夕 七夕节 重阳 重阳节 清明
    清明节 冬至 夏至 春分 秋分 立春 立夏 立秋 立冬
"""


def _season(name: str) -> Time:
    return of(mark("season", name), sure=False)


@cache
def chinese() -> dict[str, list[tuple[str, str, Any]]]:
    """Words by their first character, the longest first: the word, the kind, the value."""
    found: dict[str, list[tuple[str, str, Any]]] = {}
    for word, (kind, value) in dict(_chinese()).items():
        found.setdefault(word[0], []).append((word, kind, value))
    for rows in found.values():
        rows.sort(key=lambda row: -len(row[0]))
    return found


def _chinese() -> Iterator[tuple[str, tuple[str, Any]]]:
    for line in _PLAIN.splitlines():
        words, row = line.strip().split(" -> ")
        kind, text = row.split()
        value: Any = int(text) if text.lstrip("-").isdigit() else text
        for word in words.split():
            yield word, (kind, _part(value) if kind == "part" else value)
    for word in _NONE.split():
        yield word, ("other", 0)
    for word, count in _DAYS.items():
        yield word, ("time", counted("day", count))
    for word, count in _YEARS.items():
        yield word, ("time", counted("year", count))
    yield from _FIXED.items()
    yield from _times()


def _part(name: str) -> str:
    return "small hours" if name == "smallhours" else name


def _times() -> Iterator[tuple[str, tuple[str, Any]]]:
    for word, count in _EVENINGS.items():
        part = "night" if word[-1] in "晚夜" else "morning"
        yield word, ("time", of(Mark("day", (count,), relative=True), mark("part", part)))
    for word, name in _SEASONS.items():
        yield f"{word}天", ("season", _season(name))
        yield f"{word}季", ("season", _season(name))
    for word, value in _VAGUE.items():
        yield word, ("vague", value)
    for name, rule in holidays.names().items():
        if not name.isascii():
            yield name, ("time", of(mark("holiday", rule)))
    yield from _edges()


def _edges() -> Iterator[tuple[str, tuple[str, Any]]]:
    """年初, 月底, 月中旬: an edge and its unit in one word."""
    for unit, word in (("year", "年"), ("month", "月"), ("week", "周"), ("quarter", "季")):
        for edge, names in _EDGES.items():
            for name in names.split():
                yield f"{word}{name}", ("zedge", (unit, edge))
    yield "周末", ("unit", "weekend")  # no edge of a week


_EDGES = {"early": "初", "late": "底 末", "mid": "中 中旬", "first10": "上旬", "last10": "下旬"}
