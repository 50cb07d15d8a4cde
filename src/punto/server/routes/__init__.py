"""Routes over HTTP, each family in a module of its own."""
