"""Registers: the rows about one topic, read from the logs of tables and tournaments."""
