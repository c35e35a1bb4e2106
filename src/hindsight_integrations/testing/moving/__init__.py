"""The contract of both ends of a move, as a suite that a record store's author subclasses; it knows no store.

::

    class TestMyMoving(MovingContract):
        @pytest.fixture
        def grounds(self, clock):
            return lambda: MyGround(clock, self.model)   # a new place each time
"""

from hindsight_integrations.testing.moving.fixtures import Ground
from hindsight_integrations.testing.moving.rows import RowsPart
from hindsight_integrations.testing.moving.steps import StepsPart


class MovingContract(RowsPart, StepsPart):
    """Every promise of :class:`~hindsight_integrations.ports.moving.Moving` as a test.

    A subclass provides the fixture ``grounds``, which answers a place where nothing is each
    time it is called. Its stores read the fixture ``clock`` and keep vectors of ``model``.
    """


__all__ = ["Ground", "MovingContract"]
