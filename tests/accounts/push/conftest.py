"""What these tests share."""

from collections.abc import Iterator

import pytest

from accounts.push import devices as push
from accounts.push import sending
from accounts.users.models import User
from tests.accounts.conftest import NOW
from tests.push_service import Device, PushService


@pytest.fixture
def service(settings) -> Iterator[PushService]:
    """A push service that a site on this machine can call."""
    settings.SITE_URL = "http://localhost:8000"
    settings.HTTPS = False
    with PushService() as running:
        yield running


@pytest.fixture
def device(service: PushService, anna: User) -> Device:
    return allow(service, anna)


def allow(service: PushService, user: User, name: str = "Firefox (Linux)") -> Device:
    """Have a person allow notices on one more device."""
    device = service.subscribe(sending.public_key())
    push.subscribe(user=user, endpoint=device.endpoint, name=name, now=NOW, **device.keys)
    return device


def known(user: User) -> list[str]:
    return [device.name for device in push.devices_of(user_id=user.pk)]
