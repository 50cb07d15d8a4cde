"""Change the code at random and see which changes no test notices.

Our own because none of the kept libraries draws a seeded sample, keeps one collected session for
all mutants (each of them collects anew, ten seconds here) or can add a wrong clause.
"""
