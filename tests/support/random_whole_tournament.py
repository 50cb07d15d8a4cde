"""Whole tournaments of heats and a final, played at random to their placings."""

from random import Random
from typing import Any

from punto.aggregate.actor import PATRON, Actor
from punto.clause import Malformed, Refused
from punto.notation.command_reader import converted
from punto.rulebook.load import load
from punto.rulebook.power import Power
from punto.scenario import setup_parser
from punto.scenario.case import Scenario
from punto.scenario.commands import Deal, Words
from punto.scenario.setup_steps import entitled, usual_steps
from punto.scenario.tournament import ScenarioTournament, words_in_cents
from punto.shoe_preparation import prepare
from punto.table.guards import has_wager
from punto.tournament.base_classes import TournamentCommand
from punto.tournament.conditions import Conditions
from punto.tournament.placing.chip_counts import CountChips
from punto.tournament.placing.confirmation import ConfirmPlacings
from punto.tournament.placing.ranking import ties
from punto.tournament.rules import tournament_rules, tournament_section
from punto.tournament.seating.ballot import CommitBallot, DrawBallot
from punto.tournament.seating.sessions import BeginSession, EndSession
from punto.tournament.seating.start_times import TakeSeat
from punto.tournament.seating.table_designation import DesignateTable
from punto.tournament.session_length import MINUTE, is_table_finished, session_tables
from punto.tournament.wagers.turns import SetStartingMarker
from punto.verifiable_draw import commitment

NAMES = ("ann", "bob", "cy", "dan", "eve", "fay", "gus", "hal")
PRIZES = [{"place": 1, "share": 6000}, {"place": 2, "share": 3000}, {"place": 3, "share": 1000}]


class Rounds:
    """One tournament with two tables, driven as its lead and its dealers would."""

    def __init__(self, rulebook: str, seed: int, entrants: int) -> None:
        self.random = Random(seed)
        edition = load(rulebook)
        units = tournament_section(edition).seating.session_units.value
        words: dict[str, Any] = {
            "entry_fee": 100,
            "chips": 300,
            "minimum": 50,
            "maximum": 300,
            "session": "4 coups" if "coups" in units else "4 minutes",
            "rounds": [{"name": "heat", "advance": 2}, {"name": "final"}],
            "prizes": PRIZES,
        }
        scenario = Scenario(
            name="random rounds",
            cites=(),
            tournament="random",
            conditions=words,
            entrants=NAMES[:entrants],
        )
        elected = setup_parser.elections({"settlement": edition.settlement.schemes.value[0]})
        rules = tournament_rules(edition, elected)
        shoes = {number: prepare(rules, self.random.randrange) for number in (1, 2)}
        self.arena = ScenarioTournament(rules, "random", shoes, elections=elected)
        conditions = converted("conditions", words_in_cents(words), Conditions)
        for actor, command in usual_steps(self.arena, scenario, conditions):
            self.arena.directed(actor, command)

    @property
    def tournament(self) -> Any:
        return self.arena.tournament

    def directed(self, power: Power, command: TournamentCommand) -> None:
        """Have something done by whoever has the power."""
        self.arena.directed(entitled(self.arena, power), command)

    def play(self) -> None:
        """Play every session until the placings are confirmed."""
        for number in (1, 2):
            self.directed(Power.DESIGNATE_TABLES, DesignateTable(number))
        while not any(entrant.place for entrant in self.tournament.entrants):
            self.session()

    def session(self) -> None:
        """Draw, begin, play and confirm one session."""
        seed = f"{self.random.random()}"
        self.directed(Power.ALLOCATE_SEATS, CommitBallot(commitment(seed)))
        self.directed(Power.ALLOCATE_SEATS, DrawBallot(seed))
        for name in self.tournament.session.seats:
            if self.random.random() < 0.9:
                self.arena.directed(Actor(name, PATRON, self.arena.at), TakeSeat(name))
        self.directed(Power.CONDUCT_TOURNAMENT, BeginSession())
        self._markers()
        for number in session_tables(self.tournament):
            while not is_table_finished(self.tournament, number, self.arena.at):
                self.coup(number)
        self.count()
        self.directed(Power.CONDUCT_TOURNAMENT, EndSession())
        self.confirm()

    def _markers(self) -> None:
        """Say who wagers first where the text leaves it to the lead."""
        power = self.arena.rules.edition.powers.get(Power.SET_STARTING_MARKER)
        if power is None:
            return
        for number in session_tables(self.tournament):
            patrons = self.tournament.tables[number].patrons
            if patrons:
                command = SetStartingMarker(patrons[0].name)
                self.directed(Power.SET_STARTING_MARKER, command)

    def coup(self, number: int) -> None:
        """Deal one coup on which everybody present wagers at random."""
        # Where a tie leaves wagers on the layout they lie there once betting opens.
        self.arena.act(None, Words("open_betting", {"table": number}))
        session, table = self.tournament.session, self.tournament.tables[number]
        for patron in table.patrons:
            if session.absent(patron.name) or has_wager(table, patron.name):
                continue
            most = min(patron.chips_cents, 30_000) // 5_000
            stake = self.random.choice((1, most, self.random.randint(1, most))) * 50
            words = {"wager": self.random.choice(("player", "banker")), "stake": stake}
            self.arena.act(patron.name, Words("place_wager", {**words, "table": number}))
        try:
            self.arena.act(None, Deal(table=number))
        except (Refused, Malformed):
            # Nobody is in their seat: time passes, or somebody comes.
            for name in session.seats:
                if session.absent(name) and self.tournament.entrant(name).standing == "playing":
                    actor = Actor(name, PATRON, self.arena.at)
                    self.arena.directed(actor, TakeSeat(name))
        if session.length.unit == "minutes":
            self.arena.at += MINUTE

    def count(self) -> None:
        """Have the chips counted where they must be."""
        if Power.COUNT_TOURNAMENT_CHIPS not in self.arena.rules.edition.powers:
            return
        for number in session_tables(self.tournament):
            for patron in self.tournament.tables[number].patrons:
                held = CountChips(patron.name, patron.chips_cents)
                self.directed(Power.COUNT_TOURNAMENT_CHIPS, held)

    def confirm(self) -> None:
        """Confirm who is where, once every tie that matters is played off or decided."""
        ahead: tuple[str, ...] = ()
        for _ in range(60):
            try:
                self.directed(Power.AWARD_PLACES, ConfirmPlacings(ahead))
            except Refused:
                self.play_off()
            except Malformed:
                ahead = self._ahead()
            else:
                return
        raise AssertionError("the tie is never broken")

    def _ahead(self) -> tuple[str, ...]:
        """Return some who go on of those who are level and cannot play."""
        found: list[str] = []
        for tie in ties(self.arena.rules, self.tournament):
            found += tie.names[: 2 - tie.ahead]
        return tuple(found)

    def play_off(self) -> None:
        """Order a play-off at the first table that has a tie, and play it."""
        rules = self.arena.rules
        tie = next(tie for tie in ties(rules, self.tournament) if tie.playable)
        drawn = bool(tournament_section(rules.edition).placing.card_coups)
        words: dict[str, Any] = {"table": tie.of}
        if drawn:
            words |= {"chips": 300, "card": self.random.choice(("AS", "2S", "3S"))}
        lead = tournament_section(rules.edition).seating.led_by.value
        self.arena.act(lead, Words("order_play_off", words))
        for name in tie.names:
            if self.tournament.session.absent(name):
                self.arena.directed(Actor(name, PATRON, self.arena.at), TakeSeat(name))
        while self.tournament.session.play_offs:
            number = next(iter(self.tournament.session.play_offs))
            self.coup(number)
