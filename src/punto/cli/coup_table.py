"""How a coup looks in the terminal: cards, totals, reasons, payments and the bead plate."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from punto.cards import Card, Suit
from punto.clause import Reason
from punto.cli.output import cited, table, unicode
from punto.coup import CoupResult
from punto.money import dollars, payable
from punto.roads import ROWS, Bead, bead_plate
from punto.rulebook.elect import TableRules
from punto.rulebook.vocabulary import Result
from punto.table.layout_wager import SettledWager
from punto.wagers.settle import Settled

_PIPS = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}
_STYLE = {Result.BANKER: "bold red", Result.PLAYER: "bold blue", Result.TIE: "bold green"}
_LETTER = {Result.BANKER: "B", Result.PLAYER: "P", Result.TIE: "T"}


def hands(coup: CoupResult) -> RenderableType:
    """Return both hands as cards with their totals."""
    made = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    for name, cards, total in (
        ("Player", coup.player, coup.player_total),
        ("Banker", coup.banker, coup.banker_total),
    ):
        made.add_row(Text(f"\n{name}"), _cards(cards), Text(f"\n{total}", style="bold"))
    return made


def _cards(cards: Sequence[Card]) -> Text:
    if not unicode():
        return Text("\n" + "  ".join(str(card) for card in cards))
    lines = [Text(), Text(), Text()]
    for card in cards:
        rank = "10" if card.rank == "T" else card.rank
        lines[0].append("╭────╮ ")
        lines[1].append("│")
        lines[1].append(f"{rank:>2}{_PIPS[card.suit]} ", style="red" if card.suit.red else "bold")
        lines[1].append("│ ")
        lines[2].append("╰────╯ ")
    return Text("\n").join(lines)


def announcement(coup: CoupResult) -> Text:
    """Return the result as it is called."""
    words = "TIE" if coup.result is Result.TIE else f"{coup.result.upper()} WINS"
    return Text(f"{words} {coup.line.partition(' ')[2]}", style=_STYLE[coup.result])


def why(reasons: Sequence[Reason]) -> RenderableType:
    """Return the reasons of a coup with their clauses."""
    made = table("why", "clause")
    for reason in reasons:
        if not reason.clause:
            continue  # The bare comparison of totals; the announcement says it next.
        made.add_row(Text(reason.text), Text(cited(reason.clause), style="dim"))
    return made


def payments(rules: TableRules, settled: Sequence[Settled | SettledWager]) -> RenderableType:
    """Return what every wager came to and why."""
    made = table("patron", "wager", "stake", "net", "how", "clause")
    for bet in settled:
        net = dollars(bet.net_cents)
        made.add_row(
            Text(bet.placed.patron),
            Text(bet.placed.wager),
            Text(dollars(bet.placed.stake_cents)),
            Text(f"+{net}" if bet.net_cents > 0 else net, style="bold"),
            Text(_settlement_text(rules, bet)),
            Text(cited(bet.reason.clause), style="dim"),
        )
    return made


def _settlement_text(rules: TableRules, bet: Settled | SettledWager) -> str:
    words = bet.reason.text.partition(": ")[2]
    payable_here = payable(bet.paid_cents, rules.chips_cents)
    return words if payable_here else f"{words} (the chips here cannot make it)"


def plate(beads: Sequence[Bead]) -> RenderableType:
    """Return the bead plate: B banker, P player, T tie; a star marks a natural."""
    lines = [Text() for _ in range(min(ROWS, len(beads)))]
    for column in bead_plate(beads):
        for row, line in enumerate(lines):
            if row < len(column):
                bead = column[row]
                mark = "*" if bead.naturals else " "
                line.append(f"{_LETTER[bead.result]}{mark} ", style=_STYLE[bead.result])
            else:
                line.append("   ")
    return Group(*lines)
