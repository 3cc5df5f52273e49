"""Which part of the site answers which address."""

from django.contrib import admin
from django.urls import include, path

from config.health import live

urlpatterns = [
    path("health/live", live, name="health-live"),
    path("admin/", admin.site.urls),
    path("", include("accounts.urls")),
    path("", include("games.urls")),
    path("", include("lobby.urls")),
]
