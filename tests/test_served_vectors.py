"""Memories found by meaning: with a server's embeddings, each asked for once, or else nobody looks at all."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
from collections import Counter

import numpy as np
import pytest

from engine.api.workspace import open_workspace
from engine.clock import DAY
from engine.errors import BadInput, DayPaused, ModelFailed
from engine.models import Occasion
from engine.models.prefixes import Prefixes, prefixes_in
from engine.models.profiles import Keys, Prices, Profile
from engine.models.served.client.failures import Kind, ServerFailed
from engine.models.served.client.limiter import Limiter
from engine.models.served.client.openai_compatible import Embedded
from engine.models.served.embedding import ServedEmbedder
from engine.models.served.language_model import LanguageModel
from engine.records import Recall
from engine.running.runner import spawn_runner
from engine.store.answers.embedded import phases
from engine.store.answers.profiles import learn_mode
from engine.store.answers.spending import spent_by
from engine.store.log.rows import read_log
from studio.why.reasons import purpose_words
from tests.chaos import BAD_VECTORS, FAULTS
from tests.marks import in_turn

pytestmark = pytest.mark.slow

TOWN = "three-neighbours"
MORNING = 10 * 60
PRICES = Prices(tokens_in=1.0, tokens_out=4.0, embedding=0.5)


@pytest.fixture
def workspace(tmp_path, chaos):
    with open_workspace(tmp_path / "ws", keys=Keys({}, {})) as opened:
        opened.models.keep(profile(chaos))
        opened.models.keep(profile(chaos, "words", embeddings=""))
        learn_mode(opened.store, chaos.base_url, "salad", 1)
        chaos.asked.clear()
        yield opened


def profile(chaos, name="meaning", **more):
    settings = {"model": "salad", "embeddings": "salad-vectors", "concurrency": 8, "prices": PRICES, **more}
    return Profile(name=name, base_url=chaos.base_url, **settings)


def lived(workspace, until=MORNING, model="meaning", concurrency=8, **more):
    run = workspace.runs.new(TOWN, model=model, **more)
    run.live(until, concurrency=concurrency)
    return run


@pytest.fixture(scope="module")
def whole(tmp_path_factory, chaos):
    """The fingerprint of the morning when nothing goes wrong."""
    with open_workspace(tmp_path_factory.mktemp("whole"), keys=Keys({}, {})) as opened:
        opened.models.keep(profile(chaos))
        return lived(opened).at(MORNING).fingerprint


def embedded(chaos):
    """The texts of every request for embeddings, in order."""
    return [body["input"] for path, _, body in list(chaos.asked) if path.endswith("/embeddings")]


def shaky(exchange):
    """Every other request comes to nothing."""
    FAULTS["reset" if exchange.hit % 2 else "salad-vectors"](exchange)


# ---- what it is for


@pytest.mark.nightly
def test_what_means_the_same_comes_to_mind_though_no_word_is_shared(workspace):
    from engine.interventions import Whisper

    found = {}
    for model in ("meaning", "words"):
        run = lived(workspace, 7 * 60, model)
        run.intervene(Whisper(agent="nell", text="A vessel lies at anchor."))
        known = run.at().ask("nell", "boat?").recalls[0]
        by_id = run.by_id(item.memory for item in known.items)
        found[model] = {by_id[item.memory].text: item.relevance for item in known.items}
    whispered = next(text for text in found["meaning"] if "vessel" in text)
    weight = run.town.settings.interviewing.relevance
    assert found["meaning"][whispered] > weight / 4
    assert found["words"].get(whispered, 0.0) == 0.0


@pytest.mark.nightly
def test_it_makes_another_day_of_the_same_town(workspace):
    assert lived(workspace).at().fingerprint != lived(workspace, model="words").at().fingerprint


# ---- the same day again


@pytest.mark.soak
def test_however_many_think_at_once_it_is_the_same_day_and_no_text_is_embedded_twice(tmp_path, chaos):
    prints = []
    for folder, width in (("one", 1), ("other", 30)):
        chaos.asked.clear()
        with open_workspace(tmp_path / folder, keys=Keys({}, {})) as workspace:
            workspace.models.keep(profile(chaos))
            prints.append(lived(workspace, DAY, concurrency=width).at().fingerprint)
            texts = Counter(text for request in embedded(chaos) for text in request)
            assert set(texts.values()) == {1}
            assert max(map(len, embedded(chaos))) <= 32
    assert prints[0] == prints[1]


@pytest.mark.nightly
def test_the_same_day_again_embeds_nothing(workspace, chaos):
    first = lived(workspace)
    chaos.asked.clear()
    assert lived(workspace).at().fingerprint == first.at().fingerprint
    fork = first.fork(8 * 60)
    fork.live(MORNING)
    assert fork.at().fingerprint == first.at().fingerprint
    assert chaos.asked == []


@pytest.mark.nightly
def test_a_day_killed_again_and_again_ends_the_same(workspace, chaos, tmp_path):
    whole = lived(workspace, 12 * 60)
    with open_workspace(tmp_path / "killed", keys=Keys({}, {})) as other:
        other.models.keep(profile(chaos))
        run = other.runs.new(TOWN, model="meaning")
        chaos.latency, kills = 0.05, 0
        try:
            while kills < 3:
                process = spawn_runner(other.store, run.row, 12 * 60, Keys({}))
                try:
                    process.wait(timeout=1.3 + kills / 3)
                    break
                except subprocess.TimeoutExpired:
                    os.killpg(process.pid, signal.SIGKILL)
                    process.wait()
                    kills += 1
        finally:
            chaos.latency = 0.0
        if run.clock < 12 * 60:
            run.live(12 * 60)
        assert kills
        assert run.at().fingerprint == whole.at().fingerprint


@pytest.mark.nightly
def test_a_run_does_not_change_in_the_middle_to_how_it_finds_memories(workspace, chaos):
    run = lived(workspace)
    workspace.models.keep(profile(chaos, embeddings=""))
    with pytest.raises(
        BadInput, match=r"with 'salad-vectors @ .*' so far, .* only by words; change the profile"
    ):
        workspace.runs.find(run.row.id).live(run.clock + 60)
    fork = workspace.runs.find(run.row.id).fork()
    fork.live(fork.clock + 60)
    assert [model.split()[0] if model else "" for _, model in phases(workspace.store, fork.number)] == [
        "salad-vectors",
        "",
    ]
    again = lived(workspace, fork.row.until, f"replay:{fork.row.id}")
    assert again.at().fingerprint == fork.at().fingerprint


@pytest.mark.nightly
def test_a_recorded_day_is_replayed_without_a_server(workspace, chaos):
    run = lived(workspace)
    said = run.at().ask("nell", "What about the vessel?").text
    workspace.models.remove("meaning")
    chaos.asked.clear()
    again = lived(workspace, model=f"replay:{run.row.id}")
    assert again.at().fingerprint == run.at().fingerprint
    assert again.at().ask("nell", "What about the vessel?").text == said
    with pytest.raises(ModelFailed, match="was not asked this when the run was recorded"):
        again.at().ask("nell", "And the ship?")
    with pytest.raises(DayPaused, match="no longer matches the recording"):
        again.live(DAY)
    assert chaos.asked == []
    of_replay = lived(workspace, model=f"replay:{again.row.id}")
    assert of_replay.at().fingerprint == run.at().fingerprint


@pytest.mark.soak
def test_a_replay_stops_where_a_vector_is_gone_and_says_which(workspace, chaos):
    run = lived(workspace, 7 * 60)
    with workspace.store.write() as db:
        db.execute("DELETE FROM vector")
    with pytest.raises(DayPaused, match=r"meaning of '.*', but the recording has no vector for it; .* fork"):
        lived(workspace, 7 * 60, f"replay:{run.row.id}")


# ---- only looking


@pytest.mark.nightly
def test_who_only_looks_asks_nobody_and_finds_by_what_meaning_is_known(workspace, chaos):
    run = lived(workspace)
    question = "What about the vessel?"
    answered = run.at().ask("nell", question)
    chaos.asked.clear()
    assert [recall.items[0] for _, recall in run.at().recall("nell", question)] == list(
        answered.recalls[0].items
    )
    assert run.at().recall("nell", "something that nobody asked")
    assert chaos.asked == []
    with open_workspace(workspace.store.path.parent, read_only=True) as looking:
        assert looking.runs.find(run.row.id).at().ask("nell", question).text == answered.text


@pytest.mark.nightly
def test_all_agents_find_memories_with_the_embeddings_of_the_default(workspace, chaos):
    run = lived(workspace, 7 * 60, "meaning, plan_day=words, @otto=words")
    queries = {text for request in embedded(chaos) for text in request}
    assert {one.query for one in read_log(workspace.store, run.number, Recall)} <= queries
    chaos.asked.clear()
    lived(workspace, 7 * 60, "words, rate=meaning")
    assert embedded(chaos) == []


# ---- when it fails


@pytest.mark.nightly
@pytest.mark.parametrize(
    "fault",
    in_turn(
        [*BAD_VECTORS, "401", "503-busy", "404-model", "reset"],
        plain=["401", "reset", next(iter(BAD_VECTORS))],
    ),
)
def test_a_server_that_cannot_embed_pauses_the_day_and_nobody_looks_by_words_instead(
    workspace, chaos, whole, fault, monkeypatch
):
    monkeypatch.setattr("engine.models.served.client.retry._FIRST_WAIT", 0.001)
    workspace.models.keep(profile(chaos, "bad", embeddings=fault))
    run = workspace.runs.new(TOWN, model="bad")
    with pytest.raises(DayPaused, match="remove the embedding model from the profile") as paused:
        run.live(MORNING, concurrency=8)
    assert "the profile 'bad' cannot search memories with the embedding model" in str(paused.value)
    assert repr(fault) in str(paused.value)
    assert not list(read_log(workspace.store, run.number, Recall))
    workspace.models.keep(profile(chaos, "bad"))
    workspace.runs.find(run.row.id).live(MORNING)
    assert run.at(MORNING).fingerprint == whole


@pytest.mark.soak
def test_vectors_of_another_length_than_before_pause_the_day(workspace, chaos, monkeypatch):
    run = lived(workspace)
    monkeypatch.setitem(FAULTS, "salad-vectors", FAULTS["longer-vectors"])
    with pytest.raises(DayPaused, match="had 32 dimensions before and now have 48"):
        run.live(DAY)


@pytest.mark.soak
def test_a_passing_fault_is_asked_again_and_leaves_no_trace(workspace, chaos, whole, monkeypatch):
    monkeypatch.setattr("engine.models.served.client.retry._FIRST_WAIT", 0.001)
    monkeypatch.setitem(FAULTS, "shaky-vectors", shaky)
    workspace.models.keep(profile(chaos, "shaky", embeddings="shaky-vectors"))
    assert lived(workspace, model="shaky").at(MORNING).fingerprint == whole
    assert chaos.hits["shaky-vectors"] > 2 * len(spent_by(workspace.store, 1, "agent"))


def test_who_waits_for_somebody_elses_text_asks_for_it_when_that_fails(chaos):
    """Two who need the same at once: the first is refused, and the second does not go without."""
    books = TurnRows()
    embedder = ServedEmbedder(profile(chaos), books, lambda: server)
    server = LanguageModel(FailsOnce(), Limiter(4))
    occasion = Occasion(agent="a", minute=1, purpose="embed")

    async def both():
        needed = [embedder.vectors(["boat", "quay"], occasion), embedder.vectors(["quay", "boat"], occasion)]
        return await asyncio.gather(*needed, return_exceptions=True)

    first, second = asyncio.run(both())
    assert isinstance(first, ModelFailed)
    assert set(second) == {"boat", "quay"}
    assert server.client.asked == [["boat", "quay"], ["quay", "boat"]]


class FailsOnce:
    """A client that is refused the first time."""

    def __init__(self):
        self.asked = []

    async def make_ready(self):
        pass

    async def embed(self, texts, model):
        self.asked.append(list(texts))
        await asyncio.sleep(0.01)
        if len(self.asked) == 1:
            raise ServerFailed(Kind.UNAUTHORIZED)
        return Embedded(vectors=np.eye(len(texts), dtype=np.float32))


class TurnRows:
    """Books that hold everything and refuse nothing."""

    def __init__(self):
        self.held = {}

    def ids(self):
        return ()

    def vectors(self, model, texts):
        return {text: self.held[text] for text in texts if text in self.held}

    def keep_vectors(self, model, vectors):
        self.held.update(vectors)

    def reserve(self, occasion, request):
        return 1

    def settle(self, *given, **more):
        pass

    def note(self, *given):
        pass


# ---- what it costs


@pytest.mark.soak
def test_embedding_is_counted_and_named_and_no_question(workspace, chaos):
    run = lived(workspace)
    whole, parts = run.spent(), run.spent_by("purpose")
    assert parts["embed"].calls == len(embedded(chaos))
    assert parts["embed"].tokens_in / 2 <= parts["embed"].micros <= parts["embed"].tokens_in / 2 + 12
    assert sum(part.tokens for part in parts.values()) == whole.tokens
    assert sum(part.micros for part in parts.values()) == whole.micros
    assert sum(day.calls for day in run.health()) == whole.calls - parts["embed"].calls
    assert purpose_words("embed") == "find memories by meaning"


@pytest.mark.soak
def test_without_a_price_its_tokens_are_counted_and_money_cannot_be_capped(workspace, chaos):
    free = PRICES.model_copy(update={"embedding": None})
    workspace.models.keep(profile(chaos, prices=free))
    workspace.models.set_cap("run", "money", 1_000_000)
    with pytest.raises(DayPaused, match="has no price for embeddings; add the price"):
        lived(workspace)
    workspace.models.set_cap("run", "money", None)
    run = lived(workspace)
    assert run.spent().unpriced == run.spent_by("purpose")["embed"].tokens_in > 0


@pytest.mark.nightly
@pytest.mark.parametrize(("measure", "most"), [("calls", 9), ("tokens", 2_000), ("money", 1_500)])
def test_a_cap_holds_with_thirty_at_once_and_raising_it_resumes(workspace, whole, measure, most):
    workspace.models.set_cap("run", measure, most)
    run = workspace.runs.new(TOWN, model="meaning")
    with pytest.raises(DayPaused, match=r"the cap of .* for this run is reached"):
        run.live(MORNING, concurrency=30)
    spent = run.spent()
    assert {"calls": spent.calls, "tokens": spent.tokens, "money": spent.micros}[measure] <= most
    workspace.models.set_cap("run", measure, None)
    run.live(MORNING, concurrency=30)
    assert run.at(MORNING).fingerprint == whole


@pytest.mark.soak
def test_an_interview_embeds_its_question_from_the_same_purse(workspace, chaos):
    run = lived(workspace)
    chaos.asked.clear()
    run.at().ask("otto", "Where does the vessel lie?")
    assert "Where does the vessel lie?" in embedded(chaos)[0]
    workspace.models.set_cap("run", "calls", run.spent().calls)
    with pytest.raises(ModelFailed, match="cap of"):
        run.at().ask("otto", "And the ship?")


@pytest.mark.soak
def test_a_long_thought_is_embedded_as_far_as_such_models_read(workspace, chaos):
    run = lived(workspace, 7 * 60)
    chaos.asked.clear()
    run.at().ask("otto", "boat " * 3_000)
    assert max(len(text) for request in embedded(chaos) for text in request) <= 2_000


# ---- models that want a word before a question, and another before what may answer it

E5 = {"question_prefix": "query: ", "memory_prefix": "passage: "}


@pytest.mark.nightly
def test_a_model_is_sent_its_prefixes_and_a_replay_looks_through_the_same_vectors(workspace, chaos):
    workspace.models.keep(profile(chaos, "e5", **E5))
    run = lived(workspace, model="e5")
    sent = {text for request in embedded(chaos) for text in request}
    recalls = list(read_log(workspace.store, run.number, Recall))
    assert {f"query: {recall.query}" for recall in recalls} <= sent
    asked = {text for text in sent if text.startswith("query: ")}
    assert all(text.startswith("passage: ") for text in sent - asked)
    assert any(f"passage: {memory.text}" in sent for memory in run.at().memories("nell", limit=200).items)
    chaos.asked.clear()
    again = lived(workspace, model=f"replay:{run.row.id}")
    assert again.at().fingerprint == run.at().fingerprint
    assert chaos.asked == []


@pytest.mark.soak
def test_it_is_another_way_to_find_memories_and_a_run_keeps_to_its_own(workspace, chaos):
    run = lived(workspace)
    workspace.models.keep(profile(chaos, **E5))
    again = workspace.runs.find(run.row.id)
    with pytest.raises(BadInput, match="change the profile back, or fork"):
        again.live(MORNING + 240)
    chaos.asked.clear()
    again.fork().live(MORNING + 300)
    sent = [text for request in embedded(chaos) for text in request]
    assert sent
    assert all(text.startswith(("query: ", "passage: ")) for text in sent)


def test_a_prefix_for_memories_alone_is_no_profile(chaos):
    with pytest.raises(ValueError, match="need both prefixes or neither"):
        profile(chaos, memory_prefix="passage: ")


@pytest.mark.parametrize(
    "model",
    ["m @ http://h/v1", "m @ h [", 'm @ h ["a"]', "m @ h [1, 2]", "m [x] @ h", "m " + "[" * 20_000, ""],
)
def test_what_names_a_model_without_prefixes_has_none(model):
    assert prefixes_in(model) == Prefixes()


@pytest.mark.parametrize(
    "prefixes", [Prefixes("query: ", "passage: "), Prefixes('q "], ["', ""), Prefixes("问：", "\n")]
)
def test_prefixes_are_read_as_they_are_written(prefixes):
    name = prefixes.after("m @ http://h/v1")
    assert prefixes_in(name) == prefixes
    assert name.isprintable()
    assert prefixes.asked(" ") == " ", "what has no words has no vector"
    assert prefixes.sent(prefixes.asked("Who?")) == f"{prefixes.question}Who?"
