"""Forms were handed in, examined and opened."""

from punto.table.event import Event


class OfSecret(Event, frozen=True, gc=False):
    """An event about secret wagers."""


class FormHandedIn(OfSecret, frozen=True, gc=False, tag="form_handed_in"):
    """A form as it is written: what is missing on it is missing here."""

    name: str
    table: int
    coup: int
    wager: str | None = None
    stake_cents: int | None = None
    words: str | None = None


SecretEvent = FormHandedIn
