"""Living and asking where an event loop is running already, as in a notebook; and their async twins."""

from __future__ import annotations

import asyncio
import signal
import threading
from contextlib import closing

import pytest

from engine.api.workspace import open_workspace
from engine.interventions import SetState, Whisper
from engine.models.profiles import Profile
from engine.running.run_session import hold
from engine.simulation.day import Pause

pytestmark = pytest.mark.slow

TOWN = "three-neighbours"
MORNING = 8 * 60
DAYS_ON_END = 300 * 1440


@pytest.fixture(autouse=True)
def heard():
    """Ctrl+C is heard also where the tests were started in the background, and the shell has it ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def workspace(tmp_path):
    with open_workspace(tmp_path / "ws") as opened:
        yield opened


@pytest.fixture
def run(workspace):
    return workspace.runs.new(TOWN)


@pytest.fixture(scope="module")
def plainly(tmp_path_factory):
    """What the morning comes to, lived and asked without a loop."""
    with open_workspace(tmp_path_factory.mktemp("plainly")) as opened:
        run = opened.runs.new(TOWN)
        run.live(MORNING)
        return run.at().fingerprint, run.at().ask("nell", "What do you do today?").text


def in_a_notebook(cell):
    """Run a cell as a notebook does: in the middle of a loop that goes on running before and after."""

    async def kernel():
        return cell()

    with closing(asyncio.new_event_loop()) as loop:  # not asyncio.run, which keeps Ctrl+C to itself
        return loop.run_until_complete(kernel())


# ---- the plain methods


@pytest.mark.soak
def test_a_run_is_lived_and_asked_inside_a_running_loop(run, plainly):
    def cell():
        run.live(MORNING)
        return run.at().fingerprint, run.at().ask("nell", "What do you do today?").text

    assert in_a_notebook(cell) == plainly
    assert run.job.state == "done"


@pytest.mark.soak
def test_so_it_is_in_a_thread_with_a_loop_of_its_own(run, plainly):
    ended = []
    thread = threading.Thread(target=lambda: ended.append(in_a_notebook(lambda: run.live(MORNING))))
    thread.start()
    thread.join(60)
    assert ended == [MORNING]
    assert run.at().fingerprint == plainly[0]


@pytest.mark.soak
def test_an_author_meddles_and_a_connection_is_tested_inside_a_running_loop(workspace, run, chaos):
    workspace.models.keep(Profile(name="salad", base_url=chaos.base_url, model="salad"))
    run.live(MORNING)
    turn = in_a_notebook(lambda: run.intervene(Whisper(agent="nell", text="Call Otto.")))
    assert turn.reason == "author"
    assert in_a_notebook(lambda: workspace.models.test("salad")).is_usable


def test_what_goes_wrong_there_is_said_as_anywhere(run):
    def cell():
        with pytest.raises(RuntimeError, match="enough"):
            run.live(MORNING, watch=raise_enough)

    in_a_notebook(cell)
    assert run.job.state == "failed"
    assert run.busy == ""


def raise_enough(progress):
    raise RuntimeError("enough")


@pytest.mark.soak
def test_ctrl_c_inside_a_running_loop_stops_in_good_order(run, plainly):
    def cell():
        with pytest.raises(KeyboardInterrupt):
            run.live(DAYS_ON_END, watch=interrupt_after(20))

    in_a_notebook(cell)
    assert (run.job.state, run.job.note, run.job.error) == ("done", "stopped immediately", "")
    with hold(run.store, run.row):
        pass
    in_a_notebook(lambda: run.live(run.clock + 60))
    assert run.at(MORNING).fingerprint == plainly[0]


@pytest.mark.soak
@pytest.mark.parametrize("is_looping", [True, False])
def test_ctrl_c_in_a_program_does_too(run, is_looping):
    def live():
        run.live(DAYS_ON_END, watch=interrupt_after(20))

    async def program():
        live()

    with pytest.raises(KeyboardInterrupt):
        asyncio.run(program()) if is_looping else live()
    assert (run.job.state, run.job.note, run.job.error) == ("done", "stopped immediately", "")
    assert run.busy == ""


def interrupt_after(turns):
    def watch(progress):
        if progress.turns == turns:
            signal.raise_signal(signal.SIGINT)

    return watch


def test_a_pause_asked_for_in_another_thread_is_heard(run):
    pause = Pause()

    def watch(progress):
        if progress.turns == 20:
            threading.Thread(target=pause.ask).start()

    reached = in_a_notebook(lambda: run.live(DAYS_ON_END, pause=pause, watch=watch))
    assert 0 < reached < DAYS_ON_END
    assert run.job.state == "done"


# ---- the async twins


@pytest.mark.soak
def test_the_twins_do_the_same_while_the_loop_goes_on(run, plainly):
    async def cell():
        beats = 0

        async def beat():
            nonlocal beats
            while True:
                beats += 1
                await asyncio.sleep(0)

        other = asyncio.create_task(beat())
        reached = await run.live_async(MORNING)
        answered = await run.at().ask_async("nell", "What do you do today?")
        other.cancel()
        assert reached == MORNING
        assert beats > 10, "the loop stood still meanwhile"
        return run.at().fingerprint, answered.text

    assert asyncio.run(cell()) == plainly


@pytest.mark.soak
def test_a_twin_tells_what_it_sees_in_the_loop_that_awaits_it(run):
    threads, heard = set(), []

    async def cell():
        await run.live_async(MORNING, watch=lambda progress: threads.add(threading.current_thread()))
        await run.at().ask_async("nell", "Who are you?", heard=heard.append)

    asyncio.run(cell())
    assert threads == {threading.current_thread()}
    assert heard


@pytest.mark.soak
def test_several_are_asked_at_once(run):
    run.live(MORNING)
    alone = [run.at().ask(agent, "What do you do today?").text for agent in ("nell", "otto", "ruth")]

    async def cell():
        asked = (run.at().ask_async(agent, "What do you do today?") for agent in ("nell", "otto", "ruth"))
        return [answered.text for answered in await asyncio.gather(*asked)]

    assert asyncio.run(cell()) == alone


@pytest.mark.soak
def test_a_twin_that_is_cancelled_stops_in_good_order(run, plainly):
    async def cell():
        begun = asyncio.Event()
        task = asyncio.create_task(run.live_async(DAYS_ON_END, watch=lambda progress: begun.set()))
        await begun.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return run.job.state, run.job.note, run.busy

    assert asyncio.run(cell()) == ("done", "stopped immediately", "")
    run.live(max(MORNING, run.clock))
    assert run.at(MORNING).fingerprint == plainly[0]


@pytest.mark.soak
def test_a_twin_raises_what_the_plain_one_raises(run):
    async def cell():
        with pytest.raises(RuntimeError, match="enough"):
            await run.live_async(MORNING, watch=raise_enough)

    asyncio.run(cell())
    assert run.job.state == "failed"


@pytest.mark.soak
def test_a_twin_lets_an_author_meddle(run):
    run.live(MORNING)
    thing = next(iter(run.town.world.things))
    turn = asyncio.run(run.intervene_async(SetState(thing=thing, state="broken")))
    assert turn.reason == "author"
    assert run.at().things[thing] == "broken"
