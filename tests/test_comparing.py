"""Two runs side by side: why they differ, where they part, whom that reached and in what; held against the
rows of both logs, read one by one.
"""

from __future__ import annotations

from collections import Counter

import pytest

from engine.api.interventions import Happen, Whisper
from engine.api.workspace import open_workspace
from engine.errors import BadInput
from engine.records import Line, Memory, Presence, Turn
from tests.studios import lived

AT = "day 1 08:00"
TOLD = "Tell Tomas that the mole has a crack."


@pytest.fixture(scope="module")
def trunk(tmp_path_factory):
    workspace, run = lived(tmp_path_factory.mktemp("comparing") / "workspace")
    with workspace:
        yield run


@pytest.fixture(scope="module")
def whispered(trunk):
    """A fork in which Isabel hears a voice at eight in the morning, lived as far as the trunk."""
    fork = trunk.fork(AT, name="whispered")
    fork.intervene(Whisper(agent="isabel", text=TOLD))
    fork.live(trunk.clock)
    return fork


@pytest.fixture(scope="module")
def apart(trunk, whispered):
    return trunk.compare(whispered)


def rows_of(run, kind, before, since=0):
    return [row for row in run.at(before).log.rows(kind) if row.minute >= since]


def by_person(run, before):
    """Every row of a person, as it stands in the log."""
    turns = {}
    for row in run.whole_log():
        if row.minute < before and isinstance(row, Turn):
            turns[row.id // 10_000] = row.agent
    rows = {}
    for row in run.whole_log():
        if row.minute < before:
            rows.setdefault(turns[row.id // 10_000], []).append(row)
    return rows


class TestForkThatIsLeftAlone:
    def test_it_goes_on_as_its_parent_did(self, trunk):
        fork = trunk.fork(AT, name="left alone")
        fork.live(trunk.clock)
        found = trunk.compare(fork)
        assert found.is_same
        assert found.parting is None
        assert found.beginnings == ()
        assert [one.agent for one in found.reached if one.since is not None] == []
        assert found.lines.one == found.lines.other == ()
        assert found.ties == found.whereabouts == ()
        assert fork.spent().calls == 0 or fork.row.model == "rehearsal"

    def test_all_its_lines_stand_beside_each_other(self, trunk):
        fork = trunk.fork(AT, name="left alone too")
        fork.live(trunk.clock)
        found = trunk.compare(fork)
        assert found.aligned
        assert all(pair.is_same for pair in found.aligned)


class TestFork:
    def test_the_author_is_named_as_why(self, apart):
        [only] = apart.beginnings
        assert (only.what, only.name, only.one) == ("author", AT, "")
        assert TOLD in only.other

    def test_they_part_at_what_the_author_did(self, apart):
        assert apart.parting.minute == 480
        assert apart.parting.one is None
        assert TOLD in apart.parting.other.text
        assert apart.shared_until == 480

    def test_it_reached_whoever_has_a_row_that_differs_and_nobody_else(self, apart, trunk, whispered):
        here, there = (by_person(run, apart.minute) for run in (trunk, whispered))
        differ = {agent for agent in here if here[agent] != there.get(agent)}
        assert {one.agent for one in apart.reached if one.since is not None} == differ - {""}
        assert "isabel" in differ

    def test_it_reached_each_when_the_first_row_of_theirs_differs(self, apart, trunk, whispered):
        here, there = (by_person(run, apart.minute) for run in (trunk, whispered))
        for one in apart.reached:
            rows = {row.id: row for row in here[one.agent]}
            others = {row.id: row for row in there[one.agent]}
            first = [row for row in {*rows, *others} if rows.get(row) != others.get(row)]
            assert one.since == (min(first) // 10_000_000 if first else None)

    def test_what_is_said_in_one_alone_is_what_the_other_has_not(self, apart, trunk, whispered):
        here, there = (rows_of(run, Line, apart.minute, since=480) for run in (trunk, whispered))
        said = {(line.speaker, line.text) for line in there}
        assert list(apart.lines.one) == [line for line in here if (line.speaker, line.text) not in said]

    @pytest.mark.parametrize("kind", ["talk", "reflection", "observation", "plan"])
    def test_memories_likewise(self, apart, trunk, whispered, kind):
        here, there = (
            [row for row in rows_of(run, Memory, apart.minute, since=480) if row.kind == kind]
            for run in (trunk, whispered)
        )
        held = {(one.agent, one.text) for one in here}
        assert list(apart.memories(kind).other) == [one for one in there if (one.agent, one.text) not in held]

    def test_every_line_of_both_is_aligned_once_and_in_order(self, apart, trunk, whispered):
        for run, side in ((trunk, "one"), (whispered, "other")):
            lines = rows_of(run, Line, apart.minute, since=480)
            assert [getattr(pair, side) for pair in apart.aligned if getattr(pair, side)] == lines
        for pair in apart.aligned:
            if pair.is_same:
                assert (pair.one.speaker, pair.one.text) == (pair.other.speaker, pair.other.text)

    def test_ties_are_those_whose_closeness_differs(self, apart, trunk, whispered):
        here, there = (
            {(row.agent, row.other): row.closeness for row in run.at(apart.minute).relations}
            for run in (trunk, whispered)
        )
        differ = {pair for pair in {*here, *there} if here.get(pair) != there.get(pair)}
        assert {(tie.agent, tie.other_agent) for tie in apart.ties} == differ

    def test_at_every_minute_they_are_apart_or_in_the_same_place(self, apart, trunk, whispered):
        here, there = (whereabouts(run, apart.minute) for run in (trunk, whispered))
        for agent in trunk.town.cast.personas:
            told = {}
            for one in apart.whereabouts:
                if one.agent == agent:
                    told |= dict.fromkeys(range(one.start, one.end), (one.one, one.other))
            for minute in range(480, apart.minute):
                both = here[agent, minute], there[agent, minute]
                assert told.get(minute, (both[0], both[0])) == both

    def test_who_knows_a_fact_is_what_news_says_of_each(self, apart, trunk, whispered):
        for each in apart.knowing():
            assert each.one == trunk.story(apart.minute).follow(each.news.id).by_agent
            assert each.other == whispered.story(apart.minute).follow(each.news.id).by_agent

    def test_both_papers_are_those_of_the_runs(self, apart, trunk, whispered):
        assert apart.papers(1) == (
            trunk.story(apart.minute).paper(1),
            whispered.story(apart.minute).paper(1),
        )


def whereabouts(run, before):
    """Where everybody is at every minute, followed row by row."""
    found, at = {}, {}
    rows = iter(sorted(rows_of(run, Presence, before), key=lambda row: row.id))
    row = next(rows, None)
    for minute in range(before):
        while row is not None and row.minute <= minute:
            at[row.agent] = "" if row.origin and not row.inside else row.room.partition("/")[0]
            row = next(rows, None)
        found |= {(agent, minute): place for agent, place in at.items()}
    return found


class TestWhatIsOtherwiseFromOutside:
    def test_a_word_of_a_persona_is_named_with_its_file(self, tmp_path):
        with open_workspace(tmp_path) as workspace:
            one = workspace.runs.new("three-neighbours")
            files = dict(workspace.scenarios.files("three-neighbours"))
            path = next(name for name in files if name.endswith("nell.yaml"))
            files[path] = files[path].replace("traits: [", "traits: [silent, ", 1)
            workspace.scenarios.save("three-neighbours", files, "silent")
            other = workspace.runs.new("three-neighbours")
            for run in (one, other):
                run.live(600)
            [only] = one.compare(other).beginnings
            assert (only.what, only.name) == ("file", path)
            assert "silent" in only.other
            assert "silent" not in only.one

    def test_seed_and_settings_are_named(self, tmp_path):
        with open_workspace(tmp_path) as workspace:
            one = workspace.runs.new("three-neighbours", seed=1)
            other = workspace.runs.new("three-neighbours", seed=2, settings={"retrieve": 5})
            for run in (one, other):
                run.live(5)
            found = {each.what: (each.one, each.other) for each in one.compare(other).beginnings}
            assert found == {"seed": ("1", "2"), "setting": ("", "5")}

    def test_what_happened_by_the_authors_hand_is_named_at_its_moment(self, trunk):
        fork = trunk.fork("day 1 10:00", name="thunder")
        fork.intervene(Happen(room="Harbour Café/counter", text="Thunder rolls over the bay."))
        assert [(each.what, each.name) for each in trunk.compare(fork).beginnings] == [
            ("author", "day 1 10:00")
        ]


def test_a_run_is_not_compared_with_itself(trunk):
    with pytest.raises(BadInput, match="cannot be compared with itself"):
        trunk.compare(trunk)


def test_a_moment_that_only_one_has_come_to_is_refused(trunk):
    fork = trunk.fork(AT, name="short")
    with pytest.raises(BadInput, match="day 1 12:00 has not been lived"):
        trunk.compare(fork, "day 1 12:00")


def test_nothing_of_either_run_is_changed_by_it(trunk, whispered):
    before = (
        Counter(type(row) for row in trunk.whole_log()),
        trunk.at().fingerprint,
        whispered.at().fingerprint,
    )
    found = trunk.compare(whispered)
    assert found.papers(1)
    assert before == (
        Counter(type(row) for row in trunk.whole_log()),
        trunk.at().fingerprint,
        whispered.at().fingerprint,
    )
