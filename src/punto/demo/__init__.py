"""The demo: sample tables and a tournament, played by people who are made up."""
