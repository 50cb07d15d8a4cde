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

# What a step brought about; nothing where that is shown elsewhere, as by the feed of a server.
Outcome = Iterable[Told] | None
Words = Mapping[str, Callable[[list[str]], Outcome]]


class Target(Protocol):
    """What the lines of a shell drive: a table here, a table of a server, or a tournament."""

    # Why the target can no longer be reached.
    lost: Exception | None = None

    @property
    def state(self) -> object:
        """Return what is another once something has happened."""

    @property
    def name_cards(self) -> Callable[[tuple[Card, ...]], Outcome] | None:
        """Return what carries out the step that is due with cards, where somebody names cards."""
        return None

    def prompt(self) -> str:
        """Return what stands before a line."""

    def status(self) -> None:
        """Print where things stand, and what is due."""

    def help(self, words: list[str]) -> None:
        """Print what may be typed now, or what one command takes."""

    def see(self, who: str = "supervisor") -> None:
        """Print what somebody may see."""

    def words(self) -> Words:
        """Return what may be typed besides commands, each word with what it does."""
        return {}

    def parse(self, words: list[str]) -> Line:
        """Return who gives which command, and what goes with it."""

    def act(self, line: Line) -> Outcome:
        """Carry out a command."""


class Repl:
    """A shell: it reads lines, does what they ask, and prints what came of it."""

    def __init__(self, target: Target, *, brief: bool) -> None:
        self.target, self.brief = target, brief

    def run(self) -> int:
        """Read lines until somebody leaves; return 1 if the last was refused."""
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
        """Do what one line asks, one thing after the other; the first no ends it."""
        before = self.target.state
        try:
            for words in split(line):
                for told in self._run_words(words) or ():
                    narrate(told, brief=self.brief)
        finally:
            if self.target.state is not before:
                self.target.status()

    def _run_words(self, words: list[str]) -> Outcome:
        """Do one thing that a line asks for."""
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
    """Return whether somebody types the lines."""
    return sys.stdin is not None and sys.stdin.isatty()


def _read_line(before: str) -> str | None:
    """Return the next line typed or piped in, or nothing at the end."""
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
    """Return the cards of a line that holds nothing else."""
    try:
        return parse_cards(" ".join(words).replace(",", " "))
    except Malformed:
        return ()


def narrate(told: Told, *, brief: bool) -> None:
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
