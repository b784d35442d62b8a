"""Whom somebody met and talked to, when and where."""

from __future__ import annotations

import re
from collections.abc import Iterator

from asked import verdicts
from asked.draw import Draw, Question
from engine.clock import DAY, day_of, minute_at
from engine.language.times.told_time import told_time


def meetings(d: Draw) -> Iterator[Question]:
    t = d.truth
    for _ in range(4):
        agent = d.agent()
        talked = sorted({one for talk in t.talks_of(agent) for one in talk.members} - {agent})
        other = d.draw.choice(talked) if talked and d.draw.random() < 0.7 else d.other(agent)
        yield from _about(d, agent, other)
        yield from with_whom(d, agent)


def _about(d, agent, other):
    yield (_when if d.draw.random() < 0.5 else _where)(d, agent, other)
    yield _today(d, agent, other)


def _when(d, agent, other):
    t, name = d.truth, d.truth.called(other)
    last = next(reversed(t.talks_of(agent, other)), None)
    shows = f"last talk: {last.minute if last else None} {last.room if last else ''}"

    def when(answer):
        if last is None:
            return "" if d.denies(answer) else "claims: a talk that was not"
        told = told_time(answer, "zh" if t.chinese else "en", t.now, t.scenario.starts)
        if told is None or not told.days:
            return "wrong: no time"
        if told.days[0] != day_of(last.minute):
            return f"wrong: day {told.days[0]}"
        near = not told.clocks or told.first - 20 <= last.minute <= told.last + 20
        return "" if near else f"wrong: {told.first}"

    return Question(
        "meetings",
        agent,
        d.one_of(
            [
                f"When did you last talk with {name}?",
                f"When was the last time you spoke to {name}?",
                f"When did you and {name} last talk?",
                f"when did you last speak with {name}",
            ],
            [f"你上次跟{name}说话是什么时候？", f"你最后一次和{name}说话是几时？"],
        ),
        when,
        shows,
    )


def _where(d, agent, other):
    t, name = d.truth, d.truth.called(other)
    last = next(reversed(t.talks_of(agent, other)), None)
    shows = f"last talk: {last.minute if last else None} {last.room if last else ''}"

    def where(answer):
        if last is None:
            return "" if d.denies(answer) else "claims: a talk that was not"
        return "" if verdicts.says_place(answer, t, [last.room]) else "wrong: another place or none"

    return Question(
        "meetings",
        agent,
        d.one_of(
            [
                f"Where did you last talk with {name}?",
                f"Where did you speak to {name} last?",
                f"Where was it that you last talked to {name}?",
            ],
            [f"你上次跟{name}说话是在哪儿？", f"你最后一次和{name}说话在什么地方？"],
        ),
        where,
        shows,
    )


def _today(d, agent, other):
    t, name = d.truth, d.truth.called(other)
    start = minute_at(d.today, 0)
    saw = t.saw(agent, other, start, t.now) or bool(t.talks_of(agent, other, first=start))

    def met(answer):
        yes = not d.denies(re.split("[.。，]|, but", answer)[0])
        return "" if yes == saw else ("wrong: met" if saw else "claims: met") + f" is {saw}"

    return Question(
        "meetings",
        agent,
        d.one_of(
            [f"Have you met {name} today?", f"Did you see {name} today?", f"Have you seen {name} today?"],
            [f"你今天见过{name}吗？", f"今天碰到{name}没有？"],
        ),
        met,
        f"seen or talked today: {saw}",
    )


def spans_of(d):
    today = minute_at(d.today, 0)
    spans = [("this morning", "今天上午", today + 300, today + 720)] if d.truth.now > today + 720 else []
    if d.today > 1:
        spans += [
            ("yesterday evening", "昨天晚上", today - DAY + 1080, today),
            ("yesterday morning", "昨天上午", today - DAY + 300, today - DAY + 720),
            ("yesterday afternoon", "昨天下午", today - DAY + 720, today - DAY + 1080),
        ]
    if d.truth.now > today + 1080:
        spans.append(("this afternoon", "今天下午", today + 720, today + 1080))
    return spans


def with_whom(d, agent):
    t = d.truth
    if not (spans := spans_of(d)):
        return
    en, zh, first, last = d.draw.choice(spans)
    talked = {one for talk in t.talks_of(agent, None, first, last) for one in talk.members} - {agent}
    late = {one for talk in t.talks_of(agent, None, first - 20, last + 60) for one in talk.members} - {agent}

    def wrong(answer):
        said = verdicts.named(answer, t, but=(agent,))
        if said - late:
            return f"claims: talked to {sorted(said - late)}"
        if talked and len(said) < min(3, len(talked)):
            return "wrong: leaves out whom it talked to"
        return "" if talked or said or d.denies(answer) else "wrong: nobody"

    yield Question(
        "meetings",
        agent,
        d.one_of(
            [
                f"Whom did you talk with {en}?",
                f"Who did you talk to {en}?",
                f"Who have you spoken to {en}?" if "this" in en else f"Who did you speak to {en}?",
            ],
            [f"你{zh}跟谁说过话？", f"{zh}你跟谁聊过？"],
        ),
        wrong,
        f"talked to {sorted(talked)}",
    )


def met(d: Draw) -> Iterator[Question]:
    t = d.truth
    for _ in range(3):
        agent = d.agent()
        other = d.other(agent)
        name = t.called(other)
        day = d.today if d.draw.random() < 0.5 else max(1, d.today - 1)
        first, last = minute_at(day, 0), min(minute_at(day + 1, 0), t.now)
        en, zh = ("today", "今天") if day == d.today else ("yesterday", "昨天")
        talked = bool(t.talks_of(agent, other, first, last))
        saw = talked or t.saw(agent, other, first, last)

        def spoke(answer, talked=talked):
            yes = not d.denies(re.split("[.。，,]", answer)[0])
            return "" if yes == talked else ("claims" if yes else "wrong") + f": talked {talked}"

        def seen(answer, saw=saw):
            yes = not d.denies(re.split("[.。，,]", answer)[0])
            return "" if yes == saw else ("claims" if yes else "wrong") + f": saw {saw}"

        yield Question(
            "meetings",
            agent,
            d.one_of(
                [
                    f"Did you speak with {name} {en}?",
                    f"did you talk to {name} {en}",
                    f"Have you talked to {name} {en}?"
                    if day == d.today
                    else f"Did you have a word with {name} {en}?",
                ],
                [f"你{zh}跟{name}说过话吗？", f"{zh}你和{name}聊过没有？"],
            ),
            spoke,
            f"talked {en}: {talked}",
        )
        yield Question(
            "meetings",
            agent,
            d.one_of(
                [
                    f"Did you run into {name} {en}?",
                    f"Did you bump into {name} {en}?",
                    f"did you meet {name} {en}",
                    f"Have you come across {name} {en}?"
                    if day == d.today
                    else f"Was {name} anywhere about {en}?",
                ],
                [f"你{zh}碰见{name}了吗？", f"{zh}见着{name}没有？"],
            ),
            seen,
            f"saw {en}: {saw}",
        )
    agent = d.agent()
    talks = t.talks_of(agent)
    lately = {one for talk in talks[-2:] for one in talk.members} - {agent}

    def latest(answer):
        said = verdicts.named(answer, t, but=(agent,))
        if not talks:
            return "" if d.denies(answer) else "claims: talked"
        return "" if said & lately else "wrong: others"

    yield Question(
        "meetings",
        agent,
        d.one_of(
            ["Who was the last person you talked to?", "Who did you talk to last?"],
            ["你最后是跟谁说的话？", "你刚才跟谁说话来着？"],
        ),
        latest,
        str(sorted(lately)),
    )
    first = minute_at(d.today, 0)
    saw_today = {one.id for one in t.people if one.id != agent and t.saw(agent, one.id, first, t.now)}

    def whom(answer):
        said = verdicts.named(answer, t, but=(agent,))
        if said - saw_today:
            return f"claims: {said - saw_today}"
        return "" if said or not saw_today or (d.denies(answer) and not saw_today) else "wrong: met somebody"

    yield Question(
        "meetings",
        agent,
        d.one_of(
            ["Who have you met today?", "Who did you see today?", "Which people did you meet today?"],
            ["你今天见了谁？", "今天碰见哪些人了？"],
        ),
        whom,
        str(sorted(saw_today)),
    )


KINDS = (meetings, met)
