"""The gallery of mails: for whoever runs the site to read what people get."""

from csp.constants import SELF
from csp.decorators import csp_update
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from accounts.edge.clock import read_clock
from accounts.edge.requests import person_of, signed_in
from accounts.notices.pages import framed, require_administrator
from lobby.home.host.letters import gallery
from lobby.home.host.letters.company import NoSample


@signed_in
@require_safe
def samples(request: HttpRequest) -> HttpResponse:
    """List every kind of mail that the site sends."""
    require_administrator(request)
    return render(request, "host/samples.html", {"groups": gallery.groups()})


@signed_in
@require_safe
@csp_update({"frame-src": [SELF]})  # type: ignore[arg-type]  # a view may have more arguments
def sample(request: HttpRequest, key: str) -> HttpResponse:
    """Show a mail of one kind as its reader would get it, to somebody who is made up."""
    found = _sample_or_404(request, key)
    letter, problem = None, ""
    try:
        letter = gallery.letter(found, host=person_of(request), now=read_clock(), anew=True)
    except NoSample as refused:
        problem = str(refused)
    before, after = gallery.neighbours(found)
    context = {
        "sample": found,
        "letter": letter,
        "problem": problem,
        "frame": reverse("mail-sample-page", args=[found.key]),
        "before": before,
        "after": after,
    }
    return render(request, "host/sample.html", context)


@signed_in
@require_safe
def page(request: HttpRequest, key: str) -> HttpResponse:
    """Return the page that is in such a mail, to be shown in a frame."""
    found = _sample_or_404(request, key)
    try:
        return framed(gallery.letter(found, host=person_of(request), now=read_clock()))
    except NoSample as problem:
        raise Http404 from problem


def _sample_or_404(request: HttpRequest, key: str) -> gallery.Sample:
    require_administrator(request)
    found = gallery.find(key)
    if found is None:
        raise Http404
    return found
