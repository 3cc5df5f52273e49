"""How pages answer: what was sent, and how a no is told."""

import functools
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render

from games.core.errors import Refusal
from games.core.language.text import Text
from lobby.permission import NotAllowed, Unknown

View = Callable[..., HttpResponseBase]
UNREAD = Text("We couldn't read that. Go back to the page and try again.")


def posted(request: HttpRequest, name: str, *, most: int = 2000) -> str:
    """Return a text that was sent, without what no row can hold."""
    return request.POST.get(name, "").replace("\0", "")[:most]


def number(request: HttpRequest, name: str) -> int:
    """Return a whole number that was sent; raise Refusal for what is none."""
    said = posted(request, name, most=20)
    if not (said.isascii() and said.isdecimal() and len(said) < 10):
        raise Refusal(UNREAD)
    return int(said)


def answered(view: View) -> View:
    """Have a view's refusals answered: not found, and not allowed."""

    @functools.wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        except Unknown as error:
            raise Http404(str(error)) from error
        except NotAllowed as error:
            return render(request, "lobby/refused.html", {"text": str(error)}, status=403)

    return answer


def tell(request: HttpRequest, act: Callable[[], object], done: str) -> bool:
    """Do something and say on the next page that it is done, or why not; tell whether it was."""
    try:
        act()
    except NotAllowed:
        raise
    except Refusal as error:
        messages.error(request, str(error))
        return False
    messages.success(request, done)
    return True
