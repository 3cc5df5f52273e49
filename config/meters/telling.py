"""The figures of the whole site, as Prometheus reads them."""

import json
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from prometheus_client import CollectorRegistry, Metric, generate_latest
from prometheus_client.registry import Collector
from typing_extensions import override

from config.meters.counting import REGISTRY
from config.meters.models import Count, Level

KIND = "text/plain; version=0.0.4; charset=utf-8"
GONE = timedelta(seconds=30)  # after which what a process had open counts no longer


def text(*, now: datetime, more: Iterable[Metric] = ()) -> bytes:
    """Return what the site has counted, and ``more``; two statements."""
    found = CollectorRegistry()
    found.register(_Told([*_stored(now), *more]))
    return generate_latest(found)


class _Told(Collector):
    def __init__(self, families: list[Metric]) -> None:
        self.families = families

    @override
    def collect(self) -> Iterator[Metric]:
        yield from self.families


def _stored(now: datetime) -> Iterator[Metric]:
    """Yield each figure that there is, with what all processes have counted of it."""
    samples: dict[str, list[tuple[dict[str, str], float]]] = {}
    for name, labels, value in Count.objects.values_list("name", "labels", "value"):
        samples.setdefault(name, []).append((json.loads(labels), value))
    open_ones = Level.objects.filter(at__gt=now - GONE).values_list("name", "value")
    levels: dict[str, float] = {}
    for name, value in open_ones:
        levels[name] = levels.get(name, 0.0) + value
    for family in REGISTRY.collect():
        told = Metric(family.name, family.documentation, family.type)
        if family.type == "gauge":
            told.add_sample(family.name, {}, levels.get(family.name, 0.0))
        for end in ("_total", "_bucket", "_count", "_sum"):
            for sample in sorted(samples.get(family.name + end, ()), key=_order):
                told.add_sample(family.name + end, *sample)
        yield told


def _order(sample: tuple[dict[str, str], float]) -> tuple[list[str], float]:
    """Return where a sample stands: buckets from the smallest to the largest."""
    labels, _ = sample
    others = [value for name, value in sorted(labels.items()) if name != "le"]
    return others, float(labels.get("le", 0))
