"""One application for pages and sockets; moves travel over HTTP, sockets only tell."""

import os
from typing import Any

import django
from channels.routing import ProtocolTypeRouter
from channels.sessions import CookieMiddleware, SessionMiddleware
from servestatic import ServeStaticASGI

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.conf import settings  # noqa: E402 - the apps must be loaded first

from config.meters.lifespan import Counted  # noqa: E402
from config.web.serving import USUAL, Pages  # noqa: E402
from config.web.sockets import Addresses, Bounds, EndForMaintenance, EndWithSession, Known, Origins  # noqa: E402
from config.web.unavailable import ComeAgain  # noqa: E402
from games.matches.live.lifespan import lifespan  # noqa: E402
from games.matches.live.routing import websocket_urlpatterns as match_sockets  # noqa: E402
from games.matches.post.inbound import LARGEST  # noqa: E402
from games.studies.files import MOST_BYTES as STUDY_BYTES  # noqa: E402
from games.words.moderation.imports.unpacking import MOST_BYTES  # noqa: E402
from lobby.routing import websocket_urlpatterns as lobby_sockets  # noqa: E402

PAGE_THREADS, SLOW_THREADS = 4, 2
LONGER = {  # bytes of a body
    "/word-lists/*/import/*": MOST_BYTES + USUAL,
    "/studies/import": STUDY_BYTES + USUAL,
}
if settings.MAIL_WEBHOOK:
    LONGER["/mail-in/"] = LARGEST


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


_sockets = Bounds(EndWithSession(Addresses([*match_sockets, *lobby_sockets])))
application = ProtocolTypeRouter(
    {
        "http": _with_static_files(Pages(PAGE_THREADS, longer=LONGER, slow=SLOW_THREADS)),
        "lifespan": Counted(lifespan),
        "websocket": Origins(
            ComeAgain(EndForMaintenance(CookieMiddleware(SessionMiddleware(Known(_sockets))))),
            settings.SOCKET_ORIGINS,
        ),
    }
)
