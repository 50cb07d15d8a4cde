"""Exact odds, depleted shoes and fast simulation."""
