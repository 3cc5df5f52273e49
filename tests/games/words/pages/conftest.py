"""Who looks at the pages of words."""

import pytest
from django.test import Client

from accounts.users.models import User
from tests.factories import make_user
from tests.games.words.people import make_moderator


@pytest.fixture
def user() -> User:
    return make_user()


@pytest.fixture
def signed_in(client: Client, user: User) -> Client:
    client.force_login(user)
    return client


@pytest.fixture
def judge(client: Client) -> Client:
    client.force_login(make_moderator())
    return client
