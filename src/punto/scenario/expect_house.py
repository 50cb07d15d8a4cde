"""What a scenario expects of the house: promotions, winners, duties and views."""

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


def _mapping(key: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ScenarioError(f"expect: {key} is a table of names, not {value!r}")
    return value


def _compare_promotions(office: ScenarioHouse, value: Any) -> Iterator[Pair]:
    for number, wanted in _mapping("promotions", value).items():
        yield str(office.promotion(int(number)).stage), wanted


def _compare_entries(office: ScenarioHouse, value: Any) -> Iterator[Pair]:
    yield [entry.person for entry in office.promotion(1).entries], value


def _compare_winners(office: ScenarioHouse, value: Any) -> Iterator[Pair]:
    for prize, wanted in _mapping("winners", value).items():
        winner = office.promotion(1).winners.get(int(prize))
        yield winner.person if winner is not None else "none", wanted


def _compare_received(office: ScenarioHouse, value: Any) -> Iterator[Pair]:
    for prize, wanted in _mapping("received", value).items():
        winner = office.promotion(1).winners.get(int(prize))
        yield winner is not None and winner.received, wanted


def _duty_line(duty: Duty, office: ScenarioHouse) -> str:
    zone = office.zone
    due = f"until {local_text(zone, duty.due)}" if duty.due is not None else "now"
    late = ", overdue" if duty.overdue(office.at) else ""
    clauses = "; ".join(short(clause) for clause in duty.clause)
    return f"{clauses} {duty.owner} {due}{late}: {duty.text}"


def _compare_duties(office: ScenarioHouse, value: Any) -> Iterator[Pair]:
    """Compare all duties, each written as ``16.12 casino_operator until ...: words``."""
    duties = office.premises.duties
    # The list of duties names these clauses, so they count as applied.
    office.reasons += [Reason(duty.text, duty.clause) for duty in duties]
    yield [_duty_line(duty, office) for duty in duties], value


def _compare_facts_of(office: ScenarioHouse, value: Any) -> Iterator[Pair]:
    for person, wanted in _mapping("facts_of", value).items():
        yield sorted(office.premises.people.get(person, {})), wanted


def _compare_seen(office: ScenarioHouse, value: Any) -> Iterator[Pair]:
    """Compare what an audience sees: the promotions, the duties, or a field of the first one."""
    wanted = dict(_mapping("seen", value))
    by = str(wanted.pop("by", Audience.PUBLIC))
    known = [str(kind) for kind in Audience if kind is not Audience.PATRON]
    audience, viewer = (Audience(by), None) if by in known else (Audience.PATRON, by)
    try:
        view = office.premises.view(audience, viewer)
    except Malformed as error:
        raise ScenarioError(error.message) from None
    for key, expected in wanted.items():
        if key == "promotions":
            yield [promotion.name for promotion in view.promotions], expected
        elif key == "duties":
            yield len(view.duties), expected
        elif key == "terms":
            [first] = view.promotions
            lines = cited_lines(first.said, [expected])
            yield (expected if expected in lines else lines), expected
        else:
            [first] = view.promotions
            if not hasattr(first, key):
                raise ScenarioError(f"expect: seen has no {key}")
            yield _comparable_value(getattr(first, key)), expected


def _comparable_value(value: Any) -> Any:
    """Return the length of a tuple, the lines of a dict, or the value itself."""
    if isinstance(value, tuple):
        return len(value)
    if isinstance(value, dict):
        return [f"{key}: {item}" for key, item in value.items()]
    return value


HOUSE_CHECKS: dict[str, Callable[[ScenarioHouse, Any], Iterator[Pair]]] = {
    "promotions": _compare_promotions,
    "entries": _compare_entries,
    "winners": _compare_winners,
    "received": _compare_received,
    "duties": _compare_duties,
    "facts_of": _compare_facts_of,
    "seen": _compare_seen,
}
