"""Run scenarios: report the differences and the clauses that the engine applied."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from msgspec import Struct

from punto.cards import format_hands, parse_cards
from punto.clause import Malformed, Refused, named_in, short
from punto.coup import declare, play
from punto.notation.time_parser import parse_day
from punto.notation.totals import parse_totals
from punto.rulebook import load
from punto.rulebook.editions import in_force
from punto.rulebook.elect import Elections, elect, elected
from punto.rulebook.schema import Edition
from punto.scenario import open_house, setup_parser
from punto.scenario.case import Case
from punto.scenario.errors import ScenarioError, no_such
from punto.scenario.expect import differences, line_differences
from punto.scenario.expected_errors import (
    DENIALS,
    Denial,
    cited_wrongly,
    clauses,
    expected,
    fits,
    told,
)
from punto.scenario.open_tournament import begin, opened
from punto.scenario.seats import float_of, seated
from punto.scenario.step_runner import taken
from punto.scenario.table import ScenarioTable
from punto.scenario.zones import check_zone
from punto.table.deal.dealing_methods import methods
from punto.wagers.settle import accept, parse_wager


class CaseResult(Struct):
    """The result of one case, and the clauses that the engine applied or cited.

    ``denial`` is the refusal, or the error for malformed input, that ended the case.
    """

    case: Case
    problems: list[str]
    applied: set[str]
    denial: Denial | None = None

    @property
    def passed(self) -> bool:
        return not self.problems


def run(case: Case, edition: Edition) -> CaseResult:
    """Return the result of a case under an edition."""
    report = CaseResult(case, [], set())
    try:
        report.problems += _run_scenario(case, edition, report)
    except ScenarioError as error:
        raise ScenarioError(f"{case.file}: {case.name}: {error.message}", error.hint) from None
    except DENIALS as denial:
        report.applied.update(clauses(denial))
        report.denial = denial
        if fits(case.scenario, denial):
            report.problems += cited_wrongly(case.scenario.why_exactly, clauses(denial))
            return report
        if isinstance(denial, Malformed) and case.scenario.malformed is None:
            # No step was refused: the file itself is malformed.
            raise ScenarioError(
                f"{case.file}: {case.name}: {denial.message}", denial.hint
            ) from None
        wanted = expected(case.scenario) or "no refusal"
        report.problems.append(f"expected {wanted}, got {told(denial)}")
    return report


def run_all(cases: Iterable[Case], editions: dict[str, Edition]) -> list[CaseResult]:
    """Return the results of cases. Citations are checked over all rows of a scenario."""
    reports = [run(case, editions[case.rulebook]) for case in cases]
    by_scenario = groupby(reports, key=lambda result: (result.case.file, result.case.scenario.name))
    for _, group in by_scenario:
        rows = list(group)
        applied: set[str] = set().union(*(result.applied for result in rows))
        cited = dict.fromkeys(clause for row in rows for clause in row.case.cites)
        idle = [clause for clause in cited if not named_in(clause, applied)]
        if idle and all(result.passed for result in rows):
            named = ", ".join(map(short, idle))
            rows[0].problems.append(f"cites {named}, but nothing here applied it")
        if strange := sorted(applied - load.led_to(rows[0].case.rulebook)):
            named = ", ".join(map(short, strange))
            rows[0].problems.append(f"the engine cites {named}, which no datum leads to")
    return reports


def _run_scenario(case: Case, edition: Edition, report: CaseResult) -> Iterator[str]:
    scenario = case.scenario
    if scenario.dates:
        yield from _compare_dates(case, edition, report)
        return
    check_zone(scenario.zone)
    chosen = setup_parser.elections(scenario.elect)
    if scenario.tournament is not None:
        yield from _run_tournament(case, edition, chosen, report)
        return
    if scenario.house is not None:
        yield from _run_house(case, edition, chosen, report)
        return
    rules = elect(edition, chosen)
    report.applied.update(elected(edition, chosen))
    needs_shoe = bool(scenario.steps or scenario.seats) or scenario.shoe is not None
    # A rulebook without rules for cards still has tables, for example with a sign.
    bare = edition.shoe is None and scenario.shoe is None and expected(scenario) is None
    shoe = None
    if needs_shoe:
        shoe = (
            setup_parser.bare()
            if bare
            else setup_parser.laid_out(rules, scenario.shoe, scenario.stage)
        )
    if scenario.dealt is not None and scenario.dealt not in methods(rules):
        message = f"dealt: there is no way of dealing {scenario.dealt!r}"
        raise no_such(message, scenario.dealt, methods(rules), "ways of dealing")
    world = ScenarioTable(
        rules,
        shoe,
        scenario.people,
        chosen,
        opened=scenario.opened,
        method=scenario.dealt,
        float_cents=float_of(scenario.in_float),
        zone=scenario.zone,
    )
    seated(world, scenario.seats)
    try:
        yield from _play_table(case, world, report)
    finally:
        report.applied.update(clause for reason in world.reasons for clause in reason.clause)
    yield from cited_wrongly(
        scenario.why_exactly, (name for reason in world.reasons for name in reason.clause)
    )
    if expected(scenario):
        yield f"expected {expected(scenario)}, got none"


def _run_tournament(
    case: Case, edition: Edition, chosen: Elections, report: CaseResult
) -> Iterator[str]:
    """Play a scenario that opens a tournament."""
    arena = opened(case.scenario, edition, chosen)
    try:
        begin(arena, case.scenario)
        yield from _steps(case, arena, report)
    finally:
        report.applied.update(clause for reason in arena.reasons for clause in reason.clause)
    if expected(case.scenario):
        yield f"expected {expected(case.scenario)}, got none"


def _run_house(
    case: Case, edition: Edition, chosen: Elections, report: CaseResult
) -> Iterator[str]:
    """Play a scenario of the house."""
    office = open_house.opened(case.scenario, edition, chosen)
    try:
        open_house.begin(office, case.scenario)
        yield from _steps(case, office, report)
    finally:
        report.applied.update(clause for reason in office.reasons for clause in reason.clause)
    if expected(case.scenario):
        yield f"expected {expected(case.scenario)}, got none"


def _play_table(case: Case, world: ScenarioTable, report: CaseResult) -> Iterator[str]:
    scenario = case.scenario
    for line in scenario.wagers:
        placed = parse_wager(line)
        accept(world.rules, placed)
        world.wagers.append(placed)
        world.patrons.add(placed.patron)
    if scenario.cards is not None:
        coup = play(world.rules, parse_cards(scenario.cards))
        world.reasons += coup.reasons
        world.settle(coup)
    elif scenario.totals is not None:
        coup = declare(world.rules, *parse_totals(scenario.totals))
        world.reasons += coup.reasons
        world.settle(coup)
    for line in scenario.expect:
        yield from line_differences(world, line)
    for line in scenario.deals:
        yield from _compare_deal(world, line)
    yield from _steps(case, world, report)


def _steps(case: Case, world: ScenarioTable, report: CaseResult) -> Iterator[str]:
    for number, step in enumerate(case.steps, start=1):
        place = f"step {number}"
        try:
            if step.clock is not None:
                world.at = world.moment(step.clock)
            different = list(differences(world, step.expect)) if step.expect is not None else []
        except Malformed as error:
            raise ScenarioError(f"{place}: {error.message}", error.hint) from None
        if step.expect is None:
            yield from taken(world, report.applied, step, place)
        else:
            # Announcements accumulate from the next step on.
            world.seen.looked = True
            yield from (f"{place}: {text}" for text in different)


def _compare_deal(world: ScenarioTable, line: str) -> Iterator[str]:
    cards, arrow, outcome = line.partition("=>")
    if not arrow:
        raise ScenarioError(f"{line!r} is no deal", "write: 2H 6S 3D KD KC => banker 6-5")
    try:
        coup = play(world.rules, parse_cards(cards))
    except Refused as refusal:
        world.say("refused", refusal.clause)
        yield f"{line}: {refusal}"
        return
    world.reasons += coup.reasons
    if coup.line != outcome.strip():
        yield f"{line}: got {coup.line}, {format_hands(coup.player, coup.banker)}"


def _compare_dates(case: Case, edition: Edition, report: CaseResult) -> Iterator[str]:
    notified = {name: parse_day(text) for name, text in case.scenario.notified.items()}
    for line in case.scenario.dates:
        day, arrow, wanted = (part.strip() for part in line.partition("=>"))
        if not arrow:
            raise ScenarioError(f"{line!r} is no question", "write: 2015-02-11 => not_in_force")
        answer, _, reason = wanted.partition(" ")
        jurisdiction = edition.instrument.jurisdiction
        got = in_force([edition], jurisdiction, parse_day(day), notified).editions[0]
        report.applied.update(got.clause)
        if got.answer != answer or reason not in got.why:
            yield f"{line}: got {got.answer}, {got.why}"
