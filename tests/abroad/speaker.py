"""A model that answers in the language of a small town as a served one would, and keeps what it was asked."""

from __future__ import annotations

from engine.clock import clock_words
from engine.prompts.sense.faults import faults
from engine.prompts.sense.spoken_of import SpokenOf
from engine.prompts.shown import numbers
from tests.abroad.town import kitchen, words
from tests.towns import Scripted


class Speaker(Scripted):
    """Answers every question in one language. `refused` are the answers that make no sense to the engine."""

    def __init__(self, language: str) -> None:
        self.language, self.said = language, words(language)
        names = (
            "plan_day plan_block rate react speak take_away ask_oneself conclude interview heed keep_diary "
            "understand choose"
        )
        super().__init__(**{name: getattr(self, name) for name in names.split()})
        self.refused: list[str] = []

    async def ask(self, prompt, heard=None):
        answer = await super().ask(prompt, heard)
        self.refused += [f"{prompt.name}: {fault}" for fault in faults(SpokenOf(prompt), answer)]
        return answer

    def named(self, text, prompt):
        return self.said[text].format(name=prompt.persona.name)

    def plan_day(self, prompt):
        places = self.said["places"]
        inn = f"{places['inn']}/{places['room']}"
        rooms = (kitchen(self.language), places["hall"], inn, places["hall"], prompt.persona.home)
        hours = ("08:00", "10:50", "12:00", "17:30", "20:30")
        doings = [self.said["blocks"][at] for at in (0, 2, 1, 2, 3)]
        blocks = [
            {"start": start, "activity": doing, "place": room}
            for start, doing, room in zip(hours, doings, rooms, strict=True)
            if room in prompt.choices["place"]
        ]
        return {"gist": self.named("gist", prompt), "blocks": blocks}

    def plan_block(self, prompt):
        room, thing = prompt.block.room, self.said["thing"]
        here = room == kitchen(self.language)
        at = {"thing": f"{room}/{thing['name']}", "thing_state": thing["hot"]} if here else {}
        first, *rest = self.said["pieces"] if here else [prompt.block.activity]
        pieces = [{"minutes": 30, "activity": first, "place": room, **at}]
        return {"pieces": [*pieces, *({"minutes": 30, "activity": one, "place": room} for one in rest)]}

    def rate(self, prompt):
        return {"ratings": [4] * len(prompt.observations)}

    def react(self, prompt):
        burning = next((event for event in prompt.events if event.urgent), None)
        ratings = [4] * len(prompt.events)
        if prompt.obstacle:
            return {"ratings": ratings, "decision": "wait", "minutes": 10, "reason": self.said["reason"]}
        if burning is not None and burning.room == prompt.place:
            state = {"thing": burning.thing, "thing_state": self.said["thing"]["cold"]}
            act = {"activity": self.said["puts_out"], "place": prompt.place, "reason": self.said["reason"]}
            return {"ratings": ratings, "decision": "act", "minutes": 5, **act, **state}
        free = [person for person in prompt.people if person.free]
        if free:
            talk = {"person": free[0].name, "reason": self.said["reason"]}
            return {"ratings": ratings, "decision": "talk", **talk}
        return {"ratings": ratings, "decision": "continue"}

    def speak(self, prompt):
        at, lines = len(prompt.lines), self.said["lines"]
        said = lines[min(at, len(lines) - 1)].format(clock=clock_words(prompt.now))
        tells = 0 if prompt.lines else min(numbers(prompt, "recalled"), default=0)
        return {"says": said, "ends": at >= len(lines) - 1, "tells": tells, "thought": self.said["thought"]}

    def take_away(self, prompt):
        feelings = [{"person": one.name, "change": 1, "note": self.said["note"]} for one in prompt.people]
        learned = (
            [{"text": self.named("learned", prompt), "importance": 5, "line": 2}]
            if len(prompt.lines) > 1
            else []
        )
        summary = {"summary": self.named("summary", prompt), "importance": 5}
        return {**summary, "learned": learned, "feelings": feelings}

    def ask_oneself(self, prompt):
        return {"questions": self.said["questions"]}

    def conclude(self, prompt):
        shown = list(numbers(prompt, "recalled"))[:2]
        insight = {"text": self.named("insight", prompt), "because": shown, "importance": 5}
        return {"insights": [insight] if shown else []}

    def interview(self, prompt):
        return {"answer": self.said["answer"]}

    def heed(self, prompt):
        return {"resolve": self.named("resolve", prompt), "importance": 7}

    def keep_diary(self, prompt):
        return {"text": self.said["diary"]}

    def understand(self, prompt):
        asked = [n for n, told in enumerate(prompt.texts, 1) if told.text == self.said["whisper"]]
        third = self.said["people"]["c"][0]
        asks = [{"text": f"t{n}", "kind": "message", **self.said["asked"], "with": [third]} for n in asked]
        return {"asks": asks, "nothing": [f"t{n}" for n in range(1, len(prompt.texts) + 1) if n not in asked]}

    def choose(self, prompt):
        return {"choice": prompt.options[0], "reason": self.said["choice"]}
