"""The chat history: every message comes back as it was, and the wrapper that uses it loses none."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import (
    AIMessage,
    AIMessageChunk,
    AnyMessage,
    BaseMessage,
    ChatMessage,
    FunctionMessage,
    HumanMessage,
    RemoveMessage,
    SystemMessage,
    ToolMessage,
)
from langchain_core.prompts import ChatPromptTemplate, MessagesPlaceholder
from langchain_core.runnables import RunnableLambda
from langchain_core.runnables.history import RunnableWithMessageHistory

from hindsight_integrations import Hindsight, InvalidInput, Turn, Unavailable
from hindsight_integrations.langchain import HindsightChatMessageHistory
from hindsight_integrations.models.hashing import HashingEncoder

CALL = {"name": "search", "args": {"q": "茶", "n": 3}, "id": "c1", "type": "tool_call"}
SHAPES: list[BaseMessage] = [
    HumanMessage("I live in Berlin.", id="m1"),
    HumanMessage("我住在里斯本 😀\r\n\ttab", id="m1", name="ann"),
    AIMessage("Noted.", id="m1"),
    AIMessage("", id="m1", tool_calls=[CALL]),
    AIMessage(
        "",
        id="m1",
        invalid_tool_calls=[
            {"name": "f", "args": "{", "id": "c2", "error": "bad", "type": "invalid_tool_call"}
        ],
    ),
    AIMessage(
        "Yes.",
        id="m1",
        usage_metadata={"input_tokens": 3, "output_tokens": 1, "total_tokens": 4},
        response_metadata={"model": "x", "logprobs": None},
    ),
    AIMessage([{"type": "reasoning", "reasoning": "…"}, {"type": "text", "text": "Yes."}], id="m1"),
    HumanMessage(
        [
            {"type": "text", "text": "What is this?"},
            {"type": "image", "base64": "aGk=", "mime_type": "image/png"},
            {"type": "image_url", "image_url": {"url": "https://example.org/a.png"}},
        ],
        id="m1",
    ),
    SystemMessage("Be brief.", id="m1"),
    ToolMessage("12 results", id="m1", tool_call_id="c1", name="search", status="error"),
    ToolMessage("12", id="m1", tool_call_id="c1", artifact={"rows": [1, 2.5, None]}),
    FunctionMessage(content="12", id="m1", name="f"),
    ChatMessage(content="Order, order!", id="m1", role="speaker"),
    HumanMessage("x" * 300_000, id="m1"),
]


@pytest.fixture
def hindsight() -> Iterator[Hindsight]:
    with Hindsight.open("sqlite:///:memory:", embedder=HashingEncoder()) as opened:
        yield opened


@pytest.fixture
def history(hindsight: Hindsight) -> HindsightChatMessageHistory:
    return HindsightChatMessageHistory(hindsight, user="ann", session="s1")


def texts(history: HindsightChatMessageHistory) -> list[str]:
    return [message.text for message in history.messages]


class TestRoundTrips:
    @pytest.mark.parametrize("message", SHAPES, ids=lambda m: f"{type(m).__name__} {m!s:.50}")
    def test_a_message_comes_back_as_it_was(
        self, history: HindsightChatMessageHistory, message: BaseMessage
    ) -> None:
        history.add_message(message)
        (back,) = history.messages
        assert back == message
        assert type(back) is type(message)
        assert asyncio.run(history.aget_messages()) == [message]

    def test_a_chunk_becomes_a_message(self, history: HindsightChatMessageHistory) -> None:
        whole = AIMessageChunk(content="No", id="m1") + AIMessageChunk(content="ted.", id="m1")
        history.add_message(whole)
        (back,) = history.messages
        assert (type(back), back.content, back.id) == (AIMessage, "Noted.", "m1")

    def test_a_message_without_an_id_is_given_one(
        self, history: HindsightChatMessageHistory
    ) -> None:
        said = HumanMessage("I like tea.")
        history.add_messages([said, said])
        ids = [message.id for message in history.messages]
        assert said.id is None
        assert len({*ids} - {None}) == 2

    @pytest.mark.parametrize(
        ("extra", "kept"),
        [
            (datetime(2025, 3, 3, tzinfo=UTC), "2025-03-03T00:00:00Z"),
            (UUID(int=5), "00000000-0000-0000-0000-000000000005"),
            (b"\xff\x00", "_wA="),
            (float("nan"), "nan"),
            (2**70, str(2**70)),
            (frozenset({1}), [1]),
            ("a\0b", "a\ufffdb"),
            ("\ud800", "\ufffd"),
        ],
        ids=lambda value: type(value).__name__,
    )
    def test_what_json_cannot_say_does_not_break_the_thread(
        self, history: HindsightChatMessageHistory, extra: Any, kept: Any
    ) -> None:
        history.add_messages(
            [
                AIMessage("Noted.", id="m1", response_metadata={"extra": extra}),
                HumanMessage("Go on.", id="m2"),
            ]
        )
        first, second = history.messages
        assert (first.content, second.content) == ("Noted.", "Go on.")
        assert first.response_metadata == {"extra": kept}

    def test_an_object_is_kept_as_its_text_and_endless_nesting_is_cut(
        self, history: HindsightChatMessageHistory
    ) -> None:
        nested: Any = []
        for _ in range(200):
            nested = [nested]
        extras = {"object": object(), "nested": nested}
        history.add_message(AIMessage("Noted.", id="m1", additional_kwargs=extras))
        (back,) = history.messages
        assert back.additional_kwargs["object"].startswith("<object object at")
        assert back.content == "Noted."

    def test_a_large_artifact_is_left_out(self, history: HindsightChatMessageHistory) -> None:
        history.add_message(ToolMessage("done", id="m1", tool_call_id="c1", artifact="x" * 200_000))
        (back,) = history.messages
        assert isinstance(back, ToolMessage)
        assert (back.content, back.artifact) == ("done", None)

    def test_what_cannot_be_read_is_set_aside(
        self, hindsight: Hindsight, history: HindsightChatMessageHistory, caplog: Any
    ) -> None:
        history.add_message(HumanMessage("Before.", id="m1"))
        odd = Turn(role="user", content="Zork!", id="m2", original={"type": "martian", "data": {}})  # type: ignore[arg-type]
        hindsight.for_user("ann", session="s1").transcript().append([odd])
        history.add_message(HumanMessage("After.", id="m3"))
        with caplog.at_level(logging.WARNING):
            assert texts(history) == ["Before.", "After."]
        assert "m2" in caplog.text
        assert "Zork" not in caplog.text

    def test_what_another_face_wrote_is_read_by_what_it_says(
        self, hindsight: Hindsight, history: HindsightChatMessageHistory
    ) -> None:
        turns = [("user", "Hello."), ("assistant", "你好。"), ("system", "Be brief.")]
        transcript = hindsight.for_user("ann", session="s1").transcript()
        transcript.append(turns)
        kinds = [type(message) for message in history.messages]
        assert (texts(history), kinds) == (
            ["Hello.", "你好。", "Be brief."],
            [HumanMessage, AIMessage, SystemMessage],
        )


class TestContract:
    def test_adding_again_changes_nothing(self, history: HindsightChatMessageHistory) -> None:
        both = [HumanMessage("I like tea.", id="m1"), AIMessage("Noted.", id="m2")]
        history.add_messages(both)
        history.add_messages(both)
        asyncio.run(history.aadd_messages(both))
        assert history.messages == both

    def test_user_and_ai_messages(self, history: HindsightChatMessageHistory) -> None:
        history.add_user_message("I like tea.")
        history.add_ai_message("Noted.")
        assert str(history) == "Human: I like tea.\nAI: Noted."

    def test_the_setter_replaces_and_what_was_learnt_stays(
        self, hindsight: Hindsight, history: HindsightChatMessageHistory
    ) -> None:
        history.add_messages(
            [
                HumanMessage("I live in Berlin.", id="m1"),
                AIMessage("Noted.", id="m2"),
                HumanMessage("And I like tea.", id="m3"),
            ]
        )
        history.messages = [*history.messages[1:], AIMessage("Good.", id="m4")]
        assert texts(history) == ["Noted.", "And I like tea.", "Good."]
        assert len(hindsight.for_user("ann").history("user.location")) == 1

    @pytest.mark.parametrize("awaited", [False, True])
    def test_clear(
        self, hindsight: Hindsight, history: HindsightChatMessageHistory, awaited: bool
    ) -> None:
        history.add_message(HumanMessage("I live in Berlin.", id="m1"))
        if awaited:
            asyncio.run(history.aclear())
        else:
            history.clear()
        assert history.messages == []
        memory = hindsight.for_user("ann")
        assert len(memory.history("user.location")) == 1
        memory.forget(session="s1", reason="asked")
        assert memory.history("user.location") == []

    def test_remove_messages_take_others_out(self, history: HindsightChatMessageHistory) -> None:
        history.add_messages([HumanMessage(f"number {n}", id=f"m{n}") for n in range(3)])
        history.add_messages([RemoveMessage(id="m1"), HumanMessage("number 3", id="m3")])
        assert texts(history) == ["number 0", "number 2", "number 3"]
        asyncio.run(history.aadd_messages([RemoveMessage(id="__remove_all__")]))
        assert history.messages == []

    def test_only_messages_are_taken(self, history: HindsightChatMessageHistory) -> None:
        with pytest.raises(InvalidInput, match="str"):
            history.add_messages(["hello"])  # type: ignore[list-item]
        assert history.messages == []

    def test_sessions_and_users_are_apart(
        self, hindsight: Hindsight, history: HindsightChatMessageHistory
    ) -> None:
        history.add_user_message("Ann in s1.")
        for user, session in (("ann", "s2"), ("ben", "s1")):
            other = HindsightChatMessageHistory(hindsight, user=user, session=session)
            assert other.messages == []


class TestLearning:
    def test_what_is_said_is_remembered(
        self, hindsight: Hindsight, history: HindsightChatMessageHistory
    ) -> None:
        history.add_messages(
            [
                HumanMessage("I moved to Lisbon.", id="m1"),
                AIMessage("", id="m2", tool_calls=[CALL]),
                ToolMessage("the weather is fine", id="m3", tool_call_id="c1", name="weather"),
            ]
        )
        memory = hindsight.for_user("ann")
        assert [m.source_turn for m in memory.history("user.location")] == ["s1/m1"]
        assert memory.count(event_type="tool_call") == 1

    def test_a_summary_is_shown_and_taken_for_nobodys_statement(
        self, hindsight: Hindsight, history: HindsightChatMessageHistory
    ) -> None:
        summary = HumanMessage(
            "I live in Berlin.", id="m1", additional_kwargs={"lc_source": "summarization"}
        )
        history.add_message(summary)
        assert history.messages == [summary]
        assert hindsight.for_user("ann").count() == 0

    def test_what_is_forgotten_is_not_in_the_thread(
        self, hindsight: Hindsight, history: HindsightChatMessageHistory
    ) -> None:
        history.add_messages(
            [
                HumanMessage("I live in Berlin.", id="m1"),
                HumanMessage("Thanks!", id="m2"),
            ]
        )
        hindsight.for_user("ann").forget(subject="user.location", reason="asked")
        assert texts(history) == ["Thanks!"]


def group(name: str, results: int) -> list[AnyMessage]:
    """A question, a call of ``results`` tools, what they answered, and the answer."""
    calls = [{**CALL, "id": f"{name}{n}"} for n in range(results)]
    answers = [
        ToolMessage(f"{name} result {n}", id=f"{name}t{n}", tool_call_id=f"{name}{n}")
        for n in range(results)
    ]
    return [
        HumanMessage(f"{name} question", id=f"{name}q"),
        AIMessage("", id=f"{name}c", tool_calls=calls),
        *answers,
        AIMessage(f"{name} answer", id=f"{name}a"),
    ]


class TestWindow:
    @pytest.mark.parametrize(
        ("window", "first", "count"),
        [(1, "ba", 1), (2, "bc", 5), (4, "bc", 5), (5, "bc", 5), (6, "bq", 6), (7, "aa", 7),
         (8, "ac", 9), (10, "aq", 10), (99, "aq", 10)],
    )  # fmt: skip
    def test_it_never_cuts_a_result_off_from_its_call(
        self, hindsight: Hindsight, window: int, first: str, count: int
    ) -> None:
        history = HindsightChatMessageHistory(hindsight, user="ann", session="s1", window=window)
        history.add_messages([*group("a", 1), *group("b", 3)])
        for shown in (history.messages, asyncio.run(history.aget_messages())):
            assert (shown[0].id, len(shown)) == (first, count)

    def test_results_whose_call_was_removed_are_cut_off(self, hindsight: Hindsight) -> None:
        history = HindsightChatMessageHistory(hindsight, user="ann", session="s1", window=2)
        history.add_messages(group("a", 3)[:5])
        history.add_messages([RemoveMessage(id="aq"), RemoveMessage(id="ac")])
        assert [message.id for message in history.messages] == ["at1", "at2"]

    @pytest.mark.parametrize("window", [0, -1, 1.5, True])
    def test_it_is_a_whole_number(self, hindsight: Hindsight, window: Any) -> None:
        with pytest.raises(InvalidInput, match="window"):
            HindsightChatMessageHistory(hindsight, user="ann", session="s1", window=window)


def answering(*answers: str) -> GenericFakeChatModel:
    return GenericFakeChatModel(messages=iter([AIMessage(answer) for answer in answers]))


CONFIG: Any = {"configurable": {"session_id": "s1"}}


@pytest.mark.filterwarnings("ignore::langchain_core._api.LangChainDeprecationWarning")
class TestRunnableWithMessageHistory:
    def chat(self, hindsight: Hindsight, runnable: Any, **keys: Any) -> Any:
        def made(session_id: str) -> HindsightChatMessageHistory:
            return HindsightChatMessageHistory(hindsight, user="ann", session=session_id)

        return RunnableWithMessageHistory(runnable, made, **keys)

    @pytest.mark.parametrize("way", ["invoke", "stream", "ainvoke", "astream"])
    def test_list_mode(
        self, hindsight: Hindsight, history: HindsightChatMessageHistory, way: str
    ) -> None:
        chat = self.chat(hindsight, answering("Noted.", "In Berlin."))
        self.say(chat, way, [HumanMessage("I live in Berlin.")])
        self.say(chat, way, [HumanMessage("Where do I live?")])
        assert texts(history) == [
            "I live in Berlin.", "Noted.", "Where do I live?", "In Berlin.",
        ]  # fmt: skip
        assert {type(message) for message in history.messages} == {HumanMessage, AIMessage}

    @pytest.mark.parametrize("way", ["invoke", "stream", "ainvoke", "astream"])
    def test_dict_mode(
        self, hindsight: Hindsight, history: HindsightChatMessageHistory, way: str
    ) -> None:
        prompt = ChatPromptTemplate.from_messages(
            [MessagesPlaceholder("history"), ("human", "{question}")]
        )
        chat = self.chat(
            hindsight,
            prompt | answering("Noted.", "In Berlin."),
            input_messages_key="question",
            history_messages_key="history",
        )
        self.say(chat, way, {"question": "I live in Berlin."})
        self.say(chat, way, {"question": "Where do I live?"})
        assert texts(history) == [
            "I live in Berlin.", "Noted.", "Where do I live?", "In Berlin.",
        ]  # fmt: skip

    def say(self, chat: Any, way: str, said: Any) -> None:
        async def astream() -> None:
            async for _ in chat.astream(said, CONFIG):
                pass

        if way == "invoke":
            chat.invoke(said, CONFIG)
        elif way == "stream":
            list(chat.stream(said, CONFIG))
        elif way == "ainvoke":
            asyncio.run(chat.ainvoke(said, CONFIG))
        else:
            asyncio.run(astream())

    @pytest.mark.parametrize("awaited", [False, True])
    def test_what_others_add_meanwhile_loses_nothing(
        self, hindsight: Hindsight, history: HindsightChatMessageHistory, awaited: bool
    ) -> None:
        """The stock classes lose the user's own message here: the wrapper counts the messages again."""

        def meddle(messages: list[BaseMessage]) -> AIMessage:
            history.add_message(HumanMessage("From another window.", id="other"))
            return AIMessage("Noted.")

        chat = self.chat(hindsight, RunnableLambda(meddle))
        history.add_message(HumanMessage("Before.", id="m0"))
        said = [HumanMessage("I live in Berlin.")]
        if awaited:
            asyncio.run(chat.ainvoke(said, CONFIG))
        else:
            chat.invoke(said, CONFIG)
        assert texts(history) == ["Before.", "From another window.", "I live in Berlin.", "Noted."]

    def test_a_windowed_history_loses_nothing(self, hindsight: Hindsight) -> None:
        def made(session_id: str) -> HindsightChatMessageHistory:
            return HindsightChatMessageHistory(hindsight, user="ann", session=session_id, window=2)

        chat: Any = RunnableWithMessageHistory(answering(*"abcd"), made)
        for n in range(4):
            chat.invoke([HumanMessage(f"number {n}")], CONFIG)
        whole = HindsightChatMessageHistory(hindsight, user="ann", session="s1")
        assert texts(whole) == [
            "number 0", "a", "number 1", "b", "number 2", "c", "number 3", "d",
        ]  # fmt: skip

    def test_an_error_that_the_wrapper_drops_is_kept(self, hindsight: Hindsight) -> None:
        made: list[HindsightChatMessageHistory] = []

        def make(session_id: str) -> HindsightChatMessageHistory:
            made.append(HindsightChatMessageHistory(hindsight, user="ann", session=session_id))
            return made[-1]

        def closing(messages: list[BaseMessage]) -> AIMessage:
            hindsight.close()
            return AIMessage("Noted.")

        chat: Any = RunnableWithMessageHistory(RunnableLambda(closing), make)
        chat.invoke([HumanMessage("I live in Berlin.")], CONFIG)
        assert any(isinstance(history.last_error, Unavailable) for history in made)
