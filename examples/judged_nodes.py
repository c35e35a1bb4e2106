"""Memory over an existing index: its nodes judged by what is known, and a block in a stock Memory; offline."""

from llama_index.core.llms import ChatMessage
from llama_index.core.memory import Memory
from llama_index.core.schema import NodeWithScore, TextNode

from hindsight_integrations import Hindsight
from hindsight_integrations.llamaindex import (
    HindsightChatStore,
    HindsightMemoryBlock,
    HindsightPostprocessor,
)


def node(text: str, score: float, **metadata: str) -> NodeWithScore:
    return NodeWithScore(node=TextNode(text=text, metadata=metadata), score=score)


with Hindsight.open("sqlite:///:memory:") as hindsight:
    hindsight.for_user("alice").remember("Alice lives in Lisbon", subject="user.location")

    # What your retriever found in documents that are two years old:
    nodes = [
        node("Alice lives in Berlin", 0.9, subject="user.location", created_at="2023-01-01"),
        node("Trams run until midnight.", 0.6, created_at="2023-01-01"),
    ]
    judge = HindsightPostprocessor(hindsight=hindsight, user="alice")
    for found in judge.postprocess_nodes(nodes, query_str="Where does Alice live?"):
        print(f"kept: {found.node.get_content()}")

    # A Memory of LlamaIndex with a block of ours:
    memory = Memory.from_defaults(
        session_id="today",
        memory_blocks=[HindsightMemoryBlock(hindsight=hindsight, user="alice")],
        chat_store=HindsightChatStore(hindsight=hindsight, user="alice"),
    )
    memory.put(ChatMessage(role="user", content="Where does Alice live?"))
    print(memory.get()[0].content)
