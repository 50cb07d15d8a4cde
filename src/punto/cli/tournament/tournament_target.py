"""``punto tournament run --full``: one user controls a whole tournament."""

from collections.abc import Callable, Iterator

from punto.clause import Malformed
from punto.cli.output import console, paragraph, rows, table
from punto.cli.play.command_parser import Line, parse
from punto.cli.play.repl import Outcome, Repl, Target, Words
from punto.cli.play.told import Told
from punto.cli.play.vocabulary import DEAL
from punto.cli.tournament import tournament_output
from punto.cli.tournament.help import print_guide
from punto.cli.tournament.show_view import see
from punto.cli.tournament.status import print_status, prompt
from punto.cli.tournament.terminal_tournament import TerminalTournament
from punto.cli.tournament.told import told_of
from punto.cli.tournament.vocabulary import COUP, ENTER, GO, NEXT, TOURNAMENT, UNDO
from punto.error_codes import ErrorCode
from punto.log_file import LogFile
from punto.notation.clock import told_time
from punto.notation.conditions_file import Plan
from punto.rehearsal.rehearse import Point
from punto.rehearsal.simulated_entrants import field
from punto.rehearsal.title_resolution import RehearsalDriver
from punto.shoe import RandBelow
from punto.tournament.base_classes import Events
from punto.tournament.rules import tournament_section
from punto.tournament.tournament import Tournament

# Maximum number of steps in one command.
STEPS_MAX = 100_000


def drive(
    house: RehearsalDriver, plan: Plan, randbelow: RandBelow, log: LogFile | None, *, brief: bool
) -> int:
    """Run the shell until the user leaves; return 1 if the last line was refused."""
    driven = TerminalTournament(house, plan, field(plan.rehearsal), randbelow, log)
    _print_banner(driven)
    return Repl(TournamentTarget(driven), brief=brief).run()


def _print_banner(driven: TerminalTournament) -> None:
    """Print the syntax of a line, with examples for this rulebook."""
    lead = tournament_section(driven.driver.rules.edition).seating.led_by.value
    lines = {
        "next, next 5": "do what is usually done next, as whoever does it",
        "go": "go on until there is something to see: a draw, a session over",
        "enter zoe max": "let people enter: apply, pay, sign, be accepted",
        f"{lead} begin_session": "act under a title; whoever may if nobody is named",
        "ann place_wager banker 500": "act as an entrant, at the table where ann sits",
        "deal 1": "deal a whole coup at table 1 with the wagers that lie there",
        "coup, coup 1": "play a coup everywhere, or at a table, with made-up wagers",
        "undo the wrong person": "take the last step back, and say why",
        "board, draw, standings, prizes": "see how it stands",
        "see, see ann, see public": "see what somebody may see",
        "clock 19:00, clock +20": "set the time, or let minutes go by",
        "? and ? draw_ballot": "see what may be typed, and what a command takes",
        "q": "leave; docs/tournaments.md has the rest",
    }
    rows(table("type", "to"), lines.items())
    paragraph(f"staff here: {', '.join(sorted(driven.titles))}", hang=2)


def _join_undo_reason(words: list[str]) -> list[str]:
    """Return a line with the reason of an undo as one word, because users omit the quotes."""
    for place in (0, 1):
        if words[place : place + 1] == [UNDO]:
            return [
                *words[: place + 1],
                *([" ".join(words[place + 1 :])] * (len(words) > place + 1)),
            ]
    return words


class TournamentTarget(Target):
    """The target of the shell for a tournament."""

    def __init__(self, driven: TerminalTournament) -> None:
        self.driven = driven

    @property
    def state(self) -> Tournament:
        return self.driven.tournament

    def prompt(self) -> str:
        return prompt(self.driven)

    def status(self) -> None:
        print_status(self.driven)

    def help(self, words: list[str]) -> None:
        print_guide(self.driven, words)

    def see(self, who: str = "supervisor") -> None:
        see(self.driven, who)

    def words(self) -> Words:
        driven = self.driven
        found: dict[str, Callable[[list[str]], Outcome]] = {
            "clock": self._set_clock,
            "board": lambda _: tournament_output.show_board(driven.tournament),
            "draw": lambda _: self._print_draw(),
            "standings": lambda _: self._print_standings(),
            "prizes": lambda _: self._print_prizes(),
            ENTER: self._enter_entrants,
        }
        if self._session_is_on():
            # During a session `draw` is a command of a table. Otherwise it prints the seats.
            del found["draw"]
        return found

    def parse(self, words: list[str]) -> Line:
        return parse(_join_undo_reason(words), frozenset(self.driven.titles), TOURNAMENT)

    def act(self, line: Line) -> Outcome:
        if line.name == NEXT:
            return self._take_steps(line.words.get("steps", 1))
        if line.name == COUP:
            return self._play_coups(line.words.get("table"))
        if line.name == GO:
            self._play_to_next_point()
            return ()
        before = self.state
        if line.name == DEAL:
            number, cards = line.words.get("table", 1), line.dealt()
            missed = line.words.get("burn_missed", False)
            events = self.driven.deal(number, cards, burn_missed=missed)
        else:
            name = "undo_step" if line.name == UNDO else line.name
            events = self.driven.act(line.by, name, line.words)
        return (self._narrate(before, events),)

    def _narrate(self, before: Tournament, events: Events) -> Told:
        return told_of(self.driven.driver.rules, before, events)

    def _enter_entrants(self, names: list[str]) -> Iterator[Told]:
        for name in names:
            yield self._narrate(self.state, self.driven.enter(name))

    def _take_steps(self, steps: int) -> Iterator[Told]:
        if not 1 <= steps <= STEPS_MAX:
            raise Malformed(f"next takes 1 to {STEPS_MAX:,} steps", code=ErrorCode.NO_SUCH_NUMBER)
        for _ in range(steps):
            before = self.state
            _, events = self.driven.take_next()
            yield self._narrate(before, events)

    def _play_to_next_point(self) -> None:
        """Carry out steps until a draw, the end of a session or another result."""
        coups = 0
        while True:
            moment, _ = self.driven.take_next()
            coups += moment.coups
            if moment.point not in (Point.STEP, Point.COUP):
                break
        point = f"{moment.point}".replace("_", " ")
        console().print(f"  {point}{f', {coups} coups' if coups else ''}", markup=False)
        if moment.point is Point.DRAWN:
            self._print_draw()
        elif moment.point is Point.FINISHED:
            self._print_standings()
            self._print_prizes()

    def _play_coups(self, number: int | None) -> Iterator[Told]:
        session = self.state.session
        if session is None or session.begun_at is None:
            raise Malformed("no session is on", "next, or go", code=ErrorCode.NOT_NOW)
        every = sorted({seat.table for seat in session.seats.values()} - set(session.over))
        tables = session.play_offs if session.ended else every
        for table_number in [number] if number is not None else list(tables):
            before = self.state
            yield self._narrate(before, self.driven.coup(table_number))
        self.driven.house.at += self.driven.house.coup_seconds

    def _session_is_on(self) -> bool:
        session = self.state.session
        return session is not None and session.begun_at is not None

    def _print_draw(self) -> None:
        if self.state.session is None:
            raise Malformed("no seats are drawn", "next, or go", code=ErrorCode.NOT_NOW)
        tournament_output.show_draw(self.state, self.driven.house.seed)

    def _print_standings(self) -> None:
        if not any(entrant.place for entrant in self.state.entrants):
            tournament_output.show_board(self.state)
            return
        tournament_output.show_standings(self.state, self.driven.rehearsal.field)

    def _print_prizes(self) -> None:
        tournament_output.show_prizes(self.driven.driver.rules, self.state)

    def _set_clock(self, words: list[str]) -> None:
        self.driven.house.at = told_time(self.driven.house.at, words)
