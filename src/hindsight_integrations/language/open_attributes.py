"""The open pattern beside the catalogue: "X's A is V", "X 的 A 是 V" for any attribute A; it knows no attribute by name.

It is narrow on purpose: the noun names a property rather than a remark ("my question is …"),
and the value is a name, a number, a thing or a description of fixed form, so that chatter stays chatter.
"""

from __future__ import annotations

from hindsight_integrations.language.liking_kinds import thing
from hindsight_integrations.language.owners import relation, segment
from hindsight_integrations.language.patterns import compiled
from hindsight_integrations.language.stated import Mode, Stated

_NOUN = r"(?:[a-z][\w-]*(?: of)? ){0,2}?[a-z][\w-]*"
_OPEN = rf"(?i)^(?P<noun>{_NOUN}) (?P<is>is|are|changed to|has changed to)(?: now)?(?: called| named)? (?P<value>.+)"
#: Nouns of remarks, moods and passing states.
_NO_PROPERTY = (
    r"(?i)\b(?:question|point|problem|issue|idea|guess|thought|thoughts|opinion|feeling|concern|worry|hope|fear|mistake|fault|bad|turn|day|week|month|morning|evening"
    r"|night|time|trip|experience|head|back|leg|legs|stomach|throat|heart|mind|eyes?|mood|life|plan|plans|goal|intention|preference|understanding|assumption|request"
    r"|order|package|parcel|refund|flight|internet|wifi|connection|code|app|answer|reply|response|apologies|pleasure|treat|first|next|last|only|main|biggest|hands|way|part|rest"
    r"|knowledge|brain|soul|body|weekend|year|suggestion|recommendation|advice|message|email|work|job|situation|case|reason|budget situation|weight|energy|half|share|aim|job title|focus|role|portfolio|game|team|season)\b"
)
_FIRM_VALUE = r"^(?:(?-i:[A-Z0-9\ue000-\uf8ff])|(?:the|an?) \w|[\w.-]*\d|(?:called|named) )"
_FAVOURITE = r"(?i)^(?:all[- ]time )?(?:favou?rite|preferred|usual|go-to)\b"
#: What one likes best of something that was spoken of.
_OF_ONE = r"(?i)\b(?:part|bit|moment|scene|aspect|thing|one|line|quote|feature|piece|option|choice|memory|pic|picture|photo)s?$"
_NO_VALUE = r"(?i)^(?:(?:for|when|because|how|if|to|so|about|like)\b|a (?:bit|little|lot|mess|disaster|problem|joke|nightmare|pain|shame|pity|surprise)|the (?:same|best|worst|problem|one)|not\b|I\b|It\b|That\b|No\b|Very\b)"

_ZH_OPEN = "^(?P<noun>[\u4e00-\u9fffA-Za-z]{1,8}?)(?:现在|目前)?(?P<is>是|叫做?|为|变成|换成|改成|改为|：|:)了?(?P<value>.+)"
_ZH_NO_PROPERTY = (
    "[从把被比]|(?:意思|问题|目的|原因|想法|重点|建议|关键|看法|意见|感觉|错|心情|打算|计划|希望|要求|疑问|理解|回答|答案|情况|结果|目标|时候|方法|办法|诉求|需求|说法|做法"
    "|果然|居然|竟然|好像|似乎|简直|永远|终究|还|也|都|就|才|又|不|只|可|并|真|则|正|事情?|话|样子|角色|部分|地方|身体|状态|任务|选择|人|体重|腰围|精神|工作|生活|确|是|想|字|音)$"
)
#: What a thing has, and what is no thing: 最难的部分是…, 跟热闹的街市是… say nothing of any.
_ZH_PROPERTY = (
    "(?:密码|口令|密钥|账号|端口|网址|域名|版本号?|型号|编号|序列号|号码?|车牌号?|地址|位置|电话|邮箱|价格|单价|总价|租金|月租|房租|押金|费用|学费|年费|月费|利率|预算|颜色|尺寸|大小|尺码|重量|容量|面积|户型|朝向|楼层|材质|品牌|牌子|口味|配方|名字|全名|简称|昵称|生日|日期|截止日|截止时间|到期日|保质期|有效期|营业时间|上班时间"
    "|负责人|联系人|老板|店长|店主|店员|工读生|经理|老师|校长|园长|班主任|医生|护士|房东|司机|保姆|厨师|设计师|作者|导演|主演|教练|会计|客服|管家|物业|首都|人口"
    "|血型|星座|生肖|属相|身高|鞋码|视力|血糖|血压|胆固醇|尿酸|诊断|成绩|分数|学历|学位|民族|信仰|偶像|网名|外号|绰号|小名|英文名|笔名|座右铭|纪念日|婚期|预产期|月薪|年薪|工资|收入|存款|车位|座位|航班|[Ii][Dd]|微信|QQ|题目|研究方向|课题|特长|强项|副业|主业|产品|项目|队伍|球队|母校|教授|主任|律师|秘书|助理|同桌|队长|搭档|对手|客户|供应商|[卡车]|电脑|笔记本|相机|耳机|时区|护工|阿姨|乐队)$"
)
_ZH_NO_THING = "[我你您他她它们这那哪最很更太不没了着过在是有把被给和与跟从对一做寻看来说得还又再也都就会能要想让]"
_ZH_NO_VALUE = "^(?:很|非常|太|不|没|一样|真|挺|有点|什么|怎么|谁|多少|这|那|因为|要|想|会|可以|应该|对的|错的|正常|好|坏|我|你|他|她|如何|否|为|的)"


def open_value(owner: str, rest: str, carried: bool) -> Stated | None:
    """What "… 's <rest>" states of an attribute that the catalogue does not have."""
    found = compiled(_OPEN).match(rest)
    if found is None:
        return None
    noun, words = found["noun"], found["value"]
    liked = compiled(_FAVOURITE).match(noun) is not None
    if liked and compiled(_OF_ONE).search(noun):
        return None
    if not liked and (
        compiled(_NO_PROPERTY).search(noun) or not compiled(_FIRM_VALUE).match(words)
    ):
        return None
    value = thing(words)
    if value is None or compiled(_NO_VALUE).match(words):
        return None
    return _stated(owner, noun, value, carried, changes="now" in rest.lower().split())


def open_chinese(owner: str, rest: str, carried: bool) -> Stated | None:
    """The same in Chinese, for what follows 的."""
    found = compiled(_ZH_OPEN).match(rest)
    if found is None or compiled(_ZH_NO_PROPERTY).search(found["noun"]):
        return None
    value = None if relation(found["noun"]) else thing(found["value"])
    if value is None or compiled(_ZH_NO_VALUE).match(value):
        return None
    if not _of_thing(owner, found["noun"], value):
        return None
    return _stated(owner, found["noun"], value, carried, changes=found["is"] not in "是叫做为：:")


def _of_thing(owner: str, noun: str, value: str) -> bool:
    """Whether a noun is what one has, or its value a code, and the words before 的 name a thing: 服务器的端口, 店里的工读生."""
    of_thing = owner.startswith("thing.")
    if of_thing and ("的" in value or compiled(_ZH_NO_THING).search(owner[6:])):
        return False
    return bool(compiled(_ZH_PROPERTY).search(noun) or compiled(_CODE).fullmatch(value))


_CODE = r"(?=.*\d)[A-Za-z0-9][A-Za-z0-9.\-/ ]*"


def _stated(owner: str, noun: str, value: str, carried: bool, *, changes: bool) -> Stated | None:
    name = segment(
        noun.lower().removeprefix("new ").removeprefix("current ").replace("favorite", "favourite")
    )
    if not name:
        return None
    return Stated(owner, name, value, Mode.HOLDS, changes=changes, carried=carried)
