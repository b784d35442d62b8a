"""What happened, as rows for people: what counts, what is grouped, and what stands above what."""

from __future__ import annotations

import pytest

from engine.api.run import unseen_from
from engine.api.workspace import open_workspace
from engine.records import Conversation, Event, Memory, Relation
from engine.row_ids import NARROW, row_id
from studio.stage.chronicle import Lived, chronicle, chronicle_before
from studio.stage.feed import TownNaming, asked, feed_data, lived_since

pytestmark = pytest.mark.soak


class Plainly:
    def name(self, agent):
        return agent.title()

    def listed(self, agents):
        return " and ".join(map(self.name, agents))

    def room(self, path):
        return path


def event(minute, kind="act", order=1, n=0, **more):
    fields = {"room": "Café/counter", "text": f"{kind} at {minute}", "actor": "ada", **more}
    return Event(id=row_id(minute, order, n), kind=kind, **fields)


def memory(minute, kind, importance=5, order=1, n=1, **more):
    fields = {"agent": "ada", "text": f"{kind} {n}", "place": "Café/counter", **more}
    return Memory(id=row_id(minute, order, n), kind=kind, importance=importance, **fields)


def relation(minute, agent, other, closeness, n=1, note=""):
    return Relation(
        id=row_id(minute, 1, n), agent=agent, other=other, kind="friend", closeness=closeness, note=note
    )


def told(**lived):
    return chronicle(Lived(**lived), Plainly())


def test_turning_points_and_talks_stand_above_what_is_newer_and_small_and_the_newest_of_each_is_first():
    talk = Conversation(
        id=row_id(540, 1, 4),
        room="Café/counter",
        members=("ada", "ben"),
        until=548,
        summary="The hat is lost.",
    )
    rows = told(
        events=[event(500, "wake"), event(540, "talk", n=5), event(600), event(610, "leave")],
        talks=[talk],
        memories=[memory(520, "reflection")],
    )
    assert [(row.minute, row.kind) for row in rows] == [
        (540, "talk"), (520, "turn"), (610, "going"), (600, "doing"), (500, "going"),
    ]  # fmt: skip


def test_a_talk_says_what_it_came_to_and_can_be_read_and_explained():
    talk = Conversation(
        id=row_id(540, 1, 4),
        room="Café/counter",
        members=("ada", "ben"),
        until=548,
        summary="The hat is lost.",
    )
    (row,) = told(events=[event(540, "talk", n=5)], talks=[talk])
    assert (row.talk, row.id, row.who, row.place) == (talk.id, row_id(540, 1, 5), ("ada", "ben"), "Café")
    assert row.text == "Ada and Ben talked at Café/counter"
    assert [part.text for part in row.parts] == ["The hat is lost."]


def test_a_talk_that_is_still_going_on_has_no_summary_yet():
    talk = Conversation(id=row_id(540, 1, 4), room="Café", members=("ada", "ben"), until=548)
    (row,) = told(events=[event(540, "talk", n=5)], talks=[talk])
    assert row.parts == ()


def test_what_many_saw_and_felt_to_matter_is_told_once_with_all_of_them():
    fire = event(700, "state", text="The stove is burning", actor="", thing="stove")
    seen = [
        memory(701, "observation", 9, order=order, agent=agent, source=fire.id)
        for order, agent in ((1, "ada"), (2, "ben"), (3, "cy"))
    ]
    (row,) = told(events=[fire], memories=seen)
    assert (row.kind, row.sign, row.who) == ("turn", "important", ("ada", "ben", "cy"))


@pytest.mark.parametrize("importance", [1, 7])
def test_what_matters_less_stays_small(importance):
    act = event(700)
    (row,) = told(events=[act], memories=[memory(701, "observation", importance, source=act.id)])
    assert not row.is_notable


def test_the_authors_hand_and_whatever_is_urgent_are_turning_points():
    rows = told(events=[event(700, "author", actor=""), event(701, "state", urgent=True)])
    assert [(row.kind, row.sign) for row in rows] == [("turn", "important"), ("turn", "by the author")]


def test_a_whisper_and_a_change_of_mind_are_turning_points_and_a_days_plan_is_none():
    rows = told(
        memories=[
            memory(600, "whisper", 8),
            memory(610, "plan", 4, text="Ada changes plans: rain"),
            memory(620, "plan", 3, source=row_id(620, 1, 0), when=700),
            memory(630, "plan", 7, evidence=(5,), when=900),
        ]
    )
    assert [(row.sign, row.parts[0].text) for row in rows] == [
        ("change of mind", "Ada changes plans: rain"),
        ("whisper", "whisper 1"),
    ]


def test_the_insights_of_one_reflection_are_one_row_each_with_its_own_reasons():
    rows = told(memories=[memory(600, "reflection", n=1), memory(600, "reflection", n=2)])
    assert [part.id for row in rows for part in row.parts] == [row_id(600, 1, 1), row_id(600, 1, 2)]
    assert len(rows) == 1


@pytest.mark.parametrize(
    ("before", "after", "sign"),
    [(0.3, 0.4, "closer"), (0.3, 0.2, "less close"), (0.05, -0.02, "less close"), (0.3, 0.35, None)],
)
def test_a_feeling_that_changes_much_or_turns_round_is_a_turning_point(before, after, sign):
    rows = told(relations=[relation(600, "ada", "ben", after)], before={("ada", "ben"): before})
    assert [row.sign for row in rows] == ([sign] if sign else [])


def test_both_feelings_of_a_pair_are_one_row_and_the_last_word_counts_as_what_was_before():
    felt = [
        relation(600, "ada", "ben", 0.4, n=1, note="Ben kept his word."),
        relation(600, "ben", "ada", 0.5, n=2),
        relation(700, "ada", "ben", 0.45),
    ]
    (row,) = told(relations=felt, before={("ada", "ben"): 0.3, ("ben", "ada"): 0.4})
    assert [part.text for part in row.parts] == [
        "Ada: +0.30 → +0.40. Ben kept his word.",
        "Ben: +0.40 → +0.50",
    ]


# ---- of a town that has lived


@pytest.fixture(scope="module", params=["three-neighbours", "liuwan"])
def day(request, tmp_path_factory):
    with open_workspace(tmp_path_factory.mktemp("town")) as workspace:
        run = workspace.runs.new(request.param)
        run.live(11 * 60)
        yield run


@pytest.mark.nightly
def test_every_talk_has_its_row_and_every_event_is_told_once(day):
    rows = chronicle(lived_since(day, 1, None), TownNaming(day))
    assert sorted(row.talk for row in rows if row.talk) == [talk.id for talk in day.at().log.conversations()]
    told_events = {row.id for row in rows}
    assert {event.id for event in day.at().log.events(limit=10_000).items} <= told_events
    assert len(told_events) == len(rows)


def test_what_is_shown_ends_at_the_moment_and_names_whom_and_where_it_can_be_filtered_by(day):
    data = feed_data(day, 1, 540)
    assert data["rows"]
    assert max(row["minute"] for row in data["rows"]) < 540
    for row in data["rows"]:
        assert set(row["who"]) <= set(data["people"])
        assert row["place"] in {"", *data["places"]}
        assert row["kind"] in {kind["id"] for kind in data["kinds"]}


def test_at_an_earlier_moment_the_chronicle_is_what_it_was_then(day):
    whole = lived_since(day, 1, None)
    rows = chronicle(whole, TownNaming(day))
    for minute in range(300, 660, 7):
        then = chronicle(lived_since(day, 1, minute), TownNaming(day))
        assert chronicle_before(rows, whole, unseen_from(minute, NARROW)) == then


def test_what_turns_out_to_matter_later_is_a_small_thing_until_then():
    seen = memory(65, "observation", importance=9, order=2, agent="bo", source=row_id(60, 1))
    whole = Lived(events=(event(60),), memories=(seen,))
    rows = chronicle(whole, Plainly())
    assert [(row.kind, row.who) for row in rows] == [("turn", ("ada", "bo"))]
    then = chronicle_before(rows, whole, unseen_from(65, NARROW))
    assert [(row.kind, row.who) for row in then] == [("doing", ("ada",))]


def test_every_row_can_be_explained(day):
    rows = chronicle(lived_since(day, 1, None), TownNaming(day))
    for row in rows[:40]:
        assert day.why(row.id).row.id == row.id
        for part in row.parts:
            assert day.why(part.id).row.id == part.id


def test_the_authors_hand_is_seen_in_the_feed(tmp_path):
    from engine.interventions import Happen, Whisper

    with open_workspace(tmp_path) as workspace:
        run = workspace.runs.new("three-neighbours")
        run.live(9 * 60)
        agent = next(iter(run.town.cast.personas))
        room = next(iter(run.town.world.rooms))
        run.intervene(Happen(room=room, text="A black <b>dog</b> runs in."))
        run.intervene(Whisper(agent=agent, text="Look for the dog."))
        run.live(10 * 60)
        rows = feed_data(run, 1, None)["rows"]
    said = {row.get("sign"): row for row in rows}
    assert "A black <b>dog</b> runs in" in said["by the author"]["text"]
    assert "Look for the dog" in said["whisper"]["parts"][0]["text"]


@pytest.mark.parametrize(
    ("said", "what"),
    [
        ({"kind": "why", "id": 7}, ("why", 7)),
        ({"kind": "talk", "id": 7}, ("talk", 7)),
        ({"kind": "earlier", "id": 0}, ("earlier", 0)),
        ({"kind": "why", "id": "7"}, None),
        ({"kind": "why", "id": True}, None),
        ({"kind": "delete", "id": 7}, None),
        (None, None),
        ("why", None),
    ],
)
def test_only_what_can_be_asked_in_the_feed_is_heard(said, what):
    assert asked(said) == what
