"""The tool that changes code at random: what it changes, what it leaves alone, who is asked."""

import importlib.machinery
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.json import decode, encode
from support.mutants.__main__ import report
from support.mutants.children import children
from support.mutants.chosen import Chooser
from support.mutants.equivalent import Equivalent, listed, outdated
from support.mutants.inherited.sitecustomize import MUTANT
from support.mutants.judge import Judged
from support.mutants.mutant import Mutant
from support.mutants.patching import change, functions
from support.mutants.sample import SOURCE, chosen, files, mutants, package, sample
from support.mutants.telling import Telling
from support.mutants.touched import IMPORTED, LOADED, Touched
from support.mutants.trial import Asked, Outcome, ask

from punto import cards


def found(source: str, *kinds: str) -> list[tuple[str, str]]:
    """Return kind and new text of each change of a piece of code."""
    made = mutants("cards.py", source)
    return [(one.kind, one.after) for one in made if not kinds or one.kind in kinds]


@pytest.mark.parametrize(
    ("code", "kind", "after"),
    [
        ("a < b", "comparison", ["a <= b", "a > b"]),
        ("a <= b", "comparison", ["a < b", "a > b"]),
        ("a == b", "comparison", ["a != b"]),
        ("a in b", "comparison", ["a not in b"]),
        ("a is b", "comparison", ["a is not b"]),
        ("1 < a < 2", "comparison", ["1 <= a < 2", "1 > a < 2", "1 < a <= 2", "1 < a > 2"]),
        ("a and b", "and_or", ["a or b"]),
        ("a and b", "half", ["b", "a"]),
        ("a or b or c", "half", ["b or c", "a or c", "a or b"]),
        ("not a", "not", ["bool(a)"]),
        ("a if b else c", "condition", ["False", "True"]),
        ("[a for a in b if c]", "condition", ["False", "True"]),
        ("a + 7", "number", ["8", "6"]),
        ("f(x=True)", "flag", ["False"]),
        ("A.ONE, A.TWO", "member", ["A.TWO", "A.ONE"]),
        ("{'one', 'two'}", "word", ["'two'", "'one'"]),
        ("f(a, b, c)", "swap", ["f(b, a, c)", "f(a, c, b)"]),
        ("f(a, a)", "swap", []),
        ("f(a, b=1, c=2)", "keyword", ["f(a, c=2)", "f(a, b=1)"]),
        ("merged(a, b)", "clause", ["merged(b)", "merged(a)"]),
        ("Refused('code', a, 'why')", "clause", ["()"]),
        ("Reason('why', a.clause)", "clause", ["()"]),
        ("Laid(reason, clause=a)", "clause", ["()"]),
    ],
)
def test_an_expression_becomes(code: str, kind: str, after: list[str]) -> None:
    assert [text for _, text in found(f"def f(): return {code}", kind)] == after


@pytest.mark.parametrize(
    ("code", "kind", "after"),
    [
        ("found.append(1)", "delete", ["pass"]),
        ("yield a", "delete", ["pass"]),
        ("raise Refused", "delete", ["pass"]),
        ("a += b", "delete", ["pass"]),
        ("return a", "return", ["return None", "return ()"]),
        ("return ()", "return", []),
        ("while a: b()", "condition", ["False"]),
        ("if a: b()", "condition", ["False", "True"]),
    ],
)
def test_a_statement_becomes(code: str, kind: str, after: list[str]) -> None:
    assert [text for _, text in found(f"def f():\n    {code}", kind)] == after


@pytest.mark.parametrize(
    "code",
    [
        '"""A docstring."""',
        "assert a < 1",
        "import a",
        "def f(a: Literal[1]) -> Literal[2]: ...",
        "if TYPE_CHECKING:\n    a = 1",
        "def f(): raise f'{a + 1} is too much'",
        "kind = TypeVar('kind', 1)",
        "Kind = Literal[1, 2]",
        "__slots__ = ('a_b', 'b_c')",
    ],
)
def test_what_is_said_and_what_is_for_types_stays(code: str) -> None:
    assert [kind for kind, _ in found(code) if kind != "delete"] == []


def test_a_mutant_moves_no_line_and_can_be_compiled() -> None:
    file = "table/wagers/placing.py"
    source = (SOURCE / file).read_text("utf-8")
    made = mutants(file, source)
    assert len(made) > 100
    for one in made[::5]:
        changed = one.changed(source)
        assert changed != source
        assert changed.count("\n") == source.count("\n")
        compile(changed, file, "exec")


def test_a_mutant_knows_the_function_it_is_in() -> None:
    source = (
        "class A:\n    B = 1\n    def f(self, c=2):\n        def g(): return 3\n        return g"
    )
    where = {(one.before, one.function) for one in mutants("cards.py", source)}
    assert {("1", ""), ("2", ""), ("3", "A.f"), ("return g", "A.f")} <= where


def test_a_wrong_clause_is_of_the_rulebook_that_is_cited() -> None:
    made = mutants("cards.py", "def f(a):\n    return Refused('code', a, 'why')")
    (wrong,) = [one for one in made if one.kind == "wrong_clause"]
    for cited in ("nsw-2024/5.1", "act-2000/8.2#2"):
        had, added = eval(wrong.text, {"a": (cited,)})
        assert had == cited != added
        assert added.split("/")[0] == cited.split("/")[0]
    (added,) = eval(wrong.text, {"a": ()})
    assert "/" in added
    assert not found("def f(a):\n    return Refused('code', a, 'why')", "merged")


def test_a_seed_draws_the_same_again_and_another_draws_others() -> None:
    drawn = sample(40, 7, ["house", "core"], [])
    assert drawn == sample(40, 7, ["house", "core"], [])
    assert drawn[:20] == sample(20, 7, ["house", "core"], [])
    assert drawn != sample(40, 8, ["house", "core"], [])
    assert {package(one.file) for one in drawn} == {"house", "core"}
    assert "wrong_clause" not in {one.kind for one in drawn}
    assert {one.kind for one in sample(9, 7, ["house"], ["wrong_clause"])} == {"wrong_clause"}


def test_every_file_is_in_one_of_two_groups() -> None:
    for file in files():
        assert chosen(file, ["engine"]) is not chosen(file, ["outer"]), file
        assert chosen(file, [])
    assert package("shoe.py") == "core"
    assert package("table/wagers/placing.py") == "table"
    assert not any("kernels" in file for file in files())


def one_of(file: str, before: str, after: str) -> Mutant:
    source = (SOURCE / file).read_text("utf-8")
    made = mutants(file, source)
    return next(one for one in made if (one.before, one.after) == (before, after))


def test_a_mutant_is_seen_by_whoever_imported_the_function(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loader = importlib.machinery.SourceFileLoader
    monkeypatch.setattr(loader, "get_code", loader.get_code)
    monkeypatch.setenv(MUTANT, "")
    parse = cards.parse_cards
    plain = parse.__code__
    assert len(parse("2H 6S")) == 2
    made = next(
        one
        for one in mutants("cards.py", (SOURCE / "cards.py").read_text("utf-8"))
        if one.function == "parse_cards" and one.after == "return ()"
    )
    try:
        change(made, functions(), tmp_path)
        assert parse("2H 6S") == ()
        path, _, text = os.environ[MUTANT].partition(os.pathsep)
        assert path == str(SOURCE / "cards.py")
        assert "return ()" in Path(text).read_text("utf-8")
    finally:
        parse.__code__ = plain


def test_functions_tell_once_that_they_run(tmp_path: Path) -> None:
    telling = Telling(functions(), tmp_path)
    telling.begin()
    try:
        cards.parse_cards("2H 6S")
        assert {"cards.py:parse_cards", "cards.py:parse_card"} <= telling.ran
        telling.again()
        assert telling.ran == set()
        cards.parse_card("2H")
        assert "cards.py:parse_card" in telling.ran
        assert "cards.py:parse_cards" not in telling.ran
    finally:
        telling.end()
    telling.ran.clear()
    cards.parse_cards("2H 6S")
    assert not telling.ran


NOTES = {
    IMPORTED: Touched(["cards.py:Card", "cards.py:parse_card", "money.py:built"], 0),
    LOADED: Touched(["rulebook/check.py:check"], 0),
    "tests/test_slow.py::a": Touched(["cards.py:parse_card"], 9),
    "tests/test_quick.py::b": Touched(["cards.py:parse_card"], 1),
    "tests/test_broken.py::c": Touched(["cards.py:parse_card"], 1, passed=False),
    "tests/scenarios/x.toml::long": Touched(["cards.py:parse_card"], 3),
    "tests/scenarios/x.toml::short": Touched(["cards.py:parse_card"], 2),
    "tests/test_loads.py::d": Touched(["rulebook/load.py:load"], 1),
}


def in_function(file: str, function: str) -> Mutant:
    return Mutant(file, 1, function, "return", "", "", 0, 0, "")


def test_scenarios_are_asked_first_and_then_the_files_that_are_quick() -> None:
    chooser = Chooser(NOTES)
    asked = chooser.tests(in_function("cards.py", "parse_card"))
    assert [name.partition("::")[2] for name in asked] == ["short", "long", "b", "a"]
    assert not chooser.at_import(in_function("cards.py", "parse_card"))
    assert chooser.tests(in_function("cards.py", "nobody")) == []


def test_what_runs_at_import_or_in_loading_is_asked_of_those_who_use_it() -> None:
    chooser = Chooser(NOTES)
    assert chooser.at_import(in_function("cards.py", ""))
    assert chooser.at_import(in_function("money.py", "built"))
    assert set(chooser.tests(in_function("cards.py", ""))) >= {"tests/test_quick.py::b"}
    assert chooser.tests(in_function("rulebook/check.py", "check")) == ["tests/test_loads.py::d"]


def test_a_child_answers_or_has_none() -> None:
    def dies(_: Path) -> bytes:
        os.kill(os.getpid(), 9)
        return b"never"

    works = [("good", lambda folder: folder.name.encode()), ("dead", dies)]
    ended = {one.about: one for one in children(2, works)}
    assert ended["good"].answer is not None
    assert ended["good"].answer.startswith(b"punto-mutant-")
    assert ended["dead"].answer is None


class Scenario:
    """What the tool sees of a scenario: a name, and that it runs by itself."""

    cases = ()

    def __init__(self, nodeid: str, passes: bool) -> None:
        self.nodeid = nodeid
        self.passes = passes

    def runtest(self) -> None:
        assert self.passes


def test_tests_are_asked_until_one_notices() -> None:
    def asks(*passing: bool) -> Callable[[Path], bytes]:
        items: Any = [Scenario(f"n{place}", passes) for place, passes in enumerate(passing)]
        return lambda _: encode(ask([Asked(item, 1) for item in items], None))

    works = [("second", asks(True, False, True)), ("none", asks(True, True)), ("nobody", asks())]
    said = {one.about: decode(one.answer or b"", type=Outcome) for one in children(1, works)}
    assert said["second"] == Outcome(noticed=True, by="n1", asked=2)
    assert said["none"] == Outcome(noticed=False, by="n1", asked=2)
    assert said["nobody"] == Outcome(noticed=False, by="", asked=0)


def test_a_child_that_breaks_says_so() -> None:
    def breaks(_: Path) -> bytes:
        raise ValueError("no such thing")

    (ended,) = children(1, [("breaks", breaks)])
    assert ended.answer is None
    assert "no such thing" in ended.broken


def test_what_a_child_starts_is_stopped_with_it() -> None:
    def starts(_: Path) -> bytes:
        started = subprocess.Popen(["sleep", "600"], start_new_session=True)
        return str(started.pid).encode()

    (ended,) = children(1, [("starts", starts)])
    assert ended.answer is not None
    gone = Path(f"/proc/{ended.answer.decode()}/stat")
    while gone.exists() and gone.read_text().split()[2] != "Z":
        os.sched_yield()


def test_a_report_counts_what_is_equivalent_apart() -> None:
    made = one_of("cards.py", "1", "2")
    again = in_function("table/table.py", "f")
    judged = [
        Judged(made, Outcome(noticed=False, asked=3), 1.0),
        Judged(again, Outcome(noticed=True, by="x", asked=1), 1.0),
    ]
    lines = report(judged, [])
    assert lines[0] == f"src/punto/{made.name}  (3 tests run it)"
    assert lines[-1].split() == ["all", "2", "0", "1", "1", "50.0", "%"]
    same = Equivalent(made.file, made.function, "1", "2", "because")
    assert report(judged, [same])[-1].split() == ["all", "2", "1", "1", "0", "0.0", "%"]


def test_the_list_of_equivalent_mutants_names_mutants_that_exist() -> None:
    assert outdated(listed()) == []
    gone = Equivalent("cards.py", "nobody", "1", "2", "because")
    assert outdated((gone,)) == [gone]
