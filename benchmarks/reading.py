"""Prints how well turns are read: what becomes a claim, what must not, and what reading costs.

    python benchmarks/reading.py [--misses]

``data/triggers.tsv`` holds turns of each kind that must be kept and of small talk, in English and
Chinese, labelled by hand. False facts are tried with questions, suppositions, quotations and jokes
that are made of plain statements, and, where HINDSIGHT_BENCH_DATA names a folder with
``sessions/``, with every turn of an assistant and a tool in it.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import time
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from hindsight_integrations import Claim, Role, Turn
from hindsight_integrations.language.extraction import RuleExtractor
from hindsight_integrations.language.happenings import happening
from hindsight_integrations.language.salience import trivial
from hindsight_integrations.ports import Heard

NOW = datetime(2025, 6, 1, tzinfo=UTC)
EXTRACTOR = RuleExtractor()
FACTS = {
    "en": """I live in Lisbon|I work at Acme|my name is Ana|I am allergic to nuts|I moved to Rome|I'm a nurse|my phone number is 555 010 2233
I like jazz|I hate mushrooms|my sister lives in Oslo|I'm vegan|I quit Acme|my birthday is May 4|I speak Polish|I have two dogs|my boss is a doctor
I drink tea|I prefer trains|I was born in 1980|my wife works at Globex|my favourite band is Blur|I joined Initech|my e-mail is a@example.org
I no longer work at Acme|I'm based in Porto""",
    "zh": """我住在里斯本|我在腾讯上班|我叫小林|我对花生过敏|我搬到上海了|我是护士|我的电话是13800138000|我喜欢爵士乐|我讨厌蘑菇|我姐姐住在成都|我吃素|我从阿里离职了
我的生日是五月四号|我会说波兰语|我养了两只狗|我老板是医生|我爱喝红茶|我更喜欢坐火车|我生于1980年|我妻子在华为上班|我最喜欢的乐队是五月天|我入职了百度
我的邮箱是a@example.org|我不在腾讯上班了|我常驻杭州""",
}
FRAMES = {
    "en": """Is it true that {}?|If {}, what would change?|Suppose {}. What then?|Imagine {} and write a story about it|She said "{}" yesterday
Translate into French: {}|Bob told me {}|I wish {}|Do you think {}?|What if {}?|Pretend {} for a moment""",
    "zh": """{}，对吗？|如果{}会怎么样|假设{}，该怎么办|想象一下{}，写个故事|她昨天说“{}”|翻译成英文：{}|小王告诉我{}|要是{}就好了|你觉得{}吗|{}是什么意思？|假装{}，陪我演一段""",
}
JOKES = """en|I'm so hungry I could eat a horse
en|I'm allergic to Mondays
en|I live in my inbox these days
en|I work for coffee
en|My name is trouble, lol
en|I'm dead
en|My bed is my best friend
en|I moved to the dark side
en|I'm a walking disaster
en|I speak fluent sarcasm
zh|我饿得能吃下一头牛
zh|我对周一过敏
zh|我快住在公司了
zh|我给咖啡打工
zh|笑死我了
zh|我人没了
zh|我的床才是真爱
zh|我住在梦里
zh|我是个行走的灾难
zh|我都快成仙了"""


def claims(text: str, role: Role = Role.USER) -> tuple[Claim, ...]:
    return EXTRACTOR.extract(Heard(Turn(role=role, content=text), "t", NOW, "UTC"))


def kept(text: str, role: Role) -> bool:
    """Whether a turn becomes more than an entry of the log and something to find by its words."""
    return role is Role.TOOL or bool(claims(text, role)) or happening(role, text) is not None


def triggers(misses: bool) -> None:
    lines = (
        Path(__file__).with_name("data").joinpath("triggers.tsv").read_text("utf-8").splitlines()
    )
    rows = [line.split("\t") for line in lines[1:]]
    for language in ("en", "zh"):
        found: Counter[bool] = Counter()
        asked = wrong = 0
        for _, role, kind, text in (row for row in rows if row[0] == language):
            said = kept(text, Role(role))
            found[said] += kind != "none"
            asked += kind != "none"
            wrong += said and kind == "none"
            if misses and said == (kind == "none"):
                print(f"  {kind}: {text}")
        precision = found[True] / (found[True] + wrong)
        print(
            f"triggers {language}   precision {precision:.3f}  recall {found[True] / asked:.3f}  (≥ 0.90 each)"
        )


def false_facts(misses: bool) -> None:
    tried = stored = 0
    for language, facts in FACTS.items():
        for frame in FRAMES[language].replace("\n", "|").split("|"):
            for fact in facts.replace("\n", "|").split("|"):
                tried, stored = tried + 1, stored + _stored(frame.replace("{}", fact), misses)
    for line in JOKES.splitlines():
        tried, stored = tried + 1, stored + _stored(line.partition("|")[2], misses)
    print(
        f"false facts    {stored} of {tried} questions, suppositions, quotations, jokes: {stored / tried:.4f}  (< 0.01)"
    )


def _stored(text: str, misses: bool) -> bool:
    made = claims(text)
    if made and misses:
        print(f"  {text}: {[(claim.subject, claim.payload.get('value')) for claim in made]}")
    return bool(made)


def turns(folder: Path) -> Iterator[tuple[str, Role, str]]:
    for path in sorted((folder / "sessions").glob("*.jsonl.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                yield from (
                    (path.name, role, text) for role, text in _said(json.loads(line)) if text
                )


def _said(row: dict[str, Any]) -> Iterator[tuple[Role, str]]:
    for message in row.get("traj", ()):
        yield Role(message["role"]), str(message.get("content") or "")
    for message in row.get("conversation_list", ()):
        robot = message["sender"].startswith("robot")
        yield Role.ASSISTANT if robot else Role.USER, message["content"]


def sessions(folder: Path, misses: bool) -> None:
    said = list(turns(folder))
    others = [text for _, role, text in said if role is not Role.USER]
    wrong = sum(bool(claims(text, role)) for _, role, text in said if role is not Role.USER)
    print(f"false facts    {wrong} of {len(others)} turns of assistants and tools  (< 0.01)")
    spoken = [row for row in said if row[1] in (Role.USER, Role.ASSISTANT)]
    for name in sorted({name for name, _, _ in spoken}):
        of_file = [row for row in spoken if row[0] == name]
        share = sum(kept(text, role) for _, role, text in of_file) / len(of_file)
        print(f"claims         {share:.3f} of {len(of_file)} turns of {name}")
    chosen = [row for row in spoken if kept(row[2], row[1])]
    print(
        f"claims         {len(chosen) / len(spoken):.3f} of {len(spoken)} turns of people and assistants  (≤ 0.15)"
    )
    results = sum(role is Role.TOOL for _, role, _ in said)
    everything = (len(chosen) + results) / (len(spoken) + results)
    print(
        f"claims         {everything:.4f} with {results} results of tools, each an event  (≤ 0.15)"
    )
    for _, role, text in chosen if misses else ():
        made = [(claim.subject, claim.payload.get("value")) for claim in claims(text, role)]
        event = happening(role, text)
        print(
            f"  {role.value}: {made} {event and (event.kind, event.words[:120])} | {text[:160]!r}"
        )
    cost([(role, text) for _, role, text in spoken])


def cost(said: list[tuple[Role, str]]) -> None:
    taken = []
    for role, text in said:
        start = time.perf_counter()
        trivial(text), claims(text, role), happening(role, text)
        taken.append((time.perf_counter() - start) * 1e3)
    taken.sort()
    print(
        f"cost           p50 {taken[len(taken) // 2]:.2f} ms, p99 {taken[int(len(taken) * 0.99)]:.2f} ms a turn  (p50 ≤ 1)"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--misses", action="store_true", help="print each turn that is misread")
    misses = parser.parse_args().misses
    triggers(misses)
    false_facts(misses)
    if "HINDSIGHT_BENCH_DATA" in os.environ:
        sessions(Path(os.environ["HINDSIGHT_BENCH_DATA"]), misses)
    else:
        print("sessions       NOT RUN: HINDSIGHT_BENCH_DATA names no folder with sessions/")


if __name__ == "__main__":
    main()
