"""The answers of a survey: counted, drawn, in a table to download, and each with the memories it rests on."""

from __future__ import annotations

import streamlit as st

from engine.api.talk import SurveyAnswer, Surveyed, sheet
from engine.api.workspace import Run
from engine.notebook.editing import Piece
from studio.basics.table import table
from studio.basics.text import plain, story
from studio.catalogue.lists import with_commas
from studio.catalogue.moments import moment_words
from studio.catalogue.tr import tr
from studio.frame.into_notebook import into_notebook
from studio.talk.everybody.survey_chart import counts_words, survey_chart
from studio.why.memory_card import memory_row

_MOST_SHOWN = 12  # of the memories that came to mind without being cited


def survey_answers(run: Run, found: Surveyed) -> None:
    """Draw the results of a survey."""
    with st.container(key="survey-found", gap="small"):
        st.markdown(tr("**The answers**"))
        story(found.asking.question)
        if found.stopped:
            told = tr("Stopped after {n} of {all} answers.", n=len(found.answers), all=found.wanted)
            plain(told, muted=True)
        for minute in found.minutes:
            plain(finding(found, minute))
        survey_chart(found, key=f"survey-{run.number}")
        rows = answer_rows(run, found)
        table(rows, key="survey", alt=tr("Answers by person"), taken=lambda: sheet(found, run.by_id))
        into_notebook(run, lambda: _piece(found), key=f"survey-{run.number}")
        _one_of_them(run, found)


def _piece(found: Surveyed) -> Piece:
    """Return a survey as a notebook cell, at the last minute at which it was asked."""
    asking, bounds = found.asking, found.asking.bounds
    answered = {"choices": list(asking.options)} if asking.options else {}
    number = {"number": f"{bounds[0]}..{bounds[1]}"} if bounds else {}
    values = {"ask": asking.question, **answered, **number}
    title = asking.question
    return Piece(kind="survey", values=values, title=title, minute=max(found.minutes))


def finding(found: Surveyed, minute: int) -> str:
    """Return the finding at a minute, such as `Day 2 12:00: 5 yes, 2 no; 1 cannot say.`."""
    silent, mean = found.silent(minute), found.mean(minute)
    speaking = len(found.at(minute)) - silent
    told = [with_commas(counts_words(found, minute))]
    if found.asking.bounds:
        told = [tr("mean {mean:.1f} (n = {n})", mean=mean, n=speaking) if mean is not None else ""]
    elif not found.asking.options:
        told = [tr("{n} answered", n=speaking) if speaking else ""]
    told += [tr("{n} cannot say", n=silent) if silent else ""]
    words = moment_words(minute)
    answers = tr("; ").join(filter(None, told)) or tr("nobody answered")
    return tr("{moment}: {answers}.", moment=f"{words[:1].upper()}{words[1:]}", answers=answers)


def answer_rows(run: Run, found: Surveyed) -> list[dict[str, object]]:
    """Return the answers as rows of a table for people."""
    several = len(found.minutes) > 1
    known = run.by_id({one for answer in found.answers for one in answer.said.because})
    when, who, what, words, rests = tr("When"), tr("Who"), tr("Answer"), tr("Full answer"), tr("Based on")
    return [
        {
            **({when: moment_words(answer.minute)} if several else {}),
            who: answer.name,
            **({what: counted_words(answer)} if found.asking.options or found.asking.bounds else {}),
            words: answer.said.words or tr("No usable answer: {fault}", fault=answer.failed),
            rests: " · ".join(known[one].text for one in answer.said.because if one in known),
        }
        for answer in found.answers
    ]


def counted_words(answer: SurveyAnswer) -> str:
    """Return a choice or a number for the table."""
    if answer.said.cannot_say or answer.counted is None:
        return tr("cannot say")
    return str(answer.counted)


def _one_of_them(run: Run, found: Surveyed) -> None:
    """Draw the choice of one answer, with the memories it rests on, and others recalled."""
    several = len(found.minutes) > 1
    labels = {
        n: tr("{name}, {moment}", name=one.name, moment=moment_words(one.minute)) if several else one.name
        for n, one in enumerate(found.answers)
    }
    chosen = st.selectbox(
        tr("What came to mind"),
        list(labels),
        index=None,
        format_func=labels.__getitem__,
        placeholder=tr("Choose an answer"),
        key=f"survey-look-{run.number}",
        width=360,
    )
    if chosen is None:
        return
    answer = found.answers[chosen]
    story(answer.said.words, "small")
    cited = answer.said.because
    known = run.by_id((*cited, *answer.said.recalled))
    if not cited:
        plain(
            tr("The answer cites no memory. It is based on the persona, relationships and plans."),
            muted=True,
        )
    for one in cited:
        if one in known:
            note = tr("the answer is based on it")
            memory_row(known[one], key="survey-cited", note=note, size="small")
    for one in [one for one in answer.said.recalled if one not in cited][:_MOST_SHOWN]:
        if one in known:
            memory_row(known[one], key="survey-recalled", note=tr("came to mind"), size="small")
