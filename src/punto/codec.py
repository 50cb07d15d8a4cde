"""Events, commands, views and snapshots to JSON and back: one place, one way.

Types are tagged and closed: an unknown tag or field is refused, never dropped. JSON Schema comes
from the same types.
"""

from collections.abc import Iterable
from typing import Any

import msgspec

from punto.aggregate.command import Command
from punto.aggregate.event import Event
from punto.clause import Malformed, Reason
from punto.error_codes import ErrorCode
from punto.house.base_classes import HouseCommand, HouseEvent
from punto.house.house import House
from punto.house.registry import registry as house_registry
from punto.house.views.view import View as HouseView
from punto.notation.command_reader import plainly
from punto.table.registry import AnyCommand, AnyEvent
from punto.table.table import Table
from punto.table.views.feed import Heard
from punto.table.views.view import View
from punto.tournament.base_classes import TournamentCommand, TournamentEvent
from punto.tournament.registry import registry as tournament_registry
from punto.tournament.tournament import Tournament
from punto.tournament.views.view import View as TournamentView


def _as_line(value: Any) -> str:
    """Return a reason as a log writes it: one line."""
    assert isinstance(value, Reason), type(value)
    return value.line


def _as_object(value: Any) -> dict[str, Any]:
    """Return a reason as people are shown it."""
    assert isinstance(value, Reason), type(value)
    return {"text": value.text, "clause": value.clause}


def _from_line(kind: type, value: Any) -> Reason:
    assert kind is Reason, kind
    if not isinstance(value, str):
        raise msgspec.ValidationError(f"Expected `str`, got `{type(value).__name__}`")
    return Reason.read(value)


_logged = msgspec.json.Encoder(enc_hook=_as_line)
_shown = msgspec.json.Encoder(enc_hook=_as_object)
_event = msgspec.json.Decoder(AnyEvent, dec_hook=_from_line)
_command = msgspec.json.Decoder(AnyCommand)
_snapshot = msgspec.json.Decoder(Table, dec_hook=_from_line)
_tournament_event = msgspec.json.Decoder(tournament_registry.any_event, dec_hook=_from_line)
_tournament_command = msgspec.json.Decoder(tournament_registry.any_command)
_tournament_snapshot = msgspec.json.Decoder(Tournament, dec_hook=_from_line)

_house_event = msgspec.json.Decoder(house_registry.any_event, dec_hook=_from_line)
_house_command = msgspec.json.Decoder(house_registry.any_command)
_house_snapshot = msgspec.json.Decoder(House, dec_hook=_from_line)

Stored = Event | Command | Table | Tournament | House


def encode(value: Stored | Iterable[Event]) -> bytes:
    """Return the JSON of an event, a log, a command or a snapshot, as they are stored."""
    return _logged.encode(value)


def show(value: View | TournamentView | HouseView | Heard | None) -> bytes:
    """Return the JSON of a view, or of what is heard, as they are sent to people."""
    return _shown.encode(value)


def read_event(text: bytes) -> AnyEvent:
    """Return the event that a line of a log holds."""
    return _read("event", _event, text)  # type: ignore[no-any-return]


def read_command(text: bytes) -> AnyCommand:
    """Return the command that a client sends."""
    return _read("command", _command, text)  # type: ignore[no-any-return]


def read_snapshot(text: bytes) -> Table:
    """Return the state of a table as it was kept."""
    return _read("snapshot", _snapshot, text)  # type: ignore[no-any-return]


def read_tournament_event(text: bytes) -> TournamentEvent:
    """Return the event that a line of a tournament's log holds."""
    return _read("event", _tournament_event, text)  # type: ignore[no-any-return]


def read_tournament_command(text: bytes) -> TournamentCommand:
    """Return the command that a client sends to a tournament."""
    return _read("command", _tournament_command, text)  # type: ignore[no-any-return]


def read_tournament_snapshot(text: bytes) -> Tournament:
    """Return the state of a tournament as it was kept."""
    return _read("snapshot", _tournament_snapshot, text)  # type: ignore[no-any-return]


def read_house_event(text: bytes) -> HouseEvent:
    """Return the event that a line of a house's log holds."""
    return _read("event", _house_event, text)  # type: ignore[no-any-return]


def read_house_command(text: bytes) -> HouseCommand:
    """Return the command that a client sends to a house."""
    return _read("command", _house_command, text)  # type: ignore[no-any-return]


def read_house_snapshot(text: bytes) -> House:
    """Return the state of a house as it was kept."""
    return _read("snapshot", _house_snapshot, text)  # type: ignore[no-any-return]


def _read(what: str, decoder: msgspec.json.Decoder[Any], text: bytes) -> Any:
    try:
        return decoder.decode(text)
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        raise Malformed(plainly(what, str(error)), code=ErrorCode.UNREADABLE) from None


def schemas() -> dict[str, Any]:
    """Return the JSON Schema of everything that is stored or sent, with shared definitions."""
    kept = {
        "event": AnyEvent,
        "command": AnyCommand,
        "snapshot": Table,
        "tournament_event": tournament_registry.any_event,
        "tournament_command": tournament_registry.any_command,
        "tournament_snapshot": Tournament,
        "house_event": house_registry.any_event,
        "house_command": house_registry.any_command,
        "house_snapshot": House,
    }
    stored = _schemas(kept, _LINE)
    sent = {
        "view": View,
        "tournament_view": TournamentView,
        "house_view": HouseView,
        "heard": Heard,
    }
    shown = _schemas(sent, _OBJECT)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "properties": {**stored[0], **shown[0]},
        "$defs": {**stored[1], **shown[1]},
    }


_LINE = {"type": "string", "description": "what happened § the clauses that made it so"}
_OBJECT = {
    "type": "object",
    "properties": {
        "text": {"type": "string"},
        "clause": {"type": "array", "items": {"type": "string"}},
    },
    "required": ["text", "clause"],
}


def _schemas(
    named: dict[str, Any], reason: dict[str, Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    found, components = msgspec.json.schema_components(
        list(named.values()), schema_hook=lambda _: reason, ref_template="#/$defs/{name}"
    )
    return dict(zip(named, found, strict=True)), components
