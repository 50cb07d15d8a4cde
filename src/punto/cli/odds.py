"""``punto odds``: what every wager is worth, exactly."""

from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import cyclopts

from punto.cards import parse_cards
from punto.clause import Malformed, short
from punto.cli.house import Settlement, as_usage
from punto.cli.odds_shoe import show_shoe
from punto.cli.odds_stakes import show_stakes
from punto.cli.output import console, emit, rows, table, talk
from punto.cli.rules import Json
from punto.odds import charts, par
from punto.odds.composition import DECKS_MAX, fresh, without
from punto.odds.exact import Analyser, Analysis, OutcomeOdds, WagerOdds
from punto.odds.whatif import changed, parse_change, read_changes
from punto.rulebook import load
from punto.rulebook.elect import Elections, elect, not_held
from punto.rulebook.policies import MarkerPlacing
from punto.rulebook.schema import Edition

Changes = list[str] | None


def odds(
    rulebook: str,
    *,
    decks: Annotated[int | None, cyclopts.Parameter(help="Number of decks.")] = None,
    settlement: Settlement = None,
    wager: Annotated[str | None, cyclopts.Parameter(help="Only this wager.")] = None,
    without_: Annotated[
        str | None, cyclopts.Parameter(name="--without", help="Cards that have gone: KH KD 9S.")
    ] = None,
    stake: Annotated[str | None, cyclopts.Parameter(help="Stake in dollars, with --chip.")] = None,
    chip: Annotated[str | None, cyclopts.Parameter(help="Smallest chip in dollars.")] = None,
    shoe: Annotated[
        str | None,
        cyclopts.Parameter(
            help='Edges before every coup of a shoe in order: "9S 3D ...", or "seed 7".'
        ),
    ] = None,
    set_odds: Annotated[
        Changes,
        cyclopts.Parameter(
            name="--odds", negative="", help="What if: tie=9:1 or 'tiger/three-card tiger=25:1'."
        ),
    ] = None,
    cell: Annotated[
        Changes, cyclopts.Parameter(negative="", help="What if: Banker total/third card, 5/4=S.")
    ] = None,
    changes: Annotated[
        Path | None, cyclopts.Parameter(help="What if: a TOML file with odds and tableau.")
    ] = None,
    what_if: Annotated[
        bool, cyclopts.Parameter(negative="", help="Allow decks that are not permitted.")
    ] = False,
    covariance: Annotated[
        bool, cyclopts.Parameter(negative="", help="How wagers go together.")
    ] = False,
    par_sheet: Annotated[
        Path | None, cyclopts.Parameter(name="--par", help="Write a PAR sheet: .md, .csv, .json.")
    ] = None,
    plot: Annotated[
        str | None, cyclopts.Parameter(help="With --stake or --shoe: a .png or .svg file.")
    ] = None,
    json: Json = False,
) -> None:
    """Count every outcome of every wager exactly, for any rulebook, decks and depleted shoe."""
    edition = load.load(load.known(rulebook))
    asked = _changes(rulebook, set_odds, cell, changes)
    decks = permitted_decks(edition, decks, free=what_if or asked is not None)
    given = {
        "--shoe": shoe is not None,
        "--without": without_ is not None,
        "--stake": stake is not None or chip is not None,
        "--covariance": covariance,
        "--par": par_sheet is not None,
        "--wager": wager is not None,
    }
    _apart(given, "--shoe", "--without", "--stake", "--covariance", "--par")
    _apart(given, "--stake", "--covariance", "--par")
    _apart(given, "--covariance", "--wager")
    if plot is not None and not (given["--shoe"] or given["--stake"]):
        raise Malformed("--plot goes with --stake and --chip, or with --shoe")
    picture = charts.checked_path(plot) if plot is not None else None
    used = asked or edition
    if shoe is not None:
        show_shoe(used, settlement, wager, shoe, decks, picture, json=json)
        return
    counts = fresh(decks)
    if without_ is not None:
        counts = without(counts, parse_cards(without_))
    analyser = Analyser(used, settlement)
    whole = analyser.analyse(counts)
    analysis = _chosen(whole, wager)
    if given["--stake"]:
        show_stakes(used, _grouped(analysis), stake, chip, picture, json=json)
        return
    cards = int(counts.sum())
    if par_sheet is not None:
        _write(par_sheet, used, decks, cards, analysis)
    before = None
    if asked is not None:
        before = _chosen(Analyser(edition, settlement).analyse(counts), wager)
    if json:
        emit(
            _answer(edition, decks, cards, analysis, before)
            | _together(analyser, whole, covariance)
        )
        return
    _print(edition, decks, cards, before or analysis, analysis if before else None)
    if covariance:
        _print_covariance(analyser, whole)


def _apart(given: dict[str, bool], one: str, *others: str) -> None:
    """Say which options do not go together, rather than leave one without effect."""
    clash = [other for other in others if given[one] and given[other]]
    if clash:
        raise Malformed(f"{one} goes without {' and '.join(clash)}")


def _answer(
    edition: Edition, decks: int, cards: int, analysis: Analysis, before: Analysis | None
) -> dict[str, Any]:
    """Return odds as JSON: as they are, and for a what-if as they would be."""
    if before is None:
        return par.document(edition, decks, cards, analysis)
    found = par.document(edition, decks, cards, before)
    found["changed"] = par.document(edition, decks, cards, analysis)["wagers"]
    pairs = zip(found["changed"], analysis.wagers, before.wagers, strict=True)
    for one, now, then in pairs:
        one["difference_percent"] = float(par.percent(now.edge - then.edge, 6))
    return found


def _together(analyser: Analyser, analysis: Analysis, asked: bool) -> dict[str, Any]:
    return {"covariance": _covariance(analyser, analysis)} if asked else {}


def _changes(rulebook: str, set_odds: Changes, cell: Changes, file: Path | None) -> Edition | None:
    if not (set_odds or cell or file):
        return None
    odds_, cells = read_changes(file) if file else ({}, {})
    for table_, texts in ((odds_, set_odds), (cells, cell)):
        for text in texts or []:
            name, value = parse_change(text)
            if table_.get(name, value) != value:
                raise Malformed(f"{name} is changed twice")
            table_[name] = value
    return changed(rulebook, odds_, cells)


def permitted_decks(edition: Edition, decks: int | None, *, free: bool = False) -> int:
    """Return the decks asked for; ones the rulebook does not permit only for a what-if."""
    if edition.cards is None:
        raise not_held(edition, "which cards are used, so it has no odds")
    permitted = edition.cards.decks.value
    if decks is None:
        return max(permitted)
    if decks not in permitted and free and 1 <= decks <= DECKS_MAX:
        clause = ", ".join(map(short, edition.cards.decks.clause))
        talk().print(
            f"warning: {edition.id} does not permit {decks} decks [{clause}]", markup=False
        )
        return decks
    with as_usage():
        elect(edition, Elections(decks=decks, settlement=edition.settlement.schemes.value[0]))
    return decks


def warn_of_depth(edition: Edition, marker: int | None) -> None:
    """Say that a what-if lays the marker where the rulebook does not permit it."""
    shoe = edition.shoe
    if shoe is None or marker is None or marker == shoe.marker_behind.value:
        return
    if shoe.marker_placing.value is MarkerPlacing.EXACTLY:
        clause = ", ".join(map(short, shoe.marker_placing.clause))
        text = f"warning: {edition.id} does not permit {marker} cards behind the marker [{clause}]"
        talk().print(text, markup=False)


def _chosen(analysis: Analysis, wager: str | None) -> Analysis:
    if wager is None:
        return analysis
    kept = tuple(one for one in analysis.wagers if wager in (one.entry.wager, one.entry.name))
    if not kept:
        names = ", ".join(dict.fromkeys(one.entry.wager for one in analysis.wagers))
        raise Malformed(f"no wager {wager!r}", f"wagers: {names}")
    return Analysis(analysis.total, kept, analysis.states)


def _grouped(analysis: Analysis) -> list[tuple[WagerOdds, str]]:
    """Return wagers that come out alike under every settlement once, as ``any``."""
    found: dict[tuple[str, tuple[OutcomeOdds, ...]], list[WagerOdds]] = {}
    for one in analysis.wagers:
        found.setdefault((one.entry.name, one.outcomes), []).append(one)
    schemes = {one.entry.settlement for one in analysis.wagers}
    return [
        (alike[0], "any" if len(alike) == len(schemes) > 1 else alike[0].entry.settlement)
        for alike in found.values()
    ]


def _print(
    edition: Edition, decks: int, cards: int, analysis: Analysis, after: Analysis | None
) -> None:
    console().print(
        f"{edition.id}: {decks} decks, {cards} cards, {analysis.total:,} sequences of six cards\n",
        markup=False,
    )
    heads = ["wager", "settlement", "edge %", "deviation", "outcome", "odds", "sequences", "%"]
    made = table(*heads) if after is None else table(*heads[:3], "changed %", "difference")
    lines: list[list[object]] = []
    for one, settlement in _grouped(analysis):
        head = [one.entry.name, settlement, par.percent(one.edge)]
        if after is not None:
            key = (one.entry.name, one.entry.settlement)
            [then] = [w for w in after.wagers if (w.entry.name, w.entry.settlement) == key]
            lines.append([*head, par.percent(then.edge), par.percent(then.edge - one.edge)])
            continue
        for number, row in enumerate(one.outcomes):
            share = par.percent(Fraction(row.sequences, one.total))
            pays = row.odds or ("returned" if row.payoff == 0 else "")
            first = [*head, f"{one.deviation:.4f}"] if number == 0 else [""] * 4
            lines.append([*first, row.name, pays, f"{row.sequences:,}", share])
    rows(made, lines)
    if len({one.entry.wager for one in analysis.wagers}) == 1 and after is None:
        for one, settlement in _grouped(analysis):
            console().print(f"edge, exactly ({settlement}): {one.edge}", markup=False)


def _covariance(analyser: Analyser, analysis: Analysis) -> dict[str, Any]:
    names = [f"{one.entry.name} {one.entry.settlement}" for one in analysis.wagers]
    matrix = analyser.covariance(analysis)
    return {"wagers": names, "matrix": [[float(cell) for cell in row] for row in matrix]}


def _print_covariance(analyser: Analyser, analysis: Analysis) -> None:
    found = _covariance(analyser, analysis)
    first = analysis.wagers[0].entry.settlement
    kept = [n for n, one in enumerate(analysis.wagers) if one.entry.settlement == first]
    names = [analysis.wagers[n].entry.name for n in kept]
    made = table("covariance", *(str(number) for number in range(1, len(kept) + 1)))
    lines = [
        [f"{row + 1} {names[row]}", *(f"{found['matrix'][i][j]:+.3f}" for j in kept)]
        for row, i in enumerate(kept)
    ]
    console().print(
        f"\ncovariance per unit staked on each, {first.replace('_', ' ')}:", markup=False
    )
    rows(made, lines)


def _write(path: Path, edition: Edition, decks: int, cards: int, analysis: Analysis) -> None:
    text = par.render(path.suffix.removeprefix("."), edition, decks, cards, analysis)
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Malformed(f"{str(path)!r}: cannot be written: {error.strerror}") from None
    talk().print(f"written to {path}", markup=False)
