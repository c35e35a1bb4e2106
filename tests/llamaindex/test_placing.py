"""Where it is told what memory has to say, and in which frame; no memory."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from llama_index.core.base.llms.types import ContentBlock, ImageBlock, TextBlock
from llama_index.core.memory.memory import DEFAULT_MEMORY_BLOCKS_TEMPLATE
from llama_index.core.prompts import RichPromptTemplate

from hindsight_integrations.llamaindex.placing import framed

Named = list[tuple[str, list[ContentBlock]]]

PARTS = st.sampled_from(
    ["a", "你好", " ", "\n", "\t", "{{ x }}", "{% if %}", "<b>", "</memory>", "&"]
)
TEXTS = st.lists(PARTS, max_size=5).map("".join)
NAMES = st.sampled_from(["hindsight", "a.b", "x-y"])


@settings(max_examples=40, deadline=None)  # upstream takes a compilation for each
@given(st.lists(st.tuples(NAMES, st.lists(TEXTS, max_size=3)), min_size=1, max_size=3))
def test_text_is_framed_as_upstreams_template_does_it(named: list[tuple[str, list[str]]]) -> None:
    """The installed LlamaIndex is the oracle: a change of its template shows here."""
    blocks: Named = [(name, [TextBlock(text=one) for one in told]) for name, told in named]
    (expected,) = DEFAULT_MEMORY_BLOCKS_TEMPLATE.format_messages(memory_blocks=blocks)
    assert framed(DEFAULT_MEMORY_BLOCKS_TEMPLATE, blocks) == expected.blocks


def test_nothing_is_framed_as_nothing() -> None:
    assert framed(DEFAULT_MEMORY_BLOCKS_TEMPLATE, []) == []


def test_another_template_and_pictures_are_upstreams_affair() -> None:
    own = RichPromptTemplate("记忆：{% for name, told in memory_blocks %}{{ name }}{% endfor %}")
    assert framed(own, [("a", [TextBlock(text="x")])]) == [TextBlock(text="记忆：a")]
    picture = ImageBlock(url="https://example.org/a.png")
    text, shown, end = framed(
        DEFAULT_MEMORY_BLOCKS_TEMPLATE, [("a", [TextBlock(text="x"), picture])]
    )
    assert isinstance(text, TextBlock)
    assert isinstance(end, TextBlock)
    assert isinstance(shown, ImageBlock)
    assert str(shown.url) == "https://example.org/a.png"
