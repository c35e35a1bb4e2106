"""What LlamaIndex's own tests ask of a ``Memory``, in our own words, of the stock class and of ours."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path
from typing import Any

from llama_index.core.base.llms.types import (
    AudioBlock,
    ChatMessage,
    CitableBlock,
    ContentBlock,
    DocumentBlock,
    ImageBlock,
    TextBlock,
    ThinkingBlock,
    ToolCallBlock,
    VideoBlock,
)
from llama_index.core.memory import InsertMethod, StaticMemoryBlock
from llama_index.core.memory.memory import BaseMemoryBlock
from llama_index.core.storage.chat_store.base_db import MessageStatus
from llama_index.core.storage.chat_store.sql import SQLAlchemyChatStore
from pydantic import PrivateAttr
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from llama_script import answer, calling, said, texts, words
from upstream_rows import LEAKS, Side, contract

pytestmark = LEAKS

SYSTEM, USER = InsertMethod.SYSTEM, InsertMethod.USER


class Saying(BaseMemoryBlock[Any]):
    """A block that says what it was made with: text, blocks or messages; or one of what it is asked with."""

    says: Any = ""
    asks: str = ""

    async def _aget(self, messages: Any = None, **given: Any) -> Any:
        return f"{self.asks}={given.get(self.asks, 'nothing')}" if self.asks else self.says

    async def _aput(self, messages: list[ChatMessage]) -> None: ...

    async def atruncate(self, content: Any, tokens_to_truncate: int) -> Any:
        return content[:-1] or None


def kinds() -> list[BaseMemoryBlock[Any]]:
    history = [said("Before this."), answer("Indeed.")]
    parts = [TextBlock(text="part one"), TextBlock(text="part two")]
    return [
        Saying(name="text", says="Ann 喜欢喝茶", priority=1),
        Saying(name="parts", says=parts, priority=2),
        Saying(name="history", says=history, priority=3),
        Saying(name="asked", asks="colour", priority=4),
    ]


# -- the window --------------------------------------------------------------------------------------


@contract
async def test_it_is_set_as_it_was_made(side: Side) -> None:
    memory = side.memory(token_limit=1000, token_flush_size=700, session_id="here")
    shown = (memory.token_limit, memory.token_flush_size, memory.session_id)
    assert shown == (1000, 700, "here")


@contract
async def test_words_count_as_the_tokenizer_counts_them(side: Side) -> None:
    memory = side.memory(tokenizer_fn=words)
    assert memory._estimate_token_count(said("four words 三 四")) == 4


@contract
async def test_media_count_as_estimated(side: Side) -> None:
    memory = side.memory(
        image_token_size_estimate=2,
        audio_token_size_estimate=3,
        video_token_size_estimate=5,
        document_token_size_estimate=7,
    )
    blocks: list[tuple[ContentBlock, int]] = [
        (ImageBlock(url="http://example.org/a.png"), 2),
        (AudioBlock(url="http://example.org/a.mp3"), 3),
        (VideoBlock(url="http://example.org/a.mp4"), 5),
        (DocumentBlock(url="http://example.org/a.pdf", document_mimetype="application/pdf"), 7),
    ]
    for block, tokens in blocks:
        assert memory._estimate_token_count(ChatMessage(role="user", blocks=[block])) == tokens


def counted(side: Side, block: ContentBlock) -> int:
    memory = side.memory(tokenizer_fn=words, image_token_size_estimate=9)
    tokens: int = memory._estimate_token_count(ChatMessage(role="assistant", blocks=[block]))
    return tokens


@contract
async def test_a_call_of_a_tool_counts(side: Side) -> None:
    assert counted(side, calling("find", text="word " * 50).blocks[0]) >= 50


@contract
async def test_a_call_of_a_tool_counts_as_its_json(side: Side) -> None:
    call = ToolCallBlock(tool_call_id="c1", tool_name="find", tool_kwargs={"text": "a b"})
    assert counted(side, call) == len(words(call.model_dump_json()))


@contract
async def test_thoughts_count(side: Side) -> None:
    assert counted(side, ThinkingBlock(content="let me think of it")) == 5


@contract
async def test_what_can_be_cited_counts_with_all_in_it(side: Side) -> None:
    picture = ImageBlock(url="http://example.org/a.png")
    cited = CitableBlock(title="t", source="s", content=[TextBlock(text="two words"), picture])
    assert counted(side, cited) == 11


@contract
async def test_a_history_of_calls_is_flushed(side: Side) -> None:
    memory = side.defaults(
        session_id="calls",
        token_limit=50,
        token_flush_size=10,
        chat_history_token_ratio=1.0,
        tokenizer_fn=words,
    )
    for number in range(10):
        await memory.aput(said("go"))
        await memory.aput(calling("find", f"c{number}", text="word " * 200))
    assert len(await memory.aget_all(status=MessageStatus.ACTIVE)) < 20


@contract
async def test_what_fits_stays(side: Side) -> None:
    memory = side.memory(token_limit=1000, chat_history_token_ratio=0.9)
    await memory.aput_messages([said("一句短话")])
    assert texts(await memory.aget()) == ["一句短话"]


@contract
async def test_what_does_not_fit_leaves(side: Side) -> None:
    memory = side.memory(token_limit=1000, token_flush_size=700, chat_history_token_ratio=0.9)
    await memory.aput_messages([said("x " * 500), answer("y " * 500), said("z " * 500)])
    (left,) = await memory.aget()
    assert "z " in (left.content or "")


@contract
async def test_messages_are_put_and_shown(side: Side) -> None:
    memory = side.memory()
    await memory.aput(said("one"))
    assert texts(await memory.aget()) == ["one"]
    await memory.aput_messages([answer("two"), said("三")])
    assert texts(await memory.aget()) == ["one", "two", "三"]
    assert texts(await memory.aget_all(status=MessageStatus.ACTIVE)) == ["one", "two", "三"]


@contract
async def test_a_history_is_set(side: Side) -> None:
    memory = side.memory()
    await memory.aput(said("zero"))
    await memory.aset([said("one"), answer("two")])
    assert texts(await memory.aget()) == ["one", "two"]


@contract
async def test_it_is_reset(side: Side) -> None:
    memory = side.memory()
    await memory.aput(said("one"))
    await memory.areset(status=MessageStatus.ACTIVE)
    assert await memory.aget() == []


async def left(side: Side, limit: int, flush: int, *messages: ChatMessage) -> list[ChatMessage]:
    """What a window of half so many words shows of the messages."""
    memory = side.memory(
        token_limit=limit, token_flush_size=flush, chat_history_token_ratio=0.5, tokenizer_fn=words
    )
    await memory.aput_messages(list(messages))
    shown: list[ChatMessage] = await memory.aget()
    return shown


@contract
async def test_the_user_speaks_first_in_what_is_left(side: Side) -> None:
    shown = await left(side, 100, 50, said("x " * 100), answer("ok"))
    assert shown[0].role == "user"


@contract
async def test_a_whole_turn_is_left(side: Side) -> None:
    turns = [said("a " * 50), answer("b " * 50), said("c " * 50), answer("d " * 50)]
    shown = await left(side, 200, 100, *turns)
    assert [one.role.value for one in shown] == ["user", "assistant"]


@contract
async def test_results_follow_their_calls(side: Side) -> None:
    shown = await left(
        side,
        150,
        80,
        said("a " * 40),
        answer("b " * 20),
        said("c " * 20, "tool"),
        answer("d " * 20),
    )
    assert shown[0].role == "user"
    for place, message in enumerate(shown):
        if message.role == "tool":
            assert shown[place - 1].role in ("assistant", "tool")


@contract
async def test_no_result_is_left_alone(side: Side) -> None:
    shown = await left(side, 80, 40, said("x " * 50), answer("call"), said("result", "tool"))
    assert not shown or shown[0].role == "user"


# -- its blocks --------------------------------------------------------------------------------------


@contract
async def test_each_kind_of_block_is_asked_and_formatted(side: Side) -> None:
    memory = side.memory(memory_blocks=kinds())
    found = await memory._get_memory_blocks_content([])
    assert found["text"] == "Ann 喜欢喝茶"
    assert texts(found["history"]) == ["Before this.", "Indeed."]
    named, messages = await memory._format_memory_blocks(found)
    by_name = {name: [one.text for one in told] for name, told in named}
    assert by_name["text"] == ["Ann 喜欢喝茶"]
    assert by_name["parts"] == ["part one", "part two"]
    assert texts(messages) == ["Before this.", "Indeed."]


@contract
async def test_what_it_is_asked_with_reaches_its_blocks(side: Side) -> None:
    memory = side.memory(memory_blocks=kinds())
    found = await memory._get_memory_blocks_content([], colour="red")
    assert found["asked"] == "colour=red"
    assert (await memory._get_memory_blocks_content([]))["asked"] == "colour=nothing"


@contract
async def test_a_block_shortens_what_it_said(side: Side) -> None:
    memory = side.memory(memory_blocks=kinds())
    parts = memory.memory_blocks[1]
    assert len(await parts.atruncate(parts.says, 100)) == 1


@contract
async def test_all_kinds_stand_in_one_prompt(side: Side) -> None:
    memory = side.memory(memory_blocks=kinds(), insert_method=SYSTEM, token_limit=1000)
    shown = await memory.aget()
    (system,) = [one for one in shown if one.role == "system"]
    for text in ("Ann 喜欢喝茶", "part one", "part two"):
        assert text in (system.content or "")
    assert "Before this." in texts(shown)


@contract
async def test_media_by_address_are_inserted(side: Side) -> None:
    page = DocumentBlock(url="https://example.org/a.pdf", document_mimetype="application/pdf")
    parts = [TextBlock(text="see"), VideoBlock(url="https://example.org/a.mp4"), page]
    memory = side.memory(memory_blocks=[Saying(name="media", says=parts)], insert_method=SYSTEM)
    (system,) = await memory.aget()
    inserted = {type(one).__name__: one for one in system.blocks}
    assert str(inserted["VideoBlock"].url) == "https://example.org/a.mp4"
    assert str(inserted["DocumentBlock"].url) == "https://example.org/a.pdf"


@contract
async def test_it_is_told_where_it_was_asked_to(side: Side) -> None:
    blocks = kinds()[:2]
    by_user = side.memory(session_id="one", memory_blocks=blocks, insert_method=USER)
    await by_user.aput(said("hello"))
    assert [one.role.value for one in await by_user.aget()] == ["user"]
    by_system = side.memory(session_id="two", memory_blocks=blocks, insert_method=SYSTEM)
    assert [one.role.value for one in await by_system.aget()] == ["system"]


@contract
async def test_two_memories_of_one_session_name_share_nothing(side: Side) -> None:
    await side.memory(session_id="one").aput(said("hello"))
    assert await side.memory(session_id="one").aget() == []


def fixed(name: str, priority: int, count: int) -> StaticMemoryBlock:
    text: list[ContentBlock] = [TextBlock(text=f"{name} " * count)]
    return StaticMemoryBlock(name=name, static_content=text, priority=priority)


@contract
async def test_the_highest_number_is_dropped_first(side: Side) -> None:
    blocks = [fixed("first", 1, 12), fixed("second", 2, 12)]
    memory = side.memory(
        token_limit=20, memory_blocks=blocks, insert_method=SYSTEM, tokenizer_fn=words
    )
    shown = "\n".join(texts(await memory.aget()))
    assert ("first" in shown, "second" in shown) == (True, False)


@contract
async def test_what_has_no_number_is_never_dropped(side: Side) -> None:
    blocks = [fixed("kept", 0, 60), fixed("dropped", 1, 60)]
    memory = side.memory(
        token_limit=30, memory_blocks=blocks, insert_method=SYSTEM, tokenizer_fn=words
    )
    (system,) = await memory.aget()
    assert "kept" in (system.content or "")
    assert "dropped" not in (system.content or "")


@contract
async def test_a_block_that_fails_stops_the_reading(side: Side) -> None:
    asked: list[str] = []

    class Noting(Saying):
        async def _aget(self, messages: Any = None, **given: Any) -> Any:
            asked.append(self.name)
            raise RuntimeError("no")

    blocks = [Noting(name="later", priority=1), Noting(name="sooner", priority=2)]
    memory = side.memory(memory_blocks=blocks)
    try:
        await memory._get_memory_blocks_content([])
    except RuntimeError:
        assert asked == ["sooner"]
        return
    raise AssertionError("nothing was raised")


# -- its store ---------------------------------------------------------------------------------------


@contract
async def test_a_store_of_its_kind_is_taken(side: Side) -> None:
    store = side.store()
    memory = side.memory(sql_store=store)
    assert memory.sql_store is store
    await memory.aput_messages([said("one"), answer("二")])
    assert texts(await store.get_messages("s1")) == ["one", "二"]
    seeded = side.defaults(session_id="s2", chat_store=store, chat_history=[said("three")])
    assert seeded.sql_store is store
    assert texts(await store.get_messages("s2")) == ["three"]


@contract
async def test_so_is_one_of_another_kind(side: Side) -> None:
    store = SQLAlchemyChatStore(table_name="own")
    assert side.memory(sql_store=store).sql_store is store


@contract
async def test_by_default_it_is_a_table(side: Side) -> None:
    memory = side.defaults(token_limit=1000, table_name="own")
    assert isinstance(memory.sql_store, SQLAlchemyChatStore)
    assert memory.sql_store.table_name == "own"


@contract
async def test_it_is_a_table_of_a_schema(side: Side) -> None:
    memory = side.defaults(table_name="own", db_schema="mine")
    await memory.aput(said("one"))
    assert texts(await memory.aget()) == ["one"]
    await memory.areset()
    assert await memory.aget_all() == []
    assert (memory.sql_store.table_name, memory.sql_store.db_schema) == ("own", "mine")


@contract
async def test_a_history_given_with_it_is_there(side: Side) -> None:
    memory = side.defaults(session_id="one", chat_history=[said("一"), answer("two")])
    assert texts(await memory.aget()) == ["一", "two"]


@contract
async def test_what_left_the_window_is_archived(side: Side) -> None:
    memory = side.memory(
        token_limit=10, token_flush_size=5, chat_history_token_ratio=0.5, tokenizer_fn=words
    )
    await memory.aput_messages([said("a b c"), answer("d e f"), said("g h i")])
    archived = await memory.sql_store.get_messages(memory.session_id, status=MessageStatus.ARCHIVED)
    assert texts(archived) == ["a b c", "d e f"]


class Slow(SQLAlchemyChatStore):
    """Archives only when another has come to archive as well: both have looked at the queue by then."""

    _others: asyncio.Event | None = PrivateAttr(default=None)

    async def archive_oldest_messages(self, key: str, n: int) -> list[ChatMessage]:
        if self._others is None:
            self._others = asyncio.Event()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._others.wait(), 5)
        elif not self._others.is_set():
            self._others.set()
            await asyncio.sleep(0.3)
        moved: list[ChatMessage] = await super().archive_oldest_messages(key, n)
        return moved


@contract
async def test_two_puts_at_once_archive_what_two_in_a_row_do(side: Side, tmp_path: Path) -> None:
    async def active(at_once: bool, session: str) -> int:
        uri = f"sqlite+aiosqlite:///{tmp_path / session}.db"
        engine = create_async_engine(uri, poolclass=NullPool)
        made: Any = Slow
        slow = made(table_name="slow", async_engine=engine) if at_once else side.store()
        given = {"sql_store": slow} if side.name == "stock" else {}
        memory = side.memory(
            session_id=session,
            token_limit=60,
            token_flush_size=40,
            chat_history_token_ratio=1.0,
            tokenizer_fn=words,
            **given,
        )
        await memory.sql_store.add_messages(
            session, [said(f"seed {n} " + "word " * 10) for n in range(6)]
        )
        puts = [memory.aput(said(f"new {n} " + "word " * 10)) for n in range(2)]
        if at_once:
            await asyncio.gather(*puts)
        else:
            for put in puts:
                await put
        return len(await memory.sql_store.get_messages(session))

    assert await active(True, "together") == await active(False, "row")


@contract
def test_sync_puts_work_in_loops_that_come_and_go(side: Side) -> None:
    memory = side.memory()
    memory.put(said("one"))
    asyncio.run(memory.aput(said("二")))
    memory.put(said("three"))
    assert texts(memory.get_all()) == ["one", "二", "three"]
