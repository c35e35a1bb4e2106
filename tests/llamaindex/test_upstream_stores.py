"""What LlamaIndex's own tests ask of chat stores, in our own words, of the stock stores and of ours."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from llama_index.core.base.llms.types import ChatMessage
from llama_index.core.storage.chat_store import SimpleChatStore
from llama_index.core.storage.chat_store.base import BaseChatStore
from llama_index.core.storage.chat_store.base_db import MessageStatus

from llama_script import answer, said, texts
from upstream_rows import LEAKS, Side, contract

pytestmark = LEAKS

ACTIVE, ARCHIVED = MessageStatus.ACTIVE, MessageStatus.ARCHIVED


# -- with a status: SQLAlchemyChatStore and HindsightChatStore ---------------------------------------


@contract
async def test_added_messages_come_back(side: Side) -> None:
    store = side.store()
    await store.add_message("k", said("hello"))
    await store.add_message("k", answer("世界"))
    found = await store.get_messages("k")
    assert [(one.role.value, one.content) for one in found] == [
        ("user", "hello"),
        ("assistant", "世界"),
    ]
    assert await store.get_messages("unknown") == []


@contract
async def test_several_are_added_and_counted(side: Side) -> None:
    store = side.store()
    await store.add_messages("k", [said("a"), answer("b"), said("c")])
    assert texts(await store.get_messages("k")) == ["a", "b", "c"]
    assert await store.count_messages("k") == 3
    assert await store.count_messages("unknown") == 0


@contract
async def test_setting_replaces(side: Side) -> None:
    store = side.store()
    await store.add_message("k", said("first"))
    await store.set_messages("k", [said("a"), answer("b")])
    assert texts(await store.get_messages("k")) == ["a", "b"]


@contract
async def test_one_is_deleted_by_the_number_of_its_row(side: Side) -> None:
    """A table's rows are numbered from 1, over all keys."""
    store = side.store()
    await store.add_messages("other", [said("x")])
    await store.add_messages("k", [said("a"), answer("b"), said("c")])
    assert (await store.delete_message("k", 3)).content == "b"
    assert texts(await store.get_messages("k")) == ["a", "c"]


@contract
async def test_all_of_a_key_are_deleted(side: Side) -> None:
    store = side.store()
    await store.add_message("one", said("a"))
    await store.add_message("two", said("b"))
    await store.delete_messages("one")
    assert await store.get_messages("one") == []
    assert texts(await store.get_messages("two")) == ["b"]


@contract
async def test_the_oldest_are_deleted(side: Side) -> None:
    store = side.store()
    await store.add_messages("k", [said("a"), answer("b"), said("c")])
    assert texts(await store.delete_oldest_messages("k", 1)) == ["a"]
    assert texts(await store.get_messages("k")) == ["b", "c"]


@contract
async def test_the_oldest_are_archived(side: Side) -> None:
    store = side.store()
    await store.add_messages("k", [said("a"), answer("b"), said("c")])
    assert texts(await store.archive_oldest_messages("k", 1)) == ["a"]
    assert texts(await store.get_messages("k", status=ACTIVE)) == ["b", "c"]
    assert texts(await store.get_messages("k", status=ARCHIVED)) == ["a"]


@contract
async def test_they_come_in_pages(side: Side) -> None:
    store = side.store()
    await store.add_messages("k", [said(letter) for letter in "abcde"])
    assert texts(await store.get_messages("k", limit=2)) == ["a", "b"]
    assert texts(await store.get_messages("k", offset=2)) == ["c", "d", "e"]
    assert texts(await store.get_messages("k", limit=2, offset=1)) == ["b", "c"]


@contract
async def test_keys_are_listed(side: Side) -> None:
    store = side.store()
    for key in ("k1", "k2", "三"):
        await store.add_message(key, said("x"))
    assert {"k1", "k2", "三"} <= set(await store.get_keys())


# -- without: SimpleChatStore and HindsightBufferStore -----------------------------------------------


def filled(side: Side, *keys: str) -> BaseChatStore:
    store: BaseChatStore = side.buffer()
    for key in keys:
        store.add_message(key, said("hello"))
        store.add_message(key, said("世界"))
    return store


@contract
def test_a_buffers_messages_are_added(side: Side) -> None:
    store = filled(side, "u1", "u2")
    assert store.get_messages("u1") == [said("hello"), said("世界")]
    assert store.get_messages("u2") == [said("hello"), said("世界")]
    assert store.get_keys() == ["u1", "u2"]


@contract
def test_one_is_put_between_them(side: Side) -> None:
    store = filled(side, "u1")
    store.add_message("u1", said("before"), idx=0)  # type: ignore[call-arg]
    assert texts(store.get_messages("u1")) == ["before", "hello", "世界"]


@contract
def test_a_buffers_messages_are_deleted(side: Side) -> None:
    store = filled(side, "u1", "u2")
    store.delete_messages("u1")
    assert store.get_messages("u1") == []
    assert len(store.get_messages("u2")) == 2


@contract
def test_a_buffers_last_message_is_deleted(side: Side) -> None:
    store = filled(side, "u1")
    assert store.delete_last_message("u1") == said("世界")
    assert texts(store.get_messages("u1")) == ["hello"]


@contract
def test_of_none_none_is_the_last(side: Side) -> None:
    store = filled(side, "u1")
    store.delete_last_message("u1")
    store.delete_last_message("u1")
    assert store.delete_last_message("u1") is None


@contract
def test_a_buffers_message_is_deleted_by_its_place(side: Side) -> None:
    store = filled(side, "u1")
    store.delete_message("u1", 0)
    assert texts(store.get_messages("u1")) == ["世界"]


@contract
def test_a_place_beyond_the_beginning_is_none(side: Side) -> None:
    store = filled(side, "u1")
    assert store.delete_message("u1", -3) is None
    assert len(store.get_messages("u1")) == 2


@contract
def test_a_file_holds_words_as_they_are(side: Side, tmp_path: Path) -> None:
    store = filled(side, "u1")
    assert isinstance(store, SimpleChatStore)
    store.persist(str(tmp_path / "chat.json"))
    assert "世界" in (tmp_path / "chat.json").read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", ["sync", "async"])
@pytest.mark.parametrize(
    ("held", "place", "left"),
    [
        ("ABC", 0, "BC"),
        ("ABC", 1, "AC"),
        ("ABC", 2, "AB"),
        ("A", 0, ""),
        ("ABC", 3, "ABC"),
        ("", 0, ""),
        ("ABA", 2, "AB"),
    ],
)
@contract
async def test_one_is_deleted_by_its_place(
    side: Side, held: str, place: int, left: str, kind: str
) -> None:
    store = side.buffer()
    extra: dict[str, Any] = {"metadata": {"source": "test"}}
    messages = [said(letter, **extra) for letter in held]
    if kind == "async":
        await store.aset_messages("k", list(messages))
        gone = await store.adelete_message("k", place)
        found = await store.aget_messages("k")
    else:
        store.set_messages("k", list(messages))
        gone = store.delete_message("k", place)
        found = store.get_messages("k")
    assert gone == (messages[place] if place < len(messages) else None)
    assert texts(found) == list(left)
    assert all(one.additional_kwargs == extra for one in found)


@contract
async def test_a_place_from_the_end_deletes_nothing(side: Side) -> None:
    store = side.buffer()
    store.set_messages("k", [said("A"), said("B")])
    store.delete_message("k", -1)
    assert texts(store.get_messages("k")) == ["A", "B"]


@pytest.mark.parametrize("kind", ["sync", "async"])
@contract
async def test_a_store_of_buffers_is_one(side: Side, kind: str) -> None:
    """Fields of messages, roles, keys: what the stores of other databases are asked."""
    store = side.buffer()
    assert isinstance(store, BaseChatStore)
    extra: dict[str, Any] = {"metadata": {"foo": "bar", "count": 5}}
    system = ChatMessage(role="system", content="说中文")
    if kind == "async":
        await store.async_add_message("k", said("a", **extra))
        assert (await store.aget_messages("k"))[0].additional_kwargs == extra
        await store.aset_messages("k", [said("a"), system])
        await store.adelete_message("k", 0)
        assert await store.aget_messages("k") == [system]
        await store.adelete_messages("k")
        assert await store.aget_messages("k") == []
        return
    store.add_message("k", said("a", **extra))
    assert store.get_messages("k")[0].additional_kwargs == extra
    assert store.get_keys() == ["k"]
    store.set_messages("k", [said("a"), system])
    store.delete_message("k", 0)
    assert store.get_messages("k") == [system]
    store.delete_last_message("k")
    assert store.get_messages("k") == []
    store.set_messages("k", [said("a"), system])
    store.delete_messages("k")
    assert store.get_messages("k") == []
