"""A RAG chain over a vector store, in LCEL."""

from langchain_core.documents import Document
from langchain_core.embeddings import DeterministicFakeEmbedding
from langchain_core.output_parsers import StrOutputParser
from langchain_core.prompts import ChatPromptTemplate
from langchain_core.runnables import RunnablePassthrough
from langchain_core.vectorstores import InMemoryVectorStore
from stand_in import stand_in

vector_store = InMemoryVectorStore(DeterministicFakeEmbedding(size=16))
vector_store.add_texts(["Parcels go out on Monday.", "Parcels can be sent to any address."])
retriever = vector_store.as_retriever(search_kwargs={"k": 1})


def format_docs(docs: list[Document]) -> str:
    return "\n\n".join(doc.page_content for doc in docs)


prompt = ChatPromptTemplate.from_messages(
    [
        ("system", "Answer from the context: {context}"),
        ("human", "{question}"),
    ]
)
rag_chain = (
    {
        "context": retriever | format_docs,
        "question": RunnablePassthrough(),
    }
    | prompt
    | stand_in("On Monday.")
    | StrOutputParser()
)
print(rag_chain.invoke("Where will my parcel be sent?"))
