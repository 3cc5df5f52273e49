"""Who may see a match: anyone who has its address, but in a running duel only its player."""

from django.http import Http404, HttpRequest
from django.utils.translation import gettext

from games.core.errors import Refusal
from games.core.language.text import Text
from games.matches import reading
from games.matches.answers import NotSeated, SignedOut


class HiddenMatch(Refusal):
    """A match that nobody else may see before all of its duel have finished."""

    code = "hidden"
    usual = Text("You'll see the boards in this duel once everyone has finished.")

    def __init__(self, duel: str) -> None:
        super().__init__()
        self.duel = duel


def place(request: HttpRequest, public_id: str) -> tuple[int, int | None]:
    """Return the id of the match at an address and the visitor's seat at it; raise Http404."""
    try:
        return reading.place_of(public_id=public_id, user_id=request.user.pk)
    except reading.UnknownMatch as error:
        raise Http404(gettext("There's no such table.")) from error


def look(request: HttpRequest, public_id: str) -> tuple[int, int | None]:
    """Return the same for someone who wants to see the match; raise Http404 or HiddenMatch."""
    match_id, player = place(request, public_id)
    if duel := reading.hidden_in(match_id=match_id, player=player):
        raise HiddenMatch(duel)
    return match_id, player


def no_seat(request: HttpRequest) -> NotSeated:
    """Return why somebody can't act at a table where they have no seat."""
    return NotSeated() if request.user.is_authenticated else SignedOut()
