"""Pages of matches and rules, and the one way by which a move comes in: a POST.

A view parses, reads the clock once, makes one call and words the answer.
"""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from accounts.edge.clock import read_clock
from accounts.edge.requests import body_of, read_json
from accounts.trust.models import Reason
from games.core import codec
from games.core.clock import duration_in_words
from games.core.codec import BadData
from games.core.errors import IllegalAction, Refusal
from games.matches import play, reading
from games.matches.answers import Outcome, StalePly
from games.matches.between import notes, offers, seated, vacancies
from games.matches.pages import access, first_look, rules_page, tries
from games.matches.post import keys
from games.matches.post.tickets import Place
from games.matches.proofs import scores
from games.matches.reading import forecasts
from games.matches.talk import chat
from games.registry import UnknownGame, diagrams_of, game_class, infos
from games.thinking.asking import Later

Answer = Callable[..., Outcome]


@require_safe
def match_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a table: board, clocks, moves; to its players and to anyone who has the address."""
    try:
        loaded, view = _view(request, public_id)
    except access.HiddenMatch as hidden:
        return redirect(hidden.duel)
    match, user_id = loaded.match, request.user.pk
    context = {
        "match": match,
        "view": view,
        "first": first_look.first_look(loaded, view),
        "moves": first_look.moves_in_words(view),
        "by_mail": first_look.is_played_by_mail(loaded, view),
        "game": loaded.rules.info,
        "settings": reading.settings_in_words(match),
        "forecast": _forecast(match),
        "practice": seated.is_practice(match, loaded.seats, view["player"]),
        **_talk(match, view, user_id),
        "phrases": chat.PHRASES.items(),
        "reasons": Reason.choices,
        "note": notes.note_of(match_id=match.pk, user_id=user_id),
        "departure": _departure(match, view, user_id),
    }
    return render(request, "games/match.html", context)


def _departure(match: Any, view: reading.View, user_id: int | None) -> str:
    """Return how somebody left who looks on now; whoever plays is not asked about."""
    plays = view["player"] is not None
    return "" if plays else vacancies.departure(match_id=match.pk, user_id=user_id)


def _talk(match: Any, view: reading.View, user_id: int | None) -> dict[str, Any]:
    """Return whether the viewer talks with others here, and how many of their lines are new."""
    people = [seat for seat in view["seats"] if seat["owner"] == "user"]
    if user_id is None or view["player"] is None or len(people) < 2:
        return {"talks": False}
    return {
        "talks": True,
        "unread": chat.unread(user_id=user_id, match_ids=[match.pk])[match.pk],
    }


def _forecast(match: Any) -> str:
    now, zone = read_clock(), timezone.get_current_timezone()
    return forecasts.in_words(forecasts.of_match(match, now=now), now=now, zone=zone)


@require_safe
def match_view(request: HttpRequest, public_id: str) -> HttpResponse:
    """Answer with the match as this viewer may see it, or anyone with the key to its turn.

    ``signed_in`` tells a page that has lost its seat why.
    """
    try:
        view = _view(request, public_id, by_key=True)[1]
    except access.HiddenMatch as hidden:
        return refused(hidden, status=403)
    response = JsonResponse({**view, "signed_in": request.user.is_authenticated})
    response["Cache-Control"] = "no-store"
    return response


def _view(
    request: HttpRequest, public_id: str, *, by_key: bool = False
) -> tuple[reading.Loaded, reading.View]:
    match_id, player = access.look(request, public_id)
    now = read_clock()
    loaded = reading.load(match_id=match_id)
    if play.catch_up(match=loaded.match, now=now):
        loaded = reading.load(match_id=match_id)
    if by_key and (held := _opened(request, match_id, now)):
        view = reading.view(loaded, player=held.player, now=now)
        # The turn alone: for anything else its owner has to sign in.
        return loaded, {**view, "prepared": None, "offers": [], "can": [], "for_turn": True}
    view = reading.view(loaded, player=player, now=now)
    match, user_id = loaded.match, request.user.pk
    compared = match.players == 1 and scores.is_compared(slug=match.game, options=match.options)
    if compared and user_id is not None and player is not None:
        view["best"] = scores.best(slug=match.game, user_id=user_id)
    return loaded, view


def _opened(request: HttpRequest, match_id: int, now: datetime) -> Place | None:
    """Return the turn that a mail's key opens to somebody who is not signed in."""
    key = request.headers.get(keys.HEADER, "")
    if not key or request.user.is_authenticated:
        return None
    return keys.opened(key, match_id=match_id, now=now)


@require_POST
def submit_move(request: HttpRequest, public_id: str) -> HttpResponse:
    """Play a move: JSON ``{"action": {...}, "ply": n, "cmd_id": uuid}``."""
    now = read_clock()
    try:
        command = read_command(body_of(request))
    except IllegalAction as error:
        return refused(error, status=400)
    arrived_at = getattr(request, "scope", {}).get("arrived_at", now)
    match_id, player = access.place(request, public_id)
    if held := _opened(request, match_id, now):
        player = held.player
        if command["expected_ply"] != held.ply:
            return refused(StalePly())
    return _carry_out(
        request, match_id, player, play.submit, now=now, arrived_at=arrived_at, **command
    )


def read_command(body: bytes) -> dict[str, Any]:
    """Return what a page sends as a move; raise IllegalAction if it is none."""
    try:
        data = read_json(body)
        if not isinstance(data, dict) or data.keys() != {"action", "ply", "cmd_id"}:
            raise ValueError("expected action, ply and cmd_id")
        if type(data["ply"]) is not int or not isinstance(data["action"], dict):
            raise ValueError("ply must be a number and action an object")
        cmd_id = UUID(data["cmd_id"])
    except (ValueError, TypeError, AttributeError) as error:
        raise IllegalAction("We couldn't read that move.") from error
    return {"action": data["action"], "expected_ply": data["ply"], "cmd_id": cmd_id}


@require_POST
def preview_move(request: HttpRequest, public_id: str) -> HttpResponse:
    """Tell a seat's owner what a move would bring: JSON ``{"action": {...}}``; changes nothing.

    May be asked out of turn: the game looks at what this player sees and no further.
    """
    match_id, player = access.place(request, public_id)
    user_id = request.user.pk
    if held := _opened(request, match_id, read_clock()):
        player, user_id = held.player, held.user_id
    if player is None:
        return refused(access.no_seat(request), status=403)
    if tries.too_often(user_id=user_id):
        return refused(tries.TooOften(), status=429)
    try:
        action = _read_action(body_of(request))
        found = reading.tried(match_id=match_id, player=player, action=action)
    except BadData:
        return refused(IllegalAction("We couldn't read that move."), status=400)
    return JsonResponse({"ok": True, "preview": found})


def _read_action(body: bytes) -> codec.JSON:
    try:
        return read_json(body)["action"]
    except (ValueError, TypeError, LookupError) as error:
        raise BadData("$: expected an action") from error


@require_POST
def begin_match(request: HttpRequest, public_id: str) -> HttpResponse:
    """Start the clock of a match that waits for its player."""
    return _answer(request, public_id, play.begin, now=read_clock())


@require_safe
def score_tables(request: HttpRequest) -> HttpResponse:
    """Show the high scores of the games that are played alone, and the visitor's own best games."""
    now, user_id = read_clock(), request.user.pk
    games = [
        {
            "info": game_class(slug).info,
            "tables": [
                (title, scores.table(slug=slug, period=period, now=now))
                for period, title in scores.PERIODS
            ],
            "paused": scores.with_long_pauses(slug=slug),
            "own": scores.own(slug=slug, user_id=user_id) if user_id else [],
        }
        for slug in scores.slugs()
    ]
    most = duration_in_words(int(reading.LONGEST_AWAY.total_seconds()))
    return render(request, "games/scores.html", {"games": games, "most_away": most})


@require_safe
def duel_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a duel: who plays, the visitor's own board, and the result once all have finished."""
    try:
        duel = reading.find_duel(public_id=public_id)
    except reading.UnknownMatch as error:
        raise Http404(gettext("There's no such duel.")) from error
    if duel.told_at:
        return redirect(duel.told_at)
    seats = reading.entrants_of(duel_id=duel.pk)
    mine = next((seat for seat in seats if seat.user_id == request.user.pk is not None), None)
    if duel.finished_at:
        seats.sort(key=lambda seat: seat.match.places or [])
    match = seats[0].match
    context = {
        "duel": duel,
        "seats": seats,
        "mine": mine,
        "game": game_class(match.game).info,
        "settings": reading.settings_in_words(match),
    }
    return render(request, "games/duel.html", context)


@require_POST
def reclaim_seat(request: HttpRequest, public_id: str) -> HttpResponse:
    """Give the player their seat back from the computer."""
    return _answer(request, public_id, play.reclaim, now=read_clock())


@require_POST
def resign_match(request: HttpRequest, public_id: str) -> HttpResponse:
    """Give the match up."""
    return _answer(request, public_id, play.resign, now=read_clock())


OFFERS: dict[str, Answer] = {
    "offer": play.offer,
    "agree": play.agree,
    "decline": play.decline,
    "withdraw": play.withdraw,
}


@require_POST
def answer_offer(request: HttpRequest, public_id: str) -> HttpResponse:
    """Propose something, or answer: JSON ``{"kind": "draw", "answer": "agree", "ply": 12}``."""
    try:
        data = read_json(body_of(request))
        command, kind, ply = OFFERS[data["answer"]], offers.Kind(data["kind"]), data["ply"]
        if type(ply) is not int:
            raise ValueError("ply must be a number")
    except (ValueError, TypeError, LookupError):
        return refused(IllegalAction("We couldn't read that."), status=400)
    return _answer(request, public_id, command, now=read_clock(), kind=kind, ply=ply)


@require_POST
def undo_move(request: HttpRequest, public_id: str) -> HttpResponse:
    """Go back to the player's last turn in practice: JSON ``{"ply": 12}``."""
    try:
        ply = read_json(body_of(request))["ply"]
        if type(ply) is not int:
            raise ValueError("ply must be a number")
    except (ValueError, TypeError, LookupError):
        return refused(IllegalAction("We couldn't read that."), status=400)
    return _answer(request, public_id, play.undo, now=read_clock(), ply=ply)


@require_POST
def go_on(request: HttpRequest, public_id: str) -> HttpResponse:
    """End a pause."""
    return _answer(request, public_id, play.resume_play, now=read_clock())


@require_POST
def give_day(request: HttpRequest, public_id: str) -> HttpResponse:
    """Give the player to move a day beyond the deadline shown: JSON ``{"until": "2026-..."}``."""
    try:
        until = datetime.fromisoformat(read_json(body_of(request))["until"])
        if until.tzinfo is None:
            raise ValueError("a time without a zone")
    except (ValueError, TypeError, LookupError):
        return refused(IllegalAction("We couldn't read that."), status=400)
    return _answer(request, public_id, play.give_day, now=read_clock(), until=until)


@require_POST
def back_to_slow(request: HttpRequest, public_id: str) -> HttpResponse:
    """End the live play at a slow table."""
    return _answer(request, public_id, play.back_to_slow, now=read_clock())


@require_POST
def write_note(request: HttpRequest, public_id: str) -> HttpResponse:
    """Keep a player's own note: a form's ``text``; a script asks for JSON."""
    match_id, player = access.place(request, public_id)
    by_script = "application/json" in request.headers.get("Accept", "")
    user_id = request.user.pk
    problem: Refusal | None = None
    if player is None or user_id is None:
        problem = access.no_seat(request)
    else:
        text = request.POST.get("text", "")
        try:
            play.write_note(match_id=match_id, user_id=user_id, text=text, now=read_clock())
        except Refusal as error:
            problem = error
    if by_script:
        return refused(problem, status=400) if problem else JsonResponse({"ok": True})
    messages.add_message(
        request,
        messages.ERROR if problem else messages.SUCCESS,
        str(problem.text) if problem else gettext("Your note has been saved."),
    )
    return redirect("match", public_id)


def _answer(
    request: HttpRequest, public_id: str, command: Answer, *, now: datetime, **arguments: Any
) -> HttpResponse:
    match_id, player = access.place(request, public_id)
    return _carry_out(request, match_id, player, command, now=now, **arguments)


def _carry_out(
    request: HttpRequest,
    match_id: int,
    player: int | None,
    command: Answer,
    *,
    now: datetime,
    **arguments: Any,
) -> HttpResponse:
    if player is None:
        return refused(access.no_seat(request), status=403)
    try:
        outcome = command(match_id=match_id, player=player, now=now, **arguments)
    except Refusal as error:
        return refused(error)
    return answered(outcome)


def answered(outcome: Outcome) -> HttpResponse:
    """Tell a page that its command is safely stored."""
    return JsonResponse(
        {
            "ok": True,
            "ply": outcome.ply,
            "version": outcome.version,
            "replayed": outcome.replayed,
        }
    )


def refused(error: Refusal, code: str = "", *, status: int = 0) -> HttpResponse:
    """Tell a page why its command has changed nothing, or not what it should."""
    if isinstance(error, Later):
        return tries.come_back(error)
    if not status:
        status = 422 if isinstance(error, IllegalAction) else 409
    code = code or ("bad_request" if status == 400 else error.code)
    return JsonResponse({"ok": False, "error": code, "text": str(error.text)}, status=status)


@require_safe
def rules_index(request: HttpRequest) -> HttpResponse:
    """List the games with a way to the rules of each."""
    return render(request, "games/rules_index.html", {"games": infos()})


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a game's rules, made from the README in its folder."""
    try:
        cls = game_class(slug)
    except UnknownGame as error:
        raise Http404(gettext("There's no such game.")) from error
    readme = Path(__file__).parent.parent.parent / slug / "README.md"
    page = rules_page.of(readme, diagrams_of(slug))
    return render(request, "games/rules.html", {"game": cls.info, "page": page})
