"""Prints how often a ticket, an order or a phone is found first by its number, beside plain vectors.

    python benchmarks/lookups.py

600 made turns of one user in English and Chinese, whose numbers differ in a digit or two; each is
asked for by its number in other words. Plain vectors: the nearest turn by cosine.
"""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

from hindsight_integrations import Hindsight, Role, Turn
from hindsight_integrations.models.bundled import BundledEncoder

NOW = datetime(2025, 6, 1, tzinfo=UTC)
THINGS = {
    "en": ["lamp", "chair", "kettle", "router", "blender", "printer", "carpet", "heater", "monitor", "sofa"],
    "zh": ["台灯", "椅子", "水壶", "路由器", "搅拌机", "打印机", "地毯", "取暖器", "显示器", "沙发"],
}  # fmt: skip
KINDS = {
    ("en", "ticket"): ("Ticket TK-{n} is about the {thing} that came broken", "What was TK-{n} about?"),
    ("en", "order"): ("My order {n} is a {thing}, paid by card", "what did I buy with order number {n}?"),
    ("en", "phone"): ("The shop for the {thing} answers on +1 555 {a} {b}", "whose number is +1 555 {a} {b}?"),
    ("zh", "ticket"): ("工单TK-{n}说的是{thing}到货就坏了", "TK-{n}是什么问题？"),
    ("zh", "order"): ("我的订单{n}买的是{thing}，刷卡付的", "订单号{n}买了什么？"),
    ("zh", "phone"): ("卖{thing}的店电话是138{a}{b}", "138{a}{b}是谁的电话？"),
}  # fmt: skip


def made() -> list[tuple[str, str, str]]:
    """Rows of kind, what is told, and what is asked."""
    chance = random.Random(11)
    rows = []
    for group, ((language, kind), (told, asked)) in enumerate(KINDS.items()):
        for number in chance.sample(range(4000, 4300), 100):
            parts = {
                "n": 10_000 * (group + 1) + number,
                "thing": chance.choice(THINGS[language]),
                "a": f"{number + 300 * group}",
                "b": f"{number % 7 + 4120}",
            }
            rows.append((f"{language} {kind}", told.format(**parts), asked.format(**parts)))
    chance.shuffle(rows)
    return rows


def main() -> None:
    encoder, rows = BundledEncoder(), made()
    vectors = encoder.embed([told for _, told, _ in rows])
    right: dict[str, list[tuple[bool, bool]]] = {}
    with Hindsight.open("sqlite:///:memory:", embedder=encoder) as hindsight:
        memory = hindsight.for_user("lookups")
        for start in range(0, len(rows), 100):
            memory.observe(
                [
                    Turn(role=Role.USER, content=told, id=str(n), at=NOW + timedelta(minutes=5 * n))
                    for n, (_, told, _) in enumerate(rows[start : start + 100], start)
                ]
            )
        for place, (kind, told, asked) in enumerate(rows):
            best = memory.recall(asked, k=1, at=NOW + timedelta(days=9), touch=False)
            ours = bool(best) and any(
                turn.rpartition("/")[2] == str(place) for turn in best[0].turns
            )
            nearest = rows[int((vectors @ encoder.embed([asked])[0]).argmax())][1]
            right.setdefault(kind, []).append((ours, nearest == told))
    everything = [pair for pairs in right.values() for pair in pairs]
    for kind, pairs in [*sorted(right.items()), ("together", everything)]:
        ours, plain = (sum(column) / len(pairs) for column in zip(*pairs, strict=True))
        bound = "  (≥ +0.30)" if kind == "together" else ""
        print(
            f"{kind:<10} hit@1 {ours:.3f}  plain vectors {plain:.3f}  {ours - plain:+.3f}{bound}  of {len(pairs)}"
        )


if __name__ == "__main__":
    main()
