"""Runs of a batch on a Ray cluster: the same as one after the other, whatever becomes of a node."""

from __future__ import annotations

import os
import sys

import pytest

from engine.api.workspace import open_workspace
from engine.errors import BadInput
from engine.models.profiles import Keys
from engine.repeating.doing import trials_of
from engine.repeating.trial import live_trial

TOWN = "three-neighbours"
CHANGE = {"persona.nell.traits.talkative": "silent"}


@pytest.fixture
def workspace(tmp_path):
    with open_workspace(tmp_path) as opened:
        yield opened


@pytest.mark.soak
def test_without_ray_it_says_what_to_install(workspace, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    batch = workspace.batches.plan(TOWN, seeds=[1], until="day 1 06:00")
    with pytest.raises(
        BadInput, match=r"Ray, .*, is not installed; run `pip install 'townwright\[cluster\]'`"
    ):
        batch.live(on="127.0.0.1:6379")
    assert batch.now.state == "failed"
    assert "Ray, which simulates runs on other machines, is not installed" in batch.row.error


@pytest.fixture(scope="module")
def cluster():
    pytest.importorskip("ray", reason="pip install 'townwright[cluster]'")
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    from ray.cluster_utils import Cluster

    small = {"num_cpus": 1, "object_store_memory": 80_000_000}
    made = Cluster(initialize_head=True, head_node_args={**small, "include_dashboard": False})
    made.other = made.add_node(**small)
    made.wait_for_nodes()
    yield made
    made.shutdown()


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # what Ray leaves open is not ours
def test_a_node_that_is_killed_costs_what_it_was_at_and_nothing_else(workspace, cluster):
    batch = workspace.batches.plan(TOWN, seeds=range(5), until="day 1 12:00", changes=CHANGE)
    killed = []

    def watch(progress):
        if progress.done >= 2 and not killed:
            killed.append(progress.done)
            cluster.remove_node(cluster.other, allow_graceful=False)

    batch.live(on=cluster.address, watch=watch)
    assert killed
    assert (batch.row.state, batch.left) == ("done", 0)
    found = {(one.variant, one.seed): one.fingerprint for one in batch.repetitions}
    trials = trials_of(workspace.store, batch.row, Keys())
    assert found == {(one.variant, one.seed): live_trial(one).fingerprint for one in trials}
    assert batch.open(3, 1).at().fingerprint == found[1, 3]
