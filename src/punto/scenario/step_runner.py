"""The turns of a step: what it asks of the table, once or again, and the no it should get."""

from collections.abc import Iterator

from punto.scenario import commands
from punto.scenario.case import ScenarioStep
from punto.scenario.errors import ScenarioError
from punto.scenario.expected_errors import DENIALS, cited_wrongly, clauses, expected, fits, told
from punto.scenario.table import ScenarioTable, StepEffects
from punto.wagers.settle import parse_wager


def taken(world: ScenarioTable, applied: set[str], step: ScenarioStep, place: str) -> Iterator[str]:
    """Take the turns of a step and yield the first thing that was not expected."""
    assert step.do is not None
    for turn in range(1, (step.repeat or 1) + 1):
        where = place if step.repeat is None else f"{place}, turn {turn}"
        try:
            for by, command in _asked(world, step):
                world.act(by, command)
                _hear(world.seen)
        except ScenarioError as error:
            raise ScenarioError(f"{where}: {error.message}", error.hint) from None
        except DENIALS as no:
            applied.update(clauses(no))
            if not fits(step, no):
                yield f"{where}: expected {expected(step) or step.do}, got {told(no)}"
                return
            yield from (f"{where}: {text}" for text in cited_wrongly(step.why_exactly, clauses(no)))
        else:
            if expected(step):
                yield f"{where}: expected {expected(step)}, got {step.do}"
                return
            asked = world.reasons[world.asked_from :]
            cited = (clause for reason in asked for clause in reason.clause)
            yield from (f"{where}: {text}" for text in cited_wrongly(step.why_exactly, cited))


def _asked(world: ScenarioTable, step: ScenarioStep) -> Iterator[tuple[str | None, commands.Asked]]:
    """Yield who asks what in one turn: for a coup with wagers, the wagers first."""
    assert step.do is not None
    arguments = dict(step.arguments)
    if step.do == "deal":
        for line in _lines(arguments.pop("wagers", [])):
            placed = parse_wager(line)
            words = {"wager": placed.wager, "stake_cents": placed.stake_cents}
            yield placed.patron, commands.command("place_wager", words)
    yield step.by, commands.command(step.do, world.read(arguments))


def _lines(wagers: object) -> list[str]:
    if not isinstance(wagers, list) or not all(isinstance(line, str) for line in wagers):
        raise ScenarioError(f"deal: wagers are a list such as ['ann banker 100'], not {wagers!r}")
    return wagers


def _hear(seen: StepEffects) -> None:
    """Keep what was announced, from the first step after an expectation on."""
    before = () if seen.looked else seen.heard
    seen.heard, seen.looked = (*before, *seen.announced), False
