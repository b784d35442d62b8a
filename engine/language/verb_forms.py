"""The forms of verbs, for languages that inflect them. English ones are known by a library: those of a few
hundred verbs would be a table of our own with mistakes of our own.
"""

from __future__ import annotations

from functools import cache

_PRESENT = ("VB", "VBZ", "VBG")


@cache
def present_forms(verb: str) -> tuple[str, ...]:
    """Return the forms of a verb that speak of the present: `hold`, `holds`, `holding`. Of more than one word
    (`put_on`), the first is inflected.
    """
    import lemminflect  # reads its tables, and only who reads an author's sentences needs them

    first, _, rest = verb.partition("_")
    forms = lemminflect.getAllInflections(first, upos="VERB")
    found = dict.fromkeys([first, *(form for tag in _PRESENT for form in forms.get(tag, ()))])
    return tuple(f"{form} {rest.replace('_', ' ')}".strip() for form in found)


@cache
def base_form(word: str) -> str:
    """Return the base form of a verb; nothing of a word that is none."""
    import lemminflect

    found = lemminflect.getAllLemmas(word.lower(), upos="VERB").get("VERB", ())
    return found[0] if found else ""
