"""What the server counts about itself, for whoever runs it."""

from ipaddress import ip_address

from litestar import Response, get

from punto.clause import NotEntitled
from punto.http_api.routes import Route
from punto.server.metrics import CONTENT_TYPE_LATEST
from punto.server.request_io import Asking, caller, desk_of
from punto.server.route_docs import route_docs


@get(Route.METRICS, opt=route_docs(noes=(403,), media="text/plain"), sync_to_thread=False)
def metrics(request: Asking) -> Response[bytes]:
    """Tell what is counted, to this machine or to whoever has a token of the staff."""
    if not caller(request).staff and not _is_local(request):
        raise NotEntitled((), "metrics are for this machine, or for a token of the staff")
    return Response(desk_of(request).metrics.text(), media_type=CONTENT_TYPE_LATEST)


def _is_local(request: Asking) -> bool:
    """Return whether somebody calls from here, and not through something in front of us."""
    if request.client is None or {"x-forwarded-for", "forwarded", "via"} & {*request.headers}:
        return False
    try:
        return ip_address(request.client.host).is_loopback
    except ValueError:
        return False
