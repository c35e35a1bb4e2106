"""The contract of an outside index, as a suite that its author subclasses; it knows no index.

::

    class TestMyIndex(OutsideIndexContract):
        @pytest.fixture
        def handle(self):
            server = MyServer.empty()
            return lambda: MyIndex(server)
"""

from hindsight_integrations.testing.outside_index.filters import FilterTests
from hindsight_integrations.testing.outside_index.fixtures import ANN, key_of
from hindsight_integrations.testing.outside_index.life import LifeTests
from hindsight_integrations.testing.outside_index.points import PointTests

__all__ = ["ANN", "OutsideIndexContract", "key_of"]


class OutsideIndexContract(PointTests, FilterTests, LifeTests):
    """Every promise of :class:`~hindsight_integrations.ports.OutsideIndex` as a test.

    A subclass provides the fixture ``handle``: it makes an index that was not opened yet,
    each time over the same place, which is empty at first. The suite closes one before it asks
    for another. The flags say what an index cannot do; the port allows for each of them.
    """
