"""Prints how well wordings are read that were written down before anyone looked at the rules.

    python benchmarks/blind.py [--misses] [--set blind]

``data/<set>_turns_*.tsv``: turns as people type them, labelled by hand with what they say (``home=leeds``;
``-pet=hamster``: holds no longer; ``job@dad=pilot``: of another; ``none``: nothing). A label is met by a claim under its key
whose words hold one of its spellings; kinds without a key of their own are met by any claim that holds them, an
order or a ticket by what is found in the turn. ``data/<set>_changes_*.tsv``: facts that change, with questions for now,
before and as of a day, each dialogue a user of its own and then all of them one user's; right at 1: the first memory
was drawn from the turn that holds the answer. Of the sets ``lives`` and ``lives2`` each dialogue is all that one person types in two years. The sets ``blind4`` to ``blind8`` are by authors who knew neither the rules nor any set; nobody who wrote a rule
has read ``blind5``, ``blind8`` and the questions of ``lives2``. People, numbers and addresses are invented.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from hindsight_integrations import Claim, Hindsight, Recall, Role, Turn
from hindsight_integrations.language.entities import entities
from hindsight_integrations.language.extraction import RuleExtractor
from hindsight_integrations.language.happenings import happening
from hindsight_integrations.ports import Heard
from hindsight_integrations.records import MemoryType

DATA = Path(__file__).parent / "data"
NOW = datetime(2025, 6, 1, 12, tzinfo=UTC)
EXTRACTOR = RuleExtractor()
LANGUAGES = ("en", "zh")
#: The attributes under which a kind may stand; a kind that is not named may stand under any.
KEYS = {
    "name": ("name",),
    "home": ("location",),
    "job": ("job",),
    "employer": ("employer",),
    "diet": ("diet", "dislike", "allergy"),
    "allergy": ("allergy",),
    "pet": ("pet", "pet.name"),
    "birthday": ("birthday",),
    "age": ("age",),
    "like": ("like", "drink"),
    "dislike": ("dislike",),
    "language_spoken": ("language",),
}
#: Kinds for which it is enough that the thing is found in the turn, for questions that name it.
FOUND = ("phone", "email", "order", "ticket")
#: Words for one diet in both languages.
SAME = {"素": ("素", "vegetarian", "vegan"), "清真": ("清真", "halal")}


@dataclass(frozen=True)
class Label:
    """What a turn says: of whom, what, in which words, and whether it ends or is done."""

    kind: str
    owner: str
    spellings: tuple[str, ...]
    ends: bool
    done: bool

    @classmethod
    def of(cls, text: str) -> Label:
        head, _, value = text.partition("=")
        kind, _, owner = head.lstrip("-").removesuffix("!done").partition("@")
        spellings = tuple(
            each for part in value.lower().split("/") for each in SAME.get(part, (part,))
        )
        return cls(kind, owner, spellings, head.startswith("-"), head.endswith("!done"))

    def met(self, claim: Claim) -> bool:
        if claim.ends is not self.ends:
            return False
        subject = claim.subject or ""
        if (self.kind == "task") is not (claim.type is MemoryType.TASK):
            return False
        if self.kind in KEYS and subject.rpartition(".")[2] not in KEYS[self.kind]:
            return False
        if bool(self.owner) and not subject.startswith("person."):
            return False
        said = f"{subject} {claim.payload.get('value', '')}".lower()
        wide = f"{said} {claim.content.lower()}"
        return any(words in (said if self.kind in KEYS else wide) for words in self.spellings)


def rows(name: str) -> list[list[str]]:
    return [line.split("\t") for line in (DATA / f"{name}.tsv").read_text("utf-8").splitlines()[1:]]


def claims(text: str) -> tuple[Claim, ...]:
    return EXTRACTOR.extract(Heard(Turn(role=Role.USER, content=text), "t", NOW, "UTC"))


def met(label: Label, text: str, made: tuple[Claim, ...]) -> bool:
    if label.done:
        event = happening(Role.USER, text)
        return event is not None and "task" in event.kind
    if any(label.met(claim) for claim in made):
        return True
    if label.kind not in FOUND:
        return False
    found = {_bare(entity.text) for entity in entities(text)}
    return any(_bare(words) in found for words in label.spellings)


def _bare(words: str) -> str:
    return "".join(filter(str.isalnum, words.lower()))


def read(name: str, misses: bool) -> None:
    for language in LANGUAGES:
        asked: Counter[str] = Counter()
        right: Counter[str] = Counter()
        made_at_all = answered = nothing = false = 0
        for wanted, text in rows(f"{name}_turns_{language}"):
            made = claims(text)
            if wanted == "none":
                nothing, false = nothing + 1, false + bool(made)
                made_at_all += len(made)
                if made and misses:
                    print(f"  FALSE {text}: {_told(made)}")
                continue
            labels = [Label.of(part) for part in wanted.split(";")]
            for label in labels:
                found = met(label, text, made)
                asked[label.kind] += 1
                right[label.kind] += found
                if misses and not found:
                    print(f"  missed {wanted} | {text}: {_told(made)}")
            fitting = [claim for claim in made if any(label.met(claim) for label in labels)]
            made_at_all, answered = made_at_all + len(made), answered + len(fitting)
            if misses and len(fitting) < len(made):
                extra = tuple(claim for claim in made if claim not in fitting)
                print(f"  beside {wanted} | {text}: {_told(extra)}")
        total, good = sum(asked.values()), sum(right.values())
        print(
            f"{name} turns {language}   recall {good / max(total, 1):.3f} of {total} labels"
            f"  precision {answered / max(made_at_all, 1):.3f} of {made_at_all} claims"
            f"  false {false} of {nothing} turns that say nothing"
        )
        kinds = [f"{kind} {right[kind]}/{count}" for kind, count in asked.most_common()]
        print("    " + ", ".join(kinds))


def _told(made: tuple[Claim, ...]) -> list[tuple[object, ...]]:
    return [
        ("-" if claim.ends else "", claim.subject, claim.payload.get("value") or claim.content)
        for claim in made
    ]


def changes(name: str, misses: bool, *, together: bool) -> None:
    """``together``: all dialogues are told to one user, in the order of time, before anything is asked."""
    with Hindsight.open("sqlite:///:memory:") as hindsight:
        for language in LANGUAGES:
            asked: Counter[str] = Counter()
            right: Counter[str] = Counter()
            among: Counter[str] = Counter()
            dialogues = dict(_dialogues(f"{name}_changes_{language}"))
            groups = [dialogues] if together else [{one: dialogues[one]} for one in dialogues]
            for number, group in enumerate(groups):
                for kind, place in _answered(hindsight, f"{language}{number}", group, misses):
                    asked[kind] += 1
                    right[kind] += place == 0
                    among[kind] += place is not None
            who = "of one user " if together else ""
            for what, good in (("right at 1", right), ("among five", among)):
                told = "  ".join(
                    f"{kind} {good[kind] / count:.3f}" for kind, count in asked.items()
                )
                print(f"{name} changes {who}{language} {what}: {told}  of {dict(asked)}")


def _dialogues(file: str) -> Iterator[tuple[str, list[list[str]]]]:
    grouped: dict[str, list[list[str]]] = {}
    for dialogue, *line in rows(file):
        grouped.setdefault(dialogue, []).append(line)
    yield from grouped.items()


def _answered(
    hindsight: Hindsight, user: str, dialogues: dict[str, list[list[str]]], misses: bool
) -> Iterator[tuple[str, int | None]]:
    """Each question's kind, and the place of the right turn among the five best."""
    memory = hindsight.for_user(user, session="told")
    told = {
        f"{dialogue}-{place}": (datetime.fromisoformat(day).replace(tzinfo=UTC, hour=9), text)
        for dialogue, lines in dialogues.items()
        for place, (day, _, text) in enumerate(filter(_is_told, lines), start=1)
    }
    memory.observe(
        Turn(role=Role.USER, content=text, id=id, at=at)
        for id, (at, text) in sorted(told.items(), key=lambda item: item[1])
    )
    asked_at = max(at for at, _ in told.values()) + timedelta(days=3)
    for dialogue, lines in dialogues.items():
        for kind, wanted, question in (line for line in lines if not _is_told(line)):
            best = turns(memory.recall(question, at=asked_at, touch=False))
            right = f"{dialogue}-{wanted}"
            if misses and best[:1] != [right]:
                print(f"  {user} {kind} {question} | {best and told[best[0]][1]} | {right}")
            yield kind, best.index(right) if right in best else None


def _is_told(line: list[str]) -> bool:
    return line[0][0].isdigit()


def turns(found: Recall) -> list[str]:
    """The places of the turns from which the answers were drawn, the best first, each once."""
    return list(dict.fromkeys(turn.rpartition("/")[2] for item in found for turn in item.turns[:1]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--misses", action="store_true", help="print what is misread")
    parser.add_argument("--set", default="blind", help="blind, or another set of data/")
    wanted = parser.parse_args()
    if (DATA / f"{wanted.set}_turns_en.tsv").exists():
        read(wanted.set, wanted.misses)
    if (DATA / f"{wanted.set}_changes_en.tsv").exists():
        changes(wanted.set, wanted.misses, together=False)
        if not wanted.set.startswith("lives"):
            changes(wanted.set, wanted.misses, together=True)


if __name__ == "__main__":
    main()
