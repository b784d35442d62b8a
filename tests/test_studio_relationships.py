"""The Relationships page: the graph of a day, its matrix, and any two of the people."""

from __future__ import annotations

import base64

import numpy as np
import pytest

from engine.clock import DAY
from engine.records import Persona, Relation
from studio.basics.iframe import OUTSIDE_LINK
from studio.relationships.relationship_graph import (
    graph_page,
    layout,
    matrix,
    portrait_picture,
    shown_matrix,
    tint,
)
from studio.relationships.relationship_stats import (
    clear_from,
    days_until,
    density_words,
    tie_rows,
    ties_of,
    told_ties,
    unlike_labels,
    worth_drawing,
)
from tests.studios import lived, studio, well, words

pytestmark = pytest.mark.slow

COLOURS = ("#222222", "#FFFFFF", "#006666", "#AA2222", "#777777")


@pytest.fixture
def town(tmp_path):
    workspace, run = lived(tmp_path)
    yield run
    workspace.close()


def relationships(monkeypatch, town, **link):
    return studio(monkeypatch, town.store.path.parent, "relationships", **link)


def test_the_graph_its_matrix_and_its_words_are_there(monkeypatch, town):
    at = relationships(monkeypatch, town)
    said = words(at)
    assert "possible pairs are tied" in said
    assert "Closest:" in said
    assert len(at.get("iframe")) == 1
    people = len(town.scenario.personas)
    assert at.dataframe[0].value.shape == (people, people)


def test_the_town_can_be_seen_as_it_began(monkeypatch, town):
    at = relationships(monkeypatch, town)
    now = town.clock
    at.select_slider(key=f"relations-day-{town.number}-{now}").set_value(1).run()
    began = ties_of(town.at(1).relations, [one.id for one in town.scenario.personas])
    assert density_words(began, len(town.scenario.personas)) in words(well(at))


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
        "2 of 3 possible pairs are tied (67%), 1 of them both ways; 1 is warm, 1 is strained."
    )
    assert density_words((), 1) == "It takes two to have a relationship."


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
    people = (("ada", evil, "<b>", 0), ("ben", "Ben", "🧔", 1))
    places = (("ada", (0.0, 0.0)), ("ben", (100.0, 0.0)))
    page = graph_page(people, (("ada", "ben", -0.5, "-0.5"),), places, COLOURS)
    assert not OUTSIDE_LINK.search(page)
    assert evil not in page
    assert '"dashes": true' in page
    svg = base64.b64decode(portrait_picture("<b>", "#0072B2").partition(",")[2]).decode()
    assert "&lt;b&gt;" in svg


def test_the_matrix_has_a_number_for_every_feeling_and_nothing_else():
    people = [Persona(id=agent, name=NAMES[agent], home="x") for agent in PEOPLE]
    cells = matrix(people, three())
    assert cells.loc["Ada Moss", "Ben Reed"] == 0.8
    assert cells.loc["Cy Reed", "Ada Moss"] == -0.5
    assert int(cells.notna().sum().sum()) == 3


def test_the_ground_of_a_cell_is_the_deeper_the_stronger_the_feeling():
    assert tint(float("nan"), "#006666", "#AA2222") == tint(0.04, "#006666", "#AA2222") == ""
    assert tint(0.05, "#006666", "#AA2222") == "background-color: #00666618"
    assert tint(1.0, "#006666", "#AA2222") == "background-color: #0066666E"
    assert tint(-0.5, "#006666", "#AA2222") == "background-color: #AA222241"


def test_the_matrix_is_shown_with_signs_on_its_grounds():
    people = [Persona(id=agent, name=NAMES[agent], home="x") for agent in PEOPLE]
    shown = shown_matrix(matrix(people, three()))
    words = shown.data
    assert list(words.loc["Ada Moss"]) == ["", "+0.80", ""]
    assert words.loc["Cy Reed", "Ada Moss"] == "−0.50"
    assert shown.to_html().count("background-color") == 3
    assert shown.to_html() == shown_matrix(matrix(people, three())).to_html()
