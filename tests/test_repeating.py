"""A town lived many times: each run in a workspace of its own, the same as alone; what holds how often, and
what chance does. A batch can be stopped and gone on with, and a lost worker costs what it was at.
"""

from __future__ import annotations

import gzip
import json
import os
import signal
import time

import pytest

from engine.api.interventions import Happen
from engine.api.workspace import open_workspace
from engine.clock import DAY
from engine.errors import BadInput, NotFound, RunBusy, TownwrightError
from engine.models.profiles import Keys, Profile
from engine.repeating.doing import do_batch, trials_of
from engine.repeating.pool import Pool
from engine.repeating.shares import are_apart, band_of, share_of, verdict
from engine.repeating.statements import statement_meant
from engine.repeating.trial import live_trial
from engine.store.living.batches import held_batch
from tests.command_line import call  # noqa: F401

TOWN = "three-neighbours"
HOLDS = ["3 know chess-evening", "nobody knows smoked-salmon", "SELECT count(*) > 1000 FROM line"]
NOON = "day 1 12:00"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("repeating")
    with open_workspace(folder):
        return folder


@pytest.fixture
def workspace(folder):
    with open_workspace(folder) as opened:
        yield opened


@pytest.fixture(scope="module")
def run(folder):
    with open_workspace(folder) as workspace:
        run = workspace.runs.new(TOWN, name="asked")
        run.live(days=1)
        yield run


@pytest.fixture(scope="module")
def done(folder):
    with open_workspace(folder) as workspace:
        silent = {"persona.nell.traits.talkative": "silent"}
        yield workspace.repeat(TOWN, seeds=[3, 4, 5], changes=silent, holds=HOLDS, workers=2)


def prints(batch):
    return {(one.variant, one.seed): one.fingerprint for one in batch.repetitions}


class TestStatements:
    @pytest.mark.nightly
    @pytest.mark.parametrize(
        ("said", "holds"),
        [
            ("3 know chess-evening", True),
            ("at least 3 know Chess-Evening", True),
            ("4 know chess-evening", False),
            ("at most 2 know chess-evening", False),
            ("everybody knows chess-evening", True),
            ("everybody knows chess-evening by day 1 00:00", False),
            ("nobody knows smoked-salmon", False),
            ("Ruth Calloway knows smoked-salmon", True),
            ("otto knows smoked-salmon", False),
            ("otto knows chess-evening by 00:00", False),
            ("1 talk", True),
            ("at most 2 lines", False),
            ("SELECT 0", False),
            ("SELECT '0'", False),
            ("SELECT NULL", False),
            ("SELECT speaker FROM line LIMIT 1", True),
            ("SELECT 1 FROM line WHERE 0", False),
        ],
    )
    def test_a_statement_is_a_query_whose_first_cell_is_true(self, run, said, holds):
        from engine.repeating.measuring import measured

        statement = statement_meant(said, run.scenario)
        assert measured(run.at("day 2 00:00"), (statement.sql,)).holds == (holds,)

    @pytest.mark.parametrize(
        ("said", "words"),
        [
            ("", "is not a valid statement; write it as one of: '5 know party'"),
            ("it is fine", "'it is fine' is not a valid statement"),
            ("3 know chess", "there is no fact 'chess'; did you mean 'chess-evening'"),
            ("nel knows chess-evening", "is called 'nel'; did you mean 'nell'"),
            ("3 apples", "'apples' is not a valid count; use one of: lines|use one of: talks"),
            ("SELECT nope FROM line", "'SELECT nope FROM line' cannot be evaluated: .*nope"),
            ("SELECT * FROM journal", "cannot be evaluated: .*there is no view 'journal'"),
        ],
    )
    def test_what_is_none_is_refused_before_anything_is_lived(self, workspace, said, words):
        before = len(workspace.batches.all())
        with pytest.raises(TownwrightError, match=words):
            workspace.batches.plan(TOWN, holds=[said])
        assert len(workspace.batches.all()) == before


class TestShares:
    def test_a_share_has_the_interval_of_wilson(self):
        share = share_of([True] * 8 + [False] * 2)
        assert (share.held, share.runs, share.part) == (8, 10, 0.8)
        assert (round(share.low, 4), round(share.high, 4)) == (0.4902, 0.9433)  # Brown, Cai, DasGupta 2001
        assert (share_of([False] * 10).low, share_of([True] * 10).high) == (0.0, 1.0)
        assert (share_of([]).low, share_of([]).high, share_of([]).part) == (0.0, 1.0, 0.0)

    def test_a_band_has_its_quartiles(self):
        band = band_of([4, 1, 3, 2])
        assert (band.least, band.lower, band.median, band.upper, band.most) == (1, 1.75, 2.5, 3.25, 4)
        assert band_of([7]) == band_of([7, 7])

    def test_a_difference_is_judged_against_the_band(self):
        noise = band_of(range(11))
        found = [verdict(noise, band_of([value])) for value in (5, 9, 11)]
        assert found == ["may be chance", "borderline", "beyond chance"]

    def test_shares_are_apart_where_their_intervals_are(self):
        assert are_apart(share_of([True] * 20), share_of([False] * 20))
        assert not are_apart(share_of([True] * 2), share_of([False] * 2))


@pytest.mark.soak
class TestBatch:
    @pytest.mark.nightly
    def test_every_run_is_as_it_is_alone(self, done, workspace):
        for seed in (3, 5):
            alone = workspace.runs.new(TOWN, seed=seed)
            alone.live(days=1)
            assert prints(done)[0, seed] == alone.at().fingerprint
            counts = alone.query("SELECT (SELECT count(*) FROM line), (SELECT count(*) FROM talk)", DAY)
            (row,) = [one for one in done.repetitions if (one.variant, one.seed) == (0, seed)]
            assert (row.counts["lines"], row.counts["talks"]) == counts.rows[0]
            changed = alone.fork(0, changes=done.row.variants[1].changes)
            changed.live("day 2 00:00")
            (row,) = [one for one in done.repetitions if (one.variant, one.seed) == (1, seed)]
            assert row.counts["lines"] == changed.query("SELECT count(*) FROM line", DAY).rows[0][0]

    @pytest.mark.soak
    def test_the_table_says_what_the_runs_say(self, done):
        table = done.table
        assert (table.done, table.failed) == ((3, 3), 0)
        everybody, nobody, much = table.statements
        assert [share.held for share in everybody.shares] == [3, 3]
        assert [share.held for share in nobody.shares] == [0, 0]
        assert (much.said, much.apart) == ("SELECT count(*) > 1000 FROM line", False)
        lines = next(one for one in table.counts if one.name == "lines")
        mine = sorted(one.counts["lines"] for one in done.repetitions if one.variant == 0)
        assert (lines.bands[0].least, lines.bands[0].median, lines.bands[0].most) == tuple(mine)
        assert lines.verdict is not None
        ruth = next(one for one in table.knowing if (one.fact, one.agent) == ("smoked-salmon", "ruth"))
        assert ruth.shares[0].held == 3

    def test_a_run_of_it_is_opened_when_somebody_looks(self, done, workspace):
        before = len(workspace.runs.all())
        opened = workspace.batches.find(done.row.id).open(4, 1)
        assert opened.at().fingerprint == prints(done)[1, 4]
        assert "silent" in opened.town.cast.personas["nell"].traits
        assert workspace.batches.find(done.row.id).open(4, 1).number == opened.number
        assert len(workspace.runs.all()) == before + 1

    def test_planned_again_it_is_the_same_and_nothing_is_lived(self, done, workspace):
        silent = {"persona.nell.traits.talkative": "silent"}
        again = workspace.batches.plan(TOWN, seeds=[3, 4, 5], changes=silent, holds=HOLDS)
        assert (again.row.number, again.left) == (done.row.number, 0)
        other = workspace.batches.plan(TOWN, seeds=[3, 4, 5], changes=silent, holds=HOLDS[:1])
        assert other.row.number != done.row.number

    @pytest.mark.nightly
    def test_it_shares_the_past_of_a_run(self, workspace):
        run = workspace.runs.new(TOWN, seed=3, name="morning")
        run.live("day 1 12:00")
        run.intervene(whisper("ruth", "Tell Otto that the piano is sold."))
        batch = workspace.repeat(run.row.id, at=NOON, until="day 1 14:00", seeds=[3, 8], workers=2)
        fork = run.fork(NOON, changes={"seed": 8})
        fork.live("day 1 14:00")
        run.live("day 1 14:00")
        assert prints(batch) == {(0, 3): run.at().fingerprint, (0, 8): fork.at().fingerprint}

    @pytest.mark.nightly
    def test_it_is_stopped_and_gone_on_with(self, workspace):
        batch = workspace.batches.plan(TOWN, seeds=range(1, 6), until=NOON)
        seen = []
        batch.live(workers=1, is_to_stop=lambda: len(seen) > 2, watch=seen.append)
        assert batch.row.state == "stopped"
        assert 0 < batch.left < 5
        kept = prints(batch)
        batch.live(workers=2)
        assert (batch.row.state, batch.left) == ("done", 0)
        assert kept.items() <= prints(batch).items()
        assert list(workspace.store.path.parent.glob(f"repeats/{batch.row.id}/*.part")) == []

    @pytest.mark.nightly
    def test_a_lost_worker_costs_what_it_was_at(self, workspace):
        batch = workspace.batches.plan(TOWN, seeds=range(1, 7), until="day 1 09:00", name="lost")
        trials = list(trials_of(workspace.store, batch.row, Keys()))
        pool, killed = Pool(2, workspace.store.path), []
        found = {}
        for outcome in pool.carry(trials, lambda: False):
            if not killed:
                killed.append(pool.pids[0])
                os.kill(killed[0], signal.SIGKILL)
            found[outcome.trial.seed] = outcome
        assert sorted(found) == [1, 2, 3, 4, 5, 6]
        assert sum(outcome.tries - 1 for outcome in found.values()) <= 1
        alone = {trial.seed: live_trial(trial).fingerprint for trial in trials}
        assert {seed: one.lived.fingerprint for seed, one in found.items()} == alone

    @pytest.mark.nightly
    def test_what_comes_to_nothing_is_said_and_tried_again(self, workspace):
        batch = workspace.batches.plan(TOWN, seeds=[1, 2], until="day 1 07:00", name="nothing")

        class Nobody:
            def carry(self, trials, is_to_stop):
                from engine.repeating.carrying import Outcome

                yield from (Outcome(trial=trial, error="no luck") for trial in trials)

        row = do_batch(workspace.store, batch.row.number, Nobody())
        assert (row.state, row.error, batch.left) == ("failed", "no luck", 2)
        assert batch.table.failed == 2
        batch.live(workers=1)
        assert (batch.now.state, batch.left, batch.table.failed) == ("done", 0, 0)

    def test_nobody_else_can_be_at_it(self, workspace):
        batch = workspace.batches.plan(TOWN, seeds=[1, 2], until="day 1 06:00", name="held")
        with held_batch(workspace.store, batch.row), pytest.raises(RunBusy, match="is running in"):
            batch.live()

    @pytest.mark.soak
    def test_a_process_of_its_own_has_it_done_and_hears_a_stop(self, workspace):
        batch = workspace.batches.plan(TOWN, seeds=range(40), until=NOON, name="apart")
        batch.start(workers=1)
        with pytest.raises(RunBusy, match="is already running"):
            batch.start(workers=1)
        wait_until(lambda: batch.repetitions)
        assert batch.now.state == "running"
        batch.stop()
        wait_until(lambda: not batch.now.is_live)
        assert batch.row.state == "stopped"
        assert 0 < batch.left < 40

    @pytest.mark.soak
    def test_a_process_that_is_killed_leaves_what_it_had_done(self, workspace):
        batch = workspace.batches.plan(TOWN, seeds=range(50, 90), until=NOON, name="killed")
        pid = batch.start(workers=1)
        wait_until(lambda: batch.repetitions)
        os.kill(pid, signal.SIGKILL)
        wait_until(lambda: "SIGKILL" in batch.now.error)  # how it ended is noted a moment after its end
        assert batch.now.state == "interrupted"


def whisper(agent, text):
    from engine.api.interventions import Whisper

    return Whisper(agent=agent, text=text)


PROGRAMME = """\
programme: 1
entries:
- at: day 1 09:00
  do: add
  persona: |
    name: Iris Vale
    home: Corner Shop
  room: Candle Court
- at: day 1 09:30
  do: move
  agent: Iris Vale
  room: Corner Shop
- if: iris with otto
  do: happen
  room: Corner Shop
  text: A dog runs in.
"""


@pytest.fixture(scope="module")
def both(folder):
    with open_workspace(folder) as workspace:
        yield workspace.repeat(TOWN, seeds=[3, 4], until=NOON, programme=PROGRAMME, workers=2)


@pytest.mark.soak
class TestProgrammes:
    @pytest.mark.nightly
    def test_every_seed_is_lived_plainly_and_by_the_programme(self, both, workspace):
        assert [one.programmes for one in both.row.variants] == [(), (PROGRAMME,)]
        assert both.row.variants[1].words == "programme=add, move, happen (3)"
        for seed in (3, 4):
            alone = workspace.runs.new(TOWN, seed=seed)
            alone.live(NOON)
            assert prints(both)[0, seed] == alone.at(NOON).fingerprint

    @pytest.mark.nightly
    def test_it_is_the_same_as_following_it_by_hand(self, both, workspace):
        alone = workspace.runs.new(TOWN, seed=4)
        alone.agenda.follow(PROGRAMME)
        alone.live(NOON)
        assert prints(both)[1, 4] == alone.at(NOON).fingerprint
        opened = both.open(4, 1)
        assert "iris" in opened.town.cast.names
        assert {one.entry.verb for one in opened.at().interventions} >= {"add", "happen"}

    @pytest.mark.nightly
    def test_processes_and_one_thread_live_the_same(self, both, workspace):
        again = {
            (one.variant, one.seed): live_trial(one).fingerprint
            for one in trials_of(workspace.store, both.row, Keys())
        }
        assert again == prints(both)

    @pytest.mark.nightly
    def test_planned_again_it_is_the_same_and_without_it_another(self, both, workspace):
        assert (
            workspace.batches.plan(TOWN, seeds=[3, 4], until=NOON, programme=PROGRAMME).row.id == both.row.id
        )
        assert workspace.batches.plan(TOWN, seeds=[3, 4], until=NOON).row.id != both.row.id

    @pytest.mark.nightly
    def test_from_a_moment_on_all_have_what_was_planned_for_the_run_by_then(self, workspace, run):
        fork = run.fork("day 1 10:00")
        fork.agenda.schedule(Happen(room="Corner Shop", text="A bell rings."), "day 1 10:30")
        fork.live("day 1 11:00")
        batch = workspace.repeat(
            fork.row.id, at="day 1 10:00", until="day 1 11:00", seeds=[fork.row.seed], workers=1
        )
        assert "A bell rings." in batch.row.variants[0].programmes[0]
        (plain,) = batch.repetitions
        assert plain.fingerprint == fork.at("day 1 11:00").fingerprint

    @pytest.mark.parametrize(
        ("programme", "said"),
        [
            ("programme: 2", "this is not a programme"),
            (PROGRAMME.replace("Corner Shop\n  room", "Nowhere\n  room"), "entry 1 of the programme"),
            (PROGRAMME.replace("Iris Vale\n  room", "Nobody\n  room"), "entry 2 of the programme: nobody in"),
        ],
    )
    def test_one_that_cannot_be_followed_is_refused_before_anything_is_kept(self, workspace, programme, said):
        before = len(workspace.batches.all())
        with pytest.raises(TownwrightError, match=said):
            workspace.batches.plan(TOWN, programme=programme)
        assert len(workspace.batches.all()) == before


@pytest.mark.soak
class TestDeleting:
    @pytest.mark.nightly
    def test_a_batch_is_deleted_and_brought_back_as_it_was(self, workspace):
        batch = workspace.repeat(TOWN, seeds=[8], until="day 1 06:00", workers=1)
        batch.delete()
        assert batch.row.id not in {one.id for one in workspace.batches.all()}
        with pytest.raises(NotFound):
            workspace.batches.find(batch.row.id)
        assert batch.row.id in {one.id for one in workspace.batches.deleted()}
        back = workspace.batches.restore(batch.row.id)
        assert prints(back) == prints(batch)
        assert back.cassette(8).is_file()

    @pytest.mark.nightly
    def test_one_that_is_emptied_is_gone_with_its_files_and_its_number_is_given_to_no_other(self, workspace):
        batch = workspace.repeat(TOWN, seeds=[9], until="day 1 06:00", workers=1)
        file = batch.cassette(9)
        with pytest.raises(NotFound):
            workspace.batches.empty(batch.row.id)  # first it is deleted
        batch.delete()
        workspace.batches.empty(batch.row.id)
        assert not file.exists()
        with pytest.raises(NotFound):
            workspace.batches.restore(batch.row.id)
        assert workspace.batches.plan(TOWN, seeds=[9], until="day 1 06:00").row.number > batch.row.number

    def test_one_that_is_being_lived_is_not_deleted(self, workspace):
        batch = workspace.batches.plan(TOWN, seeds=[10], until="day 1 06:00")
        with held_batch(workspace.store, batch.row), pytest.raises(RunBusy, match="stop it first"):
            batch.delete()


def wait_until(so, seconds=60):
    until = time.monotonic() + seconds
    while not so():
        assert time.monotonic() < until
        time.sleep(0.1)


@pytest.mark.parametrize(
    ("planned", "words"),
    [
        ({"what": "nowhere-town"}, "there is no run or scenario 'nowhere-town'"),
        ({"what": TOWN, "at": NOON}, "is a scenario, which has no moments"),
        ({"what": TOWN, "seeds": []}, "the number of seeds must be a whole number from 1"),
        ({"what": TOWN, "seeds": "1..3"}, "is not a list of seeds"),
        ({"what": TOWN, "seeds": [-1]}, "a seed must be a whole number"),
        ({"what": TOWN, "days": 0}, "a number of days"),
        ({"what": TOWN, "until": "soon"}, "'soon' is not a valid moment"),
        ({"what": TOWN, "changes": {"seed": 3}}, "the seeds of a batch cannot be given as a change"),
        ({"what": TOWN, "changes": {"sead": 3}}, "there is no key 'sead'"),
        ({"what": TOWN, "holds": "5 know party"}, "is not a list of statements"),
        ({"what": TOWN, "model": "oracle"}, "no model 'oracle'"),
        ({"what": TOWN, "model": "recorded"}, "recorded answers are the same every time"),
    ],
)
def test_what_cannot_be_repeated_is_said_before_anything_is_kept(workspace, planned, words):
    before = len(workspace.batches.all())
    with pytest.raises(TownwrightError, match=words):
        workspace.batches.plan(planned.pop("what"), **planned)
    assert len(workspace.batches.all()) == before
    with pytest.raises(BadInput, match="the number of workers must be a whole number"):
        workspace.batches.plan(TOWN, until="day 1 06:00").live(workers=0)


@pytest.mark.nightly
def test_a_terminal_repeats_a_town(call, folder, monkeypatch):  # noqa: F811
    monkeypatch.setenv("TOWNWRIGHT_WORKSPACE", str(folder))
    words = ("repeat", TOWN, "--seeds", "1..2,7", "--until", "day 1 10:00", "--holds", "3 know chess-evening")
    status, out, err = call(*words, "--set", "without=planning", "--workers", "2")
    assert status == 0, err
    assert "3 unchanged, 3 with without=planning" in out
    assert "6 of 6 runs" in err
    status, out, _ = call(*words, "--set", "without=planning", "--json")
    said = json.loads(out)
    assert (status, said["left"], said["done"]) == (0, 0, [3, 3])
    assert [one["said"] for one in said["statements"]] == ["3 know chess-evening"]
    status, out, _ = call("open", said["runs"][0]["cassette"], "--json")
    run = json.loads(out)["run"]
    assert call("fingerprint", run)[1].strip() == said["runs"][0]["fingerprint"]
    status, out, _ = call("repeat", said["batch"])
    assert (status, "Runs in which each statement holds" in out) == (0, True)
    status, out, _ = call("repeat")
    assert "without=planning" in out
    status, out, _ = call("repeat", "--delete", said["batch"])
    assert (
        status,
        out.startswith(f"Deleted {said['batch']}; to restore it: townwright repeat --restore"),
    ) == (0, True)
    assert said["batch"] in call("repeat", "--deleted")[1]
    assert call("repeat", "--restore", said["batch"])[1] == f"Restored {said['batch']}.\n"
    status, _, err = call("repeat", TOWN, "--seeds", "7..3")
    assert (status, "is not a range of seeds" in err) == (2, True)
    status, _, err = call("repeat", "batch-9999")
    assert (status, "there is no run or scenario 'batch-9999'" in err) == (1, True)


@pytest.mark.nightly
def test_a_terminal_repeats_a_town_with_a_programme_beside_it(call, folder, monkeypatch, tmp_path):  # noqa: F811
    monkeypatch.setenv("TOWNWRIGHT_WORKSPACE", str(folder))
    file = tmp_path / "programme.yaml"
    file.write_text(PROGRAMME, "utf-8")
    words = ("repeat", TOWN, "--seeds", "1", "--until", "day 1 10:00", "--workers", "1", "--programme")
    status, out, err = call(*words, str(file))
    assert status == 0, err
    assert "1 unchanged, 1 with programme=add, move, happen (3)" in out
    file.write_text("programme: 1\n", "utf-8")
    status, _, err = call(*words, str(file))
    assert (status, "this programme has no entries" in err) == (1, True)
    assert call(*words, str(tmp_path / "nothing.yaml"))[0] == 1


@pytest.mark.nightly
def test_what_served_runs_take_comes_from_one_purse(tmp_path, chaos, monkeypatch):
    monkeypatch.setenv("CANARY", "sk-canary-51b7d0")
    with open_workspace(tmp_path) as workspace:
        workspace.models.keep(
            Profile(
                name="salad", base_url=chaos.base_url, model="salad", key_variable="CANARY", concurrency=4
            )
        )
        workspace.models.set_cap("workspace", "calls", 12)
        batch = workspace.batches.plan(TOWN, seeds=[1, 2, 3], until="day 1 08:30", model="salad")
        batch.live(workers=2)
        assert batch.row.state == "failed"
        assert "the cap of 12 calls for this workspace is reached" in batch.row.error
        assert 0 < workspace.models.spent().calls <= 12
        workspace.models.set_cap("workspace", "calls", None)
        batch.live(workers=2)
        assert (batch.row.state, batch.left) == ("done", 0)
        assert workspace.models.spent().calls > 12
        kept = b"".join(gzip.decompress(batch.cassette(seed).read_bytes()) for seed in (1, 2, 3))
        assert b"sk-canary" not in kept
        assert batch.open(2).at().fingerprint == prints(batch)[0, 2]
