"""What people type about themselves."""

from typing import Any

from allauth.account import forms as library
from allauth.account.adapter import get_adapter
from allauth.account.fields import EmailField
from allauth.core import context
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from typing_extensions import override

from accounts.edge import addresses, typed
from accounts.users import names, services, tries
from accounts.users.models import User

THEMES = (
    ("", gettext_lazy("Same as my device")),
    ("light", gettext_lazy("Light")),
    ("dark", gettext_lazy("Dark")),
)
BOARDS = (
    ("", gettext_lazy("Album")),
    ("slate", gettext_lazy("Slate")),
    ("contrast", gettext_lazy("High contrast")),
)


class AddressField(EmailField):
    """An address, in its one spelling from here on; what's wrong with it is told in words."""

    @override
    def to_python(self, value: Any) -> Any:
        """Return the address in its one spelling."""
        return addresses.read(str(super().to_python(value)))


class AddAddressForm(library.AddEmailForm):
    """Another address for an account."""

    email = AddressField(label=gettext_lazy("New email address"))


class ChangeAddressForm(library.ChangeEmailForm):
    """Another address for an account that waits for its first to be confirmed."""

    email = AddressField(label=gettext_lazy("New email address"))


class LogInForm(library.LoginForm):
    """Name or address, and password."""

    @override
    def clean_login(self) -> str:
        """Return a name, or an address in its one spelling."""
        login = typed.read(str(super().clean_login()))
        return addresses.spelled(login) or login


PASSWORD_HELP = gettext_lazy("At least 10 characters, and not a common password.")


class _NewPassword(forms.Form):
    """A form by which somebody chooses a password, with labels of ours."""

    labels = {
        "oldpassword": gettext_lazy("Current password"),
        "password1": gettext_lazy("New password"),
        "password2": gettext_lazy("New password, once more"),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.label = self.labels[name]
            field.widget.attrs.pop("placeholder", None)
        self.fields["password1"].help_text = PASSWORD_HELP


class ChangePasswordForm(_NewPassword, library.ChangePasswordForm):
    """Another password."""


class SetPasswordForm(_NewPassword, library.SetPasswordForm):
    """The first password of somebody who had none."""


class ResetPasswordKeyForm(_NewPassword, library.ResetPasswordKeyForm):
    """Another password, by a link from a mail."""


class SignUpForm(library.SignupForm):
    """Name, address, password, and the time zone the browser tells."""

    email = AddressField()
    time_zone = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Name")
        self.fields["username"].help_text = _("The other players see this name.")
        self.fields["email"].label = _("Email address")
        self.fields["email"].help_text = _(
            "We only use it for emails about your games and your account."
        )
        self.fields["password1"].help_text = PASSWORD_HELP
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)

    @override
    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """Save the person; whoever comes second in a race for a name is told so.

        It takes as long for an address that is known, so that nobody can tell by the time.
        """
        if self.account_already_exists:
            make_password(self.cleaned_data["password1"])
        try:
            with transaction.atomic():
                saved: tuple[User | None, HttpResponse | None] = super().try_save(request)
                return saved
        except IntegrityError:
            messages.error(request, _("Someone has just taken that name. Try another."))
        except services.NotAGuest:
            messages.info(request, _("You already have a full account."))
        return None, redirect(request.get_full_path())


class RequestCodeForm(library.RequestLoginCodeForm):
    """The address to which a code is sent that lets its owner in."""

    email = AddressField()

    @override
    def clean_email(self) -> str:
        """Refuse an address to which too many mails were asked for."""
        return _with_room(super().clean_email())


class ResetPasswordForm(library.ResetPasswordForm):
    """The address to which a link is sent for choosing another password."""

    email = AddressField()

    @override
    def clean_email(self) -> str:
        """Refuse an address to which too many mails were asked for."""
        return _with_room(super().clean_email())


def _with_room(email: str) -> str:
    tries.consume(context.request, "account_mail", login=email)
    return email


class AnswerAddressForm(forms.Form):
    """An address from which somebody wants to answer."""

    email = AddressField(label=gettext_lazy("Another address"))


class GuestForm(forms.Form):
    """What a visitor wants to be called, by the rules of all names, and the browser's time zone."""

    guest_name = forms.CharField(
        label=gettext_lazy("Your name"),
        help_text=gettext_lazy(
            "The other players see this name. Use letters, digits, dots, dashes and underscores."
        ),
        min_length=settings.ACCOUNT_USERNAME_MIN_LENGTH,
        max_length=names.LONGEST,
        widget=forms.TextInput(attrs={"autocomplete": "nickname", "spellcheck": "false"}),
    )
    time_zone = forms.CharField(required=False, widget=forms.HiddenInput)

    def clean_guest_name(self) -> str:
        """Refuse what nobody may be called, and what somebody is."""
        return str(get_adapter().clean_username(self.cleaned_data["guest_name"]))
