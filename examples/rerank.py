"""The documents of an existing vector store, judged by one user's memory; it runs offline."""

from langchain_classic.retrievers import ContextualCompressionRetriever
from langchain_core.documents import Document
from langchain_core.embeddings import DeterministicFakeEmbedding
from langchain_core.vectorstores import InMemoryVectorStore

from hindsight_integrations import Hindsight
from hindsight_integrations.langchain import HindsightReranker

notes = [
    ("Alice lives in Berlin", "2023-01-05", "user.location"),
    ("Alice lives in Lisbon", "2025-03-01", "user.location"),
    ("爱丽丝喜欢海", "2024-06-01", None),
]
vector_store = InMemoryVectorStore(DeterministicFakeEmbedding(size=16))
vector_store.add_documents(
    [
        Document(text, metadata={"created_at": day} | ({"subject": subject} if subject else {}))
        for text, day, subject in notes
    ]
)

with Hindsight.open("sqlite:///:memory:") as hindsight:
    plain = vector_store.as_retriever(search_kwargs={"k": 3})
    judged = ContextualCompressionRetriever(
        base_retriever=plain,
        base_compressor=HindsightReranker(hindsight=hindsight, user="alice"),
    )
    question = "Where does Alice live?"
    print("found:", sorted(document.page_content for document in plain.invoke(question)))
    for document in judged.invoke(question):
        print(f"kept: {document.page_content} ({document.metadata['hindsight']['verdict']})")

    hindsight.for_user("alice").remember("Alice lives in Porto", subject="user.location")
    print("once the memory knows better:")
    for document in judged.invoke(question):
        print(f"kept: {document.page_content}")
