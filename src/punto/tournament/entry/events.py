"""Conditions were laid down and published; people applied, entered, signed, withdrew."""

from punto.aggregate.event import Event, Register, Unregistered, Visibility
from punto.tournament.conditions import Conditions


class OfEntry(Event, frozen=True, gc=False):
    """An event about conditions and entries."""


class OfConditions(OfEntry, frozen=True, gc=False):
    """An event about the conditions, and who knows them."""


class ConditionsSet(OfConditions, frozen=True, gc=False, tag="conditions_set"):
    """The conditions as they were laid down: a document, not a state."""

    visibility = Visibility.STAFF
    registers = Unregistered.ARRANGEMENT

    conditions: Conditions


class ConditionsSupplemented(OfConditions, frozen=True, gc=False, tag="conditions_supplemented"):
    """The conditions with what was added: nobody has them, knows them, signed or approved them."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    conditions: Conditions


class ConditionsApproved(OfConditions, frozen=True, gc=False, tag="conditions_approved"):
    """A written approval is on file."""

    visibility = Visibility.STAFF
    registers = (Register.APPROVALS,)

    item: str
    authority: str
    reference: str
    given: str
    cents: int | None = None


class ConditionsPublished(OfConditions, frozen=True, gc=False, tag="conditions_published"):
    """People may apply."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT


class AgreementRequired(OfConditions, frozen=True, gc=False, tag="agreement_required"):
    """Nobody is accepted who has not agreed in writing."""

    visibility = Visibility.STAFF
    registers = Unregistered.ARRANGEMENT


class ConditionsGiven(OfConditions, frozen=True, gc=False, tag="conditions_given"):
    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    names: tuple[str, ...]


class ConditionsExplained(OfConditions, frozen=True, gc=False, tag="conditions_explained"):
    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    names: tuple[str, ...]


class ApplicationSigned(OfEntry, frozen=True, gc=False, tag="application_signed"):
    visibility = Visibility.PERSON_AND_STAFF
    registers = Unregistered.ARRANGEMENT
    concerns = "name"

    name: str


class ApplicationMade(OfEntry, frozen=True, gc=False, tag="application_made"):
    visibility = Visibility.EVERYBODY
    registers = (Register.ENTRIES,)

    name: str
    number: int
    reserve: bool = False


class EligibilityChecked(OfEntry, frozen=True, gc=False, tag="eligibility_checked"):
    visibility = Visibility.PERSON_AND_STAFF
    registers = (Register.ENTRIES,)
    concerns = "name"

    name: str
    eligible: bool


class EntryAccepted(OfEntry, frozen=True, gc=False, tag="entry_accepted"):
    visibility = Visibility.EVERYBODY
    registers = (Register.ENTRIES,)

    name: str


class EntryRefused(OfEntry, frozen=True, gc=False, tag="entry_refused"):
    visibility = Visibility.PERSON_AND_STAFF
    registers = (Register.ENTRIES,)
    concerns = "name"

    name: str
    cause: str


class EntryWithdrawn(OfEntry, frozen=True, gc=False, tag="entry_withdrawn"):
    visibility = Visibility.EVERYBODY
    registers = (Register.ENTRIES,)

    name: str


class TournamentCancelled(OfEntry, frozen=True, gc=False, tag="tournament_cancelled"):
    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    reason: str


class ReserveSeated(OfEntry, frozen=True, gc=False, tag="reserve_seated"):
    """A reserve has the seat that somebody else was drawn for and did not take."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    name: str
    place_of: str
    table: int
    seat: int


class SecondaryOpened(OfEntry, frozen=True, gc=False, tag="secondary_opened"):
    """Somebody who did not qualify may enter the second chance."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    name: str


class SecondaryWinnerAdvanced(OfEntry, frozen=True, gc=False, tag="secondary_winner_advanced"):
    """A winner of the second chance plays on."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    name: str


class DeviceLetIn(OfEntry, frozen=True, gc=False, tag="device_let_in"):
    """Staff let a device of an entrant in; what stands on forms of before it does not show."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT
    final = "a device was let in"

    name: str


ConditionsEvent = (
    ConditionsSet
    | ConditionsSupplemented
    | ConditionsApproved
    | ConditionsPublished
    | AgreementRequired
    | ConditionsGiven
    | ConditionsExplained
)
EntryEvent = (
    ConditionsEvent
    | ApplicationSigned
    | ApplicationMade
    | EligibilityChecked
    | EntryAccepted
    | EntryRefused
    | EntryWithdrawn
    | TournamentCancelled
    | ReserveSeated
    | SecondaryOpened
    | SecondaryWinnerAdvanced
    | DeviceLetIn
)
