"""Oneself."""

from __future__ import annotations

import re
from collections.abc import Iterator

from asked import verdicts
from asked.draw import Draw, Question


def oneself(d: Draw) -> Iterator[Question]:
    t = d.truth
    agent = d.agent()
    other, me = d.other(agent), t.scenario.persona(agent)

    def in_first_person(answer):
        if re.search(r"\b[Yy]ou should\b|\b(?:she|he) should\b|你应该|你该", answer):
            return "broken: advises the asker"
        return ""

    def likes(answer):
        if re.match(r"\W*(?:I like|I'm fond|I don't like)", answer):
            return "broken: turns it round"
        return (
            ""
            if other in verdicts.named(answer, t)
            or d.denies(answer)
            or re.search(r"\b(?:she|he|they)\b|think so|他|她|问", answer)
            else "wrong: not about them"
        )

    def says(*wanted):
        return lambda answer: (
            "" if any(each.lower() in answer.lower() for each in wanted) else f"wrong: not {wanted[0]}"
        )

    yield Question(
        "oneself",
        agent,
        d.one_of(
            ["What should you do?", "What do you think you should do?", "What ought you to do next?"],
            ["你应该怎么办？", "你觉得你该做什么？"],
        ),
        in_first_person,
    )
    yield Question(
        "oneself",
        agent,
        d.one_of(
            [f"Does {t.called(other)} like you?", f"What does {t.called(other)} think of you?"],
            [f"{t.called(other)}喜欢你吗？", f"{t.called(other)}怎么看你？"],
        ),
        likes,
    )
    yield Question(
        "oneself",
        agent,
        d.one_of(["What's your name?", "Who are you?"], ["你叫什么名字？", "你是谁？"]),
        says(me.name),
    )
    yield Question(
        "oneself",
        agent,
        d.one_of(["How old are you?", "What's your age?"], ["你多大了？", "你几岁？"]),
        says(str(me.age)),
    )
    yield Question(
        "oneself",
        agent,
        d.one_of(["Where do you live?", "where's your home?"], ["你住在哪儿？", "你家在哪里？"]),
        says(*t.place_names(me.home)),
    )
    if me.work:
        yield Question(
            "oneself",
            agent,
            d.one_of(
                ["Where do you work?", "What do you do for a living?"],
                ["你在哪儿上班？", "你是做什么工作的？"],
            ),
            says(*t.place_names(me.work), *marks_of(me, d)),
        )


def marks_of(me, d):
    return [item.activity for item in me.routine if item.place.partition("/")[0] == me.work.partition("/")[0]]


def of_oneself(d: Draw) -> Iterator[Question]:
    t = d.truth
    agent = d.agent()
    me = t.scenario.persona(agent)

    def at_a_loss(answer):
        return "wrong: at a loss" if verdicts.AT_A_LOSS[d.language].search(answer) else ""

    def doing(answer):
        stays = t.stays(agent)[-1:]
        texts = [stay.doing for stay in stays] + [name for stay in stays for name in t.place_names(stay.room)]
        return (
            ""
            if not stays or stays[0].last < t.now or verdicts.touches(answer, texts, d.language)
            else "wrong: not what it does now"
        )

    yield Question(
        "oneself",
        agent,
        d.one_of(
            ["Tell me about yourself.", "tell me a bit about you"], ["说说你自己吧。", "介绍一下你自己。"]
        ),
        at_a_loss,
        me.name,
    )
    yield Question(
        "oneself",
        agent,
        d.one_of(
            ["What are you doing?", "What are you doing right now?", "where are you right now"],
            ["你在干什么？", "你现在在哪儿？", "你这会儿在做什么？"],
        ),
        doing,
        str(t.stays(agent)[-1:]),
    )
    yield Question(
        "oneself",
        agent,
        d.one_of(
            ["How are you?", "How do you feel today?", "Are you happy?"],
            ["你好吗？", "你今天心情怎么样？", "你开心吗？"],
        ),
        at_a_loss,
    )


KINDS = (oneself, of_oneself)
