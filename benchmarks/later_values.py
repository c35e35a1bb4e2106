"""Prints how often a later value, told in passing, goes before the earlier one, and how often something else wrongly does.

    python benchmarks/later_values.py

25 triples a language (``benchmarks/data/later_values_*.tsv``: a question, what was said first, what was said three
days later), written by hand before they were ever measured. ``later``: the second one tells the value
anew, and is to come first. ``other``: it is of something else, or only asks, and is to come second. Each triple is a
user of its own, with six turns between that are about something else. ``later_changes_*.tsv`` holds 20 more of ``other``: the second
one announces a change, but of something or somebody else. The yardstick orders by meaning alone.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from hindsight_integrations import Hindsight, Role, Turn
from hindsight_integrations.models.bundled import BundledEncoder

DATA = Path(__file__).parent / "data"
START = datetime(2024, 3, 1, 9, tzinfo=UTC)
BETWEEN = {
    "en": ("It rained all day.", "Could you find me a recipe with lentils?", "The cat slept on the piano again."),
    "zh": ("今天下了一整天雨。", "帮我找个扁豆的菜谱好吗？", "猫又睡在钢琴上了。"),
}  # fmt: skip


def triples(language: str) -> list[list[str]]:
    files = (f"later_values_{language}.tsv", f"later_changes_{language}.tsv")
    lines = [line for name in files for line in (DATA / name).read_text("utf-8").splitlines()]
    return [line.split("\t") for line in lines]


def newer_first(hindsight: Hindsight, user: str, said: list[str], between: tuple[str, ...]) -> bool:
    """Whether the later turn comes before the earlier one."""
    question, earlier, later = said
    memory = hindsight.for_user(user)
    for day, texts in enumerate(((earlier, *between), (later, *between))):
        at = START + timedelta(days=3 * day)
        memory.observe(
            Turn(role=Role.USER, content=text, id=f"{day}-{place}", at=at)
            for place, text in enumerate(texts)
        )
    found = memory.recall(question, k=8, at=START + timedelta(days=7), touch=False)
    # What was drawn from a turn stands for it.
    order = [turn.rpartition("/")[2] for item in found for turn in item.turns[:1]]
    return "1-0" in order and ("0-0" not in order or order.index("1-0") < order.index("0-0"))


def main() -> None:
    encoder = BundledEncoder()
    for language in ("en", "zh"):
        right: dict[str, list[bool]] = {"later": [], "other": []}
        plain: dict[str, list[bool]] = {"later": [], "other": []}
        with Hindsight.open("sqlite:///:memory:", embedder=encoder) as hindsight:
            for number, (kind, *said) in enumerate(triples(language)):
                first = newer_first(hindsight, f"{number}", said, BETWEEN[language])
                right[kind].append(first == (kind == "later"))
                asked, earlier, later = encoder.embed(said)
                plain[kind].append((later @ asked > earlier @ asked) == (kind == "later"))
        for kind, many in right.items():
            share, beside = sum(many) / len(many), sum(plain[kind]) / len(many)
            print(
                f"{language}  {kind:<6} right {share:.2f} of {len(many)}   by meaning alone {beside:.2f}"
            )


if __name__ == "__main__":
    main()
