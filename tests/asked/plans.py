"""What is to come."""

from __future__ import annotations

from collections.abc import Iterator

from asked import verdicts
from asked.draw import Draw, Question
from asked.facts import plain
from engine.clock import DAY, minute_at


def plans(d: Draw) -> Iterator[Question]:
    t = d.truth
    tomorrow = minute_at(d.today + 1, 0)
    today = minute_at(d.today, 0)
    spans = [
        ("tomorrow at noon", "明天中午", tomorrow + 700, tomorrow + 745),
        ("tomorrow", "明天", tomorrow + 300, tomorrow + 1380),
        ("tomorrow morning", "明天上午", tomorrow + 300, tomorrow + 720),
        ("tomorrow evening", "明天晚上", tomorrow + 1080, tomorrow + 1440),
    ]
    if t.now < today + 1020:
        spans += [
            ("this evening", "今天晚上", today + 1080, today + 1440),
            ("tonight", "今晚", today + 1080, today + 1440),
        ]
    for _ in range(3):
        agent = d.agent()
        en, zh, first, last = d.draw.choice(spans)
        bound = [row.text for row in t.engaged(agent, first, last)]
        likely = t.planned(agent, first, last)

        def wrong(answer, bound=bound, likely=likely):
            if verdicts.PAST[d.language].search(answer):
                return "wrong: speaks of it as past"
            if bound and not verdicts.touches(answer, [plain(text, t) for text in bound], d.language):
                return "wrong: leaves out what is agreed"
            if not bound and not verdicts.touches(answer, likely, d.language) and not d.denies(answer):
                return "wrong: neither planned nor usual"
            return ""

        yield Question(
            "plans",
            agent,
            d.one_of(
                [
                    f"What will you do {en}?",
                    f"What are you going to do {en}?",
                    f"What are you doing {en}?",
                    f"What are your plans for {en}?" if "at" not in en else f"Where will you be {en}?",
                ],
                [f"你{zh}打算做什么？", f"{zh}你要做什么？", f"你{zh}有什么安排？"],
            ),
            wrong,
            f"agreed {bound}; likely {likely[:6]}",
        )


def ahead(d: Draw) -> Iterator[Question]:
    for occasion in d.truth.occasions:
        if occasion.when >= d.truth.now + 30:
            yield _going(d, occasion, d.agent())
    yield _busy(d, d.agent())
    yield _later(d, d.agent())


def _going(d, occasion, agent):
    t = d.truth
    bound = any(row.when == occasion.when for row in t.engaged(agent, t.now, occasion.when + 1))

    def coming(answer):
        if verdicts.PAST[d.language].search(answer):
            return "wrong: past"
        return "wrong: goes" if bound and d.denies(answer[:20]) else ""

    return Question(
        "plans",
        agent,
        d.one_of(
            [
                f"Are you going to the {occasion.what}?",
                f"Will you be at the {occasion.what}?",
                f"will you go to the {occasion.what}",
            ],
            [f"{occasion.what}你去不去？", f"你会去{occasion.what}吗？"],
        ),
        coming,
        f"bound {bound}",
    )


def _busy(d, agent):
    t = d.truth
    tomorrow = minute_at(d.today + 1, 0)
    bound = [row.text for row in t.engaged(agent, tomorrow, tomorrow + DAY)]

    def busy(answer):
        if verdicts.AT_A_LOSS[d.language].search(answer):
            return "wrong: at a loss"
        if verdicts.PAST[d.language].search(answer):
            return "wrong: past"
        return (
            ""
            if not bound or verdicts.touches(answer, bound, d.language)
            else "wrong: leaves out what is agreed"
        )

    return Question(
        "plans",
        agent,
        d.one_of(
            [
                "What have you got on tomorrow?",
                "Any plans for tomorrow?",
                "Are you busy tomorrow?",
                "what are you up to tomorrow",
            ],
            ["你明天忙不忙？", "明天有什么打算？", "你明天有空吗？"],
        ),
        busy,
        str(bound),
    )


def _later(d, agent):
    t = d.truth
    tomorrow = minute_at(d.today + 1, 0)
    likely = t.planned(agent, t.now, min(t.now + 300, tomorrow))

    def later(answer):
        if verdicts.PAST[d.language].search(answer):
            return "wrong: past"
        return (
            ""
            if not likely or verdicts.touches(answer, likely, d.language) or d.denies(answer)
            else "wrong: neither planned nor usual"
        )

    return Question(
        "plans",
        agent,
        d.one_of(
            ["What will you do next?", "What are you up to later?", "what's next for you today"],
            ["你等会儿做什么？", "接下来你要做什么？"],
        ),
        later,
        str(likely[:6]),
    )


KINDS = (plans, ahead)
