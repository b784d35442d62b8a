"""The paper of a day as a model writes it: asked for once, held to the log, kept beside it, never needed."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from engine.api.models import Profile
from engine.api.workspace import open_workspace
from engine.clock import DAY
from engine.errors import BadInput, ModelFailed, NotWritten
from engine.export.reading_copy import reading_copy
from engine.insight.written.question import REPORTER
from engine.models.profiles import Prices
from engine.prompts.questions.aside.write_paper import DayReport, Report
from engine.records import Call
from tests.hostile import MARKS, UNSEEN
from tests.studios import lived

TOLD = re.compile(r"^\[(e\d+)\] (?:\d\d:\d\d )?(?:([^:“]{1,12}): )?(.+)$", re.MULTILINE)


@pytest.fixture
def town(tmp_path, chaos, monkeypatch):
    """Willow Bay after its first day, and a served model that has not been asked anything yet."""
    monkeypatch.setattr("engine.models.served.client.retry._FIRST_WAIT", 0.001)
    monkeypatch.setattr(chaos, "asked", [])
    workspace, run = lived(tmp_path)
    workspace.models.keep(profile(chaos))
    yield run
    workspace.close()


def profile(chaos, name="small", model="fine", **more):
    return Profile(name=name, base_url=chaos.base_url, model=model, timeout=20, **more)


def entries(town, day=1):
    """The tags of what the model is shown, with whose paragraph each is of, and its sentence."""
    return TOLD.findall("\n".join(f"[e{n}] {one}" for n, one in enumerate(town._desk(day).asked.entries, 1)))


def say(chaos, *sentences):
    """Have the server answer with these: the text, the tags, and whom it is about."""
    rows = [{"text": text, "because": tags, "about": about} for text, tags, about in sentences]
    chaos.good = json.dumps({"sentences": rows})


def questions(chaos):
    """How often the server was asked for a paper."""
    return sum("Write the paper of day" in str(body["messages"]) for _, _, body in chaos.asked)


def bearable(town):
    """A few sentences of the paper by rule, each with the tag it stands under."""
    return [(text, [tag], "") for tag, who, text in entries(town) if not who and len(text) < 200][:4]


def invented(town):
    """A sentence that nothing in the log bears out, under a tag of something about the person it names."""
    tag = next(tag for tag, who, text in entries(town) if "Isabel" in f"{who} {text}")
    return ("Isabel Moreno sold the Harbour Café to a circus.", [tag], "")


def test_it_is_written_in_one_call_and_shown_from_then_on(town, chaos):
    told = bearable(town)
    lie = invented(town)
    say(chaos, *told, lie)
    paper = town.write_paper(1, model="small")
    assert questions(chaos) == 1
    assert [one.text for one in (paper.headline, *paper.story)] == [text for text, _, _ in told]
    assert [(one.text, one.why) for one in paper.left_out] == [(lie[0], "words")]
    assert (paper.profile, paper.edition, paper.shown, paper.headed) == ("small", 1, True, True)
    assert town.story().written(1) == paper
    assert "circus" not in str(paper.sentences)
    assert paper.by_rule == frozenset(town.town.cast.personas)


def test_every_sentence_leads_to_rows_of_the_run(town, chaos):
    say(chaos, *bearable(town))
    for one in town.write_paper(1, model="small").sentences:
        for row in one.ids:
            assert town.why(row)


def test_what_it_may_cost_is_said_before_and_nothing_is_sent(town, chaos):
    cost = town.paper_cost(1, model="small")
    assert cost.tokens > 1_000
    assert cost.micros is None
    priced = profile(chaos, prices=Prices(tokens_in=1, tokens_out=2))
    with open_workspace(town.store.path.parent) as workspace:
        workspace.models.keep(priced)
    assert town.paper_cost(1, model="small").micros
    assert not chaos.asked
    say(chaos, *bearable(town))
    town.write_paper(1, model="small")
    assert 0 < town.spent().tokens <= town.paper_cost(1, model="small").tokens


@pytest.mark.soak
def test_the_town_learns_nothing_of_it(town, chaos, tmp_path):
    def lived_on(run):
        before = (run.at().fingerprint, [tuple(run.at().recalls(one)) for one in run.town.cast.personas])
        run.live(DAY + 60)
        return before, run.at().fingerprint, run.at().log.counts

    untouched = lived_on(lived(tmp_path / "other")[1])
    say(chaos, *bearable(town))
    town.write_paper(1, model="small")
    assert lived_on(town) == untouched
    assert not [row for row in town.at().log.rows(Call) if row.purpose == "write_paper"]


def test_before_the_day_is_over_the_paper_is_by_rule(town, chaos):
    say(chaos, *bearable(town))
    town.write_paper(1, model="small")
    assert town.story(DAY - 1).written(1) is None
    assert town.story(DAY).written(1) is not None
    with pytest.raises(BadInput, match="day 2 is not over yet; choose a day up to day 1"):
        town.write_paper(2, model="small")


def test_nothing_is_left_of_a_paper_that_nothing_supports(town, chaos):
    say(chaos, invented(town), ("Odile Brandt flew to the moon.", ["e2"], "Odile Brandt"))
    paper = town.write_paper(1, model="small")
    assert paper.is_empty
    assert not paper.shown
    assert len(paper.left_out) == 2
    assert paper.headline == town.story().paper(1).headline
    with pytest.raises(BadInput, match="there is no model-written town paper to show for day 1"):
        town.show_paper(1)


def test_the_one_by_rule_comes_back_and_the_other_is_kept(town, chaos):
    say(chaos, *bearable(town))
    paper = town.write_paper(1, model="small")
    town.show_paper(1, by_rule=True)
    assert town.story().written(1) == replace(paper, shown=False)
    town.show_paper(1)
    assert town.story().written(1) == paper


def test_written_again_it_is_another_edition_and_asked_anew(town, chaos):
    told = bearable(town)
    say(chaos, *told)
    town.write_paper(1, model="small")
    say(chaos, *told[1:])
    again = town.write_paper(1, model="small")
    assert again.edition == 2
    assert again.headline.text == told[1][0]
    assert questions(chaos) == 2
    assert "edition 2" in str(chaos.asked[-1][2])


def test_a_failed_call_leaves_the_paper_as_it_was(town, chaos, tmp_path):
    chaos.good = '{"sentences": "none"}'
    with pytest.raises(ModelFailed, match="does not have the required form"):
        town.write_paper(1, model="small")
    assert town.story().written(1) is None
    with pytest.raises(BadInput, match="there is no model 'big'"):
        town.write_paper(1, model="big")


def test_it_can_be_stopped_and_nothing_is_kept(town, chaos, monkeypatch):
    say(chaos, *bearable(town))
    monkeypatch.setattr(chaos, "latency", 0.5)
    assert town.write_paper(1, model="small", stop=lambda: True) is None
    assert town.story().written(1) is None


def test_the_rehearsal_model_writes_one_too(town):
    paper = town.write_paper()
    assert town.paper_cost() is None
    assert paper.profile == "rehearsal"
    assert len(paper.left_out) <= 1
    assert len(paper.story) + len(paper.people) - len(paper.by_rule) > 5


def test_a_purpose_may_have_a_model_of_its_own(town, chaos):
    say(chaos, *bearable(town))
    fork = town.fork(model="rehearsal, write_paper=small")
    assert fork.paper_writer == "small"
    assert fork.paper_cost(1) is not None
    assert fork.write_paper(1).profile == "small"


def test_a_fork_shows_the_paper_of_a_day_it_shares(town, chaos):
    say(chaos, *bearable(town))
    paper = town.write_paper(1, model="small")
    whole, part = town.fork(), town.fork("day 1 12:00")
    assert whole.story().written(1) == paper
    assert part.story().written(1) is None
    whole.show_paper(1, by_rule=True)
    assert town.story().written(1).shown
    assert not whole.story().written(1).shown


@pytest.mark.nightly
def test_a_copy_to_read_has_it_and_takes_no_other(town, chaos, tmp_path):
    say(chaos, *bearable(town))
    paper = town.write_paper(1, model="small")
    file = tmp_path / "copy.townwright"
    file.write_bytes(b"".join(reading_copy(town)))
    with open_workspace(file) as workspace:
        run = workspace.runs.find("last")
        assert run.story().written(1) == paper
        with pytest.raises(NotWritten):
            run.write_paper(1)


def test_a_run_that_is_emptied_takes_its_papers_along(town, chaos):
    say(chaos, *bearable(town))
    fork = town.fork()
    fork.write_paper(1, model="small")
    fork.delete()
    fork.empty()
    assert town.store.select("SELECT count(*) FROM written_paper") == [(0,)]


def test_tags_in_a_text_are_no_part_of_it(town, chaos):
    (text, tags, about), *_ = bearable(town)
    say(chaos, (f"{text} [{tags[0]}]", tags, about))
    assert town.write_paper(1, model="small").headline.text == text


def test_the_label_of_an_entry_is_no_part_of_it(town, chaos):
    shown = [one for one in town._desk(1).shown if one.minute is not None and not one.agent]
    one = next(each for each in shown if len(each.text) < 200)
    tag = f"e{town._desk(1).shown.index(one) + 1}"
    say(chaos, (f"{one.label(town.town)}{one.text}", [tag], ""))
    assert town.write_paper(1, model="small").headline.text == one.text


def test_what_is_an_entry_word_for_word_rests_on_that_whatever_it_cites(town, chaos):
    (text, tags, _), (_, others, _), *_ = bearable(town)
    say(chaos, (text, others, ""), (f"{text}!", tags, ""))
    paper = town.write_paper(1, model="small")
    assert paper.headline.text == text
    assert paper.headline.ids == town._desk(1).shown[int(tags[0][1:]) - 1].ids
    assert [one.why for one in paper.left_out] == ["again"]


def test_nobody_of_the_town_writes_it(town, chaos):
    say(chaos, *bearable(town))
    town.write_paper(1, model="small")
    assert REPORTER not in town.town.cast.personas
    assert town.town.cast.names[REPORTER] == "the town reporter"


@pytest.mark.soak
def test_hostile_text_is_left_out_whatever_it_cites(town):
    desk = town._desk(1)
    for text in filter(None, (*MARKS, *UNSEEN)):
        given = [
            Report(text=text, because=["e1"]),
            Report(text="Bram won.", because=[text]),
            Report(text="Bram won.", because=["e1"], about=text),
        ]
        headed, stands, left = desk.edited(DayReport(sentences=given))
        assert (headed, stands) == (False, ()), text
        assert len(left) == 3


# ---- from a terminal


@pytest.mark.nightly
def test_the_command_prints_the_one_that_is_shown(town, chaos, monkeypatch, capsys):
    from engine.cli import main

    def call(*arguments):
        capsys.readouterr()
        status = main(["--workspace", str(town.store.path.parent), "paper", "last", *arguments])
        return status, *capsys.readouterr()

    told = bearable(town)
    lie = invented(town)
    say(chaos, *told, lie)
    status, said, _ = call("--cost", "--model", "small")
    assert (status, said.startswith("one question")) == (0, True)
    assert not chaos.asked
    status, said, noted = call("--write", "--model", "small")
    assert status == 0
    assert "it may take one question" in noted
    assert "written by small" in said
    assert told[0][0] in said
    assert said.index("Left out") < said.index("circus")
    assert json.loads(call("--json")[1])["by"] == "small"
    assert json.loads(call("--json", "--show", "rule")[1])["by"] == "rule"
    assert json.loads(call("--json")[1])["by"] == "rule"
    assert json.loads(call("--json", "--show", "model")[1])["left_out"][0]["why"] == "words"
    assert call("--model", "small")[0] == 1
    assert call("--day", "1", "--write", "--at", "day 1 12:00")[0] == 1
