"""Traditional Chinese is read as simplified Chinese is, and kept as it was written."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindsight_integrations.language.entities import Entity, entities
from hindsight_integrations.language.extraction import RuleExtractor
from hindsight_integrations.language.folding import as_written, simplified, spelt_before
from hindsight_integrations.language.importance import weight
from hindsight_integrations.language.references import resolved
from hindsight_integrations.language.salience import trivial
from hindsight_integrations.language.secrets import find_secrets
from hindsight_integrations.language.subjects import asked_subjects
from hindsight_integrations.language.things import things
from hindsight_integrations.language.times import find_window
from hindsight_integrations.language.tokens import canonical, query_terms, words
from hindsight_integrations.language.unsaying import FORGOTTEN, only_asks, unsays
from hindsight_integrations.ports import Heard
from hindsight_integrations.records import Role, Turn

NOW = datetime(2025, 6, 18, 4, tzinfo=UTC)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("我搬到臺北了", "我搬到台北了"),
        ("這個週末妳要去哪裡？", "这个周末你要去哪里？"),
        ("甚麼時候開始喝麥茶", "什么时候开始喝麦茶"),
        ("頭髮與發票", "头发与发票"),
        ("already plain", "already plain"),
        ("没有一个繁体字", "没有一个繁体字"),
    ],
)
def test_one_character_for_one(old: str, new: str) -> None:
    assert simplified(old) == new
    assert words(old) == words(new)
    assert query_terms(old) == query_terms(new)
    assert canonical(old) == canonical(new)


@given(st.text(st.characters(categories=["Lo", "Lu", "Nd", "Po", "Cs"]), max_size=60))
def test_places_stay_and_twice_is_once(text: str) -> None:
    read = simplified(text)
    assert len(read) == len(text)
    assert simplified(read) == read
    assert simplified(spelt_before(read)) == read
    assert as_written(read, text) == text or "\u2019" in text


def claims(text: str) -> list[tuple[str | None, object, str]]:
    heard = Heard(Turn(role=Role.USER, content=text), "t1", NOW, "UTC")
    return [
        (claim.subject, claim.payload.get("value"), claim.content)
        for claim in RuleExtractor().extract(heard)
    ]


@pytest.mark.parametrize(
    ("text", "subject", "value"),
    [
        ("我住在臺北", "user.location", "臺北"),
        ("我搬到高雄縣了", "user.location", "高雄縣"),
        ("我叫陳麗華", "user.name", "陳麗華"),
        ("我對蝦過敏", "user.allergy", "蝦"),
        ("小麗住在臺南", "person.小丽.location", "臺南"),
        ("我在聯發實驗室上班", "user.employer", "聯發實驗室"),
    ],
)
def test_facts_are_kept_as_they_were_written(text: str, subject: str, value: str) -> None:
    said = {key: (known, content) for key, known, content in claims(text)}
    plain = {key for key, *_ in claims(simplified(text))}
    assert said[subject][0] == value
    assert said[subject][1] in text
    assert set(said) == plain


def test_a_clause_that_was_given_its_subject_keeps_its_characters() -> None:
    told = claims("我叫阿榮，住在臺東")
    assert ("user.location", "臺東", "我住在臺東") in told


@pytest.mark.parametrize(
    ("question", "subject"),
    [
        ("我現在住在哪裡？", "user.location"),
        ("我的電話號碼是多少？", "user.phone"),
        ("我對甚麼過敏？", "user.allergy"),
        ("小麗住在哪裡？", "person.小丽.location"),
    ],
)
def test_questions_ask_for_the_same_keys(question: str, subject: str) -> None:
    assert subject in {pattern.key for pattern in asked_subjects(question)}
    assert asked_subjects(question) == asked_subjects(simplified(question))


@pytest.mark.parametrize(
    "text", ["上個星期五", "兩個月前", "去年聖誕節", "這個週末", "農曆新年後", "前幾天"]
)
def test_times(text: str) -> None:
    said, plain = (find_window(words, NOW, "Asia/Taipei") for words in (text, simplified(text)))
    assert (said and said.window) == (plain and plain.window)
    assert said is None or said.span in text


def test_entities_and_what_points_at_them() -> None:
    assert entities("訂單號是88213，發票AB77") == [
        Entity("order", "88213"),
        Entity("invoice", "AB77"),
    ]
    (home,) = things("寄到聯合國路88號", NOW, "UTC")
    assert home == Entity("address", "聯合國路88號")
    assert resolved("那個訂單到了嗎？", [Entity("order", "88213")]) == "订单88213到了吗？"
    assert resolved("這件事怎麼樣？", [Entity("order", "88213")]) == "這件事怎麼樣？"


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("我的密碼是 Tr0ub4dor!", "Tr0ub4dor!"),
        ("銀行卡號是4111111111111111", "4111111111111111"),
        ("驗證碼：482913", "482913"),
    ],
)
def test_secrets_are_found_behind_traditional_words(text: str, secret: str) -> None:
    (found,) = find_secrets(text)
    assert text[found.start : found.end] == secret


def test_matters_and_small_talk() -> None:
    heavy = weight("我要投訴你們的服務")
    assert heavy is not None
    assert (heavy.value, heavy.reason) == (0.9, "a complaint")
    assert trivial("謝謝，沒問題")
    assert not trivial("謝謝，我搬到臺北了")


def test_wishes_to_forget() -> None:
    assert unsays("忘掉我剛才說的")
    assert only_asks("忘掉我住在臺北這件事")
    assert not only_asks("我住在臺北")
    assert FORGOTTEN
