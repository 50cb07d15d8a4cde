"""The rules of a table as changed since it opened."""

from punto.rulebook.elect import TableRules, settling_by
from punto.table.state import Table


def in_force(rules: TableRules, table: Table) -> TableRules:
    """Return the rules with the settlement that is in use now."""
    if table.settlement is None or table.settlement == rules.settlement:
        return rules
    return settling_by(rules, table.settlement)
