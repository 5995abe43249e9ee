"""The command line `mnemic`: every verb of a user's memory, a chat, and imports."""

from mnemic.faces.cli.app import main as main
