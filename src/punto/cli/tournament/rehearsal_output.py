"""Prints a rehearsal while it runs, and collects its JSON document."""

from pathlib import Path
from random import Random
from typing import Any

from punto.cli.output import console, paragraph, progress, talk
from punto.cli.tournament import tournament_output
from punto.notation.conditions_file import Plan
from punto.rehearsal.conditions import unapproved
from punto.rehearsal.plan_check import unplaced_prizes
from punto.rehearsal.rehearse import Moment, Point, rehearse
from punto.rehearsal.simulated_entrants import Field
from punto.rehearsal.title_resolution import RehearsalDriver
from punto.rulebook.tournament_policies import LengthUnit
from punto.tournament.tournament import Tournament


class Played:
    """A running rehearsal: it prints results and collects them for the JSON document."""

    def __init__(
        self, house: RehearsalDriver, plan: Plan, people: Field, seed: int, *, brief: bool
    ) -> None:
        self.house, self.plan, self.people, self.seed = house, plan, people, seed
        self.brief, self.coups = brief, 0
        self.sessions: list[dict[str, Any]] = []
        self.chips: dict[str, int] = {}
        self.ended: Tournament | None = None

    @property
    def tournament(self) -> Tournament:
        """Return the tournament as it is."""
        return self.house.driver.tournament

    def open(self) -> None:
        """Print what is rehearsed."""
        instrument = self.house.driver.rules.edition.instrument
        console().print(self.plan.name, style="bold", markup=False)
        paragraph(f"{self.plan.rulebook}  {instrument.title}")
        talk().print(f"seed {self.seed}: the same again with --seed {self.seed}", markup=False)
        missing = unapproved(self.house.driver, self.plan)
        for item, clause in missing.items():
            message = f"{item}: no approval is on file; rehearsed as if there were one"
            talk().print(f"{message}  [{', '.join(clause)}]", markup=False)
        doubt = unplaced_prizes(self.plan, len(self.people), self.house.driver.rules.seats)
        if doubt:
            talk().print(f"consider: {doubt}", markup=False)

    def play(self, random: Random) -> None:
        """Play the tournament, with a bar on stderr."""
        total = expected_coups(self.plan, len(self.people), self.house.driver.rules.seats)
        with progress(f"{self.plan.name}") as bar:
            task = bar.add_task("", total=total)
            for moment in rehearse(self.house, self.plan, self.people, random.randrange):
                self.coups += moment.coups
                bar.update(task, completed=min(self.coups, total))
                self.see(moment)

    def see(self, moment: Moment) -> None:
        """Record and print the results at a point of the rehearsal."""
        tournament = self.tournament
        match moment.point:
            case Point.ENTERED if not self.brief:
                tournament_output.show_entries(tournament, self.people)
            case Point.DRAWN:
                self._record_draw(tournament)
            case Point.ENDED:
                # A play-off may be played with other chips than those that were counted.
                self.chips = dict(tournament.counted)
            case Point.PLAYED_OFF:
                self.ended = tournament
            case Point.CONFIRMED:
                self._record_session(tournament)
            case _:
                pass

    def _record_draw(self, tournament: Tournament) -> None:
        session, seed = tournament.session, self.house.seed
        assert session is not None
        seats = {name: [seat.table, seat.seat] for name, seat in session.seats.items()}
        rounds = tournament.conditions.rounds
        name = rounds[session.round].name if session.round < len(rounds) else ""
        drawn = {"session": session.number, "round": name, "seed": seed, "seats": seats}
        self.sessions.append(drawn)
        if not self.brief:
            tournament_output.show_draw(tournament, seed)

    def _record_session(self, tournament: Tournament) -> None:
        before = self.ended
        assert before is not None
        assert before.session is not None
        over = any(entrant.place for entrant in tournament.entrants)
        through = [] if over else [entrant.name for entrant in tournament.active]
        result = {"chips_cents": self.chips, "through": through}
        self.sessions[-1] |= result
        if not self.brief:
            tournament_output.show_session(before, self.chips, through)

    def close(self, seconds: float) -> None:
        """Print standings and prizes."""
        tournament_output.show_standings(self.tournament, self.people)
        tournament_output.show_prizes(self.house.driver.rules, self.tournament)
        talk().print(f"{self.coups} coups in {seconds:.1f} s", markup=False)

    def document(self, seconds: float, written: list[Path]) -> dict[str, Any]:
        """Return the rehearsal as one JSON document."""
        purse = self.tournament.purse
        return {
            "tournament": self.plan.name,
            "rulebook": self.plan.rulebook,
            "seed": self.seed,
            "entrants": len(self.people),
            "coups": self.coups,
            "seconds": round(seconds, 3),
            "sessions": self.sessions,
            "places": tournament_output.standings(self.tournament, self.people),
            "purse": purse,
            "sheets": [str(path) for path in written],
        }


def expected_coups(plan: Plan, entrants: int, seats: int) -> int:
    """Return about how many coups a tournament takes, for the bar that shows how far it is."""
    length = plan.conditions.session
    if length is None:
        return 1
    each = {
        LengthUnit.COUPS: length.number,
        LengthUnit.MINUTES: length.number * 60 // max(1, plan.rehearsal.coup_seconds) + 1,
        LengthUnit.SHOES: length.number * 75,
    }[length.unit]
    total, left = 0, entrants
    for stage in plan.conditions.rounds or (None,):
        tables = (stage.tables if stage else None) or -(-left // seats)
        total += tables * each
        left = tables * ((stage.advance if stage else None) or 1)
    return max(1, total)
