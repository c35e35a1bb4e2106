"""The two interfaces of LlamaIndex's chat stores over one transcript, and what memory learns of it."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest
from llama_index.core.base.llms.types import ChatMessage
from llama_index.core.memory import ChatMemoryBuffer, Memory
from llama_index.core.storage.chat_store.base_db import MessageStatus

from hindsight_integrations import Hindsight, InvalidInput
from hindsight_integrations.llamaindex import HindsightBufferStore, HindsightChatStore

ACTIVE, ARCHIVED = MessageStatus.ACTIVE, MessageStatus.ARCHIVED


def user(text: str) -> ChatMessage:
    return ChatMessage(role="user", content=text)


def texts(messages: list[ChatMessage]) -> list[str | None]:
    return [message.content for message in messages]


@pytest.fixture
def store(hindsight: Hindsight) -> HindsightChatStore:
    return HindsightChatStore(hindsight=hindsight, user="ann")


@pytest.fixture
def buffer(hindsight: Hindsight) -> HindsightBufferStore:
    return HindsightBufferStore(hindsight=hindsight, user="ann")


class TestWithStatus:
    """What ``Memory`` asks of an ``AsyncDBChatStore``."""

    async def test_what_is_added_comes_back_in_order(self, store: HindsightChatStore) -> None:
        await store.add_message("s1", user("one"))
        await store.add_messages("s1", [user("two"), user("two")])
        assert texts(await store.get_messages("s1")) == ["one", "two", "two"]
        assert await store.count_messages("s1") == 3
        assert await store.get_messages("s2") == []

    @pytest.mark.parametrize(
        ("limit", "offset", "expected"),
        [(2, None, "ab"), (None, 3, "de"), (2, 1, "bc"), (9, 4, "e"), (0, 0, ""), (1, 9, "")],
    )
    async def test_a_part_of_them(
        self, store: HindsightChatStore, limit: int | None, offset: int | None, expected: str
    ) -> None:
        await store.add_messages("s1", [user(letter) for letter in "abcde"])
        found = await store.get_messages("s1", limit=limit, offset=offset)
        assert texts(found) == list(expected)

    async def test_the_oldest_are_archived(self, store: HindsightChatStore) -> None:
        await store.add_messages("s1", [user(letter) for letter in "abcd"])
        assert texts(await store.archive_oldest_messages("s1", 2)) == ["a", "b"]
        assert texts(await store.archive_oldest_messages("s1", 1)) == ["c"]
        assert texts(await store.get_messages("s1")) == ["d"]
        assert texts(await store.get_messages("s1", status=ARCHIVED)) == ["a", "b", "c"]
        assert texts(await store.get_messages("s1", status=None)) == ["a", "b", "c", "d"]
        assert await store.count_messages("s1", status=None) == 4

    async def test_messages_may_be_added_as_archived(self, store: HindsightChatStore) -> None:
        await store.add_message("s1", user("now"))
        await store.add_message("s1", user("before"), status=ARCHIVED)
        assert texts(await store.get_messages("s1")) == ["now"]
        assert texts(await store.get_messages("s1", status=ARCHIVED)) == ["before"]

    async def test_the_oldest_are_deleted(self, store: HindsightChatStore) -> None:
        await store.add_messages("s1", [user(letter) for letter in "abc"])
        assert texts(await store.delete_oldest_messages("s1", 2)) == ["a", "b"]
        assert texts(await store.delete_oldest_messages("s1", 9)) == ["c"]
        assert await store.delete_oldest_messages("s1", 1) == []

    async def test_setting_replaces_everything(self, store: HindsightChatStore) -> None:
        await store.add_messages("s1", [user("a"), user("b")])
        await store.archive_oldest_messages("s1", 1)
        await store.set_messages("s1", [user("b"), user("c")])
        assert texts(await store.get_messages("s1", status=None)) == ["b", "c"]
        await store.set_messages("s1", [user("d")], status=ARCHIVED)
        assert texts(await store.get_messages("s1")) == []
        assert texts(await store.get_messages("s1", status=ARCHIVED)) == ["d"]

    @pytest.mark.parametrize(
        ("status", "left"), [(None, []), (ACTIVE, ["a"]), (ARCHIVED, ["b", "c"])]
    )
    async def test_messages_of_a_status_are_deleted(
        self, store: HindsightChatStore, status: MessageStatus | None, left: list[str]
    ) -> None:
        await store.add_messages("s1", [user("a"), user("b"), user("c")])
        await store.archive_oldest_messages("s1", 1)
        await store.delete_messages("s1", status=status)
        assert texts(await store.get_messages("s1", status=None)) == left

    async def test_a_message_is_deleted_by_its_place(self, store: HindsightChatStore) -> None:
        await store.add_messages("s1", [user("a"), user("b"), user("c")])
        deleted = await store.delete_message("s1", 1)
        assert deleted is not None
        assert deleted.content == "b"
        assert await store.delete_message("s1", 5) is None
        assert texts(await store.get_messages("s1")) == ["a", "c"]

    async def test_keys_are_the_users_sessions(
        self, store: HindsightChatStore, hindsight: Hindsight
    ) -> None:
        await store.add_message("s2", user("x"))
        await store.add_message("s1", user("x"))
        other = HindsightChatStore(hindsight=hindsight, user="ben")
        await other.add_message("s3", user("x"))
        assert await store.get_keys() == ["s1", "s2"]
        assert await other.get_messages("s1") == []

    async def test_own_16_each_reading_makes_new_messages(self, store: HindsightChatStore) -> None:
        await store.add_message("s1", user("a"))
        (first,) = await store.get_messages("s1")
        first.blocks.clear()
        assert texts(await store.get_messages("s1")) == ["a"]


class TestBugs:
    async def test_bug_9_an_empty_batch_is_nothing(self, store: HindsightChatStore) -> None:
        await store.add_messages("s1", [])
        assert await store.get_messages("s1") == []

    async def test_bug_10_the_first_use_may_be_concurrent(self, store: HindsightChatStore) -> None:
        assert await asyncio.gather(*(store.get_messages("s1") for _ in range(5))) == [[]] * 5

    async def test_bug_11_a_set_that_fails_keeps_the_history(
        self, store: HindsightChatStore
    ) -> None:
        await store.set_messages("s1", [user("a")])
        endless: list[object] = []
        endless.append(endless)
        bad = ChatMessage(content="b", additional_kwargs={"x": endless})
        with pytest.raises(InvalidInput):
            await store.set_messages("s1", [user("c"), bad])
        assert texts(await store.get_messages("s1")) == ["a"]
        await store.set_messages(
            "s1", [ChatMessage(content="b", additional_kwargs={"x": object()})]
        )
        assert texts(await store.get_messages("s1")) == ["b"]

    async def test_bug_12_quick_adds_keep_their_order(self, store: HindsightChatStore) -> None:
        for number in range(10):
            await store.add_message("s1", user(f"{number}"))
        assert texts(await store.get_messages("s1")) == [str(number) for number in range(10)]

    async def test_own_4_of_twenty_adds_at_once_none_is_lost(
        self, store: HindsightChatStore
    ) -> None:
        await asyncio.gather(*(store.add_message("s1", user(f"{n}")) for n in range(20)))
        assert sorted(texts(await store.get_messages("s1")), key=str) == sorted(map(str, range(20)))

    def test_bug_26_deleting_keeps_the_order_and_the_last_one_can_go(
        self, buffer: HindsightBufferStore
    ) -> None:
        buffer.set_messages("s1", [user("A"), user("B"), user("C")])
        buffer.delete_message("s1", 1)
        assert texts(buffer.get_messages("s1")) == ["A", "C"]
        buffer.set_messages("s1", [user("A")])
        buffer.delete_message("s1", 0)
        assert buffer.get_messages("s1") == []

    def test_bug_37_many_threads_add(self, buffer: HindsightBufferStore) -> None:
        def work(thread: int) -> None:
            for number in range(10):
                buffer.add_message("s1", user(f"{thread}-{number}"))

        with ThreadPoolExecutor(8) as pool:
            list(pool.map(work, range(8)))
        kept = texts(buffer.get_messages("s1"))
        assert len(set(kept)) == 80
        for thread in range(8):
            mine = [text for text in kept if text and text.startswith(f"{thread}-")]
            assert mine == [f"{thread}-{number}" for number in range(10)]


class TestForBuffers:
    """What ``ChatMemoryBuffer`` asks of a ``BaseChatStore``."""

    def test_messages_are_set_added_and_read(self, buffer: HindsightBufferStore) -> None:
        buffer.set_messages("s1", [user("a")])
        buffer.add_message("s1", user("b"))
        assert texts(buffer.get_messages("s1")) == ["a", "b"]
        buffer.set_messages("s1", [])
        assert buffer.get_messages("s1") == []

    def test_messages_are_deleted(self, buffer: HindsightBufferStore) -> None:
        buffer.set_messages("s1", [user("a"), user("b"), user("c")])
        last = buffer.delete_last_message("s1")
        assert last is not None
        assert last.content == "c"
        assert buffer.delete_message("s1", 7) is None
        assert buffer.delete_message("s1", -1) is None
        assert texts(buffer.delete_messages("s1") or []) == ["a", "b"]
        assert buffer.delete_messages("s1") is None
        assert buffer.delete_last_message("s1") is None

    async def test_its_async_twins(self, buffer: HindsightBufferStore) -> None:
        await buffer.aset_messages("s1", [user("a"), user("b")])
        await buffer.async_add_message("s1", user("c"))
        await buffer.adelete_last_message("s1")
        await buffer.adelete_message("s1", 0)
        assert texts(await buffer.aget_messages("s1")) == ["b"]
        assert await buffer.aget_keys() == ["s1"]
        await buffer.adelete_messages("s1")
        assert await buffer.aget_messages("s1") == []

    def test_a_chat_memory_buffer_works_on_it(self, buffer: HindsightBufferStore) -> None:
        memory = ChatMemoryBuffer.from_defaults(
            chat_store=buffer, chat_store_key="s1", tokenizer_fn=str.split
        )
        memory.put(user("I live in Berlin."))
        memory.set([*memory.get_all(), user("Thanks a lot for it.")])
        assert texts(memory.get()) == ["I live in Berlin.", "Thanks a lot for it."]

    async def test_both_show_the_same_messages(
        self, buffer: HindsightBufferStore, store: HindsightChatStore
    ) -> None:
        await store.add_messages("s1", [user("a"), user("b")])
        await store.archive_oldest_messages("s1", 1)
        assert texts(buffer.get_messages("s1")) == ["b"]


class TestMemory:
    """What is put into a store is remembered, and forgetting reaches it."""

    async def test_what_is_added_is_learnt_at_once(
        self, store: HindsightChatStore, hindsight: Hindsight
    ) -> None:
        await store.add_message("s1", user("I live in Berlin."))
        await store.add_message("s1", user("我搬到里斯本了。"))
        found = hindsight.for_user("ann").history("user.location")
        assert [memory.status for memory in found] == ["active", "superseded"]

    async def test_what_is_set_again_is_not_learnt_again(
        self, store: HindsightChatStore, hindsight: Hindsight
    ) -> None:
        for text in ("I live in Berlin.", "I live in Lisbon."):
            await store.add_message("s1", user(text))
        kept = await store.get_messages("s1")
        await store.set_messages("s1", [*kept, user("The train was late today.")])
        await store.set_messages("s1", kept[:1])
        active = hindsight.for_user("ann").history("user.location")[0]
        assert "Lisbon" in active.content
        assert hindsight.for_user("ann").count() == 5  # three utterances and two values

    async def test_deleting_keeps_what_was_learnt_and_forgetting_takes_all(
        self, store: HindsightChatStore, hindsight: Hindsight
    ) -> None:
        memory = hindsight.for_user("ann")
        await store.add_messages("s1", [user("I live in Berlin."), user("I eat everything.")])
        await store.delete_messages("s1")
        assert memory.history("user.location") != []
        await store.add_message("s2", user("I live in Berlin, still."))
        memory.forget(subject="user.location", reason="asked")
        assert await store.get_messages("s2") == []

    async def test_bug_22_a_stock_memory_takes_it(self, store: HindsightChatStore) -> None:
        memory = Memory.from_defaults(
            session_id="s1",
            chat_store=store,
            token_limit=10,
            token_flush_size=2,
            tokenizer_fn=str.split,
        )
        for number in range(6):
            await memory.aput(user(f"number {number}"))
        assert texts(await memory.aget()) == ["number 3", "number 4", "number 5"]
        assert len(await memory.aget_all()) == 6

    def test_a_dump_holds_no_memory(self, store: HindsightChatStore) -> None:
        assert store.model_dump() == {
            "user": "ann",
            "tenant": "default",
            "agent": None,
            "tz": "UTC",
        }
        assert "m.db" not in repr(store)
