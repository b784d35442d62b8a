"""The engine's own sentences (somebody came in, a place is closed), one data file per language."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, Literal

import yaml

from engine.language.any_word import NEVER, any_word
from engine.language.gaps import as_format
from engine.language.languages import PHRASES, languages, written_in
from engine.language.names.naming import Naming
from engine.language.scales import degree, level
from engine.records import Room

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_KNOWN_DOINGS = 4_096  # people are at the same few things again and again

StatusKind = Literal["energy", "mood", "other"]
Doing = Literal["rest", "meal", ""]
News = Literal["bad", "good", ""]


class Phrases:
    """Sentences of one language. Each names its subject in full, since it may become a memory."""

    def __init__(self, language: str, templates: Mapping[str, Any]) -> None:
        self.language = language
        self._templates = templates
        self._comma, self._last = str(templates["list_comma"]), str(templates["list_last"])
        before = templates.get("list_last_before", {})
        self._last_before = [(re.compile(pattern), last) for pattern, last in before.items()]
        self._article = re.compile(templates["has_article"], re.IGNORECASE)
        self._naming = Naming(templates["naming"])
        self._own_name = re.compile(templates["own_name"])
        self._alarms = [re.compile(said, re.IGNORECASE) for said in templates.get("alarms", ())]
        self._rests, self._eats, self._averted, self._bad, self._good, self._energy, self._mood = (
            re.compile(templates[name], re.IGNORECASE)
            for name in ("rests", "eats", "news_averted", "news_bad", "news_good", "is_energy", "is_mood")
        )
        self._hands_over, self._lends_a_hand, self._either, self._condition = (
            re.compile(templates.get(name, NEVER), re.IGNORECASE)
            for name in ("hands_over", "lends_a_hand", "either", "condition")
        )
        self.doing = lru_cache(_KNOWN_DOINGS)(self._doing)
        self._level_word = lru_cache(_KNOWN_DOINGS)(self._level_in_words)

    def say(self, name: str, /, **values: object) -> str:
        """Return the sentence `name` filled with its values.

        Raises KeyError for a missing value or sentence.
        """
        text = as_format(self._templates[name]).format_map(values)
        return text[:1].upper() + text[1:] if name[:5] == "state" else text

    def read(self, name: str, text: str) -> Mapping[str, str] | None:
        """Extract the values from a text made from the sentence `name`, or return None if it was not."""
        found = _reader(self._templates[name]).fullmatch(text)
        return found.groupdict() if found else None

    def list(self, names: Sequence[str]) -> str:
        """Join names into a list: `A`, `A and B`, `A, B and C`."""
        if len(names) < 2:
            return "".join(names)
        fitting = (last for pattern, last in self._last_before if pattern.search(names[-1]))
        return self._comma.join(names[:-1]) + next(fitting, self._last) + names[-1]

    def weekday(self, number: int) -> str:
        """Return the name of a day of the week; Monday is 0."""
        return str(self._templates["weekdays"][number])

    def the(self, name: str) -> str:
        """Return the name of a thing with its article: `the stove`, but `Tomas's chair`."""
        return name if self.has_article(name) else self.say("the", name=name)

    def has_article(self, name: str) -> bool:
        """Return whether the name of a thing has an article or a possessive."""
        return self._article.search(name) is not None

    def place(self, name: str) -> str:
        """Return the name of a place as in a sentence: `the Harbour Café`, but `Moreno Flat`."""
        return name if self._own_name.search(name) else self.the(name)

    def room(self, room: Room) -> str:
        """Return the name of a room as in a sentence.

        Examples are `the kitchen of the Harbour Café`, `Isabel's room at Moreno Flat` and `the Quay`.
        """
        place, _, inner = room.path.partition("/")
        if not inner:
            return self.place(place)
        named = inner[:1].isupper() or self._article.search(inner) is not None
        return self.say("room_named" if named else "room_of", room=inner, place=self.place(place))

    def feels(self, closeness: float) -> str:
        """Return a closeness (-1 to 1) in words: `very close`, `cool`."""
        return self.say(f"feels_{degree(closeness)}")

    def tie(self, closeness: float) -> str:
        """Return the kind of tie that a closeness alone makes: an acquaintance, a friend."""
        return self.say(f"tie_{degree(closeness)}")

    def standing(self, kind: str, closeness: float) -> str:
        """Return a kind of tie and its closeness in words: `sister, cool`; only `kind` if that says both."""
        word = self.feels(closeness)
        return self._comma.join(filter(None, (kind, "" if kind == self.tie(closeness) else word)))

    def status_kind(self, name: str) -> StatusKind:
        """Return the kind of the status value called `name`: energy, mood or other."""
        if self._energy.fullmatch(name):
            return "energy"
        return "mood" if self._mood.fullmatch(name) else "other"

    def status(self, name: str, value: float) -> str:
        """Return a status value in words: `worn out`, `in good spirits`.

        A value of another kind, which only its author knows, is put as `thirst: low`.
        """
        return self._level_word(name, level(value))

    def _level_in_words(self, name: str, step: str) -> str:
        kind = self.status_kind(name)
        word = self.say(f"{kind}_{step}")
        return word if kind != "other" else self.say("status_other", what=name, level=word)

    def _doing(self, activity: str) -> Doing:
        """Return `rest` or `meal` if an activity is one, else an empty string."""
        if self._rests.search(activity):
            return "rest"
        return "meal" if self._eats.search(activity) else ""

    def hands_over(self, deed: str) -> bool:
        """Return whether a deed is handing a thing to somebody."""
        return self._hands_over.match(deed) is not None

    def lends_a_hand(self, deed: str) -> bool:
        """Return whether a deed that is asked for is helping with something."""
        return self._lends_a_hand.match(deed) is not None

    def names_either(self, text: str) -> bool:
        """Return whether a text names people of whom any one will do, as "Ada or Ben" does."""
        return self._either.search(text) is not None

    def condition_in(self, text: str) -> str:
        """Return the clause of a sentence that states a condition, or an empty string."""
        match = self._condition.search(text)
        return match["clause"].strip() if match is not None else ""

    def news(self, text: str) -> News:
        """Return whether news is `good` or `bad` for its hearer, or an empty string if it is neither.

        Bad news that is over, or was averted, is good.
        """
        if self._averted.search(text):
            return "good"
        if self._bad.search(text):
            return "bad"
        return "good" if self._good.search(text) else ""

    def alarm(self, text: str, things: Mapping[str, tuple[str, Sequence[str]]]) -> tuple[str, str] | None:
        """Find the object that a text reports on and its state, as a pair of the object's key and the state.

        `things` maps each key to the object's name and states. A state fits if the text names it, or if both
        are of one sort of alarm (a fire, a flood). Return None if no object fits, or several.
        """
        told = [alarm for alarm in self._alarms if alarm.search(text)]
        found = [
            (name, key, state)
            for key, (name, states) in things.items()
            for state in states
            if re.search(any_word([state], any_case=True), text) or any(alarm.search(state) for alarm in told)
        ]
        named = [one for one in found if one[0].split()[-1].lower() in text.lower()] or found
        return (named[0][1], named[0][2]) if len({key for _, key, _ in named}) == 1 else None

    def short_name(self, name: str) -> str:
        """Return the short name that acquaintances use: in English the first name."""
        return self._naming.short(name)


@cache
def _reader(template: str) -> re.Pattern[str]:
    parts = re.split(r"\$([a-z_]+)", template)
    gaps = (rf"(?P<{part}>.+?)" if at % 2 else re.escape(part) for at, part in enumerate(parts))
    return re.compile("".join(gaps), re.DOTALL)


@cache
def phrases(language: str) -> Phrases:
    """Load the phrases of a town's language, or the English ones if it has none."""
    own = written_in(language)
    pack = languages()[own] / PHRASES
    return Phrases(own, yaml.load(pack.read_text(encoding="utf-8"), Loader=_LOADER))
