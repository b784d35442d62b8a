"""Practising: the acts of practices in one language, as phrases that are said and recognised."""

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
    """An act of a practice in one language.

    `frame` is the frame of its phrases, if it `says` anything, and `does` are the activities that go with it.
    """

    frame: str
    act: Act
    says: bool
    does: tuple[str, ...]

    @property
    def answer(self) -> str:
        """Return the frame of the answer to the act."""
        return f"{self.frame}.answer"

    @property
    def felt(self) -> str:
        """Return the frame of the note on how the act changes a feeling."""
        return f"{self.frame}.felt"


def acts_of(practice: Practice, language: str) -> Iterator[KnownAct]:
    """Yield the acts of a practice in a language."""
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
                    yield frame, read_frame(frame, rows)


def _worded(words: Mapping[str, Sequence[Any]], language: str) -> Sequence[Any]:
    """Return the words in a language, or in English if it has none."""
    return words.get(language) or words.get(FALLBACK) or ()


def taking_part(activity: str, pack: Pack) -> tuple[str, str]:
    """Return the role in which an activity takes part in an occasion, and the occasion, or two empty strings.

    A host must give an occasion, not just anything that can be given. Preparing it is no role yet.
    """
    for frame, role in _PARTS.items():
        found = pack.phrases.read(frame, activity)
        if found and (role != "host" or pack.activity(activity).of == "occasion"):
            return role, found["occasion"]
    return "", ""


def steps_at(activity: str, stage: Stage, pack: Pack) -> list[str]:
    """Return the possible activities at an occasion at a stage, for an agent that takes part in one."""
    role, occasion = taking_part(activity, pack)
    return [
        step
        for known in (pack.acts_at("occasion", occasion) if role else ())
        if known.act.by in (role, "anybody") and stage in known.act.at
        for step in known.does
    ]
