"""Days thought by a server: lived over the wire, kept in the journal, replayed without it, paid for once."""

from __future__ import annotations

import contextlib
import json
import random
import signal

import pytest

from engine.api.workspace import open_workspace
from engine.cli import main
from engine.clock import DAY
from engine.errors import BadInput, DayPaused, ModelFailed
from engine.export.jsonl import export
from engine.interventions import Whisper
from engine.models.profiles import Keys, Prices, Profile
from engine.models.replay import ReplayDiffers
from engine.models.served.answers.dialect import dialect_of
from engine.prompts.questions import PROMPTS
from engine.records import Call, Memory
from engine.running.runner import spawn_runner
from engine.store.answers.profiles import learn_mode
from engine.store.file.backup import back_up
from engine.store.log.rows import read_log
from studio.pages import file_of
from tests.chaos import EVERY, SLOW
from tests.marks import in_turn
from tests.studios import labels, open_up, press, studio, well, words
from tests.waiting import LIMIT, live_on, wait_until
from tests.warm_processes import warm_runner

pytestmark = pytest.mark.slow

TOWN = "three-neighbours"
KEY = "sk-canary-51b7d0"
MORNING = 11 * 60


@pytest.fixture
def workspace(tmp_path, chaos):
    keys = Keys({}, {"CANARY": KEY})
    with open_workspace(tmp_path / "ws", keys=keys) as opened:
        opened.models.keep(profile(chaos))
        yield opened


def profile(chaos, name="salad", **more):
    more.setdefault("model", "salad")
    return Profile(
        name=name,
        base_url=chaos.base_url,
        key_variable="CANARY",
        concurrency=8,
        prices=Prices(tokens_in=1.0, tokens_out=4.0),
        **more,
    )


def lived(workspace, until=MORNING, model="salad", **more):
    run = workspace.runs.new(TOWN, model=model, **more)
    run.live(until, concurrency=8)
    return run


@pytest.mark.nightly
def test_a_day_over_the_wire_is_a_day_like_any_other(workspace, chaos):
    run = lived(workspace, DAY)
    calls = list(read_log(workspace.store, run.number, Call))
    assert {"plan_day", "plan_block", "rate"} <= {call.purpose for call in calls}
    assert all(call.answer for call in calls)
    rooms = set(run.town.world.rooms)
    assert all(memory.place in {"", *rooms} for memory in read_log(workspace.store, run.number, Memory))
    assert {row.room for row in run.at().people.values()} <= rooms


@pytest.mark.soak
def test_the_same_day_again_costs_nothing_and_is_the_same(workspace, chaos):
    first = lived(workspace)
    chaos.hits["salad"] = 0
    assert lived(workspace).at().fingerprint == first.at().fingerprint
    assert chaos.hits["salad"] == 0
    fork = first.fork(7 * 60)
    fork.live(MORNING)
    assert fork.at().fingerprint == first.at().fingerprint
    assert chaos.hits["salad"] == 0
    assert workspace.models.spent().calls == first.spent().calls


@pytest.mark.soak
def test_a_recorded_day_is_replayed_with_no_server_and_stops_where_it_differs(workspace, chaos):
    first = lived(workspace)
    workspace.models.remove("salad")
    again = workspace.runs.new(TOWN, model="replay:last")
    again.live(MORNING)
    assert again.at().fingerprint == first.at().fingerprint
    other = workspace.runs.new(TOWN, seed=99, model=f"replay:{first.row.id}", settings={"retrieve": 1})
    with pytest.raises(DayPaused, match="no longer matches the recording") as paused:
        other.live(MORNING)
    differs = paused.value.__cause__
    assert isinstance(differs, ReplayDiffers)
    assert differs.asked != differs.recorded
    assert "You are" in differs.recorded


@pytest.mark.soak
def test_what_was_paid_is_told_by_day_agent_purpose_and_model(workspace):
    run = lived(workspace)
    whole = run.spent()
    calls = len(list(read_log(workspace.store, run.number, Call)))
    assert whole.calls >= calls, "a server is also asked what it obeys"
    for by in ("day", "agent", "purpose", "model"):
        parts = run.spent_by(by).values()
        assert sum(part.tokens for part in parts) == whole.tokens
        assert sum(part.micros for part in parts) == whole.micros
    assert whole.micros == whole.tokens_in + 4 * whole.tokens_out
    assert whole.unpriced == 0


@pytest.mark.soak
@pytest.mark.parametrize("model", ["401", "429-quota", "503-busy", "reset", "400-context-openai"])
def test_an_outage_pauses_the_day_says_why_and_loses_nothing(workspace, chaos, model, monkeypatch):
    monkeypatch.setattr("engine.models.served.client.retry._FIRST_WAIT", 0.001)
    workspace.models.keep(profile(chaos, "down", model=model))
    run = workspace.runs.new(TOWN, model="down")
    with pytest.raises(DayPaused) as paused:
        run.live(MORNING)
    assert KEY not in str(paused.value)
    assert not list(read_log(workspace.store, run.number, Call))
    assert run.job.state == "failed"
    workspace.models.keep(profile(chaos, "down"))
    run = workspace.runs.find(run.row.id)
    run.live(MORNING)
    assert run.clock >= MORNING


@pytest.mark.soak
@pytest.mark.parametrize("model", ["refusal", "content-filter", "prose", "content-null", "a-key-twice"])
def test_a_thought_without_a_usable_answer_is_left_out_and_never_content(
    workspace, chaos, model, monkeypatch
):
    monkeypatch.setattr("engine.models.served.client.retry._FIRST_WAIT", 0.001)
    workspace.models.keep(profile(chaos, "odd", model=model, parameters={"seed": 1}))
    with open_answer_mode(workspace, chaos, model):
        odd = "salad, rate=odd, conclude=odd, plan_block=odd, speak=odd, react=odd"
        run = workspace.runs.new(TOWN, model=odd)
        live_on(run, MORNING)
    calls = list(read_log(workspace.store, run.number, Call))
    left_out = [call for call in calls if not call.answer]
    assert left_out
    assert {call.purpose for call in left_out} <= {"rate", "conclude", "plan_block", "speak", "react"}
    for memory in read_log(workspace.store, run.number, Memory):
        assert "cannot help" not in memory.text
        assert "I would rather" not in memory.text
    again = lived(workspace, model=f"replay:{run.row.id}")
    assert again.at().fingerprint == run.at().fingerprint


def open_answer_mode(workspace, chaos, model):
    """The server is known to take schemas; only its answers are bad."""
    learn_mode(workspace.store, chaos.base_url, model, 1)
    return contextlib.nullcontext()


@pytest.mark.soak
def test_models_are_chosen_by_purpose_and_by_agent(workspace, chaos):
    workspace.models.keep(profile(chaos, "big", parameters={"temperature": 0.2}))
    run = lived(workspace, model="salad, plan_day=big, @otto=big")
    by = {(call.agent, call.purpose): call.model for call in read_log(workspace.store, run.number, Call)}
    assert all(("0.2" in model) == (purpose == "plan_day" or agent == "otto")
               for (agent, purpose), model in by.items())  # fmt: skip


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("salat", "did you mean 'salad'"),
        ("salad, sleep=salad", "no purpose 'sleep'"),
        ("rate=salad", "has no default model"),
    ],
)
def test_a_model_that_there_is_not_is_refused_before_anybody_lives(workspace, words, fault):
    with pytest.raises(BadInput, match=fault):
        workspace.runs.new(TOWN, model=words)


# ---- the purse


@pytest.mark.soak
@pytest.mark.parametrize(("measure", "most"), [("calls", 15), ("tokens", 7_000), ("money", 12_000)])
@pytest.mark.parametrize("scope", ["day", "run", "workspace"])
def test_a_cap_pauses_the_day_before_it_is_passed_and_raising_it_resumes(workspace, scope, measure, most):
    workspace.models.set_cap(scope, measure, most)
    run = workspace.runs.new(TOWN, model="salad")
    with pytest.raises(DayPaused, match=f"the cap of .* for this {scope} is reached") as paused:
        run.live(DAY, concurrency=30)
    assert "townwright cap" in str(paused.value)
    spent = run.spent()
    assert {"calls": spent.calls, "tokens": spent.tokens, "money": spent.micros}[measure] <= most
    workspace.models.set_cap(scope, measure, None)
    goal = run.clock + 60
    run.live(goal, concurrency=30)
    assert run.clock >= goal


@pytest.mark.nightly
def test_what_was_thought_and_never_said_is_counted_too(workspace, chaos):
    workspace.models.keep(profile(chaos, "thinker", model="thinks-to-the-limit"))
    learn_mode(workspace.store, chaos.base_url, "thinks-to-the-limit", 1)
    run = workspace.runs.new(TOWN, model="thinker")
    with pytest.raises(DayPaused, match="used all of its tokens for thinking"):
        run.live(MORNING, concurrency=8)
    asked = chaos.hits["thinks-to-the-limit"]
    assert run.spent().tokens_out == 4_700 * asked
    assert run.spent().tokens_in == 100 * asked


@pytest.mark.soak
def test_money_cannot_be_capped_without_prices(workspace, chaos):
    workspace.models.keep(profile(chaos, "free").model_copy(update={"prices": None}))
    workspace.models.set_cap("run", "money", 1_000_000)
    with pytest.raises(DayPaused, match="add the prices to the profile"):
        lived(workspace, model="free")
    workspace.models.set_cap("run", "money", None)
    run = lived(workspace, model="free")
    assert run.spent().unpriced == run.spent().tokens > 0


@pytest.mark.soak
def test_an_interview_is_paid_from_the_same_purse(workspace):
    run = lived(workspace)
    before = run.spent().calls
    assert run.at().ask("otto", "How are you?").text
    assert run.spent().calls == before + 1
    workspace.models.set_cap("run", "calls", before + 1)
    with pytest.raises(Exception, match="cap of"):
        run.at().ask("otto", "And now?")


# ---- the key


@pytest.mark.soak
def test_a_key_is_found_in_no_file_log_error_export_or_backup(
    workspace, chaos, tmp_path, monkeypatch, capsys, caplog
):
    run = lived(workspace)
    workspace.models.keep(profile(chaos, "wrong", model="401-that-quotes-the-key"))
    with pytest.raises(DayPaused) as paused:
        lived(workspace, model="wrong")
    monkeypatch.delenv("CANARY", raising=False)
    typed = workspace.runs.new(TOWN, seed=8, model="salad, rate=wrong, interview=wrong")
    process = spawn_runner(workspace.store, typed.row, DAY, Keys({"salad": KEY, "wrong": KEY}))
    process.wait(timeout=60)
    assert "rejected the API key" in workspace.runs.find(typed.row.id).job.error
    with pytest.raises(ModelFailed) as unasked:
        typed.at().ask("otto", "How are you?")
    assert KEY in chaos.asked[-1][1]["authorization"]
    back_up(workspace.store)
    folder = str(workspace.store.path.parent)
    for command in (["export", run.row.id, "-o", str(tmp_path / "log.jsonl")], ["doctor"], ["profiles"],
                  ["calls", typed.row.id, "--unanswered", "--json"], ["profile", "wrong"]):  # fmt: skip
        main([*command, "--workspace", folder])
    said = capsys.readouterr()
    found = workspace.models.test("wrong")
    for text in (
        *map(str, (paused.value, unasked.value, found, workspace.runs.keys, run.town.model, typed.job)),
        *map(repr, (paused.value.__cause__, workspace.runs.keys, run.town.model, typed.keys)),
        "\n".join(export(run, MORNING)),
        said.out + said.err + caplog.text,
    ):
        assert KEY not in text
    workspace.close()
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert {"townwright.db", "log.jsonl"} <= {path.name for path in files}
    assert any(path.parent.name == "backups" for path in files)
    assert [path for path in files if KEY.encode() in path.read_bytes()] == []


@pytest.mark.nightly
@pytest.mark.parametrize("given", ["typed in a window", "in the environment"])
def test_a_key_is_shown_on_no_page(workspace, chaos, monkeypatch, given):
    monkeypatch.setenv("CANARY", KEY)
    run = lived(workspace)
    workspace.models.keep(profile(chaos, "wrong", model="401-that-quotes-the-key"))
    down = workspace.runs.new(TOWN, model="wrong")
    with pytest.raises(DayPaused):
        down.live(MORNING)
    at = studio(monkeypatch, workspace.store.path.parent, "settings", run=down.row.id)
    if given == "typed in a window":
        monkeypatch.delenv("CANARY")
        at.text_input(key="key-wrong").set_value(KEY).run()
    press(at, "test-wrong")
    assert "rejected the API key" in words(at)
    shown_pages = [shown_on(at)]
    for name, each in (("calls", down), ("stage", down), ("calls", run)):
        at.query_params["run"] = each.row.id
        at.switch_page(file_of(name)).run()
        if name == "calls" and each is down:
            open_up(at, "calls-failed")
            assert "rejected the API key" in words(at)
        shown_pages.append(shown_on(well(at)))
    assert [page for page in shown_pages if KEY in page] == []


def shown_on(at):
    """All that a page shows, but for what is being typed into a field that hides it."""
    fields = [str(field.value) for field in at.text_input if not field.key.startswith("key-")]
    tables = [str(table.value) for table in (*at.dataframe, *at.table)]
    return "\n".join([words(at), *labels(at), *fields, *tables, *(box.label for box in at.expander)])


def test_a_profile_keeps_no_key_in_its_address_or_parameters(chaos):
    from engine.models.profiles import read_profile

    for settings in ({"base_url": "http://u:sk-1@h/v1"}, {"base_url": "file:///etc/passwd"},
                     {"base_url": "http://h/v1?key=sk-1"},
                     {"base_url": chaos.base_url, "parameters": {"api_key": "sk-1"}}):  # fmt: skip
        with pytest.raises(BadInput, match="cannot be saved") as refused:
            read_profile("p", {"model": "m", **settings})
        assert "sk-1" not in str(refused.value)


@pytest.mark.parametrize("key", ["sk-1\nX-Forged: yes", "ключ-7", "two words"])
def test_what_cannot_be_a_key_is_refused_without_a_letter_of_it(workspace, key):
    workspace.runs.keys = Keys({"salad": key})
    with pytest.raises(BadInput, match="copy only the key itself") as refused:
        lived(workspace)
    assert key.split()[0] not in str(refused.value)


def test_what_stands_around_a_key_is_left_away(workspace, chaos):
    workspace.runs.keys = Keys({"salad": f" {KEY}\n"})
    lived(workspace, 6 * 60)
    assert chaos.asked[-1][1]["authorization"] == f"Bearer {KEY}"


def test_a_missing_key_says_where_it_is_taken_from(workspace):
    workspace.runs.keys = Keys({}, {})
    with pytest.raises(BadInput, match=r"\$CANARY, which is not set"):
        lived(workspace)


# ---- the test of a connection


@pytest.mark.nightly
def test_a_connection_is_tested_within_five_seconds(workspace, chaos):
    found = workspace.models.test("salad")
    assert found.is_usable
    words = {finding.what: finding.words for finding in found.findings}
    assert words["form of answers"] == "JSON schema with bounds"
    assert "not the requested model" in words["answers"]
    workspace.models.keep(profile(chaos, "gone").model_copy(update={"base_url": "http://127.0.0.1:9/v1"}))
    gone = workspace.models.test("gone")
    assert not gone.is_usable
    assert "cannot be reached" in gone.findings[0].words


@pytest.mark.soak
def test_the_journal_keeps_an_answer_before_anybody_uses_it(workspace, monkeypatch):
    def never(*args, **kwargs):
        raise KeyboardInterrupt

    monkeypatch.setattr("engine.running.run_session.append", never)
    run = workspace.runs.new(TOWN, model="salad")
    with pytest.raises(KeyboardInterrupt):
        run.live(MORNING)
    monkeypatch.undo()
    paid = run.spent().calls
    run.live(6 * 60)
    assert paid <= run.spent().calls <= paid + 8


def test_a_connection_says_which_parameters_a_server_refuses(workspace, chaos):
    workspace.models.keep(profile(chaos, "thinker", model="thinks", parameters={"temperature": 0.2}))
    for _ in range(2):
        found = workspace.models.test("thinker")
        words = {finding.what: finding.words for finding in found.findings}
        assert found.is_usable
        assert words["parameters"] == (
            "max_completion_tokens instead of max_tokens; temperature is rejected and left out"
        )
        assert words["form of answers"] == "JSON schema with bounds"
        assert words["streaming"].endswith("pieces")


@pytest.mark.soak
def test_a_day_with_a_model_that_thinks_wastes_a_handful_of_requests(workspace, chaos):
    dialect_of(chaos.base_url, "thinks").forget()
    workspace.models.keep(profile(chaos, "thinker", model="thinks", parameters={"seed": 1}))
    run = lived(workspace, model="thinker")
    calls = run.at().log.calls(limit=10_000).items
    rows = run.asked(calls).values()
    assert len(rows) == len(calls)
    assert max(row.attempts for row in rows) <= 4
    assert {row.failure for row in rows} == {""}
    tried = sum(row.attempts for row in rows)
    assert run.spent().calls <= tried + 3, f"{tried}: the probe, and two parameters that are refused"


# ---- every fault in every purpose

SAID_BY_FAULTS = ("log in", "cannot help", "would rather", "status 4", "status 5", "quota", "<html", "error")


OFTEN = ("400", "hang", "prose")  # the others are nightly: each comes once in a test below

VOTE = (
    "events: [{kind: vote, what: the vote on the cat, options: [Biscuit, Amadeus], where: Candle Court, "
    "at: day 1 12:15-13:00}]\n"
)
SOCIABLE = {"reflect_at": 30, "chat_pause": 400}  # a day in which everything is asked for


@pytest.mark.soak
@pytest.mark.parametrize("fault", in_turn([*EVERY, *SLOW], plain=OFTEN))
def test_a_day_with_a_fault_in_every_purpose_has_no_trace_of_it_in_any_mind(
    workspace, chaos, fault, monkeypatch
):
    monkeypatch.setattr("engine.models.served.client.retry._FIRST_WAIT", 0.001)
    name = f"{fault}, now and then"
    workspace.models.keep(profile(chaos, "shaky", model=name, timeout=0.6 if fault in SLOW else 90))
    learn_mode(workspace.store, chaos.base_url, name, 1)
    files = dict(workspace.scenarios.files(TOWN))
    workspace.scenarios.save("court", {**files, "town.yaml": files["town.yaml"] + VOTE})
    run = workspace.runs.new("court", model="shaky", settings=SOCIABLE)
    at_last(lambda: run.live(MORNING, concurrency=4))
    run.intervene(Whisper(agent="nell", text="Sing."))
    at_last(lambda: run.live(DAY, concurrency=4))
    at_last(lambda: run.at().ask("otto", "How are you?"))
    at_last(lambda: run.survey("How are you?"))
    at_last(lambda: run.write_paper(1))
    asked_for = {purpose for model, purpose in chaos.faced if model == name}
    assert asked_for - {""} == {one.name for one in PROMPTS}, "but for what is asked in no form"
    rows = [*run.asked(run.at().log.calls(limit=10_000).items).values(), *run.unanswered(limit=10_000).items]
    assert max(row.attempts for row in rows) <= 4
    assert max(row.repairs for row in rows) <= 1
    texts = [memory.text.lower() for memory in read_log(workspace.store, run.number, Memory)]
    assert not [text for text in texts if any(said in text for said in SAID_BY_FAULTS)]
    again = workspace.runs.new("court", model=f"replay:{run.row.id}", settings=SOCIABLE)
    again.live(MORNING)
    again.intervene(Whisper(agent="nell", text="Sing."))
    again.live(DAY)
    assert again.at(DAY).fingerprint == run.at(DAY).fingerprint


@pytest.mark.soak
def test_days_in_which_every_fault_comes_once_leave_no_trace_of_any_in_any_mind(
    workspace, chaos, monkeypatch
):
    monkeypatch.setattr("engine.models.served.client.retry._FIRST_WAIT", 0.001)
    workspace.models.keep(profile(chaos, "shaky", model="every-fault", timeout=90))
    learn_mode(workspace.store, chaos.base_url, "every-fault", 1)
    run = workspace.runs.new(TOWN, model="shaky", settings=SOCIABLE)
    while chaos.met["every-fault"] != set(EVERY):
        reached = run.clock
        at_last(lambda goal=reached + DAY // 4: run.live(goal, concurrency=1))
        assert reached < run.clock < 7 * DAY
    texts = [memory.text.lower() for memory in read_log(workspace.store, run.number, Memory)]
    assert texts
    assert not [text for text in texts if any(said in text for said in SAID_BY_FAULTS)]
    again = workspace.runs.new(TOWN, model=f"replay:{run.row.id}", settings=SOCIABLE)
    again.live(run.clock)
    assert again.at().fingerprint == run.at().fingerprint


def at_last(do):
    """Do it as often as an outage breaks it off, which comes to an end."""
    for _ in range(100):
        with contextlib.suppress(DayPaused, ModelFailed):
            return do()
    raise AssertionError("it never went well")


# ---- kills

KILLS = 5


def turns_of(run):
    ((count,),) = run.store.select("SELECT count(*) FROM turn WHERE run = ?", (run.number,))
    return count


@pytest.mark.soak
def test_a_day_killed_in_mid_call_ends_the_same_and_repeats_only_what_was_in_flight(workspace, chaos):
    whole = lived(workspace, 20 * 60)
    asked = len(chaos.asked)
    paid = chaos.hits["salad"]
    chaos.hits["salad"] = 0
    workspace.models.keep(profile(chaos, parameters={"seed": 2}))  # another model: nothing is known of it
    chaos.latency, draw = 0.2, random.Random(3)
    try:
        run = workspace.runs.new(TOWN, model="salad")
        for _ in range(KILLS):
            process = warm_runner(run, 20 * 60, {"salad": KEY})
            enough = len(chaos.asked) + draw.randint(2, 5)
            assert wait_until(
                lambda enough=enough: len(chaos.asked) >= enough,
                ended=lambda process=process: process.poll() is not None,
            )
            process.kill()
            assert process.wait(LIMIT) == -signal.SIGKILL, "it is in the middle of the day"
        assert turns_of(run) > 0, "something was lived between the kills"
        process = spawn_runner(workspace.store, run.row, 20 * 60, Keys({"salad": KEY}))
        assert process.wait(LIMIT) == 0, run.job
    finally:
        chaos.latency = 0.0
    keys = [json.dumps(body, sort_keys=True) for _, _, body in chaos.asked[asked:]]
    repeated = len(keys) - len(set(keys))
    assert repeated <= KILLS * 8, "at most what was in flight at the kills"
    again = lived(workspace, 20 * 60, model=f"replay:{run.row.id}")
    assert again.at(20 * 60).fingerprint == run.at(20 * 60).fingerprint
    assert whole.at(20 * 60).fingerprint != run.at(20 * 60).fingerprint, "another seed says something else"
    assert paid > 0
