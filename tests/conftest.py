"""What all tests share: static files as they lie in the folders, and no memory of earlier visits."""

from typing import Any

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def plain_static_files(settings: Any) -> None:
    """Do without the built files: their hashed names are the browser tests' affair."""
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    }


@pytest.fixture(autouse=True)
def fresh_cache() -> None:
    """Forget the counts of the rate limits."""
    cache.clear()
