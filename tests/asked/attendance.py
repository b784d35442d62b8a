"""Who came to an occasion, whether somebody did, and how it was."""

from __future__ import annotations

import re
from collections.abc import Iterator

from asked import verdicts
from asked.draw import Draw, Question
from asked.truth import LASTS
from engine.clock import clock_words, day_of


def attendance(d: Draw) -> Iterator[Question]:
    for occasion in d.truth.occasions:
        pool = [one.id for one in d.truth.people]
        for agent in d.draw.sample(pool, min(3, len(pool))):
            if not d.truth.holds(agent, [occasion.what]):
                continue
            if occasion.when + LASTS < d.truth.now:
                yield from _over(d, occasion, agent)
            elif occasion.when - 60 > d.truth.now:
                yield _to_come(d, occasion, agent)


def _over(d, occasion, agent):
    yield _who(d, occasion, agent)
    yield _oneself(d, occasion, agent)
    yield _another(d, occasion, agent)


def _there(t, occasion):
    """Return who was at an occasion."""
    return {one.id for one in t.people if t.attended(one.id, occasion)}


def _shows(t, occasion, agent):
    met = [one for one in sorted(_there(t, occasion) - {agent}) if t.met_at(agent, one, occasion)]
    return f"at it: {sorted(_there(t, occasion))}; {agent} met there: {met}"


def _who(d, occasion, agent):
    t = d.truth
    was, there = t.attended(agent, occasion), _there(t, occasion)
    known = {one for one in there - {agent} if t.met_at(agent, one, occasion)}
    whose = t.called(occasion.host)

    def came(answer):
        said = verdicts.named(answer, t, but=(agent,)) - ({occasion.host} if not was else set())
        if verdicts.TO_COME[d.language].search(answer):
            return "wrong: speaks of what is over as to come"
        if said - there:
            return f"claims: {sorted(said - there)} came"
        if was and known and not said & known:
            return "wrong: names nobody of those met there"
        return "" if was or d.denies(answer) or said else "wrong: was not there"

    own = occasion.host == agent
    return Question(
        "attendance",
        agent,
        d.one_of(
            [
                f"Who came to {'your' if own else 'the'} {occasion.what}?",
                f"Who was at the {occasion.what}?",
                f"Who turned up at {whose + chr(39) + 's' if not own else 'your'} {occasion.what}?",
                f"who all came to the {occasion.what}",
            ],
            [
                f"{'你的' if own else ''}{occasion.what}谁来了？",
                f"{occasion.what}都有谁去了？",
                f"{occasion.what}来了哪些人？",
            ],
        ),
        came,
        _shows(t, occasion, agent),
    )


def _oneself(d, occasion, agent):
    was = d.truth.attended(agent, occasion)

    def were(answer):
        if was and d.denies(answer[:30]) and not d.affirms(answer):
            return "wrong: was there"
        if not was and not d.denies(answer):
            return "claims: was not there"
        return ""

    return Question(
        "attendance",
        agent,
        d.one_of(
            [
                f"Were you at the {occasion.what}?",
                f"Did you go to the {occasion.what}?",
                f"Have you been to the {occasion.what}?",
            ],
            [f"你去了{occasion.what}吗？", f"{occasion.what}你在不在？", f"{occasion.what}你去了没有？"],
        ),
        were,
        _shows(d.truth, occasion, agent),
    )


def _another(d, occasion, agent):
    t, one = d.truth, d.other(agent)
    was, there = t.attended(agent, occasion), _there(t, occasion)
    met = t.met_at(agent, one, occasion)

    def did(answer):
        if one not in there and not d.denies(answer):
            return f"claims: {one} was not there"
        if was and met and d.denies(answer[:40]) and not d.affirms(answer):
            return f"wrong: saw {one} there"
        return ""

    name = t.called(one)
    return Question(
        "attendance",
        agent,
        d.one_of(
            [
                f"Did {name} come to the {occasion.what}?",
                f"Was {name} at the {occasion.what}?",
                f"Was {name} there, at the {occasion.what}?",
            ],
            [f"{name}来{occasion.what}了吗？", f"{occasion.what}{name}去了没有？"],
        ),
        did,
        _shows(t, occasion, agent),
    )


def _to_come(d, occasion, agent):
    def wrong(answer):
        return "" if verdicts.NOT_YET[d.language].search(answer) else "wrong: it is still to come"

    return Question(
        "attendance",
        agent,
        d.one_of(
            [
                f"Who came to the {occasion.what}?",
                f"Were you at the {occasion.what}?",
                f"How was the {occasion.what}?",
            ],
            [f"{occasion.what}谁来了？", f"你去了{occasion.what}吗？", f"{occasion.what}办得怎么样？"],
        ),
        wrong,
        f"it is on day {day_of(occasion.when)} at {clock_words(occasion.when)}",
    )


def attended(d: Draw) -> Iterator[Question]:
    for occasion in d.truth.occasions:
        agent = d.agent()
        if occasion.when + LASTS < d.truth.now and d.truth.holds(agent, [occasion.what]):
            yield _how(d, occasion, agent)
            yield _seen(d, occasion, agent)


def _how(d, occasion, agent):
    t, what = d.truth, occasion.what
    was, there = t.attended(agent, occasion), _there(t, occasion)

    def how(answer):
        said = verdicts.named(answer, t, but=(agent, occasion.host))
        if verdicts.TO_COME[d.language].search(answer):
            return "wrong: over"
        if said - there:
            return f"claims: {said - there} there"
        return "" if was or d.denies(answer) else "claims: was not there"

    return Question(
        "attendance",
        agent,
        d.one_of(
            [
                f"How did the {what} go?",
                f"How was the {what}?",
                f"Did you enjoy the {what}?",
                f"so who showed up at the {what}",
                f"Did anyone come to the {what}?",
                f"How many people came to the {what}?",
            ],
            [f"{what}办得怎么样？", f"有谁去了{what}？", f"{what}来了多少人？", f"{what}热闹吗？"],
        ),
        how,
        _shows(t, occasion, agent),
    )


def _seen(d, occasion, agent):
    t, one, what = d.truth, d.other(agent), occasion.what
    met, name = t.attended(agent, occasion) and t.met_at(agent, one, occasion), t.called(one)

    def saw(answer):
        if one not in _there(t, occasion) and not d.denies(answer):
            return "claims: was not there"
        return "wrong: saw them" if met and d.denies(re.split("[.。，,]", answer)[0]) else ""

    return Question(
        "attendance",
        agent,
        d.one_of(
            [
                f"Did you see {name} at the {what}?",
                f"Did {name} show up at the {what}?",
                f"did {name} turn up for the {what}",
                f"Was {name} at the {what} too?",
            ],
            [f"你在{what}上看见{name}了吗？", f"{name}也去{what}了吗？"],
        ),
        saw,
        _shows(t, occasion, agent),
    )


KINDS = (attendance, attended)
