"""What is loaded ahead: after ``warm`` the first verbs of a process read no table; tested where nothing is loaded yet."""

from __future__ import annotations

from processes import Program

WARMED = """
from hindsight_integrations.language.likeness_words import lexicon
hindsight = opened(sys.argv[1])
say(lexicon.cache_info().currsize)
hindsight.warm()
say(lexicon.cache_info().currsize)
hindsight.close()
"""


def test_the_words_of_likeness_are_loaded_ahead_and_not_before() -> None:
    with Program(WARMED, "sqlite:///:memory:") as program:
        assert (program.hear(), program.hear()) == ("0", "1")
