"""The contract of a record store, as a suite that a store's author subclasses; it knows no store.

::

    class TestMyStore(RecordStoreContract):
        persistent = True

        @pytest.fixture
        def store(self, clock, tmp_path):
            self.path = tmp_path / "memory"
            store = MyStore(self.path, clock=clock)
            yield store
            store.close()

        def reopen(self, store):
            store.close()
            return MyStore(self.path, clock=store.clock)

What the ports leave open is written down at
:mod:`hindsight_integrations.testing.fakes.record_store`, the store this suite was made with.
"""

from hindsight_integrations.testing.record_store.beside import BesideTests
from hindsight_integrations.testing.record_store.erasure import ErasureTests
from hindsight_integrations.testing.record_store.filters import FilterTests
from hindsight_integrations.testing.record_store.items import ItemTests
from hindsight_integrations.testing.record_store.keys import KeyTests
from hindsight_integrations.testing.record_store.life import LifeTests
from hindsight_integrations.testing.record_store.log import LogTests
from hindsight_integrations.testing.record_store.outlines import OutlineTests
from hindsight_integrations.testing.record_store.putting import PutTests
from hindsight_integrations.testing.record_store.round_trips import RoundTripTests
from hindsight_integrations.testing.record_store.stubs import StubTests
from hindsight_integrations.testing.record_store.transactions import TransactionTests
from hindsight_integrations.testing.record_store.transcripts import TranscriptTests
from hindsight_integrations.testing.record_store.walls import WallTests
from hindsight_integrations.testing.record_store.words import KeywordTests

__all__ = ["RecordStoreContract"]


class RecordStoreContract(
    WallTests,
    RoundTripTests,
    FilterTests,
    OutlineTests,
    KeywordTests,
    BesideTests,
    PutTests,
    TransactionTests,
    KeyTests,
    ItemTests,
    ErasureTests,
    StubTests,
    LogTests,
    TranscriptTests,
    LifeTests,
):
    """Every promise of :class:`~hindsight_integrations.ports.RecordStore` as a test.

    A subclass provides the fixture ``store``: an empty store that reads the fixture
    ``clock`` (a :class:`~hindsight_integrations.testing.FrozenClock`). With
    ``persistent = True`` it also overrides ``reopen(store)``.
    """
