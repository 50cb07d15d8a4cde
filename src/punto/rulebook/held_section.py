"""What every held section shares: strictness, and the kinds of datum it may hold."""

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from punto.clause import Held

Flag: TypeAlias = Held[bool] | None
Number: TypeAlias = Held[Annotated[int, Meta(ge=0)]] | None
Numbers: TypeAlias = Held[tuple[Annotated[int, Meta(ge=0)], ...]] | None
Text: TypeAlias = Held[Annotated[str, Meta(min_length=1)]] | None
Texts: TypeAlias = Held[tuple[Annotated[str, Meta(min_length=1)], ...]] | None


class HeldSection(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A part of a rulebook whose data wait for the code that will use them."""
