"""What administrators see of people: no password hashes."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db import transaction
from django.db.models import Model
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from typing_extensions import override

from accounts.users import roles, services
from accounts.users.models import User


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
