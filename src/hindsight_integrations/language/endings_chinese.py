"""Whether a Chinese clause says no more than that what was told last is over (络活喜吃得脚肿，停了); it reads no value."""

from __future__ import annotations

from hindsight_integrations.language.adverbs_chinese import ADVERBIAL
from hindsight_integrations.language.patterns import compiled

#: What one says of each kind of thing when it is over.
_OVER = {
    "medication": "停|停药|停掉|断|不吃|不打|不用|换掉",
    "job": "不干|辞|辞职|不做|辞掉|裸辞|离职|转行|不当",
    "employer": "不干|辞|辞职|离职|裸辞|跳槽|走人|被裁",
    "like": "不玩|不看|不追|不听|不喜欢|卸载|删|戒|脱粉|弃坑|退坑|腻",
    "drink": "不喝|戒|戒掉|停",
    "study": "不学|退|放弃|弃|停",
    "language": "不学|放弃|忘光|全忘",
    "vehicle": "卖|卖掉|报废|处理|出掉",
    "pet": "送人|送走|去世|走丢|没",
    "location": "不住|搬走|退租|退|搬离",
    "diet": "不吃|放弃|不坚持|坚持不下去|破功|开荤|不弄|不搞",
    "health": "好|痊愈|治好|康复",
    "allergy": "好|不过敏|没|脱敏",
    "tool": "不用|卸载|删|弃",
    "team_tool": "不用|卸载|删|弃",
    "bank": "注销|销户|不用",
    "relationship": "离|分",
    "dating": "分|分手|散",
}


def over(attribute: str, clause: str) -> bool:
    """Whether ``clause`` ends what was said of ``attribute``: 上个月辞了, 后来不学了."""
    verbs = _OVER.get(attribute)
    pattern = f"^(?:{ADVERBIAL}|我|给|让我|干不下去|实在){{0,5}}(?:{verbs})了(?:吧|啊|哈|哦)?$"
    return verbs is not None and compiled(pattern).match(clause) is not None
