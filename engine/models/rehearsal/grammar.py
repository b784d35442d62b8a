"""Changing the person of a sentence: memories are kept in the third person, people speak in the first."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.models.rehearsal.pack import Grammar
from engine.models.rehearsal.text import capital, words_of

Endings = Sequence[tuple[re.Pattern[str], str]]


def first_person(text: str, name: str, grammar: Grammar) -> str:
    """`Isabel Moreno is giving a party` in Isabel's own mouth: `I am giving a party`."""
    known = "|".join(re.escape(one) for one in _calls(name))
    text = _leading_pronoun(text, name, grammar)
    pattern = rf"(?<!\w)(?:{known})(?P<own>{grammar.own})?(?!\w)(?P<adverb>\s+(?:{_any(grammar.adverbs)})(?!\w))?(?P<next>\s+[^\W\d_][\w'’]*)?"
    told = re.sub(pattern, lambda found: _as_first(found, text, grammar), text) if known else text
    if told != text and told.startswith(grammar.subject):
        told = _own_things(told, grammar)
        told = re.sub(
            rf"(?<= )({_any(grammar.joined)})(?!\w)",
            lambda found: _joined_verb(found, told, grammar.to_first, grammar.first_endings, grammar), told,
        )
    return capital(told)


def third_person(text: str, speaker: str, hearer: str, grammar: Grammar) -> str:
    """`I am giving a party` said by Isabel Moreno, as others keep it: `Isabel Moreno is giving a party`."""
    for short, long in grammar.contractions.items():
        if short in text:
            text = text.replace(short, long)
    people = {grammar.subject: speaker, grammar.second["subject"]: hearer}
    subjects = "|".join((grammar.subject, f"(?i:{grammar.second['subject']})"))
    pattern = rf"(?<!\w)(?P<who>{subjects})(?!\w)(?P<adverb>\s+(?:{_any(grammar.adverbs)})(?!\w))?(?P<next>\s+[^\W\d_][\w'’]*)?"

    def subject(found: re.Match[str]) -> str:
        who = people[grammar.subject if found["who"] == grammar.subject else grammar.second["subject"]]
        verb = _agree((found["next"] or "").strip(), grammar.to_third, grammar.third_endings, grammar)
        return " ".join(part for part in (who, (found["adverb"] or "").strip(), verb) if part)

    text = re.sub(pattern, subject, text)
    text = _possessive(text, grammar.possessive, speaker, grammar)
    text = _possessive(text, grammar.second["possessive"], hearer, grammar)
    return re.sub(rf"(?<!\w){grammar.object}(?!\w)", lambda _: speaker, text)


def doing(activity: str, grammar: Grammar) -> str:
    """`open the café` as something going on: `opening the café`."""
    first, space, rest = activity.strip().partition(" ")
    lowered = first.lower()
    if not first.isalpha():
        return activity.strip()
    if lowered in grammar.nouns_first:
        return f"{grammar.having} {lowered}{space}{rest}"
    for ending, other in () if lowered in grammar.doing_irregular else grammar.doing_endings:
        if ending.search(lowered):
            return ending.sub(other, lowered, count=1) + space + rest
    return grammar.doing_irregular.get(lowered, lowered) + space + rest


def low(text: str, grammar: Grammar) -> str:
    """The text as it goes on inside a sentence: small first letter unless it is a name or `I`."""
    first = text.partition(" ")[0]
    return text[:1].lower() + text[1:] if first.lower() in grammar.lower_first else text


def short_name(name: str) -> str:
    """What friends call a person."""
    return (name.split() or [name])[0][:40]


def _calls(name: str) -> list[str]:
    name = name.strip()
    first = short_name(name)
    return [one for one in dict.fromkeys((name, first)) if len(one) > 1]


def _any(words: frozenset[str]) -> str:
    return "|".join(sorted(map(re.escape, words), key=lambda word: (-len(word), word)))


def _leading_pronoun(text: str, name: str, grammar: Grammar) -> str:
    first, space, rest = text.partition(" ")
    return f"{name}{space}{rest}" if first.lower() in grammar.third_subjects else text


def _as_first(found: re.Match[str], text: str, grammar: Grammar) -> str:
    adverb, following = (found["adverb"] or ""), (found["next"] or "")
    if found["own"]:
        return grammar.possessive + adverb + following
    before = text[: found.start()].rstrip()
    opens = not before or before[-1] in ".;:!?—" or (words_of(before[-20:]) or [""])[-1] in grammar.before_subject
    verb = following.strip()
    if verb and (opens or verb.lower() in grammar.to_first):
        space = following[: len(following) - len(verb)]
        return grammar.subject + adverb + space + _agree(verb, grammar.to_first, grammar.first_endings, grammar)
    return grammar.object + adverb + following


def _agree(verb: str, table: dict[str, str] | object, endings: Endings, grammar: Grammar) -> str:
    assert isinstance(table, dict)
    lowered = verb.lower()
    if lowered in table:
        return str(table[lowered])
    if not verb or lowered in grammar.unchanged or grammar.past.search(lowered):
        return verb
    for ending, other in endings:
        if ending.search(verb):
            return ending.sub(other, verb, count=1)
    return verb


def _joined_verb(
    found: re.Match[str], text: str, table: dict[str, str] | object, endings: Endings, grammar: Grammar
) -> str:
    before = (words_of(text[: found.start()][-20:]) or [""])[-1]
    return _agree(found[0], table, endings, grammar) if before in grammar.before_subject else found[0]


def _own_things(text: str, grammar: Grammar) -> str:
    """Whose things they are, as long as nobody else has been named."""
    named = re.search(r"(?<=[\w,;] )[A-Z][^\W_]+ [A-Z][^\W_]+", text)
    end = named.start() if named else len(text)
    mine = re.sub(rf"(?<!\w)(?:{_any(grammar.third_possessives)})(?= \w)", grammar.possessive, text[:end])
    return mine + text[end:]


def _possessive(text: str, word: str, owner: str, grammar: Grammar) -> str:
    if owner in text:
        return re.sub(rf"(?<!\w)(?i:{word})(?!\w)", lambda _: grammar.their, text)
    return re.sub(rf"(?<!\w)(?i:{word})(?!\w)", lambda _: f"{owner}’s" if "’" in text else f"{owner}'s", text)
