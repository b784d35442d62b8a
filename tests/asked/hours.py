"""What somebody did, where it was and what it ate, at an hour or on a day."""

from __future__ import annotations

import re
from collections.abc import Iterator

from asked import verdicts
from asked.draw import Draw, Question
from asked.meetings import spans_of
from engine.clock import DAY, clock_words, day_of, minute_at
from engine.language.times.told_time import told_time


def time(d: Draw) -> Iterator[Question]:
    for _ in range(4):
        agent = d.agent()
        yield from _did(d, agent)
        yield from _at_hour(d, agent)
    yield from _ate(d, d.agent())
    yield from _day(d, d.agent())


def _did(d, agent):
    t = d.truth
    spans = spans_of(d)
    if d.today > 1:
        day = minute_at(d.today - 1, 0)
        spans.append(("yesterday after lunch", "昨天午饭后", day + 750, day + 1080))
    if not spans:
        return
    en, zh, first, last = d.draw.choice(spans)
    in_span = [stay for stay in t.stays(agent) if stay.first < last and stay.last > first]
    off = [stay for stay in t.stays(agent) if stay not in in_span]
    shows = "; ".join(f"{stay.first}-{stay.last} {stay.doing} @ {stay.room}" for stay in in_span)

    def wrong(answer):
        if not in_span:
            return "" if d.denies(answer) or re.search("asleep|bed|睡", answer) else "claims: was asleep"
        texts = [stay.doing for stay in in_span] + [
            name for stay in in_span for name in t.place_names(stay.room)
        ]
        if verdicts.AT_A_LOSS[d.language].search(answer) or not verdicts.touches(answer, texts, d.language):
            return "wrong: not what was done then"
        bare = answer.lower()
        for place in t.scenario.places:
            bare = bare.replace(place.name.lower(), " ")
        foreign = [
            stay.doing
            for stay in off
            if stay.doing.lower() in bare
            and not any(stay.doing.lower() in one.doing.lower() for one in in_span)
        ]
        return f"claims: did {foreign[0]!r} then" if foreign else ""

    yield Question(
        "time",
        agent,
        d.one_of(
            [f"What did you do {en}?", f"What were you up to {en}?", f"what did you do {en}"],
            [f"你{zh}做了什么？", f"{zh}你都干什么了？"],
        ),
        wrong,
        shows,
    )


def _at_hour(d, agent):
    t = d.truth
    day = minute_at(d.draw.choice([d.today, max(1, d.today - 1)]), 0)
    minute = day + d.draw.choice([8, 9, 10, 11, 13, 14, 15, 16, 18]) * 60
    if minute >= t.now - 10:
        return
    rooms = t.where(agent, minute)
    stays = [stay for stay in t.stays(agent) if stay.first - 6 <= minute < stay.last + 6]
    if not rooms:
        return
    en = (
        "" if day_of(minute) == d.today else "yesterday "
    ) + f"at {d.draw.choice([clock_words(minute), _spoken(minute)])}"
    zh = ("今天" if day_of(minute) == d.today else "昨天") + d.draw.choice(
        [clock_words(minute), _spoken_zh(minute)]
    )

    def where(answer):
        return "" if verdicts.says_place(answer, t, rooms) else "claims: another place"

    def what(answer):
        texts = [stay.doing for stay in stays] + [name for room in rooms for name in t.place_names(room)]
        return "" if verdicts.touches(answer, texts, d.language) else "claims: something else"

    shows = "; ".join(f"{stay.first}-{stay.last} {stay.doing} @ {stay.room}" for stay in stays)
    if d.draw.random() < 0.5:
        yield Question(
            "time",
            agent,
            d.one_of(
                [f"Where were you {en}?", f"Where were you {en}, exactly?"],
                [f"你{zh}在哪儿？", f"{zh}你人在哪里？"],
            ),
            where,
            shows,
        )
    else:
        yield Question(
            "time",
            agent,
            d.one_of(
                [f"What were you doing {en}?", f"What did you do {en}?"],
                [f"你{zh}在做什么？", f"{zh}你在干什么？"],
            ),
            what,
            shows,
        )


def _spoken(minute):
    hour = minute // 60 % 24
    part = "in the morning" if hour < 12 else "in the afternoon" if hour < 18 else "in the evening"
    return f"{(hour - 1) % 12 + 1} {part}"


def _spoken_zh(minute):
    hour = minute // 60 % 24
    part = "早上" if hour < 9 else "上午" if hour < 12 else "下午" if hour < 18 else "晚上"
    return f"{part}{(hour - 1) % 12 + 1}点"


def _ate(d, agent):
    t = d.truth
    if t.now % DAY < 660:
        return
    first = minute_at(d.today, 0)
    meals = re.compile(r"lunch|supper|dinner" if not t.chinese else "午饭|晚饭|夜饭|中饭")
    off = [stay.doing for stay in t.stays(agent) if stay.first >= first + 660]

    def wrong(answer):
        if meals.search(answer) or any(one and one.lower() in answer.lower() for one in off):
            return "claims: eaten at another hour"
        return ""

    yield Question(
        "time",
        agent,
        d.one_of(
            ["What did you eat this morning?", "What did you have for breakfast?"],
            ["你今天早上吃了什么？", "早饭吃的什么？"],
        ),
        wrong,
        f"later: {off}",
    )


def _day(d, agent):
    stays = [stay for stay in d.truth.stays(agent) if stay.first >= minute_at(d.today, 0)]

    def wrong(answer):
        if len(stays) > 4 and verdicts.AT_A_LOSS[d.language].search(answer):
            return "wrong: a day was lived"
        return ""

    yield Question(
        "time",
        agent,
        d.one_of(
            ["What was this day like?", "How was your day?", "How has today been?"],
            ["你今天过得怎么样？", "今天这一天怎么样？"],
        ),
        wrong,
        f"{len(stays)} stays",
    )


def spent(d: Draw) -> Iterator[Question]:
    t = d.truth
    for _ in range(3):
        agent = d.agent()
        today = minute_at(d.today, 0)
        rows = [stay for stay in t.stays(agent) if stay.first >= today]
        shows = "; ".join(f"{stay.first} {stay.doing} @ {stay.room}" for stay in rows[:12])

        def so_far(answer, rows=rows, agent=agent):
            texts = [stay.doing for stay in rows] + [
                name for stay in rows for name in t.place_names(stay.room)
            ]
            return "" if not rows or verdicts.touches(answer, texts, d.language) else "wrong: not of today"

        yield Question(
            "time",
            agent,
            d.one_of(
                [
                    "What have you done so far today?",
                    "What have you been doing today?",
                    "Where have you been all day?",
                    "what have you been up to today",
                    "Tell me what you did today.",
                ],
                ["你今天都去了哪儿？", "你今天到现在都干了些什么？", "说说你今天做了什么。"],
            ),
            so_far,
            shows,
        )
        place = d.draw.choice([each for each in t.scenario.places])
        day = d.today if d.draw.random() < 0.5 or d.today == 1 else d.today - 1
        first, last = minute_at(day, 0), min(minute_at(day + 1, 0), t.now)
        was = t.at_place(agent, place.name, first, last)
        en, zh = ("today", "今天") if day == d.today else ("yesterday", "昨天")

        def been(answer, was=was):
            yes = not d.denies(re.split("[.。，,]", answer)[0])
            return "" if yes == was else ("claims" if yes else "wrong") + f": was there {was}"

        yield Question(
            "time",
            agent,
            d.one_of(
                [
                    f"Have you been to the {bare_name(place.name)} today?"
                    if day == d.today
                    else f"Were you at the {bare_name(place.name)} yesterday?",
                    f"Did you go to the {bare_name(place.name)} {en}?",
                ],
                [f"你{zh}去过{place.name}吗？", f"你{zh}去{place.name}了没有？"],
            ),
            been,
            f"was there {en}: {was}",
        )
        earliest = today + t.scenario.persona(agent).wake - 150
        got_up = next((stay.first for stay in rows if stay.first >= earliest), None)
        if got_up is not None and d.draw.random() < 0.5:

            def rose(answer, got_up=got_up):
                told = told_time(answer, d.language, t.now, t.scenario.starts)
                return (
                    ""
                    if told and told.clocks and abs(told.clocks[0] - got_up % DAY) <= 30
                    else "wrong: no or another hour"
                )

            yield Question(
                "time",
                agent,
                d.one_of(
                    ["When did you get up today?", "What time did you get up this morning?"],
                    ["你今天几点起的床？", "你今天早上什么时候起来的？"],
                ),
                rose,
                clock_words(got_up),
            )


def bare_name(name):
    return re.sub(r"^[Tt]he ", "", name)


KINDS = (time, spent)
