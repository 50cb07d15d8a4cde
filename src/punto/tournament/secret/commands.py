"""Wagers on forms that nobody else may see until their moment."""

from punto.aggregate.command import Command


class AboutSecret(Command, frozen=True):
    """A command about secret wagers."""


class HandInForm(AboutSecret, frozen=True, tag="hand_in_form"):
    """An entrant hands a form in; what is not written on it is left out."""

    name: str
    wager: str | None = None
    stake_cents: int | None = None
    words: str | None = None
    seat: int | None = None
    signed: bool = False


class ExamineForm(AboutSecret, frozen=True, tag="examine_form"):
    """The official looks at a form; a fault that is not ``overlooked`` sends it back."""

    name: str
    overlooked: bool = False


class AnnounceForms(AboutSecret, frozen=True, tag="announce_forms"):
    """The official announces what stands on the forms of a coup."""

    table: int = 1


class PlaceForm(AboutSecret, frozen=True, tag="place_form"):
    """An entrant puts the chips of an announced form on the layout."""

    name: str
    wager: str
    stake_cents: int


class AskForm(AboutSecret, frozen=True, tag="ask_form"):
    """An entrant asks to see the form that another used in the coup that is over."""

    name: str


SecretCommand = HandInForm | ExamineForm | AnnounceForms | PlaceForm | AskForm
