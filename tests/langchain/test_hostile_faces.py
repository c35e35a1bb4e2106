"""300 strings that would like to be orders, through every face and template: they come back as the data they were."""

from __future__ import annotations

import asyncio
import html
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain_core.documents import Document
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage
from langchain_core.prompts import ChatPromptTemplate, MessagesPlaceholder
from langchain_core.runnables import RunnablePassthrough
from langgraph.graph import StateGraph

from hindsight_integrations import Hindsight
from hindsight_integrations.langchain import (
    HindsightChatMessageHistory,
    HindsightMiddleware,
    HindsightRetriever,
    documents_as_prompt,
    memory_tools,
    with_hindsight,
)
from hindsight_integrations.langgraph import RecallNode, RecallState, recalled_prompt
from hindsight_integrations.models.hashing import HashingEncoder
from hostile import hostile
from scripted_model import ScriptedModel

pytestmark = pytest.mark.slow
STRINGS = hostile()
QUESTION = "What about my tea? 我的茶呢？"
OPEN, CLOSE = "<recalled_memory>", "</recalled_memory>"
LINES = {
    "text": re.compile(r"- \(\d{4}-\d\d-\d\d\) (.*)"),
    "tagged": re.compile(r'<memory id="[^"<>\s]+" type="fact" since="[^"]+">([^<>]*)</memory>'),
}


@pytest.fixture(scope="module")
def hindsight() -> Iterator[Hindsight]:
    """A user for each string, who remembers it alone."""
    with Hindsight.open("sqlite:///:memory:", embedder=HashingEncoder()) as opened:
        for user, text in enumerate(STRINGS):
            opened.for_user(str(user)).remember(text)
        yield opened


def run_of(user: int) -> Any:
    return {"configurable": {"user_id": str(user), "session_id": "never"}}


def facts(block: str, form: str = "json") -> list[str]:
    """What a block tells, read back; it is one fence with one line of data in it."""
    opening, instruction, body, closing = block.split("\n")
    assert (opening, closing) == (OPEN, CLOSE)
    assert block.count("recalled_memory>") == 2
    assert "follow no instruction" in instruction
    assert not set(body) & {"`", "\u2028", "\u2029", "\x9b", "\x1b", "\r"}
    if form == "json":
        told: list[str] = json.loads(body)["relevant_facts"]
        return told
    assert not set(body) & set("{}")
    (line,) = LINES[form].findall(body)
    return [html.unescape(line)]


def on_one_line(text: str) -> str:
    return re.sub(r"[\s\x00-\x1f\x7f-\x9f]+", " ", text).strip()


def echo() -> ScriptedModel:
    return ScriptedModel(messages=(AIMessage("Tea.") for _ in iter(int, 1)))


def shape(messages: list[BaseMessage]) -> list[tuple[str, str]]:
    """The roles, and the text that was there before a block was added."""
    return [(message.type, texts(message)[0]) for message in messages]


ASKED = [("system", "Be kind."), ("human", QUESTION)]


def texts(message: BaseMessage) -> list[str]:
    """The texts of a message's blocks."""
    content: Any = message.content
    return [content] if isinstance(content, str) else [block["text"] for block in content]


def remembering(hindsight: Hindsight, name: str) -> Iterator[tuple[Any, str]]:
    """Runs of users of this test alone, and what each remembers."""
    for number, text in enumerate(STRINGS):
        user = f"{name} {number}"
        hindsight.for_user(user).remember(text)
        yield {"configurable": {"user_id": user}}, text


@pytest.mark.parametrize(
    ("inject", "form"),
    [
        ("user", "json"),
        ("user", "text"),
        ("user", "tagged"),
        ("system", "json"),
        ("system", "text"),
    ],
)
def test_the_middleware(hindsight: Hindsight, inject: Any, form: Any) -> None:
    model = echo()
    middleware = HindsightMiddleware(hindsight, inject=inject, form=form, k=1)
    agent: Any = create_agent(model, system_prompt="Be kind.", middleware=[middleware])
    for run, text in remembering(hindsight, f"{inject} {form}"):
        agent.invoke({"messages": [("user", QUESTION)]}, run)
        request = model.requests.pop()
        assert shape(request) == ASKED
        _, block = texts(request[0 if inject == "system" else 1])
        assert facts(block, form) == [text if form == "json" else on_one_line(text)]
    assert middleware.degraded == 0


def test_the_middleware_that_tells_nothing(hindsight: Hindsight) -> None:
    model = echo()
    agent: Any = create_agent(
        model, system_prompt="Be kind.", middleware=[HindsightMiddleware(hindsight, inject="off")]
    )
    for run, _ in remembering(hindsight, "off"):
        agent.invoke({"messages": [("user", QUESTION)]}, run)
        request = model.requests.pop()
        assert [(m.type, texts(m)) for m in request] == [(role, [said]) for role, said in ASKED]


def test_a_user_who_says_so_himself(hindsight: Hindsight) -> None:
    """What is typed is kept as it was typed, and told to another thread as data."""
    model = echo()
    agent: Any = create_agent(model, middleware=[HindsightMiddleware(hindsight)])
    for number, text in enumerate(STRINGS):
        user = {"user_id": f"typing {number}"}
        agent.invoke({"messages": [("user", text)]}, {"configurable": user | {"session_id": "one"}})
        said, answer = hindsight.for_user(f"typing {number}", session="one").window()
        assert (said.content, answer.content) == (text, "Tea.")
        agent.invoke({"messages": [("user", QUESTION)]}, {"configurable": user})
        request = model.requests[-1]
        assert [message.type for message in request] == ["human"]
        asked, block = texts(request[0])
        assert asked == QUESTION
        assert facts(block) is not None
        told = json.loads(block.split("\n")[2])
        assert f"user said: {text}" in [event["event"] for event in told["recent_events"]]


@pytest.mark.parametrize("template_format", ["f-string", "mustache"])
def test_the_retriever_in_a_prompt_template(hindsight: Hindsight, template_format: Any) -> None:
    holes = {"f-string": ("{known}", "{question}"), "mustache": ("{{{known}}}", "{{{question}}}")}
    known, question = holes[template_format]
    prompt = ChatPromptTemplate.from_messages(
        [("system", f"Be kind. {known}"), ("human", question)], template_format=template_format
    )
    for user, text in enumerate(STRINGS):
        retriever = HindsightRetriever(hindsight=hindsight, user=str(user), k=1)
        chain: Any = {
            "known": retriever | documents_as_prompt,
            "question": RunnablePassthrough(),
        } | prompt
        system, human = chain.invoke(QUESTION).to_messages()
        assert (system.type, human.type, human.text) == ("system", "human", QUESTION)
        assert system.text.startswith(f"Be kind. {OPEN}\n")
        block = system.text.removeprefix("Be kind. ")
        assert block.count("recalled_memory>") == 2
        assert json.loads(block.split("\n")[2]) == [text]
        (document,) = retriever.invoke(QUESTION)
        assert document.page_content == text


def test_no_documents_are_no_block() -> None:
    assert documents_as_prompt([]) == ""
    assert documents_as_prompt([Document("茶")]).endswith(f'\n["茶"]\n{CLOSE}')


@pytest.mark.parametrize("way", ["text", "messages", "memory_key"])
def test_with_hindsight(hindsight: Hindsight, way: str) -> None:
    model = echo()
    prompt = ChatPromptTemplate.from_messages(
        [("system", "Be kind."), ("human", "{input}{memory}")]
    )
    chains: dict[str, tuple[Any, Any, dict[str, Any]]] = {
        "text": (model, QUESTION, {}),
        "messages": (model, [SystemMessage("Be kind."), HumanMessage(QUESTION)], {}),
        "memory_key": (prompt | model, {"input": QUESTION}, {"memory_key": "memory"}),
    }
    runnable, given, options = chains[way]
    chain = with_hindsight(runnable, hindsight, k=1, learn=False, **options)
    for user, text in enumerate(STRINGS):
        chain.invoke(given, run_of(user))
        request = model.requests.pop()
        assert [m.type for m in request] == (["human"] if way == "text" else ["system", "human"])
        said = "".join(texts(request[-1]))
        asked, fence, rest = said.partition(OPEN)
        assert asked.strip() == QUESTION
        assert facts(fence + rest) == [text]


def test_the_recall_node(hindsight: Hindsight) -> None:
    seen: list[str] = []
    builder = StateGraph(RecallState)
    builder.add_node("recall", RecallNode(hindsight, k=1))

    def answer(state: RecallState) -> dict[str, Any]:
        seen.append(recalled_prompt(state))
        return {}

    builder.add_node("answer", answer)
    builder.add_edge("__start__", "recall")
    builder.add_edge("recall", "answer")
    graph: Any = builder.compile()
    for user, text in enumerate(STRINGS):
        state = graph.invoke({"messages": [HumanMessage(QUESTION)]}, run_of(user))
        assert facts(seen.pop()) == [text]
        assert [message.type for message in state["messages"]] == ["human"]


def test_the_tools(hindsight: Hindsight) -> None:
    for user, text in enumerate(STRINGS):
        tools = {tool.name: tool for tool in memory_tools(hindsight, user=str(user))}
        answers = [tools["memory_search"].invoke({"query": QUESTION, "top_k": 1})]
        (found,) = json.loads(answers[0])["memories"]
        answers.append(tools["memory_get"].invoke({"id": found["id"]}))
        answers.append(asyncio.run(tools["memory_summarize"].ainvoke({"days": 30})))
        one, summary = json.loads(answers[1])["memory"], json.loads(answers[2])
        assert (found["memory"], one["memory"]) == (text, text)
        assert " ".join(text.split()) in summary["summary"]
        for answer in answers:
            inside = "".join(re.findall(r'"(?:[^"\\]|\\.)*"', answer))
            assert not set(inside) & set("<>{}`")


def test_a_history_in_a_prompt(hindsight: Hindsight) -> None:
    history = HindsightChatMessageHistory(hindsight, user="writes much", session="s")
    given = [
        message
        for text in STRINGS
        for message in (HumanMessage(text, id=f"h{text}"), AIMessage(text, id=f"a{text}"))
    ]
    history.add_messages(given)
    prompt = ChatPromptTemplate.from_messages(
        [MessagesPlaceholder("history"), ("human", "{input}")]
    )
    filled = prompt.invoke({"history": history.messages, "input": QUESTION}).to_messages()
    assert filled[:-1] == given
    assert (len(filled), filled[-1].content) == (2 * len(STRINGS) + 1, QUESTION)
