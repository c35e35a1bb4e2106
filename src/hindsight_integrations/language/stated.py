"""What a clause states, and what is kept in mind from one clause to the next; data, no grammar."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from hindsight_integrations.language.catalogue import Attribute


class Mode(Enum):
    """In which sense a clause says its value."""

    HOLDS = "holds"
    ENDS = "ends"
    PLANNED = "planned"
    DENIED = "denied"
    PAST = "past"


@dataclass(frozen=True, slots=True)
class Stated:
    """One value of one attribute of one owner.

    ``changes`` says that it takes the place of what was; ``carried`` that the clause left out
    whose it is or what, so that it cannot be read alone.
    """

    owner: str
    attribute: str
    value: str
    mode: Mode
    known: Attribute | None = None
    changes: bool = False
    hedged: bool = False
    carried: bool = False


#: Whom 他 and 她 mean where nobody was named: nothing is known of them, and what follows is not the speaker's.
STRANGER = "person."


@dataclass
class Context:
    """Who and what was spoken of last. ``turned``: an attribute was said to change, to what is still open.

    ``other`` is the last person beside the user: whom "she" means in the user's own words.

    ``linked`` says that the next clause is of the same sentence, so that it may leave out its
    subject.
    """

    owner: str | None = None
    other: str | None = None
    attribute: Attribute | None = None
    place: str | None = None
    #: The value that was stated last.
    value: str = ""
    turned: bool = False
    linked: bool = False
    #: The last predicate was wished, past or denied, and so is what goes on from it.
    barred: bool = False
    #: A verb without an ending may go on from the last clause: "I like tea and love cake".
    bare: bool = False
    #: The sentence so far, where a semicolon goes on.
    words: str = ""
    #: What was said last was taken back, and what is right is still to come.
    slipped: bool = False
    #: The last sentence that stated something.
    before: str = ""

    def about(self, owner: str) -> None:
        """Speak of ``owner`` from here on."""
        if owner != self.owner:
            self.attribute, self.turned = None, False
        self.owner = owner
        if owner.startswith("person.") and owner != STRANGER:
            self.other = owner

    def leave(self) -> None:
        """Speak of nobody until somebody is named."""
        self.owner, self.attribute, self.turned, self.linked = None, None, False, False

    def turn(self, attribute: Attribute) -> None:
        """An attribute of the owner's is said to change."""
        self.attribute, self.turned = attribute, True

    def settle(self, attribute: Attribute, value: str) -> None:
        """An attribute has its value now."""
        self.attribute, self.turned, self.value = attribute, False, value
        if attribute.value in ("place", "city"):
            self.place = value
