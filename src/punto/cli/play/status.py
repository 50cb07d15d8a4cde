"""Prints the status of a table, and what is due at it."""

from collections.abc import Iterable

from punto.aggregate.actor import DEALER
from punto.aggregate.roles import card_field
from punto.cli.output import dim, with_clause
from punto.cli.play.terminal_table import TerminalTable
from punto.money import dollars
from punto.notation.command_text import written
from punto.table.audience import Audience
from punto.table.phase import Betting, Dealing, Settling, phase_name
from punto.table.table import Table
from punto.table.views.decisions import decisions
from punto.table.views.due import next_step
from punto.table.views.due_shoe import Step
from punto.table.views.view import view


def prompt(driven: TerminalTable) -> str:
    """Return the prompt: the time, the phase, and whether a face must be named."""
    clock = f"{driven.at // 3600 % 24:02d}:{driven.at // 60 % 60:02d}"
    step = next_step(driven.rules, driven.table)
    faces = step.faces if step else 0
    wanted = {0: "", 1: ", face?"}.get(faces, f", {faces} faces?")
    return f"{clock} {phase_name(driven.table.phase)}{wanted}> "


def print_status(driven: TerminalTable) -> None:
    """Print the status of the table, and what is due."""
    dim(", ".join(_status_parts(driven)))
    if isinstance(driven.table.phase, Dealing | Settling):
        seen = view(driven.rules, driven.table, Audience.SUPERVISOR)
        dim("  ".join((hands(seen.player, seen.banker), *([seen.result] if seen.result else []))))
    step = next_step(driven.rules, driven.table)
    if step is not None:
        dim(due_line(step))
    for waits in decisions(driven.rules, driven.table):
        dim(decision_line(waits))


def due_line(step: Step) -> str:
    """Return what is due with its clause, and the line to type."""
    return _step_line("due", step)


def decision_line(step: Step) -> str:
    """Return a pending decision, the title that decides, and the line to type."""
    title = (step.by or DEALER).replace("_", " ")
    return _step_line(f"the {title} decides", step)


def _step_line(head: str, step: Step) -> str:
    line = f"{head}: {with_clause(step.reason.text, step.reason.clause)}"
    how = typed(step)
    return f"{line}  type: {how}" if how else line


def typed(step: Step) -> str | None:
    """Return the line to type for a step; placeholders are in capitals, as FACE."""
    if step.command is None or step.by is None:
        return None
    words = written(step.by, step.command, step.asks).removeprefix(f"{DEALER} ")
    if not step.faces:
        return words
    field = card_field(type(step.command))
    key = f"{field.name}=" if field.many else ""
    return f"{words} {key}{','.join(['FACE'] * step.faces)}"


def shoe_words(table: Table) -> str:
    """Return the numbers of the coup and the shoe, and the stage of the shoe."""
    shoe = table.shoe
    return f"coup {shoe.coups} of shoe {shoe.number} ({shoe.stage}), number {table.number}"


def hands(player: Iterable[str], banker: Iterable[str]) -> str:
    """Return both hands as text."""
    return f"P {' '.join(player) or '-'}  B {' '.join(banker) or '-'}"


def _status_parts(driven: TerminalTable) -> list[str]:
    table = driven.table
    parts = [phase_name(table.phase), shoe_words(table), f"{table.shoe.left} cards left"]
    if isinstance(table.phase, Betting) and table.phase.closed:
        parts.append("no more bets called")
    if table.next.carried:
        # A card pulled too early may still turn out to be the third card of this coup.
        dealing = isinstance(table.phase, Dealing)
        parts.append("a card waits" if dealing else "a card is held for the next coup")
    if table.next.no_bet is not None:
        parts.append("no bets on this coup")
    if table.wagers:
        parts.append(f"layout {dollars(table.layout_cents)}")
    parts += _open_matters(table)
    return parts


def _open_matters(table: Table) -> list[str]:
    """Return the blocks, and how many wrong payments and disputes are open."""
    payments = sum(not mispayment.dealt_with for mispayment in table.open.mispayments)
    disputes = sum(not dispute.closed for dispute in table.open.disputes)
    counted = {"wrong payment": payments, "dispute": disputes}
    open_now = [
        f"{count} {what}{'s' * (count > 1)} open" for what, count in counted.items() if count
    ]
    return [*(block.kind.replace("_", " ") for block in table.open.blocks), *open_now]
