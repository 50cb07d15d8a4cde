"""Registers: what the logs of tables and tournaments say about one topic, nothing typed twice."""
