"""The page of the addresses that somebody answers from, and the link that confirms one."""

from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from allauth.core import ratelimit
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.edge import addresses
from accounts.edge.clock import read_clock
from accounts.edge.requests import person_of, signed_in
from accounts.users import answer_addresses as own
from accounts.users.forms import AnswerAddressForm
from accounts.users.models import AnswerAddress

LIMIT = "answer_address"  # in the settings: how many links go out


@signed_in
@never_cache
@reauthentication_required(allow_get=True)  # type: ignore[untyped-decorator]
@require_http_methods(["GET", "HEAD", "POST"])
def answer_addresses(request: HttpRequest) -> HttpResponse:
    """List the addresses that somebody answers from, and add one."""
    user, now = person_of(request), read_clock()
    form = AnswerAddressForm(request.POST or None)
    if form.is_valid():
        try:
            address = own.add(user=user, address=form.cleaned_data["email"], now=now)
        except own.AlreadyTheirs:
            form.add_error("email", _("You can already answer from this address, or it's waiting."))
        except own.TooMany:
            form.add_error(
                "email", _("You already have %(n)d. Remove one first.") % {"n": own.MOST}
            )
        else:
            _send_link(request, address)
            return redirect("answer-addresses")
    found = own.of(user)
    context = {"form": form, "addresses": found, "full": len(found) >= own.MOST}
    status = 422 if form.is_bound else 200
    return render(request, "accounts/answer_addresses.html", context, status=status)


@signed_in
@require_POST
def send_again(request: HttpRequest, address_id: int) -> HttpResponse:
    """Send the link that confirms an address once more."""
    address = own.find(user=person_of(request), address_id=address_id)
    if address is not None and address.confirmed_at is None:
        own.ask_again(address=address, now=read_clock())
        _send_link(request, address)
    return redirect("answer-addresses")


@signed_in
@require_POST
def remove(request: HttpRequest, address_id: int) -> HttpResponse:
    """Forget an address; from there nobody answers any more."""
    user = person_of(request)
    address = own.find(user=user, address_id=address_id)
    if address is not None:
        own.remove(user=user, address_id=address_id)
        told = {"address": addresses.shown(address.email)}
        messages.success(request, _("You can no longer answer from %(address)s.") % told)
    return redirect("answer-addresses")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def confirm(request: HttpRequest, token: str) -> HttpResponse:
    """Confirm an address by the link that was sent there, with or without signing in.

    Mail scanners open every link they see, so looking changes nothing.
    """
    now, is_new = read_clock(), False
    try:
        if request.method == "POST":
            address, is_new = own.confirm(token=token, now=now)
        else:
            address = own.asked_by(token, now=now)
    except own.CannotConfirm:
        return render(request, "accounts/answer_address_confirm.html", status=404)
    if is_new:
        user = address.user
        get_adapter(request).send_notification_mail(
            "account/email/answer_address_added",
            user,
            {"answer_address": addresses.shown(address.email)},
            email=user.email,
        )
    return render(request, "accounts/answer_address_confirm.html", {"address": address})


def _send_link(request: HttpRequest, address: AnswerAddress) -> None:
    """Send the link that confirms an address; to one of somebody else's, that there is none.

    What the page and the ledger say is the same.
    """
    if not ratelimit.consume(request, action=LIMIT, user=address.user, key=address.email):
        messages.error(request, _("We've sent enough of these emails today. Try again tomorrow."))
        return
    context: dict[str, object] = {"user": address.user}
    if not own.is_taken(address):
        context["activate_url"] = reverse("answer-address-confirm", args=[own.token_of(address)])
    get_adapter(request).send_mail("account/email/answer_address", address.email, context)
    if settings.MAIL_LEAVES:  # else the page says whom to ask for the link
        words = _("We've sent an email to %(address)s. Open the link in it.")
        messages.success(request, words % {"address": addresses.shown(address.email)})
