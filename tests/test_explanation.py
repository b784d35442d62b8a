"""Whatever is in the log can be explained, step by step, until an event, the scenario or the author."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from typing import get_args

import pytest

from engine.api.run import ORIGIN_WORDS, gist
from engine.api.workspace import open_workspace
from engine.clock import DAY
from engine.errors import NotFound
from engine.insight import causes
from engine.insight.explanation import explain
from engine.insight.gist import _GISTS
from engine.interventions import Happen, SetState, Whisper
from engine.records import Conversation, Diary, Event, Line, LogEntry, Memory, Recall, Step, ThingState, Turn
from engine.row_ids import row_id
from engine.simulation import loading
from engine.store.log.entries import TABLES
from engine.store.log.rows import append
from studio.why import reasons
from tests.store_samples import one_of_each, turn_at
from tests.towns import founded, small_town

pytestmark = pytest.mark.soak


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    with open_workspace(tmp_path_factory.mktemp("explained")) as opened:
        yield opened


@pytest.fixture(scope="module")
def lived(workspace):
    """Three people's first day and second morning, with each thing that an author can do to them."""
    run = workspace.runs.new("three-neighbours")
    run.live(10 * 60)
    first, *_ = run.town.cast.personas
    home, thing = run.at().people[first].room, next(iter(run.town.world.things))
    run.intervene(Whisper(agent=first, text="Go and see a neighbour today at 14:00."))
    run.intervene(Happen(room=home, text="A black dog runs in."))
    run.intervene(SetState(thing=thing, state="broken"))
    run.live(DAY + 10 * 60)
    return run


@pytest.fixture(scope="module")
def rows(lived):
    return tuple(lived.whole_log())


@pytest.fixture(scope="module")
def why(lived, rows):
    """Every explanation there is, by id."""
    return {row.id: lived.why(row.id) for row in rows}


def of(rows, record, **equal):
    """The rows of a kind of record whose fields have some values."""
    rows = [row for row in rows if isinstance(row, record)]
    return [row for row in rows if all(getattr(row, name) == value for name, value in equal.items())]


KINDS = get_args(LogEntry)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_kind_of_row_is_kept_told_and_explained(kind):
    assert kind in TABLES, "write its table into engine/store/log/entries.py"
    assert kind in _GISTS, "write what it says in a line into engine/insight/gist.py"
    assert kind in causes._FINDERS, "write what it came of into engine/insight/causes.py"
    assert kind in reasons._TELLERS, "write how the studio tells it into studio/why/reasons.py"
    samples = {type(row) for row in (turn_at(10, 1), *one_of_each(10))}
    assert kind in samples, "write one of it into one_of_each of tests/store_samples.py"


def test_a_row_in_a_line_calls_people_by_the_names_that_are_given():
    names = {"ada": "Ada Byron", "ben": "Ben Okri", "chen": "Chen Li"}
    for row in (turn_at(10, 1), *one_of_each(10)):
        ids, named = gist(row), gist(row, names)
        assert re.sub(r"\b(ada|ben|chen)\b", lambda found: names[found[0]], ids) == named
        assert re.search(r"\b(ada|ben|chen)\b", named) is None


def test_a_mind_that_is_taken_up_again_has_every_kind_of_row_that_it_had():
    mind = next(iter(founded(scenario=small_town()).minds.values()))
    read = {*loading._LASTING, *loading._PASSING, Line, Memory, Recall}
    assert set(mind._ways) - read == set(), "write it into _LASTING of engine/simulation/loading.py"
    lasts = set(mind._ways) & set(loading._LASTING) - {Conversation}
    assert lasts == set(loading._OF_A_MIND), "and into _OF_A_MIND, by which one mind is read alone"


def circle_in(leads):
    """A row from which one comes back to it; None where there is none."""
    done, under_way = set(), set()
    for first in leads:
        waiting = [first]
        while waiting:
            here = waiting[-1]
            under_way.add(here)
            ahead = [one for one in leads[here] if one not in done]
            if any(one in under_way for one in ahead):
                return here
            waiting.extend(ahead[:1])
            if not ahead:
                done.add(waiting.pop())
                under_way.discard(here)
    return None


@dataclass(frozen=True, slots=True)
class Kept:
    """What is left of an explanation when many are held: where it begins, and where it leads."""

    origin: str
    leads_to: tuple[int, ...]
    end: int | None

    @classmethod
    def of(cls, found):
        return cls(found.origin, found.leads_to, found.way[-1].row.id if found.way else None)


def assert_explained(found):
    """All that is promised of the explanations of a whole log."""
    leads = {row_id: one.leads_to for row_id, one in found.items()}
    assert {row for some in leads.values() for row in some} <= set(leads), "each leads to rows of the log"
    assert circle_in(leads) is None
    for found_id, one in found.items():
        begins = one.origin in ORIGIN_WORDS and not one.leads_to
        assert bool(one.leads_to) is (one.end is not None) is not begins, found_id
        assert begins or found[one.end].origin, f"{found_id} leads nowhere"


def test_every_row_leads_to_an_event_the_scenario_or_the_author(why):
    assert_explained({row_id: Kept.of(one) for row_id, one in why.items()})
    assert {one.origin for one in why.values()} == {"", "event", "scenario", "author"}
    assert {type(one.row) for one in why.values()} >= {Turn, Event, Memory, Step, Line, Conversation, Diary}


def test_a_fork_explains_its_rows_by_the_past_that_it_shares(lived, why):
    fork = lived.fork("day 1 15:00", name="explained")
    fork.live("day 1 16:00")
    parting = row_id(15 * 60, 0)
    past = {row: one for row, one in why.items() if row < parting}
    own = {row.id: fork.why(row.id) for row in fork.whole_log() if row.id >= parting}
    assert_explained({row: Kept.of(one) for row, one in (past | own).items()})
    assert any(row < parting for one in own.values() for row in one.leads_to)
    late = max(row for row, one in past.items() if one.call)
    assert fork.why(late).leads_to == past[late].leads_to


def test_every_act_carries_out_a_plan_and_has_what_the_plan_came_of(rows, why):
    acts = of(rows, Event, kind="act")
    assert acts
    for act in acts:
        (plan,) = why[act.id].other_causes["plan"]
        assert plan.agent == act.actor
        assert plan.start <= act.minute < plan.end
        assert why[act.id].call.purpose in ("plan_block", "plan_day", "react")


def test_who_sets_out_does_so_for_what_is_planned_there_or_for_bed(rows, why):
    for event in of(rows, Event):
        if event.kind in ("leave", "arrive", "sleep"):
            hows = why[event.id].other_causes
            assert "plan" in hows or "bedtime" in hows
        if event.kind == "arrive" and "plan" in why[event.id].other_causes:
            (plan,) = why[event.id].other_causes["plan"]
            assert plan.room == event.room


def test_a_talk_comes_of_what_was_noticed_and_the_question_what_to_do_about_it(rows, why, lived):
    talks = of(rows, Event, kind="talk")
    assert talks
    for talk in talks:
        assert why[talk.id].call.purpose == "react"
        assert why[talk.id].other_causes["noticed"]
        for seen in why[talk.id].other_causes["noticed"]:
            shown = (
                [seen.state]
                if isinstance(seen, ThingState)
                else [gist(seen), lived.town.cast.names.get(seen.actor, seen.text)]
            )
            prompt = " ".join(why[talk.id].call.prompt.split())
            assert any(each in prompt for each in shown), "an everyday sight is shown as who is there"


def test_a_line_answers_the_one_before_it_and_names_the_memory_it_passes_on(rows, why):
    for talk in of(rows, Conversation):
        lines = of(rows, Line, conversation=talk.id)
        for before, line in zip([None, *lines], lines, strict=False):
            assert why[line.id].other_causes.get("answers") == (None if before is None else (before,))
            assert [one.id for one in why[line.id].other_causes.get("tells", ())] == [line.tells] * bool(
                line.tells
            )
            assert why[line.id].call.purpose == "speak"
            assert why[line.id].call.agent == line.speaker
        assert set(lines) <= set(why[talk.id].other_causes["said"])


def test_what_was_heard_comes_of_the_line_and_has_no_question_of_its_own(rows, why):
    lines = {line.id for line in of(rows, Line)}
    heard = [one for one in of(rows, Memory, kind="talk", evidence=()) if one.source in lines]
    assert heard
    assert {why[one.id].call for one in heard} == {None}
    assert {why[one.id].source.id for one in heard} == lines


@pytest.mark.nightly
def test_a_diary_rests_on_what_its_question_told(rows, why):
    diaries = of(rows, Diary)
    assert diaries
    for diary in diaries:
        found = why[diary.id]
        assert found.call.purpose == "keep_diary"
        told = found.call.prompt.split("\n- ")[1:]
        assert told
        assert all(any(memory.text in line for memory in found.evidence) for line in told)


def test_a_memory_says_every_time_at_which_it_came_to_mind(rows, why):
    times = defaultdict(list)
    for recall in of(rows, Recall):
        for item in recall.items:
            times[item.memory].append(recall)
    memories = of(rows, Memory)
    assert any(times[memory.id] for memory in memories)
    for memory in memories:
        assert list(why[memory.id].came_to_mind) == times[memory.id]


def test_what_was_whispered_begins_with_the_author_and_leads_to_a_resolve_and_an_appointment(rows, why):
    (whisper,) = of(rows, Memory, kind="whisper")
    assert why[whisper.id].origin == "author"
    resolve, *_ = why[whisper.id].cited_by
    assert why[resolve.id].evidence == (whisper,)
    assert why[resolve.id].call.purpose == "heed"
    kept = [row for row in of(rows, Step) if "appointment" in why[row.id].other_causes]
    assert resolve in [why[row.id].other_causes["appointment"][0] for row in kept]


def test_what_an_author_lets_happen_is_noticed(rows, why):
    (dog,) = [row for row in of(rows, Event, kind="author") if "black dog" in row.text]
    noticed = [row for row in of(rows, Memory) if row.source == dog.id]
    assert noticed
    assert {why[row.id].way[-1].row for row in noticed} == {dog}


def test_a_row_that_is_not_there_is_said_in_words(lived):
    with pytest.raises(NotFound, match="has no item with the id 12"):
        lived.why(12)


def test_a_log_that_somebody_wrote_by_hand_is_explained_without_going_round_in_a_circle(lived, store, run):
    for minute in (3, 5):
        append(store, run, turn_at(minute, 1), one_of_each(minute))
    first, second = (
        Memory(id=row_id(7, 1, n), agent="ada", kind="observation", text="so", importance=1, source=source)
        for n, source in ((1, row_id(7, 1, 2)), (2, row_id(7, 1, 1)))
    )
    append(store, run, turn_at(7, 1), [first, second])
    ids = [row for (row,) in store.select("SELECT id FROM stamp WHERE run = ?", (run,))]
    found = {row: explain(store, run, lived.town, row) for row in ids}
    assert circle_in({row: one.leads_to for row, one in found.items()}) is None
    assert found[first.id].causes == ()
    assert [cause.row for cause in found[second.id].causes] == [first]


@pytest.mark.nightly
def test_seven_days_of_twenty_five_people_can_be_explained_row_by_row(tmp_path):
    with open_workspace(tmp_path) as workspace:
        run = workspace.runs.new("the-green")
        run.live(days=7, concurrency=8)
        found = {row.id: Kept.of(run.why(row.id)) for row in run.whole_log()}
    assert_explained(found)
