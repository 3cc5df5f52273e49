"""How the pages of words answer: who asks, and what becomes of what cannot be done."""

import functools
from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone

from accounts.models import User
from games.core.errors import BadData
from games.core.game import GameInfo
from games.registry import infos
from games.words.docket import UnknownProposal
from games.words.lexicon import NotLoaded
from games.words.rights import NotAllowed, UnknownList

View = Callable[..., HttpResponseBase]


def now() -> datetime:
    """Return the instant a request is answered at."""
    return timezone.now()  # noqa: TID251 - the edge where requests read the clock


def answered(view: View) -> View:
    """Have a view's refusals answered: not found, not allowed, lists that are not loaded."""

    @functools.wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        except (UnknownProposal, UnknownList) as error:
            raise Http404(str(error)) from error
        except NotAllowed as error:
            return render(request, "words/refused.html", {"text": str(error)}, status=403)
        except NotLoaded as error:
            return render(request, "words/not_loaded.html", {"text": str(error)}, status=503)

    return answer


def is_hidden(request: HttpRequest, label: str) -> bool:
    """Tell whether whoever asks has chosen not to read what words of a label mean."""
    return bool(label) and isinstance(request.user, User) and request.user.hides_coarse


def word_games() -> list[GameInfo]:
    """Return the games of this site that are played with words."""
    return [info for info in infos() if info.uses_words]


def tell(request: HttpRequest, act: Callable[[], object], done: str) -> bool:
    """Do something and say on the next page that it is done, or why not; tell whether it was."""
    try:
        act()
    except (UnknownProposal, UnknownList, NotAllowed, NotLoaded):
        raise
    except BadData as error:
        messages.error(request, str(error))
        return False
    messages.success(request, done)
    return True
