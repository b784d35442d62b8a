"""Unfounded: the sentences of an answer that name what the prompt, all there was to go by, does not."""

from __future__ import annotations

import re

from engine.language.languages import about

_SENTENCES = re.compile(r"[^.!?。！？…]+[.!?。！？…]*[\"”’』」)]*")
_NAMES = re.compile(r"(?<=[\w,;:] )[A-ZÀ-Þ][\w’'-]{2,}|\d{2,}|《[^》]{1,40}》|“[A-Z][^”]{1,40}”")
_MARKS = re.compile(r"['’]s\b|[^\w]")


def unfounded(answer: str, prompt: str, language: str) -> tuple[str, ...]:
    """Return the sentences in which a name, a number or a title stands that nothing in the prompt says: no
    memory, no plan, no tie, not the question. A sentence that only says so in other words is no such claim.
    """
    days = about(language).days
    known = "\n".join([prompt, *days.weekdays, *days.months]).lower()
    return tuple(
        sentence.strip()
        for sentence in _SENTENCES.findall(answer)
        if any(not _stands_in(name, known) for name in _NAMES.findall(sentence))
    )


def _stands_in(name: str, known: str) -> bool:
    bare = _MARKS.sub("", name.lower())
    return name.lower() in known or (bool(bare) and bare in known)
