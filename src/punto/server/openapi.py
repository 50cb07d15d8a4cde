"""The OpenAPI document, made from the documentation of each route.

The schemas come from the types that decode the requests and encode the responses.
"""

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from inspect import cleandoc
from typing import Any, get_args, get_origin, get_type_hints

import msgspec
from litestar import Litestar
from litestar.handlers import HTTPRouteHandler
from litestar.routes import HTTPRoute

from punto.clause import Reason
from punto.http_api import responses
from punto.http_api.responses import ErrorResponse
from punto.http_api.routes import Route
from punto.server.route_docs import SPOKEN, RouteDocs
from punto.server.routes.routers import CALLED, COMMAND, HEARD, VIEW

_REF = "#/components/schemas/"
_WORDS = {
    400: "It makes no sense.",
    401: "Nobody can be signed in with that.",
    403: "Whoever asks may not.",
    404: "There is no such thing.",
    409: "The rules, or the state of things, refuse it.",
    413: "It is too large.",
    429: "Too many tries.",
    503: "The log cannot be written now; nothing was done.",
}


class Operation(msgspec.Struct, frozen=True):
    """A route with one method, and its documentation."""

    path: str
    method: str
    parameters: dict[str, type]
    handler: HTTPRouteHandler
    spoken: RouteDocs

    @property
    def answer(self) -> Any:
        """Return the type of the response, with the view and the events of the resource."""
        return _concrete_type(self.spoken.answer, self.handler.opt)

    @property
    def body(self) -> Any:
        """Return the type of the request body, or None."""
        return self.handler.opt[COMMAND] if self.spoken.body == COMMAND else self.spoken.body


def operations_of(app: Litestar) -> Iterator[Operation]:
    """Yield every documented route of an application, once for each method."""
    for route in app.routes:
        if not isinstance(route, HTTPRoute):
            continue
        parameters = {name: parameter.type for name, parameter in route.path_parameters.items()}
        for handler in route.route_handlers:
            spoken: RouteDocs | None = handler.opt.get(SPOKEN)
            if spoken is None:
                continue
            for method in sorted(handler.http_methods - {"OPTIONS", "HEAD"}):
                yield Operation(route.path_format, str(method), parameters, handler, spoken)


def document(app: Litestar, version: str) -> dict[str, Any]:
    """Return the OpenAPI document of an application."""
    operations = list(operations_of(app))
    kinds: dict[str, Any] = {repr(ErrorResponse): ErrorResponse}
    for route in operations:
        for kind in (
            route.answer,
            route.body,
            *(parameter.kind for parameter in route.spoken.asked),
        ):
            if kind is not None:
                kinds[repr(kind)] = kind
    shapes, components = schemas(list(kinds.values()))
    shape_of = dict(zip(kinds, shapes, strict=True))
    paths: dict[str, Any] = {}
    for route in operations:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, shape_of)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Punto",
            "version": version,
            "description": "Baccarat exactly as its approved rules say it must be played.",
        },
        "paths": dict(sorted(paths.items())),
        "components": {"schemas": components},
    }


def schemas(kinds: list[Any]) -> tuple[list[Any], dict[str, Any]]:
    """Return the schema of each type, and the schemas of the classes inside them by their names.

    A schema has the name of its class. Where several classes share a name, each declares its own as
    ``__schema_name__``: msgspec would use the names of their modules, which may change.
    """
    shapes, components = msgspec.json.schema_components(
        kinds, schema_hook=_reason_schema, ref_template=_REF + "{name}"
    )
    names = {name: _declared_name(name) for name in components if "." in name}
    twice = {*names.values()} & {*components}
    if twice or len({*names.values()}) < len(names):
        raise TypeError(f"two classes have one schema name: {sorted(names.values())}")
    for name, declared in names.items():
        components[name]["title"] = declared
    words = names | {_REF + name: _REF + declared for name, declared in names.items()}
    return _renamed(list(shapes), words), _renamed(components, words)


def _declared_name(name: str) -> str:
    """Return the schema name that a class declares, by its module and its name."""
    module, _, class_name = name.rpartition(".")
    declared: str | None = getattr(
        getattr(import_module(module), class_name, None), "__schema_name__", None
    )
    if declared is None:
        raise TypeError(
            f"another class is called {class_name}: {name} must declare __schema_name__"
        )
    return declared


def _renamed(schema: Any, words: dict[str, str]) -> Any:
    """Return a schema with some names replaced, also in nested schemas."""
    if isinstance(schema, dict):
        return {words.get(key, key): _renamed(value, words) for key, value in schema.items()}
    if isinstance(schema, list):
        return [_renamed(value, words) for value in schema]
    return words.get(schema, schema) if isinstance(schema, str) else schema


def _operation(route: Operation, shape_of: dict[str, Any]) -> dict[str, Any]:
    words = cleandoc(route.handler.fn.__doc__ or "").splitlines()
    operation: dict[str, Any] = {
        "summary": words[0].replace("``", "") if words else "",
        "operationId": _operation_id(route),
        "parameters": [*_path_parameters(route), *_parameters(route, shape_of)],
        "responses": _responses(route, shape_of),
    }
    if route.body is not None:
        shape = shape_of[repr(route.body)]
        operation["requestBody"] = {
            "required": True,
            "content": {route.spoken.media: {"schema": shape}},
        }
    return operation


def _operation_id(route: Operation) -> str:
    place = "_".join(part.strip("{}") for part in route.path.split("/") if part)
    return f"{route.method.lower()}_{place}"


def _path_parameters(route: Operation) -> Iterator[dict[str, Any]]:
    for name, kind in route.parameters.items():
        shape = {"type": "integer", "minimum": 0} if kind is int else {"type": "string"}
        yield {"name": name, "in": "path", "required": True, "schema": shape}


def _parameters(route: Operation, shape_of: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for parameter in route.spoken.asked:
        yield {
            "name": parameter.name,
            "in": parameter.where,
            "required": False,
            "description": parameter.meaning,
            "schema": shape_of[repr(parameter.kind)],
        }


def _responses(route: Operation, shape_of: dict[str, Any]) -> dict[str, Any]:
    spoken = route.spoken
    success: dict[str, Any] = {"description": "Done." if spoken.body else "Here it is."}
    if route.answer is not None:
        success["content"] = {spoken.media: {"schema": shape_of[repr(route.answer)]}}
    by_status = {str(route.handler.status_code): success}
    missing = (404,) if route.parameters or route.path.startswith(Route.HOUSE) else ()
    for status in sorted({400, *missing, *spoken.noes}):
        content = {"application/json": {"schema": {"$ref": _REF + "ErrorResponse"}}}
        by_status[str(status)] = {"description": _WORDS[status], "content": content}
    return by_status


def _concrete_type(kind: Any, opt: dict[str, Any]) -> Any:
    """Return a generic type with the view and the events of a resource as its arguments."""
    arguments = {responses.V: opt.get(VIEW, Any), responses.H: opt.get(HEARD, Any)}
    if kind in arguments:
        return arguments[kind]
    origin, inner = get_origin(kind), get_args(kind)
    if origin is tuple:
        return tuple[_concrete_type(inner[0], opt), ...]  # type: ignore[misc]
    whole = origin or kind
    if not getattr(whole, "__parameters__", ()):
        return kind
    return _concrete_struct(
        whole, opt.get(CALLED, ""), arguments[responses.V], arguments[responses.H]
    )


@cache
def _concrete_struct(whole: type, about: str, view: Any, heard: Any) -> Any:
    """Return a struct for a generic response, with its own name such as ``TableViewResponse``."""
    opt = {VIEW: view, HEARD: heard, CALLED: about}
    hints = get_type_hints(whole)
    fields = [(name, _concrete_type(hints[name], opt)) for name in whole.__struct_fields__]  # type: ignore[attr-defined]
    struct = msgspec.defstruct(f"{about}{whole.__name__}", fields, frozen=True)
    struct.__doc__ = whole.__doc__
    return struct


def _reason_schema(kind: type) -> dict[str, Any]:
    """Return the schema of a reason, as responses contain it."""
    assert kind is Reason, kind
    return {
        "type": "object",
        "properties": {
            "text": {"type": "string"},
            "clause": {"type": "array", "items": {"type": "string"}},
        },
        "required": ["text", "clause"],
    }
