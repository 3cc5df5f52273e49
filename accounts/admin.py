"""What administrators see of people: no password hashes, no contents of mails."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import Model
from django.http import HttpRequest
from typing_extensions import override

from accounts.models import Delivery, Notification, NotificationPreference, User


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
        ("Rights", {"fields": ("is_active", "is_staff", "is_superuser", "groups")}),
        ("Dates", {"fields": ("last_login", "date_joined")}),
    )


class ReadOnlyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # generic to the checker alone
    """Rows that are looked at, not touched."""

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
        "outcome",
    )
    fields = (*list_display, "bundled", "lease_until", "merged_into")
    list_filter = ("status", "channel", "notification__kind")
    search_fields = ("notification__key", "user__username")
    list_select_related = ("user", "notification")
    date_hierarchy = "due_at"


@admin.register(NotificationPreference)
class PreferenceAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # generic to the checker alone
    """What people want to hear of."""

    list_display = ("user", "kind", "channel", "wanted")
    list_filter = ("kind", "channel", "wanted")
    search_fields = ("user__username",)
    autocomplete_fields = ("user",)
