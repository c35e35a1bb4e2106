"""LangGraph's suite of ``AsyncSqliteStore``, on HindsightStore."""

from rebound import ReboundAsync, cases, loaded

upstream = loaded("langgraph_checkpoint_sqlite", "test_async_store")
upstream.AsyncSqliteStore = ReboundAsync
store, fake_embeddings = upstream.store, upstream.fake_embeddings
conn_string = upstream.conn_string
globals().update(cases(upstream))
