"""What tables, tournaments and the house have in common: how an event describes itself."""
