"""A report on a terminal: tables that fit 80 columns."""

from punto.cli.output import console, heading, paragraph, rows, table, with_clause
from punto.reports.document import Document
from punto.reports.text_cells import RIGHT, brief_cells, period_text, titles_text


def show(document: Document) -> None:
    """Print a report as people read it."""
    paragraph(f"{document.title}: {period_text(document)}")
    made_by = f"{document.rulebook} {document.digest[:12]}"
    paragraph(with_clause(made_by, document.clause), hang=2)
    if document.readers:
        paragraph(f"for {titles_text(document.readers)}", hang=2)
    for note in document.notes:
        paragraph(note, hang=2)
    for part in document.parts:
        if part.title != document.title:
            console().print(heading(part.title))
        heads, lines = brief_cells(part, document.span.zone)
        if not lines:
            paragraph(part.empty)
            continue
        right = [column.head for column in part.columns if column.brief and column.kind in RIGHT]
        rows(table(*heads, right=right), lines)
