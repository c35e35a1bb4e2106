"""Which unknown attributes of a user a task would profit from, and how to ask for them; it knows no user and asks nobody."""

from __future__ import annotations

from hindsight_integrations.language.catalogue import Attribute, Catalogue
from hindsight_integrations.language.characters import CJK
from hindsight_integrations.language.folding import simplified
from hindsight_integrations.language.patterns import compiled
from hindsight_integrations.language.tokens import words


def openers(task: str, catalogue: Catalogue) -> list[tuple[str, str]]:
    """Attribute and question, for each attribute whose topics the task names; the most named first.

    In the language of the task. An attribute without a question in it is not asked for.
    """
    language = "zh" if compiled(f"[{CJK}]").search(task) else "en"
    folded, said = simplified(task).lower(), frozenset(words(task))
    named = []
    for attribute in catalogue.attributes:
        wording = attribute.words[language]
        count = sum(_names(topic, folded, said) for topic in wording.topics)
        if count and wording.questions:
            named.append((count, attribute))
    named.sort(key=lambda item: -item[0])  # of equals, the catalogue's order
    return [(attribute.name, _question(attribute, language)) for _, attribute in named]


def _names(topic: str, folded: str, said: frozenset[str]) -> bool:
    """English topics are named by their stems, so a booking names "book"; Chinese ones as they stand."""
    return said.issuperset(words(topic)) if topic.isascii() else topic in folded


def _question(attribute: Attribute, language: str) -> str:
    return attribute.words[language].questions[0]
