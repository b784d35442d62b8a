"""The Python API takes what the command line takes, and refuses the rest in the same words."""

from __future__ import annotations

import inspect
import shutil
from dataclasses import FrozenInstanceError

import pytest

from engine.api.run import Log, Moment, Run, Story
from engine.api.workspace import open_workspace
from engine.cli.grammar import parser
from engine.errors import BadInput, NotFound, TownwrightError
from engine.insight.sifting.bundled import bundled_sifts
from engine.interventions import Happen, SetState, Whisper
from engine.moments import meant
from engine.records import Memory, Place, Room
from engine.simulation.loading import town_of
from tests.towns import Scripted, person, small_town

MIDDAY = 12 * 60


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """A workspace in which two towns have lived a morning; to be copied."""
    folder = tmp_path_factory.mktemp("kept")
    with open_workspace(folder) as opened:
        opened.runs.new("three-neighbours").live(MIDDAY)
        opened.runs.new("liuwan").live(7 * 60 + 30)
    return folder


@pytest.fixture
def workspace(kept, tmp_path):
    shutil.copytree(kept, tmp_path / "ws")
    with open_workspace(tmp_path / "ws") as opened:
        yield opened


@pytest.fixture
def run(workspace):
    return workspace.runs.find("three-neighbours-1")


# ---- moments


def test_a_moment_is_said_in_words_or_as_its_minute(run):
    assert run.at("day 1 08:30").minute == run.at("8:30").minute == run.at(510).minute == 510
    assert run.at().minute == run.clock
    assert run.at("day 1 09:00").log.counts == run.at(540).log.counts
    assert run.fork("day 1 10:00").row.fork_minute == 600
    assert run.at("day 1 10:00").ask("nell", "Well?").text == run.at(600).ask("nell", "Well?").text


@pytest.mark.nightly
def test_a_moment_stays_what_it_was_while_the_run_goes_on(run):
    then = run.at()
    seen = (then.fingerprint, then.people, then.relations, then.things, then.log.counts)
    run.live(13 * 60)
    assert seen == (then.fingerprint, then.people, then.relations, then.things, then.log.counts)
    assert run.at().minute > then.minute
    assert run.at().log.counts["turn"] > then.log.counts["turn"]
    with pytest.raises(FrozenInstanceError):
        then.minute = 0


def test_a_moment_is_named_in_one_place(run):
    named = {name for name, method in public(Run) if {"at", "when"} & set(parameters(method))}
    assert named == {"at", "story", "fork", "export", "query", "compare", "understood"}
    assert [one for kind, _, one in every_parameter() if kind is not Run and one in ("at", "when")] == []


@pytest.mark.nightly
def test_a_run_lives_to_a_moment_or_for_some_days(run):
    assert run.live("day 1 12:30") == 750
    assert run.live(until=760) == 760
    assert run.live() == 760, "where it was last asked to go"
    assert run.live(days=1) == 1440
    assert run.live("day 2 07:00", days=3) == 1440 + 420
    assert run.live("day 2 07:00") == 1440 + 420, "asked for again, which harms nobody"


@pytest.mark.nightly
def test_a_run_without_a_goal_lives_its_first_day(workspace):
    assert workspace.runs.new("three-neighbours").live() == 1440


@pytest.mark.parametrize(
    ("until", "words"),
    [
        ("tomorrow", "'tomorrow' is not a valid moment"),
        (-1, "-1 is not a valid moment"),
        (7.5, "7.5 is not a valid moment"),
        (True, "True is not a valid moment"),
        (10**15, "1000000000000000 is not a valid moment"),
        ("day 1 08:00", "is already at day 1 12:..; choose a later moment, or fork it at an earlier one"),
        (480, "is already at day 1 12:.."),
    ],
)
def test_what_is_no_goal_is_refused_before_anything_happens(run, until, words):
    before = run.job
    for live in (run.live, run.start):
        with pytest.raises(BadInput, match=words):
            live(until)
    assert run.job == before


# ---- names


def test_an_agent_is_named_as_on_the_command_line(run, workspace):
    for name in ("nell", "NELL", run.town.cast.names["nell"]):
        assert run.at().memories(name).items == run.at().memories("nell").items != ()
    assert run.at().recall("Nell", "bread")
    liuwan = workspace.runs.find("liuwan-1")
    name, agent = next((name, agent) for agent, name in liuwan.town.cast.names.items())
    assert liuwan.at().ask(name, "你好吗？").text == liuwan.at().ask(agent, "你好吗？").text
    with pytest.raises(NotFound, match=f"is called '{name}子'; did you mean '{name}'"):
        liuwan.at().known(f"{name}子")


def test_an_object_is_named_by_as_much_of_its_path_as_is_clear(run):
    path = next(path for path in run.town.world.things)
    assert run.thing(path) == run.thing(path.upper()) == path
    run.intervene(SetState(thing=path.partition("/")[2], state="gone"))
    assert run.at().things[path] == "gone"


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda run: run.at().memories("nel"), "nobody in .* is called 'nel'; did you mean 'nell'"),
        (
            lambda run: run.at().memories("nell", kinds=["nope"]),
            "there is no kind of memory 'nope'; use one of",
        ),
        (lambda run: run.at().memories("nell", kinds=["reflektion"]), "did you mean 'reflection'"),
        (lambda run: run.at().memories("nell", kinds="reflection"), "'reflection' is not a list"),
        (lambda run: run.at().ask("nell", "Well?", without=["foo"]), "there is no faculty 'foo'; use one of"),
        (lambda run: run.at().ask("nell", "Well?", without="planning"), "'planning' is not a list"),
        (lambda run: run.at().ask("nell", "  "), "an interview needs a question; enter one"),
        (
            lambda run: run.at("day 9").ask("nell", "Well?"),
            "this run has not reached day 9 00:00 yet",
        ),
        (
            lambda run: run.at().ask("nell", "Well?", earlier=["no pair"]),
            "'no pair' is not a question with its",
        ),
        (lambda run: run.at().log.calls(how="wel"), "there is no call outcome 'wel'"),
        (lambda run: run.at().log.calls(purpose="plan_dey"), "did you mean 'plan_day'"),
        (lambda run: run.at().log.events(room="Nowhere"), "there is no room 'Nowhere'"),
        (lambda run: run.at().log.events(place="Nowhere"), "there is no place 'Nowhere'"),
        (lambda run: run.spent_by("colour"), "there is no spending category 'colour'; use one of: day"),
        (lambda run: run.at().plan("nell", 4), "this run has not reached day 4 yet"),
        (lambda run: run.at().plan("nell", 0), "a day must be a whole number from 1"),
        (lambda run: run.at().log.moves(4), "this run has not reached day 4 yet"),
        (lambda run: run.lines(12), "has no conversation 12"),
        (lambda run: run.chat_messages(99), "there is no chat number 99"),
        (lambda run: run.delete_chat(99), "there is no chat number 99"),
        (lambda run: run.intervene(Whisper(agent="nel", text="Go.")), "did you mean 'nell'"),
        (lambda run: run.intervene(SetState(thing="kettel", state="on")), "there is no object 'kettel'"),
        (lambda run: run.intervene(Happen(room="Nowhere", text="A bang.")), "there is no room 'Nowhere'"),
        (lambda run: run.at().log.events(room=3), "a room must be text, not 3"),
        (lambda run: run.intervene("whisper"), "is not an intervention; use one of: SetState"),
        (lambda run: run.fork(model="oracle"), "no model 'oracle'"),
        (lambda run: run.export("casette"), "there is no export format 'casette'; did you mean"),
        (lambda run: run.rename(" "), "is not a valid name for a run"),
        (lambda run: run.live(concurrency=0), "the concurrency must be a whole number from 1 to 256"),
    ],
)  # fmt: skip
def test_what_there_is_not_is_named_and_what_was_meant(run, ask, words):
    with pytest.raises(TownwrightError, match=words):
        ask(run)


def test_a_file_that_is_no_text_is_refused_in_words(workspace):
    with pytest.raises(BadInput, match=r"the text of 'town\.yaml' must be text, not b'town: Mill'"):
        workspace.scenarios.save("Mill", {"town.yaml": b"town: Mill"})


@pytest.mark.parametrize(
    ("said", "path"),
    [
        ("Candle Court/kitchen", "Candle Court/kitchen"),
        ("candle court/KITCHEN", "Candle Court/kitchen"),
        ("kitchen", "Candle Court/kitchen"),
        ("the yard", "The Yard"),
    ],
)
def test_a_room_is_meant_by_its_place_or_by_as_much_of_its_path_as_is_clear(said, path):
    rooms = ["Candle Court/hall", "Candle Court/kitchen", "Candle Court/bedroom", "Mill/bedroom", "The Yard"]
    assert meant.room_meant(town_with(rooms), said) == path


def test_a_place_means_the_room_one_enters_it_by():
    assert (
        meant.room_meant(town_with(["Candle Court/hall", "Candle Court/kitchen"]), "candle court")
        == "Candle Court/hall"
    )


def test_what_may_be_one_of_several_rooms_is_asked_for_with_all_of_them():
    with pytest.raises(
        TownwrightError, match="matches several paths: 'Candle Court/bedroom', 'Mill/bedroom'; enter more"
    ):
        meant.room_meant(town_with(["Candle Court/bedroom", "Mill/bedroom"]), "bedroom")


def town_with(paths):
    places = {}
    for path in paths:
        places.setdefault(path.partition("/")[0], []).append(Room(path=path, name=path.rpartition("/")[2]))
    made = tuple(Place(name=name, rooms=tuple(rooms)) for name, rooms in places.items())
    people = (person("ada", "Ada Moss", paths[0], knows=(), routine=()),)
    return town_of(small_town(places=made, personas=people, facts=()), Scripted(), seed=1, settings={})


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda ws: ws.runs.new("wilow-bay"), "there is no scenario 'wilow-bay'; did you mean 'willow-bay'"),
        (lambda ws: ws.runs.new("willow-bay", seed=-1), "a seed must be a whole number from 0"),
        (lambda ws: ws.runs.new("willow-bay", seed="7"), "a seed must be a whole number from 0 .*, not '7'"),
        (lambda ws: ws.runs.new("willow-bay", settings={"retreive": 3}), "did you mean 'retrieve'"),
        (lambda ws: ws.runs.new("willow-bay", settings={"retrieve": 0}), "setting 'retrieve' cannot be 0"),
        (
            lambda ws: ws.runs.new("willow-bay", settings=["retrieve"]),
            "settings must be a dictionary",
        ),
        (lambda ws: ws.scenarios.files("willow-bay", 0), "has no version 0"),
        (lambda ws: ws.runs.glance(99), "there is no run number 99"),
        (lambda ws: ws.runs.find("lost"), "there is no run 'lost'"),
        (lambda ws: ws.models.set_cap("hour", "calls", 1), "there is no cap scope 'hour'"),
        (lambda ws: ws.models.set_cap("run", "hope", 1), "there is no cap measure 'hope'"),
        (lambda ws: ws.models.set_cap("run", "calls", 0.5), "a cap must be a whole number"),
        (
            lambda ws: ws.scenarios.new_generated("many", 5_000, 1),
            "people must be a whole number from 1 to 1100",
        ),
    ],
)  # fmt: skip
def test_so_it_is_with_what_a_workspace_is_asked(workspace, ask, words):
    with pytest.raises(TownwrightError, match=words):
        ask(workspace)


def test_a_version_of_one_scenario_is_none_of_another(workspace):
    number = workspace.scenarios.versions("liuwan")[0].number
    with pytest.raises(NotFound, match=f"'willow-bay' has no version {number}"):
        workspace.scenarios.files("willow-bay", number)


def test_a_chat_of_one_run_is_none_of_another(workspace, run):
    chat = run.at().start_chat("Nell", title="Bread")
    other = workspace.runs.find("liuwan-1")
    with pytest.raises(NotFound, match="run 'liuwan-1' has no chat number"):
        other.add_message(chat.number, "person", "Well?")
    run.add_message(chat.number, "person", "Well?")
    assert [message.text for message in run.chat_messages(chat.number)] == ["Well?"]


def test_a_mind_is_looked_into_only_after_it_has_lived(workspace):
    run = workspace.runs.new("three-neighbours")
    for look in (lambda: run.at().ask("nell", "Well?"), lambda: run.at().recall("nell", "bread")):
        with pytest.raises(BadInput, match="this run has not started yet"):
            look()


# ---- the whole of it

BAD = {
    "agent": ["", "nobody at all", 7, None],
    "other": ["", "nobody at all", 7, None],
    "beside": ["", "nobody at all", 7, None],
    "archived": ["yes", 1, None],
    "concerning": ["nobody at all", 7],
    "when": ["tomorrow", "day 99", -1, 10**9, 1.5, True, [540]],
    "until": ["tomorrow", -1, 10**18, 1.5, True, [540]],
    "after": ["tomorrow", -7, 1.5, "day x"],
    "day": [0, -1, 99, 1.5, "today"],
    "days": [0, -1, 10**9, "two"],
    "limit": [-1, 1.5, "all", 10**12],
    "offset": [-1, "first"],
    "count": [0, "all"],
    "least_importance": [0, 11, "high"],
    "kinds": ["seed", ["nope"], [3], 3],
    "without": ["planning", ["nope"], 3],
    "earlier": ["words", ["words"], [("one",)], [(1, 2)], 3],
    "question": ["", 3, None],
    "asked_by": ["Isobel", 3, None],
    "unfounded": ["So.", [3], 3],
    "choices": ["yes", ["yes"], ["yes", "yes"], ["", "no"], [3, 4], 3, ["x" * 201, "y"], ["a", "b"] * 11],
    "number": [3, (1,), (10, 1), (1, 1), ("1", "10"), (0, 10**9), (1.5, 2)],
    "agents": [[], "nell", ["nobody at all"], [7], 3],
    "moments": [[], "day 1 12:00", ["tomorrow"], ["day 99"], [-1], 3],
    "query": [3, None],
    "search": [3],
    "conversation": [-1, "first", 12],
    "call": [-1, "first", 12],
    "ids": [["x"], [-1]],
    "row_id": [-1, "x", 12],
    "chat": [99, "x", -1],
    "speaker": ["dog", 3],
    "kind": ["gossip", 3],
    "state": ["latte", 3],
    "recalled": [["x"]],
    "how": ["well", 3],
    "purpose": ["joy", 3],
    "by": ["colour", 3],
    "room": ["Nowhere", 3],
    "place": ["Nowhere", 3],
    "said": ["", 3],
    "name": ["\n\x1b", "x" * 99, 3],
    "model": ["oracle", 3],
    "title": [3],
    "concurrency": [0, 10_000, "many"],
    "what": ["whisper", None],
    "text": [3],
    "of": ["memory", 3, int],
    "where": [{"nope": 1}, {3: 3}, 3],
    "asker": ["dog", 3],
    "window": [3],
    "answer": [3],
    "form": ["", "opera", 3, None],
    "about": ["", "nobody at all", 7],
    "among": ["12", [-1], ["x"], 3],
    "weights": [{"recency": 1}, "heavy", 3],
    "decay": [0, 1.5, "slow", True],
    "pins": ["yes", 3],
    "shape": ["", "star", 3, None],
    "news": ["", "…", 3, None],
    "sql": ["", "SELECT", "DELETE FROM line", 3, None],
    "given": [{3: 3}, {"who": []}, "who", 3],
    "most": [0, "all", 1.5],
    "seconds": [0, -1, 10**9, "long", True],
    "sift": ["never-met", 3, None],
    "introduced": [3, None, "x" * 201],
    "answers": ["{}", 3, {3: "{}"}, {"key": 3}],
    "intend": ["soon", "{kind: 3}", 3],
    "at": ["noonish", -1, "day 0 08:00"],
    "sifts": ["never-met", ["never-met"], 3, None],
    "who": ["x" * 99, 3, None],
    "why": ["x" * 999, 3, None],
    "changes": [{"sead": 1}, "seed", 3],
    "progress": ["yes", 3],
    "by_rule": ["yes", 1, None],
}  # fmt: skip
GOOD = {
    "agent": "nell", "question": "Well?", "query": "bread", "said": "nell", "text": "Well?",
    "speaker": "person", "by": "day", "what": Whisper(agent="nell", text="Go."), "day": 1, "name": "Another",
    "of": Memory, "answer": "Well.", "other": "otto", "news": "bread",
    "intend": "{kind: deed, what: go home}", "room": "Towpath",
    "sql": "SELECT 1", "sift": bundled_sifts()[0], "sifts": bundled_sifts(),
}  # fmt: skip
DOORS = {
    Run: lambda run: run,
    Moment: lambda run: run.at(),
    Log: lambda run: run.at().log,
    Story: lambda run: run.story(),
}
NOT_OURS = {
    "heard",
    "watch",
    "pause",
    "stop",
    "told",
    "self",
    "calls",
}  # code of the caller, and what the API itself gave


def public(kind):
    return [
        (name, method)
        for name, method in inspect.getmembers(kind, inspect.isfunction)
        if not name.startswith("_") and not name.endswith("_async")
    ]


def every_parameter():
    return [
        (kind, name, one) for kind in DOORS for name, method in public(kind) for one in parameters(method)
    ]


def parameters(method):
    return [name for name in inspect.signature(method).parameters if name not in NOT_OURS]


def test_every_parameter_of_a_run_and_its_moments_has_its_bad_values():
    assert {one for _, _, one in every_parameter()} <= set(BAD)


@pytest.mark.parametrize(("kind", "name", "bad"), every_parameter())
def test_no_method_of_a_run_and_its_moments_takes_what_makes_no_sense(run, kind, name, bad):
    method = getattr(DOORS[kind](run), name)
    known = {**GOOD, **real_ids(run)}
    needed = {
        one: known[one]
        for one, parameter in inspect.signature(method).parameters.items()
        if parameter.default is inspect.Parameter.empty
    }
    for value in BAD[bad]:
        if value is None and inspect.signature(method).parameters[bad].annotation.endswith("None"):
            continue
        with pytest.raises(TownwrightError):
            list_of(method(**{**needed, bad: value}))


def real_ids(run):
    talk, call = run.at().log.conversations()[0].id, run.at().log.calls(limit=1).items[0].id
    chat = run.at().start_chat("nell").number
    fork = run.fork()
    fork.archive()
    found = {"conversation": talk, "call": call, "chat": chat, "row_id": call, "ids": [call]}
    return {**found, "beside": fork}


def list_of(found):
    """What a generator would raise, it raises when it is read."""
    return list(found) if inspect.isgenerator(found) else found


def test_a_hidden_run_is_found_by_its_id_only(workspace, run):
    from engine.store.living.runs import hide_run

    again = workspace.runs.new("three-neighbours")
    hide_run(workspace.store, again.number)
    assert workspace.runs.find("three-neighbours").row.id == run.row.id
    assert workspace.runs.find("last").row.id == "liuwan-1"
    assert workspace.runs.find(again.row.id).number == again.number
    with pytest.raises(NotFound) as refused:
        workspace.runs.find("three-neighbours-22")
    assert f"'{again.row.id}'" not in str(refused.value)


def test_the_grammar_names_the_kinds_that_there_are():
    commands = parser()._subparsers._group_actions[0].choices
    (kind,) = [one for one in commands["memories"]._actions if one.dest == "kind"]
    assert tuple(kind.choices) == meant.KINDS
