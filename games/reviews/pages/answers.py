"""What the pages of reviews answer when something can't be done, and how they read numbers."""

from django.http import HttpRequest, HttpResponse, JsonResponse

from games.core.errors import Refusal
from games.matches.pages.access import HiddenMatch
from games.matches.pages.tries import come_back
from games.reviews.acts import NotAPlayer, OneIsWaiting, TooMany
from games.thinking.asking import Later

_STATUS: dict[type[Refusal], int] = {
    HiddenMatch: 403,
    NotAPlayer: 403,
    OneIsWaiting: 409,
    TooMany: 429,
}


def refused(refusal: Refusal, *, status: int | None = None) -> HttpResponse:
    """Answer with why something can't be done, or with when it can."""
    if isinstance(refusal, Later):
        return come_back(refusal)
    told = {"ok": False, "error": refusal.code, "text": str(refusal.text)}
    return JsonResponse(told, status=status or _STATUS.get(type(refusal), 409))


def number(request: HttpRequest, name: str) -> int:
    """Return a small number of the query; raise ValueError."""
    text = request.GET.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise ValueError(name)
    return int(text)
