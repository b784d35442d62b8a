"""A fork that has one thing otherwise: a word of a persona, a faculty, a setting, the seed. What the author
has written stays as it is, and the comparison names what was changed.
"""

from __future__ import annotations

import pytest

from engine.api.workspace import open_workspace
from engine.api.writing.changes import changes_meant
from engine.errors import BadInput, TownwrightError
from engine.records import Line
from tests.command_line import asked, call, lived, own  # noqa: F401

pytestmark = pytest.mark.soak

ONE_WORD = {"persona.nell.traits.talkative": "silent"}
LINES = "SELECT count(*) FROM line"
SAID = "SELECT count(*) FROM line WHERE speaker = 'nell'"


@pytest.fixture(scope="module")
def trunk(tmp_path_factory):
    with open_workspace(tmp_path_factory.mktemp("changing")) as workspace:
        run = workspace.runs.new("three-neighbours", seed=34)
        run.live(days=1)
        yield run


@pytest.fixture(scope="module")
def silent(trunk):
    fork = trunk.fork("day 1 00:00", "silent", changes=ONE_WORD)
    fork.live(trunk.clock)
    return fork


class TestOneWordOfAPersona:
    def test_it_is_another_only_in_the_fork(self, trunk, silent):
        assert silent.town.cast.personas["nell"].traits == ("warm", "silent", "exaggerating", "generous")
        assert trunk.town.cast.personas["nell"].traits[1] == "talkative"

    def test_what_the_author_has_written_stays_as_it_is(self, trunk, silent):
        with open_workspace(trunk.store.path.parent) as workspace:
            assert len(workspace.scenarios.versions("three-neighbours")) == 1
            assert "talkative" in workspace.scenarios.files("three-neighbours")["personas/nell.yaml"]
            again = workspace.runs.new("three-neighbours")
            assert again.row.scenario_version == trunk.row.scenario_version

    def test_the_comparison_names_the_line_and_counts_as_sql_does(self, trunk, silent):
        end = min(trunk.clock, silent.clock)
        found = trunk.compare(silent)
        (only,) = found.beginnings
        assert (only.what, only.name) == ("town", "Nell Hartley’s traits")
        assert ("talkative" in only.one, "silent" in only.other) == (True, True)
        told = [len(found.lines.one), len(found.lines.other)]
        shared = sum(1 for _ in trunk.at(end).log.rows(Line)) - told[0]
        in_sql = [run.query(LINES, end).rows[0][0] - shared for run in (trunk, silent)]
        assert told == in_sql
        said = [run.query(SAID, end).rows[0][0] for run in (trunk, silent)]
        assert said[1] < said[0], "who is silent says less"

    def test_a_fork_of_the_fork_has_it_too_and_may_change_more(self, silent):
        more = silent.fork("day 1 12:00", changes={"persona.nell.traits.warm": "", "seed": "9"})
        assert more.town.cast.personas["nell"].traits == ("silent", "exaggerating", "generous")
        assert more.row.seed == 9

    def test_it_goes_into_a_cassette_and_comes_out_of_it(self, silent, tmp_path):
        from io import BytesIO

        content = b"".join(silent.export("cassette"))
        with open_workspace(tmp_path) as elsewhere:
            opened = elsewhere.runs.open_cassette(BytesIO(content))
            assert opened.town.cast.personas["nell"].traits[1] == "silent"
            assert opened.at().fingerprint == silent.at().fingerprint


class TestWhatElseCanBeChanged:
    def test_a_faculty_is_off_from_there_on(self, trunk):
        fork = trunk.fork("day 1 08:00", changes={"without": "reflection, planning"})
        settings = fork.town.settings
        assert (settings.observation, settings.reflection, settings.planning) == (True, False, False)
        named = {one.name for one in trunk.compare(fork).beginnings}
        assert named == {"planning", "reflection"}

    def test_a_setting_or_a_part_of_one(self, trunk):
        fork = trunk.fork(changes={"cognition.reflect_at": "45", "cognition.acting.recency": "0.5"})
        assert fork.town.settings.reflect_at == 45
        assert (fork.town.settings.acting.recency, fork.town.settings.acting.importance) == (0.5, 0.5)

    @pytest.mark.parametrize(
        ("key", "value", "line"),
        [
            ("persona.nell.traits", "gruff, shy", "traits: [gruff, shy]"),
            ("persona.Nell Hartley.voice.register", "slow: very", '  register: "slow: very"'),
            ("persona.nell.day.wake", "06:10", '  wake: "06:10"'),
            ("persona.nell.status.mood", "20", "status: {energy: 75, mood: 20}"),
            ("persona.nell.seed", "Nell Hartley is new here", "seed: Nell Hartley is new here"),
            ("persona.nell.called", "Nelly", "called: Nelly"),
        ],
    )
    def test_any_line_of_a_persona_and_no_other_line(self, trunk, key, value, line):
        before = trunk.setup.files["personas/nell.yaml"].splitlines()
        after = trunk.fork(0, changes={key: value}).setup.files["personas/nell.yaml"].splitlines()
        new = [one for one in after if one not in before]
        assert new == [line]

    def test_nothing_otherwise_makes_no_version(self, trunk):
        fork = trunk.fork("day 1 08:00", changes={"persona.nell.age": 34})
        assert fork.row.scenario_version == trunk.row.scenario_version
        assert trunk.compare(fork, "day 1 08:00").is_same


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"sead": 1}, "there is no key 'sead'; use one of: persona.WHO.KEY"),
        ({"seed": "x"}, "'seed' must be a number, not 'x'"),
        ({"seed": -1}, "a seed must be a whole number"),
        ({"persona.nel.age": 3}, "nobody in 'three-neighbours' has the id 'nel'; did you mean 'nell'"),
        ({"persona.nell.trait": "x"}, "has no key 'trait' that can be changed; did you mean 'traits'"),
        ({"persona.nell.name": "Ann"}, "'persona.nell.name' cannot be changed in a run that has started"),
        ({"persona.nell.traits.talkativ": "x"}, "no entry of traits 'talkativ'; did you mean 'talkative'"),
        ({"persona.nell.age": 900}, "age of nell cannot be '900'"),
        ({"persona.nell.home": "Moon"}, "unknown place 'Moon'"),
        ({"persona.nell.seed": "x"}, "takes effect only at the beginning of a run; fork at day 1 00:00"),
        ({"persona.nell": "x"}, "a persona has no key '' that can be changed"),
        ({"without": "reflect"}, "no faculty 'reflect'; did you mean 'reflection'"),
        ({"cognition.reflect": 3}, "there is no setting 'reflect'; did you mean"),
        ({"cognition.acting": 3}, "has parts; set one of: cognition.acting.recency"),
        ({"cognition.acting.joy": 3}, "there is no part of the setting 'acting' 'joy'"),
        ({"cognition.reflect_at": "soon"}, "the setting 'reflect_at' cannot be 'soon'"),
        ("seed=7", "does not contain changes"),
    ],
)
def test_what_cannot_be_changed_is_named_with_what_there_is(trunk, changes, words):
    before = len(trunk.store.select("SELECT 1 FROM scenario_version"))
    with pytest.raises(TownwrightError, match=words):
        trunk.fork("day 1 08:00", changes=changes)
    assert len(trunk.store.select("SELECT 1 FROM scenario_version")) == before


def test_changes_are_written_as_key_and_value():
    said = ["seed=7", "without=planning", "without=reflection", "persona.a.currently=x=y"]
    assert changes_meant(said) == {
        "seed": "7",
        "without": "planning,reflection",
        "persona.a.currently": "x=y",
    }
    with pytest.raises(BadInput, match="'seed' is not a change; write it as KEY=VALUE"):
        changes_meant(["seed"])


@pytest.mark.nightly
def test_a_terminal_forks_with_a_change(asked, call, own):  # noqa: F811
    fork = asked(
        "fork", "willow-bay-1", "--at", "day 1 08:00", "--set", "without=planning", "--set", "seed=3"
    )
    assert fork["minute"] == 480
    status, out, err = call("fork", "willow-bay-1", "--set", "persona.isabel.age=51")
    assert (status, err) == (0, "")
    assert "townwright compare willow-bay-1" in out
    status, _, err = call("fork", "willow-bay-1", "--set", "age=51")
    assert status == 1
    assert "there is no 'age' to change" in err
