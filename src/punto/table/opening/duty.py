"""Who answers for the game, and what staff show and tell."""

from punto.aggregate.actor import Actor
from punto.clause import Clauses, Malformed, NotEntitled, Reason
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.table.authority import provided, require
from punto.table.entries import ToldRecorded
from punto.table.events import Events
from punto.table.opening import commands as do
from punto.table.opening import events as happened
from punto.table.register import record
from punto.table.table import Table


def sign_on(rules: TableRules, table: Table, by: Actor) -> Events:
    """Let somebody who answers for the game come on duty."""
    require(rules, by, Power.CONDUCT_GAME, "answer for the game")
    if by.name in table.duty.on_duty:
        raise Malformed(f"{by.name} is on duty", code=ErrorCode.ALREADY_SO)
    clause = provided(rules, rules.says.inspector_answers, "who answers for the game")
    reason = Reason(f"{by.name} answers for the game", clause)
    return (happened.SignedOn(name=by.name, reasons=(reason,)),)


def sign_off(rules: TableRules, table: Table, by: Actor) -> Events:
    """Let somebody who answers for the game go off duty."""
    require(rules, by, Power.CONDUCT_GAME, "answer for the game")
    if by.name not in table.duty.on_duty:
        raise Malformed(f"{by.name} is not on duty", code=ErrorCode.NOT_NOW)
    clause = provided(rules, rules.says.inspector_answers, "who answers for the game")
    reason = Reason(f"{by.name} goes off duty", clause)
    return (happened.SignedOff(name=by.name, reasons=(reason,)),)


def tell(rules: TableRules, table: Table, by: Actor, command: do.Tell) -> Events:
    """Keep that somebody was told of a matter."""
    if by.is_patron:
        raise NotEntitled((), f"{by.name} may not tell for the house: that is for staff")
    if not command.whom.strip() or not command.matter.strip():
        raise Malformed("say who was told, and of what", code=ErrorCode.INCOMPLETE)
    text = f"{command.whom} is told: {command.matter}"
    entry = record(ToldRecorded, table, text, _kept(rules, command), to=(command.whom,))
    return (happened.PersonTold(whom=command.whom, matter=command.matter), entry)


def _kept(rules: TableRules, command: do.Tell) -> Clauses:
    """Return the clauses by which it is kept that somebody knows of a way of dealing."""
    methods = rules.edition.deal.methods if rules.edition.deal else {}
    method = methods.get(command.matter)
    if method is None or method.informed is None or command.whom not in method.informed.value:
        return ()
    return method.told_kept


def display_sign(by: Actor, command: do.DisplaySign) -> Events:
    """Keep that a sign about a matter is up."""
    if by.is_patron:
        raise NotEntitled((), f"{by.name} may not put up signs: that is for staff")
    if not command.matter.strip():
        raise Malformed("say what the sign is about", code=ErrorCode.INCOMPLETE)
    return (happened.SignDisplayed(matter=command.matter),)


def show_rules(rules: TableRules, by: Actor, command: do.ShowRules) -> Events:
    """Show the rules to anyone who asks, or the table by which cards are drawn, at any time."""
    if command.what not in ("rules", "draw_table"):
        raise Malformed("ask for rules or draw_table", code=ErrorCode.INCOMPLETE)
    shows = rules.says.rules_shown if command.what == "rules" else rules.says.draw_table
    clause = provided(rules, shows, f"whether {command.what} may be seen")
    text = f"{by.name} is shown {rules.edition.instrument.citation}"
    if command.what == "draw_table":
        text = f"the table of play: {_drawing_table(rules)}"
    shown = happened.RulesShown(what=command.what, to=by.name, reasons=(Reason(text, clause),))
    return (shown,)


def _drawing_table(rules: TableRules) -> str:
    """Return every row by which cards are drawn, with what its columns stand for."""
    tableau = rules.edition.tableau
    assert tableau is not None

    def points(totals: tuple[int, ...]) -> str:
        return " ".join(str(total) for total in totals)

    player = [f"{points(row.totals)} {row.act}" for row in tableau.player]
    banker = [f"{row.total} {row.no_card}{row.third}" for row in tableau.banker]
    return (
        f"D draws, S stands; Player: {'; '.join(player)}; "
        f"{points(tableau.player_naturals.value)} no further draw; "
        "Banker by Player's third card, none 0 1 2 3 4 5 6 7 8 9: "
        f"{'; '.join(banker)}; {points(tableau.banker_naturals.value)} no further draw"
    )
