"""What administrators see of people: no password hashes, no contents of mails."""

from typing import Any

from django.contrib import admin
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.views.main import ChangeList
from django.contrib.auth.admin import UserAdmin
from django.db.models import Model, QuerySet
from django.forms import ModelForm
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from typing_extensions import override

from accounts.notices.delivery import reasons
from accounts.users import services
from accounts.users.models import Delivery, Notification, NotificationPreference, User


@admin.register(User)
class PeopleAdmin(UserAdmin):  # type: ignore[type-arg]  # generic to the checker alone
    """People; passwords are set anew, never shown."""

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
    def save_model(self, request: HttpRequest, obj: Model, form: ModelForm, change: bool) -> None:  # type: ignore[type-arg]  # likewise
        """Store a person; another name is theirs wherever they sit or sat."""
        if change and "username" in form.changed_data:
            services.carry_name(user_id=obj.pk, name=form.cleaned_data["username"])
        super().save_model(request, obj, form, change)


class Rows(ChangeList):
    """A list of rows; a year beyond all calendars is a wrong filter, which Django does not know."""

    @override
    def get_queryset(self, request: HttpRequest, *args: Any, **kwargs: Any) -> QuerySet[Any]:
        """Return the rows that an address asks for."""
        try:
            return super().get_queryset(request, *args, **kwargs)
        except OverflowError as error:
            raise IncorrectLookupParameters(error) from error


class ReadOnlyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # generic to the checker alone
    """Rows that are looked at, not touched."""

    @override
    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        """Return what lists them."""
        return Rows

    @override
    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return no."""
        return False

    @override
    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Return no."""
        return False

    @override
    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Return no."""
        return False


@admin.register(Notification)
class NotificationAdmin(ReadOnlyAdmin):
    """The outbox: what is owed to whom."""

    list_display = ("key", "kind", "user", "due_at", "deadline_at")
    list_filter = ("kind",)
    search_fields = ("key", "user__username")
    list_select_related = ("user",)
    date_hierarchy = "due_at"


@admin.register(Delivery)
class DeliveryAdmin(ReadOnlyAdmin):
    """How it went out: what was sent, what failed and why; and none of the words."""

    list_display = (
        "notification",
        "channel",
        "user",
        "status",
        "due_at",
        "attempts",
        "sent_at",
        "why",
    )
    fields = (*list_display, "bundled", "lease_until", "merged_into")
    list_filter = ("status", "channel", "notification__kind")
    search_fields = ("notification__key", "user__username")
    list_select_related = ("user", "notification")
    date_hierarchy = "due_at"

    @admin.display(description=_("Why"))
    def why(self, row: Delivery) -> str:
        """Return why it did not go, or not yet, in words."""
        return reasons.in_words(row.outcome)


@admin.register(NotificationPreference)
class PreferenceAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # generic to the checker alone
    """What people want to hear of."""

    list_display = ("user", "kind", "channel", "wanted")
    list_filter = ("kind", "channel", "wanted")
    search_fields = ("user__username",)
    raw_id_fields = ("user",)
