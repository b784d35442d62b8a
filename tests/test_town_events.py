"""Events that an author plans: read, checked and written out again; they happen, and people take part."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

import pytest

from engine.api.interventions import Amend, Undo
from engine.api.workspace import open_workspace
from engine.api.writing.edits import Remove, RenamePerson, RenamePlace
from engine.cognition.converse import hear
from engine.cognition.pursuit.attending import make_choice
from engine.errors import ModelFailed
from engine.events.kinds import EVENT_KINDS
from engine.events.outcome import outcome_of
from engine.events.wording import EventWords
from engine.export.cassette import record_cassette
from engine.insight.threads.threads import _words
from engine.language.languages import languages
from engine.language.phrases import phrases
from engine.mind.turn_rows import TurnRows
from engine.prompts.questions import Choose
from engine.records import BY_THE_TOWN, EVERYBODY, Event, Intention, Line, Memory, TownEvent
from engine.rehearsal import Rehearsal
from engine.running.awaiting import finish
from engine.scenario import bundled_folder, read_folder, read_scenario
from engine.scenario.document.apply import apply
from engine.scenario.document.edits import Mend
from engine.scenario.meaning.differences import differences
from engine.scenario.reading.sketch import sketch
from engine.scenario.write import to_files
from engine.world.tree import World
from tests.towns import Scripted, founded, small_town

TOWN = "three-neighbours"
VOTE = (
    "{kind: vote, what: the vote on the cat, question: What is the cat called?, "
    "options: [Biscuit, Number Nine, Amadeus], where: Candle Court, at: day 1 12:15-12:55}"
)
PLANNED = (
    VOTE,
    "{kind: verdict, what: the verdict on the ladder, options: [Otto gets it back, Ruth keeps it], "
    "decides: nell, where: Candle Court, at: day 1 17:05-17:35, who: [otto, nell]}",
    "{kind: auction, what: the auction of the clock, up_to: 40, where: Candle Court, "
    "at: day 1 17:40-18:10, except: ruth}",
    "{kind: arrival, what: the coal barge, where: Towpath, at: day 1 16:05-16:40, known_by: otto}",
    "{kind: count, what: the roll call, where: Candle Court, at: day 1 08:00-08:20}",
    "{kind: vote, what: the vote on the bell, options: [yes, no], where: Towpath, at: day 1 03:00, "
    "known_by: []}",
    "{kind: state, object: Candle Court/cat dish, state: full, at: day 1 15:00}",
    "{kind: happening, what: A heron lands on the rowan tree., where: Candle Court, at: day 1 12:30}",
    "{kind: closing, where: Corner Shop, at: day 1 09:20-10:10, because: the till is stuck}",
)


def with_events(files, *lines):
    return {
        **files,
        "town.yaml": files["town.yaml"] + "events:\n" + "".join(f"  - {line}\n" for line in lines),
    }


@pytest.fixture(scope="module")
def files():
    return {name: text.decode() for name, text in read_folder(bundled_folder(TOWN)).items()}


@pytest.fixture(scope="module")
def workspace(tmp_path_factory, files):
    with open_workspace(tmp_path_factory.mktemp("events") / "workspace") as opened:
        opened.scenarios.add("court", with_events(files, *PLANNED))
        opened.runs.new("court", name="court").live("day 1 18:30")
        yield opened


@pytest.fixture
def run(workspace):
    return workspace.runs.find("court-1")


def thread(run, what, when=None):
    events = (one for one in run.story(when).threads() if not one.agent)
    return next(one for one in events if what.lower() in one.words.lower())


def attending(run, agent, what):
    """How it stands that somebody means to be at an event, and what they chose."""
    rows = [row for row in run.at().log.rows(Intention) if row.kind == "attend" and row.agent == agent]
    *_, last = [row for row in rows if row.what == what]
    return last.state, last.content


def seen(run, text):
    return [memory.agent for memory in run.at().log.rows(Memory) if text in memory.text]


def test_what_somebody_chose_is_shown_though_it_stands_in_what_they_took_part_in():
    row = Intention(
        id=1, agent="ada", kind="attend", state="done", deed="take part in the vote on the note",
        memory=1, content="no",
    )  # fmt: skip
    assert _words(row, {}) == "attend: take part in the vote on the note, “no”"


# ---- what is planned


def test_events_are_read_with_their_minutes_places_and_people(files):
    events = {
        event.what: event for event in read_scenario(with_events(files, *PLANNED), TOWN).scenario.events
    }
    vote = events["the vote on the cat"]
    assert (vote.begins, vote.ends, vote.place) == (735, 775, "Candle Court")
    assert vote.options == ("Biscuit", "Number Nine", "Amadeus")
    assert all(vote.may_attend(agent) and vote.is_known_by(agent) for agent in ("nell", "otto", "ruth"))
    auction = events["the auction of the clock"]
    assert not auction.may_attend("ruth")
    assert not auction.is_known_by("ruth")
    barge = events["the coal barge"]
    assert (barge.is_known_by("otto"), barge.is_known_by("nell"), barge.may_attend("nell")) == (
        True,
        False,
        True,
    )
    dish = events["Candle Court/cat dish: full"]
    assert (dish.thing, dish.place, dish.known_by) == ("Candle Court/cat dish", "Candle Court", ())


def test_what_is_written_out_is_read_as_the_same_events(files):
    scenario = read_scenario(with_events(files, *PLANNED), TOWN).scenario
    again = read_scenario({**files, **to_files(scenario)}, TOWN)
    assert again.errors == ()
    assert again.scenario.events == scenario.events


def written_and_read_again(files, *lines):
    """The events of some lines, after they were written out and read again."""
    checked = read_scenario(with_events(files, *lines), TOWN)
    again = read_scenario({**files, **to_files(checked.scenario)}, TOWN)
    assert again.errors == ()
    assert again.scenario.events == checked.scenario.events
    return again.scenario.events


def test_what_ends_at_midnight_is_written_out_so(files):
    [closing] = written_and_read_again(files, "{kind: closing, where: Corner Shop, at: day 1 20:00}")
    assert (closing.begins, closing.ends) == (1_200, 1_440)


def test_a_place_can_close_more_than_once(files):
    lines = [f"{{kind: closing, where: Corner Shop, at: day {day} 09:20-10:10}}" for day in (1, 2)]
    assert [event.begins for event in written_and_read_again(files, *lines)] == [560, 2_000]


def test_what_closes_at_midnight_is_closed_for_the_day_that_begins(files):
    [closing] = written_and_read_again(files, "{kind: closing, where: Corner Shop, at: day 1 24:00}")
    assert (closing.begins, closing.ends) == (1_440, 2_880)


def test_what_is_planned_for_the_first_minute_happens(files, tmp_path):
    count = "{kind: count, what: the first count, where: Candle Court, at: day 1 00:00}"
    assert [event.begins for event in written_and_read_again(files, count)] == [1]
    with open_workspace(tmp_path) as workspace:
        workspace.scenarios.add("court", with_events(files, count))
        run = workspace.runs.new("court")
        run.live("day 1 00:40")
        assert [done.entry.minute for done in run.at().interventions] == [1, 31]


def test_what_happens_while_all_sleep_does_although_the_run_stops_before_anybody_wakes(files, tmp_path):
    barge = "{kind: happening, what: A barge goes by., where: Towpath, at: day 1 03:00}"
    with open_workspace(tmp_path) as workspace:
        workspace.scenarios.add("court", with_events(files, barge))
        run = workspace.runs.new("court")
        run.live("day 1 04:00")
        assert thread(run, "barge").state == "done"


@pytest.mark.parametrize("field", ["who: otto", "except: nell"])
def test_whoever_decides_may_be_there_and_knows_of_it(files, field):
    line = (
        f"{{kind: verdict, what: v, options: [a, b], decides: nell, {field}, where: Towpath, at: day 1 9:00}}"
    )
    [verdict] = written_and_read_again(files, line)
    assert verdict.may_attend("nell")
    assert verdict.is_known_by("nell")


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("{kind: vote, what: a vote, options: [a, b], where: Towpath, at: day 2}", "TW508", "vote"),
        ("{kind: vote, what: a vote, options: [a, b], where: Towpath, at: 12:00}", "TW508", "vote"),
        ("{kind: vote, what: a vote, options: [a], where: Towpath, at: day 2 12:00}", "TW508", "vote"),
        ("{kind: vote, what: a vote, options: [a, a], where: Towpath, at: day 2 12:00}", "TW508", "vote"),
        ("{kind: verdict, what: a, options: [a, b], where: Towpath, at: day 2 12:00}", "TW508", "verdict"),
        ("{kind: auction, what: an auction, where: Towpath, at: day 2 12:00}", "TW508", "auction"),
        ("{kind: closing, at: day 2 12:00}", "TW508", "closing"),
        (
            "{kind: vote, what: a vote, options: [a, b], where: Towpath, at: day 2 12:00, except: everybody}",
            "TW204",
            "excluded",
        ),
        ("{kind: count, what: a count, where: Nowhere, at: day 2 12:00}", "TW304", "Nowhere"),
        ("{kind: count, what: a count, where: Towpath, at: day 2 12:00, who: [mia]}", "TW404", "mia"),
        ("{kind: state, object: Towpath/lok gate, state: open, at: day 2 12:00}", "TW511", "lok gate"),
        (
            "{kind: count, what: a count, where: Towpath, at: day 2 12:00, options: [a, b]}",
            "TW510",
            "options",
        ),
        ("{kind: count, what: a count, where: Corner Shop, at: day 2 20:00}", "TW512", "Corner Shop"),
        ("{kind: wedding, what: a wedding, where: Towpath, at: day 2 12:00}", "TW205", "wedding"),
    ],
)
def test_what_is_wrong_with_an_event_is_said_in_its_line(files, line, code, said):
    checked = read_scenario(with_events(files, line), TOWN)
    [problem] = [problem for problem in checked.problems if problem.code == code]
    assert said in problem.message
    assert (problem.file, problem.line) == ("town.yaml", files["town.yaml"].count("\n") + 2)


def test_two_events_of_one_name_are_refused(files):
    checked = read_scenario(with_events(files, VOTE, VOTE), TOWN)
    assert [problem.code for problem in checked.errors] == ["TW509"]


def test_a_town_with_events_that_cannot_be_built_is_drawn_without_them(files):
    broken = ("{kind: vote}", "{kind: state, object: Nowhere/x, state: on, at: day 1 12:00}", VOTE)
    town, _ = sketch(with_events(files, *broken), TOWN)
    assert [event.what for event in town.events] == ["the vote on the cat"]


def test_renaming_somebody_or_a_place_goes_through_the_events(files):
    edits = (
        RenamePlace(place="Candle Court", name="Lantern Court"),
        RenamePerson(agent="nell", name="Nell Amsel", new_id="nell-amsel"),
    )
    before = with_events(files, *PLANNED)
    after = {**before, **apply(before, Mend(does="rename", edits=edits))}
    after = {file: text for file, text in after.items() if text is not None}
    scenario = read_scenario(after, TOWN).scenario
    vote, verdict, *_ = scenario.events
    assert vote.place == "Lantern Court"
    assert (verdict.decides, verdict.people) == ("nell-amsel", ("otto", "nell-amsel"))
    assert scenario.events[6].thing == "Lantern Court/cat dish"


def test_versions_are_told_apart_by_their_events(files):
    before = read_scenario(files, TOWN).scenario
    after = read_scenario(with_events(files, VOTE), TOWN).scenario
    [found] = differences(before, after)
    assert (found.how, found.of) == ("added", "event")
    assert "the vote on the cat" in found.words
    [gone] = differences(after, before)
    assert gone.how == "removed"


# ---- what comes of it


def test_who_knows_of_a_vote_comes_and_chooses_and_the_outcome_is_seen(run):
    states = {agent: attending(run, agent, "the vote on the cat") for agent in ("nell", "otto", "ruth")}
    votes = [choice for state, choice in states.values() if state == "done"]
    assert len(votes) >= 2
    assert set(votes) <= {"Biscuit", "Number Nine", "Amadeus"}
    found = thread(run, "the vote on the cat")
    assert found.state == "done"
    assert "The vote on the cat is over" in found.reason
    row = run.why(found.shown_by).row
    assert isinstance(row, Event)
    assert row.minute == 775
    assert seen(run, "The vote on the cat is over")


def test_why_somebody_chose_leads_to_the_question_and_why_they_meant_to_come_to_none(run):
    first, last = (
        row for row in run.at().log.rows(Intention)
        if row.kind == "attend" and row.agent == "otto" and row.what == "the vote on the cat"
    )  # fmt: skip
    assert run.why(first.id).call is None
    call = run.why(last.id).call
    assert call.purpose == "choose"
    assert last.content in call.answer


def test_of_a_verdict_only_one_decides(run):
    state, choice = attending(run, "nell", "the verdict on the ladder")
    assert state == "done"
    assert choice in ("Otto gets it back", "Ruth keeps it")
    assert f"Nell Hartley decides the verdict on the ladder: {choice}" in thread(run, "ladder").reason
    assert attending(run, "otto", "the verdict on the ladder") == ("done", "")


def test_the_highest_bid_wins_and_nobody_who_is_left_out_bids(run):
    bids = {agent: attending(run, agent, "the auction of the clock") for agent in ("nell", "otto")}
    made = [int(choice) for state, choice in bids.values() if state == "done" and choice]
    assert made
    assert f"a bid of {max(made)}" in thread(run, "the auction of the clock").reason
    assert not any(row.agent == "ruth" and "auction" in row.what for row in run.at().log.rows(Intention))


def test_whoever_is_there_when_something_arrives_has_taken_part(run):
    assert attending(run, "otto", "the coal barge")[0] == "done"
    assert "Otto Finch" in thread(run, "coal barge").reason


def test_a_vote_of_which_nobody_knows_fails_and_says_so(run):
    found = thread(run, "the vote on the bell")
    assert (found.state, found.reason) == ("failed", "Nobody came because nobody knew about it")


def test_a_state_and_a_happening_are_seen_by_whoever_is_there(run):
    assert run.at().things["Candle Court/cat dish"] == "full"
    assert seen(run, "A heron lands on the rowan tree.")
    assert thread(run, "cat dish").reason == "It happened on day 1 15:00"


def test_a_closed_place_lets_nobody_in_but_those_who_belong_there(run):
    assert not run.town.world.is_open("Corner Shop/counter", 9 * 60 + 30)
    assert run.town.world.is_open("Corner Shop/counter", 10 * 60 + 10)
    shut = [memory for memory in run.at().log.rows(Memory) if "it opens at 10:10" in memory.text]
    assert {memory.agent for memory in shut} == {"otto"}
    assert thread(run, "Corner Shop is closed").state == "done"


def test_an_option_that_is_too_long_for_an_answer_is_not_chosen():
    state = founded(Rehearsal(), small_town(facts=()))
    thinker = state.thinker("ada", TurnRows(600, 0, state.apply, width=state.town.width), 600)

    def chosen(*options):
        asked = {"event": "a vote", "question": "Which?", "options": options, "choices": {"option": options}}
        return finish(thinker.ask(thinker.prompt(Choose, **asked)))

    assert chosen("x" * 201, "y" * 300).abstains
    assert chosen("x" * 201, "mend it").choice == "mend it"


def told_of_the_vote(known_by, tells):
    """How it stands that each means to be at a vote, once Ada has said a line in the café that tells a memory
    of hers: of the vote, or another.
    """
    vote = TownEvent(
        kind="vote", what="the vote on the bell", begins=900, ends=930, place="Quay", options=("yes", "no"),
        people=("*",), excepted=("cy",), known_by=known_by,
    )  # fmt: skip
    state = founded(Scripted(), small_town(facts=(), events=(vote,)))
    rows = TurnRows(600, 0, state.apply, width=state.town.width)
    members = [state.thinker(agent, rows, 600) for agent in ("ada", "ben", "cy")]
    memory = next(one for one in members[0].mind.stream.memories if ("bell" in one.text) is tells)
    ids = tuple(member.id for member in members)
    hear(members, ids, Line(id=rows.next_id(), conversation=1, speaker="ada", hearers=ids[1:], said_at=600,
                            text="There's a vote at three.", tells=memory.id))  # fmt: skip
    return {agent: [row.place for row in mind.intentions.values()] for agent, mind in state.minds.items()}


def test_whoever_is_told_of_a_public_event_means_to_come_if_they_may():
    assert told_of_the_vote(("ada",), tells=True) == {"ada": ["Quay"], "ben": ["Quay"], "cy": []}
    assert told_of_the_vote(("ada", "ben"), tells=True) == {"ada": ["Quay"], "ben": ["Quay"], "cy": []}
    assert told_of_the_vote(("ada",), tells=False) == {"ada": ["Quay"], "ben": [], "cy": []}


def test_whoever_knows_that_a_place_will_be_closed_does_not_go_there(files, tmp_path):
    planned = "{kind: closing, where: Corner Shop, at: day 1 08:00-20:00, because: the till is stuck%s}"
    turned_away = {}
    with open_workspace(tmp_path / "workspace") as workspace:
        for name, known_by in {"told": ", known_by: everybody", "untold": ""}.items():
            workspace.scenarios.add(name, with_events(files, planned % known_by))
            run = workspace.runs.new(name)
            run.live("day 1 20:00")
            rows = run.at().log.rows(Memory)
            turned_away[name] = {memory.agent for memory in rows if "it opens at 20:00" in memory.text}
    assert turned_away == {"told": set(), "untold": {"otto", "ruth"}}


def test_the_town_signs_what_happens_and_a_programme_leaves_it_out(run):
    signed = [done for done in run.at().interventions if done.entry.who == BY_THE_TOWN]
    assert len(signed) == 13  # a beginning and an end of five; one of the other three that show
    assert "vote" not in run.agenda.programme()


def test_the_paper_tells_the_outcome_and_not_as_the_author_s_hand(run):
    told = [turn.sentence.text for turn in run.story().paper(1).turns]
    assert any(text.startswith("At Candle Court: The vote on the cat is over") for text in told)
    assert not any("author" in text for text in told)


def test_a_fork_before_it_has_it_once_more_and_a_fork_within_ends_it(run):
    for cut in ("day 1 12:00", "day 1 12:30"):
        fork = run.fork(cut)
        fork.live("day 1 13:00")
        ends = [done for done in fork.at().interventions if done.entry.minute == 775]
        assert len(ends) == 1
        assert thread(fork, "the vote on the cat").state == "done"


def test_stopping_at_its_minute_and_going_on_makes_nothing_happen_twice(run):
    fork = run.fork("day 1 12:00")
    for moment in ("day 1 12:15", "day 1 12:16", "day 1 12:55", "day 1 12:56"):
        fork.live(moment)
    minutes = [
        done.entry.minute for done in fork.at().interventions if done.entry.why == "the vote on the cat"
    ]
    assert minutes == [735, 775]


def test_a_cassette_that_is_opened_and_lived_on_has_the_rest_of_the_events(run, tmp_path):
    fork = run.fork("day 1 12:30")
    recorded = b"".join(record_cassette(fork))
    with open_workspace(tmp_path) as other:
        came = other.runs.open_cassette(BytesIO(recorded))
        onward = came.fork()
        onward.live("day 1 13:00")
        assert thread(onward, "the vote on the cat").state == "done"


def test_what_the_town_lets_happen_can_be_taken_back(run):
    fork = run.fork("day 1 12:40")
    [heron] = [done for done in fork.at().interventions if "heron" in done.words]
    fork.intervene(Undo(entry=str(heron.entry.id)))
    assert thread(fork, "heron").state == "dropped"


def test_no_outcome_is_told_of_what_was_taken_back_before_it(run):
    fork = run.fork("day 1 12:40")
    [began] = [done for done in fork.at().interventions if done.entry.why == "the vote on the cat"]
    fork.intervene(Undo(entry=str(began.entry.id)))
    fork.live("day 1 14:00")
    assert thread(fork, "the vote on the cat").state == "dropped"
    assert seen(fork, "vote on the cat is over") == []


def test_an_event_whose_place_is_gone_by_then_says_so(files, tmp_path):
    line = "{kind: count, what: the roll call, where: Towpath/hut, at: day 1 05:00, known_by: []}"
    objects = "  objects:\n    lock gate: {state: shut, states: [shut, open]}\n    willow:\n"
    assert objects in files["world.yaml"]
    world = files["world.yaml"].replace(objects, "  rooms: {bank: {}, hut: {}}\n")
    with open_workspace(tmp_path) as workspace:
        workspace.scenarios.add("court", with_events({**files, "world.yaml": world}, line))
        run = workspace.runs.new("court")
        run.live("day 1 04:00")
        run.intervene(Amend(about="Towpath/hut", field="room", value=""))
        run.live("day 1 06:00")
        found = thread(run, "the roll call")
        assert found.state == "failed"
        assert found.reason == "It did not take place: its place did not exist on day 1 05:00"


def test_a_model_that_gives_no_answer_is_nobody_s_abstention():
    def no_answer(prompt):
        raise ModelFailed("no usable answer", outage=False)

    vote = TownEvent(
        kind="vote",
        what="the vote",
        begins=60,
        ends=90,
        place="Quay",
        options=("a", "b"),
        people=(EVERYBODY,),
    )
    state = founded(Scripted(choose=no_answer), small_town(events=(vote,)))
    rows = TurnRows(60, state.minds["ada"].agent_number, state.apply, width=state.town.width)
    assert finish(make_choice(state.thinker("ada", rows, 60), vote)) is None


# ---- words


def test_in_a_language_without_sentences_events_are_told_in_english(files):
    scenario = read_scenario(with_events(files, *PLANNED), TOWN).scenario
    dutch, english = (EventWords(phrases(tag), World(scenario), {}) for tag in ("nl", "en"))
    vote = scenario.events[0]
    outcome = outcome_of(vote, [there("x", "Biscuit", 1), there("y", "Amadeus", 2), there("z", "Biscuit", 3)])
    assert dutch.known(vote) == english.known(vote)
    assert dutch.ends(vote, outcome) == english.ends(vote, outcome)


@pytest.mark.parametrize("language", sorted(languages()))
def test_every_kind_of_event_has_its_words(files, language):
    scenario = read_scenario(with_events(files, *PLANNED), TOWN).scenario
    words = EventWords(phrases(language), World(scenario), {})
    for planned in scenario.events:
        assert planned.what[1:] in words.known(planned) or planned.kind in ("closing", "state", "happening")
        assert words.begins(planned)
        assert words.deed(planned)


# ---- outcomes


def event(kind, **more):
    needed = {"options": ("a", "b")} if kind in ("vote", "verdict") else {}
    return TownEvent(kind=kind, what="it", begins=60, ends=90, place="Hall", **{**needed, **more})


def there(agent, choice, number):
    return Intention(id=number, agent=agent, kind="attend", state="done", deed="", memory=1, what="it",
                     content=choice, when=60)  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "more", "choices", "chosen", "winner"),
    [
        ("vote", {}, {"x": "a", "y": "b", "z": "a"}, ("a",), ""),
        ("vote", {}, {"x": "a", "y": "b"}, ("a", "b"), ""),
        ("vote", {}, {"x": ""}, (), ""),
        ("verdict", {"decides": "y"}, {"x": "", "y": "b"}, ("b",), "y"),
        ("verdict", {"decides": "y"}, {"x": ""}, (), "y"),
        ("auction", {"up_to": 9}, {"x": "3", "y": "8", "z": "8"}, ("8",), "y"),
        ("auction", {"up_to": 9}, {"x": ""}, (), ""),
        ("count", {}, {"x": "", "y": ""}, (), ""),
    ],
)
def test_the_outcome_is_decided_by_what_those_present_chose(kind, more, choices, chosen, winner):
    attendances = [there(agent, choice, number) for number, (agent, choice) in enumerate(choices.items(), 1)]
    outcome = outcome_of(event(kind, **more), attendances)
    assert (outcome.chosen, outcome.winner, outcome.present) == (chosen, winner, len(choices))


def test_every_kind_of_event_can_be_planned_by_its_own_fields(files):
    values = {
        "what": "something", "where": "Towpath", "at": "day 1 12:00", "object": "Candle Court/cat dish",
        "state": "full", "options": "[a, b]", "decides": "nell", "up_to": "9", "question": "Which?",
        "who": "everybody", "except": "ruth", "because": "so",
    }  # fmt: skip
    for name, kind in EVENT_KINDS.items():
        fields = ", ".join(f"{field}: {values[field]}" for field in kind.fields)
        checked = read_scenario(with_events(files, f"{{kind: {name}, {fields}}}"), TOWN)
        assert [problem.message for problem in checked.problems if problem.code.startswith("TW5")] == []
        assert set(kind.needs) <= set(kind.fields)


def test_the_documentation_names_the_fields_of_each_kind():
    text = (Path(__file__).parents[1] / "docs" / "events.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\w+)` \| ([^|]+) \| ([^|]+) \|$", text, re.MULTILINE)
    told = {kind: tuple(re.findall(r"`(\w+)`", fields)) for kind, _, fields in rows}
    assert told == {name: kind.fields for name, kind in EVENT_KINDS.items()}


def test_taking_an_event_away_leaves_the_rest(files):
    before = with_events(files, VOTE, PLANNED[4])
    after = {**before, **apply(before, Remove(file="town.yaml", path=("events", 0)))}
    assert [event.what for event in read_scenario(after, TOWN).scenario.events] == ["the roll call"]
