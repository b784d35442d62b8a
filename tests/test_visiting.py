"""A person visits: they talk with who is in a room, everybody remembers it, and the days go on from there."""

from __future__ import annotations

import contextlib
import io
from collections import Counter

import pytest

from engine.api.talk import LONGEST_LINE
from engine.api.workspace import open_workspace
from engine.errors import BadInput, ModelFailed, NotFound, RunBusy
from engine.export.registry import run_exports
from engine.records import Conversation, Event, Line, Turn, is_visitor, visitor
from engine.rehearsal.conversation.hearing import hear
from engine.rehearsal.language.pack import bundled_packs
from engine.row_ids import AUTHOR, agent_number_of
from engine.running.run_session import hold
from engine.store.log.rows import read_log
from engine.store.verifying.verifying import verify
from tests.marks import in_turn

pytestmark = pytest.mark.soak

TOM = visitor("Tom Reed")
TOWNS = {
    "willow-bay": ("Tom Reed", "a reporter from the city", "The lighthouse burned down last night."),
    "liuwan": ("田瑞", "城里来的记者", "渡船停到星期五。"),
}


def crowded(run):
    """The room where most people are awake."""
    here = (one.room for one in run.at().people.values() if one.inside and not one.asleep)
    return Counter(here).most_common(1)[0][0]


@pytest.fixture(scope="module")
def begun(tmp_path_factory):
    with open_workspace(tmp_path_factory.mktemp("w")) as workspace:
        for town in TOWNS:
            workspace.runs.new(town).live("day 1 10:00")
        yield workspace


@pytest.fixture(params=in_turn(TOWNS, plain=["willow-bay"]))
def run(begun, request):
    """A town at ten in the morning, of which each test has a copy of its own."""
    return begun.runs.find(f"{request.param}-1").fork()


@pytest.fixture
def bay(begun):
    return begun.runs.find("willow-bay-1").fork()


def two_together(run):
    """Live on until two who are at one place can be spoken to; return the place, and them."""
    for _ in range(30):
        copy = run.fork()
        with contextlib.suppress(NotFound):
            here = copy.visit(crowded(copy), *TOWNS["liuwan"][:2]).now.others
            if len(here) > 1:
                return crowded(copy), *here
        run.live(run.clock + 10)
    raise AssertionError("no two came together in five hours")


def lines_of(run, conversation):
    return tuple(read_log(run.store, run.number, Line, where={"conversation": conversation}))


def visited(run, *said, name=None, room=None):
    """A visit with some lines that is over; who heard it."""
    called, about, news = TOWNS[run.row.scenario]
    visit = run.visit(room or crowded(run), name or called, about)
    members = visit.now.members
    for text in said or (news,):
        visit.say(text)
    visit.leave()
    return members


# ---- a talk


def test_each_line_is_answered_by_who_is_there_and_remembered_by_all(run):
    name, about, news = TOWNS[run.row.scenario]
    visit = run.visit(crowded(run), name, about)
    members = visit.now.members
    first, *answers = visit.say(news)
    assert (first.speaker, first.text) == (visitor(name), news)
    assert answers
    assert {one.speaker for one in answers} <= set(members)
    for member in members:
        texts = [one.text for one in run.at().memories(member, kinds=("talk",)).items]
        assert any(news.rstrip(".。") in text and name in text for text in texts)
        met = [one.text for one in run.at().memories(member, kinds=("observation",)).items]
        assert any(about in text for text in met)


def test_when_it_is_over_everybody_keeps_what_anybody_keeps_of_a_talk(run):
    name = TOWNS[run.row.scenario][0]
    members = visited(run)
    assert run.visiting is None
    (talk,) = (one for one in read_log(run.store, run.number, Conversation) if visitor(name) in one.members)
    assert talk.summary
    assert talk.ended_by in talk.members
    assert len(lines_of(run, talk.id)) >= 2
    for member in members:
        kept = [one for one in run.at().memories(member, kinds=("talk",)).items if one.importance > 1]
        assert any(name in one.text for one in kept), "a summary, or what was learned"
        ties = [one for one in run.at().relations if (one.agent, one.other) == (member, visitor(name))]
        assert ties
        assert ties[0].kind


@pytest.mark.nightly
def test_the_day_goes_on_from_there_and_days_later_they_bring_it_up(run):
    name, _, _ = TOWNS[run.row.scenario]
    members = visited(run)
    run.live(days=2)
    asked = run.at().ask(members[0], f"Who is {name}?" if run.scenario.language == "en" else f"{name}是谁？")
    assert name in asked.text


@pytest.mark.nightly
def test_what_a_visitor_told_is_told_on_as_hearsay(bay):
    visited(bay, "Felix Moreno has stolen the money of the harbour and means to leave the town.")
    bay.live(days=2)
    tellings = [
        line
        for line in read_log(bay.store, bay.number, Line)
        if not is_visitor(line.speaker) and TOM not in line.hearers and "money of the harbour" in line.text
    ]
    assert tellings, "somebody who heard it told somebody else"


def test_all_of_it_is_the_authors(bay):
    visited(bay)
    talk = next(one for one in read_log(bay.store, bay.number, Conversation) if TOM in one.members)
    assert all(agent_number_of(row.id) == AUTHOR for row in (talk, *lines_of(bay, talk.id)))
    turns = read_log(bay.store, bay.number, Turn, where={"agent": ""}, after=talk.minute - 1)
    assert {turn.reason for turn in turns} == {"author"}


@pytest.mark.nightly
def test_the_same_lines_give_the_same_town(begun):
    town = begun.runs.find("willow-bay-1")
    one, other = town.fork(), town.fork()
    for run in (one, other):
        visited(run, "Good morning.", "The ferry is cancelled until Friday.")
        run.live("day 1 18:00")
    assert one.at().fingerprint == other.at().fingerprint


@pytest.mark.nightly
def test_as_somebody_of_the_town_one_speaks_where_they_are(begun):
    run = begun.runs.find("liuwan-1").fork()
    room, who, *others = two_together(run)
    visit = run.visit(room, run.town.cast.names[who])
    assert set(visit.now.others) == set(others)
    first, *answers = visit.say("渡船停到星期五。")
    assert first.speaker == who
    assert {one.speaker for one in answers} <= set(others)
    visit.leave()
    talk = next(iter(read_log(run.store, run.number, Conversation, newest_first=True)))
    assert set(talk.members) == {who, *others}
    kept = [one.text for one in run.at().memories(who, kinds=("talk",)).items]
    assert any("渡船停到星期五" in text for text in kept), "who is spoken as remembers it too"


def test_somebody_elsewhere_cannot_be_spoken_as(bay):
    away = next(one for one in bay.at().people.values() if one.room != crowded(bay))
    with pytest.raises(BadInput, match="is not at"):
        bay.visit(crowded(bay), away.agent)


def test_to_listen_is_to_let_the_others_go_on(bay):
    visit = bay.visit(crowded(bay), "Tom Reed")
    said = visit.listen()
    assert all(not is_visitor(line.speaker) for line in said)
    visit.leave()


# ---- who is there, and who is near


def test_a_room_that_nobody_is_in_says_who_is_near(bay):
    empty = next(
        path for path in bay.town.world.rooms if path not in {one.room for one in bay.at().people.values()}
    )
    with pytest.raises(NotFound, match=r"nobody at .* nearby: .* min"):
        bay.visit(empty, "Tom Reed")
    assert bay.visiting is None


def test_two_visits_at_once_are_one_too_many(bay):
    bay.visit(crowded(bay), "Tom Reed")
    with pytest.raises(BadInput, match=r"Tom Reed is already visiting .*; end that visit first"):
        bay.visit(crowded(bay), "Ann Poe")


def test_nobody_visits_a_town_that_lives(bay):
    visit = bay.visit(crowded(bay), "Tom Reed")
    with hold(bay.store, bay.row):
        for does in (lambda: visit.say("Hello there."), visit.listen, visit.leave):
            with pytest.raises(RunBusy, match="is being simulated by"):
                does()


def test_nobody_visits_before_the_first_day(begun):
    with pytest.raises((BadInput, NotFound)):
        begun.runs.new("three-neighbours").visit("The Orchard", "Tom Reed")


# ---- closing, forking, going on


def test_who_closes_the_window_finds_the_visit_again(begun, bay):
    visit = bay.visit(crowded(bay), "Tom Reed", "a sailor")
    said = visit.say("I have come about the boat.")
    again = begun.runs.find(bay.row.id).visiting
    assert again is not None
    assert again.now.lines == said
    assert again.now.person == TOM


def test_what_was_said_is_kept_when_no_answer_comes(bay, monkeypatch):
    visit = bay.visit(crowded(bay), "Tom Reed")

    async def failing(*_):
        raise ModelFailed("the server is gone")

    with monkeypatch.context() as patched:
        patched.setattr("engine.rehearsal.Rehearsal.ask", failing)
        with pytest.raises(ModelFailed):
            visit.say("Is anybody there?")
    assert [line.text for line in visit.now.lines] == ["Is anybody there?"]
    assert visit.listen(), "it is answered when somebody can"
    assert verify(bay.store, bay.number) is None


def test_whoever_lets_the_town_live_on_ends_the_visit_first(bay):
    visit = bay.visit(crowded(bay), "Tom Reed")
    visit.say("I must be going.")
    bay.live("day 1 12:00")
    assert bay.visiting is None
    assert any(TOM in talk.members for talk in read_log(bay.store, bay.number, Conversation))


def test_a_visit_without_a_word_leaves_no_talk_to_remember(bay):
    visit = bay.visit(crowded(bay), "Tom Reed")
    members = visit.now.members
    visit.leave()
    assert bay.visiting is None
    assert not any("Tom Reed" in one.text for one in bay.at().memories(members[0], kinds=("talk",)).items)
    bay.live("day 1 11:00")
    assert verify(bay.store, bay.number) is None


def test_one_comes_again_and_is_known(bay):
    room = crowded(bay)
    visited(bay, "I have come about the boat.", room=room)
    bay.live("day 1 12:00")
    events = [one for one in read_log(bay.store, bay.number, Event) if TOM in one.about]
    assert [one.kind for one in events][:2] == ["author", "talk"]


def test_who_says_hello_again_the_same_day_is_answered_and_not_seen_off(bay):
    room = crowded(bay)
    visited(bay, "I have come about the boat.", room=room)
    bay.live("day 1 12:00")
    _, *answers = bay.visit(crowded(bay), "Tom Reed").say("Hello.")
    assert answers
    assert not any(hear(one.text, bundled_packs()["en"]).leaves for one in answers)


def test_who_is_spoken_as_by_the_author_hears_words_or_nothing(begun):
    run = begun.runs.find("liuwan-1").fork()
    room, who, *_ = two_together(run)
    visit = run.visit(room, run.town.cast.names[who])
    said = [line for text in ("早。", "今天风大。", "河水涨了。", "我先看看。") for line in visit.say(text)]
    assert all(any(map(str.isalnum, line.text)) for line in said)


@pytest.mark.nightly
def test_forks_and_cassettes_have_the_visit_and_live_the_same(begun, run):
    visited(run)
    fork = run.fork()
    assert fork.at().fingerprint == run.at().fingerprint
    cassette = begun.runs.open_cassette(io.BytesIO(b"".join(run.export("cassette"))), "")
    assert cassette.at().fingerprint == run.at().fingerprint
    for one in (run, fork, cassette):
        one.live("day 1 20:00")
        assert verify(one.store, one.number) is None
    assert fork.at().fingerprint == run.at().fingerprint == cassette.at().fingerprint


def test_one_forks_before_or_after_a_visit_but_not_within(bay):
    visit = bay.visit(crowded(bay), "Tom Reed")
    if bay.clock > visit.now.minute:
        with pytest.raises(BadInput, match="Tom Reed is visiting"):
            bay.fork()
    assert bay.fork("day 1 09:00").visiting is None


# ---- everywhere a speaker is named


def test_every_export_names_the_visitor(run):
    name, _, news = TOWNS[run.row.scenario]
    visited(run)
    run.live("day 1 12:00")
    for export in run_exports():
        made = b"".join(run.export(export))
        if export in ("ink", "html", "lines-csv", "replay", "twee", "jsonl", "renpy"):
            assert news.rstrip(".。").encode() in made, export
            assert name.encode() in made, export


@pytest.mark.nightly
def test_every_row_of_it_can_be_explained_and_every_story_told(run):
    visited(run)
    run.live(days=1)
    for kind in (Event, Line, Conversation):
        for row in read_log(run.store, run.number, kind):
            if agent_number_of(row.id) == AUTHOR:
                run.why(row.id)
    story = run.story()
    assert story.paper(1)
    for agent in run.town.cast.names:
        assert run.at().memories(agent).items
    for view in run.views:
        run.query(f"SELECT * FROM {view.name}")


# ---- hostile


@pytest.mark.parametrize("text", ["", "  \n\t ", "\x00\x1b", "x" * 10_000])
def test_a_line_of_nothing_or_too_much_is_refused_in_words(bay, text):
    visit = bay.visit(crowded(bay), "Tom Reed")
    with pytest.raises(BadInput, match="a line"):
        visit.say(text)
    assert visit.now.lines == ()


@pytest.mark.parametrize("name", ["x" * 61, "x" * 10_000])
def test_a_name_that_is_none_is_refused_in_words(bay, name):
    with pytest.raises(BadInput, match="a name can have at most 60 characters"):
        bay.visit(crowded(bay), name)


@pytest.mark.nightly
@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script> [x](javascript:y)",
        "a\x1b[31mred\x00\nline",
        "”“ $name ${x} {y} %s",
        "🧑‍🌾 你好",
    ],
)
def test_markup_and_control_characters_are_only_words(bay, text):
    visit = bay.visit(crowded(bay), text[:20], text)
    said, *_ = visit.say(text)
    assert "\x1b" not in said.text
    assert "\n" not in said.text
    visit.leave()
    bay.live("day 1 14:00")
    for export in run_exports():
        b"".join(bay.export(export))
    assert verify(bay.store, bay.number) is None


def test_as_many_letters_as_one_says_at_once_can_be_said(bay):
    assert bay.visit(crowded(bay), "Tom Reed").say("x" * LONGEST_LINE)


@pytest.mark.nightly
def test_a_visit_has_an_end(bay):
    visit = bay.visit(crowded(bay), "Tom Reed")

    def talk_on():
        for n in range(70):
            visit.say(f"This is line number {n}.")

    with pytest.raises(BadInput, match="at most"):
        talk_on()
    visit.leave()
    assert verify(bay.store, bay.number) is None
