"""The figures of a web process are kept for as long as it serves."""

from collections.abc import Awaitable, Callable
from typing import Any

from config.meters.keeping import kept

Application = Callable[[Any, Any, Any], Awaitable[None]]


class Counted:
    """Keeps what this process counts while its server runs (the ASGI lifespan protocol)."""

    def __init__(self, inner: Application) -> None:
        self.inner = inner

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Run what runs as long as the server does."""
        with kept():
            await self.inner(scope, receive, send)
