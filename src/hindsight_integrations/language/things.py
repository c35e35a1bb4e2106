"""Addresses, products and days that a text names, for a question that points back at one ("that address", 那款手机, "that day"); it resolves nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from hindsight_integrations.language.entities import MAX_READ, Entity
from hindsight_integrations.language.folding import as_written, simplified
from hindsight_integrations.language.patterns import compiled
from hindsight_integrations.language.times import find_times, zone_of

_WORD = r"[A-Z\u00c0-\u00de][\w'’.-]*"
_ADDRESS = (
    rf"\b\d{{1,5}}[A-Za-z]?(?:-\d+)? (?:{_WORD} ){{1,4}}(?:Street|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Dr|Boulevard|Blvd|Way|Court|Ct|Place|Pl|Square|Sq"
    r"|Terrace|Highway|Hwy|Parkway|Close|Crescent|Row|Quay|Gardens|Mews)\b(?:,? (?:Apt|Apartment|Suite|Unit|Flat|Floor|#)\.? ?\w+)?"
    rf"|\b{_WORD}(?:straße|strasse|str\.|weg|platz|allee|gasse) \d+[a-z]?\b"
    rf"|\b(?:Rue|Via|Calle|Rua|Avenida|Plaza|Piazza)(?: (?:de|del|della|la|las|los|du|des|da|do|{_WORD})){{1,5}},? \d+\b"
)
_ZH = "[^\\W\\da-zA-Z我你您他她它住在是到搬寄去送于从的了]"
_ZH_ROOM = "(?:[A-Za-z\\d一二三四五六七八九十]{1,5}(?:号楼|栋|幢|座|单元|层|楼|室|房))"
_ZH_ADDRESS = (
    f"{_ZH}{{2,16}}?(?:路|街|大道|巷|胡同|弄)(?:[东南西北中])?\\d+(?:号|弄)(?:院|楼)?{_ZH_ROOM}*"
    f"|{_ZH}{{2,16}}?(?:小区|花园|大厦|公寓|苑|家园|新村|广场){_ZH_ROOM}+"
)
_GEAR = "chair|desk|lamp|phone|smartphone|laptop|computer|tablet|camera|watch|headphones|earbuds|speaker|keyboard|monitor|printer|router|blender|kettle|bike|bicycle|car|sofa|mattress|vacuum|mouse|jacket|backpack|tv|television|console"
_ZH_GEAR = "手机|电脑|笔记本|平板|相机|手表|耳机|椅子|桌子|台灯|显示器|键盘|打印机|车|音箱|电视|自行车|沙发|鼠标|吸尘器"
_MORE = r"(?: (?:Pro|Max|Plus|Ultra|Mini|mini|Air|Lite|SE|GT|XL|Note|Fold|Flip|II|III|Gen \d))*"
_NO_MODEL = (
    r"(?!(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|Mon|Tue|Wed|Thu|Fri|Sat|Sun"
    r"|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Spring|Summer|Autumn|Fall|Winter|Christmas|Easter|Room|Chapter|Page|Flight|Gate|Line|Platform|Terminal|Level|Version|Day|Week|Year|Step|Part|Section"
    r"|Table|Figure|Number|No|Order|Ticket|Case|Unit|Apartment|Apt|Suite|Floor|Building|Block|Bus|Train|Route|Highway|Channel|Season|Episode|Grade|Class|Phase|Covid|Group|Team|Zone|Area|Invoice|Booking|Parcel|Contract|Claim"
    r"|I|At|In|On|By|To|From|Since|Until|Before|After|About|Around|Only|The|A|An|My|It|Call|Over|Under|For|And|Or|Of|With|Is|Was|JIRA|ID|PIN|Seat|Track|Door|Exit|Row|Sector|World|War|Act|Article|Formula)\b)"
)
_PRODUCT = (
    rf"(?<!flight )(?<!Flight )(?<!room )(?<!seat )\b{_NO_MODEL}(?P<model>(?:i[A-Z][a-z]+|[A-Z][A-Za-z]+)(?: [A-Z][A-Za-z]+)? (?:[A-Z]{{1,3}}-?)?\d{{1,4}}[A-Za-z]{{0,3}}\b{_MORE}|[A-Z]{{1,4}}-?\d{{2,4}}[A-Z]{{1,3}}\d{{0,2}}\b)"
    rf"|\b[Tt]he (?P<gear>{_WORD}(?: {_WORD})? (?:{_GEAR}))\b"
    r"|\b(?:bought|ordered|want|got|returned|buy|order|return|reviewed|recommend)(?: the| a| an)? [\"“](?P<quoted>[^\"”\n]{2,40})[\"”]"
    '|(?:买了?|订了?|下单了?|想要|退了?|推荐)(?:一?[个台部款把件双本])?[“「"](?P<zh_quoted>[^”」"\n]{2,20})[”」"]'
    "|(?P<zh_model>(?:小米|红米|华为|荣耀|苹果|三星|联想|戴尔|索尼|佳能|尼康|大疆|戴森|飞利浦|一加|魅族|松下|罗技|海尔|格力|美的|特斯拉|比亚迪|宝马|奔驰|奥迪|小鹏|蔚来|理想|iPhone|iPad|MacBook|OPPO|vivo|ThinkPad|Kindle)"
    f"\\s?(?:Mate|Model|Note|Find|Galaxy|[A-Z]{{1,3}})?\\s?-?[A-Z]?\\d{{1,4}}[A-Za-z]{{0,4}}{_MORE})"
)

#: The kinds that the nouns of a question name: "that address", 那款手机.
EN_THING = rf"(?P<address>(?:home |delivery |shipping )?address|place)|(?P<product>product|item|model|gadget|device|{_GEAR})|(?P<date>day|date)"
ZH_THING = f"(?P<address>地址|住址)|(?P<product>产品|商品|东西|型号|设备|{_ZH_GEAR})|(?P<date>天|日子|日期)"
_GENERAL = frozenset(
    {"product", "item", "model", "gadget", "device", "产品", "商品", "东西", "型号", "设备"}
)


def things(text: str, at: datetime, tz: str) -> list[Entity]:
    """The addresses, products and days of ``text`` in this order of kinds, each in its order; days as dates of ``tz``."""
    read = text[:MAX_READ]
    named = [
        replace(thing, text=as_written(thing.text, read)) for thing in _named(simplified(read))
    ]
    return list(dict.fromkeys([*named, *_days(read, at, tz)]))


def _named(text: str) -> Iterator[Entity]:
    for pattern in (_ADDRESS, _ZH_ADDRESS):
        for found in compiled(pattern).finditer(text):
            yield Entity("address", found[0].strip(" ."))
    bare = compiled(f"{_ADDRESS}|{_ZH_ADDRESS}").sub(" ", text)
    for found in compiled(_PRODUCT).finditer(bare):
        yield Entity("product", next(words for words in found.groups() if words))


def _days(text: str, at: datetime, tz: str) -> Iterator[Entity]:
    for mention in find_times(text, at, tz):
        if mention.grain == "day" and not mention.vague and mention.window.start is not None:
            yield Entity("date", mention.window.start.astimezone(zone_of(tz)).date().isoformat())


def fits(thing: Entity, noun: str) -> bool:
    """Whether a product may be what a noun names: "that phone" is no Aeron chair."""
    own = compiled(rf"(?i)(?:{_GEAR})$|(?:{_ZH_GEAR})$").search(thing.text)
    low = noun.lower()
    return thing.kind != "product" or low in _GENERAL or own is None or own[0].lower() == low
