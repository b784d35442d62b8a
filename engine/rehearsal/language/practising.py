"""Practising: the acts of practices in the words of one language, as phrases that are said and recognised."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.language.languages import FALLBACK
from engine.practices.practice import Act, Practice, Stage, practices
from engine.rehearsal.language.phrases import Phrase, read_frame

if TYPE_CHECKING:
    from engine.rehearsal.language.pack import Pack

_PARTS = {"host": "host", "attend": "guest", "prepare": ""}  # the frames of activities, and the role of each


@dataclass(frozen=True, slots=True)
class KnownAct:
    """An act as a language knows it: `frame` are the phrases for it, where it `says` anything, and `does` is
    what one is at meanwhile.
    """

    frame: str
    act: Act
    says: bool
    does: tuple[str, ...]

    @property
    def answer(self) -> str:
        """Return the frame of what is said to it."""
        return f"{self.frame}.answer"

    @property
    def felt(self) -> str:
        """Return the frame of how it is put that one feels otherwise for it."""
        return f"{self.frame}.felt"


def acts_of(practice: Practice, language: str) -> Iterator[KnownAct]:
    """Yield the acts of a practice."""
    for name, act in practice.acts.items():
        yield KnownAct(
            frame=f"{practice.name}.{name}",
            act=act,
            says=bool(_worded(act.says, language)),
            does=tuple(_worded(act.does, language)),
        )


def frames_of_practices(language: str) -> Iterator[tuple[str, tuple[Phrase, ...]]]:
    """Yield the phrases of every act of every practice, by frame."""
    for practice in practices().values():
        for known in acts_of(practice, language):
            felt = known.act.felt.note if known.act.felt else {}
            for frame, words in (
                (known.frame, known.act.says),
                (known.answer, known.act.answer),
                (known.felt, felt),
            ):
                if rows := _worded(words, language):
                    yield frame, read_frame(rows)


def _worded(words: Mapping[str, Sequence[Any]], language: str) -> Sequence[Any]:
    """Return the words of a language; the English ones where there are none for it."""
    return words.get(language) or words.get(FALLBACK) or ()


def taking_part(activity: str, pack: Pack) -> tuple[str, str]:
    """Return in which role an activity takes part in an occasion, and in which occasion; nothing where it
    does not, as what is given is none. Who makes it ready has no role in it yet.
    """
    for frame, role in _PARTS.items():
        found = pack.phrases.read(frame, activity)
        if found and (role != "host" or pack.activity(activity).of == "occasion"):
            return role, found["occasion"]
    return "", ""


def steps_at(activity: str, stage: Stage, pack: Pack) -> list[str]:
    """Return what somebody who takes part in an occasion by an activity may be at there, at a stage of it."""
    role, occasion = taking_part(activity, pack)
    return [
        step
        for known in (pack.acts_at("occasion", occasion) if role else ())
        if known.act.by in (role, "anybody") and stage in known.act.at
        for step in known.does
    ]
