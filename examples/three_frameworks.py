"""One memory in three frameworks: a LangChain agent learns, LlamaIndex and LangGraph recall; it runs offline."""

from typing import Any

from langchain.agents import create_agent
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage
from langgraph.graph import StateGraph
from llama_index.core.chat_engine import SimpleChatEngine
from llama_index.core.llms import ChatMessage
from llama_index.core.llms.mock import MockFunctionCallingLLM

from hindsight_integrations import Hindsight
from hindsight_integrations.langchain import HindsightMiddleware
from hindsight_integrations.langgraph import RecallNode, RecallState, recalled_prompt
from hindsight_integrations.llamaindex import HindsightMemory


def read_aloud(messages: Any, **_: Any) -> ChatMessage:
    print("LlamaIndex reads:", " ".join(messages[-1].content.split()))
    return ChatMessage(role="assistant", content="In Lisbon.")


def read(state: RecallState) -> None:
    print("LangGraph reads:", recalled_prompt(state))


model = GenericFakeChatModel(messages=iter([AIMessage("Noted.")]))
llm = MockFunctionCallingLLM(response_generator=read_aloud, is_chat_model=True)

with Hindsight.open("sqlite:///:memory:") as hindsight:
    agent: Any = create_agent(model, middleware=[HindsightMiddleware(hindsight)])
    agent.invoke({"messages": [("user", "I moved to Lisbon.")]}, context={"user_id": "alice"})
    memory = HindsightMemory.from_defaults("chat", hindsight=hindsight, user="alice")
    SimpleChatEngine.from_defaults(llm=llm, memory=memory).chat("Where do I live?")

    builder: Any = StateGraph(RecallState).add_node("recall", RecallNode(hindsight))
    builder.add_node("read", read).add_edge("recall", "read").set_entry_point("recall")
    asked = {"messages": [("user", "我住在哪里？")]}
    builder.compile().invoke(asked, context={"user_id": "alice"})
