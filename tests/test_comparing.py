"""Two runs side by side: why they differ, where they part, whom that reached and in what; held against the
rows of both logs, read one by one.
"""

from __future__ import annotations

from collections import Counter

import pytest

from engine.api.interventions import Happen, Undo, Whisper
from engine.api.many.beside import brief, itself
from engine.api.run import why_fingerprints_differ
from engine.api.runs import Runs
from engine.api.scenarios import Scenarios
from engine.api.workspace import open_workspace
from engine.errors import BadInput, Worded
from engine.records import Conversation, Line, Memory, Presence, Turn
from tests.studios import lived

pytestmark = pytest.mark.soak

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

    @pytest.mark.nightly
    def test_all_its_lines_stand_beside_each_other(self, trunk):
        fork = trunk.fork(AT, name="left alone too")
        fork.live(trunk.clock)
        found = trunk.compare(fork)
        assert found.aligned
        assert all(pair.is_same for pair in found.aligned)


class TestFingerprints:
    def test_of_two_that_are_the_same_it_says_so(self, trunk):
        assert why_fingerprints_differ(trunk.compare(trunk.fork(name="same"))) == (
            "The runs do not differ: their logs are identical row by row.",
        )

    @pytest.mark.nightly
    def test_each_sentence_knows_what_it_was_made_of(self, apart):
        """So the studio says it in its reader's language, and the name of what was otherwise with it."""
        assert {type(one) for one in why_fingerprints_differ(apart)} == {Worded}
        assert {type(one.name) for one in apart.beginnings if one.what == "author"} == {Worded}

    def test_of_one_that_was_lived_on_it_says_how_far(self, trunk):
        (only,) = why_fingerprints_differ(trunk.compare(trunk.fork(AT, name="earlier")))
        assert only.startswith(
            f"Until {AT}, the logs are identical row by row. {trunk.row.id} was run further, until"
        )

    def test_at_a_moment_that_both_have_come_to_nothing_is_said_of_how_far(self, trunk):
        fork = trunk.fork(AT, name="earlier too")
        assert why_fingerprints_differ(trunk.compare(fork, AT), until_now=False) == (
            "The runs do not differ: their logs are identical row by row.",
        )

    @pytest.mark.nightly
    def test_it_names_what_the_author_did(self, apart, whispered):
        first, cause = why_fingerprints_differ(apart, until_now=False)
        assert first == f"The logs first differ at {AT}, because of an intervention by the author."
        assert cause.startswith(f"The author's interventions differ at {AT}.")
        assert TOLD.rstrip(".") in cause
        assert f"In {whispered.row.id}:" in cause

    def test_it_names_another_seed_and_not_what_came_after(self, trunk):
        workspace_runs = trunk.fork(AT)
        other = Runs(trunk.store, Scenarios(trunk.store), trunk.keys).new("willow-bay", seed=99)
        other.live(400)
        said = " ".join(why_fingerprints_differ(trunk.compare(other)))
        assert "The seeds differ" in said
        assert workspace_runs.row.id not in said

    def test_where_only_a_model_can_have_done_it_it_says_that(self, trunk):
        other = Runs(trunk.store, Scenarios(trunk.store), trunk.keys).new("willow-bay", seed=trunk.row.seed)
        other.live(400)
        with trunk.store.write() as db:
            db.execute("UPDATE turn SET digest = 'x' WHERE run = ?", (other.number,))
        said = why_fingerprints_differ(trunk.compare(other))
        assert any(one.startswith("The setup is the same: ") for one in said)


class TestFork:
    def test_the_author_is_named_as_why(self, apart):
        [only] = apart.beginnings
        assert (only.what, only.name, only.one) == ("author", AT, "")
        assert TOLD in only.other

    def test_they_part_at_what_the_author_did(self, apart):
        assert apart.parting.minute == 480
        assert apart.parting.one is None
        assert TOLD in apart.parting.other.asked["text"]
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

    def test_all_in_all_it_counts_every_row_of_both(self, apart, trunk, whispered):
        both = [
            (
                len(rows_of(run, Conversation, apart.minute)),
                len(rows_of(run, Line, apart.minute)),
                len([row for row in rows_of(run, Memory, apart.minute) if row.kind == "reflection"]),
            )
            for run in (trunk, whispered)
        ]
        assert [(each.one, each.other) for each in apart.counts] == list(zip(*both, strict=True))

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


class TestSeveralRuns:
    def test_each_has_a_row_that_says_what_a_comparison_of_two_says(self, trunk, whispered):
        thunder = trunk.fork("day 1 10:00", name="thunder and more")
        thunder.intervene(Happen(room="Harbour Café/counter", text="Thunder rolls over the bay."))
        thunder.live(trunk.clock)
        found = [trunk.compare(other) for other in (whispered, thunder)]
        rows = [itself(found[0]), *map(brief, found)]
        assert [row.run for row in rows] == [trunk.row.id, whispered.row.id, thunder.row.id]
        assert [row.since for row in rows] == [None, 480, 600]
        assert TOLD.rstrip(".") in rows[1].otherwise
        assert "Thunder" in rows[2].otherwise
        for run, row in zip((trunk, whispered, thunder), rows, strict=True):
            assert row.counts["lines"] == len(rows_of(run, Line, trunk.clock))
            assert row.counts["talks"] == len(rows_of(run, Conversation, trunk.clock))
        for one, row in zip(found, rows[1:], strict=True):
            assert row.reached == sum(each.since is not None for each in one.reached)
            assert row.knowing == sum(len(each.other) for each in one.knowing())


def silence_nell(workspace, name):
    """Save three neighbours, Nell among them silent too, under a name."""
    files = dict(workspace.scenarios.files("three-neighbours"))
    path = next(file for file in files if file.endswith("nell.yaml"))
    files[path] = files[path].replace("traits: [", "traits: [silent, ", 1)
    workspace.scenarios.save(name, files, "silent")


class TestWhatIsOtherwiseFromOutside:
    @pytest.mark.nightly
    def test_a_word_of_a_persona_is_named_as_it_is_meant(self, tmp_path):
        with open_workspace(tmp_path) as workspace:
            one = workspace.runs.new("three-neighbours")
            silence_nell(workspace, "three-neighbours")
            other = workspace.runs.new("three-neighbours")
            for run in (one, other):
                run.live(600)
            [only] = one.compare(other).beginnings
            assert (only.what, only.name) == ("town", "Nell Hartley’s traits")
            assert only.other == f"silent, {only.one}"
            told = " ".join(why_fingerprints_differ(one.compare(other)))
            assert "The towns differ: Nell Hartley’s traits." in told

    def test_what_is_only_written_otherwise_is_named_with_its_file(self, tmp_path):
        with open_workspace(tmp_path) as workspace:
            one = workspace.runs.new("three-neighbours")
            files = dict(workspace.scenarios.files("three-neighbours"))
            path = next(name for name in files if name.endswith("nell.yaml"))
            files[path] = f"# A remark.\n{files[path]}"
            workspace.scenarios.save("three-neighbours", files, "a remark")
            other = workspace.runs.new("three-neighbours")
            for run in (one, other):
                run.live(5)
            [only] = one.compare(other).beginnings
            assert (only.what, only.name, only.one, only.other) == ("file", path, "", "# A remark.")

    @pytest.mark.nightly
    def test_of_two_towns_without_a_person_in_both_nothing_is_said_but_that(self, tmp_path):
        with open_workspace(tmp_path) as workspace:
            runs = [workspace.runs.new(town, seed=1) for town in ("three-neighbours", "willow-bay")]
            for run in runs:
                run.live(5)
            [only] = runs[0].compare(runs[1]).beginnings
            assert (only.what, only.one, only.other) == ("scenario", "three-neighbours", "willow-bay")

    def test_of_a_copy_of_a_town_it_is_said_in_what_it_is_otherwise(self, tmp_path):
        with open_workspace(tmp_path) as workspace:
            one = workspace.runs.new("three-neighbours")
            silence_nell(workspace, "a-copy")
            other = workspace.runs.new("a-copy")
            for run in (one, other):
                run.live(5)
            said = [(each.what, each.name) for each in one.compare(other).beginnings]
            assert said == [("scenario", ""), ("town", "Nell Hartley’s traits")]

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


def test_what_was_taken_back_is_named_by_what_it_was(trunk):
    fork = trunk.fork("day 1 10:00", name="undone")
    fork.intervene(Happen(room="Harbour Café/counter", text="Thunder rolls over the bay."))
    fork.intervene(Undo(entry=str(fork.at().interventions[0].entry.id)))
    told = "; ".join(each.other for each in trunk.compare(fork).beginnings)
    assert told.count("Thunder rolls over the bay") == 2
    assert "Undone: " in told


def test_a_run_is_not_compared_with_itself(trunk):
    with pytest.raises(BadInput, match="cannot be compared with itself"):
        trunk.compare(trunk)


def test_a_moment_that_only_one_has_come_to_is_refused(trunk):
    fork = trunk.fork(AT, name="short")
    with pytest.raises(BadInput, match="this run has not reached day 1 12:00 yet"):
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
