"""What a call costs beyond the bare client: the answer modes, the check, the journal, the purse."""

from __future__ import annotations

import asyncio
import dataclasses
import statistics
import tempfile
import time
from pathlib import Path

from engine.api.workspace import open_workspace
from engine.model_choice.choice import model_of
from engine.models.profiles import Keys, Prices, Profile
from engine.models.served.answers.answer_mode import AnswerMode, response_format
from engine.models.served.answers.schema import schema_of
from engine.models.served.client.openai_compatible import Endpoint, OpenAICompatible
from engine.prompts import render
from engine.prompts.questions import Speak
from tests.chaos import Chaos

CALLS = 200


def overhead() -> tuple[float, float]:
    """Milliseconds of a call with the bare openai client, and with all of ours around it (medians)."""
    chaos = Chaos()
    try:
        with tempfile.TemporaryDirectory() as folder, open_workspace(Path(folder) / "ws") as workspace:
            prices = Prices(tokens_in=1, tokens_out=1)
            workspace.models.keep(
                Profile(name="salad", base_url=chaos.base_url, model="salad", prices=prices)
            )
            workspace.models.set_cap("run", "tokens", 10**9)
            run = workspace.runs.new("three-neighbours")
            model = model_of(workspace.store, run.number, "salad", Keys())
            return asyncio.run(_both(chaos, model, _prompt(run)))
    finally:
        chaos.close()


def _prompt(run):
    persona = run.scenario.personas[0]
    return Speak(
        persona=persona, town=run.scenario.town, language="en", starts=run.scenario.starts, now=600, seed=1,
        place=persona.home, doing="reading", people=(), choices={"place": tuple(run.town.world.rooms)},
    )  # fmt: skip


async def _both(chaos, model, prompt):
    endpoint = Endpoint(base_url=chaos.base_url, model="salad", parameters={}, timeout=30)
    client = OpenAICompatible(endpoint, "none")
    bare = client._open()
    form = response_format(AnswerMode.BOUNDED_SCHEMA, prompt.name, schema_of(prompt, bounded=True))
    prompts = [dataclasses.replace(prompt, now=600 + n) for n in range(CALLS)]
    await model.ask(dataclasses.replace(prompt, now=599))
    bare_ms, ours_ms = [], []
    for each in prompts:  # in turns, so that whatever else the machine does hits both
        rendered = render(each)
        messages = [
            {"role": "system", "content": rendered.system},
            {"role": "user", "content": rendered.user},
        ]
        began = time.perf_counter()
        await bare.chat.completions.create(
            model="salad", messages=messages, max_tokens=400, response_format=form
        )
        bare_ms.append(1_000 * (time.perf_counter() - began))
        fresh = dataclasses.replace(each, seed=2)
        began = time.perf_counter()
        await model.ask(fresh)
        ours_ms.append(1_000 * (time.perf_counter() - began))
    await client.close()
    await model.close()
    return statistics.median(bare_ms), statistics.median(ours_ms)


if __name__ == "__main__":
    plain, ours = overhead()
    print(f"bare client {plain:.1f} ms, ours {ours:.1f} ms, overhead {ours - plain:.1f} ms a call")
