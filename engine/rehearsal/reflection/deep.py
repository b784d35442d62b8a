"""Insights that rest on two earlier insights."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from engine.rehearsal.language.text import bare
from engine.rehearsal.reflection.thought import Numbered, Reflecting, Thought, read_insight

WARM = (
    "insight_friend", "insight_source",
    "deep_granted", "deep_unsaid", "deep_story_talk", "deep_said", "deep_story_seen", "deep_plan_talk",
    "deep_yes_thing", "deep_yes_deed", "deep_yes_aim", "deep_yes_stand", "deep_worry_seen", "deep_want_seen",
)  # fmt: skip
COOL = (
    "insight_rival", "deep_unsaid_rival", "deep_refused", "deep_no_thing", "deep_no_deed", "deep_no_aim",
    "deep_no_stand",
)  # fmt: skip
TOPICS = ("insight_topic", "insight_heard", "insight_care")
_GIVEN = ("insight_friend", "deep_yes_thing", "deep_yes_deed", "deep_yes_aim", "deep_yes_stand")
SURE = tuple(frame for frame in (*WARM, *COOL) if frame not in _GIVEN)
"""Conclusions that a day more can bear out; that one likes somebody, or was told yes, it cannot."""
READ = (*WARM, *COOL, "insight_doing", "insight_topic", "insight_heard", "insight_care")


def about_insights(it: Reflecting) -> Iterator[Thought]:
    """Yield thoughts that combine two earlier conclusions."""
    known = [
        (each, *found)
        for each in it.numbered
        if each[1].kind == "reflection" and (found := read_insight(each[1].text, it.me.pack, READ))
        if found[1].get("other", "") in ("", *it.me.everybody.by_full)
    ]
    for (one, frame, values), (two, other_frame, other_values) in combinations(known, 2):
        yield from _together(it, one, two, (frame, values), (other_frame, other_values))
        yield from _together(it, one, two, (other_frame, other_values), (frame, values))


def about_confirmed(it: Reflecting) -> Iterator[Thought]:
    """Yield conclusions about people that talks with them since have confirmed."""
    everybody = it.me.everybody
    for number, memory in it.numbered:
        found = read_insight(memory.text, it.me.pack, SURE) if memory.kind == "reflection" else None
        other = everybody.by_full.get(found[1]["other"]) if found else None
        agent = everybody.agent_of(other) if other else None
        since = [
            each for each in it.numbered
            if agent in each[1].about and each[1].kind == "talk" and each[1].minute > memory.minute
        ]  # fmt: skip
        if since:
            what = it.me.inside(bare(memory.text))
            yield it.think("deep_again", [(number, memory), *since], 5, what, what=what)


Insight = tuple[str, Mapping[str, str]]


def _together(
    it: Reflecting, one: Numbered, two: Numbered, first: Insight, second: Insight
) -> Iterator[Thought]:
    frame, values = first
    other, others = second
    both = (one, two)
    if frame in WARM and other in WARM:
        yield from _of_two_liked(it, both, first, second)
    if frame in WARM and other in COOL and values["other"] != others["other"]:
        a, b = values["other"], others["other"]
        yield it.think("deep_rival_friend", both, 7, a, a=a, b=b)
    if frame in WARM:
        person = values["other"]
        if other == "insight_doing":
            yield it.think("deep_doing_person", both, 6, person, other=person, kind=others["kind"])
        elif other in TOPICS and person not in others["topic"]:
            yield it.think("deep_person_topic", both, 7, person, other=person, topic=others["topic"])
    if frame == "insight_doing" and other in TOPICS:
        yield it.think("deep_doing_topic", both, 6, values["kind"], kind=values["kind"])


def _of_two_liked(
    it: Reflecting, both: tuple[Numbered, Numbered], first: Insight, second: Insight
) -> Iterator[Thought]:
    """Yield the thought that combines two friendly conclusions about two people."""
    (frame, values), (other, others) = first, second
    if not {values["other"], others["other"]} <= set(it.me.everybody.by_full):
        return
    a, b = sorted((values["other"], others["other"]))
    if a != b and "deep_unsaid" not in (frame, other):  # who keeps things back is no comfort yet
        yield it.think("deep_two_people", both, 7, a, a=a, b=b)
