"""Turn a deed into an activity under way: `bake buns` into `baking buns`."""

from __future__ import annotations

from engine.language.languages import base
from engine.language.verb_forms import base_form
from engine.rehearsal.language.doing import doing
from engine.rehearsal.language.pack import bundled_packs


def going_on(activity: str, language: str, *, is_deed: bool = False) -> str:
    """Return an activity in its ongoing form, in languages that have one.

    Unless `is_deed`, only a text that begins with a verb's base form, or is a meal, is changed.
    """
    packs = bundled_packs()
    pack = packs.get(language) or packs.get(base(language))
    if pack is None or not pack.grammar.spaced:
        return activity
    first = activity.partition(" ")[0].lower()
    is_verb = first in pack.grammar.verbs and base_form(first) == first
    changes = is_deed or is_verb or first in pack.grammar.nouns_first
    return doing(activity, pack.grammar) if changes else activity
