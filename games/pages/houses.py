"""Pages of custom lists: make one, say what it's for, and choose who moderates it."""

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.edge import signed_in
from games.core.errors import Refusal
from games.pages import court_access
from games.pages.court_access import answered, tell
from games.pages.house_forms import HouseForm
from games.words import claims, docket, houses, rights

PAGE = 200  # words of a list on a page
MOST_SHOWN = 100  # lists


@require_safe
@answered
def house_index(request: HttpRequest) -> HttpResponse:
    """Show the lists that anyone can choose, and those the visitor decides for."""
    found = Paginator(docket.public_houses(), MOST_SHOWN).get_page(request.GET.get("page"))
    mine = list(rights.houses_of(request.user)) if request.user.is_authenticated else []
    context = {"page": found, "mine": mine, "most": houses.MOST_LISTS}
    return render(request, "words/houses.html", context)


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
@answered
def new_house(request: HttpRequest) -> HttpResponse:
    """Ask for the name of a new list, and make it."""
    form = HouseForm(request.POST if request.method == "POST" else None, is_new=True)
    if form.is_valid():
        try:
            made = houses.create(user=request.user, now=court_access.now(), **form.cleaned_data)
            return redirect("house", slug=made.slug)
        except rights.NotAllowed:
            raise
        except Refusal as error:
            form.add_error(None, str(error))
    context = {"form": form, "most": houses.MOST_LISTS}
    return render(request, "words/house_new.html", context, status=422 if form.errors else 200)


@require_safe
@answered
def house_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what a list says itself, who decides for it, and what its people can do."""
    house = _house(slug)
    word = request.GET.get("word", "").strip().lower()
    if claims.WORD.fullmatch(word):
        return redirect(f"{reverse('word-propose', args=[word])}?list={slug}")
    return render(request, "words/house.html", _context(request, house, None))


@signed_in
@require_POST
@answered
def describe(request: HttpRequest, slug: str) -> HttpResponse:
    """Give one's list another name or theme, and say whether others can choose it."""
    house, form = _house(slug), HouseForm(request.POST, is_new=False)
    facts: dict[str, Any] = {"user": request.user, "word_list": slug, "now": court_access.now()}
    if form.is_valid():
        said = form.cleaned_data
        if tell(request, lambda: houses.describe(**facts, **said), _("Saved.")):
            return redirect("house", slug=slug)
    elif not rights.is_owner(request.user, house):
        raise rights.NotAllowed(rights.NOT_THE_OWNER)
    return render(request, "words/house.html", _context(request, house, form), status=422)


@signed_in
@require_POST
@answered
def name_moderator(request: HttpRequest, slug: str) -> HttpResponse:
    """Let a player decide for one's list: ``name``."""
    house, name = _house(slug), request.POST.get("name", "")
    facts = {"user": request.user, "word_list": house.slug, "name": name}
    done = _("%(name)s is now a moderator of this list.") % {"name": name.strip()}
    tell(request, lambda: houses.name_moderator(**facts), done)
    return redirect("house", slug=slug)


@signed_in
@require_POST
@answered
def dismiss_moderator(request: HttpRequest, slug: str) -> HttpResponse:
    """Have a player no longer decide for one's list: ``name``."""
    house, name = _house(slug), request.POST.get("name", "")
    facts = {"user": request.user, "word_list": house.slug, "name": name}
    done = _("%(name)s is no longer a moderator of this list.") % {"name": name.strip()}
    tell(request, lambda: houses.dismiss_moderator(**facts), done)
    return redirect("house", slug=slug)


def _house(slug: str) -> Any:
    """Return a custom list; 404 for a list of the site."""
    house = rights.list_of(slug)
    if house.base_id is None:
        raise Http404(_("There's no such custom list."))
    return house


def _context(request: HttpRequest, house: Any, form: HouseForm | None) -> dict[str, Any]:
    """Return what a list's page shows; ``form`` is one that was refused."""
    user = request.user
    said = {name: getattr(house, name) for name in ("title", "theme", "public")}
    words = Paginator(docket.overlay_of(house.slug), PAGE).get_page(request.GET.get("page"))
    return {
        "list": house,
        "page": words,
        "version": docket.versions_of(house.slug).first(),
        "waiting": docket.queue(docket.Filters(word_list=house.slug)).count(),
        "moderators": house.moderators.order_by("username"),
        "form": form or HouseForm(initial=said, is_new=False),
        "is_owner": rights.is_owner(user, house),
        "may_decide": rights.may_decide(user, house),
        "may_use": rights.may_use(user, house),
        "games": court_access.word_games(),
    }
