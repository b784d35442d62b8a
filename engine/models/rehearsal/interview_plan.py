"""Interview answers about what one is doing, did today, and is going to do."""

from __future__ import annotations

from engine.clock import DAY, clock_words, day_of, minute_at
from engine.models.rehearsal.asked import Asked, Reply, overlap
from engine.models.rehearsal.grammar import as_mine, doing, low
from engine.models.rehearsal.interview_memory import best, quoted
from engine.models.rehearsal.mind import ahead, listed
from engine.models.rehearsal.text import bare, tidy
from engine.models.rehearsal.when import read_when
from engine.prompts.questions import Interview
from engine.records import Step


def about_plan(asked: Asked) -> Reply | None:
    """What is planned for the time asked about; what was promised; what one is at and does next."""
    prompt = asked.prompt
    when = read_when(asked.question, prompt.now, asked.pack)
    if when.clock is not None:
        minute = minute_at(when.day or day_of(prompt.now), when.clock)
        return _at(asked, minute)
    for memory in ahead(prompt.engagements, prompt.now):
        if overlap(asked.topics, memory.text) >= 1:
            numbers = [number for number, other in asked.numbered() if other.id == memory.id]
            return Reply((asked.say("remember", core=quoted(asked, memory)),), tuple(numbers))
    if asked.topics and best(asked, asked.topics, 1):
        return None
    return now_and_next(asked)


def hopes(asked: Asked) -> Reply | None:
    """What one looks forward to: what is agreed, then what is on one's mind, then the usual round."""
    prompt = asked.prompt
    if read_when(asked.question, prompt.now, asked.pack).clock is not None:
        return None
    parts: list[str] = []
    numbers: list[int] = []
    for memory in ahead(prompt.engagements, prompt.now)[:2]:
        parts.append(asked.say("also" if parts else "ahead_of_me", core=quoted(asked, memory)))
        numbers += [number for number, other in asked.numbered() if other.id == memory.id]
    currently = tidy(prompt.persona.currently, 260)
    if currently:
        parts.append(asked.say("also" if parts else "ahead_of_me", core=asked.own(currently)))
    return Reply(tuple(parts), tuple(numbers)) if parts else about_usual_day(asked)


def about_usual_day(asked: Asked) -> Reply:
    """The broad shape of an ordinary day."""
    grammar = asked.pack.grammar
    items = [
        f"{clock_words(item.start)} {as_mine(low(bare(tidy(item.activity, 80)), grammar), grammar)}"
        for item in asked.prompt.persona.routine[:8]
        if item.activity.strip()
    ]
    if not items:
        return Reply((asked.say("no_routine"),))
    return Reply((asked.say("routine", items=listed(items, asked.pack)),))


def and_then(asked: Asked) -> Reply | None:
    """What comes after what was just spoken of."""
    answered = asked.prompt.earlier[-1][1]
    steps = _ahead(asked.prompt)
    for number, step in enumerate(asked.prompt.plan):
        if step.activity and _words(step) in answered and number + 1 < len(asked.prompt.plan):
            return _then(asked, asked.prompt.plan[number + 1])
    return _then(asked, steps[0]) if steps else Reply((asked.say("no_plan"),))


def _at(asked: Asked, minute: int) -> Reply:
    time = clock_words(minute)
    for memory in asked.prompt.engagements:
        if memory.when is not None and abs(memory.when - minute) < 30:
            return Reply((asked.say("engaged", core=quoted(asked, memory)),))
    step = next(
        (step for step in asked.prompt.plan if step.start <= minute < step.end and step.activity), None
    )
    if step is None:
        return _usually_at(asked, minute % DAY)
    if minute < asked.prompt.now:
        going_on = low(doing(_words(step), asked.pack.grammar), asked.pack.grammar)
        return Reply((asked.say("was_at_time", time=time, activity=going_on),))
    return Reply((asked.say("at_time", time=time, activity=low(_words(step), asked.pack.grammar)),))


def _usually_at(asked: Asked, clock: int) -> Reply:
    """Without a plan for that time: what one usually does then."""
    persona, time = asked.prompt.persona, clock_words(clock)
    if (clock < persona.wake and clock + DAY >= persona.sleep) or clock >= persona.sleep:
        return Reply((asked.say("asleep_at", time=time),))
    usual = [item for item in persona.routine if item.start <= clock and item.activity.strip()]
    if not usual:
        return Reply((asked.say("no_plan"),))
    activity = low(bare(tidy(usual[-1].activity, 120)), asked.pack.grammar)
    return Reply((asked.say("usual_at", time=time, activity=as_mine(activity, asked.pack.grammar)),))


def now_and_next(asked: Asked) -> Reply:
    """What one is doing, what comes next, and what must not be forgotten."""
    prompt, parts = asked.prompt, []
    current = bare(tidy(prompt.doing, 200))
    if current:
        going_on = low(doing(current, asked.pack.grammar), asked.pack.grammar)
        parts.append(asked.say("now_doing", activity=going_on))
    parts += [_then(asked, step).parts[0] for step in _ahead(prompt)[:1]]
    coming = ahead(prompt.engagements, prompt.now)[:1]
    parts += [asked.say("engaged", core=quoted(asked, memory)) for memory in coming]
    return Reply(tuple(parts) or (asked.say("no_plan"),))


def _then(asked: Asked, step: Step) -> Reply:
    activity = low(_words(step), asked.pack.grammar)
    return Reply((asked.say("then", activity=activity, time=clock_words(step.start)),))


def _ahead(prompt: Interview) -> list[Step]:
    return [step for step in prompt.plan if step.start > prompt.now and step.activity.strip()]


def _words(step: Step) -> str:
    return bare(tidy(step.activity, 200))
