"""The shoe: sources of cards, shuffle, cut, marker, burn, and which coup is the last."""

from typing import Literal

from msgspec import field

from punto.clause import Cited, Clauses
from punto.rulebook.policies import (
    BurnFace,
    BurnFurther,
    Commencing,
    CutChoice,
    CutFirst,
    CutLater,
    CutNext,
    MarkerPlacing,
    MissedBurn,
    RifflePoint,
)
from punto.rulebook.schema.section import (
    Count,
    Decks,
    RefusedOnly,
    Section,
    Some,
    Title,
    Words,
    unsaid,
)
from punto.rulebook.vocabulary import Source, Supply


class BurnProcedure(Section, frozen=True, kw_only=True):
    """A permitted burn procedure."""

    title: Words
    """What is done, in words."""
    face: BurnFace
    """Who may see the first card."""
    further: BurnFurther
    """How many cards follow it."""
    approval: Title | None = None
    """The title that must approve it, if one must."""
    sources: tuple[Source, ...] = (Source.CARD_SHOE, Source.SHUFFLING_DEVICE)
    """The sources of cards for which it is permitted."""
    clause: Clauses
    """The clauses that permit it."""
    approval_due: Clauses = ()
    """Cited for its approval; without it, the clauses that permit it."""
    shown_later: Clauses = ()
    """Cited if its first card is shown on request; without it, the clauses that permit it."""
    reading: str | None = None
    """How an unclear text is read."""


class Burn(Section, frozen=True):
    """Cards removed before the first coup of a shoe."""

    procedures: dict[str, BurnProcedure]
    """The burn procedures, by name."""
    values: dict[str, Cited[Count]] = field(default_factory=dict)
    """How many more cards are burned for each rank, if a procedure burns by value."""
    burn_due: Clauses = ()
    """Cited if a coup waits for the burn; without it, `missed` is cited."""
    missed: Cited[MissedBurn] = unsaid("what follows when no card was burned")
    """What happens if the first coup begins without a burned card."""
    late: Cited[RefusedOnly] = unsaid("when cards may be burned")
    """A burn that is not made before the first coup is refused."""


class Cutting(Section, frozen=True, kw_only=True):
    """Who is offered the cut, in which order, and who cuts in default."""

    choice: Cited[CutChoice]
    """Whether patrons come first or staff choose who cuts."""
    first: Cited[CutFirst]
    """Who is offered the cut of the first shoe first."""
    later: Cited[CutLater]
    """Who is offered the cut of a later shoe first."""
    after: Cited[CutNext] | None = None
    """Who is offered the cut next if it is declined; required if there is an order."""
    nominee: Cited[bool] | None = None
    """Whether a patron may nominate another person to cut."""
    by_staff: Clauses = ()
    """Cited if staff choose to cut; without it, the power to cut in default."""
    nobody_accepts: Clauses = ()
    """Cited if staff cut because nobody accepts; without it, the power to cut in default."""
    nominee_later: Clauses = ()
    """Cited for a nominee at later shoes, if another clause permits it there."""
    commencing: Cited[Commencing] | None = None
    """Which shoe counts as the first; without it, the first since the table was set up."""


class Riffle(Section, frozen=True, kw_only=True):
    """How cards of one supply may be riffled again."""

    points: Cited[Some[RifflePoint]]
    """When they may be riffled."""
    requested: Cited[bool]
    """Whether a patron must ask for it."""
    approved: Clauses
    """The clauses that require an approval; needs the power `approve_riffle`."""


class Mixing(Section, frozen=True, kw_only=True):
    """Extra mixing of cards that come shuffled."""

    riffle: dict[Supply, Riffle] = field(default_factory=dict)
    """How cards of a supply may be riffled again."""
    manual_before_device: Cited[tuple[Supply, ...]] | None = None
    """Supplies that may be shuffled by hand before they go into a device."""


class Shoe(Section, frozen=True, kw_only=True):
    """Shuffle, cut, marker, burn, and which coup is the last."""

    sources: Cited[Some[Source]]
    """The devices from which cards may be dealt."""
    other_card: Cited[RefusedOnly] | None = None
    """A card from another source is refused."""
    supplies: Cited[Some[Supply]]
    """The states in which cards may arrive at the table."""
    shuffle_first: Cited[bool]
    """Whether new cards are shuffled."""
    shuffle_later: Cited[bool]
    """Whether cards are shuffled again for every later shoe."""
    machine: Cited[Literal["on_decision"]] | None = None
    """When a machine may shuffle, if no approval covers it; needs
    `conduct.left_to_operator`."""
    shuffled_supplies: Cited[tuple[Supply, ...]] | None = None
    """Supplies that need no shuffle at the table."""
    shuffled_supplies_later: Cited[tuple[Supply, ...]] | None = None
    """Supplies that need no shuffle for a later shoe; without it, the same."""
    shuffled_in: Cited[tuple[Source, ...]] | None = None
    """The devices that shuffle the cards which are put into them."""
    player_check: Cited[bool] | None = None
    """Whether a patron is asked to check the cards before the shuffle."""
    checked_supplies: Cited[tuple[Supply, ...]] | None = None
    """Supplies that need no such check."""
    multishuffler_decks: Cited[tuple[Decks, ...]] | None = None
    """With how many decks a multishuffler may be used."""
    cut_from_each_end: Cited[Count]
    """The minimum number of cards on each side of a cut."""
    cut_order: Cited[Literal["front_to_back"]]
    """The effect of a cut on the order of the cards."""
    cut_due: Cited[RefusedOnly]
    """A shoe loaded without a cut is refused."""
    loaded_first: Cited[RefusedOnly] | None = None
    """Dealing or burning from cards that are not loaded is refused."""
    uncut_sources: Cited[tuple[Source, ...]] | None = None
    """The devices whose cards are dealt without a cut."""
    cutting: Cutting
    """Who cuts."""
    marker_behind: Cited[Count]
    """The number of cards behind the marker."""
    marker_placing: Cited[MarkerPlacing]
    """Whether that number is a minimum or exact."""
    marker_due: Cited[RefusedOnly] | None = None
    """Loading cards without the marker is refused; without it, `marker_behind` is cited."""
    burn: Burn | None = None
    """The burn; without it, no cards are burned."""
    coups_after_marker_first: Cited[Count]
    """How many coups follow the one before which the marker came out."""
    marker_inside: Clauses = ()
    """Cited if the marker comes out in a coup, which is then finished."""
    coups_after_marker_inside: Cited[Count]
    """How many coups follow the one in which the marker came out."""
    coups_after_tie: Cited[Count] | None = None
    """How many more coups follow if the last coup is a tie."""
    cards_to_start: Cited[Count] | None = None
    """How many cards a shoe needs for a coup to start."""
    last_call: Cited[Words] | None = None
    """What is called when the last coup is known."""
    last_call_first: Clauses = ()
    """Cited for the call if the marker came out before a coup, if that is another clause."""
    mixing: Mixing = Mixing()
    """Extra mixing of cards that come shuffled."""
