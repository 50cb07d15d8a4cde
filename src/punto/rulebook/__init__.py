"""The model of a rulebook: its schema, its files, its dates and what a house may elect."""
