"""The model of a rulebook: its schema, its files, its dates, and the elections of a house."""
