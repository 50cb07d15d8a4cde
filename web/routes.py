"""Prints the addresses of ``punto.http_api.routes`` as TypeScript. It needs no dependency."""

import re
import sys

from punto.http_api.routes import PageRoute, ResourceRoute, Route, parameters

_TYPES = {"str": "string", "path": "string", "int": "number"}


def builder(route: str, *before: str) -> str:
    """Return a constant, or a function of what stands before an address and of its parameters."""
    names = [*before, *(f"{name}: {_TYPES[kind]}" for name, kind in parameters(route))]
    if not names:
        return f"'{route}'"
    start = "${where}" if before else ""
    text = re.sub(r"\{(\w+):\w+\}", r"${encodeURIComponent(\1)}", route)
    return f"({', '.join(names)}) => `{start}{text}`"


def named(route: Route | ResourceRoute | PageRoute) -> str:
    """Return the name of an address as TypeScript writes names."""
    first, *rest = route.name.lower().split("_")
    return first + "".join(word.title() for word in rest)


def lines() -> list[str]:
    """Return the module, line by line."""
    groups = {"routes": Route, "resourceRoutes": ResourceRoute, "pageRoutes": PageRoute}
    found = ["// Made from src/punto/http_api/routes.py by web/routes.py."]
    for name, routes in groups.items():
        before = ("where: string",) if routes is ResourceRoute else ()
        found += ["", f"/** {routes.__doc__} */", f"export const {name} = {{"]
        found += [f"  {named(route)}: {builder(route, *before)}," for route in routes]
        found += ["};"]
    pages = dict.fromkeys(route.split("/")[1] for route in PageRoute if route != PageRoute.LOBBY)
    found += ["", "/** The first words of the addresses of pages, but for the lobby. */"]
    return [*found, f"export const pageNames = [{', '.join(map(repr, pages))}] as const;"]


sys.stdout.write("\n".join([*lines(), ""]))
