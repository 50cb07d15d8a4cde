"""Conditions laid down, approved and published; people who apply, enter, sign and withdraw."""

from typing import Literal

from punto.aggregate.command import Command
from punto.tournament.conditions import Conditions

RefusalCause = Literal["discretion", "criteria", "not_entitled"]


class AboutEntry(Command, frozen=True):
    """A command about conditions and entries."""


class SetConditions(AboutEntry, frozen=True, tag="set_conditions"):
    """The operator lays the conditions down; while nothing is published they may change."""

    conditions: Conditions


class SupplementConditions(AboutEntry, frozen=True, tag="supplement_conditions"):
    """Published conditions are supplemented: what they say stays, what they left out is added."""

    conditions: Conditions


class FileApproval(AboutEntry, frozen=True, tag="file_approval"):
    """A written approval is put on file, of the conditions or of what is kept of each fee."""

    item: Literal["conditions", "commission"]
    authority: str
    reference: str
    given: str
    cents: int | None = None


class PublishConditions(AboutEntry, frozen=True, tag="publish_conditions"):
    """The conditions are published, and people may apply."""


class RequireAgreement(AboutEntry, frozen=True, tag="require_agreement"):
    """Nobody is to be accepted who has not agreed in writing."""


class GiveConditions(AboutEntry, frozen=True, tag="give_conditions"):
    """People are given the conditions; everybody who has not got them yet if nobody is named."""

    names: tuple[str, ...] = ()


class ExplainConditions(AboutEntry, frozen=True, tag="explain_conditions"):
    """People are told the conditions of play; everybody who has not been if nobody is named."""

    names: tuple[str, ...] = ()


class SignApplication(AboutEntry, frozen=True, tag="sign_application"):
    """Somebody signs the application form and accepts the conditions."""

    name: str


class Apply(AboutEntry, frozen=True, tag="apply"):
    """Somebody applies to enter; ``reserve`` if only for a place that comes free."""

    name: str
    reserve: bool = False


class CheckEligibility(AboutEntry, frozen=True, tag="check_eligibility"):
    """An applicant is looked at: may they enter by what the conditions say?

    Whoever looks says what they found; the author of a scenario may leave out that they may.
    """

    name: str
    eligible: bool | None = None


class AcceptEntry(AboutEntry, frozen=True, tag="accept_entry"):
    """An application is accepted."""

    name: str


class RefuseEntry(AboutEntry, frozen=True, tag="refuse_entry"):
    """An application is refused, at discretion unless another cause is named."""

    name: str
    cause: RefusalCause = "discretion"


class WithdrawEntry(AboutEntry, frozen=True, tag="withdraw_entry"):
    """Somebody withdraws."""

    name: str


class CancelTournament(AboutEntry, frozen=True, tag="cancel_tournament"):
    """The tournament is called off."""

    reason: str


class SeatReserve(AboutEntry, frozen=True, tag="seat_reserve"):
    """A reserve pays the fee and is given the seat of an entrant who did not take it."""

    name: str
    place_of: str
    cents: int = 0


class AdmitToSecondary(AboutEntry, frozen=True, tag="admit_to_secondary"):
    """Somebody who did not qualify is let into the second chance."""

    name: str


class AdvanceFromSecondary(AboutEntry, frozen=True, tag="advance_from_secondary"):
    """A winner of the second chance goes on in the tournament."""

    name: str


class LetDeviceIn(AboutEntry, frozen=True, tag="let_device_in"):
    """A device of an entrant is let in, in place of any other; it shows no form of before."""

    name: str


EntryCommand = (
    SetConditions
    | SupplementConditions
    | FileApproval
    | PublishConditions
    | RequireAgreement
    | GiveConditions
    | ExplainConditions
    | SignApplication
    | Apply
    | CheckEligibility
    | AcceptEntry
    | RefuseEntry
    | WithdrawEntry
    | CancelTournament
    | SeatReserve
    | AdmitToSecondary
    | AdvanceFromSecondary
    | LetDeviceIn
)
