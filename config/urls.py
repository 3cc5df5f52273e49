"""Which part of the site answers which address."""

from django.contrib import admin
from django.urls import include, path

from config import shell
from config.health import live

urlpatterns = [
    path("health/live", live, name="health-live"),
    path("sw.js", shell.service_worker, name="service-worker"),
    path("manifest.webmanifest", shell.manifest, name="manifest"),
    path("offline/", shell.offline, name="offline"),
    path("admin/", admin.site.urls),
    path("", include("accounts.urls")),
    path("", include("games.urls")),
    path("", include("lobby.urls")),
    path("", include("lobby.leagues.urls")),
]
