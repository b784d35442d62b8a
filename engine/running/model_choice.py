"""Thinking: which model a run thinks with, and how it is bound to the journal and the purse."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, partial

from engine.clock import day_of
from engine.errors import BadInput, ModelFailed
from engine.language.suggesting import did_you_mean
from engine.models import EMBED, Model, Occasion, Vector
from engine.models.profiles import Keys, Profile, read_profile
from engine.models.replay import Replay
from engine.models.routed import Routed, read_routes
from engine.models.served.answers.answer_mode import Rung
from engine.models.served.books import Asked, Request
from engine.models.served.served_model import Served
from engine.rehearsal import Rehearsal
from engine.store.answers import spending
from engine.store.answers.embedded import Phase, phase_at, phases
from engine.store.answers.profiles import known_rung, learn_rung, profiles
from engine.store.answers.recorded import kept_answer
from engine.store.answers.vectors import keep_vectors, kept_vectors, note_sought
from engine.store.file.connection import Store
from engine.store.living.runs import RunRow, find_run
from engine.store.log import looking
from engine.store.log.lineage import lineage

REHEARSAL = "rehearsal"
REPLAY = "replay:"
RECORDED = "recorded"  # what a run that came as a cassette thinks with: the answers that came with it
WIDTH = 8  # turns at once, of models that answer in no time


def model_of(store: Store, run: int, text: str, keys: Keys) -> Model:
    """The model that a run's own words for it mean: `rehearsal`, `replay:RUN`, or profiles.

    Profiles may be given for a purpose or an agent, as in `small, plan_day=big, @isabel=big`. Raises BadInput
    for what there is not. No key is read before something is asked.
    """
    recorded = _recorded(store, run, text)
    if recorded is not None:
        return Replay(_Record(store, recorded))
    routes = read_routes(text)
    made = {name: _named(store, run, name, keys) for name in set(routes.values())}
    if len(routes) == 1:
        return made[routes[""]]
    by_agent = {whom[1:]: made[name] for whom, name in routes.items() if whom.startswith("@")}
    by_purpose = {whom: made[name] for whom, name in routes.items() if whom and not whom.startswith("@")}
    return Routed(made[routes[""]], by_purpose, by_agent)


def phases_of(store: Store, run: RunRow, model: Model) -> tuple[Phase, ...]:
    """What a run is to find memories with, by its model; a replay, whatever the recorded run has."""
    recorded = _recorded(store, run.number, run.model)
    if recorded is not None:
        return phases(store, recorded)
    since = run.fork_minute or 0
    embedder = model.embedder_at(since)
    return ((since, embedder.id if embedder else ""),)


def _recorded(store: Store, run: int, text: str) -> int | None:
    """The run that answers for a run whose model is no model."""
    if text.startswith(REPLAY):
        return find_run(store, text.removeprefix(REPLAY)).number
    if text == RECORDED and run:
        return lineage(store, run)[-1][0]  # of a fork, the run that came with it
    return None


def width_of(store: Store, run: RunRow) -> int:
    """How many turns are worth taking at once: as many as the widest of its models answers at once."""
    if run.model.startswith(REPLAY) or run.model == RECORDED:
        return WIDTH
    known = profiles(store)
    named = set(read_routes(run.model).values())
    return max([WIDTH, *(read_profile(name, known[name]).concurrency for name in named if name in known)])


def settled(store: Store, text: str) -> str:
    """What a run is to think with, in words that mean the same for ever; BadInput when it could not."""
    model_of(store, 0, text, Keys())
    if text.startswith(REPLAY):  # `last` is another run tomorrow
        return f"{REPLAY}{find_run(store, text.removeprefix(REPLAY)).id}"
    return text


def profile_of(store: Store, name: str) -> Profile:
    """A profile by its name; BadInput suggests what was meant."""
    known = profiles(store)
    if name not in known:
        remedy = did_you_mean(name, [REHEARSAL, *known], f"there are {', '.join([REHEARSAL, *known])}")
        raise BadInput(
            f"there is no model {name!r}; {remedy}; profiles are made in Settings, or with "
            "`townwright profile`"
        )
    return read_profile(name, known[name])


def _named(store: Store, run: int, name: str, keys: Keys) -> Model:
    if name == REHEARSAL:
        return Rehearsal()
    profile = profile_of(store, name)
    rung = known_rung(store, profile.base_url, profile.model)
    return Served(
        profile,
        partial(keys.of, profile),
        StoreBooks(store, run),
        rung=Rung(rung) if rung else None,
        learned=partial(learn_rung, store, profile.base_url, profile.model),
    )


class StoreBooks:
    """The journal and the purse of the workspace, as one run (or a chat about it) uses them."""

    def __init__(self, store: Store, run: int) -> None:
        self._store = store
        self._run = run

    @cached_property
    def _line(self) -> tuple[int, ...]:
        return tuple(number for number, _ in lineage(self._store, self._run)) if self._run else ()

    def answer(self, key: str) -> str | None:
        """The answer kept under a key, or that came with the run or an ancestor of it."""
        return kept_answer(self._store, self._line, key)

    def vectors(self, model: str, texts: Sequence[str]) -> Mapping[str, Vector]:
        """The vectors that are kept, or that came with the run or an ancestor of it."""
        return kept_vectors(self._store, self._line, model, texts)

    def keep_vectors(self, model: str, vectors: Mapping[str, Vector]) -> None:
        """Keep vectors for everybody. BadInput when they do not go with those there are."""
        keep_vectors(self._store, model, vectors)

    def note_sought(self, texts: Sequence[str]) -> None:
        """Note what was looked for in an interview, where anything can be noted."""
        if self._run and not self._store.read_only:
            note_sought(self._store, self._run, texts)

    def keep(self, occasion: Occasion, asked: Asked, answer: str) -> None:
        """Keep an answer, or that there is none, with what it took."""
        spending.keep_asked(self._store, self._row(occasion, asked), answer=answer)

    def note(self, occasion: Occasion, asked: Asked) -> None:
        """Note a call without an answer to keep."""
        spending.keep_asked(self._store, self._row(occasion, asked), answer=None)

    def reserve(self, occasion: Occasion, request: Request) -> int:
        """Set aside what a request may take. Raises ModelFailed at a cap: the day pauses before it."""
        tokens, micros = request.tokens, request.micros
        try:
            return spending.reserve(
                self._store,
                self._run,
                day_of(occasion.minute),
                tokens=tokens,
                micros=micros,
                source=_source(occasion),
                seconds=request.seconds,
                unpriced="price for embeddings" if occasion.purpose == EMBED else "prices",
            )
        except spending.CapReached as reached:
            raise ModelFailed(str(reached)) from reached

    def settle(
        self, occasion: Occasion, reservation: int, *, tokens_in: int, tokens_out: int, micros: int | None
    ) -> None:
        """Count what was spent."""
        spending.settle(
            self._store,
            reservation,
            self._run,
            day_of(occasion.minute),
            tokens_in=tokens_in,
            tokens_out=tokens_out,
            micros=micros,
        )

    def _row(self, occasion: Occasion, asked: Asked) -> spending.AskedRow:
        values = {name: getattr(asked, name) for name in Asked.__slots__}
        return spending.AskedRow(
            run=self._run,
            source=_source(occasion),
            agent=occasion.agent,
            minute=occasion.minute,
            purpose=occasion.purpose,
            **values,
        )


def _source(occasion: Occasion) -> str:
    return "chat" if occasion.off_the_record else "run"


class _Record:
    """A recorded run."""

    def __init__(self, store: Store, run: int) -> None:
        self._store = store
        self._run = run

    @cached_property
    def _models(self) -> tuple[str, ...]:
        return looking.models_of(self._store, self._run)

    def models(self) -> Sequence[str]:
        """The ids of the models that answered in it."""
        return self._models

    @cached_property
    def _line(self) -> tuple[int, ...]:
        return tuple(number for number, _ in lineage(self._store, self._run))

    def answer(self, key: str) -> str | None:
        """The answer kept under a key, or that came with the run."""
        return kept_answer(self._store, self._line, key)

    @cached_property
    def _phases(self) -> tuple[Phase, ...]:
        return phases(self._store, self._run)

    def embedder_at(self, minute: int) -> str:
        """With which embeddings model it found memories at a minute."""
        return phase_at(self._phases, minute)

    def vectors(self, model: str, texts: Sequence[str]) -> Mapping[str, Vector]:
        """The vectors that are kept, or that came with the run."""
        return kept_vectors(self._store, self._line, model, texts)

    def prompt_at(self, agent: str, minute: int, purpose: str) -> str:
        """What an agent was asked at a minute for a purpose."""
        return looking.prompt_at(self._store, self._run, agent, minute, purpose)
