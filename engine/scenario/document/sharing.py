"""Fragments that people share: renamed or removed with all references to them, or written out in a persona's
own file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.clock import clock_words
from engine.errors import BadInput, NotFound, worded
from engine.language.names.suggesting import did_you_mean, shown
from engine.records import AgentId, Scenario
from engine.scenario.allowed_files import TOWN, persona_file, persona_of
from engine.scenario.document.splices import put, remove, rename_key
from engine.scenario.document.values import Said, said_at, said_in, seed_changed, seed_of
from engine.scenario.reading.schema import PersonaPart

_FRAGMENTS, _INCLUDES = "fragments", "includes"
_MOST_NAME = 80


def including(files: Mapping[str, str], fragment: str) -> tuple[AgentId, ...]:
    """Return the agents who include a fragment. Files that cannot be read are skipped."""
    return tuple(
        agent
        for file in sorted(files)
        if (agent := persona_of(file)) is not None and fragment in _included(files[file], file)
    )


def renamed_fragment(files: Mapping[str, str], fragment: str, name: str) -> Mapping[str, str | None]:
    """Return the files that change when a fragment is renamed: the town, and all personas that include it."""
    new = " ".join(name.split())
    known = _check_there(files, fragment)
    if not new or len(new) > _MOST_NAME:
        raise BadInput(
            worded(
                "the name of a fragment has {new} characters; use 1 to {most_name}",
                most_name=_MOST_NAME,
                new=len(new),
            )
        )
    if new in known and new != fragment:
        raise BadInput(worded("the fragment {new} already exists; choose another name", new=shown(new)))
    changed = {TOWN: rename_key(files[TOWN], (_FRAGMENTS, fragment), new)}
    for file, names in _including(files, fragment):
        text = files[file]
        for at, one in enumerate(names):
            text = put(text, (_INCLUDES, at), new) if one == fragment else text
        changed[file] = text
    return {file: text for file, text in changed.items() if text != files[file]}


def without_fragment(files: Mapping[str, str], fragment: str) -> Mapping[str, str | None]:
    """Return the files that change when a fragment is removed from the town and all personas."""
    known = _check_there(files, fragment)
    town = remove(files[TOWN], (_FRAGMENTS, fragment) if len(known) > 1 else (_FRAGMENTS,))
    changed: dict[str, str | None] = {TOWN: town}
    for file, names in _including(files, fragment):
        left = [one for one in names if one != fragment]
        text = files[file]
        for at in reversed([at for at, one in enumerate(names) if one == fragment]):
            text = remove(text, (_INCLUDES, at) if left else (_INCLUDES,)) if left or at == 0 else text
        changed[file] = text
    return changed


def written_out(files: Mapping[str, str], agent: AgentId, drawn: Scenario) -> str:
    """Return a persona's file with all shared content written out and no fragment included, so that it says
    by itself what it said in its town; `drawn` is that town's scenario.
    """
    text = files[persona_file(agent)]
    names = _included(text, persona_file(agent))
    if not names:
        return text
    says, persona = said_in(text, persona_file(agent)), drawn.persona(agent)
    town = said_in(files.get(TOWN, ""), TOWN)
    order = [field.alias or name for name, field in PersonaPart.model_fields.items()]
    own: list[tuple[tuple[str, ...], Said, Said]] = [
        (("traits",), said_at(says, ("traits",)), list(persona.traits)),
        (("seed",), seed_of(said_at(says, ("seed",))), list(persona.seed)),
        (
            ("day", "routine"),
            said_at(says, ("day", "routine")),
            [f"{clock_words(one.start)} {one.activity} @ {one.place}" for one in persona.routine],
        ),
    ]
    for path, before, after in own:
        many = len(before) if isinstance(before, list) else 0
        if isinstance(after, list) and len(after) != many:
            value = seed_changed(said_at(says, path), after) if path == ("seed",) else after
            text = put(text, path, value, order if len(path) == 1 else ())
    if any(said_at(town, (_FRAGMENTS, name, "knows")) for name in names):
        text = put(text, ("knows",), list(persona.knows), order)
    return remove(text, (_INCLUDES,))


def all_written_out(files: Mapping[str, str], drawn: Scenario) -> Mapping[str, str]:
    """Return the files of a scenario with every persona written out in full."""
    people = {one.id for one in drawn.personas}
    return {
        file: written_out(files, agent, drawn) if (agent := persona_of(file)) in people and agent else text
        for file, text in files.items()
    }


def _included(text: str, file: str) -> Sequence[str]:
    try:
        found = said_at(said_in(text, file), (_INCLUDES,))
    except BadInput:
        return []
    return [str(one) for one in found] if isinstance(found, list) else []


def _including(files: Mapping[str, str], fragment: str) -> list[tuple[str, Sequence[str]]]:
    """Return the files that include a fragment, each with all its fragments. Raises BadInput if a file cannot
    be read, since a dangling name could remain in it.
    """
    found = []
    for file, text in files.items():
        if persona_of(file) is None:
            continue
        said_in(text, file)
        if fragment in (names := _included(text, file)):
            found.append((file, names))
    return found


def _check_there(files: Mapping[str, str], fragment: str) -> Sequence[str]:
    town = said_in(files.get(TOWN, ""), TOWN)
    fragments = said_at(town, (_FRAGMENTS,))
    known = list(fragments) if isinstance(fragments, Mapping) else []
    if fragment not in known:
        remedy = did_you_mean(fragment, known, worded("add it to {town}", town=TOWN))
        raise NotFound(
            worded("the town has no fragment {fragment}; {remedy}", fragment=shown(fragment), remedy=remedy)
        )
    return known
