"""Incidents, measures against people, decisions and disputes."""
