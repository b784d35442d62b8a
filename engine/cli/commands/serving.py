"""Served models in a terminal: profiles, the features of their servers, caps and spending."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from dataclasses import asdict
from typing import Literal

from engine.api.forecast import forecast as forecast_of, forecast_words
from engine.api.models import (
    MILLION,
    Examination,
    Measure,
    Profile,
    Scope,
    Spent,
    list_price,
    read_profile,
    settled,
    with_parameters,
)
from engine.api.workspace import open_workspace
from engine.cli.naming import existing, next_command
from engine.cli.screen.colour import Painted, Tone
from engine.cli.screen.terminal import Terminal
from engine.errors import BadInput

_MARKS = {
    True: Painted("   yes", Tone.GOOD),
    False: Painted("    NO", Tone.BAD),
    None: Painted("partly", Tone.WARNING),
}


def profiles(given: Namespace, terminal: Terminal) -> int:
    """List the profiles."""
    with existing(given.workspace) as workspace:
        known = workspace.models.profiles()
    if given.json:
        terminal.data([profile.model_dump(mode="json") for profile in known.values()])
    elif not known:
        terminal.say("There are no profiles yet; `townwright profile NAME --url URL --model M` creates one.")
    else:
        heads = (
            "profile",
            "model",
            "address",
            "key from",
            "parallel calls",
            "timeout (s)",
            "per million in/out",
        )
        terminal.table([heads, *(_cells(profile) for profile in known.values())], right=(4, 5), headed=True)
    return 0


def profile(given: Namespace, terminal: Terminal) -> int:
    """Create or change a profile, remove it, or (with neither) test the connection to its server."""
    with open_workspace(given.workspace) as workspace:
        if given.remove:
            workspace.models.remove(given.name)
            terminal.say(f"Removed the profile {given.name}.")
            return 0
        known = workspace.models.profiles().get(given.name)
        changes = _changes(given, known)
        if changes:
            settings = known.model_dump(exclude={"name"}) if known else {}
            if not known and not {"base_url", "model"} <= changes.keys():
                raise BadInput(f"there is no profile {given.name!r} yet; a new one needs --url and --model")
            kept = read_profile(given.name, {**settings, **changes})
            workspace.models.keep(kept)
            terminal.say(f"Saved the profile {given.name}; test it with `townwright profile {given.name}`.")
            _suggest_price(kept, given, terminal)
            return 0
        found = workspace.models.test(given.name)
        known = workspace.models.profiles()[given.name]
    _tell(found, known, given, terminal)
    return 0 if found.is_usable else 1


def cap(given: Namespace, terminal: Terminal) -> int:
    """Set a cap, or remove it with `none`; else list the caps, or those of a scope, and the spending."""
    with open_workspace(given.workspace) as workspace:
        before = workspace.models.caps()
        if given.most is not None:
            workspace.models.set_cap(given.scope, given.measure, _most(given.measure, given.most))
        caps, spent = workspace.models.caps(), workspace.models.spent()
    asked = (given.scope, given.measure)
    shown = {of: most for of, most in caps.items() if _is_asked(of, asked)}
    if given.json:
        listed = [{"scope": s, "measure": m, "most": _shown(m, most)} for (s, m), most in shown.items()]
        terminal.data({"caps": listed, "spent": _facts(spent)})
        return 0
    if given.most is not None and asked not in caps:
        terminal.say(_taken_away(asked, before))
    for (scope, measure), most in shown.items():
        terminal.say(f"at most {_shown(measure, most):,} {measure} per {scope}")
    if not shown and given.most is None:
        terminal.say(_uncapped(asked))
    terminal.say(f"spent in this workspace: {_words(spent)}")
    return 0


_Of = tuple[Scope | None, Measure | None]


def _is_asked(of: tuple[Scope, Measure], asked: _Of) -> bool:
    return all(wanted is None or wanted == is_ for is_, wanted in zip(of, asked, strict=True))


def _taken_away(asked: _Of, before: Mapping[tuple[Scope, Measure], int]) -> str:
    scope, measure = asked
    was = next((most for of, most in before.items() if of == asked), None)
    if was is None:
        return f"There was no cap on {measure} per {scope}."
    return f"Removed the cap of {_shown(measure or '', was):,} {measure} per {scope}."


def _uncapped(asked: _Of) -> str:
    scope, measure = asked
    what = f" on {measure}" if measure else ""
    of = f" per {scope}" if scope else ""
    return (
        f"There is no cap{what}{of}; `townwright cap {scope or 'run'} {measure or 'tokens'} 500000` sets one."
    )


def forecast(given: Namespace, terminal: Terminal) -> int:
    """Print what the next day of a town, or of a run, may cost."""
    with open_workspace(given.workspace) as workspace:
        run = None if given.scenario in workspace.scenarios.names() else workspace.runs.find(given.scenario)
        scenario = run.row.scenario if run else given.scenario
        settled(workspace.store, given.model)
        found = forecast_of(workspace, scenario, given.model, run=run)
    if given.json:
        terminal.data(asdict(found))
    else:
        terminal.say(f"A day with {given.model}: {forecast_words(found)}.")
    return 0


def spent(given: Namespace, terminal: Terminal) -> int:
    """Print the spending of a run and the chats about it."""
    by: Literal["day", "agent", "purpose", "model"] = given.by
    with existing(given.workspace) as workspace:
        run = workspace.runs.find(given.run)
        whole, parts = run.spent(), run.spent_by(by)
    if given.json:
        terminal.data({"spent": _facts(whole), "by": {name: _facts(part) for name, part in parts.items()}})
        return 0
    rows = [
        (name, f"{part.calls:,}", f"{part.tokens_in:,}", f"{part.tokens_out:,}", _money(part))
        for name, part in parts.items()
    ]
    if rows:
        heads = (by, "calls", "tokens in", "tokens out", "money")
        terminal.table([heads, *rows], right=(1, 2, 3, 4), headed=True)
    terminal.say(f"total: {_words(whole)}")
    return 0


def _suggest_price(kept: Profile, given: Namespace, terminal: Terminal) -> None:
    """Print the list price of the model by its provider, if the profile has no price."""
    found = list_price(kept) if kept.prices is None else None
    if found is not None:
        price = f"{found.prices.tokens_in:g} {found.prices.tokens_out:g}"
        command = next_command(given, "profile", given.name, "--price", *price.split())
        terminal.note(f"{kept.model}: {found.words()}; if it is still valid, apply it with: {command}")


def _changes(given: Namespace, known: Profile | None) -> dict[str, object]:
    """Return the given settings of the profile, on top of the known ones."""
    said = {
        "base_url": given.url,
        "model": given.model,
        "key_variable": given.key_from,
        "concurrency": given.at_once,
        "embeddings": given.embeddings,
        "timeout": given.timeout,
        **dict(zip(("question_prefix", "memory_prefix"), given.embedding_prefixes or (), strict=False)),
    }
    changes: dict[str, object] = {name: value for name, value in said.items() if value is not None}
    prices = _prices(given, known)
    if prices:
        changes["prices"] = prices
    if given.set:
        changes["parameters"] = with_parameters(given.set, known.parameters if known else {})
    return changes


def _prices(given: Namespace, known: Profile | None) -> dict[str, float]:
    """Return the given prices together with the known ones; empty if none was given."""
    said: dict[str, float] = {}
    if given.price is not None:
        said = dict(zip(("tokens_in", "tokens_out"), given.price, strict=True))
    if given.embedding_price is not None:
        said["embedding"] = given.embedding_price
    before = known.prices.model_dump(exclude_none=True) if known and known.prices else {}
    if said and not {"tokens_in", "tokens_out"} <= {**before, **said}.keys():
        raise BadInput("--embedding-price needs the prices of the model as well; add --price IN OUT")
    return {**before, **said} if said else {}


def _cells(profile: Profile) -> tuple[object, ...]:
    price = f"{profile.prices.tokens_in:g} / {profile.prices.tokens_out:g}" if profile.prices else "unknown"
    key = f"${profile.key_variable}" if profile.key_variable else "none needed"
    models = f"{profile.model} + {profile.embeddings}" if profile.embeddings else profile.model
    return (profile.name, models, profile.base_url, key, profile.concurrency, f"{profile.timeout:g}", price)


def _tell(found: Examination, known: Profile, given: Namespace, terminal: Terminal) -> None:
    if given.json:
        rows = [{"what": each.what, "ok": each.ok, "words": each.words} for each in found.findings]
        told = {"profile": given.name, "usable": found.is_usable, "findings": rows}
        terminal.data({**told, "seconds_per_call": known.timeout})
        return
    for each in found.findings:
        terminal.say(_MARKS[each.ok], f"  {each.what}: {each.words}")
    terminal.note(f"The time limit of a call is {known.timeout:g} s; `--timeout SECONDS` changes it.")


def _most(measure: Measure, said: str) -> int | None:
    if said == "none":
        return None
    try:
        return round(float(said) * MILLION) if measure == "money" else int(said)
    except (ValueError, OverflowError):
        raise BadInput(f"{said!r} is not a valid cap; use a number, or none to remove the cap") from None


def _shown(measure: Measure | str, most: int) -> float:
    return most / MILLION if measure == "money" else most


def _facts(spent: Spent) -> dict[str, float]:
    return {
        "calls": spent.calls,
        "tokens_in": spent.tokens_in,
        "tokens_out": spent.tokens_out,
        "money": spent.micros / MILLION,
        "tokens_without_price": spent.unpriced,
    }


def _words(spent: Spent) -> str:
    tokens = f"{spent.tokens_in:,} tokens in, {spent.tokens_out:,} tokens out"
    return f"{spent.calls:,} calls, {tokens}, {_money(spent)}"


def _money(spent: Spent) -> str:
    """Return an amount of money in words; never `0.00` if the price is unknown."""
    if not spent.micros and spent.unpriced:
        return "price unknown"
    more = f" and {spent.unpriced:,} tokens without a price" if spent.unpriced else ""
    return f"{spent.micros / MILLION:,.4f}{more}"
