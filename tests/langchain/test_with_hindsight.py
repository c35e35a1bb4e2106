"""Any runnable with a memory: recall before, observe around, the runnable itself untouched."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain.tools import tool
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage
from langchain_core.output_parsers import StrOutputParser
from langchain_core.prompts import ChatPromptTemplate
from langchain_core.runnables import Runnable, RunnableLambda
from langgraph.graph import MessagesState, StateGraph

from hindsight_integrations import Hindsight, InvalidInput, Unavailable
from hindsight_integrations.langchain import with_hindsight
from hindsight_integrations.models.hashing import HashingEncoder
from scripted_model import calls, scripted

CONTEXT: Any = dict
FENCE = "<recalled_memory>"
ANN: Any = {"configurable": {"user_id": "ann", "thread_id": "s1"}}


@pytest.fixture
def hindsight() -> Iterator[Hindsight]:
    with Hindsight.open("sqlite:///:memory:", embedder=HashingEncoder()) as opened:
        opened.for_user("ann").remember("Ann lives in Lisbon", subject="user.location")
        yield opened


def collected(stream: AsyncIterator[Any]) -> list[Any]:
    async def run() -> list[Any]:
        return [chunk async for chunk in stream]

    return asyncio.run(run())


WAYS: dict[str, Callable[[Runnable[Any, Any], Any], Any]] = {
    "invoke": lambda r, given: r.invoke(given, ANN),
    "ainvoke": lambda r, given: asyncio.run(r.ainvoke(given, ANN)),
    "stream": lambda r, given: list(r.stream(given, ANN)),
    "astream": lambda r, given: collected(r.astream(given, ANN)),
    "batch": lambda r, given: r.batch([given], ANN)[0],
}


@pytest.fixture(params=WAYS)
def run(request: pytest.FixtureRequest) -> Callable[[Runnable[Any, Any], Any], Any]:
    return WAYS[request.param]


class Seen:
    """A runnable that keeps what it was given and answers with ``answer``."""

    def __init__(self, answer: Any = "In Lisbon.") -> None:
        self.given: list[Any] = []
        self.answer = answer

    def __call__(self, given: Any) -> Any:
        self.given.append(given)
        return self.answer

    def with_memory(self, hindsight: Hindsight, **options: Any) -> Runnable[Any, Any]:
        return with_hindsight(RunnableLambda(self), hindsight, **options)


def logged(hindsight: Hindsight, session: str = "s1") -> list[tuple[str, str]]:
    turns = hindsight.for_user("ann", session=session).window()
    return [(turn.role.value, turn.content) for turn in turns]


QUESTION = "Where does Ann live?"
ASKED = [("user", QUESTION), ("assistant", "In Lisbon.")]


class TestInputs:
    def test_text(self, hindsight: Hindsight, run: Any) -> None:
        seen = Seen()
        run(seen.with_memory(hindsight), QUESTION)
        (given,) = seen.given
        assert given.startswith(f"{QUESTION}\n\n{FENCE}")
        assert "Ann lives in Lisbon" in given
        assert logged(hindsight) == ASKED

    def test_messages(self, hindsight: Hindsight, run: Any) -> None:
        seen = Seen(AIMessage("In Lisbon.", id="a1"))
        said = [SystemMessage("Be brief."), HumanMessage(QUESTION, id="h1")]
        run(seen.with_memory(hindsight), said)
        (given,) = seen.given
        assert given[0] == said[0]
        assert [block["text"].split("\n")[0] for block in given[1].content] == [QUESTION, FENCE]
        assert said == [SystemMessage("Be brief."), HumanMessage(QUESTION, id="h1")]
        assert logged(hindsight) == ASKED

    def test_one_message(self, hindsight: Hindsight, run: Any) -> None:
        seen = Seen()
        run(seen.with_memory(hindsight), HumanMessage(QUESTION))
        assert isinstance(seen.given[0], HumanMessage)
        assert FENCE in str(seen.given[0].content)

    @pytest.mark.parametrize("key", ["input", "question", "query", "messages"])
    def test_a_mapping(self, hindsight: Hindsight, run: Any, key: str) -> None:
        seen = Seen({"answer": "In Lisbon.", "sources": []})
        value: Any = [HumanMessage(QUESTION)] if key == "messages" else QUESTION
        run(seen.with_memory(hindsight), {"context": "other", key: value})
        (given,) = seen.given
        assert given["context"] == "other"
        assert FENCE in str(given[key])
        assert logged(hindsight) == ASKED

    def test_keys_of_ones_own(self, hindsight: Hindsight, run: Any) -> None:
        seen = Seen({"antwort": "In Lisbon.", "answer": "no"})
        chain = seen.with_memory(
            hindsight, input_key="frage", output_key="antwort", memory_key="wissen"
        )
        run(chain, {"frage": QUESTION, "input": "no"})
        (given,) = seen.given
        assert given["frage"] == QUESTION
        assert given["wissen"].startswith(FENCE)
        assert logged(hindsight) == ASKED

    def test_a_prompt_with_a_variable(self, hindsight: Hindsight, run: Any) -> None:
        prompt = ChatPromptTemplate.from_messages(
            [("system", "Known: {memory}"), ("human", "{question}")]
        )
        model = scripted("In Lisbon.")
        chain = with_hindsight(prompt | model | StrOutputParser(), hindsight, memory_key="memory")
        run(chain, {"question": QUESTION})
        system, human = model.requests[0]
        assert "Ann lives in Lisbon" in system.text
        assert human.text == QUESTION
        assert logged(hindsight) == ASKED

    @pytest.mark.parametrize("given", [{"x": 1}, {"input": 5}, 5, [5]], ids=str)
    def test_what_it_cannot_read_is_refused(self, hindsight: Hindsight, given: Any) -> None:
        seen = Seen()
        with pytest.raises(InvalidInput):
            seen.with_memory(hindsight).invoke(given, ANN)
        assert (seen.given, logged(hindsight)) == ([], [])

    def test_nothing_said_asks_nothing(self, hindsight: Hindsight) -> None:
        seen = Seen("Hello!")
        seen.with_memory(hindsight).invoke("", ANN)
        assert seen.given == [""]
        assert logged(hindsight) == [("assistant", "Hello!")]

    def test_an_empty_memory_adds_nothing(self, hindsight: Hindsight) -> None:
        seen = Seen()
        seen.with_memory(hindsight, user="ben", session="s1").invoke(QUESTION)
        assert seen.given == [QUESTION]


class TestStreams:
    def test_chunks_pass_as_they_are_and_the_whole_is_remembered(
        self, hindsight: Hindsight
    ) -> None:
        model = GenericFakeChatModel(
            messages=iter([AIMessage("In Lisbon."), AIMessage("In Lisbon.")])
        )
        plain = [chunk.content for chunk in model.stream(QUESTION)]
        chain = with_hindsight(model, hindsight)
        assert [chunk.content for chunk in chain.stream(QUESTION, ANN)] == plain
        assert len(plain) > 1
        assert logged(hindsight) == ASKED

    def test_an_answer_that_breaks_off_is_not_remembered(self, hindsight: Hindsight) -> None:
        def broken(given: Any) -> Iterator[str]:
            yield "In "
            raise RuntimeError

        chain = with_hindsight(RunnableLambda(broken), hindsight)
        with pytest.raises(RuntimeError):
            list(chain.stream(QUESTION, ANN))
        assert logged(hindsight) == [("user", QUESTION)]


class TestScope:
    def test_without_a_user_it_fails_before_anything_runs(
        self, hindsight: Hindsight, run: Any
    ) -> None:
        seen = Seen()
        with pytest.raises(InvalidInput, match="user_id"):
            seen.with_memory(hindsight).invoke(QUESTION)
        assert seen.given == []

    def test_users_are_apart(self, hindsight: Hindsight) -> None:
        seen = Seen("Noted.")
        chain = seen.with_memory(hindsight)
        chain.invoke("I live in Oslo.", {"configurable": {"user_id": "ben", "session_id": "b1"}})
        chain.invoke("Where do I live?", {"configurable": {"user_id": "ben"}})
        assert "Oslo" in seen.given[1]
        assert "Lisbon" not in seen.given[1]

    def test_it_learns_unless_told_not_to(self, hindsight: Hindsight, run: Any) -> None:
        run(Seen("Noted.").with_memory(hindsight, learn=False), "I moved to Porto.")
        assert logged(hindsight) == []
        run(Seen("Noted.").with_memory(hindsight), "I moved to Porto.")
        home = hindsight.for_user("ann").history("user.location")[0]
        assert home.payload["value"] == "Porto"

    def test_a_question_does_not_find_itself(self, hindsight: Hindsight) -> None:
        seen = Seen()
        seen.with_memory(hindsight, user="ben", session="s1").invoke("I like green tea.")
        assert seen.given == ["I like green tea."]

    def test_in_a_graph_its_context_says_whose_it_is(self, hindsight: Hindsight) -> None:
        seen = Seen(AIMessage("Noted."))
        chain = seen.with_memory(hindsight)

        def node(state: MessagesState) -> dict[str, Any]:
            return {"messages": [chain.invoke(state["messages"])]}

        builder = StateGraph(MessagesState, context_schema=CONTEXT)
        builder.add_node("answer", node)
        builder.add_edge("__start__", "answer")
        graph: Any = builder.compile()
        for said in ("I live in Oslo.", "Where do I live?"):
            graph.invoke({"messages": [("user", said)]}, context={"user_id": "ben"})
        assert "Oslo" in str(seen.given[1][-1].content)
        assert seen.given[0][-1].content == "I live in Oslo."

    def test_inside_a_tool_it_only_recalls(self, hindsight: Hindsight) -> None:
        seen = Seen("In Lisbon.")
        chain = seen.with_memory(hindsight)

        @tool
        def ask(question: str) -> str:
            """Ask."""
            return str(chain.invoke(question))

        agent: Any = create_agent(
            scripted(calls(("c1", "ask", {"question": "Where does Ann live?"})), "Done."), [ask]
        )
        agent.invoke({"messages": [("user", "Where?")]}, ANN)
        assert "Ann lives in Lisbon" in seen.given[0]
        assert logged(hindsight) == []


class TestFailures:
    def test_a_run_goes_on_without_its_memory(self, hindsight: Hindsight, run: Any) -> None:
        def closing(given: Any) -> str:
            return "In Lisbon."

        chain = with_hindsight(RunnableLambda(closing), hindsight, user="ann", session="s1")
        memory = hindsight.for_user("ann")
        memory.owner._core.records.close()  # type: ignore[attr-defined]
        run(chain, QUESTION)
        assert chain.degraded == 3  # the recall, the question, the answer

    def test_or_fails_if_it_is_told_to(self, hindsight: Hindsight) -> None:
        chain = Seen().with_memory(hindsight, user="ann", on_error="raise")
        hindsight._core.records.close()
        with pytest.raises(Unavailable):
            chain.invoke(QUESTION)

    def test_what_the_runnable_raises_is_its_own(self, hindsight: Hindsight, run: Any) -> None:
        def broken(given: Any) -> BaseMessage:
            raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            run(with_hindsight(RunnableLambda(broken), hindsight), QUESTION)

    def test_options_are_checked(self, hindsight: Hindsight) -> None:
        with pytest.raises(InvalidInput, match="on_error"):
            Seen().with_memory(hindsight, on_error="ignore")
        with pytest.raises(InvalidInput, match="tz"):
            Seen().with_memory(hindsight, tz="Mars")
