"""Lists for administrators of rows that are looked at, not touched."""

from typing import Any

from django.contrib import admin
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.views.main import ChangeList
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from typing_extensions import override


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
