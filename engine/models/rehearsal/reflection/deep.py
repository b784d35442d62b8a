"""Insights that rest on insights: what two conclusions say when they are taken together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from engine.models.rehearsal.reflection.thought import Numbered, Reflecting, Thought, read_insight

WARM = ("insight_friend", "insight_source", "insight_person")
COOL = ("insight_rival",)
READ = (*WARM, *COOL, "insight_doing", "insight_place", "insight_topic", "insight_heard", "insight_care")


def about_insights(it: Reflecting) -> Iterator[Thought]:
    """What earlier conclusions amount to together."""
    known = [
        (each, *found)
        for each in it.numbered
        if each[1].kind == "reflection" and (found := read_insight(each[1].text, it.me.pack, READ))
    ]
    for (one, frame, values), (two, other_frame, other_values) in combinations(known, 2):
        yield from _together(it, one, two, (frame, values), (other_frame, other_values))
        yield from _together(it, one, two, (other_frame, other_values), (frame, values))


Insight = tuple[str, Mapping[str, str]]


def _together(
    it: Reflecting, one: Numbered, two: Numbered, first: Insight, second: Insight
) -> Iterator[Thought]:
    frame, values = first
    other, others = second
    both = (one, two)
    if frame in WARM and other in WARM and values["other"] != others["other"]:
        a, b = sorted((values["other"], others["other"]))
        yield it.think("deep_two_people", both, 7, a, a=a, b=b)
    if frame in WARM and other in COOL and values["other"] != others["other"]:
        a, b = values["other"], others["other"]
        yield it.think("deep_rival_friend", both, 7, a, a=a, b=b)
    if frame in WARM:
        person = values["other"]
        if other == "insight_place":
            yield it.think("deep_person_place", both, 6, person, other=person, place=others["place"])
        elif other == "insight_doing":
            yield it.think("deep_doing_person", both, 6, person, other=person, kind=others["kind"])
        elif "topic" in others:
            yield it.think("deep_person_topic", both, 7, person, other=person, topic=others["topic"])
    if frame == "insight_doing" and "topic" in others:
        yield it.think("deep_doing_topic", both, 6, values["kind"], kind=values["kind"])
