"""The shoe: where cards come from, shuffle, cut, marker, burn, and which coup is the last."""

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
    """One permitted way to burn."""

    title: Words
    """What is done, in words."""
    face: BurnFace
    """Who gets to see the first card."""
    further: BurnFurther
    """How many cards follow it."""
    approval: Title | None = None
    """The title that must approve it, if one must."""
    sources: tuple[Source, ...] = (Source.CARD_SHOE, Source.SHUFFLING_DEVICE)
    """From what it may be done."""
    clause: Clauses
    """The clauses that permit it."""
    approval_due: Clauses = ()
    """Cited for its approval; without it, the clauses that permit it."""
    shown_later: Clauses = ()
    """Cited where its first card is asked for; without it, the clauses that permit it."""
    reading: str | None = None
    """How an unclear text is read."""


class Burn(Section, frozen=True):
    """Cards removed before the first coup of a shoe."""

    procedures: dict[str, BurnProcedure]
    """The ways in which cards may be burned, each with a name of its own."""
    values: dict[str, Cited[Count]] = field(default_factory=dict)
    """How many more cards are burned for each rank, where a way burns by what is shown."""
    burn_due: Clauses = ()
    """Cited where a coup waits for the burn; `missed` is, where nothing is given."""
    missed: Cited[MissedBurn] = unsaid("what follows when no card was burned")
    """What happens when the first coup is to begin and no card was burned."""
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
    """To whom the cut goes on when it is declined; needed where there is an order."""
    nominee: Cited[bool] | None = None
    """Whether somebody may let another person cut."""
    by_staff: Clauses = ()
    """Cited where staff cut of their own choice; without it, the power to cut in default."""
    nobody_accepts: Clauses = ()
    """Cited where staff cut because nobody accepts; without it, the power to cut in default."""
    nominee_later: Clauses = ()
    """Cited for that at later shoes, where another clause gives it there."""
    commencing: Cited[Commencing] | None = None
    """Which shoe counts as the first; without it, the first since the table was set up."""


class Riffle(Section, frozen=True, kw_only=True):
    """How cards of one supply may be riffled once more."""

    points: Cited[Some[RifflePoint]]
    """When."""
    requested: Cited[bool]
    """Whether a patron must ask for it."""
    approved: Clauses
    """The clauses that want it approved; needs the power `approve_riffle`."""


class Mixing(Section, frozen=True, kw_only=True):
    """Extra mixing of cards that come shuffled."""

    riffle: dict[Supply, Riffle] = field(default_factory=dict)
    """How cards of a supply may be riffled once more."""
    manual_before_device: Cited[tuple[Supply, ...]] | None = None
    """Supplies that may be shuffled by hand before they go into a device."""


class Shoe(Section, frozen=True, kw_only=True):
    """Shuffle, cut, marker, burn, and which coup is the last."""

    sources: Cited[Some[Source]]
    """What cards may be dealt from."""
    other_card: Cited[RefusedOnly] | None = None
    """A card from anywhere else is refused."""
    supplies: Cited[Some[Supply]]
    """In what state cards may come to the table."""
    shuffle_first: Cited[bool]
    """Whether new cards are shuffled."""
    shuffle_later: Cited[bool]
    """Whether cards are shuffled again for every later shoe."""
    machine: Cited[Literal["on_decision"]] | None = None
    """When a machine may shuffle, where nothing that is approved says so; needs
    `conduct.left_to_operator`."""
    shuffled_supplies: Cited[tuple[Supply, ...]] | None = None
    """Supplies that need no shuffle at the table."""
    shuffled_supplies_later: Cited[tuple[Supply, ...]] | None = None
    """Those that need none for a later shoe; without it, the same."""
    shuffled_in: Cited[tuple[Source, ...]] | None = None
    """What cards are put into to be shuffled there."""
    player_check: Cited[bool] | None = None
    """Whether a patron is asked to look the cards over before the shuffle."""
    checked_supplies: Cited[tuple[Supply, ...]] | None = None
    """Supplies that need no such look."""
    multishuffler_decks: Cited[tuple[Decks, ...]] | None = None
    """With how many decks a multishuffler may be used."""
    cut_from_each_end: Cited[Count]
    """How many cards a cut leaves at least on each side."""
    cut_order: Cited[Literal["front_to_back"]]
    """What a cut does to the order of the cards."""
    cut_due: Cited[RefusedOnly]
    """A shoe loaded without a cut is refused."""
    loaded_first: Cited[RefusedOnly] | None = None
    """Dealing or burning from cards that are not loaded is refused."""
    uncut_sources: Cited[tuple[Source, ...]] | None = None
    """What cards are dealt from without a cut."""
    cutting: Cutting
    """Who cuts."""
    marker_behind: Cited[Count]
    """How many cards lie behind the marker."""
    marker_placing: Cited[MarkerPlacing]
    """Whether that number is a least or an exact one."""
    marker_due: Cited[RefusedOnly] | None = None
    """Loading cards without the marker is refused; without this key by that number's clause."""
    burn: Burn | None = None
    """The burn; without it none is made."""
    coups_after_marker_first: Cited[Count]
    """How many coups follow the one before which the marker came out."""
    marker_inside: Clauses = ()
    """Cited where the marker comes out in a coup, which is finished all the same."""
    coups_after_marker_inside: Cited[Count]
    """How many coups follow the one in which the marker came out."""
    coups_after_tie: Cited[Count] | None = None
    """How many more follow when the last coup is a tie."""
    cards_to_start: Cited[Count] | None = None
    """How many cards a shoe needs for a coup to start."""
    last_call: Cited[Words] | None = None
    """What is called when the last coup is known."""
    last_call_first: Clauses = ()
    """Cited for the call where the marker came out before a coup, if that is another clause."""
    mixing: Mixing = Mixing()
    """Extra mixing of cards that come shuffled."""
