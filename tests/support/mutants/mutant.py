"""One change of one place in a file, as an edit of its text that keeps every line where it is."""

import ast

from msgspec import Struct


class Mutant(Struct, frozen=True):
    """A change: where it is, what kind it is, and the text before and after it."""

    file: str
    line: int
    function: str
    kind: str
    before: str
    after: str
    start: int
    end: int
    text: str

    @property
    def name(self) -> str:
        """Return the change as one line."""
        where = f"{self.file}:{self.line} {self.function or 'module'}"
        return f"{where} [{self.kind}] {brief(self.before)} -> {brief(self.after)}"

    def changed(self, source: str) -> str:
        """Return the text of the file with this change in it."""
        raw = source.encode()
        return (raw[: self.start] + self.text.encode() + raw[self.end :]).decode()


def brief(text: str, width: int = 100) -> str:
    """Return a piece of code on one line, cut where it is long."""
    line = " ".join(text.split())
    return line if len(line) <= width else f"{line[: width - 3]}..."


class Places:
    """Where the nodes of a file begin and end, counted in bytes as Python counts them."""

    def __init__(self, source: str) -> None:
        self.starts = [0]
        for line in source.encode().splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        """Return the first byte of a node and the one behind it."""
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        first = self.starts[node.lineno - 1] + node.col_offset
        return first, self.starts[node.end_lineno - 1] + node.end_col_offset

    def edit(self, node: ast.expr | ast.stmt, after: str) -> str:
        """Return the text that replaces a node: it has as many lines as the node had."""
        assert node.end_lineno is not None
        more = "\n" * (node.end_lineno - node.lineno)
        return f"({after}{more})" if isinstance(node, ast.expr) else f"{after}{more}"
