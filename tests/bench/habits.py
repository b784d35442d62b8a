"""What people do on the pages of a studio, click by click."""

from __future__ import annotations

from engine.clock import DAY

DAYS = 5  # that the towns looked at have lived


async def move(visitor, minute):
    """Look at another minute, by the form in the bar."""
    day, time = (named(visitor, f"moment-{box}-") for box in ("day", "time"))
    visitor.fill(day, string_value=f"Day {minute // DAY + 1}")
    visitor.fill(time, string_value=f"{minute % DAY // 60:02}:{minute % 60:02}")
    return await visitor.press("FormSubmitter:moment-form-Go there")


async def move_about(visitor, n):
    """Look at the nth of many minutes, none twice: of all days, mornings and evenings."""
    return await move(visitor, (n * 7 % 64 + 28) * 15 + n % DAYS * DAY)


async def turn_to(visitor, n, page="mind"):
    """Look at the nth of all people, by the box in the bar of a page."""
    who = named(visitor, f"{page}-who-")
    options = visitor.widgets[who][0].options
    return await visitor.choose(who, string_value=options[n % len(options)])


async def turn_to_many_memories(visitor):
    """Look at the first of all people whose memories fill more than one page."""
    for n in range(len(visitor.widgets[named(visitor, "mind-who-")][0].options)):
        await turn_to(visitor, n)
        if is_there(visitor, "stream-page-"):
            return
    raise AssertionError("nobody here has more than a page of memories: live more days, or look later")


async def look_within(visitor, n):
    """Turn to the nth page of the memories that somebody has."""
    pages = named(visitor, "stream-page-")
    return await visitor.choose(pages, int_value=n % visitor.widgets[pages][0].num_pages + 1)


async def look_elsewhere(visitor, n):
    """Turn to the nth of the sections of a mind."""
    options = visitor.widgets["mind-section"][0].options
    return await visitor.choose("mind-section", string_array_value=[label(options[n % len(options)])])


async def look_back(visitor, n):
    """Turn to the nth of the days on which the relationships can be seen."""
    return await visitor.turn(f"day={n % (DAYS + 1)}")


def named(visitor, beginning):
    """The name of the widget of a page whose key begins so."""
    return next(name for name in visitor.widgets if name.startswith(beginning))


def is_there(visitor, beginning):
    """Whether a page has a widget whose key begins so."""
    return any(name.startswith(beginning) for name in visitor.widgets)


def label(option):
    """A choice as the page wrote it: its icon stands apart in what is sent."""
    return f"{option.content_icon} {option.content}"


async def wander(visitor, draw):
    """The next click of somebody who looks around on Stage and Mind."""
    at_mind = is_there(visitor, "mind-who-")
    if draw.random() < 0.2:
        return await visitor.go("stage" if at_mind else "mind")
    acts = [move_about]
    if at_mind:
        acts = [move_about, turn_to, turn_to]
        acts += [look_elsewhere] * ("mind-section" in visitor.widgets)
        acts += [look_within] * is_there(visitor, "stream-page-")
    return await draw.choice(acts)(visitor, draw.randrange(1_000))
