"""One application for pages and sockets; moves travel by HTTP, sockets only tell."""

import os
from typing import Any

import django
from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import OriginValidator
from servestatic import ServeStaticASGI

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.conf import settings  # noqa: E402 - the apps must be loaded first

from config.pages import Pages  # noqa: E402
from games.routing import websocket_urlpatterns as match_sockets  # noqa: E402
from games.watch import lifespan  # noqa: E402
from lobby.routing import websocket_urlpatterns as lobby_sockets  # noqa: E402

PAGE_THREADS = 4


def _never_guess(headers: Any, _path: str, _url: str) -> None:
    headers["X-Content-Type-Options"] = "nosniff"


def _with_static_files(pages: Any) -> Any:
    """Answer for the static files before the pages; without any while none are collected."""
    if not settings.STATIC_ROOT.is_dir():
        return pages
    return ServeStaticASGI(
        pages,
        root=settings.STATIC_ROOT,
        prefix=settings.STATIC_URL,
        add_headers_function=_never_guess,
    )


application = ProtocolTypeRouter(
    {
        "http": _with_static_files(Pages(threads=PAGE_THREADS)),
        "lifespan": lifespan,
        "websocket": OriginValidator(
            AuthMiddlewareStack(URLRouter([*match_sockets, *lobby_sockets])),
            settings.SOCKET_ORIGINS,
        ),
    }
)
