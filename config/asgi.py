"""One application for pages and sockets; moves travel by HTTP, sockets only tell."""

import os

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import OriginValidator
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
pages = get_asgi_application()

from django.conf import settings  # noqa: E402 - the apps must be loaded first
from lobby.routing import websocket_urlpatterns as lobby_sockets  # noqa: E402

from games.routing import websocket_urlpatterns as match_sockets  # noqa: E402
from games.watch import lifespan  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": pages,
        "lifespan": lifespan,
        "websocket": OriginValidator(
            AuthMiddlewareStack(URLRouter([*match_sockets, *lobby_sockets])),
            settings.SOCKET_ORIGINS,
        ),
    }
)
