"""What the house has to know that is not in its own stream: its tables, and facts about people."""

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

# What of a table the house can owe something for; the rest is not even read.
_OWING = (Register.NOTICES, Register.MISPAYMENTS, Register.DISPUTES)
_TYPES = frozenset(kind.tag() for kind in registry.events if any(map(kind.belongs_to, _OWING)))


class HouseReader:
    """What is read beside the stream of the house: of each table only what came since."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._read: dict[str, tuple[int, list[Any]]] = {}

    def duties(self, rules: TableRules, house: House) -> dict[str, Duty]:
        """Return what is owed because of what happened at tables, each thing once, by its key."""
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
        """Return the wager that somebody enters a promotion with, as its own stream tells it."""
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
        """Return of everybody which facts are on record."""
        return personal_data.on_record(self._log.backend)

    def forget(self, known: Iterable[str]) -> None:
        """Forget facts about whoever the house does not know any more."""
        personal_data.keep_only(self._log.backend, set(known))
