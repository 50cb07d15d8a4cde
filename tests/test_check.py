"""A rulebook author is told everything at once, with the place and what is allowed there."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from support.editions import ALL
from support.example_rulebook import FILE, REGISTER, Tree, copied, found, outcomes, tree

from punto.clause import Malformed
from punto.cli.main import run
from punto.rulebook import load
from punto.rulebook.build_edition import survey
from punto.rulebook.check import NEEDS
from punto.rulebook.schema import Edition
from punto.rulebook.schema_errors import stand_in

Capture = pytest.CaptureFixture[str]


@pytest.mark.parametrize("name", ALL)
def test_nothing_is_found_in_what_ships(name: str) -> None:
    assert survey(load.raw(name), load.register(name))[1] == []


def test_nothing_is_found_in_the_made_up_one() -> None:
    assert load.findings(FILE) == []


MISTAKES: list[tuple[str, Callable[[Tree], object], str, str]] = [
    (
        "a power nobody asks for",
        lambda t: t["powers"].update(sing={"is": ["dealer"], "clause": "6"}),
        "powers.sing",
        "no code asks for it",
    ),
    (
        "a power misspelt",
        lambda t: t["powers"].update(void_cuop={"is": ["dealer"], "clause": "6"}),
        "powers.void_cuop",
        "did you mean void_coup",
    ),
    (
        "a step misspelt",
        lambda t: t.update(says={"nomine": ["6"]}),
        "says.nomine",
        "did you mean nominee",
    ),
    (
        "a title misspelt",
        lambda t: t["powers"]["void_coup"].update({"is": ["flor_manager"]}),
        "powers.void_coup",
        "did you mean floor_manager",
    ),
    ("a power of nobody", lambda t: t["powers"]["deal"].update({"is": []}), "powers.deal", ">= 1"),
    (
        "an unquoted clause",
        lambda t: t["cards"]["decks"].update(clause=4.1),
        "cards.decks.clause",
        "in quotes",
    ),
    (
        "a clause that is not there",
        lambda t: t["cards"]["decks"].update(clause="44"),
        "cards.decks.clause",
        "nearest: 4",
    ),
    (
        "a policy misspelt",
        lambda t: t["settlement"]["rounding"].update({"is": "up_to_nxt_chip"}),
        "settlement.rounding",
        "did you mean up_to_next_chip",
    ),
    (
        "a coup without a row",
        lambda t: outcomes(t, "banker").pop(),
        "wagers.banker.outcomes",
        "no row applies to result tie, under standard",
    ),
    (
        "a coup with two rows",
        lambda t: outcomes(t, "banker")[1].update(when={}),
        "wagers.banker.outcomes",
        "'banker wins' and 'player wins' both apply",
    ),
    (
        "two rows for everything else",
        lambda t: outcomes(t, "dragon").append(dict(outcomes(t, "dragon")[-1], name="again")),
        "wagers.dragon.outcomes",
        "'anything else' and 'again' both apply",
    ),
    (
        "a wager without rows",
        lambda t: outcomes(t, "dragon").clear(),
        "wagers.dragon.outcomes",
        "no row applies to any coup",
    ),
    (
        "a wager that no offer has",
        lambda t: t["offers"].clear(),
        "wagers.dragon",
        "a main wager or one of an offer",
    ),
    (
        "a wager on a combination that is none",
        lambda t: t["wagering"].update(combinations=[{"wagers": ["tye"], "clause": "8"}]),
        "wagering.combinations[0].wagers",
        "did you mean tie",
    ),
    (
        "a settlement on the sign that is none",
        lambda t: t.update(sign={"settlements": [{"scheme": "standart", "clause": "9"}]}),
        "sign.settlements",
        "did you mean standard",
    ),
    (
        "nobody turns the cards",
        lambda t: t["deal"]["methods"]["plain"].update(turned_by="as_directed"),
        "deal.methods",
        "the dealer turns the cards",
    ),
    (
        "three cards for Player",
        lambda t: t["deal"]["order"].update({"is": ["player", "banker", "player", "player"]}),
        "deal.order",
        "two for each hand",
    ),
    (
        "no room for a cut",
        lambda t: t["shoe"]["cut_from_each_end"].update({"is": 156}),
        "shoe.cut_from_each_end",
        "leave room",
    ),
    (
        "a burn by value without values",
        lambda t: t["shoe"].update(
            burn={
                "procedures": {
                    "one": {"title": "one", "face": "shown", "further": "burn_value", "clause": "5"}
                }
            }
        ),
        "shoe.burn.values",
        "a value for rank A",
    ),
    (
        "a burn that nobody can approve",
        lambda t: t["shoe"].update(
            burn={
                "procedures": {
                    "one": {
                        "title": "one",
                        "face": "shown",
                        "further": "none",
                        "approval": "floor_manager",
                        "clause": "5",
                    }
                }
            }
        ),
        "shoe.burn.procedures.one.approval",
        "a title in [titles]",
    ),
    (
        "a fact shown twice",
        lambda t: t["shown"].append(t["shown"][0]),
        "shown[2].key",
        "each fact once",
    ),
    (
        "a fact that code asks for",
        lambda t: t["shown"][0].update(key="shoe.marker_behind"),
        "shown[0].key",
        "`marker_behind` in [shoe]",
    ),
    (
        "a supply that is not a supply",
        lambda t: t["shoe"].update(mixing={"riffle": {"plian": {"is": [], "clause": "5"}}}),
        "shoe.mixing.riffle.plian",
        "did you mean plain",
    ),
    (
        "a start after a thousand years",
        lambda t: t["instrument"].update(
            starts_days_after_notification={"is": 10**9, "clause": "2"}
        ),
        "instrument.starts_days_after_notification",
        "3650",
    ),
]


@pytest.mark.parametrize(
    ("change", "place", "problem"), [m[1:] for m in MISTAKES], ids=[m[0] for m in MISTAKES]
)
def test_a_mistake_is_found_at_its_place_and_keeps_the_file_from_loading(
    change: Callable[[Tree], object], place: str, problem: str
) -> None:
    said = {str(one) for one in found(change) if one.place.startswith(place)}
    assert any(problem in one for one in said), said or found(change)
    changed = tree()
    change(changed)
    with pytest.raises(Malformed):
        load.build(changed, REGISTER, FILE.name)


def test_all_mistakes_at_once_are_all_told() -> None:
    changes = {row[2]: row[1] for row in MISTAKES}
    places = [
        "powers.sing",
        "cards.decks.clause",
        "settlement.rounding",
        "wagers.banker.outcomes",
        "deal.order",
        "shown[2].key",
    ]
    changed = tree()
    for place in places:
        changes[place](changed)
    told = {one.place for one in survey(changed, REGISTER)[1]}
    assert told == set(places)


def given_and_without(given: str, needed: str) -> Tree:
    """Return a tree that has the one and lacks the other."""
    changed = tree()
    for path, there in ((given, True), (needed, False)):
        *sections, key = path.split(".")
        node = changed
        for section in sections:
            node = node.setdefault(section, {})
        if there and key not in node:
            kind = next(f for f in msgspec.structs.fields(type_at(sections)) if f.name == key).type
            some = stand_in(kind) or {"one": {"needed_for": "opening", "clause": ["1"]}}
            node[key] = ["1"] if sections == ["says"] else some
        elif not there:
            node.pop(key, None)
    return changed


def type_at(sections: list[str]) -> Any:
    kind: Any = Edition
    for section in sections:
        field = next(f for f in msgspec.structs.fields(kind) if f.name == section)
        kind = getattr(field.type, "__args__", (field.type,))[0]
    return kind


@pytest.mark.parametrize(("given", "needed", "what"), NEEDS)
def test_data_that_need_each_other_are_given_together(given: str, needed: str, what: str) -> None:
    told = survey(given_and_without(given, needed), REGISTER)[1]
    assert any(one.place == needed and what in one.problem for one in told), told


def test_made_without_before_made_is_told_and_does_not_crash_later() -> None:
    [finding] = found(lambda t: t["instrument"].pop("before_made"))
    assert finding.place == "instrument.before_made"


# The command


def test_the_command_reports_findings_with_line_place_and_what_is_allowed(
    tmp_path: Path, capsys: Capture
) -> None:
    text = FILE.read_text("utf-8").replace('"up_to_next_chip"', '"up_to_chip"')
    file = copied(tmp_path, text.replace("void_returns", "void_return"))
    assert run(["rules", "check", str(file)]) == 1
    out = capsys.readouterr().out
    assert "2 findings" in out
    assert "settlement.rounding" in out
    assert "allowed: exact, up_to_next_chip" in out
    assert run(["rules", "check", str(file), "--json"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert document["rulebook"] == "xyz-2030"
    places = {one["place"]: one for one in document["findings"]}
    assert set(places) == {"settlement.rounding", "errors.void_return"}
    assert text.splitlines()[places["settlement.rounding"]["line"] - 1].startswith("rounding")
    assert "void_returns" in places["errors.void_return"]["allowed"]


def test_the_command_finds_nothing_in_a_good_file(capsys: Capture) -> None:
    assert run(["rules", "check", str(FILE)]) == 0
    assert "nothing found" in capsys.readouterr().out
    assert run(["rules", "check", str(FILE), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["findings"] == []


def test_a_file_that_is_no_rulebook_is_told(tmp_path: Path, capsys: Capture) -> None:
    assert run(["rules", "check", str(tmp_path / "x.toml")]) == 2
    (tmp_path / "x.toml").write_text("a = = 1", encoding="utf-8")
    assert run(["rules", "check", str(tmp_path / "x.toml")]) == 1
    out = capsys.readouterr().out
    assert "line 1" in out
    assert "x.clauses.csv" in out
    (tmp_path / "x.toml").write_bytes(b"\xff")
    assert run(["rules", "check", str(tmp_path / "x.toml")]) == 1
    assert "UTF-8" in capsys.readouterr().out


def test_a_file_called_other_than_its_id_is_told(tmp_path: Path) -> None:
    [finding] = load.findings(copied(tmp_path, name="other"))
    assert finding.place == "instrument.id"
