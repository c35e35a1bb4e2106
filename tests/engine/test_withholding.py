"""What is done with secrets before anything is kept: redacted, blocked or tagged, counted, and told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hindsight_integrations import Hindsight
from hindsight_integrations.answers import Action
from hindsight_integrations.engine.observe import observe
from hindsight_integrations.errors import ConfigurationError, InvalidInput
from hindsight_integrations.models.hashing import HashingEncoder
from hindsight_integrations.records import Claim, Turn
from hindsight_integrations.settings import (
    PrivacySettings,
    SecretKind,
    SecretPolicy,
    Settings,
)
from hindsight_integrations.user_memory import UserMemory
from scene import Scene, on_both_stores

CARD, IDENTITY, WORD, TOKEN = (
    "4111111111111111",
    "11010519491231002X",
    "zq7hunter!pw",
    "ghp_0123456789abcdefghijABCDEFGHIJ012345",
)
WITHHELD = "[withheld: password]"


def policy(**kinds: str) -> Settings:
    chosen = {SecretKind(kind): SecretPolicy(how) for kind, how in kinds.items()}
    return Settings(privacy=PrivacySettings(secrets=chosen))


@on_both_stores
class TestRedacted:
    @pytest.mark.parametrize("text", [f"my password is {WORD}", f"我的密码是{WORD}"])
    def test_a_claim(self, store: str, text: str) -> None:
        scene = Scene(store)
        change = scene.user().remember(text, tags=[f"pwd={WORD}"], payload={"pwd": WORD, "n": 1})
        assert change.secrets == ("password",)
        assert change.memory is not None
        assert change.memory.content == text.replace(WORD, WITHHELD)
        assert change.memory.tags == (f"pwd={WITHHELD}",)
        assert change.memory.payload == {"pwd": WITHHELD, "n": 1}
        assert scene.core.secrets == {"password": 1}

    def test_ordinary_words_are_as_they_were(self, store: str) -> None:
        change = Scene(store).user().remember("I forgot my password", tags=["4111"])
        assert change.secrets == ()
        assert change.memory is not None
        assert (change.memory.content, change.memory.tags) == ("I forgot my password", ("4111",))

    @pytest.mark.parametrize("text", [f"my password is {WORD}", f"我的密码是{WORD}"])
    def test_a_turn_its_echo_and_what_is_drawn_from_it(self, store: str, text: str) -> None:
        scene = Scene(store)
        memory = scene.user(session="s1")
        seen = memory.observe([("user", text), ("assistant", f"Noted, {WORD} it is.")])
        assert seen.secrets == ("password", "password")
        assert [turn.content for turn in memory.window()] == [
            text.replace(WORD, WITHHELD),
            f"Noted, {WITHHELD} it is.",
        ]
        assert memory.recall(WORD, k=20).memories
        assert all(WORD not in found.content for found in memory.recall(WORD, k=20).memories)

    def test_the_same_turns_again_change_nothing(self, store: str) -> None:
        memory = Scene(store).user(session="s1")
        turns = [("user", f"my password is {WORD}"), ("assistant", "Noted.")]
        memory.observe(turns)
        again = memory.observe(turns)
        assert (again.repeated, again.turns, again.secrets) == (2, (), ())

    def test_the_payload_and_the_original_of_a_turn(self, store: str) -> None:
        scene = Scene(store)
        memory = scene.user(session="s1")
        original = {"content": [{"type": "text", "text": f"card {CARD}"}], "cards": [int(CARD)]}
        turn = Turn(role="tool", content="ok", payload={"card": int(CARD)}, original=original)  # type: ignore[arg-type]
        observe(scene.core, memory.scope, [turn], "UTC", scene.lanes.deadline())
        (kept,) = memory.window()
        assert kept.payload == {"card": "[withheld: bank_card]"}
        assert CARD not in str(kept.original)

    def test_an_event_an_update_and_a_correction(self, store: str) -> None:
        memory = Scene(store).user()
        event = memory.event("login", {"user": "ada", "passcode": WORD}, result=f"token {TOKEN}")
        assert event.memory is not None
        assert WORD not in str(event.memory.payload) + event.memory.content
        assert TOKEN not in str(event.memory.payload) + event.memory.content
        plain = memory.remember("Ada pays by card").memory
        assert plain is not None
        edited = memory.update(plain.id, payload={"number": CARD}, tags=[CARD])
        assert edited.secrets == ("bank_card",)
        assert edited.memory is not None
        assert edited.memory.payload == {"number": "[withheld: bank_card]"}
        corrected = memory.correct(plain.id, f"Ada's ID is {IDENTITY}")
        assert corrected.memory is not None
        assert corrected.memory.content == "Ada's ID is [withheld: id_card]"
        again = memory.correct(plain.id, f"Ada's ID is {IDENTITY}")
        assert again.action is Action.REPEATED


class TestBlocked:
    def test_a_claim_is_not_kept(self) -> None:
        memory = Scene(settings=policy(bank_card="block")).user()
        kept, gone = memory.remember_many(
            [Claim(content="Ada likes tea"), Claim(content=f"her card is {CARD}")]
        )
        assert kept.memory is not None
        assert (gone.action, gone.memory, gone.secrets) == (Action.WITHHELD, None, ("bank_card",))
        assert CARD not in str(gone.reason)
        assert memory.count() == 1

    def test_neither_an_update_nor_a_correction(self) -> None:
        memory = Scene(settings=policy(bank_card="block")).user()
        plain = memory.remember("Ada pays by card").memory
        assert plain is not None
        assert memory.update(plain.id, tags=[CARD]).action is Action.WITHHELD
        assert memory.correct(plain.id, f"card {CARD}").action is Action.WITHHELD
        assert memory.get(plain.id) == plain

    @pytest.mark.parametrize("text", [f"my card is {CARD}", f"我的银行卡是{CARD}"])
    def test_a_turn_is_logged_by_its_kind_alone(self, text: str) -> None:
        memory = Scene(settings=policy(bank_card="block")).user(session="s1")
        seen = memory.observe([("user", text)])
        assert seen.secrets == ("bank_card",)
        assert [turn.content for turn in memory.window()] == ["[blocked: bank_card]"]
        assert memory.count() == 0


class TestTagged:
    def test_it_is_kept_and_tagged(self) -> None:
        memory = Scene(settings=policy(id_card="tag")).user(session="s1")
        change = memory.remember(f"her ID is {IDENTITY}, her password: {WORD}", tags=["ada"])
        assert change.memory is not None
        assert change.memory.content == f"her ID is {IDENTITY}, her password: {WITHHELD}"
        assert change.memory.tags == ("ada", "secret:id_card")
        memory.observe([("user", f"I was told that her ID number is {IDENTITY}")])
        said = memory.recall("her ID number", types="utterance").memories
        assert [found.tags for found in said] == [("secret:id_card",)]


def test_a_policy_that_is_none_is_refused() -> None:
    with pytest.raises((InvalidInput, ConfigurationError)):
        Settings(privacy=PrivacySettings(secrets={"password": "burn"}))  # type: ignore[dict-item]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Hindsight]:
    with Hindsight.open(f"sqlite:///{tmp_path}/m.db", embedder=HashingEncoder(64)) as hindsight:
        yield hindsight


def test_health_tells_how_many_were_found(opened: Hindsight) -> None:
    opened.for_user("ada").remember(f"card {CARD}, password: {WORD}")
    assert opened.health()["secrets_found"] == {"bank_card": 1, "password": 1}


def write_by_every_verb(memory: UserMemory) -> None:
    said = f"my card is {CARD}, my password is {WORD}, 身份证{IDENTITY}, token {TOKEN}"
    memory.remember(said, tags=[said], payload={"a": {"b": [said]}}, dedup_key=said)
    memory.remember_many([Claim(content=said, subject="user.note", payload={said: said})])
    memory.observe([("user", said), ("assistant", f"I noted {WORD} and {CARD}"), ("tool", said)])
    memory.observe([{"role": "user", "content": said, "id": "x1"}])
    memory.event("paid", {"card": int(CARD), "passcode": WORD}, result=said)
    plain = memory.remember("Ada pays by card").memory
    assert plain is not None
    memory.update(plain.id, tags=[said], payload={"token": TOKEN, "said": said})
    memory.correct(plain.id, said)
    transcript = memory.transcript()
    transcript.append([("user", said)])
    transcript.replace([("user", said), ("user", f"again: {said}")])


def test_no_byte_of_a_secret_reaches_the_file(tmp_path: Path) -> None:
    with Hindsight.open(f"sqlite:///{tmp_path}/m.db", embedder=HashingEncoder(64)) as hindsight:
        memory = hindsight.for_user("ada", session="s1")
        write_by_every_verb(memory)
        assert memory.count() > 5
        while_open = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    closed = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    for raw in (while_open.lower(), closed.lower()):
        for secret in (CARD, IDENTITY, WORD, TOKEN):
            assert secret.lower().encode() not in raw
            assert secret.lower().encode("utf-16-le") not in raw
        assert b"zq7hunter" not in raw  # nor a word of it in the index


@on_both_stores
def test_a_framework_that_shows_the_original_again_means_the_same_turn(store: str) -> None:
    scene = Scene(store)
    transcript = scene.user(session="s1").transcript()
    said = ("user", f"my password is {WORD}")
    transcript.append([said, ("assistant", "Noted.")])
    assert transcript.replace([said, ("assistant", "Noted.")]).turns == ()
    assert len(transcript.archive([said])) == 1
    assert [turn.content for turn in transcript.turns()] == ["Noted."]
    assert scene.core.secrets == {"password": 1}
