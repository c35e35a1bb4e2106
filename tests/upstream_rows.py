"""LlamaIndex's own tests that concern memory, by name, and what becomes of each in ours; it runs none.

No package on PyPI carries them, so what they ask is asked in our own words, of the stock class
and of ours. A ``Row`` says which of their tests one of ours stands for; where a side does not do
what is asked, it says why, and then the test demands that this side fails.
"""

from __future__ import annotations

import asyncio
import functools
import importlib.util
import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pydantic
import pytest

#: The stock store leaves connections open where a loop has gone; the fixture collects them.
LEAKS = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")


@dataclass(frozen=True)
class Row:
    """What one of our tests stands for (nothing: it shows a difference); a reason says why a side does not do it."""

    file: str
    names: tuple[str, ...]
    stock: str = ""
    ours: str = ""
    #: What a side raises that does not do it.
    raises: type[Exception] = AssertionError


@dataclass(frozen=True)
class Side:
    """The stock classes, or ours: ways to make a memory, its stores and its blocks."""

    name: str
    memory: Callable[..., Any] = field(repr=False)
    defaults: Callable[..., Any] = field(repr=False)
    store: Callable[[], Any] = field(repr=False)
    buffer: Callable[[], Any] = field(repr=False)


def contract(test: Callable[..., Any]) -> Callable[..., Any]:
    """A test whose row says which side passes; the other must fail."""
    row = ROWS[test.__name__]

    if inspect.iscoroutinefunction(test):

        @functools.wraps(test)
        async def arun(side: Side, *given: Any, **named: Any) -> None:
            reason = {"stock": row.stock, "ours": row.ours}[side.name]
            if not reason:
                await test(side, *given, **named)
                return
            with pytest.raises(row.raises):
                await asyncio.wait_for(test(side, *given, **named), 60)

        return arun

    @functools.wraps(test)
    def check(side: Side, *given: Any, **named: Any) -> None:
        if not {"stock": row.stock, "ours": row.ours}[side.name]:
            test(side, *given, **named)
            return
        with pytest.raises(row.raises):
            test(side, *given, **named)

    return check


BASE = "memory/test_memory_base.py"
BLOCKS = "memory/test_memory_blocks_base.py"
CUSTOM = "memory/test_memory_custom_chat_store.py"
CONCURRENT = "memory/test_memory_read_concurrency.py"
SCHEMA = "memory/test_memory_schema.py"
VECTOR = "memory/blocks/test_vector.py"
FACT = "memory/blocks/test_fact.py"
STATIC = "memory/blocks/test_static.py"
SQL = "storage/chat_store/test_sql.py"
SQL_SCHEMA = "storage/chat_store/test_sql_schema.py"
SIMPLE_STORE = "storage/chat_store/test_simple_chat_store.py"
REDIS = "chat-store-redis/test_chat_store_redis_chat_store.py"
REDIS_DELETE = "chat-store-redis/test_delete_message.py"
SIMPLE = "chat_engine/test_simple.py"
CONTEXT = "chat_engine/test_context.py"
CONDENSE = "chat_engine/test_condense_plus_context.py"
STREAMED = "chat_engine/test_streaming_history.py"
SINGLE = "agent/workflow/test_single_agent_workflow.py"
MULTI = "agent/workflow/test_multi_agent_workflow.py"
DIRECT = "agent/workflow/test_return_direct_e2e.py"
COMPOSABLE = "retrievers/test_composable_retriever.py"
FUSION = "retrievers/test_fusion_retriever.py"
RECENCY = "postprocessor/test_node_recency.py"

#: How many tests each file holds, in the copies that were read (some are ahead of 0.14.25).
HELD = {
    BASE: 21,
    BLOCKS: 12,
    CUSTOM: 6,
    CONCURRENT: 6,
    SCHEMA: 4,
    VECTOR: 7,
    FACT: 9,
    STATIC: 5,
    SQL: 10,
    SQL_SCHEMA: 9,
    SIMPLE_STORE: 7,
    REDIS: 13,
    REDIS_DELETE: 1,
    SIMPLE: 7,
    CONTEXT: 4,
    CONDENSE: 6,
    STREAMED: 7,
    SINGLE: 14,
    MULTI: 16,
    DIRECT: 1,
    COMPOSABLE: 4,
    FUSION: 2,
    RECENCY: 1,
}

_OWN_LOG = (
    "its messages are in the memory's own log, which forgetting reaches: another store is refused"
)
_UNCOUNTED = "0.14.25 counts no calls, thoughts or nested blocks"

#: Our tests, by name.
MEMORY_ROWS = {
    "test_it_is_set_as_it_was_made": Row(BASE, ("initialization",)),
    "test_words_count_as_the_tokenizer_counts_them": Row(BASE, ("estimate_token_count_text",)),
    "test_media_count_as_estimated": Row(
        BASE,
        tuple(f"estimate_token_count_{kind}" for kind in ("image", "video", "audio", "document")),
    ),
    "test_a_call_of_a_tool_counts": Row(BASE, ("estimate_token_count_tool_call",), _UNCOUNTED),
    "test_a_call_of_a_tool_counts_as_its_json": Row(
        BASE,
        ("estimate_token_count_tool_call",),
        _UNCOUNTED,
        "counts what a model is given of a call: the tool's name and the arguments",
    ),
    "test_thoughts_count": Row(BASE, ("estimate_token_count_thinking",), _UNCOUNTED),
    "test_what_can_be_cited_counts_with_all_in_it": Row(
        BASE, ("estimate_token_count_citable_block",), _UNCOUNTED
    ),
    "test_a_history_of_calls_is_flushed": Row(
        BASE, ("manage_queue_flushes_large_tool_calls",), _UNCOUNTED
    ),
    "test_what_fits_stays": Row(BASE, ("manage_queue_under_limit",)),
    "test_what_does_not_fit_leaves": Row(BASE, ("manage_queue_over_limit",)),
    "test_messages_are_put_and_shown": Row(BASE, ("aput", "aput_messages", "aget_all")),
    "test_a_history_is_set": Row(BASE, ("aset",)),
    "test_it_is_reset": Row(BASE, ("areset",)),
    "test_the_user_speaks_first_in_what_is_left": Row(
        BASE, ("manage_queue_first_message_must_be_user",)
    ),
    "test_a_whole_turn_is_left": Row(BASE, ("manage_queue_preserves_conversation_turn",)),
    "test_results_follow_their_calls": Row(BASE, ("manage_queue_with_tool_messages",)),
    "test_no_result_is_left_alone": Row(BASE, ("manage_queue_only_tool_message_remaining",)),
    "test_each_kind_of_block_is_asked_and_formatted": Row(
        BLOCKS,
        (
            "text_memory_block",
            "content_blocks_memory_block",
            "chat_messages_memory_block",
            "complex_memory_block_text_mode",
            "complex_memory_block_blocks_mode",
        ),
    ),
    "test_what_it_is_asked_with_reaches_its_blocks": Row(BLOCKS, ("parameterized_memory_block",)),
    "test_a_block_shortens_what_it_said": Row(BLOCKS, ("truncation_of_content_blocks",)),
    "test_all_kinds_stand_in_one_prompt": Row(BLOCKS, ("memory_with_all_block_types",)),
    "test_media_by_address_are_inserted": Row(
        BLOCKS, ("default_memory_preserves_url_backed_video_and_document_blocks",)
    ),
    "test_it_is_told_where_it_was_asked_to": Row(BLOCKS, ("insert_method_setting",)),
    "test_two_memories_of_one_session_name_share_nothing": Row(
        BLOCKS,
        ("insert_method_setting",),
        ours="a session is one: what was put through one memory is shown by the next",
    ),
    "test_the_highest_number_is_dropped_first": Row(
        BLOCKS,
        ("memory_truncation_priority_order",),
        "0.14.25 drops them in the inverse of the documented order",
    ),
    "test_what_has_no_number_is_never_dropped": Row(
        BLOCKS, ("memory_truncation_preserves_priority_zero",)
    ),
    "test_a_block_that_fails_stops_the_reading": Row(
        CONCURRENT, ("default_reads_stop_before_next_block_on_failure",)
    ),
    "test_a_store_of_its_kind_is_taken": Row(
        CUSTOM, ("memory_accepts_custom_chat_store", "from_defaults_with_custom_chat_store")
    ),
    "test_so_is_one_of_another_kind": Row(CUSTOM, (), ours=_OWN_LOG, raises=ValueError),
    "test_by_default_it_is_a_table": Row(
        CUSTOM,
        ("from_defaults_without_chat_store_still_uses_sql_store",),
        ours=_OWN_LOG,
        raises=ValueError,
    ),
    "test_it_is_a_table_of_a_schema": Row(
        SCHEMA,
        (
            "from_defaults_schema_parameter",
            "schema_parameter_passing",
            "memory_operations_with_schema",
            "memory_reset_preserves_schema",
        ),
        ours=_OWN_LOG,
        raises=ValueError,
    ),
    "test_a_history_given_with_it_is_there": Row(CUSTOM, ("from_defaults_with_custom_chat_store",)),
    "test_what_left_the_window_is_archived": Row(
        CUSTOM, ("waterfall_archives_into_custom_chat_store",)
    ),
    "test_two_puts_at_once_archive_what_two_in_a_row_do": Row(
        CUSTOM,
        ("concurrent_aput_does_not_over_archive",),
        "0.14.25 archives by place what another put has archived already",
    ),
    "test_sync_puts_work_in_loops_that_come_and_go": Row(
        CUSTOM, ("sync_put_works_across_event_loops",)
    ),
}
_DUMPS = "with pydantic from 2.14 on, 0.14.25 cannot dump a message"
_PYDANTIC = tuple(int(part) for part in pydantic.VERSION.split(".")[:2])

STORE_ROWS = {
    "test_added_messages_come_back": Row(SQL, ("add_get_messages",)),
    "test_several_are_added_and_counted": Row(SQL, ("add_messages_batch", "count_messages")),
    "test_setting_replaces": Row(SQL, ("set_messages",)),
    "test_one_is_deleted_by_the_number_of_its_row": Row(
        SQL,
        ("delete_message",),
        ours="has no rows: a message is deleted by its place in the session",
        raises=AttributeError,
    ),
    "test_all_of_a_key_are_deleted": Row(SQL, ("delete_messages",)),
    "test_the_oldest_are_deleted": Row(SQL, ("delete_oldest_messages",)),
    "test_the_oldest_are_archived": Row(SQL, ("archive_oldest_messages",)),
    "test_they_come_in_pages": Row(SQL, ("get_messages_with_limit_offset",)),
    "test_keys_are_listed": Row(SQL, ("get_keys",)),
    "test_a_buffers_messages_are_added": Row(SIMPLE_STORE, ("add_messages",)),
    "test_one_is_put_between_them": Row(
        SIMPLE_STORE,
        ("add_messages",),
        ours="the interface of chat stores has no idx=: so no message is put between others",
        raises=TypeError,
    ),
    "test_a_buffers_messages_are_deleted": Row(SIMPLE_STORE, ("delete_chat_messages",)),
    "test_a_buffers_last_message_is_deleted": Row(SIMPLE_STORE, ("delete_chat_message",)),
    "test_a_buffers_message_is_deleted_by_its_place": Row(
        SIMPLE_STORE, ("delete_chat_message_idx",)
    ),
    "test_of_none_none_is_the_last": Row(
        SIMPLE_STORE,
        ("delete_last_chat_message_from_empty_history",),
        "0.14.25 takes the last one out of an empty list",
        raises=IndexError,
    ),
    "test_a_place_beyond_the_beginning_is_none": Row(
        SIMPLE_STORE,
        ("delete_chat_message_out_of_bounds",),
        "0.14.25 takes a place beyond the beginning for one",
        raises=IndexError,
    ),
    "test_a_file_holds_words_as_they_are": Row(
        SIMPLE_STORE,
        ("persist_non_ascii_unescaped",),
        _DUMPS if _PYDANTIC >= (2, 14) else "",
        ours="keeps its messages in the memory, not in a file of its own",
        raises=Exception,
    ),
    "test_one_is_deleted_by_its_place": Row(REDIS_DELETE, ("delete_message",)),
    "test_a_place_from_the_end_deletes_nothing": Row(
        REDIS_DELETE, ("delete_message",), "SimpleChatStore deletes the last one"
    ),
    "test_a_store_of_buffers_is_one": Row(
        REDIS,
        (
            "class",
            "add_message",
            "add_message_with_additional_kwargs",
            "async_add_message",
            "async_add_message_with_additional_kwargs",
            "set_messages",
            "aset_messages",
            "delete_messages",
            "adelete_messages",
            "delete_message",
            "adelete_message",
            "delete_last_message",
            "get_keys",
        ),
    ),
}
_AHEAD_STREAM = "0.14.25 takes the thoughts out of a streamed message before the memory gets it"

ENGINE_ROWS = {
    "test_a_simple_engine_goes_on_and_begins_anew": Row(SIMPLE, ("simple_chat_engine",)),
    "test_a_simple_engine_takes_a_history": Row(SIMPLE, ("simple_chat_engine_with_init_history",)),
    "test_a_simple_engine_streams": Row(SIMPLE, ("simple_chat_engine_astream",)),
    "test_a_stream_that_nobody_reads_ends": Row(
        SIMPLE, ("simple_chat_engine_astream_response_text_without_draining",)
    ),
    "test_what_fails_while_it_streams_reaches_who_reads": Row(
        SIMPLE, ("simple_chat_engine_astream_exception_handling",)
    ),
    "test_a_streamed_message_of_several_blocks_is_kept": Row(
        SIMPLE,
        (
            "streaming_response_write_history_handles_multiblock_message",
            "streaming_response_awrite_history_handles_multiblock_message",
        ),
    ),
    "test_a_streamed_message_keeps_its_thoughts": Row(
        STREAMED,
        (
            "write_response_to_history_handles_multi_block_message",
            "awrite_response_to_history_handles_multi_block_message",
        ),
        _AHEAD_STREAM,
        _AHEAD_STREAM,
    ),
    "test_a_context_engine_talks": Row(CONTEXT, ("chat", "chat_stream", "achat", "chat_astream")),
    "test_a_condensing_engine_talks": Row(
        CONDENSE, ("chat", "chat_stream", "achat", "chat_astream")
    ),
    "test_a_stream_that_is_dropped_is_kept": Row(
        CONDENSE, ("stream_chat_memory_not_lost_on_incomplete_consumption",)
    ),
    "test_an_async_stream_that_is_dropped_is_kept": Row(
        CONDENSE, ("astream_chat_memory_not_lost_on_incomplete_consumption",)
    ),
}
_AHEAD = "the agents of 0.14.25 do not, with whatever memory: the test is ahead of them"
_COPIES = "only a memory that hands out what it keeps has the state written into it, for good"

AGENT_ROWS = {
    "test_a_function_agent_answers": Row(
        SINGLE, ("single_function_agent", "function_agent_with_mock_function_calling_llm")
    ),
    "test_a_tool_without_arguments_is_called_once": Row(
        SINGLE, ("function_agent_streams_empty_tool_arguments",)
    ),
    "test_a_react_agent_adds": Row(SINGLE, ("single_react_agent",)),
    "test_a_react_agent_tries_again": Row(
        SINGLE, ("empty_calculator_agent", "single_react_agent_retry", "multi: retry")
    ),
    "test_too_many_rounds_are_an_error": Row(
        SINGLE, ("max_iterations", "early_stopping_method_force", "multi: max_iterations")
    ),
    "test_that_last_answer_has_seen_the_results": Row(
        SINGLE,
        ("early_stopping_method_generate_includes_tool_results",),
        _AHEAD,
        _AHEAD,
    ),
    "test_or_a_last_answer_is_given": Row(
        SINGLE,
        (
            "early_stopping_method_generate",
            "early_stopping_method_override_in_run",
            "multi: early_stopping_method_generate_multi_agent",
            "multi: early_stopping_method_override_in_run_multi_agent",
        ),
    ),
    "test_a_users_message_of_two_parts_arrives_whole": Row(
        SINGLE, ("function_agent_with_context_and_chat_message",)
    ),
    "test_one_agent_hands_over_to_another": Row(MULTI, ("workflow_execution",)),
    "test_one_that_says_nothing_is_asked_again": Row(MULTI, ("workflow_execution_empty",)),
    "test_a_first_agent_may_say_nothing": Row(MULTI, ("workflow_handoff_empty",)),
    "test_handing_over_to_nobody_is_told": Row(MULTI, ("invalid_handoff",)),
    "test_state_is_kept_and_told_once": Row(MULTI, ("workflow_with_state",)),
    "test_state_is_told_in_every_round": Row(
        MULTI,
        ("workflow_with_state",),
        _COPIES,
        _COPIES,
    ),
    "test_a_run_is_resumed_from_its_dump": Row(
        MULTI,
        ("agent_with_hitl", "workflow_pickle_serialize_and_resume"),
        "0.14.25 leaves Memory out of a context's dump",
        raises=Exception,
    ),
    "test_a_context_that_is_used_again_takes_new_wishes": Row(
        MULTI, ("run_args_apply_on_reused_context",), _AHEAD, _AHEAD
    ),
    "test_a_tool_whose_answer_is_the_last": Row(DIRECT, ("return_direct_e2e",)),
}

PART_ROWS = {
    "test_what_left_is_recalled": Row(
        VECTOR, ("vector_memory_block_put", "vector_memory_block_get")
    ),
    "test_of_no_messages_nothing_is_kept_or_told": Row(
        VECTOR, ("empty_messages", "message_without_text")
    ),
    "test_it_is_found_by_what_was_said_last": Row(VECTOR, ("retrieval_context_window",)),
    "test_facts_are_read_and_told": Row(FACT, ("aget_with_facts", "aput_with_mocked_response")),
    "test_of_no_facts_none_is_told": Row(FACT, ("aget_empty_facts", "aput_with_empty_messages")),
    "test_a_fact_that_is_known_is_told_once": Row(FACT, ("aput_with_duplicate_facts",)),
    "test_a_retriever_may_stand_in_an_index": Row(
        COMPOSABLE,
        (
            "composable_retrieval",
            "query_engine_object_metadata_preserved_sync",
            "query_engine_object_metadata_preserved_async",
        ),
    ),
    "test_the_same_words_of_two_sources_are_two": Row(
        COMPOSABLE,
        ("dedup_preserves_nodes_from_different_docs",),
        ours="memories that say the same in the same words are told once",
    ),
    "test_fused_asynchronously_it_is_asked_asynchronously": Row(
        FUSION, ("aretrieve_uses_async_query_generation",)
    ),
    "test_of_the_same_the_newest_is_kept_in_whatever_order": Row(
        RECENCY,
        ("embedding_recency_dedup_keeps_unique_when_input_not_date_sorted",),
        "needs pandas" if importlib.util.find_spec("pandas") is None else "",
        "of nodes that say the same in the same words the first stands for all",
        raises=Exception,
    ),
}
ROWS: dict[str, Row] = {**MEMORY_ROWS, **STORE_ROWS, **ENGINE_ROWS, **AGENT_ROWS, **PART_ROWS}

_NO_MEMORY = "asks nothing of a memory"
_OPTION = "an option of a stock block that ours have not: "

#: What no test of ours stands for, and why.
NOT_ASKED = {
    (
        CONCURRENT,
        ("read_concurrency_must_be_positive", "from_defaults_preserves_read_concurrency"),
    ): ("0.14.25 has no memory_blocks_concurrency"),
    (
        CONCURRENT,
        (
            "reads_overlap_with_limit_and_preserve_priority_order",
            "failed_read_cancels_and_awaits_other_reads",
            "cancelled_retrieval_awaits_active_reads",
        ),
    ): "0.14.25 has no memory_blocks_concurrency",
    (VECTOR, ("node_postprocessors", "format_template")): _OPTION + "a reranker is the memory's",
    (
        FACT,
        (
            "initialization",
            "parse_facts_xml",
            "parse_facts_xml_with_empty_response",
            "parse_facts_xml_with_malformed_xml",
        ),
    ): _OPTION + "facts are read by rules, or by the memory's extractor",
    (
        STATIC,
        (
            "initialization_with_string",
            "initialization_with_content_blocks",
            "aget_returns_static_content",
            "aget_ignores_messages",
            "aput_does_nothing",
        ),
    ): "a block of fixed words has no counterpart; it is used as it is",
    (
        SQL_SCHEMA,
        (
            "schema_parameter_initialization",
            "schema_serialization",
            "postgresql_schema_creation",
            "sqlite_schema_behavior",
            "is_sqlite_database_with_custom_engine",
            "is_sqlite_database_with_sqlite_engine",
            "is_sqlite_database_without_engine",
            "custom_engine_with_schema_creates_schema",
            "basic_operations_with_schema",
        ),
    ): "about the tables of the stock store; where ours are, the memory's URL says",
    (
        STREAMED,
        (
            "set_streamed_message_text_single_text_block",
            "set_streamed_message_text_no_blocks",
            "set_streamed_message_text_preserves_non_text_blocks",
            "set_streamed_message_text_consolidates_multiple_text_blocks",
            "set_streamed_message_text_appends_when_no_text_block",
        ),
    ): _NO_MEMORY,
    (SINGLE, ("run_id_passthrough", "run_id_default")): _NO_MEMORY,
    (
        MULTI,
        (
            "basic_workflow",
            "workflow_requires_root_agent",
            "run_id_passthrough",
            "run_id_default",
        ),
    ): _NO_MEMORY,
    (FUSION, ("reciprocal_rerank_fusion_applies_retriever_weights",)): _NO_MEMORY,
}
