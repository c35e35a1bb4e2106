"""``HindsightMemory`` by itself: put, get, set, reset, the window, blocks of others, dumps and copies.

The source distribution of llama-index-core 0.14.25 holds no tests to run on ours: these are our own.
"""

from __future__ import annotations

import asyncio
import copy
import json
import pickle
import subprocess
import sys
import textwrap
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from llama_index.core.base.llms.types import ChatMessage, TextBlock, ToolCallBlock
from llama_index.core.memory import InsertMethod, Memory, StaticMemoryBlock
from llama_index.core.memory.memory import BaseMemoryBlock
from llama_index.core.storage.chat_store.base_db import MessageStatus
from workflows.context.serializers import JsonSerializer, PickleSerializer

from hindsight_integrations import ConfigurationError, Hindsight, InvalidInput
from hindsight_integrations.llamaindex import (
    HindsightChatStore,
    HindsightFactsBlock,
    HindsightMemory,
    HindsightMemoryBlock,
    serving,
)
from hindsight_integrations.llamaindex import (
    memory as module,
)
from hindsight_integrations.llamaindex.restoring import Living
from llama_script import answer, calling, said, texts, words


def static(name: str = "static", text: str = "x", priority: int = 0) -> StaticMemoryBlock:
    return StaticMemoryBlock(name=name, static_content=[TextBlock(text=text)], priority=priority)


def made(hindsight: Hindsight, session: str | None = "s1", **options: Any) -> HindsightMemory:
    given = {"user": "ann", "tokenizer_fn": words, **options}
    return HindsightMemory.from_defaults(session, hindsight=hindsight, **given)


class Collecting(BaseMemoryBlock[str]):
    """A block of somebody else's: it keeps what it is given, and may fail first."""

    name: str = "collecting"
    failures: int = 0
    taken: list[str] = []  # noqa: RUF012 - a pydantic field, copied for each

    async def _aget(self, messages: list[ChatMessage] | None = None, **_: Any) -> str:
        return ""

    async def _aput(self, messages: list[ChatMessage]) -> None:
        if self.failures > 0:
            self.failures -= 1
            raise RuntimeError("not now")
        self.taken += texts(messages)


class TestPutting:
    async def test_what_is_put_is_shown_and_learnt(self, hindsight: Hindsight) -> None:
        memory = made(hindsight)
        await memory.aput(said("I live in Berlin."))
        await memory.aput_messages([answer("Noted."), said("我搬到里斯本了。")])
        assert texts(await memory.aget_all()) == ["I live in Berlin.", "Noted.", "我搬到里斯本了。"]
        found = memory.long_term.history("user.location")
        assert [m.status for m in found] == ["active", "superseded"]

    async def test_another_session_knows_it(self, hindsight: Hindsight) -> None:
        await made(hindsight).aput(said("I live in Berlin."))
        later = made(hindsight, "s2")
        await later.aput(said("Where do I live?"))
        (prompt,) = await later.aget()
        assert prompt.role == "user"
        assert ") I live in Berlin" in (prompt.content or "")
        assert texts(await later.aget_all()) == ["Where do I live?"]
        assert await made(hindsight, "s3", user="ben").aget("Where do I live?") == []

    async def test_bug_9_an_empty_batch(self, hindsight: Hindsight) -> None:
        await made(hindsight).aput_messages([])

    async def test_bug_10_first_use_by_several(self, hindsight: Hindsight) -> None:
        memory = made(hindsight)
        assert await asyncio.gather(*(memory.aget() for _ in range(5))) == [[]] * 5

    async def test_own_4_twenty_parallel_puts(self, hindsight: Hindsight) -> None:
        taken = Collecting()
        memory = made(hindsight, token_limit=20, token_flush_size=2, memory_blocks=[taken])
        await asyncio.gather(*(memory.aput(said(f"number {n}")) for n in range(20)))
        active = await memory.sql_store.get_messages("s1")
        archived = await memory.aget_all(status=MessageStatus.ARCHIVED)
        everything = [f"number {n}" for n in range(20)]
        assert sorted(texts([*active, *archived])) == sorted(everything)
        assert sorted(taken.taken) == sorted(texts(archived))  # each handed over once
        assert sum(len(words(text)) for text in texts(active)) <= 14

    def test_bug_37_threads_put_without_a_loop(self, hindsight: Hindsight) -> None:
        memory = made(hindsight)
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(lambda n: memory.put(said(f"number {n}")), range(24)))
        assert sorted(texts(memory.get_all())) == sorted(f"number {n}" for n in range(24))

    async def test_bug_13_a_reset_among_puts(self, hindsight: Hindsight) -> None:
        memory = made(hindsight)
        await asyncio.gather(*(memory.aput(said(f"n {n}")) for n in range(5)), memory.areset())
        await memory.areset()
        assert await memory.aget_all() == []

    async def test_sync_calls_inside_a_running_loop(self, hindsight: Hindsight) -> None:
        memory = made(hindsight)
        memory.put(said("I live in Berlin."))
        memory.put_messages([answer("Noted.")])
        assert len(memory.get()) == 2
        memory.set([said("one")])
        assert texts(memory.get_all()) == ["one"]
        memory.reset()
        assert memory.get_all() == []

    def test_bug_36_loops_come_and_go(self, hindsight: Hindsight) -> None:
        memory = made(hindsight)
        memory.put(said("one"))
        for text in ("two", "three"):
            asyncio.run(memory.aput(said(text)))
        memory.put(said("four"))
        assert texts(memory.get_all()) == ["one", "two", "three", "four"]

    async def test_bug_40_a_put_in_a_thread_beside_a_loop(self, hindsight: Hindsight) -> None:
        memory = made(hindsight)
        await asyncio.gather(
            asyncio.to_thread(memory.put, said("from a thread")), memory.aput(said("from the loop"))
        )
        assert len(await memory.aget()) == 2


class TestSetting:
    async def test_bug_11_a_set_that_fails_keeps_everything(self, hindsight: Hindsight) -> None:
        memory = made(hindsight)
        await memory.aput(said("one"))
        loop: list[Any] = []
        loop.append(loop)
        with pytest.raises(InvalidInput):
            await memory.aset([said("two"), said("three", loop=loop)])
        assert texts(await memory.aget_all()) == ["one"]

    async def test_what_was_told_is_taken_out_again(self, hindsight: Hindsight) -> None:
        memory = made(hindsight)
        await memory.aput(said("I live in Berlin."))
        await memory.aput(said("Where do I live?"))
        prompt = await memory.aget()
        assert len(prompt[-1].blocks) == 2
        count = memory.long_term.count()
        await memory.aset(prompt)
        assert texts(await memory.aget_all()) == ["I live in Berlin.", "Where do I live?"]
        assert memory.long_term.count() == count

    async def test_own_p72_a_long_history_is_flushed_when_it_is_set(
        self, hindsight: Hindsight
    ) -> None:
        taken = Collecting()
        memory = made(hindsight, token_limit=10, memory_blocks=[taken])
        await memory.aset([said("one two three"), answer("four five"), said("six seven eight")])
        assert texts(await memory.aget()) == ["six seven eight"]
        assert taken.taken == ["one two three", "four five"]

    async def test_reset_keeps_what_was_learnt_and_forgetting_reaches_the_window(
        self, hindsight: Hindsight
    ) -> None:
        memory = made(hindsight)
        await memory.aput_messages([said("I live in Berlin."), said("I eat everything.")])
        await memory.areset()
        assert memory.long_term.history("user.location") != []
        await memory.aput_messages([said("I live in Berlin."), said("I ski often.")])
        memory.long_term.forget(subject="user.location", reason="asked")
        assert texts(await memory.aget_all()) == ["I ski often."]

    async def test_messages_of_one_status_are_reset(self, hindsight: Hindsight) -> None:
        memory = made(hindsight, token_limit=5, token_flush_size=1)
        await memory.aput_messages([said("one two"), said("three four")])
        await memory.areset(status=MessageStatus.ARCHIVED)
        assert texts(await memory.aget_all()) == ["three four"]


class TestWindow:
    async def test_bug_2_a_system_message_stays(self, hindsight: Hindsight) -> None:
        memory = made(hindsight, token_limit=20, k=0)
        await memory.aput(said("be kind", "system"))
        for number in range(4):
            await memory.aput_messages(
                [said(f"question {number} of mine"), answer("yes, of course")]
            )
        shown = await memory.aget()
        assert shown[0].role == "system"
        assert shown[1].role == "user"
        assert sum(len(words(text)) for text in texts(shown)) <= 14

    async def test_bug_4_a_block_that_fails_is_handed_everything_later(
        self, hindsight: Hindsight
    ) -> None:
        good, bad = Collecting(name="good"), Collecting(name="bad", failures=2)
        memory = made(hindsight, token_limit=6, token_flush_size=1, memory_blocks=[good, bad])
        for number in range(5):
            await memory.aput(said(f"message {number} here"))
        expected = [f"message {number} here" for number in range(4)]
        assert (good.taken, bad.taken) == (expected, expected)

    async def test_bug_7_calls_of_tools_count(self, hindsight: Hindsight) -> None:
        memory = made(hindsight, token_limit=50, token_flush_size=5)
        for number in range(10):
            call = calling("find", f"c{number}", text="word " * 200)
            result = said("found", "tool", tool_call_id=f"c{number}")
            await memory.aput_messages([said("go"), call, result, answer("done")])
        shown = await memory.sql_store.get_messages("s1")
        assert [message.role.value for message in shown] == [
            "user",
            "assistant",
            "tool",
            "assistant",
        ]

    async def test_bug_21_a_long_last_message_is_the_last(self, hindsight: Hindsight) -> None:
        memory = made(hindsight, token_limit=100)
        long = json.dumps({f"key {n}": "<tag>{value}</tag>" for n in range(800)})
        await memory.aput_messages([said("one"), answer("two"), said(long)])
        assert (await memory.aget())[-1].blocks[-1] == TextBlock(text=long)

    async def test_bug_29_a_long_history_is_counted_once(self, hindsight: Hindsight) -> None:
        """Reading 1,000 messages took a minute: each shorter window was counted anew."""
        counted: list[str] = []

        def counting(text: str) -> list[str]:
            counted.append(text)
            return text.split()

        memory = made(hindsight, token_limit=16_000, tokenizer_fn=counting)
        long = [said(f"u{n} tea") if n % 2 == 0 else answer(f"a{n} tea") for n in range(1_000)]
        await memory.aset(long)
        counted.clear()
        shown = await memory.aget()
        assert len(shown) == 1_000
        assert len(counted) < 4 * 1_000

    async def test_what_another_of_its_session_put_is_seen_when_it_reads(
        self, hindsight: Hindsight
    ) -> None:
        """A put does not read the whole window each time; a reading does."""
        one, other = (made(hindsight, token_limit=10, token_flush_size=1) for _ in range(2))
        await one.aput(said("one two three"))
        await other.aput(said("four five six"))
        await one.aget()
        await one.aput(said("七 八"))
        assert texts(await one.aget_all(status=MessageStatus.ACTIVE)) == ["four five six", "七 八"]

    async def test_bug_28_an_initial_count_beyond_the_limit(self, hindsight: Hindsight) -> None:
        memory = made(hindsight, token_limit=10)
        await memory.aput(said("one"))
        assert texts(await memory.aget(initial_token_count=11)) == ["one"]

    @pytest.mark.parametrize("kind", ["str", "message"])
    async def test_own_p01_input_may_be_a_message(self, hindsight: Hindsight, kind: str) -> None:
        memory = made(hindsight)
        memory.long_term.remember("Ann lives in Oslo", subject="user.location")
        asked = "Where does Ann live?"
        (prompt,) = await memory.aget(asked if kind == "str" else said(asked))
        assert prompt.role == "system"  # the message it is about is not here yet
        assert "Oslo" in (prompt.content or "")

    async def test_own_p90_once_it_is_here_it_is_told_with_the_message(
        self, hindsight: Hindsight
    ) -> None:
        memory = made(hindsight)
        memory.long_term.remember("Ann lives in Oslo", subject="user.location")
        await memory.aput_messages([said("Hello you there"), answer("Hi.")])
        first = await memory.aget("Where does Ann live?")
        assert [m.role.value for m in first] == ["system", "user", "assistant"]
        await memory.aput(said("Where does Ann live?"))
        then = await memory.aget("Where does Ann live?")
        assert [m.role.value for m in then] == ["user", "assistant", "user"]
        assert "Oslo" in (then[-1].content or "")


class TestBlocks:
    async def test_bug_1_the_most_important_block_is_kept(self, hindsight: Hindsight) -> None:
        blocks = [static(f"p{priority}", "word " * 8, priority) for priority in (0, 1, 2)]
        memory = made(hindsight, token_limit=17, memory_blocks=blocks, k=0)
        shown = "\n".join(texts(await memory.aget()))
        assert ("<p0>" in shown, "<p1>" in shown, "<p2>" in shown) == (True, True, False)

    async def test_own_p09_one_token_too_many_costs_a_line(self, hindsight: Hindsight) -> None:
        memory = made(hindsight, token_limit=70, chat_history_token_ratio=0.5, k=3)
        for number in range(3):
            memory.long_term.remember(f"canoe number {number} is red and long and old")
        await memory.aput(said("tell me about canoe number " + "x " * 10))
        (prompt,) = await memory.aget()
        block, _question = prompt.blocks
        assert isinstance(block, TextBlock)
        assert 1 <= block.text.count("canoe number") < 3

    async def test_own_p11_nothing_grows_from_reading(self, hindsight: Hindsight) -> None:
        class Keeping(BaseMemoryBlock[list[ChatMessage]]):
            name: str = "keeping"
            kept: list[ChatMessage] = [said("be kind", "system")]  # noqa: RUF012 - as above

            async def _aget(self, messages: Any = None, **_: Any) -> list[ChatMessage]:
                return self.kept

            async def _aput(self, messages: list[ChatMessage]) -> None: ...

        fixed = static(text="a fact")
        memory = made(
            hindsight, memory_blocks=[Keeping(), fixed], insert_method=InsertMethod.SYSTEM
        )
        await memory.aput(said("one"))
        first = await memory.aget()
        assert await memory.aget() == first
        assert await memory.aget() == first

    async def test_own_p55_a_block_changes_only_what_it_is_handed(
        self, hindsight: Hindsight
    ) -> None:
        class Marking(Collecting):
            async def _aput(self, messages: list[ChatMessage]) -> None:
                for message in messages:
                    message.blocks.clear()

        after = Collecting(name="after")
        blocks = [Marking(name="marking"), after]
        memory = made(hindsight, token_limit=6, token_flush_size=1, memory_blocks=blocks)
        await memory.aput_messages([said("one two three"), said("four five six")])
        assert after.taken == ["one two three"]
        assert texts(await memory.aget_all())[0] == "one two three"
        assert (await memory.aget_all())[0].additional_kwargs == {}

    def test_one_of_hindsights_blocks_is_there_and_none_learns_twice(
        self, hindsight: Hindsight
    ) -> None:
        facts = HindsightFactsBlock(hindsight=hindsight, user="ann")
        assert [b.name for b in made(hindsight).memory_blocks] == ["hindsight"]
        assert [b.name for b in made(hindsight, memory_blocks=[facts]).memory_blocks] == [
            facts.name
        ]
        both = made(hindsight, memory_blocks=[static()]).memory_blocks
        assert [b.name for b in both] == ["static", "hindsight"]
        assert made(hindsight, k=0).memory_blocks == []
        taken = made(hindsight, memory_blocks=[facts]).memory_blocks[0]
        assert isinstance(taken, HindsightFactsBlock)
        assert (taken.learn, facts.learn) == (False, True)


class TestMaking:
    def test_a_missing_user_is_an_error(self, hindsight: Hindsight) -> None:
        with pytest.raises(InvalidInput, match="serving"):
            HindsightMemory.from_defaults(hindsight=hindsight)
        with pytest.raises(InvalidInput, match="serving"):
            HindsightMemory.from_defaults(user="ann")
        with pytest.raises(InvalidInput):
            made(hindsight, user="")

    def test_while_one_user_is_served_no_other_is_taken_for_them(
        self, hindsight: Hindsight
    ) -> None:
        with serving(hindsight, user="ann"):
            for other in ({"user": "eve"}, {"tenant": "other"}):
                with pytest.raises(InvalidInput, match="another user"):
                    HindsightMemory.from_defaults("s1", **other)  # type: ignore[arg-type]
            own = HindsightMemory.from_defaults("s1", user="ann", k=0, tz="Asia/Shanghai")
            store = HindsightChatStore(hindsight=hindsight, user="ann")
            assert HindsightMemory.from_defaults("s1", chat_store=store).sql_store is store
        assert (own.user, own.tz, own.memory_blocks) == ("ann", "Asia/Shanghai", [])

    def test_no_other_store_is_taken(self, hindsight: Hindsight) -> None:
        """Another user's messages would be shown, or nothing of them forgotten."""
        store = HindsightChatStore(hindsight=hindsight, user="ben")
        with pytest.raises(InvalidInput, match="own log"):
            made(hindsight, sql_store=store)
        with pytest.raises(ValueError, match="own log"):
            HindsightMemory(hindsight=hindsight, user="ann", sql_store=store)

    @pytest.mark.parametrize("name", ["chat_store", "async_database_uri", "table_name"])
    def test_there_is_one_truth(self, hindsight: Hindsight, name: str) -> None:
        with pytest.raises(InvalidInput, match="own log"):
            made(hindsight, **{name: "x"})

    def test_it_is_made_by_its_constructor_too(self, hindsight: Hindsight) -> None:
        memory = HindsightMemory(hindsight=hindsight, user="ann", token_limit=100, session_id="s1")
        assert isinstance(memory.sql_store, HindsightChatStore)
        memory.put(said("one"))
        assert texts(memory.get_all()) == ["one"]

    def test_a_history_is_taken_over_and_an_empty_one_wipes_nothing(
        self, hindsight: Hindsight
    ) -> None:
        made(hindsight, chat_history=[said("I live in Berlin."), answer("Noted.")])
        assert texts(made(hindsight, chat_history=[]).get_all()) == ["I live in Berlin.", "Noted."]
        made(hindsight, chat_history=[said("one")])
        assert texts(made(hindsight).get_all()) == ["one"]

    def test_own_p45_it_is_always_true(self, hindsight: Hindsight) -> None:
        assert made(hindsight)
        assert not hasattr(HindsightMemory, "__len__")

    def test_a_new_session_has_a_name_of_its_own(self, hindsight: Hindsight) -> None:
        assert made(hindsight, None).session_id != made(hindsight, None).session_id


class Own(HindsightMemory):
    """What somebody has made of it."""


def by_json(memory: HindsightMemory) -> HindsightMemory:
    return type(memory).from_dict(json.loads(json.dumps(memory.to_dict())))


def by_serializer(memory: HindsightMemory) -> Any:
    serializer = JsonSerializer()
    return serializer.deserialize(serializer.serialize(memory))


def by_pickles_serializer(memory: HindsightMemory) -> Any:
    serializer = PickleSerializer()
    return serializer.deserialize(serializer.serialize(memory))


def by_pickle(memory: HindsightMemory) -> Any:
    return pickle.loads(pickle.dumps(memory))


WAYS = [by_json, by_serializer, by_pickles_serializer, by_pickle]


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Makes this process one that has made no memories."""

    def leave() -> None:
        monkeypatch.setattr(module, "_living", Living(4))

    return leave


class TestDumps:
    @pytest.mark.parametrize("way", [*WAYS, copy.deepcopy, lambda m: m.model_copy(deep=True)])
    def test_in_one_process_it_is_the_same_object_and_stays_whole(
        self, hindsight: Hindsight, way: Callable[[HindsightMemory], HindsightMemory]
    ) -> None:
        memory = made(hindsight)
        memory.put(said("one"))
        assert way(memory) is memory
        memory.put(said("two"))  # bug 14: pickling stripped the live object
        assert texts(memory.get_all()) == ["one", "two"]

    @pytest.mark.parametrize("way", WAYS)
    def test_in_another_process_it_is_made_anew(
        self,
        hindsight: Hindsight,
        elsewhere: Callable[[], None],
        way: Callable[[HindsightMemory], HindsightMemory],
    ) -> None:
        memory = made(hindsight, token_limit=1234, k=3, insert_method=InsertMethod.SYSTEM)
        memory.put(said("one"))
        dump = pickle.dumps(memory)
        elsewhere()
        with pytest.raises((ConfigurationError, ValueError)):
            way(memory)
        with serving(hindsight, user="ann"):
            again = way(memory)
            assert pickle.loads(dump) is not memory
        assert again is not memory
        assert (again.token_limit, again.insert_method) == (1234, InsertMethod.SYSTEM)
        assert again.to_dict() == {**memory.to_dict(), "name": again.to_dict()["name"]}
        assert texts(again.get_all()) == ["one"]

    @pytest.mark.parametrize("way", WAYS)
    def test_one_of_a_class_of_yours_is_made_anew_as_one(
        self,
        hindsight: Hindsight,
        elsewhere: Callable[[], None],
        way: Callable[[HindsightMemory], HindsightMemory],
    ) -> None:
        memory = Own.from_defaults("s1", hindsight=hindsight, user="ann")
        elsewhere()
        with serving(hindsight, user="ann"):
            assert type(way(memory)) is Own

    def test_own_2_it_is_dumped_without_words_and_addresses(self, hindsight: Hindsight) -> None:
        memory = made(hindsight)
        memory.put(said("my secret is a violin"))  # not to be found in hexadecimal names
        for dump in (json.dumps(memory.to_dict()), repr(memory), str(pickle.dumps(memory))):
            assert "violin" not in dump
            assert "m.db" not in dump
            assert "sqlite" not in dump

    @pytest.mark.parametrize("changed", [{"user": "ben"}, {"session_id": "s2"}, {"tenant": "x"}])
    def test_a_dump_that_names_somebody_else_is_refused(
        self, hindsight: Hindsight, elsewhere: Callable[[], None], changed: dict[str, str]
    ) -> None:
        memory = made(hindsight)
        with pytest.raises(InvalidInput, match="another"):
            HindsightMemory.from_dict(memory.to_dict() | changed)
        elsewhere()
        with serving(hindsight, user="ann", session_id="s1"), pytest.raises(InvalidInput):
            HindsightMemory.from_dict(memory.to_dict() | changed)
        with serving(hindsight, user="eve"), pytest.raises(InvalidInput, match="another"):
            HindsightMemory.from_dict(memory.to_dict())

    def test_while_one_user_is_served_no_others_memory_is_given(self, hindsight: Hindsight) -> None:
        memory = made(hindsight)
        with serving(hindsight, user="eve"), pytest.raises(InvalidInput, match="another"):
            HindsightMemory.from_dict(memory.to_dict())

    def test_blocks_of_others_are_named_and_must_be_given(
        self, hindsight: Hindsight, elsewhere: Callable[[], None]
    ) -> None:
        own = HindsightMemoryBlock(hindsight=hindsight, user="ann", name="own", k=2)
        memory = made(hindsight, memory_blocks=[static(), own])
        elsewhere()
        with serving(hindsight, user="ann"), pytest.raises(ConfigurationError, match="static"):
            by_json(memory)
        with serving(hindsight, user="ann", memory_blocks=[static()]):
            again = by_json(memory)
        assert sorted(block.name for block in again.memory_blocks) == ["own", "static"]

    def test_the_last_ones_are_kept_alive_and_older_ones_may_go(self, hindsight: Hindsight) -> None:
        living: Living[HindsightMemory] = Living(2)
        for number in range(3):
            living.add(f"m{number}", made(hindsight, f"s{number}"))
        data = {"user": "ann", "tenant": "default", "session_id": "s2"}
        assert living.get("m2", data) is not None
        assert len(living._kept) == 2

    def test_a_real_other_process_restores_it(self, tmp_path: Path) -> None:
        file = tmp_path / "own.db"
        with Hindsight.open(f"sqlite:///{file}") as hindsight:
            memory = HindsightMemory.from_defaults("s1", hindsight=hindsight, user="ann")
            memory.put(said("I live in Berlin."))
            (tmp_path / "dump.json").write_text(json.dumps(memory.to_dict()))
        program = textwrap.dedent("""
            import json, sys
            from hindsight_integrations import Hindsight
            from hindsight_integrations.llamaindex import HindsightMemory, serving
            with Hindsight.open(f"sqlite:///{sys.argv[1]}") as hindsight:
                with serving(hindsight, user="ann"):
                    memory = HindsightMemory.from_dict(json.load(open(sys.argv[2])))
                print(memory.get_all()[0].content)
        """)
        ran = subprocess.run(
            [sys.executable, "-c", program, file, tmp_path / "dump.json"],
            capture_output=True,
            encoding="utf-8",
            timeout=60,
            check=True,
        )
        assert ran.stdout == "I live in Berlin.\n"


def test_it_is_a_memory() -> None:
    assert issubclass(HindsightMemory, Memory)
    assert HindsightMemory.class_name() == "HindsightMemory"
    assert ToolCallBlock(tool_name="x").tool_kwargs == {}
