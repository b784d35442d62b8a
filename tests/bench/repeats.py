"""Many runs: what a batch takes here, whether it stops and goes on, and what a Ray cluster costs besides."""

from __future__ import annotations

import logging
import os
import time
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from engine.api.workspace import open_workspace
from engine.scenario import generate, to_files

RUNS, PEOPLE, WORKERS = 20, 8, 2
WORKERS_OF, OWN = "who lives the runs", "who hands them out"
LEAN = {  # what the README says to set where a cluster is begun for batches alone
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_event_stats": "0",
    "RAY_enable_metrics_collection": "0",
    "RAY_task_events_report_interval_ms": "0",
    "RAY_memory_monitor_refresh_ms": "2000",
    "RAY_raylet_report_resources_period_milliseconds": "1000",
    "RAY_raylet_check_gc_period_milliseconds": "1000",
    "RAY_object_manager_timer_freq_ms": "1000",
}
_SETTLES, _WATCHED = 5, 15  # seconds
CHANGE = {"without": "planning"}


@dataclass(frozen=True)
class Repeated:
    """What a batch took: seconds on the clock, and of its runs' CPU; of the CPU of all who had part in it, by
    who they are; the fingerprints; and `idle`, what Ray takes a second while there is nothing to do.
    """

    wall: float
    runs_cpu: float
    by_part: Counter[str]
    prints: dict[tuple[int, int], str]
    idle: float = 0.0

    @property
    def all_cpu(self) -> float:
        """All of it."""
        return self.by_part.total()

    @property
    def rays_cpu(self) -> float:
        """That of what Ray has running besides those who live the runs, whether there is work or not."""
        return sum(took for part, took in self.by_part.items() if part not in (WORKERS_OF, OWN))

    @property
    def undisturbed(self) -> float:
        """All of it, had nobody else wanted the cores: the runs would have been over sooner, and Ray idle for
        less long.
        """
        return self.all_cpu - self.idle * max(0.0, self.wall - self.runs_cpu / WORKERS)


def repeat_here(folder: Path) -> tuple[Repeated, bool]:
    """Repeat a day of eight people twenty times, and tell whether a batch that is stopped goes on well."""
    with open_workspace(folder) as workspace:
        workspace.scenarios.save("eight", to_files(generate("eight", PEOPLE, 1)), "generated")
        done = _lived(workspace.batches.plan("eight", seeds=range(1, RUNS + 1)), WORKERS)
        halved = workspace.batches.plan("eight", seeds=range(1, RUNS + 1), holds=["1 talk"])
        seen: list[object] = []
        halved.live(workers=WORKERS, is_to_stop=lambda: len(seen) > 3, watch=seen.append)
        stopped = 0 < halved.left < RUNS
        halved.live(workers=WORKERS)
        return done, stopped and _prints(halved) == done.prints


def repeat_on_a_cluster(folder: Path, seeds: int, *, kill: bool) -> Repeated | None:
    """Repeat a day in two settings on a local Ray cluster of two nodes, one of them killed on the way; None
    where Ray is not installed.
    """
    try:
        import ray  # noqa: F401
    except ImportError:
        return None
    with open_workspace(folder) as workspace, _cluster() as (address, lose):
        batch = workspace.batches.plan("three-neighbours", seeds=range(seeds), changes=CHANGE)
        idle = _idle(address)
        done = _lived(batch, WORKERS, on=address, at=seeds // 2, then=lose if kill else _nothing)
        return replace(done, idle=idle)


def repeat_alone(folder: Path, seeds: int) -> Repeated:
    """Repeat the same one after the other."""
    with open_workspace(folder) as workspace:
        done = _lived(workspace.batches.plan("three-neighbours", seeds=range(seeds), changes=CHANGE), 1)
        return replace(done, by_part=Counter({OWN: done.by_part[OWN]}))  # a cluster may run beside it


def _lived(batch, workers, on="", at=0, then=lambda: None) -> Repeated:
    told: list[int] = []
    cpu = [_family_cpu()]

    def watch(progress):
        if progress.done == progress.of:
            cpu.append(_family_cpu())  # before Ray lets its workers go, and with them what they took
        if progress.done >= at and not told:
            told.append(1)
            then()

    began = time.perf_counter()
    batch.live(workers=workers, on=on, watch=watch)
    return Repeated(
        wall=time.perf_counter() - began,
        runs_cpu=sum(one.seconds for one in batch.repetitions),
        by_part=cpu[-1] - cpu[0],
        prints=_prints(batch),
    )


def _prints(batch) -> dict[tuple[int, int], str]:
    return {(one.variant, one.seed): one.fingerprint for one in batch.repetitions}


def _nothing() -> None:
    pass


def _idle(address: str) -> float:
    """Return what all of Ray takes a second where nothing is asked of it: its own processes, those that wait
    for runs to live, and who would hand them out.
    """
    import ray

    ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    try:
        wait = ray.remote(num_cpus=1)(_wait)
        ray.get([wait.remote(_SETTLES) for _ in range(WORKERS)])  # so that there is one on each node
        before, began = _family_cpu(), time.perf_counter()
        time.sleep(_WATCHED)
        return (_family_cpu() - before).total() / (time.perf_counter() - began)
    finally:
        ray.shutdown()


def _wait(seconds: float) -> None:
    time.sleep(seconds)


@contextmanager
def _cluster():
    """Two nodes as the README says to begin them for batches: without what nobody looks at."""
    os.environ.update(LEAN)
    from ray.cluster_utils import Cluster

    small = {"num_cpus": 1, "object_store_memory": 80_000_000}
    lean = {"include_dashboard": False, "include_log_monitor": False, "no_monitor": True}
    made = Cluster(initialize_head=True, head_node_args={**small, **lean})
    other = made.add_node(**small)
    made.wait_for_nodes()
    try:
        yield made.address, lambda: made.remove_node(other, allow_graceful=False)
    finally:
        made.shutdown()


_PARTS = {  # by what stands in their command lines, whom the CPU time of a process of Ray's is counted to
    b"ray::IDLE": WORKERS_OF,
    b"ray::_live": WORKERS_OF,
    b"gcs_server": "Ray's control store",
    b"raylet/raylet": "Ray's nodes",
    b"log_monitor": "Ray's log monitor",
    b"dashboard/dashboard.py": "Ray's API server",
    b"autoscaler": "Ray's autoscaler",
    b"gent": "Ray's agents",
    b"ray::": "Ray's other processes",
    b"/ray/": "Ray's other processes",
}


def _family_cpu() -> Counter[str]:
    """The CPU seconds, by who took them, of this process, of those it has waited for, of all its living
    descendants, and of what Ray has started, which is nobody's child.
    """
    stats: dict[int, tuple[int, int]] = {}
    parts = {os.getpid(): OWN}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                text = (entry / "stat").read_text().rpartition(")")[2].split()
                words = (entry / "cmdline").read_bytes()
            except OSError:
                continue
            pid = int(entry.name)
            stats[pid] = (int(text[1]), sum(map(int, text[11:15])))
            if (b"/ray/" in words or words.startswith(b"ray::")) and pid not in parts:
                parts[pid] = next(part for said, part in _PARTS.items() if said in words)
    more = set(parts)
    while more:
        more = {pid for pid, (parent, _) in stats.items() if parent in more and pid not in parts}
        parts |= dict.fromkeys(more, OWN)
    tick = os.sysconf("SC_CLK_TCK")
    took: Counter[str] = Counter()
    for pid, part in parts.items():
        if pid in stats:
            took[part] += stats[pid][1] / tick
    return took
