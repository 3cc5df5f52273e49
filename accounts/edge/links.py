"""Addresses of pages of this site: where to go on, where to come back to, whole ones for mails."""

from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme


def is_own(url: str) -> bool:
    """Tell whether an address is the path of a page here; we send people nowhere else."""
    # A path: `redirect` would take any other word for the name of a view.
    return url.startswith("/") and url_has_allowed_host_and_scheme(url, allowed_hosts=None)


def own_address(request: HttpRequest) -> str:
    """Return the page of this site that a form wants to go on to, or nothing."""
    url = request.POST.get("next") or request.GET.get("next") or ""
    return url if is_own(url) else ""


def entrance(request: HttpRequest, name: str) -> str:
    """Return the address of the page to sign in or up by, from which one comes back here.

    From a page that is itself about coming in one goes on to where that one leads.
    """
    back = _way_back(request)
    return f"{reverse(name)}?{urlencode({'next': back})}" if back else reverse(name)


def _way_back(request: HttpRequest) -> str:
    """Return where to come back to: this page, or that whose form was sent; "" for the usual."""
    if request.path.startswith(reverse("account_login").removesuffix("login/")):
        return own_address(request)
    if request.method not in ("GET", "HEAD"):
        try:
            parts = urlsplit(request.headers.get("Referer", ""))
        except ValueError:  # what calls itself an address may be none
            return ""
        here = parts.netloc == request.headers.get("Host") and is_own(parts.path)
        return f"{parts.path}?{parts.query}".removesuffix("?") if here else ""
    if request.path == reverse("home"):
        return ""
    return request.path if "fragment" in request.GET else request.get_full_path()


def site_link(url: str) -> str:
    """Return the address of a page of this site, whatever host ``url`` names."""
    parts = urlsplit(url)
    query = f"?{parts.query}" if parts.query else ""
    return f"{settings.SITE_URL}{parts.path}{query}"
