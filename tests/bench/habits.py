"""What people do on the pages of a studio, click by click."""

from __future__ import annotations

from engine.clock import DAY


async def move(visitor, minute):
    """Look at another minute, by the form in the bar."""
    day, time = (named(visitor, f"moment-{box}-") for box in ("day", "time"))
    visitor.fill(day, string_value=f"Day {minute // DAY + 1}")
    visitor.fill(time, string_value=f"{minute % DAY // 60:02}:{minute % 60:02}")
    return await visitor.press("FormSubmitter:moment-form-Go there")


async def turn_to(visitor, n):
    """Look at the nth of all people, by the box in the bar."""
    who = named(visitor, "mind-who-")
    options = visitor.widgets[who][0].options
    return await visitor.choose(who, string_value=options[n % len(options)])


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
    days = named(visitor, "relations-day-")
    options = visitor.widgets[days][0].options
    return await visitor.choose(days, string_array_value=[options[n % len(options)]])


def named(visitor, beginning):
    """The name of the widget of a page whose key begins so."""
    return next(name for name in visitor.widgets if name.startswith(beginning))


def label(option):
    """A choice as the page wrote it: its icon stands apart in what is sent."""
    return f"{option.content_icon} {option.content}"
