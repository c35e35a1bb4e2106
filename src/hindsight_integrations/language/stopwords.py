"""Words that carry a question and not its matter, in English and Chinese; constant, so that no user's data shape another's search.

Negations (not, never, 不, 没) are missing on purpose: they are matter.
"""

from __future__ import annotations

_ENGLISH = """
a an the this that these those there here
i me my mine myself we us our ours you your yours he him his she her hers it its they
them their theirs someone something anyone anything
am is are was were be been being do does did done doing have has had having will would
shall should can could may might must
what which who whom whose when where why how
and or but if so than then as of at by for from in into on onto to with about over
any some just also too very please tell know
i'm i've i'd i'll you're you've you'd you'll he's he'd he'll she's she'd she'll it's
it'd it'll we're we've we'd we'll they're they've they'd they'll that's there's here's
what's who's where's when's how's why's let's
"""
ENGLISH = frozenset(_ENGLISH.split())

#: Phrases that say nothing of the matter asked; they are cut out whole, the longest first.
CHINESE_PHRASES = (
    "为什么", "有没有", "是不是", "能不能", "可不可以", "什么时候", "什么样", "怎么样",
    "什么", "怎么", "怎样", "如何", "哪里", "哪儿", "哪个", "哪些", "哪位", "哪家", "哪一",
    "多少", "是否", "请问", "告诉", "知道", "现在", "这个", "那个", "这些", "那些",
    "这里", "那里", "我们", "你们", "他们", "她们", "它们", "咱们",
)  # fmt: skip

#: Particles and pronouns: a run of characters is read as ending before and beginning after them.
CHINESE_PARTICLES = "的了吗呢吧啊呀么嘛我你您他她它谁哪几"

#: Words that merely contain such a character; they are kept together.
CHINESE_WHOLES = (
    "目的", "的士", "的确", "了解", "除了", "为了", "吉他", "其他", "自我", "我国",
    "几何", "茶几", "几乎",
)  # fmt: skip

#: Characters that only join or point. Words are made of them too (有限, 就业), so a pair with
#: one of them is kept where its other character has no better pair.
CHINESE_LIGHT = "是在和与跟也都就还很这那把被有"
