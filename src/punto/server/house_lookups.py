"""What the house reads outside its own stream: duties of tables, wagers, personal data."""

from collections.abc import Iterable
from typing import Any

from punto.aggregate.event import Register
from punto.house.base_classes import HouseCommand
from punto.house.draw.entries import EnterPromotion
from punto.house.duty import Duty, earliest_by_key
from punto.house.house import House
from punto.house.lookups import WagerRecord
from punto.house.promotion import QualifyingWager
from punto.house.table_duties import open_table_duties
from punto.rulebook.elect import TableRules
from punto.server.people import personal_data
from punto.store.log import Log
from punto.store.stream_kinds import TABLE, of_kind
from punto.table.registry import registry
from punto.table.wagers.placing import WagerPlaced

# Only events of these registers can cause a duty of the house; other events are not decoded.
_OWING = (Register.NOTICES, Register.MISPAYMENTS, Register.DISPUTES)
_TYPES = frozenset(kind.tag() for kind in registry.events if any(map(kind.belongs_to, _OWING)))


class HouseReader:
    """Reads the streams of tables, each from where it stopped before, and personal data."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._read: dict[str, tuple[int, list[Any]]] = {}

    def duties(self, rules: TableRules, house: House) -> dict[str, Duty]:
        """Return the duties that events at tables cause, each once, by its key."""
        return earliest_by_key(
            duty
            for stream in house.tables
            for duty in open_table_duties(rules, house, stream, self._duty_entries(stream))
        )

    def _duty_entries(self, stream: str) -> list[Any]:
        version, entries = self._read.get(stream, (0, []))
        kind = of_kind(TABLE)
        for stored in self._log.read(stream, version):
            version = stored.version
            if stored.kind == TABLE and stored.type in _TYPES:
                entries.append(kind.entry(stored))
        self._read[stream] = version, entries
        return entries

    def wagers(self, command: HouseCommand | None) -> dict[QualifyingWager, WagerRecord]:
        """Return the wager that qualifies a patron for a promotion, read from its stream."""
        if not isinstance(command, EnterPromotion):
            return {}
        stream, version = command.stream, command.version
        if stream is None or version is None or version < 1:
            return {}
        for stored in self._log.read(stream, version - 1, version):
            event = of_kind(stored.kind).read_event(stored.payload)
            if isinstance(event, WagerPlaced):
                wager = WagerRecord(event.patron, event.stake_cents, stored.time_ms // 1000)
                return {QualifyingWager(stream, version): wager}
        return {}

    def people(self) -> dict[str, frozenset[str]]:
        """Return the kinds of personal data that are stored for each person."""
        return personal_data.on_record(self._log.backend)

    def forget(self, known: Iterable[str]) -> None:
        """Delete the personal data of everybody who is not in ``known``."""
        personal_data.keep_only(self._log.backend, set(known))
