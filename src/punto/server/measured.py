"""What a server counts about itself, as Prometheus reads it; nobody's name is in it."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import CollectorRegistry

from punto.clause import Malformed, NotEntitled, Refused
from punto.store.problems import StoreError

__all__ = ["CONTENT_TYPE_LATEST", "Measured", "Spread", "outcome"]

_SECONDS = (0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)
_GROUPS = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0)


class Spread:
    """How something is spread: how often it was up to each of some bounds, and the sum."""

    def __init__(self, bounds: tuple[float, ...]) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        self.sum = 0.0

    def take(self, value: float) -> None:
        """Count a value."""
        self.counts[bisect_left(self.bounds, value)] += 1
        self.sum += value

    def family(self, name: str, what: str) -> Metric:
        """Return it as Prometheus reads it: each bound with everything up to it."""
        buckets, up_to = [], 0
        for bound, count in zip((*map(str, self.bounds), "+Inf"), self.counts, strict=True):
            up_to += count
            buckets.append((bound, up_to))
        return HistogramMetricFamily(name, what, buckets=buckets, sum_value=self.sum)


def outcome(no: BaseException) -> str:
    """Return how a command ended that was not carried out."""
    match no:
        case NotEntitled():
            return "not_entitled"
        case Refused():
            return "refused"
        case Malformed():
            return "malformed"
        case StoreError():
            return "not_written"
        case _:
            return "broken"


class Measured:
    """Everything that is counted in one process."""

    def __init__(self) -> None:
        self.commands: Counter[tuple[str, str]] = Counter()
        self.refusals: Counter[tuple[str]] = Counter()
        self.events: Counter[tuple[str]] = Counter()
        self.requests: Counter[tuple[str, str, str]] = Counter()
        self.sign_ins: Counter[tuple[str]] = Counter()
        self.decide, self.append = Spread(_SECONDS), Spread(_SECONDS)
        self.answer, self.commit = Spread(_SECONDS), Spread(_SECONDS)
        self.groups = Spread(_GROUPS)
        # What is read off when somebody asks: how many there are now.
        self.now: dict[tuple[str, str], Callable[[], int]] = {}

    def committed(self, groups: int, seconds: float) -> None:
        """Count a commit; whoever commits holds the lock for it."""
        self.groups.take(groups)
        self.commit.take(seconds)

    def refused(self, command: str, no: BaseException) -> None:
        """Count a command that was not carried out."""
        self.commands[command, outcome(no)] += 1
        self.refusals[(str(getattr(no, "code", "broken")),)] += 1

    def collect(self) -> Iterator[Metric]:
        """Yield everything as Prometheus reads it."""
        yield _counted("punto_commands", "Commands.", ("type", "outcome"), self.commands)
        yield _counted("punto_refusals", "Commands not carried out.", ("code",), self.refusals)
        yield _counted("punto_events", "Events written.", ("kind",), self.events)
        yield _counted(
            "punto_requests", "Requests answered.", ("method", "route", "status"), self.requests
        )
        yield _counted("punto_sign_ins", "Sign-ins.", ("outcome",), self.sign_ins)
        yield self.answer.family("punto_request_seconds", "Time to answer a request.")
        yield self.decide.family("punto_decide_seconds", "Time to decide on a command.")
        yield self.append.family("punto_append_seconds", "Time until events were on the disk.")
        yield self.commit.family("punto_commit_seconds", "Time of a commit.")
        yield self.groups.family("punto_commit_groups", "Commands that shared a commit.")
        for (name, what), count in self.now.items():
            yield GaugeMetricFamily(name, what, value=count())

    def text(self) -> bytes:
        """Return everything in the text form of Prometheus."""
        registry = CollectorRegistry()
        registry.register(self)
        return generate_latest(registry)


def _counted(name: str, what: str, labels: tuple[str, ...], counts: Counter[Any]) -> Metric:
    family = CounterMetricFamily(name, what, labels=labels)
    for key, count in list(counts.items()):
        family.add_metric(key, count)
    return family
