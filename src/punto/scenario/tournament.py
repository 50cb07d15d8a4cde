"""The tournament under test, driven by the commands of a scenario."""

from collections.abc import Callable, Mapping
from itertools import count
from typing import Any

from msgspec.structs import replace

from punto.aggregate.actor import DEALER, Actor
from punto.clause import Malformed, Refused
from punto.driver.live_table import LiveTable
from punto.driver.prerequisites import WAGERING, before_dealing, before_wagering
from punto.driver.tournament import begin_tournament
from punto.driver.tournament_table import TournamentTableDriver
from punto.error_codes import ErrorCode
from punto.notation.tournament_commands import KINDS, in_cents, meant
from punto.rulebook.elect import Elections, TableRules
from punto.rulebook.elections import Origin
from punto.scenario import commands as asked
from punto.scenario.author import filled_in
from punto.scenario.errors import ScenarioError
from punto.scenario.table import ScenarioTable, announced
from punto.shoe_preparation import Prepared
from punto.table.base_classes import TableCommand
from punto.table.deal.drawing import Draw
from punto.table.opening.creation import in_play_of_shoe
from punto.table.table import Table
from punto.tournament.base_classes import TournamentCommand, TournamentEvent
from punto.tournament.creation import set_up
from punto.tournament.seating.ballot import CommitBallot
from punto.tournament.seating.table_designation import DesignateTable
from punto.tournament.session_queries import names_to_play
from punto.tournament.tables import AtTable, TableStepped
from punto.tournament.tournament import Tournament
from punto.verifiable_draw import commitment, lots
from punto.virtual_cards import Sealed

# Prepares the shoe of a table again under rules that conditions changed.
LaidAgain = Callable[[int, TableRules], Prepared]
# The number of seeds to try before the error that the seats cannot be drawn.
_LOTS_MAX = 2_000_000


class ScenarioTournament(ScenarioTable):
    """A tournament under test. Each command changes it or refuses and changes nothing."""

    def __init__(
        self,
        rules: TableRules,
        name: str,
        shoes: Mapping[int, Prepared],
        people: dict[str, str] | None = None,
        elections: Elections | None = None,
        *,
        zone: str = "UTC",
        laid_again: LaidAgain | None = None,
    ) -> None:
        super().__init__(rules, None, people, zone=zone)
        self.driver = begin_tournament(rules, set_up(rules, name, elections or Elections()))
        self.shoes = dict(shoes)
        self.laid_again = laid_again
        self.since = 0

    @property
    def rules(self) -> TableRules:
        """Return the rules in force, with the changes of the conditions."""
        return self.driver.rules

    @property
    def tournament(self) -> Tournament:
        """Return the tournament as it is."""
        return self.driver.tournament

    def look_at(self, number: int) -> None:
        """Select the table that expectations are about."""
        # A tournament table has the same interface as a table outside a tournament.
        exists = number in self.tournament.tables
        self.game = TournamentTableDriver(self.driver, number) if exists else None

    def act(self, by: str | None, command: asked.Asked) -> None:
        """Carry out the command of a step, at a table or of the tournament, or nothing."""
        self.since = len(self.driver.log)
        with self.driver.together():
            self._carry_out_step_command(by, command)

    def _carry_out_step_command(self, by: str | None, command: asked.Asked) -> None:
        words = command if isinstance(command, asked.Words) else None
        if words is not None and words.name in WAGERING:
            self._carry_out_prerequisites(by, words)
        if words is not None and words.name in KINDS:
            self._carry_out_for_tournament(by, words)
            return
        number = words.arguments.get("table") if words is not None else command_table(command)
        self.look_at(self._table_number(by, number))
        if self.game is None:
            self._refuse_missing_table(by, self._table_number(by, number))
        if words is not None:
            rest = {key: value for key, value in words.arguments.items() if key != "table"}
            command = asked.Words(words.name, rest)
        before = len(self.driver.log)
        super().act(by, command)
        self._record_reasons(before)

    def _refuse_missing_table(self, by: str | None, number: int) -> None:
        """Raise the tournament's error for a table that does not exist."""
        actor = self.actor(by, Draw())
        self.driver.carry_out(actor, AtTable(number, Draw()))
        raise Malformed("there is no such table in the tournament", code=ErrorCode.NO_SUCH_THING)

    def _carry_out_prerequisites(self, by: str | None, words: asked.Words) -> None:
        """Carry out the commands that must come before a wager, until one is refused."""
        number, name = self._table_number(by, words.arguments.get("table")), by
        if words.name == "ask_wager" or by in self.titles:
            name = words.arguments.get("patron")
        session = self.tournament.session
        if session is None or session.begun_at is None:
            return
        try:
            for actor, command in before_wagering(self.driver, number, name, self.at):
                before = len(self.driver.log)
                self.driver.carry_out(actor, command)
                self._record_reasons(before)
        except DENIED:
            return

    def _carry_out_implied(self, game: LiveTable, actor: Actor, command: TableCommand) -> Table:
        """Carry out a command of a whole coup, after its prerequisites in a tournament."""
        number: int = getattr(game, "number", 1)
        for who, first in before_dealing(self.driver, number, command, self.at):
            before = len(self.driver.log)
            self.driver.carry_out(who, first)
            self._record_reasons(before)
        return super()._carry_out_implied(game, actor, command)

    def _table_number(self, by: str | None, number: Any) -> int:
        """Return the number of the named table, of the actor's table, or of the first."""
        if isinstance(number, int):
            return number
        session = self.tournament.session
        if session is not None and by in session.seats:
            return session.seats[by].table
        return 1

    def _carry_out_for_tournament(self, by: str | None, words: asked.Words) -> None:
        """Carry out a command of the tournament itself."""
        name = by or DEALER
        actor = Actor(
            name, self.people.get(name, name if name in self.titles else "patron"), self.at
        )
        before, tables = len(self.driver.log), self.tournament.tables
        self.asked_from = len(self.reasons)
        arguments = dict(words.arguments)
        wanted = arguments.pop("drawn", None)
        if wanted is not None:
            arguments["seed"] = self.committed(actor, list(wanted))
        given = filled_in(words.name, arguments, self.tournament, by)
        command = meant(words.name, given, self.tournament, by)
        self.directed(actor, command.command)
        self._record_reasons(before)
        self._record_table_effects(tables, before)
        if self.game is None:
            # Before the first command at a table, expectations are about table 1.
            self.look_at(1)

    def _record_table_effects(self, tables: Mapping[int, Table], before: int) -> None:
        """Record the effects of a tournament command at its tables, and the announcements."""
        events = self.driver.events_since(before)
        stepped = [event for event in events if isinstance(event, TableStepped)]
        own = [reason for event in events if event not in stepped for reason in event.reasons]
        self.seen.announced = announced(own)
        for number in dict.fromkeys(event.table for event in stepped):
            if number in tables:
                self.look_at(number)
                at_table = [event.event for event in stepped if event.table == number]
                self._record_effects(tables[number], at_table)
                self.seen.announced = (*announced(own), *self.seen.announced)

    def directed(self, actor: Actor, command: TournamentCommand) -> None:
        """Carry out a command; a designated table gets the shoe of the scenario."""
        if isinstance(command, DesignateTable) and command.table in self.shoes:
            prepared = self.shoes[command.table]
            if self.laid_again is not None and self.tournament.conditions.overrides:
                prepared = self.laid_again(command.table, self.rules)
            ready = replace(command, in_play=in_play_of_shoe(self.rules, prepared.shoe))
            self.driver.carry_out(actor, ready)
            if self.rules.origin is Origin.VIRTUAL:
                shoes = {**self.driver.shoes, str(command.table): Sealed(prepared.order)}
                self.driver.lay(shoes)
            return
        self.driver.carry_out(actor, command)

    def committed(self, actor: Actor, wanted: list[str]) -> str:
        """Commit to a seed whose lots fall in a given order, and return it."""
        seed = self.seed_for(wanted)
        self.directed(actor, CommitBallot(commitment(seed)))
        return seed

    def _record_reasons(self, before: int, *, all_tables: bool = False) -> None:
        """Record the reasons of events of the tournament, and of its tables if wanted."""
        for event in self.driver.events_since(before):
            if not isinstance(event, TableStepped):
                self.reasons += event.reasons
            elif all_tables:
                self.reasons += event.event.reasons

    @property
    def last(self) -> list[TournamentEvent]:
        """Return the events of the last step, with those of implied commands."""
        return self.driver.events_since(self.since)

    @property
    def happenings(self) -> list[TournamentEvent]:
        """Return all events of the tournament since it was set up."""
        return self.driver.events_since(1)

    def _seated(self, game: LiveTable, name: str) -> None:
        """Do nothing: the seats of a tournament are drawn."""
        del game, name

    def seed_for(self, wanted: list[str]) -> str:
        """Try seeds until the lots fall in a given order, and return that seed."""
        names = names_to_play(self.tournament)
        if sorted(names) != sorted(wanted):
            raise ScenarioError(f"drawn: {wanted} are not those who play: {names}")
        for number in count():
            seed = f"lot {number}"
            if list(lots(seed, names)) == wanted:
                return seed
            if number > _LOTS_MAX:
                break
        raise ScenarioError(f"drawn: no seed gives {wanted}; fewer people can be drawn")


def command_table(command: asked.Asked) -> int | None:
    """Return the table of a whole coup, if the command names one."""
    return command.table if isinstance(command, asked.Deal) else None


def words_in_cents(conditions: Mapping[str, Any]) -> dict[str, Any]:
    """Return the conditions of a scenario with money in cents."""
    converted = in_cents(dict(conditions))
    assert isinstance(converted, dict)
    return converted


DENIED = (Refused, Malformed)
