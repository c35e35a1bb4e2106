"""The Chinese grammar of statements: owner, adverbs and predicate of one clause; it knows no turn.

The same shapes as in English: an owner with a predicate (我表妹不再在腾讯上班), an owner's noun with
a value (我表妹的电话是…), a phrase about someone (给我表妹发邮件用…), or a clause that goes on from
the one before (新号码是…).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from hindsight_integrations.language import adverbs_chinese, owners
from hindsight_integrations.language.catalogue import Attribute, Catalogue
from hindsight_integrations.language.endings_chinese import over
from hindsight_integrations.language.frames import Frame, Frames, Sense, frames
from hindsight_integrations.language.kinds import points, role
from hindsight_integrations.language.names_chinese import titled
from hindsight_integrations.language.open_attributes import open_chinese
from hindsight_integrations.language.patterns import compiled
from hindsight_integrations.language.pronouns import meant
from hindsight_integrations.language.stated import STRANGER, Context, Mode, Stated

_HEDGES = "可能|好像|大概|也许|似乎|应该|貌似|据说|听说|恐怕|估计|差不多"
_FRONT = "^(?:(?:对了|另外|其实|实际上|更正|更正一下|纠正一下|说明一下|记错了|哦|噢|嗯|那|而且|不过|但是|但|所以|然后|顺便说一句|顺便说一下|以后|今后|往后|从今以后|从现在起|请|麻烦|记得)[，,：:\\s]*)+"
_UNSURE = f"^(?:我(?:觉得|想|记得|猜)(?=我|他|她|我们|[他她]们)|印象中|如果没记错|{_HEDGES})[，,]?"
_DAY = (
    "(?:上|这|本)个?(?:周|星期|礼拜|月)[一二三四五六日天末]?|去年|前年|今年|昨[天晚]|前天|今[天早晚]|[春夏秋冬]天|[一二三四五六七八九十]{1,2}月份?|周[一二三四五六日天末]|前几天|前阵子|这几天|近几年|近来|年初|年底|年中|月初|月底"
    "|\\d{4}年(?:\\d{1,2}月)?(?:\\d{1,2}[日号])?|\\d{1,2}月(?:\\d{1,2}[日号])?|[一二三四五六七八九十两几半\\d]+个?(?:天|周|月|年|星期)(?:前|之前|以前)"
)
_HEAD = (
    f"(?P<forced>(?:每[^，的]{{1,3}}?|天天|常年|长期|一直)(?:都)?[得要](?=[吃打喝用服去跑上加出])|没事儿?就?|闲着没事|有空就?|不得不|不小心|只能|只好|只得|没办法(?:只[能好])?|好不容易|从小到大)|(?P<change>改成|改为|换成|转而|转为|开始|变成)|(?P<now>现在|目前|如今|眼下|当前)"
    f"|(?P<adverb>白天|晚上|夜里|业余|兼职|尽量|基本上?|[\\d一二三四五六七八九十]{{1,3}}岁(?:的时候)?(?:就|起|开始)|这[两几]年|近[两几]年|给自己|给家里|最后|最终|总算|居然|竟然|好不容易|彻底|可(?=[^能以])|确实|正(?!式)|在(?=[学读当做][^校生])|在[^，的]{{2,5}}?(?=[学读念][物化数医法经计历哲心社语文土机生])|大概率|从[^，]{{1,8}}?(?=领养|收养|买|捡|搬[到去回来进]|换[成到]|跳槽?[到去]|调[到去]|改[喝吃用成])|已经?(?=[^经])|刚刚?|最近|近来|{_DAY}|终于|就|也|一直|都|又|后来|正式|还|平时|一般|通常|从小|真的|其实|主要|近期|暂时|这段时间|这阵子|这些天|特别|非常|很(?!快)|比较|最|真|超|挺|十分|相当|仍然|依然|以后|今后|往后|只|常常?|经常|每天|总是|请|是在|：|，)"
    f"|(?P<more>更加?)|(?P<hedge>{_HEDGES})|(?P<ends>不再|再也不)"
    "|(?P<past>以前|曾经|原来|本来|之前|过去|从前|当时|小时候|早年|原先)"
    "|(?P<planned>打算|准备|计划|即将|将要?|[要会]|明年|下个?(?:周|星期|礼拜|月)[一二三四五六日天]?|明天|后天|马上就?|过几天|很快就?|快要|不久(?:以?后)?就?)"
    "|(?P<wished>兴许|没准儿?|说不定|保不[齐准]|想要?|希望|考虑|梦想|需要|愿意|可以|能够?|得|必须)|(?P<denied>从来不|从不|没有?|不(?!是))"
    f"|(?P<beside>{adverbs_chinese.ADVERBIAL})"
)
_TODAY = "今[天早晚日儿]|今天(?:上午|下午|中午|早上|晚上)|刚才|方才|这会儿|此刻"
#: What is so today only is nothing to keep: 今天在图书馆工作.
_LASTING = (
    "employer", "work_location", "location", "drink", "diet", "vehicle", "commute", "medication",
)  # fmt: skip
#: Groups of the head that say more than how, when and with whom.
_BARS = ("past", "wished", "denied", "planned", "ends", "hedge")
_COPULA = (
    "(?:已经?|现在|目前|刚刚?|最近|又|都|也|就|上周|昨天|今天|临时|暂时)*"
    "(?:(?P<not>不是|不叫)|(?P<is>就?是|叫做?|为|：|:|在)|(?P<change>(?:变更|变|换|改|更新|更改|更换|升|调|转|搬)(?:成|为|到|做|用|回)|改))了?"
)
_OF = "(?:(?P<old>旧|老(?!家)|原来的?|以前的?|之前的?|原先的?)|(?:新的?|现在的?|目前的?|当前的?|最新的?|工作|个人|常用)?)"
_TURN = "换|改|变|停用|不用|不做|不在|不玩|不再|离开|不干|辞|升|降|调|转|跳槽|离职|搬"
_FOLLOW = "^(?:新的?(?:一个|那个|号|地址)?|现在的?|正确的?|这次|它|那边|这个)?(?:现在|目前|应该|已经)?(?:是|改[用成为做任到]?|换[成用到]|变成|变为|用|请用|打|而是|写|(?<=现在)在|(?<=目前)在|去了|到了)了?(?!上班|休息|家|找|路上|医院|开会|吃|等|忙|想|用|做|学|看|玩)(?P<value>.+)"
#: After these 叫… still speaks of the same one.
_OF_ONESELF = (None, "name", "age", "job", "location", "origin")
#: What stands before the thing that is named last: 我最喜欢的恐龙是霸王龙.
_NAMED_LAST = "^的(?!人|[女男他她]|原因|理由|一?点|方面|部分|时[候刻]|地方)[^，。是]{0,12}?(?:[就还]|一直|永远|当然)?是(?!不|因为|为了)(?=.)"
#: What one has done to oneself, or does for one's health, as well as for a living.
_SERVICE = "(?:美甲|美睫|纹绣|按摩|推拿|足疗|理发|瑜伽|健身)了?"
_NO_END = "^不(?P<rest>.+?)了$"


@dataclass(frozen=True, slots=True)
class _Head:
    """What stands before the verb so far."""

    mode: Mode | None = None
    hedged: bool = False
    now: bool = False
    changes: bool = False
    #: It begins, which takes the place of nothing where many values stand side by side.
    begins: bool = False
    denied: bool = False
    #: It is so today, and tells nothing of other days.
    today: bool = False


class ChineseGrammar:
    """Reads Chinese clauses by the frames of a catalogue."""

    def __init__(self, catalogue: Catalogue, frames: Frames) -> None:
        self._catalogue, self._frames = catalogue, frames
        nouns = frames.chinese_nouns
        self._noun = f"^{_OF}(?P<noun>{nouns}){_COPULA}(?P<value>.+)"
        self._old = f"^(?:旧|老(?!家)|原来的?|以前的?|之前的?)(?P<noun>{nouns})"
        self._any_noun = f"(?P<noun>{nouns})"

    def read(self, clause: str, said: Context) -> Stated | None:
        """What one clause states; ``said`` is brought up to date."""
        front = compiled(_FRONT).sub("", clause)
        text = compiled(_UNSURE).sub("", front)
        stated = self._of_someone(text, said) or self._owned(text, said)
        return replace(stated, hedged=True) if stated and text != front else stated

    def _of_someone(self, text: str, said: Context) -> Stated | None:
        for frame in self._frames.zh_of_someone:
            found = compiled(frame.pattern).match(text)
            owner = found and owners.one(found["who"])
            value = found and frame.judge(found["value"])
            if owner and value:
                said.about(owner)
                return _settled(owner, frame.attribute, value, Mode.HOLDS, said)
        return None

    def _owned(self, text: str, said: Context) -> Stated | None:
        spoken: str | None = None
        for owned in owners.chinese(text):
            owner = owned.owner or meant(text[0], said.other)
            if owner is None:
                said.about(STRANGER)
                return None
            carried = owned.owner is None
            trial = replace_owner(said, owner)
            found = self._noun_of(owner, owned.rest, trial, carried) or self._named(owner, owned)
            read = self._of_it if owned.of else self._predicate
            found = found or read(owner, owned.rest, trial, carried)
            if found is None and owned.of and not self._known(owned.rest):
                found = open_chinese(owner, owned.rest, carried)
            if found is not None:
                _copy(trial, said)
                return found
            if spoken is None and (trial.turned or not owner.startswith("thing.")):
                spoken = owner
                _copy(trial, said)
        return self._unfinished(text, spoken, said)

    def _named(self, owner: str, owned: owners.Owned) -> Stated | None:
        """我的房东是王阿姨: who stands in a relation is called so, whatever the title says of their trade."""
        found = compiled(
            "^(?:现在|目前)?(?:就)?(?:是|叫|换成了?|变成了?)(?P<name>.{2,5}?)了?$"
        ).match(owned.rest)
        relation = owner.partition(".")[2]
        if owned.of or found is None or not owners.is_relation(relation):
            return None
        name = found["name"]
        if not (titled(name) or (owners.named(name) and role(name) is None)):
            return None
        changes = found[0].startswith(("换", "变"))
        known = self._catalogue.names.get("name")
        return Stated(owner, "name", name, Mode.HOLDS, known, changes=changes)

    def _unfinished(self, text: str, spoken: str | None, said: Context) -> Stated | None:
        """A clause that states nothing by itself: it goes on from the one before, or turns."""
        free = said.linked and not said.barred and said.owner != STRANGER
        if free and (ended := self._over(text, said)):
            return ended
        if (
            spoken is None
            and said.owner is not None
            and free
            and (found := self._elided(said.owner, text, said))
        ):
            return found
        if (said.owner is not None or compiled("^换").match(text)) and compiled(_TURN).search(text):
            kin = compiled("^(?:我)?换(?:了个?)?(?P<kin>[\u4e00-\u9fff]{2,3}?)了?$").match(text)
            if kin and owners.relation(kin["kin"]):
                self._turn_to(kin["kin"], said)
            elif nouns := compiled(self._any_noun).search(text):
                said.owner = said.owner or owners.USER
                said.turn(self._frames.zh_nouns[nouns["noun"].lower()])
        return None

    def _over(self, text: str, said: Context) -> Stated | None:
        """上个月辞了: what was told last holds no longer."""
        known = said.attribute
        if known is None or said.owner is None or not said.value or not over(known.name, text):
            return None
        value = said.value
        said.turn(known)
        return Stated(said.owner, known.name, value, Mode.ENDS, known, carried=True)

    def _turn_to(self, word: str, said: Context) -> None:
        """换医生了: who stands in a relation changes, to whoever is named next."""
        known = self._catalogue.names.get("name")
        if known and (owner := owners.relation(word)):
            said.about(owner)
            said.turn(known)

    def _elided(self, owner: str, text: str, said: Context) -> Stated | None:
        known = said.attribute.name if said.attribute else None
        if said.turned and known == "name" and (found := self._follow(owner, text, said)):
            return found
        found = self._noun_of(owner, text, said, carried=True) or self._predicate(
            owner, text, said, carried=True
        )
        if found and found.attribute == "name" and known not in _OF_ONESELF:
            return None  # 养了只狗，叫饼干 names the dog
        return found or self._follow(owner, text, said)

    def _known(self, rest: str) -> bool:
        return compiled(f"^{_OF}(?:{self._frames.chinese_nouns})").match(rest) is not None

    def _noun_of(self, owner: str, rest: str, said: Context, carried: bool) -> Stated | None:
        found = compiled(self._noun).match(rest)
        if found is None:
            if old := compiled(self._old).match(rest):
                said.turn(self._frames.zh_nouns[old["noun"].lower()])
            return None
        attribute = self._frames.zh_nouns[found["noun"].lower()]
        attribute, value = self._frames.told(attribute, found["noun"], found["value"])
        if found["old"] or found["not"] or value is None:
            said.turn(attribute)
            return None
        return _settled(
            owner,
            attribute,
            value,
            Mode.HOLDS,
            said,
            changes=bool(found["change"]),
            carried=carried,
        )

    def _of_it(self, owner: str, rest: str, said: Context, carried: bool) -> Stated | None:
        """What stands behind 的, by the phrases that begin with it: 我|的职业是餐饮."""
        framed = self._framed(f"的{rest}", _Head(), said, behind=True)
        if framed is None:
            return None
        frame, value, mode = framed
        return _settled(owner, frame.attribute, value, mode, said, carried=carried)

    def _predicate(self, owner: str, rest: str, said: Context, carried: bool) -> Stated | None:
        head = _Head()
        said.barred = False
        while rest:
            if found := self._framed(rest, head, said):
                frame, value, mode = found
                stated = _settled(
                    owner, frame.attribute, value, mode, said,
                    changes=_changed(head, frame, rest), carried=carried,
                )  # fmt: skip
                return replace(stated, hedged=head.hedged)
            step = compiled(_HEAD).match(rest)
            if step is None and (ahead := self._beyond(rest, head, said)):
                rest = ahead
            elif step is None:
                break
            else:
                head, rest = _passed(head, step.lastgroup or "", step[0]), rest[step.end() :]
        said.barred = head.mode is Mode.PAST
        return None

    def _beyond(self, rest: str, head: _Head, said: Context) -> str | None:
        """What stands behind a phrase of place or company (在小区|当保安, 跟老乡|跑运输) and can be read."""
        phrase = compiled(adverbs_chinese.PREPOSITION).match(rest)
        if phrase is None or head.mode is Mode.PAST:
            return None
        places = range(phrase.start("beyond"), min(phrase.end() + 1, len(rest)))
        behind = [rest[place:] for place in places]
        steps = [compiled(_HEAD).match(ahead) for ahead in behind]
        for ahead, step in zip(behind, steps, strict=True):
            if step and step.lastgroup in _BARS:
                break
            if self._framed(ahead, head, said, behind=True):
                return ahead
        first = next(
            ((ahead, step) for ahead, step in zip(behind, steps, strict=True) if step), None
        )
        return first[0] if first and first[1].lastgroup not in _BARS else None

    def _framed(
        self, rest: str, head: _Head, said: Context, *, behind: bool = False
    ) -> tuple[Frame, str, Mode] | None:
        ending = rest.endswith("了")
        bare = () if behind else self._frames.chinese.get("", ())
        for frame in (*self._frames.chinese.get(rest[0], ()), *bare):
            mode = _mode(frame, head, ending)
            if mode is None:
                continue
            found = compiled(frame.pattern).match(rest)
            if found is None:
                continue
            if points(found["value"]) and frame.attribute.value in ("place", "city"):
                if said.place:
                    return frame, said.place, mode
                continue
            if _once(frame, rest, found):
                continue
            value = frame.judge(words) if (words := _object(found["value"])) else None
            if value:
                return frame, value, mode
        return None

    def _follow(self, owner: str, text: str, said: Context) -> Stated | None:
        if said.attribute is None or not said.turned:
            return None
        found = compiled(_FOLLOW).match(text)
        value = found and self._frames.judges[said.attribute.name](found["value"])
        if not value:
            return None
        return _settled(owner, said.attribute, value, Mode.HOLDS, said, changes=True, carried=True)


def _object(words: str) -> str:
    """What a verb is said of: the 的 of 我三月入职的华为 is no part of it, and of 最喜欢的恐龙是霸王龙 the last is."""
    named = compiled(_NAMED_LAST).match(words)
    if named:
        return words[named.end() :]
    return "" if words.startswith("的") and "是" in words[2:] else words.removeprefix("的")


def _once(frame: Frame, rest: str, found: re.Match[str]) -> bool:
    """Whether something was drunk, taken or done to one once: 喝了杯咖啡, 做足疗; 吃了三年二甲双胍 says more."""
    done = frame.sense is Sense.HOLDS and rest[: found.start("value")].endswith("了")
    lasts = compiled("[一二两三四五六七八九十几半\\d]+多?(?:年|个?月)").search(rest)
    now = frame.attribute.name in ("drink", "medication") or rest.startswith("习惯")
    named = frame.attribute.name == "name" and done  # 叫了小李: somebody was called
    had = named or compiled(f"做{_SERVICE}").fullmatch(rest) is not None
    return ((done and now) or had) and not lasts


def _passed(head: _Head, group: str, word: str) -> _Head:
    """The head after one more word before the verb."""
    if compiled(_TODAY).fullmatch(word):
        return replace(head, today=True)
    if group == "hedge":
        return replace(head, hedged=True)
    if group == "now":
        return replace(head, now=True)
    if word == "开始":
        return replace(head, begins=True)
    if group == "change" or (group == "more" and head.now):
        return replace(head, changes=True)
    if group == "denied":
        return replace(head, denied=True)
    if group in ("past", "ends", "planned"):
        return replace(head, mode=Mode(group))
    return replace(head, mode=Mode.PAST) if group == "wished" else head


def _changed(head: _Head, frame: Frame, rest: str) -> bool:
    if frame.attribute.adds:
        return head.changes or frame.instead
    return (
        head.changes
        or head.begins
        or frame.sense is Sense.BEGINS
        or (head.now and rest.startswith("更"))
    )


def _mode(frame: Frame, head: _Head, ending: bool) -> Mode | None:
    passing = head.today and not head.begins and frame.sense is Sense.HOLDS
    if head.mode is Mode.PAST or (passing and frame.attribute.name in _LASTING):
        return None
    if head.denied:
        return Mode.ENDS if ending and frame.sense is Sense.HOLDS else None
    if frame.sense is Sense.ENDS:
        # Without 了 a denial says nothing of an end.
        return Mode.ENDS if head.mode is None and (ending or not frame.denied) else None
    return head.mode or Mode.HOLDS


def _settled(
    owner: str,
    attribute: Attribute,
    value: str,
    mode: Mode,
    said: Context,
    *,
    changes: bool = False,
    carried: bool = False,
) -> Stated:
    if mode is Mode.HOLDS:
        said.settle(attribute, value)
    elif mode is Mode.ENDS:
        said.turn(attribute)
    return Stated(owner, attribute.name, value, mode, attribute, changes=changes, carried=carried)


def replace_owner(said: Context, owner: str) -> Context:
    """A copy of the context that speaks of ``owner``: for a reading that may turn out wrong."""
    trial = replace(said)
    trial.about(owner)
    return trial


def _copy(trial: Context, said: Context) -> None:
    said.owner, said.attribute, said.place = trial.owner, trial.attribute, trial.place
    said.other, said.turned, said.barred = trial.other, trial.turned, trial.barred
    said.value = trial.value


@lru_cache(maxsize=16)
def chinese_grammar(catalogue: Catalogue) -> ChineseGrammar:
    """The grammar of a catalogue; built once."""
    return ChineseGrammar(catalogue, frames(catalogue))
