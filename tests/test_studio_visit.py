"""The Visit register of the Chat page: a person talks aloud with who is in a room, and it stays."""

from __future__ import annotations

import html

import pytest

from engine.api.workspace import Run
from engine.clock import clock_words, day_of
from engine.records import Conversation, is_visitor
from engine.store.log.rows import read_log
from studio.pages import PAGES
from tests.studios import at_leisure, handed, lived, press, studio, well, words

pytestmark = pytest.mark.soak


@pytest.fixture
def town(tmp_path):
    workspace, run = lived(tmp_path)
    run.live("day 2 10:00")
    yield run
    workspace.close()


@pytest.fixture(autouse=True)
def _no_pace(monkeypatch):
    monkeypatch.setattr("studio.talk.streamed_answer._PACE", 0.0)


def register(monkeypatch, run, agent=None):
    at = studio(monkeypatch, run.store.path.parent, "chat", agent=agent or at_leisure(run))
    at.segmented_control(key="chat-mode").set_value("visit").run()
    return well(at)


def begin(monkeypatch, run, name="Tom Reed", about="a reporter from the city"):
    at = register(monkeypatch, run)
    next(one for one in at.text_input if one.label.startswith("Your name")).set_value(name)
    next(one for one in at.text_input if one.label.startswith("Who you are")).set_value(about)
    next(one for one in at.button if one.label == "Start visit").click()
    return well(at.run())


def say(at, text):
    at.chat_input[0].set_value(text).run()
    return well(at)


def test_what_a_visit_does_is_said_before_it_begins(monkeypatch, town):
    said = words(register(monkeypatch, town))
    assert "Everyone there remembers every line" in said
    assert "the fingerprint changes" in said


def test_a_visit_is_begun_talked_and_left(monkeypatch, town):
    at = begin(monkeypatch, town)
    assert "You are Tom Reed, a visitor" in words(at)
    at = say(at, "The lighthouse burned down last night.")
    assert len(at.chat_message) >= 2
    assert "The lighthouse burned down last night." in words(at)
    at = press(at, "visit-leave")
    assert "You have left. This is what they remember of Tom Reed" in words(at)
    assert town.visiting is None
    assert any(
        is_visitor(one) for talk in read_log(town.store, town.number, Conversation) for one in talk.members
    )


@pytest.mark.nightly
def test_a_closed_window_finds_the_visit_again(monkeypatch, town):
    say(begin(monkeypatch, town), "I shall be back.")
    again = register(monkeypatch, town)
    assert "I shall be back." in words(again)
    assert "You are Tom Reed, a visitor" in words(again)


@pytest.mark.nightly
def test_they_can_be_listened_to(monkeypatch, town):
    at = press(begin(monkeypatch, town), "visit-listen")
    assert town.visiting is not None
    assert at.chat_message


def test_a_room_without_anybody_says_who_is_near(monkeypatch, town):
    at = register(monkeypatch, town)
    taken = {one.room for one in town.at().people.values()}
    empty = next(path for path in town.town.world.rooms if path not in taken)
    next(box for box in at.selectbox if box.label == "Where").set_value(empty)
    next(one for one in at.button if one.label == "Start visit").click()
    assert "nearby: " in words(well(at.run()))
    assert town.visiting is None


def test_the_copy_is_a_press_away(monkeypatch, town):
    at = press(register(monkeypatch, town), "visit-fork")
    assert at.session_state["tw-chosen-run"] != town.row.id


@pytest.mark.nightly
@pytest.mark.parametrize("text", ["<script>alert(1)</script>", "**bold** [x](y)", "🧑‍🌾 你好", "a\x1b[31mb"])
def test_markup_in_a_line_or_a_name_is_shown_as_it_was_typed(monkeypatch, town, text):
    at = say(begin(monkeypatch, town, name=text, about=text), text)
    assert text.replace("\x1b", " ") in html.unescape(words(at))
    press(at, "visit-leave")


def pages_of_a_run():
    return [page.name for group in ("Run", "Explore") for page in PAGES[group]]


@pytest.fixture(scope="module")
def visited(tmp_path_factory):
    """A town in which Tom Reed told somebody something, and which has lived on."""
    workspace, run = lived(tmp_path_factory.mktemp("visited"))
    run.live("day 2 10:00")
    visit = run.visit(run.at().people[at_leisure(run)].room, "Tom Reed", "a sailor")
    visit.say("Felix Moreno has stolen the money of the harbour and means to leave the town.")
    visit.leave()
    run.live("day 2 23:00")
    yield run
    workspace.close()


@pytest.mark.nightly
@pytest.mark.parametrize("page", pages_of_a_run())
def test_every_page_shows_a_town_that_was_visited(monkeypatch, visited, page):
    talks = read_log(visited.store, visited.number, Conversation)
    talk = next(talk for talk in talks if any(is_visitor(one) for one in talk.members))
    who = next(one for one in talk.members if not is_visitor(one))
    line = next(line for line in visited.lines(talk.id) if is_visitor(line.speaker))
    for day in (1, 2):
        well(studio(monkeypatch, visited.store.path.parent, page, agent=who, day=day))
    well(studio(monkeypatch, visited.store.path.parent, page, agent=who, why=line.id))


@pytest.mark.nightly
def test_the_feed_knows_everybody_whom_its_rows_name(monkeypatch, visited):
    sent = handed(well(studio(monkeypatch, visited.store.path.parent, "stage")), "town_feed")
    named = {agent for row in sent["rows"] for agent in row["who"]}
    assert any(is_visitor(agent) for agent in named)
    assert named <= set(sent["people"])
    assert {sent["people"][agent]["name"] for agent in named if is_visitor(agent)} == {"Tom Reed"}


@pytest.mark.parametrize("words_of", ["money of the harbour", "Tom Reed"])
def test_the_news_says_that_they_had_it_from_the_visitor(monkeypatch, visited, words_of):
    at = well(studio(monkeypatch, visited.store.path.parent, "news", words=words_of))
    assert "Tom Reed" in words(at)
    assert "cannot know of it" not in words(at)


# ---- be the mind


def taking_the_place(monkeypatch, run, agent="isabel"):
    at = studio(monkeypatch, run.store.path.parent, "chat", agent=agent)
    at.segmented_control(key="chat-mode").set_value("be").run()
    return press(well(at), "being-begin")


def test_each_question_is_put_and_what_the_model_would_have_said_shown_after(monkeypatch, town):
    at = taking_the_place(monkeypatch, town)
    assert "you are Isabel Moreno. Your task is to" in words(at)
    assert "The model" not in words(at)
    at = press(at, "being-answer")
    assert "The model" in words(at)


@pytest.mark.nightly
def test_what_is_no_answer_is_said_to_be_none(monkeypatch, town):
    at = taking_the_place(monkeypatch, town)
    at.text_area[0].set_value("x" * 10_000)
    assert "This answer cannot be used" in words(press(at, "being-answer"))


@pytest.mark.nightly
def test_one_can_stop_at_any_question(monkeypatch, town):
    at = press(taking_the_place(monkeypatch, town), "being-stop")
    assert "Whenever Isabel Moreno has to decide what to do" in words(at)


@pytest.mark.nightly
def test_an_hour_has_an_end(monkeypatch, town):
    at = taking_the_place(monkeypatch, town)
    for _ in range(40):
        if "The hour is over" in words(at):
            break
        at = press(at, "being-answer")
    assert "The hour is over" in words(at)
    assert town.clock >= 24 * 60 + 11 * 60 - 1
    assert "The hour is over" not in words(press(at, "being-on")), "another one begins at once"


@pytest.mark.nightly
def test_the_bar_says_the_moment_to_which_the_town_has_come_by_the_question(monkeypatch, town):
    at = taking_the_place(monkeypatch, town)
    labels = [one.proto.popover.label for one in blocks(at.main) if one.type == "popover"]
    now = f"Day {day_of(town.clock)} · {clock_words(town.clock)}"
    assert now in labels


def blocks(block):
    for child in getattr(block, "children", {}).values():
        yield child
        yield from blocks(child)


def test_an_hour_in_which_nothing_was_asked_says_so_and_can_be_waited_on(monkeypatch, town):
    """Regression: the hour was over as soon as it was begun, without a word of why."""
    waited = []
    monkeypatch.setattr(Run, "be", lambda _, agent, given, until: waited.append(until))
    at = taking_the_place(monkeypatch, town)
    assert "Isabel Moreno has not been asked anything" in words(at)
    assert "The hour is over" not in words(at)
    press(at, "being-wait")
    assert waited[-1] == town.clock + 24 * 60


@pytest.mark.nightly
@pytest.mark.parametrize("text", ["I have seen a whale!", "<b>我</b> **saw** [it](x)"])
def test_a_line_is_answered_in_ones_own_words(monkeypatch, town, text):
    at = taking_the_place(monkeypatch, town)
    for _ in range(40):
        own = [area for area in at.text_area if area.label == "Or in your own words"]
        if own:
            own[0].set_value(text)
            press(at, "being-answer")
            at = press(at, "being-stop")
            return
        if "The hour is over" in words(at):
            pytest.skip("nobody spoke to her in this hour")
        at = press(at, "being-answer")
