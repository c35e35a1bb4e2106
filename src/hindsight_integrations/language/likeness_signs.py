"""The small words that carry a meaning, as patterns: of which line a text says one, what both of two texts must say, and what only goes with another; it judges nothing."""

from __future__ import annotations

from collections.abc import Iterator

_DAY = r"(?:(?:next|last|this|the|early|mid|late|end of) )*(?:mon|tues|wednes|thurs|fri|satur|sun)?(?:day|jan|feb|mar|apr|may|june|july|aug|sept|oct|nov|dec|noon|midnight|christmas|easter|spring|summer|autumn|winter|morning|week|month|year|then|now|\d)"
_DEGREE = r"(?:little|bit|touch|slightly|mildly|somewhat|basic|barely|hardly|beginner|a few words)"
_FULLY = r"(?:fluent(?:ly)?|extremely|severely|seriously|terribly|terrifi\w+|perfect(?:ly)?|native|completely|totally|deadly|scared stiff|a lot|to death|very well)"
#: Of each line a text says one: who says another, says something else.
OPPOSED_EN = (
    # from when and until when
    (rf"\b(?:until|till|up to|through to|ends?|expires?) {_DAY}", rf"\b(?:from|since|starting|beginning|as of|as from) {_DAY}"),
    # each of them and all of them together
    (r"\b(?:each|apiece|per (?:person|head|piece|child)|a head|a piece)\b(?! (?:day|week|month|year|morning|evening|night|summer|winter|spring|autumn|time|other|of us|\w+day))", r"\b(?:in total|in all|altogether|all together|for all|for both|together|total|for everyone|for the (?:lot|whole|two|three|four|five))\b"),
    (r"\b(?:all|every|whole|everyone|everybody|any)\b", r"\b(?:some|half|part|a few|several|certain|most|one) of\b|\b(?:some|certain|a few|most|half|hardly any) (?!day|time)"),
    (r"\bboth\b", r"\b(?:one|neither|either|none) of\b|\b(?:neither|either)\b"),
    # never, no longer, not yet, still
    (r"\bnever\b(?! again)", r"\b(?:no longer|any ?more|any longer|no more|used to|gave up|given up|stopped|never again)\b", r"\bnot\b[^,.;]{0,30}\byet\b|\byet to\b|\bstill (?:\w+ )?not\b", r"\bstill\b(?! (?:(?:have|has|had|do|does|did|am|is|are|can) )?not\b)"),
    # ever once, only, also, too much
    (r"\b(?:only|just|nothing but|exclusively|solely)\b", r"\b(?:also|as well|too$|in addition|besides)\b", r"\btoo (?:much|many)\b", r"\btoo (?:little|few)\b|\bnot enough\b"),
    (rf"\b{_DEGREE}\b", rf"\b{_FULLY}\b"),
    # ahead and behind in time
    (r"\b(?:ago|last (?:week|month|year|night|spring|summer|autumn|winter|\w+day)|yesterday)\b", r"\bin (?:\w+ )(?:days?|weeks?|months?|years?)(?:' time)?\b|\b(?:next (?:week|month|year|spring|summer|autumn|winter|\w+day)|tomorrow|from now)\b"),
    (r"\b(?:at the latest|no later|at most|maximum|up to|under|below|less than|fewer than|within)\b", r"\b(?:at the earliest|no earlier|at least|minimum|over|above|more than|no less)\b(?= (?:\d|half|a|one|two|three|four|five|six|seven|eight|nine|ten)|$)"),
    # into and out of, on and off, to and away
    (r"\b(?:mov|go|went|gone|com|came|check|sign|log|let|break|broke|step|climb|run|ran)\w* (?:(?!in\b|out\b)\w+ )?in(?:to)?\b", r"\b(?:mov|go|went|gone|com|came|check|sign|log|let|break|broke|step|climb|run|ran)\w* (?:(?!in\b|out\b)\w+ )?out\b"),
    (r"\b(?:get|got|getting|gets|put|puts|putting|turn\w*|switch\w*|be|is|are|was|were|hop\w*|go|went|jump\w*) (?:(?:the|my|our|his|her) \w+ )?on(?:to)?\b", r"\b(?:get|got|getting|gets|take|took|taking|taken|turn\w*|switch\w*|be|is|are|was|were|hop\w*|go|went|jump\w*) (?:(?:the|my|our|his|her) \w+ )?off\b"),
    (r"\b\w+ (?:(?:the|my|our|his|her|it) (?:\w+ )?)?up\b(?! to)", r"\b\w+ (?:(?:the|my|our|his|her|it) (?:\w+ )?)?down\b"),
    (r"\bpick\w* (?:\w+ ){0,3}up\b|\bcollect\w*\b|\bfetch\w*\b", r"\bdrop\w* (?:\w+ ){0,3}off\b|\btak(?:e|es|ing) (?:\w+ ){1,3}to\b"),
    (r"\blook\w* after\b", r"\blook\w* for\b", r"\blook\w* like\b", r"\blook\w* at\b", r"\blook\w* forward\b"),
    # to let what one owns, and to rent what another owns
    (r"\b(?:rent\w*|let|lets|letting|leas\w*) (?:\w+ ){0,4}out\b|\brent\w* (?:\w+ ){1,3}to \w+", r"\brent\w* (?:\w+ ){0,3}from\b"),
    (r"\bwith(?:in)? (?:milk|sugar|food|ice|salt|meals?)\b", r"\bwithout (?:milk|sugar|food|ice|salt|meals?)\b"),
    # done and under way
    (r"\b(?:finished|completed|done|paid off|over|ended|already)\b", r"\b(?:almost|nearly|halfway|half done|still \w+ing|not (?:quite|yet))\b|\b(?:am|is|are|'m|'re|'s) (?:still )?(?:paying|finishing|working|doing)\b"),
    (r"\bstop\w* \w+ing\b|\bquit\w* \w+ing\b", r"\bstop\w* to \w+"),
    (r"\b(?:remember|forget|forgot)\w* \w+ing\b", r"\b(?:remember|forget|forgot)\w* to \w+"),
    # to give and to take, to put there and to take away
    (r"\b(?:give|gives|gave|giving|given)\b(?! (?:me|us|i|in|up|birth|way|trouble)\b)", r"\b(?:take|takes|took|taking|taken|receive\w*)\b(?! (?:care|me|us|place|part))"),
    (r"\b(?:put|puts|putting|set|sets|lay|pay|pays|paid|transfer\w*) (?:\w+ ){0,3}(?:aside|away|in|into|by)\b|\bsav(?:e|es|ing)\b|\bdeposit\w*", r"\b(?:take|takes|took|taking|taken|draw|drew|pull\w*) (?:\w+ ){0,3}(?:out|from)\b|\bwithdr\w+|\bspen[dt]\w*"),
    (r"\b(?:put|puts|start\w*|keep|keeps|kept) (?:me |him |her )?on\b|\bprescribed?\b", r"\b(?:take|took|taken|came|come|get|got|wean\w*|be|been|am|is|was) (?:me |him |her )?off\b"),
    (r"\b(?:take|takes|took|taking|taken) up\b|\b(?:start|began|begin)\w* \w+ing\b", r"\b(?:give|gives|gave|giving|given) up\b|\b(?:stop|quit)\w* \w+ing\b"),
    (r"\bput\w* on\b|\bgain\w*\b", r"\b(?:take|takes|took|taken|taking) off\b|\blos(?:e|es|ing|t)\b"),
    (r"\b(?:br(?:ing|ought)|mov\w+) (?:\w+ ){0,3}forward\b|\bearlier\b|\bsooner\b", r"\b(?:push|put|mov)\w* (?:\w+ ){0,3}back\b|\bpostpon\w+|\bput off\b|\bdelay\w*|\blater\b"),
    (r"(?<!not )\bopen(?:ed|ing)?\b|\bcreat\w+|\bset up\b|\bsign(?:ed)? up\b|\bregister\w*", r"\bclos(?:e|ed|ing)\b|\bdelet\w+|\bdeactivat\w+|\bcancel\w*"),
    (r"\battend\w*|\bwent to\b|\bbeen to\b|\bmade it to\b", r"\bmiss(?:ed|ing)?\b|\bskip\w*|\bmissed out\b"),
    (r"\bpromot\w+|\bmoved up\b|\bpay rise\b|\braise\b", r"\bdemot\w+|\bpay cut\b"),
    (r"\b(?:got|get|getting|am|is|feel\w*) (?:over|better|well|healthy)\b|\brecover\w*|\bhealed\b|\bcured\b", r"\bc[ao]me down with\b|\b(?:got|get|getting|fell|am|is|feel\w*) (?:sick|ill|worse)\b|\bcaught\b"),
    (r"\b(?:lost|missing|mislaid|misplaced|disappeared)\b", r"\bfound\b|\bturned up\b|\bgot .{1,20} back\b"),
    (r"\bbroken?\b|\bbroke down\b|\bnot work\w*|\bfaulty\b", r"\bfixed\b|\brepaired\b|\bworks again\b|\breplaced\b"),
    (r"\bordered\b|\bon order\b", r"\b(?:arriv\w+|delivered|received|come|came|here)\b|\bsent back\b|\breturned\b|\bcancel\w*"),
    (r"\b(?:applied|apply\w*|appli\w+)\b", r"\b(?:got|accepted|granted|approved|offered|admitted|hired)\b|\b(?:refused|rejected|turned down|denied)\b"),
    (r"\bpregnant\b|\bexpecting\b|\bdue (?:in|on)\b", r"\b(?:gave birth|had (?:a|the|her|our) (?:baby|son|daughter)|was born|were born)\b"),
    (r"\bengaged\b|\bproposed\b", r"\bmarr(?:y|ied)\b|\bwedding\b", r"\bdivorc\w+|\bbroke up\b|\bbroken up\b|\bsplit up\b", r"\bgot back together\b|\bmade up\b"),
    (r"\btogether\b", r"\b(?:broke|broken|split) up\b|\bapart\b|\bseparat\w+|\balone\b|\bmarried\b"),
    (r"\b(?:joined|join|signed up)\b", r"\b(?:left|leav\w+|quit|dropped out)\b"),
    (r"\bhome ?made\b|\b(?:make|makes|made|bake|bakes|cook|cooks|grow|grows|sew|sews|knit|knits|build|builds|repair\w*|fix\w*) (?:my|our|his|her|their|the|it)\b", r"\b(?:buy|buys|bought|order|orders) (?:my|our|his|her|their|the|it)\b"),
    (r"\bon purpose\b|\bdeliberately\b", r"\bby (?:accident|mistake)\b|\baccidentally\b"),
    (r"\b(?:double|twice (?:as|the))\b", r"\bhalf (?:as|the)\b"),
    (r"\bbefore\b|\bahead of\b|\bprior to\b", r"\bafter\b|\bfollowing\b", r"\bduring\b"),
    (r"\bthis (?:week|month|year|term|semester|spring|summer|autumn|winter|morning|evening|\w+day)\b", r"\blast (?:week|month|year|term|semester|spring|summer|autumn|winter|night|\w+day)\b", r"\bnext (?:week|month|year|term|semester|spring|summer|autumn|winter|\w+day)\b"),
    (r"\b(?:sick|sea ?sick)\b.*\b(?:boats?|sea|ships?|ferr)|\bsea ?sick\b|\b(?:boats?|ferries)\b.*\bsick\b", r"\bcar ?sick\b|\bcars?\b.*\bsick\b|\bsick\b.*\bcars?\b"),
    (r"\b(?:final|last) year\b", r"\b(?:first|second|third|fourth) year\b"),
    (r"\b(?:i|we) tip\b|\btipping\b", r"\bin tips\b|\btipped by\b"),
    (r"\bmeeting with\b|\btalk(?:ed|ing)? (?:to|with)\b", r"\bmeeting about\b|\btalk(?:ed|ing)? about\b|\bdiscuss\w*"),
    (r"\b(?:switch|chang|mov|convert)\w* (?:over )?to\b", r"\b(?:switch|chang|mov|convert)\w* (?:away )?from\b(?!.* to\b)"),
    (r"\bmov\w* (?:back )?(?:in|into|to)\b", r"\bmov\w* (?:out|away|from)\b"),
    (r"\b(?:sick|ill)\b|\bcold\b", r"\bbetter again\b|\bwell again\b"),
    (rf"\b(?:by|before|no later than) {_DAY}", rf"(?<!due )\bon {_DAY}"),
    (r"\b(?:up )?for sale\b|\bon the market\b|\bselling\b|\bto sell\b", r"\bsold\b"),
    (r"\bin (?:an?|\w+|half an) (?:hour|minute|day|week|month)s?\b", r"\b(?:takes?|took|lasts?|lasted) (?:me |us |about |an? |\w+ |half an? )*(?:hour|minute|day|week|month)s?\b"),
    (r"\bsend\w*\b(?! (?:me|us)\b)|\bsent\b(?! (?:me|us)\b)|\bposted\b|\bmailed\b|\bshipped\b|\bdispatched\b", r"\breceiv\w+\b|\barriv\w+\b"),
    # whose way of doing it
    (r"\b(?:by|with) (?:the )?(?:car|bus|train|bike|plane|boat|tram|taxi|underground|metro)\b", r"\b(?:on foot|walking)\b"),
    (r"\bfor good\b|\bforever\b|\bfor ever\b|\bpermanent\w*\b", r"\bfor (?:a|an|\w+) (?:day|week|month|year|while)s?\b|\btemporar\w+\b"),
    (r"\bthe first\b", r"\bthe last\b", r"\bthe (?:second|next)\b"),
)  # fmt: skip
#: What both must say or neither.
ALONE_EN = (
    r"\b(?:almost|nearly)\b(?! (?:every|all|always|never|daily|none|no |nothing|\d))|\bnot quite\b",
    r"\bhalf[- ](?:brother|sister|sibling)",
    r"\bstep[- ]?(?:brother|sister|mother|father|mum|mom|dad|son|daughter)",
    r"\b(?:ex|former)[- ]\w+|\bmy ex\b",
    r"\b(?:late|dead|deceased) (?:husband|wife|father|mother|brother|sister|dog|cat|dad|mum|mom)",
    r"\bgreat[- ](?:grand|aunt|uncle)",
    r"\bgod(?:mother|father|son|daughter|parents?)\b",
    r"\b(?:each|apiece|per person|a head)$",
    r"\b(?:have|has|had|get|got|getting|having) (?:my|our) \w+ (?:\w+ed|cut|done|made|mown|shaved|sewn)\b(?! by)",
    r"\bagain\b|\bonce more\b",
    r"\b(?:final|last) (?:year|term|semester|exam)\b",
    r"\b(?:except|apart from|other than|unless)\b",
    # how sure one is, and on what it depends
    r"\b(?:maybe|perhaps|probably|possibly|might|could be|i (?:think|guess|suppose|believe)|in my (?:opinion|view)|apparently|supposedly|seems?|not sure|doubt|rumou?r|allegedly)\b",
)
#: What one may say only if the other says it or the second of these.
GRANTED = (
    (r"\bused to (?!\w+ing)|\bformerly\b|\bpreviously\b", r"\b(?:used to|formerly|previously|was|were|had|did|\w+ed|worked|no longer|any ?more|quit|left|been)\b"),
    (r"(?:周[一二三四五六日天末]|[\d一二三四五六七八九十][日号点月])(?:之前|以前|前)", "前|截止|最晚|最迟|期限|到|早于|晚于"),
    ("以前|曾经?|从前|原先|当年", "以前|之前|曾|过|了|当年|从前|原[先来]|年|小时候|不再|戒|前"),
    ("(?:病|感冒|发?烧|伤|疼|痛|咳嗽|炎|疹)已?经?好了|痊愈|烧退了|退烧了|康复", "好了|痊愈|退了|退烧|康复|没事了|不[疼痛咳烧]"),
    (r"\b(?:if|in case|provided that)\b(?! possible)", r"\b(?:if|when|whenever|in case|while|once|provided|unless|as long as|every time|during|\w+ing)\b"),
    ("如果|要是|假如|万一|倘若", "如果|要是|假如|万一|倘若|的话|只要|一.{1,8}就|每|时|就|会|才|除非"),
)  # fmt: skip
_DAY_ZH = "(?:周|星期|礼拜|[一二三四五六七八九十两\\d]+[点月号日年]|今|明|昨|去年|早|晚|中午|下午|春|夏|秋|冬|年|月)"
OPPOSED_ZH = (
    ("从来[不没]|从[不没未]|一次[也都]?没|压根[不没]|没.{1,6}过", "不再|再也不|戒[了掉烟酒]|不[^,，了没见错]{1,7}了(?![解])|以前|曾|原来", "还没|还不|尚未|没.{1,8}呢", "还在|仍|依然|依旧"),
    ("每人|每个人|每位|每张|人均|一人|各[自付出\\d一二三两四五]|单价", "一共|总共|合计|共计|加起来|总价|总计|拢共"),
    ("所有|全部|全都|一律|都|凡是|样样", "有的|部分|大多|多数|个别|其中|一半|有一些|几个|几样"),
    ("一点|几句|皮毛|略微|稍微|有点|不太|勉强|入门|基础|轻微|有些", "流利|精通|熟练|严重|得很|死了|要命|不得了|极[其了]|吓得|厉害|完全|特别好|非常好|很好|母语"),
    ("只[吃喝用去看在是有能要做买穿养会收接听]|仅|光[吃喝用]|除了.{1,8}都不", "也[吃喝用去看在是有能要做买穿养会收接听]", "从不|从来不|不[吃喝用去看做买穿养收接听碰]"),
    ("点[半钟一二三四五六七八九\\d]{0,3}才|才(?:开门|开|到|起|睡|回|下班)", "就(?:睡|起|到|关|回|下班|开)|歇业|休息|关门|打烊"),
    ("搬走|搬出|搬离|离开|出去|走了|赶走|退出", "搬来|搬进|搬到|进来|过来|来了|加入|住进|回来"),
    ("写完|做完|看完|还完|还清|付清|办完|学完|吃完|用完|读完|修好|办好|写好|搞定|交了|装好|完了|完成", "还在|正在|没[还写做看办学读修]|快[还写做看办学读修]|还没|在[写做看办学读修还装](?!.{0,6}[完好])|才"),
    ("修好|好了|治好|痊愈|恢复", "坏了|坏掉|出毛病|犯了|复发"),
    ("和好|复合|复婚|重归于好", "分手|分了|吵架|吵翻|闹掰|闹僵|分居|离婚|离了|拉黑|绝交|掰了"),
    ("一直.{0,4}联系|保持联系|还.{0,3}联系|有联系|偶尔联系", "没联系|不联系|断了联系|拉黑|失联"),
    ("最晚|至迟|最迟|最多|不超过|以内|不到|以下", "最早|至少|最少|不少于|以上|起码|超过|多于"),
    ("涨|调高|升|提高|上调|加了?薪", "降|调低|减|下调|跌"),
    ("送.{1,5}(?:上学|去|到)", "接.{1,5}(?:放学|回|下课)"),
    ("租给|租出去|出租|往外租|把.{1,6}租了?出", "租别人|租的|跟.{1,4}租|找.{1,4}租|租了?[一套个间]|想租"),
    ("开始|从.{1,5}起|打从|自从", "截止|为止|到期|结束|直到|吃到|做到|干到|上到|住到"),
    ("可以|能吃|能喝|放心|放开|随便[吃喝用]|没事", "不能|不可以|不敢|碰都|别|不准|禁止|碰不"),
    ("第一[次个节天]|首[次个]|头[一回]", "最后一?[次个节天]|末[次]"),
    (f"{_DAY_ZH}.{{0,6}}(?:以后|之后|后)", f"{_DAY_ZH}.{{0,6}}(?:以前|之前|前)"),
    ("差点|险些|差一点", "真的|终于|果然"),
    ("高压|收缩压", "低压|舒张压"),
    ("起飞|出发|动身|开走", "落地|降落|到达|抵达|到站"),
    ("报了?名?|报的|申请|想考|备考|准备考|面试", "考上|录取|考进|通过|过了|批了|下来了|拿到|入职"),
    ("过[一二两三四五六七八九十百\\d]+(?:多|几)?(?:年|个月|天|周)", "(?:年|个月|天|周)了"),
    ("[跟和与同].{1,4}(?:开会|见面|谈|聊|讨论)", "(?:讨论|谈论|聊|说)(?:一?下)?.{1,4}的(?:事|问题|情况)|议论"),
    ("修好|修得好|治好|办好|做好", "[修治办做]不好|没[修治办做]好"),
    ("[年月天周]前.*过(?!敏|期)", "了[一二两三四五六七八九十百\\d]+(?:多|几)?(?:年|个月|天|周)|(?:年|个月|天|周)了"),
    ("从小|自小|打小|自幼", "[一二两三四五六七八九十\\d]+年(?!级|前)"),
    ("在(?:卖|转让|出售)|挂.{0,6}卖|出售中|待售|标价|想卖", "卖掉|卖了|卖出|转让了|出手了|脱手"),
    ("(?:在|住|搬到)[一二三四五六七八九十\\d]+[楼层]|第[一二三四五六七八九十\\d]+[层楼]", "[一二两三四五六七八九十\\d]+层楼|有[一二两三四五六七八九十\\d]+层"),
    ("(?:小时|分钟|天|周|个月|年)(?:之|以)?后", "(?:要|花|得|用|持续|长达)[一二两三四五六七八九十\\d个半]+(?:小时|分钟|天|周|个月|年)(?!后|以后|之后)"),
    ("(?<![需不])要[还来去交办生考搬换做开买卖走拆修结离]", "(?<!要)[还来去交办生考搬换做开买卖走拆修结离](?:过|了)"),
    ("以前|从前|曾经?|当年|那会儿|原先", "现在|目前|如今|眼下|还(?:在|是)"),
    ("每隔一?[周天月个]|隔[周天月一]|每[两二2]", "每[周天日月](?![两二])|天天"),
    ("注册|开通|开户|办了|激活|开了", "注销|销户|关闭|停用|删了|退了|解绑"),
    ("关注了", "取关|取消关注|拉黑|屏蔽"),
    ("开了?[药胰]|给我开|让我吃|在吃|开始吃", "停了|停药|不让吃|让我停|断药"),
    ("存[了钱进入两一二三四五六七八九百千\\d]|攒", "取[了钱出两一二三四五六七八九百千\\d]|花[了掉光]|支取"),
    ("寄出|寄走|寄给(?!我)|发出|(?<!没)发给(?!我)|送给(?!我)|寄往", "收到|签收|到货|拿到手|送来|寄来"),
    ("下单|订了|预订|定了|拍下", "退[了订掉]|取消|到货|收到|签收|送到|到了"),
    ("提前", "推迟|延后|延期|推后|晚点"),
    ("升[了职为成]|晋升|提拔|当上|升任", "降职|撤职|当不成|免职|卸任"),
    ("怀孕|怀上|有喜|预产", "生[了下]|分娩"),
    ("(?<!不)感兴趣|(?<!不)喜欢", "没兴趣|没什么兴趣"),
    ("丢了|弄丢|不见|遗失|找不", "找到|找回|捡到"),
    ("坐船|晕船", "坐车|晕车", "坐飞机|晕机"),
    ("补[课习]|学", "找人补|请人教"),
    ("借给|借出|外借|借他|借她", "借[来走了]?(?:我|到)|向.{1,4}借|跟.{1,4}借|借了.{1,4}的"),
    ("从头|完整|整个|全程", "一半|半截|部分"),
    ("这(?:学期|周|个?月|星期|礼拜)|本(?:学期|周|月)|今年", "上(?:个?学期|周|个?月|个?星期|个?礼拜)|去年", "下(?:个?学期|周|个?月|个?星期|个?礼拜)|明年"),
    ("故意|特意", "不小心|无意|失手"),
    ("自己[做种养缝织修烤]|亲手|手工", "买的|买来|叫人|找人"),
    ("辞职|跳槽|离职|不干", "入职|加入|上岗|刚进"),
    ("赢|胜", "输|败|平局"),
    ("中了|中奖|抽中|抽到", "没中|没抽"),
    ("全额|全款", "分期|贷款|首付"),
    ("公办|公立|国营", "民办|私立|私营"),
    ("单程", "往返|来回"),
    ("白班|早班", "夜班|晚班|大夜"),
    ("晴|出太阳", "下雨|阴天|下雪"),
    ("放[糖盐冰辣葱奶香]|加[糖盐冰辣葱奶香]|多[放加吃喝睡]", "不[放加要][糖盐冰辣葱奶香]|少[放加吃喝睡]|无糖|去冰"),
    ("下班", "上班"),
    ("(?:明|后)[天儿早晚年]|下(?:个|周|月|季|礼拜|星期)|将来|回头", "(?:昨|前)[天儿晚年]|上(?:个|周|月|季|礼拜|星期)|去年|刚才"),
)  # fmt: skip
ALONE_ZH = (
    "差点|险些|差一点(?!儿?不多)|几乎(?!不|没|每|从|都)",
    "快[^,，]{1,5}(?:完|好|到|没|成|满|结)[^,，]{0,4}了|就快|就要[^,，]{1,6}了|即将",
    "前[妻夫]|前男友|前女友|前任|前老板|前同事|前公司|前单位|前东家",
    "(?<![一两几])[继后][母父妈爸]|继[子女]|干[妈爹儿女]",
    "[再又]一?[次遍回]|重新|再度",
    "每人|人均|一人[一两三四五六七八九十百千\\d]",
    "(?:周末|周[一二三四五六日天]|点[半钟]?|月|号)才",
    "有的|个别|其中",
    "除非|除了(?!.{1,10}都[不没])",
    "可能|也许|好像|似乎|估计|说不定|听说|据说|恐怕|不确定|或许",
)


def all_patterns() -> Iterator[str]:
    """Every pattern of the tables."""
    for line in (*OPPOSED_EN, *OPPOSED_ZH, *GRANTED, ALONE_EN, ALONE_ZH):
        yield from line
