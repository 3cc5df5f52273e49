"""What people type about themselves."""

from typing import Any

from allauth.account.forms import SignupForm
from django import forms
from django.contrib import messages
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from typing_extensions import override

from accounts import notifications, services
from accounts.models import User
from accounts.notices import kinds

THEMES = (("", "As on my device"), ("light", "Light"), ("dark", "Dark"))
MAIL_FIELD = "mail_"


class SignUpForm(SignupForm):
    """Name, address, password, and the time zone the browser tells."""

    time_zone = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = "Name"
        self.fields["username"].help_text = "Others see this name."
        self.fields["email"].label = "E-mail address"
        self.fields["email"].help_text = "Only for mails about your games and your account."
        self.fields["password1"].help_text = "At least 10 characters, and not an everyday one."
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)

    @override
    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """Save the person; whoever comes second in a race for a name is told so."""
        try:
            with transaction.atomic():
                saved: tuple[User | None, HttpResponse | None] = super().try_save(request)
                return saved
        except IntegrityError:
            messages.error(request, "Somebody took this name a moment ago. Please choose another.")
        except services.NotAGuest:
            messages.info(request, "Your games are kept already.")
        return None, redirect(request.get_full_path())


class PreferencesForm(forms.Form):
    """Colours, and a switch per kind of mail."""

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["theme"] = forms.ChoiceField(label="Colours", choices=THEMES, required=False)
        self.fields["hides_coarse"] = forms.BooleanField(
            label="Hide what vulgar and sexual words, and slurs, mean",
            required=False,
            initial=user.hides_coarse,
        )
        for kind, wanted in notifications.choices_of(user_id=user.pk).items():
            self.fields[MAIL_FIELD + kind] = forms.BooleanField(
                label=kinds.KINDS[kind].label, required=False, initial=wanted
            )

    def mail_choices(self) -> dict[str, bool]:
        """Return by kind of notice whether mails are wanted."""
        return {
            name.removeprefix(MAIL_FIELD): wanted
            for name, wanted in self.cleaned_data.items()
            if name.startswith(MAIL_FIELD)
        }

    @property
    def mail_switches(self) -> list[forms.BoundField]:
        """Return the switches, so that a page can show them as a group."""
        return [self[name] for name in self.fields if name.startswith(MAIL_FIELD)]
