"""What administrators see of people: no password hashes."""

from functools import partial
from typing import Any

from allauth.account.admin import EmailAddressAdmin
from allauth.account.models import EmailAddress
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group
from django.db import transaction
from django.db.models import EmailField, Model, QuerySet
from django.forms import CheckboxSelectMultiple, ModelForm
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from typing_extensions import override

from accounts.edge import addresses
from accounts.edge.admin import Named
from accounts.users import roles, services
from accounts.users.forms import AddressField
from accounts.users.models import AnswerAddress, User
from config.processes.logs import tell

ROLES = {"is_staff", "is_superuser"}  # beside those that are groups
# The libraries call them "Authentication and Authorization" and "Accounts".
apps.get_app_config("auth").verbose_name = _("Roles")
apps.get_app_config("account").verbose_name = _("Email addresses")
admin.site.unregister((Group, EmailAddress))


class Found(Named):
    """Rows that are found by an address too, however it is written."""

    formfield_overrides = {EmailField: {"form_class": AddressField}}

    @override
    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Return the rows that somebody looks for."""
        term = addresses.spelled(search_term) or search_term
        return super().get_search_results(request, queryset, term)


@admin.register(User)
class PeopleAdmin(Found, UserAdmin):  # type: ignore[type-arg]  # generic to the checker alone
    """People; passwords are set anew, never shown."""

    names = (_("person"), _("people"))
    labels = {
        "username": _("name"), "is_guest": _("guest"), "is_active": _("can sign in"),
        "is_staff": _("sees the administration"), "is_superuser": _("may do everything"),
        "groups": _("roles"), "date_joined": _("joined"), "last_login": _("last signed in"),
    }  # fmt: skip
    filter_horizontal = ()
    list_display = ("username", "email", "is_guest", "is_staff", "is_active", "date_joined")
    list_filter = ("is_guest", "is_staff", "is_active")
    search_fields = ("username", "email")
    ordering = ("-date_joined",)
    # The time zone is part of a calendar, and the person's to choose.
    readonly_fields = ("last_login", "date_joined", "is_guest", "time_zone")
    fieldsets = (
        (None, {"fields": ("username", "email", "time_zone", "is_guest")}),
        (_("Permissions"), {"fields": ("is_active", "is_staff", "is_superuser", "groups")}),
        (_("Dates"), {"fields": ("last_login", "date_joined")}),
    )

    @override
    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Show or store a person; the roles that are given then are given by whoever stores."""
        with transaction.atomic():
            if request.method == "POST":
                roles.sign(user_id=request.user.pk or 0)
            return super().changeform_view(request, *args, **kwargs)

    @override
    def save_model(self, request: HttpRequest, obj: Model, form: ModelForm, change: bool) -> None:  # type: ignore[type-arg]  # likewise
        """Store a person; another name is theirs wherever they sit or sat."""
        if change and "username" in form.changed_data:
            services.carry_name(user_id=obj.pk, name=form.cleaned_data["username"])
        super().save_model(request, obj, form, change)
        for role in ROLES & {*form.changed_data}:
            event = "role_given" if form.cleaned_data[role] else "role_taken"
            transaction.on_commit(partial(tell, event, user=obj.pk, role=role, by=request.user.pk))

    @override
    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Return the field of a form; roles are ticked, and made elsewhere."""
        if db_field.name == "groups":
            return db_field.formfield(widget=CheckboxSelectMultiple, help_text="")
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if field and db_field.name in ("is_active", "is_staff", "is_superuser"):
            field.help_text = ""  # the label says it all
        return field


@admin.register(Group)
class RoleAdmin(Named, GroupAdmin):
    """What people in a group may do."""

    names = (_("role"), _("roles"))
    labels = {"permissions": _("what its members may do")}
    filter_horizontal = ()


@admin.register(EmailAddress)
class AddressAdmin(Found, EmailAddressAdmin):
    """The addresses of people, and whether they are confirmed; people add them themselves."""

    labels = {"user": _("person"), "primary": _("mail goes there"), "verified": _("confirmed")}
    readonly_fields = ("user",)
    raw_id_fields = ()  # type: ignore[assignment]  # to the checker it is always one

    @override
    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return no."""
        return False


@admin.register(AnswerAddress)
class AnswerAddressAdmin(Found):
    """The addresses that people answer from beside their own; people add them themselves."""

    names = (_("address to answer from"), _("addresses to answer from"))
    labels = {"user": _("person"), "asked_at": _("asked"), "confirmed_at": _("confirmed")}
    list_display = ("email", "user", "asked_at", "confirmed_at")
    search_fields = ("email", "user__username", "user__email")
    readonly_fields = ("user", "email", "asked_at", "confirmed_at")

    @override
    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return no."""
        return False
