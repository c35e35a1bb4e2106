"""The kinds of values that belong to a life (conditions, medicines, vehicles, schools, subjects, relatives, how one is bound): each judges words and trims them; it knows no attribute.

Each names a closed set of heads or endings, since what is open ("I have an idea", "I drive a hard bargain") is mostly no fact.
"""

from __future__ import annotations

from hindsight_integrations.language.adverbs import AFTER
from hindsight_integrations.language.english_words import AT_TIMES
from hindsight_integrations.language.patterns import compiled
from hindsight_integrations.language.places_chinese import CITIES, PARTS, PROVINCES, any_of
from hindsight_integrations.language.values import avoided, company, eats, nickname, place

#: Where the sentence goes on behind a value.
_ON = (
    rf"(?i)(?:\s+(?:{AFTER}|so|but|because|since|and (?:i|we|my|it|a|an|one|two|three)\b|both|all|aged|under|older than|younger than|which|who|that|for|with|when|as|btw|lol|sadly|unfortunately|though|too|also|again"
    r"|yesterday|today|last|this|next|in|at|on|from|twice|once|every|daily|anymore|any more|please|instead|just|over|yet|ugh|here|tho|to|before|after|during|(?:an?|one|two|three|four|five|six|ten|\d+|a few|several|many) (?:year|month|week|day)s?)\b|\s*[,.;:!(（…]|\s+[-–—]).*$"
)
_ZH_ON = "(?:[，。；！,!（(]|因为|但是?|所以|不过).*$"
_ZH_TAIL = "(?:的|了|啦|呢|哈|呀|啊|哦|吧|好[几多]?年|很多年|很久|挺?严重|比较严重|多年|[一二两三四五六七八九十几百\\d]+多?(?:年|个月|度|级|期))+$"


def _han(words: str) -> bool:
    return "\u4e00" <= words[:1] <= "\u9fff"


def _cut(words: str) -> str:
    if _han(words):
        return compiled(_ZH_TAIL).sub("", compiled(_ZH_ON).sub("", words.strip()))
    return compiled(_ON).sub("", words.strip()).strip(" .,!")


def judged_by(words: str, pattern: str, most: int = 6) -> str | None:
    value = _cut(words)
    short = len(value) <= 14 if _han(value) else len(value.split()) <= most
    return value if value and short and compiled(pattern).fullmatch(value) else None


_CONDITION = (
    r"(?i)(?:(?:an? |the |some |my |really |pretty |very |both |quite )*(?:[\w'-]+ ){0,3}?(?:diabet(?:es|ic)|asthma|asthmatic|eczema|psoriasis|rosacea|adhd|add|autism|ocd|ptsd|anxiety|depression|bipolar"
    r"|migraines?|insomnia|narcolepsy|epilepsy|epileptic|arthritis|osteoporosis|scoliosis|sciatica|tinnitus|vertigo|glaucoma|cataracts?|astigmatism|dyslexia|dyslexic|anemia|anaemia|gout|lupus|ms|ibs|ibd|crohn's|celiac"
    r"|coeliac|reflux|gerd|hypertension|high blood pressure|low blood pressure|high cholesterol|hypothyroid\w*|hyperthyroid\w*|thyroid|pcos|endometriosis|cancer|leukemia|hepatitis(?: [a-e])?|hiv|copd|emphysema"
    r"|apnea|apnoea|arrhythmia|pacemaker|[a-z]{3,}(?:itis|emia|aemia|osis|algia|opathy|phobia|trophy)|[a-z' -]+ (?:disease|syndrome|disorder|condition|impairment|deficiency|intolerance)"
    r"|bad (?:back|knees?|hips?|shoulders?|heart|eyesight|hearing)|(?:weak|heart) (?:heart|murmur)|slipped disc|herniated disc|hay fever|long covid|heart (?:condition|problems?|trouble)|hearing loss|colou?r ?blind\w*|deaf|hard of hearing|blind|partially sighted|autistic|dyspraxi[ac]|bipolar|coeliacs|parkinson'?s|alzheimer'?s|dementia|als|cerebral palsy|down'?s(?: syndrome)?|cystic fibrosis|fibromyalgia|hemophilia|haemophilia|angina|a stoma|a stutter|a prosthetic \w+|dermatitis|shingles|a (?:broken|fractured|sprained|dislocated|torn) \w+|(?:broken|fractured|sprained|dislocated|torn) \w+|a bad (?:ankle|wrist|neck|foot|leg)|high cholesterol|tennis elbow|carpal tunnel|plantar fasciitis)"
    r"(?: (?:type )?(?:1|2|i|ii|one|two))?)"
    "|(?:[一二三12]型|慢性|轻度|中度|重度|严重的?|先天性|老|轻微的?|季节性)*(?:糖尿病|高血压|低血压|高血脂|高血糖|低血糖|哮喘|鼻炎|湿疹|荨麻疹|痛风|甲亢|甲减|贫血|癫痫|抑郁症?|焦虑症?|双相|躁郁症?|自闭症|多动症|强迫症|失眠症?|偏头痛|近视|散光|青光眼|白内障|色盲|色弱"
    "|心脏病|冠心病|胃病|脑梗塞?|心梗|脑卒中|中风|脑溢血|脑出血|心绞痛|心衰|房颤|早搏|三高|(?:血压|血糖|血脂|尿酸|胆固醇|转氨酶)(?:偏|有点|太|很|特别)?[高低]|骨质疏松|静脉曲张|[胃肠十二指肠]{1,5}溃疡|便秘|痔疮|帕金森|老年痴呆|阿尔茨海默|红斑狼疮|类风湿|风湿|小三阳|大三阳|幽门螺[旋杆]?杆?菌|干眼|飞蚊症|多囊卵巢|多囊|[一-鿿]{0,3}囊肿|强直|带状疱疹|白癜风|牛皮癣|银屑病|神经衰弱|耳聋|耳背|弱视|乳糖不耐受?|蚕豆病|疝气|半月板损伤|ADHD|adhd|PTSD|HPV|hpv|胃反流|胃食管反流|反流|宫寒|更年期|高度近视|老花眼?|痛经|(?:睡眠)?呼吸暂停|打呼噜|打鼾|月经不调|平足|扁平足|驼背|脊柱侧弯|腰椎病|颈椎病|乙肝|洁癖|脂肪肝|白血病|腰椎间盘突出|腰突|耳鸣|[\u4e00-\u9fff]{1,6}(?:病|症|炎|癌|瘤|综合征|障碍|结石|增生|结节|硬化))"
)
#: What passes, and what is said of a code or a mood.
_PASSING = (
    r"(?i)^(?:(?:a|the|my|some) )*(?:avoiding|preventing|treating|managing|reducing|fighting|curing|causing|having|getting|developing|without|against)\b|^the \w+est\b|\b(?:(?:tone|colou?r) deaf|blind (?:date|spot|to)|broken (?:heart|record|english|link|screen|laptop|phone|app)|torn (?:between|about)|cold|flu|fever|headache|hangover|performance|analysis|diagnosis|hypothesis|synthesis|basis|crisis|thesis|monday|main|choice|imposter|impostor|decision|no|good|working|same|weather|road|market|payment|terms?)\b"
    "|(?:节|假期?|国庆|春节|过年|五一|十一|双十一|周[一末日]|开学|放假|上班)(?:综合[症征]|后遗症|恐惧症)|^后遗症$|急性|生病|看病|得病|治病|发病|疾病|发炎|肠胃炎|感冒|毛病|通病|选择困难|拖延|病毒|公主病|职业病|相思|懒癌|强迫症犯|拖延症|尴尬|社恐|恐婚|红眼病|没病|有病|恋爱脑"
)


#: No part of the name of an illness or a medicine.
_NO_WORD = "是|说|诊断|他(?![汀克莫米扎唑定滨啶])|[我你她它您啥么吃喝每天早晚们说没不]|得(?!了)|了.|的.|到底|治|预防|防|查|怕"


def condition(words: str) -> str | None:
    """An illness or impairment that stays; no cold, no joke."""
    if compiled(
        r"(?i)\b(?:anxiety|phobia|depression|insomnia) (?:about|over|around|before|at)\b"
    ).search(words):
        return None
    value = judged_by(compiled("(?<=[病症炎癌瘤压糖])病?史$").sub("", words.strip()), _CONDITION, 8)
    bad = value is None or compiled(_PASSING).search(value) or compiled(_NO_WORD).search(value)
    return None if bad else value


def diagnosis(words: str) -> str | None:
    """The same where nothing but its name is said: no mood."""
    value = (condition(words) or "").removeprefix("老")
    return None if not value or value in ("焦虑", "抑郁", "失眠", "便秘", "自闭") else value


_MEDICINE = (
    r"(?i)(?:(?:some|my|daily|low[- ]dose|prescribed|\d+(?:\.\d+)? ?(?:mg|mcg|ml|g|units|micrograms)?(?: of)?) )*(?:[a-z]{2,}(?:formin|statin|pril|sartan|olol|azole|idone|oxetine|aline|zepam|zolam|cillin|mycin|floxacin|prazole|tidine|gliptin|gliflozin|glutide|profen|azepine"
    r"|thyroxine|triptan|dipine|parin|pam|lone|sone|mab|xaban|setron|phylline|terol|amine|etine|triptyline|trexate|tinib|ciclib|ciclovir|cycline|dronate|dopa|thiazide|semide|lukast|fenac|oxib|codone|barbital|azine|apine|peridol|tadine|rizine|quine|conazole|nidazole|terone|estradiol|zepatide|balin|pentin|ramate|trigine|acetam|faxine|pitant|dogrel|losin|steride|afil|prine|proate|purinol|salazine|butamol|predone|nisolone|cortisone|capone|giline|stigmine|mantine)|insulin|aspirin|ibuprofen|paracetamol|acetaminophen|lithium|tramadol|codeine|morphine|naproxen|colchicine|digoxin|bupropion|tamoxifen|letrozole|humira|mounjaro|wegovy|ventolin|symbicort|spiriva|melatonin|viagra|hrt|estrogen|testosterone|(?:ro)?accutane|minoxidil|benadryl|zyrtec|claritin|tylenol|advil|nurofen|co-?codamol|gabapentin|valium|ambien|wellbutrin|cymbalta|effexor|lamictal|seroquel|abilify|vyvanse|elvanse|strattera|eliquis|xarelto|plavix|lipitor|synthroid|creon|questran|steroids|painkillers|ritalin|adderall|concerta|prozac|zoloft|lexapro|xanax|ozempic|warfarin"
    r"|antidepressants|antihistamines|blood thinners|beta[- ]blockers|birth control|the pill|statins|antibiotics|iron (?:tablets|pills|supplements)|vitamin [a-k]\d*|thyroid (?:meds|medication)|blood pressure (?:meds|medication|pills))(?: \d+ ?mg)?"
    "|(?:[\u4e00-\u9fff]{0,2}(?:阿司匹林|拜阿司匹灵|氯吡格雷|波立维|华法林|利伐沙班|拜新同|络活喜|代文|科素亚|安博维|倍他乐克|立普妥|可定|格华止|拜糖平|阿卡波糖|达格列净|司美格鲁肽|诺和[灵锐平]|来得时|甘精|优甲乐|雷替斯|赛治|非布司他|别嘌醇|秋水仙碱|苯溴马隆|苯巴比妥|丙戊酸钠?|卡马西平|奥卡西平|拉莫三嗪|左乙拉西坦|碳酸锂|百忧解|氟西汀|帕罗西汀|左洛复|来士普|艾司西酞普兰|文拉法辛|度洛西汀|米氮平|安非他酮|喹硫平|奥氮平|利培酮|阿立哌唑|思瑞康|阿普唑仑|佐匹克隆|安定|专注达|择思达|利他林|顺尔宁|孟鲁司特|舒利迭|信必可|沙丁胺醇|氯雷他定|西替利嗪|开瑞坦|扑尔敏|奥司他韦|达菲|泰诺|芬必得|对乙酰氨基酚|扑热息痛|双氯芬酸|塞来昔布|泼尼松|强的松|甲泼尼龙|地塞米松|甲氨蝶呤|羟氯喹|硫唑嘌呤|他克莫司|环孢素|来那度胺|格列卫|易瑞沙|吉非替尼|奥希替尼|他莫昔芬|来曲唑|优思明|优思悦|达英|达英35|妈富隆|二甲双胍|叶酸|铁剂|六味地黄丸|速效救心丸|丹参滴丸|麝香保心丸|安宫牛黄丸?|参松养心|稳心颗粒|逍遥丸|益生菌|辅酶Q10|葡萄糖酸钙|米诺地尔|非那雄胺|异维A酸|玻璃酸钠)|[\u4e00-\u9fff]{1,4}(?:尼定|吡嗪|唑嗪|替尼|单抗|泊汀|瑞林|溴铵|沙班|格雷|必利|拉西坦|酮酯|度胺))(?:钠|钾|钙)?(?:缓释片|肠溶片|片|胶囊|注射液|缓释胶囊)?"
    "|[\u4e00-\u9fffA-Za-z]{0,8}(?:双胍|他汀|沙坦|普利|洛尔|西林|霉素|沙星|拉唑|替丁|地平|西汀|舍曲林|唑仑|格列净|列汀|鲁肽|布洛芬|胰岛素|阿司匹林|优甲乐|片|胶囊|颗粒|冲剂|药丸|滴丸|降压药|降糖药|避孕药|抗抑郁药|中药)"
    "|胰岛素|阿司匹林|优甲乐|降压药|降糖药|避孕药|褪黑素|中药|钙片|鱼油|维生素[A-K]\\d*|布洛芬"
)


def medicine(words: str) -> str | None:
    """What somebody takes for their health."""
    counted = compiled(f"^(?:{_DOSE}的?|着|了)|(?:饭[前后]|早上|晚上|睡前|空腹)?{_DOSE}$")
    value = judged_by(counted.sub("", words.strip()), _MEDICINE)
    if value is None or compiled(_NO_WORD).search(value):
        return None
    return None if compiled(_NO_TABLET).search(value) else value


_DOSE = "(?:[一二两三四五六半\\d.]+(?:次|片|粒|颗|支|针|袋|丸|毫克|mg|ml|单位))+"
#: 照片 and 燕麦片 are no tablets.
_NO_TABLET = "(?:[照名卡大图薯芯唱影切刀信麦膜瓦画录怖作果肉鱼木纸碎底尾叶镜拼雪花短长正一整姜笋藕]|鸦|土豆|吐司|面包|柠檬|年糕|电影|香蕉|苹果|黄瓜)片$"


MAKES = (
    "honda|toyota|ford|tesla|bmw|audi|mercedes|volkswagen|vw|nissan|mazda|hyundai|kia|subaru|volvo|porsche|ferrari|jeep|chevy|chevrolet|lexus|fiat|renault|peugeot|citroen|citroën|skoda|opel|vauxhall|land rover|range rover|suzuki|mitsubishi|acura|infiniti|cadillac|buick|chrysler|gmc|rivian|polestar|byd|xpeng|ducati|yamaha|kawasaki|harley(?:[- ]davidson)?|vespa|civic|corolla|camry|prius|passat|f-?150|model [3sxy]|rav4|cr-?v|yaris|clio|corsa"
    "|tacoma|berlingo|kangoo|qashqai|sandero|fabia|zafira|micra|aygo|auris|hilux|4runner|highlander|sienna|altima|sentra|elantra|sportage|picanto|mx-?5|miata|cx-?5|impreza|crosstrek|silverado|malibu|model [3sxy]|ioniq|tiguan|touran|royal enfield|lambretta|brompton"
    # Words of their own, and makes where they have a capital.
    r"|(?=(?-i:[A-Z0-9]))(?:dodge|seat|mini|jaguar|lincoln|nio|accord|golf|polo|focus|fiesta|mustang|outback|forester|leaf|beetle|astra|octavia|wrangler|transit|sprinter|picasso|juke|duster|ibiza|insignia|note|swift|jimny|odyssey|pilot|element|jazz|pathfinder|sonata|tucson|cherokee|ranger|bronco|escape|explorer|impala|tahoe|suburban|challenger|charger|caravan|leon|caddy|transporter|defender|discovery|panda|500|c1|c3|[1-5] series|a-class|zoe|triumph)"
)
_RIDES = "car|van|truck|pickup|suv|minivan|hatchback|sedan|estate|convertible|motorbike|motorcycle|scooter|moped|e-?bike|bike|bicycle|ev|hybrid|jeep|camper(?:van)?|motorhome|rv|lorry|moto|tractor|hatch|wagon|e-?scooter|cargo bike|road bike|mountain bike|canal boat|narrowboat|boat|skateboard"
_VEHICLE = (
    rf"(?i)(?:(?:an?|my|our|the|that|this|his|her) )?(?:(?:new|old|used|second[- ]hand|little|big|red|blue|black|white|silver|grey|gray|green|beat[- ]up|electric|brand[- ]new|trusty|rusty|leased|company|steel|folding|vintage|battered|diesel|petrol|hybrid|automatic|manual|four[- ]door|two[- ]door|family|ageing|\d{{4}}|'\d\d) )*(?:(?:{MAKES})(?:[- ][\w-]+){{0,2}}|(?:{_RIDES})s?)"
    "|(?:[一两这那]?[辆台部]|新的?|老|旧的?|二手的?|\\d{2,4}[年款]的?|白色的?|黑色的?|红色的?|小|大|我的|国产|电动|是)*(?:特斯拉|比亚迪|蔚来|理想|小鹏|问界|丰田|本田|日产|马自达|大众|别克|福特|宝马|奔驰|奥迪|保时捷|沃尔沃|雷克萨斯|凯美瑞|卡罗拉|雅阁|思域|轩逸|帕萨特|高尔夫|途观|捷达|朗逸|速腾|迈腾|飞度|五菱|宏光|哈弗"
    "|吉利|长安|红旗|奇瑞|现代|起亚|五菱宏光|汉兰达|卡宴|model ?[3sxyMSXY]?|[\u4e00-\u9fff]{0,4}(?:轿车|汽车|面包车|皮卡|货车|卡车|越野车|跑车|摩托车?|电动车|电瓶车|自行车|单车|油车|电车|房车|混动|suv|SUV|车))(?:[A-Za-z0-9系款型]{0,6})"
)
_NO_VEHICLE = r"(?i)\b(?:the|that|this) (?:car|van|truck|bike|bicycle)\b|\b(?:meeting|interview|appointment|dealer(?:ship)?|t-?shirt|hat|jacket|cap|keys?|app|poster|share|stock|factory|employee|friend|fan|test|advert|ad|quote|job|contract|account|problem|question)s?$|(?:火车|公交车|班车|出租车|网约车|地铁|快车|专车|顺风车|校车|堵车|停车|倒车|列车|动车|洗车|购物车|开车|打车|坐车|修车|租车|飞车|骑车|用车|上车|下车|乘车|搭车|拼车|叫车|接车|看车|考车|学车|练车|晕车|候车|试车|赛车|风车|水车|花车|婚车|推车|小推车|餐车|手推车|婴儿车|缆车|警车|消防车|救护车|大巴车|高铁车)$|^[他她它你您谁]"


_ON_THE_WAY = "(?<=[车托])(?:上下班|上班|下班|通勤|代步|送货|拉货|送外卖|送快递|接送.*|接孩子.*|送孩子.*|买菜|跑.*|带娃.*|出门|出行|回家|去.*|到处.*|自驾.*|旅游.*|玩.*)$"


#: What is only the likeness of a car.
_TOY = r"(?i)\b(?:toy|model|remote[- ]control(?:led)?|rc|lego|die[- ]?cast) (?:[\w-]+ )?(?:car|truck|bus|van|tractor|motorbike|bike|boat)s?\b|玩具|模型|遥控|乐高|积木|车模|手办|四驱车|碰碰车|扭扭车"


def vehicle(words: str) -> str | None:
    """A car, a bicycle or the like that somebody has."""
    value = judged_by(compiled(_ON_THE_WAY).sub("", words.strip()), _VEHICLE)
    bad = (
        value in (None, "车")
        or compiled(
            r"(?i)\bfor (?:(?:my|our|his|her|the) )?(?:son|daughter|kids?|child(?:ren)?|wife|husband|mom|mum|dad|brother|sister|grand\w+|nephew|niece)\b"
        ).search(words)
        or compiled(_NO_VEHICLE).search(value or "")
        or compiled("^[掉了过着]").match(value)
        or compiled(_TOY).search(words)
    )
    return None if bad else value


def sold(words: str) -> str | None:
    """The same where it is given away: then "the car" is one's own."""
    value = judged_by(words, _VEHICLE)
    return None if value is None or compiled("^[掉了过着]").match(value) else value


_SCHOOL = (
    r"(?:the )?(?-i:[A-Z])[\w.'&-]*(?: (?:of|at|in|and|for|the|(?-i:[A-Z])[\w.'&-]*)){0,5}"
    "|[\u4e00-\u9fff]{1,12}(?:大学|学院|中学|小学|一中|二中|附中|高中|职校|技校|理工|师大|工大|科大|农大|财大|外国语)|(?:北|清|复|浙|武|中山|南|交|人|厦|同济|哈工|北航|华科|西交|上交|中科|港|台|东|山|川|吉|天|兰|湖|暨|苏|郑|云|贵)大|清华|复旦|同济|北航|华科|西交|上交|中科大|哈工大|港中文"
)


def school(words: str) -> str | None:
    """Where somebody learns, by its name."""
    value = judged_by(words, _SCHOOL, 7)
    return (
        None
        if value is None or compiled(r"(?i)(?:home|the (?:moment|library|gym))\b").match(value)
        else value
    )


_FIELD = (
    r"(?i)(?:(?:an? |some |my |the )?(?:(?:degree|masters?|phd|bachelors?|ba|bsc|ma|msc|minor|major)(?: degree)? (?:in|of) )?(?:[\w-]+ ){0,2}?(?:physics|maths?|mathematics|chemistry|biology|biochem\w*|medicine|law|history|philosophy|psychology|sociology|economics|econ"
    r"|politics|political science|literature|linguistics|engineering|computer science|comp sci|cs|data science|statistics|geography|geology|architecture|design|art|fine arts|music|theatre|theology|nursing|dentistry|pharmacy|business|finance"
    r"|accounting|marketing|education|journalism|anthropology|archaeology|astronomy|neuroscience|nutrition|veterinary|film|fashion|agriculture|forestry|criminology|international relations|public health|social work)(?: (?:school|degree|studies))?)"
    "|(?:[\u4e00-\u9fff]{0,4})(?:物理|数学|化学|生物|医学|临床|法学院?|法律|历史|哲学|心理学?|社会学|经济学?|金融|会计|文学|中文|英语|日语|语言学|计算机|软件工程|土木(?:工程)?|机械|自动化|电气|化工|食品|法医|中医|中药|针灸|汉语言|师范|学前教育|体育|园林|物流|会展|酒店管理|旅游|行政管理|公共管理|公管|人力资源|国际贸易|国贸|财会|审计|税务|测绘|地质|石油|航空|船舶|动画|播音|表演|导演|编导|摄影|服装设计|产品设计|视觉传达|视传|环艺|德语|法语|韩语|俄语|西班牙语|翻译|微电子|集成电路|网络安全|大数据|生信|制药|兽医|畜牧|林学|水利|电子|通信|材料|建筑|设计|美术|音乐|护理|口腔|药学|工商管理|市场营销|教育学?|新闻|传播|考古|天文|环境|农学|统计学?|人工智能|数据科学|工程)(?:系|学|专业|学院)?(?:博士|硕士|研究生|本科|[研博大][一二三四五]|专硕|学硕|直博)?"
)


#: 考|虑护理, 学|会设计, 在读|者…
_NO_FIELD = "^(?:虑|察|核|勤|验|懂|到|完|习|会|者|书|出|成)|[的了在和与跟或个这那我你他她]"


def field(words: str) -> str | None:
    """A subject that somebody studies."""
    value = judged_by(compiled("^(?:的是?|过|了|着)").sub("", words.strip()), _FIELD)
    return None if value and compiled(_NO_FIELD).search(value) else value


_COUNT = r"(?:an?|one|two|three|four|five|six|seven|\d|twin|some|no)"
_RELATIVES = (
    rf"(?i)(?:(?:only )?{_COUNT} )?(?:(?:older|younger|little|big|elder|half|step|twin|baby|grown[- ]up|adult|teenage|small|young|lovely|first|second|third|little|\d+[- ](?:years?|months?)[- ]old|newborn) )*(?:kids?|child(?:ren)?|sons?|daughters?|boys?|girls?|sisters?|brothers?|siblings?|twins?|triplets?|grandkids|grandchild(?:ren)?"
    rf"|grandsons?|granddaughters?|toddlers?|teenagers?|stepkids|stepsons?|stepdaughters?|newborn|bab(?:y|ies)|nephews?|nieces?|cousins?)(?:,? (?:and|&|plus) (?:{_COUNT} )?(?:(?:older|younger|little|big|half|step) )*(?:kids?|child(?:ren)?|sons?|daughters?|boys?|girls?|sisters?|brothers?|twins?))*"
    "|[一两二三四五六七八九\\d俩仨]*[个对]?(?:大?胖|乖|小|大)?(?:[一两二三四五六七八九十\\d]+个?[岁月]大?的)?(?:亲|小|大)?(?:孩子|小孩|娃娃?|儿子|女儿|闺女|丫头|姑娘|小子|千金|孙辈|妹妹|弟弟|哥哥|姐姐|兄弟|姐妹|双胞胎|龙凤胎|孙子|孙女|外孙女?|侄子|侄女|兄弟姐妹|宝宝)(?:[和、跟一]?[一两二三四五六七八九\\d]*[个对]?(?:孩子|小孩|娃|儿子|女儿|闺女|妹妹|弟弟|哥哥|姐姐|双胞胎))*"
)


def relatives(words: str) -> str | None:
    """Children, brothers and sisters that somebody has, as they are counted."""
    value = judged_by(
        compiled(
            "(?<=[\u4e00-\u9fff])(?:在(?:读|上|念|外|国|老|家)|今年|刚|都|正|已经|现在|还在).*$"
        ).sub("", words),
        _RELATIVES,
        8,
    )
    if value is None or (
        _han(value) and not compiled("^[一两二三四五六七八九\\d俩仨个对双龙]").match(value)
    ):
        return None
    return value


_BOUND = r"(?i)(?:(?:still|now|happily|recently|newly|already|finally|single and|just) )*(?P<bound>single|married|divorced|engaged|widowed|separated|a widow|a widower|a single (?:mom|mum|mother|dad|father|parent)|in a relationship|pregnant|expecting|unmarried)|(?P<zh>单身|已婚|未婚|离异|离婚|丧偶|订婚|结婚|怀孕|单亲妈妈|单亲爸爸|分居)"


def bound(words: str) -> str | None:
    """Whether somebody is single, married, engaged …"""
    value = compiled(r"(?i)^an? (.+?) (?:man|woman|guy|lady)$").sub(r"\1", _cut(words))
    found = compiled(_BOUND).fullmatch(value)
    if found is None or compiled(
        r"(?i)\bengaged (?:in|with) (?:an?|the|this|my|our|it)\b|\bseparated from the\b|^\s*(?:to|of|between) (?:my (?:job|work|phone)|coffee|a decision)\b|married to (?:my|this|that|the|it)\b(?! (?:husband|wife|partner|love|best|girl|man|woman|guy|same))"
    ).search(words):
        return None
    return found["bound"] or found["zh"]


_PEOPLES = (
    r"(?i)(?:(?:half|part|originally|proudly|born) )*(?:american|english|british|irish|scottish|welsh|french|german|italian|spanish|portuguese|dutch|belgian|swiss|austrian|danish|swedish|norwegian|finnish|icelandic|polish|czech|slovak|hungarian|romanian|bulgarian|greek|turkish|russian"
    r"|ukrainian|serbian|croatian|bosnian|albanian|estonian|latvian|lithuanian|georgian|armenian|iranian|persian|iraqi|syrian|lebanese|israeli|jordanian|saudi|egyptian|moroccan|algerian|tunisian|sudanese|ethiopian|kenyan|nigerian|ghanaian|ugandan|tanzanian|south african|indian|pakistani"
    r"|bangladeshi|nepali|tibetan|sri lankan|chinese|taiwanese|japanese|korean|mongolian|vietnamese|thai|cambodian|malaysian|singaporean|indonesian|filipino|filipina|australian|canadian|mexican|brazilian|argentinian|chilean|colombian|peruvian|venezuelan|cuban|jamaican|trinidadian|barbadian|haitian|dominican|puerto rican|ecuadorian|bolivian|uruguayan|paraguayan|guatemalan|honduran|salvadoran|costa rican|panamanian|senegalese|ivorian|cameroonian|congolese|rwandan|ugandan|zambian|zimbabwean|namibian|somali|eritrean|malawian|gambian|sierra leonean|liberian|angolan|mozambican|mauritian|afghan|azerbaijani|kazakh|uzbek|kurdish|palestinian|kuwaiti|omani|qatari|emirati|yemeni|burmese|laotian|maltese|cypriot|luxembourgish|slovenian|macedonian|montenegrin|moldovan|belarusian|basque|catalan|sicilian|bavarian|fijian|maori|samoan|hawaiian|cornish|geordie|mancunian|glaswegian|liverpudlian|brummie|yorkshireman|yorkshirewoman|kentish|breton|prussian|saxon|venetian|neapolitan|roman|parisian|berliner|viennese|bostonian|chicagoan|hoosier|floridian|hawaiian|alaskan|minnesotan|ohioan|virginian|canuck|québécois|quebecois|inuit|navajo|cherokee|jewish|romani|kiwi|aussie|brit|texan|californian|scouse|londoner|new yorker)"
    "|(?P<zh>[\u4e00-\u9fff]{2,5})人"
)
#: 主讲人 and 有钱人 are of no region.
_REGION = f"(?:地地道道的?|土生土长的?|正宗的?)?(?:{any_of(PARTS, PROVINCES, CITIES)}[省市]?)+(?:[\u4e00-\u9fff]{{1,3}}[区县镇市州旗])?|[\u4e00-\u9fff]{{1,3}}[省市县州镇乡岛国]"


def people(words: str) -> str | None:
    """Of which country or region somebody is."""
    value = judged_by(words, _PEOPLES, 4)
    if value is None:
        return None
    if _han(value):
        region = value.removesuffix("人")
        return region if compiled(_REGION).fullmatch(region) else None
    return value


_SHUNNED = (
    r"(?i)(?:any )?(?:(?:red )?meat|pork|beef|chicken|fish|seafood|shellfish|eggs?|dairy|gluten|sugar|lamb|nuts|wheat|soy|spicy(?: food| things| stuff)?|alcohol|caffeine|bread|carbs|milk|cheese|lactose|mushrooms|onions?|garlic)"
    r"(?:,? (?:or|and) (?:(?:red )?meat|pork|beef|chicken|fish|seafood|shellfish|eggs?|dairy|gluten|sugar|lamb|nuts|wheat|soy|alcohol|caffeine|milk|cheese))*"
    "|(?:[猪牛羊鸡鸭鱼虾蟹]肉?|海鲜|肉类?|荤腥?|红肉|肥肉|鸡?蛋|牛?奶|奶制品|乳制品|辣的?|香菜|葱姜蒜|葱|姜|蒜|糖|甜的?|甜食|内脏|生的|生冷|面食|酒|咖啡因|麸质|豆制品|螃蟹|贝类|花生|坚果|蘑菇|洋葱|茄子|苦瓜|[、和或])+"
)


def shunned(words: str) -> str | None:
    """What somebody does not eat or drink, and not only at times."""
    value = None if compiled(rf"(?i)\b{AT_TIMES}").search(words) else judged_by(words, _SHUNNED)
    return avoided(value) if value else None


def eaten(words: str) -> str | None:
    """The same where somebody eats it again."""
    value = judged_by(words, _SHUNNED)
    return eats(value) if value else None


_HOMES = r"(?:place|flat|house|apartment|room|studio|condo|loft|cottage|farm|duplex|townhouse|bungalow|home|bedsit|houseboat|one[- ]bed|two[- ]bed|terraced?|semi|detached|maisonette|penthouse|walk-?up|brownstone|caravan|trailer|barn|croft|villa|chalet|cabin|mobile home|shared house|house ?share|flat ?share|dorm|basement|annexe|ranch|row ?house|council (?:flat|house)|starter home|fixer[- ]upper)"
_LODGING = rf"(?i)^(?:an?|our|my|our own|my own|the old|the same|the family|the) (?:[\w-]+ ){{0,3}}?{_HOMES}(?: up| over| down| out)? (?:in|near|outside) (?P<where>.+)"
_ZH_LODGING = "^(?P<where>.{2,8}?)(?:(?:租|买|整)(?:了|着|的)?[一个套间栋]{0,2}(?:小|大|新|二手)?(?:房子?|公寓|单间|民宿|一居室?|两居室?|别墅)|安了?家|住了?(?:快|好几|有|[一两二三四五六七八九十几半\\d])|住(?:着|呢|的))"


def lodging(words: str) -> str | None:
    """Where the flat or house is that somebody has: "a little flat in Ghent", 望京租了个小房子."""
    found = compiled(_ZH_LODGING if _han(words) else _LODGING).match(words.strip())
    return place(found["where"]) if found and not compiled(_AWAY).search(words) else None


_AWAY = r"(?i)\b(?:term|school|for (?:a|the|work|business|\d|two|three|one|my|our|her|his)|until|till|visiting|visit|on (?:holiday|vacation|business|a trip)|holiday|vacation|trip|airport|station|conference|hotel|meeting|transit|layover|today|tonight|tomorrow|this (?:week|weekend|morning|evening|afternoon)|weekend|stuck|lost|waiting|traffic|bed)\b"


def abode(words: str) -> str | None:
    """A town where somebody is to stay; no journey."""
    value = place(words)
    named = value is not None and (_han(value) or value[0].isupper())
    return value if named and not compiled(_AWAY).search(words) else None


def settled(words: str) -> str | None:
    """The same where the words say that it is so now, not for today: "Oslo now"."""
    lasting = compiled(r"(?i)\b(?:now|these days|nowadays|since|for good|permanently)\b").search(
        words
    )
    return abode(words) if lasting or _han(words) else None


_DEGREE = "(?:读|念|上)(?:大[一二三四]|研[一二三]?|博[一二三]?|高[一二三]|初[一二三]|书|本科|硕士?|博士?|研究生|专科|大专|MBA|预科|学)"


def schooling(words: str) -> str | None:
    """The school of 浙大念大三."""
    found = compiled(f"^(?P<where>[\u4e00-\u9fffA-Za-z]{{2,12}}?){_DEGREE}").match(words.strip())
    return school(found["where"]) if found else None


def university(words: str) -> str | None:
    """A school that says that it is one, or an acronym."""
    value = school(words)
    if value is None or _han(value):
        return value
    return (
        value
        if compiled(
            r"\b(?i:university|college|uni|school|institute|academy|polytechnic)\b|^[A-Z]{3,5}$|^(?:MIT|Harvard|Yale|Stanford|Oxford|Cambridge|Princeton|Cornell|Rutgers|Berkeley)$"
        ).search(value)
        else None
    )


_FANDOM = (
    r"(?i)(?:absolutely |totally |completely |utterly )?(?P<mad>[a-z]{3,14})[- ](?:mad|crazy|obsessed)|(?:(?:an? )?(?:more|bit|kind|sort|something) of )?(?:an? |the )?(?:(?:big|huge|massive|lifelong|total|real|proper|die[- ]?hard|avid|serious|absolute|dedicated|devoted|hardcore|committed|passionate|keen|true|loyal|great|such a) )*(?P<what>[\w' &-]{2,30}?) (?:fan|fanatic|supporter|lover|person|nerd|addict|enthusiast|buff|freak)"
    "|(?:个|一个|多年的?|资深|忠实|铁杆|老)*(?P<zh>(?:(?![了着过的是能会和都又也有涨])[\u4e00-\u9fff]){1,8}?)(?:的)?(?:(?:重度|深度|多年|老|铁杆|忠实|资深)?(?:粉丝|球迷|乐迷|歌迷|影迷|书迷|戏迷|迷|爱好者|发烧友)|(?:老|铁|铁杆|忠实|资深|死忠|真爱|骨灰级|多年)粉)"
)
_NO_FANDOM = r"(?i)\b(?:a|an|the|nice|good|bad|happy|people|different|kind|same|new|only|first|another|busy|private|sick|old|young|normal|not|big|huge|massive|lifelong|total|real|proper|hard|avid|serious|absolute|such|great|biggest|true|loyal|long[- ]?time|super|major|more|of)\b$|^(?:going|self|stir|time|money)$|^(?:财|入|着|昏|沉|低|米|面|花|红|失|掌|遥)$|财$"


def fandom(words: str) -> str | None:
    """What somebody is a friend of: "a big jazz fan", 爵士乐迷."""
    value = _cut(words)
    found = compiled(_FANDOM).fullmatch(value)
    what = found and (found["what"] or found["mad"] or found["zh"])
    if not what or compiled(_NO_FANDOM).search(what):
        return None
    return None if value.endswith(" person") and compiled(_TRAIT).match(what) else what


def unloved(words: str) -> str | None:
    """Of what somebody is no friend; who denies to be a devoted one may be one yet."""
    return None if compiled(_DEVOTED).search(_cut(words)) else fandom(words)


_DEVOTED = r"(?i)\b(?:dedicated|devoted|hardcore|committed|passionate|true|loyal|lifelong|total|proper|die[- ]?hard|avid|serious|absolute|real|exactly)\b"
#: What a person is, and not what one loves ("a visual person"); a long phrase is what one does.
_TRAIT = r"(?i)(?:[\w-]+ )*(?:[a-z]+(?:[^av]ical|ional|[su]ual|[cr]ial|tive|ous|ful|less|ented|erted|ined|ated|able|ible|ish)|[\w-]+-(?:on|in|out|up|off)|(?:in|out)doors?|logical|practical|physical|verbal|formal|quiet|calm|shy|loud|kind|warm|cold|solitary|outgoing|caring|loving|easy ?going|giving|trusting|open|honest|simple|direct|patient|lazy|messy|tidy|picky|moody|spontaneous|average|relaxed|organi[sz]ed|laid[- ]back|low[- ]key|creative|early|late|day|one)$|.*\bthan\b|(?!\w+ and \w+$)(?:\S+ ){2}\S+"


def years(words: str) -> str | None:
    """An age without its unit, where something else says that it is one: 刚满34."""
    found = compiled(
        "^(?P<age>\\d{2}|\\d(?=周?岁)|[一二三四五六七八九]?十[一二三四五六七八九]?)(?:周?岁(?=$|了|啦|喽|整|多|大|[，。！、])|了|啦|喽|$)"
    ).match(words.strip())
    return found["age"] if found else None


def born(words: str) -> str | None:
    """The year of 88年的, 九零年生."""
    found = compiled(
        "^(?P<year>\\d{2}|(?:19|20)\\d{2}(?=年(?:出?生|的|人))|[一二三四五六七八九零〇]{2,4})年(?:出?生)?(?:的|人)?$"
    ).match(words.strip())
    return found["year"] if found else None


def hometown(words: str) -> str | None:
    """The place of 老家贵州的."""
    value = compiled("^(?:就?是|在)|(?:的|那边|人|农村|那儿)+$").sub("", words.strip())
    doing = "[不很有来没过太回种开做干养卖读上买打了着盖修带看过办]"
    good = value and len(value) <= 6 and not compiled(doing).search(value)
    return place(value) if good else None


#: "I left Acme at five" is no farewell.
_PARTED = r"(?P<name>(?-i:[A-Z])[\w.&'-]*(?: (?-i:[A-Z])[\w.&'-]*){0,3})(?: for good| (?:last|this) (?:week|month|year|summer|winter|spring|autumn|fall)| in (?:(?i:january|february|march|april|may|june|july|august|september|october|november|december)|\d{4}|the (?:spring|summer|autumn|fall|winter))| (?:two|three|four|five|six|\d+|a few|a couple of) (?:years|months|weeks) (?:ago|back))?\W*$"


def parted(words: str) -> str | None:
    """The firm that somebody left, where nothing says that it was for the day."""
    found = compiled(_PARTED).match(words.strip())
    return company(found["name"]) if found else None


LIFE_KINDS = {
    "condition": condition, "diagnosis": diagnosis, "medicine": medicine, "vehicle": vehicle, "sold": sold, "school": school, "schooling": schooling,
    "university": university, "field": field, "relatives": relatives, "bound": bound, "people": people, "shunned": shunned, "eaten": eaten, "parted": parted,
    "lodging": lodging, "abode": abode, "settled": settled, "fandom": fandom, "unloved": unloved, "years": years, "born": born, "hometown": hometown, "called": nickname, "hirer": company,
}  # fmt: skip
