"""Pages of custom lists: make one, say what it's for, and choose who moderates it."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.edge import typed
from accounts.edge.clock import read_clock
from accounts.edge.requests import signed_in
from games.words.lists import access, reading
from games.words.moderation import custom_lists, queue, wishes
from games.words.pages import answers
from games.words.pages.answers import answered, said_on, tell
from games.words.pages.forms import CustomListForm

PAGE = 200  # words of a list on a page
MOST_SHOWN = 100  # lists


@require_safe
@answered
def index(request: HttpRequest) -> HttpResponse:
    """Show the lists that anyone can choose, and those the visitor decides for."""
    found = Paginator(reading.public_lists(), MOST_SHOWN).get_page(request.GET.get("page"))
    mine = list(access.moderated_by(request.user)) if request.user.is_authenticated else []
    context = {"page": found, "mine": mine, "most": custom_lists.MOST_LISTS}
    return render(request, "words/lists/custom_lists.html", context)


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
@answered
def new_list(request: HttpRequest) -> HttpResponse:
    """Ask for the name of a new list, and make it."""
    form = CustomListForm(request.POST if request.method == "POST" else None, is_new=True)
    if form.is_valid():
        with said_on(form):
            made = custom_lists.create(user=request.user, now=read_clock(), **form.cleaned_data)
            return redirect("custom-list", slug=made.slug)
    context = {"form": form, "most": custom_lists.MOST_LISTS}
    return render(
        request, "words/lists/custom_list_new.html", context, status=422 if form.errors else 200
    )


@require_safe
@answered
def list_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what a list says itself, who decides for it, and what its people can do."""
    custom_list = _custom_list(slug)
    asked = request.GET.get("word", "").strip()
    if wishes.WORD.fullmatch(word := typed.read(asked).lower()):
        return redirect(f"{reverse('word-propose', args=[word])}?list={slug}")
    if asked:
        messages.error(request, str(wishes.NO_WORD))
    return render(request, "words/lists/custom_list.html", _context(request, custom_list, None))


@signed_in
@require_POST
@answered
def describe(request: HttpRequest, slug: str) -> HttpResponse:
    """Give one's list another name or theme, and say whether others can choose it."""
    custom_list, form = _custom_list(slug), CustomListForm(request.POST, is_new=False)
    facts: dict[str, Any] = {"user": request.user, "word_list": slug, "now": read_clock()}
    if form.is_valid():
        said = form.cleaned_data
        if tell(request, lambda: custom_lists.describe(**facts, **said), _("Saved.")):
            return redirect("custom-list", slug=slug)
    elif not access.is_owner(request.user, custom_list):
        raise access.NotAllowed(access.NOT_THE_OWNER)
    return render(
        request, "words/lists/custom_list.html", _context(request, custom_list, form), status=422
    )


@signed_in
@require_POST
@answered
def name_moderator(request: HttpRequest, slug: str) -> HttpResponse:
    """Let a player decide for one's list: ``name``."""
    custom_list, name = _custom_list(slug), typed.read(request.POST.get("name", ""))
    facts = {"user": request.user, "word_list": custom_list.slug, "name": name}
    done = _("%(name)s is now a moderator of this list.") % {"name": name}
    tell(request, lambda: custom_lists.name_moderator(**facts), done)
    return redirect("custom-list", slug=slug)


@signed_in
@require_POST
@answered
def dismiss_moderator(request: HttpRequest, slug: str) -> HttpResponse:
    """Have a player no longer decide for one's list: ``name``."""
    custom_list, name = _custom_list(slug), typed.read(request.POST.get("name", ""))
    facts = {"user": request.user, "word_list": custom_list.slug, "name": name}
    done = _("%(name)s is no longer a moderator of this list.") % {"name": name}
    tell(request, lambda: custom_lists.dismiss_moderator(**facts), done)
    return redirect("custom-list", slug=slug)


def _custom_list(slug: str) -> Any:
    """Return a custom list; 404 for a list of the site."""
    custom_list = access.list_of(slug)
    if not custom_list.is_custom:
        raise Http404(_("There's no such custom list."))
    return custom_list


def _context(request: HttpRequest, custom_list: Any, form: CustomListForm | None) -> dict[str, Any]:
    """Return what a list's page shows; ``form`` is one that was refused."""
    user = request.user
    said = {name: getattr(custom_list, name) for name in ("title", "theme", "public")}
    words = Paginator(reading.own_changes(custom_list.slug), PAGE).get_page(request.GET.get("page"))
    return {
        "list": custom_list,
        "page": words,
        "version": reading.versions_of(custom_list.slug).first(),
        "waiting": queue.queue(queue.Filters(word_list=custom_list.slug)).count(),
        "moderators": custom_list.moderators.order_by("username"),
        "form": form or CustomListForm(initial=said, is_new=False),
        "is_owner": access.is_owner(user, custom_list),
        "may_decide": access.may_decide(user, custom_list),
        "may_use": access.may_use(user, custom_list),
        "games": answers.word_games(),
    }
