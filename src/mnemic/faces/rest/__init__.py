"""The server: every verb over HTTP."""
