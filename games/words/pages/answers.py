"""How the pages of words answer: who asks, and what happens if something can't be done."""

import contextlib
import dataclasses
import functools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.users.models import User
from games.core.errors import Refusal
from games.core.game import GameInfo
from games.registry import infos
from games.words.dictionary.lookup import Meaning
from games.words.lists.access import NotAllowed, UnknownList
from games.words.lists.lexicon import NotLoaded
from games.words.moderation.queue import UnknownProposal

View = Callable[..., HttpResponseBase]
# What ``answered`` answers.
PASSED_ON = (NotAllowed, NotLoaded, UnknownList, UnknownProposal)


def answered(view: View) -> View:
    """Have a view's refusals answered: not found, not allowed, lists that are not loaded."""

    @functools.wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        except (UnknownProposal, UnknownList) as error:
            raise Http404(str(error)) from error
        except NotAllowed as error:
            return render(request, "words/refused.html", {"text": error.text}, status=403)
        except NotLoaded as error:
            return render(request, "words/not_loaded.html", {"text": error.text}, status=503)

    return answer


@dataclasses.dataclass(frozen=True, slots=True)
class Told:
    """What a page shows of a word's meanings: some at once, some to those who unfold them.

    ``hidden``: something is left out, because its reader has chosen not to see it.
    """

    label: str  # the word's own: then all of it is folded
    meanings: tuple[Meaning, ...]
    folded: tuple[Meaning, ...]
    hidden: bool


def told(
    request: HttpRequest, label: str, meanings: Sequence[Meaning], folded: Sequence[Meaning]
) -> Told:
    """Return what of a word's meanings this reader wants to see, by their preferences."""
    if not is_hidden(request):
        return Told(label, tuple(meanings), tuple(folded), hidden=False)
    shown = () if label else tuple(meanings)
    return Told(label, shown, (), hidden=bool(folded) or len(shown) < len(meanings))


def is_hidden(request: HttpRequest) -> bool:
    """Tell whether this reader has chosen not to see coarse meanings."""
    return isinstance(request.user, User) and request.user.hides_coarse


def word_games() -> list[GameInfo]:
    """Return the games of this site that are played with words."""
    return [info for info in infos() if info.uses_words]


@contextlib.contextmanager
def said_on(form: Form, field: str | None = None) -> Iterator[None]:
    """Have a form say what is refused while it is carried out."""
    try:
        yield
    except PASSED_ON:
        raise
    except Refusal as error:
        form.add_error(field, str(error))


def thank(request: HttpRequest, public_id: str) -> HttpResponse:
    """Go on to a proposal that was just made, and say thank you there."""
    messages.success(
        request,
        _("Thank you. The moderators will take a look, and we'll tell you what they decide."),
    )
    return redirect("proposal", public_id=public_id)


def tell(request: HttpRequest, act: Callable[[], object], done: str) -> bool:
    """Do something and say on the next page that it's done, or why not; tell whether it was."""
    try:
        act()
    except PASSED_ON:
        raise
    except Refusal as error:
        messages.error(request, str(error))
        return False
    messages.success(request, done)
    return True
