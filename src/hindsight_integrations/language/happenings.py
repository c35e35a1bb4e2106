"""What happens in a turn besides facts (REQUIREMENTS W1): feedback, a decision, a change of intent or of a task's state, a key entity, a standing wish; it knows no store.

A table of kinds for each speaker, in both languages, tried in order; the first that fits a
statement of the turn decides. Questions, suppositions, quotations and reports are nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

from hindsight_integrations.language.clauses import Plain, asks, opened, states
from hindsight_integrations.language.patterns import compiled
from hindsight_integrations.language.salience import trivial
from hindsight_integrations.records import Role


@dataclass(frozen=True, slots=True)
class Happening:
    """What a turn is an event of, the words that say so, and how much it matters."""

    kind: str
    words: str
    importance: float


#: Complaints, money and accounts weigh most (REQUIREMENTS W6).
_HEAVY = (
    r"(?i)\b(?:refund|payment|paid|charged?|money|invoice|bill(?:ing)?|fraud|bank|account|complain\w*|unacceptable|useless|terrible|angry|lawyer|scam)\b|[$€£¥]\s?\d"
    "|退款|付款|支付|扣款|转账|账户|账号|账单|投诉|发票|银行|生气|骗|太差|没用|金额|\\d+元"
)
_DONE = (
    r"(?:booked|cancell?ed|refunded|updated|changed|rescheduled|escalated|opened|created|sent|transferred|issued|processed|ordered|arranged|scheduled"
    r"|approved|declined|closed|reset|added|removed|applied|upgraded|submitted|filed|reserved|confirmed|moved|forwarded|decided|chosen|selected|picked|gone ahead)"
)
_DO = r"(?:refund|cancel|book|send|escalate|transfer|issue|process|order|arrange|schedule|reschedule|update|replace|forward|file|reserve|credit|ship|upgrade|close|open|use|go with)"
_TASK = (
    r"(?:refund|report|package|parcel|order|bug|issue|application|form|project|contract|bill|migration|task|ticket|payment|deploy(?:ment)?|release|build|review|draft"
    r"|delivery|shipment|invoice|request|booking|reservation|meeting|test|tests|server|feature|document|paper|homework|claim|transfer|repair|update|demo|milestone|data cleaning|rules?)"
)
_STATE = (
    r"(?:arrived|delivered|fixed|rejected|approved|accepted|submitted|signed|done|finished|completed?|shipped|cancell?ed|postponed|delayed|on hold|paused|resolved"
    r"|closed|merged|released|deployed|received|paid|lost|overdue|confirmed|denied|started|ready|in progress|blocked|live|stuck|failing|passed|failed|sent|processed)"
)
#: A quarter or a version is no number of a thing.
_ID = r"(?!(?:[QH][1-4]|v?\d+\.\d+)(?![\w-]))(?=[\w-]*\d)[A-Z0-9][\w-]*(?:[ -]?\d[\w-]*)*"
_ENTITY = (
    r"(?:order|ticket|booking|reservation|tracking|invoice|flight|appointment|confirmation|reference|case|serial|policy|membership|customer|account|user|address"
    r"|passport|policy|contract|room|parcel|delivery|claim|model)"
)
_ZH_TASK = "(?:退款|报告|包裹|订单|bug|问题|申请|表格|项目|合同|账单|迁移|任务|工单|付款|部署|上线|发布|评审|初稿|快递|发票|预订|会议|测试|服务器|功能|文档|论文|作业|理赔|转账|维修|更新|规则|初版|数据|清洗|方案|需求)"
_ZH_STATE = "(?:到账|送到|到了|修好|被拒|通过|批准|提交|暂停|取消|签好|签了|签完|付过|付了|做完|写完|完成|搞定|发货|延期|推迟|解决|关闭|合并|上线|收到|开始了|失败|确认|处理好|处理完|弄好|审完|交了|驳回)"
_ZH_ENTITY = "(?:订单|工单|快递单|运单|预订|预定|发票|航班|车次|参考|案件|保单|会员|合同|房间|护照|客户|序列|流水|用户|地址|编号|单号)"

_USER = (
    ("intent_change", (r"(?i)^(?:on second thoughts?\b|scrap that|never ?mind (?:the|about|that)|forget (?:about (?![a-z]+ing\b)|the )|actually,? (?:forget|i (?:don't|do not|no longer|would|'d)|let's|make it|can we|cancel|change|no\b)"
        r"|i(?:'ve| have)? changed my mind|let'?s (?:switch|go with|change|do|try) .*(?:instead|other|different)|let'?s switch\b|instead of .*,? (?:let'?s|i|can|we)|i(?:'ve| have) decided\b|i(?:'d| would) rather .* (?:instead|than)\b"
        r"|i no longer (?:want|need)\b|i (?:don't|do not) (?:want|need) .*(?:any ?more|after all))"
        "|^(?:算了|我?改(?:变)?主意|还是别|先别|不用了，|先不).*|改主意|我决定|(?:其实|现在)我?不想.*了|不.{1,8}了[，,](?:还是|改|我要?|就|先)|^我们?(?:换成|改成|改用|换另)|先不.{1,6}了[，,]|改去")),
    ("feedback", (r"(?i)^(?:no,? )?(?:that|this|it|your \w+(?: \w+)?|the (?:answer|suggestion|recommendation|result|summary|response|advice)|that \w+)(?:'s| is| was| isn't| wasn't| are| were) (?:really |very |so |too |totally |completely |not |just |exactly |quite |super )*"
        r"(?:wrong|helpful|useful|useless|great|perfect|right|correct|incorrect|long|short|confusing|clear|what i|outdated|off|brilliant|amazing|terrible|not what)"
        r"|^(?:that|it|this) (?:really )?(?:worked|helped|fixed|solved|doesn't work|does not work|didn't (?:work|help))|^you (?:got|have|are|were|'ve|'re|misunder\w+|keep|missed|forgot)\b.*\b(?:wrong|right|mistaken|misunder\w*|ignoring|it|again)\b"
        r"|^(?:perfect|great|good|excellent|bad|terrible|nice|awful) (?:recommendation|suggestion|answer|advice|idea|job with)|^perfect,? (?:that|it|this)|^(?:i still get|i followed your)\b|your (?:last )?(?:advice|suggestion|answer|recommendation) (?:was|is|helped|worked|reminded)"
        "|^(?:不对|不是[，,]|错了|没用|完美[，,]|太长了|太短了|不行[，,])|你(?:又|还是|说的|上次的|刚才的|的建议|的回答|搞|弄|理解).{0,8}(?:错|不对|没用|有帮助|很好|有用|管用|提醒|一点用)|(?:这个|那个)?(?:方法|建议|办法|答案|推荐)(?:得)?(?:很|真|太|非常|挺)?(?:管用|有用|好用|没用|不错|有效|不行)|正是我要的|帮了大忙|我问的不是|答非所问")),
    ("task_state", (rf"(?i)^(?:(?:the|my|our|your|this|that) )?(?:[\w-]+ ){{0,2}}?{_TASK}s? (?:of .{{1,40}}? )?(?:has been|have been|has|have|is|are|was|were|got|gets) (?:now |just |finally |already |almost |still )*{_STATE}"
        rf"|^i(?:'ve| have)? (?:just |finally |already )?(?:finished|submitted|paid|completed|sent|signed|fixed|delivered|filed|closed|merged|deployed|shipped|returned|cancell?ed|labeled|set up|handed in) (?:the|my|our|that|a|an|all|\d+)\b"
        r"|^(?!(?:that|this|it|what|there|he|she|who|all|everything|work|dinner|lunch)\b)(?:(?:the|my|our) )?[\w-]+(?: [\w-]+)?(?:'s| is| are) (?:all |finally |now )?(?:done|sorted|submitted|filed|handed in|taken care of|paid|mailed)(?=$|[,.;!]| (?:now|and|,))"
        rf"|^(?:the )?(?:[\w-]+ ){{0,3}}{_TASK}s? (?:arrived|failed|passed|shipped|went through|came through)"
        f"|{_ZH_TASK}(?!的).{{0,10}}{_ZH_STATE}|(?:写|做|修|弄|办|填|付|交|寄)(?:好|完|过|掉)了(?=$|[，,。！!])|(?:已经?|刚刚?|终于|都).{{0,4}}{_ZH_STATE}{_ZH_TASK}|{_ZH_STATE}(?:了|(?<=[了过])){_ZH_TASK}")),
    ("standing_wish", (r"(?i)^(?:please )?(?:from now on|in (?:the )?future|going forward)\b|\bfrom now on\W*$|^(?:please )?(?:always|never) (?!mind\b)[a-z]+ |^i (?:always|never|usually|only (?!(?:need|want|have|had|got|know|see|meant|asked|said|ordered|wanted|needed)\b)) ?[a-z]+ "
        "|^(?:请)?(?:以后|今后|从现在起|从今往后|往后).{2,}|之前?别给?我|^(?:请)?(?:永远|一律|千万)(?:不要|别|都)|^我(?:.{0,4})(?:一般|通常|从来|总是|习惯)只?.{2,}|^我.{1,4}不加.{1,4}$|我最喜欢的.{1,8}是")),
    ("entity", (rf"(?i:\b{_ENTITY}(?: (?:number|id|code|reference|no\.?))?)(?:'s)?(?: (?:is|was|for)(?: (?:number|on|at|in))?| number|:| #)? ?#?(?i:{_ID})|(?i:\b(?:appointment|flight|meeting|reservation) is (?:on|at)\b.*\d)"
        rf"|(?i:\b(?:my|the) address is \d)|(?i:\bfor (?:booking|order|ticket|case) (?:reference |number )?)(?:{_ID})"
        f"|{_ZH_ENTITY}.{{0,4}}(?:号码?|编号|单号)?(?:是|为|：|:)\\s*[\u4e00-\u9fff]{{0,8}}[A-Za-z0-9]|预[约定订]了?.{{0,4}}\\d|地址是")),
)  # fmt: skip
_ASSISTANT = (
    ("decision", (rf"(?i)^(?:ok(?:ay)?,? |sure,? |done[,!.] ?|alright,? )*(?:i|we)(?:'ve| have)? (?:now |just |already |gone ahead and |successfully )*{_DONE}\b|^(?:i|we)(?:'ll| will)(?: now| go ahead and)? {_DO}\b(?! (?:you|know))"
        rf"|^(?:i'm|i am|we're|we are) going to {_DO}\b|^your (?:\w+ ){{1,3}}(?:has|have) been (?:successfully )?{_DONE}\b"
        "|^(?:好的?[，,])?(?:我|我们)?(?:已经?|刚刚?)(?:为您|给您|帮您|为你|把|将|为此|替您|帮你)?.{0,12}(?:订好|取消|更新|改到|改为|创建|转接|提交|退款|升级|预订|安排|处理|开通|发送|办理|修改|转给)|^(?:我|我们)(?:会|将|决定)(?:免费|马上|立即)?(?:为您|给您|把|将|采用|补发|退还|取消|升级|转|安排|用)")),
)  # fmt: skip


def happening(role: Role, text: str) -> Happening | None:
    """The event that a turn is, if it is one."""
    rows = {Role.USER: _USER, Role.ASSISTANT: _ASSISTANT}.get(role)
    if rows is None:
        return None
    heavy = compiled(_HEAVY)
    for sentence in Plain.of(text).sentences():
        if asks(sentence) or not states(sentence):
            continue
        said = opened(sentence)
        if trivial(said):
            continue  # "That's correct" agrees, and tells nothing that matters later
        for kind, pattern in rows:
            if any(compiled(pattern).search(words) for words in dict.fromkeys((sentence, said))):
                return Happening(
                    kind, sentence, 0.8 if heavy.search(sentence) else _IMPORTANCE[kind]
                )
    return None


_IMPORTANCE = {
    "intent_change": 0.6,
    "feedback": 0.6,
    "task_state": 0.5,
    "standing_wish": 0.7,
    "entity": 0.6,
    "decision": 0.5,
}
