"""Prints the help of a tournament: the next step, the commands by group, one in full."""

from punto.aggregate.command import Group
from punto.cli.output import paragraph, rows, table
from punto.cli.play.command_parser import as_command
from punto.cli.play.help import describe
from punto.cli.tournament.status import typed
from punto.cli.tournament.terminal_tournament import TerminalTournament
from punto.cli.tournament.vocabulary import TOURNAMENT, WORDS
from punto.notation import table_commands as at_a_table
from punto.notation.tournament_commands import KINDS
from punto.tournament.views.due import due_now


def print_guide(driven: TerminalTournament, words: list[str]) -> None:
    """Print the next step and all commands, or one command in full."""
    if words:
        describe(TOURNAMENT, as_command(words[0]))
        return
    step = driven.rehearsal.due()
    if step is not None:
        paragraph(f"next: {typed(driven, step)}", hang=2)
    _print_due(driven)
    groups: dict[Group, list[str]] = {group: [] for group in Group}
    for name, kind in KINDS.items():
        groups[kind.group].append(name)
    lines = [(str(group), ", ".join(names)) for group, names in groups.items() if names]
    lines.append(("words", ", ".join([*WORDS, "board", "standings", "prizes", "see", "clock"])))
    rows(table("about", "commands"), lines)
    names = "open_betting, place_wager, no_more_bets, draw, discard"
    paragraph(f"and all {len(at_a_table.KINDS)} commands of a table, with table=1: {names} ...")
    paragraph("? NAME says what a command takes")


def _print_due(driven: TerminalTournament) -> None:
    """Print what is due, the person who does it, and the clause."""
    lines = [
        (due.by or "", due.does or "wait", due.text, " ".join(due.clause))
        for due in due_now(driven.driver.elected, driven.tournament)
    ]
    if lines:
        rows(table("due by", "does", "what", "clause"), lines)
