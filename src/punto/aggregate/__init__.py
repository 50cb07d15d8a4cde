"""The base classes of tables, tournaments and houses: commands, events and topics."""
