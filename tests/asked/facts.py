"""What somebody holds, does not hold, or keeps."""

from __future__ import annotations

import re
from collections.abc import Iterator

from asked import verdicts
from asked.draw import Draw, Question
from engine.clock import DAY, clock_words, day_of, minute_at
from engine.language.times.told_time import told_time
from engine.records import Intention


def facts(d: Draw) -> Iterator[Question]:
    t = d.truth
    for fact in t.scenario.facts:
        holders = [one for one in fact.known_by if one in {p.id for p in t.people}]
        kept = [
            row.agent
            for row in _secrets(t)
            if row.agent in holders and _is_of(row.content or row.what, fact, d)
        ]
        words = [each for each in fact.key_words if not re.match(r"(?:for|of|to|in|at) ", each)]
        word = d.draw.choice(words) if words else ""
        if not word:
            continue
        if holders:
            yield from _held(d, fact, word, d.draw.choice(holders))
        others = [
            one.id
            for one in t.people
            if one.id not in holders and not t.holds(one.id, (*fact.key_words, *_parts(fact)))
        ]
        if others:
            agent = d.draw.choice(others)

            def wrong(answer):
                spoken_of = re.search("spoke? of it|speak of it|提过|说起过", answer)  # a line that was heard
                return "" if d.denies(answer) or spoken_of else "claims: knows what it does not"

            yield Question(
                "facts",
                agent,
                d.one_of(
                    [
                        f"Have you heard anything about the {_bare(word)}?",
                        f"What do you know about the {_bare(word)}?",
                    ],
                    [f"你听说过{word}的事吗？", f"关于{word}，你知道些什么？"],
                ),
                wrong,
                "holds no memory of it",
            )
        if kept and holders:
            yield _kept(d, fact, word, kept[0])


def _is_of(secret, fact, d):
    """Return whether a secret is, by its words, that of a fact."""
    words, other = (verdicts.marks(plain(text, d.truth), d.language) for text in (secret, fact.text))
    return len(words & other) >= 0.6 * max(1, min(len(words), len(other)))


def _bare(word):
    return re.sub(r"^(?:the|a|an) ", "", word)


def _parts(fact):
    return [part for word in fact.key_words for part in word.split() if len(part) > 4]


def _secrets(t):
    return [row for row in t.log.rows(Intention) if row.kind == "secret"]


def _held(d, fact, word, agent):
    t = d.truth
    keys = [key.lower() for key in fact.key_words] + [part.lower() for part in _parts(fact)]

    def wrong(answer):
        if any(key in answer.lower() for key in keys) or verdicts.touches(
            answer, [plain(fact.text, t)], d.language
        ):
            return ""
        return "wrong: holds it and does not say it"

    yield Question(
        "facts",
        agent,
        d.one_of(
            [
                f"Have you heard anything about the {_bare(word)}?",
                f"What do you know about the {_bare(word)}?",
                f"Tell me about the {_bare(word)}.",
                f"what's this about the {_bare(word)}?",
            ],
            [f"你听说过{word}的事吗？", f"关于{word}，你知道些什么？", f"{word}是怎么回事？"],
        ),
        wrong,
        fact.text,
    )
    if found := re.search(r"day (\d)|第(\d)天", fact.text):
        day = int(found[1] or found[2])
        of_day = [
            each
            for each in t.scenario.facts
            if agent in each.known_by and re.search(rf"day {day}|第{day}天", each.text)
        ]

        def wrong_day(answer):
            first = minute_at(day, 0)
            rows = [
                row.text
                for row in t.memories(agent)
                if row.when is not None and first <= row.when < first + DAY
            ]
            texts = [plain(text, t) for text in (*rows, *(each.text for each in of_day))]
            told = verdicts.touches(answer, texts, d.language)
            return "" if told else "wrong: holds it and does not say it"

        if day >= d.today:
            yield Question(
                "facts",
                agent,
                d.one_of(
                    [
                        f"What happens on day {day}?",
                        f"What's on on day {day}?",
                        f"Is anything happening on day {day}?",
                    ],
                    [f"第{day}天有什么事？", f"第{day}天会发生什么？"],
                ),
                wrong_day,
                fact.text,
            )
        else:
            yield Question(
                "facts",
                agent,
                d.one_of([f"What happened on day {day}?"], [f"第{day}天有什么事？"]),
                wrong_day,
                fact.text,
            )


def plain(text, t):
    for one in t.people:
        for name in t.names_of(one.id):
            text = text.replace(name, " ")
    return text


def _kept(d, fact, word, agent):
    keys = [key.lower() for key in fact.key_words]

    def wrong(answer):
        bare = answer.lower()
        return (
            "claims: gives a secret away"
            if sum(key in bare for key in keys) > (1 if word.lower() in bare else 0)
            else ""
        )

    return Question(
        "facts",
        agent,
        d.one_of([f"Do you know anything about {word}?"], [f"{word}的事你知道吗？"]),
        wrong,
        f"secret: {fact.text}",
        asked_by="a stranger",
    )


def of_occasions(d: Draw) -> Iterator[Question]:
    t = d.truth
    for occasion in t.occasions:
        agents = [one.id for one in t.people if t.holds(one.id, [occasion.what])]
        if not agents:
            continue
        agent = d.draw.choice(agents)
        what = occasion.what

        def when(answer, occasion=occasion):
            told = told_time(answer, d.language, t.now, t.scenario.starts)
            if told is None or not told.days or told.days[0] != day_of(occasion.when):
                return "wrong: another day or none"
            return ""

        def where(answer, occasion=occasion):
            return "" if verdicts.says_place(answer, t, [occasion.place]) else "wrong: another place or none"

        def who(answer, agent=agent, occasion=occasion):
            own = agent == occasion.host and re.search(r"\b(?:I|I'm|me|my)\b|我", answer)
            return "" if own or occasion.host in verdicts.named(answer, t) else "wrong: not the host"

        def held(answer):
            return (
                "wrong: holds it"
                if verdicts.AT_A_LOSS[d.language].search(answer) or d.denies(answer[:20])
                else ""
            )

        over = occasion.when < t.now
        yield Question(
            "facts",
            agent,
            d.one_of(
                [
                    f"When {'was' if over else 'is'} the {what}?",
                    f"what day {'was' if over else 'is'} the {what}",
                ],
                [f"{what}什么时候？", f"{what}是哪天？"],
            ),
            when,
            clock_words(occasion.when),
        )
        yield Question(
            "facts",
            agent,
            d.one_of(
                [f"Where {'was' if over else 'is'} the {what}?"], [f"{what}在哪儿办？", f"{what}在什么地方？"]
            ),
            where,
            occasion.place,
        )
        yield Question(
            "facts",
            agent,
            d.one_of(
                [
                    f"Who {'gave' if over else 'is giving'} the {what}?",
                    f"Whose {what} {'was' if over else 'is'} it?",
                ],
                [f"{what}是谁办的？", f"谁办{what}？"],
            ),
            who,
            occasion.host,
        )
        yield Question(
            "facts",
            agent,
            d.one_of(
                [
                    f"Is there a {what}?" if not over else f"Was there a {what}?",
                    f"I heard something about a {what}, is it true?",
                ],
                [f"是不是有个{what}？", f"听说有{what}，是真的吗？"],
            ),
            held,
            "held",
        )


KINDS = (facts, of_occasions)
