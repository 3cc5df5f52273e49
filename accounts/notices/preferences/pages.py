"""The page of preferences."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.edge.requests import signed_in
from accounts.notices.preferences import choosing
from accounts.notices.preferences.forms import PreferencesForm
from accounts.users import services
from accounts.users.models import User
from accounts.users.pages import LOOKS, set_look


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: HttpRequest) -> HttpResponse:
    """Show and change what a person may choose."""
    user = request.user
    if not isinstance(user, User):
        raise PermissionDenied
    looks = {name: request.COOKIES.get(name, "") for name in LOOKS}
    form = PreferencesForm(request.POST or None, user=user, initial=looks)
    if not form.is_valid():
        status = 422 if form.is_bound else 200
        context = {"form": form, "zone": user.time_zone.replace("_", " ")}
        return render(request, "accounts/preferences.html", context, status=status)
    choosing.choose_channels(user_id=user.pk, wishes=form.wishes())
    choosing.choose_hours(user_id=user.pk, choice=form.choice())
    services.hide_coarse(user=user, hidden=form.cleaned_data["hides_coarse"])
    services.wear(user=user, face=form.face())
    services.speak(user=user, language=form.cleaned_data.get("language", user.language))
    messages.success(request, _("Your preferences are saved."))
    response = redirect("preferences")
    for name in LOOKS:
        set_look(response, name, form.cleaned_data[name])
    return response
