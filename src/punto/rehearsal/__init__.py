"""Tournaments played from beginning to end by people who are made up."""
