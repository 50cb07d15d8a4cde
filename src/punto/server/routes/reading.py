"""What anybody may read: rulebooks with their clauses and proofs, two side by side, exact odds."""

import asyncio
from functools import lru_cache
from typing import Any

from litestar import Response, get
from litestar.params import FromQuery

from punto.cards import parse_cards
from punto.clause import Malformed, stem
from punto.error_codes import ErrorCode
from punto.http_api.responses import ClauseProof, ClauseResponse, RulebookResponse, WholeRulebook
from punto.http_api.routes import Route
from punto.rulebook import load
from punto.rulebook.datum_list import data
from punto.rulebook.differences import Difference, differences
from punto.rulebook.elect import elect, not_held
from punto.rulebook.elections import Elections
from punto.scenario.clause_scenarios import proven
from punto.server.request_io import Asking, shown
from punto.server.route_docs import RouteParameter, route_docs
from punto.table.authority import known_titles


@get(Route.RULEBOOKS, opt=route_docs(tuple[RulebookResponse, ...]), sync_to_thread=False)
def rulebooks() -> Response[bytes]:
    """List the rulebooks."""
    return shown([_rulebook_response(name) for name in load.ids()])


@get(Route.RULEBOOK, opt=route_docs(WholeRulebook))
async def rulebook(request: Asking) -> Response[bytes]:
    """Show a rulebook with all its clauses, each in our own words."""
    name = _rulebook_id(request, "rulebook")

    def whole() -> WholeRulebook:
        rows = load.register(name).values()
        return WholeRulebook(
            _rulebook_response(name), tuple(_clause_response(name, row) for row in rows)
        )

    return shown(await asyncio.to_thread(whole))


@get(Route.CLAUSE, opt=route_docs(tuple[ClauseProof, ...]))
async def clause(request: Asking) -> Response[bytes]:
    """Show a clause, limb by limb, with the values and the scenarios behind it."""
    name = _rulebook_id(request, "rulebook")
    number = str(request.path_params["clause"]).lstrip("/")
    proofs = await asyncio.to_thread(_clause_proofs, name, number)
    if not proofs:
        raise Malformed(f"{name} has no clause {number[:40]!r}", code=ErrorCode.NO_SUCH_THING)
    return shown(proofs)


@get(Route.COMPARISON, opt=route_docs(tuple[Difference, ...]))
async def compare(request: Asking) -> Response[bytes]:
    """Set two rulebooks side by side, value by value."""
    first, second = (load.load(_rulebook_id(request, side)) for side in ("rulebook", "other"))
    return shown(differences(first, second))


@get(
    Route.ODDS,
    opt=route_docs(
        dict[str, Any],
        asked=(
            RouteParameter("decks", int, "how many packs, of those that the rulebook permits"),
            RouteParameter("settlement", str, "one of its ways of settling"),
            RouteParameter("without", str, "cards that have gone: KH 10D 9S"),
        ),
        noes=(409,),
    ),
)
async def odds(
    request: Asking,
    decks: FromQuery[int | None] = None,
    settlement: FromQuery[str | None] = None,
    without: FromQuery[str] = "",
) -> Response[bytes]:
    """Count every outcome of every wager exactly, for a new shoe or one that cards have left."""
    name = _rulebook_id(request, "rulebook")
    async with request.app.state.counting:
        return shown(await asyncio.to_thread(_odds_document, name, decks, settlement, without))


def _odds_document(
    name: str, decks: int | None, settlement: str | None, removed: str
) -> dict[str, Any]:
    # The odds take a while to load; a server that nobody asks for them starts without.
    from punto.odds import par_sheet  # noqa: PLC0415
    from punto.odds.composition import fresh, without  # noqa: PLC0415
    from punto.odds.exact import Analyser  # noqa: PLC0415

    edition = load.load(name)
    if edition.cards is None:
        raise not_held(edition, "which cards are used, so it has no odds")
    schemes = edition.settlement.schemes.value
    if settlement is not None and settlement not in schemes:
        text = f"{name} settles in no way called {settlement[:40]!r}"
        raise Malformed(text, f"ways: {', '.join(schemes)}", code=ErrorCode.NO_SUCH_SETTLEMENT)
    chosen = max(edition.cards.decks.value) if decks is None else decks
    elect(edition, Elections(decks=chosen, settlement=settlement or schemes[0]))
    counts = fresh(chosen)
    if removed:
        counts = without(counts, parse_cards(removed))
    analysis = Analyser(edition, settlement).analyse(counts)
    return par_sheet.document(edition, chosen, int(counts.sum()), analysis)


def _rulebook_id(request: Asking, word: str) -> str:
    name = str(request.path_params[word])
    if name not in load.ids():
        others = ", ".join(load.ids())
        raise Malformed(
            f"there is no rulebook {name[:40]!r}",
            f"there are {others}",
            code=ErrorCode.NO_SUCH_THING,
        )
    return name


@lru_cache
def _rulebook_response(name: str) -> RulebookResponse:
    edition = load.load(name)
    instrument = edition.instrument
    since = instrument.effective or instrument.made
    return RulebookResponse(
        id=name,
        jurisdiction=instrument.jurisdiction,
        title=instrument.title,
        citation=instrument.citation,
        scope=instrument.scope.value,
        playable=edition.deal is not None,
        limbs=len(load.register(name)),
        titles=tuple(sorted(known_titles(edition))),
        in_force=since.value.isoformat() if since else None,
    )


def _clause_response(name: str, row: load.ClauseRow) -> ClauseResponse:
    return ClauseResponse(
        clause=row.clause,
        of=stem(row.clause),
        area=row.area,
        kind=row.kind,
        actor=row.actor,
        text=row.rule,
        covered=f"{name}/{row.clause}" in proven(),
    )


def _clause_proofs(name: str, number: str) -> list[ClauseProof]:
    rows = load.register(name).values()
    matches = [row for row in rows if number in (row.clause, stem(row.clause))]
    all_data = data(load.load(name)) if matches else []
    return [
        ClauseProof(
            clause=_clause_response(name, row),
            parameters=row.parameters,
            system=row.system,
            data=tuple(datum for datum in all_data if f"{name}/{row.clause}" in datum.clause),
            scenarios=proven().get(f"{name}/{row.clause}", ()),
        )
        for row in matches
    ]


ROUTES = (rulebooks, rulebook, clause, compare, odds)
