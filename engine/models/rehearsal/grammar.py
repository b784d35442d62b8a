"""Changing the person of a sentence: memories are kept in the third person, people speak in the first."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from engine.models.rehearsal.tables import Endings, Grammar, agree
from engine.models.rehearsal.text import capital, words_of

LONGEST_NAME = 100


def first_person(text: str, name: str, grammar: Grammar) -> str:
    """`Isabel Moreno is giving a party` in Isabel's own mouth: `I am giving a party`."""
    pattern = _naming(name, grammar.own, grammar.after_name)
    first, space, rest = text.partition(" ")
    if first.lower() in grammar.third_subjects:
        text = f"{name}{space}{rest}"
    told = pattern.sub(lambda found: _as_first(found, text, grammar), text) if pattern else text
    if told != text and told.startswith(f"{grammar.subject} "):
        told = _own_scope(told, grammar)
        told = grammar.own_pair[0].sub(grammar.own_pair[1], told)
    return capital(told)


def third_person(text: str, speaker: str, hearer: str, grammar: Grammar) -> str:
    """`I am giving a party` said by Isabel Moreno, as others keep it: `Isabel Moreno is giving a party`."""
    for short, long in grammar.contractions.items():
        text = text.replace(short, long)

    def person(found: re.Match[str]) -> str:
        who = speaker if found["who"] == grammar.subject else hearer
        verb, adverb = (found["next"] or "").strip(), (found["adverb"] or "").strip()
        if not grammar.pair_before.search(text[: found.start()]):
            verb = _verb(verb, grammar.to_third, grammar.third_endings, grammar)
        return " ".join(part for part in (who, adverb, verb) if part)

    told = grammar.persons.sub(person, text)
    if text.startswith(f"{grammar.subject} "):
        first_verbs = {first: third for third, first in grammar.third_verbs.items()}
        told = _joined(told, len(speaker), first_verbs, grammar.to_third, grammar)
    told = _possessives(told, speaker, hearer, grammar)
    return grammar.objects.sub(lambda _: speaker, told)


def to_hearer(text: str, hearer: str, grammar: Grammar) -> str:
    """The sentence with the hearer spoken to: `Tomas Lind likes me` said to Tomas: `you like me`."""
    pattern = _naming(hearer, grammar.own, grammar.after_name)

    def person(found: re.Match[str]) -> str:
        adverb, following = (found["adverb"] or ""), (found["next"] or "")
        if found["own"]:
            return grammar.second_possessive + adverb + following
        verb = following.strip()
        if verb.lower() in grammar.to_first or verb.lower() in grammar.third_verbs:
            verb = _verb(verb, {**grammar.to_first, **_SECOND}, grammar.first_endings, grammar)
            return f"{grammar.second}{adverb} {verb}"
        return grammar.second + adverb + following

    return capital(pattern.sub(person, text)) if pattern else text


def as_mine(text: str, grammar: Grammar) -> str:
    """A phrase about oneself written in the third person: `his window seat` becomes `my window seat`."""

    def person(found: re.Match[str]) -> str:
        adverb, following = (found["adverb"] or ""), (found["next"] or "")
        verb = _verb(following.strip(), grammar.to_first, grammar.first_endings, grammar)
        return f"{grammar.subject}{adverb} {verb}" if verb else grammar.subject + adverb

    text = grammar.theirs.sub(grammar.possessive, text)
    text = grammar.third_objects.sub(grammar.object, text)
    return grammar.third_persons.sub(person, text)


def doing(activity: str, grammar: Grammar) -> str:
    """`open the café and serve lunch` as something going on: `opening the café and serving lunch`."""
    first, space, rest = activity.strip().partition(" ")
    if not first.isalpha():
        return activity.strip()
    if first.lower() in grammar.nouns_first:
        return f"{grammar.having} {first.lower()}{space}{rest}"
    going_on = _going_on(first, grammar)
    if first.lower() == going_on:
        return going_on + space + rest
    return going_on + grammar.joined.sub(lambda found: _also_going_on(found, grammar), space + rest)


def low(text: str, grammar: Grammar) -> str:
    """The text as it goes on inside a sentence: small first letter unless it is a name or `I`."""
    first = text.partition(" ")[0]
    return text[:1].lower() + text[1:] if first.lower() in grammar.lower_first else text


def without_article(text: str, grammar: Grammar) -> str:
    """`the Marigold` as it stands after an article of its own: `Marigold`."""
    first, _, rest = text.partition(" ")
    return rest if rest and first.lower() in grammar.articles else text


def short_name(name: str) -> str:
    """What friends call a person."""
    return (name.split() or [name])[0][:40]


_SECOND = {"is": "are", "was": "were"}


@lru_cache(maxsize=2_048)
def _naming(name: str, own: str, after: str) -> re.Pattern[str] | None:
    """Where somebody is named in full or by first name."""
    name = name.strip()[:LONGEST_NAME]
    calls = [re.escape(one) for one in dict.fromkeys((name, short_name(name))) if len(one) > 1]
    return re.compile(rf"(?<!\w)(?:{'|'.join(calls)})(?P<own>{own})?(?!\w){after}") if calls else None


def _as_first(found: re.Match[str], text: str, grammar: Grammar) -> str:
    adverb, following = (found["adverb"] or ""), (found["next"] or "")
    if found["own"]:
        return grammar.possessive + adverb + following
    before = text[: found.start()].rstrip()
    opens = (
        not before or before[-1] in ".;:!?—" or (words_of(before[-20:]) or [""])[-1] in grammar.before_subject
    )
    verb = following.strip()
    if verb and (opens or verb.lower() in grammar.to_first):
        space = following[: len(following) - len(verb)]
        return (
            grammar.subject + adverb + space + _verb(verb, grammar.to_first, grammar.first_endings, grammar)
        )
    return grammar.object + adverb + following


def _verb(verb: str, table: Mapping[str, str], endings: Endings, grammar: Grammar) -> str:
    """A verb in the other person; what does not change with the person stays."""
    if not verb or (
        verb.lower() not in table and (verb.lower() in grammar.unchanged or grammar.past.search(verb))
    ):
        return verb
    return agree(verb, table, endings)


def _joined(
    text: str, start: int, forms: Mapping[str, str], table: Mapping[str, str], grammar: Grammar
) -> str:
    """The verbs after an `and` that share the subject, in the other person."""
    end = _scope(text, start, grammar)

    def agreed(found: re.Match[str]) -> str:
        verb, before = found["verb"].lower(), text[: found.start()]
        shared = found.start() < end or (before.rstrip().endswith(",") and ":" not in before)
        other = table.get(verb) or forms.get(verb)
        return f"{found['joint']}{found['adverb'] or ''} {other}" if shared and other else found[0]

    return grammar.joined.sub(agreed, text)


def _going_on(verb: str, grammar: Grammar) -> str:
    small = verb.lower()
    if small in grammar.doing_irregular:
        return grammar.doing_irregular[small]
    return agree(small, {}, grammar.doing_endings)


def _also_going_on(found: re.Match[str], grammar: Grammar) -> str:
    if found["adverb"] or found["verb"].lower() not in grammar.verbs:
        return found[0]
    return f"{found['joint']} {_going_on(found['verb'], grammar)}"


def _own_scope(text: str, grammar: Grammar) -> str:
    """What belongs to the speaker, and what else they do, as long as nobody else has been named."""
    joined = _joined(text, 0, grammar.third_verbs, grammar.to_first, grammar)
    end = _scope(joined, 0, grammar)
    return as_mine(joined[:end], grammar) + joined[end:]


def _scope(text: str, start: int, grammar: Grammar) -> int:
    """How far into a sentence its first subject reaches: to the next person or relative clause."""
    named = grammar.scope_ends.search(text, start)
    return named.start() if named else len(text)


def _possessives(text: str, speaker: str, hearer: str, grammar: Grammar) -> str:
    """`my` and `your` as the third person has them: by name, or `their` once the owner is named."""

    def owner(found: re.Match[str]) -> str:
        who = speaker if found[0].lower() == grammar.possessive else hearer
        return grammar.their if who in text[: found.start()] else grammar.owned.format(name=who)

    return grammar.possessives.sub(owner, text)
