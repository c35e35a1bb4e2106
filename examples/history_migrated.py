"""A chat with RunnableWithMessageHistory, moved to a lasting history by its factory alone; it runs offline."""

from typing import Any

from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage
from langchain_core.prompts import ChatPromptTemplate, MessagesPlaceholder
from langchain_core.runnables.history import RunnableWithMessageHistory

from hindsight_integrations import Hindsight
from hindsight_integrations.langchain import HindsightChatMessageHistory, with_hindsight

prompt = ChatPromptTemplate.from_messages([MessagesPlaceholder("history"), ("human", "{input}")])
answers = ("Noted.", "In Lisbon.", "In Lisbon, as ever.")
model = GenericFakeChatModel(messages=iter([AIMessage(answer) for answer in answers]))

with Hindsight.open("sqlite:///:memory:") as hindsight:

    def get_session_history(session_id: str) -> HindsightChatMessageHistory:
        """It used to be InMemoryChatMessageHistory() in a dict."""
        return HindsightChatMessageHistory(hindsight, user="alice", session=session_id)

    # The history remembers what is said; the chain inside is told what other sessions know.
    chain: Any = with_hindsight(prompt | model, hindsight, user="alice", learn=False)
    chat = RunnableWithMessageHistory(
        chain, get_session_history, input_messages_key="input", history_messages_key="history"
    )
    for session, said in (
        ("monday", "I live in Lisbon."),
        ("monday", "Where do I live?"),
        ("friday", "Where do I live?"),
    ):
        answer = chat.invoke({"input": said}, {"configurable": {"session_id": session}})
        print(f"{session}: {said} -> {answer.text}")
    for session in ("monday", "friday"):
        print(session, [message.text for message in get_session_history(session).messages])
    print([home.payload["value"] for home in hindsight.for_user("alice").history("user.location")])
