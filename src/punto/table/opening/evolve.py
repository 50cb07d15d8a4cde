"""A table set up, opened, closed and looked after, to the next state."""

from msgspec.structs import replace

from punto.rulebook.elections import limits_of
from punto.shoe import Shoe
from punto.table.notice import Shown
from punto.table.opening import events as happened
from punto.table.phase import Closed, Idle
from punto.table.table import Approved, Duty, Ledger, NextCoup, Packs, Papers, SetUp, Table


def set_up(event: happened.TableSetUp) -> Table:
    """Return the table that a log begins with."""
    given = event.in_play
    ledger = Ledger(float_cents=event.float_cents, issued_cents=event.float_cents)
    table = Table(
        SetUp(event.rulebook, event.digest, event.elections, event.seats),
        Shoe(size=event.cards, decks=event.decks),
        limits=limits_of(event.elections),
        packs=Packs(back=event.elections.backs[0]) if event.elections.backs else Packs(),
        ledger=ledger,
    )
    if given is None:
        return table
    shoe = Shoe(
        size=given.cards,
        decks=event.decks,
        stage=given.stage,
        drawn=given.drawn,
        burned=given.burned,
        cutting_card=given.cutting_card,
        seen=given.seen,
    )
    return replace(
        table,
        shoe=shoe,
        phase=Closed() if given.closed else Idle(),
        duty=Duty(on_duty=given.on_duty),
        papers=Papers(bank=given.bank),
        next=NextCoup(method=given.method),
    )


def evolve(table: Table, event: happened.OpeningEvent) -> Table:
    """Return the table after something about its opening, closing or duties."""
    match event:
        case happened.TableSetUp():
            raise AssertionError("a table is set up once")
        case happened.RulebookAdopted():
            return replace(table, setup=replace(table.setup, digest=event.digest))
        case happened.ApprovalRecorded():
            approval = Approved(event.item, event.authority, event.reference, event.given)
            held = (*table.papers.approvals, approval)
            return replace(table, papers=replace(table.papers, approvals=held))
        case happened.ItemAttested():
            done = tuple(dict.fromkeys((*table.papers.attested, (event.item, event.title))))
            return replace(table, papers=replace(table.papers, attested=done))
        case happened.TableOpened():
            return _opened(table, event)
        case happened.TableClosed():
            return _closed(table)
        case happened.CashSwitched():
            papers = replace(table.papers, cashless=event.cashless, drop_box=event.drop_box)
            return replace(table, papers=papers)
        case happened.SignedOn():
            duty = replace(table.duty, on_duty=(*table.duty.on_duty, event.name))
            return replace(table, duty=duty)
        case happened.SignedOff():
            left = tuple(name for name in table.duty.on_duty if name != event.name)
            return replace(table, duty=replace(table.duty, on_duty=left))
        case happened.PersonTold():
            told = (*table.shown.told, f"{event.whom}: {event.matter}")
            return _shown(table, replace(table.shown, told=tuple(dict.fromkeys(told))))
        case happened.SignDisplayed():
            displayed = tuple(dict.fromkeys((*table.shown.displayed, event.matter)))
            return _shown(table, replace(table.shown, displayed=displayed))
        case happened.RulesShown():
            return table


def _shown(table: Table, shown: Shown) -> Table:
    return replace(table, shown=shown)


def _opened(table: Table, event: happened.TableOpened) -> Table:
    papers = replace(table.papers, attested=())
    if event.bank is not None:
        papers = replace(papers, bank=event.bank, agreement=event.agreement)
    packs = replace(table.packs, counted=None)
    count = replace(table.count, coups_at_opening=table.number)
    return replace(table, phase=Idle(), papers=papers, packs=packs, count=count)


def _closed(table: Table) -> Table:
    """Close the table; what is done with is left to the log."""
    matters = table.open
    return replace(
        table,
        phase=Closed(),
        papers=replace(table.papers, attested=()),
        packs=replace(table.packs, counted=None),
        shown=replace(table.shown, notices=()),
        # What was told to somebody about small wagers is told for one gaming day.
        admission=replace(table.admission, advised=()),
        patrons=tuple(
            replace(patron, advised=False) if patron.advised else patron for patron in table.patrons
        ),
        open=replace(
            matters,
            mispayments=tuple(wrong for wrong in matters.mispayments if not wrong.dealt_with),
            disputes=tuple(dispute for dispute in matters.disputes if not dispute.closed),
        ),
    )
