"""LangGraph's suite of ``InMemoryStore``, on HindsightStore."""

from rebound import ReboundInMemory, cases, loaded

upstream = loaded("langgraph_checkpoint", "test_store")
upstream.InMemoryStore = ReboundInMemory
fake_embeddings = upstream.fake_embeddings
globals().update(cases(upstream))
