"""The stand-in for Qdrant's server with Qdrant's own engine behind it, in this process; it answers faults as its parent does."""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import dataclass, field
from typing import Any

import qdrant_edge as engine

from qdrant_http import FAST, StandIn


@dataclass
class EngineStandIn(StandIn):
    """Collections are shards of the engine; what was asked of one at its making is kept beside it."""

    shards: dict[str, engine.EdgeShard] = field(default_factory=dict)
    about: dict[str, Any] = field(default_factory=dict)
    folder: str = field(default_factory=lambda: tempfile.mkdtemp(dir=FAST))
    made: int = 0

    def close(self) -> None:
        for name in list(self.shards):
            self._remove(name, None)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _exists(self, name: str, _: Any) -> Any:
        return {"exists": name in self.shards}

    def _remove(self, name: str, _: Any) -> Any:
        self.indexes.clear()
        shard = self.shards.pop(name, None)
        if shard is not None:
            shard.close()
        return shard is not None

    def _create(self, name: str, body: Any) -> Any:
        if name in self.shards:
            raise ValueError("already exists")
        size, hnsw = body["vectors"]["size"], body["hnsw_config"]
        assert body["vectors"]["distance"] == "Cosine"
        self.made += 1
        config = engine.EdgeConfig(
            engine.EdgeVectorParams(size, engine.Distance.Cosine),
            hnsw_config=engine.HnswIndexConfig(hnsw["m"], 100, 10, payload_m=hnsw["payload_m"]),
            # A graph from ten kilobytes on, so that a test's points get one.
            optimizers=engine.EdgeOptimizersConfig(indexing_threshold=10),
        )
        self.shards[name] = engine.EdgeShard.create(f"{self.folder}/{self.made}", config)
        self.about[name] = body
        return True

    def _info(self, name: str, _: Any) -> Any:
        about = self.about[name]
        defaults = {"m": 16, "ef_construct": 100, "full_scan_threshold": 10_000}
        return {
            "status": "green",
            "optimizer_status": "ok",
            "segments_count": 1,
            "points_count": self.shards[name].count(engine.CountRequest(exact=True)),
            "payload_schema": self.indexes,
            "config": {
                "params": {"vectors": about["vectors"]},
                "hnsw_config": defaults,
                "optimizer_config": {
                    "deleted_threshold": 0.2, "vacuum_min_vector_number": 1000,
                    "default_segment_number": 0, "flush_interval_sec": 5,
                },
                "metadata": about["metadata"],
            },
        }  # fmt: skip

    def _index(self, name: str, body: Any) -> Any:
        options = dict(body["field_schema"])
        kinds = {"keyword": engine.KeywordIndexParams, "integer": engine.IntegerIndexParams}
        schema = kinds[options.pop("type")](**options)
        self._update_shard(
            name, engine.UpdateOperation.create_field_index(body["field_name"], schema)
        )
        return super()._index(name, body)

    def _upsert(self, name: str, body: Any) -> Any:
        points = [
            engine.Point(point["id"], point["vector"], point["payload"]) for point in body["points"]
        ]
        condition = _filter(body["update_filter"])
        self._update_shard(name, engine.UpdateOperation.upsert_points(points, condition))
        return {"status": "completed"}

    def _delete(self, name: str, body: Any) -> Any:
        self._update_shard(name, engine.UpdateOperation.delete_points(body["points"]))
        return {"status": "completed"}

    def _update_shard(self, name: str, operation: engine.UpdateOperation) -> None:
        self.shards[name].update(operation)

    def _retrieve(self, name: str, body: Any) -> Any:
        found = self.shards[name].retrieve(body["ids"], True, False)
        return [_shown(record, body["with_payload"]) for record in found]

    def _query(self, name: str, body: Any) -> Any:
        asked = engine.QueryRequest(
            body["limit"],
            query=engine.Query.Nearest(body["query"]["nearest"]),
            filter=_filter(body["filter"]),
            with_payload=True,
        )
        found = self.shards[name].query(asked)
        return {
            "points": [
                _shown(point, body["with_payload"]) | {"version": 0, "score": point.score}
                for point in found
            ]
        }

    def _scroll(self, name: str, body: Any) -> Any:
        asked = engine.ScrollRequest(body.get("offset"), body["limit"], with_payload=True)
        found, after = self.shards[name].scroll(asked)
        return {
            "points": [_shown(record, body["with_payload"]) for record in found],
            "next_page_offset": None if after is None else str(after),
        }


def _shown(record: Any, names: list[str]) -> dict[str, Any]:
    payload = {name: value for name, value in record.payload.items() if name in names}
    return {"id": str(record.id), "payload": payload}


def _filter(body: Any) -> engine.Filter:
    """The filter that this JSON stands for; what the engine's binding lacks is an error."""
    assert body.keys() <= {"must", "should"}
    must, should = (
        [_condition(each) for each in body.get(name, ())] for name in ("must", "should")
    )
    return engine.Filter(must=must or None, should=should or None)


def _condition(body: Any) -> Any:
    if "has_id" in body:
        return engine.HasIdCondition(set(body["has_id"]))
    if "key" not in body:
        return _filter(body)
    if "range" in body:
        return engine.FieldCondition(body["key"], range=engine.RangeFloat(**body["range"]))
    match = body["match"]
    kind = engine.MatchAny(match["any"]) if "any" in match else engine.MatchValue(match["value"])
    return engine.FieldCondition(body["key"], match=kind)
