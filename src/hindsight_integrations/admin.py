"""What an operator may do with a whole tenant: count, list, delete; it reads no memory."""

from __future__ import annotations

from datetime import timedelta
from typing import NoReturn

from hindsight_integrations.answers import Erasure, IdleSession
from hindsight_integrations.engine import ending, forget
from hindsight_integrations.engine.core import Core
from hindsight_integrations.engine.item_writes import sweep_items
from hindsight_integrations.errors import ConfigurationError, InvalidInput
from hindsight_integrations.lanes import Lanes, twin
from hindsight_integrations.records import Scope
from hindsight_integrations.validation import identifier, whole


class TenantAdmin:
    """Operations on one tenant. Made by ``Hindsight.admin``; keep it out of agents' hands."""

    def __init__(self, core: Core, lanes: Lanes, tenant: str) -> None:
        self._core = core
        self.lanes = lanes
        self.tenant = identifier(tenant, "tenant")

    def __repr__(self) -> str:
        return f"TenantAdmin(tenant={self.tenant!r})"

    def __reduce__(self) -> NoReturn:
        raise ConfigurationError("a TenantAdmin cannot be pickled: it holds open files")

    def counts(self) -> dict[str, int]:
        """The tenant's users with their number of records."""
        return self._core.records.users(self.tenant, self.lanes.deadline())

    def forget_user(self, user: str, *, reason: str, actor: str | None = None) -> Erasure:
        """Erase one user of the tenant."""
        return forget.forget_everything(
            self._core,
            Scope(self.tenant, user),
            reason=reason,
            actor=actor,
            deadline=self.lanes.deadline(),
        )

    def forget_tenant(
        self, *, confirm: str, reason: str, actor: str | None = None
    ) -> list[Erasure]:
        """Erase every user of the tenant, one after the other; ``confirm`` repeats its name."""
        if confirm != self.tenant:
            raise InvalidInput("confirm must repeat the tenant's name")
        return [
            self.forget_user(user, reason=reason, actor=actor) for user in sorted(self.counts())
        ]

    def sweep(self) -> int:
        """Remove the tenant's items whose time to live has passed; answers how many.

        They are absent already: this gives their room back.
        """
        return sweep_items(self._core, self.tenant, self.lanes.deadline())

    def end_idle(
        self, *, idle: timedelta = timedelta(minutes=30), limit: int = 100
    ) -> list[IdleSession]:
        """End up to ``limit`` sessions in which nothing was said for ``idle``, as ``end_session`` does.

        The longest idle first. To be called now and then, on any number of machines: each
        session is ended by one of them. What is said in it later opens it again.
        """
        if not isinstance(idle, timedelta) or idle <= timedelta():
            raise InvalidInput(f"idle must be a positive timedelta, got {idle!r}")
        many, deadline = whole(limit, "limit"), self.lanes.deadline()
        return ending.end_idle(self._core, self.tenant, idle, many, deadline)

    aend_idle = twin(end_idle)
    asweep = twin(sweep)
    acounts = twin(counts)
    aforget_user = twin(forget_user)
    aforget_tenant = twin(forget_tenant)
