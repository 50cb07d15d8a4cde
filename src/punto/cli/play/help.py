"""Prints the commands that are possible at a table now, the likely ones first."""

from collections.abc import Callable, Iterable, Mapping
from inspect import cleandoc

from punto.aggregate.roles import Field
from punto.cli.output import cited, console, paragraph, rows, table, with_clause
from punto.cli.play.available_commands import Now, lines_now
from punto.cli.play.command_groups import ASKED, HOUSE, NEXT, WRONG
from punto.cli.play.command_parser import as_command
from punto.cli.play.field_choices import in_words
from punto.cli.play.status import decision_line, due_line
from punto.cli.play.terminal_table import TerminalTable
from punto.cli.play.vocabulary import TABLE, Vocabulary
from punto.error_codes import ErrorCode
from punto.table.views.decisions import decisions
from punto.table.views.due import next_step
from punto.table.views.suggestions import choices

ALL = "all"
_GROUPS = {
    "next": NEXT,
    "people may ask for": ASKED,
    "if something went wrong": WRONG,
    "the house may also": HOUSE,
}
# Groups whose commands are shown with examples and choices. Of the others only the names are.
_SHOWN = ("next", "people may ask for")


def print_help(driven: TerminalTable, words: list[str]) -> None:
    """Print the likely commands, all of them with ``all``, or one command in full."""
    if not words:
        _print_likely(driven, lines_now(driven))
    elif as_command(words[0]) == ALL:
        _print_all(driven, lines_now(driven))
    else:
        _print_command(driven, as_command(words[0]))


def _print_likely(driven: TerminalTable, found: Mapping[str, Now]) -> None:
    """Print what is due and what people may ask for, and the names of the other commands."""
    step = next_step(driven.rules, driven.table)
    first: tuple[str, ...] = ()
    if step is not None:
        paragraph(due_line(step), hang=2)
        first = (str(step.command.__struct_config__.tag),) if step.command else ()
    for waits in decisions(driven.rules, driven.table):
        paragraph(decision_line(waits), hang=2)
    for title, names in _GROUPS.items():
        if title in _SHOWN:
            _print_group(
                driven, found, title, dict.fromkeys((*first, *names) if names is NEXT else names)
            )
            continue
        legal = [name for name in names if found[name].typed and name not in first]
        if legal:
            paragraph(f"{title}: {', '.join(legal)}", hang=2)
    rest = sum(line.typed is None for line in found.values())
    paragraph(f"? NAME says what a command takes; ? all the rest, and why {rest} are not possible")


def _print_all(driven: TerminalTable, found: Mapping[str, Now]) -> None:
    """Print every command with an example and its choices, or the reason against it."""
    silent = [name for name, line in found.items() if line.code == ErrorCode.RULE_NOT_HELD]
    rest = [line for line in found.values() if not line.typed and line.name not in silent]
    rows(
        table("not now", "why", "clause"),
        ((line.name, line.why, cited(line.clause)) for line in rest),
    )
    if silent:
        paragraph(f"nothing in this rulebook about: {', '.join(silent)}", hang=2)
    console().print()
    for title, names in _GROUPS.items():
        _print_group(driven, found, title, names)


def _print_group(
    driven: TerminalTable, found: Mapping[str, Now], title: str, names: Iterable[str]
) -> None:
    legal = [found[name] for name in names if found[name].typed]
    if legal:
        made = table(title, "choices")
        rows(made, ((line.typed, _choices_text(driven, line)) for line in legal))


def _choices_text(driven: TerminalTable, line: Now) -> str:
    """Return the choices for the words of a line."""
    parts = []
    for word, field in TABLE.fields(line.name).items():
        found = choices(driven.rules, driven.table, field)
        if len(found) > 1 and f" {word}=" in (line.typed or ""):
            parts.append(f"{word}: {', '.join(map(str, found))}")
    return "; ".join(parts)


def _print_command(driven: TerminalTable, name: str) -> None:
    """Print what a command takes, with the choices of each word, and an example."""
    describe(TABLE, name, lambda field: choices(driven.rules, driven.table, field))
    now = lines_now(driven)[name]
    if now.typed:
        paragraph(f"for example: {now.typed}", hang=2)
        return
    paragraph(f"not now: {with_clause(now.why, now.clause)}", hang=2)


def describe(
    known: Vocabulary, name: str, choose: Callable[[Field], Iterable[object]] = lambda _: ()
) -> None:
    """Print what a command is and takes; ``choose`` returns what may stand in a field now."""
    if name not in known.names:
        raise known.unknown(name)
    says = cleandoc(known.kinds[name].__doc__ or "")
    paragraph(f"{name}: {says.replace('``', '')}")
    must = known.needed(name)
    lines = [
        (
            word,
            "yes" if word in must else "no",
            ", ".join(map(str, choose(field))) or in_words(field),
        )
        for word, field in known.fields(name).items()
    ]
    if lines:
        rows(table("takes", "needed", "which is"), lines)
