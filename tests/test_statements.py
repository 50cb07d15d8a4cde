"""What somebody says is in a log because they said it: no form, default or shorthand does it."""

from collections.abc import Iterator, Mapping
from itertools import product
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import fields, replace
from support.editions import DEALING, SECRET
from support.random_tournament_table import begun

import punto
from punto import codec
from punto.aggregate.actor import PATRON, Actor
from punto.aggregate.command import Command
from punto.aggregate.roles import Field, Statement, fields_of
from punto.clause import Malformed, Refused
from punto.driver.coup_runner import WholeCoup
from punto.driver.table import TableDriver
from punto.house.registry import registry as house_registry
from punto.house.views.legal import options as house_options
from punto.options import Option
from punto.rulebook.power import Power
from punto.server.command_fields import choice, takes
from punto.shoe import Stage, shoe_rules
from punto.shoe_preparation import prepare
from punto.statements import said_in
from punto.table.audience import Audience
from punto.table.authority import known_titles
from punto.table.base_classes import TableCommand
from punto.table.cards.checking import VerifyCards
from punto.table.cards.cutting import Cut
from punto.table.registry import registry as table_registry
from punto.table.views.due import next_step
from punto.table.views.legal import options_of_all
from punto.tournament.registry import registry as tournament_registry
from punto.tournament.seating.breaks import FinishEarly
from punto.tournament.views.legal import options as tournament_options

KINDS = [*table_registry.commands, *tournament_registry.commands, *house_registry.commands]
NOON = 43_200
# Fields that are no statements: what is done, to whom or what, how much money, where and when.
# A field that is new stands here, or among the statements.
_PLAIN = """
advance ahead at_table behind bet box burn_missed cards cash cashless cents change chips_cents
claim collected command commitment conditions coup coups device dispute disqualify drop_box duty
effective_at entrants face_down forfeit gap goods hand in_play incident item lifted limit
low_limit machine made_with maximum_cents method minimum_cents minutes most name names number
offer on_behalf_of one_per_box others outside overlooked paid parts patron patrons person place
place_of point prize procedure promotion reserve role round rulebook seat seats seconds seed
seen set_number stake_cents standing stream substitute supply table terms time to token
token_cents uncut unnoticed version wager what when which
"""
PLAIN = frozenset(_PLAIN.split())


def test_every_field_of_every_command_is_a_statement_or_is_known_to_be_none() -> None:
    for kind in KINDS:
        tag = str(kind.__struct_config__.tag)
        for field in fields_of(kind).values():
            assert field.statement is not None or field.name in PLAIN, (tag, field.name)


def test_no_command_states_anything_by_being_given() -> None:
    """A statement that is left out is none: nothing, no, nobody, or asked for."""
    # Each is a way to say that no more is said; the words of the command tell which.
    none = {("refuse_entry", "cause"), ("report_error", "kind")}
    for kind in KINDS:
        tag = str(kind.__struct_config__.tag)
        for field in fields(kind):
            if fields_of(kind)[field.name].statement is None or (tag, field.name) in none:
                continue
            assert field.required or not _default(field), (tag, field.name, field.default)


def _default(field: Any) -> Any:
    if field.default is not msgspec.NODEFAULT:
        return field.default
    return field.default_factory()


class Told:
    """What a server knows of a stream, as far as a form is made of it."""

    def __init__(self, kinds: tuple[type, ...]) -> None:
        self._kinds = {str(kind.__struct_config__.tag): kind for kind in kinds}  # type: ignore[attr-defined]

    def kinds(self) -> Mapping[str, type[Command]]:
        return self._kinds

    def people(self) -> tuple[str, ...]:
        return ("ann", "ben")

    def words(self, field: Field) -> tuple[str, ...]:
        del field
        return ()


def check(kinds: tuple[type, ...], option: Option) -> int:
    """Check that a form says nothing for anybody, and return what it asks."""
    told: Any = Told(kinds)
    shown = choice(told, option)
    kind = told.kinds()[option.name]
    assert (shown.group, shown.trouble) == (kind.group, kind.trouble)
    declared = fields_of(kind)
    for field in shown.takes:
        said = declared[field.name].statement if field.name in declared else None
        assert field.statement == said, (option.name, field.name)
        if said is not None and shown.example is not None:
            value = shown.example.get(field.name)
            assert not value, (option.name, field.name, value)
    assert set(shown.asks) <= {field.name for field in shown.takes if field.statement}
    return len(shown.asks)


def courses() -> Iterator[TableDriver]:
    """Yield tables of every rulebook at three moments, with virtual and with real cards."""
    for name, origin, moment in product(DEALING, ("virtual", "keyed"), range(3)):
        game = punto.open_table(name, origin=origin, minimum=25, maximum=5_000)
        for seat, who in enumerate(("ann", "ben"), start=1):
            game.act("dealer", "join", patron=who, seat=seat)
            game.act("dealer", "buy_chips", patron=who, dollars=10_000)
        if moment == 1:
            game.act("dealer", "open_betting")
            game.act("ann", "place_wager", wager="banker", stake=100)
        orders = game.rules.edition.powers.get(Power.ORDER_CARD_CHECK)
        if moment == 2 and orders is not None:
            game.act(orders.value[0], "order_card_check")
        yield game


def test_no_form_that_the_server_sends_holds_a_statement() -> None:
    asked = 0
    for game in courses():
        for option in options_of_all(game.rules, game.table, NOON):
            asked += check(table_registry.commands, option)
    assert asked > 200


def test_no_form_of_a_tournament_or_of_the_house_holds_a_statement() -> None:
    asked = 0
    for driver in [begun(name, 1) for name in SECRET]:
        actors = [Actor(one, one, NOON) for one in sorted(driver.titles)]
        for actor in [*actors, Actor("ann", PATRON, NOON)]:
            for option in tournament_options(driver.rules, driver.tournament, (actor,)):
                asked += check(tournament_registry.commands, option)
    assert asked > 5
    house = punto.open_house("nsw-2024", "Harbour")
    staff = tuple(Actor(one, one, NOON) for one in sorted(known_titles(house.rules.edition)))
    found = house_options(house.rules, house.house, staff, lambda *_: ())
    assert sum(check(house_registry.commands, option) for option in found) >= 5


def test_what_is_due_is_sent_without_what_somebody_has_to_say() -> None:
    asked = set()
    for game in courses():
        while (step := next_step(game.rules, game.table)) is not None:
            due = game.view(Audience.DEALER).due
            assert due is not None
            assert due.asks == step.asks
            if step.command is None or step.by is None or step.faces:
                break
            assert due.command is not None
            name = str(due.command["type"])
            declared = fields_of(type(step.command))
            said = [key for key in due.command if key in declared and declared[key].statement]
            assert not [key for key in said if due.command[key]]
            whole = {**due.command, **{key: getattr(step.command, key) for key in step.asks}}
            assert codec.read_command(msgspec.json.encode(whole)) == step.command
            asked |= {(name, key) for key in step.asks}
            game.carry_out(game.actor(step.by, NOON), step.command)
            if name == "discard":
                break
    assert ("verify_cards", "count") in asked


def test_a_cut_of_real_cards_says_no_place_and_one_of_virtual_cards_asks_for_it() -> None:
    for origin, asks in (("virtual", ("at",)), ("keyed", ())):
        game = punto.open_table("nsw-2024", origin=origin)
        game.act("dealer", "new_shoe")
        game.act("dealer", "shuffle")
        step = next_step(game.rules, game.table)
        assert step is not None
        assert isinstance(step.command, Cut)
        assert step.asks == asks


def test_an_option_names_what_a_person_has_to_say() -> None:
    table = punto.open_table("nsw-2024")
    table.act("dealer", "join", patron="ann", seat=1)
    found = {one.name: one for one in table.options("casino_supervisor")}
    assert set(found["direct_no_bet"].asks) == {"requested_by", "agreed", "marker"}
    assert found["order_card_check"].asks == ()


@pytest.mark.parametrize(("name", "code"), [("nsw-2024", "no_wagers"), ("tas-2018", "no_wagers")])
def test_a_whole_coup_without_wagers_is_refused_with_what_is_missing(name: str, code: str) -> None:
    table = punto.open_table(name)
    table.act("dealer", "join", patron="ann", seat=1)
    with pytest.raises(Refused) as no:
        WholeCoup(table, lambda actor, command: _step(table, actor, command), NOON).deal()
    assert no.value.code == code
    assert no.value.clause
    assert "direct_no_bet" in str(no.value.hint)
    assert not [event for event in table.events if "no_bet" in str(event.__struct_config__.tag)]


def _step(game: TableDriver, actor: Actor, command: TableCommand) -> Any:
    game.carry_out(actor, command)
    return game.table


def test_limits_of_ones_own_and_vouchers_are_asked_about_in_the_library() -> None:
    table = punto.open_table("tas-2018", maximum=500)
    table.act("dealer", "join", patron="ann", seat=1)
    words: dict[str, Any] = {"patron": "ann", "minimum": 10, "maximum": 20_000}
    with pytest.raises(Malformed) as no:
        table.act("management_representative", "agree_limits", **words)
    assert (no.value.code, no.value.hint) == ("incomplete", "agreed=yes, or agreed=no")
    with pytest.raises(Refused) as refused:
        table.act("management_representative", "agree_limits", **words, agreed=False)
    assert refused.value.code == "not_agreed"
    assert table.act("management_representative", "agree_limits", **words, agreed=True)
    table = punto.open_table("nsw-2024")
    table.act("dealer", "join", patron="ann", seat=1)
    voucher: dict[str, Any] = {"patron": "ann", "voucher": 50, "token": 50}
    with pytest.raises(Malformed) as unsaid:
        table.act("dealer", "exchange_voucher", **voucher, conditions="after ten")
    assert unsaid.value.code == "incomplete"
    assert table.act("dealer", "exchange_voucher", **voucher)


@pytest.mark.parametrize("name", SECRET)
def test_nobody_signs_a_form_for_its_maker(name: str) -> None:
    driver = begun(name, 1)
    driver.act("dealer", "open_betting", table=1)
    driver.act("ann", "hand_in_form", wager="banker", stake=300)
    [form] = driver.tournament.forms
    assert (form.signed, form.words, form.seat) == (False, None, None)


def test_cards_are_made_ready_without_anybodys_approval() -> None:
    """Where every burn takes an approval the shoe is left loaded, and whoever has it burns."""
    for name in DEALING:
        rules = punto.open_table(name).rules
        burn = shoe_rules(rules).burn
        ready = prepare(rules, Random(1).randrange)
        assert ready.shoe.stage is Stage.READY
        if burn is None:
            continue
        approved = {key: how for key, how in burn.procedures.items() if how.approval is not None}
        if not approved:
            continue
        shoe = replace(shoe_rules(rules), burn=replace(burn, procedures=approved))
        waiting = prepare(
            replace(rules, edition=replace(rules.edition, shoe=shoe)), Random(1).randrange
        )
        assert (waiting.shoe.stage, waiting.shoe.burned) == (Stage.LOADED, 0)
        assert ready.reasons[:-1] == waiting.reasons
        return
    pytest.fail("no rulebook has a burn that takes an approval")


def test_sorts_of_statements_are_all_used() -> None:
    used = {one.statement for kind in KINDS for one in takes(kind) if one.statement}
    assert used == set(Statement)
    assert list(said_in(Cut(at=208))) == ["at"]
    assert list(said_in(Cut())) == []
    assert list(said_in(VerifyCards(416))) == ["count"]
    assert list(said_in(FinishEarly(1, agreed=("ann",)))) == ["agreed"]
