"""How the account library does what it does here: our names, our addresses, our guests."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from typing_extensions import override

from accounts.edge import addresses, languages, typed, zones
from accounts.edge.links import is_own
from accounts.users import answer_addresses, names, services, tries
from accounts.users.models import User


class AccountAdapter(DefaultAccountAdapter):
    """The site's own ways: reserved names, and guests who stay the same person."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "account_inactive": _("This account has been closed."),
        "cannot_remove_primary_email": _("You can't remove your only address. Add another first."),
        "duplicate_email": _("You already use this address."),
        "email_password_mismatch": _("That address and password don't match."),
        "email_taken": _("There's already an account with this address."),
        "enter_current_password": _("That isn't your current password."),
        "incorrect_code": _("That isn't the code. Check it and try again."),
        "incorrect_password": _("That isn't your password."),
        "invalid_login": _("That isn't a name or an email address."),
        "invalid_or_expired_key": _("This link is too old. Ask for a new one."),
        "invalid_password_reset": _("This link is too old. Ask for a new one."),
        "max_email_addresses": _("You can't have more than %d addresses."),
        "rate_limited": _("Too many tries. Try again in a few minutes."),
        "same_as_current": _("That's what you have now. Choose another."),
        "select_only_one": _("Choose one of them."),
        "too_many_login_attempts": _("Too many tries. Try again in a few minutes."),
        "unknown_email": _("There's no account with this address."),
        "unverified_primary_email": _("Confirm your address first."),
        "username_blacklisted": _("You can't use this name. Try another."),
        "username_password_mismatch": _("That name and password don't match."),
        "username_taken": _("That name is taken. Try another."),
    }

    # --- Coming in --------------------------------------------------------------------------------

    @override
    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count a try, which is taken back if it's right; raise ValidationError for too many."""
        login = _login_of(credentials)
        self._login_failed_rl_usage = tries.consume(request, "login_failed", login=login)

    @override
    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        return tries.key_of(request, _login_of(credentials))

    @override
    def _delete_login_attempts_cached_email(self, request: HttpRequest, **credentials: Any) -> None:
        """Let somebody in who has just chosen a new password by a link from their mail."""
        super()._delete_login_attempts_cached_email(request, **credentials)
        tries.note_new_password(request, _login_of(credentials))

    @override
    def post_login(
        self, request: HttpRequest, user: AbstractBaseUser, **kwargs: Any
    ) -> HttpResponse:
        """Answer somebody who has come in; the device is known to be theirs from now on."""
        response: HttpResponse = super().post_login(request, user, **kwargs)
        if isinstance(user, User):
            tries.remember(request, response, user)
        return response

    # --- Names and addresses ----------------------------------------------------------------------

    @override
    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Refuse names that sound like the site's own voices as well; a guest may keep theirs."""
        username = typed.read(username)
        names.refuse_reserved(username)
        shallow = shallow or self._is_own(username)
        chosen = super().clean_username(username, shallow)
        if not shallow and services.is_near_another(chosen):
            raise ValidationError(
                _("Someone already has a very similar name. Try another."), code="taken"
            )
        return chosen

    def _is_own(self, username: str) -> bool:
        user = self.request.user if self.request else None
        if not (isinstance(user, User) and user.is_guest):
            return False
        return names.bare(username) == names.bare(user.username)

    @override
    def clean_email(self, email: str) -> str:
        """Return an address in its one spelling; refuse one that no mail of ours could go to."""
        return str(super().clean_email(addresses.spell(email)))

    @override
    def validate_unique_email(self, email: str) -> str:
        """Refuse an address from which somebody else answers, if nobody has to confirm theirs.

        Elsewhere it is whose who confirms it; see ``answer_addresses.give_way``.
        """
        if not services.must_confirm() and answer_addresses.is_confirmed(email):
            raise self.validation_error("email_taken")
        return email

    @override
    def is_safe_url(self, url: str) -> bool:
        """Tell whether one may go on to an address after coming in: to a page of this site."""
        return is_own(url)

    @override
    def new_user(self, request: HttpRequest) -> User:
        """Return whom a sign-up is about: the guest who asks to be kept, or a new person."""
        user = request.user
        return user if isinstance(user, User) and user.is_guest else User()

    @override
    def save_user(
        self, request: HttpRequest, user: AbstractBaseUser, form: BaseForm, commit: bool = True
    ) -> AbstractBaseUser:
        """Save the person of a sign-up; a guest keeps id, seat and session."""
        data = form.cleaned_data
        if isinstance(user, User) and (zone := data.get("time_zone")):
            user.time_zone = zones.known_or_utc(zone)
        if isinstance(user, User) and not user.language:
            user.language = languages.kept_of(request)
        if not (isinstance(user, User) and user.is_guest):
            return super().save_user(request, user, form, commit)
        services.keep_guest(
            user=user, username=data["username"], email=data["email"], password=data["password1"]
        )
        update_session_auth_hash(request, user)
        return user


def _login_of(credentials: dict[str, Any]) -> str:
    """Return the name or the address by which somebody wants to come in."""
    return str(credentials.get("email") or credentials.get("username") or "")
