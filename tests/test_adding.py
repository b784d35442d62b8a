"""What it takes to add something, tried on a copy of the engine: files of its own, and no other touched."""

from __future__ import annotations

import ast
import codecs
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from rehearsal_minds import in_rot13

from engine.language.languages import FALLBACK, languages

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[1]

# A question: what somebody makes of the clouds. These are all of its files.
QUESTION = {
    "prompts/questions/watch_sky.py": """
from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from engine.prompts import words
from engine.prompts.fields import RECALLED
from engine.prompts.forms import Form, Sentence
from engine.prompts.prompt import Prompt
from engine.prompts.shown import Shown, field_as
from engine.records import Memory


class Sky(Form):
    likeness: Sentence


@dataclass(frozen=True, kw_only=True)
class WatchSky(Prompt[Sky]):
    name = "watch_sky"
    form = Sky
    purpose = "Asked at the window: what the clouds are like."
    aim = "find a likeness in the clouds"
    essential = ("clouds",)
    draws = ("clouds",)

    clouds: Annotated[tuple[str, ...], Shown("the clouds, numbered", field_as(words.texts))]
    recalled: Annotated[tuple[Memory, ...], RECALLED.at_most(1)] = ()
""",
    "prompts/questions/watch_sky.md": (
        "It is $now. Say what a cloud is like.\n\nYou see:\n$clouds\n\nOn your mind:\n$recalled\n"
    ),
    "rehearsal/faculties/watch_sky.py": """
from random import Random

from engine.prompts.questions import WatchSky
from engine.rehearsal.language.pack import Pack
from engine.rehearsal.mind import Answer


def watch_sky(prompt: WatchSky, pack: Pack, draw: Random) -> Answer:
    return {"likeness": f"{prompt.persona.name} sees {draw.choice(prompt.clouds)}."}
""",
    "cognition/watch_sky.py": """
from engine.prompts.questions import WatchSky


async def watch_sky(thinker, clouds):
    recalled = thinker.mind.stream.memories[-3:]
    answer = await thinker.ask(thinker.prompt(WatchSky, clouds=clouds, recalled=recalled))
    return thinker.remember("observation", answer.likeness, 2)
""",
}
ITS_LINE = "from engine.prompts.questions.watch_sky import WatchSky\n"
ASKED = """
import asyncio, json
from engine.clock import DAY
from engine.cognition.watch_sky import watch_sky
from engine.mind.turn_rows import TurnRows
from engine.prompts.meanings import ESSENTIAL, MEANINGS, PURPOSES
from engine.prompts.questions import PROMPTS
from engine.prompts.wordings import may_use
from engine.rehearsal import Rehearsal
from engine.scenario import bundled_folder, read_folder, read_scenario
from engine.simulation.founding import found
from engine.simulation.loading import town_of
from engine.simulation.state import State

scenario = read_scenario(read_folder(bundled_folder("three-neighbours")), "three-neighbours").scenario
state = State(town_of(scenario, Rehearsal(), seed=1, settings={}))
asyncio.run(found(state))
rows = TurnRows(600, 1, state.apply)
thinker = state.thinker(scenario.personas[0].id, rows, 600)
memory = asyncio.run(watch_sky(thinker, ("a ship", "a goat")))
call = rows.entries[0]
print(json.dumps({
    "remembered": memory.text, "purpose": call.purpose, "prompt": call.prompt, "answer": call.answer,
    "purpose of it": PURPOSES["watch_sky"], "aim": PROMPTS[-1].aim, "may_use": may_use("watch_sky"),
    "meaning": MEANINGS["watch_sky"]["clouds"],
}))
"""


@pytest.fixture
def engine(tmp_path):
    """A copy of the engine, which is found before our own, with what is compiled of it: that is by its time
    and size, which a file that a test changes does not keep.
    """
    copy = tmp_path / "engine"
    shutil.copytree(ROOT / "engine", copy)
    return copy


def said(engine, program):
    """What a program that is run on a copy of the engine prints."""
    surroundings = {**os.environ, "PYTHONPATH": os.pathsep.join([str(engine.parent), str(ROOT)])}
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=engine.parent, env=surroundings, capture_output=True, text=True,
        encoding="utf-8", timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def write(engine, files):
    for name, text in files.items():
        assert not (engine / name).exists()
        (engine / name).parent.mkdir(exist_ok=True)
        (engine / name).write_text(text, encoding="utf-8")


@pytest.mark.nightly
def test_a_question_is_added_by_its_own_files_and_its_place_in_the_list(engine):
    write(engine, QUESTION)
    listed = engine / "prompts" / "questions" / "__init__.py"
    line = "from engine.prompts.questions.take_away import TakeAway\n"
    text = listed.read_text("utf-8").replace(line, f"{line}{ITS_LINE}")
    listed.write_text(text.replace("Choose, KeepDiary,", "Choose, KeepDiary, WatchSky,"), encoding="utf-8")
    assert len(QUESTION) + 1 <= 5, "places to touch"

    told = said(engine, ASKED)

    assert told["purpose"] == "watch_sky"
    assert told["prompt"].startswith("You are ")
    assert (
        ". Say what a cloud is like.\n\nYou see:\n1. a ship\n2. a goat\n\nOn your mind:\n- " in told["prompt"]
    )
    assert told["prompt"].count("\n- ") == 1, "one memory is shown at most"
    assert json.loads(told["answer"]) == {"likeness": told["remembered"]}
    assert told["remembered"].endswith((" sees a ship.", " sees a goat."))
    assert told["purpose of it"] == "Asked at the window: what the clouds are like."
    assert told["aim"] == "find a likeness in the clouds"
    assert told["may_use"][0] == "clouds"
    assert told["meaning"] == "the clouds, numbered"


# A language: the folder of English, with every sentence that is spoken in rot13.
LIVED = """
import asyncio, json
from dataclasses import replace
from engine.api.talk import about, suggested
from engine.language.care import care_of
from engine.language.lexicon import Lexicon
from engine.records import Call, Event, Line
from engine.rehearsal import Rehearsal
from engine.scenario import bundled_folder, read_folder, read_scenario
from engine.simulation.day import live
from engine.simulation.founding import found
from engine.simulation.loading import town_of
from engine.simulation.state import State

town = read_scenario(read_folder(bundled_folder("three-neighbours")), "three-neighbours").scenario
state = State(town_of(replace(town, language="tok"), Rehearsal(), seed=1, settings={}))
asyncio.run(found(state))
rows = []
asyncio.run(live(state, 12 * 60, lambda kept: rows.extend(row for _, more in kept for row in more.entries)))
note = care_of().notes("Are you a human being?", "No.", "Nell", "tok")[-1]
print(json.dumps({
    "lines": [row.text for row in rows if isinstance(row, Line) and row.speaker == "otto"],
    "events": [row.text for row in rows if isinstance(row, Event)],
    "prompt": next(row.prompt for row in rows if isinstance(row, Call)),
    "note": note.text, "name": about("tok").name, "whisper": suggested("tok-NN").whisper,
    "asked": Lexicon("tok").asked("anu seme"),
}))
"""


ENGLISH = {"the", "you", "i", "it", "and", "a", "with", "is", "to"}
ABOUT = """
name: Tokish
told: Tokish (tok)
asking: [seme]
questions: {self: sina seme, memory: "seme pi {other}", plans: seme, reactions: seme, reflections: seme}
whisper: o toki tawa {other}.
"""


@pytest.mark.nightly
def test_a_language_is_added_by_a_folder_of_data(engine):
    packs = engine / "language" / "packs"
    shutil.copytree(packs / "en", packs / "tok")
    changed(packs / "tok" / "phrases.yaml", "$name wakes up", "$name li pini lape")
    changed(packs / "tok" / "care.yaml", "{name}", "jan {name}")
    (packs / "tok" / "language.yaml").write_text(ABOUT, encoding="utf-8")
    for file in (packs / "tok" / "rehearsal").iterdir():
        content = yaml.load(file.read_text("utf-8"), Loader=yaml.BaseLoader)
        if "phrases" in content:
            content["phrases"] = {frame: in_rot13(said) for frame, said in content["phrases"].items()}
            file.write_text(yaml.safe_dump(content, allow_unicode=True), encoding="utf-8")

    told = said(engine, LIVED)

    assert "Nell Hartley li pini lape" in told["events"]
    assert "Think and speak as this person, in Tokish (tok)." in told["prompt"]
    decoded = [codecs.encode(line.lower(), "rot13").split() for line in told["lines"]]
    assert sum(not ENGLISH.isdisjoint(words) for words in decoded) >= 0.5 * len(decoded) > 0
    assert "jan Nell" in told["note"]
    assert (told["name"], told["whisper"]) == ("Tokish", "o toki tawa {other}.")
    assert told["asked"] == ["anu"]


@pytest.mark.nightly
def test_no_code_names_a_language_but_the_one_that_all_others_fall_back_on():
    naming = {
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for room in ("engine", "studio")
        for path in (ROOT / room).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and node.value in set(languages()) - {FALLBACK}
    }
    assert naming == set()


def changed(file, old, new):
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


# Two kinds of intention: what somebody bets on with somebody, and a march that somebody leads.
KINDS = {
    "practices/kinds/wager.yaml": """
about: Two bet on something.
roles: {better: agent, taker: others}
spoken: due
private: true
needs: [whom]
stated: always
reads: {en: ['~bet|wager {people} that {content}']}
""",
    "practices/kinds/march.yaml": """
about: Somebody leads a march, and others come.
roles: {leader: agent, marcher: others}
spoken: ahead
takes_an_hour: true
to_many: true
needs: [where, when]
placed: true
timed: true
stated: with_a_time
with_whom: for
reads: {en: ['~lead [a|an|the] {what} for {people}']}
""",
}
MEANT = """
import json
from engine import open_workspace
from engine.interventions import Whisper
from engine.records import Intention, Line

BET = "Bet Nell Hartley that it will rain on the fair."
LEAD = "Lead the lantern march for everybody in Candle Court at three in the afternoon."
with open_workspace("ws") as workspace:
    run = workspace.runs.new("three-neighbours", seed=1)
    run.live(9 * 60)
    words = [one for text in (BET, LEAD) for read in run.understood("otto", text) for one in read.words]
    for text in (BET, LEAD):
        run.intervene(Whisper(agent="otto", text=text))
    run.live(days=1)
    rows = list(run.at().log.entries())
print(json.dumps({
    "understood": words,
    "states": [(row.kind, row.state) for row in rows if isinstance(row, Intention)],
    "lines": [row.text for row in rows if isinstance(row, Line) and row.speaker == "otto"],
}))
"""


@pytest.mark.nightly
def test_a_kind_of_intention_is_added_by_one_file(engine):
    write(engine, KINDS)

    told = said(engine, MEANT)

    deed, content = "bet Nell Hartley that it will rain on the fair", "it will rain on the fair"
    assert told["understood"] == [
        f"wager: {deed}, with Nell Hartley, “{content}”",
        "march: lead the lantern march for everybody, for everyone, at Candle Court, day 1 15:00",
    ]
    assert [state for kind, state in told["states"] if kind == "wager"] == ["held", "done"]
    assert any("bet you that it will rain on the fair" in line for line in told["lines"])
    went = [state for kind, state in told["states"] if kind == "march"]
    assert list(dict.fromkeys(went)) == ["held", "told", "prepared", "begun", "done"]
    assert any("I'm holding the lantern march at Candle Court today" in line for line in told["lines"])


# An export: where everybody is, in a line each.
EXPORT = {
    "export/whereabouts.py": """
from engine.export.export import RunExport


def whereabouts(excerpt, notes):
    for agent, presence in sorted(excerpt.moment.people.items()):
        yield f"{agent} {presence.room}\\n".encode()


EXPORT = RunExport(
    name="whereabouts", suffix=".txt", media_type="text/plain", title="Whereabouts", icon=":material/map:",
    summary="where everybody is", about="One line a person.", write=whereabouts,
)
"""
}
TAKEN_AWAY = """
import contextlib, io, json
from engine import open_workspace
from engine.api.exports import run_exports
from engine.cli import main

with open_workspace("ws") as workspace:
    run = workspace.runs.new("three-neighbours")
    run.live(9 * 60)
    by_api = b"".join(run.export("whereabouts")).decode()
    earlier = b"".join(run.export("whereabouts", when=30)).decode()
helped = io.StringIO()
with contextlib.redirect_stdout(helped):
    main(["export", "--help"])
status = main(["export", "last", "--as", "whereabouts", "-o", "out.txt", "--workspace", "ws"])
with open("out.txt", encoding="utf-8") as file:
    by_command = file.read()
print(json.dumps({
    "status": status, "by_api": by_api, "by_command": by_command, "earlier": earlier,
    "help": helped.getvalue(), "offered": list(run_exports()),
}))
"""


@pytest.mark.nightly
def test_an_export_is_added_by_one_file(engine):
    assert len(EXPORT) == 1
    write(engine, EXPORT)

    told = said(engine, TAKEN_AWAY)

    assert told["status"] == 0
    assert told["by_command"] == told["by_api"]
    assert [line.split()[0] for line in told["by_api"].splitlines()] == ["nell", "otto", "ruth"]
    assert told["earlier"] != told["by_api"]
    assert "\n  whereabouts where everybody is\n" in told["help"]
    assert {"cassette", "jsonl", "whereabouts"} <= set(told["offered"]), "what the studio's list goes by"


# An intervention: an object is as it was at first.
INTERVENTION = {
    "interventions/town/put_back.py": """
from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from engine.errors import NotFound
from engine.interventions.intervention import Asked, Intervention
from engine.records import Path, ThingState

if TYPE_CHECKING:
    from engine.cognition.thinker import Town
    from engine.interventions.hand import Hand


@dataclass(frozen=True, slots=True, kw_only=True)
class PutBack(Intervention):
    verb: ClassVar[str] = "putback"
    title: ClassVar[str] = "Put an object back"
    icon: ClassVar[str] = ":material/undo:"
    button: ClassVar[str] = "Put it back"
    summary: ClassVar[str] = "give an object its first state again"
    asks: ClassVar[tuple[Asked, ...]] = (
        Asked(name="thing", kind="thing", label="Object", metavar="OBJECT", help="an object"),
    )

    thing: Path

    def take_effect(self, hand: Hand) -> Path:
        if self.thing not in hand.town.world.things:
            raise NotFound(f"there is no object {self.thing!r}")
        first = hand.town.world.things[self.thing].state
        hand.add(ThingState(id=hand.next_id(), thing=self.thing, state=first))
        return self.thing.rpartition("/")[0]

    def outcome(self, town: Town) -> str:
        return f"{self.thing} is {town.world.things[self.thing].state}"
"""
}
DONE = """
import contextlib, io, json
from engine import open_workspace
from engine.api.interventions import INTERVENTIONS, SetState
from engine.cli import main

with open_workspace("ws") as workspace:
    run = workspace.runs.new("three-neighbours")
    run.live(7 * 60)
    thing, first = next((path, thing.state) for path, thing in run.town.world.things.items() if thing.state)
    states = []
    for what in (SetState(thing=thing, state="broken"), INTERVENTIONS["putback"](thing=thing)):
        run.intervene(what)
        states.append(run.at().things[thing])
    run.intervene(SetState(thing=thing, state="broken"))
said = io.StringIO()
with contextlib.redirect_stdout(said):
    status = main(["putback", "last", thing, "--workspace", "ws"])
with open_workspace("ws") as workspace:
    states.append(workspace.runs.find("last").at().things[thing])
print(json.dumps({
    "status": status, "said": said.getvalue(), "thing": thing, "first": first, "states": states,
}))
"""


@pytest.mark.nightly
def test_an_intervention_is_added_by_one_file_and_its_name_in_the_list(engine):
    write(engine, INTERVENTION)
    listed = engine / "interventions" / "__init__.py"
    line = "from engine.interventions.town.set_state import SetState\n"
    changed(listed, line, f"from engine.interventions.town.put_back import PutBack\n{line}")
    changed(listed, "= (SetState, ", "= (PutBack, SetState, ")
    assert len(INTERVENTION) + 1 <= 2, "places to touch"

    told = said(engine, DONE)

    assert told["status"] == 0
    assert told["states"] == ["broken", told["first"], told["first"]]
    assert f"{told['thing']} is {told['first']}" in told["said"]


# A sift: who talked before nine in the morning.
SIFT = {
    "insight/sifting/sifts/early-birds.yaml": """
title: Early birds
says: Somebody said something before nine in the morning.
sql: |
  SELECT row, minute, speaker AS agent, text AS sentence FROM line WHERE minute % 1440 < 540
""",
}
SIFTED = """
import contextlib, io, json
from engine import open_workspace
from engine.cli import main

with open_workspace("ws") as workspace:
    run = workspace.runs.new("willow-bay")
    run.live("day 1 10:00")
    found = run.story().sift(workspace.sifts.find("early-birds")).findings
    listed = [one.title for one in workspace.sifts.all()]
printed = io.StringIO()
with contextlib.redirect_stdout(printed):
    status = main(["sift", "last", "early-birds", "--workspace", "ws", "--json"])
print(json.dumps({
    "status": status, "listed": listed, "minutes": [one.minute for one in found],
    "printed": [one["sentence"] for one in json.loads(printed.getvalue())],
    "sentences": [one.sentence for one in found],
}))
"""


@pytest.mark.nightly
def test_a_sift_is_added_by_one_file(engine):
    assert len(SIFT) == 1
    write(engine, SIFT)

    told = said(engine, SIFTED)

    assert told["status"] == 0
    assert "Early birds" in told["listed"], "what the studio's list goes by"
    assert told["printed"] == told["sentences"]
    assert told["minutes"]
    assert max(told["minutes"]) < 9 * 60
