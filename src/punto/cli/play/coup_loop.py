"""``punto play``: deals coup after coup, with fixed wagers or with wagers from a prompt."""

import re
import shlex
import sys
from collections import Counter

from msgspec import Struct

from punto.clause import Malformed, Refused
from punto.cli import coup_table
from punto.cli.coup_json import record
from punto.cli.output import cited, console, emit, heading, paragraph, refusal_lines, talk
from punto.cli.play.command_parser import Line, parse
from punto.cli.play.coup_summary import BRIEF_HEAD, brief_line, signed
from punto.cli.play.terminal_table import TerminalTable
from punto.cli.play.told import Told
from punto.driver.coup_runner import NO_BET, no_bet_words
from punto.error_codes import ErrorCode
from punto.roads import Bead
from punto.rulebook.elect import TableRules
from punto.wagers.settle import Placed, accept, parse_wager

_HELP = """\
  ann banker 100, bob tie 20    place wagers and deal
  Enter                         deal without wagers; where somebody has to direct that, first:
  TITLE direct_no_bet ...       say who directs it, and who agrees
  =                             the same wagers again
  q                             leave
on offer here:"""


class Manner(Struct, frozen=True):
    """How coups are dealt and shown: how many, on which wagers, in which form."""

    standing: list[Placed]
    coups: int | None
    brief: bool
    json_seed: int | None
    no_bets: Line | None = None

    @property
    def asks(self) -> bool:
        """Return whether to prompt for wagers before each coup."""
        typing = sys.stdin is not None and sys.stdin.isatty()
        return not self.standing and self.json_seed is None and typing


class Tally(Struct):
    """The results of a shoe so far."""

    beads: list[Bead]
    nets: Counter[str]


def no_bets(text: str, titles: frozenset[str]) -> Line:
    """Return the command that directs a coup without wagers, from the option."""
    return parse([*shlex.split(text)[:1], NO_BET, *shlex.split(text)[1:]], titles)


def checked(rules: TableRules, text: str) -> Placed:
    """Return a wager from its text, or raise an error if this table does not accept it."""
    placed = parse_wager(text)
    accept(rules, placed)
    return placed


def deal_coups(driven: TerminalTable, manner: Manner) -> None:
    """Deal coup after coup until the shoe ends, the number is reached or the user leaves."""
    tally = Tally([], Counter())
    standing = manner.standing
    if manner.brief:
        console().print(BRIEF_HEAD, style="bold", markup=False)
    try:
        while manner.coups is None or len(tally.beads) < manner.coups:
            if manner.asks:
                placed = _prompt_for_wagers(driven, standing)
                if placed is None:
                    break
                standing = placed
            elif driven.table.shoe.coups_left != 0:
                _report_purchases(driven.place(standing))
                _direct_no_bet(driven, manner)
            if not _deal_next(driven, tally, manner):
                break
    except (KeyboardInterrupt, EOFError):
        talk().print()
    if manner.json_seed is None:
        _print_summary(driven, tally)


def _direct_no_bet(driven: TerminalTable, manner: Manner) -> None:
    """Direct the next coup as the option says, if it has no wagers."""
    line, table = manner.no_bets, driven.table
    if line is not None and not table.wagers and table.next.no_bet is None:
        driven.act(line.by, line.name, line.words)


def _deal_next(driven: TerminalTable, tally: Tally, manner: Manner) -> bool:
    """Deal a coup; return False when the shoe is over. At a prompt, print what it waits for."""
    try:
        return _deal_coup(driven, tally, manner)
    except Refused as error:
        if error.code != ErrorCode.NO_WAGERS:
            raise
        if not manner.asks:
            words = no_bet_words(driven.rules, driven.table).replace(f" {NO_BET}", "")
            error.hint = f'--wager "ann banker 100", or --no-bets "{words}"'
            raise
        for text in refusal_lines(error):
            console().print(text, markup=False)
        return True


def _report_purchases(told: Told) -> None:
    """Print that patrons bought chips because they had too few."""
    if len(told.said) > 0 and not any("sits" in text for text in told.said):
        talk().print(", ".join(told.said), markup=False)


def _prompt_for_wagers(driven: TerminalTable, last: list[Placed]) -> list[Placed] | None:
    """Prompt for wagers, place them and return them; None if the user leaves."""
    rules = driven.rules
    while True:
        line = console().input("\nwagers (? for help)> ").strip()
        if line in ("q", "quit", "exit"):
            return None
        if line in ("?", "help"):
            console().print(_HELP, markup=False)
            for name, rows in rules.outcomes.items():
                pays = ", ".join(f"{row.name} {row.odds}" for row in rows if row.odds)
                paragraph(f"{name:<12} {pays}", 2, 13)
            continue
        try:
            if NO_BET in line.split():
                command = parse(shlex.split(line), driven.titles)
                driven.act(command.by, command.name, command.words)
                continue
            texts = [text for text in re.split(r",\s+|;", line) if text.strip()]
            placed = last if line == "=" else [checked(rules, text) for text in texts]
            _report_purchases(driven.place(placed))
        except (Refused, Malformed) as error:
            for text in refusal_lines(error):
                console().print(text, markup=False)
        else:
            return placed


def _deal_coup(driven: TerminalTable, tally: Tally, manner: Manner) -> bool:
    """Deal one coup and print it; return False when the shoe is over."""
    try:
        told = driven.deal()
    except Refused as refusal:
        if refusal.code not in (ErrorCode.SHOE_OVER, ErrorCode.TOO_FEW_CARDS):
            raise
        if manner.json_seed is None:
            console().print(f"\n{refusal.message}  [{cited(refusal.clause)}]", markup=False)
        return False
    if told.coup is None:
        for reason in told.reasons:
            talk().print(f"{reason.text}  [{cited(reason.clause)}]", markup=False, soft_wrap=True)
        return False
    tally.beads.append(driven.table.results[-1])
    for settled in told.settled:
        tally.nets[settled.placed.patron] += settled.net_cents
    number = len(tally.beads)
    if manner.json_seed is not None:
        _print_document(driven, told, number, manner.json_seed)
    elif manner.brief:
        console().print(brief_line(number, told, console().width), markup=False)
    else:
        _print_coup(driven, told, number)
    return True


def _print_document(driven: TerminalTable, told: Told, number: int, seed: int) -> None:
    """Print a coup as one JSON document."""
    assert told.coup is not None
    explained = {*told.coup.reasons, *(settled.reason for settled in told.settled)}
    shown = record(
        driven.rules,
        number,
        told.coup,
        told.settled,
        left=driven.table.shoe.left,
        announced=told.announced,
    )
    shoe_reasons = [reason for reason in told.reasons if reason not in explained]
    emit({**shown, "seed": seed, "shoe_reasons": shoe_reasons})


def _print_coup(driven: TerminalTable, told: Told, number: int) -> None:
    """Print a coup: cards, reasons, payments."""
    assert told.coup is not None
    screen = console()
    screen.print(heading(f"coup {number}"))
    screen.print(coup_table.hands(told.coup))
    paid = {settled.reason.text for settled in told.settled}
    screen.print(coup_table.why([reason for reason in told.reasons if reason.text not in paid]))
    screen.print(coup_table.announcement(told.coup))
    if told.settled:
        screen.print(coup_table.payments(driven.rules, told.settled))


def _print_summary(driven: TerminalTable, tally: Tally) -> None:
    """Print the results of the shoe."""
    if not tally.beads:
        return
    screen = console()
    counts = Counter(bead.result for bead in tally.beads)
    summary = ", ".join(f"{result} {counts[result]}" for result in counts)
    screen.print(heading("the shoe so far"))
    screen.print(coup_table.plate(tally.beads))
    coups = "1 coup" if len(tally.beads) == 1 else f"{len(tally.beads)} coups"
    screen.print(f"{coups}: {summary}; {driven.table.shoe.left} cards left", markup=False)
    for patron, net in tally.nets.items():
        screen.print(f"  {patron} {signed(net)}", markup=False)
