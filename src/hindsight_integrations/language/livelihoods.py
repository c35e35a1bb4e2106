"""Chinese words for how people live and what they do for it (跑外卖, 种菜的, 在华为, 学古筝): each judges words and trims them; it knows no attribute.

They are tables of the language: trades that are told by a verb, firms that everybody knows, instruments, skills, homes without an address.
"""

from __future__ import annotations

from hindsight_integrations.language.patterns import compiled
from hindsight_integrations.language.values import company

_END = "(?:的|了|呢|哈|啊|呀|嘛|吧|啦|[一二两三四五六七八九十几半\\d]+多?(?:年|个?月))*$"
#: What can be nothing but a living, with or without 的.
_GIG = (
    "跑(?:外卖|滴滴|快递|网约车|货运|货拉拉|运输|长途|干线|业务|销售|船|腿|出租车?|代驾|快车|专车|龙套|工地|大车)|开(?:滴滴|出租车?|网约车|快车|专车|货车|大货车?|大车|卡车|公交车?|校车|挖掘?机|塔吊|吊车|叉车|铲车|渣土车)"
    "|送(?:外卖|快递|货|桶装水|煤气|餐)|种(?:地|菜|田|庄稼|水稻|棉花|果树|草莓|葡萄|茶叶?|花|药材)|养(?:猪|鸡|鸭|鹅|牛|羊|鱼|虾|蟹|蜂|蚕|兔|蛇|殖)|摆(?:摊|地摊|小摊)|打(?:零工|鱼)|拉(?:货|客|活)|写(?:代码|网文|小说|公众号|程序|剧本)|画(?:图|画|插画|漫画)|拍(?:视频|短视频|婚纱照?|抖音)|剪(?:视频|片子?|头发)"
    "|教(?!堂|室|会|学楼|练|育|授)(?:书|[\u4e00-\u9fff]{2,5})|修(?:车|手机|电脑|家电|空调|鞋|表|水管|路|摩托|自行车)|卖(?:(?!掉|了|完|光|出|给|萌|我)[\u4e00-\u9fff]{1,6}?)|开(?:了?[个家间])?(?:[\u4e00-\u9fff]{0,5})(?:店|饭馆|餐馆|饭店|超市|民宿|工厂|厂子|公司|工作室|小卖部|诊所|药房|棋牌室|网吧|早点铺|理发店|馆子)|搬砖|带货|带娃|带孩子|当兵|站柜台|刷盘子|扫大街|看大门|做饭|烧菜|炒菜|接线|打铁|杀猪|捡破烂|收破烂|收废品|包工程|接私活|搞科研|搞工程|吃瓦片"
)
_WITHOUT = "跑(?:外卖|滴滴|快递|网约车|货运|货拉拉|运输|长途|干线|业务|出租车?|代驾)|开(?:滴滴|出租车?|网约车|货车|大车|公交车?|校车|挖掘?机|塔吊|叉车)|送(?:外卖|快递)|种(?:地|菜|田|庄稼|水稻|大棚)|养(?:猪|鸡|牛|羊|蜂|殖)|摆(?:摊|地摊)|打零工|写网文|教书|收废品|开(?:了?[个家间])(?:[\u4e00-\u9fff]{0,5})(?:店|饭馆|餐馆|饭店|超市|民宿|工厂|厂子|公司|工作室|小卖部|诊所|药房|网吧|馆子)"
_NO_LIVING = "^[了过着个完好得到出事成]|[挺很最太]|玩笑|错|[来去回到过完好掉]的?$|做梦|什么|啥|嘛$|不|没|给你|这|那|你|他|她"


def livelihood(words: str) -> str | None:
    """How somebody earns their living, told by a verb: 跑外卖, 开滴滴的, 是做外贸的."""
    said = words.strip()
    found = (
        compiled(f"^(?:[一]?个)?(?P<what>{_GIG})(?:的(?!时候|人|是)|为生|维生|谋生){_END}").match(said)
        or compiled(f"^(?P<what>{_WITHOUT}){_END}").match(said)
        or compiled(f"^(?:[一]?个)?(?:专门|主要)?(?:做|干|搞|弄|经营)(?P<what>[\u4e00-\u9fffA-Za-z]{{2,7}}?)(?:工作|这[一]?行|生意|行业)?的{_END}").match(said)
    )  # fmt: skip
    return None if found is None or compiled(_NO_LIVING).search(found["what"]) else found["what"]


_FIRMS = (
    "华为|阿里(?:巴巴|云)?|腾讯|字节(?:跳动)?|百度|美团|京东|拼多多|网易|小米|快手|滴滴|哔哩哔哩|B站|b站|小红书|携程|去哪儿|饿了么|蚂蚁(?:金服|集团)?|菜鸟|顺丰|中通|圆通|申通|韵达|德邦|极兔|京东物流|货拉拉|海底捞|肯德基|麦当劳|星巴克|瑞幸|蜜雪冰城|喜茶|西贝|沃尔玛|永辉|盒马|山姆|胖东来|大润发|宜家|优衣库"
    "|比亚迪|蔚来|理想汽车|小鹏|吉利|长城汽车?|长安汽车?|上汽|一汽|广汽|奇瑞|特斯拉|宁德时代|富士康|立讯|歌尔|京东方|中芯国际|大疆|海康(?:威视)?|大华|科大讯飞|商汤|旷视|寒武纪|联想|海尔|美的|格力|TCL|海信|创维|长虹|OPPO|oppo|vivo|荣耀|中兴|台积电|鸿海|联发科|三一重工|三一|徐工|中联重科|中车"
    "|国家电网|国网|南方电网|南网|中石油|中石化|中海油|中建[一二三四五六七八]局|中建|中铁[\u4e00-\u9fff]{0,3}局?|中交|中国移动|中国联通|中国电信|移动公司|联通|电信|铁塔|铁路局|中国平安|平安|中国人寿|人寿|太保|太平洋保险|泰康|新华保险|招商银行|招行|工商银行|工行|建设银行|建行|农业银行|农行|中国银行|中行|交通银行|交行|邮储(?:银行)?|浦发|中信(?:证券|银行)?|中金|华泰|国泰君安|微众"
    "|万科|恒大|碧桂园|保利|龙湖|融创|贝壳|链家|我爱我家|新东方|好未来|学而思|猿辅导|作业帮|谷歌|微软|亚马逊|苹果公司|英特尔|英伟达|高通|IBM|甲骨文|思科|西门子|博世|大众汽车|丰田|宝洁|联合利华|欧莱雅|雀巢|德勤|普华永道|毕马威|安永|四大|麦肯锡|辉瑞|默沙东|阿斯利康|协和(?:医院)?|华西(?:医院)?|湘雅(?:医院)?|同济医院|瑞金医院|茅台|五粮液|伊利|蒙牛|农夫山泉|娃哈哈|青岛啤酒|安踏|李宁|米哈游|莉莉丝|完美世界|搜狐|新浪|微博|知乎|豆瓣|斗鱼|虎牙|爱奇艺|优酷|芒果台|央视|新华社|人民日报|中科院|社科院|航天[一二三四五六七八九]院|商飞|国航|东航|南航|海航"
)
_HOUSE = "[\u4e00-\u9fffA-Za-z]{2,10}(?:公司|集团|银行|医院|大学|中学|小学|学校|幼儿园|学院|高中|初中|研究院|研究所|设计院|事务所|律所|出版社|报社|电视台|科技|证券|保险|基金|地产|股份|酒店|宾馆|物流|超市|法院|检察院|派出所|卫健委|街道办|居委会|村委会|[一二三四五六七八九]院|[一二三四五六七八九]中|[一二三四五六七八九]小|实业|电子|电器|制药|药业|食品|服饰|汽车|钢铁|电厂|钢厂|药厂|车厂|电子厂|服装厂|鞋厂|4S店|[电税水财教公]务?[局委]|分局|总局|交警队|消防队)"
_NO_HOUSE = (
    "^(?:一|这|那|哪|某|附近|旁边|我|你|他|她|别的|其他|上海一|北京一|什么|以前|之前|原来|老|前)"
)


def known_firm(words: str) -> str | None:
    """A firm that everybody knows: behind 在 alone it says where somebody works."""
    found = compiled(
        f"^(?P<firm>{_FIRMS})(?:总部|分公司|那边|这边)?(?:实习|外派|出差)?{_END}"
    ).match(words.strip())
    return found["firm"] if found else None


def workplace(words: str) -> str | None:
    """A firm, or a house whose name says that people work there."""
    said = words.strip()
    if firm := known_firm(said):
        return firm
    found = compiled(_HOUSE).fullmatch(said)
    return said if found and not compiled(_NO_HOUSE).match(said) else None


_ORGANISED = "(?:公司|集团|科技|银行|医院|学校|大学|团队|事务所|研究院|研究所|工作室|基金会|出版社|报社|杂志社|电视台|电台|俱乐部|厂|局|所|院|社|行|部门?|组|处|科|股份|资本|证券|传媒|文化|网络|教育|餐饮|酒店|物流)$"
_NO_FIRM = "[的]|^[一-鿿]$|^(?:收藏|购物|书架|讨论|队伍|行列|派对|活动|计划|会议|项目|大家|我们|会员|战场|游戏|直播|学习|健身|读书|社团|志愿|团购|微信|朋友|邻居|门厅|厕所|场所|现场|银行|医院|学校|大学|公司|团队|洗手|卫生|住所|一|这|那|某)|群$|[会所]所$|厕所$|场所$"


def joined(words: str) -> str | None:
    """A firm that everybody knows or whose name says that it is one: anything may be joined, entered and left."""
    if known := workplace(words):
        return known
    value = company(words)
    if value is None or compiled(_NO_FIRM).search(value) or len(value) > _LONGEST_NAME:
        return None
    return value if compiled(f"{_ORGANISED}|[A-Za-z]|^(?:{_FIRMS})").search(value) else None


_LONGEST_NAME = 12
_SKILL = (
    "(?:钢琴|吉他|尤克里里|小提琴|大提琴|古筝|二胡|琵琶|笛子|萨克斯|架子鼓|葫芦丝|古琴|口琴|声乐|唱歌|美声|舞蹈|跳舞|芭蕾|街舞|拉丁舞?|民族舞|广场舞|画画|素描|油画|国画|水彩|板绘|绘画|美术|书法|毛笔字|围棋|象棋|国际象棋|游泳|跆拳道|空手道|武术|太极拳?|瑜伽|普拉提|拳击|击剑|轮滑|滑雪|滑冰|网球|羽毛球|乒乓球|篮球|足球|高尔夫|攀岩|马术|编程|乐高|奥数|珠算|主持|口才|表演|配音|摄影|剪辑|插花|茶艺|烘焙|做饭|厨艺|裁缝|开车|驾照|车|会计|理发|美甲|化妆|按摩|推拿|针灸|中医|心理学|理财|炒股"
    "|py|python|Python|java|Java|前端|c\\+\\+|C\\+\\+|PS|ps|CAD|cad|日语|英语|法语|德语|韩语|西语|粤语)"
)


def skill(words: str) -> str | None:
    """What somebody learns beside a subject: an instrument, a sport, a craft."""
    found = compiled(f"^(?:[着过了]?个?)(?P<skill>{_SKILL})(?:课|班)?{_END}").match(words.strip())
    return found["skill"] if found and found["skill"] not in ("车", "做饭") else None


def dwelling(words: str) -> str | None:
    """A home that has no address of its own: 学校宿舍, 城中村, 老房子."""
    found = compiled(
        f"^(?P<home>(?:学校|单位|公司|员工|职工|厂里?|集体|大学|研究生|博士|教师|工厂|工地|部队)?(?:的)?(?:宿舍|城中村|筒子楼|四合院|廉租房|公租房|板房|养老院|地下室|半地下室)){_END}"
    ).match(words.strip())
    return found["home"] if found else None


_BORN_AS = "(?:独生子女?|独生女|独子|独女|独苗|孤儿|二胎(?:妈妈?|爸爸?|宝妈|家庭)|双胞胎(?:妈妈?|爸爸?)|单亲(?:家庭|妈妈|爸爸)|丁克)"


def kin_of_none(words: str) -> str | None:
    """What sort of a family somebody has: 独生子, 二胎妈妈, 丁克."""
    found = compiled(f"^(?:[一]?个)?(?P<family>{_BORN_AS}){_END}").match(words.strip())
    return found["family"] if found else None


_APPS = "微信读书|网易云(?:音乐)?|QQ音乐|酷狗|喜马拉雅|得到|知乎|小红书|微博|抖音|快手|B站|b站|豆瓣|高德(?:地图|导航)?|百度地图|百度网盘|阿里云盘|夸克|支付宝|美团|饿了么|淘宝|京东|拼多多|闲鱼|铁路12306|12306|携程|飞猪|滴滴|腾讯文档|飞书文档|石墨文档?|金山文档|WPS|wps|印象笔记|有道云笔记|有道词典|语雀|幕布|滴答清单|番茄(?:todo|ToDo)?|剪映|必剪|美图秀秀|醒图|稿定设计|创客贴|墨刀|蓝湖|即时设计|豆包|文心一言|通义千问|通义|讯飞星火|Kimi|kimi|DeepSeek|deepseek|腾讯会议|钉钉|飞书|企业微信|多邻国|百词斩|扇贝|墨墨背单词|不背单词|随手记|鲨鱼记账|Keep|keep|CAD|cad|PS|ps|PR|pr|AE|ae|SPSS|spss|Matlab|matlab|Excel|excel|EXCEL|Word|word|PPT|ppt|SolidWorks|solidworks|SU|su|3Dmax|3dmax|Procreate|procreate|Figma|figma|Xmind|xmind|思维导图"


def app(words: str) -> str | None:
    """A programme that people know by its name, in China."""
    found = compiled(
        f"^(?P<app>{_APPS})(?:画图?|做图?|做表|记账|记|写|看|听|剪|上网|办公|开会|聊天?|导航|打车|学|练|刷题|比较多|多一点|多|习惯)?{_END}"
    ).match(words.strip())
    return found["app"] if found else None


LIVELIHOODS = {
    "joined": joined,
    "app": app,
    "livelihood": livelihood, "known_firm": known_firm, "workplace": workplace, "skill": skill, "dwelling": dwelling, "kin_of_none": kin_of_none,
}  # fmt: skip
