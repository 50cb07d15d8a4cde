"""The part of the page about scenarios that lists every word, made from types and rulebooks."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import inspect as shapes

from punto.aggregate.command import Command
from punto.error_codes import Answer, described
from punto.notation.command_reader import owner_word, takes, words_of
from punto.scenario import commands
from punto.scenario.commands import COMMANDS, KINDS
from punto.scenario.errors import ScenarioError
from punto.scenario.word_values import Word, of_rulebooks, of_the_language

BEGIN = "<!-- made by `punto scenario words`; a test keeps it true -->"
END = "<!-- end of what is made -->"
# Longer lists of values, such as all cards, are not written out.
LISTED = 6


def words_page() -> str:
    """Return every command, every word with its values and every code, in Markdown."""
    return "\n".join([*_command_tables(), *_word_table(), *_code_tables()])


def into(path: Path) -> None:
    """Replace the text between the two marks of a page with the list of words."""
    text = path.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not end:
        raise ScenarioError(f"{path}: has no place for the words", f"mark it: {BEGIN} and {END}")
    page = f"{before}{BEGIN}\n\n{words_page()}\n{END}{after}"
    path.write_text(page, encoding="utf-8")


def words_tree() -> dict[str, Any]:
    """Return the same for machines: what commands take, words with their values, codes."""
    return {
        "commands": {name: list(commands.takes(name)) for name in COMMANDS},
        "words": [
            {
                "word": word.name,
                "rulebook": word.rulebook,
                "written_in": word.where.replace("`", ""),
                "values": list(word.values),
            }
            for word in (*of_the_language(), *of_rulebooks())
        ],
        "refused": described(Answer.REFUSED),
        "malformed": described(Answer.MALFORMED),
    }


def _command_tables() -> Iterator[str]:
    """Yield a table of commands for each family, with what they take."""
    kinds = tuple(KINDS.values())
    yield "### Every command"
    yield ""
    yield "What stands in brackets may be left out."
    yield ""
    for module in dict.fromkeys(kind.__module__ for kind in kinds):
        about = (sys.modules[module].__doc__ or module).strip().splitlines()[0]
        yield f"**{about.rstrip('.')}**"
        yield ""
        yield "| `do` | with | what it is |"
        yield "|---|---|---|"
        for kind in kinds:
            if kind.__module__ == module:
                name = str(kind.__struct_config__.tag)
                what = (kind.__doc__ or "").strip().splitlines()[0].replace("``", "`")
                yield f"| `{name}` | {_field_list(kind)} | {what} |"
        yield ""


def _field_list(kind: type[Command]) -> str:
    """Return the words that a command takes, with their values where a type lists them."""
    fields, owner = words_of(kind), owner_word(kind)
    words = []
    for word in takes(kind):
        field = fields.get(word)
        listed = _listed_values(field.shape) if field else ()
        text = f"`{word}`" + (f" ({' or '.join(listed)})" if listed else "")
        # The owner may be left out, because it is the actor of the step.
        words.append(text if field and field.required and word != owner else f"[{text}]")
    return ", ".join(words)


def _listed_values(kind: shapes.Type) -> tuple[str, ...]:
    if isinstance(kind, shapes.LiteralType):
        return tuple(f"`{value}`" for value in kind.values)
    if isinstance(kind, shapes.EnumType) and len(kind.cls) <= LISTED:
        return tuple(f"`{member.value}`" for member in kind.cls)
    if isinstance(kind, shapes.UnionType):
        return tuple(value for member in kind.types for value in _listed_values(member))
    return ()


def _word_table() -> Iterator[str]:
    """Yield the words that take one of several values, and the values."""
    yield "### Words and their values"
    yield ""
    yield "| word | written in | of | values |"
    yield "|---|---|---|---|"
    for word in (*of_the_language(), *of_rulebooks()):
        yield _word_row(word)
    yield ""


def _word_row(word: Word) -> str:
    values = ", ".join(f"`{value}`" for value in word.values)
    return f"| `{word.name}` | {word.where} | {word.rulebook or 'all'} | {values} |"


def _code_tables() -> Iterator[str]:
    """Yield every error code with its meaning."""
    for heading, answer in (
        ("Codes of refusals", Answer.REFUSED),
        ("Codes of malformed input", Answer.MALFORMED),
    ):
        yield f"### {heading}"
        yield ""
        yield "| code | what it means |"
        yield "|---|---|"
        for code, description in described(answer).items():
            yield f"| `{code}` | {description} |"
        yield ""
