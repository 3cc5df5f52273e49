"""The list of puzzles, a puzzle, tries at it, and votes."""

from collections.abc import Callable
from typing import Any

from allauth.account.adapter import get_adapter
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from accounts.edge.clock import read_clock
from accounts.edge.requests import body_of, read_json
from games.core import codec
from games.core.codec import BadData
from games.core.errors import IllegalAction, Refusal
from games.core.review.judging import Grade
from games.daily.days import is_on
from games.matches.answers import Unreadable
from games.matches.pages import tries
from games.puzzles import acts, reading, told
from games.puzzles.models import Attempt, Puzzle
from games.puzzles.rating import Rating
from games.registry import UnknownGame, game_class
from games.reviews.exercise import Exercise
from games.reviews.pages.answers import refused

Asked = Callable[[Puzzle, Exercise, codec.JSON], dict[str, Any]]


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """List the games that have puzzles."""
    shelves = [
        {
            "info": shelf.info,
            "puzzles": shelf.puzzles,
            "solver": shelf.solver,
            "positions": shelf.positions,
            "last_day": shelf.last_day,
            "rating": Rating(shelf.solver.mu, shelf.solver.sigma).shown if shelf.solver else None,
        }
        for shelf in reading.shelves(user_id=request.user.pk, now=read_clock())
    ]
    return render(request, "puzzles/index.html", {"shelves": shelves, "has_daily": is_on()})


@require_safe
def next_puzzle(request: HttpRequest, slug: str) -> HttpResponse:
    """Go to a puzzle of a game that the visitor hasn't tried."""
    try:
        info = game_class(slug).info
    except UnknownGame as error:
        raise Http404(gettext("There's no such game.")) from error
    but = request.GET.get("but", "")
    found = reading.next_for(game=slug, user_id=request.user.pk, but=but)
    if found is None:
        return render(request, "puzzles/none.html", {"game": info})
    return redirect(found.get_absolute_url())


@require_safe
def puzzle_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a puzzle on the game's own board."""
    puzzle, exercise = _open(public_id)
    tried = reading.attempt_of(puzzle=puzzle, user_id=request.user.pk)
    context = {
        "puzzle": puzzle,
        "game": game_class(puzzle.game).info,
        "steps": [told.step(puzzle, exercise, tried, now=read_clock())],
    }
    return render(request, "puzzles/puzzle.html", context)


@require_POST
def try_turn(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Say what a try comes to: JSON ``{"action": {...}}``; the first one counts."""

    def judge(puzzle: Puzzle, exercise: Exercise, action: codec.JSON) -> dict[str, Any]:
        now = read_clock()
        found = exercise.tried(action, tries.asker(request, now=now))
        solved = found.grade is Grade.BEST
        noted = _note(request, puzzle, solved=solved)
        if solved:
            return told.reached(exercise, action, noted, now)
        return told.missed(found.loss, noted)

    return _answer(request, public_id, number, judge)


@require_POST
def show(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Show the solution; it counts as missed."""

    def reveal(puzzle: Puzzle, exercise: Exercise, _action: codec.JSON) -> dict[str, Any]:
        return told.shown(exercise, _note(request, puzzle, solved=False), read_clock())

    return _answer(request, public_id, number, reveal)


@require_POST
def preview_turn(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Tell what a turn would bring: JSON ``{"action": {...}}``, as at a table."""

    def look(_puzzle: Puzzle, exercise: Exercise, action: codec.JSON) -> dict[str, Any]:
        return {"ok": True, "preview": exercise.preview(action)}

    return _answer(request, public_id, number, look)


@require_POST
def vote(request: HttpRequest, public_id: str) -> HttpResponse:
    """Take a vote on a puzzle, and go on to the next one."""
    puzzle = reading.find(code=public_id)
    if puzzle is None:
        raise Http404(gettext("There's no such puzzle."))
    if request.user.is_authenticated and request.POST.get("vote") in ("good", "bad"):
        good = request.POST["vote"] == "good"
        acts.vote(puzzle=puzzle, user_id=request.user.pk, good=good, now=read_clock())
    return redirect("puzzle-next", slug=puzzle.game)


def _open(public_id: str) -> tuple[Puzzle, Exercise]:
    puzzle = reading.find(code=public_id)
    if puzzle is not None:
        exercise = reading.exercise_of(puzzle, you=str(told.YOU), others=told.OTHERS)
        if exercise is not None:
            return puzzle, exercise
    raise Http404(gettext("There's no such puzzle."))


def _note(request: HttpRequest, puzzle: Puzzle, *, solved: bool) -> Attempt | None:
    """Note the first try of somebody who is signed in."""
    if not request.user.is_authenticated:
        return None
    user_id = request.user.pk
    return acts.note_try(puzzle=puzzle, user_id=user_id, solved=solved, now=read_clock())


def _answer(request: HttpRequest, public_id: str, number: int, asked: Asked) -> HttpResponse:
    if number != 1:
        raise Http404(gettext("There's no such puzzle."))
    address = get_adapter().get_client_ip(request)
    if tries.too_often(user_id=request.user.pk, address=address):
        return refused(tries.TooOften())
    puzzle, exercise = _open(public_id)
    try:
        return JsonResponse(asked(puzzle, exercise, _read_action(body_of(request))))
    except IllegalAction as refusal:
        return refused(refusal, status=422)
    except Refusal as refusal:
        return refused(refusal)
    except BadData:
        return refused(Unreadable("We couldn't read that move."), status=400)


def _read_action(body: bytes) -> codec.JSON:
    try:
        return read_json(body)["action"]
    except (ValueError, TypeError, LookupError) as error:
        raise BadData("$: expected an action") from error
