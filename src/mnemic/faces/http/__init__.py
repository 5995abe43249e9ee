"""What server and client have in common: the routes, and how values travel as JSON. It knows no web framework."""
