"""The layout of a table, and whether it has areas for the offers of the house."""

from punto.clause import Malformed, Refused, merged
from punto.error_codes import ErrorCode
from punto.rulebook.elections import Elections
from punto.rulebook.schema import Edition


def layout_of(edition: Edition, elections: Elections) -> str | None:
    """Return the layout of a table. Refuse a layout without areas for an offer."""
    layouts = edition.table.layouts if edition.table else None
    if layouts is None:
        if elections.layout is not None:
            raise Malformed(f"{edition.id} names no layouts to choose from")
        return None
    if elections.layout is not None and elections.layout not in layouts.value:
        raise Refused(
            ErrorCode.LAYOUT_NOT_PERMITTED,
            layouts.clause,
            f"there is no layout {elections.layout!r}",
            f"layouts: {', '.join(layouts.value)}",
        )
    candidates = [elections.layout] if elections.layout else list(layouts.value)
    for name in elections.offer:
        offer = edition.offers[name]
        if offer.layouts is None:
            continue
        with_area = [layout for layout in offer.layouts.value if _is_drawn(edition, layout, name)]
        candidates = [layout for layout in candidates if layout in with_area]
        if not candidates:
            drawn = edition.table.drawn.get(elections.layout or "") if edition.table else None
            if elections.layout:
                text = f"layout {elections.layout} has no area for {offer.title}"
            else:
                others = [edition.offers[other].title for other in elections.offer if other != name]
                text = f"no layout has areas for {offer.title} and for {', '.join(others)}"
            raise Refused(
                ErrorCode.OFFER_NOT_ON_LAYOUT,
                merged(offer.layouts.clause, drawn.clause if drawn else ()),
                text,
                f"layouts with it: {', '.join(with_area)}",
            )
    return candidates[0]


def _is_drawn(edition: Edition, layout: str, offer: str) -> bool:
    """Return whether the drawing of a layout, if there is one, has areas for an offer."""
    drawn = edition.table.drawn.get(layout) if edition.table else None
    return drawn is None or offer in drawn.value
