"""The word lists in the admin: you can read and search everything but change nothing."""

from pathlib import Path

import pytest
from django.contrib import admin
from django.test import Client, override_settings
from django.urls import reverse

from games.words.admin import AuditAdmin
from games.words.lists.loading import Release
from games.words.models import AuditEntry, Cards, Proposal, WordListVersion
from tests.conftest import Build
from tests.factories import make_user
from tests.games.words.people import accept, publish

# Cards are made of far more words than these tests load: test_cards looks at those.
TABLES = [
    model
    for model in admin.site._registry
    if model._meta.app_label == "words" and model is not Cards
]


def build() -> None:
    accept("add", "dax", "broad")
    publish()


@pytest.fixture(scope="module")
def _published(lasting: Build, _small_stands: Path) -> None:
    """An edition with one word more, published once for all tests of the file."""
    with override_settings(DATA_DIR=_small_stands):
        lasting(build)


@pytest.fixture
def staff(_published: None, small: Release, client: Client) -> Client:
    client.force_login(make_user(is_staff=True, is_superuser=True))
    return client


@pytest.mark.parametrize("model", TABLES)
def test_rows_are_listed_searched_and_opened_but_never_changed(
    staff: Client, model: type[Proposal]
) -> None:
    name = f"admin:words_{model._meta.model_name}"
    row = model._default_manager.order_by("-pk")[0]
    before = model._default_manager.filter(pk=row.pk).values().get()
    posted = {name: "" if value is None else value for name, value in before.items()}
    assert staff.get(reverse(f"{name}_changelist"), {"q": "dax"}).status_code == 200
    assert staff.get(reverse(f"{name}_change", args=[row.pk])).status_code == 200
    assert staff.get(reverse(f"{name}_add")).status_code == 403
    assert staff.post(reverse(f"{name}_change", args=[row.pk]), posted).status_code == 403
    assert staff.post(reverse(f"{name}_delete", args=[row.pk]), {"post": "yes"}).status_code == 403
    assert model._default_manager.filter(pk=row.pk).values().get() == before


def test_a_proposal_shows_its_votes(staff: Client) -> None:
    made = Proposal.objects.get()
    page = staff.get(reverse("admin:words_proposal_change", args=[made.pk])).content.decode()
    assert page.count("every dictionary has it") == 2


def test_a_word_is_found_with_what_became_of_it(staff: Client) -> None:
    page = staff.get(reverse("admin:words_change_changelist"), {"q": "dax"}).content.decode()
    assert "1 word added or removed" in page
    assert "add dax" in page


def test_the_history_of_a_table_is_read_by_table_and_reason(staff: Client) -> None:
    address = reverse("admin:words_auditentry_changelist")
    page = staff.get(address, {"table": "words_vote"}).content.decode()
    assert "2 changes to these tables" in page
    found = staff.get(address, {"q": "for the tests"}).content.decode()
    kinds = AuditEntry.objects.filter(reason="for the tests").count()
    assert f"{kinds} changes to these tables" in found
    entry = AuditEntry.objects.get(
        table="words_wordlistversion", operation="update", rows=1, pk__gt=0, reason="for the tests"
    )
    opened = staff.get(reverse("admin:words_auditentry_change", args=[entry.pk])).content.decode()
    assert WordListVersion.objects.get(number=2).sha256 in opened
    assert AuditAdmin.search_fields[0] == "reason"
