"""A PAR sheet: everything about the wagers of an edition that a submission asks for."""

import csv
import io
import json
from fractions import Fraction
from typing import Any

from punto.clause import Malformed
from punto.odds.exact import Analysis, WagerOdds
from punto.rulebook.schema import Edition

FORMATS = ("md", "csv", "json")


def percent(value: Fraction, places: int = 4) -> str:
    """Return a fraction as a percentage, rounded half up, without passing through a float."""
    scaled = abs(value) * 100 * 10**places
    whole = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    units, rest = divmod(whole, 10**places)
    sign = "-" if value < 0 and whole else ""
    return f"{sign}{units}.{rest:0{places}d}"


def document(edition: Edition, decks: int, cards: int, analysis: Analysis) -> dict[str, Any]:
    """Return an analysis as one JSON document."""
    return {
        "rulebook": edition.id,
        "citation": edition.instrument.citation,
        "decks": decks,
        "cards": cards,
        "total": analysis.total,
        "wagers": [_wager_document(wager) for wager in analysis.wagers],
    }


def _wager_document(wager: WagerOdds) -> dict[str, Any]:
    return {
        "wager": wager.entry.wager,
        "title": wager.entry.title,
        "offer": wager.entry.offer,
        "settlement": wager.entry.settlement,
        "edge": f"{wager.edge.numerator}/{wager.edge.denominator}",
        "edge_percent": float(percent(wager.edge, 6)),
        "standard_deviation": round(wager.deviation, 6),
        "outcomes": [
            {
                "name": row.name,
                "sequences": row.sequences,
                "probability_percent": float(percent(Fraction(row.sequences, wager.total), 6)),
                "odds": row.odds,
            }
            for row in wager.outcomes
        ],
    }


def render(form: str, edition: Edition, decks: int, cards: int, analysis: Analysis) -> str:
    """Return the sheet as Markdown, CSV or JSON."""
    if form not in FORMATS:
        raise Malformed(f"a PAR sheet is one of {', '.join(FORMATS)}, not {form!r}")
    if form == "json":
        return json.dumps(document(edition, decks, cards, analysis), indent=2) + "\n"
    if form == "csv":
        return _csv(analysis)
    return _markdown(edition, decks, cards, analysis)


def _csv(analysis: Analysis) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    head = ("wager", "offer", "settlement", "outcome", "odds", "sequences", "of")
    writer.writerow((*head, "probability_percent", "edge", "edge_percent", "standard_deviation"))
    for wager in analysis.wagers:
        for row in wager.outcomes:
            entry = wager.entry
            named = (entry.wager, entry.offer or "", entry.settlement, row.name, row.odds or "")
            share = percent(Fraction(row.sequences, wager.total), 6)
            edge = (wager.edge, percent(wager.edge, 6), f"{wager.deviation:.6f}")
            writer.writerow((*named, row.sequences, wager.total, share, *edge))
    return text.getvalue()


def _markdown(edition: Edition, decks: int, cards: int, analysis: Analysis) -> str:
    lines = [
        f"# PAR sheet: {edition.instrument.title}",
        "",
        (
            f"{edition.instrument.citation}. {decks} decks, {cards} cards in the shoe, "
            f"{analysis.total:,} ordered sequences of six cards. All counts are exact."
        ),
    ]
    for wager in analysis.wagers:
        offer = f", {wager.entry.offer}" if wager.entry.offer else ""
        lines += [
            "",
            f"## {wager.entry.title} ({wager.entry.settlement}{offer})",
            "",
            (
                f"House edge {percent(wager.edge, 6)} % = {wager.edge}; standard deviation "
                f"{wager.deviation:.6f} per unit."
            ),
            "",
            "| outcome | odds | sequences | probability | contribution |",
            "|---|---|---:|---:|---:|",
        ]
        for row in wager.outcomes:
            share = Fraction(row.sequences, wager.total)
            paid = row.odds or ("stake returned" if row.payoff == 0 else "stake lost")
            lines.append(
                f"| {row.name} | {paid} | {row.sequences:,} | {percent(share, 6)} % "
                f"| {percent(share * row.payoff, 6)} % |"
            )
    return "\n".join(lines) + "\n"
