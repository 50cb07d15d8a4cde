"""Coups at the tables of a tournament: what they wait for, and what follows from them."""
