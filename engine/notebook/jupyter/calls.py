"""Calls: each cell of a notebook as the Python that does the same.

Every checkpoint has a name of its own and goes on from the one before it, so that cells can be run again and
in any order that has run what they name. All that comes from the notebook is written as literals.
"""

from __future__ import annotations

import builtins
import json
import keyword
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from engine.api.interventions import INTERVENTIONS
from engine.api.many.batch import COUNTED
from engine.api.steering.editing import edits_in
from engine.notebook.jupyter.opening import BEGUN, TAKEN, opening
from engine.notebook.parts import SUFFIX, Cell, Notebook
from engine.notebook.running.predicting import bounds
from engine.notebook.specs import (
    Branch,
    Chart,
    Compare,
    Edit,
    Event,
    Expect,
    Interview,
    Note,
    Pin,
    Predict,
    Python,
    Run,
    Spec,
    Sql,
    Survey,
)

_TAKEN = (*TAKEN, *keyword.kwlist, *dir(builtins))
PLOTS: Mapping[str, str] = {"diffusion": "reach"}
"""The pictures of a notebook that are called otherwise on a run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Programme:
    """A notebook as Python: what it begins with, and each of its cells that does something, by their ids."""

    opening: str
    cells: Mapping[str, str]


@dataclass(slots=True)
class _Chain:
    """The names of checkpoints so far: the one that stands, those before and after each cell that changes the
    town, and of each from which other on its line was only lived.
    """

    names: Mapping[str, str]
    standing: str = BEGUN
    after: dict[str, str] = field(default_factory=dict)
    before: dict[str, str] = field(default_factory=dict)
    lived_from: dict[str, str] = field(default_factory=dict)
    lives: dict[str, bool] = field(default_factory=dict)  # whether a town lives at a checkpoint
    edits: dict[str, tuple[Mapping[str, object], ...]] = field(default_factory=dict)  # of it since then
    specs: dict[str, Spec] = field(default_factory=dict)


def programme_of(notebook: Notebook) -> Programme:
    """Return a notebook as Python."""
    cells = [cell for cell in notebook.cells if cell.spec is not None and not isinstance(cell.spec, Note)]
    chain = _Chain(names=_names(cells))
    written = {cell.id: _written(cell, chain) for cell in cells}
    used = [cell.spec for cell in cells if not cell.is_marked("disabled")]
    return Programme(opening=opening(notebook.front, [spec for spec in used if spec]), cells=written)


# ---- names


def _names(cells: Iterable[Cell]) -> Mapping[str, str]:
    """Return a name in Python for each cell, which no other and nothing else has."""
    taken, names = set(_TAKEN), {}
    for cell in cells:
        plain = re.sub(r"\W", "_", cell.id, flags=re.ASCII)
        name = f"{cell.kind}_{plain}" if not plain or plain[0].isdigit() else plain
        while name in taken:
            name += "_"
        taken.add(name)
        names[cell.id] = name
    return names


# ---- cells


def _written(cell: Cell, chain: _Chain) -> str:
    spec = cell.spec
    assert spec is not None
    if cell.is_marked("disabled"):
        inner = "\n".join(f"# {line}" for line in cell.body.splitlines())
        return f"# disabled: {one_line(cell.title)}\n{inner}"
    name = chain.names[cell.id]
    title = f"# {one_line(cell.title)}\n" if cell.attributes.get("title") else ""
    if cell.changes_town:
        return title + _state(cell.id, spec, name, chain)
    return title + "\n".join(_LOOKS[type(spec)](spec, name, chain))


def _state(cell: str, spec: Spec, name: str, chain: _Chain) -> str:
    """Return a cell that makes a checkpoint, which stands from here on."""
    before = chain.standing
    chain.before[cell], chain.after[cell], chain.specs[cell] = before, name, spec
    chain.standing = name
    chain.lived_from[name] = chain.lived_from.get(before, before) if isinstance(spec, Run) else name
    if isinstance(spec, Branch):
        start = chain.after[spec.start]
        chain.lived_from[name] = chain.lived_from[start]
        chain.lives[name], chain.edits[name] = chain.lives.get(start, False), chain.edits.get(start, ())
        called = f".fork(name={spec.name!r})" if spec.name else ""
        return f"{name} = {start}{called}\n{name}"
    lives, edits = chain.lives.get(before, False), chain.edits.get(before, ())
    written = _made(spec, name, before, edits)
    if lives and isinstance(spec, Edit) and edits_in(spec.changes):
        edits = (*edits, spec.changes)
    now = isinstance(spec, Run | Interview) or (isinstance(spec, Event) and spec.at is None)
    chain.lives[name], chain.edits[name] = lives or now, edits
    return "\n".join([*written, name])


def _made(
    spec: Spec,
    name: str,
    before: str,
    edits: Sequence[Mapping[str, object]],
    changes: Mapping[str, object] | None = None,
) -> list[str]:
    """Return the code that makes a checkpoint from the one before it. `changes` change the town first, and
    `edits` are the changes made since the town began to live.
    """
    own = {**(changes or {}), **(spec.changes if isinstance(spec, Edit) else {})}
    lines = [f"{name} = {before}.fork({f'changes={own!r}' if own else ''})"]
    if edits_in(own):
        after = f", after={tuple(edits)!r}" if edits else ""
        lines = [f"{name} = edited({before}, {own!r}{after})"]
    if isinstance(spec, Run):
        lines += _lived(spec, name)
    elif isinstance(spec, Interview):
        lines += _met(spec, name)
    elif isinstance(spec, Event):
        kind = INTERVENTIONS[spec.verb].__name__
        what = f"{kind}({', '.join(f'{key}={value!r}' for key, value in spec.asked.items())})"
        if spec.at is None:
            lines.append(f"{name}.intervene({what})")
        else:
            lines.append(f"{name}.agenda.schedule({what}, {spec.at!r})")
    return lines


def _lived(spec: Run, name: str) -> list[str]:
    """Return the code that simulates a run up to its goal, by the named agents alone if there are any."""
    lines = [f"{name}.live({_goal(spec)})"]
    if spec.event or spec.reflection:
        what = f"event={spec.event!r}" if spec.event else f"reflection={spec.reflection!r}"
        days = f", days={spec.days}" if spec.days is not None else ""
        lines = [f"{name} = live_until({name}, {what}{days})"]
    if spec.agents:
        away = f"away = send_others_away({name}, {spec.agents!r})"
        return [away, *lines, f"bring_back({name}, away)"]
    return lines


def _met(spec: Interview, name: str) -> list[str]:
    more = f", asked_by={spec.asked_by!r}" if spec.asked_by else ""
    more += f", about={spec.about!r}" if spec.about else ""
    if not spec.kind:
        met, within = f"for said in meet({name}, {spec.who!r}, {spec.ask!r}{more}):", "    "
        return [met, f'{within}print(f"{{said.who}}, asked {{said.asked!r}}: {{said.text}}")']
    asked = f"[usual_question({name}, who, {spec.kind!r}), *{spec.ask!r}]"
    return [
        f"for who in {spec.who!r}:",
        f"    for said in meet({name}, [who], {asked}{more}):",
        '        print(f"{said.who}, asked {said.asked!r}: {said.text}")',
    ]


def _goal(spec: Run) -> str:
    said = [repr(spec.until)] if spec.until is not None else []
    return ", ".join([*said, *([f"days={spec.days}"] if spec.days is not None else [])])


def _interview(spec: Spec, name: str, chain: _Chain) -> Iterator[str]:
    assert isinstance(spec, Interview)
    more = f", without={spec.without!r}" if spec.without else ""
    more += f", asked_by={spec.asked_by!r}" if spec.asked_by else ""
    yield f"then = {chain.standing}.at({repr(spec.at) if spec.at else ''})"
    yield f"{name} = []"
    yield f"for who in {spec.who!r}:"
    yield "    earlier = []"
    usual = f"[usual_question({chain.standing}, who, {spec.kind!r}), *{spec.ask!r}]"
    yield f"    for question in {usual if spec.kind else repr(spec.ask)}:"
    yield f"        answer = then.ask(who, question, earlier=earlier{more})"
    yield "        earlier.append((question, answer.text))"
    yield f"        {name}.append((who, question, answer.text))"
    yield '        print(f"{who}, asked {question!r}: {answer.text}")'


def _survey(spec: Spec, name: str, chain: _Chain) -> Iterator[str]:
    assert isinstance(spec, Survey)
    more = f", choices={spec.choices!r}" if spec.choices else ""
    more += f", number={spec.number!r}" if spec.number is not None else ""
    more += f", agents={spec.who!r}" if spec.who is not None else ""
    yield f"{name} = {chain.standing}.survey({spec.ask!r}{more})"
    yield name


def _sql(spec: Spec, name: str, chain: _Chain) -> Iterator[str]:
    assert isinstance(spec, Sql)
    given = f", given={dict(spec.given)!r}" if spec.given else ""
    yield f"{name} = {chain.standing}.query({literal(spec.sql)}{given})"
    yield name


def _chart(spec: Spec, name: str, chain: _Chain) -> Iterator[str]:
    assert isinstance(spec, Chart)
    if spec.vega:
        yield f"{name} = {{"
        yield from (f"    {key!r}: {value!r}," for key, value in json.loads(spec.vega).items())
        yield f'    "data": {{"values": {chain.names[spec.data]}.to_dicts()}},'
        yield "}"
        yield f"altair.Chart.from_dict({name})"
        return
    said = [repr(spec.of)] if spec.of and spec.plot not in ("map", "replay", "ties") else []
    said += [f"when={spec.at!r}"] if spec.at else []
    said += [f"day={spec.day}"] if spec.day else []
    yield f"{chain.standing}.plot.{PLOTS.get(spec.plot, spec.plot)}({', '.join(said)})"


def _compare(spec: Spec, name: str, chain: _Chain) -> Iterator[str]:
    assert isinstance(spec, Compare)
    base, start, made = chain.after[spec.base], chain.before[spec.base], chain.specs[spec.base]
    if spec.repeat:
        holds = [one for one in spec.measure if one not in COUNTED and not one.startswith("know ")]
        for number, variant in enumerate(spec.variants or [None], 1):
            yield f"# {one_line(variant.name)}" if variant else "# the same run with other seeds"
            yield f"{name}_{number} = workspace.repeat("
            yield f"    {start}.row.id,"
            yield f"    seeds=range(1, {spec.repeat + 1}),"
            yield f"    at={start}.clock if {start}.is_founded else None,"
            yield f"    until={base}.row.until,"
            yield from (f"    changes={dict(changed.changes)!r}," for changed in [variant] if changed)
            yield f"    holds={holds!r},"
            yield ")"
            yield f"display({name}_{number}.table)"
        return
    for number, variant in enumerate(spec.variants, 1):
        yield f"# {one_line(variant.name)}"
        if variant.notebook:
            file = f"{variant.notebook.removesuffix(SUFFIX)}{SUFFIX}"
            yield f"display({base}.compare(end_of(workspace, {file!r})))"
            continue
        edits = chain.edits.get(start, ())
        yield from _made(made, f"{name}_{number}", start, edits, variant.changes)
        yield f"display({base}.compare({name}_{number}))"
    for other in spec.beside:
        yield f"display({base}.compare({chain.after[other]}))"


def _predict(spec: Spec, name: str, chain: _Chain) -> Iterator[str]:
    assert isinstance(spec, Predict)
    kind = f"One of {', '.join(spec.options)}." if spec.type == "choice" else ""
    kind = f"A number{bounds(spec)}." if spec.type == "number" else kind
    yield f"# Predict before you continue: {one_line(f'{spec.ask} {kind}')}"
    yield f'{name} = ""'


def _expect(spec: Spec, name: str, chain: _Chain) -> Iterator[str]:
    assert isinstance(spec, Expect)
    run = chain.standing
    if spec.judge:
        yield from _judged(spec, name, chain)
        return
    if spec.seeds:
        yield from _across(spec, name, chain)
        return
    if spec.ask:
        yield f"{name} = {run}.at().ask({spec.who!r}, {spec.ask!r}).text"
        yield f"assert {spec.says.casefold()!r} in {name}.casefold(), {name}"
        return
    if spec.that:
        yield f"asked = statement_meant({spec.that!r}, {run}.scenario).sql"
        yield f"{name} = first({run}.query(asked))"
    else:
        yield f"{name} = first({run}.query({literal(spec.sql)}))"
    wanted = [f"str({name}) == {spec.equals!r}"] if spec.equals is not None else []
    wanted += [f"{name} >= {spec.least!r}"] if spec.least is not None else []
    wanted += [f"{name} <= {spec.most!r}"] if spec.most is not None else []
    holds = " and ".join(wanted) or f'{name} not in ("", 0, "0")'
    yield f"assert {holds}, {name}"


def _judged(spec: Expect, name: str, chain: _Chain) -> Iterator[str]:
    """Return an expectation that a served model judges, of what was asked, found or told."""
    run, text = chain.standing, f"told_of({chain.standing})"
    if spec.ask:
        text = f"{run}.at().ask({spec.who!r}, {spec.ask!r}).text"
    elif spec.sql:
        text = f"str({run}.query({literal(spec.sql)}).to_dicts())"
    elif spec.of:
        text = f"str({chain.names[spec.of]})"
    by = f", by={spec.by!r}" if spec.by else ""
    yield f"{name} = judge({run}, {spec.judge!r}, {text}{by})"
    yield f"assert {name}.holds, {name}.reason"
    yield f"print({name}.reason)"


def _across(spec: Expect, name: str, chain: _Chain) -> Iterator[str]:
    """Return an expectation over many seeds, which are lived alike from where the line was only lived on."""
    run = chain.standing
    base = chain.lived_from.get(run, run)
    yield f"{name} = workspace.repeat("
    yield f"    {base}.row.id,"
    yield f"    seeds=range(1, {spec.seeds + 1}),"
    yield f"    at={base}.clock if {base}.is_founded else None,"
    yield f"    until={run}.row.until,"
    yield f"    holds=[{spec.that!r}],"
    yield ")"
    yield f"assert {name}.table.statements[0].shares[0].held >= {spec.at_least}, {name}.table"
    yield f"{name}.table"


def _pin(spec: Spec, name: str, chain: _Chain) -> Iterator[str]:
    assert isinstance(spec, Pin)
    run = chain.standing
    if spec.of.isdecimal():
        yield f"rows = [{int(spec.of)}]"
    else:
        yield f"found = {run}.query({literal(spec.of)}).to_dicts()"
        yield 'rows = [one["row"] for one in found[:20]]'
    more = f", note={spec.note!r}" if spec.note else ""
    more += f", tag={spec.tags[0]!r}" if spec.tags else ""
    yield "for row in rows:"
    yield f"    {run}.pins.add(row, words=gist({run}.pins.row(row)){more})"
    yield f"{run}.pins.all()"


def _python(spec: Spec, name: str, chain: _Chain) -> Iterator[str]:
    assert isinstance(spec, Python)
    yield f"run = {chain.standing}"
    yield spec.code.rstrip("\n")


_LOOKS = cast(
    "Mapping[type[object], Callable[[Spec, str, _Chain], Iterator[str]]]",
    {
        Interview: _interview, Survey: _survey, Sql: _sql, Chart: _chart, Compare: _compare,
        Predict: _predict, Expect: _expect, Pin: _pin, Python: _python,
    },
)  # fmt: skip


# ---- literals


def literal(text: str) -> str:
    """Return a text as Python writes it: over several lines where it has them and nothing in it is odd."""
    plain = text.strip("\n")
    odd = '"""' in plain or "\\" in plain or plain.endswith('"') or not plain.replace("\n", "").isprintable()
    if "\n" not in plain or odd or "# %%" in plain:
        return repr(plain)
    return f'"""\n{plain}\n"""'


def one_line(text: str) -> str:
    """Return a text as a comment has it, on one line."""
    return " ".join(text.split())
