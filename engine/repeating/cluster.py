"""The cluster: lives trials on the machines of a Ray cluster, for batches too large for one machine.

Ray is an optional extra (`pip install 'townwright[cluster]'`), imported only here and only when used.
Townwright has to be installed on every machine of the cluster; the workspace stays on this one.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from engine.errors import BadInput, TownwrightError, worded, words_of
from engine.model_choice.purse import StorePurse
from engine.repeating.carrying import MOST_TRIES, Outcome, too_often
from engine.repeating.trial import Lived, Trial, live_trial
from engine.store.answers.spending import CapReached
from engine.store.file.connection import open_store

_GLANCE = 0.5  # seconds between two looks at whether it is to stop
_AHEAD = 2  # trials for each CPU that are handed over: enough for none to wait, few to be let go


@dataclass(frozen=True, slots=True)
class RayCluster:
    """The machines of a Ray cluster; costs are paid from the purse of a workspace file on this machine."""

    address: str
    purse: Path

    def carry(self, trials: Iterable[Trial], is_to_stop: Callable[[], bool]) -> Iterator[Outcome]:
        """Yield the outcomes of trials, as a `Carrier` does. If a node is lost, its trial is repeated."""
        ray = _joined(self.address)
        try:
            live = ray.remote(num_cpus=1, max_retries=MOST_TRIES - 1)(_live)
            purse: Any = None
            waiting = iter(trials)
            under_way: dict[Any, Trial] = {}
            while not is_to_stop():
                room = _AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1))) - len(under_way)
                for trial in islice(waiting, max(0, room)):
                    if trial.profiles and purse is None:
                        purse = _purse_here(ray, self.purse)
                    under_way[live.remote(trial, purse)] = trial
                if not under_way:
                    return
                ready, _ = ray.wait(list(under_way), num_returns=1, timeout=_GLANCE)
                for one in ready:
                    yield _outcome(ray, one, under_way.pop(one))
            for one in under_way:
                ray.cancel(one, force=True)
        finally:
            ray.shutdown()


def _joined(address: str) -> Any:  # noqa: ANN401 - a library that need not be there
    """Connect to a cluster, and return Ray. Raises BadInput if Ray is not installed, or the cluster does not
    answer.
    """
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is told to anybody
    try:
        import ray
    except ImportError as error:
        raise BadInput(
            worded(
                "Ray, which simulates runs on other machines, is not installed; run `pip install "
                "'townwright[cluster]'`, or omit `--on`"
            )
        ) from error
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR, ignore_reinit_error=True)
    except (ConnectionError, OSError, RuntimeError, ValueError) as error:
        brief = " ".join(str(error).split())[:200]
        raise BadInput(
            worded(
                "the Ray cluster at {address!r} cannot be reached ({brief}); start one with `ray start "
                "--head`, which prints its address",
                address=address[:80],
                brief=brief,
            )
        ) from error
    return ray


def _outcome(ray: Any, one: Any, trial: Trial) -> Outcome:  # noqa: ANN401
    try:
        answer = ray.get(one)
    except (ray.exceptions.WorkerCrashedError, ray.exceptions.NodeDiedError) as error:
        return Outcome(trial=trial, error=too_often(MOST_TRIES, _brief(error)), tries=MOST_TRIES)
    except ray.exceptions.RayError as error:
        return Outcome(trial=trial, error=_brief(error))
    if isinstance(answer, Lived):
        return Outcome(trial=trial, lived=answer)
    return Outcome(trial=trial, error=answer)


def _brief(error: BaseException) -> str:
    lines = str(error).strip().splitlines()
    return lines[-1][:300] if lines else type(error).__name__


def _live(trial: Trial, purse: Any) -> Lived | str:  # noqa: ANN401 - a handle of Ray's
    """Live a trial on a machine of the cluster."""
    try:
        return live_trial(trial, None if purse is None else _FarPurse(purse, trial.account))
    except TownwrightError as error:
        return words_of(error)


class _FarPurse:
    """The purse of the workspace, used from another machine."""

    def __init__(self, handle: Any, account: int) -> None:  # noqa: ANN401
        self._handle = handle
        self._account = account

    def reserve(self, day: int, **asked: Any) -> int:  # noqa: ANN401 - as `Purse` has it
        """Reserve the maximum cost of a request. Raises CapReached at a cap."""
        import ray

        found = ray.get(self._handle.reserve.remote(self._account, day, asked))
        if isinstance(found, str):
            raise CapReached(found)
        return int(found)

    def settle(self, reservation: int, day: int, **took: Any) -> None:  # noqa: ANN401
        """Record the amount spent."""
        import ray

        ray.get(self._handle.settle.remote(self._account, reservation, day, took))


class _PurseHere:
    """An actor on the machine with the workspace, through which all trials pay."""

    def __init__(self, path: str) -> None:
        self._store = open_store(path)

    def reserve(self, account: int, day: int, asked: dict[str, Any]) -> int | str:
        """Reserve the maximum cost of a request, or return the message of the cap that is reached."""
        try:
            return StorePurse(self._store, account).reserve(day, **asked)
        except CapReached as reached:
            return str(reached)

    def settle(self, account: int, reservation: int, day: int, took: dict[str, Any]) -> None:
        """Record the amount spent."""
        StorePurse(self._store, account).settle(reservation, day, **took)


def _purse_here(ray: Any, path: Path) -> Any:  # noqa: ANN401
    from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

    here = NodeAffinitySchedulingStrategy(ray.get_runtime_context().get_node_id(), soft=False)
    return ray.remote(num_cpus=0)(_PurseHere).options(scheduling_strategy=here).remote(str(path.resolve()))
