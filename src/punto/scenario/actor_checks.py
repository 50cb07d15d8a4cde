"""Who acts in a scenario file: staff by their titles, people it introduces, and patrons.

A patron is somebody who joins, wagers or has a seat somewhere in the file. Anybody else who acts
is a slip of the pen: a misspelt title must not turn into a patron who is rightly refused.
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

# What nobody but a patron does, who may come up to the table with this very step.
_ARRIVING = frozenset({"join", "place_wager", "ask_burned", "check_cards", "apply"})
# So alike in tenths that a name is a title misspelt and nobody's name.
_ALIKE = 8


@lru_cache
def titles(rulebook: str) -> frozenset[str]:
    """Return the titles under which somebody may act at a table of a rulebook."""
    return known_titles(load.load(rulebook)) | OTHERS


def check(cases: Sequence[Case]) -> None:
    """Refuse a file in which somebody acts or looks on whom nothing introduces."""
    patrons = {name for case in cases for name in _patrons(case)}
    for case in cases:
        _introduced(case)
        for name in case.scenario.seats:
            _no_title(case, name, case.place)
        for number, step in enumerate(case.steps, start=1):
            place = f"{case.place}: step {number}"
            for name in _arriving(case, step):
                _no_title(case, name, place)
            _known(case, step, patrons, place)
            _audience(case, step, patrons, place)


def _patrons(case: Case) -> Iterator[str]:
    """Yield the patrons of a scenario: everybody who has a seat, sits down or wagers."""
    yield from case.scenario.seats
    yield from case.scenario.entrants
    yield from _bettors(case.scenario.wagers)
    for step in case.steps:
        yield from _arriving(case, step)


def _arriving(case: Case, step: ScenarioStep) -> Iterator[str]:
    """Yield who comes to the table with a step, if they are not there already."""
    named = step.arguments.get("patron", step.arguments.get("name", step.by))
    if step.do in _ARRIVING and isinstance(named, str) and named not in titles(case.rulebook):
        yield named
    wagers = step.arguments.get("wagers")
    if step.do == "deal" and isinstance(wagers, list):
        yield from _bettors(wagers)


def _bettors(lines: Sequence[object]) -> Iterator[str]:
    """Yield the patrons of wagers such as ``ann banker 100``."""
    for line in lines:
        if isinstance(line, str) and line.split():
            yield line.split()[0]


def _introduced(case: Case) -> None:
    """Refuse people who are introduced under a title that nobody has."""
    known = titles(case.rulebook) | {PATRON}
    for name, title in case.scenario.people.items():
        if title not in known:
            said = f"{case.place}: people: {name} is no {title!r}"
            raise no_such(said, title, sorted(known), "titles")


def _no_title(case: Case, name: str, place: str) -> None:
    """Refuse a patron whose name is a title of another rulebook, or a title misspelt."""
    own = titles(case.rulebook)
    if name in own or name in case.scenario.people:
        return
    every = {title for rulebook in load.ids() for title in titles(rulebook)}
    if name in every or near(name, own, cutoff=_ALIKE):
        raise _nobody(case, name, set(), place)


def _known(case: Case, step: ScenarioStep, patrons: set[str], place: str) -> None:
    """Refuse a step by somebody who has no title, is not introduced and never comes to play."""
    if step.by is None or step.by in titles(case.rulebook) or step.by in case.scenario.people:
        return
    if step.by not in patrons:
        raise _nobody(case, step.by, patrons, place)


def _nobody(case: Case, name: str, patrons: set[str], place: str) -> ScenarioError:
    """Return the error of a name that nobody has."""
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


def _audience(case: Case, step: ScenarioStep, patrons: set[str], place: str) -> None:
    """Refuse to look at a table as somebody who is no audience and no patron."""
    seen = (step.expect or {}).get("seen")
    by = str(seen.get("by", Audience.PUBLIC)) if isinstance(seen, dict) else Audience.PUBLIC
    named = {*patrons, *case.scenario.people}
    lead = ("director",) if case.scenario.tournament is not None else ()
    looking = HouseAudience if case.scenario.house is not None else Audience
    audiences = [str(kind) for kind in looking if kind != Audience.PATRON]
    if by not in (*audiences, *lead) and by not in named:
        known = [*audiences, *lead, *sorted(named)]
        raise no_such(f"{place}: seen: nobody looks on as {by!r}", by, known, "audiences")
