"""Check the people of a scenario file: staff with titles, introduced people, and patrons.

A patron is a person who joins, wagers or has a seat somewhere in the file. Any other name is an
error: a misspelt title must not become a patron, whom the rulebook then rightly refuses.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from punto.aggregate.actor import PATRON
from punto.house.views.audience import Audience as HouseAudience
from punto.rulebook import load
from punto.scenario.case import Case, ScenarioStep
from punto.scenario.errors import ScenarioError, near, no_such
from punto.scenario.table import OTHERS
from punto.table.audience import Audience
from punto.table.authority import known_titles

# Commands that only a patron gives, and that may be the patron's first one.
_ARRIVING = frozenset({"join", "place_wager", "ask_burned", "check_cards", "apply"})
# From this similarity in tenths on, a name counts as a misspelt title.
_SIMILARITY = 8


@lru_cache
def titles(rulebook: str) -> frozenset[str]:
    """Return the titles under which a person may act at a table of a rulebook."""
    return known_titles(load.load(rulebook)) | OTHERS


def check(cases: Sequence[Case]) -> None:
    """Raise an error if an unknown person acts or watches in a file."""
    patrons = {name for case in cases for name in _patron_names(case)}
    for case in cases:
        _check_titles(case)
        for name in case.scenario.seats:
            _check_patron_name(case, name, case.place)
        for number, step in enumerate(case.steps, start=1):
            place = f"{case.place}: step {number}"
            for name in _arriving_names(case, step):
                _check_patron_name(case, name, place)
            _check_actor(case, step, patrons, place)
            _check_audience(case, step, patrons, place)


def _patron_names(case: Case) -> Iterator[str]:
    """Yield the patrons of a scenario: all who have a seat, sit down or wager."""
    yield from case.scenario.seats
    yield from case.scenario.entrants
    yield from _wager_patrons(case.scenario.wagers)
    for step in case.steps:
        yield from _arriving_names(case, step)


def _arriving_names(case: Case, step: ScenarioStep) -> Iterator[str]:
    """Yield the patrons whom a step may bring to the table."""
    name = step.arguments.get("patron", step.arguments.get("name", step.by))
    if step.do in _ARRIVING and isinstance(name, str) and name not in titles(case.rulebook):
        yield name
    wagers = step.arguments.get("wagers")
    if step.do == "deal" and isinstance(wagers, list):
        yield from _wager_patrons(wagers)


def _wager_patrons(lines: Sequence[object]) -> Iterator[str]:
    """Yield the patrons of wagers such as ``ann banker 100``."""
    for line in lines:
        if isinstance(line, str) and line.split():
            yield line.split()[0]


def _check_titles(case: Case) -> None:
    """Raise an error if a person is introduced with an unknown title."""
    known = titles(case.rulebook) | {PATRON}
    for name, title in case.scenario.people.items():
        if title not in known:
            message = f"{case.place}: people: {name} is no {title!r}"
            raise no_such(message, title, sorted(known), "titles")


def _check_patron_name(case: Case, name: str, place: str) -> None:
    """Raise an error if a patron's name is a title of another rulebook, or a misspelt title."""
    own = titles(case.rulebook)
    if name in own or name in case.scenario.people:
        return
    all_titles = {title for rulebook in load.ids() for title in titles(rulebook)}
    if name in all_titles or near(name, own, cutoff=_SIMILARITY):
        raise _unknown_person(case, name, set(), place)


def _check_actor(case: Case, step: ScenarioStep, patrons: set[str], place: str) -> None:
    """Raise an error if the actor of a step has no title, is not introduced and is no patron."""
    if step.by is None or step.by in titles(case.rulebook) or step.by in case.scenario.people:
        return
    if step.by not in patrons:
        raise _unknown_person(case, step.by, patrons, place)


def _unknown_person(case: Case, name: str, patrons: set[str], place: str) -> ScenarioError:
    """Return the error for an unknown name, with similar names."""
    own = sorted(titles(case.rulebook))
    others = sorted({*patrons, *case.scenario.people})
    close = near(name, (*own, *others), most=3)
    meant = f"; did you mean {' or '.join(close)}?" if close else ""
    stranger = name if re.fullmatch("[A-Za-z0-9_-]+", name) else f'"{name}"'
    return ScenarioError(
        f"{place}: {name!r} is no title here and no patron of this file{meant}",
        f'people = {{ {stranger} = "patron" }} introduces a stranger; '
        f"titles: {', '.join(own)}; patrons: {', '.join(others) or 'none'}",
    )


def _check_audience(case: Case, step: ScenarioStep, patrons: set[str], place: str) -> None:
    """Raise an error if a step looks at a table as neither an audience nor a patron."""
    seen = (step.expect or {}).get("seen")
    by = str(seen.get("by", Audience.PUBLIC)) if isinstance(seen, dict) else Audience.PUBLIC
    people = {*patrons, *case.scenario.people}
    lead = ("director",) if case.scenario.tournament is not None else ()
    kinds = HouseAudience if case.scenario.house is not None else Audience
    audiences = [str(kind) for kind in kinds if kind != Audience.PATRON]
    if by not in (*audiences, *lead) and by not in people:
        known = [*audiences, *lead, *sorted(people)]
        raise no_such(f"{place}: seen: nobody looks on as {by!r}", by, known, "audiences")
