"""Says a statement in the order in which the grammars read it ("thai food is my favourite", 香菜我真的受不了, "they made me lead"); it knows no key.

Each row turns one way of putting things round, whatever is said in it. What fits no row stays as it is.
"""

from __future__ import annotations

from hindsight_integrations.language.adverbs_chinese import ADVERBIAL
from hindsight_integrations.language.english_words import HARMFUL
from hindsight_integrations.language.order_chinese import REGION, no_topic, ordered
from hindsight_integrations.language.patterns import begins_chinese, compiled

_ADV = r"(?:(?:just|now|recently|finally|also|really|honestly|still|actually|always|kind of|sort of) )*"
_X = r"(?P<x>(?!(?:i|we|you|it|that|this|what|which|there|he|she|they|who|one|my|your|his|her|their|our|the (?:one|best|worst|first|last))\b)[^\s,.;!?][^,.;!?]{1,40}?)"
_ANIMAL = r"(?:dog|cat|puppy|kitten|hamster|rabbit|bunny|parrot|bird|budgie|fish|goldfish|turtle|tortoise|horse|pony|snake|lizard|guinea pig|gerbil|ferret|pet)"
_WAY = r"(?:texts?|text messages?|e-?mails?|whats ?app|telegram|signal|slack|we ?chat|sms|phone calls?|calls?|messages?)"
_MAIL = r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"
_NUMBER = r"\+?\(?\d[\d ().-]{6,18}\d"
_KIN = "mum|mom|dad|mommy|granny|nana|grandma|grandpa|wife|hubby|husband|sis|bro|gf|bf|girlfriend|boyfriend|daughter|son"
#: Patterns over a clause or a whole sentence, and what they are in other words.
_ENGLISH = (
    (rf"(?i)^{_ADV}{_X} (?:is|are) (?:probably |definitely |by far )?my (?:all[- ]time |absolute |new )?(?:favou?rites?|jam|go[- ]to|weakness|obsession|guilty pleasure)(?: (?:ever|too|now|these days|lately|at the moment|tbh))?$", r"I love \g<x>"),
    (rf"(?i)^{_ADV}{_X} (?:is|are) my (?P<noun>(?:first|native) language|mother tongue|major|job|profession|birthday|hometown|home town|employer|allergy|favou?rite [a-z]+(?: [a-z]+)?)(?: now)?$", r"my \g<noun> is \g<x>"),
    (rf"(?i)^{_ADV}(?:i(?:'ll| will|'d| would)? )?{_X} over (?P<y>[\w ]{{2,20}}?) (?:any ?day|every time|all day|always)\b.*$", r"I prefer \g<x>"),
    (rf"(?i)^(?:{_ADV}){_X}[,:-]+ (?:i )?(?:(?:really|absolutely|just|fucking|so) )?(?P<verb>hate|love|adore|detest|can't stand|can not stand|dislike) (?:them|it|those|that stuff)(?: so much| all)?$", r"I \g<verb> \g<x>"),
    (r"(?i)^i (?:always|usually|normally|generally|typically|tend to) (?:go for|pick|choose|book|order|take|get) (?P<x>(?:an?|the) [\w -]{2,30}?(?:seat|room|table|coffee|tea|latte|option|bed|milk|pizza|wine|beer|size|sauce|bread|one|floor|berth|side))(?: .*)?$", r"I prefer \g<x>"),
    (rf"(?i)^(?:they|he|she|work|my (?:boss|company|manager|team)|the company|management) {_ADV}(?P<how>promoted|hired|made|appointed) me(?: up)?(?: to| as| into)? (?P<x>.+)$", r"I was \g<how> \g<x>"),
    (rf"(?i)^(?:please |just |so )*(?:use|try|write to|write me at|send (?:it|everything|stuff|mail) to|e-?mail me at) (?P<x>{_MAIL})(?: instead| from now on| now| please)*$", r"my email is \g<x>"),
    (rf"(?i)^(?:please |just |so )*(?:use|try|dial|call|ring|text|my (?:number|cell|mobile|phone)(?: number)?) (?P<x>{_NUMBER})(?: instead| from now on| now| please)*$", r"my phone number is \g<x>"),
    (r"(?i)^(?P<i>i|we) (?P<adv>(?:now |just |usually |still |mostly )*)(?P<x>bike|walk|drive|cycle|run|bus|train|scooter) (?:in )?to (?:work|the office)\b.*$", r"\g<i> \g<adv>commute by \g<x>"),
    (r"(?i)^(?:just |finally |recently )*(?P<how>changed|switched|swapped) (?P<x>doctor|dentist|therapist|lawyer|accountant|landlord|manager|boss|teacher|tutor|coach|hairdresser|barber|vet|roommate|flatmate|mechanic)(?P<s>e?s)$", r"I \g<how> \g<x>\g<s>"),
    (rf"(?i)^(?P<x>(?!they\b|he\b|she\b|work\b|who\b|nobody\b)[\w&'. -]{{2,24}}?) {_ADV}(?:hired|recruited|poached|employed) me\b.*$", r"I was hired by \g<x>"),
    (r"(?i)^(?:i )?(?:can't|can not|cannot) (?:take|have|eat|touch|do|use|go near) (?P<x>[\w ]{3,24}?)[,.;:-]+ ?(?:i'm |i am |im |super |really |very |badly |deathly )*allergic(?: to it| to them)?$", r"I am allergic to \g<x>"),
    (r"(?i)^(?P<x>[\w ]{3,24}?) (?:could|would|will|can|might) (?:literally |actually |seriously )?kill me,? (?:(?:i'm|i am|because i'm|since i'm) )?(?:super |really |very |badly |deathly )*allergic$", r"I am allergic to \g<x>"),
    (r"(?i)^(?P<x>[\w ]{3,24}?) (?:sends? me to (?:the )?(?:er|hospital|a&e)|makes? me (?:swell|break out|itch)|gives? me (?:hives|a rash|anaphylaxis))\b.*$", r"I am allergic to \g<x>"),
    (r"(?i)^(?:no|zero) (?P<x>pork|beef|meat|fish|seafood|shellfish|dairy|gluten|eggs|nuts|alcohol|sugar|milk|caffeine) for (?:me|us)(?: please| thanks)?$", r"I don't eat \g<x>"),
    (r"(?i)^(?P<x>pork|beef|meat|fish|seafood|shellfish|dairy|gluten|eggs|nuts|alcohol|sugar|milk|caffeine) (?:is|are|'s) (?:a )?(?:no[- ]go|off the (?:table|menu)|out|banned|not an option|off[- ]limits)(?: for (?:me|us)| here| these days| now| since .*| because .*)*$", r"I don't eat \g<x>"),
    (r"(?i)^(?:i(?:'m| am) )?done with (?P<x>(?-i:[A-Z])[\w&.-]+)$", r"I left \g<x>"),
    (r"(?i)^(?:my )?home is (?P<x>(?!where\b)[\w -]+?)(?: for now| now| these days| at the moment)?$", r"I live in \g<x>"),
    (r"(?i)^(?:i(?: have|'ve) )?been in (?P<x>(?-i:[A-Z])[\w-]+(?: (?-i:[A-Z])[\w-]+)?) (?:for (?:about |almost |nearly |over |like )?(?:an?|\d+|one|two|three|four|five|six|seven|eight|nine|ten|many|several|a few) ?(?:years?|months?|decades?)|since (?:\d{4}|last|i was|january|february|march|april|may|june|july|august|september|october|november|december)).*$", r"I live in \g<x>"),
    (r"(?i)^i (?:make|earn) my (?:living|money) as (?P<x>.+)$", r"I work as \g<x>"),
    (r"(?i)^(?:i )?(?:just |finally |recently )?(?P<v>bought|got|treated) (?:myself|ourselves|us|the family)(?: to)? (?P<x>an? .+)$", r"I bought \g<x>"),
    (r"(?i)^i could (?:eat|drink|watch|listen to|play|have) (?P<x>[\w ]{3,24}?) (?:every|all) (?:single )?(?:day|night|week).*$", r"I love \g<x>"),
    (r"(?i)^i (?:always |usually |try to |tend to )*avoid (?P<x>[\w ]{3,24}?) (?:whenever|wherever|if|when|as much as|at all costs|like the plague).*$", r"I dislike \g<x>"),
    (r"(?i)^(?P<x>\d\d) (?:years old|yo|y/o|yrs old)(?: and\b.*| here.*| now.*)?$", r"I am \g<x> years old"),
    (r"(?i)^(?P<x>[a-z][\w -]{3,30}?),? so my (?:shifts|hours|schedule|days|back|hands|feet|clients|patients|students)\b.*$", r"I am a \g<x>"),
    (r"(?i)^i (?:never|don't|rarely|hardly ever) (?:read|check|answer|open|look at|reply to) (?:my |any )?(?P<x>e-?mails?|texts?|text messages|whatsapp|calls|messages)(?: ever| anyway)?$", r"I don't want \g<x>"),
    (r"(?i)^(?:i'm |i am )?new (?:here )?(?:in|to) (?P<x>(?-i:[A-Z])[\w-]+(?: (?-i:[A-Z])[\w-]+)?)$", r"I live in \g<x>"),
    (r"(?i)^(?P<i>i|we) (?:finally |eventually )?(?:ended up|wound up) (?:settling|living|staying|moving|buying a place) (?:in|to) (?P<x>.+)$", r"\g<i> moved to \g<x>"),
    (rf"(?i)^(?:the |my )?best (?P<what>number|phone|e-?mail(?: address)?|address) (?:for me|to (?:reach|get|call|contact|ring|use|catch)(?: me)?(?: on| at)?)(?: is|:)? (?P<x>{_NUMBER}|{_MAIL})\b.*$", r"my \g<what> is \g<x>"),
    (r"(?i)^my names (?P<x>\w+)$", r"my name is \g<x>"),
    (rf"(?i)^(?:my |our |here's my )?new (?P<what>(?:phone |mobile |cell )?number|phone|cell|mobile|landline|e-?mail(?: address)?)(?: is|:)? (?P<x>{_NUMBER}|{_MAIL})(?: now| btw)?$", r"my \g<what> is \g<x>"),
    (r"(?i)^(?P<i>i|we)(?: have|'ve)? (?:just |finally |recently )?moved(?: house| home| flat| flats| again)?(?:,| and)+ (?:(?:we're|i'm|we are|i am) )?now (?:living |based )?in (?P<x>.+)$", r"\g<i> moved to \g<x>"),
    (rf"(?i)^(?:(?:bad|severe|serious|slight|mild|awful) )?(?P<x>{HARMFUL}) allerg(?:y|ies)$", r"I am allergic to \g<x>"),
    (r"(?i)^(?:(?:bad|severe|serious|slight|mild|awful) )?(?P<x>(?!actual\b|real\b|proper\b|true\b|seasonal\b|skin\b|bad\b|food\b|my\b|the\b|an?\b|no\b|any\b|this\b)[\w]{3,12}(?: [\w]{3,10})?) allerg(?:y|ies)(?: here| btw| too)$", r"I am allergic to \g<x>"),
    (r"(?i)^(?:i(?:'m| am) )?(?:trying to|try to) (?:stay|keep|eat) (?P<x>[\w-]+(?:[ -]free)?)(?: these days| now)?$", r"I am \g<x>"),
    (r"(?i)^(?:(?:i|we) )?(?:just |finally |recently )?(?:traded|swapped|switched|exchanged|replaced|ditched)(?: in)? (?:the|my|our) (?P<y>[\w ]{2,20}?)(?: in)? (?:for|with) (?P<x>.+)$", r"I switched to \g<x>"),
    (r"(?i)^i was promoted (?!to\b)(?P<x>.+)$", r"I was promoted to \g<x>"),
    (r"(?i)^(?:i|we) (?P<adv>(?:now |still |mostly |currently )*)freelance\b(?: as .*| these days| now| full[- ]time| mostly)?$", r"I am \g<adv>a freelancer"),
    (r"(?i)^i (?P<adv>(?:now |still |currently )*)teach (?P<x>(?!(?:my|me|him|her|them|us|you|your|our|his|the|this|that|people|others|kids to|everyone)\b)[\w -]{3,30}?)(?= at | in | on | to | every | for | and |[/,.(]|$).*$", r"I am \g<adv>a teacher of \g<x>"),
    (rf"(?i)^(?:please )?(?P<x>{_WAY})(?: works?| is| are|'s) (?:best|better|easiest|easier|preferred|the best|preferable)(?: way)?(?: to (?:reach|contact|get) me)?(?: for me| with me)?(?: than .*)?$", r"contact me by \g<x>"),
    (r"(?i)^(?:please |just |pls )*(?P<x>text|e-?mail|message|call|whatsapp)(?: me)?[, ]+(?:and |but )?(?:don't|do not|not|never|no|instead of|rather than|over) (?:ever )?(?:call|text|phone|ring|e-?mail|calls|calling|calling me|call me|phone calls|texts|texting)(?: me)?(?: please| ever| though)?$", r"always \g<x> me"),
    (rf"(?i)^{_ADV}(?:i(?:'d| would) (?:much |really )?(?:rather|prefer)(?: to)? (?:get|receive|have)) (?P<x>{_WAY}) (?:than|over|to|rather than|instead of) .*$", r"I prefer \g<x>"),
    (rf"(?i)^(?:my|our|the) (?:old |poor |little |sweet )*(?P<x>{_ANIMAL})(?:,? [A-Z][a-z]+,?)? {_ADV}(?:has |had )?(?:sadly )?(?:died|passed away|passed|ran away|got run over|(?:was|had to be) put (?:down|to sleep)|crossed the rainbow bridge|didn't make it)\b.*$", r"I lost \g<x>"),
    (rf"(?i)^(?P<x>{_KIN}) (?=(?:just |now |recently |finally |still |also )*(?:\w+ed|\w+s|is|has|got|quit|left|took|bought|went|became)\b)", r"my \g<x> "),
    (r"(?i)^(?P<a>me and|i and) (?P<x>(?-i:[A-Z])\w+) (?:just |finally |recently )?(?:broke up|split up|split|separated)\b.*$", r"I broke up with \g<x>"),
    (r"(?i)^(?P<x>(?-i:[A-Z])\w+) and (?:i|me) (?:just |finally |recently )?(?:broke up|split up|split|separated)\b.*$", r"I broke up with \g<x>"),
    (r"(?i)^(?P<i>i|we)(?: have|'ve) got (?!(?:rid|to|into|married|divorced|engaged|used|the job|an? (?:new )?job)\b)", r"\g<i> have "),
    (r"(?i)^(?P<i>i|we) got (?=(?:an? (?:[\w-]+ ){1,3}(?:allergy|condition|intolerance|disorder)|two|three|four|\d+|twins|no|bad|terrible|severe)\b)", r"\g<i> have "),
)  # fmt: skip

#: Verbs before which their object may stand: 车卖了, 香菜我真的受不了.
_FRONTED = (
    "^(?P<topic>(?!(?:我|你|他|她|它|这|那|谁|什么|啥|最|一直|以后|现在|最近|真|都|也|还|就|可|请|别|好|今天|昨天|明天|平时|其实|从|被|给|对|在)[^，]{0,4}$)[^，。我你他她的对]{1,8}?)(?:那边|那儿|这边|那里)?(?P<who>我们?)?"
    "(?P<adverbs>(?:真的?|是|就|也|都|又|已经|早就?|可|实在|最|超|好像|现在|以后|再也|从来|从小|上周|昨天|去年|刚|终于|碰都|闻都|一点都?){0,3})"
    "(?P<verb>受不了|不太?感冒|不感兴趣|不太?喜欢|最?讨厌|不能碰|不吃|吃不了|不能吃|喝不了|不喝|不学|不用|不玩|不做|卖掉?|处理掉?|辞职?|销户|注销|停用|退掉|戒掉?|过敏|不过敏)(?P<end>[了啦的哈]*)$"
)
_SAME = {
    "不感冒": "不喜欢",
    "不太感冒": "不喜欢",
    "不感兴趣": "不喜欢",
    "不太喜欢": "不喜欢",
    "不能碰": "不能吃",
    "卖掉": "卖",
    "处理掉": "卖",
    "处理": "卖",
    "戒掉": "戒",
    "辞职": "辞",
}
_ZH_ANIMAL = "(?:狗狗?|猫咪?|小狗|小猫|仓鼠|兔子|乌龟|鹦鹉|鱼|金鱼|柯基|金毛|泰迪|布偶|英短|荷兰猪|蜥蜴|陆龟)"
_CHINESE = (
    ("^作为(?:一个|一名|一位|个|名)?(?P<x>[^，。我你他]{2,8})[，,](?=[^，。你您他她它]{0,4}我|(?:看到|听到|觉得|感到|深感|经常|平时|每天)[^，。你您他她它]*(?:[，。]|$))", "我是\\g<x>，"),
    (f"^(?:我们?|咱们?)?(?:家里?|养)?(?:养?了?[一二两三四五六七八九十几多好\\d]+年)?的?(?:那[只条])?(?P<x>{_ZH_ANIMAL})(?:昨[晚天]|前天|上周|上个月|今[早天]|前几天|最近|周[一二三四五六日天])*(?:死了?|走了|去世|走丢|没挺过来|没救回来|没熬过去|没了|丢了?|不在了|离开了?我们?)了?$", "我失去了\\g<x>"),
    ("^(?:公司|领导|老板|单位|他们)?(?P<time>(?:周[一二三四五六日]|刚刚?|昨天|上周|上个月|今天|最近)*)(?:给我|把我)(?:升职?|提拔?|提)(?:了|到|为|成|当)*(?P<x>[\u4e00-\u9fff]{2,8}?)了?$", "我\\g<time>升为\\g<x>"),
    ("^(?:咖啡|茶|饮料|酒|奶茶)我?(?P<verb>改喝|换成|换)(?P<x>(?![一两二三])[^，。的]{2,8}?)了?$", "我改喝\\g<x>了"),
    ("^(?P<x>[\u4e00-\u9fffA-Za-z]{2,8}?)(?:刚刚?|已经|昨天|上周|终于)?(?:把我|给我)(?:招|录|录用|录取|聘|挖)(?:了|走了|过去了|进去了|过来了)$", "我加入\\g<x>"),
    ("^(?P<x>(?!电话|客户|老板)[\u4e00-\u9fffA-Za-z]{2,6}?)(?:那边|那儿|那里)我?(?:不干|辞)了$", "我从\\g<x>离职了"),
    ("^(?P<x>[^，。我你他她的对]{1,8}?)我?(?:碰都|闻都)?(?:不能[吃碰用]|碰不得|吃不了|不行)[，,](?:会|我)?过敏(?:的|了)?$", "我对\\g<x>过敏"),
    ("^(?P<x>[^，。我你他她的对]{1,8}?)我?一(?:吃|碰|闻|喝)(?:到|了)?就(?:得|会)?(?:进急诊|起疹|长疹|肿|喘|痒|送医院|过敏|浑身).*$", "我对\\g<x>过敏"),
    ("^(?P<x>麸质|乳糖|牛奶|奶制品|海鲜|猪肉|牛肉|羊肉|辣的?|酒|花生|坚果|鸡蛋|豆制品)我(?:是)?(?:不行|不碰|不吃|不沾|吃不来)(?:的)?$", "我不能吃\\g<x>"),
    ("^(?P<x>[^，。我你他她这那]{1,6}?)(?:我(?:能|可以)(?:天天|每天|顿顿)[吃喝](?=都?不腻|$)|(?:能|可以)(?:天天|每天|顿顿)[吃喝](?=都?不腻))(?:都?不腻)?$", "我爱吃\\g<x>"),
    ("^(?P<x>(?!什么|食堂|外卖|这|那)[^，。我你他她的]{2,6}?(?<![好太真巨超贼]))(?:也|真的?|实在|可)?(?:太|真|好|巨|超|贼)?(?:难吃|难喝)(?:死)?了?$", "我讨厌\\g<x>"),
    ("^(?P<x>短信|邮件|微信|电话)我?(?:从来|基本上?|一般|根本|平时)?(?:都)?不(?:怎么)?(?:看|接|回)的?$", "我不想收\\g<x>"),
    (f"^(?:我)?(?:来|到|搬来)(?P<x>{REGION})(?:都|已经|快|有|第)*(?P<n>[一两二三四五六七八九十几半\\d]+多?(?:年|个月))多?了$", "我住在\\g<x>"),
    ("^(?:把)?(?P<y>(?!手机[壳膜])[^，。我你他她想要打算准备考虑该会能]{1,6}?)(?:已经|刚刚?|终于)?换成了?(?P<x>[^，。]{1,8}?)了?$", "我换成\\g<x>"),
    ("^(?P<told>[^，。]{0,10}?)(?P<verb>[离结订])的婚$", "\\g<told>\\g<verb>婚了"),
    ("^(?:我的?)?(?P<x>手机号码?|电话号码?|电话|手机|号码|邮箱|邮件地址)(?:就)?(?=\\+?[\\d -]{7,18}(?:$|[，。；、])|[A-Za-z][\\w.+-]*@)", "我的\\g<x>是"),
    ("^(?:请|以后|那就|就|现在)*(?:改用|用|发|发到|写到|打|换成)(?:这个)?(?P<x>[A-Za-z][A-Za-z0-9_.+-]*@[A-Za-z0-9.-]+)(?:吧|了|就行|就好)?$", "我的邮箱是\\g<x>"),
    ("^(?:请|以后|那就|就|现在)*(?:改用|用|打|换成|打到)(?:这个)?(?P<x>1\\d{10}|0\\d{2,3}-?\\d{7,8})(?:吧|了|就行|就好)?$", "我的电话是\\g<x>"),
    ("^(?:那?还是)?(?:我)?(?:觉得)?[发用](?P<x>短信|邮件|微信|电话|信息)(?:更|比较)?(?:好|方便)(?:点|些|了)?$", "以后用\\g<x>联系我"),
    ("^(?P<x>短信|邮件|微信|电话|信息|钉钉|QQ)(?:联系我?|找我|沟通)?(?:对我来说)?(?:最|更|比较)(?:方便|快|好|合适)(?:一?点|些)?(?:了|的|吧)?$", "用\\g<x>联系我"),
    ("^(?:比起|相比|跟|和)(?:打|接|发)?[\u4e00-\u9fff]{2,4}(?:相?比)?[，,]?我?(?:更|还是|比较)(?:愿意|喜欢|希望|想|倾向于?)(?:收|接|看|用|发)?(?P<x>短信|邮件|微信|电话|信息)(?:联系)?(?:吧|的|了)?$", "我更喜欢用\\g<x>联系"),
    ("^(?:请|麻烦)?(?:给我)?(?:还是)?[发打](?P<x>短信|邮件|微信|电话|信息)(?:给我)?(?:吧|就好|就行|好了)?[，,](?:请)?(?:不要|别)(?:再|给我)*[打发](?:电话|短信|微信|邮件)(?:了|给我|啦|哈)*$", "以后用\\g<x>联系我"),
    ("^(?:我)?(?:和|跟)(?P<x>(?!孩子|公司|同[事学]|室友|朋友|大家|爸妈|父母|家人)[\u4e00-\u9fff]{2,3}?)(?:已经|上周|昨天|刚刚?|前几天)?分(?:手)?了$", "我和\\g<x>分手了"),
)  # fmt: skip


def turned(words: str) -> str:
    """A clause or sentence with the grammar's order, or as it is."""
    if begins_chinese(words):
        if compiled("吗\\W*$|[?？]$").search(words):
            return words  # a question stays one: 日语能听懂吗
        return ordered(_turned(_fronted(words), _CHINESE))
    return _turned(words, _ENGLISH)


def _turned(words: str, rows: tuple[tuple[str, str], ...]) -> str:
    for pattern, other in rows:
        found = compiled(pattern).match(words)
        if found and not no_topic(found.groupdict().get("x") or ""):
            words = found.expand(other) + words[found.end() :]
    return words


def _fronted(clause: str) -> str:
    """A Chinese clause whose object stands first, in the usual order: 香菜我受不了 is 我受不了香菜."""
    found = compiled(_FRONTED).match(clause)
    if (
        found is None
        or found["topic"] in ("早就", "早", "已经早", "一直")
        or no_topic(found["topic"])
        or compiled("[这那](?:份|个)?(?:工作|活儿?|岗位|差事|饭碗)$").search(found["topic"])
    ):
        return clause
    topic = compiled(f"^(?:{ADVERBIAL})*把").sub("", found["topic"])
    verb = _SAME.get(found["verb"], found["verb"])
    if verb.endswith("过敏"):
        return f"我对{topic}{verb}{found['end']}"
    over = "了" in found["end"]
    if verb[0] == "不":  # 意大利语不学了: 了 stands at the end of what holds no longer
        return f"我{verb}{topic}{'了' if over else ''}"
    return f"我{verb}{'了' if over else ''}{topic}"
