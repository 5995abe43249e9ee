"""Where the small models that ship inside the package come from."""
