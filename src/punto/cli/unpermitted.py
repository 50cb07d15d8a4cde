"""An option that the rulebook does not permit."""

from punto.clause import Malformed, Refused


class Unpermitted(Malformed):
    """A usage error that a refusal caused. It has the code and the clauses of the refusal."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(refused.message, refused.hint, code=refused.code)
        self.clause = refused.clause
