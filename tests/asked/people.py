"""Who others are, where they live and work, and how one stands to them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from asked import verdicts
from asked.draw import Draw, Question


def people(d: Draw) -> Iterator[Question]:
    for _ in range(3):
        agent = d.agent()
        other = d.other(agent)
        yield _who(d, agent, other)
        yield _standing(d, agent, other)
        yield _abode(d, agent, other)
    yield _household(d, d.agent())


def _who(d, agent, other):
    t, name = d.truth, d.truth.called(other)
    bond = next((one for one in t.scenario.persona(agent).bonds if one.other == other), None)

    def who(answer):
        if verdicts.AT_A_LOSS[d.language].search(answer):
            return "wrong: knows them"
        told = bond is None or other in verdicts.named(answer, t)
        told = told or verdicts.touches(answer, [bond.kind], d.language)
        return "" if told else "wrong: says nothing of them"

    return Question(
        "people",
        agent,
        d.one_of(
            [f"Who is {name}?", f"Do you know {name}?", f"Tell me about {name}."],
            [f"{name}是谁？", f"你认识{name}吗？", f"说说{name}这个人。"],
        ),
        who,
        str(bond),
    )


def _standing(d, agent, other):
    name, close = d.truth.called(other), d.truth.closeness(agent, other)

    def gets_on(answer):
        cool = bool(re.search(r"don['’]t get on|can['’]t stand|合不来", answer))
        if close is not None and close >= 0.4 and cool:
            return "wrong: likes them"
        if close is not None and close <= -0.3 and not cool and not d.denies(answer):
            return "wrong: does not like them"
        return "wrong: at a loss" if verdicts.AT_A_LOSS[d.language].search(answer) else ""

    return Question(
        "people",
        agent,
        d.one_of(
            [f"How do you get on with {name}?", f"Do you like {name}?", f"How do you feel about {name}?"],
            [f"你跟{name}处得怎么样？", f"你喜欢{name}吗？"],
        ),
        gets_on,
        f"closeness {close}",
    )


def _abode(d, agent, other):
    t, name = d.truth, d.truth.called(other)
    theirs = t.scenario.persona(other)
    home = d.draw.random() < 0.5 or not theirs.work
    room = theirs.home if home else theirs.work

    def lives(answer):
        return "" if verdicts.says_place(answer, t, [room]) else "wrong: not the place"

    return Question(
        "people",
        agent,
        d.one_of(
            *(
                ([f"Where does {name} live?", f"where does {name} live"], [f"{name}住在哪儿？"])
                if home
                else ([f"Where does {name} work?"], [f"{name}在哪儿做事？", f"{name}在哪里上班？"])
            )
        ),
        lives,
        room,
    )


def _household(d, agent):
    t = d.truth
    mates = t.housemates(agent)

    def lives_with(answer):
        said = verdicts.named(answer, t, but=(agent,))
        if said - mates:
            return f"claims: lives with {sorted(said - mates)}"
        return "" if said or not mates else "wrong: leaves out whom it lives with"

    return Question(
        "people",
        agent,
        d.one_of(
            ["Who do you live with?", "Who lives with you?", "Do you live alone?"],
            ["你跟谁一起住？", "你是一个人住吗？"],
        ),
        lives_with,
        str(sorted(mates)),
    )


def of_people(d: Draw) -> Iterator[Question]:
    t = d.truth
    for _ in range(2):
        agent = d.agent()
        bonds = [bond for bond in t.scenario.persona(agent).bonds]
        if not bonds:
            continue
        bond = d.draw.choice(bonds)
        name, theirs = t.called(bond.other), t.scenario.persona(bond.other)

        def job(answer, theirs=theirs):
            texts = [*t.place_names(theirs.work)] if theirs.work else []
            texts += [item.activity for item in theirs.routine]
            if not theirs.work and d.denies(answer):
                return ""
            return (
                ""
                if (theirs.work and verdicts.says_place(answer, t, [theirs.work]))
                or verdicts.touches(answer, texts, d.language)
                else "wrong: not their work"
            )

        yield Question(
            "people",
            agent,
            d.one_of(
                [f"What does {name} do for a living?", f"What does {name} do?", f"what's {name}'s job"],
                [f"{name}是做什么的？", f"{name}靠什么吃饭？"],
            ),
            job,
            theirs.work,
        )

        def like(answer, other=bond.other):
            if verdicts.AT_A_LOSS[d.language].search(answer):
                return "wrong: at a loss"
            return ""

        yield Question(
            "people",
            agent,
            d.one_of(
                [
                    f"What's {name} like?",
                    f"Are you and {name} friends?",
                    f"Do you trust {name}?",
                    f"What do you make of {name}?",
                ],
                [f"{name}这人怎么样？", f"你跟{name}熟吗？", f"你信得过{name}吗？"],
            ),
            like,
            f"{bond.kind} {bond.closeness}",
        )


KINDS = (people, of_people)
