"""Sustained load on a real server, and the same while its processes are killed: python -m benchmarks load --help."""
