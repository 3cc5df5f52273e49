"""What all sockets of the site share."""

from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer
from typing_extensions import override


class SocketConsumer(AsyncWebsocketConsumer):
    """A socket whose work with the database goes through ``live.threads`` alone."""

    @override
    async def dispatch(self, message: dict[str, Any]) -> None:
        """Handle an event; the library would first wait for the one thread that all share."""
        await getattr(self, message["type"].replace(".", "_"))(message)
