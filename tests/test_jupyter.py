"""Towns in a real kernel of Jupyter's: the tutorial, a loop that is running, and the stop button."""

import threading
from pathlib import Path

import nbformat
import pytest
from nbclient.exceptions import CellExecutionError

from engine.api.workspace import open_workspace
from tests.kernels import executed, kernel, shown

pytestmark = pytest.mark.slow
TUTORIAL = Path(__file__).resolve().parents[1] / "docs" / "tutorial.ipynb"
OPENED = 'import engine as tw\nw = tw.open("ws")\nrun = w.runs.new("three-neighbours", seed=3)'


def notebook(*cells):
    made = nbformat.v4.new_notebook()
    made.cells = [nbformat.v4.new_code_cell(text) for text in cells]
    return made


def read():
    found = nbformat.read(TUTORIAL, as_version=4)
    nbformat.validate(found)
    return found


# ---- the tutorial


def test_the_tutorial_is_kept_without_what_its_cells_show():
    cells = [cell for cell in read().cells if cell.cell_type == "code"]
    assert cells
    assert [cell.id for cell in cells if cell.outputs or cell.execution_count] == []


@pytest.mark.nightly
def test_the_tutorial_runs_from_top_to_bottom_and_shows_what_it_speaks_of(tmp_path):
    found = executed(read(), tmp_path)
    said = {cell.id: cell for cell in found.cells if cell.cell_type == "code"}
    quiet = [name for name, cell in said.items() if not cell.outputs and "close()" not in cell.source]
    assert quiet == [], "each cell shows something"
    pages = "".join(shown(cell, "text/html") for cell in said.values())
    assert "<script" not in pages
    assert "http" not in pages
    pictures = [cell for cell in said.values() if ".plot." in cell.source]
    assert len(pictures) >= 2
    assert all("<svg" in shown(cell, "image/svg+xml") for cell in pictures)
    assert [name for name, cell in said.items() if len(shown(cell)) > 4_000] == [], "nothing is dumped"


# ---- a loop that is running


@pytest.mark.soak
def test_in_a_running_loop_a_day_is_lived_either_way_with_one_bar_and_the_same_end(tmp_path):
    found = executed(
        notebook(
            OPENED,
            'one, two = run.fork(), run.fork()\none.live("day 1 09:00")',
            'await two.live_async("day 1 09:00")',
            "one.at().fingerprint == two.at().fingerprint",
            'import asyncio\nasked = one.at().ask_async("nell", "Well?")\n'
            'await asyncio.gather(asked, two.live_async("day 1 10:00", progress=False))\n'
            "asyncio.get_running_loop().is_running()",
        ),
        tmp_path,
    )
    bars = [
        output
        for output in found.cells[1].outputs
        if output.output_type == "display_data" and "<progress" in output.data["text/html"]
    ]
    assert len(bars) == 1, "one bar, which moves"
    assert 'value="100"' in bars[0].data["text/html"]
    assert shown(found.cells[3]) == "True"
    assert shown(found.cells[4]) == "True"


# ---- the stop button


@pytest.mark.nightly
def test_the_stop_button_keeps_what_was_lived_and_it_goes_on_from_there(tmp_path):
    watch = (
        "import pathlib\n"
        "def seen(now):\n"
        "    if now.minute >= 1440 + 500:\n"
        '        pathlib.Path("second-day").touch()\n'
        "run.live(days=400, watch=seen)"
    )
    made = notebook(OPENED, watch, "run.clock", "run.live(run.clock + 60)\nrun.busy", "w.close()")
    with kernel(made, tmp_path) as client:
        client.execute_cell(made.cells[0], 0)
        pressed = threading.Thread(target=press_when, args=(client, tmp_path / "second-day"))
        pressed.start()
        with pytest.raises(CellExecutionError, match="KeyboardInterrupt"):
            client.execute_cell(made.cells[1], 1)
        pressed.join()
        for place in (2, 3, 4):
            client.execute_cell(made.cells[place], place)
    stopped = int(shown(made.cells[2]))
    assert 1440 < stopped < 400 * 1440, "a whole day, and more, was kept"
    assert shown(made.cells[3]).endswith("''"), "and it went on"
    with open_workspace(tmp_path / "ws") as workspace:
        kept, straight = workspace.runs.find(1), workspace.runs.new("three-neighbours", seed=3)
        straight.live("day 2 07:00")
        assert kept.at("day 2 07:00").fingerprint == straight.at("day 2 07:00").fingerprint


def press_when(client, mark):
    """Press the stop button once the mark is there."""
    import asyncio

    while not mark.exists():
        threading.Event().wait(0.05)
    asyncio.run(interrupt(client))


async def interrupt(client):
    found = client.km.interrupt_kernel()
    if found is not None:
        await found
