"""Whether a turn says anything worth finding again; it knows no conversation and no user.

Trivial turns are logged and not indexed, so the rule is narrow: every word of the turn must
belong to a phrase of the tables. A name, a number or any other word makes it worth keeping,
and so does a refusal: "no" decides something, "ok" does not.
"""

from __future__ import annotations

import re
import unicodedata

from hindsight_integrations.language.folding import simplified
from hindsight_integrations.language.patterns import compiled

#: A trivial turn is short; longer ones are not even looked at.
MAX_TRIVIAL = 120

_ENGLISH = """
hi; hiya; hello; hey; howdy; yo; greetings; hi there; hello there; hey there; hi all; hi everyone
hello all; hello everyone; hey everyone; good morning; good afternoon; good evening; good night
good day; morning; evening; how are you; how are you doing; how are you today; how's it going
how is it going; what's up; sup; nice to meet you; welcome back; bye; bye bye; goodbye; see you
see ya; see you later; see you soon; see you around; talk to you later; talk soon; later; take care
have a nice day; have a good day; have a great day; have a good one; have a nice evening
have a good evening; have a good night; have a nice weekend; have a good weekend
thanks; thank you; thank u; thx; ty; tysm; many thanks; thanks a lot; thanks a million
thanks a bunch; so much; very much; cheers; much appreciated; appreciated; appreciate it
i appreciate it; i appreciate that; for your help; for the help; for helping; for that; for this
for everything; that helps; that helped; that was helpful; that's helpful; very helpful
no problem; no worries; you're welcome; you are welcome; my pleasure; don't mention it; anytime
ok; okay; okey; okay then; k; kk; alright; all right; right; sure; sure thing; of course
certainly; absolutely; definitely; fine; got it; gotcha; i got it; i see; i understand; understood
makes sense; that makes sense; sounds good; sounds great; good; great; nice; cool; perfect; awesome
excellent; wonderful; fantastic; amazing; lovely; brilliant; super; very good; very nice; well done
good job; great job; good to know; good idea; that's great; that's good; that's nice; that's perfect
that's right; that is right; that's correct; that is correct; that's all; that is all; that's it; noted; will do; roger; roger that; copy that; agreed; exactly
indeed; true; yes; yeah; yep; yup; yea; ya; aha; uh huh; mhm; hm; hmm; um; uh; er; oh; ah; wow; oops
lol; lmao; rofl; hehe; please; sorry; excuse me; my apologies; no need to apologize; you too
same to you; likewise; so; then; too; well; again; now; and; oh well; there; it's ok; it's okay
it's fine; that's ok; that's okay; that's fine
"""
_CHINESE = """
你好 您好 你们好 大家好 哈喽 哈罗 哈啰 嗨 嘿 喂 早 早上好 早安 上午好 中午好 午安 下午好 晚上好 晚安
在吗 在么 在不在 你好吗 您好吗 最近好吗 很高兴认识你 很高兴认识您 幸会 欢迎 欢迎回来
再见 拜拜 拜 回见 回头见 下次见 待会见 保重 祝好 慢走 周末愉快 祝你愉快
谢 谢谢 谢谢你 谢谢您 谢谢你们 谢了 多谢 非常感谢 十分感谢 太感谢了 万分感谢 感谢 感谢你 感谢您 感激不尽
你的帮助 您的帮助 的帮助 麻烦你 麻烦您 麻烦你了 麻烦您了 辛苦 辛苦了 你辛苦了 您辛苦了
不客气 不用谢 不谢 别客气 没事 没事的 没关系 没问题 不要紧 应该的
好 好的 好啊 好吧 好呀 好滴 好哒 好嘞 好咧 好了 行 行吧 行啊 可以 可以的 成 中 没毛病 嗯 恩 哦 噢 喔 啊 呃 额 唉 诶
哈 嘿嘿 呵 嘻嘻 明白 明白了 我明白了 知道了 我知道了 了解 了解了 收到 懂了 我懂了 原来如此 原来是这样 这样啊
是 是的 是啊 是呀 对 对的 对啊 对呀 没错 当然 当然了 当然可以 确实 的确 不错 真不错 挺不错的 很好 非常好 太好了
太棒了 真棒 棒 厉害 真厉害 完美 挺好 挺好的 那好 那就好 那就这样 就这样吧 就这样 有道理 同意 抱歉 不好意思 对不起
打扰了 哇 哇塞 天哪 请 那 的 了 呢 啦 呀 吧 哟 哒 噻 也 真的 真是 太 啰 咯 先这样
"""


def _alternatives(phrases: list[str], after: str) -> str:
    longest_first = sorted(phrases, key=lambda phrase: (-len(phrase), phrase))
    return f"(?:{'|'.join(map(re.escape, longest_first))}){after}"


_PHRASES = [phrase.strip() for phrase in re.split("[;\n]", _ENGLISH) if phrase.strip()]
# Groups without a way back: a text that does not fit is given up at once, not tried anew
# with every other division into phrases.
_TRIVIAL = (
    rf"(?>(?:{_alternatives(_PHRASES, '(?![a-z])')}|h?a?(?:ha)+h?(?![a-z])"
    rf"|{_alternatives(_CHINESE.split(), '')})\s*)*"
)
_SIGNS = re.compile(r"[^\w']+|_")
_DRAWN_OUT = re.compile(r"([^\W\d])\1{2,}")


def trivial(text: str) -> bool:
    """True for greetings, thanks, acknowledgements and signs alone, in English and Chinese."""
    if len(text) > MAX_TRIVIAL:
        return False
    folded = simplified(unicodedata.normalize("NFKC", text)).casefold().replace("\u2019", "'")
    said = _DRAWN_OUT.sub(r"\1", _SIGNS.sub(" ", folded)).strip()
    return compiled(_TRIVIAL).fullmatch(said) is not None
