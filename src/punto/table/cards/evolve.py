"""Cards on their way, to the next state."""

from collections.abc import Iterable
from typing import assert_never

from msgspec.structs import replace

from punto.cards import Card
from punto.shoe import Shoe, Stage
from punto.table.cards import events as happened
from punto.table.phase import Betting, Idle, Role, Settling
from punto.table.register import without_blocks
from punto.table.table import BurnedCard, CutOffer, Packs, Past, Table


def shown_to_all(shoe: Shoe, cards: Iterable[Card]) -> dict[Card, int]:
    """Return which faces everybody has seen, once these lie face up too."""
    seen = dict(shoe.seen)
    for card in cards:
        seen[card] = seen.get(card, 0) + 1
    return seen


def evolve(table: Table, event: happened.CardsEvent) -> Table:
    """Return the table after something was done to the cards."""
    shoe = table.shoe
    match event:
        case happened.CardsLookedOver():
            return replace(table, shoe=replace(shoe, checked=True))
        case happened.CardsVerified():
            counted = table.number if event.settles else table.packs.counted
            return replace(table, packs=replace(table.packs, counted=counted))
        case happened.CardsShuffled() | happened.CardsShuffledByHand():
            return replace(table, shoe=replace(shoe, stage=Stage.SHUFFLED))
        case happened.CardsRiffled():
            return table
        case happened.CutOffered() | happened.CutDeclined() | happened.CutterNominated():
            return _cut_offer(table, event)
        case happened.CardsCut():
            offer = CutOffer(last_cutter_seat=event.seat)
            packs = replace(table.packs, cut=offer)
            return replace(table, shoe=replace(shoe, stage=Stage.CUT), packs=packs)
        case happened.CuttingCardPlaced():
            in_front = None if event.behind is None else shoe.size - event.behind
            marked = replace(shoe, stage=Stage.MARKED, cutting_card=in_front)
            return replace(table, shoe=marked)
        case happened.CardsLoaded():
            return replace(table, shoe=replace(shoe, stage=event.stage))
        case happened.CardsBurned():
            return _burned(table, event)
        case happened.BurnedCardShown():
            return _burned_shown(table, event)
        case happened.CuttingCardShown():
            return _cutting_card(table, event)
        case happened.ShoeTakenOut():
            next_shoe = Shoe(
                shoe.size, shoe.decks, number=event.number, checked=shoe.checked, fresh=False
            )
            return _begun(table, next_shoe)
        case happened.LastCoupDeclared():
            return replace(table, shoe=replace(shoe, coups_left=1, last_called=True))
        case happened.CardsReplaced():
            other = Shoe(event.cards, shoe.decks, number=event.number)
            return _begun(replace(table, packs=_packs_after(table.packs, event)), other)
        case happened.CardsSwapped():
            new = ((card, title) for card in event.cards for title in event.looked_at_by)
            swapped = (*table.packs.swapped, *new)
            return replace(table, packs=replace(table.packs, swapped=swapped))
        case happened.CardsSignedOff():
            return _signed_off(table, event)
        case happened.CardsHandled():
            return replace(table, packs=replace(table.packs, handled=True))
        case _:
            assert_never(event)


def _signed_off(table: Table, event: happened.CardsSignedOff) -> Table:
    """Keep who has looked at new cards: at the whole set, or at single ones that were swapped."""
    packs = table.packs
    if not event.cards:
        signed = tuple(dict.fromkeys((*packs.signed_off, event.title)))
        return replace(table, packs=replace(packs, signed_off=signed))
    left = list(packs.swapped)
    for card in event.cards:
        left.remove((card, event.title))
    return replace(table, packs=replace(packs, swapped=tuple(left)))


def _packs_after(packs: Packs, event: happened.CardsReplaced) -> Packs:
    """Return the packs that lie on the table, with what is known of those that went."""
    # Earlier logs number no sets.
    number = packs.number if event.set_number is None else event.set_number
    return replace(
        packs,
        back=event.back,
        signed_off=(),
        swapped=(),
        number=number,
        sets=max(packs.sets, number),
        supply=packs.supply if event.supply is None else event.supply,
        retired=(*packs.retired, packs.number) if event.retired else packs.retired,
    )


def _cut_offer(
    table: Table, event: happened.CutOffered | happened.CutDeclined | happened.CutterNominated
) -> Table:
    cut = table.packs.cut
    match event:
        case happened.CutOffered():
            cut = replace(cut, waiting=event.to, nominee=None)
        case happened.CutDeclined():
            waiting = event.then
            if waiting is None:
                waiting = tuple(name for name in cut.waiting if name != event.name)
            cut = replace(cut, waiting=waiting, declined=(*cut.declined, event.name), nominee=None)
        case happened.CutterNominated():
            cut = replace(cut, nominee=event.name)
    return replace(table, packs=replace(table.packs, cut=cut))


def _burned(table: Table, event: happened.CardsBurned) -> Table:
    shoe = table.shoe
    seen = shown_to_all(shoe, (event.shown,)) if event.shown else shoe.seen
    count = event.count
    after = replace(shoe, stage=Stage.READY, drawn=count, burned=count, seen=seen)
    burned = BurnedCard(event.on_request, event.shown, event.clause)
    return replace(table, shoe=after, packs=replace(table.packs, burned=burned))


def _burned_shown(table: Table, event: happened.BurnedCardShown) -> Table:
    assert table.packs.burned is not None
    burned = replace(table.packs.burned, shown=event.card)
    shoe = replace(table.shoe, seen=shown_to_all(table.shoe, (event.card,)))
    return replace(table, shoe=shoe, packs=replace(table.packs, burned=burned))


def _cutting_card(table: Table, event: happened.CuttingCardShown) -> Table:
    """Know where the end-of-shoe card lay; seen by staff, it decides how many coups are to come."""
    out = replace(table.shoe, cutting_card=event.in_front, cutting_card_out=True)
    if not event.announced:
        return replace(table, shoe=out)
    out = replace(
        out,
        cutting_card_seen=True,
        coups_left=event.coups_left,
        extra_given=event.extra_given,
        last_called=event.last_called,
    )
    phase, last = table.phase, table.past.last
    # A coup that is taken back is taken back to what was known, or should have been.
    if isinstance(phase, Settling):
        before = replace(phase.before, left=event.coups_left_before, extra_given=False)
        phase = replace(phase, before=before)
    elif last is not None and last.number == table.number:
        before = replace(last.before, left=event.coups_left_before, extra_given=False)
        last = replace(last, before=before)
    return replace(table, shoe=out, phase=phase, past=replace(table.past, last=last))


def _begun(table: Table, shoe: Shoe) -> Table:
    """Return the table with a stack on it from which nothing has been dealt."""
    cut = CutOffer(last_cutter_seat=table.packs.cut.last_cutter_seat)
    return replace(
        table,
        shoe=shoe,
        past=Past(),
        packs=replace(table.packs, handled=False, cut=cut, burned=None),
        phase=Idle() if isinstance(table.phase, Betting) else table.phase,
        role=Role(),
        open=replace(table.open, blocks=without_blocks(table, "shoe")),
        next=replace(table.next, carried=(), no_bet=None),
    )
