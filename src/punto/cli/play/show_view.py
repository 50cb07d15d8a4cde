"""Prints the view of a table."""

from punto.clause import Malformed, Reason
from punto.cli import coup_table
from punto.cli.output import cited, console, heading, rows, table
from punto.cli.play.status import hands, shoe_words
from punto.cli.play.terminal_table import TerminalTable
from punto.error_codes import ErrorCode
from punto.money import dollars
from punto.table.audience import WATCH, Audience
from punto.table.phase import Settling
from punto.table.projections import entries
from punto.table.views.view import View, view


def see(driven: TerminalTable, who: str) -> None:
    """Print the view of an audience, a title, or a patron at the table."""
    audience = _audience(driven, who)
    patron = who if audience is Audience.PATRON else None
    seen = view(driven.rules, driven.table, audience, patron)
    screen = console()
    screen.print(heading(f"{who} sees"))
    screen.print(
        f"{seen.phase}, {shoe_words(driven.table)}, {seen.cards_left} cards left", markup=False
    )
    if seen.player or seen.banker:
        screen.print(hands(seen.player, seen.banker), markup=False, style="bold")
    if isinstance(driven.table.phase, Settling):
        screen.print(seen.result or "", markup=False)
    _print_reasons("sign", seen.sign)
    for notice in seen.notices:
        screen.print(f"notice: {notice}", markup=False)
    if seen.held_card:
        waits = "a card waits" if seen.phase == "dealing" else "held for the next coup"
        screen.print(f"{waits}: {seen.held_card}", markup=False)
    if seen.float_cents is not None:
        screen.print(f"float: {dollars(seen.float_cents)}", markup=False)
    if seen.places:
        rows(
            table("seat", "name", "chips", "markers", "wagers"),
            (_patron_row(seen, place.name) for place in seen.places),
        )
    if seen.results:
        screen.print(coup_table.plate(seen.results))
    _open_matters(driven, seen, audience)
    _print_reasons("at hand", seen.at_hand)


def _open_matters(driven: TerminalTable, seen: View, audience: Audience) -> None:
    screen = console()
    lines = entries(driven.game.log) if audience in WATCH else []
    if lines:
        rows(
            table("register", "about", "text", "clause"),
            ((line.kind, line.person or "", line.text, cited(line.clause)) for line in lines),
        )
    for dispute in seen.disputes:
        text = "; ".join((dispute.facts, *(ruling.text for ruling in dispute.rulings)))
        screen.print(
            f"dispute {dispute.number} of {dispute.person}, {dispute.state}: {text}", markup=False
        )
    for block in seen.blocks:
        screen.print(f"waits: {block.text}  [{cited(block.clause)}]", markup=False)


def _audience(driven: TerminalTable, who: str) -> Audience:
    """Return the audience of a name, or raise an error."""
    if who in list(Audience) and who != Audience.PATRON:
        return Audience(who)
    if who in ("inspector", "commission"):
        return Audience.SURVEILLANCE
    if who in driven.titles:
        return Audience.PUBLIC if who == "onlooker" else Audience.SUPERVISOR
    if driven.table.patron(who) is None:
        known = [audience for audience in Audience if audience is not Audience.PATRON]
        people = [patron.name for patron in driven.table.patrons]
        raise Malformed(
            f"{who[:40]} is not at the table",
            f"or one of: {', '.join([*people, *known])}",
            code=ErrorCode.UNKNOWN_PATRON,
        )
    return Audience.PATRON


def _print_reasons(name: str, reasons: tuple[Reason, ...]) -> None:
    if reasons:
        rows(table(name, "clause"), ((reason.text, cited(reason.clause)) for reason in reasons))


def _patron_row(seen: View, name: str) -> tuple[str, ...]:
    [place] = [place for place in seen.places if place.name == name]
    wagers = [
        f"{wager.wager} {dollars(wager.stake_cents)}"
        for wager in seen.wagers
        if wager.patron == name
    ]
    chips = "" if place.chips_cents is None else dollars(place.chips_cents)
    seat = f"{place.seat} standing" if place.standing else str(place.seat)
    markers = ", ".join(marker.text for marker in place.markers)
    return seat, name, chips, markers, ", ".join(wagers)
