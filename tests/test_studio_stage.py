"""The stage: letting a town live, watching it, reaching into it, and what is said when that fails."""

import datetime
import io
import os
import time
from dataclasses import replace

import pytest

from engine.api.run import changes, check_rooms, described, draft_map_data, map_data, map_day, packed
from engine.api.workspace import open_workspace
from engine.clock import day_of
from engine.export.cassette import record_cassette
from engine.models.profiles import Profile
from engine.records import Line
from engine.store.answers.profiles import learn_mode
from engine.store.answers.spending import reserve
from engine.store.living.commands import answer_command, waiting_commands
from engine.store.living.jobs import claim_job, finish_job, start_job
from studio.basics.rooms import room_words
from studio.basics.text import shown
from studio.frame.moment.halting import asker_words
from studio.runs.run_controls import left_out_words, offer, until_words
from studio.stage.feed import feed_data
from studio.why.reasons import habit_words
from tests.chaos import FAULTS, completion
from tests.salad import salad
from tests.studios import TOWN, handed, labels, lived, open_up, press, studio, well, words

pytestmark = pytest.mark.slow


@pytest.fixture
def newborn(tmp_path):
    with open_workspace(tmp_path) as workspace:
        yield workspace.runs.new(TOWN, name="First try")


@pytest.fixture
def day_one(tmp_path):
    workspace, run = lived(tmp_path)
    with workspace:
        yield run


@pytest.fixture
def page(monkeypatch, tmp_path):
    return lambda **link: studio(monkeypatch, tmp_path, "stage", **link)


def until(done, seconds=60):
    end = time.monotonic() + seconds
    while not done() and time.monotonic() < end:
        time.sleep(0.2)
    assert done()


def test_a_new_run_invites_to_its_first_day_and_shows_everybody_asleep_at_home(page, newborn):
    at = page()
    assert "This run has not started yet. Run day 1 to start it." in words(at)
    assert at.button(key="live-on").label == "Run day 1"
    shown = map_data(newborn)
    assert all(agent.doing == "asleep" for agent in shown.agents)
    assert "Moreno Flat: Felix Moreno, Isabel Moreno." in described(shown)


@pytest.mark.soak
def test_a_day_is_lived_by_a_process_of_its_own_and_every_window_follows_it(page, newborn):
    at = press(page(), "live-on")
    other = page()
    for window in (at, other):
        assert window.button(key="live-on").disabled
    assert "live-stop" in [button.key for button in other.button]
    until(lambda: not newborn.job.is_live)
    assert newborn.job.error == ""
    at = page()
    assert at.button(key="live-on").label == "Run day 2"
    assert "Isabel Moreno" in str(feed_data(newborn, 1, None)["rows"])
    assert newborn.clock >= 1440


@pytest.mark.nightly
def test_a_paused_day_resumes_to_where_it_was_going_and_a_stopped_one_does_not(page, newborn):
    newborn.live(600)
    start_job(newborn.store, newborn.number, until=1440)
    newborn.pause()
    finish_job(newborn.store, newborn.number)
    assert page().button(key="live-on").label == "Resume"
    assert newborn.goal == 1440
    start_job(newborn.store, newborn.number, until=4320)
    newborn.stop()
    finish_job(newborn.store, newborn.number)
    assert page().button(key="live-on").label == "Finish day 1"


@pytest.mark.nightly
def test_every_window_says_from_where_the_town_was_stopped(page, newborn):
    newborn.live(600)
    start_job(newborn.store, newborn.number, until=4320)
    claim_job(newborn.store, newborn.number, pid=os.getpid())
    one, other = page(), page()
    press(one, "live-stop")
    assert "Stop requested from this window" in words(one)
    assert "Stop requested from another studio window" in words(other.run())
    (asked,) = waiting_commands(newborn.store, newborn.number)
    answer_command(newborn.store, asked.number, minute=600)
    finish_job(newborn.store, newborn.number)
    assert "Stopped at day 1 10:00 from this window" in words(one.run())
    assert "Stopped at day 1 10:00 from another studio window" in words(other.run())


@pytest.mark.nightly
def test_a_stop_from_the_bar_or_from_before_this_window_was_opened_is_told_as_well(page, newborn):
    newborn.live(600)
    start_job(newborn.store, newborn.number, until=4320)
    claim_job(newborn.store, newborn.number, pid=os.getpid())
    at = page()
    newborn.stop("command line")
    assert "Stop requested on the command line" in words(at.run())
    press(at, "moment-stop")
    assert "Stop requested from this window" in words(at)
    late = asker_words(newborn.halt, "another", "9999-12-31T00:00:00+00:00")
    assert late == "from a studio window"


def test_a_runner_that_went_away_is_told_and_can_be_resumed(page, newborn):
    start_job(newborn.store, newborn.number, until=1440)
    claim_job(newborn.store, newborn.number, pid=2**30)
    at = page()
    assert "Nothing is lost; Resume continues the day where it stopped" in words(at)
    assert at.button(key="live-on").label == "Resume"
    assert not at.button(key="live-on").disabled


def test_a_day_that_failed_says_why(page, newborn):
    start_job(newborn.store, newborn.number, until=1440)
    finish_job(newborn.store, newborn.number, error="the model at <b>nowhere</b> gave no answer")
    said = words(page())
    assert "the model at &lt;b&gt;nowhere&lt;/b&gt; gave no answer" in said


def test_the_share_of_answers_that_are_left_out_is_shown_while_a_town_lives():
    assert left_out_words({"answered": 90, "repaired": 6, "free": 40, "invalid": 3, "empty": 1}) == (
        "4% of 100 answers were unusable"
    )
    assert left_out_words({"answered": 90, "free": 3}) == ""
    assert left_out_words({}) == ""


def test_answers_that_were_left_out_and_prompts_that_were_cut_are_told_on_the_stage(page, tmp_path, chaos):
    def reads_little(exchange):
        said = completion("Well, well.") if exchange.hit in (3, 4) else completion(salad(exchange.body))
        letters = sum(len(message["content"]) for message in exchange.body["messages"])
        usage = {"prompt_tokens": min(letters // 4, 260), "completion_tokens": 9, "total_tokens": 9}
        exchange.json(200, said | {"usage": usage})

    FAULTS["reads-little"] = reads_little
    with open_workspace(tmp_path) as workspace:
        workspace.models.keep(Profile(name="local", base_url=chaos.base_url, model="reads-little"))
        learn_mode(workspace.store, chaos.base_url, "reads-little", 1)
        run = workspace.runs.new("three-neighbours", model="local")
        run.live(14 * 60)
        said = words(page())
    assert "answers were unusable" in said
    assert "it counted at most 260 tokens, but prompts have up to about" in said
    assert "set OLLAMA_CONTEXT_LENGTH=16384" in said


@pytest.mark.nightly
def test_what_servers_are_asked_moves_with_the_town(page, tmp_path, chaos):
    with open_workspace(tmp_path) as workspace:
        workspace.models.keep(Profile(name="local", base_url=chaos.base_url, model="salad"))
        run = workspace.runs.new("three-neighbours", model="local")
        assert "Used so far: nothing" in words(page())
        run.live(8 * 60)
        said = words(page())
        assert "0% of" in said
        assert "calls were free" in said
        assert "in progress" not in said, "nobody lives it"
        start_job(workspace.store, run.number, until=1440)
        claim_job(workspace.store, run.number, pid=os.getpid())
        at = page()
        assert "No calls in progress · Used so far" in words(at)
        reserve(workspace.store, run.number, 1, tokens=5_400, micros=12_300)
        assert "1 call in progress: at most 5,400 tokens, cost 0.0123" in words(at.run())
        finish_job(workspace.store, run.number)
        again = workspace.runs.new("three-neighbours", model="local")
        again.live(8 * 60)
        assert "Used so far: nothing · 100% of" in words(page(run=again.row.id))


@pytest.mark.soak
def test_of_the_rehearsal_model_no_figures_are_shown(page, day_one):
    assert "Used so far" not in words(page())


def test_a_run_that_another_program_holds_cannot_be_started_twice(page, newborn):
    from engine.running.run_session import hold

    with hold(newborn.store, newborn.row):
        at = page()
        assert at.button(key="live-on").disabled
        assert "is being simulated" in words(at)


def test_a_moment_that_has_passed_is_no_goal(page, day_one):
    at = page()
    at.number_input(key=f"until-day-{day_one.number}").set_value(day_of(day_one.clock))
    at.time_input(key=f"until-time-{day_one.number}").set_value(datetime.time(day_one.clock % 1440 // 60, 0))
    at.button[labels(at).index("Run until then")].click().run()
    assert "the run is already past" in words(at)
    assert day_one.job.until == 1440, "nothing new was asked for"


def read(at, run, talk):
    """Open a talk, as the feed does when somebody asks to read it."""
    at.session_state["tw-page-talk-read"] = (run.number, talk.id)
    return well(at.run())


def explain(at, row):
    """Have a row explained, as the feed does when somebody asks why."""
    at.session_state["tw-why"] = row
    return well(at.run())


def test_regression_22_conversations_can_be_read_with_their_thoughts_on_demand(page, day_one):
    talk = day_one.at().log.conversations(agent="isabel")[0]
    at = read(page(at=talk.until), day_one, talk)
    lines = day_one.lines(talk.id)
    thought = next(line.thought for line in lines if line.thought)
    assert shown(lines[0].text) in words(at)
    assert shown(thought) not in words(at)
    at.toggle(key="talk-thoughts").set_value(True).run()
    assert shown(thought) in words(at)


def test_a_talk_says_who_where_and_what_it_came_to_before_its_lines(page, day_one):
    talk = next(one for one in reversed(day_one.at().log.conversations()) if "/" in one.room)
    said = words(read(page(), day_one, talk))
    assert shown(room_words(day_one, talk.room)) in said
    assert talk.room not in said
    assert said.index(shown(talk.summary)) < said.index(shown(day_one.lines(talk.id)[0].text))


@pytest.mark.soak
def test_a_line_that_was_said_can_be_explained_and_the_talk_comes_back_afterwards(page, day_one):
    talk = day_one.at().log.conversations()[-1]
    at = read(page(at=talk.until), day_one, talk)
    line = day_one.lines(talk.id)[0]
    press(at, f"why-quiet-transcript-{line.id}")
    assert "was asked to say the next line of a conversation" in words(at)
    assert "Show private thoughts" not in [toggle.label for toggle in at.toggle]
    explain(at, None)
    assert shown(line.text) in words(at)


@pytest.mark.soak
def test_a_talk_says_why_it_came_about(page, day_one):
    at = read(page(), day_one, day_one.at().log.conversations()[-1])
    button = next(one for one in at.button if one.label == "Why they talked")
    assert "was asked to decide whether to leave the plan" in words(press(at, button.key))


def test_a_talk_of_another_run_is_not_opened(page, day_one):
    talk = day_one.at().log.conversations()[-1]
    at = page()
    at.session_state["tw-page-talk-read"] = (day_one.number + 1, talk.id)
    assert shown(day_one.lines(talk.id)[0].text) not in words(well(at.run()))


def test_an_act_is_explained_by_the_plan_it_carries_out(page, day_one):
    event = next(event for event in day_one.at().log.events(limit=400).items if event.kind == "act")
    (plan,) = day_one.why(event.id).other_causes["plan"]
    said = words(explain(page(at=event.minute + 1), event.id))
    assert "Carries out a plan" in said
    assert shown(plan.activity) in said
    assert "was asked to " in said
    assert "Recalled memories" in said


@pytest.mark.nightly
def test_who_goes_to_bed_or_gets_up_is_explained_by_the_hours_they_keep(day_one):
    for event in day_one.at().log.events(limit=400).items:
        said = habit_words(day_one, day_one.why(event.id))
        if event.kind == "sleep":
            assert "usually goes to bed at" in said
        if event.kind == "wake":
            assert "usually gets up at" in said
        if event.kind in ("act", "talk"):
            assert said == ""


def test_whoever_is_picked_has_a_card_with_what_they_do_and_plan(page, day_one):
    said = words(page(at=720, agent="isabel"))
    assert "Plan: " in said
    presence = day_one.at(720).people["isabel"]
    assert presence.inside
    assert room_words(day_one, presence.room) in said


def test_who_is_where_can_be_read_as_a_table(page, day_one):
    at = page(at=720)
    open_up(at, f"where-{day_one.number}-twin")
    assert len(at.table[0].value) == 8


@pytest.mark.nightly
def test_an_object_is_set_and_something_happens(page, day_one):
    at = page()
    open_up(at, "stage-intervene")
    thing = "Harbour Café/kitchen/stove"
    assert at.selectbox(key=f"intervene-what-{day_one.number}").value == "set"
    at.selectbox(key=f"set-thing-{day_one.number}").set_value(thing).run()
    at.selectbox(key=f"set-state-{day_one.number}-{thing}-{day_one.at().things[thing]}").set_value(
        "burning"
    ).run()
    press(at, f"set-go-{day_one.number}")
    assert day_one.at().things[thing] == "burning"
    at.selectbox(key=f"intervene-what-{day_one.number}").set_value("happen").run()
    at.text_input(key=f"happen-text-{day_one.number}-1").set_value("A black dog runs in.")
    press(at, f"happen-go-{day_one.number}")
    assert any("black dog" in event.text for event in day_one.at(day_one.clock).log.events().items)


def test_a_fork_begins_at_the_moment_looked_at(page, day_one, tmp_path):
    at = page(at=600)
    assert "From **day 1 10:00** on" in words(at).replace("\\", ""), "and says which it is"
    at.text_input(key=f"fork-name-{day_one.number}").set_value("What if")
    press(at, f"fork-go-{day_one.number}")
    with open_workspace(tmp_path) as workspace:
        fork = workspace.runs.find("What if")
        assert fork.clock == 600 or fork.row.fork_minute == 600
        assert page(run=fork.row.id).button(key="live-on").label == "Finish day 1"


def unspoken(agents):
    return {agent.id: replace(agent, speech="", talk=0, said_at=0) for agent in agents}


def test_a_replayed_day_shows_at_every_minute_what_the_map_of_that_moment_shows(day_one):
    day = map_day(day_one, 1, 1440)
    assert [frame.minute for frame in day.frames] == sorted({frame.minute for frame in day.frames})
    for minute in (*range(330, 1440, 97), 1439):
        frame = [frame for frame in day.frames if frame.minute < minute][-1]
        shown = map_data(day_one, minute)
        assert unspoken(frame.agents) == unspoken(shown.agents)
        check_rooms(shown.places, frame.agents)
        said = {line.speaker: line.text for line in day.lines if line.minute <= minute < line.until}
        begun = {agent.id: agent.speech for agent in shown.agents if agent.speech}
        assert begun.items() <= said.items()


def test_every_line_of_a_day_is_replayed_with_its_id_at_its_minute(day_one):
    rows = [line for line in day_one.at(1440).log.rows(Line) if line.said_at < 1440]
    lines = {line.id: line for line in map_day(day_one, 1, 1440).lines}
    assert len(rows) > 50
    assert {row.id: (row.said_at, row.speaker, row.conversation) for row in rows} == {
        line.id: (line.minute, line.speaker, line.talk) for line in lines.values()
    }
    assert all(line.minute < line.until for line in lines.values())


@pytest.mark.nightly
def test_the_replay_up_to_an_earlier_moment_is_the_beginning_of_the_whole_day(day_one):
    whole = map_day(day_one, 1)
    for minute in [1, 5, 300, *range(400, 1440, 7), 1430, 1439, 1440]:
        assert whole.before(minute) == map_day(day_one, 1, minute)


def test_a_frame_tells_the_browser_only_what_has_changed(day_one):
    day = map_day(day_one, 1)
    sent = packed(changes(day.frames), day.lines)
    told, words = sent["frames"], sent["words"]
    assert [minute for minute, _, _ in told] == [frame.minute for frame in day.frames]
    assert len(told[0][2]) == len(day.frames[0].agents)
    assert sum(len(changed) for _, _, changed in told) < len(day.frames) * len(day.frames[0].agents) / 2
    stands, shut = {}, ()
    for frame, (_, closed, changed) in zip(day.frames, told, strict=True):
        stands |= {agent: row for agent, *row in changed}
        shut = shut if closed is None else closed
        rooms = {agent: (words[row[0]], words[row[3]], row[5]) for agent, row in stands.items()}
        assert rooms == {a.id: (a.room, a.doing, a.left) for a in frame.agents}
        assert shut == frame.closed
    assert len(words) == len(set(words))


def test_a_draft_is_drawn_with_everybody_at_home(newborn):
    shown = draft_map_data(newborn.scenario)
    check_rooms(shown.places, shown.agents)
    assert len(shown.agents) == 8


@pytest.mark.parametrize(
    ("clock", "mid_day", "goal", "label", "leads_to"),
    [
        (0, False, None, "Run day 1", 1440),
        (1455, False, None, "Run day 2", 2880),
        (2000, True, None, "Finish day 2", 2880),
        (2000, True, 4320, "Resume", 4320),
    ],
)
def test_what_is_offered_next(clock, mid_day, goal, label, leads_to):
    offered = offer(clock, mid_day=mid_day, goal=goal)
    assert (offered.label, offered.until) == (label, leads_to)


def test_goals_are_said_in_words():
    assert until_words(2880) == "the end of day 2"
    assert until_words(2160) == "day 2 12:00"


@pytest.mark.nightly
def test_a_cassette_is_taken_away_and_opened_again(monkeypatch, tmp_path, day_one):
    content = b"".join(record_cassette(day_one))
    at = studio(monkeypatch, tmp_path, "scenarios")
    press(at, "open-cassette")
    assert at.button(key="cassette-go").disabled
    at.file_uploader[0].set_value(("day.cassette", content, "application/gzip")).run()
    at.text_input(key="cassette-name").set_value("Borrowed")
    press(at, "cassette-go")
    with open_workspace(tmp_path) as workspace:
        run = workspace.runs.find("last")
        assert run.row.name == "Borrowed"
        assert run.at().fingerprint == day_one.at().fingerprint


def test_a_file_that_is_no_cassette_is_refused_in_words(monkeypatch, tmp_path, day_one):
    at = studio(monkeypatch, tmp_path, "scenarios")
    press(at, "open-cassette")
    at.file_uploader[0].set_value(("day.cassette", b"hello", "application/gzip")).run()
    at.button(key="cassette-go").click().run()
    assert "cannot be unpacked" in words(well(at))


def test_a_fork_may_think_with_another_model(page, day_one, tmp_path):
    with open_workspace(tmp_path) as workspace:
        workspace.models.keep(Profile(name="small", base_url="http://127.0.0.1:9/v1", model="tiny"))
    at = page(at=720)
    at.selectbox(key=f"fork-model-{day_one.number}").set_value("small")
    at.button(key=f"fork-go-{day_one.number}").click().run()
    well(at)
    with open_workspace(tmp_path) as workspace:
        assert workspace.runs.find("last").row.model == "small"


@pytest.mark.soak
def test_a_record_that_has_come_to_its_end_says_how_to_go_on(monkeypatch, tmp_path, chaos):
    with open_workspace(tmp_path) as workspace:
        workspace.models.keep(Profile(name="salad", base_url=chaos.base_url, model="salad"))
        run = workspace.runs.new("three-neighbours", model="salad")
        run.live(7 * 60)
        workspace.runs.open_cassette(io.BytesIO(b"".join(record_cassette(run))), "Borrowed")
    at = studio(monkeypatch, tmp_path, "stage")
    assert at.button(key="live-on").disabled
    assert "The recording ends here" in words(at)
    assert "Recorded answers" in words(at)


def test_what_happened_is_told_in_the_language_of_whoever_reads_it(page, day_one):
    def talks(language):
        rows = handed(page(lang=language), "town_feed")["rows"]
        return [(row["sign"], row["text"]) for row in rows if row.get("talk")]

    chinese, english = talks("zh"), talks("en")
    assert len(chinese) == len(english) > 0
    assert all(sign == "谈话" and text.endswith("谈话") for sign, text in chinese)
    assert all(sign == "talk" and " talked at " in text for sign, text in english)
