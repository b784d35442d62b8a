"""The Day page: the paper, the timeline and the talks of one day; at any moment, in links, as tables."""

from __future__ import annotations

import pytest

from engine.clock import DAY, parse_moment
from engine.records import Line
from studio.day.day_company import company_spec
from studio.day.day_paper import paper_data, paper_rows
from studio.day.day_talks import talk_rows, talks_of
from studio.day.day_timeline import timeline_alt, timeline_rows
from studio.day.plan_lane import plan_rows, plans_words
from studio.day.timeline_picture import Timeline
from tests.studios import handed, lived, open_up, studio, well, words

pytestmark = pytest.mark.slow


@pytest.fixture
def town(tmp_path):
    workspace, run = lived(tmp_path)
    yield run
    workspace.close()


def day(monkeypatch, town, **link):
    return studio(monkeypatch, town.store.path.parent, "day", **link)


# ---- the paper


def test_the_paper_is_what_the_page_opens_with(monkeypatch, town):
    written, shown = town.story().paper(1), handed(day(monkeypatch, town), "day_paper")
    assert shown["headline"]["text"] == written.headline.text
    assert [one["sentence"]["text"] for one in shown["turns"]] == [one.sentence.text for one in written.turns]
    assert [one["who"]["name"] for one in shown["people"]] == list(town.town.cast.names.values())


def test_there_is_no_day_before_the_first_and_none_after_the_last(monkeypatch, town):
    town.live(DAY + 420)
    for shown, left in ((1, "before"), (2, "after")):
        at = day(monkeypatch, town, day=str(shown))
        ways = {way: at.button(key=f"turn-day-{town.number}-{way}").disabled for way in ("before", "after")}
        assert ways == {way: way == left for way in ("before", "after")}


def test_every_sentence_of_the_paper_can_be_explained(town):
    shown = paper_data(town, town.story().paper(1))
    told = [shown["headline"], *(one["sentence"] for one in shown["turns"])]
    told += [sentence for person in shown["people"] for sentence in person["sentences"]]
    for sentence in told:
        assert town.why(sentence["id"])


def test_the_paper_of_a_moment_says_until_when_it_goes(monkeypatch, town):
    shown = handed(day(monkeypatch, town, at=parse_moment("day 1 12:00")), "day_paper")
    assert shown["dateline"].endswith("until 12:00")
    assert max(one["time"] for one in shown["turns"]) < "12:00"
    assert paper_data(town, town.story(DAY).paper(1))["dateline"].endswith("the whole day")


def test_what_people_write_cannot_hide_or_turn_round_what_the_paper_says(town):
    shown = paper_data(town, town.story().paper(1))
    assert "\u202e" not in str(shown)


def test_the_paper_has_a_table_twin(monkeypatch, town):
    at = open_up(day(monkeypatch, town), "paper-twin")
    assert at.table or at.dataframe
    written = town.story().paper(1)
    assert len(paper_rows(town, written)) == len(written.sentences) - 1


# ---- the timeline


def test_everybody_is_somewhere_at_every_minute_of_the_day(town):
    for agent in town.town.cast.personas:
        stays = [one for one in town.story().timeline(1) if one.agent == agent]
        assert stays[0].start == 0
        assert stays[-1].end == DAY
        assert [one.start for one in stays[1:]] == [one.end for one in stays[:-1]]


def test_no_name_of_a_place_is_cut_and_a_key_says_which_sign_is_which_place(monkeypatch, town):
    stays = town.story().timeline(1)
    drawn, places = Timeline(town, 1, stays, (), ()), town.scenario.places
    bars = [bar for series in drawn.spec()["series"] for bar in series["data"] if "label" in bar]
    told = {bar["label"]["formatter"] for bar in bars if bar["label"]["color"] == "#17181C"}
    assert told <= {place.name for place in places} | {place.emoji for place in places}
    assert told & {place.emoji for place in places}, "what has no room for its name has its sign"
    said = words(day(monkeypatch, town, section="timeline"))
    for place in {stay.place for stay in stays if not stay.asleep and not stay.on_the_way}:
        assert f"{town.town.world.places[place].emoji} {place}" in said


def test_the_timeline_agrees_with_where_people_are_at_a_moment(town):
    for minute in range(30, DAY, 97):
        now = town.at(minute).people
        for stay in town.story(minute).timeline(1):
            if stay.end == minute and not stay.on_the_way:
                assert now[stay.agent].room.partition("/")[0] == stay.place


def test_the_timeline_is_a_picture_with_words_and_a_table(monkeypatch, town):
    at = day(monkeypatch, town, section="timeline")
    assert len(at.get("echarts_chart")) == 1
    assert len(timeline_rows(town, town.story().timeline(1))) == len(town.story().timeline(1))
    assert "8 people" in timeline_alt(town, town.story().timeline(1), (), ())
    at = open_up(at, "timeline-twin")
    assert at.table or at.dataframe


def test_a_part_of_the_picture_is_what_it_was_drawn_for(town):
    talks = town.at().log.conversations()
    drawn = Timeline(town, 1, town.story().timeline(1), talks, ())
    series = drawn.spec()["series"]
    columns = len(drawn._stays)
    assert [one["type"] for one in series] == ["bar"] * columns + ["line"] * len(talks) + [
        "scatter",
        "scatter",
        "line",
    ]
    for n, agent in enumerate(drawn.people):
        hours = sum(one["data"][n]["value"] for one in series[:columns])
        assert hours == pytest.approx(24, abs=0.05), agent


# ---- the plan against what was done


def test_a_lane_tells_what_was_planned_and_the_address_line_whether_it_is_drawn(monkeypatch, town):
    at = day(monkeypatch, town, section="timeline")
    assert "kept" in words(at)
    at = open_up(at, "plans-twin")
    assert at.table or at.dataframe
    (shown,) = [one for one in at.toggle if one.label.startswith("Show plans")]
    at = shown.set_value(False).run()
    assert at.query_params["plans"] == "no"
    assert "kept" not in words(at)
    assert "kept" not in words(day(monkeypatch, town, section="timeline", plans="no"))


def test_every_bar_of_the_lane_stands_where_its_part_of_the_plan_does(town):
    plans = town.story().plans(1)
    drawn = Timeline(town, 1, town.story().timeline(1), (), (), plans)
    bars = drawn.lane.series()
    for row, agent in enumerate(drawn.people):
        now, found = 0.0, []
        for column, one in enumerate(bars):
            part = drawn.lane.part(column, row)
            if part is not None:
                assert now == pytest.approx(part.start / 60, abs=0.01)
                found.append(part)
            now += one["data"][row]["value"]
        assert found == [part for part in plans if part.agent == agent]


def test_a_click_on_what_was_planned_goes_to_its_moment(monkeypatch, town):
    chosen = []
    monkeypatch.setattr("studio.day.timeline_picture.session.choose_moment", chosen.append)
    monkeypatch.setattr("studio.day.timeline_picture.st.rerun", lambda: None)
    plans = town.story().plans(1)
    drawn = Timeline(town, 1, town.story().timeline(1), (), (), plans)
    drawn.spec()
    first = drawn.lane.part(1, 0)
    drawn.go_to(len(drawn._stays) + 1, 0)
    assert chosen == [first.start]


def test_the_plans_are_told_in_hours_and_in_a_table_with_ids(town):
    plans = town.story().plans(1)
    told = plans_words(town, plans)
    assert "Isabel kept to the plan for 1" in told
    rows = plan_rows(town, plans)
    assert len(rows) == len(plans)
    assert all(town.why(int(row["id"])) for row in rows[:5])


# ---- the talks


def test_the_talks_of_a_day_are_listed_with_all_that_was_said(monkeypatch, town):
    talks, lines = talks_of_lived(monkeypatch, town)
    assert len(lines) == len(list(town.at().log.rows(Line)))
    assert f"{len(talks)} conversations, {len(lines)} lines." in words(
        day(monkeypatch, town, section="talks")
    )


def talks_of_lived(monkeypatch, town, **wanted):
    from studio.day import day_talks

    monkeypatch.setattr(day_talks.session, "minute", lambda: None)
    return talks_of(town, 1, **wanted)


def test_talks_are_found_by_who_is_in_them_and_by_what_is_said(monkeypatch, town):
    mine, _ = talks_of_lived(monkeypatch, town, who="isabel")
    assert all("isabel" in talk.members for talk in mine)
    found, lines = talks_of_lived(monkeypatch, town, words="LANTERN party")
    assert found
    for talk in found:
        said = " ".join(line.text for line in lines if line.conversation == talk.id).casefold()
        assert "lantern" in said
        assert "party" in said


@pytest.mark.parametrize("shape", ["transcript", "screenplay", "table"])
def test_talks_have_three_shapes_each_with_a_link(monkeypatch, town, shape):
    at = day(monkeypatch, town, section="talks", **{"as": shape})
    assert at.segmented_control(key="talks-shape").value == shape
    well(at)


def test_at_a_moment_within_a_talk_only_what_was_said_by_then_is_shown(monkeypatch, town):
    from studio.day import day_talks

    talk = max(town.at().log.conversations(), key=lambda one: one.until - one.minute)
    monkeypatch.setattr(day_talks.session, "minute", lambda: talk.minute + 2)
    _, lines = talks_of(town, 1)
    assert {line.said_at for line in lines if line.conversation == talk.id} <= {talk.minute, talk.minute + 1}


def test_the_table_of_talks_has_what_is_thought_as_well(monkeypatch, town):
    talks, lines = talks_of_lived(monkeypatch, town)
    rows = talk_rows(town, talks, lines)
    assert [row["line"] for row in rows] == [line.text for line in lines]
    assert any(row["thought"] for row in rows)


def test_nothing_found_says_so(monkeypatch, town):
    assert "No conversations so far on this day match" in words(
        day(monkeypatch, town, section="talks", said="zeppelin")
    )


@pytest.mark.parametrize("said", ["0", "99", "x", "-1", "1" * 30])
def test_a_day_that_there_is_not_leads_to_the_latest(monkeypatch, town, said):
    assert handed(day(monkeypatch, town, day=said), "day_paper")["headline"]["text"]


# ---- company


def test_who_was_with_whom_agrees_with_where_people_were_minute_by_minute(town):
    counted: dict[tuple[str, str], int] = {}
    people = list(town.town.cast.personas)
    for minute in range(9 * 60, 12 * 60):
        now = town.at(minute + 1).people
        rooms = {agent: row.room for agent, row in now.items() if row.inside and not row.asleep}
        for n, one in enumerate(people):
            for other in people[n + 1 :]:
                if rooms.get(one, "nowhere") == rooms.get(other, "elsewhere"):
                    counted[one, other] = counted.get((one, other), 0) + 1
    before = {(pair.one, pair.other): pair.minutes for pair in town.story(9 * 60).company(1)}
    after = {(pair.one, pair.other): pair.minutes for pair in town.story(12 * 60).company(1)}
    grown = {pair: after[pair] - before.get(pair, 0) for pair in after}
    assert {pair: minutes for pair, minutes in grown.items() if minutes} == counted


def test_company_is_a_heat_map_with_a_finding_and_a_table(monkeypatch, town):
    at = day(monkeypatch, town, section="company")
    assert len(at.get("echarts_chart")) == 1
    assert "spent the most time together" in words(at)
    at = open_up(at, "company-twin")
    assert at.table or at.dataframe


def test_a_cell_of_the_heat_map_is_of_the_pair_it_was_drawn_for(town):
    people, pairs = list(town.town.cast.personas), town.story().company(1)
    cells = company_spec(town, people, pairs)["series"][0]["data"]
    assert len(cells) == 2 * len(pairs)
    for n, cell in enumerate(cells):
        x, y, minutes = cell["value"]
        pair = pairs[n // 2]
        assert {people[x], people[y]} == {pair.one, pair.other}
        assert minutes == pair.minutes
