"""One module for each peer, with a class `Memory` that is a `task.Adapter`. Each runs in that peer's environment only.

Every peer is given what its interface has a place for, with the settings it comes with.
"""
