"""The page lists every word, value and code there is: what it lists is made from the source."""

import json
from pathlib import Path

import pytest

from punto.cli.main import run as punto
from punto.error_codes import Answer, ErrorCode
from punto.rulebook import load
from punto.scenario import step_runner
from punto.scenario.case import Scenario, ScenarioStep
from punto.scenario.errors import ScenarioError
from punto.scenario.expected_errors import Denial, Expecting, fits
from punto.scenario.loader import collect, shipped
from punto.scenario.run import run
from punto.scenario.word_list import BEGIN, END, into, words_page

PAGE = Path(__file__).parent.parent / "docs" / "scenarios.md"


def test_the_page_lists_the_words_that_are_made() -> None:
    """Run ``punto scenario words --page docs/scenarios.md`` after a change of types or data."""
    text = PAGE.read_text(encoding="utf-8")
    assert text.partition(BEGIN)[2].partition(END)[0].strip() == words_page().strip()


def test_every_key_of_a_scenario_and_of_a_step_is_on_the_page() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for key in (*Scenario.__struct_fields__, *ScenarioStep.__struct_fields__):
        assert f"`{key}`" in text or f"`{key} = " in text or key == "arguments", key


def test_every_code_that_a_scenario_meets_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    met: set[ErrorCode] = set()

    def listen(by: Expecting, no: Denial) -> bool:
        met.add(no.code)
        return fits(by, no)

    monkeypatch.setattr(step_runner, "fits", listen)
    for case in collect([shipped()]):
        run(case, load.load(case.rulebook))
    assert len(met) > 100
    assert not [code for code in met if code.answers == (Answer.FAILED,)]


@pytest.mark.parametrize(
    "row",
    [
        "| `flaw` | `find_invalid` | nsw-2024 | `outside_area`,",
        "| `ground` | `invalidate_result` | act-2015 | `civil_commotion`,",
        "| `kind` | `report_incident` | tas-2018 | `card_removed_from_table`,",
        "| `trigger` | `report_error` | nsw-2024 | `order_doubt`,",
        "| `procedure` | `burn` | act-2015 | `one_unseen`,",
        "| `title` | `by`, `people`, `approved_by` | tas-2018 | `casino_operator`,",
        "| `stage` | a scenario, `expect` | all | `new`, `shuffled`, `cut`,",
        "`hand` (`banker` or `player`)",
        "| `join` | [`patron`], `seat`, [`standing`] |",
        "| `buy_chips` | [`patron`], `dollars`, [`cash`] |",
        "| `rebuild_coup` | `order` |",
        "| `shuffle` | [`order`], [`machine`] |",
    ],
)
def test_words_stand_with_their_values(row: str) -> None:
    assert row in words_page()


def test_words_are_printed_and_written_into_a_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert punto(["scenario", "words", "--json"]) == 0
    tree = json.loads(capsys.readouterr().out)
    assert tree["commands"]["cut"] == ["at"]
    assert set(tree) == {"commands", "words", "refused", "malformed"}
    assert punto(["scenario", "words"]) == 0
    assert "### Codes of refusals" in capsys.readouterr().out
    page = tmp_path / "page.md"
    page.write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n", encoding="utf-8")
    into(page)
    first = page.read_text(encoding="utf-8")
    assert first.startswith(f"before\n{BEGIN}\n\n### Every command")
    assert first.endswith(f"{END}\nafter\n")
    into(page)
    assert page.read_text(encoding="utf-8") == first
    page.write_text(f"{BEGIN}{END}", encoding="utf-8")
    assert punto(["scenario", "words", "--page", str(page)]) == 0
    assert "### Every command" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize("text", ["nothing", BEGIN, END, f"{END}\n{BEGIN}"])
def test_a_page_without_a_place_for_the_words_is_left_as_it_is(tmp_path: Path, text: str) -> None:
    page = tmp_path / "page.md"
    page.write_text(text, encoding="utf-8")
    with pytest.raises(ScenarioError) as no:
        into(page)
    assert no.value.message == f"{page}: has no place for the words"
    assert no.value.hint == f"mark it: {BEGIN} and {END}"
    assert page.read_text(encoding="utf-8") == text
    assert punto(["scenario", "words", "--page", str(page)]) == 2
