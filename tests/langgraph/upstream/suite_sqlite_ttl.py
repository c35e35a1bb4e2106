"""LangGraph's suite of times to live in its SQLite stores, on HindsightStore."""

from rebound import Rebound, ReboundAsync, cases, loaded

upstream = loaded("langgraph_checkpoint_sqlite", "test_ttl")
upstream.SqliteStore = Rebound
upstream.AsyncSqliteStore = ReboundAsync
temp_db_file = upstream.temp_db_file
globals().update(cases(upstream))
