"""The word lists and their moderation in the admin: to read and search, never to edit.

Changes are made through proposals and votes; the database's record of them is here too.
"""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from typing_extensions import override

from accounts.edge.admin import ReadOnlyAdmin
from games.words.models import (
    AuditEntry,
    Cards,
    Change,
    Definition,
    Edition,
    Label,
    Proposal,
    Support,
    Vote,
    WordList,
    WordListVersion,
)


class Rows(admin.TabularInline):  # type: ignore[type-arg]  # generic to the checker alone
    """Rows that belong to another, read-only."""

    extra = 0
    can_delete = False

    @override
    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    @override
    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


class VoteRows(Rows):
    """What moderators said about a proposal."""

    model = Vote


class SupportRows(Rows):
    """The people who support it."""

    model = Support


class VersionRows(Rows):
    """The versions of a list."""

    model = WordListVersion
    fields = ("number", "published_at", "words", "slurs", "sha256")


@admin.register(AuditEntry)
class AuditAdmin(ReadOnlyAdmin):
    """Every change to these tables, as the database recorded it."""

    list_display = ("at", "table", "operation", "rows", "person", "reason")
    list_filter = ("table", "operation")
    search_fields = ("reason", "=person")
    date_hierarchy = "at"

    @override
    def get_queryset(self, request: HttpRequest) -> QuerySet[AuditEntry]:
        """Return the entries; a list of them needs none of the rows they hold."""
        found = super().get_queryset(request)
        opened = request.resolver_match is not None and "object_id" in request.resolver_match.kwargs
        return found if opened else found.defer("before", "after")


# The other tables have columns, filters and fields to search, and nothing of their own.
admin.site.register(
    WordList,
    ReadOnlyAdmin,
    list_display=("title", "slug", "base", "owner", "theme"),
    search_fields=("title", "slug", "owner__username"),
    list_select_related=("base", "owner"),
    inlines=(VersionRows,),
)
admin.site.register(
    WordListVersion,
    ReadOnlyAdmin,
    list_display=("word_list", "number", "published_at", "words", "slurs", "sha256"),
    list_filter=("word_list",),
    search_fields=("sha256", "full_sha256", "word_list__title"),
    list_select_related=("word_list",),
    date_hierarchy="published_at",
)
admin.site.register(
    Change,
    ReadOnlyAdmin,
    list_display=("word", "status", "version", "proposal", "reason"),
    list_filter=("status", "version__word_list"),
    search_fields=("word", "reason"),
    list_select_related=("version__word_list", "proposal__word_list"),
)
admin.site.register(
    Proposal,
    ReadOnlyAdmin,
    list_display=(
        "public_id", "kind", "word", "word_list", "label", "status", "proposer", "made_at",
        "decided_at", "published_at",
    ),
    list_filter=("status", "kind", "word_list", "label"),
    search_fields=("word", "public_id", "group", "reason", "source", "proposer__username"),
    list_select_related=("word_list", "proposer"),
    date_hierarchy="made_at",
    inlines=(VoteRows, SupportRows),
)  # fmt: skip
admin.site.register(
    Edition,
    ReadOnlyAdmin,
    list_display=("public_id", "word_list", "by", "scheduled_at", "published_at", "cancelled_at"),
    search_fields=("public_id", "note", "by__username"),
    list_select_related=("word_list", "by"),
)
admin.site.register(
    Cards,
    ReadOnlyAdmin,
    list_display=("version", "game"),
    list_filter=("game", "version__word_list"),
    search_fields=("version__word_list__title", "cards"),
    list_select_related=("version__word_list",),
)
admin.site.register(
    Label,
    ReadOnlyAdmin,
    list_display=("word", "kind", "source"),
    list_filter=("kind",),
    search_fields=("word", "source"),
)
admin.site.register(
    Definition,
    ReadOnlyAdmin,
    list_display=("lemma", "rank", "part", "told", "label"),
    list_filter=("label", "part"),
    search_fields=("lemma",),
)
