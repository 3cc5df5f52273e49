"""Whoever can write to Redis can't have the site run a program, nor read what isn't there."""

import pickle
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache

VALUES = [7, True, "a word", b"bytes", ("a", 1), {"b": [2]}, "12", None]


class Harmful:
    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Any, ...]:
        return (Path.touch, (self.path,))


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_what_is_kept_comes_back(value: object) -> None:
    cache.set("kept", value)
    assert cache.get("kept", "nothing") == value
    assert type(cache.get("kept", "nothing")) is type(value)


def test_numbers_are_counted_by_redis() -> None:
    cache.set("count", 1)
    assert [cache.incr("count"), cache.get("count")] == [2, 2]


def test_what_somebody_else_wrote_is_not_there(tmp_path: Path, settings: Any) -> None:
    file = tmp_path / "harm"
    redis: Any = cache._cache.get_client(write=True)  # type: ignore[attr-defined]
    for written in (pickle.dumps(Harmful(file)), b"x" * 32 + pickle.dumps(Harmful(file)), b""):
        redis.set(cache.make_key("theirs"), written)
        assert cache.get("theirs") is None
        assert not file.exists()
    cache.set("ours", "a word")
    settings.SECRET_KEY = "another"
    assert cache.get("ours") is None
