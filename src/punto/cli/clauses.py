"""``punto rules show``: a rulebook, a section of it or one clause, with data and scenarios."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from punto.clause import Malformed, stem
from punto.cli.clause_trace import decided_in
from punto.cli.output import console, emit, paragraph
from punto.rulebook import load
from punto.rulebook.datum_list import Datum, data
from punto.rulebook.load import ClauseRow
from punto.scenario.clause_scenarios import names_of, proofs

# What may follow the number of a section in the address of a clause within it.
_WITHIN = tuple(".#([:-")


def show_rulebook(rulebook: str, area: str | None, *, json: bool) -> None:
    """Show every clause of a rulebook, or of one area of it."""
    register = load.register(rulebook)
    chosen = [row for row in register.values() if area in (None, row.area)]
    if not chosen:
        areas = ", ".join(sorted({row.area for row in register.values()}))
        raise Malformed(f"{rulebook} has no area {area!r}", f"areas: {areas}")
    if json:
        emit(_documents(rulebook, chosen))
        return
    _print_head(rulebook)
    _print_clauses(rulebook, chosen)


def show_part(rulebook: str, clause: str, *, json: bool) -> None:
    """Show one clause in full with the clauses within it, or a whole section."""
    name = clause.removeprefix(f"{rulebook}/")
    register = load.register(rulebook)
    row = register.get(name)
    limbs = [other for other in register.values() if stem(other.clause) == name != other.clause]
    within = [
        other
        for other in register.values()
        if other.clause.startswith(name) and other.clause[len(name) :].startswith(_WITHIN)
    ]
    if row is not None:
        _show_clause(rulebook, row, within, json=json)
        return
    if limbs:
        _show_limbs(rulebook, limbs, [other for other in within if other not in limbs], json=json)
        return
    if not name or not within:
        near = [other for other in register if name and other.startswith(name)][:8]
        hint = f"did you mean: {', '.join(near)}" if near else f"punto rules show {rulebook}"
        raise Malformed(f"{rulebook} has no clause {clause!r}", hint)
    if json:
        emit(_documents(rulebook, within))
        return
    _print_head(rulebook)
    _print_clauses(rulebook, within)


def _print_head(rulebook: str) -> None:
    instrument = load.load(rulebook).instrument
    paragraph(f"{rulebook}: {instrument.title}")
    paragraph(instrument.citation)


def _print_clauses(rulebook: str, chosen: Sequence[ClauseRow]) -> None:
    """Print each clause: its rule, its kind, and its data."""
    by_clause = _data_by_clause(rulebook)
    for row in chosen:
        console().print()
        paragraph(f"{row.clause}  {row.area}, {row.kind}")
        paragraph(row.rule, 4)
        for datum in by_clause.get(row.clause, []):
            paragraph(f"{datum.key} = {datum.value}", 4, hang=2)


def _show_clause(rulebook: str, row: ClauseRow, within: Sequence[ClauseRow], *, json: bool) -> None:
    """Show one clause or limb, and the clauses within it."""
    proof = _proof(rulebook, row)
    if json:
        emit({**_proof_document(rulebook, row, proof), "within": _documents(rulebook, within)})
        return
    _print_clause(rulebook, row, proof)
    _print_clauses(rulebook, within)


def _show_limbs(
    rulebook: str, limbs: Sequence[ClauseRow], within: Sequence[ClauseRow], *, json: bool
) -> None:
    """Show a clause limb by limb, each with its own data, functions and scenarios."""
    if json:
        shown = [_proof_document(rulebook, row, _proof(rulebook, row)) for row in limbs]
        emit([*shown, *_documents(rulebook, within)])
        return
    for number, row in enumerate(limbs):
        if number:
            console().print()
        _print_clause(rulebook, row, _proof(rulebook, row))
    _print_clauses(rulebook, within)


class _Proof(Struct, frozen=True):
    """The data of a clause, the functions that decide by it, and its scenarios."""

    data: list[Datum]
    functions: list[str]
    scenarios: list[str]


def _proof(rulebook: str, row: ClauseRow) -> _Proof:
    whole = f"{rulebook}/{row.clause}"
    cases = proofs(rulebook).get(whole, [])
    held = _data_by_clause(rulebook).get(row.clause, [])
    return _Proof(held, decided_in(whole, cases), list(names_of(cases)))


def _proof_document(rulebook: str, row: ClauseRow, proof: _Proof) -> dict[str, Any]:
    shown = _document(rulebook, row, proof.data)
    return {**shown, "decided_in": proof.functions, "scenarios": proof.scenarios}


def _print_clause(rulebook: str, row: ClauseRow, proof: _Proof) -> None:
    paragraph(f"{rulebook}/{row.clause}")
    paragraph(row.rule, 4)
    console().print()
    paragraph(f"area {row.area}, kind {row.kind}, actor {row.actor}", 4)
    if row.parameters:
        paragraph(f"parameters: {row.parameters}", 4, hang=2)
    paragraph(f"software: {row.system}", 4, hang=2)
    if proof.data:
        console().print()
    for datum in proof.data:
        unused = "" if datum.used else "   (held, not yet used)"
        paragraph(f"{datum.key} = {datum.value}{unused}", 4, hang=2)
        if datum.reading:
            paragraph(f"reading: {datum.reading}", 6, hang=2)
    if proof.functions:
        console().print()
    for function in proof.functions:
        paragraph(f"decided in {function}", 4, hang=2)
    if proof.scenarios:
        console().print()
    for name in proof.scenarios:
        paragraph(f"scenario: {name}", 4, hang=2)


def _data_by_clause(rulebook: str) -> dict[str, list[Datum]]:
    found: dict[str, list[Datum]] = {}
    for datum in data(load.load(rulebook)):
        for name in datum.clause:
            found.setdefault(name.removeprefix(f"{rulebook}/"), []).append(datum)
    return found


def _documents(rulebook: str, chosen: Sequence[ClauseRow]) -> list[dict[str, Any]]:
    by_clause = _data_by_clause(rulebook)
    return [_document(rulebook, row, by_clause.get(row.clause, [])) for row in chosen]


def _document(rulebook: str, row: ClauseRow, held: list[Datum]) -> dict[str, Any]:
    fields = ("clause", "area", "kind", "actor", "rule", "parameters", "system")
    return {"rulebook": rulebook, **{name: getattr(row, name) for name in fields}, "data": held}
