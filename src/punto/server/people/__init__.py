"""Who somebody is: accounts of staff, sign-ins, tokens of programs and devices, patrons.

Every function blocks, takes the time as an argument (seconds since 1970) and the engine of the
store whose database also keeps the people; ``migrations.prepare`` makes the tables.
"""
