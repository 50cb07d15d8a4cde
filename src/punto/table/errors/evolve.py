"""What went wrong and was put right, to the next state."""

from typing import assert_never

from msgspec.structs import replace

from punto.aggregate.envelope import Envelope
from punto.rulebook.terms import Side
from punto.table.cards.evolve import shown_to_all
from punto.table.deal.evolve_settling import joined
from punto.table.errors import events as happened
from punto.table.errors import evolve_payments as payments
from punto.table.errors import evolve_undoing as undoing
from punto.table.ledger import moved, nets
from punto.table.matters import Fault
from punto.table.phase import Betting, Dealing, Dealt, Idle, Settling
from punto.table.table import CarriedCard, CutOffer, NoBet, Table


def evolve(table: Table, event: happened.ErrorsEvent, envelope: Envelope) -> Table:
    """Return the table after an error, or what was done about one."""
    match event:
        case happened.WagersRemovable():
            allowed = replace(table.next.allowed, removable=True)
            return replace(table, next=replace(table.next, allowed=allowed))
        case happened.CardHeld() | happened.CardRetired():
            return _excess(table, event)
        case happened.HeldCardSwept():
            return _swept(table, event)
        case happened.HeldCardExposed():
            return _exposed(table, event)
        case happened.CoupsLeftChanged():
            return undoing.coups_left_changed(table, event)
        case happened.CardCorrected():
            return _corrected(table, event)
        case happened.CoupVoided():
            return undoing.voided(table, event)
        case happened.CoupReopened():
            return undoing.reopened(table, event)
        case happened.WinningsTakenBack():
            return undoing.winnings_taken_back(table, event)
        case happened.StakesLaidAgain():
            return _laid_again(table, event)
        case happened.PairsReversed():
            return _pairs_reversed(table, event)
        case happened.CoupUnbet():
            return _unbet(table, event)
        case happened.WagersResettled():
            assert isinstance(table.phase, Settling)
            settled = joined(table.wagers, event.results)
            return replace(table, phase=replace(table.phase, settled=settled))
        case happened.CoupReversed() | happened.LateErrorReported() | happened.LateErrorDismissed():
            return undoing.found_late(table, event)
        case (
            happened.Mispaid()
            | happened.MispaymentEnquired()
            | happened.MispaymentCured()
            | happened.WagersReversed()
        ):
            return payments.evolve(table, event, envelope)
        case happened.CardsMovedOver() | happened.CardMisplaced():
            return table
        case (
            happened.DeviceFailed()
            | happened.StakesChosen()
            | happened.RestShuffled()
            | happened.RestCut()
        ):
            return _device(table, event)
        case _:
            assert_never(event)


def _excess(table: Table, event: happened.CardHeld | happened.CardRetired) -> Table:
    """Take a card in excess out of the shoe, or off the table where it lay."""
    shoe = table.shoe
    if not event.off_table:
        seen = shown_to_all(shoe, (event.card,)) if event.seen and event.card else shoe.seen
        shoe = replace(shoe, drawn=shoe.drawn + 1, seen=seen)
    if isinstance(event, happened.CardRetired):
        if event.card and not event.seen and not event.off_table:
            shoe = undoing.hidden_away(shoe, (Dealt(event.card, up=False),))
        return replace(table, shoe=shoe)
    no_bet = table.next.no_bet
    if isinstance(table.phase, Idle | Betting) and event.no_bet:
        no_bet = NoBet(directed=no_bet is not None and no_bet.directed, wagers_refused=True)
    carried = CarriedCard(event.card, event.seen, event.no_bet, event.to)
    ahead = replace(table.next, carried=(*table.next.carried, carried), no_bet=no_bet)
    return replace(table, shoe=shoe, next=ahead)


def _swept(table: Table, event: happened.HeldCardSwept) -> Table:
    """Let held cards go, all of them unless some are named by their places."""
    gone = event.places or tuple(range(len(table.next.carried)))
    left = tuple(card for place, card in enumerate(table.next.carried) if place not in gone)
    away = [card for place, card in enumerate(table.next.carried) if place in gone]
    unseen = [Dealt(card.card, up=False) for card in away if not card.seen]
    shoe = undoing.hidden_away(table.shoe, unseen)
    no_bet = table.next.no_bet
    if not any(card.no_bet for card in left) and not (no_bet is not None and no_bet.directed):
        no_bet = no_bet if isinstance(table.phase, Dealing | Settling) else None
    return replace(table, next=replace(table.next, carried=left, no_bet=no_bet), shoe=shoe)


def _exposed(table: Table, event: happened.HeldCardExposed) -> Table:
    laid = table.next.carried[event.place].to
    shown = CarriedCard(event.card, seen=True, no_bet=True, to=laid)
    carried = tuple(
        shown if place == event.place else card for place, card in enumerate(table.next.carried)
    )
    no_bet = table.next.no_bet
    if isinstance(table.phase, Idle | Betting):
        no_bet = NoBet(directed=no_bet is not None and no_bet.directed, wagers_refused=True)
    shoe = replace(table.shoe, seen=shown_to_all(table.shoe, (event.card,)))
    return replace(table, next=replace(table.next, carried=carried, no_bet=no_bet), shoe=shoe)


def _corrected(table: Table, event: happened.CardCorrected) -> Table:
    phase = table.phase
    assert isinstance(phase, Dealing)
    hand = tuple(
        Dealt(event.card, dealt.up) if place == event.place else dealt
        for place, dealt in enumerate(phase.hand(event.side))
    )
    if event.side is Side.PLAYER:
        phase = replace(phase, player=hand)
    else:
        phase = replace(phase, banker=hand)
    seen = shown_to_all(table.shoe, (event.card,))
    seen[event.was] -= 1
    seen = {card: count for card, count in seen.items() if count}
    return replace(table, phase=phase, shoe=replace(table.shoe, seen=seen))


def _laid_again(table: Table, event: happened.StakesLaidAgain) -> Table:
    chips: dict[str, int] = {}
    tokens: dict[str, int] = {}
    for wager in event.wagers:
        chips[wager.patron] = chips.get(wager.patron, 0) - wager.chips_cents
        tokens[wager.patron] = tokens.get(wager.patron, 0) - wager.token_cents
    table = moved(table, chips, tokens)
    return replace(table, wagers=(*table.wagers, *event.wagers))


def _pairs_reversed(table: Table, event: happened.PairsReversed) -> Table:
    phase = table.phase
    assert isinstance(phase, Dealing | Settling)
    theirs = [bet for bet in phase.early or () if bet.number in event.numbers]
    early = tuple(bet for bet in phase.early or () if bet.number not in event.numbers)
    if isinstance(phase, Dealing):
        return replace(table, phase=replace(phase, early=early))
    taken = nets(theirs)
    left = {name: cents - taken.get(name, 0) for name, cents in phase.moved.items()}
    return replace(table, phase=replace(phase, early=early, moved=left))


def _unbet(table: Table, event: happened.CoupUnbet) -> Table:
    phase = table.phase
    assert isinstance(phase, Dealing | Settling)
    role = undoing.role_then(table, phase.role) if isinstance(phase, Settling) else table.role
    after = replace(phase, method=event.method)
    ahead = replace(table.next, no_bet=NoBet(wagers_refused=True))
    return replace(table, phase=after, next=ahead, role=role)


def _device(
    table: Table,
    event: happened.DeviceFailed | happened.StakesChosen | happened.RestShuffled | happened.RestCut,
) -> Table:
    """Go on with a coup whose device failed; whoever waited for the cut is asked anew."""
    offer = CutOffer(last_cutter_seat=table.packs.cut.last_cutter_seat)
    return replace(
        table,
        open=replace(table.open, fault=_fault(table, event)),
        packs=replace(table.packs, cut=offer),
    )


def _fault(
    table: Table,
    event: happened.DeviceFailed | happened.StakesChosen | happened.RestShuffled | happened.RestCut,
) -> Fault | None:
    fault = table.open.fault
    match event:
        case happened.DeviceFailed():
            return Fault(undecided=event.undecided)
        case happened.StakesChosen():
            assert fault is not None
            left = tuple(name for name in fault.undecided if name != event.name)
            return replace(fault, undecided=left)
        case happened.RestShuffled():
            assert fault is not None
            return replace(fault, shuffled=True)
        case happened.RestCut():
            return None
