"""A small hand-made town and a model that answers as a test tells it to."""

from __future__ import annotations

import asyncio
import datetime
import re
from itertools import groupby

from engine.errors import ModelFailed
from engine.interventions.hand import intervene
from engine.prompts import checked
from engine.prompts.prompt import Prompt
from engine.records import (
    Bond,
    Fact,
    Hours,
    Persona,
    Place,
    Presence,
    Room,
    RoutineItem,
    Scenario,
    Sighting,
    Thing,
)
from engine.rehearsal.language.pack import bundled_packs
from engine.rehearsal.rules import answered
from engine.running.awaiting import finish
from engine.scenario import bundled_folder, read_folder
from engine.simulation.founding import found
from engine.simulation.loading import town_of
from engine.simulation.state import State
from engine.simulation.turn import take_turn

STOVE = "Café/kitchen/stove"


def small_town(**changes) -> Scenario:
    """Three people; a café with a kitchen and a washroom for one, two homes, a quay five minutes away."""
    fields = {
        "id": "small",
        "town": "Small",
        "starts": datetime.date(2026, 3, 2),
        "seed": 7,
        "facts": (
            Fact(
                id="party",
                text="Ada Moss is giving a party at the Café on day 2 at 17:00.",
                known_by=("ada",),
                key_words=("party",),
            ),
        ),
        "places": (
            Place(
                name="Café",
                open=Hours(opens=8 * 60, closes=20 * 60),
                rooms=(
                    Room(
                        path="Café/counter",
                        name="counter",
                        things=(thing("Café/counter/urn", "cold", "hot"),),
                    ),
                    Room(
                        path="Café/kitchen",
                        name="kitchen",
                        things=(thing(STOVE, "off", "on", "burning", urgent={"burning": "turn it off"}),),
                    ),
                    Room(path="Café/washroom", name="washroom", capacity=1),
                ),
            ),
            Place(name="Moss Flat", x=3, private=True, rooms=(Room(path="Moss Flat", name="Moss Flat"),)),
            Place(
                name="Reed House", x=0, y=4, private=True, rooms=(Room(path="Reed House", name="Reed House"),)
            ),
            Place(name="Net Loft", x=9, y=4, private=True, rooms=(Room(path="Net Loft", name="Net Loft"),)),
            Place(name="Quay", x=5, rooms=(Room(path="Quay", name="Quay"),)),
        ),
        "personas": (
            person(
                "ada",
                "Ada Moss",
                "Moss Flat",
                work="Café/counter",
                bonds=(Bond(other="ben", kind="friend", closeness=0.5),),
            ),
            person("ben", "Ben Reed", "Reed House"),
            person("cy", "Cy Reed", "Net Loft"),
        ),
    }
    return Scenario(**(fields | changes))


def thing(path, state, *others, urgent=None) -> Thing:
    return Thing(
        path=path, name=path.rpartition("/")[2], state=state, states=(state, *others), urgent=urgent or {}
    )


def person(agent, name, home, **more) -> Persona:
    more.setdefault("seed", (f"{name} likes the sea",))
    more.setdefault("knows", ("Café/counter", "Café/kitchen", "Café/washroom", "Quay"))
    more.setdefault("routine", (RoutineItem(start=9 * 60, activity="sit in the café", place="Café/counter"),))
    return Persona(id=agent, name=name, home=home, **more)


class Scripted:
    """Answers each question by a rule of the test, or plainly; keeps what it was asked."""

    id = "scripted"

    def __init__(self, **rules) -> None:
        self.rules = rules
        self.asked: list[Prompt] = []

    async def ask(self, prompt, heard=None):
        self.asked.append(prompt)
        rule = self.rules.get(prompt.name, PLAIN[prompt.name])
        answer = rule(prompt) if callable(rule) else rule
        if prompt.name == "react" and isinstance(answer, dict):
            answer = {"ratings": [3] * len(prompt.events), **answer}
        if isinstance(answer, ModelFailed):
            raise answer
        return checked(prompt, answer)

    def id_for(self, prompt):
        return self.id

    def embedder_at(self, minute):
        return None

    async def close(self):
        pass

    def of(self, name):
        """The questions of a name that were asked, in order."""
        return [prompt for prompt in self.asked if prompt.name == name]


def _stay_home(prompt):
    return {
        "gist": f"{prompt.persona.name} has a quiet day.",
        "blocks": [{"start": "07:00", "activity": "rest at home", "place": prompt.persona.home}],
    }


def _one_piece(prompt):
    return {
        "pieces": [
            {"minutes": 60, "activity": prompt.block.activity or "look about", "place": prompt.block.room}
        ]
    }


PLAIN = {
    "choose": {"abstains": True},
    "plan_day": _stay_home,
    "plan_block": _one_piece,
    "rate": lambda prompt: {"ratings": [3] * len(prompt.observations)},
    "react": {"decision": "continue"},
    "speak": lambda prompt: {"says": f"Line {len(prompt.lines) + 1}.", "ends": len(prompt.lines) >= 3},
    "take_away": lambda prompt: {"summary": f"{prompt.persona.name} had a talk.", "importance": 4},
    "ask_oneself": {"questions": ["What matters?"]},
    "conclude": {"insights": []},
    "interview": {"answer": "I could not say."},
    "heed": lambda prompt: {"resolve": f"{prompt.persona.name} will do it.", "importance": 8},
    "keep_diary": {"text": "A day."},
    "understand": lambda prompt: answered(prompt, bundled_packs()),
}


def plan_for(blocks_of):
    """A plan_day rule: `{agent: [(start, activity, place), ...]}`; everybody else stays at home."""

    def rule(prompt):
        blocks = blocks_of.get(prompt.persona.id)
        if blocks is None:
            return _stay_home(prompt)
        return {
            "gist": f"{prompt.persona.name} is out and about.",
            "blocks": [{"start": start, "activity": what, "place": place} for start, what, place in blocks],
        }

    return rule


def founded(model=None, scenario=None, **settings) -> State:
    """A state at the very beginning."""
    scenario = scenario or small_town()
    state = State(town_of(scenario, model or Scripted(), seed=scenario.seed, settings=settings))
    finish(found(state))
    return state


def intervened(state, what, **how):
    """What an author's hand did: its turn and rows."""
    return finish(intervene(state, what, **how))


def live(state, until):
    """Take every turn before a minute, one after the other; the turns and their rows in the order they were
    taken.
    """

    async def run():
        taken = []
        while ready := state.turns.ready(until):
            agents = {mind.agent_number: agent for agent, mind in state.minds.items()}
            taken.append(await take_turn(state, agents[ready[0]]))
        return taken

    return asyncio.run(run())


def entries(taken, kind, /, **wanted):
    """The rows of a kind among taken turns whose fields are as wanted."""
    return [
        entry
        for _, rows in taken
        for entry in rows.entries
        if isinstance(entry, kind) and all(getattr(entry, name) == value for name, value in wanted.items())
    ]


def acted_in_the_dark(rows):
    """Where somebody was in a room that they had not known before nor came to know in the same turn."""
    known, found = set(), []
    for _, turn in groupby(sorted(rows, key=lambda row: row.id), key=lambda row: row.id // 10_000):
        made = list(turn)
        known |= {(row.agent, row.path) for row in made if isinstance(row, Sighting)}
        been = [row for row in made if isinstance(row, Presence) and row.inside]
        found += [row for row in been if (row.agent, row.room) not in known]
    return found


def without_intents(town: str) -> dict[str, str]:
    """Return the files of a bundled town without what it states as intentions."""
    stated = re.compile(r"^intends:.*\n(?: .*\n)+", re.MULTILINE)
    files = read_folder(bundled_folder(town)).items()
    return {name: stated.sub("", text.decode()) for name, text in files}
