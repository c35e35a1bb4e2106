"""Users of traditional Chinese are read, found and superseded like those of simplified Chinese, also in files from before."""

from __future__ import annotations

import pytest

from hindsight_integrations.answers import Action
from hindsight_integrations.engine.drafts import Draft
from hindsight_integrations.engine.remember import write_all
from hindsight_integrations.records import Claim, MemoryType, Scope
from hindsight_integrations.testing import ample
from hindsight_integrations.user_memory import UserMemory
from scene import Scene, on_both_stores


@on_both_stores
@pytest.mark.parametrize(
    ("told", "question"),
    [
        ("我領養了一隻灰貓", "我领养了什么？"),
        ("我领养了一只灰猫", "我領養了甚麼？"),
        ("我領養了一隻灰貓", "我領養了甚麼？"),
    ],
)
def test_found_in_either_spelling_and_kept_as_written(store: str, told: str, question: str) -> None:
    memory = Scene(store, embedder=None).user(session="s1")
    memory.observe([("user", told), ("user", "今天下雨"), ("user", "電影很長")])
    found = memory.recall(question, k=1)
    assert found[0].memory.content == told


@on_both_stores
def test_superseded_in_either_spelling(store: str) -> None:
    memory = Scene(store).user(session="s1")
    memory.observe([("user", "我住在臺北"), ("user", "小麗住在臺南")])
    memory.observe([("user", "我搬到广州了"), ("user", "小丽搬到桂林了")])
    assert memory.recall("我現在住在哪裡？")[0].memory.payload["value"] == "广州"
    assert memory.recall("小麗住在哪裡？")[0].memory.payload["value"] == "桂林"
    assert [item.payload["value"] for item in memory.history("user.location")] == ["广州", "臺北"]


@on_both_stores
def test_the_same_in_another_spelling_is_the_same_again(store: str) -> None:
    memory = Scene(store).user()
    memory.remember("小麗喜歡爬山", subject="person.小丽.hobby")
    again = memory.remember("小丽喜欢爬山", subject="person.小丽.hobby")
    assert again.action is Action.REFRESHED
    assert again.memory is not None
    assert again.memory.content == "小麗喜歡爬山"


@on_both_stores
def test_what_is_asked_to_be_forgotten_goes(store: str) -> None:
    memory = Scene(store).user(session="s1")
    memory.observe([("user", "我住在臺北")])
    seen = memory.observe([("user", "忘掉我住在台北这件事")])
    assert seen.forgotten
    assert memory.history("user.location") == []


def old_file(store: str) -> tuple[Scene, UserMemory]:
    """What a release that folded nothing has written: words and a key in traditional characters."""
    scene = Scene(store, embedder=None)
    memory = scene.user(session="s1")
    said = Claim(content="我領養了灰貓", type=MemoryType.UTTERANCE, payload={"role": "user"})
    home = Claim(content="小麗住在臺南", subject="person.小麗.location", payload={"value": "臺南"})
    drafts = [
        Draft(said, None, ("我領", "領養", "養了", "了灰", "灰貓", "貓")),
        Draft(home, None, ("小麗", "麗住", "住在", "在臺", "臺南", "南")),
    ]
    scope = Scope(tenant="acme", user="ada", session="s1")
    with scene.core.records.writing(scope, ample()) as tx:
        write_all(scene.core, scope, drafts, tx)
    return scene, memory


@on_both_stores
@pytest.mark.parametrize("question", ["我領養了甚麼？", "我领养了什么？"])
def test_words_of_an_old_file_are_found_in_either_spelling(store: str, question: str) -> None:
    _, memory = old_file(store)
    memory.observe([("user", "今天下雨"), ("user", "電影很長")])
    assert memory.recall(question, k=1)[0].memory.content == "我領養了灰貓"


@on_both_stores
@pytest.mark.parametrize("question", ["小麗住在哪裡？", "小丽住在哪里？"])
def test_a_key_of_an_old_file_is_asked_and_superseded(store: str, question: str) -> None:
    _, memory = old_file(store)
    assert memory.recall(question)[0].memory.payload["value"] == "臺南"
    memory.observe([("user", "小丽搬到桂林了")])
    assert memory.recall(question)[0].memory.payload["value"] == "桂林"
    values = [item.payload["value"] for item in memory.history("person.小麗.location")]
    assert values == ["桂林", "臺南"]
