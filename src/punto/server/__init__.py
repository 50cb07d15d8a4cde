"""The house server: live tables, tournaments and the house over one log."""
