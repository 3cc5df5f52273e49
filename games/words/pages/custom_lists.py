"""Pages of custom lists: make one, say what it's for, and choose who moderates it."""

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.edge.requests import signed_in
from games.core.errors import Refusal
from games.words.lists import access, reading
from games.words.moderation import custom_lists, queue, wishes
from games.words.pages import answers
from games.words.pages.answers import answered, tell
from games.words.pages.forms import HouseForm

PAGE = 200  # words of a list on a page
MOST_SHOWN = 100  # lists


@require_safe
@answered
def house_index(request: HttpRequest) -> HttpResponse:
    """Show the lists that anyone can choose, and those the visitor decides for."""
    found = Paginator(reading.public_lists(), MOST_SHOWN).get_page(request.GET.get("page"))
    mine = list(access.moderated_by(request.user)) if request.user.is_authenticated else []
    context = {"page": found, "mine": mine, "most": custom_lists.MOST_LISTS}
    return render(request, "words/houses.html", context)


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
@answered
def new_house(request: HttpRequest) -> HttpResponse:
    """Ask for the name of a new list, and make it."""
    form = HouseForm(request.POST if request.method == "POST" else None, is_new=True)
    if form.is_valid():
        try:
            made = custom_lists.create(user=request.user, now=answers.now(), **form.cleaned_data)
            return redirect("house", slug=made.slug)
        except access.NotAllowed:
            raise
        except Refusal as error:
            form.add_error(None, str(error))
    context = {"form": form, "most": custom_lists.MOST_LISTS}
    return render(request, "words/house_new.html", context, status=422 if form.errors else 200)


@require_safe
@answered
def house_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what a list says itself, who decides for it, and what its people can do."""
    house = _house(slug)
    word = request.GET.get("word", "").strip().lower()
    if wishes.WORD.fullmatch(word):
        return redirect(f"{reverse('word-propose', args=[word])}?list={slug}")
    return render(request, "words/house.html", _context(request, house, None))


@signed_in
@require_POST
@answered
def describe(request: HttpRequest, slug: str) -> HttpResponse:
    """Give one's list another name or theme, and say whether others can choose it."""
    house, form = _house(slug), HouseForm(request.POST, is_new=False)
    facts: dict[str, Any] = {"user": request.user, "word_list": slug, "now": answers.now()}
    if form.is_valid():
        said = form.cleaned_data
        if tell(request, lambda: custom_lists.describe(**facts, **said), _("Saved.")):
            return redirect("house", slug=slug)
    elif not access.is_owner(request.user, house):
        raise access.NotAllowed(access.NOT_THE_OWNER)
    return render(request, "words/house.html", _context(request, house, form), status=422)


@signed_in
@require_POST
@answered
def name_moderator(request: HttpRequest, slug: str) -> HttpResponse:
    """Let a player decide for one's list: ``name``."""
    house, name = _house(slug), request.POST.get("name", "")
    facts = {"user": request.user, "word_list": house.slug, "name": name}
    done = _("%(name)s is now a moderator of this list.") % {"name": name.strip()}
    tell(request, lambda: custom_lists.name_moderator(**facts), done)
    return redirect("house", slug=slug)


@signed_in
@require_POST
@answered
def dismiss_moderator(request: HttpRequest, slug: str) -> HttpResponse:
    """Have a player no longer decide for one's list: ``name``."""
    house, name = _house(slug), request.POST.get("name", "")
    facts = {"user": request.user, "word_list": house.slug, "name": name}
    done = _("%(name)s is no longer a moderator of this list.") % {"name": name.strip()}
    tell(request, lambda: custom_lists.dismiss_moderator(**facts), done)
    return redirect("house", slug=slug)


def _house(slug: str) -> Any:
    """Return a custom list; 404 for a list of the site."""
    house = access.list_of(slug)
    if house.base_id is None:
        raise Http404(_("There's no such custom list."))
    return house


def _context(request: HttpRequest, house: Any, form: HouseForm | None) -> dict[str, Any]:
    """Return what a list's page shows; ``form`` is one that was refused."""
    user = request.user
    said = {name: getattr(house, name) for name in ("title", "theme", "public")}
    words = Paginator(reading.own_changes(house.slug), PAGE).get_page(request.GET.get("page"))
    return {
        "list": house,
        "page": words,
        "version": reading.versions_of(house.slug).first(),
        "waiting": queue.queue(queue.Filters(word_list=house.slug)).count(),
        "moderators": house.moderators.order_by("username"),
        "form": form or HouseForm(initial=said, is_new=False),
        "is_owner": access.is_owner(user, house),
        "may_decide": access.may_decide(user, house),
        "may_use": access.may_use(user, house),
        "games": answers.word_games(),
    }
