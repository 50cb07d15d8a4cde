"""The house of the demo: it answers for the tables of one rulebook, and owes for them."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from punto import codec
from punto.aggregate.actor import Actor
from punto.clause import Malformed
from punto.demo.people import People
from punto.demo.table_plans import DemoTable
from punto.error_codes import ErrorCode
from punto.house.compliance.records import RegisterTable
from punto.house.guards import is_responsible
from punto.house.promotion_rules import house_rules
from punto.house.required_reports import reports_by_name
from punto.rulebook.load import load
from punto.rulebook.power import Power
from punto.server.command_service import CommandService
from punto.server.stream_names import HOUSE_STREAM
from punto.store.stream_kinds import TABLE
from punto.table.authority import known_titles

NAME = "The demo's house"


@contextmanager
def _once() -> Iterator[None]:
    """Let something be that is there already, from the last time."""
    try:
        yield
    except Malformed as no:
        if no.code != ErrorCode.ALREADY_SO:
            raise


def _asks(rulebook: str) -> int:
    """Return how much a rulebook asks of a house: most would have nothing to show."""
    edition = load(rulebook)
    return (Power.OFFER_PROMOTIONS in edition.powers) + len(reports_by_name(house_rules(edition)))


async def open_house(desk: CommandService, people: People, plans: Sequence[DemoTable]) -> None:
    """Set the house up and enter its tables, or take up the one that is in the store already."""
    rulebook = max((plan.rulebook for plan in plans), key=_asks)
    edition = load(rulebook)
    titles = sorted(known_titles(edition))
    zone = edition.instrument.zone or "UTC"
    with _once():
        await desk.open_house(HOUSE_STREAM, rulebook, NAME, zone, Actor("the demo", titles[0]))
    rules = (await desk.live(HOUSE_STREAM)).aggregate.rules
    title = next(one for one in titles if is_responsible(rules, one))
    leads = Actor(people.staff("", rulebook, title).name, title)
    for plan in plans:
        if plan.rulebook == rulebook:
            entered = RegisterTable(f"{TABLE}/{plan.name}", rulebook)
            with _once():
                await desk.act(HOUSE_STREAM, leads, codec.encode(entered))
