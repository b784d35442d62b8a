"""Kinds: how the body of each kind of cell is understood."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from engine.api.interventions import INTERVENTIONS
from engine.api.judging.judge import LONGEST_STATEMENT
from engine.api.scenarios import text_of_fields
from engine.api.talk import LONGEST_LINE, QUESTION_KINDS
from engine.api.writing.changes import BadPatch, is_edit_of_files, patch_meant
from engine.clock import parse_moment
from engine.errors import BadInput, message_and_remedy, with_commas, worded, words_of
from engine.notebook.reading.fields import Fields
from engine.notebook.reading.front import MOST_SEED
from engine.notebook.reading.vega import vega_json
from engine.notebook.specs import (
    AnswerType,
    Branch,
    Chart,
    Compare,
    Edit,
    Event,
    Expect,
    Interview,
    Pin,
    Predict,
    Run,
    Spec,
    Survey,
    Variant,
)

PLOTS: Mapping[str, str] = {
    "diffusion": worded("who knows a piece of news, since when and from whom (of: the news)"),
    "relations": worded("how close people are to each other (of: a person, or empty)"),
    "talks": worded("how many lines each person has said"),
    "map": worded("where people are (at: a moment; if empty, the current one)"),
    "replay": worded("a day on the map, hour by hour (day: its number; if empty, the last day)"),
    "plans": worded("a person's plan for a day and how it turned out (of: a person; day: its number)"),
    "reflections": worded("a person's conclusions and the memories they are based on (of: a person)"),
    "ties": worded("a graph of relationships (at: a moment; if empty, the current one)"),
}
OF_SOMEBODY = ("plans", "reflections")
_BY_MOMENT, _BY_DAY = ("map", "ties"), ("replay", "plans")
MOST_REPEATED = 100
MOST_SEEDS, MOST_DAYS, MOST_QUESTIONS, MOST_PACE = 1_000, 9_999, 20, 10_000
_BEHIND = ("memories", "prompt")
_SHOWS = ("lines", "reflections", "talks", "plans", "ties", "knowing", "reached")
_NAMES: Mapping[str, tuple[str, ...]] = {
    "agent": ("agent", "who", "to"),
    "room": ("room", "place", "to"),
}
_BOUNDS = re.compile(r"\s*(-?\d{1,7})\s*\.\.\s*(-?\d{1,7})\s*")
_ANSWERS: tuple[AnswerType, ...] = ("choice", "number", "text")


def _edit(fields: Fields) -> Spec:
    changes = _changes(fields)
    if not changes:
        fields.fault(
            "set",
            worded("an edit needs at least one change"),
            worded("write `set: {seed: 7}` with your own keys, or `add:`, `remove:` or `patch:`"),
            code="NB303",
        )
    return Edit(changes=changes)


def _changes(fields: Fields) -> Mapping[str, object]:
    """Return what a town is to have otherwise: what is set, added and removed, and a patch of its files."""
    found: dict[str, object] = {}
    setting, adding = fields.table("set"), fields.table("add")
    if setting is not None:
        typed = _flat(setting.said())
        found |= {
            key: typed.get(key, value) if is_edit_of_files(key) else value
            for key, value in setting.values().items()
        }
    if adding is not None:
        found |= {f"add.{key}": adding.said(key) for key in adding.keys}
    found |= {f"remove.{path}": "" for path in fields.texts("remove")}
    if patch := fields.text("patch"):
        found["patch"] = patch
        try:
            patch_meant(patch)
        except BadPatch as error:
            message, remedy = message_and_remedy(words_of(error))
            fields.fault("patch", message, remedy or worded("create the patch again"), down=error.line)
    return found


def _flat(said: object, within: str = "") -> dict[str, object]:
    """Return the leaves of tables by the names of all, a list as one."""
    if not isinstance(said, Mapping):
        return {within: said}
    return {
        key: value
        for name, one in said.items()
        for key, value in _flat(one, f"{within}.{name}" if within else str(name)).items()
    }


def _run(fields: Fields) -> Spec:
    days = fields.whole("days", 1, MOST_DAYS)
    until, event, reflection = _until(fields)
    if days is None and not (until or event or reflection or fields.has("days") or fields.has("until")):
        fields.fault(
            "",
            worded("a run needs `days` or `until`"),
            worded('write `days: 1` or `until: "day 1 12:00"`'),
            code="NB303",
        )
    return Run(
        days=days,
        until=until,
        event=event,
        reflection=reflection,
        agents=fields.texts("agents"),
        pace=fields.whole("pace", 1, MOST_PACE) or 0,
    )


def _until(fields: Fields) -> tuple[str | None, str, str]:
    """Return until when a run is lived: a moment, an event, or somebody's reflection."""
    if not fields.is_table("until"):
        return _moment(fields, "until"), "", ""
    inner = fields.table("until")
    assert inner is not None
    until, event, reflection = _moment(inner, "time"), inner.text("event"), inner.text("reflection")
    if sum(bool(one) for one in (until, event, reflection)) != 1 and not inner.has_fault_at("time"):
        inner.fault(
            "",
            worded("`until` takes exactly one of: a time, an event, or a person's reflection"),
            worded("write `until: {event: 3 know party}` or `until: {reflection: nell}`"),
            code="NB305",
        )
    inner.rest()
    return until, event, reflection


def _moment(fields: Fields, key: str) -> str | None:
    said = fields.text(key)
    if not said:
        return None
    try:
        parse_moment(said)
    except BadInput as error:
        message, _ = message_and_remedy(words_of(error))
        fields.fault(key, message, worded('write it as "day 2 17:00"'))
        return None
    return said


def _event(fields: Fields) -> Spec:
    at = _moment(fields, "at")
    verbs = [verb for verb in INTERVENTIONS if fields.has(verb)]
    if len(verbs) != 1:
        remedy = worded("use one of: {interventions}", interventions=with_commas(INTERVENTIONS))
        fields.fault("", worded("an event needs exactly one action"), remedy, code="NB303")
        return Event(verb="", asked={}, at=at)
    inner = fields.table(verbs[0])
    return Event(verb=verbs[0], asked=_asked(verbs[0], inner) if inner is not None else {}, at=at)


def _whisper(fields: Fields) -> Spec:
    at = _moment(fields, "at")
    return Event(verb="whisper", asked=_asked("whisper", fields), at=at)


def _asked(verb: str, fields: Fields) -> Mapping[str, str]:
    """Return what is said to each field of an intervention; people and rooms have easy names too."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    for asked in INTERVENTIONS[verb].asks:
        names = [name for name in (asked.name, *_NAMES.get(asked.kind, ())) if name not in taken]
        name = next((one for one in names if fields.has(one)), "")
        if name:
            taken.add(name)
            found[asked.name] = (
                _intention(fields, name)
                if asked.kind == "intention"
                else fields.text(name, needed=not asked.optional)
            )
        elif not asked.optional:
            fields.fault(
                "",
                worded("{verb!r} needs {name!r}", verb=verb, name=asked.name),
                worded("add {name}: {help}", name=asked.name, help=asked.help),
                code="NB303",
            )
    one_of = INTERVENTIONS[verb].one_of
    if one_of and not set(one_of) & set(found):
        fields.fault(
            "",
            worded("{verb!r} needs {name!r}", verb=verb, name=one_of[0]),
            worded("add one of these: {names}", names=", ".join(one_of)),
            code="NB303",
        )
    fields.rest("field")
    return found


def _intention(fields: Fields, key: str) -> str:
    """Return intentions in fields as one text, whether they are written as a table, a list or a text."""
    said = fields.said(key)
    stated = [said] if isinstance(said, Mapping) else said
    if isinstance(stated, list) and all(isinstance(one, Mapping) for one in stated):
        return text_of_fields(*stated)
    return fields.text(key)


def _branch(fields: Fields) -> Spec:
    return Branch(start=fields.text("from", needed=True), name=fields.text("name"))


def _interview(fields: Fields) -> Spec:
    live = fields.one_of("mode", ("probe", "live"), "probe") == "live"
    kind = fields.one_of("kind", ("", *QUESTION_KINDS), "")
    who, ask = fields.texts("who", needed=True), fields.texts("ask", needed=not kind)
    if live:
        _in_person(fields, ask)
    if len(ask) > MOST_QUESTIONS:
        fields.fault(
            "ask",
            worded("{ask} questions are too many for one cell", ask=len(ask)),
            worded("ask at most {most_questions}", most_questions=MOST_QUESTIONS),
        )
    return Interview(
        who=who,
        ask=ask[:MOST_QUESTIONS],
        live=live,
        kind=kind,
        about=fields.text("about") if live else "",
        at=None if live else _moment(fields, "at"),
        asked_by=fields.text("as"),
        without=() if live else fields.texts("without"),
        show=() if live else _shown(fields, _BEHIND, worded("an answer")),
    )


def _in_person(fields: Fields, ask: tuple[str, ...]) -> None:
    """Note what cannot be so of an interview in person: it is now, by who is as they are, and aloud."""
    for key in ("at", "without", "show"):
        if fields.has(key):
            remedy = worded("remove it, or remove `mode: live` to ask off the record")
            fields.fault(
                key,
                worded("{key!r} only works in an interview off the record", key=key),
                remedy,
                code="NB305",
            )
    if any(len(one) > LONGEST_LINE for one in ask):
        remedy = worded("use at most {longest} characters", longest=LONGEST_LINE)
        fields.fault("ask", worded("a question asked in person is too long"), remedy)


def _shown(fields: Fields, known: tuple[str, ...], of: str) -> tuple[str, ...]:
    """Return what is to be shown; what there is not is a fault."""
    show = fields.texts("show")
    for one in show:
        if one not in known:
            fields.fault(
                "show",
                worded("{what} has no part {part!r:.60}", what=of, part=one),
                worded("use one of: {known}", known=with_commas(known)),
            )
    return show


def _survey(fields: Fields) -> Spec:
    bounds = fields.text("number")
    found = _BOUNDS.fullmatch(bounds) if bounds else None
    if bounds and found is None:
        fields.fault(
            "number", worded("this is not a valid number range"), worded("write it as `number: 1..10`")
        )
    return Survey(
        ask=fields.text("ask", needed=True),
        choices=fields.texts("choices"),
        number=(int(found[1]), int(found[2])) if found else None,
        who=fields.texts("who") if fields.has("who") else None,
    )


def _compare(fields: Fields) -> Spec:
    variants = tuple(_variant(one) for one in fields.tables("variants"))
    beside = fields.texts("with")
    repeat, measure = fields.whole("repeat", 2, MOST_REPEATED) or 0, fields.texts("measure")
    if not variants and not beside and not repeat:
        remedy = worded("add `variants:` with the changes of each, or `with:` with the ids of other cells")
        fields.fault(
            "",
            worded("a comparison needs variants or other cells to compare the base with"),
            remedy,
            code="NB303",
        )
    show = _shown(fields, _SHOWS, worded("a comparison"))
    if repeat and beside:
        remedy = worded("remove `with`, and write the changes in `variants`")
        fields.fault("repeat", worded("`repeat` cannot be combined with `with`"), remedy, code="NB305")
    if measure and not repeat:
        fields.fault(
            "measure",
            worded("`measure` only works with `repeat`"),
            worded("add `repeat: 5`, or use `show`"),
            code="NB305",
        )
    for one in variants if repeat else ():
        if one.notebook:
            message = worded("the variant {name!r:.60} is a notebook and cannot be repeated", name=one.name)
            remedy = worded("remove `repeat`, or write the changes in `set`")
            fields.fault("variants", message, remedy, code="NB305")
        if "seed" in one.changes:
            remedy = worded("remove `seed`; `repeat` runs each variant with its own seeds")
            fields.fault(
                "variants",
                worded("the variant {name!r:.60} has its own seed and cannot be repeated", name=one.name),
                remedy,
                code="NB305",
            )
    return Compare(
        base=fields.text("base", needed=True),
        variants=variants,
        beside=beside,
        show=show,
        repeat=repeat,
        measure=measure,
    )


def _variant(fields: Fields) -> Variant:
    changes, notebook = dict(_changes(fields)), fields.text("notebook")
    if (seed := fields.whole("seed", 0, MOST_SEED)) is not None:
        changes["seed"] = str(seed)
    if notebook and changes:
        remedy = worded("split it into two variants")
        message = worded("a variant is either another notebook or a set of changes")
        fields.fault("notebook", message, remedy, code="NB305")
    if not changes and not notebook:
        fields.fault(
            "set",
            worded("a variant needs at least one change"),
            worded("add one, for example `set: {without: reflection}`"),
            code="NB303",
        )
    found = Variant(name=fields.text("name", needed=True), changes=changes, notebook=notebook)
    fields.rest()
    return found


def _chart(fields: Fields) -> Spec:
    if fields.has("vega"):
        vega = fields.written("vega", vega_json, code="NB307")
        return Chart(vega=vega, data=fields.text("data", needed=True))
    plot = fields.text("plot", needed=True)
    if plot and plot not in PLOTS:
        fields.fault(
            "plot",
            worded("there is no chart {plot!r:.60}", plot=plot),
            worded("use one of: {plots}", plots=with_commas(PLOTS)),
        )
    of = fields.text("of", needed=plot in ("diffusion", *OF_SOMEBODY))
    at = _moment(fields, "at") if plot in _BY_MOMENT else None
    return Chart(plot=plot, of=of, at=at, day=fields.whole("day", 1, MOST_DAYS) if plot in _BY_DAY else None)


def _predict(fields: Fields) -> Spec:
    ask, reveal, key = fields.text("ask", needed=True), fields.text("reveal-after"), fields.text("key")
    answer = fields.table("answer")
    if answer is None:
        return Predict(ask=ask, reveal_after=reveal, key=key)
    kind = answer.one_of("type", _ANSWERS, "text")
    options = answer.texts("options")
    if kind == "choice" and len(options) < 2:
        answer.fault(
            "options", worded("a choice needs at least two options"), worded("write `options: [yes, no]`")
        )
    least, most = answer.number("min"), answer.number("max")
    answer.rest()
    return Predict(ask=ask, type=kind, options=options, least=least, most=most, reveal_after=reveal, key=key)


def _expect(fields: Fields) -> Spec:
    that, sql, ask = fields.text("that"), fields.text("sql"), fields.text("ask")
    judge, of, by = _judged(fields)
    if sum(bool(one.strip()) for one in (that, sql, ask, of)) != 1 and not (
        judge and not (that or sql or ask)
    ):
        remedy = worded(
            "write `that: 3 know party`, `sql:` with `equals`, `min` or `max`, or `ask:` with `says`"
        )
        fields.fault(
            "", worded("an expectation needs exactly one of `that`, `sql` and `ask`"), remedy, code="NB303"
        )
    who = fields.text("who", needed=bool(ask))
    says = fields.text("says", needed=bool(ask) and not judge)
    equals = fields.text("equals") if fields.has("equals") else None
    least, most = fields.number("min"), fields.number("max")
    if (that or ask) and (equals is not None or least is not None or most is not None):
        remedy = worded("write the number in `that`, or the words in `says`")
        message = worded("`equals`, `min` and `max` only work with `sql`")
        fields.fault("that" if that else "ask", message, remedy, code="NB305")
    across, seeds, at_least = fields.table("across"), 0, 0
    if across is not None:
        seeds = across.whole("seeds", 1, MOST_SEEDS) or 0
        at_least = across.whole("at-least", 1, seeds or MOST_SEEDS) or seeds
        if not seeds:
            across.fault(
                "seeds",
                worded("`across` needs a number of seeds"),
                worded("write `across: {seeds: 10, at-least: 8}`"),
                code="NB303",
            )
        across.rest()
        if sql or ask or judge:
            fields.fault(
                "across",
                worded("`across` only works with `that`"),
                worded("write the SELECT in `that`; the first value of its result is checked"),
                code="NB305",
            )
    return Expect(
        that=that,
        sql=sql,
        who=who,
        ask=ask,
        says=says,
        equals=equals,
        least=least,
        most=most,
        seeds=seeds,
        at_least=at_least,
        judge=judge,
        of=of,
        by=by,
    )


def _judged(fields: Fields) -> tuple[str, str, str]:
    """Return what is judged, of which cell, and by whom."""
    judge, of, by = fields.text("judge"), fields.text("of"), fields.text("by")
    if len(judge) > LONGEST_STATEMENT:
        remedy = worded("use at most {most} characters", most=LONGEST_STATEMENT)
        fields.fault("judge", worded("the statement to judge is too long"), remedy)
    for key in ("of", "by") if not judge else ():
        if fields.has(key):
            fields.fault(
                key,
                worded("{key!r} only works with `judge`", key=key),
                worded("add `judge` with the statement to check"),
                code="NB305",
            )
    for key in ("that", "says", "equals", "min", "max") if judge else ():
        if fields.has(key):
            remedy = worded("remove one of them; a judge reads an answer, rows, or the result of a cell")
            fields.fault(
                key,
                worded("{key!r} and `judge` cannot be used together", key=key),
                remedy,
                code="NB305",
            )
    return judge, of, by


def _pin(fields: Fields) -> Spec:
    return Pin(of=fields.text("of", needed=True), note=fields.text("note"), tags=fields.texts("tags"))


KINDS: Mapping[str, Callable[[Fields], Spec]] = {
    "edit": _edit,
    "run": _run,
    "event": _event,
    "whisper": _whisper,
    "branch": _branch,
    "interview": _interview,
    "survey": _survey,
    "compare": _compare,
    "chart": _chart,
    "predict": _predict,
    "expect": _expect,
    "pin": _pin,
}
"""Every kind of cell whose body is YAML, with how it is understood."""
