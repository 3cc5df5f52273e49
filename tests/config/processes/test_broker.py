"""Redis at one address, or wherever its sentinels say: the cache, pokes and tasks go along."""

import asyncio
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from celery import Celery
from channels_redis.pubsub import RedisPubSubChannelLayer
from django.conf import settings
from django.core.cache.backends.redis import RedisCache
from redis import Redis
from redis.exceptions import RedisError
from redis.sentinel import MasterNotFoundError
from typing_extensions import override

from config.local.process import Server
from config.local.valkey import find_server
from config.processes import broker
from tests.gauge import PATIENCE

PASSWORD = "a b/c"
URL = "sentinel://:a%20b%2Fc@one:26379,two/mymaster/3?sentinel_password=other"


def test_one_address_is_used_as_it_is() -> None:
    url = "redis://host:6379/0"
    assert broker.cache_options(url) == {
        "socket_connect_timeout": 1, "socket_timeout": 1, "serializer": broker.Signed,
    }  # fmt: skip
    assert broker.layer_host(url) == {"address": url, "socket_timeout": None}
    assert (broker.queue_url(url), broker.queue_options(url)) == (url, {})
    assert broker.queue_url("unix:///run/valkey.sock") == "redis+socket:///run/valkey.sock"


def test_a_url_of_sentinels_is_told_to_each_in_its_own_way() -> None:
    told = {"socket_connect_timeout": 1, "socket_timeout": 1, "password": "other"}
    assert broker.layer_host(URL) == {
        "master_name": "mymaster",
        "sentinels": [("one", 26379), ("two", 26379)],
        "sentinel_kwargs": told,
        "socket_connect_timeout": 1,
        "socket_timeout": None,
        "db": 3,
        "password": PASSWORD,
    }
    assert broker.queue_url(URL) == (
        "sentinel://:a%20b%2Fc@one:26379/3;sentinel://:a%20b%2Fc@two:26379/3"
    )
    assert broker.queue_options(URL) == {"master_name": "mymaster", "sentinel_kwargs": told}
    assert broker.queue_url("sentinel://one/mymaster") == "sentinel://one:26379/0"


@pytest.mark.parametrize(
    "url", ["sentinel://one:26379", "sentinel:///mymaster", "sentinel://one/mymaster/zero"]
)
def test_a_url_that_says_too_little_is_refused_with_an_example(url: str) -> None:
    with pytest.raises(ValueError, match="REDIS_URL has to look like sentinel://host:26379"):
        broker.Watched.of(url)


def test_what_is_said_of_a_bad_url_tells_no_password() -> None:
    with pytest.raises(ValueError, match="not 'sentinel://one'") as refused:
        broker.Watched.of("sentinel://:secret@one")
    assert "secret" not in str(refused.value)


def prefix(url: str, *, key: str = "key") -> str:
    return broker.layer_prefix(url, key=key)


def test_the_channels_of_a_site_are_its_own() -> None:
    """By its database and its key, wherever each of its nodes finds the server."""
    own = prefix("redis://host:6379/3")
    assert prefix("rediss://:word@elsewhere/3") == prefix("unix:///run/valkey.sock?db=3") == own
    assert prefix(URL) == own
    assert prefix("redis://host") == prefix("redis://host/0")
    others = [
        prefix("redis://host:6379/4"),
        prefix("redis://host:6379/3", key="other"),
    ]
    assert len({own, *others}) == 3


@pytest.mark.asyncio
async def test_a_site_hears_nothing_of_another_in_the_next_database() -> None:
    url, config = settings.REDIS_URL, settings.CHANNEL_LAYERS["default"]["CONFIG"]
    key = settings.SECRET_KEY
    assert config["prefix"] == broker.layer_prefix(url, key=key)
    next_url = f"{url}?db=1" if url.startswith("unix:") else f"{url.rpartition('/')[0]}/1"
    host = broker.layer_host(next_url)
    other = {**config, "hosts": [host], "prefix": broker.layer_prefix(next_url, key=key)}
    layers = [RedisPubSubChannelLayer(**one) for one in (other, config)]
    channel = await layers[1].new_channel()
    await layers[1].group_add("all", channel)
    for layer, said in zip(layers, ("theirs", "ours"), strict=True):
        await layer.group_send("all", {"said": said})
    async with asyncio.timeout(PATIENCE):
        assert await layers[1].receive(channel) == {"said": "ours"}
    for layer in layers:
        await layer.flush()


class Watching(Server):
    """A Valkey at a port, or a sentinel of it."""

    def __init__(self, name: str, folder: Path, lines: list[str], *, sentinel: bool) -> None:
        super().__init__(name=name, log=folder / f"{name}.log", cwd=folder, patience=5.0)
        self.port = free_port()
        self.file = folder / f"{name}.conf"
        # Sentinel writes its file anew now and then.
        own = [f"port {self.port}", "bind 127.0.0.1", f'dir "{folder}"', *lines]
        self.file.write_text("\n".join([*own, ""]), encoding="utf-8")
        kind = ["--sentinel"] if sentinel else ["--save", "", "--repl-diskless-sync-delay", "0"]
        self.command = [find_server(), self.file, *kind]
        self.process: subprocess.Popen[bytes] | None = None

    @override
    def ready(self) -> bool:
        try:
            with Redis(port=self.port, socket_timeout=1) as one:
                return bool(one.execute_command("ROLE"))
        except RedisError as error:
            return "auth" in str(error).lower()

    def start(self) -> "Watching":
        self.process = self.spawn()
        self.wait_until_ready(self.process)
        return self

    def leave(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.end(self.process)


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def until(condition: Callable[[], Any], seconds: float = PATIENCE) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[dict[str, Watching]]:
    """A server, one that follows it, and a sentinel that watches both."""
    access = [f'requirepass "{PASSWORD}"', f'masterauth "{PASSWORD}"']
    running: dict[str, Watching] = {}
    try:
        first = Watching("first", tmp_path, access, sentinel=False).start()
        running["first"] = first
        follows = [*access, f"replicaof 127.0.0.1 {first.port}"]
        running["second"] = Watching("second", tmp_path, follows, sentinel=False).start()
        watches = [
            f"sentinel monitor mymaster 127.0.0.1 {first.port} 1",
            f'sentinel auth-pass mymaster "{PASSWORD}"',
            "sentinel down-after-milliseconds mymaster 500",
            "sentinel failover-timeout mymaster 3000",
        ]
        running["sentinel"] = Watching("sentinel", tmp_path, watches, sentinel=True).start()
        yield running
    finally:
        for server in reversed(running.values()):
            server.leave()


def follows_well(servers: dict[str, Watching]) -> bool:
    """Tell whether the sentinel knows the second server, and that has all of the first."""
    with Redis(port=servers["sentinel"].port) as one:
        known = one.sentinel_slaves("mymaster")
    return [one["master-link-status"] for one in known] == ["ok"]


async def close(layer: RedisPubSubChannelLayer) -> None:
    """Close what the layer leaves open to the sentinels, which it asks again and again."""
    (shard,) = layer._get_layer()._shards
    manager = shard._redis.connection_pool.sentinel_manager
    await layer.flush()
    for one in manager.sentinels:
        await one.aclose(close_connection_pool=True)


@pytest.mark.sometimes
@pytest.mark.asyncio
@pytest.mark.slow
async def test_cache_pokes_and_tasks_go_to_whichever_server_is_in_charge(
    servers: dict[str, Watching],
) -> None:
    gone = free_port()  # a sentinel that isn't there keeps nobody
    hosts = f"127.0.0.1:{gone},127.0.0.1:{servers['sentinel'].port}"
    url = f"sentinel://:a%20b%2Fc@{hosts}/mymaster/0"
    cache = RedisCache([url], {"OPTIONS": broker.cache_options(url)})
    layer = RedisPubSubChannelLayer(hosts=[broker.layer_host(url)])
    app = Celery(broker=broker.queue_url(url), set_as_current=False)
    app.conf.broker_transport_options = broker.queue_options(url)

    def cached(value: str) -> bool:
        try:
            cache.set("key", value)
            return bool(cache.get("key") == value)
        except (RedisError, MasterNotFoundError):
            return False

    def queued(value: str) -> bool:
        with app.connection() as connection:
            queue = connection.SimpleQueue("waiting")
            queue.put(value)
            message = queue.get(timeout=PATIENCE)
            message.ack()
            queue.close()
            return bool(message.payload == value)

    async def poked(channel: str, value: str, seconds: float = 1.0) -> bool:
        try:
            await layer.group_send("all", {"type": "poke", "value": value})
            async with asyncio.timeout(seconds):
                return bool((await layer.receive(channel))["value"] == value)
        except (RedisError, MasterNotFoundError, TimeoutError):
            return False

    assert await asyncio.to_thread(cached, "before")
    assert await asyncio.to_thread(queued, "before")
    channel = await layer.new_channel()
    await layer.group_add("all", channel)
    assert await poked(channel, "before", PATIENCE)
    await asyncio.to_thread(until, lambda: follows_well(servers))

    servers["first"].leave()
    await asyncio.to_thread(until, lambda: cached("after"))
    assert await asyncio.to_thread(queued, "after")
    with broker.client(url) as one:
        assert one.info("server")["tcp_port"] == servers["second"].port
    async with asyncio.timeout(PATIENCE):
        heard = await layer.new_channel()  # a receive that was given up took its channel along
        await layer.group_add("all", heard)
        while not await poked(heard, "after"):
            heard = await layer.new_channel()
            await layer.group_add("all", heard)
    await close(layer)
