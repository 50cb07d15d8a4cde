"""A live table, tournament or house: state, version, virtual cards, the last command."""
