"""Metrics of a server, for Prometheus. No metric contains the name of a person."""

from collections.abc import Callable

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)

from punto.clause import Malformed, NotEntitled, Refused
from punto.store.errors import StoreError

__all__ = ["CONTENT_TYPE_LATEST", "Metrics", "outcome"]

_SECONDS = (0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)
_GROUPS = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0)
# The creation time of a counter adds nothing to the uptime of the process.
disable_created_metrics()  # type: ignore[no-untyped-call]


def outcome(error: BaseException) -> str:
    """Return the outcome of a command that failed."""
    match error:
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


class Metrics:
    """All metrics of one process."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self.commands = self._counter("punto_commands", "Commands.", "type", "outcome")
        self.refusals = self._counter("punto_refusals", "Commands not carried out.", "code")
        self.events = self._counter("punto_events", "Events written.", "kind")
        self.requests = self._counter(
            "punto_requests", "Requests answered.", "method", "route", "status"
        )
        self.sign_ins = self._counter("punto_sign_ins", "Sign-ins.", "outcome")
        self.answer = self._seconds("punto_request_seconds", "Time to answer a request.")
        self.decide = self._seconds("punto_decide_seconds", "Time to decide on a command.")
        self.append = self._seconds("punto_append_seconds", "Time until events were on the disk.")
        self.commit = self._seconds("punto_commit_seconds", "Time of a commit.")
        self.groups = Histogram(
            "punto_commit_groups",
            "Commands that shared a commit.",
            buckets=_GROUPS,
            registry=self._registry,
        )

    def _counter(self, name: str, description: str, *labels: str) -> Counter:
        return Counter(name, description, labels, registry=self._registry)

    def _seconds(self, name: str, description: str) -> Histogram:
        return Histogram(name, description, buckets=_SECONDS, registry=self._registry)

    def now(self, name: str, what: str, count: Callable[[], int]) -> None:
        """Add a gauge that is read at each request for the metrics."""
        Gauge(name, what, registry=self._registry).set_function(count)

    def committed(self, groups: int, seconds: float) -> None:
        """Count a commit."""
        self.groups.observe(groups)
        self.commit.observe(seconds)

    def refused(self, command: str, error: BaseException) -> None:
        """Count a command that failed."""
        self.commands.labels(command, outcome(error)).inc()
        self.refusals.labels(str(getattr(error, "code", "broken"))).inc()

    def text(self) -> bytes:
        """Return all metrics in the text format of Prometheus."""
        return generate_latest(self._registry)
