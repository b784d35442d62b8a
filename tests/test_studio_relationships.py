"""The Relationships page: the graph of a day, its matrix, and any two of the people."""

from __future__ import annotations

import base64
import html
import re
from dataclasses import replace

import numpy as np
import pytest

from engine.api.run import Standing, TieOverTime
from engine.api.workspace import open_workspace
from engine.clock import DAY
from engine.language.scales import DEGREES
from engine.records import Persona, Relation
from studio.basics.iframe import OUTSIDE_LINK
from studio.relationships.circle_words import Density, circles_words, densities, density_over_days_words
from studio.relationships.closest import latest_row
from studio.relationships.graph_layout import layout
from studio.relationships.graph_of_run import graph_of, since_when
from studio.relationships.pair_matrix import feelings, matrix_rows, matrix_spec
from studio.relationships.relationship_graph import Day, Figure, Graph, Inks, graph_page, portrait_picture
from studio.relationships.relationship_stats import (
    clear_from,
    days_until,
    density_words,
    felt_by,
    tie_rows,
    ties_of,
    told_ties,
    unlike_labels,
    warmest,
    worth_drawing,
)
from studio.relationships.tie_curve import curve_spec, standing_rows, tie_words
from studio.relationships.tie_days import TieDays, tie_days
from tests.planted import Planted
from tests.studios import box, handed, lived, open_up, press, studio, well, words

pytestmark = pytest.mark.slow

INKS = Inks(text="#222222", paper="#FFFFFF", line="#DDDDDD", warm="#006666", cool="#AA2222", dim="#777777")


@pytest.fixture
def town(tmp_path):
    workspace, run = lived(tmp_path)
    yield run
    workspace.close()


def relationships(monkeypatch, town, **link):
    return studio(monkeypatch, town.store.path.parent, "relationships", **link)


def test_the_graph_its_matrix_and_its_words_are_there(monkeypatch, town):
    at = relationships(monkeypatch, town)
    drawn = handed(at, "walled_frame")
    assert "possible pairs have a relationship" in drawn["title"]
    assert "Closest:" in words(at)
    assert drawn["doors"] == len(list(town.at().log.rows(Relation)))
    open_up(at, "matrix-twin")
    assert len(at.table[-1].value) == len(town.scenario.personas)


def test_the_town_can_be_seen_as_it_began(monkeypatch, town):
    at = relationships(monkeypatch, town, day=0)
    began = ties_of(town.at(1).relations, [one.id for one in town.scenario.personas])
    assert density_words(began, len(town.scenario.personas)) in handed(at, "walled_frame")["title"]
    assert handed(at, "walled_frame")["day"] == 0


@pytest.mark.parametrize("day", ["7", "-1", "soon"])
def test_a_day_that_cannot_be_seen_is_now(monkeypatch, town, day):
    shown = handed(relationships(monkeypatch, town, day=day), "walled_frame")
    assert shown["day"] == shown["days"] - 1


def test_at_a_moment_the_graph_holds_nothing_later(monkeypatch, town):
    rows = tuple(town.at().log.rows(Relation))
    later = next(row for row in reversed(rows) if row.note)
    shown = handed(relationships(monkeypatch, town, at=later.minute - 1), "walled_frame")
    assert str(later.id) not in shown["before"] + shown["after"]
    assert str(rows[0].id) in shown["before"] + shown["after"]


def test_every_change_of_a_tie_is_in_the_graph_with_the_row_that_it_is(town):
    rows = tuple(town.at().log.rows(Relation))
    graph = graph_of(town, rows, days_until(town.clock))
    assert [change.id for change in graph.ties.changes] == [row.id for row in rows]
    for change, row in zip(graph.ties.changes, rows, strict=True):
        pair = graph.ties.pairs[change.pair]
        assert (pair[change.way], pair[1 - change.way]) == (row.agent, row.other)
    last = {change.pair: change for change in graph.ties.changes}
    for tie in ties_of(town.at().relations, [one.id for one in town.scenario.personas]):
        change = last[graph.ties.pairs.index((tie.one, tie.other))]
        assert change.both == pytest.approx(tie.closeness, abs=0.001)
        assert change.both_word == town.town.phrases.feels(tie.closeness)


def test_any_two_are_shown_with_what_they_feel_and_said(monkeypatch, town):
    at = relationships(monkeypatch, town, agent="isabel")
    at.selectbox(key="pair-one").set_value("isabel").run()
    at.selectbox(key="pair-other").set_value("tomas").run()
    said = words(well(at))
    felt = {row.other: row for row in town.at().relations if row.agent == "isabel"}["tomas"]
    assert felt.kind in said
    talks = [talk for talk in town.at().log.conversations(agent="isabel") if "tomas" in talk.members]
    assert "They talked" in said or not talks


def test_one_and_the_other_are_never_the_same(monkeypatch, town):
    at = relationships(monkeypatch, town, agent="isabel")
    other = at.selectbox(key="pair-other").value
    at.selectbox(key="pair-one").set_value(other).run()
    assert at.selectbox(key="pair-other").value != other
    well(at)


# ---- the logic


def relation(agent, other, closeness):
    return Relation(id=1, agent=agent, other=other, kind="friend", closeness=closeness)


PEOPLE = ("ada", "ben", "cy")
NAMES = {"ada": "Ada Moss", "ben": "Ben Reed", "cy": "Cy Reed"}


def three():
    felt = [relation("ada", "ben", 0.8), relation("ben", "ada", 0.4), relation("cy", "ada", -0.5)]
    return ties_of(felt, PEOPLE)


def test_a_pair_has_one_tie_with_both_feelings():
    one, other = three()
    assert (one.one, one.other, one.label) == ("ada", "ben", "+0.8 / +0.4")
    assert one.closeness == pytest.approx(0.6)
    assert (other.there, other.back, other.label) == (None, -0.5, "−0.5")


def test_the_density_is_told_in_words():
    assert density_words(three(), 3) == (
        "2 of 3 possible pairs have a relationship (67%), 1 of them in both directions; 1 is warm, 1 is "
        "strained."
    )
    assert density_words((), 1) == "A relationship needs two people."


def test_the_closest_and_the_most_strained_are_told():
    assert told_ties(three(), NAMES) == (
        "Closest: Ada Moss and Ben Reed (+0.60). Most strained: Ada Moss and Cy Reed (−0.50)."
    )
    assert [row["closeness"] for row in tie_rows(three(), NAMES)] == ["+0.60", "−0.50"]


def test_strained_ties_are_always_drawn():
    assert [tie.other for tie in worth_drawing(three(), 0.9)] == ["cy"]
    assert clear_from(three(), 3) == 0.1


def test_days_run_from_the_beginning_to_now():
    assert days_until(2 * DAY + 30) == [0, DAY, 2 * DAY, 2 * DAY + 30]
    assert days_until(DAY) == [0, DAY]
    assert days_until(0) == [0]


def test_names_that_are_cut_alike_stay_apart():
    long = "名" * 4_000
    labels = unlike_labels([long, long, "Ada"])
    assert len(set(labels)) == 3
    assert all(len(label) <= 22 for label in labels)


@pytest.mark.parametrize("count", [1, 2, 8, 25])
def test_nobody_stands_on_anybody_and_nobody_moves_by_chance(count):
    people = [f"p{n}" for n in range(count)]
    felt = [
        relation(people[n], people[(n * 7 + 1) % count], 0.1 * (n % 9)) for n in range(count) if count > 1
    ]
    ties = ties_of([row for row in felt if row.agent != row.other], people)
    places = layout(tuple(people), ties)
    assert places == layout.__wrapped__(tuple(people), ties), "no dice are drawn"
    spots = np.array(list(places.values()))
    apart = np.linalg.norm(spots[:, None] - spots[None, :], axis=2) + np.eye(count) * 1e9
    assert apart.min() > 60
    assert layout((), ()) == {}


def test_the_page_of_the_graph_stays_on_this_machine_and_takes_names_as_text():
    evil = '</script><img src=x onerror="alert(1)">'
    graph = Graph(
        town=evil,
        run=evil,
        people=(
            Figure(agent="ada", name=evil, emoji="<b>", number=0, place=(0.0, 0.0)),
            Figure(agent="ben", name="Ben", emoji="🧔", number=1, place=(100.0, 0.0)),
        ),
        days=(Day(label=evil, words=evil),),
        ties=tie_days(
            (replace(relation("ada", "ben", -0.5), note=evil),), ("ada", "ben"), (1,), lambda _: evil
        ),
        least=0.1,
    )
    for inside in (True, False):
        page = graph_page(graph, INKS, inside=inside, letters=15, height=500)
        assert not OUTSIDE_LINK.search(page)
        assert evil not in page
    assert graph_page(
        replace(graph, ties=TieDays(pairs=(), changes=())), INKS, inside=True, letters=15, height=500
    )
    svg = base64.b64decode(portrait_picture("<b>", "#0072B2").partition(",")[2]).decode()
    assert "&lt;b&gt;" in svg


def three_people():
    return [Persona(id=agent, name=NAMES[agent], home="x") for agent in PEOPLE]


def test_the_matrix_has_a_number_for_every_feeling_and_nothing_else():
    people = three_people()
    rows = matrix_rows(people, feelings(people, three()))
    of = {next(iter(row.values())): row for row in rows}
    assert of["Ada Moss"]["Ben Reed"] == 0.8
    assert of["Cy Reed"]["Ada Moss"] == -0.5
    assert sum(isinstance(value, float) for row in rows for value in row.values()) == 3


def test_the_matrix_is_drawn_with_signs_on_grounds_from_strain_to_warmth():
    people = three_people()
    felt = feelings(people, three())
    spec = matrix_spec([one.name for one in people], felt)
    cells = {tuple(cell["value"][:2]): cell for cell in spec["series"][0]["data"]}
    assert len(cells) == 3
    assert cells[1, 0]["name"] == "Ada Moss towards Ben Reed: +0.80"
    assert cells[0, 2]["label"]["formatter"] == "−0.5"
    assert (spec["visualMap"]["min"], spec["visualMap"]["max"]) == (-1, 1)
    assert [ground[-2:] for ground in spec["visualMap"]["inRange"]["color"]] == ["6E", "00", "6E"]


def test_a_cell_of_the_matrix_stands_for_the_pair_that_it_says():
    people = three_people()
    felt = feelings(people, three())
    spec = matrix_spec([one.name for one in people], felt)
    for one, cell in zip(felt, spec["series"][0]["data"], strict=True):
        assert cell["name"].startswith(f"{people[one.one].name} towards {people[one.other].name}:")


# ---- over the days


def test_the_tie_of_two_is_a_curve_with_the_talks_that_turned_it(monkeypatch, town):
    turned = next(row for row in town.at().log.rows(Relation) if row.minute)
    at = relationships(monkeypatch, town, one=turned.agent, other=turned.other)
    tie = town.story().tie(turned.agent, turned.other)
    called = {agent: name.called for agent, name in town.town.cast.known_as.items()}
    assert tie_words(tie, called) in html.unescape(words(at))
    spec = curve_spec(tie, called)
    assert [len(line["data"]) for line in spec["series"]] == [len(tie.there) + 1, len(tie.back) + 1]
    assert [area[0]["name"] for area in spec["series"][0]["markArea"]["data"]] == [
        town.town.phrases.say(f"feels_{step}") for step in DEGREES
    ]
    open_up(at, "tie-twin")
    assert len(at.table[0].value) == len(tie.standings)
    box(at, "Explain an item").set_value(turned.id).run()
    assert f"townwright why {town.row.id} {turned.id}" in words(well(at))


def test_a_pair_and_its_section_are_in_the_address(monkeypatch, town):
    talk = town.at().log.conversations()[0]
    one, other = talk.members[:2]
    at = relationships(monkeypatch, town, one=one, other=other, section="talks")
    assert at.selectbox(key="pair-one").value == one
    assert at.segmented_control(key=f"pair-section-{town.number}").value == "talks"
    assert any(box.label.startswith("day 1") for box in at.expander)
    at.selectbox(key="pair-other").set_value(next(who for who in ("bram", "edda") if who != one)).run()
    assert at.query_params["one"] in (one, [one])


def test_a_pair_that_is_none_is_not_looked_at(monkeypatch, town):
    at = relationships(monkeypatch, town, one="isabel", other="isabel")
    assert at.selectbox(key="pair-one").value != at.selectbox(key="pair-other").value
    relationships(monkeypatch, town, one="nobody", other="isabel")


def test_at_the_beginning_the_curve_is_as_the_author_wrote_it(monkeypatch, town):
    at = relationships(monkeypatch, town, at=0, one="isabel", other="tomas")
    assert "Isabel towards Tomas: " in words(at)
    assert not re.search(r"(One conversation|conversations) changed it", words(at))


def test_two_who_never_met_have_no_curve(monkeypatch, tmp_path):
    with open_workspace(tmp_path) as workspace:
        run = Planted.in_workspace(workspace).run
        felt = {(row.agent, row.other) for row in run.at().relations}
        people = list(run.town.cast.personas)
        one, other = next(
            (one, other)
            for one in people
            for other in people
            if one != other and not felt & {(one, other), (other, one)}
        )
        at = studio(monkeypatch, tmp_path, "relationships", one=one, other=other)
        called = run.town.cast.known_as
        assert f"{called[one].called} does not know {called[other].called}." in words(at)
        assert len(at.get("echarts_chart")) == 1  # the matrix alone


def test_circles_and_density_over_the_days_are_told(monkeypatch, town):
    said = html.unescape(words(relationships(monkeypatch, town)))
    ids = tuple(town.town.cast.personas)
    rows = tuple(town.at().log.rows(Relation))
    called = {agent: name.called for agent, name in town.town.cast.known_as.items()}
    days = graph_of(town, rows, days_until(town.clock)).days
    for day, minute in zip(days, days_until(town.clock), strict=True):
        ties = ties_of(felt_by(rows, minute).values(), ids)
        assert day.words == f"{density_words(ties, 8)} {circles_words(ties, ids, called)}"
    assert density_over_days_words(densities(rows, since_when(town), town.clock)) in said
    assert " are warm now." in said


def test_a_pair_of_the_list_is_explained_by_what_was_felt_last(monkeypatch, town):
    relations = {(row.agent, row.other): row for row in town.at().relations}
    tie = warmest(ties_of(relations.values(), tuple(town.town.cast.personas)), 1)[0]
    at = relationships(monkeypatch, town)
    press(at, f"pair-{tie.one}-{tie.other}")
    assert f"townwright why {town.row.id} {latest_row(tie, relations).id}" in words(at)


def test_what_is_felt_at_a_minute_is_what_the_moment_says(town):
    rows = tuple(town.at().log.rows(Relation))
    for minute in (0, 1, 600, 900, town.clock):
        felt = {(row.agent, row.other): row for row in town.at(minute).relations}
        assert felt_by(rows, minute) == felt
        tied = len(ties_of(felt.values(), tuple(town.town.cast.personas)))
        assert densities(rows, since_when(town), minute)[-1].tied == tied / 28


def test_circles_are_told_by_their_members():
    assert (
        circles_words(three(), PEOPLE, NAMES) == "One circle: Ada Moss and Ben Reed. In no circle: Cy Reed."
    )
    assert circles_words((), PEOPLE, NAMES) == "No circles: no two people are close."
    crowd = tuple(f"p{n}" for n in range(12))
    close = ties_of([relation(one, other, 0.9) for one in crowd for other in crowd if one != other], crowd)
    assert circles_words(close, crowd, {one: one for one in crowd}).endswith("p8, p9 and 2 more.")


def test_density_over_the_days_is_told_in_a_sentence():
    def town_of(*shares):
        return [Density(minute=n * DAY, tied=share, warm=n) for n, share in enumerate(shares)]

    assert density_over_days_words(town_of(0.2)) == ""
    assert density_over_days_words(town_of(0.2, 0.5, 0.6)) == (
        "20% of all pairs had a relationship at the start, 50% at the end of day 1, 60% now; 0 relationships "
        "were warm at the start, and 2 are warm now."
    )
    assert density_over_days_words(town_of(1.0, 1.0)).startswith(
        "From the start, 100% of all pairs have had a relationship"
    )
    long = density_over_days_words(town_of(0.1, 0.2, 0.5, *(0.6 for _ in range(8))))
    assert "the biggest increase was on day 2, and 60% have one now" in long


def test_a_tie_that_only_one_feels_is_told_so():
    tie = TieOverTime(one="ada", other="ben", minute=600, there=(), back=(), scale=())
    assert tie_words(tie, NAMES) == "Ada Moss does not know Ben Reed. Ben Reed does not know Ada Moss."
    assert curve_spec(tie, NAMES)["series"][0]["data"] == []
    steps = [
        Standing(
            id=n * 10**7,
            agent="ada",
            other="ben",
            closeness=0.2 * n,
            word="friendly",
            change=change,
            note="",
            talk=9,
        )
        for n, change in ((1, None), (2, 0.2))
    ]
    told = tie_words(replace(tie, there=tuple(steps)), NAMES)
    assert told.startswith(
        "Ada Moss towards Ben Reed: friendly (+0.40), was friendly (+0.20) at first (day 1 00:01)."
    )
    assert told.endswith("One conversation changed it: day 1 00:02 (+0.20).")
    assert [row["change"] for row in standing_rows(replace(tie, there=tuple(steps)), NAMES)] == [
        "their first meeting", "+0.20",
    ]  # fmt: skip
