"""What can be said of the Dockerfiles and of compose.test.yml without an engine: pins, rights, limits, secrets, sources."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

compose_spec = pytest.importorskip("compose_spec", reason="compose-spec is not installed")

ROOT = Path(__file__).parent.parent
COMPOSE = (ROOT / "compose.test.yml").read_text(encoding="utf-8")
DOCKERFILES = {path.parent.name: path for path in (ROOT / "docker").glob("*/Dockerfile")}
#: An image's name with a version of at least two numbers; ``latest`` and bare names move.
PINNED = re.compile(r"[\w./-]+:v?[\w-]*?\d+\.\d+[\w.-]*")


def parsed() -> Mapping[str, Any]:
    """The file by the specification; anchors and merges resolved."""
    read: Mapping[str, Any] = options().from_yaml(filled(COMPOSE)).to_dict()
    return read


def options() -> Any:
    return compose_spec.PyOptions(apply_merge=True)


def filled(text: str) -> str:
    """Variables as Compose puts them in: their defaults, and for what must be set, some word."""
    text = re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", text)
    return re.sub(r"\$\{\w+:\?[^}]*\}", "given", text).replace("$$", "$")


FILE = parsed()
SERVICES: Mapping[str, Mapping[str, Any]] = FILE["services"]


@pytest.fixture(params=sorted(SERVICES))
def service(request: pytest.FixtureRequest) -> Mapping[str, Any]:
    return SERVICES[request.param]


def test_the_file_is_valid_and_a_misspelt_one_is_not() -> None:
    options().from_yaml(filled(COMPOSE)).validate()
    with pytest.raises(ValueError, match="healthchek"):
        options().from_yaml(filled(COMPOSE).replace("healthcheck:", "healthchek:", 1))


def test_it_has_the_stores_the_service_and_a_reranker_on_wish() -> None:
    assert set(SERVICES) == {"redis", "postgres", "qdrant", "memory", "reranker"}
    assert [name for name, one in SERVICES.items() if one.get("profiles")] == ["reranker"]


def test_each_service_is_bounded_watched_and_pinned(service: Mapping[str, Any]) -> None:
    limits = service["deploy"]["resources"]["limits"]
    assert limits["memory"]
    assert limits["cpus"]
    assert service["healthcheck"]["test"]
    assert {"interval", "timeout", "retries"} <= set(service["healthcheck"])
    assert "build" in service or PINNED.fullmatch(service["image"])
    assert list(service["networks"]) == ["hindsight-test"]
    assert "no-new-privileges:true" in service["security_opt"]


def test_the_limits_of_the_stores() -> None:
    lines = re.findall(r"^  (\w+):$|limits: \{memory: (\w+),", COMPOSE, re.MULTILINE)
    named = [one or other for one, other in lines]
    limits = {named[n - 1]: named[n] for n in range(1, len(named)) if named[n].endswith("G")}
    assert limits["redis"] == "1G"
    assert limits["postgres"] == "2G"
    assert limits["qdrant"] == "4G"


def test_ports_are_bound_to_loopback() -> None:
    ports = re.findall(r"^    ports: \[\"(.+)\"\]$", COMPOSE, re.MULTILINE)
    assert len(ports) == len(SERVICES) == COMPOSE.count("ports:")
    assert all(port.startswith("127.0.0.1:") for port in ports)


def test_volumes_and_the_network_have_names_of_their_own() -> None:
    assert {one["name"] for one in FILE["volumes"].values()} == {
        f"hindsight-test-{name}" for name in ("redis", "postgres", "qdrant", "reranker")
    }
    assert FILE["networks"]["hindsight-test"]["name"] == "hindsight-test"


def test_no_secret_is_in_the_file() -> None:
    """Whatever looks like one is a variable that must be set, or is set to nothing."""
    for line in COMPOSE.splitlines():
        if re.search(r"(?i)password|api_key|auth:|secret|token", line) and ":" in line.strip():
            told = line.partition("#")[0].split("requirepass")[0]
            if told.strip():
                assert "${HINDSIGHT_" in told, line
    assert not re.search(r"://[^$/\s]*:[^$/\s]+@", COMPOSE)


def test_redis_evicts_and_writes_down() -> None:
    command = " ".join(SERVICES["redis"]["command"])
    for option in ("--maxmemory 512mb", "--maxmemory-policy allkeys-lru", "--appendonly yes"):
        assert option in command


def test_the_service_waits_until_its_servers_are_well() -> None:
    waits = {name: one["condition"] for name, one in SERVICES["memory"]["depends_on"].items()}
    assert waits == dict.fromkeys(("redis", "postgres", "qdrant"), "service_healthy")
    assert SERVICES["memory"]["read_only"] is True
    assert SERVICES["memory"]["cap_drop"] == ["ALL"]


# -- Dockerfiles -------------------------------------------------------------------------


def instructions(name: str) -> list[tuple[str, str]]:
    """Each instruction with its arguments; lines that go on are one."""
    text = re.sub(r"\\\n", " ", DOCKERFILES[name].read_text(encoding="utf-8"))
    lines = [line.strip() for line in text.splitlines()]
    split = [line.partition(" ") for line in lines if line and not line.startswith("#")]
    return [(word, rest.strip()) for word, _, rest in split]


@pytest.fixture(params=["memory", "reranker"])
def dockerfile(request: pytest.FixtureRequest) -> list[tuple[str, str]]:
    return instructions(request.param)


def test_every_base_is_pinned_and_the_user_is_not_root(dockerfile: list[tuple[str, str]]) -> None:
    bases = [rest.split()[0] for word, rest in dockerfile if word == "FROM"]
    assert bases
    assert all(PINNED.fullmatch(base) for base in bases), bases
    users = [place for place, (word, _) in enumerate(dockerfile) if word == "USER"]
    assert dockerfile[users[-1]][1].isdigit()
    assert dockerfile[users[-1]][1] != "0"
    later = {word for word, _ in dockerfile[users[-1] :]}
    assert not later & {"RUN", "COPY", "ADD", "FROM"}
    assert [word for word, _ in dockerfile].count("HEALTHCHECK") == 1
    assert not any(
        re.search(r"(?i)key|password|token", rest)
        for word, rest in dockerfile
        if word in ("ENV", "ARG")
    )


def test_lists_of_words_are_json(dockerfile: list[tuple[str, str]]) -> None:
    """A list that is no JSON is taken for a command of the shell."""
    for word, rest in dockerfile:
        if word in ("CMD", "ENTRYPOINT", "HEALTHCHECK"):
            listed = json.loads(rest[rest.index("[") :])
            assert all(isinstance(one, str) for one in listed)
            if listed[:2] == ["bash", "-c"]:
                subprocess.run(["bash", "-n", "-c", listed[2]], check=True, timeout=60)
            if listed[:2] == ["python", "-c"]:
                compile(listed[2], "HEALTHCHECK", "exec")


def ignored(path: str) -> bool:
    """By .dockerignore: everything, but what is named again."""
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert "*" in lines
    return path.split("/", maxsplit=1)[0] not in {
        line[1:] for line in lines if line.startswith("!")
    }


def test_what_is_copied_is_there_and_not_ignored() -> None:
    sources = [
        source
        for word, rest in instructions("memory")
        if word == "COPY" and "--from" not in rest
        for source in shlex.split(rest)[:-1]
    ]
    assert set(sources) == {"pyproject.toml", "README.md", "LICENSE", "src"}
    for source in sources:
        assert (ROOT / source).exists()
        assert not ignored(source)
    for private in (".git", ".venv", "memory.db", ".env", "tests"):
        assert ignored(private)


def test_what_the_package_is_built_of_is_copied() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for needed in (project["readme"], *project["license-files"]):
        assert not ignored(needed)


def test_the_image_installs_extras_that_there_are() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    text = DOCKERFILES["memory"].read_text(encoding="utf-8")
    extras = set(re.search(r"\.whl\)\[([\w,-]+)\]", text)[1].split(","))  # type: ignore[index]
    assert {"cli", "http", "postgres", "redis", "qdrant", "archive"} <= extras
    assert extras <= set(project["optional-dependencies"])


def test_the_script_that_runs_it_all_is_a_script() -> None:
    script = ROOT / "docker" / "test-compose"
    subprocess.run(["bash", "-n", str(script)], check=True, timeout=60)
    text = script.read_text(encoding="utf-8")
    for name in re.findall(r"tests/[\w./]+", text):
        assert (ROOT / name).exists(), name
    given = set(re.findall(r"^(?:export )?(HINDSIGHT_\w+)=", text, re.MULTILINE))
    needed = set(re.findall(r"\$\{(HINDSIGHT_\w+):\?", COMPOSE))
    assert needed <= given


# -- docs/deploy.md ----------------------------------------------------------------------

PAGE = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")


def test_the_products_on_the_page_are_right() -> None:
    """Each ``10,000,000 × … = … GB`` of the plan, worked out again."""
    text = " ".join(PAGE.split())
    products = re.findall(r"([\d,]+) × (\(?[\d,]+(?: \+ [\d,]+\))?) = ([\d.]+) ?(GB|MB|KB)", text)
    assert len(products) >= 6
    for many, each, told, unit in products:
        terms = [int(one.strip("()").replace(",", "")) for one in each.split(" + ")]
        size = int(many.replace(",", "")) * sum(terms) / {"KB": 1e3, "MB": 1e6, "GB": 1e9}[unit]
        half = 0.051 if "." in told else 0.51  # of the last figure
        assert abs(size - float(told)) < half, (many, each, told, unit)


def test_commands_of_the_page_are_commands() -> None:
    used = set(re.findall(r"hindsight (\w[\w-]*) ", PAGE)) & {
        "doctor", "reindex", "migrate", "serve", "move",
    }  # fmt: skip
    listed = (ROOT / "docs" / "command_line.md").read_text(encoding="utf-8")
    assert {"doctor", "reindex", "migrate", "serve"} <= used
    assert all(f"| `{name}` |" in listed for name in used)
    assert "tests/test_backup.py" in PAGE
    assert (ROOT / "tests" / "test_backup.py").exists()
