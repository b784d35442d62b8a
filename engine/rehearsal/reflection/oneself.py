"""Oneself: a resolution, and what the agent was there for when it was urgent."""

from __future__ import annotations

from collections.abc import Iterator

from engine.language.phrases import phrases
from engine.records import Memory
from engine.rehearsal.reflection.lived import Lived
from engine.rehearsal.reflection.thought import Thought
from engine.rehearsal.speaker import about_others
from engine.rehearsal.understand import alike

SOON = 10


def about_a_resolution(it: Lived) -> Iterator[Thought]:
    """Yield that the agent has made up its mind after a whisper, and has spoken of it or not."""
    whispers = {memory.id: (number, memory) for number, memory in it.of_kind("whisper")}
    for each in it.of_kind("plan"):
        heard = [whispers[row] for row in each[1].evidence if row in whispers]
        if not heard or it.me.pack.phrases.read("resolve_plain", each[1].text):
            continue
        others, what = about_others(each[1], it.me.persona.id), it.put(each[1].text)
        told = [
            telling.row for telling in it.tellings
            if telling.teller == it.me.persona.id and alike(it.says(each[1]).words, telling.says.words)
        ]  # fmt: skip
        met = any(talk.minute > each[1].minute and talk.others & set(others) for talk in it.meetings)
        if met and not told:
            continue  # it may have been said, in other words
        frame = "insight_resolved_told" if told else "insight_resolved_with" if others else "insight_resolved"
        yield it.think(frame, [each, *heard, *told[:2]], 7, what, what=what, other=it.listed(others))


def about_what_was_urgent(it: Lived) -> Iterator[Thought]:
    """Yield that the agent changed its plans for something urgent that it saw."""
    dealt = [each for each in it.of_kind("plan", "observation") if _read("changed_mind", each[1], it)]
    for row in it.of_kind("observation"):
        urgent = _read("state_urgent", row[1], it)
        mine = [each for each in dealt if 0 <= each[1].minute - row[1].minute <= SOON]
        if urgent and mine:
            what = it.put(row[1].text.partition(";")[0].partition("，")[0])
            yield it.think("insight_saved", [row, *mine], 6, what, what=what)


def _read(name: str, memory: Memory, it: Lived) -> dict[str, str] | None:
    found = phrases(it.me.pack.language).read(name, memory.text)
    return dict(found) if found else None
