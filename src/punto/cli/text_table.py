"""Tables and paragraphs for a terminal of any width: words wrap, numbers never do."""

import re
from collections.abc import Collection, Sequence
from itertools import zip_longest

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

GAP = 2
# A number stays beside its sign of per cent.
_WORD = re.compile(r"\S*\d\S* %\S*|\S+")
# A long word is broken after one of these if a letter follows: never in a number.
_SOFT = re.compile(r"(?<=[_./:-])(?=[^\W\d_])")


class Sheet:
    """A table that wraps words, keeps numbers whole and goes on below where it is too wide.

    ``keys`` leading columns are repeated in each part of a table that goes on below.
    """

    def __init__(
        self,
        columns: Sequence[str],
        *,
        right: Collection[str] = (),
        keys: int = 0,
        title: str | None = None,
    ) -> None:
        self.heads = [Text(column, style="bold") for column in columns]
        self.right = [column in right for column in columns]
        self.keys = keys
        self.title = title
        self.rows: list[list[Text]] = []

    def add_row(self, *cells: Text) -> None:
        """Add one line of cells, one for each column."""
        assert len(cells) == len(self.heads)
        self.rows.append(list(cells))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if self.title:
            yield Text(self.title, style="italic")
        for number, part in enumerate(self._column_parts(options.max_width)):
            if number:
                yield Text()
            widths = self._column_widths(part, options.max_width)
            for row in (self.heads, *self.rows):
                yield from self._row_lines([row[column] for column in part], part, widths)

    def _column_parts(self, width: int) -> list[list[int]]:
        """Return the columns of each part: all in one if they fit, else about as many in each."""
        every = list(range(len(self.heads)))
        keys, rest = every[: self.keys], every[self.keys :]
        if not keys:
            return [every]
        for number in range(1, len(rest)):
            size = -(-len(rest) // number)
            parts = [[*keys, *rest[at : at + size]] for at in range(0, len(rest), size)]
            if all(
                _total_width([self._unbroken_width(column) for column in part]) <= width
                for part in parts
            ):
                return parts
        return [[*keys, column] for column in rest]

    def _unbroken_width(self, column: int) -> int:
        """Return the least width of a column in a table that may be split: only heads wrap."""
        lines = [line for row in self.rows for line in row[column].plain.split("\n")]
        return max(_longest_width(lines), _longest_width(_unbreakable_pieces([self.heads[column]])))

    def _minimum_widths(self, part: Sequence[int], width: int) -> list[int]:
        """Return the least width of each column; words are broken only if the table is too wide."""
        if self.keys:
            return [self._unbroken_width(column) for column in part]
        cells = [[row[column] for row in (self.heads, *self.rows)] for column in part]
        floors = [
            _longest_width([word for cell in held for word in _WORD.findall(cell.plain)])
            for held in cells
        ]
        return (
            floors
            if _total_width(floors) <= width
            else [_longest_width(_unbreakable_pieces(held)) for held in cells]
        )

    def _column_widths(self, part: Sequence[int], width: int) -> list[int]:
        """Return the width of each column: the widest shrink first, down to their least width."""
        widths = [
            _longest_width(
                [line for row in (self.heads, *self.rows) for line in row[column].plain.split("\n")]
            )
            for column in part
        ]
        floors = self._minimum_widths(part, width)
        while _total_width(widths) > width:
            spare = [n for n, floor in enumerate(floors) if widths[n] > floor]
            if not spare:
                break
            widths[max(spare, key=lambda n: widths[n])] -= 1
        return widths

    def _row_lines(
        self, cells: Sequence[Text], part: Sequence[int], widths: Sequence[int]
    ) -> RenderResult:
        """Yield one row, on as many lines as its longest cell takes."""
        wrapped = [wrap(cell, width) for cell, width in zip(cells, widths, strict=True)]
        for pieces in zip_longest(*wrapped, fillvalue=Text()):
            line, due = Text(no_wrap=True, overflow="ignore"), 0
            for piece, column, width in zip(pieces, part, widths, strict=True):
                blank = max(width - piece.cell_len, 0)
                if piece.plain:
                    line.append(" " * (due + (blank if self.right[column] else 0)))
                    line.append_text(piece)
                    due = 0 if self.right[column] else blank
                else:
                    due += width
                due += GAP
            yield line


def _total_width(widths: Sequence[int]) -> int:
    return sum(widths) + GAP * (len(widths) - 1)


def _longest_width(texts: Sequence[str]) -> int:
    return max(map(cell_len, texts), default=0)


def _unbreakable_pieces(cells: Sequence[Text]) -> list[str]:
    """Return the pieces that are never broken."""
    return [
        piece for cell in cells for word in _WORD.findall(cell.plain) for piece in _SOFT.split(word)
    ]


def wrap(text: Text, width: int) -> list[Text]:
    """Return the lines of a text: broken at blanks, and inside a word only if it is too long."""
    found: list[Text] = []
    for line in text.split("\n", allow_blank=True):
        start = end = 0
        for first, last in _piece_spans(line.plain, width):
            if end > start and line[start:last].cell_len > width:
                found.append(line[start:end])
                start = first
            end = last
        found.append(line[start:end])
    return found


def _piece_spans(line: str, width: int) -> list[tuple[int, int]]:
    """Return the start and end of each piece of a line that is not broken."""
    pieces: list[tuple[int, int]] = []
    for word in _WORD.finditer(line):
        first = word.start()
        if cell_len(word[0]) > width:
            for soft in _SOFT.finditer(word[0]):
                pieces.append((first, word.start() + soft.start()))
                first = word.start() + soft.start()
        pieces.append((first, word.end()))
    return pieces


def indented(text: str, indent: int, width: int, hang: int = 0) -> str:
    """Return an indented paragraph; its further lines are indented by ``hang`` more."""
    lines = wrap(Text(text), max(width - indent - hang, 20))
    return "\n".join(" " * (indent + hang * (n > 0)) + line.plain for n, line in enumerate(lines))
