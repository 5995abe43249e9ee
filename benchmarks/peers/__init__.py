"""Mnemic beside other memories, in one run: the same turns, the same questions, the same embedder where it can be set.

python -m benchmarks.peers                     the talks that are part of this project
python -m benchmarks.peers --data FOLDER       the conversation sets found in a folder
python -m benchmarks.peers.publish             the figures of out/peers.json into docs/quality

Each peer is installed from the package registry, at the version `catalogue.py` pins, into an environment of its own
under `.bench/peers`, and runs in a process of its own, one after the other. None gets a language model. A process adds
the turns of a conversation one at a time for one user, then asks every question; the time spent in the embedder is
taken apart. Questions go to a process without their evidence: finding is scored outside.

catalogue      who is measured, at which version, and who cannot be, with the reason
environments   installing, and what an install weighs
task           what a process is given and what it gives back; the standard library only
worker         the process: runs inside a peer's environment and knows nothing of Mnemic
adapters       one small class for each peer
scores         answers into figures, and figures into ratios
tables         the figures in Markdown, in both languages
publish        the tables into docs/quality
"""
