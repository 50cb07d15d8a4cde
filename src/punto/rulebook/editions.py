"""Which edition was in force on a day: yes, no, or unknown with the evidence. Never a guess."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from enum import StrEnum

from msgspec import Struct

from punto.clause import Clauses, Malformed, merged
from punto.rulebook.schema import Edition, Instrument


class Answer(StrEnum):
    """What can be said honestly."""

    IN_FORCE = "in_force"
    NOT_IN_FORCE = "not_in_force"
    UNKNOWN = "unknown"


class Standing(Struct, frozen=True):
    """What is known of one edition on a day, and why."""

    rulebook: str
    answer: Answer
    why: str
    clause: Clauses


class InForce(Struct, frozen=True):
    """The answer for a jurisdiction on a day, with what is known of each edition."""

    jurisdiction: str
    date: date
    answer: Answer
    editions: tuple[Standing, ...]


def in_force(
    editions: Sequence[Edition],
    jurisdiction: str,
    day: date,
    notified: Mapping[str, date] | None = None,
) -> InForce:
    """Return the honest answer to which rules were in force.

    ``notified`` holds dates of notification that somebody entered, by rulebook id.
    """
    entered = dict(notified or {})
    held = [one for one in editions if one.instrument.jurisdiction == jurisdiction]
    if not held:
        known = sorted({one.instrument.jurisdiction for one in editions})
        hint = f"known: {', '.join(known)}"
        raise Malformed(f"no rulebook of jurisdiction {jurisdiction!r} is held", hint)
    for name, when in entered.items():
        _check_notified({one.id: one.instrument for one in held}, name, when)
    standings = tuple(standing(one.instrument, day, entered.get(one.id)) for one in held)
    answers = {one.answer for one in standings}
    for answer in (Answer.IN_FORCE, Answer.UNKNOWN, Answer.NOT_IN_FORCE):
        if answer in answers:
            return InForce(jurisdiction, day, answer, standings)
    raise AssertionError(answers)


def _check_notified(held: Mapping[str, Instrument], name: str, when: date) -> None:
    instrument = held.get(name)
    if instrument is None or instrument.starts_days_after_notification is None:
        raise Malformed(f"{name}: no edition here starts by its notification")
    if instrument.made and when < instrument.made.value:
        made = instrument.made.value
        raise Malformed(f"{name} was made on {made} and cannot have been notified on {when}")


def standing(instrument: Instrument, day: date, notified: date | None) -> Standing:
    """Return what is known of one edition on a day."""
    made, evidence = instrument.made, instrument.evidence

    def say(answer: Answer, why: str, *clauses: Clauses) -> Standing:
        return Standing(instrument.id, answer, why, merged(*clauses, evidence.clause))

    earlier = [one for one in instrument.replaces if one.notified <= day]
    named = merged(*(one.clause for one in earlier))
    gap = "".join(
        f"; before it {one.name} (notified {one.notified}), whose text is not held "
        "and which it revokes"
        for one in earlier
    )
    if made and day < _earliest(instrument, made.value):
        before = instrument.before_made
        assert before is not None
        why = f"it was made on {made.value}"
        if Answer(before.value) is Answer.UNKNOWN:
            why += "; an earlier text existed and is not held"
        return say(Answer(before.value), why + gap, made.clause, before.clause, named)
    if instrument.effective:
        start = instrument.effective.value
        if day < start:
            return say(Answer.NOT_IN_FORCE, f"effective {start}", instrument.effective.clause)
        why = f"effective {start}; no later instrument is held"
        return say(Answer.IN_FORCE, why, instrument.effective.clause)
    starts = instrument.starts_days_after_notification
    if starts and notified:
        start = notified + timedelta(days=min(starts.value, (date.max - notified).days))
        why = f"notified {notified} (as entered), so it starts on {start}"
        if day < start:
            return say(Answer.NOT_IN_FORCE, why + gap, starts.clause, named)
        return say(Answer.IN_FORCE, f"{why}; no later instrument is held", starts.clause)
    return say(Answer.UNKNOWN, evidence.value + gap, starts.clause if starts else (), named)


def _earliest(instrument: Instrument, made: date) -> date:
    """Return the first day on which an instrument can possibly run."""
    starts = instrument.starts_days_after_notification
    return made + timedelta(days=starts.value) if starts else made
