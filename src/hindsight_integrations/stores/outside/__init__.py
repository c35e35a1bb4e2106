"""Keeps an index outside the record store fed, asks it, and mends it; it knows no product of either kind."""

from hindsight_integrations.stores.outside.comparing import Difference, compare
from hindsight_integrations.stores.outside.feeder import Feeder
from hindsight_integrations.stores.outside.followed import Followed
from hindsight_integrations.stores.outside.index import FedIndex
from hindsight_integrations.stores.outside.resting import Rest

__all__ = ["Difference", "FedIndex", "Feeder", "Followed", "Rest", "compare"]
