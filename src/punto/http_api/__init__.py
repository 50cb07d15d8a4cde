"""The HTTP interface as both of its sides know it: addresses, requests and responses."""
