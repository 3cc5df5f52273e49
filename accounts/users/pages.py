"""The pages about people: sign-up for guests, preferences, profiles, mails."""

import functools
from collections.abc import Callable
from typing import Any

from allauth.account.utils import complete_signup
from allauth.account.views import LoginView, RequestLoginCodeView, SignupView
from allauth.decorators import rate_limit
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render, resolve_url
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.generic.edit import FormView
from typing_extensions import override

from accounts.edge import tokens
from accounts.edge.requests import own_address, signed_in
from accounts.notices import kinds
from accounts.notices.delivery import mail_files
from accounts.notices.preferences import choosing
from accounts.trust import blocking, friends, profiles
from accounts.users import services
from accounts.users.forms import THEMES, PreferencesForm, SignUpForm
from accounts.users.models import User

THEME_AGE = 60 * 60 * 24 * 365


# --- Coming in ----------------------------------------------------------------------------------


def is_guest(request: HttpRequest) -> bool:
    """Return whether a guest is looking."""
    return isinstance(request.user, User) and request.user.is_guest


class SignUpView(SignupView):
    """Sign-up; a guest is shown the page that keeps the games instead."""

    @override
    def get_authenticated_redirect_url(self) -> str:
        """Return where somebody who is logged in belongs."""
        if is_guest(self.request):
            return reverse("guest-keep")
        return str(super().get_authenticated_redirect_url())  # type: ignore[no-untyped-call]


class GuestsMayPass:
    """Lets a guest log in to an account made earlier, as if nobody were logged in."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Answer the request."""
        if is_guest(request):
            request.user = AnonymousUser()
        response: HttpResponseBase = super().dispatch(request, *args, **kwargs)  # type: ignore[misc]
        return response


class LogInView(GuestsMayPass, LoginView):
    """Login by name or address and password."""


class LogInByCodeView(GuestsMayPass, RequestLoginCodeView):
    """Login by a code sent by mail."""


def with_account(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Send a guest, who has no address and no password yet, to the page that asks for both."""

    @functools.wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        return redirect("guest-keep") if is_guest(request) else view(request, *args, **kwargs)

    return answer


@method_decorator(
    [
        rate_limit(action="signup"),  # type: ignore[no-untyped-call]
        sensitive_post_parameters("password1"),
        never_cache,
    ],
    name="dispatch",
)
class GuestKeepView(FormView):  # type: ignore[type-arg]  # generic to the checker alone
    """A guest chooses name, address and password and keeps everything."""

    template_name = "accounts/guest_keep.html"
    form_class = SignUpForm

    @override
    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Send everybody but guests where they belong."""
        if not is_guest(request):
            known = request.user.is_authenticated
            return redirect(settings.LOGIN_REDIRECT_URL if known else "account_signup")
        return super().dispatch(request, *args, **kwargs)

    @override
    def get_initial(self) -> dict[str, Any]:
        """Suggest the name that the guest has."""
        return {"username": self.request.user.get_username()}

    @override
    def form_valid(self, form: SignUpForm) -> HttpResponse:
        """Make the guest a full account; the library then sees to the address."""
        user, response = form.try_save(self.request)
        if user is None or response is not None:
            return response or redirect("guest-keep")
        onward = own_address(self.request) or resolve_url(settings.LOGIN_REDIRECT_URL)
        completed: HttpResponse = complete_signup(
            self.request, user, settings.ACCOUNT_EMAIL_VERIFICATION, onward
        )
        return completed


# --- Preferences --------------------------------------------------------------------------------


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: HttpRequest) -> HttpResponse:
    """Show and change what a person may choose."""
    user = request.user
    if not isinstance(user, User):
        raise PermissionDenied
    theme = {"theme": request.COOKIES.get("theme", "")}
    form = PreferencesForm(request.POST or None, user=user, initial=theme)
    if not form.is_valid():
        status = 422 if form.is_bound else 200
        context = {"form": form, "zone": user.time_zone.replace("_", " ")}
        return render(request, "accounts/preferences.html", context, status=status)
    choosing.choose_channels(user_id=user.pk, wishes=form.wishes())
    choosing.choose_hours(user_id=user.pk, choice=form.choice())
    services.hide_coarse(user=user, hidden=form.cleaned_data["hides_coarse"])
    services.speak(user=user, language=form.cleaned_data.get("language", user.language))
    messages.success(request, _("Your preferences are saved."))
    response = redirect("preferences")
    _set_theme(response, form.cleaned_data["theme"])
    return response


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Remember the colours in this browser and go back; an unknown theme changes nothing."""
    response = redirect(own_address(request) or "/")
    chosen = request.POST.get("theme", "")
    if chosen in dict(THEMES):
        _set_theme(response, chosen)
    return response


def _set_theme(response: HttpResponse, chosen: str) -> None:
    if not chosen:
        response.delete_cookie("theme", samesite="Lax")
        return
    response.set_cookie(
        "theme", chosen, max_age=THEME_AGE, samesite="Lax", secure=settings.HTTPS, httponly=True
    )


# --- People -------------------------------------------------------------------------------------


@require_safe
def profile(request: HttpRequest, username: str) -> HttpResponse:
    """Show what everybody may know of a person: the name and since when."""
    person = get_object_or_404(User, username__iexact=username, is_active=True)
    context: dict[str, Any] = {"person": person, "sections": profiles.of(person)}
    if isinstance(request.user, User) and request.user.pk != person.pk:
        own, other = request.user.pk, person.pk
        context["standing"] = friends.standing(user_id=own, other_id=other)
        context["is_blocked"] = blocking.blocks(user_id=own, other_id=other)
    return render(request, "accounts/profile.html", context)


# --- Mails --------------------------------------------------------------------------------------


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """End mails of one kind: without a login, at once, but only by POST.

    Mail scanners open every link they see, so looking changes nothing (RFC 8058 asks for the same).
    """
    done = request.method == "POST"
    try:
        kind = services.unsubscribe(token=token) if done else tokens.read_unsubscribe(token)[1]
    except tokens.BadToken:
        return render(request, "accounts/unsubscribe.html", {"broken": True}, status=404)
    labels = [str(kinds.KINDS[name].label) for name in kind.split("+") if name in kinds.KINDS]
    context = {"done": done, "label": "; ".join(labels) or kind, "token": token}
    return render(request, "accounts/unsubscribe.html", context)


def _require_administrator(request: HttpRequest) -> None:
    # Sign-in codes are among the mails: to read them is to be anybody.
    if not (isinstance(request.user, User) and request.user.is_superuser):
        raise PermissionDenied


@signed_in
@require_safe
def outbox(request: HttpRequest) -> HttpResponse:
    """List the mails that became files."""
    _require_administrator(request)
    mails = mail_files.newest(settings.EMAIL_FILE_PATH)
    return render(request, "accounts/outbox.html", {"mails": mails})


@signed_in
@require_safe
def outbox_mail(request: HttpRequest, key: str) -> HttpResponse:
    """Show one of them: headers, plain text, links to the pictures."""
    letter = _letter_or_404(request, key)
    numbers = range(len(letter.pictures))
    pictures = [reverse("outbox-picture", args=[letter.id, number]) for number in numbers]
    return render(request, "accounts/outbox_mail.html", {"mail": letter, "pictures": pictures})


@signed_in
@require_safe
def outbox_picture(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Return a picture of one of them."""
    pictures = _letter_or_404(request, key).pictures
    if number >= len(pictures):
        raise Http404
    return HttpResponse(pictures[number], content_type="image/png")


def _letter_or_404(request: HttpRequest, key: str) -> mail_files.Letter:
    _require_administrator(request)
    letter = mail_files.find(settings.EMAIL_FILE_PATH, key)
    if letter is None:
        raise Http404
    return letter
