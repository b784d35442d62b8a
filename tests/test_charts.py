"""Charts of a run: valid, of what the run says, seen without a request, refused where there is nothing."""

import builtins
import json
import re
from xml.etree import ElementTree

import pytest

from engine.api.interactive.pictures.trees import reflections_picture
from engine.api.run import Run
from engine.api.workspace import open_workspace
from engine.clock import moment_words
from engine.errors import BadInput, NotFound, NotInstalled
from engine.records import Memory

pytestmark = pytest.mark.soak

NAMES = ("timeline", "relations", "reach", "talks")


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    with open_workspace(tmp_path_factory.mktemp("charts")) as opened:
        opened.runs.new("three-neighbours", seed=3).live("day 1 12:00")
        opened.runs.new("liuwan", seed=3).live("day 1 08:00")
        yield opened


@pytest.fixture(params=["three-neighbours-1", "liuwan-1"])
def run(workspace, request) -> Run:
    return workspace.runs.find(request.param)


def chart(run, name):
    return run.plot.reach(run.story().news[0].id) if name == "reach" else getattr(run.plot, name)()


def rows(found):
    return found.to_dict()["data"]["values"]


@pytest.mark.nightly
@pytest.mark.parametrize("name", NAMES)
def test_a_chart_is_seen_as_it_stands_without_a_request(run, name):
    found = chart(run, name).properties(width=300)
    bundle = found._repr_mimebundle_()
    svg = bundle["image/svg+xml"]
    assert svg.startswith("<svg")
    assert "http" not in svg.replace("http://www.w3.org/", "")
    assert "text/html" not in bundle, "which Altair makes load its scripts from elsewhere"
    assert any(kind.startswith("application/vnd.vegalite.v") for kind in bundle)


def test_charts_say_what_the_run_says(run):
    names = run.town.cast.names
    stays = [stay for stay in run.story().timeline() if not stay.on_the_way]
    assert len(rows(run.plot.timeline())) == len(stays)
    news = run.story().news[0]
    knowing = run.story().follow(news).knowing
    reached = rows(run.plot.reach(news.id))
    assert [row["who"] for row in reached[:-1]] == [names[one.agent] for one in knowing]
    assert reached[-1]["people who know"] == len(knowing)
    assert (
        sum(row["lines"] for row in rows(run.plot.talks()))
        == run.query("select count(*) from line").rows[0][0]
    )
    one = next(iter(names))
    assert {row["who"] for row in rows(run.plot.relations(one))} == {names[one]}


def test_how_somebody_was_is_drawn_where_a_town_keeps_it(workspace):
    run = workspace.runs.find("three-neighbours-1")
    if run.story().wellbeing("nell").curves:
        assert rows(run.plot.status("nell"))
    else:
        with pytest.raises(BadInput, match="nothing to draw about the status of Nell Hartley"):
            run.plot.status("nell")


def test_what_cannot_be_drawn_says_why(workspace, run):
    fresh = workspace.runs.new("three-neighbours")
    with pytest.raises(BadInput, match="nothing to draw"):
        fresh.plot.talks() if fresh.is_founded else fresh.plot._chart([], "none")
    with pytest.raises(NotFound):
        run.plot.status("nobody at all")
    with pytest.raises((BadInput, NotFound)):
        run.plot.reach("no such news at all")


def test_a_name_from_a_town_is_text_in_a_chart(run):
    sly = '<script>alert(1)</script>"&'
    svg = run.plot._chart([{"who": sly, "lines": 1}], sly).mark_bar().encode(x="lines:Q", y="who:N")
    assert "<script" not in svg._repr_mimebundle_()["image/svg+xml"]


def test_whoever_has_chosen_how_charts_are_shown_is_heeded(run):
    import altair

    with altair.renderers.enable("json"):
        assert "application/json" in json.dumps(run.plot.talks()._repr_mimebundle_())


@pytest.mark.parametrize(("missing", "told"), [("altair", True), ("vl_convert", False)])
def test_without_the_extra_it_says_which_or_shows_what_jupyter_draws_itself(run, monkeypatch, missing, told):
    found = run.plot.talks()
    real = builtins.__import__

    def without(name, *rest):
        if name == missing:
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    if told:
        with pytest.raises(NotInstalled, match=re.escape("pip install 'townwright[notebook]'")):
            run.plot.talks()
    else:
        assert "image/svg+xml" not in found._repr_mimebundle_()


# ---- pictures, which need no Altair


PICTURES = {
    "map": lambda run, who: run.plot.map("day 1 07:30"),
    "replay": lambda run, who: run.plot.replay(1),
    "plans": lambda run, who: run.plot.plans(who),
    "ties": lambda run, who: run.plot.ties(),
}


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_shapes_and_words_alone_and_says_in_rows_what_it_shows(run, name):
    who = next(iter(run.town.cast.names))
    made = PICTURES[name](run, who)
    tags = {element.tag.rpartition("}")[2] for element in ElementTree.fromstring(made.svg).iter()}
    assert tags <= {"svg", "g", "rect", "text", "path", "circle", "line"}
    assert "http" not in made.svg.replace("http://www.w3.org/2000/svg", "")
    assert made.rows
    assert made._repr_svg_() == made.svg
    assert made.to_dicts()[0].keys() == set(made.columns)
    assert made.title in repr(made)


def test_a_map_has_everybody_where_the_run_says(run):
    here = run.at("day 1 07:30").people
    names = run.town.cast.names
    for row in run.plot.map("day 1 07:30").to_dicts():
        agent = next(one for one, name in names.items() if name == row["who"])
        assert here[agent].room.partition("/")[0] in row["where"]
        assert names[agent].partition(" ")[0] in run.plot.map("day 1 07:30").svg


def test_a_plan_is_drawn_with_what_became_of_it(run):
    who = next(iter(run.town.cast.names))
    drawn = run.plot.plans(who, 1).to_dicts()
    told = run.story().plans(1, who)
    assert [row["planned"] for row in drawn if row["level"] == "part"] == [one.activity for one in told]
    assert sum(row["level"] == "step" for row in drawn) <= len(run.story().steps(who, 1))


def test_what_is_not_there_to_be_drawn_is_said(workspace):
    run = workspace.runs.find("liuwan-1")
    who = next(iter(run.town.cast.names))
    with pytest.raises(BadInput, match="has no conclusions yet"):
        run.plot.reflections(who)
    with pytest.raises(BadInput):
        run.plot.map("day 3 07:30")
    with pytest.raises(NotFound):
        run.plot.plans("nobody")


def test_conclusions_stand_above_what_they_rest_on_and_hostile_words_are_words():
    def memory(number, kind, text, evidence=()):
        return Memory(id=number, agent="nell", kind=kind, text=text, importance=5, evidence=evidence)

    seen = memory(1, "observation", "<script>alert(1)</script> & \u202e")
    first = memory(2, "reflection", "So it is.", (1,))
    second = memory(3, "reflection", "All in all " + "so " * 80, (2, 1))
    made = reflections_picture("Nell", [first, second], {1: seen})
    assert "<script" not in made.svg
    assert ElementTree.fromstring(made.svg) is not None
    said = [
        "".join(one.itertext()) for one in ElementTree.fromstring(made.svg).iter() if one.tag.endswith("text")
    ]
    assert said.index(f"So it is. ({moment_words(first.minute)})") > [
        line.startswith("All in all") for line in said
    ].index(True)
    assert [row["based on"] for row in made.to_dicts()] == [seen.text, "So it is.", seen.text]
