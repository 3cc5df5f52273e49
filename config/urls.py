"""Which part of the site answers which address."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

from config.hosting.seeing.metrics import metrics
from config.hosting.seeing.ready import ready
from config.hosting.seeing.status import status
from config.web import device, unavailable
from config.web.health import live, version
from lobby.home.host import pages as host
from lobby.home.host.letters import pages as letters

# Staff sign in, and change their password, by the site's own doors, which count wrong tries.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign,no-untyped-call]
to_own_password = RedirectView.as_view(pattern_name="account_change_password")

handler500 = unavailable.failed

urlpatterns = [
    path("health/live", live, name="health-live"),
    path("health/ready", ready, name="health-ready"),
    path("version", version, name="version"),
    path("metrics", metrics, name="metrics"),
    path("sw.js", device.service_worker, name="service-worker"),
    path("manifest.webmanifest", device.manifest, name="manifest"),
    path("offline/", device.offline, name="offline"),
    path("admin/password_change/", to_own_password),
    path("admin/", admin.site.admin_view(host.home), name="host"),
    path("admin/status/", admin.site.admin_view(status), name="host-status"),
    path("admin/emails/", letters.samples, name="mail-samples"),
    path("admin/emails/<slug:key>/", letters.sample, name="mail-sample"),
    path("admin/emails/<slug:key>/page/", letters.page, name="mail-sample-page"),
    path("admin/", admin.site.urls),
    path("", include("accounts.urls")),
    path("", include("games.matches.urls")),
    path("", include("games.daily.urls")),
    path("", include("games.reviews.urls")),
    path("", include("games.puzzles.urls")),
    path("", include("games.studies.urls")),
    path("", include("games.words.urls")),
    path("", include("lobby.home.urls")),
    path("", include("lobby.tables.urls")),
    path("", include("lobby.ratings.urls")),
    path("", include("lobby.clubs.urls")),
    path("", include("lobby.leagues.urls")),
]
