"""The page of a review: the replay of a match, with what its turns were worth beside it."""

from datetime import datetime
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.core import ratelimit
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from accounts.edge.clock import read_clock
from config.processes.asking import ask_soon
from games.core.errors import Refusal
from games.matches import reading as matches
from games.matches.pages import access, records
from games.matches.pages.tries import TooOften, too_often
from games.matches.reading.still import still_entry
from games.registry import AnyGame
from games.reviews import acts, reading, tasks, told
from games.reviews.material import NO_TURNS, NOT_OVER, NotReviewable
from games.reviews.pages.answers import number, refused
from games.reviews.recent import material_of
from games.say import say

BY_GUESTS = "guest_review"  # see settings.ACCOUNT_RATE_LIMITS


@require_safe
def review_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a match move by move, with what each was worth."""
    try:
        match_id, player = access.look(request, public_id)
    except access.HiddenMatch as hidden:
        return redirect(hidden.duel)
    loaded = matches.load(match_id=match_id)
    if not matches.is_revealed(loaded.match):
        return redirect("match-replay", public_id=public_id)
    context = records.replay_context(request, loaded, player)
    context["review"] = _told(request, loaded)
    return render(request, "reviews/review.html", context)


@require_safe
def review_json(request: HttpRequest, public_id: str) -> HttpResponse:
    """Answer with the review as its page shows it, or with how far it is."""
    try:
        loaded = _loaded(request, public_id)
    except Refusal as refusal:
        return refused(refusal)
    response = JsonResponse({"ok": True, "review": _told(request, loaded)})
    response["Cache-Control"] = "no-store"
    return response


@require_safe
def report_json(request: HttpRequest, public_id: str) -> HttpResponse:
    """Answer with the report itself, as ``manage.py review`` prints it."""
    try:
        loaded = _loaded(request, public_id)
    except Refusal as refusal:
        return refused(refusal)
    review = reading.review_of(match_id=loaded.match.pk)
    if review is None or review.report is None:
        return refused(NotReviewable("This match hasn't been reviewed yet."), status=404)
    return JsonResponse(review.report, json_dumps_params={"ensure_ascii": False, "indent": 1})


@require_POST
def ask(request: HttpRequest, public_id: str) -> HttpResponse:
    """Ask for the review of a match that one has played."""
    try:
        match_id, _ = access.look(request, public_id)
        if not request.user.is_authenticated:
            raise acts.NotAPlayer
        _ask(request, match_id, request.user.pk, now=read_clock())
    except Refusal as refusal:
        return refused(refusal)
    ask_soon(tasks.ask_for_work)
    loaded = matches.load(match_id=match_id)
    return JsonResponse({"ok": True, "review": _told(request, loaded)})


def _ask(request: HttpRequest, match_id: int, user_id: int, *, now: datetime) -> None:
    """Ask for a review; the guests at a network address together are counted as one person."""
    known = reading.review_of(match_id=match_id)
    is_new = known is None or acts.can_be_asked_for(known, now)
    is_guest = is_new and reading.is_guest(user_id)
    if is_guest and not ratelimit.consume(request, action=BY_GUESTS, dry_run=True):
        raise acts.TooMany(
            "Guests on your network have asked for as many reviews as they can today. With an "
            "account you can ask for your own."
        )
    acts.ask(match_id=match_id, user_id=user_id, now=now)
    if is_guest:
        ratelimit.consume(request, action=BY_GUESTS)


@require_safe
def shown(request: HttpRequest, public_id: str) -> HttpResponse:
    """Answer with the position after one of a turn's ideas: ``?ply=12&idea=0&seat=1``."""
    try:
        loaded = _loaded(request, public_id)
        if too_often(user_id=request.user.pk, address=get_adapter().get_client_ip(request)):
            raise TooOften
        found = _idea(request, loaded)
    except Refusal as refusal:
        return refused(refusal)
    except (ValueError, LookupError):
        return refused(NotReviewable("There's no such turn in this review."), status=400)
    return JsonResponse({"ok": True, **found})


def _told(request: HttpRequest, loaded: matches.Loaded) -> dict[str, Any]:
    review = reading.review_of(match_id=loaded.match.pk)
    return told.told(loaded, review, user_id=request.user.pk, now=read_clock())


def _loaded(request: HttpRequest, public_id: str) -> matches.Loaded:
    """Return a match that may be reviewed; raise Http404, HiddenMatch or NotReviewable."""
    match_id, _ = access.look(request, public_id)
    loaded = matches.load(match_id=match_id)
    if not matches.is_revealed(loaded.match):
        raise NotReviewable(NOT_OVER)
    return loaded


def _idea(request: HttpRequest, loaded: matches.Loaded) -> dict[str, Any]:
    ply, place = number(request, "ply"), number(request, "idea")
    review = reading.review_of(match_id=loaded.match.pk)
    if review is None or review.report is None:
        raise NotReviewable("This match hasn't been reviewed yet.")
    turn = {one.ply: one for one in reading.report_of(review).turns}[ply]
    made = material_of(loaded)
    choice = made.choice(ply)
    if choice is None:
        raise NotReviewable(NO_TURNS)
    rules: AnyGame = made.rules
    action = rules.decode_action(turn.ideas[place].action)
    after = rules.apply_action(choice.state, action, made.rng(ply))
    seat = records.seat_asked(request, loaded, None)
    seen = rules.observation(after, seat)
    now = read_clock()
    return {
        "position": {
            "ply": ply,
            "to_move": rules.current_player(after),
            "state": rules.encode_state(seen),
            "scores": list(rules.scores(after)),
            "description": say(rules.describe(seen, seat), loaded.names),
        },
        "entry": still_entry(
            rules, choice.state, action, after, names=loaded.names, ply=ply, now=now
        ),
    }
