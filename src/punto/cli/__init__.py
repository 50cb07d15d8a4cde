"""The command line: one file per noun. Data on stdout, talk on stderr."""
