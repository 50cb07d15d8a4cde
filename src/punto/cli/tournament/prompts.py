"""Asks questions at a terminal or a pipe, and uses answers given in advance."""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from punto.clause import Malformed
from punto.cli.output import console, refusal_lines, talk, with_clause
from punto.cli.text_table import indented
from punto.cli.tournament.answer_parsers import LEFT_OUT
from punto.cli.tournament.questions import Asked, proposed, questions
from punto.error_codes import ErrorCode
from punto.notation.suggestions import unknown
from punto.rulebook.elect import TableRules

# An answer that is several words of the file in one.
_SEVERAL = ("conditions.guarantee",)
_SHORT = ("conditions.", "conditions.texts.")


class Answers:
    """The source of answers: answers given in advance, then the user."""

    def __init__(self, beforehand: Mapping[str, str], *, ask: bool) -> None:
        self.beforehand = dict(beforehand)
        self.ask = ask
        self.used: set[str] = set()

    def to(self, asked: Asked, default: str) -> Any:
        """Return the answer to a question, or None if it is left out."""
        key = asked.question.key
        for name in _answer_keys(key):
            if name in self.beforehand:
                self.used.add(name)
                return _parse_answer(asked, self.beforehand[name])
        if not self.ask:
            return _parse_answer(asked, default)
        return self._ask(asked, default)

    def _ask(self, asked: Asked, default: str) -> Any:
        """Ask until the answer is valid; a pipe is asked once."""
        at_terminal = sys.stdin is not None and sys.stdin.isatty()
        while True:
            text = _read_answer(asked, default, at_terminal=at_terminal)
            try:
                return _parse_answer(asked, text or default)
            except Malformed as wrong:
                if not at_terminal:
                    raise
                for line in refusal_lines(wrong):
                    talk().print(line, markup=False)


def _parse_answer(asked: Asked, text: str) -> Any:
    if text == LEFT_OUT:
        return None
    try:
        return asked.question.reads(text.strip())
    except Malformed as wrong:
        named = f"{asked.question.text}: {wrong.message}"
        raise Malformed(named, wrong.hint, code=wrong.code) from None


def _read_answer(asked: Asked, default: str, *, at_terminal: bool) -> str:
    """Print a question and return the line typed; empty at the end of a pipe."""
    question = asked.question
    must = ", must be stated" if asked.must and asked.clause else ""
    text = with_clause(f"{question.text}: {asked.why}{must}", asked.clause)
    why = indented(text, 0, console().width, hang=2)
    if at_terminal:
        # Questions go to stderr, because stdout is the file.
        talk().print(why, markup=False, style="dim")
        try:
            return talk().input(f"{question.text} ({default}): ", markup=False).strip()
        except EOFError:
            raise Malformed("stopped before the last question", code=ErrorCode.STOPPED) from None
    text = sys.stdin.readline() if sys.stdin is not None else ""
    return text.strip()


def _answer_keys(key: str) -> list[str]:
    """Return the names under which an answer may be given: in full, or without its section."""
    shorter = [key.removeprefix(part) for part in sorted(_SHORT, key=len, reverse=True)]
    return list(dict.fromkeys([key, *shorter]))


def all_answers(rules: TableRules, answers: Answers) -> dict[str, Any]:
    """Return the answers to all questions, by key."""
    found: dict[str, Any] = {}
    asked_questions = list(questions(rules))
    for asked in asked_questions:
        value = answers.to(asked, proposed(rules, asked, found))
        if value is None:
            continue
        if asked.question.key in _SEVERAL:
            found |= {f"conditions.{name}": part for name, part in value.items()}
        else:
            found[asked.question.key] = value
    unknown_keys = set(answers.beforehand) - answers.used
    if unknown_keys:
        word = min(unknown_keys)
        known = [min(_answer_keys(asked.question.key), key=len) for asked in asked_questions]
        raise unknown(f"nobody asks for {word}", word, known, "questions")
    return found


def beforehand(texts: Sequence[str], file: Path | None) -> dict[str, str]:
    """Return answers given in advance: lines ``key = value`` of a file, and ``--set key=value``."""
    lines = []
    if file is not None:
        try:
            lines = file.read_text("utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            reason = getattr(error, "strerror", None) or "this is not text"
            raise Malformed(f"--answers {file}: {reason}", code=ErrorCode.SYSTEM) from None
    found: dict[str, str] = {}
    for text in (*lines, *texts):
        if not text.strip() or text.lstrip().startswith("#"):
            continue
        key, equals, value = text.partition("=")
        if not equals:
            message = f"{text[:40]!r} is no answer"
            raise Malformed(
                message, "write key=value; a hyphen leaves one out", code=ErrorCode.INCOMPLETE
            )
        found[key.strip()] = value.strip() or LEFT_OUT
    return found
