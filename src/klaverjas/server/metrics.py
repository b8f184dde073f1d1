"""The pub's figures in the words of Prometheus, on an address of their own.

That is never the address of the front door: what a proxy lets in from everywhere would see them too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager

from prometheus_client import (
    CollectorRegistry,
    GCCollector,
    PlatformCollector,
    ProcessCollector,
    start_http_server,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from klaverjas.server.figures import BOUNDS, Figures, Gauge, Timing


class PubCollector(Collector):
    """Reads the figures when somebody asks."""

    def __init__(self, figures: Figures, gauges: Mapping[str, Gauge]) -> None:
        self._figures = figures
        self._gauges = gauges

    def collect(self) -> Iterable[Metric]:
        figures = self._figures
        for name, (words, read) in self._gauges.items():
            yield GaugeMetricFamily(f"klaverkroeg_{name}", words, value=read())
        yield _counter("moves", "Calls and cards, by who made them", "by", figures.moves)
        yield _counter("refused_commands", "Commands refused, by code", "code", figures.refused)
        yield _total("unwritten_commands", "Commands that the log could not write", figures.unwritten)
        yield _total("slow_readers", "Browsers dropped because they did not read", figures.slow_readers)
        yield _total("regulars_cpu_seconds", "Computing time of the regulars", figures.regulars_cpu)
        yield _histogram("append_seconds", "From a change to its being on the disk", figures.appended)
        yield _histogram(
            "delivery_seconds", "From a command to the last browser being written to", figures.delivered
        )


def _total(name: str, words: str, value: float) -> Metric:
    return CounterMetricFamily(f"klaverkroeg_{name}", words, value=value)


def _counter(name: str, words: str, label: str, values: dict[str, int]) -> Metric:
    family = CounterMetricFamily(f"klaverkroeg_{name}", words, labels=[label])
    for key, value in sorted(values.copy().items()):
        family.add_metric([key], value)
    return family


def _histogram(name: str, words: str, timing: Timing) -> Metric:
    buckets, so_far = [], 0
    for bound, count in zip((*BOUNDS, float("inf")), timing.counts, strict=True):
        so_far += count
        buckets.append(("+Inf" if bound == float("inf") else str(bound), float(so_far)))
    return HistogramMetricFamily(f"klaverkroeg_{name}", words, buckets=buckets, sum_value=timing.total)


@contextmanager
def showing(host: str, port: int, figures: Figures, gauges: Mapping[str, Gauge]) -> Iterator[int]:
    """Serve the figures at this address, in a thread, and give the port. Raises OSError."""
    registry = CollectorRegistry()
    registry.register(PubCollector(figures, gauges))
    ProcessCollector(registry=registry)
    GCCollector(registry=registry)
    PlatformCollector(registry=registry)
    server, thread = start_http_server(port, host, registry)
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
