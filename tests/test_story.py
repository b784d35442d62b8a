"""The story of a day: what was planted to turn is found, and the paper says only what the log says."""

from __future__ import annotations

import re

import pytest

from engine.api.workspace import open_workspace
from engine.clock import DAY, parse_moment
from engine.insight.story.paper import MOST_TURNS
from engine.insight.story.words import story_words
from engine.insight.stuck.stuck_words import stuck_words
from engine.insight.turning.lived_day import LivedDay
from engine.insight.turning.turning_points import turning_points
from engine.language.languages import languages
from engine.records import Line, Memory, Presence
from tests.planted import Planted
from tests.studios import lived as lived_town

pytestmark = pytest.mark.soak


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    with open_workspace(tmp_path_factory.mktemp("story")) as opened:
        yield opened


@pytest.fixture
def hamlet(workspace, request):
    return Planted.in_workspace(workspace, name=request.node.name[:60])


# ---------------------------------------------------------------- what is planted


def agreed(hamlet, who, others, when, place="Pub", *, on="day 1 08:00"):
    """Somebody agrees with others to come to a place."""
    hamlet.talk(on, [who, *others], [(others[0], "Will you come?"), (who, "I will.")])
    summary = hamlet.remember(on, who, "They agreed to meet.", "talk", about=(who, *others))
    moment = parse_moment(when)
    return hamlet.remember(
        on, who, f"{who} means to come.", "plan", evidence=(summary,), place=place, when=moment
    )


def is_at(hamlet, when, who, room, doing="standing about"):
    """Somebody is in a room from a minute on."""
    minute = parse_moment(when)
    row = Presence(
        id=0, agent=who, room=room, inside=True, asleep=False, next=minute + 240, reason="step", doing=doing
    )
    hamlet.plant(minute, row)


def breaks_a_promise(hamlet, *others, place="Pub"):
    agreed(hamlet, "otto", others, "day 1 15:00", place)
    is_at(hamlet, "day 1 14:00", "otto", "Ford")


def comes_an_hour_late(hamlet):
    agreed(hamlet, "ned", ["cora"], "day 1 15:00", "Mill")
    is_at(hamlet, "day 1 14:00", "ned", "Ford")
    is_at(hamlet, "day 1 16:10", "ned", "Mill")


def tells_the_secret_to_whom_it_is_kept_from(hamlet, teller="ned"):
    seed = hamlet.seed("ned", "ninety")
    hamlet.mean(
        "day 1 00:30", "ned", "secret", "held", "say nothing", seed, others=("thirza",), content="debt"
    )
    hamlet.talk("day 1 10:00", [teller, "thirza"], [(teller, "You owe the pub ninety pounds.", seed)])


def tells_the_secret_to_somebody_else(hamlet):
    seed = hamlet.seed("ned", "ninety")
    hamlet.mean(
        "day 1 00:30", "ned", "secret", "held", "say nothing", seed, others=("thirza",), content="debt"
    )
    hamlet.talk("day 1 10:00", ["ned", "cora"], [("ned", "Thirza owes us ninety pounds.", seed)])


def lets_a_secret_of_their_own_out(hamlet):
    mine = hamlet.remember("day 1 00:20", "cora", "Cora Finch cannot read.", "seed")
    hamlet.mean(
        "day 1 00:30", "cora", "secret", "held", "tell nobody", mine, content="Cora Finch cannot read"
    )
    hamlet.talk("day 1 10:00", ["cora", "otto"], [("cora", "I never learned to read.", mine)])


def keeps_a_secret_from_everybody_and_tells_it(hamlet):
    mine = hamlet.remember("day 1 00:20", "ruth", "Ruth Amsel has signed the papers.", "seed")
    hamlet.mean("day 1 00:30", "ruth", "secret", "held", "keep it", mine, others=("*",), content="papers")
    hamlet.talk("day 1 10:00", ["ruth", "ned"], [("ruth", "I have signed the papers.", mine)])


def it_reaches_whom_it_is_about(hamlet):
    seed = hamlet.seed("ned", "ninety")
    hamlet.talk(
        "day 1 09:00", ["ned", "cora"], [("ned", "Thirza owes ninety pounds.", seed)],
        learned={"cora": "Ned Cobb told Cora Finch that Thirza Vole owes the pub ninety pounds."},
    )  # fmt: skip
    hamlet.talk("day 1 11:00", ["cora", "thirza"], [("cora", "They say you owe it.", hamlet.learned[0])])


def somebody_says_it_to_anothers_face(hamlet):
    mine = hamlet.remember("day 1 00:20", "ruth", "Ruth Amsel thinks Otto Lamb a coward.", "reflection")
    hamlet.talk("day 1 11:00", ["ruth", "otto"], [("ruth", "I think you are a coward.", mine)])


def an_opinion_reaches_its_subject_by_another(hamlet):
    mine = hamlet.remember("day 1 00:20", "ruth", "Ruth Amsel thinks Otto Lamb a coward.", "reflection")
    hamlet.talk(
        "day 1 09:00", ["ruth", "ned"], [("ruth", "Otto is a coward.", mine)],
        learned={"ned": "Ruth Amsel told Ned Cobb that Ruth Amsel thinks Otto Lamb a coward."},
    )  # fmt: skip
    hamlet.talk("day 1 11:00", ["ned", "otto"], [("ned", "Ruth calls you a coward.", hamlet.learned[0])])


def word_gets_round(hamlet):
    seed = hamlet.seed("ruth", "brewery")
    for hour, who in ((9, "ned"), (10, "otto"), (11, "cora")):
        hamlet.talk(f"day 1 {hour:02}:00", ["ruth", who], [("ruth", "A brewery buys the mill.", seed)])


def feels(hamlet, before, after, who="ruth", other="ned"):
    hamlet.feel("day 1 00:30", who, other, before)
    hamlet.feel("day 2 10:00", who, other, after)


def warms_slowly(hamlet):
    hamlet.feel("day 1 00:30", "ruth", "ned", 0.2)
    for hour in (9, 11, 13):
        hamlet.feel(f"day 2 {hour:02}:00", "ruth", "ned", 0.2 + (hour - 7) * 0.03)


def gives_it_up(hamlet):
    memory = hamlet.seed("otto", "Otto")
    hamlet.mean("day 1 09:00", "otto", "aim", "dropped", "mend the mill", memory, because="It is being sold.")


def does_not_manage(hamlet):
    memory = hamlet.seed("otto", "Otto")
    hamlet.mean(
        "day 1 09:00", "otto", "errand", "failed", "buy a rope", memory, because="The shop was closed."
    )


def does_not_find_whom_it_was_for(hamlet):
    memory = hamlet.seed("cora", "Cora")
    hamlet.mean("day 1 09:00", "cora", "message", "failed", "tell Ruth the news", memory, others=("ruth",))


def is_to_meet(hamlet, kind="meeting", **more):
    memory = hamlet.seed("cora", "Cora")
    given = {"others": ("ruth",), "place": "Pub", "when": 900} | more
    return memory, hamlet.mean("day 1 08:00", "cora", kind, "held", "see Ruth", memory, **given)


def meets(hamlet):
    memory, first = is_to_meet(hamlet)
    hamlet.mean("day 1 15:05", "cora", "meeting", "done", "see Ruth", memory, began=first, others=("ruth",),
                place="Pub", when=900)  # fmt: skip


def is_to_tell(hamlet):
    return is_to_meet(hamlet, "message", content="the well is dry", place="", when=None, until=900)


def tells(hamlet):
    memory, first = is_to_tell(hamlet)
    hamlet.talk("day 1 09:00", ["cora", "ruth"], [("cora", "The well is dry.", memory)])
    hamlet.mean("day 1 09:01", "cora", "message", "done", "see Ruth", memory, began=first, others=("ruth",),
                content="the well is dry")  # fmt: skip


def does_not_hold_it(hamlet):
    is_to_meet(hamlet, "occasion", what="supper", others=("*",))


def decides_otherwise(hamlet):
    text = "Ned Cobb changes plans: the pub is on fire"
    hamlet.remember("day 1 09:00", "ned", text, "plan")


def holds_an_occasion(hamlet, *came):
    memory = hamlet.seed("ruth", "Ruth")
    at = {"what": "harvest supper", "place": "Mill", "when": parse_moment("day 1 18:00")}
    first = hamlet.mean("day 1 08:00", "ruth", "occasion", "held", "give a supper", memory, **at)
    for who in came:
        is_at(hamlet, "day 1 18:05", who, "Mill")
    hamlet.mean("day 1 18:00", "ruth", "occasion", "begun", "give a supper", memory, began=first, **at)


def holds_one_to_which_a_guest_does_not_come(hamlet):
    agreed(hamlet, "otto", ["ruth"], "day 1 18:00", "Mill")
    is_at(hamlet, "day 1 17:00", "otto", "Ford")
    holds_an_occasion(hamlet, "ned", "cora")


def something_burns(hamlet, *, put_out):
    thing = next(iter(hamlet.run.town.world.things))
    hamlet.happen("day 1 09:00", "The stove is burning", room="Pub", thing=thing, urgent=True)
    if put_out:
        hamlet.change("day 1 09:06", thing, "off", by="cora")


def the_author_lets_something_happen(hamlet):
    hamlet.happen("day 1 09:00", "The river rises over the road.", room="Ford", kind="author")


def a_voice_speaks(hamlet):
    hamlet.remember("day 1 09:00", "otto", "A voice in Otto Lamb's mind said: Leave.", "whisper")


PLANTED = [
    ("a promise broken to one", lambda h: breaks_a_promise(h, "cora"), "promise_broken", "otto"),
    ("a promise broken to two", lambda h: breaks_a_promise(h, "cora", "ned"), "promise_broken", "otto"),
    ("elsewhere", lambda h: breaks_a_promise(h, "cora", place="Mill"), "promise_broken", "otto"),
    ("an hour late", comes_an_hour_late, "promise_broken", "ned"),
    ("who keeps it tells it", tells_the_secret_to_whom_it_is_kept_from, "secret_reached", "ned"),
    ("told to somebody else", tells_the_secret_to_somebody_else, "secret_shared", "ned"),
    ("a secret of one's own", lets_a_secret_of_their_own_out, "secret_told", "cora"),
    ("a secret from everybody", keeps_a_secret_from_everybody_and_tells_it, "secret_reached", "ruth"),
    ("news reaches its subject", it_reaches_whom_it_is_about, "news_reached", "thirza"),
    ("an opinion passed on", an_opinion_reaches_its_subject_by_another, "news_reached", "otto"),
    ("said to the face", somebody_says_it_to_anothers_face, "to_the_face", "otto"),
    ("word gets round", word_gets_round, "news_spread", "ruth"),
    ("neutral to friendly", lambda h: feels(h, 0.0, 0.15), "closer", "ruth"),
    ("friendly to close", lambda h: feels(h, 0.25, 0.4), "closer", "ruth"),
    ("hostile to cool", lambda h: feels(h, -0.5, -0.35), "closer", "ruth"),
    ("warms by and by", warms_slowly, "closer", "ruth"),
    ("close to hostile", lambda h: feels(h, 0.4, -0.6), "cooler", "ruth"),
    ("friendly to cool", lambda h: feels(h, 0.1, -0.2, "cora", "otto"), "cooler", "cora"),
    ("far down within one word", lambda h: feels(h, 0.95, 0.7), "cooler", "ruth"),
    ("a first talk", lambda h: h.feel("day 1 10:00", "cora", "ned", 0.05), "first_meeting", "cora"),
    ("gives it up", gives_it_up, "given_up", "otto"),
    ("does not manage", does_not_manage, "not_done", "otto"),
    ("finds nobody", does_not_find_whom_it_was_for, "not_done", "cora"),
    ("decides otherwise", decides_otherwise, "changed_mind", "ned"),
    ("an occasion", lambda h: holds_an_occasion(h, "ned", "cora"), "occasion", "ruth"),
    ("an occasion to which nobody comes", holds_an_occasion, "occasion_empty", "ruth"),
    ("an occasion that does not take place", does_not_hold_it, "occasion_not_held", "cora"),
    ("they meet", meets, "met", "cora"),
    ("they do not meet", is_to_meet, "not_met", "cora"),
    ("a message is brought", tells, "brought", "cora"),
    ("a message is not brought", is_to_tell, "not_brought", "cora"),
    ("a guest is missing", holds_one_to_which_a_guest_does_not_come, "promise_broken", "otto"),
    ("a fire is put out", lambda h: something_burns(h, put_out=True), "urgent", "cora"),
    ("a fire burns on", lambda h: something_burns(h, put_out=False), "urgent_left", ""),
    ("the author's hand", the_author_lets_something_happen, "by_the_author", ""),
    ("a whisper", a_voice_speaks, "whisper", "otto"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("plant", "turn", "who"), [case[1:] for case in PLANTED], ids=[case[0] for case in PLANTED]
)
def test_what_is_planted_is_found_and_told(hamlet, plant, turn, who):
    plant(hamlet)
    hamlet.until("day 3 00:00")
    found = {day: turning_points(LivedDay(hamlet.run.at(), day)) for day in (1, 2)}
    [day] = {day for day, points in found.items() if any(point.turn == turn for point in points)}
    [point] = [point for point in found[day] if point.turn == turn][:1]
    assert point.who[:1] == ((who,) if who else ())
    told = hamlet.run.story().paper(day)
    assert point in [one.point for one in told.turns]
    assert {row.id for row in hamlet.run.whole_log()} >= set(point.ids)


def keeps_a_promise(hamlet):
    agreed(hamlet, "otto", ["cora"], "day 1 15:00")
    is_at(hamlet, "day 1 15:10", "otto", "Pub")


def has_a_plan_of_their_own(hamlet):
    mine = (hamlet.seed("otto", "Otto"),)
    hamlet.remember("day 1 08:00", "otto", "Otto plans to go.", "plan", evidence=mine, place="Pub", when=900)


def calls_it_off(hamlet):
    promise = agreed(hamlet, "otto", ["cora"], "day 1 15:00")
    hamlet.remember("day 1 10:00", "otto", "Otto need not come.", "plan", evidence=(promise,))


def drops_a_habit(hamlet):
    hamlet.mean("day 1 09:00", "otto", "habit", "dropped", "walk", hamlet.seed("otto", "Otto"))


def keeps_a_secret(hamlet):
    seed = hamlet.seed("ned", "ninety")
    hamlet.mean(
        "day 1 00:30", "ned", "secret", "held", "say nothing", seed, others=("thirza",), content="debt"
    )
    hamlet.talk("day 1 10:00", ["ned", "thirza"], [("ned", "Good morning.")])


UNTURNED = [
    keeps_a_promise, has_a_plan_of_their_own, calls_it_off, drops_a_habit, keeps_a_secret,
]  # fmt: skip


@pytest.mark.parametrize("plant", UNTURNED)
def test_where_nothing_turns_nothing_is_found(hamlet, plant):
    plant(hamlet)
    hamlet.until("day 3 00:00")
    assert [point.turn for day in (1, 2) for point in turning_points(LivedDay(hamlet.run.at(), day))] == []


def test_a_little_more_warmth_turns_nothing(hamlet):
    feels(hamlet, 0.2, 0.25)
    hamlet.until("day 3 00:00")
    assert turning_points(LivedDay(hamlet.run.at(), 2)) == ()


def test_a_promise_is_not_called_broken_before_its_hour_is_over(hamlet):
    breaks_a_promise(hamlet, "cora")
    hamlet.until("day 2 00:00")
    assert "promise_broken" not in {one.point.turn for one in hamlet.run.story("day 1 15:30").paper(1).turns}
    assert "promise_broken" in {one.point.turn for one in hamlet.run.story("day 1 15:50").paper(1).turns}


def test_a_quiet_day_says_so(hamlet):
    hamlet.until("day 2 00:00")
    written = hamlet.run.story().paper(1)
    assert written.headline.text == "A quiet day"
    assert written.turns == ()
    assert list(written.people) == hamlet.people


# ---------------------------------------------------------------- of towns that have lived


@pytest.fixture(scope="module", params=["willow-bay", "liuwan"])
def town(request, tmp_path_factory):
    if request.param == "willow-bay":
        workspace, run = lived_town(tmp_path_factory.mktemp("lived") / "workspace")
    else:
        workspace = open_workspace(tmp_path_factory.mktemp("liuwan"))
        run = workspace.runs.new("liuwan")
        run.live(DAY)
    yield run
    workspace.close()


QUOTED = re.compile("“([^”]+)”")


def test_every_sentence_rests_on_rows_that_say_it(town):
    rows = {row.id: row for row in town.whole_log()}
    called = {agent: name.called for agent, name in town.town.cast.known_as.items()}
    full = {name.called: name.full for name in town.town.cast.known_as.values()}
    written = town.story().paper(1)
    assert written.turns
    for sentence in written.sentences:
        behind = [rows[one] for one in sentence.ids]
        assert behind
        for quoted in QUOTED.findall(sentence.text):
            lines = [row.text for row in behind if isinstance(row, Line | Memory)]
            plain = [quoted, *(quoted.replace(short, name) for short, name in full.items())]
            assert any(one in line for line in lines for one in plain), sentence
        named = {agent for agent in called if called[agent] in sentence.text}
        known = concerned(behind, town) | set(sentence.who) | in_a_fact(sentence, town, full)
        assert named <= known, sentence


def in_a_fact(sentence, town, full):
    """Everybody whom a fact names that a sentence gives in its own words."""
    found = set()
    for fact in town.scenario.facts:
        text = fact.text
        for short, name in full.items():
            text = text.replace(name, short)
        if text.rstrip(".") in sentence.text:
            found |= set(town.town.cast.mentioned(fact.text))
    return found


def concerned(rows, town):
    """Everybody whom some rows are about, by their fields or by name."""
    found = set()
    for row in rows:
        fields = {name: getattr(row, name) for name in type(row).__dataclass_fields__}
        for value in fields.values():
            found |= set(value) if isinstance(value, tuple) else {value} if isinstance(value, str) else set()
            found |= set(town.town.cast.mentioned(value)) if isinstance(value, str) else set()
        if isinstance(row, Line):
            found |= {row.speaker, *row.hearers}
    return found


def test_at_a_moment_the_paper_rests_on_nothing_later(town):
    rows = {row.id: row for row in town.whole_log()}
    for minute in range(60, DAY, 131):
        written = town.story(minute).paper(1)
        for sentence in written.sentences:
            made = [rows[one] for one in sentence.ids]
            said = [row.said_at if isinstance(row, Line) else row.minute for row in made]
            assert max(said, default=0) < minute


def test_the_weightiest_comes_first_and_the_headline_is_its(town):
    written = town.story().paper(1)
    weights = [one.point.weight for one in written.turns]
    assert weights == sorted(weights, reverse=True)
    assert written.headline.ids == written.turns[0].point.ids
    assert len(written.turns) <= MOST_TURNS


def turned(hamlet, turn, day=1):
    hamlet.until(f"day {day + 1} 00:00")
    return [one for one in hamlet.run.story().paper(day).turns if one.point.turn == turn]


def test_an_occasion_that_is_meant_twice_is_told_once(hamlet):
    holds_an_occasion(hamlet, "ned")
    at = {"what": "harvest supper", "place": "Mill", "when": parse_moment("day 1 18:00")}
    again = hamlet.mean("day 1 09:00", "ruth", "occasion", "held", "have a supper", 0, **at)
    hamlet.mean("day 1 18:01", "ruth", "occasion", "begun", "have a supper", 0, began=again, **at)
    assert len(turned(hamlet, "occasion")) == 1


def holds_one_in_a_house_of_many_rooms(hamlet, said, place, *, room="", when="day 1 18:05", asleep=False):
    """Ruth gives a supper in Lane Cottages; Ned is in a room of it, if any, at a minute."""
    memory = hamlet.remember("day 1 07:00", "ruth", said)
    at = {"what": "harvest supper", "place": place, "when": parse_moment("day 1 18:00")}
    hamlet.mean("day 1 18:00", "ruth", "occasion", "begun", "give a supper", memory, began=memory, **at)
    if room:
        row = Presence(id=0, agent="ned", room=room, inside=True, asleep=asleep, next=5000, reason="step")
        hamlet.plant(parse_moment(when), row)


IN_ALL = "Ruth Amsel gives a supper at Lane Cottages on day 1 at 18:00."
IN_ONE = "Ruth Amsel gives a supper in Lane Cottages two on day 1 at 18:00."


@pytest.mark.parametrize(
    ("said", "place", "stay", "came"),
    [
        (IN_ONE, "Lane Cottages/two", {"room": "Lane Cottages/two"}, True),
        (IN_ONE, "Lane Cottages/two", {"room": "Lane Cottages/three"}, False),
        (IN_ONE, "Lane Cottages/two", {"room": "Lane Cottages/one"}, False),
        (IN_ALL, "Lane Cottages/one", {"room": "Lane Cottages/three"}, True),
        (IN_ALL, "Lane Cottages", {"room": "Lane Cottages/three"}, True),
        (IN_ALL, "Lane Cottages/one", {"room": "Lane Cottages/three", "asleep": True}, False),
        (IN_ONE, "Lane Cottages/two", {"room": "Lane Cottages/two", "when": "day 1 20:00"}, False),
        (IN_ALL, "Lane Cottages/one", {"room": "Mill"}, False),
    ],
)
def test_only_who_was_where_an_occasion_was_while_it_was_on_has_come(hamlet, said, place, stay, came):
    for who in hamlet.people:
        is_at(hamlet, "day 1 12:00", who, "Ford")
    holds_one_in_a_house_of_many_rooms(hamlet, said, place, **stay)
    [told] = turned(hamlet, "occasion" if came else "occasion_empty")
    assert told.point.values["came"] == (("ned",) if came else ())


def test_a_guest_who_sits_in_the_next_room_has_not_come_and_the_paper_says_which_room(hamlet):
    for who in hamlet.people:
        is_at(hamlet, "day 1 12:00", who, "Ford")
    agreed(hamlet, "otto", ["ruth"], "day 1 18:00", "Lane Cottages/two")
    is_at(hamlet, "day 1 17:50", "otto", "Lane Cottages/four")
    is_at(hamlet, "day 1 17:50", "ruth", "Lane Cottages/two")
    holds_one_in_a_house_of_many_rooms(hamlet, IN_ONE, "Lane Cottages/two", room="Lane Cottages/two")
    [broken] = turned(hamlet, "promise_broken")
    assert "in the four of the Lane Cottages" in broken.sentence.text
    [held] = [one for one in hamlet.run.story().paper(1).turns if one.point.turn == "occasion"]
    assert held.point.values["missing"] == ("otto",)
    assert "in the two of the Lane Cottages" in held.sentence.text
    told = [stuck_words(one, hamlet.run.town) for one in hamlet.run.story().stuck(1) if one.sign == "waiting"]
    assert all("the four of" in one for one in told)


def test_whom_one_of_two_has_a_tie_to_already_is_not_met_for_the_first_time(hamlet):
    hamlet.feel("day 1 10:00", "cora", "ned", 0.5)
    hamlet.feel("day 2 10:00", "ned", "cora", 0.05)
    hamlet.feel("day 2 11:00", "otto", "cora", 0.05)
    assert [one.point.who for one in turned(hamlet, "first_meeting", 2)] == [("otto", "cora")]


def test_whom_one_of_two_remembers_from_before_is_not_met_for_the_first_time(hamlet):
    hamlet.remember(
        "day 1 00:20", "ned", "Cora Finch once lent Ned Cobb a book.", "seed", about=("cora", "ned")
    )
    hamlet.feel("day 1 10:00", "cora", "ned", 0.05)
    hamlet.feel("day 1 11:00", "otto", "cora", 0.05)
    assert [one.point.who for one in turned(hamlet, "first_meeting")] == [("otto", "cora")]


def test_the_same_town_has_the_same_paper(town):
    assert town.story().paper(1) == town.story().paper(1)


def test_every_turn_is_told_in_every_language_that_has_words_for_it():
    english = story_words("en")
    for language in languages():
        words = story_words(language)
        for part in ("headlines", "turning_points", "people", "sifts", "stuck"):
            assert getattr(words, part).keys() == getattr(english, part).keys()
        assert words.pronouns.keys() == english.pronouns.keys()


def test_the_kinds_of_turning_points_have_words():
    from typing import get_args

    from engine.insight.turning.turning_point import TurnKind

    for kind in get_args(TurnKind):
        assert kind in story_words("en").headlines
        assert kind in story_words("en").turning_points


# ---------------------------------------------------------------- from a terminal


@pytest.mark.nightly
def test_the_command_prints_a_paper_whose_ids_can_be_explained(asked, call):
    written = asked("paper", "last")
    assert list(written) == ["day", "minute", "by", "headline", "turning_points", "more", "people"]
    for one in written["turning_points"]:
        asked("why", "last", one["ids"][0])
    status, out, _ = call("paper", "last", "--day", "1")
    assert status == 0
    assert written["headline"]["text"] in out
    assert call("paper", "last", "--day", "9")[0] == 1
