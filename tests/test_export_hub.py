"""A game made of a run as a hub: in every hour a place is chosen, and talks there are overheard.

Ink and Yarn are played by readers that others have written, Twine by a small one of our own, for as much of
Harlowe as is written.
"""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from engine.errors import BadInput, NotFound
from engine.export.excerpt import Excerpt
from engine.export.games.hub import Between, _told_apart, hub
from engine.export.registry import run_exports
from engine.export.report import Notes
from engine.export.script.plain import plain
from engine.records import Conversation, Line
from engine.row_ids import minute_of
from tests import studios
from tests.hostile import hostile_town
from tests.readers.reading import reader

__all__ = ["reader"]

pytestmark = pytest.mark.slow

GAMES = ("ink", "twee", "yarn")


@pytest.fixture(scope="module")
def lived(tmp_path_factory):
    workspace, run = studios.lived(tmp_path_factory.mktemp("hub"))
    with workspace:
        yield run


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    workspace, run = hostile_town(tmp_path_factory.mktemp("hostile"))
    with workspace:
        yield run


def exported(run, form, **part):
    return b"".join(run.export(form, shape="hub", **part)).decode()


def story_of(run):
    return hub(Excerpt(run=run, minute=run.clock, shape="hub"), Notes())


# ---- players


class Twine:
    """Plays what is written for Harlowe: assignments, conditions, hooks and links."""

    MACRO = re.compile(r"\((set|if|unless): ([^()]*(?:\(history:\)[^()]*)?)\)")

    def __init__(self, passages, start):
        self.texts = {passage["name"]: passage["text"] for passage in passages}
        self.values, self.history = {}, []
        for passage in passages:
            if "startup" in passage["tags"]:
                assert self.shown(passage["text"]).strip() == ""
        self.lines, self.links = [], []
        self.go(start)

    def go(self, name):
        self.links = []
        text = self.shown(self.texts[name])
        self.history.append(name)
        for line in filter(None, map(str.strip, text.split("\n"))):
            if link := re.fullmatch(r"\[\[([^\[\]]*)->([^\[\]]*)\]\]", line):
                self.links.append((signs(link[1]), link[2]))
            elif hook := re.fullmatch(r"\|line(\d+)>\[(.*)\]", line):
                self.lines.append((hook[1], signs(hook[2])))
            else:
                self.lines.append(("", signs(line)))

    def shown(self, text):
        """The text with its macros carried out, those of a hook that is not shown not at all."""
        made = ""
        while found := self.MACRO.search(text):
            made, text = made + text[: found.start()], text[found.end() :]
            if found[1] == "set":
                for one in found[2].split(", "):
                    name, _, value = one.partition(" to ")
                    self.values[name] = (
                        {"true": True, "false": False}.get(value) if value in "truefalse" else float(value)
                    )
                continue
            end = closing(text)
            if self.holds(found[2]) == (found[1] == "if"):
                made += self.shown(text[1:end])
            text = text[end + 1 :]
        return made + text

    def holds(self, condition):
        if said := re.fullmatch(r'\(history:\) contains "(.*)"', condition):
            return said[1] in self.history
        return all(self.is_true(one) for one in condition.split(" and "))

    def is_true(self, condition):
        if not (said := re.fullmatch(r"(\$\w+) (>=|<) (-?[\d.]+)", condition)):
            return self.values[condition] is True
        have, number = self.values[said[1]], float(said[3])
        return have >= number if said[2] == ">=" else have < number


def closing(text):
    """Where the hook ends with which a text begins."""
    depth = 0
    for at, sign in enumerate(text):
        depth += {"[": 1, "]": -1}.get(sign, 0)
        if depth == 0:
            return at
    raise AssertionError("a hook does not end")


def signs(text):
    assert not re.findall(r"[\x00-\x7f]", re.sub(r"&#\d+;|[a-zA-Z0-9 ,.]", "", text)), text
    return re.sub(r"&#(\d+);", lambda found: chr(int(found[1])), text)


def play(read, form, text, picks):
    """What is shown, as lines with their ids, and what could be chosen each time."""
    if form == "twee":
        found = read("twee", text)
        game, choices = Twine(found["passages"], found["start"]), []
        while game.links:
            choices.append([words for words, _ in game.links])
            game.go(game.links[picks[len(choices) - 1] if len(choices) <= len(picks) else 0][1])
        return game.lines, choices
    found = read(form, text, picks)
    marks = {"ink": ("tags", "id:"), "yarn": ("hashtags", "line:")}
    kept, mark = marks[form]
    lines = []
    for line in found["lines"]:
        ids = [tag.removeprefix(mark) for tag in line[kept] or () if tag.startswith(mark)]
        lines.append((ids[0] if ids else "", line["text"]))
    return lines, found["choices"]


def picks_for(story, form, number):
    """The choices that lead, in every hour, to the place of a number or the last, and past its talks."""
    picks = [0] if form == "twee" else []  # Twine begins with a link
    for hour, after in [*pairwise([*story.hours, None])]:
        at = min(number, len(hour.stops) - 1)
        picks.append(at)
        for _ in hour.stops[at].overheard:
            picks += [0, 0] if form == "twee" else [0]  # the way back from a talk is a link there
        picks += [0] if form != "twee" or after else []
    return picks


# ---- what is promised


@pytest.mark.soak
@pytest.mark.parametrize("form", GAMES)
@pytest.mark.parametrize("town", ["lived", "hostile"])
def test_played_to_the_end_by_every_place_every_line_is_heard_as_it_was_said(form, town, request, reader):
    run = request.getfixturevalue(town)
    story, text = story_of(run), exported(run, form)
    said = {str(line.id): plain(line.text) for line in run.at().log.rows(Line)}
    heard = {}
    for number in range(max(len(hour.stops) for hour in story.hours)):
        lines, choices = play(reader, form, text, picks_for(story, form, number))
        assert len(choices) == len(picks_for(story, form, number)), "it ends with the last hour"
        heard |= {number: shown for number, shown in lines if number}
    assert heard.keys() == said.keys()
    for number, shown in heard.items():
        assert shown.strip().endswith(said[number].strip())


@pytest.mark.parametrize("form", GAMES)
def test_an_hour_can_be_let_pass_and_then_nothing_is_heard(form, lived, reader):
    story, text = story_of(lived), exported(lived, form)
    passes = [len(hour.stops) for hour in story.hours]
    if form == "twee":  # it begins with a link, and of the last hour only its places are left
        passes = [0, *passes[:-1]]
    lines, choices = play(reader, form, text, [*passes, *[0] * 100])
    offered = [names for names in choices if story.wait in names]
    assert len(offered) >= len(story.hours) - 1
    heard = {number for number, _ in lines if number}
    last = story.hours[-1].stops[0].overheard if form == "twee" else ()
    assert heard == {str(line.id) for one in last for line in one.talk.lines}


@pytest.mark.parametrize("form", GAMES)
def test_a_talk_is_overheard_once(form, lived, reader):
    story, text = story_of(lived), exported(lived, form)
    lines, _ = play(reader, form, text, picks_for(story, form, 0))
    numbers = [number for number, _ in lines if number]
    assert len(numbers) == len(set(numbers))


@pytest.mark.parametrize("form", GAMES)
def test_who_knows_what_is_shown_only_after_it_was_heard(form, lived, reader):
    story, text = story_of(lived), exported(lived, form)
    tells = {
        str(line): change.name.removeprefix("heard_")
        for hour in story.hours
        for stop in hour.stops
        for one in stop.overheard
        for line, changes in one.changes.items()
        for change in changes
        if change.name.startswith("heard_")
    }
    assert tells, "somebody in this town tells of a fact"
    shown = {
        (plain(aside.text), aside.conditions[0].removeprefix("heard_"))
        for hour in story.hours
        for stop in hour.stops
        for aside in stop.asides
        if not isinstance(aside.conditions[0], Between)
    }
    seen = 0
    for number in range(max(len(hour.stops) for hour in story.hours)):
        heard = set()
        for line, words in play(reader, form, text, picks_for(story, form, number))[0]:
            heard |= {tells[line]} if line in tells else set()
            facts = {fact for aside, fact in shown if words.endswith(aside) and not line}
            assert facts <= heard
            seen += bool(facts)
    assert seen, "somebody is met who knows what was heard"


def test_knowledge_and_closeness_go_on_as_in_the_run(lived):
    story = story_of(lived)
    values = {one.name: one.value for one in story.variables}
    assert {name.split("_")[0] for name in values} == {"heard", "knows", "tie"}
    for hour in story.hours:
        values |= {one.name: one.value for one in hour.changes}
    last_hour = max(talk.row.minute for talk in told_in(story)) // 60 * 60
    shown = {one.name for one in story.variables}
    for row in lived.at(lived.clock).relations:
        name = f"tie_{story.people[row.agent]}_{story.people[row.other]}"
        assert name in shown
        later = minute_of(row.id) >= last_hour  # which no hour tells any more
        assert later or values[name] == round(100 * row.closeness)


def told_in(story):
    return [one.talk for hour in story.hours for stop in hour.stops for one in stop.overheard]


def test_variables_of_names_that_run_together_are_told_apart():
    names = _told_apart([("maria", "lopez_party"), ("maria_lopez", "party"), ("maria", "lopez_party")])
    assert names == {
        ("maria", "lopez_party"): "maria_lopez_party",
        ("maria_lopez", "party"): "maria_lopez_party_2",
    }


@pytest.mark.parametrize("form", GAMES)
def test_the_same_run_gives_the_same_bytes_and_a_part_is_a_game_of_its_own(form, lived):
    assert exported(lived, form) == exported(lived, form)
    rows = list(lived.at().log.rows(Conversation))
    who = rows[0].members[0]
    part = exported(lived, form, agent=who)
    for row in rows:
        assert (f"_{row.id}" in part or f" {row.id}" in part) == (who in row.members)


def test_a_form_that_is_no_game_has_no_hub(lived):
    assert {name for name, way in run_exports().items() if "hub" in way.shapes} == set(GAMES)
    with pytest.raises(
        BadInput,
        match=r"the format 'fountain' does not support the shape 'hub'; .*: ink, twee, yarn",
    ):
        lived.export("fountain", shape="hub")
    with pytest.raises(NotFound, match="there is no export shape"):
        lived.export("ink", shape="star")
