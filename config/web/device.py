"""What makes the site an app on a device: its manifest, its service worker, its page offline."""

import functools
import hashlib

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, get_language_bidi, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition, require_safe

SHORTCUTS = (
    (gettext_lazy("My games"), "my-games"),
    (gettext_lazy("Next turn"), "next-turn"),
    (gettext_lazy("Play"), "tables"),
)
# What the page offline looks like with.
STYLES = ("base",)
FACES = ("text", "display")


@functools.cache
def _offline(_language: str) -> str:
    context = {"site_name": settings.SITE_NAME, "files": _styles()}
    return render_to_string("shell/offline.html", context)


@functools.cache
def _service_worker(language: str) -> str:
    """Return the script; when anything in it has changed, browsers fetch what they keep again."""
    kept = _digest(_offline(language))
    files = [*_styles(), *(static(f"shell/feel/fonts/{name}.woff2") for name in FACES)]
    context = {"site_name": settings.SITE_NAME, "files": files, "kept": kept}
    return render_to_string("shell/sw.js", context)


def _styles() -> list[str]:
    return [static(f"shell/{name}.css") for name in STYLES]


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _etag(_request: HttpRequest) -> str:
    return f'"{_digest(_service_worker(get_language()))}"'


@require_safe
@cache_control(no_cache=True)
@condition(etag_func=_etag)
def service_worker(_request: HttpRequest) -> HttpResponse:
    """Return the service worker: at the root of the site, since all pages are its own."""
    return HttpResponse(
        _service_worker(get_language()), content_type="text/javascript; charset=utf-8"
    )


@require_safe
@cache_control(no_cache=True)
def offline(_request: HttpRequest) -> HttpResponse:
    """Return the page that is shown while the site cannot be reached."""
    return HttpResponse(_offline(get_language()))


@require_safe
@cache_control(public=True, max_age=3600)
def manifest(_request: HttpRequest) -> HttpResponse:
    """Return what the app is called and looks like."""
    icon = static("shell/icons/icon-192.png")
    told = {
        "id": "/",
        "name": settings.SITE_NAME,
        "short_name": settings.SITE_NAME,
        "description": _("Tile and word games with friends, live or turn-based."),
        "lang": get_language(),
        "dir": "rtl" if get_language_bidi() else "ltr",
        "categories": ["games"],
        "start_url": reverse("home"),
        "scope": "/",
        "display": "standalone",
        "background_color": "#e7eadb",
        "theme_color": "#15302e",
        "icons": [
            {"src": static("shell/icons/favicon.svg"), "sizes": "any", "type": "image/svg+xml"},
            *(_icon(size, purpose) for size in (192, 512) for purpose in ("any", "maskable")),
        ],
        "shortcuts": [
            {"name": str(name), "url": reverse(url), "icons": [{"src": icon, "sizes": "192x192"}]}
            for name, url in SHORTCUTS
        ],
    }
    return JsonResponse(told, content_type="application/manifest+json")


def _icon(size: int, purpose: str) -> dict[str, str]:
    name = "maskable" if purpose == "maskable" else "icon"
    return {
        "src": static(f"shell/icons/{name}-{size}.png"),
        "sizes": f"{size}x{size}",
        "type": "image/png",
        "purpose": purpose,
    }
