"""Run a step once or several times, and compare its error with the expected one."""

from collections.abc import Iterator

from punto.scenario import commands
from punto.scenario.case import ScenarioStep
from punto.scenario.errors import ScenarioError
from punto.scenario.expected_errors import DENIALS, cited_wrongly, clauses, expected, fits, told
from punto.scenario.table import ScenarioTable, StepEffects
from punto.wagers.settle import parse_wager


def taken(world: ScenarioTable, applied: set[str], step: ScenarioStep, place: str) -> Iterator[str]:
    """Run the turns of a step and yield what differs from the expected result."""
    assert step.do is not None
    for turn in range(1, (step.repeat or 1) + 1):
        where = place if step.repeat is None else f"{place}, turn {turn}"
        try:
            for by, command in _commands(world, step):
                world.act(by, command)
                _collect_announcements(world.seen)
        except ScenarioError as error:
            raise ScenarioError(f"{where}: {error.message}", error.hint) from None
        except DENIALS as denial:
            applied.update(clauses(denial))
            if not fits(step, denial):
                yield f"{where}: expected {expected(step) or step.do}, got {told(denial)}"
                return
            yield from (
                f"{where}: {text}" for text in cited_wrongly(step.why_exactly, clauses(denial))
            )
        else:
            if expected(step):
                yield f"{where}: expected {expected(step)}, got {step.do}"
                return
            reasons = world.reasons[world.asked_from :]
            cited = (clause for reason in reasons for clause in reason.clause)
            yield from (f"{where}: {text}" for text in cited_wrongly(step.why_exactly, cited))


def _commands(
    world: ScenarioTable, step: ScenarioStep
) -> Iterator[tuple[str | None, commands.Asked]]:
    """Yield the commands of one turn, each with its actor; the wagers of a coup come first."""
    assert step.do is not None
    arguments = dict(step.arguments)
    if step.do == "deal":
        for line in _wager_lines(arguments.pop("wagers", [])):
            placed = parse_wager(line)
            words = {"wager": placed.wager, "stake_cents": placed.stake_cents}
            yield placed.patron, commands.command("place_wager", words)
    yield step.by, commands.command(step.do, world.read(arguments))


def _wager_lines(wagers: object) -> list[str]:
    if not isinstance(wagers, list) or not all(isinstance(line, str) for line in wagers):
        raise ScenarioError(f"deal: wagers are a list such as ['ann banker 100'], not {wagers!r}")
    return wagers


def _collect_announcements(seen: StepEffects) -> None:
    """Collect the announcements of all steps since the last expectation."""
    before = () if seen.looked else seen.heard
    seen.heard, seen.looked = (*before, *seen.announced), False
