"""Commands of any kind with anything in them: what a careless or hostile client might send."""

from random import Random
from typing import Any

from msgspec import Struct
from msgspec import inspect as shapes

from punto.aggregate.actor import Actor
from punto.aggregate.roles import shape_of
from punto.cards import DECK
from punto.rulebook.elect import TableRules
from punto.table.authority import known_titles
from punto.table.registry import registry
from punto.table.table import Table

KINDS: tuple[type[Struct], ...] = registry.commands
NAMES = ["ann", "ben", "cy"]
STRANGE = ["", " ", "zoe", "Ωμέγα", "'; drop table", "x" * 300, "\u202eann"]


class Anything:
    """A source of commands that fit their types and little else."""

    def __init__(self, rules: TableRules, random: Random) -> None:
        self.rules, self.random = rules, random
        edition = rules.edition
        self.titles = sorted(known_titles(edition) | {"surveillance", "onlooker"})
        deal = edition.deal
        self.words = [
            *rules.outcomes,
            *rules.offers,
            *(deal.methods if deal else ()),
            *edition.conduct.incidents,
            *edition.wagering.flaws,
            *rules.schemes,
            *self.titles,
            *(edition.shoe.burn.procedures if edition.shoe and edition.shoe.burn else ()),
            *("fraud", "fire", "riot", "breach_report", "daily_summary", "misdeal", "rectified"),
            *("attempted", "licensee", "red", "before_cut", "order_doubt", "rules", "draw_table"),
        ]

    def actor(self) -> Actor:
        """Return anybody, at any time of a day."""
        at = self.random.randrange(86_400)
        if self.random.random() < 0.5:
            title = self.random.choice(self.titles)
            return Actor(title, title, at)
        return Actor(self.random.choice([*NAMES, *STRANGE]), "patron", at)

    def command(self, table: Table) -> Any:
        """Return a command of any kind."""
        kind = self.random.choice(KINDS)
        return self.of(kind, table)

    def of(self, kind: type[Struct], table: Table) -> Any:
        """Return a command of one kind."""
        info = shape_of(kind)
        given = {}
        for field in info.fields:
            if not field.required and self.random.random() < 0.4:
                continue
            given[field.name] = self.value(field.name, field.type, table)
        return kind(**given)

    def value(self, name: str, kind: shapes.Type, table: Table) -> Any:
        """Return anything of a type, more often something that could mean something."""
        random = self.random
        match kind:
            case shapes.UnionType():
                return self.value(name, random.choice(kind.types), table)
            case shapes.NoneType():
                return None
            case shapes.BoolType():
                return random.random() < 0.5
            case shapes.IntType():
                return random.choice([-1, 0, 1, 2, 3, 5, 100, 500, 2_500, 10_000, 10**15, 416, 52])
            case shapes.StrType():
                return random.choice([*NAMES, *self.words, random.choice(STRANGE)])
            case shapes.LiteralType():
                return random.choice(list(kind.values))
            case shapes.EnumType():
                return random.choice(list(kind.cls))
            case shapes.CustomType():
                return random.choice(DECK)
            case shapes.VarTupleType():
                count = random.choice([0, 1, 2, 5])
                return tuple(self.value(name, kind.item_type, table) for _ in range(count))
            case shapes.DictType():
                if isinstance(kind.key_type, shapes.StrType):
                    named = random.choice(["joker", str(random.choice(DECK)), *NAMES])
                    return {named: random.choice([-5, 0, 7, 9, 100])}
                return {random.randrange(9): random.choice([-5, 0, 100, 10**12])}
            case shapes.StructType():
                return self.of(kind.cls, table)
        raise AssertionError(kind)
