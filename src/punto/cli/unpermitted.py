"""An option that the rulebook does not permit."""

from punto.clause import Malformed, Refused


class Unpermitted(Malformed):
    """A usage error behind which stands a refusal: its code and its clauses go along."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(refused.message, refused.hint, code=refused.code)
        self.clause = refused.clause
