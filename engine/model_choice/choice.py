"""The choice of a model: parses a run's model setting."""

from __future__ import annotations

from functools import partial

from engine.errors import BadInput, with_commas, worded
from engine.language.names.suggesting import did_you_mean
from engine.model_choice.books import StoreBooks
from engine.model_choice.purse import Purse
from engine.model_choice.record import Record
from engine.models import Model
from engine.models.profiles import Keys, Profile, read_profile
from engine.models.replay import Replay
from engine.models.routed import Routed, read_routes
from engine.models.served.answers.answer_mode import AnswerMode
from engine.models.served.served_model import Served
from engine.rehearsal import Rehearsal
from engine.store.answers.embedded import Phase, phases
from engine.store.answers.profiles import known_mode, learn_mode, profiles
from engine.store.file.connection import Store
from engine.store.living.runs import RunRow, find_run
from engine.store.log.lineage import lineage

REHEARSAL = "rehearsal"
REPLAY = "replay:"
RECORDED = "recorded"  # what a run that came as a cassette thinks with: the answers that came with it
WIDTH = 8  # turns at once, of models that answer in no time


def model_of(store: Store, run: int, text: str, keys: Keys, purse: Purse | None = None) -> Model:
    """Return the model for a run's setting: `rehearsal`, `replay:RUN`, or profiles.

    Profiles may be given for a purpose or an agent, as in `small, plan_day=big, @isabel=big`. Raises BadInput
    for an unknown one. No key is read before the first request. Its cost is paid from the workspace's purse,
    or from the given one.
    """
    recorded = _recorded(store, run, text)
    if recorded is not None:
        return Replay(Record(store, recorded))
    routes = read_routes(text)
    made = {name: _named(store, run, name, keys, purse) for name in set(routes.values())}
    if len(routes) == 1:
        return made[routes[""]]
    by_agent = {whom[1:]: made[name] for whom, name in routes.items() if whom.startswith("@")}
    by_purpose = {whom: made[name] for whom, name in routes.items() if whom and not whom.startswith("@")}
    return Routed(made[routes[""]], by_purpose, by_agent)


def phases_of(store: Store, run: RunRow, model: Model) -> tuple[Phase, ...]:
    """Return the embeddings models a run is to use, by its model; for a replay, those of the recorded run."""
    recorded = _recorded(store, run.number, run.model)
    if recorded is not None:
        return phases(store, recorded)
    since = run.fork_minute or 0
    embedder = model.embedder_at(since)
    return ((since, embedder.id if embedder else ""),)


def _recorded(store: Store, run: int, text: str) -> int | None:
    """Return the number of the recorded run for a replay or recorded setting, else None."""
    if text.startswith(REPLAY):
        return find_run(store, text.removeprefix(REPLAY)).number
    if text == RECORDED and run:
        return lineage(store, run)[-1][0]  # of a fork, the run that came with it
    return None


def width_of(store: Store, run: RunRow) -> int:
    """Return the number of turns worth taking at once: the highest concurrency of its models."""
    if run.model.startswith(REPLAY) or run.model == RECORDED:
        return WIDTH
    known = profiles(store)
    named = set(read_routes(run.model).values())
    return max([WIDTH, *(read_profile(name, known[name]).concurrency for name in named if name in known)])


def settled(store: Store, text: str) -> str:
    """Return a model setting whose meaning does not change over time. Raises BadInput for an unknown
    model.
    """
    model_of(store, 0, text, Keys())
    if text.startswith(REPLAY):  # `last` is another run tomorrow
        return f"{REPLAY}{find_run(store, text.removeprefix(REPLAY)).id}"
    return text


def profile_of(store: Store, name: str) -> Profile:
    """Return the profile with this name. Raises BadInput with a suggestion."""
    known = profiles(store)
    if name not in known:
        remedy = did_you_mean(
            name, [REHEARSAL, *known], worded("use one of: {known}", known=with_commas([REHEARSAL, *known]))
        )
        raise BadInput(
            worded(
                "there is no model {name!r} (you can create profiles in Settings or with "
                "`townwright profile`); {remedy}",
                name=name,
                remedy=remedy,
            )
        )
    return read_profile(name, known[name])


def _named(store: Store, run: int, name: str, keys: Keys, purse: Purse | None) -> Model:
    if name == REHEARSAL:
        return Rehearsal()
    profile = profile_of(store, name)
    mode = known_mode(store, profile.base_url, profile.model)
    return Served(
        profile,
        partial(keys.of, profile),
        StoreBooks(store, run, purse),
        mode=AnswerMode(mode) if mode else None,
        learned=partial(learn_mode, store, profile.base_url, profile.model),
    )
