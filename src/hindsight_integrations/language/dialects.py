"""Reads Cantonese words and what people in the country call themselves (喺, 嘅, 俺) as standard Chinese, as long as they were; it knows no fact.

Every word has as many characters as what it is read as, so that each place in a text stays where it is.
"""

from __future__ import annotations

from hindsight_integrations.language.patterns import compiled

#: Words that stand in no other Chinese; where one does, the rest is Cantonese too.
_SURE = "[嘅喺冇佢嘢啲咗嗰咁畀俾睇揾搵攞嚟嘞㗎啱諗谂哋喇瞓]|唔(?!知)|而家|依家|琴日|尋日|返工|返学|返學|钟意|鍾意|屋企|边度|邊度|乜嘢|得闲|得閒|同我讲|同我講"
_CANTONESE = """
喺=在 嘅=的 唔=不 冇=没 佢=他 哋=们 嘢=事 啲=些 咗=了 嗰=那 咁=这 畀=给 俾=给 睇=看 揾=找 搵=找 攞=拿 嚟=来 嘞=了 㗎=的 喇=了 啱=刚 諗=想 谂=想 瞓=睡
依家=现在 而家=现在 琴日=昨天 尋日=昨天 寻日=昨天 听日=明天 聽日=明天 今日=今天 返工=上班 返学=上学 返學=上学 揸车=开车 揸車=开车 揸=开 钟意=喜欢 鍾意=喜欢 中意=喜欢 讲嘢=说话 講嘢=说话
食=吃 饮=喝 飲=喝 老豆=爸爸 屋企=家里 边度=哪里 邊度=哪里 点解=为啥 點解=为啥 几多=多少 幾多=多少 几耐=多久 幾耐=多久 乜嘢=什么 咩=啥 乜=啥 边个=哪个 邊個=哪个 我系=我是 我係=我是 佢系=他是 佢係=他是
同我=跟我 就得=就行 得闲=有空 得閒=有空 识讲=会讲 識講=会讲 识=会 識=会 仲=还 先至=这才 返嚟=回来 翻工=上班 细路=小孩 細路=小孩 住喺=住在 做嘢=工作 手提=手机
"""
_WORDS = dict(pair.split("=") for pair in _CANTONESE.split())
_ANY = "|".join(sorted(_WORDS, key=len, reverse=True))


def standard(text: str) -> str:
    """``text`` in standard Chinese, one for one, as far as the words of a dialect can mean nothing else."""
    if compiled(_SURE).search(text):
        text = compiled(_ANY).sub(lambda found: _WORDS[found[0]], text)
    return text.replace("俺", "我") if "俺" in text else text
