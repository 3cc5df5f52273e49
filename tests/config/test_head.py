"""HEAD is answered as GET is, without the body."""

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from accounts.models import User

pytestmark = pytest.mark.django_db


def plain_addresses(resolver: URLResolver, before: str = "/") -> list[str]:
    """Return the site's addresses without a part that varies."""
    found: list[str] = []
    for each in resolver.url_patterns:
        if isinstance(each, URLResolver):
            found += plain_addresses(each, before + str(each.pattern))
        elif isinstance(each, URLPattern) and "<" not in str(each.pattern):
            found.append(before + str(each.pattern))
    return [address for address in found if not {*address} & {"<", "(", "^", "$"}]


def test_every_plain_address_answers_head_as_get() -> None:
    addresses = plain_addresses(get_resolver())
    assert len(addresses) > 60
    client = Client()
    answers = {at: client.get(at).status_code for at in addresses}
    del answers["/mail-in/"]  # a provider asks by HEAD alone whether it is there
    assert {at: client.head(at).status_code for at in answers} == answers


def test_what_is_shown_to_somebody_signed_in_is_kept_by_nobody() -> None:
    client = Client()
    assert "no-store" not in client.get("/rules/").get("Cache-Control", "")
    client.force_login(User.objects.create_user("anna", "anna@example.org"))
    for path in ("/preferences/", "/games/", "/rules/"):
        assert client.get(path)["Cache-Control"] == "private, no-store"
