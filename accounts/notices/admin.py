"""What administrators see of people: no password hashes, no contents of mails."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from accounts.edge.admin import ReadOnlyAdmin
from accounts.notices.delivery import reasons
from accounts.notices.models import AccountMail, Delivery, Notification, NotificationPreference


@admin.register(Notification)
class NotificationAdmin(ReadOnlyAdmin):
    """The outbox: what is owed to whom."""

    labels = {
        "key": _("occasion"), "user": _("person"), "ref": _("what it's about"),
        "about": _("page"), "due_at": _("due"), "deadline_at": _("too late after"),
        "created_at": _("written"),
    }  # fmt: skip
    list_display = ("key", "kind", "user", "due_at", "deadline_at")
    list_filter = ("kind",)
    search_fields = ("key", "user__username")
    list_select_related = ("user",)
    date_hierarchy = "due_at"


@admin.register(Delivery)
class DeliveryAdmin(ReadOnlyAdmin):
    """How it went out: what was sent, what failed and why; and none of the words."""

    names = (_("notification on its way"), _("notifications on their way"))
    labels = {
        "user": _("person"), "due_at": _("due"), "sent_at": _("sent"), "attempts": _("tries"),
        "bundled": _("goes with others"), "lease_until": _("being sent until"),
        "merged_into": _("went with"),
    }  # fmt: skip
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
class PreferenceAdmin(ReadOnlyAdmin):
    """What people want to hear of, which they choose themselves."""

    names = (_("choice of notifications"), _("choices of notifications"))
    labels = {"user": _("person")}
    list_display = ("user", "kind", "channel", "wanted")
    list_filter = ("kind", "channel", "wanted")
    search_fields = ("user__username",)
    list_select_related = ("user",)


@admin.register(AccountMail)
class AccountMailAdmin(ReadOnlyAdmin):
    """The mails about accounts that haven't gone yet; what they say is sealed."""

    names = (_("email about an account"), _("emails about accounts on their way"))
    labels = {
        "template": _("email"), "user": _("person"), "due_at": _("due"), "attempts": _("tries"),
    }  # fmt: skip
    list_display = ("template", "user", "due_at", "attempts")
    fields = list_display
    search_fields = ("template", "user__username")
    list_select_related = ("user",)
