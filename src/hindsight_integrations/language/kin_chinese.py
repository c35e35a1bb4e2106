"""Chinese words for those near to somebody (老伴, 丫头, 楼下老张), by the one name that each has in keys; it knows no sentence."""

from __future__ import annotations

from collections.abc import Iterable

_MORE = """
mother | 娘 老娘 阿妈 妈咪 老妈子 家母 母上 麻麻 妈妈子
father | 爹 老爹 老爷子 家父 阿爸 爸比 老爸爸 老头子 老豆
parents | 爹妈 二老 爸爸妈妈 爹娘
wife | 媳妇儿 老婆大人 内人 贱内 爱妻 拙荆 孩子他妈 孩子妈 娃他妈 孩他妈 娃妈 婆娘 领导夫人 太座
husband | 先生 当家的 外子 孩子他爸 孩子爸 娃他爸 孩他爸 娃爸 男人
spouse | 老伴儿 老伴 那口子 另一半 配偶
partner | 对象儿
girlfriend | 女票 女盆友
boyfriend | 男票 男盆友
son | 犬子 儿砸 臭小子 小儿子 大儿子
daughter | 丫头 闺女 囡囡 囡 千金 姑娘 小棉袄 女娃 小女儿 大女儿
child | 娃娃 娃儿 娃 宝宝 宝贝 小宝 大宝 二宝 崽崽 崽 孩儿 小朋友 小家伙 神兽
elder_brother | 老哥 阿哥 我哥哥
younger_brother | 老弟 阿弟 细佬
elder_sister | 老姐 阿姐 家姐
younger_sister | 老妹 阿妹 细妹 妹子
grandmother | 阿嬷 嬷嬷 祖母 奶
grandfather | 阿公 祖父 爷
maternal_grandmother | 姥 外祖母
maternal_grandfather | 外祖父
father_in_law | 老丈人 丈人 公爹
mother_in_law | 丈母娘 婆母
uncle | 叔
aunt | 婶
friend | 好友 死党 哥们儿 哥们 铁哥们 基友 好朋友
boss | 顶头上司 直属领导 大老板
colleague | 工友 同僚
classmate | 同桌
nephew | 大侄子
roommate | 合租室友
"""
_OF_A_KIND = (
    "表哥 表弟 表姐 表妹 堂哥 堂弟 堂姐 堂妹 舅舅 舅妈 舅母 姑姑 姑妈 姑父 姑丈 姨妈 姨父 姨丈 小姨 大姨 二姨 阿姨 伯父 伯母 大伯 二叔 三叔 小叔 大哥 二哥 三哥 大姐 二姐 三姐 大嫂 嫂子 弟媳 弟妹 姐夫 妹夫 女婿 儿媳 儿媳妇 外甥 外甥女 外孙 外孙女 干妈 干爸 师傅 师父 徒弟 学长 学姐 学弟 学妹 闺蜜 发小 前任 前女友 前男友 班主任 组长 队长 店长 校长 院长 客户经理 搭档 合伙人 "
    "阿婆 阿姨 舅 姑 姨 嫂 姐妹 堂妹夫 表嫂 表姑 外孙子 孙儿 大孙子 孙女儿 干女儿 干儿子 小叔子 小姑子 小舅子 大舅哥 小姨子 大姑姐 亲家 亲家母 老乡 战友 网友 牌友 球友 前夫 前妻 继父 继母 后爸 后妈 养父 养母"
)
#: Words that mean something else as well: only with 我, 我家 or 家里 before them is one near to the speaker meant.
LOOSE = [
    "先生",
    "男人",
    "姑娘",
    "娘",
    "爷",
    "奶",
    "叔",
    "婶",
    "舅",
    "姑",
    "姨",
    "嫂",
    "宝贝",
    "宝宝",
    "小朋友",
    "小家伙",
    "姐妹",
    "网友",
    "老乡",
    "千金",
    "神兽",
    "囡",
    "崽",
    "女娃",
    "战友",
    "亲家",
    "前妻",
    "前夫",
]


_ANIMALS = ("狗", "猫", "小狗", "小猫")


def words() -> dict[str, str]:
    """Each word with its name in keys."""
    found = {word: word for word in _OF_A_KIND.split()}
    for line in _MORE.strip().splitlines():
        name, _, chinese = line.partition("|")
        found |= dict.fromkeys(chinese.split(), name.strip())
    return found


def pattern(all_words: Iterable[str]) -> str:
    """A pattern for any of the words, the longest first; a loose one needs a word before it that says whose."""
    longest = sorted(all_words, key=lambda word: (-len(word), word))
    return "|".join(_bound(word) + word for word in longest)


def _bound(word: str) -> str:
    if word in _ANIMALS:  # 我们家猫: that is a pet
        return "(?<!家)(?<!里)"
    return "(?<=[我家们的个])" if word in LOOSE else ""


#: Where somebody is to be found who is named behind it: 楼下老张, 隔壁王大爷.
WHERE = "(?:(?:我们?)?(?:家|村|小区|单位|公司|学校|厂里?|组里?|班里?|宿舍)?(?:的)?(?:楼下|楼上|隔壁|对门|对面|斜对面|一楼|村里|小区里?|单位|公司|部门|班上|班里|组里|宿舍)(?:的|那个?)?)"
#: Who is named there by no name of their own.
SOMEBODY = "(?:大爷|大妈|大叔|大婶|大姐|大哥|阿姨|老太太|老头儿?|老爷子|小伙子|小姑娘|小姐姐|小哥|邻居|保安|老奶奶|老爷爷)"
#: What says that a word for a relation means the speaker's.
MINE = "(?:(?:我|咱)们?(?:家里?)?(?:的|那个?|这个?)?|家里的?|家|的)?"
