"""A table in the terminal: actors, the clock, and patrons who are seated when they wager."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

from punto.aggregate.actor import DEALER, PATRON, Actor
from punto.cards import Card
from punto.clause import Malformed, Refused
from punto.cli.play.name_check import check_no_title
from punto.cli.play.told import Told, told
from punto.driver.coup_runner import WholeCoup
from punto.driver.table import TableDriver
from punto.error_codes import ErrorCode
from punto.log_file import LogFile
from punto.money import dollars, payable_from
from punto.notation.table_commands import understood
from punto.notation.time_parser import moment
from punto.rulebook.elect import TableRules
from punto.rulebook.elections import Origin
from punto.rulebook.power import Power
from punto.shoe import Stage
from punto.table.authority import known_titles, require
from punto.table.base_classes import TableCommand
from punto.table.cards.cutting import Cut
from punto.table.phase import Idle, Settling
from punto.table.seats.buying import BuyChips
from punto.table.seats.joining import Join
from punto.table.table import Table
from punto.table.views.due import due_now
from punto.table.wagers.betting import OpenBetting
from punto.table.wagers.placing import PlaceWager
from punto.wagers.payouts import odds_value
from punto.wagers.settle import Placed

# Chips that a patron buys automatically, unless the stake is more.
CHIPS_CENTS = 1_000_000
# The default float.
FLOAT_CENTS = 100_000_000
# People who act at a table without a power of their own.
OTHERS = frozenset({"surveillance", "commission", "onlooker"})
# The clock of a table that begins here: noon of the day of scenarios.
START = moment("12:00")


class TerminalTable:
    """A table in the terminal. A step is carried out and logged, or changes nothing."""

    def __init__(self, game: TableDriver) -> None:
        self.game = game
        self.log: LogFile | None = None
        self.at = max(START, _latest_time(game))
        self.titles = known_titles(game.rules.edition) | OTHERS

    @property
    def rules(self) -> TableRules:
        return self.game.rules

    @property
    def table(self) -> Table:
        return self.game.table

    def act(self, by: str | None, name: str, words: Mapping[str, Any]) -> Told:
        """Carry out a command by its name; the dealer acts if ``by`` is None."""
        meant = understood(name, words, self.table, by or DEALER)
        return self.carry_out(by, meant.command, meant.order)

    def carry_out(
        self, by: str | None, command: TableCommand, order: Sequence[Card] | None = None
    ) -> Told:
        """Carry out a command, with the implied commands that must come before it."""
        name = by or DEALER
        self._check_name(name)
        before, length = self.table, len(self.game.log)
        try:
            with self.game.together():
                if isinstance(command, PlaceWager):
                    self._seat_patron(command.patron or name, command.stake_cents)
                    self._open_betting()
                self.game.carry_out(self.actor(name), command, order)
        except (Refused, Malformed) as error:
            if error.code == ErrorCode.NOT_ENOUGH_CHIPS and error.hint is None:
                error.hint = f"{name} buy_chips 500"
            if by is None and isinstance(command, Cut):
                # A cut needs a named actor: the dealer is no default.
                error.hint = error.hint or f"{self._cutter()} cut {command.at or ''}".rstrip()
            raise
        return self._log_and_narrate(before, length)

    def _cutter(self) -> str:
        """Return the person who may cut: the patron with the offer, or staff."""
        waiting = self.table.packs.cut.waiting
        return waiting[0] if waiting else self.rules.edition.powers[Power.CUT_IN_DEFAULT].value[0]

    def deal(
        self,
        by: str | None = None,
        cards: Sequence[Card] | None = None,
        *,
        burn_missed: bool = False,
    ) -> Told:
        """Deal a whole coup; ``cards`` are the real cards that were drawn, in order."""
        require(self.rules, self.actor(by or DEALER), Power.DEAL, "deal")
        virtual = self.rules.origin is Origin.VIRTUAL
        if cards is None and not virtual and not isinstance(self.table.phase, Settling):
            raise Malformed(
                "say which cards were dealt", 'deal "9S 3D KH 4C"', code=ErrorCode.FACE_MISSING
            )
        before, length = self.table, len(self.game.log)
        with self.game.together():
            WholeCoup(self.game, self._step, self.at).deal(cards, burn_missed=burn_missed)
        return self._log_and_narrate(before, length)

    def place(self, placed: Sequence[Placed]) -> Told:
        """Place all wagers or none; a patron with too few chips buys more."""
        before, length = self.table, len(self.game.log)
        with self.game.together():
            for name in dict.fromkeys(bet.patron for bet in placed):
                self._fund_patron(
                    name, sum(bet.stake_cents for bet in placed if bet.patron == name)
                )
            for bet in placed:
                self._open_betting()
                self._step(self.actor(bet.patron), PlaceWager(bet.wager, bet.stake_cents))
            self._check_float_pays(placed)
        return self._log_and_narrate(before, length)

    def check(self, placed: Sequence[Placed]) -> None:
        """Raise an error if the table does not accept wagers. They are not placed."""
        with self._trial():
            self.place(placed)

    def denial(self, step: Callable[[], object]) -> Refused | Malformed | None:
        """Return the error of a step at this table, or None. The step has no effect."""
        with self._trial():
            try:
                step()
            except (Refused, Malformed) as error:
                return error
        return None

    @contextmanager
    def _trial(self) -> Iterator[None]:
        """Undo everything at the end of the block, and do not write to the log."""
        log, self.log = self.log, None
        try:
            with self.game.trial():
                yield
        finally:
            self.log = log

    def actor(self, name: str) -> Actor:
        """Return the actor with a name: a title, or a patron."""
        return Actor(name, name if name in self.titles else PATRON, self.at)

    def _step(self, actor: Actor, command: TableCommand) -> Table:
        self.game.carry_out(actor, command)
        return self.game.table

    def _log_and_narrate(self, before: Table, length: int) -> Told:
        """Write new events to the log, and return their sentences."""
        self._write_log()
        return told(self.rules, before, self.game.events_since(length))

    def start_log(self, log: LogFile) -> None:
        """Write to a file from now on, starting with the events that it does not contain."""
        self.log = log
        self._write_log()

    def close(self) -> None:
        """Close the log, if there is one."""
        if self.log is not None:
            self.log.file.close()

    def _write_log(self) -> None:
        if self.log is not None:
            self.log.write(self.game.log)

    def _check_name(self, name: str) -> None:
        """Raise an error if a new name is a misspelt title, or a title of another rulebook."""
        if name not in self.titles and self.table.patron(name) is None:
            check_no_title(name, self.titles, self.rules.edition.id)

    def _open_betting(self) -> None:
        """Open betting before the first wager, or raise an error if the cards are not ready."""
        if not isinstance(self.table.phase, Idle):
            return
        if self.table.shoe.stage is not Stage.READY:
            due = due_now(self.rules, self.table)
            text = f"betting is not open, and the cards are {self.table.shoe.stage}"
            raise Malformed(text, f"due: {due.text}" if due else None, code=ErrorCode.NOT_NOW)
        self._step(self.actor(DEALER), OpenBetting())

    def _seat_patron(self, name: str, stake_cents: int) -> None:
        """Seat a patron who wagers without having joined, and sell them chips."""
        if self.table.patron(name) is not None or name in self.titles:
            return
        taken = {patron.seat for patron in self.table.patrons if not patron.standing}
        free = [seat for seat in range(1, self.table.seats + 1) if seat not in taken]
        if not free:
            raise Malformed(
                f"{name} finds no seat: all {self.table.seats} are taken",
                f"{name} join 1 standing=yes",
                code=ErrorCode.SEAT_TAKEN,
            )
        self._step(self.actor(DEALER), Join(patron=name, seat=free[0]))
        self._sell_chips(name, max(CHIPS_CENTS, stake_cents))

    def _fund_patron(self, name: str, cents: int) -> None:
        """Seat a patron, and sell them chips for all their wagers of a coup."""
        self._seat_patron(name, cents)
        patron = self.table.patron(name)
        if patron is not None and patron.chips_cents < cents:
            self._sell_chips(name, max(CHIPS_CENTS, cents - patron.chips_cents))

    def _sell_chips(self, name: str, cents: int) -> None:
        """Sell a patron the smallest amount from ``cents`` that the chips can make."""
        amount = payable_from(Fraction(cents), self.rules.chips_cents)
        self._check_float(amount, f"sell {name} {dollars(amount)}")
        self._step(self.actor(DEALER), BuyChips(patron=name, cents=amount, cash=False))

    def _check_float_pays(self, placed: Sequence[Placed]) -> None:
        """Raise an error if the float cannot pay wagers, before a card is dealt."""
        cents = 0
        for bet in placed:
            rows = self.rules.outcomes[bet.wager]
            cents += bet.stake_cents * max(odds_value(row.odds) for row in rows if row.odds) // 1
        self._check_float(cents, "pay these wagers")

    def _check_float(self, cents: int, what: str) -> None:
        held = self.table.ledger.float_cents
        if cents > held:
            raise Malformed(
                f"the float of {dollars(held)} is too small to {what}",
                "wager less, or set --float in dollars",
                code=ErrorCode.FLOAT_TOO_SMALL,
            )


def _latest_time(game: TableDriver) -> int:
    """Return the time of the last entry of a log, so that its clock does not go back."""
    return max(entry.envelope.at for entry in game.log)
