"""Be the mind: for an hour a person answers an agent's questions, in place of its model."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import streamlit as st

from engine.api.talk import in_words
from engine.api.workspace import Run
from engine.clock import DAY
from engine.records import AgentId
from studio import session
from studio.basics.text import bulleted, escape_md, plain, shorten, story
from studio.catalogue.moments import moment_words
from studio.catalogue.tr import tr, tr_worded
from studio.frame.page import in_plain_words
from studio.runs.forking import name_of_fork

if TYPE_CHECKING:
    from engine.api.talk import AskedInPerson

_AN_HOUR = 60
_MOST_SHOWN = 6
_BESIDE = ("ratings", "minutes", "emoji")  # what goes along with a decision


def be_the_mind(run: Run, agent: AgentId) -> None:
    """Begin an hour in an agent's place, or draw its next question."""
    name = shorten(run.town.cast.names[agent], 40)
    if run.job is not None and run.job.is_live:
        plain(tr("This run is in progress. Stop it, or wait until it finishes."))
        return
    if not run.is_founded:
        plain(tr("This run has not started yet. Run day 1, then answer for a person."), muted=True)
        return
    key = f"being-{run.number}-{agent}"
    being: dict[str, Any] | None = session.recalled(key, None)
    if being is None:
        _begin(run, name, key)
        return
    _revealed(being)
    with in_plain_words():
        asked, before = None, run.clock
        if before < being["until"]:
            with st.spinner(tr("Running until {name} is asked something…", name=name)):
                asked = run.be(agent, being["answers"], being["until"])
        if run.clock != before:
            st.rerun()  # the bar above was drawn before the town lived on
        if asked is None:
            _over(run, agent, being, key)
        else:
            if not being["revealed"]:  # the hour is one of answering, however long the first question took
                being["until"] = asked.prompt.now + _AN_HOUR
            _question(run, name, asked, being, key)


def _begin(run: Run, name: str, key: str) -> None:
    with st.container(border=True, key="being-terms", gap="small"):
        st.markdown(tr(":material/psychology: **What will happen**"))
        bulleted(
            [
                tr(
                    "The run continues for one hour from {moment}. Whenever {name} has to decide what "
                    "to do, what to say or what to remember from a conversation, you answer.",
                    moment=moment_words(run.clock),
                    name=name,
                ),
                tr(
                    "Choose one of the suggested answers, or write your own. Afterwards you see what the "
                    "model would have answered."
                ),
                tr("Your answers become part of the run and are logged like any other answer."),
            ]
        )
        st.button(
            tr("Fork first and answer there"),
            key="being-fork",
            icon=":material/fork_right:",
            type="tertiary",
            on_click=_fork,
            args=(run,),
        )
    begins = tr("Be {name} for an hour", name=name)
    if st.button(begins, key="being-begin", type="primary", icon=":material/psychology:"):
        _an_hour(run, key)
        st.rerun()


def _an_hour(run: Run, key: str) -> None:
    session.remember(key, {"until": run.clock + _AN_HOUR, "answers": {}, "revealed": []})


def _fork(run: Run) -> None:
    new = run.fork(name=name_of_fork(run))
    session.choose_run(new.row.id)
    session.choose_moment(None)


def _question(run: Run, name: str, asked: AskedInPerson, being: dict[str, Any], key: str) -> None:
    with st.container(border=True, key="being-asked", gap="small"):
        now, aim = moment_words(asked.prompt.now), tr(asked.prompt.aim)
        plain(tr("{moment}: you are {name}. Your task is to {aim}.", moment=now, name=name, aim=aim))
        with st.expander(tr("Full prompt"), icon=":material/description:", expanded=not asked.options):
            st.code(asked.text, language=None, wrap_lines=True)
        chosen = None
        if asked.options:
            told, shared = _told(asked.options)
            chosen = st.radio(
                tr("Answer"),
                range(len(asked.options)),
                key=f"being-choice-{asked.key[:12]}",
                format_func=told.__getitem__,
            )
            if shared:
                plain(
                    tr("Shared by all answers: {answer}", answer=shorten(shared, 400)), small=True, muted=True
                )
        start = "{}" if chosen is None else _laid_out(asked.options[chosen])
        spoken = ""
        if not asked.fault(asked.of_words("?")):
            spoken = st.text_area(tr("Or in your own words"), key=f"being-words-{asked.key[:12]}", height=80)
        with st.expander(tr("Edit the full answer"), icon=":material/edit:"):
            above = tr("see above")
            st.caption("; ".join(f"{field}: {about or above}" for field, about in asked.fields.items()))
            written = st.text_area(
                tr("Your answer (JSON)"), value=start, key=f"being-own-{asked.key[:12]}-{chosen}", height=180
            )
        with st.container(horizontal=True):
            given = st.button(
                tr("Submit answer"), key="being-answer", type="primary", icon=":material/check:"
            )
            st.button(tr("Stop here"), key="being-stop", icon=":material/stop:", on_click=_stop, args=(key,))
    if given:
        _take(asked, asked.of_words(spoken.strip()) if spoken.strip() else written, being, key)


def _told(options: Sequence[str]) -> tuple[list[str], str]:
    """Return each answer in words, and what they all share: if answers describe the same thing, such as plans
    of a day, only their differences are shown; for decisions, without secondary fields.
    """
    given = [json.loads(option) for option in options]
    if len(given) > 1 and not any("decision" in one for one in given):
        shared = {
            name: said for name, said in given[0].items() if all(one.get(name) == said for one in given)
        }
        own = [{name: said for name, said in one.items() if name not in shared} for one in given]
        brief = [in_words(json.dumps(one)) for one in own]
        if all(brief) and _are_apart(brief):
            return _shown(brief), in_words(json.dumps(shared))
    brief = [in_words(option, but=_BESIDE) for option in options]
    return _shown(brief if _are_apart(brief) else [in_words(option) for option in options]), ""


def _are_apart(told: Sequence[str]) -> bool:
    return len(set(told)) == len(told)


def _shown(told: Sequence[str]) -> list[str]:
    return [escape_md(shorten(one, 300)) for one in told]


def _laid_out(answer: str) -> str:
    return json.dumps(json.loads(answer), indent=1, ensure_ascii=False)


def _take(asked: AskedInPerson, written: str, being: dict[str, Any], key: str) -> None:
    fault = asked.fault(written)
    if fault:
        told = tr(
            "This answer cannot be used: {fault}. Fix it, or choose an answer above.",
            fault=shorten(tr_worded(fault), 300),
        )
        plain(told)
        return
    being["answers"][asked.key] = written
    mine, own = in_words(written), in_words(asked.own)
    being["revealed"].append((asked.prompt.now, asked.prompt.aim, mine, own))
    session.remember(key, being)
    st.rerun()


def _revealed(being: dict[str, Any]) -> None:
    for minute, aim, mine, own in being["revealed"][-_MOST_SHOWN:]:
        with st.container(border=True, gap="small"):
            st.caption(tr("{moment} · to {aim}", moment=moment_words(minute), aim=tr(aim)))
            story(shorten(mine, 400), "small")
            same = tr("The model would have answered the same.")
            told = same if mine == own else tr("The model: {answer}", answer=shorten(own, 400))
            plain(told, small=True, muted=True)


def _over(run: Run, agent: AgentId, being: dict[str, Any], key: str) -> None:
    name, was_asked = shorten(run.town.cast.names[agent], 40), bool(being["revealed"])
    plain(_how_it_ended(run, agent, name, was_asked=was_asked))
    with st.container(horizontal=True):
        if was_asked:
            st.button(
                tr("Another hour"),
                key="being-on",
                type="primary",
                icon=":material/more_time:",
                on_click=_an_hour,
                args=(run, key),
            )
        else:
            st.button(
                tr("Wait until {name} is asked something", name=name),
                key="being-wait",
                type="primary",
                icon=":material/hourglass_top:",
                on_click=_wait,
                args=(run, being, key),
            )
        st.button(tr("Stop here"), key="being-again", on_click=_stop, args=(key,))


def _how_it_ended(run: Run, agent: AgentId, name: str, *, was_asked: bool) -> str:
    now = moment_words(run.clock)
    if was_asked:
        return tr(
            "The hour is over. It is {moment}, and the model answers for {name} again.", moment=now, name=name
        )
    if run.at().people[agent].asleep:
        return tr("It is {moment}. {name} is asleep and has not been asked anything.", moment=now, name=name)
    return tr(
        "It is {moment}, and {name} has not been asked anything: they followed their plan, and "
        "nobody spoke to them.",
        moment=now,
        name=name,
    )


def _wait(run: Run, being: dict[str, Any], key: str) -> None:
    session.remember(key, being | {"until": run.clock + DAY})


def _stop(key: str) -> None:
    session.remember(key, None)
