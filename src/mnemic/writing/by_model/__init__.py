"""Statements found by a language model: it proposes, the core checks and disposes."""
