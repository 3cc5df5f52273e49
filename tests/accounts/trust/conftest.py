"""What these tests share."""

import pytest

from accounts.trust import friends
from accounts.users.models import User
from tests.accounts.conftest import PASSWORD


def person(name: str, **facts) -> User:
    return User.objects.create_user(name, f"{name}@post.example", PASSWORD, **facts)


@pytest.fixture
def ben(db) -> User:
    return person("ben")


def names(user: User) -> list[str]:
    return [friend.person.username for friend in friends.friends_of(user_id=user.pk)]
