"""Measuring Mnemic: on known sets of other authors, and on a user's own question–memory pairs."""
