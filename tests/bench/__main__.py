"""The figures that are promised, measured here and now: `python -m tests.bench [name ...]`."""

from __future__ import annotations

import argparse
import gc
import multiprocessing
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from engine.api.workspace import open_workspace
from engine.clock import DAY
from engine.running.run_session import Progress, RunSession
from engine.scenario import generate, read_scenario
from engine.scenario.write import to_files
from engine.settings import ACTING

if TYPE_CHECKING:  # what a bench needs is imported when it is run
    from tests.bench.repeats import Repeated

AGENTS = 25


def main() -> None:
    """Measure what is named, or everything."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument(
        "names",
        nargs="*",
        help=f"any of {', '.join(BENCHES | ASKED_FOR)}; all but {', '.join(ASKED_FOR)}, where none is named",
    )
    parser.add_argument("--days", type=int, default=10, help="how many days the growth bench lives")
    parser.add_argument("--memories", type=int, default=1_000_000, help="how many the search bench makes")
    parser.add_argument("--crowd", type=int, default=100, help="how many people the crowd bench lives with")
    parser.add_argument(
        "--seeds", type=int, nargs="+", default=[5], help="how many seeds a town is judged with, or which"
    )
    parser.add_argument("--only", default="", help="the kind of stories, or how the names of some begin")
    parser.add_argument(
        "--lived",
        type=Path,
        help="a folder to keep the towns in that the benches of studio, search and models live",
    )
    parser.add_argument("--sessions", type=int, default=30, help="how many people the load bench has look on")
    parser.add_argument("--seconds", type=int, default=120, help="how long they do")
    parser.add_argument(
        "--server", default="", help="the address of a server whose model is to understand, or to live a town"
    )
    parser.add_argument("--model", default="model", help="what it calls the model")
    parser.add_argument("--gguf", type=Path, help="a model to serve, which is to live a town")
    parser.add_argument("--threads", type=int, default=2, help="with how many threads to serve it")
    parser.add_argument("--slots", type=int, default=2, help="how many calls it answers at once")
    parser.add_argument("--town", default="three-neighbours", help="which town it lives")
    parser.add_argument("--until", default="day 2 24:00", help="up to which moment")
    parser.add_argument(
        "--start-only", action="store_true", help="start each bench, see that it does not fail, and end it"
    )
    chosen = parser.parse_args()
    if chosen.start_only:
        start_each(chosen.names or list(BENCHES | ASKED_FOR), chosen)
        return
    for name in chosen.names or BENCHES:
        try:
            (BENCHES | ASKED_FOR)[name](chosen)
        except LibraryMissing as error:
            print(error)
        gc.collect()


class LibraryMissing(Exception):
    """What a bench needs is not installed or not named; the message says how to get it."""


START_SECONDS = 1  # after which a bench that runs is ended
NOT_INSTALLED = 77  # the exit code of a bench whose library is missing
FORK = multiprocessing.get_context("fork")  # what this process has imported need not be imported by each


def start_each(names: Sequence[str], chosen: argparse.Namespace) -> None:
    """Start each bench in a process of its own, two at a time, and end it after some seconds.

    A bench that ends by itself with an error is reported, and the command fails. One whose library is missing
    is reported as well.
    """
    failed = False
    for first in range(0, len(names), 2):
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            benches = [Started(name, chosen, Path(folder)) for name in names[first : first + 2]]
            until = time.monotonic() + START_SECONDS
            for bench in benches:
                error = bench.end(until - time.monotonic())
                print(f"{bench.name}: {error or 'starts'}", flush=True)
                failed = failed or bool(error and not bench.lacks_library)
    if failed:
        sys.exit(1)


class Started:
    """A bench that was started, in a process group of its own, with a file for what it says."""

    def __init__(self, name: str, chosen: argparse.Namespace, folder: Path) -> None:
        self.name, self._written = name, folder / f"{name}.txt"
        self._process = FORK.Process(target=run_alone, args=(name, chosen, folder, self._written))
        self._process.start()

    def end(self, seconds: float) -> str:
        """Give it some seconds; return what it has written if it failed by then, else nothing."""
        self._process.join(max(0.0, seconds))
        if self._process.exitcode is None:
            with suppress(ProcessLookupError):  # it has no group of its own yet
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.kill()
            self._process.join()
            return ""
        if self._process.exitcode:
            return self._written.read_text("utf-8").strip() or f"it ended with {self._process.exitcode}"
        return ""

    @property
    def lacks_library(self) -> bool:
        """Return whether it ended because what it needs is not installed."""
        return self._process.exitcode == NOT_INSTALLED


def run_alone(name: str, chosen: argparse.Namespace, folder: Path, written: Path) -> None:
    """Run a bench in this process, away from the terminal and from the folders of others."""
    os.setsid()
    with written.open("w", encoding="utf-8") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
    os.environ["TMPDIR"] = tempfile.tempdir = str(folder)
    try:
        (BENCHES | ASKED_FOR)[name](chosen)
    except LibraryMissing as error:
        print(error)
        sys.exit(NOT_INSTALLED)


def say(what: str, figure: str, wanted: str) -> None:
    """One line of the table."""
    print(f"{what:<58} {figure:>28}   wanted {wanted}", flush=True)


def bench_days(chosen: argparse.Namespace) -> None:
    """25 generated agents, rehearsal, everything on disk; and how a day grows with the days before it."""
    with tempfile.TemporaryDirectory() as folder, open_workspace(Path(folder) / "ws") as workspace:
        workspace.scenarios.save("bench-town", to_files(generate("bench-town", AGENTS, 1)), "generated")
        run = workspace.runs.new("bench-town")
        clocks = Clocks()
        run.live(chosen.days * DAY, concurrency=8, watch=clocks.watch)
        spent = clocks.days(chosen.days)
        for day, (wall, cpu, calls, turns) in enumerate(spent, 1):
            line = f"  day {day}: {wall:.1f} s wall, {cpu:.1f} s CPU, {calls} calls, {turns} turns"
            print(line, flush=True)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        began = time.process_time()
        RunSession(workspace.store, run.row, run.town)
        again = time.process_time() - began
        size = (Path(folder) / "ws" / "townwright.db").stat().st_size / 2**20
    say(f"{AGENTS} agents, day 1, on disk: wall", f"{spent[0][0]:.1f} s", "<= 15 s")
    say(f"{AGENTS} agents, {chosen.days} days: memory, file", f"{peak:.0f} MB, {size:.0f} MB", "<= 250 MB")
    cpu, wall = (spent[-1][n] / spent[0][n] for n in (1, 0))
    say(f"day {chosen.days} against day 1: CPU, wall", f"{cpu:.2f}x, {wall:.2f}x", "<= 1.5x")
    a_call = [cpu / calls for _, cpu, calls, _ in spent]
    say(f"day {chosen.days} against day 1: CPU a call", f"{a_call[-1] / a_call[0]:.2f}x", "<= 1.2x")
    a_turn = [cpu / turns for _, cpu, _, turns in spent]
    say(f"day {chosen.days} against day 1: CPU a turn", f"{a_turn[-1] / a_turn[0]:.2f}x", "<= 1.2x")
    say(f"taking it up again after {chosen.days} days: CPU", f"{again:.2f} s", "<= 1 s")


def bench_crowd(chosen: argparse.Namespace) -> None:
    """How the day of one person grows with the town: with `--crowd 250`, as it is promised."""
    one_day(8)  # what a process does but once is no part of anybody's day
    few, many = one_day(AGENTS), one_day(chosen.crowd)
    print(
        f"  CPU an agent-day: {few.each * 1e3:.0f} ms of {AGENTS}, {many.each * 1e3:.0f} ms of {chosen.crowd}"
    )
    say(
        f"{chosen.crowd} against {AGENTS} agents: CPU an agent-day", f"{many.each / few.each:.2f}x", "<= 1.2x"
    )
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    lived = f"{many.lived:.0f} s, {peak:.0f} MB"
    say(f"{chosen.crowd} agents, one day: wall, memory", lived, "<= 600 s, 1,500 MB of 1,000")
    say(f"{chosen.crowd} agents: reading and checking them", f"{many.checked:.1f} s", "<= 2 s of 1,000")


@dataclass(frozen=True)
class OneDay:
    """The seconds a generated town takes: to be read and checked, to be lived for a day, and each agent."""

    checked: float
    lived: float
    each: float


def one_day(agents: int) -> OneDay:
    """Live the first day of a generated town, everything on disk, and say what it took in seconds."""
    with tempfile.TemporaryDirectory() as folder, open_workspace(Path(folder) / "ws") as workspace:
        files = to_files(generate("bench-town", agents, 1))
        checked = _timed(lambda: read_scenario(files, "bench-town"))
        workspace.scenarios.save("bench-town", files, "generated")
        run = workspace.runs.new("bench-town")
        began, cpu = time.perf_counter(), time.process_time()
        run.live(DAY, concurrency=8)
        spent = time.process_time() - cpu
        return OneDay(checked, time.perf_counter() - began, spent / agents)


class Clocks:
    """The wall and CPU time at which each day of a run was first seen to be over, and the calls and turns
    so far.
    """

    def __init__(self) -> None:
        self.calls = self.turns = 0
        self.marks = [self._now()]

    def watch(self, progress: Progress) -> None:
        """Look at the clocks whenever a day has passed."""
        self.calls, self.turns = progress.calls, progress.turns
        while progress.minute >= len(self.marks) * DAY:
            self.marks.append(self._now())

    def days(self, count: int) -> list[tuple[float, float, int, int]]:
        """What each day took; the last one ends now if its end was not seen."""
        marks = [*self.marks, self._now()][: count + 1]
        return [(b[0] - a[0], b[1] - a[1], b[2] - a[2], b[3] - a[3]) for a, b in pairwise(marks)]

    def _now(self) -> tuple[float, float, int, int]:
        return time.perf_counter(), time.process_time(), self.calls, self.turns


def bench_ask(chosen: argparse.Namespace) -> None:
    """The first word of an interview with somebody who has lived for long."""
    from tests.bench.long_life import first_words, long_lived

    with tempfile.TemporaryDirectory() as folder, open_workspace(Path(folder) / "ws") as workspace:
        run = long_lived(workspace, 10_000)
        first = first_words(run)[0]  # nobody has taken it up: what its days left is made now, and kept
        later = max(min(first_words(run)) for _ in range(3))
    say("first word of somebody of 10,000 memories: CPU", f"{later * 1e3:.0f} ms", "<= 100 ms")
    print(f"  from the log alone, which happens once: {first * 1e3:.0f} ms")


def bench_retrieval(chosen: argparse.Namespace) -> None:
    """One recall over 10,000 memories against the straightforward loop of the published formula."""
    from tests.bench.loop import DECAY, NOW, TOP, by_loop, crowded_stream, talkative_stream

    stream, vectors, query = crowded_stream(10_000)
    best = min(_timed(lambda: stream.recall_of(query)) for _ in range(20))
    fast = [item.memory for item in stream.recall_of(query)]
    lists, asked = vectors.tolist(), query.tolist()
    began = time.perf_counter()
    slow = by_loop(stream.memories, lists, asked)
    loop = time.perf_counter() - began
    same = "same top 30" if slow == fast else "DIFFERENT top 30"
    say("recall over 10,000 memories against the loop", f"{loop / best:.0f}x, {same}", ">= 60x, same top 30")
    print(f"  recall {best * 1e3:.2f} ms, loop {loop * 1e3:.0f} ms")
    talkative, spans = talkative_stream(10_000), [(1_440, 2_880)]
    asked = "word3 word40 and word77, of word300 or word1200 or word1900"
    told = {"now": NOW, "weights": ACTING, "decay": DECAY, "count": TOP, "days": spans}
    words = min(_busy(lambda: talkative.recall(asked, **told)) for _ in range(40))
    say("recall by words in their talk over 10,000 memories: CPU", f"{words * 1e3:.2f} ms", "<= 2.5 ms")


def bench_recall(chosen: argparse.Namespace) -> None:
    """Whether the right thing comes to mind, on probes over lived towns."""
    from tests.bench.recall import recall

    recall()


def bench_parallel(chosen: argparse.Namespace) -> None:
    """A day whose every call costs a virtual second, 32 at once, against a barrier at every minute."""
    from engine.simulation.turns import Turns
    from tests.bench.barrier import Barrier
    from tests.bench.parallel import soonest_end, virtual_day

    town = generate("bench-town", AGENTS, 1)
    taken, makespan, thoughts = virtual_day(town, Turns)
    _, barrier, _ = virtual_day(town, Barrier)
    soonest = soonest_end(thoughts)
    calls = sum(turn.calls for turn, _ in taken)
    say("parallel day against a barrier at every minute", f"{makespan / barrier:.2f}x", "<= 0.5x")
    say("parallel day against what causes allow", f"{makespan / soonest:.2f}x", "<= 2.5x")
    print(
        f"  {calls} calls: parallel {makespan:.0f} s, barrier {barrier:.0f} s, causes alone {soonest:.0f} s"
    )


_FRAME = """
import sys, time, engine as tw
with tw.open(sys.argv[1], read_only=True) as workspace:
    workspace.runs.find("last").at().memories("nell").to_frame()
print(time.process_time())
"""


def bench_import(chosen: argparse.Namespace) -> None:
    """`import engine`, in a process of its own."""
    code = (
        "import time; t = time.perf_counter(); import engine; d = time.perf_counter() - t; import sys; "
        "print(d, 'streamlit' in sys.modules, 'openai' in sys.modules)"
    )
    command = [sys.executable, "-c", code]
    runs = [subprocess.run(command, capture_output=True, text=True, check=True) for _ in range(3)]
    seconds, streamlit, openai = min(run.stdout.split() for run in runs)
    loads = f"streamlit {streamlit}, openai {openai}"
    say("import engine", f"{float(seconds):.3f} s, {loads}", "<= 0.4 s, neither")
    with tempfile.TemporaryDirectory() as folder:
        with open_workspace(folder) as workspace:
            workspace.runs.new("three-neighbours").live(DAY // 2)
        frames = [
            subprocess.run([sys.executable, "-c", _FRAME, folder], capture_output=True, text=True, check=True)
            for _ in range(5)
        ]
    least = min(float(run.stdout) for run in frames)
    say("import engine, open, first frame: CPU", f"{least:.2f} s", "<= 1 s")


def bench_page(chosen: argparse.Namespace) -> None:
    """From the command to the first painted page, the second time it is opened."""
    from tests.bench.page import first_paints

    with tempfile.TemporaryDirectory() as folder:
        cold, *warm = first_paints(Path(folder) / "ws", 4)
    say("start to first painted page, warm", f"{min(warm):.1f} s", "<= 4 s")
    later = ", ".join(f"{seconds:.1f}" for seconds in warm)
    print(f"  the first start of all, on a new workspace: {cold:.1f} s; then {later} s")


def bench_painted(chosen: argparse.Namespace) -> None:
    """From a click to what is painted of it, on every page of a long run, in a browser."""
    from tests.bench.painted import TOWN, painted, slowest

    days = min(7, chosen.days)
    clicks = painted(days, chosen.lived)
    of = f"{TOWN}, {days} days, {len(clicks)} clicks: painted"
    say(f"{of}, p95", f"{slowest(clicks, 0.95) / 1e3:.2f} s", "<= 1 s")
    print(f"  p50 {slowest(clicks, 0.5) / 1e3:.2f} s; the slowest:")
    for click in sorted(clicks, key=lambda one: -one.took)[:5]:
        print(f"  {click.took / 1e3:.2f} s {click.what}")


def bench_reruns(chosen: argparse.Namespace) -> None:
    """What a rerun of every section of every page costs the studio, on a long run."""
    from tests.bench.painted import TOWN
    from tests.bench.reruns import reruns

    days = min(7, chosen.days)
    spent = reruns(days, chosen.lived)
    dearest = max(spent, key=spent.__getitem__)
    of = f"{TOWN}, {days} days, {len(spent)} sections: CPU a rerun"
    say(of, f"{spent[dearest] * 1e3:.0f} ms at most ({dearest})", "<= 60 ms")


def bench_lessons(_: argparse.Namespace) -> None:
    """Each lesson run twice from the command line, the second time with nothing changed."""
    from tests.bench.lessons import rerun_lessons

    for one in rerun_lessons():
        figure = f"{one.again:.2f} s, {one.calls} calls, {'no cell' if one.is_still else 'CELLS'} run"
        say(f"{one.name} again, after {one.first:.0f} s: CPU", figure, "<= 2 s, 0 calls")


def bench_notebook(_: argparse.Namespace) -> None:
    """The page of a notebook of forty cells with their results: a rerun, and a click until it is painted."""
    from tests.bench.notebook_page import notebook_page

    measured = notebook_page()
    took = sorted(took for _, took in measured.clicks)
    of = "a notebook of 40 cells"
    say(f"{of}: CPU a rerun", f"{measured.rerun * 1e3:.0f} ms", "<= 60 ms")
    say(f"{of}, a form open: CPU a rerun", f"{measured.with_form * 1e3:.0f} ms", "<= 60 ms")
    say(f"{of}, {len(took)} clicks: painted, p95", f"{took[int(0.95 * len(took))] / 1e3:.2f} s", "<= 1 s")


def bench_repeats(chosen: argparse.Namespace) -> None:
    """A day lived many times: on two workers here, and on two nodes of a Ray cluster, one of them killed."""
    from tests.bench.repeats import RUNS, repeat_alone, repeat_here, repeat_on_a_cluster

    with tempfile.TemporaryDirectory() as folder:
        here, goes_on = repeat_here(Path(folder) / "here")
        say(f"a day of 8, {RUNS} times on 2 workers", f"{here.wall:.1f} s", "<= 60 s")
        say("stopped and gone on with: the same", "yes" if goes_on else "NO", "yes")
        seeds = 50 if chosen.seeds == [5] else chosen.seeds[0]
        killed = repeat_on_a_cluster(Path(folder) / "killed", seeds, kill=True)
        if killed is None:
            say("on a Ray cluster", "Ray is not installed", "pip install 'townwright[cluster]'")
            return
        whole = repeat_on_a_cluster(Path(folder) / "whole", seeds, kill=False)
        alone = repeat_alone(Path(folder) / "alone", seeds)
        same = killed.prints == alone.prints == (whole.prints if whole else None)
        say(f"{seeds} seeds x 2 settings on Ray, a node killed: the same", "yes" if same else "NO", "yes")
        if whole is not None:
            _say_cluster(whole, killed, alone)


def _say_cluster(whole: Repeated, killed: Repeated, alone: Repeated) -> None:
    """Say what a batch took on a cluster, and killed there, against one after the other."""
    ours = whole.all_cpu - whole.rays_cpu

    def figure(took: float) -> str:
        return f"{took:.1f} s, alone {alone.all_cpu:.1f} s: {took / alone.all_cpu - 1:+.0%}"

    say("CPU on Ray, of who hands out and who lives them", figure(ours), "<= 10 % more")
    say("CPU on Ray of everything", figure(whole.all_cpu), "<= 10 % more")
    say("the same, had nobody else wanted the two cores", figure(whole.undisturbed), "<= 10 % more")
    for part, took in whole.by_part.most_common():
        print(f"  {part}: {took:.1f} s")
    print(f"  Ray with nothing to do: {whole.idle * 1e3:.0f} ms a second")
    seconds = f"{whole.wall:.0f}, {killed.wall:.0f}, {alone.wall:.0f}"
    say("seconds: on Ray, with a node killed, alone", seconds, "")


def bench_clicks(chosen: argparse.Namespace) -> None:
    """What a click costs a studio that is warm, on a run of several days."""
    from tests.bench.clicks import clicks

    by_town, memory = clicks(chosen.lived)
    for town, costs in by_town.items():
        for cost in costs:
            say(f"{town}: {cost.what}: CPU a click", f"{cost.cpu * 1e3:.0f} ms", cost.wanted)
            print(f"  {cost.sent:,.0f} kB sent, drawn after {cost.wait * 1e3:.0f} ms")
    print(f"  the studio came to {memory:.0f} MB")


def bench_drag(chosen: argparse.Namespace) -> None:
    """The map of 25 people while its slider is dragged over a day, in a real browser."""
    from tests.bench.drag import drag

    for seen in drag(chosen.lived):
        where = f"map of {AGENTS}, dragged, {seen.width} pixels"
        say(f"{where}: frames a second", f"{seen.a_second:.0f}", ">= 30")
        say(f"{where}: messages to the studio", f"{seen.sent}", "0")
        print(f"  longest frame {seen.longest * 1e3:.0f} ms, {seen.moments} moments shown")


def bench_overlaps(chosen: argparse.Namespace) -> None:
    """The map of 25 people over a day: nobody, no name and no bubble covers another."""
    from tests.bench.overlaps import overlaps

    seen = overlaps(chosen.lived)
    for one in seen:
        where = f"map of {AGENTS}, {one.width} pixels{', following' if one.following else ''}"
        say(f"{where}: what covers what", f"{one.total} in {one.minutes} minutes", "0")
        print(f"  people {one.people}, names {one.names}, bubbles {one.bubbles}")
        left = f"{one.left_out} of {one.shown + one.left_out} bubbles found no room"
        print(f"  {left}; smallest disc {one.smallest:.1f} pixels from its middle")
        for place in one.where:
            print(f"    {place}")
    if any(one.total for one in seen):
        sys.exit("something on the map is covered")


def bench_load(chosen: argparse.Namespace) -> None:
    """Many people at one studio, who look around on Stage and Mind."""
    from tests.bench.load import load

    seen = load(chosen.sessions, chosen.seconds, chosen.lived)
    who = f"{chosen.sessions} sessions"
    say(f"{who}, {len(seen.clicks)} clicks: p95", f"{seen.slowest(0.95):.2f} s", "<= 1 s")
    say(f"{who}: memory of the server", f"{seen.memory:.0f} MB", "<= 400 MB")
    say(f"{who}: errors", f"{seen.faults.total()}", "0")
    slowest = f"slowest {max(seen.clicks):.2f} s, opened in {max(seen.opened):.2f} s at most"
    print(f"  p50 {seen.slowest(0.5):.2f} s, {slowest}")
    print(f"  the server took {seen.busy:.2f} of a core, the visitors {seen.own:.2f}")
    for fault, times in seen.faults.items():
        print(f"  {times} x {fault}")


def bench_quality(chosen: argparse.Namespace) -> None:
    """Two days of each bundled town with several seeds; it fails where a town is no longer worth watching."""
    from tests.bench.quality.table import TOWNS, quality

    if not quality(TOWNS, _seeds(chosen)):
        sys.exit("the figures marked ! are out of bounds")


def bench_stories(chosen: argparse.Namespace) -> None:
    """What people write in towns of their own, and whether it comes true; it fails where too little does."""
    from tests.bench.stories.table import WANTED, stories_table

    if not stories_table(chosen.only, _seeds(chosen)):
        sys.exit(f"less came true than {WANTED:.0%}")


def bench_stated(chosen: argparse.Namespace) -> None:
    """Measure what authors state as data, and how much of it comes true or fails for a reason."""
    from tests.bench.stories.story import STATED
    from tests.bench.stories.table import stories_table

    stories_table(chosen.only, _seeds(chosen), STATED)


def bench_strangers(chosen: argparse.Namespace) -> None:
    """Measure what others have written in towns of theirs, far from what the reader knew, and how much of it
    comes true.
    """
    from tests.bench.stories.story import STRANGERS
    from tests.bench.stories.table import stories_table

    stories_table(chosen.only, _seeds(chosen), STRANGERS)


def bench_beginners(chosen: argparse.Namespace) -> None:
    """Measure how much comes true of what people put in plain words on their first evening."""
    from tests.bench.stories.story import BEGINNERS
    from tests.bench.stories.table import WANTED, stories_table

    if not stories_table(chosen.only, _seeds(chosen), BEGINNERS):
        raise SystemExit(f"less than {WANTED:.0%} came true")


def _seeds(chosen: argparse.Namespace) -> Sequence[int]:
    """Return the seeds that were asked for; one number says how many."""
    return chosen.seeds if len(chosen.seeds) > 1 else range(1, chosen.seeds[0] + 1)


def _busy(act: Callable[[], object]) -> float:
    began = time.process_time()
    act()
    return time.process_time() - began


def _timed(act: Callable[[], object]) -> float:
    began = time.perf_counter()
    act()
    return time.perf_counter() - began


def bench_prompts(chosen: argparse.Namespace) -> None:
    """What a day of a town costs in calls and tokens, as they go over the wire to a local server."""
    from tests.bench import prompts

    for town in prompts.TOWNS:
        by_purpose, agent_days = prompts.measure(town)
        whole = prompts.whole(by_purpose.values())
        say(f"{town}: calls per agent-day", f"{whole.calls / agent_days:.1f}", "<= 40")
        say(f"{town}: tokens per agent-day", f"{(whole.read + whole.written) / agent_days:,.0f}", "<= 18,000")
        say(f"{town}: of the prompts, read before", f"{whole.cached / whole.letters:.0%}", ">= 50 %")


def bench_overhead(chosen: argparse.Namespace) -> None:
    """What our client costs a call beyond the bare one."""
    from tests.bench.overhead import overhead

    plain, ours = overhead()
    say(
        "a call: bare client, ours, the difference",
        f"{plain:.1f}, {ours:.1f}, {ours - plain:.1f} ms",
        "<= 5 ms",
    )


def bench_mutations(chosen: argparse.Namespace) -> None:
    """How many changes of the engine's heart a test notices; it takes an hour, and is run when asked for."""
    from tests.bench.mutations import mutate, survivor, table

    if find_spec("mutmut") is None:
        raise LibraryMissing(
            "mutmut is missing: .venv/bin/pip install -c constraints.txt -e '.[test,mutations]'"
        )
    mutants = mutate()
    for file, made, noticed in table(mutants):
        say(f"{file}: changes that a test notices", f"{noticed} of {made}, {noticed / made:.0%}", ">= 90 %")
    for left in (survivor(mutant) for mutant in mutants if not mutant.noticed):
        print(f"  {left.mutant.where}: {left.before}  ->  {left.after}  ({left.why or 'no reason known'})")


def bench_story(chosen: argparse.Namespace) -> None:
    """The news and the papers of the largest bundled town: whole, and quick to tell."""
    from tests.bench.story import MOMENTS, TOWN, story

    days = min(7, chosen.days)
    found = story(days)
    of = f"{TOWN}, {days} days"
    say(f"{of}: who knows, by a telling or event", f"{found.knowing} ({found.news} news)", "all")
    say("  slowest piece of news", f"{found.slowest_news * 1000:.0f} ms", "<= 300 ms")
    rest = found.sentences + found.found
    say("  sentences and findings that rest on rows that are missing", f"{found.unresolved} of {rest}", "0")
    say(
        "  all sifts of a run that is opened anew",
        f"{found.sifted * 1000:.0f} ms, {found.found} found",
        "<= 300 ms",
    )
    say("  the same again", f"{found.sifted_again * 1000:.1f} ms", "<= 60 ms")
    say("  a paper, written for the first time: median", f"{found.papers * 1000:.0f} ms", "<= 1,000 ms")
    say(f"  later facts at {MOMENTS} random moments", f"{found.later}", "0")
    if found.unresolved or found.later:
        sys.exit("the story is not whole")


def bench_explained(chosen: argparse.Namespace) -> None:
    """Explain every row of a run of the largest bundled town; the longest explanation, by kind of row."""
    from tests.bench.limits import explained

    with tempfile.TemporaryDirectory() as folder:
        taken = explained(min(7, chosen.days), Path(folder) / "ws")
    for kind, times in taken.items():
        print(f"  {kind:<13} {len(times):>7} rows: median {times[len(times) // 2] * 1e3:.1f} ms")
    longest = max(taken, key=lambda kind: taken[kind][-1])
    say("the longest explanation: CPU", f"{taken[longest][-1] * 1e3:.0f} ms ({longest})", "<= 300 ms")


def bench_limits(_: argparse.Namespace) -> None:
    """Hostile or very large input: floods of entries, long sentences and SQL, the largest town."""
    from tests.bench.limits import limits

    with tempfile.TemporaryDirectory() as folder:
        for limit in limits(Path(folder) / "ws"):
            say(f"{limit.what}: CPU", f"{limit.seconds:.2f} s", f"<= {limit.wanted} s")


def bench_beside(chosen: argparse.Namespace) -> None:
    """A fork of a long run of the largest bundled town, the two side by side, and everybody asked."""
    from tests.bench.beside import beside
    from tests.bench.painted import TOWN

    days = max(2, min(7, chosen.days))
    found = beside(days, chosen.lived)
    of = f"{TOWN}, {days} days"
    say(f"{of}: a fork", f"{found.fork * 1e3:.0f} ms, {found.kilobytes:.0f} KB", "<= 200 ms, <= 64 KB")
    say(f"{of}: compared with its fork: CPU", f"{found.compared:.2f} s", "<= 1 s")
    say(f"  {found.people} people asked one question: CPU", f"{found.asked:.2f} s", "<= 2 s")


def bench_interviews(chosen: argparse.Namespace) -> None:
    """Fifty questions at ten moments to ten people, in every register: whether any leaves a trace."""
    from tests.bench.interviews import ASKED, traces

    found = traces(people=10, moments=10, questions=ASKED)
    same = f"{found.same:,} of {found.asked:,}"
    say("questions off the record that leave all as it was", same, "all")
    say("next hours that are the same", f"{found.same_hours} of {found.hours}", "all")
    print(f"  {found.cpu / found.asked * 1e3:.0f} ms of CPU a question")
    for register, times in found.by_register.items():
        print(f"  {register}: {times} asked, {found.differed[register]} left something behind")
    if found.differed or found.same_hours < found.hours:
        sys.exit("a question off the record has left a trace")


def bench_search(chosen: argparse.Namespace) -> None:
    """The first page of a search for memories, in a workspace of very many: of one mind, and of a town's;
    and what a click on such a mind costs.
    """
    from tests.bench.full_mind import full_mind, run_of
    from tests.bench.searching import FULLEST, crowded, searching

    with crowded(chosen.memories, chosen.lived) as place:
        with open_workspace(place) as workspace:
            took, (run, who) = searching(workspace), run_of(workspace)
        clicks = full_mind(place, run, who)
    whole = f"a town of {chosen.memories // 2:,}"
    for of, alone, wanted in ((f"a mind of {FULLEST:,}", True, 100), (whole, False, 100)):
        there = [one for one in took if one.asked.alone == alone]
        slowest = max(one.cpu for one in there)
        say(f"search of {of}, slowest first page: CPU", f"{slowest * 1e3:.0f} ms", f"<= {wanted} ms")
        for one in sorted(there, key=lambda one: -one.cpu):
            found = f"{one.asked.town}, {one.asked.what}: {one.found:,} found"
            print(f"  {found}: {one.cpu * 1e3:.0f} ms of CPU, {one.wall * 1e3:.0f} ms in all")
    for click in clicks:
        say(f"Mind of {FULLEST:,}, {click.what}: CPU a click", f"{click.cpu * 1e3:.0f} ms", "<= 60 ms")


def bench_served(chosen: argparse.Namespace) -> None:
    """A town that lives with a real language model: what is left out, what it costs, and what is said."""
    if chosen.gguf is None and not chosen.server:
        raise LibraryMissing("a model is missing: name a GGUF file with --gguf, or a server with --server")
    if chosen.gguf is not None and not chosen.gguf.is_file():
        raise LibraryMissing(f"there is no model at {chosen.gguf}")
    if chosen.gguf is not None and find_spec("xllamacpp") is None:
        raise LibraryMissing(
            "xllamacpp is missing: .venv/bin/pip install -c constraints.txt -e '.[realserver]'"
        )
    from tests.bench.served import Wanted, live_served

    with tempfile.TemporaryDirectory() as folder:
        live_served(
            Wanted(
                folder=chosen.lived or Path(folder),
                town=chosen.town,
                until=chosen.until,
                seed=chosen.seeds[0],
                model=chosen.model,
                gguf=chosen.gguf,
                server=chosen.server,
                threads=chosen.threads,
                slots=chosen.slots,
            )
        )


def bench_understanding(chosen: argparse.Namespace) -> None:
    """Sentences that nobody prepared, understood by the rules, or by a model behind a server."""
    from tests.bench.understanding import understanding_table

    share = understanding_table(chosen.server, chosen.model)
    say("sentences understood right", f"{share:.0%}", "reported, not promised")


BENCHES: dict[str, Callable[[argparse.Namespace], None]] = {
    "days": bench_days,  # first, since a process never forgets the most memory it had
    "crowd": bench_crowd,
    "quality": bench_quality,  # next, since it judges: where time is short, the last ones are left out
    "import": bench_import,
    "ask": bench_ask,
    "retrieval": bench_retrieval,
    "recall": bench_recall,
    "parallel": bench_parallel,
    "page": bench_page,
    "painted": bench_painted,
    "reruns": bench_reruns,
    "clicks": bench_clicks,
    "drag": bench_drag,
    "overlaps": bench_overlaps,
    "load": bench_load,
    "story": bench_story,
    "explained": bench_explained,
    "limits": bench_limits,
    "beside": bench_beside,
    "search": bench_search,
    "prompts": bench_prompts,
    "overhead": bench_overhead,
    "repeats": bench_repeats,
    "lessons": bench_lessons,
    "notebook": bench_notebook,
}

ASKED_FOR: dict[str, Callable[[argparse.Namespace], None]] = {
    "interviews": bench_interviews,
    "mutations": bench_mutations,
    "stories": bench_stories,
    "strangers": bench_strangers,
    "stated": bench_stated,
    "beginners": bench_beginners,
    "understanding": bench_understanding,
    "served": bench_served,
}

if __name__ == "__main__":
    main()
