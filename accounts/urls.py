"""The pages about people."""

from allauth.account import views as library
from django.urls import include, path, re_path

from accounts.feeds import pages as feed_pages
from accounts.notices import pages as notice_pages
from accounts.notices.preferences import pages as preferences_pages
from accounts.push import pages as push_pages
from accounts.rest import pages as rest_pages
from accounts.trust import pages as people_pages
from accounts.users import address_pages
from accounts.users import pages as user_pages

urlpatterns = [
    # These know guests; all others are the library's own.
    path("accounts/signup/", user_pages.SignUpView.as_view(), name="account_signup"),
    path("accounts/login/", user_pages.LogInView.as_view(), name="account_login"),
    path(
        "accounts/login/code/",
        user_pages.LogInByCodeView.as_view(),
        name="account_request_login_code",
    ),
    path("accounts/email/", user_pages.with_account(library.email), name="account_email"),
    path(
        "accounts/password/change/",
        user_pages.with_account(library.password_change),
        name="account_change_password",
    ),
    path(
        "accounts/password/set/",
        user_pages.with_account(library.password_set),
        name="account_set_password",
    ),
    path("accounts/", include("allauth.urls")),
    path("keep/", user_pages.GuestKeepView.as_view(), name="guest-keep"),
    path("guest/name/", user_pages.guest_name, name="guest-name"),
    path("preferences/", preferences_pages.preferences, name="preferences"),
    path(
        "account/addresses/",
        user_pages.with_account(address_pages.answer_addresses),
        name="answer-addresses",
    ),
    path(
        "account/addresses/<int:address_id>/send/",
        address_pages.send_again,
        name="answer-address-send",
    ),
    path(
        "account/addresses/<int:address_id>/remove/",
        address_pages.remove,
        name="answer-address-remove",
    ),
    path(
        "account/addresses/confirm/<str:token>/",
        address_pages.confirm,
        name="answer-address-confirm",
    ),
    path("account/notices/", notice_pages.told, name="notices"),
    path("account/notices/stop/", notice_pages.stop, name="notices-stop"),
    path("account/notices/try-again/", notice_pages.try_again, name="notices-try-again"),
    path("account/rest/", rest_pages.calendar, name="rest"),
    path("account/rest/week/", rest_pages.coming_week, name="rest-week"),
    path("account/quiet/", rest_pages.quiet, name="quiet"),
    path("account/holiday/", rest_pages.holidays, name="holiday"),
    path("account/holiday/begin/", rest_pages.begin, name="holiday-begin"),
    path("account/holiday/<int:holiday_id>/end/", rest_pages.end, name="holiday-end"),
    path("account/holiday/automatic/", rest_pages.automatic_start, name="holiday-automatic"),
    path("account/back/", rest_pages.back, name="holiday-back"),
    path("account/calendar/", feed_pages.calendar, name="calendar"),
    path("account/push/", push_pages.subscribe, name="push"),
    path("account/push/key", push_pages.key, name="push-key"),
    path("account/push/list", push_pages.show_devices, name="push-list"),
    path("account/push/test", push_pages.test, name="push-test"),
    path("account/push/<int:device_id>/remove", push_pages.remove, name="push-remove"),
    path("theme/", user_pages.theme, name="theme"),
    path("people/", people_pages.people, name="people"),
    path("people/find/", people_pages.find, name="people-find"),
    # The moderators' pages at people/reports/ are nobody's profile.
    re_path(
        r"^people/(?!(?:find|reports)/)(?P<username>[A-Za-z0-9._-]+)/$",
        people_pages.profile,
        name="profile",
    ),
    re_path(
        r"^people/(?P<username>[A-Za-z0-9._-]+)/"
        r"(?P<what>ask|decline|part|block|unblock|unmute)$",
        people_pages.act,
        name="people-act",
    ),
    path("u/<str:token>/", notice_pages.unsubscribe, name="unsubscribe"),
    path("outbox/", notice_pages.outbox, name="outbox"),
    path("outbox/<slug:key>/", notice_pages.outbox_mail, name="outbox-mail"),
    path("outbox/<slug:key>/page/", notice_pages.outbox_page, name="outbox-page"),
    path("outbox/<slug:key>/<int:number>.png", notice_pages.outbox_picture, name="outbox-picture"),
]
