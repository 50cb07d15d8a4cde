"""The draw: a seed fixed before anybody entered, lots that anybody can draw again."""

from punto.aggregate.actor import Actor
from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.house.draw import commands as do
from punto.house.draw import events as happened
from punto.house.events import Events
from punto.house.guards import check_open, check_whole, leading
from punto.house.house import House
from punto.house.law import law
from punto.house.promotion import Promotion, Stage
from punto.lots import check_commitment, check_seed, lots
from punto.money import dollars
from punto.rulebook.elect import TableRules


def commit_draw(rules: TableRules, house: House, by: Actor, command: do.CommitDraw) -> Events:
    """Fix the seed while nobody can know which entry it would favour."""
    clause = leading(rules, by)
    held = house.promotion(command.promotion)
    check_open(held)
    check_commitment(command.commitment, held.committed)
    if held.entries:
        raise Malformed("the seed is fixed before anybody enters", code=ErrorCode.TOO_LATE)
    reason = Reason("the lots are fixed, and nobody knows them", clause)
    return (
        happened.DrawCommitted(
            promotion=held.number, commitment=command.commitment, reasons=(reason,)
        ),
    )


def name_scrutineer(
    rules: TableRules, house: House, by: Actor, command: do.NameScrutineer
) -> Events:
    """Name somebody to oversee a draw with a prize that is large enough."""
    leading(rules, by)
    held = house.promotion(command.promotion)
    check_open(held)
    if not command.name.strip():
        raise Malformed("say who oversees the draw", code=ErrorCode.INCOMPLETE)
    if held.scrutineer == command.name:
        raise Malformed(f"{command.name} oversees it already", code=ErrorCode.ALREADY_SO)
    over = law(rules).scrutineer_over_cents
    if not any((prize.value_cents or 0) > over.value for prize in held.prizes.values()):
        text = f"no single prize is worth more than {dollars(over.value)}"
        raise Refused(ErrorCode.NO_SCRUTINEER, over.clause, text)
    clause = merged(over.clause, law(rules).says.scrutineer_named)
    reason = Reason(f"{command.name} oversees the draw", clause)
    return (happened.ScrutineerNamed(promotion=held.number, name=command.name, reasons=(reason,)),)


def draw_winners(rules: TableRules, house: House, by: Actor, command: do.DrawWinners) -> Events:
    """Draw lots for every prize, the first prize first."""
    clause = leading(rules, by)
    held = house.promotion(command.promotion)
    check_open(held)
    if held.stage is not Stage.STARTED:
        raise Malformed(f"promotion {held.number} is {held.stage}", code=ErrorCode.NOT_NOW)
    check_whole(rules, held)
    assert held.closes_at is not None
    if by.at < held.closes_at:
        raise Refused(ErrorCode.ENTRIES_OPEN, _closing(rules), "entries are still taken")
    check_seed(command.seed, held.committed)
    if not held.entries:
        raise Malformed("nobody has entered", code=ErrorCode.NOTHING_THERE)
    won, absent = _drawn(held, command)
    topics = law(rules).topics
    overseen: tuple[Reason, ...] = ()
    if held.terms.presence and topics.presence:
        overseen = (Reason("whoever is not there is passed over", topics.presence.clause),)
    if held.scrutineer is not None:
        named = Reason(f"{held.scrutineer} oversees it", law(rules).says.scrutineer_named)
        overseen = (*overseen, named)
    method = topics.award_method
    drawn = happened.WinnersDrawn(
        promotion=held.number,
        seed=command.seed,
        won=won,
        absent=absent,
        commitment=held.committed,
        reasons=(
            Reason(
                f"drawn: {held.terms.award_method}", merged(clause, method.clause if method else ())
            ),
            *overseen,
        ),
    )
    return (drawn,)


def _closing(rules: TableRules) -> Clauses:
    topics = law(rules).topics
    return topics.closes_time.clause if topics.closes_time else ()


def _drawn(held: Promotion, command: do.DrawWinners) -> tuple[dict[int, int], tuple[int, ...]]:
    """Return the entry that wins each prize, and those that lots named but who were not there."""
    people = {entry.number: entry.person for entry in held.entries}
    order = [int(name) for name in lots(command.seed, [str(number) for number in people])]
    there = [
        number for number in order if not held.terms.presence or people[number] in command.present
    ]
    won = dict(zip(sorted(held.prizes), there, strict=False))
    last = order.index(there[len(won) - 1]) if len(won) == len(held.prizes) else len(order)
    return won, tuple(number for number in order[:last] if number not in there)
