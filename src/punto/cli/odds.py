"""``punto odds``: what every wager is worth, exactly."""

from pathlib import Path
from typing import Annotated, Any

import cyclopts

from punto.cards import parse_cards
from punto.clause import Malformed
from punto.cli.election_options import Settlement
from punto.cli.odds_removal import show_removal
from punto.cli.odds_shoe import show_shoe
from punto.cli.odds_stakes import show_stakes
from punto.cli.odds_table import show_changes, show_covariance, show_head, show_odds
from punto.cli.options import Decks, Json, Rulebook
from punto.cli.output import emit, talk
from punto.cli.permitted import permitted_decks
from punto.odds import charts
from punto.odds import par_sheet as par
from punto.odds.composition import fresh, without
from punto.odds.exact import Analyser, Analysis
from punto.odds.rulebook_arrays import Entry
from punto.odds.whatif import changed, parse_change, read_changes
from punto.rulebook import load
from punto.rulebook.schema import Edition

Changes = list[str] | None


def odds(
    rulebook: Rulebook,
    *,
    decks: Decks = None,
    settlement: Settlement = None,
    wager: Annotated[str | None, cyclopts.Parameter(help="Only this wager.")] = None,
    without_: Annotated[
        str | None, cyclopts.Parameter(name="--without", help="Cards that have gone: KH 10D 9♠.")
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
        bool, cyclopts.Parameter(negative="", help="How every two wagers go together on one coup.")
    ] = False,
    removal: Annotated[
        bool,
        cyclopts.Parameter(
            negative="", help="What one card less does to every wager, and the best count of cards."
        ),
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
    changed_rules = _changed_edition(rulebook, set_odds, cell, changes)
    decks = permitted_decks(edition, decks, free=what_if or changed_rules is not None)
    given = {
        "--shoe": shoe is not None,
        "--without": without_ is not None,
        "--stake": stake is not None or chip is not None,
        "--covariance": covariance,
        "--par": par_sheet is not None,
        "--removal": removal,
        "--wager": wager is not None,
    }
    _check_together(given, plot)
    picture = charts.checked_path(plot) if plot is not None else None
    used = changed_rules or edition
    if shoe is not None:
        show_shoe(used, settlement, wager, shoe, decks, picture, json=json)
        return
    counts = fresh(decks)
    if without_ is not None:
        counts = without(counts, parse_cards(without_))
    analyser = Analyser(used, settlement)
    if removal:
        indexes = _entry_indexes(analyser.entries, wager)
        show_removal(used, analyser, decks, counts, indexes, json=json)
        return
    whole = analyser.analyse(counts)
    analysis = _analysis_of_wager(whole, wager)
    if given["--stake"]:
        show_stakes(used, analysis, stake, chip, picture, json=json)
        return
    cards = int(counts.sum())
    if par_sheet is not None:
        _write_par_sheet(par_sheet, used, decks, cards, analysis)
    before = None
    if changed_rules is not None:
        before = _analysis_of_wager(Analyser(edition, settlement).analyse(counts), wager)
    if json:
        emit(
            _odds_document(edition, decks, cards, analysis, before)
            | _covariance_document(analyser, whole, covariance)
        )
        return
    show_head(edition, decks, cards, analysis.total)
    if before is not None:
        show_changes(before, analysis)
    else:
        show_odds(analysis)
    if covariance:
        show_covariance(analyser, whole)


def _check_together(given: dict[str, bool], plot: str | None) -> None:
    """Refuse options that do not go together."""
    _check_exclusive(given, "--shoe", "--without", "--stake", "--covariance", "--par")
    _check_exclusive(given, "--stake", "--covariance", "--par")
    _check_exclusive(given, "--covariance", "--wager")
    _check_exclusive(given, "--removal", "--shoe", "--stake", "--covariance", "--par")
    if plot is not None and not (given["--shoe"] or given["--stake"]):
        raise Malformed("--plot goes with --stake and --chip, or with --shoe")


def _check_exclusive(given: dict[str, bool], option: str, *others: str) -> None:
    """Raise an error if an option is combined with one that excludes it."""
    clash = [other for other in others if given[option] and given[other]]
    if clash:
        raise Malformed(f"{option} goes without {' and '.join(clash)}")


def _odds_document(
    edition: Edition, decks: int, cards: int, analysis: Analysis, before: Analysis | None
) -> dict[str, Any]:
    """Return odds as JSON: as they are, and for a what-if as they would be."""
    if before is None:
        return par.document(edition, decks, cards, analysis)
    found = par.document(edition, decks, cards, before)
    found["changed"] = par.document(edition, decks, cards, analysis)["wagers"]
    pairs = zip(found["changed"], analysis.wagers, before.wagers, strict=True)
    for document, now, then in pairs:
        document["difference_percent"] = float(par.percent(now.edge - then.edge, 6))
    return found


def _covariance_document(analyser: Analyser, analysis: Analysis, asked: bool) -> dict[str, Any]:
    return {"covariance": _covariance_matrix(analyser, analysis)} if asked else {}


def _changed_edition(
    rulebook: str, set_odds: Changes, cell: Changes, file: Path | None
) -> Edition | None:
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


def _analysis_of_wager(analysis: Analysis, wager: str | None) -> Analysis:
    if wager is None:
        return analysis
    indexes = _entry_indexes([priced.entry for priced in analysis.wagers], wager)
    return Analysis(analysis.total, tuple(analysis.wagers[n] for n in indexes), analysis.states)


def _entry_indexes(entries: list[Entry], wager: str | None) -> list[int]:
    """Return the indexes of the entries of a wager, or raise an error that lists the wagers."""
    indexes = [n for n, entry in enumerate(entries) if wager in (None, entry.wager, entry.name)]
    if not indexes:
        names = ", ".join(dict.fromkeys(entry.wager for entry in entries))
        raise Malformed(f"no wager {wager!r}", f"wagers: {names}")
    return indexes


def _covariance_matrix(analyser: Analyser, analysis: Analysis) -> dict[str, Any]:
    names = [f"{wager.entry.name} {wager.entry.settlement}" for wager in analysis.wagers]
    matrix = analyser.covariance(analysis)
    return {"wagers": names, "matrix": [[float(cell) for cell in row] for row in matrix]}


def _write_par_sheet(
    path: Path, edition: Edition, decks: int, cards: int, analysis: Analysis
) -> None:
    text = par.render(path.suffix.removeprefix("."), edition, decks, cards, analysis)
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Malformed(f"{str(path)!r}: cannot be written: {error.strerror}") from None
    talk().print(f"written to {path}", markup=False)
