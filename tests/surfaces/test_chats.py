"""Chat exports of every known format become sessions of turns, and a bad file is told where it is bad."""

from __future__ import annotations

import gzip
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from langchain_core.messages import (
    AIMessage,
    HumanMessage,
    SystemMessage,
    ToolMessage,
    messages_to_dict,
)

from hindsight_integrations.errors import InvalidInput
from hindsight_integrations.records import Role
from hindsight_integrations.surfaces.chats import Chat, read_chats

HELLO = {"role": "user", "content": "Good morning, 早上好"}
ANSWER = {"role": "assistant", "content": "你好！What can I do?"}


def written(folder: Path, name: str, value: Any) -> Path:
    path = folder / name
    path.write_text(
        value if isinstance(value, str) else json.dumps(value, ensure_ascii=False), encoding="utf-8"
    )
    return path


def said(chat: Chat) -> list[tuple[str, str]]:
    return [(turn.role.value, turn.content) for turn in chat.turns]


def refusal(path: Path, **options: str) -> str:
    with pytest.raises(InvalidInput) as caught:
        read_chats(path, **options)
    return str(caught.value)


def test_a_list_of_openai_messages_is_one_session_named_after_the_file(tmp_path: Path) -> None:
    [chat] = read_chats(written(tmp_path, "morning.json", [HELLO, ANSWER]))

    assert chat.session == "morning"
    assert said(chat) == [("user", "Good morning, 早上好"), ("assistant", "你好！What can I do?")]
    assert [(turn.id, turn.index) for turn in chat.turns] == [("morning:0", 0), ("morning:1", 1)]


def test_a_system_message_is_left_out_and_the_others_keep_their_places(tmp_path: Path) -> None:
    system = {"role": "system", "content": "You are a helper."}
    [chat] = read_chats(written(tmp_path, "a.json", {"messages": [system, HELLO]}))

    assert [(turn.role, turn.index) for turn in chat.turns] == [(Role.USER, 1)]


def test_a_conversation_with_an_id_of_its_own_keeps_it(tmp_path: Path) -> None:
    conversations = [
        {"id": "c-7", "messages": [HELLO]},
        {"task_id": 4, "traj": [HELLO]},
        {"messages": [HELLO]},
        [HELLO],
    ]
    chats = read_chats(written(tmp_path, "all.json", conversations))

    assert [chat.session for chat in chats] == ["c-7", "all-4", "all-3", "all-4#2"]
    assert [chat.turns[0].id for chat in chats] == ["c-7:0", "all-4:0", "all-3:0", "all-4#2:0"]


def test_content_blocks_are_joined_and_what_is_no_text_is_named(tmp_path: Path) -> None:
    blocks = [
        {"type": "text", "text": "Look:"},
        {"type": "image_url", "image_url": {"url": "https://example.org/a.png"}},
        {"type": "thinking", "thinking": "hm"},
        "那个",
    ]
    [chat] = read_chats(written(tmp_path, "a.json", [{"role": "user", "content": blocks}]))

    assert chat.turns[0].content == "Look:\n[image_url]\n那个"


def test_a_tool_call_and_its_result_are_kept(tmp_path: Path) -> None:
    call = {
        "id": "call_1",
        "type": "function",
        "function": {"name": "find_order", "arguments": '{"number": "A-1", "城市": "里斯本"}'},
    }
    messages = [
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "call_1", "name": "find_order", "content": "shipped"},
        {"role": "tool", "tool_call_id": "call_2", "content": ""},
        {"role": "assistant", "content": "", "tool_calls": None},
    ]
    [chat] = read_chats(written(tmp_path, "a.json", messages))

    assert said(chat) == [
        ("assistant", 'find_order({"number": "A-1", "城市": "里斯本"})'),
        ("tool", "shipped"),
        ("tool", "(no output)"),
    ]
    assert [turn.payload for turn in chat.turns] == [
        {
            "tool_calls": [
                {"id": "call_1", "name": "find_order", "args": {"number": "A-1", "城市": "里斯本"}}
            ]
        },
        {"tool_call_id": "call_1"},
        {"tool_call_id": "call_2"},
    ]
    assert chat.turns[1].name == "find_order"


def test_langchain_messages_as_langchain_writes_them(tmp_path: Path) -> None:
    messages = [
        SystemMessage("Be kind."),
        HumanMessage("我住在柏林", id="m1"),
        AIMessage("", tool_calls=[{"name": "save", "args": {"city": "Berlin"}, "id": "t1"}]),
        ToolMessage("ok", tool_call_id="t1", name="save"),
        AIMessage([{"type": "text", "text": "Saved."}]),
    ]
    [chat] = read_chats(written(tmp_path, "lc.json", messages_to_dict(messages)))

    assert said(chat) == [
        ("user", "我住在柏林"),
        ("assistant", 'save({"city": "Berlin"})'),
        ("tool", "ok"),
        ("assistant", "Saved."),
    ]
    assert [turn.id for turn in chat.turns] == ["m1", "lc:2", "lc:3", "lc:4"]
    assert chat.turns[1].payload == {
        "tool_calls": [{"id": "t1", "name": "save", "args": {"city": "Berlin"}}]
    }
    assert chat.turns[2].payload == {"tool_call_id": "t1", "status": "success"}


def test_langchain_chat_messages_have_a_role_of_their_own(tmp_path: Path) -> None:
    message = {"type": "chat", "data": {"role": "user", "content": "Hi"}}
    [chat] = read_chats(written(tmp_path, "a.json", [message]))

    assert said(chat) == [("user", "Hi")]


def test_sharegpt(tmp_path: Path) -> None:
    conversation = {
        "id": "sg1",
        "conversations": [
            {"from": "system", "value": "s"},
            {"from": "human", "value": "I moved to Lisbon"},
            {"from": "gpt", "value": "恭喜"},
            {"from": "observation", "value": "42"},
        ],
    }
    [chat] = read_chats(written(tmp_path, "a.jsonl", conversation))

    assert chat.session == "sg1"
    assert said(chat) == [("user", "I moved to Lisbon"), ("assistant", "恭喜"), ("tool", "42")]


def test_locomo_sessions_are_dated_and_every_line_begins_with_its_speaker(tmp_path: Path) -> None:
    sample = {
        "sample_id": "conv-1",
        "qa": [],
        "conversation": {
            "speaker_a": "Ana",
            "speaker_b": "Bo",
            "session_10": [{"speaker": "Bo", "dia_id": "D10:1", "text": "晚上好"}],
            "session_10_date_time": "12:05 am on 1 June, 2023",
            "session_2": [
                {"speaker": "Ana", "dia_id": "D2:1", "text": "Look", "blip_caption": "a red kite"},
            ],
            "session_2_date_time": "1:56 pm on 8 May, 2023",
            "session_11_date_time": "1:56 pm on 9 June, 2023",
        },
    }
    first, second = read_chats(written(tmp_path, "l.json", [sample]), tz="Europe/Lisbon")

    assert (first.session, second.session) == ("conv-1/session_2", "conv-1/session_10")
    [look], [evening] = first.turns, second.turns
    assert (look.role, look.content) == (Role.USER, "Ana: Look [image: a red kite]")
    assert (look.name, look.id, look.index) == ("Ana", "D2:1", 0)
    # Lisbon is an hour ahead of UTC in summer.
    assert look.at == datetime(2023, 5, 8, 12, 56, tzinfo=UTC)
    assert evening.content == "Bo: 晚上好"
    assert evening.at == datetime(2023, 5, 31, 23, 5, tzinfo=UTC)


def test_longmemeval_haystacks_are_dated_sessions(tmp_path: Path) -> None:
    question = {
        "question_id": "q1",
        "haystack_dates": ["2023/05/20 (Sat) 02:21", "2023/05/21 (Sun) 10:00"],
        "haystack_session_ids": ["s_1", "s_2"],
        "haystack_sessions": [[HELLO, ANSWER], [HELLO]],
    }
    first, second = read_chats(written(tmp_path, "a.jsonl", question))

    assert (first.session, len(first.turns)) == ("q1/s_1", 2)
    assert first.turns[1].at == datetime(2023, 5, 20, 2, 21, tzinfo=UTC)
    assert (second.session, second.turns[0].id) == ("q1/s_2", "q1/s_2:0")


def test_lines_that_are_messages_are_one_session(tmp_path: Path) -> None:
    text = f"{json.dumps(HELLO)}\n\n{json.dumps(ANSWER)}\n"
    [chat] = read_chats(written(tmp_path, "log.jsonl", text))

    assert [turn.id for turn in chat.turns] == ["log:0", "log:1"]


def test_lines_in_a_file_of_another_name_are_found_out(tmp_path: Path) -> None:
    text = f"{json.dumps([HELLO])}\n{json.dumps([ANSWER])}\n"
    chats = read_chats(written(tmp_path, "export.txt", text))

    assert [chat.session for chat in chats] == ["export-1", "export-2"]


def test_gzip_and_a_byte_order_mark_are_read(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl.gz"
    path.write_bytes(gzip.compress(b"\xef\xbb\xbf" + json.dumps([HELLO]).encode()))

    assert [chat.session for chat in read_chats(path)] == ["a-1"]


def test_times_without_an_offset_are_read_in_the_zone(tmp_path: Path) -> None:
    messages = [
        HELLO | {"at": "2024-01-31T09:30:00"},
        HELLO | {"timestamp": "2024-01-31T09:30:00Z"},
        HELLO | {"created_at": 1_700_000_000},
    ]
    [chat] = read_chats(written(tmp_path, "a.json", messages), tz="Asia/Shanghai")

    assert [turn.at for turn in chat.turns] == [
        datetime(2024, 1, 31, 1, 30, tzinfo=UTC),
        datetime(2024, 1, 31, 9, 30, tzinfo=UTC),
        datetime(2023, 11, 14, 22, 13, 20, tzinfo=UTC),
    ]


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    texts=st.lists(
        st.text(
            st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1
        ).filter(str.strip),
        min_size=1,
        max_size=5,
    )
)
def test_any_text_comes_through_json_lines_and_gzip_alike(tmp_path: Path, texts: list[str]) -> None:
    messages = [{"role": "user", "content": text} for text in texts]
    line = json.dumps({"id": "s", "messages": messages}, ensure_ascii=False)
    packed = tmp_path / "b.json.gz"
    packed.write_bytes(gzip.compress(line.encode()))

    plain = read_chats(written(tmp_path, "a.json", line))
    assert [turn.content for turn in plain[0].turns] == texts
    assert plain == read_chats(written(tmp_path, "c.jsonl", line)) == read_chats(packed)


BAD: list[tuple[str, str, str]] = [
    ("a.json", "", "a.json: is empty"),
    ("a.json", "3", "a.json:1: must be a conversation, not a number"),
    ("a.json", '[\n{"role": "user",}\n]', "a.json:2: is not JSON: "),
    ("a.jsonl", '{"messages": []}\n{"messages": [\n', "a.jsonl:2: is not JSON: "),
    ("a.json", "[]", "a.json: holds no message of a user, an assistant or a tool"),
    ("a.json", '[{"role": "system", "content": "x"}]', "a.json: holds no message"),
    ("a.json", '{"title": "x", "mapping": {}}', "; its keys: mapping, title"),
    ("a.json", '{"messages": "x"}', "a.json:1: messages: must be a list, not a string"),
    ("a.json", '{"messages": [3]}', "a.json:1: messages[0]: must be an object, not a number"),
    ("a.json", '{"messages": [{}]}', "messages[0]: is no message: it has none of 'role'"),
    (
        "a.json",
        '{"messages": [{"role": "user", "content": "a"}, {"role": "robot", "content": "b"}]}',
        "a.json:1: messages[1].role: 'robot' is no role that is known",
    ),
    (
        "a.jsonl",
        '{"messages": []}\n{"messages": [{"role": "user", "content": 7}]}',
        "a.jsonl:2: messages[0].content: must be a string or a list of blocks, not a number",
    ),
    (
        "a.json",
        '[{"role": "user", "content": [{"url": "x"}]}]',
        "a.json:1: [0].content[0]: is no block",
    ),
    (
        "a.json",
        '[{"role": "user", "content": "a", "at": "last summer"}]',
        "a.json:1: [0].at: is no time that can be read",
    ),
    (
        "a.json",
        '[{"role": "assistant", "tool_calls": [{"id": "1", "function": {}}]}]',
        "a.json:1: [0].tool_calls[0].function.name: must be a string, not missing or null",
    ),
    (
        "a.json",
        '[{"type": "human", "data": ["x"]}]',
        "a.json:1: [0].data: must be an object, not a list",
    ),
    (
        "a.json",
        '{"conversations": [{"from": "human", "value": "a"}, {"from": 1, "value": "b"}]}',
        "a.json:1: conversations[1].from: must be a string, not a number",
    ),
    (
        "a.json",
        '{"conversation": {"session_1": [{"speaker": "Ana"}]}}',
        "a.json:1: conversation.session_1[0].text: must be a string, not missing or null",
    ),
    (
        "a.json",
        '{"session_1": [], "session_1_date_time": "noon on 3 Floreal, 2023"}',
        "a.json:1: session_1_date_time: is no time that can be read",
    ),
    # The line is that of the element, however the file is laid out.
    (
        "a.json",
        '{\n "messages": [\n  {"role": "user", "content": "[,]"},\n  {"role": "user",\n   "content": 7}]}',
        "a.json:5: messages[1].content: must be a string or a list of blocks, not a number",
    ),
    (
        "a.json",
        '[\n{"role": "user",\n "text": "a"}]',
        "a.json:2: [0].content: is missing: a user's message must say something",
    ),
]


@pytest.mark.parametrize(("name", "text", "reason"), BAD)
def test_a_bad_file_is_refused_with_the_place_and_the_reason(
    tmp_path: Path, name: str, text: str, reason: str
) -> None:
    message = refusal(written(tmp_path, name, text))

    assert message.startswith(str(tmp_path / name))
    assert reason in message
    assert message.count(str(tmp_path)) == 1


def test_a_file_that_is_not_there_or_not_text_is_refused(tmp_path: Path) -> None:
    binary = tmp_path / "a.json"
    binary.write_bytes(b'["\xff"]')
    cut = tmp_path / "b.json.gz"
    cut.write_bytes(gzip.compress(b"[]" * 500)[:-12])

    assert "No such file" in refusal(tmp_path / "none.json")
    assert refusal(tmp_path).endswith("Is a directory")
    assert refusal(binary).endswith("is not UTF-8 text (byte 2); save it as UTF-8")
    assert refusal(cut).endswith("is a damaged or cut gzip file")
    assert refusal(written(tmp_path, "c.json", "[" * 100_000)).endswith("is nested too deeply")


def test_an_unknown_time_zone_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, "a.json", [HELLO])

    assert "'Mars/Olympus' is not known" in refusal(path, tz="Mars/Olympus")
    assert "is not known" in refusal(path, tz="../../etc/passwd")


def test_a_tool_s_answer_has_the_name_that_its_call_gives(tmp_path: Path) -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "weather", "arguments": "{}"}}
    messages = [
        {"role": "user", "content": "天气怎么样？"},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c1", "content": "晴"},
        {"role": "tool", "tool_call_id": "c2", "content": "sun"},
        {"role": "tool", "tool_call_id": "c1", "name": "own", "content": "rain"},
    ]
    [chat] = read_chats(written(tmp_path, "a.json", json.dumps(messages)))

    assert [turn.name for turn in chat.turns] == [None, None, "weather", None, "own"]
