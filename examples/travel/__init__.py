"""A travel assistant that lives in a memory over several days."""
