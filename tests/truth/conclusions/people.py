"""Claims about people: whom the agent likes, hears news from, thinks of, sides with, and why."""

from __future__ import annotations

from engine.clock import DAY
from engine.records import AgentId
from tests.truth.conclusions.asking import (
    claim,
    declared,
    lived,
    mentions,
    named_in,
    recites,
    rivals,
    stands,
    thoughts,
)
from tests.truth.conclusions.days import share_of
from tests.truth.log import Past
from tests.truth.reading import Said

CLOSE, APART = 0.4, 0.1
OFTEN = 3  # thoughts of somebody within two days


@claim("likes somebody for something")
def likes(past: Past, said: Said) -> str:
    """The agent is close to them, and the reason is something it lived, no sentence of its author's."""
    if past.closeness(said.one["other"]) < CLOSE:
        return "they are not that close"
    return lived(past, said.text["what"])


@claim("dislikes somebody for something")
def dislikes(past: Past, said: Said) -> str:
    """The agent does not like them, and the reason is something it lived."""
    if past.closeness(said.one["other"]) >= 0:
        return "the agent has nothing against them"
    return lived(past, said.text["what"])


@claim("somebody tells one the news")
def tells_the_news(past: Past, said: Said) -> str:
    """They have told the agent at least two different things about others."""
    told = past.news_from(said.one["other"])
    return "" if len(told) >= 2 else f"they told {len(told)} thing(s) about others"


@claim("somebody is the first with the news")
def first_with_the_news(past: Past, said: Said) -> str:
    """They told the agent two things at least, and nobody else told it any of these on the same day."""
    other = said.one["other"]
    if tells_the_news(past, said):
        return tells_the_news(past, said)
    for row in past.news_from(other):
        line = next(each for each in past.lines(other, past.me) if each.id == row)
        what = past.log.memory[line.tells].text
        for third in past.tellers(what) - {other}:
            if any(each.minute < line.minute + DAY for each in past.told(third, past.me, what)):
                return f"{third} told it as well: {what}"
    return ""


# ---------------------------------------------------------------- what the town says


@claim("several have told it")
def several_told(past: Past, said: Said) -> str:
    """Each of the people told the agent, and none was told by the agent or by another of them."""
    topic = said.text["topic"]
    if recites(past, topic):
        return recites(past, topic)
    for who in said.people:
        if not past.told(who, past.me, topic):
            return f"{who} did not tell it"
        if any(past.told(source, who, topic) for source in (past.me, *said.people) if source != who):
            return f"{who} has it from the agent or from another of them"
    return ""


@claim("the town talks of it")
def town_talks(past: Past, said: Said) -> str:
    """Two or more others spoke of it to the agent."""
    topic = said.text["topic"]
    if recites(past, topic):
        return recites(past, topic)
    tellers = past.tellers(topic)
    return (
        "" if len(tellers) >= 2 else f"only {', '.join(sorted(tellers)) or 'nobody'} spoke of it to the agent"
    )


@claim("keeps thinking of a matter")
def keeps_thinking(past: Past, said: Said) -> str:
    """The agent thought of it at least twice: behind its lines, in conclusions or in its diary."""
    topic = said.text["topic"]
    if recites(past, topic):
        return recites(past, topic)
    found = [text for text in thoughts(past, past.minute - DAY) if past.log.words.within(topic, text)]
    return "" if len(found) >= 2 else f"it thought of it {len(found)} time(s)"


@claim("would ask somebody before deciding")
def would_ask(past: Past, said: Said) -> str:
    """It is something the agent lived; it trusts the other, and has not heard from them about it."""
    other, topic = said.one["other"], said.text["topic"]
    if past.closeness(other) <= 0:
        return "the agent does not trust them"
    if past.told(other, past.me, topic):
        return "they have told it themselves"
    return recites(past, topic) or lived(past, topic)


# ---------------------------------------------------------------- sides


@claim("prefers one of two")
def prefers(past: Past, said: Said) -> str:
    """The two stand for the same; the agent declared for the one, or likes them better."""
    a, b = said.one["a"], said.one["b"]
    if b not in rivals(past, a):
        return "the two do not stand against each other"
    if declared(past, a) < 0 or declared(past, b) > 0:
        return "the agent has said the contrary"
    if declared(past, a) > 0 or declared(past, b) < 0:
        return ""
    return (
        "" if past.closeness(a) > past.closeness(b) else "the agent is no closer to the one than to the other"
    )


@claim("cannot choose between two")
def cannot_choose(past: Past, said: Said) -> str:
    """The two stand for the same, the agent is as close to both, and has declared for and against neither."""
    a, b = said.one["a"], said.one["b"]
    if b not in rivals(past, a):
        return "the two do not stand against each other"
    if declared(past, a) or declared(past, b):
        return "the agent has declared itself"
    far = abs(past.closeness(a) - past.closeness(b))
    return "" if far < APART else f"the agent is closer to one of them, by {far:.2f}"


@claim("is for somebody")
def is_for(past: Past, said: Said) -> str:
    """They stand for something, the agent declared for them, or likes them, and no rival of theirs, best."""
    a = said.one["a"]
    if not stands(past, a):
        return "they stand for nothing"
    against = [each for each in rivals(past, a) if each != past.me]
    if past.me in rivals(past, a):
        return "the agent stands for it too"
    if declared(past, a) < 0 or any(declared(past, each) > 0 for each in against):
        return "the agent has said the contrary"
    if declared(past, a) > 0:
        return ""
    if past.closeness(a) <= 0:
        return "the agent does not like them"
    nearer = [each for each in against if past.closeness(each) >= past.closeness(a)]
    return f"it is as close to {', '.join(nearer)}, who stands for the same" if nearer else ""


@claim("is against somebody")
def is_against(past: Past, said: Said) -> str:
    """They stand for something, and the agent declared against them, or does not like them."""
    b = said.one["b"]
    if not stands(past, b):
        return "they stand for nothing"
    if declared(past, b) > 0:
        return "the agent has said the contrary"
    return "" if declared(past, b) < 0 or past.closeness(b) < 0 else "the agent has nothing against them"


# ---------------------------------------------------------------- two people, and who is much thought of


def _met_and_liked(past: Past, *people: AgentId) -> str:
    for other in people:
        if past.closeness(other) < CLOSE:
            return f"the agent is not that close to {other}"
        if not past.talks(other):
            return f"it has not talked with {other}"
    return ""


@claim("is fond of two people")
def fond_of_two(past: Past, said: Said) -> str:
    """The agent is close to both, and has talked with both."""
    return _met_and_liked(past, said.one["a"], said.one["b"])


@claim("goes out for two people")
def goes_out_for_two(past: Past, said: Said) -> str:
    """The agent is close to both, and at least half of its talks were with one of them."""
    a, b = said.one["a"], said.one["b"]
    talks = {row.id for other in past.log.names if other != past.me for row in past.talks(other)}
    with_them = {row.id for other in (a, b) for row in past.talks(other)}
    fond = _met_and_liked(past, a, b)
    return fond or ("" if 2 * len(with_them) >= len(talks) else f"{len(with_them)} of {len(talks)} talks")


@claim("is vexed by one and holds on to another")
def vexed_and_fond(past: Past, said: Said) -> str:
    """The agent does not like the one, had to do with them in this run, and is close to the other."""
    a, b = said.one["a"], said.one["b"]
    if past.closeness(b) >= 0:
        return f"it has nothing against {b}"
    if not past.talks(b):
        return f"it has not even talked with {b}"
    return _met_and_liked(past, a)


@claim("thinks of somebody often")
def thinks_often(past: Past, said: Said) -> str:
    """At least three thoughts within two days are of them."""
    mine = named_in(past, thoughts(past, past.minute - 2 * DAY))[said.one["other"]]
    return "" if mine >= OFTEN else f"{mine} thought(s) of them"


@claim("thinks of somebody often today")
def thinks_often_today(past: Past, said: Said) -> str:
    """At least three thoughts of this day are of them."""
    mine = named_in(past, thoughts(past, past.day_begins()))[said.one["other"]]
    return "" if mine >= OFTEN else f"{mine} thought(s) of them today"


@claim("thinks of somebody above all")
def thinks_above_all(past: Past, said: Said) -> str:
    """At least three thoughts within two days are of them, and of nobody more."""
    counts = named_in(past, thoughts(past, past.minute - 2 * DAY))
    mine, most = counts[said.one["other"]], max(counts.values())
    if mine < most:
        return f"{mine} thought(s) of them, but {most} of somebody else"
    return "" if mine >= OFTEN else f"{mine} thought(s) of them"


@claim("thinks of a rival often")
def thinks_of_rival(past: Past, said: Said) -> str:
    """The agent does not like them, and thinks of them often."""
    return (
        "it has nothing against them" if past.closeness(said.one["other"]) >= 0 else thinks_often(past, said)
    )


@claim("thinks of somebody half of the time")
def thinks_half(past: Past, said: Said) -> str:
    """Half of the thoughts of the last day that are of anybody are of them."""
    texts = thoughts(past, past.minute - DAY)
    of_people = [text for text in texts if any(named_in(past, [text]).values())]
    mine = sum(mentions(past, text, said.one["other"]) for text in of_people)
    return "" if mine >= OFTEN and 2 * mine >= len(of_people) else f"{mine} of {len(of_people)} thoughts"


@claim("thinks of nobody so much")
def thinks_most(past: Past, said: Said) -> str:
    """More thoughts of this day are of them than of anybody else."""
    counts = named_in(past, thoughts(past, past.day_begins()))
    mine = counts.pop(said.one["other"])
    most = max(counts, key=lambda each: counts[each])
    return "" if mine > counts[most] else f"{mine} thoughts of them, {counts[most]} of {most}"


@claim("has thought of somebody three times in a row")
def thinks_in_a_row(past: Past, said: Said) -> str:
    """The last two thoughts that were of anybody were of them, so that this is the third."""
    of_people = [text for text in thoughts(past) if any(named_in(past, [text]).values())]
    last = [mentions(past, text, said.one["other"]) for text in of_people[-2:]]
    return "" if len(last) == 2 and all(last) else f"{sum(last)} of the two before it"


@claim("has an occupation and a friend")
def occupation_and_friend(past: Past, said: Said) -> str:
    """The agent spends much time on the one, is close to the other, and is in no bad mood."""
    mood = past.mood(past.minute)
    if mood is not None and mood < 50:
        return f"its mood is {mood}"
    return share_of(past, said.text["kind"], 0.2) or _met_and_liked(past, said.one["other"])


@claim("lives on one thing and for somebody")
def lives_for(past: Past, said: Said) -> str:
    """The agent spends much time on the one, and is closest to the other of all."""
    other = said.one["other"]
    nearest = max(past.closeness(each) for each in past.log.names if each != past.me)
    return share_of(past, said.text["kind"], 0.2) or (
        "" if past.closeness(other) >= nearest else "the agent is closer to somebody else"
    )
