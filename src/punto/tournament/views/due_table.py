"""What is due at a table of the tournament: asked of what stops betting, cards and chips."""

from msgspec.structs import replace

from punto.aggregate.actor import PATRON, Actor
from punto.clause import Clauses, Malformed, Reason, Refused
from punto.error_codes import ErrorCode
from punto.rulebook.policies import LiveRule
from punto.rulebook.power import Power
from punto.rulebook.tournament_policies import TurnOpens
from punto.table.authority import known_titles
from punto.table.deal.drawing import Draw
from punto.table.phase import Betting, Idle, Settling
from punto.table.views.due import next_step
from punto.table.views.due_shoe import Step
from punto.table.wagers.betting import NoMoreBets, OpenBetting
from punto.table.wagers.placing import PlaceWager
from punto.tournament.conduct.disputes import SettleDispute
from punto.tournament.conduct.disqualification import Disqualify
from punto.tournament.conduct.lead import AppointLead, Attend
from punto.tournament.context import after
from punto.tournament.coups.under_minimum import MakeUpWager
from punto.tournament.secret.announcement import AnnounceForms
from punto.tournament.secret.examination import ExamineForm
from punto.tournament.secret.placed_forms import PlaceForm
from punto.tournament.session_queries import takes_wagers, turns_of
from punto.tournament.tables import AtTable
from punto.tournament.tournament import forms_of_current_coup, forms_of_next_coup
from punto.tournament.views.asking import Asking, Due, waits
from punto.tournament.wagers.order import names_in_order, order_rules
from punto.tournament.wagers.pass_cards import PlayPassCard
from punto.tournament.wagers.returned_wagers import return_final_wagers
from punto.tournament.wagers.stakes import HANDS, check_enough, is_short, unit_cents
from punto.tournament.wagers.turns import AskWager, SetStartingMarker

# What the table itself says of betting and of the first card: in a tournament more goes before.
_BEFORE = (OpenBetting, NoMoreBets, Draw, type(None))

# What stops the first card while wagers and forms are made.
_WAGERS = frozenset(
    {
        ErrorCode.WAGER_MISSING,
        ErrorCode.NOT_ENOUGH_AT_RISK,
        ErrorCode.NOT_ALL_ASKED,
        ErrorCode.NO_WAGERS,
        ErrorCode.FORM_NOT_EXAMINED,
        ErrorCode.FORM_NOT_ANNOUNCED,
        ErrorCode.BETTING_NOT_CLOSED,
    }
)


def table_due(asking: Asking, number: int) -> tuple[Due, ...]:
    """Return what is due at a table at which coups are played."""
    tournament = asking.tournament
    table = tournament.tables[number]
    clear = after(tournament, return_final_wagers(asking.rules, tournament, number))
    step = next_step(asking.rules, clear.tables[number])
    match table.phase:
        case Settling():
            return _settling(asking, number, step)
        case Idle():
            return _betting_opens(asking, number, step)
        case Betting():
            return _betting(asking, number, step)
        case _:
            return _as_at_any(asking, number, step)


def _as_at_any(asking: Asking, number: int, step: Step | None) -> tuple[Due, ...]:
    """Return what is due at this table as at any other, if it would be taken."""
    if step is None:
        return ()
    wanted = Due(step.reason.text, step.reason.clause, table=number)
    if step.command is None or step.by is None:
        return (wanted,)
    title = step.by if step.by in known_titles(asking.rules.edition) else PATRON
    by = Actor(step.by, title, asking.at)
    done = asking.at_table(number, by, step.command, step.reason, step.faces)
    no = asking.no(by, AtTable(number, step.command))
    return done or ((waits(no, number),) if no is not None else ())


def _settling(asking: Asking, number: int, step: Step | None) -> tuple[Due, ...]:
    """Return what is due once the result is known: forms, wagers made up, chips."""
    forms = [
        form for form in forms_of_current_coup(asking.tournament, number) if not form.announced
    ]
    if forms:
        by, secret = asking.staff(Power.ANNOUNCE_FORMS), asking.law.secret
        clause: Clauses = secret.revealed.clause if secret else ()
        why = Reason("secret wagers are announced", clause)
        found = asking.may(by, AnnounceForms(number), why)
        if found:
            return found
    return _short(asking, number) or _as_at_any(asking, number, step)


def _short(asking: Asking, number: int) -> tuple[Due, ...]:
    """Return which wagers are made up to the minimum."""
    table, found = asking.tournament.tables[number], list[Due]()
    if LiveRule.SMALL_WAGERS not in asking.rules.sets_aside:
        return ()
    clause = asking.law.wagers.short.clause
    for bet in table.wagers:
        if is_short(asking.rules, table, bet):
            why = Reason(f"the wager of {bet.patron} on {bet.wager} is made up", clause)
            made_up = MakeUpWager(bet.patron, bet.wager)
            found += asking.may(asking.staff(Power.DEAL), made_up, why)
    return tuple(found)


def _betting_opens(asking: Asking, number: int, step: Step | None) -> tuple[Due, ...]:
    """Return what is due before betting opens: cards made ready, a dispute settled, a lead."""
    table = asking.tournament.tables[number]
    if step is not None and not isinstance(step.command, _BEFORE):
        return _as_at_any(asking, number, step)
    if not takes_wagers(table):
        return _first_card(asking, number, step)
    dealer, opens = asking.staff(Power.DEAL), OpenBetting()
    why = step.reason if step is not None else Reason("open betting", ())
    no = asking.no(dealer, AtTable(number, opens))
    if no is None and isinstance(table.phase, Idle):
        return asking.at_table(number, dealer, opens, Reason("open betting", why.clause))
    return _stopped(asking, number, no, step) if no is not None else ()


def _betting(asking: Asking, number: int, step: Step | None) -> tuple[Due, ...]:
    """Return what is due while betting is open."""
    if step is not None and not isinstance(step.command, _BEFORE):
        found = _as_at_any(asking, number, step)
        if any(due.does for due in found):
            return found
    return _first_card(asking, number, step)


def _first_card(asking: Asking, number: int, step: Step | None) -> tuple[Due, ...]:
    """Return that the first card is due, or what it waits for."""
    dealer, draw = asking.staff(Power.DEAL), Draw()
    no = asking.no(dealer, AtTable(number, draw))
    if no is not None:
        return _stopped(asking, number, no, step)
    if step is not None and isinstance(step.command, Draw):
        return asking.at_table(number, dealer, draw, step.reason, step.faces)
    return asking.at_table(number, dealer, draw, Reason("the first card", ()))


def _stopped(
    asking: Asking, number: int, no: Malformed | Refused, step: Step | None
) -> tuple[Due, ...]:
    """Return what has to be done before betting or the first card, by what stops it."""
    why = Reason(no.message, no.clause if isinstance(no, Refused) else ())
    if no.code in _WAGERS:
        # Forms are looked at while others wager: what is due of one says nothing of another.
        found = (*_forms(asking, number), *_wagers(asking, number))
        if found:
            return found
    match no.code:
        case ErrorCode.FORM_NOT_ANNOUNCED | ErrorCode.BETTING_NOT_CLOSED:
            found = _announced(asking, number, why)
        case ErrorCode.FORM_NOT_PLACED:
            found = _placed(asking, number, why)
        case ErrorCode.WAGER_SHORT:
            found = _short(asking, number)
        case ErrorCode.DISPUTE_OPEN:
            found = _dispute(asking, number, why)
        case ErrorCode.LEAD_ABSENT:
            found = lead_due(asking)
        case _:
            found = _as_at_any(asking, number, step) if step and step.command else ()
            found = tuple(due for due in found if due.does not in (None, "draw", "open_betting"))
    return found or (waits(no, number),)


def lead_due(asking: Asking) -> tuple[Due, ...]:
    """Return that somebody is named who leads, or comes, where nobody does or is there."""
    floor, seating = asking.tournament.floor, asking.law.seating
    title, ranks = seating.led_by.value, seating.lead_ranks
    if not floor.leaders:
        lead = AppointLead(title, ranks.value[0] if ranks else None)
        why = Reason("somebody is named who leads the tournament", seating.led_by.clause)
        return asking.fills(asking.staff(Power.APPOINT_LEAD), lead, why)
    if floor.present:
        return ()
    clause = seating.lead_present.clause if seating.lead_present else ()
    why = Reason(f"{floor.leaders[0]} is there", clause)
    return asking.may(Actor(floor.leaders[0], title, asking.at), Attend(), why)


def _dispute(asking: Asking, number: int, why: Reason) -> tuple[Due, ...]:
    for dispute in asking.tournament.matters.disputes:
        if dispute.table == number and dispute.decision is None:
            settled = SettleDispute(dispute.number, "as it is decided")
            return asking.fills(asking.staff(Power.SETTLE_TOURNAMENT_DISPUTES), settled, why)
    return ()


def _forms(asking: Asking, number: int) -> tuple[Due, ...]:
    """Return which forms are looked at before the coup."""
    by, secret = asking.staff(Power.EXAMINE_FORMS), asking.law.secret
    clause = secret.examined.clause if secret else ()
    found: tuple[Due, ...] = ()
    for form in forms_of_next_coup(asking.tournament, number):
        if not form.examined:
            why = Reason(f"the form of {form.name} is examined", clause)
            found = (*found, *asking.fills(by, ExamineForm(form.name), why))
    return _here(found, number)


def _here(found: tuple[Due, ...], number: int) -> tuple[Due, ...]:
    """Return what is due with the table at which it is."""
    return tuple(replace(due, table=number) for due in found)


def _announced(asking: Asking, number: int, why: Reason) -> tuple[Due, ...]:
    """Return that no more bets are called, and then that forms are announced."""
    phase = asking.tournament.tables[number].phase
    if isinstance(phase, Betting) and not phase.closed:
        call = asking.rules.edition.wagering.closing_call
        closes = Reason(f'call "{call.value}"' if call else "no more bets", why.clause)
        return asking.at_table(number, asking.staff(Power.DEAL), NoMoreBets(), closes)
    return asking.may(asking.staff(Power.ANNOUNCE_FORMS), AnnounceForms(number), why)


def _placed(asking: Asking, number: int, why: Reason) -> tuple[Due, ...]:
    """Return who puts the chips of an announced form on the layout."""
    found: tuple[Due, ...] = ()
    table = asking.tournament.tables[number]
    for form in forms_of_next_coup(asking.tournament, number):
        patron = table.patron(form.name)
        if form.bet is None and patron is not None:
            cents = min(form.stake_cents or 0, patron.chips_cents)
            placed = PlaceForm(form.name, form.wager or "", cents)
            text = Reason(f"{form.name} places the announced wager", why.clause)
            found = (*found, *asking.may(asking.entrant(form.name), placed, text))
    return _here(found, number)


def _wagers(asking: Asking, number: int) -> tuple[Due, ...]:
    """Return who wagers, or is asked to; whoever can do neither is a matter for the lead."""
    tournament, turns = asking.tournament, turns_of(asking.tournament, number)
    table, found = tournament.tables[number], list[Due]()
    forms = {form.name for form in forms_of_next_coup(tournament, number)}
    excused = {*turns.passed, *turns.void, *forms}
    missing: list[tuple[str, Refused]] = []
    for name in names_in_order(asking.rules, tournament, number):
        if name not in excused:
            try:
                check_enough(asking.rules, table, turns, name)
            except Refused as no:
                missing.append((name, no))
    for name, why in missing:
        found += _wagers_of(asking, number, name, why.clause)
    return tuple(found) or _asked(asking, number) or _out(asking, missing)


def _wagers_of(asking: Asking, number: int, name: str, clause: Clauses) -> tuple[Due, ...]:
    """Return that somebody wagers, with any wager that they could make."""
    table, by = asking.tournament.tables[number], asking.entrant(name)
    patron = table.patron(name)
    why = Reason(f"{name} wagers", clause)
    if patron is None or not isinstance(table.phase, Betting):
        return ()
    least = table.limits.minimum or 0
    for wager in sorted(HANDS):
        unit = unit_cents(asking.rules, table, wager) or 100
        most = patron.chips_cents - patron.chips_cents % unit
        for cents in dict.fromkeys((least, unit, most, 100)):
            if 0 < cents <= patron.chips_cents:
                placed = AtTable(number, PlaceWager(wager, cents))
                found = asking.fills(by, placed, why)
                if found:
                    return found
    passes = Reason(f"{name} lays a pass card", clause)
    found = asking.may(by, PlayPassCard(name), passes)
    return _here(found, number)


def _asked(asking: Asking, number: int) -> tuple[Due, ...]:
    """Return that the next entrant is asked, once it is said who wagers first."""
    order, turns = order_rules(asking.rules, asking.tournament), turns_of(asking.tournament, number)
    if order is None or not (order.turn_opens.value is TurnOpens.WHEN_ASKED or turns.standing):
        return ()
    dealer, asks = asking.staff(Power.DEAL), AskWager(number)
    no = asking.no(dealer, asks)
    if isinstance(no, Refused) and no.code == ErrorCode.MARKER_NOT_SET:
        for name in names_in_order(asking.rules, asking.tournament, number):
            why = Reason("it is said who wagers first", no.clause)
            first = SetStartingMarker(name)
            found = asking.fills(asking.staff(Power.SET_STARTING_MARKER), first, why)
            return _here(found, number)
    return asking.may(dealer, asks, Reason("the next entrant is asked", order.applies.clause))


def _out(asking: Asking, missing: list[tuple[str, Refused]]) -> tuple[Due, ...]:
    """Return that somebody who can make no wager any more is put out for it."""
    for name, no in missing:
        why = Reason(no.message, no.clause)
        for cause, data in asking.law.conduct.causes.items():
            by, out = asking.staff(Power.DISQUALIFY_ENTRANT), Disqualify(name, cause)
            found = asking.fills(by, out, why) if data.unwagered else ()
            if found:
                return found
    return ()
