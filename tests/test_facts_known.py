"""Facts of a town: which memories and lines say them, who knows them by these, and who does not."""

from __future__ import annotations

import pytest

from engine.api.interventions import Remember, Reword, Undo, Whisper
from engine.api.workspace import open_workspace
from engine.clock import parse_moment
from engine.interventions.conditions import Clause, holds
from engine.records import Knows, Line, Memory
from engine.simulation.loading import load
from tests.planted import Planted
from tests.studios import at_leisure, lived as lived_town

pytestmark = pytest.mark.slow

SALE = "The mill is to be sold to a brewery on day 3 at 15:00."


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    with open_workspace(tmp_path_factory.mktemp("facts")) as opened:
        yield opened


@pytest.fixture
def hamlet(workspace, request):
    planted = Planted.in_workspace(workspace, name=request.node.name[:60])
    planted.until("day 1 09:00")
    return planted


@pytest.fixture(scope="module")
def town(tmp_path_factory):
    workspace, run = lived_town(tmp_path_factory.mktemp("lived") / "workspace")
    yield run
    workspace.close()


def knowing(run, fact="mill-sale"):
    return {one.agent: one.how for one in run.story().follow(fact).knowing}


def condition(run, agent, fact="mill-sale"):
    state = load(run.store, run.number, run.town)
    return holds([Clause(verb="knows", who=agent, what=fact)], state, run.clock)


# ---- in a town that has lived


def test_whoever_knows_a_fact_has_a_memory_that_says_it_and_heard_it_from_somebody_who_knew(town):
    rows = {row.id: row for row in town.whole_log()}
    knew = set()
    for known in sorted((row for row in rows.values() if isinstance(row, Knows)), key=lambda row: row.id):
        memory = rows[known.memory]
        assert isinstance(memory, Memory)
        assert memory.agent == known.agent
        if known.line:
            line = rows[known.line]
            assert isinstance(line, Line)
            assert (line.speaker, known.agent in line.hearers) == (known.by, True)
            assert (known.by, known.fact) in knew
        knew.add((known.agent, known.fact))


def test_a_host_tells_the_fact_with_every_invitation(town):
    told = {row.line for row in town.at().log.rows(Knows, where={"fact": "lantern-party", "by": "isabel"})}
    invited = [line for line in town.at().log.rows(Line, where={"speaker": "isabel"}) if line.tells]
    plans = {memory.id for memory in town.at().log.rows(Memory, where={"agent": "isabel", "kind": "plan"})}
    assert told
    assert {line.id for line in invited if line.tells in plans} <= told


def test_whoever_knows_of_an_event_knows_the_fact_that_its_author_gave_with_it(town):
    assert set(knowing(town, "warden-vote").values()) == {"scenario"}
    assert len(knowing(town, "warden-vote")) == len(town.scenario.personas)


# ---- in an author's words


def test_a_whisper_that_states_a_fact_lets_its_hearer_know_it_until_it_is_taken_back(hamlet):
    hamlet.run.intervene(Whisper(agent="otto", text="They sell the mill to a brewery on day 3 at 15:00."))
    assert knowing(hamlet.run)["otto"] == "whisper"
    hamlet.run.intervene(Undo(entry=str(hamlet.run.at().interventions[-1].entry.id)))
    assert "otto" not in knowing(hamlet.run)


def test_a_whisper_with_a_key_word_of_a_fact_does_not(hamlet):
    hamlet.run.intervene(Whisper(agent="otto", text="Buy a barrel at the brewery on day 3."))
    assert "otto" not in knowing(hamlet.run)


def test_a_memory_that_is_given_or_reworded_says_a_fact_as_long_as_its_words_do(hamlet):
    hamlet.run.intervene(Remember(agent="cora", text=SALE))
    assert knowing(hamlet.run)["cora"] == "scenario"
    [known] = hamlet.run.at().log.rows(Knows, where={"agent": "cora"})
    hamlet.run.intervene(Reword(memory=str(known.memory), text="The mill has a new wheel."))
    assert "cora" not in knowing(hamlet.run)


def test_a_visitors_line_tells_a_fact_that_it_states(town, tmp_path):
    fork = town.fork("day 1 12:00")
    room = fork.at().people[at_leisure(fork)].room
    visit = fork.visit(room, "Tom Reed")
    visit.say("Tomas Lind has been offered a post at the Aldersund shipyard and has to answer by day 3.")
    heard = [row for row in fork.at().log.rows(Knows) if row.by == "tom reed" or row.by.endswith("Tom Reed")]
    assert heard
    assert {row.fact for row in heard} == {"shipyard-offer"}
    visit.leave()


def test_in_a_run_of_an_older_version_a_fact_is_told_by_its_hosts_plan(hamlet):
    seed = hamlet.seed("ruth", "brewery")
    with hamlet.run.store.write() as db:
        db.execute("DELETE FROM knows WHERE run = ?", (hamlet.run.number,))
    plan = hamlet.remember("day 1 09:10", "ruth", "Ruth Amsel holds the sale.", kind="plan", evidence=(seed,))
    hamlet.mean(
        "day 1 09:10", "ruth", "occasion", "held", "hold the sale", plan,
        what="sale", place="Pub", when=parse_moment("day 3 15:00"),
    )  # fmt: skip
    hamlet.talk("day 1 09:20", ["ruth", "otto"], [("ruth", "Come to the sale.", plan)])
    hamlet.until("day 1 10:00")
    assert knowing(hamlet.run) == {"ruth": "scenario", "otto": "told"}


# ---- conditions


def test_a_condition_on_who_knows_a_fact_rests_on_the_same(hamlet):
    assert condition(hamlet.run, "ruth")
    assert not condition(hamlet.run, "otto")
    hamlet.run.intervene(Remember(agent="otto", text=SALE))
    assert condition(hamlet.run, "otto")
