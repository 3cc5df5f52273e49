"""Where Redis or Valkey is: at one address, or wherever its sentinels say at the moment.

    sentinel://:password@one:26379,two:26379,three:26379/mymaster/0?sentinel_password=other

The password is the server's; that of the sentinels follows, if they have one.
"""

import contextlib
import hmac
import pickle
from dataclasses import dataclass
from typing import Any, Self
from urllib.parse import parse_qs, quote, unquote, urlsplit

from django.conf import settings
from redis import Redis
from redis.sentinel import Sentinel, SentinelConnectionPool
from typing_extensions import override

SCHEME = "sentinel"
PORT = 26379
SIGNATURE = 32  # bytes, of HMAC-SHA-256
PATIENCE = {"socket_connect_timeout": 1, "socket_timeout": 1}  # seconds
ADVICE = "REDIS_URL has to look like sentinel://host:26379,host:26379/name/0, not {url!r}."


@dataclass(frozen=True, kw_only=True)
class Watched:
    """A server by the name under which sentinels watch it."""

    sentinels: list[tuple[str, int]]
    name: str
    db: int
    username: str | None
    password: str | None
    sentinel_password: str | None

    @classmethod
    def of(cls, url: str) -> Self | None:
        """Return what a URL names, None if it isn't one of sentinels; raise ValueError."""
        parts = urlsplit(url)
        if parts.scheme != SCHEME:
            return None
        own, _, hosts = parts.netloc.rpartition("@")
        name, _, db = parts.path.strip("/").partition("/")
        if not hosts or not name or not (db or "0").isdecimal():
            raise ValueError(ADVICE.format(url=url.replace(f"{own}@", "")))
        username, _, password = own.partition(":")
        return cls(
            sentinels=[_host(one) for one in hosts.split(",")],
            name=name,
            db=int(db or 0),
            username=unquote(username) or None,
            password=unquote(password) or None,
            sentinel_password=parse_qs(parts.query).get("sentinel_password", [None])[0],
        )

    @property
    def access(self) -> dict[str, Any]:
        """Return what the server itself is told."""
        told = {"username": self.username, "password": self.password}
        return {"db": self.db, **{name: value for name, value in told.items() if value}}

    @property
    def sentinel_access(self) -> dict[str, Any]:
        """Return what the sentinels are told: one that is away is soon left alone."""
        known = {"password": self.sentinel_password} if self.sentinel_password else {}
        return {**PATIENCE, **known}


def _host(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":") if ":" in text else (text, "", str(PORT))
    return host, int(port)


class MasterPool(SentinelConnectionPool):
    """Connections to whichever server is in charge, for Django's cache."""

    @classmethod
    @override
    def from_url(cls, url: str, **options: Any) -> "MasterPool":
        """Return the pool of a URL of sentinels."""
        watched = Watched.of(url)
        assert watched is not None  # noqa: S101 - only then is this the cache's pool
        make: Any = Sentinel  # which says nothing of its types
        manager = make(watched.sentinels, sentinel_kwargs=watched.sentinel_access)
        return cls(watched.name, manager, **watched.access, **options)


class Signed:
    """The cache's values as bytes; one that this site hasn't signed is none.

    Others may write to a Redis too, and a pickle runs whatever it names.
    """

    def dumps(self, value: Any) -> int | bytes:
        """Return a number as it is, for Redis counts with it, and anything else signed."""
        if type(value) is int:
            return value
        written = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
        return _signature(written) + written

    def loads(self, data: bytes) -> Any:
        """Return a value, or None if somebody else wrote it."""
        with contextlib.suppress(ValueError):
            return int(data)
        signature, written = data[:SIGNATURE], data[SIGNATURE:]
        if not hmac.compare_digest(signature, _signature(written)):
            return None
        return pickle.loads(written)  # noqa: S301 - our own


def _signature(written: bytes) -> bytes:
    return hmac.digest(settings.SECRET_KEY.encode(), b"tilepost/cache\n" + written, "sha256")


def cache_options(url: str) -> dict[str, Any]:
    """Return the options of Django's cache."""
    pool = {"pool_class": MasterPool} if Watched.of(url) else {}
    return {**PATIENCE, "serializer": Signed, **pool}


def layer_host(url: str) -> dict[str, Any]:
    """Return the host of the channel layer, whose connections wait for pokes however long."""
    watched = Watched.of(url)
    if watched is None:
        return {"address": url, "socket_timeout": None}
    return {
        "master_name": watched.name,
        "sentinels": watched.sentinels,
        "sentinel_kwargs": watched.sentinel_access,
        "socket_connect_timeout": 1,
        "socket_timeout": None,
        **watched.access,
    }


def layer_prefix(url: str, *, key: str) -> str:
    """Return how the channels of a site begin, by its secret key and its database.

    Whoever publishes at a server is heard from all its databases (Redis' "Pub/Sub and database
    numbers"), and several sites may share one.
    """
    db = client(url).connection_pool.connection_kwargs.get("db", 0)
    own = hmac.digest(key.encode(), f"tilepost/channels\n{db}".encode(), "sha256")
    return f"tilepost.{own.hex()[:16]}."


def queue_url(url: str) -> str:
    """Return the URL of the task queues."""
    watched = Watched.of(url)
    if watched is None:
        return url.replace("unix://", "redis+socket://")
    own = f"{quote(watched.username or '', '')}:{quote(watched.password or '', '')}@"
    hosts = (f"{host}:{port}/{watched.db}" for host, port in watched.sentinels)
    return ";".join(f"{SCHEME}://{own if watched.password else ''}{host}" for host in hosts)


def queue_options(url: str) -> dict[str, Any]:
    """Return what the task queues need to know besides."""
    watched = Watched.of(url)
    if watched is None:
        return {}
    return {"master_name": watched.name, "sentinel_kwargs": watched.sentinel_access}


def client(url: str) -> Redis:
    """Return a client of its own, which doesn't wait long."""
    if Watched.of(url) is None:
        return Redis.from_url(url, **PATIENCE)
    return Redis.from_pool(MasterPool.from_url(url, **PATIENCE))
