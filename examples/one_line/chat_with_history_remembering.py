"""A chat with RunnableWithMessageHistory."""

from typing import Any

from langchain_core.chat_history import BaseChatMessageHistory, InMemoryChatMessageHistory
from langchain_core.prompts import ChatPromptTemplate, MessagesPlaceholder
from langchain_core.runnables import Runnable
from langchain_core.runnables.history import RunnableWithMessageHistory
from stand_in import stand_in

from hindsight_integrations import Hindsight
from hindsight_integrations.langchain import with_hindsight

hindsight = Hindsight.open("sqlite:///:memory:")
store: dict[str, BaseChatMessageHistory] = {}


def get_session_history(session_id: str) -> BaseChatMessageHistory:
    if session_id not in store:
        store[session_id] = InMemoryChatMessageHistory()
    return store[session_id]


prompt = ChatPromptTemplate.from_messages(
    [
        ("system", "You are a helpful assistant."),
        MessagesPlaceholder("history"),
        ("human", "{input}"),
    ]
)
chain: Runnable[Any, Any] = prompt | stand_in("Noted.", "Rice, then.", "Something nice.")
chain = with_hindsight(chain, hindsight, user="alice")
chat = RunnableWithMessageHistory(
    chain, get_session_history, input_messages_key="input", history_messages_key="history"
)

for session, text in (
    ("monday", "Remember that I don't eat fish."),
    ("monday", "What shall I cook?"),
    ("friday", "What shall I cook?"),
):
    answer = chat.invoke({"input": text}, {"configurable": {"session_id": session}})
    print(answer.text)
print([message.text for message in store["friday"].messages])
