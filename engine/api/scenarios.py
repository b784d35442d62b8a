"""The scenarios of a workspace: created, written version by version, imported and exported."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from engine.api.writing.drafts import Drafts, noting
from engine.api.writing.edits import AddPerson, Edits
from engine.api.writing.settled import (
    TOWN_FILE as TOWN_FILE,
    Change as Change,
    Settled as Settled,
    changes_of,
    settled,
)
from engine.api.writing.wordings import Wordings
from engine.errors import BadInput, NotFound, with_commas, worded
from engine.events.kinds import fields_of_event as fields_of_event
from engine.language.names.suggesting import did_you_mean, shown
from engine.language.unspaced import count_words as count_words
from engine.moments import meant
from engine.practices.practice import intent_kinds as intent_kinds
from engine.records import AgentId, Scenario
from engine.row_ids import MOST_ID
from engine.scenario import (
    CODES as CODES,
    Checked as Checked,
    Problem as Problem,
    Template as Template,
    bundled as bundled,
    bundled_folder as bundled_folder,
    generate as generate,
    json_schema as json_schema,
    new_scenario as new_scenario,
    persona_file as persona_file,
    read_folder as read_folder,
    read_scenario as read_scenario,
    read_to_live as read_to_live,
    template_files as template_files,
    template_ids as template_ids,
    templates as templates,
    to_files as to_files,
    write_folder as write_folder,
)
from engine.scenario.allowed_files import (
    MOST_PEOPLE as MOST_PEOPLE,
    WORLD as _WORLD,
    is_scenario_file as is_scenario_file,
    notebook_file as notebook_file,
    notebook_named as notebook_named,
    persona_of as persona_of,
    prompt_file as prompt_file,
    prompt_of as prompt_of,
)
from engine.scenario.archive import from_zip, to_zip as to_zip
from engine.scenario.beginnings import has_words as has_words, text_of as text_of
from engine.scenario.cards.proposal import (
    CardIn as CardIn,
    card_in as card_in,
)
from engine.scenario.cards.writing import CardForm as CardForm, CardOut as CardOut, card_out as card_out
from engine.scenario.document.renaming import town_named
from engine.scenario.document.values import (
    said_at as said_at,
    said_in as said_in,
    seed_changed as seed_changed,
    seed_of as seed_of,
)
from engine.scenario.foreign.arrivals import (
    Arrival as Arrival,
    FilesIn as FilesIn,
    Kept as Kept,
    accepted_files as accepted_files,
    arrival_at as arrival_at,
)
from engine.scenario.foreign.notes import ImportNote as ImportNote
from engine.scenario.generating.casting import (
    AGE as AGE,
    AXES as AXES,
    MOST_PROPOSED as MOST_PROPOSED,
    TRADE as TRADE,
    Covered as Covered,
    Proposed as Proposed,
    cast,
    coverage,
)
from engine.scenario.generating.drafting import drafted
from engine.scenario.lint.mending import Mended as Mended, mended as mended
from engine.scenario.lint.unused import (
    unmentioned_people as unmentioned_people,
    unused_places as unused_places,
)
from engine.scenario.meaning.difference import Difference as Difference
from engine.scenario.meaning.differences import differences as _differences
from engine.scenario.newcomer import (
    free_id as free_id,
    newcomer as newcomer,
    persona_text as persona_text,
    renamed as renamed,
)
from engine.scenario.problems import (
    Explained as Explained,
    Severity as Severity,
    explained_codes as explained_codes,
)
from engine.scenario.reading.fragments import fragments_in as fragments_in
from engine.scenario.reading.hints import hints as hints, names_of as names_of, part_of as part_of
from engine.scenario.reading.reader import MOST_BYTES as MOST_BYTES
from engine.scenario.reading.schema import (
    Part as Part,
    routine_line as routine_line,
    routine_parts as routine_parts,
)
from engine.scenario.reading.sketch import sketch as sketch, town_name as town_name
from engine.scenario.reading.stated.fields import ALL as ALL
from engine.scenario.reading.stated.intents import fields_of_kind as fields_of_kind
from engine.scenario.setting import Value as Value
from engine.scenario.smallville.proposal import SaveIn as SaveIn
from engine.scenario.spoken.proposal import ScriptIn as ScriptIn, SpeakerIn as SpeakerIn
from engine.scenario.wordings import wordings_in as wordings_in
from engine.settings import cognition as cognition
from engine.store.file.connection import Store
from engine.store.writing import scenarios
from engine.store.writing.deleted_scenarios import (
    DeletedScenario as DeletedScenario,
    delete_scenario,
    deleted_scenarios,
    restore_scenario,
)
from engine.store.writing.drafts import NOBODY, begin_draft_on, discard_draft, save_draft
from engine.store.writing.notebooks import rename_town
from engine.store.writing.past_texts import PastText as PastText, past_texts
from engine.store.writing.scenarios import (
    ScenarioVersion as ScenarioVersion,
    files_of,
    latest_version,
    save_version,
    scenario_names,
)

if TYPE_CHECKING:
    from engine.insight.understood import Sentence
from engine.scenario.stating.fields import fields_in as fields_in, text_of_fields as text_of_fields

WORLD_FILE = _WORLD
"""The file of places, rooms and objects."""

_FAR_BACK = 30  # versions that are looked through for what was removed


def understood_in(scenario: Scenario, agent: AgentId | None = None) -> Iterator[Sentence]:
    """Yield every sentence of the seeds and known facts, with how it is understood at the beginning; only
    those of one agent if given.
    """
    from engine.insight.understood import understood_in as found  # it reckons in arrays, which take a while

    return found(scenario, agent)


def understood_facts(scenario: Scenario) -> Iterator[tuple[str, Sentence]]:
    """Yield every sentence of every fact, with the id of the fact, as understood at the beginning by those
    who know it or, if nobody does, by the first agent who would hear of it.
    """
    from engine.insight.understood import (
        understood_facts as found,  # it reckons in arrays, which take a while
    )

    return found(scenario)


class Scenarios:
    """All scenarios of a workspace with their versions. `drafts` and `wordings` are unsaved work, `edits` the
    history of changes to the files.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.drafts = Drafts(store)
        self.wordings = Wordings(store, self.drafts, self.save_file)
        self.edits = Edits(store, self.drafts, self._save_file)

    # ---- looking at them

    def names(self) -> tuple[str, ...]:
        """Return the names of the scenarios, without hidden ones."""
        return scenario_names(self.store)

    def hidden(self) -> tuple[str, ...]:
        """Return the names of the hidden scenarios."""
        seen = set(self.names())
        return tuple(name for name in scenario_names(self.store, hidden=True) if name not in seen)

    def versions(self, name: str) -> tuple[ScenarioVersion, ...]:
        """Return the saved versions of a scenario, newest first."""
        return scenarios.versions(self.store, meant.words(name, worded("the name of a scenario")))

    def files(self, name: str, version: int | None = None) -> dict[str, str]:
        """Return the files of a version (its number), or of the newest."""
        known = self.versions(name)
        if version is None:
            return files_of(self.store, known[0].number)
        if meant.row_id(version) not in [each.number for each in known]:
            numbers = ", ".join(str(each.number) for each in known)
            raise NotFound(
                worded(
                    "{name!r} has no version {version}; use one of: {numbers}",
                    name=name,
                    version=version,
                    numbers=numbers,
                )
            )
        return files_of(self.store, version)

    def checked(self, name: str, version: int | None = None) -> Checked:
        """Read a scenario and return it with all its problems."""
        return read_scenario(self.files(name, version), name)

    def differences(
        self, name: str, before: int | None = None, after: int | None = None
    ) -> tuple[Difference, ...]:
        """Return the differences in meaning between two versions of a scenario (their numbers). `before`
        defaults to the newest, `after` to the newest with its drafts. A change of wording or layout alone is
        no difference. Of files with errors, the readable part counts.
        """
        old = self.files(name, before)
        new = self.drafts.files(name) if after is None else self.files(name, after)
        return _differences(sketch(old, name)[0], sketch(new, name)[0])

    def past_texts(self, name: str, path: str, limit: int = 300) -> tuple[PastText, ...]:
        """Return the past texts of a file, newest first: after each of the latest edits of the scenario,
        `limit` at most, and in every saved version that changed the file.
        """
        named = meant.words(name, worded("the name of a scenario"))
        file = meant.words(path, worded("the name of a file"))
        meant.whole(limit, worded("the number of edits"), 1, MOST_ID)
        return past_texts(self.store, named, file, limit)

    def removed(self, name: str, folder: str) -> dict[str, ScenarioVersion]:
        """Return the files of a folder that a scenario had and no longer has, each with the last version that
        had it.
        """
        kept = scenarios.versions(self.store, name)[:_FAR_BACK]
        here = files_of(self.store, kept[0].number)
        gone: dict[str, ScenarioVersion] = {}
        for version in kept[1:]:
            for path in files_of(self.store, version.number):
                if path.startswith(folder) and path not in here:
                    gone.setdefault(path, version)
        return gone

    # ---- making one

    def add(self, name: str, files: Mapping[str, str], note: str = "") -> ScenarioVersion:
        """Create a scenario from files, even with problems. Raises BadInput if the name is taken."""
        clean = " ".join(name.split())
        with self.store.write(durable=True):
            if clean in scenario_names(self.store, hidden=True):
                raise BadInput(
                    worded("a scenario {clean!r} already exists; choose another name", clean=clean)
                )
            return self.save(clean, files, note)

    def new_blank(self, name: str) -> ScenarioVersion:
        """Create a small town to begin with, in which every key is explained."""
        return self.add(name, new_scenario(name), "started from the blank starter")

    def new_from_bundled(self, name: str, town: str) -> ScenarioVersion:
        """Create a copy of a town that comes with Townwright."""
        files = {path: content.decode("utf-8") for path, content in read_folder(bundled_folder(town)).items()}
        return self.add(name, files, worded("a copy of {town}", town=town))

    def new_from_template(self, name: str, template: str) -> ScenarioVersion:
        """Create a copy of a template, to begin with a town of that kind."""
        return self.add(
            name, template_files(template), worded("started from the template {template}", template=template)
        )

    def new_generated(self, name: str, agents: int, seed: int) -> ScenarioVersion:
        """Generate a town of some people; the same name, number and seed give the same town."""
        meant.whole(agents, worded("the number of people"), 1, MOST_PEOPLE)
        meant.whole(seed, worded("a seed"), 0, MOST_ID)
        files = to_files(generate(name, agents, seed))
        return self.add(
            name, files, worded("generated: {agents} people, seed {seed}", agents=agents, seed=seed)
        )

    def duplicate(self, name: str, new_name: str) -> ScenarioVersion:
        """Create a scenario with the files of another's newest version."""
        scenarios.duplicate_scenario(self.store, name, new_name)
        return latest_version(self.store, " ".join(new_name.split()))

    def rename(self, name: str, new_name: str) -> str:
        """Rename a scenario, and return the name as stored. Versions, drafts, runs and notebooks with their
        predictions go with it; a new version names it so in its notebooks.
        """
        called = " ".join(new_name.split())
        with self.store.write(durable=True):
            scenarios.rename_scenario(self.store, name, new_name)
            rename_town(self.store, name, called)
            self._named_in_notebooks(name, called)
        return called

    def _named_in_notebooks(self, name: str, called: str) -> None:
        files, drafts = self.files(called), self.drafts
        drafted = [draft for path, draft in drafts.of(called).items() if notebook_named(path)]
        behind = {
            one.path
            for one in drafted
            if one.path in files and drafts.base(called, one.path, one.base_version).moved_on
        }
        mended = {
            path: town_named(text, name, called) for path, text in files.items() if notebook_named(path)
        }
        if mended.items() - files.items():
            self.save(called, {**files, **mended}, worded("renamed from {name}", name=name))
        newest = latest_version(self.store, called).number
        for one in drafted:
            text = town_named(one.text, name, called)
            if text != one.text:
                base = one.base_version if one.path in behind else newest
                save_draft(self.store, called, one.path, text, base)

    def hide(self, name: str, *, hidden: bool = True) -> None:
        """Hide a scenario from the gallery, or show it again; nothing is lost."""
        scenarios.hide_scenario(self.store, name, hidden=hidden)

    def delete(self, name: str) -> DeletedScenario:
        """Move a scenario out of every list, with its versions, drafts and edits; `bring_back` undoes it. Its
        runs live on, and its name becomes free.
        """
        return delete_scenario(self.store, meant.words(name, worded("the name of a scenario")))

    def bring_back(self, number: int) -> str:
        """Restore a deleted scenario, by its number in `deleted`, and return its name: the former one, with a
        number added if it is taken. Its notebooks then use the new name.
        """
        with self.store.write(durable=True):
            was = {one.number: one.name for one in self.deleted()}
            name = restore_scenario(self.store, meant.row_id(number))
            if name != was[number]:
                self._named_in_notebooks(was[number], name)
        return name

    def deleted(self) -> tuple[DeletedScenario, ...]:
        """Return the deleted scenarios that can be restored, latest first."""
        return deleted_scenarios(self.store)

    # ---- taking them in, giving them out

    def add_folder(self, folder: str | Path, name: str | None = None) -> ScenarioVersion:
        """Read a scenario folder into the workspace; it becomes a new version if it differs from the last
        one.
        """
        path = Path(folder)
        files = {file: _as_text(file, content) for file, content in read_folder(path).items()}
        if not files:
            raise NotFound(
                worded(
                    "{folder!r} contains no scenario; it needs a town.yaml and a world.yaml",
                    folder=str(folder),
                )
            )
        return self.save(
            name or path.resolve().name, files, worded("read from the folder {name}", name=path.name)
        )

    def add_bundled(self, name: str) -> ScenarioVersion:
        """Copy a bundled scenario into the workspace."""
        return self.add_folder(bundled_folder(name), name)

    def import_zip(self, name: str, content: bytes) -> ScenarioVersion:
        """Create a scenario from the zip of its folder, even with problems."""
        return self.add(name, from_zip(content), "imported from a zip")

    def export_zip(self, name: str) -> bytes:
        """Return the newest version of a scenario as a zip of its folder."""
        return to_zip(files_of(self.store, latest_version(self.store, name).number), name)

    def card_in(self, name: str, content: bytes, home: str = "") -> CardIn:
        """Read a character card (V1, V2, V3; JSON or PNG) as a person to add to a scenario as it stands, with
        a report of what was taken, changed and dropped. Nothing is stored: `accept_card` does that.

        The person lives in the room `home`, by default where the fewest do. Raises BadInput if the file is
        not a card, or there is no such room.
        """
        if not isinstance(content, bytes):
            raise BadInput(
                worded(
                    "a character card must be given as bytes, not as {name}; read its file with "
                    "`Path(...).read_bytes()`",
                    name=type(content).__name__,
                )
            )
        return card_in(content, self.drafts.files(name), meant.words(home, worded("a home")))

    def person_from(self, name: str, called: str, sentence: str, home: str = "") -> CardIn:
        """Draft a person from a few sentences, to add to a scenario as it stands: age, pronouns and traits
        are read from them, and the rest become first memories. Nothing is stored: `accept_card` does that.
        """
        words = meant.words(sentence, worded("a sentence"))
        return drafted(
            self.drafts.files(name),
            meant.words(called, worded("a name")),
            words,
            meant.words(home, worded("a home")),
        )

    def accept_card(self, name: str, card: CardIn, *, writer: str = NOBODY) -> ScenarioVersion:
        """Add the person of a card, and the facts they bring along, as one edit, and save it: `edits.undo`
        takes it back. Unsaved text in the town's file stays a draft.
        """
        return self.accept(name, [card.edit], writer=writer)

    def covered(self, name: str, axes: Sequence[str], also: Sequence[Proposed] = ()) -> Covered:
        """Return the combinations of some axes (traits, age, trade) that the people of a scenario as it
        stands cover, together with the proposed people in `also`.
        """
        return coverage(self._drawn(name), axes, also)

    def propose_cast(self, name: str, count: int, axes: Sequence[str], seed: int = 1) -> tuple[Proposed, ...]:
        """Propose `count` people for a scenario as it stands, each with a combination of the axes that is
        rarest so far. Nothing is stored: `accept_cast` does that. The same seed gives the same people.
        """
        meant.whole(count, worded("the number of people"), 1, MOST_PROPOSED)
        meant.whole(seed, worded("a seed"), 0, MOST_ID)
        return cast(self.drafts.files(name), self._drawn(name), count, axes, seed)

    def accept_cast(self, name: str, people: Sequence[Proposed], *, writer: str = NOBODY) -> ScenarioVersion:
        """Add proposed people, each as an edit that `edits.undo` takes back, and save them."""
        return self.accept(name, [one.edit for one in people], writer=writer)

    def accept(self, name: str, people: Sequence[AddPerson], *, writer: str = NOBODY) -> ScenarioVersion:
        """Add people, each as an edit, and save the files they bring; files that had drafts stay drafts."""
        with self.store.write(durable=True):
            for one in people:
                drafted = self.drafts.of(name)
                self.edits.make(name, one, writer=writer)
                for path, draft in self.drafts.of(name).items():
                    if path not in drafted:
                        self._save_file(name, path, draft.text, one.words)
            return latest_version(self.store, name)

    def _drawn(self, name: str) -> Scenario:
        """Return a scenario as it stands, as far as it can be read."""
        return sketch(self.drafts.files(name), name)[0]

    def card_out(self, name: str, agent: str, form: CardForm = "v3") -> CardOut:
        """Export a person of a scenario as it stands as a character card: `v2` or `v3` as JSON, or `png` with
        both in it. Importing the card gives the same file again.
        """
        return card_out(self.drafts.files(name), meant.words(agent, worded("an agent")), form)

    def taken_in(self, said: str) -> ScenarioVersion:
        """Return the newest version of a scenario, given as a folder, a name in this workspace, or the name
        of a bundled town or template. A folder, bundled town or template is copied into the workspace first.
        """
        if "/" in said or (Path(said) / "town.yaml").is_file():
            return self.add_folder(said)
        if said not in self.names() and said in bundled():
            return self.add_bundled(said)
        if said not in self.names() and said in template_ids():
            return self.new_from_template(said, said)
        names = sorted({*self.names(), *bundled(), *template_ids()})
        if said not in self.names():
            remedy = did_you_mean(
                said,
                names,
                worded("use one of: {names}; or use the path of a scenario folder", names=with_commas(names)),
            )
            raise NotFound(worded("there is no scenario {said}; {remedy}", said=shown(said), remedy=remedy))
        return latest_version(self.store, said)

    # ---- writing one

    def save(self, name: str, files: Mapping[str, str], note: str = "") -> ScenarioVersion:
        """Save files as the newest version, even with problems: an author may stop in the middle."""
        texts = {
            path: meant.words(text, worded("the text of {path!r}", path=path)) for path, text in files.items()
        }
        save_version(self.store, meant.words(name, worded("the name of a scenario")), texts, note)
        return latest_version(self.store, name)

    def save_file(
        self, name: str, path: str, text: str | None, note: str = "", *, writer: str = NOBODY
    ) -> ScenarioVersion:
        """Save one file (None removes it) as a new version. A draft with the same text is dropped, and what
        the saving window (`writer`) has typed since is based on the new version. Without a note, the version
        of a draft lists the edits since the last.
        """
        with noting(self.store, name, [path], note or worded("saved {file}", file=path), writer):
            draft = self.drafts.of(name).get(path)
            if not note and draft is not None and draft.text == text:
                note = self.edits.unsaved(name, [path])
            return self._save_file(name, path, text, note, writer=writer)

    def _save_file(
        self, name: str, path: str, text: str | None, note: str = "", *, writer: str = NOBODY
    ) -> ScenarioVersion:
        # Read under the lock too: other windows save, and this one is typed in, at the same time.
        with self.store.write(durable=True):
            files = files_of(self.store, latest_version(self.store, name).number)
            files.pop(path, None)
            if text is not None:
                files[path] = text
            number = save_version(self.store, name, dict(sorted(files.items())), note)
            draft = self.drafts.of(name).get(path)
            if draft is not None and text in (None, draft.text):
                discard_draft(self.store, name, path)
            elif draft is not None and draft.writer == writer != NOBODY:
                begin_draft_on(self.store, name, path, number)
            return latest_version(self.store, name)

    def would_change(self, name: str, values: Mapping[str, Value]) -> tuple[Change, ...]:
        """Return the changes that these settings of cognition would make to a scenario as it is saved."""
        return changes_of(self.files(name), name, values)

    def settle(self, name: str, values: Mapping[str, Value], note: str = "") -> Settled:
        """Write settings of cognition into the town's file, as a new version; the rest of the file keeps its
        text. `restore` with the version before takes it back.

        Raises BadInput if the file has a draft or errors, or if nothing would change.
        """
        with self.store.write(durable=True):
            if TOWN_FILE in self.drafts.of(name):
                raise BadInput(
                    worded(
                        "{town_file} of {name!r} has an unsaved draft; save or discard it on the World "
                        "page, then save the setting",
                        town_file=TOWN_FILE,
                        name=name,
                    )
                )
            before, files = latest_version(self.store, name), self.files(name)
            changes = changes_of(files, name, values)
            if not changes:
                raise BadInput(
                    worded(
                        "{town_file} of {name!r} already has these values; change at least one",
                        town_file=TOWN_FILE,
                        name=name,
                    )
                )
            text = settled(files, name, {one.name: values[one.name] for one in changes})
            return Settled(before=before, now=self.save_file(name, TOWN_FILE, text, note), changes=changes)

    def save_all(self, name: str, note: str = "", *, writer: str = NOBODY) -> ScenarioVersion:
        """Save all drafts of a scenario as one new version; without a note, it lists the edits since the
        last. Raises BadInput if there are no drafts, or if another version of a file was saved since its
        draft was begun: an author has to choose one of the two texts first.
        """
        with self.store.write(durable=True):
            drafted = self.drafts.of(name)
            if not drafted:
                raise BadInput(
                    worded("{name!r} has no unsaved changes, so there is nothing to save", name=name)
                )
            for path, draft in drafted.items():
                if self.drafts.base(name, path, draft.base_version).moved_on:
                    raise BadInput(
                        worded(
                            "{path} of {name!r} was saved in another window after its draft was "
                            "started; open the file, and choose which of the two versions to keep",
                            path=path,
                            name=name,
                        )
                    )
            done = note or self.edits.unsaved(name, drafted)
            number = save_version(self.store, name, self.drafts.files(name), done)
            for path, draft in drafted.items():
                if draft.writer == writer != NOBODY:
                    begin_draft_on(self.store, name, path, number)
                discard_draft(self.store, name, path)
            return latest_version(self.store, name)

    def restore(self, name: str, version: ScenarioVersion, path: str | None = None) -> ScenarioVersion:
        """Make an older version (or one file of it) the newest again.

        Later versions stay in the history, and so do drafts: they are saved as a version first.
        """
        old, note = (
            files_of(self.store, version.number),
            worded("restored from v{version}", version=version.version),
        )
        with self.store.write(durable=True):
            for drafted, draft in self.drafts.of(name).items():
                if path in (None, drafted):
                    self.save_file(
                        name,
                        drafted,
                        draft.text,
                        worded("draft before v{version} was restored", version=version.version),
                    )
            if path is not None:
                return self.save_file(name, path, old.get(path), note)
            with noting(self.store, name, {*old, *self.files(name)}, note):
                save_version(self.store, name, old, note)
        return latest_version(self.store, name)


def _as_text(file: str, content: str | bytes) -> str:
    if isinstance(content, str):
        return content
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadInput(
            worded("{file} is not UTF-8 text (byte {start}); save it as UTF-8", file=file, start=error.start)
        ) from error
