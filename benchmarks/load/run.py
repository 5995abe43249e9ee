"""The load itself: a world of users, the processes of a deployment, the clients, and the accounts afterwards."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

import mnemic
from benchmarks.load.clients import Load, loaded
from benchmarks.load.database import Database
from benchmarks.load.ledger import Ledger
from benchmarks.load.processes import Process, free_port, ready
from benchmarks.timing import timed
from benchmarks.world import LOCK_WAIT_S, World, fill, prepared, random_vectors
from evals.report import environment, write
from evals.run import EMBEDDERS, embedder_named
from mnemic.ports import Embedder
from mnemic.stores.sql.postgres import PostgresStore

EMBEDDINGS = 60  # timed one by one, to say what of an answer they are
DRAINED_S = 600.0
PAUSE_S = 0.2
DOWN_S = 1.0  # how long what was killed stays down
STORES = ("sqlite", "postgres")
SHOWN = (
    *("acknowledged_adds", "lost", "twice", "crossed", "unclean", "unhealthy", "degraded", "refused", "broken"),
    *("killed", "embedding", "drained_s", "exit", "examples"),
)


@dataclass(slots=True, kw_only=True)
class Deployment:
    """A server, a worker, and with PostgreSQL the database below them."""

    url: str
    target: str
    server: Process
    worker: Process
    database: Database | None

    def start(self) -> None:
        """Start server and worker, and wait until requests are taken."""
        self.server.start()
        self.worker.start()
        ready(self.url, self.server)

    def stop(self) -> dict[str, int]:
        """End both as a service manager would. Returns their exit statuses."""
        return {one.name: one.stop() for one in (self.server, self.worker)}

    def kill(self) -> None:
        """Leave nothing running, whatever happened."""
        for one in (self.server, self.worker):
            one.kill()


def main(arguments: Sequence[str]) -> int:
    """The command."""
    options = _parser().parse_args(arguments)
    console, report = Console(), {}
    for store in STORES if options.store == "both" else (options.store,):
        report[store] = _measured(store, options, Console(stderr=True))
        _show(console, store, report[store])
    whole = {"environment": environment(), "load": _asked(options), **report}
    if options.out is not None:
        write(whole, options.out)
    return 1 if any(_wrong(figures) for figures in report.values()) else 0


def _measured(store: str, options: argparse.Namespace, progress_on: Console) -> dict[str, Any]:
    embedder = embedder_named(options.embedder)
    load = Load(clients=options.clients, users=options.users, seconds=options.seconds, seed=int(time.time()))
    ledger = Ledger()
    with _deployed(store, options, embedder, progress_on) as deployment:
        deployment.start()
        ended = threading.Event()
        chaos = _Chaos(deployment, ended, every_s=options.chaos) if options.chaos else None
        if chaos is not None:
            chaos.start()
        try:
            _, took_ms = timed(lambda: asyncio.run(loaded(deployment.url, None, load, ledger)))
        finally:
            ended.set()
        if chaos is not None:
            chaos.join()
            ready(deployment.url, deployment.server)
        _, drained_ms = timed(lambda: _drained(deployment))
        statuses = deployment.stop()
        figures = ledger.figures(took_ms / 1000)
        figures |= {"embedding": _embedding(embedder), "drained_s": round(drained_ms / 1000, 1), "exit": statuses}
        figures |= _accounts(deployment, options, ledger)
        if chaos is not None:
            figures["killed"] = dict(chaos.killed)
        figures["examples"] = (ledger.unclean + ledger.crossed)[:5]
    return figures


@contextmanager
def _deployed(
    store: str, options: argparse.Namespace, embedder: Embedder, progress_on: Console
) -> Iterator[Deployment]:
    folder: Path = options.folder / store
    folder.mkdir(parents=True, exist_ok=True)
    world = World(
        users=options.users,
        memories=options.users * options.each,
        fingerprint=embedder.fingerprint,
        size=embedder.size,
        marked=True,
    )
    database = None
    with Progress(console=progress_on) as progress:
        if store == "sqlite":
            prepared(options.folder / "world.db", world, embedder, progress)
            target = folder / "memory.db"
            for ending in ("", "-wal", "-shm"):
                target.with_name(target.name + ending).unlink(missing_ok=True)
            shutil.copyfile(options.folder / "world.db", target)
            place = str(target)
        else:
            database, label = Database(folder), folder.with_suffix(".json")
            if label.exists() and json.loads(label.read_text(encoding="utf-8")) == asdict(world):
                database.open()  # with what earlier runs have added
            else:
                shutil.rmtree(folder)
                database.create()
                with closing(PostgresStore.open(database.url, lock_wait_s=LOCK_WAIT_S)) as opened:
                    fill(opened, world, embedder, progress, random_vectors)
                label.write_text(json.dumps(asdict(world)), encoding="utf-8")
            place = database.url
    port = free_port()
    environment = {
        "MNEMIC_DB": place,
        "MNEMIC_EMBEDDER": options.embedder,
        "OMP_NUM_THREADS": "1",
        "MNEMIC_LOCK_WAIT_S": "10",
        **{f"MNEMIC_{job}_CRON": "off" for job in ("SWEEP", "CONSOLIDATE", "DISTILL", "DIGEST", "DECAY")},
        "MNEMIC_PROFILE_DAYS": "0",  # the nights of ten thousand users are not what is measured
    }
    serve = ["serve", "--host", "127.0.0.1", "--port", str(port), "--no-auth", "--no-worker"]
    serve += ["--workers", str(options.workers)]
    deployment = Deployment(
        url=f"http://127.0.0.1:{port}",
        target=place,
        server=Process("server", serve, environment, options.folder / f"{store}-server.log"),
        worker=Process("worker", ["worker"], environment, options.folder / f"{store}-worker.log"),
        database=database,
    )
    try:
        yield deployment
    finally:
        deployment.kill()
        if database is not None:
            database.stop()


class _Chaos(threading.Thread):
    """Kills server, worker and database in turn, and starts each again."""

    def __init__(self, deployment: Deployment, ended: threading.Event, *, every_s: float) -> None:
        super().__init__()
        self.killed: Counter[str] = Counter()
        self._deployment = deployment
        self._ended = ended
        self._every_s = every_s

    def run(self) -> None:
        victims = ["server", "worker"] + (["database"] if self._deployment.database else [])
        for number in range(1_000_000):
            if self._ended.wait(self._every_s):
                return
            victim = victims[number % len(victims)]
            self.killed[victim] += 1
            self._strike(victim)

    def _strike(self, victim: str) -> None:
        if victim == "database":
            assert self._deployment.database is not None
            self._deployment.database.stop(at_once=True)
            time.sleep(DOWN_S)
            self._deployment.database.start()
            return
        process: Process = getattr(self._deployment, victim)
        process.kill()
        time.sleep(DOWN_S)
        process.start()


def _drained(deployment: Deployment) -> None:
    """Wait until every turn is understood, by the worker that runs.

    Raises:
        RuntimeError: the worker has ended, or took too long; its log says why.
    """
    if not deployment.worker.alive():
        deployment.worker.start()
    deadline = time.monotonic() + DRAINED_S
    with mnemic.open(deployment.target, embedder="hashing", background=False) as memory:
        while memory._core.parts.store.backlog(1):
            if not deployment.worker.alive() or time.monotonic() > deadline:
                raise RuntimeError(f"The queue was not worked off: see {deployment.worker.log}.")
            time.sleep(PAUSE_S)


def _accounts(deployment: Deployment, options: argparse.Namespace, ledger: Ledger) -> dict[str, Any]:
    """Whether every acknowledged turn is there, once; read by the library, beside the server."""
    missing = twice = 0
    with mnemic.open(deployment.target, embedder="hashing", background=False) as memory:
        for user, ids in ledger.acknowledged.items():
            person = memory.user(user)
            there = Counter(turn.id for session in person.sessions() for turn in person.turns(session.id))
            missing += sum(there[id] == 0 for id in ids)
            twice += sum(there[id] > 1 for id in ids)
        unhealthy = [
            user for user in list(ledger.acknowledged)[: options.examined] if not memory.doctor(user=user).healthy
        ]
    return {"lost": missing, "twice": twice, "unhealthy": unhealthy}


def _embedding(embedder: Embedder) -> Mapping[str, float]:
    """What one embedding of a question takes on this machine, alone."""

    def took_ms(question: str) -> float:
        return timed(lambda: embedder.questions([question]))[1]

    took = sorted(took_ms(f"Where did I eat plum cake {number}?") for number in range(EMBEDDINGS))
    return {"p50_ms": round(took[len(took) // 2], 1), "n": len(took)}


def _wrong(figures: Mapping[str, Any]) -> bool:
    return bool(figures["lost"] or figures["twice"] or figures["unclean"] or figures["crossed"] or figures["unhealthy"])


def _asked(options: argparse.Namespace) -> dict[str, Any]:
    return {name: value for name, value in vars(options).items() if name not in ("out", "folder")}


def _show(console: Console, store: str, figures: Mapping[str, Any]) -> None:
    table = Table(title=f"{store}: {figures['answered']:,} answers, {figures['per_second']:g} a second")
    for heading in ("operation", "n", "p50 ms", "p95 ms", "p99 ms"):
        table.add_column(heading, justify="left" if heading == "operation" else "right")
    for name, value in figures.items():
        if isinstance(value, Mapping) and "p99_ms" in value:
            table.add_row(name, *(f"{value[part]:,g}" for part in ("n", "p50_ms", "p95_ms", "p99_ms")))
    console.print(table)
    for name in SHOWN:
        if name in figures:
            console.print(f"{name}: {json.dumps(figures[name], ensure_ascii=False)}", soft_wrap=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks load", description=__doc__)
    parser.add_argument("--store", choices=[*STORES, "both"], default="both")
    parser.add_argument("--users", type=int, default=10_000)
    parser.add_argument("--each", type=int, default=20, help="memories of a user at the beginning")
    parser.add_argument("--clients", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes of the server")
    parser.add_argument("--embedder", choices=EMBEDDERS, default="builtin")
    parser.add_argument("--chaos", type=float, default=0, help="seconds between two kills; 0: none")
    parser.add_argument("--examined", type=int, default=3, help="users the doctor looks at afterwards")
    parser.add_argument("--folder", type=Path, default=Path("out/load"))
    parser.add_argument("--out", type=Path, help="where the report goes, as JSON")
    return parser
