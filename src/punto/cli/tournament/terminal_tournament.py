"""A tournament in the terminal: actors, the clock, and the implied commands."""

from collections.abc import Mapping, Sequence
from typing import Any

from punto.aggregate.actor import DEALER, PATRON, Actor
from punto.cards import Card
from punto.clause import Malformed, NotEntitled
from punto.cli.play.name_check import check_no_title
from punto.cli.play.terminal_table import OTHERS
from punto.driver.prerequisites import WAGERING, before_wagering
from punto.driver.tournament import TournamentDriver
from punto.error_codes import ErrorCode
from punto.log_file import LogFile
from punto.notation.conditions_file import Plan
from punto.notation.tournament_commands import KINDS, meant
from punto.rehearsal.coup import RehearsalCoup
from punto.rehearsal.entries import applicant_due
from punto.rehearsal.rehearse import Moment, Rehearsal
from punto.rehearsal.simulated_entrants import Field
from punto.rehearsal.title_resolution import RehearsalDriver
from punto.rulebook.elections import Origin
from punto.rulebook.power import Power
from punto.shoe import RandBelow
from punto.table.authority import require
from punto.tournament.base_classes import Events, TournamentCommand
from punto.tournament.entrant import EntrantStatus
from punto.tournament.entry.applications import Apply
from punto.tournament.entry.conditions import SetConditions
from punto.tournament.rules import tournament_section
from punto.tournament.tournament import Tournament
from punto.tournament.undo_step import UndoStep


class TerminalTournament:
    """A tournament in the terminal. A step is carried out and logged, or changes nothing."""

    def __init__(
        self,
        house: RehearsalDriver,
        plan: Plan,
        field: Field,
        randbelow: RandBelow,
        log: LogFile | None,
    ) -> None:
        self.house, self.plan, self.log = house, plan, log
        self.rehearsal = Rehearsal(house, plan, field, randbelow)
        self.titles = house.driver.titles | OTHERS
        self._write_log()

    @property
    def driver(self) -> TournamentDriver:
        return self.house.driver

    @property
    def tournament(self) -> Tournament:
        return self.driver.tournament

    def act(self, by: str | None, name: str, words: Mapping[str, Any]) -> Events:
        """Carry out a command by its name; if ``by`` is None, under a title that has the power."""
        if name == "set_conditions" and not words:
            command: TournamentCommand = SetConditions(self.plan.conditions)
            order = None
        else:
            own = name in KINDS and KINDS[name].own
            if by is None and own and "name" not in words:
                raise Malformed(f"{name}: say who", f"ann {name}", code=ErrorCode.INCOMPLETE)
            parsed = meant(name, self._with_table(by, name, words), self.tournament, by)
            command, order = parsed.command, parsed.order
        if by is None:
            return self._log_events(self._carry_out_by_title(command, order))
        self._check_name(by)
        before = len(self.driver.log)
        with self.driver.together():
            if name in WAGERING:
                self._prepare_wager(by)
            self.driver.carry_out(self.actor(by), command, order)
        return self._log_events(tuple(self.driver.events_since(before)))

    def _prepare_wager(self, name: str) -> None:
        """Carry out the implied commands before a wager, such as opening betting."""
        session = self.tournament.session
        if session is None or session.begun_at is None or name not in session.seats:
            return
        number = session.seats[name].table
        for actor, command in before_wagering(self.driver, number, name, self.house.at):
            self.house.act(actor, command)

    def _with_table(self, by: str | None, name: str, words: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the words of a command at a table, with the table added if it is clear."""
        if name in KINDS or "table" in words:
            return words
        session, tables = self.tournament.session, self.tournament.tables
        seat = session.seats.get(by or "") if session else None
        if seat is not None:
            return {**words, "table": seat.table}
        return {**words, "table": next(iter(tables))} if len(tables) == 1 else words

    def _carry_out_by_title(
        self, command: TournamentCommand, order: Sequence[Card] | None
    ) -> Events:
        """Carry out a command under the first title that may give it: the lead, then others."""
        lead = tournament_section(self.driver.rules.edition).seating.led_by.value
        last = self.driver.last
        first = [last.decided.by.name] if isinstance(command, UndoStep) and last else []
        titles = dict.fromkeys((*first, lead, DEALER, *sorted(self.driver.titles)))
        first_refusal: NotEntitled | None = None
        for title in titles:
            try:
                return self.driver.carry_out(self.actor(title), command, order)
            except NotEntitled as refusal:
                first_refusal = first_refusal or refusal
        assert first_refusal is not None
        raise first_refusal

    def deal(self, number: int, cards: Sequence[Card] | None, *, burn_missed: bool) -> Events:
        """Deal a whole coup at a table, with the wagers that lie there."""
        require(self.driver.rules, self.actor(DEALER), Power.DEAL, "deal")
        if cards is None and self.driver.rules.origin is not Origin.VIRTUAL:
            raise Malformed(
                "say which cards were dealt", 'deal 1 "9S 3D KH 4C"', code=ErrorCode.INCOMPLETE
            )
        self._check_table(number)
        before = len(self.driver.log)
        dealing = RehearsalCoup(self.house, number, {}, self.rehearsal.randbelow)
        with self.driver.together():
            dealing.finish(cards=cards, burn_missed=burn_missed)
        return self._log_events(tuple(self.driver.events_since(before)))

    def coup(self, number: int) -> Events:
        """Play a coup at a table, with wagers by the strategies of the entrants."""
        self._check_table(number)
        before = len(self.driver.log)
        session = self.tournament.session
        field = self.rehearsal.off if session and session.ended else self.rehearsal.field
        with self.driver.together():
            RehearsalCoup(self.house, number, field, self.rehearsal.randbelow).play()
        return self._log_events(tuple(self.driver.events_since(before)))

    def take_next(self) -> tuple[Moment, Events]:
        """Carry out the usual next step."""
        step = self.rehearsal.due()
        if step is None:
            raise Malformed("the tournament is over: nothing is next", code=ErrorCode.NOT_NOW)
        before = len(self.driver.log)
        with self.driver.together():
            moment = self.rehearsal.take(step)
        return moment, self._log_events(tuple(self.driver.events_since(before)))

    def enter(self, name: str) -> Events:
        """Enter a person: apply, pay, sign and accept, as far as the rulebook requires it."""
        if name in self.titles:
            raise Malformed(f"{name} is a title, and nobody's name", code=ErrorCode.NO_SUCH_PATRON)
        self._check_name(name)
        before = len(self.driver.log)
        with self.driver.together():
            if self.tournament.entrant(name) is None:
                self.house.act(self.house.entrant(name), Apply(name))
            while True:
                entrant = self.tournament.entrant(name)
                if entrant is None or entrant.standing is not EntrantStatus.APPLIED:
                    break
                step = applicant_due(self.house, entrant)
                self.house.act(step.actor, step.command)
        return self._log_events(tuple(self.driver.events_since(before)))

    def actor(self, name: str) -> Actor:
        """Return the actor with a name: a title, or an entrant."""
        return Actor(name, name if name in self.titles else PATRON, self.house.at)

    def _check_table(self, number: int) -> None:
        if number not in self.tournament.tables:
            tables = ", ".join(map(str, self.tournament.tables)) or "none yet"
            message = f"table {number} is not one of the tournament"
            raise Malformed(message, f"tables: {tables}", code=ErrorCode.NO_SUCH_THING)

    def _check_name(self, name: str) -> None:
        if name not in self.titles and self.tournament.entrant(name) is None:
            check_no_title(name, self.titles, self.driver.rules.edition.id)

    def _log_events(self, events: Events) -> Events:
        """Write new events to the log, and return ``events``."""
        self._write_log()
        return events

    def _write_log(self) -> None:
        if self.log is not None:
            self.log.write(self.driver.log)
