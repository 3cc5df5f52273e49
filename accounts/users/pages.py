"""The pages of coming in: sign-up, sign-in, keeping a guest's games, and the colours."""

import functools
from collections.abc import Callable
from typing import Any

from allauth.account.utils import complete_signup
from allauth.account.views import LoginView, RequestLoginCodeView, SignupView
from allauth.decorators import rate_limit
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render, resolve_url
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.csrf import csrf_failure
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST
from django.views.generic.edit import FormView
from typing_extensions import override

from accounts.edge.links import own_address
from accounts.edge.requests import person_of
from accounts.users import services
from accounts.users.forms import BOARDS, THEMES, GuestForm, SignUpForm
from accounts.users.models import User

LOOKS = {"theme": dict(THEMES), "board": dict(BOARDS)}
LOOK_AGE = 60 * 60 * 24 * 365


# --- Out ----------------------------------------------------------------------------------------


def forged(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer what has no token against forgery; a script's page was left behind by its session."""
    sent = request.headers.get("Accept", ""), request.content_type or ""
    if not any("application/json" in kind for kind in sent):
        return csrf_failure(request, reason)
    code, text = "signed_out", _("You've been signed out. Sign in and try again.")
    user = getattr(request, "user", None)  # none by the short way of moves, which asks and no more
    if user is not None and user.is_authenticated:
        code, text = "stale_page", _("You've signed in again since. Reload the page and try again.")
    return JsonResponse({"ok": False, "error": code, "text": text}, status=403)


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


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def guest_name(request: HttpRequest) -> HttpResponse:
    """Let a guest choose another name, then go back to where they came from."""
    if not is_guest(request):
        return redirect(settings.LOGIN_REDIRECT_URL)
    user = person_of(request)
    form = GuestForm(request.POST or None, initial={"guest_name": user.username})
    if request.method == "POST" and form.is_valid():
        try:
            services.rename_guest(user=user, name=form.cleaned_data["guest_name"])
            return redirect(own_address(request) or settings.LOGIN_REDIRECT_URL)
        except services.NameTaken:
            form.add_error("guest_name", _("Someone has just taken that name. Try another."))
        except services.NotAGuest:
            return redirect(settings.LOGIN_REDIRECT_URL)
    context = {"form": form, "onward": own_address(request) or ""}
    status = 422 if form.is_bound else 200
    return render(request, "accounts/guest_rename.html", context, status=status)


# --- Colours -----------------------------------------------------------------------------------


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Remember in this browser the colours, or the look of boards, and go back.

    What is unknown changes nothing.
    """
    response = redirect(own_address(request) or "/")
    for name, choices in LOOKS.items():
        chosen = request.POST.get(name)
        if chosen in choices:
            set_look(response, name, chosen)
    return response


def set_look(response: HttpResponse, name: str, chosen: str) -> None:
    """Remember in this browser the colours ("theme") or the look of boards ("board").

    "" is the usual one: the colours of the device, boards as in the album.
    """
    if not chosen:
        response.delete_cookie(name, samesite="Lax")
        return
    response.set_cookie(
        name, chosen, max_age=LOOK_AGE, samesite="Lax", secure=settings.HTTPS, httponly=True
    )
