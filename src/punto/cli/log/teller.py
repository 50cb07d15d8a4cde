"""The events of a stream as sentences: calls, facts, reasons."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from punto.aggregate.topic import Fold
from punto.clause import Malformed, Reason, Refused
from punto.cli.play.told import told
from punto.cli.tournament.told import told_of
from punto.money import dollars
from punto.rulebook.elect import elect
from punto.rulebook.load import ids, load
from punto.store.errors import StoreError
from punto.store.export import content, reasons
from punto.store.log import Log
from punto.store.records import StoredEvent
from punto.store.stream_kinds import TABLE, TOURNAMENT, of_kind
from punto.tournament.rules import tournament_rules

# A longer fact is cut off in the shift log; `log export` contains all of it.
_LONG = 60


class NarratedEvent(Struct, frozen=True):
    """One event as text: the fact in a line, the calls, each reason with its clauses."""

    event: StoredEvent
    called: tuple[str, ...]
    reasons: tuple[Reason, ...]


class Teller:
    """Replays one stream, because the sentences of a command depend on the state before it."""

    def __init__(self, log: Log, stream: str, kind: str) -> None:
        self.kind = kind
        self.rest: Iterator[StoredEvent] = log.read(stream)
        self.fold: Fold[Any] | None = None
        self.rules: Any = None
        # If replay fails, the events are still shown, without the state.
        self.followed = kind in (TABLE, TOURNAMENT)

    def entries(self, first: int, last: int) -> Iterator[NarratedEvent]:
        """Yield the sentences of a range of versions; each call continues after the last."""
        for event in self.rest:
            before = self.fold.state if self.fold else None
            happened = self._apply(event)
            if event.version >= first:
                yield self._narrated(before, event, happened)
            if event.version >= last:
                return

    def _apply(self, event: StoredEvent) -> Any:
        """Apply an event to the state and return it, or None if the stream is not replayed."""
        if not self.followed:
            return None
        kind = of_kind(self.kind)
        assert kind.replay is not None
        assert kind.changes is not None
        try:
            entry = kind.entry(event)
            if self.fold is None:
                self.fold = Fold(kind.changes, kind.replay((entry,)))
                self.rules = _rules(self.kind, entry.event)
            else:
                self.fold.add(entry)
        except (AssertionError, Malformed, Refused, StoreError):
            self.followed = False
            return None
        return entry.event

    def _narrated(self, before: Any, event: StoredEvent, happened: Any) -> NarratedEvent:
        if happened is not None and before is not None and self.rules is not None:
            tell = told if self.kind == TABLE else told_of
            told_events = tell(self.rules, before, (happened,))
            called = tuple(dict.fromkeys((*told_events.announced, *told_events.called)))
            return NarratedEvent(event, called, _distinct_reasons(told_events.reasons))
        return NarratedEvent(event, (), _distinct_reasons(reasons(content(event))))


def _distinct_reasons(found: Sequence[Reason]) -> tuple[Reason, ...]:
    """Return the reasons that are not only a call, each once."""
    beyond_calls = (reason for reason in found if reason.text and not reason.text.startswith('"'))
    return tuple(dict.fromkeys(beyond_calls))


def _rules(kind: str, creation: Any) -> Any:
    """Return the rules of a stream, or None if its rulebook is not installed."""
    if creation.rulebook not in ids():
        return None
    edition = load(creation.rulebook)
    return (elect if kind == TABLE else tournament_rules)(edition, creation.elections)


def fact(event: StoredEvent) -> str:
    """Return an event as one line: its name, then its fields."""
    happened = content(event)
    name = event.type.partition("/")[0].replace("_", " ")
    if not isinstance(happened, dict):
        return f"{name}: {str(happened)[:_LONG]}"
    inner = happened.get("event")
    if isinstance(inner, dict) and "type" in inner:
        name = f"table {happened.get('table')}: {str(inner['type']).replace('_', ' ')}"
        happened = inner
    held = [
        _fact_text(key, value) for key, value in happened.items() if key not in ("type", "reasons")
    ]
    return f"{name}: {', '.join(held)}" if held else name


def _fact_text(key: str, value: Any) -> str:
    """Return one field of an event as text."""
    name = key.removesuffix("_cents").replace("_", " ")
    text = _value_text(value, money=key.endswith("cents"))
    if len(text) > _LONG:
        text = text[: _LONG - 3] + "..."
    return text if key == "cents" else f"{name} {text}"


def _value_text(value: Any, *, money: bool) -> str:
    """Return a value as text; nested values are in brackets."""
    if value is None or value in ([], {}):
        return "none"
    match value:
        case bool():
            return "yes" if value else "no"
        case int() if money:
            return dollars(value)
        case list():
            inner = (_value_text(item, money=money) for item in value)
            return ("; " if any(isinstance(item, dict | list) for item in value) else " ").join(
                inner
            )
        case dict():
            pairs = (
                f"{key} {_value_text(item, money=money or str(key).endswith('cents'))}"
                for key, item in value.items()
            )
            return f"({', '.join(pairs)})"
        case _:
            return str(value)
