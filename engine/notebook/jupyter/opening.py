"""Opening: what a notebook as Python begins with: what its cells need, and the run that they live."""

from __future__ import annotations

from collections.abc import Sequence

from engine.api.interventions import INTERVENTIONS
from engine.api.steering.editing import edits_in
from engine.notebook.parts import Front
from engine.notebook.specs import Chart, Compare, Edit, Event, Expect, Interview, Pin, Run, Spec

BEGUN = "town"  # the name of the checkpoint at which a notebook begins
TAKEN = (
    BEGUN, "tw", "workspace", "run", "altair", "display", "first", "gist", "away", "bring_back", "edited",
    "end_of", "judge", "live_until", "meet", "said", "send_others_away", "told_of", "usual_question", "who",
)  # fmt: skip
"""Names that the Python of a notebook has for itself."""
_FIRST = '''
def first(table):
    """Return the first cell of what a query found; nothing where it found nothing."""
    return "" if not table.rows or table.rows[0][0] is None else table.rows[0][0]
'''


def opening(front: Front, specs: Sequence[Spec]) -> str:
    """Return what a notebook begins with: what its cells need, and the run that nobody has lived yet."""
    lines = ["import engine as tw"]
    verbs = sorted({INTERVENTIONS[one.verb].__name__ for one in specs if isinstance(one, Event)})
    if verbs:
        lines.append(f"from engine.api.interventions import {', '.join(verbs)}")
    lines += _steering(specs)
    if any(isinstance(one, Expect) and one.that and not one.seeds for one in specs):
        lines.append("from engine.api.many.trying import statement_meant")
    if any(isinstance(one, Pin) for one in specs):
        lines.append("from engine.api.run import gist")
    if any(isinstance(one, Compare) for one in specs):
        lines.append("from IPython.display import display")
    if any(variant.notebook for one in specs if isinstance(one, Compare) for variant in one.variants):
        lines.append("from engine.notebook.jupyter.ending import end_of")
    drawn = any(isinstance(one, Chart) and one.vega for one in specs)
    if drawn:
        lines += ["import altair", 'altair.renderers.enable("svg")  # which fetches nothing']
    plain = (one for one in specs if isinstance(one, Expect))
    helper = _FIRST if any(not (one.seeds or one.judge or one.ask) for one in plain) else ""
    seed = "" if front.seed is None else f", seed={front.seed}"
    model = "" if front.brain == "rehearsal" else f", model={front.brain!r}"
    opened = f'workspace = tw.open("workspace")\n{BEGUN} = workspace.runs.new({front.town!r}{seed}{model})'
    return "\n".join(lines) + f"\n{helper}\n{opened}\n{BEGUN}"


def _steering(specs: Sequence[Spec]) -> list[str]:
    """Return what of the ways to steer a run is to be imported."""
    runs = [one for one in specs if isinstance(one, Run)]
    asks = [one for one in specs if isinstance(one, Interview)]
    changes = [one.changes for one in specs if isinstance(one, Edit)]
    changes += [variant.changes for one in specs if isinstance(one, Compare) for variant in one.variants]
    meeting = ["meet"] if any(one.live for one in asks) else []
    meeting += ["usual_question"] if any(one.kind for one in asks) else []
    judges = [one for one in specs if isinstance(one, Expect) and one.judge]
    judging = ["judge"] if judges else []
    judging += ["told_of"] if any(not (one.ask or one.sql or one.of) for one in judges) else []
    wanted = {
        "judging.judge": judging,
        "steering.editing": ["edited"] if any(map(edits_in, changes)) else [],
        "steering.company": ["bring_back", "send_others_away"] if any(one.agents for one in runs) else [],
        "steering.meeting": meeting,
        "steering.until": ["live_until"] if any(one.event or one.reflection for one in runs) else [],
    }
    return [f"from engine.api.{of} import {', '.join(names)}" for of, names in wanted.items() if names]
