"""Wagers that nobody else may see until their moment."""
