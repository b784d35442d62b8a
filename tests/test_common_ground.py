"""What people in a talk know of each other: nobody asks after whom they have just met, or the same twice.

The rows of lived days are read here, not what the rules went by.
"""

from __future__ import annotations

import pytest

from engine.api.workspace import open_workspace
from engine.clock import day_of
from engine.records import Line, Memory, Presence
from engine.rehearsal.conversation.hearing import gaps_at_end, hear
from engine.rehearsal.language.pack import bundled_packs, pack_for
from tests.lived_towns import ROOT, kept, lived_town

LATELY = 3 * 60  # minutes in which one has just met somebody
ASKED_AFTER = ("ask_seen", "ask_about")
ASKED_ONCE_A_DAY = ("ask_seen", "ask_about", "ask_day", "ask_plans", "ask_plans_late", "ask_coming")


def lived_by_strangers(town, seed):
    """Return the folder of a workspace in which a town of strangers has lived two days."""

    def live(folder):
        with open_workspace(folder) as workspace:
            workspace.scenarios.add_folder(ROOT / "tests" / "strangers" / "towns" / town, town)
            workspace.runs.new(town, seed=seed).live(2880)

    return kept(f"strangers {town} {seed}", live)


def lived(folder):
    """Return the lines, talks and presences of the only run of a workspace, and the pack of its town."""
    with open_workspace(folder) as workspace:
        moment = workspace.runs.find(1).at()
        log, town = moment.log, moment.town
        pack = pack_for(bundled_packs(), town.scenario.language)
        called = {name.called: agent for agent, name in town.cast.known_as.items()}
        return list(log.rows(Line)), list(log.conversations()), list(log.rows(Presence)), pack, called


def asked(line, frames, pack):
    """Yield each of these frames that a line has the words of, with what fills the gaps of its end."""
    acts = hear(line.text, pack).acts
    for frame in frames:
        if frame in acts:
            yield frame, tuple(sorted(gaps_at_end(line.text, frame, pack).items()))


def met_shortly_before(line, subject, talks):
    """Return whether the one who asks has just spoken with somebody."""
    return any(
        {subject, line.speaker} <= set(talk.members)
        for talk in talks
        if talk.id != line.conversation and line.said_at - LATELY < talk.until <= line.said_at
    )


def in_the_room(line, subject, talks, presences):
    """Return whether somebody is in the room in which a line is said."""
    room = next(talk.room for talk in talks if talk.id == line.conversation)
    before = [each for each in presences if each.agent == subject and each.id < line.id]
    return bool(before) and before[-1].room == room and before[-1].inside


def asks_after_somebody_just_met(folder):
    """Return the lines in which somebody asks after a person whom they just met, or who is there."""
    lines, talks, presences, pack, called = lived(folder)
    return [
        line.text
        for line in lines
        for _, gaps in asked(line, ASKED_AFTER, pack)
        for subject in [called.get(dict(gaps).get("subject", ""))]
        if subject is not None
        and (met_shortly_before(line, subject, talks) or in_the_room(line, subject, talks, presences))
    ]


def asks_what_was_answered(folder):
    """Return the lines in which somebody asks another one the same as in an earlier talk of the day."""
    lines, *_, pack, _called = lived(folder)
    said, again = {}, []
    for line in lines:
        for frame, gaps in asked(line, ASKED_ONCE_A_DAY, pack):
            about = "" if frame in ("ask_day", "ask_plans", "ask_plans_late") else gaps
            key = (line.speaker, line.hearers, frame, about, day_of(line.said_at))
            if said.setdefault(key, line.conversation) != line.conversation:
                again.append(line.text)
    return again


def introduces_oneself(folder):
    """Return the lines with which people of one small town tell each other their names."""
    lines, *_, pack, _called = lived(folder)
    begun = {line.conversation: line.id for line in reversed(lines)}  # the words may stand in farewells, too
    opened = [line for line in lines if line.id == begun[line.conversation]]
    return [line.text for line in opened if any(asked(line, ("greet_stranger",), pack))]


@pytest.mark.parametrize("check", [asks_after_somebody_just_met, asks_what_was_answered, introduces_oneself])
def test_people_go_by_what_they_have_in_common(check):
    assert check(lived_town("willow-bay", 2880)) == []


@pytest.mark.nightly
@pytest.mark.parametrize("check", [asks_after_somebody_just_met, asks_what_was_answered, introduces_oneself])
@pytest.mark.parametrize("seed", [3, 5, 12])
@pytest.mark.parametrize("town", ["the-green", "three-neighbours", "liuwan"])
def test_so_do_people_of_other_towns(town, seed, check):
    assert check(lived_town(town, 2880, seed=seed)) == []


@pytest.mark.nightly
@pytest.mark.parametrize("check", [asks_after_somebody_just_met, asks_what_was_answered, introduces_oneself])
@pytest.mark.parametrize("seed", [3, 5])
@pytest.mark.parametrize("town", ["quarry-end", "courier", "station-nine", "denglong-jie"])
def test_so_do_people_of_towns_that_strangers_wrote(town, seed, check):
    assert check(lived_by_strangers(town, seed)) == []


@pytest.mark.nightly
def test_who_is_asked_to_our_place_knows_then_where_that_is():
    lines, *_ = lived(lived_by_strangers("yongan-li", 5))
    guests = {agent for line in lines if "在我家办" in line.text for agent in line.hearers}
    assert guests
    with open_workspace(lived_by_strangers("yongan-li", 5)) as workspace:
        agreed = [row for row in workspace.runs.find(1).at().log.rows(Memory) if row.kind == "plan"]
    bound = [row for row in agreed if row.agent in guests and row.when and "饺子宴" in row.text]
    assert {row.place for row in bound} == {"何家/客厅"}
