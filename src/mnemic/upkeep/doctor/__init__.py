"""The doctor: whether every store agrees with the record, and what of it can be mended (U8)."""
