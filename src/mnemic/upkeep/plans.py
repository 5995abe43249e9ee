"""Which planner does which job."""

from __future__ import annotations

from collections.abc import Mapping

from mnemic.domain.upkeep import Job
from mnemic.upkeep import consolidate, decay, digest, distill, sweep
from mnemic.upkeep.tending import Planner

PLANNERS: Mapping[Job, Planner] = {
    Job.SWEEP: sweep.plan,
    Job.CONSOLIDATE: consolidate.plan,
    Job.DISTILL: distill.plan,
    Job.DIGEST: digest.plan,
    Job.DECAY: decay.plan,
}
