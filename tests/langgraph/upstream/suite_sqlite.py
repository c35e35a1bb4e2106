"""LangGraph's suite of ``SqliteStore``, on HindsightStore."""

from rebound import Rebound, cases, loaded

upstream = loaded("langgraph_checkpoint_sqlite", "test_store")
upstream.SqliteStore = Rebound
store, fake_embeddings = upstream.store, upstream.fake_embeddings
globals().update(cases(upstream))
