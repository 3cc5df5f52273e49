"""Lists for administrators: named in plain words, and of rows that are looked at, not touched."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib import admin
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.views.main import ChangeList
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.text import capfirst
from typing_extensions import override

if TYPE_CHECKING:
    from django.contrib.admin import AdminSite
    from django_stubs_ext import StrOrPromise


class Rows(ChangeList):
    """A list of rows, called as they are.

    A year beyond all calendars is a wrong filter, which Django does not know.
    """

    @override
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.title = capfirst(str(self.opts.verbose_name_plural))

    @override
    def get_queryset(self, request: HttpRequest, *args: Any, **kwargs: Any) -> QuerySet[Any]:
        """Return the rows that an address asks for."""
        try:
            return super().get_queryset(request, *args, **kwargs)
        except OverflowError as error:
            raise IncorrectLookupParameters(error) from error


class Named(admin.ModelAdmin):  # type: ignore[type-arg]  # generic to the checker alone
    """A table whose name, for one row and for many, and columns are told in plain words.

    What a model itself said of this would be part of its migrations.
    """

    names: ClassVar["tuple[StrOrPromise, StrOrPromise] | None"] = None
    labels: ClassVar[Mapping[str, "StrOrPromise"]] = {}

    def __init__(self, model: type[Model], admin_site: "AdminSite") -> None:
        super().__init__(model, admin_site)
        meta = model._meta  # noqa: SLF001 - public
        if self.names:
            meta.verbose_name, meta.verbose_name_plural = self.names
        for name, label in self.labels.items():
            meta.get_field(name).verbose_name = label  # type: ignore[union-attr]  # a column is one

    @override
    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        """Return what lists them."""
        return Rows


class ReadOnlyAdmin(Named):
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
