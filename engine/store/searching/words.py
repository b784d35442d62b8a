"""The words that memories hold, each once, with in how many memories it is: whoever looks for what stands
inside a word goes through these rather than through all memories.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from sqlite3 import Connection
from string import ascii_lowercase, ascii_uppercase

from engine.language.unspaced import has_unspaced
from engine.store.file.connection import Store

_MOST_LONGER = 100  # words that are asked for at once: where more hold something, most memories do
# What the index cuts a text into lies in one of these: it keeps letters together with the accents that are
# written after them, and with what is private to somebody.
_RUN = re.compile("(?:[^\\W_]|[\u0300-\u036f\ue000-\uf8ff\U000f0000-\U0010ffff])+")
_SMALL = str.maketrans(ascii_uppercase, ascii_lowercase)  # as LIKE does: no other letters


def count_words(db: Connection, texts: Iterable[str], *, gone: bool = False) -> None:
    """Count the words of memories that have come to be searchable, or are `gone`; inside a write
    transaction.
    """
    found = Counter(word for text in texts for word in set(_RUN.findall(text.translate(_SMALL))))
    counted = [(word, -times if gone else times) for word, times in found.items() if _is_kept(word)]
    db.executemany(
        """INSERT INTO memory_word VALUES (?, ?)
           ON CONFLICT (word) DO UPDATE SET memories = memories + excluded.memories""",
        counted,
    )
    if gone:
        db.executemany(
            "DELETE FROM memory_word WHERE word = ? AND memories <= 0", [row[:1] for row in counted]
        )


def longer_words(store: Store, word: str) -> Sequence[str] | None:
    """Return the words in which a word stands that is asked for, and which a memory that can be searched
    holds; None where they are too many, or are not kept.
    """
    if not _is_kept(word):
        return None
    rows = store.select(
        "SELECT word FROM memory_word WHERE word LIKE ? LIMIT ?", (f"%{word}%", _MOST_LONGER + 1)
    )
    return [found for (found,) in rows] if len(rows) <= _MOST_LONGER else None


def is_rare(store: Store, word: str, most: int) -> bool:
    """Return whether at most so many memories hold words that begin as one does, as far as words are kept; a
    guess, since the index takes the inflections of a word together.
    """
    if not _is_kept(word):
        return False
    ((memories,),) = store.select(
        "SELECT ifnull(sum(memories), 0) FROM memory_word WHERE word >= ?1 AND word < ?1 || char(1114111)",
        (word.translate(_SMALL),),
    )
    return bool(memories <= most)


def _is_kept(word: str) -> bool:
    """Return whether a word has a letter of a script that writes spaces: there are as many numbers as one
    likes, and of the other scripts whole clauses are one word.
    """
    if word.isascii():
        return not word.isdigit()
    return any(letter.isalpha() and not has_unspaced(letter) for letter in word)
