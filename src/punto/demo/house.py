"""The house of the demo, which is responsible for the tables of one rulebook."""

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
def _ignore_existing() -> Iterator[None]:
    """Ignore the error for something that exists already."""
    try:
        yield
    except Malformed as error:
        if error.code != ErrorCode.ALREADY_SO:
            raise


def _duty_count(rulebook: str) -> int:
    """Return how many duties a rulebook gives a house; for most it is almost none."""
    edition = load(rulebook)
    return (Power.OFFER_PROMOTIONS in edition.powers) + len(reports_by_name(house_rules(edition)))


async def open_house(desk: CommandService, people: People, plans: Sequence[DemoTable]) -> None:
    """Set up the house and register its tables, or continue the house of the store."""
    rulebook = max((plan.rulebook for plan in plans), key=_duty_count)
    edition = load(rulebook)
    titles = sorted(known_titles(edition))
    zone = edition.instrument.zone or "UTC"
    with _ignore_existing():
        await desk.open_house(HOUSE_STREAM, rulebook, NAME, zone, Actor("the demo", titles[0]))
    rules = (await desk.live(HOUSE_STREAM)).aggregate.rules
    title = next(name for name in titles if is_responsible(rules, name))
    responsible = Actor(people.staff("", rulebook, title).name, title)
    for plan in plans:
        if plan.rulebook == rulebook:
            registration = RegisterTable(f"{TABLE}/{plan.name}", rulebook)
            with _ignore_existing():
                await desk.act(HOUSE_STREAM, responsible, codec.encode(registration))
