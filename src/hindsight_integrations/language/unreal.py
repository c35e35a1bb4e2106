"""Finds what is said and is not so: tales and roles that are asked for, sarcasm, what was in childhood; it knows no fact."""

from __future__ import annotations

from hindsight_integrations.language.patterns import compiled

#: Who asks for a tale, a role or a made-up text tells nothing of themselves from there on.
_TALE = (
    r"(?i)(?<!\bto )(?:\byou to )?\b(?:write|draft|compose|make up|invent|tell|create|come up with|generate|give|continue|finish|do|need|want)(?: me| us)? (?:an?|the|this|my|some|another|one|two|three) (?:[\w'-]+ ){0,4}?"
    r"(?:story|tale|poem|haiku|limerick|sonnet|song|lyrics?|rap|script|scene|sketch|dialogue|monologue|novel|chapter|plot|joke|riddle|fairy ?tale|fan ?fic(?:tion)?|screenplay|skit|backstory|diary entry|character sheet)\b"
    r"|\b(?:turn|put|convert|change|rewrite|make|use) (?:this|it|the following|that|these)\b[^.?!:]{0,50}:(?!\d|//)|\b(?:word problem|story problem|riddle me)\b"
    r"|\b(?:pretend|role[- ]?play(?:ing)?|let's play|play the (?:role|part) of|act (?:as|like) (?:an?|my|the)|stay in character|in (?:the )?first person|you(?:'re| are) (?:now )?an? (?!(?:\w+ )?(?:help|lifesaver|star|genius|legend|angel|gem|hero|treasure|saint)\b)[\w ]{3,24} and i(?:'m| am))\b"
    r"|\b(?:translate|proofread|paraphrase|rephrase|rewrite|correct|fix|check|improve|conjugate|punctuate|invent|make up|fake|fabricate)\b[^.?!:]{0,60}:(?!\d|//)|\byou (?:be|play|are) the \w+[^.?!]{0,20}\bi(?:'?ll| will|'m| am) (?:be|play)?"
)
_ZH_TALE = (
    "(?:^|[，。！；：])(?:请|麻烦|帮我|帮忙|给我|替我|来|再|你|咱们?|我想让你|我们来?|能不能|可以){0,4}(?:写|编|讲|说|来|续写|创作|虚构|杜撰|演|模仿|扮演|假装|假扮|仿写|造)(?:一)?(?:[个篇段份则首条封句]|你是)?[^，。：；！]{0,14}?"
    "(?:小说|故事|段子|剧本|笑话|童话|剧情|台词|歌词|情节|寓言|相声|小品|脱口秀|独白|对白|假的?简历|假简历|虚构|角色|人设|口吻|第一人称|日记|作文|你是|情景|场景|句子|例句|病句|顺口溜|打油诗)"
)
_ZH_ROLE = "演一下|你演[^，。]{1,10}[，,]?我演|玩(?:个|一下|把)?(?:宫斗|过家家|角色|剧情|情景|cos)|(?:假设|现在|从现在起|设定|扮)你是[^，。？吗]{1,10}[，,]我(?:是|来)|把[^，。]{0,24}(?:改成|换成|翻成|变成|转成)[^，。]{0,10}[：:]|(?:做|整|弄|出|设计|生成)[一个张份]{1,2}[^，。：]{0,8}(?:角色|人设|人物|档案|卡片?|简历|剧本)[^，。]{0,4}[：:，]|角色扮演|扮演[一个]|(?:设定|设计|想)一?(?:下|个)?[^，。]{0,4}(?:人物|角色|人设)|(?:假装|假如|想象)(?:你|我)(?:是|们)|(?:翻译?成|翻译|译成|润色|改写|改错|造句|改病句|仿写|续写)[^，。]{0,12}[：:]|(?:数学|应用|选择|填空|逻辑|推理|智力|物理|阅读|奥数|面试)题|脑筋急转弯"
#: A letter that is pasted or to be worded: who writes it is not told. To an assistant one writes in person.
_LETTER = (
    r"(?i)^\W*dear (?!(?:diary|assistant|ai|bot|chat\w*|computer|friend|claude|gemini|copilot|siri|alexa)\b)(?:sirs?|madam|editor|team|customer|mrs?|ms|dr|(?-i:[A-Z]))[\w.' /&-]{0,40}[,:]"
    r"|^\W*to: (?:the )?[\w' ]{2,40}[,.\n]|^\W*(?:尊敬的|敬爱的|致)[^，。：:]{1,14}[，：:]"
)
#: Agreement that mocks, at the beginning.
_MOCKS = (
    r"(?i)^\W*(?:yeah,? (?:right|yeah)|oh,? sure,|(?:yeah|yes|sure|right|oh),? (?:because|cause|cos) |because (?:obviously|clearly|of course)|as if\b|oh joy\b|said no ?(?:one|body) ever)"
    "|^呵呵+[，,\\s]*(?:是啊|可|我(?:最|可|太)|好一个|真)|^(?:可不(?:是)?嘛|可不是|是哦|得了吧|拉倒吧|切|对对对|好好好|是是是|那可不|可真行|真行)[，,。！!\\s]"
)
_YOUNG = (
    r"(?i)\b(?:as a (?:kid|child|teen\w*|boy|girl|student|toddler|youngster|young (?:man|woman))|when i was (?:(?:a|an|still|very|really|just|about|only) )*(?:little|young|small|kid|child|teen\w*|boy|girl|student|at school|in (?:school|college|uni\w*)|\d+\b|five|six|seven|eight|nine|ten|twelve)"
    r"|back in (?:the day|my day|school|college|high school|\d{4}|the [\w']+s)|in my (?:teens|twenties|youth|school days|student days|younger days)|in (?:primary|elementary|high|middle) school|back then|in those days)\b"
)
#: Whose deeds these are, nobody is told: the next sentence may be the speaker's own.
_STRANGER = r"(?i)^\W*(?:so,? |ok,? so,? )?(?:this|that|some|a|one) (?:guy|man|woman|girl|boy|dude|bloke|lady|kid|person|character|hero)\b|\b(?:worksheet|maths? (?:problem|question|homework))\b"
_WAS = r"(?i)\b(?:was|were|had|used to|loved|hated|liked|wanted|lived|worked|played|kept|ate|drank|studied|spoke|went|could|couldn't)\b"
_STILL = r"(?i)\b(?:still|since|ever since|even now|to this day|always have|never stopped|now|these days|today)\b"
_ZH_YOUNG = "小时候|年轻的?(?:时候|那会)|(?:上学|念书|读书)(?:时|那会|那阵|的时候)|想?当年|那会儿|早些年|我小的时候"
_ZH_STILL = "从小|一直|至今|到现在|现在|还是|还在|依然|就(?:开始|对|爱|喜欢|吃素|过敏)"


def tale(sentence: str) -> int | None:
    """Where a sentence asks for something made up; ``None`` where it does not. What follows is told of nobody."""
    for pattern in (_LETTER, _TALE, _ZH_TALE, _ZH_ROLE):
        if found := compiled(pattern).search(sentence):
            return found.start()
    return None


#: A question of a schoolbook, wherever it is put.
_EXERCISE = (
    r"(?i)\bshow (?:your |the |all )?work(?:ing)?s?\b|\bsolve for\b|\b(?:twice|half|\d+ times|\d+ years (?:older|younger)|\d+ (?:more|fewer|less)) [^?]{0,80}\bhow (?:old|many|much|far|long|tall)\b[^.?!]*\?"
    "|(?:小明|小红|小华|小刚)[^？?]*\\d[^？?]*(?:\\d|倍|半)[^？?]*(?:多少|几)[^，。？?]{0,6}[？?]|求[xX]的值"
)


def exercise(text: str) -> bool:
    """Whether a text puts a question of a schoolbook: its people are nobody. "My son is six, how tall is he?" is none."""
    own = compiled(r"(?i)\b(?:i|i'm|my|we|our)\b|[我咱俺]").search(text)
    return own is None and compiled(_EXERCISE).search(text) is not None


def mocks(sentence: str) -> bool:
    """Whether a sentence agrees in order to mock: "yeah right, I love queues", 可不嘛，我最爱排队了."""
    return compiled(_MOCKS).search(sentence) is not None


def bygone(sentence: str) -> bool:
    """Whether a sentence tells how it was in younger years, and not that it is so still."""
    if compiled(_YOUNG).search(sentence) and compiled(_WAS).search(sentence):
        return compiled(_STILL).search(sentence) is None
    return bool(compiled(_ZH_YOUNG).search(sentence)) and not compiled(_ZH_STILL).search(sentence)


def of_a_stranger(sentence: str) -> bool:
    """Whether a sentence tells a plot or an exercise: "so this guy's a teacher, his wife's pregnant"."""
    return compiled(_STRANGER).search(sentence) is not None
