"""What a scenario expects of the house: promotions, winners, what is owed, who sees what."""

from collections.abc import Callable, Iterator
from typing import Any

from punto.clause import Malformed, Reason, short
from punto.house.calendar import local_text
from punto.house.duty import Duty
from punto.house.views.audience import Audience
from punto.scenario.cited_lines import cited_lines
from punto.scenario.errors import ScenarioError
from punto.scenario.house import ScenarioHouse

Pair = tuple[Any, Any]


def _table(key: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ScenarioError(f"expect: {key} is a table of names, not {value!r}")
    return value


def _promotions(office: ScenarioHouse, value: Any) -> Iterator[Pair]:
    for number, wanted in _table("promotions", value).items():
        yield str(office.promotion(int(number)).stage), wanted


def _entries(office: ScenarioHouse, value: Any) -> Iterator[Pair]:
    yield [entry.person for entry in office.promotion(1).entries], value


def _winners(office: ScenarioHouse, value: Any) -> Iterator[Pair]:
    for prize, wanted in _table("winners", value).items():
        winner = office.promotion(1).winners.get(int(prize))
        yield winner.person if winner is not None else "none", wanted


def _received(office: ScenarioHouse, value: Any) -> Iterator[Pair]:
    for prize, wanted in _table("received", value).items():
        winner = office.promotion(1).winners.get(int(prize))
        yield winner is not None and winner.received, wanted


def _lines(duty: Duty, office: ScenarioHouse) -> str:
    zone = office.zone
    due = f"until {local_text(zone, duty.due)}" if duty.due is not None else "now"
    late = ", overdue" if duty.overdue(office.at) else ""
    clauses = "; ".join(short(clause) for clause in duty.clause)
    return f"{clauses} {duty.owner} {due}{late}: {duty.text}"


def _duties(office: ScenarioHouse, value: Any) -> Iterator[Pair]:
    """Compare what is owed, all of it, each as ``16.12 casino_operator until ...: words``."""
    owed = office.premises.duties
    # A list that names a clause has applied it.
    office.reasons += [Reason(duty.text, duty.clause) for duty in owed]
    yield [_lines(duty, office) for duty in owed], value


def _facts_of(office: ScenarioHouse, value: Any) -> Iterator[Pair]:
    for person, wanted in _table("facts_of", value).items():
        yield sorted(office.premises.people.get(person, {})), wanted


def _seen(office: ScenarioHouse, value: Any) -> Iterator[Pair]:
    """Compare what an audience sees: of the first promotion, or how many promotions at all."""
    wanted = dict(_table("seen", value))
    by = str(wanted.pop("by", Audience.PUBLIC))
    known = [str(one) for one in Audience if one is not Audience.PATRON]
    audience, viewer = (Audience(by), None) if by in known else (Audience.PATRON, by)
    try:
        view = office.premises.view(audience, viewer)
    except Malformed as error:
        raise ScenarioError(error.message) from None
    for key, expected in wanted.items():
        if key == "promotions":
            yield [one.name for one in view.promotions], expected
        elif key == "duties":
            yield len(view.duties), expected
        elif key == "terms":
            [first] = view.promotions
            found = cited_lines(first.said, [expected])
            yield (expected if expected in found else found), expected
        else:
            [first] = view.promotions
            if not hasattr(first, key):
                raise ScenarioError(f"expect: seen has no {key}")
            yield _plain(getattr(first, key)), expected


def _plain(held: Any) -> Any:
    """Return how many there are of things, what stands at each number, or the value itself."""
    if isinstance(held, tuple):
        return len(held)
    return [f"{key}: {value}" for key, value in held.items()] if isinstance(held, dict) else held


HOUSE_CHECKS: dict[str, Callable[[ScenarioHouse, Any], Iterator[Pair]]] = {
    "promotions": _promotions,
    "entries": _entries,
    "winners": _winners,
    "received": _received,
    "duties": _duties,
    "facts_of": _facts_of,
    "seen": _seen,
}
