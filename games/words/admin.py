"""The word lists and their moderation in the admin: to read and search, never to edit.

Changes are made through proposals and votes; the database's record of them is here too.
"""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
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

    names = (_("change to these tables"), _("changes to these tables"))
    labels = {"at": _("when"), "rows": _("how many rows")}
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
    labels={"slug": _("address"), "max_tier": _("words up to tier"), "base": _("made from")},
    list_display=("title", "slug", "base", "owner", "theme"),
    search_fields=("title", "slug", "owner__username"),
    list_select_related=("base", "owner"),
    inlines=(VersionRows,),
)
admin.site.register(
    WordListVersion,
    ReadOnlyAdmin,
    names=(_("version of a word list"), _("versions of word lists")),
    labels={
        "created_at": _("made"),
        "published_at": _("published"),
        "sha256": _("SHA-256"),
        "full_sha256": _("SHA-256 with slurs"),
        "base_version": _("made from version"),
    },
    list_display=("word_list", "number", "published_at", "words", "slurs", "sha256"),
    list_filter=("word_list",),
    search_fields=("sha256", "full_sha256", "word_list__title"),
    list_select_related=("word_list",),
    date_hierarchy="published_at",
)
admin.site.register(
    Change,
    ReadOnlyAdmin,
    names=(_("word added or removed"), _("words added and removed")),
    list_display=("word", "status", "version", "proposal", "reason"),
    list_filter=("status", "version__word_list"),
    search_fields=("word", "reason"),
    list_select_related=("version__word_list", "proposal__word_list"),
)
admin.site.register(
    Proposal,
    ReadOnlyAdmin,
    labels={
        "public_id": _("address"), "made_at": _("made"), "decided_at": _("decided"),
        "published_at": _("published"), "former": _("meaning before"),
        "former_label": _("label before"), "gloss": _("meaning"),
    },
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
    labels={
        "public_id": _("address"),
        "by": _("asked for by"),
        "made_at": _("asked for"),
        "scheduled_at": _("planned for"),
        "published_at": _("published"),
        "cancelled_at": _("called off"),
    },
    list_display=("public_id", "word_list", "by", "scheduled_at", "published_at", "cancelled_at"),
    search_fields=("public_id", "note", "by__username"),
    list_select_related=("word_list", "by"),
)
admin.site.register(
    Cards,
    ReadOnlyAdmin,
    names=(_("set of cards"), _("sets of cards")),
    list_display=("version", "game"),
    list_filter=("game", "version__word_list"),
    search_fields=("version__word_list__title", "cards"),
    list_select_related=("version__word_list",),
)
admin.site.register(
    Label,
    ReadOnlyAdmin,
    names=(_("label of a word"), _("labels of words")),
    list_display=("word", "kind", "source"),
    list_filter=("kind",),
    search_fields=("word", "source"),
)
admin.site.register(
    Definition,
    ReadOnlyAdmin,
    names=(_("meaning of a word"), _("meanings of words")),
    labels={"lemma": _("word"), "rank": _("place in the list"), "gloss": _("meaning")},
    list_display=("lemma", "rank", "part", "told", "label"),
    list_filter=("label", "part"),
    search_fields=("lemma",),
)
