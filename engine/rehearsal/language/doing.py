"""Activities put as going on (`opening the café`), and as something to do (`I have to open the café`)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from engine.language.verb_forms import base_form
from engine.rehearsal.language.tables import Grammar

_LISTED = re.compile(r"^[a-z]+(?=,| and )|(?<=, )[a-z]+(?=,| and )|(?<= and )[a-z]+")
"""The deeds of a list after its first: `dress` and `eat`, in `wash, dress and eat breakfast`."""
_FURTHER = re.compile(
    r"(?<=, )[a-z]+(?= (?:the|a|an|her|his|their|one's|some|to|at|for|on|out|up|down|over|aloud)(?!\w))"
    r"|(?<=, )[a-z]+$|(?<= and )[a-z]+(?= (?:the|a|an|his|her|their|some|it|them)(?!\w))"
)
"""A deed after what was the first one's: `fill`, in `light the stove, fill the urn`."""
_MARKS = re.compile("[,，、;；]")


def doing(activity: str, grammar: Grammar) -> str:
    """Return an activity as going on.

    `open the café and serve lunch` becomes `opening the café and serving lunch`.
    """
    first, space, rest = activity.strip().partition(" ")
    if grammar.spaced and first.endswith(",") and base_form(first[:-1]) == first[:-1]:
        listed = _LISTED.sub(lambda found: _in_a_list(found[0], grammar), rest)
        return f"{_going_on(first[:-1], grammar)}, {listed}"
    if not grammar.spaced or not first.isalpha():
        return activity.strip()
    if first.lower() in grammar.nouns_first:
        return f"{grammar.having} {first.lower()}{space}{rest}"
    going_on = _going_on(first, grammar)
    if first.lower() in grammar.sets_out and (goal := _joined(grammar).match(f" {rest}", 1)):
        return f"{going_on} {grammar.to} {goal['verb']}{f' {rest}'[goal.end() :]}"
    if first.lower() == going_on:
        return going_on + space + rest
    rest = _FURTHER.sub(lambda found: _further(found, grammar), rest)
    # Right after a verb without an object a second one follows: "peel and simmer", but "make tea and coffee".
    next_verb = _joined(grammar).match(f" {rest}", 1) if rest else None
    if next_verb and base_form(next_verb["verb"]) == next_verb["verb"]:
        second = _going_on(next_verb["verb"], grammar)
        return f"{going_on} {next_verb['joint']} {second}{f' {rest}'[next_verb.end() :]}"
    return going_on + _joined(grammar).sub(lambda found: _also(found, grammar), space + rest)


def _in_a_list(verb: str, grammar: Grammar) -> str:
    return _going_on(verb, grammar) if base_form(verb) == verb else verb


def _further(found: re.Match[str], grammar: Grammar) -> str:
    """Return a further verb of an activity as going on.

    A last word that stands alone is changed only if it is known to be a verb.
    """
    alone = found.end() == len(found.string)
    return found[0] if alone and found[0] not in grammar.verbs else _in_a_list(found[0], grammar)


def meanwhile(activity: str, grammar: Grammar) -> str:
    """Return an activity as going on, in lower case, to stand within a sentence about somebody."""
    going_on = doing(activity, grammar)
    return going_on[:1].lower() + going_on[1:]


def to_do(activity: str, grammar: Grammar) -> str:
    """Return the first deed of an activity, to stand after `I have to`, or an empty string.

    What begins with no verb cannot stand there (`evening prayer`), and a list of verbs without an object
    tells nobody anything (`fit and pin`).
    """
    deed = _first_deed(activity, grammar)
    if not grammar.spaced:
        return deed
    first, *_ = _MARKS.sub("", deed.lower()).split() or [""]
    is_verb = base_form(first) == first or first in grammar.verbs
    return deed[:1].lower() + deed[1:] if is_verb and not _is_a_list(deed, grammar) else ""


def _first_deed(activity: str, grammar: Grammar) -> str:
    """Return the first of the deeds that an activity lists: a plan lists more than people say.

    Single words before the first comma or `and` are no deed by themselves: `peel, chop and boil the pears`.
    """
    for part in (_MARKS.split(activity, maxsplit=1)[0], *_before_joint(activity, grammar)):
        first = part.strip()
        if len(first) < len(activity) and (" " in first or " " not in activity):
            activity = first
    return activity


def _before_joint(activity: str, grammar: Grammar) -> Iterator[str]:
    """Yield what stands before each `and` of an activity, in a language that has spaces, but no list."""
    for joint in grammar.joints if grammar.spaced else ():
        part = activity.partition(f" {joint} ")[0]
        if not _is_a_list(part, grammar):
            yield part


def _is_a_list(deed: str, grammar: Grammar) -> bool:
    """Return whether a deed is a list of single words: `peel, chop and boil`."""
    parts = _MARKS.sub(" , ", deed.lower()).split()
    breaks = [part == "," or part in grammar.joints for part in parts]
    return any(breaks) and all(before or after for before, after in pairwise(breaks))


def without_article(text: str, grammar: Grammar) -> str:
    """Return a name without its article: `the Marigold` gives `Marigold`."""
    first, _, rest = text.partition(" ")
    return rest if rest and first.lower() in grammar.articles else text


def _going_on(verb: str, grammar: Grammar) -> str:
    small = verb.lower()
    if small in grammar.doing_irregular:
        return grammar.doing_irregular[small]
    for ending, other in grammar.doing_endings:
        if ending.search(small):
            return ending.sub(other, small, count=1)
    return small


def _also(found: re.Match[str], grammar: Grammar) -> str:
    if found["verb"].lower() not in grammar.verbs:
        return found[0]
    return f"{found['joint']} {_going_on(found['verb'], grammar)}"


@lru_cache(maxsize=8)
def _joined(grammar: Grammar) -> re.Pattern[str]:
    joints = "|".join(sorted(map(re.escape, grammar.joints), key=len, reverse=True))
    return re.compile(rf"(?<=[\s,])(?P<joint>{joints}) (?P<verb>[^\W\d_]+)(?!\w)")
