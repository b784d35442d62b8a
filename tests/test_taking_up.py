"""A run is taken up from what its days left in the minds; the log alone says whether that is so."""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
import shutil
import zlib
from contextlib import contextmanager
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from engine.api.workspace import open_workspace
from engine.clock import DAY
from engine.cognition.asking.interview import interview
from engine.cognition.thinker import Town
from engine.export.cassette import record_cassette
from engine.interventions import Whisper
from engine.language.lexicon import Lexicon
from engine.language.phrases import phrases
from engine.mind.memory import MemoryStream
from engine.mind.mind import Mind
from engine.mind.past import Past
from engine.mind.turn_rows import unkept
from engine.records import Memory, Persona
from engine.rehearsal import Rehearsal
from engine.row_ids import WIDE, row_id
from engine.running.run_session import RunSession
from engine.settings import REMEMBERING
from engine.simulation import remembering
from engine.simulation.loading import load, load_mind
from engine.store.minds import mind_days
from engine.store.minds.packing import _whole, packed, unpacked
from engine.store.verifying.verifying import verify

pytestmark = pytest.mark.soak

TOWN = "three-neighbours"
ELEVEN = DAY + 11 * 60
TOWNS = (
    TOWN,
    pytest.param("willow-bay", marks=pytest.mark.nightly),
    pytest.param("liuwan", marks=pytest.mark.nightly),
    pytest.param("the-green", marks=pytest.mark.nightly),
)


@pytest.fixture(scope="module")
def lived(tmp_path_factory):
    """A workspace with two days, or one, and a morning of a town; to be copied."""
    folders = {}

    def of(town):
        if town not in folders:
            folders[town] = tmp_path_factory.mktemp(town)
            with open_workspace(folders[town]) as opened:
                opened.runs.new(town).live(days_of(town) * DAY + 11 * 60, concurrency=4)
        return folders[town]

    return of


def days_of(town):
    """How many days are lived: two, but one of Liuwan, where only the language is another."""
    return 1 if town == "liuwan" else 2


@pytest.fixture
def workspace(lived, tmp_path):
    shutil.copytree(lived(TOWN), tmp_path / "ws")
    with open_workspace(tmp_path / "ws") as opened:
        yield opened


@contextmanager
def nothing_kept(monkeypatch):
    """Whatever is loaded in here is built from the whole log, and nothing of it is kept."""
    with monkeypatch.context() as patch:
        patch.setattr(remembering, "kept_days", lambda *_: [])
        patch.setattr(remembering, "keep_day", lambda *_: None)
        yield


def mind_held(mind):
    """All that a mind holds and a faculty can ask of it."""
    stream, plan = mind.stream, mind.plan
    queries = [*(memory.text for memory in stream.memories[::37]), "Who is coming to the party?", "钟楼"]
    return {
        "memories": list(stream.memories),
        "columns": [bytes(getattr(stream, f"_{name}")) for name in (
            "importance", "touched", "recalls", "length", "first", "last", "minute", "when", "hidden", "kind"
        )],
        "recalled": [
            stream.recall(query, now=3 * DAY, weights=REMEMBERING, decay=0.995, count=9, newest=3)
            for query in queries
        ],
        "lacking": stream.lacking("none"),
        "carried": (mind.presence, mind.waiting_since, mind.diary, mind.felt, mind.unheeded, mind.rated),
        "in order": [list(held.items()) for held in (mind.relations, mind.known, mind.talks)],
        "told": list(mind.told),
        "engagements": list(mind.engagements),
        "plan": (plan.made, plan.day, plan.bedtime, plan.gist, plan.current("block"), plan.current("step")),
    }  # fmt: skip


def held(state):
    """All that a state holds."""
    turns = state.turns
    return {
        "minds": {agent: mind_held(mind) for agent, mind in state.minds.items()},
        "rooms": {path: (room.events, room.presences, room.changes) for path, room in state.rooms.items()},
        "turns": [list(part) for part in (turns._minutes, turns._acts, turns._engaged, turns._rooms)],
    }


def kept(workspace):
    """What is kept of every day, and how."""
    return workspace.store.select("SELECT log, agent, made, seal, body FROM mind_day ORDER BY log, agent")


def change_kept(workspace, change, *values):
    with workspace.store.write() as db:
        assert db.execute(change, values).rowcount


# ---- what is kept is what the log says


@pytest.mark.nightly
@pytest.mark.parametrize("town", TOWNS)
def test_the_days_that_are_kept_and_the_rest_of_the_log_are_the_whole_log(lived, tmp_path, monkeypatch, town):
    shutil.copytree(lived(town), tmp_path / "ws")
    with open_workspace(tmp_path / "ws") as workspace:
        run = workspace.runs.find("last")
        before = kept(workspace)
        assert len(before) == days_of(town) * len(run.scenario.personas)
        from_days = held(load(run.store, run.number, run.town))
        with nothing_kept(monkeypatch):
            whole = held(load(run.store, run.number, run.town))
        assert from_days == whole
        assert kept(workspace) == before


@pytest.mark.parametrize("minute", [1, 9 * 60, DAY - 1, DAY, DAY + 1, ELEVEN, 2 * DAY, 2 * DAY + 601])
def test_so_they_are_at_every_moment_of_the_past(workspace, monkeypatch, minute):
    run = workspace.runs.find("last")
    for agent in run.town.cast.personas:
        from_days = load_mind(run.store, run.number, run.town, agent, before=minute)
        with nothing_kept(monkeypatch):
            whole = load_mind(run.store, run.number, run.town, agent, before=minute)
            everybody = load(run.store, run.number, run.town, before=minute)
        assert mind_held(from_days.minds[agent]) == mind_held(whole.minds[agent])
        assert mind_held(from_days.minds[agent]) == mind_held(everybody.minds[agent])


@pytest.mark.nightly
def test_so_they_are_in_a_town_of_a_thousand_whose_ids_are_wide(tmp_path, monkeypatch):
    monkeypatch.setattr(Town, "width", WIDE)  # as if it had so many people
    with open_workspace(tmp_path / "ws") as workspace:
        run = workspace.runs.new(TOWN)
        run.live(DAY + 11 * 60, concurrency=4)
        assert len(kept(workspace)) == len(run.scenario.personas)
        for before in (None, DAY - 1, DAY):
            from_days = held(load(run.store, run.number, run.town, before=before))
            with nothing_kept(monkeypatch):
                assert from_days == held(load(run.store, run.number, run.town, before=before))
        assert all(run.why(row.id).causes for row in run.at().memories("nell", limit=3).items)


def test_what_a_living_run_keeps_is_what_the_log_would_leave(workspace):
    run = workspace.runs.find("last")
    before = kept(workspace)
    change_kept(workspace, "DELETE FROM mind_day")
    RunSession(run.store, run.row, run.town)
    assert kept(workspace) == before != []


@pytest.mark.nightly
def test_a_mind_in_memory_is_the_one_that_is_loaded(workspace):
    run = workspace.runs.find("last")
    living = RunSession(run.store, run.row, run.town)
    living.live(3 * DAY, concurrency=4)
    again = load(run.store, run.number, run.town)
    assert {agent: mind_held(mind) for agent, mind in living.state.minds.items()} == held(again)["minds"]


def asked_of(state, agent, moment):
    """The question that an interview puts to the model, whole."""
    asked = []

    class Listening(Rehearsal):
        async def ask(self, prompt, heard=None):
            asked.append(prompt)
            return await super().ask(prompt, heard)

    state.town = replace(state.town, model=Listening())
    thinker = state.thinker(agent, unkept(moment, state.town.width), moment)
    asyncio.run(interview(thinker, "Who is here, and what do you think of them?"))
    return asked


@pytest.mark.nightly
@pytest.mark.parametrize("town", [TOWN, pytest.param("willow-bay", marks=pytest.mark.nightly)])
def test_an_interview_is_asked_the_same_as_if_the_whole_town_had_been_loaded(lived, tmp_path, town):
    """Also who else is in the room, what they are doing, and whether they are free."""
    shutil.copytree(lived(town), tmp_path / "ws")
    with open_workspace(tmp_path / "ws") as workspace:
        run = workspace.runs.find("last")
        company = 0
        for moment in (1, 8 * 60, 10 * 60 + 7, 12 * 60 + 30, 13 * 60, DAY + 17 * 60, DAY + 19 * 60, 2 * DAY):
            whole = load(run.store, run.number, run.town, before=moment)
            for agent in run.town.cast.personas:
                alone = load_mind(run.store, run.number, run.town, agent, before=moment)
                asked = asked_of(alone, agent, moment)
                assert asked == asked_of(whole, agent, moment)
                company += sum(bool(person.doing) for prompt in asked for person in prompt.people)
        assert company, "somebody was seen by somebody"


# ---- forks, whispers and kills


def test_a_fork_begins_with_the_days_of_the_run_it_was_cut_from(workspace, monkeypatch):
    run = workspace.runs.find("last")
    fork = run.fork(ELEVEN)
    before = kept(workspace)
    state = load(fork.store, fork.number, fork.town)
    assert state.days_kept == 1
    assert kept(workspace) == before, "the first day is shared"
    with nothing_kept(monkeypatch):
        assert held(state) == held(load(fork.store, fork.number, fork.town))
    fork.live(2 * DAY)
    assert fork.at(2 * DAY).fingerprint == run.at(2 * DAY).fingerprint
    assert kept(workspace) == before, "who lives the same day keeps the same"


@pytest.mark.nightly
def test_a_fork_that_goes_another_way_keeps_days_of_its_own(workspace, monkeypatch):
    run = workspace.runs.find("last")
    before = kept(workspace)
    fork = run.fork(ELEVEN)
    fork.intervene(Whisper(agent="otto", text="Give a party on day 3 at 17:00."))
    fork.live(2 * DAY)
    assert len(kept(workspace)) == len(before) + len(run.scenario.personas)
    grandchild = fork.fork(2 * DAY + 60)
    for one in (run, fork, grandchild):
        state = held(load(one.store, one.number, one.town))
        with nothing_kept(monkeypatch):
            assert state == held(load(one.store, one.number, one.town))


@pytest.mark.nightly
def test_what_is_done_to_a_day_that_was_over_is_not_forgotten(workspace, monkeypatch):
    """Everybody sleeps; the whisper lands before midnight, though the day was kept as it was."""
    run = workspace.runs.new(TOWN)
    living = RunSession(run.store, run.row, run.town)
    living.live(DAY)
    turn = asyncio.run(living.intervene_on(Whisper(agent="otto", text="Leave the town.")))
    assert turn.minute < DAY
    again = load(run.store, run.number, run.town)
    assert ["Leave the town." in each.text for each in again.minds["otto"].unheeded] == [True]
    living.live(2 * DAY)
    with nothing_kept(monkeypatch):
        whole = held(load(run.store, run.number, run.town))
    assert held(load(run.store, run.number, run.town)) == whole


@pytest.mark.parametrize("where", ["keep_day", "logs_of_days"])
def test_a_run_that_is_killed_while_a_day_is_being_kept_goes_on_as_if_never_killed(
    workspace, monkeypatch, where
):
    run, twin = workspace.runs.find("last"), workspace.runs.new(TOWN)
    living = RunSession(twin.store, twin.row, twin.town)
    with monkeypatch.context() as patch:
        patch.setattr(remembering, where, killed)
        with pytest.raises(KeyboardInterrupt):
            living.live(DAY)
    twin.live(2 * DAY)
    assert twin.at(2 * DAY).fingerprint == run.at(2 * DAY).fingerprint


def killed(*_):
    raise KeyboardInterrupt


# ---- what is kept is not trusted


def flip(body, seed):
    """The same bytes but for one bit."""
    draw = random.Random(seed)
    at = draw.randrange(len(body))
    return body[:at] + bytes([body[at] ^ 1 << draw.randrange(8)]) + body[at + 1 :]


DAMAGE = {
    "a bit is flipped": "UPDATE mind_day SET body = flip(body)",
    "one mind's is flipped": "UPDATE mind_day SET body = flip(body) WHERE agent = 'otto'",
    "one is gone": "DELETE FROM mind_day WHERE number = (SELECT max(number) FROM mind_day)",
    "all are cut": "UPDATE mind_day SET body = substr(body, 1, length(body) / 2)",
    "it is empty": "UPDATE mind_day SET body = x''",
    "it is somebody else's": """UPDATE mind_day SET (body, seal) =
        (SELECT body, seal FROM mind_day o WHERE o.log = mind_day.log AND o.agent > mind_day.agent LIMIT 1)
        WHERE agent = (SELECT min(agent) FROM mind_day)""",
    "another version made it": "UPDATE mind_day SET made = '0, Townwright 0.0.9'",
    "it is of another log": "UPDATE mind_day SET log = substr(log, 2) || 'f'",
    "the seal is another": "UPDATE mind_day SET seal = 'x'",
    "the seal fits a body that is none": "UPDATE mind_day SET body = x'00', seal = sealed(log, agent, x'00')",
    "the seal fits a bare body":
    "UPDATE mind_day SET body = bare(), seal = sealed(log, agent, bare())",
    "another's is sealed": """UPDATE mind_day SET seal = sealed(log, agent, (SELECT body FROM mind_day o
        WHERE o.agent = mind_day.agent AND o.log <> mind_day.log)), body = (SELECT body FROM mind_day o
        WHERE o.agent = mind_day.agent AND o.log <> mind_day.log)""",
}  # fmt: skip


@pytest.mark.nightly
@pytest.mark.parametrize("damage", DAMAGE)
def test_what_does_not_fit_is_made_anew_in_silence(workspace, damage):
    run = workspace.runs.find("last")
    before, whole = kept(workspace), held(load(run.store, run.number, run.town))
    rules, nothing = Lexicon("en").rules, zlib.compress(b"{}\n")
    db = run.store.db
    db.create_function("flip", 1, lambda body: flip(body, len(body)))
    db.create_function("bare", 0, lambda: nothing)
    db.create_function("sealed", 3, lambda log, agent, body: mind_days._seal(rules, log, agent, body))
    change_kept(workspace, DAMAGE[damage])
    assert kept(workspace) != before
    assert run.at().ask("otto", "Who are you?").text
    assert held(load(run.store, run.number, run.town)) == whole
    assert set(kept(workspace)) >= set(before)
    assert verify(run.store, run.number) is None


def test_a_log_that_is_not_the_one_it_was_kept_of_is_read_itself(workspace):
    run = workspace.runs.find("last")
    change_kept(workspace, "UPDATE turn SET digest = 'x' WHERE id = (SELECT min(id) FROM turn)")
    change_kept(
        workspace, "UPDATE memory SET text = 'Otto is a spy.' WHERE id = (SELECT min(id) FROM memory)"
    )
    first = load(run.store, run.number, run.town).minds["nell"].stream.memories[0]
    assert first.text == "Otto is a spy."


def test_a_workspace_that_can_only_be_read_is_read_without_keeping(workspace, monkeypatch):
    change_kept(workspace, "DELETE FROM mind_day")
    with open_workspace(workspace.store.path.parent, read_only=True) as opened:
        assert opened.runs.find("last").at().ask("otto", "Who are you?").text
    assert kept(workspace) == []


def test_while_somebody_else_writes_nobody_waits_to_keep_anything(workspace):
    run = workspace.runs.find("last")
    change_kept(workspace, "DELETE FROM mind_day")
    with open_workspace(workspace.store.path.parent) as other, other.store.write():
        assert run.at().ask("otto", "Who are you?").text
    assert kept(workspace) == []


def test_what_is_kept_is_no_part_of_a_run(workspace):
    run = workspace.runs.find("last")
    mark = run.at().fingerprint
    cassette = b"".join(record_cassette(run))
    change_kept(workspace, "DELETE FROM mind_day")
    assert b"".join(record_cassette(run)) == cassette
    assert run.at().fingerprint == mark


# ---- as bytes


LEXICON = Lexicon("en")
memories = st.builds(
    Memory,
    id=st.just(0),
    agent=st.just("ada"),
    kind=st.sampled_from(["seed", "observation", "reflection", "plan", "talk", "whisper"]),
    text=st.text(st.characters(exclude_categories=["Cs"]), max_size=40),
    importance=st.integers(1, 10),
    evidence=st.lists(st.integers(0, 2**53 - 1), max_size=3).map(tuple),
    source=st.integers(0, 2**53 - 1),
    about=st.lists(st.sampled_from(["ben", "cy", "小明"]), max_size=2).map(tuple),
    place=st.sampled_from(["", "Café/counter", "Quay"]),
    when=st.none() | st.integers(0, 10_000),
    depth=st.integers(0, 3),
)


def a_day(made, touched=()):
    """What a day left on which such memories were made, and some recalled."""
    stream = MemoryStream(LEXICON)
    ids = [row_id(60 + n // 7, 1, n % 7) for n in range(len(made))]
    for row, memory in zip(ids, made, strict=True):
        last = stream.memories[-1] if stream.memories else None
        follows = last is not None and last.kind == memory.kind == "talk" and bool(memory.source)
        stream.add(replace(memory, id=row), follows=follows and last.id // 10_000 == row // 10_000)
    for at in touched:
        stream.touch([ids[at % len(ids)]], 100 + at)
    return stream, stream.hand_out(1, 0)


@pytest.mark.nightly
@given(st.lists(memories, min_size=1, max_size=30), st.lists(st.integers(0, 50), max_size=9))
def test_a_day_comes_back_from_its_bytes_as_it_was(made, touched):
    stream, day = a_day(made, touched)
    back = unpacked(packed(day))
    assert back is not None
    assert packed(back) == packed(day)
    again = MemoryStream(LEXICON)
    again.begin_with(Past("ada", [back]))
    assert list(again.memories) == list(stream.memories)
    assert bytes(again._touched) == bytes(stream._touched)
    assert bytes(again._recalls) == bytes(stream._recalls)
    assert bytes(again._length) == bytes(stream._length)
    for memory in made[:5]:
        asked = {"now": DAY, "weights": REMEMBERING, "decay": 0.99, "count": 5}
        assert again.recall(memory.text, **asked) == stream.recall(memory.text, **asked)


def test_what_has_shaken_somebody_is_in_their_head_also_when_the_day_comes_back():
    def saw(text, importance):
        return Memory(id=0, agent="ada", kind="observation", text=text, importance=importance)

    stream, day = a_day([saw("The bed is burning.", 9), saw("Ben is sweeping.", 1)])
    mind = Mind(Persona(id="ada", name="Ada Moss", home="Quay"), 1, LEXICON, phrases("en"))
    mind.begin_with(Past("ada", [unpacked(packed(day))]))
    assert mind.shaken == stream.memories[0]


ODD = st.sampled_from(
    [None, -1, 2**63, 10**400, 1.5, True, "", "\ud800", [], [[]], [[0, -1]], {}, [[99, 1]], ["x", 3]]
)
KINDS = ("seed", "observation", "plan", "whisper")
SAMPLE = a_day(
    [
        Memory(
            id=0,
            agent="ada",
            kind=kind,
            text=f"Ada meets Ben {n} times",
            importance=n,
            evidence=(1, 2),
            when=n,
            depth=1,
            about=("ben",),
        )
        for n, kind in enumerate(KINDS, 1)
    ],
    [0, 1, 5],
)[1]


def tried(whole):
    """Reads the bytes of a day as anybody may have written them; nothing but a day or None may come of it."""
    day = unpacked(zlib.compress(whole))
    if day is None:
        return
    try:
        past = Past("ada", [day])
    except ValueError:
        return
    stream = MemoryStream(LEXICON)
    stream.begin_with(past)
    assert len(list(stream.memories)) == len(past) == len(list(stream.recall(
        "Ada meets", now=DAY, weights=REMEMBERING, decay=0.99, count=len(past)
    )))  # fmt: skip
    assert list(past.binding()) is not None


@pytest.mark.nightly
@settings(max_examples=300)
@given(st.data())
def test_no_odd_bytes_are_more_than_none(data):
    whole = bytearray(_whole(packed(SAMPLE)))
    for _ in range(data.draw(st.integers(1, 4))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    tried(bytes(whole[: data.draw(st.integers(0, len(whole)) | st.just(len(whole)))]))


@settings(max_examples=300)
@given(st.data())
def test_no_odd_value_in_a_list_is_more_than_none(data):
    lists, _, columns = _whole(packed(SAMPLE)).partition(b"\n")
    fields = json.loads(lists)
    name = data.draw(st.sampled_from(sorted(fields)))
    if data.draw(st.booleans()) and isinstance(fields[name], list) and fields[name]:
        fields[name][data.draw(st.integers(0, len(fields[name]) - 1))] = data.draw(ODD)
    else:
        fields[name] = data.draw(ODD)
    tried(json.dumps(fields).encode() + b"\n" + columns)


@pytest.mark.nightly
@settings(max_examples=300)
@given(st.data())
def test_no_odd_number_in_a_column_is_more_than_none(data):
    lists, _, columns = _whole(packed(SAMPLE)).partition(b"\n")
    numbers = bytearray(columns)
    at = data.draw(st.integers(0, len(numbers) - 8))
    odd = np.array(data.draw(st.sampled_from([-1, 0, 1, 2**31, 2**62, -(2**63)])), dtype=np.int64)
    numbers[at : at + 8] = odd.tobytes()
    tried(lists + b"\n" + bytes(numbers))


def test_a_day_that_unpacks_to_gigabytes_is_none():
    assert unpacked(zlib.compress(b"{}\n" + bytes(2**26))) is None


def test_days_that_do_not_go_together_are_none_of_a_past():
    with pytest.raises(ValueError, match="no order"):
        Past("ada", [SAMPLE, SAMPLE])
    early = replace(SAMPLE.touches, memories=SAMPLE.touches.memories + 9)
    with pytest.raises(ValueError, match="recalled"):
        Past("ada", [replace(SAMPLE, touches=early)])


def test_the_number_of_the_format_is_another_when_days_are_packed_or_read_otherwise():
    """Whoever changes terms or bytes, and so this hash, gives FORMAT the next number: what older versions
    kept would be read as if it were the same.
    """
    text = "The brewers' café, 2 o'clock: she_runs don't-care Größe 林大海在咖啡馆 ｶﾌｪ สวัสดี"
    day = a_day([Memory(id=0, agent="ada", kind="talk", text=text, importance=3, about=("ben",))], [0])[1]
    assert hashlib.sha256(_whole(packed(day))).hexdigest()[:16] == "d27fd0fc45b9e714"
