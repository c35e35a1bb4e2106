"""What of a turn is the user's own statement."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindsight_integrations.language.clauses import Plain, clauses, opened, states


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("I moved. I work now!", ["I moved.", "I work now!"]),
        ("I live in St. Louis. It is hot.", ["I live in St. Louis.", "It is hot."]),
        ("It costs 3.5 now", ["It costs 3.5 now"]),
        ("我搬家了。我很累！好吗？", ["我搬家了。", "我很累！", "好吗？"]),
        ("- one thing\n* two things\n3. three things", ["one thing", "two things", "three things"]),
        ("> I live in Paris\nI do not", ["I do not"]),
        ("Translate this:\nI live in Paris", ["Translate this:"]),
        ("翻译：\n我住在巴黎", ["翻译："]),
        ("About me:\nI live in Paris", ["About me:", "I live in Paris"]),
        ("x" * 500, []),
        ("", []),
    ],
)
def test_sentences(text: str, sentences: list[str]) -> None:
    assert list(Plain.of(text).sentences()) == sentences


@pytest.mark.parametrize(
    "text",
    [
        'She wrote "I live in Paris" there',
        "She wrote “I live in Paris” there",
        "She wrote ‘I don’t live’ there",
        "她写了“我住在巴黎”那句",
        "她写了「我住在巴黎」那句",
        "Run `I live in Paris` there",
        "```\nI live in Paris\n``` there",
    ],
)
def test_quoted_words_are_a_hole_that_can_be_filled(text: str) -> None:
    plain = Plain.of(text)
    assert "live" not in plain.text
    assert "巴黎" not in plain.text
    assert plain.filled(plain.text) == text
    assert plain.quoted


def test_apostrophes_quote_nothing() -> None:
    assert Plain.of("I don't like my friends' plans, it's late").quoted == ()


STATED = """
I live in Lisbon
I don't want phone calls
Do not call me
We moved
我住在里斯本
我不吃肉
请不要给我打电话
我跟你说，我住在杭州
""".strip().split("\n")
NOT_STATED = """
Do I live in Lisbon?
where do I live
Can you call me
If I lived in Lisbon, I would be happy
I wish I lived in Lisbon
Imagine I live in Lisbon
He said I live in Lisbon
She told me, I work at Acme
My boss thinks I live in Lisbon
我住在里斯本吗
我住在哪里
如果我住在里斯本就好了
要是我吃素的话
他说：我住在里斯本
她告诉我你住在巴黎
想象一下我住在海边
我是不是住在里斯本？
""".strip().split("\n")


@pytest.mark.parametrize("sentence", STATED)
def test_stated(sentence: str) -> None:
    assert states(sentence)


@pytest.mark.parametrize("sentence", NOT_STATED)
def test_asked_supposed_or_reported(sentence: str) -> None:
    assert not states(sentence)


@pytest.mark.parametrize(
    ("sentence", "parts"),
    [
        ("My name is Ana and I live in Lisbon.", ["My name is Ana", "I live in Lisbon"]),
        ("Well, actually I moved, so I work here", ["I moved", "I work here"]),
        ("I live in Lisbon, Portugal.", ["I live in Lisbon, Portugal"]),
        ("I work for Johnson and Johnson", ["I work for Johnson and Johnson"]),
        ("我叫小林，住在杭州。", ["我叫小林", "我住在杭州"]),
        ("你好，我叫小林", ["你好", "我叫小林"]),
        ("其实我不吃肉，谢谢", ["我不吃肉", "谢谢"]),
    ],
)
def test_clauses(sentence: str, parts: list[str]) -> None:
    assert list(clauses(sentence)) == parts


def test_opening_words_go_and_refusals_stay() -> None:
    assert opened("Hi, by the way, I moved.") == "I moved"
    assert opened("No, I moved") == "I moved"
    assert opened("no phone calls") == "no phone calls"
    assert opened("另外我搬家了。") == "我搬家了"


@given(st.text(st.characters(), max_size=300))
def test_any_text_is_accepted_and_holes_are_filled(text: str) -> None:
    plain = Plain.of(text)
    for sentence in plain.sentences():
        assert sentence == sentence.strip()
        plain.filled(sentence)
        list(clauses(sentence))
