"""Forks: made at once and out of next to nothing; left alone, one lives as its parent did and asks nobody."""

from __future__ import annotations

import pytest

from engine.api.workspace import open_workspace
from engine.models.profiles import Keys, Profile

pytestmark = pytest.mark.slow

TOWN = "three-neighbours"
MORNING = 11 * 60
MOST_BYTES = 64_000


@pytest.fixture
def served(tmp_path, chaos):
    """A run whose every question is answered by a server, which is counted."""
    keys = Keys({}, {"KEY": "sk-1"})
    with open_workspace(tmp_path / "ws", keys=keys) as workspace:
        profile = Profile(
            name="salad", base_url=chaos.base_url, model="salad", key_variable="KEY", concurrency=8
        )
        workspace.models.keep(profile)
        run = workspace.runs.new(TOWN, model="salad")
        run.live(MORNING, concurrency=8)
        yield run


@pytest.mark.soak
def test_one_that_is_left_alone_lives_as_its_parent_did_and_asks_nobody(served, chaos):
    asked, spent = len(chaos.asked), served.spent()
    fork = served.fork("day 1 08:00")
    fork.live(MORNING, concurrency=8)
    assert fork.at().fingerprint == served.at().fingerprint
    assert served.compare(fork).parting is None
    assert (len(chaos.asked), served.spent()) == (asked, spent)
    assert fork.spent().calls == 0


@pytest.mark.nightly
def test_one_of_a_week_of_twenty_five_takes_next_to_nothing(tmp_path):
    with open_workspace(tmp_path / "ws") as workspace:
        run = workspace.runs.new("the-green")
        run.live(days=7, concurrency=8)
        store = workspace.store
        store.shrink()
        for moment in ("day 1 12:00", "day 4 18:30", None):
            before = store.path.stat().st_size
            fork = run.fork(moment)
            store.empty_wal()
            assert store.path.stat().st_size - before <= MOST_BYTES
            assert fork.disk <= MOST_BYTES
