"""``punto play --full``: one user controls a whole table: dealer, supervisor and patrons."""

import re
from collections.abc import Callable

from msgspec.structs import replace

from punto.aggregate.roles import card_field
from punto.cards import Card
from punto.clause import Malformed
from punto.cli.output import paragraph, rows, table
from punto.cli.play.available_commands import wager_now
from punto.cli.play.command_parser import Line, parse
from punto.cli.play.help import print_help
from punto.cli.play.repl import Outcome, Repl, Target, Words
from punto.cli.play.show_view import see
from punto.cli.play.status import due_line, print_status, prompt
from punto.cli.play.terminal_table import TerminalTable
from punto.cli.play.vocabulary import DEAL
from punto.error_codes import ErrorCode
from punto.notation.clock import told_time
from punto.rulebook.elections import Origin
from punto.rulebook.power import Power
from punto.table.table import Table
from punto.table.views.due import next_step


class TableTarget(Target):
    """The target of the shell for a table in this process."""

    def __init__(self, driven: TerminalTable) -> None:
        self.driven = driven

    @property
    def state(self) -> Table:
        return self.driven.table

    @property
    def name_cards(self) -> Callable[[tuple[Card, ...]], Outcome] | None:
        return None if self.driven.rules.origin is Origin.VIRTUAL else self._name_cards

    def prompt(self) -> str:
        return prompt(self.driven)

    def status(self) -> None:
        print_status(self.driven)

    def help(self, words: list[str]) -> None:
        print_help(self.driven, words)

    def see(self, who: str = "supervisor") -> None:
        see(self.driven, who)

    def words(self) -> Words:
        return {"clock": self._set_clock}

    def parse(self, words: list[str]) -> Line:
        return parse(words, self.driven.titles)

    def act(self, line: Line) -> Outcome:
        if line.name == DEAL:
            missed = line.words.get("burn_missed", False)
            return (self.driven.deal(line.by, line.dealt(), burn_missed=missed),)
        return (self.driven.act(line.by, line.name, line.words),)

    def _name_cards(self, cards: tuple[Card, ...]) -> Outcome:
        """Carry out the step that is due with cards, or raise an error that says how many."""
        step = next_step(self.driven.rules, self.driven.table)
        if step is None or step.command is None or step.faces != len(cards):
            faces = step.faces if step else 0
            wanted = {0: "no face is", 1: "one face is"}.get(faces, "2 faces are")
            due = due_line(step) if step else None
            raise Malformed(f"{wanted} asked for now", due, code=ErrorCode.NOT_NOW)
        command = replace(step.command, **card_field(type(step.command)).naming(cards))
        return (self.driven.carry_out(step.by, command),)

    def _set_clock(self, words: list[str]) -> None:
        self.driven.at = told_time(self.driven.at, words)


def drive(driven: TerminalTable, *, brief: bool = False) -> int:
    """Run the shell until the user leaves; return 1 if the last line was refused."""
    _print_banner(driven)
    return Repl(TableTarget(driven), brief=brief).run()


def _print_banner(driven: TerminalTable) -> None:
    """Print the syntax of a line, with examples for this rulebook."""
    wager = wager_now(driven)
    bets = wager if isinstance(wager, str) else "ann place_wager banker 100"
    power = driven.rules.edition.powers.get(Power.VOID_COUP)
    title = power.value[0] if power else min(driven.titles)
    errors = driven.rules.edition.errors
    # If a void requires a reported error, use another power as the example.
    act = "order_card_check" if errors and errors.void_after else 'void_coup "fire"'
    lines = {
        re.sub(r"\b\w+=", "", bets): "do something as somebody; as the dealer if nobody is named",
        f"{title} {act}": "act under a title",
        DEAL: "deal a whole coup, or the rest of it: cards, settlement, discards",
        **_keyed(driven, title),
        "?": "see what comes next and what may be asked for; ? all has everything",
        "? place_wager": "see what a command takes, and an example",
        "see, see ann, see public": "see what somebody may see of the table",
        "clock 14:20, clock +20": "set the time, or let minutes go by",
        "q": "leave; docs/play.md has the rest",
    }
    rows(table("type", "to"), lines.items())
    titles = ", ".join(sorted(driven.titles))
    paragraph(f"staff here: {titles}; any other name is a patron")


def _keyed(driven: TerminalTable, title: str) -> dict[str, str]:
    """Return how the faces of cards are named, where that is for the dealer to do."""
    if driven.rules.origin is Origin.VIRTUAL:
        return {}
    lines = {"draw 9S, or just 9S": "deal a real card and say what it is"}
    if driven.rules.origin is Origin.KEYED:
        lines |= {
            "draw": "deal a card that lies face down: nobody knows it yet",
            "turn_cards player 9S,3D": "turn cards and say what they are; or just 9S 3D",
            "correct_card player 1 9H": "put a face right that was keyed wrongly",
            f"{title} run_out": "say that the shoe is empty although a card is due",
        }
    return {**lines, "show_cutting_card": "say that the cutting card shows"}
