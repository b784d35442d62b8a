"""The engine's own sentences (who came in, what is closed), one data file a language."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, Literal

import yaml

from engine.language.any_word import NEVER, any_word
from engine.language.gaps import as_format
from engine.language.languages import FALLBACK, base, folders_for
from engine.language.names.naming import Naming
from engine.language.scales import degree, level
from engine.records import Room

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_KNOWN_DOINGS = 4_096  # people are at the same few things again and again

StatusKind = Literal["energy", "mood", "other"]
Doing = Literal["rest", "meal", ""]
News = Literal["bad", "good", ""]


class Phrases:
    """Sentences of one language. Each names its subject in full, since it may become a memory.

    They are a town's own (`is_own`) where they are in its language, and not in English for want of others.
    """

    def __init__(self, language: str, templates: Mapping[str, Any], *, is_own: bool = True) -> None:
        self.language, self.is_own = language, is_own
        self._templates = templates
        self._comma, self._last = str(templates["list_comma"]), str(templates["list_last"])
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
        """Return the sentence `name` with its values; KeyError names a missing value or sentence."""
        text = as_format(self._templates[name]).format_map(values)
        return text[:1].upper() + text[1:] if name[:5] == "state" else text

    def say_or(self, text: str, name: str, /, **values: object) -> str:
        """Return the sentence `name`; a text in the town's language where the engine has none in it."""
        return self.say(name, **values) if self.is_own else text

    def read(self, name: str, text: str) -> Mapping[str, str] | None:
        """Return the values of a text that was made from the sentence `name`; None when it was not."""
        found = _reader(self._templates[name]).fullmatch(text)
        return found.groupdict() if found else None

    def list(self, names: Sequence[str]) -> str:
        """`A`, `A and B`, `A, B and C`."""
        if len(names) < 2:
            return "".join(names)
        return self._comma.join(names[:-1]) + self._last + names[-1]

    def the(self, name: str) -> str:
        """Return a thing as one speaks of it: `the stove`, but `Tomas's chair`."""
        return name if self.has_article(name) else self.say("the", name=name)

    def has_article(self, name: str) -> bool:
        """Return whether the name of a thing has its article, or whose it is."""
        return self._article.search(name) is not None

    def place(self, name: str) -> str:
        """Return a place as one speaks of it: `the Harbour Café`, but `Moreno Flat`."""
        return name if self._own_name.search(name) else self.the(name)

    def room(self, room: Room) -> str:
        """Return a room as one speaks of it: `the kitchen of the Harbour Café`, `Isabel's room at Moreno
        Flat`, `the Quay`.
        """
        place, _, inner = room.path.partition("/")
        if not inner:
            return self.place(place)
        named = inner[:1].isupper() or self._article.search(inner) is not None
        return self.say("room_named" if named else "room_of", room=inner, place=self.place(place))

    def feels(self, closeness: float) -> str:
        """Return how close somebody feels, in a word: `very close`, `cool`."""
        return self.say(f"feels_{degree(closeness)}")

    def tie(self, closeness: float) -> str:
        """Return what somebody is who is nothing but as close as that: an acquaintance, a friend."""
        return self.say(f"tie_{degree(closeness)}")

    def standing(self, kind: str, closeness: float) -> str:
        """Return what somebody is and how close: `sister, cool`; only what they are, where that says it
        all.
        """
        word = self.feels(closeness)
        return self._comma.join(filter(None, (kind, "" if kind == self.tie(closeness) else word)))

    def status_kind(self, name: str) -> StatusKind:
        """Return which of the status values that people live by a name stands for, if any."""
        if self._energy.fullmatch(name):
            return "energy"
        return "mood" if self._mood.fullmatch(name) else "other"

    def status(self, name: str, value: float) -> str:
        """Return a status value in words: `worn out`, `in good spirits`; `thirst: low` of one that only its
        author knows.
        """
        return self._level_word(name, level(value))

    def _level_in_words(self, name: str, step: str) -> str:
        kind = self.status_kind(name)
        word = self.say(f"{kind}_{step}")
        return word if kind != "other" else self.say("status_other", what=name, level=word)

    def _doing(self, activity: str) -> Doing:
        """Return whether somebody rests or eats who is at this."""
        if self._rests.search(activity):
            return "rest"
        return "meal" if self._eats.search(activity) else ""

    def hands_over(self, deed: str) -> bool:
        """Return whether a deed is to hand somebody a thing."""
        return self._hands_over.match(deed) is not None

    def lends_a_hand(self, deed: str) -> bool:
        """Return whether a deed that is asked for is to help with something."""
        return self._lends_a_hand.match(deed) is not None

    def names_either(self, text: str) -> bool:
        """Return whether people are named of whom any one will do: "Ada or Ben"."""
        return self._either.search(text) is not None

    def condition_in(self, text: str) -> str:
        """Return the clause of a sentence that makes what it asks depend on something; empty for none."""
        match = self._condition.search(text)
        return match["clause"].strip() if match is not None else ""

    def news(self, text: str) -> News:
        """Return whether what is told is good or bad for whoever hears it; nothing where it is neither. What
        is bad and did not come, or is over, is good.
        """
        if self._averted.search(text):
            return "good"
        if self._bad.search(text):
            return "bad"
        return "good" if self._good.search(text) else ""

    def alarm(self, text: str, things: Mapping[str, tuple[str, Sequence[str]]]) -> tuple[str, str] | None:
        """Return which object a text tells of, and in which of its states, where those are of one sort (a
        fire, a flood) with what it tells; None where it may be several. Each object has its name and states.
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
        """Return what those who know somebody call them: in English the first name."""
        return self._naming.short(name)


@cache
def _reader(template: str) -> re.Pattern[str]:
    parts = re.split(r"\$([a-z_]+)", template)
    gaps = (rf"(?P<{part}>.+?)" if at % 2 else re.escape(part) for at, part in enumerate(parts))
    return re.compile("".join(gaps), re.DOTALL)


@cache
def phrases(language: str) -> Phrases:
    """Return the phrases of a town's language; English where there is no pack for it yet."""
    for folder in folders_for(language):
        pack = folder / "phrases.yaml"
        if pack.is_file():
            templates = yaml.load(pack.read_text(encoding="utf-8"), Loader=_LOADER)
            return Phrases(folder.name, templates, is_own=base(folder.name) == base(language))
    raise FileNotFoundError(f"the phrases of {FALLBACK!r} are missing from the installation")
