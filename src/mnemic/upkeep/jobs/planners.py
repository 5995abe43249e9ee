"""Which planner does which job."""

from __future__ import annotations

from collections.abc import Mapping

from mnemic.domain.upkeep import Job
from mnemic.upkeep.consolidation import consolidate
from mnemic.upkeep.decay import decay
from mnemic.upkeep.digests import digest
from mnemic.upkeep.distillation import distill
from mnemic.upkeep.jobs.execution import Planner
from mnemic.upkeep.sweep import sweep

PLANNERS: Mapping[Job, Planner] = {
    Job.SWEEP: sweep.plan_sweep,
    Job.CONSOLIDATE: consolidate.plan_consolidation,
    Job.DISTILL: distill.plan_habits,
    Job.DIGEST: digest.plan_digests,
    Job.DECAY: decay.plan_decay,
}
