"""A RAG chain over a vector store, in LCEL."""

from langchain_core.documents import Document
from langchain_core.embeddings import DeterministicFakeEmbedding
from langchain_core.output_parsers import StrOutputParser
from langchain_core.prompts import ChatPromptTemplate
from langchain_core.runnables import RunnablePassthrough
from langchain_core.vectorstores import InMemoryVectorStore
from stand_in import stand_in

from hindsight_integrations import Hindsight
from hindsight_integrations.langchain import HindsightRetriever, documents_as_prompt

hindsight = Hindsight.open("sqlite:///:memory:")
hindsight.for_user("alice").remember("Alice lives in Lisbon", subject="user.location")
vector_store = InMemoryVectorStore(DeterministicFakeEmbedding(size=16))
vector_store.add_texts(["Parcels go out on Monday.", "Parcels can be sent to any address."])
retriever = vector_store.as_retriever(search_kwargs={"k": 1})


def format_docs(docs: list[Document]) -> str:
    return "\n\n".join(doc.page_content for doc in docs)


prompt = ChatPromptTemplate.from_messages(
    [
        ("system", "Answer from the context: {context}"),
        ("system", "{memory}"),
        ("human", "{question}"),
    ]
)
rag_chain = (
    {
        "context": retriever | format_docs,
        "question": RunnablePassthrough(),
        "memory": HindsightRetriever(hindsight=hindsight, user="alice") | documents_as_prompt,
    }
    | prompt
    | stand_in("On Monday.")
    | StrOutputParser()
)
print(rag_chain.invoke("Where will my parcel be sent?"))
