"""One's own studies: listed, made of a match or a file, and deleted."""

from allauth.core import ratelimit
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from accounts.edge.clock import read_clock
from accounts.edge.requests import person_of, signed_in
from games.core.errors import Refusal
from games.matches import reading as matches
from games.matches.pages import access
from games.studies import acts, reading
from games.studies.files import MOST_BYTES
from games.studies.models import MOST_NODES, MOST_STUDIES

LONGEST_PLY = 6  # digits
MOST_OFFERED = 5  # matches, to somebody without a study


@signed_in
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """List one's own studies, and ask for a file to make another of."""
    return _list(request)


@signed_in
@require_POST
def import_file(request: HttpRequest) -> HttpResponse:
    """Make a study of a match in a file; say what's wrong with one that can't be read."""
    user, file = person_of(request), request.FILES.get("file")
    # Each is played again by the rules, which may take a second.
    if too_many := ratelimit.consume_or_429(request, action="study_import", user=user):
        return too_many
    try:
        if not isinstance(file, UploadedFile):
            raise Refusal("Choose a file first.")
        # One byte more than is taken: no more is needed.
        study = acts.make_of_file(data=file.read(MOST_BYTES + 1), user=user, now=read_clock())
    except Refusal as refusal:
        return _list(request, problem=str(refusal.text), status=422)
    return redirect(study)


@signed_in
@require_POST
def make(request: HttpRequest, public_id: str) -> HttpResponse:
    """Make a study of a match of this site that is over; it opens at the move that was shown."""
    try:
        match_id, _ = access.look(request, public_id)
        user, now = person_of(request), read_clock()
        study = acts.make_of_match(match_id=match_id, user=user, now=now, ply=_ply(request))
    except access.HiddenMatch as hidden:
        return redirect(hidden.duel)
    except Refusal as refusal:
        messages.error(request, str(refusal.text))
        return redirect("match-replay", public_id=public_id)
    return redirect(study)


@signed_in
@require_POST
def delete(request: HttpRequest, code: str) -> HttpResponse:
    """Delete a study of one's own."""
    try:
        acts.delete(code=code, user=person_of(request))
    except reading.UnknownStudy as error:
        raise Http404(gettext("There's no such study.")) from error
    messages.success(request, gettext("The study has been deleted."))
    return redirect("studies")


def _list(request: HttpRequest, *, problem: str = "", status: int = 200) -> HttpResponse:
    user_id = person_of(request).pk
    own = reading.studies_of(user_id=user_id)
    context = {
        "studies": [(study, reading.title_of(study), reading.game_of(study)) for study in own],
        "left": max(0, MOST_STUDIES - len(own)),
        "most": MOST_STUDIES,
        "most_nodes": MOST_NODES,
        "most_mb": MOST_BYTES // 1024**2,
        "problem": problem,
        "matches": [] if own else _to_study(user_id),
    }
    return render(request, "studies/studies.html", context, status=status)


def _to_study(user_id: int) -> list[matches.Row]:
    """Return the latest matches of somebody that a study can be made of."""
    over = matches.my_finished(user_id=user_id)
    return [row for row in over if matches.is_revealed(row.match)][:MOST_OFFERED]


def _ply(request: HttpRequest) -> int:
    """Return which move was shown, 0 if that isn't said."""
    said = request.POST.get("ply", "")
    return int(said) if said.isascii() and said.isdigit() and len(said) <= LONGEST_PLY else 0
