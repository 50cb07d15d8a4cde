"""Every code of an error is made somewhere, carried by what it says, and described once."""

import ast
from functools import cache
from pathlib import Path

import pytest

from punto.clause import Malformed, NotEntitled
from punto.error_codes import Answer, ErrorCode, described
from punto.table.open_issues import BlockKind

SOURCE = Path(__file__).parent.parent / "src" / "punto"
# Which kind of no a call makes.
MAKES = {"Refused": Answer.REFUSED, "Malformed": Answer.MALFORMED, "ServerProblem": Answer.FAILED}


@cache
def modules() -> list[ast.Module]:
    files = [path for path in SOURCE.rglob("*.py") if path.name != "error_codes.py"]
    return [ast.parse(path.read_text(encoding="utf-8")) for path in files]


def members(node: ast.AST) -> set[ErrorCode]:
    """Return the codes that a piece of the source names."""
    return {
        ErrorCode[part.attr]
        for part in ast.walk(node)
        if isinstance(part, ast.Attribute)
        and isinstance(part.value, ast.Name)
        and part.value.id == "ErrorCode"
    }


def test_every_code_is_used_somewhere() -> None:
    used = {code for module in modules() for code in members(module)}
    used |= {ErrorCode(kind) for kind in BlockKind}
    assert set(ErrorCode) == used


def test_what_the_game_waits_for_is_refused_under_a_code() -> None:
    for kind in BlockKind:
        assert Answer.REFUSED in ErrorCode(kind).answers


@pytest.mark.parametrize("code", ErrorCode)
def test_a_code_is_a_fact_in_snake_case_with_one_sentence(code: ErrorCode) -> None:
    assert code.name == code.upper()
    assert code.replace("_", "a").isalpha()
    assert code.description.endswith(".")
    assert code.description[0].isupper()
    assert "|" not in code.description
    assert code.answers


def test_a_code_is_carried_by_the_kind_of_no_that_it_says() -> None:
    for module in modules():
        for node in ast.walk(module):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                answer = MAKES.get(node.func.id)
                given = [*node.args[:1], *(word.value for word in node.keywords)]
                for code in set().union(*map(members, given)) if answer else ():
                    assert answer in code.answers, f"{code}: {ast.unparse(node)}"


def test_codes_are_in_alphabetical_order() -> None:
    assert list(ErrorCode) == sorted(ErrorCode)


def test_codes_are_listed_with_their_descriptions() -> None:
    assert described(Answer.REFUSED)["wager_unknown"] == "The rulebook has no such wager."
    assert Malformed("x").code in described(Answer.MALFORMED)
    assert NotEntitled((), "x").code in described(Answer.REFUSED)
    assert set(described(Answer.FAILED)) & {"busy", "throttled", "unreachable"}
