"""What the engine decides in every scenario, as lines that a person can read and compare.

A command is one line, and each of its events is a line below it: the tag, the values, and the
clauses of each reason. What the envelope of an event says (when, and by whom) is not said again. A
refused command is a line with the error code and its clauses. Texts are listed apart, once each.

``make decisions`` writes ``golden/decisions`` and ``golden/texts`` anew. Read what changed there
before you commit it.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from difflib import unified_diff
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from punto import codec
from punto.aggregate.actor import Actor
from punto.clause import Malformed, NotEntitled, Reason, Refused, short
from punto.coup import CoupResult
from punto.driver.house import Premises
from punto.driver.table import TableDriver
from punto.driver.tournament import TournamentDriver
from punto.rulebook.load import ids, load
from punto.scenario import run as runner
from punto.scenario.case import Case
from punto.scenario.clause_scenarios import shipped_cases
from punto.scenario.table import ScenarioTable
from punto.table.views.due import next_step
from punto.tournament.views.due import due_now as due_in_tournament

FOLDER = Path(__file__).parent.parent / "golden" / "decisions"
TEXTS = FOLDER.parent / "texts"
# So many lines of a difference are shown: the rest can be read with git.
SHOWN = 60


class Decisions:
    """What was decided while it listened: before the steps of a scenario, and in them."""

    def __init__(self, *, due: bool = False) -> None:
        self.due = due
        self.before: list[str] = []
        self.lines: list[str] = []
        self.reasons: list[Reason] = []
        self.in_steps = False

    def add(self, line: str) -> None:
        (self.lines if self.in_steps else self.before).append(line)

    def command(self, by: Actor, command: Any) -> None:
        """Note that somebody asks for something."""
        who = by.name if by.name == by.title else f"{by.name} ({by.title})"
        self.add(f"{who}: {said(codec_tree(command), by)}")

    def events(self, by: Actor, events: Iterable[Any]) -> None:
        """Note what a command brought about."""
        for event in events:
            self.reasons += event.reasons
            if hasattr(event, "event"):
                self.reasons += event.event.reasons
            self.add(f"    {happened(event, by)}")

    def denied(self, no: Refused | Malformed) -> None:
        """Note that a command was refused."""
        self.add(f"    {denial(no)}")
        if isinstance(no, Refused):
            self.reasons.append(Reason(no.message, no.clause))
        else:
            self.reasons.append(Reason(f"{no.code}: {no.message}", ()))

    def coup(self, coup: CoupResult) -> None:
        """Note a coup that was played or declared without a table."""
        self.reasons += coup.reasons
        self.add(f"coup {coup.line} {cited(coup.reasons)}")


def denial(no: Refused | Malformed) -> str:
    """Return a no as one line: its kind, its code, its clauses."""
    if isinstance(no, NotEntitled):
        return f"not entitled § {clauses(no.clause)}"
    if isinstance(no, Refused):
        return f"refused {no.code} § {clauses(no.clause)}"
    return f"malformed {no.code}"


def codec_tree(value: Any) -> dict[str, Any]:
    """Return an event or a command as plain values."""
    tree: dict[str, Any] = json.loads(codec.encode(value))
    return tree


def happened(event: Any, by: Actor) -> str:
    """Return an event as one line."""
    if hasattr(event, "event"):
        return f"table {event.table}: {happened(event.event, by)}"
    tree = codec_tree(event)
    tree = {key: value for key, value in tree.items() if key != "reasons"}
    return f"{said(tree, by)} {cited(event.reasons)}".rstrip()


def said(tree: dict[str, Any], by: Actor) -> str:
    """Return a tag and the values beside it, without what an envelope says of the command."""
    if tree["type"] == "at_table":
        return f"table {tree['table']}: {said(tree['command'], by)}"
    envelope = {"at": by.at, "by": by.name, "title": by.title, "digest": tree.get("digest")}
    rest = {
        key: value
        for key, value in tree.items()
        if key != "type" and value is not None and (key, value) not in envelope.items()
    }
    if "elections" in rest:
        rest["elections"] = {key: value for key, value in rest["elections"].items() if value}
    return " ".join([tree["type"], *(f"{key}={written(value)}" for key, value in rest.items())])


def written(value: Any) -> str:
    """Return a value on one line."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def cited(reasons: Iterable[Reason]) -> str:
    """Return the clauses of each reason, apart."""
    return " ".join(f"§ {clauses(reason.clause)}".rstrip() for reason in reasons)


def clauses(cited: Iterable[str]) -> str:
    return "; ".join(map(short, cited))


@contextmanager
def listening(to: Decisions) -> Iterator[None]:
    """Hear every command that scenarios carry out, and how it ends."""
    wrapped = [
        (TableDriver, "carry_out", _hearing(to, TableDriver.carry_out)),
        (TournamentDriver, "carry_out", _hearing(to, TournamentDriver.carry_out)),
        (Premises, "act", _hearing(to, Premises.act)),
        (ScenarioTable, "settle", _settling(to, ScenarioTable.settle)),
        (runner, "play", _playing(to, vars(runner)["play"])),
        (runner, "declare", _playing(to, vars(runner)["declare"])),
        (ScenarioTable, "_seated", _seating(to, ScenarioTable._seated)),
        (runner, "_steps", _stepping(to, runner._steps)),
    ]
    plain = [(owner, name, getattr(owner, name)) for owner, name, _ in wrapped]
    for owner, name, function in wrapped:
        setattr(owner, name, function)
    try:
        yield
    finally:
        for owner, name, function in plain:
            setattr(owner, name, function)


def _hearing(to: Decisions, carry_out: Any) -> Any:
    def heard(self: Any, by: Actor, asked: Any, *given: Any, **named: Any) -> Any:
        to.command(by, getattr(asked, "command", asked) if hasattr(asked, "order") else asked)
        try:
            events = carry_out(self, by, asked, *given, **named)
        except (Refused, Malformed) as no:
            to.denied(no)
            raise
        to.events(by, events)
        if to.due:
            to.reasons += due(self)
        return events

    return heard


def due(at: Any) -> Iterator[Reason]:
    """Yield what is due at a table or in a tournament, with the clauses that want it."""
    if isinstance(at, TournamentDriver):
        for one in due_in_tournament(at.elected, at.tournament):
            yield Reason(f"due: {one.text}", one.clause)
    elif isinstance(at, TableDriver) and at.rules.edition.shoe is not None:
        step = next_step(at.rules, at.table)
        if step is not None:
            yield Reason(f"due: {step.reason.text}", step.reason.clause)


def _settling(to: Decisions, settle: Any) -> Any:
    def heard(self: ScenarioTable, coup: CoupResult) -> None:
        before = len(self.reasons)
        settle(self, coup)
        to.reasons += self.reasons[before:]
        for bet in self.seen.settled:
            moved = bet.paid_cents, bet.collected_cents, bet.returned_cents
            who = f"{bet.placed.patron} {bet.placed.wager}"
            to.add(f"    {who} {bet.outcome} {bet.odds} {moved} § {clauses(bet.reason.clause)}")

    return heard


def _playing(to: Decisions, play: Any) -> Any:
    def heard(*given: Any) -> CoupResult:
        coup: CoupResult = play(*given)
        to.coup(coup)
        return coup

    return heard


def _seating(to: Decisions, seated: Any) -> Any:
    def heard(*given: Any) -> None:
        # Whoever wagers without having joined sits down first: the scenario did not ask for it.
        to.in_steps, before = False, to.in_steps
        try:
            seated(*given)
        finally:
            to.in_steps = before

    return heard


def _stepping(to: Decisions, steps: Any) -> Any:
    def heard(*given: Any) -> Any:
        to.in_steps = True
        return steps(*given)

    return heard


def decided(case: Case, *, due: bool = False) -> Decisions:
    """Return everything that is decided in one case, and what is ``due`` after each command."""
    found = Decisions(due=due)
    with listening(found):
        report = runner.run(case, load(case.rulebook))
    assert report.passed, f"{case.name}: {report.problems}"
    found.in_steps = True
    if report.denial is not None:
        found.denied(report.denial)
    return found


def page(cases: Sequence[Case]) -> Iterator[str]:
    """Yield the lines of a golden file: what all cases of a scenario file decide."""
    all_decided = [(case, decided(case)) for case in cases]
    before = dict.fromkeys(line for _, found in all_decided for line in found.before)
    if before:
        yield "# Before the first step, each line once"
        yield from before
    for case, found in all_decided:
        yield ""
        yield f"## {case.name}"
        yield from found.lines


def texts(rulebook: str) -> list[str]:
    """Return every text that the scenarios of a rulebook bring about, once, with its clauses.

    What is due on the way is told by no event and no refusal, and cites its clauses as well.
    """
    reasons = {
        reason
        for case in shipped_cases()
        if case.rulebook == rulebook
        for reason in decided(case, due=True).reasons
    }
    return sorted(f"{reason.text} {cited([reason])}".strip() for reason in reasons)


def files() -> dict[Path, list[Case]]:
    """Return the cases of each golden file."""
    by_file = groupby(shipped_cases(), key=lambda case: (case.rulebook, case.file.stem))
    return {FOLDER / rulebook / f"{stem}.txt": list(cases) for (rulebook, stem), cases in by_file}


def difference(path: Path, lines: list[str]) -> str:
    """Return how lines differ from a golden file, as a reviewer reads it."""
    held = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    found = list(unified_diff(held, lines, "as it was", "as it is", lineterm="", n=2))
    return "\n".join([*found[:SHOWN], f"({len(found)} lines; make decisions writes it anew)"])


def check(path: Path, lines: list[str]) -> None:
    """Fail, with what is different, unless lines are those of a golden file."""
    if path.exists() and path.read_text(encoding="utf-8").splitlines() == lines:
        return
    pytest.fail(f"{path.relative_to(FOLDER.parent)}\n{difference(path, lines)}", pytrace=False)


def write() -> None:
    """Write every golden file anew."""
    for path, cases in files().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(f"{line}\n" for line in page(cases)), encoding="utf-8")
    TEXTS.mkdir(exist_ok=True)
    for rulebook in ids():
        lines = "".join(f"{line}\n" for line in texts(rulebook))
        (TEXTS / f"{rulebook}.txt").write_text(lines, encoding="utf-8")


if __name__ == "__main__":
    write()
