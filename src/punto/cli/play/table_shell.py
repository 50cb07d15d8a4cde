"""``punto play --full``: one person drives a whole table, as dealer, supervisor and patrons."""

import re

from msgspec.structs import replace

from punto.aggregate.roles import card_field
from punto.cards import Card, parse_cards
from punto.clause import Malformed
from punto.cli import coup_table
from punto.cli.output import console, paragraph, rows, table
from punto.cli.play.available_commands import wager_now
from punto.cli.play.command_parser import parse
from punto.cli.play.help import print_help
from punto.cli.play.input_loop import loop
from punto.cli.play.show_view import see
from punto.cli.play.status import due_line, print_status, prompt
from punto.cli.play.terminal_table import TerminalTable
from punto.cli.play.told import Told, done
from punto.cli.play.vocabulary import DEAL
from punto.error_codes import ErrorCode
from punto.notation.clock import told_time
from punto.rulebook.elections import Origin
from punto.rulebook.power import Power
from punto.table.table import Table
from punto.table.views.due import next_step


class TableDesk:
    """A table at which lines are typed."""

    def __init__(self, driven: TerminalTable, *, brief: bool) -> None:
        self.driven, self.brief = driven, brief

    @property
    def stands(self) -> Table:
        """Return the table as it is."""
        return self.driven.table

    def prompt(self) -> str:
        """Return what stands before a line."""
        return prompt(self.driven)

    def status(self) -> None:
        """Print where the table stands."""
        print_status(self.driven)

    def do(self, words: list[str]) -> None:
        """Do one thing that a line asks for."""
        _do(self.driven, words, brief=self.brief)


def drive(driven: TerminalTable, *, brief: bool = False) -> int:
    """Read what is to be done, line by line, until somebody leaves; 1 if the last was refused."""
    _banner(driven)
    return loop(TableDesk(driven, brief=brief))


def _banner(driven: TerminalTable) -> None:
    """Print how a line is written, with examples that work under the rulebook at hand."""
    wager = wager_now(driven)
    bets = wager if isinstance(wager, str) else "ann place_wager banker 100"
    power = driven.rules.edition.powers.get(Power.VOID_COUP)
    title = power.value[0] if power else min(driven.titles)
    errors = driven.rules.edition.errors
    # Where a void needs an error that was reported, something else is an example of a power.
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


def _do(driven: TerminalTable, words: list[str], *, brief: bool) -> None:
    match words[0]:
        case "?" | "help":
            print_help(driven, words[1:])
        case "see":
            see(driven, words[1] if len(words) > 1 else "supervisor")
        case "clock":
            _clock(driven, words[1:])
        case _:
            faces = _only_faces(driven, words)
            if faces:
                _name_faces(driven, faces, brief=brief)
            else:
                act(driven, words, brief=brief)


def act(driven: TerminalTable, words: list[str], *, brief: bool = False) -> None:
    """Give a command and say what came of it, each thing with its clause."""
    line = parse(words, driven.titles)
    if line.name == DEAL:
        cards = line.words.get("cards")
        named = parse_cards(cards.replace(",", " ")) if cards is not None else None
        tell(driven.deal(line.by, named, burn_missed=line.words.get("burn_missed", False)), brief)
    else:
        tell(driven.act(line.by, line.name, line.words), brief)


def _only_faces(driven: TerminalTable, words: list[str]) -> tuple[Card, ...]:
    """Return the cards of a line that holds nothing else, where the dealer names cards."""
    if driven.rules.origin is Origin.VIRTUAL:
        return ()
    try:
        return parse_cards(" ".join(words).replace(",", " "))
    except Malformed:
        return ()


def _name_faces(driven: TerminalTable, faces: tuple[Card, ...], *, brief: bool) -> None:
    """Do what is due with the cards that it takes, or say how many it takes."""
    step = next_step(driven.rules, driven.table)
    if step is None or step.command is None or step.faces != len(faces):
        wanted = {0: "no face is", 1: "one face is"}.get(step.faces if step else 0, "2 faces are")
        due = due_line(step) if step else None
        raise Malformed(f"{wanted} asked for now", due, code=ErrorCode.NOT_NOW)
    command = replace(step.command, **card_field(type(step.command)).naming(faces))
    tell(driven.carry_out(step.by, command), brief)


def tell(told: Told, brief: bool) -> None:
    """Print what is told of a step: calls, sentences, reasons with their clauses."""
    screen = console()
    for text in (*told.announced, *told.called):
        screen.print(f'  "{text}"', markup=False, style="bold")
    if told.said:
        paragraph(", ".join(told.said), 2, 2)
    reasons = [reason for reason in told.reasons if reason.clause]
    if reasons and not brief:
        screen.print(coup_table.why(list(dict.fromkeys(reasons))))
    elif not told.said and (brief or not reasons) and not told.called:
        paragraph(done(told.events), 2, 2)


def _clock(driven: TerminalTable, words: list[str]) -> None:
    driven.at = told_time(driven.at, words)
