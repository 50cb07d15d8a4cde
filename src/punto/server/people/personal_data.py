"""Personal data by key. It can be erased without a change of the log."""

from collections.abc import Collection, Mapping

from sqlalchemy import delete, insert, select

from punto.clause import Malformed
from punto.driver.house import FACTS
from punto.error_codes import ErrorCode
from punto.server.people.database import reading, writing
from punto.server.people.sql_tables import facts
from punto.store.sql import Backend

TEXT_MAX = 500


def write_down(backend: Backend, person: str, new_facts: Mapping[str, str]) -> None:
    """Store facts about a person, in place of earlier ones."""
    for fact, text in new_facts.items():
        if fact not in FACTS:
            raise Malformed(f"nobody keeps the {fact[:40]} of a person", f"facts: {FACTS}")
        if not text.strip() or len(text) > TEXT_MAX or not text.isprintable():
            raise Malformed(
                f"{fact}: up to {TEXT_MAX} printable characters", code=ErrorCode.INCOMPLETE
            )
    with writing(backend) as connection:
        mine = facts.c.person == person
        connection.execute(delete(facts).where(mine, facts.c.fact.in_(list(new_facts))))
        rows = [{"person": person, "fact": fact, "text": text} for fact, text in new_facts.items()]
        if rows:
            connection.execute(insert(facts), rows)


def of(backend: Backend, person: str) -> dict[str, str]:
    """Return the facts about a person."""
    with reading(backend) as connection:
        rows = connection.execute(select(facts).where(facts.c.person == person))
        return {row.fact: row.text for row in rows}


def on_record(backend: Backend) -> dict[str, frozenset[str]]:
    """Return the kinds of facts that are stored for each person."""
    facts_by_person: dict[str, set[str]] = {}
    with reading(backend) as connection:
        for row in connection.execute(select(facts.c.person, facts.c.fact)):
            facts_by_person.setdefault(row.person, set()).add(row.fact)
    return {person: frozenset(person_facts) for person, person_facts in facts_by_person.items()}


def keep_only(backend: Backend, people: Collection[str]) -> None:
    """Delete the facts about everybody who is not in ``people``."""
    with writing(backend) as connection:
        recorded = set(connection.execute(select(facts.c.person)).scalars())
        unknown = sorted(recorded - set(people))
        if unknown:
            connection.execute(delete(facts).where(facts.c.person.in_(unknown)))
    if unknown and backend.name == "sqlite":
        # The write-ahead log contains the deleted text until it is truncated.
        with backend.engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
