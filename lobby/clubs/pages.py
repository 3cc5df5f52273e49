"""Pages of clubs: all of them, one with its members and leagues, and what is done there."""

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.edge import typed
from accounts.edge.clock import read_clock
from accounts.edge.requests import person_of, signed_in
from games.core.errors import Refusal
from lobby.answers import answered, number, posted, tell
from lobby.clubs import acts as clubs
from lobby.clubs import reading, sections
from lobby.clubs.forms import ClubForm
from lobby.permission import NotAllowed

SHOWN = 50


@require_safe
def club_index(request: HttpRequest) -> HttpResponse:
    """List your own clubs first, then all."""
    user_id = request.user.pk
    context = {
        "page": Paginator(reading.clubs(), SHOWN).get_page(request.GET.get("page")),
        "mine": reading.clubs_of(user_id=user_id) if user_id else [],
    }
    return render(request, "clubs/index.html", context)


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
@answered
def new_club(request: HttpRequest) -> HttpResponse:
    """Ask for the name of a new club, and found it."""
    form = ClubForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            said = form.cleaned_data
            return redirect(clubs.found(user=person_of(request), now=read_clock(), **said))
        except NotAllowed:
            raise
        except Refusal as error:
            form.add_error(None, str(error))
    context = {"form": form, "most": clubs.MOST_CLUBS}
    return render(request, "clubs/new.html", context, status=422 if form.errors else 200)


@require_safe
@answered
def club_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club: what it is, who is in it, its leagues, and how to join."""
    return render(request, "clubs/club.html", _context(request, slug))


@signed_in
@require_POST
@answered
def describe_club(request: HttpRequest, slug: str) -> HttpResponse:
    """Give a club another name or purpose."""
    club, form = reading.club_of(slug=slug), ClubForm(request.POST)
    facts: dict[str, Any] = {"user": person_of(request), "club_id": club.pk, "now": read_clock()}
    if form.is_valid():
        said = form.cleaned_data
        if tell(request, lambda: clubs.describe(**facts, **said), _("Your changes are saved.")):
            return redirect(club)
    return render(request, "clubs/club.html", _context(request, slug, form), status=422)


@signed_in
@require_POST
@answered
def act_in_club(request: HttpRequest, slug: str) -> HttpResponse:
    """Do one of the things people do in a club: ``act``."""
    club, user, now = reading.club_of(slug=slug), person_of(request), read_clock()
    name = typed.read(posted(request, "name", most=40))
    facts: dict[str, Any] = {"user": user, "club_id": club.pk}
    match posted(request, "act", most=20):
        case "join":
            code = posted(request, "code")
            tell(request, lambda: clubs.join(**facts, code=code, now=now), _welcome(club.joining))
        case "leave":
            if tell(
                request, lambda: clubs.leave(**facts), _("You've left %(club)s.") % {"club": club}
            ):
                return redirect("clubs")
        case "admit":
            tell(
                request,
                lambda: clubs.admit(**facts, name=name, now=now),
                _("You've let %(name)s in.") % {"name": name},
            )
        case "remove":
            tell(
                request,
                lambda: clubs.remove(**facts, name=name),
                _("You've removed %(name)s.") % {"name": name},
            )
        case "table":
            tell(request, lambda: _show(request, facts), _("Members can see your table now."))
        case "role":
            role = posted(request, "role", most=20)
            done = _("%(name)s is now %(role)s.") % {"name": name, "role": ROLES.get(role, role)}
            tell(request, lambda: clubs.give_role(**facts, name=name, role=role), done)
        case "code":
            tell(request, lambda: clubs.renew_code(**facts), _("The club has a new code."))
        case "close":
            tell(request, lambda: clubs.close(**facts, now=now), _("The club is closed."))
    return redirect(club)


def _show(request: HttpRequest, facts: dict[str, Any]) -> None:
    clubs.show_table(**facts, lobby_id=number(request, "table"), now=read_clock())


ROLES = {
    "owner": gettext_lazy("the owner"),
    "officer": gettext_lazy("an officer"),
    "member": gettext_lazy("a member"),
}


def _welcome(joining: str) -> str:
    if joining == "approval":
        return _("You've asked to join. An officer will answer.")
    return _("You're a member now.")


def _context(request: HttpRequest, slug: str, form: ClubForm | None = None) -> dict[str, Any]:
    """Return what the page of a club shows; ``form`` is one that was not taken."""
    club = reading.club_of(slug=slug)
    everyone = reading.members_of(club=club)
    mine = reading.membership(club=club, user_id=request.user.pk)
    said = {name: getattr(club, name) for name in ("name", "about", "joining")}
    return {
        "club": club,
        "members": [row for row in everyone if row.role != "asking"],
        "asking": [row for row in everyone if row.role == "asking"],
        "mine": mine,
        **_tables(club, mine),
        "is_owner": mine is not None and mine.role == "owner",
        "runs": mine is not None and mine.role in clubs.RUNNING,
        "belongs": mine is not None and mine.role in clubs.BELONGING,
        "sections": sections.of(club),
        "form": form or ClubForm(initial=said),
        "roles": ROLES.items(),
        "given_code": request.GET.get("code", "")[:40],
    }


def _tables(club: Any, mine: Any) -> dict[str, Any]:
    """Return the tables that members see, and those the visitor can show them."""
    if mine is None or mine.role not in clubs.BELONGING:
        return {}
    return {
        "tables": reading.tables_of_club(club=club, user_id=mine.user_id),
        "my_tables": reading.tables_to_show(club=club, user_id=mine.user_id),
    }
