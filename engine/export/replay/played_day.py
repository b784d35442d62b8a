"""A day as a replay plays it: everybody's movements on the map, and the lines shown there with their
minutes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from engine.clock import DAY, minute_at
from engine.export.excerpt import Excerpt
from engine.export.script.talks import Talk
from engine.insight.on_the_map.day import frames_of, lines_of
from engine.insight.on_the_map.packing import changes, packed
from engine.insight.on_the_map.scenes import map_data


def played_day(day: int, talks: Iterable[Talk], excerpt: Excerpt) -> dict[str, Any]:
    """Build the data of a day for the page, up to midnight or the end of the excerpt. Lines are given by id:
    their words are in the track.
    """
    ends = min(excerpt.minute, minute_at(day, 0) + DAY)
    wanted = {line.id for talk in talks for line in talk.lines}
    lines = [
        line
        for talk in talks
        for line in lines_of(excerpt.run, talk.row, excerpt.moment.before)
        if line.id in wanted
    ]
    said = sorted((line.minute, line.until, line.speaker, line.talk, line.id) for line in lines)
    scene = map_data(excerpt.run, ends)
    silent = tuple(replace(agent, speech="", talk=0, said_at=0) for agent in scene.agents)
    frames = frames_of(excerpt.run, day, ends)
    return {
        "day": day,
        "scene": replace(scene, agents=silent),
        **packed(changes(frames), ()),
        "said": said,
    }
