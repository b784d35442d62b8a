"""Answers about what the agent is doing, did today, and is going to do."""

from __future__ import annotations

from engine.clock import DAY, clock_words, day_of, minute_at
from engine.language.phrases import phrases
from engine.prompts.questions import Interview
from engine.records import Memory, Path, Step
from engine.rehearsal.interview.lookup.time_asked import TimeAsked, time_asked
from engine.rehearsal.interview.question import Asked, Reply, numbers
from engine.rehearsal.interview.self_knowledge import own_words, spoken_clock
from engine.rehearsal.language.doing import doing
from engine.rehearsal.language.text import bare, tidy
from engine.rehearsal.mind import ahead
from engine.rehearsal.recollect import overlap
from engine.rehearsal.understand import content_words

NEAR = 30
_MOST_AGREED, _MOST_USUAL, _MOST_WENT = 3, 3, 2
OF_ONE_THING = 3  # words shared by two texts about the same occasion


def about_plan(asked: Asked) -> Reply | None:
    """Say what is planned for the time asked about, what was promised, or what comes next, or return None."""
    prompt = asked.prompt
    when = asked.when
    if when.clock is not None:
        minute = minute_at(when.day or day_of(prompt.now), when.clock)
        over = when.day is None and minute < prompt.now and asked.finds("asks_ahead")
        return _at(asked, minute + DAY if over else minute)  # one asks of the next day's hour
    if (later := _later_today(asked) or day_ahead(asked)) is not None:
        return later
    if asked.finds("asks_next"):
        return now_and_next(asked)
    for memory in ahead(prompt.engagements, prompt.now):
        if overlap(asked.topics, memory.text, asked.pack) >= 1:
            return Reply((asked.say("remember", core=asked.recount(memory)),), _number(memory, asked))
    if asked.topics and asked.best(asked.topics):
        return None
    return now_and_next(asked)


def deed_ahead(asked: Asked) -> Reply | None:
    """Say what the agent is going to do at a time to come that a question names, or return None."""
    time = time_asked(asked)
    of_oneself = time is not None and time.first >= asked.prompt.now and not asked.named
    return about_plan(asked) if of_oneself else None


def _later_today(asked: Asked) -> Reply | None:
    """Say what is agreed and planned for the part of today that a question names, or return None."""
    prompt, time = asked.prompt, time_asked(asked)
    if time is None or not time.part or time.last <= prompt.now or day_of(time.first) != day_of(prompt.now):
        return None
    bound = [memory for memory in prompt.engagements if memory.when and time.first <= memory.when < time.last]
    agreed = ahead(bound, prompt.now)[:_MOST_AGREED]
    steps = [step for step in _ahead(prompt) if time.first <= step.start < time.last]
    deeds = [_words(step, asked) for step in steps]
    if not asked.prompt.plan:
        deeds = [own_words(asked, item) for item in _usual_between(time, asked)]
    if not agreed and not deeds:
        return None
    planned = asked.pack.listed_deeds(list(dict.fromkeys(deeds))[:_MOST_USUAL])
    parts = [
        asked.say("also" if number else "ahead_of_me", core=asked.recount(memory))
        for number, memory in enumerate(agreed)
    ]
    parts += [asked.say("also_mean_to" if parts else "mean_to", items=planned)] if deeds else []
    return Reply(tuple(parts), tuple(number for memory in agreed for number in _number(memory, asked)))


def hopes(asked: Asked) -> Reply | None:
    """Say what the agent looks forward to: engagements first, then what is on its mind."""
    prompt = asked.prompt
    if asked.when.clock is not None:
        return None
    parts: list[str] = []
    cited: list[int] = []
    for memory in ahead(prompt.engagements, prompt.now)[:2]:
        parts.append(asked.say("also" if parts else "ahead_of_me", core=asked.recount(memory)))
        cited += _number(memory, asked)
    if currently := at_heart(asked, "also" if parts else "inspires"):
        parts += currently.parts
    if not parts:
        return Reply((asked.say("nothing_ahead"),), knows=False)
    return Reply(tuple(parts), tuple(cited))


def at_heart(asked: Asked, frame: str = "inspires") -> Reply | None:
    """Say what the persona is after at present, as its author wrote it, or return None if that is over."""
    currently = tidy(asked.prompt.persona.currently, 260)
    if not currently or _is_over(currently, asked):
        return None
    return Reply((asked.say(frame, core=asked.own(currently)),))


def day_ahead(asked: Asked) -> Reply | None:
    """Say what the agent does on a later day, or in a part of it: what is agreed, and what it usually does.

    Return None if the question names no later day.
    """
    prompt, time = asked.prompt, time_asked(asked)
    if time is None or time.clock is not None or day_of(time.first) <= day_of(prompt.now):
        return None
    bound = [memory for memory in prompt.engagements if memory.when and time.first <= memory.when < time.last]
    agreed = ahead(bound, prompt.now)[:_MOST_AGREED]
    parts = [
        asked.say("also" if parts else "ahead_of_me", core=asked.recount(memory))
        for parts, memory in enumerate(agreed)
    ]
    usual = [own_words(asked, item) for item in _usual_between(time, asked)]
    if usual:
        items = asked.pack.listed_deeds(list(dict.fromkeys(usual))[:_MOST_USUAL])
        parts.append(asked.say("else_usual" if parts else "day_usual", items=items))
    cited = tuple(number for memory in agreed for number in _number(memory, asked))
    return Reply(tuple(parts), cited) if parts else None


def _usual_between(time: TimeAsked, asked: Asked) -> list[str]:
    """Return what the agent usually does in a part of a day."""
    items = [item for item in asked.prompt.persona.routine if item.activity.strip()]
    midnight = minute_at(day_of(time.first), 0)
    first, last = time.first - midnight, time.last - midnight
    return [
        item.activity
        for item, after in zip(items, [*items[1:], None][: len(items)], strict=True)
        if item.start < last and (after is None or after.start > first)
    ]


def _is_over(text: str, asked: Asked) -> bool:
    """Tell whether a text is about an engagement that is over."""
    topics = content_words(text, asked.pack)
    now = asked.prompt.now
    past = (memory for memory in asked.prompt.engagements if memory.when is not None and memory.when < now)
    return any(overlap(topics, memory.text, asked.pack) >= OF_ONE_THING for memory in past)


def right_now(asked: Asked) -> Reply | None:
    """Say what the agent is doing, if it is asked about itself; or return None."""
    return now_and_next(asked) if asked.finds("asks_oneself") else None


def now_and_next(asked: Asked) -> Reply:
    """Say what the agent is doing, what comes next, and what it is engaged for."""
    prompt, parts = asked.prompt, []
    current = bare(tidy(prompt.doing, 200))
    if asked.finds("asks_where") and prompt.place:
        parts.append(asked.say("here_i_am", place=asked.me.place(prompt.place)))
    if current and asked.me.name.full in current:  # a talk, of which all are named
        parts.append(asked.me.own(current))
    elif not current and (goal := _under_way(prompt)) is not None:
        parts.append(asked.say("on_my_way", place=asked.me.place(goal.room), activity=_words(goal, asked)))
    elif phrases(asked.pack.language).doing(current) == "rest":
        parts.append(asked.say("now_resting"))
    elif current:
        parts.append(asked.say("now_doing", activity=current[:1].lower() + current[1:]))
    parts += [_then(asked, step).parts[0] for step in _ahead(prompt)[:1]]
    if asked.finds("asks_next") and not _ahead(prompt):
        parts.append(asked.say("no_plan_next"))
    coming = ahead(prompt.engagements, prompt.now)[:1]
    parts += [asked.say("engaged", core=asked.recount(memory)) for memory in coming]
    cited = tuple(number for memory in coming for number in _number(memory, asked))
    return Reply(tuple(parts) or (asked.say("no_plan"),), cited)


def hour(asked: Asked) -> Reply:
    """Say what time it is."""
    return Reply((asked.say("the_hour", time=asked.pack.calendar.clock(asked.me.now)),))


def _under_way(prompt: Interview) -> Step | None:
    """Return the step for which the agent is on its way, or None."""
    current = (step for step in prompt.plan if step.start <= prompt.now < step.end and step.activity.strip())
    step = next(current, None)
    return step if step is not None and step.room else None


def went(asked: Asked) -> Reply | None:
    """Say what the agent went out for today, or what took it to the place asked about, or return None."""
    home, now = asked.prompt.persona.home, asked.prompt.now
    away = [
        step for step in asked.prompt.plan
        if step.start <= now and step.activity.strip() and _house(step.room) not in ("", _house(home))
    ]  # fmt: skip
    if not asked.finds("ask_went_out") and asked.me.place(home) in asked.question:
        return Reply((asked.say("intro_plain", home=asked.me.place(home)),))
    if not asked.finds("ask_went_out"):
        away = [step for step in away if _is_named(step, asked)]
    errands = {(step.room, step.activity): step for step in reversed(away)}
    first = sorted(errands.values(), key=lambda step: step.start)[:_MOST_WENT]
    parts = [
        asked.say(
            "also_went" if number else "went", activity=_words(step, asked), place=asked.me.place(step.room)
        )
        for number, step in enumerate(first)
    ]
    return Reply(tuple(parts), tuple(n for step in first for n in _lived(step, asked))) if parts else None


def _house(room: Path) -> str:
    return room.partition("/")[0]


def _is_named(step: Step, asked: Asked) -> bool:
    """Tell whether the question names the place of a step."""
    place = asked.me.place(step.room)
    return bool(content_words(place, asked.pack) & asked.topics) or place in asked.question


def and_then(asked: Asked) -> Reply | None:
    """Say what comes after the activity just spoken of, or return None."""
    answered = asked.prompt.earlier[-1][1]
    for number, step in enumerate(asked.prompt.plan):
        if step.activity and _words(step, asked) in answered and number + 1 < len(asked.prompt.plan):
            return _then(asked, asked.prompt.plan[number + 1])
    steps = _ahead(asked.prompt)
    return _then(asked, steps[0]) if steps else Reply((asked.say("no_plan"),))


def _at(asked: Asked, minute: int) -> Reply:
    prompt, at = asked.prompt, spoken_clock(minute, asked)
    for memory in prompt.engagements:
        if memory.when is not None and abs(memory.when - minute) < NEAR:
            frame = "ahead_of_me" if memory.when > prompt.now else "remember"
            return Reply((asked.say(frame, core=asked.recount(memory)),), _number(memory, asked))
    step = next((step for step in prompt.plan if step.start <= minute < step.end and step.activity), None)
    if step is None:
        return _usually_at(asked, minute % DAY)
    place = asked.me.place(step.room or prompt.persona.home)
    if minute < prompt.now:
        frame = "just_done" if asked.finds("ask_done") else "was_at_time"
        going_on = doing(_words(step, asked), asked.pack.grammar)
        return Reply((asked.say(frame, at=at, activity=going_on, place=place),), _lived(step, asked))
    return Reply((asked.say("at_time", at=at, activity=_words(step, asked), place=place),))


def _usually_at(asked: Asked, clock: int) -> Reply:
    """Say what the agent usually does at a time of day for which there is no plan."""
    persona, at = asked.prompt.persona, spoken_clock(clock, asked)
    home = asked.me.place(persona.home)
    if (clock < persona.wake and clock + DAY >= persona.sleep) or clock >= persona.sleep:
        return Reply((asked.say("asleep_at", at=at, home=home),))
    usual = [item for item in persona.routine if item.start <= clock and item.activity.strip()]
    if not usual:
        return Reply((asked.say("woke_at", at=spoken_clock(persona.wake, asked), home=home),))
    place = asked.me.place(usual[-1].place or persona.home)
    activity = own_words(asked, usual[-1].activity)
    return Reply((asked.say("usual_at", at=at, activity=activity, place=place),))


def _then(asked: Asked, step: Step) -> Reply:
    activity = _words(step, asked)
    time, at = clock_words(step.start), spoken_clock(step.start, asked)
    return Reply((asked.say("then", activity=activity, time=time, at=at),))


def _ahead(prompt: Interview) -> list[Step]:
    return [step for step in prompt.plan if step.start > prompt.now and step.activity.strip()]


def _words(step: Step, asked: Asked) -> str:
    return own_words(asked, step.activity)


def _lived(step: Step, asked: Asked) -> tuple[int, ...]:
    """Return the number of the memory of a step that fits the question best, if there is one."""
    topics = frozenset(asked.topics)
    matches = asked.best(topics, 1)
    return numbers(match for match in matches if step.start <= match.memory.minute < step.end)


def _number(memory: Memory, asked: Asked) -> tuple[int, ...]:
    return tuple(number for number, other in asked.numbered() if other.id == memory.id)
