"""The shell of the terminal: one for a table here, a table of a server, and a tournament."""

import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from punto.cards import Card, parse_cards
from punto.clause import Malformed, Refused
from punto.cli import coup_table
from punto.cli.output import console, paragraph, refusal_lines
from punto.cli.play.command_parser import Line, split
from punto.cli.play.told import Told, done
from punto.error_codes import ErrorCode

LEAVE = ("q", "quit", "exit")

# The effects of a step; None if they are printed elsewhere, as from the feed of a server.
Outcome = Iterable[Told] | None
Words = Mapping[str, Callable[[list[str]], Outcome]]


class Target(Protocol):
    """What the lines of a shell drive: a table here, a table of a server, or a tournament."""

    # The error if the connection to the target is lost.
    lost: Exception | None = None

    @property
    def state(self) -> object:
        """Return an object that is replaced when something happens."""

    @property
    def name_cards(self) -> Callable[[tuple[Card, ...]], Outcome] | None:
        """Return a function that carries out the step due with cards; None for virtual cards."""
        return None

    def prompt(self) -> str:
        """Return the prompt."""

    def status(self) -> None:
        """Print the status, and what is due."""

    def help(self, words: list[str]) -> None:
        """Print the possible commands, or one command in full."""

    def see(self, who: str = "supervisor") -> None:
        """Print the view of an audience or a person."""

    def words(self) -> Words:
        """Return the words that are not commands, each with its function."""
        return {}

    def parse(self, words: list[str]) -> Line:
        """Return the parsed line: the actor, the command and its fields."""

    def act(self, line: Line) -> Outcome:
        """Carry out a command."""


class Repl:
    """A shell: it reads lines, carries them out, and prints the effects."""

    def __init__(self, target: Target, *, brief: bool) -> None:
        self.target, self.brief = target, brief

    def run(self) -> int:
        """Read lines until the user leaves; return 1 if the last line was refused."""
        self.target.status()
        refused = False
        while True:
            line = _read_line(self.target.prompt())
            if line is None or line in LEAVE:
                return int(refused and not at_terminal())
            if not line or line.startswith("#"):
                continue
            refused = False
            try:
                self._run_line(line)
            except (Refused, Malformed) as error:
                refused = True
                for place, text in enumerate(refusal_lines(error)):
                    paragraph(text, hang=2, style="" if place else "red")
            except KeyboardInterrupt:
                console().print()

    def _run_line(self, line: str) -> None:
        """Carry out the commands of a line in order; the first error ends it."""
        before = self.target.state
        try:
            for words in split(line):
                for told in self._run_words(words) or ():
                    narrate(told, brief=self.brief)
        finally:
            if self.target.state is not before:
                self.target.status()

    def _run_words(self, words: list[str]) -> Outcome:
        """Carry out one command of a line."""
        target = self.target
        if target.lost is not None:
            raise Malformed(str(target.lost), code=ErrorCode.UNREACHABLE)
        known: Words = {
            "?": target.help,
            "help": target.help,
            "see": lambda rest: target.see(*rest[:1]),
            **target.words(),
        }
        if words[0] in known:
            return known[words[0]](words[1:])
        if target.name_cards is not None and (cards := _parse_only_cards(words)):
            return target.name_cards(cards)
        return target.act(target.parse(words))


def at_terminal() -> bool:
    """Return whether stdin is a terminal."""
    return sys.stdin is not None and sys.stdin.isatty()


def _read_line(before: str) -> str | None:
    """Return the next line from the terminal or the pipe, or None at the end."""
    try:
        if at_terminal():
            return console().input(before, markup=False).strip()
        text = sys.stdin.readline() if sys.stdin is not None else ""
    except (EOFError, KeyboardInterrupt):
        console().print()
        return None
    if not text:
        return None
    console().print(f"{before}{text.strip()[:200]}", markup=False, style="bold")
    return text.strip()


def _parse_only_cards(words: list[str]) -> tuple[Card, ...]:
    """Return the cards of a line that contains only cards, else an empty tuple."""
    try:
        return parse_cards(" ".join(words).replace(",", " "))
    except Malformed:
        return ()


def narrate(told: Told, *, brief: bool) -> None:
    """Print the effects of a step: calls, sentences, reasons with their clauses."""
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
