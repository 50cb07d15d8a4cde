"""Commands of any kind with anything in them: what a careless or hostile client might send."""

from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec import Struct
from msgspec import inspect as shapes

from punto.aggregate.actor import Actor
from punto.aggregate.roles import Role, fields_of
from punto.cards import DECK
from punto.notation.command_reader import is_card
from punto.rulebook.elect import TableRules
from punto.rulebook.word_lists import WordList, words_in
from punto.table.authority import known_titles
from punto.table.registry import registry

KINDS: tuple[type[Struct], ...] = registry.commands
NAMES = ["ann", "ben", "cy"]
STRANGE = ["", " ", "zoe", "Ωμέγα", "'; drop table", "x" * 300, "\u202eann"]
# What money, numbers and moments may be, most of them nonsense.
_NUMBERS = (-1, 0, 1, 2, 3, 5, 52, 100, 416, 500, 2_500, 5_000, 10_000, 10**15)
_MOMENTS = (-1, 0, 43_200, 1_717_416_000)
_TEXTS = ("heats", "final", "five hundred", "red", "2024-06-01", "joker", "breach_report")


class Anything:
    """A source of commands that fit their types and little else."""

    def __init__(self, rules: TableRules, random: Random, names: Sequence[str] = NAMES) -> None:
        self.rules, self.random, self.names = rules, random, names
        self.titles = sorted(known_titles(rules.edition) | {"surveillance", "onlooker"})
        listed = [word for which in WordList for word in words_in(rules.edition, which)]
        self.words = [*rules.outcomes, *rules.offers, *self.titles, *listed, *_TEXTS]

    def actor(self) -> Actor:
        """Return anybody, at any time of a day."""
        at = self.random.randrange(86_400)
        if self.random.random() < 0.5:
            title = self.random.choice(self.titles)
            return Actor(title, title, at)
        return Actor(self.random.choice([*self.names, *STRANGE]), "patron", at)

    def command(self) -> Any:
        """Return a command of any kind."""
        return self.of(self.random.choice(KINDS))

    def of(self, kind: type[Struct]) -> Any:
        """Return a command of one kind, or a part of one."""
        given = {}
        for field in fields_of(kind).values():
            if field.required or self.random.random() < 0.4:
                # What has a meaning is tried more often than what has none.
                own = words_in(self.rules.edition, field.words) if field.words else ()
                likely = [*own, *self.names] if self.random.random() < 0.7 else []
                given[field.name] = self.value(field.shape, field.role, field.key, likely)
        return kind(**given)

    def value(
        self,
        shape: shapes.Type,
        role: Role | None = None,
        key: Role | None = None,
        words: Sequence[str] = (),
    ) -> Any:
        """Return anything of a type, more often something that could mean something."""
        random = self.random
        match shape:
            case shapes.UnionType():
                return self.value(random.choice(shape.types), role)
            case shapes.BoolType():
                return random.random() < 0.5
            case shapes.IntType():
                return random.choice(_MOMENTS if role is Role.MOMENT else _NUMBERS)
            case shapes.StrType():
                return random.choice(words or [*self.words, *self.names, random.choice(STRANGE)])
            case shapes.LiteralType():
                return random.choice(list(shape.values))
            case shapes.EnumType():
                return random.choice(DECK if is_card(shape) else list(shape.cls))
            case shapes.VarTupleType():
                many = range(random.choice([0, 1, 2, 5]))
                return tuple(self.value(shape.item_type, role, None, words) for _ in many)
            case shapes.DictType():
                many = range(random.choice([0, 1, 2]))
                return {
                    self.value(shape.key_type, key): self.value(shape.value_type, role)
                    for _ in many
                }
            case shapes.StructType():
                return self.of(shape.cls)
        raise AssertionError(shape)
