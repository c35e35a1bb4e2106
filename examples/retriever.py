"""A retriever over one user's memory, in a chain and as of a past day; it runs offline."""

from datetime import UTC, datetime

from langchain_core.documents import Document
from langchain_core.prompts import ChatPromptTemplate
from langchain_core.runnables import RunnablePassthrough

from hindsight_integrations import Hindsight
from hindsight_integrations.langchain import HindsightRetriever


def as_lines(documents: list[Document]) -> str:
    return "\n".join(f"- {document.page_content}" for document in documents)


with Hindsight.open("sqlite:///:memory:") as hindsight:
    memory = hindsight.for_user("alice")
    for city, since in (("Berlin", datetime(2023, 1, 1, tzinfo=UTC)), ("Lisbon", None)):
        memory.remember(f"Alice lives in {city}", subject="user.location", event_time=since)
    memory.remember("爱丽丝不吃鱼", subject="user.diet", type="preference")

    retriever = HindsightRetriever(hindsight=hindsight, user="alice", k=2)
    for found in retriever.invoke("Where does Alice live?"):
        print(f"{found.metadata['score']:.2f} {found.metadata['subject']}: {found.page_content}")

    (then,) = retriever.invoke(
        "Where did she live?", k=1, subjects="user.*", as_of=datetime(2024, 1, 1, tzinfo=UTC)
    )
    print(f"On New Year's Day 2024: {then.page_content} (now {then.metadata['status']})")

    prompt = ChatPromptTemplate.from_template("Known:\n{known}\n\nQuestion: {question}")
    chain = {"known": retriever | as_lines, "question": RunnablePassthrough()} | prompt
    print(chain.invoke("她吃鱼吗？").to_string())
