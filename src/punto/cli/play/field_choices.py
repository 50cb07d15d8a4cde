"""What each word of a command may be, at this table and under its rulebook."""

from msgspec import inspect as shapes

from punto.aggregate.roles import Field
from punto.cli.play.command_parser import TABLES
from punto.notation.command_reader import is_card


def in_words(field: Field) -> str:
    """Return in words what a field holds."""
    match field.shape:
        case shapes.LiteralType(values=values):
            return " or ".join(str(value) for value in values)
        case shapes.BoolType():
            return "yes or no"
        case shapes.IntType():
            return "a number"
        case shapes.VarTupleType(item_type=shapes.StrType() | shapes.IntType()):
            return "a list: a,b,c"
        case shapes.VarTupleType():
            return "cards: 9S,3D"
        case shapes.EnumType() if is_card(field.shape):
            return "a card: 9S"
        case shapes.EnumType(cls=members):
            return " or ".join(members)
        case shapes.DictType() if field.key in TABLES:
            return f'"{TABLES[field.key][1]}"'
        case _:
            return "a word, or words in quotation marks"
