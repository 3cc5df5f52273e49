"""Pages on what a match was: its replay, the files to take home, and the proof of its draws."""

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from accounts.edge.clock import read_clock
from games.core.errors import Refusal
from games.matches import reading
from games.matches.pages import access, first_look, rules_page
from games.matches.proofs import gcg, replays, signing, transcripts
from games.matches.reading import Loaded
from games.registry import game_class

PAPERS = settings.BASE_DIR / "docs"
CHECK = PAPERS / "fairness" / "check_game.py"
MOST = 100  # positions at once
KEEP = 3600  # seconds for which a browser need not ask again how a match went that is over
WATCHING = "none"  # for someone who looks from no seat


@require_safe
def replay_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a match move by move, as its board showed it."""
    try:
        loaded, player = _load(request, public_id)
    except access.HiddenMatch as hidden:
        return redirect(hidden.duel)
    return render(request, "games/replay.html", replay_context(request, loaded, player))


def replay_context(request: HttpRequest, loaded: Loaded, player: int | None) -> dict[str, Any]:
    """Return what the page of a replay shows to whoever has that seat."""
    view = reading.view(loaded, player=None, now=read_clock())
    view["seat"] = seat_asked(request, loaded, player)
    view["open_seats"] = _open_seats(loaded, player)
    return {
        "match": loaded.match,
        "view": view,
        "game": loaded.rules.info,
        "first": first_look.last_look(loaded, view),
        "revealed": reading.is_revealed(loaded.match),
        "has_gcg": gcg.has_gcg(loaded),
    }


@require_safe
def positions(request: HttpRequest, public_id: str) -> HttpResponse:
    """Answer with positions of a match: ``?from=0&count=50&seat=1``, as seen from that seat."""
    try:
        loaded, player = _load(request, public_id)
        first, count = _number(request, "from"), _number(request, "count")
        if first > loaded.match.ply or not 1 <= count <= MOST:
            raise ValueError("out of range")
        seat = seat_asked(request, loaded, player)
        found = replays.positions(loaded, player=seat, first=first, count=count)
    except access.HiddenMatch as hidden:
        return _refusal(hidden, status=403)
    except ValueError:
        return _refusal(Refusal("There are no such positions in this match."), status=400)
    except replays.Unreplayable as error:
        return _refusal(error, status=409)
    return _kept(JsonResponse({"ok": True, "positions": found}), loaded)


@require_safe
def match_json(request: HttpRequest, public_id: str) -> HttpResponse:
    """Answer with all that is public of a match, as JSON."""
    try:
        loaded, _ = _load(request, public_id)
    except access.HiddenMatch as hidden:
        return _refusal(hidden, status=403)
    # Letters as they are, so that people can read the names in the file.
    return _kept(
        JsonResponse(transcripts.as_json(loaded), json_dumps_params={"ensure_ascii": False}), loaded
    )


@require_safe
def match_text(request: HttpRequest, public_id: str) -> HttpResponse:
    """Answer with a match as text, a line for each ply."""
    try:
        loaded, _ = _load(request, public_id)
    except access.HiddenMatch as hidden:
        return redirect(hidden.duel)
    text = transcripts.as_text(loaded)
    return _kept(HttpResponse(text, content_type="text/plain; charset=utf-8"), loaded)


@require_safe
def match_gcg(request: HttpRequest, public_id: str) -> HttpResponse:
    """Answer with a match that is over as GCG, where its game has a way to write that."""
    try:
        loaded, _ = _load(request, public_id)
        text = gcg.as_gcg(loaded)
    except access.HiddenMatch as hidden:
        return redirect(hidden.duel)
    except gcg.NotRevealed as error:
        return _refusal(error, status=409)
    except gcg.NotInGcg as error:
        return _refusal(error, status=404)
    response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    return _kept(response, loaded)


@require_safe
def fairness_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show what all draws of a match follow from, and have the browser make each again."""
    try:
        match_id, _ = access.look(request, public_id)
    except access.HiddenMatch as hidden:
        return redirect(hidden.duel)
    match = reading.get(match_id=match_id)
    context = {
        "match": match,
        "game": game_class(match.game).info,
        "revealed": reading.is_revealed(match),
        "key": signing.public_key(),
    }
    return render(request, "games/fairness.html", context)


@require_safe
def fairness_paper(request: HttpRequest) -> HttpResponse:
    """Show how chance is made, and how anyone can check it."""
    paper = rules_page.of(PAPERS / "fairness.md")
    context = {"paper": paper, "key": signing.public_key()}
    return render(request, "games/fairness_paper.html", context)


@require_safe
def check_script(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - called as a view
    """Answer with the program that checks a match, to be run where Python is."""
    return HttpResponse(CHECK.read_bytes(), content_type="text/plain; charset=utf-8")


def _load(request: HttpRequest, public_id: str) -> tuple[Loaded, int | None]:
    match_id, player = access.look(request, public_id)
    return reading.load(match_id=match_id), player


def _open_seats(loaded: Loaded, player: int | None) -> list[int]:
    """Return from which seats a visitor may look: their own, and when all is revealed from any."""
    if reading.is_revealed(loaded.match):
        return list(range(loaded.match.players))
    return [] if player is None else [player]


def seat_asked(request: HttpRequest, loaded: Loaded, player: int | None) -> int | None:
    """Return the seat that is asked for, usually the visitor's own; raise Http404."""
    asked = request.GET.get("seat")
    if asked is None:
        return player
    if asked == WATCHING:
        return None
    for seat in _open_seats(loaded, player):
        if asked == str(seat):
            return seat
    raise Http404(gettext("You can't see the match from that seat."))


def _number(request: HttpRequest, name: str) -> int:
    text = request.GET.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) < 7):
        raise ValueError(name)
    return int(text)


def _kept(response: HttpResponse, loaded: Loaded) -> HttpResponse:
    """Say for how long an answer holds: what is over no longer changes."""
    over = reading.is_revealed(loaded.match)
    response["Cache-Control"] = f"private, max-age={KEEP}" if over else "no-store"
    return response


def _refusal(refusal: Refusal, *, status: int) -> HttpResponse:
    return JsonResponse({"ok": False, "text": str(refusal)}, status=status)
