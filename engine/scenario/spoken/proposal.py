"""Importing a story or a table: the people it would add to a town, each optional."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.errors import BadInput, with_commas, worded
from engine.language.names.suggesting import shown
from engine.records import AgentId
from engine.scenario.allowed_files import MOST_PEOPLE, persona_file
from engine.scenario.cards.prose import about
from engine.scenario.document.edits import AddPerson
from engine.scenario.foreign.lodging import Lodging
from engine.scenario.foreign.notes import FIRST_MEMORIES, LINES, ImportNote, count, note
from engine.scenario.generating.faces import guessed_age
from engine.scenario.lint.town import is_id
from engine.scenario.newcomer import free_id
from engine.scenario.problems import Problem
from engine.scenario.reading.checked import read_scenario
from engine.scenario.spoken.script import MOST_TEXT, TABLE, Script, Told
from engine.scenario.spoken.sheet import read_sheet
from engine.scenario.spoken.twee import read_twee
from engine.scenario.spoken.yarn import read_yarn
from engine.scenario.write import Inline, dumped

MOST_TAKEN = 100  # people of one story or table
_MOST_SAYS, _LONGEST_SAYING, _MOST_SEEDS, _MOST_TRAITS = 12, 200, 40, 8
_READERS: Mapping[str, Callable[[str], Script]] = {
    ".twee": read_twee, ".tw": read_twee, ".yarn": read_yarn, ".csv": read_sheet,
}  # fmt: skip
ENDINGS = tuple(_READERS)
_OF_ITS_OWN = re.compile(r"(?:a|an|the|her|his|their|one of)\s", re.IGNORECASE)  # says already which one


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeakerIn:
    """A speaker of a story or table as a person of the town; `problems` are those its check would find."""

    agent: AgentId
    name: str
    text: str
    lines: int
    seeds: int
    problems: tuple[Problem, ...]

    @property
    def file(self) -> str:
        """Return the path of the file to add."""
        return persona_file(self.agent)

    @property
    def edit(self) -> AddPerson:
        """Return the edit that adds the person to a scenario."""
        return AddPerson(file=self.file, text=self.text)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptIn:
    """The people that a story or a table would add to a town, not stored yet. `notes` are the report."""

    form: str
    people: tuple[SpeakerIn, ...]
    notes: tuple[ImportNote, ...]

    def chosen(self, agents: Sequence[str] | None) -> tuple[SpeakerIn, ...]:
        """Return the people with some ids, or all. Raises BadInput for the first unknown id."""
        known = {one.agent: one for one in self.people}
        for agent in agents or ():
            if agent not in known:
                raise BadInput(
                    worded(
                        "nobody in this import has the id {agent}; use one of: {known}",
                        agent=shown(agent),
                        known=with_commas(known),
                    )
                )
        return self.people if agents is None else tuple(known[one] for one in dict.fromkeys(agents))


def script_in(content: bytes, file_name: str, files: Mapping[str, str], home: str = "") -> ScriptIn:
    """Read a story or table, recognised by its file name, as people for the town of these files; they live in
    the room `home` or where the fewest do. Raises BadInput if it has no people.
    """
    script = _read(content, file_name)
    lodging = Lodging(files, home)
    taken = {one.casefold() for one in lodging.names}
    people: list[SpeakerIn] = []
    known: list[str] = []
    given = dict(files)
    names = dict.fromkeys((*script.said, *script.about))
    for name in names:
        if name.casefold() in taken:
            known.append(name)
        elif len(people) < MOST_TAKEN and len(people) + len(lodging.people) < MOST_PEOPLE:
            one = _person(name, script, lodging, given)
            given[one.file] = one.text
            people.append(one)
    if not people:
        raise BadInput(_nobody(script, known))
    checked = read_scenario(given, "town").problems
    people = [_with_problems(one, checked) for one in people]
    left = len(names) - len(known) - len(people)
    return ScriptIn(
        form=script.form, people=tuple(people), notes=tuple(_notes(script, people, known, left, lodging))
    )


def _read(content: bytes, file_name: str) -> Script:
    ending = next((one for one in ENDINGS if file_name.lower().endswith(one)), None)
    if ending is None:
        raise BadInput(
            worded(
                "{file_name} is not a supported file type; use one of: {endings}",
                file_name=shown(file_name),
                endings=with_commas(ENDINGS),
            )
        )
    if len(content) > MOST_TEXT:
        raise BadInput(
            worded(
                "{file_name} is larger than {most_text:,} bytes; import only part of it",
                file_name=shown(file_name),
                most_text=MOST_TEXT,
            )
        )
    try:
        return _READERS[ending](content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise BadInput(
            worded("{file_name} is not UTF-8 text; save it as UTF-8", file_name=shown(file_name))
        ) from error


def _nobody(script: Script, known: Sequence[str]) -> str:
    if known:
        return worded(
            "all speakers already live here: {names}; choose a file with new people",
            names=with_commas(known[:5]),
        )
    remedy = (
        worded("fill in the name column")
        if script.form == TABLE
        else worded("write lines such as `Mara: Good morning.`")
    )
    return worded("no speakers found ({form}); {remedy}", form=script.form, remedy=remedy)


def _person(name: str, script: Script, lodging: Lodging, files: Mapping[str, str]) -> SpeakerIn:
    told = script.about.get(name, Told())
    says = [one for one in dict.fromkeys(script.said.get(name, ())) if len(one) <= _LONGEST_SAYING]
    says = [one for one in says if any(letter.isalnum() for letter in one)][:_MOST_SAYS]
    own = (about(one, name) for one in told.seeds)
    work = lodging.work_of(told.work)
    seeds = list(dict.fromkeys((*_trade(name, told, work), *own, *_told_of(name, script))))[:_MOST_SEEDS]
    room = lodging.room_of(told.home)
    age = guessed_age(name) if told.age is None else told.age
    text = dumped(
        {
            "name": name,
            "pronouns": told.pronouns or "they",
            "age": age,
            "emoji": lodging.face_of(name, told.pronouns or "they", age),
            **({"traits": Inline(told.traits[:_MOST_TRAITS])} if told.traits else {}),
            "home": room,
            **({"work": work} if work else {}),
            **({"seed": seeds} if seeds else {}),
            **({"currently": told.currently} if told.currently else {}),
            "day": {"wake": "07:00", "sleep": "23:00"},
            **({"voice": {"says": says}} if says else {}),
        }
    )
    agent = free_id(name, files)
    agent = agent if is_id(agent) else free_id("person", files)
    lines = len(script.said.get(name, ()))
    return SpeakerIn(agent=agent, name=name, text=text, lines=lines, seeds=len(seeds), problems=())


def _trade(name: str, told: Told, work: str) -> Iterator[str]:
    """Yield a person's job, and their workplace if the town has no such room, as first memories."""
    if told.job and not told.job.isascii():
        yield f"{name}的工作是{told.job}。"
    elif told.job and _OF_ITS_OWN.match(told.job):
        yield f"{name} is {told.job}."
    elif told.job:
        job = told.job if told.job[1:2].isupper() else told.job[0].lower() + told.job[1:]
        yield f"{name} works as {'an' if job[0] in 'aeiouAEIOU' else 'a'} {job}."
    if told.work and not work:
        yield f"{name} works at {told.work}." if told.work.isascii() else f"{name}在{told.work}工作。"


def _told_of(name: str, script: Script) -> Iterator[str]:
    """Yield narrated sentences that begin with a person's name or first name."""
    first = name.split()[0]
    for told in script.narration:
        begun = next((one for one in (name, first) if told.startswith(one)), "")
        if begun and not (begun.isascii() and told[len(begun) : len(begun) + 1].isalnum()):
            yield name + told[len(begun) :]


def _with_problems(one: SpeakerIn, problems: Sequence[Problem]) -> SpeakerIn:
    own = tuple(each for each in problems if each.file == one.file)
    return SpeakerIn(
        agent=one.agent, name=one.name, text=one.text, lines=one.lines, seeds=one.seeds, problems=own
    )


def _notes(
    script: Script, people: Sequence[SpeakerIn], known: Sequence[str], left: int, lodging: Lodging
) -> Iterator[ImportNote]:
    for one in people:
        made = with_commas([count(one.lines, LINES), count(one.seeds, FIRST_MEMORIES)])
        yield note(one.name, "came", made)
    lines = sum(one.lines for one in people)
    if lines:
        most = worded("the first {most_says} that are short enough", most_says=_MOST_SAYS)
        yield note(
            worded("lines"),
            "changed",
            worded("{most} are used as each person's sayings; no conversations are created", most=most),
        )
    told = all(one.age is not None for one in script.about.values()) and bool(script.about)
    guessed = [] if lodging.wanted else [worded("home")]
    guessed += [] if told else [worded("age"), worded("pronouns")]
    fields = with_commas([*guessed, worded("usual day")])
    guesses = worded("guessed where the file does not state them ({fields})", fields=fields)
    yield note(worded("personas"), "changed", guesses)
    if script.narration:
        begun = sum(1 for one in people for _ in _told_of(one.name, script))
        words = worded(
            "of {lines}, {begun:,} start with a name and become first memories; the rest are dropped",
            lines=count(len(script.narration), LINES),
            begun=begun,
        )
        yield note(worded("narration"), "changed", words)
    for what, number in script.left_out.items():
        yield note(what, "dropped", _not_read(number))
    if known:
        yield note(
            worded("speakers"),
            "dropped",
            worded("people with the names {names} already live here", names=with_commas(known[:5])),
        )
    if left:
        yield note(
            worded("speakers"),
            "dropped",
            worded("{count:,} more; at most {most} can be added at once", count=left, most=MOST_TAKEN),
        )


def _not_read(number: int) -> str:
    return worded("{count:,} not imported", count=number) if number > 1 else worded("not imported")
