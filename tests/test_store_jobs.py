"""Jobs and commands: one runner a run, seen by everybody; and chats, which the log never sees."""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass

import pytest
from store_samples import live, new_run

from engine.errors import NotFound, RunBusy
from engine.store.file.connection import open_store
from engine.store.living.commands import answer_command, commands_of, give_command, waiting_commands
from engine.store.living.jobs import (
    beat,
    claim_job,
    finish_job,
    job_of,
    live_jobs,
    process_alive,
    start_job,
)
from engine.store.log.rows import fingerprint
from engine.store.writing.chats import add_message, chat_of, chats_of, delete_chats, messages_of, start_chat


@dataclass
class Clock:
    """A wall clock that tests set."""

    time: float = 1_000.0

    def __call__(self):
        return self.time


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def store(tmp_path, clock):
    with open_store(tmp_path / "townwright.db", now=clock) as store:
        yield store


@pytest.fixture
def run(store):
    return new_run(store).number


def gone(pid):
    return False


def there(pid):
    return True


def test_a_job_from_the_asking_to_the_end(store, run):
    assert job_of(store, run) is None
    assert start_job(store, run, until=1440).state == "queued"
    job = claim_job(store, run, os.getpid())
    assert (job.state, job.pid, job.until, job.started) == (
        "running",
        os.getpid(),
        1440,
        "1970-01-01T00:16:40+00:00",
    )
    beat(store, run, minute=480, turns=12, calls=30)
    beat(store, run, note="breakfast")
    job = job_of(store, run)
    assert (job.minute, job.turns, job.calls, job.note) == (480, 12, 30, "breakfast")
    assert [one.state for one in live_jobs(store)] == ["running"]
    finish_job(store, run)
    assert job_of(store, run).state == "done"
    assert live_jobs(store) == ()
    assert start_job(store, run).minute == 0


def test_only_a_job_that_is_queued_is_taken_and_only_once(store, run):
    with pytest.raises(NotFound, match="has no job"):
        claim_job(store, run, 4_242)
    start_job(store, run)
    claim_job(store, run, os.getpid())
    with pytest.raises(RunBusy, match="no longer waiting to start"):
        claim_job(store, run, 4_242)
    assert job_of(store, run).pid == os.getpid()
    finish_job(store, run)
    with pytest.raises(RunBusy, match="its state is 'done'"):
        claim_job(store, run, 4_242)


def test_a_job_that_failed_says_why(store, run):
    start_job(store, run)
    finish_job(store, run, error="the model did not answer")
    assert (job_of(store, run).state, job_of(store, run).error) == ("failed", "the model did not answer")


def test_of_twelve_who_ask_at_once_one_gets_the_job(store, run):
    barrier, answers = threading.Barrier(12), []

    def ask():
        with open_store(store.path) as own:
            barrier.wait()
            try:
                answers.append(start_job(own, run).state)
            except RunBusy:
                answers.append("busy")

    threads = [threading.Thread(target=ask) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == ["busy"] * 11 + ["queued"]


def test_who_has_the_run_is_told(store, run):
    start_job(store, run)
    with pytest.raises(RunBusy, match=r"a new process \(since 1970"):
        start_job(store, run)
    claim_job(store, run, 4_242)
    with pytest.raises(RunBusy, match=r"process 4242 \(since 1970"):
        start_job(store, run, alive=there)


@pytest.mark.parametrize(
    ("silence", "alive", "state"),
    [
        (0, gone, "interrupted"),
        (0, there, "running"),
        (59, there, "running"),
        (61, there, "interrupted"),
    ],
)
def test_a_runner_that_is_gone_or_silent_is_interrupted(store, run, clock, silence, alive, state):
    start_job(store, run)
    claim_job(store, run, 4_242)
    clock.time += silence
    assert job_of(store, run, alive=alive).state == state
    assert len(live_jobs(store, alive=alive)) == (state == "running")


def test_a_runner_that_never_began_is_interrupted_and_can_be_asked_for_again(store, run, clock):
    start_job(store, run)
    clock.time += 29
    assert job_of(store, run).state == "queued"
    clock.time += 2
    assert job_of(store, run).state == "interrupted"
    assert start_job(store, run).state == "queued"


def test_a_job_nobody_asked_for_cannot_be_changed(store, run):
    for change in (beat, finish_job):
        with pytest.raises(NotFound, match="has no job"):
            change(store, run)


def test_processes_are_seen():
    assert process_alive(os.getpid())
    assert not process_alive(0)
    assert not process_alive(2**22 + 1)


def test_commands_wait_in_order_until_they_are_answered(store, run):
    first = give_command(store, run, "whisper", {"agent": "ada", "text": "去码头"})
    second = give_command(store, run, "stop")
    assert [(c.number, c.verb, c.payload) for c in waiting_commands(store, run)] == [
        (first, "whisper", {"agent": "ada", "text": "去码头"}),
        (second, "stop", {}),
    ]
    answer_command(store, first, minute=480, answer="heard")
    answer_command(store, second, minute=None, answer="too late")
    assert waiting_commands(store, run) == ()
    assert [(c.applied, c.answer) for c in commands_of(store, run)] == [(-1, "too late"), (480, "heard")]


def test_a_new_job_keeps_what_was_whispered_but_not_an_old_stop(store, run):
    give_command(store, run, "stop")
    give_command(store, run, "whisper")
    start_job(store, run)
    assert [command.verb for command in waiting_commands(store, run)] == ["whisper"]


def test_chats_are_kept_beside_the_log(store, run):
    live(store, run, [10])
    before = fingerprint(store, run)
    chat = start_chat(store, run, "ada", 10, title="About rain")
    add_message(store, chat.number, "person", "Why?")
    add_message(store, chat.number, "agent", "因为", recalled=(4, 5))
    other = start_chat(store, run, "ben", 10, kind="whisper")
    assert chats_of(store, run) == (other, chat)
    assert chats_of(store, run, "ada") == (chat,)
    said = messages_of(store, chat.number)
    assert [(m.speaker, m.text, m.recalled) for m in said] == [
        ("person", "Why?", ()),
        ("agent", "因为", (4, 5)),
    ]
    assert fingerprint(store, run) == before
    delete_chats(store, [chat.number])
    assert messages_of(store, chat.number) == ()
    with pytest.raises(NotFound, match="no chat number"):
        chat_of(store, chat.number)
    with pytest.raises(NotFound):
        add_message(store, chat.number, "person", "still there?")
